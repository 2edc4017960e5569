"""Build the table files: ``python -m machiavelli_solver.engines.counting.build_table``.

Walks the whole automaton with the step function of the lazy one, a canonical state of
each kind once, and writes what `table` reads. The same input gives the same bytes.
"""

from __future__ import annotations

import argparse
import sys
from array import array
from collections.abc import Callable
from pathlib import Path

from .automaton import step
from .machine import End, Joint, Machine, machine
from .symmetry import PERMUTATIONS, subgroups
from .table import TABLE_COPIES, TURN_SHIFT, Table, table_path

_Joints = tuple[Joint, ...]


class _Canonical:
    """Finds the canonical form of states, and numbers those found, the dead one first."""

    def __init__(self, machine: Machine) -> None:
        self.states: list[_Joints] = [()]
        self.symmetries: list[int] = [0]
        self._machine = machine
        self._numbers: dict[_Joints, int] = {(): 0}
        self._known: dict[_Joints, tuple[int, int]] = {(): (0, 0)}
        self._groups = {group: i for i, group in enumerate(subgroups())}

    def find(self, joints: _Joints) -> tuple[int, int]:
        """A state's canonical number, and the first permutation that makes it the state."""
        known = self._known.get(joints)
        if known is None:
            known = self._known[joints] = self._find(joints)
        return known

    def _find(self, joints: _Joints) -> tuple[int, int]:
        # permutations that sort the suits by what they hold; more than one where two
        # suits hold the same, and then the least result is canonical
        holds = [sorted(each) for each in self._by_suit(joints)]
        candidates = [
            p
            for p, suits in enumerate(PERMUTATIONS)
            if all(holds[suits[i]] <= holds[suits[i + 1]] for i in range(len(suits) - 1))
        ]
        forms = {p: self._unpermuted(joints, p) for p in candidates}
        canonical = min(forms.values())
        number = self._numbers.get(canonical)
        if number is None:
            number = self._numbers[canonical] = len(self.states)
            self.states.append(canonical)
            self.symmetries.append(self._groups[self._stabilizer(canonical)])
        return number, min(p for p, form in forms.items() if form == canonical)

    def _by_suit(self, joints: _Joints) -> list[list[int]]:
        return [self._machine.suit_states(joints, suit) for suit in range(4)]

    def _unpermuted(self, joints: _Joints, p: int) -> _Joints:
        """The state of which `joints` is the one in permutation `p`."""
        suits = self._by_suit(joints)
        rows = zip(*(suits[suit] for suit in PERMUTATIONS[p]), strict=True)
        return tuple(sorted(self._machine.pack(row) for row in rows))

    def _stabilizer(self, joints: _Joints) -> frozenset[int]:
        return frozenset(
            p for p in range(len(PERMUTATIONS)) if self._unpermuted(joints, p) == joints
        )


def build(copies: int, *, progress: Callable[[int, int], None] | None = None) -> Table:
    """Walk the whole automaton.

    Args:
        copies: the most copies of one card.
        progress: called now and then with how many states are done, and are known.
    """
    plain = machine(copies)
    canonical = _Canonical(plain)

    def entry(joints: _Joints) -> int:
        number, permutation = canonical.find(joints)
        return number | (24 * canonical.symmetries[number] + permutation) << TURN_SHIFT

    starts = array("I", [entry(plain.start(column)) for column in plain.columns])
    entries = array("I", [0] * plain.column_count)
    done = 1
    while done < len(canonical.states):
        joints = canonical.states[done]
        for column in range(plain.column_count):
            entries.append(entry(step(plain, joints, column)))
        done += 1
        if progress and not done % 1000:
            progress(done, len(canonical.states))
    ends = bytes(max(map(plain.end, joints), default=End.OPEN) for joints in canonical.states)
    return Table(copies, starts, ends, entries)


def main(arguments: list[str] | None = None) -> int:
    """Build the files for one and two copies, or only for those asked for."""
    parser = argparse.ArgumentParser(
        prog="build_table", description="Build the tables of the column automaton."
    )
    parser.add_argument(
        "--copies", type=int, choices=TABLE_COPIES, nargs="+", default=list(TABLE_COPIES)
    )
    parser.add_argument("--out", type=Path, help="the folder to write to; the package's by default")
    options = parser.parse_args(arguments)
    for copies in options.copies:
        path = table_path(copies) if options.out is None else options.out / table_path(copies).name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = build(copies, progress=_report).pack()
        path.write_bytes(data)
        print(f"\r{path}: {len(data)} bytes")
    return 0


def _report(done: int, known: int) -> None:
    print(f"\r{done} of {known} states", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
