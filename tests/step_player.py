"""Plays steps on a table: it knows cards and moves, and nothing of how steps are found."""

from __future__ import annotations

from collections import Counter

from machiavelli_solver import AnyCard, Meld, Position, Step

Moved = tuple[AnyCard, bool]
"""A card, and whether it has been moved."""


class StepPlayer:
    """A table, the hand and the cards beside it, while steps are made.

    Of equal cards in a meld one that was not moved yet is taken, so that cards which are
    moved twice are found out.
    """

    def __init__(self, position: Position) -> None:
        melds = position.table.melds
        self.melds = [[(card, False) for card in meld] for meld in melds or ()]
        self.beside: dict[str, Counter[AnyCard]] = {
            "table": Counter(position.table.cards if melds is None else ()),
            "hand": Counter(position.hand),
            "support": Counter(position.support),
            "loose": Counter(position.loose),
        }
        self.moves = 0

    def make(self, step: Step) -> None:
        """Make a step, and see that everything lies where it says."""
        self.moves += 1
        goal = None if step.freed is None else self.find(step.target)
        if step.freed is not None:
            assert step.freed.source == step.target
            assert step.freed.freed is None
            self.move(step.freed)
        cards = self.take(step)
        if goal is None:
            self.put(step, cards)
        else:
            goal += cards
            assert self.is_meld(goal, step.result)
        self.melds = [meld for meld in self.melds if meld]

    def move(self, step: Step) -> None:
        self.put(step, self.take(step))

    def take(self, step: Step) -> list[Moved]:
        assert step.cards
        if isinstance(step.source, str):
            left = self.beside[step.source]
            for card in step.cards:
                assert left[card] > 0, f"{card} is not in {step.source}"
                left[card] -= 1
        else:
            meld = self.find(step.source)
            for card in step.cards:
                assert (card, False) in meld, f"{card} is moved twice"
                meld.remove((card, False))
        return [(card, True) for card in step.cards]

    def put(self, step: Step, cards: list[Moved]) -> None:
        if step.target == "hand":
            self.beside["hand"].update(card for card, _ in cards)
            assert step.result is None
            return
        meld: list[Moved] = []
        if step.target is None:
            self.melds.append(meld)
        else:
            meld = self.find(step.target)
        meld += cards
        assert self.is_meld(meld, step.result)

    def find(self, meld: Meld | str | None) -> list[Moved]:
        assert isinstance(meld, Meld)
        for each in self.melds:
            if self.is_meld(each, meld):
                return each
        raise AssertionError(f"{meld} does not lie there")

    @staticmethod
    def is_meld(cards: list[Moved], meld: Meld | None) -> bool:
        return meld is not None and Counter(card for card, _ in cards) == Counter(meld)

    @property
    def table(self) -> Counter[frozenset[tuple[AnyCard, int]]]:
        """The melds, in whatever order."""
        return Counter(frozenset(Counter(card for card, _ in meld).items()) for meld in self.melds)
