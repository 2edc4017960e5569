"""The deterministic column automaton, built as it is walked.

A state is a set of joint states of a machine, of which only the maximal ones are kept. It
is a small integer that means something within one automaton only. State 0 is the dead one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable
from typing import Final, Protocol, TypeAlias

from .machine import End, Joint, Machine, Move, Vector, machine

State: TypeAlias = int
DEAD: Final[State] = 0

STATE_LIMIT: Final = 60_000
"""How many states a lazy automaton remembers between positions, about 20 MB of them."""

JOINT_LIMIT: Final = 150_000
"""The same for the joint states that these are made of, which may be many each."""

STEP_LIMIT: Final = 300_000
"""How many steps a lazy automaton remembers between positions, about 30 MB of them."""

MOST_AUTOMATA: Final = 8
"""How many lazy automata, of different machines, a thread keeps."""


class ColumnMachine(Protocol):
    """A machine that reads columns and may go several ways at each; see `Machine`."""

    label_count: int

    @property
    def plain(self) -> Machine:
        """The plain machine, for its columns and sets."""

    def start(self, runs: Vector, in_runs: Vector) -> tuple[Joint, ...]:
        """The joint states in which so many runs have just started, some with a joker."""

    def moves(self, joint: Joint, label: int) -> list[Move]:
        """Where a column leads, and what it puts into sets each time; see `JokerUse.label`."""

    def successors(self, joints: Iterable[Joint], label: int) -> set[Joint]:
        """Where a column leads from any of several joint states."""

    def maximal(self, joints: Iterable[Joint]) -> tuple[Joint, ...]:
        """The joint states that no other one can stand in for, sorted."""

    def end(self, joint: Joint) -> End:
        """May the cards end here?"""

    def forget(self) -> None:
        """Forget what can be found again."""


class Automaton(Protocol):
    """What the search walks on: a deterministic machine, its states small integers.

    Attributes:
        label_count: how many labels `step` takes.
        memo: the states that steps were found to lead to, by ``state * label_count + label``.
            To look here first is faster than to call `step`, which fills it.
    """

    label_count: int
    memo: dict[int, State]

    def start(self, runs: Vector, in_runs: Vector) -> State:
        """The state in which so many runs have just started, some with a joker."""

    def step(self, state: State, label: int) -> State:
        """The state after a column."""

    def end(self, state: State) -> End:
        """May the cards end here?"""

    def trim(self) -> None:
        """Forget when there is much; called between two positions."""


class LazyAutomaton:
    """A machine made deterministic, its states made when a position asks for them.

    It is bounded: `trim`, called between two positions, forgets all when there is much.
    """

    def __init__(self, machine: ColumnMachine) -> None:
        self.machine = machine
        self._joints: list[tuple[Joint, ...]] = []
        self._numbers: dict[tuple[Joint, ...], State] = {}
        self._ends: list[End] = []
        self._held = 0
        self.label_count = machine.label_count
        self.memo: dict[int, State] = {}
        self._forget()

    def start(self, runs: Vector, in_runs: Vector) -> State:
        """The state in which so many runs have just started, some with a joker."""
        return self._number(self.machine.maximal(self.machine.start(runs, in_runs)))

    def step(self, state: State, label: int) -> State:
        """The state after a column."""
        key = state * self.label_count + label
        after = self.memo.get(key)
        if after is None:
            after = self.memo[key] = self._number(step(self.machine, self._joints[state], label))
        return after

    def end(self, state: State) -> End:
        """May the cards end here?"""
        return self._ends[state]

    def trim(self) -> None:
        """Forget everything when the memory is full; states from before mean nothing then."""
        full = len(self._joints) > STATE_LIMIT or self._held > JOINT_LIMIT
        if full or len(self.memo) > STEP_LIMIT:
            self._forget()

    def _forget(self) -> None:
        self._joints.clear()
        self._numbers.clear()
        self._ends.clear()
        self.memo.clear()
        self._held = 0
        self.machine.forget()
        self._number(())

    def _number(self, joints: tuple[Joint, ...]) -> State:
        state = self._numbers.get(joints)
        if state is None:
            state = self._numbers[joints] = len(self._joints)
            self._joints.append(joints)
            self._held += len(joints)
            self._ends.append(max(map(self.machine.end, joints), default=End.OPEN))
        return state


def step(machine: ColumnMachine, joints: tuple[Joint, ...], label: int) -> tuple[Joint, ...]:
    """The step function of the automaton: plainly, all successors, then the maximal ones."""
    after = machine.successors(joints, label)
    return machine.maximal(after) if len(after) > 1 else tuple(after)


class _OfThread(threading.local):
    """What one thread has: an automaton that grows as it is walked cannot be shared."""

    def __init__(self) -> None:
        self.automata: dict[Hashable, LazyAutomaton] = {}


_of_thread: Final = _OfThread()


def lazy_automaton(copies: int) -> LazyAutomaton:
    """The automaton of this thread for so many copies of each card."""
    return automaton_of_thread(copies, lambda: machine(copies))


def automaton_of_thread(key: Hashable, make: Callable[[], ColumnMachine]) -> LazyAutomaton:
    """The automaton of this thread that is known by a key.

    Args:
        key: what tells its machine from all others.
        make: makes the machine, where there is no automaton of it yet.
    """
    automata = _of_thread.automata
    automaton = automata.pop(key, None)
    if automaton is None:
        automaton = LazyAutomaton(make())
        while len(automata) >= MOST_AUTOMATA:
            del automata[next(iter(automata))]  # the one that was not asked for the longest
    automata[key] = automaton
    return automaton
