"""The parts of JSON forms: objects with known keys, lists, whole numbers and cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple, TypeVar

from .cards import AnyCard
from .errors import FormError, MachiavelliError, quote
from .naming import Notation
from .positions import SCHEMA, cards_of, check_schema

_Value = TypeVar("_Value")

MAX_NUMBER: Final = 2**53 - 1
"""The largest whole number that every reader of JSON reads as what it is."""


class FormOf(NamedTuple):
    """How a kind of value is written, without its schema, and read."""

    write: Callable[[Any], dict[str, object]]
    read: Callable[[object, Notation], object]


def members_of(data: object, needed: Iterable[str], others: Iterable[str] = ()) -> dict[str, Any]:
    """The members of an object, but for its schema.

    Raises:
        FormError: it is no object, is of another schema, lacks a key, or has others.
    """
    keys = [*needed, *others]
    if not isinstance(data, Mapping):
        raise FormError(f"{quote(data)}: expected an object with {', '.join(map(repr, keys))}")
    try:
        check_schema(data.get("schema", SCHEMA))
    except MachiavelliError as error:
        raise FormError(str(error)) from None
    members = {key: value for key, value in data.items() if key != "schema"}
    for key in members:
        if key not in keys:
            expected = ", ".join(map(repr, keys))
            raise FormError(f"{quote(key)}: expected no keys but {expected}")
    for key in needed:
        if key not in members:
            raise FormError(f"{key!r} is missing")
    return members


def list_of(data: object, name: str) -> list[object]:
    """A list; errors call it by its name.

    Raises:
        FormError: it is none.
    """
    if not isinstance(data, list | tuple):
        raise FormError(f"{name}: {quote(data)}: expected a list")
    return list(data)


def whole(value: object, name: str) -> int:
    """A whole number that every reader of JSON reads as what it is.

    Raises:
        FormError: it is none.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_NUMBER:
        raise FormError(f"{name}: {quote(value)}: expected a whole number from 0 to 2**53 - 1")
    return value


def cards_in(data: Any, name: str, notation: Notation) -> tuple[AnyCard, ...]:
    """A list of cards, or text; raises what `cards_of` does."""
    return tuple(cards_of(data, source=name, notation=notation))


def texts(cards: Iterable[AnyCard]) -> list[str]:
    """Cards as they are written."""
    return [str(card) for card in cards]


def within(
    name: str, read: Callable[[object, Notation], _Value], data: object, notation: Notation
) -> _Value:
    """Read a part of a form; errors say which part it is."""
    try:
        return read(data, notation)
    except MachiavelliError as error:
        raise FormError(f"{name}: {error}") from error
