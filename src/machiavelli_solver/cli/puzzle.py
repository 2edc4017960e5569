"""``machiavelli puzzle``: a position to be solved, from a seed."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator
from dataclasses import fields
from random import SystemRandom
from typing import Final, get_args

from ..positions import SCHEMA
from ..puzzles import Difficulty, Puzzle, puzzle
from ..rules import Rules
from .common import (
    PROGRAM,
    YES,
    Answer,
    Commands,
    add_parser,
    add_picture_options,
    add_rules,
    check_picture_options,
    number,
    rules_of,
    texts,
    told_language,
    write_picture,
)
from .play import as_json, shed_lines, steps_as_json
from .terminal import Style

_HELP = """\
Go out: all cards of the hand can be laid, but only all of them together, and only when the
table is taken apart. Which cards go is unique; how they are laid may not be. One seed and
the same options make one puzzle, on every machine; without a seed one is drawn, and told.

A cut parts two neighbours in a run, or takes a card from a set and leaves it: no way to go
out has fewer cuts than are told. Nodes are what the solver went through to find that way.

examples:
  machiavelli puzzle
  machiavelli puzzle 7 --difficulty hard
  machiavelli puzzle 7 --difficulty hard --solution
  machiavelli puzzle 7 | machiavelli play -
  machiavelli puzzle 5 --difficulty easy --rules rummikub --svg puzzle.svg

difficulty:    cuts        cards on the table  cards in the hand
  easy         1 or 2      18                  1
  medium       3 or 4      27                  2
  hard         5 or more   36                  2

with --json:
  schema       the version of this form, 1
  seed         the seed, as text
  difficulty   easy, medium or hard
  cuts         the fewest cuts with which all cards go down
  nodes        how many nodes the search for that went through
  position     the table, in melds, and the hand, as "machiavelli play" reads them
  solution     with --solution only: shed, kept, melds, goes_out, tidy, cuts and steps,
               as "machiavelli play --json" has them
  lang         the language of the cards; left out if it is English

exit status: 0 here is a puzzle, 2 bad input, or there is no such puzzle
"""

_SEEDS: Final = 1_000_000
"""From how many seeds one is drawn where none is given: few enough to be remembered."""

_DEFAULT: Final[Difficulty] = "medium"


def add(commands: Commands) -> None:
    """Add the command's parser."""
    parser = add_parser(commands, "puzzle", _HELP)
    add_rules(parser)
    parser.add_argument(
        "seed",
        nargs="?",
        metavar="SEED",
        help="a number or a word; each makes a puzzle of its own (default: one is drawn)",
    )
    parser.add_argument(
        "--difficulty",
        choices=get_args(Difficulty),
        default=_DEFAULT,
        help=f"how far the table must be taken apart (default: {_DEFAULT})",
    )
    parser.add_argument(
        "--table",
        type=int,
        metavar="N",
        help="how many cards lie on the table, 9 to 60 (default: by difficulty)",
    )
    parser.add_argument(
        "--hand",
        type=int,
        metavar="N",
        help="how many cards are in the hand, 1 to 3 (default: by difficulty)",
    )
    parser.add_argument("--solution", action="store_true", help="say how to go out, too")
    add_picture_options(parser)
    parser.set_defaults(answer=answer)


def answer(args: argparse.Namespace, style: Style) -> Answer:
    """The answer to the command's arguments."""
    check_picture_options(args)
    if args.seed is None:
        args.seed = str(SystemRandom().randrange(_SEEDS))
    rules = rules_of(args, ())
    made = puzzle(
        args.seed, difficulty=args.difficulty, rules=rules, table=args.table, hand=args.hand
    )
    write_picture(args, made.solution if args.solution else made.position, rules)
    if args.json:
        return Answer.of_json(told_language(args, _as_json(args, made, style)), YES)
    return Answer.of_lines(_in_words(args, made, style), YES)


def _as_json(args: argparse.Namespace, made: Puzzle, style: Style) -> dict[str, object]:
    """A puzzle as JSON."""
    assert made.position.table.melds is not None
    data: dict[str, object] = {
        "schema": SCHEMA,
        "seed": made.seed,
        "difficulty": made.difficulty,
        "cuts": made.cuts,
        "nodes": made.nodes,
        "position": {
            "table": [texts(meld, style.notation) for meld in made.position.table.melds],
            "hand": texts(made.position.hand, style.notation),
        },
    }
    if args.solution:
        solution = as_json(made.solution, notation=style.notation)
        solution |= steps_as_json(made.solution, notation=style.notation)
        del solution["arrangeable"]
        data["solution"] = solution
    return data


def _in_words(args: argparse.Namespace, made: Puzzle, style: Style) -> Iterator[str]:
    """A puzzle as a position file, and how it is solved if that is asked for."""
    size, card = len(made.position.hand), style.notation.card_word
    lay = {1: f"lay your last {card}", 2: f"lay both {card}s"}.get(size, f"lay all {size} {card}s")
    yield style.bold(f"# Go out: {lay}. It takes {number(made.cuts, 'cut')}.")
    yield f"# {made.difficulty.capitalize()}, {number(made.nodes, 'node')}: {_command(args)}"
    yield "table:"
    assert made.position.table.melds is not None
    for meld in made.position.table.melds:
        yield f"  {style.cards(meld)}"
    yield f"hand: {style.cards(made.position.hand)}"
    if args.solution:
        yield ""
        yield from shed_lines(made.position, made.solution, None, made.rules, style)


def _command(args: argparse.Namespace) -> str:
    """The command that makes the same puzzle, in the same notation."""
    words = [PROGRAM, "puzzle"]
    for name in (*_SHAPE, "rules", *(field.name for field in fields(Rules)), "notation", "lang"):
        value = getattr(args, name, None)
        if value is not None and not (name == "difficulty" and value == _DEFAULT):
            words += f"--{name.replace('_', '-')}", str(value)
    # a seed that looks like an option stands where none can
    words += ["--", args.seed] if args.seed.startswith("-") else [args.seed]
    return shlex.join(words)


_SHAPE: Final = ("difficulty", "table", "hand")
