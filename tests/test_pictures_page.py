"""The pictures of docs/pictures.md are what its commands draw; test_pages.py runs the rest of it.

To draw them anew, run the commands of the page in docs/pictures, with its position.txt.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from documents import ROOT, files, output_of, read_page, shown_commands

PAGE = read_page("docs/pictures.md")


def test_the_pictures_that_its_commands_draw(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in files(PAGE).items():
        Path(name).write_text(content, encoding="utf-8")
    for command, _ in shown_commands(PAGE):
        output_of(command)
    drawn = {path.name: path.read_bytes() for path in tmp_path.glob("*.svg")}
    kept = {path.name: path.read_bytes() for path in (ROOT / "docs" / "pictures").iterdir()}
    assert drawn == kept
    assert {*re.findall(r"\]\(pictures/(.*?)\)", PAGE)} == {*kept}
