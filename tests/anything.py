"""What a client may send: any JSON-like value, right in parts."""

from __future__ import annotations

import random


def some_json(draw: random.Random, depth: int = 0) -> object:
    """Any JSON-like value; often a part of what a position holds."""
    kind = draw.randrange(14 if depth < 4 else 9)
    if kind < 4:
        return draw.choice(("4C", "5C", "6C", "JK", "4-6C", "6CDH", "4-6C / 6DHS", "QS", "7C"))
    if kind == 4:
        return draw.choice((None, True, False, 0, 1, -1, 2**53, 10**400, -(10**400), 3))
    if kind == 5:
        return draw.choice((float("nan"), float("inf"), -0.0, 1e308, 0.5))
    if kind == 6:
        return draw.choice(("", "/", "\x00", "\ud800", "x" * 1000, "4C" * 500, "♠", "7C*", "{}"))
    if kind == 7:
        return draw.choice(("play", "keep", "swap", "around", "not-a-meld", "table:", "hand: 4C"))
    if kind == 8:
        return nested(draw.choice((1, 5, 50, 900)))
    if kind < 12:
        return [some_json(draw, depth + 1) for _ in range(draw.randrange(5))]
    keys = (*KEYS, "table", "hand", "")
    return {draw.choice(keys): some_json(draw, depth + 1) for _ in range(draw.randrange(4))}


KEYS = (
    "schema", "table", "hand", "support", "loose", "before", "after", "rules", "opened", "shed",
    "kept", "melds", "opening", "legal", "reasons", "code", "message", "cards", "decks", "jokers",
    "aces", "jokers_per_meld", "joker_moves", "freed_joker", "joker_company", "opening_values",
    "A", "2", "K", "joker", "x",
)  # fmt: skip


def nested(depth: int) -> object:
    value: object = ["4C"]
    for i in range(depth):
        value = [value] if i % 2 else {"table": value}
    return value
