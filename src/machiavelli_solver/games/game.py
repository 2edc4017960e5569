"""A game as a value: every move makes a new one, and no card is ever lost or made.

What a game's rules say is data (`GameRules`); here is the one course that all of them take. A
turn begins with a draw, where the rules have one; then the player plays, or does not; then it
ends with a discard, where the rules have one. The referee judges what is played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from ..cards import JOKER, AnyCard, Card, sort_key
from ..chance import Chance
from ..errors import GameError, OptionError, quote
from ..melds import Meld
from ..notation import print_cards
from ..play import Play, after_play
from ..positions import Position, Table
from ..referee import judge
from .moves import MOVES, Deal, Discard, Draw, Fail, Lay, Move, Pass
from .rules import GameRules
from .scores import game_winners, is_over, round_scores, round_winners
from .view import Stage, View

MAX_SEED: Final = 2**53 - 1
"""The largest seed: the largest whole number that every reader of JSON reads as what it is."""

_MOVE_NAMES: Final = ", ".join(kind.__name__ for kind in MOVES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game at one moment: `Game.deal` begins one, and `apply` makes the next of it.

    Args:
        rules: its rules.
        seed: where its chance comes from.
        hands: each player's cards, sorted.
        stock: the cards to draw, the next one last.
        table: the table, in melds.
        support: support cards that were not used yet, sorted.
        loose: cards left over by turns that failed, sorted.
        discards: the discards, the last one last.
        opened: whether each player has opened; always, where the rules have no opening.
        dealer: who dealt the round, from 0.
        turn: whose turn it is, or was when the round ended.
        stage: what the turn has come to.
        round: which round it is, from 1.
        turns: how many turns of the round are over.
        idle: how many turns in a row nobody laid, drew or took a card.
        drew: whether a card was drawn in this turn.
        shuffles: how often the discards were shuffled in this round.
        scores: the points of each round that is over, one for each player.
        round_winners: who won the round, when it is over.

    >>> game = Game.deal(seed=4)
    >>> game.stage, game.turn, len(game.hands), len(game.stock)
    ('play', 0, 4, 52)
    >>> game = game.apply(Draw())
    >>> game.turn, len(game.hands[0]), len(game.stock)
    (1, 14, 51)
    """

    rules: GameRules
    seed: int
    hands: tuple[tuple[AnyCard, ...], ...]
    stock: tuple[AnyCard, ...]
    table: Table
    support: tuple[AnyCard, ...] = ()
    loose: tuple[AnyCard, ...] = ()
    discards: tuple[AnyCard, ...] = ()
    opened: tuple[bool, ...]
    dealer: int
    turn: int
    stage: Stage
    round: int = 1
    turns: int = 0
    idle: int = 0
    drew: bool = False
    shuffles: int = 0
    scores: tuple[tuple[int, ...], ...] = ()
    round_winners: tuple[int, ...] = ()

    @classmethod
    def deal(
        cls,
        rules: GameRules | None = None,
        *,
        players: int = 4,
        seed: int = 0,
        dealer: int | None = None,
    ) -> Game:
        """Begin a game.

        Args:
            rules: its rules; the classic game if it is not said.
            players: how many players there are.
            seed: where chance comes from: the same seed is the same game, on every machine.
            dealer: who deals the first round, from 0; None for whom chance has picked.

        Raises:
            RulesError: so many cannot play.
            OptionError: an option has no such value.
        """
        rules = GameRules() if rules is None else rules
        if not isinstance(rules, GameRules):
            raise OptionError(f"rules={quote(rules)}: expected GameRules")
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MAX_SEED:
            raise OptionError(f"seed={quote(seed)}: expected a whole number from 0 to 2**53 - 1")
        rules.hand_size(players)
        if dealer is None:
            dealer = _first_dealer(rules, players, _chance(seed, "dealer"))
        else:
            _check_player("dealer", dealer, players)
        return _dealt(rules, players, seed, dealer, round_=1, scores=())

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.hands)

    @property
    def is_between_turns(self) -> bool:
        """Is the round over, and perhaps the game?"""
        return self.stage in ("round over", "game over")

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won the game, when it is over: more than one where they are equal, or none."""
        return game_winners(self.scores, self.rules) if self.stage == "game over" else ()

    @property
    def position(self) -> Position:
        """The table, and the hand of the player whose turn it is."""
        return Position(self.table, self.hands[self.turn], support=self.support, loose=self.loose)

    def view(self, player: int | None = None) -> View:
        """What a player may see; None for the player whose turn it is.

        Raises:
            OptionError: there is no such player.
        """
        if player is None:
            player = self.turn
        _check_player("player", player, self.players)
        return View(
            rules=self.rules,
            player=player,
            turn=self.turn,
            stage=self.stage,
            hand=self.hands[player],
            hand_sizes=tuple(map(len, self.hands)),
            table=self.table,
            support=self.support,
            loose=self.loose,
            stock=len(self.stock),
            discards=self.discards,
            opened=self.opened,
            round=self.round,
            dealer=self.dealer,
            turns=self.turns,
            scores=self.scores,
        )

    @property
    def choices(self) -> tuple[type[Move], ...]:
        """The kinds of moves that may be made now."""
        return self.view().choices

    def lay(self, played: Play | Table | Iterable[Meld] | str) -> Lay:
        """The move that a play, or a table as it shall be, is.

        Args:
            played: a `Play`, or the table afterwards: a `Table`, melds, or text.

        Where only the table is given, its new cards come from the hand as far as they are
        there, then from the loose cards, then from the support cards; a joker that is no more
        on the table goes to the hand. Whether all this is allowed, `apply` says.

        Raises:
            NotationError, CardLikeError: the table cannot be read.
        """
        if isinstance(played, Play):
            return Lay(after_play(self.position, played))
        after = Table.of(played)
        if after.melds is None and after.cards:
            after = Table(after.cards, (Meld(after.cards),))
        new = Counter(after.cards)
        new.subtract(self.table.cards)
        sources: list[tuple[AnyCard, ...]] = []
        for cards in (self.hands[self.turn], self.loose, self.support):
            here = Counter(cards)
            used = Counter({card: min(n, here[card]) for card, n in new.items() if n > 0})
            sources.append(_sorted((here - used).elements()))
            new.subtract(used)
        hand = _sorted([*sources[0], *[JOKER] * max(0, -new[JOKER])])
        return Lay(Position(after, hand, support=sources[2], loose=sources[1]))

    def apply(self, move: Move) -> Game:
        """The game after a move of the player whose turn it is.

        Raises:
            GameError: the move is not allowed; what was played wrongly has the referee's words,
                and the verdict as `verdict`.
        """
        kind = type(move)
        if kind not in _APPLY:
            raise GameError(f"{quote(move)}: expected a move: {_MOVE_NAMES}")
        if kind not in self.choices:
            now = " or ".join(each.__name__ for each in self.choices) or "none: the game is over"
            raise GameError(f"{quote(move)}: expected a move that is allowed now: {now}")
        after: Game = _APPLY[kind](self, move)
        return after


def _check_player(name: str, player: object, players: int) -> None:
    if isinstance(player, bool) or not isinstance(player, int) or not 0 <= player < players:
        raise OptionError(f"{name}={quote(player)}: expected a player, 0 to {players - 1}")


# --- dealing


def _chance(seed: int, what: str) -> Chance:
    return Chance(f"machiavelli game 1: {seed}; {what}")


def _first_dealer(rules: GameRules, players: int, chance: Chance) -> int:
    """Whom chance makes the dealer, or who sits right of the one that draws the highest card."""
    if rules.starter == "left-of-dealer":
        return chance.below(players)
    drawing = list(range(players))
    while len(drawing) > 1:
        pack = [card for card in chance.shuffled(rules.rules.pack) if isinstance(card, Card)]
        ranks = [card.rank for card, _ in zip(pack, drawing, strict=False)]
        drawing = [
            player for player, rank in zip(drawing, ranks, strict=True) if rank == max(ranks)
        ]
    return (drawing[0] - 1) % players


def _dealt(
    rules: GameRules,
    players: int,
    seed: int,
    dealer: int,
    *,
    round_: int,
    scores: tuple[tuple[int, ...], ...],
) -> Game:
    """A round that begins: one card after another, to the left of the dealer first."""
    pack = _chance(seed, f"round {round_}").shuffled(rules.rules.pack)
    size = rules.hand_size(players)
    dealt = pack[: players * size]
    # seat 0 is dealt its first card after all between the dealer and itself
    hands = tuple(
        _sorted(dealt[(seat - dealer - 1) % players :: players]) for seat in range(players)
    )
    rest = pack[len(dealt) :]
    support, rest = rest[: rules.support], rest[rules.support :]
    turned, rest = rest[: int(rules.turned_up)], rest[int(rules.turned_up) :]
    game = Game(
        rules=rules,
        seed=seed,
        hands=tuple(hands),
        stock=tuple(reversed(rest)),
        table=Table(),
        support=_sorted(support),
        discards=tuple(turned),
        opened=(not rules.rules.opening,) * players,
        dealer=dealer,
        turn=dealer,
        stage="play",
        round=round_,
        scores=scores,
    )
    return _next_turn(game)


# --- the course of a turn


def _next_turn(game: Game) -> Game:
    """The turn goes to the left, and begins with a draw where there is one."""
    turn = (game.turn + 1) % game.players
    game = replace(game, turn=turn, stage="draw", drew=False)
    may_draw = game.rules.draw_first and Draw in game.choices
    return game if may_draw else replace(game, stage="play")


def _draw(game: Game, move: Draw) -> Game:
    first = game.stage == "draw"
    if not game.view().may_draw(move.discards):
        allowed, discards = " or ".join(_draws(game)), len(game.discards)
        raise GameError(f"{move!r}: expected {allowed}: there are {discards} discards")
    if move.discards:
        kept = len(game.discards) - move.discards
        taken = game.discards[kept:]
        drawn = _to_hand(replace(game, discards=game.discards[:kept], drew=True), taken)
    else:
        n = game.rules.draw_first if first else game.rules.draw_without_play
        drawn = _from_stock(game, n)
    if drawn.is_between_turns:
        return drawn
    return replace(drawn, stage="play") if first else _after_play(drawn, laid=False)


def _draws(game: Game) -> list[str]:
    """The draws that may be made, in words."""
    view = game.view()
    most = max((n for n in range(1, len(game.discards) + 1) if view.may_draw(n)), default=0)
    stock = ["Draw() from the stock"] if view.may_draw() else []
    discards = [f"1 to {most} discards"] if most > 1 else ["1 discard"] if most else []
    return stock + discards


def _lay(game: Game, move: Lay) -> Game:
    player, rules = game.turn, game.rules
    after = move.after
    opened = game.opened[player]
    verdict = judge(game.position, after, rules.rules, opened=opened)
    if not verdict.legal:
        raise GameError("\n".join(reason.message for reason in verdict.reasons), verdict)
    if rules.last_discard and not after.hand:
        raise GameError("no card of the hand is left: expected one kept for the last discard")
    game = replace(
        game,
        hands=_with(game.hands, player, _sorted(after.hand)),
        table=after.table,
        support=_sorted(after.support),
        loose=_sorted(after.loose),
        opened=_with(game.opened, player, True),
    )
    if not after.hand:
        return _round_over(game)
    if rules.draw_after_play:
        game = _from_stock(game, rules.draw_after_play)
    return game if game.is_between_turns else _after_play(game, laid=True)


def _pass(game: Game, _: Pass) -> Game:
    return _after_play(game, laid=False)


def _fail(game: Game, move: Fail) -> Game:
    rules = game.rules
    if move.left is not None:
        if rules.unrestorable == "back":
            raise GameError(f"{quote(move)}: expected no table: it goes back to what it was")
        game = _left(game, move.left)
    game = _from_stock(game, rules.penalty)
    return game if game.is_between_turns else _after_play(game, laid=False)


def _left(game: Game, left: Table) -> Game:
    """The table as it was left: what is a meld stays, and the rest lies beside it."""
    if left.melds is None or Counter(left.cards) != Counter(game.table.cards):
        raise GameError(
            f"{left}: expected the cards of the table, {game.table}, in groups with / between them"
        )
    rules = game.rules.rules
    melds = tuple(meld for meld in left.melds if meld.is_valid(rules))
    rest = [card for meld in left.melds if not meld.is_valid(rules) for card in meld]
    table = Table(tuple(card for meld in melds for card in meld), melds)
    if game.rules.unrestorable == "loose":
        return replace(game, table=table, loose=_sorted([*game.loose, *rest]))
    return replace(game, table=table, support=_sorted([*game.support, *rest]))


def _discard(game: Game, move: Discard) -> Game:
    hand = list(game.hands[game.turn])
    if move.card not in hand:
        raise GameError(f"{quote(move.card)}: expected a card of the hand, {print_cards(hand)}")
    hand.remove(move.card)
    game = replace(
        game,
        hands=_with(game.hands, game.turn, tuple(hand)),
        discards=(*game.discards, move.card),
    )
    return _turn_over(game) if hand else _round_over(game)


def _deal(game: Game, _: Deal) -> Game:
    return _dealt(
        game.rules,
        game.players,
        game.seed,
        (game.dealer + 1) % game.players,
        round_=game.round + 1,
        scores=game.scores,
    )


_APPLY: Final[dict[type[Move], Any]] = {
    Draw: _draw,
    Lay: _lay,
    Pass: _pass,
    Discard: _discard,
    Fail: _fail,
    Deal: _deal,
}


def _after_play(game: Game, *, laid: bool) -> Game:
    """What comes when a player has played, or not: the discard, or the next player."""
    game = replace(game, idle=0 if laid or game.drew else game.idle + 1)
    if game.rules.discard:
        return replace(game, stage="discard")
    return _turn_over(game)


def _turn_over(game: Game) -> Game:
    game = replace(game, turns=game.turns + 1)
    return _round_over(game) if game.idle >= game.players else _next_turn(game)


def _round_over(game: Game) -> Game:
    """The round is counted, and so is the game if it ends with it."""
    winners = round_winners(game.hands, game.rules)
    points = round_scores(game.hands, winners, game.rules)
    scores = (*game.scores, points)
    stage: Stage = "game over" if is_over(scores, game.rules) else "round over"
    return replace(game, scores=scores, round_winners=winners, stage=stage)


# --- cards that move


def _from_stock(game: Game, n: int) -> Game:
    """So many cards go to the hand, or all that there are; the round may end with the last."""
    for _ in range(n):
        if not game.stock and game.rules.empty_stock == "shuffle":
            game = _shuffled(game)
        if not game.stock:
            break
        game = _to_hand(replace(game, stock=game.stock[:-1], drew=True), game.stock[-1:])
    if not game.stock and game.rules.empty_stock == "end":
        return _round_over(game)
    return game


def _shuffled(game: Game) -> Game:
    """The discards are shuffled, and are the stock."""
    shuffles = game.shuffles + 1
    chance = _chance(game.seed, f"round {game.round}, shuffle {shuffles}")
    # whatever lay there decides nothing: a game that is stored and read goes on alike
    stock = tuple(chance.shuffled(game.discards))
    return replace(game, stock=stock, discards=(), shuffles=shuffles)


def _to_hand(game: Game, cards: Iterable[AnyCard]) -> Game:
    hand = _sorted([*game.hands[game.turn], *cards])
    return replace(game, hands=_with(game.hands, game.turn, hand))


def _with(values: tuple[Any, ...], place: int, value: object) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _sorted(cards: Iterable[AnyCard]) -> tuple[AnyCard, ...]:
    return tuple(sorted(cards, key=sort_key))
