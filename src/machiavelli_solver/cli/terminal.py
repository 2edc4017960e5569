"""How answers look: pips and colours where they can be shown, plain text elsewhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TextIO

from ..cards import JOKER, SUITS, AnyCard, Card, Suit
from ..melds import Meld, MeldKind, Reading
from ..notation import CARD_NOTATION, TILE_NOTATION, Notation
from ..rules import Rules
from ..words import listed
from .common import PROGRAM

_PIPS: Final = "".join(suit.symbol for suit in SUITS)

_BOLD: Final = "1"
_RED: Final = "31"
_YELLOW: Final = "33"
_BLUE: Final = "34"
_MAGENTA: Final = "35"
_COLOURS: Final = {Suit.DIAMONDS: _RED, Suit.HEARTS: _RED}
_TILE_COLOURS: Final = {Suit.CLUBS: _YELLOW, Suit.DIAMONDS: _BLUE, Suit.HEARTS: _RED}

NO_MARK: Final = ""
"""Stands behind a card of the table."""

_CARDS_A_LINE: Final = 18


def wants_colour(is_terminal: bool, environ: Mapping[str, str]) -> bool:
    """Is output coloured? As ``NO_COLOR``, ``FORCE_COLOR``, ``TERM`` and the terminal say."""
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR"):
        return True
    return is_terminal and environ.get("TERM") != "dumb"


@dataclass(frozen=True, slots=True)
class Style:
    """How cards are shown.

    Args:
        pips: as ``10♥`` rather than ``10H``.
        colour: in the colour of their suit.
        notation: what cards are called.
    """

    pips: bool = False
    colour: bool = False
    notation: Notation = CARD_NOTATION

    @classmethod
    def of(
        cls,
        stream: TextIO | None,
        environ: Mapping[str, str],
        *,
        notation: Notation = CARD_NOTATION,
    ) -> Style:
        """The style that suits a stream: plain text, unless it is a terminal."""
        terminal = stream is not None and stream.isatty()
        pips = stream is not None and terminal and _can_show(_PIPS, stream)
        return cls(pips=pips, colour=wants_colour(terminal, environ), notation=notation)

    @property
    def shown(self) -> Notation:
        """What cards are called in sentences."""
        return self.notation.in_pips() if self.pips else self.notation

    def bold(self, text: str) -> str:
        """Text that stands out, where there are colours."""
        return self._painted(text, _BOLD)

    def card(self, card: AnyCard, mark: str = NO_MARK) -> str:
        """A card, with a mark behind it if there is one."""
        codes = [_BOLD] if mark else []
        text = self.notation.text(card, pips=self.pips)
        return self._painted(text + mark, *codes, *self._colour(card))

    def cards(self, cards: Iterable[AnyCard], marks: Iterable[str] | None = None) -> str:
        """Cards with one blank between them, each with its mark."""
        if marks is None:
            return " ".join(map(self.card, cards))
        return " ".join(self.card(card, mark) for card, mark in zip(cards, marks, strict=True))

    def card_list(self, label: str, cards: Sequence[AnyCard]) -> list[str]:
        """Any number of cards with a label before them, as lines of bearable length."""
        rows = [cards[i : i + _CARDS_A_LINE] for i in range(0, len(cards), _CARDS_A_LINE)]
        labels = [label] + [" " * len(label)] * len(rows)
        return [f"  {name}  {self.cards(row)}" for name, row in zip(labels, rows, strict=False)]

    def meld_table(
        self,
        melds: Sequence[Meld],
        notes: Sequence[str],
        marks: Sequence[Sequence[str]] | None = None,
    ) -> list[str]:
        """Melds, one a line, each with a note; all notes start in one column.

        Args:
            melds: the melds.
            notes: one a meld; ``""`` for none.
            marks: for each meld the marks of its cards; None for none at all.
        """
        rows = marks or [[NO_MARK] * len(meld) for meld in melds]
        widths = [
            sum(
                len(self.notation.text(card, pips=self.pips)) + len(mark) + 1
                for card, mark in zip(meld, row, strict=True)
            )
            - 1
            for meld, row in zip(melds, rows, strict=True)
        ]
        return [
            f"  {self.cards(meld, row)}{' ' * (max(widths) - width)}  {note}"
            for meld, row, width, note in zip(melds, rows, widths, notes, strict=True)
        ]

    def described(self, melds: Sequence[Meld], rules: Rules) -> list[str]:
        """Melds, one a line, in order, each with its kind or with what is wrong with it."""
        tidy = [meld.ordered(rules) for meld in melds]
        return self.meld_table(tidy, [self.kind_note(meld, rules) for meld in tidy])

    def kind_note(self, meld: Meld, rules: Rules) -> str:
        """Set or run and what its jokers stand for, or why the meld is neither."""
        fault = meld.why_not(rules, notation=self.shown)
        if fault is not None:
            return self.bold(f"not a meld: {fault}")
        kinds = {reading.kind for reading in meld.readings(rules)}
        kind = " or ".join(kind.value for kind in MeldKind if kind in kinds)
        return ", ".join(filter(None, (kind, self.joker_note(meld, rules))))

    def joker_note(self, meld: Meld, rules: Rules) -> str:
        """What a valid meld's jokers stand for; ``""`` without jokers."""
        readings = meld.readings(rules)
        stands = meld.jokers_stand_for(rules)
        joker = self.notation.text(JOKER)
        if len(stands) == 1:
            return f"{joker} = {listed(map(self.card, stands[0]), 'or')}"
        if stands and len(readings) == 1:
            laid = zip(readings[0].laid, readings[0].cards, strict=True)
            return f"{joker}s = {listed((self.card(c) for at, c in laid if at.is_joker), 'and')}"
        # what one joker stands for hangs on the others here, so whole melds are named
        return f"as {listed(map(self._named, readings), 'or')}" if stands else ""

    def _named(self, reading: Reading) -> str:
        """A meld in short: ``4-7C`` or ``6CDH``."""
        first, last = reading.cards[0], reading.cards[-1]
        if reading.kind is MeldKind.RUN:
            run = self.notation.run_text(first, last, pips=self.pips)
            return self._painted(run, *self._colour(last))
        return self.notation.set_text(reading.cards, pips=self.pips)

    def _colour(self, card: AnyCard) -> list[str]:
        if not isinstance(card, Card):
            return [_MAGENTA]
        colours = _TILE_COLOURS if self.notation == TILE_NOTATION else _COLOURS
        return [colours[card.suit]] if card.suit in colours else []

    def _painted(self, text: str, *codes: str) -> str:
        return f"\033[{';'.join(codes)}m{text}\033[0m" if self.colour and codes else text


def write(stream: TextIO | None, text: str, *, notation: Notation = CARD_NOTATION) -> str | None:
    """Write text and see that it arrives.

    Pips that the stream cannot encode become letters of the notation, and whatever else it
    cannot encode becomes an escape. A reader that has gone away (``| head``) is no fault.

    Returns:
        What went wrong, or None.
    """
    if stream is None:
        return None
    if not _can_show(_PIPS, stream):
        text = notation.in_letters(text)
    try:
        try:
            stream.write(text)
        except UnicodeEncodeError:
            stream.write(text.encode("ascii", "backslashreplace").decode("ascii"))
        stream.flush()
    except OSError as error:
        silence(stream)
        return None if isinstance(error, BrokenPipeError) else error.strerror or str(error)
    return None


def say(text: str) -> None:
    """Tell on standard error what is no answer."""
    write(sys.stderr, f"{PROGRAM}: {text}\n")


def _can_show(text: str, stream: TextIO) -> bool:
    try:
        # streams that only hold text, as io.StringIO, have no encoding
        text.encode(stream.encoding or "utf-8")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def silence(stream: TextIO) -> None:
    """Drop what is still buffered, so that Python does not try again as it ends."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError):  # not a stream of the operating system
        pass
