"""What one suit of the tidiest layout has to pay, from the low aces to the high ones.

A suit goes from state to state, column by column (`tidy_suits`). Cards that it leaves to sets, and
jokers, have prices. Without jokers all ways are looked at. With them there are too many, so
only those are that cost little, up to a limit, which is raised when more is asked for. So that
little is tried that comes to nothing, the same is done first with less known of each state: with
the lengths of its runs alone, and all aces as the suit would like to have them. What is to be
paid then is a bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import add
from time import perf_counter
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from ...errors import TimeLimitError
from .tidy_suits import (
    NO_WAY,
    Came,
    Cell,
    CellOutline,
    Column,
    Copies,
    Edge,
    Edges,
    Layer,
    Outline,
    S,
    State,
    SuitMachine,
    column_of,
)

IN_VAIN: Final = NO_WAY >> 1
"""What costs more than this comes to nothing."""

Option: TypeAlias = tuple[int, int, int, int, Copies, Came, int]
"""What a suit can do in a column: what that costs more than the best, if cards in sets are worth
their prices; what is to be paid at least with it, without their price; the place of the state
afterwards; what it costs now; the cards that are left to sets; where the open runs come from; how
many free jokers are laid. Jokers cost their price."""

C = TypeVar("C", Cell, CellOutline)


class First(NamedTuple):
    """What a suit does with its low aces.

    Args:
        cost: what that costs.
        jokers: how many free jokers are laid.
        state: what it leads to.
        came: which of its open runs hold a joker.
    """

    cost: int
    jokers: int
    state: State
    came: Came


class Chain:
    """What a suit does when certain aces of it are not low.

    Args:
        firsts: what it does with the low ones.
        cells: the cards at each place from 2 on.
        prices: at each place what is paid for each thing that is asked from other suits.
        joker: what a free joker costs; that is in these prices.

    Attributes:
        first: the states at place 2.
        columns: what can be done at each place; none where that costs too much.
        ahead: at each place what is to be paid at least from each state on.
        least: what is to be paid at least in all.
    """

    __slots__ = (
        "_options",
        "ahead",
        "cells",
        "columns",
        "first",
        "firsts",
        "joker",
        "least",
        "prices",
    )

    def __init__(
        self, firsts: list[First], cells: list[Cell], prices: list[Sequence[int]], joker: int
    ) -> None:
        self.firsts = firsts
        self.cells = cells
        self.prices = prices
        self.joker = joker
        self.first = Layer(())
        self.columns: list[Column] = []
        self.ahead: list[list[int]] = []
        self.least = NO_WAY
        self._options: list[dict[int, list[Option]]] = []

    def starts(self) -> dict[State, int]:
        """What each state costs at place 2."""
        starts: dict[State, int] = {}
        for cost, jokers, state, _ in self.firsts:
            starts[state] = min(cost + self.joker * jokers, starts.get(state, NO_WAY))
        return starts

    def costs(self) -> list[int]:
        """The same, in the order of the states."""
        starts = self.starts()
        return [starts[state] for state in self.first.states]

    def go(self, first: Layer, columns: list[Column], ahead: list[list[int]]) -> None:
        """Take all that can be done from now on from these columns.

        Args:
            first: the states at place 2.
            columns: what can be done; none where there is no way.
            ahead: what is to be paid at least from each state on.
        """
        self.first, self.columns = first, columns
        self._put_ahead(ahead)

    def find_all(self, machine: SuitMachine) -> None:
        """Find all that can be done."""
        layer = self.first = machine.layer(self.starts())
        self.columns = []
        for cell in self.cells:
            column = layer.onward.get(cell) or machine.column(layer, cell)
            self.columns.append(column)
            layer = column.after
        self.look_ahead()

    def look_ahead(self) -> None:
        """Find what is to be paid at least."""
        if not self.columns:
            self._put_ahead([])
            return
        then = [0] * len(self.columns[-1].after.states)
        ahead = [then]
        for column, price in zip(reversed(self.columns), reversed(self.prices), strict=True):
            if any(price):
                then = [
                    min([cost + price[ask] + then[i] for cost, ask, i in row]) if row else NO_WAY
                    for row in column.rows
                ]
            else:
                then = [
                    min([cost + then[i] for cost, _, i in row]) if row else NO_WAY
                    for row in column.rows
                ]
            ahead.append(then)
        self._put_ahead(ahead[::-1])

    def _put_ahead(self, ahead: list[list[int]]) -> None:
        self.ahead = ahead
        self.least = min(map(add, self.costs(), ahead[0]), default=NO_WAY) if ahead else NO_WAY
        self._options = [{} for _ in self.columns]

    def options_at(self, place: int, state: int) -> list[Option]:
        """What can be done in a column, the best first."""
        found = self._options[place - 2].get(state)
        if found is None:
            column, price = self.columns[place - 2], self.prices[place - 2]
            asks = self.cells[place - 2].asks
            base, ahead = self.ahead[place - 2][state], self.ahead[place - 1]
            found = []
            for (cost, ask, i), came in zip(column.rows[state], column.came[state], strict=True):
                then = ahead[i]
                if then < IN_VAIN:
                    left, jokers = asks[ask]
                    extra = cost + price[ask] + then - base
                    paid = cost + self.joker * jokers
                    found.append((extra, paid + then, i, paid, left, came, jokers))
            found.sort()
            self._options[place - 2][state] = found
        return found

    def jokers(self) -> int:
        """How many free jokers are laid where the least is paid, but for those as low aces."""
        costs = self.costs()
        at = min(
            range(len(self.first.states)),
            key=lambda i: costs[i] + self.ahead[0][i],
        )
        count = 0
        for cell, column, price, then in zip(
            self.cells, self.columns, self.prices, self.ahead[1:], strict=True
        ):
            _, ask, at = min(
                [(cost + price[ask] + then[i], ask, i) for cost, ask, i in column.rows[at]]
            )
            count += cell.asks[ask][1]
        return count

    def state(self, place: int, state: int) -> State:
        """A state before a place; not before place 2."""
        return self.columns[place - 3].after.states[state]

    def pays(self, place: int, costs: list[int], pays: dict[Copies, int]) -> None:
        """Find what is paid in all columns, for each choice of cards that is left in one.

        What is paid for these is left out.

        Args:
            place: the column.
            costs: what each state before the column costs.
            pays: what is paid at least, for all choices; less, if it is less.
        """
        asks, then = self.cells[place - 2].asks, self.ahead[place - 1]
        by_ask = [NO_WAY] * len(asks)
        for cost, row in zip(costs, self.columns[place - 2].rows, strict=True):
            if cost < IN_VAIN:
                for more, ask, i in row:
                    pay = cost + more + then[i]
                    if pay < by_ask[ask]:
                        by_ask[ask] = pay
        for (left, jokers), pay in zip(asks, by_ask, strict=True):
            if pay + self.joker * jokers < pays[left]:
                pays[left] = pay + self.joker * jokers

    def costs_after(self, place: int, costs: list[int]) -> list[int]:
        """What each state after a column costs."""
        column, price = self.columns[place - 2], self.prices[place - 2]
        after = [NO_WAY] * len(column.after.states)
        for cost, row in zip(costs, column.rows, strict=True):
            if cost < IN_VAIN:
                for more, ask, i in row:
                    pay = cost + more + price[ask]
                    if pay < after[i]:
                        after[i] = pay
        return after


class Suit:
    """One suit.

    Args:
        machine: what it can do in a column.
        chains: what it can do, by its low aces.

    Attributes:
        least: what it has to pay at least; `NO_WAY` if there is no way.
        known: all that costs so much at most has been found.
    """

    def __init__(self, machine: SuitMachine, chains: list[Chain]) -> None:
        self._machine = machine
        self.chains = chains
        self.least = NO_WAY
        self.known = 0

    def raise_joker(self, more: int) -> None:
        """Let a free joker cost more."""
        for chain in self.chains:
            chain.joker += more
            chain.prices = [
                [paid + more * jokers for paid, (_, jokers) in zip(price, cell.asks, strict=True)]
                for cell, price in zip(chain.cells, chain.prices, strict=True)
            ]

    def jokers(self) -> int:
        """How many free jokers it lays where it pays the least, but for those as low aces."""
        return min(self.chains, key=lambda chain: chain.least).jokers()

    def look_ahead(self) -> None:
        """Find what is to be paid at least."""
        for chain in self.chains:
            chain.look_ahead()
        self._compare()

    def _compare(self) -> None:
        self.least = min(self.known, *[chain.least for chain in self.chains])

    def find_all(self) -> None:
        """Find all that can be done."""
        for chain in self.chains:
            chain.find_all(self._machine)
        self.known = NO_WAY
        self._compare()

    def find(self, slack: int, step: int, worst: int, deadline: float | None) -> int:
        """Find all that costs so much more than the least.

        Args:
            slack: how much.
            step: how much more is tried at once.
            worst: if it has to pay more than that there is no way.
            deadline: when to give up.

        Returns:
            How many ways were found on the way, a measure of what it takes.

        Raises:
            TimeLimitError: it took longer than that.
        """
        found = 0
        chains, machine = self.chains, self._machine
        cells, prices = chains[0].cells[:-1], chains[0].prices[:-1]
        outline_prices = [
            _outline_prices(cell, price) for cell, price in zip(cells, prices, strict=True)
        ]
        outline_cells = [cell.outline for cell in cells]
        floors = self._floors(prices)
        starts: dict[Outline, int] = {}
        for chain in chains:
            for state, cost in chain.starts().items():
                outline = state.outline
                starts[outline] = min(cost, starts.get(outline, NO_WAY))
        outlines: _Walk[Outline] = _Walk(starts)
        # what it has to pay at least hardly changes with the prices
        guess = step if self.least >= IN_VAIN else self.least + step // 4
        limit = guess + slack
        while True:
            if deadline is not None and perf_counter() > deadline:
                raise TimeLimitError("no answer was found in the time given")
            least = outlines.find(
                outline_cells,
                machine.outline_edges,
                outline_prices,
                floors,
                limit,
                self._outline_ends,
            )
            found += outlines.count
            if least + slack <= limit:
                bounds: list[_Floor[State]] = [
                    *[_ByOutline(ahead) for ahead in outlines.ahead],
                    _Floor(0),
                ]
                for chain in chains:
                    walk = _Walk(chain.starts())
                    walk.find(chain.cells, machine.edges, chain.prices, bounds, limit, _all_end)
                    chain.go(*walk.columns())
                    found += walk.count
                least = min([chain.least for chain in chains])
                if least + slack <= limit:
                    self.known = limit
                    self.least = least
                    return found
            if least < NO_WAY:
                limit = least + slack
            elif limit > worst:
                self.least = NO_WAY
                return found
            else:
                limit += step

    def floor(self) -> int:
        """What it has to pay at least, whatever it does."""
        return self._floors(self.chains[0].prices[:-1])[0].least

    def firsts(self) -> list[tuple[int, int, int, First]]:
        """What it can do with its low aces.

        Returns:
            What is to be paid at least, the chain, the place of its first state, and what is done.
        """
        found = []
        for number, chain in enumerate(self.chains):
            places = {state: i for i, state in enumerate(chain.first.states)}
            for first in chain.firsts:
                i = places.get(first.state)
                if i is not None and chain.ahead[0][i] < IN_VAIN:
                    due = first.cost + chain.joker * first.jokers + chain.ahead[0][i]
                    found.append((due, number, i, first))
        return found

    def pays(self, place: int, costs: list[list[int]]) -> dict[Copies, int]:
        """What it pays in all columns, for each choice of cards that it leaves in one.

        What it pays for these is left out.

        Args:
            place: the column.
            costs: what each state before the column costs, for each chain.
        """
        pays: dict[Copies, int] = {}
        for chain in self.chains:
            for (left, jokers), price in zip(
                chain.cells[place - 2].asks, chain.prices[place - 2], strict=True
            ):
                if not jokers:
                    # what has not been found costs more than all that has been
                    unknown = self.known < IN_VAIN and price < IN_VAIN
                    pays[left] = self.known - price if unknown else NO_WAY
        for chain, cost in zip(self.chains, costs, strict=True):
            if chain.columns:
                chain.pays(place, cost, pays)
        return pays

    def put_prices(self, place: int, price: dict[Copies, int], costs: list[list[int]]) -> None:
        """Pay other prices for what is left to sets at a place.

        Args:
            place: the place.
            price: what is paid.
            costs: what each state before the place costs, for each chain; then, after it.
        """
        change = NO_WAY
        for number, chain in enumerate(self.chains):
            cell = chain.cells[place - 2]
            prices = [price[left] + chain.joker * jokers for left, jokers in cell.asks]
            for old, new in zip(chain.prices[place - 2], prices, strict=True):
                if old < IN_VAIN and new - old < change:
                    change = new - old
            chain.prices[place - 2] = prices
            if chain.columns:
                costs[number] = chain.costs_after(place, costs[number])
        if self.known < IN_VAIN:
            # what was not found may cost less by so much
            self.known += change

    def _floors(self, prices: list[Sequence[int]]) -> list[_Floor[Outline]]:
        """What is to be paid at least, whatever the state."""
        total = min([min(chain.prices[-1]) for chain in self.chains])
        floors: list[_Floor[Outline]] = [_Floor(total)]
        for price in reversed(prices):
            total += min(price)
            floors.append(_Floor(total))
        floors.reverse()
        return floors

    def _outline_ends(self, outlines: Iterable[Outline]) -> dict[Outline, int]:
        edges_of = self._machine.outline_edges
        ends: dict[Outline, int] = {}
        lasts = [
            (chain.cells[-1].outline, _outline_prices(chain.cells[-1], chain.prices[-1]))
            for chain in self.chains
        ]
        for outline in outlines:
            for cell, price in lasts:
                for ask, edges in edges_of(outline, cell):
                    paid = price[ask] + edges[0][0]
                    ends[outline] = min(paid, ends.get(outline, NO_WAY))
        return ends


class _Floor(dict[S, int]):
    """What is to be paid at least from a place on, the same for all states."""

    def __init__(self, least: int) -> None:
        super().__init__()
        self.least = least

    def __missing__(self, state: S) -> int:
        self[state] = self.least
        return self.least


class _ByOutline(_Floor[State]):
    """The same for all states of an outline: what was found out about that."""

    def __init__(self, found: dict[Outline, int]) -> None:
        super().__init__(min(found.values(), default=NO_WAY))
        self._found = found

    def __missing__(self, state: State) -> int:
        paid = self[state] = self._found.get(state.outline, NO_WAY)
        return paid


class _Walk(Generic[S]):
    """All ways from some states that cost little enough.

    Args:
        starts: what these states cost.

    Attributes:
        count: how many ways were found, those that come to nothing as well.
        ways: at each place what can be done in each state.
        ahead: at each place what is to be paid at least from each state on.
    """

    count: int
    ways: list[dict[S, list[Edge[S]]]]
    ahead: list[dict[S, int]]

    def __init__(self, starts: dict[S, int]) -> None:
        self._starts: dict[S, int] = starts
        self.count, self.ways, self.ahead = 0, [], []

    def find(
        self,
        cells: Sequence[C],
        edges_of: Callable[[S, C], Edges[S]],
        prices: Sequence[Sequence[int]],
        bounds: Sequence[_Floor[S]],
        limit: int,
        ends: Callable[[Iterable[S]], dict[S, int]],
    ) -> int:
        """Find all ways that cost so much at most, and what is to be paid at least.

        Args:
            cells: the cards at each place.
            edges_of: what can be done in a state.
            prices: at each place what is paid for each thing that is asked.
            bounds: at each place what is to be paid at least from it on, one more than cells.
            limit: so much.
            ends: what is still to be paid in the end, for the states that may be it.
        """
        self.count, self.ways, self.ahead = 0, [], []
        bound = bounds[0]
        layer = {
            state: paid for state, paid in self._starts.items() if paid + bound[state] <= limit
        }
        layers = []
        for cell, price, bound in zip(cells, prices, bounds[1:], strict=True):
            layers.append(layer)
            after: dict[S, int] = {}
            ways: dict[S, list[Edge[S]]] = {}
            enough = limit - bound.least
            for state, paid in layer.items():
                ways[state] = kept = []
                for ask, edges in edges_of(state, cell):
                    asked = paid + price[ask]
                    for edge in edges:
                        more = asked + edge[0]
                        if more > enough:
                            break  # as are all others
                        then = edge[2]
                        if more + bound[then] <= limit:
                            kept.append(edge)
                            if more < after.get(then, NO_WAY):
                                after[then] = more
            self.ways.append(ways)
            self.count += sum(map(len, ways.values()))
            layer = after
            if not layer:
                return NO_WAY
        ahead = ends(layer)
        self.ahead.append(ahead)
        for layer, ways, price in zip(
            reversed(layers), reversed(self.ways), reversed(prices), strict=True
        ):
            now: dict[S, int] = {}
            for state, paid in layer.items():
                most, least, alive = limit - paid, NO_WAY, []
                for edge in ways[state]:
                    if edge[2] in ahead:
                        more = edge[0] + price[edge[1]] + ahead[edge[2]]
                        if more <= most:
                            alive.append(edge)
                            if more < least:
                                least = more
                if alive:
                    ways[state] = alive
                    now[state] = least
            ahead = now
            self.ahead.append(ahead)
        self.ahead.reverse()
        return min(
            [paid + ahead[state] for state, paid in self._starts.items() if state in ahead],
            default=NO_WAY,
        )

    def columns(self: _Walk[State]) -> tuple[Layer, list[Column], list[list[int]]]:
        """All that was found, as `Chain.go` takes it."""
        if not self.ahead or not self.ahead[0]:
            return Layer(()), [], []
        layers = [Layer(tuple(ahead)) for ahead in self.ahead]
        columns = []
        for layer, after, ways in zip(layers[:-1], layers[1:], self.ways, strict=True):
            places = {state: i for i, state in enumerate(after.states)}
            columns.append(column_of([ways[state] for state in layer.states], after, places))
        return layers[0], columns, [list(each.values()) for each in self.ahead]


def _outline_prices(cell: Cell, price: Sequence[int]) -> list[int]:
    """What is paid at least when so many cards are left to sets, and so many jokers are laid."""
    by_count: dict[tuple[int, int], int] = {}
    for (left, jokers), paid in zip(cell.asks, price, strict=True):
        key = (len(left), jokers)
        by_count[key] = min(paid, by_count.get(key, NO_WAY))
    return [by_count[key] for key in sorted(by_count)]


def _all_end(states: Iterable[State]) -> dict[State, int]:
    return dict.fromkeys(states, 0)
