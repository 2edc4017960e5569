"""Joins: what holds a table together for the eye.

In a run two neighbours are joined; in a set each card beyond the first is, so a set of four
has three joins. A join is kept where two neighbours of a run are neighbours of a run
afterwards, as the same cards, and where cards of a set lie in one set afterwards: of those
that do, each beyond the first is still joined. The joins that are not kept are *cuts*.

What exactly is counted, where it could be seen in more ways than one:

- Equal cards are interchangeable, whether they lie on the table or come from the hand, and so
  are jokers. Of all ways to say which is which, the one with the fewest cuts counts.
- A joker in a run is joined to its neighbours as the card that it stands for, so the join is
  kept where it stands for that card again. In a set it stands for a card of its rank.
- A meld before is read as it lies, if that is the order of a run, from either end; else its
  first reading counts (`Meld.readings`). So JK 7C 8C is 6C 7C 8C, and 7C 8C JK is 7C 8C 9C.
  One natural card with two or three jokers is a set.
- Afterwards every meld may be read in the way that keeps the most.
- A meld that is not valid has no joins, and a table that is not given as melds has none.
- What a meld can be read as does not hang on the rules here: an ace is low or high, and goes
  around the corner only in a meld that is no run otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from .cards import SUITS, Card, Rank, card_of
from .melds import Meld, MeldKind, Reading
from .rules import MAX_DECKS, MAX_JOKERS, Rules

Link: TypeAlias = tuple[int, int, Card, Card]
"""Two neighbours of a run: their places in the meld, and the cards that they stand for."""

_STRAIGHT: Final = Rules(decks=MAX_DECKS, jokers=MAX_JOKERS)
_AROUND: Final = Rules(decks=MAX_DECKS, jokers=MAX_JOKERS, aces="around")


@dataclass(frozen=True, slots=True)
class Joins:
    """The joins of a meld, read in one way.

    Args:
        size: how many cards the meld has.
        links: the neighbours in a run; none in a set.
        rank: the rank of a set; None in a run.

    >>> joins = joins_before(Meld.parse("4-6C"))
    >>> joins.count, [(i, j) for i, j, _, _ in joins.links]
    (2, [(0, 1), (1, 2)])
    """

    size: int
    links: tuple[Link, ...] = ()
    rank: Rank | None = None

    @property
    def count(self) -> int:
        """How many joins there are."""
        return len(self.links) if self.rank is None else self.size - 1


def joins_before(meld: Meld) -> Joins:
    """The joins of a meld as it lies; see the top of this module.

    >>> joins_before(Meld.parse("4-5C")).count, joins_before(Meld.parse("7CDHS")).count
    (0, 3)
    """
    reading = as_it_lies(meld)
    return Joins(len(meld)) if reading is None else _joins(meld, reading)


def stands_before(meld: Meld, place: int) -> tuple[Card, ...]:
    """What the card at a place of a meld stands for as it lies; none if it is not valid.

    A joker of a set may stand for several cards.

    >>> stands_before(Meld.parse("7C 8C JK"), 2)
    (Card(9, Suit.CLUBS),)
    """
    reading = as_it_lies(meld)
    if reading is None or not meld.cards[place].is_joker:
        return tuple(card for card in meld.cards[place : place + 1] if isinstance(card, Card))
    if reading.kind is MeldKind.SET:
        rank = reading.cards[0].rank
        return tuple(c for c in (card_of(rank, s) for s in SUITS) if c not in meld.cards)
    stands = {}
    for i, j, low, high in _joins(meld, reading).links:
        stands[i], stands[j] = low, high
    return (stands[place],)


def as_it_lies(meld: Meld) -> Reading | None:
    """How a meld is read before a turn; see the top of this module. None if it is not valid."""
    readings = _readings(meld)
    if not readings or readings[0].kind is MeldKind.SET:
        return readings[0] if readings else None
    lying = (each for each in readings if meld.cards in (each.laid, each.laid[::-1]))
    return next(lying, readings[0])


def joins_after(meld: Meld) -> list[Joins]:
    """The joins that a meld can have, one for each way to read it; none if it is not valid.

    >>> [joins.links[0][2] for joins in joins_after(Meld.parse("JK 7C 8C"))]
    [Card(6, Suit.CLUBS), Card(7, Suit.CLUBS)]
    """
    return [*dict.fromkeys(_joins(meld, reading) for reading in _readings(meld))]


def _readings(meld: Meld) -> tuple[Reading, ...]:
    return meld.readings(_STRAIGHT) or meld.readings(_AROUND)


def _joins(meld: Meld, reading: Reading) -> Joins:
    if reading.kind is MeldKind.SET:
        return Joins(len(meld), rank=reading.cards[0].rank)
    # jokers are taken in the order in which they lie, seen from the run's lowest card
    backwards = meld.cards == reading.laid[::-1]
    places = [*range(len(meld))][:: -1 if backwards else 1]
    row = []
    for laid in reading.laid:
        place = next(i for i in places if meld.cards[i] == laid)
        places.remove(place)
        row.append(place)
    cards = reading.cards
    return Joins(
        len(meld),
        tuple((row[i], row[i + 1], cards[i], cards[i + 1]) for i in range(len(row) - 1)),
    )
