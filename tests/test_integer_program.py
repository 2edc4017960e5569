"""The integer program: its shapes and objectives, each constraint, its answers, its failures."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple, get_args

import pytest
from definition import all_runs, all_sets, is_meld
from hypothesis import assume, given
from hypothesis import strategies as st
from ortools.sat.python import cp_model
from solutions import check_solution, is_laid_in_order
from strategies import some

from machiavelli_solver.cards import CARDS, JOKER, RANK_NAMES, AnyCard, count_cards
from machiavelli_solver.engines import get_engine
from machiavelli_solver.engines import integer_program as ip
from machiavelli_solver.engines.integer_program import explicit, lean, objective, program, shapes
from machiavelli_solver.engines.problem import NO_CARDS, Loss, Problem, Quota, Solution
from machiavelli_solver.errors import EngineError, EngineMissingError, TimeLimitError
from machiavelli_solver.rules import MAX_JOKERS, Aces, Rules

ACES: tuple[Aces, ...] = get_args(Aces)
ONE_A_CARD: tuple[Loss, ...] = ((1,),) * 52


# Every way to lay some cards, and every choice of cards.


class Filling(NamedTuple):
    """What lies in the cells of a meld: naturals and pinned jokers by card, free jokers."""

    naturals: tuple[int, ...] = ()
    pinned: tuple[int, ...] = ()
    free: tuple[int, ...] = ()


@cache
def melds_with(card: int, aces: Aces) -> list[tuple[int, ...]]:
    """Every meld that holds a card: its other cards."""
    melds = [[other.index for other in meld] for meld in (*all_sets(), *all_runs(aces))]
    return [tuple(c for c in meld if c != card) for meld in melds if card in meld]


def fillings(
    cells: Sequence[int], naturals: Sequence[int], pinned: Sequence[int], free: int, limit: int
) -> Iterator[Filling]:
    """Every way to fill cells with what there is, a limited number of jokers among them."""
    ways = [Filling()]
    for cell in cells:
        more = [way._replace(naturals=(*way.naturals, cell)) for way in ways if cell in naturals]
        for way in ways:
            if len(way.pinned) + len(way.free) < limit:
                if cell in pinned:
                    more.append(way._replace(pinned=(*way.pinned, cell)))
                if len(way.free) < free:
                    more.append(way._replace(free=(*way.free, cell)))
        ways = more
    yield from ways


def less(cards: tuple[int, ...], taken: tuple[int, ...]) -> tuple[int, ...]:
    left = list(cards)
    for card in taken:
        left.remove(card)
    return tuple(left)


@lru_cache(maxsize=200_000)
def most_worth(
    naturals: tuple[int, ...],
    pinned: tuple[int, ...],
    free: int,
    rules: Rules,
    worth: tuple[int, ...],
) -> int | None:
    """What the free jokers are worth at most where all cards are laid; None: they cannot be."""
    if not naturals:
        return None if pinned or free else 0
    limit = 99 if rules.jokers_per_meld is None else rules.jokers_per_meld
    first, rest = naturals[0], naturals[1:]
    sums = []
    for cells in melds_with(first, rules.aces):
        for filling in fillings(cells, rest, pinned, free, limit):
            left = most_worth(
                less(rest, filling.naturals),
                less(pinned, filling.pinned),
                free - len(filling.free),
                rules,
                worth,
            )
            if left is not None:
                sums.append(left + sum(worth[card] for card in filling.free))
    return max(sums, default=None)


def is_laid(problem: Problem, naturals: Sequence[int], jokers: int, used: Sequence[int]) -> bool:
    """Whether so many cards and free jokers can be laid, and the used ones reach the quota."""
    quota = problem.quota or Quota(least=0, worth=NO_CARDS)
    worth = quota.worth if quota.jokers else NO_CARDS
    cards, pinned = (
        tuple(card for card, n in enumerate(counts) for _ in range(n))
        for counts in (naturals, problem.pinned)
    )
    of_jokers = most_worth(cards, pinned, jokers, problem.rules, worth)
    if of_jokers is None:
        return False
    return of_jokers + sum(n * w for n, w in zip(used, quota.worth, strict=True)) >= quota.least


def loss_of(problem: Problem, used: Sequence[int], jokers_used: int) -> Loss:
    left = [n - u for n, u in zip(problem.optional, used, strict=True)]
    stakes = [*zip(left, problem.losses, strict=True)]
    stakes.append((problem.optional_jokers - jokers_used, problem.joker_loss))
    return tuple(
        sum(n * loss[level] for n, loss in stakes if level < len(loss))
        for level in range(len(problem.level_spans))
    )


Choice = tuple[tuple[int, ...], int, tuple[int, ...], int]
"""The cards used, the jokers, the support cards, the support jokers."""


def choice_of(solution: Solution | None) -> Choice | None:
    if solution is None:
        return None
    return (
        solution.used,
        solution.jokers_used,
        solution.support_used,
        solution.support_jokers_used,
    )


def best_choice(problem: Problem) -> Choice | None:
    """The best choice, each one tried."""
    best = None
    for used in product(*(range(n + 1) for n in problem.optional)):
        for jokers in range(problem.optional_jokers + 1):
            for support in product(*(range(n + 1) for n in problem.support)):
                for more_jokers in range(problem.support_jokers + 1):
                    key = (
                        loss_of(problem, used, jokers),
                        sum(support) + more_jokers,
                        [-n for n in used],
                        [-n for n in support],
                        jokers,
                    )
                    if best is not None and best[0] <= key:
                        continue
                    free = problem.needed_jokers + jokers + more_jokers
                    naturals = [sum(n) for n in zip(problem.needed, used, support, strict=True)]
                    if is_laid(problem, naturals, free, used):
                        best = (key, (used, jokers, support, more_jokers))
    return best and best[1]


def check(problem: Problem, solution: Solution) -> None:
    """The melds are valid, lie in order, and hold the needed and used cards and no others."""
    check_solution(problem, solution)
    assert all(is_laid_in_order(meld, problem.rules.aces) for meld in solution.melds)


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
    support: str = "",
    *,
    pinned: str = "",
    aces: Aces = "both",
    limit: int | None = None,
    losses: tuple[Loss, ...] = ONE_A_CARD,
    joker_loss: Loss = (1,),
    quota: Quota | None = None,
) -> Problem:
    counts, jokers = cards_of(needed)
    more, more_jokers = cards_of(optional)
    aside, aside_jokers = cards_of(support)
    return Problem(
        rules=Rules(
            jokers=min(MAX_JOKERS, jokers + more_jokers + aside_jokers),
            aces=aces,
            jokers_per_meld=limit,
        ),
        needed=tuple(counts),
        optional=tuple(more),
        support=tuple(aside),
        pinned=tuple(cards_of(pinned)[0]),
        needed_jokers=jokers,
        optional_jokers=more_jokers,
        support_jokers=aside_jokers,
        losses=losses,
        joker_loss=joker_loss,
        quota=quota,
    )


FEW_RANKS = (1, 2, 3, 4, 12, 13)
FEW_CARDS = [card.index for card in CARDS if card.rank in FEW_RANKS and card.suit < 3]
FEW_MELDS = [
    meld
    for meld in (*all_sets(), *all_runs("around"))
    if len(meld) <= 4 and all(card.index in FEW_CARDS for card in meld)
]
ROLES = ("needed", "optional", "support", "pinned", "needed_jokers", "optional_jokers")
roles = st.sampled_from(
    [*["needed"] * 4, *["optional"] * 4, "support", "pinned", *ROLES[4:], "support_jokers"]
)
small_losses = st.lists(st.integers(0, 3), max_size=3).map(tuple)
joker_losses = st.lists(st.integers(-2, 3), max_size=3).map(tuple)


@st.composite
def quotas(draw: st.DrawFn, *, jokers: bool) -> Quota:
    return Quota(
        least=draw(st.integers(0, 12)),
        worth=tuple(draw(st.lists(st.integers(0, 4), min_size=4, max_size=4)) * 13),
        jokers=jokers,
    )


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Some melds and loose cards; each card is needed, optional, a joker or what not."""
    counts = {role: [0] * 52 for role in ROLES[:4]}
    jokers = dict.fromkeys((*ROLES[4:], "support_jokers"), 0)
    cards = [
        card.index
        for meld in draw(st.lists(st.sampled_from(FEW_MELDS), max_size=2))
        for card in meld
    ]
    cards += draw(st.lists(st.sampled_from(FEW_CARDS), max_size=1))
    for card in cards:
        role = draw(roles)
        if role in counts:
            counts[role][card] += 1
        else:
            jokers[role] += 1
    assume(sum(jokers.values()) + sum(counts["pinned"]) <= 4)
    by_name = draw(st.booleans()) and not jokers["needed_jokers"] and not jokers["support_jokers"]
    some_losses = draw(st.lists(small_losses, min_size=4, max_size=4))
    return Problem(
        rules=Rules(
            decks=4,
            jokers=MAX_JOKERS,
            aces=draw(st.sampled_from(ACES)),
            jokers_per_meld=draw(st.sampled_from([None, 1, 2, 3])),
        ),
        needed=tuple(counts["needed"]),
        optional=tuple(counts["optional"]),
        support=tuple(counts["support"]),
        pinned=tuple(counts["pinned"]),
        needed_jokers=jokers["needed_jokers"],
        optional_jokers=jokers["optional_jokers"],
        support_jokers=jokers["support_jokers"],
        losses=tuple(some_losses[i % 4] for i in range(52)),
        joker_loss=draw(joker_losses),
        quota=draw(st.none() | quotas(jokers=by_name)),
    )


