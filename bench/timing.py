"""How times are taken: one call at a time, the garbage collector between calls only."""

from __future__ import annotations

import gc
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TypeVar

_Result = TypeVar("_Result")


def timed(call: Callable[[], _Result]) -> tuple[float, _Result]:
    """The seconds that a call takes, with the garbage collector off, and its result."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        start = perf_counter()
        result = call()
        return perf_counter() - start, result
    finally:
        if enabled:
            gc.enable()


def collect() -> None:
    """Collect garbage now, so that none is left over to be collected later."""
    gc.collect()


@dataclass(frozen=True, slots=True)
class Spread:
    """What is told of several times: in seconds."""

    median: float
    worst: float
    count: int

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Spread:
        return cls(median(seconds), max(seconds), len(seconds))


def run_python(*arguments: str, stdin: str = "", check: bool = True) -> tuple[float, str]:
    """Run Python in a new process: how many seconds it took, and what it wrote."""
    command = [sys.executable, *arguments]
    start = perf_counter()
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, check=False)
    seconds = perf_counter() - start
    if check and done.returncode:
        raise RuntimeError(f"{' '.join(arguments)[:60]!r} failed:\n{done.stderr}")
    return seconds, done.stdout


def machine() -> dict[str, str]:
    """The machine and the versions of what is compared, for the record."""
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "load": load(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        **{name: _version(name) for name in ("machiavelli-solver", "numpy", "ortools")},
    }


def load() -> str:
    """The load averages of 1, 5 and 15 minutes."""
    if not hasattr(os, "getloadavg"):
        return "not known"
    return " ".join(f"{average:.1f}" for average in os.getloadavg())


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "not known"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
