"""What only the README has; what all pages have is in test_pages.py."""

from __future__ import annotations

import re

from documents import blocks, read_page, shown_commands

from machiavelli_solver import read_cards

README = read_page("README.md")


def test_two_lines_set_everything_up() -> None:
    """The two ``sh`` blocks are one line each; ``.ci/run`` runs them as they are printed."""
    play, test = blocks(README, "sh")
    assert [play.count("\n"), test.count("\n")] == [1, 1]
    assert all(line.startswith("python3 -m venv .venv && ") for line in (play, test))
    assert '.venv/bin/machiavelli play --table "KHDC / QHDC / JHDC" --hand "AC"' in play
    assert test.endswith(" .venv/bin/python -m pytest\n")


def test_commands_that_are_shown() -> None:
    shown = shown_commands(README)
    assert len(shown) >= 8
    names = {command.split()[1] for command, _ in shown}
    assert names == {"check", "judge", "outs", "play", "puzzle", "solve"}


def test_notation_table() -> None:
    rows = re.findall(r"^\| (`[^|]+`) \| `([^|`]+)` \|", README, flags=re.MULTILINE)
    forms = [(form, strict) for cell, strict in rows for form in re.findall("`([^`]+)`", cell)]
    assert len(forms) >= 8
    for form, strict in forms:
        assert " ".join(map(str, read_cards(form))) == strict
