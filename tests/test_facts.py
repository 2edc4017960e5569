"""The figures of docs/facts.md: counted again, and held against melds laid side by side."""

from __future__ import annotations

import doctest
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from typing import Final

import numpy as np
import numpy.typing as npt
import pytest
from bench import facts, games_compared, valid_tables, without_melds
from bench.valid_tables import each_draw, each_multiset, walk
from brute_force import BruteForce, multiset
from documents import read_page
from small_packs import FOUR_SUITS

from machiavelli_solver import Aces, Mean, Share, Summary, are_valid, game_named, simulate

PAGE: Final = "docs/facts.md"


def as_counts(cards: Sequence[int]) -> list[int]:
    return [cards.count(card) for card in range(52)]


def all_melds(aces: Aces = "both") -> list[tuple[int, ...]]:
    """Every meld of natural cards, as places among the 52, from the definition."""
    order = [*range(13), 0] if aces == "both" else [*range(13)]
    sets = [
        tuple(13 * suit + rank for suit in suits)
        for rank in range(13)
        for size in (3, 4)
        for suits in combinations(range(4), size)
    ]
    stretches = {
        tuple(order[start:end])
        for start in range(len(order))
        for end in range(start + 3, min(start + 13, len(order)) + 1)
    }
    return sets + [tuple(13 * s + r for r in each) for each in stretches for s in range(4)]


def by_laying_melds(decks: int, most: int) -> list[set[tuple[int, ...]]]:
    """All valid tables of up to so many cards, sorted cards each: a smaller one and a meld."""
    tables: list[set[tuple[int, ...]]] = [{()}]
    melds = [meld for meld in all_melds() if len(meld) <= most]
    for cards in range(1, most + 1):
        found = set()
        for meld in melds:
            if len(meld) <= cards:
                for smaller in tables[cards - len(meld)]:
                    larger = tuple(sorted(smaller + meld))
                    if all(larger[i] != larger[i + decks] for i in range(cards - decks)):
                        found.add(larger)
        tables.append(found)
    return tables


def ways_to_draw(cards: Sequence[int], decks: int) -> int:
    return prod(comb(decks, n) for n in Counter(cards).values())


# --- the counting


@pytest.mark.parametrize(
    ("decks", "most"), [(1, 8), (2, 8), pytest.param(2, 11, marks=pytest.mark.slow)]
)
def test_small_tables_are_melds_laid_side_by_side(decks: int, most: int) -> None:
    laid = by_laying_melds(decks, most)
    found = walk(decks, most=most)
    assert found.count() == [len(tables) for tables in laid]
    assert found.count(each_draw) == [
        sum(ways_to_draw(cards, decks) for cards in tables) for tables in laid
    ]


@pytest.mark.parametrize("aces", ["both", "low"])
@pytest.mark.parametrize("ranks", [(12, 13, 1), (1, 2, 13), (1, 2, 3), (6, 7, 8)])
def test_all_tables_of_a_small_deck(ranks: tuple[int, ...], aces: Aces) -> None:
    assert aces in ("both", "low")
    assert walk(1, aces=aces, ranks=ranks).count() == by_brute_force(ranks, aces)


@pytest.mark.slow
@pytest.mark.parametrize("aces", ["both", "low"])
@pytest.mark.parametrize("ranks", [(11, 12, 13, 1), (12, 13, 1, 2), (13, 1, 2, 3), (1, 2, 3, 4)])
def test_all_tables_of_a_larger_deck(ranks: tuple[int, ...], aces: Aces) -> None:
    assert aces in ("both", "low")
    assert walk(1, aces=aces, ranks=ranks).count() == by_brute_force(ranks, aces)


def by_brute_force(ranks: Sequence[int], aces: Aces) -> list[int]:
    brute = BruteForce(aces)
    places = [13 * suit + rank - 1 for suit in range(4) for rank in ranks]
    counts = [0] * (len(places) + 1)
    for taken in product(range(2), repeat=len(places)):
        cards = [place for place, n in zip(places, taken, strict=True) if n]
        counts[len(cards)] += brute.partitions(multiset(as_counts(cards)))
    return counts


def test_all_tables_of_a_small_pack_of_two_decks() -> None:
    pack, count, _ = FOUR_SUITS
    assert sum(walk(2, aces="both", ranks=pack.ranks).count()) == count


