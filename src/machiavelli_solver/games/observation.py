"""What a player sees, as one row of whole numbers: the same places for all rules of a game.

How long the row is hangs on the number of players alone. Players are told from who sees: first
oneself, then who sits to the left, and so on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..cards import CARD_KINDS, AnyCard, sort_key
from ..stands import stands_of
from .card_by_card import FACES
from .rules import GameRules
from .scores import totals
from .view import View

Row: TypeAlias = NDArray[np.int32]
"""Whole numbers, one for each place of an observation."""

STAGES: Final = ("draw", "play", "discard")
"""The stages that an observation marks, in its order."""

MOST: Final = 2**31 - 1
"""The largest number in an observation; what is larger is shown as this."""


class Observer:
    """Makes the observations of one game's players.

    Args:
        rules: the rules of the game.
        players: how many play.
        most_turns: after how many turns the game is broken off.

    Attributes:
        fields: where in the row each field is: see ``docs/environment.md``.
        high: the largest number that each place can have; the smallest is 0.

    >>> observer = Observer(GameRules(), 2, most_turns=100)
    >>> observer.fields["hand"], len(observer.high)
    (slice(5, 58, None), 490)
    """

    def __init__(self, rules: GameRules, players: int, most_turns: int) -> None:
        self._exchanged = rules.rules.joker_moves == "swap"
        faces = [rules.rules.decks] * CARD_KINDS + [rules.rules.jokers]
        one_face = [1] * len(FACES)
        pack = [rules.pack_size]
        rounds = most_turns + 1 if rules.rounds is None else rules.rounds
        highs = {
            "stage": [1] * len(STAGES),
            "turn": [1] * players,
            "hand": faces,
            "chosen": faces,
            "table": faces,
            "stands_for": [max(1, rules.rules.jokers)] * CARD_KINDS,
            "support": faces,
            "loose": faces,
            "discards": faces,
            "last_discard": one_face,
            "unseen": faces,
            "hand_sizes": pack * players,
            "opened": [1] * players,
            "stock": pack,
            "turns": [most_turns],
            "round": [rounds],
            "scores": [_most_points(rules, players)] * players,
        }
        fields: dict[str, slice] = {}
        start = 0
        for name, high in highs.items():
            fields[name] = slice(start, start + len(high))
            start += len(high)
        self.fields: Mapping[str, slice] = fields
        # a place that can only be 0 has room for 1, too: who scales by the highs divides by them
        self.high: Row = np.array(
            [min(max(1, n), MOST) for high in highs.values() for n in high], dtype=np.int32
        )

    def row(self, view: View, chosen: Iterable[AnyCard] = ()) -> Row:
        """What a player sees.

        Args:
            view: the player's view.
            chosen: the cards of the play under way, where it is the player's own.
        """
        points = totals(view.scores) if view.scores else (0,) * len(view.hand_sizes)
        seen: dict[str, Any] = {
            "stage": [view.stage == stage for stage in STAGES],
            "turn": _from(view, [seat == view.turn for seat in range(len(view.hand_sizes))]),
            "hand": _counts(view.hand),
            "chosen": _counts(chosen),
            "table": _counts(view.table.cards),
            "stands_for": self._stand_ins(view),
            "support": _counts(view.support),
            "loose": _counts(view.loose),
            "discards": _counts(view.discards),
            "last_discard": _counts(view.discards[-1:]),
            "unseen": _counts(view.unseen),
            "hand_sizes": _from(view, view.hand_sizes),
            "opened": _from(view, view.opened),
            "stock": [view.stock],
            "turns": [view.turns],
            "round": [view.round],
            "scores": [min(n, MOST) for n in _from(view, points)],
        }
        return np.array([n for name in self.fields for n in seen[name]], dtype=np.int32)

    def _stand_ins(self, view: View) -> list[int]:
        """In how many melds of the table a joker may stand for each card."""
        counts = [0] * CARD_KINDS
        for meld in (view.table.melds or ()) if self._exchanged else ():
            for card in {card for stands in stands_of(meld, view.rules.rules) for card in stands}:
                counts[card] += 1
        return counts


def _counts(cards: Iterable[AnyCard]) -> list[int]:
    counts = [0] * len(FACES)
    for card in cards:
        counts[sort_key(card)] += 1
    return counts


def _from(view: View, of_players: Iterable[Any]) -> list[Any]:
    """What there is of each player, from who sees to the left."""
    values = list(of_players)
    return [*values[view.player :], *values[: view.player]]


def _most_points(rules: GameRules, players: int) -> int:
    """The most points that a player can have when the game is over."""
    values = rules.values
    a_round = {
        "lost": 1,
        "cards": rules.pack_size,
        "places": players - 1,
        "values": 4 * rules.rules.decks * sum(values.ranks) + rules.rules.jokers * values.joker,
    }[rules.score]
    ends = []
    if rules.until is not None:
        ends.append(rules.until - 1 + a_round)
    if rules.rounds is not None:
        ends.append(rules.rounds * a_round)
    return min(ends)
