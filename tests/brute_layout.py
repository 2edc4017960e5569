"""The tidiest layout, by trying every partition and every way to say which card is which.

Written from the definition at the top of `machiavelli_solver.engines.layout`, plainly and
slowly. Of the library only the forms of question and answer are used, of a few cards.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, permutations, product
from typing import TypeAlias

from definition import all_runs, all_sets
from solutions import ways_to_read

from machiavelli_solver import JOKER, Aces, AnyCard, Card, Rules, Suit
from machiavelli_solver.engines.layout import Layout, Lying

Score: TypeAlias = tuple[int, int]
"""Cuts, and melds touched."""

Tag: TypeAlias = tuple[int, int]
"""Where a card lay: which meld before, and which of its cards."""


@dataclass(frozen=True)
class Laid:
    """A meld, read in one way.

    Args:
        cards: its cards in order; a run's from its lowest on.
        stands: the natural cards that they are or stand for.
    """

    cards: tuple[AnyCard, ...]
    stands: tuple[Card, ...]

    @property
    def set_rank(self) -> int | None:
        """The rank of a set, None for a run."""
        ranks = {card.rank for card in self.stands}
        return ranks.pop() if len(ranks) == 1 else None

    @property
    def stand_ins(self) -> list[Card]:
        """What its jokers stand for."""
        pairs = zip(self.cards, self.stands, strict=True)
        return [stand for card, stand in pairs if card == JOKER]


def card_at(index: int) -> AnyCard:
    return JOKER if index < 0 else Card(index % 13 + 1, Suit(index // 13))


def before(lying: Lying) -> Laid:
    """A meld of the table before. What the jokers of a set stand for there has no say."""
    cards = tuple(card_at(index) for index in lying.cards)
    natural = next(card for card in cards if isinstance(card, Card))
    if lying.start:
        ranks = [(lying.start + i - 1) % 13 + 1 for i in range(len(cards))]
        return Laid(cards, tuple(Card(rank, natural.suit) for rank in ranks))
    lacking = (c for s in Suit if (c := Card(natural.rank, s)) not in cards)
    return Laid(cards, tuple(c if isinstance(c, Card) else next(lacking) for c in cards))


# --- every partition


def partitions(cards: Sequence[Card], jokers: int, rules: Rules) -> set[tuple[Laid, ...]]:
    """Every way to lay all of these cards and jokers, each once."""
    naturals = tuple(sorted(cards, key=lambda card: card.index))
    return {tuple(sorted(melds, key=str)) for melds in _partitions(naturals, jokers, rules)}


def _partitions(cards: tuple[Card, ...], jokers: int, rules: Rules) -> Iterator[tuple[Laid, ...]]:
    if not cards:
        if not jokers:  # jokers alone are no meld
            yield ()
        return
    # the first card lies in some meld
    for meld in _melds_with(cards[0], rules.aces):
        limit = jokers if rules.jokers_per_meld is None else min(jokers, rules.jokers_per_meld)
        for laid in _fillings(meld, cards, limit):
            left = [*cards]
            for card in laid.cards:
                if isinstance(card, Card):
                    left.remove(card)
            for others in _partitions(tuple(left), jokers - len(laid.stand_ins), rules):
                yield laid, *others


def _fillings(meld: tuple[Card, ...], cards: tuple[Card, ...], jokers: int) -> Iterator[Laid]:
    """Every way to lay a meld: the first of the cards itself, for others jokers, if need be."""
    if sum(card not in cards for card in meld) > jokers:
        return
    choices: list[list[AnyCard]] = []
    for card in meld:
        natural: list[AnyCard] = [card] if card in cards else []
        choices.append(natural if card == cards[0] else [*natural, JOKER])
    for chosen in product(*choices):
        if chosen.count(JOKER) <= jokers:
            yield Laid(chosen, meld)


@cache
def _melds_with(card: Card, aces: Aces) -> tuple[tuple[Card, ...], ...]:
    return tuple(meld for meld in (*all_sets(), *all_runs(aces)) if card in meld)


# --- which card is which


def _ways(was: Sequence[Laid], melds: Sequence[Laid]) -> Iterator[dict[Tag, Tag]]:
    """Every way to say where the cards of the melds before lie now: for each the place.

    Jokers that are nowhere have none.
    """
    tags: dict[AnyCard, list[Tag | None]] = defaultdict(list)
    spots: dict[AnyCard, list[Tag]] = defaultdict(list)
    for number, meld in enumerate(was):
        for i, card in enumerate(meld.cards):
            tags[card].append((number, i))
    for number, meld in enumerate(melds):
        for i, card in enumerate(meld.cards):
            spots[card].append((number, i))
    kinds = [card for card in spots if tags[card]]
    for card in kinds:
        tags[card] += [None] * (len(spots[card]) - len(tags[card]))
    for chosen in product(*({*permutations(tags[c], len(spots[c]))} for c in kinds)):
        yield {
            tag: spot
            for card, row in zip(kinds, chosen, strict=True)
            for tag, spot in zip(row, spots[card], strict=True)
            if tag is not None
        }


def _score(was: Sequence[Laid], melds: Sequence[Laid], now: dict[Tag, Tag]) -> Score:
    """Cuts and melds touched, where it is said which card is which."""
    cuts = touched = 0
    for number, meld in enumerate(was):
        spots = [now.get((number, i)) for i in range(len(meld.cards))]
        if meld.set_rank is None:
            links = pairwise(zip(spots, meld.stands, strict=True))
            cuts += sum(not _is_link(melds, *low, *high) for low, high in links)
        else:
            rows = [spot[0] for spot in spots if spot is not None]
            pieces = Counter(row for row in rows if melds[row].set_rank == meld.set_rank)
            cuts += len(spots) - 1 - sum(n - 1 for n in pieces.values())
        touched += not any(_is_same(meld, spots, row, other) for row, other in enumerate(melds))
    return cuts, touched


def _is_link(
    melds: Sequence[Laid], low: Tag | None, low_card: Card, high: Tag | None, high_card: Card
) -> bool:
    """Do two cards lie beside each other in a run, as these cards?"""
    if low is None or high is None or low[0] != high[0] or low[1] + 1 != high[1]:
        return False
    meld = melds[low[0]]
    cards = (meld.stands[low[1]], meld.stands[high[1]])
    return meld.set_rank is None and cards == (low_card, high_card)


def _is_same(meld: Laid, spots: Sequence[Tag | None], row: int, other: Laid) -> bool:
    """Does a meld lie in this row as it was, and alone?"""
    if meld.set_rank != other.set_rank or len(meld.cards) != len(other.cards):
        return False
    if meld.set_rank is not None:
        return all(spot is not None and spot[0] == row for spot in spots)
    return meld.stands == other.stands and spots == [(row, i) for i in range(len(spots))]


def fewest(was: Sequence[Laid], melds: Sequence[Laid]) -> Score:
    """The fewest cuts, then melds touched, of all ways to say which card is which."""
    return min(_score(was, melds, now) for now in _ways(was, melds))


# --- answers


def has_pinned(layout: Layout, melds: Sequence[Laid]) -> bool:
    """Is there a joker for each pinned one that stands for its card?"""
    pinned = Counter({card_at(index): n for index, n in enumerate(layout.pinned)})
    return pinned <= Counter(card for meld in melds for card in meld.stand_ins)


def tidiest(layout: Layout) -> Score | None:
    """The fewest cuts, then melds touched, of all partitions; None: there is no partition."""
    cards = [c for i, n in enumerate(layout.cards) for c in [card_at(i)] * n]
    naturals = [card for card in cards if isinstance(card, Card)]
    was = [before(lying) for lying in layout.lying]
    return min(
        (
            fewest(was, melds)
            for melds in partitions(naturals, layout.jokers + sum(layout.pinned), layout.rules)
            if has_pinned(layout, melds)
        ),
        default=None,
    )


def recount(layout: Layout, melds: Sequence[tuple[AnyCard, ...]]) -> Score | None:
    """The fewest cuts, then melds touched, of melds as they are laid, read in the best way.

    None where they cannot be read so that each pinned joker stands for its card.
    """
    was = [before(lying) for lying in layout.lying]
    ways = [[Laid(m, stands) for stands in ways_to_read(m, layout.rules.aces)] for m in melds]
    return min(
        (fewest(was, read) for read in product(*ways) if has_pinned(layout, read)), default=None
    )
