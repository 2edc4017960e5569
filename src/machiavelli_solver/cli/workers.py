"""Worker processes of a command: they end when it ends, and new ones take their place."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack, closing
from functools import partial
from typing import Final, ParamSpec, TypeVar

from ..chunks import in_order
from .terminal import say

_Given = ParamSpec("_Given")
_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

_AHEAD: Final = 4
"""How many chunks are in flight for each worker."""

_CAN_HOLD: Final = hasattr(signal, "pthread_sigmask")


def worked(
    work: Callable[[list[_Item]], _Result],
    items: Iterable[_Item],
    *,
    workers: int,
    size: int,
    first: int,
    stack: ExitStack,
) -> Generator[_Result, None, None]:
    """The results of work in chunks, in order.

    Args:
        work: what is done with some items.
        items: the items.
        workers: how many processes do it; without two of them it is done here.
        size: how many items a worker gets at a time.
        first: the number of the first item.
        stack: the processes, if there are any, end with it.
    """
    run = partial(in_order, work, items, size=size, first=first)
    if workers <= 1:
        return run(ahead=1, executor=None)
    pool = stack.enter_context(closing(Workers(workers, _say_lost)))
    return run(ahead=_AHEAD * workers, executor=pool.executor, renew=pool.renew)


def _say_lost() -> None:
    say("worker processes were lost (killed, or out of memory); others take their place")


class Workers:
    """A process pool that can be renewed when it is broken.

    Args:
        count: how many processes.
        lost: called when processes were lost and others are started.
    """

    def __init__(self, count: int, lost: Callable[[], object]) -> None:
        self._count = count
        self._lost = lost
        self.executor = self._started()

    def renew(self) -> ProcessPoolExecutor:
        """Other processes in place of a pool that is broken."""
        self._lost()
        self.executor.shutdown(wait=False, cancel_futures=True)
        self.executor = self._started()
        return self.executor

    def close(self) -> None:
        """End the processes; what they have begun is finished."""
        self.executor.shutdown(wait=True, cancel_futures=True)

    def _started(self) -> ProcessPoolExecutor:
        # a fork would copy locks that threads of this process hold
        context = multiprocessing.get_context("spawn")
        return _Pool(self._count, mp_context=context, initializer=_begin)


class _Pool(ProcessPoolExecutor):
    """A pool whose processes start with Ctrl-C held back, as long as it is not theirs."""

    def submit(
        self, fn: Callable[_Given, _Result], /, *args: _Given.args, **kwargs: _Given.kwargs
    ) -> Future[_Result]:
        # it is here that processes are started, and they take this over
        if not _CAN_HOLD:
            return super().submit(fn, *args, **kwargs)
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _begin() -> None:
    """What a worker does first: see that it ends with the command, and without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if _CAN_HOLD:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the command to end, be it killed; a worker that waits for work never would."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
