"""The shapes of melds: their places, whatever natural cards or jokers lie there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

from ...cards import KING, RANKS, SUITS, Card
from ...rules import Rules, rank_at

MELD_SIZE: Final = 3
"""The fewest cards of a meld."""

SET_SIZES: Final = (3, 4)

SHORT_RUN: Final = 5
"""The longest run that is not two runs, one after the other."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A meld by its places: the indices of its cards, and for a run its places in order."""

    cards: tuple[int, ...]
    places: range | None = None


@lru_cache(maxsize=32)
def meld_shapes(rules: Rules, longest: int = SHORT_RUN) -> tuple[Shape, ...]:
    """Every set, and every run of 3 cards up to the longest; none has the cards of another.

    >>> len(meld_shapes(Rules())), len(meld_shapes(Rules(aces="low")))
    (197, 185)
    """
    shapes: dict[frozenset[int], Shape] = {}
    for shape in (*_sets(), *_runs(rules, longest)):
        # A king or an ace may begin a run of all thirteen: it is the same cards.
        shapes.setdefault(frozenset(shape.cards), shape)
    return tuple(shapes.values())


def _sets() -> Iterator[Shape]:
    for rank in RANKS:
        for size in SET_SIZES:
            for suits in combinations(SUITS, size):
                yield Shape(tuple(Card(rank, suit).index for suit in suits))


def _runs(rules: Rules, longest: int) -> Iterator[Shape]:
    for suit in SUITS:
        for length in range(MELD_SIZE, min(longest, KING) + 1):
            for places in rules.run_windows(length):
                yield Shape(tuple(Card(rank_at(p), suit).index for p in places), places)
