"""Both engines on every suite, position by position: ``python -m pytest bench``.

The positions of a suite take turns: each is asked all ways before the next one, so that
what else the machine does meanwhile is shared fairly. Answers are compared; times are
told, never asserted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from machiavelli_solver import Play

from .positions import Sample, puzzles, shed_count, slowest, suites
from .timing import collect
from .ways import Comparison, Way, all_ways, first_call

SUITES: Final = {**suites(), "puzzles": puzzles(), "slowest": slowest()}
WAYS: Final = all_ways()
FIRST_CALLS: Final = 3
"""How many positions of each suite are asked in new processes, which takes a while."""

POSITIONS: Final = [
    pytest.param(suite, sample, id=sample.name)
    for suite, samples in SUITES.items()
    for sample in samples
]
FIRST: Final = [
    pytest.param(suite, sample, id=sample.name)
    for suite, samples in suites().items()
    for sample in samples[:FIRST_CALLS]
]


@pytest.fixture(scope="module")
def answers() -> dict[str, int]:
    """How many cards can be shed, by the name of the position: as known, or as answered."""
    return {
        sample.name: sample.most
        for samples in SUITES.values()
        for sample in samples
        if sample.most is not None
    }


@pytest.mark.parametrize("way", [pytest.param(way, id=way.name) for way in WAYS])
@pytest.mark.parametrize(("suite", "sample"), POSITIONS)
def test_best_play(
    suite: str,
    sample: Sample,
    way: Way,
    benchmark: BenchmarkFixture,
    results: dict[str, Comparison],
    answers: dict[str, int],
) -> None:
    benchmark.group = sample.name
    if not way.fresh:
        way.warm_up(sample)
    with way.memory:
        collect()
        pedantic: Callable[..., Play | None] = benchmark.pedantic
        rounds = 1 if suite == "slowest" else way.rounds
        play = pedantic(way.play, args=(sample,), setup=way.prepare, rounds=rounds)
    if benchmark.stats is not None:
        results.setdefault(suite, Comparison()).add(way.name, benchmark.stats.stats.median)
    assert shed_count(play) == answers.setdefault(sample.name, shed_count(play))


@pytest.mark.parametrize("engine", ["counting", "ip"])
@pytest.mark.parametrize(("suite", "sample"), FIRST)
def test_the_first_call_of_a_process(
    suite: str, sample: Sample, engine: str, results: dict[str, Comparison]
) -> None:
    seconds, shed = first_call(sample, "counting" if engine == "counting" else "ip")
    results.setdefault(suite, Comparison()).add(f"{engine}, first call of a process", seconds)
    if sample.most is not None:
        assert shed == sample.most
