"""Results as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import floor, log10


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, left: int = 1) -> str:
    """A Markdown table, its first columns flush left and the numbers flush right."""
    lines = [list(heads), *[list(row) for row in rows]]
    widths = [max(3, *(len(line[i]) for line in lines)) for i in range(len(heads))]

    def laid(cells: Sequence[str]) -> str:
        padded = (
            cell.ljust(width) if i < left else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(cells, widths, strict=True))
        )
        return f"| {' | '.join(padded)} |"

    rule = ["-" * width if i < left else "-" * (width - 1) + ":" for i, width in enumerate(widths)]
    return "\n".join([laid(lines[0]), laid(rule), *map(laid, lines[1:])])


def number(value: float) -> str:
    """Three digits that matter, and never an exponent.

    >>> number(0.01234), number(1.5), number(123.4), number(54321)
    ('0.0123', '1.50', '123', '54,321')
    """
    digits = 2 - floor(log10(abs(value))) if value else 0
    return f"{value:,.{max(0, digits)}f}"


def milliseconds(seconds: float) -> str:
    return number(1000 * seconds)


def facts(values: Mapping[str, str]) -> str:
    """A list of names and values."""
    return "\n".join(f"- {name}: {value}" for name, value in values.items())
