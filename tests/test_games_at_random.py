"""Random games under every rule set: no card is lost, the table is valid, the referee agrees."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from definition import is_meld
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from set_games import cards_of

from machiavelli_solver import (
    RULES,
    Deal,
    Discard,
    Draw,
    Fail,
    Game,
    GameError,
    GameRules,
    Lay,
    Meld,
    Move,
    Pass,
    Position,
    Record,
    Table,
    View,
    best_play,
    from_json,
    judge,
    to_json,
)
from machiavelli_solver.presets import changed_game

PLAYERS = st.integers(2, 4)

chances = st.randoms(use_true_random=False)


def small(rules: GameRules) -> GameRules:
    """The same game with fewer cards in each hand, so that rounds end."""
    return replace(rules, dealt=min(rules.dealt, 7))


def some_move(game: Game) -> Move:
    """What may be done, and is no play."""
    if Draw in game.choices:
        return Draw() if game.view().may_draw() else Draw(1)
    if Discard in game.choices:
        return Discard(game.hands[game.turn][0])
    return Pass() if Pass in game.choices else Deal()


class RandomGame(RuleBasedStateMachine):
    """A game that is played at random, rightly and wrongly."""

    game_rules: GameRules

    @initialize(players=PLAYERS, seed=st.integers(0, 2**53 - 1))
    def deal(self, players: int, seed: int) -> None:
        """A game begins."""
        self.record = Record(rules=self.game_rules, players=players, seed=seed)
        self.game = self.record.begin()
        self.pack = Counter(self.game_rules.rules.pack)

    def make(self, move: Move) -> None:
        """A move that must be allowed."""
        before = self.game
        self.game = before.apply(move)
        self.record = self.record.add(move)
        assert before.apply(move) == self.game

    def refuse(self, move: Any) -> GameError:
        """A move that must be refused."""
        with pytest.raises(GameError) as caught:
            self.game.apply(move)
        return caught.value

    def may(self, kind: type[Move]) -> bool:
        """May such a move be made?"""
        return kind in self.game.choices

    # --- moves

    @precondition(lambda self: self.may(Draw))
    @rule(discards=st.integers(0, 3))
    def draw(self, discards: int) -> None:
        """A draw, from the stock or of discards."""
        view = self.game.view()
        if not view.may_draw(discards):
            self.refuse(Draw(discards))
            return
        player, stage = self.game.turn, self.game.stage
        held = len(self.game.hands[player])
        wanted = discards or (
            self.game_rules.draw_first if stage == "draw" else self.game_rules.draw_without_play
        )
        self.make(Draw(discards))
        drawn = len(self.game.hands[player]) - held
        assert drawn == wanted if discards or view.drawable >= wanted else drawn == view.drawable

    @precondition(lambda self: self.game.choices)
    @rule(moves=st.integers(1, 16), skip=st.integers(0, 1))
    def play_on(self, moves: int, skip: int) -> None:
        """Some moves as players would make them, so that rounds come to their end."""
        for _ in range(moves):
            if self.may(Lay):
                self.lay_the_best(skip)
            if not self.game.choices:
                return
            self.make(some_move(self.game))

    @precondition(lambda self: self.may(Lay))
    @rule(skip=st.integers(0, 3))
    def lay_the_best(self, skip: int) -> None:
        """The solver's best play, of the hand without some of its cards."""
        game = self.game
        position = game.position
        hand, kept = position.hand[skip:], position.hand[:skip]
        play = best_play(
            position.table,
            hand,
            support=position.support,
            loose=position.loose,
            rules=self.game_rules.rules,
            opened=game.opened[game.turn],
            tidy=False,
        )
        assert play is not None
        if not play.shed:
            return
        lay = game.lay(replace(play, kept=(*play.kept, *kept)))
        self.lay(lay)

    def lay(self, lay: Lay) -> None:
        """A play: the game takes what the referee accepts, and nothing else."""
        game = self.game
        verdict = judge(
            game.position, lay.after, self.game_rules.rules, opened=game.opened[game.turn]
        )
        if verdict.legal and (lay.after.hand or not self.game_rules.last_discard):
            player = game.turn
            self.make(lay)
            assert self.game.table == lay.after.table
            held = Counter(self.game.hands[player])
            assert not Counter(lay.after.hand) - held
            return
        error = self.refuse(lay)
        assert (error.verdict is None) is verdict.legal
        if not verdict.legal:
            assert error.verdict == verdict

    @precondition(lambda self: self.may(Lay))
    @rule(random=chances)
    def lay_anything(self, random: Any) -> None:
        """Cards taken from one place and put at another, and melds mixed: most are wrong."""
        position = self.game.position
        melds = [list(meld) for meld in position.table.melds or ()]
        hand, support = [*position.hand], [*position.support]
        sources = [pile for pile in (hand, support, *melds) if pile]
        for _ in range(random.randint(1, 3)):
            pile = random.choice(sources)
            if pile:
                card = pile.pop(random.randrange(len(pile)))
                random.choice([*melds, [], hand][:]).append(card)
        laid = tuple(Meld(tuple(meld)) for meld in melds if meld)
        table = Table(tuple(card for meld in laid for card in meld), laid)
        after = Position(table, tuple(hand), support=tuple(support), loose=position.loose)
        self.lay(Lay(after))

    @precondition(lambda self: self.may(Pass))
    @rule()
    def pass_(self) -> None:
        """Nothing is played, and nothing drawn."""
        hands = self.game.hands
        self.make(Pass())
        assert self.game.hands == hands

    @precondition(lambda self: self.may(Discard))
    @rule(data=st.data())
    def discard(self, data: st.DataObject) -> None:
        """A card of the hand is discarded."""
        player = self.game.turn
        card = data.draw(st.sampled_from(self.game.hands[player]))
        before = Counter(self.game.hands[player])
        self.make(Discard(card))
        assert before - Counter(self.game.hands[player]) == Counter([card])
        assert self.game.discards[-1] == card
        others = [card for card in self.pack if not before[card]]
        if self.may(Discard):
            self.refuse(Discard(others[0]))

    @precondition(lambda self: self.may(Fail))
    @rule(random=chances, restored=st.booleans())
    def fail(self, random: Any, restored: bool) -> None:
        """A play is given up, and the table is restored or left in a mess."""
        if restored or not self.game.table.cards:
            table = self.game.table
            self.make(Fail())
            assert self.game.table == table
            return
        cards = [*self.game.table.cards]
        random.shuffle(cards)
        at = random.randint(0, len(cards))
        left = tuple(Meld(tuple(part)) for part in (cards[:at], cards[at:]) if part)
        move = Fail(Table(tuple(cards), left))
        if self.game_rules.unrestorable == "back":
            self.refuse(move)
        else:
            self.make(move)

    @precondition(lambda self: self.may(Deal))
    @rule()
    def next_round(self) -> None:
        """The next round."""
        dealer = self.game.dealer
        self.make(Deal())
        assert self.game.dealer == (dealer + 1) % self.game.players

    @rule(move=st.sampled_from([Draw(), Pass(), Fail(), Deal(), Draw(1)]))
    def wrong_kind(self, move: Move) -> None:
        """A move of a kind that is not allowed now."""
        if type(move) not in self.game.choices:
            self.refuse(move)

    # --- what holds at any moment

    @invariant()
    def no_card_is_lost_or_made(self) -> None:
        """All cards of the pack are there."""
        assert Counter(cards_of(self.game)) == self.pack

    @invariant()
    def the_table_is_valid(self) -> None:
        """Each meld is one by the plain definition."""
        melds = self.game.table.melds
        assert melds is not None
        for meld in melds:
            assert is_meld(meld, self.game_rules.rules)

    @invariant()
    def json_goes_out_and_comes_back(self) -> None:
        """The game, and what each player sees of it."""
        assert from_json(Game, to_json(self.game)) == self.game
        for player in range(self.game.players):
            view = self.game.view(player)
            assert from_json(View, to_json(view)) == view

    @invariant()
    def there_is_always_something_to_do(self) -> None:
        """Until the game is over."""
        assert bool(self.game.choices) is (self.game.stage != "game over")

    @invariant()
    def a_round_is_over_when_a_hand_is_empty(self) -> None:
        """And only then, unless it is blocked."""
        game = self.game
        empty = tuple(player for player, hand in enumerate(game.hands) if not hand)
        if empty:
            assert game.is_between_turns
            assert game.round_winners == empty
        if game.is_between_turns:
            assert len(game.scores) == game.round
            assert all(game.scores[-1][player] == 0 for player in game.round_winners)
        else:
            assert len(game.scores) == game.round - 1

    def teardown(self) -> None:
        """The record replays to the same game, after it was written and read."""
        if hasattr(self, "record"):
            assert from_json(Record, to_json(self.record)).game() == self.game


OTHERS: dict[str, dict[str, object]] = {
    "italian with all": {"take": "any", "last_discard": True, "jokers": 2, "freed_joker": "keep"},
    "japanese with all": {"jokers": 4, "joker_company": 2, "score": "places", "rounds": 2},
    "japanese to the end": {"empty_stock": "end", "score": "values", "starter": "highest-card"},
}


def _all_rules() -> dict[str, GameRules]:
    named = {name: named.game for name, named in RULES.items()}
    for name, changes in OTHERS.items():
        named[name] = changed_game(RULES[name.split()[0]].game, changes)
    return named


@pytest.mark.parametrize("name", _all_rules())
def test_random_games(name: str) -> None:
    class Machine(RandomGame):
        game_rules = small(_all_rules()[name])

    examples = max(1, settings().max_examples * 3 // 100)
    run_state_machine_as_test(
        Machine, settings=settings(max_examples=examples, stateful_step_count=20)
    )
