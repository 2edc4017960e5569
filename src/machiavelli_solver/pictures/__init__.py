"""Pictures of tables, positions and plays: SVG, drawn card by card.

A value becomes a *scene* (`scenes`): panels of blocks of cards, each card with its mark.
A scene is laid out (`layout`) and its cards are drawn (`faces`) in the colours of a theme
(`themes`). A picture needs no font for its pips, holds no script and no id, and is the same
text each time.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import Final, TypeAlias

from ..errors import OptionError, quote
from ..melds import Meld
from ..naming import CARD_NOTATION, Notation
from ..play import Arrangement, Play
from ..positions import Position, Table, TableLike
from ..rules import Rules
from ..verdicts import Turn
from .faces import Faces
from .layout import Scene, drawn
from .scenes import Change, Scenes
from .themes import THEMES, Paint, Theme

__all__ = ["Drawable", "Theme", "picture"]

Drawable: TypeAlias = Position | Play | Turn | Arrangement | TableLike
"""What can be drawn: a position, a play, a turn, an arrangement, a table, melds, cards."""

_MAX_CARD_WIDTH: Final = 1000
_MAX_CARDS_A_LINE: Final = 1000

_ALONE: Final = 15
_SIDE_BY_SIDE: Final = 10
"""How many cards a line holds about, unless that is said."""


def picture(
    thing: Drawable,
    *,
    theme: Theme = "auto",
    four_colours: bool = False,
    card_width: float = 48,
    cards_a_line: int | None = None,
    rules: Rules | None = None,
    notation: Notation = CARD_NOTATION,
) -> str:
    """Draw a position, a play, a table or melds as SVG.

    Args:
        thing: what is drawn. Of a play that knows the position before it, and of a turn,
            both tables are drawn side by side: cards of the hand and support cards are
            marked, and cards that moved bear the name of the meld that they went to or
            come from. Text, cards and collections of them are read as a table is.
        theme: ``"light"``, ``"dark"``, or ``"auto"``: as whoever looks at it prefers.
        four_colours: clubs green and diamonds blue. Tiles have four colours always.
        card_width: the width of a card in pixels, up to 1000. From 40 on it is read with ease.
        cards_a_line: how many cards stand in a line, about; no valid meld is broken for
            it. None for what suits the picture.
        rules: what a valid meld is. When they are given, or a turn has them, a meld that
            is not valid is drawn with what is wrong with it.
        notation: what cards are called; with `TILE_NOTATION` tiles are drawn.

    Returns:
        The text of an SVG document, ending in a new line; the same for the same arguments.

    Raises:
        OptionError: an option has no such value.
        NotationError, CardLikeError: the thing is text that cannot be read, or nothing
            that can be drawn.

    >>> svg = picture("4-6C / 6DHS")
    >>> svg.count("data-card="), svg[:5]
    (6, '<svg ')
    """
    _check(theme, four_colours, card_width, cards_a_line, rules, notation)
    scene = _scene_of(thing, rules, notation)
    if cards_a_line is None:
        cards_a_line = _ALONE if len(scene.panels) == 1 else _SIDE_BY_SIDE
    faces = Faces(Paint(theme), notation, four_colours=four_colours)
    return drawn(scene, faces, card_width=card_width, cards_a_line=cards_a_line)


def _scene_of(thing: Drawable, rules: Rules | None, notation: Notation) -> Scene:
    if isinstance(thing, Turn):
        return Scenes(rules or thing.rules, notation).change(_change_of_turn(thing))
    scenes = Scenes(rules, notation)
    if isinstance(thing, Play):
        return scenes.play(thing)
    if isinstance(thing, Position):
        return scenes.position(thing)
    if isinstance(thing, Arrangement):
        return scenes.melds(thing.melds)
    if isinstance(thing, Meld):
        return scenes.melds([thing])
    return scenes.table(Table.of(thing, notation=notation))


def _change_of_turn(turn: Turn) -> Change:
    before, after = turn.before, turn.after
    beside = [
        card
        for old, new in ((before.loose, after.loose), (before.support, after.support))
        for card in (Counter(old) - Counter(new)).elements()
    ]
    shed = (Counter(before.hand) - Counter(after.hand)).elements()
    return Change(before, after, [*shed], beside)


def _check(
    theme: object,
    four_colours: object,
    card_width: object,
    cards_a_line: object,
    rules: object,
    notation: object,
) -> None:
    if theme not in THEMES:
        expected = ", ".join(map(repr, THEMES))
        raise OptionError(f"theme={quote(theme)}: expected one of {expected}")
    if not isinstance(four_colours, bool):
        raise OptionError(f"four_colours={quote(four_colours)}: expected True or False")
    if (
        isinstance(card_width, bool)
        or not isinstance(card_width, int | float)
        or not (math.isfinite(card_width) and 1 <= card_width <= _MAX_CARD_WIDTH)
    ):
        raise OptionError(
            f"card_width={quote(card_width)}: expected a number from 1 to {_MAX_CARD_WIDTH}"
        )
    if cards_a_line is not None and (
        isinstance(cards_a_line, bool)
        or not isinstance(cards_a_line, int)
        or not 1 <= cards_a_line <= _MAX_CARDS_A_LINE
    ):
        raise OptionError(
            f"cards_a_line={quote(cards_a_line)}: expected a whole number from 1 to "
            f"{_MAX_CARDS_A_LINE}, or None"
        )
    if rules is not None and not isinstance(rules, Rules):
        raise OptionError(f"rules={quote(rules)}: expected Rules, or None")
    if not isinstance(notation, Notation):
        raise OptionError(f"notation={quote(notation)}: expected a Notation")
