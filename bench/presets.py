"""How many best plays a second there are under each named rule set: ``python -m bench.presets``.

The positions are those of the suites mid40 and mid40_2jokers. Where rules have no jokers,
these are left out of the table and the hand; where jokers leave a meld only in exchange,
the table is given in melds. A table that cannot be laid under the rules is left out.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from machiavelli_solver import JOKER, RULES, NamedRules, Table, arrange

from .positions import Sample, suites
from .report import facts, milliseconds, number, table
from .timing import Spread, machine
from .ways import Way, table_loaded

SUITES: Final = ("mid40", "mid40_2jokers")
HEADS: Final = ("rules", "suite", "positions", "median ms", "worst ms", "plays/s", "shed")


@dataclass(frozen=True, slots=True)
class Rate:
    """Best plays under some rules.

    Args:
        rules: their name.
        suite: the positions.
        seconds: how long each play took, the median of its rounds.
        shed: how many cards all plays shed.
    """

    rules: str
    suite: str
    seconds: Sequence[float]
    shed: int

    def cells(self) -> list[str]:
        """The rate as a line of the table."""
        spread = Spread.of(self.seconds)
        rate = number(len(self.seconds) / sum(self.seconds))
        times = milliseconds(spread.median), milliseconds(spread.worst)
        return [self.rules, self.suite, str(spread.count), *times, rate, str(self.shed)]


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


def rate(named: NamedRules, suite: str, way: Way) -> Rate | None:
    """The rate of best plays under some rules; None where no table can be laid."""
    samples = [sample for each in suites()[suite] if (sample := sample_for(each, named))]
    if not samples:
        return None
    for sample in samples:
        way.warm_up(sample)
    answers = [way.ask(sample) for sample in samples]
    shed = sum(max(0, count) for _, count in answers)
    return Rate(named.name, suite, [seconds for seconds, _ in answers], shed)


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
