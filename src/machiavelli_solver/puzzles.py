"""Puzzles: positions from which a player can go out, by one real rearrangement alone.

A puzzle is found by looking: tables are drawn by chance, all small hands that could go down there
are found at once by the counting engine, and those are kept that go down whole or not at all.
How far the table must be taken apart for one is its number of cuts.

Chance is the seed's alone, see `chance`. No other choice is made that could depend on a machine,
on what was asked before, or on the order of a set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from .cards import CARD_KINDS, CARDS, KING, SUITS, Card, card_of, count_cards
from .chance import Chance
from .engines import Problem, Solution
from .engines.counting import all_choices
from .engines.counting.tidy_nodes import tidy_nodes
from .errors import EffortError, OptionError, RulesError, quote
from .melds import Meld, meld_sort_key
from .play import Play, best_play, hand_losses
from .positions import Position, Table
from .rules import DEFAULT_RULES, Rules, rank_at
from .turn import turn_layout, turn_problem
from .values import ITALIAN_VALUES

Difficulty: TypeAlias = Literal["easy", "medium", "hard"]
"""How far a puzzle's table must be taken apart: 1 or 2 cuts, 3 or 4, or 5 and more."""


class _Kind(NamedTuple):
    """What a difficulty asks for: cuts, and how many cards there are unless it is said."""

    cuts: range
    table: int
    hand: int


_KINDS: Final[dict[Difficulty, _Kind]] = {
    "easy": _Kind(range(1, 3), 18, 1),
    "medium": _Kind(range(3, 5), 27, 2),
    "hard": _Kind(range(5, 1000), 36, 2),
}

_HANDS: Final = range(1, 4)
_LEAST_TABLE: Final = 9
_MOST_A_COPY: Final = 39
"""A table of so many cards can be drawn with no card on it twice; a larger one has pairs."""

_MOST_COPIES: Final = 2
"""No more copies of a card are in a puzzle, however many decks there are."""

_TABLES: Final = 100
"""After so many tables it is said that there is no such puzzle."""

_HANDS_A_TABLE: Final = 8
"""So many hands are tried with one table: others are more like them than those of the next one."""

_MELDS_A_TABLE: Final = 400
"""So many melds are drawn for one table, those that do not fit included."""

_SETS: Final = 0.6
"""The share of sets among drawn melds. A table of sets has more rearrangements than one of runs."""

_FOURS: Final = 0.25
"""The share of sets of four among drawn sets."""

_RUN_LENGTHS: Final = (3, 3, 3, 3, 4, 4, 4, 5)

