"""The engines agree with brute force where it can follow, and with each other elsewhere.

They share cards, rules and the form of a problem, and no more: where both are wrong, they
would have to be wrong in the same way.
"""

from __future__ import annotations

import pytest
from brute_force import brute_force, multiset, tally
from hypothesis import given
from hypothesis import strategies as st
from small_packs import ALL_OF_A_PACK, EVERY_PACK, FOUR_SUITS, SmallPack, digest
from solutions import check_solution, is_laid_in_order
from strategies import corners, positions, rules, small_values, some, tables, valid_melds

from machiavelli_solver import (
    TAHITI_VALUES,
    AnyCard,
    CardValues,
    EngineName,
    Objective,
    Rules,
    best_play,
    is_valid,
    read_cards,
)
from machiavelli_solver.engines import Engine, Problem, get_engine
from machiavelli_solver.engines.counting import solve as solve_by_counting

PACKS = [pack for pack, _, _ in ALL_OF_A_PACK]
STRAIGHT = [pack for pack in PACKS if pack.aces != "around"]

# --- every multiset of a small pack


@pytest.mark.parametrize(("pack", "valid", "answers"), EVERY_PACK, ids=str)
def test_counting_on_all_multisets_of_a_small_pack(
    pack: SmallPack, valid: int, answers: str
) -> None:
    check_all(pack, valid, answers)


@pytest.mark.slow
def test_counting_on_all_multisets_of_four_suits() -> None:
    check_all(*FOUR_SUITS)


def check_all(pack: SmallPack, valid: int, answers: str) -> None:
    found = []
    for counts in pack.all_counts():
        problem = pack.problem(counts)
        solution = solve_by_counting(problem)
        if solution is not None:
            check_solution(problem, solution)
        found.append(solution is not None)
    assert (sum(found), digest(found)) == (valid, answers)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pack", "jokers"), [(PACKS[0], 1), (PACKS[2], 1), (PACKS[2], 2), (PACKS[4], 2)], ids=str
)
def test_counting_on_all_multisets_with_jokers(pack: SmallPack, jokers: int) -> None:
    check_against_brute_force(pack, list(pack.all_counts()), jokers, solve_by_counting)


@pytest.mark.parametrize("jokers", [1, 2, 3, 4])
@pytest.mark.parametrize("pack", [*STRAIGHT, FOUR_SUITS[0]], ids=str)
def test_counting_on_a_sample_with_jokers(pack: SmallPack, jokers: int) -> None:
    check_against_brute_force(pack, pack.sample(200, seed=jokers), jokers, solve_by_counting)


def test_counting_on_a_sample_of_four_suits() -> None:
    pack, _, _ = FOUR_SUITS
    check_against_brute_force(pack, pack.sample(10_000, seed=0), 0, solve_by_counting)


@pytest.mark.parametrize("jokers", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("pack", [*PACKS, FOUR_SUITS[0]], ids=str)
def test_the_integer_program_on_a_sample(pack: SmallPack, jokers: int) -> None:
    check_against_brute_force(pack, pack.sample(120, seed=jokers), jokers, get_engine("ip"))


def check_against_brute_force(
    pack: SmallPack, sample: list[tuple[int, ...]], jokers: int, engine: Engine
) -> None:
    brute = brute_force(Rules(aces=pack.aces))
    for counts in sample:
        problem = pack.problem(counts, jokers)
        solution = engine(problem)
        expected = brute.partitions(multiset(problem.needed), jokers)
        assert (solution is not None) == expected, (counts, jokers)
        if solution is not None:
            check_solution(problem, solution)


@pytest.mark.parametrize("engine", ["counting", "ip"])
@some(300)
@given(data=st.data())
def test_solutions_lie_in_order(engine: EngineName, data: st.DataObject) -> None:
    with_rules = data.draw(rules(max_decks=2, around=False, limits=False))
    melds = data.draw(valid_melds(with_rules, data.draw(corners())))
    needed, jokers = tally(card for meld in melds for card in meld)
    problem = Problem(rules=with_rules, needed=tuple(needed), needed_jokers=jokers)
    solution = get_engine(engine)(problem)
    assert solution is not None
    check_solution(problem, solution)
    for meld in solution.melds:
        assert is_laid_in_order(meld, with_rules.aces), " ".join(map(str, meld))


@pytest.mark.parametrize("engine", ["counting", "ip"])
def test_a_joker_lay_in_the_middle_of_a_set(engine: EngineName) -> None:
    needed, jokers = tally(read_cards("A-3C AS JK JK"))
    problem = Problem(rules=Rules(jokers=2), needed=tuple(needed), needed_jokers=jokers)
    solution = get_engine(engine)(problem)
    assert solution is not None
    assert all(is_laid_in_order(meld, "both") for meld in solution.melds)


# --- larger positions: one engine against the other


@st.composite
def larger_tables(draw: st.DrawFn) -> tuple[Rules, list[AnyCard]]:
    with_rules = draw(rules(max_decks=3, max_jokers=4, around=False, limits=False))
    return with_rules, draw(tables(with_rules, draw(corners()), max_melds=12))


@some(400)
@given(larger_tables())
def test_the_engines_agree_on_what_is_valid(drawn: tuple[Rules, list[AnyCard]]) -> None:
    with_rules, table = drawn
    needed, jokers = tally(table)
    problem = Problem(rules=with_rules, needed=tuple(needed), needed_jokers=jokers)
    answers = [get_engine("counting")(problem), get_engine("ip")(problem)]
    assert (answers[0] is None) == (answers[1] is None)
    for answer in answers:
        if answer is not None:
            check_solution(problem, answer)
    assert is_valid(table, rules=with_rules) == (answers[0] is not None)


@st.composite
def larger_positions(draw: st.DrawFn) -> tuple[Rules, list[AnyCard], list[AnyCard]]:
    with_rules = draw(rules(max_decks=3, max_jokers=4, around=False, limits=False))
    return with_rules, *draw(positions(with_rules, max_melds=10, min_hand=3, max_hand=12))


@some(400)
@given(
    larger_positions(),
    st.sampled_from(["cards", "points"]),
    small_values | st.just(TAHITI_VALUES),
)
def test_the_engines_agree_on_the_best_play(
    drawn: tuple[Rules, list[AnyCard], list[AnyCard]], objective: Objective, values: CardValues
) -> None:
    with_rules, table, hand = drawn
    by_counting, by_program = (
        best_play(table, hand, rules=with_rules, engine=engine, objective=objective, values=values)
        for engine in ("counting", "ip")
    )
    if by_counting is None or by_program is None:
        assert by_counting is by_program
        return
    assert by_counting.shed == by_program.shed
    assert by_counting.kept == by_program.kept
