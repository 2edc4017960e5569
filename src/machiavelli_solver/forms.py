"""JSON: rules, positions, plays, turns and verdicts, each in one documented form.

What is written is read back as it was. Every form has ``"schema": 1``, which may be left
out where it is read; what another version wrote is refused, and so are keys that are not
known. Cards are written as 10H; what is read may be in another notation. The forms are
listed in docs/json.md.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar, cast, get_args

from .cards import RANK_NAMES, AnyCard
from .errors import FormError, MachiavelliError, quote
from .melds import Meld
from .naming import CARD_NOTATION, Notation
from .play import Play
from .positions import SCHEMA, Position, cards_of, check_schema
from .rules import Rules
from .values import CardValues
from .verdicts import Code, Reason, Turn, Verdict

Form: TypeAlias = Rules | CardValues | Position | Play | Turn | Verdict
"""What has a form in JSON."""

_Value = TypeVar("_Value")
_Form = TypeVar("_Form", Rules, CardValues, Position, Play, Turn, Verdict)

MAX_NUMBER: Final = 2**53 - 1
"""The largest whole number that every reader of JSON reads as what it is."""


def to_json(value: Form) -> str:
    """A value as one line of JSON text; `from_json` reads it.

    Raises:
        FormError: it has no form in JSON, or a card value in it is larger than 2**53 - 1.

    >>> to_json(Position.of("4-6C /", "7C"))
    '{"schema": 1, "table": [["4C", "5C", "6C"]], "hand": ["7C"]}'
    """
    return json.dumps(to_dict(value))


def from_json(kind: type[_Form], text: str | bytes, *, notation: Notation = CARD_NOTATION) -> _Form:
    """Read a value from JSON text.

    Args:
        kind: what is read: `Rules`, `CardValues`, `Position`, `Play`, `Turn` or `Verdict`.
        text: one JSON object.
        notation: what cards are called in it.

    Raises:
        FormError: it is not JSON, or not of that form.
        RulesError: a rule has no such value.
        NotationError, CardLikeError, PositionError: as `Position.from_json`.

    >>> from_json(Rules, '{"jokers": 4, "joker_moves": "swap"}').joker_moves
    'swap'
    """
    return from_dict(kind, parse_json(text), notation=notation)


def parse_json(text: str | bytes) -> object:
    """What JSON text holds.

    Raises:
        FormError: it is not JSON.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormError(f"not JSON: {error}") from None
    except TypeError:
        raise FormError(f"{quote(text)}: expected JSON text") from None


def to_dict(value: Form) -> dict[str, object]:
    """A value as JSON holds it: dicts, lists, text, numbers; raises what `to_json` does."""
    form = _FORMS.get(type(value))
    if form is None:
        raise FormError(f"{quote(value)}: expected one of {_KINDS}")
    return {"schema": SCHEMA, **form.write(value)}


def from_dict(kind: type[_Form], data: object, *, notation: Notation = CARD_NOTATION) -> _Form:
    """Read a value from what JSON text holds; raises what `from_json` does."""
    form = _FORMS.get(kind)
    if form is None:
        raise FormError(f"{quote(kind)}: expected one of {_KINDS}")
    return cast(_Form, form.read(data, notation))


# --- objects, numbers and cards


def _members(data: object, needed: Iterable[str], others: Iterable[str] = ()) -> dict[str, Any]:
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


def _list(data: object, name: str) -> list[object]:
    if not isinstance(data, list | tuple):
        raise FormError(f"{name}: {quote(data)}: expected a list")
    return list(data)


