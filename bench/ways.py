"""The ways a best play is asked for, and many positions timed all ways, side by side."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Final

from machiavelli_solver import EngineName, Play, Position, best_play

from .memory import Memory
from .positions import Sample, shed_count
from .timing import Spread, collect, run_python, timed

LONG: Final = 3
"""After so many seconds a position is not asked another time."""


@dataclass(frozen=True, slots=True)
class Way:
    """An engine, and what it remembers when it is asked.

    Args:
        name: what tables call it.
        engine: the engine.
        memory: its caches.
        fresh: forget everything before each call.
        rounds: how often each position is asked; the median of its times counts.
    """

    name: str
    engine: EngineName
    memory: Memory
    fresh: bool = False
    rounds: int = 3

    def play(self, sample: Sample) -> Play | None:
        """The call that is timed: all of `best_play`, but the reading of text."""
        return best_play(sample.table, sample.hand, rules=sample.rules, engine=self.engine)

    def prepare(self) -> None:
        """What is done before each call, untimed."""
        if self.fresh:
            self.memory.forget()

    def warm_up(self, sample: Sample) -> None:
        """Answer once before the first timed call, so that imports and caches are made."""
        with self.memory:
            self.play(sample)

    def ask(self, sample: Sample) -> tuple[float, int]:
        """The median of a position's times, in seconds, and how many cards are shed."""
        seconds = []
        shed = 0
        with self.memory:
            collect()
            for _ in range(self.rounds):
                self.prepare()
                time, play = timed(lambda: self.play(sample))
                seconds.append(time)
                shed = shed_count(play)
                if sum(seconds) > LONG:
                    break
        return median(seconds), shed


def table_loaded() -> Way:
    return Way("counting, table loaded", "counting", Memory(tables=True), rounds=5)


def memo_warm() -> Way:
    """No table; what earlier positions have left in the memo is still there."""
    return Way("counting, memo warm", "counting", Memory(tables=False))


def cold() -> Way:
    """No table and no memo: each position is the first, in a process that has imported all."""
    return Way("counting, cold", "counting", Memory(tables=False), fresh=True)


def integer_program() -> Way:
    return Way("ip", "ip", Memory(tables=False))


def all_ways() -> tuple[Way, ...]:
    return (table_loaded(), memo_warm(), cold(), integer_program())


@dataclass(slots=True)
class Comparison:
    """Times by way, one for each position, and positions on which ways do not agree."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    disagreements: list[str] = field(default_factory=list)

    def add(self, way: str, seconds: float) -> None:
        self.seconds.setdefault(way, []).append(seconds)

    def spread(self, way: str) -> Spread:
        return Spread.of(self.seconds[way])

    def ratio(self, slow: str, fast: str) -> float:
        """How many times the median of one way is that of another."""
        return self.spread(slow).median / self.spread(fast).median


def compare(samples: Sequence[Sample], ways: Iterable[Way]) -> Comparison:
    """Time positions all ways. Position by position, so that the machine's moods hit all."""
    ways = list(ways)
    comparison = Comparison()
    for way in ways:
        # an engine's memory is warm when it has seen the positions once; cold ones forget
        for sample in samples[:1] if way.fresh or way.engine == "ip" else samples:
            way.warm_up(sample)
    for sample in samples:
        answers = {} if sample.most is None else {"known": sample.most}
        for way in ways:
            seconds, answers[way.name] = way.ask(sample)
            comparison.add(way.name, seconds)
        if len(set(answers.values())) > 1:
            comparison.disagreements.append(f"{sample.name}: {answers}")
    return comparison


FIRST_CALL: Final = """
import json, sys
from time import perf_counter
from machiavelli_solver import Position, Rules, best_play
given = json.load(sys.stdin)
position = Position.from_dict(given["position"])
rules = Rules(**given["rules"])
start = perf_counter()
play = best_play(position.table, position.hand, rules=rules, engine=given["engine"])
seconds = perf_counter() - start
print(json.dumps([seconds, -1 if play is None else len(play.shed)]))
"""


def first_call(sample: Sample, engine: EngineName) -> tuple[float, int]:
    """The first call of a new process that has imported the package, and nothing else.

    The import of the engine, and all that it prepares, is in the time.
    """
    rules = {"decks": sample.rules.decks, "jokers": sample.rules.jokers, "aces": sample.rules.aces}
    position = Position(sample.table, sample.hand).to_dict()
    given = json.dumps({"position": position, "rules": rules, "engine": engine})
    _, output = run_python("-c", FIRST_CALL, stdin=given)
    seconds, shed = json.loads(output)
    return seconds, shed
