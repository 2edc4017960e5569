"""Players: each sees what a player may see, and says what it does.

A player is a value without a memory: what it does hangs on the view that it is given, and on
chance that is given with it, so that a game can be played again as it was.
"""

from __future__ import annotations

from typing import Protocol

from ..chance import Chance
from .moves import Move
from .view import View


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
