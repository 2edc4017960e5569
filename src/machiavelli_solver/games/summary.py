"""What many games say together: exact counts, added game by game, with means and their confidence.

Nothing is kept of a game but what it adds. Intervals are those in which the true value lies with
a confidence of 95 %: Wilson's for shares (Wilson 1927, Journal of the American Statistical
Association 22, 209-212), the normal one for means.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from math import sqrt
from typing import Final, TypeAlias

from .simulation import GameResult

_Z: Final = 1.959964
"""The quantile of the normal distribution that 95 % lie within."""


@dataclass(slots=True)
class Share:
    """How often something has happened.

    >>> share = Share(1, 4)
    >>> share.value, [round(end, 3) for end in share.interval]
    (0.25, [0.046, 0.699])
    """

    hits: int = 0
    of: int = 0

    def add(self, hits: int, of: int = 1) -> None:
        """Count more."""
        self.hits += hits
        self.of += of

    @property
    def value(self) -> float | None:
        """The share, from 0 to 1; None of nothing."""
        return self.hits / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson's interval of the true share with a confidence of 95 %; None of nothing."""
        if not self.of:
            return None
        n, p = self.of, self.hits / self.of
        spread = _Z * sqrt(p * (1 - p) / n + _Z**2 / (4 * n**2))
        middle, scale = p + _Z**2 / (2 * n), 1 + _Z**2 / n
        return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)

    def to_dict(self) -> dict[str, object]:
        """The share as JSON holds it, with what was counted."""
        return {**_value(self), "hits": self.hits, "of": self.of}


@dataclass(slots=True)
class Mean:
    """A mean of whole numbers.

    >>> mean = Mean()
    >>> for value in (1, 2, 6):
    ...     mean.add(value)
    >>> mean.value, [round(end, 2) for end in mean.interval]
    (3.0, [0.01, 5.99])
    """

    count: int = 0
    sum: int = 0
    squares: int = 0

    def add(self, value: int) -> None:
        """Count a value."""
        self.count += 1
        self.sum += value
        self.squares += value * value

    @property
    def value(self) -> float | None:
        """The mean; None of nothing."""
        return self.sum / self.count if self.count else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The interval of the true mean with a confidence of 95 %; None of less than two."""
        if self.count < 2:
            return None
        # whole numbers up to the last step: nothing is lost where large sums are subtracted
        variance = (self.count * self.squares - self.sum**2) / (self.count * (self.count - 1))
        spread = _Z * sqrt(variance / self.count)
        return self.sum / self.count - spread, self.sum / self.count + spread

    def to_dict(self) -> dict[str, object]:
        """The mean as JSON holds it, with what was counted."""
        return {**_value(self), "sum": self.sum, "squares": self.squares, "count": self.count}


@dataclass(slots=True)
class Standing:
    """What is counted of a player, or of a place in the order of turns.

    Args:
        games: the share of the games that were won, alone or together with others.
        rounds: the same of rounds.
        points: points a round.
        left: cards left in the hand at the end of a round.
        idle: the share of turns in which nothing was laid.
        drawn: cards drawn in a round.
    """

    games: Share = field(default_factory=Share)
    rounds: Share = field(default_factory=Share)
    points: Mean = field(default_factory=Mean)
    left: Mean = field(default_factory=Mean)
    idle: Share = field(default_factory=Share)
    drawn: Mean = field(default_factory=Mean)


class Summary:
    """What some games say together.

    Args:
        players: the names of the players.

    Attributes:
        players: the names.
        games: how many games there are.
        unfinished: how many of them were given up; they are left out of all that follows, but
            for their rounds that were played to the end.
        shared: how many were won by several.
        unwon: how many were won by nobody.
        rounds: rounds a game.
        turns: turns a round, of all players together.
        blocked: the share of rounds that ended with no hand empty.
        idle: the share of turns in which nothing was laid.
        drawn: cards drawn in a round, by all players together.
        by_player: the standing of each player.
        by_place: the standing of each place in the order of turns: in the first round of a game
            where games are counted, in each round where rounds are.

    >>> from machiavelli_solver import game_named, simulate
    >>> summary = Summary(["greedy", "patient"])
    >>> summary.add_all(simulate(game_named("helpers"), summary.players, games=4))
    >>> summary.games, [each.games.hits for each in summary.by_player]
    (4, [0, 4])
    """

    def __init__(self, players: Sequence[str]) -> None:
        self.players = tuple(players)
        self.games = self.unfinished = self.shared = self.unwon = 0
        self.rounds, self.turns, self.drawn = Mean(), Mean(), Mean()
        self.blocked, self.idle = Share(), Share()
        self.by_player = tuple(Standing() for _ in self.players)
        self.by_place = tuple(Standing() for _ in self.players)

    def add_all(self, results: Iterable[GameResult]) -> None:
        """Add the results of games."""
        for result in results:
            self.add(result)

    def add(self, result: GameResult) -> None:
        """Add the result of a game."""
        self.games += 1
        if result.finished:
            self.rounds.add(len(result.rounds))
            self.shared += len(result.winners) > 1
            self.unwon += not result.winners
            for player, seat in enumerate(result.seats):
                for standing in (self.by_player[player], self.by_place[seat]):
                    standing.games.add(player in result.winners)
        else:
            self.unfinished += 1
        for each in result.rounds:
            turns, plays = sum(each.turns), sum(each.plays)
            self.turns.add(turns)
            self.drawn.add(sum(each.drawn))
            self.idle.add(turns - plays, turns)
            self.blocked.add(each.is_blocked)
            for player, place in enumerate(each.places):
                for standing in (self.by_player[player], self.by_place[place]):
                    standing.rounds.add(player in each.winners)
                    standing.points.add(each.points[player])
                    standing.left.add(each.left[player])
                    standing.drawn.add(each.drawn[player])
                    standing.idle.add(each.turns[player] - each.plays[player], each.turns[player])

    def to_dict(self) -> dict[str, object]:
        """All of it as JSON holds it."""
        return {
            "games": self.games,
            "unfinished": self.unfinished,
            "shared": self.shared,
            "unwon": self.unwon,
            "all": _written(self, _ALL),
            "players": [
                {"player": name, **_written(standing, _EACH)}
                for name, standing in zip(self.players, self.by_player, strict=True)
            ],
            "places": [_written(standing, _EACH) for standing in self.by_place],
        }

    def rows(self) -> Iterator[tuple[str, str, str, Measure]]:
        """Each measure with whose it is: ``all``, ``player`` or ``place``; which of them; its name.

        Players and places are counted from 1.
        """
        for name in _ALL:
            yield "all", "", name, getattr(self, name)
        for kind, standings in (("player", self.by_player), ("place", self.by_place)):
            for number, standing in enumerate(standings, start=1):
                for name in _EACH:
                    yield kind, str(number), name, getattr(standing, name)


Measure: TypeAlias = Share | Mean

_ALL: Final = ("rounds", "turns", "blocked", "idle", "drawn")
_EACH: Final = tuple(each.name for each in fields(Standing))


def _value(measure: Measure) -> dict[str, object]:
    """What was measured, rounded to what matters, and its interval."""
    interval = measure.interval
    return {
        "value": None if measure.value is None else round(measure.value, _DIGITS),
        "interval": None if interval is None else [round(end, _DIGITS) for end in interval],
    }


_DIGITS: Final = 6


def _written(values: object, names: Iterable[str]) -> dict[str, object]:
    measures: dict[str, Measure] = {name: getattr(values, name) for name in names}
    return {name: measure.to_dict() for name, measure in measures.items()}
