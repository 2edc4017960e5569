"""What cards are worth, in the sheets' two tables and in any other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import CARDS

from machiavelli_solver import (
    ITALIAN_VALUES,
    JAPANESE_FIVES,
    JAPANESE_VALUES,
    JOKER,
    TAHITI_VALUES,
    TILE_VALUES,
    CardValues,
    OptionError,
)
from machiavelli_solver.values import VALUES

NAMES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


@pytest.mark.parametrize(
    ("values", "joker"),
    [
        pytest.param(ITALIAN_VALUES, 25, id="IT: face value, J Q K 10, A 11, joker 25"),
        pytest.param(TAHITI_VALUES, 30, id="DE Tahiti: face value, J Q K 10, A 11, joker 30"),
    ],
)
def test_the_tables_of_the_rule_sheets(values: CardValues, joker: int) -> None:
    for card in CARDS:
        expected = 11 if card.rank == 1 else 10 if card.rank > 10 else card.rank
        assert values.value(card) == expected
    assert values.value(JOKER) == joker


def test_the_named_tables() -> None:
    assert VALUES == {
        "italian": ITALIAN_VALUES,
        "tahiti": TAHITI_VALUES,
        "tiles": TILE_VALUES,
        "japanese": JAPANESE_VALUES,
        "fives": JAPANESE_FIVES,
    }


def test_tiles_count_their_number_and_a_joker_30() -> None:
    assert [TILE_VALUES.value(card) for card in CARDS] == [card.rank for card in CARDS]
    assert TILE_VALUES.value(JOKER) == 30


def test_the_japanese_scores() -> None:
    # JP: A 3, K Q J 2, others 1
    assert CardValues((3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2), 25) == JAPANESE_VALUES
    # JP: A and 2-10 5, K Q J 10, joker 25
    assert CardValues((5,) * 10 + (10,) * 3, 25) == JAPANESE_FIVES


@given(
    st.dictionaries(st.sampled_from(NAMES), st.integers(0, 99)),
    st.none() | st.integers(0, 99),
    st.integers(0, 99),
)
def test_ranks_not_named_have_the_others_value_or_their_face(
    named: dict[str, int], others: int | None, joker: int
) -> None:
    values = CardValues.of(named, others=others, joker=joker)
    for card in CARDS:
        name = NAMES[card.rank - 1]
        face = {"A": 11, "J": 10, "Q": 10, "K": 10}.get(name) or int(name)
        expected = named.get(name, face if others is None else others)
        assert values.value(card) == expected
    assert values.value(JOKER) == joker


@pytest.mark.parametrize("name", ["a", "T", "11", "1", "", "JK", "AC", 1])
def test_a_name_that_is_no_rank_is_refused(name: str) -> None:
    with pytest.raises(OptionError) as caught:
        CardValues.of({name: 1}, joker=0)
    assert str(caught.value).startswith(f"{name!r} is no rank: expected one of A, 2, 3")


@pytest.mark.parametrize("value", [-1, True, 1.5, "1", None])
def test_a_value_is_a_whole_number_from_nought(value: int) -> None:
    refused = "expected a card value, a whole number from 0"
    with pytest.raises(OptionError, match=refused) as caught:
        CardValues((*[0] * 12, value), 0)
    assert repr(value) in str(caught.value)
    with pytest.raises(OptionError, match=refused):
        CardValues((0,) * 13, value)
    with pytest.raises(OptionError, match=refused):
        CardValues.of({"K": value}, joker=0)


@pytest.mark.parametrize("count", [0, 12, 14])
def test_there_are_thirteen_values(count: int) -> None:
    with pytest.raises(OptionError, match="expected 13 values, ace to king"):
        CardValues((1,) * count, 0)
