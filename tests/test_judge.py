"""The referee: what is legal, why what is not, and nothing that a client sends stops it."""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from anything import some_json
from judged_turns import (
    ALL,
    COMPANY,
    JOKERS,
    KEEP,
    MELDS,
    OPENINGS,
    SWAP,
    THIRTY_SIX,
    TURNS,
    JudgedTurn,
    at,
)  # fmt: skip

from machiavelli_solver import (
    JOKER,
    Card,
    CardCountError,
    Code,
    MachiavelliError,
    OptionError,
    Position,
    PositionError,
    Rules,
    RulesError,
    Suit,
    Table,
    Verdict,
    judge,
    read_cards,
)


def codes(verdict: Verdict) -> tuple[str, ...]:
    return tuple(reason.code.value for reason in verdict.reasons)


def messages(before: Position, after: Position, rules: Rules | None = None) -> list[str]:
    return [reason.message for reason in judge(before, after, rules or Rules()).reasons]


# --- the sheets, and each reason


@pytest.mark.parametrize("turn", MELDS, ids=str)
def test_melds(turn: JudgedTurn) -> None:
    assert codes(judge(turn.before, turn.after, turn.rules)) == turn.codes


@pytest.mark.parametrize("turn", JOKERS, ids=str)
def test_jokers(turn: JudgedTurn) -> None:
    assert codes(judge(turn.before, turn.after, turn.rules)) == turn.codes


@pytest.mark.parametrize("turn", TURNS, ids=str)
def test_turns(turn: JudgedTurn) -> None:
    assert codes(judge(turn.before, turn.after, turn.rules)) == turn.codes


@pytest.mark.parametrize("turn", OPENINGS, ids=str)
def test_openings(turn: JudgedTurn) -> None:
    assert codes(judge(turn.before, turn.after, turn.rules, opened=False)) == turn.codes


@pytest.mark.parametrize("turn", OPENINGS, ids=str)
def test_de_who_has_opened_may_do_what_an_opening_may_not(turn: JudgedTurn) -> None:
    others = tuple(code for code in turn.codes if "opening" not in code)
    assert codes(judge(turn.before, turn.after, turn.rules)) == others


@pytest.mark.parametrize("turn", ALL, ids=str)
def test_without_an_opening_in_the_rules_nobody_has_to_open(turn: JudgedTurn) -> None:
    assert codes(judge(turn.before, turn.after, turn.rules, opened=False)) == turn.codes


def test_every_code_is_given_above() -> None:
    assert {code for turn in (*ALL, *OPENINGS) for code in turn.codes} == {*Code}


def test_every_code_is_in_the_table_of_its_class() -> None:
    assert Code.__doc__
    assert re.findall(r"^ +``(\S+)``  ", Code.__doc__, re.MULTILINE) == [*Code]


@pytest.mark.parametrize("turn", [*ALL, *OPENINGS], ids=str)
def test_a_verdict_is_legal_when_it_has_no_reasons(turn: JudgedTurn) -> None:
    verdict = judge(turn.before, turn.after, turn.rules, opened=False)
    assert verdict.legal == (not turn.codes)
    assert str(verdict).count("\n") == max(0, len(turn.codes) - 1)


def test_a_verdict_is_neither_true_nor_false() -> None:
    for verdict in (Verdict(), judge("", "")):
        with pytest.raises(TypeError, match=r"ask for verdict\.legal"):
            bool(verdict)


# --- the words


@pytest.mark.parametrize(
    ("before", "after", "rules", "words"),
    [
        (at("4-8C", "AD"), at("4-6C", "7C AD"), Rules(),
         ["7C was taken from the table into the hand",
          "8C was on the table before, and nowhere now",
          "no card of the hand was played"]),
        (at("4-6C", "7C", support="AD KD"), at("4-7C", "AD KD QD"), Rules(),
         ["AD and KD were taken from the support cards into the hand",
          "QD is in the hand, and was nowhere before"]),
        (at("4-6C", "7C AD", loose="9H"), at("4-7C", support="AD"), Rules(),
         ["9H was among the loose cards before, and nowhere now",
          "AD was laid from the hand with the support cards"]),
        (at("4-6C", "QD", support="7C"), at("4-7C", "QD"), Rules(),
         ["no card of the hand was played: support and loose cards alone are no play"]),
        (at("4-6C", "7C"), at("4-7C / 7C 7C 7D"), Rules(decks=1),
         ["7C, 7C and 7D are on the table, and were nowhere before",
          "there are 3 copies of 7C, but one deck has 1 copy of it",
          "7C 7C 7D is no meld: 7C twice"]),
        (at("4-6C", "JK JK"), at("4-6C JK JK"), Rules(jokers=2, jokers_per_meld=1),
         ["4C 5C 6C JK JK: 2 jokers, but a meld holds 1 at most"]),
        (at("4C 5C JK 7C", "9DH"), at("4-5C 7C / 9DH JK"), SWAP,
         ["4C 5C 7C is no meld: 6C is missing",
          "the joker of 4C 5C JK 7C stood for 6C, but no joker does now, and no such card of "
          "the hand was played for it"]),
        (at("JK 7C 8C / 4C 4D JK", "6H 6C 9H"), at("6-8C / 4C 4D JK", "9H JK"), SWAP,
         ["6H was in the hand before, and nowhere now",
          "JK was exchanged, and kept in the hand: what is exchanged is played in the same turn"]),
        (at("JK 7C 8C", "8DH"), at("8CDH / 7C JK"), SWAP,
         ["7C JK is no meld: two cards"]),
        (at("JK 7C 8C", "8DH"), at("8CDH JK / 7C"), SWAP,
         ["7C is no meld: one card",
          "the joker of JK 7C 8C stood for 6C or 9C, but no joker does now, and no such card "
          "of the hand was played for it"]),
        (at("4-6C JK", "8DHS"), at("4-6C / 8DHS", "JK"), KEEP,
         ["the joker of 4C 5C 6C JK stood for 3C or 7C, but no joker does now, and no such "
          "card of the hand was played for it",
          "JK was taken from the table into the hand without an exchange"]),
        (at("4-6C", "JK"), at("4-6C JK"), COMPANY,
         ["a joker leaves the hand with 2 natural cards of the hand at least, not with 0"]),
    ],
)  # fmt: skip
def test_reasons_name_the_cards(
    before: Position, after: Position, rules: Rules, words: list[str]
) -> None:
    assert messages(before, after, rules) == words