# Shapes.


@pytest.mark.parametrize(
    ("aces", "count"), [("both", 197), ("low", 185), ("high", 185), ("around", 221)]
)
def test_there_are_as_many_shapes_as_sets_and_short_runs(aces: Aces, count: int) -> None:
    rules = Rules(aces=aces)
    found = shapes.meld_shapes(rules)
    assert len(set(found)) == len(found) == count
    assert all(is_meld([CARDS[i] for i in shape.cards], rules) for shape in found)


@pytest.mark.parametrize("limit", range(9))
def test_runs_are_cut_until_none_is_long_or_they_are_shapes(limit: int) -> None:
    cores = {(len(run.cards), run.core) for run in shapes.uncut_runs(Rules(), limit)}
    for length in range(6, 14):
        for mask in product((True, False), repeat=length):
            if not any(mask) or mask.count(False) > limit:
                continue
            is_cut = any(any(mask[:k]) and any(mask[k:]) for k in range(3, length - 2))
            naturals = {cell for cell, is_natural in enumerate(mask) if is_natural}
            is_shape = any(n == length and naturals <= set(core or ()) for n, core in cores)
            assert is_cut or is_shape


@pytest.mark.parametrize("aces", ACES)
def test_uncut_runs_are_runs(aces: Aces) -> None:
    rules = Rules(aces=aces)
    found = shapes.uncut_runs(rules, MAX_JOKERS)
    assert len(set(found)) == len(found)
    assert all(is_meld([CARDS[i] for i in run.cards], rules) for run in found)


