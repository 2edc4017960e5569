"""``machiavelli outs``: what each card that may be drawn next would let a player do."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Final

from ..cards import AnyCard
from ..draws import MAX_DRAWS, Out, Outs, outs, unseen_cards
from ..naming import Notation
from ..positions import SCHEMA, cards_of
from ..values import CardValues
from .common import (
    NO,
    YES,
    Answer,
    Commands,
    add_command,
    add_play_options,
    add_seconds,
    has_opened,
    number,
    texts,
    told_language,
    values_of,
)
from .play import add_position, position_of
from .terminal import Style

_HELP = """\
For each card that may be drawn: what the best play sheds then, the drawn card in the hand.
A card helps if more goes down with it than without it. Each unseen card is as likely as any
other, be it in the stock or in another hand: unseen is all that is not in the position.

examples:
  machiavelli outs --table "KHDC / QHDC / JHDC" --hand "QS"
  machiavelli outs --table "4-6C / 6DHS" --hand "8C 9H" --draws 2
  machiavelli outs --hand "9CD 5-6S" --unseen "9H 9S 4S 7S 7S KD"
  machiavelli outs --hand "9CDH 4-5S" --rules thirty-six --not-opened
  machiavelli outs position.txt

A position file is as "machiavelli play --help" shows it.

with --json:
  schema       the version of this form, 1
  arrangeable  can the table's cards be arranged now, with the hand's help if need be?
  draws        how many cards are drawn
  unseen       how many cards there are to draw from
  ways         in how many ways so many of them can be drawn
  shed, kept   the cards of the hand that go down now, and those that stay
  helps, plays, goes_out
               in how many of the ways the draw helps, some card can be shed, you go out
  outs         every draw, the most useful first: the drawn cards ("draw"); ways, shed,
               kept, helps, plays and goes_out as above, but for this draw alone; how many
               cards (or points) fewer stay in the hand ("gain"), and whether two cards
               do more than each of them alone ("together")
  lang         the language of the cards; left out if it is English

exit status: 0 some draw helps, 1 none does, 2 bad input
"""

_MOST: Final = 20
"""How many draws are shown, unless all are asked for."""


def add(commands: Commands) -> None:
    """Add the command's parser."""
    parser = add_command(commands, "outs", _HELP)
    add_position(parser)
    parser.add_argument(
        "--unseen",
        metavar="CARDS",
        help="the cards that may be drawn (default: the pack less what the position shows)",
    )
    parser.add_argument(
        "--draws",
        type=int,
        choices=range(1, MAX_DRAWS + 1),
        default=1,
        help="how many cards are drawn before the next play (default: 1)",
    )
    parser.add_argument(
        "--all",
        action="store_true",
        help=f"show every draw (default: those that help, {_MOST} at most)",
    )
    add_seconds(parser)
    add_play_options(parser)
    parser.set_defaults(answer=answer)


def answer(args: argparse.Namespace, style: Style) -> Answer:
    """The answer to the command's arguments."""
    notation = style.notation
    drawn: list[AnyCard] | None = None
    if args.unseen is not None:
        drawn = cards_of(args.unseen, source="unseen", notation=notation)
    position, rules = position_of(args, notation, drawn or ())
    ask = partial(
        outs,
        position.table,
        position.hand,
        unseen=unseen_cards(position, drawn, rules=rules, notation=notation),
        support=position.support,
        loose=position.loose,
        opened=has_opened(args, rules),
        rules=rules,
        engine=args.engine,
        objective=args.objective,
        values=values_of(args),
        seconds=args.seconds,
    )
    found = ask(draws=args.draws)
    status = YES if found.helps else NO
    if args.json:
        return Answer.of_json(told_language(args, _as_json(found, notation)), status)
    if args.all:
        rows = [_row(out, out.ways) for out in found.outs]
    elif args.draws == 1:
        rows = [_row(out, out.ways) for out in found.outs if out.helps]
    else:
        rows = _rows_of_pairs(found, ask(draws=1))
    points = values_of(args) if args.objective == "points" else None
    return Answer.of_lines(_in_words(found, rows, points, style, every=args.all), status)


def _as_json(found: Outs, notation: Notation) -> dict[str, object]:
    """Outs as JSON; chances are whole numbers of ways."""
    return {
        "schema": SCHEMA,
        "arrangeable": found.arrangeable,
        "draws": found.draws,
        "unseen": found.unseen,
        "ways": found.ways,
        "shed": texts(found.shed, notation),
        "kept": texts(found.kept, notation),
        **{
            name: sum(out.ways for out in found.outs if getattr(out, name))
            for name in ("helps", "plays", "goes_out")
        },
        "outs": [
            {
                "draw": texts(out.draw, notation),
                "ways": out.ways,
                "shed": texts(out.shed, notation),
                "kept": texts(out.kept, notation),
                "gain": out.gain,
                "together": out.together,
                "helps": out.helps,
                "plays": out.plays,
                "goes_out": out.goes_out,
            }
            for out in found.outs
        ],
    }


def _in_words(
    found: Outs, rows: Sequence[_Row], points: CardValues | None, style: Style, *, every: bool
) -> Iterator[str]:
    """What is said of the draws: what can be shed now, a table, and the chances."""
    yield _now(found, style)
    if not found.outs:
        few = number(found.unseen, f"unseen {style.notation.card_word}")
        yield f"There is nothing to draw: {few if found.unseen else 'none'} left."
        return
    if rows:
        yield ""
        yield from _table(rows if every else rows[:_MOST], found, points, style)
    yield ""
    if not every:
        yield from _rest(found, rows, style.notation.card_word)
    yield from _chances(found, style.notation.card_word)


