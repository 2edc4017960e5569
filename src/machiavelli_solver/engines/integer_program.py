"""The integer program: how often each meld shape is laid, solved by OR-Tools CP-SAT.

Why the program is exact, in three steps.

*Without jokers.* A run of six or more can be cut into runs of 3, 4 and 5, so any table
can be laid with sets of 3 and 4 and runs of 3, 4 and 5: 197 shapes at most. One integer
variable a shape and one equation a card (the shapes that hold it = the copies used) say
everything.

*With jokers.* A joker lies wherever a shape has a place and no natural card fills it.
So the equation of each card becomes "at least", and what the shapes hold beyond the
natural cards is, in sum, the number of jokers. Which places the jokers take is left open.

*Melds of jokers alone.* They are not valid, yet the program may lay them (cutting a long
run can leave some, too): it is enough to forbid jokers where no natural card is used at
all, as no valid meld can hold them there. With any natural card used, melds of jokers
alone can be mended with the same cards. Take their jokers, at least 3, off the table. Of
the melds left,

- a run (of this program, so with at most 5 natural cards) takes all of them at its ends:
  5 natural cards and 8 jokers are 13, and every rule for aces leaves 13 places in a suit;
- else there are only sets. One of them, with the loose jokers, becomes a run around its
  first natural card X and a set of its others, filled up to three with jokers. To 3 loose
  jokers a set of 2, 3 or 4 natural cards brings 1, 0 or 0 and needs 2, 1 or 0 to be
  filled up: at least 2 are left for X. If X is its only natural card, X takes them all.

So `solve` mends after solving, and the program needs no more shapes with jokers than
without. The argument wants no more than `MAX_JOKERS` jokers, which `solve` checks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import inf, prod
from time import monotonic
from typing import Final, TypeAlias

from ..cards import CARD_KINDS, CARDS, JOKER, RANKS, SUITS, AnyCard, Card, sort_key
from ..errors import EngineError, EngineMissingError, TimeLimitError
from ..rules import MAX_JOKERS, Rules, rank_at
from .problem import Problem, Solution

try:
    from ortools.sat.python import cp_model
except ImportError as error:
    raise EngineMissingError(
        'engine="ip" needs OR-Tools: pip install "machiavelli-solver[ip]"'
    ) from error

__all__ = ["Shape", "make_solver", "meld_shapes", "solve"]

_Variables: TypeAlias = Iterable[cp_model.IntVar]

SET_SIZES: Final = (3, 4)
RUN_LENGTHS: Final = (3, 4, 5)
MELD_SIZE: Final = 3
"""The fewest cards of a meld."""

OBJECTIVE_LIMIT: Final = 2**50
"""How many different losses one objective tells apart, so that its sums stay exact."""

LEVEL_LIMIT: Final = 2**60
"""The same for one level alone: the solver counts in 64 bits."""

JOKER_KIND: Final = CARD_KINDS
"""The number of the joker, after those of the 52 natural cards."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A meld by its places: the indices of its cards, and for a run its places in order."""

    cards: tuple[int, ...]
    places: range | None = None


@lru_cache(maxsize=8)
def meld_shapes(rules: Rules) -> tuple[Shape, ...]:
    """Every set, and every run of 3, 4 and 5: all longer ones are made of these.

    >>> len(meld_shapes(Rules())), len(meld_shapes(Rules(aces="low")))
    (197, 185)
    """
    return (*_sets(), *_short_runs(rules))


def _sets() -> Iterator[Shape]:
    for rank in RANKS:
        for size in SET_SIZES:
            for suits in combinations(SUITS, size):
                yield Shape(tuple(Card(rank, suit).index for suit in suits))


def _short_runs(rules: Rules) -> Iterator[Shape]:
    for suit in SUITS:
        for length in RUN_LENGTHS:
            for places in rules.run_windows(length):
                yield Shape(tuple(Card(rank_at(p), suit).index for p in places), places)


def make_solver() -> cp_model.CpSolver:
    """A CP-SAT solver that answers alike each time, and has no limit of time.

    The program is small, and its linear relaxation nearly has whole numbers. So the full
    relaxation is worth its price, while presolve, probing and the search for symmetries
    cost several times what they save: with presolve one in ten large random problems was
    not done in 2 s, and without it the slowest of 40,000 took 0.2 s.
    """
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.cp_model_presolve = False
    solver.parameters.cp_model_probing_level = 0
    solver.parameters.symmetry_level = 0
    solver.parameters.linearization_level = 2
    return solver


