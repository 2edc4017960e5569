"""A line on a terminal that says how far a long command has come."""

from __future__ import annotations

from time import monotonic
from typing import Final, TextIO

_PAUSE: Final = 0.1
"""The seconds between two looks of the line."""

_WIDTH: Final = 20
_CLEAR: Final = "\r\033[K"


class Progress:
    """Counts on a stream that is a terminal; on all others, and on None, it says nothing.

    Args:
        stream: where it is shown.
        total: how many lines there are; None when that is not known.
        done: how many of them were done before.
        noun: what they are, if they are no lines.
    """

    def __init__(
        self, stream: TextIO | None, *, total: int | None, done: int, noun: str = "lines"
    ) -> None:
        self._noun = noun
        self._stream = stream if stream is not None and stream.isatty() else None
        self._total = total
        self._before = self._done = done
        self._start = monotonic()
        self._shown = 0.0

    def close(self) -> None:
        """The last look, and a new line."""
        self._show("\n")

    def add(self, lines: int) -> None:
        """So many more lines are done."""
        self._done += lines
        if monotonic() - self._shown >= _PAUSE:
            self._show("")

    def _show(self, end: str) -> None:
        if self._stream is None:
            return
        self._shown = monotonic()
        try:
            self._stream.write(_CLEAR + self._text(self._shown - self._start) + end)
            self._stream.flush()
        except OSError:  # a terminal that is gone is no reason to stop
            self._stream = None

    def _text(self, seconds: float) -> str:
        rate = (self._done - self._before) / seconds if seconds > 0 else 0.0
        if self._total is None:
            return f"{self._done:,} {self._noun}, {_number(rate)}/s"
        filled = _WIDTH * self._done // max(1, self._total)
        text = f"[{'#' * filled:.<{_WIDTH}}] {self._done:,} of {self._total:,} {self._noun}"
        text += f", {_number(rate)}/s"
        if rate and self._done < self._total:
            minutes, left = divmod(round((self._total - self._done) / rate), 60)
            text += f", {minutes}:{left:02} left"
        return text


def _number(rate: float) -> str:
    """A rate: those of slow work have a digit behind the point."""
    return f"{rate:,.{int(0 < rate < _SLOW)}f}"


_SLOW: Final = 9.95
