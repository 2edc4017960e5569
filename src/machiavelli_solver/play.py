"""The questions: do cards partition into melds, and which play sheds the most.

Each is one `Problem` for an engine; they differ in what is needed, what is optional, and
what a card that stays behind costs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

from .cards import CARDS, JOKER, AnyCard, count_cards, sort_key
from .engines import EngineName, Problem, Rank, Solution, get_engine, get_tidier
from .errors import EffortError, EngineError, OptionError, PositionError
from .melds import Meld, fault_of, meld_sort_key
from .notation import CARD_NOTATION, Notation, print_cards
from .positions import CardsLike, Position, Table, TableLike, cards_of
from .rules import DEFAULT_RULES, Rules
from .time_limit import check_seconds, deadline_in, seconds_left
from .turn import (
    Losses,
    left_alone,
    legal_problems,
    opening_problem,
    opening_worth,
    turn_layout,
    turn_problems,
    with_company,
)
from .values import ITALIAN_VALUES, CardValues

if TYPE_CHECKING:
    from .rearrangement import Rearrangement
    from .steps import Step

Objective: TypeAlias = Literal["cards", "points"]
"""What a play sheds the most of: cards, or points."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Cards laid in valid melds.

    >>> print(arrange("4C 5C 6C 6D 6H 6S"))
    4C 5C 6C / 6D 6H 6S
    """

    melds: tuple[Meld, ...]

    def __str__(self) -> str:
        return " / ".join(map(str, self.melds))

    def _repr_svg_(self) -> str:
        """The melds as a picture, for notebooks."""
        from .pictures import picture

        return picture(self)


@dataclass(frozen=True, slots=True)
class Play:
    """What a turn sheds, and the table after it.

    Args:
        shed: the hand's cards that are laid, sorted. None at all is a play too: the table
            can be arranged, but no card of the hand goes down.
        kept: the hand afterwards, sorted: its cards that stay, and jokers that were
            exchanged and are kept for later.
        melds: the table afterwards: runs by suit, then sets by rank.
        support: the support and loose cards that are used, sorted.
        opening: what the opening is worth, 0 when it cannot be reached; None where none is
            asked for.
        before: the position that the play was found in; None where this is not known. Two
            plays are equal when all the rest is: how the table lay before has no say.
        tidy: whether the melds are those that leave the table alone as far as can be: the
            fewest cuts, then the fewest melds touched.

    >>> play = best_play("7HDSC /", "5C 6C")
    >>> print(*play.steps, sep="\\n")
    Take 7C from 7H 7D 7S 7C for a new meld.
    Lay 5C 6C from the hand on 7C.
    >>> play.cuts
    1
    """

    shed: tuple[AnyCard, ...]
    kept: tuple[AnyCard, ...]
    melds: tuple[Meld, ...]
    support: tuple[AnyCard, ...] = ()
    opening: int | None = None
    before: Position | None = field(default=None, compare=False)
    tidy: bool = field(default=False, compare=False)

    @property
    def goes_out(self) -> bool:
        """Is the hand empty after this play, and was not before?"""
        return bool(self.shed) and not self.kept

    @property
    def rearrangement(self) -> Rearrangement:
        """The table before and after, and where each card came from.

        Found anew each time that it is asked for, as are `steps` and `cuts`.

        Raises:
            PositionError: the position before is not known, or its cards are not these.
        """
        from .rearrangement import rearranged  # most plays are not asked for it

        if self.before is None:
            raise PositionError("the position before this play is not known: give it as `before`")
        return rearranged(self.before, self.melds, shed=self.shed, support=self.support)

    @property
    def cuts(self) -> int:
        """How many joins of the table are not kept, see `cuts`; raises as `rearrangement`."""
        return self.rearrangement.cuts

    @property
    def steps(self) -> tuple[Step, ...]:
        """The turn as a person would do it, one move after another.

        Each card is moved once at most, and there are as few moves as that allows. Where it
        is not known how the table lay, all melds are laid out anew. Raises as `rearrangement`.
        """
        from .steps import steps_of

        return steps_of(self.rearrangement)

    def _repr_svg_(self) -> str:
        """What the play does, as a picture, for notebooks."""
        from .pictures import picture

        return picture(self)


def is_valid(
    cards: CardsLike,
    *,
    rules: Rules = DEFAULT_RULES,
    notation: Notation = CARD_NOTATION,
    engine: EngineName = "counting",
    seconds: float | None = None,
) -> bool:
    """Can all of these cards be partitioned into valid melds?

    Args:
        cards: text, cards or melds; how they lie does not matter.
        rules: what a valid meld is, and what is in the pack.
        notation: what cards are called in text that is read.
        engine: which engine answers.
        seconds: how long the answer may take; None for as long as it takes.

    Raises:
        NotationError, CardLikeError, CardCountError: the cards cannot be read, or are
            not in the pack.
        OptionError: there is no such engine, or no such number of seconds.
        TimeLimitError: the answer was not found in time.
        EngineError: the engine could not prove its answer.

    >>> is_valid("4-6C 6DHS"), is_valid("4C 5C 6D")
    (True, False)
    """
    return (
        arrange(cards, rules=rules, notation=notation, engine=engine, seconds=seconds) is not None
    )


def arrange(
    cards: CardsLike,
    *,
    rules: Rules = DEFAULT_RULES,
    notation: Notation = CARD_NOTATION,
    engine: EngineName = "counting",
    seconds: float | None = None,
) -> Arrangement | None:
    """Partition all of these cards into valid melds, or None: they do not.

    Takes and raises the same as `is_valid`. No cards at all are an arrangement of no melds.

    >>> print(arrange("JH QH KH JD QD KD JC QC KC AC"))
    JC QC KC AC / JD QD KD / JH QH KH
    """
    check_seconds(seconds)
    given = cards_of(cards, rules=rules, notation=notation)
    counts, jokers = count_cards(given)
    problem = Problem(rules=rules, needed=tuple(counts), needed_jokers=jokers)
    solution = get_engine(engine)(problem, seconds=seconds)
    if solution is None:
        return None
    return Arrangement(checked_play(Position(Table(tuple(given))), problem, solution, engine).melds)


def best_play(
    table: TableLike,
    hand: CardsLike,
    *,
    support: CardsLike = "",
    loose: CardsLike = "",
    opened: bool = True,
    rules: Rules = DEFAULT_RULES,
    notation: Notation = CARD_NOTATION,
    engine: EngineName = "counting",
    objective: Objective = "cards",
    values: CardValues = ITALIAN_VALUES,
    tidy: bool = True,
    seconds: float | None = None,
) -> Play | None:
    """The play that sheds the most of a hand, every table card ending in a valid meld.

    Args:
        table: the cards in the middle, in melds or not. They need not be valid as they
            lie, nor without the hand.
        hand: the cards of the player whose turn it is.
        support: face-up cards that may be used like cards of the hand, and need not be.
        loose: cards of the table that belong to no meld, and may be used in the same way.
        opened: whether the player has opened, where the rules have an opening: an opening
            play lays melds of the hand alone and leaves the table as it is.
        rules: what a valid meld is, and what is in the pack.
        notation: what cards are called in text that is read.
        engine: which engine answers.
        objective: shed the most ``"cards"``, or the most ``"points"``.
        values: what cards are worth, for ``"points"`` and among equal plays.
        tidy: where the table is given as melds, lay the cards so that it is left alone as far
            as can be: with the fewest cuts (see `cuts`), then the fewest melds touched. That
            takes several times as long as the play itself, see ``docs/performance.md``. Not
            done, so that `Play.tidy` is false: where aces go around the corner, and where it
            would take much more than a second, which are crowded tables, with jokers mostly.
        seconds: how long the answer may take; None for as long as it takes.

    Among equal plays jokers are kept in the hand; then the most points are shed, then the
    most cards; then the fewest support cards are used; then the first cards in order go
    (clubs from the ace up, diamonds, hearts, spades). So one position has one answer.

    Returns:
        The play, which may shed nothing; None when the table has no arrangement at all,
        not even with the hand's help.

    Raises:
        NotationError, CardLikeError, CardCountError: the cards cannot be read, or are
            not in the pack.
        PositionError: jokers leave a meld only in exchange, and the table is not given as
            valid melds.
        OptionError: an option has no such value.
        TimeLimitError: the answer was not found in time.
        EngineError: the engine could not prove its answer.

    >>> play = best_play("KHDC / QHDC / JHDC", "AC 9S")
    >>> [str(card) for card in play.shed], [str(card) for card in play.kept]
    (['AC'], ['9S'])
    >>> best_play("AS 7H", "JD") is None
    True
    """
    check_seconds(seconds)
    losses = hand_losses(objective, values)
    position = Position.of(
        table, hand, support=support, loose=loose, rules=rules, notation=notation
    )
    if not isinstance(tidy, bool):
        raise OptionError(f"tidy={tidy!r}: expected True or False")
    answer = _Answers(position, rules, engine, seconds, tidy=tidy)
    if rules.opening and not opened:
        play = answer.opening([opening_problem(position, rules, losses)])
    else:
        play = answer.best(list(turn_problems(position, rules, losses)))
    return None if play is None else replace(play, before=position)


class _Answers:
    """Asks an engine about the problems of one turn.

    Args:
        position: the position.
        rules: the rules.
        engine: which engine answers.
        seconds: how long all answers together may take.
        tidy: leave the table alone as far as can be.
    """

    def __init__(
        self,
        position: Position,
        rules: Rules,
        engine: EngineName,
        seconds: float | None,
        *,
        tidy: bool = False,
    ) -> None:
        self._tidy = tidy and bool(position.table.melds) and rules.aces != "around"
        self._position = position
        self._rules = rules
        self._name = engine
        self._engine = get_engine(engine)
        self._deadline = deadline_in(seconds)

    def best(self, problems: list[Problem]) -> Play | None:
        """The best play of all problems, under the rule for a joker's company."""
        play = self._best(problems)
        if play is None or self._in_company(play):
            return play
        return self._best(
            [each for problem in problems for each in with_company(problem, self._position)]
        )

    def opening(self, problems: list[Problem]) -> Play | None:
        """The best opening of all problems, beside the table as it lies."""
        melds = table_before_opening(
            self._position.table,
            self._rules,
            engine=self._name,
            seconds=seconds_left(self._deadline),
        )
        if melds is None:
            return None
        alone = _Answers(Position(hand=self._position.hand), self._rules, self._name, None)
        alone._deadline = self._deadline
        play = alone.best(problems)
        if play is None:
            return Play((), tuple(sorted(self._position.hand, key=sort_key)), melds, opening=0)
        worth = sum(opening_worth(meld, self._rules) for meld in play.melds)
        return replace(play, melds=(*melds, *play.melds), opening=worth)

    def _best(self, problems: list[Problem]) -> Play | None:
        best: tuple[Problem, Solution] | None = None
        rank: Rank | None = None
        for problem in problems:
            # of equal ones the first counts
            solution = self._engine(problem, seconds=seconds_left(self._deadline), below=rank)
            if solution is not None:
                best, rank = (problem, solution), problem.rank_of(solution)
        if best is None:
            return None
        (problem, solution), melds = best, None
        if self._tidy:
            melds = self._tidiest(problem, solution)
        if melds is not None:
            solution = replace(solution, melds=melds)
        play = checked_play(self._position, problem, solution, self._name)
        return replace(play, tidy=melds is not None)

    def _tidiest(
        self, problem: Problem, solution: Solution
    ) -> tuple[tuple[AnyCard, ...], ...] | None:
        """The melds of a solution that leave the table alone; None where it takes too much."""
        table = self._position.table
        melds = left_alone(table, solution, self._rules)
        if melds is not None:
            return melds
        layout = turn_layout(table, problem, solution)
        try:
            laid = get_tidier(self._name)(layout, seconds=seconds_left(self._deadline))
        except EffortError:
            return None
        return None if laid is None else laid.melds

    def _in_company(self, play: Play) -> bool:
        jokers = sum(card.is_joker for card in play.shed)
        return not jokers or len(play.shed) - jokers >= self._rules.joker_company


