"""Every play of a position: each set of hand cards that can be shed, once, largest first.

The counting engine knows all choices of a problem at once (`engines.counting.words`); here they
become plays. A turn under rules that leave a choice of jokers to exchange is several problems,
whose choices are merged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from heapq import merge

from .cards import CARD_KINDS, count_cards
from .engines import Solution
from .engines.counting import all_choices, solve
from .engines.counting.words import Words
from .engines.problem import NO_CARDS
from .melds import Meld
from .notation import CARD_NOTATION, Notation
from .play import Play, checked_play, hand_losses, table_before_opening
from .positions import CardsLike, Position, TableLike
from .rules import DEFAULT_RULES, Rules
from .time_limit import check_seconds, deadline_in, seconds_left
from .turn import opening_problem, opening_worth, turn_problems
from .values import ITALIAN_VALUES, CardValues


def plays(
    table: TableLike,
    hand: CardsLike,
    *,
    support: CardsLike = "",
    loose: CardsLike = "",
    opened: bool = True,
    rules: Rules = DEFAULT_RULES,
    notation: Notation = CARD_NOTATION,
    values: CardValues = ITALIAN_VALUES,
    maximal: bool = False,
    seconds: float | None = None,
) -> Iterator[Play]:
    """Every play: each set of cards of the hand that can be shed, once, largest first.

    Args:
        table: the cards in the middle, as for `best_play`.
        hand: the cards of the player whose turn it is.
        support: face-up cards that may be used, and need not be.
        loose: cards of the table that belong to no meld, and may be used in the same way.
        opened: whether the player has opened, where the rules have an opening.
        rules: what a valid meld is, and what is in the pack.
        notation: what cards are called in text that is read.
        values: what cards are worth, among plays of as many cards.
        maximal: only the plays that no other one contains.
        seconds: how long it may take from the call on to the last play that is taken.

    Among plays of as many cards the order is that of `best_play`: jokers are kept, then the
    most points are shed, then the first cards. A set of cards can often be laid in several
    ways; one of them is given. A play sheds a card at least. There can be millions: what all
    of them have in common is found when the first one is taken, each one then costs little.

    Raises:
        NotationError, CardLikeError, CardCountError, PositionError, OptionError: as
            `best_play` does, at once.
        TimeLimitError: the time is up, at any play.

    >>> [" ".join(map(str, play.shed)) for play in plays("4-6C /", "7C 8C 3C")]
    ['3C 7C 8C', '7C 8C', '3C 7C', '7C', '3C']
    >>> [" ".join(map(str, play.shed)) for play in plays("", "7CDH 8-9C 2S", maximal=True)]
    ['7C 8C 9C', '7C 7D 7H']
    """
    check_seconds(seconds)
    position = Position.of(
        table, hand, support=support, loose=loose, rules=rules, notation=notation
    )
    every = AllPlays(position, rules=rules, opened=opened, values=values, seconds=seconds)
    return every.listed(maximal=maximal)


def count_plays(
    table: TableLike,
    hand: CardsLike,
    *,
    support: CardsLike = "",
    loose: CardsLike = "",
    opened: bool = True,
    rules: Rules = DEFAULT_RULES,
    notation: Notation = CARD_NOTATION,
    maximal: bool = False,
    seconds: float | None = None,
) -> int:
    """How many plays there are: the number that `plays` lists, mostly without listing them.

    They are counted without being listed, but for `maximal` ones, and under rules with jokers
    that leave only in exchange, or go down in company only.

    Takes and raises the same as `plays`.

    >>> count_plays("4-6C /", "7C 8C 3C"), count_plays("4-6C /", "9D")
    (5, 0)
    """
    check_seconds(seconds)
    position = Position.of(
        table, hand, support=support, loose=loose, rules=rules, notation=notation
    )
    every = AllPlays(position, rules=rules, opened=opened, values=ITALIAN_VALUES, seconds=seconds)
    return every.count(maximal=maximal)


@dataclass(frozen=True, slots=True)
class _Found:
    """A choice of one problem: what it sheds, and where it stands among all."""

    order: tuple[tuple[int, ...], tuple[int, ...]]
    number: int
    solution: Solution
    shed: tuple[int, ...]
    """The copies of each card of the hand, then the jokers."""


class AllPlays:
    """The plays of one position, to be counted and listed.

    What takes long, all choices of a problem, is found once, when it is first asked for.

    Args:
        position: the position; its cards are those of the pack.
        rules, opened, values, seconds: as for `plays`; checked when it is made.
    """

    def __init__(
        self,
        position: Position,
        *,
        rules: Rules,
        opened: bool,
        values: CardValues,
        seconds: float | None,
    ) -> None:
        check_seconds(seconds)
        losses = hand_losses("cards", values)
        self._deadline = deadline_in(seconds)
        self._rules = rules
        self._position = position
        self._opening = bool(rules.opening) and not opened
        if self._opening:
            self._problems = [opening_problem(self._position, rules, losses)]
        else:
            self._problems = list(turn_problems(self._position, rules, losses))
        self._known: dict[int, Words] = {}
        hand_counts, self._hand_jokers = count_cards(self._position.hand)
        self._hand = hand_counts
        table_jokers = sum(card.is_joker for card in self._position.table.cards)
        self._all_jokers = self._hand_jokers + (0 if self._opening else table_jokers)

    def count(self, *, maximal: bool) -> int:
        """How many plays there are."""
        if self._opening and self._table() is None:
            return 0
        alone = len(self._problems) == 1
        company = self._rules.joker_company and self._hand_jokers
        if maximal or company or not alone:
            return sum(1 for _ in self._choices(maximal=maximal))
        (problem,) = self._problems
        nothing = replace(problem, optional=NO_CARDS, optional_jokers=0)
        empty = solve(nothing, seconds=seconds_left(self._deadline)) is not None
        return self._words(0).count - empty

    def listed(self, *, maximal: bool) -> Iterator[Play]:
        """The plays, largest first."""
        beside: tuple[Meld, ...] = ()
        if self._opening:
            melds = self._table()
            if melds is None:
                return
            beside = melds
        for found in self._choices(maximal=maximal):
            play = self._made(found)
            if self._opening:
                worth = sum(opening_worth(meld, self._rules) for meld in play.melds)
                play = replace(play, melds=(*beside, *play.melds), opening=worth)
            yield replace(play, before=self._position)

    def _words(self, number: int) -> Words:
        """All choices of a problem."""
        words = self._known.get(number)
        if words is None:
            words = all_choices(self._problems[number], deadline=self._deadline)
            self._known[number] = words
        return words

    def _table(self) -> tuple[Meld, ...] | None:
        """The melds beside which an opening is laid; None: there is no arrangement of them."""
        table = self._position.table
        return table_before_opening(
            table, self._rules, engine="counting", seconds=seconds_left(self._deadline)
        )

    def _made(self, found: _Found) -> Play:
        """A choice as a play: with nothing to choose but the support cards, it is soon laid."""
        problem, chosen = self._problems[found.number], found.solution
        only = replace(
            problem,
            optional=chosen.used,
            optional_jokers=chosen.jokers_used,
            losses=((1,),) * CARD_KINDS,
            joker_loss=(1,),
        )
        solution = solve(only, seconds=seconds_left(self._deadline))
        assert solution is not None
        assert (solution.used, solution.jokers_used) == (chosen.used, chosen.jokers_used)
        position = Position(hand=self._position.hand) if self._opening else self._position
        return checked_play(position, problem, solution, "counting")

    def _choices(self, *, maximal: bool) -> Iterator[_Found]:
        """What can be shed, each once, largest first."""
        streams = [self._of_problem(number) for number in range(len(self._problems))]
        found: Iterator[_Found] = merge(*streams, key=lambda each: each.order)
        if len(streams) > 1:
            found = _distinct(found)
        if not maximal:
            return found
        if len(streams) > 1:  # a joker that is freed and kept weighs as much as a card
            found = iter(sorted(found, key=lambda each: -sum(each.shed)))
        return self._maximal(found)

    def _of_problem(self, number: int) -> Iterator[_Found]:
        """The choices of one problem that shed something and keep the rule of company."""
        problem = self._problems[number]
        laid = sum(problem.pinned) + problem.needed_jokers
        for choice in self._words(number):
            kept = tuple(n - k for n, k in zip(problem.optional, choice.used, strict=True))
            kept_jokers = self._all_jokers - laid - choice.jokers_used
            jokers = max(0, self._hand_jokers - kept_jokers)
            shed = tuple(n - k for n, k in zip(self._hand, kept, strict=True))
            naturals = sum(shed)
            if (naturals or jokers) and (not jokers or naturals >= self._rules.joker_company):
                solution = Solution(used=choice.used, jokers_used=choice.jokers_used, melds=())
                order = (problem.loss_of(solution), kept)
                yield _Found(order, number, solution, (*shed, jokers))

    def _maximal(self, found: Iterator[_Found]) -> Iterator[_Found]:
        """Those that none before them contains: what contains another sheds more cards."""
        have = [*self._hand, self._hand_jokers]
        kept: list[int] = []
        for each in found:
            # as many low bits of its own for each card as there are copies of it
            bits, at = 0, 0
            for n, copies in zip(each.shed, have, strict=True):
                bits |= (1 << n) - 1 << at
                at += copies
            if not any(bits & more == bits for more in kept):
                kept.append(bits)
                yield each


def _distinct(found: Iterator[_Found]) -> Iterator[_Found]:
    """The first of those that shed the same cards."""
    seen = set()
    for each in found:
        if each.shed not in seen:
            seen.add(each.shed)
            yield each
