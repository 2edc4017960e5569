"""What the solver says to a person who plays: the best play, and why cards cannot be laid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ..cards import AnyCard
from ..chance import Chance
from ..errors import TimeLimitError
from ..games.moves import Discard, Draw, Move
from ..games.players import player_named
from ..games.players.turns import best_turn
from ..games.sitting import Sitting
from ..games.work_table import WorkTable
from ..notation import print_cards
from ..play import Play
from ..positions import Position
from ..steps import steps_of
from ..words import listed, numbered
from .mending import TOO_LONG, waiting, waiting_lines
from .play import numbered_steps
from .terminal import Style

_ADVISER: Final = "patient"
"""The player that is asked what to draw and what to discard."""


@dataclass(frozen=True, slots=True)
class Advice:
    """Advice for one moment of a turn.

    Args:
        sitting: the game.
        work: the turn under way.
        style: how cards are shown.
        seconds: how long the solver may take; None for as long as it takes.
        ends: the commands that end a turn in which nothing is played.
    """

    sitting: Sitting
    work: WorkTable
    style: Style
    seconds: float | None
    ends: str

    def hint(self) -> Iterator[str]:
        """What is best to do, without doing it."""
        if self.sitting.game.stage == "play":
            return self._best()
        made = len(self.sitting.record.moves)
        chance = Chance(f"machiavelli hint 1: {self.sitting.record.seed}; {made}")
        move = player_named(_ADVISER).move(self.sitting.game.view(), chance)
        return iter([f"The player {_ADVISER} would {self._in_words(move)}."])

    def _in_words(self, move: Move) -> str:
        if isinstance(move, Discard):
            return f"discard {self.style.card(move.card)}"
        if isinstance(move, Draw) and move.discards:
            return f"take {numbered(move.discards, 'discard')}"
        return "draw from the stock"

    def steps(self, play: Play) -> Iterator[str]:
        """The moves of a play, which begin with the table as the turn found it."""
        if self.work.begun:
            yield "From the table as it was when the turn began:"
        yield from numbered_steps(steps_of(play.rearrangement), self.style)

    def _best(self) -> Iterator[str]:
        try:
            play = best_turn(self.sitting.game.view(), tidy=True, seconds=self.seconds)
        except TimeLimitError:
            yield "The best play was not found in time."
            return
        hand, card = self.work.before.hand, self.style.notation.card_word
        if play is None:
            if not self.work.opened:
                opening = self.work.rules.opening
                yield f"The melds of your hand are not worth {opening} yet: {self.ends}."
            else:
                yield f"No {card} of your hand fits, however the table is arranged: {self.ends}."
            return
        shed = print_cards(play.shed, notation=self.style.notation)
        of = f"{len(play.shed)} of your {len(hand)} {card}s"
        yield self.style.bold("You can go out:" if play.goes_out else f"You can shed {of}:")
        yield from self.steps(play)
        yield f"To do it: {'reset; ' if self.work.begun else ''}play {shed}"

    def impossible(self, cards: Sequence[AnyCard]) -> Iterator[str]:
        """Why cards cannot be laid, and with what they could be."""
        laid = " and what is laid already" if self.work.laid else ""
        yield f"No play lays just {self.style.cards(cards)}{laid}, however the table is arranged."
        if not self.work.opened:
            opening = self.work.rules.opening
            yield f"You have not opened: that takes {opening} points in melds of your hand alone."
            return
        others = self._with_one_more(cards)
        if others:
            named = listed([self.style.card(card) for card in others], "or")
            yield f"Together with {named} of your hand it can be done."
            return
        before = self.work.before
        position = Position(
            before.table,
            (*self.work.laid, *cards),
            support=before.support,
            loose=before.loose,
        )
        waits = waiting(position, self.work.rules)
        if waits is None:
            yield TOO_LONG
        elif waits:
            yield from filter(None, waiting_lines(waits, self.style))
        else:
            yield "Each of them could be laid, but not all of them together."

    def _with_one_more(self, cards: Sequence[AnyCard]) -> list[AnyCard]:
        """The other cards of the hand with one of which there would be a play."""
        rest = Counter(self.work.now.hand) - Counter(cards)
        try:
            return [
                card
                for card in rest
                if self.work.find([*cards, card], seconds=self.seconds) is not None
            ]
        except TimeLimitError:
            return []
