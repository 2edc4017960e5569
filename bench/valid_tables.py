"""How many multisets of cards partition into valid melds, by number of cards, exactly.

The counting automaton is deterministic but for the aces: how many of each suit are low is
guessed before the first column, so one multiset can be accepted under several guesses. Here
all guesses are carried along: a *bundle* has for each guess the state that the columns so far
lead to. Each multiset has one path through the bundles, so counting it is adding up paths,
from the last column back. Bundles that differ in the names of the suits only count once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, prod
from typing import Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from machiavelli_solver.cards import KING
from machiavelli_solver.engines.counting.machine import SUIT_COUNT, Column
from machiavelli_solver.engines.counting.symmetry import PERMUTATIONS, compose, subgroups, turns
from machiavelli_solver.engines.counting.table import NUMBER_MASK, TURN_SHIFT, table_automaton

Array: TypeAlias = npt.NDArray[np.int64]
States: TypeAlias = npt.NDArray[np.int32]
Keys: TypeAlias = npt.NDArray[np.uint64]
Weigh: TypeAlias = Callable[[int], int]

ALL_RANKS: Final = tuple(range(1, KING + 1))
ACE: Final = 1

CHUNK: Final = 20_000
"""How many bundles are stepped at once: what numpy holds then stays below some 30 MB."""

GATHERED: Final = 1_500_000
"""How many new bundles are gathered before those that are the same are made one."""

NEVER: Final = 200
"""More cards than there are: what a state needs from which the cards cannot end."""

MODULI: Final = (2**52, 2**52 - 1)
"""They have no common divisor, and a sum of 256 smaller numbers fits in 64 bits.

