"""``machiavelli judge``: what it says of a turn, whose rules count, and bad input of all kinds."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from anything import some_json
from commands import Ran, Terminal, run
from judged_turns import ALL, OPENINGS, JudgedTurn, at

from machiavelli_solver import Position, Rules, Turn, Verdict, from_json, to_dict, to_json

pytestmark = pytest.mark.usefixtures("terminal_settings")

LEGAL = {"before": {"table": "4-6C /", "hand": "7C"}, "after": {"table": "4-7C /"}}
JOKER = {"before": {"table": "4-6C /", "hand": "7C JK"}, "after": {"table": "4-7C JK /"}}


def judged(turn: object, *options: str) -> Ran:
    text = turn if isinstance(turn, str) else json.dumps(turn)
    return run("judge", "-", *options, stdin=text.encode("utf-8", "surrogatepass"))


def told(turn: JudgedTurn, *, opened: bool = True) -> str:
    return to_json(Turn(turn.before, turn.after, turn.rules, opened))


# --- what it says


def test_a_legal_turn() -> None:
    assert judged(LEGAL) == Ran(0, "Legal.\n", "")
    assert judged(LEGAL, "--json") == Ran(0, '{"schema": 1, "legal": true, "reasons": []}\n', "")


def test_a_turn_that_is_not_legal() -> None:
    turn = to_json(Turn(at("4-6C", "7C 9H"), at("4C 5C 7C", "6C 9H")))
    assert judged(turn) == Ran(
        1,
        "Not legal, for 2 reasons:\n\n"
        "  table-card-taken  6C was taken from the table into the hand\n"
        "  not-a-meld        4C 5C 7C is no meld: 6C is missing\n",
        "",
    )
    assert judged({"before": {}, "after": {}}) == Ran(
        1, "Not legal:\n\n  nothing-played  no card of the hand was played\n", ""
    )


@pytest.mark.parametrize("turn", ALL, ids=str)
def test_every_reason_is_one_line_with_its_code(turn: JudgedTurn) -> None:
    ran = judged(told(turn))
    lines = ran.out.splitlines()[2:]
    assert tuple(line.split()[0] for line in lines) == turn.codes
    assert (ran.status, ran.err) == (1 if turn.codes else 0, "")


@pytest.mark.parametrize("turn", OPENINGS, ids=str)
def test_json_is_the_form_of_a_verdict(turn: JudgedTurn) -> None:
    ran = judged(told(turn, opened=False), "--json")
    verdict = from_json(Verdict, ran.out)
    assert tuple(reason.code for reason in verdict.reasons) == turn.codes
    assert ran.status == (1 if turn.codes else 0)
    assert json.loads(ran.out) == to_dict(verdict)


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "turn.json"
    path.write_text(json.dumps(LEGAL), encoding="utf-8-sig")
    assert run("judge", str(path)) == Ran(0, "Legal.\n", "")
    path.write_text("{}", encoding="utf-8")
    assert run("judge", str(path)).err == f"machiavelli: error: {path}: 'before' is missing\n"


def test_on_a_terminal_the_first_line_stands_out() -> None:
    out = Terminal()
    feed = json.dumps(LEGAL).encode()
    assert run("judge", "-", stdin=feed, out=out).out == "\033[1mLegal.\033[0m\n"


def test_on_a_terminal_reasons_once_had_letters_where_all_else_has_pips() -> None:
    turn = to_json(Turn(at("4-6C", "7C 9H"), at("4C 5C 7C", "6C 9H"))).encode()
    lines = run("judge", "-", stdin=turn, out=Terminal()).out.splitlines()[2:]
    assert lines == [
        "  table-card-taken  6♣ was taken from the table into the hand",
        "  not-a-meld        4♣ 5♣ 7♣ is no meld: 6♣ is missing",
    ]
    reasons = run("judge", "-", "--json", stdin=turn, out=Terminal()).data["reasons"]
    assert isinstance(reasons, list)
    assert reasons[0]["message"] == "6C was taken from the table into the hand"


def test_tiles() -> None:
    turn = {"before": {"table": "R4-6 /", "hand": "R7 K1"}, "after": {"table": "R4-5 R7 /"}}
    ran = judged(turn, "--notation", "tiles")
    assert ran.out.splitlines()[2:] == [
        "  table-card-vanished  R6 was on the table before, and nowhere now",
        "  hand-card-vanished   K1 was in the hand before, and nowhere now",
        "  not-a-meld           R4 R5 R7 is no meld: R6 is missing",
    ]
    reasons = judged(turn, "--rules", "rummikub", "--json").data["reasons"]
    assert isinstance(reasons, list)
    assert [reason["cards"] for reason in reasons] == [["R6"], ["K1"], ["R4", "R5", "R7"]]
    assert judged({"before": {}, "after": {}}, "--notation", "tiles").out.endswith(
        "no tile of the hand was played\n"
    )


# --- whose rules count


def test_without_rules_there_are_as_many_jokers_as_the_position_before_shows() -> None:
    assert judged(JOKER).out == "Legal.\n"
    stolen = {**JOKER, "after": {"table": "4-7C JK JK /"}}
    assert [line.split()[0] for line in judged(stolen).out.splitlines()[2:]] == [
        "card-from-nowhere",
        "too-many-copies",
    ]


def test_the_rules_of_the_file() -> None:
    limited = {**JOKER, "rules": {"jokers": 1, "joker_company": 2}}
    assert "joker-without-company" in judged(limited).out
    assert judged({**JOKER, "rules": {}}).err.endswith(
        "before: hand, item 2: joker number 1, but the rules have no jokers\n"
    )


def test_options_come_before_the_rules_of_the_file() -> None:
    limited = {**JOKER, "rules": {"jokers": 1, "joker_company": 2, "opening": 90}, "opened": False}
    assert "opening-too-low" in judged(limited).out
    assert "joker-without-company" in judged(limited, "--opening", "0").out
    assert "opening" not in judged(limited, "--opening", "0").out
    assert judged(limited, "--opening", "0", "--joker-company", "0").out == "Legal.\n"
    assert judged(limited, "--rules", "tahiti").out == "Legal.\n", "all rules of the file are gone"
    company = judged(limited, "--rules", "tahiti", "--joker-company", "3")
    assert "a joker leaves the hand with 3 natural cards" in company.out


def test_rules_that_the_file_does_not_name_are_those_of_the_options() -> None:
    around = {"before": {"hand": "KC AC 2C"}, "after": {"table": "KC AC 2C /"}}
    assert judged(around).status == 1
    assert judged(around, "--aces", "around").status == 0
    assert judged(around, "--rules", "japanese", "--aces", "around").status == 0


@pytest.mark.parametrize("option", [("--decks", "9"), ("--opening", "-1"), ("--jokers", "x")])
def test_options_out_of_range(option: tuple[str, str]) -> None:
    ran = judged(LEGAL, *option)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("machiavelli: error: ")


# --- bad input


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON"),
        ("table: 4-6C", "not JSON"),
        ("[]", "[]: expected an object with 'before', 'after', 'rules', 'opened'"),
        ('{"before": {}}', "'after' is missing"),
        ('{"before": {}, "after": {}, "schema": 2}', "schema 2: this version reads schema 1"),
        ('{"before": {"hand": "11H"}, "after": {}}', "before: hand, line 1, column 1: cannot"),
        ('{"before": {}, "after": {}, "rules": {"decks": 5}}', "rules: decks=5: expected"),
        ('{"before": {}, "after": {}, "opened": "no"}', "opened: 'no': expected true or false"),
        ('{"before": {}, "after": {"hand": "\\ud800"}}', "after: hand, line 1, column 1"),
        ('{"before": {"hand": "4C 4C 4C"}, "after": {}}', "before: hand, item 3: copy number 3"),
        ('{"before": {"table": "4C JK 6C"}, "after": {}, "rules": '
         '{"jokers": 1, "joker_moves": "swap"}}', "before: jokers leave a meld only in exchange"),
        ("[" * 100_000, "not JSON"),
        ('{"before": ' + "[" * 900 + "]" * 900 + ', "after": {}}', "before: [[[[[[[...]]]]]]]"),
        ("9" * 5_000, "not JSON"),
        ('{"before": {}, "after": {}, "rules": {"jokers": ' + "9" * 400 + "}}", "a whole number"),
        ('{"before": {}, "after": {}, "opened": NaN}', "opened: nan: expected true or false"),
    ],
)  # fmt: skip
def test_bad_input_is_told_in_a_line(text: str, words: str) -> None:
    ran = judged(text)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("machiavelli: error: standard input: ")
    assert words in ran.err
    assert len(ran.err) < 400
    assert ran.err.count("\n") == 1


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "turn.json").write_bytes(b"\xff\xfe{")
    for name, words in (("none.json", "No such file"), ("turn.json", "not text in UTF-8")):
        ran = run("judge", str(tmp_path / name))
        assert (ran.status, ran.out) == (2, "")
        assert words in ran.err
    assert run("judge").status == 2


def test_whatever_stands_in_the_file_there_is_an_answer() -> None:
    draw = random.Random(19)
    for _ in range(300):
        turn = {
            "before": draw.choice((LEGAL["before"], JOKER["before"], some_json(draw, 2))),
            "after": draw.choice((LEGAL["after"], some_json(draw, 1), some_json(draw, 2))),
        }
        if draw.random() < 0.3:
            turn["rules"] = draw.choice(({}, to_dict(Rules(jokers=2)), some_json(draw, 2)))
        ran = judged(turn, *draw.choice(((), ("--json",))))
        assert ran.status in (0, 1, 2)
        assert (ran.out == "") == (ran.status == 2)
        assert (ran.err == "") == (ran.status != 2)


def test_positions_with_everything_are_judged() -> None:
    before = Position.of("4-6C /", "8C", support="7C 2D", loose="9C")
    after = Position.of("4-9C /", "", support="2D")
    assert judged(to_json(Turn(before, after))).out == "Legal.\n"
