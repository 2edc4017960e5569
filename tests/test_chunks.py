"""Work in chunks: order, how much is in flight, and what happens when it breaks."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from itertools import count, islice

import pytest
from executors import Late
from hypothesis import given
from hypothesis import strategies as st

from machiavelli_solver import ExecutorError
from machiavelli_solver.chunks import MAX_BREAKS, in_order


def squares(numbers: list[int]) -> list[int]:
    return [n * n for n in numbers]


def failing_at(last: int) -> Iterator[int]:
    yield from range(last)
    raise OSError("the disk is gone")


class Reading:
    """Numbers from 0, and how many were read."""

    def __init__(self) -> None:
        self.read = 0

    def __iter__(self) -> Iterator[int]:
        for number in count():
            self.read += 1
            yield number


@given(st.integers(0, 30), st.integers(1, 8), st.integers(1, 5))
def test_order(items: int, size: int, ahead: int) -> None:
    found = list(in_order(squares, range(items), size=size, ahead=ahead, executor=Late()))
    assert [n for chunk in found for n in chunk] == squares(list(range(items)))
    assert [len(chunk) for chunk in found[:-1]] == [size] * (len(found) - 1)


def test_order_with_threads() -> None:
    with ThreadPoolExecutor(4) as threads:
        found = list(in_order(squares, range(500), size=3, ahead=8, executor=threads))
    assert [n for chunk in found for n in chunk] == squares(list(range(500)))


def test_one_by_one_without_an_executor() -> None:
    numbers = Reading()
    results = in_order(squares, numbers, size=10, ahead=10, executor=None)
    assert (next(results), numbers.read) == ([0], 1)
    assert (next(results), numbers.read) == ([1], 2)


def test_no_more_is_read_than_is_in_flight() -> None:
    numbers, late = Reading(), Late()
    results = in_order(squares, numbers, size=3, ahead=4, executor=late)
    assert numbers.read == 0
    for number in range(5):
        next(results)
        assert numbers.read == 3 * (4 + number)
        assert len(late.futures) == 4 + number


def test_what_is_done_goes_out_before_more_is_read() -> None:
    class AtOnce(Late):
        def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
            future = super().submit(fn, *args, **kwargs)
            future.result()
            return future

    numbers = Reading()
    results = in_order(squares, numbers, size=3, ahead=4, executor=AtOnce())
    assert (next(results), numbers.read) == ([0, 1, 4], 3)
    assert (next(results), numbers.read) == ([9, 16, 25], 6)


def test_closing_cancels_what_is_in_flight() -> None:
    late = Late()
    results = in_order(squares, count(), size=3, ahead=4, executor=late)
    next(results)
    results.close()
    assert late.cancelled == [False, True, True, True]


@pytest.mark.parametrize("executor", [None, Late()])
def test_what_was_read_before_reading_failed_is_done(executor: Executor | None) -> None:
    results = in_order(squares, failing_at(8), size=3, ahead=2, executor=executor)
    found = list(islice(results, 8 if executor is None else 3))
    assert [n for chunk in found for n in chunk] == squares(list(range(8)))
    with pytest.raises(OSError, match="the disk is gone"):
        next(results)


@pytest.mark.parametrize("executor", [None, Late()])
def test_reading_that_fails_at_once(executor: Executor | None) -> None:
    with pytest.raises(OSError, match="the disk is gone"):
        next(in_order(squares, failing_at(0), size=3, ahead=2, executor=executor))


class TestBroken:
    def test_what_is_done_goes_out_before_the_error(self) -> None:
        results = in_order(squares, range(20), size=3, ahead=4, executor=Late(2))
        assert [next(results), next(results)] == [[0, 1, 4], [9, 16, 25]]
        with pytest.raises(ExecutorError) as caught:
            next(results)
        assert str(caught.value) == (
            "the executor failed at numbers 7 to 9; all before them are answered: "
            "BrokenExecutor: broken at 2"
        )
        assert list(results) == []

    def test_an_executor_that_was_broken_before(self) -> None:
        late = Late()
        late.is_broken = True
        with pytest.raises(ExecutorError, match=r"numbers 11 to 13.*broken before"):
            list(in_order(squares, range(20), size=3, ahead=4, executor=late, first=11))

    def test_an_executor_that_is_shut_down(self) -> None:
        threads = ThreadPoolExecutor(1)
        threads.shutdown()
        with pytest.raises(ExecutorError, match=r"numbers 1 to 1.*RuntimeError: cannot schedule"):
            list(in_order(squares, [1], size=3, ahead=4, executor=threads))

    def test_a_function_that_fails(self) -> None:
        def fail(numbers: list[int]) -> int:
            return 1 // numbers[0]

        results = in_order(fail, [1, 1, 0, 1], size=1, ahead=2, executor=Late())
        assert [next(results), next(results)] == [1, 1]
        with pytest.raises(ExecutorError, match=r"numbers 3 to 3.*ZeroDivisionError") as caught:
            next(results)
        assert isinstance(caught.value.__cause__, ZeroDivisionError)

    def test_another_executor_does_again_what_was_in_flight(self) -> None:
        made: list[Late] = []

        def renew() -> Late:
            # each does one chunk and breaks at the next
            made.append(Late(1))
            return made[-1]

        results = in_order(
            squares, range(20), size=3, ahead=4, executor=Late(1), renew=renew, first=1
        )
        assert [n for chunk in results for n in chunk] == squares(list(range(20)))
        assert len(made) == 6

    def test_work_that_breaks_every_executor(self) -> None:
        made: list[Late] = []

        def renew() -> Late:
            made.append(Late(0))
            return made[-1]

        results = in_order(squares, range(20), size=3, ahead=4, executor=Late(1), renew=renew)
        assert next(results) == [0, 1, 4]
        with pytest.raises(ExecutorError, match=r"numbers 4 to 6.*BrokenExecutor: broken at 0"):
            next(results)
        assert len(made) == MAX_BREAKS
