"""The table at the end of ``python -m pytest bench``; pytest-benchmark's own is left out.

Its own would have a line for each position and way (``--benchmark-verbose`` shows it).
"""

from __future__ import annotations

from typing import Final

import pytest

from .report import milliseconds, number, table
from .timing import load
from .ways import Comparison

RESULTS: Final = pytest.StashKey[dict[str, Comparison]]()


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    config.stash[RESULTS] = {}
    # the garbage collector runs between rounds, not during them
    config.option.benchmark_disable_gc = True
    config.option.benchmark_quiet = True


@pytest.fixture(scope="session")
def results(pytestconfig: pytest.Config) -> dict[str, Comparison]:
    """The times by suite, for the table at the end."""
    return pytestconfig.stash[RESULTS]


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    rows = []
    for suite, comparison in config.stash[RESULTS].items():
        for way in comparison.seconds:
            spread = comparison.spread(way)
            slow = way.replace("counting", "ip") if "process" in way else "ip"
            ratio = ""
            if way.startswith("counting") and slow in comparison.seconds:
                ratio = f"{number(comparison.ratio(slow, way))}x"
            times = milliseconds(spread.median), milliseconds(spread.worst)
            rows.append((suite, way, str(spread.count), *times, ratio))
    if rows:
        heads = ("suite", "engine", "positions", "median ms", "worst ms", "faster than ip")
        terminalreporter.write_sep("=", f"best plays; load averages {load()}")
        terminalreporter.write_line(table(heads, rows, left=2))
