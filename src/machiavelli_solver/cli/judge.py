"""``machiavelli judge``: is this turn legal, and if not, why not?"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from ..errors import MachiavelliError
from ..forms import from_dict, parse_json, to_dict
from ..referee import judge
from ..rules import Rules
from ..verdicts import Turn, Verdict
from .common import (
    NO,
    YES,
    Answer,
    CommandError,
    Commands,
    add_parser,
    add_rules,
    changed_rules,
    name_of,
    number,
    read_text,
    rules_of,
    shown_cards,
    texts,
    told_language,
)
from .terminal import Style

_HELP = """\
A turn is the position before a player's turn and the one after it, and it may name the
rules and say whether the player had opened before:

  {"before": {"table": [["4C", "5C", "6C"]], "hand": ["7C", "9H"]},
   "after": {"table": [["4C", "5C", "6C", "7C"]], "hand": ["9H"]},
   "rules": {"jokers": 2, "opening": 36}, "opened": true}

Each rule is an option as well, and what is given there comes first: --rules takes the place
of all rules of the file, and the others change one rule each. Where neither the file nor an
option gives any rules, the pack has as many jokers as the position before shows.

All that is wrong is told, each with a code that stays the same from version to version.

examples:
  machiavelli judge turn.json
  machiavelli judge turn.json --rules tahiti
  machiavelli judge - --json < turn.json    standard input

with --json:
  schema       the version of this form
  legal        is the turn legal?
  reasons      why not: an object for each reason, with its code, message and cards
  lang         the language of the cards; left out if it is English

exit status: 0 legal, 1 not legal, 2 bad input
"""


def add(commands: Commands) -> None:
    """Add the command's parser."""
    parser = add_parser(commands, "judge", _HELP)
    parser.add_argument("turn", metavar="FILE", help="a turn in JSON; - reads standard input")
    add_rules(parser)
    parser.set_defaults(answer=answer)


def answer(args: argparse.Namespace, style: Style) -> Answer:
    """The answer to the command's arguments."""
    text = read_text(args.turn)
    try:
        data = parse_json(text)
        turn = from_dict(Turn, data, notation=style.notation)
    except MachiavelliError as error:
        raise CommandError(f"{name_of(args.turn)}: {error}") from None
    rules = _rules(args, turn, named=isinstance(data, dict) and "rules" in data)
    shown = style.notation if args.json else style.shown
    try:
        verdict = judge(turn.before, turn.after, rules, opened=turn.opened, notation=shown)
    except MachiavelliError as error:
        raise CommandError(f"{name_of(args.turn)}: {error}") from None
    status = YES if verdict.legal else NO
    if args.json:
        return Answer.of_json(told_language(args, _as_json(verdict, style)), status)
    return Answer.of_lines(_in_words(verdict, style), status)


def _rules(args: argparse.Namespace, turn: Turn, *, named: bool) -> Rules:
    """The rules of the options, or where there are none, those of the file."""
    if named and args.rules is None:
        return changed_rules(args, turn.rules)
    return rules_of(args, shown_cards(turn.before))


def _as_json(verdict: Verdict, style: Style) -> dict[str, object]:
    """A verdict as JSON, its cards in the notation that is asked for."""
    reasons = [
        {
            "code": reason.code.value,
            "message": reason.message,
            "cards": texts(reason.cards, style.notation),
        }
        for reason in verdict.reasons
    ]
    return {**to_dict(verdict), "reasons": reasons}


def _in_words(verdict: Verdict, style: Style) -> Iterator[str]:
    """What is said of a turn: that it is legal, or the reasons, one a line."""
    if verdict.legal:
        yield style.bold("Legal.")
        return
    count = len(verdict.reasons)
    many = f", for {number(count, 'reason')}" if count > 1 else ""
    yield style.bold(f"Not legal{many}:")
    yield ""
    width = max(len(reason.code) for reason in verdict.reasons)
    for reason in verdict.reasons:
        yield f"  {reason.code.ljust(width)}  {reason.message}"
