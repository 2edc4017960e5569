"""``machiavelli game``: a whole game, played by a person in the terminal."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from random import SystemRandom
from typing import Final

from ..errors import MachiavelliError
from ..forms import parse_json
from ..games.players import PLAYERS
from ..games.sitting import Sitting
from ..naming import TILE_NOTATION
from ..presets import GAME_RULE_NAMES, RULE_NAMES
from ..time_limit import check_seconds
from .common import (
    INTERRUPTED,
    PROGRAM,
    STANDARD_INPUT,
    YES,
    Answer,
    CommandError,
    Commands,
    add_parser,
    add_rules,
    name_of,
    read_text,
)
from .game_options import add_game_options, game_rules_of
from .game_talk import Talk
from .lines import lines_of, opened
from .terminal import Style, write

_HELP = """\
You sit at one seat, and the players that are named at the others. Say help in the game for
all that can be said there; the line before the cursor offers what is allowed:

  draw                 draw, where nothing is played
  play 3C 9H           lay just these cards; where they go is found for you
  7H 8H > new          lay or move cards yourself: to a new meld,
  3C > 2               to meld 2, or from another meld: 8H from 3 > 2
  done                 end the turn; the referee judges it, and says why not
  hint, undo, reset    the best play; one step back; all back
  save game.json       store the game: --load game.json goes on with it

Without --seed one is drawn, and told: the same seed, rules and players deal the same game.

examples:
  machiavelli game
  machiavelli game --rules tahiti --players greedy patient --seed 1
  machiavelli game --rules italian --jokers 2 --joker-moves free --rounds 1
  machiavelli game --rules rummikub --seat 2 --autosave game.json
  machiavelli game --load game.json

exit status: 0 the game is over, or was left; 2 bad input; 130 after Ctrl-C
"""

_SEEDS: Final = 1_000_000
"""From how many seeds one is drawn where none is given: few enough to be remembered."""

_PLAYERS: Final = ("greedy", "patient")
_SECONDS: Final = 10.0


def add(commands: Commands) -> None:
    """Add the command's parser."""
    parser = add_parser(commands, "game", _HELP, words=False)
    parser.add_argument(
        "--players",
        nargs="+",
        choices=tuple(PLAYERS),
        metavar="NAME",
        help=f"who plays against you, in order from your left: {', '.join(PLAYERS)} "
        f"(default: {' '.join(_PLAYERS)})",
    )
    parser.add_argument("--seat", type=int, metavar="N", help="where you sit, from 1 (default: 1)")
    parser.add_argument(
        "--seed", type=int, metavar="N", help="a number that makes the game (default: one is drawn)"
    )
    parser.add_argument("--load", metavar="FILE", help="go on with a game that was saved")
    parser.add_argument(
        "--autosave",
        metavar="FILE",
        help="save the game after each of your turns; a file that is there is replaced",
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=_SECONDS,
        metavar="S",
        help=f"how long a hint, or finding a play, may take (default: {_SECONDS:g})",
    )
    add_rules(parser)
    add_game_options(parser.add_argument_group("the course of the game"))
    parser.set_defaults(answer=answer)


def answer(args: argparse.Namespace, style: Style) -> Answer:
    """Play a game; what is said there is printed at once."""
    check_seconds(args.seconds)
    sitting = _dealt(args) if args.load is None else _loaded(args)
    store = _Store(args, style, sitting)
    store.autosave(sitting)  # if that cannot be, it is better known now
    out = _Out(style)
    talk = Talk(sitting, style, out.tell, store, seconds=args.seconds)
    status = YES
    try:
        out.tell(_welcome(sitting, args, style))
        converse(talk, out)
    except KeyboardInterrupt:
        out.tell([""])
        status = INTERRUPTED
    return Answer.of_lines(_farewell(talk.sitting, store), status)


def converse(talk: Talk, out: _Out) -> None:
    """Let a person speak until the game is over, or the input ends."""
    talk.begin()
    lines = out.asked(lambda: talk.prompt)
    while not talk.over:
        line = next(lines, None)
        if line is None:
            out.tell([""])
            return
        talk.hear(line)


class _Out:
    """Prints what is said, and asks for lines."""

    def __init__(self, style: Style) -> None:
        self._style = style

    def tell(self, lines: Iterable[str]) -> None:
        """Print lines.

        Raises:
            CommandError: they cannot be printed.
        """
        text = "".join(line.rstrip() + "\n" for line in lines)
        self._write(text)

    def _write(self, text: str) -> None:
        fault = write(sys.stdout, text, notation=self._style.notation)
        if fault is not None:
            raise CommandError(f"cannot write: {fault}")

    def asked(self, prompt: Callable[[], str]) -> Iterator[str]:
        """Lines of standard input, until it ends."""
        if sys.stdin is not None and sys.stdin.isatty():
            return self._typed(prompt)
        return self._read(prompt)

    def _typed(self, prompt: Callable[[], str]) -> Iterator[str]:
        with suppress(ImportError):
            import readline  # noqa: F401  (lines can be edited, and called back)
        while True:
            self._write("\n")
            try:
                yield input(prompt())
            except EOFError:
                return
            except UnicodeDecodeError:
                self.tell(["That is no text in the encoding of this terminal."])

    def _read(self, prompt: Callable[[], str]) -> Iterator[str]:
        with opened(STANDARD_INPUT) as file:
            lines = lines_of(file, name_of(STANDARD_INPUT))
            while True:
                self._write(f"\n{prompt()}")
                data = next(lines, b"")
                if data == b"":
                    return
                line = (data or b"").decode("utf-8", "replace").strip()
                # what a terminal would show: a game that is read can be read again
                self.tell([line])
                yield line


