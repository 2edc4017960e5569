"""The sets of one rank in the tidiest layout: the cheapest ones, and what a card in one is worth.

As in `tidy_suits` the sets before have numbers of their own in each column, so that what was
found out once serves for all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from math import inf
from operator import add
from typing import NamedTuple, TypeAlias

from .jokers import joker_set_totals
from .machine import MIN_RUN, SUIT_COUNT
from .tidy_suits import CUT, NO_WAY, Copies, Copy, copy_of_set, set_of

Set: TypeAlias = tuple[int, ...]
"""The suits of the cards of a set."""

Before: TypeAlias = tuple[int, ...]
"""How many cards each set before has."""

Lefts: TypeAlias = tuple[Copies, Copies, Copies, Copies]
"""What each suit has left to sets."""

_Members: TypeAlias = tuple[tuple[int, Copy], ...]


class Sets(NamedTuple):
    """Sets of what is left to them, and what these cost."""

    cost: int
    sets: tuple[Set, ...]


@lru_cache(maxsize=1 << 15)
def cheapest_sets(before: Before, lefts: Lefts) -> Sets | None:
    """The cheapest sets of what the suits have left; None: there are none.

    >>> cheapest_sets((), ((0,), (0,), (), (0,)))
    Sets(cost=0, sets=((0, 1, 3),))
    """
    a, b, c, d = map(len, lefts)
    if not joker_set_totals((a, b, c, d), 0):
        return None
    cards = [(suit, copy) for suit in range(SUIT_COUNT) for copy in lefts[suit]]
    return min(
        (
            Sets(_cost(before, sets), tuple([tuple([suit for suit, _ in each]) for each in sets]))
            for sets in _partitions(tuple(cards))
        ),
        key=lambda each: each.cost,
    )


def _partitions(cards: _Members) -> Iterator[tuple[_Members, ...]]:
    """All ways to part cards into sets."""
    if not cards:
        yield ()
        return
    first, others = cards[0], cards[1:]
    for size in range(MIN_RUN - 1, SUIT_COUNT):
        for chosen in combinations(range(len(others)), size):
            members = (first, *[others[i] for i in chosen])
            if len({suit for suit, _ in members}) > size:
                rest = [card for i, card in enumerate(others) if i not in chosen]
                for more in _partitions(tuple(rest)):
                    yield (members, *more)


def _cost(before: Before, sets: tuple[_Members, ...]) -> int:
    """What becomes of the sets before."""
    cost = sum([CUT * (size - 1) + 1 for size in before])
    for members in sets:
        for number, stay in Counter([set_of(copy) for _, copy in members]).items():
            if number:
                cost -= CUT * (stay - 1) + (stay == before[number - 1] == len(members))
    return cost


def price_of_leaving(size: int) -> int:
    """What it costs at least, card by card, to take a card of a set before out of the sets.

    A set of n cards that loses k of them has k cuts or, if k is n, one less.

    >>> price_of_leaving(3) * 3 <= 2 * CUT + 1
    True
    """
    return (CUT * (size - 1) + 1) // size


@lru_cache(maxsize=1 << 14)
def first_prices(
    lefts: tuple[Copies, ...], members: tuple[int, ...], before: Before, price: int
) -> list[int]:
    """What a suit pays for each choice of cards that it leaves to sets.

    Args:
        lefts: the choices.
        members: the numbers of the sets before that have a card of the suit.
        before: the sizes of the sets before.
        price: what a card pays that was in none of them.
    """
    return [
        sum([price_of_leaving(before[n - 1]) for n in members if copy_of_set(n) not in left])
        + price * left.count(0)
        for left in lefts
    ]


@lru_cache(maxsize=1 << 14)
def prices_of_places(
    members: tuple[int, ...], others: tuple[int, ...], free: tuple[bool, ...]
) -> tuple[int, ...]:
    """What a card of each suit that was in no set before shall pay for its place in a set.

    Suits pay each other: those that come to a set more easily pay, since others must leave
    runs for it, and nobody gains by it, whichever sets they form. So all suits together
    never pay more than there is to be paid.

    Args:
        members: how many cards of each suit were in sets before.
        others: how many were not.
        free: for each suit whether one of these lay in no run.

    Without sets before two of three suits must leave runs for a free card:

    >>> prices_of_places((0, 0, 0, 0), (1, 1, 1, 0), (False, True, False, False))[:3] == (
    ...     -CUT, 2 * CUT, -CUT
    ... )
    True
    """
    if sum([n + k > 0 for n, k in zip(members, others, strict=True)]) < MIN_RUN:
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
                if joker_set_totals((a, b, c, d), 0):
                    paid = min(paid, (sum(come) - pay) * CUT // pay)
    if paid is inf or not paid or not any(free):
        return (0, 0, 0, 0)
    return tuple([int(paid) if each else -CUT for each in free])
