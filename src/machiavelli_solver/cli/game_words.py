"""A game in words: what each player has done, how the table lies, and how it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from ..cards import AnyCard, Card, sort_key
from ..errors import PositionError
from ..games.game import Game
from ..games.moves import Discard, Draw, Fail, Lay, Move, Pass
from ..games.scores import totals
from ..games.work_table import WorkTable
from ..melds import Meld
from ..naming import HAND_MARK, MOVED_MARK, SUPPORT_MARK
from ..positions import Position, Table
from ..rearrangement import Placed, Rearrangement, rearranged
from ..steps import Step, steps_of
from ..words import listed, number_word, numbered
from .common import number
from .marks import marks_after
from .terminal import NO_MARK, Style

_MOST_NAMED: Final = 4
"""In so many moves at most it is told what was laid where."""

_CARDS_A_LINE: Final = 18


class Made(NamedTuple):
    """A move that was made: the game before it, the move, and the game after it."""

    before: Game
    move: Move
    after: Game


@dataclass(frozen=True, slots=True)
class GameWords:
    """Words for a game.

    Args:
        style: how cards are shown.
        names: what the players are called, one a seat; None for the person, who is told.
    """

    style: Style
    names: tuple[str | None, ...]

    @property
    def card(self) -> str:
        """What a card is called."""
        return self.style.notation.card_word

    def name(self, seat: int) -> str:
        """What a player is called, with the seat: ``greedy (2)``; the person is ``you``."""
        name = self.names[seat]
        return "you" if name is None else f"{name} ({seat + 1})"

    # --- what was done

    def told(self, made: Sequence[Made]) -> str:
        """The moves of one player's turn, in a sentence."""
        seat = made[0].before.turn
        person = self.names[seat] is None
        parts = [
            part
            for each in made
            if not (isinstance(each.move, Pass) and len(made) > 1)
            for part in self._done(each, person)
        ]
        left = made[-1].after.hands[seat]
        if not left:
            end = f", and {'are' if person else 'is'} out"
        elif any(isinstance(each.move, Lay) for each in made):
            end = f"; {number(len(left), self.card)} left"
        else:
            end = ""
        name = self.name(seat)
        subject = self.style.bold(name.capitalize() if person else name)
        return f"{subject} {listed(parts, 'and')}{end}."

    def _done(self, made: Made, person: bool) -> Iterator[str]:
        before, move, after = made
        seat = before.turn
        hand, now = before.hands[seat], after.hands[seat]
        if isinstance(move, Draw) and move.discards:
            taken = before.discards[-move.discards :]
            yield f"took {self.style.cards(taken)} from the discards"
        elif isinstance(move, Lay):
            yield f"laid {self._laid(before, move.after)}"
            hand = move.after.hand
        elif isinstance(move, Pass):
            yield "passed"
        elif isinstance(move, Discard):
            yield f"discarded {self.style.card(move.card)}"
        elif isinstance(move, Fail):
            yield "gave up a play"
            gone = Counter(before.table.cards) - Counter(after.table.cards)
            left = sorted(gone.elements(), key=sort_key)
            if left:
                yield f"left {self.style.cards(left)} in no meld"
        if not (isinstance(move, Draw) and move.discards) and len(now) > len(hand):
            drawn = sorted((Counter(now) - Counter(hand)).elements(), key=sort_key)
            many = "a" if len(drawn) == 1 else number_word(len(drawn))
            plural = "" if len(drawn) == 1 else "s"
            what = self.style.cards(drawn) if person else f"{many} {self.card}{plural}"
            yield f"drew {what}"

    def _laid(self, before: Game, after: Position) -> str:
        """What was laid, and where, if that is told in a few words."""
        shed = Counter(before.hands[before.turn]) - Counter(after.hand)
        spare = Counter([*before.support, *before.loose])
        spare -= Counter([*after.support, *after.loose])
        turn = rearranged(
            before.position,
            after.table.melds or (),
            shed=shed.elements(),
            support=sorted(spare.elements(), key=sort_key),
        )
        steps = steps_of(turn)
        if len(steps) <= _MOST_NAMED and all(map(_only_lays, steps)):
            return listed(self._on_melds(turn), "and")
        cards = sorted(shed.elements(), key=sort_key)
        return f"{self.style.cards(cards)} in {numbered(len(steps), 'move')}"

    def _on_melds(self, turn: Rearrangement) -> Iterator[str]:
        """For each meld what was laid there: on what, or as a new one."""
        for row, base in zip(turn.sources, turn.bases, strict=True):
            laid = [
                f"{self.style.cards(cards)}{name}"
                for place, name in (
                    ("hand", ""),
                    ("support", f" from the support {self.card}s"),
                    ("loose", f" from the loose {self.card}s"),
                )
                if (cards := [placed.card for placed in row if placed.source == place])
            ]
            if laid:
                where = "as a new meld"
                if base is not None:
                    where = f"on {self.style.cards(turn.before[base])}"
                yield f"{' with '.join(laid)} {where}"

    # --- how it lies

    def table(self, work: WorkTable, last: Table | None = None) -> Iterator[str]:
        """The table with its melds numbered, and what is wrong with those that are none.

        Args:
            work: the turn under way.
            last: the table when the person last had a look at it, as long as nothing was
                moved: what is new since is marked.
        """
        if not work.melds:
            yield "  The table is empty."
        else:
            since = None if work.begun else _since(last, work.before.table)
            marks = since or [
                [_mark(placed, number) for placed in group]
                for number, group in enumerate(work.now.groups)
                if group
            ]
            melds = [meld for _, meld in work.melds]
            notes = [self._note(meld, work) for meld in melds]
            lines = self.style.meld_table(melds, notes, marks)
            for (n, _), line in zip(work.melds, lines, strict=True):
                yield f"  {n:>2}{line}".rstrip()
            yield from self._legend({mark for row in marks for mark in row}, since is not None)
        for name, cards in (("support", work.now.support), ("loose", work.now.loose)):
            if cards:
                yield f"  {name} {self.card}s  {self.style.cards(cards)}"

    def _note(self, meld: Meld, work: WorkTable) -> str:
        if meld.is_valid(work.rules):
            return self.style.joker_note(meld, work.rules)
        return self.style.kind_note(meld, work.rules)

    def _legend(self, marks: set[str], since: bool) -> Iterator[str]:
        meanings = (
            (HAND_MARK, "laid since your last turn" if since else "from your hand"),
            (SUPPORT_MARK, f"from beside the {'table' if self.card == 'card' else 'board'}"),
            (MOVED_MARK, "moved"),
        )
        found = [f"{mark} = {meaning}" for mark, meaning in meanings if mark in marks]
        if found:
            yield f"     ({', '.join(found)})"

    def hand(self, cards: Sequence[AnyCard], *, by_rank: bool) -> Iterator[str]:
        """The hand, sorted by suit or by rank, with a gap between suits."""
        if by_rank:
            rows = [
                sorted(cards, key=lambda c: (c.rank if isinstance(c, Card) else 14, sort_key(c)))
            ]
        else:
            ordered = sorted(cards, key=sort_key)
            rows = [list(group) for _, group in groupby(ordered, key=_suit_of)]
        label = f"  your hand ({len(cards)})"
        line, count = label, 0
        for row in rows:
            if count and count + len(row) > _CARDS_A_LINE:
                yield line
                line, count = " " * len(label), 0
            line += f"  {self.style.cards(row)}"
            count += len(row)
        yield line

    def counts(self, game: Game) -> Iterator[str]:
        """How many cards each player has, the stock, the discards, and the points so far."""
        sizes = [f"{self.name(seat)} {len(hand)}" for seat, hand in enumerate(game.hands)]
        yield f"  {self.card}s   {', '.join([*sizes, f'stock {len(game.stock)}'])}"
        if any(map(any, game.scores)):
            yield f"  points  {', '.join(self._points(totals(game.scores)))}"
        if game.discards:
            shown = 12 if game.rules.take == "any" else 3
            more = "... " if len(game.discards) > shown else ""
            last = self.style.cards(game.discards[-shown:])
            yield f"  discards  {more}{last} (the last one last)"
        if not all(game.opened):
            closed = [self.name(i) for i, opened in enumerate(game.opened) if not opened]
            opening = game.rules.rules.opening
            yield f"  not opened ({opening} points)  {', '.join(closed)}"

    def _points(self, points: Sequence[int]) -> list[str]:
        return [f"{self.name(seat)} {each}" for seat, each in enumerate(points)]

    # --- how it stands

    def round_over(self, game: Game) -> Iterator[str]:
        """How a round ended, and what it counts."""
        out = [seat for seat, hand in enumerate(game.hands) if not hand]
        winners = [self.name(seat) for seat in game.round_winners]
        if out:
            why = f"{self.name(out[0])} {self._verb(out, 'are', 'is')} out"
        else:
            ended = "the stock is empty" if game.rules.empty_stock == "end" else "all have passed"
            why = f"{ended}, and nobody wins it"
            if winners:
                least = number(min(map(len, game.hands)), self.card)
                has = self._verb(game.round_winners, "have", "has")
                wins = self._verb(game.round_winners, "win", "wins")
                why = (
                    f"{ended}; {listed(winners, 'and')} {has} the fewest left, {least}, and {wins}"
                )
        yield self.style.bold(f"Round {game.round} is over: {why}.")
        for seat, hand in enumerate(game.hands):
            if hand:
                ordered = sorted(hand, key=sort_key)
                yield f"  {self.name(seat)} had  {self.style.cards(ordered)}"
        yield ""
        yield from self.scores(game)

    def scores(self, game: Game) -> Iterator[str]:
        """The points of each round and their sums."""
        if not game.scores:
            yield "  No round is over yet: nobody has points."
            return
        names = [self.name(seat) for seat in range(game.players)]
        widths = [max(len(name), 4) for name in names]
        rows = [(f"round {n}", points) for n, points in enumerate(game.scores, start=1)]
        if len(rows) > 1:
            rows.append(("sum", totals(game.scores)))
        yield "  " + "  ".join(
            ["points   ", *(n.rjust(w) for n, w in zip(names, widths, strict=True))]
        )
        for label, points in rows:
            cells = [str(each).rjust(width) for each, width in zip(points, widths, strict=True)]
            yield "  " + "  ".join([label.ljust(9), *cells])

    def game_over(self, game: Game) -> str:
        """Who has won."""
        winners = game.winners
        if not winners:
            return self.style.bold("The game is over: nobody has won.")
        names = listed([self.name(seat) for seat in winners], "and")
        points = totals(game.scores)[winners[0]]
        won = self._verb(winners, "have", "has")
        scored = "" if game.rules.score == "lost" else f" with {number(points, 'point')}"
        return self.style.bold(f"The game is over: {names} {won} won{scored}.")

    def _verb(self, seats: Sequence[int], many: str, one: str) -> str:
        return one if len(seats) == 1 and self.names[seats[0]] is not None else many


def _only_lays(step: Step) -> bool:
    return step.freed is None and step.source in ("hand", "support", "loose")


def _suit_of(card: AnyCard) -> int:
    return card.suit if isinstance(card, Card) else 4


def _mark(placed: Placed, group: int) -> str:
    if placed.source == "table":
        return NO_MARK if placed.meld == group else MOVED_MARK
    return HAND_MARK if placed.source == "hand" else SUPPORT_MARK


def _since(last: Table | None, now: Table) -> list[list[str]] | None:
    """Marks for what came to the table, or moved; None where that cannot be told."""
    if last is None:
        return None
    new = Counter(now.cards) - Counter(last.cards)
    try:
        turn = rearranged(Position(last, tuple(new.elements())), now.melds or ())
    except PositionError:  # a turn that failed left cards beside the table
        return None
    return marks_after(turn)
