"""Engines: each answers a `Problem` with a `Solution`, and a `Layout` with a `Tidy`.

An engine is a module with the functions ``solve`` and ``tidy``. The two engines share cards,
rules and the forms of the questions, and nothing else, so that their agreement is evidence.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Final, Literal, Protocol, TypeAlias, cast, get_args

from ..errors import OptionError
from .layout import Layout, Lying, Tidier, Tidy
from .problem import Loss, Problem, Quota, Rank, Solution

__all__ = [
    "Engine",
    "EngineName",
    "Layout",
    "Loss",
    "Lying",
    "Problem",
    "Quota",
    "Rank",
    "Solution",
    "Tidier",
    "Tidy",
    "get_engine",
    "get_tidier",
]

EngineName: TypeAlias = Literal["counting", "ip"]
"""``"counting"``, the counting program, or ``"ip"``, the integer program (extra ``ip``)."""


class Engine(Protocol):
    """What answers a problem."""

    def __call__(
        self, problem: Problem, *, seconds: float | None = None, below: Rank | None = None
    ) -> Solution | None:
        """A proven best solution, or None: no choice of the optional cards has a partition.

        Args:
            problem: the question.
            seconds: how long the answer may take; None for as long as it takes.
            below: what has been found already, as `Problem.rank_of` ranks it: None also where
                no solution of this problem is better. That can be seen much sooner.

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
    return cast(Engine, _module(name).solve)


def get_tidier(name: EngineName) -> Tidier:
    """What finds the tidiest layout in the engine of that name; raises what `get_engine` does."""
    return cast(Tidier, _module(name).tidy)


def _module(name: EngineName) -> ModuleType:
    if name not in get_args(EngineName):
        expected = ", ".join(map(repr, get_args(EngineName)))
        raise OptionError(f"engine={name!r}: expected one of {expected}")
    return import_module(_MODULES[name], __package__)
