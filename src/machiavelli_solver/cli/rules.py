"""``machiavelli rules``: the rules that have a name, and one of them in plain words."""

from __future__ import annotations

import argparse
from ast import literal_eval
from collections.abc import Iterator
from dataclasses import replace
from textwrap import wrap
from typing import Final

from ..forms import to_dict
from ..games.in_words import explain_game
from ..games.rules import GameRules
from ..notation import NOTATIONS, Notation
from ..presets import RULES, NamedRules, named_rules
from ..rules_in_words import explain_rules
from .common import (
    PROGRAM,
    YES,
    Answer,
    CommandError,
    Commands,
    add_language,
    add_parser,
    add_rule_options,
    in_language,
)
from .game_options import add_game_options, changes_of, game_rules_of, option_of
from .terminal import Style

_HELP = """\
Without a name it lists the rules that have one. With a name it explains these in plain
words, changed as the options say.

examples:
  machiavelli rules
  machiavelli rules tahiti
  machiavelli rules japanese --jokers 2 --joker-moves swap
  machiavelli rules thirty-six --opening 40 --json
  machiavelli rules italian --dealt 15 --take any --last-discard yes

Other commands take a name and the same options: machiavelli play --rules tahiti, and
those that play whole games also take the options for the course of a game.

with --json:
  without a name  an object with the title, summary, source, notation, values and rules of
                  each
  with a name     the rules of its game, one key an option; those for melds and turns
                  stand under "rules"

exit status: 0 the rules are told, 2 there are none of this name
"""

_WIDTH: Final = 80

_NOT_CLASSIC: Final = "*"


def add(commands: Commands) -> None:
    """Add the command's parser."""
    parser = add_parser(commands, "rules", _HELP)
    parser.add_argument("name", nargs="?", metavar="NAME", help="which rules to explain")
    add_rule_options(parser.add_argument_group("changes to the rules for melds and turns"))
    add_game_options(parser.add_argument_group("changes to the course of the game"))
    add_language(parser)
    parser.set_defaults(answer=answer)


def answer(args: argparse.Namespace, style: Style) -> Answer:
    """The answer to the command's arguments."""
    if args.name is None:
        if game_rules_of(args, None) != GameRules():
            raise CommandError("which rules are to be changed? Give a name before the options")
        if args.json:
            return Answer.of_json({named.name: _as_json(named) for named in RULES.values()}, YES)
        return Answer.of_lines(_list(style), YES)
    named = named_rules(args.name)
    game = game_rules_of(args, named.name)
    if args.json:
        return Answer.of_json(to_dict(game), YES)
    notation = in_language(NOTATIONS[named.notation], args.lang)
    return Answer.of_lines(_explained(named, game, style, notation), YES)


def _as_json(named: NamedRules) -> dict[str, object]:
    return {
        "title": named.title,
        "summary": named.summary,
        "source": named.source,
        "notation": named.notation,
        "game": to_dict(named.game),
    }


def _list(style: Style) -> Iterator[str]:
    """All rules, one a line."""
    yield style.bold("Rules by name:")
    yield ""
    names = max(map(len, RULES))
    summaries = max(len(named.summary) for named in RULES.values())
    for named in RULES.values():
        name = style.bold(named.name.ljust(names))
        yield f"  {name}  {named.summary.ljust(summaries)}  {named.sheet}"
    yield ""
    yield f"{PROGRAM} rules NAME explains one; every command takes it as --rules NAME."


def _explained(
    named: NamedRules, game: GameRules, style: Style, notation: Notation
) -> Iterator[str]:
    """Rules in plain words, and where they come from."""
    notation = replace(style, notation=notation).shown
    classic = RULES[_CLASSIC].game
    yield style.bold(
        " ".join([f"{named.title} (--rules {named.name}", *changes_of(named.game, game)]) + ")"
    )
    yield ""
    differs = False
    for told, usual in (
        [explain_rules(each.rules, notation=notation) for each in (game, classic)],
        [explain_game(each, notation=notation) for each in (game, classic)],
    ):
        for sentence in told:
            yield from _item(sentence, " " if sentence in usual else _NOT_CLASSIC)
        yield ""
        differs = differs or told != usual
    if differs:
        yield f"{_NOT_CLASSIC} = not as in the classic game"
        yield ""
    if named.choices:
        yield style.bold("To choose:")
        yield ""
        options = [_option(change) for change, _ in named.choices]
        width = max(map(len, options))
        for option, (_, meaning) in zip(options, named.choices, strict=True):
            yield f"  {option.ljust(width)}  {meaning}"
        yield ""
    yield from wrap(f"Source: {named.source}.", _WIDTH)


_CLASSIC: Final = "classic"


def _item(sentence: str, mark: str = " ") -> list[str]:
    return wrap(sentence, _WIDTH, initial_indent=f"{mark} ", subsequent_indent="  ")


def _option(change: str) -> str:
    """A change of the rules as an option.

    >>> _option("joker_moves='swap'")
    '--joker-moves swap'
    """
    name, _, value = change.partition("=")
    return option_of(name, literal_eval(value))
