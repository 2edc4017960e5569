"""Brute force: does a multiset of cards partition into valid melds? Slow and plainly right.

Written from the rules alone. The lowest card lies in *some* meld: each meld that can hold
it is taken away, and the rest is asked the same. Nothing is shared with the engines.

A multiset is one integer with four bits for each card, so that taking a meld away is a
subtraction. Jokers are counted beside it; there may be more of a card on the table, jokers
included, than the decks have copies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import TypeAlias

from machiavelli_solver import JOKER, Aces, AnyCard, Card, CardValues, Rules, Suit

Multiset: TypeAlias = int

_BITS = 4
_DIGIT = 15


def _index(rank: int, suit: int) -> int:
    return 13 * suit + rank - 1


def _one(rank: int, suit: int) -> Multiset:
    return 1 << _BITS * _index(rank, suit)


def multiset(counts: Sequence[int]) -> Multiset:
    """The multiset of 52 counts: clubs from the ace to the king, diamonds, hearts, spades."""
    return sum(n << _BITS * i for i, n in enumerate(counts))


def tally(cards: Iterable[AnyCard]) -> tuple[list[int], int]:
    """The 52 counts of some cards, and their jokers."""
    counts = [0] * 52
    jokers = 0
    for card in cards:
        if isinstance(card, Card):
            counts[_index(card.rank, card.suit)] += 1
        else:
            jokers += 1
    return counts, jokers


class BruteForce:
    """Answers for one rule about aces and jokers. It remembers what it was asked."""

    def __init__(self, aces: Aces = "both", jokers_per_meld: int | None = None) -> None:
        self._limit = 99 if jokers_per_meld is None else jokers_per_meld
        self._stretches = _stretches(aces)
        self._known: dict[tuple[Multiset, int], bool] = {}

    def forget_much(self) -> None:
        """Forget all answers when there are very many, to be called between two questions."""
        if len(self._known) > 1_000_000:
            self._known.clear()

    def partitions(self, cards: Multiset, jokers: int = 0) -> bool:
        """Can all of these cards, with all of the jokers, be laid in valid melds?"""
        if not cards:
            # jokers alone are no meld, and no melds need no cards
            return jokers == 0
        key = (cards, jokers)
        answer = self._known.get(key)
        if answer is None:
            answer = self._known[key] = any(
                self.partitions(cards - naturals, jokers - stand_ins)
                for naturals, stand_ins in self.melds_with_lowest(cards, jokers)
            )
        return answer

    def melds_with_lowest(self, cards: Multiset, jokers: int) -> Iterator[tuple[Multiset, int]]:
        """Every meld of these cards that holds the lowest: natural cards, and jokers."""
        lowest = ((cards & -cards).bit_length() - 1) // _BITS
        suit, rank = lowest // 13, lowest % 13 + 1
        jokers = min(jokers, self._limit)
        yield from self._sets(cards, jokers, rank, suit)
        yield from self._runs(cards, jokers, rank, suit)

    def _sets(
        self, cards: Multiset, jokers: int, rank: int, suit: int
    ) -> Iterator[tuple[Multiset, int]]:
        others = [s for s in range(4) if s != suit and _holds(cards, rank, s)]
        for n in range(len(others) + 1):
            for suits in combinations(others, n):
                naturals = sum(_one(rank, s) for s in (suit, *suits))
                for stand_ins in range(jokers + 1):
                    if 3 <= 1 + n + stand_ins <= 4:
                        yield naturals, stand_ins

    def _runs(
        self, cards: Multiset, jokers: int, rank: int, suit: int
    ) -> Iterator[tuple[Multiset, int]]:
        for stretch in self._stretches:
            if rank in stretch:
                yield from self._fillings(cards, jokers, suit, stretch, rank)

    def _fillings(
        self, cards: Multiset, jokers: int, suit: int, stretch: tuple[int, ...], own: int
    ) -> list[tuple[Multiset, int]]:
        """All ways to fill a run's places, its own card natural, the others either way."""
        ways = [(0, 0)]
        for rank in stretch:
            card = _one(rank, suit)
            grown = []
            for naturals, used in ways:
                if _holds(cards, rank, suit):
                    grown.append((naturals + card, used))
                if rank != own and used < jokers:
                    grown.append((naturals, used + 1))
            ways = grown
        return ways


def brute_force(rules: Rules) -> BruteForce:
    """The one that answers for these rules; how many decks and jokers there are is no matter."""
    brute = _shared(rules.aces, rules.jokers_per_meld)
    brute.forget_much()
    return brute


@cache
def _shared(aces: Aces, jokers_per_meld: int | None) -> BruteForce:
    return BruteForce(aces, jokers_per_meld)


def _stretches(aces: Aces) -> list[tuple[int, ...]]:
    """The ranks of every run of three or more, none of which holds a rank twice."""
    order = list(range(1, 14))
    if aces == "high":
        order = [*order[1:], 1]
    elif aces == "both":
        order = [*order, 1]
    elif aces == "around":
        order = [*order, *order[:-1]]
    stretches = {
        tuple(order[start:end])
        for start in range(len(order))
        for end in range(start + 3, min(start + 13, len(order)) + 1)
    }
    return sorted(stretches, key=lambda stretch: (len(stretch), stretch))


def _holds(cards: Multiset, rank: int, suit: int) -> bool:
    return bool(cards >> _BITS * _index(rank, suit) & _DIGIT)


def best_play(
    brute: BruteForce,
    table: Iterable[AnyCard],
    hand: Iterable[AnyCard],
    *,
    objective: str,
    values: CardValues,
) -> tuple[AnyCard, ...] | None:
    """The cards that the best play sheds, sorted; None when the table has no arrangement.

    All parts of the hand are tried. The order among plays is the one that the library's
    ``best_play`` promises: most cards (or points); jokers kept; most points; most cards;
    the first cards, clubs from the ace up.
    """
    table_counts, table_jokers = tally(table)
    hand_counts, hand_jokers = tally(hand)
    best: tuple[tuple[int, ...], tuple[int, ...], int] | None = None
    for shed in product(*(range(n + 1) for n in hand_counts)):
        for jokers in range(hand_jokers + 1):
            counts = [n + more for n, more in zip(table_counts, shed, strict=True)]
            if not brute.partitions(multiset(counts), table_jokers + jokers):
                continue
            cards = sum(shed) + jokers
            points = values.joker * jokers + sum(
                n * values.ranks[i % 13] for i, n in enumerate(shed)
            )
            first = cards if objective == "cards" else points
            rank = (first, -jokers, points, cards, *shed)
            if best is None or rank > best[0]:
                best = (rank, shed, jokers)
    if best is None:
        return None
    return cards_of(best[1], best[2])


def cards_of(counts: Sequence[int], jokers: int = 0) -> tuple[AnyCard, ...]:
    """The cards of 52 counts, sorted, then the jokers."""
    naturals = [Card(i % 13 + 1, Suit(i // 13)) for i, n in enumerate(counts) for _ in range(n)]
    return (*naturals, *[JOKER] * jokers)
