"""What cards are called: a notation is a frozen value, and there may be any number of them.

`CARD_NOTATION` has the names that are used everywhere, unless another one is asked for;
those of other languages are in `languages`. How text is read with a notation is in
`notation`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, pairwise
from string import ascii_lowercase
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar, get_args

from .cards import ACE, JOKER, KING, RANKS, SUITS, AnyCard, Card, Rank, Suit, card_of
from .errors import OptionError

Order: TypeAlias = Literal["rank first", "suit first"]
"""Which of its two names a card begins with."""

HAND_MARK: Final = "*"
"""Stands behind a card of the hand in what the command line prints; reading drops it."""

SUPPORT_MARK: Final = "+"
"""Stands behind a support card in what the command line prints; reading drops it."""

_Thing = TypeVar("_Thing")

_NAME: Final = re.compile(r"[^\s,/|*+–-]+")
_FOLD: Final = str.maketrans(
    {
        **{letter: letter.upper() for letter in ascii_lowercase},
        "\ufe0e": None,  # marks that choose how a pip is drawn are no part of the card
        "\ufe0f": None,
        HAND_MARK: None,
    }
)
"""Letters to capitals, ASCII only: ``str.upper`` would make 7SS of 7ß."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation:
    """What cards are called, and how they are written.

    Names are kept apart by blanks. A thing may have several names, with slashes between
    them: all are read, and the first is printed. Small letters are read like capitals.

    Args:
        name: what the notation is called.
        ranks: the names of the 13 ranks, the ace first.
        suits: the names of the four suits, in the order of `Suit`.
        joker: the names of a joker.
        pips: what is printed for the suits where pips can be shown; ``""`` for their names.
        order: whether a card is its rank and then its suit (10H), or the other way round.
        spoken_ranks: what the ranks are called in words, the ace first; ``""`` where cards
            are not read in words. Words are read, and never printed.
        spoken_suits: what the suits are called in words.
        link: the word between a rank and its suit, as in ``asso di cuori``; ``""`` for none.
        card_word: what a card is called in sentences.
        rank_word: what a rank is called there.
        suit_word: what a suit is called there.
        ace_word: what an ace is called there.

    Raises:
        OptionError: there are not 13 ranks, four suits and a joker, or what is written
            could be read in two ways.

    >>> ten = Card(10, Suit.HEARTS)
    >>> CARD_NOTATION.text(ten), CARD_NOTATION.text(ten, pips=True), TILE_NOTATION.text(ten)
    ('10H', '10♥', 'R10')
    >>> Notation(name="short", ranks="A K", suits="C D H S", joker="JK")
    Traceback (most recent call last):
      ...
    machiavelli_solver.errors.OptionError: notation 'short': 2 ranks, not 13
    """

    name: str
    ranks: str
    suits: str
    joker: str
    pips: str = ""
    order: Order = "rank first"
    spoken_ranks: str = ""
    spoken_suits: str = ""
    link: str = ""
    card_word: str = "card"
    rank_word: str = "rank"
    suit_word: str = "suit"
    ace_word: str = "ace"
    _names: _Names = field(init=False, repr=False, compare=False)
    _reader: Reader | None = field(init=False, repr=False, compare=False, default=None)

    def __post_init__(self) -> None:
        if self.order not in get_args(Order):
            raise OptionError(f"notation {self.name!r}: order={self.order!r}")
        # made once, so that each card is printed without a look at all names
        object.__setattr__(self, "_names", _Names.of(self))
        _check_unambiguous(self, _ReadNames.of(self))

    @property
    def reader(self) -> Reader:
        """What text is read with; made when it is first asked for, as its patterns take time."""
        if self._reader is None:
            object.__setattr__(self, "_reader", Reader.of(self))
        assert self._reader is not None
        return self._reader

    def text(self, card: AnyCard, *, pips: bool = False) -> str:
        """A card as it is printed; with its pip, if there is one, where pips can be shown."""
        return self.set_text([card], pips=pips) if isinstance(card, Card) else self._names.joker

    def rank_name(self, rank: Rank) -> str:
        """A rank as it is printed."""
        return self._names.ranks[rank - ACE]

    def set_text(self, cards: Sequence[Card], *, pips: bool = False) -> str:
        """Cards of one rank in short.

        >>> sixes = [Card(6, suit) for suit in Suit]
        >>> CARD_NOTATION.set_text(sixes), TILE_NOTATION.set_text(sixes)
        ('6CDHS', 'OBRK6')
        """
        suits = self._names.pips if pips else self._names.suits
        rank = self.rank_name(cards[0].rank)
        return self._joined(rank, "".join([suits[card.suit] for card in cards]))

    def run_text(self, first: Card, last: Card, *, pips: bool = False) -> str:
        """The cards of one suit from one to another in short.

        >>> four, six = Card(4, Suit.HEARTS), Card(6, Suit.HEARTS)
        >>> CARD_NOTATION.run_text(four, six), TILE_NOTATION.run_text(four, six)
        ('4-6H', 'R4-6')
        """
        suits = self._names.pips if pips else self._names.suits
        low, high = self.rank_name(first.rank), self.rank_name(last.rank)
        return self._joined(f"{low}-{high}", suits[last.suit])

    def in_pips(self) -> Notation:
        """The notation that prints pips; it reads the same.

        >>> CARD_NOTATION.in_pips().text(Card(10, Suit.HEARTS))
        '10♥'
        """
        return _in_pips(self)

    def expected(self) -> str:
        """What a piece of text can be, for errors."""
        ten, king = card_of(10, Suit.HEARTS), card_of(KING, Suit.HEARTS)
        sixes = [card_of(6, suit) for suit in SUITS[:3]]
        cards = [self.text(ten), self.text(king, pips=True)]
        if self.spoken_suits:
            cards.append(self._in_words(ten))
        return (
            f"expected a {self.card_word} ({', '.join(cards)}), "
            f"a joker ({self.text(JOKER)}), a range ({self.example_range()}) or "
            f"one {self.rank_word} in several {self.suit_word}s ({self.set_text(sixes)})"
        )

    def in_letters(self, text: str) -> str:
        """Text with an ASCII name for each pip, for where pips cannot be shown.

        >>> CARD_NOTATION.in_letters("10♥ or K♣")
        '10H or KC'
        """
        named = [
            next(filter(str.isascii, names.split("/")), suit.letter)
            for names, suit in zip(self.suits.split(), SUITS, strict=True)
        ]
        return text.translate({ord(s.symbol): name for s, name in zip(SUITS, named, strict=True)})

    def example_range(self, low: Rank = 4, high: Rank = 7, suit: Suit = Suit.CLUBS) -> str:
        """A range, for errors and explanations."""
        return self.run_text(card_of(low, suit), card_of(high, suit))

    def _in_words(self, card: Card) -> str:
        """A card in words, as an example; what is printed are short forms."""
        rank = self.rank_name(card.rank)
        suit = self.spoken_suits.split()[card.suit].split("/")[0]
        if not self.link:
            return f"{suit} {rank}"
        # letters of alphabets come in words with blanks between them
        return f"{rank} {self.link} {suit}" if self.link.isascii() else rank + self.link + suit

    def _joined(self, rank: str, suit: str) -> str:
        return rank + suit if self.order == "rank first" else suit + rank


