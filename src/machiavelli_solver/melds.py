"""Melds, and the validator that every answer passes. No search and no solver is here.

A meld is a group of cards; whether it is a valid one depends on the rules. What a meld
can be read as is a `Reading`: a set or a run of natural cards, with the jokers in the
places of the cards that they stand for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from .cards import (
    ACE,
    CARDS,
    JOKER,
    KING,
    SUITS,
    AnyCard,
    Card,
    Rank,
    Suit,
    card_of,
    count_cards,
    sort_key,
)
from .errors import CardLikeError
from .notation import CARD_NOTATION, Notation, read_cards
from .rules import DEFAULT_RULES, Rules, rank_at

MIN_MELD = 3


class MeldKind(Enum):
    """The two kinds of valid meld."""

    SET = "set"
    RUN = "run"

    def __repr__(self) -> str:
        return f"MeldKind.{self.name}"


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a meld.

    Args:
        kind: set or run.
        cards: the natural cards it amounts to: a run from its lowest card, a set by suit.
        laid: the meld's own cards in the same order, jokers where they stand for a card.
    """

    kind: MeldKind
    cards: tuple[Card, ...]
    laid: tuple[AnyCard, ...]


@dataclass(frozen=True, slots=True)
class Meld:
    """Cards that lie together. A meld may be invalid: `why_not` then says why.

    Args:
        cards: the cards in the order in which they lie. The order is kept, and two melds
            are equal when it is equal, but it has no say in what is valid.

    >>> meld = Meld.parse("JK 7C 8C")
    >>> meld.kind(), [str(card) for card in meld.jokers_stand_for()[0]]
    (MeldKind.RUN, ['6C', '9C'])
    >>> Meld.parse("7H 7H 7S").why_not()
    '7H twice'
    """

    cards: tuple[AnyCard, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.cards, tuple):
            raise CardLikeError(f"{self.cards!r} is no tuple of cards; Meld.parse reads text")

    @classmethod
    def parse(cls, text: str, *, notation: Notation = CARD_NOTATION) -> Meld:
        """Read a meld from text, as ``"4-6C"``, ``"6CDH"`` or ``"4C JK 6C"``.

        Raises:
            NotationError: a piece of the text is no card.
        """
        return cls(tuple(read_cards(text, notation=notation)))

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[AnyCard]:
        return iter(self.cards)

    def is_valid(self, rules: Rules = DEFAULT_RULES) -> bool:
        """Is this a set or a run?

        >>> Meld.parse("Q-AS").is_valid(), Meld.parse("KS AS 2S").is_valid()
        (True, False)
        """
        size = len(self.cards)
        naturals = [card for card in self.cards if isinstance(card, Card)]
        ranks = {card.rank for card in naturals}
        suits = {card.suit for card in naturals}
        if size < MIN_MELD or not len(naturals) == len(ranks) * len(suits) > 0:
            return False
        if rules.jokers_per_meld is not None and size - len(naturals) > rules.jokers_per_meld:
            return False
        if len(ranks) == 1 and size <= len(SUITS):
            return True
        return len(suits) == 1 and _fits(ranks, size, rules)

    def readings(self, rules: Rules = DEFAULT_RULES) -> tuple[Reading, ...]:
        """Every way to read the meld: as sets, by suit, then as runs from the lowest.

        Empty when the meld is not valid.

        >>> [" ".join(map(str, r.cards)) for r in Meld.parse("JK 7C 8C").readings()]
        ['6C 7C 8C', '7C 8C 9C']
        """
        if not self.is_valid(rules):
            return ()
        naturals = [card for card in self.cards if isinstance(card, Card)]
        return (*self._sets(naturals), *self._runs(naturals, rules))

    def kind(self, rules: Rules = DEFAULT_RULES) -> MeldKind | None:
        """Set or run, or None for a meld that is not valid.

        One natural card with two or three jokers can be read as both; it is called a set.
        """
        readings = self.readings(rules)
        return readings[0].kind if readings else None

    def ordered(self, rules: Rules = DEFAULT_RULES) -> Meld:
        """The meld in order: a run from its lowest card, a set by suit with jokers last.

        Of several readings the first is taken; a meld that is not valid stays as it lies.

        >>> print(Meld.parse("6H JK 4H").ordered(), "/", Meld.parse("JK 9S 9C").ordered())
        4H JK 6H / 9C 9S JK
        """
        readings = self.readings(rules)
        if not readings:
            return self
        if readings[0].kind is MeldKind.SET:
            return Meld(tuple(sorted(self.cards, key=sort_key)))
        return Meld(readings[0].laid)

    def jokers_stand_for(self, rules: Rules = DEFAULT_RULES) -> tuple[tuple[Card, ...], ...]:
        """What each joker can stand for, one entry a joker, as they lie in `ordered`.

        A run's jokers are told apart by their place from the run's lowest card on; a
        set's jokers are alike. Empty for a meld without jokers or one that is not valid.

        >>> [[str(c) for c in cards] for cards in Meld.parse("4C JK 6C").jokers_stand_for()]
        [['5C']]
        """
        stands: list[set[Card]] = [set() for card in self.cards if card.is_joker]
        for reading in self.readings(rules):
            places = [i for i, card in enumerate(reading.laid) if card.is_joker]
            cards = [reading.cards[i] for i in places]
            for i, stand in enumerate(stands):
                stand.update(cards if reading.kind is MeldKind.SET else cards[i : i + 1])
        return tuple(tuple(sorted(stand, key=sort_key)) for stand in stands)

    def why_not(
        self, rules: Rules = DEFAULT_RULES, *, notation: Notation = CARD_NOTATION
    ) -> str | None:
        """Why the meld is not valid, in a few words; None when it is.

        >>> Meld.parse("KS AS 2S").why_not()
        'KS AS 2S goes around the corner'
        """
        return None if self.is_valid(rules) else self._fault(rules, notation)

    def _repr_svg_(self) -> str:
        """The meld as a picture, for notebooks."""
        from .pictures import picture

        return picture(self)

    def _sets(self, naturals: list[Card]) -> Iterator[Reading]:
        suits = [card.suit for card in naturals]
        rank = naturals[0].rank
        if len(self.cards) > len(SUITS) or any(card.rank != rank for card in naturals):
            return
        free = [suit for suit in SUITS if suit not in suits]
        for chosen in combinations(free, len(self.cards) - len(naturals)):
            cards = [card_of(rank, suit) for suit in SUITS if suit in suits or suit in chosen]
            laid = (card if card.suit in suits else JOKER for card in cards)
            yield Reading(MeldKind.SET, tuple(cards), tuple(laid))

    def _runs(self, naturals: list[Card], rules: Rules) -> Iterator[Reading]:
        suit = naturals[0].suit
        if any(card.suit != suit for card in naturals):
            return
        ranks = {card.rank for card in naturals}
        for window in rules.run_windows(len(self.cards)):
            run = [rank_at(place) for place in window]
            if ranks.issubset(run):
                cards = tuple(card_of(rank, suit) for rank in run)
                laid = (card if card.rank in ranks else JOKER for card in cards)
                yield Reading(MeldKind.RUN, cards, tuple(laid))

    def _fault(self, rules: Rules, notation: Notation) -> str:
        card_word, rank_word = notation.card_word, notation.rank_word
        naturals = sorted((c for c in self.cards if isinstance(c, Card)), key=sort_key)
        if not self.cards:
            return f"no {card_word}s"
        if len(self.cards) < MIN_MELD:
            return f"one {card_word}" if len(self.cards) == 1 else f"two {card_word}s"
        if not naturals:
            return "jokers alone"
        jokers = len(self.cards) - len(naturals)
        if rules.jokers_per_meld is not None and jokers > rules.jokers_per_meld:
            return f"{jokers} jokers: a meld holds {rules.jokers_per_meld} at most"
        card, copies = Counter(naturals).most_common(1)[0]
        if copies > 1:
            return f"{notation.text(card)} {'twice' if copies == 2 else f'{copies} times'}"
        ranks = {card.rank for card in naturals}
        suits = {card.suit for card in naturals}
        if len(ranks) == 1 and len(suits) == 1:
            return f"more {card_word}s than a run has places"
        if len(ranks) == 1:
            return f"{len(self.cards)} {card_word}s of one {rank_word}: a set has three or four"
        if len(suits) > 1:
            return f"neither one {rank_word} nor one {notation.suit_word}"
        return self._run_fault(ranks, suits.pop(), jokers, rules, notation)

    def _run_fault(
        self, ranks: set[Rank], suit: Suit, jokers: int, rules: Rules, notation: Notation
    ) -> str:
        """Why cards of one suit and different ranks are no run."""
        if len(self.cards) > KING:
            return f"{len(self.cards)} {notation.card_word}s: a run has 13 at most"
        for aces in ("low", "high"):
            if (
                rules.aces in ("low", "high")
                and aces != rules.aces
                and _fits(ranks, len(self.cards), Rules(aces=aces))
            ):
                return f"the {notation.ace_word} is only {rules.aces}"
        gaps = _around(ranks)
        if len(gaps) <= jokers:
            return f"{_in_words(_circle(ranks), suit, notation)} goes around the corner"
        missing = _missing(ranks, rules)
        short = (
            f"{_in_words(missing, suit, notation)} {'is' if len(missing) == 1 else 'are'} missing"
        )
        if not jokers:
            return short
        return f"{short}, with {'one joker' if jokers == 1 else f'{jokers} jokers'} to stand in"


