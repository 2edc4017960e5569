"""The card server of the docs: the page's conversation over a socket, and all it promises."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from contextlib import suppress
from typing import Any

import pytest
from card_server import CardServer, Game
from documents import ROOT, all_blocks, read_page

from machiavelli_solver import DEFAULT_RULES, Position, Rules, Table, best_play, read_cards, to_dict

FILE = ROOT / "docs" / "examples" / "card_server.py"
PAGE = read_page("docs/card-server.md")


def a_game(rules: Rules = DEFAULT_RULES) -> Game:
    hands = {"Ada": tuple(read_cards("3C 9H")), "Bob": tuple(read_cards("7S"))}
    stock = read_cards("KD 2C")
    return Game(hands, stock, Table.of("4-6C / 6DHS"), rules)


async def talk(server: CardServer, lines: list[bytes]) -> list[Any]:
    """Send lines to a server by a socket, one after the other; what it answers, None if it left."""
    answers = []
    async with await server.start(0) as listening:
        port = listening.sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for line in lines:
            writer.write(line + b"\n")
            try:
                answer = await reader.readline()
            except ConnectionError:
                answer = b""
            answers.append(json.loads(answer) if answer else None)
        with suppress(ConnectionError, OSError):
            writer.write_eof()
            await reader.read()  # until the server has left, too
        writer.close()
    return answers


def say(*lines: object, game: Game | None = None) -> list[Any]:
    """The answers to messages of Ada, behind the one to her joining."""
    messages = [{"do": "join", "player": "Ada"}, *lines]
    sent = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in messages]
    return asyncio.run(talk(CardServer(game or a_game()), sent))[1:]


def conversation() -> list[tuple[str, str]]:
    """What the page says is sent and answered."""
    lines = [
        line
        for block in all_blocks(PAGE)
        if block.name == "conversation"
        for line in re.split(r"\n(?=[<>] )", block.content.rstrip())
    ]
    lines = [line.replace("\n", " ") for line in lines]
    assert {line[:2] for line in lines[::2]} == {"> "}
    assert {line[:2] for line in lines[1::2]} == {"< "}
    return [(sent[2:], told[2:]) for sent, told in zip(lines[::2], lines[1::2], strict=True)]


def test_the_conversation_of_the_page() -> None:
    sent, told = zip(*conversation(), strict=True)
    server = CardServer(a_game())
    answers = asyncio.run(talk(server, [line.encode() for line in sent]))
    for answer, line in zip(answers, told, strict=True):
        assert answer == json.loads(line)
    verdicts = [answer["verdict"]["legal"] for answer in answers if "verdict" in answer]
    assert verdicts == [False, True]


def test_a_hint_is_the_best_play() -> None:
    (answer,) = say({"do": "hint"})
    play = best_play("4-6C / 6DHS", "3C 9H")
    assert play is not None
    assert answer == {"hint": to_dict(play)}


def test_a_turn_that_is_not_legal_changes_nothing() -> None:
    game = a_game()
    after = {"table": "4-6C / 6DHS", "hand": ["9H"]}
    (answer,) = say({"do": "play", "after": after}, game=game)
    assert [reason["code"] for reason in answer["verdict"]["reasons"]] == [
        "hand-card-vanished",
        "nothing-played",
    ]
    assert game.position("Ada") == Position.of("4-6C / 6DHS", "3C 9H")
    assert game.to_move == "Ada"


def test_the_last_card_wins() -> None:
    game = a_game()
    game.hands["Ada"] = tuple(read_cards("3C"))
    played, drawn = say(
        {"do": "play", "after": {"table": "3-6C / 6DHS", "hand": []}}, {"do": "draw"}, game=game
    )
    assert played["winner"] == "Ada"
    assert drawn == {"error": "Ada has won"}


def test_a_draw_ends_the_turn() -> None:
    game = a_game()
    drawn, again = say({"do": "draw"}, {"do": "draw"}, game=game)
    assert drawn["position"]["hand"] == ["3C", "9H", "2C"]
    assert drawn["to_move"] == "Bob"
    assert again == {"error": "it is the turn of Bob"}
    game.draw("Bob")
    assert (game.to_move, game.stock) == ("Ada", [])


def test_an_opening_is_asked_for_once() -> None:
    game = a_game(Rules(opening=30))
    (answer,) = say({"do": "play", "after": {"table": "3-6C / 6DHS", "hand": ["9H"]}}, game=game)
    codes = [reason["code"] for reason in answer["verdict"]["reasons"]]
    assert codes == ["opening-too-low", "lay-off-before-opening"]
    game.opened.add("Ada")
    (answer,) = say({"do": "play", "after": {"table": "3-6C / 6DHS", "hand": ["9H"]}}, game=game)
    assert answer["verdict"]["legal"] is True


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (b"hello", "expected one JSON object a line"),
        (b"\xff", "expected one JSON object a line"),
        (b"[" * 60_000, "expected one JSON object a line"),
        (b"7", "expected 'do' to be 'look', 'play', 'draw' or 'hint'"),
        (b'{"do": "steal"}', "expected 'do' to be 'look', 'play', 'draw' or 'hint'"),
        (b'{"do": "play", "after": 7}', "7: expected an object with 'table' and 'hand'"),
    ],
)
def test_nonsense_is_answered(line: bytes, error: str) -> None:
    nonsense, look = say(line, {"do": "look"})
    assert nonsense == {"error": error}
    assert "position" in look


def test_a_line_without_end_ends_the_connection() -> None:
    assert say(b"x" * 200_000) == [None]


def test_a_seat_is_taken_once_and_free_again() -> None:
    server = CardServer(a_game())
    join = b'{"do": "join", "player": "Ada"}'
    wrong, right = asyncio.run(talk(server, [b'{"do": "join", "player": "Eve"}', join]))
    assert wrong == {"error": "join first, as one of Ada, Bob"}
    assert "position" in right
    server.seated.add("Ada")
    assert asyncio.run(talk(server, [join])) == [{"error": "Ada is here already"}]
    server.seated.clear()
    assert "position" in asyncio.run(talk(server, [join]))[0]


def test_a_deal_uses_the_whole_pack() -> None:
    game = Game.deal(["Ada", "Bob", "Cleo"], Rules(jokers=2))
    assert [len(hand) for hand in game.hands.values()] == [13, 13, 13]
    dealt = [card for hand in game.hands.values() for card in hand]
    Table.of([*game.stock, *dealt], rules=Rules(jokers=2))  # no card too often
    assert len(game.stock) + len(dealt) == 106


def test_the_file_serves_a_game() -> None:
    with subprocess.Popen(
        [sys.executable, str(FILE), "--players", "Ada", "Bob", "--rules", "tahiti", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            port = int(process.stdout.readline().removeprefix("Listening on port "))
            joined = asyncio.run(_join(port))
        finally:
            process.kill()
    assert len(joined["position"]["hand"]) == 13
    assert joined["others"] == {"Bob": 13}


async def _join(port: int) -> Any:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b'{"do": "join", "player": "Ada"}\n')
    answer = await reader.readline()
    writer.close()
    await writer.wait_closed()
    return json.loads(answer)
