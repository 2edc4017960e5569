"""How text is read with a notation: its names in capitals, and the forms in which cards come.

A notation's patterns are made when text is first read with it. That no text could be read
in two ways is seen when the notation is made, and needs no patterns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from .cards import JOKER, KING, RANKS, SUITS, AnyCard, Rank, Suit, card_of
from .errors import OptionError

if TYPE_CHECKING:
    from .naming import Notation

HAND_MARK: Final = "*"
"""Stands behind a card of the hand in what the command line prints; reading drops it."""

SUPPORT_MARK: Final = "+"
"""Stands behind a support card in what the command line prints; reading drops it."""

MOVED_MARK: Final = "'"
"""Stands behind a moved card in what the command line prints; reading drops it."""

_Thing = TypeVar("_Thing")

_NAME: Final = re.compile(r"[^\s,/|*+–-]+(?<!')")
_FOLD: Final = str.maketrans(
    {
        **{letter: letter.upper() for letter in ascii_lowercase},
        "\ufe0e": None,  # marks that choose how a pip is drawn are no part of the card
        "\ufe0f": None,
        HAND_MARK: None,
    }
)
"""Letters to capitals, ASCII only: ``str.upper`` would make 7SS of 7ß."""


class _Names(NamedTuple):
    """What a notation reads: all names, in capitals, with what they name."""

    fold: dict[int, str | None]
    ranks: dict[str, Rank]
    suits: dict[str, Suit]
    jokers: list[str]
    spoken_ranks: dict[str, Rank]
    spoken_suits: dict[str, Suit]
    link: str

    @classmethod
    def of(cls, notation: Notation) -> _Names:
        """The names of a notation; raises what it does."""
        names = all_names(notation)
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
        range: two ranks, and a suit at the outer end at least.
        words: a card, or a range, in words: the suit first, and last.
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
        names = _Names.of(notation)
        rank, suit = _one_of(names.ranks), _one_of(names.suits)
        # a range names its suit at its outer end at least
        inner = {"low": f"{suit}?", "high": suit}
        if notation.order == "suit first":
            inner = {"low": suit, "high": f"{suit}?"}
        low, high = (
            notation.joined(f"(?P<{end}>{rank})", f"(?P<{end}_suit>{pattern})")
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
            re.compile(notation.joined(f"(?P<rank>{rank})", f"(?P<suits>{suit}+)")),
            re.compile(suit),
            re.compile(f"{low}[-–]{high}"),
            tuple(map(re.compile, words)),
        )


_PIECE: Final = r"[^\s,/|]+"
_END: Final = r"(?![^\s,/|])"
_MARKS: Final = f"[{re.escape(HAND_MARK + SUPPORT_MARK + MOVED_MARK)}]*"


def _words(names: _Names) -> list[str]:
    """Patterns for a card or a range in words, if the notation has any: suit first, rank first."""
    if not names.spoken_suits:
        return []
    rank = _one_of({**names.ranks, **names.spoken_ranks})
    ranks = f"(?P<low>{rank})(?:[-–](?P<high>{rank}))?"
    suit = f"(?P<suit>{_one_of(names.spoken_suits)})"
    link = rf"\s*{re.escape(names.link)}\s*" if names.link else ""
    after_suit = "|".join(filter(None, (link, r"\s+", "[-–]")))
    return [f"{suit}(?:{after_suit})?{ranks}", f"{ranks}(?:{link})?{suit}"]


def all_names(notation: Notation) -> dict[str, list[list[str]]]:
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


def check_unambiguous(notation: Notation) -> None:
    """See that no text could be read in two ways.

    Raises:
        OptionError: it could, or the notation has not the names that it needs.
    """
    names = _Names.of(notation)
    short = [(*rank, *suit) for rank in names.ranks.items() for suit in names.suits.items()]
    ranks = [*names.ranks.items(), *names.spoken_ranks.items()]
    words = [(*rank, *suit) for rank in ranks for suit in names.spoken_suits.items()]
    forms = [(notation.joined(rank, suit), r, s) for rank, r, suit, s in short]
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
