"""A meld-feasibility solver for Machiavelli, the Italian rummy.

Can cards be partitioned into valid melds, and which play sheds the most of a hand?

>>> from machiavelli_solver import best_play, is_valid
>>> is_valid("4-6C 6DHS")
True
>>> play = best_play("KHDC / QHDC / JHDC", "AC")
>>> print(*play.shed, "|", *play.melds, sep="  ")
AC  |  JC QC KC AC  JD QD KD  JH QH KH
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .additions import Additions
    from .all_plays import count_plays, plays
    from .cards import JOKER, AnyCard, Card, Joker, Rank, Suit
    from .counts import are_valid, is_valid_counts, load_tables
    from .draws import Out, Outs, outs
    from .engines import EngineName
    from .errors import (
        CardCountError,
        CardLikeError,
        EngineError,
        EngineMissingError,
        ExecutorError,
        ExtraMissingError,
        FormError,
        GameError,
        MachiavelliError,
        NotationError,
        OptionError,
        PositionError,
        RulesError,
        TimeLimitError,
    )
    from .forms import from_dict, from_json, to_dict, to_json
    from .games.game import Game
    from .games.in_words import explain_game
    from .games.moves import Deal, Discard, Draw, Fail, Lay, Move, Pass
    from .games.players import PLAYERS, Player, player_named
    from .games.players.at_random import RandomPlayer
    from .games.players.greedy import GreedyPlayer
    from .games.players.patient import PatientPlayer
    from .games.record import Record
    from .games.rules import GameRules
    from .games.simulation import GameResult, RoundResult, simulate
    from .games.summary import Mean, Share, Standing, Summary
    from .games.view import Stage, View
    from .languages import (
        GERMAN_NOTATION,
        ITALIAN_NOTATION,
        JAPANESE_NOTATION,
        LANGUAGES,
        SWEDISH_NOTATION,
    )
    from .melds import Meld, MeldKind, Reading
    from .notation import (
        CARD_NOTATION,
        NOTATIONS,
        TILE_NOTATION,
        Notation,
        print_cards,
        read_card,
        read_cards,
    )
    from .pictures import Drawable, Theme, picture
    from .play import Arrangement, Objective, Play, after_play, arrange, best_play, is_valid
    from .playable_cards import Playable, playable
    from .positions import CardsLike, Position, Table, TableLike
    from .presets import RULES, NamedRules, game_named, named_rules, rules_named
    from .puzzles import Difficulty, Puzzle, puzzle
    from .rearrangement import Placed, Rearrangement, cuts, rearranged
    from .referee import PositionForm, judge
    from .rules import DEFAULT_RULES, Aces, Rules
    from .rules_in_words import explain_rules, explain_values
    from .steps import Step, steps_of
    from .values import (
        ITALIAN_VALUES,
        JAPANESE_FIVES,
        JAPANESE_VALUES,
        TAHITI_VALUES,
        TILE_VALUES,
        CardValues,
    )
    from .verdicts import Code, Reason, Turn, Verdict
    from .volume import PositionLike, best_plays
    from .why_not import Explanation, Wait, explain, waits

__version__ = "0.1.0"

__all__ = [
    "CARD_NOTATION",
    "DEFAULT_RULES",
    "GERMAN_NOTATION",
    "ITALIAN_NOTATION",
    "ITALIAN_VALUES",
    "JAPANESE_FIVES",
    "JAPANESE_NOTATION",
    "JAPANESE_VALUES",
    "JOKER",
    "LANGUAGES",
    "NOTATIONS",
    "PLAYERS",
    "RULES",
    "SWEDISH_NOTATION",
    "TAHITI_VALUES",
    "TILE_NOTATION",
    "TILE_VALUES",
    "Aces",
    "Additions",
    "AnyCard",
    "Arrangement",
    "Card",
    "CardCountError",
    "CardLikeError",
    "CardValues",
    "CardsLike",
    "Code",
    "Deal",
    "Difficulty",
    "Discard",
    "Draw",
    "Drawable",
    "EngineError",
    "EngineMissingError",
    "EngineName",
    "ExecutorError",
    "Explanation",
    "ExtraMissingError",
    "Fail",
    "FormError",
    "Game",
    "GameError",
    "GameResult",
    "GameRules",
    "GreedyPlayer",
    "Joker",
    "Lay",
    "MachiavelliError",
    "Mean",
    "Meld",
    "MeldKind",
    "Move",
    "NamedRules",
    "Notation",
    "NotationError",
    "Objective",
    "OptionError",
    "Out",
    "Outs",
    "Pass",
    "PatientPlayer",
    "Placed",
    "Play",
    "Playable",
    "Player",
    "Position",
    "PositionError",
    "PositionForm",
    "PositionLike",
    "Puzzle",
    "RandomPlayer",
    "Rank",
    "Reading",
    "Rearrangement",
    "Reason",
    "Record",
    "RoundResult",
    "Rules",
    "RulesError",
    "Share",
    "Stage",
    "Standing",
    "Step",
    "Suit",
    "Summary",
    "Table",
    "TableLike",
    "Theme",
    "TimeLimitError",
    "Turn",
    "Verdict",
    "View",
    "Wait",
    "after_play",
    "are_valid",
    "arrange",
    "best_play",
    "best_plays",
    "count_plays",
    "cuts",
    "explain",
    "explain_game",
    "explain_rules",
    "explain_values",
    "from_dict",
    "from_json",
    "game_named",
    "is_valid",
    "is_valid_counts",
    "judge",
    "load_tables",
    "named_rules",
    "outs",
    "picture",
    "playable",
    "player_named",
    "plays",
    "print_cards",
    "puzzle",
    "read_card",
    "read_cards",
    "rearranged",
    "rules_named",
    "simulate",
    "steps_of",
    "to_dict",
    "to_json",
    "waits",
]

_NAMES_OF = {
    "additions": ("Additions",),
    "all_plays": (
        "count_plays",
        "plays",
    ),
    "cards": (
        "JOKER",
        "AnyCard",
        "Card",
        "Joker",
        "Rank",
        "Suit",
    ),
    "counts": (
        "are_valid",
        "is_valid_counts",
        "load_tables",
    ),
    "draws": (
        "Out",
        "Outs",
        "outs",
    ),
    "engines": ("EngineName",),
    "errors": (
        "CardCountError",
        "CardLikeError",
        "EngineError",
        "EngineMissingError",
        "ExecutorError",
        "ExtraMissingError",
        "FormError",
        "GameError",
        "MachiavelliError",
        "NotationError",
        "OptionError",
        "PositionError",
        "RulesError",
        "TimeLimitError",
    ),
    "forms": (
        "from_dict",
        "from_json",
        "to_dict",
        "to_json",
    ),
    "games.game": ("Game",),
    "games.in_words": ("explain_game",),
    "games.moves": (
        "Deal",
        "Discard",
        "Draw",
        "Fail",
        "Lay",
        "Move",
        "Pass",
    ),
    "games.players": (
        "PLAYERS",
        "Player",
        "player_named",
    ),
    "games.players.at_random": ("RandomPlayer",),
    "games.players.greedy": ("GreedyPlayer",),
    "games.players.patient": ("PatientPlayer",),
    "games.record": ("Record",),
    "games.rules": ("GameRules",),
    "games.simulation": (
        "GameResult",
        "RoundResult",
        "simulate",
    ),
    "games.summary": (
        "Mean",
        "Share",
        "Standing",
        "Summary",
    ),
    "games.view": (
        "Stage",
        "View",
    ),
    "languages": (
        "GERMAN_NOTATION",
        "ITALIAN_NOTATION",
        "JAPANESE_NOTATION",
        "LANGUAGES",
        "SWEDISH_NOTATION",
    ),
    "melds": (
        "Meld",
        "MeldKind",
        "Reading",
    ),
    "notation": (
        "CARD_NOTATION",
        "NOTATIONS",
        "TILE_NOTATION",
        "Notation",
        "print_cards",
        "read_card",
        "read_cards",
    ),
    "pictures": (
        "Drawable",
        "Theme",
        "picture",
    ),
    "play": (
        "Arrangement",
        "Objective",
        "Play",
        "after_play",
        "arrange",
        "best_play",
        "is_valid",
    ),
    "playable_cards": (
        "Playable",
        "playable",
    ),
    "positions": (
        "CardsLike",
        "Position",
        "Table",
        "TableLike",
    ),
    "presets": (
        "RULES",
        "NamedRules",
        "game_named",
        "named_rules",
        "rules_named",
    ),
    "puzzles": (
        "Difficulty",
        "Puzzle",
        "puzzle",
    ),
    "rearrangement": (
        "Placed",
        "Rearrangement",
        "cuts",
        "rearranged",
    ),
    "referee": (
        "PositionForm",
        "judge",
    ),
    "rules": (
        "DEFAULT_RULES",
        "Aces",
        "Rules",
    ),
    "rules_in_words": (
        "explain_rules",
        "explain_values",
    ),
    "steps": (
        "Step",
        "steps_of",
    ),
    "values": (
        "ITALIAN_VALUES",
        "JAPANESE_FIVES",
        "JAPANESE_VALUES",
        "TAHITI_VALUES",
        "TILE_VALUES",
        "CardValues",
    ),
    "verdicts": (
        "Code",
        "Reason",
        "Turn",
        "Verdict",
    ),
    "volume": (
        "PositionLike",
        "best_plays",
    ),
    "why_not": (
        "Explanation",
        "Wait",
        "explain",
        "waits",
    ),
}
"""Where each public name is defined; a module is imported when a name of its own is asked for,
so that importing the package costs next to nothing."""

_HOME_OF = {name: module for module, names in _NAMES_OF.items() for name in names}


def __getattr__(name: str) -> object:
    """Import the module of a public name when it is first asked for."""
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f".{home}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names, imported or not."""
    return sorted({*globals(), *__all__})
