"""Many positions at once, in numpy: do counts of cards, without jokers, partition into melds.

The same automaton and the same low aces as `decide`, one array operation a look-up.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from ...rules import Rules
from .machine import machine
from .table import NUMBER_MASK, PERMUTATION_MASK, PERMUTATION_SHIFT, TURN_SHIFT, table_automaton

Counts: TypeAlias = npt.NDArray[np.uint8]
"""Shape (n, 4, 13): how many copies of each card, by suit and rank, the ace first."""

CHUNK: Final = 16_384
"""How many positions are read at a time: their states stay in the processor's cache."""


class _Reader:
    """The table of one number of copies as numpy arrays."""

    def __init__(self, copies: int) -> None:
        automaton = table_automaton(copies)
        self.copies = copies
        self.width = automaton.width
        self.entries = np.frombuffer(automaton.table.entries, dtype=np.uint32)
        self.ends = np.frombuffer(automaton.table.ends, dtype=np.uint8) != 0
        self.seen_as = np.array(automaton.columns, dtype=np.intp).ravel()
        self.turns = np.array(automaton.turns, dtype=np.intp).ravel()
        self.units = np.array(machine(copies).units, dtype=np.uint8)
        states = [automaton.start(low, (0, 0, 0, 0)) for low in machine(copies).columns]
        self.starts = np.array(states, dtype=np.intp)
        sets = [column in machine(copies).set_sums for column in machine(copies).columns]
        self.sets = np.array(sets)


@lru_cache(maxsize=2)
def _reader(copies: int) -> _Reader:
    return _Reader(copies)


def decide_all(counts: Counts, rules: Rules, copies: int) -> npt.NDArray[np.bool_]:
    """Which of these positions partition into valid melds?

    Args:
        counts: shape (n, 4, 13), no entry greater than `copies`.
        rules: only what they say of aces matters.
        copies: 1 or 2: which table reads them.

    Returns:
        A bool array of shape (n,).
    """
    reader = _reader(copies)
    valid = np.zeros(len(counts), dtype=np.bool_)
    least, spread = _low_aces(counts, rules)
    guesses = spread.prod(axis=1, dtype=np.intp)
    # the first guess is right for most valid tables; the others are read together after it
    rows = np.flatnonzero(guesses)
    _read_all(reader, counts, rules, rows, least[rows], valid)
    rows = np.flatnonzero(~valid & (guesses > 1))
    more = guesses[rows] - 1
    guess = np.arange(more.sum()) - np.repeat(np.cumsum(more) - more, more) + 1
    rows = np.repeat(rows, more)
    low = np.empty((len(rows), 4), dtype=np.uint8)
    for suit in range(4):
        guess, step = np.divmod(guess, spread[rows, suit])
        low[:, suit] = least[rows, suit] + step
    _read_all(reader, counts, rules, rows, low, valid)
    return valid


def _low_aces(counts: Counts, rules: Rules) -> tuple[Counts, Counts]:
    """The fewest low aces of each suit worth a try, and how many numbers are from there on.

    Shape (n, 4) each; see `decide.low_aces`. No number at all: the aces have no place.
    """
    aces = counts[:, :, 0]
    if rules.aces == "high":
        return np.zeros_like(aces), np.ones_like(aces)
    most = np.minimum(aces, np.minimum(counts[:, :, 1], counts[:, :, 2]))
    least = aces.copy()
    if rules.aces == "both":
        least -= np.minimum(aces, np.minimum(counts[:, :, 11], counts[:, :, 12]))
    least[np.count_nonzero(aces, axis=1) >= 3] = 0
    return least, np.where(least <= most, most - least + 1, 0).astype(np.uint8)


def _read_all(
    reader: _Reader,
    counts: Counts,
    rules: Rules,
    rows: npt.NDArray[np.intp],
    low: Counts,
    valid: npt.NDArray[np.bool_],
) -> None:
    """Mark the rows that are accepted, each with its low aces, as valid."""
    units = reader.units
    for first in range(0, len(rows), CHUNK):
        chunk = rows[first : first + CHUNK]
        # columns[r]: the columns of rank r, a number each
        columns = np.tensordot(units, counts[chunk], axes=(0, 1)).T
        lows = low[first : first + CHUNK] @ units
        columns[0] -= lows
        valid[chunk[_read(reader, columns, lows, high=rules.aces != "low")]] = True


def _read(
    reader: _Reader, columns: npt.NDArray[np.uint8], low: npt.NDArray[np.uint8], *, high: bool
) -> npt.NDArray[np.intp]:
    """Which words are accepted: their places among the columns.

    Args:
        reader: the table.
        columns: shape (13, n): for each rank the words' columns, the low aces taken off.
        low: shape (n,): the columns of the low aces.
        high: whether the aces go on from the kings; if not, they must all lie in sets.
    """
    number = reader.starts.take(low)
    permutation = number & PERMUTATION_MASK
    number >>= PERMUTATION_SHIFT
    alive = np.arange(len(low))
    whole = True
    for place in range(1, 14 if high else 13):
        column = columns[place % 13]
        at = permutation * reader.width
        at += column if whole else column.take(alive)
        number *= reader.width
        number += reader.seen_as.take(at)
        entry = reader.entries.take(number)
        permutation += (entry >> TURN_SHIFT) * 24
        permutation = reader.turns.take(permutation)
        number = (entry & NUMBER_MASK).astype(np.intp)
        if np.count_nonzero(number) < 0.8 * len(number):
            keep = np.flatnonzero(number)
            number, permutation, alive = number[keep], permutation[keep], alive[keep]
            whole = False
    ended = reader.ends.take(number)
    if not high:
        ended &= reader.sets.take(columns[0].take(alive))
    accepted: npt.NDArray[np.intp] = alive[ended]
    return accepted
