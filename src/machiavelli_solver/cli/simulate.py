"""``machiavelli simulate``: many games between players, and who wins them."""

from __future__ import annotations

import argparse
import csv
import io
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from typing import Final

from ..errors import MachiavelliError
from ..forms import from_dict, to_dict
from ..games.players import PLAYERS
from ..games.rules import GameRules
from ..games.simulation import (
    MOST_TURNS,
    GameResult,
    check_simulation,
    playing,
)
from ..games.summary import Mean, Share, Standing, Summary
from ..presets import RULES
from .answer_file import AnswerFile, Done, Expected, head, how_far
from .common import (
    YES,
    Answer,
    CommandError,
    Commands,
    add_parser,
    add_rule_options,
    add_rules_by_name,
    add_volume_options,
    check_volume_options,
    number,
)
from .game_options import add_game_options, changes_of, game_rules_of
from .lines import lines_of
from .progress import Progress
from .terminal import Style, say
from .workers import worked

_HELP = """\
The players are

  random    does anything that may be done, card by card
  greedy    lays as many cards as can be laid, in every turn
  patient   lays nothing until all cards can go at once, or another player is about to go out

They go around the table, so that each has every seat equally often, and from game to game chance
says who sits beside whom. Behind each number stands, in parentheses, where the true value lies
with a confidence of 95 %.

One seed and the same options make the same games, whatever the number of workers, and on every
machine. With --out each game is a line of JSON in a file, and a run that was stopped goes on
where it was when it is run again; --games may then be larger, too.

examples:
  machiavelli simulate
  machiavelli simulate --rules tahiti --players patient greedy random --games 1000 --workers 2
  machiavelli simulate --players patient greedy --out games.jsonl
  machiavelli simulate --rules italian --rounds 1 --take any --csv

with --json:
  options      the rules by name, what was changed in them, the players and the seed
  games        how many games were played; "unfinished" of them were given up, "shared" won by
               several and "unwon" by nobody
  all          rounds a game; turns a round; the share of blocked rounds; the share of turns in
               which nothing was laid (idle); cards drawn in a round
  players      for each player the share of games and of rounds won, points a round, cards left at
               the end of a round, idle and drawn
  places       the same by the place in the order of turns: of the first round where games are
               counted, of each round where rounds are

with --csv: a line for each of these numbers

exit status: 0 the games were played, 2 bad input
"""

_CHUNK: Final = 2
"""How many games a worker gets at a time."""

_SPOTS: Final = 2
"""How many of the games in a file are played again, to see that they are these."""

_CLASSIC: Final = "classic"


def add(commands: Commands) -> None:
    """Add the command's parser."""
    parser = add_parser(commands, "simulate", _HELP)
    parser.add_argument("--csv", action="store_true", help="print CSV in place of words")
    parser.add_argument(
        "--players",
        nargs="+",
        choices=PLAYERS,
        default=("patient", "greedy", "greedy", "greedy"),
        metavar="PLAYER",
        help=f"who plays: {', '.join(PLAYERS)} (default: patient greedy greedy greedy)",
    )
    parser.add_argument(
        "--games", type=int, default=100, metavar="N", help="how many games (default: 100)"
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="where chance comes from (default: 0)"
    )
    parser.add_argument(
        "--most-turns",
        type=int,
        default=MOST_TURNS,
        metavar="N",
        help="turns in a round after which a game is given up, and counted as unfinished "
        f"(default: {MOST_TURNS})",
    )
    add_volume_options(parser, "where the result of each game is added as a line")
    rules = parser.add_argument_group("rules")
    add_rules_by_name(rules)
    add_rule_options(rules)
    add_game_options(parser.add_argument_group("the course of the game"))
    parser.set_defaults(answer=answer)


