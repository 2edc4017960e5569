"""The explicit program: how often each shape is laid, and how often a joker lies where.

It is for problems in which a joker's place matters: a meld holds so many jokers at most,
or a joker is pinned to a card, or counts as much as the card that it stands for. Each
shape has the number of times that it is laid, and each of its cells the number of times
that a joker lies there. Why such sums are exact:

*Jokers in a meld.* Let a shape be laid y times, a joker lie s times in each of its cells,
each s at most y, and all s together at most m times y. Hand the jokers out cell after
cell, to one meld after the other, round and round. No meld gets two in one cell, and what
the melds get in all differs by one at most, so each gets at most m. As m is the limit, and
less than the shape is long, each meld is valid.

*Names.* In a set as in a run a joker stands for the cell's card. Of the jokers that lie in
a card's cells any may be the pinned ones, and the others are free.

*Lengths.* A run of six or more can be cut in two, every joker keeping its cell, unless one
part is jokers alone each time. The runs that cannot be cut are shapes as well: `uncut_runs`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ortools.sat.python import cp_model

from ...cards import CARD_KINDS, CARDS, JOKER, AnyCard, sort_key
from ..problem import Problem
from .objective import JOKER_KIND
from .program import Program, Variable, most_laid
from .shapes import Shape, meld_shapes, uncut_runs


@dataclass(frozen=True, slots=True)
class Laid:
    """How often a shape is laid.

    Args:
        shape: the shape.
        times: how often it is laid.
        jokers: how often a joker lies in each cell: the times themselves where there is no
            natural card, and None where no joker can be.
    """

    shape: Shape
    times: Variable
    jokers: tuple[Variable | None, ...]

    @property
    def joker_cells(self) -> list[Variable]:
        """How often a joker lies in each cell where one can."""
        return [variable for variable in self.jokers if variable is not None]


class ExplicitProgram(Program):
    """How often each shape is laid, where jokers lie, what is used."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        limit = problem.rules.jokers_per_meld
        self.limit = self.jokers if limit is None else min(limit, self.jokers)
        self.standing = [problem.free_jokers + pinned for pinned in problem.pinned]
        """How many jokers can stand for each card."""
        self.laid = [
            self._laid(shape, most)
            for shape in (*meld_shapes(problem.rules), *uncut_runs(problem.rules, self.limit))
            if all(self.natural[card] or self.standing[card] for card in shape.cards)
            and (most := most_laid(self._copies(shape), self.jokers, self._room(shape)))
        ]
        self.joker_cells: list[list[Variable]] = [[] for _ in CARDS]
        for laid in self.laid:
            for card, variable in zip(laid.shape.cards, laid.jokers, strict=True):
                if variable is not None:
                    self.joker_cells[card].append(variable)

    def _room(self, shape: Shape) -> int:
        """How many jokers a meld of this shape may hold."""
        return min(self.limit, len(shape.cards) - 1)

    def _copies(self, shape: Shape) -> list[int]:
        """How many natural cards there are for each cell."""
        copies = [self.natural[card] for card in shape.cards]
        if shape.core is None:
            return copies
        return [n if cell in shape.core else 0 for cell, n in enumerate(copies)]

    def _laid(self, shape: Shape, most: int) -> Laid:
        times = self.variable(most)
        jokers: list[Variable | None] = []
        for card, copies in zip(shape.cards, self._copies(shape), strict=True):
            if not copies:
                jokers.append(times)
            elif standing := min(most, self.standing[card]):
                jokers.append(self.variable(standing))
            else:
                jokers.append(None)
        return Laid(shape, times, tuple(jokers))

    def state(self) -> None:
        """State all constraints."""
        self.limit_jokers_in_cells()
        self.limit_jokers_in_melds()
        self.lay_every_card()
        self.lay_every_joker()
        if (quota := self.problem.quota) is not None:
            self.reach_the_quota(self.count_jokers() if quota.jokers else ())

    def limit_jokers_in_cells(self) -> None:
        """No cell holds more jokers than its shape is laid."""
        for laid in self.laid:
            jokers = laid.joker_cells
            if len(jokers) == 1 or self._room(laid.shape) > 1:  # else it follows from the next
                for variable in jokers:
                    if variable is not laid.times:
                        self.model.add(variable <= laid.times)

    def limit_jokers_in_melds(self) -> None:
        """No meld holds more jokers than it may."""
        for laid in self.laid:
            jokers = laid.joker_cells
            if len(jokers) > (room := self._room(laid.shape)):
                self.model.add(cp_model.LinearExpr.sum(jokers) <= room * laid.times)

    def lay_every_card(self) -> None:
        """In the cells of each card its needed and used copies lie where no joker does."""
        times: list[list[Variable]] = [[] for _ in CARDS]
        jokers: list[list[Variable]] = [[] for _ in CARDS]
        for laid in self.laid:
            for card, variable in zip(laid.shape.cards, laid.jokers, strict=True):
                if variable is not laid.times:
                    times[card].append(laid.times)
                    if variable is not None:
                        jokers[card].append(variable)
        for card, needed in enumerate(self.problem.needed):
            if self.natural[card]:
                self.constrain(times[card], [*jokers[card], *self.uses(card)], needed, needed)

    def lay_every_joker(self) -> None:
        """As many jokers lie as are needed and used, and those that are pinned in place."""
        for card, pinned in enumerate(self.problem.pinned):
            if pinned:
                self.constrain(self.joker_cells[card], [], pinned, self.standing[card])
        needed = self.problem.needed_jokers + sum(self.problem.pinned)
        jokers = [variable for card in range(CARD_KINDS) for variable in self.joker_cells[card]]
        self.constrain(jokers, self.uses(JOKER_KIND), needed, needed)

    def count_jokers(self) -> list[tuple[int, Variable]]:
        """How many needed and optional jokers stand for each card, to the best advantage.

        As worth is not less than nothing, those may be left out that are not counted.
        """
        counted = []
        needed, optional = self.problem.needed_jokers, self.problem.optional_jokers
        for card in range(CARD_KINDS):
            if jokers := self.joker_cells[card]:
                variable = self.variable(needed + optional)
                pinned = self.problem.pinned[card]
                self.constrain(jokers, [variable], pinned, pinned + self.jokers)
                counted.append((card, variable))
        used = [self.chosen[JOKER_KIND]] if JOKER_KIND in self.chosen else []
        self.constrain(used, [variable for _, variable in counted], -needed, optional)
        return counted

    def melds(self) -> list[list[AnyCard]]:
        """The melds of the solver's answer, each card and joker in its cell."""
        return [
            meld
            for laid in self.laid
            if (times := self.value(laid.times))
            for meld in hand_out(
                laid.shape,
                times,
                [0 if variable is None else self.value(variable) for variable in laid.jokers],
            )
        ]


def hand_out(shape: Shape, times: int, jokers: Sequence[int]) -> list[list[AnyCard]]:
    """Melds of a shape, with so many jokers in each of its cells: as evenly as can be.

    >>> run = Shape((0, 1, 2), range(1, 4))
    >>> [" ".join(map(str, meld)) for meld in hand_out(run, 2, [1, 2, 0])]
    ['JK JK 3C', 'AC JK 3C']
    """
    melds: list[list[AnyCard]] = [[CARDS[card] for card in shape.cards] for _ in range(times)]
    cells = [cell for cell, count in enumerate(jokers) for _ in range(count)]
    for turn, cell in enumerate(cells):
        melds[turn % times][cell] = JOKER
    if shape.places is None:
        for meld in melds:
            meld.sort(key=sort_key)
    return melds
