"""Rules by name: the games of the four rule sheets, and Rummikub, which is the same game.

What each sheet says of melds, jokers, the turn and the opening is a value of `Rules`. What
it says of the course of a game (what is dealt, drawn and scored) is told in words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, TypedDict, Unpack

from .errors import OptionError
from .rules import Aces, FreedJoker, JokerMoves, Rules
from .values import ITALIAN_VALUES, TAHITI_VALUES, TILE_VALUES, CardValues


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedRules:
    """Rules that have a name, and where they come from.

    Args:
        name: the name that `rules_named` takes.
        title: what the game is called.
        summary: what makes it different, in a line.
        rules: its rules for melds and turns.
        source: the rule sheet that it is from, and the place in it.
        course: what is dealt, drawn and scored, in sentences. No question about a position
            depends on it.
        choices: what the sheet leaves open, or gives as a variant: a change of the rules
            as `rules_named` takes it, and what it means.
        notation: the name of the notation in which its cards are written.
        values: what cards that are left count: those of the Italian sheet, where this one
            counts cards alone, or nothing.
    """

    name: str
    title: str
    summary: str
    rules: Rules
    source: str
    course: tuple[str, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
    notation: str = "cards"
    values: CardValues = ITALIAN_VALUES

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
    """The rules of a name, with changes.

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


_CLASSIC: Final = NamedRules(
    name="classic",
    title="Machiavelli",
    summary="no jokers, no opening; 13 cards each",
    rules=Rules(decks=2, jokers=0, aces="both"),
    source="German sheet, sections 2 to 6",
    course=(
        "Two to five players get 13 cards each; more players get fewer, but never under three.",
        "Who plays nothing draws a card.",
        "The round ends when a hand is empty. A card that is left in another hand counts 1; at "
        "25 points the game is over, and the lowest wins.",
    ),
)

_FIFTEEN: Final = NamedRules(
    name="fifteen",
    title="Machiavelli with fifteen cards",
    summary="the same with 15 cards each",
    rules=Rules(),
    source="Swedish sheet, from the start to its examples",
    course=(
        "Two to five players get 15 cards each; more players get fewer, but never under three.",
        "Who plays nothing draws a card.",
        "Who gets rid of all cards wins.",
    ),
)

_HELPERS: Final = NamedRules(
    name="helpers",
    title="Machiavelli with helper cards",
    summary="6 cards each, and four support cards for all",
    rules=Rules(),
    source="Swedish sheet, the other version (Alternativ version)",
    course=(
        "Each player gets 6 cards. Four support cards lie face up in the middle: a play may use "
        "them in melds, and they never go to a hand.",
        "Who plays nothing draws a card.",
        "Who gets rid of all cards wins.",
    ),
)

_ITALIAN: Final = NamedRules(
    name="italian",
    title="Macchiavelli",
    summary="jokers if you like; draw first, then discard",
    rules=Rules(jokers=0, joker_moves="swap", freed_joker="play"),
    source="Italian sheet, Svolgimento del turno, Combinazioni valide and Jolly",
    course=(
        "Two to six players get 13 cards each; at some tables 14 or 15.",
        "A turn begins with a draw, from the stock or of the last discard; at many tables it "
        "ends with a discard.",
        "Who goes out gets 0; cards that are left count 2-10 as they are, J Q K 10, A 11, a "
        "joker 25. The lowest sum wins after an agreed number of rounds.",
    ),
    choices=(
        ("jokers=2", "with jokers: the sheet leaves it open, and how many"),
        ("freed_joker='keep'", "an exchanged joker may be kept for a later turn"),
        ("joker_moves='free'", "a joker on the table moves like any card"),
    ),
)

_JAPANESE: Final = NamedRules(
    name="japanese",
    title="Machiavelli with support cards",
    summary="13 cards each, and four support cards for all",
    rules=Rules(jokers=0, joker_moves="free"),
    source="Japanese sheet, its main part; the choices are its other ways to play",
    course=(
        "Three or four players are best. Each gets 13 cards; at other tables 5, 6, 7, 12 or 15.",
        "Four support cards lie face up beside the stock: a play may use them like cards of the "
        "hand, and they never go to one.",
        "Who plays nothing draws a card, or passes when there is none.",
        "The game ends when a hand is empty, or when all pass in a row: then nobody wins.",
    ),
    choices=(
        ("jokers=2", "with two jokers"),
        ("jokers=4", "with four jokers"),
        ("joker_moves='swap'", "a joker leaves only for the card that it stands for"),
        ("joker_company=2", "a joker goes down with two natural cards of the hand"),
        ("aces='around'", "K A 2 is a run: the sheet has the ranks in a circle"),
    ),
)

_THIRTY_SIX: Final = NamedRules(
    name="thirty-six",
    title="Thirty-Six",
    summary="open with 36 points from your own hand",
    rules=Rules(opening=36),
    source="German sheet, section 8 (Varianten): Thirty-Six",
    course=_CLASSIC.course,
    choices=(("jokers=2", "a house rule; in the opening a joker counts as what it stands for"),),
)

_GUADALUPE: Final = NamedRules(
    name="guadalupe",
    title="Guadalupe",
    summary="5 cards each, and you draw more often",
    rules=Rules(),
    source="German sheet, section 8 (Varianten): Guadalupe",
    course=(
        "Each player gets 5 cards.",
        "Who plays nothing draws two cards; who plays without going out draws one at the end.",
        "All else is as in the classic game.",
    ),
)

_TAHITI: Final = NamedRules(
    name="tahiti",
    title="Tahiti",
    summary="four jokers, one a meld at most; 5 cards each",
    rules=Rules(jokers=4, jokers_per_meld=1, joker_moves="swap", freed_joker="play"),
    source="German sheet, section 8 (Varianten): Tahiti",
    course=(
        "Each player gets 5 cards. Four support cards lie face up: a play may use them in melds.",
        "Who plays nothing draws a card.",
        "Who goes out gets 0; cards that are left count 2-10 as they are, J Q K 10, A 11, a "
        "joker 30.",
    ),
    values=TAHITI_VALUES,
)

_DRAW_FIRST: Final = NamedRules(
    name="draw-first",
    title="Draw first",
    summary="every turn begins by drawing a card",
    rules=Rules(),
    source="German sheet, section 8 (Varianten): Erst ziehen",
    course=("Every turn begins by drawing a card.", "All else is as in the classic game."),
)

_RUMMIKUB: Final = NamedRules(
    name="rummikub",
    title="Rummikub",
    summary="tiles: two jokers, open with 30, the 1 is low",
    rules=Rules(
        jokers=2,
        aces="low",
        opening=30,
        opening_values=replace(TILE_VALUES, joker=0),  # it counts as what it stands for
    ),
    source="Printed rules, as they come with the tiles; a sibling, says the Japanese sheet",
    course=(
        "Each player gets 14 tiles. Who plays nothing draws one.",
        "Tiles that are left count their number, a joker 30.",
    ),
    choices=(
        ("joker_moves='swap'", "a joker leaves only for the tile that it stands for"),
        ("opening=50", "some printings ask for an opening of 50"),
    ),
    notation="tiles",
    values=TILE_VALUES,
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
