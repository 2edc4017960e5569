"""The one question that every engine answers, in plain integers.

*Choose which of the optional cards are used, so that these and all the needed ones
partition into valid melds, at the least loss.* The library's questions differ only in
what is needed, what is optional, and what leaving a card out costs.

A loss is a tuple of whole numbers, one for each *level*: losses are summed level by
level, and the sums are compared as tuples, the first level first. Of choices with equal
losses the one that uses the most of the first card wins, then of the second, and so on in
the order of the 52, so that a problem has one answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from ..cards import CARD_KINDS, AnyCard
from ..rules import Rules

Loss: TypeAlias = tuple[int, ...]
"""What leaving one copy of a card out costs, level by level."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What an engine is asked. All vectors have one entry for each of the 52 cards.

    Args:
        rules: what a valid meld is.
        needed: how many copies of each card must be used.
        optional: how many more copies of each card may be used.
        needed_jokers: jokers that must be used.
        optional_jokers: jokers that may be used as well.
        losses: what each copy of an optional card costs that is *not* used; never less
            than nothing at its first level that is not zero. Empty tuples are nothing.
        joker_loss: the same for an optional joker; it may be less than nothing (a joker
            that is better kept).
    """

    rules: Rules
    needed: tuple[int, ...]
    optional: tuple[int, ...] = (0,) * CARD_KINDS
    needed_jokers: int = 0
    optional_jokers: int = 0
    losses: tuple[Loss, ...] = field(default=((),) * CARD_KINDS)
    joker_loss: Loss = ()

    @property
    def stakes(self) -> list[tuple[int, Loss]]:
        """How many copies of each card there are to lose, and what each costs; jokers last."""
        return [
            *zip(self.optional, self.losses, strict=True),
            (self.optional_jokers, self.joker_loss),
        ]

    @property
    def level_spans(self) -> tuple[tuple[int, int], ...]:
        """For each level the least and the greatest sum of losses that can come about."""
        stakes = [(n, loss) for n, loss in self.stakes if n]
        spans = []
        for level in range(max((len(loss) for _, loss in stakes), default=0)):
            sums = [n * loss[level] for n, loss in stakes if level < len(loss)]
            spans.append((sum(s for s in sums if s < 0), sum(s for s in sums if s > 0)))
        return tuple(spans)


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """An answer: what is used, and the melds that it lies in.

    Args:
        used: how many of the *optional* copies of each card are used.
        jokers_used: how many of the optional jokers are used.
        melds: the melds; runs in order with their jokers in place, sets by suit with
            jokers last. They hold the needed cards and the used ones, and nothing else.
    """

    used: tuple[int, ...]
    jokers_used: int
    melds: tuple[tuple[AnyCard, ...], ...]
