"""From a word of the general machine to melds: its plans say where each card goes."""

from __future__ import annotations

from ...cards import JOKER, KING, SUITS, AnyCard, card_of
from ...rules import Rules, rank_at
from .general import GeneralMachine, OpenRun, Plan, SuitState
from .machine import MIN_RUN, NONE, Vector
from .rebuild import Laid, first_way, put_jokers
from .search import Word


def melds_by_name(
    general: GeneralMachine, word: Word, rules: Rules, *, by_name: bool
) -> list[Laid]:
    """The melds of a word that the general machine accepts.

    Args:
        general: the machine.
        word: the word.
        rules: its aces.
        by_name: whether the word's columns hold natural cards only, its jokers in runs
            beside them; else these are in the columns, too.

    Returns:
        Melds that each hold a natural card: those of jokers alone are left out.
    """
    columns = general.plain.columns
    low, *rest = word.uses
    if rules.aces == "low":
        rest.pop()  # these aces lie in sets
    jokers = low.in_runs if by_name else NONE
    a, b, c, d = (n + k for n, k in zip(columns[low.column], jokers, strict=True))
    starts = general.start((a, b, c, d), jokers)
    way = first_way(general, starts, [use.label for use in rest], word.end)
    taken = [sets for _, sets in way]
    if rules.aces == "low":
        taken.append(columns[word.uses[-1].column])

    melds = list(_sets(general, word, taken))
    for suit in range(len(SUITS)):
        cells = [
            (columns[use.column][suit] - sets[suit], use.in_runs[suit] if by_name else 0)
            for use, sets in zip(word.uses, taken, strict=True)
        ]
        states = [general.suit_states(joint)[suit] for joint, _ in way]
        hand = _SuitRuns(general, suit, general.seam_states(way[0][0])[suit])
        if general.seam is None:
            hand.go_on(1, Plan((), ("natural",) * cells[0][0] + ("joker",) * cells[0][1]))
        for i in range(1, len(states)):
            hand.go_on(i + 1, general.plan(states[i - 1], *cells[i], states[i]))
        melds += hand.runs()
    if not by_name:
        put_jokers(melds, word.uses)
    return [meld for meld in melds if meld.naturals]


def _sets(general: GeneralMachine, word: Word, taken: list[Vector]) -> list[Laid]:
    melds = []
    for place, (use, sets) in enumerate(zip(word.uses, taken, strict=True), start=1):
        rank = rank_at(place)
        shapes = [(suits, 0) for suits in general.plain.set_sums[sets]]
        for suits, jokers in (*shapes, *use.sets):
            naturals = [card_of(rank, SUITS[suit]) for suit in suits]
            melds.append(Laid(0, [*naturals, *[JOKER] * jokers]))
    return melds


class _SuitRuns:
    """The runs of one suit, laid column by column.

    Args:
        general: the machine.
        suit: the suit.
        seam: the runs that come around the corner. What they hold before it is found at
            the end, among the runs that are open then.
    """

    def __init__(self, general: GeneralMachine, suit: int, seam: SuitState) -> None:
        self._general = general
        self._suit = SUITS[suit]
        self._closed: list[Laid] = []
        self._open: list[tuple[OpenRun, Laid]] = [(run, Laid(2, [])) for run in seam]
        self._seam = list(self._open)

    def go_on(self, place: int, plan: Plan) -> None:
        """Lay a column's cards as planned."""
        still = []
        for (run, laid), card in zip(self._open, plan.goes_on, strict=True):
            longer = self._general.longer(run, card) if card else None
            if longer is None:
                self._closed.append(laid)
            else:
                laid.cards.append(self._card(place, card))
                still.append((longer, laid))
        for card in plan.new:
            still.append((self._general.first(card), Laid(place, [self._card(place, card)])))
        self._open = sorted(still, key=lambda each: each[0])

    def runs(self) -> list[Laid]:
        """The runs, those around the corner joined, none of more than thirteen cards."""
        follows: dict[int, Laid] = {}
        left = list(self._open)
        for run, after in self._seam:
            before = next(each for each in left if _can_be(each[0], run))
            left.remove(before)
            follows[id(before[1])] = after
        everything = self._closed + [laid for _, laid in self._open]
        inner = {id(laid) for laid in follows.values()}
        joined = [laid for laid in everything if id(laid) not in inner]
        for laid in joined:
            self._join(laid, follows)
        for laid in everything:  # what is left goes around in a circle
            if id(laid) in follows:
                self._join(laid, follows)
                joined.append(laid)
        return [part for laid in joined for part in _within_thirteen(laid)]

    def _join(self, laid: Laid, follows: dict[int, Laid]) -> None:
        at = laid
        while id(at) in follows:
            after = follows.pop(id(at))
            if after is laid:
                break
            laid.cards += after.cards
            at = after

    def _card(self, place: int, card: str) -> AnyCard:
        return JOKER if card == "joker" else card_of(rank_at(place), self._suit)


def _can_be(run: OpenRun, seam: OpenRun) -> bool:
    """Can an open run be the one that goes on around the corner?"""
    return run == seam or (run.complete and seam.complete and run.jokers <= seam.jokers)


def _within_thirteen(run: Laid) -> list[Laid]:
    """A run, cut where it is too long so that each part holds a natural card."""
    parts = []
    while len(run.cards) > KING:
        cut = next(
            cut
            for cut in range(min(KING, len(run.cards) - MIN_RUN), MIN_RUN - 1, -1)
            if Laid(0, run.cards[:cut]).naturals and Laid(0, run.cards[cut:]).naturals
        )
        parts.append(Laid(run.start, run.cards[:cut]))
        run = Laid((run.start + cut - 1) % KING + 1, run.cards[cut:])
    return [*parts, run] if run.cards else parts
