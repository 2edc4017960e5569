"""Puzzles: each has one answer, needs a real rearrangement, and is the same everywhere."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from itertools import combinations
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from machiavelli_solver import (
    RULES,
    Card,
    Difficulty,
    Meld,
    OptionError,
    Position,
    Puzzle,
    Rules,
    RulesError,
    best_play,
    count_plays,
    cuts,
    is_valid,
    load_tables,
    plays,
    puzzle,
)
from machiavelli_solver.engines import counting

KINDS = [("easy", 1), ("medium", 1), ("hard", 1), ("easy", 2)]
CUTS: dict[Difficulty, range] = {
    "easy": range(1, 3),
    "medium": range(3, 5),
    "hard": range(5, 53),
}
SIZES: dict[Difficulty, tuple[int, int]] = {"easy": (18, 1), "medium": (27, 2), "hard": (36, 2)}

some_puzzles = st.builds(
    lambda seed, kind, aces: puzzle(
        seed, difficulty=kind[0], hand=kind[1], rules=Rules(aces=aces), table=24
    ),
    st.integers(0, 10**9),
    st.sampled_from(KINDS),
    st.sampled_from(("both", "low", "high")),
)


def melds_of(made: Puzzle) -> tuple[Meld, ...]:
    assert made.position.table.melds is not None
    return made.position.table.melds


# --- laws


@settings(max_examples=20)
@given(some_puzzles)
def test_every_puzzle(made: Puzzle) -> None:
    position, rules, melds = made.position, made.rules, melds_of(made)
    cards, hand = position.table.cards, position.hand
    # the table: valid, and made of different cards
    assert all(meld.is_valid(rules) for meld in melds)
    assert (len(cards), len({*cards})) == (24, 24)
    assert len({*hand}) == len(hand)
    assert all(isinstance(card, Card) for card in (*cards, *hand))
    # it goes down whole or not at all
    parts = [part for n in range(1, len(hand)) for part in combinations(hand, n)]
    assert not any(is_valid([cards, part], rules=rules) for part in parts)
    assert count_plays(position.table, hand, rules=rules) == 1
    assert [play.shed for play in plays(position.table, hand, rules=rules)] == [made.solution.shed]
    assert made.solution.goes_out
    # nothing is laid off at a meld as it lies, and the hand is no meld
    for part in (*parts, hand):
        assert not Meld(part).is_valid(rules)
        assert not any(Meld((*meld.cards, *part)).is_valid(rules) for meld in melds)
    # the cuts are those of the tidiest turn, and as the difficulty has them
    play = best_play(position.table, hand, rules=rules)
    assert play is not None
    assert play == made.solution
    assert play.tidy
    assert made.cuts == play.cuts == cuts(position.table, play.melds)
    assert made.cuts in CUTS[made.difficulty]
    # the search takes an entry for each column at least
    assert made.nodes > 13


@settings(max_examples=4)
@given(st.integers(0, 10**6))
def test_another_engine_has_the_same_answer(seed: int) -> None:
    pytest.importorskip("ortools")
    made = puzzle(seed, difficulty="easy")
    play = best_play(made.position.table, made.position.hand, engine="ip")
    assert play is not None
    assert (play.shed, play.cuts) == (made.solution.shed, made.cuts)


@pytest.mark.parametrize("difficulty", get_args(Difficulty))
def test_sizes_by_difficulty(difficulty: Difficulty) -> None:
    position = puzzle(0, difficulty=difficulty).position
    assert (len(position.table.cards), len(position.hand)) == SIZES[difficulty]


def test_a_hand_of_three() -> None:
    position = puzzle(1, difficulty="medium", table=30, hand=3).position
    assert len(position.hand) == 3
    assert count_plays(position.table, position.hand) == 1


def test_a_large_table_has_cards_twice_but_no_more() -> None:
    made = puzzle(1, difficulty="easy", table=60, rules=Rules(decks=4))
    cards = made.position.table.cards
    assert len(cards) == 60
    assert max(cards.count(card) for card in cards) == 2


@pytest.mark.parametrize("name", [name for name in RULES if RULES[name].rules.aces != "around"])
def test_named_rules(name: str) -> None:
    rules = RULES[name].rules
    made = puzzle(1, difficulty="easy", rules=rules)
    assert made.rules == rules
    assert count_plays(made.position.table, made.position.hand, rules=rules) == 1


def test_one_deck_has_each_card_once() -> None:
    made = puzzle(3, difficulty="easy", rules=Rules(decks=1), table=36)
    cards = (*made.position.table.cards, *made.position.hand)
    assert len({*cards}) == len(cards) == 37


# --- the same everywhere


FROZEN = """\
table: 3C 4C 5C / 8C 9C 10C JC / AD 2D 3D 4D / 9D 10D JD / AS 2S 3S 4S / 7S 8S 9S 10S / \
6C 6D 6H 6S / 7C 7D 7H / QC QD QH QS / KC KH KS
hand: 9D 9H"""


def test_a_puzzle_that_must_not_change() -> None:
    made = puzzle(7, difficulty="hard")
    assert str(made) == FROZEN
    assert (made.cuts, made.nodes) == (6, 40)


def test_a_number_is_its_text() -> None:
    made = puzzle(7, difficulty="easy")
    assert made == puzzle("7", difficulty="easy")
    assert made.seed == "7"


def test_nothing_else_has_a_say(monkeypatch: pytest.MonkeyPatch) -> None:
    first = puzzle("b", difficulty="easy")
    puzzle("c", difficulty="easy", table=30)
    monkeypatch.setattr(counting, "_LOADED", {})
    assert puzzle("b", difficulty="easy") == first
    load_tables()
    assert puzzle("b", difficulty="easy") == first


def test_nor_has_the_order_of_sets() -> None:
    code = (
        "from machiavelli_solver import puzzle\n"
        "made = puzzle('x', difficulty='easy', hand=2)\n"
        "print(made, made.cuts, made.nodes)"
    )
    made = puzzle("x", difficulty="easy", hand=2)
    for seed in ("1", "2"):
        ran = subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            check=True,
            text=True,
        )
        assert ran.stdout == f"{made} {made.cuts} {made.nodes}\n"


def test_other_arguments_make_other_puzzles() -> None:
    made = [puzzle(seed, difficulty="easy", table=n) for seed in (1, 2) for n in (18, 19)]
    assert len({each.position for each in made}) == 4


# --- the value


def test_a_puzzle_is_a_value() -> None:
    made = puzzle(7, difficulty="easy")
    assert pickle.loads(pickle.dumps(made)) == made
    assert len({made, puzzle(7, difficulty="easy")}) == 1
    assert Position.parse(str(made)) == made.position
    assert made._repr_svg_() == made.position._repr_svg_()
    json.dumps(made.position.to_dict())


# --- what is refused


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seed": ""}, "seed=''"),
        ({"seed": "a\nb"}, "seed='a\\nb'"),
        ({"seed": "x" * 101}, "1 to 100"),
        ({"seed": True}, "seed=True"),
        ({"seed": 1.5}, "seed=1.5"),
        ({"seed": None}, "seed=None"),
        ({"difficulty": "cruel"}, "difficulty='cruel': expected one of 'easy', 'medium', 'hard'"),
        ({"difficulty": ["easy"]}, "difficulty=['easy']"),
        ({"rules": "tahiti"}, "rules='tahiti': expected Rules"),
        ({"table": 8}, "table=8: expected a number of cards from 9 to 60"),
        ({"table": 61}, "table=61"),
        ({"table": True}, "table=True"),
        ({"table": 40, "rules": Rules(decks=1)}, "from 9 to 39"),
        ({"hand": 0}, "hand=0: expected a number of cards from 1 to 3"),
        ({"hand": 4}, "hand=4"),
        ({"hand": "2"}, "hand='2'"),
    ],
)
def test_bad_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as caught:
        puzzle(**{"seed": 1, **options})
    assert message in str(caught.value)


def test_aces_around_the_corner() -> None:
    with pytest.raises(RulesError, match="aces='around': expected 'both', 'low' or 'high'"):
        puzzle(1, rules=Rules(aces="around"))


def test_no_such_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("machiavelli_solver.puzzles._TABLES", 3)
    with pytest.raises(OptionError, match="no hard puzzle was found with table=9, hand=1 and seed"):
        puzzle(1, difficulty="hard", table=9, hand=1)
