"""One suit of the tidiest layout: what its open runs can come to, column by column.

A run knows the meld before that it follows. Melds have no numbers here that mean anything
elsewhere: those that go on from one column to the next are numbered between these two only. So
columns of many tables are alike, and what was found out about one serves for all: `SuitMachine`
is a lazy automaton, as in `automaton`, but each of its steps tells what it costs.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from .machine import MIN_RUN

CUT: Final = 1 << 16
"""What a cut costs: more than all melds together that can be touched, which cost 1 each."""

NO_WAY: Final = 1 << 40
"""More than all cuts."""

EDGE_LIMIT: Final = 200_000
"""With more edges than that a machine forgets all, between two layouts."""

Copy: TypeAlias = int
"""A card to be laid, and where it lay, packed into one number; 0 if that is no matter:

- bit 0, whether a run before starts with it;
- from `_SET` on, the number of the set before that it is of;
- from `_FROM` on, the number of the run before that it is of, as that comes from the column before;
- from `_ON` on, the number of that run as it goes on to the next column.
"""

Copies: TypeAlias = tuple[Copy, ...]

_STARTS: Final = 1
_SET: Final = 2
_FROM: Final = 8
_ON: Final = 14
_NUMBER: Final = 63
_OF_SET: Final = _NUMBER << _SET

Run: TypeAlias = int
"""An open run, what is to be known of it to go on, packed into one number:

