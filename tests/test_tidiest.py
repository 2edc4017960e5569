"""The search for the tidiest layout by prices: against the one that knows none, and its prices."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from known_positions import suites
from strategies import some
from test_layout import FOUR_JOKERS, layout_of, layout_of_best_play, layouts, tidier

from machiavelli_solver.engines.counting import tidiest, tidy_nodes
from machiavelli_solver.engines.counting.tidy_cards import LaidCards
from machiavelli_solver.engines.counting.tidy_sets import (
    Before,
    cheapest_sets,
    combos_of,
    first_prices,
    prices_of_places,
    share_out,
)
from machiavelli_solver.engines.counting.tidy_suits import (
    CUT,
    NO_WAY,
    PINNED_JOKER,
    TOUCH,
    Cell,
    Copies,
    Kind,
    copy_of_run,
    copy_of_set,
)
from machiavelli_solver.engines.integer_program import tidiest as program
from machiavelli_solver.engines.layout import Layout, Tidy
from machiavelli_solver.errors import EffortError, TimeLimitError


def score(tidy: Tidy | None) -> tuple[int, int] | None:
    return None if tidy is None else (tidy.cuts, tidy.touched)


def looked_for(layout: Layout) -> tuple[int, int] | None:
    """The same from the search that knows no prices."""
    found = tidy_nodes.tidy_nodes(layout)
    return None if found is None else (found.cuts, found.touched)


def search_of(layout: Layout, *, spares: bool = True) -> tidiest._Tidier:
    """The search that has nothing found yet."""
    kind = tidiest._kind(layout)._replace(spares=spares, lows=True)
    return tidiest._Tidier(layout, LaidCards(layout), kind, None)


@pytest.mark.parametrize("patience", [1, 80])
@some(60)
@given(layout=layouts().filter(lambda layout: not layout.jokers and not any(layout.pinned)))
def test_both_searches_agree(patience: int, layout: Layout) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tidiest, "_PATIENCE", patience)
        assert score(tidiest.tidy(layout)) == looked_for(layout)


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
    for search in (tidiest, tidy_nodes):
        monkeypatch.setattr(search, "EFFORT", 1 << 20)
    known = [each for each in suites()[name] if each.melds and each.most is not None]
    for position in known[:count]:
        layout = layout_of_best_play(position)
        found = score(tidiest.tidy(layout))
        assert found is not None
        assert found == looked_for(layout)


# --- jokers


@pytest.mark.parametrize("patience", [1, 80])
@pytest.mark.parametrize("price", [CUT // 2, 2 * CUT, 9 * CUT])
@some(40)
@given(layout=layouts().filter(lambda layout: layout.jokers > 0))
def test_what_a_joker_costs_makes_no_difference(price: int, patience: int, layout: Layout) -> None:
    """Nor whether spare ones are left for the end, if there is an end with all of them."""
    every = search_of(layout, spares=False).best()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tidiest, "_PATIENCE", patience)
        patch.setattr(tidiest, "_JOKER", price)
        spared = search_of(layout).best()
        found = tidiest.tidy(layout)
    if every is None:
        assert found is None
    else:
        assert score(found) == (every.cost // CUT, every.cost % CUT // TOUCH)
        assert spared is not None
        assert spared.cost <= every.cost


@pytest.mark.slow
@pytest.mark.parametrize(("name", "count"), [("mid40_2jokers", 30), ("big80_2jokers", 10)])
def test_the_integer_program_agrees_on_tables_of_the_suites_with_jokers(
    name: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And all are found here with the effort that it is worth; the program may take more."""
    monkeypatch.setattr(program, "EFFORT", 50 * program.EFFORT)
    known = [each for each in suites()[name] if each.melds and each.most is not None]
    assert known
    for position in known[:count]:
        layout = layout_of_best_play(position)
        found = score(tidiest.tidy(layout))
        assert found is not None
        assert found == score(tidier("ip")(layout))


def test_a_spare_joker_comes_to_a_meld_that_does_not_lie_as_it_lay() -> None:
    """Here to the new one; the other search may not leave it for the end, and finds as much."""
    layout = layout_of("4-7C / 7DHS", "9C 9D 9H JK", FOUR_JOKERS)
    found = tidiest.tidy(layout)
    assert found is not None
    assert sorted([" ".join(map(str, meld)) for meld in found.melds]) == [
        "4C 5C 6C 7C",
        "7D 7H 7S",
        "9C 9D 9H JK",
    ]
    assert score(found) == (0, 0)


