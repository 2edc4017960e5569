"""A card server in one file, with nothing but Python and the solver.

Start it, and talk to it with one JSON object a line:

    python card_server.py --players Ada Bob --rules classic --port 7777
    nc localhost 7777
    {"do": "join", "player": "Ada"}
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
from dataclasses import dataclass, field

from machiavelli_solver import (
    DEFAULT_RULES,
    JOKER,
    RULES,
    AnyCard,
    Card,
    MachiavelliError,
    Position,
    Rules,
    Suit,
    Table,
    Verdict,
    best_play,
    from_dict,
    judge,
    load_tables,
    rules_named,
    to_dict,
)

HINT_SECONDS = 1.0


class GameError(ValueError):
    """What a player may not do now."""


@dataclass
class Game:
    """What lies where, and whose turn it is. It knows nothing of the network."""

    hands: dict[str, tuple[AnyCard, ...]]
    stock: list[AnyCard]
    table: Table = field(default_factory=Table)
    rules: Rules = DEFAULT_RULES
    opened: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        """The first player begins."""
        self.to_move = next(iter(self.hands))

    @classmethod
    def deal(cls, players: list[str], rules: Rules, *, each: int = 13) -> Game:
        """Shuffle, and deal so many cards to each player."""
        deck = [Card(rank, suit) for suit in Suit for rank in range(1, 14)]
        stock: list[AnyCard] = [*deck * rules.decks, *[JOKER] * rules.jokers]
        random.SystemRandom().shuffle(stock)
        hands = {player: tuple(stock.pop() for _ in range(each)) for player in players}
        return cls(hands, stock, rules=rules)

    def position(self, player: str) -> Position:
        """What a player sees: a frozen value, so whoever has it may take their time."""
        return Position(self.table, self.hands[player])

    def play(self, player: str, after: Position) -> Verdict:
        """Play a turn: if it is legal, the table and the hand are as the player leaves them."""
        self._check_turn(player)
        before, opened = self.position(player), player in self.opened
        verdict = judge(before, after, self.rules, opened=opened)
        if verdict.legal:
            self.table, self.hands[player] = after.table, after.hand
            self.opened.add(player)
            self._next()
        return verdict

    def draw(self, player: str) -> None:
        """Draw a card in place of a play."""
        self._check_turn(player)
        if self.stock:
            self.hands[player] = (*self.hands[player], self.stock.pop())
        self._next()

    @property
    def winner(self) -> str | None:
        """Who has no cards left."""
        return next((player for player, hand in self.hands.items() if not hand), None)

    def _check_turn(self, player: str) -> None:
        if self.winner is not None:
            raise GameError(f"{self.winner} has won")
        if player != self.to_move:
            raise GameError(f"it is the turn of {self.to_move}")

    def _next(self) -> None:
        players = list(self.hands)
        self.to_move = players[(players.index(self.to_move) + 1) % len(players)]


class CardServer:
    """A game for players who connect and send one JSON object a line."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seated: set[str] = set()

    async def start(self, port: int) -> asyncio.Server:
        """Listen on a port of this machine; 0 takes any that is free."""
        load_tables()  # 0.1 s now, and every hint is faster
        return await asyncio.start_server(self.serve, "127.0.0.1", port)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one player until the connection ends."""
        player = None
        try:
            # readline gives up on lines of more than 64 KiB
            while line := await reader.readline():
                try:
                    message = json.loads(line)
                    if player is None:
                        player = self.join(message)
                        message = {"do": "look"}
                    answer = await self.answer(player, message)
                except (MachiavelliError, GameError) as error:
                    answer = {"error": str(error)}
                except (ValueError, RecursionError):
                    answer = {"error": "expected one JSON object a line"}
                writer.write(json.dumps(answer).encode() + b"\n")
                await writer.drain()
        except (ValueError, ConnectionError):
            pass  # too long a line, or gone
        finally:
            self.seated.discard(player or "")
            writer.close()

    def join(self, message: object) -> str:
        """Give a player a seat."""
        match message:
            case {"do": "join", "player": str(player)} if player in self.game.hands:
                if player in self.seated:
                    raise GameError(f"{player} is here already")
                self.seated.add(player)
                return player
        raise GameError("join first, as one of " + ", ".join(self.game.hands))

    async def answer(self, player: str, message: object) -> dict[str, object]:
        """What a message of a player comes to."""
        game = self.game
        match message:
            case {"do": "look"}:
                return self.seen_by(player)
            case {"do": "play", "after": after}:
                verdict = game.play(player, from_dict(Position, after))
                return {"verdict": to_dict(verdict), **self.seen_by(player)}
            case {"do": "draw"}:
                game.draw(player)
                return self.seen_by(player)
            case {"do": "hint"}:
                # in a thread, so that others are answered; and not for longer than that
                position, opened = game.position(player), player in game.opened
                play = await asyncio.to_thread(
                    best_play,
                    position.table,
                    position.hand,
                    opened=opened,
                    rules=game.rules,
                    seconds=HINT_SECONDS,
                )
                assert play is not None, "what lies on the table are melds"
                return {"hint": to_dict(play)}
        raise GameError("expected 'do' to be 'look', 'play', 'draw' or 'hint'")

    def seen_by(self, player: str) -> dict[str, object]:
        """What a player may know."""
        game = self.game
        others = {name: len(hand) for name, hand in game.hands.items() if name != player}
        return {
            "position": to_dict(game.position(player)),
            "others": others,
            "to_move": game.to_move,
            "winner": game.winner,
        }


async def main() -> None:
    """Deal a game and serve it until Ctrl-C."""
    parser = argparse.ArgumentParser(description="Serve a game of Machiavelli.")
    parser.add_argument("--players", nargs="+", default=["Ada", "Bob"], metavar="NAME")
    parser.add_argument("--rules", choices=RULES, default="classic")
    parser.add_argument("--port", type=int, default=7777)
    args = parser.parse_args()
    game = Game.deal(args.players, rules_named(args.rules))
    server = await CardServer(game).start(args.port)
    print("Listening on port", server.sockets[0].getsockname()[1], flush=True)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
