"""Work in chunks: items through an executor, results in order, so many chunks in flight.

Nothing here knows of cards. Items are read as they are needed, so that there may be any
number of them, and chunks that are done are handed over before more items are read, since
reading may wait.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from .errors import ExecutorError, OptionError

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

Item = TypeVar("Item")
Result = TypeVar("Result")

MAX_BREAKS: Final = 3
"""How often a pool may break in a row, with no chunk done between, before it is an error."""


def in_order(
    function: Callable[[list[Item]], Result],
    items: Iterable[Item],
    *,
    size: int,
    ahead: int,
    executor: Executor | None,
    renew: Callable[[], Executor] | None = None,
    first: int = 1,
) -> Generator[Result, None, None]:
    """A function's results for lists of items, in order.

    Closing the generator cancels what is in flight, but see `renew`.

    Args:
        function: what is done with a list of items; for processes it must be picklable.
        items: any number of them. When reading them fails, what was read before is done
            first.
        size: how many items a list has. Without an executor each item is one of its own.
        ahead: how many lists are in flight.
        executor: where the function runs; None for here.
        renew: makes another executor when workers were lost; what was in flight is then
            done again. At most `MAX_BREAKS` times in a row. It is then for the owner of
            the executors, too, to cancel what is in flight.
        first: the number of the first item, for errors.

    Raises:
        ExecutorError: the executor broke, or could not run the function. The items before
            those that it names are done.

    >>> list(in_order(sum, range(5), size=2, ahead=1, executor=None))
    [0, 1, 2, 3, 4]
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor() as threads:
    ...     list(in_order(sum, range(5), size=2, ahead=3, executor=threads))
    [1, 5, 4]
    """
    if executor is None:
        for item in items:
            yield function([item])
        return
    flight = _Flight(function, executor, renew, first)
    chunks = _chunks(items, size)
    fault: Exception | None = None
    more = True
    try:
        while more or flight.chunks:
            while flight.chunks and (not more or flight.is_ready or len(flight.chunks) >= ahead):
                yield flight.land()
            try:
                chunk = next(chunks, None) if more else None
            except Exception as error:
                fault, chunk = error, None
            more = chunk is not None
            if chunk is not None:
                flight.start(chunk)
    finally:
        if renew is None:
            # in a process pool that breaks at this moment, a cancelled future is trouble
            flight.cancel()
    if fault is not None:
        raise fault


def _chunks(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """Items in lists; when reading them fails, those that were read are the last list."""
    chunk: list[Item] = []
    try:
        for item in items:
            chunk.append(item)
            if len(chunk) == size:
                yield chunk
                chunk = []
    except Exception:
        if chunk:
            yield chunk
        raise
    if chunk:
        yield chunk


@dataclass(slots=True)
class _Chunk(Generic[Item, Result]):
    items: list[Item]
    future: Future[Result]


class _Flight(Generic[Item, Result]):
    """The chunks in flight, the oldest first."""

    def __init__(
        self,
        function: Callable[[list[Item]], Result],
        executor: Executor,
        renew: Callable[[], Executor] | None,
        first: int,
    ) -> None:
        self.chunks: deque[_Chunk[Item, Result]] = deque()
        self._function = function
        self._executor = executor
        self._renew = renew
        self._first = first
        self._breaks = 0

    @property
    def is_ready(self) -> bool:
        """Is the oldest chunk done?"""
        return self.chunks[0].future.done()

    def start(self, items: list[Item]) -> None:
        """Send a list of items off."""
        self.chunks.append(_Chunk(items, self._submitted(items)))

    def land(self) -> Result:
        """The result of the oldest chunk, when it is there."""
        from concurrent.futures import BrokenExecutor

        chunk = self.chunks[0]
        while True:
            try:
                result = chunk.future.result()
                break
            except BrokenExecutor as error:
                self._breaks += 1
                if self._renew is None or self._breaks > MAX_BREAKS:
                    raise self._error(error) from error
                self._start_again(self._renew())
            except Exception as error:
                raise self._error(error) from error
        self.chunks.popleft()
        self._breaks = 0
        self._first += len(chunk.items)
        return result

    def cancel(self) -> None:
        """Nothing of what is in flight is wanted any more."""
        for chunk in self.chunks:
            chunk.future.cancel()

    def _submitted(self, items: list[Item]) -> Future[Result]:
        try:
            return self._executor.submit(self._function, items)
        except Exception as error:
            # it is met where this chunk's turn is: those before it may be done
            from concurrent.futures import Future

            failed: Future[Result] = Future()
            failed.set_exception(error)
            return failed

    def _start_again(self, executor: Executor) -> None:
        """Send off again what a broken executor has not done."""
        self._executor = executor
        for chunk in self.chunks:
            future = chunk.future
            if not (future.done() and not future.cancelled() and future.exception() is None):
                chunk.future = self._submitted(chunk.items)

    def _error(self, error: Exception) -> ExecutorError:
        last = self._first + len(self.chunks[0].items) - 1
        fault = f"{type(error).__name__}: {error}".rstrip(": ")
        return ExecutorError(
            f"the executor failed at numbers {self._first} to {last}; "
            f"all before them are answered: {fault}"
        )


def check_work(executor: object, chunk: object, ahead: object, progress: object) -> None:
    """See that options of work in chunks are what they can be.

    Raises:
        OptionError: one is not.
    """
    for name, value in (("chunk", chunk), ("ahead", ahead)):
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise OptionError(f"{name}={value!r}: expected a whole number from 1")
    if progress is not None and not callable(progress):
        raise OptionError(f"progress={progress!r:.60}: expected a function, or None")
    if executor is not None:
        from concurrent.futures import Executor

        if not isinstance(executor, Executor):
            hint = ": use its get_executor()" if hasattr(executor, "get_executor") else ""
            raise OptionError(
                f"executor={executor!r:.60}: expected a concurrent.futures.Executor{hint}"
            )
