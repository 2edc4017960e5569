"""A game card by card: what may be done against brute force, and what it is in the game."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from brute_turns import legal_sheds
from hypothesis import event, given
from hypothesis import strategies as st
from strategies import some
from whole_rules import positions_of, whole_rules

from machiavelli_solver import (
    JOKER,
    RULES,
    AnyCard,
    Discard,
    Draw,
    Game,
    GameRules,
    Lay,
    Pass,
    Position,
    Rules,
    game_named,
    read_cards,
)
from machiavelli_solver.cards import sort_key
from machiavelli_solver.games.card_by_card import ACTIONS, END, FACES, Actions, actions
from machiavelli_solver.games.rules import Take

Cards = Counter[AnyCard]


def test_the_faces_are_the_cards_in_their_order_and_the_joker() -> None:
    assert [sort_key(card) for card in FACES] == [*range(53)]
    assert FACES[52] == JOKER
    assert (END, ACTIONS) == (53, 54)


# --- the play


def game_at(position: Position, rules: GameRules, *, opened: bool = True) -> Game:
    """A game of two in which the first is to play in this position."""
    game = Game.deal(rules, players=2, dealer=1)
    return replace(
        game, hands=(position.hand, game.hands[1]), table=position.table, stage="play",
        support=position.support, loose=position.loose, opened=(opened, True), turn=0,
    )  # fmt: skip


def check_plays(data: st.DataObject, rules: GameRules) -> None:
    """From nothing chosen to the end of the turn: each time what is legal, and no more."""
    position = data.draw(positions_of(rules.rules))
    opened = data.draw(st.booleans()) or not rules.rules.opening
    game = game_at(position, rules, opened=opened)
    sheds = legal_sheds(position, rules.rules, opened=opened)
    if rules.last_discard:
        sheds = [shed for shed in sheds if shed.total() < len(position.hand)]
    chosen: tuple[AnyCard, ...] = ()
    while True:
        found = actions(game.view(), chosen)
        now: Cards = Counter(chosen)
        more: Cards = Counter()
        for shed in sheds:
            if now <= shed:
                more |= shed - now
        ends = not chosen or now in sheds
        assert [*found] == [*sorted(map(sort_key, more)), *[END] * ends]
        assert found, "there is always something to do"
        action = data.draw(st.sampled_from([*found]))
        if action == END:
            break
        assert found[action] is None
        chosen = (*chosen, FACES[action])
    event(f"{min(3, len(chosen))} cards or more chosen")
    move = found[END]
    after = game.apply(move) if move is not None else game
    if chosen:
        assert isinstance(move, Lay)
        left = Counter(position.hand) - Counter(chosen)
        assert left <= Counter(after.hands[0]), "only a joker that is freed may come to it"
    else:
        assert isinstance(move, Draw)


@some(60)
@given(data=st.data())
def test_what_can_be_chosen_is_what_leads_to_a_legal_play(data: st.DataObject) -> None:
    check_plays(data, GameRules(rules=data.draw(whole_rules()), players=(2, 2), dealt=1))


@some(40)
@given(data=st.data())
def test_what_can_be_chosen_leaves_a_card_for_the_last_discard(data: st.DataObject) -> None:
    rules = replace(data.draw(whole_rules()), freed_joker="play")
    game = GameRules(rules=rules, players=(2, 2), dealt=1, discard=True, last_discard=True)
    check_plays(data, game)


@pytest.mark.parametrize("name", RULES)
@some(6)
@given(data=st.data())
def test_what_can_be_chosen_under_all_rules_with_a_name(name: str, data: st.DataObject) -> None:
    changes = {"draw_without_play": 1, "draw_first": 0, "take": "none"}
    check_plays(data, replace(RULES[name].game, **changes))  # type: ignore[arg-type]


def test_a_card_that_leads_to_no_play_but_the_whole_hand() -> None:
    rules = GameRules(discard=True)
    keeps = replace(rules, last_discard=True)
    position = Position.of("", "4-6D")
    assert names(actions(game_at(position, rules).view())) == ["4D", "5D", "6D", "end"]
    assert names(actions(game_at(position, keeps).view())) == ["end"]
    position = Position.of("7-9C /", "4-6D 10C")
    assert names(actions(game_at(position, rules).view())) == ["10C", "4D", "5D", "6D", "end"]
    # three of the four can go, or the 10C alone
    assert names(actions(game_at(position, keeps).view())) == ["10C", "4D", "5D", "6D", "end"]
    chosen = tuple(read_cards("10C"))
    assert names(actions(game_at(position, rules).view(), chosen)) == ["4D", "5D", "6D", "end"]
    assert names(actions(game_at(position, keeps).view(), chosen)) == ["end"]


def test_a_freed_joker_that_is_kept_is_the_card_for_the_last_discard() -> None:
    kept = Rules(jokers=1, joker_moves="swap", freed_joker="keep")
    rules = GameRules(rules=kept, discard=True, last_discard=True)
    game = game_at(Position.of("4C JK 6C /", "5C"), rules)
    assert names(actions(game.view())) == ["end"], "the joker can be laid, and is"
    full = game_at(Position.of("7CDH JK /", "7S"), rules)
    assert names(actions(full.view())) == ["7S", "end"]
    move = actions(full.view(), tuple(read_cards("7S")))[END]
    assert isinstance(move, Lay)
    assert full.apply(move).hands[0] == (JOKER,)


def names(found: Actions) -> list[str]:
    return ["end" if action == END else str(FACES[action]) for action in found]


def test_who_cannot_draw_passes() -> None:
    game = replace(game_at(Position.of("", "4C"), GameRules()), stock=())
    assert actions(game.view()) == {END: Pass()}


# --- the draw, the discard, and no turn


@pytest.mark.parametrize(
    ("take", "expected"),
    [
        ("none", {END: Draw()}),
        ("last", {4: Draw(1), END: Draw()}),
        ("any", {4: Draw(1), 6: Draw(4), 52: Draw(2), END: Draw()}),
    ],
)
def test_a_face_takes_the_topmost_such_discard(take: Take, expected: dict[int, Draw]) -> None:
    rules = game_named("italian", jokers=1, take=take)
    dealt = Game.deal(rules, players=2)
    game = replace(dealt, stage="draw", discards=tuple(read_cards("5C 7C 5C JK 5C")))
    assert actions(game.view()) == expected
    for action, move in expected.items():
        after = game.apply(move)
        if action != END:
            assert FACES[action] == game.discards[len(after.discards)]


def test_discards_are_taken_where_the_stock_is_empty() -> None:
    rules = game_named("italian", empty_stock="pass")
    dealt = Game.deal(rules, players=2)
    game = replace(dealt, stage="draw", stock=(), discards=tuple(read_cards("5C")))
    assert actions(game.view()) == {4: Draw(1)}


def test_each_card_of_the_hand_is_discarded_once() -> None:
    game = replace(game_at(Position.of("", "5C 5C KS"), game_named("italian")), stage="discard")
    found = actions(game.view())
    assert found == {4: Discard(FACES[4]), 51: Discard(FACES[51])}
    assert all(move is not None and game.apply(move).discards for move in found.values())


def test_there_is_nothing_to_do_where_there_is_no_turn() -> None:
    game = Game.deal(players=2)
    assert actions(replace(game, stage="round over").view()) == {}
    assert actions(replace(game, stage="game over").view()) == {}