class _Program:
    """The model and its variables: how often each shape is laid, what is used."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.jokers = problem.needed_jokers + problem.optional_jokers
        self.model = cp_model.CpModel()
        self.laid = [
            (shape, self.model.new_int_var(0, most, ""))
            for shape in meld_shapes(problem.rules)
            if (most := self._most_laid(shape))
        ]
        self.used = {
            card: self.model.new_int_var(0, copies, "")
            for card, copies in enumerate((*problem.optional, problem.optional_jokers))
            if copies
        }

    def _most_laid(self, shape: Shape) -> int:
        """How often a shape can be laid if nothing else is."""
        copies = [self.problem.needed[card] + self.problem.optional[card] for card in shape.cards]
        most = 0
        while sum(max(0, most + 1 - n) for n in copies) <= self.jokers:
            most += 1
        return most

    def lay_every_card(self) -> None:
        """Each card's needed and used copies have a place; only jokers take more places."""
        holders: list[list[cp_model.IntVar]] = [[] for _ in range(CARD_KINDS)]
        for shape, laid in self.laid:
            for card in shape.cards:
                holders[card].append(laid)
        for card, needed in enumerate(self.problem.needed):
            used = [self.used[card]] if card in self.used else []
            self._add_sum(holders[card], used, needed, needed + self.jokers)

    def lay_every_joker(self) -> None:
        """The places that natural cards leave are as many as the needed and used jokers."""
        if self.jokers:
            places = [laid for shape, laid in self.laid for _ in shape.cards]
            needed = sum(self.problem.needed) + self.problem.needed_jokers
            self._add_sum(places, self.used.values(), needed, needed)

    def lay_no_joker_without_a_card(self) -> None:
        """Where no natural card is used there is no joker either; see the module's text."""
        if self.jokers < MELD_SIZE or any(self.problem.needed):
            return
        cards = [var for card, var in self.used.items() if card != JOKER_KIND]
        jokers = [var for card, var in self.used.items() if card == JOKER_KIND]
        # No limit, but never below the least: without presolve CP-SAT ignores empty intervals.
        most = self.jokers * (1 + sum(self.problem.optional))
        self._add_sum(cards * self.jokers, jokers, self.problem.needed_jokers, most)

    def _add_sum(self, plus: _Variables, minus: _Variables, least: int, most: int) -> None:
        """Constrain a sum of variables less another to lie from `least` to `most`."""
        total = cp_model.LinearExpr.sum([*plus, *(-var for var in minus)])
        self.model.add_linear_constraint(total, least, most)

    def saved(self, weights: Sequence[int]) -> cp_model.LinearExprT:
        """The loss that what is used saves: the objective, to be as great as can be."""
        return cp_model.LinearExpr.weighted_sum(
            list(self.used.values()), [weights[card] for card in self.used]
        )

    def fix(self, weights: Sequence[int], solver: cp_model.CpSolver) -> None:
        """From now on exactly as much is saved as in the solver's answer."""
        best = sum(weights[card] * solver.value(var) for card, var in self.used.items())
        self.model.add_linear_constraint(self.saved(weights), best, best)


def solve(problem: Problem, *, seconds: float | None = None) -> Solution | None:
    """Answer a problem: a proven best solution, or None where there is none.

    Args:
        problem: what is needed, what is optional, and what leaving it out costs.
        seconds: how long the answer may take; None for as long as it takes.

    Returns:
        A solution whose losses, level by level, none undercuts; the same one each time.
        None, if no choice of the optional cards partitions into melds.

    Raises:
        TimeLimitError: the answer was not proven in time.
        EngineError: the solver gave no proven answer; or a level's losses are too great
            for it; or the problem has a part that the program does not state.

    Four sevens on the table can spare the clubs for 5C 6C from the hand:

    >>> table = [Card(7, suit).index for suit in SUITS]
    >>> solution = solve(Problem(
    ...     rules=Rules(),
    ...     needed=tuple(int(card in table) for card in range(52)),
    ...     optional=tuple(int(card in (4, 5)) for card in range(52)),
    ...     losses=((1,),) * 52,
    ... ))
    >>> [" ".join(map(str, meld)) for meld in solution.melds]
    ['5C 6C 7C', '7D 7H 7S']
    """
    deadline = monotonic() + (inf if seconds is None else seconds)
    _check_is_stated(problem)
    program = _Program(problem)
    program.lay_every_card()
    program.lay_every_joker()
    program.lay_no_joker_without_a_card()
    objectives = [_weights(problem, group) for group in _level_groups(problem.level_spans)]
    solver = make_solver()
    if not objectives:
        return _solution(program, solver) if _is_feasible(program, solver, deadline) else None
    for weights in objectives:
        program.model.maximize(program.saved(weights))
        if not _is_feasible(program, solver, deadline):
            return None
        program.fix(weights, solver)
    return _solution(program, solver)


def _check_is_stated(problem: Problem) -> None:
    """Refuse what the program has no words for, rather than answer another question."""
    unstated = {
        f"more than {MAX_JOKERS} jokers": problem.free_jokers > MAX_JOKERS,
        "support cards": any(problem.support) or problem.support_jokers,
        "pinned jokers": any(problem.pinned),
        "a quota": problem.quota is not None,
        "a limit of jokers in a meld": problem.rules.jokers_per_meld is not None,
    }
    if found := [what for what, is_there in unstated.items() if is_there]:
        raise EngineError(f"engine='ip' cannot answer with {', '.join(found)}")


