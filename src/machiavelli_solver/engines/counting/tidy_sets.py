"""The sets of one rank in the tidiest layout: the cheapest ones, and what a card in one is worth.

As in `tidy_suits` the sets before have numbers of their own in each column, so that what was
found out once serves for all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from math import inf
from operator import add
from typing import NamedTuple, TypeAlias

from .jokers import joker_set_totals
from .machine import MIN_RUN, SUIT_COUNT
from .tidy_suits import (
    CUT,
    NO_WAY,
    PINNED_JOKER,
    TOUCH,
    Cell,
    Copies,
    Copy,
    Kind,
    copy_of_set,
    is_joker,
    set_of,
)

Set: TypeAlias = tuple[tuple[int, ...], int]
"""The suits of the natural cards of a set, and how many jokers it holds."""

Before: TypeAlias = tuple[tuple[int, int], ...]
"""How many cards each set before has, and how many of them are jokers."""

Lefts: TypeAlias = tuple[Copies, Copies, Copies, Copies]
"""What each suit has left to sets."""

Combo: TypeAlias = tuple[Copies, Copies, Copies, Copies, int]
"""What all suits leave to sets together, and what that costs."""

_Members: TypeAlias = tuple[tuple[int, Copy], ...]

_Dealt: TypeAlias = tuple[_Members, int]
"""The cards of a set, and how many free jokers come to them."""


class Sets(NamedTuple):
    """Sets of what is left to them, and what these cost.

    Args:
        cost: what becomes of the sets before.
        jokers: how many free jokers lie there.
        sets: the sets.
    """

    cost: int
    jokers: int
    sets: tuple[Set, ...]


@lru_cache(maxsize=1 << 15)
def cheapest_sets(before: Before, lefts: Lefts, kind: Kind) -> tuple[Sets, ...]:
    """The cheapest sets of what the suits have left, for each number of free jokers.

    Returns:
        The fewest jokers first; only those with more of them that cost less, where jokers may
        be spared. None where the cards make no sets.

    >>> cheapest_sets((), ((0,), (0,), (), (0,)), Kind(aces="both"))
    (Sets(cost=0, jokers=0, sets=(((0, 1, 3), 0),)),)
    """
    a, b, c, d = map(len, lefts)
    if not joker_set_totals((a, b, c, d), kind.jokers):
        return ()
    cards = tuple([(suit, copy) for suit in range(SUIT_COUNT) for copy in lefts[suit]])
    # a joker more in a set is spare, if it is not one that lay there
    full = not kind.spares or any(jokers for _, jokers in before)
    best: dict[int, Sets] = {}
    for sets in _partitions(cards, kind.jokers, kind.limit, full):
        jokers = sum([free for _, free in sets])
        cost = _cost(before, sets)
        if jokers not in best or cost < best[jokers].cost:
            best[jokers] = Sets(cost, jokers, tuple(map(_told, sets)))
    found: list[Sets] = []
    for each in sorted(best.values(), key=lambda each: each.jokers):
        if not kind.spares or not found or each.cost < found[-1].cost:
            found.append(each)
    return tuple(found)


def _told(dealt: _Dealt) -> Set:
    members, free = dealt
    naturals = tuple([suit for suit, copy in members if not is_joker(copy)])
    return naturals, free + len(members) - len(naturals)


def _partitions(
    cards: _Members, jokers: int, limit: int | None, full: bool
) -> Iterator[tuple[_Dealt, ...]]:
    """All ways to part cards, and up to so many free jokers, into sets.

    Args:
        cards: the cards.
        jokers: how many free jokers there are.
        limit: how many jokers a set may hold; None for any number.
        full: whether free jokers may be the fourth card of a set.
    """
    if not cards:
        yield ()
        return
    first, others = cards[0], cards[1:]
    for size in range(0 if jokers else MIN_RUN - 1, SUIT_COUNT):
        for chosen in combinations(range(len(others)), size):
            members = (first, *[others[i] for i in chosen])
            if len({suit for suit, _ in members}) <= size:
                continue
            least = max(0, MIN_RUN - len(members))
            most = min(jokers, SUIT_COUNT - len(members) if full else least)
            pinned = sum([is_joker(copy) for _, copy in members])
            for free in range(least, most + 1):
                if pinned == len(members) or (limit is not None and pinned + free > limit):
                    continue
                rest = tuple([card for i, card in enumerate(others) if i not in chosen])
                for more in _partitions(rest, jokers - free, limit, full):
                    yield ((members, free), *more)


def _cost(before: Before, sets: tuple[_Dealt, ...]) -> int:
    """What becomes of the sets before, their jokers seen in the best way."""
    worst = sum([CUT * (size - 1) + TOUCH for size, _ in before])
    if not before or not sets:
        return worst
    naturals = [
        Counter([set_of(copy) for _, copy in members if not is_joker(copy)]) for members, _ in sets
    ]
    sizes = [len(members) + free for members, free in sets]
    jokers = [
        i
        for i, (members, free) in enumerate(sets)
        for _ in range(free + sum([is_joker(copy) for _, copy in members]))
    ]
    with_jokers = [number for number, (_, n) in enumerate(before, 1) if n]
    best = worst
    # each joker is one that lay in a set before, or none of them
    for claims in product((0, *with_jokers), repeat=len(jokers)):
        if any(claims.count(number) > before[number - 1][1] for number in with_jokers):
            continue
        shares = [Counter(share) for share in naturals]
        for i, number in zip(jokers, claims, strict=True):
            shares[i][number] += 1
        cost = worst
        for share, members in zip(shares, sizes, strict=True):
            for number, stay in share.items():
                if number:
                    cost -= CUT * (stay - 1)
                    if stay == members == before[number - 1][0]:
                        cost -= TOUCH
        best = min(best, cost)
    return best


def price_of_leaving(size: int) -> int:
    """What it costs at least, card by card, to take a card of a set before out of the sets.

    A set of n cards that loses k of them has k cuts or, if k is n, one less.

    >>> price_of_leaving(3) * 3 <= 2 * CUT + TOUCH
    True
    """
    return (CUT * (size - 1) + TOUCH) // size


def first_prices(
    cell: Cell, members: tuple[int, ...], before: Before, price: int, joker: int
) -> Sequence[int]:
    """What a suit pays for each of the things that it asks from the others; the cell keeps it.

    Args:
        cell: the cards of the suit.
        members: the numbers of the sets before that have one of them.
        before: the sets before.
        price: what a card pays that was in none of them.
        joker: what a joker costs.
    """
    key = (members, before, price, joker)
    found = cell.prices.get(key)
    if found is None:
        leaving = {copy_of_set(n): price_of_leaving(before[n - 1][0]) for n in members}
        found = cell.prices[key] = tuple(
            sum(paid for copy, paid in leaving.items() if copy not in left)
            + price * left.count(0)
            + min(price, 0) * left.count(PINNED_JOKER)
            + joker * jokers
            for left, jokers in cell.asks
        )
    return found


@lru_cache(maxsize=1 << 14)
def prices_of_places(
    members: tuple[int, ...],
    others: tuple[int, ...],
    free: tuple[bool, ...],
    jokers: int = 0,
    joker: int = 0,
) -> tuple[int, ...]:
    """What a card of each suit that was in no set before shall pay for its place in a set.

    Suits pay each other: those that come to a set more easily pay, since others must leave
    runs for it, and nobody gains by it, whichever sets they form. So all suits together
    never pay more than there is to be paid.

    Args:
        members: how many cards of each suit were in sets before.
        others: how many were not.
        free: for each suit whether one of these lay in no run.
        jokers: how many free jokers there are.
        joker: what one of them is worth.

    Without sets before two of three suits must leave runs for a free card:

    >>> prices_of_places((0, 0, 0, 0), (1, 1, 1, 0), (False, True, False, False))[:3] == (
    ...     -CUT, 2 * CUT, -CUT
    ... )
    True
    """
    suits = sum([n + k > 0 for n, k in zip(members, others, strict=True)])
    if not suits or suits + jokers < MIN_RUN:
        return (NO_WAY,) * SUIT_COUNT  # too few suits for a set
    paid: float = inf
    for kept in product(*[range(n + 1) for n in members]):
        ranges = [
            range(n + 1 if k == m else 1) for n, k, m in zip(others, kept, members, strict=True)
        ]
        for come in product(*ranges):
            pay = sum([n for n, each in zip(come, free, strict=True) if each])
            if pay and (sum(come) - pay) * CUT < paid * pay:
                a, b, c, d = map(add, kept, come)
                totals = joker_set_totals((a, b, c, d), jokers)
                if totals:
                    due = (sum(come) - pay) * CUT + totals[0] * joker
                    paid = min(paid, due // pay)
    if paid is inf or not paid or not any(free):
        return (0, 0, 0, 0)
    return tuple([int(paid) if each else -CUT for each in free])


def combos_of(
    before: Before, choices: Sequence[Sequence[Copies]], kind: Kind, joker: int
) -> list[Combo]:
    """All that suits can leave to sets together.

    Args:
        before: the sets before.
        choices: what each suit can leave.
        kind: what is to be known of the layout.
        joker: what a joker costs.
    """
    found: list[Combo] = []
    for one, two, three, four in product(*choices):
        sets = cheapest_sets(before, (one, two, three, four), kind)
        if sets:
            cost = min([each.cost + joker * each.jokers for each in sets])
            found.append((one, two, three, four, cost))
    return found


def share_out(combos: list[Combo], pays: Sequence[dict[Copies, int]]) -> list[dict[Copies, int]]:
    """What each suit shall pay for each choice of cards that it leaves to sets.

    All suits together never pay more for a combo than it costs.

    Args:
        combos: all that can be left together.
        pays: what each suit pays besides, for each of its choices.

    Returns:
        For each suit the price of each choice: `NO_WAY` where it comes with no others.
    """
    pay0, pay1, pay2, pay3 = pays
    combos = [
        combo
        for combo in combos
        if pay0[combo[0]] + pay1[combo[1]] + pay2[combo[2]] + pay3[combo[3]] < NO_WAY >> 1
    ]
    share0, share1, share2, share3 = (dict.fromkeys(pay, NO_WAY) for pay in pays)
    for one, two, three, four, cost in combos:
        due = cost + pay0[one] + pay1[two] + pay2[three] + pay3[four]
        if due < share0[one]:
            share0[one] = due
        if due < share1[two]:
            share1[two] = due
        if due < share2[three]:
            share2[three] = due
        if due < share3[four]:
            share3[four] = due
    prices = [
        {left: share[left] // SUIT_COUNT - pay[left] for left in pay}
        for pay, share in zip(pays, (share0, share1, share2, share3), strict=True)
    ]
    # where that comes to less than a combo costs, there is room
    price0, price1, price2, price3 = prices
    for suit, price in enumerate(prices):
        room = dict.fromkeys(price, NO_WAY)
        for one, two, three, four, cost in combos:
            left = (one, two, three, four)[suit]
            rest = cost - price0[one] - price1[two] - price2[three] - price3[four]
            if rest < room[left]:
                room[left] = rest
        for left, rest in room.items():
            price[left] = price[left] + rest if rest < NO_WAY else NO_WAY
    return prices
