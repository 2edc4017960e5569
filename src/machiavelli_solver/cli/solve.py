"""``machiavelli solve``: the best play of each of many positions, one a line."""

from __future__ import annotations

import argparse
import json
import os
import stat
import sys
from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing, suppress
from functools import partial
from typing import BinaryIO, Final, NamedTuple, TextIO

from ..counts import load_tables
from ..errors import MachiavelliError, PositionError, TimeLimitError
from ..notation import Notation
from ..play import Play, best_play
from ..positions import Position
from .answer_file import AnswerFile, Done, Expected, Line, head, how_far
from .common import (
    NO,
    STANDARD_INPUT,
    YES,
    Answer,
    CommandError,
    Commands,
    add_command,
    add_play_options,
    add_seconds,
    add_tidy,
    add_volume_options,
    check_position,
    check_volume_options,
    has_opened,
    name_of,
    notation_of,
    rules_of,
    says_nothing,
    shown_cards,
    values_of,
)
from .lines import MAX_LINE, count_lines, lines_of, opened
from .play import as_json
from .progress import Progress
from .terminal import Style, say, silence
from .workers import worked

_HELP = """\
Each line of FILE is a position in JSON, as "machiavelli play" reads it:

  {"table": [["4C", "5C", "6C"], ["6D", "6H", "6S"]], "hand": ["3C", "9H"]}

Each is answered by one line, in the same order: the number of the line and the keys that
"play --json" has, but for "tidy", "cuts" and "steps". A line that is no position, blank
ones too, is answered by an error:

  {"line": 1, "arrangeable": true, "shed": ["3C"], "kept": ["9H"], ...}
  {"line": 2, "error": "not JSON: ..."}

Options that make a difference, where they are not the default, stand behind the number:

  {"line": 1, "options": {"objective": "points"}, "arrangeable": true, ...}

With --out, answers are added to what the file has, so that a run that was stopped goes
on where it was when it is run again. A last line that is torn is written anew. If the
answers that are there are not to these positions (a few of them are found again), or
have other options, nothing is written.

The answers are the same whatever the number of workers. Without workers each line is
answered as it comes; workers get some lines at a time.

examples:
  machiavelli solve positions.jsonl
  machiavelli solve positions.jsonl --out answers.jsonl --workers 2
  machiavelli solve - --objective points < positions.jsonl

exit status: 0 all lines are answered, 1 some by an error, 2 bad input
"""

_CHUNK: Final = 32
"""How many lines a worker gets at a time."""


def add(commands: Commands) -> None:
    """Add the command's parser."""
    parser = add_command(commands, "solve", _HELP, words=False)
    parser.add_argument(
        "positions", metavar="FILE", help="positions, one a line; - reads standard input"
    )
    add_play_options(parser)
    add_tidy(parser)
    add_seconds(parser)
    add_volume_options(parser, "where answers are added (default: standard output)")
    defaults = vars(parser.parse_args([STANDARD_INPUT]))
    parser.set_defaults(answer=answer, defaults=defaults)


def answer(args: argparse.Namespace, style: Style) -> Answer:
    """Answer all lines; what is left to say is the exit status."""
    del style
    _check_options(args)
    with ExitStack() as stack:
        file = stack.enter_context(opened(args.positions))
        total = _total(file)
        lines = enumerate(lines_of(file, name_of(args.positions)), start=1)
        put, done = _print, Done()
        if args.out is not None:
            done = _done(file, lines, args)
            put = stack.enter_context(closing(AnswerFile(args.out, done))).write
        results = stack.enter_context(closing(_results(lines, done.lines + 1, args, stack)))
        progress = Progress(_progress_stream(args), total=total, done=done.lines)
        stack.enter_context(closing(progress))
        errors = done.errors
        with suppress(_ReaderGoneError):
            for answered in results:
                put(answered.text)
                errors += answered.errors
                progress.add(answered.lines)
    return Answer("", NO if errors else YES)


class Answered(NamedTuple):
    """The answers to some lines as text, how many they are, and how many are errors."""

    text: str
    lines: int
    errors: int


def answer_lines(args: argparse.Namespace, lines: list[Line]) -> Answered:
    """Answer some lines; this is what runs in a worker."""
    if args.engine == "counting":
        load_tables()
    told = options_told(args)
    answers = [{**head(number, told), **_answer(args, line)} for number, line in lines]
    text = "".join(json.dumps(data) + "\n" for data in answers)
    return Answered(text, len(answers), sum("error" in data for data in answers))


