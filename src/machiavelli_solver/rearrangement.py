"""Where each card of a table comes from: which joins a turn keeps, and what it moves.

A *join* is what holds a table together for the eye. In a run two neighbours are joined; in a
set each card beyond the first is, so a set of four has three joins. A join is kept where two
neighbours of a run are neighbours of a run afterwards, and where cards of a set lie in one
set afterwards: of a set's cards that do, all but one are still joined. The joins that are not
kept are *cuts*.

What exactly is counted, where it could be seen in more ways than one:

- Equal cards are interchangeable, whether they lie on the table or come from the hand, and so
  are jokers. Of all ways to say which is which, the one with the fewest cuts counts.
- A joker in a run is joined to its neighbours as the card that it stands for. A meld before is
  read as it lies, if that is the order of a run, from either end; else its first reading
  counts (`Meld.readings`). So JK 7C 8C is 6C 7C 8C, and 7C 8C JK is 7C 8C 9C. One natural card
  with two or three jokers is a set.
- Afterwards every meld may be read in the way that keeps the most.
- A meld that is not valid has no joins, and a table that is not given as melds has none.
- What a meld can be read as does not hang on the rules here: an ace is low or high, and around
  the corner only where the meld is no run otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass

from .cards import AnyCard
from .melds import Meld
from .moves import Place


@dataclass(frozen=True, slots=True)
class Placed:
    """A card of the table afterwards, and where it was before.

    Args:
        card: the card.
        source: ``"table"``, ``"hand"``, ``"support"`` or ``"loose"``.
        meld: which of the melds before it was in, from 0; None for a card that was in none.
        place: its place in that meld as it lay, from 0; None likewise.
    """

    card: AnyCard
    source: Place
    meld: int | None = None
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Rearrangement:
    """A table before and after a turn, and where each card came from.

    Args:
        before: the melds before; empty where it was not known how the table lay.
        after: the melds afterwards.
        sources: for each meld afterwards its cards, in its order, with their sources.
    """

    before: tuple[Meld, ...]
    after: tuple[Meld, ...]
    sources: tuple[tuple[Placed, ...], ...]

    @property
    def cuts(self) -> int:
        """How many joins of the melds before are not kept."""
        raise NotImplementedError

    @property
    def touched(self) -> tuple[int, ...]:
        """The melds before, by number, that do not lie there afterwards as they were."""
        raise NotImplementedError

    @property
    def bases(self) -> tuple[int | None, ...]:
        """For each meld afterwards, the meld before that it is built on, if there is one.

        Its cards that came from there stay where they lie; all its other cards are moved.
        """
        raise NotImplementedError

    @property
    def moved(self) -> tuple[tuple[bool, ...], ...]:
        """For each card afterwards: was it laid, or taken from another meld?"""
        raise NotImplementedError
