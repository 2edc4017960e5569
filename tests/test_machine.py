"""The counting machine: one column at a time, against runs and sets laid in plain sight."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest

from machiavelli_solver.engines.counting.machine import SET_SHAPES, End, Joint, Machine, machine

COPIES = [1, 2, 3]

Lengths = tuple[int, ...]
"""The lengths of a suit's open runs, sorted; 3 is three or more."""


def lengths(open_runs: tuple[int, int, int]) -> Lengths:
    ones, twos, longer = open_runs
    return (1,) * ones + (2,) * twos + (3,) * longer


def plain_steps(runs: Lengths, cards: int) -> set[Lengths]:
    """All that so many cards of the next rank can do: each goes on with a run or starts one.

    A run that does not go on ends there, and must have three cards.
    """
    after = set()
    for n in range(min(cards, len(runs)) + 1):
        for going in combinations(range(len(runs)), n):
            ended = [length for i, length in enumerate(runs) if i not in going]
            if all(length == 3 for length in ended):
                longer = [min(3, runs[i] + 1) for i in going]
                after.add(tuple(sorted([*longer, *[1] * (cards - n)])))
    return after


def may_end(runs: Lengths) -> bool:
    return all(length == 3 for length in runs)


def one_suit(table: Machine, state: int) -> Joint:
    """The joint state in which only the first suit has open runs."""
    nothing = table.runs.index((0, 0, 0))
    return table.pack([state, nothing, nothing, nothing])


def step_of_one_suit(table: Machine, joint: Joint, cards: int) -> Joint | None:
    """Where so many cards in runs of the first suit lead."""
    moves = table.moves(joint, table.code((cards, 0, 0, 0)))
    ways = [after for after, sets in moves if sets == (0, 0, 0, 0)]
    assert len(ways) == len(moves) <= 1
    return ways[0] if ways else None


@pytest.mark.parametrize("copies", COPIES)
def test_going_on_first_reads_all_that_any_way_of_laying_runs_reads(copies: int) -> None:
    table = machine(copies)

    def compare(joint: Joint | None, ways: set[Lengths], columns: int) -> None:
        ends = joint is not None and table.end(joint) is not End.OPEN
        assert ends == any(map(may_end, ways))
        if not columns or (joint is None and not ways):
            return
        for cards in range(copies + 1):
            after = None if joint is None else step_of_one_suit(table, joint, cards)
            compare(after, {way for runs in ways for way in plain_steps(runs, cards)}, columns - 1)

    for state, open_runs in enumerate(table.runs):
        compare(one_suit(table, state), {lengths(open_runs)}, columns={1: 8, 2: 6, 3: 5}[copies])


@pytest.mark.parametrize("copies", COPIES)
def test_the_open_runs_of_a_suit_are_all_there_can_be(copies: int) -> None:
    counts = range(copies + 1)
    assert sorted(table_runs := machine(copies).runs) == [
        run for run in product(counts, counts, counts) if sum(run) <= copies
    ]
    # two copies: ten states a suit
    assert len(table_runs) == {1: 4, 2: 10, 3: 20}[copies]


@pytest.mark.parametrize("copies", COPIES)
def test_moves_take_sets_off_and_step_each_suit(copies: int) -> None:
    table = machine(copies)
    draw = random.Random(copies)
    sums = brute_set_sums(copies)
    led_on = 0
    for _ in range(2000):
        states = draw.choices(range(len(table.runs)), k=4)
        column = tuple(draw.choices(range(copies + 1), weights=range(1, copies + 2), k=4))
        found = table.moves(table.pack(states), table.code(column))
        expected = {}
        for sets in sums:
            rows = [
                step_of_one_suit(table, one_suit(table, state), n - k) if k <= n else None
                for state, n, k in zip(states, column, sets, strict=True)
            ]
            if all(row is not None for row in rows):
                expected[sets] = tuple(table.open_runs(row)[0] for row in rows if row is not None)
        assert {sets: table.open_runs(joint) for joint, sets in found} == expected
        led_on += bool(found)
    assert led_on > 100


# --- sets


def brute_set_sums(copies: int) -> dict[tuple[int, ...], int]:
    """What collections of sets take off a column, and the fewest sets that take it."""
    fewest: dict[tuple[int, ...], int] = {}
    for numbers in product(range(copies + 1), repeat=len(SET_SHAPES)):
        total = tuple(
            sum(n for n, shape in zip(numbers, SET_SHAPES, strict=True) if suit in shape)
            for suit in range(4)
        )
        if max(total) <= copies:
            fewest[total] = min(sum(numbers), fewest.get(total, sum(numbers)))
    return fewest


