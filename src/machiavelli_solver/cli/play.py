"""``machiavelli play``: the play that sheds the most of a hand."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence

from ..cards import AnyCard
from ..errors import MachiavelliError, RulesError
from ..melds import Meld
from ..play import Play, best_play
from ..positions import Position, Table
from ..rules import Rules
from ..values import VALUES, CardValues
from .common import (
    NO,
    YES,
    Answer,
    CommandError,
    Commands,
    add_command,
    add_play_options,
    name_of,
    number,
    read_text,
    rules_of,
    texts,
)
from .terminal import MARK, Style

_HELP = """\
Every card of the table ends in a valid meld, and as many cards of the hand as possible
lie there too. The table may be given as melds (with / between them) or as loose cards.

examples:
  machiavelli play --table "KHDC / QHDC / JHDC" --hand "AC"
  machiavelli play --table "4-6C / 6DHS" --hand "3C 9H" --objective points
  machiavelli play position.txt
  machiavelli play - < position.txt         standard input

a position file:                            or in JSON:
  table: 4-6C / 6DHS                          {"table": [["4C", "5C", "6C"],
  hand: 3C 9H                                            ["6D", "6H", "6S"]],
                                               "hand": ["3C", "9H"]}

with --json:
  arrangeable  can the table's cards be arranged, with the hand's help if need be?
               if not, all the other values are null
  shed, kept   the cards of the hand that go down, and those that stay
  melds        the table afterwards
  goes_out     is the hand empty then?

exit status: 0 there is something to shed, 1 nothing, or no arrangement, 2 bad input
"""


def add(commands: Commands) -> None:
    """Add the command's parser."""
    parser = add_command(commands, "play", "find the play that sheds the most of a hand", _HELP)
    parser.add_argument(
        "position", nargs="?", metavar="FILE", help="a position file; - reads standard input"
    )
    parser.add_argument("--table", metavar="CARDS", help="the cards in the middle (default: none)")
    parser.add_argument("--hand", metavar="CARDS", help="the cards of the player to move")
    add_play_options(parser)
    parser.set_defaults(answer=answer)


def answer(args: argparse.Namespace, style: Style) -> Answer:
    """The answer to the command's arguments."""
    position, rules = _position(args)
    values = VALUES[args.values]
    play = best_play(
        position.table,
        position.hand,
        rules=rules,
        engine=args.engine,
        objective=args.objective,
        values=values,
    )
    status = YES if play is not None and play.shed else NO
    if args.json:
        return Answer.of_json(as_json(play), status)
    if play is None:
        lines = _no_arrangement(position.table, rules, style)
    elif not play.shed:
        lines = _nothing(position, play, rules, style)
    else:
        points = values if args.objective == "points" else None
        lines = _shed(position.table, play, points, rules, style)
    return Answer.of_lines(lines, status)


def _position(args: argparse.Namespace) -> tuple[Position, Rules]:
    """The position that the arguments give, and the rules for it.

    Raises:
        CommandError: they give none, or two, or a file that cannot be read.
        MachiavelliError: it is no position.
    """
    if args.position is None:
        if args.hand is None:
            raise CommandError("no hand: give --table and --hand, or a position file")
        shown = Position.of(args.table or "", args.hand)
        rules = rules_of(args, (*shown.table.cards, *shown.hand))
        return Position.of(args.table or "", args.hand, rules=rules), rules
    if args.table is not None or args.hand is not None:
        raise CommandError("give a position file, or --table and --hand, but not both")
    text = read_text(args.position)
    read = Position.from_json if text.lstrip().startswith("{") else Position.parse
    try:
        shown = read(text)
        rules = rules_of(args, (*shown.table.cards, *shown.hand))
        return read(text, rules=rules), rules
    except RulesError:
        raise
    except RecursionError:
        raise CommandError(f"{name_of(args.position)}: lists inside too many lists") from None
    except MachiavelliError as error:
        raise CommandError(f"{name_of(args.position)}: {error}") from None


def as_json(play: Play | None) -> dict[str, object]:
    """A play as JSON; where there is none, the same keys with null."""
    if play is None:
        return {"arrangeable": False, **dict.fromkeys(("shed", "kept", "melds", "goes_out"))}
    return {
        "arrangeable": True,
        "shed": texts(play.shed),
        "kept": texts(play.kept),
        "melds": [texts(meld) for meld in play.melds],
        "goes_out": play.goes_out,
    }


