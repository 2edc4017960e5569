"""Tiles, and other notations: what is printed reads back, and near misses are errors."""

from __future__ import annotations

import copy
import pickle
import re
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import any_cards, natural_cards, some

from machiavelli_solver import (
    CARD_NOTATION,
    JOKER,
    NOTATIONS,
    TILE_NOTATION,
    AnyCard,
    Card,
    MachiavelliError,
    Meld,
    Notation,
    NotationError,
    OptionError,
    Position,
    Rules,
    Suit,
    Table,
    print_cards,
    read_card,
    read_cards,
    reading,
)
from machiavelli_solver.notation import read_groups

COLOURS = {"R": Suit.HEARTS, "B": Suit.DIAMONDS, "K": Suit.SPADES, "O": Suit.CLUBS}
JOKERS = ("JK", "J", "JOKER", "🃏")


def tiles(text: str) -> list[AnyCard]:
    return read_cards(text, notation=TILE_NOTATION)


def names(text: str) -> str:
    """What a text of tiles is read as, printed as tiles."""
    return print_cards(tiles(text), notation=TILE_NOTATION)


def slowly_read(token: str) -> list[AnyCard] | None:
    """What a piece of text means as tiles, without a pattern; None when it means nothing."""
    text = "".join(chr(ord(c) - 32) if "a" <= c <= "z" else c for c in token)
    text = text.replace("\ufe0e", "").replace("\ufe0f", "").replace("*", "").removesuffix("+")
    if text in JOKERS:
        return [JOKER]
    numbers = {str(number): number for number in range(1, 14)}
    for end in range(1, len(text)):
        suits, number = text[:end], text[end:]
        if number in numbers and all(c in COLOURS for c in suits):
            return [Card(numbers[number], COLOURS[c]) for c in suits]
    for dash in "-–":
        low, found, high = text.partition(dash)
        if not found or low[:1] not in COLOURS or low[1:] not in numbers:
            continue
        suit = COLOURS[low[0]]
        if high[:1] in COLOURS and COLOURS[high[0]] is suit:
            high = high[1:]
        if high not in numbers:
            continue
        first, last = numbers[low[1:]], 14 if high == "1" else numbers[high]
        if 2 <= last - first + 1 <= 13:
            return [Card((place - 1) % 13 + 1, suit) for place in range(first, last + 1)]
    return None


# --- single tiles and jokers


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("number", range(1, 14))
def test_a_tile_is_a_colour_then_a_number(colour: str, number: int) -> None:
    card = Card(number, COLOURS[colour])
    for text in (f"{colour}{number}", f"{colour.lower()}{number}", f" {colour}{number}, "):
        assert tiles(text) == [card]
    assert read_card(f"{colour}{number}", notation=TILE_NOTATION) is not None
    assert TILE_NOTATION.text(card) == f"{colour}{number}"


@pytest.mark.parametrize("text", ["JK", "jk", "J", "j", "joker", "🃏", "🃏\ufe0f"])
def test_a_joker(text: str) -> None:
    assert tiles(text) == [JOKER]


def test_a_black_tile_is_no_joker_and_no_king() -> None:
    assert names("K1 JK K13 J") == "K1 JK K13 JK"
    assert print_cards(tiles("K1 K13")) == "AS KS"


# --- ranges and sets


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("R3-6", "R3 R4 R5 R6"),
        ("r3-r6", "R3 R4 R5 R6"),
        ("R3–6", "R3 R4 R5 R6"),
        ("B10-13", "B10 B11 B12 B13"),
        ("K1-3", "K1 K2 K3"),
        ("K12-1", "K12 K13 K1"),
        ("O1-13", "O1 O2 O3 O4 O5 O6 O7 O8 O9 O10 O11 O12 O13"),
        ("RBK7", "R7 B7 K7"),
        ("rbko13", "R13 B13 K13 O13"),
        ("RR7", "R7 R7"),
        ("KB1", "K1 B1"),
        ("R11", "R11"),
        ("R1 R1", "R1 R1"),
    ],
)
def test_short_forms(text: str, printed: str) -> None:
    assert names(text) == printed


