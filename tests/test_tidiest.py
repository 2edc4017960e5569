"""The search for the tidiest layout by prices: against the one that knows none, and its prices."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from known_positions import suites
from strategies import some
from test_layout import FOUR_JOKERS, layout_of, layout_of_best_play, layouts

from machiavelli_solver.engines.counting import tidiest, tidiest_with_jokers
from machiavelli_solver.engines.counting.tidy_sets import (
    cheapest_sets,
    first_prices,
    prices_of_places,
)
from machiavelli_solver.engines.counting.tidy_suits import Copies, copy_of_run, copy_of_set
from machiavelli_solver.engines.layout import Layout, Tidy


def score(tidy: Tidy | None) -> tuple[int, int] | None:
    return None if tidy is None else (tidy.cuts, tidy.touched)


@pytest.mark.parametrize("patience", [1, 80])
@some(60)
@given(layout=layouts().filter(lambda layout: not layout.jokers and not any(layout.pinned)))
def test_both_searches_agree(patience: int, layout: Layout) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tidiest, "_PATIENCE", patience)
        assert score(tidiest.tidy(layout)) == score(tidiest_with_jokers.tidy(layout))


@pytest.mark.parametrize("patience", [1, 80])
@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("mid40", 30),
        pytest.param("big80", 10, marks=pytest.mark.slow),
    ],
)
def test_both_searches_agree_on_tables_of_the_suites(
    name: str, count: int, patience: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the prices are improved or not makes no difference to what is found."""
    monkeypatch.setattr(tidiest, "_PATIENCE", patience)
    for search in (tidiest, tidiest_with_jokers):
        monkeypatch.setattr(search, "EFFORT", 1 << 20)
    known = [each for each in suites()[name] if each.melds and each.most is not None]
    for position in known[:count]:
        layout = layout_of_best_play(position)
        found = score(tidiest.tidy(layout))
        assert found is not None
        assert found == score(tidiest_with_jokers.tidy(layout))


def test_what_was_found_out_about_other_layouts_does_not_change_an_answer() -> None:
    """Nor does it matter what was asked before, or that all of it was forgotten."""
    layout = layout_of("KHDC / QHDC / JHDC / 4-8C / 7DHS", "AC 6C 7C", FOUR_JOKERS)
    first = tidiest.tidy(layout)
    for position in suites()["mid40"][:5]:
        if position.melds:
            tidiest.tidy(layout_of_best_play(position))
    assert tidiest.tidy(layout) == first
    tidiest._Tidier(layout)._machine._edges = 1 << 60
    assert tidiest.tidy(layout) == first


# --- prices


@st.composite
def ranks(draw: st.DrawFn) -> tuple[tuple[int, ...], list[list[int]]]:
    """One rank: the sizes of sets before, and for each suit its cards."""
    before = []
    copies: list[list[int]] = [[], [], [], []]
    for number in range(1, draw(st.integers(0, 2)) + 1):
        suits = draw(st.sets(st.integers(0, 3), min_size=3))
        before.append(len(suits))
        for suit in suits:
            copies[suit].append(copy_of_set(number))
    kinds = st.sampled_from([0, copy_of_run(1, 1), copy_of_run(0, 1), copy_of_run(1, 0)])
    for each in copies:
        each.extend(draw(st.lists(kinds, max_size=2 - min(2, len(each)))))
    return tuple(before), copies


def choices(copies: Sequence[int], members: Sequence[int]) -> tuple[Copies, ...]:
    """What a suit can leave to sets: cards of sets before first."""
    others = len(copies) - len(members)
    every = [
        tuple(copy_of_set(n) for n, stays in zip(members, kept, strict=True) if stays)
        for kept in product((True, False), repeat=len(members))
    ]
    more = [(*[0] * n, *[copy_of_set(m) for m in members]) for n in range(1, others + 1)]
    return (*every, *more)


@some(150)
@given(rank=ranks())
def test_suits_never_pay_more_for_sets_than_there_is_to_be_paid(
    rank: tuple[tuple[int, ...], list[list[int]]],
) -> None:
    before, copies = rank
    numbers = range(1, len(before) + 1)
    members = [tuple(n for n in numbers if copy_of_set(n) in each) for each in copies]
    prices = prices_of_places(
        tuple(map(len, members)),
        tuple(len(each) - len(some) for each, some in zip(copies, members, strict=True)),
        tuple(0 in each for each in copies),
    )
    every = [choices(each, some) for each, some in zip(copies, members, strict=True)]
    paid = [
        first_prices(lefts, numbers_of, before, price)
        for lefts, numbers_of, price in zip(every, members, prices, strict=True)
    ]
    for chosen in product(*[range(len(lefts)) for lefts in every]):
        one, two, three, four = (lefts[i] for lefts, i in zip(every, chosen, strict=True))
        sets = cheapest_sets(before, (one, two, three, four))
        if sets is not None:
            assert sum(row[i] for row, i in zip(paid, chosen, strict=True)) <= sets.cost