def answer(args: argparse.Namespace, style: Style) -> Answer:
    """Play the games, and sum up."""
    rules = game_rules_of(args, args.rules)
    _check_options(args, rules)
    work = partial(
        played, rules, tuple(args.players), args.seed, args.most_turns, options_told(args, rules)
    )
    summary = Summary(args.players)
    with ExitStack() as stack:
        numbers = iter(range(1, args.games + 1))
        done = _done(args, rules, numbers, work)
        put = None
        if args.out is not None:
            summary.add_all(_read(args.out, done))
            if done.lines:
                going_on = f"going on at game {done.lines + 1:,}"
                say(f"{args.out} has {number(done.lines, 'game')}: {going_on}")
            put = stack.enter_context(closing(AnswerFile(args.out, done))).write
        texts = stack.enter_context(
            closing(
                worked(
                    work,
                    numbers,
                    workers=args.workers,
                    size=_CHUNK,
                    first=done.lines + 1,
                    stack=stack,
                )
            )
        )
        progress = Progress(sys.stderr, total=args.games, done=done.lines, noun="games")
        stack.enter_context(closing(progress))
        for text in texts:
            if put is not None:
                put(text)
            lines = text.splitlines()
            summary.add_all(map(_result, lines))
            progress.add(len(lines))
    if args.json:
        told = {"options": options_told(args, rules)}
        return Answer.of_json({**told, **summary.to_dict()}, YES)
    if args.csv:
        return Answer(_as_csv(summary), YES)
    return Answer.of_lines(_in_words(args, rules, summary, style), YES)


def played(
    rules: GameRules,
    players: Sequence[str],
    seed: int,
    most_turns: int,
    told: dict[str, object],
    numbers: list[int],
) -> str:
    """Play some games: a line for each. This is what runs in a worker."""
    results = playing(rules, players, seed=seed, most_turns=most_turns)(numbers)
    return "".join(json.dumps(_line(result, told)) + "\n" for result in results)


def _line(result: GameResult, told: dict[str, object]) -> dict[str, object]:
    data = to_dict(result)
    del data["schema"]
    return {**head(result.number, told, key="game"), **data}


def _result(line: str | bytes) -> GameResult:
    data = json.loads(line)
    del data["options"]
    return from_dict(GameResult, data)


def options_told(args: argparse.Namespace, rules: GameRules) -> dict[str, object]:
    """What the games hang on: the rules by name, with changes, the players and the seed."""
    name = args.rules or _CLASSIC
    usual, changed = (_flat(each) for each in (RULES[name].game, rules))
    return {
        "rules": name,
        **{rule: value for rule, value in changed.items() if value != usual[rule]},
        "players": list(args.players),
        "seed": args.seed,
        **({} if args.most_turns == MOST_TURNS else {"most_turns": args.most_turns}),
    }


def _flat(rules: GameRules) -> dict[str, object]:
    """All rules of a game as JSON holds them; the range of its players has an option's name."""
    data = to_dict(rules)
    turn = data.pop("rules")
    assert isinstance(turn, dict)
    data["seats"] = data.pop("players")
    return {**turn, **data}


def _check_options(args: argparse.Namespace, rules: GameRules) -> None:
    """See at once what is wrong.

    Raises:
        CommandError, MachiavelliError: an option is.
    """
    check_volume_options(args)
    if args.json and args.csv:
        raise CommandError("--json, --csv: expected one of them")
    if args.games < 1:
        raise CommandError(f"--games {args.games}: expected a number from 1")
    check_simulation(rules, games=args.games, seed=args.seed, most_turns=args.most_turns)
    rules.hand_size(len(args.players))


def _done(
    args: argparse.Namespace, rules: GameRules, numbers: Iterator[int], work: partial[str]
) -> Done:
    """How many games a file has; their numbers are taken.

    Raises:
        CommandError: the file has others.
    """
    if args.out is None or args.restart:
        return Done()
    expected = Expected(
        numbers,
        "the simulation",
        "results of another simulation, or of more games than --games",
        lambda game: work([game]),
        options_told(args, rules),
        key="game",
        spots=_SPOTS,
    )
    return how_far(args.out, expected)


def _read(path: str, done: Done) -> Iterator[GameResult]:
    """The results that a file has.

    Raises:
        CommandError: a line is none.
    """
    if not done.lines:
        return
    with open(path, "rb") as file:
        lines = zip(range(1, done.lines + 1), lines_of(file, path), strict=False)
        for game, line in lines:
            try:
                yield _result(line or b"")
            except (MachiavelliError, ValueError, KeyError) as error:
                raise CommandError(
                    f"{path}, line {game}: not a result: {error} (--restart overwrites the file)"
                ) from None


# --- how it is told


