"""Every play, each once: against brute force, best_play, and the plays that were asked for."""

from __future__ import annotations

from collections import Counter
from itertools import islice, pairwise, product
from typing import Literal

import pytest
from brute_force import brute_force, cards_of, multiset, tally
from hypothesis import assume, event, given
from hypothesis import strategies as st
from strategies import positions, rules, some

from machiavelli_solver import (
    AnyCard,
    OptionError,
    Position,
    PositionError,
    Rules,
    TimeLimitError,
    best_play,
    count_plays,
    judge,
    named_rules,
    plays,
    read_cards,
)
from machiavelli_solver.melds import fault_of

PLAIN = rules(max_decks=2, max_jokers=2, around=False, limits=False)


def plain_way(rules: Rules, table: list[AnyCard], hand: list[AnyCard]) -> set[tuple[AnyCard, ...]]:
    """Every part of the hand that can be shed, all of them tried."""
    brute = brute_force(rules)
    table_counts, table_jokers = tally(table)
    hand_counts, hand_jokers = tally(hand)
    found = set()
    for shed in product(*(range(n + 1) for n in hand_counts)):
        counts = [n + more for n, more in zip(table_counts, shed, strict=True)]
        for jokers in range(hand_jokers + 1):
            if brute.partitions(multiset(counts), table_jokers + jokers):
                found.add(cards_of(shed, jokers))
    return found - {()}


@some(60)
@given(data=st.data())
def test_all_that_can_be_shed_is_listed_once(data: st.DataObject) -> None:
    drawn = data.draw(PLAIN)
    table, hand = data.draw(positions(drawn, max_melds=3, min_hand=2, max_hand=7))
    listed = list(plays(table, hand, rules=drawn))
    sheds = [play.shed for play in listed]
    assert len(set(sheds)) == len(sheds) == count_plays(table, hand, rules=drawn)
    assert set(sheds) == plain_way(drawn, table, hand)
    assert [len(shed) for shed in sheds] == sorted(map(len, sheds), reverse=True)
    for play in listed:
        assert Counter(play.shed) + Counter(play.kept) == Counter(hand)
        assert fault_of(play.melds, [*table, *play.shed], drawn) is None
    best = best_play(table, hand, rules=drawn)
    event(f"{min(len(listed), 3)} plays")
    if not listed:
        assert best is None or not best.shed
    else:
        assert best is not None
        assert listed[0].shed == best.shed


@some(40)
@given(data=st.data())
def test_maximal_plays_are_those_that_no_other_contains(data: st.DataObject) -> None:
    drawn = data.draw(PLAIN)
    table, hand = data.draw(positions(drawn, max_melds=2, min_hand=4, max_hand=9))
    every = [Counter(play.shed) for play in plays(table, hand, rules=drawn)]
    maximal = [Counter(play.shed) for play in plays(table, hand, rules=drawn, maximal=True)]
    assert maximal == [one for one in every if not any(one < other for other in every)]
    assert count_plays(table, hand, rules=drawn, maximal=True) == len(maximal)


@some(60)
@given(data=st.data())
def test_under_all_rules_the_referee_accepts_every_play(data: st.DataObject) -> None:
    drawn = data.draw(rules(max_decks=2, max_jokers=2))
    company = data.draw(st.integers(0, 2))
    moves: Literal["free", "swap"] = data.draw(st.sampled_from(("free", "swap")))
    keeps: Literal["play", "keep"] = data.draw(st.sampled_from(("play", "keep")))
    full = Rules(
        decks=drawn.decks,
        jokers=drawn.jokers,
        aces=drawn.aces,
        jokers_per_meld=drawn.jokers_per_meld,
        joker_moves=moves,
        freed_joker=keeps,
        joker_company=company,
    )
    table, hand = data.draw(positions(full, max_melds=2, min_hand=2, max_hand=6))
    loose = table[: data.draw(st.integers(0, 2))] if not any(c.is_joker for c in table) else []
    laid = best_play(table[len(loose) :], "", rules=drawn)
    assume(laid is not None)
    assert laid is not None
    before = Position.of(laid.melds, hand, loose=loose)
    listed = list(islice(plays(laid.melds, hand, loose=loose, rules=full), 40))
    for play in listed:
        spent = Counter(play.support)
        after = Position.of(play.melds, play.kept, loose=list((Counter(loose) - spent).elements()))
        assert judge(before, after, full).legal
        assert play.before == before
    best = best_play(laid.melds, hand, loose=loose, rules=full)
    assert best is not None
    assert [play.shed for play in listed[:1]] == [best.shed] * bool(best.shed)
    if len(listed) < 40:
        assert count_plays(laid.melds, hand, loose=loose, rules=full) == len(listed)


def test_an_opening_lists_the_openings() -> None:
    rules = named_rules("thirty-six").rules
    hand = "KCDH QCDH 2-4S 9D"
    listed = list(plays("4-6C /", hand, rules=rules, opened=False))
    assert listed
    assert count_plays("4-6C /", hand, rules=rules, opened=False) == len(listed)
    for play in listed:
        assert play.opening is not None
        assert play.opening >= 36
        assert str(play.melds[0]) == "4C 5C 6C"
    best = best_play("4-6C /", hand, rules=rules, opened=False)
    assert best is not None
    assert (listed[0].shed, listed[0].melds) == (best.shed, best.melds)
    assert not list(plays("4-6C /", "2-4S", rules=rules, opened=False))


def test_a_table_without_arrangement_has_no_plays() -> None:
    assert not list(plays("AS 7H", "JD"))
    assert count_plays("AS 7H", "JD") == 0
    assert count_plays("", "") == 0
    assert count_plays("4C 6C 7C", "5C 8C") == 2  # 5C, and 5C with 8C


def test_support_cards_help_and_are_no_play() -> None:
    assert [
        (str(*play.shed), str(*play.support)) for play in plays("4-5C", "7C", support="6C")
    ] == [("7C", "6C")]
    assert count_plays("4-6C /", "", support="7C") == 0


def test_a_large_hand_streams_and_is_counted() -> None:
    table = "A-5C 9-KD 2-4H 7-10H 3-6S 9-JS 8CDS QCHS 5DHS KCHS 4-6D"
    hand = read_cards("AC 2C 7C 9C JC KC AD 2D 3D 7D 7D 8D AH 5H 6H QH KH AS 2S 7S 8S QS")
    total = count_plays(table, hand)
    first = list(islice(plays(table, hand), 1000))
    assert total == 918_609
    assert len({play.shed for play in first}) == 1000
    assert all(len(a.shed) >= len(b.shed) for a, b in pairwise(first))
    best = best_play(table, hand)
    assert best is not None
    assert first[0].shed == best.shed


def test_options_are_checked_at_once() -> None:
    with pytest.raises(OptionError, match="seconds=0"):
        plays("", "7C", seconds=0)
    with pytest.raises(PositionError, match="give the table as melds"):
        plays("4C JK 6C", "5C", rules=Rules(jokers=1, joker_moves="swap"))


def test_the_time_is_limited() -> None:
    with pytest.raises(TimeLimitError):
        count_plays("", "A-KC A-KD A-KH A-KS", seconds=1e-3)
    with pytest.raises(TimeLimitError):
        list(plays("", "A-KC A-KD A-KH A-KS", seconds=1e-3))
