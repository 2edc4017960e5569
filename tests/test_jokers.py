"""Jokers: the engine's few ways to use them give all that the plain reading gives.

Plainly, a joker is one more copy of any card, even where all the decks' copies lie
elsewhere, and all jokers must lie; brute force reads them so.
"""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

import pytest
from brute_force import brute_force, multiset, tally
from dense_positions import Corner, dense_counts
from solutions import check_solution

from machiavelli_solver import Aces, Card, Rules, Suit, arrange, is_valid, read_cards
from machiavelli_solver.engines import Problem
from machiavelli_solver.engines.counting import solve

ACES: list[Aces] = ["both", "low", "high"]


def check(counts: list[int], jokers: int, ace: Aces, limit: int | None = None) -> bool:
    """Compare the engine with the plain reading; is it valid?"""
    rules = Rules(aces=ace, jokers=jokers, jokers_per_meld=limit)
    problem = Problem(rules=rules, needed=tuple(counts), needed_jokers=jokers)
    solution = solve(problem)
    expected = brute_force(problem.rules).partitions(multiset(counts), jokers)
    assert (solution is not None) == expected, (names(counts), jokers, ace, limit)
    if solution is not None:
        check_solution(problem, solution)
    return expected


def names(counts: list[int]) -> str:
    cards = [Card(i % 13 + 1, Suit(i // 13)) for i, n in enumerate(counts) for _ in range(n)]
    return " ".join(map(str, cards))


# --- dense positions

LOW, HIGH, MIDDLE = (1, 2, 3, 4), (11, 12, 13, 1), (5, 6, 7, 8, 9)
CORNERS = [
    *(Corner(1, tuple(range(1, 14)), decks, ace) for decks in (1, 2) for ace in ACES),
    *(Corner(2, MIDDLE, decks, "both") for decks in (1, 2)),
    *(Corner(2, LOW, decks, ace) for decks in (1, 2) for ace in ACES),
    *(Corner(3, HIGH, decks, ace) for decks in (1, 2) for ace in ACES),
    *(Corner(4, (1, 2, 3), decks, ace) for decks in (1, 2) for ace in ACES),
    *(Corner(4, (13, 1, 2), decks, "both") for decks in (1, 2)),
    *(Corner(4, (5, 9), decks, "both") for decks in (1, 2)),
]


@pytest.mark.parametrize("jokers", [1, 2, 3, 4])
@pytest.mark.parametrize("corner", CORNERS, ids=str)
def test_dense_positions(corner: Corner, jokers: int) -> None:
    check_dense(corner, jokers, count=40, seed=0)


@pytest.mark.slow
@pytest.mark.parametrize("jokers", [1, 2, 3, 4])
@pytest.mark.parametrize("corner", CORNERS, ids=str)
def test_many_dense_positions(corner: Corner, jokers: int) -> None:
    check_dense(corner, jokers, count=150, seed=1)


def check_dense(corner: Corner, jokers: int, *, count: int, seed: int) -> None:
    for counts in dense_positions(corner, jokers, count=count, seed=seed):
        check(counts, jokers, corner.aces)


def dense_positions(corner: Corner, jokers: int, *, count: int, seed: int) -> list[list[int]]:
    draw = random.Random(f"{corner} {jokers} {seed}")
    return [dense_counts(corner, jokers, draw) for _ in range(count)]


@pytest.mark.parametrize("jokers", [1, 2, 3, 4])
def test_dense_positions_are_of_both_kinds(jokers: int) -> None:
    answers = [
        brute_force(Rules(aces=corner.aces)).partitions(multiset(counts), jokers)
        for corner in CORNERS
        if corner.decks == 2
        for counts in dense_positions(corner, jokers, count=40, seed=0)
    ]
    assert 0.3 < sum(answers) / len(answers) < 0.9


# --- dense positions under the rules that care which meld a joker lies in


@pytest.mark.parametrize("jokers", [1, 2, 3])
@pytest.mark.parametrize("limit", [1, 2])
@pytest.mark.parametrize("ace", ["both", "low"])
def test_dense_positions_with_a_limit_of_jokers_in_a_meld(
    ace: Aces, limit: int, jokers: int
) -> None:
    for corner in (Corner(2, LOW, 2, ace), Corner(4, (13, 1, 2), 1, ace), Corner(3, HIGH, 1, ace)):
        draw = random.Random(f"{corner} {jokers} {limit}")
        for _ in range(10):
            check(dense_counts(corner, jokers, draw), jokers, ace, limit)


@pytest.mark.parametrize("limit", [None, 1])
@pytest.mark.parametrize("jokers", [0, 1, 2])
@pytest.mark.parametrize("decks", [1, 2])
def test_dense_positions_around_the_corner(decks: int, jokers: int, limit: int | None) -> None:
    corners = (
        Corner(1, tuple(range(1, 14)), decks, "around"),
        Corner(2, (12, 13, 1, 2), decks, "around"),
        Corner(3, (13, 1, 2), decks, "around"),
    )
    for corner in corners:
        draw = random.Random(f"{corner} {jokers} {limit}")
        # by name, runs around the corner and jokers take long together
        for _ in range(3 if decks * jokers == 4 else 12):
            check(dense_counts(corner, jokers, draw), jokers, "around", limit)


# --- all positions of few cards: where spare jokers may have nowhere to go


@pytest.mark.parametrize("jokers", [0, 1, 2, 3, 4, 6, 8])
@pytest.mark.parametrize("ace", ACES)
def test_all_positions_of_up_to_three_cards(ace: Aces, jokers: int) -> None:
    cards = [13 * suit + rank - 1 for suit in (0, 1, 2) for rank in (13, 1, 2)]
    check_all_few(cards, 3, jokers, ace)


@pytest.mark.parametrize("jokers", range(9))
def test_all_positions_in_sets_of_one_rank(jokers: int) -> None:
    check_all_few([6, 19, 32, 45], 8, jokers, "both")


def check_all_few(cards: list[int], most: int, jokers: int, ace: Aces) -> None:
    for size in range(most + 1):
        for chosen in combinations_with_replacement(cards, size):
            counts = [0] * 52
            for card in chosen:
                counts[card] += 1
            if max(counts) <= 2:
                check(counts, jokers, ace)


@pytest.mark.parametrize("copies", [1, 2])
@pytest.mark.parametrize("jokers", range(9))
@pytest.mark.parametrize("ace", ACES)
def test_a_whole_suit_with_jokers(ace: Aces, jokers: int, copies: int) -> None:
    for others in ([], [12], [13, 26], [18, 31, 44]):
        counts = [copies if 26 <= card < 39 else 0 for card in range(52)]
        for card in others:
            counts[card] = 1
        valid = check(counts, jokers, ace)
        # A-7 and 8-K JK, or A-6 JK and 8-K with 7-... : a full run is cut, and takes jokers
        assert valid or others


def test_thirteen_hearts_and_a_joker_are_cut_in_two() -> None:
    rules = Rules(jokers=1, aces="low")
    arranged = arrange("A-KH JK", rules=rules)
    assert arranged is not None
    assert len(arranged.melds) == 2
    assert all(len(meld) < 13 for meld in arranged.melds)


# --- jokers alone


@pytest.mark.parametrize("jokers", range(1, 9))
@pytest.mark.parametrize("ace", ACES)
def test_jokers_alone_are_never_valid(ace: Aces, jokers: int) -> None:
    assert not check([0] * 52, jokers, ace)
    assert not is_valid(["JK"] * jokers, rules=Rules(jokers=jokers, aces=ace))


@pytest.mark.parametrize(
    ("cards", "valid"),
    [
        ("7CDHS JK", False),  # a set of four is full
        ("7CDHS JK JK", True),  # 7C JK JK and 7D 7H 7S
        ("7CDHS QCDHS JK", False),
        ("7CDHS 9CDHS JK", True),  # 7C JK 9C and two sets of three
        ("7CDHS 7CDHS JK", True),  # 7C 7D 7H, 7S 7C 7D, 7H 7S JK
        ("7CDHS 7CDH JK", True),
        ("7CDH JK", True),
        ("7CDH JK JK", False),
        ("7CDH 9CDH JK JK JK", True),
        ("7C JK", False),
        ("7C JK JK", True),
        ("7C 9D JK JK", False),
        ("7C 9D JK JK JK", False),
        ("7C 9D JK JK JK JK", True),
        ("7C 7C JK JK", False),
        ("AC KC 2C", False),
        ("AC KC 2C JK JK", False),
        ("AC KC 2C JK JK JK", True),  # JK KC AC and 2C JK JK, or A 2 JK and K JK JK
    ],
)
def test_where_spare_jokers_have_a_place(cards: str, valid: bool) -> None:
    counts, jokers = tally(read_cards(cards))
    assert check(counts, jokers, "both") is valid
