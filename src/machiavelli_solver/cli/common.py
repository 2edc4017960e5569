"""What the commands share: answers, the options for rules and engine, reading input."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Final, TypeAlias, get_args

from ..cards import JOKER, AnyCard
from ..engines import EngineName
from ..errors import PositionError
from ..notation import CARD_NOTATION, NOTATIONS, Notation, print_cards
from ..play import Objective
from ..positions import Position
from ..presets import RULES
from ..rules import (
    MAX_DECKS,
    MAX_JOKERS,
    Aces,
    FreedJoker,
    JokerMoves,
    Rules,
)
from ..values import ITALIAN_VALUES, VALUES, CardValues

if TYPE_CHECKING:
    from ..pictures import Drawable

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


SUMMARIES: Final = {
    "check": "see whether melds are valid, or whether cards can be arranged",
    "play": "find the play that sheds the most of a hand",
    "plays": "count and list all plays, the largest first",
    "outs": "say what each card drawn next would do",
    "puzzle": "make a position to be solved, from a seed",
    "solve": "find the best play of each of many positions",
    "simulate": "play many games between players, and say who wins",
    "judge": "say whether a turn is legal, and if not, why",
    "game": "play a whole game against other players",
    "rules": "list rules by name, or explain one of them",
}
"""What each command does, in the order in which they are listed."""


def add_command(
    commands: Commands, name: str, text: str, *, words: bool = True
) -> argparse.ArgumentParser:
    """Add a command's parser, with the options that every command has.

    Args:
        commands: where it is added.
        name: the command, one of `SUMMARIES`.
        text: what stands below the options in its help: explanations and examples.
        words: whether it answers in words, unless it is asked for JSON.
    """
    parser = add_parser(commands, name, text, words=words)
    add_rules(parser)
    parser.add_argument(
        "--engine",
        choices=get_args(EngineName),
        default="counting",
        help="which engine answers; ip needs the extra of that name (default: counting)",
    )
    return parser


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the options for rules: named ones, each rule on its own, and the notation."""
    rules = parser.add_argument_group("rules")
    add_rules_by_name(rules)
    add_rule_options(rules)
    parser.add_argument(
        "--notation",
        choices=NOTATIONS,
        help="cards (10H) or tiles (R10) (default: as the rules have it, else cards)",
    )
    add_language(parser)


def add_rules_by_name(group: argparse._ArgumentGroup) -> None:
    """Add the option for rules that have a name."""
    group.add_argument(
        "--rules",
        choices=RULES,
        metavar="NAME",
        help='rules by name: "machiavelli rules" lists them (default: classic)',
    )


ENGLISH: Final = "en"


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add the option for the language of the cards."""
    parser.add_argument(
        "--lang",
        choices=(ENGLISH, "it", "de", "sv", "ja"),
        help="the language in which cards are read and printed, in JSON as well; all other words "
        f"stay English (default: {ENGLISH})",
    )


def add_parser(
    commands: Commands, name: str, text: str, *, words: bool = True
) -> argparse.ArgumentParser:
    """Add a command's parser, without the options of commands that ask an engine.

    Takes the same as `add_command`.
    """
    summary = SUMMARIES[name]
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
    return parser


def add_rule_options(group: argparse._ArgumentGroup) -> None:
    """Add an option for each rule; those that are not given are None."""
    group.add_argument(
        "--decks",
        type=int,
        metavar="N",
        help=f"decks of 52, 1 to {MAX_DECKS} (default: 2)",
    )
    group.add_argument(
        "--jokers",
        type=int,
        metavar="N",
        help=f"jokers in the pack, 0 to {MAX_JOKERS} (default: as many as the cards given, "
        "or as the named rules have)",
    )
    group.add_argument(
        "--aces",
        choices=get_args(Aces),
        help="in runs aces are low (A 2 3), high (Q K A), both, or also in between (K A 2): "
        "around (default: both)",
    )
    group.add_argument(
        "--jokers-per-meld",
        type=_limit,
        metavar="N",
        help="jokers that a meld may hold, a number or any (default: any)",
    )
    group.add_argument(
        "--joker-moves",
        choices=get_args(JokerMoves),
        help="a joker of the table moves freely, or leaves only when the hand has the card that "
        "it stands for: swap (default: free)",
    )
    group.add_argument(
        "--freed-joker",
        choices=get_args(FreedJoker),
        help="under swap: a joker that is freed is played at once, or may be kept (default: play)",
    )
    group.add_argument(
        "--joker-company",
        type=int,
        metavar="N",
        help="cards that must be played from the hand along with a joker of it (default: 0)",
    )
    group.add_argument(
        "--opening",
        type=int,
        metavar="N",
        help="points that a first play needs, from the hand alone (default: 0)",
    )


def add_picture_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for a picture beside the answer; those that are not given are None."""
    group = parser.add_argument_group("picture")
    group.add_argument(
        "--svg", metavar="FILE", help="draw the answer, too: the picture is written to this file"
    )
    group.add_argument(
        "--theme",
        metavar="NAME",
        help="its colours: light, dark, or auto, as whoever looks at it prefers (default: auto)",
    )
    group.add_argument(
        "--four-colours",
        action="store_true",
        default=None,
        help="clubs are green and diamonds blue in it",
    )
    group.add_argument(
        "--card-width", type=int, metavar="N", help="a card's width in pixels (default: 48)"
    )


