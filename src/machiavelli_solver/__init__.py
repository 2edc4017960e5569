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

from .cards import JOKER, AnyCard, Card, Joker, Rank, Suit
from .counts import are_valid, is_valid_counts, load_tables
from .engines import EngineName
from .errors import (
    CardCountError,
    CardLikeError,
    EngineError,
    EngineMissingError,
    ExecutorError,
    FormError,
    MachiavelliError,
    NotationError,
    OptionError,
    PositionError,
    RulesError,
    TimeLimitError,
)
from .explain import explain_rules, explain_values
from .forms import from_dict, from_json, to_dict, to_json
from .judge import PositionForm, judge
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
from .play import Arrangement, Objective, Play, after_play, arrange, best_play, is_valid
from .positions import CardsLike, Position, Table, TableLike
from .presets import RULES, NamedRules, named_rules, rules_named
from .rules import DEFAULT_RULES, Aces, Rules
from .values import ITALIAN_VALUES, TAHITI_VALUES, CardValues
from .verdicts import Code, Reason, Turn, Verdict
from .volume import PositionLike, best_plays

__version__ = "0.1.0"

__all__ = [
    "CARD_NOTATION",
    "DEFAULT_RULES",
    "ITALIAN_VALUES",
    "JOKER",
    "NOTATIONS",
    "RULES",
    "TAHITI_VALUES",
    "TILE_NOTATION",
    "Aces",
    "AnyCard",
    "Arrangement",
    "Card",
    "CardCountError",
    "CardLikeError",
    "CardValues",
    "CardsLike",
    "Code",
    "EngineError",
    "EngineMissingError",
    "EngineName",
    "ExecutorError",
    "FormError",
    "Joker",
    "MachiavelliError",
    "Meld",
    "MeldKind",
    "NamedRules",
    "Notation",
    "NotationError",
    "Objective",
    "OptionError",
    "Play",
    "Position",
    "PositionError",
    "PositionForm",
    "PositionLike",
    "Rank",
    "Reading",
    "Reason",
    "Rules",
    "RulesError",
    "Suit",
    "Table",
    "TableLike",
    "TimeLimitError",
    "Turn",
    "Verdict",
    "after_play",
    "are_valid",
    "arrange",
    "best_play",
    "best_plays",
    "explain_rules",
    "explain_values",
    "from_dict",
    "from_json",
    "is_valid",
    "is_valid_counts",
    "judge",
    "load_tables",
    "named_rules",
    "print_cards",
    "read_card",
    "read_cards",
    "rules_named",
    "to_dict",
    "to_json",
]
