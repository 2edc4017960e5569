"""JSON forms of games, their rules, views and records; `forms` is where they are asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import fields
from functools import partial
from typing import Any, Final, get_args

from ..cards import AnyCard
from ..errors import FormError, MachiavelliError, quote
from ..form_parts import FormOf, cards_in, list_of, members_of, texts, whole, within
from ..forms import form_of
from ..melds import Meld
from ..naming import Notation
from ..positions import Position, Table
from ..rules import Rules
from ..values import CardValues
from .game import Game
from .moves import MOVES, Deal, Discard, Draw, Fail, Lay, Move, Pass
from .record import Record
from .rules import GameRules
from .simulation import GameResult, RoundResult
from .view import Stage, View

_RULES: Final = tuple(field.name for field in fields(GameRules))


def _write_rules(rules: GameRules) -> dict[str, object]:
    members = {name: getattr(rules, name) for name in _RULES}
    return {
        **members,
        "rules": form_of(Rules).write(rules.rules),
        "players": list(rules.players),
        "values": form_of(CardValues).write(rules.values),
    }


def _read_rules(data: object, notation: Notation) -> GameRules:
    members = members_of(data, (), _RULES)
    for name, kind in (("rules", Rules), ("values", CardValues)):
        if name in members:
            members[name] = within(name, form_of(kind).read, members[name], notation)
    if "players" in members:
        members["players"] = tuple(list_of(members["players"], "players"))
    return GameRules(**members)


# --- moves


def _write_move(move: Move) -> dict[str, object]:
    name = _NAME_OF[type(move)]
    if isinstance(move, Draw):
        return {"move": name, **({"discards": move.discards} if move.discards else {})}
    if isinstance(move, Lay):
        return {"move": name, **move.after.to_dict()}
    if isinstance(move, Discard):
        return {"move": name, "card": str(move.card)}
    if isinstance(move, Fail) and move.left is not None:
        return {"move": name, "table": _write_table(move.left)}
    return {"move": name}


def _read_move(data: object, notation: Notation) -> Move:
    name = data.get("move") if isinstance(data, Mapping) else None
    if not isinstance(data, Mapping) or not isinstance(name, str) or name not in _MOVES:
        expected = ", ".join(map(repr, _MOVES))
        raise FormError(f"{quote(data)}: expected an object whose 'move' is one of {expected}")
    rest = {key: value for key, value in data.items() if key != "move"}
    kind = _MOVES[name]
    if kind is Lay:
        return Lay(Position.from_dict(rest, notation=notation))
    if kind is Draw:
        members = members_of(rest, (), ("discards",))
        return Draw(whole(members.get("discards", 0), "discards"))
    if kind is Discard:
        members = members_of(rest, ("card",))
        cards = cards_in(members["card"], "card", notation)
        if len(cards) != 1:
            raise FormError(f"card: {quote(members['card'])}: expected one card")
        return Discard(cards[0])
    if kind is Fail:
        members = members_of(rest, (), ("table",))
        table = members.get("table")
        return Fail(None if table is None else _read_table(table, notation))
    members_of(rest, ())
    made: Move = kind()
    return made


_MOVES: Final[dict[object, Any]] = {
    "draw": Draw,
    "lay": Lay,
    "pass": Pass,
    "discard": Discard,
    "fail": Fail,
    "deal": Deal,
}
_NAME_OF: Final = {kind: name for name, kind in _MOVES.items()}


# --- games


def _write_table(table: Table) -> list[list[str]]:
    return [texts(meld) for meld in table.melds or ()]


def _read_table(data: object, notation: Notation) -> Table:
    melds = tuple(
        Meld(cards_in(meld, f"table, item {number}", notation))
        for number, meld in enumerate(list_of(data, "table"), start=1)
    )
    return Table(tuple(card for meld in melds for card in meld), melds)


def _lists(data: object, name: str, read: Any) -> tuple[Any, ...]:
    return tuple(
        read(item, f"{name}, item {number}")
        for number, item in enumerate(list_of(data, name), start=1)
    )


def _numbers(data: object, name: str) -> tuple[int, ...]:
    return _lists(data, name, whole)


def _yes_or_no(value: object, name: str) -> bool:
    if not isinstance(value, bool):
        raise FormError(f"{name}: {quote(value)}: expected true or false")
    return value


def _stage(value: object, name: str) -> Stage:
    for stage in get_args(Stage):
        if value == stage:
            found: Stage = stage
            return found
    raise FormError(
        f"{name}: {quote(value)}: expected one of {', '.join(map(repr, get_args(Stage)))}"
    )


_SHARED: Final = (
    "rules", "turn", "stage", "table", "support", "loose", "discards", "opened", "dealer",
    "round", "turns", "scores",
)  # fmt: skip
"""What a game and a view of it have in common."""

_GAME: Final = tuple(field.name for field in fields(Game))
_VIEW: Final = tuple(field.name for field in fields(View))


def _write_shared(game: Game | View) -> dict[str, object]:
    return {
        "rules": _write_rules(game.rules),
        "round": game.round,
        "dealer": game.dealer,
        "turn": game.turn,
        "stage": game.stage,
        "turns": game.turns,
        "table": _write_table(game.table),
        "support": texts(game.support),
        "loose": texts(game.loose),
        "discards": texts(game.discards),
        "opened": list(game.opened),
        "scores": [list(points) for points in game.scores],
    }


def _read_shared(members: Mapping[str, Any], notation: Notation) -> dict[str, Any]:
    read = {
        "rules": within("rules", _read_rules, members["rules"], notation),
        "table": _read_table(members["table"], notation),
        "stage": _stage(members["stage"], "stage"),
        "opened": _lists(members["opened"], "opened", _yes_or_no),
        "scores": _lists(members["scores"], "scores", _numbers),
    }
    for name in ("round", "dealer", "turn", "turns"):
        read[name] = whole(members[name], name)
    for name in ("support", "loose", "discards"):
        read[name] = cards_in(members[name], name, notation)
    return read


def _write_game(game: Game) -> dict[str, object]:
    return {
        **_write_shared(game),
        "seed": game.seed,
        "hands": [texts(hand) for hand in game.hands],
        "stock": texts(game.stock),
        "idle": game.idle,
        "drew": game.drew,
        "shuffles": game.shuffles,
        "round_winners": list(game.round_winners),
    }


def _read_game(data: object, notation: Notation) -> Game:
    members = members_of(data, _GAME)
    game = Game(
        **_read_shared(members, notation),
        seed=whole(members["seed"], "seed"),
        hands=_lists(members["hands"], "hands", lambda hand, name: cards_in(hand, name, notation)),
        stock=cards_in(members["stock"], "stock", notation),
        idle=whole(members["idle"], "idle"),
        drew=_yes_or_no(members["drew"], "drew"),
        shuffles=whole(members["shuffles"], "shuffles"),
        round_winners=_numbers(members["round_winners"], "round_winners"),
    )
    _check_game(game)
    return game


def _check_game(game: Game) -> None:
    """See that a game that was read can go on.

    Raises:
        FormError: cards are lost or made, the table has no melds, or a player is none.
    """
    try:
        game.rules.hand_size(game.players)
    except MachiavelliError as error:
        raise FormError(f"hands: {error}") from None
    for name in ("turn", "dealer"):
        player = getattr(game, name)
        if player >= game.players:
            raise FormError(f"{name}: {player}: expected a player, 0 to {game.players - 1}")
    for name, lists in (("opened", [game.opened]), ("scores", game.scores)):
        if any(len(each) != game.players for each in lists):
            raise FormError(f"{name}: expected one value for each of {game.players} players")
    for meld in game.table.melds or ():
        if not meld.is_valid(game.rules.rules):
            raise FormError(f"table: {meld}: {meld.why_not(game.rules.rules)}")
    cards = Counter[AnyCard](game.table.cards)
    for place in (*game.hands, game.stock, game.support, game.loose, game.discards):
        cards.update(place)
    pack = Counter(game.rules.rules.pack)
    wrong = [card for card in {*cards, *pack} if cards[card] != pack[card]]
    if wrong:
        card = min(wrong, key=str)
        raise FormError(
            f"{card}: there are {cards[card]} of it in the game, and the pack has {pack[card]}"
        )


def _write_view(view: View) -> dict[str, object]:
    return {
        **_write_shared(view),
        "player": view.player,
        "hand": texts(view.hand),
        "hand_sizes": list(view.hand_sizes),
        "stock": view.stock,
    }


def _read_view(data: object, notation: Notation) -> View:
    members = members_of(data, _VIEW)
    return View(
        **_read_shared(members, notation),
        player=whole(members["player"], "player"),
        hand=cards_in(members["hand"], "hand", notation),
        hand_sizes=_numbers(members["hand_sizes"], "hand_sizes"),
        stock=whole(members["stock"], "stock"),
    )


# --- records


def _write_record(record: Record) -> dict[str, object]:
    return {
        "rules": _write_rules(record.rules),
        "players": record.players,
        "seed": record.seed,
        "dealer": record.dealer,
        "moves": list(map(_write_move, record.moves)),
    }


def _read_record(data: object, notation: Notation) -> Record:
    members = members_of(data, ("rules", "players", "seed"), ("dealer", "moves"))
    moves = enumerate(list_of(members.get("moves", ()), "moves"), start=1)
    dealer = members.get("dealer")
    return Record(
        rules=within("rules", _read_rules, members["rules"], notation),
        players=whole(members["players"], "players"),
        seed=whole(members["seed"], "seed"),
        dealer=None if dealer is None else whole(dealer, "dealer"),
        moves=tuple(
            within(f"moves, item {number}", _read_move, move, notation) for number, move in moves
        ),
    )


# --- results


_ROUND: Final = tuple(field.name for field in fields(RoundResult))
_RESULT: Final = ("game", "seed", "seats", "winners", "finished", "rounds")


def _write_result(result: GameResult) -> dict[str, object]:
    return {
        "game": result.number,
        "seed": result.seed,
        "seats": list(result.seats),
        "winners": list(result.winners),
        "finished": result.finished,
        "rounds": [{name: list(getattr(each, name)) for name in _ROUND} for each in result.rounds],
    }


def _read_result(data: object, notation: Notation) -> GameResult:
    members = members_of(data, _RESULT)
    rounds = enumerate(list_of(members["rounds"], "rounds"), start=1)
    seats = _numbers(members["seats"], "seats")
    return GameResult(
        number=whole(members["game"], "game"),
        seed=whole(members["seed"], "seed"),
        seats=_players(seats, "seats", len(seats)),
        winners=_players(_numbers(members["winners"], "winners"), "winners", len(seats)),
        finished=_yes_or_no(members["finished"], "finished"),
        rounds=tuple(
            within(f"rounds, item {number}", partial(_read_round, len(seats)), each, notation)
            for number, each in rounds
        ),
    )


def _read_round(players: int, data: object, notation: Notation) -> RoundResult:
    del notation  # there are no cards in it
    members = members_of(data, _ROUND)
    read = {name: _numbers(members[name], name) for name in _ROUND}
    for name, values in read.items():
        if name == "winners":
            _players(values, name, players)
        elif len(values) != players:
            raise FormError(f"{name}: expected one value for each of {players} players")
    for name in ("places", "plays"):
        most = [players - 1] * players if name == "places" else read["turns"]
        if any(value > end for value, end in zip(read[name], most, strict=True)):
            raise FormError(f"{name}: {quote(list(read[name]))}: expected smaller numbers")
    return RoundResult(**read)


def _players(values: tuple[int, ...], name: str, players: int) -> tuple[int, ...]:
    if any(value >= players for value in values):
        raise FormError(f"{name}: {quote(list(values))}: expected players, 0 to {players - 1}")
    return values


GAME_FORMS: Final[Mapping[object, FormOf]] = {
    GameRules: FormOf(_write_rules, _read_rules),
    Game: FormOf(_write_game, _read_game),
    View: FormOf(_write_view, _read_view),
    Record: FormOf(_write_record, _read_record),
    **dict.fromkeys((Move, *MOVES), FormOf(_write_move, _read_move)),
    GameResult: FormOf(_write_result, _read_result),
}
