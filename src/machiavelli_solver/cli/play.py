"""``machiavelli play``: the play that sheds the most of a hand."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from ..cards import AnyCard
from ..engines import EngineName
from ..errors import MachiavelliError, RulesError
from ..melds import Meld
from ..naming import CARD_NOTATION, HAND_MARK, MOVED_MARK, SUPPORT_MARK, Notation
from ..play import Play, best_play
from ..positions import SECTIONS, Position
from ..rearrangement import Rearrangement
from ..rules import Rules
from ..steps import Step, steps_of
from ..values import CardValues
from .common import (
    NO,
    YES,
    Answer,
    CommandError,
    Commands,
    add_command,
    add_picture_options,
    add_play_options,
    add_tidy,
    check_picture_options,
    check_position,
    has_opened,
    name_of,
    number,
    read_text,
    rules_of,
    shown_cards,
    texts,
    told_language,
    values_of,
    write_picture,
)
from .marks import marks_after, marks_before
from .mending import explained, explanation_lines, waiting, waiting_lines, waits_as_json
from .terminal import Style

_HELP = """\
Every card of the table ends in a valid meld, and as many cards of the hand as possible
lie there too. The table may be given as melds (with / between them) or as loose cards; if
it is given as melds, the moves that lead there are told.
Where nothing can be shed, or with --waits, it is said what each card waits for that no
play can lay now: the smallest additions to the hand with which one could.

examples:
  machiavelli play --table "KHDC / QHDC / JHDC" --hand "AC"
  machiavelli play --table "4-6C / 6DHS" --hand "3C 9H" --objective points
  machiavelli play --table "4C 5C JK 7C /" --hand "6C 9HD" --rules tahiti
  machiavelli play --hand "9CDH 4-6S KS" --rules thirty-six --not-opened
  machiavelli play --table "R4-6 / RBK6" --hand "R3 O9" --rules rummikub
  machiavelli play --table "RCQF / DCQF" --hand "AF RP" --lang it
  machiavelli play position.txt
  machiavelli play - < position.txt         standard input
  machiavelli play position.txt --svg play.svg

a position file:                            or in JSON:
  table: 4-6C / 6DHS                          {"table": [["4C", "5C", "6C"],
  hand: 3C 9H                                            ["6D", "6H", "6S"]],
  support: 9CD                                 "hand": ["3C", "9H"],
  loose: KS                                    "support": ["9C", "9D"], "loose": ["KS"]}
Lines that begin with # are comments in the first of these.

with --json:
  arrangeable  can the table's cards be arranged, with the hand's help if need be?
               if not, all the other values are null
  shed, kept   the cards of the hand that go down, and those that stay
  melds        the table afterwards
  goes_out     is the hand empty then?
  support      the support and loose cards that are used; left out if there are none
  opening      with --not-opened only: the points of the opening, 0 if it is not reached
  tidy         do the melds leave the table alone as far as can be? false where it is not
               given as melds, with --no-tidy, and where that could not be proven
  cuts         how many joins of the table are not kept: two neighbours in a run, or a
               card in a set beyond its first
  steps        the moves, in order, each with
    text         the move in a sentence
    cards        the cards that are moved
    from         the meld they are taken from, as it lies then, or "hand", "support" or
                 "loose"; "table" where the table is not given as melds
    to           the meld they are added to; null for a new one, "hand" for a joker that
                 goes to the hand
    makes        the meld that there is then
    freed        if the card takes a joker's place in "to": where the joker goes, with the
                 same keys, but without a text
  waits        with --waits only: for each card that no play can lay its smallest
               additions: their size, how many there are, and up to 100 of them; size is
               null where they are larger than are looked for. null if it takes too long
  lang         the language of the cards; left out if it is English

exit status: 0 there is something to shed, 1 nothing, or no arrangement, 2 bad input
"""


def add(commands: Commands) -> None:
    """Add the command's parser."""
    parser = add_command(commands, "play", _HELP)
    add_position(parser)
    add_play_options(parser)
    add_tidy(parser)
    parser.add_argument(
        "--waits",
        action="store_true",
        help="say what the cards wait for that no play can lay now",
    )
    add_picture_options(parser)
    parser.set_defaults(answer=answer)