@pytest.mark.parametrize("jokers", [0, 8])
def test_jokers_add_no_shapes_to_the_lean_program(jokers: int) -> None:
    full = Problem(rules=Rules(jokers=jokers), needed=(2,) * 52, needed_jokers=jokers)
    assert len(lean.LeanProgram(full).laid) == 197


@pytest.mark.parametrize("make", [lean.LeanProgram, explicit.ExplicitProgram])
def test_shapes_that_the_cards_cannot_fill_are_left_out(
    make: Callable[[Problem], lean.LeanProgram | explicit.ExplicitProgram],
) -> None:
    assert not make(problem_of("7C 7D")).laid
    assert len(make(problem_of("7C 7D", "7H")).laid) == 1
    assert len(make(problem_of("7C", "", "7D 7H")).laid) == 1


@pytest.mark.parametrize(
    ("copies", "jokers", "limit", "most"),
    [
        ((2, 3, 2), 0, None, 2),
        ((2, 3, 2), 2, None, 3),
        ((2, 3, 2), 3, None, 3),
        ((0, 2, 0), 3, None, 1),
        ((0, 2, 0), 3, 1, 0),
        ((0, 0, 0), 8, 2, 0),
        ((0, 2, 2), 8, 1, 2),
    ],
)
def test_a_shape_is_laid_while_there_are_cards_and_jokers(
    copies: tuple[int, ...], jokers: int, limit: int | None, most: int
) -> None:
    assert program.most_laid(copies, jokers, limit) == most


