"""The package ``rummikub-solver`` (1.0.0): an integer program in CVXPY, made once a rule set.

It knows aces low only. It returns nothing both where no card can be laid and where the
table has no arrangement, and it does not lay jokers that no meld needs.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from machiavelli_solver import Aces, AnyCard, Card, Rules

from ..positions import Sample
from .peer import NotInstalledError


class RummikubSolver:
    """The peer, with one rule set for each number of jokers."""

    aces: Aces = "low"
    jokers = 4

    def __init__(self) -> None:
        try:
            self._package: Any = import_module("rummikub_solver")
            self.name = f"rummikub-solver {version('rummikub-solver')}"
            self.name += f" ({self._rule_set(Rules()).backend})"
        except (ImportError, PackageNotFoundError) as error:
            raise NotInstalledError("rummikub-solver") from error

    def _rule_set(self, rules: Rules) -> Any:
        key = (rules.decks, rules.jokers)
        if key not in _RULE_SETS:
            _RULE_SETS[key] = self._package.RuleSet(repeats=rules.decks, jokers=rules.jokers)
        return _RULE_SETS[key]

    def question(self, sample: Sample) -> Callable[[], int]:
        """The game state is made beforehand; only its solving is timed."""
        rule_set = self._rule_set(sample.rules)
        state = rule_set.new_game()
        state.initial = False
        state.add_table(*(_tile(rule_set, card) for card in sample.table.cards))
        state.add_rack(*(_tile(rule_set, card) for card in sample.hand))
        mode = self._package.SolverMode.TILE_COUNT

        def ask() -> int:
            solution = rule_set.solve(state, mode)
            return 0 if solution is None else len(solution.tiles)

        return ask


_RULE_SETS: dict[tuple[int, int], Any] = {}


def _tile(rule_set: Any, card: AnyCard) -> Any:
    """Tiles stand in our order of cards, the joker last."""
    return rule_set.tiles[card.index if isinstance(card, Card) else -1]
