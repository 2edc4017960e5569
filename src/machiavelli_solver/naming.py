"""What cards are called: a notation is a frozen value, and there may be any number of them.

`CARD_NOTATION` has the names that are used everywhere, unless another one is asked for;
those of other languages are in `languages`. How text is read with a notation is in
`reading` and `notation`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from .cards import ACE, JOKER, KING, SUITS, AnyCard, Card, Rank, Suit, card_of
from .errors import OptionError
from .reading import HAND_MARK, MOVED_MARK, SUPPORT_MARK, Reader, all_names, check_unambiguous

__all__ = [
    "CARD_NOTATION",
    "HAND_MARK",
    "MOVED_MARK",
    "NOTATIONS",
    "SUPPORT_MARK",
    "TILE_NOTATION",
    "Notation",
    "Order",
]

Order: TypeAlias = Literal["rank first", "suit first"]
"""Which of its two names a card begins with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation:
    """What cards are called, and how they are written.

    Names are kept apart by blanks. A thing may have several names, with slashes between
    them: all are read, and the first is printed. Small letters are read like capitals.

    Args:
        name: what the notation is called.
        ranks: the names of the 13 ranks, the ace first.
        suits: the names of the four suits, in the order of `Suit`.
        joker: the names of a joker.
        pips: what is printed for the suits where pips can be shown; ``""`` for their names.
        order: whether a card is its rank and then its suit (10H), or the other way round.
        spoken_ranks: what the ranks are called in words, the ace first; ``""`` where cards
            are not read in words. Words are read, and never printed.
        spoken_suits: what the suits are called in words.
        link: the word between a rank and its suit, as in ``asso di cuori``; ``""`` for none.
        card_word: what a card is called in sentences.
        rank_word: what a rank is called there.
        suit_word: what a suit is called there.
        ace_word: what an ace is called there.

    Raises:
        OptionError: there are not 13 ranks, four suits and a joker, or what is written
            could be read in two ways.

    >>> ten = Card(10, Suit.HEARTS)
    >>> CARD_NOTATION.text(ten), CARD_NOTATION.text(ten, pips=True), TILE_NOTATION.text(ten)
    ('10H', '10♥', 'R10')
    >>> Notation(name="short", ranks="A K", suits="C D H S", joker="JK")
    Traceback (most recent call last):
      ...
    machiavelli_solver.errors.OptionError: notation 'short': 2 ranks, not 13
    """

    name: str
    ranks: str
    suits: str
    joker: str
    pips: str = ""
    order: Order = "rank first"
    spoken_ranks: str = ""
    spoken_suits: str = ""
    link: str = ""
    card_word: str = "card"
    rank_word: str = "rank"
    suit_word: str = "suit"
    ace_word: str = "ace"
    _names: _Names = field(init=False, repr=False, compare=False)
    _reader: Reader | None = field(init=False, repr=False, compare=False, default=None)

    def __post_init__(self) -> None:
        if self.order not in get_args(Order):
            raise OptionError(f"notation {self.name!r}: order={self.order!r}")
        # made once, so that each card is printed without a look at all names
        object.__setattr__(self, "_names", _Names.of(self))
        check_unambiguous(self)

    @property
    def reader(self) -> Reader:
        """What text is read with; made when it is first asked for, as its patterns take time."""
        if self._reader is None:
            object.__setattr__(self, "_reader", Reader.of(self))
        assert self._reader is not None
        return self._reader

    def text(self, card: AnyCard, *, pips: bool = False) -> str:
        """A card as it is printed; with its pip, if there is one, where pips can be shown."""
        return self.set_text([card], pips=pips) if isinstance(card, Card) else self._names.joker

    def rank_name(self, rank: Rank) -> str:
        """A rank as it is printed."""
        return self._names.ranks[rank - ACE]

    def set_text(self, cards: Sequence[Card], *, pips: bool = False) -> str:
        """Cards of one rank in short.

        >>> sixes = [Card(6, suit) for suit in Suit]
        >>> CARD_NOTATION.set_text(sixes), TILE_NOTATION.set_text(sixes)
        ('6CDHS', 'OBRK6')
        """
        suits = self._names.pips if pips else self._names.suits
        rank = self.rank_name(cards[0].rank)
        return self.joined(rank, "".join([suits[card.suit] for card in cards]))

    def run_text(self, first: Card, last: Card, *, pips: bool = False) -> str:
        """The cards of one suit from one to another in short.

        >>> four, six = Card(4, Suit.HEARTS), Card(6, Suit.HEARTS)
        >>> CARD_NOTATION.run_text(four, six), TILE_NOTATION.run_text(four, six)
        ('4-6H', 'R4-6')
        """
        suits = self._names.pips if pips else self._names.suits
        low, high = self.rank_name(first.rank), self.rank_name(last.rank)
        return self.joined(f"{low}-{high}", suits[last.suit])

    def in_pips(self) -> Notation:
        """The notation that prints pips; it reads the same.

        >>> CARD_NOTATION.in_pips().text(Card(10, Suit.HEARTS))
        '10♥'
        """
        return _in_pips(self)

    def expected(self) -> str:
        """What a piece of text can be, for errors."""
        ten, king = card_of(10, Suit.HEARTS), card_of(KING, Suit.HEARTS)
        sixes = [card_of(6, suit) for suit in SUITS[:3]]
        cards = [self.text(ten), self.text(king, pips=True)]
        if self.spoken_suits:
            cards.append(self._in_words(ten))
        return (
            f"expected a {self.card_word} ({', '.join(cards)}), "
            f"a joker ({self.text(JOKER)}), a range ({self.example_range()}) or "
            f"one {self.rank_word} in several {self.suit_word}s ({self.set_text(sixes)})"
        )

    def in_letters(self, text: str) -> str:
        """Text with an ASCII name for each pip, for where pips cannot be shown.

        >>> CARD_NOTATION.in_letters("10♥ or K♣")
        '10H or KC'
        """
        named = [
            next(filter(str.isascii, names.split("/")), suit.letter)
            for names, suit in zip(self.suits.split(), SUITS, strict=True)
        ]
        return text.translate({ord(s.symbol): name for s, name in zip(SUITS, named, strict=True)})

    def example_range(self, low: Rank = 4, high: Rank = 7, suit: Suit = Suit.CLUBS) -> str:
        """A range, for errors and explanations."""
        return self.run_text(card_of(low, suit), card_of(high, suit))

    def _in_words(self, card: Card) -> str:
        """A card in words, as an example; what is printed are short forms."""
        rank = self.rank_name(card.rank)
        suit = self.spoken_suits.split()[card.suit].split("/")[0]
        if not self.link:
            return f"{suit} {rank}"
        # letters of alphabets come in words with blanks between them
        return f"{rank} {self.link} {suit}" if self.link.isascii() else rank + self.link + suit

    def joined(self, rank: str, suit: str) -> str:
        """The names of a rank and of suits in the order of the notation."""
        return rank + suit if self.order == "rank first" else suit + rank


