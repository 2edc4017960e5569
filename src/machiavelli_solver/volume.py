"""The best plays of many positions: in order, as they are asked for, through any executor."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, get_args, overload

from .cards import Card, Joker
from .chunks import check_work, in_order
from .counts import load_tables
from .engines import EngineName
from .errors import MachiavelliError, OptionError, PositionError, TimeLimitError, quote
from .melds import Meld
from .naming import CARD_NOTATION, Notation
from .play import Objective, Play, best_play
from .positions import CardsLike, Position, Table, TableLike
from .rules import DEFAULT_RULES, Rules
from .values import ITALIAN_VALUES, CardValues

if TYPE_CHECKING:
    from concurrent.futures import Executor

PositionLike: TypeAlias = Position | tuple[TableLike, CardsLike]
"""A position, or a table and a hand."""

OnError: TypeAlias = Literal["raise", "return"]
"""What becomes of a position that has an error in place of an answer."""

CHUNK: Final = 64
"""How many positions go to a worker at a time: about 0.1 s of work."""

AHEAD: Final = 32
"""How many chunks are in flight: enough for some ten workers."""


@overload
def best_plays(
    positions: Iterable[PositionLike],
    *,
    opened: bool = ...,
    rules: Rules = ...,
    notation: Notation = ...,
    engine: EngineName = ...,
    objective: Objective = ...,
    values: CardValues = ...,
    tidy: bool = ...,
    seconds: float | None = ...,
    executor: Executor | None = ...,
    chunk: int = ...,
    ahead: int = ...,
    progress: Callable[[int], object] | None = ...,
    errors: Literal["raise"] = ...,
) -> Generator[Play | None, None, None]: ...


@overload
def best_plays(
    positions: Iterable[PositionLike],
    *,
    opened: bool = ...,
    rules: Rules = ...,
    notation: Notation = ...,
    engine: EngineName = ...,
    objective: Objective = ...,
    values: CardValues = ...,
    tidy: bool = ...,
    seconds: float | None = ...,
    executor: Executor | None = ...,
    chunk: int = ...,
    ahead: int = ...,
    progress: Callable[[int], object] | None = ...,
    errors: Literal["return"],
) -> Generator[Play | MachiavelliError | None, None, None]: ...


def best_plays(
    positions: Iterable[PositionLike],
    *,
    opened: bool = True,
    rules: Rules = DEFAULT_RULES,
    notation: Notation = CARD_NOTATION,
    engine: EngineName = "counting",
    objective: Objective = "cards",
    values: CardValues = ITALIAN_VALUES,
    tidy: bool = True,
    seconds: float | None = None,
    executor: Executor | None = None,
    chunk: int = CHUNK,
    ahead: int = AHEAD,
    progress: Callable[[int], object] | None = None,
    errors: OnError = "raise",
) -> Generator[Play | MachiavelliError | None, None, None]:
    """The answer of `best_play` to each of many positions, in order, as they are asked for.

    Positions are read as they are needed: one by one without an executor, else at most
    ``chunk * ahead`` before the answer that is given out. Closing the generator cancels
    what is in flight; the executor stays the caller's.

    Args:
        positions: positions, or pairs of a table and a hand; any number of them.
        opened: this and what follows are as for `best_play`, the same for all positions.
        rules: what a valid meld is, and what is in the pack.
        notation: what cards are called in text that is read.
        engine: which engine answers.
        objective: what is shed the most of.
        values: what cards are worth.
        tidy: leave tables that are given as melds alone as far as can be; without it answers take
            a fraction of the time.
        seconds: how long one answer may take.
        executor: where the work is done: any `concurrent.futures.Executor`, such as a
            process pool or a Dask cluster's ``client.get_executor()``. None: here.
        chunk: how many positions a worker is given at a time.
        ahead: how many chunks are in flight; two for each worker keep it busy.
        progress: called with the number of positions answered so far, for each chunk
            before its answers are given out.
        errors: ``"raise"`` raises the first error, when the answers before it are given
            out; ``"return"`` gives each error out as the answer to its position.

    Returns:
        A generator of answers. For each position this is a play, or None where the table has
        no arrangement, or with ``errors="return"`` a `MachiavelliError`.

    Raises:
        OptionError: an option has no such value; this is raised at once.
        ExecutorError: workers were lost (killed, or out of memory), or a position cannot
            be sent to them; whatever `errors` says. A process pool is of no use
            afterwards. A Dask cluster tries again by itself first.
        MachiavelliError: a position has an error, see `best_play`; a note says which.

    >>> for play in best_plays([("KHDC / QHDC / JHDC", "AC 9S"), ("AS 7H", "JD")]):
    ...     print(play and " / ".join(map(str, play.melds)))
    JC QC KC AC / JD QD KD / JH QH KH
    None
    """
    ask = partial(
        best_play,
        opened=opened,
        rules=rules,
        notation=notation,
        engine=engine,
        objective=objective,
        values=values,
        tidy=tidy,
        seconds=seconds,
    )
    with suppress(TimeLimitError):
        ask("", "")  # it sees that the options are good
    check_work(executor, chunk, ahead, progress)
    if errors not in get_args(OnError):
        raise OptionError(f"errors={errors!r}: expected 'raise' or 'return'")
    try:
        given = iter(positions)
    except TypeError:
        raise PositionError(f"{quote(positions)}: expected a collection of positions") from None
    answers = in_order(
        partial(_answers, ask, engine == "counting"),
        map(_as_given, given),
        size=chunk,
        ahead=ahead,
        executor=executor,
    )
    return _given_out(answers, progress, errors)


Answer: TypeAlias = Play | MachiavelliError | None


def _given_out(
    chunks: Generator[list[Answer], None, None],
    progress: Callable[[int], object] | None,
    errors: OnError,
) -> Generator[Answer, None, None]:
    """Answers one by one; errors are raised or given out."""
    answered = 0
    try:
        for answers in chunks:
            first = answered + 1
            answered += len(answers)
            if progress is not None:
                progress(answered)
            for number, answer in enumerate(answers, start=first):
                if errors == "raise" and isinstance(answer, MachiavelliError):
                    answer.add_note(f"in position number {number}, counted from 1")
                    raise answer
                yield answer
    finally:
        chunks.close()


def _answers(ask: Callable[..., Play | None], tables: bool, chunk: list[_Item]) -> list[Answer]:
    """The answers to some positions; this is what runs in a worker."""
    if tables:
        load_tables()
    return [_answer(ask, item) for item in chunk]


def _answer(ask: Callable[..., Play | None], item: _Item) -> Answer:
    if isinstance(item, MachiavelliError):
        return item
    try:
        if isinstance(item, Position):
            return ask(item.table, item.hand, support=item.support, loose=item.loose)
        return ask(*item)
    except MachiavelliError as error:
        return error


_Item: TypeAlias = Position | tuple[Any, Any] | MachiavelliError


def _as_given(item: object) -> _Item:
    """A position as it is now, whatever becomes of it while it waits, or an error."""
    if isinstance(item, Position):
        return item
    if isinstance(item, tuple | list) and len(item) == 2:
        return _frozen(item[0]), _frozen(item[1])
    return PositionError(f"{quote(item)}: expected a Position, or a table and a hand")


_DEEP: Final = 8
"""How deep collections are looked into: what lies deeper is no card-like anyway."""


def _frozen(cards: object, depth: int = 0) -> object:
    """Card-likes with lists and iterators made tuples, which stay as they are."""
    if isinstance(cards, str | bytes | Table | Meld | Card | Joker | Mapping):
        return cards
    if not isinstance(cards, Iterable) or depth > _DEEP:
        return cards
    return tuple(_frozen(part, depth + 1) for part in cards)