def test_where_there_is_no_such_meld_one_is_touched() -> None:
    layout = layout_of("4-7C / 7DHS", "JK", FOUR_JOKERS)
    assert score(tidiest.tidy(layout)) == (0, 1)


@pytest.mark.parametrize("name", ["mid40", "mid40_2jokers"])
def test_time_is_kept(name: str) -> None:
    known = [each for each in suites()[name] if each.melds and each.most is not None]
    with pytest.raises(TimeLimitError):
        tidiest.tidy(layout_of_best_play(known[0]), seconds=1e-9)


def test_what_is_looked_at_in_one_suit_counts_as_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    known = [each for each in suites()["mid40_2jokers"] if each.melds and each.most is not None]
    monkeypatch.setattr(tidiest, "EFFORT", 5)
    with pytest.raises(EffortError):
        search_of(layout_of_best_play(known[0]))._find(2 * CUT, 2 * CUT)


# --- what is to be paid at least


@pytest.mark.parametrize("slack", [0, TOUCH, CUT, 4 * CUT])
@some(40)
@given(layout=layouts())
def test_what_is_due_at_least_is_never_too_much_and_never_falls(slack: int, layout: Layout) -> None:
    found = search_of(layout).best()
    assume(found is not None)
    assert found is not None
    search = search_of(layout)
    assert search._find(slack, CUT)
    due = search._due()
    assert due <= found.cost
    for _ in range(3):
        search._improve_prices()
        assert due <= search._due() <= found.cost
        due = search._due()
        # and it is not less when all is looked at again
        again = [suit.least for suit in search._suits]
        assert search._find(slack, CUT)
        assert [suit.least for suit in search._suits] >= again
        assert search._due() <= found.cost
        due = search._due()


@some(40)
@given(layout=layouts().filter(lambda layout: layout.jokers > 0))
def test_all_that_costs_so_little_is_found(layout: Layout) -> None:
    """What each choice of cards that are left costs at least, with a limit and without."""
    assume(search_of(layout).best() is not None)
    some_ways, all_ways = search_of(layout), search_of(layout)
    assert some_ways._find(CUT, CUT)
    assert all_ways._find(60 * CUT, CUT)
    for few, every in zip(some_ways._suits, all_ways._suits, strict=True):
        assert few.least == every.least
        for chain, other in zip(few.chains, every.chains, strict=True):
            assert min(chain.least, few.known) == min(other.least, few.known)
        costs = [[chain.costs() for chain in suit.chains] for suit in (few, every)]
        for place in (2, 7):
            if place > 2:
                for suit, costs_of in zip((few, every), costs, strict=True):
                    for at in range(2, place):
                        for n, chain in enumerate(suit.chains):
                            if chain.columns:
                                costs_of[n] = chain.costs_after(at, costs_of[n])
            price = {
                left: paid
                for chain in every.chains
                for (left, jokers), paid in zip(
                    chain.cells[place - 2].asks, chain.prices[place - 2], strict=True
                )
                if not jokers
            }
            less, more = few.pays(place, costs[0]), every.pays(place, costs[1])
            for left in less:
                most = few.known - price[left]
                assert min(less[left], most) == min(more[left], most)


# --- the machine is remembered


def test_what_was_found_out_about_other_layouts_does_not_change_an_answer() -> None:
    """Nor does it matter what was asked before, or that all of it was forgotten."""
    for table, hand in (
        ("KHDC / QHDC / JHDC / 4-8C / 7DHS", "AC 6C 7C"),
        ("KHDC / QHDC / JK 5C 6C / 7DHS", "AC 6C 7C JK"),
    ):
        layout = layout_of(table, hand, FOUR_JOKERS)
        first = tidiest.tidy(layout)
        for position in suites()["mid40"][:5]:
            if position.melds:
                tidiest.tidy(layout_of_best_play(position))
        assert tidiest.tidy(layout) == first
        search_of(layout)._machine._edges = 1 << 60
        assert tidiest.tidy(layout) == first


# --- prices


