"""Cards: 52 frozen values with a number each, and the joker."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import any_cards

from machiavelli_solver import JOKER, AnyCard, Card, CardLikeError, Joker, Suit
from machiavelli_solver.cards import (
    CARD_KINDS,
    CARDS,
    RANK_NAMES,
    RANKS,
    SUITS,
    card_of,
    count_cards,
    sort_key,
)

PRINTED = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
NAMES = [rank + suit for suit in "CDHS" for rank in PRINTED]


def test_the_52_cards_stand_at_their_index_in_print_order() -> None:
    assert [str(card) for card in CARDS] == NAMES
    assert [card.index for card in CARDS] == list(range(52))
    assert CARD_KINDS == len(CARDS) == 52


def test_the_index_is_13_times_the_suit_and_the_rank_less_one() -> None:
    for suit, rank in product(Suit, range(1, 14)):
        assert Card(rank, suit).index == 13 * "CDHS".index(suit.letter) + rank - 1
        assert card_of(rank, suit) is CARDS[Card(rank, suit).index]
        assert card_of(rank, suit) == Card(rank, suit)


def test_suits_have_letters_and_pips_and_a_repr_to_paste_back() -> None:
    assert [suit.letter for suit in SUITS] == ["C", "D", "H", "S"]
    assert [suit.symbol for suit in SUITS] == ["♣", "♦", "♥", "♠"]
    assert [repr(suit) for suit in SUITS] == [
        "Suit.CLUBS", "Suit.DIAMONDS", "Suit.HEARTS", "Suit.SPADES",
    ]  # fmt: skip


def test_cards_print_with_letter_or_pip() -> None:
    ten = Card(10, Suit.HEARTS)
    assert (str(ten), ten.symbol, repr(ten)) == ("10H", "10♥", "Card(10, Suit.HEARTS)")
    assert (str(JOKER), JOKER.symbol, repr(JOKER)) == ("JK", "JK", "Joker()")
    assert len(RANK_NAMES) == len(RANKS) == 13


@pytest.mark.parametrize("rank", [0, 14, -1, True, False, 1.0, "A", "1", None, (1,)])
def test_what_is_no_rank_is_refused_and_quoted(rank: object) -> None:
    with pytest.raises(
        CardLikeError, match=r"is no rank: expected 1 \(ace\) to 13 \(king\)"
    ) as caught:
        Card(rank, Suit.CLUBS)  # type: ignore[arg-type]
    assert repr(rank) in str(caught.value)


@pytest.mark.parametrize("suit", [0, 3, True, "C", "♣", None])
def test_what_is_no_suit_is_refused_and_quoted(suit: object) -> None:
    with pytest.raises(CardLikeError, match="is no suit") as caught:
        Card(1, suit)  # type: ignore[arg-type]
    assert repr(suit) in str(caught.value)


def test_cards_are_equal_by_value_and_nothing_else() -> None:
    assert Card(1, Suit.CLUBS) == Card(1, Suit.CLUBS)
    assert len({*CARDS, *CARDS, JOKER, Joker()}) == 53
    assert Joker() == JOKER
    assert hash(JOKER) == hash(Joker())


def test_cards_and_jokers_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        CARDS[0].rank = 2  # type: ignore[misc]
    with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
        JOKER.rank = 2  # type: ignore[attr-defined]


def test_only_jokers_are_jokers() -> None:
    assert JOKER.is_joker
    assert not any(card.is_joker for card in CARDS)


def test_cards_sort_by_suit_then_rank_and_jokers_last() -> None:
    backwards: list[AnyCard] = [JOKER, *reversed(CARDS)]
    assert sorted(backwards, key=sort_key) == [*CARDS, JOKER]


@given(st.lists(any_cards))
def test_counting_cards_forgets_their_order_and_nothing_else(cards: list[Card | Joker]) -> None:
    counts, jokers = count_cards(iter(cards))
    assert counts == [cards.count(card) for card in CARDS]
    assert jokers == cards.count(JOKER)
