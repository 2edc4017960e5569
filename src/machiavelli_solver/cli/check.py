"""``machiavelli check``: are these melds valid, or can these cards be arranged?"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..melds import MIN_MELD, Meld
from ..play import arrange
from ..positions import Position, Table
from ..rules import Rules
from ..verdicts import Turn
from .common import (
    NO,
    STANDARD_INPUT,
    YES,
    Answer,
    Commands,
    add_command,
    add_picture_options,
    check_picture_options,
    read_text,
    rules_of,
    texts,
    told_language,
    write_picture,
)
from .mending import explained, explanation_as_json, explanation_lines
from .terminal import Style

if TYPE_CHECKING:
    from ..pictures import Drawable

_HELP = """\
Cards with a / or a new line between them are melds as they lie: each is looked at, and
if one is not valid, it is found out whether the same cards can be arranged in another
way. Cards without a mark are loose: it is found out whether they can be arranged.
Where they cannot, the largest part that can is told, and what would mend it.

examples:
  machiavelli check "4-6C / 6DHS"           melds as they lie
  machiavelli check "4-6C 6DHS"             loose cards
  machiavelli check 4C JK 6C                the same without quotation marks
  machiavelli check "Q-AS / A-3S" --aces high
  machiavelli check "4C JK JK 7C" --rules tahiti
  machiavelli check "Herz 10, Herz-Bube, DHe /" --lang de
  machiavelli check - < table.txt           standard input, one meld a line
  machiavelli check "4-6C 6DHS" --svg melds.svg

with --json:
  valid        as_laid where melds are marked, else arrangeable
  as_laid      is each meld valid as it lies? null for loose cards
  arrangeable  can the cards be arranged at all?
  melds        the melds as laid if these are valid, else an arrangement that was
               found, null if there is none
  why_not      where the cards cannot be arranged, else left out; null if it takes too long:
    part       the largest part that can be arranged
    loose      the cards that are left over then
    instead    where one is, the others that could be left over in its place
    mends      the smallest additions from the rest of the pack with which all cards could
               be arranged: their size, how many there are, and up to 100 of them. count
               is null where only one was looked for, of natural cards
    waits      the same for each loose card on its own; empty if they are many
  lang         the language of the cards; left out if it is English

exit status: 0 valid, 1 not valid, 2 bad input
"""


def add(commands: Commands) -> None:
    """Add the command's parser."""
    parser = add_command(commands, "check", _HELP)
    parser.add_argument(
        "cards",
        nargs="+",
        metavar="CARDS",
        help="cards, in one argument or several; - reads standard input",
    )
    add_picture_options(parser)
    parser.set_defaults(answer=answer)


def answer(args: argparse.Namespace, style: Style) -> Answer:
    """The answer to the command's arguments."""
    check_picture_options(args)
    alone = args.cards == [STANDARD_INPUT]
    text = read_text(STANDARD_INPUT) if alone else " ".join(args.cards)
    rules = rules_of(args, Table.of(text, notation=style.notation).cards)
    table = Table.of(text, rules=rules, notation=style.notation)
    laid = table.melds if table.cards else None
    as_laid = None if laid is None else all(meld.is_valid(rules) for meld in laid)
    if as_laid:
        melds = laid
    else:
        arrangement = arrange(table, rules=rules, engine=args.engine)
        melds = None if arrangement is None else arrangement.melds
    arrangeable = melds is not None
    valid = arrangeable if as_laid is None else as_laid
    status = YES if valid else NO
    write_picture(args, _drawn(table, melds, rules), rules)
    why_not = None if arrangeable else explained(table, rules, args.engine)
    if args.json:
        data: dict[str, object] = {
            "valid": valid,
            "as_laid": as_laid,
            "arrangeable": arrangeable,
            "melds": None if melds is None else [texts(meld, style.notation) for meld in melds],
        }
        if not arrangeable:
            data["why_not"] = explanation_as_json(why_not, style.notation)
        return Answer.of_json(told_language(args, data), status)
    if laid is None:
        lines = _loose(table, melds, rules, style)
    else:
        lines = _marked(laid, melds, rules, style)
    if not arrangeable:
        lines.extend(explanation_lines(why_not, table, rules, style))
    return Answer.of_lines(lines, status)


def _drawn(table: Table, melds: tuple[Meld, ...] | None, rules: Rules) -> Drawable:
    """What is drawn: the table, and beside it how its cards can be arranged in other melds."""
    if melds is None or melds == table.melds:
        return table
    arranged = Table(tuple(card for meld in melds for card in meld), melds)
    return Turn(Position(table), Position(arranged), rules)


def _loose(table: Table, melds: Sequence[Meld] | None, rules: Rules, style: Style) -> list[str]:
    """What is said of loose cards."""
    cards, named = table.cards, f"{style.notation.card_word}s"
    if not cards:
        return [f"Yes: there are no {named}, and an empty table is valid."]
    if melds is not None:
        can = f"Yes: the {len(cards)} {named} can be arranged in valid melds."
        return [style.bold(can), "", *style.described(melds, rules)]
    if len(cards) < 2 * MIN_MELD:
        # so few cards can only be one meld
        fault = Meld(cards).why_not(rules, notation=style.shown)
        if len(cards) < MIN_MELD:
            return [style.bold(f"No: {fault} cannot be a meld.")]
        return [style.bold(f"No: the {len(cards)} {named} cannot be a meld: {fault}.")]
    return [style.bold(f"No: the {len(cards)} {named} cannot be arranged in valid melds.")]


def _marked(
    laid: Sequence[Meld], melds: Sequence[Meld] | None, rules: Rules, style: Style
) -> list[str]:
    """What is said of melds as they lie."""
    wrong = sum(not meld.is_valid(rules) for meld in laid)
    lines = [style.bold(_verdict(len(laid), wrong)), "", *style.described(laid, rules)]
    if not wrong:
        return lines
    named = f"{style.notation.card_word}s"
    if melds is None:
        return [*lines, "", f"These {named} cannot be arranged in valid melds in any other way."]
    can = style.bold(f"The same {named} can be arranged in valid melds:")
    return [*lines, "", can, "", *style.described(melds, rules)]


def _verdict(melds: int, wrong: int) -> str:
    few = ("", "the meld is", "both melds are")
    if not wrong:
        return f"Yes: {few[melds] if melds < len(few) else f'all {melds} melds are'} valid."
    if melds == 1:
        return "No: the meld is not valid."
    return f"No: {wrong} of the {melds} melds {'is' if wrong == 1 else 'are'} not valid."
