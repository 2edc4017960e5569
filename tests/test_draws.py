"""Outs: every draw against a plain loop over physical cards, and what is counted from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import pytest
from brute_force import best_play as best_by_brute_force
from brute_force import brute_force
from definition import all_runs, all_sets
from hypothesis import given
from hypothesis import strategies as st
from known_positions import suites
from small_packs import SmallPack
from strategies import CARDS, Pack, aces, cards_of, corners, small_values, some, valid_melds

from machiavelli_solver import (
    ITALIAN_VALUES,
    JOKER,
    AnyCard,
    Card,
    CardCountError,
    CardLikeError,
    CardValues,
    EngineName,
    NotationError,
    OptionError,
    Out,
    Outs,
    Play,
    Position,
    PositionError,
    Rules,
    TimeLimitError,
    best_play,
    draws,
    outs,
    read_card,
    read_cards,
)

ORDER = [*CARDS, JOKER].index

Best = Callable[[Sequence[AnyCard]], Play | None]
"""The best play of a hand, everything else being as it is."""


def in_order(cards: Sequence[AnyCard]) -> tuple[AnyCard, ...]:
    return tuple(sorted(cards, key=ORDER))


def plain_outs(
    hand: Sequence[AnyCard],
    unseen: Sequence[AnyCard],
    best: Best,
    draws: int,
    cost: Callable[[AnyCard], int] = lambda _: 1,
) -> tuple[set[Out], Outs]:
    """Every draw by a plain loop, and the whole of it without an order.

    Args:
        hand: the hand before the draw.
        unseen: the cards that may be drawn, each copy by itself.
        best: the best play of a hand.
        draws: how many are drawn.
        cost: what a card costs that stays in the hand.
    """

    @cache
    def after(drawn: tuple[AnyCard, ...]) -> tuple[tuple[AnyCard, ...], tuple[AnyCard, ...]]:
        play = best((*hand, *drawn))
        return ((), in_order((*hand, *drawn))) if play is None else (play.shed, play.kept)

    def gain(drawn: tuple[AnyCard, ...]) -> int:
        if_kept = sum(map(cost, (*kept_now, *drawn)))
        return if_kept - sum(map(cost, after(drawn)[1]))

    def goes_out(drawn: tuple[AnyCard, ...]) -> bool:
        shed, kept = after(drawn)
        return bool(shed) and not kept

    def does_more(pair: tuple[AnyCard, ...]) -> bool:
        one, other = ((card,) for card in pair)
        if goes_out(pair) and not (goes_out(one) or goes_out(other)):
            return True
        return gain(pair) > gain(one) + gain(other)

    now = best(hand)
    shed_now, kept_now = after(())
    ways = Counter(map(in_order, combinations(unseen, draws)))
    found = set()
    for drawn, n in ways.items():
        shed, kept = after(drawn)
        together = draws == 2 and does_more(drawn)
        found.add(Out(drawn, n, Fraction(n, ways.total()), shed, kept, gain(drawn), together))
    return found, Outs(draws, len(unseen), now is not None, shed_now, kept_now, ())


def check(found: Outs, expected: tuple[set[Out], Outs]) -> None:
    """The same draws, each once, and the same beside them; the chances are their sums."""
    every, beside = expected
    assert set(found.outs) == every
    assert len(found.outs) == len(every)
    assert replace(found, outs=()) == beside
    assert found.ways == sum(out.ways for out in every)
    assert sum(out.chance for out in every) == (1 if every else 0)
    for name in ("helps", "plays", "goes_out"):
        ways = sum(out.ways for out in every if getattr(out, name))
        assert getattr(found, name) == (Fraction(ways, found.ways) if every else 0)


# --- worked positions


def chances(found: Outs) -> list[Fraction | int]:
    return [found.helps, found.plays, found.goes_out]


def drawn(found: Outs) -> dict[str, tuple[int, str]]:
    """For each draw that helps its ways, and what is shed."""
    return {
        " ".join(map(str, out.draw)): (out.ways, " ".join(map(str, out.shed)))
        for out in found.outs
        if out.helps
    }


def test_the_position_of_two_sheets() -> None:
    # the play of the German and Swedish sheets makes three runs; each has two ends
    found = outs("KHDC / QHDC / JHDC", "AC 9S")
    assert (found.unseen, found.ways, found.draws, found.arrangeable) == (93, 93, 1, True)
    assert (found.shed, found.kept) == (tuple(read_cards("AC")), tuple(read_cards("9S")))
    assert drawn(found) == {card: (2, f"AC {card}") for card in ("10C", "AD", "10D", "AH", "10H")}
    assert chances(found) == [Fraction(10, 93), 1, 0]


def test_the_failed_turn_of_the_german_sheet() -> None:
    # 9S alone leaves QC without a place; with QD, QS mends it, and so do two others
    found = outs("10HDS / JHDS / QHDC", "9S QD")
    assert found.shed == ()
    assert drawn(found) == {
        "QS": (2, "QD 9S QS"),  # 9S 10S JS, 10D JD QD, 10H JH QH, QC QD QS
        "9H": (2, "QD 9H 9S"),  # 9S 10S JS, 9H 10H JH, 10D JD QD, QC QD QH
        "QH": (1, "QD QH 9S"),  # 9S 10S JS, 10D JD QD, 10H JH QH, QC QD QH
        "10C": (2, "10C"),
        "JC": (2, "JC"),
    }
    assert [out.plays for out in found.outs[:3]] == [True] * 3
    assert [out.goes_out for out in found.outs[:4]] == [True, True, True, False]
    assert chances(found) == [Fraction(9, 93), Fraction(9, 93), Fraction(5, 93)]


def test_what_two_cards_do_together() -> None:
    one = outs("4-6C /", "9D")
    assert drawn(one) == {"3C": (2, "3C"), "7C": (2, "7C")}
    two = outs("4-6C /", "9D", draws=2)
    assert two.ways == comb(100, 2)
    assert sum(out.chance for out in two.outs) == 1
    assert drawn(two)["9C 9S"] == (4, "9C 9D 9S")
    assert drawn(two)["8D 10D"] == (4, "8D 9D 10D")
    assert drawn(two)["3C 7C"] == (4, "3C 7C")
    # the second copy of 3C has no place
    assert drawn(two)["3C 3C"] == (1, "3C")
    assert drawn(two)["2C 3C"] == (4, "2C 3C")
    assert "9D 9D" not in drawn(two)
    (pair,) = (out for out in two.outs if out.draw == tuple(read_cards("3C 3C")))
    assert pair.laid == tuple(read_cards("3C"))
    gains = {" ".join(map(str, out.draw)): (out.gain, out.together) for out in two.outs}
    assert gains["9C 9S"] == (3, True), "neither helps alone"
    assert gains["2C 3C"] == (2, True), "3C alone is a gain of 1, 2C of nothing"
    assert gains["3C 7C"] == (2, False)
    assert gains["3C 3C"] == (1, False)
    assert two.goes_out == sum(out.chance for out in two.outs if len(out.shed) == 3)


def test_a_copy_of_a_card_of_the_hand_counts_as_drawn_and_kept() -> None:
    found = outs("4-6C /", "7C", unseen="7C")
    (out,) = found.outs
    assert (out.shed, out.kept, out.laid) == (*map(tuple, map(read_cards, ("7C", "7C"))), ())
    assert not out.helps


def test_jokers_can_be_drawn() -> None:
    found = outs("4-6C /", "9D", rules=Rules(jokers=2))
    assert drawn(found)["JK"] == (2, "JK")
    assert found.unseen == 102
    two = outs("", "9D", unseen="JK JK 4C", rules=Rules(jokers=2), draws=2)
    assert drawn(two) == {"JK JK": (1, "9D JK JK")}
    assert (two.helps, two.goes_out) == (Fraction(1, 3), Fraction(1, 3))


def test_a_joker_that_is_exchanged_and_kept_is_a_play_but_no_fewer_cards() -> None:
    rules = Rules(jokers=1, joker_moves="swap", freed_joker="keep")
    # in a set of four there is no other place for the joker
    (out,) = outs("7H 7D JK 7S /", "KD", unseen="7C", rules=rules).outs
    assert (out.shed, out.kept) == (tuple(read_cards("7C")), tuple(read_cards("KD JK")))
    assert (out.plays, out.helps, out.goes_out) == (True, False, False)


def test_an_opening() -> None:
    rules = Rules(opening=36)
    found = outs("4-6C /", "9CDH 4-5S", opened=False, rules=rules)
    assert found.shed == ()
    assert drawn(found) == {
        "3S": (2, "9C 9D 9H 3S 4S 5S"),
        "6S": (2, "9C 9D 9H 4S 5S 6S"),
        "9S": (2, "9C 9D 9H 9S"),
    }


def test_support_and_loose_cards_are_used_and_are_not_drawn() -> None:
    found = outs("", "9D", support="9C", loose="KS KS")
    assert drawn(found) == {"9H": (2, "9D 9H"), "9S": (2, "9D 9S")}
    assert found.unseen == 104 - 4
    assert ("KS",) not in {tuple(map(str, out.draw)) for out in found.outs}


def test_points() -> None:
    # a drawn card may let fewer cards go that are worth more: points decide then
    found = outs("", "KC KD 2-3S", unseen="KH 4S", objective="points")
    assert drawn(found) == {"KH": (1, "KC KD KH"), "4S": (1, "2S 3S 4S")}
    assert [str(out.draw[0]) for out in found.outs] == ["KH", "4S"], "KH leaves fewer points"
    worthless = CardValues((0,) * 13, 0)
    free = outs("", "KC KD", unseen="KH 4S", objective="points", values=worthless)
    assert chances(free) == [0, Fraction(1, 2), Fraction(1, 2)]
    assert free.outs[0].goes_out, "who goes out comes first"


def test_a_table_that_waits_for_a_card() -> None:
    found = outs("4C 5C", "9S", unseen="6C 6C KD")
    assert (found.arrangeable, found.shed) == (False, ())
    assert drawn(found) == {"6C": (2, "6C")}
    assert found.outs[-1].kept == tuple(read_cards("KD 9S"))


def test_the_most_useful_draws_come_first() -> None:
    found = outs("", "9CD 5-6S", unseen="9H 9S 4S 7S 7S KD")
    assert [" ".join(map(str, out.draw)) for out in found.outs] == ["7S", "9H", "4S", "9S", "KD"]
    keys = [
        (not out.goes_out, len(out.kept), -out.ways, list(map(ORDER, out.draw)))
        for out in outs("4-6C / 6DHS", "8C 9H", draws=2).outs
    ]
    assert keys == sorted(keys)


def test_two_cards_that_only_both_let_one_go_out_do_more_together() -> None:
    found = outs("4-6C /", "9D 2C JS", unseen="3C 8D 10D QS KS", draws=2)
    assert not any(out.goes_out for out in found.outs)
    found = outs("4-6C / 5-8D", "2C 10D", unseen="3C 9D", draws=2)
    (out,) = found.outs
    assert (out.goes_out, out.gain, out.together) == (True, 4, True)
    singles = outs("4-6C / 5-8D", "2C 10D", unseen="3C 9D").outs
    assert [(out.goes_out, out.gain) for out in singles] == [(False, 2), (False, 2)]


def test_no_cards_to_draw() -> None:
    for unseen, number in (("", 1), ("", 2), ("7C", 2)):
        found = outs("4-6C /", "9D", unseen=unseen, draws=number)
        assert (found.outs, found.ways) == ((), 0)
        assert chances(found) == [0, 0, 0]


# --- what may be drawn


def test_unseen_is_the_rest_of_the_pack() -> None:
    rules = Rules(decks=1, jokers=2)
    found = outs("4-6C /", "JK 9D", support="KS", loose="2H", rules=rules)
    seen = read_cards("4-6C JK 9D KS 2H")
    pack: list[AnyCard] = [*CARDS, JOKER]
    assert {out.draw[0]: out.ways for out in found.outs} == {
        card: n for card in pack if (n := (2 if card.is_joker else 1) - seen.count(card))
    }


def test_unseen_in_every_form() -> None:
    as_text = outs("4-6C /", "8C", unseen="7C 7C 9S")
    seven, nine = read_cards("7C 9S")
    assert outs("4-6C /", "8C", unseen=[nine, seven, "7C"]) == as_text
    assert outs("4-6C /", "8C", unseen={nine: 1, seven: 2, JOKER: 0}) == as_text
    assert outs("4-6C /", "8C", unseen=Counter([seven, nine, seven])) == as_text
    everything = outs("4-6C /", "8C")
    position = Position.of("4-6C /", "8C")
    assert outs("4-6C /", "8C", unseen=draws.unseen_cards(position, rules=Rules())) == everything


@pytest.mark.parametrize(
    ("unseen", "error", "words"),
    [
        ("7C 7C 7C", CardCountError, "unseen, card 3: copy number 3 of 7C"),
        ("9D 9D", CardCountError, "unseen, card 2: copy number 3 of 9D"),
        ("JK", CardCountError, "unseen, card 1: joker number 1, but the rules have no jokers"),
        ("7X", NotationError, "unseen, line 1, column 1: cannot read '7X'"),
        (7, CardLikeError, "unseen: 7 is not card-like"),
        ({read_card("9D"): 2}, CardCountError, "copy number 3 of 9D"),
        ({read_card("7C"): -1}, CardCountError, "unseen: -1 copies of 7C: expected a number"),
        ({read_card("7C"): 10**30}, CardCountError, "0 copies of 7C, but two decks have 2"),
        ({read_card("7C"): 1.5}, CardLikeError, "unseen: 1.5 copies of 7C: expected a whole"),
        ({"7C": 1}, CardLikeError, "unseen: '7C': expected a card, or JOKER"),
    ],
)
def test_unseen_cards_that_cannot_be(unseen: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        outs("4-6C /", "9D", unseen=unseen)


# --- options


@pytest.mark.parametrize("number", [0, 3, -1, True, 1.0, "2", None])
def test_draws_that_cannot_be(number: Any) -> None:
    with pytest.raises(OptionError, match=r"draws=.*: expected a whole number from 1 to 2"):
        outs("4-6C /", "9D", draws=number)


@pytest.mark.parametrize(
    "option",
    [{"engine": "guess"}, {"objective": "luck"}, {"values": 3}, {"seconds": 0}, {"seconds": "1"}],
)
def test_other_options_are_checked_even_when_nothing_is_drawn(option: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=next(iter(option))):
        outs("4-6C /", "9D", unseen="", **option)


def test_a_position_that_cannot_be() -> None:
    with pytest.raises(CardCountError, match="copy number 3 of 4C"):
        outs("4-6C /", "4C 4C")
    swap = Rules(jokers=1, joker_moves="swap")
    with pytest.raises(PositionError, match="give the table as melds"):
        outs("4C JK 6C", "9D", rules=swap)


def test_the_time_is_for_all_answers_together(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float | None] = []

    def noted(*args: Any, seconds: float | None, **options: Any) -> Play | None:
        given.append(seconds)
        return best_play(*args, **options)

    monkeypatch.setattr(draws, "best_play", noted)
    outs("4-6C /", "9D", unseen="7C 9C KS", seconds=100)
    assert given[0] == 100
    rest = [seconds for seconds in given if seconds is not None]
    assert rest == sorted(rest, reverse=True)
    assert len(rest) == len(given) > 1
    outs("4-6C /", "9D", unseen="7C")
    assert given[-1] is None


def test_no_time() -> None:
    with pytest.raises(TimeLimitError):
        outs("4-6C /", "9D", seconds=1e-9)


# --- fewer questions than draws


def test_cards_that_do_nothing_are_asked_about_together(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def noted(table: Any, hand: Sequence[AnyCard], **options: Any) -> Play | None:
        asked.append(len(hand))
        return best_play(table, hand, **options)

    monkeypatch.setattr(draws, "best_play", noted)
    found = outs("4-6C /", "9D")
    assert len(found.outs) == 52
    assert len(asked) <= 12
    asked.clear()
    found = outs("4-6C /", "9D", draws=2)
    assert len(found.outs) == 1374
    assert len(asked) <= 1374 // 3


# --- against the plain loop

SMALL = [
    SmallPack(2, (10, 11, 12, 13, 1), "both"),
    SmallPack(3, (1, 2, 3), "low"),
    SmallPack(4, (12, 13, 1), "both"),
    SmallPack(2, (12, 13, 1, 2), "around"),
]


def melds_of(pack: SmallPack) -> list[tuple[Card, ...]]:
    """All melds of a small pack, without jokers."""
    within = {CARDS[i] for i in pack.cards}
    return [meld for meld in (*all_sets(), *all_runs(pack.aces)) if within.issuperset(meld)]


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("pack", SMALL, ids=str)
@pytest.mark.parametrize("jokers", [0, 1])
def test_small_packs_against_brute_force(pack: SmallPack, jokers: int, number: int) -> None:
    """What is shed, by a search that knows neither engine, for random deals of a small pack."""
    rules = Rules(aces=pack.aces, jokers=jokers)
    brute = brute_force(rules)
    random = Random(f"{pack} {jokers} {number}")
    useful = 0
    for _ in range(4):
        deal = [CARDS[i] for i in pack.cards for _ in range(2)] + [JOKER] * jokers
        random.shuffle(deal)
        table: list[AnyCard] = [*random.choice(melds_of(pack))]
        for card in table:
            deal.remove(card)
        hand, unseen = deal[:2], deal[2:8]

        def best(cards: Sequence[AnyCard], table: list[AnyCard] = table) -> Play | None:
            shed = best_by_brute_force(
                brute, table, cards, objective="cards", values=ITALIAN_VALUES
            )
            if shed is None:
                return None
            kept = Counter(cards) - Counter(shed)
            return Play(shed, in_order([*kept.elements()]), ())

        found = outs(table, hand, unseen=unseen, rules=rules, draws=number)
        check(found, plain_outs(hand, unseen, best, number))
        useful += 0 < found.helps < 1
    assert useful


@dataclass(frozen=True)
class Deal:
    """A position with the cards that may be drawn, and what is asked about it."""

    rules: Rules
    table: list[list[AnyCard]]
    hand: list[AnyCard]
    unseen: list[AnyCard]
    options: dict[str, Any]

    def outs(self, number: int, engine: EngineName = "counting") -> Outs:
        return outs(
            self.table,
            self.hand,
            unseen=self.unseen,
            rules=self.rules,
            draws=number,
            engine=engine,
            **self.options,
        )

    def plain(self, number: int) -> tuple[set[Out], Outs]:
        def best(hand: Sequence[AnyCard]) -> Play | None:
            return best_play(self.table, hand, rules=self.rules, **self.options)

        def cost(card: AnyCard) -> int:
            points = self.options["objective"] == "points"
            value: int = self.options["values"].value(card)
            return value if points else 1

        return plain_outs(self.hand, self.unseen, best, number, cost)


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """Tables that are valid, or miss a card, under all rules, with few cards to draw."""
    rules = draw(
        st.builds(
            Rules,
            decks=st.integers(1, 2),
            jokers=st.integers(0, 3),
            aces=aces,
            jokers_per_meld=st.none() | st.none() | st.integers(1, 2),
            joker_moves=st.sampled_from(("free", "free", "swap")),
            freed_joker=st.sampled_from(("play", "keep")),
            joker_company=st.sampled_from((0, 0, 1, 2)),
            opening=st.sampled_from((0, 0, 10, 25)),
        )
    )
    corner = draw(corners())
    table = draw(valid_melds(rules, corner, max_melds=3))
    if table and rules.joker_moves == "free" and draw(st.integers(0, 3)) == 0:
        table[0].pop()
    pack = Pack(rules)
    pack.take([card for meld in table for card in meld])
    some_cards = cards_of(rules, corner)
    hand, support, loose, unseen = (
        pack.rest(draw(st.lists(some_cards, max_size=size))) for size in (5, 1, 1, 7)
    )
    options = {
        "support": support,
        "loose": loose,
        "opened": draw(st.booleans()),
        "objective": draw(st.sampled_from(("cards", "cards", "points"))),
        "values": draw(st.just(ITALIAN_VALUES) | small_values),
    }
    return Deal(rules, table, hand, unseen, options)


@some(40)
@given(deals(), st.sampled_from((1, 2)))
def test_every_draw_is_what_a_plain_loop_finds(deal: Deal, number: int) -> None:
    check(deal.outs(number), deal.plain(number))


@some(12)
@given(deals(), st.sampled_from((1, 2)))
def test_both_engines_find_the_same_outs(deal: Deal, number: int) -> None:
    assert deal.outs(number, "ip") == deal.outs(number)


@some(30)
@given(deals())
def test_laws(deal: Deal) -> None:
    one, two = deal.outs(1), deal.outs(2)
    held = Counter(deal.hand)
    single = {out.draw[0]: out for out in one.outs}
    for out in (*one.outs, *two.outs):
        # a draw never takes away what could be done without it
        assert out.plays or not one.shed
        # what helps is used
        assert out.laid or not out.helps
        assert out.helps or not out.together
        assert out.gain >= 0
        assert Counter(out.shed) <= held + Counter(out.draw)
        assert out.goes_out == (bool(out.shed) and not out.kept)
    for pair in two.outs:
        for card in pair.draw:
            assert pair.helps or not single[card].helps
            assert pair.plays or not single[card].plays
    if two.outs:
        # of two cards either may be the one that helps
        assert two.helps >= one.helps
        assert two.plays >= one.plays


@pytest.mark.parametrize("suite", ["mid40", "big80_2jokers", "game_mid", "game_late"])
def test_larger_positions(suite: str) -> None:
    """A part of the unseen cards, so that a plain loop is quick."""
    for row in suites()[suite][1:2]:
        rules = Rules(jokers=row.jokers)
        position = Position.of(row.table, row.hand, rules=rules)
        rest = [*draws.unseen_cards(position, rules=rules).elements()]
        unseen = Random(row.name).sample(rest, min(10, len(rest)))

        def best(
            hand: Sequence[AnyCard], table: Any = position.table, rules: Rules = rules
        ) -> Play | None:
            return best_play(table, hand, rules=rules)

        for number in (1, 2):
            found = outs(row.table, row.hand, unseen=unseen, rules=rules, draws=number)
            check(found, plain_outs(position.hand, unseen, best, number))


@pytest.mark.parametrize("suite", ["mid40", "game_mid"])
def test_larger_positions_with_both_engines(suite: str) -> None:
    row = suites()[suite][2]
    unseen = [*draws.unseen_cards(Position.of(row.table, row.hand), rules=Rules())][::6]
    counting, ip = (
        outs(row.table, row.hand, unseen=unseen, draws=2, engine=engine)
        for engine in ("counting", "ip")
    )
    assert counting == ip


@pytest.mark.slow
@pytest.mark.parametrize("suite", ["mid40", "game_mid", "game_late"])
def test_all_pairs_of_larger_positions(suite: str) -> None:
    row = suites()[suite][1]
    position = Position.of(row.table, row.hand)
    unseen = [*draws.unseen_cards(position, rules=Rules()).elements()]
    found = outs(row.table, row.hand, draws=2)
    check(found, plain_outs(position.hand, unseen, lambda h: best_play(row.table, h), 2))
