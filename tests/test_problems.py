"""Any problem an engine may be asked, against every choice there is.

The losses have any form that a problem allows; cards are needed, optional or support;
jokers are free or pinned; runs may go around the corner, melds may hold few jokers, and
what is used may have to reach a quota.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

import pytest
from brute_force import brute_force, multiset, tally
from brute_force_by_name import BruteForceByName
from hypothesis import assume, event, given
from hypothesis import strategies as st
from solutions import check_solution, loss_of
from strategies import CARDS, positions, rules, some

from machiavelli_solver import JOKER, EngineName, Rules
from machiavelli_solver.engines import Loss, Problem, Solution, get_engine
from machiavelli_solver.engines.counting import all_choices, solve_by_name
from machiavelli_solver.engines.problem import Quota

both_engines = pytest.mark.parametrize("engine", ["counting", "ip"])


# --- the plain way: try every choice


@dataclass(frozen=True)
class Choice:
    """What may be used of the optional and of the support cards and jokers."""

    used: tuple[int, ...]
    jokers: int
    support: tuple[int, ...]
    support_jokers: int


def choices(problem: Problem) -> Iterator[Choice]:
    for used in product(*(range(n + 1) for n in problem.optional)):
        for support in product(*(range(n + 1) for n in problem.support)):
            for jokers in range(problem.optional_jokers + 1):
                for support_jokers in range(problem.support_jokers + 1):
                    yield Choice(used, jokers, support, support_jokers)


@cache
def by_name(rules: Rules, worth: tuple[int, ...]) -> BruteForceByName:
    return BruteForceByName(rules, worth)


def is_possible(problem: Problem, choice: Choice) -> bool:
    """Do the needed cards and the chosen ones partition, and reach the quota?"""
    counts = [sum(each) for each in zip(problem.needed, choice.used, choice.support, strict=True)]
    jokers = problem.needed_jokers + choice.jokers + choice.support_jokers
    quota = problem.quota
    by_value = quota is not None and quota.jokers
    if not any(problem.pinned) and not by_value:
        worth = 0
        possible = brute_force(problem.rules).partitions(multiset(counts), jokers)
    else:
        plain = Rules(aces=problem.rules.aces, jokers_per_meld=problem.rules.jokers_per_meld)
        ranks = quota.worth[:13] if quota is not None and by_value else (0,) * 13
        naturals = [card for card, n in enumerate(counts) for _ in range(n)]
        pinned = [card for card, n in enumerate(problem.pinned) for _ in range(n)]
        found = by_name(plain, ranks).most_worth(naturals, pinned, jokers)
        possible, worth = found is not None, found or 0
    if quota is not None:
        worth += sum(n * each for n, each in zip(choice.used, quota.worth, strict=True))
        possible = possible and worth >= quota.least
    return possible


def order(problem: Problem, choice: Choice) -> tuple[object, ...]:
    """What decides between choices, as a problem promises; the least is the answer."""
    loss = loss_of(problem, Solution(used=choice.used, jokers_used=choice.jokers, melds=()))
    return (
        loss,
        sum(choice.support) + choice.support_jokers,
        [-n for n in choice.used],
        [-n for n in choice.support],
    )


def check_problem(problem: Problem, engine: EngineName) -> None:
    possible = [choice for choice in choices(problem) if is_possible(problem, choice)]
    if engine == "counting":
        check_all_choices(problem, possible)
        # where the engine finds its answer sooner, this search is left out
        check_answer(problem, possible, solve_by_name(problem, None))
    solution = get_engine(engine)(problem)
    least = check_answer(problem, possible, solution)
    if solution is not None and engine == "ip" and not any(problem.joker_loss):
        equal = [choice for choice in possible if order(problem, choice) == least]
        assert solution.jokers_used == min(choice.jokers for choice in equal)


def check_answer(problem: Problem, possible: list[Choice], solution: Solution | None) -> object:
    """Is it the best of the possible choices, if there is one? What decided."""
    if not possible:
        event("impossible")
        assert solution is None
        return None
    assert solution is not None
    check_solution(problem, solution)
    found = Choice(
        solution.used, solution.jokers_used, solution.support_used, solution.support_jokers_used
    )
    assert found in possible
    least = min(order(problem, choice) for choice in possible)
    assert order(problem, found) == least
    event("nothing used" if found == replace_all(found) else "something used")
    return least


def check_all_choices(problem: Problem, possible: list[Choice]) -> None:
    """All choices, whatever support they use: each once, in order, and counted."""
    found = all_choices(problem)
    listed = [(choice.used, choice.jokers_used) for choice in found]
    assert len(listed) == len(set(listed)) == found.count
    assert set(listed) == {(choice.used, choice.jokers) for choice in possible}
    order = [
        (loss_of(problem, Solution(used=used, jokers_used=jokers, melds=())), [-n for n in used])
        for used, jokers in listed
    ]
    assert order == sorted(order)
    for most in (0, 2):
        few = all_choices(problem, most=most)
        assert {(choice.used, choice.jokers_used) for choice in few} == {
            (used, jokers) for used, jokers in listed if sum(used) + jokers <= most
        }


def replace_all(choice: Choice) -> Choice:
    """The choice that uses nothing."""
    return replace(choice, used=(0,) * 52, jokers=0, support=(0,) * 52, support_jokers=0)


# --- drawing problems


def losses(levels: int) -> st.SearchStrategy[Loss]:
    """Losses not less than nothing at their first level that is not nothing."""
    return st.lists(st.integers(-2, 2), max_size=levels).map(
        lambda loss: tuple(loss) if tuple(loss) >= (0,) * len(loss) else tuple(-n for n in loss)
    )


@st.composite
def problems(draw: st.DrawFn, with_rules: st.SearchStrategy[Rules], most: int = 7) -> Problem:
    """A problem with a small hand, whose losses have any number of levels."""
    drawn = draw(with_rules)
    table, hand = draw(positions(drawn, max_melds=2, min_hand=3, max_hand=most))
    needed, needed_jokers = tally(table)
    optional, optional_jokers = tally(hand)
    levels = draw(st.integers(0, 3))
    kinds: list[Loss] = [draw(losses(levels)) for _ in range(3)]
    which = draw(st.lists(st.integers(0, 2), min_size=52, max_size=52))
    kept = st.lists(st.integers(-2, 2), max_size=levels).map(tuple)
    return Problem(
        rules=drawn,
        needed=tuple(needed),
        optional=tuple(optional),
        needed_jokers=needed_jokers,
        optional_jokers=optional_jokers,
        losses=tuple(kinds[i] for i in which),
        joker_loss=draw(losses(levels) | kept),
    )


@st.composite
def with_support(draw: st.DrawFn, problem: Problem) -> Problem:
    """The problem with some of its hand's cards as support cards."""
    optional, support = list(problem.optional), [0] * 52
    for card in draw(st.sets(st.sampled_from([c for c in range(52) if optional[c]] or [0]))):
        if optional[card]:
            optional[card] -= 1
            support[card] += 1
    jokers = draw(st.integers(0, problem.optional_jokers))
    return replace(
        problem,
        optional=tuple(optional),
        support=tuple(support),
        optional_jokers=problem.optional_jokers - jokers,
        support_jokers=jokers,
    )


