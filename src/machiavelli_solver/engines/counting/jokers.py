"""What jokers can do in one column.

Two facts keep jokers cheap; both are proven in ``docs/jokers.md``.

*Normal form.* It is enough to let a joker be either a copy of a card in a run, as long as
the column then holds no more copies of a card than the machine has, or a member of a set,
without a suit. A set with jokers is no more than natural cards taken off the column.

*Spare jokers.* An arrangement with a run that holds a natural card takes any number of
jokers more. So jokers that are not needed cost no search: they are laid at the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Final, TypeAlias

from .machine import SUIT_COUNT, Column, Vector, machine

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
