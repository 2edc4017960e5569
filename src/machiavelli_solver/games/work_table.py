"""A turn under way: the table while a player takes it apart, with every step back to its start.

Cards are moved in groups that may be anything on the way; whether the turn is legal is said by
the referee, of what lies there in the end. Groups have numbers that stay the same for the
whole turn: one that has lost all its cards leaves its number free.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from ..cards import JOKER, AnyCard, sort_key
from ..errors import GameError
from ..melds import Meld
from ..naming import CARD_NOTATION, Notation
from ..play import Play, after_play, best_play
from ..positions import Position, Table
from ..rearrangement import Placed
from ..referee import judge
from ..rules import DEFAULT_RULES, Rules
from ..verdicts import Verdict
from ..words import listed
from .moves import Fail, Lay

Beside: TypeAlias = Literal["hand", "loose", "support"]
"""Where cards are that lie in no group."""

Spot: TypeAlias = int | Beside
"""Where a card is: the number of a group, from 1, or beside the table."""

Target: TypeAlias = Spot | Literal["new"]
"""Where a card may go."""

BESIDE: Final[tuple[Beside, ...]] = ("hand", "loose", "support")
"""In this order cards are looked for that lie in no group."""

Group: TypeAlias = tuple[Placed, ...]
"""Cards that lie together, and where each was when the turn began."""

Cards: TypeAlias = tuple[AnyCard, ...]


@dataclass(frozen=True, slots=True)
class Spread:
    """How cards lie at one moment of a turn.

    Args:
        groups: the groups of the table by number, the first one's 1; some may have no cards.
        hand: the player's cards, sorted.
        loose: the loose cards, sorted.
        support: the support cards, sorted.
    """

    groups: tuple[Group, ...]
    hand: Cards
    loose: Cards = ()
    support: Cards = ()

    @property
    def position(self) -> Position:
        """The same as the referee takes it: without groups that have no cards."""
        melds = tuple(_meld(group) for group in self.groups if group)
        table = Table(tuple(card for meld in melds for card in meld), melds)
        return Position(table, self.hand, support=self.support, loose=self.loose)


@dataclass(frozen=True, slots=True)
class WorkTable:
    """A turn under way: `WorkTable.begin` begins one, and each step makes another value.

    Args:
        before: the position when the turn began; the table is given as melds.
        rules: the rules for melds and turns.
        opened: whether the player has opened.
        spreads: how the cards lay at each moment since the start, the present one last.

    >>> from machiavelli_solver.notation import read_cards
    >>> work = WorkTable.begin(Position.of("4-6C / 6DHS", "3C 9H"))
    >>> work = work.move(read_cards("6C"), 2).move(read_cards("3C"), 1)
    >>> print(work.position)
    table: 3C 4C 5C / 6C 6D 6H 6S
    hand: 9H
    >>> work.verdict().legal, [str(card) for card in work.laid]
    (True, ['3C'])
    >>> print(work.undo().position.table)
    4C 5C / 6C 6D 6H 6S
    """

    before: Position
    rules: Rules
    opened: bool
    spreads: tuple[Spread, ...]

    @classmethod
    def begin(
        cls, before: Position, rules: Rules = DEFAULT_RULES, *, opened: bool = True
    ) -> WorkTable:
        """A turn at its start.

        Args:
            before: the position, its table in melds.
            rules: the rules for melds and turns.
            opened: whether the player has opened, where the rules have an opening.

        Raises:
            GameError: it is not known in which melds the table lies.
        """
        if before.table.melds is None:
            raise GameError("the table's melds are not known: expected a table in melds")
        groups = tuple(
            tuple(Placed(card, "table", number, place) for place, card in enumerate(meld))
            for number, meld in enumerate(before.table.melds)
        )
        beside = map(_sorted, (before.hand, before.loose, before.support))
        return cls(before, rules, opened, (Spread(groups, *beside),))

    # --- what there is

    @property
    def now(self) -> Spread:
        """How the cards lie now."""
        return self.spreads[-1]

    @property
    def position(self) -> Position:
        """The position now, its groups as melds, be they valid or not."""
        return self.now.position

    @property
    def melds(self) -> tuple[tuple[int, Meld], ...]:
        """The groups that have cards, each with its number."""
        groups = enumerate(self.now.groups, start=1)
        return tuple((number, _meld(group)) for number, group in groups if group)

    @property
    def steps(self) -> int:
        """How many steps can be undone."""
        return len(self.spreads) - 1

    @property
    def begun(self) -> bool:
        """Does anything lie elsewhere than at the start?"""
        return self.now != self.spreads[0]

    @property
    def laid(self) -> Cards:
        """The cards of the hand that are on the table now, sorted."""
        return _sorted((Counter(self.spreads[0].hand) - Counter(self.now.hand)).elements())

    def wrong(self) -> tuple[int, ...]:
        """The numbers of the groups that are no melds."""
        return tuple(number for number, meld in self.melds if not meld.is_valid(self.rules))

    def verdict(self, *, notation: Notation = CARD_NOTATION) -> Verdict:
        """What the referee says, were the turn to end like this."""
        return judge(self.before, self.position, self.rules, opened=self.opened, notation=notation)

    def lay(self) -> Lay:
        """The play that this is; whether it is allowed is said by the game."""
        return Lay(self.position)

    def fail(self) -> Fail:
        """The move of a player who gives up and leaves the table like this.

        Raises:
            GameError: cards lie there that were not on the table before.
        """
        foreign = [card.card for group in self.now.groups for card in group if _is_laid(card)]
        if foreign or self.now.hand != self.spreads[0].hand:
            raise GameError(
                "a table is left with the cards that it had: take back what was laid, and put "
                "back what was taken"
            )
        return Fail(self.position.table)

    # --- steps

    def move(
        self,
        cards: Iterable[AnyCard],
        target: Target,
        source: Spot | None = None,
        *,
        notation: Notation = CARD_NOTATION,
    ) -> WorkTable:
        """Move cards.

        Args:
            cards: the cards.
            target: the number of a group, ``"new"`` for a group of their own, or ``"hand"``,
                ``"loose"`` or ``"support"`` for cards that came from there. A joker of the
                table may go to the hand, too: that may be an exchange.
            source: where they are. None: a card of the hand is taken first, then a loose
                and a support card, then one of a group: the only one that has it, or one
                from which the move takes other cards anyway.
            notation: what cards are called in errors.

        Raises:
            GameError: a card is not there, or in more than one group; a group has no such
                number; a card may not go there.
        """
        moved = tuple(cards)
        if not moved:
            raise GameError("no cards are named: expected cards to move")
        for spot in (target, source):
            self._check_number(spot)
        taking = _Taking(self.now, target, source, notation)
        if isinstance(target, str) and target != "new":
            return self._next(taking.back(moved, target))
        placed = taking.to_table(moved)
        group = taking.groups[target - 1] if isinstance(target, int) else []
        tidy = _tidy([*group, *placed], self.rules)
        if isinstance(target, int):
            taking.groups[target - 1] = list(tidy)
        else:
            taking.groups.append(list(tidy))
        return self._next(taking.spread())

    def find(self, cards: Iterable[AnyCard], *, seconds: float | None = None) -> Play | None:
        """The play that sheds exactly these cards and those that are laid already.

        Args:
            cards: cards that are in the hand now.
            seconds: how long the answer may take; None for as long as it takes.

        Returns:
            The play, found from the start of the turn: `play` lays it. None where there is
            none.

        Raises:
            GameError: a card is not in the hand.
            TimeLimitError: it was not found in time.
        """
        before, chosen = self.before, Counter(cards)
        lacking = _sorted((chosen - Counter(self.now.hand)).elements())
        if lacking:
            raise GameError(f"{lacking[0]}: expected a card of the hand")
        # a joker that was exchanged for in this turn is no card of the hand at its start
        wanted = _sorted(((chosen + Counter(self.laid)) & Counter(before.hand)).elements())
        play = best_play(
            before.table,
            wanted,
            support=before.support,
            loose=before.loose,
            opened=self.opened,
            rules=self.rules,
            seconds=seconds,
        )
        return play if play is not None and play.shed == wanted else None

    def play(self, play: Play) -> WorkTable:
        """Lay a play that was found in the position of the start, with all of its hand or some.

        Raises:
            GameError: it was found in another position.
            PositionError: it is not known where it was found.
        """
        turn = play.rearrangement
        start = self.spreads[0]
        if turn.before != self.before.table.melds or Counter(play.shed) - Counter(start.hand):
            raise GameError("the play belongs to another position: expected one of this turn")
        groups: list[Group] = [()] * len(start.groups)
        for base, row in zip(turn.bases, turn.sources, strict=True):
            if base is None:
                groups.append(row)
            else:
                groups[base] = row
        after = after_play(self.before, play)
        came = [*self.before.table.cards, *play.shed, *play.support]
        freed = came.count(JOKER) - after.table.cards.count(JOKER)  # and kept in the hand
        hand = Counter([*start.hand, *[JOKER] * freed]) - Counter(play.shed)
        return self._next(
            Spread(tuple(groups), _sorted(hand.elements()), after.loose, after.support)
        )

    def undo(self) -> WorkTable:
        """One step back.

        Raises:
            GameError: nothing was done.
        """
        if not self.steps:
            raise GameError("nothing was moved in this turn")
        return replace(self, spreads=self.spreads[:-1])

    def reset(self) -> WorkTable:
        """All back to where it was at the start; that is a step, too, and can be undone."""
        return self._next(self.spreads[0]) if self.begun else self

    def _next(self, spread: Spread) -> WorkTable:
        return replace(self, spreads=(*self.spreads, spread))

    def _check_number(self, spot: Target | None) -> None:
        count = len(self.now.groups)
        if isinstance(spot, int) and not 1 <= spot <= count:
            here = f"1 to {count}" if count else "new, as the table has none"
            raise GameError(f"{spot}: expected the number of a meld, {here}")


class _Taking:
    """Takes cards from where they lie, one after another.

    Args:
        spread: how the cards lie.
        target: where they shall go.
        source: where they shall come from, if that is said.
        notation: what cards are called in errors.
    """

    def __init__(
        self, spread: Spread, target: Target, source: Spot | None, notation: Notation
    ) -> None:
        self.groups = [list(group) for group in spread.groups]
        self._beside: dict[Beside, list[AnyCard]] = {
            "hand": [*spread.hand],
            "loose": [*spread.loose],
            "support": [*spread.support],
        }
        self._target = target
        self._source = source
        self._notation = notation

    def spread(self) -> Spread:
        """How the cards lie now."""
        hand, loose, support = (_sorted(self._beside[place]) for place in BESIDE)
        return Spread(tuple(map(tuple, self.groups)), hand, loose, support)

    def to_table(self, cards: Sequence[AnyCard]) -> list[Placed]:
        """Take cards that shall lie in a group."""
        spots: dict[AnyCard, list[Spot]] = {}
        for card in cards:
            spots[card] = self._spots(card)
        certain = {each[0] for each in spots.values() if len(each) == 1}
        return [self._taken(card, certain) for card in cards]

    def back(self, cards: Sequence[AnyCard], place: Beside) -> Spread:
        """Take cards that go back to where they came from."""
        for card in cards:
            self._take_back(card, place)
            self._beside[place].append(card)
        return self.spread()

    def _taken(self, card: AnyCard, certain: set[Spot]) -> Placed:
        spots = self._spots(card)
        if not spots:
            raise GameError(self._not_there(card))
        if spots[0] not in BESIDE and len(spots) > 1:
            spots = [spot for spot in spots if spot in certain] or spots
        spot = spots[0]
        if isinstance(spot, str):
            self._beside[spot].remove(card)
            return Placed(card, spot)
        if len(spots) > 1:
            name, numbers = self._notation.text(card), [f"{spot}" for spot in spots]
            raise GameError(
                f"{name} lies in {listed(numbers, 'and')}: say which, as {name} from {spot}"
            )
        group = self.groups[spot - 1]
        return group.pop(next(i for i, placed in enumerate(group) if placed.card == card))

    def _spots(self, card: AnyCard) -> list[Spot]:
        """Where a card can be taken from: beside the table first."""
        beside: list[Spot] = [place for place in BESIDE if card in self._beside[place]]
        groups: list[Spot] = [
            number
            for number, group in enumerate(self.groups, start=1)
            if number != self._target and any(placed.card == card for placed in group)
        ]
        found = [*beside, *groups]
        return found if self._source is None else [each for each in found if each == self._source]

    def _take_back(self, card: AnyCard, place: Beside) -> None:
        """Take a card that came from a place; else, for the hand, a joker of the table."""
        groups = [
            (number, at, placed)
            for number, group in enumerate(self.groups, start=1)
            for at, placed in enumerate(group)
            if placed.card == card and self._source in (None, number)
        ]
        found = [each for each in groups if each[2].source == place]
        if not found and place == "hand" and card.is_joker:
            found = [each for each in groups if each[2].source == "table"]
            numbers = sorted({number for number, _, _ in found})
            if len(numbers) > 1:
                name, spots = self._notation.text(card), [f"{number}" for number in numbers]
                raise GameError(
                    f"{name} lies in {listed(spots, 'and')}: say which, as {name} from {spots[0]}"
                )
        if not found:
            name = self._notation.text(card)
            came = "from your hand" if place == "hand" else f"from the {place} cards"
            raise GameError(f"{name}: expected a {self._notation.card_word} that came {came}")
        number, at, _ = found[-1]
        del self.groups[number - 1][at]

    def _not_there(self, card: AnyCard) -> str:
        name = self._notation.text(card)
        if self._source is not None:
            where = f"in {self._source}"
            if isinstance(self._source, str):
                where = "in your hand" if self._source == "hand" else f"a {self._source} card"
            return f"{name} is not {where}"
        if isinstance(self._target, int):
            here = self.groups[self._target - 1]
            if any(placed.card == card for placed in here):
                return f"{name} lies in {self._target}, and there is no other to be had"
        return f"{name} is neither in your hand nor on the table"


def _is_laid(placed: Placed) -> bool:
    return placed.source != "table"


def _meld(group: Iterable[Placed]) -> Meld:
    return Meld(tuple(placed.card for placed in group))


def _tidy(group: Sequence[Placed], rules: Rules) -> Group:
    """A group in the order of a meld; what is none yet is sorted."""
    meld = _meld(group)
    valid = meld.is_valid(rules)
    cards = meld.ordered(rules).cards if valid else _sorted(meld)
    left = [*group]
    tidy = []
    for card in cards:
        at = next(i for i, placed in enumerate(left) if placed.card == card)
        tidy.append(left.pop(at))
    return tuple(tidy)


def _sorted(cards: Iterable[AnyCard]) -> Cards:
    return tuple(sorted(cards, key=sort_key))
