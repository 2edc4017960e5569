"""The player who waits until all cards can go at once."""

from __future__ import annotations

from dataclasses import dataclass

from ...chance import Chance
from ...play import Play
from ..moves import Move
from ..view import View
from .turns import best_turn, laid, nothing_laid, useful_draw, useless_discard


@dataclass(frozen=True, slots=True)
class PatientPlayer:
    """Lays nothing until all cards can go at once, or another player is about to go out.

    Args:
        fear: with how many cards another player seems about to go out. It is of no matter
            where all that counts is who has won: then the player never gives up.

    A card on the table is of use to all, and cards of the hand can be laid in more ways as long
    as they need not be laid. What is held can be laid later, too; what does not fit today
    fits with what is drawn while waiting.
    """

    fear: int = 2

    @property
    def name(self) -> str:
        """``patient``"""
        return "patient"

    def move(self, view: View, chance: Chance) -> Move:
        """The move that is made; chance has no say."""
        del chance
        if view.stage == "draw":
            return useful_draw(view)
        if view.stage == "discard":
            return useless_discard(view)
        play = best_turn(view)
        if play is None or self.waits(view, play):
            return nothing_laid(view)
        return laid(view, play)

    def waits(self, view: View, best: Play) -> bool:
        """Is nothing laid, although something can be?"""
        if len(best.kept) <= int(view.rules.discard):
            return False
        if not view.has_opened:
            return False
        # without cards to draw there is nothing to wait for
        return view.drawable > 0 and not self._fears(view)

    def _fears(self, view: View) -> bool:
        others = [n for player, n in enumerate(view.hand_sizes) if player != view.player]
        return view.rules.score != "lost" and min(others) <= self.fear
