"""Tables and positions: card-like things become cards at one border, or are refused there."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import any_cards, some

from machiavelli_solver import (
    JOKER,
    AnyCard,
    Card,
    CardCountError,
    CardLikeError,
    CardsLike,
    MachiavelliError,
    Meld,
    NotationError,
    Position,
    PositionError,
    Rules,
    Suit,
    Table,
    arrange,
    best_play,
    is_valid,
    read_cards,
)
from machiavelli_solver.positions import cards_of

melds = st.lists(any_cards, min_size=1, max_size=5).map(lambda cards: Meld(tuple(cards)))
tables = st.one_of(
    st.lists(any_cards).map(lambda cards: Table(tuple(cards))),
    st.lists(melds).map(
        lambda laid: Table(tuple(card for meld in laid for card in meld), tuple(laid))
    ),
)
cards = st.lists(any_cards).map(tuple)
some_positions = st.builds(Position, tables, cards) | st.builds(
    Position, tables, hand=cards, support=cards, loose=cards
)


# --- round trips


@some(300)
@given(some_positions)
def test_a_position_reads_back_from_its_text(position: Position) -> None:
    assert Position.parse(str(position)) == position


@some(300)
@given(some_positions)
def test_a_position_reads_back_from_its_json(position: Position) -> None:
    text = position.to_json()
    assert Position.from_json(text) == position
    assert Position.from_json(text.encode()) == position
    assert Position.from_dict(position.to_dict()) == position
    assert json.loads(text) == position.to_dict()
    assert "\n" not in text


@some(300)
@given(tables)
def test_a_table_reads_back_from_its_text(table: Table) -> None:
    assert Table.of(str(table)) == table
    assert Table.of(table) == table


# --- tables


@pytest.mark.parametrize(
    ("table", "cards", "laid"),
    [
        ("", "", []),
        ("4-6C 6DHS", "4C 5C 6C 6D 6H 6S", None),
        ("4-6C / 6DHS", "4C 5C 6C 6D 6H 6S", ["4C 5C 6C", "6D 6H 6S"]),
        ("4-6C /", "4C 5C 6C", ["4C 5C 6C"]),
        ("4-6C\n6DHS", "4C 5C 6C 6D 6H 6S", ["4C 5C 6C", "6D 6H 6S"]),
        (["4C", "5C", "6C"], "4C 5C 6C", None),
        (["4-6C", "6DHS"], "4C 5C 6C 6D 6H 6S", ["4C 5C 6C", "6D 6H 6S"]),
        ([["4C", "5C", "6C"], ["6D", "6H", "6S"]], "4C 5C 6C 6D 6H 6S", ["4C 5C 6C", "6D 6H 6S"]),
        ([["4C", "5C"], "6C"], "4C 5C 6C", None),
        (["4-6C", "7C"], "4C 5C 6C 7C", None),
        (["4-6C / 6DHS", "7H"], "4C 5C 6C 6D 6H 6S 7H", None),
        (["4-6C / 6DHS", "7HDS"], "4C 5C 6C 6D 6H 6S 7H 7D 7S",
         ["4C 5C 6C", "6D 6H 6S", "7H 7D 7S"]),
        ([["4-6C", "6DHS"]], "4C 5C 6C 6D 6H 6S", ["4C 5C 6C", "6D 6H 6S"]),
        (Card(4, Suit.CLUBS), "4C", None),
        (JOKER, "JK", None),
        ([JOKER, Card(4, Suit.CLUBS), "6C"], "JK 4C 6C", None),
        (Meld.parse("4-6C"), "4C 5C 6C", ["4C 5C 6C"]),
        ([Meld.parse("4-6C"), Meld.parse("4-6D")], "4C 5C 6C 4D 5D 6D", ["4C 5C 6C", "4D 5D 6D"]),
        ([Meld.parse("4-6C"), "4-6D"], "4C 5C 6C 4D 5D 6D", ["4C 5C 6C", "4D 5D 6D"]),
        ([Meld.parse("4-6C"), [JOKER, "2D", "3D"]], "4C 5C 6C JK 2D 3D", ["4C 5C 6C", "JK 2D 3D"]),
        ([Meld.parse("4-6C"), Card(7, Suit.CLUBS)], "4C 5C 6C 7C", None),
        ([Table.of("4-6C / 6DHS"), "7HDS"], "4C 5C 6C 6D 6H 6S 7H 7D 7S",
         ["4C 5C 6C", "6D 6H 6S", "7H 7D 7S"]),
        ([[], "4-6C", ""], "4C 5C 6C", ["4C 5C 6C"]),
        ([], "", []),
    ],
)  # fmt: skip
def test_anything_card_like_is_a_table(
    table: CardsLike, cards: str, laid: list[str] | None
) -> None:
    made = Table.of(table)
    found = None if made.melds is None else [str(meld) for meld in made.melds]
    assert sorted(map(str, made.cards)) == sorted(cards.split())
    assert found == laid
    if laid is not None:
        assert " ".join(map(str, made.cards)) == cards
    assert sorted(map(str, cards_of(table))) == sorted(cards.split())


def test_an_empty_table_has_no_melds_in_all_its_forms() -> None:
    empty = Table()
    assert empty.melds == ()
    forms: list[CardsLike] = ["", "  \n", [], (), [[]], iter(()), Table((), ())]
    for form in forms:
        assert Table.of(form) == empty
    assert str(empty) == ""


def test_a_table_of_one_meld_is_told_from_loose_cards_in_print() -> None:
    assert str(Table.of("4-6C /")) == "4C 5C 6C /"
    assert str(Table.of("4-6C")) == "4C 5C 6C"
    assert Table.of("4-6C /") != Table.of("4-6C")


@pytest.mark.parametrize(
    ("cards", "laid"),
    [("4-6C", ["4-7C"]), ("4-7C", ["4-6C"]), ("4C 6C 5C", ["4-6C"]), ("", ["4-6C"])],
)
def test_a_table_refuses_melds_that_do_not_hold_its_cards(cards: str, laid: list[str]) -> None:
    with pytest.raises(CardLikeError, match="melds do not hold the table's cards"):
        Table(tuple(read_cards(cards)), tuple(map(Meld.parse, laid)))


def test_a_table_refuses_a_meld_without_cards() -> None:
    with pytest.raises(CardLikeError, match="a meld on the table has no cards"):
        Table((), (Meld(()),))


# --- iterators are read once, and whole


def test_iterators_are_read_like_lists() -> None:
    def cards() -> Iterator[str]:
        yield from ("4C", "5C", "6C")

    assert Table.of(cards()) == Table.of(["4C", "5C", "6C"])
    assert Table.of(map(Meld.parse, ["4-6C", "6DHS"])) == Table.of("4-6C / 6DHS")
    assert Table.of(iter([cards(), iter(["6DHS"])])) == Table.of("4-6C / 6DHS")
    assert Position.of(cards(), cards()) == Position.of("4C 5C 6C", "4C 5C 6C")
    assert cards_of({"4C": 1, "5C": 1}.keys()) == read_cards("4C 5C")


def test_the_questions_take_iterators_too() -> None:
    assert is_valid(iter(read_cards("4-6C")))
    arranged = arrange(card for card in ("4C", "5C", "6C"))
    assert str(arranged) == "4C 5C 6C"
    play = best_play(iter([Meld.parse("4-6C")]), iter(["7C", "9D"]))
    assert play is not None
    assert " ".join(map(str, play.shed)) == "7C"


# --- what is not card-like


@pytest.mark.parametrize(
    "thing",
    [None, 3, 4.5, True, b"4C", bytearray(b"4C"), {"4C": 1}, object(), Rules(), Position()],
)
def test_what_is_not_card_like_is_refused(thing: Any) -> None:
    for form in (thing, [thing], ["4C", [thing]], iter([thing])):
        with pytest.raises(CardLikeError):
            Table.of(form)
    with pytest.raises(CardLikeError, match=r"hand[:,]"):
        Position.of("", thing)
    for question in (is_valid, arrange):
        with pytest.raises(CardLikeError, match="cards"):
            question(thing)


def test_an_error_in_a_collection_names_the_item() -> None:
    with pytest.raises(NotationError, match="hand, item 2, line 1, column 4: cannot read '11C'"):
        Position.of("", ["4C", "5C 11C"])
    with pytest.raises(CardLikeError, match="table, item 2, item 1: 7 is not card-like"):
        Table.of([["4C"], [7]])  # type: ignore[list-item]


# --- too many copies


@pytest.mark.parametrize(
    ("table", "hand", "rules", "error"),
    [
        ("4C 4C", "4C", Rules(),
         "hand, line 1, column 1: copy number 3 of 4C, but two decks have 2 copies of it"),
        ("4C / 4C\n5D 4C", "", Rules(),
         "table, line 2, column 4: copy number 3 of 4C, but two decks have 2 copies of it"),
        ("4-6C", "7D 4-6C", Rules(decks=1),
         "hand, line 1, column 4: copy number 2 of 4C, but one deck has 1 copy of it"),
        (["4C", "5C"], ["6D", "5C"], Rules(decks=1),
         "hand, item 2: copy number 2 of 5C, but one deck has 1 copy of it"),
        (Meld.parse("4-6C"), Meld.parse("6C"), Rules(decks=1),
         "hand, card 1: copy number 2 of 6C, but one deck has 1 copy of it"),
        ([Meld.parse("4-6C"), Meld.parse("5C JK")], "", Rules(decks=1, jokers=1),
         "table, item 2, card 1: copy number 2 of 5C, but one deck has 1 copy of it"),
        (Table.of("4-6C"), [Card(6, Suit.CLUBS)], Rules(decks=1),
         "hand, item 1: copy number 2 of 6C, but one deck has 1 copy of it"),
        ("JK", "", Rules(),
         "table, line 1, column 1: joker number 1, but the rules have no jokers"),
        ("JK", "4C joker", Rules(jokers=1),
         "hand, line 1, column 4: joker number 2, but the rules have one joker"),
        ([JOKER, JOKER], [JOKER], Rules(jokers=2),
         "hand, item 1: joker number 3, but the rules have two jokers"),
        ("4CCCC", "4C", Rules(decks=4),
         "hand, line 1, column 1: copy number 5 of 4C, but four decks have 4 copies of it"),
    ],
)  # fmt: skip
def test_the_first_card_too_many_is_named_with_its_place(
    table: CardsLike, hand: CardsLike, rules: Rules, error: str
) -> None:
    Position.of(table, hand)  # without rules nobody counts
    with pytest.raises(CardCountError) as caught:
        Position.of(table, hand, rules=rules)
    assert str(caught.value) == error
    with pytest.raises(CardCountError) as caught:
        best_play(table, hand, rules=rules)
    assert str(caught.value) == error


@some(200)
@given(st.lists(any_cards, max_size=6), st.integers(1, 4), st.integers(0, 3))
def test_counts_are_checked_wherever_rules_are_given(
    cards: list[AnyCard], decks: int, jokers: int
) -> None:
    rules = Rules(decks=decks, jokers=jokers)
    counts = Counter(cards)
    too_many = any(n > (jokers if card is JOKER else decks) for card, n in counts.items())
    text = " ".join(map(str, cards))
    position = Position(Table(), tuple(cards))
    makers: list[Callable[[], object]] = [
        lambda: Table.of(cards, rules=rules),
        lambda: Position.of(cards, rules=rules),
        lambda: Position.of("", cards, rules=rules),
        lambda: Position.parse(f"table: {text}", rules=rules),
        lambda: Position.from_json(position.to_json(), rules=rules),
        lambda: Position.from_dict(position.to_dict(), rules=rules),
        lambda: cards_of(cards, rules=rules),
        lambda: is_valid(cards, rules=rules),
    ]
    for make in makers:
        if too_many:
            with pytest.raises(CardCountError):
                make()
        else:
            make()


# --- positions as text


@pytest.mark.parametrize(
    ("text", "table", "hand"),
    [
        ("", "", ""),
        ("table:", "", ""),
        ("hand: 3C", "", "3C"),
        ("table: 4-6C", "4C 5C 6C", ""),
        ("hand: 3C\ntable: 4-6C / 6DHS", "4C 5C 6C / 6D 6H 6S", "3C"),
        ("Table: 4-6C\n  6DHS\n\nHAND:\n3C\n4D\n", "4C 5C 6C / 6D 6H 6S", "3C 4D"),
        ("table:\n4-6C\nhand: 3C", "4C 5C 6C", "3C"),
        ("\n\ntable :4-6C/\r\nhand:3C\r\n", "4C 5C 6C /", "3C"),
        ("  table:4-6C|6DHS", "4C 5C 6C / 6D 6H 6S", ""),
        ("support: 7D\ntable: 4-6C\nloose:\n8D\nhand: 3C", "4C 5C 6C", "3C"),
        ("# 8D\ntable: 4C\n # hand: 9C\n5C\nhand: 3C\n#", "4C / 5C", "3C"),
    ],
)
def test_positions_in_text(text: str, table: str, hand: str) -> None:
    position = Position.parse(text)
    assert str(position.table) == table
    assert " ".join(map(str, position.hand)) == hand


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("4C", "line 1: '4C': expected 'table:' or 'hand:' before cards"),
        ("# a table\n 4C # a card\ntable: 5C", "line 2: '4C # a card': expected 'table:'"),
        ("\n 4C\ntable: 5C", "line 2: '4C': expected 'table:' or 'hand:' before cards"),
        ("deck: 4C", "line 1: 'deck:': expected 'table:' or 'hand:'"),
        ("table: 4C\nstock: 5C", "line 2: 'stock:': expected 'table:' or 'hand:'"),
        ("hand: 4C\n Hand: 5C", "line 2: 'Hand:': this section was given before"),
        ("table:\ntable:", "line 2: 'table:': this section was given before"),
    ],
)
def test_text_outside_the_two_sections_is_refused(text: str, error: str) -> None:
    with pytest.raises(PositionError) as caught:
        Position.parse(text)
    assert str(caught.value).startswith(error)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("table: 4C 11C", "table, line 1, column 11: cannot read '11C'"),
        ("table: 4C\n\n  6DHS x\nhand: 3C", "table, line 3, column 8: cannot read 'x'"),
        ("hand: 3C\ntable: 4C\nxx", "table, line 3, column 1: cannot read 'xx'"),
        ("table: 4C\n  hand: 3C, zz", "hand, line 2, column 13: cannot read 'zz'"),
        ("hand:\n3C\n 0D", "hand, line 3, column 2: cannot read '0D'"),
    ],
)
def test_errors_count_lines_and_columns_of_the_whole_text(text: str, error: str) -> None:
    with pytest.raises(NotationError) as caught:
        Position.parse(text)
    assert str(caught.value).startswith(error + ": expected")


def test_a_third_copy_in_text_is_named_with_its_line_in_the_whole_text() -> None:
    with pytest.raises(CardCountError, match="hand, line 3, column 4: copy number 3 of 4C"):
        Position.parse("table: 4-6C / 4-6C\nhand:\n7D 4C", rules=Rules())


# --- hostile input: whatever comes, only our own errors


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["4C", "4-6C", "JK", "4-6C / 6DHS", "11H", ""]),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.just("table"), inner),
    max_leaves=10,
)
position_like = st.fixed_dictionaries({}, optional={"table": json_values, "hand": json_values})


@some(500)
@given(position_like | json_values)
@example({"table": {"4C": 1}, "hand": []})
@example({"table": [[[[["4C"]]]]], "hand": None})
@example([["table", "4C"]])
def test_any_json_is_a_position_or_one_of_our_errors(data: object) -> None:
    readers: list[Callable[[], Position]] = [
        lambda: Position.from_dict(data),
        lambda: Position.from_json(json.dumps(data)),
        lambda: Position.from_dict(data, rules=Rules()),
    ]
    for read in readers:
        try:
            position = read()
        except MachiavelliError:
            continue
        assert Position.from_json(position.to_json()) == position


@pytest.mark.parametrize(
    "text",
    ["", "{", "nul", "[1", '{"table": "4C"} x', b"\xff\xfe\x00", b"\x80abc", "[" * 100_000, "\x00"],
)
def test_what_is_not_json_is_a_position_error(text: str | bytes) -> None:
    with pytest.raises(PositionError, match="not JSON: "):
        Position.from_json(text)


def nested(depth: int) -> str:
    """JSON text of one card in so many lists."""
    return "[" * depth + '"4C"' + "]" * depth


def test_a_few_lists_within_each_other_are_read() -> None:
    for depth in range(6):
        position = Position.from_json(f'{{"table": {nested(depth)}}}')
        assert position.table.cards == (Card(4, Suit.CLUBS),)


@pytest.mark.parametrize("depth", [50, 500, 800, 900, 950, 5_000])
@pytest.mark.parametrize(
    "form",
    ['{"table": %s}', '{"hand": %s}', '{"table": {"4C": %s}}', "%s", '{"table": [], "hands": %s}'],
)
def test_deeply_nested_json_ended_in_a_recursion_error(depth: int, form: str) -> None:
    with pytest.raises(MachiavelliError):
        Position.from_json(form % nested(depth))


def test_a_list_that_holds_itself_ended_in_a_recursion_error() -> None:
    itself: list[Any] = []
    itself.append(itself)
    with pytest.raises(CardLikeError, match=r"table, item 1, item 1, .*more than 8 deep"):
        Table.of(itself)


@pytest.mark.parametrize(
    "data", [None, [], "table", 3, {"tabel": []}, {"table": [], "hand": [], 1: 2}, {None: 1}]
)
def test_what_has_not_the_form_of_a_position_is_refused(data: object) -> None:
    with pytest.raises(PositionError):
        Position.from_dict(data)


@some(300)
@given(st.text() | st.text("table:hnd 4C6\n/JK-: \t\r#", max_size=40))
@example("table: 4C\x0bhand: 5C")
@example("#")
@example("# a table of one card\ntable: 4C\n #hand: 5C")
@example("ｔable: 4C")
def test_any_text_is_a_position_or_one_of_our_errors(text: str) -> None:
    try:
        position = Position.parse(text)
    except MachiavelliError:
        return
    assert Position.parse(str(position)) == position
    # nothing but comments and the headings is dropped
    lines = ["" if line.lstrip().startswith("#") else line for line in text.split("\n")]
    words = re.sub(r"(?mi)^[ \t]*(table|hand|support|loose)[ \t]*:", " ", "\n".join(lines))
    assert Counter(read_cards(words)) == Counter(
        (*position.table.cards, *position.hand, *position.support, *position.loose)
    )
