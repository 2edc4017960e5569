"""``machiavelli game``: played at a real pseudo-terminal, and from plain input."""

from __future__ import annotations

import json
import os
import re
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from commands import Ran, assert_bad_input, run

from machiavelli_solver import Record, from_dict
from machiavelli_solver.games.sitting import Sitting

pytestmark = pytest.mark.usefixtures("terminal_settings")

GREEDY = ("--players", "greedy", "greedy")
ROUND = ("--rounds", "1", "--until", "any")


def game(*options: str, lines: str) -> Ran:
    return run("game", *options, stdin=lines.encode())


# --- at a terminal

at_a_terminal = pytest.mark.skipif(
    sys.platform == "win32", reason="there are no pseudo-terminals here"
)
_PROMPT = re.compile(r"help > $")
_COLOUR = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
_PATIENCE = 60

_PROGRAM = """\
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # the keys of this terminal send us signals
from machiavelli_solver.cli import main
sys.exit(main())
"""


class Terminal:
    """A pseudo-terminal at which a game is played."""

    def __init__(self, *options: str) -> None:
        self._ours, theirs = os.openpty()
        self._process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, "game", *options],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            env={**os.environ, "PYTHONIOENCODING": "utf-8", "TERM": "xterm"},
        )
        os.close(theirs)
        self.raw = ""
        self.at_first = self._until_prompt()

    def types(self, keys: str) -> str:
        """Type keys; what is shown until the next prompt, or the end."""
        os.write(self._ours, keys.encode())
        return self._until_prompt()

    def says(self, line: str) -> str:
        """Type a line; what is shown behind its echo until the next prompt, or the end."""
        shown = self.types(f"{line}\n")
        assert shown.startswith(f"{line}\n")
        return shown.removeprefix(f"{line}\n")

    @property
    def status(self) -> int:
        """The exit status, when it has ended."""
        return self._process.wait(_PATIENCE)

    def _until_prompt(self) -> str:
        shown = b""
        while True:
            ready, _, _ = select.select([self._ours], [], [], _PATIENCE)
            assert ready, f"nothing more is shown: {shown!r}"
            try:
                more = os.read(self._ours, 65_536)
            except OSError:  # as Linux says that nobody is at the other side any more
                more = b""
            shown += more
            self.raw = shown.decode("utf-8", "replace")
            text = _COLOUR.sub("", self.raw).replace("\r\n", "\n")
            if not more or _PROMPT.search(text):
                return text

    def close(self) -> None:
        """Whatever happened, nothing is left behind."""
        self._process.kill()
        self._process.wait(_PATIENCE)
        os.close(self._ours)


@contextmanager
def terminal(*options: str) -> Iterator[Terminal]:
    made = Terminal(*options)
    try:
        yield made
    finally:
        made.close()


@at_a_terminal
def test_a_game_is_played_saved_and_gone_on_with(tmp_path: Path) -> None:
    saved = str(tmp_path / "my game.json")
    with terminal("--seed", "1", *GREEDY) as here:
        assert here.at_first.startswith("A game with you (1), greedy (2), greedy (3); seed 1.\n")
        assert "your hand (13)  4♣ K♣  A♦ 6♦ 7♦ 8♦  K♥ K♥  3♠ 8♠ 9♠ 10♠ K♠\n" in here.at_first
        assert "\x1b[31m6♦\x1b[0m" in here.raw
        assert "You can shed 9 of your 13 cards:\n" in here.says("hint")
        assert "   1  6♦* 7♦* 8♦*\n" in here.says("6-8D > new")
        assert "not a meld: neither one rank nor one suit" in here.says("4C > 1")
        refused = here.says("done")
        assert "The referee says no:\n  4♣ 6♦ 7♦ 8♦ is no meld: neither one rank" in refused
        assert "   1  6♦* 7♦* 8♦*\n     (*" in here.says("undo")
        told = here.says("done")
        assert told.startswith("You laid 6♦ 7♦ 8♦ as a new meld; 10 cards left.\ngreedy (2) ")
        assert "--- Round 1, turn 2 ---" in told
        assert here.says("draw").startswith("You drew ")
        assert "  1. Lay " in here.says("play KCHS")
        assert "The turn is saved as it began" in here.says(f"save {saved}")
        left = here.says("quit")
        assert left == f"Saved. To go on: machiavelli game --load '{saved}'\n"
        assert here.status == 0
    with terminal("--load", saved) as here:
        assert here.at_first.startswith("A game with you (1), greedy (2), greedy (3); seed 1.\n")
        assert "--- Round 1, turn 3 ---" in here.at_first
        assert "K♥* K♠*" in here.says("play KCHS")
        assert "You laid K♣ K♥ K♠ as a new meld" in here.says("done")
        left = here.types("\x04")  # Ctrl-D
        again = f"machiavelli game --load '{saved}'"
        assert left == f"\nThe game is not saved since. To go on from there: {again}\n"
        assert here.status == 0


