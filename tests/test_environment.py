"""The environment: by PettingZoo's own tests, and by games that are played to their end."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from documents import read_page
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from machiavelli_solver import (
    ITALIAN_VALUES,
    JOKER,
    RULES,
    CardValues,
    Deal,
    Game,
    GameError,
    GameRules,
    Meld,
    OptionError,
    RulesError,
    Table,
    game_named,
    read_cards,
)
from machiavelli_solver.environment import ACTIONS, END, FACES, Environment, env, raw_env
from machiavelli_solver.games.observation import MOST, STAGES, Observer
from machiavelli_solver.games.scores import totals

every_rules = pytest.mark.parametrize("name", RULES)

# a Dict with a mask is what PettingZoo's guide asks for; but of all that have one, only its own
# environments are spared these two warnings, by name
dict_is_meant = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
]


def small(name: str, **options: Any) -> Environment:
    """One round of two players with few cards."""
    return raw_env(name, **{"players": 2, "rounds": 1, "dealt": 4, **options})


def play(environment: Environment, random: Random, limit: int = 10_000) -> Iterator[int]:
    """Any legal actions, until all is over; each before it is done."""
    for _ in environment.agent_iter(limit):
        observation, _, termination, truncation, _ = environment.last()
        if termination or truncation:
            environment.step(None)
            continue
        assert observation is not None
        legal = [int(action) for action in observation["action_mask"].nonzero()[0]]
        assert legal
        action = random.choice(legal)
        yield action
        environment.step(action)


# --- PettingZoo's own tests


class TestPettingZoo:
    pytestmark = dict_is_meant

    @every_rules
    def test_api(self, name: str, capsys: pytest.CaptureFixture[str]) -> None:
        api_test(env(name, players=2, rounds=1, dealt=4), num_cycles=20)
        assert "Passed API test" in capsys.readouterr().out

    def test_api_when_a_game_is_over(self) -> None:
        # so few turns that agents are removed
        api_test(raw_env("italian", players=3, jokers=2, dealt=4, most_turns=8), num_cycles=100)
        api_test(env("guadalupe", players=2, rounds=1, decks=1, dealt=3), num_cycles=200)

    @every_rules
    def test_seeds(self, name: str) -> None:
        seed_test(lambda: env(name, players=3, rounds=1, dealt=3), num_cycles=15)


# --- games


GAMES = [
    *((name, {"most_turns": 12} if name in ("tahiti", "rummikub") else {}) for name in RULES),
    ("italian", {"take": "any", "last_discard": True, "jokers": 2, "most_turns": 12}),
    ("draw-first", {"empty_stock": "end"}),
]


@pytest.mark.parametrize("seed", range(9))
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_random_games(name: str, options: dict[str, Any], seed: int) -> None:
    few = {"most_turns": 30, "dealt": 3 + seed % 3, "decks": 1 + seed % 2}
    environment = small(name, **{**few, **options})
    environment.reset(seed=seed)
    pack = Counter(environment.rules.rules.pack)
    for action in play(environment, Random(seed)):
        game, agent = environment.game, environment.agent_selection
        for other in environment.agents:
            observation = environment.observe(other)
            assert environment.observation_space(other).contains(observation)
            if other != agent:
                assert [*observation["action_mask"].nonzero()[0]] == [END]
        assert agent == f"player_{game.turn}"
        if action != END and game.stage in ("play", "discard"):
            assert FACES[action] in list((hand_left(environment)).elements())
        cards = [*game.stock, *game.table.cards, *game.support, *game.loose, *game.discards]
        assert Counter(cards) + Counter(card for hand in game.hands for card in hand) == pack
        assert all(meld.is_valid(environment.rules.rules) for meld in game.table.melds or ())
    assert environment.agents == []
    over = environment.game.stage == "game over"
    assert over or turns(environment) >= {**few, **options}["most_turns"]
    assert environment.record.game() == environment.game, "the game accepts all moves"


def hand_left(environment: Environment) -> Counter[Any]:
    return Counter(environment.game.hands[environment.game.turn]) - Counter(environment.chosen)


def turns(environment: Environment) -> int:
    """How many turns were ended, counted from the record."""
    games = [*environment.record.games()]
    ended = 0
    for before, after in pairwise(games):
        over = before.stage not in ("round over", "game over") and "over" in after.stage
        ended += over or (after.round == before.round and after.turns > before.turns)
    return ended


def test_a_game_ends_when_all_pass() -> None:
    environment = small("guadalupe", players=3)
    environment.reset(seed=1)
    hands = (*read_cards("2C"),), (*read_cards("4C 9H"),), (*read_cards("2D"),)
    environment._now(replace(environment.game, stock=(), hands=hands), ())
    for _ in range(3):
        assert [*environment.last()[0]["action_mask"].nonzero()[0]] == [END]
        environment.step(END)
    assert environment.rewards == {"player_0": 0, "player_1": -2, "player_2": 0}
    assert all(environment.terminations.values())


def test_the_same_seed_is_the_same_game_and_that_of_the_package() -> None:
    first, second = small("italian"), small("italian")
    for environment in (first, second):
        environment.reset(seed=5)
        assert environment.game == Game.deal(environment.rules, players=2, seed=5)
    games = [play(environment, Random(1), 60) for environment in (first, second)]
    for one, other in zip(*games, strict=True):
        assert one == other
        assert data_equivalence(first.last(), second.last())
    # and the games that come after it
    for _ in range(3):
        first.reset()
        second.reset()
        assert first.game == second.game
        assert first.game.seed != 5
    first.reset(seed=np.int64(5))  # type: ignore[arg-type]
    second.reset(seed=5)
    assert first.game == second.game


def test_without_a_seed_games_differ() -> None:
    first, second = small("classic"), small("classic")
    first.reset()
    second.reset()
    assert first.game != second.game


def test_an_environment_can_be_copied_to_look_ahead() -> None:
    environment = small("classic")
    environment.reset(seed=1)
    for _ in play(environment, Random(3), 20):
        pass
    twin = copy.deepcopy(environment)
    games = [play(each, Random(4), 30) for each in (environment, twin)]
    for one, other in zip(*games, strict=True):
        assert one == other
    assert environment.game == twin.game
    assert environment.game.turns > 4


# --- what is not legal


def test_an_action_that_is_not_legal_is_refused_and_nothing_is_done() -> None:
    environment = small("classic")
    environment.reset(seed=1)
    mask = environment.last()[0]["action_mask"]
    refused = [action for action in range(ACTIONS) if not mask[action]]
    before = environment.game
    for action in (*refused, 54, -1, None, True, "end", 53.0, [53]):
        with pytest.raises(GameError, match=r"expected one that the mask allows: .*53"):
            environment.step(action)  # type: ignore[arg-type]
    assert environment.game is before
    assert environment.chosen == ()
    environment.step(END)


@pytest.mark.filterwarnings("ignore:.*Illegal move:UserWarning")
def test_the_wrapper_of_pettingzoo_makes_an_illegal_action_a_loss() -> None:
    environment = TerminateIllegalWrapper(small("classic"), illegal_reward=-5)
    environment.reset(seed=1)
    loser = environment.agent_selection
    mask = environment.last()[0]["action_mask"]
    environment.step(next(action for action in range(ACTIONS) if not mask[action]))
    rewards = {}
    for agent in environment.agent_iter():
        _, rewards[agent], termination, *_ = environment.last()
        assert termination
        environment.step(None)
    assert rewards == {loser: -5, **{agent: 0 for agent in rewards if agent != loser}}


# --- what is seen


def fields_of(environment: Environment, agent: str) -> dict[str, list[int]]:
    row = environment.observe(agent)["observation"]
    return {name: row[place].tolist() for name, place in environment.fields.items()}


def test_what_is_seen_in_a_position() -> None:
    environment = raw_env("tahiti", players=3, jokers=2, until=100)
    environment.reset(seed=1)
    joined = (*Meld.parse("4C JK 6C").cards, *Meld.parse("7C 7D JK").cards)
    table = Table(joined, (Meld.parse("4C JK 6C"), Meld.parse("7C 7D JK")))
    game = replace(
        environment.game, table=table, turn=0,
        hands=tuple(tuple(read_cards(hand)) for hand in ("9S 9S", "2C", "3-5D")),
        support=tuple(read_cards("AC")), loose=tuple(read_cards("2H")),
        discards=tuple(read_cards("KH 2S")), opened=(True, False, False), stage="play", turns=7,
        round=3, scores=((0, 1, 2), (3, 0, 5)), stock=environment.game.stock[:20],
    )  # fmt: skip
    environment._now(game, tuple(read_cards("9S")))
    seen = fields_of(environment, "player_0")
    counted = {name: cards_in(numbers) for name, numbers in seen.items() if len(numbers) == 53}
    assert counted.pop("unseen") == Counter(game.view(0).unseen)
    assert counted == {
        "hand": Counter(read_cards("9S 9S")), "chosen": Counter(read_cards("9S")),
        "table": Counter(joined), "support": Counter(read_cards("AC")),
        "loose": Counter(read_cards("2H")), "discards": Counter(read_cards("KH 2S")),
        "last_discard": Counter(read_cards("2S")),
    }  # fmt: skip
    assert {FACES[i] for i, n in enumerate(seen["stands_for"]) if n} == {*read_cards("5C 7HS")}
    numbers = {name: seen[name] for name in seen if name not in counted and len(seen[name]) < 50}
    assert numbers == {
        "stage": [0, 1, 0], "turn": [1, 0, 0], "hand_sizes": [2, 1, 3], "opened": [1, 0, 0],
        "stock": [20], "turns": [7], "round": [3], "scores": [3, 1, 7],
    }  # fmt: skip
    other = fields_of(environment, "player_1")
    assert cards_in(other["hand"]) == Counter(read_cards("2C"))
    assert not any(other["chosen"]), "what others choose is not seen before it lies"
    assert {name: other[name] for name in ("turn", "hand_sizes", "opened", "scores")} == {
        "turn": [0, 0, 1], "hand_sizes": [1, 3, 2], "opened": [0, 0, 1], "scores": [1, 7, 3],
    }  # fmt: skip


def cards_in(numbers: list[int]) -> Counter[Any]:
    return Counter({FACES[i]: n for i, n in enumerate(numbers) if n})


def test_jokers_that_move_freely_stand_for_nothing() -> None:
    environment = raw_env("japanese", players=2, jokers=2)
    environment.reset(seed=1)
    meld = Meld.parse("4C JK 6C")
    environment._now(replace(environment.game, table=Table(meld.cards, (meld,))), ())
    assert not any(fields_of(environment, "player_0")["stands_for"])


@pytest.mark.parametrize("name", ["classic", "italian", "japanese", "thirty-six"])
def test_what_a_player_cannot_see_is_not_in_what_is_seen(name: str) -> None:
    environment = small(name, players=3, dealt=6)
    environment.reset(seed=2)
    random = Random(name)
    for number, _ in enumerate(play(environment, random, 60)):
        if number % 10 or environment.game.turn:
            continue
        game, chosen = environment.game, environment.chosen
        hidden = [*game.stock, *game.hands[1], *game.hands[2]]
        random.shuffle(hidden)
        sizes = [len(hand) for hand in game.hands]
        parts = [tuple(hidden.pop() for _ in range(size)) for size in sizes[1:]]
        twin = copy.deepcopy(environment)
        other = replace(game, hands=(game.hands[0], *parts), stock=tuple(hidden), seed=99)
        assert other != game
        twin._now(other, chosen)
        for same, agent in ((True, "player_0"), (False, "player_1")):
            assert data_equivalence(environment.observe(agent), twin.observe(agent)) == same
        assert data_equivalence(environment.last(), twin.last())


@every_rules
def test_the_bounds_hold_for_what_is_counted(name: str) -> None:
    game = game_named(name)
    observer = Observer(game, 4, most_turns=50)
    high = {field: observer.high[place].tolist() for field, place in observer.fields.items()}
    assert sum(high["unseen"][:52]) + game.rules.jokers == game.pack_size
    assert len(high["stage"]) == len(STAGES)
    assert min(observer.high) == 1


def test_points_that_no_observation_holds_are_shown_as_the_largest_number() -> None:
    worth = CardValues((10**9,) * 13, joker=0)
    environment = raw_env(game_named("italian", values=worth, rounds=9), players=2)
    environment.reset(seed=1)
    environment._now(replace(environment.game, scores=((0, 9 * 10**9),)), ())
    assert fields_of(environment, "player_0")["scores"] == [0, MOST]
    assert environment.observation_space("player_0").contains(environment.observe("player_0"))


def test_the_page_tells_of_every_field() -> None:
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in read_page("docs/environment.md").splitlines()
        if line.startswith("| `")
    ]
    told = {row[0].strip("`"): row[1] for row in rows if len(row) == 3 and row[1][:1] != "`"}
    for players in (2, 5):
        fields = Observer(GameRules(), players, most_turns=9).fields
        sizes = {name: place.stop - place.start for name, place in fields.items()}
        written = {"players": players}
        assert [*told] == [*sizes]
        assert {name: written.get(size) or int(size) for name, size in told.items()} == sizes


# --- rewards


def rewards_of(environment: Environment, seed: int) -> dict[str, float]:
    """All that each agent was given, as it was told."""
    environment.reset(seed=seed)
    got: Counter[str] = Counter()
    random = Random(seed)
    for agent in environment.agent_iter():
        observation, reward, termination, truncation, _ = environment.last()
        got[agent] += reward
        over = termination or truncation
        legal = [] if over else [*observation["action_mask"].nonzero()[0]]
        environment.step(None if over else int(random.choice(legal)))
    return {agent: float(got[agent]) for agent in environment.possible_agents}


def test_points_are_given_round_by_round() -> None:
    environment = raw_env("guadalupe", players=3, decks=1, until=None, rounds=3, dealt=3)
    for seed in range(3):
        got = rewards_of(environment, seed)
        game = environment.game
        assert len(game.scores) == 3
        assert [*got.values()] == [-points for points in totals(game.scores)]
        assert environment.record.moves.count(Deal()) == 2


def test_wins_are_given_when_the_game_is_over() -> None:
    environment = raw_env(
        "guadalupe", players=3, decks=1, until=None, rounds=2, dealt=3, reward="wins"
    )
    for seed in range(3):
        got = rewards_of(environment, seed)
        winners = environment.game.winners
        assert winners
        assert [*got.values()] == [1 if seat in winners else -1 for seat in range(3)]


def test_a_game_that_is_broken_off_gives_nothing_for_its_last_round() -> None:
    environment = raw_env("classic", players=3, most_turns=5, reward="wins")
    environment.reset(seed=1)
    for _ in play(environment, Random(1), 1000):
        assert not any(environment.truncations.values())
    assert rewards_of(environment, 1) == dict.fromkeys(environment.possible_agents, 0.0)
    environment.reset(seed=1)
    for _ in range(5):
        environment.step(END)
    assert environment.truncations == dict.fromkeys(environment.possible_agents, True)
    assert not any(environment.terminations.values())


# --- how it is drawn


def test_it_is_drawn_as_text() -> None:
    environment = small("italian", render_mode="ansi")
    environment.reset(seed=3)
    assert environment.game.stage == "draw"
    text = environment.render()
    view = environment.game.view()
    assert text is not None
    assert text.splitlines()[:2] == [
        f"round 1, turn 1, draw: player_{view.turn}",
        f"cards in hands 4, 4; in the stock {view.stock}, last discard {view.discards[-1]}",
    ]
    assert str(view.position) in text
    environment._now(environment.game, view.hand[:2])
    assert f"\nchosen: {view.hand[0]} {view.hand[1]}" in str(environment.render())


def test_it_is_drawn_for_people_after_each_step(capsys: pytest.CaptureFixture[str]) -> None:
    environment = small("classic", render_mode="human")
    environment.reset(seed=3)
    environment.step(END)
    drawn = capsys.readouterr().out
    assert drawn.startswith("round 1, turn 2, play: player_")
    assert environment.render() is None
    assert capsys.readouterr().out == drawn
    environment.close()


def test_it_is_drawn_as_a_picture() -> None:
    environment = small("classic", render_mode="svg")
    environment.reset(seed=3)
    assert str(environment.render()).startswith("<svg")


def test_it_is_not_drawn_where_nobody_said_how() -> None:
    environment = small("classic")
    environment.reset(seed=3)
    with pytest.warns(UserWarning, match="render_mode"):
        assert environment.render() is None


# --- options


def test_rules_are_a_name_or_a_value_and_may_be_changed() -> None:
    assert raw_env().rules == GameRules()
    assert raw_env("tahiti", jokers=2).rules == game_named("tahiti", jokers=2)
    rules = game_named("japanese")
    assert raw_env(rules, players=2, dealt=5).rules == replace(rules, dealt=5)
    assert env("rummikub").unwrapped.rules.values != ITALIAN_VALUES
    assert str(env()) == "machiavelli_v0"
    assert JOKER in FACES


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"rules": "canasta"}, "no rules are called 'canasta'"),
        ({"rules": None}, "rules=None: expected GameRules, or the name of rules"),
        ({"reward": "money"}, "reward='money': expected 'points' or 'wins'"),
        ({"reward": ["wins"]}, "reward="),
        ({"most_turns": 0}, "most_turns=0: expected a whole number from 1"),
        ({"most_turns": True}, "most_turns=True"),
        ({"render_mode": "rgb_array"}, "render_mode='rgb_array': expected 'ansi', 'human', 'svg'"),
    ],
)
def test_wrong_options(options: dict[str, Any], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        raw_env(**options)


def test_wrong_rules() -> None:
    for options in (
        {"players": 1},
        {"players": "2"},
        {"dealt": 0},
        {"rules": "italian", "players": 7},
    ):
        with pytest.raises(RulesError):
            raw_env(**options)


@pytest.mark.parametrize("seed", [-1, 2**53, "1", 1.5, True])
def test_wrong_seeds(seed: Any) -> None:
    environment = small("classic")
    with pytest.raises(OptionError, match="seed="):
        environment.reset(seed=seed)
