"""The tidiest layout: every engine against brute force, and what is counted, by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from importlib import import_module
from math import factorial, prod
from typing import cast

import pytest
from brute_layout import recount, tidiest
from definition import all_runs, all_sets, is_meld
from hypothesis import assume, given
from hypothesis import strategies as st
from solutions import is_laid_in_order
from strategies import rules, some

from machiavelli_solver import JOKER, AnyCard, Card, Rules
from machiavelli_solver.cards import count_cards
from machiavelli_solver.engines.layout import Layout, Lying, Tidier, Tidy

MAX_CARDS = 12
MAX_JOKERS = 3
MAX_LYING = 4
WAYS = 150
"""How many ways to say which card is which brute force tries in one partition, at most."""

ENGINES = ("ip",)


def tidier(engine: str) -> Tidier:
    """The engine of that name."""
    package = {"counting": "counting", "ip": "integer_program"}[engine]
    module = import_module(f"machiavelli_solver.engines.{package}")
    return cast(Tidier, module.tidy)


# --- what an answer must be


def check(layout: Layout, tidy: Tidy | None) -> None:
    """It is there if there is a partition, lies as it should, counts right, and is the tidiest."""
    assert (None if tidy is None else (tidy.cuts, tidy.touched)) == tidiest(layout)
    if tidy is not None:
        check_melds(layout, tidy)


def check_melds(layout: Layout, tidy: Tidy) -> None:
    """The melds are valid, lie in order, hold the cards, and are as tidy as is said."""
    for meld in tidy.melds:
        assert is_meld(meld, layout.rules), meld
        assert is_laid_in_order(meld, layout.rules.aces), meld
    laid = count_cards(card for meld in tidy.melds for card in meld)
    assert laid == ([*layout.cards], layout.jokers + sum(layout.pinned))
    assert recount(layout, tidy.melds) == (tidy.cuts, tidy.touched)


# --- layouts at random


@st.composite
def natural_melds(draw: st.DrawFn, with_rules: Rules) -> list[tuple[Card, ...]]:
    """Melds that compete for cards: all of a few neighbouring ranks and of some suits."""
    first = draw(st.integers(1, 13))
    ranks = {(first + i - 1) % 13 + 1 for i in range(draw(st.integers(3, 5)))}
    suits = draw(st.sampled_from([(0, 1, 2), (0, 1, 2, 3), (0, 1), (0,)]))
    melds = [
        meld
        for meld in (*all_sets(), *all_runs(with_rules.aces))
        if all(card.rank in ranks and card.suit in suits for card in meld)
    ]
    return melds or [meld for meld in all_sets() if meld[0].rank in ranks]


@st.composite
def with_jokers(draw: st.DrawFn, meld: tuple[Card, ...], most: int) -> tuple[AnyCard, ...]:
    """A meld with so many jokers at most, and with a natural card."""
    if not most or not draw(st.integers(0, 2)):
        return meld
    natural = draw(st.integers(0, len(meld) - 1))
    places = draw(st.sets(st.integers(0, len(meld) - 1), min_size=1, max_size=most)) - {natural}
    return tuple(JOKER if i in places else card for i, card in enumerate(meld))


def lying(meld: tuple[Card, ...], cards: tuple[AnyCard, ...]) -> Lying:
    """How some cards lie that stand for a natural meld; a run is given from its lowest."""
    is_set = len({card.suit for card in meld}) > 1
    start = 0 if is_set else meld[0].rank
    return Lying(start, tuple(c.index if isinstance(c, Card) else -1 for c in cards))


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    """A partition, and a table before whose cards are among these; a card more or less, at times.

    Some melds lie already as they will; others are taken from wherever their cards are.
    Jokers of the table may lack afterwards, and some may be pinned.
    """
    with_rules = draw(rules(max_jokers=MAX_JOKERS, around=False))
    limit = min(with_rules.jokers, with_rules.jokers_per_meld or MAX_JOKERS)
    melds = draw(natural_melds(with_rules))
    after = []
    jokers, room = with_rules.jokers, MAX_CARDS
    for meld in draw(st.lists(st.sampled_from(melds), min_size=1, max_size=4)):
        if len(meld) <= room:
            cards = draw(with_jokers(meld, min(limit, jokers)))
            after.append((meld, cards))
            jokers -= cards.count(JOKER)
            room -= len(meld)
    naturals = count_naturals(cards for _, cards in after)
    free = sum(cards.count(JOKER) for _, cards in after)

    left, jokers = naturals.copy(), with_rules.jokers
    table: list[Lying] = []
    others = [meld for meld in melds if all(meld != stays for stays, _ in after)]
    for meld in [*draw(st.permutations(others))[:20], *(meld for meld, _ in after)]:
        cards = tuple(card if left[card] else JOKER for card in meld)
        if len(table) == MAX_LYING:
            break
        if cards.count(JOKER) <= min(limit, jokers, len(meld) - 1) and draw(st.integers(0, 9)):
            table.append(lying(meld, cards))
            jokers -= cards.count(JOKER)
            left -= count_naturals([cards])

    pinned: Counter[Card] = Counter()
    laid = st.sampled_from([card for meld, _ in after for card in meld])
    change = draw(st.sampled_from(("", "", "", "add", "take", "pin", "pin", "joker")))
    if change == "add":
        naturals[draw(laid)] += 1
    elif change == "take" and left:
        naturals[draw(st.sampled_from(sorted(left, key=str)))] -= 1
    elif change == "joker":
        free += 1
    elif change == "pin" and free:
        pinned[draw(laid)] += 1
        free -= 1
    assume(prod(map(factorial, naturals.values())) * factorial(free + pinned.total()) <= WAYS)
    return Layout(
        rules=with_rules,
        cards=tuple(count_cards(naturals.elements())[0]),
        jokers=free,
        pinned=tuple(count_cards(pinned.elements())[0]),
        lying=tuple(table),
    )


def count_naturals(melds: Iterable[tuple[AnyCard, ...]]) -> Counter[Card]:
    return Counter(card for meld in melds for card in meld if isinstance(card, Card))


# --- every engine


@pytest.mark.parametrize("engine", ENGINES)
@some(100)
@given(layout=layouts())
def test_against_brute_force(engine: str, layout: Layout) -> None:
    check(layout, tidier(engine)(layout))
