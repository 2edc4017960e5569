"""The integer program: how often each meld shape is laid, solved by OR-Tools CP-SAT.

There are two programs. The lean one does not say where jokers lie, the explicit one does;
each explains why it is exact. What is to be made as great as can be is the same for both.
A third program, `tidy`, lays known cards so that it leaves the table before alone.
"""

from __future__ import annotations

from itertools import pairwise
from math import inf
from time import monotonic

from ...errors import EngineError, EngineMissingError
from ...rules import MAX_JOKERS
from ..problem import Problem, Rank, Solution

try:
    from .explicit import ExplicitProgram
    from .lean import LeanProgram
    from .objective import objectives
    from .program import Program
    from .tidiest import tidy
except ImportError as error:
    raise EngineMissingError(
        'engine="ip" needs OR-Tools: pip install "machiavelli-solver[ip]"'
    ) from error

__all__ = ["solve", "tidy"]


def solve(
    problem: Problem, *, seconds: float | None = None, below: Rank | None = None
) -> Solution | None:
    """Answer a problem: the proven best solution, or None where there is none.

    Args:
        problem: what is needed, what is optional, and what leaving it out costs.
        seconds: how long the answer may take; None for as long as it takes.
        below: the rank that a solution must be better than, if any.

    Returns:
        The best choice, as `Problem` defines it, and melds for it; the same ones each time.
        None, if no choice of the optional cards partitions into melds, or none is below.

    Raises:
        TimeLimitError: the answer was not proven in time.
        EngineError: the solver gave no proven answer; or a level's losses are too great
            for it; or there are more than `MAX_JOKERS` jokers.

    Four sevens on the table can spare the clubs for 5C 6C from the hand:

    >>> from machiavelli_solver.rules import Rules
    >>> sevens = [13 * suit + 6 for suit in range(4)]
    >>> solution = solve(Problem(
    ...     rules=Rules(),
    ...     needed=tuple(int(card in sevens) for card in range(52)),
    ...     optional=tuple(int(card in (4, 5)) for card in range(52)),
    ...     losses=((1,),) * 52,
    ... ))
    >>> [" ".join(map(str, meld)) for meld in solution.melds]
    ['5C 6C 7C', '7D 7H 7S']
    """
    deadline = monotonic() + (inf if seconds is None else seconds)
    if problem.free_jokers > MAX_JOKERS:
        raise EngineError(f"engine='ip' cannot answer with more than {MAX_JOKERS} jokers")
    goals = objectives(problem)
    program = _program(problem)
    program.state()
    if goals:
        program.seek(goals[0])
    if not program.is_feasible(deadline):
        return None
    for done, goal in pairwise(goals):
        program.keep(done)
        if program.gained(goal) < program.most_gained(goal):
            program.seek(goal)
            program.is_feasible(deadline)
    solution = program.solution()
    return solution if below is None or problem.rank_of(solution) < below else None


def _program(problem: Problem) -> Program:
    """The lean program, if it has words for the problem; else the explicit one."""
    jokers = problem.free_jokers + sum(problem.pinned)
    limit = problem.rules.jokers_per_meld
    where_jokers_lie_matters = (
        any(problem.pinned)
        or (limit is not None and limit < jokers)
        or (problem.quota is not None and problem.quota.jokers and problem.free_jokers > 0)
    )
    return ExplicitProgram(problem) if where_jokers_lie_matters else LeanProgram(problem)