def _is_feasible(program: _Program, solver: cp_model.CpSolver, deadline: float = inf) -> bool:
    """Whether the program has an answer, which is then the best; proven either way."""
    if deadline < inf:
        solver.parameters.max_time_in_seconds = max(0.0, deadline - monotonic())
    status = solver.solve(program.model)
    if status in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        return bool(status == cp_model.OPTIMAL)
    if monotonic() >= deadline:
        raise TimeLimitError("engine='ip': no proven answer within the seconds given")
    raise EngineError(
        f"engine='ip': no proven answer, the solver says {solver.status_name(status)}"
    )


def _level_groups(spans: Sequence[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Which levels share an objective: for each objective its levels and their radices.

    A level's radix is how many sums of losses it can come to. Levels at which nothing is
    at stake are left out.
    """
    groups: list[list[tuple[int, int]]] = []
    for level, (least, greatest) in enumerate(spans):
        radix = greatest - least + 1
        if radix > LEVEL_LIMIT:
            raise EngineError(f"engine='ip': the losses of level {level} add up beyond 2**60")
        if radix == 1:
            continue
        if groups and prod(r for _, r in groups[-1]) * radix <= OBJECTIVE_LIMIT:
            groups[-1].append((level, radix))
        else:
            groups.append([(level, radix)])
    return groups


def _weights(problem: Problem, group: Iterable[tuple[int, int]]) -> list[int]:
    """A group's levels as one number a card, the joker last: digits in mixed radix.

    Two sums of a level differ by less than its radix, so a lower level never outweighs it.
    """
    losses = [*problem.losses, problem.joker_loss]
    weights = [0] * len(losses)
    for level, radix in group:
        for kind, loss in enumerate(losses):
            weights[kind] = weights[kind] * radix + (loss[level] if level < len(loss) else 0)
    return weights


@dataclass(slots=True)
class _Meld:
    """A meld in the making: a run has places, a set has None and its jokers last."""

    cards: list[AnyCard]
    places: range | None

    @property
    def naturals(self) -> list[Card]:
        return [card for card in self.cards if isinstance(card, Card)]


def _solution(program: _Program, solver: cp_model.CpSolver) -> Solution:
    """The solver's answer as melds."""
    problem = program.problem
    used = [0] * (CARD_KINDS + 1)
    for kind, var in program.used.items():
        used[kind] = solver.value(var)
    *used_cards, jokers_used = used
    shapes = [shape for shape, var in program.laid for _ in range(solver.value(var))]
    natural = [n + u for n, u in zip(problem.needed, used_cards, strict=True)]
    melds = _mend(_deal(shapes, natural), problem.rules)
    return Solution(
        used=tuple(used_cards),
        jokers_used=jokers_used,
        melds=tuple(sorted((tuple(meld.cards) for meld in melds), key=_meld_key)),
    )


def _meld_key(meld: tuple[AnyCard, ...]) -> list[int]:
    return [sort_key(card) for card in meld]


def _deal(shapes: Iterable[Shape], natural: list[int]) -> list[_Meld]:
    """Put the natural cards on the shapes' places, first come first served; jokers else."""
    left = natural.copy()
    melds = []
    for shape in shapes:
        cards: list[AnyCard] = []
        for card in shape.cards:
            cards.append(CARDS[card] if left[card] else JOKER)
            left[card] -= left[card] > 0
        if shape.places is None:
            cards.sort(key=sort_key)
        melds.append(_Meld(cards, shape.places))
    return melds


def _mend(melds: list[_Meld], rules: Rules) -> list[_Meld]:
    """Move the jokers of melds of jokers alone to others; why it works is said above."""
    mended = [meld for meld in melds if meld.naturals]
    loose = sum(len(meld.cards) for meld in melds if not meld.naturals)
    if not loose:
        return mended
    for meld in mended:
        if meld.places is not None:
            _lengthen(meld, loose, rules)
            return mended
    first, *others = mended[0].naturals
    loose += len(mended[0].cards) - 1 - len(others)
    fill = max(0, MELD_SIZE - len(others)) if others else 0
    place = next(place for place in rules.run_places if rank_at(place) == first.rank)
    run = _Meld([first], range(place, place + 1))
    _lengthen(run, loose - fill, rules)
    rest = [_Meld([*others, *[JOKER] * fill], None)] if others else []
    return [run, *rest, *mended[1:]]


def _lengthen(run: _Meld, jokers: int, rules: Rules) -> None:
    """Add jokers to a run: at its upper end while there are places, then at its lower."""
    assert run.places is not None
    above = min(jokers, rules.run_places.stop - run.places.stop)
    below = jokers - above
    run.cards = [*[JOKER] * below, *run.cards, *[JOKER] * above]
    run.places = range(run.places.start - below, run.places.stop + above)
