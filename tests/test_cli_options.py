"""The options of all commands: rules by name and each rule, notations, support, openings."""

from __future__ import annotations

import json
import re
from itertools import chain
from pathlib import Path

import pytest
from commands import Ran, Terminal, assert_bad_input, run
from hypothesis import given
from hypothesis import strategies as st
from strategies import some

from machiavelli_solver import (
    RULES,
    TILE_NOTATION,
    Meld,
    Position,
    print_cards,
    read_cards,
    rearranged,
)
from machiavelli_solver.cli.marks import marks_after

pytestmark = pytest.mark.usefixtures("terminal_settings", "impatient")


def shed(*argv: str) -> list[str]:
    """What a play sheds."""
    found = run("play", *argv, "--json").data["shed"]
    assert isinstance(found, list)
    return found


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """A file of positions for ``solve``."""
    path = tmp_path / "positions.jsonl"
    lines = [
        {"table": [["4C", "5C", "JK", "7C"]], "hand": ["6C", "9D", "9H"]},
        {"table": "4-6C", "hand": "JK JK JK JK JK"},
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


class TestRulesByName:
    def test_every_command_takes_a_name(self, many: Path) -> None:
        jokers = "4C JK JK 7C /"
        assert run("check", jokers).status == 0
        ran = run("check", jokers, "--rules", "tahiti")
        assert (ran.status, "2 jokers: a meld holds 1 at most" in ran.out) == (1, True)
        assert shed("--hand", "4C JK JK 7C", "--rules", "tahiti") == []
        answers = run("solve", str(many), "--rules", "tahiti").out.splitlines()
        assert json.loads(answers[0])["shed"] == ["6C", "9D", "9H"]
        assert json.loads(answers[0])["options"] == {"rules": "tahiti"}
        assert "joker number 5, but the rules have four jokers" in answers[1]

    @pytest.mark.parametrize("name", RULES)
    def test_every_name(self, name: str) -> None:
        hand = "R4-6" if RULES[name].notation == "tiles" else "4-6H"
        assert run("check", hand, "--rules", name).status == 0
        ran = run("play", "--hand", hand, "--rules", name)
        assert ran.out.startswith("You go out: shed all 3 ")

    def test_an_unknown_name(self, many: Path) -> None:
        for argv in (["check", "4C"], ["play", "--hand", "4C"], ["solve", str(many)]):
            assert_bad_input(run(*argv, "--rules", "canasta"), "--rules", "canasta", "thirty-six")

    def test_named_rules_have_their_number_of_jokers(self) -> None:
        assert run("check", "4C JK 6C", "--rules", "tahiti").status == 0
        ran = run("check", "4C JK 6C", "--rules", "classic")
        assert_bad_input(ran, "column 4: joker number 1, but the rules have no jokers")
        ran = run("play", "--hand", "JK " * 5, "--rules", "tahiti")
        assert_bad_input(ran, "joker number 5, but the rules have four jokers")
        assert run("check", "4C JK 6C").status == 0, "without a name there are as many as shown"

    def test_options_go_before_the_name(self) -> None:
        jokers = ("check", "4C JK JK 7C /", "--rules", "tahiti")
        assert run(*jokers, "--jokers-per-meld", "2").status == 0
        assert run(*jokers, "--jokers-per-meld", "any").status == 0
        assert_bad_input(run(*jokers, "--jokers", "1"), "joker number 2", "one joker")
        assert run("check", "4C JK 6C /", "--rules", "classic", "--jokers", "1").status == 0
        assert run("check", "Q-AS /", "--rules", "classic", "--aces", "low").status == 1
        assert run("check", "R12-1 /", "--rules", "rummikub", "--aces", "both").status == 0
        assert_bad_input(run("check", "4C 4C", "--rules", "classic", "--decks", "1"), "one deck")

    def test_options_that_say_what_holds_anyway_are_not_told_by_solve(self, many: Path) -> None:
        def options(*argv: str) -> object:
            return json.loads(run("solve", str(many), *argv).out.splitlines()[0]).get("options")

        assert options("--decks", "2", "--aces", "both", "--opening", "0") is None
        assert options("--jokers-per-meld", "any", "--joker-moves", "free") is None
        assert options("--jokers", "5") == {"jokers": 5}
        tahiti = ("--rules", "tahiti")
        assert options(*tahiti, "--jokers", "4", "--jokers-per-meld", "1") == {"rules": "tahiti"}
        assert options(*tahiti, "--jokers-per-meld", "any") == {
            "rules": "tahiti",
            "jokers_per_meld": "any",
        }


class TestEachRule:
    def test_aces_around(self) -> None:
        assert run("check", "KS AS 2S /").status == 1
        assert run("check", "KS AS 2S /", "--aces", "around").status == 0

    def test_jokers_per_meld(self) -> None:
        assert run("check", "4C JK JK 7C /", "--jokers-per-meld", "1").status == 1
        assert_bad_input(run("check", "4C", "--jokers-per-meld", "9"), "jokers_per_meld=9")
        assert_bad_input(run("check", "4C", "--jokers-per-meld", "all"), "--jokers-per-meld")

    def test_joker_moves(self) -> None:
        split = ("--table", "4C 5C JK 7C / 6DHS", "--hand", "9CD")
        assert shed(*split) == []
        moved = ("--table", "4C 5C JK / 7CDH", "--hand", "9CD")
        assert shed(*moved) == []
        one = ("--table", "4-6C JK /", "--hand", "9CD")
        assert shed(*one) == ["9C", "9D"]
        assert shed(*one, "--joker-moves", "free") == ["9C", "9D"]
        assert shed(*one, "--joker-moves", "swap") == []
        loose = run("play", "--table", "4-6C JK", "--hand", "9CD", "--joker-moves", "swap")
        assert_bad_input(loose, "give the table as melds, with / between or behind them")

    def test_freed_joker(self) -> None:
        argv = ("play", "--table", "7H 7D JK /", "--hand", "7CS KD", "--joker-moves", "swap")
        ran = run(*argv)
        assert "shed 1 of your 3 cards.\n\n  shed  7C\n  keep  KD 7S\n\n" in ran.out
        ran = run(*argv, "--freed-joker", "keep")
        assert ran.out == (
            "You can shed 2 of your 3 cards.\n\n"
            "  shed  7C 7S\n  keep  KD\n  take  JK\n\n"
            "The table before (' = will move):\n\n  7H 7D JK'  JK = 7C or 7S\n\n"
            "The turn in 1 move:\n\n"
            "  1. Lay 7C 7S from the hand in the place of JK in 7H 7D JK, "
            "and take JK into the hand.\n\n"
            "The table afterwards (* = from your hand):\n\n  7C* 7D 7H 7S*\n"
        )
        assert run(*argv, "--freed-joker", "keep", "--json").data["kept"] == ["KD", "JK"]

    def test_the_only_card_for_a_joker_that_is_kept(self) -> None:
        argv = ("--table", "7CDH JK /", "--hand", "7S", "--rules", "italian", "--jokers", "2")
        out = run("play", *argv, "--freed-joker", "keep").out
        assert out.startswith("You can shed your only card.\n\n  shed  7S\n  take  JK\n")

    def test_joker_company(self) -> None:
        argv = ("--table", "4-6C /", "--hand", "JK 7C")
        assert shed(*argv) == ["7C", "JK"]
        assert shed(*argv, "--joker-company", "2") == ["7C"]

    def test_a_joker_that_is_dear_stays_on_the_table(self) -> None:
        argv = ("--table", "7H 7D JK /", "--hand", "7CS KD", "--objective", "points")
        keep = ("--joker-moves", "swap", "--freed-joker", "keep")
        out = run("play", *argv, *keep).out
        assert out.startswith("You can shed 1 of your 3 cards, 7 of 24 points.\n")


FEW_CARDS = ["3C", "4C", "5C", "5C", "6C", "7C", "7D", "7H", "7S", "JK", "JK"]


class TestTerminal:
    def test_faults_name_cards_as_they_are_shown(self) -> None:
        out = run("check", "7H 7H 7S / 4C 6-7C", out=Terminal()).out
        assert "7♥ twice" in out
        assert "5♣ is missing" in out
        out = run("check", "KS AS 2S", out=Terminal()).out
        assert "K♠ A♠ 2♠ goes around the corner" in out

    def test_support_cards_stand_out(self) -> None:
        argv = ("play", "--hand", "9H", "--support", "9CD")
        out = run(*argv, out=Terminal()).out
        assert "\033[1m9♣+\033[0m \033[1;31m9♦+\033[0m \033[1;31m9♥*\033[0m" in out


class TestSupport:
    def test_support_cards_are_used_and_marked(self) -> None:
        argv = ("play", "--table", "4-6C / 6DHS", "--hand", "3C 9H", "--support", "9CD KC")
        assert run(*argv) == Ran(
            0,
            "You go out: shed all 2 cards.\n\n"
            "  shed  3C 9H\n  with  9C 9D\n\n"
            "The turn in 3 moves:\n\n"
            "  1. Lay 3C from the hand on 4C 5C 6C.\n"
            "  2. Lay 9C 9D from the support cards as a new meld.\n"
            "  3. Lay 9H from the hand on 9C 9D.\n\n"
            "The table afterwards (* = from your hand, + = a support card):\n\n"
            "  3C* 4C 5C 6C\n  6D 6H 6S\n  9C+ 9D+ 9H*\n",
            "",
        )
        data = run(*argv, "--json").data
        assert data["support"] == ["9C", "9D"]
        assert [*data][:6] == ["arrangeable", "shed", "kept", "melds", "goes_out", "support"]
        assert [*data][6:] == ["tidy", "cuts", "steps"]

    def test_support_cards_that_are_not_used_are_not_told(self) -> None:
        argv = ("play", "--table", "4-6C /", "--hand", "3C", "--support", "KC")
        assert run(*argv) == run(*argv[:-2])
        assert "support" not in run(*argv, "--json").data

    @pytest.mark.parametrize(
        ("support", "loose", "legend"),
        [
            ("9CD", "", "+ = a support card"),
            ("", "9CD", "+ = a loose card"),
            ("9C", "9D", "+ = a support or loose card"),
        ],
    )
    def test_loose_cards_too(self, support: str, loose: str, legend: str) -> None:
        argv = ("play", "--hand", "9H", "--support", support, "--loose", loose)
        ran = run(*argv)
        assert f"(* = from your hand, {legend})" in ran.out
        assert ran.out.endswith("  9C+ 9D+ 9H*\n")

    def test_position_files(self, tmp_path: Path) -> None:
        text = "table: 4-6C / 6DHS\nhand: 3C 9H\nsupport: 9C KC\nloose: 9D\n"
        path = tmp_path / "position.txt"
        path.write_text(text, encoding="utf-8")
        argv = ("--table", "4-6C / 6DHS", "--hand", "3C 9H", "--support", "9C KC", "--loose", "9D")
        assert run("play", str(path)) == run("play", *argv)
        path.write_text(Position.parse(text).to_json(), encoding="utf-8")
        assert run("play", str(path)) == run("play", *argv)
        for option in ("--support", "--loose"):
            assert_bad_input(run("play", str(path), option, "9C"), "not both")

    def test_bad_input(self) -> None:
        assert_bad_input(run("play", "--support", "9C"), "no hand")
        ran = run("play", "--hand", "9C", "--support", "9C x")
        assert_bad_input(ran, "support, line 1, column 4: cannot read 'x'")
        ran = run("play", "--hand", "9C 9C", "--loose", "9C")
        assert_bad_input(ran, "loose, line 1, column 1: copy number 3 of 9C")

    def test_jokers_beside_the_table_count_as_shown(self) -> None:
        assert shed("--hand", "9CD", "--support", "JK") == ["9C", "9D"]
        ran = run("play", "--hand", "9CD", "--support", "JK", "--rules", "japanese")
        assert_bad_input(ran, "support, line 1, column 1: joker number 1")

    def test_a_table_that_support_cards_repair(self) -> None:
        argv = ("play", "--table", "4-5C / 9DHS", "--hand", "KH", "--support", "6C")
        ran = run(*argv)
        assert (ran.status, run(*argv, "--json").data["support"]) == (1, ["6C"])
        assert "cards can be arranged with 6C from beside it:\n\n  4C 5C 6C  run\n" in ran.out

    def test_no_arrangement_with_support_cards(self) -> None:
        out = run("play", "--table", "4C 9D", "--hand", "KH", "--support", "2S").out
        assert "not even with the help of your hand and the cards beside the table." in out

    def test_plain_output_reads_back(self) -> None:
        argv = ("play", "--table", "4-6C / 6DHS", "--hand", "3C 9H", "--support", "9CD KC")
        out, data = run(*argv).out, run(*argv, "--json").data
        lines = out.partition("card):\n\n")[2].splitlines()
        assert [[str(c) for c in read_cards(line)] for line in lines] == data["melds"]

    @some(100)
    @given(st.lists(st.sampled_from(FEW_CARDS), max_size=9))
    def test_marks_are_as_many_as_the_cards_laid(self, names: list[str]) -> None:
        cards = read_cards(" ".join(names))
        hand, support = cards[::2], cards[1::2]
        melds = [Meld(tuple(cards)), Meld.parse("4-6C")]
        position = Position.of("4-6C /", hand, support=support)
        turn = rearranged(position, melds, shed=hand, support=support)
        marks = marks_after(turn)
        found: dict[str, list[str]] = {"*": [], "+": [], "": []}
        for meld, row in zip(melds, marks, strict=True):
            for card, mark in zip(meld, row, strict=True):
                found[mark].append(str(card))
        assert sorted(found["*"]) == sorted(map(str, hand))
        assert sorted(found["+"]) == sorted(map(str, support))


class TestOpening:
    THIRTY_SIX = ("--rules", "thirty-six", "--not-opened")

    def test_an_opening(self) -> None:
        argv = ("play", "--table", "5DHC /", "--hand", "9CDH 4-6S 5S KS", *self.THIRTY_SIX)
        ran = run(*argv)
        assert ran.status == 0
        assert ran.out == (
            "You can open with 42 points, where 36 are needed: shed 6 of your 8 cards.\n\n"
            "  shed  9C 9D 9H 4S 5S 6S\n  keep  5S KS\n\n"
            "The turn in 2 moves:\n\n"
            "  1. Lay 4S 5S 6S from the hand as a new meld.\n"
            "  2. Lay 9C 9D 9H from the hand as a new meld.\n\n"
            "The table afterwards (* = from your hand):\n\n"
            "  5D 5H 5C\n  4S* 5S* 6S*\n  9C* 9D* 9H*\n"
        )
        data = run(*argv, "--json").data
        assert data["opening"] == 42
        assert [*data][:6] == ["arrangeable", "shed", "kept", "melds", "goes_out", "opening"]

    def test_going_out_with_the_opening(self) -> None:
        out = run("play", "--hand", "QCDH KCDH", *self.THIRTY_SIX).out
        assert out.startswith("You go out with 60 points, where 36 are needed: shed all 6 cards.\n")

    @pytest.mark.parametrize(
        ("hand", "words"),
        [
            ("9CDH KS", "The melds of your hand come to 27 at most."),
            ("9CDH A-3S 2S KS", "The melds of your hand come to 33 at most."),
            ("2CDH 2-4S 5S", "The melds of your hand come to 20 at most."),
            ("9CD KS", "No cards of your hand make a meld."),
            ("", "No cards of your hand make a meld."),
        ],
    )
    def test_an_opening_that_cannot_be_reached(self, hand: str, words: str) -> None:
        argv = ("play", "--table", "KCDH /", "--hand", hand, *self.THIRTY_SIX)
        assert run(*argv) == Ran(
            1, f"Nothing can be shed: the opening needs 36 points.\n{words}\n", ""
        )
        data = run(*argv, "--json").data
        assert (data["shed"], data["opening"], data["arrangeable"]) == ([], 0, True)

    def test_jokers_count_as_what_they_stand_for_in_what_the_hand_comes_to(self) -> None:
        argv = ("play", "--hand", "JC QC JK", *self.THIRTY_SIX, "--jokers", "1")
        assert "come to 30 at most." in run(*argv).out

    def test_who_has_opened(self) -> None:
        argv = ("play", "--table", "9CDH /", "--hand", "9S", "--rules", "thirty-six")
        assert run(*argv).status == 0
        assert "opening" not in run(*argv, "--json").data
        assert run(*argv, "--not-opened").status == 1

    def test_an_opening_by_its_number(self) -> None:
        hand = ("play", "--hand", "9CDH", "--not-opened")
        assert run(*hand, "--opening", "27").status == 0
        assert run(*hand, "--opening", "28").status == 1
        assert run(*hand, "--rules", "thirty-six", "--opening", "20").status == 0
        assert (
            "the opening needs 1 point."
            in run("play", "--hand", "", *hand[3:], "--opening", "1").out
        )

    def test_there_must_be_an_opening_to_be_reached(self) -> None:
        for rules in ([], ["--rules", "tahiti"], ["--rules", "thirty-six", "--opening", "0"]):
            ran = run("play", "--hand", "9CDH", "--not-opened", *rules)
            assert_bad_input(ran, "--not-opened", "--opening")

    def test_support_cards_are_for_those_who_have_opened(self) -> None:
        argv = ("play", "--hand", "QCDH KCD", "--support", "KH", "--rules", "rummikub")
        tiles = ("play", "--hand", "RBK12 RB13", "--support", "K13", "--rules", "rummikub")
        assert_bad_input(run(*argv), "expected a tile")
        assert "shed 5 of your" in run(*tiles).out or "shed all 5" in run(*tiles).out
        assert "shed 3 of your 5 tiles" in run(*tiles, "--not-opened").out


class TestTiles:
    def test_check(self) -> None:
        assert run("check", "R4-6 / RBK7", "--rules", "rummikub") == Ran(
            0, "Yes: both melds are valid.\n\n  R4 R5 R6  run\n  B7 R7 K7  set\n", ""
        )
        ran = run("check", "R12-1 / RBK7 J / RB7 / B5 B6 B8", "--rules", "rummikub")
        assert ran.status == 1
        assert "  R12 R13 R1   not a meld: the 1 is only low\n" in ran.out
        assert "  B7 R7 K7 JK  set, JK = O7\n" in ran.out
        assert "  R7 B7        not a meld: two tiles\n" in ran.out
        assert "  B5 B6 B8     not a meld: B7 is missing\n" in ran.out
        assert "These tiles cannot be arranged" in ran.out

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("R4-6 RBK7", "Yes: the 6 tiles can be arranged in valid melds."),
            ("R4-6 RB7", "No: the 5 tiles cannot be a meld: neither one number nor one colour."),
            ("R4-6 RB7 K9", "No: the 6 tiles cannot be arranged in valid melds."),
            ("R4", "No: one tile cannot be a meld."),
            ("", "Yes: there are no tiles, and an empty table is valid."),
            ("R8 JK JK B8 /", "  B8 R8 JK JK  set, JKs = O8 and K8"),
            ("R8 JK JK R9 /", "  JK JK R8 R9  run, as R6-9, R7-10 or R8-11"),
            ("R1 JK JK /", "  R1 JK JK  set or run, as OBR1, ORK1, BRK1 or R1-3"),
        ],
    )
    def test_check_in_words(self, text: str, words: str) -> None:
        assert words in run("check", text, "--rules", "rummikub").out.splitlines()

    def test_support_tiles_were_called_cards(self) -> None:
        argv = ("play", "--hand", "R7 O1", "--support", "B7 K7", "--rules", "rummikub")
        assert "(* = from your hand, + = a support tile):" in run(*argv).out

    def test_points_were_those_of_cards(self) -> None:
        argv = ("play", "--hand", "RBK13 RBK1 O2", "--objective", "points")
        out = run(*argv, "--rules", "rummikub").out
        assert out.startswith("You can shed 6 of your 7 tiles, 42 of 44 points.\n")
        italian = run(*argv, "--rules", "rummikub", "--values", "italian").out
        assert italian.startswith("You can shed 6 of your 7 tiles, 63 of 65 points.\n")
        tiles = run(*argv, "--notation", "tiles", "--values", "tiles").out
        assert tiles == out

    def test_play(self) -> None:
        argv = ("play", "--table", "R4-6 / RBK6", "--hand", "R3 O9", "--rules", "rummikub")
        assert run(*argv) == Ran(
            0,
            "You can shed 1 of your 2 tiles.\n\n  shed  R3\n  keep  O9\n\n"
            "The turn in 1 move:\n\n  1. Lay R3 from the hand on R4 R5 R6.\n\n"
            "The table afterwards (* = from your hand):\n\n  R3* R4 R5 R6\n  B6 R6 K6\n",
            "",
        )
        data = run(*argv, "--json").data
        assert (data["shed"], data["kept"]) == (["R3"], ["O9"])
        assert data["melds"] == [["R3", "R4", "R5", "R6"], ["B6", "R6", "K6"]]

    def test_nothing_and_no_arrangement(self) -> None:
        rummikub = ("--rules", "rummikub")
        out = run("play", "--table", "R4-6 /", "--hand", "K9", *rummikub).out
        assert out.startswith("Nothing can be shed: no tile of your hand fits, however")
        out = run("play", "--hand", "K9", *rummikub).out
        assert out.startswith("Nothing can be shed: no tiles of your hand make a meld.\n\nK9 waits")
        out = run("play", "--table", "R4 R9 /", "--hand", "K9", *rummikub).out
        assert "the table's tiles cannot all lie in valid melds" in out
        assert "  R4 R9  not a meld: two tiles\n" in out

    def test_going_out(self) -> None:
        out = run("play", "--table", "R4-6 /", "--hand", "R7", "--rules", "rummikub").out
        assert out.startswith("You go out: shed your last tile.\n")

    def test_what_is_printed_reads_back(self) -> None:
        rummikub = ("--rules", "rummikub")
        argv = ("play", "--table", "R10-12 RBKO6", "--hand", "R13 O4-5 JK B1", *rummikub)
        out, data = run(*argv).out, run(*argv, "--json").data
        lines = [
            line.partition("  JK = ")[0] for line in out.partition("hand):\n\n")[2].splitlines()
        ]
        melds = [read_cards(line, notation=TILE_NOTATION) for line in lines]
        printed = [[TILE_NOTATION.text(card) for card in meld] for meld in melds]
        assert printed == data["melds"]
        again = json.dumps({"table": data["melds"], "hand": data["kept"]})
        assert run("play", "-", *rummikub, stdin=again.encode()).status == 1

    def test_position_files(self) -> None:
        rummikub = ("--rules", "rummikub")
        argv = ("play", "--table", "R4-6 / RBK6", "--hand", "R3 O9", *rummikub)
        for text in (
            "table: R4-6 / RBK6\nhand: R3 O9",
            '{"table": [["R4", "R5", "R6"], "RBK6"], "hand": ["R3", "O9"]}',
        ):
            assert run("play", "-", *rummikub, stdin=text.encode()) == run(*argv)

    def test_solve(self, tmp_path: Path) -> None:
        path = tmp_path / "positions.jsonl"
        lines = ['{"table": "R4-6 /", "hand": "R7 O1", "support": "O2-3"}', '{"hand": "4C"}',
                 '{"hand": "R7 R7 R7"}']  # fmt: skip
        path.write_text("\n".join(lines), encoding="utf-8")
        first, second, third = run("solve", str(path), "--rules", "rummikub").out.splitlines()
        answer = json.loads(first)
        assert (answer["shed"], answer["support"]) == (["O1", "R7"], ["O2", "O3"])
        assert answer["melds"] == [["O1", "O2", "O3"], ["R4", "R5", "R6", "R7"]]
        assert "cannot read '4C': expected a tile (R10, R13)" in second
        assert "copy number 3 of R7" in third

    def test_the_notation_may_be_chosen(self, tmp_path: Path) -> None:
        rummikub = ("--rules", "rummikub", "--notation", "cards")
        assert "cannot be arranged in valid melds in any other way.\n" in (
            run("check", "Q-AS /", *rummikub).out
        )
        assert_bad_input(run("check", "R4-6", *rummikub), "expected a card")
        assert run("check", "R4-6 /", "--notation", "tiles").status == 0
        assert run("check", "R12-1 /", "--notation", "tiles").status == 0
        assert_bad_input(run("check", "4-6C", "--notation", "runes"), "--notation")
        path = tmp_path / "positions.jsonl"
        path.write_text('{"table": "R4-6", "hand": "R7"}', encoding="utf-8")
        answer = json.loads(run("solve", str(path), "--notation", "tiles").out)
        assert (answer["shed"], answer["options"]) == (["R7"], {"notation": "tiles"})

    def test_bad_input(self) -> None:
        rummikub = ("--rules", "rummikub")
        ran = run("play", "--hand", "R7 4C", *rummikub)
        assert_bad_input(ran, "hand, line 1, column 4: cannot read '4C': expected a tile")
        assert_bad_input(run("check", "R7 R7 R7", *rummikub), "copy number 3 of R7, but two decks")
        assert_bad_input(run("check", "J J J", *rummikub), "the rules have two jokers")
        table = ("play", "--table", "R7 O8 JK / R1-3", "--hand", "K7")
        ran = run(*table, *rummikub, "--joker-moves", "swap")
        assert_bad_input(ran, "R7 O8 JK: neither one number nor one colour")

    def test_colours(self) -> None:
        out = run("check", "RBKO7 / JK R8-9", "--rules", "rummikub", out=Terminal()).out
        for code, tile in ((31, "R7"), (34, "B7"), (33, "O7"), (35, "JK")):
            assert f"\033[{code}m{tile}\033[0m" in out
        assert " K7 " in out
        plain = re.sub("\033\\[[0-9;]*m", "", out)
        assert plain == run("check", "RBKO7 / JK R8-9", "--rules", "rummikub").out

    def test_the_same_position_in_tiles_and_in_cards(self) -> None:
        cards = Position.of("10HDS / JHDS / QHDC", "9S QDS 2C")
        tiles = " / ".join(
            print_cards(meld, notation=TILE_NOTATION) for meld in cards.table.melds or ()
        )
        hand = print_cards(cards.hand, notation=TILE_NOTATION)
        in_cards = run("play", "--table", str(cards.table), "--hand", print_cards(cards.hand)).out
        ran = run("play", "--table", tiles, "--hand", hand, "--notation", "tiles").out
        found = [
            print_cards(read_cards(line, notation=TILE_NOTATION))
            for line in ran.partition("moved):\n\n")[2].splitlines()
        ]
        lines = re.sub("[*']", "", in_cards.partition("moved):\n\n")[2]).splitlines()
        assert found == [line.strip() for line in lines]
        assert len(found) == 4

    def test_moves(self) -> None:
        argv = ("play", "--table", "R4-6 /", "--hand", "R8", "--support", "R7")
        out = run(*argv, "--rules", "rummikub").out
        assert "1. Lay R7 from the support tiles on R4 R5 R6.\n" in out