def add_position(parser: argparse.ArgumentParser) -> None:
    """Add what gives a position: a file, or an option for each of its sections."""
    parser.add_argument(
        "position", nargs="?", metavar="FILE", help="a position file; - reads standard input"
    )
    parser.add_argument("--table", metavar="CARDS", help="the cards in the middle (default: none)")
    parser.add_argument("--hand", metavar="CARDS", help="the cards of the player to move")
    parser.add_argument(
        "--support", metavar="CARDS", help="face-up cards that anyone may use (default: none)"
    )
    parser.add_argument(
        "--loose",
        metavar="CARDS",
        help="cards of the table that are in no meld, for anyone to use (default: none)",
    )


def answer(args: argparse.Namespace, style: Style) -> Answer:
    """The answer to the command's arguments."""
    check_picture_options(args)
    position, rules = position_of(args, style.notation)
    opened = has_opened(args, rules)
    play = best_play(
        position.table,
        position.hand,
        support=position.support,
        loose=position.loose,
        opened=opened,
        rules=rules,
        engine=args.engine,
        objective=args.objective,
        values=values_of(args),
        tidy=args.tidy,
    )
    write_picture(args, _drawn(position, play, rules), rules)
    status = YES if play is not None and play.shed else NO
    if args.waits and not opened:
        raise CommandError("--waits: before the opening a card waits for points, not for cards")
    if args.json:
        data = as_json(play, notation=style.notation)
        data |= steps_as_json(play, notation=style.notation)
        if args.waits:
            waits = None if play is None else waiting(position, rules)
            data["waits"] = waits_as_json(waits, style.notation)
        return Answer.of_json(told_language(args, data), status)
    if play is None or not play.shed:
        lines = nothing_shed(position, play, opened, rules, args.engine, style)
    else:
        points = values_of(args) if args.objective == "points" else None
        lines = shed_lines(position, play, points, rules, style)
        if args.waits:
            lines.extend(waiting_lines(waiting(position, rules), style))
    return Answer.of_lines(lines, status)


def position_of(
    args: argparse.Namespace, notation: Notation, others: Iterable[AnyCard] = ()
) -> tuple[Position, Rules]:
    """The position that the arguments give, and the rules for it.

    Args:
        args: the arguments; see `add_position`.
        notation: what cards are called.
        others: cards that are shown beside the position.

    Raises:
        CommandError: they give none, or two, or a file that cannot be read.
        MachiavelliError: it is no position.
    """
    position, rules = _position(args, notation, others)
    check_position(position, rules, notation)
    return position, rules


def _position(
    args: argparse.Namespace, notation: Notation, others: Iterable[AnyCard]
) -> tuple[Position, Rules]:
    given = {name: getattr(args, name) for name in SECTIONS}
    if args.position is None:
        if args.hand is None:
            raise CommandError("no hand: give --table and --hand, or a position file")
        table, hand, support, loose = (given[name] or "" for name in SECTIONS)
        of = partial(Position.of, table, hand, support=support, loose=loose, notation=notation)
        rules = rules_of(args, (*shown_cards(of()), *others))
        return of(rules=rules), rules
    if any(text is not None for text in given.values()):
        raise CommandError("give a position file, or --table and --hand, but not both")
    text = read_text(args.position)
    read = Position.from_json if text.lstrip().startswith("{") else Position.parse
    try:
        rules = rules_of(args, (*shown_cards(read(text, notation=notation)), *others))
        return read(text, rules=rules, notation=notation), rules
    except RulesError:
        raise
    except RecursionError:
        raise CommandError(f"{name_of(args.position)}: lists inside too many lists") from None
    except MachiavelliError as error:
        raise CommandError(f"{name_of(args.position)}: {error}") from None


def _drawn(position: Position, play: Play | None, rules: Rules) -> Position | Play:
    """What is drawn: what the play does, or the position, where it does nothing."""
    laid = position.table.melds
    stays = laid is not None and all(meld.is_valid(rules) for meld in laid)
    return position if play is None or (stays and not play.shed) else play


