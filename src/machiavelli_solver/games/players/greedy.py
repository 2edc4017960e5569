"""The player who sheds the most cards in every turn."""

from __future__ import annotations

from dataclasses import dataclass

from ...chance import Chance
from ..moves import Move
from ..view import View
from .turns import best_move


@dataclass(frozen=True, slots=True)
class GreedyPlayer:
    """Lays as many cards as can be laid, in every turn.

    Takes discards only if more can be laid for them at once, and discards what is least likely to
    fit.
    """

    @property
    def name(self) -> str:
        """``greedy``"""
        return "greedy"

    def move(self, view: View, chance: Chance) -> Move:
        """The move that is made; chance has no say."""
        del chance
        return best_move(view)
