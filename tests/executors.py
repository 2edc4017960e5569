"""Executors for tests, which do their work in this thread and at a known moment."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from pathlib import Path
from typing import Any, TypeVar

import pytest

_Result = TypeVar("_Result")


class Late(Executor):
    """An executor whose work is done when its result is waited for, and not before.

    Args:
        breaks: at which pieces of work it breaks, by number from 0; what is not done then
            never will be.
    """

    def __init__(self, *breaks: int) -> None:
        self.breaks = breaks
        self.futures: list[_LateFuture] = []
        self.is_broken = False

    def submit(self, fn: Callable[..., _Result], /, *args: Any, **kwargs: Any) -> Future[_Result]:
        if self.is_broken:
            raise BrokenExecutor("broken before")
        future = _LateFuture(self, len(self.futures), lambda: fn(*args, **kwargs))
        self.futures.append(future)
        return future

    @property
    def cancelled(self) -> list[bool]:
        return [future.cancelled() for future in self.futures]


class _LateFuture(Future[Any]):
    def __init__(self, executor: Late, number: int, work: Callable[[], object]) -> None:
        super().__init__()
        self._executor, self._number, self._work = executor, number, work

    def result(self, timeout: float | None = None) -> Any:
        if not self.done():
            self._do()
        return super().result(timeout)

    def _do(self) -> None:
        executor = self._executor
        if executor.is_broken or self._number in executor.breaks:
            executor.is_broken = True
            self.set_exception(BrokenExecutor(f"broken at {self._number}"))
            return
        try:
            self.set_result(self._work())
        except Exception as error:
            self.set_exception(error)


def end_worker_once(mark: str, items: list[int]) -> list[int]:
    """Give the items back; whichever process is the first to leave the mark is killed."""
    try:
        Path(mark).touch(exist_ok=False)
    except FileExistsError:
        return items
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def with_cluster(run: Callable[[Any], None]) -> None:
    """Do something with the client of two worker processes on this machine."""
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        run(client)