# Objectives.


def kinds(gains: objective.Gains) -> list[int]:
    return sorted(kind for kind, gain in gains.items() if gain)


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        # losses 0 to 3; nothing; support 0 or 1; then three cards by name, and one
        (2**50, [[0, 1, 2, 53]]),
        (8, [[0, 1, 2, 53], [0, 1, 2], [53]]),
        (4, [[0, 1, 2], [0, 53], [1, 2], [53]]),
        (1, [[0, 1, 2], [53], [0], [1], [2], [53]]),
    ],
)
def test_levels_share_an_objective_while_they_fit(
    monkeypatch: pytest.MonkeyPatch, limit: int, expected: list[list[int]]
) -> None:
    monkeypatch.setattr(objective, "OBJECTIVE_LIMIT", limit)
    problem = problem_of("", "AC 2C 3C", "AC", losses=((1, 0),) * 52)
    assert [kinds(gains) for gains in objective.objectives(problem)] == expected


def test_jokers_that_cost_nothing_are_kept() -> None:
    problem = problem_of("", "JK JK", "JK", joker_loss=(0,))
    assert objective.objectives(problem) == [{105: -3, 52: -1}]


@pytest.mark.parametrize("limit", [1, 6, 2**50])
@some(50)
@given(problems(), st.data())
def test_objectives_put_choices_in_the_order_of_the_levels(
    limit: int, problem: Problem, data: st.DataObject
) -> None:
    copies = objective.copies_of(problem)
    one, other = (data.draw(st.tuples(*(st.integers(0, n) for n in copies))) for _ in range(2))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(objective, "OBJECTIVE_LIMIT", limit)
        goals = objective.objectives(problem)
    packed = [
        [sum(gain * uses[kind] for kind, gain in goal.items()) for goal in goals]
        for uses in (one, other)
    ]
    plain = [
        (
            [-loss for loss in loss_of(problem, uses[:52], uses[52])],
            -sum(uses[53:]),
            uses[:52],
            uses[53:105],
            0 if any(problem.joker_loss) else -uses[52],
        )
        for uses in (one, other)
    ]
    assert (packed[0] > packed[1]) == (plain[0] > plain[1])
    assert (packed[0] < packed[1]) == (plain[0] < plain[1])


# Each constraint of the lean program alone.


def allows(problem: Problem, constrain: Callable[[lean.LeanProgram], None]) -> bool:
    stated = lean.LeanProgram(problem)
    constrain(stated)
    return stated.is_feasible()


@pytest.mark.parametrize(
    ("needed", "allowed"),
    [("7C 7D 7H", True), ("7C 7D", False), ("7C 7D 7H 8H", False), ("7C 7D JK", True)],
)
def test_every_card_has_a_place(needed: str, allowed: bool) -> None:
    assert allows(problem_of(needed), lean.LeanProgram.lay_every_card) is allowed


@pytest.mark.parametrize(
    ("needed", "allowed"),
    [("JK", False), ("JK JK", False), ("JK JK JK", True), ("7C JK", False), ("7C JK JK", True)],
)
def test_every_joker_has_a_place(needed: str, allowed: bool) -> None:
    assert allows(problem_of(needed), lean.LeanProgram.lay_every_joker) is allowed


