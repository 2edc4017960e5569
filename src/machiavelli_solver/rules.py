"""The rules that the solver is asked about: one frozen value, checked when it is made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from .cards import ACE, CARD_KINDS, CARDS, JOKER, KING, AnyCard, Rank
from .errors import RulesError, quote
from .values import OPENING_VALUES, CardValues

Aces: TypeAlias = Literal["both", "low", "high", "around"]
"""Which neighbours an ace has in a run: the 2 or the king, the 2 only, the king only, or
both in one run (K A 2)."""

JokerMoves: TypeAlias = Literal["free", "swap"]
"""How a joker on the table may move: like any card, or only in exchange."""

FreedJoker: TypeAlias = Literal["play", "keep"]
"""What becomes of a joker that was exchanged: it is played at once, or may be kept."""

MAX_DECKS: Final = 4
MAX_JOKERS: Final = 8
MAX_OPENING: Final = 1000


def check_choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    """See that a rule has one of the values that it can have.

    Raises:
        RulesError: it has not.
    """
    if value not in choices:
        raise RulesError(f"{name}={quote(value)}: expected one of {', '.join(map(repr, choices))}")


def check_whole(name: str, value: object, low: int, high: int) -> None:
    """See that a rule is a whole number in a range.

    Raises:
        RulesError: it is not.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise RulesError(f"{name}={quote(value)}: expected a whole number from {low} to {high}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What a valid meld is, and what is in the pack.

    Args:
        decks: how many 52-card decks are shuffled together, 1 to 4.
        jokers: how many jokers are in the pack, 0 to 8.
        aces: ``"both"`` (A 2 3 and Q K A), ``"low"`` (A 2 3 only), ``"high"`` (Q K A
            only) or ``"around"`` (K A 2 as well). No run holds a card twice, so the longest
            has 13 cards.
        jokers_per_meld: how many jokers a meld may hold at most; None for any number.
            Tahiti, in the German sheet: 1.
        joker_moves: ``"free"``: a joker on the table is rearranged like any card;
            ``"swap"``: it stays the card that it stands for until a natural one from the
            hand takes its place. Tahiti, and variants of the Italian and Japanese sheets.
        freed_joker: what becomes of a joker exchanged in that way: it is played in the
            same turn (``"play"``), or may go to the hand for a later one (``"keep"``, the
            Italian variant).
        joker_company: how many natural cards of the hand must be played in a turn that
            plays a joker from the hand. The Japanese variant: 2.
        opening: what the melds of a player's first play must be worth, from the hand
            alone and beside the table; 0 for no opening. Thirty-Six, in the German sheet: 36.
        opening_values: what cards are worth in an opening; a joker is worth the card that
            it stands for.

    A meld of jokers alone is never valid. Sources: the German, Swedish, Italian and
    Japanese rule sheets; two decks and no jokers are the classic game.

    Raises:
        RulesError: a value that the rule cannot have.

    >>> rules = Rules(jokers=2)
    >>> rules.decks, rules.jokers, rules.aces
    (2, 2, 'both')
    >>> Rules(decks=5)
    Traceback (most recent call last):
      ...
    machiavelli_solver.errors.RulesError: decks=5: expected a whole number from 1 to 4
    """

    decks: int = 2
    jokers: int = 0
    aces: Aces = "both"
    jokers_per_meld: int | None = None
    joker_moves: JokerMoves = "free"
    freed_joker: FreedJoker = "play"
    joker_company: int = 0
    opening: int = 0
    opening_values: CardValues = OPENING_VALUES

    def __post_init__(self) -> None:
        check_whole("decks", self.decks, 1, MAX_DECKS)
        check_whole("jokers", self.jokers, 0, MAX_JOKERS)
        if self.jokers_per_meld is not None:
            check_whole("jokers_per_meld", self.jokers_per_meld, 1, MAX_JOKERS)
        check_whole("joker_company", self.joker_company, 0, CARD_KINDS)
        check_whole("opening", self.opening, 0, MAX_OPENING)
        check_choice("aces", self.aces, get_args(Aces))
        check_choice("joker_moves", self.joker_moves, get_args(JokerMoves))
        check_choice("freed_joker", self.freed_joker, get_args(FreedJoker))
        if not isinstance(self.opening_values, CardValues):
            raise RulesError(f"opening_values={quote(self.opening_values)}: expected CardValues")

    @property
    def pack(self) -> tuple[AnyCard, ...]:
        """All cards of the pack: one deck after the other, then the jokers.

        >>> len(Rules(jokers=2).pack)
        106
        """
        return (*CARDS * self.decks, *[JOKER] * self.jokers)

    @property
    def run_places(self) -> range:
        """The places of a run in order. 1 is a low ace, 2 to 13 are ranks, 14 a high ace.

        Around the corner the places go on from 14: 15 is a 2, and so on.

        >>> Rules(aces="low").run_places, Rules().run_places
        (range(1, 14), range(1, 15))
        """
        if self.aces == "around":
            return range(ACE, 2 * KING + 1)
        first = ACE if self.aces != "high" else ACE + 1
        last = KING if self.aces == "low" else KING + 1
        return range(first, last + 1)

    def run_windows(self, length: int) -> Iterator[range]:
        """Every stretch of `length` neighbouring places, from the lowest; none over 13 long.

        >>> list(Rules(aces="low").run_windows(12))
        [range(1, 13), range(2, 14)]
        """
        places = self.run_places
        if length <= KING:
            last = KING if self.aces == "around" else places.stop - length
            for start in range(places.start, last + 1):
                yield range(start, start + length)


DEFAULT_RULES: Final = Rules()
"""Two decks, no jokers, aces low or high: the classic game."""


def rank_at(place: int) -> Rank:
    """The rank that stands at a place of a run: 14 is the ace again, 15 the 2.

    >>> rank_at(13), rank_at(14), rank_at(15)
    (13, 1, 2)
    """
    return (place - 1) % KING + 1