def _whole(value: object, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_NUMBER:
        raise FormError(f"{name}: {quote(value)}: expected a whole number from 0 to 2**53 - 1")
    return value


def _cards(data: Any, name: str, notation: Notation) -> tuple[AnyCard, ...]:
    return tuple(cards_of(data, source=name, notation=notation))


def _texts(cards: Iterable[AnyCard]) -> list[str]:
    return [str(card) for card in cards]


def _within(
    name: str, read: Callable[[object, Notation], _Value], data: object, notation: Notation
) -> _Value:
    """Read a part of a form; errors say which part it is."""
    try:
        return read(data, notation)
    except MachiavelliError as error:
        raise FormError(f"{name}: {error}") from error


# --- the forms

_RULES: Final = tuple(field.name for field in fields(Rules))


def _write_rules(rules: Rules) -> dict[str, object]:
    members = {name: getattr(rules, name) for name in _RULES}
    return {**members, "opening_values": _write_values(rules.opening_values)}


def _read_rules(data: object, notation: Notation) -> Rules:
    members = _members(data, (), _RULES)
    if "opening_values" in members:
        values = _within("opening_values", _read_values, members["opening_values"], notation)
        members["opening_values"] = values
    return Rules(**members)


_VALUES: Final = (*RANK_NAMES, "joker")


def _write_values(values: CardValues) -> dict[str, object]:
    named = zip(_VALUES, (*values.ranks, values.joker), strict=True)
    return {name: _whole(value, name) for name, value in named}


def _read_values(data: object, _: Notation) -> CardValues:
    members = _members(data, _VALUES)
    *ranks, joker = (_whole(members[name], name) for name in _VALUES)
    return CardValues(tuple(ranks), joker)


def _read_position(data: object, notation: Notation) -> Position:
    return Position.from_dict(data, notation=notation)


def _write_play(play: Play) -> dict[str, object]:
    before = {} if play.before is None else {"before": play.before.to_dict()}
    tidy = {"tidy": True} if play.tidy else {}
    return {
        "shed": _texts(play.shed),
        "kept": _texts(play.kept),
        "melds": [_texts(meld) for meld in play.melds],
        "support": _texts(play.support),
        "opening": None if play.opening is None else _whole(play.opening, "opening"),
        **before,
        **tidy,
    }


def _read_play(data: object, notation: Notation) -> Play:
    members = _members(data, ("shed", "kept", "melds"), ("support", "opening", "before", "tidy"))
    opening = members.get("opening")
    before = members.get("before")
    tidy = members.get("tidy", False)
    if not isinstance(tidy, bool):
        raise FormError(f"tidy: {quote(tidy)}: expected true or false")
    return Play(
        shed=_cards(members["shed"], "shed", notation),
        kept=_cards(members["kept"], "kept", notation),
        melds=tuple(
            Meld(_cards(meld, f"melds, item {number}", notation))
            for number, meld in enumerate(_list(members["melds"], "melds"), start=1)
        ),
        support=_cards(members.get("support", ()), "support", notation),
        opening=None if opening is None else _whole(opening, "opening"),
        before=None if before is None else _within("before", _read_position, before, notation),
        tidy=tidy,
    )


def _write_turn(turn: Turn) -> dict[str, object]:
    return {
        "before": turn.before.to_dict(),
        "after": turn.after.to_dict(),
        "rules": _write_rules(turn.rules),
        "opened": turn.opened,
    }


def _read_turn(data: object, notation: Notation) -> Turn:
    members = _members(data, ("before", "after"), ("rules", "opened"))
    opened = members.get("opened", True)
    if not isinstance(opened, bool):
        raise FormError(f"opened: {quote(opened)}: expected true or false")
    return Turn(
        before=_within("before", _read_position, members["before"], notation),
        after=_within("after", _read_position, members["after"], notation),
        rules=_within("rules", _read_rules, members.get("rules", {}), notation),
        opened=opened,
    )


def _write_verdict(verdict: Verdict) -> dict[str, object]:
    reasons = [
        {"code": reason.code.value, "message": reason.message, "cards": _texts(reason.cards)}
        for reason in verdict.reasons
    ]
    return {"legal": verdict.legal, "reasons": reasons}


def _read_verdict(data: object, notation: Notation) -> Verdict:
    members = _members(data, ("legal", "reasons"))
    reasons = _list(members["reasons"], "reasons")
    verdict = Verdict(
        tuple(
            _within(f"reasons, item {number}", _read_reason, reason, notation)
            for number, reason in enumerate(reasons, start=1)
        )
    )
    if members["legal"] is not verdict.legal:
        legal = "true, as there are no reasons" if verdict.legal else "false, as there are reasons"
        raise FormError(f"legal: {quote(members['legal'])}: expected {legal}")
    return verdict


def _read_reason(data: object, notation: Notation) -> Reason:
    members = _members(data, ("code", "message", "cards"))
    code, message = members["code"], members["message"]
    if not isinstance(code, str) or code not in {each.value for each in Code}:
        raise FormError(f"code: {quote(code)}: expected one of {', '.join(Code)}")
    if not isinstance(message, str):
        raise FormError(f"message: {quote(message)}: expected text")
    return Reason(Code(code), message, _cards(members["cards"], "cards", notation))


class _Kind(NamedTuple):
    """How a kind of value is written, without its schema, and read."""

    write: Callable[[Any], dict[str, object]]
    read: Callable[[object, Notation], Form]


_FORMS: Final[Mapping[object, _Kind]] = {
    Rules: _Kind(_write_rules, _read_rules),
    CardValues: _Kind(_write_values, _read_values),
    Position: _Kind(Position.to_dict, _read_position),
    Play: _Kind(_write_play, _read_play),
    Turn: _Kind(_write_turn, _read_turn),
    Verdict: _Kind(_write_verdict, _read_verdict),
}
_KINDS: Final = ", ".join(kind.__name__ for kind in get_args(Form))
