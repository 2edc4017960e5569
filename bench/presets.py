"""Best plays and judged turns a second under each named rule set: ``python -m bench.presets``.

The positions are those of the suites mid40 and mid40_2jokers. Where rules have no jokers,
these are left out of the table and the hand; where jokers leave a meld only in exchange,
the table is given in melds. A table that cannot be laid under the rules is left out.

The turns that are judged are these plays: the position before is known, and the one after
is read from JSON, as a game server gets it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Final

from machiavelli_solver import JOKER, RULES, NamedRules, Position, Table, after_play, arrange, judge

from .positions import Sample, suites
from .report import facts, milliseconds, number, table
from .timing import Spread, machine, timed
from .ways import Way, table_loaded

SUITES: Final = ("mid40", "mid40_2jokers")
HEADS: Final = (
    "rules", "suite", "positions", "median ms", "worst ms", "plays/s", "shed", "judged/s",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rate:
    """Best plays under some rules.

    Args:
        rules: their name.
        suite: the positions.
        seconds: how long each play took, the median of its rounds.
        shed: how many cards all plays shed.
        judging: how long it took to judge each of them.
    """

    rules: str
    suite: str
    seconds: Sequence[float]
    shed: int
    judging: Sequence[float]

    def cells(self) -> list[str]:
        """The rate as a line of the table."""
        spread = Spread.of(self.seconds)
        times = milliseconds(spread.median), milliseconds(spread.worst)
        plays, judged = (number(len(each) / sum(each)) for each in (self.seconds, self.judging))
        return [self.rules, self.suite, str(spread.count), *times, plays, str(self.shed), judged]


def sample_for(sample: Sample, named: NamedRules) -> Sample | None:
    """A position as it is under some rules; None where its table cannot be laid."""
    rules = named.rules
    cards, hand = sample.table.cards, sample.hand
    if rules.jokers < sample.jokers:
        cards, hand = (tuple(card for card in part if card != JOKER) for part in (cards, hand))
    laid = arrange(cards, rules=rules)
    if laid is None:
        return None
    lying = Table.of(laid.melds) if rules.joker_moves == "swap" else Table(cards)
    return replace(sample, table=lying, hand=hand, rules=rules)


def judging(sample: Sample, way: Way) -> float:
    """How many seconds it takes to judge the best play of a position, the median of its rounds."""
    play = way.play(sample)
    assert play is not None, "the table can be laid"
    before = Position(sample.table, sample.hand)
    after = after_play(before, play).to_json()
    rounds = [timed(lambda: judge(before, after, sample.rules)) for _ in range(way.rounds)]
    assert all(verdict.legal == bool(play.shed) for _, verdict in rounds)
    return median(seconds for seconds, _ in rounds)


def rate(named: NamedRules, suite: str, way: Way) -> Rate | None:
    """The rate of best plays under some rules; None where no table can be laid."""
    samples = [sample for each in suites()[suite] if (sample := sample_for(each, named))]
    if not samples:
        return None
    for sample in samples:
        way.warm_up(sample)
    answers = [way.ask(sample) for sample in samples]
    shed = sum(max(0, count) for _, count in answers)
    judged = [judging(sample, way) for sample in samples]
    return Rate(named.name, suite, [seconds for seconds, _ in answers], shed, judged)


def main(argv: Sequence[str] | None = None) -> None:
    """Print the rates."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", nargs="*", choices=RULES, metavar="NAME", help="only these")
    parser.add_argument("--suites", nargs="*", choices=suites(), default=SUITES, metavar="NAME")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="calls a position")
    args = parser.parse_args(argv)
    way = replace(table_loaded(), rounds=args.rounds)
    rates = [
        found
        for suite in args.suites
        for name in args.rules or RULES
        if (found := rate(RULES[name], suite, way))
    ]
    print(facts(machine()))
    print()
    print(table(HEADS, [each.cells() for each in rates], left=2))


if __name__ == "__main__":
    main()
