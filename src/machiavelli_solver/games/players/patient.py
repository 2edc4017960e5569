"""The player who waits until all cards can go at once."""

from __future__ import annotations

from dataclasses import dataclass

from ...chance import Chance
from ...play import Play
from ..moves import Move
from ..view import View
from .turns import best_move


@dataclass(frozen=True, slots=True)
class PatientPlayer:
    """Lays nothing until all cards can go at once, or another player is about to go out.

    Args:
        fear: with how many cards another player seems about to go out. It is of no matter
            where all that counts is who has won: then the player never gives up.

    A card on the table is of use to all, and cards of the hand can be laid in more ways as long
    as they need not be laid. What is held can be laid later, too; what does not fit today
    fits with what is drawn while waiting. So it waits only where that brings cards: not where all
    turns begin with a draw and end with a discard.
    """

    fear: int = 2

    @property
    def name(self) -> str:
        """``patient``"""
        return "patient"

    def move(self, view: View, chance: Chance) -> Move:
        """The move that is made; chance has no say."""
        del chance
        return best_move(view, waits=self.waits)

    def waits(self, view: View, best: Play) -> bool:
        """Is nothing laid, although something can be?"""
        if len(best.kept) <= int(view.rules.discard):
            return False
        # before the opening nothing but an opening can be laid: there is no more to wait for
        return view.has_opened and _gains(view) and not self._fears(view)

    def _fears(self, view: View) -> bool:
        others = [n for player, n in enumerate(view.hand_sizes) if player != view.player]
        return view.rules.score != "lost" and min(others) <= self.fear


def _gains(view: View) -> bool:
    """Does the hand grow in a turn in which nothing is laid?"""
    rules = view.rules
    return view.drawable > 0 and rules.draw_first + rules.draw_without_play > int(rules.discard)
