"""The columns of a problem: what can be chosen in each, and what that leads to.

The cards are read as the word *low aces, 2, 3, ..., king, the other aces*. How many aces of
each suit start runs is chosen at the start; all others are chosen in the last column. `search`
looks for one word of least loss on these columns, `words` for all choices.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from ...cards import KING
from ..problem import Problem
from .automaton import Automaton, State
from .jokers import JokerReading, JokerUse
from .losses import losses_of
from .machine import NONE, SUIT_COUNT, Column, End, Vector, machine

LAST: Final = KING
"""The number of the last column, the other aces; 0 has the low ones, 1 the twos, 12 the kings."""

Filling: TypeAlias = tuple[int, Vector, Column]
"""One choice for a column: its loss, the copies used beyond the needed ones, the column."""

_QUOTA_SHIFT: Final = 64
_LOW_MASK: Final = (1 << _QUOTA_SHIFT) - 1
"""Where there is a quota, what has been reached of it stands above the low aces."""


class Columns:
    """The columns of one problem.

    Args:
        problem: the question.
        copies: the most copies of one natural card that the automaton's machine can have.
        automaton: the states to walk on.
        reading: how jokers are used.

    Attributes:
        losses: what each choice costs.
        jokers: how many free jokers there are.
        fillings: the ways to fill the columns but the last, the low aces first.
        known_uses: what `uses_of` has answered.
    """

    def __init__(
        self, problem: Problem, copies: int, automaton: Automaton, reading: JokerReading
    ) -> None:
        self.problem = problem
        self.machine = machine(copies)
        self.automaton = automaton
        self.reading = reading
        self.losses = losses_of(problem)
        self.jokers = problem.free_jokers
        self._low = problem.rules.aces in ("low", "both")
        self._high = problem.rules.aces != "low"
        self.fillings = [
            self._low_aces(),
            *(self._fillings(rank, NONE) for rank in range(1, KING)),
        ]
        self._last: dict[int, list[Filling]] = {}
        self.known_uses: dict[tuple[int, Column], tuple[tuple[JokerUse, ...], ...]] = {}
        self._quota = problem.quota

    def uses_of(self, place: int, cells: Column) -> tuple[tuple[JokerUse, ...], ...]:
        """The ways to use jokers in a column but the last, by how many they take.

        Args:
            place: the column.
            cells: its cards; in column 0 the choice of low aces.
        """
        uses = self.known_uses.get((place, cells))
        if uses is not None:
            return uses
        if place:
            uses = self.reading.uses(place, cells, 0)
        else:
            # low aces are in runs, all of them
            uses = tuple(
                tuple(use for use in each if not use.sets and (self._low or not any(use.in_runs)))
                for each in self.reading.uses(0, self.reading.natural_low(cells), cells)
            )
        self.known_uses[place, cells] = uses
        return uses

    def last_uses(self, cells: Column, memory: int) -> tuple[tuple[JokerUse, ...], ...]:
        """The same for the last column, which has other pinned jokers after other low aces."""
        return self.reading.uses(LAST, cells, memory & _LOW_MASK)

    def start(self, low: int, use: JokerUse) -> State:
        """The state after a choice of low aces."""
        naturals = self.natural_low(low)
        a, b, c, d = (n + jokers for n, jokers in zip(naturals, use.in_runs, strict=True))
        return self.automaton.start((a, b, c, d), use.in_runs)

    def end(self, state: State, use: JokerUse) -> End:
        """May the cards end with this last column?"""
        automaton = self.automaton
        if self._high:
            return automaton.end(automaton.step(state, use.label))
        # aces that are not low can only lie in sets: an automaton that has just started
        # and may end after one column has put all of it into sets
        sets = automaton.step(automaton.start(NONE, NONE), use.label)
        return automaton.end(state) if automaton.end(sets) else End.OPEN

    def remembered(self, memory: int, column: int, used: Vector, use: JokerUse) -> int:
        """What is to be kept in mind after a column: the low aces, and what there is of a quota."""
        quota = self._quota
        if quota is None:
            return memory
        rank = column % KING
        worth, mine = quota.worth[rank::13], self.problem.optional[rank::13]
        reached = memory >> _QUOTA_SHIFT
        reached += sum(min(n, k) * each for n, k, each in zip(used, mine, worth, strict=True))
        if quota.jokers:
            reached += use.jokers * max(worth)
        return memory & _LOW_MASK | min(reached, quota.least) << _QUOTA_SHIFT

    def fills_quota(self, memory: int) -> bool:
        """Is there as much as the quota wants, if there is one?"""
        return self._quota is None or memory >> _QUOTA_SHIFT >= self._quota.least

    def natural_low(self, memory: int) -> Vector:
        """The natural low aces of each suit."""
        return self.machine.columns[self.reading.natural_low(memory & _LOW_MASK)]

    def last(self, memory: int) -> list[Filling]:
        """The ways to fill the last column, its low aces taken off."""
        low = memory & _LOW_MASK
        if low not in self._last:
            self._last[low] = self._fillings(0, self.natural_low(low))
        return self._last[low]

    def _low_aces(self) -> list[Filling]:
        """The numbers of natural low aces, which need twos and threes or jokers."""
        if not self._low:
            return [(0, NONE, 0)]
        jokers = self.jokers + sum(self.problem.pinned)
        most = []
        for suit in range(SUIT_COUNT):
            aces, twos, threes = (
                self.problem.needed[card] + len(self.losses.cards[card]) - 1
                for card in range(13 * suit, 13 * suit + 3)
            )
            most.append(min(aces, twos + jokers, threes + jokers))
        a, b, c, d = most
        return [(0, NONE, low) for low in self.reading.low_aces((a, b, c, d))]

    def _fillings(self, rank: int, low: Vector) -> list[Filling]:
        """The ways to fill a column, the low aces taken off; rank 0 is the ace.

        The least loss comes first. The loss of aces is counted in the last column.
        """
        needed, costs = self.problem.needed, self.losses.cards
        fillings: list[Filling] = [(0, NONE, 0)]
        for suit, unit in enumerate(self.machine.units):
            card = 13 * suit + rank
            have, cost = needed[card] - low[suit], costs[card]
            if len(cost) == 1:
                if have < 0:
                    return []
                if have:
                    have *= unit
                    fillings = [(loss, used, cells + have) for loss, used, cells in fillings]
            else:
                fillings = [
                    (
                        loss + cost[n],
                        (*used[:suit], n, *used[suit + 1 :]),  # type: ignore[misc]
                        cells + unit * (have + n),
                    )
                    for loss, used, cells in fillings
                    for n in range(max(0, -have), len(cost))
                ]
        if len(fillings) > 1:
            fillings.sort()
        return fillings