- bits 0 and 1, its length: 3 for all that are longer;
- bit 2, whether it starts with the low ace, so that it cannot end with the high one;
- bit 3, whether it is all of a run before up to here, and nothing else;
- from `_WAITS` on, the number of the run before whose next card would be joined to it as before.
"""

_LENGTH: Final = 3
_LOW: Final = 1 << 2
_WHOLE: Final = 1 << 3
_SHAPE: Final = _LENGTH | _LOW
"""What of a run is not about melds before."""

_WAITS: Final = 4

Runs: TypeAlias = tuple[Run, ...]

Came: TypeAlias = tuple[int, ...]
"""For each open run which one of the open runs before it goes on from, or -1."""


def copy_of_run(came: int, on: int) -> Copy:
    """A card of a run before.

    Args:
        came: the number of the run as it comes from the column before, 0 if it starts here.
        on: its number as it goes on to the next column, 0 if it ends here.
    """
    return came << _FROM | on << _ON | (0 if came else _STARTS)


def copy_of_set(number: int) -> Copy:
    """A card of a set before, these are numbered from 1 on."""
    return number << _SET


def is_of_run(copy: Copy) -> bool:
    """Is a card of a run before?"""
    return copy >> _FROM > 0 or copy & _STARTS > 0


def set_of(copy: Copy) -> int:
    """The number of the set before that a card is of, or 0."""
    return copy >> _SET & _NUMBER


class Way(NamedTuple):
    """What the suit can do in one column.

    Args:
        cost: what that costs.
        runs: its open runs afterwards.
        came: where they come from.
        left: the cards that are left to sets.
    """

    cost: int
    runs: Runs
    came: Came
    left: Copies


class Edge(NamedTuple):
    """A way from one place in a state to another.

    Args:
        cost: what it costs.
        left: the cards that are left to sets: which of `Cell.lefts`.
        after: the place of the open runs afterwards in `State.runs`.
        came: where the open runs come from.
    """

    cost: int
    left: int
    after: int
    came: Came


class State:
    """All open runs that the suit can have between two columns.

    Args:
        runs: one entry for each, in order.
    """

    __slots__ = ("onward", "runs", "shapes")

    def __init__(self, runs: tuple[Runs, ...]) -> None:
        self.runs = runs
        self.shapes = [shape(each) for each in runs]
        self.onward: dict[Cell, Column] = {}


class Cell:
    """The cards of the suit in one column.

    Args:
        copies: the cards, in order.
        last: whether it is the last column, of the high aces.
    """

    __slots__ = ("base", "copies", "last", "lefts", "ways")

    def __init__(self, copies: Copies, *, last: bool) -> None:
        self.copies = copies
        self.last = last
        links = sum(copy >> _FROM & _NUMBER > 0 for copy in copies)
        self.base = CUT * links + sum(copy & _STARTS for copy in copies)
        self.lefts = tuple(sorted(_lefts(copies)))
        self.ways: dict[Runs, list[Way]] = {}


class Column(NamedTuple):
    """What a cell does to a state.

    Args:
        after: the state afterwards.
        lefts: what cards can be left to sets.
        edges: for each of the open runs before all ways.
        short: the same without `Edge.came`.
    """

    after: State
    lefts: tuple[Copies, ...]
    edges: list[list[Edge]]
    short: list[list[tuple[int, int, int]]]


class SuitMachine:
    """What a suit can do, found when it is asked for and remembered.

    Args:
        high: whether a run can end with the high ace.
    """

    def __init__(self, *, high: bool) -> None:
        self._high = high
        self._states: dict[tuple[Runs, ...], State] = {}
        self._cells: dict[tuple[Copies, bool], Cell] = {}
        self._edges = 0

    def trim(self) -> None:
        """Forget everything when there is much; states from before mean nothing then."""
        if self._edges > EDGE_LIMIT:
            self._states.clear()
            self._cells.clear()
            self._edges = 0

    def state(self, runs: tuple[Runs, ...]) -> State:
        """The state in which the suit has some of these open runs."""
        found = self._states.get(runs)
        if found is None:
            found = self._states[runs] = State(runs)
        return found

    def cell(self, copies: Copies, *, last: bool = False) -> Cell:
        """The cell with these cards."""
        key = (copies, last)
        found = self._cells.get(key)
        if found is None:
            found = self._cells[key] = Cell(copies, last=last)
        return found

    def step(self, state: State, cell: Cell) -> Column:
        """What a cell does to a state."""
        found = state.onward.get(cell)
        if found is None:
            found = state.onward[cell] = self._step(state, cell)
        return found

    def _step(self, state: State, cell: Cell) -> Column:
        every = [self._ways(cell, runs) for runs in state.runs]
        after = self.state(tuple(sorted({way.runs for ways in every for way in ways})))
        places = {runs: i for i, runs in enumerate(after.runs)}
        lefts = {left: i for i, left in enumerate(cell.lefts)}
        edges = [
            [Edge(cost, lefts[left], places[runs], came) for cost, runs, came, left in ways]
            for ways in every
        ]
        self._edges += sum(map(len, edges)) + 1
        return Column(after, cell.lefts, edges, [[edge[:3] for edge in row] for row in edges])

    def _ways(self, cell: Cell, runs: Runs) -> list[Way]:
        """All that a suit can do in a column, but for ways that another can stand in for."""
        found = cell.ways.get(runs)
        if found is None:
            ways = _laid(cell, runs)
            if cell.last:
                ways = (way for way in ways if self._ends_well(way))
            found = cell.ways[runs] = best_ways(ways)
        return found

    def _ends_well(self, way: Way) -> bool:
        """May the cards end with a way?"""
        if not self._high and way.runs:
            return False
        return all(run & _LENGTH == MIN_RUN for run in way.runs)


def _laid(cell: Cell, runs: Runs) -> Iterator[Way]:
    """All ways to lay copies at runs, to begin runs with them, or to leave them."""
    copies = cell.copies
    todo: list[tuple[int, int, int, tuple[tuple[Run, int], ...], bool]]
    todo = [(0, 0, cell.base, (), False)]
    while todo:
        at, taken, cost, laid, stopped = todo.pop()
        if at < len(runs):
            run = runs[at]
            whole, waits = run & _WHOLE, run >> _WAITS
            if run & _LENGTH == MIN_RUN:
                # the meld before is broken off; or it is done, and lies there as it was
                goes_on = whole and waits
                could = not run & _LOW and (goes_on or not whole)
                broken = cost + 1 if goes_on else cost
                todo.append((at + 1, taken, broken, laid, bool(stopped or could)))
            if run & _LOW and cell.last:
                continue
            for i, copy in enumerate(copies):
                bit = 1 << i
                if taken & bit or (i and copies[i - 1] == copy and not taken & bit >> 1):
                    continue  # taken, or like the one before it
                longer = run & _LOW | min((run & _LENGTH) + 1, MIN_RUN) | copy >> _ON << _WAITS
                more = cost
                if waits and copy >> _FROM & _NUMBER == waits:
                    more -= CUT
                    longer |= whole
                elif whole:
                    more += 1
                todo.append((at + 1, taken | bit, more, (*laid, (longer, at)), stopped))
            continue
        rest = [i for i in range(len(copies)) if not taken >> i & 1]
        seen = set()
        for count in range(len(rest) + 1):
            for begun in combinations(rest, count):
                kinds = tuple([copies[i] for i in begun])
                left = [copies[i] for i in rest if i not in begun]
                if kinds in seen or _wastes_a_set(copies, left):
                    continue
                seen.add(kinds)
                if stopped and not all(copy & _STARTS for copy in kinds):
                    # a run that could have gone on: there is no need to begin another
                    continue
                new = sorted([*laid, *[(begin(copy), -1) for copy in kinds]])
                yield Way(
                    cost - sum(copy & _STARTS for copy in kinds),
                    tuple([run for run, _ in new]),
                    tuple([old for _, old in new]),
                    _left(left),
                )


def begin(copy: Copy, *, low: bool = False) -> Run:
    """The run that begins with a card, with the low ace at that."""
    run = copy >> _ON << _WAITS | 1 | (_LOW if low else 0)
    return run | (_WHOLE if copy & _STARTS else 0)


def best_ways(ways: Iterator[Way]) -> list[Way]:
    """The cheapest first, without those that another can stand in for."""
    found: list[Way] = []
    kept: dict[tuple[object, ...], list[Way]] = {}
    for way in sorted(ways):
        others = kept.setdefault((shape(way.runs), way.left), [])
        if not any(other.cost + lost(other.runs, way.runs) <= way.cost for other in others):
            others.append(way)
            found.append(way)
    return found


def shape(runs: Runs) -> tuple[int, ...]:
    """What of open runs is not about melds before."""
    return tuple(sorted([run & _SHAPE for run in runs]))


def lost(mine: Runs, theirs: Runs) -> int:
    """What it can cost to do with some runs what could be done with others of their shapes."""
    if mine == theirs:
        return 0
    left = list(mine)
    cost = 0
    for run in theirs:
        if run in left:
            left.remove(run)
        else:
            cost += (CUT if run >> _WAITS else 0) + (run & _WHOLE > 0)
    return cost + sum(run & _WHOLE > 0 for run in left)


def _wastes_a_set(copies: Copies, left: list[Copy]) -> bool:
    """Does a card of a set before lie in a run while an equal one that is of no set goes to a set?

    They can change places, and no join is lost by it.
    """
    of_sets = sum(copy & _OF_SET > 0 for copy in copies)
    kept = sum(copy & _OF_SET > 0 for copy in left)
    return kept < of_sets and kept < len(left)


def _left(copies: Iterable[Copy]) -> Copies:
    """The copies that are left to sets, where only the sets before matter."""
    return tuple(sorted([copy & _OF_SET for copy in copies]))


def _lefts(copies: Copies) -> set[Copies]:
    """All that can be left to sets."""
    return {
        _left(left)
        for count in range(len(copies) + 1)
        for left in combinations(copies, count)
        if not _wastes_a_set(copies, list(left))
    }


class _OfThread(threading.local):
    """What one thread has: a machine that grows as it is walked cannot be shared."""

    def __init__(self) -> None:
        self.machines: dict[bool, SuitMachine] = {}


_of_thread: Final = _OfThread()


def suit_machine(*, high: bool) -> SuitMachine:
    """The machine of this thread; see `SuitMachine`."""
    machine = _of_thread.machines.get(high)
    if machine is None:
        machine = _of_thread.machines[high] = SuitMachine(high=high)
    machine.trim()
    return machine
