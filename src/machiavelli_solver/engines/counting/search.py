"""Best-first search: which optional cards go, column by column, at the least loss.

The cards are read as the word *low aces, 2, 3, ..., king, the other aces*. How many aces
of each suit start runs is chosen at the start; all others are chosen in the last column.
A node is a place in the word, a state of the automaton, the low aces, and the jokers used
so far. Nodes are taken in the order of their loss, so the first end that is taken is best.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import product
from typing import NamedTuple

from ...cards import CARD_KINDS, KING, SUITS
from ..problem import Problem
from .automaton import DEAD, LazyAutomaton, State
from .jokers import JokerUse, joker_uses
from .machine import NONE, SUIT_COUNT, End, Vector


@dataclass(frozen=True, slots=True)
class Word:
    """What a search has chosen.

    Args:
        used: how many optional copies of each card are used.
        low_aces: how many natural aces start runs, by suit.
        uses: what each column leaves for the machine and how its jokers are used: the low
            aces, 2 to king, the other aces.
        end: what is known of the melds.
    """

    used: tuple[int, ...]
    low_aces: Vector
    uses: tuple[JokerUse, ...]
    end: End


class _Node(NamedTuple):
    """A place in the word: how it was reached, and what goes on from there."""

    state: State
    low: Vector
    before: int
    use: JokerUse
    used: Vector


class _Choice(NamedTuple):
    """One way to fill a column: the optional cards used, and the jokers."""

    loss: int
    label: int
    used: Vector
    use: JokerUse


class Search:
    """The search for one problem.

    Args:
        problem: the question.
        copies: the most copies of one card that the automaton's machine can have.
        automaton: the states to walk on.
        spares: use jokers by name even where none is needed; else jokers that are left
            over at the end count as laid where that is better than keeping them.
    """

    def __init__(
        self, problem: Problem, copies: int, automaton: LazyAutomaton, *, spares: bool
    ) -> None:
        self._problem = problem
        self._copies = copies
        self._automaton = automaton
        self._spares = spares
        self._losses, self.joker_loss = scaled_losses(problem)
        self.jokers = problem.needed_jokers + problem.optional_jokers
        self._aces_split = problem.rules.aces != "high"
        self._high = problem.rules.aces != "low"
        self._columns: dict[tuple[int, Vector], list[_Choice]] = {}

    def best(self) -> Word | None:
        """The word of the least loss, or None when no choice has a partition."""
        # (loss, jokers, columns to go, number of the node): equal losses go by the number,
        # which grows as nodes are made, so that one problem always has one answer
        heap: list[tuple[int, int, int, int]] = []
        nodes: list[_Node] = []
        ends: list[End] = []
        seen: dict[tuple[object, ...], int] = {}
        step = self._automaton.step

        def push(loss: int, jokers: int, to_go: int, node: _Node) -> None:
            heappush(heap, (loss, jokers, to_go, len(nodes)))
            nodes.append(node)

        for low, use, state in self._starts():
            push(self._excess(0, use.jokers), use.jokers, KING, _Node(state, low, -1, use, NONE))
        while heap:
            loss, jokers, to_go, number = heappop(heap)
            if to_go < 0:
                return self._word(nodes, number, ends[~to_go])
            state, low = nodes[number].state, nodes[number].low
            # fewer jokers are better, except where each must be used by name
            key = (to_go, state, low, jokers if self._spares else 0)
            if seen.get(key, self.jokers + 1) <= jokers:
                continue
            seen[key] = jokers
            last = to_go == 1
            for choice in self._choices(KING + 1 - to_go, low if last else NONE):
                used = jokers + choice.use.jokers
                if used > self.jokers:
                    continue
                total = loss + choice.loss + self._excess(jokers, used)
                node = _Node(DEAD, low, number, choice.use, choice.used)
                if last:
                    end = self._end(state, choice)
                    rest = self._rest(used, end)
                    if rest is not None:
                        ends.append(end)
                        push(total + rest, used, -len(ends), node)
                else:
                    after = step(state, choice.label)
                    if after != DEAD:
                        push(total, used, to_go - 1, node._replace(state=after))
        return None

    def _starts(self) -> Iterator[tuple[Vector, JokerUse, State]]:
        """The choices of low aces: how many natural ones, jokers in their place, a state."""
        table = self._automaton
        needed, optional = self._problem.needed, self._problem.optional
        most = []
        for suit in range(SUIT_COUNT):
            have = [needed[13 * suit + i] + optional[13 * suit + i] for i in range(3)]
            most.append(min(have[0], *(n + self.jokers for n in have[1:])))
        if not self._aces_split:
            most = [0] * SUIT_COUNT
        for low in product(*(range(n + 1) for n in most)):
            aces: Vector = (low[0], low[1], low[2], low[3])
            for use in joker_uses(self._copies, self._code(aces), self.jokers, spares=False):
                # low aces are in runs, all of them
                if use.sets or (use.jokers and not self._aces_split):
                    continue
                cells = tuple(n + more for n, more in zip(aces, use.in_runs, strict=True))
                yield aces, use, table.start((cells[0], cells[1], cells[2], cells[3]), use.in_runs)

    def _choices(self, place: int, low: Vector) -> list[_Choice]:
        """The ways to fill a column, the least loss first: place 1 is the 2, 13 the aces.

        The low aces are taken off the last column's; the loss of aces is counted there.
        """
        choices = self._columns.get((place, low))
        if choices is None:
            choices = self._columns[place, low] = sorted(
                self._fill(place % KING, low), key=lambda choice: (choice.loss, choice.use.jokers)
            )
        return choices

    def _fill(self, rank: int, low: Vector) -> Iterator[_Choice]:
        cards = [13 * suit + rank for suit in SUITS]
        needed = [self._problem.needed[card] for card in cards]
        optional = [self._problem.optional[card] for card in cards]
        for chosen in product(*(range(n + 1) for n in optional)):
            used: Vector = (chosen[0], chosen[1], chosen[2], chosen[3])
            cells = [n + more - taken for n, more, taken in zip(needed, used, low, strict=True)]
            if min(cells) < 0:
                continue
            loss = sum(
                (n - more) * self._losses[card]
                for n, more, card in zip(optional, used, cards, strict=True)
            )
            column = self._code((cells[0], cells[1], cells[2], cells[3]))
            for use in joker_uses(self._copies, column, self.jokers, spares=self._spares):
                label = self._automaton.machine.label(use.column, use.in_runs)
                yield _Choice(loss, label, used, use)

    def _end(self, state: State, choice: _Choice) -> End:
        """May the cards end with this last column?"""
        if self._high:
            return self._automaton.end(self._automaton.step(state, choice.label))
        # aces that are not low can only lie in sets: an automaton that has just started
        # and ends after one column has put all of it into sets
        sets = self._automaton.start(NONE, NONE)
        if not self._automaton.end(self._automaton.step(sets, choice.label)):
            return End.OPEN
        return self._automaton.end(state)

    def _excess(self, before: int, after: int) -> int:
        """What it costs that the jokers used grow, when optional ones are better kept.

        Keeping all optional jokers counts as nothing then, so that no loss is negative.
        """
        if self.joker_loss >= 0:
            return 0
        needed = self._problem.needed_jokers
        return -self.joker_loss * (max(0, after - needed) - max(0, before - needed))

    def _rest(self, jokers: int, end: End) -> int | None:
        """What jokers not used cost in the end; None when one is needed and has no place."""
        if end is End.RUNS:
            return 0
        if end is End.OPEN or jokers < self._problem.needed_jokers:
            return None
        return max(0, self.joker_loss) * (self.jokers - jokers)

    def _code(self, cells: Vector) -> int:
        base = self._copies + 1
        return cells[0] + base * (cells[1] + base * (cells[2] + base * cells[3]))

    def _word(self, nodes: list[_Node], number: int, end: End) -> Word:
        """The choices on the way to a node."""
        low = nodes[number].low
        uses = []
        used = [0] * len(self._problem.optional)
        rank = 0  # the last column's; the one before it has the kings
        while nodes[number].before >= 0:
            for suit, n in enumerate(nodes[number].used):
                used[13 * suit + rank] = n
            uses.append(nodes[number].use)
            number = nodes[number].before
            rank = (rank - 1) % KING
        uses.append(nodes[number].use)
        return Word(tuple(used), low, tuple(reversed(uses)), end)


def scaled_losses(problem: Problem) -> tuple[list[int], int]:
    """Each loss as one whole number, so that sums compare as the tuples do.

    The order of the cards is the last level: losing one copy of a card outweighs losing
    all copies of all later ones.
    """
    scale = 1
    losses = [0] * CARD_KINDS
    joker_loss = 0
    at_stake = [card for card in range(CARD_KINDS) if problem.optional[card]]
    for card in reversed(at_stake):
        losses[card] = scale
        scale *= problem.optional[card] + 1
    for level, (least, most) in reversed([*enumerate(problem.level_spans)]):
        for card in at_stake:
            if level < len(problem.losses[card]):
                losses[card] += scale * problem.losses[card][level]
        if problem.optional_jokers and level < len(problem.joker_loss):
            joker_loss += scale * problem.joker_loss[level]
        scale *= most - least + 1
    return losses, joker_loss
