"""The table that ships is the automaton: frozen, rebuilt to the byte, step for step the same."""

from __future__ import annotations

import lzma
import random
from hashlib import sha256
from itertools import permutations
from pathlib import Path

import pytest

from machiavelli_solver.engines.counting import build_table
from machiavelli_solver.engines.counting.automaton import DEAD, LazyAutomaton
from machiavelli_solver.engines.counting.machine import NONE, machine
from machiavelli_solver.engines.counting.symmetry import PERMUTATIONS, compose, subgroups, turns
from machiavelli_solver.engines.counting.table import (
    TABLE_COPIES,
    Table,
    table_automaton,
    table_path,
)

DIGESTS = {
    1: "dcc8d3a25c584589b56bd12a06b1c77695aa6ab41d18bc7ae4d0bc095bb4956a",
    2: "41b319215aa161e7893e5c9220bc9105996f561d31cc7379b6cf3337014fdd26",
}


@pytest.mark.parametrize("copies", TABLE_COPIES)
def test_the_file_is_frozen(copies: int) -> None:
    data = table_path(copies).read_bytes()
    assert sha256(data).hexdigest() == DIGESTS[copies]
    assert len(data) < 1_100_000


@pytest.mark.parametrize(("copies", "states"), [(1, 92), (2, 55_740)])
def test_it_holds_all_states_and_reads_back_what_was_written(copies: int, states: int) -> None:
    table = Table.unpack(table_path(copies).read_bytes())
    assert len(table.ends) == states
    assert len(table.entries) == states * (copies + 1) ** 4
    if copies == 1:
        assert Table.unpack(table.pack()) == table


@pytest.mark.parametrize("copies", TABLE_COPIES)
def test_it_walks_as_the_step_function_does(copies: int) -> None:
    lazy, table = LazyAutomaton(machine(copies)), table_automaton(copies)
    draw = random.Random(copies)
    steps = 0
    # the same state of one is the same state of the other, whatever way it was reached
    same: dict[int, int] = {}
    for _ in range(400):
        low = draw.choice(machine(copies).columns)
        one, other = lazy.start(low, NONE), table.start(low, NONE)
        for _ in range(13):
            columns = draw.sample(range(machine(copies).column_count), k=12)
            column = next((c for c in columns if lazy.step(one, c) != DEAD), columns[0])
            one, other = lazy.step(one, column), table.step(other, column)
            assert same.setdefault(one, other) == other
            assert lazy.end(one) == table.end(other)
            steps += one != DEAD
            if one == DEAD:
                assert other == DEAD
                break
    assert len(set(same.values())) == len(same) > 20
    assert steps > 1000


@pytest.mark.parametrize("copies", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_the_command_rebuilds_the_very_same_file(copies: int, tmp_path: Path) -> None:
    assert build_table.main(["--copies", str(copies), "--out", str(tmp_path)]) == 0
    built = tmp_path / table_path(copies).name
    assert built.read_bytes() == table_path(copies).read_bytes()


def test_a_file_that_is_no_table_is_refused() -> None:
    with pytest.raises(ValueError, match="not a table"):
        Table.unpack(lzma.compress(b"something else altogether, and long enough"))


def test_permutations_compose_as_functions_do() -> None:
    for p, one in enumerate(permutations(range(4))):
        for q, other in enumerate(permutations(range(4))):
            assert PERMUTATIONS[compose(p, q)] == tuple(one[other[i]] for i in range(4))


def test_the_thirty_subgroups_are_groups() -> None:
    assert len(set(subgroups())) == 30
    for group in subgroups():
        assert 0 in group
        assert {compose(p, q) for p in group for q in group} == group


def test_a_turn_takes_the_first_of_all_permutations_that_give_the_same_state() -> None:
    draw = random.Random(1)
    for _ in range(300):
        g, q, p = draw.randrange(30), draw.randrange(24), draw.randrange(24)
        same = {compose(compose(p, q), s) for s in subgroups()[g]}
        assert turns()[24 * g + q][p] == min(same)
