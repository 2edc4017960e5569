"""Rounds under the rules of every sheet, compared: what ``python -m bench.facts games`` prints.

Four greedy players play a round each time: so the unit is the same under all rules, whatever makes
a game of them.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from pathlib import Path
from typing import Final

from machiavelli_solver import RULES, GameResult, Share, Summary, from_dict
from machiavelli_solver.cli import main as machiavelli
from machiavelli_solver.games.summary import Mean

from .report import table

SHEETS: Final = tuple(name for name, named in RULES.items() if named.sheet.endswith("sheet"))
"""The rules of the four sheets."""

PLAYERS: Final = ("greedy",) * 4

HEADS: Final = ("rules", "turns", "drawn", "no play", "blocked", "1st", "2nd", "3rd", "4th")


def play(name: str, file: Path, *, games: int, seed: int, workers: int) -> None:
    """Play rounds under the rules of a name into a file, or go on with it."""
    options = ["--rules", name, "--rounds", "1", "--players", *PLAYERS, "--games", str(games)]
    more = ["--seed", str(seed), "--workers", str(workers), "--out", str(file), "--json"]
    with redirect_stdout(io.StringIO()):  # all of them are told together
        stopped = machiavelli(["simulate", *options, *more])
    if stopped:
        raise SystemExit(f"{file}: stopped")


def summary_of(file: Path) -> Summary:
    """What the rounds of a file say together."""
    summary = Summary(PLAYERS)
    for result in results(file):
        summary.add(result)
    return summary


def results(file: Path) -> Iterator[GameResult]:
    """The results in a file, one a line."""
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            data = json.loads(line)
            data.pop("options")  # all lines were played with the same
            yield from_dict(GameResult, data)


def compared(summaries: Mapping[str, Summary]) -> str:
    """A row for the rules of each name."""
    return table(HEADS, [[f"`{name}`", *_row(each)] for name, each in summaries.items()])


def _row(summary: Summary) -> Iterator[str]:
    yield _mean(summary.turns)
    yield _mean(summary.drawn)
    yield _share(summary.idle)
    yield _share(summary.blocked)
    for standing in summary.by_place:
        yield _share(standing.rounds)


def _mean(mean: Mean) -> str:
    """A mean, with what its true value may be more or less."""
    assert mean.value is not None
    assert mean.interval is not None
    return f"{mean.value:.1f} ± {mean.interval[1] - mean.value:.1f}"


def _share(share: Share) -> str:
    assert share.value is not None
    assert share.interval is not None
    low, high = share.interval
    return f"{share.value:.1%} ± {(high - low) / 2:.1%}"
