"""A game played card by card: each action is one of a few numbers, as learning programs want.

A play is chosen one card after another, and no way of choosing ends where nothing is legal: a
card can be chosen as long as the cards that are chosen then can still become a legal play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from ..cards import CARDS, JOKER, AnyCard, sort_key
from ..play import after_play
from ..playable_cards import Playable, playable
from .moves import Discard, Draw, Lay, Move, Pass
from .view import Stage, View

FACES: Final[tuple[AnyCard, ...]] = (*CARDS, JOKER)
"""The faces of the pack, each at its number: 0 to 51 are the cards, 52 is a joker."""

END: Final = len(FACES)
"""The action that ends a turn, or draws at its start: 53."""

ACTIONS: Final = END + 1
"""How many actions there are: 54."""

Actions: TypeAlias = Mapping[int, Move | None]
"""What may be done: each action with the move that it is, or None where its card is chosen."""


def actions(view: View, chosen: tuple[AnyCard, ...] = ()) -> Actions:
    """What the player whose turn it is may do.

    Args:
        view: what that player sees.
        chosen: the cards of the play under way.

    In the draw at the start of a turn `END` draws from the stock, and a face takes the topmost
    such discard with all above it. In the play a face adds that card to the play, and `END` lays
    the chosen cards; it draws or passes where there are none. A face is discarded at the end of
    a turn. No actions: the round is over.

    >>> from machiavelli_solver import Game, GameRules
    >>> game = Game.deal(GameRules(), seed=2)
    >>> actions(game.view())
    {3: None, 4: None, 5: None, 53: Draw(discards=0)}
    """
    found = _ACTIONS[view.stage](view, chosen)
    return dict(sorted(found.items()))


def _draws(view: View, _: tuple[AnyCard, ...]) -> dict[int, Move | None]:
    found: dict[int, Move | None] = {END: Draw()} if view.may_draw() else {}
    for n, card in enumerate(reversed(view.discards), start=1):
        if view.may_draw(n):
            found.setdefault(sort_key(card), Draw(n))
    return found


def _plays(view: View, chosen: tuple[AnyCard, ...]) -> dict[int, Move | None]:
    asked = _keeping_one(view, chosen) if view.rules.last_discard else _asked(view, chosen)
    found: dict[int, Move | None] = {sort_key(card): None for card in asked.cards}
    if asked.play is not None:
        found[END] = Lay(after_play(view.position, asked.play))
    elif not chosen:
        found[END] = Draw() if view.may_draw() else Pass()
    return found


def _discards(view: View, _: tuple[AnyCard, ...]) -> dict[int, Move | None]:
    return {sort_key(card): Discard(card) for card in view.hand}


def _nothing(_: View, __: tuple[AnyCard, ...]) -> dict[int, Move | None]:
    return {}


_ACTIONS: Final[dict[Stage, Callable[[View, tuple[AnyCard, ...]], dict[int, Move | None]]]] = {
    "draw": _draws,
    "play": _plays,
    "discard": _discards,
    "round over": _nothing,
    "game over": _nothing,
}


def _asked(
    view: View, chosen: tuple[AnyCard, ...], hand: tuple[AnyCard, ...] | None = None
) -> Playable:
    """What can become of the chosen cards; of less than the whole hand, if that is asked."""
    return playable(
        view.table,
        view.hand if hand is None else hand,
        chosen,
        support=view.support,
        loose=view.loose,
        opened=view.has_opened,
        rules=view.rules.rules,
    )


def _keeping_one(view: View, chosen: tuple[AnyCard, ...]) -> Playable:
    """The same where a play has to keep a card for the discard."""
    found = _asked(view, chosen)
    whole = _asked(view, view.hand) if found.cards else found
    if whole.play is None or whole.play.kept:
        return found
    # the whole hand could be laid, so a card may lead nowhere else: one card has to stay
    cards: set[AnyCard] = set()
    for kept in Counter(view.hand) - Counter(chosen):
        rest = Counter(view.hand) - Counter((kept,))
        cards.update(_asked(view, chosen, tuple(rest.elements())).cards)
    return replace(found, cards=tuple(sorted(cards, key=sort_key)))
