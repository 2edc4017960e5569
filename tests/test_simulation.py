"""Simulated games: the same wherever they are played, and summed up as a plain recount does."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice
from math import inf, nan
from statistics import fmean, variance
from typing import Any

import pytest
from executors import with_cluster
from hypothesis import given
from hypothesis import strategies as st
from strategies import some

from machiavelli_solver import (
    Discard,
    Draw,
    GameError,
    GameResult,
    Mean,
    Move,
    OptionError,
    RoundResult,
    RulesError,
    Share,
    Summary,
    View,
    from_json,
    game_named,
    player_named,
    simulate,
    to_json,
)
from machiavelli_solver.chance import Chance
from machiavelli_solver.games.simulation import seated

SMALL = game_named("classic", decks=1, players=(2, 4), dealt=9, until=None, rounds=2)
PLAYERS = ["greedy", "patient", "random"]


@pytest.fixture(scope="module")
def results() -> list[GameResult]:
    return list(simulate(SMALL, PLAYERS, games=6, seed=5))


class TestTheSameGames:
    @pytest.mark.parametrize("chunk", [1, 4, 100])
    def test_in_threads(self, results: list[GameResult], chunk: int) -> None:
        with ThreadPoolExecutor(2) as executor:
            found = simulate(SMALL, PLAYERS, games=6, seed=5, executor=executor, chunk=chunk)
            assert list(found) == results

    def test_in_processes(self, results: list[GameResult]) -> None:
        context = multiprocessing.get_context("spawn")
        for workers in (1, 2):
            with ProcessPoolExecutor(workers, mp_context=context) as executor:
                options: dict[str, Any] = {"executor": executor, "chunk": 2, "ahead": 2}
                assert list(simulate(SMALL, PLAYERS, games=6, seed=5, **options)) == results

    @pytest.mark.slow
    def test_on_a_dask_cluster(self, results: list[GameResult]) -> None:
        def run(client: Any) -> None:
            executor = client.get_executor(pure=False)
            assert list(simulate(SMALL, PLAYERS, games=6, seed=5, executor=executor)) == results

        with_cluster(run)

    def test_from_any_game_on(self, results: list[GameResult]) -> None:
        assert list(simulate(SMALL, PLAYERS, games=2, seed=5, first=5)) == results[4:]
        assert list(islice(simulate(SMALL, PLAYERS, games=10**9, seed=5), 3)) == results[:3]
        assert list(simulate(SMALL, PLAYERS, games=0)) == []

    def test_other_seeds_are_other_games(self, results: list[GameResult]) -> None:
        others = list(simulate(SMALL, PLAYERS, games=2, seed=6))
        assert not {each.seed for each in others} & {each.seed for each in results}

    def test_progress(self, results: list[GameResult]) -> None:
        told: list[int] = []
        found = simulate(SMALL, PLAYERS, games=3, seed=5, progress=told.append)
        assert next(found) == results[0]
        assert told == [1]
        list(found)
        assert told == [1, 2, 3]


# --- what a result says


def test_seats_go_around() -> None:
    for players in range(2, 6):
        games = [seated(players, 3, number) for number in range(1, 4 * players + 1)]
        for seats in zip(*games, strict=True):
            assert all(seats.count(player) == 4 for player in range(players))
        for start in range(0, len(games), players):
            assert len(set(games[start : start + players])) == players
    neighbours = {tuple(seated(4, 0, n + 1)) for n in range(0, 1200, 4)}
    assert len(neighbours) == 24


@dataclass(frozen=True)
class Watched:
    """Greedy play that is written down."""

    seen: list[View]
    name: str = "watched"

    def move(self, view: View, chance: Chance) -> Move:
        self.seen.append(view)
        return player_named("greedy").move(view, chance)


@pytest.mark.parametrize("name", ["classic", "guadalupe", "italian"])
def test_results_are_those_of_the_games(name: str) -> None:
    """Counted again from what the players saw of each game."""
    rules = replace(game_named(name), dealt=5, until=None, rounds=2)
    seen: list[list[View]] = [[], [], []]
    players = [Watched(views) for views in seen]
    for result in simulate(rules, players, games=3, seed=2):
        assert len(result.rounds) == 2
        assert result.finished
        for number, each in enumerate(result.rounds, start=1):
            for player in range(3):
                views = [v for v in seen[player] if v.round == number and v.stage == "play"]
                assert each.turns[player] == len(views)
                assert all(view.player == result.seats[player] for view in views)
            firsts = [p for p in range(3) for v in seen[p] if v.round == number and v.turns == 0]
            assert {each.places[player] for player in firsts} == {0}
            assert sorted(each.places) == [0, 1, 2]
            assert each.is_blocked == (0 not in each.left)
            for player in range(3):
                assert (each.points[player] == 0) >= (player in each.winners)
        assert result.points == tuple(
            sum(each.points[player] for each in result.rounds) for player in range(3)
        )
        lowest = min(result.points)
        assert result.winners == tuple(p for p in range(3) if result.points[p] == lowest)
        for views in seen:
            views.clear()


def test_a_game_that_does_not_end_is_told() -> None:
    (result,) = simulate(SMALL, PLAYERS, games=1, seed=5, most_turns=3)
    assert (result.finished, result.winners, result.rounds) == (False, (), ())
    assert result.points == (0, 0, 0)
    summary = Summary(PLAYERS)
    summary.add(result)
    assert (summary.games, summary.unfinished) == (1, 1)
    assert [each.games.of for each in summary.by_player] == [0, 0, 0]


def test_json(results: list[GameResult]) -> None:
    for result in results:
        assert from_json(GameResult, to_json(result)) == result


# --- errors


@dataclass(frozen=True)
class Cheat:
    name: str = "cheat"

    def move(self, view: View, chance: Chance) -> Move:
        del chance
        return Draw(3) if view.stage == "draw" else Discard(view.hand[0])


def test_a_player_who_cheats() -> None:
    with pytest.raises(GameError, match="expected a move that is allowed now"):
        list(simulate(SMALL, [Cheat(), "greedy"], games=1))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"rules": 3}, "rules=3: expected GameRules"),
        ({"players": "greedy"}, "players='greedy': expected a list of players"),
        ({"players": ["greedy", "lucky"]}, "no player is called 'lucky'"),
        ({"games": -1}, "games=-1: expected a whole number from 0"),
        ({"games": 2.0}, "games=2.0: expected a whole number"),
        ({"games": nan}, "games=nan: expected a whole number"),
        ({"first": 0}, "first=0: expected a whole number from 1"),
        ({"seed": 2**53}, r"seed=9007199254740992: expected a whole number from 0 to 2\*\*53 - 1"),
        ({"seed": True}, "seed=True: expected a whole number"),
        ({"most_turns": 0}, "most_turns=0: expected a whole number from 1"),
        ({"most_turns": inf}, "most_turns=inf: expected a whole number"),
        ({"chunk": 0}, "chunk=0: expected a whole number from 1"),
        ({"ahead": None}, "ahead=None: expected a whole number from 1"),
        ({"progress": 3}, "progress=3: expected a function"),
        ({"executor": 3}, r"executor=3: expected a concurrent\.futures\.Executor"),
    ],
)
def test_options_are_checked_at_once(changes: dict[str, Any], words: str) -> None:
    options: dict[str, Any] = {"rules": SMALL, "players": PLAYERS, "games": 1, **changes}
    with pytest.raises(OptionError, match=f"^{words}"):
        simulate(options.pop("rules"), options.pop("players"), **options)


def test_too_many_players() -> None:
    with pytest.raises(RulesError, match=r"^players=5: expected a whole number, 2 to 4"):
        simulate(game_named("rummikub"), ["greedy"] * 5, games=1)


# --- summaries


@st.composite
def some_results(draw: st.DrawFn, players: int) -> GameResult:
    few = st.lists(st.integers(0, 30), min_size=players, max_size=players).map(tuple)
    orders = st.permutations(range(players)).map(tuple)
    winners = st.lists(st.integers(0, players - 1), unique=True).map(sorted).map(tuple)
    rounds = []
    for _ in range(draw(st.integers(0, 3))):
        plays = draw(few)
        turns = tuple(n + more for n, more in zip(plays, draw(few), strict=True))
        rounds.append(
            RoundResult(
                places=draw(orders), winners=draw(winners), points=draw(few), left=draw(few),
                turns=turns, plays=plays, drawn=draw(few),
            )
        )  # fmt: skip
    finished = draw(st.booleans())
    return GameResult(
        number=1, seed=0, seats=draw(orders), rounds=tuple(rounds), finished=finished,
        winners=draw(winners) if finished else (),
    )  # fmt: skip


@some(60)
@given(st.lists(some_results(3), max_size=6))
def test_a_summary_is_a_plain_recount(results: list[GameResult]) -> None:
    summary = Summary("abc")
    summary.add_all(iter(results))
    ended = [each for each in results if each.finished]
    rounds = [each for result in results for each in result.rounds]
    assert summary.games == len(results)
    assert summary.unfinished == len(results) - len(ended)
    assert summary.shared == sum(len(each.winners) > 1 for each in ended)
    assert summary.unwon == sum(len(each.winners) == 0 for each in ended)
    check_mean(summary.rounds, [len(each.rounds) for each in ended])
    check_mean(summary.turns, [sum(each.turns) for each in rounds])
    check_mean(summary.drawn, [sum(each.drawn) for each in rounds])
    assert summary.blocked == Share(sum(min(each.left) > 0 for each in rounds), len(rounds))
    idle = sum(sum(each.turns) - sum(each.plays) for each in rounds)
    assert summary.idle == Share(idle, sum(sum(each.turns) for each in rounds))
    for number in range(3):
        mine = summary.by_player[number]
        assert mine.games == Share(sum(number in each.winners for each in ended), len(ended))
        assert mine.rounds == Share(sum(number in each.winners for each in rounds), len(rounds))
        check_mean(mine.points, [each.points[number] for each in rounds])
        check_mean(mine.left, [each.left[number] for each in rounds])
        check_mean(mine.drawn, [each.drawn[number] for each in rounds])
        place = summary.by_place[number]
        won = sum(each.seats.index(number) in each.winners for each in ended)
        assert place.games == Share(won, len(ended))
        won = sum(each.places.index(number) in each.winners for each in rounds)
        assert place.rounds == Share(won, len(rounds))
        check_mean(place.points, [each.points[each.places.index(number)] for each in rounds])


def check_mean(mean: Mean, values: list[int]) -> None:
    assert (mean.count, mean.sum) == (len(values), sum(values))
    assert mean.value == (pytest.approx(fmean(values)) if values else None)
    if len(values) < 2:
        assert mean.interval is None
        return
    spread = 1.959964 * (variance(values) / len(values)) ** 0.5
    assert mean.interval == pytest.approx((fmean(values) - spread, fmean(values) + spread))


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    # Newcombe 1998, Statistics in Medicine 17, 857-872, table I, method 3
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611),
     (1, 29, 0.0061, 0.1718)],
)  # fmt: skip
def test_intervals_of_shares_are_those_that_were_published(
    hits: int, of: int, low: float, high: float
) -> None:
    interval = Share(hits, of).interval
    assert interval == pytest.approx((low, high), abs=5e-5)
    other = Share(of - hits, of).interval
    assert other == pytest.approx((1 - high, 1 - low), abs=5e-5)


def test_nothing_has_no_share_and_no_mean() -> None:
    assert (Share().value, Share().interval) == (None, None)
    assert (Mean().value, Mean().interval) == (None, None)


def test_large_sums_are_exact() -> None:
    mean = Mean()
    for value in (2**53, 2**53 + 1, 2**53 + 2):
        mean.add(value)
    assert mean.interval is not None
    low, high = mean.interval
    assert high - low == pytest.approx(2 * 1.959964 / 3**0.5, abs=2)
