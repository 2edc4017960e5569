"""A file of answers, one line for each line of the input, that a later run goes on with."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO, Final, Generic, TypeAlias, TypeVar

from .common import CommandError
from .lines import count_lines, lines_of

Line: TypeAlias = tuple[int, bytes | None]
"""A line's number, from 1, and its bytes; None for one that is too long."""

_Item = TypeVar("_Item")

_TAIL: Final = 200
"""How many bytes of a torn line are looked at."""


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


@dataclass(frozen=True, slots=True)
class Expected(Generic[_Item]):
    """What a file of answers must hold to be gone on with.

    Args:
        items: what is answered, one a line.
        source: what all of these are called together.
        others: what answers to anything else are called.
        answer: what answers an item.
        options: the options that each answer names; see `head`.
        timed: whether an answer may be missing because time was short.
        key: what an answer's number is called.
        spots: how many of the answers in a file are found again, to see that they are these.
    """

    items: Iterator[_Item]
    source: str
    others: str
    answer: Callable[[_Item], str]
    options: Mapping[str, object]
    timed: bool = False
    key: str = "line"
    spots: int = 8

    def opening(self, number: int, options: Mapping[str, object] | None = None) -> bytes:
        """The bytes that an answer begins with; None for its options if it has the right ones."""
        told = self.options if options is None else options
        return json.dumps(head(number, told, key=self.key))[:-1].encode() + b", "


def head(number: int, options: Mapping[str, object], *, key: str = "line") -> dict[str, object]:
    """What an answer begins with: its number, and options that are not the default.

    >>> head(3, {}), head(3, {"aces": "low"})
    ({'line': 3}, {'line': 3, 'options': {'aces': 'low'}})
    """
    return {key: number, "options": dict(options)} if options else {key: number}


def how_far(path: str, expected: Expected[_Item]) -> Done:
    """How far a file of answers has come; what it answers is read.

    Raises:
        CommandError: the file, if it is there, does not hold what is expected, as far as
            numbers, options and some of the answers tell.
    """
    try:
        if not os.path.isfile(path):
            return Done()
        with open(path, "rb") as file:
            return _compared(file, path, expected)
    except (OSError, ValueError) as error:
        raise _fault(path, error) from None


def _compared(file: BinaryIO, path: str, expected: Expected[_Item]) -> Done:
    count, torn = count_lines(file)
    size = file.tell() - torn
    file.seek(size)
    tail = file.read(_TAIL)
    last = expected.spots - 1
    spots = {1 + (count - 1) * i // last for i in range(expected.spots)}
    errors = 0
    file.seek(0)
    for number, stored in zip(range(1, count + 1), lines_of(file, path), strict=False):
        item = next(expected.items, None)
        if item is None:
            raise CommandError(
                f"{path} has {count:,} lines, but {expected.source} has {number - 1:,}: "
                f"these are {expected.others} (--restart overwrites them)"
            )
        is_error = _is_error(stored or b"", path, number, expected)
        errors += is_error
        if number in spots:
            found = expected.answer(item).encode()
            # what was not found in time once may be another time
            luck = expected.timed and (is_error or _is_error(found, path, number, expected))
            if found != stored and not luck:
                raise CommandError(
                    f"{path}, line {number}: not the answer to {expected.key} {number} of "
                    f"{expected.source} (--restart overwrites the file)"
                )
    begin = expected.opening(count + 1)[: len(tail)]
    if not tail.startswith(begin):
        raise _no_answer(path, count + 1, expected.key)
    return Done(count, errors, size)


def _is_error(stored: bytes, path: str, number: int, expected: Expected[_Item]) -> bool:
    """Is this answer an error?

    Raises:
        CommandError: it is no answer to this line, or one with other options.
    """
    if not stored.startswith(expected.opening(number, {})):
        raise _no_answer(path, number, expected.key)
    told = expected.opening(number)
    rest = stored[len(told) :]
    if not stored.startswith(told) or rest.startswith(b'"options": '):
        raise CommandError(
            f"{path}, line {number}: an answer with other options (--restart overwrites the file)"
        )
    return rest.startswith(b'"error": ')


def _no_answer(path: str, number: int, key: str) -> CommandError:
    return CommandError(
        f"{path}, line {number}: not an answer to {key} {number}; "
        "the file is left as it is (--restart overwrites it)"
    )


def _fault(path: str, error: OSError | ValueError) -> CommandError:
    what = error.strerror if isinstance(error, OSError) else None
    return CommandError(f"{path!r}: {error}" if what is None else f"{path}: {what}")