_PICTURE_OPTIONS: Final = ("theme", "four_colours", "card_width")


def check_picture_options(args: argparse.Namespace) -> None:
    """See that there is a file for the picture that other options are for.

    Raises:
        CommandError: there is none, or it cannot be one.
    """
    if args.svg == STANDARD_INPUT:
        raise CommandError("--svg -: expected a file; the answer goes to standard output")
    for name in _PICTURE_OPTIONS if args.svg is None else ():
        if getattr(args, name) is not None:
            raise CommandError(f"--{name.replace('_', '-')} needs --svg: it is for the picture")


def write_picture(args: argparse.Namespace, thing: Drawable, rules: Rules) -> None:
    """Write a picture to the file that an option names, if it does.

    Raises:
        CommandError: the file cannot be written.
        OptionError: an option of the picture is none that there is.
    """
    if args.svg is None:
        return
    from ..pictures import picture

    options = {name: getattr(args, name) for name in _PICTURE_OPTIONS}
    given = {name: value for name, value in options.items() if value is not None}
    svg = picture(thing, rules=rules, notation=notation_of(args), **given)
    try:
        with open(args.svg, "w", encoding="utf-8", newline="\n") as file:
            file.write(svg)
    except OSError as error:
        raise CommandError(f"--svg {args.svg}: {error.strerror or error}") from None
    except ValueError as error:  # a path with a null character in it
        raise CommandError(f"--svg {args.svg!r}: {error}") from None


ANY: Final = "any"
"""What an option calls no limit."""


def _limit(text: str) -> int | str:
    return ANY if text == ANY else int(text)


VALUES_IN_WORDS: Final = (
    "2-10 as they are, J Q K 10, A 11, a joker 25 or, tahiti, 30; tiles: numbers as they are, a "
    "joker 30; japanese: A 3, J Q K 2, others 1; fives: J Q K 10, others 5"
)
"""The tables of card values, as options name them."""


def add_play_options(parser: argparse.ArgumentParser, *, objective: bool = True) -> None:
    """Add the options that say which play is the best.

    Args:
        parser: where they are added.
        objective: whether there is a choice of what is best; else it is the most cards.
    """
    if objective:
        parser.add_argument(
            "--objective",
            choices=get_args(Objective),
            default="cards",
            help="shed the most cards, or the most points (default: cards)",
        )
    parser.add_argument(
        "--not-opened",
        action="store_true",
        help="the player has not opened yet, and must lay the points of --opening",
    )
    parser.add_argument(
        "--values",
        choices=VALUES,
        help=f"{VALUES_IN_WORDS} (default: as the named rules have it, else italian)",
    )


def add_tidy(parser: argparse.ArgumentParser) -> None:
    """Add the option that says whether the table is left alone as far as can be."""
    parser.add_argument(
        "--no-tidy",
        dest="tidy",
        action="store_false",
        help="lay the melds in any way; else a table given as melds is left alone as far as can "
        "be, which takes longer",
    )


def add_seconds(parser: argparse.ArgumentParser) -> None:
    """Add the option that limits the time of an answer."""
    parser.add_argument(
        "--seconds",
        type=float,
        metavar="S",
        help="how long an answer may take (default: no limit)",
    )


def add_volume_options(parser: argparse.ArgumentParser, out: str) -> None:
    """Add the options for work that may take long: a file that is gone on with, and workers.

    Args:
        parser: where they are added.
        out: what the file is for.
    """
    parser.add_argument("--out", metavar="FILE", help=out)
    parser.add_argument("--restart", action="store_true", help="overwrite what the --out file has")
    parser.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="how many processes do the work; 0 and 1: this one (default: 1)",
    )


def check_volume_options(args: argparse.Namespace) -> None:
    """See that the options of `add_volume_options` are what they can be.

    Raises:
        CommandError: one is not.
    """
    if args.workers < 0:
        raise CommandError(f"--workers {args.workers}: expected a number from 0")
    if args.restart and args.out is None:
        raise CommandError("--restart needs --out: only a file can be overwritten")


