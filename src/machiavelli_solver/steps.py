"""A turn as a person would do it: one move after another.

Each card is moved once at most, so no move undoes another. The cards of a meld afterwards
come in groups, one from each meld before and from the hand; one group of a meld may stay where
it lies, and every other is one move. With as many groups staying as can (`bases` of a
`Rearrangement`) there are no fewer moves.

The order of the moves is that of a tidy person: a meld is built at once, when the cards that
do not belong to it have left, from other melds first and then from the hand. Melds that only
get cards of the hand, and were not taken from, come at the end. Where melds have to change
cards with each other, one of them is cleared first, so that a turn may pass through melds that
are not valid.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal, TypeAlias

from .cards import AnyCard
from .joins import stands_before
from .melds import Meld, MeldKind
from .moves import Place
from .notation import CARD_NOTATION, Notation, print_cards
from .rearrangement import Placed, Rearrangement

Shown: TypeAlias = Callable[[Iterable[AnyCard]], str]
"""How cards are written in a row."""


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a turn.

    All melds are named by their cards as they lie at that moment, before the move.

    Args:
        cards: the cards that are moved.
        source: the meld that they are taken from, or ``"hand"``, ``"support"`` or ``"loose"``,
            or ``"table"`` where it is not known how the table lay.
        target: the meld that they are added to; None for a new one, and ``"hand"`` for a
            joker that goes to the hand.
        result: the meld that there is then; None for cards that went to the hand.
        freed: for a card that is laid in the place of a joker of the target, what becomes of
            the joker: a step whose source is the target. It belongs to this move.

    >>> step = Step(Meld.parse("6C").cards, Meld.parse("4-6C"), Meld.parse("6DHS"),
    ...             Meld.parse("6CDHS"))
    >>> print(step)
    Take 6C from 4C 5C 6C and add it to 6D 6H 6S.
    """

    cards: tuple[AnyCard, ...]
    source: Meld | Place
    target: Meld | Literal["hand"] | None
    result: Meld | None
    freed: Step | None = None

    def __str__(self) -> str:
        return self.text()

    def text(self, *, notation: Notation = CARD_NOTATION, shown: Shown | None = None) -> str:
        """The move in a sentence.

        Args:
            notation: what cards are called.
            shown: how cards are written in a row; None for `print_cards` with the notation.

        >>> from machiavelli_solver.naming import TILE_NOTATION
        >>> step = Step(Meld.parse("3C").cards, "hand", Meld.parse("4-6C"), Meld.parse("3-6C"))
        >>> step.text(notation=TILE_NOTATION)
        'Lay O3 from the hand on O4 O5 O6.'
        """
        if shown is None:
            shown = partial(print_cards, notation=notation)
        them = "it" if len(self.cards) == 1 else "them"
        cards = shown(self.cards)
        if self.freed is not None and isinstance(self.target, Meld):
            place = f"in the place of {shown(self.freed.cards)} in {shown(self.target)}"
            return f"Lay {cards} from the {self.source} {place}, {self.freed._rest(shown)}."
        if not isinstance(self.source, Meld):
            return f"{self._laid(cards, shown, notation.card_word)}."
        if self.target is None:
            parts = self._parts()
            if parts is not None:
                low, high = map(shown, parts)
                return f"Split {shown(self.source)} into {low} and {high}."
            return f"Take {cards} from {shown(self.source)} for a new meld."
        if self.target == "hand":
            return f"Take {cards} from {shown(self.source)} into the hand."
        if len(self.cards) == len(self.source):
            return f"Join {cards} to {shown(self.target)}."
        return f"Take {cards} from {shown(self.source)} and add {them} to {shown(self.target)}."

    def _laid(self, cards: str, shown: Shown, card_word: str) -> str:
        """Cards that come from no meld."""
        if self.source == "hand":
            source = "from the hand"
        elif self.source == "table":
            source = "from the table"
        else:
            source = f"from the {self.source} {card_word}s"
        if isinstance(self.target, Meld):
            return f"Lay {cards} {source} on {shown(self.target)}{self._shifted(shown)}"
        return f"Lay {cards} {source} as a new meld"

    def _shifted(self, shown: Shown) -> str:
        """What becomes of a meld in which a joker changes its place."""
        if not isinstance(self.target, Meld) or self.result is None:
            return ""
        row = iter(self.result)
        if not any(card.is_joker for card in self.target) or all(c in row for c in self.target):
            return ""
        return f", which makes {shown(self.result)}"

    def _rest(self, shown: Shown) -> str:
        """What becomes of a joker that is freed."""
        cards = shown(self.cards)
        if self.target == "hand":
            return f"and take {cards} into the hand"
        if self.target is None:
            return f"and begin a new meld with {cards}"
        return f"and add {cards} to {shown(self.target)}"

    def _parts(self) -> tuple[tuple[AnyCard, ...], tuple[AnyCard, ...]] | None:
        """The parts of a run that this move splits, in order; None if it is no clean split."""
        if not isinstance(self.source, Meld) or self.source.kind() is not MeldKind.RUN:
            return None
        row, n = self.source.cards, len(self.cards)
        if row[:n] == self.cards:
            return self.cards, row[n:]
        if row[-n:] == self.cards:
            return row[:-n], self.cards
        return None


