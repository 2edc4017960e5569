"""The command `machiavelli`: words, JSON, exit statuses, colours, and bad input of all kinds."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import pytest
from commands import Ran, Terminal, assert_bad_input, run, run_process
from hypothesis import given
from hypothesis import strategies as st
from strategies import some

import machiavelli_solver
from machiavelli_solver import (
    EngineError,
    EngineMissingError,
    Meld,
    Position,
    Rules,
    Table,
    best_play,
    read_cards,
    rearranged,
)
from machiavelli_solver.cli.marks import marks_after, marks_before
from machiavelli_solver.cli.terminal import Style, wants_colour, write

pytestmark = pytest.mark.usefixtures("terminal_settings")

KINGS = ("play", "--table", "KHDC / QHDC / JHDC", "--hand", "AC")


class TestCheck:
    def test_valid_melds(self) -> None:
        assert run("check", "4-6C / 6DHS") == Ran(
            0, "Yes: both melds are valid.\n\n  4C 5C 6C  run\n  6D 6H 6S  set\n", ""
        )

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("4-6C /", "Yes: the meld is valid."),
            ("4-6C / 6DHS / 7DHS", "Yes: all 3 melds are valid."),
            ("KS AS 2S /", "No: the meld is not valid."),
            ("KS AS 2S / 4-6C", "No: 1 of the 2 melds is not valid."),
            ("KS AS 2S / 4-5C", "No: 2 of the 2 melds are not valid."),
        ],
    )
    def test_verdict_on_melds(self, text: str, words: str) -> None:
        ran = run("check", text)
        assert ran.out.splitlines()[0] == words
        assert ran.status == (0 if words.startswith("Yes") else 1)

    def test_why_a_meld_is_not_valid(self) -> None:
        ran = run("check", "7H 7H 7S / 4-6C")
        assert ran.status == 1
        assert "  7H 7H 7S  not a meld: 7H twice\n  4C 5C 6C  run\n" in ran.out
        assert "cannot be arranged" in ran.out

    def test_melds_that_are_not_valid_but_can_be_arranged(self) -> None:
        ran = run("check", "4-5C / 6CDHS")
        assert ran.status == 1
        assert "  4C 5C        not a meld: two cards\n" in ran.out
        arranged = "can be arranged in valid melds:\n\n  4C 5C 6C  run\n  6D 6H 6S  set\n"
        assert ran.out.endswith(arranged)

    @pytest.mark.parametrize(
        ("text", "line"),
        [
            ("6C JK 4C", "4C JK 6C  run, JK = 5C"),
            ("JK 7C 8C", "JK 7C 8C  run, JK = 6C or 9C"),
            ("7D JK 7H", "7D 7H JK  set, JK = 7C or 7S"),
            ("7D JK JK 7H", "7D 7H JK JK  set, JKs = 7C and 7S"),
            ("3C JK 5C JK 7C", "3C JK 5C JK 7C  run, JKs = 4C and 6C"),
            ("8D JK JK 9D", "JK JK 8D 9D  run, as 6-9D, 7-10D or 8-JD"),
            ("AS JK JK", "AS JK JK  set or run, as ACDS, ACHS, ADHS, A-3S or Q-AS"),
        ],
    )
    def test_what_jokers_stand_for(self, text: str, line: str) -> None:
        ran = run("check", text + " /")
        assert (ran.status, ran.out) == (0, f"Yes: the meld is valid.\n\n  {line}\n")

    def test_loose_cards(self) -> None:
        ran = run("check", "4-6C 6DHS")
        assert ran.status == 0
        assert ran.out == (
            "Yes: the 6 cards can be arranged in valid melds.\n\n  4C 5C 6C  run\n  6D 6H 6S  set\n"
        )

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("4C", "No: one card cannot be a meld."),
            ("KS AS 2S", "the 3 cards cannot be a meld: KS AS 2S goes around the corner."),
            ("4-6C 6-8D KH", "No: the 7 cards cannot be arranged in valid melds."),
        ],
    )
    def test_loose_cards_that_cannot_be_arranged(self, text: str, words: str) -> None:
        ran = run("check", text)
        assert ran.status == 1
        assert ran.out.splitlines()[0].endswith(words)

    @pytest.mark.parametrize("text", ["", "/", "\n"])
    def test_no_cards(self, text: str) -> None:
        ran = run("check", text)
        assert (ran.status, ran.out.count("\n")) == (0, 1)
        assert run("check", text, "--json").data == {
            "valid": True,
            "as_laid": None,
            "arrangeable": True,
            "melds": [],
        }

    def test_several_arguments_are_joined(self) -> None:
        ran = run("check", "4C", "5C", "6C", "/", "6DHS")
        assert ran == run("check", "4C 5C 6C / 6DHS")

    @pytest.mark.parametrize("end", ["\n", "\r\n"])
    def test_standard_input(self, end: str) -> None:
        ran = run("check", "-", stdin=f"4-6C{end}6♦♥♠{end}".encode())
        assert ran == run("check", "4-6C / 6DHS")

    @pytest.mark.parametrize(
        ("text", "valid", "as_laid", "arrangeable", "melds"),
        [
            ("5C 4C 6C / 6DHS", True, True, True, ["5C 4C 6C", "6D 6H 6S"]),
            ("4-5C / 6CDHS", False, False, True, ["4C 5C 6C", "6D 6H 6S"]),
            ("4-5C / 6DHS", False, False, False, None),
            ("4-6C 6DHS", True, None, True, ["4C 5C 6C", "6D 6H 6S"]),
            ("4-5C 6DHS", False, None, False, None),
        ],
    )
    def test_json(
        self,
        text: str,
        valid: bool,
        as_laid: bool | None,
        arrangeable: bool,
        melds: list[str] | None,
    ) -> None:
        ran = run("check", text, "--json")
        assert ran.status == (0 if valid else 1)
        assert ran.out.count("\n") == 1
        assert ran.data == {
            "valid": valid,
            "as_laid": as_laid,
            "arrangeable": arrangeable,
            "melds": None if melds is None else [meld.split() for meld in melds],
            **({} if arrangeable else {"why_not": ran.data["why_not"]}),
        }


class TestPlay:
    def test_going_out(self) -> None:
        ran = run(*KINGS)
        assert ran.status == 0
        assert ran.out == (
            "You go out: shed your last card.\n\n"
            "  shed  AC\n\n"
            "The table before (' = will move):\n\n"
            "  KH' KD' KC\n  QH' QD QC'\n  JH JD' JC'\n\n"
            "The turn in 7 moves:\n\n"
            "  1. Take KD from KH KD KC and add it to QH QD QC.\n"
            "  2. Take KH from KH KC and add it to JH JD JC.\n"
            "  3. Take JC from JD JC JH KH and add it to KC.\n"
            "  4. Take QC from QH QC QD KD and add it to JC KC.\n"
            "  5. Lay AC from the hand on JC QC KC.\n"
            "  6. Take QH from QH QD KD and add it to JD JH KH.\n"
            "  7. Take JD from JD JH QH KH and add it to QD KD.\n\n"
            "The table afterwards (* = from your hand, ' = moved):\n\n"
            "  JC' QC' KC AC*\n  JD' QD KD'\n  JH QH' KH'\n"
        )

    def test_shedding_some(self) -> None:
        ran = run("play", "--table", "4-6C / 6DHS", "--hand", "3C 9H 2C JK")
        assert ran.status == 0
        assert ran.out.startswith(
            "You can shed 3 of your 4 cards.\n\n  shed  2C 3C JK\n  keep  9H\n"
        )

    def test_jokers_are_explained(self) -> None:
        ran = run("play", "--table", "4-6C /", "--hand", "8C JK")
        assert "  4C 5C 6C JK* 8C*  JK = 7C\n" in ran.out
        assert "You go out: shed all 2 cards." in ran.out

    def test_points(self) -> None:
        table = ("play", "--table", "4-6C / 6DHS", "--hand", "3C 9H")
        assert "of your 2 cards, 3 of 12 points." in run(*table, "--objective", "points").out
        assert "points" not in run(*table).out

    def test_objective_decides(self) -> None:
        # two runs are six cards worth 32, the three aces alone are worth 33
        hand = ("play", "--hand", "A-3S A-3H AD", "--json")
        assert run(*hand).data["shed"] == ["AH", "2H", "3H", "AS", "2S", "3S"]
        assert run(*hand, "--objective", "points").data["shed"] == ["AD", "AH", "AS"]

    def test_values(self) -> None:
        jokers = ("play", "--table", "4-6C /", "--hand", "JK", "--objective", "points")
        assert "25 of 25 points" in run(*jokers).out
        assert "30 of 30 points" in run(*jokers, "--values", "tahiti").out
        assert "30 of 30 points" in run(*jokers, "--rules", "tahiti").out
        italian = run(*jokers, "--rules", "tahiti", "--values", "italian").out
        assert "25 of 25 points" in italian

    @pytest.mark.parametrize(
        ("table", "hand", "words"),
        [
            ("4-6C /", "9H JD", "The table is valid as it lies."),
            ("4-6C", "9H JD", "can be arranged:\n\n  4C 5C 6C  run\n"),
            ("4-5C / 6CDHS", "9H", "not valid as it lies, but its cards can be arranged:"),
            ("", "9H JD", "no cards of your hand make a meld."),
            ("4-6C /", "", "the hand is empty."),
        ],
    )
    def test_nothing_to_shed(self, table: str, hand: str, words: str) -> None:
        ran = run("play", "--table", table, "--hand", hand)
        assert ran.status == 1
        assert ran.out.startswith("Nothing can be shed: ")
        assert words in ran.out
        data = run("play", "--table", table, "--hand", hand, "--json").data
        assert (data["arrangeable"], data["shed"], data["goes_out"]) == (True, [], False)

    @pytest.mark.parametrize(
        ("table", "why"), [("10H 7D", ""), ("10H 7D / 4-6C", "not a meld: two cards")]
    )
    def test_no_arrangement(self, table: str, why: str) -> None:
        ran = run("play", "--table", table, "--hand", "9S")
        assert ran.status == 1
        assert ran.out.startswith("No arrangement: ")
        assert "more than having nothing to shed" in ran.out
        assert why in ran.out
        ran = run("play", "--table", table, "--hand", "9S", "--json")
        assert ran.status == 1
        assert ran.data == {
            "arrangeable": False,
            "shed": None,
            "kept": None,
            "melds": None,
            "goes_out": None,
            "tidy": None,
            "cuts": None,
            "steps": None,
        }

    def test_tidy_or_not(self) -> None:
        argv = ("play", "--table", "4-6C / 7CDHS", "--hand", "3C")
        assert "Lay 3C from the hand on 4C 5C 6C." in run(*argv).out
        assert "Take 7C from 7C 7D 7H 7S" in run(*argv, "--no-tidy").out
        for options, tidy, cuts in (([], True, 0), (["--no-tidy"], False, 1)):
            data = run(*argv, "--json", *options).data
            assert (data["tidy"], data["cuts"]) == (tidy, cuts)
        assert run("play", "--table", "4-6C 7CDHS", "--hand", "3C", "--json").data["tidy"] is False

    def test_json(self) -> None:
        ran = run("play", "--table", "7HDSC /", "--hand", "5-6C", "--json")
        assert ran.status == 0
        assert ran.data == {
            "arrangeable": True,
            "shed": ["5C", "6C"],
            "kept": [],
            "melds": [["5C", "6C", "7C"], ["7D", "7H", "7S"]],
            "goes_out": True,
            "tidy": True,
            "cuts": 1,
            "steps": [
                {
                    "text": "Take 7C from 7H 7D 7S 7C for a new meld.",
                    "cards": ["7C"],
                    "from": ["7H", "7D", "7S", "7C"],
                    "to": None,
                    "makes": ["7C"],
                },
                {
                    "text": "Lay 5C 6C from the hand on 7C.",
                    "cards": ["5C", "6C"],
                    "from": "hand",
                    "to": ["7C"],
                    "makes": ["5C", "6C", "7C"],
                },
            ],
        }

    def test_json_of_a_joker_that_is_exchanged(self) -> None:
        argv = ("play", "--table", "4C 5C JK 7C /", "--hand", "6C 9HD", "--json")
        ran = run(*argv, "--joker-moves", "swap")
        with_joker = ["4C", "5C", "JK", "7C"]
        laid, exchanged = json.loads(ran.out)["steps"]
        assert (laid["from"], laid["makes"]) == ("hand", ["9D", "9H"])
        words = "Lay 6C from the hand in the place of JK in 4C 5C JK 7C, and add JK to 9D 9H."
        assert exchanged == {
            "text": words,
            "cards": ["6C"],
            "from": "hand",
            "to": with_joker,
            "makes": ["4C", "5C", "6C", "7C"],
            "freed": {
                "cards": ["JK"],
                "from": with_joker,
                "to": ["9D", "9H"],
                "makes": ["9D", "9H", "JK"],
            },
        }

    def test_a_table_without_melds_has_no_moves(self) -> None:
        argv = ("play", "--table", "4-6C 6DHS", "--hand", "3C")
        assert "move" not in run(*argv).out
        steps = json.loads(run(*argv, "--json").out)["steps"]
        assert [step["from"] for step in steps] == ["table", "hand", "table"]

    @pytest.mark.parametrize(
        "text",
        [
            "table: KHDC / QHDC / JHDC\nhand: AC\n",
            "table:\n  KHDC\n  QHDC\n  JHDC\n\nhand:\n  AC",
            "\ufefftable: KHDC / QHDC / JHDC\r\nhand: AC\r\n",
            '{"table": [["KH", "KD", "KC"], "QHDC", "JHDC"], "hand": ["AC"]}',
            '\ufeff\n {"table": "KHDC / QHDC / JHDC", "hand": "AC"}',
        ],
    )
    def test_position_file_and_standard_input(self, text: str, tmp_path: Path) -> None:
        path = tmp_path / "position"
        path.write_text(text, encoding="utf-8", newline="")
        assert run("play", str(path)) == run(*KINGS)
        assert run("play", "-", stdin=text.encode()) == run(*KINGS)

    def test_plain_output_reads_back(self) -> None:
        argv = ("play", "--table", "10HDS JHDS QHDC", "--hand", "9S QDS 10C 2C JK")
        out, data = run(*argv).out, run(*argv, "--json").data
        shed = re.search(r"^  shed  (.*)$", out, flags=re.MULTILINE)
        assert shed is not None
        assert [str(card) for card in read_cards(shed[1])] == data["shed"]
        lines = out.partition("hand):\n\n")[2].splitlines()
        melds = [line.partition("  JK = ")[0].replace("*", "") for line in lines]
        assert [[str(c) for c in Meld.parse(meld)] for meld in melds] == data["melds"]
        assert out.partition("hand):\n\n")[2].count("*") == len(read_cards(shed[1]))

    def test_long_hands_are_broken_into_lines(self) -> None:
        ran = run("play", "--hand", "A-KC A-KD A-KH A-KS")
        assert ran.status == 0
        assert max(map(len, ran.out.splitlines())) < 80
        assert sum(len(read_cards(line[8:])) for line in ran.out.splitlines()[2:5]) == 52


class TestMarks:
    def marked(self, table: str, hand: str, *, melds: str) -> str:
        laid = [Meld.parse(meld) for meld in melds.split(" / ")]
        marks = marks_after(rearranged(Position.of(table, hand), laid))
        return " / ".join(Style().cards(m, row) for m, row in zip(laid, marks, strict=True))

    def test_a_meld_that_lay_there_before_keeps_its_cards(self) -> None:
        got = self.marked("4-6C /", "4-6C", melds="4C 5C 6C / 4C 5C 6C")
        assert got == "4C 5C 6C / 4C* 5C* 6C*"

    def test_a_lay_off_is_seen_as_one(self) -> None:
        got = self.marked("9-JC / 8DHS", "8C", melds="8C 9C 10C JC / 8D 8H 8S")
        assert got == "8C* 9C 10C JC / 8D 8H 8S"
        got = self.marked("8-JC / 8DHS", "8C", melds="8C 9C 10C JC / 8C 8D 8H 8S")
        assert got == "8C 9C 10C JC / 8C* 8D 8H 8S"

    def test_a_meld_from_the_hand_is_seen_as_one(self) -> None:
        got = self.marked("4C 5C 6C", "5C 6C 7C", melds="4C 5C 6C / 5C 6C 7C")
        assert got == "4C 5C 6C / 5C* 6C* 7C*"

    def test_moved_cards(self) -> None:
        got = self.marked("4-7C / 7DH", "7S", melds="4C 5C 6C / 7C 7D 7H 7S")
        assert got == "4C 5C 6C / 7C' 7D 7H 7S*"
        turn = rearranged(Position.of("4-7C / 7DH", "7S"), map(Meld.parse, ("4-6C", "7CDHS")))
        assert marks_before(turn) == [["", "", "", "'"], ["", ""]]

    def test_equal_jokers(self) -> None:
        got = self.marked("4C JK 6C /", "JK", melds="4C JK 6C JK")
        assert got == "4C JK 6C JK*"

    @given(
        st.lists(
            st.sampled_from(["4-6C", "6DHS", "5-8C", "JK 9S 9C", "3-5C"]), max_size=3, unique=True
        ),
        st.lists(st.sampled_from(read_cards("3-8C 9CSD JK 5-7D 6H")), max_size=6, unique=True),
        st.booleans(),
    )
    def test_exactly_the_cards_that_were_shed_are_marked(
        self, melds: list[str], hand: list[machiavelli_solver.AnyCard], loose: bool
    ) -> None:
        table = Table.of((" " if loose else " / ").join(melds))
        play = best_play(table, hand, rules=Rules(decks=4, jokers=8))
        assert play is not None
        marks = marks_after(play.rearrangement)
        got = Counter(
            card
            for meld, row in zip(play.melds, marks, strict=True)
            for card, marked in zip(meld, row, strict=True)
            if marked == "*"
        )
        assert got == Counter(play.shed)


class TestOptions:
    def test_aces(self) -> None:
        assert run("check", "Q-AS / A-3S").status == 0
        assert run("check", "Q-AS / A-3S", "--aces", "low").status == 1
        ran = run("check", "A-3S /", "--aces", "high")
        assert (ran.status, "the ace is only high" in ran.out) == (1, True)
        assert run("play", "--table", "QS KS", "--hand", "AS", "--aces", "low").status == 1

    def test_decks(self) -> None:
        assert_bad_input(run("check", "4CDH 4CDH 4CDH"), "copy number 3 of 4C")
        assert run("check", "4CDH 4CDH 4CDH", "--decks", "3").status == 0
        assert_bad_input(run("check", "4CDH 4CDH", "--decks", "1"), "copy number 2 of 4C")
        assert_bad_input(run("play", "--table", "4-6C", "--hand", "4C 4C"), "copy number 3")

    def test_jokers_are_as_many_as_shown_unless_said(self) -> None:
        assert run("check", "4C JK JK JK").status == 0
        assert run("play", "--table", "4C JK 6C", "--hand", "JK").status == 0
        assert_bad_input(run("check", "4C JK JK JK", "--jokers", "2"), "joker number 3", "two")
        assert_bad_input(run("play", "--hand", "JK 4-5C", "--jokers", "0"), "no joker")
        assert_bad_input(run("check", "JK " * 9), "joker number 9")

    def test_engines_agree(self) -> None:
        for argv in (KINGS, ("check", "4-6C 6DHS"), ("check", "4-6C 6DHS 9H"), (*KINGS, "--json")):
            assert run(*argv, "--engine", "ip") == run(*argv, "--engine", "counting")

    @pytest.mark.parametrize(
        "error", [EngineMissingError("install the extra ip"), EngineError("no proven answer")]
    )
    def test_an_engine_without_an_answer_is_no_answer(
        self, error: EngineError, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(name: str) -> None:
            raise error

        monkeypatch.setattr("machiavelli_solver.play.get_engine", refuse)
        for argv in (KINGS, ("check", "4-6C"), (*KINGS, "--json")):
            assert_bad_input(run(*argv, "--engine", "ip"), str(error))


class TestBadInput:
    @pytest.mark.parametrize(
        ("argv", "words"),
        [
            (["check"], "CARDS"),
            (["check", "4C 11H"], "cannot read '11H'"),
            (["check", "4C", "--aces", "up"], "--aces"),
            (["check", "4C", "--decks", "two"], "--decks"),
            (["check", "4C", "--decks", "0"], "decks=0"),
            (["check", "4C", "--jokers", "9"], "jokers=9"),
            (["check", "4C", "--engine", "guess"], "--engine"),
            (["check", "4C", "--objective", "points"], "--objective"),
            (["check", "4C", "--js"], "--js"),
            (["shuffle"], "shuffle"),
            (["play"], "no hand"),
            (["play", "--table", "4-6C"], "no hand"),
            (["play", "--hand", "4C 1S"], "hand, line 1, column 4: cannot read '1S'"),
            (["play", "--table", "4C; 5C", "--hand", ""], "table, line 1, column 1"),
            (["play", "--hand", "4C", "--objective", "fun"], "--objective"),
            (["play", "--hand", "4C", "--values", "roman"], "--values"),
            (["play", "position.txt", "--hand", "4C"], "not both"),
            (["play", "position.txt", "--table", ""], "not both"),
            (["play", "one.txt", "two.txt"], "two.txt"),
            (["play", "missing.txt"], "missing.txt: "),
            (["play", "."], ".: "),
            (["play", ""], "machiavelli: error: "),
            (["play", "a\0b"], "null"),
            (["play", "\udcff"], "\udcff: "),
        ],
    )
    def test_arguments(self, argv: list[str], words: str) -> None:
        assert_bad_input(run(*argv), words)

    def test_complaints_about_arguments_point_to_help(self) -> None:
        assert run("check", "4C", "--decks", "two").err.endswith("Try: machiavelli check --help\n")

    @pytest.mark.parametrize(
        ("data", "words"),
        [
            (b"4-6C", "line 1: '4-6C': expected 'table:' or 'hand:'"),
            (b"table: 4-6C\nhand: 1C", "hand, line 2, column 7: cannot read '1C'"),
            (b"table: 4-6C\ntable: 4-6C", "given before"),
            (b"hand: 4C 4C 4C", "hand, line 1, column 13: copy number 3"),
            (b"\xff\xfe\x00", "not text in UTF-8"),
            (b"{", "not JSON"),
            (b'{"table": 3}', "3"),
            (b'{"tabel": []}', "'tabel'"),
            (b'{"table": [["4C", {}]]}', "{}"),
            (b'{"table": ' + b"[" * 600 + b'"4C"' + b"]" * 600 + b"}", "more than 8 deep"),
            (b'{"table": ' + b"[" * 100_000, "not JSON"),
        ],
    )
    def test_positions(self, data: bytes, words: str, tmp_path: Path) -> None:
        path = tmp_path / "position.txt"
        path.write_bytes(data)
        assert_bad_input(run("play", str(path)), f"{path}: ", words)
        assert_bad_input(run("play", "-", stdin=data), "standard input: ", words)

    def test_standard_input_that_is_not_text(self) -> None:
        assert_bad_input(run("check", "-", stdin=b"\xff"), "standard input: ", "UTF-8")

    def test_standard_input_that_is_closed(self) -> None:
        assert_bad_input(run("check", "-"), "standard input is closed")

    def test_bad_options_are_no_fault_of_the_file(self) -> None:
        ran = run("play", "-", "--decks", "9", stdin=b"hand: 4C")
        assert_bad_input(ran, "machiavelli: error: decks=9")

    def test_interrupted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupt(*_: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr("machiavelli_solver.cli.check.read_text", interrupt)
        assert run("check", "-") == Ran(130, "", "")


class TestHelp:
    @pytest.mark.parametrize("command", [[], ["check"], ["play"], ["plays"], ["outs"], ["puzzle"]])
    def test_help_has_examples(self, command: list[str]) -> None:
        ran = run(*command, "--help")
        assert (ran.status, ran.err) == (0, "")
        assert "\nexamples:\n  machiavelli " in ran.out
        assert "exit status: 0 " in ran.out
        assert ran.out.isascii()

    @pytest.mark.parametrize("command", ["check", "play", "plays", "outs"])
    def test_the_examples_work(
        self, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        Path("position.txt").write_text("table: 4-6C / 6DHS\nhand: 3C 9H\n")
        stdin = b"4-6C\n6DHS\n" if command == "check" else b"table: 4-6C\nhand: 3C"
        examples = re.findall(r"^  machiavelli (.*)$", run(command, "--help").out, re.MULTILINE)
        assert len(examples) >= 4
        for example in examples:
            # what stands far behind the command explains it
            words = shlex.split(example.split("    ", maxsplit=1)[0].partition(" <")[0])
            assert words[0] == command
            ran = run(*words, stdin=stdin)
            assert (ran.status in (0, 1), ran.err) == (True, ""), example

    def test_version(self) -> None:
        version = f"machiavelli-solver {machiavelli_solver.__version__}\n"
        assert run("--version") == Ran(0, version, "")

    def test_no_command(self) -> None:
        ran = run()
        assert (ran.status, ran.out) == (2, "")
        assert ran.err == run("--help").out


class TestColours:
    RED = "\033[31m"

    @pytest.mark.parametrize(
        ("terminal", "environ", "wanted"),
        [
            (True, {}, True),
            (False, {}, False),
            (True, {"NO_COLOR": "1"}, False),
            (True, {"NO_COLOR": ""}, True),
            (True, {"TERM": "dumb"}, False),
            (False, {"FORCE_COLOR": "1"}, True),
            (True, {"FORCE_COLOR": "1", "TERM": "dumb"}, True),
            (True, {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ],
    )
    def test_when(self, terminal: bool, environ: dict[str, str], wanted: bool) -> None:
        assert wants_colour(terminal, environ) is wanted

    def test_on_a_terminal(self) -> None:
        ran = run("check", "4-6C / 6DHS / JK 9S 9C", out=Terminal())
        assert f"  4♣ 5♣ 6♣  run\n  {self.RED}6♦\033[0m {self.RED}6♥\033[0m 6♠  set\n" in ran.out

    def test_notes_stay_in_their_column_with_colours(self) -> None:
        argv = ("play", "--table", "4D JK 6D / 8-QD / AS 2S", "--hand", "3S JK 10D KD")
        coloured = run(*argv, out=Terminal()).out
        plain = re.sub("\033\\[[0-9;]*m", "", coloured)
        assert coloured != plain
        letters = plain.translate(str.maketrans("♣♦♥♠", "CDHS"))
        assert letters == run(*argv).out

    def test_no_colour_on_a_terminal(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("NO_COLOR", "1")
        out = run(*KINGS, out=Terminal()).out
        assert "\033" not in out
        assert "A♣*" in out

    def test_forced_colour_in_a_pipe(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("FORCE_COLOR", "1")
        out = run(*KINGS).out
        assert f"{self.RED}JD\033[0m" in out

    def test_json_is_never_coloured(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("FORCE_COLOR", "1")
        assert run(*KINGS, "--json", out=Terminal()).data["shed"] == ["AC"]

    def test_a_terminal_without_pips_shows_letters(self) -> None:
        class Old(Terminal):
            encoding = "latin-1"

        out = run("check", "6DHS", out=Old()).out
        assert out.isascii()
        assert "6H" in out

    def test_errors_without_pips_show_letters(self) -> None:
        stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="backslashreplace")
        assert write(stream, "expected K♥ or ♞") is None
        assert stream.buffer.getvalue() == b"expected KH or \\u265e"


class TestProcess:
    @pytest.mark.parametrize("argv", [KINGS, ("check", "4-5C"), ("check", "?"), ("--version",), ()])
    def test_module_and_script_are_one_command(self, argv: Sequence[str]) -> None:
        module, script = run_process(*argv), run_process(*argv, module=False)
        here = run(*argv)
        for ran in (module, script):
            assert ran.returncode == here.status
            assert ran.stdout.decode().splitlines() == here.out.splitlines()
            assert ran.stderr.decode().splitlines() == here.err.splitlines()

    def test_nothing_heavy_is_imported(self) -> None:
        for argv in (KINGS, ("check", "4-6C JK")):
            ran = subprocess.run(
                [sys.executable, "-X", "importtime", "-m", "machiavelli_solver", *argv],
                capture_output=True,
                text=True,
                check=True,
            )
            imported = set(re.findall(r"\| +(\w+)", ran.stderr))
            assert "machiavelli_solver" in imported
            assert not imported & {"numpy", "ortools", "pandas", "asyncio", "importlib_metadata"}

    def test_an_output_that_cannot_show_pips(self) -> None:
        ran = run_process("check", "4♣ 11♥", env={"PYTHONIOENCODING": "ascii:strict"})
        assert (ran.returncode, ran.stdout) == (2, b"")
        assert b"Traceback" not in ran.stderr
        ran = run_process("check", "4-6♣", env={"PYTHONIOENCODING": "ascii:strict"})
        assert (ran.returncode, b"4C 5C 6C" in ran.stdout) == (0, True)

    @pytest.mark.parametrize(("argv", "status"), [(["--help"], 0), (["check", "4-5C /"], 1)])
    def test_a_reader_that_has_gone_away(self, argv: list[str], status: int) -> None:
        reader, writer = os.pipe()
        os.close(reader)
        try:
            ran = subprocess.run(
                [sys.executable, "-m", "machiavelli_solver", *argv],
                stdout=writer,
                stderr=subprocess.PIPE,
                check=False,
            )
        finally:
            os.close(writer)
        assert (ran.returncode, ran.stderr) == (status, b"")

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
    def test_an_output_that_is_full(self) -> None:
        with open("/dev/full", "wb") as full:
            ran = subprocess.run(
                [sys.executable, "-m", "machiavelli_solver", *KINGS],
                stdout=full,
                stderr=subprocess.PIPE,
                check=False,
            )
        assert ran.returncode == 2
        assert ran.stderr.startswith(b"machiavelli: error: cannot write the answer: ")
        assert ran.stderr.count(b"\n") == 1

    @pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals here")
    @pytest.mark.parametrize("no_colour", ["", "1"])
    def test_on_a_real_terminal(self, no_colour: str) -> None:
        ours, theirs = os.openpty()
        env = {**os.environ, "NO_COLOR": no_colour, "PYTHONIOENCODING": "utf-8"}
        ran = subprocess.run(
            [sys.executable, "-m", "machiavelli_solver", *KINGS],
            stdout=theirs,
            stderr=subprocess.PIPE,
            env=env,
            check=False,
        )
        os.close(theirs)
        shown = os.read(ours, 10_000).decode()
        os.close(ours)
        assert (ran.returncode, ran.stderr) == (0, b"")
        assert "J♥" in shown
        assert ("\033[31m" in shown) is not bool(no_colour)


CARD = st.sampled_from(["4C", "5c", "6♣", "TH", "10h", "JK", "6CDHS", "4-6C", "Q-AS", "A-3d"])
JUNK = st.sampled_from(["/", "|", ",", "\n", "table:", "hand:", "{", "-", "*", "\0", "\udcff", "ß"])
TEXT = st.one_of(
    st.lists(CARD, max_size=4).map(" ".join),
    st.lists(st.one_of(CARD, JUNK), max_size=6).map(" ".join),
    st.text(max_size=12),
)
OPTION = st.sampled_from(
    [
        ["--json"],
        ["--jokers", "4"],
        ["--jokers", "-1"],
        ["--aces", "high"],
        ["--aces", "none"],
        ["--decks", "1"],
        ["--decks", "4"],
        ["--decks", "x"],
        ["--objective", "points"],
        ["--values", "tahiti"],
        ["--help"],
        ["--"],
    ]
)


def assert_decent(ran: Ran) -> None:
    assert ran.status in (0, 1, 2)
    assert "Traceback" not in ran.out + ran.err
    if ran.status == 2:
        assert ran.err.startswith("machiavelli: error: ")
        assert ran.out == ""
    else:
        assert ran.err == ""
        assert ran.out.endswith("\n")


class TestFuzz:
    @given(st.lists(OPTION, max_size=2), st.lists(TEXT, max_size=3), st.binary(max_size=20))
    def test_check(self, options: list[list[str]], texts: list[str], stdin: bytes) -> None:
        assert_decent(run("check", *chain(*options), *texts, stdin=stdin))

    @some(60)
    @given(st.lists(OPTION, max_size=3), TEXT, TEXT)
    def test_play(self, options: list[list[str]], table: str, hand: str) -> None:
        argv = ["play", *chain(*options), f"--table={table}", f"--hand={hand}"]
        assert_decent(run(*argv))

    @given(
        st.one_of(
            st.tuples(TEXT, TEXT).map(lambda two: f"table: {two[0]}\nhand: {two[1]}"),
            st.recursive(
                st.one_of(st.none(), st.integers(), TEXT),
                lambda inner: st.one_of(
                    st.lists(inner, max_size=3),
                    st.dictionaries(st.sampled_from(["table", "hand", "x"]), inner),
                ),
                max_leaves=6,
            ).map(json.dumps),
            TEXT,
        )
    )
    def test_positions(self, text: str) -> None:
        assert_decent(run("play", "-", stdin=text.encode("utf-8", "surrogatepass")))

    @given(st.lists(st.text(max_size=6), max_size=4))
    def test_arguments_of_any_kind(self, argv: list[str]) -> None:
        ran = run(*argv)
        assert ran.status in (0, 1, 2)
        assert "Traceback" not in ran.err


def test_the_help_has_an_example_of_each_command() -> None:
    out = run("--help").out
    commands = re.findall(r"^    (\w+)  ", out, re.MULTILINE)
    assert commands == [
        "check", "play", "plays", "outs", "puzzle", "solve", "simulate", "judge", "game", "rules",
    ]  # fmt: skip
    assert re.findall(r"^  machiavelli (\w+)", out, re.MULTILINE) == commands
