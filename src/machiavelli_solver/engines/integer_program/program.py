"""What both programs have in common: the choice, the quota, and the solver."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from math import inf
from time import monotonic
from typing import TypeAlias

from ortools.sat.python import cp_model

from ...cards import CARD_KINDS, AnyCard, sort_key
from ...errors import EngineError, TimeLimitError
from ..problem import Problem, Solution
from .objective import JOKER_KIND, SUPPORT, Gains, copies_of

Variable: TypeAlias = cp_model.IntVar


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


def prove(solver: cp_model.CpSolver, model: cp_model.CpModel, deadline: float = inf) -> bool:
    """Whether a model has an answer, which the solver then has, the best; proven either way.

    Raises:
        TimeLimitError: the deadline has come.
        EngineError: the solver has given up.
    """
    if deadline < inf:
        solver.parameters.max_time_in_seconds = max(0.0, deadline - monotonic())
    status = solver.solve(model)
    if status in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        return bool(status == cp_model.OPTIMAL)
    if monotonic() >= deadline:
        raise TimeLimitError("engine='ip': no proven answer within the seconds given")
    raise EngineError(
        f"engine='ip': no proven answer, the solver says {solver.status_name(status)}"
    )


class Program(ABC):
    """A model of a problem, and its solver. Subclasses say how what is chosen is laid.

    Attributes:
        chosen: how many copies are used, by kind; see `objective`.
        natural: how many natural copies of each card there are, used or not.
        jokers: how many jokers there are, used or not.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.model = cp_model.CpModel()
        self.solver = make_solver()
        self._variables: list[Variable] = []
        self.chosen = {
            kind: self.variable(copies) for kind, copies in enumerate(copies_of(problem)) if copies
        }
        self.natural = [
            sum(copies)
            for copies in zip(problem.needed, problem.optional, problem.support, strict=True)
        ]
        self.jokers = problem.free_jokers + sum(problem.pinned)

    @abstractmethod
    def state(self) -> None:
        """State all constraints."""

    @abstractmethod
    def melds(self) -> Iterable[Sequence[AnyCard]]:
        """The melds of the solver's answer."""

    def variable(self, most: int) -> Variable:
        """A whole number from 0 to `most`."""
        variable = self.model.new_int_var(0, most, "")
        self._variables.append(variable)
        return variable

    def uses(self, card: int) -> list[Variable]:
        """How many optional and support copies are used of a card; `JOKER_KIND` for jokers."""
        return [self.chosen[kind] for kind in (card, SUPPORT + card) if kind in self.chosen]

    def constrain(
        self, plus: Iterable[Variable], minus: Iterable[Variable], least: int, most: int
    ) -> None:
        """Constrain a sum of variables less another to lie from `least` to `most`.

        There must be a number between: without presolve CP-SAT ignores empty intervals.
        """
        total = cp_model.LinearExpr.sum([*plus, *(-variable for variable in minus)])
        self.model.add_linear_constraint(total, least, most)

    def reach_the_quota(self, jokers: Sequence[tuple[int, Variable]] = ()) -> None:
        """What the optional cards used are worth is enough; so are jokers, by card."""
        quota = self.problem.quota
        if quota is None:
            return
        worth = [
            (quota.worth[kind], used) for kind, used in self.chosen.items() if kind < JOKER_KIND
        ]
        worth += [(quota.worth[card], variable) for card, variable in jokers]
        total = cp_model.LinearExpr.weighted_sum(
            [variable for _, variable in worth], [each for each, _ in worth]
        )
        self.model.add(total >= quota.least)

    def is_feasible(self, deadline: float = inf) -> bool:
        """Whether the program has an answer, which is then the best; proven either way.

        Raises:
            TimeLimitError: the deadline has come.
            EngineError: the solver has given up.
        """
        return prove(self.solver, self.model, deadline)

    def seek(self, gains: Gains) -> None:
        """From now on the answer is to gain as much as can be."""
        self.model.maximize(self._sum(gains))

    def keep(self, gains: Gains) -> None:
        """From now on exactly as much is gained as in the solver's answer, the first guess."""
        best = self.gained(gains)
        self.model.add_linear_constraint(self._sum(gains), best, best)
        self.model.clear_hints()  # type: ignore[no-untyped-call]
        for variable in self._variables:
            self.model.add_hint(variable, self.value(variable))

    def gained(self, gains: Gains) -> int:
        """What the solver's answer gains."""
        return sum(gain * self.value(self.chosen[kind]) for kind, gain in gains.items())

    def most_gained(self, gains: Gains) -> int:
        """What no answer can exceed."""
        copies = copies_of(self.problem)
        return sum(gain * copies[kind] for kind, gain in gains.items() if gain > 0)

    def value(self, variable: Variable) -> int:
        """What a variable is in the solver's answer."""
        return self.solver.value(variable)

    def solution(self) -> Solution:
        """The solver's answer."""
        counts = [0] * (2 * SUPPORT)
        for kind, variable in self.chosen.items():
            counts[kind] = self.value(variable)
        melds = sorted(map(tuple, self.melds()), key=meld_key)
        return Solution(
            used=tuple(counts[:JOKER_KIND]),
            jokers_used=counts[JOKER_KIND],
            melds=tuple(melds),
            support_used=tuple(counts[SUPPORT : SUPPORT + CARD_KINDS]),
            support_jokers_used=counts[SUPPORT + JOKER_KIND],
        )

    def _sum(self, gains: Gains) -> cp_model.LinearExprT:
        return cp_model.LinearExpr.weighted_sum(
            [self.chosen[kind] for kind in gains], list(gains.values())
        )


def most_laid(copies: Sequence[int], jokers: int, limit: int | None = None) -> int:
    """How often a shape can be laid if nothing else is.

    Args:
        copies: how many natural cards there are for each of its cells.
        jokers: how many jokers there are.
        limit: how many of them one meld may hold, if there is a limit.
    """
    if not jokers:
        return min(copies)
    most = 0
    while sum(most + 1 - n for n in copies if n <= most) <= (
        jokers if limit is None else min(jokers, limit * (most + 1))
    ):
        most += 1
    return most


def meld_key(meld: Sequence[AnyCard]) -> list[int]:
    """Where a meld stands in an answer."""
    return [sort_key(card) for card in meld]
