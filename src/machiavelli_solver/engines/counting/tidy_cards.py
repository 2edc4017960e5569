"""The cards of a layout as the columns of the tidiest layout see them."""

from __future__ import annotations

from typing import Final

from ...cards import KING, SUITS
from ..layout import Layout, Lying
from .tidy_sets import Before, prices_of_places
from .tidy_suits import PINNED_JOKER, Copies, Copy, copy_of_run, copy_of_set

LAST: Final = KING + 1
"""The place of the high aces; 1 is that of the low ones."""


class LaidCards:
    """The cards of a layout, and the melds before, as the columns see them.

    Attributes:
        copies: the cards of each suit at each place, but for the aces; jokers are those that are
            pinned there.
        aces: those of each suit: what each is as a low one, and as a high one.
        homes: the jokers of the runs before of each suit at each place.
        before: the sets before at each place.
        members: for each suit and place the numbers of the sets before that have a card there.
    """

    def __init__(self, layout: Layout) -> None:
        places = range(LAST + 1)
        self.copies: list[list[list[Copy]]] = [[[] for _ in places] for _ in SUITS]
        self.aces: list[list[tuple[Copy, Copy]]] = [[] for _ in SUITS]
        self.homes: list[list[Copies]] = [[()] * (LAST + 1) for _ in SUITS]
        self.before: list[Before] = [()] * (LAST + 1)
        self.members: list[list[tuple[int, ...]]] = [[()] * (LAST + 1) for _ in SUITS]
        # the cards that lay in no meld first
        left = list(layout.cards)
        for meld in layout.lying:
            for card in meld.cards:
                if card >= 0:
                    left[card] -= 1
        for counts, copy in ((left, 0), (layout.pinned, PINNED_JOKER)):
            for card, n in enumerate(counts):
                if n:
                    suit, place = card // KING, card % KING + 1
                    if place == 1:
                        self.aces[suit].extend([(copy, copy)] * n)
                    else:
                        self.copies[suit][place].extend([copy] * n)
        going_on = [[0] * (LAST + 1) for _ in SUITS]
        for meld in layout.lying:
            suit = max(meld.cards) // KING
            if meld.start:
                self._lay_run(meld, suit, going_on[suit])
            else:
                self._lay_set(meld)

    def _lay_run(self, meld: Lying, suit: int, going_on: list[int]) -> None:
        came, end = 0, meld.start + len(meld.cards) - 1
        for place, card in enumerate(meld.cards, meld.start):
            on = 0
            if place < end:
                on = going_on[place] = going_on[place] + 1
            copy = copy_of_run(came, on, joker=card < 0)
            came = on
            if card < 0:
                self.homes[suit][place] = (*self.homes[suit][place], copy)
            elif place == 1:
                self.aces[suit].append((copy, 0))
            elif place == LAST:
                self.aces[suit].append((0, copy))
            else:
                self.copies[suit][place].append(copy)

    def _lay_set(self, meld: Lying) -> None:
        place = max(meld.cards) % KING + 1
        place = LAST if place == 1 else place
        self.before[place] = (*self.before[place], (len(meld.cards), meld.cards.count(-1)))
        number = len(self.before[place])
        copy = copy_of_set(number)
        for card in meld.cards:
            if card >= 0:
                suit = card // KING
                self.members[suit][place] = (*self.members[suit][place], number)
                if place == LAST:
                    self.aces[suit].append((0, copy))
                else:
                    self.copies[suit][place].append(copy)

    def prices(self, place: int, jokers: int, joker: int) -> tuple[int, ...]:
        """What a card of each suit that was in no set pays at first for a place in one."""
        rows = [row[place] for row in self.copies]
        if place == LAST:
            rows = [[high for _, high in aces] for aces in self.aces]
        members = [len(row[place]) for row in self.members]
        return prices_of_places(
            tuple(members),
            tuple([len(row) - n for row, n in zip(rows, members, strict=True)]),
            tuple([0 in row for row in rows]),
            jokers,
            joker,
        )
