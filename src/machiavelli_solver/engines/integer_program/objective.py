"""What is better: the levels of a problem in order, packed into as few objectives as can be.

The optional and support cards of a problem are of 106 *kinds*: the 52 optional cards and
the optional joker, then the same for support. A *level* says what each copy used gains,
by kind; levels are compared in order. Behind the levels of losses come the ties: the
fewest support cards, then the most of each optional card, one level a card, then of each
support card. That leaves a choice only of optional jokers that cost nothing: the fewest.

Levels are packed as the digits of one number in mixed radix: two sums of a level differ
by less than its radix, so a lower level never outweighs a higher one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from ...cards import CARD_KINDS
from ...errors import EngineError
from ..problem import Problem

Gains: TypeAlias = dict[int, int]
"""What each copy that is used gains, by kind; others gain nothing."""

JOKER_KIND: Final = CARD_KINDS
"""The kind of the optional joker, after the optional cards."""

SUPPORT: Final = CARD_KINDS + 1
"""The kind of the first support card; each is so far behind the optional one."""

OBJECTIVE_LIMIT: Final = 2**50
"""How many different sums one objective tells apart, so that they stay exact."""

LEVEL_LIMIT: Final = 2**60
"""The same for one level alone: the solver counts in 64 bits."""


def copies_of(problem: Problem) -> tuple[int, ...]:
    """How many copies there are to choose from, by kind."""
    return (
        *problem.optional,
        problem.optional_jokers,
        *problem.support,
        problem.support_jokers,
    )


def objectives(problem: Problem) -> list[Gains]:
    """What to make as great as can be, in order: the levels, packed while they fit.

    Raises:
        EngineError: the losses of one level are too great for the solver.
    """
    copies = copies_of(problem)
    packed: list[Gains] = []
    size = OBJECTIVE_LIMIT
    for number, level in enumerate(_levels(problem, copies)):
        radix = 1 + sum(abs(gain) * copies[kind] for kind, gain in level.items())
        if radix > LEVEL_LIMIT:
            raise EngineError(f"engine='ip': the losses of level {number} add up beyond 2**60")
        if radix == 1:
            continue
        size *= radix
        if size > OBJECTIVE_LIMIT:
            packed.append({})
            size = radix
        gains = {kind: gain * radix for kind, gain in packed[-1].items()}
        for kind, gain in level.items():
            gains[kind] = gains.get(kind, 0) + gain
        packed[-1] = gains
    return packed


def _levels(problem: Problem, copies: Sequence[int]) -> Iterator[Gains]:
    """The levels of losses, where a card that is used gains what it does not lose; the ties."""
    losses = (*problem.losses, problem.joker_loss)
    stakes = {kind: loss for kind, loss in enumerate(losses) if copies[kind]}
    for level in range(max(map(len, stakes.values()), default=0)):
        yield {kind: loss[level] for kind, loss in stakes.items() if level < len(loss)}
    support = [kind for kind in range(SUPPORT, len(copies)) if copies[kind]]
    yield dict.fromkeys(support, -1)
    for kind, count in enumerate(copies):
        if count and kind not in (JOKER_KIND, SUPPORT + JOKER_KIND):
            yield {kind: 1}
    if copies[JOKER_KIND] and not any(problem.joker_loss):
        yield {JOKER_KIND: -1}