@pytest.mark.parametrize(
    ("needed", "optional", "support", "allowed"),
    [
        ("JK JK JK", "", "", False),
        ("JK JK JK", "7C", "", True),
        ("JK JK JK", "", "7C", True),
        ("7C JK JK JK", "", "", True),
        ("", "", "", True),
    ],
)
def test_no_joker_without_a_card(needed: str, optional: str, support: str, allowed: bool) -> None:
    problem = problem_of(needed, optional, support)
    assert allows(problem, lean.LeanProgram.lay_no_joker_without_a_card) is allowed


@pytest.mark.parametrize(
    ("optional", "support", "least", "allowed"),
    [
        ("7C 7C", "", 14, True),
        ("7C 7C", "", 15, False),
        ("7C", "7C", 8, False),
        ("7C JK", "", 8, False),
        ("", "", 0, True),
        ("", "", 1, False),
    ],
)
def test_the_quota_is_reached(optional: str, support: str, least: int, allowed: bool) -> None:
    quota = Quota(least=least, worth=(*range(1, 14),) * 4)
    problem = problem_of("", optional, support, quota=quota)
    assert allows(problem, lean.LeanProgram.reach_the_quota) is allowed


def test_a_goal_that_is_kept_stays() -> None:
    stated = lean.LeanProgram(problem_of("", "7C 7D 7H 7S"))
    stated.lay_every_card()
    each = dict.fromkeys(stated.chosen, 1)
    stated.seek(each)
    assert stated.is_feasible()
    stated.keep(each)
    stated.seek(dict.fromkeys(stated.chosen, -1))
    assert stated.is_feasible()
    assert stated.gained(each) == stated.most_gained(each) == 4


# Each constraint of the explicit program alone.


@pytest.mark.parametrize(
    ("times", "jokers", "allowed"), [(1, 1, True), (1, 2, False), (2, 2, True)]
)
def test_a_cell_holds_one_joker_a_meld(times: int, jokers: int, allowed: bool) -> None:
    problem = problem_of("7C 7C 7D 7D 7H 7H JK JK")
    stated = explicit.ExplicitProgram(problem)
    stated.limit_jokers_in_cells()
    laid = next(laid for laid in stated.laid if laid.shape.cards == (6, 19, 32))
    cell = laid.jokers[0]
    assert cell is not None
    stated.model.add(laid.times == times)
    stated.model.add(cell == jokers)
    assert stated.is_feasible() is allowed


def test_one_cell_for_a_joker_holds_one_a_meld_too() -> None:
    problem = problem_of("7C 7D 7H", pinned="7C 7C")
    stated = explicit.ExplicitProgram(problem)
    stated.limit_jokers_in_cells()
    (laid,) = stated.laid
    cell = laid.jokers[0]
    assert cell is not None
    stated.model.add(cell > laid.times)
    assert not stated.is_feasible()


@pytest.mark.parametrize(
    ("limit", "jokers", "allowed"),
    [(1, 1, True), (1, 2, False), (2, 2, True), (2, 3, False), (3, 2, True), (3, 3, False)],
)
def test_a_meld_holds_so_many_jokers(limit: int, jokers: int, allowed: bool) -> None:
    problem = problem_of("7C 7D 7H JK JK JK", limit=limit)
    stated = explicit.ExplicitProgram(problem)
    stated.limit_jokers_in_melds()
    laid = next(laid for laid in stated.laid if laid.shape.cards == (6, 19, 32))
    stated.model.add(laid.times == 1)
    stated.model.add(cp_model.LinearExpr.sum(laid.joker_cells) == jokers)
    assert stated.is_feasible() is allowed


@pytest.mark.parametrize(
    ("needed", "support", "allowed"),
    [("7C 7D 7H", "", True), ("7C 7D", "", False), ("7C 7D", "7S", True), ("7C 7D JK", "", True)],
)
def test_every_card_lies_where_no_joker_does(needed: str, support: str, allowed: bool) -> None:
    stated = explicit.ExplicitProgram(problem_of(needed, "", support))
    stated.lay_every_card()
    assert stated.is_feasible() is allowed


