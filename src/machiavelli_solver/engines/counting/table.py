"""The whole automaton as a table, for volume: it ships with the package, compressed.

For one and two copies of each card, without jokers, the automaton is finite and small. The
table has a row for each state up to renaming the suits, and in it for each column the state
it leads to and how the suits are turned on the way (`symmetry`). A step is then two
look-ups. Jokers that keep to the normal form (`jokers`) stay inside it.
"""

from __future__ import annotations

import lzma
import sys
from array import array
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from .automaton import State
from .machine import SUIT_COUNT, End, Vector, machine
from .symmetry import permuted_columns, turns

TABLE_COPIES: Final = (1, 2)
"""The numbers of copies that there are tables for."""

TURN_SHIFT: Final = 16
"""An entry is the number of a state, and a turn shifted by so many bits."""

NUMBER_MASK: Final = (1 << TURN_SHIFT) - 1

PERMUTATION_SHIFT: Final = 5
"""A state in use is a permutation of the suits, and the state's number shifted by so much."""

PERMUTATION_MASK: Final = (1 << PERMUTATION_SHIFT) - 1

_MAGIC: Final = b"machiavelli column automaton 1\n\x00"
_FILTERS: Final = [{"id": lzma.FILTER_LZMA2, "preset": 9, "lc": 0, "lp": 2, "pb": 2}]


def table_path(copies: int) -> Path:
    """Where the file for so many copies is."""
    return Path(__file__).with_name(f"automaton-{copies}.xz")


@dataclass(frozen=True, slots=True)
class Table:
    """What a table file holds. States have numbers, the dead one's is 0.

    Args:
        copies: the most copies of one card.
        starts: for each column of low aces the entry of the state that it starts.
        ends: for each state one byte: whether the cards may end there, an `End`.
        entries: for each state and column the entry of the state that it leads to, row
            by row. An entry is a number of a state and a turn, see `TURN_SHIFT`.
    """

    copies: int
    starts: array[int]
    ends: bytes
    entries: array[int]

    def pack(self) -> bytes:
        """The table as the bytes of a file: 32-bit little-endian, then compressed."""
        parts = [_MAGIC, self.copies.to_bytes(4, "little"), len(self.ends).to_bytes(4, "little")]
        for words in (self.starts, self.entries):
            parts.append(_little(words).tobytes())
        parts.append(self.ends)
        return lzma.compress(b"".join(parts), lzma.FORMAT_XZ, lzma.CHECK_CRC32, filters=_FILTERS)

    @classmethod
    def unpack(cls, data: bytes) -> Table:
        """Read the bytes of a file.

        Raises:
            ValueError: they are not those of a table.
        """
        content = memoryview(lzma.decompress(data))
        at = len(_MAGIC)
        if bytes(content[:at]) != _MAGIC:
            raise ValueError("not a table of the column automaton")
        copies, states = (int.from_bytes(content[i : i + 4], "little") for i in (at, at + 4))
        columns = (copies + 1) ** SUIT_COUNT
        words = array("I")
        at += 8
        words.frombytes(content[at : at + 4 * columns])
        starts = _little(words)
        at += 4 * columns
        words = array("I")
        words.frombytes(content[at : at + 4 * columns * states])
        return cls(copies, starts, bytes(content[at + 4 * columns * states :]), _little(words))


def _little(words: array[int]) -> array[int]:
    """Words of this machine as little-endian ones, or the other way about."""
    if words.itemsize != 4:
        raise ValueError("this machine's unsigned int has not 32 bits")
    if sys.byteorder == "big":
        words = words[:]
        words.byteswap()
    return words


class TableAutomaton:
    """The automaton of a table: the same answers as the lazy one, step for step."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.width = (table.copies + 1) ** SUIT_COUNT
        self.columns = permuted_columns(table.copies + 1)
        self.turns = turns()
        self.label_count = self.width
        self.memo: dict[int, State] = {}
        self._starts = {
            runs: self._in_use(table.starts[column], 0)
            for column, runs in enumerate(machine(table.copies).columns)
        }

    def start(self, runs: Vector, in_runs: Vector) -> State:
        """The state in which so many runs have just started; jokers are no matter."""
        del in_runs
        return self._starts[runs]

    def step(self, state: State, label: int) -> State:
        """The state after a column."""
        permutation = state & PERMUTATION_MASK
        seen_as = self.columns[permutation][label]
        entry = self.table.entries[(state >> PERMUTATION_SHIFT) * self.width + seen_as]
        after = self._in_use(entry, permutation)
        self.memo[state * self.width + label] = after
        return after

    def end(self, state: State) -> End:
        """May the cards end here?"""
        return End.RUNS if self.table.ends[state >> PERMUTATION_SHIFT] else End.OPEN

    def trim(self) -> None:
        """Forget the steps that were looked up when there are many of them."""
        if len(self.memo) > STEP_LIMIT:
            self.memo.clear()

    def _in_use(self, entry: int, permutation: int) -> State:
        """The state that an entry leads to from a state in some permutation."""
        turned = self.turns[entry >> TURN_SHIFT][permutation]
        return (entry & NUMBER_MASK) << PERMUTATION_SHIFT | turned


STEP_LIMIT: Final = 100_000
"""How many steps a table remembers as looked up between positions, about 10 MB of them."""


@lru_cache(maxsize=len(TABLE_COPIES))
def table_automaton(copies: int) -> TableAutomaton:
    """The automaton of the table that ships with the package, unpacked once (about 0.1 s)."""
    return TableAutomaton(Table.unpack(table_path(copies).read_bytes()))