def as_json(play: Play | None, *, notation: Notation = CARD_NOTATION) -> dict[str, object]:
    """A play as JSON; where there is none, the same keys with null.

    Support cards have a key if any are used, and an opening has one if it was asked for.
    """
    if play is None:
        return {"arrangeable": False, **dict.fromkeys(("shed", "kept", "melds", "goes_out"))}
    data: dict[str, object] = {
        "arrangeable": True,
        "shed": texts(play.shed, notation),
        "kept": texts(play.kept, notation),
        "melds": [texts(meld, notation) for meld in play.melds],
        "goes_out": play.goes_out,
    }
    if play.support:
        data["support"] = texts(play.support, notation)
    if play.opening is not None:
        data["opening"] = play.opening
    return data


def steps_as_json(play: Play | None, *, notation: Notation = CARD_NOTATION) -> dict[str, object]:
    """How a play changes the table, as JSON; where there is none, the same keys with null."""
    if play is None:
        return {"tidy": None, "cuts": None, "steps": None}

    def cards(of: Meld | str | None) -> list[str] | str | None:
        return texts(of, notation) if isinstance(of, Meld) else of

    def written(step: Step) -> dict[str, object]:
        data: dict[str, object] = {
            "cards": texts(step.cards, notation),
            "from": cards(step.source),
            "to": cards(step.target),
            "makes": cards(step.result),
        }
        if step.freed is not None:
            data["freed"] = written(step.freed)
        return data

    turn = play.rearrangement
    steps = [{"text": step.text(notation=notation), **written(step)} for step in steps_of(turn)]
    return {"tidy": play.tidy, "cuts": turn.cuts, "steps": steps}


def shed_lines(
    position: Position, play: Play, points: CardValues | None, rules: Rules, style: Style
) -> list[str]:
    """What is said of a play that sheds cards: which, the moves, and the table afterwards."""
    turn, card = play.rearrangement, style.notation.card_word
    return [
        style.bold(_headline(position, play, points, rules, card)),
        "",
        *_parts(position, play, style),
        "",
        *_moves(turn, rules, style),
        f"The table afterwards ({', '.join(_legend(position, play, turn, card))}):",
        "",
        *_marked(turn.after, marks_after(turn), rules, style),
    ]


def _moves(turn: Rearrangement, rules: Rules, style: Style) -> Iterator[str]:
    """The table before, if anything leaves its place there, and the moves one by one."""
    steps = steps_of(turn)
    if not turn.before and any(step.source == "table" for step in steps):
        return  # how the table lay is not known, so there is nothing to move from
    marks = marks_before(turn)
    if any(map(any, marks)):
        yield f"The table before ({MOVED_MARK} = will move):"
        yield ""
        yield from _marked(turn.before, marks, rules, style)
        yield ""
    yield f"The turn in {number(len(steps), 'move')}:"
    yield ""
    yield from numbered_steps(steps, style)
    yield ""


def numbered_steps(steps: Sequence[Step], style: Style) -> Iterator[str]:
    """The moves of a turn, one a line."""
    width = len(str(len(steps)))
    for n, step in enumerate(steps, start=1):
        yield f"  {n:>{width}}. {step.text(notation=style.notation, shown=style.cards)}"


def _marked(
    melds: Sequence[Meld], marks: Sequence[Sequence[str]], rules: Rules, style: Style
) -> list[str]:
    """Melds with marks, and with what their jokers stand for."""
    return style.meld_table(melds, [style.joker_note(meld, rules) for meld in melds], marks)


def _headline(
    position: Position, play: Play, points: CardValues | None, rules: Rules, card: str
) -> str:
    shed, hand = len(play.shed), len(position.hand)
    worth = ""
    if points is not None:
        gained, total = (sum(map(points.value, cards)) for cards in (play.shed, position.hand))
        worth = f", {gained} of {number(total, 'point')}"
    opening = ""
    if play.opening is not None:
        opening = f" with {number(play.opening, 'point')}, where {rules.opening} are needed"
    if play.goes_out:
        all_of_it = f"your last {card}" if shed == 1 else f"all {shed} {card}s"
        return f"You go out{opening}: shed {all_of_it}{worth}."
    # the only card is not the last one where an exchanged joker is kept
    some = f"shed {shed} of your {hand} {card}s" if hand > 1 else f"shed your only {card}"
    return f"You can {f'open{opening}: ' if opening else ''}{some}{worth}."