# --- beginning


def _dealt(args: argparse.Namespace) -> Sitting:
    """A game that begins."""
    rules = game_rules_of(args, args.rules)
    others = _PLAYERS if args.players is None else tuple(args.players)
    seat = 1 if args.seat is None else args.seat
    if not 1 <= seat <= len(others) + 1:
        raise CommandError(f"--seat {seat}: expected 1 to {len(others) + 1}")
    if args.seed is None:
        args.seed = SystemRandom().randrange(_SEEDS)
    # from the left of the person on
    first = len(others) - seat + 1
    names = (*others[first:], None, *others[:first])
    return Sitting.deal(rules, names, seed=args.seed)


def _loaded(args: argparse.Namespace) -> Sitting:
    """A game that was saved."""
    own = ("rules", "seat", "seed", *RULE_NAMES, *GAME_RULE_NAMES)
    options = {name: getattr(args, name, None) for name in own}
    for name, value in {**options, "seats": args.players_range}.items():
        if value is not None:
            raise CommandError(
                f"--{name.replace('_', '-')} does not go with --load: the game has its own"
            )
    if args.load == STANDARD_INPUT:
        raise CommandError("--load -: expected a file; what you say comes from standard input")
    text = read_text(args.load)
    try:
        return Sitting.from_dict(parse_json(text))
    except MachiavelliError as error:
        raise CommandError(f"{name_of(args.load)}: {error}") from None


def _welcome(sitting: Sitting, args: argparse.Namespace, style: Style) -> Iterator[str]:
    seats = ["you" if name is None else name for name in sitting.names]
    named = ", ".join(f"{name} ({seat})" for seat, name in enumerate(seats, start=1))
    what = "A game" if args.rules is None else f"A game of {args.rules}"
    yield style.bold(f"{what} with {named}; seed {sitting.record.seed}.")
    if args.load is not None:
        yield f"It goes on after {len(sitting.record.moves)} moves."


# --- saving, and the end


class _Store:
    """Stores games in files, and knows how one goes on.

    Args:
        args: the arguments of the command.
        style: how cards are shown.
        sitting: the game as it is loaded, or begins.

    Attributes:
        path: the file that the game was stored in last, or loaded from; None for none.
    """

    def __init__(self, args: argparse.Namespace, style: Style, sitting: Sitting) -> None:
        self._autosave: str | None = args.autosave
        self._options = []
        if style.notation == TILE_NOTATION:
            self._options += ["--notation", style.notation.name]
        if args.lang is not None:
            self._options += ["--lang", args.lang]
        self._saved = None if args.load is None else sitting
        self.path: str | None = args.load

    def save(self, sitting: Sitting, path: str) -> None:
        """Store a game; a file that is there is replaced as a whole.

        Raises:
            CommandError: it cannot be written.
        """
        part = f"{path}.part"
        try:
            with open(part, "w", encoding="utf-8", newline="\n") as file:
                file.write(json.dumps(sitting.to_dict()) + "\n")
            os.replace(part, path)
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror or error}") from None
        except ValueError as error:  # a path with a null character in it
            raise CommandError(f"{path!r}: {error}") from None
        self._saved, self.path = sitting, path

    def autosave(self, sitting: Sitting) -> None:
        """Store a game where that is to be done without being asked; raises as `save`."""
        if self._autosave is not None:
            self.save(sitting, self._autosave)

    def has(self, sitting: Sitting) -> bool:
        """Is this how the game was stored?"""
        return sitting == self._saved

    @property
    def goes_on(self) -> str:
        """The command that goes on with the game that was stored last."""
        autosave = [] if self._autosave is None else ["--autosave", self._autosave]
        words = [PROGRAM, "game", "--load", self.path or "FILE", *autosave, *self._options]
        return shlex.join(words)


def _farewell(sitting: Sitting, store: _Store) -> Iterator[str]:
    """How to go on with a game that is not over."""
    if sitting.game.stage == "game over":
        return
    if store.has(sitting):
        yield f"Saved. To go on: {store.goes_on}"
    elif store.path is not None:
        yield f"The game is not saved since. To go on from there: {store.goes_on}"
    else:
        seed = sitting.record.seed
        yield f"The game is not saved; --seed {seed} and the same options deal it again."
