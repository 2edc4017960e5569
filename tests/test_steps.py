"""Steps: played by what knows only cards and moves, and as few as can be."""

from __future__ import annotations

import pickle
from collections import Counter, defaultdict
from dataclasses import replace
from random import Random

import pytest
from brute_cuts import fewest_moves
from hypothesis import given
from hypothesis import strategies as st
from known_positions import KnownPosition, suites
from random_turns import Turned, turns
from step_player import StepPlayer
from strategies import Pack, cards_of, corners, rules, some, valid_melds

from machiavelli_solver import (
    JOKER,
    AnyCard,
    Meld,
    Play,
    Position,
    Rules,
    Step,
    after_play,
    best_play,
)
from machiavelli_solver.rules import FreedJoker

FREED_JOKER: tuple[FreedJoker, ...] = ("play", "keep")


def played(play: Play) -> StepPlayer:
    """Make the steps of a play, and see that they lead where it says."""
    assert play.before is not None
    player = StepPlayer(play.before)
    for step in play.steps:
        player.make(step)
    after = after_play(play.before, play)
    assert player.table == Counter(frozenset(Counter(meld).items()) for meld in play.melds)
    assert not player.beside["table"].total()
    assert player.beside["hand"] == Counter(after.hand)
    assert player.beside["support"] == Counter(after.support)
    assert player.beside["loose"] == Counter(after.loose)
    return player


def most_moves(play: Play) -> int:
    """As many moves as the rearrangement needs, were no joker exchanged for a card at once."""
    turn = play.rearrangement
    shares: list[dict[object, int]] = []
    for row in turn.sources:
        share: dict[object, int] = defaultdict(int)
        for placed in row:
            share[placed.source if placed.meld is None else placed.meld] += 1
        shares.append(share)
    here = {(placed.meld, placed.place) for row in turn.sources for placed in row}
    gone = sum(
        any((number, place) not in here for place in range(len(meld)))
        for number, meld in enumerate(turn.before)
    )
    return fewest_moves(shares, len(turn.before)) + gone


def check(play: Play) -> None:
    steps = play.steps
    exchanged = sum(step.freed is not None for step in steps)
    assert played(play).moves == most_moves(play) - exchanged
    for step in steps:
        assert step.text().endswith(".")
        assert str(step) == step.text()


# --- what is said


def steps(table: str, hand: str, rules: Rules, **options: str) -> list[str]:
    play = best_play(table, hand, rules=rules, **options)  # type: ignore[arg-type]
    assert play is not None
    check(play)
    return [str(step) for step in play.steps]


@pytest.mark.parametrize(
    ("table", "hand", "expected"),
    [
        pytest.param("9-JC /", "8C", ["Lay 8C from the hand on 9C 10C JC."], id="a lay-off"),
        pytest.param("4-6C /", "3C 7C", ["Lay 3C 7C from the hand on 4C 5C 6C."], id="two cards"),
        pytest.param("", "4-6C", ["Lay 4C 5C 6C from the hand as a new meld."], id="a new meld"),
        pytest.param(
            "7HDSC /",
            "5C 6C",
            ["Take 7C from 7H 7D 7S 7C for a new meld.", "Lay 5C 6C from the hand on 7C."],
            id="a set lends a card",
        ),
        pytest.param(
            "4-8C /",
            "6C",
            ["Split 4C 5C 6C 7C 8C into 4C 5C 6C and 7C 8C.", "Lay 6C from the hand on 7C 8C."],
            id="a run in two",
        ),
        pytest.param(
            "4-5C / 6-7C",
            "8C",
            ["Join 6C 7C to 4C 5C.", "Lay 8C from the hand on 4C 5C 6C 7C."],
            id="two in one",
        ),
        pytest.param(
            "4-6C 7C",
            "8C",
            [
                "Lay 4C 5C 6C 7C from the table as a new meld.",
                "Lay 8C from the hand on 4C 5C 6C 7C.",
            ],
            id="it is not known how the table lay",
        ),
        pytest.param("4-6C /", "JD", [], id="nothing to shed"),
        pytest.param("", "", [], id="nothing at all"),
    ],
)
def test_steps_in_words(table: str, hand: str, expected: list[str]) -> None:
    assert steps(table, hand, Rules()) == expected


def test_support_and_loose_cards() -> None:
    assert steps("4-6C /", "8C", Rules(), support="7C") == [
        "Lay 7C from the support cards on 4C 5C 6C.",
        "Lay 8C from the hand on 4C 5C 6C 7C.",
    ]
    assert steps("4-6C /", "8C", Rules(), loose="7C", support="7C") == [
        "Lay 7C from the loose cards on 4C 5C 6C.",
        "Lay 8C from the hand on 4C 5C 6C 7C.",
    ]


def test_a_joker_is_exchanged_and_played() -> None:
    rules = Rules(jokers=1, joker_moves="swap")
    assert steps("4C 5C JK 7C /", "6C 9HD", rules) == [
        "Lay 9D 9H from the hand as a new meld.",
        "Lay 6C from the hand in the place of JK in 4C 5C JK 7C, and add JK to 9D 9H.",
    ]