@at_a_terminal
def test_a_whole_round() -> None:
    with terminal("--seed", "3", "--dealt", "5", *GREEDY, *ROUND) as here:
        shown = here.at_first
        for _ in range(200):
            if "The game is over: " in shown:
                break
            hint = here.says("hint")
            found = re.search(r"To do it: (play .*)", hint)
            ends = "draw" if ", draw," in hint else "pass"
            shown = here.says(f"{found[1]}; done" if found else ends)
        assert "\nRound 1 is over: " in shown
        assert shown.endswith(("have won with 0 points.\n", "has won with 0 points.\n"))
        assert here.status == 0


@at_a_terminal
def test_ctrl_c_ends_politely(tmp_path: Path) -> None:
    path = str(tmp_path / "game.json")
    with terminal("--seed", "1", "--autosave", path, *GREEDY) as here:
        here.says("draw")
        left = here.types("\x03")
        again = f"machiavelli game --load {path} --autosave {path}"
        assert left.endswith(f"\nSaved. To go on: {again}\n")
        assert "Traceback" not in left
        assert here.status == 130
    record = from_dict(Record, json.loads(Path(path).read_text())["record"])
    assert len(record.moves) == 3


# --- from plain input


def test_plain_input_is_echoed() -> None:
    ran = game("--seed", "1", *GREEDY, lines="hint\n\ndraw\n")
    assert ran.status == 0
    assert ran.err == ""
    assert "\nplay, move, draw, hint, help > hint\nYou can shed 9 of your 13 cards:\n" in ran.out
    assert "\nplay, move, draw, hint, help > draw\nYou drew AC.\n" in ran.out
    assert ran.out.count("--- Round 1, turn 1 ---") == 2
    assert ran.out.endswith(
        "help > \nThe game is not saved; --seed 1 and the same options deal it again.\n"
    )


def test_the_same_seed_is_the_same_game() -> None:
    lines = "draw\n" * 5
    one, other = (game("--seed", "7", lines=lines).out for _ in range(2))
    assert one == other
    assert one != game("--seed", "8", lines=lines).out


def test_a_game_that_was_saved_goes_on_as_it_would_have(tmp_path: Path) -> None:
    path = str(tmp_path / "game.json")
    options = ("--seed", "5", "--rules", "tahiti", "--players", "random", "greedy")
    whole = game(*options, lines="draw\n" * 6)
    game(*options, lines="draw\n" * 3 + f"save {path}\nquit\n")
    rest = game("--load", path, lines="draw\n" * 3)
    assert game("--load", path, lines="quit\n").out.endswith(
        f"quit\nSaved. To go on: machiavelli game --load {path}\n"
    )
    first, second = (ran.out.rpartition(" > \n")[0] for ran in (whole, rest))
    tail = second.partition("--- Round")[2].partition("\n")[2]
    assert tail.count("You drew") == 3
    assert first.endswith(tail)


def test_a_seed_is_drawn_and_told() -> None:
    found = re.search(r"; seed (\d+)\.\n", game(*GREEDY, lines="").out)
    assert found
    again = game("--seed", found[1], *GREEDY, lines="")
    assert f"; seed {found[1]}.\n" in again.out


@pytest.mark.parametrize(
    ("seat", "line"),
    [
        ("1", "you (1), random (2), greedy (3), greedy (4)"),
        ("2", "greedy (1), you (2), random (3), greedy (4)"),
        ("4", "random (1), greedy (2), greedy (3), you (4)"),
    ],
)
def test_seats(seat: str, line: str) -> None:
    ran = game("--seat", seat, "--players", "random", "greedy", "greedy", "--seed", "2", lines="")
    assert ran.out.startswith(f"A game with {line}; seed 2.\n")


