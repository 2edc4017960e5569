"""All choices of optional cards that partition, each once: counted, and listed by loss.

`search` looks for one word and may come to it by several ways. Here the automaton is made
wholly deterministic: a node of a column is the *bundle* of all places in the search, low aces,
jokers and state, that one choice of cards can lead to. So each choice has one path through the
nodes, and many choices share a node. The paths from a node on, and the least loss of one, are
found from the last column back; no path is listed that does not come to an end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from heapq import heappop, heappush
from itertools import chain, product
from time import perf_counter
from typing import NamedTuple, TypeAlias

from ...cards import CARD_KINDS, KING
from ...errors import TimeLimitError
from ..problem import NO_CARDS
from .automaton import DEAD, State
from .columns import LAST, Columns
from .jokers import joker_set_totals
from .losses import losses_of
from .machine import NONE, Column, End, Vector

Place: TypeAlias = tuple[int, int, State]
"""The low aces and what there is of a quota, the state, and the jokers used."""

Places: TypeAlias = frozenset[Place]

_Path: TypeAlias = tuple[Vector, "_Path"] | None
"""What the columns use, the newest first."""


class Bundle(NamedTuple):
    """All that one choice of cards can have led to.

    Args:
        places: the places in the search.
        guarded: where jokers are used by name in these.
        in_sets: the numbers of jokers with which all cards so far can lie in sets, as bits.
        used: how many optional cards were chosen, where only so many may be; else 0.
    """

    places: Places
    guarded: Places
    in_sets: int
    used: int


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice that partitions.

    Args:
        used: how many of the optional copies of each card are used.
        jokers_used: how many of the optional jokers are used.
    """

    used: tuple[int, ...]
    jokers_used: int


@dataclass(frozen=True, slots=True)
class _Filling:
    """A choice in one column: its loss, what it uses, and the cards of the column.

    The same choice is made with any number of support cards.
    """

    loss: int
    used: Vector
    cards: tuple[Vector, ...]
    codes: tuple[Column, ...]


@dataclass(slots=True)
class _Node:
    """A bundle of one column: what can be chosen in it, and what that comes to.

    Args:
        edges: for each choice its loss, what it uses and the node it leads to; in the
            last column the number of jokers in place of a node.
        least: the least loss from here to an end.
        count: how many ways there are to one.
    """

    edges: list[tuple[int, Vector, _Node | int]] = field(default_factory=list)
    least: int = 0
    count: int = 0


