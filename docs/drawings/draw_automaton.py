"""Draw the column automaton: ``python docs/drawings/draw_automaton.py`` writes the SVG files.

Every state and every arrow comes from the machine that the solver runs; only where they stand is
said here. A test sees that the files are what this script draws, and that nothing is missing.

- ``suit-1.svg``, ``suit-2.svg``: what one suit remembers, with one deck and with two;
- ``walk.svg``: the automaton reads the worked position of the rule sheets, column by column.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from svg import Box, arrow, loop, picture, text

from machiavelli_solver import Card, Suit, read_cards
from machiavelli_solver.engines.counting.machine import (
    NONE,
    End,
    Joint,
    Machine,
    Vector,
    machine,
)

FOLDER: Final = Path(__file__).parent

Runs: TypeAlias = tuple[int, int, int]
"""How many open runs of a suit have one card, two, and three or more."""

CELL: Final = 9
PITCH: Final = 12


def cells(x: float, y: float, runs: Runs) -> list[str]:
    """Open runs around a point: a row for each, a square for each card, and + for even more."""
    a, b, c = runs
    rows = [3] * c + [2] * b + [1] * a
    if not rows:
        return [text(x, y, "none", "soft")]
    parts = []
    for row, length in enumerate(rows):
        top = y + (row - (len(rows) - 1) / 2) * 15 - CELL / 2
        left = x - (length * PITCH - (PITCH - CELL)) / 2 - (5 if length == 3 else 0)
        for i in range(length):
            parts.append(
                f'<rect class="cell" x="{left + i * PITCH:g}" y="{top:g}" '
                f'width="{CELL}" height="{CELL}" rx="2"/>'
            )
        if length == 3:
            parts.append(text(left + 3 * PITCH + 5, top + CELL / 2, "+"))
    return parts


# --- one suit


class Step(NamedTuple):
    """What a column does to one suit: so many copies of its card go into runs."""

    before: Runs
    copies: int
    after: Runs


def steps_of(columns: Machine) -> list[Step]:
    """All steps of one suit, as the machine takes them when no other suit has a card."""
    steps = []
    for number, before in enumerate(columns.runs):
        joint = columns.pack((number, 0, 0, 0))
        for copies in range(columns.base):
            for after, sets in columns.moves(joint, copies * columns.units[0]):
                assert sets == NONE, "one suit alone has no sets"
                steps.append(Step(before, copies, columns.open_runs(after)[0]))
    return steps


_ONE_DECK: Final[dict[Runs, tuple[float, float]]] = {
    (0, 0, 0): (70, 95),
    (1, 0, 0): (230, 95),
    (0, 1, 0): (390, 95),
    (0, 0, 1): (550, 95),
}
_TWO_DECKS: Final[dict[Runs, tuple[float, float]]] = {
    (0, 0, 0): (75, 290),
    (1, 0, 0): (265, 110),
    (0, 1, 0): (265, 290),
    (0, 0, 1): (265, 470),
    (2, 0, 0): (640, 110),
    (1, 1, 0): (455, 110),
    (1, 0, 1): (455, 290),
    (0, 2, 0): (640, 290),
    (0, 1, 1): (548, 385),
    (0, 0, 2): (640, 470),
}
_BENDS: Final[dict[tuple[Runs, Runs], float]] = {
    ((0, 0, 1), (0, 0, 0)): 34,
    ((0, 0, 2), (0, 0, 0)): 26,
}


def draw_suit(columns: Machine, places: dict[Runs, tuple[float, float]]) -> list[str]:
    """The states of one suit, each step an arrow with the number of copies in runs."""
    boxes = {runs: Box(x, y, 84, 46) for runs, (x, y) in places.items()}
    steps = steps_of(columns)
    pairs = {(step.before, step.after) for step in steps}
    parts = []
    labels = []
    for before, copies, after in steps:
        if before == after:
            drawn, middle = loop(boxes[before], below=len(places) == 10 and before != (0, 0, 0))
        else:
            both = (after, before) in pairs
            bend = _BENDS.get((before, after), 10 if both else 0)
            drawn, middle = arrow(boxes[before], boxes[after], bend=bend)
        parts += drawn
        labels += [Box(*middle, 16, 16).svg("halo", 8), text(*middle, str(copies), "soft")]
    for runs, box in boxes.items():
        number = columns.runs.index(runs)
        ends = columns.end(columns.pack((number, 0, 0, 0))) is not End.OPEN
        parts.append(box.svg("box end" if ends else "box"))
        parts += cells(box.x, box.y, runs)
    return parts + labels


def suit_drawing(decks: int) -> str:
    """The whole drawing of one suit, for one deck or two."""
    columns = machine(decks)
    if decks == 1:
        title = "What one suit remembers with one deck: four states"
        return picture(620, 135, title, draw_suit(columns, _ONE_DECK))
    bands = [
        Box(x, 300, width, 560).svg("band", 14) for x, width in ((75, 130), (265, 130), (545, 310))
    ]
    heads = [
        text(x, 42, words, "soft") for x, words in ((75, "no open run"), (265, "one"), (545, "two"))
    ]
    title = "What one suit remembers with two decks: ten states"
    return picture(710, 590, title, [*bands, *heads, *draw_suit(columns, _TWO_DECKS)])


# --- a walk

WORKED: Final = "JHDC QHDC KHDC AC"
"""The table of the German and the Swedish sheet, with the card of the hand."""


class Column(NamedTuple):
    """A column that is read, and all that it leads to."""

    cards: list[Card]
    moves: list[tuple[Joint, Joint, Vector]]
    kept: tuple[Joint, ...]


def read(text: str) -> list[Column]:
    """Read cards without a low ace column by column, as the automaton does."""
    columns = machine(1)
    cards = [card for card in read_cards(text) if isinstance(card, Card)]
    walk = []
    joints = columns.start(NONE)
    for rank in dict.fromkeys(card.rank for card in cards):
        here = [card for card in cards if card.rank == rank]
        label = columns.code(sum(card.suit == suit for card in here) for suit in Suit)
        moves = [(joint, *move) for joint in joints for move in columns.moves(joint, label)]
        joints = columns.maximal({after for _, after, _ in moves})
        walk.append(Column(here, moves, joints))
    return walk


def way_to_the_end(walk: list[Column]) -> list[Joint]:
    """The joint states on the way to the end, the first of them after the first column."""
    (end,) = (joint for joint in walk[-1].kept if machine(1).end(joint) is not End.OPEN)
    way = [end]
    for column in reversed(walk):
        way.append(next(before for before, after, _ in column.moves if after == way[-1]))
    return way[-2::-1]


_ROW: Final = 92
_STRIDE: Final = 172


def draw_walk(walk: list[Column]) -> str:
    """The automaton reads cards: each way that a column can go, and what is kept of them."""
    way = way_to_the_end(walk)
    suits = [
        suit for suit in Suit if any(card.suit == suit for each in walk for card in each.cards)
    ]
    start = Box(60, 130, 76, 34)
    boxes = {(0, joint): start for joint in machine(1).start(NONE)}
    parts = [start.svg("box way"), text(start.x, start.y, "start")]
    arrows: list[str] = []
    labels: list[str] = []
    for number, column in enumerate(walk, start=1):
        x = 60 + _STRIDE * number
        parts += draw_cards(x, 34, column.cards)
        joints = sorted({after for _, after, _ in column.moves}, key=_longest)
        kept = [_y_of(joint) for joint in column.kept]
        band = Box(x, (kept[0] + kept[-1]) / 2, 124, abs(kept[-1] - kept[0]) + 92)
        parts.insert(0, band.svg("band", 14))
        for joint in joints:
            box = boxes[number, joint] = Box(x, _y_of(joint), 100, 68)
            on = way[number - 1] == joint
            look = "box way" if on else "box" if joint in column.kept else "box gone"
            parts.append(box.svg(look))
            parts += draw_joint(box, joint, suits, faint=joint not in column.kept)
        for before, after, sets in column.moves:
            on = way[number - 1] == after and (number == 1 or way[number - 2] == before)
            drawn, (mx, my) = arrow(boxes[number - 1, before], boxes[number, after], on=on)
            arrows += drawn
            labels.append(
                text(
                    mx
                    + (14 if sets == NONE and _y_of(after) != boxes[number - 1, before].y else 0),
                    my - 11,
                    "runs" if sets == NONE else "set",
                    "soft",
                )
            )
    x = 60 + _STRIDE * (len(walk) + 1) - 22
    goal = Box(x, _y_of(way[-1]), 76, 34)
    parts += [goal.svg("box way"), text(goal.x, goal.y, "yes")]
    arrows += arrow(boxes[len(walk), way[-1]], goal, on=True)[0]
    title = "The automaton reads JH JD JC, QH QD QC, KH KD KC and AC, rank by rank"
    return picture(x + 50, 470, title, [*parts, *arrows, *labels])


def _longest(joint: Joint) -> int:
    """The most cards that an open run of any suit has, 3 for all longer ones."""
    return max(
        max((length for length, n in enumerate(runs, start=1) if n), default=0)
        for runs in machine(1).open_runs(joint)
    )


def _y_of(joint: Joint) -> float:
    return 130 + _ROW * _longest(joint)


def draw_cards(x: float, y: float, cards: list[Card]) -> list[str]:
    """Cards side by side, around a point."""
    parts = []
    for i, card in enumerate(sorted(cards, key=lambda card: card.suit)):
        box = Box(x + (i - (len(cards) - 1) / 2) * 38, y, 34, 46)
        colour = "red" if card.suit in (Suit.DIAMONDS, Suit.HEARTS) else ""
        parts += [box.svg("card", 5), text(box.x, box.y, card.symbol, colour)]
    return parts


def draw_joint(box: Box, joint: Joint, suits: list[Suit], *, faint: bool) -> list[str]:
    """The open runs of some suits, a row for each."""
    every = machine(1).open_runs(joint)
    if not any(map(any, every)):
        return [text(box.x, box.y, "none open", "soft")]
    parts = []
    for row, suit in enumerate(suits):
        y = box.y + (row - (len(suits) - 1) / 2) * 19
        colour = "red" if suit in (Suit.DIAMONDS, Suit.HEARTS) else ""
        parts.append(text(box.x - 30, y, suit.symbol, colour))
        if any(every[suit]):
            parts += cells(box.x + 8, y, every[suit])
        else:
            parts.append(text(box.x + 8, y, "–", "soft"))
    return [f'<g opacity=".55">{"".join(parts)}</g>'] if faint else parts


# --- the files


def drawings() -> dict[str, str]:
    """All drawings, by the names of their files."""
    return {
        "suit-1.svg": suit_drawing(1),
        "suit-2.svg": suit_drawing(2),
        "walk.svg": draw_walk(read(WORKED)),
    }


if __name__ == "__main__":
    for name, svg in drawings().items():
        (FOLDER / name).write_text(svg, encoding="utf-8")
        print(FOLDER / name)
