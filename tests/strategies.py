"""What hypothesis draws: rules, cards, tables that are valid by construction, and positions.

`some` says how many examples a test wants, so that the profile in use can scale them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from definition import all_runs, all_sets
from hypothesis import settings
from hypothesis import strategies as st

from machiavelli_solver import JOKER, Aces, AnyCard, Card, CardValues, Rules, Suit

_Test = TypeVar("_Test", bound=Callable[..., None])

CARDS = [Card(rank, suit) for suit in Suit for rank in range(1, 14)]

aces: st.SearchStrategy[Aces] = st.sampled_from(("both", "low", "high"))
natural_cards = st.sampled_from(CARDS)
any_cards: st.SearchStrategy[AnyCard] = natural_cards | st.just(JOKER)


def some(examples: int) -> Callable[[_Test], _Test]:
    """So many examples in the default profile, and in proportion in the others."""
    return settings(max_examples=max(1, examples * settings().max_examples // 100))


def rules(max_decks: int = 3, max_jokers: int = 4) -> st.SearchStrategy[Rules]:
    """Rules with all three ways of the aces."""
    return st.builds(
        Rules,
        decks=st.integers(1, max_decks),
        jokers=st.integers(0, max_jokers),
        aces=aces,
    )


small_values: st.SearchStrategy[CardValues] = st.builds(
    CardValues,
    ranks=st.lists(st.integers(0, 3), min_size=13, max_size=13).map(tuple),
    joker=st.integers(0, 3),
)
"""Card values so small that plays are often equal."""


class Pack:
    """What is left of a pack while cards are drawn from it."""

    def __init__(self, rules: Rules) -> None:
        self._left: dict[AnyCard, int] = dict.fromkeys(CARDS, rules.decks)
        self._left[JOKER] = rules.jokers

    def take(self, cards: list[AnyCard]) -> bool:
        """Take these cards, all of them or none."""
        if any(cards.count(card) > self._left[card] for card in cards):
            return False
        for card in cards:
            self._left[card] -= 1
        return True

    def put_back(self, card: AnyCard) -> None:
        """One card goes back."""
        self._left[card] += 1

    def rest(self, cards: list[AnyCard]) -> list[AnyCard]:
        """Those of the cards, one after another, that can still be taken; they are."""
        return [card for card in cards if self.take([card])]


@st.composite
def corners(draw: st.DrawFn, rules: Rules) -> list[Card]:
    """Some of the 52 cards: all, or few ranks and suits, so that melds compete for cards."""
    if draw(st.booleans()):
        return CARDS
    first = draw(st.integers(1, 13))
    width = draw(st.integers(3, 7))
    ranks = {(first + i - 1) % 13 + 1 for i in range(width)}
    suits = draw(st.sets(st.sampled_from(Suit), min_size=1, max_size=4))
    return [card for card in CARDS if card.rank in ranks and card.suit in suits]


@st.composite
def valid_melds(
    draw: st.DrawFn, rules: Rules, *, max_melds: int = 8, corner: list[Card] | None = None
) -> list[list[AnyCard]]:
    """Melds that are valid by construction and lie in one pack."""
    melds = (*all_sets(), *all_runs(rules.aces))
    if corner is not None:
        within = set(corner)
        melds = tuple(meld for meld in melds if within.issuperset(meld))
    if not melds:
        return []
    pack = Pack(rules)
    table = []
    for meld in draw(st.lists(st.sampled_from(melds), max_size=max_melds)):
        cards: list[AnyCard] = list(meld)
        if rules.jokers and draw(st.booleans()):
            natural = draw(st.integers(0, len(cards) - 1))
            stand_ins = draw(st.sets(st.integers(0, len(cards) - 1), max_size=rules.jokers))
            cards = [
                JOKER if i in stand_ins and i != natural else card for i, card in enumerate(cards)
            ]
        if pack.take(cards):
            table.append(cards)
    return table


@st.composite
def tables(draw: st.DrawFn, rules: Rules, *, max_melds: int = 8) -> list[AnyCard]:
    """Cards that are valid, all but valid (one card taken, added or changed), or loose."""
    corner = draw(corners(rules))
    pack = Pack(rules)
    kind = draw(st.sampled_from(("valid", "near", "near", "loose")))
    card_of_corner: st.SearchStrategy[AnyCard] = st.sampled_from(corner)
    if rules.jokers:
        card_of_corner |= st.just(JOKER)
    if kind == "loose":
        return pack.rest(draw(st.lists(card_of_corner, max_size=4 * max_melds)))
    melds = draw(valid_melds(rules, max_melds=max_melds, corner=corner))
    cards = [card for meld in melds for card in meld]
    pack.take(cards)
    if kind == "near" and cards:
        change = draw(st.sampled_from(("take", "add", "change")))
        if change != "add":
            pack.put_back(cards.pop(draw(st.integers(0, len(cards) - 1))))
        if change != "take":
            cards.extend(pack.rest([draw(card_of_corner)]))
    return draw(st.permutations(cards))


@st.composite
def positions(
    draw: st.DrawFn, rules: Rules, *, max_melds: int = 8, max_hand: int = 10
) -> tuple[list[AnyCard], list[AnyCard]]:
    """A table of any kind, and a hand from the rest of the pack, partly near the table."""
    table = draw(tables(rules, max_melds=max_melds))
    pack = Pack(rules)
    pack.take(table)
    near = [card for card in CARDS if any(_touch(card, other) for other in table)]
    cards: st.SearchStrategy[AnyCard] = natural_cards
    if near:
        cards = st.sampled_from(near) | cards
    if rules.jokers:
        cards = cards | st.sampled_from([JOKER, *CARDS[:2]])
    return table, pack.rest(draw(st.lists(cards, max_size=max_hand)))


def _touch(card: Card, other: AnyCard) -> bool:
    """Are they neighbours in a run, or of one rank?"""
    return isinstance(other, Card) and (
        card.rank == other.rank
        or (card.suit == other.suit and (card.rank - other.rank) % 13 in (1, 2, 11, 12))
    )
