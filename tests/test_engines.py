"""Engines by name, and the form of the problems that they answer."""

from __future__ import annotations

from importlib import import_module

import pytest
from brute_force import tally
from hypothesis import given
from hypothesis import strategies as st
from solutions import check_solution, loss_of

from machiavelli_solver import EngineName, OptionError, Rules, read_cards
from machiavelli_solver.engines import Loss, Problem, Solution, get_engine


@pytest.mark.parametrize("name", ["counting", "ip"])
def test_an_engine_is_a_function_of_its_module(name: EngineName) -> None:
    modules = {"counting": "counting", "ip": "integer_program"}
    module = import_module(f"machiavelli_solver.engines.{modules[name]}")
    assert get_engine(name) is module.solve


@pytest.mark.parametrize("name", ["", "Counting", "integer_program", None, 1])
def test_no_other_engine(name: object) -> None:
    with pytest.raises(OptionError) as caught:
        get_engine(name)  # type: ignore[arg-type]
    assert str(caught.value) == f"engine={name!r}: expected one of 'counting', 'ip'"


@pytest.mark.parametrize("name", ["counting", "ip"])
def test_the_plainest_problem(name: EngineName) -> None:
    needed, _ = tally(read_cards("4-6C"))
    optional, _ = tally(read_cards("7C 9C"))
    problem = Problem(
        rules=Rules(),
        needed=tuple(needed),
        optional=tuple(optional),
        losses=((1,),) * 52,
    )
    solution = get_engine(name)(problem)
    assert solution is not None
    check_solution(problem, solution)
    assert solution.melds == (tuple(read_cards("4-7C")),)
    assert solution.used == tuple(tally(read_cards("7C"))[0])
    assert (solution.jokers_used, loss_of(problem, solution)) == (0, (1,))


@pytest.mark.parametrize("name", ["counting", "ip"])
def test_a_problem_without_losses_uses_as_many_of_the_first_cards_as_it_can(
    name: EngineName,
) -> None:
    optional, _ = tally(read_cards("4-7C"))
    solution = get_engine(name)(Problem(rules=Rules(), needed=(0,) * 52, optional=tuple(optional)))
    assert solution is not None
    check_solution(Problem(rules=Rules(), needed=(0,) * 52, optional=tuple(optional)), solution)
    assert solution.used == tuple(optional)


# --- losses


one_loss = st.lists(st.integers(-3, 5), max_size=3).map(tuple)


@given(
    optional=st.lists(st.integers(0, 2), min_size=4, max_size=4),
    jokers=st.integers(0, 2),
    losses=st.lists(one_loss, min_size=4, max_size=4),
    joker_loss=one_loss,
)
def test_level_spans_are_the_least_and_the_greatest_loss(
    optional: list[int],
    jokers: int,
    losses: list[tuple[int, ...]],
    joker_loss: tuple[int, ...],
) -> None:
    problem = Problem(
        rules=Rules(jokers=2),
        needed=(0,) * 52,
        optional=(*optional, *[0] * 48),
        optional_jokers=jokers,
        losses=(*losses, *[()] * 48),
        joker_loss=joker_loss,
    )
    # each copy left out or not, level by level
    copies = [loss for n, loss in zip(optional, losses, strict=True) for _ in range(n)]
    copies += [joker_loss] * jokers
    levels = max(map(len, copies), default=0)
    for level in range(levels):
        sums = {0}
        for loss in copies:
            each = loss[level] if level < len(loss) else 0
            sums |= {total + each for total in sums}
        assert problem.level_spans[level] == (min(sums), max(sums))
    assert len(problem.level_spans) == levels


def test_loss_of_a_solution_adds_up_what_is_left_out() -> None:
    optional, jokers = tally(read_cards("4C 4C 5C JK JK"))
    losses: list[Loss] = [(), (), (), (1, 10), (2,), *[()] * 47]
    problem = Problem(
        rules=Rules(jokers=2),
        needed=(0,) * 52,
        optional=tuple(optional),
        optional_jokers=jokers,
        losses=tuple(losses),
        joker_loss=(0, -1),
    )
    used, _ = tally(read_cards("4C"))
    solution = Solution(used=tuple(used), jokers_used=1, melds=())
    assert loss_of(problem, solution) == (1 + 2, 10 - 1)
