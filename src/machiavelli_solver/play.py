"""The questions: do cards partition into melds, and which play sheds the most.

Each is one `Problem` for an engine; they differ in what is needed, what is optional, and
what a card that stays behind costs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from .cards import CARDS, JOKER, AnyCard, count_cards
from .engines import EngineName, Loss, Problem, get_engine
from .errors import EngineError, OptionError
from .melds import Meld, fault_of, meld_sort_key
from .positions import CardsLike, Position, TableLike, cards_of
from .rules import DEFAULT_RULES, Rules
from .values import ITALIAN_VALUES, CardValues

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


@dataclass(frozen=True, slots=True)
class Play:
    """What a turn sheds, and the table after it.

    Args:
        shed: the hand's cards that are laid, sorted. None at all is a play too: the table
            can be arranged, but no card of the hand goes down.
        kept: the hand's cards that stay, sorted.
        melds: the table afterwards: runs by suit, then sets by rank.
    """

    shed: tuple[AnyCard, ...]
    kept: tuple[AnyCard, ...]
    melds: tuple[Meld, ...]

    @property
    def goes_out(self) -> bool:
        """Is the hand empty after this play, and was not before?"""
        return bool(self.shed) and not self.kept


def is_valid(
    cards: CardsLike,
    *,
    rules: Rules = DEFAULT_RULES,
    engine: EngineName = "counting",
    seconds: float | None = None,
) -> bool:
    """Can all of these cards be partitioned into valid melds?

    Args:
        cards: text, cards or melds; how they lie does not matter.
        rules: what a valid meld is, and what is in the pack.
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
    return arrange(cards, rules=rules, engine=engine, seconds=seconds) is not None


def arrange(
    cards: CardsLike,
    *,
    rules: Rules = DEFAULT_RULES,
    engine: EngineName = "counting",
    seconds: float | None = None,
) -> Arrangement | None:
    """Partition all of these cards into valid melds, or None: they do not.

    Takes and raises the same as `is_valid`. No cards at all are an arrangement of no melds.

    >>> print(arrange("JH QH KH JD QD KD JC QC KC AC"))
    JC QC KC AC / JD QD KD / JH QH KH
    """
    given = cards_of(cards, rules=rules)
    counts, jokers = count_cards(given)
    problem = Problem(rules=rules, needed=tuple(counts), needed_jokers=jokers)
    play = _solve(problem, engine, seconds)
    return None if play is None else Arrangement(play.melds)


def best_play(
    table: TableLike,
    hand: CardsLike,
    *,
    rules: Rules = DEFAULT_RULES,
    engine: EngineName = "counting",
    objective: Objective = "cards",
    values: CardValues = ITALIAN_VALUES,
    seconds: float | None = None,
) -> Play | None:
    """The play that sheds the most of a hand, every table card ending in a valid meld.

    Args:
        table: the cards in the middle, in melds or not. They need not be valid as they
            lie, nor without the hand.
        hand: the cards of the player whose turn it is.
        rules: what a valid meld is, and what is in the pack.
        engine: which engine answers.
        objective: shed the most ``"cards"``, or the most ``"points"``.
        values: what cards are worth, for ``"points"`` and among equal plays.
        seconds: how long the answer may take; None for as long as it takes.

    Among equal plays jokers are kept in the hand; then the most points are shed, then the
    most cards; then the first cards in order (clubs from the ace up, diamonds, hearts,
    spades). So one position has one answer.

    Returns:
        The play, which may shed nothing; None when the table has no arrangement at all,
        not even with the hand's help.

    Raises:
        NotationError, CardLikeError, CardCountError: the cards cannot be read, or are
            not in the pack.
        OptionError: an option has no such value.
        TimeLimitError: the answer was not found in time.
        EngineError: the engine could not prove its answer.

    >>> play = best_play("KHDC / QHDC / JHDC", "AC 9S")
    >>> [str(card) for card in play.shed], [str(card) for card in play.kept]
    (['AC'], ['9S'])
    >>> best_play("AS 7H", "JD") is None
    True
    """
    position = Position.of(table, hand, rules=rules)
    needed, needed_jokers = count_cards(position.table.cards)
    optional, optional_jokers = count_cards(position.hand)
    losses, joker_loss = _losses(objective, values)
    problem = Problem(
        rules=rules,
        needed=tuple(needed),
        optional=tuple(optional),
        needed_jokers=needed_jokers,
        optional_jokers=optional_jokers,
        losses=losses,
        joker_loss=joker_loss,
    )
    return _solve(problem, engine, seconds)


_OBJECTIVES: Final = get_args(Objective)


def _losses(objective: Objective, values: CardValues) -> tuple[tuple[Loss, ...], Loss]:
    """What each card that stays in the hand costs, and a joker: see `best_play`."""
    if objective not in _OBJECTIVES:
        expected = ", ".join(map(repr, _OBJECTIVES))
        raise OptionError(f"objective={objective!r}: expected one of {expected}")
    if not isinstance(values, CardValues):
        raise OptionError(f"values={values!r:.60}: expected CardValues")
    keeps_joker = -1
    if objective == "cards":
        losses = tuple((1, 0, values.value(card)) for card in CARDS)
        return losses, (1, keeps_joker, values.joker)
    losses = tuple((values.value(card), 0, 1) for card in CARDS)
    return losses, (values.joker, keeps_joker, 1)


def _solve(problem: Problem, engine: EngineName, seconds: float | None) -> Play | None:
    """An engine's answer as a play, checked by the validator."""
    if seconds is not None and not (isinstance(seconds, int | float) and seconds > 0):
        raise OptionError(f"seconds={seconds!r}: expected a number greater than 0, or None")
    solution = get_engine(engine)(problem, seconds=seconds)
    if solution is None:
        return None
    kept_counts = [n - used for n, used in zip(problem.optional, solution.used, strict=True)]
    kept_jokers = problem.optional_jokers - solution.jokers_used
    shed = _cards(solution.used, solution.jokers_used)
    needed = _cards(problem.needed, problem.needed_jokers)
    melds = [Meld(cards) for cards in solution.melds]
    fault = fault_of(melds, [*needed, *shed], problem.rules)
    if min(*kept_counts, kept_jokers, *solution.used, solution.jokers_used) < 0:
        fault = "more of a card is used than there is"
    if fault is not None:
        raise EngineError(f"engine {engine!r} gave a wrong answer, please report this: {fault}")
    kept = _cards(kept_counts, kept_jokers)
    return Play(shed, kept, tuple(sorted(melds, key=meld_sort_key)))


def _cards(counts: Iterable[int], jokers: int) -> tuple[AnyCard, ...]:
    """The cards of 52 counts, sorted, then jokers."""
    naturals = (card for card, n in zip(CARDS, counts, strict=True) for _ in range(n))
    return (*naturals, *(JOKER for _ in range(jokers)))
