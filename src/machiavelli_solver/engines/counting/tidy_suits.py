"""One suit of the tidiest layout: what its open runs can come to, column by column.

A run knows the meld before that it follows. Melds have no numbers here that mean anything
elsewhere: those that go on from one column to the next are numbered between these two only. So
columns of many tables are alike, and what was found out about one serves for all: `SuitMachine`
is a lazy automaton, as in `automaton`, but each of its steps tells what it costs.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import Final, NamedTuple, TypeAlias, TypeVar

from ...rules import Aces
from .machine import MIN_RUN

CUT: Final = 1 << 20
"""What a cut costs: more than all melds together that can be touched."""

TOUCH: Final = 1 << 8
"""What a touched meld costs; not 1, so that what suits pay for it can be shared out in parts."""

NO_WAY: Final = 1 << 40
"""More than all cuts."""

EDGE_LIMIT: Final = 400_000
"""With more edges than that a machine forgets all, between two layouts."""

Copy: TypeAlias = int
"""A card to be laid, and where it lay, packed into one number; 0 if that is no matter:

- bit 0, whether a run before starts with it;
- bits 1 and 2, whether it is a joker, and whether that may lie anywhere: see `FREE_JOKER`;
- from `_SET` on, the number of the set before that it is of;
- from `_FROM` on, the number of the run before that it is of, as that comes from the column before;
- from `_ON` on, the number of that run as it goes on to the next column.
"""

Copies: TypeAlias = tuple[Copy, ...]

_STARTS: Final = 1
_JOKER: Final = 2
_ANYWHERE: Final = 4
_SET: Final = 3
_FROM: Final = 9
_ON: Final = 15
_NUMBER: Final = 63
_OF_SET: Final = _NUMBER << _SET

FREE_JOKER: Final = _JOKER
"""A joker that need not lie in this column, and has nothing to keep there.

Where it could as well be taken away it is not laid: it is spare then, and comes to some meld in
the end. So it does not come last in a run of more than three cards, and if it comes first in
a run that has three.
"""

PINNED_JOKER: Final = _JOKER | _ANYWHERE
"""A joker that must lie in this column, as a card of the suit."""

Run: TypeAlias = int
"""An open run, what is to be known of it to go on, packed into one number:

