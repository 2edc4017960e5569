"""A file of answers, one line for each line of the input, that a later run goes on with."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final, TypeAlias

from .common import CommandError
from .lines import count_lines, lines_of

Line: TypeAlias = tuple[int, bytes | None]
"""A line's number, from 1, and its bytes; None for one that is too long."""

_SPOTS: Final = 8
"""How many of the answers in a file are found again, to see that they are these."""


@dataclass(frozen=True, slots=True)
class Done:
    """How far a file of answers has come.

    Args:
        lines: how many whole lines there are.
        errors: how many of these are errors.
        size: how many bytes they have; what stands behind them is a line that is torn.
    """

    lines: int = 0
    errors: int = 0
    size: int = 0


class AnswerFile:
    """What writes answers behind those that are there; a write is whole or an error."""

    def __init__(self, path: str, done: Done) -> None:
        self._path = path
        try:
            # without a buffer: what is written is in the file, whatever becomes of us
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
            self._file = io.FileIO(os.open(path, flags, 0o666), "r+")
            if os.path.isfile(path):
                self._file.truncate(done.size)
                self._file.seek(done.size)
        except (OSError, ValueError) as error:
            raise _fault(path, error) from None

    def write(self, text: str) -> None:
        """Append text.

        Raises:
            CommandError: it cannot be written.
        """
        data = text.encode()
        try:
            while data:
                data = data[self._file.write(data) :]
        except OSError as error:
            raise _fault(self._path, error) from None

    def close(self) -> None:
        """The file is written."""
        self._file.close()


def how_far(
    path: str, lines: Iterator[Line], source: str, answer: Callable[[Line], str], *, timed: bool
) -> Done:
    """How far a file of answers has come; the lines of the input that it answers are read.

    Args:
        path: the file; it need not be there.
        lines: the input.
        source: what the input is called.
        answer: what answers a line.
        timed: whether an answer may be missing because time was short.

    Raises:
        CommandError: the file holds anything but answers to these lines with these
            options, as far as the numbers of its lines and some of the answers tell.
    """
    try:
        if not os.path.isfile(path):
            return Done()
        with open(path, "rb") as file:
            return _compared(file, path, lines, source, answer, timed)
    except (OSError, ValueError) as error:
        raise _fault(path, error) from None


def _compared(
    file: BinaryIO,
    path: str,
    lines: Iterator[Line],
    source: str,
    answer: Callable[[Line], str],
    timed: bool,
) -> Done:
    count, torn = count_lines(file)
    size = file.tell() - torn
    tail = _read_at(file, size)
    spots = {1 + (count - 1) * i // (_SPOTS - 1) for i in range(_SPOTS)}
    errors = 0
    file.seek(0)
    for number, stored in zip(range(1, count + 1), lines_of(file, path), strict=False):
        line = next(lines, None)
        if line is None:
            raise CommandError(
                f"{path} has {count:,} lines, but {source} has {number - 1:,}: "
                "these are answers to other positions (--restart overwrites them)"
            )
        if stored is None or not stored.startswith(_head(number)):
            raise _no_answer(path, number)
        is_error = _is_error(stored, number)
        errors += is_error
        if number in spots:
            found = answer(line).encode()
            # what was not found in time once may be another time
            luck = timed and (is_error or _is_error(found, number))
            if found != stored and not luck:
                raise CommandError(
                    f"{path}, line {number}: not the answer to this line of {source} with these "
                    "options: one of them has changed (--restart overwrites the file)"
                )
    head = _head(count + 1)[: len(tail)]
    if tail[: len(head)] != head:
        raise _no_answer(path, count + 1)
    return Done(count, errors, size)


def _read_at(file: BinaryIO, place: int) -> bytes:
    file.seek(place)
    return file.read(64)


def _head(number: int) -> bytes:
    """What an answer begins with."""
    return b'{"line": %d, ' % number


def _is_error(line: bytes, number: int) -> bool:
    return line.startswith(_head(number) + b'"error": ')


def _no_answer(path: str, number: int) -> CommandError:
    return CommandError(
        f"{path}, line {number}: not an answer of this command; "
        "the file is left as it is (--restart overwrites it)"
    )


def _fault(path: str, error: OSError | ValueError) -> CommandError:
    what = error.strerror if isinstance(error, OSError) else None
    return CommandError(f"{path!r}: {error}" if what is None else f"{path}: {what}")
