"""Small packs, of which every multiset of cards can be asked about."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import product

import pytest

from machiavelli_solver import Aces, Rules
from machiavelli_solver.engines import Problem

Counts = tuple[int, ...]
"""How many copies of each card of a small pack."""


@dataclass(frozen=True)
class SmallPack:
    """Two copies of some cards, and what the aces may be.

    Attributes:
        suits: how many suits, from clubs on.
        ranks: the ranks, 1 is the ace.
        aces: the rule.
    """

    suits: int
    ranks: tuple[int, ...]
    aces: Aces

    def __str__(self) -> str:
        ranks = ",".join(map(str, self.ranks))
        return f"suits {self.suits}, ranks {ranks}, aces {self.aces}"

    @property
    def cards(self) -> list[int]:
        """The cards as places among the 52."""
        return [13 * suit + rank - 1 for suit in range(self.suits) for rank in self.ranks]

    @property
    def size(self) -> int:
        """How many multisets there are."""
        return int(3 ** len(self.cards))

    def all_counts(self) -> Iterator[Counts]:
        """Every multiset, in a fixed order."""
        return product(range(3), repeat=len(self.cards))

    def sample(self, size: int, seed: int) -> list[Counts]:
        """Some multisets, the same ones each time."""
        draw = random.Random(f"{self} {seed}")
        return [tuple(draw.choices(range(3), k=len(self.cards))) for _ in range(size)]

    def in_52(self, counts: Counts) -> Counts:
        """Counts of the small pack as counts of the 52 cards."""
        whole = [0] * 52
        for card, n in zip(self.cards, counts, strict=True):
            whole[card] = n
        return tuple(whole)

    def problem(self, counts: Counts, jokers: int = 0) -> Problem:
        """Do these cards, with so many jokers, partition into valid melds?"""
        return Problem(
            rules=Rules(aces=self.aces, jokers=jokers),
            needed=self.in_52(counts),
            needed_jokers=jokers,
        )


def digest(answers: list[bool]) -> str:
    """A short name of a list of answers: no other list will have it."""
    return sha256(bytes(answers)).hexdigest()[:16]


ALL_OF_A_PACK = [
    (SmallPack(2, (10, 11, 12, 13, 1), "both"), 729, "eed50866530146b1"),
    (SmallPack(2, (1, 2, 3, 4, 5), "low"), 729, "eed50866530146b1"),
    (SmallPack(3, (12, 13, 1), "both"), 87, "de0f558d944fa434"),
    (SmallPack(3, (1, 2, 3), "high"), 27, "79b17f84398417c0"),
    (SmallPack(1, (8, 9, 10, 11, 12, 13, 1, 2, 3), "both"), 298, "c67215c07f92b916"),
    (SmallPack(2, (12, 13, 1, 2), "around"), 100, "824f6b2221e6bf5d"),
]
"""Small packs; how many of their multisets partition into melds, and which, as a digest.

The numbers are what brute force counts. Some can be seen without a computer: where aces are
high, A 2 3 of three suits make sets only, none to two of each rank, which is 3 * 3 * 3; and
where there are two suits there are no sets, so the count is that of one suit squared.
"""

EVERY_PACK = [
    pytest.param(*each, marks=pytest.mark.slow) if each[0].aces == "low" else each
    for each in ALL_OF_A_PACK
]
"""The same as parameters of a test; one takes as long as another that is much like it."""

FOUR_SUITS = (SmallPack(4, (12, 13, 1), "both"), 15_813, "a9b3cfdcac915528")
"""The same for four suits."""
