"""What the referee says: a verdict, its reasons, and the turn that it is about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NoReturn

from .cards import AnyCard, sort_key
from .positions import Position
from .rules import DEFAULT_RULES, Rules


class Code(StrEnum):
    """What is wrong with a turn, for programs; the words may change, these do not.

    ================================  ====================================================
    ``table-card-taken``              a table card went to the hand
    ``table-card-vanished``           a table card is nowhere any more
    ``hand-card-vanished``            a hand card is nowhere any more
    ``spare-card-taken``              a support or loose card went to the hand
    ``spare-card-vanished``           a support or loose card is nowhere any more
    ``card-laid-beside``              a card was laid with the support or the loose cards
    ``card-from-nowhere``             a card was nowhere before
    ``too-many-copies``               more of a card than the pack has
    ``table-not-in-melds``            the table afterwards is not given as melds
    ``not-a-meld``                    a meld that is neither set nor run
    ``too-many-jokers``               more jokers in a meld than it may hold
    ``nothing-played``                no card of the hand was played
    ``joker-not-exchanged``           a joker no longer stands for its card, and that card
                                      was not played from the hand
    ``joker-taken``                   a joker went to the hand, and none was exchanged for it
    ``freed-joker-kept``              an exchanged joker went to the hand, but must be played
    ``joker-without-company``         a joker of the hand, with too few natural cards of it
    ``opening-too-low``               the opening's melds are not worth enough
    ``lay-off-before-opening``        cards laid off to a meld of the table
    ``table-changed-before-opening``  a meld of the table that is no longer there
    ``spare-card-in-opening``         a support or loose card, used before the opening
    ================================  ====================================================

    >>> Code("nothing-played"), str(Code.NOTHING_PLAYED)
    (Code.NOTHING_PLAYED, 'nothing-played')
    """

    TABLE_CARD_TAKEN = "table-card-taken"
    TABLE_CARD_VANISHED = "table-card-vanished"
    HAND_CARD_VANISHED = "hand-card-vanished"
    SPARE_CARD_TAKEN = "spare-card-taken"
    SPARE_CARD_VANISHED = "spare-card-vanished"
    CARD_LAID_BESIDE = "card-laid-beside"
    CARD_FROM_NOWHERE = "card-from-nowhere"
    TOO_MANY_COPIES = "too-many-copies"
    TABLE_NOT_IN_MELDS = "table-not-in-melds"
    NOT_A_MELD = "not-a-meld"
    TOO_MANY_JOKERS = "too-many-jokers"
    NOTHING_PLAYED = "nothing-played"
    JOKER_NOT_EXCHANGED = "joker-not-exchanged"
    JOKER_TAKEN = "joker-taken"
    FREED_JOKER_KEPT = "freed-joker-kept"
    JOKER_WITHOUT_COMPANY = "joker-without-company"
    OPENING_TOO_LOW = "opening-too-low"
    LAY_OFF_BEFORE_OPENING = "lay-off-before-opening"
    TABLE_CHANGED_BEFORE_OPENING = "table-changed-before-opening"
    SPARE_CARD_IN_OPENING = "spare-card-in-opening"

    def __repr__(self) -> str:
        return f"Code.{self.name}"


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that is wrong with a turn.

    Args:
        code: what it is, for programs.
        message: the same in words, which name the cards.
        cards: the cards that it is about, sorted; none where none was played.
    """

    code: Code
    message: str
    cards: tuple[AnyCard, ...] = ()

    @classmethod
    def of(cls, code: Code, message: str, cards: Iterable[AnyCard]) -> Reason:
        """A reason with its cards sorted."""
        return cls(code, message, tuple(sorted(cards, key=sort_key)))

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the referee says of a turn. It is neither true nor false: ask for `legal`.

    Args:
        reasons: all that is wrong, in the order of `Code`; none for a legal turn.

    >>> Verdict().legal, str(Verdict())
    (True, 'Legal.')
    >>> print(Verdict((Reason(Code.NOTHING_PLAYED, "no card of the hand was played"),)))
    nothing-played: no card of the hand was played
    """

    reasons: tuple[Reason, ...] = ()

    @property
    def legal(self) -> bool:
        """Is the turn legal?"""
        return not self.reasons

    def __bool__(self) -> NoReturn:
        raise TypeError("a verdict is neither true nor false: ask for verdict.legal")

    def __str__(self) -> str:
        return "\n".join(map(str, self.reasons)) or "Legal."


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn to be judged, with the rules that it was played by: see `judge`.

    Args:
        before: the position before.
        after: the position that the player leaves.
        rules: the rules.
        opened: whether the player had opened before, where the rules have an opening.
    """

    before: Position
    after: Position
    rules: Rules = DEFAULT_RULES
    opened: bool = True

    def _repr_svg_(self) -> str:
        """The turn as a picture, for notebooks."""
        from .pictures import picture

        return picture(self)
