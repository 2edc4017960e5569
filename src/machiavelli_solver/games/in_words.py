"""The course of a game in words: each sentence is made from a rule's value."""

from __future__ import annotations

from collections.abc import Iterator

from ..notation import CARD_NOTATION, Notation
from ..rules_in_words import explain_values
from ..words import number_word, numbered
from .rules import LEAST_DEALT, GameRules


def explain_game(
    rules: GameRules | None = None, *, notation: Notation = CARD_NOTATION
) -> tuple[str, ...]:
    """What is dealt, drawn, discarded and scored, in plain words.

    Args:
        rules: the rules of the game; the classic game if it is not said.
        notation: what cards are called.

    Returns:
        Sentences on the deal, the course of a turn, the end of a round, and the score. What may
        be played is told by `explain_rules`.

    >>> print(*explain_game(), sep="\\n")
    Two to five players get 13 cards each; more players get fewer, but never under three.
    The player left of the dealer begins; from round to round the start moves to the left.
    Who plays nothing draws one card.
    Who cannot complete a play puts everything back, and draws three cards for it.
    When the stock is empty, nobody draws; when all pass in a row, the round ends.
    A round ends at once when a hand is empty, and that player wins it.
    If it ends with no hand empty, who has the fewest cards wins it.
    Who wins the round gets 0, all others 1 for each card left.
    When somebody has 25 points, the game is over; the lowest sum wins.
    """
    rules = GameRules() if rules is None else rules
    card = notation.card_word
    return tuple(
        sentence[0].upper() + sentence[1:] + "."
        for sentence in (
            *_deal(rules, card),
            *_turn(rules, card),
            *_failure(rules, card),
            *_end(rules, card),
            *_score(rules, card, notation),
        )
    )


def _deal(rules: GameRules, card: str) -> Iterator[str]:
    fewest, most = rules.players
    least = min(LEAST_DEALT, rules.dealt)
    fewer = "; more players get fewer" if rules.more_players else ""
    never = f", but never under {number_word(least)}" if fewer else ""
    players = numbered(most, "player")
    if fewest < most:
        players = f"{number_word(fewest)} to {players}"
    yield f"{players} get {numbered(rules.dealt, card)} each{fewer}{never}"
    if rules.support:
        yield (
            f"{numbered(rules.support, f'support {card}')} lie face up beside the stock: a play "
            f"may use them like {card}s of the hand, and they never go to one"
        )
    if rules.turned_up:
        yield "a first discard is turned up from the stock"
    starter = (
        "the player left of the dealer begins"
        if rules.starter == "left-of-dealer"
        else f"each player draws a {card}, and the highest begins"
    )
    yield f"{starter}; from round to round the start moves to the left"


def _turn(rules: GameRules, card: str) -> Iterator[str]:
    if rules.draw_first:
        taken = {
            "none": "",
            "last": ", or the last discard",
            "any": f", or any discard with all {card}s above it",
        }[rules.take]
        drawn = numbered(rules.draw_first, card)
        yield f"a turn begins by drawing {drawn} from the stock{taken}"
    if rules.draw_without_play:
        yield f"who plays nothing draws {numbered(rules.draw_without_play, card)}"
    if rules.draw_after_play:
        drawn = numbered(rules.draw_after_play, card)
        yield f"who plays without going out draws {drawn} at the end"
    if rules.discard:
        yield f"a turn ends with a discard, unless no {card} of the hand is left"
    if rules.last_discard:
        yield f"one goes out with a discard only: a play keeps one {card} for it"


def _failure(rules: GameRules, card: str) -> Iterator[str]:
    penalty = f", and draws {numbered(rules.penalty, card)} for it" if rules.penalty else ""
    yield f"who cannot complete a play puts everything back{penalty}"
    if rules.unrestorable != "back":
        yield (
            f"where the table cannot be restored, {card}s that fit no meld stay as "
            f"{rules.unrestorable} {card}s, for anyone to use"
        )


def _end(rules: GameRules, card: str) -> Iterator[str]:
    blocked = f"who has the fewest {card}s wins it" if rules.blocked == "fewest" else "nobody wins"
    if rules.empty_stock == "shuffle":
        yield "when the stock is empty, the discards are shuffled and are the stock"
    elif rules.empty_stock == "end":
        yield "when the stock is empty, the round ends at once"
    else:
        yield "when the stock is empty, nobody draws; when all pass in a row, the round ends"
    yield "a round ends at once when a hand is empty, and that player wins it"
    if rules.empty_stock != "shuffle":
        yield f"if it ends with no hand empty, {blocked}"


def _score(rules: GameRules, card: str, notation: Notation) -> Iterator[str]:
    if rules.score == "lost" and rules.rounds == 1:
        yield "who wins the round has won, and all others have lost"
        return
    jokers = f", a joker {rules.values.joker}" if rules.rules.jokers else ""
    counts = {
        "lost": "all others 1",
        "cards": f"all others 1 for each {card} left",
        "places": f"all others 1 for each player who has fewer {card}s left",
        "values": (
            f"all others what is left: {explain_values(rules.values, notation=notation)}{jokers}"
        ),
    }[rules.score]
    yield f"who wins the round gets 0, {counts}"
    ends = []
    if rules.until is not None:
        ends.append(f"when somebody has {rules.until} points")
    if rules.rounds is not None:
        ends.append(f"after {numbered(rules.rounds, 'round')}")
    yield f"{' or '.join(ends)}, the game is over; the lowest sum wins"