@pytest.mark.parametrize(
    ("needed", "pinned", "allowed"),
    [
        ("7C 7D JK", "", True),
        ("7C 7D", "7H", True),
        ("7C 7D", "7C", False),
        ("7C 7D", "10H", False),
    ],
)
def test_every_joker_lies_where_it_is_pinned(needed: str, pinned: str, allowed: bool) -> None:
    stated = explicit.ExplicitProgram(problem_of(needed, pinned=pinned))
    stated.limit_jokers_in_cells()
    stated.limit_jokers_in_melds()
    stated.lay_every_joker()
    assert stated.is_feasible() is allowed


@given(st.data(), st.integers(1, 4), st.integers(1, 4), st.booleans())
def test_jokers_are_handed_out_evenly(
    data: st.DataObject, times: int, room: int, is_set: bool
) -> None:
    size = 4 if is_set else data.draw(st.integers(3, 7))
    shape = (
        shapes.Shape((6, 19, 32, 45))
        if is_set
        else shapes.Shape(tuple(range(size)), range(1, size + 1))
    )
    room = min(room, size - 1)
    jokers = data.draw(st.lists(st.integers(0, times), min_size=size, max_size=size))
    assume(sum(jokers) <= room * times)
    melds = explicit.hand_out(shape, times, jokers)
    assert len(melds) == times
    assert all(is_meld(meld, Rules(jokers_per_meld=room)) for meld in melds)
    assert all(is_laid_in_order(tuple(meld), "both") for meld in melds)
    counts, n = count_cards(card for meld in melds for card in meld)
    assert n == sum(jokers)
    assert [counts[card] for card in shape.cards] == [times - each for each in jokers]


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


def melds_of(problem: Problem) -> str | None:
    """The melds of the answer, short to read."""
    solution = ip.solve(problem)
    if solution is None:
        return None
    check(problem, solution)
    assert choice_of(solution) == best_choice(problem)
    return " / ".join(" ".join(map(str, meld)) for meld in solution.melds)


@pytest.mark.parametrize(
    ("optional", "support", "answer"),
    [
        ("4C 5C 6C 7C", "", "4C 5C 6C 7C"),
        ("3C 4C 5C 3D 3H", "", "3C 4C 5C"),
        ("4C 4D 3D 4H 5D", "", "4C 4D 4H"),
        ("3D 4D 5D 5H 5C", "", "5C 5D 5H"),
        ("4C 5C", "3C 6C", "3C 4C 5C"),
        ("4C 5C", "6C JK", "4C 5C 6C"),
        ("4C 5C", "3D JK", "4C 5C JK"),
        ("4C 5C 4D", "4H 4S 6C", "4C 5C 6C / 4D 4H 4S"),
        ("4C", "4C 5C 6C", "4C 5C 6C"),
        ("", "4C 5C 6C", ""),
    ],
)
def test_ties_are_broken(optional: str, support: str, answer: str) -> None:
    assert melds_of(problem_of("", optional, support)) == answer


@pytest.mark.parametrize(
    ("limit", "needed", "valid"),
    [
        (1, "4C 5C JK", True),
        (1, "4C JK JK", False),
        (2, "4C JK JK", True),
        (1, "4C 5C 7C 8C JK JK", True),
        (1, "4C 6C 8C 10C JK JK JK", False),
        (2, "4C 6C 8C 10C JK JK JK", True),
        (2, "4C JK JK JK", False),
        (3, "4C 6C 8C 10C JK JK JK", True),
        (3, "4C 8C JK JK JK", True),
        (3, "4C JK JK JK JK", False),
        (3, "4C 8C JK JK JK JK JK JK", True),
        (3, "4C 8C JK JK JK JK JK JK JK", False),
        (1, "4C 5C 7C 8C 9C JK", True),
    ],
)
def test_a_limit_of_jokers_in_a_meld(limit: int, needed: str, valid: bool) -> None:
    assert (melds_of(problem_of(needed, limit=limit)) is not None) == valid


