"""Best-first search: which optional cards go, column by column, at the least loss.

The cards are read as the word *low aces, 2, 3, ..., king, the other aces*. How many aces
of each suit start runs is chosen at the start; all others are chosen in the last column.
A node is a column still to be read, a state of the automaton, the low aces, and the jokers
used so far. Nodes are taken in the order of their loss, so the first end taken is best.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import chain
from time import perf_counter
from typing import Final, TypeAlias

from ...cards import CARD_KINDS, KING
from ...errors import TimeLimitError
from ..problem import Problem
from .automaton import DEAD, Automaton, State
from .bounds import NO_WAY, Filling, suffix_bounds
from .jokers import JokerReading, JokerUse
from .losses import losses_of
from .machine import NONE, SUIT_COUNT, Column, End, Vector, machine

_QUOTA_SHIFT: Final = 64
_LOW_MASK: Final = (1 << _QUOTA_SHIFT) - 1
"""Where there is a quota, what has been reached of it stands above the low aces."""

LAST: Final = KING
"""The number of the last column, the other aces; 0 has the low ones, 1 the twos, 12 the kings."""


@dataclass(frozen=True, slots=True)
class Word:
    """What a search has chosen.

    Args:
        used: how many copies of each card beyond the needed ones are used.
        uses: what each column leaves for the machine and how its jokers are used: the low
            aces, 2 to king, the other aces.
        end: what is known of the melds.
    """

    used: tuple[int, ...]
    uses: tuple[JokerUse, ...]
    end: End


_Node: TypeAlias = tuple[int, State, int, int, JokerUse | None, Vector]
"""The column to read next, the state and the low aces; the node before it, and how the column
of that one was filled. Columns between two nodes had one filling only."""

_Heap: TypeAlias = list[tuple[int, int, int, int, int]]
"""What to try: loss and bound, columns to go, jokers, the number of the node, and which part
of its column: a filling, and how many jokers are used in it, or `_NEW`. Numbers grow as nodes
are made, so that one problem always has one answer. Loss and jokers are those with the part,
so that dear fillings and needless jokers wait until they are due."""

_NEW: Final = -1
"""In place of a part: the node has just been made, and may turn out to be a known one."""

BOUNDS_AFTER: Final = 800
"""After so many expansions it pays to find bounds for what is still to be read."""


class Search:
    """The search for one problem.

    Args:
        problem: the question.
        copies: the most copies of one natural card that the automaton's machine can have.
        automaton: the states to walk on.
        reading: how jokers are used. Where they are not used by name, those that are left
            over at the end count as laid where that is better than keeping them.
        plain: whether the automaton is that of the plain machine, for which there are bounds.
    """

    def __init__(
        self,
        problem: Problem,
        copies: int,
        automaton: Automaton,
        reading: JokerReading,
        *,
        plain: bool = False,
    ) -> None:
        self._plain = plain
        self._problem = problem
        self._machine = machine(copies)
        self._automaton = automaton
        self._reading = reading
        self.losses = losses_of(problem)
        self.jokers = problem.free_jokers
        # spare jokers can be laid in the end: so many that are used cost what so many or
        # more cost at least
        self._joker_costs = [self.losses.least_from(n) for n in range(self.jokers + 1)]
        self._low = problem.rules.aces in ("low", "both")
        self._high = problem.rules.aces != "low"
        self._columns = [
            self._low_aces(),
            *(self._fillings(rank, NONE) for rank in range(1, KING)),
        ]
        self._last_columns: dict[int, list[Filling]] = {}
        self._uses: dict[tuple[int, Column], tuple[tuple[JokerUse, ...], ...]] = {}
        self._quota = problem.quota

    def best(self, deadline: float | None = None) -> Word | None:
        """The word of the least loss, or None when no choice has a partition.

        Args:
            deadline: when to give up, as `time.perf_counter` counts.

        Raises:
            TimeLimitError: nothing was proven until then.
        """
        nodes: list[_Node] = [(0, DEAD, 0, -1, None, NONE)]
        # for each place in the search the fewest jokers and least losses it was reached with
        seen: dict[tuple[int, State, int, int], list[tuple[int, int]]] = {}
        most = self.jokers
        parts = most + 1
        bounds = [[0] * parts for _ in range(LAST + 2)]
        taken = 0
        by_name, quota = self._reading.by_name, self._quota
        columns, known_uses, joker_costs = self._columns, self._uses, self._joker_costs
        step, memo, width = self._automaton.step, self._automaton.memo, self._automaton.label_count
        # columns with one filling, and nothing else to choose or to keep in mind, are passed
        passes = not most and quota is None and not any(self._problem.pinned)

        heap: _Heap = [(joker_costs[0], LAST + 1, 0, 0, 0)]
        while heap:
            if deadline is not None and perf_counter() > deadline:
                raise TimeLimitError("no answer was found in the time given")
            taken += 1
            if taken == BOUNDS_AFTER and self._plain:
                bounds = self._bounds(heap)
            total, to_go, jokers, number, part = heappop(heap)
            if not to_go:
                return self._word(nodes, number)
            left = most - jokers
            # on to the end as long as that costs nothing more
            while True:
                column, state, memory, before, use, used = nodes[number]
                if part == _NEW:
                    loss = total - bounds[column][left]
                    if passes and column < LAST and len(columns[column]) == 1:
                        while column < LAST and len(columns[column]) == 1:
                            cells = columns[column][0][2]
                            uses = known_uses.get((column, cells)) or self._uses_of(column, cells)
                            label = uses[0][0].label
                            after = memo.get(state * width + label)
                            state = step(state, label) if after is None else after
                            column += 1
                        nodes[number] = (column, state, memory, before, use, used)
                    if state == DEAD:
                        break
                    # fewer jokers are better, except where each must be used by name
                    key = (column, state, memory, jokers if by_name else 0)
                    best = seen.get(key)
                    if best is None:
                        seen[key] = [(jokers, loss)]
                    elif best[0][0] <= jokers and best[0][1] <= loss:
                        break  # as below, without a loop
                    elif any(n <= jokers and less <= loss for n, less in best[1:]):
                        break
                    else:
                        best.append((jokers, loss))
                    if column == LAST:
                        self._finish(heap, nodes, number, state, loss, jokers)
                        break
                    part = 0
                    due = loss + columns[column][0][0] + bounds[column + 1][left]
                    if due > total:
                        heappush(heap, (due, LAST + 1 - column, jokers, number, part))
                        break
                    total = due
                at, extra = divmod(part, parts) if part else (0, 0)
                fillings = columns[column]
                more, used, cells = fillings[at]
                if not extra and at + 1 < len(fillings):
                    due = total + fillings[at + 1][0] - more
                    heappush(heap, (due, LAST + 1 - column, jokers, number, part + parts))
                if left:
                    due = total + joker_costs[jokers + 1] - joker_costs[jokers]
                    due += bounds[column + 1][left - 1] - bounds[column + 1][left]
                    heappush(heap, (due, LAST + 1 - column, jokers + 1, number, part + 1))
                if total >= NO_WAY:
                    break
                uses = known_uses.get((column, cells)) or self._uses_of(column, cells)
                first = len(nodes)
                for use in uses[extra]:
                    if column:
                        after = memo.get(state * width + use.label)
                        if after is None:
                            after = step(state, use.label)
                    elif use.sets or (not self._low and any(use.in_runs)):
                        continue  # low aces are in runs, all of them
                    else:
                        memory, after = cells, self._start(cells, use)
                    if after != DEAD:
                        low = memory
                        if quota is not None:
                            low = self._reached(memory, column, used, use)
                        nodes.append((column + 1, after, low, number, use, used))
                if len(nodes) != first + 1:
                    for child in range(first, len(nodes)):
                        heappush(heap, (total, LAST - column, jokers, child, _NEW))
                    break
                number, part = first, _NEW
        return None

    def _bounds(self, heap: _Heap) -> list[list[int]]:
        """Bounds for each column, added to what is on the heap."""
        most = self.jokers
        bounds = suffix_bounds(
            self._automaton, self._machine, self._columns, self._uses_of, self.jokers
        )
        bounds.append([0] * (most + 1))
        heap[:] = [
            (
                loss + bounds[LAST + 1 - to_go + (part != _NEW)][most - jokers],
                to_go,
                jokers,
                number,
                part,
            )
            for loss, to_go, jokers, number, part in heap
        ]
        heapify(heap)
        return bounds

    def _reached(self, memory: int, column: int, used: Vector, use: JokerUse) -> int:
        """The low aces and what has been reached of the quota after a column."""
        quota = self._quota
        assert quota is not None
        rank = column % KING
        worth, mine = quota.worth[rank::13], self._problem.optional[rank::13]
        reached = memory >> _QUOTA_SHIFT
        reached += sum(min(n, k) * each for n, k, each in zip(used, mine, worth, strict=True))
        if quota.jokers:
            reached += use.jokers * max(worth)
        return memory & _LOW_MASK | min(reached, quota.least) << _QUOTA_SHIFT

    def _filled(self, memory: int) -> bool:
        return self._quota is None or memory >> _QUOTA_SHIFT >= self._quota.least

    def _start(self, low: int, use: JokerUse) -> State:
        """The state after the low aces."""
        natural = self._machine.columns[self._reading.natural_low(low)]
        a, b, c, d = (n + jokers for n, jokers in zip(natural, use.in_runs, strict=True))
        return self._automaton.start((a, b, c, d), use.in_runs)

    def _uses_of(self, place: int, cells: Column) -> tuple[tuple[JokerUse, ...], ...]:
        """The ways to use jokers in a column but the last, by how many they take."""
        if not place:
            low, cells = cells, self._reading.natural_low(cells)
            uses = self._reading.uses(place, cells, low)
        else:
            uses = self._reading.uses(place, cells, 0)
        self._uses[place, cells] = uses
        return uses

    def _finish(
        self, heap: _Heap, nodes: list[_Node], number: int, state: State, loss: int, jokers: int
    ) -> None:
        """Push the best end that the last column has for a node."""
        memory = nodes[number][2]
        low = memory & _LOW_MASK
        if low not in self._last_columns:
            natural = self._machine.columns[self._reading.natural_low(low)]
            self._last_columns[low] = self._fillings(0, natural)
        best: tuple[int, int, End, JokerUse, Vector] | None = None
        for more, used, cells in self._last_columns[low]:
            if best and loss + more >= best[0]:
                break
            uses = self._reading.uses(LAST, cells, low)
            for use in chain(*uses[: self.jokers + 1 - jokers]):
                if self._quota and not self._filled(self._reached(memory, LAST, used, use)):
                    continue
                after = jokers + use.jokers
                end = self._end(state, use)
                # in an end with sets alone no more jokers can be laid than are used
                cost = self._joker_costs[after] if end is End.RUNS else self.losses.jokers[after]
                if end is not End.OPEN and cost is not None:
                    total = loss + more + cost - self._joker_costs[jokers]
                    if best is None or total < best[0]:
                        best = (total, after, end, use, used)
        if best is not None:
            total, after, end, use, used = best
            heappush(heap, (total, 0, after, len(nodes), _NEW))
            nodes.append((LAST + 1, end, memory, number, use, used))

    def _low_aces(self) -> list[Filling]:
        """The numbers of natural low aces, which need twos and threes or jokers."""
        if not self._low:
            return [(0, NONE, 0)]
        jokers = self.jokers + sum(self._problem.pinned)
        most = []
        for suit in range(SUIT_COUNT):
            aces, twos, threes = (
                self._problem.needed[card] + len(self.losses.cards[card]) - 1
                for card in range(13 * suit, 13 * suit + 3)
            )
            most.append(min(aces, twos + jokers, threes + jokers))
        a, b, c, d = most
        return [(0, NONE, low) for low in self._reading.low_aces((a, b, c, d))]

    def _fillings(self, rank: int, low: Vector) -> list[Filling]:
        """The ways to fill a column, the low aces taken off; rank 0 is the ace.

        The least loss comes first. The loss of aces is counted in the last column.
        """
        needed, costs = self._problem.needed, self.losses.cards
        fillings: list[Filling] = [(0, NONE, 0)]
        for suit, unit in enumerate(self._machine.units):
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

    def _end(self, state: State, use: JokerUse) -> End:
        """May the cards end with this last column?"""
        automaton = self._automaton
        if self._high:
            return automaton.end(automaton.step(state, use.label))
        # aces that are not low can only lie in sets: an automaton that has just started
        # and may end after one column has put all of it into sets
        sets = automaton.step(automaton.start(NONE, NONE), use.label)
        return automaton.end(state) if automaton.end(sets) else End.OPEN

    def _word(self, nodes: list[_Node], number: int) -> Word:
        """The fillings on the way to an end."""
        end = nodes[number][1]
        uses: list[JokerUse] = []
        used = [0] * CARD_KINDS
        while number:
            column, _, _, number, use, chosen = nodes[number]
            filled = nodes[number][0]
            for passed in range(column - 1, filled, -1):
                cells = self._columns[passed][0][2]
                uses.append(self._uses_of(passed, cells)[0][0])
            assert use is not None
            uses.append(use)
            if filled:
                used[filled % KING :: 13] = chosen
        return Word(tuple(used), tuple(reversed(uses)), End(end))