def play_of_all(
    position: Position,
    rules: Rules,
    *,
    opened: bool,
    engine: EngineName,
    seconds: float | None,
) -> Play | None:
    """The legal play that sheds the whole hand, if there is one.

    The best play need not be it: a joker that was freed and may be kept weighs as much as a
    card of the hand.
    """
    losses = hand_losses("cards", ITALIAN_VALUES)
    answer = _Answers(position, rules, engine, seconds)
    problems = legal_problems(position, rules, losses, opened=opened, chosen=position.hand)
    ask = answer.opening if rules.opening and not opened else answer.best
    play = ask([*problems])
    # an opening that cannot be reached is a play that sheds nothing
    return play if play is not None and play.shed else None


def table_before_opening(
    table: Table, rules: Rules, *, engine: EngineName, seconds: float | None
) -> tuple[Meld, ...] | None:
    """The melds beside which an opening is laid: as they lie, or arranged where they are none.

    None: the table has no arrangement.
    """
    if table.melds is not None and all(meld.is_valid(rules) for meld in table.melds):
        return table.melds
    laid = arrange(table, rules=rules, engine=engine, seconds=seconds)
    return None if laid is None else laid.melds


_OBJECTIVES: Final = get_args(Objective)


def hand_losses(objective: Objective, values: CardValues) -> Losses:
    """What each card that stays in the hand costs, and a joker: see `best_play`.

    Raises:
        OptionError: there is no such objective, or these are no values.
    """
    if objective not in _OBJECTIVES:
        expected = ", ".join(map(repr, _OBJECTIVES))
        raise OptionError(f"objective={objective!r}: expected one of {expected}")
    if not isinstance(values, CardValues):
        raise OptionError(f"values={values!r:.60}: expected CardValues")
    return _hand_losses(objective, values)


