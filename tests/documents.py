"""What a document shows in its fenced blocks: commands and what they print."""

from __future__ import annotations

import io
import re
import shlex
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout

from machiavelli_solver.cli import main

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROMPT = "$ "


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of a language."""
    return [content for name, content in FENCE.findall(text) if name == language]


def commands(console: str) -> Iterator[tuple[str, str]]:
    """The commands of a console block, each with the output that it shows."""
    assert console.startswith(PROMPT)
    for part in re.split(r"^\$ ", console, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def output_of(command: str) -> str:
    program, *arguments = shlex.split(command)
    assert program == "machiavelli"
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        main(arguments)
    assert err.getvalue() == ""
    return out.getvalue()