@lru_cache(maxsize=8)
def _in_pips(notation: Notation) -> Notation:
    if not notation.pips:
        return notation
    suits = [
        "/".join(dict.fromkeys([pip, *names.split("/")]))
        for pip, names in zip(notation.pips.split(), notation.suits.split(), strict=True)
    ]
    return replace(notation, suits=" ".join(suits))


class _Names(NamedTuple):
    """What a notation prints: the first name of each thing."""

    ranks: list[str]
    suits: list[str]
    pips: list[str]
    joker: str

    @classmethod
    def of(cls, notation: Notation) -> _Names:
        """The names of a notation; raises what it does."""
        names = all_names(notation)
        printed = [each[0] for each in names["suits"]]
        return cls(
            [each[0] for each in names["ranks"]],
            printed,
            [each[0] for each in names["pips"]] or printed,
            names["joker"][0][0],
        )


CARD_NOTATION: Final = Notation(
    name="cards",
    ranks="A 2 3 4 5 6 7 8 9 10/T J Q K",
    suits="C/♣/♧ D/♦/♢ H/♥/♡ S/♠/♤",
    joker="JK/JOKER/🃏",
    pips="♣ ♦ ♥ ♠",
)
"""``10H``: a rank (A 2-10 J Q K), then a suit (clubs, diamonds, hearts, spades)."""

TILE_NOTATION: Final = Notation(
    name="tiles",
    ranks="1 2 3 4 5 6 7 8 9 10 11 12 13",
    suits="O B R K",
    joker="JK/J/JOKER/🃏",
    order="suit first",
    card_word="tile",
    rank_word="number",
    suit_word="colour",
    ace_word="1",
)
"""``R10``: a colour (orange, blue, red, black with a K), then a number from 1 to 13.

Orange tiles stand for clubs, blue ones for diamonds, red ones for hearts, black ones for
spades; 1 is the ace, and 11, 12 and 13 are jack, queen and king.
"""

NOTATIONS: Final[Mapping[str, Notation]] = {
    notation.name: notation for notation in (CARD_NOTATION, TILE_NOTATION)
}
"""The notations of cards and of tiles by name; `LANGUAGES` has cards in other languages."""
