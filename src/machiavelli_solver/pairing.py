"""Which of equal things is which: the pairing that keeps the most together, exactly.

Things of a kind are to be paired with places of that kind. Some pairs belong to groups: a
group is worth the number of its pairs that are made, less one. Kinds have an effect on each
other only where they share a group, so they are settled one after another, the one with the
fewest neighbours first, for each way to settle its neighbours (dynamic programming by
elimination): the work grows with how closely kinds hang together, and not with their number.
Where kinds hang together in too many ways, which needs more than two copies of each card, not
all ways are tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Final, NamedTuple, TypeAlias

Pair: TypeAlias = tuple[int, int]
"""A thing and its place."""

Group: TypeAlias = frozenset[Pair]
"""Pairs that are worth their number, less one, if any of them are made."""

_Choice: TypeAlias = tuple[int, ...]
"""Which way of pairing is chosen, for each of some kinds."""

_Worth: TypeAlias = dict[_Choice, int]


class _Settled(NamedTuple):
    """The best way to pair a kind, for each choice of its neighbours."""

    kind: int
    neighbours: tuple[int, ...]
    best: dict[_Choice, int]


def best_pairing(groups: Sequence[Group], kinds: Iterable[Iterable[Pair]]) -> list[Pair]:
    """The pairs to make, so that all groups together are worth the most.

    Args:
        groups: the groups; what their pairs belong to is in `kinds`.
        kinds: for each kind all its pairs that are in any group. No thing and no place is
            in two kinds.

    >>> best_pairing([frozenset({(0, 0), (2, 2)}), frozenset({(1, 0), (2, 2)}),
    ...               frozenset({(0, 0), (3, 3)})], [[(0, 0), (1, 0)], [(2, 2)], [(3, 3)]])
    [(0, 0), (2, 2), (3, 3)]
    """
    ways = [list(_pairings(sorted(pairs))) for pairs in kinds]
    open_kinds = [kind for kind, each in enumerate(ways) if len(each) > 1]
    kind_of = {pair: kind for kind, each in enumerate(ways) for way in each for pair in way}
    tables = []
    for group in groups:
        scope = sorted({kind_of[pair] for pair in group} & {*open_kinds})
        _trim(ways, scope)
        tables.append(_table(group, scope, ways))
    settled: list[_Settled] = []
    left = {*open_kinds}
    while left:
        near = {kind: _neighbours(kind, tables) for kind in left}
        kind = min(left, key=lambda each: (len(near[each]), each))
        _trim(ways, (kind, *near[kind]))
        mine = [table for table in tables if kind in table[0]]
        step, table = _settle(kind, near[kind], mine, ways)
        settled.append(step)
        tables = [table, *(other for other in tables if kind not in other[0])]
        left.remove(kind)
    chosen = dict.fromkeys(range(len(ways)), 0)
    for kind, neighbours, best in reversed(settled):
        chosen[kind] = best[tuple(chosen[each] for each in neighbours)]
    return sorted(pair for kind, way in chosen.items() for pair in ways[kind][way])


_Table: TypeAlias = tuple[tuple[int, ...], _Worth]
"""Some kinds, and what each choice of their ways is worth."""

_MOST_WAYS: Final = 20_000
"""How many ways to pair some kinds are tried together."""


def _trim(ways: Sequence[list[Group]], kinds: Sequence[int]) -> None:
    """Leave out ways of kinds that have to be looked at together, if there are too many."""
    while prod(len(ways[kind]) for kind in kinds) > _MOST_WAYS:
        widest = max(kinds, key=lambda kind: len(ways[kind]))
        del ways[widest][len(ways[widest]) // 2 :]


def _table(group: Group, scope: Sequence[int], ways: Sequence[Sequence[Group]]) -> _Table:
    """What a group is worth, for each choice of the kinds that have one."""
    fixed = frozenset(pair for each in ways if len(each) == 1 for pair in each[0])
    worth = {}
    for choice in product(*(range(len(ways[kind])) for kind in scope)):
        made = len(group & fixed)
        made += sum(len(group & ways[kind][way]) for kind, way in zip(scope, choice, strict=True))
        worth[choice] = max(0, made - 1)
    return tuple(scope), worth


def _neighbours(kind: int, tables: Iterable[_Table]) -> tuple[int, ...]:
    near = {each for scope, _ in tables if kind in scope for each in scope}
    return tuple(sorted(near - {kind}))


def _settle(
    kind: int,
    neighbours: tuple[int, ...],
    tables: Sequence[_Table],
    ways: Sequence[Sequence[Group]],
) -> tuple[_Settled, _Table]:
    """Find the best way to pair a kind for each choice of its neighbours."""
    places = {each: i for i, each in enumerate((kind, *neighbours))}
    looked_up = [([places[each] for each in scope], worth) for scope, worth in tables]
    best: dict[_Choice, int] = {}
    most: _Worth = {}
    for choice in product(*(range(len(ways[each])) for each in neighbours)):
        worths = [
            sum(worth[tuple((way, *choice)[i] for i in at)] for at, worth in looked_up)
            for way in range(len(ways[kind]))
        ]
        most[choice] = max(worths)
        best[choice] = worths.index(most[choice])
    return _Settled(kind, neighbours, best), (neighbours, most)


def _pairings(pairs: Sequence[Pair]) -> Iterator[Group]:
    """Every way to make pairs of a kind to which no other pair of it can be added.

    Fewer pairs are never worth more, so these are all that have to be tried.

    >>> [sorted(way) for way in _pairings([(0, 0), (0, 1), (1, 0)])]
    [[(0, 0)], [(0, 1), (1, 0)]]
    """
    things = sorted({thing for thing, _ in pairs})
    for way in _partial(things, pairs, frozenset()):
        used = {place for _, place in way}
        paired = {thing for thing, _ in way}
        if not any(thing not in paired and place not in used for thing, place in pairs):
            yield way


def _partial(things: Sequence[int], pairs: Sequence[Pair], used: frozenset[int]) -> Iterator[Group]:
    if not things:
        yield frozenset()
        return
    first, *rest = things
    for thing, place in pairs:
        if thing == first and place not in used:
            for way in _partial(rest, pairs, used | {place}):
                yield way | {(thing, place)}
    yield from _partial(rest, pairs, used)
