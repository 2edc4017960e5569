"""What cards are called: a notation is a frozen value, and there may be any number of them.

`CARD_NOTATION` has the names that are used everywhere, unless another one is asked for.
How text is read with a notation is in `notation`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from string import ascii_lowercase
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar, get_args

from .cards import ACE, JOKER, KING, RANKS, SUITS, AnyCard, Card, Rank, Suit, card_of
from .errors import OptionError

Order: TypeAlias = Literal["rank first", "suit first"]
"""Which of its two names a card begins with."""

HAND_MARK: Final = "*"
"""Stands behind a card of the hand in what the command line prints; reading drops it."""

SUPPORT_MARK: Final = "+"
"""Stands behind a support card in what the command line prints; reading drops it."""

MOVED_MARK: Final = "'"
"""Stands behind a moved card in what the command line prints; reading drops it."""

_Thing = TypeVar("_Thing")

_NAME: Final = re.compile(r"[^\s,/|*+–-]+")
_FOLD: Final = str.maketrans(
    {
        **{letter: letter.upper() for letter in ascii_lowercase},
        "\ufe0e": None,  # marks that choose how a pip is drawn are no part of the card
        "\ufe0f": None,
        HAND_MARK: None,
    }
)
"""Letters to capitals, ASCII only: ``str.upper`` would make 7SS of 7ß."""


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
    card_word: str = "card"
    rank_word: str = "rank"
    suit_word: str = "suit"
    ace_word: str = "ace"
    _names: _Names = field(init=False, repr=False, compare=False)
    reader: Reader = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.order not in get_args(Order):
            raise OptionError(f"notation {self.name!r}: order={self.order!r}")
        # made once, so that each card is read and printed without a look at all names
        object.__setattr__(self, "_names", _Names.of(self))
        object.__setattr__(self, "reader", Reader.of(self))

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
        return self._joined(rank, "".join([suits[card.suit] for card in cards]))

    def run_text(self, first: Card, last: Card, *, pips: bool = False) -> str:
        """The cards of one suit from one to another in short.

        >>> four, six = Card(4, Suit.HEARTS), Card(6, Suit.HEARTS)
        >>> CARD_NOTATION.run_text(four, six), TILE_NOTATION.run_text(four, six)
        ('4-6H', 'R4-6')
        """
        suits = self._names.pips if pips else self._names.suits
        low, high = self.rank_name(first.rank), self.rank_name(last.rank)
        return self._joined(f"{low}-{high}", suits[last.suit])

    def in_pips(self) -> Notation:
        """The notation that prints pips; it reads the same.

        >>> CARD_NOTATION.in_pips().text(Card(10, Suit.HEARTS))
        '10♥'
        """
        if not self.pips:
            return self
        pips, suits = self.pips.split(), (names.split("/") for names in self.suits.split())
        named = [
            "/".join([pip, *(name for name in names if name != pip)])
            for pip, names in zip(pips, suits, strict=True)
        ]
        return replace(self, suits=" ".join(named))

    def expected(self) -> str:
        """What a piece of text can be, for errors."""
        ten, king = card_of(10, Suit.HEARTS), card_of(KING, Suit.HEARTS)
        sixes = [card_of(6, suit) for suit in SUITS[:3]]
        return (
            f"expected a {self.card_word} ({self.text(ten)}, {self.text(king, pips=True)}), "
            f"a joker ({self.text(JOKER)}), a range ({self.example_range()}) or "
            f"one {self.rank_word} in several {self.suit_word}s ({self.set_text(sixes)})"
        )

    def example_range(self, low: Rank = 4, high: Rank = 7, suit: Suit = Suit.CLUBS) -> str:
        """A range, for errors and explanations."""
        return self.run_text(card_of(low, suit), card_of(high, suit))

    def _joined(self, rank: str, suit: str) -> str:
        return rank + suit if self.order == "rank first" else suit + rank


class _Names(NamedTuple):
    """What a notation prints: the first name of each thing."""

    ranks: list[str]
    suits: list[str]
    pips: list[str]
    joker: str

    @classmethod
    def of(cls, notation: Notation) -> _Names:
        """The names of a notation; raises what it does."""
        ranks, suits, pips, jokers = _all_names(notation)
        printed = [names[0] for names in suits]
        return cls(
            [names[0] for names in ranks],
            printed,
            [names[0] for names in pips] or printed,
            jokers[0][0],
        )


class Reader(NamedTuple):
    """What a notation reads: all names, in capitals, and the forms in which cards come."""

    fold: dict[int, str | None]
    ranks: dict[str, Rank]
    suits: dict[str, Suit]
    jokers: list[str]
    card_or_set: re.Pattern[str]
    suit: re.Pattern[str]
    range: re.Pattern[str]

    @classmethod
    def of(cls, notation: Notation) -> Reader:
        """The reader of a notation; raises what it does."""
        ranks, suits, _, jokers = _all_names(notation)
        fold = _fold_of("".join(chain(*ranks, *suits, *jokers)))
        rank_of = _things_by_name(RANKS, ranks, fold)
        suit_of = _things_by_name(SUITS, suits, fold)
        joker_names = [name.translate(fold) for name in jokers[0]]
        written = [notation._joined(rank, suit) for rank, _ in rank_of for suit, _ in suit_of]
        if len({*written, *joker_names}) < len(written) + len(joker_names):
            raise OptionError(f"notation {notation.name!r}: two cards are written alike")
        rank, suit = _one_of(rank_of), _one_of(suit_of)
        # a range names its suit at its outer end at least
        inner = {"low": f"{suit}?", "high": suit}
        if notation.order == "suit first":
            inner = {"low": suit, "high": f"{suit}?"}
        low, high = (
            notation._joined(f"(?P<{end}>{rank})", f"(?P<{end}_suit>{pattern})")
            for end, pattern in inner.items()
        )
        return cls(
            fold,
            dict(rank_of),
            dict(suit_of),
            joker_names,
            re.compile(notation._joined(f"(?P<rank>{rank})", f"(?P<suits>{suit}+)")),
            re.compile(suit),
            re.compile(f"{low}[-–]{high}"),
        )


def _all_names(notation: Notation) -> list[list[list[str]]]:
    """The names of ranks, suits, pips and joker; raises what `Notation` does."""
    parts = []
    for what, count in (("ranks", KING), ("suits", len(SUITS)), ("pips", len(SUITS)), ("joker", 1)):
        things = [names.split("/") for names in getattr(notation, what).split()]
        if len(things) != count and not (what == "pips" and not things):
            raise OptionError(
                f"notation {notation.name!r}: {len(things)} {what.rstrip('s')}s, not {count}"
            )
        for name in chain(*things):
            if not _NAME.fullmatch(name):
                raise OptionError(f"notation {notation.name!r}: {name!r} cannot be a name")
        parts.append(things)
    return parts


def _fold_of(letters: str) -> dict[int, str | None]:
    """Small letters to capitals: ASCII ones, and those others that are in names."""
    capitals = {letter.upper() for letter in letters}
    fold = {ord(each.lower()): each for each in capitals if len(each) == len(each.lower()) == 1}
    return {**fold, **_FOLD}


def _things_by_name(
    things: Iterable[_Thing], names: list[list[str]], fold: dict[int, str | None]
) -> list[tuple[str, _Thing]]:
    return [
        (name.translate(fold), thing)
        for thing, of_it in zip(things, names, strict=True)
        for name in of_it
    ]


def _one_of(names: Iterable[tuple[str, object]]) -> str:
    """A pattern for one of these names, the longest that fits."""
    longest_first = sorted((name for name, _ in names), key=len, reverse=True)
    return f"(?:{'|'.join(map(re.escape, longest_first))})"


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
"""The notations by name."""
