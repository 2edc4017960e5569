"""Why cards do not partition, and what would mend it; what a card of a hand waits for.

The largest part that does is one `Problem` in which all cards are optional and each costs the
same. What would mend it is in `additions`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from .additions import MOST_NAMED, Additions, Lack, partition
from .cards import CARDS, JOKER, AnyCard, count_cards, sort_key
from .engines import EngineName, Problem, get_engine
from .errors import EngineError, OptionError, quote
from .melds import Meld, fault_of, meld_sort_key
from .notation import CARD_NOTATION, Notation, print_cards
from .play import Arrangement
from .positions import CardsLike, Position, Table, TableLike
from .rules import DEFAULT_RULES, Rules
from .time_limit import check_seconds, deadline_in, seconds_left
from .words import Words

LIMIT: Final = 100
"""How many additions are listed, unless another number is asked for."""

MOST_WAITING: Final = 8
"""If more different cards than these are left over, it is not said what each waits for."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A card that cannot be laid now, and what it waits for.

    Args:
        card: the card.
        additions: the smallest additions with which it could be laid.
    """

    card: AnyCard
    additions: Additions

    def text(self, *, notation: Notation = CARD_NOTATION, most: int = MOST_NAMED) -> str:
        """A sentence, without its full stop.

        Args:
            notation: what cards are called.
            most: how many of the additions are named.

        >>> (wait,) = waits("4-6C / 6DHS", "9C")
        >>> print(wait.text(most=3))
        9C waits for 7C and 8C, or 8C and 10C, or 10C and JC, or one of 3 other pairs
        """
        named = notation.text(self.card)
        return f"{named} waits for {self.additions.text(notation=notation, most=most)}"

    def __str__(self) -> str:
        return self.text()


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why cards cannot all be laid in valid melds, and what would mend it.

    Args:
        arrangement: the largest part of the cards that can be.
        loose: the cards that are left over then, sorted; none where the cards are valid.
        mends: the smallest additions from the rest of the pack with which all could be.
        waits: what each of the loose cards waits for, on its own: the smallest additions
            with which it could be laid as well, with the help of the other loose cards.
            None where more than eight different cards are loose.
        instead: where one card is loose, the other cards that could be left over in its
            place.

    >>> explanation = explain("10-QD / 10-QH / 9-JS / QC")
    >>> print_cards(explanation.loose), explanation.mends.count
    ('QC', 19)
    >>> [print_cards(mend) for mend in explanation.mends][:6]
    ['AC KC', '10C JC', 'JC KC', 'QD QH', 'QD QS', 'QH QS']
    """

    arrangement: Arrangement
    loose: tuple[AnyCard, ...]
    mends: Additions
    waits: tuple[Wait, ...]
    instead: tuple[AnyCard, ...] = ()

    @property
    def is_valid(self) -> bool:
        """Can all cards be laid?"""
        return not self.loose

    def sentences(self, *, notation: Notation = CARD_NOTATION) -> tuple[str, ...]:
        """What is lacking, in sentences; none for cards that are valid.

        What a single loose card waits for mends all, and so may what others wait for: it is
        told once.
        """
        if not self.loose:
            return ()
        alone = len(self.loose) == 1
        told = (wait for wait in self.waits if alone or wait.additions != self.mends)
        sentences = (f"{wait.text(notation=notation)}." for wait in told)
        return tuple(sentences if alone else (self._mended(notation), *sentences))

    def text(self, *, notation: Notation = CARD_NOTATION) -> str:
        """The explanation in lines of text.

        >>> print(explain("4-6C 7DH").text())
        4C 5C 6C, and 7D 7H left over.
        All of the cards could lie in melds with 7C or 7S.
        """
        melds = " / ".join(print_cards(meld, notation=notation) for meld in self.arrangement.melds)
        if not self.loose:
            return f"Valid: {melds or f'no {notation.card_word}s'}."
        loose = print_cards(self.loose, notation=notation)
        if self.instead:
            loose += f" (or {Words(notation).listed(self.instead, 'or')})"
        part = f"{melds or 'No meld'}, and {loose} left over."
        return "\n".join([part, *self.sentences(notation=notation)])

    def __str__(self) -> str:
        return self.text()

    def _mended(self, notation: Notation) -> str:
        mends, card = self.mends, notation.card_word
        could, named = f"All of the {card}s could lie in melds with", mends.text(notation=notation)
        if mends.count is not None or mends.size is None:
            return f"{could} {named}."
        return f"{could} {mends.size} natural {card}s more, and no fewer: {named}, for one."