class Words:
    """All choices of a problem.

    Support cards and support jokers help, and are no part of a choice.

    Args:
        columns: the columns of the problem, and the automaton to walk on.
        guarded: the same with jokers used by name, for choices whose cards can all lie in
            sets, so that spare jokers may have nowhere to go; None where `columns` has that,
            or there are no jokers.
        most: how many optional cards and jokers a choice may use; None for any number.
        deadline: when to give up, as `time.perf_counter` counts.

    Raises:
        TimeLimitError: not all was found until then.
    """

    def __init__(
        self,
        columns: Columns,
        guarded: Columns | None = None,
        *,
        most: int | None = None,
        deadline: float | None = None,
    ) -> None:
        self._most = most
        self._deadline = deadline
        self._columns = columns
        self._guarded = guarded
        # support does not count here: only what is left of the optional cards costs
        self._losses = losses_of(replace(columns.problem, support=NO_CARDS, support_jokers=0))
        self._root = self._walk()

    @property
    def count(self) -> int:
        """How many choices there are."""
        return self._root.count

    def __iter__(self) -> Iterator[Choice]:
        """The choices by their loss, the least first, in the order of `Problem`.

        Raises:
            TimeLimitError: the deadline has passed.
        """
        if not self._root.count:
            return
        # the least loss of an end that is reached through an edge of a node
        heap: list[tuple[int, int, _Node, int, _Path]] = []
        heap.append((self._root.least, 0, self._root, 0, None))
        number = 0
        while heap:
            self._check_time()
            total, _, node, at, path = heappop(heap)
            while True:
                # edges are sorted: the next one waits, this one goes on
                if at + 1 < len(node.edges):
                    more = _through(node.edges[at + 1]) - _through(node.edges[at])
                    number += 1
                    heappush(heap, (total + more, number, node, at + 1, path))
                _, used, after = node.edges[at]
                path = (used, path)
                if isinstance(after, int):
                    yield _choice(path, after)
                    break
                node, at = after, 0

    def _walk(self) -> _Node:
        """Make all nodes, column by column, then count from the last column back."""
        root = _Node()
        layer = {self._first(): root}
        layers = [layer]
        for column in range(1, LAST):
            fillings = self._fillings(column)
            after: dict[Bundle, _Node] = {}
            for bundle, node in layer.items():
                self._check_time()
                for filling in fillings:
                    reached = self._step(bundle, column, filling)
                    if reached is not None:
                        to = after.get(reached)
                        if to is None:
                            to = after[reached] = _Node()
                        node.edges.append((filling.loss, filling.used, to))
            layer = after
            layers.append(layer)
        fillings = self._fillings(LAST)
        ends = cache(lambda place, i: self._ends(self._columns, place, fillings[i]))
        guarded_ends = cache(lambda place, i: self._ends(self._guarded, place, fillings[i]))
        for bundle, node in layer.items():
            self._check_time()
            for i, filling in enumerate(fillings):
                for jokers in self._totals(bundle, i, filling, ends, guarded_ends):
                    cost = self._losses.jokers[self._columns.problem.needed_jokers + jokers]
                    assert cost is not None
                    node.edges.append((filling.loss + cost, filling.used, jokers))
        for layer in reversed(layers):
            for node in layer.values():
                node.edges = [each for each in node.edges if _ways(each)]
                node.edges.sort(key=lambda edge: (_through(edge), edge[1]))
                node.count = sum(map(_ways, node.edges))
                node.least = _through(node.edges[0]) if node.edges else 0
        return root

    def _check_time(self) -> None:
        if self._deadline is not None and perf_counter() > self._deadline:
            raise TimeLimitError("not all was found in the time given")

    def _fillings(self, column: int) -> list[_Filling]:
        """What can be chosen in a column."""
        rank = column % KING
        problem, code = self._columns.problem, self._columns.machine.code
        clubs, diamonds, hearts, spades = self._losses.cards[rank::13]
        needed, support = problem.needed[rank::13], problem.support[rank::13]
        fillings = []
        for w, x, y, z in product(*(range(n + 1) for n in problem.optional[rank::13])):
            cards = tuple(
                _vector(map(sum, zip(needed, (w, x, y, z), more, strict=True)))
                for more in product(*(range(n + 1) for n in support))
            )
            loss = clubs[w] + diamonds[x] + hearts[y] + spades[z]
            fillings.append(_Filling(loss, (w, x, y, z), cards, tuple(map(code, cards))))
        return fillings

    def _first(self) -> Bundle:
        """What there is after the low aces."""
        guarded = frozenset() if self._guarded is None else _first(self._guarded)
        return Bundle(_first(self._columns), guarded, 1 if self._guarded else 0, 0)

    def _step(self, bundle: Bundle, column: int, filling: _Filling) -> Bundle | None:
        """What a choice leads to, if to anything."""
        used = 0 if self._most is None else bundle.used + sum(filling.used)
        if used > (self._most or 0):
            return None
        places = _step(self._columns, bundle.places, column, filling)
        in_sets = bundle.in_sets and self._in_sets(bundle.in_sets, filling)
        guarded: Places = frozenset()
        if self._guarded is not None and in_sets:
            guarded = _step(self._guarded, bundle.guarded, column, filling)
        return Bundle(places, guarded, in_sets, used) if places or guarded else None

    def _in_sets(self, before: int, filling: _Filling) -> int:
        """With how many jokers all cards can lie in sets after a column, as bits."""
        most = self._columns.jokers
        after = 0
        for cards in filling.cards:
            for jokers in joker_set_totals(cards, most):
                after |= before << jokers
        return after & (2 << most) - 1

    def _totals(
        self,
        bundle: Bundle,
        number: int,
        filling: _Filling,
        ends: Callable[[Place, int], frozenset[int]],
        guarded_ends: Callable[[Place, int], frozenset[int]],
    ) -> list[int]:
        """How many of the optional jokers can be used when the cards end with a choice."""
        if bundle.in_sets and self._in_sets(bundle.in_sets, filling):
            totals = {n for place in bundle.guarded for n in guarded_ends(place, number)}
        else:
            totals = {n for place in bundle.places for n in ends(place, number)}
        problem = self._columns.problem
        most = problem.optional_jokers
        if self._most is not None:
            most = min(most, self._most - bundle.used - sum(filling.used))
        return sorted(
            {
                laid - problem.needed_jokers - support
                for laid in totals
                for support in range(problem.support_jokers + 1)
                if 0 <= laid - problem.needed_jokers - support <= most
            }
        )

    def _ends(self, columns: Columns | None, place: Place, filling: _Filling) -> frozenset[int]:
        """How many jokers can be laid in all where the cards end with a choice."""
        assert columns is not None
        memory, state, jokers = place
        most, low = columns.jokers, columns.natural_low(memory)
        totals: set[int] = set()
        for aces in filling.cards:
            rest = _vector(n - taken for n, taken in zip(aces, low, strict=True))
            if min(rest) < 0:
                continue
            uses = columns.last_uses(columns.machine.code(rest), memory)
            for use in chain(*uses[: most + 1 - jokers]):
                if columns.fills_quota(columns.remembered(memory, LAST, filling.used, use)):
                    end, laid = columns.end(state, use), jokers + use.jokers
                    if end is End.RUNS:  # it takes any number of jokers more
                        totals.update(range(laid, most + 1))
                    elif end is End.SETS:
                        totals.add(laid)
        return frozenset(totals)