def has_opened(args: argparse.Namespace, rules: Rules) -> bool:
    """Whether the player has opened, as an option says.

    Raises:
        CommandError: it has not, and the rules have no opening.
    """
    if args.not_opened and not rules.opening:
        raise CommandError(
            "--not-opened: there is no opening; give --opening, or --rules that have one"
        )
    return not args.not_opened


def values_of(args: argparse.Namespace) -> CardValues:
    """What cards are worth: as an option says, or as the named rules have it."""
    if args.values is not None:
        return VALUES[args.values]
    return ITALIAN_VALUES if args.rules is None else RULES[args.rules].values


def rules_of(args: argparse.Namespace, cards: Iterable[AnyCard]) -> Rules:
    """The rules that the options give.

    Where neither jokers nor named rules are given, there are as many as the cards show.

    Raises:
        RulesError: an option is out of its range.
    """
    rules = Rules() if args.rules is None else RULES[args.rules].rules
    if args.rules is None and args.jokers is None:
        rules = Rules(jokers=min(MAX_JOKERS, sum(card.is_joker for card in cards)))
    return changed_rules(args, rules)


def changed_rules(args: argparse.Namespace, rules: Rules) -> Rules:
    """Rules with the changes that the options ask for.

    Raises:
        RulesError: an option is out of its range.
    """
    given = {field.name: getattr(args, field.name, None) for field in fields(Rules)}
    changes = {name: value for name, value in given.items() if value is not None}
    if changes.get("jokers_per_meld") == ANY:
        changes["jokers_per_meld"] = None
    return replace(rules, **changes)


def says_nothing(args: argparse.Namespace, name: str) -> bool:
    """Would the rules, and what cards are worth, be the same without an option that was given?"""
    if name == "values":
        without = argparse.Namespace(rules=args.rules, values=None)
        return values_of(args) == values_of(without)
    rules = Rules() if args.rules is None else RULES[args.rules].rules
    if name == "jokers" and args.rules is None:  # without it there are as many as shown
        return False
    value = getattr(args, name)
    if name == "lang":
        return bool(value == ENGLISH)
    return hasattr(rules, name) and getattr(rules, name) == (None if value == ANY else value)


def notation_of(args: argparse.Namespace) -> Notation:
    """What cards are called: as options say, or as the named rules have it.

    Raises:
        CommandError: a language is given for tiles, which have none.
    """
    notation = CARD_NOTATION
    if getattr(args, "notation", None) is not None:
        notation = NOTATIONS[args.notation]
    elif getattr(args, "rules", None) is not None:
        notation = NOTATIONS[RULES[args.rules].notation]
    return in_language(notation, getattr(args, "lang", None))


def in_language(notation: Notation, language: str | None) -> Notation:
    """A notation of cards in a language; None leaves it as it is.

    Raises:
        CommandError: it is one of tiles.
    """
    if language is None:
        return notation
    if notation != CARD_NOTATION:
        raise CommandError(
            f"--lang {language}: {notation.name} are the same in all languages; with "
            "--notation cards, rules for tiles are played with cards"
        )
    if language == ENGLISH:
        return notation
    from ..languages import LANGUAGES

    return LANGUAGES[language]


def told_language(args: argparse.Namespace, data: dict[str, object]) -> dict[str, object]:
    """An answer as JSON that says which language its cards are in, where it is not English."""
    return data if args.lang in (None, ENGLISH) else {**data, "lang": args.lang}


def shown_cards(position: Position) -> tuple[AnyCard, ...]:
    """All cards that a position shows."""
    return (*position.table.cards, *position.hand, *position.support, *position.loose)


def check_position(position: Position, rules: Rules, notation: Notation) -> None:
    """See what `best_play` would complain about, so that it is told in the notation.

    Raises:
        CardCountError: more of a card than the rules have.
        PositionError: jokers leave only in exchange, and one stands for nothing.
    """
    if notation == CARD_NOTATION:
        return
    parts = (position.table, position.hand)
    spare = {"support": position.support, "loose": position.loose}
    Position.of(*parts, **spare, rules=rules, notation=notation)
    if rules.joker_moves == "swap":
        for meld in position.table.melds or ():
            fault = meld.why_not(rules, notation=notation)
            if fault is not None and JOKER in meld.cards:
                text = print_cards(meld, notation=notation)
                raise PositionError(f"it is not known what jokers stand for in {text}: {fault}")


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
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def texts(cards: Iterable[AnyCard], notation: Notation = CARD_NOTATION) -> list[str]:
    """Cards as text, for JSON."""
    return [notation.text(card) for card in cards]
