"""Rules by name: the games of the four rule sheets, and Rummikub, which is the same game.

What each sheet says is a value of `GameRules`, and what it says of melds, jokers, the turn and
the opening the value of `Rules` in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any, Final, TypedDict, Unpack

from .errors import OptionError
from .games.rules import (
    Blocked,
    EmptyStock,
    GameRules,
    Score,
    Starter,
    Take,
    Unrestorable,
)
from .notation import NOTATIONS
from .rules import Aces, FreedJoker, JokerMoves, Rules
from .values import ITALIAN_VALUES, JAPANESE_VALUES, TAHITI_VALUES, TILE_VALUES, CardValues


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedRules:
    """Rules that have a name, and where they come from.

    Args:
        name: the name that `rules_named` takes.
        title: what the game is called.
        summary: what makes it different, in a line.
        game: its rules, from the deal to the score.
        source: the rule sheet that it is from, and the place in it.
        choices: what the sheet leaves open, or gives as a variant: a change of the rules
            as `game_named` takes it, and what it means.
        notation: the name of the notation in which its cards are written.
    """

    name: str
    title: str
    summary: str
    game: GameRules
    source: str
    choices: tuple[tuple[str, str], ...] = ()
    notation: str = "cards"

    @property
    def rules(self) -> Rules:
        """Its rules for melds and turns."""
        return self.game.rules

    @property
    def values(self) -> CardValues:
        """What cards that are left count: those of the Italian sheet, where this one has none."""
        return self.game.values

    @property
    def course(self) -> tuple[str, ...]:
        """What is dealt, drawn and scored, in sentences."""
        from .games.in_words import explain_game

        return explain_game(self.game, notation=NOTATIONS[self.notation])

    @property
    def sheet(self) -> str:
        """Which rule sheet it is from."""
        return self.source.partition(",")[0]


class RuleChanges(TypedDict, total=False):
    """The fields of `Rules`, each of which may be changed."""

    decks: int
    jokers: int
    aces: Aces
    jokers_per_meld: int | None
    joker_moves: JokerMoves
    freed_joker: FreedJoker
    joker_company: int
    opening: int
    opening_values: CardValues


class GameChanges(RuleChanges, total=False):
    """The fields of `GameRules` and those of the `Rules` in it, each of which may be changed."""

    players: tuple[int, int]
    more_players: bool
    dealt: int
    support: int
    turned_up: bool
    starter: Starter
    draw_first: int
    draw_without_play: int
    draw_after_play: int
    take: Take
    discard: bool
    last_discard: bool
    penalty: int
    unrestorable: Unrestorable
    empty_stock: EmptyStock
    blocked: Blocked
    score: Score
    values: CardValues
    rounds: int | None
    until: int | None


def named_rules(name: str) -> NamedRules:
    """The rules of a name, with their title and source.

    Raises:
        OptionError: there are no rules of that name.

    >>> named_rules("tahiti").source
    'German sheet, section 8 (Varianten): Tahiti'
    """
    named = RULES.get(name) if isinstance(name, str) else None
    if named is None:
        raise OptionError(f"no rules are called {name!r:.60}: expected one of {', '.join(RULES)}")
    return named


def rules_named(name: str, **changes: Unpack[RuleChanges]) -> Rules:
    """The rules of a name for melds and turns, with changes.

    Args:
        name: one of `RULES`.
        changes: fields of `Rules` that are to be different.

    Raises:
        OptionError: there are no rules of that name.
        RulesError: a change is not possible.

    >>> tahiti = rules_named("tahiti", jokers=2)
    >>> tahiti.jokers, tahiti.jokers_per_meld, tahiti.joker_moves
    (2, 1, 'swap')
    >>> rules_named("canasta")
    Traceback (most recent call last):
      ...
    machiavelli_solver.errors.OptionError: no rules are called 'canasta': expected one of \
