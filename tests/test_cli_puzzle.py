"""The command ``machiavelli puzzle``: what it prints is a position file, and the same again."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from commands import Ran, Terminal, assert_bad_input, run
from documents import all_blocks, read_page

from machiavelli_solver import LANGUAGES, RULES, TILE_NOTATION, Position, picture, puzzle

pytestmark = pytest.mark.usefixtures("terminal_settings")

EASY = ("puzzle", "5", "--difficulty", "easy")
OUT = """\
# Go out: lay your last card. It takes 2 cuts.
# Easy, 17 nodes: machiavelli puzzle --difficulty easy 5
table:
  7D 8D 9D
  3H 4H 5H 6H 7H
  8H 9H 10H
  5C 5D 5S
  JC JD JH JS
hand: 9H
"""


def again(out: str) -> list[str]:
    """The arguments of the command that a puzzle is printed with."""
    (command,) = re.findall(r"^# \w+, \d+ nodes: machiavelli (.*)$", out, re.MULTILINE)
    return shlex.split(command)


class TestWords:
    def test_the_position(self) -> None:
        assert run(*EASY) == Ran(0, OUT, "")

    def test_it_is_a_position_file(self) -> None:
        assert Position.parse(OUT) == puzzle(5, difficulty="easy").position
        ran = run("play", "-", stdin=OUT.encode())
        assert ran.status == 0
        assert ran.out.startswith("You go out: shed your last card.\n")
        assert run("plays", "-", stdin=OUT.encode()).out == ("There is 1 play.\n\n  9H  goes out\n")

    def test_the_solution_is_told_as_by_play(self) -> None:
        told = run("play", "-", stdin=OUT.encode()).out
        assert run(*EASY, "--solution") == Ran(0, f"{OUT}\n{told}", "")

    @pytest.mark.parametrize(
        ("options", "first"),
        [
            (("--hand", "2"), "# Go out: lay both cards. It takes 1 cut."),
            (("--hand", "3", "--difficulty", "medium"), "# Go out: lay all 3 cards. It takes "),
            (("--rules", "rummikub"), "# Go out: lay your last tile. It takes "),
        ],
    )
    def test_what_is_to_be_done(self, options: tuple[str, ...], first: str) -> None:
        out = run("puzzle", "3", "--difficulty", "easy", *options).out
        assert out.startswith(first)

    def test_without_a_seed_one_is_drawn_and_told(self) -> None:
        made = {run("puzzle", "--difficulty", "easy").out for _ in range(4)}
        assert len(made) > 1
        for out in made:
            argv = again(out)
            assert argv[:3] == ["puzzle", "--difficulty", "easy"]
            assert argv[3].isdigit()
            assert run(*argv) == Ran(0, out, "")

    @pytest.mark.parametrize(
        "options",
        [
            (),
            ("--difficulty", "easy", "--table", "20", "--hand", "2"),
            ("--difficulty", "easy", "--rules", "rummikub"),
            ("--difficulty", "easy", "--rules", "rummikub", "--notation", "cards", "--lang", "sv"),
            ("--difficulty", "easy", "--aces", "low", "--decks", "1", "--jokers-per-meld", "any"),
        ],
    )
    def test_the_command_that_is_told_makes_it_again(self, options: tuple[str, ...]) -> None:
        ran = run("puzzle", "a b", *options)
        argv = again(ran.out)
        assert argv[-1] == "a b"
        assert sorted(argv) == sorted(["puzzle", *options, "a b"])
        assert run(*argv) == ran

    def test_a_seed_like_an_option(self) -> None:
        ran = run("puzzle", "--difficulty", "easy", "--", "--json")
        assert again(ran.out)[-2:] == ["--", "--json"]
        assert run(*again(ran.out)) == ran

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_languages(self, language: str) -> None:
        ran = run(*EASY, "--lang", language)
        position = puzzle(5, difficulty="easy").position
        assert Position.parse(ran.out, notation=LANGUAGES[language]) == position
        assert run("play", "-", "--lang", language, stdin=ran.out.encode()).status == 0

    def test_on_a_terminal(self) -> None:
        out = run(*EASY, out=Terminal()).out
        assert "9\N{BLACK HEART SUIT}" in out
        plain = re.sub("\033\\[[0-9;]*m", "", out)
        assert Position.parse(plain) == puzzle(5, difficulty="easy").position


class TestJSON:
    def test_the_form_in_the_docs(self) -> None:
        (block,) = [b for b in all_blocks(read_page("docs/json.md")) if b.name == "puzzle"]
        assert run(*EASY, "--solution", "--json").data == json.loads(block.content)

    def test_without_the_solution(self) -> None:
        data: dict[str, Any] = run(*EASY, "--json").data
        assert [*data] == ["schema", "seed", "difficulty", "cuts", "nodes", "position"]
        assert Position.from_dict(data["position"]) == puzzle(5, difficulty="easy").position

    def test_tiles_and_languages(self) -> None:
        data: dict[str, Any] = run(*EASY, "--json", "--rules", "rummikub").data
        rules = RULES["rummikub"].rules
        made = puzzle(5, difficulty="easy", rules=rules)
        assert Position.from_dict(data["position"], notation=TILE_NOTATION) == made.position
        told: dict[str, Any] = run(*EASY, "--json", "--lang", "it").data
        assert (told["lang"], told["position"]["hand"]) == ("it", ["9C"])


class TestPictures:
    def test_the_position_and_with_the_solution_the_turn(self, tmp_path: Path) -> None:
        made, file = puzzle(5, difficulty="easy"), tmp_path / "puzzle.svg"
        assert run(*EASY, "--svg", str(file)).out == OUT
        assert file.read_text("utf-8") == picture(made.position, rules=made.rules)
        run(*EASY, "--svg", str(file), "--solution")
        assert file.read_text("utf-8") == picture(made.solution, rules=made.rules)


def test_the_examples_in_the_help(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    examples = re.findall(r"^  machiavelli (.*)$", run("puzzle", "--help").out, re.MULTILINE)
    assert len(examples) == 5
    for example in examples:
        first, *others = example.split(" | machiavelli ")
        ran = run(*shlex.split(first))
        assert (ran.status, ran.err) == (0, "")
        for other in others:
            assert run(*shlex.split(other), stdin=ran.out.encode()).status == 0


def test_bad_input() -> None:
    assert_bad_input(run("puzzle", ""), "seed=''")
    assert_bad_input(run("puzzle", "1", "2"), "2")
    assert_bad_input(run("puzzle", "1", "--difficulty", "cruel"), "--difficulty", "'cruel'")
    assert_bad_input(run("puzzle", "1", "--table", "4-6C"), "--table", "'4-6C'")
    assert_bad_input(run("puzzle", "1", "--table", "8"), "table=8", "from 9 to 60")
    assert_bad_input(run("puzzle", "1", "--hand", "4"), "hand=4")
    assert_bad_input(run("puzzle", "1", "--aces", "around"), "aces='around'")
    assert_bad_input(run("puzzle", "1", "--engine", "ip"), "--engine")
    assert_bad_input(run("puzzle", "1", "--theme", "dark"), "--theme needs --svg")
    assert_bad_input(run("puzzle", "1", "--lang", "it", "--rules", "rummikub"), "tiles are")


def test_there_is_no_such_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("machiavelli_solver.puzzles._TABLES", 2)
    argv = ("puzzle", "1", "--difficulty", "hard", "--table", "9")
    assert_bad_input(run(*argv), "no hard puzzle was found")
