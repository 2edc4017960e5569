"""Many whole games between players: in order, as they are asked for, through any executor.

Each game comes from the seed and its number alone, so that all are the same whoever plays them,
and wherever. Players go around the seats, so that what is due to the seat and what to the player
can be told apart.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from ..chance import Chance
from ..chunks import check_work, in_order
from ..counts import load_tables
from ..errors import OptionError, quote
from .game import MAX_SEED, Game
from .moves import Deal, Lay, Move
from .players import Player, player_named
from .rules import GameRules
from .scores import totals

if TYPE_CHECKING:
    from concurrent.futures import Executor

CHUNK: Final = 4
"""How many games go to a worker at a time: about a second of work."""

AHEAD: Final = 32
"""How many chunks are in flight: enough for some ten workers."""

MOST_TURNS: Final = 1000
"""How many turns a round may take: some twenty times as many as one takes that ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundResult:
    """What has become of a round; whatever is said of each player is in the order of players.

    Args:
        places: the place of each player in the order of turns, from 0 for who began.
        winners: who has won it.
        points: each player's points.
        left: how many cards are left in each hand; none is empty in a round that is blocked.
        turns: how many turns each player had.
        plays: in how many of these something was laid.
        drawn: how many cards each player drew, or took from the discards.
    """

    places: tuple[int, ...]
    winners: tuple[int, ...]
    points: tuple[int, ...]
    left: tuple[int, ...]
    turns: tuple[int, ...]
    plays: tuple[int, ...]
    drawn: tuple[int, ...]

    @property
    def is_blocked(self) -> bool:
        """Has it ended with no hand empty?"""
        return 0 not in self.left


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """What has become of a game.

    Args:
        number: which game of the simulation it is, from 1.
        seed: the seed of the game.
        seats: the seat of each player; who has seat 0 begins.
        winners: who has won it: several where they are equal, nobody where all have lost or it
            was given up.
        rounds: its rounds that were played to the end.
        finished: whether it was; else a round took more turns than it might.
    """

    number: int
    seed: int
    seats: tuple[int, ...]
    winners: tuple[int, ...]
    rounds: tuple[RoundResult, ...]
    finished: bool = True

    @property
    def points(self) -> tuple[int, ...]:
        """The sum of each player's points."""
        return totals([each.points for each in self.rounds]) or (0,) * len(self.seats)


def simulate(
    rules: GameRules,
    players: Sequence[str | Player],
    *,
    games: int,
    seed: int = 0,
    first: int = 1,
    most_turns: int = MOST_TURNS,
    executor: Executor | None = None,
    chunk: int = CHUNK,
    ahead: int = AHEAD,
    progress: Callable[[int], object] | None = None,
) -> Generator[GameResult, None, None]:
    """Play many games, in order, as their results are asked for.

    A game hangs on its number and the seed, and on nothing else: neither on how many are played,
    nor on where. Closing the generator cancels what is in flight; the executor stays the
    caller's.

    Args:
        rules: the rules of the games.
        players: who plays: names, see `PLAYERS`, or players. Over as many games as there are
            players each has every seat once; who sits beside whom is chance.
        games: how many games are played.
        seed: where chance comes from.
        first: the number of the first game that is played.
        most_turns: how many turns a round may take; a game with one that takes more is given up,
            and its result says so.
        executor: where games are played: any `concurrent.futures.Executor`, such as a process
            pool or a Dask cluster's ``client.get_executor()``. None: here.
        chunk: how many games a worker is given at a time.
        ahead: how many chunks are in flight; two for each worker keep it busy.
        progress: called with the number of games played so far, for each chunk before its
            results are given out.

    Raises:
        RulesError: so many cannot play; this and the next are raised at once.
        OptionError: an option has no such value, or no player is called so.
        ExecutorError: workers were lost, or a player cannot be sent to them.
        GameError: a player has made a move that is not allowed.

    >>> from machiavelli_solver import game_named
    >>> for result in simulate(game_named("helpers"), ["greedy", "patient"], games=2, seed=1):
    ...     print(result.number, result.seats, result.winners, result.points)
    1 (0, 1) (1,) (1, 0)
    2 (1, 0) (1,) (1, 0)
    """
    check_simulation(rules, games=games, seed=seed, first=first, most_turns=most_turns)
    check_work(executor, chunk, ahead, progress)
    results = in_order(
        playing(rules, players, seed=seed, most_turns=most_turns),
        range(first, first + games),
        size=chunk,
        ahead=ahead,
        executor=executor,
        first=first,
    )
    return _given_out(results, progress)


