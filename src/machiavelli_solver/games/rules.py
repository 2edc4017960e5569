"""The rules of a whole game: one frozen value, from the deal to the score.

Each of the rule sheets is a value of `GameRules`; nothing else here or in `game` knows a game
by its name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from ..cards import CARD_KINDS
from ..errors import RulesError, quote
from ..rules import DEFAULT_RULES, Rules, check_choice, check_whole
from ..values import ITALIAN_VALUES, CardValues

Starter: TypeAlias = Literal["left-of-dealer", "highest-card"]
"""Who begins the first round: who sits left of the dealer, or who draws the highest card."""

Take: TypeAlias = Literal["none", "last", "any"]
"""Which discards may be drawn in place of cards of the stock: none, the last one, or any
together with all that lie above it."""

Unrestorable: TypeAlias = Literal["back", "loose", "support"]
"""What becomes of table cards that fit no meld after a turn that failed: the table goes back to
what it was, or they stay as loose cards, or they become support cards."""

EmptyStock: TypeAlias = Literal["pass", "end", "shuffle"]
"""What an empty stock means: no draw, the end of the round, or that the discards are shuffled."""

Blocked: TypeAlias = Literal["fewest", "nobody"]
"""Who wins a round that ends with no hand empty: who has the fewest cards, or nobody."""

Score: TypeAlias = Literal["lost", "cards", "values", "places"]
"""What counts against a player who did not win the round: the round itself, 1 for each card
left, what the cards left are worth, or how many players have fewer cards left."""

LEAST_DEALT: Final = 3
"""However many play, nobody is dealt fewer: the German and the Swedish sheet."""

_MOST_PLAYERS: Final = 2 * CARD_KINDS // LEAST_DEALT


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRules:
    """All rules of a game.

    Args:
        rules: melds, jokers and the turn.
        players: the fewest players, and the most that are dealt all their cards.
        more_players: whether more may play, with fewer cards each.
        dealt: how many cards each player is dealt.
        support: how many cards are laid face up beside the stock.
        turned_up: whether a first discard is turned up from the stock before play.
        starter: who begins the first round. From round to round the start moves clockwise.
        draw_first: how many cards are drawn at the start of each turn.
        draw_without_play: how many cards are drawn by who plays nothing.
        draw_after_play: how many cards are drawn after a play that does not go out.
        take: which discards may be drawn in place of the card at the start of a turn.
        discard: whether each turn ends with a discard.
        last_discard: whether one must go out by the discard: a play has to keep a card for it.
        penalty: how many cards are drawn for a turn that failed.
        unrestorable: what becomes of table cards that fit no meld after a turn that failed.
        empty_stock: what an empty stock means. Where it means that nobody draws, the round
            ends when all pass in a row.
        blocked: who wins a round that ends with no hand empty.
        score: what counts against a player who did not win the round. Who wins it has 0.
        values: what cards are worth.
        rounds: after how many rounds the game is over; None for no such number.
        until: the game is over when somebody has so many points; None for no such number.
            The lowest sum wins.

    Raises:
        RulesError: a rule has a value that it cannot have, or two that do not go together.

    The default is the classic game of the German sheet.

    >>> GameRules().hand_size(4), GameRules().hand_size(10)
    (13, 6)
    >>> GameRules(last_discard=True)
    Traceback (most recent call last):
      ...
    machiavelli_solver.errors.RulesError: last_discard=True: expected discard=True with it
    """

    rules: Rules = DEFAULT_RULES
    players: tuple[int, int] = (2, 5)
    more_players: bool = True
    dealt: int = 13
    support: int = 0
    turned_up: bool = False
    starter: Starter = "left-of-dealer"
    draw_first: int = 0
    draw_without_play: int = 1
    draw_after_play: int = 0
    take: Take = "none"
    discard: bool = False
    last_discard: bool = False
    penalty: int = 3
    unrestorable: Unrestorable = "back"
    empty_stock: EmptyStock = "pass"
    blocked: Blocked = "fewest"
    score: Score = "cards"
    values: CardValues = ITALIAN_VALUES
    rounds: int | None = None
    until: int | None = 25

    def __post_init__(self) -> None:
        if not isinstance(self.rules, Rules):
            raise RulesError(f"rules={quote(self.rules)}: expected Rules")
        if not isinstance(self.values, CardValues):
            raise RulesError(f"values={quote(self.values)}: expected CardValues")
        for name, choices in _CHOICES.items():
            check_choice(name, getattr(self, name), get_args(choices))
        for name in ("more_players", "turned_up", "discard", "last_discard"):
            value = getattr(self, name)
            if not isinstance(value, bool):
                raise RulesError(f"{name}={quote(value)}: expected True or False")
        for name, (low, high) in _RANGES.items():
            check_whole(name, getattr(self, name), low, high)
        for name in ("rounds", "until"):
            if getattr(self, name) is not None:
                check_whole(name, getattr(self, name), 1, _MOST_POINTS)
        self._check_players()
        self._check_together()

    def hand_size(self, players: int) -> int:
        """How many cards each of so many players is dealt.

        More players than are dealt all their cards get as many as the pack that the largest of
        these games deals has for each, but never under three.

        Raises:
            RulesError: so many cannot play.
        """
        fewest, most = self.players
        if isinstance(players, bool) or not isinstance(players, int) or players < fewest:
            raise RulesError(f"players={quote(players)}: expected {self._numbers()}")
        size = self.dealt
        if players > most:
            if not self.more_players:
                raise RulesError(f"players={players}: expected {self._numbers()}")
            size = max(min(LEAST_DEALT, self.dealt), self.dealt * most // players)
        cards = self._cards_for(players, size)
        if cards > self.pack_size:
            raise RulesError(
                f"players={players}: {cards} cards are needed, and the pack has {self.pack_size}"
            )
        return size

    @property
    def pack_size(self) -> int:
        """How many cards there are, jokers among them."""
        return len(self.rules.pack)

    def _cards_for(self, players: int, size: int) -> int:
        return players * size + self.support + self.turned_up

    def _numbers(self) -> str:
        fewest, most = self.players
        return f"{fewest} or more" if self.more_players else f"a whole number, {fewest} to {most}"

    def _check_players(self) -> None:
        players = self.players
        pair = isinstance(players, tuple) and len(players) == 2
        if not pair or any(isinstance(n, bool) or not isinstance(n, int) for n in players):
            raise RulesError(f"players={quote(players)}: expected a pair of whole numbers")
        if not 2 <= players[0] <= players[1] <= _MOST_PLAYERS:
            raise RulesError(
                f"players={quote(players)}: expected the fewest and the most, "
                f"from 2 to {_MOST_PLAYERS}"
            )
        cards = self._cards_for(players[1], self.dealt)
        if cards > self.pack_size:
            raise RulesError(
                f"dealt={self.dealt}: {players[1]} players need {cards} cards, and the pack has "
                f"{self.pack_size}"
            )

    def _check_together(self) -> None:
        """Rules that say nothing, or cannot be followed, without another."""
        for name, needs in (
            ("last_discard", "discard"),
            ("turned_up", "discard"),
            ("take", "discard"),
            ("empty_stock", "discard"),
        ):
            value = getattr(self, name)
            if value in (True, "last", "any", "shuffle") and not getattr(self, needs):
                raise RulesError(f"{name}={value!r}: expected {needs}=True with it")
        if self.take != "none" and self.draw_first != 1:
            raise RulesError(f"take={self.take!r}: expected draw_first=1 with it")
        if self.rounds is None and self.until is None:
            raise RulesError("rounds=None, until=None: expected one of them, or no game ends")
        if not (self.draw_first or self.draw_without_play or self.empty_stock == "pass"):
            raise RulesError(
                f"empty_stock={self.empty_stock!r}: expected draw_first or draw_without_play, as "
                "nobody draws"
            )


_MOST_CARDS: Final = 2 * CARD_KINDS
_MOST_POINTS: Final = 1_000_000

_RANGES: Final = {
    "dealt": (1, _MOST_CARDS),
    "support": (0, _MOST_CARDS),
    "draw_first": (0, _MOST_CARDS),
    "draw_without_play": (0, _MOST_CARDS),
    "draw_after_play": (0, _MOST_CARDS),
    "penalty": (0, _MOST_CARDS),
}

_CHOICES: Final[dict[str, object]] = {
    "starter": Starter,
    "take": Take,
    "unrestorable": Unrestorable,
    "empty_stock": EmptyStock,
    "blocked": Blocked,
    "score": Score,
}
