"""Brute force is right: it agrees with trying all ways to lay cards in heaps."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from brute_force import BruteForce, best_play, cards_of, multiset, tally
from definition import is_meld
from hypothesis import given
from hypothesis import strategies as st
from small_packs import EVERY_PACK, FOUR_SUITS, SmallPack, digest
from strategies import CARDS, any_cards, corners, rules, some, tables

from machiavelli_solver import ITALIAN_VALUES, JOKER, AnyCard, Rules, read_cards


def heaps(cards: list[AnyCard]) -> Iterator[list[list[AnyCard]]]:
    """All ways to lay cards in heaps."""
    if not cards:
        yield []
        return
    first, *others = cards
    for laid in heaps(others):
        yield [[first], *laid]
        for i, heap in enumerate(laid):
            yield [*laid[:i], [first, *heap], *laid[i + 1 :]]


def by_heaps(cards: list[AnyCard], with_rules: Rules) -> bool:
    return any(all(is_meld(heap, with_rules) for heap in laid) for laid in heaps(cards))


def by_brute_force(cards: list[AnyCard], with_rules: Rules) -> bool:
    counts, jokers = tally(cards)
    brute = BruteForce(with_rules.aces, with_rules.jokers_per_meld)
    return brute.partitions(multiset(counts), jokers)


@st.composite
def few_cards(draw: st.DrawFn) -> list[AnyCard]:
    """Up to eight cards of few ranks, jokers among them."""
    corner = draw(corners())
    rules = Rules(decks=3, jokers=4)
    cards = draw(tables(rules, corner, max_melds=2))
    return cards[: draw(st.integers(6, 8))]


@some(400)
@given(few_cards() | st.lists(any_cards, max_size=6), rules())
def test_brute_force_agrees_with_all_ways_to_lay_heaps(
    cards: list[AnyCard], with_rules: Rules
) -> None:
    assert by_brute_force(cards, with_rules) == by_heaps(cards, with_rules)


@pytest.mark.parametrize(
    ("cards", "valid"),
    [
        ("", True),
        ("4-6C", True),
        ("4-5C", False),
        ("JK JK JK", False),
        ("4C JK JK", True),
        ("4-6C JK JK JK JK", True),
        ("7CDHS JK", False),
        ("7CDHS JK JK", True),
        ("A-KC AC", True),
        ("KC AC 2C", False),
    ],
)
def test_brute_force_on_plain_cases(cards: str, valid: bool) -> None:
    assert by_brute_force(read_cards(cards), Rules()) is valid


def test_counts_and_cards_are_two_forms_of_one_thing() -> None:
    cards = read_cards("AC AC KS 7D JK")
    counts, jokers = tally(cards)
    assert (counts[0], counts[51], counts[19], sum(counts), jokers) == (2, 1, 1, 4, 1)
    assert cards_of(counts, jokers) == tuple(sorted(cards, key=[*CARDS, JOKER].index))
    assert multiset(counts) == 2 + (1 << 4 * 51) + (1 << 4 * 19)


def test_the_best_play_by_brute_force_on_a_plain_case() -> None:
    def shed(table: str, hand: str) -> tuple[AnyCard, ...] | None:
        cards = read_cards(table), read_cards(hand)
        return best_play(BruteForce(), *cards, objective="cards", values=ITALIAN_VALUES)

    assert shed("4-6C", "7C 9D 9H 3C") == tuple(read_cards("3C 7C"))
    assert shed("", "9D") == ()
    assert shed("9D", "") is None


@pytest.mark.parametrize(("pack", "valid", "answers"), EVERY_PACK, ids=str)
def test_all_multisets_of_a_small_pack(pack: SmallPack, valid: int, answers: str) -> None:
    check_all(pack, valid, answers)


@pytest.mark.slow
def test_all_multisets_of_four_suits() -> None:
    check_all(*FOUR_SUITS)


def check_all(pack: SmallPack, valid: int, answers: str) -> None:
    brute = BruteForce(pack.aces)
    found = [brute.partitions(multiset(pack.in_52(counts))) for counts in pack.all_counts()]
    assert len(found) == pack.size
    assert (sum(found), digest(found)) == (valid, answers)