def explain(
    cards: TableLike,
    *,
    rules: Rules = DEFAULT_RULES,
    notation: Notation = CARD_NOTATION,
    engine: EngineName = "counting",
    limit: int = LIMIT,
    seconds: float | None = None,
) -> Explanation:
    """Why cards do not partition into valid melds, and what would mend it.

    Args:
        cards: text, cards or melds. Where they are given as melds, those that are valid
            are kept if that can be.
        rules: what a valid meld is, and what is in the pack. Rules about turns have no say.
        notation: what cards are called in text that is read.
        engine: which engine finds the largest part, and a mend where they are not listed.
            They are always listed by the counting engine.
        limit: how many mends, and additions that a card waits for, are listed at most; not
            less than 1.
        seconds: how long the answer may take; None for as long as it takes.

    The largest part holds the most cards. Of equally large ones it is one that leaves out
    the fewest cards whose equals all lie in a valid meld, where melds are given; then one
    that keeps the first cards in order (clubs from the ace up, diamonds, hearts, spades,
    jokers). So one question has one answer.

    A mend is a set of cards from the rest of the pack with which all of the cards
    partition. All of the smallest size are counted, and listed up to the limit, where they
    have three cards at most, or two where jokers are among the cards. Of larger ones there
    is one, of natural cards, which the engine finds, and `Additions.count` is None.
    Where runs go around the corner, or a meld may not hold all jokers that are among the
    cards, that would take too long: no larger ones are looked for, and with jokers among the
    cards none of more than one card; `Additions.size` is None then.

    Returns:
        An explanation. Cards that do partition have one, too: nothing is loose then.

    Raises:
        NotationError, CardLikeError, CardCountError: the cards cannot be read, or are
            not in the pack.
        OptionError: an option has no such value.
        TimeLimitError: the answer was not found in time.
        EngineError: the engine could not prove its answer.

    >>> print(explain("JC QC KC KD AC"))
    JC QC KC AC, and KD left over.
    KD waits for KC and KH, or KC and KS, or AD and QD, or JD and QD, or KH and KS.
    >>> print(explain("4-6C / 6DHS"))
    Valid: 4C 5C 6C / 6D 6H 6S.
    """
    check_seconds(seconds)
    _check_limit(limit)
    deadline = deadline_in(seconds)
    table = Table.of(cards, rules=rules, notation=notation)
    rules = replace(rules, joker_moves="free", joker_company=0, opening=0)
    arrangement = _largest_part(table, rules, engine, deadline)
    counts = Counter(table.cards) - Counter(card for meld in arrangement.melds for card in meld)
    loose = tuple(sorted(counts.elements(), key=sort_key))
    if not loose:
        return Explanation(arrangement, (), Additions(0, ((),), 1, 0), ())
    lack = Lack.of(Position(Table(table.cards)), None, rules)
    mends = lack.additions(loose, limit=limit, deadline=deadline)
    if mends.size is None:
        mends = lack.one(engine, deadline)
    if len(loose) == 1:
        instead = _instead_of(loose[0], table, rules, deadline)
        return Explanation(arrangement, loose, mends, (Wait(loose[0], mends),), instead)
    told = _waits_of_loose(arrangement, loose, rules, limit, deadline)
    return Explanation(arrangement, loose, mends, told)