def _first(columns: Columns) -> Places:
    """All places after the low aces."""
    return frozenset(
        (columns.remembered(low, 0, NONE, use), state, use.jokers)
        for _, _, low in columns.fillings[0]
        for use in chain(*columns.uses_of(0, low))
        if (state := columns.start(low, use)) != DEAD
    )


def _step(columns: Columns, places: Places, column: int, filling: _Filling) -> Places:
    """All places that a choice leads to."""
    automaton, most, by_name = columns.automaton, columns.jokers, columns.reading.by_name
    step, memo, width = automaton.step, automaton.memo, automaton.label_count
    has_quota = columns.problem.quota is not None
    fewest: dict[tuple[int, State], int] = {}
    after: set[Place] = set()
    for code in filling.codes:
        uses = columns.uses_of(column, code)
        labels = [[(use, use.label) for use in each] for each in uses]
        for memory, state, jokers in places:
            base, kept = state * width, memory
            for used, each in enumerate(labels[: most + 1 - jokers], start=jokers):
                for use, label in each:
                    reached = memo.get(base + label)
                    if reached is None:
                        reached = step(state, label)
                    if reached != DEAD:
                        if has_quota:
                            kept = columns.remembered(memory, column, filling.used, use)
                        if by_name:
                            after.add((kept, reached, used))
                        elif fewest.get((kept, reached), most) >= used:
                            fewest[kept, reached] = used
    if by_name:
        return frozenset(after)
    # spare jokers can be laid in the end: fewer of them can do all that more can
    return frozenset((kept, state, used) for (kept, state), used in fewest.items())


def _choice(path: _Path, jokers: int) -> Choice:
    used = [0] * CARD_KINDS
    for column in range(LAST, 0, -1):
        assert path is not None
        used[column % KING :: 13], path = path
    return Choice(tuple(used), jokers)


def _through(edge: tuple[int, Vector, _Node | int]) -> int:
    """The least loss of an end that an edge leads to."""
    loss, _, after = edge
    return loss if isinstance(after, int) else loss + after.least


def _ways(edge: tuple[int, Vector, _Node | int]) -> int:
    """How many ends an edge leads to."""
    after = edge[2]
    return 1 if isinstance(after, int) else after.count


def _vector(numbers: Iterable[int]) -> Vector:
    a, b, c, d = numbers
    return (a, b, c, d)
