"""A person in a game, for tests: says lines, and reads what is told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from machiavelli_solver import Game, GameRules, Position, read_cards
from machiavelli_solver.cli.game_talk import Talk
from machiavelli_solver.cli.terminal import Style
from machiavelli_solver.games.sitting import Sitting
from machiavelli_solver.naming import CARD_NOTATION, Notation

OTHERS = ("greedy", "greedy")


class Shelf:
    """Keeps what is stored, by name."""

    goes_on = "machiavelli game --load it"

    def __init__(self) -> None:
        self.kept: dict[str, Sitting] = {}
        self.automatic: list[Sitting] = []

    def save(self, sitting: Sitting, path: str) -> None:
        self.kept[path] = sitting

    def autosave(self, sitting: Sitting) -> None:
        self.automatic.append(sitting)

    def has(self, sitting: Sitting) -> bool:
        return sitting in self.kept.values()


class Person:
    """Talks about a game: `says` a line, and returns what is told then."""

    def __init__(
        self,
        sitting: Sitting,
        *,
        notation: Notation = CARD_NOTATION,
        seconds: float | None = None,
    ) -> None:
        self.shelf = Shelf()
        self._told: list[str] = []
        style = Style(notation=notation)
        self.talk = Talk(sitting, style, self._hears, self.shelf, seconds=seconds)
        self.talk.begin()
        self.at_first = self.last

    def _hears(self, lines: Iterable[str]) -> None:
        self._told += lines

    def says(self, line: str) -> str:
        self._told.clear()
        self.talk.hear(line)
        return self.last

    @property
    def last(self) -> str:
        """What was told last."""
        return "\n".join(self._told)

    @property
    def offered(self) -> list[str]:
        return self.talk.prompt.removesuffix(" > ").split(", ")

    @property
    def sitting(self) -> Sitting:
        return self.talk.sitting

    @property
    def game(self) -> Game:
        return self.sitting.game


def at(
    position: str,
    rules: GameRules | None = None,
    *,
    opened: bool = True,
    seconds: float | None = None,
    **changes: Any,
) -> Person:
    """A person whose turn it is, in a position; the others have two cards that fit nowhere."""
    rules = rules or GameRules()
    sitting = Sitting.deal(rules, (None, *OTHERS), seed=1, dealer=2)
    read = Position.parse(position)
    table = Position.of(f"{read.table} /" if read.table.melds is None else read.table).table
    game = replace(
        sitting.game,
        table=table,
        hands=(read.hand, *[tuple(read_cards("2H JD"))] * 2),
        support=read.support,
        loose=read.loose,
        opened=(opened, True, True),
        **{"stage": "play", **changes},
    )
    return Person(replace(sitting, game=game), seconds=seconds)


def plays_on(person: Person, *, turns: int = 500) -> None:
    """Say what the hints say, until the game is over."""
    for _ in range(turns):
        if person.talk.over:
            return
        offered = person.offered
        if "deal" in offered:
            person.says("deal")
        elif "discard" in offered:
            told = person.says("hint")
            person.says(told.rpartition("would ")[2].removesuffix("."))
        elif "play" not in offered:
            person.says("take" if "take" in offered and person.game.turns % 2 else "draw")
        else:
            advice = person.says("hint").rpartition("To do it: ")[2].split("\n")[0]
            made = len(person.sitting.record.moves)
            if advice.startswith("play"):
                person.says(f"{advice}; done")
            else:
                person.says("draw" if "draw" in offered else "pass")
            assert len(person.sitting.record.moves) > made
