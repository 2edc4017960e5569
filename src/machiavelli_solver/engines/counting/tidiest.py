"""The tidiest layout: known cards in valid melds, with the fewest cuts, then melds touched.

The columns are read as everywhere, but which cards go is known, and which run a card is laid
at matters now; `tidy_suits` has what one suit can do. The suits have to do with each other
only by the sets that cards are left to (`tidy_sets`). So what each suit has to pay at least
from each of its states on is found for itself, where cards in sets have prices: suits pay each
other for what it costs them to make a set. What they pay together is what is to be paid at
least. The search takes the places in the order of that, the farthest first among equals; what
costs more to do in a column is put off until that is due. Where this takes long the prices
are improved.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import combinations, product
from time import perf_counter
from typing import Final, NamedTuple, TypeAlias

from ...cards import KING, SUITS, AnyCard, card_of
from ...errors import EffortError, EngineError, TimeLimitError
from ...rules import rank_at
from ..layout import Layout, Lying, Tidy
from .machine import SUIT_COUNT
from .tidy_sets import Before, Set, cheapest_sets, first_prices, prices_of_places
from .tidy_suits import (
    CUT,
    NO_WAY,
    Came,
    Cell,
    Column,
    Copies,
    Copy,
    Runs,
    State,
    Way,
    begin,
    best_ways,
    copy_of_run,
    copy_of_set,
    is_of_run,
    lost,
    suit_machine,
)

EFFORT: Final = 30_000
"""How many steps are looked at before the search is given up.

