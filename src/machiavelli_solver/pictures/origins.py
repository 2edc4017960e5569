"""Where each card of a table comes from: its own meld, another one, the hand, or beside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from ..cards import AnyCard
from ..melds import Meld
from ..positions import Table


class Source(Enum):
    """Where a card comes from that comes from no known meld."""

    HAND = "hand"
    BESIDE = "beside"
    TABLE = "table"


Origin: TypeAlias = int | Source
"""The number of a meld of the table before, or another source."""


@dataclass(frozen=True, slots=True)
class Origins:
    """How one table became another.

    Args:
        sources: for each meld afterwards, for each of its cards where it comes from.
        same: for each meld afterwards the number of the meld before that it still is, or
            None for a new one. No meld before is two.
    """

    sources: tuple[tuple[Origin, ...], ...]
    same: tuple[int | None, ...]


def origins_of(
    before: Table | None, after: Table, shed: Sequence[AnyCard], beside: Sequence[AnyCard]
) -> Origins:
    """Where the cards of a table come from, so that as many as can be stay where they were.

    Args:
        before: the table before; None where it is not known.
        after: the table afterwards, in melds.
        shed: the cards of the hand that lie on it.
        beside: the support and loose cards that do.
    """
    melds = after.melds or ()
    if before is None or before.melds is None:
        return _from_hand(melds, shed, beside)
    return _traced(before.melds, melds, shed)


def _from_hand(
    melds: Sequence[Meld], shed: Sequence[AnyCard], beside: Sequence[AnyCard]
) -> Origins:
    hand, spare = Counter(shed), Counter(beside)
    rows: list[tuple[Origin, ...]] = []
    for meld in melds:
        row: list[Origin] = []
        for card in meld:
            if hand[card]:
                hand[card] -= 1
                row.append(Source.HAND)
            elif spare[card]:
                spare[card] -= 1
                row.append(Source.BESIDE)
            else:
                row.append(Source.TABLE)
        rows.append(tuple(row))
    return Origins(tuple(rows), (None,) * len(melds))


def _traced(before: Sequence[Meld], after: Sequence[Meld], shed: Sequence[AnyCard]) -> Origins:
    olds = [Counter(meld.cards) for meld in before]
    news = [Counter(meld.cards) for meld in after]
    pairs = sorted(
        ((old & new).total(), (old & new).total() - old.total(), -i, -j)
        for i, old in enumerate(olds)
        for j, new in enumerate(news)
        if old & new
    )
    same: dict[int, int] = {}
    for _, _, i, j in reversed(pairs):
        if -j not in same and -i not in same.values():
            same[-j] = -i
    left = [old.copy() for old in olds]
    found: list[list[Origin | None]] = [[None] * len(meld) for meld in after]
    hand = Counter(shed)
    for j, meld in enumerate(after):
        for k, card in enumerate(meld):
            if j in same and left[same[j]][card]:
                left[same[j]][card] -= 1
                found[j][k] = same[j]
    for j, meld in enumerate(after):
        for k, card in enumerate(meld):
            if found[j][k] is None:
                at = next((i for i, cards in enumerate(left) if cards[card]), None)
                if at is not None:
                    left[at][card] -= 1
                    found[j][k] = at
                elif hand[card]:
                    hand[card] -= 1
                    found[j][k] = Source.HAND
                else:
                    found[j][k] = Source.BESIDE
    return Origins(
        tuple(tuple(Source.BESIDE if at is None else at for at in row) for row in found),
        tuple(same.get(j) for j in range(len(after))),
    )