class TestHelp:
    @pytest.mark.parametrize("command", ["check", "play", "solve"])
    def test_every_option_is_in_the_help(self, command: str) -> None:
        out = run(command, "--help").out
        for option in (
            "--rules NAME", "--decks N", "--jokers N", "--aces {both,low,high,around}",
            "--jokers-per-meld N", "--joker-moves {free,swap}", "--freed-joker {play,keep}",
            "--joker-company N", "--opening N", "--notation {cards,tiles}",
        ):  # fmt: skip
            assert option in out, option

    def test_tiles_are_explained(self) -> None:
        out = run("--help").out
        found = re.findall(r"^  (R\S+(?: \S+)*?) {2,}", out, re.MULTILINE)
        assert len(found) == 3
        for text in found:
            assert read_cards(text, notation=TILE_NOTATION)


OPTION = st.sampled_from(
    [
        ["--json"],
        *(["--rules", name] for name in RULES),
        ["--jokers", "3"],
        ["--aces", "around"],
        ["--jokers-per-meld", "any"],
        ["--jokers-per-meld", "1"],
        ["--joker-moves", "swap"],
        ["--freed-joker", "keep"],
        ["--joker-company", "2"],
        ["--opening", "20"],
        ["--notation", "tiles"],
    ]
)
CARDS = st.lists(
    st.sampled_from(["4C", "4-6C", "6CDH", "JK", "R4", "R4-6", "RBK6", "J", "/", "K1", "x"]),
    max_size=5,
).map(" ".join)