@lru_cache(maxsize=16)
def _hand_losses(objective: Objective, values: CardValues) -> Losses:
    keeps_joker = -1
    if objective == "cards":
        losses = tuple((1, 0, values.value(card)) for card in CARDS)
        return losses, (1, keeps_joker, values.joker)
    losses = tuple((values.value(card), 0, 1) for card in CARDS)
    return losses, (values.joker, keeps_joker, 1)


def after_play(position: Position, play: Play) -> Position:
    """The position after a play: its melds, what is kept, and what was not used.

    Args:
        position: the position before.
        play: a play of `best_play` in that position.

    Of equal support and loose cards the loose ones are used first.

    Raises:
        PositionError: the play uses support cards that the position has not.

    >>> position = Position.of("4-6C / 6DHS", "3C 9H")
    >>> print(after_play(position, best_play(position.table, position.hand)))
    table: 3C 4C 5C 6C / 6D 6H 6S
    hand: 9H
    """
    spare = []
    used = Counter(play.support)
    for cards in (position.loose, position.support):
        left = Counter(cards) - used
        used -= Counter(cards)
        spare.append(tuple(sorted(left.elements(), key=sort_key)))
    if used:
        names = print_cards([*used.elements()])
        raise PositionError(f"the play uses {names}, which are no support or loose cards here")
    melds = tuple(meld for meld in play.melds if meld.cards)
    table = Table(tuple(card for meld in melds for card in meld), melds)
    return Position(table, play.kept, support=spare[1], loose=spare[0])


