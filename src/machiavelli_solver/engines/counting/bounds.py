"""What the columns still to be read cost at least: lower bounds for a long search.

For each column and each number of jokers left, the bound is the least loss of the columns
from there on when the runs before are as good as they can be: in every suit as many long runs
as there can be, which can all go on and need not. The bounds of the last columns help to find
those of the ones before (a Russian doll search). A step can lower loss plus bound, since after it
the runs are no longer as good as they can be: an end that is taken is the best, but a place
in the search can be reached again at a lower loss.
"""

from __future__ import annotations

from heapq import heappop, heappush

from .automaton import DEAD, State
from .columns import Columns
from .machine import NONE

NO_WAY = 1 << 400
"""More than any loss: from here on nothing can be arranged."""


def suffix_bounds(columns: Columns) -> list[list[int]]:
    """The bounds of a problem without pinned jokers, by column and jokers left.

    The automaton must be the plain one, lazy or a table. The bound of the last column is nothing.
    """
    automaton, copies = columns.automaton, columns.machine.copies
    state = automaton.start((copies,) * 4, NONE)
    for _ in range(2):
        state = automaton.step(state, columns.machine.column_count - 1)
    last = len(columns.fillings)
    bounds = [[0] * (columns.jokers + 1) for _ in range(last + 1)]
    for column in range(last - 1, 0, -1):
        for left in range(columns.jokers + 1):
            bounds[column][left] = _least(columns, bounds, (column, state, left))
    bounds[0] = list(bounds[1])
    return bounds


def _least(columns: Columns, bounds: list[list[int]], start: tuple[int, State, int]) -> int:
    """The least loss from a column, a state and so many jokers on."""
    automaton = columns.automaton
    first, state, left = start
    last = len(columns.fillings)
    # loss plus bound, columns to go, jokers used, number, column, state
    heap = [(0, last - first, -left, 0, first, state)]
    seen: dict[tuple[int, State], list[tuple[int, int]]] = {}
    number = 0
    while heap:
        total, _, short, _, column, state = heappop(heap)
        if column == last:
            return total
        left = -short
        loss = total if column == first else total - bounds[column][left]
        best = seen.setdefault((column, state), [])
        if any(more >= left and less <= loss for more, less in best):
            continue
        best.append((left, loss))
        for more, _, cells in columns.fillings[column]:
            for n, uses in enumerate(columns.uses_of(column, cells)[: left + 1]):
                rest = loss + more + bounds[column + 1][left - n]
                if rest >= NO_WAY:
                    continue
                for use in uses:
                    after = automaton.step(state, use.label)
                    if after != DEAD:
                        number += 1
                        heappush(
                            heap, (rest, last - column - 1, n - left, number, column + 1, after)
                        )
    return NO_WAY
