"""The lean program: how often each shape is laid, and nothing of where jokers lie.

It is for problems in which one joker is as good as another and a meld holds any number of
them. Why it is exact, in three steps.

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

So the program needs no more shapes with jokers than without. The argument wants no more
than `MAX_JOKERS` jokers, which `solve` checks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...cards import CARDS, JOKER, AnyCard, Card, sort_key
from ...rules import Rules, rank_at
from ..problem import Problem
from .objective import JOKER_KIND
from .program import Program, Variable, most_laid
from .shapes import MELD_SIZE, Shape, meld_shapes


class LeanProgram(Program):
    """How often each shape is laid, what is used."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.laid = [
            (shape, self.variable(most))
            for shape in meld_shapes(problem.rules)
            if (most := most_laid([self.natural[card] for card in shape.cards], self.jokers))
        ]

    def state(self) -> None:
        """State all constraints."""
        self.lay_every_card()
        self.lay_every_joker()
        self.lay_no_joker_without_a_card()
        self.reach_the_quota()

    def lay_every_card(self) -> None:
        """Each card's needed and used copies have a place; only jokers take more places."""
        holders: list[list[Variable]] = [[] for _ in CARDS]
        for shape, laid in self.laid:
            for card in shape.cards:
                holders[card].append(laid)
        for card, needed in enumerate(self.problem.needed):
            if needed or holders[card] or self.natural[card]:
                self.constrain(holders[card], self.uses(card), needed, needed + self.jokers)

    def lay_every_joker(self) -> None:
        """The places that natural cards leave are as many as the needed and used jokers."""
        if self.jokers:
            places = [laid for shape, laid in self.laid for _ in shape.cards]
            needed = sum(self.problem.needed) + self.problem.needed_jokers
            self.constrain(places, self.chosen.values(), needed, needed)

    def lay_no_joker_without_a_card(self) -> None:
        """Where no natural card is used there is no joker either; see the module's text."""
        if self.jokers < MELD_SIZE or any(self.problem.needed):
            return
        cards = [variable for card in range(JOKER_KIND) for variable in self.uses(card)]
        # No limit, but never below the least.
        most = self.jokers * (1 + sum(self.natural))
        self.constrain(cards * self.jokers, self.uses(JOKER_KIND), self.problem.needed_jokers, most)

    def melds(self) -> list[list[AnyCard]]:
        """The melds of the solver's answer, dealt and mended."""
        shapes = [shape for shape, laid in self.laid for _ in range(self.value(laid))]
        natural = [
            needed + sum(map(self.value, self.uses(card)))
            for card, needed in enumerate(self.problem.needed)
        ]
        return [meld.cards for meld in mend(deal(shapes, natural), self.problem.rules)]


@dataclass(slots=True)
class LooseMeld:
    """A meld in the making: a run has places, a set has None and its jokers last."""

    cards: list[AnyCard]
    places: range | None

    @property
    def naturals(self) -> list[Card]:
        """Its natural cards."""
        return [card for card in self.cards if isinstance(card, Card)]


def deal(shapes: Iterable[Shape], natural: list[int]) -> list[LooseMeld]:
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
        melds.append(LooseMeld(cards, shape.places))
    return melds


def mend(melds: list[LooseMeld], rules: Rules) -> list[LooseMeld]:
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
    run = LooseMeld([first], range(place, place + 1))
    _lengthen(run, loose - fill, rules)
    rest = [LooseMeld([*others, *[JOKER] * fill], None)] if others else []
    return [run, *rest, *mended[1:]]


def _lengthen(run: LooseMeld, jokers: int, rules: Rules) -> None:
    """Add jokers to a run: at its upper end while there are places, then at its lower."""
    assert run.places is not None
    above = min(jokers, rules.run_places.stop - run.places.stop)
    below = jokers - above
    run.cards = [*[JOKER] * below, *run.cards, *[JOKER] * above]
    run.places = range(run.places.start - below, run.places.stop + above)
