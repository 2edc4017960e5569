"""What is drawn of each value: which cards, in which blocks, with which marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from string import ascii_lowercase
from typing import Final, NamedTuple

from ..cards import AnyCard, Card
from ..melds import Meld, MeldKind
from ..naming import Notation
from ..positions import Position, Table
from ..rules import DEFAULT_RULES, Rules
from .faces import Mark, Shown
from .layout import Block, Line, Panel, Scene, Tray
from .origins import Origins, Source, origins_of

_NO_STANDS: Final[tuple[Card, ...]] = ()


class Change(NamedTuple):
    """A position that became another.

    Args:
        before: the position before; None where only what it became is known.
        after: the position afterwards; its table is in melds.
        shed: the cards of the hand that were laid.
        beside: the support and loose cards that were used.
    """

    before: Position | None
    after: Position
    shed: Sequence[AnyCard]
    beside: Sequence[AnyCard]


class Scenes:
    """Makes scenes.

    Args:
        rules: what a valid meld is; when given, melds that are none are shown as such.
        notation: what cards are called.
    """

    def __init__(self, rules: Rules | None, notation: Notation) -> None:
        self._faults = rules is not None
        self._rules = DEFAULT_RULES if rules is None else rules
        self._notation = notation

    def melds(self, melds: Iterable[Meld]) -> Scene:
        """Melds and nothing else."""
        nothing = f"no {self._notation.card_word}s"
        return self._scene(Panel("", (Line((self._melds("", melds, nothing),)),)))

    def table(self, table: Table) -> Scene:
        """A table."""
        return self._scene(Panel("", (Line((self._table(table),)),)))

    def position(self, position: Position) -> Scene:
        """A table, the cards beside it, and the hand below."""
        return self._scene(self._panel("", self._table(position.table), position))

    def change(self, change: Change) -> Scene:
        """What became of a position: before and after, side by side."""
        before, after = change.before, change.after
        found = origins_of(
            None if before is None else before.table, after.table, change.shed, change.beside
        )
        laid = () if before is None else before.table.melds or ()
        names = _names(found, len(laid))
        # a meld that is still there stays where it was; new ones come last
        order = sorted(range(len(names)), key=lambda j: (len(names[j]), names[j]))
        melds = after.table.melds or ()
        trays = [self._after(melds[j], found, j, names if laid else None) for j in order]
        has_hand = bool(after.hand or change.shed or (before and before.hand))
        nothing = "empty: goes out" if change.shed else "empty"
        table = Block("Table", tuple(trays), melds=True, empty="empty")
        then = self._panel(
            "After" if before else "", table, after, has_hand=has_hand, no_hand=nothing
        )
        if before is None:
            return self._scene(then)
        table = self._table(before.table)
        if laid:
            goes = _destinations(laid, melds, found, names)
            table = Block("Table", tuple(self._before(laid, goes)), melds=True)
        used = Counter(change.beside)
        first = self._panel(
            "Before",
            table,
            before,
            has_hand=has_hand,
            hand=self._taken(before.hand, Counter(change.shed), Mark.HAND, "is laid"),
            loose=self._taken(before.loose, used, Mark.SUPPORT, "is used"),
            support=self._taken(before.support, used, Mark.SUPPORT, "is used"),
        )
        return self._scene(first, then)

    def _panel(
        self,
        title: str,
        table: Block,
        position: Position,
        *,
        hand: Sequence[Shown] | None = None,
        loose: Sequence[Shown] | None = None,
        support: Sequence[Shown] | None = None,
        has_hand: bool = True,
        no_hand: str = "empty",
    ) -> Panel:
        """A table with the cards around it, as given or without marks."""
        beside = [
            Block(heading, _row(shown or [*map(Shown, cards)]))
            for heading, cards, shown in (
                ("Loose", position.loose, loose),
                ("Support", position.support, support),
            )
            if cards
        ]
        below = [Block("Hand", _row(hand or [*map(Shown, position.hand)]), empty=no_hand)]
        lines = [Line((table,)), Line(tuple(beside)), Line(tuple(below if has_hand else []))]
        return Panel(title, tuple(line for line in lines if line.blocks))

    def _table(self, table: Table) -> Block:
        if table.melds is None:
            return Block("Table", _row([*map(Shown, table.cards)]), empty="empty")
        return self._melds("Table", table.melds, "empty")

    def _melds(self, heading: str, melds: Iterable[Meld], nothing: str) -> Block:
        trays = [
            Tray(tuple(map(Shown, meld, self._no_marks(meld), self._stands(meld))), fault=fault)
            for meld, fault in ((meld, self._fault(meld)) for meld in melds)
        ]
        return Block(heading, tuple(trays), melds=True, empty=nothing)

    def _no_marks(self, meld: Meld) -> list[None]:
        return [None] * len(meld)

    def _after(self, meld: Meld, found: Origins, j: int, names: Sequence[str] | None) -> Tray:
        """A meld afterwards, its cards marked by where they come from."""
        shown = []
        for card, at, stands in zip(meld, found.sources[j], self._stands(meld), strict=True):
            if at is Source.HAND:
                shown.append(Shown(card, Mark.HAND, stands, told="from the hand"))
            elif at is Source.BESIDE:
                shown.append(Shown(card, Mark.SUPPORT, stands, told="from beside the table"))
            elif at is Source.TABLE or at == found.same[j]:
                shown.append(Shown(card, None, stands))
            else:
                name = _name(at)
                shown.append(Shown(card, Mark.MOVED, stands, name, f"from meld {name}"))
        return Tray(tuple(shown), names[j] if names else "", self._fault(meld))

    def _before(
        self, laid: Sequence[Meld], goes: dict[int, dict[AnyCard, list[str]]]
    ) -> Iterator[Tray]:
        """The melds before, with marks on the cards that leave them."""
        for i, meld in enumerate(laid):
            shown = []
            for card, stands in zip(meld, self._stands(meld), strict=True):
                names = goes.get(i, {}).get(card)
                name = names.pop(0) if names else None
                if name is None:
                    shown.append(Shown(card, None, stands))
                else:
                    told = f"to meld {name}" if name else "to the hand"
                    shown.append(Shown(card, Mark.MOVED, stands, name, told))
            yield Tray(tuple(shown), _name(i), self._fault(meld))

    def _taken(
        self, cards: Iterable[AnyCard], taken: Counter[AnyCard], mark: Mark, told: str
    ) -> list[Shown]:
        """Cards, with a mark on those that are taken, which are counted off."""
        shown = []
        for card in cards:
            marked = taken[card] > 0
            taken[card] -= marked
            shown.append(Shown(card, mark, told=told) if marked else Shown(card))
        return shown

    def _fault(self, meld: Meld) -> str:
        if not self._faults:
            return ""
        return meld.why_not(self._rules, notation=self._notation.in_pips()) or ""

    def _stands(self, meld: Meld) -> list[tuple[Card, ...]]:
        """For each card of a meld what it stands for: nothing, unless it is a joker.

        Where a joker lies in a run tells which card it is; one of a set may be several.
        """
        if not any(card.is_joker for card in meld):
            return [_NO_STANDS] * len(meld)
        readings = meld.readings(self._rules)
        for reading in readings:
            if readings[0].kind is MeldKind.RUN and reading.laid == meld.cards:
                return [
                    (card,) if laid.is_joker else _NO_STANDS
                    for card, laid in zip(reading.cards, reading.laid, strict=True)
                ]
        each = iter(meld.jokers_stand_for(self._rules))
        return [next(each, _NO_STANDS) if card.is_joker else _NO_STANDS for card in meld]

    def _scene(self, *panels: Panel) -> Scene:
        shown = [
            card
            for panel in panels
            for line in panel.lines
            for block in line.blocks
            for tray in block.trays
            for card in tray.cards
        ]
        marks = {card.mark for card in shown}
        headings = {
            block.heading for panel in panels for line in panel.lines for block in line.blocks
        }
        beside = " or ".join(each.lower() for each in ("Support", "Loose") if each in headings)
        words = {
            Mark.HAND: ("", "from the hand"),
            Mark.MOVED: ("a", "moved, from or to meld a"),
            Mark.SUPPORT: ("", f"{beside or 'support'} {self._notation.card_word}"),
        }
        legend = tuple((mark, *words[mark]) for mark in Mark if mark in marks)
        return Scene(self._words(panels), self._story(panels[-1]), panels, legend)

    def _words(self, panels: Iterable[Panel]) -> str:
        """What lies where, in words."""
        sentences = []
        for panel in panels:
            parts = []
            for block in chain.from_iterable(line.blocks for line in panel.lines):
                trays = (self._text(tray.cards) for tray in block.trays)
                heading = f"{block.heading}: " if block.heading else ""
                parts.append(heading + (" / ".join(trays) or block.empty))
            title = f"{panel.title}. " if panel.title else ""
            sentences.append(f"{title}{'. '.join(parts)}.")
        return " ".join(sentences)

    def _story(self, panel: Panel) -> str:
        """What became of which card, in words; ``""`` where nothing is marked."""
        told: dict[str, list[Shown]] = {}
        for block in chain.from_iterable(line.blocks for line in panel.lines):
            for shown in chain.from_iterable(tray.cards for tray in block.trays):
                if shown.told:
                    told.setdefault(shown.told, []).append(shown)
        return " ".join(
            f"{words[0].upper()}{words[1:]}: {self._text(cards)}."
            for words, cards in sorted(told.items())
        )

    def _text(self, cards: Iterable[Shown]) -> str:
        return " ".join(self._notation.text(shown.card, pips=True) for shown in cards)


def _row(shown: Sequence[Shown]) -> tuple[Tray, ...]:
    return (Tray(tuple(shown)),) if shown else ()


def _name(number: int) -> str:
    """The name of a meld: a to z, then aa, ab, ... No rank is called by a small letter.

    >>> _name(0), _name(25), _name(26)
    ('a', 'z', 'aa')
    """
    first, last = divmod(number, len(ascii_lowercase))
    return (_name(first - 1) if first else "") + ascii_lowercase[last]


def _names(found: Origins, count: int) -> list[str]:
    """The names of melds afterwards: as before, and new ones for new melds."""
    names = []
    for same in found.same:
        if same is None:
            names.append(_name(count))
            count += 1
        else:
            names.append(_name(same))
    return names


def _destinations(
    laid: Sequence[Meld], melds: Sequence[Meld], found: Origins, names: Sequence[str]
) -> dict[int, dict[AnyCard, list[str]]]:
    """For each meld before the names of the melds that its cards go to; ``""`` for a hand."""
    goes: dict[int, dict[AnyCard, list[str]]] = {i: {} for i in range(len(laid))}
    left = [Counter(meld.cards) for meld in laid]
    for j, meld in enumerate(melds):
        for card, at in zip(meld, found.sources[j], strict=True):
            if isinstance(at, int):
                left[at][card] -= 1
                if at != found.same[j]:
                    goes[at].setdefault(card, []).append(names[j])
    for i, cards in enumerate(left):
        for card in (+cards).elements():
            goes[i].setdefault(card, []).append("")
    return goes
