"""This library and others on the suites: ``python -m bench.peers.compare``.

Each peer is asked the suites that it can be asked, under the aces that it knows, in turn
with this library. A position is never asked twice in a row: a solver that starts from its
last answer would have it already.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Final

from ..positions import Sample, known, shed_count, suites
from ..report import facts, milliseconds, table
from ..timing import Spread, collect, load, machine, timed
from ..ways import table_loaded
from .machiavelli_cvxpy import MachiavelliCvxpy
from .peer import NotInstalledError, Peer
from .rummikub import RummikubSolver

PEERS: Final[Sequence[Callable[[], Peer]]] = (MachiavelliCvxpy, RummikubSolver)


@dataclass(slots=True)
class Side:
    """The times of one side by position, and the answers that are not the known ones."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    wrong: dict[str, str] = field(default_factory=dict)

    def ask(self, sample: Sample, call: Callable[[], int]) -> None:
        """Time one call, and check it."""
        collect()
        try:
            time, shed = timed(call)
        except Exception as error:  # whatever a peer raises is its answer
            self.wrong[sample.name] = f"{sample.name}: {type(error).__name__}: {error}"[:100]
            return
        self.seconds.setdefault(sample.name, []).append(time)
        # nothing shed and no arrangement at all are one answer to some
        if max(shed, 0) != max(sample.most or 0, 0):
            self.wrong[sample.name] = f"{sample.name}: {shed} shed, {sample.most} can be"

    @property
    def spread(self) -> Spread:
        return Spread.of([median(times) for times in self.seconds.values()])


def duel(peer: Peer, samples: Sequence[Sample], rounds: int) -> tuple[Side, Side]:
    """This library and a peer on the same positions, in turn."""
    ours, theirs = Side(), Side()
    way = table_loaded()
    questions = [(sample, peer.question(sample)) for sample in samples]
    for sample in samples:
        way.warm_up(sample)
    for _, question in questions[:2]:
        question()
    for _ in range(rounds):
        for sample, question in questions:
            with way.memory:
                ours.ask(sample, lambda: shed_count(way.play(sample)))  # noqa: B023
            theirs.ask(sample, question)
    return ours, theirs


def lines(peer: Peer, rounds: int) -> Iterator[tuple[list[str], Side]]:
    """A peer's lines of the table, with its side of it."""
    for suite, all_samples in {**suites(peer.aces), "known": known(peer.aces)}.items():
        start = [suite, f"aces {peer.aces}"]
        samples = [sample for sample in all_samples if sample.rules.jokers <= peer.jokers]
        if not samples:
            yield [*start, "cannot be asked: jokers", "", "", "", "", ""], Side()
            continue
        ours, theirs = duel(peer, samples, rounds)
        right = len(samples) - len(theirs.wrong)
        yield (
            [
                *start,
                f"{right} of {len(samples)} right",
                milliseconds(theirs.spread.median),
                milliseconds(theirs.spread.worst),
                milliseconds(ours.spread.median),
                milliseconds(ours.spread.worst),
                f"{theirs.spread.median / ours.spread.median:.0f}x",
            ],
            theirs,
        )
        if ours.wrong:
            raise AssertionError(f"this library is wrong: {ours.wrong}")


HEADS: Final = (
    *("suite", "rules", "peer's answers", "peer median ms", "worst ms"),
    *("this median ms", "worst ms", "ratio"),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare with every peer that is installed."""
    parser = argparse.ArgumentParser(
        prog="bench.peers.compare", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--rounds", type=int, default=3, help="how often each is asked (3)")
    options = parser.parse_args(arguments)
    on = machine()
    for make in PEERS:
        try:
            peer = make()
        except NotInstalledError as missing:
            print(f"{missing} is not installed: left out\n")
            continue
        print(f"{peer.name}; this library: counting, table loaded\n")
        rows = list(lines(peer, options.rounds))
        print(table(HEADS, [row for row, _ in rows], left=3))
        wrong = [fault for _, theirs in rows for fault in theirs.wrong.values()]
        print("\n".join(["", *(f"- {fault}" for fault in wrong)]), flush=True)
    on["load afterwards"] = load()
    print("Taken on:\n", facts(on), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
