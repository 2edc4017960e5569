"""A turn as the referee sees it: two positions, and where each card went between them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from .cards import AnyCard, sort_key
from .errors import CardCountError
from .positions import Position
from .rules import Rules
from .words import Words

Place: TypeAlias = Literal["hand", "table", "support", "loose"]
"""Where a card of a position is."""

Route: TypeAlias = tuple[Place | None, Place | None]
"""Where a card was and where it is now; None for nowhere."""

PLAYED: Final[Route] = ("hand", "table")
USED: Final[tuple[Route, ...]] = (("loose", "table"), ("support", "table"))
TAKEN: Final[tuple[Route, ...]] = (("table", "hand"), ("support", "hand"), ("loose", "hand"))

_ROUTES: Final[tuple[tuple[Place, Place], ...]] = (
    ("hand", "table"), ("loose", "table"), ("support", "table"),
    ("table", "hand"), ("support", "hand"), ("loose", "hand"),
    ("table", "support"), ("hand", "support"), ("loose", "support"),
    ("table", "loose"), ("hand", "loose"), ("support", "loose"),
)  # fmt: skip
"""How a card can move. Where equal cards went in one of two ways, it is the first of them."""


@dataclass(frozen=True, slots=True)
class Case:
    """A turn, and how its cards moved.

    Args:
        before: the position before.
        after: the position afterwards.
        rules: the rules.
        moves: the ways that cards went, each with its cards.
        words: what cards are called.
    """

    before: Position
    after: Position
    rules: Rules
    moves: Mapping[Route, Sequence[AnyCard]]
    words: Words

    @classmethod
    def of(cls, before: Position, after: Position, rules: Rules, words: Words) -> Case:
        """The case of a turn.

        Raises:
            CardCountError: there are more copies of a card before than in the pack.
        """
        try:
            Position.of(
                before.table,
                before.hand,
                support=before.support,
                loose=before.loose,
                rules=rules,
                notation=words.notation,
            )
        except CardCountError as error:
            raise CardCountError(f"before: {error}") from None
        return cls(before, after, rules, moves_of(before, after), words)

    def moved(self, *routes: Route) -> list[AnyCard]:
        """The cards that went one of these ways."""
        return [card for route in routes for card in self.moves.get(route, ())]


def moves_of(before: Position, after: Position) -> dict[Route, list[AnyCard]]:
    """The ways that cards went, each with its cards, sorted, jokers last.

    Equal cards are not told apart: where one comes and another goes, none has moved.

    >>> moves = moves_of(Position.of("4-6C", "7C 9H"), Position.of("4-7C", "9D"))
    >>> for route, cards in moves.items():
    ...     print(route, *cards)
    ('hand', 'table') 7C
    (None, 'hand') 9D
    ('hand', None) 9H
    """
    was, now = by_place(before), by_place(after)
    moves: dict[Route, list[AnyCard]] = defaultdict(list)
    changed = {card for place in was for card, _ in was[place].items() ^ now[place].items()}
    for card in sorted(changed, key=sort_key):
        more = {place: now[place][card] - was[place][card] for place in was}
        for start, end in _ROUTES:
            n = min(-more[start], more[end])
            if n > 0:
                moves[start, end] += [card] * n
                more[start] += n
                more[end] -= n
        for place, n in more.items():
            if n:
                moves[(None, place) if n > 0 else (place, None)] += [card] * abs(n)
    return dict(moves)


def by_place(position: Position) -> dict[Place, Counter[AnyCard]]:
    """How many of each card there are in each place."""
    return {
        "hand": Counter(position.hand),
        "table": Counter(position.table.cards),
        "support": Counter(position.support),
        "loose": Counter(position.loose),
    }
