"""What can be wrong with a turn: where cards went, what lies there, and what was played.

What is special to jokers that leave in exchange, and to openings, stands elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from .cards import JOKER, AnyCard
from .moves import PLAYED, TAKEN, USED, Case, Place, Route, by_place
from .positions import what_there_is
from .verdicts import Code, Reason
from .words import Words, was

_FROM: Final[dict[Place, str]] = {
    "hand": "from the hand",
    "table": "from the table",
    "support": "from the support {card}s",
    "loose": "from the loose {card}s",
}
_AT: Final[dict[Place, str]] = {
    "hand": "in the hand",
    "table": "on the table",
    "support": "among the support {card}s",
    "loose": "among the loose {card}s",
}
_VANISHED: Final[dict[Place, Code]] = {
    "hand": Code.HAND_CARD_VANISHED,
    "table": Code.TABLE_CARD_VANISHED,
    "support": Code.SPARE_CARD_VANISHED,
    "loose": Code.SPARE_CARD_VANISHED,
}


def card_reasons(case: Case) -> Iterator[Reason]:
    """Cards that went a way that cards do not go."""
    for route, cards in case.moves.items():
        wrong = cards
        if route in TAKEN and case.rules.joker_moves == "swap":  # jokers may have been exchanged
            wrong = [card for card in cards if not card.is_joker]
        if wrong and route != PLAYED and route not in USED:
            yield wrong_way(route, wrong, case.words)


def wrong_way(route: Route, cards: Sequence[AnyCard], words: Words) -> Reason:
    """The reason that cards went a way that cards do not go."""
    start, end = route
    here, card = words.listed(cards), words.card
    if start is None:
        assert end is not None
        place = _AT[end].format(card=card)
        fault = f"{here} {'is' if len(cards) == 1 else 'are'} {place}, and {was(cards)} nowhere"
        return Reason.of(Code.CARD_FROM_NOWHERE, f"{fault} before", cards)
    if end is None:
        fault = f"{here} {was(cards)} {_AT[start].format(card=card)} before, and nowhere now"
        return Reason.of(_VANISHED[start], fault, cards)
    way = f"{was(cards)} {{}} {_FROM[start].format(card=card)}"
    if end == "hand":
        code = Code.TABLE_CARD_TAKEN if start == "table" else Code.SPARE_CARD_TAKEN
        return Reason.of(code, f"{here} {way.format('taken')} into the hand", cards)
    fault = f"{here} {way.format('laid')} with the {end} {card}s"
    return Reason.of(Code.CARD_LAID_BESIDE, fault, cards)


def copy_reasons(case: Case) -> Iterator[Reason]:
    """More of a card than the pack has, wherever the cards are."""
    count: Counter[AnyCard] = sum(by_place(case.after).values(), Counter())
    for card, n in count.items():
        most = case.rules.jokers if card.is_joker else case.rules.decks
        if n > most:
            have = what_there_is(card, case.rules)
            what = f"{n} jokers" if card.is_joker else f"{n} copies of {case.words.listed([card])}"
            yield Reason.of(Code.TOO_MANY_COPIES, f"there are {what}, but {have}", [card])


def meld_reasons(case: Case) -> Iterator[Reason]:
    """Groups of cards that are no melds."""
    melds = case.after.table.melds
    if melds is None:
        yield Reason.of(
            Code.TABLE_NOT_IN_MELDS,
            f"the {case.words.card}s of the table afterwards are not given in melds: in text / "
            "stands between or behind them",
            case.after.table.cards,
        )
        return
    most = case.rules.jokers_per_meld
    without_limit = replace(case.rules, jokers_per_meld=None)  # that is another reason
    for meld in melds:
        jokers = meld.cards.count(JOKER)
        if most is not None and jokers > most:
            fault = f"{case.words.in_a_row(meld)}: {jokers} jokers, but a meld holds {most} at most"
            yield Reason.of(Code.TOO_MANY_JOKERS, fault, meld)
        why = meld.why_not(without_limit, notation=case.words.notation)
        if why is not None:
            yield Reason.of(Code.NOT_A_MELD, f"{case.words.in_a_row(meld)} is no meld: {why}", meld)


def play_reasons(case: Case) -> Iterator[Reason]:
    """No card of the hand was played."""
    if not case.moved(PLAYED):
        card = case.words.card
        more = f": support and loose {card}s alone are no play" if case.moved(*USED) else ""
        yield Reason.of(Code.NOTHING_PLAYED, f"no {card} of the hand was played{more}", ())


def company_reasons(case: Case) -> Iterator[Reason]:
    """A joker of the hand without natural cards enough."""
    played = case.moved(PLAYED)
    jokers = [card for card in played if card.is_joker]
    naturals, needed = len(played) - len(jokers), case.rules.joker_company
    if jokers and naturals < needed:
        cards = f"{needed} natural {case.words.card}{'' if needed == 1 else 's'}"
        fault = f"a joker leaves the hand with {cards} of the hand at least, not with {naturals}"
        yield Reason.of(Code.JOKER_WITHOUT_COMPANY, fault, jokers)
