"""What cards are worth: the points that count against a hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from .cards import ACE, JACK, KING, RANK_NAMES, AnyCard, Card
from .errors import OptionError, quote


@dataclass(frozen=True, slots=True)
class CardValues:
    """The value of each rank, and of a joker.

    Args:
        ranks: 13 whole numbers, not negative: ace, 2, ..., king.
        joker: the same for a joker.

    Raises:
        OptionError: there are not 13 of them, or one is no such number.

    >>> CardValues.of({"A": 3, "J": 2, "Q": 2, "K": 2}, others=1, joker=25)
    CardValues(ranks=(3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2), joker=25)
    """

    ranks: tuple[int, ...]
    joker: int

    def __post_init__(self) -> None:
        if len(self.ranks) != KING:
            raise OptionError(f"{quote(self.ranks)}: expected 13 values, ace to king")
        for value in (*self.ranks, self.joker):
            if isinstance(value, bool) or not isinstance(value, int) or value < 0:
                raise OptionError(f"{quote(value)}: expected a card value, a whole number from 0")

    @classmethod
    def of(cls, values: Mapping[str, int], *, others: int | None = None, joker: int) -> CardValues:
        """Make values by rank name (``A 2 ... 10 J Q K``).

        Args:
            values: the value of each rank named.
            others: the value of the ranks not named; None for their number, 10 for
                jack, queen and king, and 11 for the ace.
            joker: the value of a joker.

        Raises:
            OptionError: a name is no rank, or a value no whole number from 0.
        """
        for name in values:
            if name not in RANK_NAMES:
                raise OptionError(f"{name!r} is no rank: expected one of {', '.join(RANK_NAMES)}")
        return cls(
            tuple(
                values.get(name, _face(rank) if others is None else others)
                for rank, name in enumerate(RANK_NAMES, start=ACE)
            ),
            joker,
        )

    def value(self, card: AnyCard) -> int:
        """What a card is worth.

        >>> from machiavelli_solver.notation import read_cards
        >>> [ITALIAN_VALUES.value(card) for card in read_cards("AC 7C KC JK")]
        [11, 7, 10, 25]
        """
        return self.ranks[card.rank - 1] if isinstance(card, Card) else self.joker


def _face(rank: int) -> int:
    return 11 if rank == ACE else min(rank, JACK - 1)


ITALIAN_VALUES: Final = CardValues.of({}, joker=25)
"""Face value, court cards 10, aces 11, jokers 25: the Italian sheet."""

TAHITI_VALUES: Final = CardValues.of({}, joker=30)
"""Face value, court cards 10, aces 11, jokers 30: Tahiti, in the German sheet."""

OPENING_VALUES: Final = CardValues.of({"A": 1}, joker=0)
"""Face value, court cards 10, aces 1: the opening of Thirty-Six, in the German sheet."""

TILE_VALUES: Final = CardValues(tuple(range(ACE, KING + 1)), joker=30)
"""The number on the tile, jokers 30: printed rules of the tile game."""

JAPANESE_VALUES: Final = CardValues.of({"A": 3, "J": 2, "Q": 2, "K": 2}, others=1, joker=25)
"""Aces 3, court cards 2, others 1: the Japanese sheet. A joker is "a great loss" there."""

JAPANESE_FIVES: Final = CardValues.of({"J": 10, "Q": 10, "K": 10}, others=5, joker=25)
"""Court cards 10, others 5, jokers 25: the other table of the Japanese sheet."""

VALUES: Final[Mapping[str, CardValues]] = {
    "italian": ITALIAN_VALUES,
    "tahiti": TAHITI_VALUES,
    "tiles": TILE_VALUES,
    "japanese": JAPANESE_VALUES,
    "fives": JAPANESE_FIVES,
}
"""The tables of values that have a name."""
