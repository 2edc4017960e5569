"""A referee written plainly: every way to see a turn is tried, one after another.

It says which parts of the rules a turn breaks, and nothing more. What a meld is comes from
`definition`; nothing is shared with the package's referee but the values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from definition import is_meld, readings

from machiavelli_solver import JOKER, AnyCard, Card, Meld, Position, Rules

Cards = Counter[AnyCard]


def broken(before: Position, after: Position, rules: Rules, *, opened: bool = True) -> set[str]:
    """Which parts of the rules a turn breaks: cards, melds, play, company, jokers, opening.

    What was played is looked at only where no card went astray, and jokers and openings
    only where all else is right. Positions are small, and tables are given as melds.
    """
    faults = set()
    melds = after.table.melds
    assert melds is not None
    if not all(is_meld(meld, rules) for meld in melds):
        faults.add("melds")
    played = Counter(before.hand) - Counter(after.hand)
    if not _all_cards_are_where_they_may_be(before, after, rules):
        return faults | {"cards"}
    if not played:
        faults.add("play")
    if played[JOKER] and played.total() - played[JOKER] < rules.joker_company:
        faults.add("company")
    if not faults:
        if rules.joker_moves == "swap" and not any(_ways(before, after, played, rules)):
            faults.add("jokers")
        if rules.opening and not opened and not _opens(before, after, played, rules):
            faults.add("opening")
    return faults


def _all_cards_are_where_they_may_be(before: Position, after: Position, rules: Rules) -> bool:
    played = Counter(before.hand) - Counter(after.hand)
    taken = Counter(after.hand) - Counter(before.hand)
    table = Counter(before.table.cards)
    if not taken <= table or (taken and set(taken) != {JOKER}):
        return False
    if taken and rules.joker_moves == "free":
        return False
    used: Cards = Counter()
    for was, now in ((before.support, after.support), (before.loose, after.loose)):
        if not Counter(now) <= Counter(was):
            return False
        used += Counter(was) - Counter(now)
    return Counter(after.table.cards) == table + played + used - taken


def _ways(before: Position, after: Position, played: Cards, rules: Rules) -> Iterator[bool]:
    """For each way to see what the jokers stood for and stand for: is the turn right?"""
    assert before.table.melds is not None
    assert after.table.melds is not None
    kept = (Counter(after.hand) - Counter(before.hand))[JOKER]
    for stood in product(*(_jokers_of(meld, rules) for meld in before.table.melds)):
        cards = [card for meld in stood for card in meld]
        for leaves in product((True, False), repeat=len(cards)):
            swapped = Counter(card for card, leave in zip(cards, leaves, strict=True) if leave)
            stays = Counter(card for card, leave in zip(cards, leaves, strict=True) if not leave)
            if not all(played[card] >= n for card, n in swapped.items()):
                continue
            if kept > (swapped.total() if rules.freed_joker == "keep" else 0):
                continue
            for stand in product(*(_jokers_of(meld, rules) for meld in after.table.melds)):
                yield stays <= Counter(card for meld in stand for card in meld)


def _jokers_of(meld: Meld, rules: Rules) -> list[list[Card]]:
    """The cards that a meld's jokers may stand for, all at once."""
    naturals = set(meld.cards)
    return [[card for card in cards if card not in naturals] for cards in readings(meld, rules)]


def _opens(before: Position, after: Position, played: Cards, rules: Rules) -> bool:
    """Is the table as it lay, and beside it melds of the hand alone, worth enough?"""
    assert before.table.melds is not None
    assert after.table.melds is not None
    new = list(after.table.melds)
    for old in before.table.melds:
        same = [meld for meld in new if Counter(meld.cards) == Counter(old.cards)]
        if not same:
            return False
        new.remove(same[0])
    if Counter(card for meld in new for card in meld) != played:
        return False
    value = rules.opening_values.value
    worth = [max(sum(map(value, cards)) for cards in readings(meld, rules)) for meld in new]
    return sum(worth) >= rules.opening
