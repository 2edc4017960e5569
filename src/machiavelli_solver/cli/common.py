"""What the commands share: answers, the options for rules and engine, reading input."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias, get_args

from ..cards import AnyCard
from ..engines import EngineName
from ..play import Objective
from ..rules import MAX_DECKS, MAX_JOKERS, Aces, Rules
from ..values import VALUES

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""Where a command's parser is added."""

YES: Final = 0
NO: Final = 1
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130
"""What shells call a program that Ctrl-C ended."""

PROGRAM: Final = "machiavelli"

STANDARD_INPUT: Final = "-"


class CommandError(Exception):
    """What this command itself cannot do: read its input, make sense of its arguments, print."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command says: text for standard output, and the exit status."""

    text: str
    status: int

    @classmethod
    def of_json(cls, data: dict[str, object], status: int) -> Answer:
        """An answer that is one line of JSON."""
        return cls(json.dumps(data) + "\n", status)

    @classmethod
    def of_lines(cls, lines: Iterable[str], status: int) -> Answer:
        """An answer in words."""
        return cls("".join(line.rstrip() + "\n" for line in lines), status)


def add_command(
    commands: Commands, name: str, summary: str, text: str, *, words: bool = True
) -> argparse.ArgumentParser:
    """Add a command's parser, with the options that every command has.

    Args:
        commands: where it is added.
        name: the command.
        summary: what it does, in the list of commands.
        text: what stands below the options in its help: explanations and examples.
        words: whether it answers in words, unless it is asked for JSON.
    """
    parser = commands.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=text,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    if words:
        parser.add_argument("--json", action="store_true", help="print JSON in place of words")
    rules = parser.add_argument_group("rules")
    rules.add_argument(
        "--decks",
        type=int,
        default=2,
        metavar="N",
        help=f"decks of 52, 1 to {MAX_DECKS} (default: 2)",
    )
    rules.add_argument(
        "--jokers",
        type=int,
        metavar="N",
        help=f"jokers in the pack, 0 to {MAX_JOKERS} (default: as many as the cards given)",
    )
    rules.add_argument(
        "--aces",
        choices=get_args(Aces),
        default="both",
        help="in runs aces are low (A 2 3), high (Q K A) or both (default: both)",
    )
    parser.add_argument(
        "--engine",
        choices=get_args(EngineName),
        default="counting",
        help="which engine answers; ip needs the extra of that name (default: counting)",
    )
    return parser


def add_play_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which play is the best."""
    parser.add_argument(
        "--objective",
        choices=get_args(Objective),
        default="cards",
        help="shed the most cards, or the most points (default: cards)",
    )
    parser.add_argument(
        "--values",
        choices=VALUES,
        default="italian",
        help="2-10 as they are, J Q K 10, A 11, a joker 25 or, tahiti, 30 (default: italian)",
    )


def rules_of(args: argparse.Namespace, cards: Iterable[AnyCard]) -> Rules:
    """The rules that the options give; jokers, when not given, as many as the cards show.

    Raises:
        RulesError: an option is out of its range.
    """
    jokers = args.jokers
    if jokers is None:
        jokers = min(MAX_JOKERS, sum(card.is_joker for card in cards))
    return Rules(decks=args.decks, jokers=jokers, aces=args.aces)


def name_of(source: str) -> str:
    """What a file, or standard input, is called in messages."""
    return "standard input" if source == STANDARD_INPUT else source


def read_text(source: str) -> str:
    """The text of a file, or of standard input for ``-``.

    Raises:
        CommandError: it cannot be read, or is not UTF-8.
    """
    try:
        data = _read_standard_input() if source == STANDARD_INPUT else _read_file(source)
        return data if isinstance(data, str) else data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CommandError(f"{name_of(source)}: this is not text in UTF-8") from None
    except OSError as error:
        raise CommandError(f"{name_of(source)}: {error.strerror or error}") from None
    except ValueError as error:  # a path with a null character in it
        raise CommandError(f"{source!r}: {error}") from None


def _read_file(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _read_standard_input() -> bytes | str:
    if sys.stdin is None:
        raise CommandError("standard input is closed")
    # the bytes where there are any: the locale has no say in what a position file means
    return sys.stdin.buffer.read() if hasattr(sys.stdin, "buffer") else sys.stdin.read()


def number(count: int, noun: str) -> str:
    """A number of things in words: ``1 card``, ``2 cards``."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def texts(cards: Iterable[AnyCard]) -> list[str]:
    """Cards as text, for JSON."""
    return [str(card) for card in cards]
