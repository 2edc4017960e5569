"""Runs what a document shows: its Python, and its commands with their output."""

from __future__ import annotations

import doctest
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


def run_python(text: str, name: str = "README") -> doctest.TestResults:
    """Run each Python block on its own, as one who copies it would."""
    runner = doctest.DocTestRunner(verbose=False)
    parser = doctest.DocTestParser()
    report = io.StringIO()
    for number, block in enumerate(blocks(text, "python"), start=1):
        test = parser.get_doctest(block, {}, f"{name} block {number}", f"{name}.md", 0)
        runner.run(test, out=report.write)
    results = runner.summarize(verbose=False)
    assert not results.failed, report.getvalue()
    return results
