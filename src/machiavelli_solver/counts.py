"""The plain tier: counts of cards in place of cards, one table or many at once in numpy.

A count is a number of copies; 52 of them, in the order of `Card.index`, say all of a table
without jokers. An array of counts has the shape (n, 4, 13): suits C D H S, ranks A to K.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from operator import index
from reprlib import repr as quote
from typing import TYPE_CHECKING, Any, Final, cast

from .cards import CARD_KINDS, CARDS, JOKER, Card
from .engines import Problem, get_engine
from .errors import CardCountError, CardLikeError, OptionError
from .positions import what_there_is
from .rules import DEFAULT_RULES, MAX_DECKS, Rules

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .engines.counting.automaton import Automaton
    from .engines.counting.machine import Machine

_BATCH: Final = 16_384
"""How many rows of an array are looked at together: what bounds the memory for them."""


def load_tables() -> None:
    """Load the tables that ship with the package, for the rest of the process.

    It takes about 0.1 s and 20 MB once. Every answer of the counting engine to positions
    with at most two copies of each card is faster afterwards, and the same. `are_valid`
    and `best_plays` do it themselves.

    >>> load_tables()
    >>> is_valid_counts([1, 1, 1] + [0] * 49)
    True
    """
    from .engines.counting import load_tables as load

    load()


def is_valid_counts(counts: Sequence[int], *, rules: Rules = DEFAULT_RULES) -> bool:
    """Can cards without jokers, given as counts, be partitioned into valid melds?

    The plain tier beside `is_valid`, for millions of calls one by one: some microseconds
    each with the tables loaded, see `load_tables`. Without them the same automaton is
    built as it is walked, which is slower at first.

    Args:
        counts: 52 whole numbers in the order of `Card.index`, how many copies of each card.
        rules: what a valid meld is, and what is in the pack.

    Raises:
        CardLikeError: these are not 52 whole numbers.
        CardCountError: one is negative, or more than the rules have decks.

    >>> from machiavelli_solver import read_cards
    >>> counts = [0] * 52
    >>> for card in read_cards("4-6C 6DHS"):
    ...     counts[card.index] += 1
    >>> is_valid_counts(counts)
    True
    """
    # this is the hot path: each look that it takes at the counts is one pass in C
    try:
        packed = bytes(counts) if len(counts) == CARD_KINDS else b""
    except (TypeError, ValueError):
        packed = b""
    if len(packed) != CARD_KINDS or packed.translate(None, _ALLOWED[rules.decks]):
        packed = _packed(counts, rules)
    copies = rules.decks
    while copies > 1 and copies not in packed:
        copies -= 1
    decide, machine, automaton_for = _plain_tier()
    if rules.aces != "around":
        return decide(packed, rules, machine(copies), automaton_for(copies))
    straight = _straight(rules)
    valid = decide(packed, straight, machine(copies), automaton_for(copies))
    return valid or _is_valid(packed, 0, rules)


_ALLOWED: Final = tuple(bytes(range(decks + 1)) for decks in range(MAX_DECKS + 1))
"""For each number of decks the counts that there can be."""


def _packed(counts: Sequence[int], rules: Rules) -> bytes:
    """Counts of an unusual kind as bytes, or what is wrong with them."""
    try:
        numbers = [index(n) for n in counts]
    except TypeError:
        numbers = []
    if len(numbers) != CARD_KINDS:
        given = f", {len(numbers)} numbers" if numbers else ""
        raise CardLikeError(f"counts={quote(counts)}{given}: expected 52 whole numbers")
    for card, n in zip(CARDS, numbers, strict=True):
        _check_copies(card, n, rules)
    return bytes(numbers)


def _check_copies(card: Card, copies: int, rules: Rules, where: str = "counts") -> None:
    if copies < 0:
        raise CardCountError(f"{where}: {copies} copies of {card}: expected a number from 0")
    if copies > rules.decks:
        have = what_there_is(card, rules)
        raise CardCountError(f"{where}: {copies} copies of {card}, but {have}")


@cache
def _plain_tier() -> tuple[
    Callable[[bytes, Rules, Machine, Automaton], bool],
    Callable[[int], Machine],
    Callable[[int], Automaton],
]:
    """The functions behind `is_valid_counts`: an import in each call would take too long."""
    from .engines.counting import automaton_for
    from .engines.counting.decide import decide
    from .engines.counting.machine import machine

    return decide, machine, automaton_for


def are_valid(
    counts: npt.NDArray[np.uint8],
    *,
    jokers: int | npt.NDArray[np.integer[Any]] | None = None,
    rules: Rules = DEFAULT_RULES,
) -> npt.NDArray[np.bool_]:
    """Which tables can be partitioned into valid melds? Many at once, in numpy.

    Tables without jokers and with at most two copies of each card are read from the
    tables that ship with the package, about a million a second; all others one by one,
    some hundreds a second, and so are those that only runs around the corner can make valid.

    Args:
        counts: uint8 array of shape (n, 4, 13), how many copies of each card: suits
            C D H S, ranks A to K, so that a row has the order of `Card.index`.
        jokers: how many jokers lie on each table: a number for all of them, an integer
            array of shape (n,), or None for none.
        rules: what a valid meld is, and what is in the pack.

    Returns:
        A bool array of shape (n,).

    Raises:
        CardLikeError: `counts` is no such array.
        OptionError: `jokers` is neither a number nor such an array.
        CardCountError: more copies of a card than the rules have decks, or more jokers
            than they have, or fewer than none; the first such row is named, from 0.

    >>> import numpy as np
    >>> counts = np.zeros((3, 4, 13), dtype=np.uint8)
    >>> counts[0, :, 6] = 1  # four sevens
    >>> counts[1, 2, 3:6] = 1  # the run 4H 5H 6H
    >>> counts[2, 2, 3:5] = 1  # only 4H 5H
    >>> are_valid(counts)
    array([ True,  True, False])
    >>> are_valid(counts, jokers=np.array([0, 0, 1]), rules=Rules(jokers=1))
    array([ True,  True,  True])
    """
    import numpy as np

    _check_array(counts, rules)
    laid = _jokers_of(jokers, len(counts), rules)
    valid = np.zeros(len(counts), dtype=np.bool_)
    for first in range(0, len(counts), _BATCH):
        part = slice(first, first + _BATCH)
        valid[part] = _are_valid(np.asarray(counts[part]), laid[part], rules)
    return valid


def _are_valid(
    counts: npt.NDArray[np.uint8], jokers: npt.NDArray[np.intp], rules: Rules
) -> npt.NDArray[np.bool_]:
    """The same for checked arrays that are not too long."""
    import numpy as np

    from .engines.counting.batch import decide_all
    from .engines.counting.table import TABLE_COPIES

    most = int(counts.max())
    copies = max(1, min(most, max(TABLE_COPIES)))
    plain = jokers == 0
    if most > copies:
        plain &= counts.max(axis=(1, 2)) <= copies
    if plain.all() and rules.aces != "around":
        return decide_all(counts, rules, copies)
    valid = np.zeros(len(counts), dtype=np.bool_)
    valid[plain] = decide_all(counts[plain], _straight(rules), copies)
    load_tables()
    for row in np.flatnonzero(~valid if rules.aces == "around" else ~plain):
        packed, spare = counts[row].tobytes(), int(jokers[row])
        valid[row] = (
            _is_valid(packed, spare, rules) if spare else is_valid_counts(packed, rules=rules)
        )
    return valid


def _straight(rules: Rules) -> Rules:
    """The rules without runs around the corner: what is valid by these is valid anyway."""
    return replace(rules, aces="both") if rules.aces == "around" else rules


def _is_valid(counts: bytes, jokers: int, rules: Rules) -> bool:
    """The answer of the engine to one table."""
    problem = Problem(rules=rules, needed=tuple(counts), needed_jokers=jokers)
    return get_engine("counting")(problem) is not None


def _check_array(counts: object, rules: Rules) -> None:
    import numpy as np

    expected = "expected a numpy uint8 array of shape (n, 4, 13)"
    if not isinstance(counts, np.ndarray):
        raise CardLikeError(f"counts={quote(counts)}: {expected}")
    if counts.dtype != np.uint8:
        raise CardLikeError(f"counts: an array of {counts.dtype}: {expected}")
    if counts.ndim != 3 or counts.shape[1:] != (4, 13):
        raise CardLikeError(f"counts: an array of shape {counts.shape}: {expected}")
    if counts.size and counts.max() > rules.decks:
        row, suit, rank = map(int, np.argwhere(counts > rules.decks)[0])
        card = CARDS[13 * suit + rank]
        _check_copies(card, int(counts[row, suit, rank]), rules, f"row {row}")


def _jokers_of(jokers: object, rows: int, rules: Rules) -> npt.NDArray[np.intp]:
    """How many jokers each row has: shape (rows,)."""
    import numpy as np

    expected = f"expected a whole number or an integer array of shape ({rows},)"
    if not isinstance(jokers, np.ndarray):
        try:
            laid = 0 if jokers is None else index(cast(int, jokers))
        except TypeError:
            laid = -1
        if isinstance(jokers, bool) or laid < 0:
            raise OptionError(f"jokers={quote(jokers)}: {expected}, not negative")
        if laid > rules.jokers:
            raise CardCountError(f"{laid} jokers, but {what_there_is(JOKER, rules)}")
        return np.full(rows, laid, dtype=np.intp)
    if jokers.dtype.kind not in "iu":
        raise OptionError(f"jokers: an array of {jokers.dtype}: {expected}")
    if jokers.shape != (rows,):
        raise OptionError(f"jokers: an array of shape {jokers.shape}: {expected}")
    wrong = np.flatnonzero((jokers < 0) | (jokers > rules.jokers))
    if len(wrong):
        n = int(jokers[wrong[0]])
        what = "expected a number from 0" if n < 0 else f"but {what_there_is(JOKER, rules)}"
        raise CardCountError(f"row {wrong[0]}: {n} jokers, {what}")
    return jokers.astype(np.intp)