def test_reasons_of_an_opening_name_the_cards() -> None:
    before = at("4-6C / 8-JD", "7C 2DHS", support="QD")
    after = at("4-7C / 8-10D JD QD / 2DHS")
    assert [str(reason) for reason in judge(before, after, THIRTY_SIX, opened=False).reasons] == [
        "opening-too-low: the opening is worth 6, and 36 is needed",
        "lay-off-before-opening: 7C was laid off to 4C 5C 6C before the opening",
        "lay-off-before-opening: QD was laid off to 8D 9D 10D JD before the opening",
        "spare-card-in-opening: QD was used, but an opening is laid from the hand alone",
    ]
    after = at("4-7C / 8-9D 10D / JD QD 2D / 2HS")
    reasons = judge(before, after, THIRTY_SIX, opened=False).reasons
    assert (
        "table-changed-before-opening: 8D 9D 10D JD lies there no more: "
        "before the opening nothing is rearranged"
    ) in map(str, reasons)


def test_reasons_hold_the_cards_sorted() -> None:
    reason = judge(at("4-9C", "KH 2C"), at("9C 7C 8C 6C 5C 4C")).reasons[0]
    assert reason.code is Code.HAND_CARD_VANISHED
    assert reason.cards == tuple(read_cards("2C KH"))


def test_reasons_name_no_more_cards_than_can_be_read() -> None:
    after = Position.of([["7C"] * 5_000])
    reasons = judge(at("4-6C", "7C"), after).reasons
    assert Code.NOT_A_MELD in {reason.code for reason in reasons}
    assert max(len(reason.message) for reason in reasons) < 300


# --- positions in other forms, and those that cannot be judged


def test_text_json_and_dicts_are_read_like_positions() -> None:
    before, after = at("4-6C / 6DHS", "3C 9H"), at("3-5C / 6CDHS", "9H")
    for form in (str, Position.to_json, Position.to_dict, lambda p: p.to_json().encode()):
        assert judge(form(before), form(after)).legal
        assert not judge(form(after), form(before)).legal


def wrong(value: object) -> Any:
    """A value where its type does not belong."""
    return value


def handmade(table: object, hand: object = ()) -> Position:
    return Position(wrong(table), wrong(hand))


@pytest.mark.parametrize(
    ("before", "after", "rules", "opened", "error", "words"),
    [
        ("4C", "", Rules(), True, PositionError, "before: line 1: '4C'"),
        ("", "table: 11C", Rules(), True, PositionError, "after: table, line 1, column 8"),
        ("{", "", Rules(), True, PositionError, "before: not JSON"),
        ("", '{"hands": []}', Rules(), True, PositionError, "after: 'hands': expected no keys"),
        ("", b"\xff", Rules(), True, PositionError, "after: not JSON"),
        ("", None, Rules(), True, PositionError, "after: None: expected an object"),
        ({"schema": 2}, "", Rules(), True, PositionError, "before: schema 2"),
        ("table: 4C 4C 4C", "", Rules(), True, CardCountError, "before: table, card 3: copy"),
        ("hand: JK", "", Rules(), True, CardCountError, "before: hand, item 1: joker number 1"),
        (at("4C JK 6C"), "", Rules(), True, CardCountError, "before: table, card 2: joker"),
        (Position.of("4C JK 6C"), "", SWAP, True, PositionError, "give the table as melds"),
        (at("4C JK 7C"), "", SWAP, True, PositionError, "what they stand for in 4C JK 7C: 5C 6C"),
        (Position.of("4-6C"), "", THIRTY_SIX, False, PositionError, "give the table as melds"),
        ("", "", "tahiti", True, RulesError, "rules='tahiti': expected Rules"),
        ("", "", Rules(), 1, OptionError, "opened=1: expected True or False"),
        (handmade("4C"), "", Rules(), True, PositionError, "before: '4C': expected a table"),
        ("", handmade(Table(), ("4C",)), Rules(), True, PositionError, "after: ('4C',): "),
        ("", handmade(Table(), [JOKER]), Rules(), True, PositionError, "after: [Joker()]: "),
        ("", handmade(Table(wrong((3,)))), Rules(), True, PositionError, "after: (3,): "),
    ],
)  # fmt: skip
def test_what_cannot_be_judged_is_an_error_that_says_which_position(
    before: Any, after: Any, rules: Any, opened: Any, error: type[Exception], words: str
) -> None:
    with pytest.raises(error) as caught:
        judge(before, after, rules, opened=opened)
    assert words in str(caught.value)
    assert len(str(caught.value)) < 300


