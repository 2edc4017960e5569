"""How long the turns of whole games take: ``python -m bench.turns``.

Four players play greedily: whoever's turn it is lays the best play, or draws a card where that
lays nothing. The deal comes from a seed. So the positions are those of real games: small hands,
some support cards, and a table that grows meld by meld. `--tidy` asks for tidy plays.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import mean, quantiles
from time import process_time
from typing import Final

from machiavelli_solver import (
    JOKER,
    RULES,
    AnyCard,
    Play,
    Position,
    Rules,
    Table,
    after_play,
    best_play,
    load_tables,
)
from machiavelli_solver.cards import CARDS

from .report import facts, milliseconds, table
from .timing import collect, machine

PLAYERS: Final = 4
MOST_TURNS: Final = 400
HEADS: Final = ("rules", "turns", "mean ms", "median ms", "99% ms", "worst ms", "shed")


def deal(rules: Rules, seed: int, *, cards: int, support: int) -> Iterator[list[AnyCard]]:
    """The hands, then the support cards, then the rest of the pack."""
    pack: list[AnyCard] = [*CARDS * rules.decks, *[JOKER] * rules.jokers]
    random.Random(seed).shuffle(pack)
    for count in (*[cards] * PLAYERS, support, len(pack)):
        yield pack[:count]
        del pack[:count]


def game(
    rules: Rules, seed: int, *, cards: int = 5, support: int = 4, tidy: bool = False
) -> Iterator[tuple[Position, Play, float]]:
    """The turns of a game: what was asked, what was found, and the processor time of it."""
    *hands, help_cards, pack = deal(rules, seed, cards=cards, support=support)
    lying = Table.of([])
    passed = 0
    for turn in range(MOST_TURNS):
        at = turn % PLAYERS
        before = Position(lying, tuple(hands[at]), support=tuple(help_cards))
        start = process_time()
        play = best_play(before.table, before.hand, support=before.support, rules=rules, tidy=tidy)
        seconds = process_time() - start
        assert play is not None, "the table lies in valid melds"
        yield before, play, seconds
        passed = 0 if play.shed or pack else passed + 1
        if play.shed:
            after = after_play(before, play)
            lying, hands[at], help_cards = after.table, [*after.hand], [*after.support]
        elif pack:
            hands[at].append(pack.pop())
        if not hands[at] or passed == PLAYERS:
            return


def main(argv: Sequence[str] | None = None) -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", nargs="*", choices=RULES, default=list(RULES), metavar="NAME")
    parser.add_argument("--jokers", type=int, metavar="N", help="in place of those of the rules")
    parser.add_argument("--games", type=int, default=20, metavar="N", help="how many games each")
    parser.add_argument("--cards", type=int, default=5, metavar="N", help="how many are dealt")
    parser.add_argument("--support", type=int, default=4, metavar="N", help="support cards")
    parser.add_argument("--tidy", action="store_true", help="ask for tidy plays")
    args = parser.parse_args(argv)
    load_tables()
    rows = []
    for name in args.rules:
        rules = RULES[name].rules
        if args.jokers is not None:
            rules = replace(rules, jokers=args.jokers)
        seconds, shed = [], 0
        for seed in range(args.games):
            collect()
            turns = game(rules, seed, cards=args.cards, support=args.support, tidy=args.tidy)
            for _, play, taken in turns:
                seconds.append(taken)
                shed += len(play.shed)
        hundredths = quantiles(seconds, n=100)
        told = (mean(seconds), hundredths[49], hundredths[98], max(seconds))
        rows.append([name, str(len(seconds)), *map(milliseconds, told), str(shed)])
    print(facts(machine()))
    print()
    print(table(HEADS, rows))


if __name__ == "__main__":
    main()
