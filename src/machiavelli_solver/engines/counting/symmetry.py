"""Renaming suits: the permutations of four suits, and their subgroups.

The column automaton does not care which suit is which. So its table keeps one state of
each kind, the *canonical* one, and a state in use is a canonical one with a permutation:
``p[i]`` is the suit that the canonical state's suit ``i`` stands for. Where several
permutations give the same state (it is symmetric) the first one counts.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import Final, TypeAlias

from .machine import SUIT_COUNT

Permutation: TypeAlias = tuple[int, ...]

PERMUTATIONS: Final[tuple[Permutation, ...]] = tuple(permutations(range(SUIT_COUNT)))
"""All 24, the identity first; a permutation's number is its place here."""

_NUMBER: Final = {p: i for i, p in enumerate(PERMUTATIONS)}


def compose(p: int, q: int) -> int:
    """The number of the permutation that does `q`, then `p`.

    >>> PERMUTATIONS[compose(3, 0)] == PERMUTATIONS[3]
    True
    """
    first, then = PERMUTATIONS[q], PERMUTATIONS[p]
    return _NUMBER[tuple(then[i] for i in first)]


@cache
def subgroups() -> tuple[frozenset[int], ...]:
    """The thirty subgroups of the symmetric group, largest first, as sets of numbers.

    >>> len(subgroups()), len(subgroups()[0]), sorted(subgroups()[-1])
    (30, 24, [0])
    """
    product = [[compose(p, q) for q in range(24)] for p in range(24)]
    found = set()
    for a in range(24):  # two elements generate any subgroup of this group
        for b in range(a, 24):
            group = {0, a, b}
            grown = True
            while grown:
                more = {product[p][q] for p in group for q in group}
                grown = not more <= group
                group |= more
            found.add(frozenset(group))
    return tuple(sorted(found, key=lambda group: (-len(group), sorted(group))))


@cache
def turns() -> tuple[tuple[int, ...], ...]:
    """What a step does to a state's permutation.

    A step leads to a canonical state in a permutation `q`, and that state's symmetries
    are subgroup number `g`. Row ``24 * g + q`` has, for each permutation `p` before the
    step, the first permutation that gives the same state as `p` after `q`. Row 0, of the
    subgroup of all permutations, is that of the dead state: all zero.
    """
    rows: list[tuple[int, ...]] = []
    for group in subgroups():
        first = [min(compose(p, s) for s in group) for p in range(24)]
        rows.extend(tuple(first[compose(p, q)] for p in range(24)) for q in range(24))
    return tuple(rows)


def permuted_columns(base: int) -> tuple[tuple[int, ...], ...]:
    """For each permutation and each column number, the column as the canonical state sees it.

    Args:
        base: the base of column numbers, the machine's.
    """
    rows = []
    for p in PERMUTATIONS:
        row = []
        for code in range(base**SUIT_COUNT):
            counts = [code // base**suit % base for suit in range(SUIT_COUNT)]
            row.append(sum(counts[p[i]] * base**i for i in range(SUIT_COUNT)))
        rows.append(tuple(row))
    return tuple(rows)
