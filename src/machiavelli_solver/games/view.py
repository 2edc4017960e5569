"""What a player may see of a game, and what may be done as far as that tells it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from ..cards import AnyCard, sort_key
from ..positions import Position, Table
from .moves import Deal, Discard, Draw, Fail, Lay, Move, Pass
from .rules import GameRules

Stage: TypeAlias = Literal["draw", "play", "discard", "round over", "game over"]
"""What a turn has come to: the draw that begins it, the play, or the discard that ends it; or
that there is no turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A game as one of its players sees it: `Game.view` makes it.

    Args:
        rules: the rules of the game.
        player: whose view it is, from 0.
        turn: whose turn it is.
        stage: what the turn has come to.
        hand: the player's cards, sorted.
        hand_sizes: how many cards each player has.
        table: the table, in melds.
        support: support cards that were not used yet.
        loose: cards that were left over by a turn that failed.
        stock: how many cards there are to draw.
        discards: the discards, the last one last.
        opened: whether each player has opened; always, where the rules have no opening.
        round: which round it is, from 1.
        dealer: who dealt it.
        turns: how many turns of the round are over.
        scores: the points of each round that is over, one for each player.
    """

    rules: GameRules
    player: int
    turn: int
    stage: Stage
    hand: tuple[AnyCard, ...]
    hand_sizes: tuple[int, ...]
    table: Table
    support: tuple[AnyCard, ...]
    loose: tuple[AnyCard, ...]
    stock: int
    discards: tuple[AnyCard, ...]
    opened: tuple[bool, ...]
    round: int
    dealer: int
    turns: int
    scores: tuple[tuple[int, ...], ...]

    @property
    def position(self) -> Position:
        """The table and the player's hand, as the solver and the referee take them."""
        return Position(self.table, self.hand, support=self.support, loose=self.loose)

    @property
    def has_opened(self) -> bool:
        """Whether the player has opened."""
        return self.opened[self.player]

    @property
    def drawable(self) -> int:
        """How many cards there are to draw from the stock, the discards shuffled if they are."""
        shuffled = self.rules.empty_stock == "shuffle"
        return self.stock + (len(self.discards) if shuffled else 0)

    @property
    def unseen(self) -> tuple[AnyCard, ...]:
        """The cards that the player does not see, sorted: those of the stock and other hands."""
        left = Counter(self.rules.rules.pack)
        seen = (self.hand, self.table.cards, self.support, self.loose, self.discards)
        for cards in seen:
            left.subtract(cards)
        return tuple(sorted(left.elements(), key=sort_key))

    @property
    def choices(self) -> tuple[type[Move], ...]:
        """The kinds of moves that may be made by who has the turn; `Deal` is anyone's."""
        return tuple(kind for kind, may in _MAY.items() if may(self))

    def may_draw(self, discards: int = 0) -> bool:
        """May this be drawn: so many discards, or from the stock?"""
        if discards == 0:
            if self.stage == "draw":
                return self.drawable > 0
            wanted = self.rules.draw_without_play
            return self.stage == "play" and wanted > 0 and self.drawable > 0
        if self.stage != "draw" or self.rules.take == "none":
            return False
        most = 1 if self.rules.take == "last" else len(self.discards)
        return 0 < discards <= min(most, len(self.discards))


_MAY: Final[dict[type[Move], Callable[[View], bool]]] = {
    Draw: lambda view: view.may_draw() or view.may_draw(1),
    Lay: lambda view: view.stage == "play",
    Pass: lambda view: view.stage == "play" and not view.may_draw(),
    Discard: lambda view: view.stage == "discard",
    Fail: lambda view: view.stage == "play",
    Deal: lambda view: view.stage == "round over",
}
