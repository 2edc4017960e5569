"""The smallest additions from the rest of the pack with which cards can be laid.

Sizes are tried one after another. All additions of a size are listed by the counting engine in
one go where there are no jokers, and else by trying each. That ends after a few cards:
`MOST_LISTED`.

Only cards *near* those that there are can be part of a smallest addition. A meld of added cards
alone, or with cards that need not be laid, could be left out, so each added card lies in a meld
with a card that must be laid. Where no joker is among the cards, that is a card of its rank, or
the nearest one of its suit in a run, and all places between these two are filled by additions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, combinations_with_replacement, repeat
from typing import Final, TypeAlias

from .cards import CARDS, JOKER, KING, AnyCard, Card, count_cards, sort_key
from .engines import EngineName, Problem, Solution, get_engine
from .notation import CARD_NOTATION, Notation
from .positions import Position
from .rules import Rules
from .time_limit import seconds_left
from .turn import NO_LOSSES, legal_problems
from .words import listed

Addition: TypeAlias = tuple[AnyCard, ...]
"""Cards that are added together: sorted, jokers last."""

MOST_LISTED: Final = 3
"""Additions of so many cards at most are listed, all of a size."""

MOST_WITH_JOKERS: Final = 2
"""The same where jokers are among the cards: then all cards of the pack may be of use."""

MOST_BY_NAME: Final = 1
"""The same where it must be known of each of these jokers what it stands for, or where: runs
go around the corner, a meld may not hold all of them, or they leave a meld only in exchange."""

MOST_NAMED: Final = 6
"""How many additions a sentence names, unless another number is asked for."""


@dataclass(frozen=True, slots=True)
class Additions:
    """The smallest additions with which something can be laid: all of one size.

    Args:
        size: how many cards each of them has, 0 when nothing is lacking; None where that is
            not known, as it is more than are looked for.
        listed: the additions: first those that make melds with nothing but the cards that
            lack a place, then the others, each time those with few jokers first, then in
            the order of the cards. Not all of them if there are more than was asked for.
        count: how many there are of this size, listed or not; None where they were not
            counted. Then there is one, of natural cards, and no smaller one of these.
        least: how many cards each of them has at least: `size` where that is known.
    """

    size: int | None
    listed: tuple[Addition, ...]
    count: int | None
    least: int

    def __iter__(self) -> Iterator[Addition]:
        return iter(self.listed)

    def __len__(self) -> int:
        return len(self.listed)

    def text(self, *, notation: Notation = CARD_NOTATION, most: int = MOST_NAMED) -> str:
        """The additions in words: ``QD and QS, or JC and KC``.

        Args:
            notation: what cards are called.
            most: how many of them are named.

        >>> from machiavelli_solver.notation import read_cards
        >>> pairs = [tuple(read_cards(text)) for text in ("JC KC", "QDS")]
        >>> Additions(2, tuple(pairs), 2, 2).text(), Additions(2, tuple(pairs), 6, 2).text(most=1)
        ('JC and KC, or QD and QS', 'JC and KC, or one of 5 other pairs')
        >>> Additions(None, (), None, 3).text()
        '3 cards or more'
        """
        if not self.size:
            return "nothing" if self.size == 0 else f"{self.least} {notation.card_word}s or more"
        if self.count == len(self.listed) == most + 1:
            most += 1  # to name the last one is as short as to count it
        named = [_in_words(cards, notation) for cards in self.listed[:most]]
        if self.count is not None and self.count > len(named):
            named.append(_others(self.count - len(named), self.size, notation.card_word))
        if self.size > 1:
            return ", or ".join(named)
        return listed(named, "or")

    def __str__(self) -> str:
        return self.text()


def _in_words(cards: Addition, notation: Notation) -> str:
    names = [notation.text(card) for card in cards]
    return " ".join(names) if len(names) > 2 else " and ".join(names)


def _others(count: int, size: int, card: str) -> str:
    noun = {1: card, 2: "pair"}.get(size, "choice")
    return f"one other {noun}" if count == 1 else f"one of {count} other {noun}s"


@dataclass(frozen=True, slots=True)
class Lack:
    """What cannot be laid as it is: all cards of a table, or a card of a hand with them.

    Args:
        position: the position: all cards of its table must be laid, those of the hand and
            from beside the table may be.
        card: the card of the hand that must be laid as well; None for no other.
        rules: the rules.
        pack: how many cards of each kind are in the rest of the pack.
        jokers: how many jokers are.
    """

    position: Position
    card: AnyCard | None
    rules: Rules
    pack: tuple[int, ...]
    jokers: int

    @classmethod
    def of(cls, position: Position, card: AnyCard | None, rules: Rules) -> Lack:
        """What is lacking, with all that the position does not show as the rest of the pack."""
        counts, jokers = count_cards(_all_cards(position))
        pack = tuple(max(0, rules.decks - n) for n in counts)
        return cls(position, card, rules, pack, max(0, rules.jokers - jokers))

    def additions(
        self, alone: Iterable[AnyCard], *, limit: int, deadline: float | None = None
    ) -> Additions:
        """The smallest additions; of no size where they are larger than are listed.

        Args:
            alone: cards for which no place has been found; what makes melds with these and
                no others is listed first.
            limit: how many are listed at most.
            deadline: when to give up, as `time.perf_counter` counts.

        Raises:
            TimeLimitError: they were not found until then.
        """
        for size in range(self._most + 1):
            found = set(self._of_size(size, deadline))
            if found:
                direct = {
                    each for each in found if partition((*alone, *each), self.rules, deadline)
                }
                listed = sorted(found, key=lambda cards: (cards not in direct, *_order(cards)))
                return Additions(size, tuple(listed[:limit]), len(found), size)
        return Additions(None, (), None, self._most + 1)

    def one(self, engine: EngineName, deadline: float | None = None) -> Additions:
        """One of the smallest additions of natural cards, where they are larger than are listed.

        Jokers of the pack are used where it does not go without. Only for a table: nothing
        need be laid of a hand, and jokers move freely. Of no size where it would take very
        long: under the rules of `MOST_BY_NAME`, and where runs go around the corner.

        Args:
            engine: which engine finds it.
            deadline: when to give up, as `time.perf_counter` counts.

        Raises:
            TimeLimitError: it was not found until then.
            EngineError: the engine could not prove that it is one.
        """
        if not self._by_name and self.rules.aces != "around":
            (problem,) = self._problems(())
            for jokers in sorted({0, self.jokers}):
                helped = replace(problem, support=self.pack, support_jokers=jokers)
                solution = _solution(helped, deadline, engine)
                if solution is not None:
                    found = _addition(solution)
                    return Additions(len(found), (found,), None, len(found))
        return Additions(None, (), None, self._most + 1)

    def near(self, size: int) -> tuple[int, ...]:
        """The cards of the pack that can be part of a smallest addition of a size."""
        if self._shows_jokers:
            return self.pack
        there = {card.index for card in _all_cards(self.position) if isinstance(card, Card)}
        ranks = {index % KING for index in there}
        return tuple(
            n if index % KING in ranks or _within(size, index, there) else 0
            for index, n in enumerate(self.pack)
        )

    @property
    def _most(self) -> int:
        """Additions of how many cards are listed at most."""
        if self._by_name:
            return MOST_BY_NAME
        return MOST_WITH_JOKERS if self._shows_jokers else MOST_LISTED

    @property
    def _by_name(self) -> bool:
        rules, limit = self.rules, self.rules.jokers_per_meld
        jokers = count_cards(_all_cards(self.position))[1]
        on_table = any(card.is_joker for card in self.position.table.cards)
        return jokers > 0 and (
            rules.aces == "around"
            or (limit is not None and limit < jokers)
            or (on_table and rules.joker_moves == "swap")
        )

    @property
    def _shows_jokers(self) -> bool:
        return any(card.is_joker for card in _all_cards(self.position))

    def _of_size(self, size: int, deadline: float | None) -> Iterator[Addition]:
        """All additions of a size with which all can be laid, where no smaller one does."""
        near = self.near(size)
        for jokers in range(min(size, self.jokers) + 1):
            if not jokers and not self._shows_jokers:
                yield from self._listed(near, size, deadline)
            else:
                kinds = [card for card, n in zip(CARDS, near, strict=True) if n]
                for cards in combinations_with_replacement(kinds, size - jokers):
                    addition: Addition = (*cards, *repeat(JOKER, jokers))
                    if self._has(addition) and self._can(addition, deadline):
                        yield addition

    def _listed(
        self, near: tuple[int, ...], size: int, deadline: float | None
    ) -> Iterator[Addition]:
        """All additions without jokers, where there are none: in one go."""
        from .engines.counting import all_choices

        (problem,) = self._problems(())
        # what need not be laid helps, and is no part of a choice
        helped = replace(
            problem,
            optional=near,
            support=tuple(map(sum, zip(problem.optional, problem.support, strict=True))),
        )
        for choice in all_choices(helped, most=size, deadline=deadline):
            cards = zip(CARDS, choice.used, strict=True)
            yield tuple(card for card, n in cards for _ in range(n))

    def _has(self, addition: Addition) -> bool:
        counts, jokers = count_cards(addition)
        enough = all(n <= there for n, there in zip(counts, self.pack, strict=True))
        return enough and jokers <= self.jokers

    def _can(self, addition: Addition, deadline: float | None) -> bool:
        """Can all that must be laid be laid, with these cards in the hand as well?"""
        return any(_solution(each, deadline) is not None for each in self._problems(addition))

    def _problems(self, addition: Addition) -> Iterator[Problem]:
        """The problems of which one must have a solution; nothing that is left out costs."""
        position, rules = self.position, self.rules
        position = replace(position, hand=(*position.hand, *addition))
        card = () if self.card is None else (self.card,)
        return legal_problems(position, rules, NO_LOSSES, chosen=card)


def _solution(
    problem: Problem, deadline: float | None, engine: EngineName = "counting"
) -> Solution | None:
    # an engine wants more than nothing, and says itself that time is up
    seconds = seconds_left(deadline)
    return get_engine(engine)(problem, seconds=seconds)


def partition(
    cards: Iterable[AnyCard], rules: Rules, deadline: float | None = None
) -> Solution | None:
    """All of these cards in melds, as the counting engine finds them; None: they do not lie so.

    Raises:
        TimeLimitError: it was not found until the deadline.
    """
    counts, jokers = count_cards(cards)
    problem = Problem(rules=rules, needed=tuple(counts), needed_jokers=jokers)
    return _solution(problem, deadline)


def _addition(solution: Solution) -> Addition:
    """The support cards of a solution."""
    cards = zip(CARDS, solution.support_used, strict=True)
    naturals = (card for card, n in cards for _ in range(n))
    return (*naturals, *repeat(JOKER, solution.support_jokers_used))


def _within(size: int, index: int, there: set[int]) -> bool:
    """Is a card so many steps at most from one of its suit? Kings and aces are neighbours."""
    suit, rank = divmod(index, KING)
    steps = chain(range(-size, 0), range(1, size + 1))
    return any(suit * KING + (rank + step) % KING in there for step in steps)


def _order(addition: Addition) -> tuple[int, list[int]]:
    """Few jokers first, then in the order of the cards."""
    return sum(card.is_joker for card in addition), [sort_key(card) for card in addition]


def _all_cards(position: Position) -> tuple[AnyCard, ...]:
    return (*position.table.cards, *position.hand, *position.support, *position.loose)