That takes about a second. It is no time that is measured, so that the same layout has the same
answer on every machine.
"""

_PATIENCE: Final = 80
"""How many places are looked at before the prices are improved."""

_LAST: Final = KING + 1
"""The place of the high aces; 1 is that of the low ones."""

_MOST_TOUCHED: Final = CUT >> 4
"""More than all melds that can be touched. What is to be paid at least and is more than some
cuts by so much is a cut more."""

_Four: TypeAlias = tuple[int, ...]
"""A number for each suit."""


_Option: TypeAlias = tuple[int, int, int, int, Copies, Came]
"""What a suit can do in a column: what that costs more than the best, if cards in sets are worth
their prices; what is to be paid at least with it, without its price; the place of the open runs
afterwards; what it costs now; the cards that are left to sets; where the open runs come from."""


class _Chain:
    """What a suit does when certain aces of it are not low.

    Attributes:
        columns: what it can do at each place from 2 on.
        starts: what each state costs at place 2.
        prices: at each place what is paid for each choice of cards that is left to sets.
        ahead: at each place what is to be paid at least from each state on.
        options: at each place what can be done in each state, when it has been asked for.
    """

    __slots__ = ("ahead", "columns", "options", "prices", "starts")

    def __init__(self, columns: list[Column], starts: list[int]) -> None:
        self.columns = columns
        self.starts = starts
        self.prices: list[list[int]] = []
        self.ahead: list[list[int]] = []
        self.options: list[dict[int, list[_Option]]] = []

    def look_ahead(self, prices: list[list[int]]) -> None:
        """Find what is to be paid at least."""
        self.prices = prices
        self.options = [{} for _ in self.columns]
        then = [0] * len(self.columns[-1].after.runs)
        ahead = [then]
        for column, price in zip(reversed(self.columns), reversed(prices), strict=True):
            rows = column.short
            if any(price):
                then = [
                    min([cost + price[left] + then[i] for cost, left, i in row]) if row else NO_WAY
                    for row in rows
                ]
            else:
                then = [
                    min([cost + then[i] for cost, _, i in row]) if row else NO_WAY for row in rows
                ]
            ahead.append(then)
        ahead.reverse()
        self.ahead = ahead

    def options_at(self, place: int, state: int) -> list[_Option]:
        """What can be done in a column, the best first."""
        found = self.options[place - 2].get(state)
        if found is None:
            column, price = self.columns[place - 2], self.prices[place - 2]
            base, then = self.ahead[place - 2][state], self.ahead[place - 1]
            found = [
                (
                    cost + then[i] + price[left] - base,
                    cost + then[i],
                    i,
                    cost,
                    column.lefts[left],
                    came,
                )
                for cost, left, i, came in column.edges[state]
                if then[i] < _IN_VAIN
            ]
            found.sort()
            self.options[place - 2][state] = found
        return found


_IN_VAIN: Final = NO_WAY >> 1


class _First(NamedTuple):
    """What a suit does with its low aces: what that costs, and what comes of it."""

    cost: int
    chain: int
    state: int
    came: Came


class _Step(NamedTuple):
    """How a place was reached: the number of the step before, and what was done."""

    before: int
    came: tuple[Came, ...]
    sets: tuple[Set, ...]


_Entry: TypeAlias = tuple[int, int, int, _Four, _Four, int, int]
"""A place in the search: what is due at least, minus the column to read next, the number of the
step that led there, the chain and state of each suit, what it costs, and what may have been due
when it was looked at last."""

_NEVER: Final = -NO_WAY


def tidy(layout: Layout, *, seconds: float | None = None) -> Tidy | None:
    """Lay cards in melds that keep the most; see `Tidier` for what goes in and out.

    >>> from machiavelli_solver.rules import Rules
    >>> cards = tuple(int(card in (3, 4, 5, 6)) for card in range(52))
    >>> found = tidy(Layout(rules=Rules(), cards=cards, lying=(Lying(4, (3, 4, 5)),)))
    >>> [" ".join(map(str, meld)) for meld in found.melds], found.cuts, found.touched
    (['4C 5C 6C 7C'], 0, 1)
    """
    if layout.rules.aces == "around":
        raise EngineError("the tidiest layout is not known where aces go around the corner")
    if layout.jokers or any(layout.pinned) or any(-1 in meld.cards for meld in layout.lying):
        from .tidiest_with_jokers import tidy  # it is not always asked for

        return tidy(layout, seconds=seconds)
    return _Tidier(layout).best(None if seconds is None else perf_counter() + seconds)


class _Cards:
    """The cards of a layout, and the melds before, as the columns see them.

    Attributes:
        copies: the cards of each suit at each place, but for the aces.
        aces: those of each suit: what each is as a low one, and as a high one.
        before: the sets before at each place.
        members: for each suit and place the numbers of the sets before that have a card there.
    """

    def __init__(self, layout: Layout) -> None:
        places = range(_LAST + 1)
        self.copies: list[list[list[Copy]]] = [[[] for _ in places] for _ in SUITS]
        self.aces: list[list[tuple[Copy, Copy]]] = [[] for _ in SUITS]
        self.before: list[Before] = [()] * (_LAST + 1)
        self.members: list[list[tuple[int, ...]]] = [[()] * (_LAST + 1) for _ in SUITS]
        # the cards that lay in no meld first
        left = list(layout.cards)
        for meld in layout.lying:
            for card in meld.cards:
                left[card] -= 1
        for card, free in enumerate(left):
            if free:
                suit, place = card // KING, card % KING + 1
                if place == 1:
                    self.aces[suit].extend([(0, 0)] * free)
                else:
                    self.copies[suit][place].extend([0] * free)
        going_on = [[0] * (_LAST + 1) for _ in SUITS]
        for meld in layout.lying:
            if meld.start:
                self._lay_run(meld, going_on[meld.cards[0] // KING])
            else:
                self._lay_set(meld)

    def _lay_run(self, meld: Lying, going_on: list[int]) -> None:
        suit = meld.cards[0] // KING
        came, end = 0, meld.start + len(meld.cards) - 1
        for place in range(meld.start, end + 1):
            on = 0
            if place < end:
                on = going_on[place] = going_on[place] + 1
            copy = copy_of_run(came, on)
            came = on
            if place == 1:
                self.aces[suit].append((copy, 0))
            elif place == _LAST:
                self.aces[suit].append((0, copy))
            else:
                self.copies[suit][place].append(copy)

    def _lay_set(self, meld: Lying) -> None:
        place = meld.cards[0] % KING + 1
        place = _LAST if place == 1 else place
        self.before[place] = (*self.before[place], len(meld.cards))
        number = len(self.before[place])
        copy = copy_of_set(number)
        for card in meld.cards:
            suit = card // KING
            self.members[suit][place] = (*self.members[suit][place], number)
            if place == _LAST:
                self.aces[suit].append((0, copy))
            else:
                self.copies[suit][place].append(copy)

    def prices(self, place: int) -> tuple[int, ...]:
        """What a card of each suit that was in no set pays at first for a place in one."""
        rows = [row[place] for row in self.copies]
        if place == _LAST:
            rows = [[high for _, high in aces] for aces in self.aces]
        members = [len(row[place]) for row in self.members]
        return prices_of_places(
            tuple(members),
            tuple([len(row) - n for row, n in zip(rows, members, strict=True)]),
            tuple([0 in row for row in rows]),
        )


class _Tidier:
    """The search for one layout without jokers."""

    def __init__(self, layout: Layout) -> None:
        self._taken = 0
        self._effort = 0
        self._rules = layout.rules
        self._cards = _Cards(layout)
        self._machine = suit_machine(high=layout.rules.aces != "low")
        self._chains: list[list[_Chain]] = []
        self._firsts: list[list[_First]] = []
        self._prices = [(), (), *map(self._cards.prices, range(2, _LAST + 1))]
        for suit in range(SUIT_COUNT):
            self._read(suit)

    # --- each suit for itself

    def _read(self, suit: int) -> None:
        """Find all that a suit can do, and what it has to pay."""
        machine, cards = self._machine, self._cards
        copies = cards.copies[suit]
        cells = [
            machine.cell(tuple(sorted(copies[place]) if len(copies[place]) > 1 else copies[place]))
            for place in range(2, _LAST)
        ]
        by_aces: dict[Copies, list[Way]] = {}
        for way in self._first_ways(suit):
            by_aces.setdefault(way.left, []).append(way)
        firsts: list[_First] = []
        chains: list[_Chain] = []
        for number, (aces, ways) in enumerate(by_aces.items()):
            start = machine.state(tuple(sorted({way.runs for way in ways})))
            costs = [NO_WAY] * len(start.runs)
            for way in reversed(ways):
                i = start.runs.index(way.runs)
                costs[i] = way.cost
                firsts.append(_First(way.cost, number, i, way.came))
            chain = _Chain(self._columns(start, [*cells, machine.cell(aces, last=True)]), costs)
            chain.look_ahead(
                [
                    first_prices(
                        column.lefts,
                        cards.members[suit][place],
                        cards.before[place],
                        self._prices[place][suit],
                    )
                    for place, column in enumerate(chain.columns, 2)
                ]
            )
            chains.append(chain)
        self._firsts.append(firsts)
        self._chains.append(chains)

    def _columns(self, state: State, cells: list[Cell]) -> list[Column]:
        step = self._machine.step
        columns = []
        for cell in cells:
            column = state.onward.get(cell) or step(state, cell)
            columns.append(column)
            state = column.after
        return columns

    def _first_ways(self, suit: int) -> list[Way]:
        """What a suit can do with its low aces; the high ones are left."""
        aces = sorted(self._cards.aces[suit])
        base = sum([is_of_run(low) for low, _ in aces])
        ways: list[Way] = []
        for count in range(len(aces) + 1 if self._rules.aces != "high" else 1):
            for chosen in sorted({*combinations(aces, count)}):
                highs = list(aces)
                for each in chosen:
                    highs.remove(each)
                left = tuple(sorted([high for _, high in highs]))
                # only a run that can come to the high ace need know its low one
                runs = tuple(sorted([begin(low, low=bool(left)) for low, _ in chosen]))
                cost = base - sum([is_of_run(low) for low, _ in chosen])
                # a run before does not go on to its high ace that is low now
                cost += CUT * sum([is_of_run(high) for _, high in chosen])
                ways.append(Way(cost, runs, (-1,) * count, left))
        return best_ways(iter(ways))

    # --- the suits together

    def best(self, deadline: float | None) -> Tidy | None:
        """The search: the first end that is taken is the best."""
        patience = _PATIENCE
        while True:
            found = self._best(deadline, self._taken + patience)
            if not isinstance(found, bool):
                return found
            self._improve_prices()
            patience *= 2

    def _best(self, deadline: float | None, most: int) -> Tidy | bool | None:
        """The search; or False, if it takes more entries than that."""
        patient = self._taken + _LAST
        heap: list[_Entry] = []
        steps: list[_Step] = []
        known: dict[object, list[tuple[int, tuple[Runs, ...]]]] = {}
        chains_of = self._chains
        for firsts in product(*self._firsts):
            due = cost = sum([first.cost for first in firsts])
            for suit, first in enumerate(firsts):
                due += chains_of[suit][first.chain].ahead[0][first.state]
            if due < _IN_VAIN:
                chains = tuple([first.chain for first in firsts])
                states = tuple([first.state for first in firsts])
                heappush(heap, (_whole(due), -2, len(steps), chains, states, cost, _NEVER))
                steps.append(_Step(-1, tuple([first.came for first in firsts]), ()))
        while heap:
            if deadline is not None and perf_counter() > deadline:
                raise TimeLimitError("no answer was found in the time given")
            due, place, number, chains, states, cost, done = heappop(heap)
            place = -place
            self._taken += 1
            if place > _LAST:
                return Tidy(self._melds(steps, number), cost // CUT, cost % CUT)
            self._effort += 1
            if self._effort > EFFORT:
                raise EffortError(
                    "the tidiest layout was not found with the effort that it is worth"
                )
            if self._taken > most:
                return False
            walk = [chains_of[suit][chain] for suit, chain in enumerate(chains)]
            # while it goes straight to the end there is nothing to compare with
            if (
                self._taken > patient
                and place > 2
                and done == _NEVER
                and _is_known(walk, place, chains, states, cost, known)
            ):
                continue
            pushed = len(steps)
            limit = due
            base, later, near = cost, NO_WAY, []
            for chain, state in zip(walk, states, strict=True):
                base += chain.ahead[place - 2][state]
            slack = limit - base
            for chain, state in zip(walk, states, strict=True):
                options = chain.options[place - 2].get(state) or chain.options_at(place, state)
                if options[-1][0] > slack:
                    few = [option for option in options if option[0] <= slack]
                    later = min(later, base + options[len(few)][0])
                    options = few
                near.append(options)
            before = self._cards.before[place]
            for one, two, three, four in product(*near):
                extra = base + one[0] + two[0] + three[0] + four[0]
                if extra > limit:
                    later = min(later, extra)
                    continue
                sets = cheapest_sets(before, (one[4], two[4], three[4], four[4]))
                if sets is None:
                    continue
                paid = cost + sets.cost
                least = paid + one[1] + two[1] + three[1] + four[1]
                if least > limit:
                    later = min(later, least)
                elif least > done:
                    after = (one[2], two[2], three[2], four[2])
                    paid += one[3] + two[3] + three[3] + four[3]
                    due_then = max(due, _whole(least))
                    heappush(heap, (due_then, -place - 1, len(steps), chains, after, paid, _NEVER))
                    steps.append(_Step(number, (one[5], two[5], three[5], four[5]), sets.sets))
            if later < _IN_VAIN:
                heappush(heap, (_whole(later), -place, number, chains, states, cost, limit))
            self._effort += len(steps) - pushed
        return None

    def _improve_prices(self) -> None:
        """Let the suits pay more together, one rank after another.

        For each choice of cards that a suit can leave it is known what the suit pays at
        least in all columns together, and so what all suits do with all choices that make
        sets. What that comes to is shared out evenly.
        """
        costs = [[chain.starts for chain in chains] for chains in self._chains]
        prices = [[list(chain.prices) for chain in chains] for chains in self._chains]
        for place in range(2, _LAST + 1):
            pays = [_pays(chains, place, costs[suit]) for suit, chains in enumerate(self._chains)]
            if not all(pays):
                return  # there is no layout at all
            shares: list[dict[Copies, int]] = [{} for _ in SUITS]
            before = self._cards.before[place]
            for lefts in product(*pays):
                sets = cheapest_sets(before, lefts)
                if sets is not None:
                    due = sets.cost
                    for suit, left in enumerate(lefts):
                        due += pays[suit][left]
                    for suit, left in enumerate(lefts):
                        share = shares[suit]
                        if due < share.get(left, NO_WAY):
                            share[left] = due
            for suit, chains in enumerate(self._chains):
                share, pay = shares[suit], pays[suit]
                for number, chain in enumerate(chains):
                    column = chain.columns[place - 2]
                    price = [
                        share[left] // SUIT_COUNT - pay[left] if left in share else NO_WAY
                        for left in column.lefts
                    ]
                    prices[suit][number][place - 2] = price
                    costs[suit][number] = _costs_after(column, costs[suit][number], price)
        for chains, improved in zip(self._chains, prices, strict=True):
            for chain, price_of in zip(chains, improved, strict=True):
                chain.look_ahead(price_of)

    # --- from steps to melds

    def _melds(self, steps: Sequence[_Step], number: int) -> tuple[tuple[AnyCard, ...], ...]:
        """The melds that some steps lay."""
        path = []
        while number >= 0:
            path.append(steps[number])
            number = steps[number].before
        melds: list[tuple[AnyCard, ...]] = []
        open_runs: list[list[list[AnyCard]]] = [[] for _ in SUITS]
        for place, step in enumerate(reversed(path), start=1):
            rank = rank_at(place)
            for suit, came in enumerate(step.came):
                before, card = open_runs[suit], card_of(rank, SUITS[suit])
                melds.extend([tuple(run) for i, run in enumerate(before) if i not in came])
                open_runs[suit] = [[*(before[old] if old >= 0 else ()), card] for old in came]
            for suits in step.sets:
                melds.append(tuple([card_of(rank, SUITS[suit]) for suit in suits]))
        melds.extend([tuple(run) for runs in open_runs for run in runs])
        return tuple(melds)


def _pays(chains: list[_Chain], place: int, costs: list[list[int]]) -> dict[Copies, int]:
    """What a suit pays in all columns, for each choice of cards that it leaves in one.

    What it pays for these is left out.

    Args:
        chains: what the suit does.
        place: the column.
        costs: what each state before the column costs.
    """
    pays: dict[Copies, int] = {}
    for chain, cost_of in zip(chains, costs, strict=True):
        column, then = chain.columns[place - 2], chain.ahead[place - 1]
        for cost, row in zip(cost_of, column.edges, strict=True):
            if cost < _IN_VAIN:
                for more, left, i, _ in row:
                    pay = cost + more + then[i]
                    cards = column.lefts[left]
                    if pay < pays.get(cards, _IN_VAIN):
                        pays[cards] = pay
    return pays


def _costs_after(column: Column, costs: list[int], price: list[int]) -> list[int]:
    """What each state after a column costs."""
    after = [NO_WAY] * len(column.after.runs)
    for cost, row in zip(costs, column.edges, strict=True):
        if cost < _IN_VAIN:
            for more, left, i, _ in row:
                pay = cost + more + price[left]
                after[i] = min(after[i], pay)
    return after


def _is_known(
    walk: list[_Chain],
    place: int,
    chains: _Four,
    states: _Four,
    cost: int,
    known: dict[object, list[tuple[int, tuple[Runs, ...]]]],
) -> bool:
    """Was a place reached before that can do all that this one can, and costs no more?"""
    befores = [chain.columns[place - 3].after for chain in walk]
    runs = tuple([each.runs[i] for each, i in zip(befores, states, strict=True)])
    shapes = tuple([each.shapes[i] for each, i in zip(befores, states, strict=True)])
    others = known.setdefault((place, chains, shapes), [])
    for less, other in others:
        if _can_do(other, less, runs, cost):
            return True
    others.append((cost, runs))
    return False


def _whole(due: int) -> int:
    """What is due at least in whole cuts and melds."""
    over = due % CUT
    return due if over < _MOST_TOUCHED else due - over + CUT


def _can_do(mine: tuple[Runs, ...], cost: int, theirs: tuple[Runs, ...], more: int) -> bool:
    """Can a place with runs of the same shapes do all that another can, and cost no more?"""
    for some, others in zip(mine, theirs, strict=True):
        if some != others:
            cost += lost(some, others)
    return cost <= more