def test_the_shapes_of_sets_are_three_or_four_different_suits() -> None:
    assert sorted(SET_SHAPES) == [(0, 1, 2), (0, 1, 2, 3), (0, 1, 3), (0, 2, 3), (1, 2, 3)]


@pytest.mark.parametrize("copies", [1, 2, 3, 4])
def test_set_sums_are_all_that_sets_can_take(copies: int) -> None:
    found = machine(copies).set_sums
    fewest = brute_set_sums(copies)
    assert found.keys() == fewest.keys()
    for total, shapes in found.items():
        assert total == tuple(sum(suit in shape for shape in shapes) for suit in range(4))
        assert all(shape in SET_SHAPES for shape in shapes)
        assert len(shapes) == fewest[total]
    if copies == 2:
        assert len(found) == 21


# --- the simulation order


def stands_in(table: Machine, x: int, y: int) -> bool:
    """Can state y of a suit do all that x can, as the order says?"""
    if x == y:
        return True
    return table.maximal([one_suit(table, x), one_suit(table, y)]) == (one_suit(table, y),)


@pytest.mark.parametrize("copies", COPIES)
def test_the_order_is_a_preorder(copies: int) -> None:
    table = machine(copies)
    states = range(len(table.runs))
    over = {x: {y for y in states if stands_in(table, x, y)} for x in states}
    for x in states:
        assert table.maximal([one_suit(table, x)] * 2) == (one_suit(table, x),)
        for y in over[x]:
            assert over[y] <= over[x]
            assert x == y or x not in over[y]


@pytest.mark.parametrize("copies", COPIES)
def test_what_a_state_reads_is_read_by_all_that_stand_in_for_it(copies: int) -> None:
    table = machine(copies)
    columns = {1: 8, 2: 6, 3: 5}[copies]
    words = [word for n in range(columns + 1) for word in product(range(copies + 1), repeat=n)]

    def reads(state: int) -> set[tuple[int, ...]]:
        read = set()
        for word in words:
            joint: Joint | None = one_suit(table, state)
            for cards in word:
                joint = None if joint is None else step_of_one_suit(table, joint, cards)
            if joint is not None and table.end(joint) is not End.OPEN:
                read.add(word)
        return read

    read = [reads(state) for state in range(len(table.runs))]
    pairs = 0
    for x, y in product(range(len(read)), repeat=2):
        if x != y and stands_in(table, x, y):
            assert read[x] <= read[y], (table.runs[x], table.runs[y])
            pairs += 1
    assert pairs > 0


def test_a_long_run_stands_in_for_none_and_for_a_short_one() -> None:
    runs = machine(2).runs
    for short in [(0, 0, 0), (0, 1, 0), (1, 0, 0)]:
        assert stands_in(machine(2), runs.index(short), runs.index((0, 0, 1)))
        assert not stands_in(machine(2), runs.index((0, 0, 1)), runs.index(short))


@pytest.mark.parametrize("copies", COPIES)
def test_keeping_only_the_maximal_states_loses_no_word(copies: int) -> None:
    table = machine(copies)
    draw = random.Random(copies)
    dropped = ended = 0
    for _ in range(200):
        everything = {
            table.pack(draw.choices(range(len(table.runs)), k=4)) for _ in range(draw.randint(2, 8))
        }
        kept = set(table.maximal(everything))
        assert kept <= everything
        assert table.maximal(kept) == tuple(sorted(kept))
        dropped += len(everything) - len(kept)
        for _ in range(5):
            column = table.code(draw.choices(range(copies + 1), k=4))
            everything = {to for joint in everything for to, _ in table.moves(joint, column)}
            kept = {to for joint in kept for to, _ in table.moves(joint, column)}
            assert kept <= everything
            ends = [any(table.end(j) is not End.OPEN for j in each) for each in (everything, kept)]
            assert ends[0] == ends[1]
            ended += ends[0]
    assert dropped > 0
    assert ended > 0


# --- numbers


@pytest.mark.parametrize("copies", COPIES)
def test_columns_and_their_numbers(copies: int) -> None:
    table = machine(copies)
    assert [table.code(column) for column in table.columns] == list(range((copies + 1) ** 4))
    assert table.columns[table.code((1, 0, 1, copies))] == (1, 0, 1, copies)


def test_joint_states_and_their_suits() -> None:
    table = machine(2)
    draw = random.Random(0)
    for _ in range(100):
        states = draw.choices(range(len(table.runs)), k=4)
        assert table.open_runs(table.pack(states)) == tuple(table.runs[state] for state in states)
