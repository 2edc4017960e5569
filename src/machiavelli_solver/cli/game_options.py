"""The options for the rules of a whole game: named ones, and each rule on its own."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final, get_args

from ..games.rules import Blocked, EmptyStock, GameRules, Score, Starter, Take, Unrestorable
from ..presets import GAME_RULE_NAMES, RULE_NAMES, RULES, changed_game
from ..values import VALUES
from .common import ANY, VALUES_IN_WORDS

_NUMBERS: Final = {
    "dealt": "cards that each player is dealt",
    "support": "cards that are laid face up beside the stock, for all to use",
    "draw_first": "cards drawn at the start of each turn",
    "draw_without_play": "cards drawn by who plays nothing",
    "draw_after_play": "cards drawn after a play that does not go out",
    "penalty": "cards drawn for a turn that failed",
}
_YES_OR_NO: Final = {
    "more_players": "more players than usual may play, with fewer cards each",
    "turned_up": "a first discard is turned up from the stock",
    "discard": "each turn ends with a discard",
    "last_discard": "one must go out by a discard",
}
_CHOICES: Final[dict[str, tuple[object, str]]] = {
    "starter": (Starter, "who begins the first round"),
    "take": (Take, "which discards may be drawn in place of a card of the stock"),
    "unrestorable": (
        Unrestorable,
        "table cards that fit no meld after a turn that failed: the table goes back, or they stay "
        "as loose or as support cards",
    ),
    "empty_stock": (
        EmptyStock,
        "an empty stock: nobody draws, the round ends, or the discards are shuffled",
    ),
    "blocked": (Blocked, "who wins a round that ends with no hand empty"),
    "score": (
        Score,
        "what counts against who did not win a round: the round, each card left, what cards left "
        "are worth, or the place by cards left",
    ),
}
_LIMITS: Final = {
    "rounds": "rounds after which the game is over, a number or any",
    "until": "points at which the game is over, a number or any",
}

YES: Final = "yes"
NO: Final = "no"


def add_game_options(group: argparse._ArgumentGroup) -> None:
    """Add an option for each rule of a game that is none of `Rules`; not given, they are None."""
    for name, text in _NUMBERS.items():
        group.add_argument(_option(name), type=int, metavar="N", help=text)
    for name, text in _YES_OR_NO.items():
        group.add_argument(_option(name), choices=(YES, NO), help=text)
    for name, (choices, text) in _CHOICES.items():
        group.add_argument(_option(name), choices=get_args(choices), help=text)
    for name, text in _LIMITS.items():
        group.add_argument(_option(name), type=_limit, metavar="N", help=text)
    group.add_argument(
        "--seats",
        dest="players_range",
        type=_seats,
        metavar="LOW-HIGH",
        help="the fewest players, and the most that are dealt all their cards",
    )
    group.add_argument("--values", choices=VALUES, help=VALUES_IN_WORDS)


def game_rules_of(args: argparse.Namespace, name: str | None) -> GameRules:
    """The rules of a game: those of a name, or the classic ones, changed as options say.

    Raises:
        RulesError: an option is out of its range, or needs another.
    """
    game = GameRules() if name is None else RULES[name].game
    changes: dict[str, object] = {}
    for rule in (*RULE_NAMES, *GAME_RULE_NAMES):
        given = getattr(args, "players_range" if rule == "players" else rule, None)
        if given is None:
            continue
        if rule in _YES_OR_NO:
            given = given == YES
        elif rule == "values":
            given = VALUES[given]
        no_limit = given == ANY and rule in (*_LIMITS, "jokers_per_meld")
        changes[rule] = None if no_limit else given
    return changed_game(game, changes)


def changes_of(usual: GameRules, game: GameRules) -> Iterator[str]:
    """The options that make other rules of the usual ones."""
    for names, before, after in (
        (RULE_NAMES, usual.rules, game.rules),
        (GAME_RULE_NAMES, usual, game),
    ):
        for name in names:
            value = getattr(after, name)
            if value != getattr(before, name):
                yield option_of(name, value)


def option_of(name: str, value: object) -> str:
    """A change of a game's rules as an option.

    >>> option_of("last_discard", True), option_of("joker_moves", "swap")
    ('--last-discard yes', '--joker-moves swap')
    """
    if name == "players" and isinstance(value, tuple):
        return f"--seats {'-'.join(map(str, value))}"
    if value is None:
        value = ANY
    elif isinstance(value, bool):
        value = YES if value else NO
    else:
        value = next((each for each, values in VALUES.items() if values == value), value)
    text = str(value)
    return f"{_option(name)} {repr(text) if ' ' in text else text}"


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _limit(text: str) -> int | str:
    return ANY if text == ANY else int(text)


def _seats(text: str) -> tuple[int, int]:
    low, _, high = text.partition("-")
    return int(low), int(high or low)
