"""A turn as problems for an engine: what each rule makes needed, optional and dear.

Most turns are one problem. Rules that leave a choice which an engine does not know make
several, and the best answer of all counts: which jokers are exchanged, and whether a joker
of the hand is played in company.

Cards of the hand may be chosen to be shed. They are needed then, as the cards of the table
are, and what a problem needs of the hand counts for an opening and as a joker's company.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, product
from typing import Final, TypeAlias

from .cards import CARD_KINDS, CARDS, JOKER, AnyCard, Card, count_cards, sort_key
from .engines import Layout, Loss, Lying, Problem, Quota, Solution
from .errors import PositionError
from .joins import as_it_lies
from .melds import Meld, MeldKind
from .positions import Position, Table
from .rules import Rules

Losses: TypeAlias = tuple[tuple[Loss, ...], Loss]
"""What each card that stays in the hand costs, and a joker."""

NO_LOSSES: Final[Losses] = (((),) * CARD_KINDS, ())
"""Nothing costs anything: what matters is whether there is a solution."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """What becomes of the table's jokers when they leave only in exchange.

    Args:
        pinned: how many jokers stay each card.
        swapped: how many natural cards of each kind come from the hand for a joker.
    """

    pinned: tuple[int, ...]
    swapped: tuple[int, ...]


def legal_problems(
    position: Position,
    rules: Rules,
    losses: Losses,
    *,
    opened: bool = True,
    chosen: Iterable[AnyCard] = (),
) -> Iterator[Problem]:
    """The problems of a turn in which a solution that sheds a card is a legal play, and no others.

    Args:
        position: the position.
        rules: the rules.
        losses: what cards cost that stay in the hand.
        opened: whether the player has opened, where the rules have an opening. An opening
            leaves the table as it is: that it can be arranged is no part of these problems.
        chosen: cards of the hand that are shed in any case.

    Raises:
        PositionError: as `turn_problems`.
    """
    problems: Iterable[Problem]
    if rules.opening and not opened:
        problems = [opening_problem(position, rules, losses)]
    else:
        problems = turn_problems(position, rules, losses)
    position = at_stake(position, rules, opened=opened)
    chosen = (*chosen,)
    for problem in problems:
        yield from with_company(with_chosen(problem, position, chosen), position)


def at_stake(position: Position, rules: Rules, *, opened: bool) -> Position:
    """The part of a position that a turn is about: before the opening it is the hand alone."""
    return position if opened or not rules.opening else Position(hand=position.hand)


def with_chosen(problem: Problem, position: Position, chosen: Iterable[AnyCard]) -> Problem:
    """A problem in which some cards of the hand are shed in any case.

    What the problem needs of the hand already, in place of a joker of the table, is not
    needed twice.
    """
    naturals, jokers = count_cards(chosen)
    more = tuple(
        max(0, n - shed) for n, shed in zip(naturals, _shed(problem, position), strict=True)
    )
    quota = problem.quota
    if quota is not None:
        worth = sum(n * each for n, each in zip(more, quota.worth, strict=True))
        quota = replace(quota, least=max(0, quota.least - worth))
    # a joker that is freed and may be kept is as good as one of the hand: where jokers of
    # the hand are shed, all that are freed lie as well
    more_jokers = max(0, jokers - _jokers_beyond(problem, position)) if jokers else 0
    return replace(
        problem,
        needed=_sum(problem.needed, more),
        optional=tuple(n - k for n, k in zip(problem.optional, more, strict=True)),
        needed_jokers=problem.needed_jokers + more_jokers,
        optional_jokers=problem.optional_jokers - more_jokers,
        quota=quota,
    )


def shed_in(problem: Problem, position: Position, solution: Solution) -> Counter[AnyCard]:
    """What a solution sheds of the hand.

    Args:
        problem: a problem of the turn.
        position: the part of the position that is at stake.
        solution: its solution.
    """
    naturals = zip(CARDS, _shed(problem, position), solution.used, strict=True)
    shed: Counter[AnyCard] = Counter({card: n + k for card, n, k in naturals if n + k})
    shed[JOKER] = max(0, _jokers_beyond(problem, position) + solution.jokers_used)
    return shed


def _shed(problem: Problem, position: Position) -> list[int]:
    """The natural cards of the hand that a problem needs."""
    hand, _ = count_cards(position.hand)
    return [n - k for n, k in zip(hand, problem.optional, strict=True)]


def _jokers_beyond(problem: Problem, position: Position) -> int:
    """How many more jokers a problem needs than lie on the table; fewer are less than nothing."""
    table = sum(card.is_joker for card in position.table.cards)
    return sum(problem.pinned) + problem.needed_jokers - table


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


def left_alone(
    table: Table, solution: Solution, rules: Rules
) -> tuple[tuple[AnyCard, ...], ...] | None:
    """The melds of a table as they lie, in order, where a solution lays nothing beside them.

    Nothing is tidier. None: something is laid, or a joker is exchanged, or the melds are not valid.
    """
    laid = count_cards(card for meld in solution.melds for card in meld)
    melds = table.melds or ()
    if laid != count_cards(table.cards) or not all(meld.is_valid(rules) for meld in melds):
        return None
    return tuple(map(_in_order, melds))


def _in_order(meld: Meld) -> tuple[AnyCard, ...]:
    """The cards of a valid meld: a run's with its jokers in place, a set's by suit."""
    reading = as_it_lies(meld)
    assert reading is not None
    return tuple(sorted(meld, key=sort_key)) if reading.kind is MeldKind.SET else reading.laid


@lru_cache(maxsize=1 << 12)
def _lying(meld: Meld) -> Lying:
    """How a valid meld lies; there are not many melds, and they lie there for many turns."""
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
        The problem without the hand's jokers, unless it needs one of them, and with them
        where natural cards enough are played beside them. Where there is no such rule, or
        the hand has no joker, the problem as it is.
    """
    jokers = sum(card.is_joker for card in position.hand)
    company = problem.rules.joker_company
    if not company or not jokers:
        yield problem
        return
    if _jokers_beyond(problem, position) <= 0:
        yield replace(problem, optional_jokers=problem.optional_jokers - jokers)
    company -= sum(_shed(problem, position))
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
