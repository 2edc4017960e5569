"""From the chosen word to melds: the word is walked once more, and read backwards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...cards import JOKER, KING, SUITS, AnyCard, card_of
from ...rules import Rules, rank_at
from .automaton import ColumnMachine
from .jokers import JokerUse
from .machine import NONE, SUIT_COUNT, End, Joint, Move, Vector
from .search import Word

_HALF = 7
"""Where a run from the low ace to the high one is cut in two."""


@dataclass(slots=True)
class Laid:
    """A meld under construction: a run's first place, or 0 for a set, and its cards."""

    start: int
    cards: list[AnyCard]

    @property
    def naturals(self) -> int:
        """How many natural cards it holds."""
        return len(self.cards) - self.cards.count(JOKER)

    def put_joker(self, card: AnyCard) -> None:
        """Put a joker in place of a card that it holds; in a set jokers come last."""
        at = self.cards.index(card)
        if self.start:
            self.cards[at] = JOKER
        else:
            del self.cards[at]
            self.cards.append(JOKER)


def melds_of(columns: ColumnMachine, word: Word, rules: Rules) -> list[Laid]:
    """The melds of a word.

    Args:
        columns: the machine that the word was found with: the plain one or the guarded.
        word: the word.
        rules: its aces.

    Returns:
        Melds that each hold a natural card: those of jokers alone are left out.
    """
    machine = columns.plain
    taken = _sets_taken(columns, word, high=rules.aces != "low")
    melds: list[Laid] = []
    runs: list[list[Laid]] = [[] for _ in SUITS]
    going: list[list[Laid]] = [[] for _ in SUITS]
    for place, (use, sets) in enumerate(zip(word.uses, taken, strict=True), start=1):
        rank = rank_at(place)
        for shape in machine.set_sums[sets]:
            melds.append(Laid(0, [card_of(rank, SUITS[suit]) for suit in shape]))
        for suits, jokers in use.sets:
            naturals = [card_of(rank, SUITS[suit]) for suit in suits]
            melds.append(Laid(0, [*naturals, *[JOKER] * jokers]))
        for suit, n in enumerate(machine.columns[use.column]):
            count = n - sets[suit]
            if count:
                card = card_of(rank, SUITS[suit])
                # the shortest open runs go on, as in the machine: those that began last
                going[suit] = going[suit][-count:]
                for run in going[suit]:
                    run.cards.append(card)
                begun = [Laid(place, [card]) for _ in range(count - len(going[suit]))]
                runs[suit] += begun
                going[suit] += begun
            elif going[suit]:
                going[suit] = []
    for each in runs:
        for run in each:
            melds.extend(_within_thirteen(run))
    put_jokers(melds, word.uses)
    # most melds begin with a natural card: nothing is counted
    return [meld for meld in melds if any(card is not JOKER for card in meld.cards)]


def _sets_taken(columns: ColumnMachine, word: Word, *, high: bool) -> list[Vector]:
    """What each column puts into sets, on a fixed one of the ways to the word's end."""
    first, *rest = word.uses
    last: list[Vector] = []
    if not high:
        # the last column's aces do not go on from the kings: all of them lie in sets
        last = [columns.plain.columns[rest.pop().column]]
    labels = [use.label for use in rest]
    machine = columns.plain
    starts = columns.start(machine.columns[first.column], first.in_runs)
    way = first_way(columns, starts, labels, word.end)
    return [NONE, *(sets for _, sets in way[1:]), *last]


def first_way(
    columns: ColumnMachine, starts: tuple[Joint, ...], labels: list[int], end: End
) -> list[Move]:
    """The first way, depth first, from a start through some columns to an end.

    Returns:
        The joint states, the start first, each with what its column put into sets.
    """
    dead: set[tuple[int, Joint]] = set()
    way: list[Move] = []

    def goes_on(joint: Joint) -> bool:
        place = len(way) - 1
        if place == len(labels):
            return columns.end(joint) is end
        if (place, joint) in dead:
            return False
        # most cards in runs first: fewer and longer melds
        for after, sets in columns.moves(joint, labels[place]):
            way.append((after, sets))
            if goes_on(after):
                return True
            way.pop()
        dead.add((place, joint))
        return False

    for start in starts:
        way.append((start, NONE))
        if goes_on(start):
            return way
        way.pop()
    raise AssertionError("the search has found that there is a way")


def _within_thirteen(run: Laid) -> list[Laid]:
    if len(run.cards) <= KING:
        return [run]
    return [Laid(run.start, run.cards[:_HALF]), Laid(run.start + _HALF, run.cards[_HALF:])]


def put_jokers(melds: list[Laid], uses: Iterable[JokerUse]) -> None:
    """Put jokers in place of the cards that they stand for in runs.

    Cells of one card are alike: each is taken from the meld that keeps the most natural cards.
    """
    for place, use in enumerate(uses, start=1):
        if use.in_runs == NONE:
            continue
        for suit, n in enumerate(use.in_runs):
            card = card_of(rank_at(place), SUITS[suit])
            for _ in range(n):
                holders = (meld for meld in melds if card in meld.cards)
                max(holders, key=lambda meld: meld.naturals).put_joker(card)


def lay_spares(melds: list[Laid], spares: int, rules: Rules) -> int:
    """Lay spare jokers at the melds, as many at one as it may hold.

    A run takes one at an end, and when it is full it is cut in two; a set of three cards
    takes one.

    Returns:
        How many find no place.
    """
    while spares and (_lengthen_run(melds, rules) or _lengthen_set(melds, rules)):
        spares -= 1
    return spares


def _may_hold(meld: Laid, rules: Rules) -> bool:
    """May the meld hold a joker more?"""
    limit = rules.jokers_per_meld
    return limit is None or len(meld.cards) - meld.naturals < limit


def _lengthen_run(melds: list[Laid], rules: Rules) -> bool:
    places = rules.run_places
    for at, run in enumerate(melds):
        if not run.start or not _may_hold(run, rules):
            continue
        if len(run.cards) == KING:
            cut = _cut(run)
            melds.insert(at + 1, Laid(run.start + cut, run.cards[cut:]))
            del run.cards[cut:]
        if run.start + len(run.cards) in places:
            run.cards.append(JOKER)
        else:
            run.cards.insert(0, JOKER)
            run.start -= 1
        return True
    return False


def _cut(run: Laid) -> int:
    """Where to cut a full run so that both parts hold a natural card."""
    for cut in range(3, len(run.cards) - 2):
        if not all(c.is_joker for c in run.cards[:cut]) and not all(
            c.is_joker for c in run.cards[cut:]
        ):
            return cut
    raise AssertionError("a full run has more natural cards than jokers")


def _lengthen_set(melds: list[Laid], rules: Rules) -> bool:
    for meld in melds:
        if not meld.start and len(meld.cards) < SUIT_COUNT and _may_hold(meld, rules):
            meld.cards.append(JOKER)
            return True
    return False