def options_told(args: argparse.Namespace) -> dict[str, object]:
    """The options that make a difference to the answers, those that are not the default."""
    return {
        name: value
        for name, value in vars(args).items()
        if name not in _UNTOLD and value != args.defaults[name] and not says_nothing(args, name)
    }


_UNTOLD: Final = ("positions", "out", "restart", "workers", "engine", "answer", "defaults")
"""What the arguments hold that makes no difference to the answers."""


def _answer(args: argparse.Namespace, line: bytes | None) -> dict[str, object]:
    try:
        notation = notation_of(args)
        return as_json(_best_play(args, _position(line, notation)), notation=notation)
    except RecursionError:
        return {"error": "lists inside too many lists"}
    except MachiavelliError as error:
        return {"error": str(error)}


def _position(line: bytes | None, notation: Notation) -> Position:
    if line is None:
        raise PositionError(f"a line of more than {MAX_LINE:,} bytes")
    try:
        text = line.decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        raise PositionError("this is not text in UTF-8") from None
    if not text.startswith("{"):
        what = f"{text!r:.40}" if text else "a blank line"
        raise PositionError(f'{what}: expected {{"table": ..., "hand": ...}}')
    return Position.from_json(text, notation=notation)


def _best_play(args: argparse.Namespace, position: Position) -> Play | None:
    rules = rules_of(args, shown_cards(position))
    check_position(position, rules, notation_of(args))
    return best_play(
        position.table,
        position.hand,
        support=position.support,
        loose=position.loose,
        opened=has_opened(args, rules),
        rules=rules,
        engine=args.engine,
        objective=args.objective,
        values=values_of(args),
        tidy=args.tidy,
        seconds=args.seconds,
    )


def _check_options(args: argparse.Namespace) -> None:
    """See at once what else each line would be answered with.

    Raises:
        CommandError, MachiavelliError: an option is wrong.
    """
    check_volume_options(args)
    with suppress(TimeLimitError):
        _best_play(args, Position())


def _results(
    lines: Iterator[Line], first: int, args: argparse.Namespace, stack: ExitStack
) -> Generator[Answered, None, None]:
    """The answers to lines; the workers, if there are any, end with the stack."""
    work = partial(answer_lines, args)
    return worked(work, lines, workers=args.workers, size=_CHUNK, first=first, stack=stack)


def _done(file: BinaryIO, lines: Iterator[Line], args: argparse.Namespace) -> Done:
    """How far the answers in a file have come; the lines that they answer are read.

    Raises:
        CommandError: the file is not one to write answers to.
    """
    if _is_same(file, args.out):
        raise CommandError(f"{args.out}: the answers cannot go where the positions are")
    if args.restart:
        return Done()
    expected = Expected(
        lines,
        name_of(args.positions),
        "answers to other positions",
        lambda line: answer_lines(args, [line]).text,
        options_told(args),
        timed=args.seconds is not None,
    )
    done = how_far(args.out, expected)
    if done.lines:
        say(f"{args.out} has {done.lines:,} answers: going on at line {done.lines + 1:,}")
    return done


def _is_same(file: BinaryIO, path: str) -> bool:
    try:
        given, named = os.fstat(file.fileno()), os.stat(path)
    except (OSError, ValueError):  # it is not there, or no file of the operating system
        return False
    return stat.S_ISREG(given.st_mode) and os.path.samestat(given, named)


def _progress_stream(args: argparse.Namespace) -> TextIO | None:
    """Standard error, unless answers and progress would be mixed on one terminal."""
    if args.out is None and sys.stdout is not None and sys.stdout.isatty():
        return None
    return sys.stderr


def _total(file: BinaryIO) -> int | None:
    """How many lines there are, where someone is there to see it and a file to count in."""
    if sys.stderr is None or not sys.stderr.isatty() or not file.seekable():
        return None
    start = file.tell()
    whole, rest = count_lines(file)
    file.seek(start)
    return whole + (rest > 0)


class _ReaderGoneError(Exception):
    """Whoever read the answers wants no more of them."""


def _print(text: str) -> None:
    """Print answers, at once."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        silence(sys.stdout)
        if isinstance(error, BrokenPipeError):
            raise _ReaderGoneError from None
        raise CommandError(f"cannot write the answers: {error.strerror or error}") from None
