"""The counting machine: what one column of counts does to the open runs and sets.

The cards are read rank by rank. A *column* holds how many copies of the rank each suit
has. Of a suit's copies some go into sets and the rest into runs. After a column a suit's
open runs are counted by length: one, two, three or more, as ``(a, b, c)``. Given how
many of the copies go into runs the step of a suit is a function: runs of one and two
must go on, then long ones go on, and what is left starts new ones. Going on first loses
nothing, since a long run that ends where another starts could have been one run.

A *joint state* packs the open runs of the four suits into one integer. `Machine` holds
the tables for packs in which no card has more than so many copies.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import combinations, product
from typing import Final, TypeAlias

Column: TypeAlias = int
"""A column as a number: a digit in base ``copies + 1`` a suit, the first suit lowest."""

Joint: TypeAlias = int
"""The open runs of the four suits: the number of each suit's state, packed."""

Move: TypeAlias = tuple[Joint, "Vector"]
"""Where a column leads, and how many copies of each suit it puts into sets."""

Vector: TypeAlias = tuple[int, int, int, int]
"""One number a suit."""


class End(IntEnum):
    """Whether the cards may end in a state, and what is known of their melds then."""

    OPEN = 0
    """A run is too short."""
    SETS = 1
    """All cards lie in sets: no spare joker can be laid that was not planned."""
    RUNS = 2
    """A natural card lies in a run: any number of spare jokers can be laid."""


SUIT_COUNT: Final = 4
MIN_RUN: Final = 3
NONE: Final[Vector] = (0, 0, 0, 0)

SET_SHAPES: Final[tuple[tuple[int, ...], ...]] = tuple(
    shape for size in (3, 4) for shape in combinations(range(SUIT_COUNT), size)
)
"""The suits of the five kinds of set: four of three cards, one of four."""


