"""The tidiest layout as an integer program: which melds lie, and what stays in them.

A run is known by its suit, its first place and a number, as several may start alike; a set by
its rank and a number. Each has a variable for every cell: does a natural card lie there, does
a joker? So a joker always stands for a card, in a set as in a run.

Equal cards are interchangeable, so the cells of the new melds are not told which card they
hold. A card of a meld before may *stay* in a cell that holds an equal card, each in one cell at
most, and one in each cell at most. Those that stay nowhere are whichever cards are left: as
many are, of natural cards always, and jokers may have gone to a hand. Only what can keep a
join need stay: a card of a run before in a run, in its own place; a card of a set before in a
set of its rank. Which suit a joker stands for in a set does not matter there.

*Joins kept.* Two neighbours of a run before keep their join where both stay in one run. Of
the cards of a set before those that stay in one set keep their joins but for one.

*Melds untouched.* A run before is untouched where all its cards stay in a run that starts and
ends as it did; a set where they stay in a set that has as many cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf
from time import monotonic
from typing import Final

from ortools.sat.python import cp_model

from ...cards import CARDS, JOKER, KING, RANKS, SUITS, AnyCard, Suit, card_of, sort_key
from ...errors import EffortError, EngineError, TimeLimitError
from ...rules import rank_at
from ..layout import Layout, Lying, Tidy
from .program import Variable, make_solver, meld_key, prove
from .shapes import MELD_SIZE, SET_SIZES

EFFORT: Final = 5.0
"""How long the solver may take, in its own time: some seconds, and alike on every machine."""


def tidy(layout: Layout, *, seconds: float | None = None) -> Tidy | None:
    """Lay cards so that the fewest joins of the melds before are cut, then the fewest touched.

    Args:
        layout: the cards that are to be laid, and the melds before.
        seconds: how long the answer may take; None for as long as it takes.

    Returns:
        The melds, the same ones each time; None, if the cards have no partition.

    Raises:
        TimeLimitError: the answer was not proven in time.
        EffortError: the solver gave no proven answer, with the effort that it is worth.
        EngineError: aces go around the corner.

    A run of 4C to 7C spares its 7C for 7D and 7H:

    >>> from machiavelli_solver.rules import Rules
    >>> run, sevens = (3, 4, 5, 6), (19, 32)
    >>> tidiest = tidy(Layout(
    ...     rules=Rules(),
    ...     cards=tuple(int(card in run + sevens) for card in range(52)),
    ...     lying=(Lying(4, run),),
    ... ))
    >>> [" ".join(map(str, meld)) for meld in tidiest.melds], tidiest.cuts, tidiest.touched
    (['4C 5C 6C', '7C 7D 7H'], 1, 1)
    """
    deadline = monotonic() + (inf if seconds is None else seconds)
    if layout.rules.aces == "around":
        raise EngineError("engine='ip' cannot tidy a table where aces go around the corner")
    program = TidyProgram(layout)
    program.state()
    try:
        return program.answer() if prove(program.solver, program.model, deadline) else None
    except TimeLimitError:
        raise
    except EngineError as error:
        raise EffortError(f"{error}, with the effort that it is worth") from None


@dataclass(frozen=True, slots=True)
class Cell:
    """A place for one card.

    Args:
        card: the card that lies there, or that a joker stands for.
        natural: whether the card itself lies there.
        joker: whether a joker does.
        staying: for each natural card of a run or set before that may be this one, whether
            it is.
        jokers_staying: the same for each joker of a run before.
    """

    card: int
    natural: Variable
    joker: Variable
    staying: list[Variable] = field(default_factory=list)
    jokers_staying: list[Variable] = field(default_factory=list)

    @property
    def filled(self) -> cp_model.LinearExpr:
        """Whether a card lies there."""
        return self.natural + self.joker


@dataclass(frozen=True, slots=True)
class NewMeld:
    """A meld that may lie afterwards.

    Args:
        lies: whether it does.
        start: a run's first place, 0 for a set.
        cells: a run's cells from there on as far as it can reach; a set's by suit.
        jokers_staying: for each set before of a set's rank, how many of its jokers lie here.
    """

    lies: Variable
    start: int
    cells: tuple[Cell, ...]
    jokers_staying: list[Variable] = field(default_factory=list)

    @property
    def size(self) -> cp_model.LinearExpr:
        """How many cards it has."""
        return _sum(cell.filled for cell in self.cells)

    @property
    def first(self) -> int:
        """The card of its first cell."""
        return self.cells[0].card


class TidyProgram:
    """Which melds lie, what lies in them, and which cards stay.

    Attributes:
        model: the model; `state` states all constraints.
        solver: its solver.
        runs: the runs that may lie.
        sets: the sets that may lie.
        cells: the cells of all of these, by card.
        kept: variables whose sum is how many joins are kept at most.
        untouched: variables whose sum is how many melds are left untouched at most.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.model = cp_model.CpModel()
        self.solver = make_solver()
        # unlike the other programs this one is solved twice as fast with presolve
        self.solver.parameters.cp_model_presolve = True
        self.solver.parameters.max_deterministic_time = EFFORT
        self.jokers = layout.jokers + sum(layout.pinned)
        self.runs = [*self._new_runs()]
        self.sets = [*self._new_sets()]
        self.cells: list[list[Cell]] = [[] for _ in CARDS]
        for meld in (*self.runs, *self.sets):
            for cell in meld.cells:
                self.cells[cell.card].append(cell)
        self.kept: list[Variable] = []
        self.untouched: list[Variable] = []

    def variable(self, most: int = 1) -> Variable:
        """A whole number from 0 to `most`."""
        return self.model.new_int_var(0, most, "")

    def _new_runs(self) -> Iterator[NewMeld]:
        for suit in SUITS:
            for start in self.layout.rules.run_places:
                cards = self._reach(suit, start)
                if len(cards) >= MELD_SIZE:
                    yield from self._new_melds(start, cards, cards[:MELD_SIZE])

    def _new_sets(self) -> Iterator[NewMeld]:
        for rank in RANKS:
            yield from self._new_melds(0, [card_of(rank, suit).index for suit in SUITS])

    def _reach(self, suit: Suit, start: int) -> list[int]:
        """The cards of the longest run that starts at a place."""
        cards: list[int] = []
        for place in self.layout.rules.run_places[start - self.layout.rules.run_places.start :]:
            card = card_of(rank_at(place), suit).index
            if len(cards) == KING or not self.layout.cards[card] + self.jokers:
                break
            cards.append(card)
        return cards

    def _new_melds(
        self, start: int, cards: Sequence[int], fill: Sequence[int] = ()
    ) -> Iterator[NewMeld]:
        """As many melds as may lie at once, with cells for these cards.

        Args:
            start: a run's first place, 0 for a set.
            cards: the cards.
            fill: those that each of the melds fills the cells of.
        """
        most = (sum(self.layout.cards[card] for card in fill or cards) + self.jokers) // MELD_SIZE
        most = min([most, *(self.layout.cards[card] + self.jokers for card in fill)])
        alike: NewMeld | None = None
        for _ in range(most):
            meld = NewMeld(self.variable(), start, tuple(map(self._cell, cards)))
            if alike is not None:  # which is which is no matter
                self.model.add(alike.lies >= meld.lies)
            alike = meld
            yield meld

    def _cell(self, card: int) -> Cell:
        natural = self.variable(min(1, self.layout.cards[card]))
        joker = self.variable(min(1, self.jokers))
        self.model.add(natural + joker <= 1)
        return Cell(card, natural, joker)

    # --- valid melds of all the cards

    def state(self) -> None:
        """State all constraints, and what is sought."""
        for run in self.runs:
            self.fill_without_gaps(run)
        for meld in self.sets:
            self.hold_three_or_four(meld)
        for meld in (*self.runs, *self.sets):
            self.hold_a_natural_card(meld)
            self.limit_jokers(meld)
        self.lay_every_card()
        self.lay_every_joker()
        for lying in self.layout.lying:
            if lying.start:
                self.keep_of_a_run(lying)
            else:
                self.keep_of_a_set(lying)
        self.let_only_what_lies_stay()
        weight = len(self.layout.lying) + 1
        self.model.maximize(weight * _sum(self.kept) + _sum(self.untouched))

    def fill_without_gaps(self, run: NewMeld) -> None:
        """A run fills its first three cells, and others while those before them are filled."""
        for cell in run.cells[:MELD_SIZE]:
            self.model.add(cell.filled == run.lies)
        for cell, following in pairwise(run.cells[MELD_SIZE - 1 :]):
            self.model.add(following.filled <= cell.filled)

    def hold_three_or_four(self, meld: NewMeld) -> None:
        """A set has three or four cards."""
        self.model.add(meld.size >= min(SET_SIZES) * meld.lies)
        self.model.add(meld.size <= max(SET_SIZES) * meld.lies)

    def hold_a_natural_card(self, meld: NewMeld) -> None:
        """No meld is jokers alone."""
        self.model.add(_sum(cell.natural for cell in meld.cells) >= meld.lies)

    def limit_jokers(self, meld: NewMeld) -> None:
        """No meld holds more jokers than it may."""
        limit = self.layout.rules.jokers_per_meld
        if limit is not None:
            self.model.add(_sum(cell.joker for cell in meld.cells) <= limit)

    def lay_every_card(self) -> None:
        """Each natural card lies in so many cells as there are copies."""
        for card, copies in enumerate(self.layout.cards):
            self.model.add(_sum(cell.natural for cell in self.cells[card]) == copies)

    def lay_every_joker(self) -> None:
        """As many jokers lie as there are, and those that are pinned stand for their card."""
        jokers = (cell.joker for cells in self.cells for cell in cells)
        self.model.add(_sum(jokers) == self.jokers)
        for card, pinned in enumerate(self.layout.pinned):
            if pinned:
                self.model.add(_sum(cell.joker for cell in self.cells[card]) >= pinned)

    # --- what is kept of the melds before

    def keep_of_a_run(self, lying: Lying) -> None:
        """Which joins of a run before are kept, and whether it is untouched."""
        suit = max(lying.cards) // KING
        everywhere: list[list[Variable]] = [[] for _ in lying.cards]
        for run in self.runs:
            if run.first // KING != suit:
                continue
            stays: dict[int, Variable] = {}
            for i, card in enumerate(lying.cards):
                at = lying.start + i - run.start
                if 0 <= at < len(run.cells):
                    cell = run.cells[at]
                    stays[i] = self.stay_in(cell.jokers_staying if card < 0 else cell.staying)
                    everywhere[i].append(stays[i])
            for i, j in pairwise(stays):
                self.kept.append(self.all_of([stays[i], stays[j]]))
            if run.start == lying.start and len(stays) == len(lying.cards):
                untouched = self.all_of(stays.values())
                for cell in run.cells[len(stays) : len(stays) + 1]:
                    self.model.add(untouched + cell.filled <= 1)
                self.untouched.append(untouched)
        for stays_of_card in everywhere:
            self.model.add(_sum(stays_of_card) <= 1)

    def keep_of_a_set(self, lying: Lying) -> None:
        """How many joins of a set before are kept, and whether it is untouched."""
        size, rank = len(lying.cards), CARDS[max(lying.cards)].rank
        naturals = [card for card in lying.cards if card >= 0]
        everywhere: dict[int, list[Variable]] = {card: [] for card in (*naturals, -1)}
        for meld in self.sets:
            if CARDS[meld.first].rank != rank:
                continue
            stays: list[Variable] = []
            for card in naturals:
                stays.append(self.stay_in(meld.cells[card // KING].staying))
                everywhere[card].append(stays[-1])
            if size > len(naturals):
                stays.append(self.stay_in(meld.jokers_staying, size - len(naturals)))
                everywhere[-1].append(stays[-1])
            self.kept.append(self.all_but_one(stays, size))
            untouched = self.variable()
            self.model.add(_sum(stays) >= size * untouched)
            self.model.add(meld.size <= size + max(SET_SIZES) * (1 - untouched))
            self.untouched.append(untouched)
        for card, stays in everywhere.items():
            self.model.add(_sum(stays) <= (1 if card >= 0 else size - len(naturals)))

    def let_only_what_lies_stay(self) -> None:
        """No more cards stay in a cell, and no more jokers in a set, than lie there."""
        for cells in self.cells:
            for cell in cells:
                self.model.add(_sum(cell.staying) <= cell.natural)
                self.model.add(_sum(cell.jokers_staying) <= cell.joker)
        for meld in self.sets:
            jokers = _sum(cell.joker for cell in meld.cells)
            self.model.add(_sum(meld.jokers_staying) <= jokers)

    def stay_in(self, places: list[Variable], most: int = 1) -> Variable:
        """Whether a card before stays in a place, or how many jokers of a set do.

        Args:
            places: what else may stay there; this will, too.
            most: how many they are.
        """
        stays = self.variable(most)
        places.append(stays)
        return stays

    def all_of(self, variables: Iterable[Variable]) -> Variable:
        """A variable that is 1 only where all of these are."""
        every = self.variable()
        for variable in variables:
            self.model.add(every <= variable)
        return every

    def all_but_one(self, variables: Sequence[Variable], most: int) -> Variable:
        """A variable that is less than the sum of these, which is `most` at most, or 0."""
        some, others = self.variable(), self.variable(most - 1)
        self.model.add(others + some <= _sum(variables))
        self.model.add(others <= (most - 1) * some)
        return others

    # --- the answer

    def answer(self) -> Tidy:
        """The solver's answer."""
        value = self.solver.value
        melds = [self._laid(meld) for meld in (*self.runs, *self.sets) if value(meld.lies)]
        lying = self.layout.lying
        return Tidy(
            melds=tuple(sorted(melds, key=meld_key)),
            cuts=sum(each.joins for each in lying) - sum(map(value, self.kept)),
            touched=len(lying) - sum(map(value, self.untouched)),
        )

    def _laid(self, meld: NewMeld) -> tuple[AnyCard, ...]:
        """The cards of a meld; a run's in order, a set's jokers last."""
        laid: list[AnyCard] = []
        for cell in meld.cells:
            if self.solver.value(cell.filled):
                laid.append(CARDS[cell.card] if self.solver.value(cell.natural) else JOKER)
        return tuple(laid if meld.start else sorted(laid, key=sort_key))


def _sum(terms: Iterable[cp_model.LinearExpr]) -> cp_model.LinearExpr:
    return cp_model.LinearExpr.sum([*terms])
