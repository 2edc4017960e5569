"""The shapes of melds: their places, whatever natural cards or jokers lie there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Final

from ...cards import KING, RANKS, SUITS, Card
from ...rules import Rules, rank_at

MELD_SIZE: Final = 3
"""The fewest cards of a meld."""

SET_SIZES: Final = (3, 4)

RUN_LENGTHS: Final = (3, 4, 5)
"""How long runs are that are not two runs, one after the other."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A meld by its cells.

    Args:
        cards: the index of each cell's card.
        places: for a run its places in order.
        core: the cells in which natural cards may lie, in all others jokers do; None for
            all cells.
    """

    cards: tuple[int, ...]
    places: range | None = None
    core: range | None = None


@lru_cache(maxsize=8)
def meld_shapes(rules: Rules) -> tuple[Shape, ...]:
    """Every set, and every run of 3, 4 and 5: all longer ones of natural cards are made of these.

    >>> len(meld_shapes(Rules())), len(meld_shapes(Rules(aces="low")))
    (197, 185)
    """
    return (*_sets(), *(run for length in RUN_LENGTHS for run in _runs(rules, length)))


@lru_cache(maxsize=32)
def uncut_runs(rules: Rules, jokers: int) -> tuple[Shape, ...]:
    """The runs of 6 and more, with so many jokers at most, that are not two runs.

    Wherever such a run is cut so that both parts have 3 cells, one part is jokers alone. So
    its natural cards all lie in its first three cells, or in its last three, or it has one.

    >>> len(uncut_runs(Rules(), 2)), len(uncut_runs(Rules(), 3)), len(uncut_runs(Rules(), 4))
    (0, 72, 136)
    """
    runs = []
    for length in range(2 * MELD_SIZE, min(jokers + MELD_SIZE, KING) + 1):
        cores = [range(MELD_SIZE), range(length - MELD_SIZE, length)]
        if jokers >= length - 1:
            cores += [range(cell, cell + 1) for cell in range(MELD_SIZE, length - MELD_SIZE)]
        runs += [replace(run, core=core) for run in _runs(rules, length) for core in cores]
    return tuple(runs)


def _sets() -> Iterator[Shape]:
    for rank in RANKS:
        for size in SET_SIZES:
            for suits in combinations(SUITS, size):
                yield Shape(tuple(Card(rank, suit).index for suit in suits))


def _runs(rules: Rules, length: int) -> Iterator[Shape]:
    for suit in SUITS:
        for places in rules.run_windows(length):
            yield Shape(tuple(Card(rank_at(p), suit).index for p in places), places)
