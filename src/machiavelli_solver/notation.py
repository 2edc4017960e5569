"""Reading cards from text. Reading is generous, printing (``str``) is strict.

=================  =====================================================================
``KH kh K♥ 10H TH``  a card: its rank (A 2-10 J Q K, T is ten), then its suit
``JK``               a joker
``4-7C``             a range: 4C 5C 6C 7C; ``10-AS`` and ``A-3H`` too
``6CDH``             one rank in several suits: 6C 6D 6H
blank ``,``          between cards
``/ |`` new line     between melds
=================  =====================================================================
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Final

from .cards import ACE, JOKER, KING, RANK_NAMES, AnyCard, Card, Rank, Suit, card_of
from .errors import NotationError

EXPECTED: Final = (
    "expected a card (10H, K♥), a joker (JK), a range (4-7C) or one rank in several suits (6CDH)"
)

_RANKS: Final[dict[str, Rank]] = {
    **{name: rank for rank, name in enumerate(RANK_NAMES, start=ACE)},
    "T": 10,
}
_SUITS: Final[dict[str, Suit]] = {
    **{suit.letter: suit for suit in Suit},
    **{suit.symbol: suit for suit in Suit},
    **dict(zip("♧♢♡♤", Suit, strict=True)),
}
_JOKERS: Final = frozenset({"JK", "JOKER", "🃏"})

_RANK = "10|[A2-9TJQK]"
_SUIT = f"[{''.join(_SUITS)}]"
_CARD_OR_SET: Final = re.compile(f"({_RANK})({_SUIT}+)")
_RANGE: Final = re.compile(f"({_RANK})({_SUIT}?)[-–]({_RANK})({_SUIT})")
_TOKEN: Final = re.compile(r"[^\s,/|]+")
_SEPARATOR: Final = re.compile(r"[/|]")
_FOLD: Final = str.maketrans(
    {
        **{letter: letter.upper() for letter in ascii_lowercase},
        "\ufe0e": None,  # marks that choose how a pip is drawn are no part of the card
        "\ufe0f": None,
        "*": None,  # the mark of a hand's card in what the command line prints
    }
)
"""Letters to capitals, ASCII only: ``str.upper`` would make 7SS of 7ß."""


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of text and where it stands: line and column count from 1."""

    text: str
    line: int
    column: int
    source: str = ""

    def error(self, expected: str) -> NotationError:
        """The error that quotes this piece of text and says what was expected."""
        return NotationError(self.text, self.line, self.column, expected, self.source)

    def __str__(self) -> str:
        where = f"{self.source}, " if self.source else ""
        return f"{where}line {self.line}, column {self.column}"


@dataclass(frozen=True, slots=True)
class ReadCard:
    """A card, and where it comes from: a piece of text, or a place in words."""

    card: AnyCard
    where: Token | str


def read_card(text: str) -> AnyCard:
    """Read one card.

    Raises:
        NotationError: the text is not one card.

    >>> read_card("k♥"), read_card("TH") == read_card("10h")
    (Card(13, Suit.HEARTS), True)
    """
    cards = read_cards(text)
    if len(cards) != 1:
        raise NotationError(text, 1, 1, "expected one card, as 10H, K♥ or JK")
    return cards[0]


def read_cards(text: str) -> list[AnyCard]:
    """Read cards, whether or not melds are marked among them.

    Raises:
        NotationError: a piece of the text is no card; it is quoted with its place.

    >>> [str(card) for card in read_cards("10-KS, 6♣♦♥ JK")]
    ['10S', 'JS', 'QS', 'KS', '6C', '6D', '6H', 'JK']
    >>> read_cards("4C 11H")
    Traceback (most recent call last):
      ...
    machiavelli_solver.errors.NotationError: line 1, column 4: cannot read '11H': \
expected a card (10H, K♥), a joker (JK), a range (4-7C) or one rank in several suits (6CDH)
    """
    return [read.card for group in read_groups(text)[0] for read in group]


def read_groups(
    text: str, *, source: str = "", line: int = 1, column: int = 1
) -> tuple[list[list[ReadCard]], bool]:
    """Read cards in the groups that they are marked as.

    Args:
        text: cards; groups are kept apart by ``/``, ``|`` or a new line.
        source: what the text is called in errors.
        line: the number of its first line.
        column: the column of its first character.

    Returns:
        The groups that hold a card, and whether any mark stands among them. One group
        can be marked with a mark before or behind it; blank lines around mark nothing.

    Raises:
        NotationError: a piece of the text is no card.

    >>> groups, marked = read_groups("4-6C / 6DHS")
    >>> [[str(read.card) for read in group] for group in groups], marked
    ([['4C', '5C', '6C'], ['6D', '6H', '6S']], True)
    """
    groups: list[list[ReadCard]] = []
    lines = 0
    slashes = False
    for number, content in enumerate(text.split("\n")):
        offset = column if number == 0 else 1
        start = 0
        filled = len(groups)
        for mark in [*_SEPARATOR.finditer(content), None]:
            end = len(content) if mark is None else mark.start()
            slashes = slashes or mark is not None
            group = [
                read
                for found in _TOKEN.finditer(content, start, end)
                for read in _read_token(
                    Token(found.group(), line + number, offset + found.start(), source)
                )
            ]
            if group:
                groups.append(group)
            start = end + 1
        lines += len(groups) > filled
    return groups, slashes or lines > 1


def _read_token(token: Token) -> Iterator[ReadCard]:
    text = token.text.translate(_FOLD)
    if text in _JOKERS:
        yield ReadCard(JOKER, token)
    elif found := _CARD_OR_SET.fullmatch(text):
        for suit in found[2]:
            yield ReadCard(card_of(_RANKS[found[1]], _SUITS[suit]), token)
    elif found := _RANGE.fullmatch(text):
        for card in _read_range(token, *found.groups()):
            yield ReadCard(card, token)
    else:
        raise token.error(EXPECTED)


def _read_range(token: Token, low: str, low_suit: str, high: str, high_suit: str) -> list[Card]:
    suit = _SUITS[high_suit]
    if low_suit and _SUITS[low_suit] is not suit:
        raise token.error("expected a range in one suit, as 4-7C")
    first = _RANKS[low]
    last = _RANKS[high]
    if last == ACE:
        last = KING + 1
    if not 0 < last - first < KING:
        raise token.error("expected a range that goes up, by 13 cards at most, as 4-7C or 10-AS")
    return [card_of((place - 1) % KING + 1, suit) for place in range(first, last + 1)]


def print_cards(cards: tuple[AnyCard, ...] | list[AnyCard]) -> str:
    """Cards as text: one blank between them.

    >>> print_cards(read_cards("4-6C JK"))
    '4C 5C 6C JK'
    """
    return " ".join(map(str, cards))
