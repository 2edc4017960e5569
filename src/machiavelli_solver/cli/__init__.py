"""The command ``machiavelli``: questions asked from a shell, answered in words or JSON.

A command is a module with ``add``, which adds its parser, and a function that turns its
arguments into an `Answer`. Only `main` reads the environment, prints, and knows what an
exit status is for. A command's module is imported when it is asked for. Nothing here imports
numpy or a solver: that is left to the engines.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Collection, Sequence
from importlib import import_module
from typing import NoReturn

from .. import __version__
from ..errors import MachiavelliError
from .common import (
    BAD_INPUT,
    INTERRUPTED,
    PROGRAM,
    SUMMARIES,
    YES,
    Answer,
    CommandError,
    notation_of,
)
from .terminal import Style, write

__all__ = ["main"]

_DESCRIPTION = """\
Answers questions of the card game Machiavelli, the Italian rummy: is this table
valid, and which play sheds the most cards of a hand?
"""

_EPILOG = """\
examples:
  machiavelli check "4-6C / 6DHS"
  machiavelli play --table "KHDC / QHDC / JHDC" --hand "AC"
  machiavelli plays position.txt
  machiavelli outs position.txt
  machiavelli puzzle --difficulty hard
  machiavelli solve positions.jsonl --out answers.jsonl --workers 4
  machiavelli simulate --players patient greedy greedy --games 100
  machiavelli judge turn.json
  machiavelli game --rules tahiti
  machiavelli rules tahiti

cards:
  10H KS AC JK    a rank (A 2-10 J Q K) and a suit (C D H S); JK is a joker
  4-6C            a range in one suit: 4C 5C 6C
  6DHS            one rank in several suits: 6D 6H 6S
  4-6C / 6DHS     melds are kept apart by / or a new line

tiles, with --rules rummikub or --notation tiles:
  R10 K1 O13 JK   a colour (red, blue, orange, K for black), then a number; JK is a joker
  R4-6            a range in one colour: R4 R5 R6
  RBK6            one number in several colours: R6 B6 K6

cards in other languages, with --lang:
  it  10C QF 4-6P 6FQC Jolly         F Q C P are fiori, quadri, cuori, picche; ranks are
                                     A 2-10 J Q K or F D R; or in words: asso di cuori
  de  10He DKr 4-6Pi 6KrKaHe Joker   Kr Ka He Pi are Kreuz, Karo, Herz, Pik; ranks are
                                     A 2-10 B D K; or in words: Herz 10, Kreuz-Bube
  sv  10Hj DKl 4-6Sp 6KlRuHj Joker   Kl Ru Hj Sp are clubs to spades; ranks are
                                     E 2-10 Kn D K; or in words: spader dam
  ja  10H QC 4-6S 6CDH Joker         printed with their marks, and read with them too,
                                     before or behind the rank, or in words
All languages read the marks of the suits. --lang concerns cards alone: whatever else is
read or printed is English. Nothing is guessed: QC is a queen of clubs, with --lang it a
queen of hearts.

exit status: 0 yes, 1 no, 2 bad input
"""


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints look like all others and point to the right help."""

    def error(self, message: str) -> NoReturn:
        raise CommandError(f"{message}\nTry: {self.prog} --help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command.

    Args:
        argv: the arguments behind the program's name; None for those of this process.

    Returns:
        The exit status: 0 yes, 1 no, 2 bad input, 130 after Ctrl-C.

    >>> main(["check", "4-6C / 6DHS"])
    Yes: both melds are valid.
    <BLANKLINE>
      4C 5C 6C  run
      6D 6H 6S  set
    0
    """
    style = Style()
    try:
        given = sys.argv[1:] if argv is None else list(argv)
        # options before the command are those of all commands, and have no values
        asked = [each for each in given if not each.startswith("-")][:1]
        args = parser_of(asked).parse_args(given)
        style = Style.of(sys.stdout, os.environ, notation=notation_of(args))
        answer: Answer = args.answer(args, style)
        fault = write(sys.stdout, answer.text, notation=style.notation)
        if fault is not None:
            raise CommandError(f"cannot write the answer: {fault}")
    except SystemExit as stop:  # --help and --version have printed what they had to
        return stop.code if isinstance(stop.code, int) else YES
    except (CommandError, MachiavelliError) as error:
        write(sys.stderr, f"{PROGRAM}: error: {error}\n", notation=style.notation)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    return answer.status


def parser_of(asked: Collection[str]) -> argparse.ArgumentParser:
    """The parser: of all commands the names, of those that are asked for all options."""
    parser: argparse.ArgumentParser = _Parser(
        prog=PROGRAM,
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"machiavelli-solver {__version__}")
    parser.set_defaults(answer=lambda *_: _no_command(parser))
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name, summary in SUMMARIES.items():
        if name in asked:
            import_module(f".{name}", __name__).add(commands)
        else:
            commands.add_parser(name, help=summary)
    return parser


def _no_command(parser: argparse.ArgumentParser) -> Answer:
    write(sys.stderr, parser.format_help())
    return Answer("", BAD_INPUT)
