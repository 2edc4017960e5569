"""Why cards cannot be laid, and what would mend it, for the commands that say no."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ..cards import sort_key
from ..engines import EngineName
from ..errors import TimeLimitError
from ..melds import MIN_MELD, Meld
from ..naming import Notation
from ..positions import Position, Table
from ..rules import Rules
from ..words import Words
from .common import texts
from .terminal import Style

if TYPE_CHECKING:
    from ..additions import Additions
    from ..why_not import Explanation, Wait

PATIENCE: Final = 10
"""After so many seconds an answer goes without what was only to be added to it."""

TOO_LONG: Final = f"What would help was not found in {PATIENCE} seconds."

_WIDTH: Final = 80
_FEW: Final = 3
"""How many additions are named for each of several cards of a hand."""


def explained(table: Table, rules: Rules, engine: EngineName) -> Explanation | None:
    """Why a table's cards cannot be laid; None where that takes too long."""
    from ..why_not import explain  # most answers need none of it

    try:
        return explain(table, rules=rules, engine=engine, seconds=PATIENCE)
    except TimeLimitError:
        return None


def waiting(position: Position, rules: Rules) -> tuple[Wait, ...] | None:
    """What the cards of a hand wait for; None where that takes too long."""
    from ..why_not import waits

    try:
        return waits(
            position.table,
            position.hand,
            support=position.support,
            loose=position.loose,
            rules=rules,
            seconds=PATIENCE,
        )
    except TimeLimitError:
        return None


def explanation_lines(
    explanation: Explanation | None, laid: Table, rules: Rules, style: Style
) -> Iterator[str]:
    """What is said of cards that cannot be laid: the largest part, what is left, what helps.

    Args:
        explanation: the explanation, or None where there is none.
        laid: the table; where its valid melds are the largest part they are not shown again.
        rules: the rules.
        style: how cards are shown.
    """
    yield ""
    if explanation is None:
        yield TOO_LONG
        return
    words, card = Words(style.shown), style.notation.card_word
    loose = style.cards(explanation.loose)
    if explanation.instead:
        loose += f", or {words.listed(explanation.instead, 'or')} in its place"
    melds = explanation.arrangement.melds
    valid = [meld for meld in laid.melds or () if meld.is_valid(rules)]
    if not melds and len(laid.cards) <= MIN_MELD:
        pass  # it has been said that they are no meld
    elif not melds:
        yield from (f"No {card}s among them make a meld.", "")
    elif sorted(map(_held, valid)) == sorted(map(_held, melds)):
        yield from (f"The valid melds are the largest part that can. Left over: {loose}.", "")
    else:
        yield f"{sum(map(len, melds))} of the {len(laid.cards)} {card}s can:"
        yield from ("", *style.described(melds, rules), "", f"Left over: {loose}.", "")
    for sentence in explanation.sentences(notation=style.shown):
        yield from _wrapped(sentence)


def _held(meld: Meld) -> list[int]:
    """The cards of a meld, however they lie."""
    return sorted(map(sort_key, meld))


def waiting_lines(waiting: Sequence[Wait] | None, style: Style) -> Iterator[str]:
    """What is said of cards that wait for others: a sentence for each; nothing for none."""
    if waiting is None:
        yield from ("", TOO_LONG)
    elif waiting:
        yield ""
        most = {} if len(waiting) == 1 else {"most": _FEW}
        for wait in waiting:
            yield from _wrapped(f"{wait.text(notation=style.shown, **most)}.")


def _wrapped(sentence: str) -> list[str]:
    """A sentence in lines; cards that are named together stay so."""
    lines = [""]
    for part in re.split("(?<=,) ", sentence):
        if lines[-1] and len(lines[-1]) + len(part) >= _WIDTH:
            lines.append(" ")
        lines[-1] += f" {part}" if lines[-1] else part
    return lines


def explanation_as_json(
    explanation: Explanation | None, notation: Notation
) -> dict[str, object] | None:
    """An explanation as JSON; null where there is none."""
    if explanation is None:
        return None
    return {
        "part": [texts(meld, notation) for meld in explanation.arrangement.melds],
        "loose": texts(explanation.loose, notation),
        "instead": texts(explanation.instead, notation),
        "mends": _additions_as_json(explanation.mends, notation),
        "waits": waits_as_json(explanation.waits, notation),
    }


def waits_as_json(
    waiting: Iterable[Wait] | None, notation: Notation
) -> list[dict[str, object]] | None:
    """What cards wait for as JSON; null where it is not known."""
    if waiting is None:
        return None
    return [
        {"card": notation.text(wait.card), **_additions_as_json(wait.additions, notation)}
        for wait in waiting
    ]


def _additions_as_json(additions: Additions, notation: Notation) -> dict[str, object]:
    return {
        "size": additions.size,
        "count": additions.count,
        "listed": [texts(cards, notation) for cards in additions],
    }
