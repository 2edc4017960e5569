"""What it costs to leave a table alone: ``python -m bench.tidy``.

The tables of the suites are laid in melds, as the engine arranges them; each position is then
asked for its best play with and without the tidiest layout, in turn.
"""

from __future__ import annotations

import argparse
from statistics import median

from machiavelli_solver import Table, arrange, best_play, load_tables

from .positions import suites
from .report import facts, number, table
from .timing import collect, machine, timed


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", choices=list(suites()), default=list(suites()))
    parser.add_argument("--rounds", type=int, default=3, help="how often each position is asked")
    options = parser.parse_args()
    load_tables()
    taken_on = machine()
    rows = []
    for name in options.only:
        times: dict[bool, list[float]] = {False: [], True: []}
        proven, cuts = 0, []
        for sample in suites()[name]:
            laid = arrange(sample.table, rules=sample.rules)
            if laid is None:
                continue
            melds = Table.of(laid.melds)
            collect()
            for tidy, seconds in times.items():
                asked = [
                    timed(
                        lambda: best_play(melds, sample.hand, rules=sample.rules, tidy=tidy)  # noqa: B023
                    )
                    for _ in range(options.rounds)
                ]
                seconds.append(median(time for time, _ in asked))
            play = asked[0][1]
            if play is not None and play.tidy:
                proven += 1
                cuts.append(play.cuts)
        plain, tidied = (median(seconds) * 1000 for seconds in times.values())
        rows.append(
            [
                name,
                str(len(times[True])),
                number(plain),
                number(tidied),
                number(max(times[True]) * 1000),
                f"{tidied / plain:.1f}x",
                f"{proven}",
                number(median(cuts)) if cuts else "-",
            ]
        )
    heads = ["suite", "positions", "plain ms", "tidy ms", "worst ms", "ratio", "proven", "cuts"]
    print(table(heads, rows))
    print(facts(taken_on))


if __name__ == "__main__":
    main()
