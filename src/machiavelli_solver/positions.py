"""Tables and positions, and the border where anything card-like becomes cards.

A `Table` is what lies in the middle: melds, or cards of which it is not known how they
lie. A `Position` is a table and a hand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias, Union

from .cards import AnyCard, Card, Joker, count_cards
from .errors import CardCountError, CardLikeError, PositionError, quote
from .melds import Meld
from .notation import CARD_NOTATION, Notation, ReadCard, print_cards, read_groups
from .rules import Rules

CardsLike: TypeAlias = Union[str, Card, Joker, Meld, "Table", Iterable["CardsLike"]]
"""Text, a card, a meld, a table, or a collection of these."""

TableLike: TypeAlias = CardsLike
"""The same; text with marks, and collections of collections, are melds."""


@dataclass(frozen=True, slots=True)
class Table:
    """The cards in the middle.

    Args:
        cards: all of them.
        melds: the melds in which they lie, valid or not, or None when that is not known.
            The cards of the melds, in order, are then `cards`.

    Raises:
        CardLikeError: the melds do not hold the cards, or one of them is empty.

    >>> print(Table.of("4-6C / 6DHS"))
    4C 5C 6C / 6D 6H 6S
    >>> Table.of("4-6C 6DHS").melds is None
    True
    """

    cards: tuple[AnyCard, ...] = ()
    melds: tuple[Meld, ...] | None = None

    def __post_init__(self) -> None:
        if not self.cards and self.melds is None:
            object.__setattr__(self, "melds", ())
        if self.melds is not None:
            if any(not meld.cards for meld in self.melds):
                raise CardLikeError("a meld on the table has no cards")
            if self.cards != tuple(card for meld in self.melds for card in meld.cards):
                raise CardLikeError("the table's melds do not hold the table's cards")

    @classmethod
    def of(
        cls, table: TableLike, *, rules: Rules | None = None, notation: Notation = CARD_NOTATION
    ) -> Table:
        """Make a table of anything card-like.

        Args:
            table: text, cards or melds. Text with a ``/``, ``|`` or new line between its
                cards, and a collection of collections, are melds; else how the cards lie
                is taken as not known.
            rules: when given, the number of copies of each card is checked.
            notation: what cards are called in text.

        Raises:
            NotationError: a piece of text is no card.
            CardLikeError: something is not card-like.
            CardCountError: more copies of a card, or jokers, than the rules have.
        """
        made, read = _table_of(table, notation)
        if rules is not None:
            check_counts(read, rules, notation)
        return made

    def text(self, *, notation: Notation = CARD_NOTATION) -> str:
        """The table as text in a notation, which `of` reads back the same.

        >>> from machiavelli_solver.naming import TILE_NOTATION
        >>> Table.of("4-6C / 6DHS").text(notation=TILE_NOTATION)
        'O4 O5 O6 / B6 R6 K6'
        """
        if self.melds is None:
            return print_cards(self.cards, notation=notation)
        # one meld is marked by what stands behind it, several by what stands between
        melds = " / ".join(print_cards(meld, notation=notation) for meld in self.melds)
        return melds + (" /" if len(self.melds) == 1 else "")

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        """The table as a picture, for notebooks."""
        from .pictures import picture

        return picture(self)


@dataclass(frozen=True, slots=True)
class Position:
    """A table and the hand of the player whose turn it is.

    Args:
        table: the cards in the middle; all of them end in melds.
        hand: the cards of the player.
        support: face-up cards beside the stock, which may be used in melds like cards of
            the hand, and need not be. They never go to a hand.
        loose: cards left over on the table by a turn that could not be taken back; they
            belong to no meld, and anyone may use them like support cards.

    >>> position = Position.parse("table: 4-6C / 6DHS\\nhand: 3C")
    >>> print(position)
    table: 4C 5C 6C / 6D 6H 6S
    hand: 3C
    >>> Position.parse(str(position)) == Position.from_json(position.to_json()) == position
    True
    """

    table: Table = Table()
    hand: tuple[AnyCard, ...] = ()
    support: tuple[AnyCard, ...] = ()
    loose: tuple[AnyCard, ...] = ()

    @classmethod
    def of(
        cls,
        table: TableLike = "",
        hand: CardsLike = "",
        *,
        support: CardsLike = "",
        loose: CardsLike = "",
        rules: Rules | None = None,
        notation: Notation = CARD_NOTATION,
    ) -> Position:
        """Make a position of things that are card-like; text is read in a notation.

        Raises:
            NotationError: a piece of text is no card.
            CardLikeError: something is not card-like.
            CardCountError: more copies of a card than `rules`, when given, have.
        """
        made, laid = _table_of(table, notation)
        others = [
            _read_all(cards, name, notation)
            for name, cards in (("hand", hand), ("support", support), ("loose", loose))
        ]
        if rules is not None:
            laid = [*laid, *(given for read in others for given in read)]
            check_counts(laid, rules, notation)
        return cls(made, *(tuple(given.card for given in read) for read in others))

    @classmethod
    def parse(
        cls, text: str, *, rules: Rules | None = None, notation: Notation = CARD_NOTATION
    ) -> Position:
        """Read a position from text with a ``table:`` and a ``hand:`` section.

        There may be ``support:`` and ``loose:`` sections, too. A section's cards stand
        behind its heading, below it, or both; a section that is left out is empty. A line
        that begins with ``#`` is a comment.

        Raises:
            PositionError: text outside a section, or a section given twice.
            NotationError: a piece of text is no card; lines count from the text's first.
            CardCountError: more copies of a card than `rules`, when given, have.
        """
        sections = _sections(text)
        # blank lines put each section on the lines that it has in the whole text
        table, hand, support, loose = (sections.get(name, "") for name in SECTIONS)
        return cls.of(table, hand, support=support, loose=loose, rules=rules, notation=notation)

    @classmethod
    def from_json(
        cls, text: str | bytes, *, rules: Rules | None = None, notation: Notation = CARD_NOTATION
    ) -> Position:
        """Read a position from JSON: ``{"table": ..., "hand": ...}``, and others.

        The table is a list of melds, each a list of cards, or a list of cards; the hand
        is a list of cards, and so are ``"support"`` and ``"loose"`` where they are given.
        Text in place of a list is read as `Table.of` reads it. There may be a
        ``"schema"``: it is 1.

        Raises:
            PositionError: it is not JSON, or not of that form.
            NotationError, CardLikeError, CardCountError: as `of`.
        """
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise PositionError(f"not JSON: {error}") from None
        return cls.from_dict(data, rules=rules, notation=notation)

    @classmethod
    def from_dict(
        cls, data: object, *, rules: Rules | None = None, notation: Notation = CARD_NOTATION
    ) -> Position:
        """Read a position from what JSON text holds; raises what `from_json` does."""
        if not isinstance(data, Mapping):
            raise PositionError(f"{quote(data)}: expected an object with 'table' and 'hand'")
        if "schema" in data:
            check_schema(data["schema"])
        unknown = [key for key in data if key not in ("schema", *SECTIONS)]
        if unknown:
            expected = ", ".join(map(repr, SECTIONS))
            raise PositionError(f"{quote(unknown[0])}: expected no keys but {expected}")
        table, hand, support, loose = (data.get(name, "") for name in SECTIONS)
        return cls.of(table, hand, support=support, loose=loose, rules=rules, notation=notation)

    def to_dict(self) -> dict[str, object]:
        """The position as lists of text, in the form that `from_dict` reads."""
        melds = self.table.melds
        data: dict[str, object] = {
            "table": [str(card) for card in self.table.cards]
            if melds is None
            else [[str(card) for card in meld] for meld in melds],
            "hand": [str(card) for card in self.hand],
        }
        for name, cards in (("support", self.support), ("loose", self.loose)):
            if cards:
                data[name] = [str(card) for card in cards]
        return data

    def to_json(self) -> str:
        """The position as one line of JSON text."""
        return json.dumps(self.to_dict())

    def text(self, *, notation: Notation = CARD_NOTATION) -> str:
        """The position as text in a notation, which `parse` reads back the same.

        >>> from machiavelli_solver.naming import TILE_NOTATION
        >>> print(Position.of("4-6C / 6DHS", "3C JK").text(notation=TILE_NOTATION))
        table: O4 O5 O6 / B6 R6 K6
        hand: O3 JK
        """
        lines = [f"table: {self.table.text(notation=notation)}"]
        for name, cards in (("hand", self.hand), ("support", self.support), ("loose", self.loose)):
            if cards or name == "hand":
                lines.append(f"{name}: {print_cards(cards, notation=notation)}")
        return "\n".join(line.rstrip() for line in lines)

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        """The position as a picture, for notebooks."""
        from .pictures import picture

        return picture(self)


def cards_of(
    cards: CardsLike,
    *,
    source: str = "cards",
    rules: Rules | None = None,
    notation: Notation = CARD_NOTATION,
) -> list[AnyCard]:
    """Make cards of anything card-like, whatever groups they stand in.

    Args:
        cards: text, cards, melds, a table, or a collection of these.
        source: what they are called in errors.
        rules: when given, the number of copies of each card is checked.
        notation: what cards are called in text.

    Raises:
        NotationError, CardLikeError, CardCountError: as `Table.of`.

    >>> [str(card) for card in cards_of(["4-5C", Meld.parse("6C"), Meld.parse("AC")])]
    ['4C', '5C', '6C', 'AC']
    """
    read = _read_all(cards, source, notation)
    if rules is not None:
        check_counts(read, rules, notation)
    return [given.card for given in read]


def check_counts(read: list[ReadCard], rules: Rules, notation: Notation = CARD_NOTATION) -> None:
    """See that there are no more copies of a card, and no more jokers, than in the pack.

    Raises:
        CardCountError: there are; the first card too many is named with its place.
    """
    counts, jokers = count_cards(given.card for given in read)
    if max(counts) <= rules.decks and jokers <= rules.jokers:
        return
    seen: dict[AnyCard, int] = {}
    for given in read:
        card = given.card
        seen[card] = seen.get(card, 0) + 1
        if card.is_joker and seen[card] > rules.jokers:
            have = what_there_is(card, rules)
            raise CardCountError(f"{given.where}: joker number {seen[card]}, but {have}")
        if not card.is_joker and seen[card] > rules.decks:
            have = what_there_is(card, rules)
            copy = f"copy number {seen[card]} of {notation.text(card)}"
            raise CardCountError(f"{given.where}: {copy}, but {have}")


def what_there_is(card: AnyCard, rules: Rules) -> str:
    """How often a card is in the pack, in words, for errors.

    >>> from machiavelli_solver.cards import CARDS, JOKER
    >>> what_there_is(CARDS[0], Rules()), what_there_is(JOKER, Rules(jokers=1))
    ('two decks have 2 copies of it', 'the rules have one joker')
    """
    if card.is_joker:
        return f"the rules have {_number(rules.jokers, 'joker')}"
    have = f"{_number(rules.decks, 'deck')} {'has' if rules.decks == 1 else 'have'}"
    return f"{have} {rules.decks} {'copy' if rules.decks == 1 else 'copies'} of it"


SCHEMA: Final = 1
"""The version of the JSON forms that is written, and the only one that is read."""


def check_schema(schema: object) -> None:
    """See that JSON is of the version that is read.

    Raises:
        PositionError: it is not.
    """
    if type(schema) is not int or schema != SCHEMA:
        raise PositionError(f"schema {quote(schema)}: this version reads schema {SCHEMA}")


_HEADING: Final = re.compile(r"[ \t]*(\w+)[ \t]*:")
_COMMENT: Final = "#"
SECTIONS: Final = ("table", "hand", "support", "loose")
"""The sections of a position's text, and the keys of its JSON."""


