"""The other question that an engine answers: how to lay known cards and leave a table alone.

`Problem` asks which cards are used; this asks, when that is known, for the melds that keep the
most of how the table lay. A *join* is two neighbours in a run, or a card in a set beyond its
first. A join of a meld before is *kept* where the same two cards are neighbours in a run
again, as the same cards, and where cards of one set lie in one set again: of so many each but
one is still joined. The joins that are not kept are *cuts*. A meld is *touched* that does not
lie there as it was. Equal cards are interchangeable, wherever they come from, and so are jokers;
of all ways to say which is which the one with the fewest cuts counts, then the fewest touched.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ..cards import AnyCard
from ..rules import Rules
from .problem import NO_CARDS


@dataclass(frozen=True, slots=True)
class Lying:
    """A valid meld as it lies before a turn.

    Args:
        start: the place of a run's first card, 1 for a low ace to 14 for a high one; 0 for a
            set.
        cards: the indices of its cards, -1 for a joker; a run's from its lowest place on,
            so that each joker's place says what it stands for.
    """

    start: int
    cards: tuple[int, ...]

    @property
    def joins(self) -> int:
        """How many joins it has."""
        return len(self.cards) - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The cards that are to be laid, and the melds that lay there.

    Args:
        rules: what a valid meld is. Aces do not go around the corner.
        cards: how many copies of each natural card are laid, 52 counts.
        jokers: how many jokers are laid as any card.
        pinned: jokers that are laid besides, each as a copy of this card.
        lying: the melds before. All their natural cards are among the cards; jokers need
            not be, they may have gone to a hand.
    """

    rules: Rules
    cards: tuple[int, ...]
    jokers: int = 0
    pinned: tuple[int, ...] = NO_CARDS
    lying: tuple[Lying, ...] = ()


@dataclass(frozen=True, slots=True)
class Tidy:
    """The melds that keep the most.

    Args:
        melds: runs in order with their jokers in place, sets by suit with jokers last.
        cuts: how many joins are not kept: the fewest.
        touched: how many of the melds before do not lie there as they were: the fewest with
            so few cuts.
    """

    melds: tuple[tuple[AnyCard, ...], ...]
    cuts: int
    touched: int


class Tidier(Protocol):
    """What answers a layout."""

    def __call__(self, layout: Layout, *, seconds: float | None = None) -> Tidy | None:
        """The melds that keep the most, or None: the cards have no partition.

        Raises:
            TimeLimitError: it was not found in time.
            EffortError: it was not found with the effort that it is worth.
            EngineError: the engine could not prove its answer, or cannot run here.
        """