@lru_cache(maxsize=8)
def _in_pips(notation: Notation) -> Notation:
    if not notation.pips:
        return notation
    suits = [
        "/".join(dict.fromkeys([pip, *names.split("/")]))
        for pip, names in zip(notation.pips.split(), notation.suits.split(), strict=True)
    ]
    return replace(notation, suits=" ".join(suits))


class _Names(NamedTuple):
    """What a notation prints: the first name of each thing."""

    ranks: list[str]
    suits: list[str]
    pips: list[str]
    joker: str

    @classmethod
    def of(cls, notation: Notation) -> _Names:
        """The names of a notation; raises what it does."""
        names = _all_names(notation)
        printed = [each[0] for each in names["suits"]]
        return cls(
            [each[0] for each in names["ranks"]],
            printed,
            [each[0] for each in names["pips"]] or printed,
            names["joker"][0][0],
        )


class _ReadNames(NamedTuple):
    """What a notation reads: all names, in capitals, with what they name."""

    fold: dict[int, str | None]
    ranks: dict[str, Rank]
    suits: dict[str, Suit]
    jokers: list[str]
    spoken_ranks: dict[str, Rank]
    spoken_suits: dict[str, Suit]
    link: str

    @classmethod
    def of(cls, notation: Notation) -> _ReadNames:
        """The names of a notation; raises what it does."""
        names = _all_names(notation)
        fold = _fold_of("".join([*chain(*chain(*names.values())), notation.link]))

        def by_name(what: str, things: Sequence[_Thing]) -> dict[str, _Thing]:
            found: dict[str, _Thing] = {}
            for thing, of_it in zip(things, names[what], strict=False):
                for name in dict.fromkeys(each.translate(fold) for each in of_it):
                    if name in found:
                        raise _alike(notation)
                    found.update(dict.fromkeys(_spellings(name), thing))
            return found

        return cls(
            fold,
            by_name("ranks", RANKS),
            by_name("suits", SUITS),
            list(by_name("joker", [JOKER])),
            by_name("spoken_ranks", RANKS),
            by_name("spoken_suits", SUITS),
            notation.link.translate(fold),
        )