def test_a_number_that_python_does_not_print_was_a_plain_value_error() -> None:
    huge: Any = 10**5000
    with pytest.raises(PositionError, match="before: a number of 16,610 bits: expected"):
        judge(huge, "")
    with pytest.raises(PositionError, match="schema a number of 16,610 bits: this version"):
        judge("", {"schema": huge})


def test_how_the_table_lay_has_to_be_known_only_where_it_matters() -> None:
    after = at("4-7C")
    assert judge(Position.of("4-6C", "7C"), after).legal
    assert judge(Position.of("4-6C", "7C"), after, SWAP).legal
    assert judge(Position.of("4-6C", "7C"), after, THIRTY_SIX).legal
    assert judge(at("4-5C / 6C", "7C"), after).legal
    free = Rules(jokers=1)
    assert judge(Position.of("4C JK 6C", "7C"), at("4C JK 6-7C"), free).legal


# --- what a client sends


def test_a_large_position_takes_no_longer_than_its_cards() -> None:
    before = at("4C 5C JK 7C", "6C")
    for rules, opened in ((KEEP, True), (replace(KEEP, opening=36), False)):
        for after in (
            Position.of([["7C", "JK", "JK"]] * 6_000, ["JK"] * 2_000),
            Position.of([["4C", "5C", "JK", "7C", "8C"]] * 4_000),
            Position.of([["4C", "5C", "JK", "7C"] * 5_000], support=["7C"] * 1_000),
            Position.of(["4C", "JK"] * 10_000),
        ):
            begin = time.process_time()
            assert not judge(before, after, rules, opened=opened).legal
            assert time.process_time() - begin < 5


def test_eight_jokers_that_may_stand_for_anything_take_a_moment() -> None:
    rules = Rules(decks=4, jokers=8, joker_moves="swap", aces="around")
    before = at("7C JK JK / 7D JK JK / 7H JK JK / 7S JK JK", "8CDHS 6CDHS")
    begin = time.process_time()
    after = at("7C JK JK 6C / 7D JK JK 6D / 7H JK JK 6H / 8CDHS / 7S 6S JK JK")
    assert judge(before, after, rules).legal
    spread = at("2C JK JK / 3D JK JK / 2H JK JK / 3S JK JK")
    assert not judge(before, spread, rules).legal
    assert time.process_time() - begin < 5


def test_a_long_text_takes_no_longer_than_its_lines() -> None:
    begin = time.process_time()
    text = "table:" + "\n" * 100_000 + "hand: 4C"
    assert Position.parse(text).hand == (Card(4, Suit.CLUBS),)
    assert Position.parse("table:\n" + "4-6C\n" * 10_000).table.melds
    assert time.process_time() - begin < 10


def some_position(draw: random.Random) -> object:
    """What a client may send: a position that is not quite right."""
    keys = draw.sample(("table", "hand", "support", "loose", "schema"), draw.randint(1, 4))
    data = {key: some_json(draw, 2) for key in keys}
    if draw.random() < 0.5:
        cards = ["4C", "5C", "6C", "7C", "JK", "JK", "7D", "7H"]
        data["table"] = [draw.sample(cards, draw.randint(1, 4)) for _ in range(draw.randint(0, 3))]
    if "schema" in data and draw.random() < 0.8:
        data["schema"] = 1
    return data


def test_whatever_a_client_sends_gets_a_verdict_or_an_error_of_ours() -> None:
    draw = random.Random(17)
    settings = [(KEEP, True), (replace(KEEP, opening=9), False), (COMPANY, True)]
    befores = [at("4C 5C JK 7C", "6C 7DH"), at("", "4-7C JK"), at("4-6C / 7CDH", "7S JK")]
    answers = Counter[str]()
    for number in range(10_000):
        before: Any = draw.choice(befores)
        after: Any = some_position(draw) if number % 2 else some_json(draw)
        if number % 5 == 0:
            before, after = after, before
        rules, opened = draw.choice(settings)
        try:
            verdict = judge(before, after, rules, opened=opened)
        except MachiavelliError:
            answers["error"] += 1
        else:
            answers["legal" if verdict.legal else "not"] += 1
            assert all(isinstance(reason.code, Code) for reason in verdict.reasons)
    assert answers["error"] > 1_000
    assert answers["not"] > 1_000