def test_a_limit_changes_no_smaller_count() -> None:
    whole = walk(1, ranks=(1, 2, 3, 12, 13))
    for most in (0, 3, 7, 12):
        found = walk(1, ranks=(1, 2, 3, 12, 13), most=most)
        for weigh in (each_multiset, each_draw):
            assert found.count(weigh) == whole.count(weigh)[: most + 1]
        assert sum(found.sizes) < sum(whole.sizes)


def test_bundles_that_differ_never_count_as_one() -> None:
    keys = np.array([5, 7, 5], np.uint64)
    same, different = [[1, 2], [3, 4], [1, 2]], [[1, 2], [3, 4], [1, 3]]
    found, rows = valid_tables._distinct(keys, np.array(same, np.int32))
    assert found.tolist() == [5, 7]
    assert rows.tolist() == same[:2]
    with pytest.raises(AssertionError, match="one key"):
        valid_tables._distinct(keys, np.array(different, np.int32))


# --- no melds


@pytest.mark.parametrize("ranks", [(12, 13, 1, 2), (13, 1, 2, 3), (4, 5, 6, 8)])
def test_cards_without_a_meld(ranks: tuple[int, ...]) -> None:
    places = [13 * suit + rank - 1 for suit in range(4) for rank in ranks]
    melds = [sum(1 << card for card in meld) for meld in all_melds() if len(meld) == 3]
    counts = Counter(
        len(cards)
        for size in range(len(places) + 1)
        for cards in combinations(places, size)
        if holds_none(sum(1 << card for card in cards), melds)
    )
    assert without_melds.different_cards(ranks=ranks) == [counts[n] for n in range(max(counts) + 1)]


def holds_none(cards: int, melds: Sequence[int]) -> bool:
    return all(meld & ~cards for meld in melds)


def test_draws_without_a_meld_are_drawn_from_the_pack() -> None:
    # two ranks have sets only: of each rank, copies of one suit, or of two
    one_rank = Counter(
        sum(taken) for taken in product((0, 1, 1, 2), repeat=4) if sum(map(bool, taken)) <= 2
    )
    two_ranks: Counter[int] = Counter()
    for (a, m), (b, n) in product(one_rank.items(), repeat=2):
        two_ranks[a + b] += m * n
    expected = [two_ranks[n] for n in range(max(two_ranks) + 1)]
    assert without_melds.draws(2, ranks=(3, 9)) == expected
    assert without_melds.draws(1) == without_melds.different_cards()


# --- chances


def deals(cards: int, hands: int) -> npt.NDArray[np.uint8]:
    """Random hands of two decks as counts, the same ones each time."""
    places = np.random.default_rng(cards).random((hands, 104)).argpartition(cards, axis=1)
    counts = np.zeros((hands, 52), np.uint8)
    for i in range(cards):
        counts[np.arange(hands), places[:, i] % 52] += 1
    return counts.reshape(-1, 4, 13)


def about(seen: int, chance: float, of: int) -> bool:
    """Whether something was seen as often as can be: within five standard deviations."""
    deviation: float = (chance * (1 - chance) * of) ** 0.5
    return abs(seen - chance * of) < 5 * deviation


def test_hands_that_are_dealt_go_down_as_often_as_is_said() -> None:
    hands = 100_000
    down = walk(2, most=6).count(each_draw)
    for cards in (3, 4, 6):
        seen = int(are_valid(deals(cards, hands)).sum())
        assert seen
        assert about(seen, down[cards] / comb(104, cards), hands)


def test_hands_that_are_dealt_hold_a_meld_as_often_as_is_said() -> None:
    hands = 20_000
    none = without_melds.draws(2)
    melds = [list(meld) for meld in all_melds() if len(meld) == 3]
    for cards in (3, 7, 10, 13, 20):
        dealt = deals(cards, hands).reshape(-1, 52) > 0
        holds = np.zeros(hands, np.bool_)
        for meld in melds:
            holds |= dealt[:, meld].all(axis=1)
        assert about(int((~holds).sum()), none[cards] / comb(104, cards), hands)


# --- the page


def lines_of(table: str) -> Iterator[str]:
    """The lines of a table without what makes its columns equally wide."""
    for line in table.splitlines():
        if line:
            yield " ".join(line.split())


def page() -> set[str]:
    return set(lines_of(read_page(PAGE)))