def test_a_joker_is_exchanged_and_kept() -> None:
    rules = Rules(jokers=1, joker_moves="swap", freed_joker="keep")
    play = Play((*Meld.parse("6C"),), (*Meld.parse("JK"),), (Meld.parse("4-7C"),),
                before=Position.of("4C 5C JK 7C /", "6C", rules=rules))  # fmt: skip
    check(play)
    assert [*map(str, play.steps)] == [
        "Lay 6C from the hand in the place of JK in 4C 5C JK 7C, and take JK into the hand."
    ]


def test_a_joker_moves_within_its_meld() -> None:
    assert steps("4C 5C JK 7C /", "6C", Rules(jokers=1)) == [
        "Lay 6C from the hand on 4C 5C JK 7C, which makes 4C 5C 6C 7C JK."
    ]


def test_the_three_sets_of_the_rule_sheets_become_runs() -> None:
    assert steps("KHDC / QHDC / JHDC", "AC", Rules()) == [
        "Take KD from KH KD KC and add it to QH QD QC.",
        "Take KH from KH KC and add it to JH JD JC.",
        "Take JC from JD JC JH KH and add it to KC.",
        "Take QC from QH QC QD KD and add it to JC KC.",
        "Lay AC from the hand on JC QC KC.",
        "Take QH from QH QD KD and add it to JD JH KH.",
        "Take JD from JD JH QH KH and add it to QD KD.",
    ]


def test_steps_are_values() -> None:
    play = best_play("7HDSC /", "5C 6C")
    assert play is not None
    first = play.steps[0]
    assert first == Step(Meld.parse("7C").cards, Meld.parse("7HDSC"), None, Meld.parse("7C"))
    assert pickle.loads(pickle.dumps(play.steps)) == play.steps
    assert len({*play.steps, *play.steps}) == 2
    assert first.text(shown=lambda cards: "+".join(card.symbol for card in cards)) == (
        "Take 7♣ from 7♥+7♦+7♠+7♣ for a new meld."
    )


# --- played, whatever the position


@some(100)
@given(turns(max_melds=8), st.randoms(use_true_random=False))
def test_any_turn_is_made_in_as_few_moves_as_can_be(turn: Turned, random: Random) -> None:
    before, after = turn
    laid = Counter(card for meld in after for card in meld)
    laid -= Counter(card for meld in before for card in meld)
    hand, support, loose = (list[AnyCard]() for _ in range(3))
    for card in laid.elements():
        random.choice((hand, hand, support, loose)).append(card)
    position = Position.of(list(map(Meld, before)), hand, support=support, loose=loose)
    kept: tuple[AnyCard, ...] = ()
    jokers = [meld for meld in after if JOKER in meld and len(meld) > 1]
    if jokers and not laid[JOKER] and random.random() < 0.3:  # one was exchanged and is kept
        meld = random.choice(jokers)
        i = meld.index(JOKER)
        after[after.index(meld)] = meld[:i] + meld[i + 1 :]
        kept = (JOKER,)
    melds = tuple(map(Meld, after))
    check(Play(tuple(hand), kept, melds, tuple(support + loose), before=position))


@st.composite
def plays(draw: st.DrawFn) -> Play | None:
    free = draw(st.booleans())
    base = draw(rules(max_decks=2, max_jokers=2, around=free, limits=False))
    given_rules = replace(
        base,
        joker_moves="free" if free else "swap",
        freed_joker=draw(st.sampled_from(FREED_JOKER)),
        opening=draw(st.sampled_from((0, 0, 20))),
    )
    corner = draw(corners())
    melds = draw(valid_melds(given_rules, corner, max_melds=4))
    pack = Pack(given_rules)
    for meld in melds:
        pack.take(meld)
    table: object = [Meld(tuple(meld)) for meld in melds]
    if free and draw(st.integers(0, 5)) == 0:
        table = [card for meld in melds for card in meld]
    hand = pack.rest(draw(st.lists(cards_of(given_rules, corner), max_size=8)))
    few = st.lists(cards_of(given_rules, corner), max_size=2)
    support, loose = pack.rest(draw(few)), pack.rest(draw(few))
    return best_play(
        table,  # type: ignore[arg-type]
        hand,
        support=support,
        loose=loose,
        opened=draw(st.booleans()),
        rules=given_rules,
    )


@some(100)
@given(plays())
def test_the_steps_lead_to_the_play(play: Play | None) -> None:
    if play is not None:
        check(play)


@pytest.mark.parametrize("suite", ["mid40", "mid40_2jokers", "game_mid", "game_late"])
def test_the_steps_of_the_suites(suite: str) -> None:
    for position in suites()[suite][:5]:
        play = found(position)
        if play is not None:
            check(play)


def found(position: KnownPosition) -> Play | None:
    table: str | list[AnyCard] = position.melds or position.table
    return best_play(table, position.hand, rules=Rules(jokers=position.jokers))
