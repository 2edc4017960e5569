"""What docs/pictures.md shows is what happens, and its pictures are what its commands draw.

To draw them anew, run the commands of the page in docs/pictures, with its position.txt.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from documents import PROMPT, files, output_of, read_page, run_python, shown_commands

DOCS = Path(__file__).parent.parent / "docs"
PAGE = read_page("docs/pictures.md")


def test_python_blocks() -> None:
    assert run_python(PAGE, "pictures").attempted == PAGE.count(">>> ") >= 5


def test_commands_and_the_pictures_that_they_draw(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.chdir(tmp_path)
    for name, content in files(PAGE).items():
        Path(name).write_text(content, encoding="utf-8")
    shown = shown_commands(PAGE)
    for command, output in shown:
        assert output_of(command) == output, command
    assert len(shown) == PAGE.count("\n" + PROMPT) == 3
    drawn = {path.name: path.read_bytes() for path in tmp_path.glob("*.svg")}
    kept = {path.name: path.read_bytes() for path in (DOCS / "pictures").iterdir()}
    assert drawn == kept
    assert {*re.findall(r"\]\(pictures/(.*?)\)", PAGE)} == {*kept}