def _now(found: Outs, style: Style) -> str:
    """What can be done before the draw."""
    card = style.notation.card_word
    if not found.arrangeable:
        return style.bold(f"Now the table's {card}s cannot all lie in valid melds.")
    if not found.shed:
        return style.bold("Now nothing can be shed.")
    if not found.kept:
        said = "Now you can go out:"
    else:
        hand = len(found.shed) + len(found.kept)
        said = f"Now you can shed {len(found.shed)} of your {number(hand, card)}:"
    return f"{style.bold(said)} {style.cards(found.shed)}"


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the table.

    Args:
        cards: the cards to draw.
        note: what is drawn beside them.
        ways: in how many ways they are drawn.
        keep: how many cards stay in the hand.
        shed: the cards that are shed.
    """

    cards: tuple[AnyCard, ...]
    note: str
    ways: int
    keep: int
    shed: tuple[AnyCard, ...]


def _row(out: Out, ways: int, note: str = "") -> _Row:
    """The line of a draw, and of another card that stays in the hand if there is a note."""
    return _Row(out.draw, note, ways, len(out.kept) + bool(note), out.shed)


def _rows_of_pairs(found: Outs, single: Outs) -> list[_Row]:
    """The lines of pairs: cards that are enough with any other, then pairs that do more.

    A pair that does no more than its cards do alone counts for the more useful of the two.
    """
    alone = [out for out in single.outs if out.helps]
    place = {out.draw[0]: number for number, out in enumerate(alone)}
    ways = [0] * len(alone)
    for out in found.outs:
        if out.helps and not out.together:
            ways[min(place[card] for card in out.draw if card in place)] += out.ways
    enough = [_row(out, n, " + any") for out, n in zip(alone, ways, strict=True) if n]
    return [*enough, *(_row(out, out.ways) for out in found.outs if out.together)]


def _table(
    rows: Sequence[_Row], found: Outs, points: CardValues | None, style: Style
) -> Iterator[str]:
    """Draws, one a line, with the points that are shed where these are asked for."""
    drawn = [" ".join(map(style.notation.text, row.cards)) + row.note for row in rows]
    cells = [["unseen" if found.draws == 1 else "ways", "chance", "keep"]]
    for row in rows:
        chance = _percent(Fraction(row.ways, found.ways))
        cells.append([f"{row.ways:,}", chance, str(row.keep)])
    if points is not None:
        worth = [str(sum(map(points.value, row.shed))) for row in rows]
        cells = [[*row, cell] for row, cell in zip(cells, ("points", *worth), strict=True)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    heads, *lines = (
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in cells
    )
    wide = max(map(len, ("draw", *drawn)))
    yield f"  {'draw'.ljust(wide)}  {heads}  shed"
    for row, text, line in zip(rows, drawn, lines, strict=True):
        shed = style.cards(row.shed) or "-"
        yield f"  {style.cards(row.cards)}{row.note}{' ' * (wide - len(text))}  {line}  {shed}"


def _rest(found: Outs, rows: Sequence[_Row], card: str) -> Iterator[str]:
    """What is said of the draws that are not shown."""
    thing = card if found.draws == 1 else "pair"
    of_all = f"of {found.ways:,} {'unseen' if found.draws == 1 else 'ways'}"
    idle = [out for out in found.outs if not out.helps]
    hidden = sum(row.ways for row in rows[_MOST:])
    if hidden:
        lines = number(len(rows) - _MOST, "more line")
        be = "is" if len(rows) == _MOST + 1 else "are"
        yield f"There {be} {lines} ({hidden:,} {of_all}): --all shows every draw."
    if len(idle) == len(found.outs):
        yield f"No {thing} helps."
    elif idle:
        ways = sum(out.ways for out in idle)
        others = f"{len(idle):,} {thing}s" if len(idle) > 1 else thing
        do = "do" if len(idle) > 1 else "does"
        yield f"The other {others} ({ways:,} {of_all}) {do} not help."
    if hidden or idle:
        yield ""


def _chances(found: Outs, card: str) -> Iterator[str]:
    """The three chances, one a line."""
    one = found.draws == 1
    drawn, helps = (f"The next {card}", "helps") if one else (f"The next two {card}s", "help")
    they, let = ("It", "lets") if one else ("They", "let")
    yield f"{drawn} {helps} with a chance of {_odds(found.helps, found)}."
    yield f"{they} {let} you play with a chance of {_odds(found.plays, found)}."
    yield f"{they} {let} you go out with a chance of {_odds(found.goes_out, found)}."


def _odds(chance: Fraction, found: Outs) -> str:
    """A chance in per cent, and as ways out of all."""
    return f"{_percent(chance)} ({int(chance * found.ways):,} of {found.ways:,})"


def _percent(chance: Fraction) -> str:
    """A chance in per cent; neither 0 nor 100, unless it is that exactly.

    >>> [_percent(Fraction(n, 20_000)) for n in (0, 8, 1_049, 19_996, 20_000)]
    ['0 %', '0.04 %', '5.2 %', '99.98 %', '100 %']
    """
    if chance in (0, 1):
        return f"{100 * chance} %"
    for digits in range(1, 9):
        text = f"{float(100 * chance):.{digits}f}"
        if 0 < float(text) < 100:
            break
    return f"{text} %"