class Reader(NamedTuple):
    """How a notation reads: what its names stand for, and the forms in which cards come.

    Args:
        fold: what is done to each letter before anything else.
        ranks: the ranks by name, in capitals, and in words as well.
        suits: the suits in the same way.
        jokers: the names of a joker.
        token: a piece of text as it is written, small letters and all: a card in words,
            blanks included, or what stands between separators.
        card_or_set: a rank in one suit or more.
        suit: one of these suits.
        ranges: forms of a range; the second and third are cards in words, too.
    """

    fold: dict[int, str | None]
    ranks: dict[str, Rank]
    suits: dict[str, Suit]
    jokers: list[str]
    token: re.Pattern[str]
    card_or_set: re.Pattern[str]
    suit: re.Pattern[str]
    range: re.Pattern[str]
    words: tuple[re.Pattern[str], ...]

    @classmethod
    def of(cls, notation: Notation) -> Reader:
        """The reader of a notation."""
        names = _ReadNames.of(notation)
        rank, suit = _one_of(names.ranks), _one_of(names.suits)
        # a range names its suit at its outer end at least
        inner = {"low": f"{suit}?", "high": suit}
        if notation.order == "suit first":
            inner = {"low": suit, "high": f"{suit}?"}
        low, high = (
            notation._joined(f"(?P<{end}>{rank})", f"(?P<{end}_suit>{pattern})")
            for end, pattern in inner.items()
        )
        words = _words(names)
        spoken = "".join(f"(?i:{form}){_MARKS}{_END}|" for form in words)
        return cls(
            names.fold,
            {**names.ranks, **names.spoken_ranks},
            {**names.suits, **names.spoken_suits},
            names.jokers,
            re.compile(re.sub(r"\(\?P<\w+>", "(?:", spoken) + _PIECE),
            re.compile(notation._joined(f"(?P<rank>{rank})", f"(?P<suits>{suit}+)")),
            re.compile(suit),
            re.compile(f"{low}[-–]{high}"),
            tuple(map(re.compile, words)),
        )


_PIECE: Final = r"[^\s,/|]+"
_END: Final = r"(?![^\s,/|])"
_MARKS: Final = f"[{re.escape(HAND_MARK + SUPPORT_MARK)}]*"


def _words(names: _ReadNames) -> list[str]:
    """Patterns for a card or a range in words, if the notation has any: suit first, rank first."""
    if not names.spoken_suits:
        return []
    rank = _one_of({**names.ranks, **names.spoken_ranks})
    ranks = f"(?P<low>{rank})(?:[-–](?P<high>{rank}))?"
    suit = f"(?P<suit>{_one_of(names.spoken_suits)})"
    link = rf"\s*{re.escape(names.link)}\s*" if names.link else ""
    after_suit = "|".join(filter(None, (link, r"\s+", "[-–]")))
    return [f"{suit}(?:{after_suit})?{ranks}", f"{ranks}(?:{link})?{suit}"]


def _all_names(notation: Notation) -> dict[str, list[list[str]]]:
    """The names of ranks, suits, pips and joker; raises what `Notation` does."""
    all_names = {}
    for what, (count, may_lack) in _COUNTS.items():
        things = [names.split("/") for names in getattr(notation, what).split()]
        if len(things) != count and not (may_lack and not things):
            called = what.replace("_", " ").removesuffix("s")
            raise OptionError(f"notation {notation.name!r}: {len(things)} {called}s, not {count}")
        for name in chain(*things):
            if not _NAME.fullmatch(name):
                raise OptionError(f"notation {notation.name!r}: {name!r} cannot be a name")
        all_names[what] = things
    if bool(all_names["spoken_ranks"]) != bool(all_names["spoken_suits"]):
        raise OptionError(f"notation {notation.name!r}: words for ranks or suits alone")
    if notation.link and not _NAME.fullmatch(notation.link):
        raise OptionError(f"notation {notation.name!r}: {notation.link!r} cannot be a link")
    return all_names


