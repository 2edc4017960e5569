"""The tidiest layout: known cards in valid melds, with the fewest cuts, then melds touched.

The columns are read as everywhere, but which cards go is known, and which run a card is laid
at matters now; `tidy_suits` has what one suit can do. The suits have to do with each other
only by the sets that cards are left to (`tidy_sets`), and by the jokers that they share. So what
each suit has to pay at least from each of its states on is found for itself (`tidy_paths`),
where cards in sets and jokers have prices: suits pay each other for what it costs them to make a
set. What they pay together is what is to be paid at least. The search takes the places in the order
of that, the farthest first among equals; what costs more to do in a column is put off until
that is due. Where this takes long the prices are improved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import Enum
from heapq import heappop, heappush
from itertools import product
from time import perf_counter
from typing import Final, NamedTuple, TypeAlias

from ...cards import CARDS, JOKER, KING, SUITS, AnyCard, card_of, sort_key
from ...errors import EffortError, EngineError, TimeLimitError
from ...rules import rank_at
from ...time_limit import deadline_in
from ..layout import Layout, Lying, Tidy
from .machine import MIN_RUN, SUIT_COUNT
from .rebuild import Laid, lay_spares
from .tidy_cards import LAST, LaidCards
from .tidy_paths import IN_VAIN, Chain, First, Suit
from .tidy_sets import Combo, Set, cheapest_sets, combos_of, first_prices, share_out
from .tidy_suits import (
    CUT,
    NO_WAY,
    TOUCH,
    Came,
    Cell,
    Copies,
    Kind,
    Runs,
    lost,
    suit_machine,
)

EFFORT: Final = 30_000
"""How many steps are looked at before the search is given up.

