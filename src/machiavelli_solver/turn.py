"""A turn as problems for an engine: what each rule makes needed, optional and dear.

Most turns are one problem. Rules that leave a choice which an engine does not know make
several, and the best answer of all counts: which jokers are exchanged, and whether a joker
of the hand is played in company.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import TypeAlias

from .cards import CARD_KINDS, CARDS, AnyCard, Card, count_cards
from .engines import Layout, Loss, Lying, Problem, Quota, Solution
from .errors import PositionError
from .joins import as_it_lies
from .melds import Meld, MeldKind
from .positions import Position, Table
from .rules import Rules

Losses: TypeAlias = tuple[tuple[Loss, ...], Loss]
"""What each card that stays in the hand costs, and a joker."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """What becomes of the table's jokers when they leave only in exchange.

    Args:
        pinned: how many jokers stay each card.
        swapped: how many natural cards of each kind come from the hand for a joker.
    """

    pinned: tuple[int, ...]
    swapped: tuple[int, ...]


def turn_problems(position: Position, rules: Rules, losses: Losses) -> Iterator[Problem]:
    """The problems of a turn that rearranges the table; the best answer of all counts.

    Raises:
        PositionError: jokers leave only in exchange, and it is not known what they stand
            for: the table is not given as melds, or one is not valid.
    """
    problem = turn_problem(position, rules, losses)
    if rules.joker_moves == "free" or not problem.needed_jokers:
        yield problem
        return
    for exchange in exchanges(position, rules):
        freed = sum(exchange.swapped)
        keeps = rules.freed_joker == "keep"
        yield replace(
            problem,
            needed=_sum(problem.needed, exchange.swapped),
            optional=tuple(n - k for n, k in zip(problem.optional, exchange.swapped, strict=True)),
            pinned=exchange.pinned,
            needed_jokers=0 if keeps else freed,
            optional_jokers=problem.optional_jokers + (freed if keeps else 0),
        )


def turn_problem(position: Position, rules: Rules, losses: Losses) -> Problem:
    """The one problem of a turn whose jokers move freely."""
    table, table_jokers = count_cards(position.table.cards)
    hand, hand_jokers = count_cards(position.hand)
    spare, spare_jokers = count_cards((*position.support, *position.loose))
    return Problem(
        rules=rules,
        needed=tuple(table),
        optional=tuple(hand),
        support=tuple(spare),
        needed_jokers=table_jokers,
        optional_jokers=hand_jokers,
        support_jokers=spare_jokers,
        losses=losses[0],
        joker_loss=losses[1],
    )


def turn_layout(table: Table, problem: Problem, solution: Solution) -> Layout:
    """How to lay the cards of a solution, so that the table is left alone as far as can be.

    Melds of the table that are not valid under the rules have nothing to be kept.
    """
    cards = zip(problem.needed, solution.used, solution.support_used, strict=True)
    melds = table.melds or ()
    return Layout(
        rules=problem.rules,
        cards=tuple(map(sum, cards)),
        jokers=problem.needed_jokers + solution.jokers_used + solution.support_jokers_used,
        pinned=problem.pinned,
        lying=tuple(_lying(meld) for meld in melds if meld.is_valid(problem.rules)),
    )


def _lying(meld: Meld) -> Lying:
    """How a valid meld lies."""
    reading = as_it_lies(meld)
    assert reading is not None
    if reading.kind is MeldKind.SET:
        return Lying(0, tuple(_index(card) for card in meld))
    first, second = reading.cards[:2]
    start = second.rank - 1 if second.rank > 1 else first.rank
    return Lying(start, tuple(map(_index, reading.laid)))


def _index(card: AnyCard) -> int:
    return card.index if isinstance(card, Card) else -1


def opening_problem(position: Position, rules: Rules, losses: Losses) -> Problem:
    """The problem of an opening: melds of the hand alone, worth enough."""
    hand, jokers = count_cards(position.hand)
    worth = tuple(rules.opening_values.value(card) for card in CARDS)
    return Problem(
        rules=rules,
        optional=tuple(hand),
        optional_jokers=jokers,
        losses=losses[0],
        joker_loss=losses[1],
        quota=Quota(least=rules.opening, worth=worth, jokers=True),
    )


def opening_worth(meld: Meld, rules: Rules) -> int:
    """What a valid meld is worth in an opening, its jokers as dear as they can be."""
    return max(
        sum(map(rules.opening_values.value, reading.cards)) for reading in meld.readings(rules)
    )


def with_company(problem: Problem, position: Position) -> Iterator[Problem]:
    """A problem under the rule that a joker of the hand goes down in company.

    Yields:
        The problem without the hand's jokers, and with them where natural cards enough
        are played beside them.
    """
    hand, jokers = count_cards(position.hand)
    yield replace(problem, optional_jokers=problem.optional_jokers - jokers)
    swapped = sum(hand) - sum(problem.optional)
    company = problem.rules.joker_company - swapped
    if company <= 0:
        yield problem
    elif problem.quota is None:
        yield replace(problem, quota=Quota(least=company, worth=(1,) * CARD_KINDS))
    else:  # one quota is all that an engine knows: name the company
        cards = [card for card in range(CARD_KINDS) for _ in range(problem.optional[card])]
        for chosen in sorted(set(combinations(cards, company))):
            named = tuple(chosen.count(card) for card in range(CARD_KINDS))
            quota = problem.quota
            worth = sum(n * each for n, each in zip(named, quota.worth, strict=True))
            yield replace(
                problem,
                needed=_sum(problem.needed, named),
                optional=tuple(n - k for n, k in zip(problem.optional, named, strict=True)),
                quota=replace(quota, least=max(0, quota.least - worth)),
            )


def exchanges(position: Position, rules: Rules) -> Iterator[Exchange]:
    """Every way to exchange some of the table's jokers for natural cards of the hand."""
    if position.table.melds is None:
        raise PositionError(
            "jokers leave a meld only in exchange: give the table as melds, with / between or "
            "behind them"
        )
    hand = Counter(card for card in position.hand if isinstance(card, Card))
    choices = [
        list(_meld_choices(meld, hand, rules))
        for meld in position.table.melds
        if any(card.is_joker for card in meld)
    ]
    seen = set()
    for choice in product(*choices):
        pinned = Counter(card for stay, _ in choice for card in stay)
        swapped = Counter(card for _, leave in choice for card in leave)
        if all(hand[card] >= n for card, n in swapped.items()):
            exchange = Exchange(_counts(pinned), _counts(swapped))
            if exchange not in seen:
                seen.add(exchange)
                yield exchange


def _meld_choices(
    meld: Meld, hand: Counter[Card], rules: Rules
) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """What a meld's jokers stay as, and which natural cards take their places."""
    readings = meld.readings(rules)
    if not readings:
        raise PositionError(
            f"jokers leave a meld only in exchange, but it is not known what they stand for "
            f"in {meld}: {meld.why_not(rules)}"
        )
    for reading in readings:
        stand = [
            card for card, laid in zip(reading.cards, reading.laid, strict=True) if laid.is_joker
        ]
        for leaves in product((False, True), repeat=len(stand)):
            leave = tuple(card for card, goes in zip(stand, leaves, strict=True) if goes)
            if all(hand[card] for card in leave):
                yield tuple(c for c, goes in zip(stand, leaves, strict=True) if not goes), leave


def _counts(cards: Counter[Card]) -> tuple[int, ...]:
    return tuple(cards[card] for card in CARDS)


def _sum(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(one, other, strict=True))
