"""Why not, as ``machiavelli check`` and ``machiavelli play`` say it."""

from __future__ import annotations

import pytest
from commands import run

from machiavelli_solver.cli import mending

pytestmark = pytest.mark.usefixtures("terminal_settings")

QUEEN = (
    "QC waits for AC and KC, or 10C and JC, or JC and KC, or QD and QH, or QD and QS,\n"
    "  or QH and QS, or one of 13 other pairs.\n"
)
TABLE = ("play", "--table", "10HDS / JHDS / QHDC", "--hand")


def test_the_failed_turn_of_the_german_sheet() -> None:
    out = run("check", "10-QD / 10-QH / 9-JS / QC").out
    assert out.endswith(
        "The valid melds are the largest part that can. Left over: QC, or 9S in its place.\n\n"
        + QUEEN
    )


def test_a_valid_meld_is_the_same_with_its_joker_elsewhere() -> None:
    out = run("check", "4C 5C JK / 9DH").out
    assert "The valid melds are the largest part that can. Left over: 9D 9H." in out


def test_loose_cards() -> None:
    assert run("check", "4-6C 6-8D KHC").out == (
        "No: the 8 cards cannot be arranged in valid melds.\n\n"
        "6 of the 8 cards can:\n\n  4C 5C 6C  run\n  6D 7D 8D  run\n\n"
        "Left over: KC KH.\n\nAll of the cards could lie in melds with KD or KS.\n"
    )
    assert run("check", "7C 9C").out == (
        "No: two cards cannot be a meld.\n\nAll of the cards could lie in melds with 8C.\n"
    )
    assert "No cards among them make a meld.\n\nAll of" in run("check", "7C 7C 9C 9C").out


def test_json() -> None:
    data = run("check", "--json", "4-6C 9DH").data
    nines = {"size": 1, "count": 2, "listed": [["9C"], ["9S"]]}
    assert data["why_not"] == {
        "part": [["4C", "5C", "6C"]],
        "loose": ["9D", "9H"],
        "instead": [],
        "mends": nines,
        "waits": [{"card": "9D", **nines}, {"card": "9H", **nines}],
    }
    assert "why_not" not in run("check", "--json", "4-5C / 6CDHS").data


def test_a_hand_that_cannot_go_down() -> None:
    assert run(*TABLE, "9S").out.endswith(
        "The table is valid as it lies.\n\n"
        "9S waits for 9C and 9D, or 9C and 9H, or 9D and 9H, or 7S and 8S, or 8S and 10S,\n"
        "  or 10S and JS, or one of 13 other pairs.\n"
    )
    assert run(*TABLE, "9S 2C").out.endswith(
        "2C waits for AC and 3C, or 3C and 4C, or 2D and 2H, or one of 2 other pairs.\n"
        "9S waits for 9C and 9D, or 9C and 9H, or 9D and 9H, or one of 16 other pairs.\n"
    )


def test_waits_are_told_where_they_are_asked_for() -> None:
    without = run(*TABLE, "9S QDS 2-3C")
    assert "waits" not in without.out
    told = run(*TABLE, "9S QDS 2-3C", "--waits")
    lines = "\n2C waits for AC or 4C.\n3C waits for AC or 4C.\n"
    assert (told.status, told.out) == (0, without.out + lines)
    data = run(*TABLE, "9S QDS 2-3C", "--waits", "--json").data
    listed = {"size": 1, "count": 2, "listed": [["AC"], ["4C"]]}
    assert data["waits"] == [{"card": "2C", **listed}, {"card": "3C", **listed}]
    assert "waits" not in run(*TABLE, "9S", "--json").data
    impossible = run("play", "--table", "AS 7H", "--hand", "JD", "--waits", "--json")
    assert impossible.data["waits"] is None


def test_an_opening_waits_for_points() -> None:
    argv = ("play", "--hand", "4C", "--rules", "thirty-six", "--not-opened")
    assert "waits for" not in run(*argv).out
    ran = run(*argv, "--waits")
    assert (ran.status, ran.out) == (2, "")
    assert "waits for points" in ran.err


def test_a_table_without_an_arrangement() -> None:
    out = run("play", "--table", "9DH / 4-6C", "--hand", "JD").out
    assert out.endswith(
        "The valid melds are the largest part that can. Left over: 9D 9H.\n\n"
        "All of the cards could lie in melds with 9C or 9S.\n"
    )


def test_it_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mending, "PATIENCE", 1e-6)
    assert run("check", "4C 9H").out.endswith(f"\n\n{mending.TOO_LONG}\n")
    assert run("check", "4C 9H", "--json").data["why_not"] is None
    assert run(*TABLE, "9S").out.endswith(f"\n\n{mending.TOO_LONG}\n")
    assert run(*TABLE, "9S", "--json", "--waits").data["waits"] is None
