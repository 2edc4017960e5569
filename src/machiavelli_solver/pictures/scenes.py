"""What is drawn of each value: which cards, in which blocks, with which marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, count, repeat
from string import ascii_lowercase
from typing import Final, NamedTuple

from ..cards import AnyCard, Card, count_cards
from ..errors import PositionError
from ..melds import Meld, MeldKind
from ..naming import Notation
from ..play import Play, after_play
from ..positions import Position, Table
from ..rearrangement import Rearrangement, rearranged
from ..rules import DEFAULT_RULES, MAX_DECKS, MAX_JOKERS, Rules
from .faces import Mark, Shown
from .layout import Block, Line, Panel, Scene, Tray

_NO_STANDS: Final[tuple[Card, ...]] = ()


class Change(NamedTuple):
    """A position that became another.

    Args:
        before: the position before.
        after: the position afterwards.
        shed: the cards of the hand that were laid.
        beside: the support and loose cards that were used.
    """

    before: Position
    after: Position
    shed: Sequence[AnyCard]
    beside: Sequence[AnyCard]


class Traced(NamedTuple):
    """A rearrangement, with what is asked of it again and again."""

    found: Rearrangement
    bases: tuple[int | None, ...]
    moved: tuple[tuple[bool, ...], ...]
    touched: tuple[int, ...]

    @classmethod
    def of(cls, change: Change) -> Traced | None:
        """Where cards went; None where it cannot be said: no turn that is legal does this."""
        melds = change.after.table.melds
        if melds is None or _is_no_pack(change.after.table.cards):
            return None
        try:
            found = rearranged(change.before, melds, shed=change.shed, support=change.beside)
        except PositionError:
            return None
        return cls(found, found.bases, found.moved, found.touched)

    def names(self) -> list[str]:
        """The names of melds afterwards: those of what they are built on, or new ones."""
        new = count(len(self.found.before))
        return [_name(next(new) if base is None else base) for base in self.bases]


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
        melds = [meld for meld in melds if meld.cards]
        return self._scene(Panel("", (Line((self._melds("", melds, nothing),)),)))

    def table(self, table: Table) -> Scene:
        """A table."""
        return self._scene(Panel("", (Line((self._table(table),)),)))

    def position(self, position: Position) -> Scene:
        """A table, the cards beside it, and the hand below."""
        return self._scene(self._panel("", self._table(position.table), position))

    def play(self, play: Play) -> Scene:
        """What a play does, or the table that it leaves where the one before is not known."""
        if play.before is not None:
            with suppress(PositionError):
                after = after_play(play.before, play)
                return self.change(Change(play.before, after, play.shed, play.support))
        melds = tuple(meld for meld in play.melds if meld.cards)
        rest = Counter(card for meld in melds for card in meld)
        rest -= Counter((*play.shed, *play.support))
        before = Position(Table(tuple(rest.elements())), play.shed, support=play.support)
        after = Position(Table(tuple(card for meld in melds for card in meld), melds), play.kept)
        table = self._table(after.table)
        traced = Traced.of(Change(before, after, play.shed, play.support))
        if traced is not None:
            trays = [self._after(traced, j, "") for j in range(len(melds))]
            table = replace(table, trays=tuple(trays))
        return self._scene(self._panel("", table, after, no_hand=_left(play.shed)))

    def change(self, change: Change) -> Scene:
        """What became of a position: before and after, side by side."""
        before, after = change.before, _in_order(change.after, change.before)
        traced = Traced.of(change)
        first, then = self._table(before.table), self._table(after.table)
        if traced is not None:
            names = traced.names()
            # a meld that is still there stays where it was; new ones come last
            order = sorted(range(len(names)), key=lambda j: (len(names[j]), names[j]))
            named = bool(traced.found.before)
            trays = [self._after(traced, j, names[j] if named else "") for j in order]
            then = replace(then, trays=tuple(trays))
            if named:
                first = replace(first, trays=tuple(self._before(traced, names)))
        used = Counter(change.beside)
        has_hand = bool(before.hand or after.hand)
        return self._scene(
            self._panel(
                "Before",
                first,
                before,
                has_hand=has_hand,
                hand=_taken(before.hand, Counter(change.shed), Mark.HAND, "laid"),
                loose=_taken(before.loose, used, Mark.SUPPORT, "used"),
                support=_taken(before.support, used, Mark.SUPPORT, "used"),
            ),
            self._panel("After", then, after, has_hand=has_hand, no_hand=_left(change.shed)),
        )

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
            Tray(tuple(map(Shown, meld, repeat(None), self._stands(meld))), fault=fault)
            for meld, fault in ((meld, self._fault(meld)) for meld in melds)
        ]
        return Block(heading, tuple(trays), melds=True, empty=nothing)

    def _after(self, traced: Traced, j: int, name: str) -> Tray:
        """A meld afterwards, its cards marked by where they come from."""
        found = traced.found
        meld, base = found.after[j], traced.bases[j]
        if base is not None and base not in traced.touched:
            # it lies there as it did, whatever order an engine gave it
            meld = found.before[base]
            cards = map(Shown, meld, repeat(None), self._stands(meld))
            return Tray(tuple(cards), name, self._fault(meld))
        shown = []
        for placed, moved, stands in zip(
            found.sources[j], traced.moved[j], self._stands(meld), strict=True
        ):
            card, source = placed.card, placed.source
            if source == "hand":
                shown.append(Shown(card, Mark.HAND, stands, told="from the hand"))
            elif source != "table":
                shown.append(Shown(card, Mark.SUPPORT, stands, told=f"a {source} card"))
            elif moved and placed.meld is not None:
                origin = _name(placed.meld)
                shown.append(Shown(card, Mark.MOVED, stands, origin, f"from meld {origin}"))
            else:
                shown.append(Shown(card, None, stands))
        return Tray(tuple(shown), name, self._fault(meld))

    def _before(self, traced: Traced, names: Sequence[str]) -> Iterator[Tray]:
        """The melds before, with marks on the cards that leave them."""
        found = traced.found
        goes = {
            (placed.meld, placed.place): names[j] if moved else None
            for j, (row, moves) in enumerate(zip(found.sources, traced.moved, strict=True))
            for placed, moved in zip(row, moves, strict=True)
        }
        for i, meld in enumerate(found.before):
            shown = []
            for place, (card, stands) in enumerate(zip(meld, self._stands(meld), strict=True)):
                name = goes.get((i, place), "")
                if name is None:
                    shown.append(Shown(card, None, stands))
                else:
                    told = f"to meld {name}" if name else "to the hand"
                    shown.append(Shown(card, Mark.MOVED, stands, name, told))
            yield Tray(tuple(shown), _name(i), self._fault(meld))

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
        blocks = [block for panel in panels for block in panel.blocks()]
        marks = {shown.mark for block in blocks for tray in block.trays for shown in tray.cards}
        headings = {block.heading for block in blocks}
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
            for block in panel.blocks():
                trays = (self._text(tray.cards) for tray in block.trays)
                heading = f"{block.heading}: " if block.heading else ""
                parts.append(heading + (" / ".join(trays) or block.empty))
            title = f"{panel.title}. " if panel.title else ""
            sentences.append(f"{title}{'. '.join(parts)}.")
        return " ".join(sentences)

    def _story(self, panel: Panel) -> str:
        """What became of which card, in words; ``""`` where nothing is marked."""
        told: dict[str, list[Shown]] = {}
        for block in panel.blocks():
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


def _in_order(after: Position, before: Position) -> Position:
    """A position whose hand, and what lies beside the table, is in the order of another one."""

    def ordered(cards: Sequence[AnyCard], given: Sequence[AnyCard]) -> tuple[AnyCard, ...]:
        left, stay = Counter(cards), []
        for card in given:
            if left[card] > 0:
                left[card] -= 1
                stay.append(card)
        return (*stay, *left.elements())

    return replace(
        after,
        hand=ordered(after.hand, before.hand),
        support=ordered(after.support, before.support),
        loose=ordered(after.loose, before.loose),
    )


def _is_no_pack(cards: Iterable[AnyCard]) -> bool:
    """Are there more copies of a card than any pack has? Equal cards take time to tell apart."""
    counts, jokers = count_cards(cards)
    return max(counts) > MAX_DECKS or jokers > MAX_JOKERS


def _taken(cards: Iterable[AnyCard], taken: Counter[AnyCard], mark: Mark, told: str) -> list[Shown]:
    """Cards, with a mark on those that are taken, which are counted off."""
    shown = []
    for card in cards:
        marked = taken[card] > 0
        taken[card] -= marked
        shown.append(Shown(card, mark, told=told) if marked else Shown(card))
    return shown


def _left(shed: Sequence[AnyCard]) -> str:
    """What stands in the place of a hand that is empty."""
    return "empty: goes out" if shed else "empty"
