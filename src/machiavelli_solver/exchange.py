"""Jokers that leave a meld only in exchange: which of them left, and which were taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from .cards import CARDS, JOKER, Card, sort_key
from .errors import PositionError
from .melds import Meld
from .moves import PLAYED, TAKEN, Case, Route
from .reasons import wrong_way
from .rules import MAX_JOKERS
from .stands import Stands, best_exchange, stands_of
from .verdicts import Code, Reason
from .words import Words, was


def exchange_reasons(case: Case) -> Iterator[Reason]:
    """Jokers that left the card that they stood for, and jokers that went to the hand.

    Raises:
        PositionError: it is not known what the jokers stand for.
    """
    if case.rules.joker_moves == "free":
        return
    melds = _joker_melds(case)
    stood = [stands_of(meld, case.rules) for meld in melds]
    stand, unknown = _stand(case)
    # a support joker in the hand may be a table joker that was exchanged for, while the
    # support joker went to the table: equal jokers are not told apart
    taken = [route for route in TAKEN for card in case.moved(route) if card.is_joker]
    played = Counter(card.index for card in case.moved(PLAYED) if isinstance(card, Card))
    exchange = best_exchange(stood, stand, played, taken=len(taken), unknown=unknown)
    yield from _left(exchange.left, list(zip(melds, stood, strict=True)), case.words)
    yield from _taken(Counter(taken[exchange.exchanged :]), case.words)
    kept = [JOKER] * min(len(taken), exchange.exchanged)
    if kept and case.rules.freed_joker == "play":
        fault = f"{case.words.listed(kept)} {was(kept)} exchanged, and kept in the hand"
        yield Reason.of(
            Code.FREED_JOKER_KEPT, f"{fault}: what is exchanged is played in the same turn", kept
        )


def _taken(routes: Counter[Route], words: Words) -> Iterator[Reason]:
    """The jokers that went to the hand, and were not exchanged."""
    for route, n in routes.items():
        jokers = [JOKER] * n
        if route != ("table", "hand"):
            yield wrong_way(route, jokers, words)
            continue
        fault = f"{words.listed(jokers)} {was(jokers)} taken from the table into the hand"
        yield Reason.of(Code.JOKER_TAKEN, f"{fault} without an exchange", jokers)


def _joker_melds(case: Case) -> list[Meld]:
    """The melds with jokers before, in an order that does not hang on how they lie.

    Raises:
        PositionError: it is not known what the jokers stand for.
    """
    if JOKER not in case.before.table.cards:
        return []
    if case.before.table.melds is None:
        raise PositionError(
            "before: jokers leave a meld only in exchange: give the table as melds, "
            "with / between or behind them"
        )
    melds = [meld for meld in case.before.table.melds if JOKER in meld.cards]
    melds.sort(key=lambda meld: sorted(map(sort_key, meld)))
    for meld in melds:
        why = meld.why_not(case.rules, notation=case.words.notation)
        if why is not None:
            raise PositionError(
                "before: jokers leave a meld only in exchange, but it is not known what they "
                f"stand for in {case.words.in_a_row(meld)}: {why}"
            )
    return melds


def _stand(case: Case) -> tuple[list[set[Stands]], int]:
    """What jokers may stand for afterwards, and of how many this is not known."""
    jokers = case.after.table.cards.count(JOKER)
    if case.after.table.melds is None or jokers > MAX_JOKERS:
        return [], jokers
    # too many jokers in a meld are another reason, and stand for cards all the same
    rules = replace(case.rules, jokers_per_meld=None)
    melds = [stands_of(meld, rules) for meld in case.after.table.melds if JOKER in meld.cards]
    known = [stands for stands in melds if stands]
    return known, jokers - sum(len(next(iter(stands))) for stands in known)


def _left(cards: Stands, melds: list[tuple[Meld, set[Stands]]], words: Words) -> Iterator[Reason]:
    """One reason for each joker that left, with the meld that it was in."""
    rest = melds
    for index in cards:
        here = next((each for each in rest if _may_be(index, each[1])), None)
        if here is None:
            rest = melds
            here = next(each for each in rest if _may_be(index, each[1]))
        rest = [each for each in rest if each is not here]
        meld, stood = here
        alone = meld.cards.count(JOKER) == 1
        which = sorted({card for stands in stood for card in stands}) if alone else [index]
        stood_for = [CARDS[i] for i in which]
        fault = (
            f"{'the' if alone else 'a'} joker of {words.in_a_row(meld)} stood for "
            f"{words.listed(stood_for, 'or')}, but no joker does now, and no such {words.card} of "
            "the hand was played for it"
        )
        yield Reason.of(Code.JOKER_NOT_EXCHANGED, fault, stood_for)


def _may_be(index: int, stood: set[Stands]) -> bool:
    return any(index in stands for stands in stood)
