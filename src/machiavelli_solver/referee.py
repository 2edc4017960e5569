"""The referee: is this turn legal, and if not, why not? No search for plays is here.

A turn is judged by what there was and what there is: where each card went, which melds
lie there now, what jokers stand for, and what was played. Each of these is a function that
gives reasons, and all of them are asked, so that every reason is given at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from .cards import Card, Joker, sort_key
from .errors import (
    CardLikeError,
    MachiavelliError,
    OptionError,
    PositionError,
    RulesError,
    quote,
)
from .exchange import exchange_reasons
from .moves import Case
from .naming import CARD_NOTATION, Notation
from .opening import opening_reasons
from .positions import Position, Table
from .reasons import card_reasons, company_reasons, copy_reasons, meld_reasons, play_reasons
from .rules import DEFAULT_RULES, Rules
from .verdicts import Code, Reason, Verdict
from .words import Words

PositionForm: TypeAlias = Position | Mapping[str, object] | str | bytes
"""A position, or what `Position.from_dict`, `Position.from_json` or `Position.parse` reads."""


def judge(
    before: PositionForm,
    after: PositionForm,
    rules: Rules = DEFAULT_RULES,
    *,
    opened: bool = True,
    notation: Notation = CARD_NOTATION,
) -> Verdict:
    """Is a turn legal? If not, every reason why not.

    A turn is what a player plays; drawing, or passing, is none. How the cards of a meld
    lie, and in which order melds and cards stand, has no say.

    Args:
        before: the position before the turn.
        after: the player's hand after it, the table in melds, and the support and loose
            cards that were not used.
        rules: the rules.
        opened: whether the player had opened before, where the rules have an opening. An
            opening lays melds of the hand alone, and leaves the table as it is.
        notation: what cards are called, in text that is read and in messages.

    Where jokers leave a meld only in exchange, the turn is read in the way that speaks
    best for it. Of each joker that has to stay it must be possible that a joker stands for
    its card afterwards, one for each; equal jokers are not told apart.

    Returns:
        The verdict. It takes time in proportion to the number of cards, whatever the
        position after is.

    Raises:
        PositionError: a position cannot be read; or it must be known how the table lies
            before the turn, for exchanges of jokers or for the opening, and it is not
            given as melds (valid ones, where they hold jokers).
        CardCountError: the position before has more of a card than the pack.
        RulesError, OptionError: `rules` are no rules, `opened` is neither true nor false.

    >>> before = Position.of("4-6C / 6DHS", "3C 9H")
    >>> judge(before, Position.of("3-5C / 6CDHS", "9H")).legal
    True
    >>> print(judge(before, Position.of("3-5C / 6DHS", "6C 9H")))
    table-card-taken: 6C was taken from the table into the hand
    """
    if not isinstance(rules, Rules):
        raise RulesError(f"rules={quote(rules)}: expected Rules")
    if not isinstance(opened, bool):
        raise OptionError(f"opened={quote(opened)}: expected True or False")
    was, now = (
        _position(given, name, notation) for given, name in ((before, "before"), (after, "after"))
    )
    case = Case.of(was, now, rules, Words(notation))
    reasons = [
        *card_reasons(case),
        *copy_reasons(case),
        *meld_reasons(case),
        *play_reasons(case),
        *exchange_reasons(case),
        *company_reasons(case),
        *(opening_reasons(case) if rules.opening and not opened else ()),
    ]
    return Verdict(tuple(sorted(reasons, key=_order)))


_ORDER: Final = {code: number for number, code in enumerate(Code)}


def _order(reason: Reason) -> tuple[int, list[int], str]:
    """Where a reason stands: by code, then by its cards."""
    return _ORDER[reason.code], [sort_key(card) for card in reason.cards], reason.message


def _position(given: PositionForm, name: str, notation: Notation) -> Position:
    """A position from any of its forms; errors say which of the two it is."""
    try:
        if isinstance(given, Position):
            return _checked(given)
        if isinstance(given, bytes) or (isinstance(given, str) and given.lstrip()[:1] == "{"):
            return Position.from_json(given, notation=notation)
        if isinstance(given, str):
            return Position.parse(given, notation=notation)
        return Position.from_dict(given, notation=notation)
    except MachiavelliError as error:
        raise PositionError(f"{name}: {error}") from error


def _checked(position: Position) -> Position:
    """A position as it is given, which may have been made by hand.

    Raises:
        CardLikeError: it does not hold what its types say.
    """
    table = position.table
    if not isinstance(table, Table):
        raise CardLikeError(f"{quote(table)}: expected a table; Table.of reads all else")
    for cards in (table.cards, position.hand, position.support, position.loose):
        if not isinstance(cards, tuple) or not all(isinstance(c, Card | Joker) for c in cards):
            raise CardLikeError(f"{quote(cards)}: expected cards; Position.of reads all else")
    return position
