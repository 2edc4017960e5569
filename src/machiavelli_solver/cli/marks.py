"""Where the cards of a table come from, as a person would say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..cards import AnyCard
from ..melds import Meld
from ..naming import HAND_MARK, SUPPORT_MARK
from ..positions import Table
from .terminal import NO_MARK


def marks_of(
    table: Table,
    melds: Sequence[Meld],
    shed: Sequence[AnyCard],
    support: Sequence[AnyCard] = (),
) -> list[list[str]]:
    """Marks for the cards that were laid: those of the hand, and those from beside the table.

    Of two equal cards one may come from the table and one from the hand. A meld that lay
    there before keeps its cards; then melds count as laid off to, or as laid from the
    hand, with as few cards that were laid as possible.

    Args:
        table: the table before.
        melds: the melds afterwards.
        shed: the cards of the hand that lie in them.
        support: the support and loose cards that do.

    Returns:
        One list a meld, one mark a card; an empty one for cards of the table.
    """
    left = Counter((*shed, *support))
    before = [Counter(meld.cards) for meld in table.melds or ()]
    found: dict[int, Counter[AnyCard]] = {}
    for size in range(max(map(len, melds), default=0) + 1):
        for i, meld in enumerate(melds):
            old = None if i in found else _grown_from(meld, size, before, left)
            if old is not None:
                found[i] = Counter(meld.cards) - old
                left -= found[i]
                if old:
                    before.remove(old)
    for i, meld in enumerate(melds):
        if i not in found:
            found[i] = Counter(meld.cards) & left
            left -= found[i]
    from_hand = Counter(shed)
    return [_marked(meld, found[i], from_hand) for i, meld in enumerate(melds)]


def _grown_from(
    meld: Meld, size: int, before: list[Counter[AnyCard]], hand: Counter[AnyCard]
) -> Counter[AnyCard] | None:
    """The meld of the table, or no cards at all, that a meld is with `size` hand cards more."""
    cards = Counter(meld.cards)
    for old in [*before, Counter[AnyCard]()]:
        if len(meld) == old.total() + size and old <= cards and cards - old <= hand:
            return old
    return None


def _marked(meld: Meld, laid: Counter[AnyCard], from_hand: Counter[AnyCard]) -> list[str]:
    """A mark for each card of a meld that was laid, of equal ones the last.

    Args:
        meld: the meld.
        laid: those of its cards that were laid.
        from_hand: cards of the hand that have no mark yet; those that get one are taken off.
    """
    left = Counter(laid)
    marks = []
    for card in reversed(meld.cards):
        mark = NO_MARK
        if left[card]:
            left[card] -= 1
            mark = HAND_MARK if from_hand[card] else SUPPORT_MARK
            from_hand[card] -= mark == HAND_MARK
        marks.append(mark)
    return marks[::-1]
