"""Where the cards of a table come from and where they go, as marks behind them."""

from __future__ import annotations

from typing import Final

from ..moves import Place
from ..naming import HAND_MARK, MOVED_MARK, SUPPORT_MARK
from ..rearrangement import Rearrangement
from .terminal import NO_MARK

_MARKS: Final[dict[Place, str]] = {
    "hand": HAND_MARK,
    "support": SUPPORT_MARK,
    "loose": SUPPORT_MARK,
}


def marks_after(turn: Rearrangement) -> list[list[str]]:
    """Marks for the table after a turn: what was laid from the hand or from beside, or moved.

    Cards of a table whose melds are not known have no mark: nobody can say whether they moved.

    Returns:
        One list a meld, one mark a card; an empty one for cards that lie where they lay.
    """
    return [
        [
            _MARKS.get(placed.source, MOVED_MARK if moved and turn.before else NO_MARK)
            for placed, moved in zip(row, moves, strict=True)
        ]
        for row, moves in zip(turn.sources, turn.moved, strict=True)
    ]


def marks_before(turn: Rearrangement) -> list[list[str]]:
    """Marks for the table before a turn: the cards that will not stay where they lie."""
    stay = {
        (placed.meld, placed.place)
        for row, moves in zip(turn.sources, turn.moved, strict=True)
        for placed, moved in zip(row, moves, strict=True)
        if not moved
    }
    return [
        [NO_MARK if (number, place) in stay else MOVED_MARK for place in range(len(meld))]
        for number, meld in enumerate(turn.before)
    ]
