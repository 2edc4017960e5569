"""What players ask of their turn: the best play under all rules, a draw, a discard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Final

from ...cards import KING, SUITS, AnyCard, Card, card_of, sort_key
from ...play import Play, after_play, best_play
from ..moves import Discard, Draw, Lay, Move, Pass
from ..view import View


def best_turn(
    view: View,
    *,
    taken: Iterable[AnyCard] = (),
    tidy: bool = False,
    seconds: float | None = None,
) -> Play | None:
    """The play that sheds the most cards; None where no card can be laid.

    Args:
        view: what the player sees.
        taken: cards that the hand has as well.
        tidy: whether the table is left alone as far as can be; see `best_play`.
        seconds: how long a search may take; None for as long as it takes.

    Where one must go out by a discard, a play of the whole hand is none: it is then the best
    of the plays of all cards but one.
    """
    hand = _sorted([*view.hand, *taken])
    best = partial(_best, view, tidy=tidy, seconds=seconds)
    play = best(hand)
    if view.rules.last_discard and play is not None and not play.kept:
        plays = [
            keeping(found, [card])
            for card in dict.fromkeys(hand)
            if (found := best(without(hand, [card]))) is not None
        ]
        return max(plays, key=lambda found: len(found.shed), default=None)
    return play


def _best(
    view: View, hand: tuple[AnyCard, ...], *, tidy: bool, seconds: float | None
) -> Play | None:
    play = best_play(
        view.table,
        hand,
        support=view.support,
        loose=view.loose,
        opened=view.has_opened,
        rules=view.rules.rules,
        values=view.rules.values,
        tidy=tidy,
        seconds=seconds,
    )
    return play if play is not None and play.shed else None


def best_move(view: View, *, waits: Callable[[View, Play], bool] | None = None) -> Move:
    """The move of a player who draws and discards for use, and lays the most cards or waits.

    Args:
        view: what the player sees.
        waits: whether nothing is laid, although this play can be; None for never.
    """
    if view.stage == "draw":
        return useful_draw(view)
    if view.stage == "discard":
        return useless_discard(view)
    play = best_turn(view)
    if play is None or (waits is not None and waits(view, play)):
        return nothing_laid(view)
    return laid(view, play)


def keeping(play: Play, cards: Iterable[AnyCard]) -> Play:
    """A play with more cards of the hand, which stay there."""
    return replace(play, kept=_sorted([*play.kept, *cards]))


def laid(view: View, play: Play) -> Lay:
    """A play as a move."""
    return Lay(after_play(view.position, play))


def nothing_laid(view: View) -> Move:
    """The turn of a player who lays nothing."""
    return Draw() if view.may_draw() else Pass()


def useful_draw(view: View) -> Draw:
    """A draw at the start of a turn: discards if some can be laid at once, else the stock.

    So many discards are taken that the hand is smallest after the play that follows; a card of
    the stock counts as one that stays. Of equal draws it is the one from the stock, then the
    one of the fewest discards.
    """
    stock = [0] if view.may_draw() else []
    discards = [n for n in range(1, len(view.discards) + 1) if view.may_draw(n)]
    if not discards:
        return Draw()

    def stays(n: int) -> int:
        taken = view.discards[len(view.discards) - n :]
        play = best_turn(view, taken=taken)
        more = n or view.rules.draw_first
        return more - (0 if play is None else len(play.shed))

    return Draw(min([*stock, *discards], key=stays))


def useless_discard(view: View) -> Discard:
    """The card of the hand that is least likely to fit; of equal ones the dearest.

    What a card may fit is counted by those that it could lie beside in a meld: cards of its
    rank, and the two places to either side in its suit, the farther ones at half. A card of
    the hand counts most, one that lies on the table or is not seen yet a little. Jokers stay.
    """
    here = Counter(view.hand)
    elsewhere = Counter([*view.unseen, *view.table.cards])

    def fits(card: AnyCard) -> float:
        if not isinstance(card, Card):
            return float("inf")
        return sum(
            weight * (_HERE * bool(here[other]) + _ELSEWHERE * elsewhere[other])
            for other, weight in _neighbours(card)
        )

    return Discard(min(view.hand, key=lambda card: (fits(card), -view.rules.values.value(card))))


_HERE: Final = 3.0
_ELSEWHERE: Final = 0.5
_NEAR: Final = ((-2, 0.5), (-1, 1.0), (1, 1.0), (2, 0.5))


def _neighbours(card: Card) -> list[tuple[Card, float]]:
    """The cards that a card could lie beside, each with its weight; the ace is above the king."""
    near = [(card_of(card.rank, suit), 1.0) for suit in SUITS if suit != card.suit]
    for step, weight in _NEAR:
        rank = card.rank + step
        if 1 <= rank <= KING + 1:
            near.append((card_of(1 if rank > KING else rank, card.suit), weight))
    return near


def without(hand: Iterable[AnyCard], cards: Iterable[AnyCard]) -> tuple[AnyCard, ...]:
    """A hand without some of its cards."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def _sorted(cards: Iterable[AnyCard]) -> tuple[AnyCard, ...]:
    return tuple(sorted(cards, key=sort_key))
