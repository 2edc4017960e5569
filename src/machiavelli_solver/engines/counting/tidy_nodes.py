"""How much there is to be tried for a tidiest layout: a search that knows little beforehand.

`tidiest` looks at each suit for itself before, and hardly needs to try anything. Here all suits go
together from column to column, with a bound for what is still to come that takes all equal
cards as alike, and how many places are looked at tells how difficult a puzzle is. It is also what
the other is held against. There are no jokers.

The columns are read as everywhere, but which cards go is known, and which run a card is laid
at matters now. So a place in the search has another kind of state: for each suit its open
runs, each with its length, the meld before whose next card it waits for, and whether it is so
far that meld and nothing else. What a suit can do in a column does not hang on the others, but
for the cards that it leaves to sets, so it is found once for each of its states. Places are
taken in the order of what they cost, the farthest first among equals; what costs more cuts to
do in a column is put off until that is due.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from heapq import heappop, heappush
from itertools import combinations, product
from typing import Final, NamedTuple, TypeAlias

from ...cards import KING
from ...errors import EffortError, EngineError
from ..layout import Layout, Lying
from .jokers import joker_set_totals
from .machine import MIN_RUN, NONE, SUIT_COUNT, Vector
from .tidy_suits import CUT, NO_WAY

EFFORT: Final = 30_000
"""How many states are looked at before the search is given up.

That takes about a second. It is no time that is measured, so that the same layout has the same
answer on every machine.
"""

_LAST: Final = KING + 1
"""The place of the high aces; 1 is that of the low ones."""

_FREE: Final = 0
"""In place of the number of a meld before: none."""

_Run: TypeAlias = int
"""An open run, what is to be known of it to go on, packed into one number:

