"""Turns at random: a table is taken apart and laid again, with a few cards more."""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from definition import all_runs, all_sets
from hypothesis import strategies as st
from strategies import corners, rules, valid_melds

from machiavelli_solver import JOKER, AnyCard

Turned: TypeAlias = tuple[list[tuple[AnyCard, ...]], list[tuple[AnyCard, ...]]]
"""The melds before and afterwards; not all of them are valid."""


def laid_again(draw: Random, cards: list[AnyCard]) -> list[tuple[AnyCard, ...]]:
    """Cards in melds at random; what is left over lies together."""
    left = [*cards]
    melds = [*all_sets(), *(run for run in all_runs("both") if len(run) < 6)]
    draw.shuffle(melds)
    after: list[tuple[AnyCard, ...]] = []
    for natural in melds:
        row: list[AnyCard] = []
        rest = [*left]
        for card in natural:
            stand_in = card if card in rest and draw.random() < 0.9 else JOKER
            if stand_in in rest:
                rest.remove(stand_in)
                row.append(stand_in)
        if len(row) == len(natural) and row.count(JOKER) < len(row):
            after.append(tuple(row if draw.random() < 0.7 else draw.sample(row, len(row))))
            left = rest
    return [*after, *([tuple(left)] if left else [])]


@st.composite
def turns(draw: st.DrawFn, *, max_melds: int = 4) -> Turned:
    """Melds before, and the same cards with some others in melds afterwards."""
    given_rules = draw(rules(max_decks=3, max_jokers=3, limits=False))
    corner = draw(corners())
    random = Random(draw(st.integers(0, 10_000)))
    before = [tuple(meld) for meld in draw(valid_melds(given_rules, corner, max_melds=max_melds))]
    before = [
        meld if random.random() < 0.8 else tuple(random.sample(meld, len(meld))) for meld in before
    ]
    if before and random.random() < 0.2:
        before[0] = before[0][1:]
    hand = draw(st.lists(st.sampled_from(corner), max_size=3)) if corner else []
    stay = [meld for meld in before if random.random() < 0.2]
    cards = [card for meld in before for card in meld]
    for meld in stay:
        for card in meld:
            cards.remove(card)
    return before, stay + laid_again(random, [*cards, *hand])
