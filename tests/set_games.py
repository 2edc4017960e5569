"""Games at a moment that a test sets up: hands, table, stock and discards as it says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from machiavelli_solver import AnyCard, Game, GameRules, Table, read_cards


def sorted_cards(text: str) -> tuple[AnyCard, ...]:
    """Cards read from text, in the order in which hands are kept."""
    order = {card: place for place, card in enumerate(dict.fromkeys(GameRules().rules.pack))}
    return tuple(sorted(read_cards(text), key=lambda card: order.get(card, 99)))


def a_game(
    rules: GameRules,
    *hands: str,
    table: str = "",
    support: str = "",
    loose: str = "",
    discards: str = "",
    stock: int | None = None,
    **others: Any,
) -> Game:
    """A game in which it is player 0's turn to play.

    Args:
        rules: its rules.
        hands: the hand of each player.
        table: its melds, with / between them.
        support: the support cards.
        loose: the loose cards.
        discards: the discards, the last one last.
        stock: how many cards the stock has; all that are left, if it is not said. The others
            are nowhere.
        others: other fields of the game.
    """
    laid = Table.of(f"{table} /") if table else Table()
    game = Game(
        rules=rules,
        seed=0,
        hands=tuple(map(sorted_cards, hands)),
        stock=(),
        table=laid,
        support=sorted_cards(support),
        loose=sorted_cards(loose),
        discards=tuple(read_cards(discards)),
        opened=(not rules.rules.opening,) * len(hands),
        dealer=len(hands) - 1,
        turn=0,
        stage="play",
    )
    rest = [*(Counter(rules.rules.pack) - Counter(cards_of(game))).elements()]
    return replace(game, **{"stock": tuple(rest if stock is None else rest[:stock]), **others})


def cards_of(game: Game) -> Iterable[AnyCard]:
    """All cards of a game, wherever they are."""
    yield from game.table.cards
    for place in (*game.hands, game.stock, game.support, game.loose, game.discards):
        yield from place
