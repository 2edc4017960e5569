"""How tests run the command ``machiavelli``: in this process, or in one of its own."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import sysconfig
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from machiavelli_solver.cli import main


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@dataclass(frozen=True)
class Ran:
    status: int
    out: str
    err: str

    @property
    def data(self) -> dict[str, object]:
        loaded = json.loads(self.out)
        assert isinstance(loaded, dict)
        return loaded


def run(*argv: str, stdin: bytes | None = None, out: io.StringIO | None = None) -> Ran:
    """Run the command in this process."""
    out, err = out or io.StringIO(), io.StringIO()
    feed = None if stdin is None else io.TextIOWrapper(io.BytesIO(stdin))
    with redirect_stdout(out), redirect_stderr(err), mock.patch.object(sys, "stdin", feed):
        status = main(argv)
    return Ran(status, out.getvalue(), err.getvalue())


def assert_bad_input(ran: Ran, *words: str) -> None:
    """The command complains as it should, in these words among others, and says nothing else."""
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("machiavelli: error: ")
    assert "Traceback" not in ran.err
    for word in words:
        assert word in ran.err


def run_process(
    *argv: str, env: dict[str, str] | None = None, module: bool = True
) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a process of its own."""
    script = str(Path(sysconfig.get_path("scripts")) / "machiavelli")
    command = [sys.executable, "-m", "machiavelli_solver"] if module else [script]
    environ = {**os.environ, **(env or {})}
    return subprocess.run([*command, *argv], capture_output=True, env=environ, check=False)
