"""JSON: rules, positions, plays, turns, verdicts and games, each in one documented form.

What is written is read back as it was. Every form has ``"schema": 1``, which may be left
out where it is read; what another version wrote is refused, and so are keys that are not
known. Cards are written as 10H; what is read may be in another notation. The forms are
listed in docs/json.md.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Final, ForwardRef, TypeAlias, TypeVar, Union, cast, get_args

from .cards import RANK_NAMES
from .errors import FormError, quote
from .form_parts import FormOf, cards_in, list_of, members_of, texts, whole, within
from .melds import Meld
from .naming import CARD_NOTATION, Notation
from .play import Play
from .positions import SCHEMA, Position
from .rules import Rules
from .values import CardValues
from .verdicts import Code, Reason, Turn, Verdict

if TYPE_CHECKING:
    from .games.game import Game
    from .games.moves import Move
    from .games.record import Record
    from .games.rules import GameRules
    from .games.simulation import GameResult
    from .games.view import View

Form: TypeAlias = Union[
    Rules,
    CardValues,
    Position,
    Play,
    Turn,
    Verdict,
    "GameRules",
    "Game",
    "View",
    "Record",
    "Move",
    "GameResult",
]
"""What has a form in JSON."""

_Form = TypeVar(
    "_Form",
    Rules,
    CardValues,
    Position,
    Play,
    Turn,
    Verdict,
    "GameRules",
    "Game",
    "View",
    "Record",
    "Move",
    "GameResult",
)


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
        kind: what is read: `Rules`, `CardValues`, `Position`, `Play`, `Turn`, `Verdict`,
            `GameRules`, `Game`, `View`, `Record`, `Move` or `GameResult`.
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
    try:
        form = form_of(type(value))
    except FormError:
        raise FormError(f"{quote(value)}: expected one of {_KINDS}") from None
    return {"schema": SCHEMA, **form.write(value)}


def from_dict(kind: type[_Form], data: object, *, notation: Notation = CARD_NOTATION) -> _Form:
    """Read a value from what JSON text holds; raises what `from_json` does."""
    return cast(_Form, form_of(kind).read(data, notation))


# --- the forms

_RULES: Final = tuple(field.name for field in fields(Rules))


def _write_rules(rules: Rules) -> dict[str, object]:
    members = {name: getattr(rules, name) for name in _RULES}
    return {**members, "opening_values": _write_values(rules.opening_values)}


def _read_rules(data: object, notation: Notation) -> Rules:
    members = members_of(data, (), _RULES)
    if "opening_values" in members:
        values = within("opening_values", _read_values, members["opening_values"], notation)
        members["opening_values"] = values
    return Rules(**members)


_VALUES: Final = (*RANK_NAMES, "joker")


def _write_values(values: CardValues) -> dict[str, object]:
    named = zip(_VALUES, (*values.ranks, values.joker), strict=True)
    return {name: whole(value, name) for name, value in named}


def _read_values(data: object, _: Notation) -> CardValues:
    members = members_of(data, _VALUES)
    *ranks, joker = (whole(members[name], name) for name in _VALUES)
    return CardValues(tuple(ranks), joker)


def _read_position(data: object, notation: Notation) -> Position:
    return Position.from_dict(data, notation=notation)


def _write_play(play: Play) -> dict[str, object]:
    before = {} if play.before is None else {"before": play.before.to_dict()}
    tidy = {"tidy": True} if play.tidy else {}
    return {
        "shed": texts(play.shed),
        "kept": texts(play.kept),
        "melds": [texts(meld) for meld in play.melds],
        "support": texts(play.support),
        "opening": None if play.opening is None else whole(play.opening, "opening"),
        **before,
        **tidy,
    }


def _read_play(data: object, notation: Notation) -> Play:
    members = members_of(data, ("shed", "kept", "melds"), ("support", "opening", "before", "tidy"))
    opening = members.get("opening")
    before = members.get("before")
    tidy = members.get("tidy", False)
    if not isinstance(tidy, bool):
        raise FormError(f"tidy: {quote(tidy)}: expected true or false")
    return Play(
        shed=cards_in(members["shed"], "shed", notation),
        kept=cards_in(members["kept"], "kept", notation),
        melds=tuple(
            Meld(cards_in(meld, f"melds, item {number}", notation))
            for number, meld in enumerate(list_of(members["melds"], "melds"), start=1)
        ),
        support=cards_in(members.get("support", ()), "support", notation),
        opening=None if opening is None else whole(opening, "opening"),
        before=None if before is None else within("before", _read_position, before, notation),
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
    members = members_of(data, ("before", "after"), ("rules", "opened"))
    opened = members.get("opened", True)
    if not isinstance(opened, bool):
        raise FormError(f"opened: {quote(opened)}: expected true or false")
    return Turn(
        before=within("before", _read_position, members["before"], notation),
        after=within("after", _read_position, members["after"], notation),
        rules=within("rules", _read_rules, members.get("rules", {}), notation),
        opened=opened,
    )


def _write_verdict(verdict: Verdict) -> dict[str, object]:
    reasons = [
        {"code": reason.code.value, "message": reason.message, "cards": texts(reason.cards)}
        for reason in verdict.reasons
    ]
    return {"legal": verdict.legal, "reasons": reasons}


def _read_verdict(data: object, notation: Notation) -> Verdict:
    members = members_of(data, ("legal", "reasons"))
    reasons = list_of(members["reasons"], "reasons")
    verdict = Verdict(
        tuple(
            within(f"reasons, item {number}", _read_reason, reason, notation)
            for number, reason in enumerate(reasons, start=1)
        )
    )
    if members["legal"] is not verdict.legal:
        legal = "true, as there are no reasons" if verdict.legal else "false, as there are reasons"
        raise FormError(f"legal: {quote(members['legal'])}: expected {legal}")
    return verdict


def _read_reason(data: object, notation: Notation) -> Reason:
    members = members_of(data, ("code", "message", "cards"))
    code, message = members["code"], members["message"]
    if not isinstance(code, str) or code not in {each.value for each in Code}:
        raise FormError(f"code: {quote(code)}: expected one of {', '.join(Code)}")
    if not isinstance(message, str):
        raise FormError(f"message: {quote(message)}: expected text")
    return Reason(Code(code), message, cards_in(members["cards"], "cards", notation))


def form_of(kind: object) -> FormOf:
    """How values of a kind are written and read.

    Raises:
        FormError: they have no form.
    """
    form = _FORMS.get(kind)
    if form is None and getattr(kind, "__module__", "").startswith(f"{__package__}.games."):
        from .games.forms import GAME_FORMS  # a position needs no games

        form = GAME_FORMS.get(kind)
    if form is None:
        raise FormError(f"{quote(kind)}: expected one of {_KINDS}")
    return form


_FORMS: Final[Mapping[object, FormOf]] = {
    Rules: FormOf(_write_rules, _read_rules),
    CardValues: FormOf(_write_values, _read_values),
    Position: FormOf(Position.to_dict, _read_position),
    Play: FormOf(_write_play, _read_play),
    Turn: FormOf(_write_turn, _read_turn),
    Verdict: FormOf(_write_verdict, _read_verdict),
}
_KINDS: Final = ", ".join(
    kind.__forward_arg__ if isinstance(kind, ForwardRef) else kind.__name__
    for kind in get_args(Form)
)
