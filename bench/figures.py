"""The figures that this library is measured by: ``python -m bench.figures``.

All are taken in one run, and written as Markdown with the machine they were taken on.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, Final, Literal, TypeAlias

import numpy as np

from machiavelli_solver import Rules, are_valid, is_valid_counts

from .memory import Memory
from .positions import Sample, random_samples, random_tables, slowest, suites, whole_pack
from .report import facts, number, table
from .timing import collect, load, machine, run_python, timed
from .ways import Way, cold, compare, integer_program, table_loaded

Measure: TypeAlias = Literal["median", "worst", "ratio"]


@dataclass(frozen=True, slots=True)
class Aim:
    """What a figure should come to, at most or at least."""

    of: Measure
    sign: Literal["<=", ">="]
    value: float

    def is_reached(self, value: float) -> bool:
        return value <= self.value if self.sign == "<=" else value >= self.value


def at_most(*, median: float, worst: float | None = None, ratio: float | None = None) -> list[Aim]:
    """Times of so much at most, the ratio to the integer program of so much at least."""
    limits: list[Aim] = [Aim("median", "<=", median)]
    if worst is not None:
        limits.append(Aim("worst", "<=", worst))
    if ratio is not None:
        limits.append(Aim("ratio", ">=", ratio))
    return limits


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table.

    Args:
        what: the question and the positions.
        unit: of the median and the worst.
        median: of the values, one for each position or round.
        worst: of the same.
        count: how many values.
        aims: what is aimed for.
        ratio: how many times as long the integer program's median is, where it was asked.
        faults: answers that are not as they should be.
    """

    what: str
    unit: str
    median: float
    worst: float
    count: int
    aims: Sequence[Aim] = ()
    ratio: float | None = None
    faults: tuple[str, ...] = ()

    @property
    def reached(self) -> bool:
        return not self.faults and all(aim.is_reached(self._value(aim.of)) for aim in self.aims)

    def _value(self, of: Measure) -> float:
        return {"median": self.median, "worst": self.worst, "ratio": self.ratio or 0.0}[of]

    def cells(self) -> list[str]:
        """The figure as a line of the table."""
        names = {"median": "", "worst": "worst ", "ratio": "ip/"}
        aims = ", ".join(f"{names[aim.of]}{aim.sign} {aim.value:g}" for aim in self.aims)
        verdict = ("reached" if self.reached else "NOT reached") if self.aims else ""
        return [
            self.what,
            str(self.count),
            self.unit,
            number(self.median),
            number(self.worst),
            "" if self.ratio is None else f"{number(self.ratio)}x",
            aims,
            f"{verdict}, {len(self.faults)} WRONG" if self.faults else verdict,
        ]


HEADS: Final = ("figure", "n", "unit", "median", "worst", "ip/this", "aim", "")


def plays(
    what: str, samples: Sequence[Sample], way: Way, aims: Sequence[Aim], *, with_ip: bool = True
) -> Figure:
    """Best plays, by one way and by the integer program, side by side."""
    other = integer_program()
    comparison = compare(samples, [way, other] if with_ip else [way])
    spread = comparison.spread(way.name)
    return Figure(
        what,
        "ms",
        1000 * spread.median,
        1000 * spread.worst,
        spread.count,
        aims,
        comparison.ratio(other.name, way.name) if with_ip else None,
        tuple(comparison.disagreements),
    )


def best_plays() -> Iterator[Figure]:
    """All of `best_play`, from cards to checked melds; the table is loaded.

    Each position is asked 5 times, and the integer program 3 times in turn with it; the
    median of a position's times counts, and median and worst are over the positions.
    """
    for suite in ("mid40", "game_mid", "game_late", "big80"):
        aims = at_most(median=0.6, worst=10, ratio=20)
        yield plays(f"best play, {suite}", suites()[suite], table_loaded(), aims)


def best_plays_with_jokers() -> Iterator[Figure]:
    """The same with one joker on the table and one in the hand."""
    for suite, most in (("mid40_2jokers", 3.0), ("big80_2jokers", 1.5)):
        aims = at_most(median=most, worst=80, ratio=50)
        yield plays(f"best play, {suite}", suites()[suite], table_loaded(), aims)


def best_plays_cold() -> Iterator[Figure]:
    """No table, and all caches emptied before each call; modules are imported already."""
    aims = at_most(median=15, worst=150)
    yield plays("best play, cold, mid40_2jokers", suites()["mid40_2jokers"], cold(), aims)


def four_jokers() -> Iterator[Figure]:
    """30 cards on the table, random melds, and 12 random ones in the hand; table loaded."""
    for held, where in ((2, "2 on the table, 2 in the hand"), (4, "all in the hand")):
        samples = random_samples(
            f"four-jokers-{held}", Rules(jokers=4), 30, 12, count=100, hand_jokers=held
        )
        aims = at_most(median=15, worst=300)
        yield plays(f"best play, 4 jokers, {where}", samples, table_loaded(), aims)


def full_packs() -> Iterator[Figure]:
    """104 cards and the jokers in the hand, no table, cold; the values are 7 rounds."""
    for jokers, most in ((0, 20), (2, 100), (4, 1000)):
        way = cold()
        sample = whole_pack(jokers)
        way.warm_up(sample)
        times = [way.ask(sample)[0] for _ in range(7)]
        faults = () if way.ask(sample)[1] == 104 + jokers else (sample.name,)
        yield Figure(
            f"best play, cold, double pack and {jokers} jokers in the hand",
            "ms",
            1000 * median(times),
            1000 * max(times),
            len(times),
            at_most(median=most),
            faults=faults,
        )


