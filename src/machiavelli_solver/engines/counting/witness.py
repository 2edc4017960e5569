"""The machine for positions where spare jokers may have nowhere to go.

It keeps apart whether a natural card lies in a run, the *witness* that any number of spare
jokers can be laid. Without one, all natural cards must lie in sets, and each joker must be
used by name. It has more states than the plain machine, and is asked only when the plain
one's best answer has no witness: near-empty tables, mostly.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .machine import End, Joint, Machine, Move, Vector

_WITNESS: Final = 1


class WitnessMachine:
    """The plain machine with one bit more, the lowest, in its joint states: the witness.

    As long as it is not set, all runs hold jokers only, and must be made witnesses in
    time. A run that begins with three jokers is no use: they can be laid as spare ones.
    """

    def __init__(self, machine: Machine) -> None:
        self.label_count = machine.column_count**2
        self.plain = machine

    def start(self, runs: Vector, in_runs: Vector) -> tuple[Joint, ...]:
        """The joint states in which so many runs have just started, some with a joker."""
        witness = _WITNESS if runs != in_runs else 0
        return tuple(joint << 1 | witness for joint in self.plain.start(runs))

    def moves(self, joint: Joint, label: int) -> list[Move]:
        """Where a column leads; its jokers in runs are not put into sets.

        The label has both: see `JokerUse`.
        """
        plain = self.plain
        code, column = divmod(label, plain.column_count)
        cells, in_runs = plain.columns[column], plain.columns[code]
        witness = joint & _WITNESS
        moves: list[Move] = []
        for to, sets in plain.moves(joint >> 1, column):
            naturals = [n - k - jokers for n, k, jokers in zip(cells, sets, in_runs, strict=True)]
            if min(naturals) < 0:
                continue
            if witness or any(naturals):
                moves.append((to << 1 | _WITNESS, sets))
            elif not any(longer for _, _, longer in plain.open_runs(to)):
                moves.append((to << 1, sets))
        return moves

    def successors(self, joints: Iterable[Joint], label: int) -> set[Joint]:
        """Where a column leads from any of several joint states."""
        return {after for joint in joints for after, _ in self.moves(joint, label)}

    def maximal(self, joints: Iterable[Joint]) -> tuple[Joint, ...]:
        """The joint states that none of the same case can stand in for, sorted."""
        cases: tuple[list[Joint], list[Joint]] = ([], [])
        for joint in joints:
            cases[joint & _WITNESS].append(joint >> 1)
        return tuple(
            sorted(
                joint << 1 | witness
                for witness, case in enumerate(cases)
                if case
                for joint in self.plain.maximal(case)
            )
        )

    def forget(self) -> None:
        """Forget what the plain machine can find again."""
        self.plain.forget()

    def end(self, joint: Joint) -> End:
        """May the cards end here, and with or without a witness?"""
        end = self.plain.end(joint >> 1)
        # without a witness an accepted state has no open run at all
        return end if joint & _WITNESS or end is End.OPEN else End.SETS
