"""The time that an answer may take: `seconds` from outside, a deadline within.

A deadline is a time as `time.perf_counter` counts; None is none.
"""

from __future__ import annotations

from time import perf_counter

from .errors import OptionError


def check_seconds(seconds: object) -> None:
    """See that an option is a number of seconds, or None.

    Raises:
        OptionError: it is not.
    """
    if seconds is not None and not (isinstance(seconds, int | float) and seconds > 0):
        raise OptionError(f"seconds={seconds!r}: expected a number greater than 0, or None")


def deadline_in(seconds: float | None) -> float | None:
    """The deadline that is so many seconds away.

    >>> deadline_in(None) is None
    True
    """
    return None if seconds is None else perf_counter() + seconds


def seconds_left(deadline: float | None) -> float | None:
    """The seconds that are left: more than nothing, an engine says itself that time is up.

    >>> seconds_left(None) is None, seconds_left(0.0)
    (True, 1e-09)
    """
    return None if deadline is None else max(deadline - perf_counter(), 1e-9)
