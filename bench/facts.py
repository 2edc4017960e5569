"""Exact facts about the game, counted: ``python -m bench.facts tables`` and others.

docs/facts.md has what they print, and says how it is found.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from fractions import Fraction
from math import comb, floor, log10
from pathlib import Path
from typing import Final, Literal

import numpy as np

from machiavelli_solver import Rules, are_valid

from . import games_compared, without_melds
from .report import table
from .valid_tables import each_draw, walk

CARDS_OF_A_DECK: Final = 52
TWO_DECKS: Final = 2
MOST: Final = 20
"""How many cards are drawn at most, where no more can be had in a few minutes."""

TILT: Final = 1.2
"""How much likelier each card more is where cards are drawn for `estimate`."""

MEAN: Final = 65
"""About how many cards a valid table of two decks has: keeps the weights near 1."""

BATCH: Final = 100_000


def multisets(decks: int) -> list[int]:
    """How many multisets of 0, 1, 2, ... cards there are.

    >>> multisets(2)[:4]
    [1, 52, 1378, 24752]
    """
    counts = [1]
    for _ in range(CARDS_OF_A_DECK):
        more = [0] * (len(counts) + decks)
        for cards, n in enumerate(counts):
            for taken in range(decks + 1):
                more[cards + taken] += n
        counts = more
    return counts


def of_all(part: int, whole: int) -> str:
    """A share or a chance in words, no more precise than can be read.

    >>> of_all(1, 3), of_all(100, 22_100), of_all(99_999, 100_000), of_all(1, 1), of_all(0, 9)
    ('33.3 %', '1 in 221', '99.9990 %', 'all', 'none')
    """
    if part in (0, whole):
        return "all" if part else "none"
    share = Fraction(part, whole)
    if 10 * share < 1:
        odds = round(1 / share)
        digits = floor(log10(odds)) - 2
        return f"1 in {round(odds, -digits) if digits > 0 else odds:,}"
    # of what is missing two digits can be seen
    decimals = max(1, -1 - floor(log10(1 - share)))
    return f"{float(100 * share):.{decimals}f} %"


def tables(decks: int, aces: Literal["both", "low"]) -> str:
    """How many valid tables there are, by number of cards, and what part of all that is."""
    counts = walk(decks, aces=aces).count()
    there_are = multisets(decks)
    rows = [
        [str(cards), f"{count:,}", of_all(count, there_are[cards])]
        for cards, count in enumerate(counts)
    ]
    whole = sum(there_are)
    # the numbers of two decks are too long to have two of them side by side
    lines = [
        _beside(["cards", "valid tables", "of all"], rows, 3 - decks),
        "",
        f"In all {sum(counts):,} of {whole:,}, {of_all(sum(counts), whole)}.",
    ]
    return "\n".join(lines)


def chances(decks: int, *, most: int = MOST) -> str:
    """How likely it is that random cards hold a meld, and that they all go down."""
    found = walk(decks, most=most)
    down, different = found.count(each_draw), found.count()
    without = without_melds.draws(decks)
    rows = []
    for cards in range(3, most + 1):
        ways = comb(CARDS_OF_A_DECK * decks, cards)
        none = without[cards] if cards < len(without) else 0
        rows.append(
            [
                str(cards),
                of_all(ways - none, ways),
                of_all(down[cards], ways),
                f"{down[cards]:,}",
                f"{different[cards]:,}",
            ]
        )
    return table(["cards", "a meld", "all go down", "draws", "valid tables"], rows, left=0)


def no_meld(decks: int) -> str:
    """How many cards hold no meld."""
    draws = without_melds.draws(decks)
    rows = []
    for cards, none in enumerate(draws):
        ways = comb(CARDS_OF_A_DECK * decks, cards)
        rows.append([str(cards), f"{none:,}", of_all(none, ways)])
    return _beside(["cards", "draws without a meld", "of all"], rows, 2)


def games(folder: Path, *, games: int, workers: int) -> str:
    """How rounds go under the rules of every sheet; the results are kept in a folder."""
    for name in games_compared.SHEETS:
        file = folder / f"{name}.jsonl"
        games_compared.play(name, file, games=games, seed=1, workers=workers)
    return games_compared.compared(
        {
            name: games_compared.summary_of(folder / f"{name}.jsonl")
            for name in games_compared.SHEETS
        }
    )


def estimate(samples: int, *, seed: int = 1) -> str:
    """How many valid tables of two decks there are with aces both ways, nearly.

    Each table that is valid with low aces is so with aces both ways. So the number with low
    aces, which is exact, is divided by their part among random valid tables. Cards are drawn
    so that more of them are taken than in a random table, and each counts for less instead:
    more of what is drawn is valid then.
    """
    draw = np.random.default_rng(seed)
    one, two = TILT, TILT**2
    none = 1 / (1 + one + two)
    both = low = squares = low_squares = 0.0
    for start in range(0, samples, BATCH):
        places = draw.random((min(BATCH, samples - start), 4, 13))
        counts = (places > none).astype(np.uint8) + (places > none * (1 + one)).astype(np.uint8)
        valid = counts[are_valid(counts)]
        also_low = are_valid(valid, rules=Rules(aces="low"))
        weights = TILT ** (MEAN - valid.sum(axis=(1, 2), dtype=np.float64))
        both += weights.sum()
        low += weights[also_low].sum()
        squares += (weights**2).sum()
        low_squares += (weights[also_low] ** 2).sum()
    part = low / both
    # each valid table is (1 - part) or part away from the part that was found
    error = ((1 - 2 * part) * low_squares + part**2 * squares) ** 0.5 / both
    number = sum(walk(TWO_DECKS, aces="low").count()) / part
    exponent = floor(log10(number))
    return (
        f"About {number / 10**exponent:.2f} * 10^{exponent}, with a standard error of "
        f"{error / part:.1%}: low aces are enough for {part:.1%} of the tables."
    )


def _beside(heads: Sequence[str], rows: Sequence[Sequence[str]], blocks: int) -> str:
    """A long table in some blocks, one beside the other."""
    length = -(-len(rows) // blocks)
    empty = [""] * len(heads)
    lines = [
        [cell for block in range(blocks) for cell in _at(rows, i + block * length, empty)]
        for i in range(length)
    ]
    return table([*heads] * blocks, lines, left=0)


def _at(rows: Sequence[Sequence[str]], i: int, otherwise: Sequence[str]) -> Sequence[str]:
    return rows[i] if i < len(rows) else otherwise


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(prog="bench.facts", description=__doc__.partition("\n")[0])
    kinds = parser.add_subparsers(dest="kind", required=True)
    asked = kinds.add_parser("tables", help="how many valid tables there are")
    asked.add_argument("--decks", type=int, choices=(1, 2), default=1)
    asked.add_argument("--aces", choices=("both", "low"), default="both")
    asked = kinds.add_parser("chances", help="how likely it is that random cards go down")
    asked.add_argument("--decks", type=int, choices=(1, 2), default=TWO_DECKS)
    asked.add_argument("--most", type=int, default=MOST, help=f"of so many cards ({MOST})")
    asked = kinds.add_parser("no-meld", help="how many cards hold no meld")
    asked.add_argument("--decks", type=int, choices=(1, 2), default=TWO_DECKS)
    asked = kinds.add_parser("games", help="rounds under the rules of every sheet, compared")
    asked.add_argument("--games", type=int, default=10_000)
    asked.add_argument("--workers", type=int, default=2)
    asked.add_argument("--out", type=Path, required=True, help="a folder for the results")
    asked = kinds.add_parser("estimate", help="about how many valid tables two decks have")
    asked.add_argument("--samples", type=int, default=20_000_000)
    options = parser.parse_args(arguments)
    match options.kind:
        case "tables":
            if options.decks == TWO_DECKS and options.aces == "both":
                parser.error(
                    "two decks with aces both ways are too many: --aces low, chances, or estimate"
                )
            print(tables(options.decks, options.aces))
        case "chances":
            print(chances(options.decks, most=options.most))
        case "no-meld":
            print(no_meld(options.decks))
        case "games":
            options.out.mkdir(parents=True, exist_ok=True)
            print(games(options.out, games=options.games, workers=options.workers))
        case _:
            print(estimate(options.samples))
    return 0


if __name__ == "__main__":
    sys.exit(main())
