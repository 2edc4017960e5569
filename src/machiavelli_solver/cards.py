"""Cards and jokers: frozen values, each card with a number from 0 to 51.

The friendly tier is `Card` and `JOKER`; the plain tier is the *index* of a card,
``13 * suit + rank - 1``, which is also its place in an array of counts of shape
(4 suits, 13 ranks). Engines see indices only.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import ClassVar, Final, TypeAlias

from .errors import CardLikeError

Rank: TypeAlias = int
"""A rank: 1 is the ace, 11, 12 and 13 are jack, queen and king."""

ACE: Final[Rank] = 1
JACK: Final[Rank] = 11
QUEEN: Final[Rank] = 12
KING: Final[Rank] = 13
RANKS: Final[range] = range(ACE, KING + 1)

RANK_NAMES: Final[tuple[str, ...]] = (
    "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K",
)  # fmt: skip
"""How ranks are printed, the ace first."""


class Suit(IntEnum):
    """The four suits, in the order in which everything is sorted and printed."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """The letter that the suit is printed as.

        >>> [suit.letter for suit in Suit]
        ['C', 'D', 'H', 'S']
        """
        return "CDHS"[self]

    @property
    def symbol(self) -> str:
        """The suit's pip.

        >>> "".join(suit.symbol for suit in Suit)
        '♣♦♥♠'
        """
        return "♣♦♥♠"[self]

    def __repr__(self) -> str:
        return f"Suit.{self.name}"


SUITS: Final[tuple[Suit, ...]] = tuple(Suit)

CARD_KINDS: Final[int] = 52
"""How many different natural cards there are: the length of every vector of counts."""


@dataclass(frozen=True, slots=True)
class Card:
    """A natural card.

    Args:
        rank: 1 (ace) to 13 (king).
        suit: one of the four suits.

    Attributes:
        index: the card's number, 0 to 51: ``13 * suit + rank - 1``.
        is_joker: always false; jokers answer true.

    Raises:
        CardLikeError: the rank or the suit is not one.

    >>> Card(13, Suit.HEARTS)
    Card(13, Suit.HEARTS)
    >>> str(Card(10, Suit.CLUBS)), Card(10, Suit.CLUBS).symbol
    ('10C', '10♣')
    >>> Card(1, Suit.CLUBS).index, Card(13, Suit.SPADES).index
    (0, 51)
    """

    rank: Rank
    suit: Suit
    index: int = field(init=False, repr=False, compare=False)  # kept: it is asked for all the time
    is_joker: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if isinstance(self.rank, bool) or not isinstance(self.rank, int) or self.rank not in RANKS:
            raise CardLikeError(f"{self.rank!r} is no rank: expected 1 (ace) to 13 (king)")
        if not isinstance(self.suit, Suit):
            raise CardLikeError(f"{self.suit!r} is no suit: expected Suit.CLUBS to Suit.SPADES")
        object.__setattr__(self, "index", 13 * int(self.suit) + self.rank - 1)

    def __hash__(self) -> int:
        return self.index

    @property
    def symbol(self) -> str:
        """The card with its suit's pip, as ``10♣``."""
        return RANK_NAMES[self.rank - 1] + self.suit.symbol

    def __str__(self) -> str:
        return RANK_NAMES[self.rank - 1] + self.suit.letter

    def __repr__(self) -> str:
        return f"Card({self.rank}, {self.suit!r})"


@dataclass(frozen=True, slots=True)
class Joker:
    """A joker; all jokers are equal, and `JOKER` is one.

    >>> JOKER == Joker(), str(JOKER), JOKER.is_joker
    (True, 'JK', True)
    """

    is_joker: ClassVar[bool] = True

    @property
    def symbol(self) -> str:
        """``JK``, as jokers have no pip."""
        return "JK"

    def __str__(self) -> str:
        return "JK"


JOKER: Final[Joker] = Joker()
"""A joker, equal to all others."""

AnyCard: TypeAlias = Card | Joker
"""A natural card or a joker."""

CARDS: Final[tuple[Card, ...]] = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
"""The 52 natural cards, each at its index."""


def card_of(rank: Rank, suit: Suit) -> Card:
    """The card of a known rank and suit: one of `CARDS`, not a new value.

    >>> card_of(13, Suit.SPADES)
    Card(13, Suit.SPADES)
    """
    return CARDS[13 * suit + rank - 1]


def sort_key(card: AnyCard) -> int:
    """Where a card stands when cards are sorted: by suit, then rank; jokers last.

    >>> [str(card) for card in sorted([JOKER, CARDS[51], CARDS[13]], key=sort_key)]
    ['AD', 'KS', 'JK']
    """
    return card.index if isinstance(card, Card) else CARD_KINDS


def count_cards(cards: Iterable[AnyCard]) -> tuple[list[int], int]:
    """Count cards: how many copies of each of the 52 natural ones, and how many jokers.

    >>> counts, jokers = count_cards([CARDS[0], CARDS[0], JOKER])
    >>> counts[0], sum(counts), jokers
    (2, 2, 1)
    """
    counts = [0] * CARD_KINDS
    jokers = 0
    for card in cards:
        if isinstance(card, Card):
            counts[card.index] += 1
        else:
            jokers += 1
    return counts, jokers
