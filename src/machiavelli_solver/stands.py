"""What a table's jokers stand for, before a turn and after it.

Where jokers leave a meld only in exchange, each of them stands for a card. After the turn
another joker still stands for that card, or a natural one from the hand was played for it.
What a joker stands for is not always certain, so all readings of all melds are tried: of
eight jokers there are some thousands at most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from .melds import Meld
from .rules import Rules

Stands: TypeAlias = tuple[int, ...]
"""The indices of the cards that some jokers stand for, sorted."""


class Exchange(NamedTuple):
    """What became of the jokers of a table, in the reading that speaks best for the turn.

    Args:
        left: the cards that a joker stood for, and now neither a joker nor a card of the
            hand is there for it.
        exchanged: how many jokers were exchanged for cards of the hand.
    """

    left: Stands
    exchanged: int


def stands_of(meld: Meld, rules: Rules) -> set[Stands]:
    """What the jokers of a meld stand for, in each of its readings; none if it is not valid.

    >>> stands_of(Meld.parse("JK 7C 8C"), Rules()) == {(5,), (8,)}
    True
    """
    return {
        tuple(
            sorted(
                card.index
                for card, laid in zip(reading.cards, reading.laid, strict=True)
                if laid.is_joker
            )
        )
        for reading in meld.readings(rules)
    }


def best_exchange(
    before: Iterable[set[Stands]],
    after: Iterable[set[Stands]],
    played: Counter[int],
    *,
    taken: int = 0,
    unknown: int = 0,
) -> Exchange:
    """Read a table and the one after it so that as few jokers as possible left their card.

    Args:
        before: for each meld with jokers what these may stand for.
        after: the same for the melds afterwards.
        played: the natural cards of the hand that were played, by index.
        taken: how many jokers went to the hand; a reading with so many exchanges is sought.
        unknown: how many jokers lie there afterwards of which it is not known what they
            stand for; each of them may be the one that is missed.

    >>> sixes, nines = (5,), (8,)
    >>> best_exchange([{sixes, nines}], [{nines}], Counter())
    Exchange(left=(), exchanged=0)
    >>> best_exchange([{sixes}], [{nines}], Counter())
    Exchange(left=(5,), exchanged=0)
    >>> best_exchange([{sixes}], [{nines}], Counter([5]))
    Exchange(left=(), exchanged=1)
    """
    stood: set[Stands] = {()}
    for meld in before:
        stood = {tuple(sorted(cards + more)) for cards in stood for more in meld}
    # those for which no card was played have to stay; exchanging as many as one can is best
    missed: dict[Stands, int] = {}
    for cards in stood:
        stay = _without(cards, played.elements())
        missed[stay] = len(cards) - len(stay)
    for meld in after:
        rest: dict[Stands, int] = {}
        for cards, exchanged in missed.items():
            for less in _covered(cards, meld):
                rest[less] = max(exchanged, rest.get(less, 0))
        missed = rest
    ranked = (
        (max(0, len(cards) - unknown) + max(0, taken - exchanged), cards[unknown:], exchanged)
        for cards, exchanged in missed.items()
    )
    _, left, exchanged = min(ranked)
    return Exchange(left, exchanged)


def _covered(cards: Stands, meld: set[Stands]) -> list[Stands]:
    """What of these cards the jokers of a meld leave: as little as can be, in each way."""
    rests = {_without(cards, stands) for stands in meld}
    if len(rests) == 1:
        return [*rests]
    return [
        rest
        for rest in rests
        if not any(len(less) < len(rest) and not _without(less, rest) for less in rests)
    ]


def _without(cards: Stands, less: Iterable[int]) -> Stands:
    left = list(cards)
    for card in less:
        if card in left:
            left.remove(card)
    return tuple(left)
