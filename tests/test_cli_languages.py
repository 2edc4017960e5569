"""``--lang`` with every command, and what docs/languages.md shows."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from commands import Ran, Terminal, assert_bad_input, run, run_process
from documents import read_page, shown_commands
from hypothesis import given
from hypothesis import strategies as st
from strategies import some

from machiavelli_solver import (
    LANGUAGES,
    RULES,
    TILE_NOTATION,
    Notation,
    Play,
    Position,
    from_json,
    print_cards,
    read_cards,
)
from machiavelli_solver.cli.common import add_language

pytestmark = pytest.mark.usefixtures("terminal_settings", "impatient")

DOCS = read_page("docs/languages.md")
OTHERS = tuple(language for language in LANGUAGES if language != "en")
POSITION = Position.of("10HDS / JHDS / QHDC / 4C JK 6C", "9S QDS 2C")


def given_as_options(position: Position, notation: Notation) -> tuple[str, ...]:
    hand = print_cards(position.hand, notation=notation)
    return ("--table", position.table.text(notation=notation), "--hand", hand)


def translated(line: str, notation: Notation) -> str:
    """A line of cards in English, told in a notation."""
    pattern = r"(?<!\w)((?:10|[2-9AJQK])[CDHS]|JK)(?!\w)"
    return re.sub(pattern, lambda m: print_cards(read_cards(m[1]), notation=notation), line)


# --- each command


@pytest.mark.parametrize("language", OTHERS)
def test_play_says_the_same_in_every_language(language: str) -> None:
    notation = LANGUAGES[language]
    expected = run("play", *given_as_options(POSITION, LANGUAGES["en"]))
    ran = run("play", *given_as_options(POSITION, notation), "--lang", language)
    assert (ran.status, ran.err) == (expected.status, "")
    lines = ran.out.splitlines()
    told = [translated(line, notation) for line in expected.out.splitlines()]
    assert [line.split() for line in lines] == [line.split() for line in told]


@pytest.mark.parametrize("language", OTHERS)
def test_what_play_prints_reads_back(language: str) -> None:
    notation = LANGUAGES[language]
    argv = ("play", *given_as_options(POSITION, notation), "--lang", language)
    out, data = run(*argv).out, run(*argv, "--json").data
    joker = re.escape(notation.text(read_cards("JK")[0]))
    lines = out.partition("moved):\n\n")[2].splitlines()
    melds = [read_cards(re.sub(f"  {joker} = .*", "", line), notation=notation) for line in lines]
    assert data["melds"] == [[notation.text(card) for card in meld] for meld in melds]
    again = json.dumps({"table": data["melds"], "hand": data["kept"]})
    ran = run("play", "-", "--lang", language, stdin=again.encode())
    assert (ran.status, ran.err) == (1, "")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("json_form", [False, True])
def test_position_files(language: str, json_form: bool) -> None:
    notation = LANGUAGES[language]
    text = POSITION.text(notation=notation)
    if json_form:
        sections = (line.split(": ") for line in text.splitlines())
        text = json.dumps(dict(sections), ensure_ascii=False)
    expected = run("play", *given_as_options(POSITION, notation), "--lang", language)
    assert run("play", "-", "--lang", language, stdin=text.encode()) == expected


@pytest.mark.parametrize(
    ("language", "cards", "line"),
    [
        ("it", "QFCP /", "  QF QC QP  set"),
        ("it", "asso di cuori, 2C Jolly /", "  AC 2C Jolly  run, Jolly = 3C"),
        ("de", "Kreuz-Bube DKr KKr /", "  BKr DKr KKr  run"),
        ("sv", "KnKl DKl EKl /", "  KnKl DKl EKl  not a meld: KKl is missing"),
        ("ja", "8のクラブ 9♣ JC /", "  8♣ 9♣ J♣  not a meld: 10♣ is missing"),
        ("en", "QCHS /", "  QC QH QS  set"),
    ],
)
def test_check(language: str, cards: str, line: str) -> None:
    ran = run("check", cards, "--lang", language)
    assert ran.err == ""
    assert line in ran.out.splitlines()


def test_judge_in_a_language() -> None:
    turn = {
        "before": {"table": [["4Kr", "5Kr", "6Kr"]], "hand": ["Kreuz 7", "9He"]},
        "after": {"table": [["4Kr", "5Kr", "7Kr"]], "hand": ["6Kr", "Herz-9"]},
    }
    ran = run("judge", "-", "--lang", "de", stdin=json.dumps(turn).encode())
    assert ran == Ran(
        1,
        "Not legal, for 2 reasons:\n\n"
        "  table-card-taken  6Kr was taken from the table into the hand\n"
        "  not-a-meld        4Kr 5Kr 7Kr is no meld: 6Kr is missing\n",
        "",
    )
    data = run("judge", "-", "--lang", "de", "--json", stdin=json.dumps(turn).encode()).data
    assert data["lang"] == "de"
    reasons = data["reasons"]
    assert isinstance(reasons, list)
    assert [reason["cards"] for reason in reasons] == [["6Kr"], ["4Kr", "5Kr", "7Kr"]]
    english = run("judge", "-", stdin=json.dumps(turn).encode())
    assert_bad_input(english, "cannot read '4Kr': expected a card (10H, K♥)")


def test_solve_in_a_language(tmp_path: Path) -> None:
    path, out = tmp_path / "positions.jsonl", tmp_path / "answers.jsonl"
    path.write_text('{"table": "4-6F /", "hand": "7F QC"}\n{"hand": "7H"}\n', encoding="utf-8")
    first, second = run("solve", str(path), "--lang", "it").out.splitlines()
    answer = json.loads(first)
    assert answer["options"] == {"lang": "it"}
    assert (answer["shed"], answer["kept"]) == (["7F"], ["QC"])
    assert "lang" not in answer
    assert "cannot read '7H': expected a card (10C, K" in json.loads(second)["error"]
    argv = ("solve", str(path), "--out", str(out))
    assert run(*argv, "--lang", "it").status == 1
    assert_bad_input(run(*argv, "--lang", "de"), "an answer with other options")
    assert_bad_input(run(*argv), "an answer with other options")
    assert run("solve", str(path), "--lang", "en") == run("solve", str(path))
    workers = run("solve", str(path), "--lang", "it", "--workers", "2")
    assert workers.out == "\n".join([first, second, ""])


def test_rules_in_a_language() -> None:
    out = run("rules", "thirty-six", "--lang", "sv").out
    assert "7Ru 7Hj 7Sp." in out
    assert "For this they count: E 1, 2-10 as they are, Kn D K 10." in out
    assert run("rules", "tahiti", "--lang", "en") == run("rules", "tahiti")
    assert run("rules", "--lang", "sv") == run("rules")


# --- JSON says which language it is in


@pytest.mark.parametrize("language", OTHERS)
def test_json_that_is_not_english_says_so(language: str) -> None:
    notation = LANGUAGES[language]
    argv = ("play", *given_as_options(POSITION, notation), "--json", "--lang", language)
    data = run(*argv).data
    assert data.pop("lang") == language
    assert data.pop("arrangeable") is True
    assert data.pop("goes_out") is False
    assert data.pop("cuts") == 5
    steps: Any = data.pop("steps")
    read = from_json(Play, json.dumps({"opening": None, **data}), notation=notation)
    english = run("play", *given_as_options(POSITION, LANGUAGES["en"]), "--json").data
    for name in ("shed", "kept"):
        assert english[name] == list(map(str, getattr(read, name)))
    assert english["melds"] == [[str(card) for card in meld] for meld in read.melds]
    in_english: Any = english["steps"]
    assert len(steps) == 8
    for step, plain in zip(steps, in_english, strict=True):
        assert step["text"] == translated(plain["text"], notation)
        assert step["cards"] == [translated(card, notation) for card in plain["cards"]]


def test_english_json_is_as_it_always_was() -> None:
    argv = ("play", *given_as_options(POSITION, LANGUAGES["en"]), "--json")
    assert "lang" not in run(*argv).data
    assert run(*argv, "--lang", "en") == run(*argv)
    assert run("check", "4-6C", "--json", "--lang", "en") == run("check", "4-6C", "--json")


# --- tiles have no language


@pytest.mark.parametrize("tiles", [("--rules", "rummikub"), ("--notation", "tiles")])
@pytest.mark.parametrize("language", LANGUAGES)
def test_tiles_are_refused(tiles: tuple[str, str], language: str, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"hand": "R7"}', encoding="utf-8")
    for command in ("check", "play", "plays", "outs", "solve", "judge"):
        given = "R7" if command == "check" else str(path)
        ran = run(command, given, *tiles, "--lang", language)
        assert_bad_input(ran, f"--lang {language}: tiles are the same in all languages")


def test_the_rules_of_tiles_with_cards() -> None:
    argv = ("--rules", "rummikub", "--lang", "de")
    assert_bad_input(run("rules", "rummikub", "--lang", "de"), "--lang de: tiles are the same")
    ran = run("check", "Herz 4-6, Joker /", *argv, "--notation", "cards")
    assert ran.out.endswith("  Joker 4He 5He 6He  run, Joker = 3He or 7He\n")


def test_a_language_that_there_is_not() -> None:
    assert_bad_input(run("check", "4-6C", "--lang", "fr"), "--lang", "'fr'", "'sv'")


# --- terminals, and streams that show little


@pytest.mark.parametrize("language", LANGUAGES)
def test_columns_are_straight_on_a_terminal(language: str) -> None:
    notation = LANGUAGES[language]
    cards = Position.of("10-KC / 6DHS / 7H / JK 8-9S").table.text(notation=notation)
    lines = run("check", cards, "--lang", language, out=Terminal()).out.split("\n\n")[1]
    plain = re.sub("\033\\[[0-9;]*m", "", lines).splitlines()
    assert "10♣" in plain[0]
    assert len({line.rindex("  ") for line in plain}) == 1
    for line in plain:
        text = line.rpartition("  ")[0]
        assert print_cards(read_cards(text, notation=notation), notation=notation.in_pips()) == (
            text.strip()
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stream_without_pips_gets_letters(language: str) -> None:
    notation = LANGUAGES[language]
    argv = ("play", *given_as_options(POSITION, notation), "--lang", language)
    done = run_process(*argv, env={"PYTHONIOENCODING": "ascii:strict"})
    assert (done.returncode, done.stderr) == (0, b"")
    shown = done.stdout.decode("ascii")
    full = run(*argv).out
    assert read_shed(shown, notation) == read_shed(full, notation) == read_cards("QD 9S QS")


def read_shed(out: str, notation: Notation) -> list[object]:
    (shed,) = re.findall(r"^  shed  (.*)$", out, re.MULTILINE)
    return [*read_cards(shed, notation=notation)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_errors_on_a_stream_without_pips(language: str) -> None:
    ran = run_process("check", "11♥", "--lang", language, env={"PYTHONIOENCODING": "ascii:strict"})
    error = ran.stderr.decode("ascii")
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert error.startswith("machiavelli: error: table, line 1, column 1: cannot read '11")
    first, second = re.findall(r"expected a card \((\w+), (\w+)", error)[0]
    for text in (first, second):
        assert len(read_cards(text, notation=LANGUAGES[language])) == 1


# --- help


@pytest.mark.parametrize(
    "command", ["check", "play", "plays", "outs", "puzzle", "solve", "judge", "rules"]
)
def test_every_command_has_the_option(command: str) -> None:
    out = " ".join(run(command, "--help").out.split())
    assert f"--lang {{{','.join(LANGUAGES)}}}" in out
    assert "all other words stay English (default: en)" in out


def test_the_option_knows_all_languages() -> None:
    import argparse

    parser = argparse.ArgumentParser()
    add_language(parser)
    (option,) = [action for action in parser._actions if action.dest == "lang"]
    assert tuple(option.choices or ()) == tuple(LANGUAGES)


def test_the_help_shows_cards_of_each_language() -> None:
    out = run("--help").out
    assert out.isascii()
    rows = re.findall(r"^  (it|de|sv|ja)  (\S+(?: \S+)*)  ", out, re.MULTILINE)
    assert [language for language, _ in rows] == list(OTHERS)
    for language, cards in rows:
        assert len(read_cards(cards, notation=LANGUAGES[language])) == 9
    words = re.findall(r"in words: (.*)$", out, re.MULTILINE)
    for language, text in zip(OTHERS, words, strict=False):
        assert read_cards(text, notation=LANGUAGES[language])
    assert len(words) == 3


# --- whatever is given

OPTION = st.sampled_from(
    [
        *(["--lang", language] for language in LANGUAGES),
        ["--json"],
        ["--rules", "tahiti"],
        ["--rules", "rummikub"],
        ["--notation", "cards"],
        ["--notation", "tiles"],
        ["--joker-moves", "swap"],
    ]
)
CARDS = st.lists(
    st.sampled_from(
        ["4C", "QF", "FQ", "7K", "Herz", "10", "4-6Kr", "KnKl", "asso", "di", "cuori", "klöver",
         "9のハート", "ハート", "Joker", "Jolly", "/", "♥", "4-7♥", "ſ", "R4"]
    ),
    max_size=6,
).map(" ".join)  # fmt: skip


@some(150)
@given(st.lists(OPTION, max_size=4), st.tuples(CARDS, CARDS))
def test_any_options_and_cards(options: list[list[str]], parts: tuple[str, str]) -> None:
    argv = [each for option in options for each in option]
    for ran in (
        run("check", parts[0], *argv),
        run("play", "--table", parts[0], "--hand", parts[1], *argv),
    ):
        if ran.status == 2:
            assert ran.out == ""
            assert ran.err.startswith("machiavelli: error: ")
            assert ran.err.count("\n") <= 2
        else:
            assert (ran.status in (0, 1), ran.err) == (True, "")


# --- docs/languages.md


def test_each_language_is_shown_by_a_command() -> None:
    # that the commands and the Python print what is shown: test_pages.py
    shown = shown_commands(DOCS)
    used = {match[1] for command, _ in shown if (match := re.search("--lang (..)", command))}
    assert used == set(OTHERS)


@pytest.mark.parametrize("language", OTHERS)
def test_the_tables_of_the_docs(language: str) -> None:
    notation = LANGUAGES[language]
    part = DOCS.partition(f"\n### {notation.name.title()}\n")[2].partition("\n#")[0]
    rows = re.findall(r"^\| (`.*`) \| `(.*)` \| `(.*)` \|$", part, re.MULTILINE)
    assert len(rows) >= 7
    for forms, printed, english in rows:
        for form in re.findall("`([^`]+)`", forms):
            cards = read_cards(form, notation=notation)
            assert print_cards(cards, notation=notation) == printed, form
            assert print_cards(cards) == english, form


def test_the_names_in_the_docs() -> None:
    rows = re.findall(
        r"^\| (\w+) \| `(\w\w)` \| `(\w+)` \| (\S+) 2–10 (.*?) \| (.*?) \| (\w+) \|$",
        DOCS,
        re.MULTILINE,
    )
    assert [code for _, code, *_ in rows] == list(LANGUAGES)
    import machiavelli_solver

    for _, code, public, ace, courts, suits, joker in rows:
        notation = LANGUAGES[code]
        assert getattr(machiavelli_solver, public) is notation
        ranks = [notation.rank_name(rank) for rank in range(1, 14)]
        assert ranks == [ace, *map(str, range(2, 11)), *courts.split()]
        assert [notation.text(card)[1:] for card in read_cards("2CDHS")] == suits.split()
        assert notation.text(read_cards("JK")[0]) == joker


def test_a_language_is_for_cards_alone() -> None:
    assert RULES["rummikub"].notation == TILE_NOTATION.name
    ran = run("play", "-", "--lang", "de", stdin=b"table: 4-6Kr\nhand: Kreuz 7\n")
    assert ran.out.startswith("You go out")
    ran = run("play", "-", "--lang", "de", stdin=b"Tisch: 4-6Kr\nHand: Kreuz 7")
    assert_bad_input(ran, "'Tisch:': expected 'table:' or 'hand:'")