That is as many as a column of two decks can be drawn in. The product of both is near 2^104,
and there are no more ways to draw a number of cards than ``comb(104, 52)``, which is below 2^101.
"""


def each_multiset(copies: int) -> Weigh:
    """Count every multiset once."""
    del copies
    return lambda taken: 1  # noqa: ARG005


def each_draw(copies: int) -> Weigh:
    """Count the ways to draw a multiset from the pack, its equal cards told apart."""
    return lambda taken: comb(copies, taken)


@dataclass(frozen=True, slots=True)
class Walk:
    """The bundles of a pack, layer by layer, and the steps between them.

    Args:
        copies: how many decks there are.
        most: no multiset of more cards is counted.
        columns: for each layer the columns that can be read there.
        steps: for each layer and its columns the bundles of the next layer that they lead
            to, one for each bundle; the last one of the next layer stands for none.
        last: the columns of aces that can be read after the last layer.
        ends: for each bundle of the last layer and each of these, may the cards end there?
    """

    copies: int
    most: int
    columns: list[list[Column]]
    steps: list[States]
    last: list[Column]
    ends: npt.NDArray[np.bool_]

    @property
    def sizes(self) -> list[int]:
        """How many bundles each layer has, up to renaming the suits."""
        return [*(step.shape[1] for step in self.steps), len(self.ends)]

    def count(self, weigh: Callable[[int], Weigh] = each_multiset) -> list[int]:
        """How many multisets of 0, 1, 2, ... cards partition into valid melds.

        Args:
            weigh: how often one counts: `each_multiset` once, `each_draw` for every way to
                draw it.
        """
        weight = weigh(self.copies)
        residues = [self._count(modulus, weight).tolist() for modulus in MODULI]
        return [_by_residues(each) for each in zip(*residues, strict=True)]

    def _count(self, modulus: int, weight: Weigh) -> Array:
        """The counts by number of cards, modulo one number."""
        widest = SUIT_COUNT * self.copies
        counts = np.zeros((len(self.ends), widest + 1), np.int64)
        for i, column in enumerate(self.last):
            size, ways = _drawn(column, self.copies, weight)
            counts[:, size] += ways * self.ends[:, i]
        for columns, steps in zip(reversed(self.columns), reversed(self.steps), strict=True):
            after = np.vstack([counts, np.zeros_like(counts[:1])])
            limit = min(self.most, counts.shape[1] - 1 + widest) + 1
            counts = np.zeros((steps.shape[1], limit), np.int64)
            for column, step in zip(columns, steps, strict=True):
                size, ways = _drawn(column, self.copies, weight)
                part = counts[:, size : size + after.shape[1]]
                part += ways * after[step, : part.shape[1]]
            counts %= modulus
        return counts[0, : self.most + 1]


def walk(
    copies: int,
    *,
    aces: Literal["both", "low"] = "both",
    ranks: Sequence[int] = ALL_RANKS,
    most: int | None = None,
) -> Walk:
    """Walk through all bundles of a pack.

    Args:
        copies: how many decks there are, one or two.
        aces: whether they are low and high, or low only.
        ranks: the ranks that the pack has, 1 is the ace.
        most: how many cards a multiset may have; all of them, unless it is given.

    >>> walk(1, ranks=(12, 13, 1)).count()
    [1, 0, 0, 16, 3, 0, 66, 24, 3, 76, 48, 12, 1]
    """
    pack = _Pack(copies)
    everything = list(pack.all_columns)
    nothing: list[Column] = [0]
    columns = [everything if rank in ranks else nothing for rank in ALL_RANKS]
    guesses, last = nothing, nothing
    if aces == "both":
        guesses = last = columns.pop(0)
    limit = SUIT_COUNT * copies * len(set(ranks)) if most is None else most
    layers = _Layers(pack, guesses, limit)
    steps = [layers.step(each, len(columns) - layer) for layer, each in enumerate(columns)]
    return Walk(copies, limit, columns, steps, last, layers.ends(last))


class _Layers:
    """The bundles of one layer, each a row with the state of each guess."""

    def __init__(self, pack: _Pack, guesses: Sequence[Column], most: int) -> None:
        self._pack = pack
        self._guesses = list(guesses)
        self._most = most
        self._rows: States = pack.starts[np.newaxis, self._guesses]
        # the fewest cards that a bundle of the layer takes, without low aces
        self._used = np.zeros(1, np.int64)
        place = {guess: i for i, guess in enumerate(self._guesses)}
        self._renamed_guesses = [
            np.array([place[pack.renamed_columns[p][guess]] for guess in self._guesses])
            for p in range(len(PERMUTATIONS))
        ]
        # any numbers would do: they make bundles that differ unlikely to have one key, and
        # `_distinct` finds out if they have
        draw = np.random.default_rng(1)
        self._of_state = draw.integers(1, 2**64, pack.state_count, np.uint64)
        self._of_state[0] = 0
        self._of_guess = draw.integers(0, 2**63, len(self._guesses), np.uint64) * 2 + 1

    def step(self, columns: Sequence[Column], left: int) -> States:
        """Go on to the next layer.

        Args:
            columns: what can be read now.
            left: how many columns are read after it, and the aces are one.
        """
        count = len(self._rows)
        keys = np.zeros((len(columns), count), np.uint64)
        gathered: list[tuple[Keys, States]] = []
        for i, column in enumerate(columns):
            for start in range(0, count, CHUNK):
                which, rows = self._read(column, start, left)
                keys[i, start + which], canonical = self._canonical(rows)
                gathered.append(_distinct(keys[i, start + which], canonical))
            if sum(len(found) for found, _ in gathered) > GATHERED:
                gathered = [_merged(gathered)]
        known, self._rows = _merged(gathered)
        steps = np.searchsorted(known, keys).astype(np.int32)
        steps[keys == 0] = len(known)
        used = np.full(len(known) + 1, NEVER, np.int64)
        for i, column in enumerate(columns):
            np.minimum.at(used, steps[i], self._used + self._pack.size(column))
        self._used = used[:-1]
        return steps

    def ends(self, last: Sequence[Column]) -> npt.NDArray[np.bool_]:
        """For each bundle and each column of aces, low and high: may the cards end there?"""
        pack = self._pack
        ends = np.zeros((len(self._rows), len(last)), np.bool_)
        for i, aces in enumerate(last):
            for j, low in enumerate(self._guesses):
                high = pack.less(aces, low)
                if high is not None:
                    ends[:, i] |= pack.ends[pack.steps[high][self._rows[:, j]]]
        return ends

    def _read(self, column: Column, start: int, left: int) -> tuple[Array, States]:
        """Which of some bundles can read a column and still end in time, and what they become."""
        pack = self._pack
        rows = pack.steps[column][self._rows[start : start + CHUNK]]
        used = self._used[start : start + CHUNK] + pack.size(column)
        low = np.array([pack.size(guess) for guess in self._guesses])
        fewest = (pack.needs(left)[rows] + low).min(axis=1) + used
        which = np.flatnonzero(fewest <= self._most)
        return which, rows[which]

    def _canonical(self, rows: States) -> tuple[Keys, States]:
        """Bundles with the suits renamed so that their keys are least, and these keys."""
        best = np.zeros(len(rows), np.uint64)
        chosen = np.zeros(len(rows), np.int64)
        for p, renamed in enumerate(self._pack.renamed_states):
            key = _mixed(
                (self._of_state[renamed[rows]] * self._of_guess[self._renamed_guesses[p]]).sum(
                    axis=1, dtype=np.uint64
                )
            )
            better = (key < best) if p else np.ones(len(rows), np.bool_)
            best[better] = key[better]
            chosen[better] = p
        canonical = np.empty_like(rows)
        for p, renamed in enumerate(self._pack.renamed_states):
            mine = np.flatnonzero(chosen == p)
            canonical[mine[:, np.newaxis], self._renamed_guesses[p]] = renamed[rows[mine]]
        return best, canonical


class _Pack:
    """The table of the engine, its states no longer up to renaming the suits.

    Attributes:
        all_columns: all columns.
        starts: the states that columns of low aces start.
        steps: for each column the states that it leads to, by the state before.
        ends: whether the cards may end in each state.
        renamed_states: for each permutation the states after it.
        renamed_columns: the same for columns.
    """

    def __init__(self, copies: int) -> None:
        self.all_columns = range((copies + 1) ** SUIT_COUNT)
        self._copies = copies
        self._base = copies + 1
        unfolded = _unfolded(copies)
        self.starts, self.steps, self.ends, self.renamed_states = unfolded
        self.state_count = len(self.ends)
        self.renamed_columns = [
            [self._renamed(column, p) for column in self.all_columns] for p in PERMUTATIONS
        ]
        self._counts = [_counts(column, copies) for column in self.all_columns]
        self._sizes = [sum(counts) for counts in self._counts]
        self._needs = self._all_needs()

    def size(self, column: Column) -> int:
        """How many cards a column has."""
        return self._sizes[column]

    def needs(self, left: int) -> npt.NDArray[np.uint8]:
        """At least so many cards are still needed by each state, with so many columns left."""
        return self._needs[min(left, len(self._needs) - 1)]

    def _all_needs(self) -> list[npt.NDArray[np.uint8]]:
        """What states need, by the columns left, until one column more changes nothing."""
        needs = [np.where(self.ends, 0, NEVER).astype(np.uint8)]
        while len(needs) == 1 or not np.array_equal(needs[-1], needs[-2]):
            after = np.full_like(needs[-1], NEVER)
            for column in self.all_columns:
                found = needs[-1][self.steps[column]] + np.uint8(self.size(column))
                np.minimum(after, found, out=after)
            needs.append(after)
        return needs

    def less(self, column: Column, taken: Column) -> Column | None:
        """A column without some of its cards, if it has them."""
        rest = [a - b for a, b in zip(self._counts[column], self._counts[taken], strict=True)]
        return None if min(rest) < 0 else self._column(rest)

    def _renamed(self, column: Column, permutation: Sequence[int]) -> Column:
        renamed = [0] * SUIT_COUNT
        for suit, n in enumerate(_counts(column, self._copies)):
            renamed[permutation[suit]] = n
        return self._column(renamed)

    def _column(self, counts: Sequence[int]) -> Column:
        return sum(n * self._base**suit for suit, n in enumerate(counts))


@lru_cache(maxsize=2)
def _unfolded(
    copies: int,
) -> tuple[States, list[States], npt.NDArray[np.bool_], list[States]]:
    """The table with each state in each permutation: starts, steps, ends, renamed states."""
    automaton = table_automaton(copies)
    table, width = automaton.table, automaton.width
    entries = np.array(table.entries, np.int64).reshape(-1, width)
    starts = np.array(table.starts, np.int64)
    symmetry = np.zeros(len(entries), np.int64)
    for entry in (entries.ravel(), starts):
        symmetry[entry & NUMBER_MASK] = (entry >> TURN_SHIFT) // len(PERMUTATIONS)
    # of the permutations that give a state the first counts, as in the table
    every = range(len(PERMUTATIONS))
    first = np.array([[min(compose(p, s) for s in group) for p in every] for group in subgroups()])
    counted = first == np.arange(len(PERMUTATIONS))
    within = counted.cumsum(axis=1) - 1
    sizes = counted.sum(axis=1)[symmetry]
    offsets = np.cumsum(sizes) - sizes

    def index(number: Array, permutation: Array) -> States:
        places: Array = offsets[number] + within[symmetry[number], permutation]
        return places.astype(np.int32)

    numbers = np.repeat(np.arange(len(entries)), sizes)
    permutations = np.concatenate([np.flatnonzero(counted[group]) for group in symmetry])
    composed = np.array([[compose(p, q) for q in every] for p in every])
    turned, seen_as = np.array(turns()), np.array(automaton.columns)
    steps = []
    for column in range(width):
        entry = entries[numbers, seen_as[permutations, column]]
        steps.append(index(entry & NUMBER_MASK, turned[entry >> TURN_SHIFT, permutations]))
    renamed = [index(numbers, first[symmetry[numbers], composed[p, permutations]]) for p in every]
    return (
        index(starts & NUMBER_MASK, turned[starts >> TURN_SHIFT, 0]),
        steps,
        np.frombuffer(table.ends, np.uint8)[numbers] > 0,
        renamed,
    )


def _mixed(keys: Keys) -> Keys:
    """Numbers of which each bit hangs on many bits of other ones; none is 0.

    The constant and the shifts are those of splitmix64, by Sebastiano Vigna (public domain).
    """
    keys = (keys ^ keys >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    return keys ^ keys >> np.uint64(27) | np.uint64(1)


def _distinct(keys: Keys, rows: States) -> tuple[Keys, States]:
    """Each key once, with its row.

    Raises:
        AssertionError: one key has two different rows; other numbers would have to be drawn.
    """
    order = np.argsort(keys, kind="stable")
    keys, rows = keys[order], rows[order]
    again = np.flatnonzero(keys[1:] == keys[:-1])
    if (rows[again] != rows[again + 1]).any():
        raise AssertionError("two bundles have one key")
    new = np.ones(len(keys), np.bool_)
    new[again + 1] = False
    return keys[new], rows[new]


def _merged(parts: Sequence[tuple[Keys, States]]) -> tuple[Keys, States]:
    return _distinct(*(np.concatenate(each) for each in zip(*parts, strict=True)))


def _counts(column: Column, copies: int) -> list[int]:
    """How many copies of each suit a column has."""
    return [column // (copies + 1) ** suit % (copies + 1) for suit in range(SUIT_COUNT)]


def _drawn(column: Column, copies: int, weight: Weigh) -> tuple[int, int]:
    """How many cards a column has, and how often it counts."""
    counts = _counts(column, copies)
    return sum(counts), prod(map(weight, counts))


def _by_residues(residues: Sequence[int]) -> int:
    """The one number below the product of all moduli that has these residues."""
    number, product = 0, 1
    for residue, modulus in zip(residues, MODULI, strict=True):
        number += product * ((residue - number) * pow(product, -1, modulus) % modulus)
        product *= modulus
    return number
