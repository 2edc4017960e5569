"""The player who leaves everything to chance."""

from __future__ import annotations

from dataclasses import dataclass

from ...cards import AnyCard
from ...chance import Chance
from ...play import Play
from ...playable_cards import playable
from ..moves import Discard, Draw, Move
from ..view import View
from .turns import keeping, laid, nothing_laid, without


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Does anything that may be done, each with the same chance.

    A play is chosen card by card: every card that can be added is as likely as the end of the
    turn, which may come before the first card, and whenever the cards chosen are a play. So
    a player who can lay something may draw nevertheless.
    """

    @property
    def name(self) -> str:
        """``random``"""
        return "random"

    def move(self, view: View, chance: Chance) -> Move:
        """The move that is made."""
        if view.stage == "draw":
            draws = [n for n in range(len(view.discards) + 1) if view.may_draw(n)]
            return Draw(chance.one_of(draws))
        if view.stage == "discard":
            return Discard(chance.one_of(view.hand))
        play = _play(view, chance)
        return nothing_laid(view) if play is None else laid(view, play)


def _play(view: View, chance: Chance) -> Play | None:
    """A play of any cards, or none."""
    # where one must go out by a discard, a card is kept for it: any
    kept = [chance.one_of(view.hand)] if view.rules.last_discard else []
    hand = without(view.hand, kept)
    chosen: list[AnyCard] = []
    while True:
        found = playable(
            view.table,
            hand,
            chosen,
            support=view.support,
            loose=view.loose,
            opened=view.has_opened,
            rules=view.rules.rules,
        )
        may_end = found.complete or not chosen
        choice = chance.below(len(found.cards) + may_end)
        if choice == len(found.cards):
            return None if found.play is None else keeping(found.play, kept)
        chosen.append(found.cards[choice])