- bits 0 and 1, its length: 3 for all that are longer;
- bit 2, whether it starts with the low ace, so that it cannot end with the high one;
- bit 3, whether it is all of a run before up to here, and nothing else;
- bit 4, whether it must go on, as a free joker comes last;
- bit 5, whether it must end with three cards, as a free joker comes first;
- bit 6, whether it has no natural card, where there are jokers enough for that to matter;
- bits 7 to 10, how many jokers it holds, where a meld may hold so many only;
- from `_WAITS` on, the number of the run before whose next card would be joined to it as before.
"""

_LENGTH: Final = 3
_LOW: Final = 1 << 2
_WHOLE: Final = 1 << 3
_OWES: Final = 1 << 4
_SHORT: Final = 1 << 5
_BARE: Final = 1 << 6
_ONE_JOKER: Final = 1 << 7
_JOKERS: Final = 15 << 7
_SHAPE: Final = (1 << 11) - 1 - _WHOLE
"""What of a run is not about melds before."""

_WAITS: Final = 11

_DONE: Final = _LENGTH | _OWES | _BARE
"""What tells whether a run is a meld: then it is `MIN_RUN`."""

_FULL: Final = _LENGTH | _SHORT
"""What tells whether a run may not go on: then it is this with `MIN_RUN`."""

Runs: TypeAlias = tuple[Run, ...]

Came: TypeAlias = tuple[int, ...]
"""For each open run twice the number, from 1 on, of the open run before that it goes on from, 0
if there is none, and 1 more if a joker was laid."""

Ask: TypeAlias = tuple[Copies, int]
"""What a suit asks from the others: to take some cards to sets, and to leave it free jokers."""


def copy_of_run(came: int, on: int, *, joker: bool = False) -> Copy:
    """A card of a run before.

    Args:
        came: the number of the run as it comes from the column before, 0 if it starts here.
        on: its number as it goes on to the next column, 0 if it ends here.
        joker: whether it is a joker.
    """
    copy = came << _FROM | on << _ON | (0 if came else _STARTS)
    return copy | PINNED_JOKER if joker else copy


def copy_of_set(number: int) -> Copy:
    """A card of a set before, these are numbered from 1 on."""
    return number << _SET


def is_of_run(copy: Copy) -> bool:
    """Is a card of a run before?"""
    return copy >> _FROM > 0 or copy & _STARTS > 0


def is_joker(copy: Copy) -> bool:
    """Is it a joker?"""
    return copy & _JOKER > 0


def set_of(copy: Copy) -> int:
    """The number of the set before that a card is of, or 0."""
    return copy >> _SET & _NUMBER


class Kind(NamedTuple):
    """What of a layout all of its suits have to know.

    Args:
        aces: where an ace can lie in a run.
        jokers: how many free jokers there are.
        limit: how many jokers a meld may hold; None for any number.
        bare: whether there are jokers enough for a run of nothing else.
        spares: whether jokers may be left over; see `FREE_JOKER`.
        lows: whether runs know that they start with the low ace. Without that a run may have
            all cards of a suit and the ace twice, but there are far fewer states.
    """

    aces: Aces
    jokers: int = 0
    limit: int | None = None
    bare: bool = False
    spares: bool = True
    lows: bool = False


class Way(NamedTuple):
    """What the suit can do in one column.

    Args:
        cost: what that costs.
        jokers: how many free jokers are laid.
        runs: its open runs afterwards.
        came: where they come from.
        left: the cards that are left to sets.
    """

    cost: int
    jokers: int
    runs: Runs
    came: Came
    left: Copies


class Outline:
    """How many open runs have one card, two, three or more: what is left of a state then.

    Args:
        ones: runs of one card.
        twos: runs of two cards.
        longs: longer ones.
        used: how many free jokers were laid before.
    """

    __slots__ = ("edges", "longs", "ones", "outline", "twos", "used")

    def __init__(self, ones: int, twos: int, longs: int, used: int) -> None:
        self.ones = ones
        self.twos = twos
        self.longs = longs
        self.used = used
        self.outline = self
        self.edges: dict[CellOutline, Edges[Outline]] = {}


class State:
    """Open runs that the suit can have between two columns.

    Args:
        runs: the runs, in order.
        used: how many free jokers were laid before.
        outline: their lengths, and that.
    """

    __slots__ = ("edges", "outline", "runs", "shape", "used")

    def __init__(self, runs: Runs, used: int, outline: Outline) -> None:
        self.runs = runs
        self.used = used
        self.outline = outline
        self.shape = shape(runs)
        self.edges: dict[Cell, Edges[State]] = {}


S = TypeVar("S", State, Outline)


class Layer:
    """States that the suit can have between two columns.

    Args:
        states: the states, in order.
    """

    __slots__ = ("onward", "states")

    def __init__(self, states: tuple[State, ...]) -> None:
        self.states = states
        self.onward: dict[Cell, Column] = {}


class Column(NamedTuple):
    """What a cell does to a layer.

    Args:
        after: the layer afterwards.
        rows: for each state before, all that can be done: what it costs, what is asked from
            other suits, as which of `Cell.asks`, and the place of the state afterwards.
        came: for each of these where its open runs come from.
    """

    after: Layer
    rows: list[list[tuple[int, int, int]]]
    came: list[list[Came]]


def column_of(edges: list[list[Edge[State]]], layer: Layer, places: dict[State, int]) -> Column:
    """The column of some edges.

    Args:
        edges: for each state before.
        layer: the layer afterwards.
        places: the places of its states.
    """
    return Column(
        layer,
        [[(cost, ask, places[then]) for cost, ask, then, _ in row] for row in edges],
        [[edge[3] for edge in row] for row in edges],
    )


Edge: TypeAlias = tuple[int, int, S, Came]
"""A way from a state to another: what it costs; what is asked from other suits, as which of
`Cell.asks`; the state afterwards, and where its open runs come from."""

Edges: TypeAlias = list[tuple[int, list[Edge[S]]]]
"""Edges by what is asked, the cheapest first."""


class CellOutline(NamedTuple):
    """What is left of a cell for outlines.

    Args:
        cards: how many there are.
        links: how many runs before come here.
        starts: how many start here.
        last: whether it is the last column.
    """

    cards: int
    links: int
    starts: int
    last: bool


class Cell:
    """The cards of the suit in one column.

    Args:
        copies: the cards, in order: natural ones, and pinned jokers.
        homes: the jokers that runs before have there; any joker can be one of these.
        jokers: how many free jokers there are.
        last: whether it is the last column, of the high aces.

    Attributes:
        asks: all that can be asked from other suits, and `places` where each is.
        base: what it costs if nothing is kept.
        outline: what is left of it for outlines.
        ways: all that can be done with open runs, when it has been asked for.
        prices: what has been found to be paid for what is asked, by what that hangs on.
    """

    __slots__ = ("asks", "base", "copies", "homes", "last", "outline", "places", "prices", "ways")

    def __init__(self, copies: Copies, homes: Copies, jokers: int, *, last: bool) -> None:
        self.copies = copies
        self.homes = homes
        self.last = last
        lay = (*copies, *homes)
        links = sum([copy >> _FROM & _NUMBER > 0 for copy in lay])
        starts = sum([copy & _STARTS for copy in lay])
        self.base = CUT * links + TOUCH * starts
        self.asks: tuple[Ask, ...] = tuple(
            (left, free) for left in sorted(_lefts(copies)) for free in range(jokers + 1)
        )
        self.places = {ask: i for i, ask in enumerate(self.asks)}
        self.ways: dict[Runs, list[Way]] = {}
        self.prices: dict[tuple[object, ...], tuple[int, ...]] = {}
        self.outline = CellOutline(len(copies), links, starts, last)


def _runs_of(state: State) -> tuple[Runs, int]:
    return state.runs, state.used


def _by_ask(edges: list[Edge[S]]) -> Edges[S]:
    """Edges by what is asked."""
    by_ask: dict[int, list[Edge[S]]] = {}
    for edge in sorted(edges, key=_cost_of_edge):
        by_ask.setdefault(edge[1], []).append(edge)
    return list(by_ask.items())


def _cost_of_edge(edge: Edge[S]) -> int:
    return edge[0]


class SuitMachine:
    """What a suit can do, found when it is asked for and remembered.

    Args:
        kind: what it has to know of the whole layout.
    """

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self._states: dict[tuple[Runs, int], State] = {}
        self._layers: dict[tuple[State, ...], Layer] = {}
        self._outlines: dict[tuple[int, int, int, int], Outline] = {}
        self._cells: dict[tuple[Copies, Copies, bool], Cell] = {}
        self._firsts: dict[tuple[tuple[tuple[Copy, Copy], ...], Copies, Copies], list[Way]] = {}
        self._edges = 0

    def trim(self) -> None:
        """Forget everything when there is much; states from before mean nothing then."""
        if self._edges > EDGE_LIMIT:
            self._states.clear()
            self._layers.clear()
            self._cells.clear()
            self._firsts.clear()
            self._edges = 0

    def first_ways(
        self, aces: tuple[tuple[Copy, Copy], ...], homes: Copies, last_homes: Copies
    ) -> list[Way]:
        """What the suit can do with its low aces; the high ones are left.

        Args:
            aces: what each ace is as a low one, and as a high one; in order.
            homes: the jokers that runs before have in the place of a low ace.
            last_homes: those that they have in the place of a high one.
        """
        key = (aces, homes, last_homes)
        found = self._firsts.get(key)
        if found is None:
            found = self._firsts[key] = best_ways(self._with_low_aces(*key))
        return found

    def _with_low_aces(
        self, aces: tuple[tuple[Copy, Copy], ...], homes: Copies, last_homes: Copies
    ) -> Iterator[Way]:
        base = TOUCH * (sum([is_of_run(low) for low, _ in aces]) + len(homes))
        no_lows = self.kind.aces == "high"
        for count in range(1 if no_lows else len(aces) + 1):
            for chosen in sorted({*combinations(aces, count)}):
                highs = list(aces)
                for each in chosen:
                    highs.remove(each)
                left = tuple(sorted([high for _, high in highs]))
                if 0 in left and any(set_of(high) for _, high in chosen):
                    continue  # the one that is of no set can be low as well
                # only a run that can come to a high ace need know its low one
                low = bool(left or last_homes or self.kind.jokers)
                # a run before does not go on to its high ace that is low now
                broken = CUT * sum([is_of_run(high) for _, high in chosen])
                lows = tuple([low for low, _ in chosen])
                for copies, jokers in self._with_jokers(lows, homes):
                    if jokers and no_lows:
                        continue
                    cost = base + broken - TOUCH * sum([is_of_run(copy) for copy in copies])
                    yield Way(cost, jokers, *self._with_begun((), copies, low=low), left)

    def state(self, runs: Runs, used: int = 0) -> State:
        """The state with these open runs, and so many free jokers laid before."""
        key = (runs, used)
        found = self._states.get(key)
        if found is None:
            lengths = [run & _LENGTH for run in runs]
            outline = self.outline(lengths.count(1), lengths.count(2), lengths.count(3), used)
            found = self._states[key] = State(runs, used, outline)
        return found

    def cell(self, copies: Copies, homes: Copies = (), *, last: bool = False) -> Cell:
        """The cell with these cards."""
        key = (copies, homes, last)
        found = self._cells.get(key)
        if found is None:
            found = self._cells[key] = Cell(copies, homes, self.kind.jokers, last=last)
        return found

    def layer(self, states: Iterable[State]) -> Layer:
        """The layer of some states."""
        key = tuple(sorted(states, key=_runs_of))
        found = self._layers.get(key)
        if found is None:
            found = self._layers[key] = Layer(key)
        return found

    def column(self, layer: Layer, cell: Cell) -> Column:
        """All that a cell does to a layer."""
        found = layer.onward.get(cell)
        if found is None:
            edges = [
                [edge for _, some in self.edges(state, cell) for edge in some]
                for state in layer.states
            ]
            after = self.layer({edge[2] for row in edges for edge in row})
            places = {state: i for i, state in enumerate(after.states)}
            found = layer.onward[cell] = column_of(edges, after, places)
            self._edges += sum(map(len, edges)) + 1
        return found

    def outline(self, ones: int, twos: int, longs: int, used: int) -> Outline:
        """The outline of so many runs, where so many free jokers were laid before."""
        key = (ones, twos, longs, used)
        found = self._outlines.get(key)
        if found is None:
            found = self._outlines[key] = Outline(*key)
        return found

    def outline_edges(self, outline: Outline, cell: CellOutline) -> Edges[Outline]:
        """All that can be done if equal cards are as good as each other.

        As many joins are kept then as there are, or as runs go on; and as many runs lie there
        as they lay as started there, or as begin. What is asked is to take so many cards to
        sets, and to leave so many free jokers: they are numbered in that order.
        """
        found = outline.edges.get(cell)
        if found is None:
            edges: list[Edge[Outline]] = []
            must = outline.ones + outline.twos
            cards, links, starts, last = cell
            jokers = self.kind.jokers
            free_jokers = range(jokers - outline.used + 1)
            for left, free in product(range(cards + 1), free_jokers):
                spare = cards - left + free - must
                if spare < 0 or (last and self.kind.aces == "low" and must + spare):
                    continue
                for on in range(min(outline.longs, spare) + 1):
                    begun = spare - on
                    if not last or not (begun or outline.ones):
                        cost = CUT * max(0, links - must - on) + TOUCH * max(0, starts - begun)
                        used = outline.used + free
                        after = self.outline(begun, outline.ones, outline.twos + on, used)
                        edges.append((cost, left * (jokers + 1) + free, after, ()))
            found = outline.edges[cell] = _by_ask(edges)
        return found

    def edges(self, state: State, cell: Cell) -> Edges[State]:
        """All that a suit can do in a column, but for ways that another can stand in for."""
        found = state.edges.get(cell)
        if found is None:
            used = state.used
            edges = [
                (cost, cell.places[left, jokers], self.state(runs, used + jokers), came)
                for cost, jokers, runs, came, left in self._best_ways(cell, state.runs)
                if used + jokers <= self.kind.jokers
            ]
            self._edges += len(edges) + 1
            found = state.edges[cell] = _by_ask(edges)
        return found

    def _best_ways(self, cell: Cell, runs: Runs) -> list[Way]:
        """The same with the open runs alone, however many free jokers were laid before."""
        found = cell.ways.get(runs)
        if found is None:
            ways = (
                way
                for copies, jokers in self._with_jokers(cell.copies, cell.homes)
                for way in self._laid(cell, runs, copies, jokers)
            )
            if cell.last:
                ways = (way for way in ways if self._ends_well(way))
            found = cell.ways[runs] = best_ways(ways)
        return found

    def _ends_well(self, way: Way) -> bool:
        """May the cards end with a way?"""
        if self.kind.aces == "low" and way.runs:
            return False
        return all(run & _DONE == MIN_RUN for run in way.runs)

    def _with_jokers(self, copies: Copies, homes: Copies) -> Iterator[tuple[Copies, int]]:
        """The cards of a cell with free jokers, and how many: in all ways to say which is which.

        A joker that is one of a run before can do all that another can.
        """
        yield copies, 0
        if not self.kind.jokers and not homes:
            return
        free_joker = FREE_JOKER if self.kind.spares else PINNED_JOKER
        naturals = tuple([copy for copy in copies if not copy & _JOKER])
        pinned = len(copies) - len(naturals)
        for free in range(self.kind.jokers + 1):
            count = pinned + free
            if not count or (not free and not homes):
                continue
            for home in sorted({*combinations(homes, min(count, len(homes)))}):
                others = count - len(home)
                fixed = min(pinned, others)
                rest = [PINNED_JOKER] * fixed + [free_joker] * (others - fixed)
                yield (*naturals, *home, *rest), free

    def _laid(self, cell: Cell, runs: Runs, copies: Copies, free: int) -> Iterator[Way]:
        """All ways to lay copies at runs, to begin runs with them, or to leave them.

        All free jokers are laid.
        """
        limit = self.kind.limit
        jokers = sum(map(is_joker, copies))
        todo: list[tuple[int, int, int, tuple[tuple[Run, int], ...], bool]]
        todo = [(0, 0, cell.base, (), False)]
        while todo:
            at, taken, cost, laid, stopped = todo.pop()
            if at < len(runs):
                run = runs[at]
                whole, waits = run & _WHOLE, run >> _WAITS
                if run & _DONE == MIN_RUN:
                    # the meld before is broken off; or it is done, and lies there as it was
                    goes_on = whole and waits
                    could = not run & _LOW and limit is None and (goes_on or not whole)
                    broken = cost + TOUCH if goes_on else cost
                    todo.append((at + 1, taken, broken, laid, bool(stopped or could)))
                if run & _FULL == _SHORT | MIN_RUN or (run & _LOW and cell.last):
                    continue
                for i, copy in enumerate(copies):
                    bit = 1 << i
                    if taken & bit or (i and copies[i - 1] == copy and not taken & bit >> 1):
                        continue  # taken, or like the one before it
                    longer = self._longer(run, copy)
                    if limit is not None and (longer & _JOKERS) > limit * _ONE_JOKER:
                        continue
                    more = cost
                    if waits and copy >> _FROM & _NUMBER == waits:
                        more -= CUT
                        longer |= whole
                    elif whole:
                        more += TOUCH
                    came = 2 * at + (3 if copy & _JOKER else 2)
                    todo.append((at + 1, taken | bit, more, (*laid, (longer, came)), stopped))
                continue
            rest = [i for i in range(len(copies)) if not taken >> i & 1]
            seen = set()
            for count in range(len(rest) + 1):
                for begun in combinations(rest, count):
                    kinds = tuple([copies[i] for i in begun])
                    left = [copies[i] for i in rest if i not in begun]
                    if kinds in seen or _wastes_a_set(copies, left):
                        continue
                    seen.add(kinds)
                    if stopped and not all(copy & _STARTS for copy in kinds):
                        # a run that could have gone on: there is no need to begin another
                        continue
                    if jokers - sum(map(is_joker, left)) < free:
                        continue  # all free jokers are laid, and only pinned ones can be left
                    less = TOUCH * sum([copy & _STARTS for copy in kinds])
                    yield Way(cost - less, free, *self._with_begun(laid, kinds), _left(left))

    def _longer(self, run: Run, copy: Copy) -> Run:
        """A run that goes on with a card, what can be said without the meld before."""
        length = run & _LENGTH
        longer = run & (_LOW | _SHORT | _BARE | _JOKERS) | copy >> _ON << _WAITS
        longer |= min(length + 1, MIN_RUN)
        if not copy & _JOKER:
            return longer & ~_BARE
        if self.kind.limit is not None:
            longer += _ONE_JOKER
        if copy == FREE_JOKER and length == MIN_RUN:
            longer |= _OWES
        return longer

    def _with_begun(
        self, laid: tuple[tuple[Run, int], ...], copies: Copies, *, low: bool = False
    ) -> tuple[Runs, Came]:
        """The open runs, and where they come from, when some cards begin runs as well."""
        begun = [(self._begin(copy, low=low), int(is_joker(copy))) for copy in copies]
        runs = sorted([*laid, *begun])
        return tuple([run for run, _ in runs]), tuple([came for _, came in runs])

    def _begin(self, copy: Copy, *, low: bool) -> Run:
        """The run that begins with a card, with the low ace at that."""
        run = copy >> _ON << _WAITS | 1 | (_LOW if low and self.kind.lows else 0)
        if copy & _JOKER:
            if self.kind.limit is not None:
                run |= _ONE_JOKER
            if self.kind.bare:
                run |= _BARE
            if copy == FREE_JOKER:
                run |= _SHORT
        return run | (_WHOLE if copy & _STARTS else 0)


def best_ways(ways: Iterator[Way]) -> list[Way]:
    """The cheapest first, without those that another can stand in for."""
    found: list[Way] = []
    kept: dict[tuple[object, ...], list[Way]] = {}
    for way in sorted(ways):
        others = kept.setdefault((shape(way.runs), way.left, way.jokers), [])
        if not any(other.cost + lost(other.runs, way.runs) <= way.cost for other in others):
            others.append(way)
            found.append(way)
    return found


def shape(runs: Runs) -> tuple[int, ...]:
    """What of open runs is not about melds before."""
    return tuple(sorted([run & _SHAPE for run in runs]))


def lost(mine: Runs, theirs: Runs) -> int:
    """What it can cost to do with some runs what could be done with others of their shapes."""
    if mine == theirs:
        return 0
    left = list(mine)
    cost = 0
    for run in theirs:
        if run in left:
            left.remove(run)
        else:
            cost += (CUT if run >> _WAITS else 0) + (TOUCH if run & _WHOLE else 0)
    return cost + sum([TOUCH for run in left if run & _WHOLE])


def _wastes_a_set(copies: Copies, left: list[Copy]) -> bool:
    """Does a card of a set before lie in a run while an equal one that is of no set goes to a set?

    They can change places, and no join is lost by it.
    """
    of_sets = sum([copy >> _SET & _NUMBER > 0 for copy in copies])
    if not of_sets:
        return False
    kept = sum([copy >> _SET & _NUMBER > 0 for copy in left])
    return kept < of_sets and kept < sum([not copy & _JOKER for copy in left])


def _left(copies: Iterable[Copy]) -> Copies:
    """The copies that are left to sets, where only the sets before matter.

    Whatever jokers are among them, it is pinned ones that are left.
    """
    left = [PINNED_JOKER if copy & _JOKER else copy & _OF_SET for copy in copies]
    return tuple(sorted(left))


def _lefts(copies: Copies) -> set[Copies]:
    """All that can be left to sets."""
    return {
        _left(left)
        for count in range(len(copies) + 1)
        for left in combinations(copies, count)
        if not _wastes_a_set(copies, list(left))
    }


class _OfThread(threading.local):
    """What one thread has: a machine that grows as it is walked cannot be shared."""

    def __init__(self) -> None:
        self.machines: dict[Kind, SuitMachine] = {}


_of_thread: Final = _OfThread()


def suit_machine(kind: Kind) -> SuitMachine:
    """The machine of this thread; see `SuitMachine`."""
    machine = _of_thread.machines.get(kind)
    if machine is None:
        machine = _of_thread.machines[kind] = SuitMachine(kind)
    machine.trim()
    return machine
