"""``machiavelli simulate``: the same games however they are played, and what is said of them."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from commands import Ran, Terminal, assert_bad_input, run

from machiavelli_solver import GameResult, Summary, from_dict, game_named, simulate
from machiavelli_solver.cli import parser_of
from machiavelli_solver.cli.simulate import answer
from machiavelli_solver.cli.terminal import Style

PLAYERS = ["greedy", "patient"]
OPTIONS = ["--decks", "1", "--seats", "2-4", "--dealt", "9", "--until", "any", "--rounds", "2"]
RULES = game_named("classic", decks=1, players=(2, 4), dealt=9, until=None, rounds=2)


def simulated(*argv: str, games: int = 4) -> Ran:
    """Run the command with small games."""
    given = ["--players", *PLAYERS, "--games", str(games), *OPTIONS, *argv]
    return run("simulate", *given)


@pytest.fixture(scope="module")
def results() -> list[GameResult]:
    return list(simulate(RULES, PLAYERS, games=4))


@pytest.fixture
def summary(results: list[GameResult]) -> Summary:
    made = Summary(PLAYERS)
    made.add_all(results)
    return made


def in_file(path: Path) -> list[GameResult]:
    """The results in a file, with the options left out."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [from_dict(GameResult, {k: v for k, v in d.items() if k != "options"}) for d in lines]


# --- what is said


def test_json_is_the_summary(summary: Summary) -> None:
    ran = simulated("--json")
    assert (ran.status, ran.err) == (0, "")
    data = ran.data
    options: Any = data.pop("options")
    assert data == json.loads(json.dumps(summary.to_dict()))
    changes = {"decks": 1, "seats": [2, 4], "dealt": 9, "until": None, "rounds": 2}
    assert options == {"rules": "classic", **changes, "players": PLAYERS, "seed": 0}


def test_csv_has_a_line_for_each_measure(summary: Summary) -> None:
    ran = simulated("--csv")
    assert (ran.status, ran.err) == (0, "")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert len(rows) == 5 + 4 * 6
    assert [(row["of"], row["number"], row["measure"]) for row in rows] == [
        (kind, which, name) for kind, which, name, _ in summary.rows()
    ]
    (won,) = (r for r in rows if (r["of"], r["number"], r["measure"]) == ("player", "2", "games"))
    assert (won["name"], won["count"]) == ("patient", "4")
    share = summary.by_player[1].games
    assert float(won["value"]) == share.value
    assert share.interval is not None
    assert (float(won["low"]), float(won["high"])) == pytest.approx(share.interval, rel=1e-5)


def test_in_words(summary: Summary) -> None:
    lines = simulated().out.splitlines()
    changes = "--decks 1 --seats 2-4 --dealt 9 --rounds 2 --until any"
    assert lines[0] == f"4 games with --rules classic {changes} --seed 0"
    heads, first, second = lines[2:5]
    assert " ".join(heads.split()) == "player games won rounds won points left no play drawn"
    for number, (line, name) in enumerate(zip((first, second), PLAYERS, strict=True)):
        standing = summary.by_player[number]
        assert standing.games.value is not None
        assert line.startswith(f"  {number + 1} {name}")
        assert f" {100 * standing.games.value:.1f} % (" in line
    assert [line.split()[0] for line in lines[7:9]] == ["1st", "2nd"]
    assert f"A game has {summary.rounds.value:.2f} (2.00-2.00) rounds." in lines
    assert all(len(line) <= 100 for line in lines)


def test_games_that_are_given_up_are_told() -> None:
    ran = simulated("--most-turns", "2")
    assert "4 games were given up, and won by nobody: a round took more than 2 turns." in ran.out
    assert " % " not in ran.out
    assert simulated("--most-turns", "2", "--json").data["unfinished"] == 4


def test_progress_on_a_terminal() -> None:
    err = Terminal()
    with mock.patch("sys.stderr", err):
        given = ["simulate", "--players", *PLAYERS, "--games", "2", *OPTIONS]
        assert answer(_parsed(given), Style()).status == 0
    last = err.getvalue().split("\r\033[K")[-1]
    assert re.fullmatch(r"\[#{20}\] 2 of 2 games, [\d.]+/s\n", last)


def _parsed(given: list[str]) -> Any:
    return parser_of(["simulate"]).parse_args(given)


# --- files


def test_workers_and_files_have_the_same_games(tmp_path: Path, results: list[GameResult]) -> None:
    for workers in ("1", "2"):
        out = tmp_path / f"{workers}.jsonl"
        assert simulated("--out", str(out), "--workers", workers) == simulated()
        assert in_file(out) == results
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()


@pytest.fixture
def whole(tmp_path: Path) -> bytes:
    out = tmp_path / "whole.jsonl"
    simulated("--out", str(out))
    return out.read_bytes()


@pytest.mark.parametrize(("cut", "games"), [(0, 4), (-1, 3), (-40, 3), (-300, 3)])
def test_a_run_that_was_stopped_goes_on(tmp_path: Path, whole: bytes, cut: int, games: int) -> None:
    out = tmp_path / "games.jsonl"
    out.write_bytes(whole[:cut] if cut else whole)
    ran = simulated("--out", str(out))
    assert out.read_bytes() == whole
    assert ran.out == simulated().out
    assert ran.err == f"machiavelli: {out} has {games} games: going on at game {games + 1}\n"