@pytest.mark.parametrize(
    ("needed", "pinned", "valid"),
    [
        ("4C 5C", "6C", True),
        ("4C 5C", "7C", False),
        ("4C 5C 6C", "6C", False),
        ("4C 5C 6C 6D 6H", "6C", True),
        ("7D 7H", "7C", True),
        ("7D 7H", "7D", False),
        ("7D 7H 7D 7S", "7H", False),
        ("7D 7H 7D 7S", "7H 7C", True),
        ("", "7C 7D 7H", False),
        ("10C", "5C 6C 7C 8C 9C", True),
        ("10C", "4C 5C 6C 7C 8C", False),
        ("6C", "3C 4C 5C 7C 8C 9C", True),
        ("2H 2D 2S 2H 2D 2S", "2H", False),
    ],
)
def test_pinned_jokers_have_their_place(needed: str, pinned: str, valid: bool) -> None:
    assert (melds_of(problem_of(needed, pinned=pinned)) is not None) == valid


@pytest.mark.parametrize(
    ("optional", "least", "by_name", "valid"),
    [
        ("10C JC QC", 33, False, True),
        ("10C JC QC", 34, False, False),
        ("10C JC JK", 33, False, False),
        ("10C JC JK", 33, True, True),
        ("10C JC JK", 34, True, False),
        ("10C 10D JK 3C 4C JK", 42, True, True),
        ("10C 10D JK 3C 4C JK", 43, True, False),
        ("10C JK JK JK JK", 55, True, True),
        ("10C JK JK JK JK", 56, True, False),
    ],
)
def test_a_quota(optional: str, least: int, by_name: bool, valid: bool) -> None:
    quota = Quota(least=least, worth=(*range(1, 14),) * 4, jokers=by_name)
    problem = problem_of("", optional, quota=quota)
    assert (melds_of(problem) is not None) == valid


@some(250)
@given(problems())
def test_small_problems_agree_with_all_choices(problem: Problem) -> None:
    solution = ip.solve(problem)
    assert choice_of(solution) == best_choice(problem)
    if solution is not None:
        check(problem, solution)
        assert ip.solve(problem) == solution


@some(50)
@given(problems())
def test_goals_one_by_one_give_the_same_answer(problem: Problem) -> None:
    together = ip.solve(problem)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(objective, "OBJECTIVE_LIMIT", 1)
        apart = ip.solve(problem)
    assert choice_of(together) == choice_of(apart)


@some(50)
@given(problems())
def test_the_explicit_program_can_say_what_the_lean_one_says(problem: Problem) -> None:
    lean_choice = choice_of(ip.solve(problem))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ip, "LeanProgram", explicit.ExplicitProgram)
        assert choice_of(ip.solve(problem)) == lean_choice


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
    assert choice_of(solution) == best_choice(problem)
    if solution is not None:
        check(problem, solution)


@pytest.mark.parametrize("aces", ACES)
def test_mending_finds_room_for_all_loose_jokers_in_any_meld(aces: Aces) -> None:
    rules = Rules(jokers=MAX_JOKERS, aces=aces)
    for shape in shapes.meld_shapes(rules):
        for mask in product((True, False), repeat=len(shape.cards)):
            if not any(mask):
                continue
            natural = [0] * 52
            for card, is_natural in zip(shape.cards, mask, strict=True):
                natural[card] = int(is_natural)
            for loose in range(3, MAX_JOKERS - mask.count(False) + 1):
                alone = lean.LooseMeld([JOKER] * loose, None)
                mended = lean.mend([alone, *lean.deal([shape], natural)], rules)
                assert all(is_meld(meld.cards, rules) for meld in mended)
                assert all(is_laid_in_order(tuple(meld.cards), aces) for meld in mended)
                cards = count_cards(card for meld in mended for card in meld.cards)
                assert cards == (natural, loose + mask.count(False))


# Larger positions: the other engine.


