"""The command ``machiavelli plays``: its list, its sentences, its JSON and its errors."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from commands import Ran, Terminal, assert_bad_input, run
from documents import read_page

from machiavelli_solver import LANGUAGES, count_plays, plays, print_cards, read_cards

pytestmark = pytest.mark.usefixtures("terminal_settings")

POSITION = ("--table", "4-6C /", "--hand", "3C 8C 9H 7C")


class TestWords:
    def test_all_of_them(self) -> None:
        out = "There are 5 plays.\n\n  3C 7C 8C\n  7C 8C\n  3C 7C\n  7C\n  3C\n"
        assert run("plays", *POSITION) == Ran(0, out, "")

    def test_the_first(self) -> None:
        out = (
            "There are 5 plays.\n\n  3C 7C 8C\n  7C 8C\n\n"
            "These are the first 2, the largest; --most N shows more.\n"
        )
        assert run("plays", *POSITION, "--most", "2") == Ran(0, out, "")

    def test_their_number_alone(self) -> None:
        assert run("plays", *POSITION, "--most", "0") == Ran(0, "There are 5 plays.\n", "")
        out = run("plays", "--hand", "A-KC A-KD 7HS", "--most", "0").out
        assert out == "There are 314,842 plays.\n"

    def test_those_that_no_other_one_contains(self) -> None:
        out = "There is 1 play that no other one contains.\n\n  3C 7C 8C\n"
        assert run("plays", *POSITION, "--maximal") == Ran(0, out, "")

    def test_what_is_said_of_a_play(self) -> None:
        argv = ("--table", "4-6C /", "--hand", "3C 9H 9D", "--support", "9S")
        lines = run("plays", *argv).out.splitlines()
        assert lines[2:] == [
            "  3C 9D 9H  with 9S; goes out",
            "  9D 9H     with 9S",
            "  3C",
        ]
        swap = ("--joker-moves", "swap", "--freed-joker", "keep")
        lines = run("plays", "--table", "7H 7D JK /", "--hand", "7CS KD", *swap).out.splitlines()
        assert lines[2] == "  7C 7S  takes JK"
        opening = ("--rules", "thirty-six", "--not-opened")
        lines = run("plays", "--hand", "KCDH 2-4S", *opening).out.splitlines()
        assert lines[2:] == ["  KC KD KH 2S 3S 4S  opens with 39 points; goes out"]

    def test_why_there_are_none_is_said_as_by_play(self) -> None:
        opening = ("--rules", "thirty-six", "--not-opened")
        for argv in (
            ("--table", "4-6C /", "--hand", "9H"),
            ("--table", "4-5C", "--hand", "9H"),
            ("--hand", ""),
            ("--hand", "9CDH 4-5S", *opening),
        ):
            ran = run("plays", *argv)
            assert ran == run("play", *argv)
            assert ran.status == 1

    def test_the_values_tell_plays_of_as_many_cards_apart(self) -> None:
        hand = ("--hand", "ACDH 2CDH", "--most", "3")
        lines = run("plays", *hand).out.splitlines()
        assert lines[3:5] == ["  AC AD AH", "  2C 2D 2H"]
        lines = run("plays", *hand, "--values", "tiles").out.splitlines()
        assert lines[3:5] == ["  2C 2D 2H", "  AC AD AH"]

    def test_cards_on_a_terminal(self) -> None:
        lines = run("plays", *POSITION, out=Terminal()).out.splitlines()
        assert re.sub("\033\\[[0-9;]*m", "", lines[2]) == "  3♣ 7♣ 8♣"


class TestJSON:
    def test_the_documented_answer(self) -> None:
        text = read_page("docs/json.md")
        (shown,) = re.findall(r"^```json plays\n(.*?)^```$", text, re.M | re.S)
        ran = run("plays", *POSITION, "--most", "2", "--json")
        assert (ran.status, ran.out) == (0, json.dumps(json.loads(shown)) + "\n")
        assert f'`--table "{POSITION[1]}" --hand "{POSITION[3]}" --most 2`' in text

    @pytest.mark.parametrize("maximal", [False, True])
    def test_it_says_what_the_functions_say(self, maximal: bool) -> None:
        given = ("7HDSC / 4-6C", "5-8C 7D 9H 9S 9D")
        option = ["--maximal"] * maximal
        argv = ("--table", given[0], "--hand", given[1], "--most", "1000", "--json")
        data: dict[str, Any] = run("plays", *argv, *option).data
        listed = list(plays(*given, maximal=maximal))
        assert data["count"] == len(listed) == count_plays(*given, maximal=maximal) > 1
        assert [play["shed"] for play in data["plays"]] == [[*map(str, p.shed)] for p in listed]

    def test_none(self) -> None:
        answer = {"schema": 1, "arrangeable": True, "count": 0, "plays": []}
        ran = run("plays", "--table", "4-6C", "--hand", "9H", "--json")
        assert (ran.status, ran.data) == (1, answer)
        ran = run("plays", "--table", "4-5C", "--hand", "9H", "--json")
        assert (ran.status, ran.data) == (1, {**answer, "arrangeable": False})

    @pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
    def test_it_is_in_the_language_and_says_so(self, language: str) -> None:
        notation = LANGUAGES[language]

        def told(cards: str) -> str:
            return print_cards(read_cards(cards), notation=notation)

        argv = ("--table", told("4-6C") + " /", "--hand", told("3C 7C"), "--lang", language)
        data: dict[str, Any] = run("plays", *argv, "--json").data
        assert data["lang"] == language
        assert [" ".join(play["shed"]) for play in data["plays"]] == [
            told("3C 7C"),
            told("7C"),
            told("3C"),
        ]
        lines = run("plays", *argv).out.splitlines()
        assert lines[3:] == [f"  {told('7C')}", f"  {told('3C')}"]


def test_bad_input() -> None:
    assert_bad_input(run("plays", *POSITION, "--most", "-1"), "--most -1: expected a number from 0")
    assert_bad_input(run("plays", *POSITION, "--most", "two"), "--most")
    assert_bad_input(run("plays"), "no hand")
    assert_bad_input(run("plays", *POSITION, "--not-opened"), "--not-opened: there is no opening")
    assert_bad_input(run("plays", *POSITION, "--seconds", "0"), "seconds=0.0")
    assert_bad_input(run("plays", *POSITION, "--seconds", "1e-9"), "time")
    assert_bad_input(run("plays", *POSITION, "--engine", "ip"), "--engine")
    assert_bad_input(run("plays", "--hand", "7C 7C 7C"), "copy number 3 of 7C")
