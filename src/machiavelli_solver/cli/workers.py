"""Worker processes of a command: they end when it ends, and new ones take their place."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor


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
        return ProcessPoolExecutor(self._count, mp_context=context, initializer=_begin)


def _begin() -> None:
    """What a worker does first: see that it ends with the command, and without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the command to end, be it killed; a worker that waits for work never would."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
