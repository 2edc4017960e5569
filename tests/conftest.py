"""How the tests run: the ``--slow`` option, and the profiles of hypothesis.

``HYPOTHESIS_PROFILE`` names a profile: ``default``; ``ci``, which repeats the same examples
each time and is chosen where ``CI=true``; ``thorough``, with ten times the examples.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from machiavelli_solver.engines import counting

# how long an example takes says nothing about whether it is right
settings.register_profile(
    "default",
    max_examples=100,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("ci", settings.get_profile("default"), derandomize=True, database=None)
settings.register_profile("thorough", settings.get_profile("default"), max_examples=1000)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") == "true" else "default")
)


@pytest.fixture
def terminal_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands find the same environment, whatever that of the tests is."""
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands do not wait for what is only added to an answer."""
    from machiavelli_solver.cli import mending

    monkeypatch.setattr(mending, "PATIENCE", 0.3)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the exhaustive checks as well")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--slow"):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not item.get_closest_marker("slow")]


@pytest.fixture
def lazy(monkeypatch: pytest.MonkeyPatch) -> None:
    """No table is loaded, whatever was loaded before."""
    monkeypatch.setattr(counting, "_LOADED", {})
