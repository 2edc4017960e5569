"""The integer program alone: its shapes, each constraint, its mending, its failures."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ortools.sat.python import cp_model

from machiavelli_solver.cards import CARDS, JOKER, RANK_NAMES, AnyCard, Card, count_cards, sort_key
from machiavelli_solver.engines import get_engine
from machiavelli_solver.engines import integer_program as ip
from machiavelli_solver.engines.problem import Loss, Problem, Quota, Solution
from machiavelli_solver.errors import EngineError, EngineMissingError, TimeLimitError
from machiavelli_solver.rules import MAX_JOKERS, Aces, Rules, rank_at

ACES: tuple[Aces, ...] = get_args(Aces)
ONE_A_CARD: tuple[Loss, ...] = ((1,),) * 52

# A plain reading of the rules, and every partition of a few cards.


def is_meld(cards: Sequence[AnyCard], rules: Rules) -> bool:
    """Whether the cards, in any order, are a set or a run."""
    naturals = [card for card in cards if isinstance(card, Card)]
    if len(cards) < 3 or not naturals or len(set(naturals)) < len(naturals):
        return False
    ranks = {card.rank for card in naturals}
    suits = {card.suit for card in naturals}
    is_set = len(cards) <= 4 and len(ranks) == 1
    is_run = len(suits) == 1 and any(
        ranks <= {rank_at(place) for place in window} for window in rules.run_windows(len(cards))
    )
    return is_set or is_run


def lies_well(meld: Sequence[AnyCard], rules: Rules) -> bool:
    """Whether a meld lies as engines lay it: a run in order, a set by suit, jokers last."""
    in_order = any(
        all(
            not isinstance(card, Card) or card.rank == rank_at(place)
            for card, place in zip(meld, window, strict=True)
        )
        for window in rules.run_windows(len(meld))
    )
    ranks = {card.rank for card in meld if isinstance(card, Card)}
    by_suit = len(ranks) == 1 and list(meld) == sorted(meld, key=sort_key)
    return is_meld(meld, rules) and (in_order or by_suit)


@lru_cache(maxsize=100_000)
def has_partition(cards: tuple[AnyCard, ...], rules: Rules) -> bool:
    """Whether the cards, sorted, partition into melds: all melds of the first are tried."""
    if not cards:
        return True
    first, rest = cards[0], cards[1:]
    for size in range(2, len(rest) + 1):
        for others in set(combinations(rest, size)):
            if is_meld((first, *others), rules):
                left = Counter(rest) - Counter(others)
                if has_partition(tuple(sorted(left.elements(), key=sort_key)), rules):
                    return True
    return False


def loss_of(problem: Problem, used: Sequence[int], jokers_used: int) -> Loss:
    left = [n - u for n, u in zip(problem.optional, used, strict=True)]
    stakes = [*zip(left, problem.losses, strict=True)]
    stakes.append((problem.optional_jokers - jokers_used, problem.joker_loss))
    return tuple(
        sum(n * loss[level] for n, loss in stakes if level < len(loss))
        for level in range(len(problem.level_spans))
    )


def least_loss(problem: Problem) -> Loss | None:
    """What the best choice of the optional cards loses, each choice tried."""
    losses = []
    for *used, jokers_used in product(
        *(range(n + 1) for n in (*problem.optional, problem.optional_jokers))
    ):
        jokers = problem.needed_jokers + jokers_used
        cards = [
            card
            for card, n, u in zip(CARDS, problem.needed, used, strict=True)
            for _ in range(n + u)
        ]
        if has_partition((*cards, *[JOKER] * jokers), problem.rules):
            losses.append(loss_of(problem, used, jokers_used))
    return min(losses, default=None)


def check(problem: Problem, solution: Solution) -> None:
    """The melds lie well and hold the needed and the used cards, and nothing else."""
    assert all(lies_well(meld, problem.rules) for meld in solution.melds)
    assert all(0 <= u <= n for u, n in zip(solution.used, problem.optional, strict=True))
    assert 0 <= solution.jokers_used <= problem.optional_jokers
    counts, jokers = count_cards(card for meld in solution.melds for card in meld)
    assert counts == [n + u for n, u in zip(problem.needed, solution.used, strict=True)]
    assert jokers == problem.needed_jokers + solution.jokers_used


# Problems, short to write.


def cards_of(text: str) -> tuple[list[int], int]:
    """Counts of cards and jokers from tokens as ``10C`` and ``JK``."""
    tokens: list[AnyCard] = []
    for token in text.split():
        index = 13 * "CDHS".find(token[-1]) + RANK_NAMES.index(token[:-1]) if token != "JK" else -1
        tokens.append(JOKER if token == "JK" else CARDS[index])
    return count_cards(tokens)


def problem_of(
    needed: str = "",
    optional: str = "",
    aces: Aces = "both",
    losses: tuple[Loss, ...] = ONE_A_CARD,
    joker_loss: Loss = (1,),
) -> Problem:
    counts, jokers = cards_of(needed)
    more, more_jokers = cards_of(optional)
    return Problem(
        rules=Rules(jokers=jokers + more_jokers, aces=aces),
        needed=tuple(counts),
        optional=tuple(more),
        needed_jokers=jokers,
        optional_jokers=more_jokers,
        losses=losses,
        joker_loss=joker_loss,
    )


FEW_RANKS = (1, 2, 3, 4, 12, 13)
few_cards = st.lists(
    st.sampled_from([card for card in CARDS if card.rank in FEW_RANKS and card.suit < 3]),
    max_size=5,
)
small_losses = st.lists(st.integers(0, 3), max_size=3).map(tuple)


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    needed, _ = count_cards(draw(few_cards))
    optional, _ = count_cards(draw(few_cards))
    jokers = draw(st.integers(0, 5))
    needed_jokers = draw(st.integers(0, jokers))
    some_losses = draw(st.lists(small_losses, min_size=4, max_size=4))
    return Problem(
        rules=Rules(decks=4, jokers=jokers, aces=draw(st.sampled_from(ACES))),
        needed=tuple(needed),
        optional=tuple(optional),
        needed_jokers=needed_jokers,
        optional_jokers=jokers - needed_jokers,
        losses=tuple(some_losses[i % 4] for i in range(52)),
        joker_loss=draw(st.lists(st.integers(-2, 3), max_size=3).map(tuple)),
    )


# Shapes.


@pytest.mark.parametrize(
    ("aces", "count"), [("both", 197), ("low", 185), ("high", 185), ("around", 221)]
)
def test_there_are_as_many_shapes_as_sets_and_short_runs(aces: Aces, count: int) -> None:
    rules = Rules(aces=aces)
    shapes = ip.meld_shapes(rules)
    assert len(set(shapes)) == len(shapes) == count
    assert all(is_meld([CARDS[i] for i in shape.cards], rules) for shape in shapes)


@pytest.mark.parametrize("jokers", [0, 8])
def test_jokers_add_no_shapes(jokers: int) -> None:
    full = Problem(rules=Rules(jokers=jokers), needed=(2,) * 52, needed_jokers=jokers)
    assert len(ip._Program(full).laid) == 197


def test_shapes_that_the_cards_cannot_fill_are_left_out() -> None:
    assert not ip._Program(problem_of("7C 7D")).laid
    assert len(ip._Program(problem_of("7C 7D 7H")).laid) == 1


# Each constraint alone.


def allows(problem: Problem, constrain: Callable[[ip._Program], None]) -> bool:
    program = ip._Program(problem)
    constrain(program)
    return ip._is_feasible(program, ip.make_solver())


@pytest.mark.parametrize(
    ("needed", "allowed"),
    [("7C 7D 7H", True), ("7C 7D", False), ("7C 7D 7H 8H", False), ("7C 7D JK", True)],
)
def test_every_card_has_a_place(needed: str, allowed: bool) -> None:
    assert allows(problem_of(needed), ip._Program.lay_every_card) is allowed


@pytest.mark.parametrize(
    ("needed", "allowed"),
    [("JK", False), ("JK JK", False), ("JK JK JK", True), ("7C JK", False), ("7C JK JK", True)],
)
def test_every_joker_has_a_place(needed: str, allowed: bool) -> None:
    assert allows(problem_of(needed), ip._Program.lay_every_joker) is allowed


@pytest.mark.parametrize(
    ("needed", "optional", "allowed"),
    [("JK JK JK", "", False), ("JK JK JK", "7C", True), ("7C JK JK JK", "", True), ("", "", True)],
)
def test_no_joker_without_a_card(needed: str, optional: str, allowed: bool) -> None:
    problem = problem_of(needed, optional)
    assert allows(problem, ip._Program.lay_no_joker_without_a_card) is allowed


def test_a_fixed_objective_stays() -> None:
    program = ip._Program(problem_of("", "7C 7D 7H 7S"))
    program.lay_every_card()
    solver = ip.make_solver()
    weights = [1] * 53
    program.model.maximize(program.saved(weights))
    assert ip._is_feasible(program, solver)
    program.fix(weights, solver)
    program.model.minimize(program.saved(weights))
    assert ip._is_feasible(program, solver)
    assert sum(solver.value(var) for var in program.used.values()) == 4


# Answers.


def test_no_cards_are_no_melds() -> None:
    assert ip.solve(problem_of()) == Solution(used=(0,) * 52, jokers_used=0, melds=())


@pytest.mark.parametrize(
    ("needed", "optional", "shed"),
    [
        ("KH KD KC QH QD QC JH JD JC", "AC", 1),
        ("10H 10D 10S JH JD JS QH QD QC", "9S", 0),
        ("10H 10D 10S JH JD JS QH QD QC", "9S QD QS", 3),
        ("4C 5C 6C 6D 6H 6S", "3C", 1),
        ("7H 7H 7S", "", None),
        ("KS AS 2S", "", None),
        ("7H 7D 7S 7C", "5C 6C", 2),
        ("4H JK 6H 5C 5D 5H 5S 5C 5D 5H 5S", "", 0),
        ("", "7C JK JK JK JK JK JK JK JK", 9),
        ("", "7C 7D JK", 3),
        ("", "AS AD AC AH AS AD AC AH JK JK JK JK JK JK JK JK", 16),
    ],
)
def test_worked_positions(needed: str, optional: str, shed: int | None) -> None:
    problem = problem_of(needed, optional)
    solution = ip.solve(problem)
    if solution is None:
        assert shed is None
        return
    check(problem, solution)
    assert sum(solution.used) + solution.jokers_used == shed


@given(problems())
@settings(deadline=None, max_examples=150)
def test_small_problems_agree_with_all_partitions(problem: Problem) -> None:
    solution = ip.solve(problem)
    best = least_loss(problem)
    if solution is None:
        assert best is None
    else:
        check(problem, solution)
        assert loss_of(problem, solution.used, solution.jokers_used) == best
        assert ip.solve(problem) == solution


# Jokers: melds of jokers alone.


@pytest.mark.parametrize("aces", ACES)
@pytest.mark.parametrize("jokers", range(3, MAX_JOKERS + 1))
@pytest.mark.parametrize(
    "naturals",
    ["", "7C", "AC", "KC", "7C 7D", "7C 7C", "7C 8D", "7C KC", "AC KC", "7C 7D 7H", "AC 2D 3H"],
)
def test_no_meld_of_jokers_alone(naturals: str, jokers: int, aces: Aces) -> None:
    problem = problem_of(naturals + " JK" * jokers, aces=aces)
    solution = ip.solve(problem)
    assert (solution is not None) == (least_loss(problem) is not None)
    if solution is not None:
        check(problem, solution)


@pytest.mark.parametrize("aces", ACES)
def test_mending_finds_room_for_all_loose_jokers_in_any_meld(aces: Aces) -> None:
    rules = Rules(jokers=MAX_JOKERS, aces=aces)
    for shape in ip.meld_shapes(rules):
        for mask in product((True, False), repeat=len(shape.cards)):
            if not any(mask):
                continue
            natural = [0] * 52
            for card, is_natural in zip(shape.cards, mask, strict=True):
                natural[card] = int(is_natural)
            for loose in range(3, MAX_JOKERS - mask.count(False) + 1):
                alone = ip._Meld([JOKER] * loose, None)
                mended = ip._mend([alone, *ip._deal([shape], natural)], rules)
                assert all(lies_well(meld.cards, rules) for meld in mended)
                cards = count_cards(card for meld in mended for card in meld.cards)
                assert cards == (natural, loose + mask.count(False))


# Levels.


@pytest.mark.parametrize(
    ("spans", "limit", "levels"),
    [
        ([(0, 0), (0, 0)], 100, []),
        ([(0, 9), (-4, 5)], 100, [[0, 1]]),
        ([(0, 9), (-4, 5)], 99, [[0], [1]]),
        ([(0, 9), (0, 0), (0, 3), (0, 3)], 40, [[0, 2], [3]]),
        ([(0, 1000), (0, 1)], 10, [[0], [1]]),
    ],
)
def test_levels_share_an_objective_while_they_fit(
    monkeypatch: pytest.MonkeyPatch,
    spans: list[tuple[int, int]],
    limit: int,
    levels: list[list[int]],
) -> None:
    monkeypatch.setattr(ip, "OBJECTIVE_LIMIT", limit)
    assert [[level for level, _ in group] for group in ip._level_groups(spans)] == levels


@given(problems())
@settings(deadline=None, max_examples=50)
def test_levels_one_by_one_give_the_same_answer(problem: Problem) -> None:
    together = ip.solve(problem)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ip, "OBJECTIVE_LIMIT", 1)
        apart = ip.solve(problem)
    if together is None or apart is None:
        assert together is apart
    else:
        assert loss_of(problem, together.used, together.jokers_used) == loss_of(
            problem, apart.used, apart.jokers_used
        )


def test_a_level_may_be_great_but_not_beyond_the_solver() -> None:
    cards = "4C 5C 6C 7D"
    great = problem_of("", cards, losses=((2**57, 1),) * 52)
    solution = ip.solve(great)
    assert solution is not None
    assert loss_of(great, solution.used, 0) == (2**57, 1)
    with pytest.raises(EngineError, match="level 0"):
        ip.solve(problem_of("", cards, losses=((2**60,),) * 52))


# Failures.


@pytest.mark.parametrize("name", ["UNKNOWN", "FEASIBLE", "MODEL_INVALID"])
def test_an_unproven_answer_is_an_error(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    class Unproven(cp_model.CpSolver):
        def solve(self, *_: object) -> cp_model.CpSolverStatus:
            return getattr(cp_model, name)  # type: ignore[no-any-return]

    monkeypatch.setattr(ip, "make_solver", Unproven)
    with pytest.raises(EngineError, match=name):
        ip.solve(problem_of("7C 7D 7H"))


def test_the_solver_running_out_of_time_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def hurried() -> cp_model.CpSolver:
        solver = cp_model.CpSolver()
        solver.parameters.max_time_in_seconds = 0.0
        return solver

    monkeypatch.setattr(ip, "make_solver", hurried)
    with pytest.raises(EngineError, match="UNKNOWN"):
        ip.solve(problem_of("7C 7D 7H 7S 8C 9C 6C", "5C 10C 7C 7D"))


def test_no_answer_within_the_seconds_given_is_an_error_of_its_own() -> None:
    problem = problem_of("7C 7D 7H 7S 8C 9C 6C", "5C 10C 7C 7D")
    with pytest.raises(TimeLimitError, match="within the seconds given"):
        ip.solve(problem, seconds=1e-9)
    assert ip.solve(problem, seconds=1000) == ip.solve(problem)


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        (Problem(rules=Rules(jokers=8), needed_jokers=9), "more than 8 jokers"),
        (Problem(rules=Rules(), support=(1,) * 52), "support cards"),
        (Problem(rules=Rules(jokers=1), support_jokers=1), "support cards"),
        (Problem(rules=Rules(jokers=1), pinned=(1, *(0,) * 51)), "pinned jokers"),
        (Problem(rules=Rules(), quota=Quota(least=36, worth=(1,) * 52)), "a quota"),
        (Problem(rules=Rules(jokers=1, jokers_per_meld=1)), "a limit of jokers"),
    ],
)
def test_what_the_program_does_not_state_is_refused(problem: Problem, message: str) -> None:
    with pytest.raises(EngineError, match=message):
        ip.solve(problem)


def test_missing_ortools_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    monkeypatch.delitem(sys.modules, ip.__name__)
    with pytest.raises(EngineMissingError, match=r'pip install "machiavelli-solver\[ip\]"'):
        get_engine("ip")
