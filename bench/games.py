"""Rounds and games a second for each player under each named rule set: ``python -m bench.games``.

Four players of one kind play games from fixed seeds, in this process, one game after another, until
so many seconds are over; a game that was begun is played to its end. Times are processor time.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from time import process_time

from machiavelli_solver import PLAYERS, RULES, Summary, load_tables, simulate

from .report import facts, number, table
from .timing import collect, machine

HEADS = ("rules", "player", "games", "rounds/game", "turns/round", "games/s", "rounds/s", "ms/turn")
SEATS = 4


def rate(rules: str, player: str, seconds: float) -> list[str]:
    """A line of the table."""
    summary = Summary([player] * SEATS)
    games = simulate(RULES[rules].game, summary.players, games=1_000_000)
    collect()
    start = process_time()
    while (spent := process_time() - start) < seconds:
        summary.add(next(games))
    games.close()
    rounds, turns = summary.rounds.sum, summary.turns.sum
    return [
        rules,
        player,
        str(summary.games),
        number(rounds / summary.games),
        number(turns / rounds),
        number(summary.games / spent),
        number(rounds / spent),
        number(1000 * spent / turns),
    ]


def main(argv: Sequence[str] | None = None) -> None:
    """Print the rates."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", nargs="*", choices=RULES, metavar="NAME", help="only these")
    parser.add_argument("--players", nargs="*", choices=PLAYERS, metavar="NAME", help="only these")
    parser.add_argument("--seconds", type=float, default=5, metavar="S", help="for each line")
    args = parser.parse_args(argv)
    load_tables()
    rows = [
        rate(rules, player, args.seconds)
        for rules in args.rules or RULES
        for player in args.players or PLAYERS
    ]
    print(facts(machine()))
    print()
    print(table(HEADS, rows, left=2))


if __name__ == "__main__":
    main()
