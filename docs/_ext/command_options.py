"""The options of the commands, from the parser that reads them.

The directive ``command-options`` lists the options of one command, so that the page always says
what ``--help`` says.
"""

from __future__ import annotations

import argparse

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from machiavelli_solver.cli import parser_of as parser_with


def parser_of(command: str) -> argparse.ArgumentParser:
    """The parser of a command of ``machiavelli``."""
    (commands,) = (
        action.choices
        for action in parser_with([command])._actions
        if isinstance(action, argparse._SubParsersAction)
    )
    parser = commands[command]
    assert isinstance(parser, argparse.ArgumentParser)
    return parser


RULES = "rules"
"""The group of options that many commands have alike; it is listed alone, and only once."""


class CommandOptions(SphinxDirective):
    """The options of a command but those for rules, or with ``rules`` behind it only these."""

    required_arguments = 1
    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Make the lists, one for each group."""
        command, *only = self.arguments
        made: list[nodes.Node] = []
        for group in parser_of(command)._action_groups:
            actions = [each for each in group._group_actions if "--help" not in each.option_strings]
            if actions and (group.title == RULES) == bool(only):
                made.append(_list(actions))
        return made


def _list(actions: list[argparse.Action]) -> nodes.definition_list:
    items = nodes.definition_list(classes=["options"])
    for action in actions:
        term = nodes.term()
        term += nodes.literal("", _name(action))
        told = nodes.definition()
        told += nodes.paragraph("", action.help or "")
        items += nodes.definition_list_item("", term, told)
    return items


def _name(action: argparse.Action) -> str:
    """An option as it is typed."""
    value = ""
    if action.nargs != 0:
        choices = "|".join(map(str, action.choices)) if action.choices else action.dest
        value = action.metavar if isinstance(action.metavar, str) else choices
    return " ".join([*action.option_strings[-1:], *([value] if value else [])])


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_directive("command-options", CommandOptions)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
