"""Outs: what each card that may be drawn next would let a player do, and how likely that is.

What the best play sheds is asked of `best_play`, with the drawn cards in the hand. One answer
often serves for many draws: where it leaves drawn cards in the hand, it is the answer without
them as well, since all plays without them were open to it, and in the same order. So cards
that may do nothing are asked about together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import comb
from operator import index
from time import perf_counter
from typing import Final, Protocol, TypeAlias

from .cards import AnyCard, Card, Joker, sort_key
from .engines import EngineName
from .errors import CardCountError, CardLikeError, OptionError, quote
from .naming import CARD_NOTATION, Notation
from .notation import ReadCard
from .play import Objective, Play, best_play
from .positions import CardsLike, Position, TableLike, cards_of, check_counts, what_there_is
from .rules import DEFAULT_RULES, Rules
from .time_limit import seconds_left
from .values import ITALIAN_VALUES, CardValues

Unseen: TypeAlias = CardsLike | Mapping[AnyCard, int]
"""Cards that may be drawn: anything card-like, or how many copies there are of each card."""

MAX_DRAWS: Final = 2
"""How many cards may be drawn at once: three would be some twenty thousand draws."""


@dataclass(frozen=True, slots=True)
class Out:
    """One draw: a card or two, how likely it is, and what the best play afterwards does.

    Args:
        draw: the card that is drawn, or both, sorted.
        ways: in how many ways it is drawn: copies of the card, or pairs of copies.
        chance: how likely it is: the ways out of all ways to draw so many cards.
        shed: the cards that the best play sheds then, sorted.
        kept: the hand after that play, sorted.
        gain: how many cards fewer stay in the hand than if the drawn ones were just added
            to what stays now; where the objective is points, how many points fewer. A card
            that goes down alone is a gain of 1, and leaves the hand as without the draw.
        together: whether two cards do more than the one alone and the other alone: they
            gain more than both gains, or let the player go out, which neither does alone.
    """

    draw: tuple[AnyCard, ...]
    ways: int
    chance: Fraction
    shed: tuple[AnyCard, ...]
    kept: tuple[AnyCard, ...]
    gain: int
    together: bool = False

    @property
    def helps(self) -> bool:
        """Does more go down than without the draw?"""
        return self.gain > 0

    @property
    def laid(self) -> tuple[AnyCard, ...]:
        """The drawn cards that go down; of equal cards those of the hand go first."""
        return _sorted((Counter(self.draw) - Counter(self.kept)).elements())

    @property
    def plays(self) -> bool:
        """Can any card be shed then?"""
        return bool(self.shed)

    @property
    def goes_out(self) -> bool:
        """Is the hand empty after that play?"""
        return bool(self.shed) and not self.kept


@dataclass(frozen=True, slots=True)
class Outs:
    """Every draw there can be, and how likely it is that one of them helps.

    Args:
        draws: how many cards are drawn, 1 or 2.
        unseen: how many cards there are to draw from.
        arrangeable: whether the table can be arranged now, with the hand's help if need be.
        shed: what the best play sheds now, before anything is drawn.
        kept: the hand after that play.
        outs: every draw, the most useful first: those that go out, then those that leave
            the fewest cards (or points) in the hand, then the likeliest, then in the order
            of the cards. Their chances add up to 1.

    With fewer unseen cards than are drawn there are no draws, and all chances are 0.
    """

    draws: int
    unseen: int
    arrangeable: bool
    shed: tuple[AnyCard, ...]
    kept: tuple[AnyCard, ...]
    outs: tuple[Out, ...]

    @property
    def ways(self) -> int:
        """In how many ways so many of the unseen cards can be drawn."""
        return comb(self.unseen, self.draws)

    @property
    def helps(self) -> Fraction:
        """How likely it is that the draw helps: more goes down than now."""
        return _chance(out for out in self.outs if out.helps)

    @property
    def plays(self) -> Fraction:
        """How likely it is that some card can be shed after the draw."""
        return _chance(out for out in self.outs if out.plays)

    @property
    def goes_out(self) -> Fraction:
        """How likely it is that the whole hand can be shed after the draw."""
        return _chance(out for out in self.outs if out.goes_out)


def outs(
    table: TableLike,
    hand: CardsLike,
    *,
    unseen: Unseen | None = None,
    support: CardsLike = "",
    loose: CardsLike = "",
    opened: bool = True,
    rules: Rules = DEFAULT_RULES,
    notation: Notation = CARD_NOTATION,
    engine: EngineName = "counting",
    objective: Objective = "cards",
    values: CardValues = ITALIAN_VALUES,
    draws: int = 1,
    seconds: float | None = None,
) -> Outs:
    """What each card that may be drawn next would let the player do, and the chances.

    Each unseen card is as likely as any other to be drawn next, whoever may hold it: to a
    player who cannot see them, the other hands and the stock are one heap. The table is
    taken as it is now.

    Args:
        table: the cards in the middle; this and what is not named here are as for `best_play`.
        hand: the cards of the player, before the draw.
        unseen: the cards that may be drawn, as cards or as the number of copies of each;
            None for all that are not seen: the pack less table, hand, support and loose.
        support: face-up cards that may be used.
        loose: cards of the table in no meld.
        opened: whether the player has opened.
        rules: what a valid meld is, and what is in the pack.
        notation: what cards are called in text, and in errors.
        engine: which engine answers.
        objective: what the best play sheds the most of, and so what helps.
        values: what cards are worth.
        draws: how many cards are drawn before the next play, 1 or 2. Two are drawn without
            putting the first one back, and their order does not matter.
        seconds: how long all answers together may take; None for as long as it takes.

    Returns:
        Every draw with what it leads to, and the chances, which are exact. Where the table
        has no arrangement nothing is shed.

    Raises:
        NotationError, CardLikeError, CardCountError: the cards cannot be read, or there
            are more of one than in the pack, the unseen ones included.
        PositionError, OptionError, TimeLimitError, EngineError: as for `best_play`.

    >>> found = outs("4-6C / 6DHS", "8C 9H")
    >>> for out in found.outs[:3]:
    ...     print(*out.draw, out.ways, "sheds", *out.shed)
    7C 2 sheds 7C 8C
    3C 2 sheds 3C
    6C 1 sheds 6C
    >>> found.helps, found.goes_out
    (Fraction(5, 96), Fraction(0, 1))
    """
    if isinstance(draws, bool) or not isinstance(draws, int) or not 1 <= draws <= MAX_DRAWS:
        raise OptionError(f"draws={quote(draws)}: expected a whole number from 1 to {MAX_DRAWS}")
    start = perf_counter()
    position = Position.of(
        table, hand, support=support, loose=loose, rules=rules, notation=notation
    )
    left = unseen_cards(position, unseen, rules=rules, notation=notation)
    ask = partial(
        best_play,
        position.table,
        support=position.support,
        loose=position.loose,
        opened=opened,
        rules=rules,
        engine=engine,
        objective=objective,
        values=values,
        tidy=False,
    )
    # the first question sees whether all options are right
    now = ask(position.hand, seconds=seconds)
    turns = _Turns(ask, position.hand, None if seconds is None else start + seconds)
    before = turns.after((), now)
    single = turns.single_draws(left)
    found = single if draws == 1 else turns.pairs(left, single)

    def cost(cards: Iterable[AnyCard]) -> int:
        return sum(1 if objective == "cards" else values.value(card) for card in cards)

    def gain(draw: _Draw, after: _After) -> int:
        return cost(before.kept) + cost(draw) - cost(after.kept)

    def does_more(draw: _Draw, after: _After) -> bool:
        alone = [((card,), single[card,]) for card in draw]
        out_at_last = after.goes_out and not any(each.goes_out for _, each in alone)
        return out_at_last or gain(draw, after) > sum(gain(*each) for each in alone)

    total = left.total()
    made = [
        Out(
            draw=draw,
            ways=_ways(draw, left),
            chance=Fraction(_ways(draw, left), comb(total, draws)),
            shed=after.shed,
            kept=after.kept,
            gain=gain(draw, after),
            together=draws > 1 and does_more(draw, after),
        )
        for draw, after in found.items()
    ]
    made.sort(
        key=lambda out: (not out.goes_out, cost(out.kept), -out.ways, [*map(sort_key, out.draw)])
    )
    return Outs(draws, total, now is not None, before.shed, before.kept, tuple(made))


def unseen_cards(
    position: Position,
    unseen: Unseen | None = None,
    *,
    rules: Rules,
    notation: Notation = CARD_NOTATION,
) -> Counter[AnyCard]:
    """The cards that may be drawn, sorted, and how many copies there are of each.

    Args:
        position: what is seen.
        unseen: the cards that may be drawn, or their numbers; None for the rest of the pack.
        rules: what is in the pack.
        notation: what cards are called in text, and in errors.

    Raises:
        NotationError, CardLikeError, CardCountError: as `outs`.

    >>> from machiavelli_solver.cards import CARDS, JOKER
    >>> found = unseen_cards(Position.of("4-6C /", "7C 7C"), rules=Rules(jokers=1))
    >>> found.total(), found[CARDS[3]], found[CARDS[6]], found[JOKER]
    (100, 1, 0, 1)
    """
    seen = {
        "table": position.table.cards,
        "hand": position.hand,
        "support": position.support,
        "loose": position.loose,
    }
    if unseen is None:
        return Counter(rules.pack) - Counter(card for cards in seen.values() for card in cards)
    cards = (
        list(_counted(unseen, rules, notation))
        if isinstance(unseen, Mapping)
        else cards_of(unseen, source="unseen", notation=notation)
    )
    read = [
        ReadCard(card, source, number)
        for source, group in (*seen.items(), ("unseen", cards))
        for number, card in enumerate(group, start=1)
    ]
    check_counts(read, rules, notation)
    return Counter(sorted(cards, key=sort_key))


def _counted(numbers: Mapping[AnyCard, int], rules: Rules, notation: Notation) -> Iterator[AnyCard]:
    """The cards of a mapping from cards to numbers."""
    for card, copies in numbers.items():
        if not isinstance(card, Card | Joker):
            raise CardLikeError(f"unseen: {quote(card)}: expected a card, or JOKER, as the key")
        name = notation.text(card)
        try:
            number = index(copies)
        except TypeError:
            raise CardLikeError(
                f"unseen: {quote(copies)} copies of {name}: expected a whole number"
            ) from None
        if number < 0:
            raise CardCountError(f"unseen: {number} copies of {name}: expected a number from 0")
        if number > max(rules.decks, rules.jokers):
            have = what_there_is(card, rules)
            raise CardCountError(f"unseen: {quote(number)} copies of {name}, but {have}")
        yield from [card] * number


_Draw: TypeAlias = tuple[AnyCard, ...]
"""Cards that are drawn, sorted."""


@dataclass(frozen=True, slots=True)
class _After:
    """What the best play sheds after a draw, and the hand it leaves; both are sorted."""

    shed: tuple[AnyCard, ...]
    kept: tuple[AnyCard, ...]

    @property
    def goes_out(self) -> bool:
        return bool(self.shed) and not self.kept


class _Ask(Protocol):
    def __call__(self, hand: Sequence[AnyCard], *, seconds: float | None) -> Play | None: ...


class _Turns:
    """Finds what the best plays after draws do.

    Args:
        ask: finds the best play of a hand.
        hand: the hand before the draw.
        deadline: when all must be found, as `time.perf_counter` counts.
    """

    def __init__(self, ask: _Ask, hand: tuple[AnyCard, ...], deadline: float | None) -> None:
        self._ask = ask
        self._hand = hand
        self._held = Counter(hand)
        self._deadline = deadline

    def after(self, draw: _Draw, play: Play | None) -> _After:
        """What a play does; without one nothing is shed."""
        if play is None:
            return _After((), _sorted((*self._hand, *draw)))
        return _After(play.shed, play.kept)

    def single_draws(self, left: Counter[AnyCard]) -> dict[_Draw, _After]:
        """What follows each of the cards that are left."""
        return dict(self._with_each((), [*left]))

    def pairs(self, left: Counter[AnyCard], single: Mapping[_Draw, _After]) -> dict[_Draw, _After]:
        """What follows each two of the cards that are left.

        Args:
            left: the cards that are left.
            single: what follows each one of them.
        """
        useful = [card for card in left if self._laid(single[card,])]
        others = [card for card in left if not self._laid(single[card,])]
        found: dict[_Draw, _After] = {}
        for number, card in enumerate(useful):
            # these go down alone, so most of them will again: to ask for many at once is no use
            for other in useful[number:]:
                if _ways((card, other), left):
                    found |= self._alone((card, other))
            found |= self._with_each((card,), others)
        for number, card in enumerate(others):
            partners = others[number if left[card] > 1 else number + 1 :]
            found |= self._with_each((card,), partners)
        return found

    def _with_each(self, drawn: _Draw, cards: Sequence[AnyCard]) -> Iterator[tuple[_Draw, _After]]:
        """What follows what was drawn and each one of more cards."""
        groups: dict[int, list[AnyCard]] = {}
        for card in cards:
            groups.setdefault(_group(card), []).append(card)
        for group in groups.values():
            yield from self._with_each_of_a_group(drawn, group)

    def _with_each_of_a_group(
        self, drawn: _Draw, group: list[AnyCard]
    ) -> Iterator[tuple[_Draw, _After]]:
        while group:
            after = self._asked(_sorted((*drawn, *group)))
            laid = self._laid(after) - Counter(drawn)
            idle = [card for card in group if not laid[card]]
            if laid.total() <= 1:
                # what stays in the hand has no part in this play
                for card in laid or group:
                    unused = Counter(group)
                    unused[card] -= 1
                    kept = Counter(after.kept) - unused
                    yield _sorted((*drawn, card)), _After(after.shed, _sorted(kept.elements()))
            else:
                for card in laid:
                    yield from self._alone((*drawn, card)).items()
            group = idle if laid else []

    def _alone(self, draw: _Draw) -> dict[_Draw, _After]:
        draw = _sorted(draw)
        return {draw: self._asked(draw)}

    def _asked(self, draw: _Draw) -> _After:
        seconds = seconds_left(self._deadline)
        return self.after(draw, self._ask((*self._hand, *draw), seconds=seconds))

    def _laid(self, after: _After) -> Counter[AnyCard]:
        """The drawn cards that are shed: of equal cards those of the hand go first."""
        return Counter(after.shed) - self._held


def _group(card: AnyCard) -> int:
    """Groups of cards far apart, so that they do not make melds of each other.

    Any groups would do: these need few questions. No two cards of one, but for an ace and
    its king, lie in a meld of three; a joker goes with all cards, and is alone.
    """
    return (card.suit - card.rank) % 4 if isinstance(card, Card) else -1


def _ways(draw: _Draw, left: Counter[AnyCard]) -> int:
    """In how many ways cards can be drawn from those that are left."""
    ways = 1
    for card, copies in Counter(draw).items():
        ways *= comb(left[card], copies)
    return ways


def _chance(found: Iterable[Out]) -> Fraction:
    return sum((out.chance for out in found), Fraction(0))


def _sorted(cards: Iterable[AnyCard]) -> tuple[AnyCard, ...]:
    return tuple(sorted(cards, key=sort_key))
