"""How the time grows: ``python -m bench.growth --plot docs/growth.svg``.

One thing grows at a time: the table, the hand, the decks, the jokers. Each cell has
seeded random positions, and no cell may take longer than its share of the time.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from machiavelli_solver import Rules

from .positions import Sample, random_samples
from .report import facts, milliseconds, table
from .timing import Spread, load, machine
from .ways import Way, cold, integer_program, table_loaded


@dataclass(frozen=True, slots=True)
class Axis:
    """What grows, while the rest stays at 40 cards, 14 in the hand, two decks, no jokers.

    Args:
        name: what grows.
        steps: the values it takes.
        unit: what they count.
        beside: what stays as it is.
    """

    name: str
    steps: range
    unit: str
    beside: str

    def samples(self, step: int, count: int) -> list[Sample]:
        """Random positions of one cell."""
        laid, held, decks, jokers = TABLE, HAND, 2, 0
        match self.name:
            case "table":
                laid, held = step, min(HAND, 104 - step)
            case "hand":
                held = step
            case "decks":
                laid, decks = 20 * step, step
            case "jokers":
                jokers = step
        rules = Rules(decks=decks, jokers=jokers)
        return random_samples(f"growth-{self.name}-{step}", rules, laid, held, count=count)


TABLE: Final = 40
HAND: Final = 14

AXES: Final = (
    Axis("table", range(10, 101, 10), "cards on the table", "14 in the hand"),
    Axis("hand", range(5, 51, 5), "cards in the hand", "40 on the table"),
    Axis("decks", range(1, 5), "decks", "20 a deck on the table, 14 in the hand"),
    Axis("jokers", range(5), "jokers, half in the hand", "40 on the table, 14 in the hand"),
)


@dataclass(frozen=True, slots=True)
class Cell:
    """The times of one way at one step."""

    axis: Axis
    step: int
    way: str
    spread: Spread


def measure(axis: Axis, ways: Sequence[Way], *, count: int, seconds: float) -> Iterator[Cell]:
    """Time all cells of an axis, each way for so many seconds at most, but 3 positions."""
    for step in axis.steps:
        samples = axis.samples(step, count)
        times: dict[str, list[float]] = {way.name: [] for way in ways}
        spent = dict.fromkeys(times, 0.0)
        for way in ways:
            way.warm_up(samples[0])
        for number, sample in enumerate(samples):
            shed = set()
            for way in ways:
                if number < 3 or spent[way.name] < seconds:
                    start = perf_counter()
                    time, answer = way.ask(sample)
                    spent[way.name] += perf_counter() - start
                    times[way.name].append(time)
                    shed.add(answer)
            if len(shed) > 1:
                raise AssertionError(f"{sample.name}: the engines do not agree: {shed}")
        for way in ways:
            yield Cell(axis, step, way.name, Spread.of(times[way.name]))
        print(f"{axis.name} {step}", file=sys.stderr, flush=True)


def as_table(axis: Axis, cells: Sequence[Cell], ways: Sequence[str]) -> str:
    """One axis as Markdown: a line a step, median and worst a way."""
    rows = []
    for step in axis.steps:
        row = [str(step)]
        for way in ways:
            spread = next(c.spread for c in cells if c.step == step and c.way == way)
            row += [milliseconds(spread.median), milliseconds(spread.worst), str(spread.count)]
        rows.append(row)
    heads = [axis.name]
    for way in ways:
        heads += [f"{way}: median ms", "worst ms", "n"]
    return f"{axis.unit}; {axis.beside}:\n\n{table(heads, rows, left=0)}\n"


COLOURS: Final = {
    "counting, table loaded": "#0b6e4f",
    "counting, cold": "#6ab187",
    "ip": "#c8553d",
}
TICKS: Final = (0.01, 0.1, 1, 10, 100, 1000, 10_000)


def plot(cells: Sequence[Cell], path: Path) -> None:
    """Draw all axes side by side: medians as lines, the worst of each cell as a dot."""
    matplotlib: Any = import_module("matplotlib")
    matplotlib.use("Agg")
    matplotlib.rcParams.update(
        {"svg.hashsalt": "growth", "svg.fonttype": "none", "font.family": "sans-serif"}
    )
    pyplot: Any = import_module("matplotlib.pyplot")
    figure, panels = pyplot.subplots(1, len(AXES), figsize=(11, 3.6), sharey=True)
    for axis, panel in zip(AXES, panels, strict=True):
        for way, colour in COLOURS.items():
            drawn = [cell for cell in cells if cell.axis is axis and cell.way == way]
            steps = [cell.step for cell in drawn]
            medians = [1000 * cell.spread.median for cell in drawn]
            worst = [1000 * cell.spread.worst for cell in drawn]
            line = {"linewidth": 1.8, "marker": "o", "markersize": 3}
            panel.plot(steps, medians, color=colour, label=way, **line)
            panel.plot(steps, worst, ".", color=colour, markersize=5, alpha=0.7)
        _dress(axis, panel)
    panels[0].set_ylabel("one best play, ms")
    handles, labels = panels[0].get_legend_handles_labels()
    dot = pyplot.Line2D([], [], marker=".", linestyle="", color="#777777")
    figure.legend(
        [*handles, dot],
        [*labels, "worst position"],
        loc="upper center",
        ncols=len(labels) + 1,
        frameon=False,
    )
    figure.tight_layout(rect=(0, 0, 1, 0.92))
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None, dpi=150)
    pyplot.close(figure)


def _dress(axis: Axis, panel: Any) -> None:
    """Scales, ticks and grid of one panel."""
    panel.set_yscale("log")
    least, most = panel.get_ylim()
    ticks = [tick for tick in TICKS if least / 2 <= tick <= 2 * most]
    panel.set_yticks(ticks, [f"{tick:,g}" for tick in ticks])
    panel.minorticks_off()
    panel.set_xlabel(axis.unit)
    panel.set_title(axis.beside, fontsize=8, color="#666666")
    panel.set_xticks(axis.steps if len(axis.steps) <= 5 else axis.steps[1::2])
    panel.grid(axis="y", color="#dddddd", linewidth=0.6)
    panel.set_axisbelow(True)
    for side in ("top", "right"):
        panel.spines[side].set_visible(False)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print the tables, and draw the plot where one is asked for."""
    parser = argparse.ArgumentParser(prog="bench.growth", description=__doc__.partition("\n")[0])
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw it (.svg or .png)")
    parser.add_argument("--count", type=int, default=20, help="positions a cell (20)")
    parser.add_argument(
        "--seconds", type=float, default=5, help="of each way in a cell, at most (5)"
    )
    options = parser.parse_args(arguments)
    ways = (table_loaded(), cold(), integer_program())
    on = machine()
    cells: list[Cell] = []
    for axis in AXES:
        taken = list(measure(axis, ways, count=options.count, seconds=options.seconds))
        print(as_table(axis, taken, [way.name for way in ways]), flush=True)
        cells += taken
    on["load afterwards"] = load()
    print("Taken on:\n", facts(on), sep="\n")
    print("\nThere is no table for three and four decks: there the memo stays warm instead.")
    if options.plot:
        plot(cells, options.plot)
    return 0


if __name__ == "__main__":
    sys.exit(main())