That takes about a second, and some more the first time. It is no time that is measured, so that the
same layout has the same answer on every machine.
"""

_WAYS_A_STEP: Final = 50
"""With how many ways of a suit that are found a step is spent."""

_PATIENCE: Final = 80
"""How many places are looked at before the prices are improved."""

_JOKER: Final = 2 * CUT
"""What a joker costs at first, in place of asking who has them."""

_CHEAP_JOKER: Final = CUT // 2
"""What it costs where it is not much wanted."""

_MOST_TOUCHED: Final = CUT >> 2
"""More than all melds that can be touched. What is to be paid at least and is more than some
cuts by so much is a cut more."""


class _Step(NamedTuple):
    """How a place was reached: the number of the step before, and what was done."""

    before: int
    came: tuple[Came, ...]
    sets: tuple[Set, ...]


_Entry: TypeAlias = tuple[int, int, int, tuple[int, ...], tuple[int, ...], int, int, int]
"""A place in the search: what is due at least, minus the column to read next, the number of the
step that led there, the chain and state of each suit, what it costs, how many free jokers are
laid, and what may have been due when it was looked at last."""

_NEVER: Final = -NO_WAY


class _Failed(Enum):
    """Why a search has no end."""

    NONE = "nothing costs so little"
    LONG = "it takes long"


class _Answer(NamedTuple):
    """The melds that a search found.

    Args:
        melds: the melds.
        cost: what they cost.
        spares: how many jokers are not laid.
    """

    melds: list[Laid]
    cost: int
    spares: int


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
    deadline = deadline_in(seconds)
    cards = LaidCards(layout)
    kind = _kind(layout)
    found = _Tidier(layout, cards, kind, deadline).best()
    # mostly that is an answer; else it is looked at more closely, and takes longer
    if found and any(len(meld.cards) > KING for meld in found.melds):
        kind = kind._replace(lows=True)
        found = _Tidier(layout, cards, kind, deadline).best()
    if found and found.spares and not _host(found.melds, found.spares, layout):
        # spare jokers have room only at melds that lie as they lay
        kind = kind._replace(lows=True, spares=False)
        found = _Tidier(layout, cards, kind, deadline).best()
    if found is None:
        return None
    melds = tuple([tuple(meld.cards) for meld in found.melds])
    return Tidy(melds, found.cost // CUT, found.cost % CUT // TOUCH)


def _kind(layout: Layout) -> Kind:
    """What all suits have to know of a layout."""
    jokers = layout.jokers + sum(layout.pinned)
    limit = layout.rules.jokers_per_meld
    return Kind(
        aces=layout.rules.aces,
        jokers=layout.jokers,
        limit=None if limit is None or limit >= jokers else limit,
        bare=jokers >= MIN_RUN,
    )


def _host(melds: list[Laid], spares: int, layout: Layout) -> bool:
    """Lay spare jokers at melds that do not lie as they lay; or say that there is no room."""
    lay = Counter([_as_told(meld) for meld in layout.lying])
    for meld in melds:
        cards = meld.cards if meld.start else sorted(meld.cards, key=sort_key)
        told = (meld.start, tuple(cards))
        if lay[told]:
            lay[told] -= 1
            continue
        # a full run would be cut in two
        while spares and len(meld.cards) < KING and not lay_spares([meld], 1, layout.rules):
            spares -= 1
    return not spares


class _Tidier:
    """The search for one layout."""

    def __init__(
        self, layout: Layout, cards: LaidCards, kind: Kind, deadline: float | None
    ) -> None:
        self._taken = 0
        self._effort = 0
        self._deadline = deadline
        self._cards = cards
        self._kind = kind
        self._machine = suit_machine(kind)
        self._worst = sum([CUT * meld.joins + TOUCH for meld in layout.lying])
        self._joker = _JOKER if kind.jokers else 0
        self._combos: dict[int, list[Combo]] = {}
        self._suits = self._begin()

    # --- each suit for itself

    def _begin(self) -> list[Suit]:
        """The suits with the first prices."""
        self._combos.clear()
        prices = [
            self._cards.prices(place, self._kind.jokers, self._joker)
            for place in range(2, LAST + 1)
        ]
        return [self._suit(suit, [each[suit] for each in prices]) for suit in range(SUIT_COUNT)]

    def _suit(self, suit: int, paid: list[int]) -> Suit:
        machine, cards = self._machine, self._cards
        copies, homes = cards.copies[suit], cards.homes[suit]
        members, before, joker = cards.members[suit], cards.before, self._joker

        def prices(place: int, cell: Cell) -> Sequence[int]:
            return first_prices(cell, members[place], before[place], paid[place - 2], joker)

        cells = [
            machine.cell(
                tuple(sorted(copies[place]) if len(copies[place]) > 1 else copies[place]),
                homes[place],
            )
            for place in range(2, LAST)
        ]
        prices_of = [prices(place, cell) for place, cell in enumerate(cells, 2)]
        by_aces: dict[Copies, list[First]] = {}
        aces = tuple(sorted(cards.aces[suit]))
        for cost, jokers, runs, came, left in machine.first_ways(aces, homes[1], homes[LAST]):
            state = machine.state(runs, jokers)
            by_aces.setdefault(left, []).append(First(cost, jokers, state, came))
        chains = []
        for high_aces, firsts in by_aces.items():
            last = machine.cell(high_aces, homes[LAST], last=True)
            chains.append(Chain(firsts, [*cells, last], [*prices_of, prices(LAST, last)], joker))
        return Suit(machine, chains)

    def _find(self, slack: int, step: int) -> bool:
        """Find what each suit can do; with jokers, what costs so much more than the least.

        Args:
            slack: how much.
            step: how much more is tried at once.

        Returns:
            Whether all suits can do something.
        """
        if not self._kind.jokers:
            for suit in self._suits:
                suit.find_all()
                if suit.least >= IN_VAIN:
                    return False
            return True
        # what all pay together is not more than the worst, and none pays less than its floor
        worst = self._worst + self._joker * self._kind.jokers
        floors = [min(0, suit.floor()) for suit in self._suits]
        for suit, floor in zip(self._suits, floors, strict=True):
            found = suit.find(slack, step, worst - sum(floors) + floor, self._deadline)
            self._spend(found // _WAYS_A_STEP)
            if suit.least >= IN_VAIN:
                return False
        return True

    def _due(self) -> int:
        """What is to be paid at least."""
        return sum([suit.least for suit in self._suits]) - self._joker * self._kind.jokers

    def _wanted(self) -> int:
        """How many more jokers the suits would like to have than there are."""
        return sum([suit.jokers() for suit in self._suits]) - self._kind.jokers

    def _spend(self, effort: int) -> None:
        self._effort += effort
        if self._effort > EFFORT:
            raise EffortError("the tidiest layout was not found with the effort that it is worth")

    # --- the suits together

    def best(self) -> _Answer | None:
        """The search: the first end that is taken is the best."""
        slack, step = CUT // 2, 2 * CUT
        if not self._find(slack, step):
            return None
        if self._kind.jokers and self._due() < 0 and self._wanted() < 0:
            # jokers cost so much that who does not lay them seems to gain by it
            self._joker = slack = step = _CHEAP_JOKER
            self._suits = self._begin()
            if not self._find(slack, step):
                return None
        patience, before = _PATIENCE, self._due()
        while True:
            due = self._due()
            most = due + min([suit.known - suit.least for suit in self._suits])
            if _whole(due) <= most:
                found = self._search(most, patience)
                if isinstance(found, _Answer):
                    return found
                if found is _Failed.NONE and most > self._worst:
                    return None
                self._improve_prices()
                patience *= 2
                if found is _Failed.LONG or self._due() > due:
                    continue
            # what is known is not enough
            if self._joker >= CUT and slack < 2 * CUT:
                slack = step = 2 * CUT
            elif due - before < CUT // 2:
                slack += step // 2
                if self._wanted() >= 0:
                    slack = step = min(2 * self._joker, 2 * CUT)
                    self._raise_joker(self._joker)
            before = due
            if not self._find(slack, step):
                return None

    def _raise_joker(self, more: int) -> None:
        """Let jokers cost more."""
        self._joker += more
        self._combos.clear()
        for suit in self._suits:
            suit.raise_joker(more)

    def _search(self, most: int, patience: int) -> _Answer | _Failed:
        """The search, for what costs so much at most, and until so many entries were taken."""
        deadline = self._deadline
        patient, patience = self._taken + LAST, self._taken + patience
        heap: list[_Entry] = []
        steps: list[_Step] = []
        known: dict[object, list[tuple[int, int, tuple[Runs, ...]]]] = {}
        chains_of = [suit.chains for suit in self._suits]
        kind, joker = self._kind, self._joker
        all_jokers = kind.jokers
        starts = [*product(*[suit.firsts() for suit in self._suits])]
        # the cheapest last, where the next one is taken from
        order = sorted(
            [
                (one[0] + two[0] + three[0] + four[0], i)
                for i, (one, two, three, four) in enumerate(starts)
            ],
            reverse=True,
        )

        def start() -> None:
            """Begin with the next low aces."""
            while order:
                due, i = order.pop()
                _, numbers, states, firsts = zip(*starts[i], strict=True)
                used = sum([first.jokers for first in firsts])
                if used <= all_jokers:
                    due = _whole(due - joker * all_jokers)
                    cost = sum([first.cost for first in firsts]) + joker * (used - all_jokers)
                    heappush(heap, (due, -2, len(steps), numbers, states, cost, used, _NEVER))
                    steps.append(_Step(-1, tuple([first.came for first in firsts]), ()))
                    return

        start()
        while heap:
            if deadline is not None and perf_counter() > deadline:
                raise TimeLimitError("no answer was found in the time given")
            due, place, number, numbers, states, cost, used, done = heappop(heap)
            if due > most:
                return _Failed.NONE
            if self._taken > patience:
                return _Failed.LONG
            place = -place
            self._taken += 1
            if place > LAST:
                return _Answer(self._melds(steps, number), due, all_jokers - used)
            if place == 2 and done == _NEVER:
                start()
            walk = [chains[n] for chains, n in zip(chains_of, numbers, strict=True)]
            # while it goes straight to the end there is nothing to compare with
            if (
                self._taken > patient
                and place > 2
                and done == _NEVER
                and _is_known(place, walk, states, cost - joker * used, used, kind.spares, known)
            ):
                continue
            pushed = len(steps)
            limit = due
            base, later, near = cost, NO_WAY, []
            for chain, state in zip(walk, states, strict=True):
                base += chain.ahead[place - 2][state]
            slack = limit - base
            for chain, state in zip(walk, states, strict=True):
                options = chain.options_at(place, state)
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
                for sets in cheapest_sets(before, (one[4], two[4], three[4], four[4]), kind):
                    paid = cost + sets.cost
                    laid = used
                    if all_jokers:
                        laid += one[6] + two[6] + three[6] + four[6] + sets.jokers
                        if laid > all_jokers:
                            continue
                        paid += joker * sets.jokers
                    least = paid + one[1] + two[1] + three[1] + four[1]
                    paid += one[3] + two[3] + three[3] + four[3]
                    if place == LAST:
                        if laid < all_jokers and not kind.spares:
                            continue
                        paid += joker * (all_jokers - laid)
                        least = paid
                    if least > limit:
                        later = min(later, least)
                    elif least > done:
                        after = (one[2], two[2], three[2], four[2])
                        came = (one[5], two[5], three[5], four[5])
                        due_then = max(due, _whole(least))
                        heappush(
                            heap,
                            (due_then, -place - 1, len(steps), numbers, after, paid, laid, _NEVER),
                        )
                        steps.append(_Step(number, came, sets.sets))
            later = min(later, most + 1)
            if later < IN_VAIN:
                heappush(heap, (_whole(later), -place, number, numbers, states, cost, used, limit))
            self._spend(1 + len(steps) - pushed)
        return _Failed.NONE

    def _improve_prices(self) -> None:
        """Let the suits pay more together, one rank after another.

        For each choice of cards that a suit can leave it is known what the suit pays at
        least in all columns together, and so what all suits do with all choices that make
        sets. What that comes to is shared out.
        """
        costs = [[chain.costs() for chain in suit.chains] for suit in self._suits]
        for place in range(2, LAST + 1):
            pays = [
                suit.pays(place, costs_of)
                for suit, costs_of in zip(self._suits, costs, strict=True)
            ]
            prices = share_out(self._combos_at(place), pays)
            for suit, price, costs_of in zip(self._suits, prices, costs, strict=True):
                suit.put_prices(place, price, costs_of)
        for suit in self._suits:
            suit.look_ahead()

    def _combos_at(self, place: int) -> list[Combo]:
        """All that suits can leave to sets together at a place."""
        found = self._combos.get(place)
        if found is None:
            every = [
                sorted({left for chain in suit.chains for left, _ in chain.cells[place - 2].asks})
                for suit in self._suits
            ]
            before = self._cards.before[place]
            found = self._combos[place] = combos_of(before, every, self._kind, self._joker)
        return found

    # --- from steps to melds

    def _melds(self, steps: Sequence[_Step], number: int) -> list[Laid]:
        """The melds that some steps lay."""
        path = []
        while number >= 0:
            path.append(steps[number])
            number = steps[number].before
        melds: list[Laid] = []
        open_runs: list[list[Laid]] = [[] for _ in SUITS]
        for place, step in enumerate(reversed(path), start=1):
            rank = rank_at(place)
            for suit, came in enumerate(step.came):
                before, card = open_runs[suit], card_of(rank, SUITS[suit])
                runs = []
                for code in came:
                    run = before[code // 2 - 1] if code > 1 else Laid(place, [])
                    run.cards.append(JOKER if code & 1 else card)
                    runs.append(run)
                if before:
                    going = {code // 2 - 1 for code in came}
                    melds.extend([run for i, run in enumerate(before) if i not in going])
                open_runs[suit] = runs
            for suits, jokers in step.sets:
                naturals: list[AnyCard] = [card_of(rank, SUITS[suit]) for suit in suits]
                melds.append(Laid(0, naturals + [JOKER] * jokers))
        melds.extend([run for runs in open_runs for run in runs])
        return melds


def _as_told(meld: Lying) -> tuple[int, tuple[AnyCard, ...]]:
    """A meld before: its start and its cards, a run's in order, a set's by suit."""
    told = [JOKER if card < 0 else CARDS[card] for card in meld.cards]
    return meld.start, tuple(told if meld.start else sorted(told, key=sort_key))


def _is_known(
    place: int,
    walk: list[Chain],
    states: tuple[int, ...],
    cost: int,
    used: int,
    spares: bool,
    known: dict[object, list[tuple[int, int, tuple[Runs, ...]]]],
) -> bool:
    """Was a place reached before that can do all that this one can, and costs no more?"""
    here = [chain.state(place, state) for chain, state in zip(walk, states, strict=True)]
    runs = tuple([state.runs for state in here])
    shapes = tuple([state.shape for state in here])
    aces = tuple([chain.cells[-1] for chain in walk])
    others = known.setdefault((place, aces, shapes), [])
    for less, fewer, other in others:
        if (fewer == used or (fewer < used and spares)) and _can_do(other, less, runs, cost):
            return True
    others.append((cost, used, runs))
    return False


def _whole(due: int) -> int:
    """What is due at least in whole cuts and melds."""
    over = due % CUT
    if over > _MOST_TOUCHED:
        return due - over + CUT
    return due - over + -(-over // TOUCH) * TOUCH


def _can_do(mine: tuple[Runs, ...], cost: int, theirs: tuple[Runs, ...], more: int) -> bool:
    """Can a place with runs of the same shapes do all that another can, and cost no more?"""
    for some, others in zip(mine, theirs, strict=True):
        if some != others:
            cost += lost(some, others)
    return cost <= more