def test_tiles_and_languages(tmp_path: Path) -> None:
    path = str(tmp_path / "game.json")
    tiles = game("--rules", "rummikub", *GREEDY, "--seed", "1", lines=f"save {path}\n")
    assert "your hand (14)  O1 O1 O4  B1 B1 B7" in tiles.out
    assert tiles.out.endswith(f"To go on: machiavelli game --load {path} --notation tiles\n")
    again = game("--load", path, "--notation", "tiles", lines="")
    assert "your hand (14)  O1 O1 O4  B1 B1 B7" in again.out
    italian = game("--lang", "it", *GREEDY, "--seed", "1", lines=f"6-8Q > new\nsave {path}\n")
    assert "   1  6Q* 7Q* 8Q*\n" in italian.out
    assert italian.out.endswith(f"machiavelli game --load {path} --lang it\n")


def test_the_rules_of_the_options() -> None:
    ran = game("--dealt", "4", "--jokers", "2", "--seed", "1", *GREEDY, lines="rules\n")
    assert "your hand (4)" in ran.out
    assert "get four cards each" in ran.out


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    ran = game("--seed", "1", *GREEDY, lines=f"save {tmp_path}\nsave {tmp_path}/no/such\ndraw\n")
    assert ran.status == 0
    assert f"{tmp_path}/no/such: No such file or directory." in ran.out
    assert "You drew" in ran.out
    assert_bad_input(
        run("game", "--autosave", f"{tmp_path}/no/such", stdin=b""), "no/such: No such"
    )


def test_text_that_is_not_utf8() -> None:
    ran = run("game", "--seed", "1", *GREEDY, stdin=b"\xff\xfe\ndraw\n")
    assert ran.status == 0
    assert "is no command, and no card" in ran.out
    assert "You drew" in ran.out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--seat", "4"), "--seat 4: expected 1 to 3"),
        (("--seat", "0"), "--seat 0: expected 1 to 3"),
        (("--seed", "-1"), "seed=-1: expected a whole number from 0"),
        (("--players", "lucky"), "invalid choice: 'lucky'"),
        (("--seconds", "0"), "seconds=0.0: expected a number greater than 0"),
        (("--rules", "rummikub", "--players", *["greedy"] * 4), "players=5: expected"),
        (("--dealt", "60"), "dealt=60"),
        (("--load", "no-such-file"), "no-such-file: No such file"),
        (("--load", "-"), "--load -: expected a file"),
        (("--load", "x", "--seed", "1"), "--seed does not go with --load"),
        (("--load", "x", "--rules", "tahiti"), "--rules does not go with --load"),
        (("--load", "x", "--players", "greedy"), "--players does not go with --load"),
        (("--load", "x", "--jokers", "2"), "--jokers does not go with --load"),
        (("--load", "x", "--seats", "2-3"), "--seats does not go with --load"),
        (("--lang", "it", "--rules", "rummikub"), "--lang it"),
    ],
)
def test_options_that_cannot_be(options: tuple[str, ...], words: str) -> None:
    assert_bad_input(run("game", *options, stdin=b""), words)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seated": [None, "greedy"]}, "expected 3 of them"),
        ({"seated": ["greedy"] * 3}, "expected None once"),
        ({"seated": [None, "greedy", "lucky"]}, "no player is called 'lucky'"),
        ({"seated": [None, "greedy", 7]}, "seated, item 3: 7: expected the name of a player"),
        ({"record": 7}, "record: 7: expected an object"),
        ({"schema": 9}, "schema 9"),
        ({"other": 1}, "'other': expected no keys but"),
    ],
)
def test_files_that_hold_no_game(tmp_path: Path, change: dict[str, object], words: str) -> None:
    path = tmp_path / "game.json"
    game("--seed", "1", *GREEDY, lines=f"save {path}\n")
    data = json.loads(path.read_text())
    assert Sitting.from_dict(data).to_dict() == data
    path.write_text(json.dumps({**data, **change}))
    assert_bad_input(run("game", "--load", str(path), stdin=b""), f"{path}: ", words)


def test_a_file_with_a_move_that_is_not_allowed(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    game("--seed", "1", *GREEDY, lines=f"save {path}\n")
    data = json.loads(path.read_text())
    data["record"]["moves"] = [{"move": "pass"}]
    path.write_text(json.dumps(data))
    assert_bad_input(run("game", "--load", str(path), stdin=b""), "move number 1: Pass()")