class Machine:
    """The tables of the counting machine for `copies` copies of each card.

    Attributes:
        copies: the most copies of one card.
        base: ``copies + 1``, the base of column numbers.
        units: what one copy of each suit adds to a column's number.
        label_count: how many labels `moves` takes: the columns.
        set_sums: how many copies of each suit sets can take from one column, each with
            the sets' shapes.
    """

    def __init__(self, copies: int) -> None:
        self.copies = copies
        self.base = copies + 1
        self.column_count = self.base**SUIT_COUNT
        self.units: Vector = (1, self.base, self.base**2, self.base**3)
        self.set_sums: dict[Vector, tuple[tuple[int, ...], ...]] = _set_sums(copies)
        self.runs = _open_runs(copies)
        number = {run: i for i, run in enumerate(self.runs)}
        self._bits = (len(self.runs) - 1).bit_length()
        self._mask = (1 << self._bits) - 1
        steps = [
            [[number[step] for step in _steps(run, n)] for run in self.runs]
            for n in range(self.base)
        ]
        # the same for every suit, moved to the suit's place in a joint state
        self._steps = [
            [[tuple([s << self._bits * suit for s in row]) for row in rows] for rows in steps]
            for suit in range(SUIT_COUNT)
        ]
        self.columns: list[Vector] = [
            (code % self.base, code // self.base % self.base,
             code // self.base**2 % self.base, code // self.base**3)
            for code in range(self.column_count)
        ]  # fmt: skip
        self._fitting: dict[Column, list[Vector]] = {}
        self.label_count = self.column_count
        self._order = _Order(self.runs, self._bits)
        self._accepting = [a == b == 0 for a, b, _ in self.runs]

    @property
    def plain(self) -> Machine:
        """The machine itself; others are made around one."""
        return self

    def pack(self, numbers: Sequence[int]) -> Joint:
        """The joint state of four suits' state numbers."""
        a, b, c, d = numbers
        bits = self._bits
        return a | b << bits | c << 2 * bits | d << 3 * bits

    def open_runs(self, joint: Joint) -> tuple[tuple[int, int, int], ...]:
        """The open runs ``(a, b, c)`` of each suit."""
        return tuple(
            self.runs[joint >> self._bits * suit & self._mask] for suit in range(SUIT_COUNT)
        )

    def suit_states(self, joints: Iterable[Joint], suit: int) -> list[int]:
        """The number of one suit's state in each of several joint states."""
        return [joint >> self._bits * suit & self._mask for joint in joints]

    def code(self, counts: Iterable[int]) -> Column:
        """The number of a column."""
        return sum(n * unit for n, unit in zip(counts, self.units, strict=True))

    def moves(self, joint: Joint, label: Column) -> list[Move]:
        """Where a column leads from a joint state, with what goes into sets each time."""
        bits, mask = self._bits, self._mask
        n0, n1, n2, n3 = self.columns[label]
        steps0, steps1, steps2, steps3 = self._steps
        row0 = steps0[n0][joint & mask]
        row1 = steps1[n1][joint >> bits & mask]
        row2 = steps2[n2][joint >> 2 * bits & mask]
        row3 = steps3[n3][joint >> 3 * bits & mask]
        if not (row0 and row1 and row2 and row3):
            return []
        base = self.base
        room = (
            len(row0) - 1 + base * (len(row1) - 1 + base * (len(row2) - 1 + base * (len(row3) - 1)))
        )
        return [
            (row0[sets[0]] | row1[sets[1]] | row2[sets[2]] | row3[sets[3]], sets)
            for sets in self._fitting.get(room) or self.fits(room)
        ]

    def successors(self, joints: Iterable[Joint], label: Column) -> set[Joint]:
        """Where a column leads from any of several joint states: `moves` in one loop."""
        bits, mask, base = self._bits, self._mask, self.base
        n0, n1, n2, n3 = self.columns[label]
        steps0, steps1, steps2, steps3 = self._steps
        suit0, suit1, suit2, suit3 = steps0[n0], steps1[n1], steps2[n2], steps3[n3]
        after = set()
        for joint in joints:
            row0 = suit0[joint & mask]
            if not row0:
                continue
            row1 = suit1[joint >> bits & mask]
            row2 = suit2[joint >> 2 * bits & mask]
            row3 = suit3[joint >> 3 * bits & mask]
            if row1 and row2 and row3:
                room = len(row0) - 1
                room += base * (len(row1) - 1 + base * (len(row2) - 1 + base * (len(row3) - 1)))
                for a, b, c, d in self._fitting.get(room) or self.fits(room):
                    after.add(row0[a] | row1[b] | row2[c] | row3[d])
        return after

    def fits(self, room: Column) -> list[Vector]:
        """What sets can take from a column of which so much need not go into runs."""
        fits = self._fitting.get(room)
        if fits is None:
            a, b, c, d = self.columns[room]
            fits = [NONE]
            if (a, b, c, d).count(0) < 2:
                fits = [
                    sets
                    for sets in self.set_sums
                    if sets[0] <= a and sets[1] <= b and sets[2] <= c and sets[3] <= d
                ]
            self._fitting[room] = fits
        return fits

    def start(self, runs: Vector, in_runs: Vector = NONE) -> tuple[Joint, ...]:
        """The joint states to start from: so many runs have just started in each suit.

        Args:
            runs: the runs that start with the low ace, by suit.
            in_runs: how many of these start with a joker; no matter here.
        """
        del in_runs
        return (self.pack([self.runs.index((n, 0, 0)) for n in runs]),)

    def end(self, joint: Joint) -> End:
        """May the cards end here? As far as this machine knows, with any spare jokers."""
        bits, mask, accepting = self._bits, self._mask, self._accepting
        ends = (
            accepting[joint & mask]
            and accepting[joint >> bits & mask]
            and accepting[joint >> 2 * bits & mask]
            and accepting[joint >> 3 * bits & mask]
        )
        return End.RUNS if ends else End.OPEN

    def maximal(self, joints: Iterable[Joint]) -> tuple[Joint, ...]:
        """The joint states that no other one can stand in for, sorted."""
        return self._order.maximal(joints)

    def forget(self) -> None:
        """Forget the joint states that have been compared."""
        self._order.forget()


@lru_cache(maxsize=4)
def machine(copies: int) -> Machine:
    """The machine for so many copies, made once."""
    return Machine(copies)


class _Order:
    """Which joint state can do all that another can: a simulation, suit by suit.

    A joint state becomes two bit sets over all states of all suits: `own` has the four
    states that it is made of, `over` all states that can stand in for one of these. Then
    y can stand in for x just when y's own bits lie within x's over bits.
    """

    def __init__(self, runs: list[tuple[int, int, int]], bits: int) -> None:
        size = len(runs)
        over = _simulation(runs)
        strength = [sum(over[x] >> y & 1 for x in range(size)) for y in range(size)]
        self._bits = bits
        self._mask = (1 << bits) - 1
        # for each suit and state: minus its strength, and its part of `own` and of `over`
        self._parts = [
            [(-strength[i], 1 << size * suit + i, over[i] << size * suit) for i in range(size)]
            for suit in range(SUIT_COUNT)
        ]
        self._known: dict[Joint, tuple[int, Joint, int, int]] = {}

    def maximal(self, joints: Iterable[Joint]) -> tuple[Joint, ...]:
        known = self._known
        ranked = [known.get(joint) or self._rank(joint) for joint in joints]
        # a state comes after all that can stand in for it, so one pass is enough
        ranked.sort()
        kept: list[int] = []
        best: list[Joint] = []
        for _, joint, own, over in ranked:
            for other in kept:
                if other & over == other:
                    break
            else:
                kept.append(own)
                best.append(joint)
        best.sort()
        return tuple(best)

    def forget(self) -> None:
        self._known.clear()

    def _rank(self, joint: Joint) -> tuple[int, Joint, int, int]:
        bits, mask = self._bits, self._mask
        clubs, diamonds, hearts, spades = self._parts
        weak0, own0, over0 = clubs[joint & mask]
        weak1, own1, over1 = diamonds[joint >> bits & mask]
        weak2, own2, over2 = hearts[joint >> 2 * bits & mask]
        weak3, own3, over3 = spades[joint >> 3 * bits & mask]
        rank = (
            weak0 + weak1 + weak2 + weak3,
            joint,
            own0 | own1 | own2 | own3,
            over0 | over1 | over2 | over3,
        )
        self._known[joint] = rank
        return rank


def _open_runs(copies: int) -> list[tuple[int, int, int]]:
    counts = range(copies + 1)
    return [run for run in product(counts, counts, counts) if sum(run) <= copies]


def _steps(run: tuple[int, int, int], count: int) -> list[tuple[int, int, int]]:
    """The open runs after a column with `count` copies, by how many go into sets, from 0."""
    a, b, c = run
    steps = []
    for sets in range(count - a - b + 1):
        spare = count - sets - a - b
        longer = min(c, spare)
        steps.append((spare - longer, a, b + longer))
    return steps


def _simulation(runs: list[tuple[int, int, int]]) -> list[int]:
    """For each suit state the states that can do all it can, as a bit set.

    The greatest relation such that a state that may end is simulated only by such, and
    every step of the one is a step of the other to a state that simulates in turn.
    """
    size = len(runs)
    number = {run: i for i, run in enumerate(runs)}
    copies = max(map(sum, runs))
    steps = [
        # by how many copies go into runs; those beyond what the state needs can all go
        {sum(step): number[step] for step in _steps(run, copies)}
        for run in runs
    ]
    ends = [a == b == 0 for a, b, _ in runs]
    over = [
        {y for y in range(size) if (ends[y] or not ends[x]) and steps[x].keys() <= steps[y].keys()}
        for x in range(size)
    ]
    changed = True
    while changed:
        changed = False
        for x in range(size):
            wrong = {
                y for y in over[x] if any(steps[y][m] not in over[steps[x][m]] for m in steps[x])
            }
            if wrong:
                over[x] -= wrong
                changed = True
    return [sum(1 << y for y in ys) for ys in over]


def _set_sums(copies: int) -> dict[Vector, tuple[tuple[int, ...], ...]]:
    """What sets can take from one column, with the sets; the fewest sets of each sum."""
    sums: dict[Vector, tuple[tuple[int, ...], ...]] = {NONE: ()}
    todo = [NONE]
    for total in todo:  # grows as it goes
        a, b, c, d = total
        for shape, (w, x, y, z) in _SHAPE_VECTORS:
            more = (a + w, b + x, c + y, d + z)
            if max(more) <= copies and more not in sums:
                sums[more] = (*sums[total], shape)
                todo.append(more)
    return sums


_SHAPE_VECTORS: Final[tuple[tuple[tuple[int, ...], Vector], ...]] = tuple(
    (shape, (int(0 in shape), int(1 in shape), int(2 in shape), int(3 in shape)))
    for shape in SET_SHAPES
)
