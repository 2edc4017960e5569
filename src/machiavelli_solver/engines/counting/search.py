"""Best-first search: which optional cards go, column by column, at the least loss.

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
from .bounds import NO_WAY, suffix_bounds
from .columns import LAST, Columns
from .jokers import JokerReading, JokerUse
from .machine import NONE, End, Vector


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

BOUNDS_AFTER: Final = 1500
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
        self.columns = columns = Columns(problem, copies, automaton, reading)
        # spare jokers can be laid in the end: so many that are used cost what so many or
        # more cost at least
        self._joker_costs = [columns.losses.least_from(n) for n in range(columns.jokers + 1)]

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
        columns = self.columns
        most = columns.jokers
        parts = most + 1
        bounds = [[0] * parts for _ in range(LAST + 2)]
        taken = 0
        all_fillings, joker_costs = columns.fillings, self._joker_costs
        known_uses, uses_of = columns.known_uses, columns.uses_of
        problem, by_name = columns.problem, columns.reading.by_name
        automaton = columns.automaton
        step, memo, width = automaton.step, automaton.memo, automaton.label_count
        # columns with one filling, and nothing else to choose or to keep in mind, are passed
        passes = not most and problem.quota is None and not any(problem.pinned)

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
                    if passes and column < LAST and len(all_fillings[column]) == 1:
                        while column < LAST and len(all_fillings[column]) == 1:
                            cells = all_fillings[column][0][2]
                            uses = known_uses.get((column, cells)) or uses_of(column, cells)
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
                    due = loss + all_fillings[column][0][0] + bounds[column + 1][left]
                    if due > total:
                        heappush(heap, (due, LAST + 1 - column, jokers, number, part))
                        break
                    total = due
                at, extra = divmod(part, parts) if part else (0, 0)
                fillings = all_fillings[column]
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
                uses = known_uses.get((column, cells)) or uses_of(column, cells)
                first = len(nodes)
                for use in uses[extra]:
                    if column:
                        after = memo.get(state * width + use.label)
                        if after is None:
                            after = step(state, use.label)
                    else:
                        memory, after = cells, columns.start(cells, use)
                    if after != DEAD:
                        kept = memory
                        if problem.quota is not None:
                            kept = columns.remembered(memory, column, used, use)
                        nodes.append((column + 1, after, kept, number, use, used))
                if len(nodes) != first + 1:
                    for child in range(first, len(nodes)):
                        heappush(heap, (total, LAST - column, jokers, child, _NEW))
                    break
                number, part = first, _NEW
        return None

    def _bounds(self, heap: _Heap) -> list[list[int]]:
        """Bounds for each column, added to what is on the heap."""
        most = self.columns.jokers
        bounds = suffix_bounds(self.columns)
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

    def _finish(
        self, heap: _Heap, nodes: list[_Node], number: int, state: State, loss: int, jokers: int
    ) -> None:
        """Push the best end that the last column has for a node."""
        columns, memory = self.columns, nodes[number][2]
        best: tuple[int, int, End, JokerUse, Vector] | None = None
        for more, used, cells in columns.last(memory):
            if best and loss + more >= best[0]:
                break
            uses = columns.last_uses(cells, memory)
            for use in chain(*uses[: columns.jokers + 1 - jokers]):
                if not columns.fills_quota(columns.remembered(memory, LAST, used, use)):
                    continue
                after = jokers + use.jokers
                end = columns.end(state, use)
                # in an end with sets alone no more jokers can be laid than are used
                costs = self._joker_costs if end is End.RUNS else columns.losses.jokers
                cost = costs[after]
                if end is not End.OPEN and cost is not None:
                    total = loss + more + cost - self._joker_costs[jokers]
                    if best is None or total < best[0]:
                        best = (total, after, end, use, used)
        if best is not None:
            total, after, end, use, used = best
            heappush(heap, (total, 0, after, len(nodes), _NEW))
            nodes.append((LAST + 1, end, memory, number, use, used))

    def _word(self, nodes: list[_Node], number: int) -> Word:
        """The fillings on the way to an end."""
        end = nodes[number][1]
        uses: list[JokerUse] = []
        used = [0] * CARD_KINDS
        while number:
            column, _, _, number, use, chosen = nodes[number]
            filled = nodes[number][0]
            for passed in range(column - 1, filled, -1):
                cells = self.columns.fillings[passed][0][2]
                uses.append(self.columns.uses_of(passed, cells)[0][0])
            assert use is not None
            uses.append(use)
            if filled:
                used[filled % KING :: 13] = chosen
        return Word(tuple(used), tuple(reversed(uses)), End(end))