@st.composite
def larger_problems(draw: st.DrawFn) -> Problem:
    """A table of melds, a few of its cards jokers, pinned or not; a hand, support cards."""
    aces = draw(st.sampled_from(ACES))
    melds = [meld for meld in (*all_sets(), *all_runs(aces)) if len(meld) <= 6]
    needed, optional, support, pinned = ([0] * 52 for _ in range(4))
    free = [0, draw(st.integers(0, 1)), draw(st.integers(0, 1))]
    for meld in draw(st.lists(st.sampled_from(melds), min_size=3, max_size=9)):
        for card in meld:
            needed[card.index] += 1
        if sum(free) + sum(pinned) < 4 and (how := draw(st.integers(0, 7))) < 2:
            card = draw(st.sampled_from(meld))
            needed[card.index] -= 1
            pinned[card.index] += how
            free[0] += 1 - how
    for counts, most in ((optional, 12), (support, 4)):
        for i in draw(st.lists(st.integers(0, 51), max_size=most)):
            counts[i] += 1
    losses = tuple((1, 0, min(10, i % 13 + 1)) for i in range(52))
    return Problem(
        rules=Rules(
            decks=4,
            jokers=MAX_JOKERS,
            aces=aces,
            jokers_per_meld=draw(st.sampled_from([None, None, 1, 2])),
        ),
        needed=tuple(needed),
        optional=tuple(optional),
        support=tuple(support),
        pinned=tuple(pinned),
        needed_jokers=free[0],
        optional_jokers=free[1],
        support_jokers=free[2],
        losses=losses,
        joker_loss=(1, -1, 25),
    )


@some(60)
@given(larger_problems())
def test_the_engines_agree(problem: Problem) -> None:
    solution = ip.solve(problem)
    if solution is not None:
        check(problem, solution)
    try:
        other = get_engine("counting")(problem, seconds=0.5)
    except TimeLimitError:
        return
    assert choice_of(solution) == choice_of(other)


# Failures.


def test_a_level_may_be_great_but_not_beyond_the_solver() -> None:
    cards = "4C 5C 6C 7D"
    great = problem_of("", cards, losses=((2**57, 1),) * 52)
    solution = ip.solve(great)
    assert solution is not None
    assert loss_of(great, solution.used, 0) == (2**57, 1)
    with pytest.raises(EngineError, match="level 0"):
        ip.solve(problem_of("", cards, losses=((2**60,),) * 52))


@pytest.mark.parametrize("name", ["UNKNOWN", "FEASIBLE", "MODEL_INVALID"])
def test_an_unproven_answer_is_an_error(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    class Unproven(cp_model.CpSolver):
        def solve(self, *_: object) -> cp_model.CpSolverStatus:
            return getattr(cp_model, name)  # type: ignore[no-any-return]

    monkeypatch.setattr(program, "make_solver", Unproven)
    with pytest.raises(EngineError, match=name):
        ip.solve(problem_of("7C 7D 7H"))


def test_the_solver_running_out_of_time_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def hurried() -> cp_model.CpSolver:
        solver = cp_model.CpSolver()
        solver.parameters.max_time_in_seconds = 0.0
        return solver

    monkeypatch.setattr(program, "make_solver", hurried)
    with pytest.raises(EngineError, match="UNKNOWN"):
        ip.solve(problem_of("7C 7D 7H 7S 8C 9C 6C", "5C 10C 7C 7D"))


@pytest.mark.parametrize("pinned", ["", "7H"])
def test_no_answer_within_the_seconds_given_is_an_error_of_its_own(pinned: str) -> None:
    problem = problem_of("7C 7D 7H 7S 8C 9C 6C 7C 7D", "5C 10C 7C 7D", pinned=pinned)
    with pytest.raises(TimeLimitError, match="within the seconds given"):
        ip.solve(problem, seconds=1e-9)
    assert ip.solve(problem, seconds=1000) == ip.solve(problem)


def test_more_jokers_than_any_rules_have_are_an_error() -> None:
    problem = Problem(rules=Rules(jokers=8), needed_jokers=4, optional_jokers=4, support_jokers=1)
    with pytest.raises(EngineError, match="more than 8 jokers"):
        ip.solve(problem)


def test_missing_ortools_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    for name in [name for name in sys.modules if name.startswith(ip.__name__)]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(EngineMissingError, match=r'pip install "machiavelli-solver\[ip\]"'):
        get_engine("ip")
