"""Chance that is the same everywhere: a seed's alone.

Of `random.Random` nothing is used but that it can be seeded with text, and `random()`: Python
promises that these two stay as they are, and nothing of the kind for `shuffle`, `choice` or
`sample`.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

_Item = TypeVar("_Item")


class Chance:
    """Chance that a seed decides, on every machine and with every Python.

    Args:
        seed: where it comes from; different texts have nothing to do with one another.

    >>> Chance("7").shuffled("abcdef") == Chance("7").shuffled("abcdef")
    True
    """

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def happens(self, share: float) -> bool:
        """Yes, in this share of all cases."""
        return self._random.random() < share

    def below(self, end: int) -> int:
        """A number from 0, less than another."""
        return int(self._random.random() * end)

    def one_of(self, items: Sequence[_Item]) -> _Item:
        """One of these."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[_Item]) -> list[_Item]:
        """All of these, in any order."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in items]
