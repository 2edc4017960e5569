"""The deterministic automaton: it reads what its machine reads, forgets in time, and is bounded."""

from __future__ import annotations

import gc
import random
from collections.abc import Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import _lru_cache_wrapper

import pytest
from small_packs import ALL_OF_A_PACK

from machiavelli_solver.engines import Problem, Solution
from machiavelli_solver.engines.counting import automaton as automaton_module
from machiavelli_solver.engines.counting import solve, solve_by_name
from machiavelli_solver.engines.counting.automaton import DEAD, LazyAutomaton, lazy_automaton
from machiavelli_solver.engines.counting.machine import End, Joint, machine

NONE = (0, 0, 0, 0)


@pytest.mark.parametrize("copies", [1, 2, 3])
def test_it_reads_what_the_machine_reads_in_any_of_its_ways(copies: int) -> None:
    table = machine(copies)
    automaton = LazyAutomaton(table)
    draw = random.Random(copies)
    ended = died = 0
    for _ in range(300):
        low = draw.choice([column for column in table.columns if max(column) <= copies])
        joints: set[Joint] = set(table.start(low))
        state = automaton.start(low, NONE)
        for _ in range(8):
            ends = [table.end(joint) for joint in joints]
            assert automaton.end(state) == max(ends, default=End.OPEN)
            ended += automaton.end(state) is not End.OPEN
            # columns that can go on are drawn more often: words soon die otherwise
            columns = draw.sample(range(table.column_count), k=min(12, table.column_count))
            going = [c for c in columns if any(table.moves(joint, c) for joint in joints)]
            column = draw.choice(going or columns)
            joints = {to for joint in joints for to, _ in table.moves(joint, column)}
            state = automaton.step(state, column)
            assert (state == DEAD) == (not joints)
        died += state == DEAD
    assert ended > 100
    assert died > 10
    assert automaton.end(DEAD) is End.OPEN
    assert all(automaton.step(DEAD, column) == DEAD for column in range(table.column_count))


def some_problems() -> list[Problem]:
    """Problems of one and of two copies, valid and not, and some with jokers."""
    packs = [pack for pack, _, _ in ALL_OF_A_PACK]
    return [
        pack.problem(counts, jokers)
        for jokers in (0, 1, 2)
        for pack in packs
        if pack.aces != "around"
        for counts in pack.sample(25, seed=jokers)
    ]


@pytest.mark.usefixtures("lazy")
def test_forgetting_all_the_time_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    problems = some_problems()
    before = [solve(problem) for problem in problems]
    assert any(before)
    assert not all(before)
    monkeypatch.setattr(automaton_module, "STATE_LIMIT", 5)
    monkeypatch.setattr(automaton_module, "STEP_LIMIT", 9)
    forgotten: list[int] = []
    monkeypatch.setattr(LazyAutomaton, "_forget", counted(LazyAutomaton._forget, forgotten))
    assert [solve(problem) for problem in problems] == before
    assert len(forgotten) > len(problems) // 2


def problems_by_name() -> list[Problem]:
    """Problems about which meld a joker lies in, under several rules."""
    return [
        replace(problem, rules=replace(problem.rules, jokers_per_meld=limit), pinned=pinned)
        for number, problem in enumerate(some_problems())
        for limit in (None, 1)
        if problem.needed_jokers
        for pinned in [tuple(int(n == 1 and number % 3 == 0) for n in problem.needed)]
        if sum(pinned) < 4
    ]


def test_general_automata_are_kept_and_change_no_answer(
    monkeypatch: pytest.MonkeyPatch, own_automata: dict[Hashable, LazyAutomaton]
) -> None:
    problems = problems_by_name()[::3]
    alone = []
    for problem in problems:
        own_automata.clear()
        alone.append(solve_by_name(problem, None))
    assert 10 < sum(each is not None for each in alone) < len(alone) - 10
    # whatever was asked before, to the last card of a meld
    for order in (1, -1):
        own_automata.clear()
        assert [solve_by_name(problem, None) for problem in problems[::order]] == alone[::order]
        assert own_automata
    monkeypatch.setattr(automaton_module, "JOINT_LIMIT", 9)
    assert [solve_by_name(problem, None) for problem in problems] == alone
    own_automata.clear()
    monkeypatch.setattr(automaton_module, "MOST_AUTOMATA", 1)
    assert [solve_by_name(problem, None) for problem in problems] == alone
    assert len(own_automata) == 1


