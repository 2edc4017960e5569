"""Environment steps a second: ``python -m bench.environment``.

Agents that do anything legal play games of four players. A step is what a loop over
``agent_iter`` takes: the observation with its mask, the choice, and the step itself.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random
from time import process_time
from typing import Final

from machiavelli_solver import RULES
from machiavelli_solver.environment import raw_env

from .report import facts, number, table
from .timing import machine

HEADS: Final = ("rules", "steps", "turns", "steps a turn", "steps/s", "turns/s")


def cells(name: str, *, steps: int, players: int) -> list[str]:
    """The rate under some rules, as a line of the table."""
    environment = raw_env(name, players=players)
    random = Random(name)
    turns = 0
    done = 0
    seconds = 0.0
    for seed in range(steps):
        environment.reset(seed=seed)
        before = process_time()
        for _ in environment.agent_iter(steps - done):
            observation, _, termination, truncation, _ = environment.last()
            if termination or truncation:
                break
            agent = environment.agent_selection
            environment.step(random.choice(observation["action_mask"].nonzero()[0]))
            turns += environment.agent_selection != agent
            done += 1
        seconds += process_time() - before
        if done >= steps:
            break
    rates = number(done / seconds), number(turns / seconds)
    return [name, f"{done:,}", f"{turns:,}", number(done / turns), *rates]


def main(argv: Sequence[str] | None = None) -> None:
    """Print the rates."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", nargs="*", choices=RULES, metavar="NAME", help="only these")
    parser.add_argument("--steps", type=int, default=2000, metavar="N", help="steps of each")
    parser.add_argument("--players", type=int, default=4, metavar="N", help="players of each")
    args = parser.parse_args(argv)
    rates = [cells(name, steps=args.steps, players=args.players) for name in args.rules or RULES]
    print(facts(machine()))
    print()
    print(table(HEADS, rates))


if __name__ == "__main__":
    main()
