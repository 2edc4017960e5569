"""Laws: what must stay the same, or may only grow, when a position is changed.

They need no second solver, so they are asked of larger positions too.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st
from known_positions import KnownPosition, suites
from strategies import CARDS, Pack, corners, positions, rules, some, valid_melds

from machiavelli_solver import (
    JOKER,
    Aces,
    AnyCard,
    Card,
    Objective,
    Play,
    Rules,
    Suit,
    arrange,
    best_play,
    is_valid,
    read_cards,
)

Cards = list[AnyCard]
Renaming = Callable[[AnyCard], AnyCard]


def most(table: Cards, hand: Cards, rules: Rules) -> int | None:
    """How many cards the best play sheds; None: no arrangement."""
    play = best_play(table, hand, rules=rules)
    return None if play is None else len(play.shed)


def points(table: Cards, hand: Cards, rules: Rules) -> int | None:
    """How many points the best play sheds, each card worth its rank and a joker 20."""
    play = best_play(table, hand, rules=rules, objective="points")
    return None if play is None else sum(map(worth, play.shed))


def worth(card: AnyCard) -> int:
    face = card.rank if isinstance(card, Card) else 25
    return {1: 11, 11: 10, 12: 10, 13: 10}.get(face, face)


# --- the positions: large ones drawn by hypothesis, and those of the suites


@st.composite
def large(draw: st.DrawFn) -> tuple[Cards, Cards, Rules]:
    with_rules = draw(rules(max_decks=2, max_jokers=2, around=False, limits=False))
    table, hand = draw(positions(with_rules, max_melds=10, min_hand=4, max_hand=12))
    return table, hand, with_rules


def of_suite(position: KnownPosition) -> tuple[Cards, Cards, Rules]:
    rules = Rules(jokers=position.jokers)
    return read_cards(position.table), read_cards(position.hand), rules


SUITE_POSITIONS = [
    of_suite(position) for suite in suites().values() for position in suite[:10]
]  # fmt: skip


def permuted(order: list[Suit]) -> Renaming:
    return lambda card: Card(card.rank, order[card.suit]) if isinstance(card, Card) else card


def reversed_rank(card: AnyCard) -> AnyCard:
    """The 2 becomes a king, the 3 a queen, ...; the ace stays."""
    if not isinstance(card, Card) or card.rank == 1:
        return card
    return Card(15 - card.rank, card.suit)


# --- names do not matter


@some(150)
@given(large(), st.permutations(list(Suit)))
def test_renaming_the_suits_changes_nothing(
    position: tuple[Cards, Cards, Rules], order: list[Suit]
) -> None:
    table, hand, with_rules = position
    rename = permuted(order)
    renamed = [*map(rename, table)], [*map(rename, hand)]
    assert most(*renamed, with_rules) == most(table, hand, with_rules)
    assert points(*renamed, with_rules) == points(table, hand, with_rules)
    assert is_valid(renamed[0], rules=with_rules) == is_valid(table, rules=with_rules)


@some(150)
@given(large())
def test_counting_ranks_downwards_changes_nothing(position: tuple[Cards, Cards, Rules]) -> None:
    table, hand, with_rules = position
    mirrored: dict[Aces, Aces] = {"both": "both", "low": "high", "high": "low"}
    back = Rules(decks=with_rules.decks, jokers=with_rules.jokers, aces=mirrored[with_rules.aces])
    turned = [*map(reversed_rank, table)], [*map(reversed_rank, hand)]
    assert most(*turned, back) == most(table, hand, with_rules)
    assert is_valid(turned[0], rules=back) == is_valid(table, rules=with_rules)


def test_names_do_not_matter_in_the_suites() -> None:
    draw = random.Random(1)
    for table, hand, with_rules in SUITE_POSITIONS:
        rename = permuted(draw.sample(list(Suit), 4))
        expected = most(table, hand, with_rules)
        assert most([*map(rename, table)], [*map(rename, hand)], with_rules) == expected
        turned = [*map(reversed_rank, table)], [*map(reversed_rank, hand)]
        assert most(*turned, with_rules) == expected


@some(150)
@given(large(), st.randoms(use_true_random=False))
def test_the_order_of_cards_changes_nothing(
    position: tuple[Cards, Cards, Rules], draw: random.Random
) -> None:
    table, hand, with_rules = position
    play = best_play(table, hand, rules=with_rules)
    draw.shuffle(table)
    draw.shuffle(hand)
    assert best_play(table, hand, rules=with_rules) == play


# --- more is not less


@some(150)
@given(st.data())
def test_a_valid_meld_more_keeps_a_table_valid(data: st.DataObject) -> None:
    with_rules = data.draw(rules(max_decks=2, around=False))
    melds = data.draw(valid_melds(with_rules, data.draw(corners())))
    for n in range(len(melds) + 1):
        assert is_valid([card for meld in melds[:n] for card in meld], rules=with_rules)


@some(150)
@given(large(), st.data())
def test_a_hand_card_more_never_sheds_less(
    position: tuple[Cards, Cards, Rules], data: st.DataObject
) -> None:
    table, hand, with_rules = position
    pack = Pack(with_rules)
    pack.take([*table, *hand])
    more = pack.rest(data.draw(st.lists(st.sampled_from(CARDS), min_size=1, max_size=2)))
    never_less(table, hand, more, with_rules)


@some(150)
@given(large())
def test_a_joker_more_never_sheds_less(position: tuple[Cards, Cards, Rules]) -> None:
    table, hand, with_rules = position
    with_one_more = Rules(
        decks=with_rules.decks, jokers=with_rules.jokers + 1, aces=with_rules.aces
    )
    never_less(table, hand, [JOKER], with_one_more)


def never_less(table: Cards, hand: Cards, more: Cards, with_rules: Rules) -> None:
    for count in (most, points):
        before = count(table, hand, with_rules)
        after = count(table, [*hand, *more], with_rules)
        if before is not None:
            assert after is not None
            assert after >= before


def test_more_never_sheds_less_in_the_suites() -> None:
    draw = random.Random(2)
    for table, hand, with_rules in SUITE_POSITIONS:
        pack = Pack(with_rules)
        pack.take([*table, *hand])
        never_less(table, hand, pack.rest([draw.choice(CARDS)]), with_rules)
        one_more = Rules(jokers=with_rules.jokers + 1)
        never_less(table, hand, [JOKER], one_more)


@some(150)
@given(large())
def test_decks_and_jokers_that_nobody_holds_change_nothing(
    position: tuple[Cards, Cards, Rules],
) -> None:
    table, hand, with_rules = position
    larger = Rules(decks=4, jokers=8, aces=with_rules.aces)
    assert best_play(table, hand, rules=larger) == best_play(table, hand, rules=with_rules)
    assert arrange(table, rules=larger) == arrange(table, rules=with_rules)


@some(150)
@given(large())
def test_aces_at_both_ends_allow_what_one_end_allows(
    position: tuple[Cards, Cards, Rules],
) -> None:
    table, hand, with_rules = position
    both, *one_end = (
        most(table, hand, Rules(decks=with_rules.decks, jokers=with_rules.jokers, aces=aces))
        for aces in ("both", "low", "high")
    )
    for shed in one_end:
        if shed is not None:
            assert both is not None
            assert both >= shed


# --- a best play is best


def after(play: Play) -> Cards:
    return [card for meld in play.melds for card in meld]


@some(150)
@given(large(), st.sampled_from(["cards", "points"]))
def test_after_the_best_play_nothing_is_left_to_shed(
    position: tuple[Cards, Cards, Rules], objective: Objective
) -> None:
    table, hand, with_rules = position
    play = best_play(table, hand, rules=with_rules, objective=objective)
    if play is None:
        assert not is_valid(table, rules=with_rules)
        return
    again = best_play(play.melds, play.kept, rules=with_rules, objective=objective)
    assert again is not None
    assert again.shed == ()
    assert is_valid(after(play), rules=with_rules)


@some(150)
@given(large(), st.data())
def test_a_card_of_the_best_play_can_be_laid_on_the_table_first(
    position: tuple[Cards, Cards, Rules], data: st.DataObject
) -> None:
    table, hand, with_rules = position
    play = best_play(table, hand, rules=with_rules)
    if play is None or not play.shed:
        return
    card = data.draw(st.sampled_from(play.shed))
    shed = list(play.shed)
    shed.remove(card)
    hand.remove(card)
    again = best_play([*table, card], hand, rules=with_rules)
    assert again is not None
    assert list(again.shed) == shed
    assert again.kept == play.kept


@some(150)
@given(large())
def test_an_empty_hand_asks_whether_the_table_is_valid(
    position: tuple[Cards, Cards, Rules],
) -> None:
    table, _, with_rules = position
    play = best_play(table, "", rules=with_rules)
    arranged = arrange(table, rules=with_rules)
    assert (play is None) == (arranged is None) == (not is_valid(table, rules=with_rules))
    if play is not None and arranged is not None:
        assert play.melds == arranged.melds
