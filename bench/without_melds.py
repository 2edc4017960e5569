"""How many cards hold no meld at all, by number of cards, exactly.

Whether cards hold a meld does not hang on second copies: no meld has a card twice. The cards
are read rank by rank, the aces first and last; it is enough to know which suits had a card
of each of the two ranks before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import Final, TypeAlias

from machiavelli_solver.engines.counting.machine import SUIT_COUNT

from .valid_tables import ACE, ALL_RANKS

Suits: TypeAlias = int
"""The suits that have a card of a rank, as bits."""

Place: TypeAlias = tuple[Suits, Suits, int]
"""The suits of the last two ranks, and how many cards there are so far."""

NO_SET: Final[tuple[Suits, ...]] = tuple(
    sum(1 << suit for suit in suits)
    for count in range(3)
    for suits in combinations(range(SUIT_COUNT), count)
)
"""The suits that can have a card of one rank where there is no set."""

NO_SUIT: Final[tuple[Suits, ...]] = (0,)


def different_cards(*, ranks: Sequence[int] = ALL_RANKS) -> list[int]:
    """How many sets of 0, 1, 2, ... different cards hold no meld; aces are low and high.

    >>> different_cards(ranks=(12, 13, 1))
    [1, 12, 66, 204, 360, 324, 114]
    """
    counts: Counter[int] = Counter()
    for aces in NO_SET if ACE in ranks else NO_SUIT:
        places = Counter({(0, aces, aces.bit_count()): 1})
        for rank in ALL_RANKS[1:]:
            places = _next(places, NO_SET if rank in ranks else NO_SUIT)
        # the same aces above the kings: they have been counted
        for (_, _, cards), ways in _next(places, (aces,)).items():
            counts[cards - aces.bit_count()] += ways
    return [counts[cards] for cards in range(max(counts) + 1)]


def draws(copies: int, *, ranks: Sequence[int] = ALL_RANKS) -> list[int]:
    """In how many ways 0, 1, 2, ... cards without a meld can be drawn from some decks.

    >>> draws(2, ranks=(13, 1))[:4]
    [1, 16, 120, 496]
    """
    different = different_cards(ranks=ranks)
    total = [0] * (copies * (len(different) - 1) + 1)
    # in how many ways so many cards can be drawn that each of the different ones is there
    ways = [1]
    for sets in different:
        for cards, n in enumerate(ways):
            total[cards] += sets * n
        more = [0] * (len(ways) + copies)
        for cards, n in enumerate(ways):
            for taken in range(1, copies + 1):
                more[cards + taken] += n * comb(copies, taken)
        ways = more
    return total


def _next(places: Counter[Place], choices: Sequence[Suits]) -> Counter[Place]:
    """The places after one rank more."""
    after: Counter[Place] = Counter()
    for (before, last, cards), ways in places.items():
        for suits in choices:
            if not before & last & suits:
                after[last, suits, cards + suits.bit_count()] += ways
    return after
