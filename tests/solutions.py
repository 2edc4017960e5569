"""What every engine's solution must be, whatever the engine: checked without any solver."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from brute_force import cards_of
from definition import all_runs, is_meld, readings
from strategies import CARDS

from machiavelli_solver import JOKER, Aces, AnyCard, Card, Rules
from machiavelli_solver.engines import Problem, Solution


def check_solution(problem: Problem, solution: Solution) -> None:
    """The melds are valid and hold what is needed and what is used, and reach the quota."""
    for used, there_are in (
        (solution.used, problem.optional),
        (solution.support_used, problem.support),
        ((solution.jokers_used,), (problem.optional_jokers,)),
        ((solution.support_jokers_used,), (problem.support_jokers,)),
    ):
        assert len(used) == len(there_are)
        assert all(0 <= n <= most for n, most in zip(used, there_are, strict=True))
    for meld in solution.melds:
        assert is_meld(meld, problem.rules), meld
    naturals = [
        sum(each) for each in zip(problem.needed, solution.used, solution.support_used, strict=True)
    ]
    jokers = (
        sum(problem.pinned)
        + problem.needed_jokers
        + solution.jokers_used
        + solution.support_jokers_used
    )
    laid = Counter(card for meld in solution.melds for card in meld)
    assert laid == Counter(cards_of(naturals, jokers))
    if any(problem.pinned):
        pinned = [card for card in cards_of(problem.pinned) if isinstance(card, Card)]
        assert can_stand_for(solution.melds, pinned, problem.rules)
    if problem.quota is not None:
        worth = sum(n * w for n, w in zip(solution.used, problem.quota.worth, strict=True))
        if problem.quota.jokers:
            worth += sum(joker_worth(m, problem.quota.worth, problem.rules) for m in solution.melds)
        assert worth >= problem.quota.least


def joker_worth(meld: tuple[AnyCard, ...], worth: tuple[int, ...], rules: Rules) -> int:
    """What a meld's jokers are worth at most."""
    naturals = set(meld)
    return max(
        sum(worth[card.index] for card in reading if card not in naturals)
        for reading in readings(meld, rules)
    )


def can_stand_for(melds: tuple[tuple[AnyCard, ...], ...], pinned: list[Card], rules: Rules) -> bool:
    """Is there a joker for each pinned one, in a place for its card? As the melds are laid."""
    if not pinned:
        return True
    first, *others = pinned
    for i, meld in enumerate(melds):
        for cards in ways_to_read(meld, rules.aces):
            place = cards.index(first) if first in cards else -1
            if place >= 0 and meld[place] is JOKER:
                # the joker has its card now, and is as good as a natural one
                settled = (*meld[:place], first, *meld[place + 1 :])
                if can_stand_for((*melds[:i], settled, *melds[i + 1 :]), others, rules):
                    return True
    return False


def ways_to_read(meld: tuple[AnyCard, ...], aces: Aces) -> list[tuple[Card, ...]]:
    """The natural cards that a meld can amount to, in the order in which it is laid."""
    naturals = [card for card in meld if isinstance(card, Card)]
    ways = [run for run in all_runs(aces) if len(run) == len(meld) and fits(meld, run)]
    if len({card.rank for card in naturals}) == 1 and len(meld) <= 4:
        lacking = [card for card in CARDS if card.rank == naturals[0].rank and card not in naturals]
        for chosen in permutations(lacking, meld.count(JOKER)):
            stand_ins = iter(chosen)
            ways.append(tuple(c if isinstance(c, Card) else next(stand_ins) for c in meld))
    return ways


def fits(meld: tuple[AnyCard, ...], run: tuple[Card, ...]) -> bool:
    return all(card in (place, JOKER) for card, place in zip(meld, run, strict=True))


def is_laid_in_order(meld: tuple[AnyCard, ...], aces: Aces) -> bool:
    """A run from its lowest card with its jokers in place, or a set by suit, jokers last."""
    naturals = [card for card in meld if isinstance(card, Card)]
    by_suit = sorted(naturals, key=CARDS.index)
    if len({card.rank for card in naturals}) == 1 and list(meld[: len(naturals)]) == by_suit:
        return True
    return any(fits(meld, run) for run in all_runs(aces) if len(run) == len(meld))


def loss_of(problem: Problem, solution: Solution) -> tuple[int, ...]:
    """What a solution loses, level by level; losses that are left out are nothing."""
    levels = max(map(len, (*problem.losses, problem.joker_loss)))
    total = [0] * levels
    left = [n - used for n, used in zip(problem.optional, solution.used, strict=True)]
    for n, loss in zip(
        [*left, problem.optional_jokers - solution.jokers_used],
        [*problem.losses, problem.joker_loss],
        strict=True,
    ):
        for level, each in enumerate(loss):
            total[level] += n * each
    return tuple(total)
