"""Compares the counting engine's normal form of jokers with the plain reading, at length.

``python -m bench.joker_twin`` asks the engine and the brute force of the tests about every
multiset of two suits and five ranks, two copies of each card, with one to four jokers: can
all of the cards be arranged? Five packs are 1,180,980 positions. It stops at a difference.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from itertools import product
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from brute_force import BruteForce, multiset

from machiavelli_solver import Aces, Rules
from machiavelli_solver.engines import Problem
from machiavelli_solver.engines.counting import load_tables, solve

PACKS: tuple[tuple[Aces, tuple[int, ...]], ...] = (
    ("both", (1, 2, 3, 12, 13)),
    ("both", (3, 4, 5, 6, 7)),
    ("low", (1, 2, 3, 4, 5)),
    ("low", (1, 10, 11, 12, 13)),
    ("high", (1, 10, 11, 12, 13)),
)
"""Aces, and the ranks of a pack."""


def main() -> int:
    """Compare all; exit status 1 at a difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--step", type=int, default=1, help="ask about every so manieth multiset")
    options = parser.parse_args()
    load_tables()
    begin = perf_counter()
    total = 0
    for aces, ranks in PACKS:
        twin = BruteForce(aces)
        rules = Rules(jokers=4, aces=aces)
        valid: Counter[int] = Counter()
        cards = [13 * suit + rank - 1 for suit in (0, 1) for rank in ranks]
        for number, copies in enumerate(product(range(3), repeat=len(cards))):
            if number % options.step:
                continue
            whole = [0] * 52
            for card, n in zip(cards, copies, strict=True):
                whole[card] = n
            needed = tuple(whole)
            for jokers in (1, 2, 3, 4):
                problem = Problem(rules=rules, needed=needed, needed_jokers=jokers)
                mine = solve(problem) is not None
                if mine != twin.partitions(multiset(needed), jokers):
                    print(f"DIFFERENT: {needed}, {jokers} jokers, aces {aces}: engine {mine}")
                    return 1
                total += 1
                valid[jokers] += mine
        took = perf_counter() - begin
        print(f"aces {aces}, ranks {ranks}: valid {dict(valid)}, {took:.0f} s", flush=True)
    print(f"{total} positions, all alike")
    return 0


if __name__ == "__main__":
    sys.exit(main())