class TestFuzz:
    def assert_decent(self, ran: Ran) -> None:
        assert "Traceback" not in ran.err
        if ran.status == 2:
            assert (ran.out, ran.err.count("\n") <= 2) == ("", True)
            assert ran.err.startswith("machiavelli: error: ")
        else:
            assert (ran.status in (0, 1), ran.err) == (True, "")

    @some(100)
    @given(st.lists(OPTION, max_size=4), CARDS)
    def test_check(self, options: list[list[str]], cards: str) -> None:
        self.assert_decent(run("check", cards, *chain(*options)))

    @some(150)
    @given(st.lists(OPTION, max_size=4), st.tuples(CARDS, CARDS, CARDS, CARDS), st.booleans())
    def test_play(
        self, options: list[list[str]], parts: tuple[str, str, str, str], not_opened: bool
    ) -> None:
        named = zip(("--table", "--hand", "--support", "--loose"), parts, strict=True)
        argv = [*chain(*named), *chain(*options), *(["--not-opened"] if not_opened else [])]
        self.assert_decent(run("play", *argv))

    @some(50)
    @given(st.lists(OPTION, max_size=3), st.sampled_from([*RULES, "x", ""]))
    def test_rules(self, options: list[list[str]], name: str) -> None:
        self.assert_decent(run("rules", name, *chain(*options)))
