"""Where things stand: cards in trays, trays in lines, lines in blocks, blocks in panels.

What is to be drawn is a `Scene`; it is measured and drawn here, and nothing here knows
what a play is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from ..cards import KING
from .faces import FONT, HEIGHT, WIDTH, Faces, Mark, Shown
from .svg import Attributes, element, moved_to, number, text_element
from .themes import Paint

_GAP: Final = 3.0
"""Between two cards of a meld."""

_PAD: Final = 5.0
"""Between a tray's border and its cards."""

_LABEL: Final = 14.0
"""What a tray's name takes, left of its cards."""

_BETWEEN: Final = 11.0
"""Between two trays."""

_APART: Final = 24.0
"""Between two blocks side by side."""

_APART_LINES: Final = 15.0
"""Between two lines of blocks."""

_MARGIN: Final = 16.0
"""Around the picture, and between panels and the arrow between them."""

_ARROW: Final = 26.0
_HEADING: Final = 17.0
_CAPTION: Final = 15.0
_LEGEND: Final = 30.0


@dataclass(frozen=True, slots=True)
class Tray:
    """Cards that lie together.

    Args:
        cards: the cards.
        name: what the tray is called, or ``""``.
        fault: what is wrong with it, or ``""``.
    """

    cards: tuple[Shown, ...]
    name: str = ""
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """Trays under a heading.

    Args:
        heading: the heading, or ``""``.
        trays: the trays; each is a meld, or all loose cards.
        melds: whether each tray is a meld, and so has a border.
        empty: what stands there when there are no trays.
    """

    heading: str
    trays: tuple[Tray, ...]
    melds: bool = False
    empty: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """Blocks side by side, as far as there is room."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """Lines of blocks one below the other; a title above them, or ``""``."""

    title: str
    lines: tuple[Line, ...]

    def blocks(self) -> Iterator[Block]:
        """All its blocks."""
        return chain.from_iterable(line.blocks for line in self.lines)


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture.

    Args:
        words: the picture in words, for who cannot see it.
        story: what the marks say, in words, or ``""``.
        panels: one, or two with an arrow from the first to the second.
        legend: what each mark means: the mark, a sign on it, and the words.
    """

    words: str
    story: str
    panels: tuple[Panel, ...]
    legend: tuple[tuple[Mark, str, str], ...] = ()


def drawn(scene: Scene, faces: Faces, *, card_width: float, cards_a_line: int) -> str:
    """A scene as SVG.

    Args:
        scene: what is drawn.
        faces: how cards look.
        card_width: how wide a card is, in pixels.
        cards_a_line: how many cards a line of a panel holds about.
    """
    draw = _Drawing(faces, _line_width(scene, cards_a_line))
    return draw.document(scene, card_width / WIDTH)


