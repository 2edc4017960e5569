"""Which cards of the hand can still be added to a play under way, and whether it is whole.

The chosen cards are needed, all others of the hand are optional, and only kinds of which it is
not known yet whether they can be shed cost something if they stay. So one answer of an engine
sheds as many of these as can be shed together, and one that sheds none proves that none can.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from .cards import CARDS, JOKER, AnyCard, sort_key
from .engines import EngineName, Problem, get_engine
from .errors import PositionError
from .notation import CARD_NOTATION, Notation, print_cards
from .play import Play, play_of_all, table_before_opening
from .positions import CardsLike, Position, TableLike, cards_of
from .rules import DEFAULT_RULES, Rules
from .time_limit import check_seconds, deadline_in, seconds_left
from .turn import NO_LOSSES, at_stake, legal_problems, shed_in


@dataclass(frozen=True, slots=True)
class Playable:
    """What can become of a play of which some cards are chosen.

    Args:
        cards: the cards of the hand, each once, sorted, that can be chosen next: with the
            chosen cards, this one and others of the hand, or none, there is a legal play.
        complete: whether the chosen cards alone are a legal play. No cards are none.
        play: the play that sheds the chosen cards and no others, where it is complete.

    >>> found = playable("4-6C / 6DHS", "3C 7C 8C 9H", chosen="8C")
    >>> [str(card) for card in found.cards], found.complete
    (['3C', '7C'], False)
    """

    cards: tuple[AnyCard, ...]
    complete: bool = False
    play: Play | None = None


def playable(
    table: TableLike,
    hand: CardsLike,
    chosen: CardsLike = "",
    *,
    support: CardsLike = "",
    loose: CardsLike = "",
    opened: bool = True,
    rules: Rules = DEFAULT_RULES,
    notation: Notation = CARD_NOTATION,
    engine: EngineName = "counting",
    seconds: float | None = None,
) -> Playable:
    """Which cards of a hand can be added to a play of which some cards are chosen.

    So a play can be chosen card by card, and never comes to a dead end: what can be added
    leads to a legal play, and where nothing can be added, what is chosen is one.

    Args:
        table: the cards in the middle, as for `best_play`.
        hand: the cards of the player whose turn it is, the chosen ones included.
        chosen: the cards of the hand that are to be shed in any case.
        support: face-up cards that may be used, and need not be.
        loose: cards of the table that belong to no meld, and may be used in the same way.
        opened: whether the player has opened, where the rules have an opening.
        rules: what a valid meld is, and what is in the pack.
        notation: what cards are called in text that is read, and in errors.
        engine: which engine answers.
        seconds: how long the answer may take; None for as long as it takes.

    A legal play is one that `best_play` could give and `judge` accepts. A card stays playable
    as long as the hand has a copy that is not chosen and can be shed as well.

    Returns:
        The cards, and the play where the chosen cards are one. It lays them anyhow:
        `best_play` leaves the table alone as far as can be, see `plays`.

    Raises:
        NotationError, CardLikeError, CardCountError, OptionError: as `best_play` does.
        PositionError: chosen cards are not in the hand; or as `best_play` does.
        TimeLimitError: the answer was not found in time.
        EngineError: the engine could not prove its answer.

    >>> found = playable("4-6C / 6DHS", "3C 7C 8C 9H")
    >>> [str(card) for card in found.cards], found.complete
    (['3C', '7C', '8C'], False)
    >>> found = playable("4-6C / 6DHS", "3C 7C 8C 9H", "3C 7C 8C")
    >>> found.cards, found.complete, str(found.play.melds[0])
    ((), True, '3C 4C 5C 6C 7C 8C')
    """
    check_seconds(seconds)
    deadline = deadline_in(seconds)
    position = Position.of(
        table, hand, support=support, loose=loose, rules=rules, notation=notation
    )
    picked = tuple(
        sorted(cards_of(chosen, source="chosen", rules=rules, notation=notation), key=sort_key)
    )
    rest = _rest(position.hand, picked, notation)
    play = None
    if picked:
        alone = replace(position, hand=picked)
        play = play_of_all(
            alone, rules, opened=opened, engine=engine, seconds=seconds_left(deadline)
        )
    if play is not None:
        kept = tuple(sorted((*rest.elements(), *play.kept), key=sort_key))
        play = replace(play, kept=kept, before=position)
    search = _Search(position, picked, rest, rules, opened, engine, deadline)
    return Playable(search.cards(), play is not None, play)


def _rest(
    hand: tuple[AnyCard, ...], chosen: tuple[AnyCard, ...], notation: Notation
) -> Counter[AnyCard]:
    """The cards of the hand that are not chosen.

    Raises:
        PositionError: cards are chosen that are not in the hand.
    """
    rest = Counter(hand)
    rest.subtract(chosen)
    lacking = [card for card, n in rest.items() for _ in range(-n)]
    if lacking:
        what, names = (print_cards(cards, notation=notation) for cards in (chosen, lacking))
        raise PositionError(
            f"chosen={what!r:.200}: expected cards of the hand, which has not got {names}"
        )
    return +rest


class _Search:
    """What is known of the cards of one hand.

    Args:
        position, rules, opened: the turn.
        chosen: the cards that are chosen.
        rest: the other cards of the hand.
        engine: which engine answers.
        deadline: when to give up.
    """

    def __init__(
        self,
        position: Position,
        chosen: tuple[AnyCard, ...],
        rest: Counter[AnyCard],
        rules: Rules,
        opened: bool,
        engine: EngineName,
        deadline: float | None,
    ) -> None:
        self._position = position
        self._at_stake = at_stake(position, rules, opened=opened)
        self._rules = rules
        self._opened = opened
        self._chosen = Counter(chosen)
        self._name = engine
        self._engine = get_engine(engine)
        self._deadline = deadline
        self._known: set[AnyCard] = set()
        self._unknown = set(rest)

    def cards(self) -> tuple[AnyCard, ...]:
        """The cards that can be added, sorted."""
        if self._table_stays():
            for problem in self._problems():
                while self._unknown - {JOKER} and self._adds(self._asking(problem)):
                    pass
            if JOKER in self._unknown:
                # a joker that was freed, and may be kept, is as good as one of the hand: what
                # is laid of jokers can be counted only where one of the hand is needed
                for problem in self._problems(JOKER):
                    self._adds(problem)
                    if JOKER in self._known:
                        break
        return tuple(sorted(self._known, key=sort_key))

    def _table_stays(self) -> bool:
        """Can the table be left as it is, where that is all that may be done with it?"""
        if not self._rules.opening or self._opened:
            return True
        table = self._position.table
        seconds = seconds_left(self._deadline)
        melds = table_before_opening(table, self._rules, engine=self._name, seconds=seconds)
        return melds is not None

    def _problems(self, *more: AnyCard) -> Iterator[Problem]:
        """The problems in which the chosen cards are shed, and some more."""
        chosen = (*self._chosen.elements(), *more)
        return legal_problems(
            self._position, self._rules, NO_LOSSES, opened=self._opened, chosen=chosen
        )

    def _asking(self, problem: Problem) -> Problem:
        """The problem in which as many cards as can be are shed that are not known yet."""
        losses = tuple((1,) if card in self._unknown else () for card in CARDS)
        return replace(problem, losses=losses, joker_loss=(0, 1))

    def _adds(self, problem: Problem) -> bool:
        """Ask a problem; does its answer add a natural card to what is known?"""
        solution = self._engine(problem, seconds=seconds_left(self._deadline))
        if solution is None:
            return False
        shed = shed_in(problem, self._at_stake, solution)
        found = {card for card in self._unknown if shed[card] > self._chosen[card]}
        self._known |= found
        self._unknown -= found
        return bool(found - {JOKER})
