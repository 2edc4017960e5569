"""What the README shows is what happens: its Python, its commands and its tables are run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from documents import PROMPT, blocks, commands, files, output_of, run_python, shown_commands

from machiavelli_solver import read_cards

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FORCE_COLOR", raising=False)


def test_python_blocks() -> None:
    assert run_python(README).attempted >= 15


def test_every_python_line_stands_in_a_block_that_is_run() -> None:
    assert README.count(">>> ") == sum(block.count(">>> ") for block in blocks(README, "python"))


@pytest.mark.usefixtures("_plain")
def test_console_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, content in files(README).items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    shown = shown_commands(README)
    for command, output in shown:
        assert output_of(command) == output, command
    assert len(shown) >= 8
    assert {command.split()[1] for command, _ in shown} == {
        "check",
        "judge",
        "outs",
        "play",
        "solve",
    }


def test_every_command_stands_in_a_block_that_is_run() -> None:
    prompts = README.count("\n" + PROMPT)
    assert prompts == sum(len(list(commands(block))) for block in blocks(README, "console"))


def test_two_lines_set_everything_up() -> None:
    """The two ``sh`` blocks are one line each; ``.ci/run`` runs them as they are printed."""
    play, test = blocks(README, "sh")
    assert [play.count("\n"), test.count("\n")] == [1, 1]
    assert all(line.startswith("python3 -m venv .venv && ") for line in (play, test))
    assert '.venv/bin/machiavelli play --table "KHDC / QHDC / JHDC" --hand "AC"' in play
    assert test.endswith(" .venv/bin/python -m pytest\n")


def test_notation_table() -> None:
    rows = re.findall(r"^\| (`[^|]+`) \| `([^|`]+)` \|", README, flags=re.MULTILINE)
    forms = [(form, strict) for cell, strict in rows for form in re.findall("`([^`]+)`", cell)]
    assert len(forms) >= 8
    for form, strict in forms:
        assert " ".join(map(str, read_cards(form))) == strict


def test_a_wrong_readme_is_noticed() -> None:
    with pytest.raises(AssertionError, match="Expected"):
        run_python("```python\n>>> 1 + 1\n3\n```\n")
    ((command, output),) = commands('$ machiavelli check "4-6C"\nNo.\n')
    assert output_of(command) != output


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert "LICENSE" in links
    for link in links:
        assert (Path(__file__).parent.parent / link).exists(), link
