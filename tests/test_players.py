"""Players: what each promises, and that all play by the rules, whatever these are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from machiavelli_solver import (
    JOKER,
    PLAYERS,
    RULES,
    Deal,
    Discard,
    Draw,
    Game,
    GameRules,
    Lay,
    Move,
    OptionError,
    Pass,
    PatientPlayer,
    View,
    best_play,
    game_named,
    player_named,
    plays,
    read_cards,
)
from machiavelli_solver.chance import Chance
from machiavelli_solver.games.players.turns import best_turn, useful_draw, useless_discard

HOUSE_RULES = {
    "last discard": game_named("italian", last_discard=True, take="any", jokers=2),
    "kept jokers": game_named("italian", jokers=4, freed_joker="keep", last_discard=True),
    "company": game_named("japanese", jokers=4, joker_company=2, joker_moves="swap"),
    "the stock ends it": game_named("draw-first", empty_stock="end", blocked="nobody"),
    "nobody draws": GameRules(draw_without_play=0),
    "one deck": game_named("rummikub", decks=1, players=(2, 2), opening=20),
}
ALL_RULES = {name: named.game for name, named in RULES.items()} | HOUSE_RULES


def turns(game: Game, name: str) -> Iterator[tuple[View, Move]]:
    """The moves of a round, or its first ones, each with what its player saw."""
    player = PLAYERS[name]
    chances = [Chance(f"{game.seed} {seat}") for seat in range(game.players)]
    while game.stage not in ("round over", "game over") and game.turns < 40:
        view = game.view()
        move = player.move(view, chances[game.turn])
        yield view, move
        game = game.apply(move)


def small(rules: GameRules) -> GameRules:
    """The same game with fewer cards in each hand, so that rounds end soon."""
    return replace(rules, dealt=min(rules.dealt, 5), more_players=False)


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("rules", ALL_RULES.values(), ids=ALL_RULES)
def test_every_player_plays_under_all_rules(rules: GameRules, name: str) -> None:
    """What is not allowed would be an error of the game."""
    for seed in range(2):
        played = list(turns(Game.deal(small(rules), players=2, seed=seed), name))
        assert played


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("rules", RULES)
def test_whole_games_under_every_sheet(rules: str, name: str) -> None:
    for seed in range(2):
        game = Game.deal(RULES[rules].game, players=3, seed=seed)
        chance = Chance(str(seed))
        for _ in range(5_000):
            if game.stage == "game over":
                break
            over = game.stage == "round over"
            game = game.apply(Deal() if over else PLAYERS[name].move(game.view(), chance))
        assert game.stage == "game over"


@pytest.mark.parametrize("rules", ["classic", "helpers", "thirty-six", "italian"])
def test_greedy_sheds_the_most(rules: str) -> None:
    laid = 0
    for view, move in turns(Game.deal(small(game_named(rules)), players=3, seed=1), "greedy"):
        if view.stage != "play":
            continue
        position = view.position
        most = next(
            plays(
                position.table,
                position.hand,
                support=position.support,
                loose=position.loose,
                opened=view.has_opened,
                rules=view.rules.rules,
            ),
            None,
        )
        shed = len(view.hand) - len(move.after.hand) if isinstance(move, Lay) else 0
        assert shed == (len(most.shed) if most is not None else 0)
        laid += isinstance(move, Lay)
    assert laid


def test_where_one_goes_out_by_a_discard_the_best_turn_keeps_one_card() -> None:
    rules = game_named("italian", last_discard=True)
    game = Game.deal(rules, players=2, seed=0)
    view = replace(game.view(), stage="play", hand=tuple(read_cards("4-7C")))
    play = best_turn(view)
    assert play is not None
    assert (len(play.shed), len(play.kept)) == (3, 1)
    assert Counter((*play.shed, *play.kept)) == Counter(view.hand)
    only = replace(view, hand=tuple(read_cards("4-6C")))
    assert best_turn(only) is None
    free = replace(only, rules=game_named("italian"))
    assert best_turn(free) == best_play("", "4-6C", tidy=False)


class TestPatience:
    def view(self, hand: str, others: int, **changes: Any) -> View:
        rules = changes.pop("rules", GameRules())
        view = Game.deal(rules, players=3, seed=0, dealer=2).view(0)
        cards = tuple(read_cards(hand))
        sizes = (len(cards), others, 13)
        return replace(view, hand=cards, hand_sizes=sizes, **changes)

    def move(self, view: View) -> Move:
        return PLAYERS["patient"].move(view, Chance(""))

    def test_it_waits_as_long_as_a_card_would_stay(self) -> None:
        assert self.move(self.view("4-6C 9D", 5)) == Draw()
        assert isinstance(self.move(self.view("4-6C", 5)), Lay)

    @pytest.mark.parametrize(("others", "waits"), [(1, False), (2, False), (3, True), (13, True)])
    def test_it_fears_that_another_goes_out(self, others: int, waits: bool) -> None:
        assert isinstance(self.move(self.view("4-6C 9D", others)), Draw if waits else Lay)

    def test_there_is_no_fear_where_only_winning_counts(self) -> None:
        rules = game_named("fifteen")
        assert self.move(self.view("4-6C 9D", 1, rules=rules)) == Draw()

    def test_a_discard_goes_out_as_well(self) -> None:
        rules = game_named("italian", take="none", draw_first=2)
        assert isinstance(self.move(self.view("4-6C 9D", 9, rules=rules, stage="play")), Lay)
        assert self.move(self.view("4-6C 9DS", 9, rules=rules, stage="play")) == Pass()

    @pytest.mark.parametrize("rules", [game_named("italian"), GameRules(draw_without_play=0)])
    def test_it_does_not_wait_where_that_brings_no_cards(self, rules: GameRules) -> None:
        assert isinstance(self.move(self.view("4-6C 9DS", 9, rules=rules, stage="play")), Lay)

    def test_without_cards_to_draw_there_is_nothing_to_wait_for(self) -> None:
        assert isinstance(self.move(self.view("4-6C 9D", 9, stock=0)), Lay)

    def test_it_opens_as_soon_as_it_can(self) -> None:
        rules = game_named("thirty-six")
        view = self.view("QC KC AC QD KD AD 2S", 9, rules=rules)
        assert isinstance(self.move(view), Lay)
        assert self.move(replace(view, opened=(True, True, True))) == Draw()

    def test_there_is_more_fear_or_less(self) -> None:
        assert PatientPlayer(fear=5).move(self.view("4-6C 9D", 5), Chance("")) != Draw()


def test_discards_are_taken_only_where_more_is_laid_for_them() -> None:
    rules = game_named("italian", take="any")
    view = replace(Game.deal(rules, players=2, seed=0).view(), stage="draw")
    view = replace(view, hand=tuple(read_cards("4-5C 9D")))
    for discards, draw in (
        ("KS", Draw()),
        ("6C", Draw(1)),
        ("6C KS", Draw(2)),
        ("6C 7C", Draw(2)),
        ("6C 8H KS 2S", Draw()),
    ):
        assert useful_draw(replace(view, discards=tuple(read_cards(discards)))) == draw
    only = replace(view, rules=game_named("italian", take="last"), discards=view.hand)
    assert useful_draw(only) == Draw()
    no_stock = replace(only, rules=game_named("italian", empty_stock="pass"), stock=0)
    assert useful_draw(no_stock) == Draw(1)


def test_the_card_that_fits_least_is_discarded() -> None:
    view = replace(Game.deal(game_named("italian", jokers=2), players=2, seed=0).view())
    hand = tuple(sorted((*read_cards("4-5C 9CDH KS"), JOKER), key=str))
    assert useless_discard(replace(view, stage="discard", hand=hand)) == Discard(*read_cards("KS"))
    assert useless_discard(replace(view, stage="discard", hand=(JOKER,))) == Discard(JOKER)


def test_random_players_do_everything_that_may_be_done() -> None:
    """A hand of which four cards are three plays: each of these, and none, is met."""
    view = replace(Game.deal(players=2, seed=0).view(), hand=tuple(read_cards("4-7C KS")))
    random = PLAYERS["random"]
    chance = Chance("all")
    met = Counter(
        " ".join(map(str, move.after.table.cards)) if isinstance(move, Lay) else "none"
        for move in (random.move(view, chance) for _ in range(200))
    )
    assert set(met) == {"none", "4C 5C 6C", "5C 6C 7C", "4C 5C 6C 7C"}
    assert min(met.values()) > 10


def test_a_player_is_asked_for_by_name() -> None:
    assert [player_named(name).name for name in PLAYERS] == ["random", "greedy", "patient"]
    for name in ("lucky", 3, None, ["greedy"]):
        with pytest.raises(OptionError, match=r"expected one of random, greedy, patient$"):
            player_named(name)  # type: ignore[arg-type]
