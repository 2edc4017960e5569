"""The drawings of the docs: they are what their script draws, from the machine, and all of it."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from documents import PAGES, read_page
from draw_automaton import FOLDER, WORKED, Column, drawings, read, steps_of, suit_drawing
from draw_automaton import way_to_the_end as way

from machiavelli_solver import Rules, is_valid
from machiavelli_solver.engines.counting.automaton import DEAD, lazy_automaton
from machiavelli_solver.engines.counting.machine import NONE, Machine, machine

SVG = "{http://www.w3.org/2000/svg}"


def elements(svg: str, tag: str, name: str) -> list[ElementTree.Element]:
    """The elements of a drawing that have a tag and a class."""
    found = ElementTree.fromstring(svg).iter(SVG + tag)
    return [each for each in found if name in each.get("class", "").split()]


@pytest.mark.parametrize("name", drawings())
def test_the_file_is_what_the_script_draws(name: str) -> None:
    # after a change of the machine: python docs/drawings/draw_automaton.py
    assert (FOLDER / name).read_text(encoding="utf-8") == drawings()[name]


def test_every_drawing_is_in_a_page() -> None:
    shown = {
        name for page in PAGES for name in re.findall(r"drawings/([\w-]+\.svg)", read_page(page))
    }
    assert shown == set(drawings()) == {path.name for path in FOLDER.glob("*.svg")}


@pytest.mark.parametrize(("decks", "states", "steps"), [(1, 4, 6), (2, 10, 20)])
def test_every_state_and_step_of_a_suit_is_drawn(decks: int, states: int, steps: int) -> None:
    svg = suit_drawing(decks)
    assert len(machine(decks).runs) == len(elements(svg, "rect", "box")) == states
    assert len(steps_of(machine(decks))) == len(elements(svg, "path", "line")) == steps
    assert len(elements(svg, "polygon", "head")) == steps
    # the cards may end where all open runs have three cards or more
    assert len(elements(svg, "rect", "end")) == decks + 1


@pytest.mark.parametrize("copies", [1, 2, 3])
def test_the_number_of_copies_in_runs_is_the_number_of_open_runs(copies: int) -> None:
    # so the page may say that an arrow leads to the band of its number
    assert all(sum(step.after) == step.copies for step in steps_of(Machine(copies)))


def states_of(walk: list[Column]) -> list[int]:
    """The states that the automaton itself is in after each column."""
    automaton, columns = lazy_automaton(1), machine(1)
    state, states = automaton.start(NONE, NONE), []
    for column in walk:
        counts = [0] * 4
        for card in column.cards:
            counts[card.suit] += 1
        state = automaton.step(state, columns.code(counts))
        states.append(state)
    return states


def test_the_walk_is_that_of_the_automaton() -> None:
    walk = read(WORKED)
    states = states_of(walk)
    assert DEAD not in states
    automaton = lazy_automaton(1)
    assert [automaton._joints[state] for state in states] == [column.kept for column in walk]
    assert automaton.end(states[-1])
    assert is_valid(WORKED, rules=Rules(decks=1))


def test_the_way_is_one_of_moves() -> None:
    walk = read(WORKED)
    joints = way(walk)
    assert len(joints) == len(walk) == 4
    befores = [machine(1).start(NONE)[0], *joints]
    for before, after, column in zip(befores, joints, walk, strict=False):
        assert any((before, after) == move[:2] for move in column.moves)
        assert after in column.kept


def test_the_walk_shows_all_moves_and_what_is_not_kept() -> None:
    walk = read(WORKED)
    svg = drawings()["walk.svg"]
    moves = sum(len(column.moves) for column in walk)
    gone = sum(len({move[1] for move in column.moves} - set(column.kept)) for column in walk)
    assert len(elements(svg, "path", "line")) == moves + 1  # and the one to the answer
    assert len(elements(svg, "rect", "gone")) == gone == 3
    assert len(elements(svg, "rect", "card")) == 10
