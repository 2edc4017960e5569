"""Notation: reading is generous, printing is strict, and nothing is silently dropped."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import any_cards, some

from machiavelli_solver import (
    JOKER,
    AnyCard,
    Card,
    MachiavelliError,
    NotationError,
    Suit,
    read_card,
    read_cards,
)
from machiavelli_solver.notation import EXPECTED, print_cards, read_groups

RANKS = {
    "A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10, "T": 10,
    "J": 11, "Q": 12, "K": 13,
}  # fmt: skip
SUITS = {
    **dict(zip("CDHS", Suit, strict=True)),
    **dict(zip("♣♦♥♠", Suit, strict=True)),
    **dict(zip("♧♢♡♤", Suit, strict=True)),
}
PICTURE_MARKS = ("\ufe0e", "\ufe0f")


def names(text: str) -> str:
    """What a text is read as, printed."""
    return " ".join(map(str, read_cards(text)))


def slowly_read(token: str) -> list[AnyCard] | None:
    """What a piece of text means, without a pattern; None when it means nothing."""
    text = "".join(
        chr(ord(c) - 32) if "a" <= c <= "z" else c for c in token if c not in PICTURE_MARKS
    )
    if text in ("JK", "JOKER", "🃏"):
        return [JOKER]
    for rank, number in RANKS.items():
        suits = text.removeprefix(rank)
        if text.startswith(rank) and suits and all(c in SUITS for c in suits):
            return [Card(number, SUITS[c]) for c in suits]
    for dash in "-–":
        low, found, high = text.partition(dash)
        suit = high[-1:]
        if not found or suit not in SUITS or high[:-1] not in RANKS:
            continue
        if low not in RANKS and (low[-1:] not in SUITS or SUITS[low[-1:]] is not SUITS[suit]):
            continue
        first = RANKS.get(low) or RANKS.get(low[:-1])
        last = 14 if high[:-1] == "A" else RANKS[high[:-1]]
        if first and 2 <= last - first + 1 <= 13:
            places = range(first, last + 1)
            return [Card(1 if place == 14 else place, SUITS[suit]) for place in places]
    return None


def tokens(text: str) -> list[str]:
    """The pieces of a text: blanks, commas and meld marks keep them apart."""
    for mark in ",/|":
        text = text.replace(mark, " ")
    return text.split()


# --- single cards and jokers


@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("suit", SUITS)
def test_a_card_is_a_rank_then_a_suit_in_capitals_or_not(rank: str, suit: str) -> None:
    card = Card(RANKS[rank], SUITS[suit])
    assert read_card(rank + suit) == card
    assert read_card((rank + suit).lower()) == card
    assert read_cards(f" {rank}{suit},") == [card]


@pytest.mark.parametrize("text", ["JK", "jk", "Jk", "JOKER", "joker", "Joker", "🃏", "🃏\ufe0f"])
def test_a_joker(text: str) -> None:
    assert read_card(text) is JOKER


@pytest.mark.parametrize("mark", PICTURE_MARKS)
def test_marks_for_how_a_pip_is_drawn_are_no_part_of_the_card(mark: str) -> None:
    assert names(f"K♥{mark} 6♣{mark}♦{mark}") == "KH 6C 6D"


# --- ranges


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("4-7C", "4C 5C 6C 7C"),
        ("4c-7c", "4C 5C 6C 7C"),
        ("4C-7♣", "4C 5C 6C 7C"),
        ("4–7C", "4C 5C 6C 7C"),
        ("A-3H", "AH 2H 3H"),
        ("AH-3H", "AH 2H 3H"),
        ("10-AS", "10S JS QS KS AS"),
        ("T-as", "10S JS QS KS AS"),
        ("Q-KD", "QD KD"),
        ("K-AD", "KD AD"),
        ("A-KC", "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC"),
        ("2-AC", "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC"),
    ],
)
def test_a_range(text: str, cards: str) -> None:
    assert names(text) == cards


@pytest.mark.parametrize(
    "text", ["7-4C", "4-4C", "A-AC", "K-2C", "Q-JH", "3-2S", "AC-AC", "10-TH", "T-10H"]
)
def test_a_range_goes_up_by_thirteen_cards_at_most(text: str) -> None:
    with pytest.raises(NotationError, match="goes up, by 13 cards at most") as caught:
        read_cards(text)
    assert caught.value.token == text


@pytest.mark.parametrize("text", ["4C-7D", "ah-3s", "10♥-K♠", "4♣-7H"])
def test_a_range_stays_in_one_suit(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_cards(text)
    assert caught.value.expected == "expected a range in one suit, as 4-7C"


@pytest.mark.parametrize(
    "text", ["4-7", "4C-7", "-7C", "4-C", "4--7C", "4-6-8C", "4-7CD", "4C-", "JK-4C", "4-JKC"]
)
def test_half_a_range_is_nothing(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_cards(text)
    assert (caught.value.token, caught.value.expected) == (text, EXPECTED)


# --- one rank in several suits


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("6CDH", "6C 6D 6H"),
        ("6hdc", "6H 6D 6C"),
        ("10CDHS", "10C 10D 10H 10S"),
        ("tcdhs", "10C 10D 10H 10S"),
        ("6♣♦♥", "6C 6D 6H"),
        ("6♣dH", "6C 6D 6H"),
        ("7CC", "7C 7C"),
        ("JCDH", "JC JD JH"),
    ],
)
def test_one_rank_in_several_suits(text: str, cards: str) -> None:
    assert names(text) == cards


# --- groups


@pytest.mark.parametrize(
    ("text", "groups", "marked"),
    [
        ("", [], False),
        (" \n\t\n", [], False),
        ("4-6C 6DHS", ["4C 5C 6C 6D 6H 6S"], False),
        ("\n 4-6C 6DHS \n\n", ["4C 5C 6C 6D 6H 6S"], False),
        ("4-6C / 6DHS", ["4C 5C 6C", "6D 6H 6S"], True),
        ("4-6C|6DHS", ["4C 5C 6C", "6D 6H 6S"], True),
        ("4-6C\n6DHS", ["4C 5C 6C", "6D 6H 6S"], True),
        ("4-6C\r\n6DHS\r\n", ["4C 5C 6C", "6D 6H 6S"], True),
        ("4-6C /", ["4C 5C 6C"], True),
        ("/4-6C", ["4C 5C 6C"], True),
        ("4-6C / / | 6DHS //", ["4C 5C 6C", "6D 6H 6S"], True),
        ("4-6C / 6DHS\n7H", ["4C 5C 6C", "6D 6H 6S", "7H"], True),
        ("4C,5C , 6C", ["4C 5C 6C"], False),
        ("/", [], True),
    ],
)
def test_melds_are_marked_by_slash_bar_or_new_line(
    text: str, groups: list[str], marked: bool
) -> None:
    found, is_marked = read_groups(text)
    assert [" ".join(str(read.card) for read in group) for group in found] == groups
    assert is_marked is marked
    assert names(text) == " ".join(groups)


def test_cards_remember_where_they_were_read() -> None:
    groups, _ = read_groups("4-5C\n  6D / JK", source="table", line=3, column=8)
    places = [[(str(read.card), str(read.where)) for read in group] for group in groups]
    assert places == [
        [("4C", "table, line 3, column 8"), ("5C", "table, line 3, column 8")],
        [("6D", "table, line 4, column 3")],
        [("JK", "table, line 4, column 8")],
    ]


# --- errors


def test_an_error_quotes_the_text_and_gives_its_place_and_what_was_expected() -> None:
    with pytest.raises(NotationError) as caught:
        read_cards("4C 5C\n6C,  11h / 7C")
    error = caught.value
    assert (error.token, error.line, error.column) == ("11h", 2, 6)
    assert (error.expected, error.source) == (EXPECTED, "")
    assert str(error) == (
        "line 2, column 6: cannot read '11h': expected a card (10H, K♥), a joker (JK), "
        "a range (4-7C) or one rank in several suits (6CDH)"
    )


def test_an_error_names_its_source_when_there_is_one() -> None:
    with pytest.raises(NotationError, match="hand, line 7, column 9: cannot read 'x'") as caught:
        read_groups("4C x", source="hand", line=7, column=6)
    assert caught.value.source == "hand"


@pytest.mark.parametrize("text", ["", "  ", "4-6C", "6CD", "4C 5C", "4C/5C", "JK JK"])
def test_read_card_wants_exactly_one(text: str) -> None:
    with pytest.raises(NotationError, match="expected one card, as 10H, K♥ or JK") as caught:
        read_card(text)
    assert (caught.value.token, caught.value.line, caught.value.column) == (text, 1, 1)


@pytest.mark.parametrize(
    "text",
    [
        # would be another card if letters were made capitals the Unicode way: ß is SS, ſ is S
        "7ß", "7ſ", "Kſ", "6CDHſ", "4-7ſ", "JOﬀER", "jo\u212aer", "j\u212a",
        # letters and digits that look like others, or are their compatibility forms
        "\u212aH", "ＫＨ", "１０H", "２C", "٣H", "³H", "②C", "🂡", "КH", "4С", "Ｋ♥", "İC", "ıH",
        # marks that hide in a card
        "6\u0301C", "6C\u0301", "6\u200bC", "6\u200dC", "\ufeff6C", "6\u00adC", "6C\x00",
        # near misses
        "1H", "0H", "11H", "100H", "H10", "CK", "10", "C", "A", "♥", "♥K", "JKK", "5JK", "JKC",
        "JO", "JOKERS", "TT", "XH", "+4C", "4.C", "4C.", "4C;5C", "(4C)", "-", "–", "4_C", "*",
        "\ufe0f", "\ufe0e\ufe0f", "4−7C", "4—7C", "Dix♥", "10 H", "4 C",
    ],
)  # fmt: skip
def test_near_misses_are_errors_never_another_card(text: str) -> None:
    with pytest.raises(NotationError):
        read_cards(text)


# --- whatever is written

near_miss = st.text(
    alphabet="A23456789TJQK10cdhsCDHSkajq♣♦♥♠♤♡-–ſßİıKＫ\ufe0f\u0301x🃏", max_size=6
)
readable = st.one_of(
    st.tuples(st.sampled_from([*RANKS]), st.sampled_from([*SUITS])).map("".join),
    st.tuples(st.sampled_from([*RANKS]), st.text("CDHScdhs♣♦♥♠", min_size=1)).map("".join),
    st.tuples(
        st.sampled_from([*RANKS]),
        st.sampled_from("-–"),
        st.sampled_from([*RANKS]),
        st.sampled_from([*SUITS]),
    ).map("".join),
    st.sampled_from(["JK", "joker", "🃏", "10♥\ufe0f", "Ac-3C", "4H-5D"]),
)
separators = st.sampled_from(
    [" ", ",", "\n", "/", "|", "\t", "\r\n", " / ", ", ", "\u2003", "\x1f"]
)


def check_reading(text: str) -> None:
    """Reading gives what each piece means, in order, or quotes the first without a meaning."""
    meanings = [slowly_read(token) for token in tokens(text)]
    if None not in meanings:
        assert read_cards(text) == [card for cards in meanings if cards for card in cards]
        return
    with pytest.raises(NotationError) as caught:
        read_cards(text)
    error = caught.value
    assert error.token == tokens(text)[meanings.index(None)]
    lines = text.split("\n")
    line = lines[error.line - 1]
    assert line[error.column - 1 :].startswith(error.token)
    before = "\n".join([*lines[: error.line - 1], line[: error.column - 1]])
    assert len(tokens(before)) == meanings.index(None)
    assert f"{error.token!r:.60}" in str(error)


@some(300)
@given(st.text())
@example("4C\x855C\u20286C\x0b7C")
def test_any_text_is_read_or_refused(text: str) -> None:
    check_reading(text)


@some(500)
@given(st.lists(st.tuples(near_miss | readable, separators)))
def test_text_of_near_misses_is_read_or_refused(pieces: list[tuple[str, str]]) -> None:
    check_reading("".join(piece + separator for piece, separator in pieces))


@some(300)
@given(st.lists(st.tuples(readable, separators)))
def test_every_piece_is_read_and_none_is_dropped(pieces: list[tuple[str, str]]) -> None:
    check_reading("".join(piece + separator for piece, separator in pieces))


@some(300)
@given(near_miss | st.text(max_size=3))
def test_nothing_but_our_own_errors_comes_from_text(text: str) -> None:
    try:
        card = read_card(text)
    except MachiavelliError:
        return
    assert [slowly_read(token) for token in tokens(text)] == [[card]]


# --- printing


@given(st.lists(any_cards))
def test_what_is_printed_reads_back_the_same(cards: list[AnyCard]) -> None:
    assert read_cards(print_cards(cards)) == cards
    assert read_cards(print_cards(tuple(cards))) == cards


@given(any_cards)
def test_printing_is_strict(card: AnyCard) -> None:
    assert re.fullmatch("(A|[2-9]|10|J|Q|K)[CDHS]|JK", str(card))
    assert read_card(str(card)) == read_card(card.symbol) == card


@some(200)
@given(readable)
def test_what_was_read_generously_is_printed_strictly(text: str) -> None:
    cards = slowly_read(text)
    if cards is not None:
        assert all(re.fullmatch("(A|[2-9]|10|J|Q|K)[CDHS]|JK", str(card)) for card in cards)
        assert read_cards(print_cards(read_cards(text))) == cards