def steps_of(turn: Rearrangement) -> tuple[Step, ...]:
    """The moves of a turn, in the order in which a person would make them.

    Args:
        turn: where each card of the table came from.

    >>> from machiavelli_solver.positions import Position
    >>> from machiavelli_solver.rearrangement import rearranged
    >>> before = Position.of("4-6C / 6DHS", "3C")
    >>> for step in steps_of(rearranged(before, (Meld.parse("3-5C"), Meld.parse("6CDHS")))):
    ...     print(step)
    Take 6C from 4C 5C 6C and add it to 6D 6H 6S.
    Lay 3C from the hand on 4C 5C.
    """
    return tuple(_Mover(turn).steps())


_Key: TypeAlias = int | Place
"""Where a group of cards comes from: a meld before, by number, or a place."""

_HAND: Final = -1
"""Stands for the hand, where a joker that was exchanged may go, among the melds afterwards."""


@dataclass(frozen=True, slots=True)
class _Move:
    """A group of cards that has to be moved.

    Args:
        source: where it comes from.
        target: the meld afterwards that it belongs to, or the hand.
        places: its places in that meld; in the meld before for cards that go to the hand.
        frees: the move of a joker whose place it takes.
    """

    source: _Key
    target: int
    places: tuple[int, ...]
    frees: _Move | None = None


@dataclass(slots=True)
class _Pile:
    """Cards that lie together: in the order of a meld before, and those that were added.

    Args:
        home: the meld afterwards that is built here; None for a meld that goes away.
        old: its cards from the meld before, each with the meld afterwards that it belongs to.
        mine: the places of the meld afterwards whose cards are here.
        added: whether there are cards here that were not.
    """

    home: int | None
    old: list[tuple[AnyCard, int, int]]
    mine: set[int]
    added: bool = False


