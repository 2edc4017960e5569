"""The package's own small family of errors; every one of them is a `ValueError`."""

from __future__ import annotations

from reprlib import Repr
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .verdicts import Verdict


class MachiavelliError(ValueError):
    """Whatever this package finds wrong with what it was given, or could not do with it."""


class NotationError(MachiavelliError):
    """A piece of text that is no card, no range of a run, no set and no joker.

    Attributes:
        token: the text that could not be read, as it was written.
        line: its line, from 1.
        column: its first character in that line, from 1.
        expected: what could have stood there.
        source: which text it stood in (``"table"``, ``"hand"``, ...), or ``""``.
    """

    def __init__(self, token: str, line: int, column: int, expected: str, source: str = "") -> None:
        self.token = token
        self.line = line
        self.column = column
        self.expected = expected
        self.source = source
        where = f"{source}, line" if source else "line"
        super().__init__(f"{where} {line}, column {column}: cannot read {token!r:.60}: {expected}")

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, int, int, str, str]]:
        return type(self), (self.token, self.line, self.column, self.expected, self.source)


class CardCountError(MachiavelliError):
    """More copies of a card, or more jokers, than the rules have."""


class CardLikeError(MachiavelliError):
    """Something that is neither a card, nor text, nor a collection of these."""


class PositionError(MachiavelliError):
    """A position's text or JSON that does not have the form of one."""


class FormError(MachiavelliError):
    """JSON that does not have the form of what it is read as: rules, a play, a turn, ..."""


class RulesError(MachiavelliError):
    """A rule given a value that it cannot have."""


class OptionError(MachiavelliError):
    """An argument (engine, objective, values, ...) that is none of those there are."""


class GameError(MachiavelliError):
    """A move that a game does not allow.

    Attributes:
        verdict: what the referee says, where it is the referee that refuses.
    """

    def __init__(self, message: str, verdict: Verdict | None = None) -> None:
        self.verdict = verdict
        super().__init__(message)

    def __reduce__(self) -> tuple[type[GameError], tuple[str, Verdict | None]]:
        return type(self), (str(self), self.verdict)


class EngineError(MachiavelliError):
    """An engine that could not give a proven answer. Never to be read as a "no"."""


class EffortError(EngineError):
    """An engine gave up on what is no more than a wish: to lay cards tidily."""


class TimeLimitError(EngineError):
    """An answer that was not found within the seconds given. Never to be read as a "no"."""


class ExtraMissingError(MachiavelliError):
    """Something whose optional dependency, an extra of the package, is not installed."""


class EngineMissingError(EngineError, ExtraMissingError):
    """An engine whose optional dependency is not installed."""


class ExecutorError(MachiavelliError):
    """An executor that lost its workers, or could not run what it was given."""


class _Quote(Repr):
    def repr_int(self, x: int, level: int) -> str:
        try:
            return super().repr_int(x, level)
        except ValueError:  # Python prints no number of more than 4,300 digits
            return f"a number of {x.bit_length():,} bits"


def quote(value: object) -> str:
    """Any value in an error's words: of bounded length, even if it holds itself.

    >>> quote("x" * 100), quote([[[[[[[[1]]]]]]]])
    ("'xxxxxxxxxxxx...xxxxxxxxxxxxx'", '[[[[[[[...]]]]]]]')
    """
    return _QUOTE.repr(value)


_QUOTE = _Quote()
