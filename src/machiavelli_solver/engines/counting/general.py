"""The general machine: every open run by itself, with its jokers by name.

The plain machine counts open runs by length alone, and lets long runs go on before new ones
start. That is not enough when a meld may hold only so many jokers, when jokers are pinned to
the cards they stand for, or when runs go around the corner. This machine keeps for each open
run its length (up to three), its jokers, and whether it holds a natural card, and it tries
every way to go on. It is slower, and used only under rules that need it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from .machine import SUIT_COUNT, End, Joint, Machine, Move, Vector, machine

_LONG: Final = 3
_BITS: Final = 20
"""Bits for the number of one suit's state in a joint state."""

_MASK: Final = (1 << _BITS) - 1
_SEAM_SHIFT: Final = _BITS * SUIT_COUNT


class OpenRun(NamedTuple):
    """An open run, as far as it matters for what comes."""

    length: int
    """1, 2, or 3 for three and more."""
    jokers: int
    """How many jokers it holds, where there is a limit; else 0."""
    natural: bool
    """Does it hold a natural card?"""

    @property
    def complete(self) -> bool:
        """May it end here?"""
        return self.length == _LONG and self.natural


class Seam(NamedTuple):
    """What runs that go around the corner, from the ace on to the 2, can be made of.

    Args:
        naturals: for each suit how many natural queens, kings, aces and 2s there are.
        jokers: how many jokers there are.
        most: how many such runs a suit can have.
    """

    naturals: tuple[Vector, ...]
    jokers: int
    most: int


SuitState: TypeAlias = tuple[OpenRun, ...]
"""The open runs of one suit, sorted."""


class Plan(NamedTuple):
    """What a column does to the open runs of a suit.

    Args:
        goes_on: for each open run ``"natural"`` or ``"joker"``: the card that it goes on
            with, or ``""``: it ends.
        new: the first cards of the runs that start.
    """

    goes_on: tuple[str, ...]
    new: tuple[str, ...]


