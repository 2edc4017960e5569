"""Colours: what each part of a picture is painted with, in the light and in the dark."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from ..cards import Suit

Theme: TypeAlias = Literal["auto", "light", "dark"]
"""Which colours a picture has; auto: those that whoever looks at it prefers."""

THEMES: Final[tuple[Theme, ...]] = get_args(Theme)


class Tone(NamedTuple):
    """A colour in the light and in the dark."""

    light: str
    dark: str


TONES: Final[Mapping[str, Tone]] = {
    "ground": Tone("#f3f1ea", "#15191e"),
    "tray": Tone("#e3e0d5", "#20262d"),
    "paper": Tone("#fffefb", "#323a44"),
    "edge": Tone("#b3ad9e", "#56606d"),
    "ink": Tone("#16181b", "#f1f4f7"),
    "muted": Tone("#5d594e", "#a7b0bb"),
    "red": Tone("#c4122c", "#ff8a84"),
    "green": Tone("#0d6f35", "#69d895"),
    "blue": Tone("#1257b8", "#85bfff"),
    "orange": Tone("#9c4d00", "#ffa94d"),
    "joker": Tone("#7a2aa8", "#d9a9ff"),
    "hand": Tone("#b85c00", "#ffb340"),
    "hand paper": Tone("#ffedc7", "#4a3512"),
    "moved": Tone("#00727a", "#4cd3cd"),
    "moved paper": Tone("#d5efee", "#123f42"),
    "support": Tone("#4a6b12", "#b4d96a"),
    "support paper": Tone("#e8f2cf", "#2f3c17"),
    "fault": Tone("#b3261e", "#ff8a80"),
}
"""Each colour by what it is for."""

TWO_COLOURS: Final[Mapping[Suit, str]] = {
    Suit.CLUBS: "ink",
    Suit.DIAMONDS: "red",
    Suit.HEARTS: "red",
    Suit.SPADES: "ink",
}

FOUR_COLOURS: Final[Mapping[Suit, str]] = {
    Suit.CLUBS: "green",
    Suit.DIAMONDS: "blue",
    Suit.HEARTS: "red",
    Suit.SPADES: "ink",
}

TILE_COLOURS: Final[Mapping[Suit, str]] = {**FOUR_COLOURS, Suit.CLUBS: "orange"}


class Paint:
    """Colours of a theme, as attributes.

    Light and dark colours stand in each element, so that every viewer shows them. Under
    ``auto`` the light ones do, and a class beside each, which `style` turns dark.

    Args:
        theme: the theme.

    >>> Paint("dark").of("ink")
    {'fill': '#f1f4f7'}
    >>> Paint("auto").of("paper", "edge")
    {'class': 'mv-f-paper mv-s-edge', 'fill': '#fffefb', 'stroke': '#b3ad9e'}
    """

    def __init__(self, theme: Theme) -> None:
        self._auto = theme == "auto"
        self._tone = "dark" if theme == "dark" else "light"

    def of(self, fill: str | None, stroke: str | None = None) -> dict[str, str]:
        """What fills an element, None for nothing, and what its line is drawn with."""
        attributes = {"fill": "none" if fill is None else self._colour(fill)}
        if stroke is not None:
            attributes["stroke"] = self._colour(stroke)
        if not self._auto:
            return attributes
        parts = (("f", fill), ("s", stroke))
        names = [_class(part, role) for part, role in parts if role is not None]
        return {"class": " ".join(names), **attributes} if names else attributes

    def style(self) -> str:
        """A style sheet that turns the picture dark for who wants it; ``""`` if none is needed."""
        if not self._auto:
            return ""
        rules = [
            f".{_class(part, role)}{{{what}:{tone.dark}}}"
            for role, tone in TONES.items()
            for part, what in (("f", "fill"), ("s", "stroke"))
        ]
        return f"@media (prefers-color-scheme:dark){{{''.join(rules)}}}"

    def _colour(self, role: str) -> str:
        colour: str = getattr(TONES[role], self._tone)
        return colour


def _class(part: str, role: str) -> str:
    return f"mv-{part}-{role.replace(' ', '-')}"
