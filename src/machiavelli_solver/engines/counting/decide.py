"""Only yes or no: do counts of cards, without jokers, partition into melds.

No search and no melds: the word is fixed but for the low aces, and the automaton reads it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...rules import Rules
from .automaton import DEAD, Automaton
from .machine import NONE, SUIT_COUNT, Column, Machine
from .table import NUMBER_MASK, PERMUTATION_MASK, PERMUTATION_SHIFT, TURN_SHIFT, TableAutomaton


def decide(counts: Sequence[int], rules: Rules, machine: Machine, automaton: Automaton) -> bool:
    """Do these cards partition into valid melds?

    Args:
        counts: how many copies of each of the 52 cards; none more than the machine has.
        rules: only what they say of aces matters.
        machine: the machine of the automaton.
        automaton: what reads the columns.
    """
    one, two, three, four = machine.units
    counts = bytes(counts)
    columns = _columns(counts, machine)
    aces = one * counts[0] + two * counts[13] + three * counts[26] + four * counts[39]
    high = rules.aces != "low"
    if high:
        columns.append(0)
    for low in low_aces(counts, rules, machine):
        rest = aces - low
        if high:
            columns[-1] = rest
        elif machine.columns[rest] not in machine.set_sums:
            continue
        state = automaton.start(machine.columns[low], NONE)
        if isinstance(automaton, TableAutomaton):
            state = _read_table(automaton, state, columns)
        else:
            state = _read(automaton, state, columns)
        if state != DEAD and automaton.end(state):
            return True
    return False


_SUIT_BITS: Final = 8 * 13
_TWO_TO_KING: Final = (1 << 8 * 12) - 1


def _columns(counts: bytes, machine: Machine) -> list[Column]:
    """The columns of the twos to the kings."""
    _, two, three, four = machine.units
    if machine.column_count <= 256:
        # a column fits a byte: twelve sums at once, as digits of one great number
        number = int.from_bytes(counts, "big")
        return list(
            (
                (number >> 3 * _SUIT_BITS & _TWO_TO_KING)
                + two * (number >> 2 * _SUIT_BITS & _TWO_TO_KING)
                + three * (number >> _SUIT_BITS & _TWO_TO_KING)
                + four * (number & _TWO_TO_KING)
            ).to_bytes(12, "big")
        )
    clubs, diamonds, hearts, spades = counts[1:13], counts[14:26], counts[27:39], counts[40:52]
    return [
        a + two * b + three * c + four * d
        for a, b, c, d in zip(clubs, diamonds, hearts, spades, strict=True)
    ]


def _read(automaton: Automaton, state: int, columns: list[Column]) -> int:
    """The state after some columns."""
    for column in columns:
        state = automaton.step(state, column)
        if state == DEAD:
            break
    return state


def _read_table(automaton: TableAutomaton, state: int, columns: list[Column]) -> int:
    """The same: `TableAutomaton.step` in a loop, with nothing between."""
    entries, width = automaton.table.entries, automaton.width
    seen_as, turns = automaton.columns, automaton.turns
    number = state >> PERMUTATION_SHIFT
    permutation = state & PERMUTATION_MASK
    for column in columns:
        entry = entries[number * width + seen_as[permutation][column]]
        if not entry:
            return DEAD
        number = entry & NUMBER_MASK
        permutation = turns[entry >> TURN_SHIFT][permutation]
    return number << PERMUTATION_SHIFT | permutation


def low_aces(counts: Sequence[int], rules: Rules, machine: Machine) -> list[Column]:
    """The columns of low aces that are worth a try, the one with the fewest first.

    A low ace needs a 2 and a 3. One that is not low needs a queen and a king, where aces
    may be high, or aces of two more suits.
    """
    columns = [0]
    if rules.aces == "high":
        return columns
    aces = counts[0::13]
    lacking = aces.count(0)
    if lacking == SUIT_COUNT:
        return columns
    sets, low = lacking <= 1, rules.aces == "low"
    for i, unit in zip(_ACES, machine.units, strict=True):
        ace = counts[i]
        if ace:
            most = min(ace, counts[i + 1], counts[i + 2])
            if sets:
                least = 0
            elif low:
                least = ace
            else:
                least = ace - min(ace, counts[i + 11], counts[i + 12])
            if most or least:
                tries = range(least * unit, most * unit + 1, unit)
                columns = [column + taken for taken in tries for column in columns]
    return columns


_ACES: Final = (0, 13, 26, 39)
"""Where the aces are in counts."""
