"""Rules: what they allow is checked when they are made, and the places of a run follow."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest
from definition import all_runs

from machiavelli_solver import DEFAULT_RULES, Aces, Card, Rules, RulesError, Suit
from machiavelli_solver.rules import MAX_DECKS, MAX_JOKERS, rank_at

ACES: list[Aces] = ["both", "low", "high", "around"]


def test_the_classic_game_has_two_decks_no_jokers_and_aces_low_or_high() -> None:
    classic = Rules(decks=2, jokers=0, aces="both", jokers_per_meld=None)
    assert classic == DEFAULT_RULES == Rules()


@pytest.mark.parametrize("decks", range(1, 5))
def test_one_to_four_decks(decks: int) -> None:
    assert Rules(decks=decks).decks == decks


@pytest.mark.parametrize("jokers", range(9))
def test_none_to_eight_jokers(jokers: int) -> None:
    assert Rules(jokers=jokers).jokers == jokers


@pytest.mark.parametrize("decks", [0, 5, -1, True, 2.0, "2", None])
def test_no_other_number_of_decks(decks: object) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(decks=decks)  # type: ignore[arg-type]
    assert str(caught.value) == f"decks={decks!r}: expected a whole number from 1 to {MAX_DECKS}"


@pytest.mark.parametrize("jokers", [9, -1, False, 1.0, "4", None])
def test_no_other_number_of_jokers(jokers: object) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(jokers=jokers)  # type: ignore[arg-type]
    expected = f"jokers={jokers!r}: expected a whole number from 0 to {MAX_JOKERS}"
    assert str(caught.value) == expected


@pytest.mark.parametrize("limit", [None, 1, 2, 8])
def test_a_limit_of_jokers_in_a_meld_or_none(limit: int | None) -> None:
    assert Rules(jokers_per_meld=limit).jokers_per_meld == limit


@pytest.mark.parametrize("limit", [0, 9, -1, True, 1.0, "1"])
def test_no_other_limit_of_jokers_in_a_meld(limit: object) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(jokers_per_meld=limit)  # type: ignore[arg-type]
    assert str(caught.value).startswith(f"jokers_per_meld={limit!r}: expected ")


@pytest.mark.parametrize("aces", ["", "Both", "round", 1, None, ["both"], ("low",)])
def test_no_other_aces(aces: object) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(aces=aces)  # type: ignore[arg-type]
    assert str(caught.value) == f"aces={aces!r}: expected one of 'both', 'low', 'high', 'around'"


def test_rules_are_named_frozen_and_compare_by_value() -> None:
    with pytest.raises(TypeError):
        Rules(2)  # type: ignore[call-arg]
    with pytest.raises(FrozenInstanceError):
        Rules().decks = 3  # type: ignore[misc]
    assert len({Rules(), Rules(decks=2), Rules(decks=1)}) == 2


def test_places_of_a_run_and_the_ranks_that_stand_there() -> None:
    assert [rank_at(place) for place in range(1, 27)] == [*range(1, 14), *range(1, 14)]
    assert Rules(aces="both").run_places == range(1, 15)
    assert Rules(aces="low").run_places == range(1, 14)
    assert Rules(aces="high").run_places == range(2, 15)


@pytest.mark.parametrize("aces", ACES)
def test_windows_are_all_the_runs_there_are(aces: Aces) -> None:
    rules = Rules(aces=aces)
    runs = [run for run in all_runs(aces) if run[0].suit is Suit.HEARTS]
    for length in range(3, 16):
        windows = [
            tuple(Card(rank_at(place), Suit.HEARTS) for place in window)
            for window in rules.run_windows(length)
        ]
        assert windows == [run for run in runs if len(run) == length]


@pytest.mark.parametrize("aces", ACES)
def test_no_run_is_longer_than_thirteen(aces: Aces) -> None:
    # DE: the same card never lies twice in one meld
    assert not list(Rules(aces=aces).run_windows(14))
    full = {"both": 2, "low": 1, "high": 1, "around": 13}
    assert len(list(Rules(aces=aces).run_windows(13))) == full[aces]