class GeneralMachine:
    """The machine for jokers by name.

    Args:
        copies: the most copies of a natural card.
        jokers: how many jokers there are in all.
        limit: how many a meld may hold; None for any number.
        seam: what runs around the corner can be made of; None where no run goes there.
        end: what is known of the melds where the cards may end.
    """

    def __init__(
        self,
        copies: int,
        jokers: int,
        limit: int | None,
        seam: Seam | None,
        end: End = End.SETS,
    ) -> None:
        self.plain: Machine = machine(copies)
        self.joker_base = jokers + 1
        self.label_count = self.plain.column_count * self.joker_base**SUIT_COUNT
        self.limit = limit if limit is not None and limit < jokers else None
        self.seam = seam
        self._end = end
        self._states: list[SuitState] = []
        self._numbers: dict[SuitState, int] = {}
        self._steps: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self._covers: dict[tuple[int, int, bool], bool] = {}
        self._none: int
        self.forget()

    def start(self, runs: Vector, in_runs: Vector) -> tuple[Joint, ...]:
        """The joint states to start from: these low aces, or every way to go around."""
        if self.seam is not None:
            seams = [_pack(each) for each in self._seams(self.seam, 0, self.seam.jokers)]
            return tuple(seam << _SEAM_SHIFT | seam for seam in seams)
        states = []
        for count, jokers in zip(runs, in_runs, strict=True):
            cards = ["natural"] * (count - jokers) + ["joker"] * jokers
            states.append(self._number(_sorted(self.first(card) for card in cards)))
        return (_pack(states),)

    def moves(self, joint: Joint, label: int) -> list[Move]:
        """Where a column leads; its jokers in runs are not put into sets."""
        code, column = divmod(label, self.plain.column_count)
        cells = self.plain.columns[column]
        base = self.joker_base
        in_runs = (code % base, code // base % base, code // base**2 % base, code // base**3)
        seam = joint >> _SEAM_SHIFT << _SEAM_SHIFT
        suits = [*zip(_unpack(joint), cells, in_runs, strict=True)]
        # by suit, what each number of cards in sets leads to
        after = [
            [self._after(state, n - k, jokers) for k in range(n + 1)] for state, n, jokers in suits
        ]
        one, two, three, four = after
        moves: list[Move] = []
        for sets in self.plain.fits(column):
            a, b, c, d = one[sets[0]], two[sets[1]], three[sets[2]], four[sets[3]]
            if a and b and c and d:
                for w, x, y, z in product(a, b, c, d):
                    packed = w | x << _BITS | y << 2 * _BITS | z << 3 * _BITS
                    moves.append((seam | packed, sets))
        return moves

    def successors(self, joints: Iterable[Joint], label: int) -> set[Joint]:
        """Where a column leads from any of several joint states."""
        return {after for joint in joints for after, _ in self.moves(joint, label)}

    def maximal(self, joints: Iterable[Joint]) -> tuple[Joint, ...]:
        """The joint states that no other one can stand in for, sorted."""
        # only states with the same seam can compare
        groups: dict[int, list[tuple[int, ...]]] = {}
        for joint in sorted(joints):
            numbers = _unpack(joint)
            seam = joint >> _SEAM_SHIFT
            seams = _unpack(seam)
            kept = groups.setdefault(seam, [])
            if not any(self._can_do(other, numbers, seams) for other in kept):
                kept[:] = [other for other in kept if not self._can_do(numbers, other, seams)]
                kept.append(numbers)
        return tuple(
            sorted(
                seam << _SEAM_SHIFT | _pack(numbers)
                for seam, kept in groups.items()
                for numbers in kept
            )
        )

    def end(self, joint: Joint) -> End:
        """May the cards end here? The open runs must be those that went around the corner."""
        seam = _unpack(joint >> _SEAM_SHIFT)
        return self._end if self._stands_in(_unpack(joint), seam) else End.OPEN

    def forget(self) -> None:
        """Forget the open runs that were met, and with them what all joint states mean."""
        self._states.clear()
        self._numbers.clear()
        self._steps.clear()
        self._covers.clear()
        self._none = self._number(())

    def suit_states(self, joint: Joint) -> list[SuitState]:
        """The open runs of each suit."""
        return [self._states[number] for number in _unpack(joint)]

    def seam_states(self, joint: Joint) -> list[SuitState]:
        """The runs of each suit that came around the corner."""
        return [self._states[number] for number in _unpack(joint >> _SEAM_SHIFT)]

    def plan(self, before: SuitState, naturals: int, jokers: int, after: SuitState) -> Plan:
        """A way from some open runs of a suit to others."""
        for state, plan in self._ways(before, naturals, jokers):
            if state == after:
                return plan
        raise AssertionError("a move has a plan")

    def _stands_in(self, numbers: Iterable[int], others: Iterable[int]) -> bool:
        """Have all suits open runs that can be those that came around the corner?"""
        return all(self._covers_suit(a, b, True) for a, b in zip(numbers, others, strict=True))

    def _can_do(
        self, numbers: tuple[int, ...], others: tuple[int, ...], seams: tuple[int, ...]
    ) -> bool:
        """Can all suits do what they can in another joint state with the same seam?"""
        for number, other, seam in zip(numbers, others, seams, strict=True):
            if number != other and not self._covers_suit(number, other, seam != self._none):
                return False
        return True

    def _covers_suit(self, number: int, other: int, exact: bool) -> bool:
        """Can one suit's open runs do all that others can?

        Each of the others needs one that can do what it can; those that are over must be
        able to end. A longer run with fewer jokers can do all that a shorter one can, but
        where runs go around the corner those that must go on have to be the same.
        """
        known = self._covers.get((number, other, exact))
        if known is None:
            known = _match(self._states[number], self._states[other], exact)
            self._covers[number, other, exact] = known
        return known

    def _after(self, number: int, naturals: int, jokers: int) -> tuple[int, ...]:
        key = (number, naturals, jokers)
        after = self._steps.get(key)
        if after is None:
            ways = self._ways(self._states[number], naturals, jokers)
            # in an order that does not hang on which states were met first
            states = sorted({state for state, _ in ways})
            after = self._steps[key] = tuple(map(self._number, states))
        return after

    def _ways(
        self, runs: SuitState, naturals: int, jokers: int
    ) -> Iterator[tuple[SuitState, Plan]]:
        """Every way to lay so many cards at the open runs of a suit."""
        for goes_on in _choices(runs, naturals, jokers):
            longer = [
                self.longer(run, card) for run, card in zip(runs, goes_on, strict=True) if card
            ]
            new = ["natural"] * (naturals - goes_on.count("natural"))
            new += ["joker"] * (jokers - goes_on.count("joker"))
            if all(run is not None for run in longer):
                after = [run for run in longer if run is not None]
                after += [self.first(card) for card in new]
                yield _sorted(after), Plan(goes_on, tuple(new))

    def first(self, card: str) -> OpenRun:
        """The open run that a card starts."""
        joker = card == "joker"
        return OpenRun(1, int(joker and self.limit is not None), not joker)

    def longer(self, run: OpenRun, card: str) -> OpenRun | None:
        """An open run with a card more; None when it holds too many jokers then."""
        joker = card == "joker"
        jokers = run.jokers + (joker and self.limit is not None)
        if self.limit is not None and jokers > self.limit:
            return None
        return OpenRun(min(run.length + 1, _LONG), jokers, run.natural or not joker)

    def _seams(self, seam: Seam, suit: int, jokers: int) -> Iterator[tuple[int, ...]]:
        """The runs that may go around the corner in each suit from this one on."""
        if suit == SUIT_COUNT:
            yield ()
            return
        for runs in self._suit_seams(seam.naturals[suit], seam.most, jokers):
            spent = self._jokers_in(runs, seam.naturals[suit])
            for more in self._seams(seam, suit + 1, jokers - spent):
                yield (self._number(runs), *more)

    def _suit_seams(self, have: Vector, most: int, jokers: int) -> list[SuitState]:
        kinds = [
            OpenRun(length, held, natural)
            for length in (1, 2, 3)
            for held in range((self.limit or 0) + 1)
            for natural in (False, True)
            if self.limit is None or length == _LONG or natural == (held < length)
        ]
        found: list[SuitState] = [()]
        layer: list[SuitState] = [()]
        for _ in range(most):
            grown = {_sorted((*runs, kind)) for runs in layer for kind in kinds}
            layer = sorted(runs for runs in grown if self._jokers_in(runs, have) <= jokers)
            found += layer
        return found

    def _jokers_in(self, runs: SuitState, have: Vector) -> int:
        """How many jokers runs around the corner hold at least, the 2s included."""
        queens, kings, aces, twos = have
        short = max(0, len(runs) - aces)
        short += max(0, sum(run.length > 1 for run in runs) - kings)
        short += max(0, sum(run.length > 2 for run in runs) - queens)
        named = sum(
            run.jokers if self.limit is not None else (0 if run.natural else run.length)
            for run in runs
        )
        return max(short, named) + max(0, len(runs) - twos)

    def _number(self, state: SuitState) -> int:
        number = self._numbers.get(state)
        if number is None:
            number = self._numbers[state] = len(self._states)
            self._states.append(state)
        return number


def _match(runs: SuitState, others: SuitState, exact: bool) -> bool:
    """Is there for each of the other runs a run of its own that can do as much?"""
    if not others:
        return all(run.complete for run in runs)
    other, rest = others[0], others[1:]
    for i, run in enumerate(runs):
        tried = i > 0 and runs[i - 1] == run
        if not tried and _does(run, other, exact) and _match(runs[:i] + runs[i + 1 :], rest, exact):
            return True
    return False


def _does(run: OpenRun, other: OpenRun, exact: bool) -> bool:
    if exact and not run.complete:
        return run == other
    if exact and not other.complete:
        return False
    return (
        run.length >= other.length and run.jokers <= other.jokers and run.natural >= other.natural
    )


def _sorted(runs: Iterable[OpenRun]) -> SuitState:
    return tuple(sorted(runs))


def _pack(numbers: Iterable[int]) -> Joint:
    return sum(number << _BITS * suit for suit, number in enumerate(numbers))


def _unpack(joint: Joint) -> tuple[int, ...]:
    return tuple(joint >> _BITS * suit & _MASK for suit in range(SUIT_COUNT))


@lru_cache(maxsize=50_000)
def _choices(runs: SuitState, naturals: int, jokers: int) -> tuple[tuple[str, ...], ...]:
    """Which card each run goes on with; those that are not complete must."""
    if not runs:
        return ((),)
    found = []
    first, rest = runs[0], runs[1:]
    if first.complete:
        found += [("", *more) for more in _choices(rest, naturals, jokers)]
    if naturals:
        found += [("natural", *more) for more in _choices(rest, naturals - 1, jokers)]
    if jokers:
        found += [("joker", *more) for more in _choices(rest, naturals, jokers - 1)]
    return tuple(found)
