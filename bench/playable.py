"""What it costs to ask which cards can be added to a play: ``python -m bench.playable``.

Each position is asked for its best play, not tidy, for the cards that can be chosen first, and
for those that can be chosen after one of these, in turn. Times are processor time.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from statistics import median
from time import process_time

from machiavelli_solver import best_play, playable

from .positions import Cards, Sample, suites
from .report import facts, milliseconds, number, table
from .timing import collect, machine


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    only = ["mid40", "game_mid", "mid40_2jokers"]
    parser.add_argument("--only", nargs="+", choices=list(suites()), default=only)
    parser.add_argument("--rounds", type=int, default=3, help="the best of so many times counts")
    options = parser.parse_args()
    taken_on = machine()
    rows = []
    for name in options.only:
        times = [times_of(sample, options.rounds) for sample in suites()[name]]
        plain, first, second = zip(*times, strict=True)
        cells = [each for taken in (plain, first, second) for each in (median(taken), max(taken))]
        ratios = [number(median(taken) / median(plain)) for taken in (first, second)]
        rows.append([name, str(len(times)), *map(milliseconds, cells), *ratios])
    heads = ["suite", "positions", "best play ms", "worst", "nothing chosen ms", "worst"]
    heads += ["one chosen ms", "worst", "ratio", "ratio"]
    print(table(heads, rows))
    print(facts(taken_on))


def times_of(sample: Sample, rounds: int) -> list[float]:
    """The seconds that a best play takes, and the cards with nothing and with one card chosen."""
    cards = ask(sample, ()) or sample.hand
    one = (cards[len(cards) // 2],)
    calls: list[Callable[[], object]] = [
        lambda: best_play(sample.table, sample.hand, rules=sample.rules, tidy=False),
        lambda: ask(sample, ()),
        lambda: ask(sample, one),
    ]
    collect()
    taken = [[spent(call) for call in calls] for _ in range(rounds)]
    return [min(times) for times in zip(*taken, strict=True)]


def ask(sample: Sample, chosen: Cards) -> Cards:
    """The cards that can be added."""
    return playable(sample.table, sample.hand, chosen, rules=sample.rules).cards


def spent(call: Callable[[], object]) -> float:
    """The processor time of a call, in seconds."""
    start = process_time()
    call()
    return process_time() - start


if __name__ == "__main__":
    main()