@st.composite
def ranks(draw: st.DrawFn) -> tuple[Before, list[list[int]]]:
    """One rank: the sets before, and for each suit its cards."""
    before = []
    copies: list[list[int]] = [[], [], [], []]
    for number in range(1, draw(st.integers(0, 2)) + 1):
        suits = draw(st.sets(st.integers(0, 3), min_size=2))
        jokers = 1 if len(suits) < 3 else draw(st.integers(0, 4 - len(suits)))
        before.append((len(suits) + jokers, jokers))
        for suit in suits:
            copies[suit].append(copy_of_set(number))
    kinds = st.sampled_from(
        [0, copy_of_run(1, 1), copy_of_run(0, 1), copy_of_run(1, 0), PINNED_JOKER]
    )
    for each in copies:
        each.extend(draw(st.lists(kinds, max_size=2 - min(2, len(each)))))
    return tuple(before), copies


def choices(copies: Sequence[int], members: Sequence[int]) -> tuple[Copies, ...]:
    """What a suit can leave to sets: cards of sets before first."""
    pinned = copies.count(PINNED_JOKER)
    others = len(copies) - len(members) - pinned
    every = [
        tuple(copy_of_set(n) for n, stays in zip(members, kept, strict=True) if stays)
        for kept in product((True, False), repeat=len(members))
    ]
    more = [(*[0] * n, *[copy_of_set(m) for m in members]) for n in range(1, others + 1)]
    return tuple(
        (*left, *[PINNED_JOKER] * n) for left in (*every, *more) for n in range(pinned + 1)
    )


@some(150)
@given(
    rank=ranks(),
    jokers=st.integers(0, 2),
    joker=st.sampled_from([TOUCH, CUT // 2, 2 * CUT]),
    pays=st.lists(st.integers(-2, 3), min_size=64, max_size=64),
)
def test_suits_never_pay_more_for_sets_than_there_is_to_be_paid(
    rank: tuple[Before, list[list[int]]], jokers: int, joker: int, pays: list[int]
) -> None:
    before, copies = rank
    kind = Kind(aces="both", jokers=jokers)
    numbers = range(1, len(before) + 1)
    members = [tuple(n for n in numbers if copy_of_set(n) in each) for each in copies]
    prices = prices_of_places(
        tuple(map(len, members)),
        tuple(len(each) - len(some) for each, some in zip(copies, members, strict=True)),
        tuple(0 in each for each in copies),
        jokers,
        joker,
    )
    every = [choices(each, some) for each, some in zip(copies, members, strict=True)]
    first: list[dict[Copies, int]] = []
    for lefts, numbers_of, price in zip(every, members, prices, strict=True):
        cell = Cell((), (), jokers, last=False)
        cell.asks = tuple((left, n) for left in lefts for n in range(jokers + 1))
        paid = first_prices(cell, numbers_of, before, price, joker)
        for (left, n), each in zip(cell.asks, paid, strict=True):
            assert each == paid[cell.asks.index((left, 0))] + joker * n
        first.append({left: paid[cell.asks.index((left, 0))] for left in lefts})
    combos = combos_of(before, every, kind, joker)
    some_pays = iter(pays * 9)
    shared = share_out(combos, [{left: CUT * next(some_pays) for left in lefts} for lefts in every])
    for one, two, three, four, cost in combos:
        lefts = (one, two, three, four)
        sets = cheapest_sets(before, lefts, kind)
        assert cost == min(each.cost + joker * each.jokers for each in sets)
        for paid_by in (first, shared):
            due = sum(price[left] for price, left in zip(paid_by, lefts, strict=True))
            assert due <= cost or due >= NO_WAY >> 1


@some(60)
@given(rank=ranks(), pays=st.lists(st.integers(-2, 3), min_size=64, max_size=64))
def test_what_is_shared_out_leaves_no_room(
    rank: tuple[Before, list[list[int]]], pays: list[int]
) -> None:
    """No suit can pay more for a choice: some combo with it is paid in full."""
    before, copies = rank
    members = [
        tuple(n for n in range(1, len(before) + 1) if copy_of_set(n) in each) for each in copies
    ]
    every = [choices(each, some) for each, some in zip(copies, members, strict=True)]
    combos = combos_of(before, every, Kind(aces="both"), 0)
    some_pays = iter(pays * 9)
    shared = share_out(combos, [{left: CUT * next(some_pays) for left in lefts} for lefts in every])
    full = [set[Copies](), set[Copies](), set[Copies](), set[Copies]()]
    for *lefts, cost in combos:
        if sum(price[left] for price, left in zip(shared, lefts, strict=True)) == cost:
            for suit, left in zip(full, lefts, strict=True):
                suit.add(left)
    for price, suit in zip(shared, full, strict=True):
        assert {left for left, paid in price.items() if paid < NO_WAY >> 1} == suit
