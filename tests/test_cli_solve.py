"""``machiavelli solve``: one answer a line, in a stream, and going on where it stopped."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from commands import Ran, Terminal, run
from executors import end_worker_once
from hypothesis import given
from hypothesis import strategies as st
from strategies import some

from machiavelli_solver import Position, TimeLimitError, best_play
from machiavelli_solver.chunks import in_order
from machiavelli_solver.cli import main, solve
from machiavelli_solver.cli.lines import MAX_LINE
from machiavelli_solver.cli.progress import Progress
from machiavelli_solver.cli.workers import Workers

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals are another matter there")

SOME = [
    Position.of(table, hand).to_json()
    for table, hand in (
        ("KHDC / QHDC / JHDC", "AC 9S"),
        ("AS 7H", "JD"),
        ("", ""),
        ("4-6C / 6DHS", "3C 9H JK"),
        ("10HDS / JHDS / QHDC", "9S QDS 2C"),
    )
]
MANY = [SOME[i % len(SOME)] for i in range(400)]


def input_of(lines: Sequence[str]) -> bytes:
    return "".join(line + "\n" for line in lines).encode()


def answers_in(text: str) -> list[dict[str, Any]]:
    """Answers, which must be whole lines and have the right numbers."""
    assert not text or text.endswith("\n")
    answers = [json.loads(line) for line in text.splitlines()]
    assert [answer["line"] for answer in answers] == list(range(1, len(answers) + 1))
    return answers


def solved(*argv: str, lines: Sequence[str]) -> Ran:
    """Solve lines of standard input in this process."""
    return run("solve", "-", *argv, stdin=input_of(lines))


@pytest.fixture(scope="module")
def answers() -> str:
    """What the answers to `MANY` are."""
    ran = solved(lines=MANY)
    assert (ran.status, ran.err) == (0, "")
    return ran.out


@pytest.fixture
def many(tmp_path: Path) -> Path:
    path = tmp_path / "positions.jsonl"
    path.write_bytes(input_of(MANY))
    return path


@contextmanager
def started(*argv: str | Path, **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """The command in a process of its own, at the head of a group of its own."""
    command = [sys.executable, "-m", "machiavelli_solver", "solve", *map(str, argv)]
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(command, start_new_session=True, **{**streams, **options}) as process:
        try:
            yield process
        finally:
            process.kill()


def again(answers: str, times: int) -> str:
    """The answers to the same positions so many times over."""
    bodies = [line.partition(", ")[2] for line in answers.splitlines()] * times
    return "".join(f'{{"line": {n}, {body}\n' for n, body in enumerate(bodies, start=1))


def wait_for_answers(path: Path, process: subprocess.Popen[bytes]) -> None:
    """Wait until some answers stand in a file."""
    while not path.exists() or path.stat().st_size < 10_000:
        assert process.poll() is None
        time.sleep(0.005)


class TestAnswers:
    def test_as_play_answers(self) -> None:
        found = answers_in(solved(lines=SOME).out)
        for line, answer in zip(SOME, found, strict=True):
            del answer["line"]
            data = run("play", "--json", "-", stdin=line.encode()).data
            for key in ("tidy", "cuts", "steps"):
                del data[key]
            assert answer == data

    @pytest.mark.parametrize("workers", ["0", "1", "2"])
    def test_any_number_of_workers(self, workers: str, many: Path, answers: str) -> None:
        out = many.with_name("answers.jsonl")
        ran = run("solve", str(many), "--workers", workers, "--out", str(out))
        assert ran == Ran(0, "", "")
        assert out.read_text() == answers

    def test_workers_and_standard_output(self, many: Path, answers: str) -> None:
        assert run("solve", str(many), "--workers", "2") == Ran(0, answers, "")

    def test_no_lines(self, tmp_path: Path) -> None:
        assert solved(lines=[]) == Ran(0, "", "")
        out = tmp_path / "answers.jsonl"
        assert solved("--out", str(out), lines=[]) == Ran(0, "", "")
        assert out.read_bytes() == b""

    @pytest.mark.parametrize(
        "data",
        [
            "\n".join(SOME).encode(),
            "\r\n".join(SOME).encode(),
            b"\xef\xbb\xbf" + input_of(SOME),
            input_of([f"  {line}\t" for line in SOME]),
        ],
    )
    def test_forms_of_lines(self, data: bytes) -> None:
        assert run("solve", "-", stdin=data) == solved(lines=SOME)

    def test_text_without_bytes_below_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        out = io.StringIO()
        monkeypatch.setattr(sys, "stdin", io.StringIO(SOME[0]))
        monkeypatch.setattr(sys, "stdout", out)
        assert main(["solve", "-"]) == 0
        assert out.getvalue() == solved(lines=SOME[:1]).out

    def test_options(self) -> None:
        points = [Position.of("", "A-3S A-3H AD").to_json()]
        (answer,) = answers_in(solved("--objective", "points", lines=points).out)
        assert answer["shed"] == ["AD", "AH", "AS"]
        assert answer["options"] == {"objective": "points"}
        (answer,) = answers_in(solved("--engine", "counting", "--decks", "2", lines=points).out)
        assert "options" not in answer
        for argv, told in (
            (["--values", "italian"], None),
            (["--values", "tahiti"], {"values": "tahiti"}),
            (["--rules", "tahiti", "--values", "tahiti"], {"rules": "tahiti"}),
            (["--rules", "tahiti", "--values", "italian"],
             {"rules": "tahiti", "values": "italian"}),
        ):  # fmt: skip
            (answer,) = answers_in(solved(*argv, lines=points).out)
            assert answer.get("options") == told

    def test_no_tidy(self) -> None:
        lines = [Position.of("4-6C / 7CDHS", "3C").to_json()]
        (tidy,) = answers_in(solved(lines=lines).out)
        assert "options" not in tidy
        assert tidy["melds"] == [["3C", "4C", "5C", "6C"], ["7C", "7D", "7H", "7S"]]
        (other,) = answers_in(solved("--no-tidy", lines=lines).out)
        assert other["options"] == {"tidy": False}
        assert other["shed"] == tidy["shed"]
        assert other["melds"] == [["3C", "4C", "5C", "6C", "7C"], ["7D", "7H", "7S"]]

    def test_openings(self) -> None:
        lines = [Position.of("4-6C /", hand).to_json() for hand in ("QCDH 2-4S 7C", "QCDH 7C")]
        ran = solved("--rules", "thirty-six", "--not-opened", lines=lines)
        one, two = answers_in(ran.out)
        assert (one["opening"], one["kept"]) == (39, ["7C"])
        assert (two["opening"], two["shed"]) == (0, [])
        assert one["options"] == {"rules": "thirty-six", "not_opened": True}
        for answer in answers_in(solved("--rules", "thirty-six", lines=lines).out):
            assert answer["goes_out"]
            assert "opening" not in answer
        ran = solved("--not-opened", lines=lines)
        assert (ran.status, ran.out) == (2, "")
        assert "--not-opened: there is no opening" in ran.err

    def test_support_and_loose_cards(self) -> None:
        lines = [
            Position.of("4-6C /", "8C", support="7C 9D").to_json(),
            Position.of("4-6C /", "8C", loose="7C JK").to_json(),
        ]
        one, two = answers_in(solved(lines=lines).out)
        assert (one["shed"], one["support"]) == (["8C"], ["7C"])
        assert two["shed"] == ["8C"]
        assert len(two["support"]) == 1

    def test_jokers_are_as_many_as_each_position_shows(self) -> None:
        lines = [Position.of("", "4C JK 6C").to_json(), Position.of("", "4C JK JK").to_json()]
        assert solved(lines=lines).status == 0
        none, one = solved("--jokers", "0", lines=lines), solved("--jokers", "1", lines=lines)
        assert ["error" in answer for answer in answers_in(none.out)] == [True, True]
        assert ["error" in answer for answer in answers_in(one.out)] == [False, True]
        assert answers_in(one.out)[0]["options"] == {"jokers": 1}

    def test_answers_that_take_too_long(self, monkeypatch: pytest.MonkeyPatch) -> None:
        given: list[float | None] = []

        def slow(table: str, hand: str, *, seconds: float | None, **options: Any) -> None:
            given.append(seconds)
            raise TimeLimitError("no answer was found in the time given")

        monkeypatch.setattr(solve, "best_play", slow)
        ran = solved("--seconds", "2.5", lines=SOME[:1])
        assert (ran.status, given) == (1, [2.5, 2.5])
        (answer,) = answers_in(ran.out)
        assert answer == {
            "line": 1,
            "options": {"seconds": 2.5},
            "error": "no answer was found in the time given",
        }


class TestErrorsInLines:
    @pytest.mark.parametrize(
        ("line", "words"),
        [
            (b"", 'a blank line: expected {"table": ..., "hand": ...}'),
            (b" \t ", "a blank line: expected"),
            (b"table: 4-6C", "'table: 4-6C': expected {"),
            (b'[["4C"]]', "expected {"),
            (b'{"table": "4-6C"', "not JSON"),
            (b'{"table": "4-6C"} {"hand": "7C"}', "not JSON"),
            (b'{"table": "4-6X"}', "table, line 1, column 1: cannot read '4-6X'"),
            (b'{"table": ["4C", "4C", "4C"]}', "copy number 3 of 4C, but two decks have 2"),
            (b'{"hands": "4C"}', "'hands': expected no keys but 'table', 'hand'"),
            (b'{"table": 7}', "table: 7 is not card-like"),
            (b'{"table": NaN}', "table: nan is not card-like"),
            (b'{"table": 1' + b"0" * 5000 + b"}", "not JSON"),
            (b'{"table": ' + b"[" * 60_000, "not JSON"),
            (b'{"table": ' + b"[" * 600 + b'"4C"' + b"]" * 600 + b"}", "deep"),
            (b'{"table": "\\ud800"}', "cannot read '\\ud800'"),
            (b'{"table": "4-6C", "hand": "\xff"}', "this is not text in UTF-8"),
            (b"\0" * 100, "expected {"),
            (b'{"table": "' + b" " * MAX_LINE + b'4-6C"}', "a line of more than 65,536 bytes"),
            (b"x" * 3_000_000, "a line of more than 65,536 bytes"),
        ],
    )
    def test_one_error_in_its_place(self, line: bytes, words: str) -> None:
        first, last = (position.encode() for position in SOME[:2])
        ran = run("solve", "-", stdin=b"\n".join([first, line, last]))
        assert (ran.status, ran.err) == (1, "")
        before, error, after = answers_in(ran.out)
        assert set(error) == {"line", "error"}
        assert words in error["error"]
        assert [before, {**after, "line": 2}] == answers_in(solved(lines=SOME[:2]).out)

    def test_the_longest_line(self) -> None:
        line = SOME[0].ljust(MAX_LINE)
        assert solved(lines=[line]).status == solved(lines=[line[:-1], line[:-1]]).status == 0
        assert solved(lines=[line + " "]).status == 1

    def test_one_error_among_many_is_seen_in_the_status(self) -> None:
        assert solved("--workers", "2", lines=[*MANY[:70], "", *MANY[:70]]).status == 1

    @some(80)
    @given(st.lists(st.binary(max_size=30) | st.sampled_from(SOME).map(str.encode), max_size=6))
    def test_one_answer_for_each_line(self, lines: list[bytes]) -> None:
        data = b"\n".join(lines)
        ran = run("solve", "-", stdin=data)
        assert ran.err == ""
        count = data.count(b"\n") + (not data.endswith(b"\n") and data != b"")
        assert len(answers_in(ran.out)) == count


class TestBadUsage:
    @pytest.mark.parametrize(
        ("argv", "words"),
        [
            ([], "the following arguments are required: FILE"),
            (["nowhere.jsonl"], "nowhere.jsonl: No such file"),
            (["."], ".: Is a directory"),
            (["a\0b"], "null"),
            (["-", "--workers", "-1"], "--workers -1: expected a number from 0"),
            (["-", "--workers", "x"], "invalid int value: 'x'"),
            (["-", "--restart"], "--restart needs --out"),
            (["-", "--decks", "5"], "decks=5: expected"),
            (["-", "--jokers", "-1"], "jokers=-1: expected"),
            (["-", "--seconds", "0"], "seconds=0.0: expected"),
            (["-", "--seconds", "nan"], "seconds=nan: expected"),
            (["-", "--json"], "unrecognized arguments: --json"),
            (["-", "--out", "nowhere/answers.jsonl"], "nowhere/answers.jsonl: No such file"),
            (["-", "--out", "."], ".: Is a directory"),
            (["-", "--out", "a\0b"], "null"),
        ],
    )
    @POSIX
    def test_bad_usage(
        self, argv: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        ran = run("solve", *argv, stdin=input_of(SOME))
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith("machiavelli: error: ")
        assert words in ran.err
        assert list(tmp_path.iterdir()) == []

    def test_standard_input_that_is_closed(self) -> None:
        ran = run("solve", "-")
        assert (ran.status, ran.err) == (2, "machiavelli: error: standard input is closed\n")

    @pytest.mark.parametrize("restart", [[], ["--restart"]])
    def test_answers_over_the_positions(self, many: Path, restart: list[str]) -> None:
        before = many.read_bytes()
        ran = run("solve", str(many), "--out", f"{many.parent}/./{many.name}", *restart)
        assert (ran.status, ran.out) == (2, "")
        assert "the answers cannot go where the positions are" in ran.err
        assert many.read_bytes() == before

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
    def test_a_disk_that_is_full(self) -> None:
        ran = solved("--out", "/dev/full", lines=SOME)
        assert ran.status == 2
        assert ran.err == "machiavelli: error: /dev/full: No space left on device\n"


class TestGoingOn:
    @pytest.fixture
    def out(self, tmp_path: Path) -> Path:
        return tmp_path / "answers.jsonl"

    def go_on(self, many: Path, out: Path, *argv: str) -> Ran:
        return run("solve", str(many), "--out", str(out), *argv)

    @pytest.mark.parametrize(
        ("workers", "torn"), [("1", 0), ("1", 1), ("1", 30), ("1", 90), ("2", 30)]
    )
    def test_after_some_lines(
        self, workers: str, torn: int, many: Path, out: Path, answers: str
    ) -> None:
        whole = "".join(answers.splitlines(keepends=True)[:123])
        out.write_text(whole + answers[len(whole) :][:torn])
        ran = self.go_on(many, out, "--workers", workers)
        assert (ran.status, ran.out) == (0, "")
        assert ran.err == f"machiavelli: {out} has 123 answers: going on at line 124\n"
        assert out.read_text() == answers

    @pytest.mark.parametrize("torn", [0, 1, 20])
    def test_before_the_first_line_was_whole(
        self, torn: int, many: Path, out: Path, answers: str
    ) -> None:
        out.write_text(answers[:torn])
        assert self.go_on(many, out) == Ran(0, "", "")
        assert out.read_text() == answers

    def test_after_the_last_line(self, many: Path, out: Path, answers: str) -> None:
        out.write_text(answers)
        ran = self.go_on(many, out)
        assert (ran.status, out.read_text()) == (0, answers)

    def test_positions_from_standard_input(self, out: Path, answers: str) -> None:
        out.write_text(answers[:5000])
        assert solved("--out", str(out), lines=MANY).status == 0
        assert out.read_text() == answers

    def test_more_positions_than_before(self, out: Path) -> None:
        assert solved("--out", str(out), lines=MANY[:50]).err == ""
        assert "going on at line 51\n" in solved("--out", str(out), lines=MANY).err
        assert out.read_text() == solved(lines=MANY).out

    def test_errors_of_before_count(self, out: Path) -> None:
        lines = ["", *MANY[:50]]
        assert solved("--out", str(out), lines=lines[:20]).status == 1
        assert solved("--out", str(out), lines=lines).status == 1

    def test_other_options_of_no_matter(self, many: Path, out: Path, answers: str) -> None:
        out.write_text(answers[:5000])
        assert self.go_on(many, out, "--decks", "2", "--workers", "0").status == 0
        assert out.read_text() == answers

    def test_restart(self, many: Path, out: Path, answers: str) -> None:
        out.write_text("something else\n" * 10_000)
        assert self.go_on(many, out, "--restart") == Ran(0, "", "")
        assert out.read_text() == answers

    @pytest.mark.parametrize("start", [0, 60])
    @pytest.mark.parametrize(
        ("added", "words"),
        [
            ("something else\n", "not an answer to line {n};"),
            ("something else", "not an answer to line {n};"),
            ("\n", "not an answer to line {n};"),
            ("x" * 200_000 + "\n", "not an answer to line {n};"),
            ('{"line": 9999, "error": ""}\n', "not an answer to line {n};"),
            ('{"line": {n}, "error": ""}\n', "not the answer to line {n} of "),
            (
                '{"line": {n}, "options": {"decks": 3}, "error": ""}\n',
                "an answer with other options",
            ),
        ],
    )
    def test_files_of_something_else_stay_as_they_are(
        self, added: str, words: str, start: int, many: Path, out: Path, answers: str
    ) -> None:
        added, words = (text.replace("{n}", str(start + 1)) for text in (added, words))
        before = "".join(answers.splitlines(keepends=True)[:start]) + added
        out.write_text(before)
        ran = self.go_on(many, out)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith(f"machiavelli: error: {out}, line {start + 1}: {words}")
        assert "--restart overwrites" in ran.err
        assert out.read_text() == before

    def test_other_options(self, many: Path, out: Path) -> None:
        self.go_on(many, out, "--objective", "points")
        before = out.read_text()
        for argv in ([], ["--objective", "points", "--aces", "low"], ["--values", "tahiti"]):
            ran = self.go_on(many, out, *argv)
            assert ran.status == 2
            assert "line 1: an answer with other options" in ran.err
            assert out.read_text() == before

    def test_other_positions(self, out: Path) -> None:
        solved("--out", str(out), lines=MANY[:50])
        before = out.read_text()
        ran = solved("--out", str(out), lines=MANY[1:])
        assert (ran.status, "line 1: not the answer to line 1 of standard input" in ran.err) == (
            2,
            True,
        )
        ran = solved("--out", str(out), lines=[*MANY[:49], SOME[0]])
        assert (ran.status, "line 50: not the answer" in ran.err) == (2, True)
        ran = solved("--out", str(out), lines=MANY[:49])
        assert ran.status == 2
        assert "has 50 lines, but standard input has 49: these are answers to other" in ran.err
        assert out.read_text() == before

    def test_time_that_was_short_is_no_other_answer(self, out: Path) -> None:
        answer = json.loads(solved("--seconds", "60", lines=SOME[:1]).out)
        short = {"line": 1, "options": answer["options"], "error": "no answer was found in time"}
        out.write_text(json.dumps(short) + "\n")
        ran = solved("--seconds", "60", "--out", str(out), lines=SOME[:2])
        assert (ran.status, len(answers_in(out.read_text()))) == (1, 2)


@POSIX
class TestProcesses:
    def test_an_answer_for_each_line_as_it_comes(self) -> None:
        with started("-") as process:
            assert process.stdin is not None
            assert process.stdout is not None
            for number, line in enumerate(SOME, start=1):
                process.stdin.write(line.encode() + b"\n")
                process.stdin.flush()
                assert json.loads(process.stdout.readline())["line"] == number
            assert process.communicate(timeout=60) == (b"", b"")
            assert process.returncode == 0

    def test_workers_answer_before_the_input_ends(self) -> None:
        with started("-", "--workers", "2") as process:
            assert process.stdin is not None
            assert process.stdout is not None
            # more lines than may be in flight: the first answers are due
            process.stdin.write(input_of(MANY))
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["line"] == 1
            process.stdin.close()
            assert process.stdout.read().count(b"\n") == len(MANY) - 1
            assert process.wait(timeout=60) == 0

    @pytest.mark.parametrize("workers", ["1", "2"])
    def test_a_reader_that_goes_away(self, workers: str, many: Path) -> None:
        many.write_bytes(input_of(MANY * 100))
        with started(many, "--workers", workers) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.readline()
            process.stdout.close()
            assert process.stderr.read() == b""
            assert process.wait(timeout=60) == 0

    @pytest.mark.parametrize("workers", ["1", "2"])
    def test_killed_half_way(self, workers: str, many: Path, answers: str) -> None:
        many.write_bytes(input_of(MANY * 4))
        out = many.with_name("answers.jsonl")
        with started(many, "--workers", workers, "--out", out) as process:
            wait_for_answers(out, process)
            process.send_signal(signal.SIGKILL)
            # this comes to an end only when the workers, which have the streams too, do
            process.communicate(timeout=60)
            assert process.returncode == -signal.SIGKILL
        with out.open("r+") as file:
            done = answers_in(file.read())
            file.write(f'{{"line": {len(done) + 1}, "arr')
        assert 0 < len(done) < len(MANY) * 8
        ran = run("solve", str(many), "--workers", workers, "--out", str(out))
        assert ran.status == 0
        assert f"going on at line {len(done) + 1:,}\n" in ran.err
        assert out.read_text() == again(answers, 4)

    @pytest.mark.parametrize("workers", ["1", "2"])
    def test_interrupted(self, workers: str, many: Path) -> None:
        lines = MANY * 8
        many.write_bytes(input_of(lines))
        out = many.with_name("answers.jsonl")
        with started(many, "--workers", workers, "--out", out) as process:
            wait_for_answers(out, process)
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does at Ctrl-C
            _, err = process.communicate(timeout=60)
            assert (process.returncode, err) == (130, b"")
        assert 0 < len(answers_in(out.read_text())) < len(lines)

    def test_a_worker_that_is_lost(self, tmp_path: Path) -> None:
        lost: list[None] = []
        workers = Workers(2, lambda: lost.append(None))
        work = partial(end_worker_once, str(tmp_path / "mark"))
        found = in_order(
            work, range(50), size=3, ahead=8, executor=workers.executor, renew=workers.renew
        )
        assert [n for chunk in found for n in chunk] == list(range(50))
        assert lost == [None]
        workers.close()

    def test_progress_on_a_terminal_only(self, many: Path, answers: str) -> None:
        ours, theirs = os.openpty()
        out = many.with_name("answers.jsonl")
        with started(many, "--out", out, stderr=theirs) as process:
            os.close(theirs)
            assert process.wait(timeout=60) == 0
        shown = os.read(ours, 100_000).decode()
        os.close(ours)
        assert "] 400 of 400 lines, " in shown
        assert shown.endswith("/s\r\n")
        assert out.read_text() == answers

    def test_no_progress_among_answers_on_a_terminal(self, many: Path) -> None:
        many.write_bytes(input_of(SOME))
        ours, theirs = os.openpty()
        with started(many, stdout=theirs, stderr=theirs) as process:
            os.close(theirs)
            assert process.wait(timeout=60) == 0
        shown = os.read(ours, 100_000).decode()
        os.close(ours)
        assert shown.replace("\r\n", "\n") == solved(lines=SOME).out


class TestProgress:
    def test_with_a_total(self) -> None:
        stream = Terminal()
        progress = Progress(stream, total=2000, done=500)
        progress.add(500)
        progress.close()
        first, last = stream.getvalue().split("\r\033[K")[1:]
        assert re.fullmatch(r"\[#{10}\.{10}\] 1,000 of 2,000 lines, [\d,]+/s, \d+:\d\d left", first)
        assert last.endswith("left\n")

    def test_without_a_total(self) -> None:
        stream = Terminal()
        progress = Progress(stream, total=None, done=0)
        progress.add(1234)
        progress.close()
        assert re.fullmatch(r"1,234 lines, [\d,]+/s\n", stream.getvalue().split("\r\033[K")[-1])

    @pytest.mark.parametrize("stream", [None, io.StringIO()])
    def test_where_there_is_no_terminal(self, stream: io.StringIO | None) -> None:
        progress = Progress(stream, total=10, done=0)
        progress.add(5)
        progress.close()
        assert stream is None or stream.getvalue() == ""

    def test_a_terminal_that_is_gone(self) -> None:
        class Gone(Terminal):
            def write(self, _: str) -> int:
                raise OSError

        progress = Progress(Gone(), total=10, done=0)
        progress.add(5)
        progress.close()


class TestHelp:
    def test_help(self) -> None:
        ran = run("solve", "--help")
        assert (ran.status, ran.err) == (0, "")
        assert ran.out.isascii()
        assert "exit status: 0 " in ran.out

    def test_the_examples_work(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        Path("positions.jsonl").write_bytes(input_of(SOME))
        examples = re.findall(r"^  machiavelli (.*)$", run("solve", "--help").out, re.MULTILINE)
        assert len(examples) == 3
        for example in examples:
            ran = run(*shlex.split(example.partition(" <")[0]), stdin=input_of(SOME))
            assert (ran.status, ran.err) == (0, ""), example

    def test_the_keys_are_those_in_the_help(self) -> None:
        shown = run("solve", "--help").out
        (example,) = re.findall(r'^  (\{"table".*?\]\})$', shown, re.MULTILINE | re.DOTALL)
        position = Position.from_json(example)
        play = best_play(position.table, position.hand)
        assert play is not None
        (answer,) = answers_in(solved(lines=[example.replace("\n", "")]).out)
        assert answer["shed"] == ["3C"] == [str(card) for card in play.shed]
        assert '{"line": 1, "arrangeable": true, "shed": ["3C"], "kept": ["9H"], ' in shown
