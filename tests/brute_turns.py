"""Brute force: every part of a hand that can be shed in a legal turn, under all rules.

Written from the rules alone, for small positions. Each part of the hand is tried, with each
part of the support and loose cards and each way to exchange jokers; that cards can be laid
says `brute_force_by_name`, and what a joker of the table stands for says `definition`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from typing import TypeAlias

from brute_force_by_name import BruteForceByName
from definition import readings

from machiavelli_solver import JOKER, AnyCard, Card, Position, Rules

Cards: TypeAlias = Counter[AnyCard]

Exchanged: TypeAlias = tuple[list[int], Cards, int]
"""The cards as which a joker stays, those that come from the hand for one, the jokers freed."""


def legal_sheds(position: Position, rules: Rules, *, opened: bool = True) -> list[Cards]:
    """Every set of hand cards that a legal turn sheds; the table is given in valid melds."""
    return [
        shed
        for shed in parts(position.hand)
        if shed and _keeps_company(shed, rules) and _can_shed(position, shed, rules, opened=opened)
    ]


def parts(cards: Iterable[AnyCard]) -> Iterator[Cards]:
    """Every part of some cards, each once; the empty one first."""
    kinds = Counter(cards)
    for counts in product(*(range(n + 1) for n in kinds.values())):
        yield Counter({card: n for card, n in zip(kinds, counts, strict=True) if n})


def _keeps_company(shed: Cards, rules: Rules) -> bool:
    return not shed[JOKER] or shed.total() - shed[JOKER] >= rules.joker_company


def _can_shed(position: Position, shed: Cards, rules: Rules, *, opened: bool) -> bool:
    if rules.opening and not opened:
        values = rules.opening_values.ranks
        of_jokers = _brute(rules, values).most_worth(_places(shed), [], shed[JOKER])
        if of_jokers is None:
            return False
        return of_jokers + sum(values[place % 13] for place in _places(shed)) >= rules.opening
    table = Counter(position.table.cards)
    brute = _brute(rules, (0,) * 13)
    for pinned, swapped, freed in _exchanges(position, rules):
        if not swapped <= shed:
            continue
        # where a joker of the hand goes down and a freed one is kept, none went down
        most_kept = freed if rules.freed_joker == "keep" and not shed[JOKER] else 0
        jokers = table[JOKER] - len(pinned) + shed[JOKER]
        for kept in range(min(most_kept, freed) + 1):
            for used in parts((*position.support, *position.loose)):
                free = jokers - kept + used[JOKER]
                naturals = _places(table + shed + used)
                if brute.most_worth(naturals, pinned, free) is not None:
                    return True
    return False


def _exchanges(position: Position, rules: Rules) -> Iterator[Exchanged]:
    """What may become of the table's jokers; where they move freely none is exchanged."""
    if rules.joker_moves == "free":
        yield [], Counter(), 0
        return
    assert position.table.melds is not None
    stood = [
        [[card for card in cards if card not in meld.cards] for cards in readings(meld, rules)]
        for meld in position.table.melds
        if JOKER in meld.cards
    ]
    for choice in product(*stood):
        cards = [card for meld in choice for card in meld]
        for leaves in product((True, False), repeat=len(cards)):
            pairs = [*zip(cards, leaves, strict=True)]
            stay = [card.index for card, leave in pairs if not leave]
            swapped: Cards = Counter(card for card, leave in pairs if leave)
            yield stay, swapped, sum(leaves)


def _places(cards: Cards) -> list[int]:
    return sorted(card.index for card in cards.elements() if isinstance(card, Card))


@cache
def _brute(rules: Rules, worth: tuple[int, ...]) -> BruteForceByName:
    return BruteForceByName(rules, worth)
