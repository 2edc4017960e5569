"""Errors: one small family of ValueErrors that survive a trip between processes."""

from __future__ import annotations

import copy
import pickle

import pytest

import machiavelli_solver
from machiavelli_solver import (
    CardCountError,
    CardLikeError,
    EngineError,
    EngineMissingError,
    ExecutorError,
    ExtraMissingError,
    FormError,
    GameError,
    MachiavelliError,
    NotationError,
    OptionError,
    PositionError,
    RulesError,
    TimeLimitError,
)

PLAIN = [
    CardCountError, CardLikeError, EngineError, EngineMissingError, ExecutorError,
    ExtraMissingError, FormError, GameError, MachiavelliError, OptionError, PositionError,
    RulesError, TimeLimitError,
]  # fmt: skip


def test_every_public_error_is_a_machiavelli_error_and_a_value_error() -> None:
    public = {
        value
        for name in machiavelli_solver.__all__
        if isinstance(value := getattr(machiavelli_solver, name), type)
        and issubclass(value, BaseException)
    }
    assert public == {*PLAIN, NotationError}
    assert issubclass(MachiavelliError, ValueError)
    assert all(issubclass(error, MachiavelliError) for error in public)
    assert issubclass(EngineMissingError, EngineError)
    assert issubclass(EngineMissingError, ExtraMissingError)


@pytest.mark.parametrize("error", PLAIN)
def test_errors_can_be_pickled_and_copied(error: type[MachiavelliError]) -> None:
    for twin in (pickle.loads(pickle.dumps(error("why"))), copy.copy(error("why"))):
        assert type(twin) is error
        assert str(twin) == "why"


def test_a_notation_error_keeps_its_place_when_pickled() -> None:
    error = NotationError("11H", 2, 5, "expected a card", "hand")
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(twin) is NotationError
        assert str(twin) == "hand, line 2, column 5: cannot read '11H': expected a card"
        assert (twin.token, twin.line, twin.column, twin.expected, twin.source) == (
            "11H", 2, 5, "expected a card", "hand",
        )  # fmt: skip


def test_a_notation_error_without_a_source_begins_with_its_line() -> None:
    assert str(NotationError("?", 1, 3, "no")) == "line 1, column 3: cannot read '?': no"
