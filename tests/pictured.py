"""Reads a picture back: which cards are in it, where, and with which marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree import ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Pictured:
    """A card of a picture.

    Args:
        card: the card.
        panel: the title of its panel.
        block: the heading of its block.
        meld: the name of its meld.
        mark: its mark.
        stands: what a joker stands for.
        title: what it is called in words.
        texts: what is written on it.
        place: its upper left corner.
        colours: what its parts are filled with.
    """

    card: str
    panel: str
    block: str
    meld: str
    mark: str
    stands: str
    title: str
    texts: tuple[str, ...]
    place: tuple[float, float]
    colours: frozenset[str] = field(default=frozenset())

    def __str__(self) -> str:
        return f"{self.card}{f' {self.mark}' if self.mark else ''}"


def parse(svg: str) -> ET.Element:
    """The root of a picture; it is valid XML."""
    return ET.fromstring(svg)


def cards_in(svg: str) -> list[Pictured]:
    """All cards of a picture."""
    return [*_cards(parse(svg), {}, (0.0, 0.0))]


def told(svg: str, panel: str, block: str) -> list[str]:
    """The cards of a block as text, each with its mark; ``/`` between melds."""
    cards = [card for card in cards_in(svg) if (card.panel, card.block) == (panel, block)]
    melds: dict[str, list[str]] = {}
    for card in cards:
        melds.setdefault(card.meld, []).append(str(card))
    return [", ".join(meld) for meld in melds.values()]


def _cards(
    element: ET.Element, above: dict[str, str], origin: tuple[float, float]
) -> Iterator[Pictured]:
    keys = ("panel", "block", "meld", "card", "mark", "stands")
    inside = {
        **above,
        **{k: element.attrib[f"data-{k}"] for k in keys if f"data-{k}" in element.attrib},
    }
    moved = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    x, y = map(float, moved.groups()) if moved else (0.0, 0.0)
    place = (origin[0] + x, origin[1] + y)
    if "data-card" not in element.attrib:
        for child in element:
            yield from _cards(child, inside, place)
        return
    yield Pictured(
        **{key: inside.get(key, "") for key in keys},
        title=element.findtext(f"{SVG}title") or "",
        texts=tuple(text.text or "" for text in element.iter(f"{SVG}text")),
        place=place,
        colours=frozenset(part.get("fill", "none") for part in element.iter()) - {"none"},
    )
