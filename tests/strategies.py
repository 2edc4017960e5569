"""What hypothesis draws: rules, cards, tables that are valid by construction, and positions.

`some` says how many examples a test wants, so that the profile in use can scale them.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import TypeVar

from definition import all_runs, all_sets
from hypothesis import settings
from hypothesis import strategies as st

from machiavelli_solver import JOKER, Aces, AnyCard, Card, CardValues, Rules, Suit

_Test = TypeVar("_Test", bound=Callable[..., None])

CARDS = [Card(rank, suit) for suit in Suit for rank in range(1, 14)]

straight: st.SearchStrategy[Aces] = st.sampled_from(("both", "low", "high"))
aces: st.SearchStrategy[Aces] = straight | straight | st.just("around")
natural_cards = st.sampled_from(CARDS)
any_cards: st.SearchStrategy[AnyCard] = natural_cards | st.just(JOKER)


def some(examples: int) -> Callable[[_Test], _Test]:
    """So many examples in the default profile, and in proportion in the others."""
    return settings(max_examples=max(1, examples * settings().max_examples // 100))


def rules(
    max_decks: int = 3, max_jokers: int = 4, *, around: bool = True, limits: bool = True
) -> st.SearchStrategy[Rules]:
    """Rules; with runs around the corner, and with a limit of jokers in a meld, now and then."""
    no_limit = st.none()
    return st.builds(
        Rules,
        decks=st.integers(1, max_decks),
        jokers=st.integers(0, max_jokers),
        aces=aces if around else straight,
        jokers_per_meld=no_limit | no_limit | st.integers(1, 3) if limits else no_limit,
    )


small_values: st.SearchStrategy[CardValues] = st.builds(
    CardValues,
    ranks=st.integers(0, 2).map(lambda value: (value,) * 13)
    | st.lists(st.integers(0, 1), min_size=13, max_size=13).map(tuple),
    joker=st.integers(0, 2),
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
def corners(draw: st.DrawFn) -> list[Card]:
    """Some of the 52 cards: few ranks and suits, so that melds compete for cards, or all."""
    first = draw(st.integers(1, 13))
    width = draw(st.sampled_from((3, 4, 5, 6, 13)))
    ranks = {(first + i - 1) % 13 + 1 for i in range(width)}
    suits = draw(st.sampled_from(_SUIT_CHOICES))
    return [card for card in CARDS if card.rank in ranks and card.suit in suits]


_SUIT_CHOICES = [suits for n in (4, 3, 2, 1) for suits in combinations(Suit, n)]


@st.composite
def valid_melds(
    draw: st.DrawFn, rules: Rules, corner: list[Card], *, max_melds: int = 8
) -> list[list[AnyCard]]:
    """Melds that are valid by construction, lie in one pack, and hold cards of the corner."""
    within = set(corner)
    melds = [m for m in (*all_sets(), *all_runs(rules.aces)) if within.issuperset(m)]
    if not melds:
        return []
    pack = Pack(rules)
    table = []
    for meld in draw(st.lists(st.sampled_from(melds), min_size=1, max_size=max_melds)):
        cards: list[AnyCard] = list(meld)
        most_jokers = min(rules.jokers, rules.jokers_per_meld or rules.jokers)
        if most_jokers and draw(st.booleans()):
            natural = draw(st.integers(0, len(cards) - 1))
            stand_ins = draw(st.sets(st.integers(0, len(cards) - 1), max_size=most_jokers))
            cards = [
                JOKER if i in stand_ins and i != natural else card for i, card in enumerate(cards)
            ]
        if pack.take(cards):
            table.append(cards)
    return table


@st.composite
def tables(
    draw: st.DrawFn, rules: Rules, corner: list[Card], *, max_melds: int = 8
) -> list[AnyCard]:
    """Cards that are valid, all but valid (one card taken, added or changed), or loose."""
    pack = Pack(rules)
    kind = draw(st.sampled_from(("valid", "valid", "near", "near", "loose", "empty")))
    if kind == "empty":
        return []
    if kind == "loose":
        return pack.rest(draw(st.lists(cards_of(rules, corner), max_size=4 * max_melds)))
    melds = draw(valid_melds(rules, corner, max_melds=max_melds))
    cards = [card for meld in melds for card in meld]
    pack.take(cards)
    if kind == "near" and cards:
        change = draw(st.sampled_from(("take", "add", "change")))
        if change != "add":
            pack.put_back(cards.pop(draw(st.integers(0, len(cards) - 1))))
        if change != "take":
            cards.extend(pack.rest([draw(cards_of(rules, corner))]))
    return draw(st.permutations(cards))


@st.composite
def positions(
    draw: st.DrawFn, rules: Rules, *, max_melds: int = 8, min_hand: int = 0, max_hand: int = 10
) -> tuple[list[AnyCard], list[AnyCard]]:
    """A table of any kind, and a hand from the rest of the pack, of the same corner."""
    corner = draw(corners())
    table = draw(tables(rules, corner, max_melds=max_melds))
    pack = Pack(rules)
    pack.take(table)
    cards = st.lists(cards_of(rules, corner), min_size=min_hand, max_size=max_hand)
    return table, pack.rest(draw(cards))


def cards_of(rules: Rules, corner: list[Card]) -> st.SearchStrategy[AnyCard]:
    """A card of a corner, or now and then a joker where the rules have any."""
    jokers = [JOKER] * (1 + len(corner) // 8) if rules.jokers else []
    return st.sampled_from([*corner, *jokers])