def _shed(
    table: Table, play: Play, points: CardValues | None, rules: Rules, style: Style
) -> list[str]:
    """What is said of a play: the cards, and the table afterwards."""
    marks = marks_of(table, play.melds, play.shed)
    notes = [style.joker_note(meld, rules) for meld in play.melds]
    return [
        style.bold(_headline(play, points)),
        "",
        *style.card_list("shed", play.shed),
        *style.card_list("keep", play.kept),
        "",
        f"The table afterwards ({MARK} = from your hand):",
        "",
        *style.meld_table(play.melds, notes, marks),
    ]


def _headline(play: Play, points: CardValues | None) -> str:
    shed, hand = len(play.shed), len(play.shed) + len(play.kept)
    worth = ""
    if points is not None:
        gained = sum(map(points.value, play.shed))
        total = gained + sum(map(points.value, play.kept))
        worth = f", {gained} of {number(total, 'point')}"
    if play.goes_out:
        all_of_it = "your last card" if shed == 1 else f"all {shed} cards"
        return f"You go out: shed {all_of_it}{worth}."
    return f"You can shed {shed} of your {number(hand, 'card')}{worth}."


def _nothing(position: Position, play: Play, rules: Rules, style: Style) -> list[str]:
    """What is said when the table is fine, but no card of the hand can go down."""
    laid = position.table.melds
    if not position.hand:
        fault = "Nothing can be shed: the hand is empty."
    elif not position.table.cards:
        fault = "Nothing can be shed: no cards of your hand make a meld."
    else:
        fault = "Nothing can be shed: no card of your hand fits, however the table is arranged."
    lines = [style.bold(fault)]
    if laid is None:
        lines.append("The table's cards can be arranged:")
    elif all(meld.is_valid(rules) for meld in laid):
        return [*lines, "The table is valid as it lies."] if laid else lines
    else:
        lines.append("The table is not valid as it lies, but its cards can be arranged:")
    return [*lines, "", *style.described(play.melds, rules)]


def _no_arrangement(table: Table, rules: Rules, style: Style) -> list[str]:
    """What is said when the table itself is wrong."""
    lines = [
        style.bold("No arrangement: the table's cards cannot all lie in valid melds,"),
        style.bold("not even with the help of your hand."),
        "This is more than having nothing to shed: no turn leaves a table like this one,",
        "so look for a card that was misread or left out.",
    ]
    if table.melds is None:
        return lines
    return [*lines, "", *style.described(table.melds, rules)]


def marks_of(table: Table, melds: Sequence[Meld], shed: Sequence[AnyCard]) -> list[list[bool]]:
    """Which of the cards that lie in melds come from the hand, as a person would say.

    Of two equal cards one may come from the table and one from the hand. A meld that lay
    there before keeps its cards; then melds count as laid off to, or as laid from the
    hand, with as few cards of the hand as possible.

    Args:
        table: the table before.
        melds: the melds afterwards.
        shed: the cards of the hand that lie in them.

    Returns:
        One list a meld, one entry a card.
    """
    left = Counter(shed)
    before = [Counter(meld.cards) for meld in table.melds or ()]
    found: dict[int, Counter[AnyCard]] = {}
    for size in range(max(map(len, melds), default=0) + 1):
        for i, meld in enumerate(melds):
            old = None if i in found else _grown_from(meld, size, before, left)
            if old is not None:
                found[i] = Counter(meld.cards) - old
                left -= found[i]
                if old:
                    before.remove(old)
    for i, meld in enumerate(melds):
        if i not in found:
            found[i] = Counter(meld.cards) & left
            left -= found[i]
    return [_marked(meld, found[i]) for i, meld in enumerate(melds)]


def _grown_from(
    meld: Meld, size: int, before: list[Counter[AnyCard]], hand: Counter[AnyCard]
) -> Counter[AnyCard] | None:
    """The meld of the table, or no cards at all, that a meld is with `size` hand cards more."""
    cards = Counter(meld.cards)
    for old in [*before, Counter[AnyCard]()]:
        if len(meld) == old.total() + size and old <= cards and cards - old <= hand:
            return old
    return None


def _marked(meld: Meld, from_hand: Counter[AnyCard]) -> list[bool]:
    """For each card of a meld whether it is one of these; the last equal ones are."""
    left = Counter(from_hand)
    marks = []
    for card in reversed(meld.cards):
        marks.append(left[card] > 0)
        left[card] -= marks[-1]
    return marks[::-1]