def waits(
    table: TableLike,
    hand: CardsLike,
    *,
    support: CardsLike = "",
    loose: CardsLike = "",
    rules: Rules = DEFAULT_RULES,
    notation: Notation = CARD_NOTATION,
    limit: int = LIMIT,
    seconds: float | None = None,
) -> tuple[Wait, ...]:
    """What each card of a hand waits for that no play of this turn can lay.

    Args:
        table: the cards in the middle, in melds or not; see `best_play`.
        hand: the cards of the player whose turn it is.
        support: face-up cards that may be used like cards of the hand.
        loose: cards of the table that belong to no meld, and may be used in the same way.
        rules: what a valid meld is, what is in the pack, and how jokers may move. The
            player is taken to have opened.
        notation: what cards are called in text that is read.
        limit: how many additions are listed for each card; not less than 1.
        seconds: how long all answers may take; None for as long as it takes.

    A card waits for the smallest additions to the hand, from the cards that are not shown,
    with which some play lays it. The other cards of the hand may help. Additions of up to
    three cards are found, or two where jokers are shown, or one where jokers are shown and
    runs go around the corner, a meld may not hold all these jokers, or they lie on the table
    and leave a meld only in exchange. Where it takes more, or where nothing would help, the
    `size` of the additions is None.

    Returns:
        One value for each different card of the hand that cannot be laid, sorted.

    Raises:
        NotationError, CardLikeError, CardCountError: the cards cannot be read, or are
            not in the pack.
        PositionError: jokers leave a meld only in exchange, and the table is not given as
            valid melds.
        OptionError: an option has no such value.
        TimeLimitError: the answer was not found in time.

    >>> print(*waits("4-6C / 6DHS", "8C 10C 10D"), sep="\\n")
    8C waits for 7C or 9C
    10C waits for 9C, 10H or 10S
    10D waits for 10H or 10S
    """
    check_seconds(seconds)
    _check_limit(limit)
    deadline = deadline_in(seconds)
    position = Position.of(
        table, hand, support=support, loose=loose, rules=rules, notation=notation
    )
    found = (_wait(position, card, rules, limit, deadline) for card in _different(position.hand))
    return tuple(wait for wait in found if wait.additions.size != 0)


def _wait(
    position: Position, card: AnyCard, rules: Rules, limit: int, deadline: float | None
) -> Wait:
    lack = Lack.of(position, card, rules)
    return Wait(card, lack.additions([card], limit=limit, deadline=deadline))


def _waits_of_loose(
    arrangement: Arrangement,
    loose: tuple[AnyCard, ...],
    rules: Rules,
    limit: int,
    deadline: float | None,
) -> tuple[Wait, ...]:
    """What each loose card waits for; none of them if they are many."""
    cards = _different(loose)
    if len(cards) > MOST_WAITING:
        return ()
    laid = tuple(card for meld in arrangement.melds for card in meld)
    position = Position(Table(laid), loose)
    return tuple(_wait(position, card, rules, limit, deadline) for card in cards)


def _instead_of(
    loose: AnyCard, table: Table, rules: Rules, deadline: float | None
) -> tuple[AnyCard, ...]:
    """The other cards without which the rest of a table partitions."""
    found = []
    for card in _different(table.cards):
        rest = list(table.cards)
        rest.remove(card)
        if card != loose and partition(rest, rules, deadline) is not None:
            found.append(card)
    return tuple(found)


def _largest_part(
    table: Table, rules: Rules, engine: EngineName, deadline: float | None
) -> Arrangement:
    """The largest part of a table that partitions; the table as it lies if it is valid."""
    valid = [meld for meld in table.melds or () if meld.is_valid(rules)]
    solve = get_engine(engine)
    if table.melds is not None and len(valid) == len(table.melds):
        return Arrangement(table.melds)
    counts, jokers = count_cards(table.cards)
    laid, laid_jokers = count_cards(card for meld in valid for card in meld)
    problem = Problem(
        rules=rules,
        optional=tuple(counts),
        optional_jokers=jokers,
        losses=tuple((1, int(n > 0 and n == k)) for n, k in zip(counts, laid, strict=True)),
        joker_loss=(1, int(jokers == laid_jokers)),
    )
    seconds = seconds_left(deadline)
    solution = solve(problem, seconds=seconds)
    if solution is None:
        raise EngineError(f"engine {engine!r} found no part, but no cards at all are one")
    melds = [Meld(cards) for cards in solution.melds]
    used = [card for card, n in zip(CARDS, solution.used, strict=True) for _ in range(n)]
    fault = fault_of(melds, [*used, *[JOKER] * solution.jokers_used], rules)
    if fault is not None:
        raise EngineError(f"engine {engine!r} gave a wrong answer, please report this: {fault}")
    return Arrangement(tuple(sorted(melds, key=meld_sort_key)))


def _different(cards: Iterable[AnyCard]) -> list[AnyCard]:
    return sorted(set(cards), key=sort_key)


def _check_limit(limit: object) -> None:
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 1:
        raise OptionError(f"limit={quote(limit)}: expected a whole number, 1 or more")
