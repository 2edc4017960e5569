"""Losses as single whole numbers, so that sums compare as the levels of a problem do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ...cards import CARD_KINDS
from ..problem import Problem


@dataclass(frozen=True, slots=True)
class Losses:
    """What a choice costs; no number is less than nothing.

    Args:
        cards: for each card, by how many copies beyond the needed ones are used. The
            optional copies are used before the support ones.
        jokers: by how many free jokers are laid, in all; None where a needed one is not.
        joker_split: by how many free jokers are laid, how many of these are optional ones
            and how many support ones.
    """

    cards: tuple[tuple[int, ...], ...]
    jokers: tuple[int | None, ...]
    joker_split: tuple[tuple[int, int], ...]

    def least_from(self, jokers: int) -> int:
        """The least cost of laying so many free jokers or more."""
        return min(cost for cost in self.jokers[jokers:] if cost is not None)


_NOTHING: Final[tuple[int, ...]] = (0,)
"""What a card costs of which there is nothing to choose."""


def losses_of(problem: Problem) -> Losses:
    """The losses of a problem, all levels and its rules for equal ones in one number each."""
    optional, support = problem.optional, problem.support
    scale = 1
    leave = [0] * CARD_KINDS
    leave_support = [0] * CARD_KINDS
    # the order of the cards: one copy of a card outweighs all copies of all later ones
    for have, weights in ((support, leave_support), (optional, leave)):
        for card in range(CARD_KINDS - 1, -1, -1):
            if have[card]:
                weights[card] = scale
                scale *= have[card] + 1
    use_support = scale
    scale *= sum(support) + problem.support_jokers + 1
    leave_joker = 0
    at_stake = [card for card in range(CARD_KINDS) if optional[card]]
    for level, (least, most) in reversed([*enumerate(problem.level_spans)]):
        for card in at_stake:
            if level < len(problem.losses[card]):
                leave[card] += scale * problem.losses[card][level]
        if level < len(problem.joker_loss):
            leave_joker += scale * problem.joker_loss[level]
        scale *= most - least + 1
    cards = [_NOTHING] * CARD_KINDS
    for card in range(CARD_KINDS):
        mine, spare = optional[card], support[card]
        if mine or spare:
            rest = leave_support[card] * spare
            costs = [leave[card] * (mine - k) + rest for k in range(mine)]
            costs += [use_support * k + leave_support[card] * (spare - k) for k in range(spare + 1)]
            cards[card] = tuple(costs)
    return Losses(tuple(cards), *_joker_losses(problem, leave_joker, use_support))


def _joker_losses(
    problem: Problem, leave: int, use_support: int
) -> tuple[tuple[int | None, ...], tuple[tuple[int, int], ...]]:
    needed, mine = problem.needed_jokers, problem.optional_jokers
    costs: list[int | None] = [None] * needed
    splits = [(0, 0)] * needed
    for laid in range(mine + problem.support_jokers + 1):
        ways = [
            (leave * (mine - k) + use_support * (laid - k), k)
            for k in range(max(0, laid - problem.support_jokers), min(mine, laid) + 1)
        ]
        cost, k = min(ways)
        costs.append(cost)
        splits.append((k, laid - k))
    base = min(cost for cost in costs if cost is not None)
    return tuple(None if cost is None else cost - base for cost in costs), tuple(splits)