@st.composite
def with_pinned(draw: st.DrawFn, problem: Problem) -> Problem:
    """The problem with a few natural cards in place of which a joker is pinned."""
    needed, pinned = list(problem.needed), [0] * 52
    cards = [card for card in range(52) if needed[card]]
    for card in draw(st.sets(st.sampled_from(cards), max_size=3)) if cards else ():
        needed[card] -= 1
        pinned[card] += 1
    return replace(problem, needed=tuple(needed), pinned=tuple(pinned))


# --- the tests


@both_engines
@some(100)
@given(data=st.data())
def test_problems_of_any_losses(engine: EngineName, data: st.DataObject) -> None:
    with_rules = rules(max_decks=2, max_jokers=3, around=False, limits=False)
    check_problem(data.draw(problems(with_rules)), engine)


@both_engines
@some(40)
@given(data=st.data())
def test_problems_with_support_cards(engine: EngineName, data: st.DataObject) -> None:
    with_rules = rules(max_decks=2, max_jokers=3, around=False, limits=False)
    problem = data.draw(problems(with_rules))
    check_problem(data.draw(with_support(problem)), engine)


@both_engines
@some(40)
@given(data=st.data())
def test_problems_with_a_limit_of_jokers_or_around_the_corner(
    engine: EngineName, data: st.DataObject
) -> None:
    with_rules = rules(max_decks=2, max_jokers=3)
    check_problem(data.draw(problems(with_rules, most=5)), engine)


@both_engines
@some(40)
@given(data=st.data())
def test_problems_with_pinned_jokers(engine: EngineName, data: st.DataObject) -> None:
    with_rules = rules(max_decks=2, max_jokers=2)
    problem = data.draw(problems(with_rules, most=5))
    check_problem(data.draw(with_pinned(problem)), engine)


@both_engines
@some(40)
@given(data=st.data())
def test_problems_with_a_quota(engine: EngineName, data: st.DataObject) -> None:
    # an opening: jokers, needed ones too, are worth what they stand for
    with_rules = rules(max_decks=2, max_jokers=2)
    problem = data.draw(problems(with_rules, most=6))
    ranks = data.draw(st.lists(st.integers(0, 3), min_size=13, max_size=13))
    by_value = data.draw(st.booleans())
    if by_value:
        hand = [n + more for n, more in zip(problem.needed, problem.optional, strict=True)]
        jokers = problem.needed_jokers + problem.optional_jokers
        assume(sum(hand) <= 8)
        chosen = data.draw(st.integers(0, jokers))
        needed = [n * data.draw(st.integers(0, 1)) if n else 0 for n in problem.needed]
        problem = replace(
            problem,
            needed=tuple(needed),
            optional=tuple(n - k for n, k in zip(hand, needed, strict=True)),
            needed_jokers=chosen,
            optional_jokers=jokers - chosen,
        )
    quota = Quota(least=data.draw(st.integers(0, 12)), worth=tuple(ranks * 4), jokers=by_value)
    check_problem(replace(problem, quota=quota), engine)


def test_a_pinned_joker_is_no_natural_card() -> None:
    pinned, _ = tally([CARDS[3], CARDS[4], CARDS[5]])
    alone = Problem(rules=Rules(jokers=3), pinned=tuple(pinned))
    assert get_engine("counting")(alone) is None
    needed, _ = tally([CARDS[6]])
    with_one = replace(alone, needed=tuple(needed))
    solution = get_engine("counting")(with_one)
    assert solution is not None
    assert solution.melds == ((JOKER, JOKER, JOKER, CARDS[6]),)
