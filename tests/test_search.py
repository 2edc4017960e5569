"""The search itself: bounds and the table change no answer, and a time limit is kept."""

from __future__ import annotations

import random

import pytest
from known_positions import suites

from machiavelli_solver import EngineName, OptionError, Position, Rules, TimeLimitError, best_play
from machiavelli_solver.engines import Problem, Solution, counting
from machiavelli_solver.engines.counting import search, solve
from machiavelli_solver.play import hand_losses
from machiavelli_solver.turn import turn_problem
from machiavelli_solver.values import ITALIAN_VALUES

SUITE_NAMES = ["mid40", "mid40_2jokers", "game_mid", "big80_2jokers"]

WHOLE_PACK = "A-KC A-KC A-KD A-KD A-KH A-KH A-KS A-KS JK JK JK JK"


def _suite(name: str) -> list[Problem]:
    losses = hand_losses("cards", ITALIAN_VALUES)
    return [
        turn_problem(Position.of(p.table, p.hand), Rules(jokers=p.jokers), losses)
        for p in suites()[name][:12]
    ]


def _dense(seed: int) -> Problem:
    """A hand of many cards of few ranks, with jokers: the search is long for its size."""
    draw = random.Random(seed)
    ranks = draw.sample(range(13), draw.randint(3, 7))
    needed, optional = [0] * 52, [0] * 52
    for card in (13 * suit + rank for suit in range(4) for rank in ranks):
        for _ in range(2):
            kind = draw.random()
            needed[card] += kind < 0.1
            optional[card] += 0.1 <= kind < 0.5
    jokers = draw.randint(0, 4)
    return Problem(
        rules=Rules(jokers=4),
        needed=tuple(needed),
        optional=tuple(optional),
        optional_jokers=jokers,
        losses=hand_losses("points", ITALIAN_VALUES)[0],
        joker_loss=(draw.choice([-1, 0, 1]),),
    )


def _answers(problems: list[Problem]) -> list[Solution | None]:
    return [solve(problem) for problem in problems]


@pytest.mark.parametrize("name", SUITE_NAMES)
def test_bounds_change_no_choice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    problems = _suite(name)
    monkeypatch.setattr(search, "BOUNDS_AFTER", 10**9)
    without = _answers(problems)
    for after in (1, 2, 40):
        monkeypatch.setattr(search, "BOUNDS_AFTER", after)
        for one, other in zip(without, _answers(problems), strict=True):
            assert (one is None) == (other is None)
            if one is not None and other is not None:
                assert (one.used, one.jokers_used) == (other.used, other.jokers_used)


def test_bounds_count_the_jokers_of_a_part_as_used(monkeypatch: pytest.MonkeyPatch) -> None:
    # 7D JK JK 10D / 7H JK 9H was lost when the bound of a column was taken for the jokers
    # left after it
    monkeypatch.setattr(search, "BOUNDS_AFTER", 2)
    play = best_play("JK JK JK", "7D 10D 7H 9H", rules=Rules(jokers=3, decks=1))
    assert play is not None
    assert not play.kept


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_bounds_change_no_choice_of_dense_hands(
    first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    problems = [_dense(seed) for seed in range(first, first + 50)]
    monkeypatch.setattr(search, "BOUNDS_AFTER", 10**9)
    without = _answers(problems)
    monkeypatch.setattr(search, "BOUNDS_AFTER", 3)
    for one, other in zip(without, _answers(problems), strict=True):
        assert (one is None) == (other is None)
        if one is not None and other is not None:
            assert (one.used, one.jokers_used) == (other.used, other.jokers_used)


@pytest.mark.usefixtures("lazy")
@pytest.mark.parametrize("name", SUITE_NAMES)
def test_the_table_changes_nothing_of_an_answer(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    problems = _suite(name)
    by_lazy = _answers(problems)
    monkeypatch.setattr(counting, "_LOADED", {})
    counting.load_tables()
    assert _answers(problems) == by_lazy


@pytest.mark.parametrize("engine", ["counting", "ip"])
def test_a_time_limit_is_an_error_of_its_own_and_leaves_the_library_usable(
    engine: EngineName,
) -> None:
    rules = Rules(jokers=4)
    with pytest.raises(TimeLimitError):
        best_play("", WHOLE_PACK, rules=rules, engine=engine, seconds=1e-6)
    play = best_play("4-6C /", "7C", rules=rules, engine=engine, seconds=60)
    assert play is not None
    assert play.goes_out


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), "2"])
def test_a_time_limit_must_be_a_number_of_seconds(seconds: object) -> None:
    with pytest.raises(OptionError, match=r"seconds=.*: expected a number greater than 0"):
        best_play("", "", seconds=seconds)  # type: ignore[arg-type]