classic, fifteen, helpers, italian, japanese, thirty-six, guadalupe, tahiti, draw-first, rummikub
    """
    return replace(named_rules(name).rules, **changes)


def game_named(name: str, **changes: Unpack[GameChanges]) -> GameRules:
    """The rules of a name for a whole game, with changes.

    Args:
        name: one of `RULES`.
        changes: fields of `GameRules`, or of the `Rules` in it, that are to be different.

    Raises:
        OptionError: there are no rules of that name.
        RulesError: a change is not possible, or not without another.

    >>> game = game_named("japanese", dealt=7, jokers=2)
    >>> game.dealt, game.support, game.rules.jokers
    (7, 4, 2)
    """
    return changed_game(named_rules(name).game, changes)


def changed_game(game: GameRules, changes: Mapping[str, Any]) -> GameRules:
    """The rules of a game with changes of its fields and of those of the `Rules` in it.

    Raises:
        RulesError: a change is not possible.
    """
    turn = {name: value for name, value in changes.items() if name in RULE_NAMES}
    course = {name: value for name, value in changes.items() if name not in RULE_NAMES}
    return replace(game, rules=replace(game.rules, **turn), **course)


RULE_NAMES: Final = tuple(field.name for field in fields(Rules))
"""The names of the rules for melds and turns."""

GAME_RULE_NAMES: Final = tuple(field.name for field in fields(GameRules) if field.name != "rules")
"""The names of the rules that only a whole game has."""


_CLASSIC: Final = NamedRules(
    name="classic",
    title="Machiavelli",
    summary="no jokers, no opening; 13 cards each",
    game=GameRules(),
    source="German sheet, sections 2 to 6",
)

_WIN_OR_LOSE: Final = GameRules(score="lost", rounds=1, until=None)
"""A single round, which one player wins and all others lose."""

_FIFTEEN: Final = NamedRules(
    name="fifteen",
    title="Machiavelli with fifteen cards",
    summary="the same with 15 cards each",
    game=replace(_WIN_OR_LOSE, dealt=15, unrestorable="loose"),
    source="Swedish sheet, from the start to its examples",
)

_HELPERS: Final = NamedRules(
    name="helpers",
    title="Machiavelli with helper cards",
    summary="6 cards each, and four support cards for all",
    game=replace(_WIN_OR_LOSE, dealt=6, support=4, unrestorable="loose", more_players=False),
    source="Swedish sheet, the other version (Alternativ version)",
)

_ITALIAN: Final = NamedRules(
    name="italian",
    title="Macchiavelli",
    summary="jokers if you like; draw first, then discard",
    game=GameRules(
        rules=Rules(jokers=0, joker_moves="swap", freed_joker="play"),
        players=(2, 6),
        more_players=False,
        turned_up=True,
        draw_first=1,
        draw_without_play=0,
        take="last",
        discard=True,
        penalty=0,
        empty_stock="shuffle",
        score="values",
        values=ITALIAN_VALUES,
        rounds=4,
        until=None,
    ),
    source="Italian sheet, Svolgimento del turno, Combinazioni valide and Jolly",
    choices=(
        ("jokers=2", "with jokers: the sheet leaves it open, and how many"),
        ("freed_joker='keep'", "an exchanged joker may be kept for a later turn"),
        ("joker_moves='free'", "a joker on the table moves like any card"),
        ("dealt=14", "14 cards each"),
        ("dealt=15", "15 cards each"),
        ("turned_up=False", "no first discard is turned up"),
        ("take='any'", "any discard may be taken, together with all above it"),
        ("last_discard=True", "nobody goes out without a discard"),
        ("rounds=1", "a single round: the sheet leaves their number open"),
    ),
)

_JAPANESE: Final = NamedRules(
    name="japanese",
    title="Machiavelli with support cards",
    summary="13 cards each, and four support cards for all",
    game=replace(
        _WIN_OR_LOSE,
        players=(2, 7),
        more_players=False,
        support=4,
        penalty=1,
        unrestorable="support",
        blocked="nobody",
        values=JAPANESE_VALUES,
    ),
    source="Japanese sheet, its main part; the choices are its other ways to play",
    choices=(
        ("jokers=2", "with two jokers"),
        ("jokers=4", "with four jokers"),
        ("joker_moves='swap'", "a joker leaves only for the card that it stands for"),
        ("joker_company=2", "a joker goes down with two natural cards of the hand"),
        ("aces='around'", "K A 2 is a run: the sheet has the ranks in a circle"),
        ("dealt=5", "5 cards each; or 6, 7, 12 or 15"),
        ("support=0", "no support cards"),
        ("starter='highest-card'", "each draws a card, and the highest begins"),
        ("empty_stock='end'", "the empty stock ends the game at once"),
        ("score='cards'", "each card left counts 1"),
        ("score='values'", "what is left counts: A 3, J Q K 2, all else 1"),
        ("score='places'", "no points: a place by the number of cards left"),
    ),
)

_THIRTY_SIX: Final = NamedRules(
    name="thirty-six",
    title="Thirty-Six",
    summary="open with 36 points from your own hand",
    game=GameRules(rules=Rules(opening=36)),
    source="German sheet, section 8 (Varianten): Thirty-Six",
    choices=(("jokers=2", "a house rule; in the opening a joker counts as what it stands for"),),
)

_GUADALUPE: Final = NamedRules(
    name="guadalupe",
    title="Guadalupe",
    summary="5 cards each, and you draw more often",
    game=GameRules(dealt=5, draw_without_play=2, draw_after_play=1),
    source="German sheet, section 8 (Varianten): Guadalupe",
)

_TAHITI: Final = NamedRules(
    name="tahiti",
    title="Tahiti",
    summary="four jokers, one a meld at most; 5 cards each",
    game=GameRules(
        rules=Rules(jokers=4, jokers_per_meld=1, joker_moves="swap", freed_joker="play"),
        dealt=5,
        support=4,
        score="values",
        values=TAHITI_VALUES,
    ),
    source="German sheet, section 8 (Varianten): Tahiti",
    choices=(("until=100", "a longer game: the 25 points of the sheet are reached at once"),),
)

_DRAW_FIRST: Final = NamedRules(
    name="draw-first",
    title="Draw first",
    summary="every turn begins by drawing a card",
    game=GameRules(draw_first=1, draw_without_play=0),
    source="German sheet, section 8 (Varianten): Erst ziehen",
)

_RUMMIKUB: Final = NamedRules(
    name="rummikub",
    title="Rummikub",
    summary="tiles: two jokers, open with 30, the 1 is low",
    game=GameRules(
        rules=Rules(
            jokers=2,
            aces="low",
            opening=30,
            opening_values=replace(TILE_VALUES, joker=0),  # it counts as what it stands for
        ),
        players=(2, 4),
        more_players=False,
        dealt=14,
        score="values",
        values=TILE_VALUES,
        rounds=4,
        until=None,
    ),
    source="Printed rules, as they come with the tiles; a sibling, says the Japanese sheet",
    choices=(
        ("joker_moves='swap'", "a joker leaves only for the tile that it stands for"),
        ("opening=50", "some printings ask for an opening of 50"),
    ),
    notation="tiles",
)

RULES: Final[Mapping[str, NamedRules]] = MappingProxyType(
    {
        named.name: named
        for named in (
            _CLASSIC,
            _FIFTEEN,
            _HELPERS,
            _ITALIAN,
            _JAPANESE,
            _THIRTY_SIX,
            _GUADALUPE,
            _TAHITI,
            _DRAW_FIRST,
            _RUMMIKUB,
        )
    }
)
"""The rules that have a name, by name: one for each game of the rule sheets, and Rummikub."""