def _as_csv(summary: Summary) -> str:
    """A line for each measure."""
    text = io.StringIO()
    write = csv.writer(text, lineterminator="\n").writerow
    write(("of", "number", "name", "measure", "value", "low", "high", "count"))
    for kind, which, name, measure in summary.rows():
        called = summary.players[int(which) - 1] if kind == "player" else ""
        low, high = measure.interval or (None, None)
        count = measure.of if isinstance(measure, Share) else measure.count
        cells = [_csv_number(value) for value in (measure.value, low, high)]
        write((kind, which, called, name, *cells, count))
    return text.getvalue()


def _csv_number(value: float | None) -> str:
    return "" if value is None else f"{value:.6g}"


def _in_words(
    args: argparse.Namespace, rules: GameRules, summary: Summary, style: Style
) -> Iterator[str]:
    """The summary as tables."""
    name = args.rules or _CLASSIC
    options = [f"--rules {name}", *changes_of(RULES[name].game, rules), f"--seed {args.seed}"]
    yield style.bold(f"{number(summary.games, 'game')} with {' '.join(options)}")
    yield ""
    names = [f"{n} {name}" for n, name in enumerate(summary.players, start=1)]
    yield from _table("player", names, summary.by_player, style)
    yield ""
    places = [_ordinal(n) for n in range(1, len(summary.players) + 1)]
    yield from _table("in turn", places, summary.by_place, style)
    yield ""
    yield "Shares and means a round, and in parentheses where the true value lies, with a"
    yield "confidence of 95 %. Points, cards left and drawn: of a player in a round."
    yield ""
    yield from _lines_of(summary, args.most_turns)


def _lines_of(summary: Summary, most_turns: int) -> Iterator[str]:
    """What is said of all players together."""
    played_out = summary.games - summary.unfinished
    if played_out:
        yield f"A game has {_mean(summary.rounds)} rounds."
    if summary.turns.count:
        yield (
            f"A round has {_mean(summary.turns)} turns; in {_percent(summary.idle)} of them "
            "nothing is laid."
        )
        yield f"{_percent(summary.blocked)} of the rounds end with no hand empty."
    if summary.shared:
        yield f"{number(summary.shared, 'game')} of these {_were(summary.shared)} won by several."
    if summary.unwon:
        yield f"{number(summary.unwon, 'game')} of these {_were(summary.unwon)} won by nobody."
    if summary.unfinished:
        yield (
            f"{number(summary.unfinished, 'game')} {_were(summary.unfinished)} given up, and "
            f"won by nobody: a round took more than {most_turns:,} turns."
        )


_HEADS: Final = ("games won", "rounds won", "points", "left", "no play", "drawn")


def _table(
    what: str, names: Sequence[str], standings: Iterable[Standing], style: Style
) -> Iterator[str]:
    """A table of standings, one a line."""
    rows = [
        [
            _percent(each.games),
            _percent(each.rounds),
            _mean(each.points),
            _plain(each.left),
            _percent(each.idle, interval=False),
            _plain(each.drawn),
        ]
        for each in standings
    ]
    first = max(map(len, (what, *names)))
    widths = [max(map(len, column)) for column in zip(_HEADS, *rows, strict=True)]
    # the widest columns hold intervals, which are told apart best from the left
    heads = "  ".join(
        head.ljust(width) if i < _WITH_INTERVALS else head.rjust(width)
        for i, (head, width) in enumerate(zip(_HEADS, widths, strict=True))
    )
    yield style.bold(f"  {what.ljust(first)}  {heads}".rstrip())
    for name, row in zip(names, rows, strict=True):
        cells = "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        yield f"  {name.ljust(first)}  {cells}"


_WITH_INTERVALS: Final = 3


def _percent(share: Share, *, interval: bool = True) -> str:
    if share.value is None:
        return "-"
    text = f"{100 * share.value:.1f} %"
    if interval and share.interval is not None:
        text += " ({:.1f}-{:.1f})".format(*(100 * end for end in share.interval))
    return text


def _mean(mean: Mean) -> str:
    text = _plain(mean)
    if mean.interval is not None:
        text += " ({:.2f}-{:.2f})".format(*mean.interval)
    return text


def _plain(mean: Mean) -> str:
    return "-" if mean.value is None else f"{mean.value:.2f}"


def _ordinal(place: int) -> str:
    """A place: ``1st``, ``2nd``, ``11th``."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{'th' if place // 10 == 1 else ending}"


def _were(count: int) -> str:
    return "was" if count == 1 else "were"
