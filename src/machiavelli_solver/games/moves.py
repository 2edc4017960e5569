"""What may be done in a game: a few small values, each with what it needs and no more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..cards import AnyCard
from ..positions import Position, Table


@dataclass(frozen=True, slots=True)
class Move:
    """What may be done: a `Draw`, `Lay`, `Pass`, `Discard`, `Fail` or `Deal`."""


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """Draw: at the start of a turn, or to end a turn in which nothing is played.

    Args:
        discards: how many discards to take, from the last one down; 0 for a draw from the
            stock of as many cards as the rules say.
    """

    discards: int = 0


@dataclass(frozen=True, slots=True)
class Lay(Move):
    """Play: lay cards of the hand, and rearrange the table.

    Args:
        after: what there is afterwards: the table in melds, the hand, and the support and
            loose cards that were not used. `Game.lay` makes it of less.
    """

    after: Position


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Play nothing, where nothing can be drawn for it."""


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Discard a card, which ends a turn.

    Args:
        card: a card of the hand.
    """

    card: AnyCard


@dataclass(frozen=True, slots=True)
class Fail(Move):
    """Give up a rearrangement that was begun: all cards go back, and the penalty is drawn.

    Args:
        left: the table as it is left, where the rules allow that it is not restored: its
            cards in groups, of which those that are no melds become loose or support cards.
            None for a table that is restored.
    """

    left: Table | None = None


@dataclass(frozen=True, slots=True)
class Deal(Move):
    """Deal the next round, when one is over and the game is not."""


MOVES: Final[tuple[type[Move], ...]] = (Draw, Lay, Pass, Discard, Fail, Deal)
"""All kinds of moves."""
