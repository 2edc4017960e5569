"""``machiavelli rules``: the rules that have a name, and one of them in plain words."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import fields, replace
from textwrap import wrap
from typing import Final

from ..forms import to_dict
from ..notation import NOTATIONS, Notation
from ..presets import RULES, NamedRules, named_rules
from ..rules import DEFAULT_RULES, Rules
from ..rules_in_words import explain_rules
from .common import (
    ANY,
    PROGRAM,
    YES,
    Answer,
    CommandError,
    Commands,
    add_language,
    add_parser,
    add_rule_options,
    changed_rules,
    in_language,
)
from .terminal import Style

_HELP = """\
Without a name it lists the rules that have one. With a name it explains these in plain
words, changed as the options say.

examples:
  machiavelli rules
  machiavelli rules tahiti
  machiavelli rules japanese --jokers 2 --joker-moves swap
  machiavelli rules thirty-six --opening 40 --json

All other commands take a name and the same options: machiavelli play --rules tahiti

with --json:
  without a name  an object with the title, summary, source, notation, values and rules of
                  each
  with a name     its rules, one key an option

exit status: 0 the rules are told, 2 there are none of this name
"""

_WIDTH: Final = 80

_NOT_CLASSIC: Final = "*"


def add(commands: Commands) -> None:
    """Add the command's parser."""
    parser = add_parser(commands, "rules", _HELP)
    parser.add_argument("name", nargs="?", metavar="NAME", help="which rules to explain")
    add_rule_options(parser.add_argument_group("changes to these rules"))
    add_language(parser)
    parser.set_defaults(answer=answer)


def answer(args: argparse.Namespace, style: Style) -> Answer:
    """The answer to the command's arguments."""
    if args.name is None:
        if changed_rules(args, Rules()) != Rules():
            raise CommandError("which rules are to be changed? Give a name before the options")
        if args.json:
            return Answer.of_json({named.name: _as_json(named) for named in RULES.values()}, YES)
        return Answer.of_lines(_list(style), YES)
    named = named_rules(args.name)
    rules = changed_rules(args, named.rules)
    if args.json:
        return Answer.of_json(to_dict(rules), YES)
    notation = in_language(NOTATIONS[named.notation], args.lang)
    return Answer.of_lines(_explained(named, rules, style, notation), YES)


def _as_json(named: NamedRules) -> dict[str, object]:
    return {
        "title": named.title,
        "summary": named.summary,
        "source": named.source,
        "notation": named.notation,
        "values": to_dict(named.values),
        "rules": to_dict(named.rules),
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


def _explained(named: NamedRules, rules: Rules, style: Style, notation: Notation) -> Iterator[str]:
    """Rules in plain words, and where they come from."""
    notation = replace(style, notation=notation).shown
    told, classic = (explain_rules(each, notation=notation) for each in (rules, DEFAULT_RULES))
    title = f"{named.title} ({' '.join([f'--rules {named.name}', *_changes(named.rules, rules)])})"
    yield style.bold(title)
    yield ""
    for sentence in told:
        yield from _item(sentence, " " if sentence in classic else _NOT_CLASSIC)
    if told != classic:
        yield ""
        yield f"{_NOT_CLASSIC} = not as in the classic game"
    yield ""
    yield style.bold("The course of the game, which no position shows:")
    yield ""
    for sentence in named.course:
        yield from _item(sentence)
    if named.choices:
        yield ""
        yield style.bold("To choose:")
        yield ""
        options = [_option(*change.split("=")) for change, _ in named.choices]
        width = max(map(len, options))
        for option, (_, meaning) in zip(options, named.choices, strict=True):
            yield f"  {option.ljust(width)}  {meaning}"
    yield ""
    yield from wrap(f"Source: {named.source}.", _WIDTH)


def _item(sentence: str, mark: str = " ") -> list[str]:
    return wrap(sentence, _WIDTH, initial_indent=f"{mark} ", subsequent_indent="  ")


def _changes(before: Rules, after: Rules) -> Iterator[str]:
    """The options that make other rules of rules."""
    for field in fields(Rules):
        value = getattr(after, field.name)
        if value != getattr(before, field.name):
            yield _option(field.name, ANY if value is None else str(value))


def _option(name: str, value: str) -> str:
    """A change of the rules as an option.

    >>> _option("joker_moves", "'swap'")
    '--joker-moves swap'
    """
    quotes = "'"
    return f"--{name.replace('_', '-')} {value.strip(quotes)}"