- bits 0 and 1, its length: 3 for all that are longer;
- bit 2, whether it starts with the low ace, so that it cannot end with the high one;
- from `_WAITS` on, the meld before whose next card would be joined to it as it was before;
- from `_WHOLE` on, the meld before of which it is all up to here, and nothing else.
"""

_LENGTH: Final = 3
_LOW: Final = 1 << 2
_SHAPE: Final = _LENGTH | _LOW
"""What of a run is not about melds before."""

_WAITS: Final = 8
_WHOLE: Final = 20
_MELD: Final = (1 << 12) - 1

_Runs: TypeAlias = tuple[_Run, ...]

_Copy: TypeAlias = int
"""A card to be laid: the number of the meld before that it lay in."""

_Copies: TypeAlias = tuple[_Copy, ...]


class _Way(NamedTuple):
    """What one suit can do in one column.

    Args:
        cost: what that costs.
        runs: its open runs afterwards.
        left: the cards that are left to sets, or in the first column to the last one.
    """

    cost: int
    runs: _Runs
    left: _Copies


_Ways: TypeAlias = dict[int, dict["_Shape", list[_Way]]]
"""Ways by how many cards are left, then by the lengths of runs that they lead to; the cheapest one
first."""


_Members: TypeAlias = tuple[tuple[int, _Copy], ...]
"""The cards of a set: the suit of each, and the card."""


_Shape: TypeAlias = tuple[int, int, int]
"""How many open runs of a suit have one card, two, three or more."""

_Shapes: TypeAlias = tuple[_Shape, _Shape, _Shape, _Shape]


class _Row(NamedTuple):
    """Lengths of runs that a suit can have after a column, and at what cost."""

    shape: _Shape
    cost: int


_Rows: TypeAlias = dict[int, list[_Row]]
"""Rows by how many cards are left to sets."""


class _Place(NamedTuple):
    """A place in the search.

    Args:
        place: the column to read next.
        runs: the open runs of each suit.
        aces: the aces of each suit that are not low.
    """

    place: int
    runs: tuple[_Runs, ...]
    aces: tuple[_Copies, ...]


class _Onward(NamedTuple):
    """What can be done in a column that leads to certain lengths of runs.

    Args:
        ways: what each suit can do for it, the cheapest first.
        ahead: what is to be paid after it at least.
    """

    ways: tuple[list[_Way], list[_Way], list[_Way], list[_Way]]
    ahead: int


_Known: TypeAlias = tuple[int, tuple[_Runs, ...], tuple[tuple[int, ...], ...]]
"""A place that was reached: its cost and runs, and these without the melds before."""


class Searched(NamedTuple):
    """What a search went through, and what it found.

    Args:
        nodes: how many entries it took from its heap.
        cuts: how many joins are not kept.
        touched: how many melds do not lie there as they were.
    """

    nodes: int
    cuts: int
    touched: int


def tidy_nodes(layout: Layout) -> Searched | None:
    """Search for the tidiest layout, and tell how much was looked at.

    A measure of how much there is to be tried that is the same on every machine.

    Returns:
        That, or None: the cards have no partition.

    Raises:
        EffortError: it was not found with the effort that it is worth.
        EngineError: aces go around the corner.

    >>> from machiavelli_solver.rules import Rules
    >>> cards = tuple(int(card in (3, 4, 5, 6)) for card in range(52))
    >>> tidy_nodes(Layout(rules=Rules(), cards=cards, lying=(Lying(4, (3, 4, 5)),)))
    Searched(nodes=14, cuts=0, touched=1)
    """
    if layout.rules.aces == "around":
        raise EngineError("the tidiest layout is not known where aces go around the corner")
    return _Search(layout).best()


class _Search:
    """The search for one layout."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._lying = (Lying(0, ()), *layout.lying)
        # for each suit and place: the runs before that go on to it, and that start there
        self._links: dict[tuple[int, int], list[int]] = {}
        self._starts: dict[tuple[int, int], list[int]] = {}
        self._sets_before: dict[int, list[int]] = {}
        # the last place of each run before
        self._ends: list[int] = []
        copies: dict[int, list[_Copy]] = {}
        for number, meld in enumerate(self._lying):
            self._ends.append(meld.start + len(meld.cards) - 1)
            natural = max(meld.cards, default=-1)
            for i, card in enumerate(meld.cards):
                cell = (natural // KING, meld.start + i)
                copies.setdefault(card, []).append(number)
                if meld.start:
                    (self._links if i else self._starts).setdefault(cell, []).append(number)
            if meld.cards and not meld.start:
                place = _place_of_sets(natural % KING + 1)
                self._sets_before.setdefault(place, []).append(number)
        # the cards of each suit and rank
        self._cards: list[list[_Copies]] = []
        for suit in range(SUIT_COUNT):
            row: list[_Copies] = [()]
            for card in range(KING * suit, KING * suit + KING):
                lay = copies.get(card, [])
                free = [_FREE] * (layout.cards[card] - len(lay))
                row.append((*free, *lay))
            self._cards.append(row)
        self._ways_of = cache(self._ways)
        self._sets_of = cache(self._sets)
        self._counts: list[Vector] = [NONE]
        for rank in range(1, KING + 1):
            a, b, c, d = (len(self._cards[suit][rank]) for suit in range(SUIT_COUNT))
            self._counts.append((a, b, c, d))
        self._aces_of = cache(_sizes)
        self._effort = 0
        self._known_least: dict[tuple[_Shapes, int, Vector], tuple[int, bool]] = {}
        self._vectors_of = cache(self._vectors)
        self._rows_of = cache(self._rows)

    def best(self) -> Searched | None:
        """The search: the first end that is taken is the best."""
        # what is due at least, minus the place, a number; the place, what it costs; and what
        # may have been due when it was looked at last
        heap: list[tuple[int, int, int, _Place, int, int]] = []
        known: dict[tuple[int, tuple[_Copies, ...]], list[_Known]] = {}
        pushed = taken = 0
        for cost, after in self._first():
            heappush(heap, (cost, -after.place, pushed, after, cost, -1))
            pushed += 1
        while heap:
            due, _, number, here, cost, done = heappop(heap)
            taken += 1
            if here.place > _LAST:
                return Searched(taken, cost // CUT, cost % CUT)
            if done < 0 and self._is_known(here, cost, known):
                continue
            # all with so many cuts at once, however many melds it touches
            limit = (due - cost) // CUT * CUT + CUT - 1
            onward, later = self._onward(here, done, limit)
            for each in onward:
                for paid, after in self._steps_of(here, each):
                    more = cost + paid
                    heappush(heap, (more + each.ahead, -after.place, pushed, after, more, -1))
                    pushed += 1
            if later < NO_WAY:
                heappush(heap, (cost + later, -here.place, number, here, cost, limit))
        return None

    def _first(self) -> Iterator[tuple[int, _Place]]:
        """The places after the low aces, and what they cost."""
        low = self._layout.rules.aces != "high"
        every: list[list[_Way]] = []
        for suit in range(SUIT_COUNT):
            ways = self._ways_of(suit, 1, (), self._cards[suit][1])
            flat = [way for each in ways.values() for some in each.values() for way in some]
            every.append([way for way in flat if low or not way.runs])
        for chosen in product(*every):
            runs, aces = tuple(way.runs for way in chosen), tuple(way.left for way in chosen)
            yield sum(way.cost for way in chosen), _Place(2, runs, aces)

    def _ways_at(self, here: _Place) -> list[_Ways]:
        """What each suit can do in the next column."""
        place = here.place
        return [
            self._ways_of(
                suit,
                place,
                here.runs[suit],
                here.aces[suit] if place == _LAST else self._cards[suit][place],
            )
            for suit in range(SUIT_COUNT)
        ]

    def _is_known(
        self,
        here: _Place,
        cost: int,
        known: dict[tuple[int, tuple[_Copies, ...]], list[_Known]],
    ) -> bool:
        """Was a place reached before that can do all that this one can, and costs no more?"""
        shapes = tuple([_shape(runs) for runs in here.runs])
        others = known.setdefault((here.place, here.aces), [])
        for less, runs, other in others:
            if other == shapes and _can_do(runs, less, here.runs, cost):
                return True
        others.append((cost, here.runs, shapes))
        return False

    def _onward(self, here: _Place, done: int, limit: int) -> tuple[list[_Onward], int]:
        """What can be done in the next column, by the lengths of runs that it leads to.

        Args:
            here: the place.
            done: all that is due with so much, or less, has been done.
            limit: what may be due now.

        Returns:
            What is due now, and what is due at least of all else.
        """
        place = here.place
        aces = self._aces_of(here.aces)
        counts = aces if place == _LAST else self._counts[place]
        ways0, ways1, ways2, ways3 = self._ways_at(here)
        onward: list[_Onward] = []
        later = NO_WAY
        for vector, in_sets in self._vectors_of(place, counts):
            a, b, c, d = vector
            if a not in ways0 or b not in ways1 or c not in ways2 or d not in ways3:
                continue
            for groups in product(
                ways0[a].items(), ways1[b].items(), ways2[c].items(), ways3[d].items()
            ):
                (one, first), (two, second), (three, third), (four, fourth) = groups
                cost = first[0].cost + second[0].cost + third[0].cost + fourth[0].cost + in_sets
                if cost > limit:
                    later = min(later, cost)
                    continue
                ahead = self._least((one, two, three, four), place + 1, aces, limit - cost)
                if cost + ahead > limit:
                    later = min(later, cost + ahead)
                elif cost + ahead > done:
                    onward.append(_Onward((first, second, third, fourth), ahead))
        return onward, later

    def _steps_of(self, here: _Place, each: _Onward) -> Iterator[tuple[int, _Place]]:
        """All that comes to certain lengths of runs: what it costs, and where it leads."""
        for first, second, third, fourth in product(*each.ways):
            lefts = (first.left, second.left, third.left, fourth.left)
            sets = self._sets_of(here.place, lefts)
            if sets is not None:
                runs = (first.runs, second.runs, third.runs, fourth.runs)
                cost = first.cost + second.cost + third.cost + fourth.cost + sets
                yield cost, _Place(here.place + 1, runs, here.aces)

    # --- one suit in one column

    def _ways(self, suit: int, place: int, runs: _Runs, copies: _Copies) -> _Ways:
        """All that a suit can do in a column, but for ways that another can stand in for."""
        cell = (suit, place)
        base = CUT * len(self._links.get(cell, ())) + len(self._starts.get(cell, ()))
        found = sorted(self._laid(cell, runs, copies))
        ways: _Ways = {}
        kept: dict[tuple[object, ...], list[_Way]] = {}
        for way in found:
            if place == _LAST and not self._ends_well(way):
                continue
            others = kept.setdefault((_shape(way.runs), way.left), [])
            if any(other.cost + _lost(other.runs, way.runs) <= way.cost for other in others):
                continue
            others.append(way)
            group = ways.setdefault(len(way.left), {})
            group.setdefault(_lengths(way.runs), []).append(way._replace(cost=way.cost + base))
        return ways

    def _ends_well(self, way: _Way) -> bool:
        """May the cards end with a way?"""
        if self._layout.rules.aces == "low" and way.runs:
            return False
        return all(run & _LENGTH == MIN_RUN for run in way.runs)

    def _laid(self, cell: tuple[int, int], runs: _Runs, copies: _Copies) -> Iterator[_Way]:
        """All ways to lay some copies at runs, to begin runs with them, or to leave them.

        The cost is less by what it would be if nothing were kept.
        """
        _, place = cell
        starts = self._starts.get(cell, ())
        # what a copy is for the runs that it is laid at
        waits = [self._waits(copy, place) << _WAITS for copy in copies]
        todo: list[tuple[int, int, int, _Runs, bool]]
        todo = [(0, 0, 0, (), False)]
        while todo:
            at, taken, cost, laid, stopped = todo.pop()
            if at < len(runs):
                run = runs[at]
                whole = run >> _WHOLE
                goes_on = whole and place <= self._ends[whole]
                if run & _LENGTH == MIN_RUN:
                    # the meld before is broken off; or it is done, and lies there as it was
                    could = not run & _LOW and (goes_on or not whole)
                    broken = cost + 1 if goes_on else cost
                    todo.append((at + 1, taken, broken, laid, bool(stopped or could)))
                if run & _LOW and place == _LAST:
                    continue
                for i, copy in enumerate(copies):
                    bit = 1 << i
                    if taken & bit or (i and copies[i - 1] == copy and not taken & bit >> 1):
                        continue  # taken, or like the one before it
                    longer = run & _LOW | min((run & _LENGTH) + 1, MIN_RUN)
                    waited = run >> _WAITS & _MELD
                    more = cost
                    if waited and copy == waited:
                        more -= CUT
                        if whole == waited:
                            longer |= whole << _WHOLE
                        elif whole:
                            more += 1
                    elif whole:
                        more += 1
                    longer |= waits[i]
                    todo.append((at + 1, taken | bit, more, (*laid, longer), stopped))
                continue
            rest = [i for i in range(len(copies)) if not taken >> i & 1]
            seen = set()
            for count in range(len(rest) + 1):
                for begun in combinations(rest, count):
                    kinds = tuple(copies[i] for i in begun)
                    if kinds in seen:
                        continue
                    seen.add(kinds)
                    if stopped and any(copy not in starts for copy in kinds):
                        # a run that could have gone on: there is no need to begin another
                        continue
                    new, more = list(laid), cost
                    for i in begun:
                        copy = copies[i]
                        run = waits[i] | 1 | (_LOW if place == 1 else 0)
                        if copy in starts:
                            run |= copy << _WHOLE
                            more -= 1
                        new.append(run)
                    left = [copies[i] for i in rest if i not in begun]
                    yield _Way(more, tuple(sorted(new)), self._left(place, left))

    def _left(self, place: int, left: list[_Copy]) -> _Copies:
        """The copies that are left: to sets, where only the sets before matter."""
        if place > 1 and left:
            sets = self._sets_before.get(place, ())
            left = [copy if copy in sets else _FREE for copy in left]
        return tuple(sorted(left))

    def _waits(self, meld: int, place: int) -> int:
        """The meld before of which a card is, if that goes on after it."""
        lies = self._lying[meld].start
        return meld if lies and lies <= place < self._ends[meld] else _FREE

    # --- sets

    def _sets(self, place: int, left: tuple[_Copies, ...]) -> int | None:
        """What the cheapest sets of what the suits have left cost."""
        before = self._sets_before.get(place, [])
        cards = tuple([(suit, copy) for suit in range(SUIT_COUNT) for copy in left[suit]])
        costs = [self._cost_of_sets(before, sets) for sets in self._partitions(cards)]
        return min(costs, default=None)

    def _partitions(self, cards: _Members) -> Iterator[tuple[_Members, ...]]:
        """All ways to part cards into sets."""
        if not cards:
            yield ()
            return
        first, others = cards[0], cards[1:]
        for size in range(MIN_RUN - 1, SUIT_COUNT):
            for chosen in combinations(range(len(others)), size):
                members = (first, *(others[i] for i in chosen))
                if len({suit for suit, _ in members}) > size:
                    rest = tuple(card for i, card in enumerate(others) if i not in chosen)
                    for more in self._partitions(rest):
                        yield (members, *more)

    def _cost_of_sets(self, before: list[int], sets: tuple[_Members, ...]) -> int:
        """What becomes of the sets before."""
        cost = sum(CUT * self._lying[meld].joins + 1 for meld in before)
        for members in sets:
            for meld, stay in Counter(copy for _, copy in members).items():
                if meld in before:
                    size = len(self._lying[meld].cards)
                    cost -= CUT * (stay - 1) + (stay == size == len(members))
        return cost

    # --- what is still to come

    def _least(self, shapes: _Shapes, place: int, aces: Vector, limit: int) -> int:
        """What is still to be paid at least from a place on; `NO_WAY` if there is no end.

        That is what there would be to pay if all equal cards were as good as another: as many
        joins of runs are kept then as there are, or as runs go on; as many runs lie there as
        they did as there were, or as runs begin; and as many cards of sets lie in sets again
        as there are, or as lie in sets at all.

        Args:
            shapes: the lengths of the open runs of each suit.
            place: the column to read next.
            aces: how many aces of each suit are not low.
            limit: when it is more than that, something less but more than that will do.
        """
        if place > _LAST:
            return 0 if all(map(_can_end, shapes)) else NO_WAY
        key = (shapes, place, aces)
        found, exact = self._known_least.get(key, (0, False))
        if exact or found > limit:
            return found
        self._effort += 1
        if self._effort > EFFORT:
            raise EffortError("the tidiest layout was not found with the effort that it is worth")
        counts = aces if place == _LAST else self._counts[place]
        rows_of = self._rows_of
        rows0 = rows_of(0, place, shapes[0], counts[0])
        rows1 = rows_of(1, place, shapes[1], counts[1])
        rows2 = rows_of(2, place, shapes[2], counts[2])
        rows3 = rows_of(3, place, shapes[3], counts[3])
        best, most = NO_WAY, limit
        for (a, b, c, d), in_sets in self._vectors_of(place, counts):
            if in_sets > most:
                best = min(best, in_sets)
                break  # they are sorted
            if a not in rows0 or b not in rows1 or c not in rows2 or d not in rows3:
                continue
            for one in rows0[a]:
                for two in rows1[b]:
                    two_cost = in_sets + one.cost + two.cost
                    if two_cost > most:
                        best = min(best, two_cost)
                        break
                    for three in rows2[c]:
                        three_cost = two_cost + three.cost
                        if three_cost > most:
                            best = min(best, three_cost)
                            break
                        for four in rows3[d]:
                            cost = three_cost + four.cost
                            if cost > most:
                                best = min(best, cost)
                                break
                            after = (one.shape, two.shape, three.shape, four.shape)
                            ahead = self._least(after, place + 1, aces, most - cost)
                            if cost + ahead < best:
                                best = cost + ahead
                                most = min(most, best - 1)
        self._known_least[key] = (best, best <= limit or best >= NO_WAY)
        return best

    def _vectors(self, place: int, counts: Vector) -> list[tuple[Vector, int]]:
        """How many cards of each suit can lie in sets, the cheapest first.

        Each with what is to be paid at least.
        """
        a, b, c, d = (range(n + 1) for n in counts)
        found = []
        for vector in product(a, b, c, d):
            if joker_set_totals(vector, 0):
                found.append((vector, self._least_in_sets(place, vector)))
        found.sort(key=lambda each: each[1])
        return found

    def _rows(self, suit: int, place: int, shape: _Shape, count: int) -> _Rows:
        """What a suit can do in a column, by how many cards it leaves to sets."""
        ones, twos, longs = shape
        links = len(self._links.get((suit, place), ()))
        starts = len(self._starts.get((suit, place), ()))
        rows: _Rows = {}
        for left in range(count + 1):
            spare = count - left - ones - twos
            if spare < 0:
                continue
            # long runs go on first, but where runs lie there that begin here
            most = min(longs, spare)
            for on in range(max(0, min(most, spare - starts)), most + 1):
                begun = spare - on
                kept = min(links, ones + twos + on)
                cost = CUT * (links - kept) + max(0, starts - begun)
                rows.setdefault(left, []).append(_Row((begun, ones, twos + on), cost))
        for each in rows.values():
            each.sort(key=lambda row: row.cost)
        return rows

    def _least_in_sets(self, place: int, in_sets: tuple[int, ...]) -> int:
        """What is to be paid at least for sets when so many cards of each suit lie in sets."""
        before = self._sets_before.get(place)
        if not before:
            return 0
        members = [[card // KING for card in self._lying[meld].cards] for meld in before]
        were = [sum(suit in suits for suits in members) for suit in range(SUIT_COUNT)]
        out = [max(0, n - k) for n, k in zip(were, in_sets, strict=True)]
        # a set that is gone altogether has one cut less than cards
        gone = sum(all(out[suit] for suit in suits) for suits in members)
        touched = sum(any(not in_sets[suit] for suit in suits) for suits in members)
        return max(0, sum(out) - gone) * CUT + touched


def _shape(runs: _Runs) -> tuple[int, ...]:
    """What of open runs is not about melds before."""
    return tuple(sorted([run & _SHAPE for run in runs]))


def _can_do(mine: tuple[_Runs, ...], cost: int, theirs: tuple[_Runs, ...], more: int) -> bool:
    """Can a place with runs of the same shapes do all that another can, and cost no more?"""
    for some, others in zip(mine, theirs, strict=True):
        if some != others:
            cost += _lost(some, others)
    return cost <= more


def _lost(mine: _Runs, theirs: _Runs) -> int:
    """What it can cost to do with some runs what could be done with others of their shapes."""
    if mine == theirs:
        return 0
    left = list(mine)
    lost = 0
    for run in theirs:
        if run in left:
            left.remove(run)
        else:
            lost += (CUT if run >> _WAITS & _MELD else 0) + (run >> _WHOLE > 0)
    return lost + sum(run >> _WHOLE > 0 for run in left)


def _lengths(runs: _Runs) -> tuple[int, int, int]:
    """How many runs there are of each length."""
    lengths = [run & _LENGTH for run in runs]
    return (lengths.count(1), lengths.count(2), lengths.count(3))


def _can_end(shape: _Shape) -> bool:
    """May the cards end with runs of these lengths?"""
    return not shape[0] and not shape[1]


def _sizes(copies: tuple[_Copies, ...]) -> Vector:
    a, b, c, d = map(len, copies)
    return (a, b, c, d)


def _place_of_sets(rank: int) -> int:
    """The column in which the sets of a rank are: of aces the last one."""
    return _LAST if rank == 1 else rank