def _fits(ranks: set[Rank], length: int, rules: Rules) -> bool:
    """Is there a run of this length that holds these ranks?"""
    if length > KING:
        return False
    if rules.aces == "around":
        return len(ranks) + len(_around(ranks)) <= length
    low, high = min(ranks), max(ranks)
    if high - low < length and (rules.aces != "high" or ACE not in ranks):
        return True
    if rules.aces == "low" or ACE not in ranks:
        return False
    others = [rank for rank in ranks if rank != ACE]
    return KING + 1 - min(others, default=KING + 1) < length


def _missing(ranks: set[Rank], rules: Rules) -> list[Rank]:
    """The ranks that the shortest run over these ranks lacks, from its lowest."""
    for length in range(len(ranks), KING + 1):
        for window in rules.run_windows(length):
            run = [rank_at(place) for place in window]
            if ranks.issubset(run):
                return [rank for rank in run if rank not in ranks]
    raise AssertionError("a run of thirteen holds every rank")


def _circle(ranks: set[Rank]) -> list[Rank]:
    """The ranks in order around the corner: what follows their widest gap comes first."""
    order = sorted(ranks)
    gaps = [(order[i] - order[i - 1]) % KING for i in range(len(order))]
    first = max(range(len(order)), key=lambda i: (gaps[i], i))
    return order[first:] + order[:first]