def _sections(text: str) -> dict[str, str]:
    """A text's sections by name, each with blanks where the rest of the text stood."""
    sections: dict[str, list[str]] = {}
    name = ""
    for number, written in enumerate(text.split("\n"), start=1):
        line = "" if written.lstrip().startswith(_COMMENT) else written
        heading = _HEADING.match(line)
        if heading:
            name = heading[1].lower()
            if name not in SECTIONS or name in sections:
                fault = "expected 'table:' or 'hand:', or 'support:' or 'loose:'"
                if name in sections:
                    fault = "this section was given before"
                raise PositionError(f"line {number}: {heading[0].strip()!r:.60}: {fault}")
            sections[name] = ["\n" * (number - 1), " " * heading.end(), line[heading.end() :], "\n"]
        elif name:
            sections[name] += line, "\n"
        elif line.strip():
            raise PositionError(
                f"line {number}: {line.strip()!r:.60}: expected 'table:' or 'hand:' before cards"
            )
    return {name: "".join(pieces) for name, pieces in sections.items()}


def _number(count: int, noun: str) -> str:
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
    return f"{words[count]} {noun}{'' if count == 1 else 's'}"


def _table_of(table: TableLike, notation: Notation = CARD_NOTATION) -> tuple[Table, list[ReadCard]]:
    """A table, and its cards with the places they were read from."""
    if isinstance(table, Table):
        return table, _given(table.cards, "table")
    groups, marked = _groups(table, "table", notation)
    read = [given for group in groups for given in group]
    melds = tuple(Meld(tuple(given.card for given in group)) for group in groups)
    return Table(tuple(given.card for given in read), melds if marked else None), read


