"""The fewest cuts, and then the fewest melds touched, by trying every way to see a turn.

Equal cards are told apart here: each way to say which card went to which place is tried.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import permutations, product

from definition import readings

from machiavelli_solver import JOKER, AnyCard, Card, Rules

_STRAIGHT = Rules(decks=4, jokers=8)
_AROUND = Rules(decks=4, jokers=8, aces="around")

_Cards = tuple[AnyCard, ...]
_Run = tuple[tuple[int, Card], ...]
"""A meld read as a run: the places of its cards from the lowest on, and what they stand for."""


class Reading:
    """A set's rank, or a run."""

    def __init__(self, natural: tuple[Card, ...], laid: _Cards, *, backwards: bool = False) -> None:
        self.rank = natural[0].rank if len({card.suit for card in natural}) > 1 else None
        order = range(len(laid) - 1, -1, -1) if backwards else range(len(laid))
        jokers = [i for i in order if laid[i] == JOKER]
        self.run: _Run = tuple(
            (laid.index(card) if card in laid else jokers.pop(0), card) for card in natural
        )

    @property
    def neighbours(self) -> list[tuple[int, int, Card, Card]]:
        if self.rank is not None:
            return []
        return [(i, j, low, high) for (i, low), (j, high) in zip(self.run, self.run[1:])]  # noqa: B905


def ways_to_read(meld: _Cards) -> list[Reading]:
    return [
        Reading(natural, meld) for natural in readings(meld, _STRAIGHT) or readings(meld, _AROUND)
    ]


def as_it_lies(meld: _Cards) -> Reading | None:
    ways = readings(meld, _STRAIGHT) or readings(meld, _AROUND)
    sets = [way for way in ways if len({card.suit for card in way}) > 1]
    if sets or not ways:
        return Reading(sets[0], meld) if sets else None
    for way in ways:
        if all(a in (b, JOKER) for a, b in zip(meld, way, strict=True)):
            return Reading(way, meld)
        if all(a in (b, JOKER) for a, b in zip(meld[::-1], way, strict=True)):
            return Reading(way, meld, backwards=True)
    return Reading(ways[0], meld)


def joins_of(meld: _Cards) -> int:
    return 0 if as_it_lies(meld) is None else len(meld) - 1


def kept(before: Sequence[_Cards], after: _Cards, came: Sequence[tuple[int, int] | None]) -> int:
    """How many joins are kept in a meld whose cards were in these places."""
    most = 0
    for way in ways_to_read(after):
        n = 0
        for number, meld in enumerate(before):
            was = as_it_lies(meld)
            if was is None:
                continue
            if was.rank is not None and was.rank == way.rank:
                n += max(0, sum(at is not None and at[0] == number for at in came) - 1)
            for i, j, low, high in way.neighbours:
                a, b = came[i], came[j]
                if a is not None and b is not None and a[0] == b[0] == number:
                    n += (a[1], b[1], low, high) in was.neighbours
        most = max(most, n)
    return most


def ways(
    before: Sequence[_Cards], after: Sequence[_Cards]
) -> Iterator[list[list[tuple[int, int] | None]]]:
    """Every way to say where the cards came from: a meld and a place in it, or None: the hand."""
    given: dict[AnyCard, list[tuple[int, int] | None]] = defaultdict(list)
    wanted: dict[AnyCard, list[tuple[int, int]]] = defaultdict(list)
    for number, meld in enumerate(before):
        for place, card in enumerate(meld):
            given[card].append((number, place))
    for number, meld in enumerate(after):
        for place, card in enumerate(meld):
            wanted[card].append((number, place))
    for card, spots in wanted.items():
        given[card] += [None] * (len(spots) - len(given[card]))
    cards = list(wanted)
    for chosen in product(*({*permutations(given[card], len(wanted[card]))} for card in cards)):
        came: list[list[tuple[int, int] | None]] = [[None] * len(meld) for meld in after]
        for card, sources in zip(cards, chosen, strict=True):
            for (number, place), source in zip(wanted[card], sources, strict=True):
                came[number][place] = source
        yield came


def fewest_cuts(before: Sequence[_Cards], after: Sequence[_Cards]) -> tuple[int, int]:
    """The fewest cuts, and then the fewest melds touched."""
    joins = sum(map(joins_of, before))
    found = []
    for came in ways(before, after):
        cuts = joins - sum(kept(before, meld, row) for meld, row in zip(after, came, strict=True))
        untouched = 0
        for number, meld in enumerate(before):
            here = [row for row in came if any(at is not None and at[0] == number for at in row)]
            untouched += (
                len(here) == 1
                and len(here[0]) == len(meld)
                and None not in here[0]
                and ({at[0] for at in here[0] if at is not None} == {number})
            )
        found.append((cuts, len(before) - untouched))
    return min(found)


def fewest_moves(shares: Sequence[dict[object, int]], before: int) -> int:
    """Groups of cards, less those that can stay: one a meld, each where a meld lay before."""

    def stay(number: int, used: frozenset[int]) -> int:
        if number == len(shares):
            return 0
        best = stay(number + 1, used)
        for meld in range(before):
            if meld in shares[number] and meld not in used:
                best = max(best, 1 + stay(number + 1, used | {meld}))
        return best

    return sum(map(len, shares)) - stay(0, frozenset())
