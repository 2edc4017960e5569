"""Brute force where it matters what jokers stand for: pinned ones, and what they are worth.

The same plain search as in ``brute_force``. A pinned joker is a joker that must stand for
one card; a free joker stands for any. What is found is the most that the free jokers can
be worth by the cards they stand for, in any way to lay all the cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias

from machiavelli_solver import Rules

State: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], int]
"""Natural cards and pinned jokers, as sorted places among the 52, and the free jokers."""

Laid: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], int, int]
"""Natural cards, pinned jokers, free jokers of a meld, and what these are worth."""


class BruteForceByName:
    """Answers for one set of rules and one worth of each rank, the ace first."""

    def __init__(self, rules: Rules, worth: tuple[int, ...] = (0,) * 13) -> None:
        self._limit = 99 if rules.jokers_per_meld is None else rules.jokers_per_meld
        self._worth = worth
        order = {
            "low": range(1, 14),
            "high": range(2, 15),
            "both": range(1, 15),
            "around": range(1, 26),
        }[rules.aces]
        # the ranks of every run, from 0; none holds a rank twice
        self._runs = {
            tuple((place - 1) % 13 for place in range(start, start + size))
            for size in range(3, 14)
            for start in order
            if start + size - 1 in order
        }
        self._known: dict[State, int | None] = {}

    def most_worth(self, naturals: list[int], pinned: list[int], jokers: int) -> int | None:
        """What the free jokers can be worth at most; None: these cards do not partition."""
        return self._most((tuple(sorted(naturals)), tuple(sorted(pinned)), jokers))

    def _most(self, state: State) -> int | None:
        naturals, pinned, jokers = state
        if not naturals:
            # each meld has a natural card: jokers that are left have no place
            return None if pinned or jokers else 0
        if state not in self._known:
            best: int | None = None
            for laid, stand, used, worth in self._melds(state):
                rest = (_without(naturals, laid), _without(pinned, stand), jokers - used)
                more = self._most(rest)
                if more is not None and (best is None or worth + more > best):
                    best = worth + more
            self._known[state] = best
        return self._known[state]

    def _melds(self, state: State) -> Iterator[Laid]:
        """Every meld that holds the lowest natural card."""
        suit, rank = divmod(state[0][0], 13)
        others = [s for s in range(4) if s != suit]
        for size in (3, 4):
            for suits in combinations(others, size - 1):
                yield from self._fill(state, [13 * s + rank for s in suits])
        for run in self._runs:
            if rank in run:
                yield from self._fill(state, [13 * suit + r for r in run if r != rank])

    def _fill(self, state: State, places: list[int]) -> Iterator[Laid]:
        """All ways to fill a meld's places beside its lowest card."""
        naturals, pinned, jokers = state
        ways: list[Laid] = [((naturals[0],), (), 0, 0)]
        for place in places:
            grown: list[Laid] = []
            for laid, stand, used, worth in ways:
                if place in naturals:
                    grown.append(((*laid, place), stand, used, worth))
                if len(stand) + used < self._limit:
                    if place in pinned:
                        grown.append((laid, (*stand, place), used, worth))
                    if used < jokers:
                        grown.append((laid, stand, used + 1, worth + self._worth[place % 13]))
            ways = grown
        yield from ways


def _without(cards: tuple[int, ...], some: tuple[int, ...]) -> tuple[int, ...]:
    rest = list(cards)
    for card in some:
        rest.remove(card)
    return tuple(rest)
