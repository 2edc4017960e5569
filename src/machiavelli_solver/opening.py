"""The opening: the first melds of a player, from the hand alone and worth enough."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, TypeAlias

from .cards import CARD_KINDS, KING, AnyCard, sort_key
from .errors import PositionError
from .melds import Meld
from .moves import PLAYED, USED, Case
from .rules import MAX_DECKS, MAX_JOKERS, Rules
from .verdicts import Code, Reason
from .words import Words, was

_Laid: TypeAlias = tuple[AnyCard, ...]
"""A meld's cards, sorted: how they lie has no say."""

_MOST_MELDS: Final = MAX_DECKS * CARD_KINDS + MAX_JOKERS
"""More melds than the largest pack has cards lie on no table."""


def opening_reasons(case: Case) -> Iterator[Reason]:
    """What a player who has not opened may not do.

    Raises:
        PositionError: it is not known how the table lay.
    """
    if case.before.table.melds is None:
        raise PositionError(
            "before: an opening leaves the melds of the table as they are: give the table as "
            "melds, with / between or behind them"
        )
    words = case.words
    used = case.moved(*USED)
    if used:
        fault = f"{words.listed(used)} {was(used)} used, but an opening is laid from the hand alone"
        yield Reason.of(Code.SPARE_CARD_IN_OPENING, fault, used)
    if case.after.table.melds is None:
        return
    before, after = (
        Counter(map(_laid, case.before.table.melds)),
        Counter(map(_laid, case.after.table.melds)),
    )
    new = after - before
    for meld in sorted((before - after).elements(), key=_order):
        yield _changed(meld, new, words)
    played = case.moved(PLAYED)
    worth, laid = _worth(new, played, case.rules)
    if played and worth < case.rules.opening:
        fault = f"the opening is worth {worth}, and {case.rules.opening} is needed"
        yield Reason.of(Code.OPENING_TOO_LOW, fault, laid)


def _changed(meld: _Laid, new: Counter[_Laid], words: Words) -> Reason:
    """A meld that is gone, or one that has grown: what it has become is no new meld then."""
    grown = _grown(meld, new)
    if grown is None:
        fault = (
            f"{words.in_a_row(meld)} lies there no more: before the opening nothing is rearranged"
        )
        return Reason.of(Code.TABLE_CHANGED_BEFORE_OPENING, fault, meld)
    new[grown] -= 1
    more = [*(Counter(grown) - Counter(meld)).elements()]
    fault = (
        f"{words.listed(more)} {was(more)} laid off to {words.in_a_row(meld)} before the opening"
    )
    return Reason.of(Code.LAY_OFF_BEFORE_OPENING, fault, more)


def _grown(meld: _Laid, new: Counter[_Laid]) -> _Laid | None:
    """A new meld that holds all cards of this one and others, if there is any."""
    if len(new) > _MOST_MELDS:
        return None
    found = [
        other
        for other, n in new.items()
        if n > 0 and len(meld) < len(other) <= KING and Counter(meld) < Counter(other)
    ]
    return min(found, key=_order, default=None)


def _worth(melds: Counter[_Laid], played: list[AnyCard], rules: Rules) -> tuple[int, list[AnyCard]]:
    """What the melds that are laid from the hand alone are worth, and their cards."""
    hand = Counter(played)
    found = [
        (_worth_of(meld, rules), meld)
        for meld in melds.elements()
        if len(meld) <= len(played) and Counter(meld) <= hand
    ]
    total, laid = 0, Counter[AnyCard]()
    for worth, meld in sorted(found, key=lambda each: (-each[0], _order(each[1]))):
        # where all else is right, all of them are from the hand
        if laid + Counter(meld) <= hand:
            laid += Counter(meld)
            total += worth
    return total, [*laid.elements()]


def _worth_of(meld: _Laid, rules: Rules) -> int:
    """What a meld is worth, its jokers as dear as they can be; 0 if it is not valid."""
    value = rules.opening_values.value
    readings = Meld(meld).readings(rules)
    return max((sum(map(value, reading.cards)) for reading in readings), default=0)


def _laid(meld: Meld) -> _Laid:
    return tuple(sorted(meld, key=sort_key))


def _order(meld: _Laid) -> list[int]:
    return [sort_key(card) for card in meld]