class _Mover:
    """Puts the moves of a turn in order, and keeps track of the melds meanwhile."""

    def __init__(self, turn: Rearrangement) -> None:
        self._turn = turn
        self._bases = turn.bases
        self._spots = {
            (placed.meld, placed.place): (number, place)
            for number, row in enumerate(turn.sources)
            for place, placed in enumerate(row)
            if placed.meld is not None
        }
        home = {base: number for number, base in enumerate(self._bases) if base is not None}
        self._piles: dict[int, _Pile] = {}  # the piles of melds before, by number
        for number, meld in enumerate(turn.before):
            old = [
                (card, *self._spots.get((number, place), (_HAND, place)))
                for place, card in enumerate(meld)
            ]
            here = home.get(number)
            mine = {place for _, to, place in old if to == here}
            self._piles[number] = _Pile(here, old, mine)
        self._built: dict[int, _Pile] = {  # the piles of melds afterwards
            number: self._piles[base] for number, base in enumerate(self._bases) if base is not None
        }
        self._begun: set[int] = set()  # the melds afterwards at which something was done
        self._left: list[_Move] = self._exchanged([*self._moves()])

    def steps(self) -> Iterator[Step]:
        """The moves, in order."""
        while self._left:
            for move in self._next():
                self._left.remove(move)
                yield self._done(move)

    # --- what has to be moved

    def _moves(self) -> Iterator[_Move]:
        for number, row in enumerate(self._turn.sources):
            groups: dict[_Key, list[int]] = defaultdict(list)
            for place, placed in enumerate(row):
                groups[_key(placed)].append(place)
            for key, places in groups.items():
                if key != self._bases[number] or isinstance(key, str):
                    yield _Move(key, number, tuple(places))
        for number, pile in self._piles.items():
            gone = tuple(place for _, to, place in pile.old if to == _HAND)
            if gone:
                yield _Move(number, _HAND, gone)

    def _exchanged(self, moves: list[_Move]) -> list[_Move]:
        """The same moves; cards of the hand and the jokers whose places they take are one."""
        for laid in [move for move in moves if move.source == "hand"]:
            base = self._bases[laid.target]
            if base is None:
                continue
            cards = [self._turn.after[laid.target].cards[place] for place in laid.places]
            freed = next((m for m in moves if m.source == base and self._stand_in(m, cards)), None)
            if freed is not None:
                moves.remove(laid)
                moves.remove(freed)
                moves.append(_Move(laid.source, laid.target, laid.places, freed))
        return moves

    def _stand_in(self, move: _Move, cards: list[AnyCard]) -> bool:
        """Are there cards among these that the jokers of a move stand for in the meld before?"""
        assert isinstance(move.source, int)
        pile = self._piles[move.source]
        at = [
            place
            for place, (_, to, there) in enumerate(pile.old)
            if to == move.target and there in move.places
        ]
        if not all(pile.old[place][0].is_joker for place in at):
            return False
        left = [*cards]
        for place in at:
            stands = stands_before(self._turn.before[move.source], place)
            card = next((card for card in left if card in stands), None)
            if card is None:
                return False
            left.remove(card)
        return True

    # --- in which order

    def _next(self) -> list[_Move]:
        """The moves to make next."""
        into: dict[int, list[_Move]] = defaultdict(list)
        for move in self._left:
            into[move.target].append(move)
        laid = {number for number in into if number != _HAND and self._is_laid(into, number)}
        begun = sorted(laid & self._begun)
        if begun:
            return self._in_order(begun[0], into[begun[0]])
        building = [number for number in into if number != _HAND and number not in laid]
        if not building:
            if _HAND in into:
                return into[_HAND]
            number = min(into, key=lambda each: (each not in self._built, each))
            return self._in_order(number, into[number])
        ready = [number for number in building if not self._foreign(number)]
        if ready:
            # where a joker is freed, the meld that it goes to is laid out before, if it can be
            freed = {number: self._freed_to(into, number) for number in ready}
            number = min(ready, key=lambda each: (freed[each] is not None, each))
            first = freed[number]
            number = number if first is None else first
            return self._in_order(number, into[number])
        number = min(building, key=lambda each: (len(self._foreign(each)), each))
        return self._foreign(number)

    def _is_laid(self, into: dict[int, list[_Move]], number: int) -> bool:
        """Is a meld made of cards that lie there as they should, and cards to be laid?"""
        return not self._foreign(number) and all(
            isinstance(move.source, str) and move.frees is None for move in into[number]
        )

    def _freed_to(self, into: dict[int, list[_Move]], number: int) -> int | None:
        """A meld that a joker goes to which is freed in this one, if only cards lack there."""
        targets = [move.frees.target for move in into[number] if move.frees is not None]
        ready = (each for each in targets if each in into and self._is_laid(into, each))
        return next(ready, None)

    def _foreign(self, number: int) -> list[_Move]:
        """The moves that take cards away from where a meld is built."""
        base = self._bases[number]
        if base is None:
            return []
        return [move for move in self._left if move.source == base and move.target != number]

    def _in_order(self, number: int, moves: list[_Move]) -> list[_Move]:
        """The moves that build a meld: from other melds first, from the hand at the end."""
        places: list[_Key] = ["table", "loose", "support", "hand"]

        def order(move: _Move) -> tuple[int, int, int]:
            if isinstance(move.source, str):
                return places.index(move.source), 0, 0
            # a new meld begins with the most cards
            return -1, 0 if number in self._built else -len(move.places), move.places[0]

        return sorted(moves, key=order)

    # --- what lies where

    def _done(self, move: _Move) -> Step:
        """Make a move, and say what it was."""
        if move.frees is not None:
            with_joker = self._meld(self._built[move.target])
            freed = self._done(move.frees)
            step = self._done(_Move(move.source, move.target, move.places))
            return Step(step.cards, step.source, with_joker, step.result, freed)
        source: Meld | Place
        if isinstance(move.source, int):
            pile = self._piles[move.source]
            source = self._meld(pile)
            if pile.home is not None:
                self._begun.add(pile.home)
            going = [
                (card, to, place)
                for card, to, place in pile.old
                if to == move.target and place in move.places
            ]
            pile.old = [each for each in pile.old if each not in going]
            cards = tuple(card for card, _, _ in going)
        else:
            source = move.source
            cards = tuple(self._turn.after[move.target].cards[place] for place in move.places)
        if move.target == _HAND:
            return Step(cards, source, "hand", None)
        self._begun.add(move.target)
        there = self._built.setdefault(move.target, _Pile(move.target, [], set()))
        target = self._meld(there) if there.mine or there.old else None
        there.mine.update(move.places)
        there.added = True
        return Step(cards, source, target, self._meld(there))

    def _meld(self, pile: _Pile) -> Meld:
        """A pile as it lies: as before, or as afterwards where cards were added."""
        if not pile.added or pile.home is None:
            return Meld(tuple(card for card, _, _ in pile.old))
        foreign = [card for card, to, _ in pile.old if to != pile.home]
        after = self._turn.after[pile.home].cards
        mine = [card for place, card in enumerate(after) if place in pile.mine]
        meld = Meld((*foreign, *mine))
        return meld.ordered() if foreign else meld


def _key(placed: Placed) -> _Key:
    return placed.source if placed.meld is None else placed.meld
