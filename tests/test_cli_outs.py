"""The command ``machiavelli outs``: its table, its sentences, its JSON and its errors."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from commands import Ran, Terminal, assert_bad_input, run
from documents import read_page

from machiavelli_solver import LANGUAGES, outs, print_cards, read_cards

pytestmark = pytest.mark.usefixtures("terminal_settings")


GERMAN = ("--table", "10HDS / JHDS / QHDC", "--hand", "9S QD")

SMALL = ("--table", "4-6C /", "--hand", "8C 9H", "--unseen", "7C 7C KD")


class TestWords:
    def test_the_whole_of_it(self) -> None:
        assert run("outs", *SMALL) == Ran(
            0,
            "Now nothing can be shed.\n"
            "\n"
            "  draw  unseen  chance  keep  shed\n"
            "  7C         2  66.7 %     1  7C 8C\n"
            "\n"
            "The other card (1 of 3 unseen) does not help.\n"
            "\n"
            "The next card helps with a chance of 66.7 % (2 of 3).\n"
            "It lets you play with a chance of 66.7 % (2 of 3).\n"
            "It lets you go out with a chance of 0 % (0 of 3).\n",
            "",
        )

    def test_every_draw(self) -> None:
        lines = run("outs", *SMALL, "--all").out.splitlines()
        assert lines[2:6] == [
            "  draw  unseen  chance  keep  shed",
            "  7C         2  66.7 %     1  7C 8C",
            "  KD         1  33.3 %     3  -",
            "",
        ]
        assert not any("not help" in line for line in lines)

    def test_no_draw_helps(self) -> None:
        ran = run("outs", "--table", "4-6C /", "--hand", "9H", "--unseen", "KD")
        assert (ran.status, ran.out) == (
            1,
            "Now nothing can be shed.\n\n"
            "No card helps.\n\n"
            "The next card helps with a chance of 0 % (0 of 1).\n"
            "It lets you play with a chance of 0 % (0 of 1).\n"
            "It lets you go out with a chance of 0 % (0 of 1).\n",
        )
        two = run("outs", "--table", "4-6C /", "--hand", "9H", "--unseen", "KD 2S", "--draws", "2")
        assert "\n\nNo pair helps.\n\nThe next two cards help with a chance of 0 %" in two.out

    def test_what_can_be_done_now(self) -> None:
        def first(*argv: str) -> str:
            return run("outs", *argv, "--unseen", "7C").out.splitlines()[0]

        table = ("--table", "4-6C /")
        assert first(*table, "--hand", "7C 9H") == "Now you can shed 1 of your 2 cards: 7C"
        assert first(*table, "--hand", "7C") == "Now you can go out: 7C"
        assert first(*table, "--hand", "7-8C") == "Now you can go out: 7C 8C"
        assert first("--table", "4-5C", "--hand", "9H") == (
            "Now the table's cards cannot all lie in valid melds."
        )

    def test_a_card_that_is_enough_stands_with_any_other(self) -> None:
        unseen = "7C 7C KD 2S 9C 3C"
        ran = run("outs", "--table", "4-6C /", "--hand", "8C", "--unseen", unseen, *TWO)
        assert ran.out == (
            "Now nothing can be shed.\n"
            "\n"
            "  draw      ways  chance  keep  shed\n"
            "  7C + any     7  46.7 %     1  7C 8C\n"
            "  3C + any     3  20.0 %     2  3C\n"
            "  7C 9C        2  13.3 %     0  7C 8C 9C\n"
            "\n"
            "The other 3 pairs (3 of 15 ways) do not help.\n"
            "\n"
            "The next two cards help with a chance of 80.0 % (12 of 15).\n"
            "They let you play with a chance of 80.0 % (12 of 15).\n"
            "They let you go out with a chance of 26.7 % (4 of 15).\n"
        )

    def test_long_tables_are_cut(self) -> None:
        argv = ("--table", "4-6C / 6DHS", "--hand", "8C 9H 9S 2S 4D", *TWO)
        parts = run("outs", *argv).out.split("\n\n")
        table = parts[1].splitlines()
        assert len(table) == 1 + 20
        shown = sum(int(line[len("  7C + any") :].split()[0]) for line in table[1:])
        hidden, idle = (
            int(n.replace(",", "")) for n in re.findall(r"\(([\d,]+) of [\d,]+ ways\)", parts[2])
        )
        data: dict[str, Any] = run("outs", *argv, "--json").data
        assert re.match(r"There are \d+ more lines \(", parts[2])
        assert shown + hidden == data["helps"]
        assert shown + hidden + idle == data["ways"]
        everything = run("outs", *argv, "--all").out.split("\n\n")[1].splitlines()
        assert len(everything) == 1 + len(data["outs"])

    def test_nothing_to_draw(self) -> None:
        ran = run("outs", "--hand", "9S", "--unseen", "")
        assert (ran.status, ran.out) == (
            1,
            "Now nothing can be shed.\nThere is nothing to draw: none left.\n",
        )
        ran = run("outs", "--hand", "9S", "--unseen", "9C", *TWO)
        assert ran.out.endswith("There is nothing to draw: 1 unseen card left.\n")

    def test_a_chance_in_large_numbers(self) -> None:
        ran = run("outs", "--table", "KHDC / QHDC / JHDC", "--hand", "AC", *TWO)
        assert "They let you play with a chance of 100 % (4,371 of 4,371).\n" in ran.out

    def test_on_a_terminal_columns_stay_in_line(self) -> None:
        shown = run("outs", *GERMAN, out=Terminal()).out
        plain = re.sub(r"\033\[[\d;]*m", "", shown)
        assert "10♣" in plain
        letters = plain.translate(str.maketrans("♣♦♥♠", "CDHS"))
        assert letters == run("outs", *GERMAN).out


TWO = ("--draws", "2")


class TestOptions:
    def test_a_position_file(self, tmp_path: Path) -> None:
        path = tmp_path / "position.txt"
        path.write_text("table: 10HDS / JHDS / QHDC\nhand: 9S QD\n", encoding="utf-8")
        assert run("outs", str(path)) == run("outs", *GERMAN)

    def test_openings(self) -> None:
        argv = ("outs", "--hand", "9CDH 4-5S", "--rules", "thirty-six")
        ran = run(*argv, "--not-opened")
        assert ran.status == 0
        assert "It lets you go out with a chance of 4.0 % (4 of 99)." in ran.out
        assert run(*argv).out.startswith("Now you can shed 3 of your 5 cards: 9C 9D 9H\n")
        assert_bad_input(run("outs", "--hand", "4C", "--not-opened"), "there is no opening")

    def test_tiles(self) -> None:
        argv = ("outs", "--table", "R4-6 / RBK6", "--hand", "R8 O9", "--rules", "rummikub")
        ran = run(*argv)
        assert "\n  R7         2   2.0 %     1  R7 R8\n" in ran.out
        assert "The other 48 tiles (90 of 98 unseen) do not help." in ran.out
        assert "The next tile helps" in ran.out
        data: dict[str, Any] = run(*argv, "--json").data
        assert data["outs"][0]["draw"] == ["R7"]
        two = run(*argv, "--unseen", "R7 JK", *TWO)
        assert "They let you go out" in two.out
        assert "\n  R7 + any     1   100 %     2  R7 R8\n" in two.out

    def test_jokers_that_may_be_drawn_are_in_the_pack(self) -> None:
        ran = run("outs", "--table", "4-6C /", "--hand", "9S", "--unseen", "JK 9C")
        assert ran.status == 0
        assert "  JK         1  50.0 %     1  JK\n" in ran.out
        classic = ("--hand", "9S", "--unseen", "JK", "--rules", "classic")
        assert_bad_input(run("outs", *classic), "unseen, card 1: joker number 1", "no jokers")

    def test_points(self) -> None:
        argv = ("outs", "--hand", "KC KD 2-3S", "--unseen", "KH 4S", "--objective", "points")
        assert run(*argv).out.splitlines()[2:5] == [
            "  draw  unseen  chance  keep  points  shed",
            "  KH         1  50.0 %     2      30  KC KD KH",
            "  4S         1  50.0 %     2       9  2S 3S 4S",
        ]

    def test_engines_agree(self) -> None:
        assert run("outs", *SMALL, "--engine", "ip") == run("outs", *SMALL)

    def test_bad_input(self) -> None:
        assert_bad_input(run("outs"), "no hand: give --table and --hand, or a position file")
        assert_bad_input(run("outs", *GERMAN, "--unseen", "7X"), "unseen, line 1, column 1", "7X")
        assert_bad_input(run("outs", *GERMAN, "--unseen", "9S 9S"), "copy number 3 of 9S")
        tiles = ("--hand", "R9", "--unseen", "B6 B6 B6", "--notation", "tiles")
        assert_bad_input(run("outs", *tiles), "copy number 3 of B6")
        assert_bad_input(run("outs", *GERMAN, "--draws", "3"), "--draws")
        assert_bad_input(run("outs", *GERMAN, "--seconds", "0"), "seconds=0.0")
        assert_bad_input(run("outs", *GERMAN, "--seconds", "1e-9"), "time")


class TestJSON:
    def test_the_documented_answer(self) -> None:
        text = read_page("docs/json.md")
        (shown,) = re.findall(r"^```json outs\n(.*?)^```$", text, re.M | re.S)
        ran = run("outs", *SMALL, "--json")
        assert (ran.status, ran.out.count("\n")) == (0, 1)
        assert json.dumps(json.loads(shown)) + "\n" == ran.out
        assert f'--table "{SMALL[1]}" --hand "{SMALL[3]}" --unseen "{SMALL[5]}"' in text

    @pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
    def test_it_is_in_the_language_and_says_so(self, language: str) -> None:
        notation = LANGUAGES[language]

        def told(cards: str) -> str:
            return print_cards(read_cards(cards), notation=notation)

        cards = {"--table": told("4-6C") + " /", "--hand": told("8C 9H")}
        cards["--unseen"] = told("7C 7C KD")
        argv = [text for option in cards.items() for text in option]
        data: dict[str, Any] = run("outs", *argv, "--lang", language, "--json").data
        assert data.pop("lang") == language
        assert data["outs"][0]["shed"] == told("7C 8C").split()
        assert data["kept"] == told("8C 9H").split()
        lines = run("outs", *argv, "--lang", language).out.splitlines()
        assert lines[3].split() == [told("7C"), "2", "66.7", "%", "1", *told("7C 8C").split()]

    @pytest.mark.parametrize("number", [1, 2])
    def test_it_says_what_the_function_says(self, number: int) -> None:
        unseen = "9H 4S 7S 7S KD 9S"
        found = outs("", "9CD 5-6S", unseen=unseen, draws=number)
        argv = ("--hand", "9CD 5-6S", "--unseen", unseen, "--draws", str(number), "--json")
        data: dict[str, Any] = run("outs", *argv).data
        for name in ("helps", "plays", "goes_out"):
            assert data[name] == getattr(found, name) * found.ways
            assert data[name] == sum(out["ways"] for out in data["outs"] if out[name])
        assert (data["unseen"], data["ways"], data["draws"]) == (6, found.ways, number)
        for shown, out in zip(data["outs"], found.outs, strict=True):
            assert shown == {
                "draw": print_cards(out.draw).split(),
                "ways": out.ways,
                "shed": print_cards(out.shed).split(),
                "kept": print_cards(out.kept).split(),
                "gain": out.gain,
                "together": out.together,
                "helps": out.helps,
                "plays": out.plays,
                "goes_out": out.goes_out,
            }
