"""Engines: each answers a `Problem` with a `Solution`, or None where there is none.

An engine is a module with a function ``solve``. The two engines share cards, rules and
the problem's form, and nothing else, so that their agreement is evidence.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final, Literal, Protocol, TypeAlias, cast, get_args

from ..errors import OptionError
from .problem import Loss, Problem, Quota, Solution

__all__ = ["Engine", "EngineName", "Loss", "Problem", "Quota", "Solution", "get_engine"]

EngineName: TypeAlias = Literal["counting", "ip"]
"""``"counting"``, the counting program, or ``"ip"``, the integer program (extra ``ip``)."""


class Engine(Protocol):
    """What answers a problem."""

    def __call__(self, problem: Problem, *, seconds: float | None = None) -> Solution | None:
        """A proven best solution, or None: no choice of the optional cards has a partition.

        Args:
            problem: the question.
            seconds: how long the answer may take; None for as long as it takes.

        Raises:
            TimeLimitError: it was not found in time.
            EngineError: the engine could not prove its answer, or cannot run here.
        """


_MODULES: Final[dict[str, str]] = {
    "counting": ".counting",
    "ip": ".integer_program",
}


def get_engine(name: EngineName) -> Engine:
    """The engine of that name; its module is imported now, not before.

    Raises:
        OptionError: there is no engine of that name.
        EngineMissingError: the engine needs a package that is not installed.

    >>> get_engine("guess")
    Traceback (most recent call last):
      ...
    machiavelli_solver.errors.OptionError: engine='guess': expected one of 'counting', 'ip'
    """
    if name not in get_args(EngineName):
        expected = ", ".join(map(repr, get_args(EngineName)))
        raise OptionError(f"engine={name!r}: expected one of {expected}")
    return cast(Engine, import_module(_MODULES[name], __package__).solve)
