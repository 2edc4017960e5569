"""What jokers can do in one column, under two readings.

*In normal form* (`NormalForm`), for ordinary rules. Two facts keep jokers cheap then; both are
proven in ``docs/jokers.md``. It is enough to let a joker be either a copy of a card in a run,
as long as the column then holds no more copies of a card than the machine has, or a member
of a set, without a suit; a set with jokers is no more than natural cards taken off the column.
And an arrangement with a run that holds a natural card takes any number of jokers more, so
jokers that are not needed cost no search: they are laid at the end.

*By name* (`ByName`), for rules that care which meld a joker lies in: every joker has its
place, pinned ones that of the card they stand for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Final, Protocol, TypeAlias

from ...cards import KING
from .machine import MIN_RUN, NONE, SET_SHAPES, SUIT_COUNT, Column, Vector, machine

JokerSet: TypeAlias = tuple[tuple[int, ...], int]
"""A set with jokers: the suits of its natural cards, and how many jokers it holds."""


@dataclass(frozen=True, slots=True)
class JokerUse:
    """A way to use jokers in one column.

    Args:
        jokers: how many jokers it takes.
        column: what is left for the machine: the natural cards, less those in sets with
            jokers, plus the jokers in runs.
        label: what an automaton's step wants to know: the column, and where jokers are used
            by name also `in_runs`, as one number.
        in_runs: how many jokers stand in for the card of each suit.
        sets: the sets with jokers.
    """

    jokers: int
    column: Column
    label: int
    in_runs: Vector
    sets: tuple[JokerSet, ...]


@lru_cache(maxsize=4096)
def joker_uses(
    copies: int, column: Column, jokers: int, *, spares: bool = False
) -> tuple[tuple[JokerUse, ...], ...]:
    """All ways to use up to so many jokers in a column, by how many they take, from none.

    Args:
        copies: the machine's.
        column: the natural cards.
        jokers: how many jokers there are.
        spares: also those that use a joker more than they need.
    """
    table = machine(copies)
    uses: dict[tuple[int, int], JokerUse] = {}
    for (left, in_sets), sets in _joker_sets(table.columns[column], jokers, spares).items():
        for in_runs in _vectors(jokers - in_sets):
            cells = [n + more for n, more in zip(left, in_runs, strict=True)]
            if max(cells) > copies:
                continue
            if not spares and any(_has_room(each, cells, copies) for each in sets):
                # the same column, with the set's cards in it and the same jokers, does all
                # that this one can do
                continue
            used = in_sets + sum(in_runs)
            rest = table.code(cells)
            if spares:
                label = rest + table.column_count * table.code(in_runs)
                uses.setdefault((label, used), JokerUse(used, rest, label, in_runs, sets))
            elif (rest, 0) not in uses or used < uses[rest, 0].jokers:
                uses[rest, 0] = JokerUse(used, rest, rest, in_runs, sets)
    by_jokers: list[list[JokerUse]] = [[] for _ in range(jokers + 1)]
    for use in uses.values():
        by_jokers[use.jokers].append(use)
    return tuple(map(tuple, by_jokers))


_SHAPES: Final[tuple[JokerSet, ...]] = tuple(
    (suits, jokers)
    for naturals in (1, 2, 3)
    for jokers in range(max(1, 3 - naturals), 5 - naturals)
    for suits in combinations(range(SUIT_COUNT), naturals)
)


def _joker_sets(
    counts: Vector, jokers: int, spares: bool
) -> dict[tuple[Vector, int], tuple[JokerSet, ...]]:
    """Sets with jokers from a column, by what they leave of it and how many jokers they hold.

    Where several collections of sets come to the same, one of them stands for all.
    """
    found: dict[tuple[Vector, int], tuple[JokerSet, ...]] = {(counts, 0): ()}
    todo = [(counts, 0)]
    for left, held in todo:  # grows as it goes
        for shape in _SHAPES:
            suits, n = shape
            if held + n > jokers or not (spares or len(suits) + n == 3):
                continue
            rest = [count - (suit in suits) for suit, count in enumerate(left)]
            key = ((rest[0], rest[1], rest[2], rest[3]), held + n)
            if min(rest) >= 0 and key not in found:
                found[key] = (*found[left, held], shape)
                todo.append(key)
    return found


@lru_cache(maxsize=4096)
def joker_set_totals(counts: Vector, jokers: int) -> tuple[int, ...]:
    """With how many jokers, up to so many, all cards of a column can lie in sets.

    >>> joker_set_totals((1, 1, 0, 0), 2), joker_set_totals((0, 0, 0, 0), 2)
    ((1, 2), (0,))
    """
    shapes = (*_SHAPES, *((shape, 0) for shape in SET_SHAPES))
    seen = {(counts, 0)}
    todo = [(counts, 0)]
    for left, held in todo:  # grows as it goes
        for suits, n in shapes:
            rest = _without(left, suits)
            if min(rest) >= 0 and held + n <= jokers and (rest, held + n) not in seen:
                seen.add((rest, held + n))
                todo.append((rest, held + n))
    return tuple(sorted(held for left, held in seen if not any(left)))


def _has_room(joker_set: JokerSet, cells: list[int], copies: int) -> bool:
    """Could the set lie in the column, its jokers as cards of suits that it lacks?"""
    suits, jokers = joker_set
    free = sum(cells[suit] < copies for suit in range(SUIT_COUNT) if suit not in suits)
    return all(cells[suit] < copies for suit in suits) and free >= jokers


@lru_cache(maxsize=16)
def _vectors(total: int) -> tuple[Vector, ...]:
    """One number a suit, all with this sum at most."""
    return tuple(
        (a, b, c, d) for a, b, c, d in product(range(total + 1), repeat=4) if a + b + c + d <= total
    )


class JokerReading(Protocol):
    """How a search reads jokers."""

    by_name: bool
    """Must every joker be used in some column, or can spare ones be laid at the end?"""

    def uses(self, place: int, cells: Column, low: int) -> tuple[tuple[JokerUse, ...], ...]:
        """The ways to use free jokers in a column, by how many they take, from none.

        Args:
            place: the column: 0 for low aces, 1 for twos, ..., 13 for the other aces.
            cells: its natural cards.
            low: the low aces, as `low_aces` gives them.
        """

    def low_aces(self, most: Vector) -> list[int]:
        """The choices of low aces, natural and pinned, as numbers; 0 is none of them.

        Args:
            most: how many natural ones of each suit there can be.
        """

    def natural_low(self, low: int) -> Column:
        """The natural cards of a choice of low aces."""


class NormalForm:
    """Jokers in normal form.

    Args:
        copies: the machine's.
        jokers: how many free jokers there are; none is pinned.
        by_name: use jokers by name even where none is needed.
    """

    def __init__(self, copies: int, jokers: int, *, by_name: bool) -> None:
        self.by_name = by_name
        self._copies = copies
        self._jokers = jokers

    def uses(self, place: int, cells: Column, low: int) -> tuple[tuple[JokerUse, ...], ...]:
        """See `JokerReading.uses`; all columns are alike."""
        del place, low
        if not self._jokers:
            return ((JokerUse(0, cells, cells, NONE, ()),),)
        return joker_uses(self._copies, cells, self._jokers, spares=self.by_name)

    def low_aces(self, most: Vector) -> list[int]:
        """See `JokerReading.low_aces`."""
        lows = [0]
        for n, unit in zip(most, machine(self._copies).units, strict=True):
            lows = [low + k * unit for low in lows for k in range(n + 1)]
        return lows

    def natural_low(self, low: int) -> Column:
        """All of them."""
        return low


class ByName:
    """Jokers by name, some of them pinned.

    First without spare ones: a set takes a free joker only where it needs it. Where there
    is no other way, with all of them.

    Args:
        copies: the machine's.
        jokers: how many free jokers there are.
        limit: how many jokers a meld may hold; None for any number.
        pinned: 52 counts of jokers that stand for a card.
        most: for how many jokers in all the automaton's machine was made.
        by_name: use all jokers in some column; else spare ones can be laid at the end.
    """

    def __init__(
        self,
        copies: int,
        jokers: int,
        limit: int | None,
        pinned: tuple[int, ...],
        most: int,
        *,
        by_name: bool,
    ) -> None:
        self.by_name = by_name
        self._plain = machine(copies)
        self._jokers = jokers
        self._limit = limit if limit is not None else MAX_SET
        self._pinned = pinned
        self._base = most + 1

    def uses(self, place: int, cells: Column, low: int) -> tuple[tuple[JokerUse, ...], ...]:
        """See `JokerReading.uses`."""
        pinned = _vector(self._pinned[place % KING :: 13])
        if place in (0, KING):
            pinned_low = _digits(low // self._plain.column_count, self._base)
            pinned = pinned_low if place == 0 else _less(pinned, pinned_low)
        return named_uses(
            self._plain.copies,
            cells,
            pinned,
            self._jokers,
            self._limit,
            self._base,
            spares=self.by_name,
        )

    def low_aces(self, most: Vector) -> list[int]:
        """See `JokerReading.low_aces`."""
        ranges = [range(n + 1) for n in (*most, *self._pinned[0::13])]
        lows = []
        for counts in product(*ranges):
            pinned = _digits_code(counts[4:], self._base)
            lows.append(self._plain.code(counts[:4]) + self._plain.column_count * pinned)
        return lows

    def natural_low(self, low: int) -> Column:
        """The lowest digits."""
        return low % self._plain.column_count


@lru_cache(maxsize=16_384)
def named_uses(
    copies: int, cells: Column, pinned: Vector, jokers: int, limit: int, base: int, *, spares: bool
) -> tuple[tuple[JokerUse, ...], ...]:
    """All ways to use up to so many jokers in a column by name, by how many they take.

    Args:
        copies: the machine's.
        cells: the natural cards.
        pinned: how many jokers stand for the card of each suit.
        jokers: how many free jokers there are.
        limit: how many jokers a set may hold.
        base: the base of the digits that stand for jokers in a label.
        spares: also sets that use a joker more than they need.
    """
    table = machine(copies)
    found: dict[tuple[int, int], JokerUse] = {}
    counts = table.columns[cells]
    for (left, rest, held), sets in _named_sets(counts, pinned, jokers, limit, spares).items():
        for free in _vectors(jokers - held):
            used = held + sum(free)
            in_runs = _vector(n + more for n, more in zip(rest, free, strict=True))
            column = table.code(left)
            label = column + table.column_count * _digits_code(in_runs, base)
            found.setdefault((label, used), JokerUse(used, column, label, in_runs, sets))
    by_jokers: list[list[JokerUse]] = [[] for _ in range(jokers + 1)]
    for use in found.values():
        by_jokers[use.jokers].append(use)
    return tuple(map(tuple, by_jokers))


def _named_sets(
    counts: Vector, pinned: Vector, jokers: int, limit: int, spares: bool
) -> dict[tuple[Vector, Vector, int], tuple[JokerSet, ...]]:
    """Sets with jokers, by the naturals and pinned jokers left and the free ones held."""
    found: dict[tuple[Vector, Vector, int], tuple[JokerSet, ...]] = {(counts, pinned, 0): ()}
    todo = [(counts, pinned, 0)]
    for key in todo:  # grows as it goes
        left, rest, held = key
        for naturals, stand, free in _NAMED_SHAPES:
            if len(stand) + free > limit or held + free > jokers:
                continue
            if not spares and free and len(naturals) + len(stand) + free > MIN_RUN:
                continue
            after = (_without(left, naturals), _without(rest, stand), held + free)
            if min(*after[0], *after[1]) >= 0 and after not in found:
                found[after] = (*found[key], (naturals, len(stand) + free))
                todo.append(after)
    return found


MAX_SET: Final = SUIT_COUNT

_NAMED_SHAPES: Final[tuple[tuple[tuple[int, ...], tuple[int, ...], int], ...]] = tuple(
    (naturals, stand, free)
    for size in (3, 4)
    for n in range(1, size)
    for naturals in combinations(range(SUIT_COUNT), n)
    for k in range(size - n + 1)
    for stand in combinations(sorted(set(range(SUIT_COUNT)) - set(naturals)), k)
    for free in [size - n - k]
)
"""Sets with jokers: the suits of natural cards, those of pinned jokers, and free jokers."""


def _without(counts: Vector, suits: tuple[int, ...]) -> Vector:
    return _vector(n - (suit in suits) for suit, n in enumerate(counts))


def _less(counts: Vector, taken: Vector) -> Vector:
    return _vector(n - k for n, k in zip(counts, taken, strict=True))


def _vector(numbers: Iterable[int]) -> Vector:
    a, b, c, d = numbers
    return (a, b, c, d)


def _digits(code: int, base: int) -> Vector:
    return (code % base, code // base % base, code // base**2 % base, code // base**3)


def _digits_code(digits: Iterable[int], base: int) -> int:
    return sum(n * base**i for i, n in enumerate(digits))
