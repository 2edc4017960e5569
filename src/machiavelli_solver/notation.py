"""Reading cards from text, and printing them. Reading is generous, printing is strict.

=================  =====================================================================
``KH kh K♥ 10H TH``  a card: its rank (A 2-10 J Q K, T is ten), then its suit
``JK``               a joker
``4-7C``             a range: 4C 5C 6C 7C; ``10-AS`` and ``A-3H`` too
``6CDH``             one rank in several suits: 6C 6D 6H
blank ``,``          between cards
``/ |`` new line     between melds
=================  =====================================================================

That is `CARD_NOTATION`. What cards are called is a `Notation`, and there may be others:
`TILE_NOTATION` writes the same cards as tiles, the colour first: ``R7``, ``R4-7``, ``RBK6``,
and `languages` has cards in other languages. Some of these read cards in words, too, as
``Herz 10`` or ``asso di cuori``: a suit and a rank with nothing, a blank, a hyphen or the
language's link between them, or a rank and a suit with nothing or the link.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from .cards import ACE, JOKER, KING, AnyCard, Card, Suit, card_of
from .errors import NotationError
from .naming import CARD_NOTATION, MOVED_MARK, NOTATIONS, SUPPORT_MARK, TILE_NOTATION, Notation

__all__ = [
    "CARD_NOTATION",
    "EXPECTED",
    "NOTATIONS",
    "TILE_NOTATION",
    "Notation",
    "ReadCard",
    "Token",
    "print_cards",
    "read_card",
    "read_cards",
    "read_groups",
]

_SEPARATOR: Final = re.compile(r"[/|]")

EXPECTED: Final = CARD_NOTATION.expected()


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


class ReadCard(NamedTuple):
    """A card, and where it comes from.

    Args:
        card: the card.
        source: the piece of text it was read from, or what it stands in, in words.
        number: which card of its source it is, from 1; 0 where the source says it all.
    """

    card: AnyCard
    source: Token | str
    number: int = 0

    @property
    def where(self) -> Token | str:
        """Where the card stands, for errors."""
        return f"{self.source}, card {self.number}" if self.number else self.source


def read_card(text: str, *, notation: Notation = CARD_NOTATION) -> AnyCard:
    """Read one card.

    Raises:
        NotationError: the text is not one card.

    >>> read_card("k♥"), read_card("TH") == read_card("10h")
    (Card(13, Suit.HEARTS), True)
    >>> read_card("r13", notation=TILE_NOTATION)
    Card(13, Suit.HEARTS)
    """
    cards = read_cards(text, notation=notation)
    if len(cards) != 1:
        ten, king = (card_of(rank, Suit.HEARTS) for rank in (10, KING))
        one, other = notation.text(ten), notation.text(king, pips=True)
        expected = f"expected one {notation.card_word}, as {one}, {other} or {notation.text(JOKER)}"
        raise NotationError(text, 1, 1, expected)
    return cards[0]


def read_cards(text: str, *, notation: Notation = CARD_NOTATION) -> list[AnyCard]:
    """Read cards, whether or not melds are marked among them.

    Raises:
        NotationError: a piece of the text is no card; it is quoted with its place.

    >>> [str(card) for card in read_cards("10-KS, 6♣♦♥ JK")]
    ['10S', 'JS', 'QS', 'KS', '6C', '6D', '6H', 'JK']
    >>> [str(card) for card in read_cards("K10-13 OBR6 J", notation=TILE_NOTATION)]
    ['10S', 'JS', 'QS', 'KS', '6C', '6D', '6H', 'JK']
    >>> read_cards("4C 11H")
    Traceback (most recent call last):
      ...
    machiavelli_solver.errors.NotationError: line 1, column 4: cannot read '11H': \
expected a card (10H, K♥), a joker (JK), a range (4-7C) or one rank in several suits (6CDH)
    """
    return [read.card for group in read_groups(text, notation=notation)[0] for read in group]


def read_groups(
    text: str,
    *,
    source: str = "",
    line: int = 1,
    column: int = 1,
    notation: Notation = CARD_NOTATION,
) -> tuple[list[list[ReadCard]], bool]:
    """Read cards in the groups that they are marked as.

    Args:
        text: cards; groups are kept apart by ``/``, ``|`` or a new line.
        source: what the text is called in errors.
        line: the number of its first line.
        column: the column of its first character.
        notation: what cards are called in it.

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
    tokens = notation.reader.token
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
                for found in tokens.finditer(content, start, end)
                for read in _read_token(
                    Token(found.group(), line + number, offset + found.start(), source), notation
                )
            ]
            if group:
                groups.append(group)
            start = end + 1
        lines += len(groups) > filled
    return groups, slashes or lines > 1


def _read_token(token: Token, notation: Notation) -> Iterator[ReadCard]:
    reader = notation.reader
    text = token.text.translate(reader.fold).removesuffix(SUPPORT_MARK).removesuffix(MOVED_MARK)
    if text in reader.jokers:
        yield ReadCard(JOKER, token)
    elif found := reader.card_or_set.fullmatch(text):
        rank = reader.ranks[found["rank"]]
        for suit in reader.suit.findall(found["suits"]):
            yield ReadCard(card_of(rank, reader.suits[suit]), token)
    elif found := reader.range.fullmatch(text):
        suits = [reader.suits[suit] for suit in found.group("low_suit", "high_suit") if suit]
        for card in _read_range(token, found, suits, notation):
            yield ReadCard(card, token)
    elif found := next(filter(None, (words.fullmatch(text) for words in reader.words)), None):
        suit = reader.suits[found["suit"]]
        if found["high"] is None:
            yield ReadCard(card_of(reader.ranks[found["low"]], suit), token)
            return
        for card in _read_range(token, found, [suit], notation):
            yield ReadCard(card, token)
    else:
        raise token.error(notation.expected())


def _read_range(
    token: Token, found: re.Match[str], suits: list[Suit], notation: Notation
) -> list[Card]:
    """The cards of a range; its suit may be named once or twice."""
    if len(set(suits)) != 1:
        raise token.error(
            f"expected a range in one {notation.suit_word}, as {notation.example_range()}"
        )
    ranks = notation.reader.ranks
    first, last = ranks[found["low"]], ranks[found["high"]]
    if last == ACE:
        last = KING + 1
    if not 0 < last - first < KING:
        high = notation.example_range(10, ACE, Suit.SPADES)
        raise token.error(
            f"expected a range that goes up, by 13 {notation.card_word}s at most, "
            f"as {notation.example_range()} or {high}"
        )
    return [card_of((place - 1) % KING + 1, suits[0]) for place in range(first, last + 1)]


def print_cards(cards: Iterable[AnyCard], *, notation: Notation = CARD_NOTATION) -> str:
    """Cards as text: one blank between them. They are read back the same.

    >>> print_cards(read_cards("4-6C JK")), print_cards(read_cards("4-6C"), notation=TILE_NOTATION)
    ('4C 5C 6C JK', 'O4 O5 O6')
    """
    return " ".join(map(notation.text, cards))