def assert_shown(table: str) -> None:
    lines = [line for line in lines_of(table) if not line.startswith("| -")]
    assert len(lines) > 5
    assert set(lines) <= page()


def test_the_page_shows_the_valid_tables_of_a_deck() -> None:
    assert_shown(facts.tables(1, "both"))


def test_from_a_deck_two_cards_may_be_missing_but_not_every_three() -> None:
    for missing in (1, 2):
        assert are_valid(without(combinations(range(52), missing), decks=1)).all()
    threes = list(combinations(range(52), 3))
    spoilt = [
        sorted(card % 13 + 1 for card in missing)
        for missing, valid in zip(threes, are_valid(without(threes, decks=1)), strict=True)
        if not valid
    ]
    assert len(spoilt) == 72
    assert {tuple(ranks) for ranks in spoilt} == {
        *((2, 2, other) for other in (3, 4, 5)),
        *((other, 13, 13) for other in (10, 11, 12)),
    }


def test_from_two_decks_any_four_cards_may_be_missing() -> None:
    missing = combinations_with_replacement(range(52), 4)
    fours = [cards for cards in missing if max(Counter(cards).values()) < 3]
    assert len(fours) == facts.multisets(2)[4]
    assert are_valid(without(fours, decks=2)).all()


def test_twenty_six_cards_need_not_hold_a_meld() -> None:
    assert len(without_melds.different_cards()) - 1 == 26
    assert len(without_melds.draws(2)) - 1 == 52


def without(missing: Iterable[Sequence[int]], *, decks: int) -> npt.NDArray[np.uint8]:
    """All cards of some decks but these, as counts."""
    cards = np.array(list(missing))
    counts = np.full((len(cards), 52), decks, np.uint8)
    for each in cards.T:
        counts[np.arange(len(cards)), each] -= 1
    return counts.reshape(-1, 4, 13)


def test_the_page_shows_the_chances_of_few_cards() -> None:
    assert_shown(facts.chances(2, most=8))


@pytest.mark.slow
def test_the_page_shows_the_chances() -> None:
    assert_shown(facts.chances(2))


@pytest.mark.slow
def test_the_page_shows_the_valid_tables_of_two_decks() -> None:
    assert_shown(facts.tables(2, "low"))


SHOWN: Final = re.compile(r"([\d.]+)(%?) ± ([\d.]+)%?")


def shown_rounds() -> dict[str, list[tuple[float, float]]]:
    """What the page says of rounds by name: each value, and how far the true one may be off."""
    rows = {}
    for line in page():
        name, *cells = line.strip("| ").split(" | ")
        values = [SHOWN.fullmatch(cell) for cell in cells]
        if cells and all(values):
            rows[name.strip("`")] = [
                (float(each[1]), float(each[3])) for each in values if each is not None
            ]
    return rows


def test_the_page_compares_the_rules_of_every_sheet() -> None:
    rows = shown_rounds()
    assert set(rows) == set(games_compared.SHEETS)
    assert len(rows) == 9
    for values in rows.values():
        assert len(values) == len(games_compared.HEADS) - 1
        # of each round one place is the winner's, but for a few that are shared
        assert sum(share for share, _ in values[4:]) == pytest.approx(100, abs=0.4)


@pytest.mark.slow
@pytest.mark.parametrize("name", games_compared.SHEETS)
def test_other_rounds_go_as_the_page_says(name: str) -> None:
    summary = Summary(games_compared.PLAYERS)
    rules = game_named(name, rounds=1)
    for result in simulate(rules, summary.players, games=120, seed=99):
        summary.add(result)
    measures: list[Mean | Share] = [summary.turns, summary.drawn, summary.idle, summary.blocked]
    measures += [standing.rounds for standing in summary.by_place]
    for measure, (value, off) in zip(measures, shown_rounds()[name], strict=True):
        assert measure.interval is not None
        low, high = measure.interval
        unit = 100 if isinstance(measure, Share) else 1
        # twice the interval of 95 %: some 4 in 100,000 are outside
        middle, spread = unit * (low + high) / 2, unit * (high - low)
        assert abs(middle - value) < spread + off


@pytest.mark.parametrize("module", [facts, valid_tables, without_melds])
def test_examples(module: object) -> None:
    results = doctest.testmod(module)  # type: ignore[arg-type]
    assert results.attempted
    assert not results.failed
