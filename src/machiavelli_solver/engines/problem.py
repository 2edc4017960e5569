"""The one question that every engine answers, in plain integers.

*Choose which of the optional cards are used, so that these and all the needed ones
partition into valid melds, at the least loss.* The library's questions differ only in
what is needed, what is optional, and what leaving a card out costs.

A loss is a tuple of whole numbers, one for each *level*: losses are summed level by
level, and the sums are compared as tuples, the first level first. Of choices with equal
losses the one that uses the fewest support cards wins; then the one that uses the most of
the first optional card, then of the second, and so on in the order of the 52; then the same
for support cards; then the one that uses the fewest optional jokers. So a problem has one
answer.

The last tie comes about only where a joker costs nothing at any level, and only the integer
program promises to break it: the counting engine may use a joker more than it has to. Where
it matters, a joker costs less than nothing at the last level, as in all questions of the
library.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from ..cards import CARD_KINDS, AnyCard
from ..rules import Rules

Loss: TypeAlias = tuple[int, ...]
"""What leaving one copy of a card out costs, level by level."""


Rank: TypeAlias = tuple[int, ...]
"""What decides between solutions, see `Problem.rank_of`; the least is the best."""


NO_CARDS: Final = (0,) * CARD_KINDS
"""A vector of 52 counts without a card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quota:
    """How much the optional cards that are used must be worth together.

    Args:
        least: the least sum.
        worth: what each copy of an optional card is worth; not less than 0.
        jokers: whether a joker, needed or optional, is worth what the card is that it stands
            for: that is not known before. Else jokers are worth nothing.
    """

    least: int
    worth: tuple[int, ...]
    jokers: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What an engine is asked. All vectors have one entry for each of the 52 cards.

    Args:
        rules: what a valid meld is.
        needed: how many copies of each card must be used.
        optional: how many more copies of each card may be used.
        support: how many copies beyond these may be used, at no loss if they are not.
        pinned: jokers that must be used, each as a copy of this card.
        needed_jokers: jokers that must be used, as any card.
        optional_jokers: jokers that may be used as well.
        support_jokers: jokers beyond these that may be used, at no loss if they are not.
        losses: what each copy of an optional card costs that is *not* used; never less
            than nothing at its first level that is not zero. Empty tuples are nothing.
        joker_loss: the same for an optional joker; it may be less than nothing (a joker
            that is better kept). Where it is nothing, see above.
        quota: what the optional cards used must be worth at least, if anything.
    """

    rules: Rules
    needed: tuple[int, ...] = NO_CARDS
    optional: tuple[int, ...] = NO_CARDS
    support: tuple[int, ...] = NO_CARDS
    pinned: tuple[int, ...] = NO_CARDS
    needed_jokers: int = 0
    optional_jokers: int = 0
    support_jokers: int = 0
    losses: tuple[Loss, ...] = ((),) * CARD_KINDS
    joker_loss: Loss = ()
    quota: Quota | None = None

    @property
    def free_jokers(self) -> int:
        """How many jokers there are that may stand for any card."""
        return self.needed_jokers + self.optional_jokers + self.support_jokers

    @property
    def level_spans(self) -> tuple[tuple[int, int], ...]:
        """For each level the least and the greatest sum of losses that can come about."""
        stakes = [(n, loss) for n, loss in zip(self.optional, self.losses, strict=True) if n]
        if self.optional_jokers:
            stakes.append((self.optional_jokers, self.joker_loss))
        spans = []
        for level in range(max((len(loss) for _, loss in stakes), default=0)):
            sums = [n * loss[level] for n, loss in stakes if level < len(loss)]
            spans.append((sum(s for s in sums if s < 0), sum(s for s in sums if s > 0)))
        return tuple(spans)

    def loss_of(self, solution: Solution) -> tuple[int, ...]:
        """What a solution loses, level by level, then how many support cards it uses."""
        left = [
            (n - k, loss)
            for n, k, loss in zip(self.optional, solution.used, self.losses, strict=True)
            if n > k
        ]
        left.append((self.optional_jokers - solution.jokers_used, self.joker_loss))
        depth = max(len(self.joker_loss), *map(len, self.losses))
        levels = [
            sum(n * loss[level] for n, loss in left if level < len(loss)) for level in range(depth)
        ]
        return (*levels, sum(solution.support_used) + solution.support_jokers_used)

    def rank_of(self, solution: Solution) -> Rank:
        """What it loses, then how many of each optional card it leaves, in order.

        Solutions of several problems of one turn compare by it as those of one problem do.
        """
        left = (n - k for n, k in zip(self.optional, solution.used, strict=True))
        return (*self.loss_of(solution), *left)  # the fewest left of the first card


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """An answer: what is used, and the melds that it lies in.

    Args:
        used: how many of the optional copies of each card are used.
        jokers_used: how many of the optional jokers are used.
        melds: the melds; runs in order with their jokers in place, sets by suit with
            jokers last. They hold the needed cards and the used ones, and nothing else.
        support_used: how many of the support copies of each card are used.
        support_jokers_used: how many of the support jokers are used.
    """

    used: tuple[int, ...]
    jokers_used: int
    melds: tuple[tuple[AnyCard, ...], ...]
    support_used: tuple[int, ...] = NO_CARDS
    support_jokers_used: int = 0
