"""The positions that are timed: the suites of the tests, and seeded random ones."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate, combinations
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from machiavelli_solver import (
    JOKER,
    Aces,
    AnyCard,
    Card,
    Difficulty,
    Play,
    Rules,
    Table,
    puzzle,
    read_cards,
)
from machiavelli_solver.cards import CARDS, RANKS, SUITS, count_cards
from machiavelli_solver.rules import rank_at

DATA: Final = Path(__file__).parents[1] / "tests" / "data"
SLOWEST: Final = Path(__file__).with_name("slowest.json")

NO_ARRANGEMENT: Final = -1
"""What is shed where the table has no arrangement; nothing at all is 0."""

Cards: TypeAlias = tuple[AnyCard, ...]


@dataclass(frozen=True, slots=True)
class Sample:
    """A position to time, its cards read already, and what is known of it.

    Args:
        name: the suite, and which of its positions.
        table: the cards on the table, mostly loose, where how they lie does not matter.
        hand: the cards in the hand.
        rules: what the pack holds.
        most: how many cards can be shed, where that is known; see `NO_ARRANGEMENT`.
    """

    name: str
    table: Table
    hand: Cards
    rules: Rules
    most: int | None = None

    @property
    def jokers(self) -> int:
        return [*self.table.cards, *self.hand].count(JOKER)


def shed_count(play: Play | None) -> int:
    """How many cards a play sheds."""
    return NO_ARRANGEMENT if play is None else len(play.shed)


@cache
def suites(aces: Aces = "both") -> dict[str, tuple[Sample, ...]]:
    """The suites by name, with the answers for aces both ways or low."""
    data = json.loads((DATA / "suites.json").read_text(encoding="utf-8"))
    return {name: _samples(name, positions, aces) for name, positions in data.items()}


@cache
def known(aces: Aces = "both") -> tuple[Sample, ...]:
    """Small positions with a story; most of them ask for something that is easily missed."""
    return _samples("known", json.loads((DATA / "known.json").read_text(encoding="utf-8")), aces)


def _samples(name: str, positions: Iterable[dict[str, Any]], aces: Aces) -> tuple[Sample, ...]:
    key = {"both": "most", "low": "most_ace_low"}[aces]
    samples = []
    for number, position in enumerate(positions):
        table, hand = (tuple(read_cards(position[part])) for part in ("table", "hand"))
        most = NO_ARRANGEMENT if position[key] is None else position[key]
        rules = Rules(jokers=[*table, *hand].count(JOKER), aces=aces)
        samples.append(Sample(f"{name}-{number:02}", Table(table), hand, rules, most))
    return tuple(samples)


def slowest() -> tuple[Sample, ...]:
    """The slowest positions that `worst` has found; none when it has not run."""
    return tuple(
        Sample(
            f"slowest-{number:02}",
            Table(tuple(read_cards(position["table"]))),
            tuple(read_cards(position["hand"])),
            Rules(jokers=position["jokers"]),
            position["shed"],
        )
        for number, position in enumerate(_slowest())
    )


@cache
def puzzles(count: int = 10, difficulty: Difficulty = "hard") -> tuple[Sample, ...]:
    """Puzzles, of which the first ones are the same whatever the count.

    Their tables are melds, so that the time for the tidiest turn counts.
    """
    samples = []
    for seed in range(count):
        made = puzzle(seed, difficulty=difficulty)
        hand = made.position.hand
        name = f"puzzles-{seed:02}"
        samples.append(Sample(name, made.position.table, hand, made.rules, most=len(hand)))
    return tuple(samples)


def slowest_families() -> tuple[str, ...]:
    """Of what shape each of the slowest positions is."""
    return tuple(position["family"] for position in _slowest())


def _slowest() -> list[dict[str, Any]]:
    if not SLOWEST.exists():
        return []
    positions: list[dict[str, Any]] = json.loads(SLOWEST.read_text(encoding="utf-8"))["positions"]
    return positions


@cache
def all_melds(aces: Aces = "both") -> tuple[tuple[Card, ...], ...]:
    """Every meld of natural cards."""
    sets = [
        tuple(Card(rank, suit) for suit in suits)
        for rank in RANKS
        for size in (3, 4)
        for suits in combinations(SUITS, size)
    ]
    runs = [
        tuple(Card(rank_at(place), suit) for place in places)
        for suit in SUITS
        for length in range(3, 14)
        for places in Rules(aces=aces).run_windows(length)
    ]
    return (*sets, *runs)


def pack(rules: Rules) -> list[AnyCard]:
    """All cards of a pack."""
    return [*CARDS * rules.decks, *[JOKER] * rules.jokers]


def without(cards: Iterable[AnyCard], taken: Iterable[AnyCard]) -> list[AnyCard]:
    """Some cards less others, in order."""
    left = Counter(cards)
    left.subtract(taken)
    return sorted(left.elements(), key=str)


def random_melds(
    rng: Random,
    rules: Rules,
    size: int,
    *,
    within: Mapping[Card, int] | None = None,
    tries: int = 1000,
) -> list[tuple[Card, ...]]:
    """Melds of `size` natural cards in all, short ones more often than long ones.

    Args:
        rng: where the chances come from.
        rules: the pack.
        size: how many cards.
        within: how many copies of each card there are; None for the whole pack.
        tries: how often to begin again when there is no meld left that fits.

    Raises:
        ValueError: it was stuck each time.
    """
    for _ in range(tries):
        left = dict.fromkeys(CARDS, rules.decks) if within is None else dict(within)
        melds: list[tuple[Card, ...]] = []
        to_go = size
        while to_go:
            meld = _random_meld(rng, rules, left, to_go)
            if meld is None:
                break
            melds.append(meld)
            to_go -= len(meld)
            for card in meld:
                left[card] -= 1
        if not to_go:
            return melds
    raise ValueError(f"no melds of {size} cards found in {rules.decks} decks")


def _random_meld(
    rng: Random, rules: Rules, left: dict[Card, int], to_go: int
) -> tuple[Card, ...] | None:
    """A meld of what is left of the pack that leaves room for more melds, or for none."""

    def fits(meld: tuple[Card, ...]) -> bool:
        room = to_go - len(meld)
        return (room == 0 or room >= 3) and all(left[card] for card in meld)

    melds, weights = all_melds(rules.aces), _meld_weights(rules.aces)
    for meld in rng.choices(melds, cum_weights=weights, k=20):
        if fits(meld):
            return meld
    fitting = [meld for meld in melds if fits(meld)]
    return rng.choices(fitting, [1 / len(meld) for meld in fitting])[0] if fitting else None


@cache
def _meld_weights(aces: Aces) -> tuple[float, ...]:
    return tuple(accumulate(1 / len(meld) for meld in all_melds(aces)))


def random_sample(
    rng: Random,
    name: str,
    rules: Rules,
    table: int,
    hand: int,
    *,
    table_jokers: int = 0,
    hand_jokers: int = 0,
) -> Sample:
    """A table of random melds, a few of its cards replaced by jokers, and a random hand.

    Args:
        rng: where the chances come from.
        name: the name of the sample.
        rules: the pack; it has all the jokers there are.
        table: how many cards lie on the table, jokers included.
        hand: how many cards are in the hand, jokers included.
        table_jokers: how many cards of the table are jokers, no two in one meld.
        hand_jokers: how many cards of the hand are jokers.
    """
    melds: list[list[AnyCard]] = [list(meld) for meld in random_melds(rng, rules, table)]
    for meld in rng.sample(melds, table_jokers):
        meld[rng.randrange(len(meld))] = JOKER
    laid = [card for meld in melds for card in meld]
    rest = without(CARDS * rules.decks, [card for card in laid if not card.is_joker])
    held = [*rng.sample(rest, hand - hand_jokers), *[JOKER] * hand_jokers]
    rng.shuffle(laid)
    return Sample(name, Table(tuple(laid)), tuple(held), rules)


def random_samples(
    seed: str, rules: Rules, table: int, hand: int, *, count: int, hand_jokers: int | None = None
) -> list[Sample]:
    """Random positions, with half of the jokers on the table unless said otherwise.

    Each has its own seed, so that the first ones are the same whatever the count.
    """
    held = rules.jokers - rules.jokers // 2 if hand_jokers is None else hand_jokers
    return [
        random_sample(
            Random(f"{seed} {number}"),
            f"{seed}-{number:02}",
            rules,
            table,
            hand,
            table_jokers=rules.jokers - held,
            hand_jokers=held,
        )
        for number in range(count)
    ]


def whole_pack(jokers: int) -> Sample:
    """A full double pack in the hand, and nothing on the table."""
    rules = Rules(jokers=jokers)
    return Sample(f"pack-{jokers}", Table(), tuple(pack(rules)), rules)


def random_tables(seed: str, count: int, *, least: int = 30, most: int = 60) -> list[list[int]]:
    """Counts of tables without jokers: valid by construction, and every second one all but.

    In those one card is exchanged for another, so that they may or may not be valid.
    """
    rng = Random(seed)
    rules = Rules()
    tables = []
    for number in range(count):
        melds = random_melds(rng, rules, rng.randint(least, most))
        counts, _ = count_cards(card for meld in melds for card in meld)
        if number % 2:
            counts[rng.choice([card for card in range(52) if counts[card]])] -= 1
            counts[rng.choice([card for card in range(52) if counts[card] < rules.decks])] += 1
        tables.append(counts)
    return tables


def renamed(samples: Sequence[Sample], name: str) -> list[Sample]:
    """The same positions, numbered under another name."""
    return [replace(sample, name=f"{name}-{i:02}") for i, sample in enumerate(samples)]
