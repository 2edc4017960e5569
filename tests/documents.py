"""The pages of the documentation, and what stands in them to be run.

A fenced block is what its first word says: ``python`` with ``>>>`` is a session, ``console`` are
commands with their output. A second word with a dot, as in ``text position.txt``, is the name of a
file: the commands of the page find it where they run.
"""

from __future__ import annotations

import doctest
import io
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Final, NamedTuple
from unittest import mock

from machiavelli_solver.cli import main

ROOT: Final = Path(__file__).parent.parent
PAGES: Final = ("README.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")))
"""All pages, by their paths in the repository."""

PROMPT: Final = "$ "
_FENCE: Final = re.compile(r"^```([^\s`]*)(?: ([^\n`]*))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block: its language, its name if it has one, and what stands in it."""

    language: str
    name: str
    content: str


def read_page(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def all_blocks(text: str) -> list[Block]:
    return [Block(*found) for found in _FENCE.findall(text)]


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of a language."""
    return [block.content for block in all_blocks(text) if block.language == language]


def _is_file(block: Block) -> bool:
    return "." in block.name and not block.language.startswith("{")


def files(text: str) -> dict[str, str]:
    """The files of a page, by name."""
    return {block.name: block.content for block in all_blocks(text) if _is_file(block)}


def commands(console: str) -> Iterator[tuple[str, str]]:
    """The commands of a console block, each with the output that it shows."""
    assert console.startswith(PROMPT)
    for part in re.split(r"^\$ ", console, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def shown_commands(text: str) -> list[tuple[str, str]]:
    """The commands of all console blocks of a page, in order."""
    return [pair for block in blocks(text, "console") for pair in commands(block)]


def output_of(command: str) -> str:
    """What a command prints; ``< FILE`` at its end is what it reads."""
    program, *arguments = shlex.split(command)
    assert program == "machiavelli"
    out, err = io.StringIO(), io.StringIO()
    stdin = io.StringIO()
    if arguments[-2:-1] == ["<"]:
        stdin = io.StringIO(Path(arguments[-1]).read_text(encoding="utf-8"))
        arguments = arguments[:-2]
    with redirect_stdout(out), redirect_stderr(err), mock.patch.object(sys, "stdin", stdin):
        main(arguments)
    assert err.getvalue() == ""
    return out.getvalue()


def run_python(text: str, name: str = "page") -> doctest.TestResults:
    """Run each Python block on its own, as one who copies it would."""
    runner = doctest.DocTestRunner(verbose=False)
    parser = doctest.DocTestParser()
    report = io.StringIO()
    for number, block in enumerate(blocks(text, "python"), start=1):
        test = parser.get_doctest(block, {}, f"{name}, block {number}", name, 0)
        runner.run(test, out=report.write)
    results = runner.summarize(verbose=False)
    assert not results.failed, report.getvalue()
    return results


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as GitHub and the site make them."""
    prose = _FENCE.sub("", text)
    headings = re.findall(r"^#+ (.*)$", prose, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(text: str) -> list[tuple[str, str]]:
    """The links of a page to other files and to headings: a path, which may be empty, an anchor."""
    prose = _FENCE.sub("", text)
    found = re.findall(r"\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]*))?\)", prose)
    return [(path, anchor) for path, anchor in found]
