"""``machiavelli plays``: how many plays there are, and which."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Final

from ..all_plays import AllPlays
from ..melds import Meld
from ..naming import Notation
from ..play import Play, best_play
from ..positions import SCHEMA, Position
from ..time_limit import deadline_in, seconds_left
from .common import (
    NO,
    YES,
    Answer,
    CommandError,
    Commands,
    add_parser,
    add_play_options,
    add_rules,
    add_seconds,
    has_opened,
    number,
    told_language,
    values_of,
)
from .play import add_position, as_json, nothing_shed, position_of
from .terminal import Style

_HELP = """\
A play is a set of cards of the hand that can be shed: each set counts once, in however many
ways it can be laid. Those that shed the most cards come first.

examples:
  machiavelli plays --table "4-6C / 6DHS" --hand "3C 7C 8C 9H"
  machiavelli plays --table "4-6C / 6DHS" --hand "3C 7C 8C 9H" --maximal
  machiavelli plays position.txt --most 0      their number alone
  machiavelli plays position.txt --most 1000 --json

A position file is as "machiavelli play --help" shows it.

with --json:
  schema       the version of this form, 1
  arrangeable  can the table's cards be arranged, with the hand's help if need be?
  count        how many plays there are
  plays        the first of them, each with shed, kept, melds, goes_out, and support and
               opening where there are such, as "machiavelli play --json" has them
  lang         the language of the cards; left out if it is English

exit status: 0 there are plays, 1 there are none, 2 bad input
"""

_MOST: Final = 10
"""How many plays are shown, unless another number is asked for."""


def add(commands: Commands) -> None:
    """Add the command's parser."""
    parser = add_parser(commands, "plays", _HELP)
    add_rules(parser)
    add_position(parser)
    parser.add_argument(
        "--most",
        type=int,
        default=_MOST,
        metavar="N",
        help=f"how many plays are shown, 0 for their number alone (default: {_MOST})",
    )
    parser.add_argument(
        "--maximal", action="store_true", help="only the plays that no other one contains"
    )
    add_seconds(parser)
    add_play_options(parser, objective=False)
    parser.set_defaults(answer=answer)


def answer(args: argparse.Namespace, style: Style) -> Answer:
    """The answer to the command's arguments."""
    if args.most < 0:
        raise CommandError(f"--most {args.most}: expected a number from 0")
    deadline = deadline_in(args.seconds)
    position, rules = position_of(args, style.notation)
    opened = has_opened(args, rules)
    every = AllPlays(
        position, rules=rules, opened=opened, values=values_of(args), seconds=args.seconds
    )
    count = every.count(maximal=args.maximal)
    if not count:
        play = best_play(
            position.table,
            position.hand,
            support=position.support,
            loose=position.loose,
            opened=opened,
            rules=rules,
            seconds=seconds_left(deadline),
        )
        if args.json:
            return _as_json(args, play is not None, 0, [], style.notation)
        return Answer.of_lines(nothing_shed(position, play, opened, rules, "counting", style), NO)
    found = every.listed(maximal=args.maximal)
    shown = list(islice(found, args.most))
    if args.json:
        return _as_json(args, True, count, shown, style.notation)
    return Answer.of_lines(_in_words(position, count, shown, style, maximal=args.maximal), YES)


def _as_json(
    args: argparse.Namespace, arrangeable: bool, count: int, shown: list[Play], notation: Notation
) -> Answer:
    """Plays as JSON."""
    listed = []
    for play in shown:
        data = as_json(play, notation=notation)
        del data["arrangeable"]
        listed.append(data)
    answer = {"schema": SCHEMA, "arrangeable": arrangeable, "count": count, "plays": listed}
    return Answer.of_json(told_language(args, answer), YES if count else NO)


def _in_words(
    position: Position, count: int, shown: list[Play], style: Style, *, maximal: bool
) -> Iterator[str]:
    """What is said of plays: how many there are, and what the first of them shed."""
    be = "is" if count == 1 else "are"
    which = " that no other one contains" if maximal else ""
    yield style.bold(f"There {be} {number(count, 'play')}{which}.")
    if not shown:
        return
    yield ""
    notes = ["; ".join(_notes(position, play, style)) for play in shown]
    yield from style.meld_table([Meld(play.shed) for play in shown], notes)
    if count > len(shown):
        yield ""
        yield f"These are the first {len(shown):,}, the largest; --most N shows more."


def _notes(position: Position, play: Play, style: Style) -> Iterator[str]:
    """What a play does beside shedding cards."""
    if play.opening is not None:
        yield f"opens with {number(play.opening, 'point')}"
    if play.support:
        yield f"with {style.cards(play.support)}"
    taken = Counter(play.kept) - Counter(position.hand)
    if taken:
        yield f"takes {style.cards(taken.elements())}"
    if play.goes_out:
        yield "goes out"