_MAX_SEED: Final = 100


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with one answer: all cards of the hand go down together, or none does.

    What is unique is which cards go: there is one play, it goes out, and no smaller part of the
    hand can be laid at all. How they are laid need not be unique; `solution` is a way with
    the fewest cuts.

    Args:
        seed: the text that it was made from.
        difficulty: which was asked for.
        position: the table, in valid melds, and the hand. There are no jokers.
        rules: what a valid meld is.
        solution: the tidiest turn, as `best_play` finds it.
        cuts: how many joins of the table it does not keep: no turn that goes out keeps more.
        nodes: how many nodes the search for the tidiest turn went through.

    >>> made = puzzle(7)
    >>> Position.parse(str(made)) == made.position
    True
    """

    seed: str
    difficulty: Difficulty
    position: Position
    rules: Rules
    solution: Play
    cuts: int
    nodes: int

    def __str__(self) -> str:
        return str(self.position)

    def _repr_svg_(self) -> str:
        """The position as a picture, for notebooks: it does not tell the solution."""
        return self.position._repr_svg_()


def puzzle(
    seed: int | str,
    *,
    difficulty: Difficulty = "medium",
    rules: Rules = DEFAULT_RULES,
    table: int | None = None,
    hand: int | None = None,
) -> Puzzle:
    """Make a puzzle: a table and a small hand that goes down whole or not at all.

    No card of the hand can be laid off at a meld as it lies, nor are they a meld: the table must
    be taken apart. The same arguments make the same puzzle on every machine and in
    every version of Python. It takes some tenths of a second.

    Args:
        seed: a whole number or a short text; 7 and ``"7"`` are the same.
        difficulty: ``"easy"``, with 1 or 2 cuts, ``"medium"``, with 3 or 4, or ``"hard"``,
            with 5 or more. See `Puzzle.cuts`.
        rules: what a valid meld is. Jokers of the pack are not used, and the player has opened.
        table: how many cards lie on the table, 9 to 60, with one deck to 39; up to 39 cards
            none lies there twice. None for 18, 27 or 36, by difficulty.
        hand: how many cards are in the hand, 1 to 3; None for 1 in an easy puzzle, else 2.

    Raises:
        OptionError: an option has no such value, or no such puzzle was found: small
            tables have none that are hard.
        RulesError: aces go around the corner, where the fewest cuts are not known.

    >>> made = puzzle(5, difficulty="easy")
    >>> print(made)
    table: 7D 8D 9D / 3H 4H 5H 6H 7H / 8H 9H 10H / 5C 5D 5S / JC JD JH JS
    hand: 9H
    >>> print(*made.solution.steps, sep="\\n")
    Take 8H from 8H 9H 10H and add it to 3H 4H 5H 6H 7H.
    Lay 9H from the hand on 3H 4H 5H 6H 7H 8H.
    Take JH from JC JD JH JS and add it to 9H 10H.
    """
    seed = _checked_seed(seed)
    if not isinstance(difficulty, str) or difficulty not in _KINDS:
        expected = ", ".join(map(repr, get_args(Difficulty)))
        raise OptionError(f"difficulty={quote(difficulty)}: expected one of {expected}")
    if not isinstance(rules, Rules):
        raise OptionError(f"rules={quote(rules)}: expected Rules")
    if rules.aces == "around":
        raise RulesError(
            "aces='around': expected 'both', 'low' or 'high' for a puzzle, as the fewest cuts "
            "are not known where aces go around the corner"
        )
    kind = _KINDS[difficulty]
    tables = range(_LEAST_TABLE, 61 if rules.decks > 1 else _MOST_A_COPY + 1)
    size = _checked_number("table", table, tables, kind.table)
    held = _checked_number("hand", hand, _HANDS, kind.hand)
    # the text is part of what makes a puzzle: another one makes other puzzles
    chance = Chance(f"machiavelli puzzle 1: {seed}; {difficulty}, {size}, {held}")
    for _ in range(_TABLES):
        melds = _drawn_melds(chance, rules, size)
        whole = _whole_hands(melds, rules, held)
        hands = [cards for cards in whole if not _lie_there(cards, melds, rules)]
        found = []
        for cards in chance.shuffled(hands)[:_HANDS_A_TABLE]:
            position = Position(Table.of(melds), cards)
            play = best_play(position.table, position.hand, rules=rules)
            assert play is not None
            assert play.goes_out
            if play.tidy and (cuts := play.cuts) in kind.cuts:
                nodes = _nodes(position, rules)
                if nodes is None:
                    continue
                found.append(Puzzle(seed, difficulty, position, rules, play, cuts, nodes))
        if found:  # of the hands of one table the most difficult one
            return max(found, key=lambda each: (each.cuts, each.nodes))
    raise OptionError(
        f"no {difficulty} puzzle was found with table={size}, hand={held} and seed={quote(seed)}: "
        "expected a larger table, a smaller hand or another seed"
    )


def _checked_seed(seed: object) -> str:
    text = str(seed) if isinstance(seed, int) and not isinstance(seed, bool) else seed
    if not (isinstance(text, str) and text.isprintable() and 0 < len(text) <= _MAX_SEED):
        raise OptionError(
            f"seed={quote(seed)}: expected a whole number or a text of 1 to {_MAX_SEED} "
            "printable characters"
        )
    return text


def _checked_number(name: str, number: object, allowed: range, default: int) -> int:
    if number is None:
        return default
    if isinstance(number, bool) or not isinstance(number, int) or number not in allowed:
        raise OptionError(
            f"{name}={quote(number)}: expected a number of cards from {allowed[0]} to {allowed[-1]}"
        )
    return number


def _drawn_melds(chance: Chance, rules: Rules, size: int) -> list[Meld]:
    """Valid melds of so many cards in all, in order."""
    while True:
        left = [1 if size <= _MOST_A_COPY else _MOST_COPIES] * CARD_KINDS
        melds: list[Meld] = []
        to_go = size
        for _ in range(_MELDS_A_TABLE):
            cards = _drawn_meld(chance, rules)
            room = to_go - len(cards)
            if (room == 0 or room >= 3) and all(left[card.index] for card in cards):
                melds.append(Meld(cards))
                to_go = room
                for card in cards:
                    left[card.index] -= 1
                if not to_go:
                    return sorted(melds, key=meld_sort_key)


def _drawn_meld(chance: Chance, rules: Rules) -> tuple[Card, ...]:
    """A meld of the pack."""
    if chance.happens(_SETS):
        rank = 1 + chance.below(KING)
        absent = None if chance.happens(_FOURS) else chance.one_of(SUITS)
        return tuple(card_of(rank, suit) for suit in SUITS if suit != absent)
    places = chance.one_of(list(rules.run_windows(chance.one_of(_RUN_LENGTHS))))
    suit = chance.one_of(SUITS)
    return tuple(card_of(rank_at(place), suit) for place in places)


def _whole_hands(melds: Sequence[Meld], rules: Rules, size: int) -> list[tuple[Card, ...]]:
    """All hands of so many cards of the rest of the pack that go down whole or not at all.

    All are different cards: pairs would double what there is to choose from, for little.
    """
    counts, _ = count_cards(card for meld in melds for card in meld)
    copies = min(rules.decks, _MOST_COPIES)
    rest = tuple(min(1, copies - n) for n in counts)
    problem = Problem(rules=rules, needed=tuple(counts), optional=rest)
    choices = all_choices(problem, most=size)
    lays = {tuple(card for card, n in enumerate(choice.used) if n) for choice in choices}
    # sorted, as the order in which choices are found may depend on what was asked before
    return [
        tuple(CARDS[card] for card in cards)
        for cards in sorted(lays)
        if len(cards) == size
        and not any(part in lays for n in range(1, size) for part in combinations(cards, n))
    ]


def _lie_there(cards: tuple[Card, ...], melds: Sequence[Meld], rules: Rules) -> bool:
    """Are some cards a meld, alone or with one of the melds as it lies?"""
    lying = ((), *(meld.cards for meld in melds))
    return any(Meld((*there, *cards)).is_valid(rules) for there in lying)


def _nodes(position: Position, rules: Rules) -> int | None:
    """How many nodes a search goes through for the tidiest way to lay all cards.

    None: more than are worth it. It is the search that goes through all suits together, as
    the one that `best_play` asks hardly needs to try anything.
    """
    problem = turn_problem(position, rules, hand_losses("cards", ITALIAN_VALUES))
    all_of_it = Solution(used=problem.optional, jokers_used=0, melds=())
    try:
        searched = tidy_nodes(turn_layout(position.table, problem, all_of_it))
    except EffortError:
        return None
    assert searched is not None, "the whole hand goes down"
    return searched.nodes