_COUNTS: Final = {
    "ranks": (KING, False),
    "suits": (len(SUITS), False),
    "pips": (len(SUITS), True),
    "joker": (1, False),
    "spoken_ranks": (KING, True),
    "spoken_suits": (len(SUITS), True),
}
"""How many things each field names, and whether it may name none."""


def _check_unambiguous(notation: Notation, names: _ReadNames) -> None:
    """See that no text could be read in two ways.

    Raises:
        OptionError: it could.
    """
    short = [(*rank, *suit) for rank in names.ranks.items() for suit in names.suits.items()]
    ranks = [*names.ranks.items(), *names.spoken_ranks.items()]
    words = [(*rank, *suit) for rank in ranks for suit in names.spoken_suits.items()]
    forms = [(notation._joined(rank, suit), r, s) for rank, r, suit, s in short]
    for rank, r, suit, s in words:
        forms += [(suit + rank, r, s), (rank + suit, r, s)]
    meanings: dict[str, AnyCard] = dict.fromkeys(names.jokers, JOKER)
    for text, r, s in forms:
        card = card_of(r, s)
        if meanings.setdefault(text, card) is not card:
            raise _alike(notation)
    in_order = sorted(names.suits)
    for suit, other in pairwise(in_order):
        if other.startswith(suit):
            raise OptionError(
                f"notation {notation.name!r}: suit {suit!r} begins suit {other!r}, so that "
                "several suits in a row could be read in two ways"
            )
    if not names.spoken_suits:
        return
    # the pieces of words mean nothing by themselves, and a rank does not look like a suit
    alone = [*(name for name, _ in ranks), *filter(None, [names.link])]
    clash = [name for name in (*alone, *names.spoken_suits) if name in meanings]
    clash += [name for name in alone if name in names.spoken_suits]
    if clash:
        raise OptionError(f"notation {notation.name!r}: {clash[0]!r} could be read in two ways")


def _alike(notation: Notation) -> OptionError:
    return OptionError(f"notation {notation.name!r}: two cards are written alike")


def _fold_of(letters: str) -> dict[int, str | None]:
    """Small letters to capitals: ASCII ones, and those others that are in names."""
    capitals = {letter.upper() for letter in letters}
    fold = {ord(each.lower()): each for each in capitals if len(each) == len(each.lower()) == 1}
    return {**fold, **_FOLD}


def _spellings(name: str) -> set[str]:
    """A name with its letters in one piece each, and with accents apart as some systems have it."""
    if not any(letter.isalpha() and not letter.isascii() for letter in name):
        return {name}
    from unicodedata import normalize

    return {name, normalize("NFC", name), normalize("NFD", name)}


def _one_of(names: Iterable[str]) -> str:
    """A pattern for one of these names, the longest that fits."""
    longest_first = sorted(names, key=len, reverse=True)
    return f"(?:{'|'.join(map(re.escape, longest_first))})"


CARD_NOTATION: Final = Notation(
    name="cards",
    ranks="A 2 3 4 5 6 7 8 9 10/T J Q K",
    suits="C/♣/♧ D/♦/♢ H/♥/♡ S/♠/♤",
    joker="JK/JOKER/🃏",
    pips="♣ ♦ ♥ ♠",
)
"""``10H``: a rank (A 2-10 J Q K), then a suit (clubs, diamonds, hearts, spades)."""

TILE_NOTATION: Final = Notation(
    name="tiles",
    ranks="1 2 3 4 5 6 7 8 9 10 11 12 13",
    suits="O B R K",
    joker="JK/J/JOKER/🃏",
    order="suit first",
    card_word="tile",
    rank_word="number",
    suit_word="colour",
    ace_word="1",
)
"""``R10``: a colour (orange, blue, red, black with a K), then a number from 1 to 13.

Orange tiles stand for clubs, blue ones for diamonds, red ones for hearts, black ones for
spades; 1 is the ace, and 11, 12 and 13 are jack, queen and king.
"""

NOTATIONS: Final[Mapping[str, Notation]] = {
    notation.name: notation for notation in (CARD_NOTATION, TILE_NOTATION)
}
"""The notations of cards and of tiles by name; `LANGUAGES` has cards in other languages."""