@pytest.fixture
def own_automata(monkeypatch: pytest.MonkeyPatch) -> dict[Hashable, LazyAutomaton]:
    """The automata of this thread, none at first, and those from before afterwards."""
    automata: dict[Hashable, LazyAutomaton] = {}
    monkeypatch.setattr(automaton_module._of_thread, "automata", automata)
    return automata


def test_the_automata_that_were_not_asked_for_the_longest_go(
    monkeypatch: pytest.MonkeyPatch, own_automata: dict[Hashable, LazyAutomaton]
) -> None:
    monkeypatch.setattr(automaton_module, "MOST_AUTOMATA", 2)
    one = lazy_automaton(1)
    two = lazy_automaton(2)
    assert lazy_automaton(1) is one
    lazy_automaton(3)
    assert [*own_automata] == [1, 3]
    assert lazy_automaton(1) is one
    assert lazy_automaton(2) is not two


def counted(forget: object, calls: list[int]) -> object:
    def forget_and_count(automaton: LazyAutomaton) -> None:
        calls.append(1)
        assert callable(forget)
        forget(automaton)

    return forget_and_count


@pytest.mark.parametrize(
    ("states", "joints", "steps"),
    [(30, 10_000, 10_000), (10_000, 50, 10_000), (10_000, 10_000, 60)],
)
def test_the_memory_is_bounded_between_positions(
    states: int, joints: int, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(automaton_module, "STATE_LIMIT", states)
    monkeypatch.setattr(automaton_module, "JOINT_LIMIT", joints)
    monkeypatch.setattr(automaton_module, "STEP_LIMIT", steps)
    automaton = LazyAutomaton(machine(2))
    draw = random.Random(0)
    most = 0
    for _ in range(300):
        state = automaton.start(NONE, NONE)
        for _ in range(10):
            state = automaton.step(state, draw.randrange(20))
        held = sum(map(len, automaton._joints))
        most = max(
            most, len(automaton._joints) - states, held - joints, len(automaton.memo) - steps
        )
        automaton.trim()
        assert sum(map(len, automaton._joints)) <= joints
        assert len(automaton._joints) <= states
        assert len(automaton._numbers) <= states
        assert len(automaton._ends) <= states
        assert len(automaton.memo) <= steps
    assert most > 0, "the limit was never reached"


def test_threads_do_not_disturb_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(automaton_module, "STATE_LIMIT", 200)
    problems = some_problems()[::2]
    problems += problems_by_name()[::4]
    expected = [solve(problem) for problem in problems]

    def all_from(start: int) -> list[Solution | None]:
        order = [*range(start, len(problems)), *range(start)]
        found = {i: solve(problems[i]) for i in order}
        return [found[i] for i in range(len(problems))]

    with ThreadPoolExecutor(4) as pool:
        for answers in pool.map(all_from, range(0, len(problems), len(problems) // 4)):
            assert answers == expected


def test_each_thread_has_an_automaton_of_its_own() -> None:
    mine = lazy_automaton(2)
    assert lazy_automaton(2) is mine
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(lazy_automaton, 2).result() is not mine


def test_every_cache_of_the_package_is_bounded() -> None:
    for problem in some_problems()[:50]:
        solve(problem)
    caches = [
        cache
        for cache in gc.get_objects()
        if isinstance(cache, _lru_cache_wrapper)
        and cache.__module__.startswith("machiavelli_solver")
    ]
    assert len(caches) >= 3
    for cache in caches:
        takes_nothing = cache.__wrapped__.__code__.co_argcount == 0
        assert takes_nothing or cache.cache_info().maxsize is not None, cache