@pytest.mark.parametrize("text", ["R7-4", "R4-4", "R1-1", "R13-2", "R12-10"])
def test_a_range_goes_up_by_thirteen_tiles_at_most(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        tiles(text)
    assert caught.value.expected == (
        "expected a range that goes up, by 13 tiles at most, as O4-7 or K10-1"
    )


@pytest.mark.parametrize("text", ["R4-B7", "k1-o3"])
def test_a_range_stays_in_one_colour(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        tiles(text)
    assert caught.value.expected == "expected a range in one colour, as O4-7"


@pytest.mark.parametrize(
    "text",
    [
        "7R", "7RBK", "R", "7", "R0", "R14", "R07", "R1O", "RA", "AR", "KH", "4C", "10H", "4-6C",
        "G7", "R-7", "R4-", "-R4", "4-R7", "4-7", "RB4-7", "R4-7-9", "R4-7R", "R4-JK", "JK-R4",
        "JJ", "JKJ", "J7", "K", "RK", "R7B7", "R 7", "R7;", "R\u0661", "Ｒ7", "R７", "Я7",
        "ЕR7", "+R7", "R7++", "R+7",
    ],
)  # fmt: skip
def test_near_misses_are_errors_never_another_tile(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        tiles(text)
    if "-" not in text:
        assert caught.value.expected == (
            "expected a tile (R10, R13), a joker (JK), a range (O4-7) or one number in several "
            "colours (OBR6)"
        )


def test_one_tile_is_wanted() -> None:
    with pytest.raises(NotationError, match="expected one tile, as R10, R13 or JK"):
        read_card("R7 B7", notation=TILE_NOTATION)


near_miss = st.text(alphabet="RBKOrbkoJ0123456789-–+*jk ♥A", max_size=6)
readable = st.one_of(
    st.tuples(st.text("RBKOrbko", min_size=1, max_size=4), st.integers(1, 13).map(str)).map(
        "".join
    ),
    st.tuples(
        st.sampled_from("RBKO"),
        st.integers(1, 13).map(str),
        st.sampled_from("-–"),
        st.integers(1, 13).map(str),
    ).map("".join),
    st.sampled_from([*JOKERS, "r3-R5", "K1-B3", "R7+", "R7*"]),
)


@some(500)
@given(st.lists(near_miss | readable | st.text(max_size=3), max_size=5).map(" ".join))
@example("R1-13 KK1 J")
def test_any_text_is_read_or_refused(text: str) -> None:
    pieces = re.sub("[,/|]", " ", text).split()
    meanings = [slowly_read(piece) for piece in pieces]
    if None in meanings:
        with pytest.raises(NotationError) as caught:
            tiles(text)
        assert caught.value.token == pieces[meanings.index(None)]
    else:
        assert tiles(text) == [card for cards in meanings if cards for card in cards]


# --- printing


@given(st.lists(any_cards), st.sampled_from(list(NOTATIONS.values())))
def test_what_is_printed_reads_back_the_same(cards: list[AnyCard], notation: Notation) -> None:
    for pips in (False, True):
        text = " ".join(notation.text(card, pips=pips) for card in cards)
        assert read_cards(text, notation=notation) == cards
    assert read_cards(print_cards(cards, notation=notation), notation=notation) == cards


@given(any_cards)
def test_cards_are_printed_as_they_print_themselves(card: AnyCard) -> None:
    assert CARD_NOTATION.text(card) == str(card)
    assert CARD_NOTATION.text(card, pips=True) == card.symbol
    assert print_cards([card]) == str(card)


@given(natural_cards, st.lists(st.sampled_from(Suit), min_size=1, max_size=4))
def test_short_forms_read_back_the_same(first: Card, suits: list[Suit]) -> None:
    for notation in NOTATIONS.values():
        cards = [Card(first.rank, suit) for suit in suits]
        for pips in (False, True):
            assert read_cards(notation.set_text(cards, pips=pips), notation=notation) == cards
        for length in range(2, 14):
            places = range(first.rank, first.rank + length)
            if places.stop <= 15:
                run = [Card((place - 1) % 13 + 1, first.suit) for place in places]
                text = notation.run_text(run[0], run[-1])
                assert read_cards(text, notation=notation) == run


@pytest.mark.parametrize("mark", ["*", "+", "'"])
def test_marks_of_the_command_line_are_dropped(mark: str) -> None:
    assert read_cards(f"10H{mark} JK{mark}") == read_cards("10H JK")
    assert tiles(f"R10{mark} JK{mark}") == tiles("R10 JK")


def test_patterns_are_made_when_text_is_first_read(monkeypatch: pytest.MonkeyPatch) -> None:
    notation = replace(TILE_NOTATION, name="printed")
    with monkeypatch.context() as patched:
        patched.setattr(reading.Reader, "of", lambda _: pytest.fail("a pattern was made"))
        assert print_cards(tiles("R4-6 JK"), notation=notation.in_pips()) == "R4 R5 R6 JK"
    assert read_cards("R4-6 JK", notation=notation) == tiles("R4-6 JK")


@given(st.lists(any_cards))
def test_a_notation_in_pips_prints_pips_and_reads_the_same(cards: list[AnyCard]) -> None:
    for notation in (*NOTATIONS.values(), ITALIAN, SWEDISH):
        shown = notation.in_pips()
        for pips in (False, True):
            text = " ".join(notation.text(card, pips=pips) for card in cards)
            assert read_cards(text, notation=shown) == cards
        assert print_cards(cards, notation=shown) == text
    assert TILE_NOTATION.in_pips() is TILE_NOTATION


# --- groups, tables and positions


def test_groups_and_places_are_as_in_cards() -> None:
    groups, marked = read_groups(
        "R4-6 / RBK7\n JK", source="table", line=2, column=5, notation=TILE_NOTATION
    )
    assert marked
    assert [print_cards([read.card for read in group]) for group in groups] == [
        "4H 5H 6H", "7H 7D 7S", "JK",
    ]  # fmt: skip
    assert [str(group[0].where) for group in groups] == [
        "table, line 2, column 5",
        "table, line 2, column 12",
        "table, line 3, column 2",
    ]


POSITION = Position.of("4-6H / 7HDS", "3H JK", support="9C", loose="KS")


@pytest.mark.parametrize(
    "position",
    [
        Position.of("R4-6 / RBK7", "R3 J", support="O9", loose="K13", notation=TILE_NOTATION),
        Position.of(
            Table.of("R4-6 / RBK7", notation=TILE_NOTATION),
            ["R3", JOKER],
            support=["O9"],
            loose=["K13"],
            notation=TILE_NOTATION,
        ),
        Position.parse(
            "table: R4-6 / RBK7\nhand: R3 JK\nsupport: O9\nloose: K13", notation=TILE_NOTATION
        ),
        Position.from_json(
            '{"table": [["R4-6"], "RBK7"], "hand": ["R3", "JK"], "support": "O9", "loose": "K13"}',
            notation=TILE_NOTATION,
        ),
        Position.from_dict(
            {"table": "R4-6 / RBK7", "hand": "R3 JK", "support": "O9", "loose": "K13"},
            notation=TILE_NOTATION,
        ),
    ],
)
def test_positions_of_tiles(position: Position) -> None:
    assert position == POSITION


def test_errors_about_tiles_name_tiles() -> None:
    with pytest.raises(MachiavelliError, match="hand, line 1, column 7: copy number 3 of R7, but"):
        Position.of("", "R7 R7 R7", rules=Rules(), notation=TILE_NOTATION)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("R7 R7 K7", "R7 twice"),
        ("RBKO7 JK", "5 tiles of one number: a set has three or four"),
        ("R7", "one tile"),
        ("R7 B7", "two tiles"),
        ("R4 B5 K6", "neither one number nor one colour"),
        ("R4 R6 R7", "R5 is missing"),
        ("R12 R13 R1", "the 1 is only low"),
        ("R12-1 R2", "R12 R13 R1 R2 goes around the corner"),
        ("R1-13 JK", "14 tiles: a run has 13 at most"),
    ],
)
def test_what_is_wrong_with_tiles(text: str, fault: str) -> None:
    meld = Meld(tuple(tiles(text)))
    assert meld.why_not(Rules(jokers=2, aces="low"), notation=TILE_NOTATION) == fault


# --- notations of one's own

ITALIAN = Notation(
    name="italian",
    ranks="A 2 3 4 5 6 7 8 9 10 J Q K",
    suits="F/♣ Q/♦ C/♥ P/♠",
    joker="JOLLY/JK",
    pips="♣ ♦ ♥ ♠",
)
"""Fiori, quadri, cuori, picche: Q is a rank and a suit."""

SWEDISH = Notation(
    name="swedish",
    ranks="E/A 2 3 4 5 6 7 8 9 10 Kn D K",
    suits="Kl Ru Hj Sp",
    joker="Jok",
)
"""Klöver, ruter, hjärter, spader: names of two letters."""

CYRILLIC = Notation(
    name="cyrillic",
    ranks="Т 2 3 4 5 6 7 8 9 10 В Д К",
    suits="т б ч п",
    joker="Дж",
    card_word="карт",
)
"""Names beyond ASCII, in small letters and capitals."""


@pytest.mark.parametrize(
    ("notation", "text", "cards"),
    [
        (ITALIAN, "QQ QC 10P JOLLY", "QD QH 10S JK"),
        (ITALIAN, "7QCP 4-6F q-aq", "7D 7H 7S 4C 5C 6C QD KD AD"),
        (SWEDISH, "KnKl KHj ESp DRu Jok", "JC KH AS QD JK"),
        (SWEDISH, "7klruhj 10-KnSp 10-EHj", "7C 7D 7H 10S JS 10H JH QH KH AH"),
        (CYRILLIC, "Тт тТ 10ч дп ДЖ 7бчп", "AC AC 10H QS JK 7D 7H 7S"),
    ],
)
def test_other_notations(notation: Notation, text: str, cards: str) -> None:
    assert print_cards(read_cards(text, notation=notation)) == cards


@given(st.lists(any_cards), st.sampled_from([ITALIAN, SWEDISH, CYRILLIC]))
def test_other_notations_read_back_the_same(cards: list[AnyCard], notation: Notation) -> None:
    assert read_cards(print_cards(cards, notation=notation), notation=notation) == cards


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"ranks": "A 2 3"}, "3 ranks, not 13"),
        ({"suits": "C D H"}, "3 suits, not 4"),
        ({"suits": ""}, "0 suits, not 4"),
        ({"joker": "JK J"}, "2 jokers, not 1"),
        ({"pips": "♣♦♥♠"}, "1 pips, not 4"),
        ({"suits": "C D H H"}, "two cards are written alike"),
        ({"suits": "C D H c"}, "two cards are written alike"),
        ({"joker": "10H"}, "two cards are written alike"),
        ({"ranks": "A 2 3 4 5 6 7 8 9 10 J Q J"}, "two cards are written alike"),
        ({"suits": "0C C D H", "ranks": "A 2 3 4 5 6 7 8 9 10 1 Q K"}, "two cards are written"),
        ({"suits": "C D H -"}, "'-' cannot be a name"),
        ({"suits": "C D H *"}, "cannot be a name"),
        ({"suits": "C D H S/"}, "'' cannot be a name"),
        ({"order": "sideways"}, "order='sideways'"),
    ],
)
def test_what_is_no_notation(change: dict[str, str], fault: str) -> None:
    plain = {"ranks": CARD_NOTATION.ranks, "suits": "C D H S", "joker": "JK", **change}
    with pytest.raises(OptionError, match=re.escape(fault)) as caught:
        Notation(name="mine", **plain)  # type: ignore[arg-type]
    assert str(caught.value).startswith("notation 'mine': ")


def test_notations_are_values() -> None:
    for notation in (*NOTATIONS.values(), SWEDISH):
        for twin in (
            pickle.loads(pickle.dumps(notation)),
            copy.deepcopy(notation),
            eval(repr(notation), {"Notation": Notation}),
        ):
            assert twin == notation
            assert hash(twin) == hash(notation)
            assert print_cards([JOKER, *read_cards("KH")], notation=twin) == print_cards(
                [JOKER, *read_cards("KH")], notation=notation
            )
            assert read_cards(notation.text(JOKER), notation=twin) == [JOKER]


def test_notations_by_name() -> None:
    assert NOTATIONS == {"cards": CARD_NOTATION, "tiles": TILE_NOTATION}
    assert all(name == notation.name for name, notation in NOTATIONS.items())