def playing(
    rules: GameRules, players: Sequence[str | Player], *, seed: int, most_turns: int
) -> Callable[[list[int]], list[GameResult]]:
    """What plays the games of some numbers; it can be sent to workers.

    Raises:
        RulesError, OptionError: as `simulate` does.
    """
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise OptionError(f"players={quote(players)}: expected a list of players")
    named = tuple(player_named(each) if isinstance(each, str) else each for each in players)
    rules.hand_size(len(named))
    return partial(_play_all, rules, named, seed, most_turns)


def _play_all(
    rules: GameRules,
    players: tuple[Player, ...],
    seed: int,
    most_turns: int,
    numbers: list[int],
) -> list[GameResult]:
    """Play some games; this is what runs in a worker."""
    load_tables()
    return [_play(rules, players, seed, most_turns, number) for number in numbers]


def _play(
    rules: GameRules, players: tuple[Player, ...], seed: int, most_turns: int, number: int
) -> GameResult:
    """Play a game."""
    here = seated(len(players), seed, number)
    seats = tuple(map(here.index, range(len(here))))
    chances = [_chance(seed, f"game {number}, player {player}") for player in here]
    game_seed = _chance(seed, f"game {number}").below(MAX_SEED + 1)
    game = Game.deal(rules, players=len(players), seed=game_seed, dealer=len(players) - 1)
    rounds: list[RoundResult] = []
    tally = _Tally(len(players))
    while game.stage != "game over" and game.turns < most_turns:
        if game.stage == "round over":
            game = game.apply(Deal())
            tally = _Tally(len(players))
        seat = game.turn
        move = players[here[seat]].move(game.view(), chances[seat])
        before, game = game, game.apply(move)
        tally.count(before, move, game)
        if len(game.scores) > len(rounds):
            rounds.append(tally.result(game, seats))
    return GameResult(
        number=number,
        seed=game_seed,
        seats=seats,
        winners=tuple(sorted(here[seat] for seat in game.winners)),
        rounds=tuple(rounds),
        finished=game.stage == "game over",
    )


def seated(players: int, seed: int, number: int) -> tuple[int, ...]:
    """Which player has each seat in a game: all go around, then chance mixes them.

    >>> [seated(3, 1, number) for number in range(1, 5)]
    [(0, 1, 2), (1, 2, 0), (2, 0, 1), (2, 0, 1)]
    """
    around, turn = divmod(number - 1, players)
    order = _chance(seed, f"seats {around}").shuffled(range(players))
    return (*order[turn:], *order[:turn])


class _Tally:
    """Counts what each seat does in a round."""

    def __init__(self, seats: int) -> None:
        self._turns, self._plays, self._drawn = ([0] * seats for _ in range(3))

    def count(self, before: Game, move: Move, after: Game) -> None:
        """Count a move."""
        seat = before.turn
        # every turn comes to its play, unless the round ends with the draw before it
        self._turns[seat] += before.stage == "play" or (
            before.stage == "draw" and after.stage != "play"
        )
        self._plays[seat] += isinstance(move, Lay)
        had = move.after.hand if isinstance(move, Lay) else before.hands[seat]
        self._drawn[seat] += max(0, len(after.hands[seat]) - len(had))

    def result(self, game: Game, seats: Sequence[int]) -> RoundResult:
        """The result of the round, which is over, in the order of players."""

        def of(values: Sequence[int]) -> tuple[int, ...]:
            return tuple(values[seat] for seat in seats)

        return RoundResult(
            places=tuple((seat - game.dealer - 1) % game.players for seat in seats),
            winners=tuple(
                player for player, seat in enumerate(seats) if seat in game.round_winners
            ),
            points=of(game.scores[-1]),
            left=of([len(hand) for hand in game.hands]),
            turns=of(self._turns),
            plays=of(self._plays),
            drawn=of(self._drawn),
        )


def _chance(seed: int, what: str) -> Chance:
    return Chance(f"machiavelli simulation 1: {seed}; {what}")


def _given_out(
    chunks: Generator[list[GameResult], None, None], progress: Callable[[int], object] | None
) -> Generator[GameResult, None, None]:
    """Results one by one."""
    played = 0
    try:
        for results in chunks:
            played += len(results)
            if progress is not None:
                progress(played)
            yield from results
    finally:
        chunks.close()


def check_simulation(rules: object, **numbers: object) -> None:
    """See that options of a simulation are what they can be.

    Raises:
        OptionError: one is not.
    """
    if not isinstance(rules, GameRules):
        raise OptionError(f"rules={quote(rules)}: expected GameRules")
    for name, value in numbers.items():
        least = 0 if name in ("games", "seed") else 1
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= MAX_SEED:
            raise OptionError(
                f"{name}={quote(value)}: expected a whole number from {least} to 2**53 - 1"
            )
