"""Rules in words: each is a sentence made from its value, so that a changed one is told right."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from .cards import ACE, KING, QUEEN, RANKS, SUITS, Rank, Suit, card_of
from .notation import CARD_NOTATION, Notation, print_cards
from .rules import DEFAULT_RULES, Rules
from .values import CardValues
from .words import numbered

_TIMES: Final = ("once", "twice", "three times", "four times")


def explain_rules(rules: Rules = DEFAULT_RULES, *, notation: Notation = CARD_NOTATION) -> list[str]:
    """Every rule of the melds and of the turn in plain words.

    Args:
        rules: the rules.
        notation: what cards are called.

    Returns:
        Sentences on the pack, the melds, the turn, jokers where there are any, and the
        opening.

    >>> print(*explain_rules(rules=Rules(aces="low"))[:4], sep="\\n")
    The pack has 52 cards, each of them twice, and no jokers: 104 cards.
    A set is three or four cards of one rank in different suits: 7D 7H 7S.
    A run is three or more cards of one suit in a row: 4C 5C 6C.
    The ace is low only: AC 2C 3C is a run, QC KC AC is not.
    """
    jokers = _jokers(rules, notation) if rules.jokers else ()
    return [
        _pack(rules, notation),
        *_melds(rules, notation),
        *_turn(rules, notation),
        *jokers,
        *_opening(rules, notation),
    ]


def explain_values(values: CardValues, *, notation: Notation = CARD_NOTATION) -> str:
    """What each rank is worth, in short.

    >>> explain_values(CardValues.of({"A": 1}, joker=0))
    'A 1, 2-10 as they are, J Q K 10'
    """

    def worth(rank: Rank) -> str:
        value = values.ranks[rank - ACE]
        if notation.rank_name(rank) != str(value):
            return str(value)
        # where the numbers beside it count as much, it is by chance that this one is its own
        beside = [n for n in (rank - 1, rank + 1) if n in RANKS]
        numbers = [n for n in beside if notation.rank_name(n).isdigit()]
        alike = any(values.ranks[n - ACE] == value for n in numbers)
        return str(value) if alike else "as they are"

    return ", ".join(
        f"{_several(list(ranks), notation)} {each}" for each, ranks in groupby(RANKS, key=worth)
    )


def _several(ranks: list[Rank], notation: Notation) -> str:
    """Ranks in a row in short: ``2-10``, ``J Q K``."""
    parts = []
    for are_numbers, some in groupby(map(notation.rank_name, ranks), key=str.isdigit):
        names = list(some)
        parts += [f"{names[0]}-{names[-1]}"] if are_numbers and len(names) > 1 else names
    return " ".join(parts)


def _pack(rules: Rules, notation: Notation) -> str:
    card, total = notation.card_word, len(rules.pack)
    times = _TIMES[rules.decks - 1]
    jokers = numbered(rules.jokers, "joker")
    return f"The pack has 52 {card}s, each of them {times}, and {jokers}: {total} {card}s."


def _melds(rules: Rules, notation: Notation) -> Iterator[str]:
    card, suit = notation.card_word, notation.suit_word
    diamonds, hearts, spades = (card_of(7, each) for each in SUITS[1:])
    yield (
        f"A set is three or four {card}s of one {notation.rank_word} in different {suit}s: "
        f"{print_cards([diamonds, hearts, spades], notation=notation)}."
    )
    yield f"A run is three or more {card}s of one {suit} in a row: {_row(notation, 4, 5, 6)}."
    low, high = _row(notation, ACE, 2, 3), _row(notation, QUEEN, KING, ACE)
    corner = _row(notation, KING, ACE, 2)
    yield (
        f"The {notation.ace_word} is "
        + {
            "both": f"low ({low}) or high ({high}), but never in between: {corner} is no run.",
            "low": f"low only: {low} is a run, {high} is not.",
            "high": f"high only: {high} is a run, {low} is not.",
            "around": f"low ({low}), high ({high}) or in between ({corner}).",
        }[rules.aces]
    )
    twice = print_cards([hearts, hearts, spades], notation=notation)
    yield f"No meld holds a {card} twice: {twice} is no set."


def _row(notation: Notation, *ranks: Rank) -> str:
    return print_cards([card_of(rank, Suit.CLUBS) for rank in ranks], notation=notation)


def _turn(rules: Rules, notation: Notation) -> Iterator[str]:
    card = notation.card_word
    yield (
        f"A turn plays one {card} of the hand or more, and may take apart the whole table; "
        f"when it ends, every {card} on the table lies in one valid meld."
    )
    keeps = rules.jokers and rules.joker_moves == "swap" and rules.freed_joker == "keep"
    yield f"No {card} of the table goes to a hand{', but an exchanged joker' if keeps else ''}."


def _jokers(rules: Rules, notation: Notation) -> Iterator[str]:
    card, limit = notation.card_word, rules.jokers_per_meld
    yield f"A joker stands for any {card}; in a set, for a {notation.suit_word} that is not in it."
    most = "any number of jokers" if limit is None else f"{numbered(limit, 'joker')} at most"
    yield f"A meld holds {most}, and at least one {card} that is no joker."
    if rules.joker_moves == "free":
        yield f"A joker on the table moves like any {card}."
    else:
        yield (
            f"A joker on the table stays what it stands for, until that very {card} comes "
            "from the hand and takes its place."
        )
        keep = ", or kept in the hand for a later one" if rules.freed_joker == "keep" else ""
        yield f"The joker that becomes free is played in the same turn{keep}."
    if rules.joker_company:
        company = numbered(rules.joker_company, f"other {card}")
        yield (
            f"A joker goes down from the hand only in a turn that also plays {company} of the "
            "hand, or more."
        )


def _opening(rules: Rules, notation: Notation) -> Iterator[str]:
    if not rules.opening:
        yield "There is no opening: a first play needs no number of points."
        return
    yield (
        f"A player opens with melds of the hand alone that are worth {rules.opening} points or "
        "more, and leaves the table as it is; all else is for later turns."
    )
    worth = explain_values(rules.opening_values, notation=notation)
    joker = f"; a joker counts as the {notation.card_word} it stands for" if rules.jokers else ""
    yield f"For this they count: {worth}{joker}."
