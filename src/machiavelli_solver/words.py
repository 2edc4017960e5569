"""Words for cards, as messages need them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Sized
from dataclasses import dataclass
from itertools import islice
from typing import Final

from .cards import AnyCard
from .naming import CARD_NOTATION, Notation

_MOST: Final = 14
"""How many cards are named in a row: those of the longest meld, and one more."""


@dataclass(frozen=True, slots=True)
class Words:
    """How cards are spoken of in a notation.

    >>> from machiavelli_solver.notation import read_cards
    >>> Words().listed(read_cards("4-6C")), Words().in_a_row(read_cards("4-6C"))
    ('4C, 5C and 6C', '4C 5C 6C')
    >>> Words().listed(read_cards("4-5C"), "or"), Words().in_a_row(read_cards("A-KC A-KD"))
    ('4C or 5C', 'AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AD ...')
    """

    notation: Notation = CARD_NOTATION

    @property
    def card(self) -> str:
        """What a card is called."""
        return self.notation.card_word

    def listed(self, cards: Sequence[AnyCard], last: str = "and") -> str:
        """Cards in a list, the first ones if they are many."""
        names = [self.notation.text(card) for card in cards[:_MOST]]
        if len(cards) > _MOST:
            names.append(f"{len(cards) - _MOST} more")
        return listed(names, last)

    def in_a_row(self, cards: Iterable[AnyCard]) -> str:
        """Cards as they lie, the first ones if they are many."""
        names = [self.notation.text(card) for card in islice(cards, _MOST + 1)]
        return " ".join(names if len(names) <= _MOST else [*names[:-1], "..."])


def listed(words: Iterable[str], last: str) -> str:
    """Words in a list: ``a``, ``a or b``, ``a, b or c``."""
    *others, final = words
    return f"{', '.join(others)} {last} {final}" if others else final


_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def number_word(count: int) -> str:
    """A number as it is written in a sentence: ``three``, ``13``."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def numbered(count: int, noun: str) -> str:
    """So many of a thing: ``no cards``, ``one card``, ``13 cards``."""
    return f"{number_word(count)} {noun}{'' if count == 1 else 's'}"


def was(things: Sized) -> str:
    """``was`` for one thing, else ``were``."""
    return "was" if len(things) == 1 else "were"
