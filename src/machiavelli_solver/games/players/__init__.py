"""Players: each sees what a player may see, and says what it does.

A player is a value without a memory: what it does hangs on the view that it is given, and on
chance that is given with it, so that a game can be played again as it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Protocol

from ...chance import Chance
from ...errors import OptionError, quote
from ..moves import Move
from ..view import View
from .at_random import RandomPlayer
from .greedy import GreedyPlayer
from .patient import PatientPlayer


class Player(Protocol):
    """Whatever can play: `name`, and `move`, which is asked for every move."""

    @property
    def name(self) -> str:
        """What the player is called."""

    def move(self, view: View, chance: Chance) -> Move:
        """The move that is made.

        Args:
            view: what the player sees; it is the player's turn.
            chance: chance of the player's own.
        """


_BUILT_IN: Final[tuple[Player, ...]] = (RandomPlayer(), GreedyPlayer(), PatientPlayer())

PLAYERS: Final[Mapping[str, Player]] = MappingProxyType(
    {player.name: player for player in _BUILT_IN}
)
"""The players that there are, by name, from the weakest to the strongest."""


def player_named(name: str) -> Player:
    """The player of a name.

    Raises:
        OptionError: there is none of that name.

    >>> player_named("greedy")
    GreedyPlayer()
    >>> player_named("lucky")
    Traceback (most recent call last):
      ...
    machiavelli_solver.errors.OptionError: no player is called 'lucky': expected one of random, \
greedy, patient
    """
    player = PLAYERS.get(name) if isinstance(name, str) else None
    if player is None:
        expected = ", ".join(PLAYERS)
        raise OptionError(f"no player is called {quote(name)}: expected one of {expected}")
    return player