def valid_counts() -> Iterator[Figure]:
    """`is_valid_counts`, one call a table; the median of each table's 5 times counts."""
    tables = random_tables("counts", 2000)
    seconds: list[float] = []
    with Memory(tables=True):
        is_valid_counts(tables[0])
        collect()
        for counts in tables:
            call = partial(is_valid_counts, counts)
            seconds.append(median(timed(call)[0] for _ in range(5)))
    yield Figure(
        "valid or not, counts, tables of 30 to 60 cards",
        "us",
        1e6 * median(seconds),
        1e6 * max(seconds),
        len(tables),
        at_most(median=6),
    )


def valid_batches() -> Iterator[Figure]:
    """`are_valid`, an array of 50,000 tables on one core; the values are 9 rounds."""
    tables = random_tables("batch", 50_000)
    counts = np.array(tables, dtype=np.uint8).reshape(-1, 4, 13)
    with one_core(), Memory(tables=True):
        valid = are_valid(counts)
        collect()
        rates = [len(tables) / timed(lambda: are_valid(counts))[0] for _ in range(9)]
        faults = tuple(
            f"table {i}"
            for i, table in enumerate(tables[:2000])
            if is_valid_counts(table) != valid[i]
        )
    yield Figure(
        f"valid or not, batch, tables of 30 to 60 cards, {valid.mean():.0%} valid",
        "million/s",
        median(rates) / 1e6,
        min(rates) / 1e6,
        len(rates),
        [Aim("median", ">=", 1)],
        faults=faults,
    )


@contextmanager
def one_core() -> Iterator[None]:
    """Keep to one core, where the system lets us."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


RUN_MAIN: Final = "import sys; from machiavelli_solver.cli import main; sys.exit(main())"
"""What the installed command does."""

COMMANDS: Final = {
    "import machiavelli_solver": ("-c", "import machiavelli_solver"),
    "machiavelli check": ("-c", RUN_MAIN, "check", "4-6C 6DHS"),
    "machiavelli play": (
        *("-c", RUN_MAIN, "play"),
        *("--table", "10HDS / JHDS / QHDC / 3-8C / KHDS / 4-7D", "--hand", "9S QDS 2C 8D 3D 3H"),
    ),
}


def processes() -> Iterator[Figure]:
    """Whole processes; in each of 21 rounds a bare one (``python -c pass``) is taken off."""
    above: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(21):
        bare, _ = run_python("-c", "pass")
        for name, arguments in COMMANDS.items():
            above[name].append(run_python(*arguments)[0] - bare)
    for name, seconds in above.items():
        most = 40 if name.startswith("import") else 120
        yield Figure(
            f"{name}, above bare Python",
            "ms",
            1000 * median(seconds),
            1000 * max(seconds),
            len(seconds),
            at_most(median=most),
        )


RESIDENT: Final = """
import os, resource
def resident():
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
import numpy
before = resident()
"""

MEMORY: Final = {
    "table loaded, one best play": """
from machiavelli_solver import best_play, load_tables
load_tables()
best_play("10HDS / JHDS / QHDC", "9S QDS 2C")
""",
    "table loaded, one batch as well": """
from machiavelli_solver import are_valid, best_play, load_tables
load_tables()
best_play("10HDS / JHDS / QHDC", "9S QDS 2C")
are_valid(numpy.ones((1000, 4, 13), dtype=numpy.uint8))
""",
}


def memory() -> Iterator[Figure]:
    """Resident memory of a process, above what it had when only numpy was imported."""
    for name, code in MEMORY.items():
        program = f"{RESIDENT}{code}\nprint(resident() - before)"
        sizes = [int(run_python("-c", program)[1]) / 1e6 for _ in range(5)]
        yield Figure(
            f"memory, {name}, above Python with numpy",
            "MB",
            median(sizes),
            max(sizes),
            len(sizes),
            at_most(median=60),
        )


def slowest_positions() -> Iterator[Figure]:
    """The slowest positions that `bench.worst` has found, table loaded and cold."""
    if slowest():
        yield plays("best play, the slowest known positions", slowest(), table_loaded(), [])
        yield plays("best play, cold, the same", slowest(), cold(), [], with_ip=False)


SECTIONS: Final = {
    "plays": best_plays,
    "jokers": best_plays_with_jokers,
    "cold": best_plays_cold,
    "four-jokers": four_jokers,
    "packs": full_packs,
    "counts": valid_counts,
    "batches": valid_batches,
    "processes": processes,
    "memory": memory,
    "slowest": slowest_positions,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Take the figures and print them."""
    parser = argparse.ArgumentParser(prog="bench.figures", description=__doc__.partition("\n")[0])
    parser.add_argument("--json", type=Path, metavar="FILE", help="write them as JSON, too")
    parser.add_argument("--only", nargs="+", choices=SECTIONS, default=list(SECTIONS))
    options = parser.parse_args(arguments)
    on = machine()
    figures: list[Figure] = []
    notes = []
    for name in options.only:
        print(f"{name} ...", file=sys.stderr, flush=True)
        section = SECTIONS[name]
        taken = list(section())
        figures += taken
        if taken:
            notes.append(f"- {name}: {' '.join((section.__doc__ or '').split())}")
    on["load afterwards"] = load()
    print(table(HEADS, [figure.cells() for figure in figures]))
    print("\nTaken on:\n", facts(on), "\nHow:\n", "\n".join(notes), sep="\n")
    for figure in figures:
        for fault in figure.faults:
            print(f"WRONG: {figure.what}: {fault}")
    if options.json:
        options.json.write_text(json.dumps(_as_json(on, figures), indent=1), encoding="utf-8")
    return 0


def _as_json(on: dict[str, str], figures: Sequence[Figure]) -> dict[str, Any]:
    lines = [{**asdict(figure), "reached": figure.reached} for figure in figures]
    return {"machine": on, "figures": lines}


if __name__ == "__main__":
    sys.exit(main())
