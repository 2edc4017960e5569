"""What a valid meld is, plainly: all of them are listed, as the rule sheets define them.

A set has three or four cards of one rank, all of different suits. A run has three or more
consecutive cards of one suit, the ace before the 2 or behind the king (or, as an option,
both at once), and holds no card twice. A joker stands for any card; a meld of jokers alone
is not valid. As an option a meld holds only so many jokers.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations

from machiavelli_solver import Aces, AnyCard, Card, Rules, Suit

_RANKS_IN_ORDER = {
    "low": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
    "high": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1],
    "both": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1],
    "around": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
}


@cache
def all_sets() -> tuple[tuple[Card, ...], ...]:
    """All sets of natural cards: by rank, then in the order of the suits."""
    return tuple(
        tuple(Card(rank, suit) for suit in suits)
        for rank in range(1, 14)
        for size in (3, 4)
        for suits in combinations(Suit, size)
    )


@cache
def all_runs(aces: Aces) -> tuple[tuple[Card, ...], ...]:
    """All runs of natural cards, each from its lowest card; by suit, then the lowest first."""
    order = _RANKS_IN_ORDER[aces]
    runs = [
        tuple(Card(rank, suit) for rank in order[start:end])
        for suit in Suit
        for start in range(len(order))
        for end in range(start + 3, len(order) + 1)
    ]
    # a stretch that would hold a card twice is no run; around the corner the same stretch
    # is met again after thirteen places
    return tuple(dict.fromkeys(run for run in runs if len(set(run)) == len(run)))


def readings(cards: Iterable[AnyCard], rules: Rules) -> list[tuple[Card, ...]]:
    """The natural melds that these cards amount to, their jokers standing for what lacks."""
    given = list(cards)
    naturals = [card for card in given if isinstance(card, Card)]
    if not naturals or len(set(naturals)) < len(naturals):
        return []
    if rules.jokers_per_meld is not None and len(given) - len(naturals) > rules.jokers_per_meld:
        return []
    return [
        meld
        for meld in _melds_with(naturals[0], rules.aces)
        if len(meld) == len(given) and set(naturals) <= set(meld)
    ]


def is_meld(cards: Iterable[AnyCard], rules: Rules) -> bool:
    """Are these cards, in whatever order, a valid meld?"""
    return bool(readings(cards, rules))


@cache
def _melds_with(card: Card, aces: Aces) -> tuple[tuple[Card, ...], ...]:
    return tuple(meld for meld in (*all_sets(), *all_runs(aces)) if card in meld)
