"""What is said in a game that a person plays: a line is heard, and the answer is told.

Nothing here reads or prints: lines come in with `Talk.hear`, and text goes out through a
function, so that what the other players do is told as soon as they do it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, Protocol, TypeAlias

from ..cards import AnyCard
from ..errors import MachiavelliError, NotationError
from ..games.moves import Deal, Draw, Move
from ..games.sitting import Sitting
from ..games.view import View
from ..games.work_table import WorkTable
from ..notation import read_cards
from ..positions import Table
from .common import CommandError
from .game_commands import RefusedError, obey, offered
from .game_words import GameWords, Made
from .terminal import Style

Tell: TypeAlias = Callable[[Iterable[str]], None]
"""What takes lines that are to be read."""

_WIDTH: Final = 80


class Store(Protocol):
    """Where games are stored."""

    def save(self, sitting: Sitting, path: str) -> None:
        """Store a game under a name; may raise a `CommandError`."""

    def autosave(self, sitting: Sitting) -> None:
        """Store a game at the start of the person's turn, if that is wanted."""

    def has(self, sitting: Sitting) -> bool:
        """Is this how the game was stored?"""

    @property
    def goes_on(self) -> str:
        """The command that goes on with it."""


class Talk:
    """A conversation about a game.

    Args:
        sitting: the game and who sits at it.
        style: how cards are shown.
        tell: what takes the lines that are said.
        store: where the game is stored.
        seconds: how long the solver may look for an answer; None for as long as it takes.

    Attributes:
        over: whether the conversation is over.
        work: the person's turn under way.
        words: the words for the game.
        by_rank: whether the hand is shown by rank, not by suit.
        leaving: whether the person was just asked whether to leave.
    """

    def __init__(
        self,
        sitting: Sitting,
        style: Style,
        tell: Tell,
        store: Store,
        *,
        seconds: float | None = None,
    ) -> None:
        self.sitting = sitting
        self.over = False
        self.style = style
        self.tell = tell
        self.store = store
        self.seconds = seconds
        self.words = GameWords(style, sitting.names)
        self.by_rank = False
        self.leaving = False
        self._seen: Table | None = None
        self.work = self._begun()

    # --- what is heard

    def begin(self) -> None:
        """Tell how the game stands, the moves of those before the person first."""
        self._go_on(fresh=True)

    @property
    def prompt(self) -> str:
        """What is best known of what may be done now, to be written before what is typed."""
        return f"{', '.join(offered(self))} > "

    def hear(self, line: str) -> None:
        """Do what a line says; there may be several commands in it, with ``;`` between them."""
        if not line.strip():
            self._nothing()
        parts = [*filter(None, map(str.strip, line.split(";")))]
        for number, part in enumerate(parts):
            if number:
                self.tell([""])
            try:
                obey(self, part)
            except RefusedError as refused:
                self.tell(str(refused).split("\n"))
                return
            except NotationError as error:
                self.tell([f"Cannot read {error.token!r:.60}: {error.expected}."])
                return
            except (CommandError, MachiavelliError) as error:
                text = str(error)
                self.tell(f"{text[:1].upper()}{text[1:]}.".split("\n"))
                return
            if self.over:
                return

    def as_cards(self, line: str) -> list[AnyCard] | None:
        """Cards that a line is; None where it is anything else."""
        try:
            return read_cards(line, notation=self.style.notation) or None
        except NotationError:
            return None

    def _nothing(self) -> None:
        if self.view.stage == "round over":
            self.apply(Deal())
        else:
            self.screen()

    # --- the game

    @property
    def view(self) -> View:
        """The game as the person sees it."""
        return self.sitting.game.view(self.sitting.seat)

    def _begun(self) -> WorkTable:
        view = self.view
        return WorkTable.begin(view.position, view.rules.rules, opened=view.has_opened)

    def may(self, kind: type[Move]) -> bool:
        """May the person make a move of this kind now?"""
        view = self.view
        return kind in view.choices and (view.turn == view.player or kind is Deal)

    def apply(self, *moves: Move, fresh: bool = False) -> None:
        """Make moves of the person's, and let the others move until it is the person's turn.

        Args:
            moves: the moves.
            fresh: whether the person has not been shown how the game stands now.
        """
        made = []
        sitting = self.sitting
        for move in moves:
            before = sitting.game
            sitting = sitting.apply(move)
            if isinstance(move, Deal):
                fresh = True
            else:
                made.append(Made(before, move, sitting.game))
        self.sitting = sitting
        if made:
            self._seen = sitting.game.table
            self.tell([self.words.told(made)])
        else:
            self._seen = Table()
        self._go_on(fresh=fresh)

    def _go_on(self, *, fresh: bool) -> None:
        """The others move, until the person has something to say."""
        while not self.sitting.waits:
            fresh = True
            self.tell([self.words.told(self._others_turn())])
        view = self.view
        # a draw that leaves no choice is made at once
        if view.choices == (Draw,) and not view.may_draw(1):
            self.apply(Draw(), fresh=fresh)
            return
        self.work = self._begun()
        if view.stage == "game over":
            self.tell(["", *self.words.round_over(self.sitting.game)])
            self.tell(["", self.words.game_over(self.sitting.game)])
            self.over = True
        elif fresh or view.stage == "round over":
            self.screen()
        else:
            self.tell(self.hand())
        self.store.autosave(self.sitting)

    def _others_turn(self) -> list[Made]:
        """All moves of a player's turn."""
        seat = self.sitting.game.turn
        made = []
        while not self.sitting.waits and self.sitting.game.turn == seat:
            before = self.sitting.game
            move = self.sitting.next_move()
            self.sitting = self.sitting.apply(move)
            made.append(Made(before, move, self.sitting.game))
            if self.sitting.game.turns != before.turns:
                break
        return made

    # --- what is shown

    def screen(self) -> None:
        """Tell how the game stands."""
        game = self.sitting.game
        if game.stage in ("round over", "game over"):
            self.tell(["", *self.words.round_over(game)])
            return
        turn = game.turns // game.players + 1
        title = f"Round {game.round}, turn {turn}"
        self.tell(
            [
                "",
                self.style.bold(f"--- {title} {'-' * (_WIDTH - len(title) - 5)}"),
                *self.words.counts(game),
                "",
                *self.words.table(self.work, self._seen),
                "",
                *self.hand(),
            ]
        )

    def hand(self) -> Iterator[str]:
        """The hand as it is now, in the order that is wished for."""
        return self.words.hand(self.work.now.hand, by_rank=self.by_rank)

    def show_work(self) -> None:
        """Tell how the table and the hand are now."""
        self.tell([*self.words.table(self.work), "", *self.hand()])

    def cards(self, text: str) -> list[AnyCard]:
        """Read cards; raises a `NotationError`."""
        return read_cards(text, notation=self.style.notation)
