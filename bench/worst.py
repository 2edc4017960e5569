"""Looks for the slowest positions on purpose: ``python -m bench.worst``.

Positions of a family are changed card by card, and a change stays when it makes the answer
more work. Work is the number of function calls that a best play makes with the table
loaded: the same in each run and on every machine, and whatever the engine looks like
inside. The ten slowest positions, with those of earlier runs, are kept in ``slowest.json``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from cProfile import Profile
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import Any, Final, TypeAlias

from machiavelli_solver import JOKER, Card, Rules, Table, arrange
from machiavelli_solver.notation import print_cards

from .positions import (
    SLOWEST,
    Sample,
    pack,
    random_melds,
    random_sample,
    slowest,
    slowest_families,
    without,
)
from .report import facts, milliseconds, table
from .timing import machine
from .ways import Way, cold, integer_program, table_loaded

Change: TypeAlias = Callable[[Random, Sample], Sample | None]
"""A small random change of a position, or None when it does not work out."""

STARTS: Final = 20
"""How many random positions are looked at before the climb starts from the worst."""


@dataclass(frozen=True, slots=True)
class Family:
    """Positions of one shape.

    Args:
        name: what they look like.
        table: how many cards are on the table, jokers included.
        hand: how many are in the hand, jokers included; the rest of the pack is out.
        changes: what may be changed.
    """

    name: str
    table: int
    hand: int
    changes: tuple[Change, ...]

    def start(self, rng: Random, jokers: int) -> Sample:
        """A random position; half of the jokers are on the table if there is one."""
        laid = jokers // 2 if self.table else 0
        hand = min(self.hand, 104 - self.table + jokers)
        return random_sample(
            rng,
            self.name,
            Rules(jokers=jokers),
            self.table,
            hand,
            table_jokers=laid,
            hand_jokers=jokers - laid,
        )


def out_of_play(sample: Sample) -> list[Any]:
    """The cards of the pack that are in neither place."""
    return without(pack(sample.rules), [*sample.table.cards, *sample.hand])


def swap_hand(rng: Random, sample: Sample) -> Sample | None:
    """A card of the hand for one that is out of play."""
    out = out_of_play(sample)
    naturals = [card for card in sample.hand if card != JOKER]
    if not out or not naturals:
        return None
    hand = [*without(sample.hand, [rng.choice(naturals)]), rng.choice(out)]
    return replace(sample, hand=tuple(hand))


def resize_hand(least: int, most: int) -> Change:
    """One card of the hand less, or one more from out of play, within these sizes."""

    def change(rng: Random, sample: Sample) -> Sample | None:
        out = out_of_play(sample)
        if out and len(sample.hand) < most and (len(sample.hand) <= least or rng.random() < 0.5):
            return replace(sample, hand=(*sample.hand, rng.choice(out)))
        naturals = [card for card in sample.hand if card != JOKER]
        if len(sample.hand) <= least or not naturals:
            return None
        return replace(sample, hand=tuple(without(sample.hand, [rng.choice(naturals)])))

    return change


def swap_any(rng: Random, sample: Sample) -> Sample | None:
    """A card of the table for any that is not; the table need not stay valid."""
    laid = list(sample.table.cards)
    rest = [*sample.hand, *out_of_play(sample)]
    i, j = rng.randrange(len(laid)), rng.randrange(len(rest))
    laid[i], rest[j] = rest[j], laid[i]
    hand = rest[: len(sample.hand)]
    return replace(sample, table=Table(tuple(laid)), hand=tuple(hand))


def lay_anew(rng: Random, sample: Sample) -> Sample | None:
    """One or two melds of the table for others of as many cards, from the same pack."""
    now = arrange(sample.table, rules=sample.rules)
    if now is None:
        return None
    taken = rng.sample(now.melds, min(len(now.melds), rng.randint(1, 2)))
    cards = [card for meld in taken for card in meld]
    kept = without(sample.table.cards, cards)
    left = Counter(
        card
        for card in without(pack(sample.rules), [*kept, *sample.hand])
        if isinstance(card, Card)
    )
    within = {card: left[card] for card in pack(sample.rules) if isinstance(card, Card)}
    try:
        melds = random_melds(rng, sample.rules, len(cards), within=within, tries=5)
    except ValueError:
        return None
    laid: list[Any] = [card for meld in melds for card in meld]
    for i in rng.sample(range(len(laid)), cards.count(JOKER)):
        laid[i] = JOKER
    return _if_valid(replace(sample, table=Table((*kept, *laid))))


def move_joker(rng: Random, sample: Sample) -> Sample | None:
    """A joker of the hand for a card of the table, or the other way about."""
    laid, hand = list(sample.table.cards), list(sample.hand)
    if JOKER in hand and (JOKER not in laid or rng.random() < 0.5):
        i, j = rng.randrange(len(laid)), hand.index(JOKER)
    elif JOKER in laid:
        i, j = laid.index(JOKER), rng.randrange(len(hand))
    else:
        return None
    laid[i], hand[j] = hand[j], laid[i]
    return _if_valid(replace(sample, table=Table(tuple(laid)), hand=tuple(hand)))


def _if_valid(sample: Sample) -> Sample | None:
    return sample if arrange(sample.table, rules=sample.rules) is not None else None


VALID: Final = (swap_hand, swap_hand, lay_anew, move_joker)

FAMILIES: Final = (
    Family("table 40, hand 14", 40, 14, VALID),
    Family("table 40 of any cards, hand 14", 40, 14, (swap_hand, swap_any)),
    Family("table 20, hand 30", 20, 30, VALID),
    Family("no table, hand 60 to 104", 0, 90, (swap_hand, swap_hand, resize_hand(60, 104))),
    Family("table 100, the rest in the hand", 100, 14, (lay_anew, move_joker)),
)
JOKERS: Final = (0, 2, 4)


@dataclass(frozen=True, slots=True)
class Found:
    """A slow position, and how many function calls its best play makes."""

    family: str
    sample: Sample
    calls: int


def known_before() -> Iterator[Found]:
    """The positions that the file has, measured again: others must be slower to replace them."""
    way = table_loaded()
    for sample, family in zip(slowest(), slowest_families(), strict=True):
        way.warm_up(sample)
        with way.memory:
            yield Found(family, sample, calls_of(way, sample))


def calls_of(way: Way, sample: Sample) -> int:
    """The work of a best play: the function calls that it makes, in Python and below."""
    profile = Profile()
    profile.runcall(way.play, sample)
    return sum(entry.callcount for entry in profile.getstats())


def climb(family: Family, jokers: int, seed: int, budget: int) -> Found:
    """The most work found in a family before so many function calls have been made."""
    rng = Random(f"{family.name} {jokers} {seed}")
    way = table_loaded()
    spent = 0

    def work(sample: Sample) -> int:
        nonlocal spent
        calls = calls_of(way, sample)
        spent += calls
        return calls

    with way.memory:
        starts = [family.start(rng, jokers) for _ in range(STARTS)]
        for sample in starts:
            work(sample)  # so that caches are warm when it counts
        most, best = max(((work(sample), sample) for sample in starts), key=lambda pair: pair[0])
        while spent < budget:
            changed: Sample | None = best
            for _ in range(rng.choice((1, 1, 2, 3))):
                changed = changed and rng.choice(family.changes)(rng, changed)
            if changed is None:
                spent += 1000  # so that it ends even when nothing can be changed
                continue
            calls = work(changed)
            if calls >= most:
                most, best = calls, changed
    return Found(family.name, best, most)


def search(families: Sequence[Family], seeds: int, budget: int) -> Iterator[Found]:
    """The worst of each climb."""
    for family in families:
        for jokers in JOKERS:
            for seed in range(seeds):
                found = climb(family, jokers, seed, budget)
                yield found
                print(
                    f"{family.name}, {jokers} jokers, climb {seed}: {found.calls} calls",
                    file=sys.stderr,
                    flush=True,
                )


def described(found: Found) -> dict[str, Any]:
    """A slow position with its times, for the file."""
    sample = found.sample
    ways = {"ms": table_loaded(), "ms_cold": cold(), "ms_ip": integer_program()}
    times = {}
    sheds = set()
    for key, way in ways.items():
        way.warm_up(sample)
        seconds, shed = way.ask(sample)
        times[key] = round(1000 * seconds, 2)
        sheds.add(shed)
    if len(sheds) > 1:
        raise AssertionError(f"the engines do not agree on {sample}: {sheds}")
    return {
        "family": found.family,
        "jokers": sample.rules.jokers,
        "table": print_cards(sample.table.cards),
        "hand": print_cards(sample.hand),
        "shed": sheds.pop(),
        "calls": found.calls,
        **times,
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Search, print what each climb has found, and keep the slowest."""
    parser = argparse.ArgumentParser(prog="bench.worst", description=__doc__.partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=2, help="climbs a family and jokers (2)")
    parser.add_argument(
        "--budget", type=float, default=15, help="million function calls a climb (15)"
    )
    parser.add_argument("--keep", type=int, default=10, help="how many are kept in the file (10)")
    options = parser.parse_args(arguments)
    on = machine()
    budget = round(options.budget * 1e6)
    climbed_or_known = chain(known_before(), search(FAMILIES, options.seeds, budget))
    # a climb that was made before finds what it found then
    each_once = {each.sample.table.cards + each.sample.hand: each for each in climbed_or_known}
    found = [described(each) for each in each_once.values()]
    found.sort(key=lambda position: -position["ms"])
    heads = ("family", "jokers", "calls", "ms", "ms cold", "ms ip", "shed")
    rows = [
        [
            position["family"],
            str(position["jokers"]),
            f"{position['calls']:,}",
            *(milliseconds(position[key] / 1000) for key in ("ms", "ms_cold", "ms_ip")),
            str(position["shed"]),
        ]
        for position in found
    ]
    print(table(heads, rows))
    print("\nTaken on:\n", facts(on), sep="\n")
    kept = {"machine": on, "positions": found[: options.keep]}
    SLOWEST.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
