"""The package ``machiavelli`` (0.1.0): an integer program in CVXPY, made anew for each call.

It knows two decks and no jokers, aces low and high. Its pins are old; see README.md for how
it is installed without them. The CVXPY of its pins would solve with GLPK, which came with
them; today's would choose HiGHS, which takes longer on these programs. So GLPK it is, where
it is installed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from machiavelli_solver import Aces, AnyCard

from ..positions import NO_ARRANGEMENT, Sample
from .peer import NotInstalledError


class MachiavelliCvxpy:
    """The peer, silenced: what it prints is not asked for."""

    aces: Aces = "both"
    jokers = 0

    def __init__(self) -> None:
        try:
            self.name = f"machiavelli {version('machiavelli')}"
            module: Any = import_module("machiavelli.solver")
        except (ImportError, PackageNotFoundError) as error:
            raise NotInstalledError("machiavelli") from error
        cvxpy: Any = import_module("cvxpy")
        if "GLPK_MI" in cvxpy.installed_solvers():
            self.name += " (GLPK)"
            solve = module.problem_solve_suppress_stdout
            module.problem_solve_suppress_stdout = partial(solve, solver="GLPK_MI")
        self._solver = module.Solver(quiet=True, pretty=False, color=False, emoji=False)

    def question(self, sample: Sample) -> Callable[[], int]:
        """It takes all cards, and which of them are optional; it returns melds."""
        table = [_named(card) for card in sample.table.cards]
        hand = [_named(card) for card in sample.hand]

        def ask() -> int:
            melds = self._solver.solve([*table, *hand], hand)
            return NO_ARRANGEMENT if melds is None else sum(map(len, melds)) - len(table)

        return ask


def _named(card: AnyCard) -> str:
    """A card as it writes them: ``1s`` is the ace of spades, ``tc`` the ten of clubs."""
    name = str(card)
    return {"A": "1", "10": "t"}.get(name[:-1], name[:-1]).lower() + name[-1].lower()
