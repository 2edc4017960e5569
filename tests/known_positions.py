"""The positions in ``data``: see the README there for where they come from."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class KnownPosition:
    """A position, and the most cards of its hand that can be shed; None: no arrangement."""

    name: str
    table: str
    hand: str
    melds: str
    most: int | None
    most_ace_low: int | None

    @property
    def jokers(self) -> int:
        return self.table.split().count("JK") + self.hand.split().count("JK")


def _read(name: str, row: dict[str, Any]) -> KnownPosition:
    return KnownPosition(
        name, row["table"], row["hand"], row.get("melds", ""), row["most"], row["most_ace_low"]
    )


def stories() -> list[KnownPosition]:
    """The positions with a story, each named by it."""
    rows = json.loads((DATA / "known.json").read_text(encoding="utf-8"))
    return [_read(row["about"], row) for row in rows]


def suites() -> dict[str, list[KnownPosition]]:
    """The generated suites by name."""
    data = json.loads((DATA / "suites.json").read_text(encoding="utf-8"))
    return {
        suite: [_read(f"{suite} {i}", row) for i, row in enumerate(rows)]
        for suite, rows in data.items()
    }
