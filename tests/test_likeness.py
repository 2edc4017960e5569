"""The likeness of a problem: a bound, mostly the answer, and where it is not the search goes on.

Each problem is solved as the engine does it, and by the search by name alone, which knows of no
likeness; that search is held against brute force in ``test_problems``.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from brute_force import tally
from dense_positions import Corner, dense_counts
from solutions import check_solution

from machiavelli_solver import TAHITI_VALUES, EngineName, Rules, arrange, read_cards
from machiavelli_solver.engines import Problem, Solution, counting, get_engine
from machiavelli_solver.engines.counting import solve, solve_by_name
from machiavelli_solver.engines.counting.likeness import has_likeness, likeness
from machiavelli_solver.engines.problem import Quota
from machiavelli_solver.play import hand_losses

LOSSES = hand_losses("cards", TAHITI_VALUES)

CORNERS = [
    Corner(4, (1, 2, 3), 1, "low"),
    Corner(3, (12, 13, 1), 2, "both"),
    Corner(3, (5, 6, 7, 8, 9), 1, "both"),
    Corner(2, (1, 2, 3, 4, 5, 6), 1, "high"),
]
WHOLE_PACK = Corner(4, tuple(range(1, 14)), 2, "both")
"""Here the search by name alone can take minutes."""


def dense(corner: Corner, seed: int) -> Problem:
    """A dense position, some of its cards on the table, some of these pinned jokers."""
    draw = random.Random(f"{corner} {seed}")
    jokers = draw.randint(0, 3)
    needed = dense_counts(corner, jokers, draw)
    optional, support, pinned = [0] * 52, [0] * 52, [0] * 52
    cards = [card for card, n in enumerate(needed) for _ in range(n)]
    for card in draw.sample(cards, min(len(cards), draw.randint(0, 9))):
        needed[card] -= 1
        draw.choice((optional, optional, optional, support, pinned))[card] += 1
    lying = draw.randint(0, jokers)
    return Problem(
        rules=Rules(aces=corner.aces, jokers=8, jokers_per_meld=draw.choice((None, 1, 1, 2))),
        needed=tuple(needed),
        optional=tuple(optional),
        support=tuple(support),
        pinned=tuple(pinned),
        needed_jokers=lying,
        optional_jokers=jokers - lying,
        losses=LOSSES[0],
        joker_loss=LOSSES[1],
    )


def by_name_problems(each: int = 60) -> list[Problem]:
    """Problems that care which meld a joker lies in."""
    problems = [dense(corner, seed) for corner in CORNERS for seed in range(each)]
    return [problem for problem in problems if counting._by_name(problem)]


def test_the_choice_is_that_of_the_integer_program_on_whole_packs() -> None:
    for seed in range(20):
        problem = dense(WHOLE_PACK, seed)
        assert choice(solve(problem, seconds=10)) == choice(get_engine("ip")(problem)), seed


def choice(solution: Solution | None) -> object:
    """All of a solution but its melds."""
    return None if solution is None else replace(solution, melds=())


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Problem]:
    """The problems that the engine had to search by name, after their likeness."""
    asked: list[Problem] = []
    search: Callable[..., Solution | None] = counting.solve_by_name

    def noted(problem: Problem, deadline: float | None) -> Solution | None:
        asked.append(problem)
        return search(problem, deadline)

    monkeypatch.setattr(counting, "solve_by_name", noted)
    return asked


def test_the_choice_is_that_of_the_search_by_name(searches: list[Problem]) -> None:
    routes: Counter[tuple[bool, int]] = Counter()
    for problem in by_name_problems():
        searches.clear()
        solution = solve(problem)
        assert choice(solution) == choice(solve_by_name(problem, None)), problem
        if solution is not None:
            check_solution(problem, solution)
        routes[solution is not None, len(searches)] += 1
    # laid at once; the same cards laid by name; other cards, or none after all; none at once
    for route in ((True, 0), (True, 1), (True, 2), (False, 2), (False, 0)):
        assert routes[route] >= 3, routes


@pytest.mark.parametrize("engine", ["counting", "ip"])
def test_the_likeness_is_never_worse(engine: EngineName) -> None:
    answer = get_engine(engine)
    better = 0
    for problem in by_name_problems(each=12):
        solution = answer(problem)
        alike = answer(likeness(problem))
        if solution is not None:
            assert alike is not None
            assert problem.rank_of(alike) <= problem.rank_of(solution)
            better += problem.rank_of(alike) < problem.rank_of(solution)
    assert better


@pytest.mark.parametrize("engine", ["counting", "ip"])
def test_only_what_is_below_a_rank_is_found(engine: EngineName) -> None:
    answer = get_engine(engine)
    for problem in by_name_problems(each=8):
        for each in (problem, replace(likeness(problem), rules=Rules(jokers=8))):
            solution = answer(each)
            if solution is None:
                assert answer(each, below=(10**6,)) is None
                continue
            rank = each.rank_of(solution)
            assert answer(each, below=rank) is None
            assert answer(each, below=(*rank[:-1], rank[-1] + 1)) == solution
            assert answer(each, below=(rank[0] + 1,)) == solution


def test_cards_that_the_likeness_lays_badly_are_laid_by_name(searches: list[Problem]) -> None:
    # the plain search lays 7C JK JK, but each joker has a meld of its own
    laid = arrange("7CDHS 7CD JK JK 2-4C", rules=Rules(jokers=2, jokers_per_meld=1))
    assert laid is not None
    assert all(sum(card.is_joker for card in meld) <= 1 for meld in laid.melds)
    counts, jokers = tally(read_cards("7C JK JK"))
    problem = Problem(
        rules=Rules(jokers=2, jokers_per_meld=1), needed=tuple(counts), needed_jokers=jokers
    )
    searches.clear()
    assert solve(problem) is None
    assert solve(likeness(problem)) is not None
    assert [each.needed_jokers for each in searches] == [2, 2]


def test_pinned_jokers_alone_are_no_meld_though_their_likeness_is() -> None:
    pinned, _ = tally(read_cards("7-9C"))
    problem = Problem(rules=Rules(jokers=3), pinned=tuple(pinned))
    assert solve(likeness(problem)) is not None
    assert solve(problem) is None


def test_there_is_no_likeness_around_the_corner_or_where_jokers_are_worth_cards() -> None:
    assert has_likeness(Problem(rules=Rules()))
    assert not has_likeness(Problem(rules=Rules(aces="around")))
    worth = Quota(least=1, worth=(1,) * 52)
    assert has_likeness(Problem(rules=Rules(), quota=worth))
    assert not has_likeness(Problem(rules=Rules(), quota=replace(worth, jokers=True)))
