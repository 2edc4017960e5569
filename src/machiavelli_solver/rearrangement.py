"""Where each card of a table comes from: which joins a turn keeps, and which cards it moves.

Equal cards may change places, so there are many ways to see how one table became another.
The one that is found here has the fewest cuts (what these are is said in `joins`); then the
fewest melds of the table are touched. Both are exact. Among what is equal then, cards change
places as long as that saves moves.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final, NamedTuple, TypeAlias

from .cards import JOKER, AnyCard, sort_key
from .errors import PositionError
from .joins import Joins, joins_after, joins_before
from .melds import Meld
from .moves import Place
from .notation import CARD_NOTATION, Notation, print_cards
from .pairing import Group, Pair, best_pairing
from .positions import Position, Table, TableLike


@dataclass(frozen=True, slots=True)
class Placed:
    """A card of the table afterwards, and where it was before.

    Args:
        card: the card.
        source: ``"table"``, ``"hand"``, ``"support"`` or ``"loose"``.
        meld: which of the melds before it was in, from 0; None for a card that was in none.
        place: its place in that meld as it lay, from 0; None likewise.
    """

    card: AnyCard
    source: Place
    meld: int | None = None
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Rearrangement:
    """A table before and after a turn, and where each card came from.

    Args:
        before: the melds before; empty where it was not known how the table lay.
        after: the melds afterwards.
        sources: for each meld afterwards its cards, in its order, with their sources.

    >>> before = Position.of("4-7C / 7DH", "7S 8C")
    >>> after = (Meld.parse("4-6C"), Meld.parse("7CDHS"))
    >>> turn = rearranged(before, after)
    >>> turn.cuts, turn.touched, turn.bases
    (1, (0, 1), (0, 1))
    >>> [str(placed.card) for placed in turn.sources[1] if placed.source == "hand"]
    ['7S']
    >>> turn.moved[1]
    (True, False, False, True)
    """

    before: tuple[Meld, ...]
    after: tuple[Meld, ...]
    sources: tuple[tuple[Placed, ...], ...]

    @property
    def cuts(self) -> int:
        """How many joins of the melds before are not kept."""
        before = [joins_before(meld) for meld in self.before]
        kept = sum(
            _kept(before, [(placed.meld, placed.place) for placed in row], joins_after(meld))
            for meld, row in zip(self.after, self.sources, strict=True)
        )
        return sum(joins.count for joins in before) - kept

    @property
    def touched(self) -> tuple[int, ...]:
        """The melds before, by number, that do not lie there afterwards as they were."""
        left = {*range(len(self.before))}
        for row in self.sources:
            melds = {placed.meld for placed in row}
            meld = melds.pop() if len(melds) == 1 else None
            if meld is not None and len(row) == len(self.before[meld]):
                left.discard(meld)
        return tuple(sorted(left))

    @property
    def bases(self) -> tuple[int | None, ...]:
        """For each meld afterwards, the meld before that it is built on, if there is one.

        Its cards that came from there stay where they lie; all its other cards are moved.
        As many melds as possible are built on others, and then as many cards as possible stay.
        """
        shares = [Counter(p.meld for p in row if p.meld is not None) for row in self.sources]
        return _bases(shares)

    @property
    def moved(self) -> tuple[tuple[bool, ...], ...]:
        """For each card afterwards: was it laid, or taken from another meld?"""
        return tuple(
            tuple(placed.meld is None or placed.meld != base for placed in row)
            for row, base in zip(self.sources, self.bases, strict=True)
        )


def cuts(before: TableLike, after: TableLike, *, notation: Notation = CARD_NOTATION) -> int:
    """How many joins of a table are not kept by another one, seen in the best way.

    A join: two neighbours in a run, or a card in a set beyond its first. What is counted with
    jokers and equal cards is said at the top of `machiavelli_solver.joins`.

    Args:
        before: the table before, as melds; one without melds has no joins.
        after: the melds afterwards, with all cards that were laid.
        notation: what cards are called in text.

    Raises:
        PositionError: the table afterwards is not given as melds, or lacks a card.
        NotationError, CardLikeError: a table cannot be read.

    >>> cuts("4-7C / 7DHS", "4-6C / 7CDHS"), cuts("KHDC / QHDC / JHDC", "J-AC / J-KD / J-KH")
    (1, 6)
    """
    table, melds = (Table.of(each, notation=notation) for each in (before, after))
    if melds.melds is None:
        raise PositionError("after: give the table as melds, with / between them")
    laid = [*(Counter(melds.cards) - Counter(table.cards)).elements()]
    return rearranged(Position(table, tuple(laid)), melds.melds).cuts


def rearranged(
    before: Position,
    melds: Iterable[Meld],
    *,
    shed: Iterable[AnyCard] | None = None,
    support: Iterable[AnyCard] = (),
) -> Rearrangement:
    """Find out where the cards of a table come from: with the fewest cuts, then melds touched.

    Args:
        before: the position before.
        melds: the melds afterwards.
        shed: the cards of the hand that lie in them; None: those that the table had not.
        support: the support and loose cards that do. Of equal ones the loose are used first.

    Raises:
        PositionError: these are not the cards that lie in the melds. Jokers of the table may
            be lacking: they went to the hand.
    """
    after = tuple(melds)
    laid = Counter(card for meld in after for card in meld)
    spare = [*support]
    if shed is None:
        shed = (laid - Counter(before.table.cards) - Counter(spare)).elements()
    given = _given(before, shed, spare)
    _check(Counter(placed.card for placed in given), laid)
    known = () if before.table.melds is None else before.table.melds
    finder = _Finder(known, after, given)
    return Rearrangement(known, after, finder.sources())


def _given(before: Position, shed: Iterable[AnyCard], support: Sequence[AnyCard]) -> list[Placed]:
    """All cards that may lie on the table afterwards, with where they are before."""
    melds = before.table.melds
    if melds is None:
        given = [Placed(card, "table") for card in before.table.cards]
    else:
        given = [
            Placed(card, "table", number, place)
            for number, meld in enumerate(melds)
            for place, card in enumerate(meld)
        ]
    given += [Placed(card, "hand") for card in shed]
    loose = Counter(before.loose)
    for card in support:
        given.append(Placed(card, "loose" if loose[card] > 0 else "support"))
        loose[card] -= 1
    return given


def _check(given: Counter[AnyCard], laid: Counter[AnyCard]) -> None:
    """See that the melds hold the cards that there are; jokers may have gone to the hand."""
    much = sorted((laid - given).elements(), key=sort_key)
    few = sorted((c for c in (given - laid).elements() if not c.is_joker), key=sort_key)
    if much or few:
        raise PositionError(
            f"the melds afterwards {'hold' if much else 'lack'} {print_cards(much or few)}: "
            "expected the cards of the table before and those that were laid"
        )


# --- the search

_At: TypeAlias = tuple[int | None, int | None]
"""A meld before and a place in it, or None twice."""

_NOWHERE: Final[_At] = (None, None)


def _kept(before: Sequence[Joins], came: Sequence[_At], readings: Sequence[Joins]) -> int:
    """How many joins a meld keeps, given where its cards came from."""
    if len({meld for meld, _ in came if meld is not None}) == 0:
        return 0
    return max((_kept_as(before, came, reading) for reading in readings), default=0)


def _kept_as(before: Sequence[Joins], came: Sequence[_At], reading: Joins) -> int:
    if reading.rank is None:
        return sum(
            came[i][0] is not None
            and came[i][0] == came[j][0]
            and (came[i][1], came[j][1], low, high) in before[came[i][0]].links  # type: ignore[index]
            for i, j, low, high in reading.links
        )
    shares = Counter(meld for meld, _ in came if meld is not None)
    return sum(n - 1 for meld, n in shares.items() if before[meld].rank == reading.rank)


def _bases(shares: Sequence[Mapping[int, int]]) -> tuple[int | None, ...]:
    """Build as many melds as possible on others, each on its own, with the most cards staying.

    Args:
        shares: for each meld afterwards how many cards it has from each meld before.
    """
    base: dict[int, int] = {}  # meld before: the meld that is built on it
    for start in range(len(shares)):
        _augment(start, shares, base)
    built = {after: before for before, after in base.items()}
    return tuple(built.get(number) for number in range(len(shares)))


def _augment(start: int, shares: Sequence[Mapping[int, int]], base: dict[int, int]) -> None:
    """Build one meld more, or another set of as many, whichever has the most cards staying.

    The longest of all alternating paths from the new meld is taken (Bellman and Ford). It
    ends in a meld before that is free, or else, if that gains cards, in the meld afterwards
    that gives its own up.
    """
    gain = {start: 0}
    came: dict[int, int] = {}  # meld before: the meld afterwards that would be built on it
    reach: dict[int, int] = {}
    changed = True
    while changed:
        changed = False
        for after, so_far in sorted(gain.items()):
            for meld, n in sorted(shares[after].items()):
                if base.get(meld) == after or so_far + n <= reach.get(meld, so_far + n - 1):
                    continue
                reach[meld], came[meld] = so_far + n, after
                changed = True
                if meld in base:
                    gain[base[meld]] = so_far + n - shares[base[meld]][meld]
    free = [meld for meld in reach if meld not in base]
    if free:
        meld = max(free, key=lambda each: (reach[each], -each))
    else:
        losers = [meld for meld in reach if gain[base[meld]] > 0]
        if not losers:
            return
        meld = max(losers, key=lambda each: (gain[base[each]], -each))
    while True:
        after = came[meld]
        last = next((each for each, other in base.items() if other == after), None)
        if last is not None:
            del base[last]
        base[meld] = after
        if last is None:
            return
        meld = last


_Rank: TypeAlias = tuple[int, int, int, int]
"""How good a rearrangement is, less being better: cuts, melds touched, moves, cards moved."""


class _Problem(NamedTuple):
    """What `best_pairing` is asked, in one way to read the melds afterwards."""

    groups: list[Group]
    kinds: list[list[Pair]]


class _Same(NamedTuple):
    """A meld before that lies there afterwards, too.

    Args:
        before: its number before.
        after: its number afterwards.
        places: for each of its cards the place before, and the place afterwards.
    """

    before: int
    after: int
    places: list[Pair]


class _Finder:
    """Finds the best rearrangement.

    Args:
        before: the melds before.
        after: the melds afterwards.
        given: the cards that may lie there, with where they are before.
    """

    def __init__(
        self, before: Sequence[Meld], after: Sequence[Meld], given: Sequence[Placed]
    ) -> None:
        self._before = before
        self._after = after
        self._given = given
        self._at: list[_At] = [(placed.meld, placed.place) for placed in given]
        self._number = {at: i for i, at in enumerate(self._at) if at != _NOWHERE}
        self._spots = [
            (number, place) for number, meld in enumerate(after) for place in range(len(meld))
        ]
        self._spot_number = {spot: i for i, spot in enumerate(self._spots)}
        self._joins = [joins_before(meld) for meld in before]
        self._readings = [joins_after(meld) for meld in after]
        self._still: set[int] = set()  # the spots in melds that stay as they are

    def sources(self) -> tuple[tuple[Placed, ...], ...]:
        """The cards of each meld afterwards with where they were."""
        came = self._filled(self._best())
        self._improve(came)
        given = iter(self._given[i] for i in came)
        return tuple(tuple(next(given) for _ in meld) for meld in self._after)

    # --- the fewest cuts, and the fewest melds touched

    def _best(self) -> dict[int, int]:
        """The cards that are settled, by the number of their spot."""
        same = self._same()
        stay = self._settled(same)
        found, kept = self._solve(stay)
        if not self._may_lose(same, kept):
            self._still = {*stay}
            return found
        free, most = self._solve({})
        for size in range(len(same), 0, -1):
            for some in combinations(same, size):
                stay = self._settled(some)
                found, kept = self._solve(stay)
                if kept >= most:
                    self._still = {*stay}
                    return found
        return free

    def _settled(self, same: Iterable[_Same]) -> dict[int, int]:
        """The cards of melds that stay as they are, by the number of their spot."""
        return {
            self._spot_number[each.after, place]: self._number[each.before, at]
            for each in same
            for at, place in each.places
        }

    def _may_lose(self, same: Sequence[_Same], kept: int) -> bool:
        """May there be fewer cuts where some of these melds do not stay as they are?

        Let all cards of such a meld change places with those that lie where it could stay.
        Each two neighbours of a run that were joined, here or there, still are. So are the
        cards of sets, unless some of them came from one set and some from another; with two
        copies of each card, and no jokers, that cannot be.
        """
        if kept == sum(joins.count for joins in self._joins):
            return False
        if any(JOKER in self._after[each.after].cards for each in same):
            return True
        if all(self._joins[each.before].rank is None for each in same):
            return False
        copies = Counter(card for meld in self._before for card in meld)
        return copies[JOKER] > 0 or max(copies.values(), default=0) > 2

    def _same(self) -> list[_Same]:
        """Melds that can stay as they are."""
        left: dict[tuple[AnyCard, ...], list[int]] = defaultdict(list)
        for number, meld in enumerate(self._before):
            left[tuple(sorted(meld, key=sort_key))].append(number)
        same = []
        for number, meld in enumerate(self._after):
            numbers = left[tuple(sorted(meld, key=sort_key))]
            if not numbers:
                continue
            as_it_lies = [n for n in numbers if self._before[n] == meld]
            before = (as_it_lies or numbers)[0]
            numbers.remove(before)
            same.append(_Same(before, number, _matched(self._before[before], meld)))
        return same

    def _solve(self, stay: Mapping[int, int]) -> tuple[dict[int, int], int]:
        """The pairing that keeps the most joins, and how many it keeps.

        Args:
            stay: the cards that are settled, by the number of their spot.
        """
        best: dict[int, int] = {}
        most = -1
        for problem in self._problems(stay):
            pairs = best_pairing(problem.groups, problem.kinds)
            made = {*pairs}
            kept = sum(max(0, len(group & made) - 1) for group in problem.groups)
            if kept > most:
                most = kept
                best = {spot: card for card, spot in pairs}
        settled = {self._spots[spot][0] for spot in stay}
        still = sum(
            _kept(
                self._joins,
                [
                    self._at[stay[self._spot_number[number, place]]]
                    for place in range(len(self._after[number]))
                ],
                self._readings[number],
            )
            for number in settled
        )
        return {**best, **stay}, most + still

    def _problems(self, stay: Mapping[int, int]) -> Iterator[_Problem]:
        """The groups of each way to read the melds afterwards, but for ways that keep less."""
        settled = {self._spots[spot][0] for spot in stay}
        here = {self._at[card][0] for card in stay.values()}
        left = [
            (number, joins)
            for number, joins in enumerate(self._joins)
            if number not in here and joins.count
        ]
        ways: list[list[frozenset[Group]]] = []
        for number in range(len(self._after)):
            if number in settled:
                continue
            each = {
                frozenset(group for other in left for group in self._groups(*other, number, joins))
                for joins in self._readings[number]
            }
            best = [way for way in each if not any(way < other for other in each)]
            ways.append(sorted(best, key=lambda way: sorted(map(sorted, way))) or [frozenset()])
        for chosen in product(*ways):
            groups = sorted((group for way in chosen for group in way), key=sorted)
            kinds: dict[AnyCard, set[Pair]] = defaultdict(set)
            for group in groups:
                for card, spot in group:
                    kinds[self._given[card].card].add((card, spot))
            yield _Problem(groups, [sorted(pairs) for pairs in kinds.values()])

    def _groups(self, before: int, joins: Joins, after: int, reading: Joins) -> Iterator[Group]:
        """The pairs that keep joins of one meld in another, in groups."""
        old, new = self._before[before], self._after[after]

        def pair(at: int, place: int) -> Pair:
            return self._number[before, at], self._spot_number[after, place]

        if joins.rank is not None:
            if joins.rank == reading.rank:
                yield frozenset(
                    pair(at, place)
                    for at, card in enumerate(old)
                    for place, other in enumerate(new)
                    if card == other
                )
            return
        ends = {(low, high): (i, j) for i, j, low, high in joins.links}
        for place, following, low, high in reading.links:
            i, j = ends.get((low, high), (-1, -1))
            if i >= 0 and old.cards[i] == new.cards[place] and old.cards[j] == new.cards[following]:
                yield frozenset((pair(i, place), pair(j, following)))

    # --- the others, and fewer moves

    def _filled(self, settled: Mapping[int, int]) -> list[int]:
        """A card for every spot: those that are not settled go where others of theirs are."""
        left: dict[AnyCard, list[int]] = defaultdict(list)
        used = {*settled.values()}
        for card, placed in enumerate(self._given):
            if card not in used:
                left[placed.card].append(card)
        came = [settled.get(spot, -1) for spot in range(len(self._spots))]
        shares = [Counter[int | None]() for _ in self._after]
        for spot, card in settled.items():
            shares[self._spots[spot][0]][self._at[card][0]] += 1
        for spot, (number, place) in enumerate(self._spots):
            if came[spot] < 0:
                cards = left[self._after[number].cards[place]]
                card = max(cards, key=lambda each: (shares[number][self._at[each][0]], -each))
                cards.remove(card)
                came[spot] = card
                shares[number][self._at[card][0]] += 1
        return came

    def _improve(self, came: list[int]) -> None:
        """Let equal cards change places as long as that makes it better."""
        rank = self._rank(came)
        better = True
        while better:
            better = False
            for swap in self._swaps(came):
                for one, other in swap:
                    came[one], came[other] = came[other], came[one]
                new = self._rank(came)
                if new < rank:
                    rank, better = new, True
                    continue
                for one, other in swap:
                    came[one], came[other] = came[other], came[one]

    def _swaps(self, came: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
        """Equal cards that can change places: one pair, or a stretch of neighbours."""
        of_kind: dict[AnyCard, list[int]] = defaultdict(list)
        for spot, (number, place) in enumerate(self._spots):
            if spot in self._still:
                continue
            of_kind[self._after[number].cards[place]].append(spot)
        for spots in of_kind.values():
            for one, other in combinations(spots, 2):
                if self._spots[one][0] == self._spots[other][0]:
                    continue
                if self._source(came[one]) == self._source(came[other]):
                    continue
                yield [(one, other)]
                below = [*self._beside(one, other, -1)]
                stretch = [*below[::-1], (one, other), *self._beside(one, other, 1)]
                if len(stretch) > 1:
                    yield stretch

    def _source(self, card: int) -> tuple[int | None, str]:
        return self._at[card][0], self._given[card].source

    def _beside(self, one: int, other: int, step: int) -> Iterator[tuple[int, int]]:
        """The equal cards that follow two equal cards, in the melds that these are in."""
        melds = self._spots[one][0], self._spots[other][0]
        while True:
            one, other = one + step, other + step
            if not (0 <= one < len(self._spots) and 0 <= other < len(self._spots)):
                return
            here, there = self._spots[one], self._spots[other]
            if (here[0], there[0]) != melds:
                return
            if self._after[here[0]].cards[here[1]] != self._after[there[0]].cards[there[1]]:
                return
            yield one, other

    def _rank(self, came: Sequence[int]) -> _Rank:
        kept = 0
        untouched = 0
        moves = 0
        staying = 0
        shares = []
        for number, meld in enumerate(self._after):
            first = self._spot_number[number, 0] if len(meld) else 0
            cards = came[first : first + len(meld)]
            at = [self._at[card] for card in cards]
            kept += _kept(self._joins, at, self._readings[number])
            moves += len({self._source(card) for card in cards})
            share = Counter(meld for meld, _ in at if meld is not None)
            shares.append(share)
            untouched += any(len(self._before[i]) == n == len(meld) for i, n in share.items())
        for base, share in zip(_bases(shares), shares, strict=True):
            if base is not None:
                moves -= 1
                staying += share[base]
        return -kept, -untouched, moves, -staying


def _matched(old: Meld, new: Meld) -> list[tuple[int, int]]:
    """The places of the same cards in two melds."""
    left = [*range(len(old))]
    found = []
    for place, card in enumerate(new):
        at = next(i for i in left if old.cards[i] == card)
        left.remove(at)
        found.append((at, place))
    return found
