"""A game and who sits at it: it goes on as soon as it is said who plays, and can be stored.

What the players of a sitting do hangs on the game's seed and on the moves that were made, so
that a game that was stored goes on as it would have.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..chance import Chance
from ..errors import FormError, OptionError, quote
from ..form_parts import list_of, members_of, within
from ..forms import from_dict, to_dict
from ..naming import CARD_NOTATION, Notation
from ..positions import SCHEMA
from .game import Game
from .moves import Move
from .players import Player, player_named
from .record import Record
from .rules import GameRules


@dataclass(frozen=True, slots=True)
class Sitting:
    """A game, its moves so far, and who sits at it: a person, and players of the package.

    Args:
        record: how the game began, and its moves.
        game: the game after them.
        names: the names of the players, one a seat; None where the person sits.
    """

    record: Record
    game: Game
    names: tuple[str | None, ...]

    @classmethod
    def deal(
        cls,
        rules: GameRules,
        names: tuple[str | None, ...],
        *,
        seed: int,
        dealer: int | None = None,
    ) -> Sitting:
        """Begin a game.

        Raises:
            RulesError: so many cannot play.
            OptionError: there is no such player, or no such seed or dealer.
        """
        record = Record(rules=rules, players=len(names), seed=seed, dealer=dealer)
        return cls._of(record, names)

    @classmethod
    def _of(cls, record: Record, names: tuple[str | None, ...]) -> Sitting:
        for name in names:
            if name is not None:
                player_named(name)
        if names.count(None) != 1:
            raise OptionError(f"names={quote(names)}: expected None once, where the person sits")
        if len(names) != record.players:
            raise OptionError(f"names={quote(names)}: expected {record.players} of them")
        return cls(record, record.game(), names)

    @property
    def seat(self) -> int:
        """Where the person sits, from 0."""
        return self.names.index(None)

    @property
    def waits(self) -> bool:
        """Is it the person who moves, or nobody, as the round is over?"""
        return self.game.turn == self.seat or self.game.stage in ("round over", "game over")

    def apply(self, move: Move) -> Sitting:
        """The sitting after a move; raises as `Game.apply`."""
        return replace(self, record=self.record.add(move), game=self.game.apply(move))

    def next_move(self) -> Move:
        """The move that the player makes whose turn it is.

        Raises:
            GameError, EngineError: as the player does.
        """
        seat = self.game.turn
        made = len(self.record.moves)
        chance = Chance(f"machiavelli sitting 1: {self.record.seed}; {seat}; {made}")
        return self.player(seat).move(self.game.view(), chance)

    def player(self, seat: int) -> Player:
        """Who sits there.

        Raises:
            OptionError: the person does.
        """
        name = self.names[seat]
        if name is None:
            raise OptionError(f"seat={seat}: expected a seat where a player sits, not the person")
        return player_named(name)

    def to_dict(self) -> dict[str, object]:
        """The sitting as JSON holds it: who sits there, and the record."""
        return {"schema": SCHEMA, "seated": list(self.names), "record": to_dict(self.record)}

    @classmethod
    def from_dict(cls, data: object) -> Sitting:
        """Read a sitting from what JSON holds; every move is made again.

        Raises:
            FormError: it is none.
            GameError: a move is not allowed.
            RulesError, OptionError: as `deal`.
        """
        members = members_of(data, ("seated", "record"))
        names = tuple(
            _name(item, f"seated, item {number}")
            for number, item in enumerate(list_of(members["seated"], "seated"), start=1)
        )
        record = within("record", _record, members["record"], CARD_NOTATION)
        return cls._of(record, names)


def _record(data: object, notation: Notation) -> Record:
    return from_dict(Record, data, notation=notation)


def _name(value: object, name: str) -> str | None:
    if value is not None and not isinstance(value, str):
        raise FormError(f"{name}: {quote(value)}: expected the name of a player, or null")
    return value
