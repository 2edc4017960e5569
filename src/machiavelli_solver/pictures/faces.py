"""How a card looks: its rank, its pip, and the marks of cards that were laid or moved.

Everything is drawn in one size, a card of `WIDTH` by `HEIGHT`; a picture is scaled as a
whole. Pips are paths, so that no font needs to have them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from ..cards import JOKER, AnyCard, Card, Suit
from ..naming import TILE_NOTATION, Notation
from .svg import element, moved_to, number, text_element
from .themes import FOUR_COLOURS, TILE_COLOURS, TWO_COLOURS, Paint

WIDTH: Final = 40.0
HEIGHT: Final = 54.0

FONT: Final = "Helvetica Neue,Helvetica,Arial,Liberation Sans,DejaVu Sans,sans-serif"


class Mark(Enum):
    """What is to be said of a card that is not just lying there."""

    HAND = "hand"
    MOVED = "moved"
    SUPPORT = "support"


@dataclass(frozen=True, slots=True)
class Shown:
    """A card in a picture.

    Args:
        card: the card.
        mark: its mark, or None.
        stands: the cards that a joker stands for or may stand for; empty if not known.
        other: the name of the meld that a moved card comes from or goes to; ``""`` for
            the hand.
        told: what the mark says, in words.
    """

    card: AnyCard
    mark: Mark | None = None
    stands: tuple[Card, ...] = ()
    other: str = ""
    told: str = ""


_PIP_BOX: Final = 24.0
_PIPS: Final[Mapping[Suit, str]] = {
    Suit.CLUBS: "M12 1.3a4.9 4.9 0 0 1 4 7.8a5 5 0 1 1-2.8 8.2q.3 3.6 2.9 5.4h-8.2"
    "q2.6-1.8 2.9-5.4a5 5 0 1 1-2.8-8.2a4.9 4.9 0 0 1 4-7.8z",
    Suit.DIAMONDS: "M12 .8q3.6 6 8.6 11.2q-5 5.2-8.6 11.2q-3.6-6-8.6-11.2q5-5.2 8.6-11.2z",
    Suit.HEARTS: "M12 22.6c-6.6-5.8-10.6-10-10.6-14.8c0-3.5 2.5-6 5.6-6"
    "c2.2 0 4 1.2 5 3.2c1-2 2.8-3.2 5-3.2c3.1 0 5.6 2.5 5.6 6c0 4.8-4 9-10.6 14.8z",
    Suit.SPADES: "M12 1.2c2.2 4.6 10.2 8.4 10.2 13.8c0 2.9-2.2 4.9-4.8 4.9"
    "c-1.7 0-3.2-.8-4.1-2.1q.4 3.3 2.8 4.9h-8.2q2.4-1.6 2.8-4.9"
    "c-.9 1.3-2.4 2.1-4.1 2.1c-2.6 0-4.8-2-4.8-4.9c0-5.4 8-9.2 10.2-13.8z",
}
"""Each pip in a box of `_PIP_BOX` by `_PIP_BOX`."""

_STAR: Final = "M12 .6l3.3 7.6l8.2.8l-6.2 5.4l1.9 8.1l-7.2-4.3l-7.2 4.3l1.9-8.1l-6.2-5.4l8.2-.8z"
"""A joker's star, in the same box; a fool's cap would be taken for a crown."""


class Faces:
    """Draws cards.

    Args:
        paint: the colours.
        notation: what ranks and the joker are called; with tiles, tiles are drawn.
        four_colours: whether each suit has a colour of its own.
    """

    def __init__(self, paint: Paint, notation: Notation, *, four_colours: bool) -> None:
        self.paint = paint
        self.notation = notation
        self._tiles = notation == TILE_NOTATION
        self._colours = FOUR_COLOURS if four_colours else TWO_COLOURS
        if self._tiles:
            self._colours = TILE_COLOURS

    def card(self, shown: Shown, x: float, y: float) -> str:
        """A card with its mark, at a place."""
        named = {"data-card": str(shown.card)}
        if shown.mark is not None:
            named["data-mark"] = shown.mark.value
        if shown.stands:
            named["data-stands"] = " ".join(map(str, shown.stands))
        parts = [
            text_element("title", {}, self._told(shown)),
            self._paper(shown.mark),
            *self._face(shown),
            *self._badge(shown),
        ]
        return moved_to(x, y, parts, named)

    def sample(self, mark: Mark, text: str, x: float, y: float) -> str:
        """A small blank card with a mark, for the legend."""
        small = [self._paper(mark), *self._badge(Shown(JOKER, mark, other=text))]
        return moved_to(x, y, [element("g", {"transform": "scale(0.5)"}, small)])

    def _told(self, shown: Shown) -> str:
        """The card in words."""
        words = self.notation.text(shown.card, pips=True)
        if shown.stands:
            stands = " or ".join(self.notation.text(card, pips=True) for card in shown.stands)
            words += f" as {stands}"
        return f"{words}, {shown.told}" if shown.told else words

    def _paper(self, mark: Mark | None) -> str:
        """The blank card. Marks differ by their line as well as by their colour."""
        box = {"x": 0.5, "y": 0.5, "width": WIDTH - 1, "height": HEIGHT - 1, "rx": 5}
        if mark is None:
            return element("rect", {**box, **self.paint.of("paper", "edge")})
        box = {"x": 1.25, "y": 1.25, "width": WIDTH - 2.5, "height": HEIGHT - 2.5, "rx": 4.5}
        line: dict[str, str | float] = {"stroke-width": 2.5}
        if mark is Mark.MOVED:
            line["stroke-dasharray"] = "5 3"
        elif mark is Mark.SUPPORT:
            line["stroke-dasharray"] = "0.1 4"
            line["stroke-linecap"] = "round"
        colours = self.paint.of(f"{mark.value} paper", mark.value)
        return element("rect", {**box, **colours, **line})

    def _face(self, shown: Shown) -> Iterator[str]:
        card = shown.card
        if not isinstance(card, Card):
            yield from self._joker(shown.stands)
            return
        colour = self._colours[card.suit]
        rank = self.notation.rank_name(card.rank)
        if self._tiles:
            yield self._text(rank, WIDTH / 2, 28, 23, colour, middle=True)
            circle: dict[str, str | float] = {
                "cx": WIDTH / 2,
                "cy": 40.5,
                "r": 7,
                "stroke-width": 1.4,
            }
            yield element("circle", {**circle, **self.paint.of(None, colour)})
            yield self._text(self._suit_name(card), WIDTH / 2, 44, 9.5, colour, middle=True)
            return
        yield self._text(rank, 4.5, 22, 21, colour)
        yield self._pip(card.suit, 13.5, 26.5, 23, colour)

    def _joker(self, stands: tuple[Card, ...]) -> Iterator[str]:
        """A star, below the card that the joker stands for, or below its name."""
        if len({card.rank for card in stands}) == 1:
            yield from self._stand(stands, 20, 15 if len(stands) == 1 else 12)
        elif len(stands) == 2:
            yield from self._stand(stands[:1], 15, 12)
            yield from self._stand(stands[1:], 29, 12)
        else:
            yield self._text(self.notation.text(JOKER), 4.5, 20, 16, "joker")
        yield self._path(_STAR, 13.5, 27, 23, "joker")

    def _stand(self, stands: tuple[Card, ...], y: float, size: float) -> Iterator[str]:
        """A rank, and the pips of one or more suits, in small."""
        rank = self.notation.rank_name(stands[0].rank)
        yield self._text(rank, 4.5, y, size, self._colour_of(stands))
        x = 4.5 + size * (0.72 if len(rank) == 1 else 1.1)
        pip = size * (0.72 if len(stands) == 1 else 0.62)
        for card in stands:
            colour = self._colours[card.suit]
            if self._tiles:
                yield self._text(self._suit_name(card), x + 1, y, size * 0.7, colour)
            else:
                yield self._pip(card.suit, x, y - pip, pip, colour)
            x += pip

    def _colour_of(self, cards: tuple[Card, ...]) -> str:
        """The colour that cards have in common."""
        colours = {self._colours[card.suit] for card in cards}
        return colours.pop() if len(colours) == 1 else "ink"

    def _suit_name(self, card: Card) -> str:
        text, rank = self.notation.text(card), self.notation.rank_name(card.rank)
        return text.removesuffix(rank) if text.endswith(rank) else text.removeprefix(rank)

    def _badge(self, shown: Shown) -> Iterator[str]:
        """The sign at a corner that says what a mark means."""
        mark = shown.mark
        if mark is None:
            return
        x, y, r = WIDTH - 4.5, 4.5, 7.5
        paint = self.paint.of(mark.value, "ground")
        line = {"stroke-width": 1.5}
        if mark is Mark.HAND:
            yield element("circle", {"cx": x, "cy": y, "r": r, **paint, **line})
            yield self._sign(f"M{number(x - 4)} {number(y)}h8m-4-4v8", 2.4)
        elif mark is Mark.SUPPORT:
            path = f"M{number(x)} {number(y - 9)}l9 9l-9 9l-9-9z"
            yield element("path", {"d": path, **paint, **line})
            yield self._sign(f"M{number(x)} {number(y)}h0", 5)
        else:
            box = {"x": x - r, "y": y - r, "width": 2 * r, "height": 2 * r, "rx": 3.5}
            yield element("rect", {**box, **paint, **line})
            if shown.other:
                yield self._text(shown.other, x, y + 3.6, 11.5, "ground", middle=True)
            else:
                yield self._sign(f"M{number(x - 4.5)} {number(y)}h8.5m-3.5-3.5l3.5 3.5l-3.5 3.5", 2)

    def _sign(self, path: str, width: float) -> str:
        line: dict[str, str | float] = {
            "stroke-width": width,
            "stroke-linecap": "round",
            "stroke-linejoin": "round",
        }
        return element("path", {"d": path, **self.paint.of(None, "ground"), **line})

    def _pip(self, suit: Suit, x: float, y: float, size: float, colour: str) -> str:
        return self._path(_PIPS[suit], x, y, size, colour)

    def _path(self, path: str, x: float, y: float, size: float, colour: str) -> str:
        place = f"translate({number(x)} {number(y)})scale({number(size / _PIP_BOX)})"
        return element("path", {"d": path, "transform": place, **self.paint.of(colour)})

    def _text(
        self, text: str, x: float, y: float, size: float, colour: str, *, middle: bool = False
    ) -> str:
        attributes: dict[str, str | float] = {"x": x, "y": y, "font-size": size}
        if middle:
            attributes["text-anchor"] = "middle"
        if len(text) > 1:
            # two signs take the same room in every font, and no name is wider than the card
            attributes["textLength"] = min(size * 0.52 * len(text), WIDTH - 9)
            attributes["lengthAdjust"] = "spacingAndGlyphs"
        return text_element("text", {**attributes, **self.paint.of(colour)}, text)
