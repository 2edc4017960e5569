"""Dense random positions: many cards of few ranks and suits, where melds compete for cards.

Drawn from a seed, so that each run asks the same. Half are valid by construction, the
others have cards taken, added or changed.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from definition import all_runs, all_sets
from strategies import CARDS

from machiavelli_solver import Aces, Card, Suit


@dataclass(frozen=True)
class Corner:
    """Some suits and ranks of a pack of so many decks, and what the aces may be."""

    suits: int
    ranks: tuple[int, ...]
    decks: int
    aces: Aces

    def __str__(self) -> str:
        ranks = ",".join(map(str, self.ranks)) if len(self.ranks) < 13 else "all"
        return f"suits {self.suits}, ranks {ranks}, decks {self.decks}, aces {self.aces}"

    @property
    def cards(self) -> list[Card]:
        """Its cards, one copy of each."""
        return [Card(rank, suit) for suit in list(Suit)[: self.suits] for rank in self.ranks]


def dense_counts(corner: Corner, jokers: int, draw: random.Random) -> list[int]:
    """The 52 counts of some cards that make a dense table with so many jokers, or nearly."""
    within = set(corner.cards)
    melds = [meld for meld in (*all_sets(), *all_runs(corner.aces)) if within.issuperset(meld)]
    counts = dict.fromkeys(corner.cards, 0)
    left = jokers
    for _ in range(draw.randint(len(corner.cards) // 4, len(corner.cards))):
        # a meld with as many of its cards replaced as there are jokers for
        meld = list(draw.choice(melds))
        draw.shuffle(meld)
        lay: list[Card] = []
        stand_ins = 0
        for card in meld:
            if counts[card] < corner.decks and (not lay or not left or draw.random() < 0.8):
                lay.append(card)
            else:
                stand_ins += 1
        if lay and stand_ins <= left:
            left -= stand_ins
            for card in lay:
                counts[card] += 1
    for _ in range(draw.choice((0, 1, jokers, 2 * jokers, 3 * jokers))):
        counts[draw.choice(corner.cards)] = draw.randint(0, corner.decks)
    return [counts.get(card, 0) for card in CARDS]
