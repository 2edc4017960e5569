"""A turn under way: no card is lost or made, steps go back exactly, the referee sees what lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_referee import broken
from strategies import Pack, any_cards, corners, rules, some, valid_melds

from machiavelli_solver import (
    Fail,
    GameError,
    Lay,
    Meld,
    Position,
    PositionError,
    Rules,
    Table,
    best_play,
    judge,
    read_cards,
)
from machiavelli_solver.games.work_table import BESIDE, WorkTable
from machiavelli_solver.naming import TILE_NOTATION

SWAP = Rules(jokers=2, joker_moves="swap", freed_joker="keep")


def begin(table: str, hand: str = "", rules: Rules | None = None, **beside: Any) -> WorkTable:
    position = Position.of(f"{table} /" if table else "", hand, **beside)
    return WorkTable.begin(position, rules or Rules())


def moved(work: WorkTable, *moves: str) -> WorkTable:
    """A work table after moves: ``7H 8H > new``, ``8H from 3 > 2``."""
    for move in moves:
        what, _, target = move.partition(" > ")
        cards, _, source = what.partition(" from ")
        work = work.move(read_cards(cards), spot(target), spot(source) if source else None)
    return work


@contextmanager
def refused(words: str) -> Iterator[None]:
    """Something is refused in these words, at least to begin with."""
    with pytest.raises(GameError) as caught:
        yield
    assert str(caught.value).startswith(words)


def spot(text: str) -> Any:
    return int(text) if text.isdecimal() else text


def cards_of(position: Position) -> Counter[object]:
    return Counter([*position.table.cards, *position.hand, *position.support, *position.loose])


# --- a turn by hand


def test_a_turn_of_the_italian_sheet() -> None:
    work = moved(begin("4-6C / 6DHS", "3C"), "6C > 2", "3C > 1")
    assert str(work.position) == "table: 3C 4C 5C / 6C 6D 6H 6S\nhand:"
    assert work.verdict().legal
    assert work.lay() == Lay(work.position)


def test_melds_that_nobody_touched_lie_as_they_lay() -> None:
    work = begin("6C 4C 5C / 6SHD", "3C 9C")
    assert str(work.position.table) == "6C 4C 5C / 6S 6H 6D"
    assert str(moved(work, "9C > new").position.table) == "6C 4C 5C / 6S 6H 6D / 9C"


def test_numbers_stay_when_a_meld_has_gone() -> None:
    work = moved(begin("4-6C / 6DHS / 9-JH", "3C"), "6DHS > 3", "3C > new")
    assert [(n, str(meld)) for n, meld in work.melds] == [
        (1, "4C 5C 6C"), (3, "6D 6H 9H 10H JH 6S"), (4, "3C"),
    ]  # fmt: skip
    assert work.wrong() == (3, 4)
    assert moved(work, "3C > 2").melds[1] == (2, Meld.parse("3C"))


def test_cards_come_from_the_hand_first_then_from_beside() -> None:
    work = begin("4-6C", "7C", loose="7C", support="7C 8C")
    for source in BESIDE:
        work = moved(work, "7C > 1")
        assert work.now.groups[0][-1].source == source
    assert (work.now.hand, work.now.loose) == ((), ())
    assert work.now.support == tuple(read_cards("8C"))


def test_a_source_that_is_named() -> None:
    work = moved(begin("4-7C / 7CDH", "7C"), "7C from 2 > 1")
    assert [str(meld) for _, meld in work.melds] == ["4C 5C 6C 7C 7C", "7D 7H"]
    assert work.now.hand == tuple(read_cards("7C"))


def test_cards_that_lie_in_two_melds_come_from_where_the_others_come() -> None:
    work = begin("4-8C / 7CDH")
    with refused("7C lies in 1 and 2: say which, as 7C from 1"):
        moved(work, "7C > new")
    assert [str(meld) for _, meld in moved(work, "7C 8C > new").melds] == [
        "4C 5C 6C", "7C 7D 7H", "7C 8C",
    ]  # fmt: skip


def test_cards_go_back_to_where_they_came_from() -> None:
    work = begin("4-6C", "7C", support="8C", loose="9C")
    there = moved(work, "7C > 1", "8C > 1", "9C > 1")
    back = moved(there, "9C > loose", "7C > hand", "8C > support")
    assert back.now == work.now
    assert (there.begun, back.begun, back.steps) == (True, False, 6)


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("4C > hand", "4C: expected a card that came from your hand"),
        ("7C > support", "7C: expected a card that came from the support cards"),
        ("8C > 1", "8C is neither in your hand nor on the table"),
        ("5C > 1", "5C lies in 1, and there is no other to be had"),
        ("5C from hand > new", "5C is not in your hand"),
        ("9C from 1 > new", "9C is not in 1"),
        ("5C from loose > new", "5C is not a loose card"),
        ("7C > 3", "3: expected the number of a meld, 1 to 1"),
        ("7C from 0 > new", "0: expected the number of a meld, 1 to 1"),
        (" > 1", "no cards are named: expected cards to move"),
        ("7C 7C > 1", "7C is neither in your hand nor on the table"),
    ],
)
def test_what_cannot_be_moved(move: str, words: str) -> None:
    with refused(words):
        moved(begin("4-6C", "7C"), move)


def test_errors_are_in_the_notation() -> None:
    with refused("O9 is neither"):
        begin("4-6C").move(read_cards("9C"), 1, notation=TILE_NOTATION)
    with refused("O4: expected a tile that came from your hand"):
        begin("4-6C").move(read_cards("4C"), "hand", notation=TILE_NOTATION)


def test_an_empty_table_has_no_numbers() -> None:
    with refused("1: expected the number of a meld, new, as the table"):
        moved(begin("", "4-6C"), "4-6C > 1")
    assert moved(begin("", "4-6C"), "4-6C > new").verdict().legal


def test_a_table_of_which_it_is_not_known_how_it_lies() -> None:
    with refused("the table's melds are not known"):
        WorkTable.begin(Position.of("4-6C", "7C"))


def test_a_joker_is_exchanged_and_kept() -> None:
    work = begin("4C JK 6C", "5C 9H", SWAP)
    swapped = moved(work, "5C > 1", "JK > hand")
    assert swapped.verdict().legal
    assert str(swapped.position) == "table: 4C 5C 6C\nhand: 9H JK".replace("6C\n", "6C /\n")
    assert [str(card) for card in swapped.laid] == ["5C"]
    taken = moved(work, "JK > hand")
    assert not taken.verdict().legal


def test_a_joker_that_lies_in_two_melds() -> None:
    work = begin("4C JK 6C / 4D JK 6D", "5C", SWAP)
    with refused("JK lies in 1 and 2: say which, as JK from 1"):
        moved(work, "JK > hand")
    assert moved(work, "JK from 2 > hand").now.hand == tuple(read_cards("5C JK"))


def test_reset_is_a_step() -> None:
    work = moved(begin("4-6C", "7C"), "7C > 1")
    assert work.reset().now == work.spreads[0]
    assert work.reset().undo().now == work.now
    assert work.undo().reset() == work.undo()
    with refused("nothing was moved in this turn"):
        work.undo().undo()


def test_a_table_is_left_as_it_lies() -> None:
    work = moved(begin("4-7C / 8-10D", "9H"), "7C > new", "8D > new")
    assert work.fail() == Fail(Table.of("4-6C / 9-10D / 7C / 8D"))
    for move in ("9H > 1", "9H > new"):
        with refused("a table is left with the cards that it had"):
            moved(work, move).fail()


# --- plays that are found


def test_just_these_cards_are_laid() -> None:
    work = begin("4-6C / 6DHS", "3C 7C 9H")
    play = work.find(read_cards("3C"))
    assert play is not None
    assert str(work.play(play).position) == "table: 3C 4C 5C 6C / 6D 6H 6S\nhand: 7C 9H"
    assert work.find(read_cards("9H")) is None
    with refused("9S: expected a card of the hand"):
        work.find(read_cards("9S"))


def test_what_is_laid_already_stays_laid() -> None:
    work = moved(begin("4-6C / 6DHS", "3C 7C 9H"), "7C > 1")
    play = work.find(read_cards("3C"))
    assert play is not None
    assert [str(card) for card in play.shed] == ["3C", "7C"]
    found = work.play(play)
    assert found.verdict().legal
    assert found.steps == 2
    assert found.undo() == work


def test_a_play_keeps_the_numbers() -> None:
    work = begin("7HDSC / 4-6H", "5C 6C 7H")
    play = best_play(work.before.table, work.before.hand)
    assert play is not None
    assert [(n, str(meld)) for n, meld in work.play(play).melds] == [
        (1, "7D 7H 7S"), (2, "4H 5H 6H 7H"), (3, "5C 6C 7C"),
    ]  # fmt: skip


def test_a_play_with_an_exchanged_joker_in_the_hand() -> None:
    work = moved(begin("4C JK 6C", "5C 8D 9D", SWAP), "5C > 1", "JK > hand")
    play = work.find(read_cards("JK 8D 9D"))
    assert play is not None
    laid = work.play(play)
    assert laid.verdict().legal
    assert laid.now.hand == ()


def test_a_play_of_another_position() -> None:
    play = best_play("4-6C /", "7C")
    assert play is not None
    for other in (begin("4-6D", "7C"), begin("4-6C", "8C")):
        with refused("the play belongs to another position"):
            other.play(play)
    with pytest.raises(PositionError):
        begin("4-6C", "7C").play(replace(play, before=None))


# --- laws


@st.composite
def beginnings(draw: st.DrawFn) -> WorkTable:
    """Turns at their start, under any rules for jokers and with or without an opening."""
    pack_rules = draw(rules(max_jokers=3, around=False))
    corner = draw(corners())
    melds = draw(valid_melds(pack_rules, corner, max_melds=4))
    pack = Pack(pack_rules)
    for meld in melds:
        pack.take(meld)
    few = st.lists(st.sampled_from(corner) | any_cards, max_size=5)
    hand, support, loose = (tuple(pack.rest(draw(few))) for _ in range(3))
    table = tuple(Meld(tuple(meld)) for meld in melds)
    cards = tuple(card for meld in table for card in meld)
    turn_rules = replace(
        pack_rules,
        joker_moves=draw(st.sampled_from(("free", "swap"))),
        freed_joker=draw(st.sampled_from(("play", "keep"))),
        opening=draw(st.sampled_from((0, 20))),
    )
    opened = not turn_rules.opening or draw(st.booleans())
    position = Position(Table(cards, table), hand, support=support, loose=loose)
    return WorkTable.begin(position, turn_rules, opened=opened)


@st.composite
def steps(draw: st.DrawFn, work: WorkTable) -> WorkTable | None:
    """A step of any kind, or None where it was refused."""
    kind = draw(st.sampled_from(("move", "move", "move", "move", "undo", "reset", "find")))
    try:
        if kind == "undo":
            return work.undo()
        if kind == "reset":
            return work.reset()
        if kind == "find":
            if not work.now.hand:
                return None
            chosen = draw(st.lists(st.sampled_from(work.now.hand), max_size=3))
            play = work.find(chosen)
            return None if play is None else work.play(play)
        spots = [*BESIDE, *range(1, len(work.now.groups) + 1)]
        source = draw(st.sampled_from(spots))
        target = draw(st.sampled_from([*spots, "new"]))
        where = work.now.groups[source - 1] if isinstance(source, int) else ()
        here = [placed.card for placed in where] or list(getattr(work.now, str(source), ()))
        if not here:
            return None
        cards = draw(st.lists(st.sampled_from(here), min_size=1, max_size=3))
        named: Any = source if draw(st.booleans()) else None
        return work.move(cards, target, named)
    except GameError:
        return None


@some(50)
@given(st.data())
def test_any_steps(data: st.DataObject) -> None:
    work = start = data.draw(beginnings())
    for _ in range(data.draw(st.integers(1, 8))):
        before = work
        after = data.draw(steps(work))
        if after is None:
            continue
        work = after
        assert cards_of(work.position) == cards_of(start.before)
        if work.steps > before.steps:
            assert work.undo() == before
        elif work.steps < before.steps:
            assert work == before.undo()
        else:
            assert work == before == before.reset()
        placed = Counter(card.card for group in work.now.groups for card in group)
        assert placed == Counter(work.position.table.cards)
        # what the table got, and from where
        for place in BESIDE:
            came = Counter(c.card for g in work.now.groups for c in g if c.source == place)
            assert not Counter(getattr(start.now, place)) - came - Counter(getattr(work.now, place))
        assert work.wrong() == tuple(n for n, m in work.melds if not m.is_valid(work.rules))
        verdict = work.verdict()
        assert verdict == judge(start.before, work.position, work.rules, opened=work.opened)
        plain = broken(start.before, work.position, work.rules, opened=work.opened)
        assert verdict.legal is not bool(plain)
    while work.steps:
        work = work.undo()
    assert work == start


@some(30)
@given(st.data())
def test_a_play_that_is_found_is_legal_and_sheds_just_that(data: st.DataObject) -> None:
    work = data.draw(beginnings())
    play = best_play(
        work.before.table,
        work.before.hand,
        support=work.before.support,
        loose=work.before.loose,
        rules=work.rules,
        opened=work.opened,
    )
    if play is None or not play.shed:
        for card in work.now.hand:
            assert work.find([card]) is None
        return
    assert work.play(play).verdict().legal
    assert work.play(play).laid == play.shed
    found = work.find(play.shed)
    assert found is not None
    assert found.shed == play.shed
    assert work.play(found).verdict().legal
    assert work.play(found).laid == play.shed
