"""JSON: each form reads back what it wrote, and is documented; all else is an error of ours."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from anything import nested, some_json
from hypothesis import given
from hypothesis import strategies as st
from judged_turns import ALL, JudgedTurn
from strategies import any_cards, some

from machiavelli_solver import (
    DEFAULT_RULES,
    CardLikeError,
    CardValues,
    Code,
    Draw,
    Fail,
    FormError,
    Game,
    GameResult,
    GameRules,
    Lay,
    MachiavelliError,
    Meld,
    Move,
    NotationError,
    Play,
    Position,
    PositionError,
    Reason,
    Record,
    Rules,
    RulesError,
    Table,
    Turn,
    Verdict,
    View,
    best_play,
    from_dict,
    from_json,
    game_named,
    judge,
    read_cards,
    simulate,
    to_dict,
    to_json,
)
from machiavelli_solver.form_parts import MAX_NUMBER
from machiavelli_solver.notation import TILE_NOTATION

KINDS: list[Any] = [
    Rules, CardValues, Position, Play, Turn, Verdict, GameRules, Game, View, Record, Move,
    GameResult,
]  # fmt: skip

# --- round trips

values = st.builds(
    CardValues,
    ranks=st.lists(st.integers(0, MAX_NUMBER), min_size=13, max_size=13).map(tuple),
    joker=st.integers(0, MAX_NUMBER),
)
all_rules = st.builds(
    Rules,
    decks=st.integers(1, 4),
    jokers=st.integers(0, 8),
    aces=st.sampled_from(("both", "low", "high", "around")),
    jokers_per_meld=st.none() | st.integers(1, 8),
    joker_moves=st.sampled_from(("free", "swap")),
    freed_joker=st.sampled_from(("play", "keep")),
    joker_company=st.integers(0, 52),
    opening=st.integers(0, 1000),
    opening_values=values,
)
cards = st.lists(any_cards, max_size=5).map(tuple)
melds = st.lists(any_cards, min_size=1, max_size=5).map(lambda cards: Meld(tuple(cards)))
tables = st.builds(Table, cards) | st.lists(melds, max_size=3).map(
    lambda laid: Table(tuple(card for meld in laid for card in meld), tuple(laid))
)
some_positions = st.builds(Position, tables, cards, cards, cards)
some_plays = st.builds(
    Play, cards, cards, st.lists(melds, max_size=3).map(tuple), cards,
    st.none() | st.integers(0, MAX_NUMBER), st.none() | some_positions,
)  # fmt: skip
turns = st.builds(Turn, some_positions, some_positions, all_rules, st.booleans())
reasons = st.builds(Reason, st.sampled_from(Code), st.text(), cards)
verdicts = st.builds(Verdict, st.lists(reasons, max_size=3).map(tuple))
anything = st.one_of(all_rules, values, some_positions, some_plays, turns, verdicts)


@some(500)
@given(anything)
def test_what_is_written_is_read_back_as_it_was(value: Any) -> None:
    kind = type(value)
    text = to_json(value)
    assert from_json(kind, text) == from_json(kind, text.encode()) == value
    assert from_dict(kind, to_dict(value)) == value
    data = json.loads(text)
    assert data.pop("schema") == 1
    assert from_dict(kind, data) == value, "the schema may be left out"
    assert to_json(from_json(kind, text)) == text


@pytest.mark.parametrize("turn", ALL, ids=str)
def test_turns_and_verdicts_survive_the_trip(turn: JudgedTurn) -> None:
    told = Turn(turn.before, turn.after, turn.rules)
    again = from_json(Turn, to_json(told))
    assert again == told
    verdict = judge(told.before, told.after, told.rules)
    assert from_json(Verdict, to_json(verdict)) == verdict
    assert judge(again.before, again.after, again.rules, opened=again.opened) == verdict


def test_a_best_play_survives_the_trip() -> None:
    play = best_play("4-6C / 6DHS", "3C 9H JK", support="8H", rules=Rules(jokers=1))
    assert play is not None
    again = from_json(Play, to_json(play))
    assert again == play
    assert again.before == play.before
    assert again.steps == play.steps
    assert again.tidy
    assert "tidy" not in to_dict(replace(play, tidy=False))
    assert not from_dict(Play, {**to_dict(play), "tidy": False}).tidy


def test_a_play_whose_position_is_not_known_is_written_without_one() -> None:
    play = Play((), (), (Meld.parse("4-6C"),))
    assert "before" not in to_dict(play)
    assert from_json(Play, to_json(play)).before is None
    assert from_dict(Play, {**to_dict(play), "before": None}).before is None


def test_positions_are_written_as_they_write_themselves() -> None:
    position = Position.of("4-6C /", "7C", loose="9H")
    assert to_dict(position) == {"schema": 1, **position.to_dict()}
    assert Position.from_json(to_json(position)) == position
    assert from_json(Position, position.to_json()) == position


def test_every_rule_is_in_the_form_and_may_be_left_out() -> None:
    data = to_dict(DEFAULT_RULES)
    assert [*data] == ["schema", *(field.name for field in fields(Rules))]
    assert from_dict(Rules, {}) == DEFAULT_RULES
    for key in data:
        assert from_dict(Rules, {k: v for k, v in data.items() if k != key}) == DEFAULT_RULES


def test_cards_are_read_in_a_notation() -> None:
    data = {"before": {"table": "R4-6 /", "hand": "R7"}, "after": {"table": [["R4-7"]]}}
    turn = from_dict(Turn, data, notation=TILE_NOTATION)
    assert turn.after.table == Table.of("4-7H /")
    text = '{"shed": ["R7"], "kept": "K13", "melds": ["OBR3"]}'
    play = from_json(Play, text, notation=TILE_NOTATION)
    assert play == Play(tuple(read_cards("7H")), tuple(read_cards("KS")), (Meld.parse("3CDH"),))


# --- what is refused

POSITION: dict[str, object] = {"table": [], "hand": []}
TURN: dict[str, object] = {"before": POSITION, "after": POSITION}
PLAY: dict[str, object] = {"shed": [], "kept": [], "melds": []}
REASON: dict[str, object] = {"code": "not-a-meld", "message": "", "cards": []}
LEGAL: dict[str, object] = {"legal": True, "reasons": []}
VALUES = to_dict(DEFAULT_RULES.opening_values)


@pytest.mark.parametrize(
    ("kind", "data", "error", "words"),
    [
        (Rules, None, FormError, "None: expected an object with 'decks', 'jokers'"),
        (Rules, [], FormError, "[]: expected an object"),
        (Rules, {"deck": 2}, FormError, "'deck': expected no keys but 'decks'"),
        (Rules, {1: 2}, FormError, "1: expected no keys but 'decks'"),
        (Rules, {"schema": 2}, FormError, "schema 2: this version reads schema 1"),
        (Rules, {"schema": "1"}, FormError, "schema '1': this version"),
        (Rules, {"schema": True}, FormError, "schema True: this version"),
        (Rules, {"schema": 1.0}, FormError, "schema 1.0: this version"),
        (Rules, {"schema": None}, FormError, "schema None: this version"),
        (Rules, {"decks": 5}, RulesError, "decks=5: expected a whole number from 1 to 4"),
        (Rules, {"decks": 2.0}, RulesError, "decks=2.0: expected a whole number"),
        (Rules, {"decks": math.nan}, RulesError, "decks=nan: expected a whole number"),
        (Rules, {"jokers": True}, RulesError, "jokers=True: expected a whole number"),
        (Rules, {"jokers": 10**400}, RulesError, "expected a whole number"),
        (Rules, {"jokers": 10**5000}, RulesError, "a number of 16,610 bits"),
        (Rules, {"jokers": None}, RulesError, "jokers=None: expected a whole number"),
        (Rules, {"aces": "x" * 10**6}, RulesError, "expected one of 'both'"),
        (Rules, {"aces": ["low"]}, RulesError, "aces=['low']: expected one of"),
        (Rules, {"opening_values": 3}, FormError, "opening_values: 3: expected an object"),
        (Rules, {"opening_values": {}}, FormError, "opening_values: 'A' is missing"),
        (CardValues, {**VALUES, "K": -1}, FormError, "K: -1: expected a whole number"),
        (CardValues, {**VALUES, "K": 2**53}, FormError, "from 0 to 2**53 - 1"),
        (CardValues, {**VALUES, "joker": 1.5}, FormError, "joker: 1.5: expected"),
        (CardValues, {**VALUES, "T": 10}, FormError, "'T': expected no keys but 'A'"),
        (Position, {"tabel": []}, PositionError, "'tabel': expected no keys but 'table'"),
        (Position, {"schema": 2}, PositionError, "schema 2: this version reads schema 1"),
        (Position, {"hand": 3}, CardLikeError, "hand: 3 is not card-like"),
        (Play, {}, FormError, "'shed' is missing"),
        (Play, {**PLAY, "melds": "4-6C"}, FormError, "melds: '4-6C': expected a list"),
        (Play, {**PLAY, "melds": [[], 3]}, CardLikeError, "melds, item 2: 3 is not card-like"),
        (Play, {**PLAY, "shed": None}, CardLikeError, "shed: None is not card-like"),
        (Play, {**PLAY, "support": ["11H"]}, NotationError, "support, item 1, line 1, column 1"),
        (Play, {**PLAY, "opening": -1}, FormError, "opening: -1: expected a whole number"),
        (Play, {**PLAY, "before": 3}, FormError, "before: 3: expected an object with 'table'"),
        (Play, {**PLAY, "before": {"tabel": []}}, FormError, "before: 'tabel': expected no keys"),
        (Play, {**PLAY, "tidy": 1}, FormError, "tidy: 1: expected true or false"),
        (Play, {**PLAY, "goes_out": True}, FormError, "'goes_out': expected no keys but"),
        (Turn, {"before": POSITION}, FormError, "'after' is missing"),
        (Turn, {**TURN, "before": "4C"}, FormError, "before: '4C': expected an object"),
        (Turn, {**TURN, "after": {"hand": "1"}}, FormError, "after: hand, line 1, column 1"),
        (Turn, {**TURN, "rules": {"decks": 0}}, FormError, "rules: decks=0: expected"),
        (Turn, {**TURN, "rules": "tahiti"}, FormError, "rules: 'tahiti': expected an object"),
        (Turn, {**TURN, "opened": 1}, FormError, "opened: 1: expected true or false"),
        (Turn, {**TURN, "before": {"schema": 3}}, FormError, "before: schema 3: this version"),
        (Verdict, {"legal": False, "reasons": []}, FormError, "legal: False: expected true"),
        (Verdict, {"legal": 1, "reasons": []}, FormError, "legal: 1: expected true"),
        (Verdict, {"legal": True, "reasons": [REASON]}, FormError, "expected false, as there"),
        (Verdict, {"legal": True, "reasons": {}}, FormError, "reasons: {}: expected a list"),
        (Verdict, {**LEGAL, "reasons": [3]}, FormError, "reasons, item 1: 3: expected an object"),
        (Verdict, {**LEGAL, "reasons": [{**REASON, "code": "x"}]}, FormError,
         "reasons, item 1: code: 'x': expected one of table-card-taken"),
        (Verdict, {**LEGAL, "reasons": [{**REASON, "code": []}]}, FormError, "code: []: expected"),
        (Verdict, {**LEGAL, "reasons": [{**REASON, "message": 3}]}, FormError,
         "message: 3: expected text"),
        (Verdict, {**LEGAL, "reasons": [{**REASON, "cards": "4"}]}, FormError, "cannot read '4'"),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else "",
)  # fmt: skip
def test_what_has_not_the_form_is_refused(
    kind: Any, data: object, error: type[Exception], words: str
) -> None:
    with pytest.raises(error) as caught:
        from_dict(kind, data)
    assert words in str(caught.value)
    assert len(str(caught.value)) < 700


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "text",
    ["", "{", "nul", "{} x", b"\xff\xfe\x00", "[" * 100_000, '{"a":' * 100_000, "\x00", "1" * 5000],
    ids=lambda text: repr(text)[:12],
)
def test_what_is_not_json_is_a_form_error(kind: Any, text: str | bytes) -> None:
    with pytest.raises(FormError, match="not JSON: "):
        from_json(kind, text)


def test_what_is_no_text_and_what_has_no_form() -> None:
    nothing: Any = None
    with pytest.raises(FormError, match="None: expected JSON text"):
        from_json(Rules, nothing)
    kinds: list[Any] = [int, Meld, None]
    for kind in kinds:
        with pytest.raises(FormError, match="expected one of Rules, CardValues, Position, Play"):
            from_dict(kind, {})
    with pytest.raises(FormError, match="4: expected one of Rules"):
        to_json(4)  # type: ignore[arg-type]


def test_a_number_that_not_all_readers_read_is_not_written() -> None:
    large = CardValues((2**53,) * 13, 0)
    for value in (large, Rules(opening_values=large), Play((), (), (), opening=2**53)):
        with pytest.raises(FormError, match="from 0 to 2"):
            to_json(value)


def test_anything_is_a_value_or_one_of_our_errors() -> None:
    draw = Random(18)
    read = Counter[str]()
    for _ in range(10_000):
        kind = draw.choice(KINDS)
        data = changed(draw, kind) if draw.random() < 0.6 else some_json(draw)
        try:
            value = from_dict(kind, data)
        except MachiavelliError:
            read["refused"] += 1
        else:
            read[kind.__name__] += 1
            assert from_json(kind, to_json(value)) == value
    assert read["refused"] > 3_000
    assert all(read[kind.__name__] > 5 for kind in KINDS), read


SMALL_GAME = Game.deal(
    game_named("tahiti", decks=1, jokers=1, dealt=3, players=(2, 2)), players=2, seed=3
)

EXAMPLES = {
    Rules: to_dict(Rules(jokers=2, jokers_per_meld=1)),
    CardValues: to_dict(DEFAULT_RULES.opening_values),
    Position: to_dict(Position.of("4-6C / 6DHS", "7C JK", support="9C", loose="9H")),
    Play: {**PLAY, "melds": [["4C", "5C", "6C"]], "opening": 36, "before": POSITION},
    Turn: {**TURN, "rules": {"jokers": 2}, "opened": False},
    Verdict: {"legal": False, "reasons": [REASON]},
    GameRules: to_dict(game_named("italian", jokers=2)),
    Game: to_dict(SMALL_GAME),
    View: to_dict(SMALL_GAME.view(1)),
    Record: to_dict(
        Record(rules=SMALL_GAME.rules, players=2, seed=3, moves=(Draw(2), Fail(Table.of("4-6C /"))))
    ),
    GameResult: to_dict(
        next(simulate(game_named("helpers"), ["greedy", "patient"], games=1, most_turns=9999))
    ),
    Move: to_dict(Lay(Position.of("4-6C / 6DHS", "7C JK", support="9C", loose="9H"))),
}


def changed(draw: Random, kind: Any) -> object:
    """A right form with a part or two changed."""
    data = json.loads(json.dumps(EXAMPLES[kind]))
    for _ in range(draw.choice((1, 1, 2))):
        place = data
        while True:
            keys = [*(place if isinstance(place, dict) else range(len(place)))]
            if not keys:
                break
            key = draw.choice(keys)
            if isinstance(place[key], dict | list) and draw.random() < 0.6:
                place = place[key]
                continue
            change = draw.randrange(4)
            if change == 0:
                del place[key]
            elif change == 1 and isinstance(place, dict):
                place[draw.choice(("x", "schema", "hand", "joker"))] = some_json(draw, 3)
            else:
                place[key] = some_json(draw, 3)
            break
    return data


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("depth", [10, 500, 950, 5_000, 50_000])
def test_deeply_nested_values_are_refused(kind: Any, depth: int) -> None:
    value = nested(depth)
    for data in (value, {"table": value}, {"before": value}, {"reasons": [value]}, {"shed": value}):
        with pytest.raises(MachiavelliError):
            from_dict(kind, data)


# --- the documentation

DOCUMENT = Path(__file__).parent.parent / "docs" / "json.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")
SHOWN = dict(re.findall(r"^```json (\w+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL))
NAMES = {GameRules: "game_rules", GameResult: "game_result"}
KIND_OF: dict[str, Any] = {
    NAMES.get(kind, kind.__name__.lower()): kind for kind in KINDS if kind is not CardValues
}


@pytest.mark.parametrize("name", KIND_OF)
def test_the_forms_that_are_documented_are_those_that_are_read_and_written(name: str) -> None:
    value = from_json(KIND_OF[name], SHOWN[name])
    shown = json.loads(SHOWN[name])
    written = to_dict(value)
    assert [*shown] == [*written]
    if name not in ("rules", "game_rules"):  # only rules that are not the default are shown
        shown.pop("rules", None)
        written.pop("rules", None)
    assert shown == written


def test_the_documented_examples_belong_together() -> None:
    assert from_json(Rules, SHOWN["rules"]) == DEFAULT_RULES
    turn = from_json(Turn, SHOWN["turn"])
    verdict = judge(turn.before, turn.after, turn.rules, opened=turn.opened)
    assert verdict == from_json(Verdict, SHOWN["verdict"])


def test_every_code_is_documented_in_order() -> None:
    assert re.findall(r"^\| `([a-z-]+)` \| ", TEXT, re.MULTILINE) == [*Code]
    names = {field.name for field in fields(Rules)}
    last = re.findall(r"^\| `[a-z-]+` \| .* \| (.*)\|$", TEXT, re.MULTILINE)
    assert {name for cell in last for name in re.findall("`(.*?)`", cell)} <= names