def test_more_games_than_before(tmp_path: Path, whole: bytes) -> None:
    out = tmp_path / "games.jsonl"
    simulated("--out", str(out), games=1)
    assert whole.startswith(out.read_bytes())
    simulated("--out", str(out))
    assert out.read_bytes() == whole


@pytest.mark.parametrize(
    ("argv", "games", "words"),
    [
        ([], 2, "has 4 lines, but the simulation has 2: these are results of another simulation"),
        (["--seed", "1"], 4, "line 1: an answer with other options"),
        (["--penalty", "2"], 4, "line 1: an answer with other options"),
    ],
)
def test_files_of_other_games_stay(
    tmp_path: Path, whole: bytes, argv: list[str], games: int, words: str
) -> None:
    out = tmp_path / "games.jsonl"
    out.write_bytes(whole)
    assert_bad_input(simulated("--out", str(out), *argv, games=games), words, "--restart")
    assert out.read_bytes() == whole
    assert simulated("--out", str(out), "--restart", *argv, games=1).status == 0
    assert len(in_file(out)) == 1


def test_results_that_were_changed(tmp_path: Path, whole: bytes) -> None:
    out = tmp_path / "games.jsonl"
    first, second, *others = whole.splitlines(keepends=True)
    for changed in (first, second.replace(b'"turns": [', b'"turns": [7, ')):
        out.write_bytes(b"".join([first, changed, *others]))
        assert_bad_input(simulated("--out", str(out)), "line 2: not ")
    out.write_bytes(b"".join([first.replace(b'"winners": [', b'"winners": [1, ')]))
    assert_bad_input(simulated("--out", str(out)), "line 1: not the answer to game 1")


# --- what is wrong


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["--players", "lucky"], "choose from 'random', 'greedy', 'patient'"),
        (["--players", "greedy"], "players=1: expected 2 or more"),
        (["--games", "0"], "--games 0: expected a number from 1"),
        (["--seed", "-1"], "seed=-1: expected a whole number from 0"),
        (["--most-turns", "0"], "most_turns=0: expected a whole number from 1"),
        (["--workers", "-1"], "--workers -1: expected a number from 0"),
        (["--restart"], "--restart needs --out"),
        (["--json", "--csv"], "--json, --csv: expected one of them"),
        (["--last-discard", "yes"], "last_discard=True: expected discard=True with it"),
    ],
)
def test_bad_usage(argv: list[str], words: str) -> None:
    assert_bad_input(run("simulate", *argv), words)


def test_a_name_that_is_none_is_told_even_with_small_games() -> None:
    assert_bad_input(simulated("--rules", "canasta"), "argument --rules: invalid choice")


class TestHelp:
    def test_help(self) -> None:
        ran = run("simulate", "--help")
        assert (ran.status, ran.err) == (0, "")
        assert ran.out.isascii()
        assert "exit status: 0 " in ran.out

    def test_the_examples_work(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        shown = run("simulate", "--help").out
        examples = re.findall(r"^  machiavelli simulate(.*)$", shown, re.MULTILINE)
        assert len(examples) == 4
        for example in examples:
            # the last option of a kind counts: few games, and none that takes long
            few = ["--games", "1", "--workers", "1", "--most-turns", "4"]
            ran = run("simulate", *shlex.split(example), *few)
            assert (ran.status, ran.err) == (0, ""), example

    def test_the_keys_are_those_in_the_help(self) -> None:
        shown = run("simulate", "--help").out.partition("with --json:")[2]
        assert set(re.findall(r"^  (\w+) {2,}", shown, re.MULTILINE)) == (
            {"options", "games", "all", "players", "places"}
        )
        data = simulated("--json", games=1).data
        assert set(data) == {
            "options", "games", "unfinished", "shared", "unwon", "all", "players", "places",
        }  # fmt: skip


@pytest.mark.skipif(sys.platform == "win32", reason="processes are stopped in another way there")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_interrupted(tmp_path: Path, whole: bytes, workers: str) -> None:
    out = tmp_path / "games.jsonl"
    options = ["--players", *PLAYERS, "--workers", workers, *OPTIONS, "--out", str(out)]
    command = [sys.executable, "-m", "machiavelli_solver", "simulate", "--games", "100000"]
    with subprocess.Popen(
        [*command, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        try:
            while not out.exists() or out.read_bytes().count(b"\n") < 4:
                assert process.poll() is None
                time.sleep(0.05)
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does at Ctrl-C
            printed, complaints = process.communicate(timeout=60)
        finally:
            process.kill()
    assert (process.returncode, printed, complaints) == (130, b"", b"")
    assert out.read_bytes().startswith(whole)
    out.write_bytes(out.read_bytes()[:-50])
    played = len(in_file_whole(out))
    assert simulated("--out", str(out), games=played + 1).status == 0
    assert len(in_file(out)) == played + 1


def in_file_whole(path: Path) -> list[bytes]:
    """The whole lines of a file."""
    return path.read_bytes().split(b"\n")[:-1]