def _parts(position: Position, play: Play, style: Style) -> Iterator[str]:
    """Where cards go: from the hand, from beside the table, and into the hand."""
    taken = Counter(play.kept) - Counter(position.hand)
    kept = list(play.kept)
    for joker in taken.elements():
        kept.remove(joker)
    yield from style.card_list("shed", play.shed)
    yield from style.card_list("with", play.support)
    yield from style.card_list("keep", kept)
    yield from style.card_list("take", list(taken.elements()))


def _legend(position: Position, play: Play, turn: Rearrangement, card: str) -> Iterator[str]:
    """What the marks mean."""
    yield f"{HAND_MARK} = from your hand"
    if any(MOVED_MARK in row for row in marks_after(turn)):
        yield f"{MOVED_MARK} = moved"
    if play.support:
        spare = (("support", position.support), ("loose", position.loose))
        kinds = [name for name, cards in spare if cards]
        yield f"{SUPPORT_MARK} = a {' or '.join(kinds)} {card}"


def nothing_shed(
    position: Position,
    play: Play | None,
    opened: bool,
    rules: Rules,
    engine: EngineName,
    style: Style,
) -> list[str]:
    """What is said where no play sheds a card: why there is none, and what would help."""
    if play is None:
        why = explained(position.table, rules, engine)
        explanation = explanation_lines(why, position.table, rules, style)
        return [*_no_arrangement(position, rules, style), *explanation]
    if not opened:
        return _no_opening(position, rules, engine, style)
    waits = waiting_lines(waiting(position, rules), style)
    return [*_nothing(position, play, rules, style), *waits]


def _nothing(position: Position, play: Play, rules: Rules, style: Style) -> list[str]:
    """What is said when the table is fine, but no card of the hand can go down."""
    laid, card = position.table.melds, style.notation.card_word
    if not position.hand:
        fault = "Nothing can be shed: the hand is empty."
    elif not position.table.cards:
        fault = f"Nothing can be shed: no {card}s of your hand make a meld."
    else:
        fault = f"Nothing can be shed: no {card} of your hand fits, however the table is arranged."
    lines = [style.bold(fault)]
    helped = f" with {style.cards(play.support)} from beside it" if play.support else ""
    if laid is None:
        lines.append(f"The table's {card}s can be arranged{helped}:")
    elif all(meld.is_valid(rules) for meld in laid):
        return [*lines, "The table is valid as it lies."] if laid else lines
    else:
        lines.append(f"The table is not valid as it lies, but its {card}s can be arranged{helped}:")
    return [*lines, "", *style.described(play.melds, rules)]


def _no_opening(position: Position, rules: Rules, engine: EngineName, style: Style) -> list[str]:
    """What is said when the hand's melds are not worth enough to open."""
    card = style.notation.card_word
    most = _most_for_opening(position, rules, engine)
    return [
        style.bold(f"Nothing can be shed: the opening needs {number(rules.opening, 'point')}."),
        f"The melds of your hand come to {most} at most."
        if most
        else f"No {card}s of your hand make a meld.",
    ]


def _most_for_opening(position: Position, rules: Rules, engine: EngineName) -> int:
    """What the hand's melds are worth at most, where that is less than the opening."""
    most = 0
    while most + 1 < rules.opening:
        lower = replace(rules, opening=most + 1)
        play = best_play("", position.hand, opened=False, rules=lower, engine=engine)
        if play is None or not play.opening:
            break
        most = play.opening
    return most


def _no_arrangement(position: Position, rules: Rules, style: Style) -> list[str]:
    """What is said when the table itself is wrong."""
    card = style.notation.card_word
    others = "your hand"
    if position.support or position.loose:
        others += f" and the {card}s beside the table"
    lines = [
        style.bold(f"No arrangement: the table's {card}s cannot all lie in valid melds,"),
        style.bold(f"not even with the help of {others}."),
        "This is more than having nothing to shed: no turn leaves a table like this one,",
        f"so look for a {card} that was misread or left out.",
    ]
    if position.table.melds is None:
        return lines
    return [*lines, "", *style.described(position.table.melds, rules)]