def _given(cards: Iterable[AnyCard], source: str) -> list[ReadCard]:
    return [ReadCard(card, source, i) for i, card in enumerate(cards, start=1)]


def _read_all(cards: CardsLike, source: str, notation: Notation = CARD_NOTATION) -> list[ReadCard]:
    return [given for group in _groups(cards, source, notation)[0] for given in group]


_DEEPEST: Final = 8
"""How deep collections may stand in one another; a table of melds of text is two deep."""


def _groups(
    cards: object, source: str, notation: Notation, depth: int = 0
) -> tuple[list[list[ReadCard]], bool]:
    """Card-likes in the groups that they stand in, and whether the groups are meant."""
    if isinstance(cards, str):
        return read_groups(cards, source=source, notation=notation)
    if isinstance(cards, Table):
        if cards.melds is None:
            return [_given(cards.cards, source)], False
        return _groups(cards.melds, source, notation)
    if isinstance(cards, Card | Joker):
        return [_given([cards], source)], False
    if isinstance(cards, Meld):
        return [_given(cards.cards, source)], True
    if not isinstance(cards, Iterable) or isinstance(cards, bytes | Mapping):
        raise CardLikeError(f"{source}: {quote(cards)} is not card-like: expected text or cards")
    if depth == _DEEPEST:
        raise CardLikeError(f"{source}: collections more than {_DEEPEST} deep")
    return _collection(cards, source, notation, depth)


def _collection(
    cards: Iterable[object], source: str, notation: Notation, depth: int
) -> tuple[list[list[ReadCard]], bool]:
    groups: list[list[ReadCard]] = []
    single: list[ReadCard] = []
    number = 0
    for number, item in enumerate(cards, start=1):
        where = f"{source}, item {number}"
        if isinstance(item, Card | Joker):
            single.append(ReadCard(item, where))
            continue
        inner, marked = _groups(item, where, notation, depth + 1)
        read = [given for group in inner for given in group]
        if len(read) == 1 and isinstance(item, str):
            single.extend(ReadCard(given.card, where) for given in read)
        elif marked and len(inner) > 1:
            groups.extend(inner)
        elif read:
            groups.append(read)
    if single and groups:
        # how the single cards lie among the melds cannot be known
        return [[given for group in [*groups, single] for given in group]], False
    return ([single] if single else groups), not single
