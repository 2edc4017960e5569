"""Reading lines from files of any size, in constant memory."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, Final

from .common import STANDARD_INPUT, CommandError, name_of

MAX_LINE: Final = 65_536
"""How many bytes a line may have; a position of four decks has about 2,000."""

_BLOCK: Final = 1 << 20


@contextmanager
def opened(source: str) -> Iterator[BinaryIO]:
    """A file, or standard input for ``-``, to read bytes from.

    Raises:
        CommandError: it cannot be opened.
    """
    if source == STANDARD_INPUT:
        if sys.stdin is None:
            raise CommandError("standard input is closed")
        # a stream that only holds text, as io.StringIO, has no bytes below it
        yield getattr(sys.stdin, "buffer", None) or io.BytesIO(sys.stdin.read().encode())
        return
    try:
        file = open(source, "rb")  # noqa: SIM115
    except OSError as error:
        raise CommandError(f"{name_of(source)}: {error.strerror or error}") from None
    except ValueError as error:  # a path with a null character in it
        raise CommandError(f"{source!r}: {error}") from None
    with file:
        yield file


def lines_of(file: BinaryIO, name: str) -> Iterator[bytes | None]:
    """A file's lines, one after another; None for one of more than `MAX_LINE` bytes.

    Args:
        file: the file.
        name: what it is called in errors.

    Raises:
        CommandError: it cannot be read on.

    >>> list(lines_of(io.BytesIO(b"one\\n" + b"2" * 100_000 + b"\\n\\nfour"), "file"))
    [b'one\\n', None, b'\\n', b'four']
    """
    try:
        while line := file.readline(MAX_LINE + 1):
            if len(line) <= MAX_LINE or line.endswith(b"\n"):
                yield line
                continue
            while line and not line.endswith(b"\n"):
                line = file.readline(MAX_LINE)
            yield None
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror or error}") from None


def count_lines(file: BinaryIO) -> tuple[int, int]:
    """How many whole lines there are from here on, and how many bytes behind the last.

    >>> count_lines(io.BytesIO(b"one\\ntwo\\nthree"))
    (2, 5)
    """
    lines = rest = 0
    while block := file.read(_BLOCK):
        lines += block.count(b"\n")
        end = block.rfind(b"\n")
        rest = rest + len(block) if end < 0 else len(block) - end - 1
    return lines, rest
