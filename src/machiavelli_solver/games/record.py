"""A record of a game: how it began and every move since, which replay to the same state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..errors import GameError
from .game import Game
from .moves import Move
from .rules import GameRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """How a game began, and its moves.

    Args:
        rules: the rules of the game.
        players: how many players there are.
        seed: where chance comes from.
        dealer: who deals the first round; None for whom chance has picked.
        moves: the moves, the first one first.

    >>> from machiavelli_solver import Draw, Game
    >>> record = Record(rules=GameRules(), players=2, seed=1)
    >>> record = record.add(Draw())
    >>> record.game() == Game.deal(players=2, seed=1).apply(Draw())
    True
    """

    rules: GameRules
    players: int
    seed: int
    dealer: int | None = None
    moves: tuple[Move, ...] = ()

    def add(self, *moves: Move) -> Record:
        """The record with more moves; whether they are allowed is seen when it is replayed."""
        return replace(self, moves=(*self.moves, *moves))

    def begin(self) -> Game:
        """The game before the first move.

        Raises:
            RulesError, OptionError: there is no such game; see `Game.deal`.
        """
        return Game.deal(self.rules, players=self.players, seed=self.seed, dealer=self.dealer)

    def games(self) -> Iterator[Game]:
        """The game at every moment: as it is dealt, and after each move.

        Raises:
            GameError: a move is not allowed; the error says which.
        """
        game = self.begin()
        yield game
        for number, move in enumerate(self.moves, start=1):
            try:
                game = game.apply(move)
            except GameError as error:
                raise GameError(f"move number {number}: {error}", error.verdict) from None
            yield game

    def game(self) -> Game:
        """The game after the last move; raises as `begin` and `games` do."""
        *_, last = self.games()
        return last
