"""What the pages show is what happens: their Python and commands are run, links are followed."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from commands import run_process
from documents import (
    PAGES,
    PROMPT,
    ROOT,
    all_blocks,
    anchors,
    blocks,
    commands,
    files,
    links,
    output_of,
    read_page,
    run_python,
    shown_commands,
)

import machiavelli_solver

LANGUAGES = {"python", "console", "json", "jsonl", "text", "sh"}
every_page = pytest.mark.parametrize("page", PAGES)


# --- what is shown is run


@every_page
def test_python(page: str) -> None:
    text = read_page(page)
    run_python(text, page)
    assert text.count(">>> ") == sum(block.count(">>> ") for block in blocks(text, "python"))


@every_page
def test_commands(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    text = read_page(page)
    for name, content in files(text).items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    shown = shown_commands(text)
    for command, output in shown:
        assert output_of(command) == output, command
    assert text.count("\n" + PROMPT) == len(shown)


@every_page
def test_python_that_is_not_run_imports_what_there_is(page: str) -> None:
    for block in blocks(read_page(page), "python"):
        if ">>> " in block:
            continue
        for node in ast.walk(ast.parse(block)):
            if isinstance(node, ast.ImportFrom) and node.module == "machiavelli_solver":
                assert {name.name for name in node.names} <= set(machiavelli_solver.__all__)


@every_page
def test_every_block_says_what_it_is(page: str) -> None:
    text = read_page(page)
    for block in all_blocks(text):
        assert block.language in LANGUAGES or re.fullmatch(r"\{[a-z-]+\}", block.language)
    assert text.count("\n```") == 2 * len(all_blocks(text)) - text.startswith("```")


def test_there_is_something_to_run() -> None:
    texts = [read_page(page) for page in PAGES]
    assert sum(text.count("\n>>> ") for text in texts) >= 40
    assert sum(len(shown_commands(text)) for text in texts) >= 20


# --- what is wrong is noticed


def test_a_wrong_page_is_noticed() -> None:
    with pytest.raises(AssertionError, match="Expected"):
        run_python("```python\n>>> 1 + 1\n3\n```\n")
    ((command, output),) = commands('$ machiavelli check "4-6C"\nNo.\n')
    assert output_of(command) != output


def test_blocks_have_a_language_and_perhaps_a_name() -> None:
    text = "```text a.txt\n1\n```\n\n```{include} ../b.md\n```\n\n```json rules\n{}\n```\n"
    assert [block.language for block in all_blocks(text)] == ["text", "{include}", "json"]
    assert files(text) == {"a.txt": "1\n"}


def test_links_have_a_path_or_an_anchor() -> None:
    assert links("[a](b.md#c-d), [e](#f), [g](h.txt)") == [
        ("b.md", "c-d"),
        ("", "f"),
        ("h.txt", ""),
    ]
    assert links("[a](scheme://b)\n```text\n[c](d)\n```\n") == []
    assert anchors("# A `b`, c\n## D-e: f\n") == {"a-b-c", "d-e-f"}


# --- pages belong together


@every_page
def test_links_lead_somewhere(page: str) -> None:
    text = read_page(page)
    for path, anchor in links(text):
        target = (ROOT / page).parent / path if path else ROOT / page
        assert target.exists(), path
        if anchor:
            assert anchor in anchors(target.read_text(encoding="utf-8")), f"{path}#{anchor}"


def test_every_page_is_in_the_contents() -> None:
    index = read_page("docs/index.md")
    listed = [
        f"docs/{name}.md"
        for block in all_blocks(index)
        if block.language == "{toctree}"
        for name in re.findall(r"^(?:[^:].* <)?([\w-]+)>?$", block.content, re.MULTILINE)
    ]
    assert sorted(listed) == sorted(set(PAGES) - {"README.md", "docs/index.md"})


def test_every_command_is_in_the_options() -> None:
    blocks = all_blocks(read_page("docs/options.md"))
    listed = [block.name for block in blocks if block.language == "{command-options}"]
    told = run_process("--help", env={"COLUMNS": "100"}).stdout.decode()
    commands = re.findall(r"^    (\w+) ", told, re.MULTILINE)
    assert listed == ["play rules", *commands]
    assert len(commands) >= 5


def test_every_public_name_is_in_the_api() -> None:
    named = re.findall(r"^\.\. auto\w+:: (\w+)$", read_page("docs/api.md"), re.MULTILINE)
    assert sorted(named) == sorted(machiavelli_solver.__all__)