def _line_width(scene: Scene, cards: int) -> float:
    """How wide a line may be: for so many cards in melds of three, and no meld is broken.

    A meld has 13 cards at most; longer ones, which are none, and loose cards are broken.
    """
    longest = max(
        (
            min(len(tray.cards), KING)
            for panel in scene.panels
            for block in panel.blocks()
            if block.melds
            for tray in block.trays
        ),
        default=0,
    )
    melds = -(-cards // 3)
    around = 2 * _PAD + _LABEL
    in_melds = _cards_width(cards) + melds * around + (melds - 1) * _BETWEEN
    return max(in_melds, _cards_width(longest) + around)


def _cards_width(count: int) -> float:
    return count * (WIDTH + _GAP) - _GAP if count else 0


def _text_width(text: str, size: float) -> float:
    """How wide a text is at most, about: fonts differ."""
    return len(text) * size * 0.6


class _Drawing:
    """Draws panels whose lines are so wide at most."""

    def __init__(self, faces: Faces, line: float) -> None:
        self._faces = faces
        self._paint: Paint = faces.paint
        self._line = line

    def document(self, scene: Scene, scale: float) -> str:
        """The whole picture."""
        panels = [self._panel(panel) for panel in scene.panels]
        parts: list[str] = []
        x = _MARGIN
        height = max(panel.height for panel in panels)
        for i, panel in enumerate(panels):
            if i:
                parts.append(self._arrow(x, _MARGIN + height / 2))
                x += _ARROW + _MARGIN
            parts.append(panel.put(x, _MARGIN))
            x += panel.width + _MARGIN
        bottom = _MARGIN + height
        width = max(x, 2 * _MARGIN + _legend_width(scene))
        if scene.legend:
            parts.append(moved_to(_MARGIN, bottom + 8, self._legend(scene)))
            bottom += 8 + _LEGEND
        bottom += _MARGIN - 4
        ground: dict[str, str | float] = {"width": width, "height": bottom, "rx": 10}
        style = self._paint.style()
        root: dict[str, str | float] = {
            "xmlns": "http://www.w3.org/2000/svg",
            "role": "img",
            "width": width * scale,
            "height": bottom * scale,
            "viewBox": f"0 0 {number(width)} {number(bottom)}",
            "font-family": FONT,
            "font-weight": "700",
            # no height: some programs that draw files take it for the picture's own
            "style": "max-width:100%",
        }
        children = [
            text_element("title", {}, scene.words),
            *([text_element("desc", {}, scene.story)] if scene.story else []),
            *([text_element("style", {}, style)] if style else []),
            element("rect", {**ground, **self._paint.of("ground")}),
            *parts,
        ]
        return element("svg", root, children) + "\n"

    def _panel(self, panel: Panel) -> _Drawn:
        parts: list[str] = []
        y = width = 0.0
        if panel.title:
            parts.append(self._words(panel.title, 0, 13, 15, "ink", bold=True))
            width = _text_width(panel.title, 15)
            y += 24
        for line in panel.lines:
            for row in _rows([self._block(block) for block in line.blocks], self._line, _APART):
                parts.extend(row.put(y))
                y += row.height + _APART_LINES
                width = max(width, row.width)
        named = {"data-panel": panel.title} if panel.title else {}
        return _Drawn(width, y - _APART_LINES, parts, named)

    def _block(self, block: Block) -> _Drawn:
        parts: list[str] = []
        named = {"data-block": block.heading} if block.heading else {}
        y = width = 0.0
        if block.heading:
            parts.append(self._words(block.heading, 0, 9, 11.5, "muted", bold=True))
            width = _text_width(block.heading, 11.5)
            y += _HEADING
        if not block.trays and block.empty:
            parts.append(self._words(block.empty, 0, y + 12, 12, "muted"))
            return _Drawn(max(width, _text_width(block.empty, 12)), y + 18, parts, named)
        y += 3
        trays = [self._tray(tray, block.melds) for tray in block.trays]
        for row in _rows(trays, self._line, _BETWEEN):
            parts.extend(row.put(y))
            y += row.height + _BETWEEN
            width = max(width, row.width)
        return _Drawn(width, y - _BETWEEN, parts, named)

    def _tray(self, tray: Tray, border: bool) -> _Drawn:
        named = _LABEL if tray.name else 0.0
        pad = _PAD if border else 0.0
        most = max(1, int((self._line - named - 2 * pad + _GAP) / (WIDTH + _GAP)))
        if len(tray.cards) > most:
            # rows that are about equally long
            most = -(-len(tray.cards) // -(-len(tray.cards) // most))
        rows = [tray.cards[i : i + most] for i in range(0, len(tray.cards), most)]
        width = named + 2 * pad + _cards_width(max(map(len, rows), default=0))
        height = 2 * pad + len(rows) * (HEIGHT + 2 * _GAP) - 2 * _GAP
        if tray.fault:
            width = max(width, _text_width(tray.fault, 11) + 2 * pad)
            height += _CAPTION
        parts = []
        if border:
            line = self._paint.of("tray", "fault") if tray.fault else self._paint.of("tray")
            box: dict[str, str | float] = {"width": width, "height": height, "rx": 8}
            broken = {"stroke-width": 2} if tray.fault else {}
            parts.append(element("rect", {**box, **line, **broken}))
        if tray.name:
            at = pad + named / 2 - 3
            parts.append(
                self._words(tray.name, at, pad + 13, 12.5, "muted", bold=True, middle=True)
            )
        if tray.fault:
            parts.append(self._words(tray.fault, pad, height - 6, 11, "fault", bold=True))
        for i, row in enumerate(rows):
            for j, shown in enumerate(row):
                x = pad + named + j * (WIDTH + _GAP)
                parts.append(self._faces.card(shown, x, pad + i * (HEIGHT + 2 * _GAP)))
        return _Drawn(width, height, parts, {"data-meld": tray.name} if tray.name else {})

    def _arrow(self, x: float, y: float) -> str:
        path = f"M{number(x)} {number(y)}h{_ARROW:.0f}m-10-10l10 10l-10 10"
        line: dict[str, str | float] = {
            "stroke-width": 4,
            "stroke-linecap": "round",
            "stroke-linejoin": "round",
        }
        return element("path", {"d": path, **self._paint.of(None, "muted"), **line})

    def _legend(self, scene: Scene) -> Iterator[str]:
        x = 0.0
        for mark, sign, words in scene.legend:
            yield self._faces.sample(mark, sign, x, 3)
            yield self._words(words, x + 28, 21, 12, "ink")
            x += 28 + _text_width(words, 12) + 14

    def _words(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        colour: str,
        *,
        bold: bool = False,
        middle: bool = False,
    ) -> str:
        attributes: dict[str, str | float] = {"x": x, "y": y, "font-size": size}
        if not bold:
            attributes["font-weight"] = "400"
        if middle:
            attributes["text-anchor"] = "middle"
        return text_element("text", {**attributes, **self._paint.of(colour)}, text)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A part of the picture at its own origin, how much room it takes, and what it is."""

    width: float
    height: float
    parts: Sequence[str]
    named: Attributes

    def put(self, x: float, y: float) -> str:
        """The part at its place."""
        return moved_to(x, y, self.parts, self.named)


class _Row:
    """Parts side by side."""

    def __init__(self, apart: float) -> None:
        self._apart = apart
        self._items: list[_Drawn] = []
        self.width = 0.0
        self.height = 0.0

    def takes(self, item: _Drawn, line: float) -> bool:
        """Is there room for one more in a line of this width? There always is for the first."""
        return not self._items or self.width + self._apart + item.width <= line

    def add(self, item: _Drawn) -> None:
        """One more."""
        self.width += item.width + (self._apart if self._items else 0)
        self.height = max(self.height, item.height)
        self._items.append(item)

    def put(self, y: float) -> Iterator[str]:
        """The parts in their places."""
        x = 0.0
        for item in self._items:
            yield item.put(x, y)
            x += item.width + self._apart


def _rows(items: Iterable[_Drawn], line: float, apart: float) -> list[_Row]:
    """Parts in rows, in their order, as many in each as there is room for."""
    rows: list[_Row] = []
    for item in items:
        if not rows or not rows[-1].takes(item, line):
            rows.append(_Row(apart))
        rows[-1].add(item)
    return rows


def _legend_width(scene: Scene) -> float:
    return sum(28 + _text_width(words, 12) + 14 for _, _, words in scene.legend)
