"""Who wins a round and a game, and what counts against the others."""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import AnyCard
from .rules import GameRules

Hands = Sequence[Sequence[AnyCard]]
"""Each player's cards."""

Points = Sequence[Sequence[int]]
"""The points of each round, one for each player."""


def round_winners(hands: Hands, rules: GameRules) -> tuple[int, ...]:
    """Who has won a round that is over: who is out, else as the rules say.

    Who have equally few cards win together.

    >>> round_winners([["card"] * 3, ["card"], ["card"]], GameRules())
    (1, 2)
    """
    out = tuple(player for player, hand in enumerate(hands) if not hand)
    if out or rules.blocked == "nobody":
        return out
    fewest = min(map(len, hands))
    return tuple(player for player, hand in enumerate(hands) if len(hand) == fewest)


def round_scores(hands: Hands, winners: Sequence[int], rules: GameRules) -> tuple[int, ...]:
    """What a round counts against each player; who has won it has 0."""
    sizes = [len(hand) for hand in hands]

    def points(player: int) -> int:
        if rules.score == "lost":
            return 1
        if rules.score == "cards":
            return sizes[player]
        if rules.score == "places":
            return sum(size < sizes[player] for size in sizes)
        return sum(map(rules.values.value, hands[player]))

    return tuple(0 if player in winners else points(player) for player in range(len(hands)))


def totals(scores: Points) -> tuple[int, ...]:
    """The sum of each player's points; no rounds have none.

    >>> totals([(0, 3), (2, 0)])
    (2, 3)
    """
    return tuple(map(sum, zip(*scores, strict=True)))


def is_over(scores: Points, rules: GameRules) -> bool:
    """Is the game over with these rounds?"""
    reached = rules.until is not None and max(totals(scores)) >= rules.until
    return reached or (rules.rounds is not None and len(scores) >= rules.rounds)


def game_winners(scores: Points, rules: GameRules) -> tuple[int, ...]:
    """Who has won a game that is over: the lowest sum; equal ones win together.

    Where only winning counts, who has lost every round has not won.

    >>> game_winners([(1, 1)], GameRules(score="lost", rounds=1, until=None))
    ()
    """
    sums = totals(scores)
    lowest = min(sums)
    if rules.score == "lost" and lowest == len(scores):
        return ()
    return tuple(player for player, points in enumerate(sums) if points == lowest)