def _around(ranks: set[Rank]) -> list[Rank]:
    """The ranks that are missing between these when the ranks are bent to a circle."""
    order = _circle(ranks)
    span = (order[-1] - order[0]) % KING + 1
    return [r for r in ((order[0] + i - 1) % KING + 1 for i in range(span)) if r not in ranks]


def _in_words(ranks: Iterable[Rank], suit: Suit, notation: Notation) -> str:
    return " ".join(notation.text(card_of(rank, suit)) for rank in ranks)


def meld_sort_key(meld: Meld) -> tuple[int, ...]:
    """Where a valid meld stands on a sorted table: runs by suit and place, sets by rank.

    >>> melds = [Meld.parse(text) for text in ("6DHS", "5-7S", "4C JK 6C", "3-5C")]
    >>> print(" / ".join(map(str, sorted(melds, key=meld_sort_key))))
    3C 4C 5C / 4C JK 6C / 5S 6S 7S / 6D 6H 6S
    """
    naturals = [
        (card.rank, card.suit, i) for i, card in enumerate(meld.cards) if isinstance(card, Card)
    ]
    rank, suit, i = naturals[0]
    if all(other == rank for other, _, _ in naturals):
        return (1, rank, *(suit for _, suit, _ in naturals))
    # an ace that comes first is low; where jokers come first the place is counted back
    return (0, suit, rank - i, len(meld.cards), *(place for _, _, place in naturals))


def fault_of(melds: Iterable[Meld], cards: Iterable[AnyCard], rules: Rules) -> str | None:
    """The validator: are these valid melds, and do they hold exactly these cards?

    It knows the definition of a meld and how to count, and nothing of how melds are
    found; every engine's answer passes it before it is returned.

    Returns:
        None when all is right, else the first thing that is wrong, in a few words.

    >>> fault_of([Meld.parse("4-6C")], Meld.parse("6C 4C 5C"), Rules())
    >>> fault_of([Meld.parse("4-6C")], Meld.parse("4C 5C"), Rules())
    'cards do not match: 6C too many'
    """
    laid: list[AnyCard] = []
    for meld in melds:
        fault = meld.why_not(rules)
        if fault is not None:
            return f"{meld}: {fault}"
        laid.extend(meld.cards)
    found, wanted = count_cards(laid), count_cards(cards)
    if found == wanted:
        return None
    for card, has, wants in zip(
        (*CARDS, JOKER), (*found[0], found[1]), (*wanted[0], wanted[1]), strict=True
    ):
        if has != wants:
            return f"cards do not match: {card} too {'many' if has > wants else 'few'}"
    raise AssertionError("unequal counts differ somewhere")