def checked_play(position: Position, problem: Problem, solution: Solution, engine: str) -> Play:
    """An engine's answer as a play, checked by the validator."""
    hand, hand_jokers = count_cards(position.hand)
    table_jokers = sum(card.is_joker for card in position.table.cards)
    kept_counts = [n - used for n, used in zip(problem.optional, solution.used, strict=True)]
    laid_jokers = sum(problem.pinned) + problem.needed_jokers + solution.jokers_used
    kept_jokers = hand_jokers + table_jokers - laid_jokers
    shed_counts = [n - kept for n, kept in zip(hand, kept_counts, strict=True)]
    support = _cards(solution.support_used, solution.support_jokers_used)
    melds = [Meld(cards) for cards in solution.melds]
    wanted = [
        *_cards(map(sum, zip(problem.needed, solution.used, strict=True)), laid_jokers),
        *support,
    ]
    fault = fault_of(melds, wanted, problem.rules)
    counts = (*kept_counts, kept_jokers, *solution.used, solution.jokers_used)
    if min(*counts, *solution.support_used, solution.support_jokers_used) < 0:
        fault = "more of a card is used than there is"
    if fault is not None:
        raise EngineError(f"engine {engine!r} gave a wrong answer, please report this: {fault}")
    return Play(
        shed=_cards(shed_counts, max(0, hand_jokers - kept_jokers)),
        kept=_cards(kept_counts, kept_jokers),
        melds=tuple(sorted(melds, key=meld_sort_key)),
        support=support,
    )


def _cards(counts: Iterable[int], jokers: int) -> tuple[AnyCard, ...]:
    """The cards of 52 counts, sorted, then jokers."""
    cards: list[AnyCard] = []
    for card, n in zip(CARDS, counts, strict=True):
        if n:
            cards += [card] * n
    return (*cards, *[JOKER] * jokers)
