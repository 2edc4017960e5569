"""Where cards come from: cuts and melds touched, against every way to see a turn."""

from __future__ import annotations

import pickle
from collections import Counter
from math import factorial, prod

import pytest
from brute_cuts import fewest_cuts, joins_of
from hypothesis import assume, given
from random_turns import Turned, turns
from strategies import some

from machiavelli_solver import (
    JOKER,
    CardLikeError,
    Meld,
    NotationError,
    Placed,
    Play,
    Position,
    PositionError,
    Rules,
    best_play,
    cuts,
    read_cards,
    rearranged,
)

# --- what is counted


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        pytest.param("", "", 0, id="nothing"),
        pytest.param("4-6C /", "4-6C /", 0, id="as it was"),
        pytest.param("4-6C /", "3-7C /", 0, id="a run that grows"),
        pytest.param("4-9C /", "4-6C / 7-9C", 1, id="a run in two"),
        pytest.param("4-6C / 7-9C", "4-9C /", 0, id="two runs in one"),
        pytest.param("7CDHS /", "7CDH / 7S 8S 9S", 1, id="a set lends a card"),
        pytest.param("7CDHS /", "7CD 7H / 7S 8S 9S", 1, id="a set in any order"),
        pytest.param("7CDH / 8CDH / 9CDH", "7-9C / 7-9D / 7-9H", 6, id="three sets"),
        pytest.param("7-9C / 7-9D / 7-9H", "7CDH / 8CDH / 9CDH", 6, id="three runs"),
        pytest.param("4-8C /", "4-6C / 6-8C", 1, id="a run in two with a 6C from the hand"),
        pytest.param("4-6C / 6-8C", "4-8C / 6CDH", 1, id="one of two equal cards leaves"),
        pytest.param("2-5C / 4-7C", "2-7C / 4CDH / 5CDH", 2, id="equal cards, at best"),
        pytest.param("4-5C / 6-7C", "4-7C /", 0, id="what is no meld has no joins"),
        pytest.param("4-5C 6D /", "4-6C / 6DHS", 0, id="what is no meld has no joins"),
        pytest.param("4-6C 6DHS", "4-6C / 6DHS", 0, id="how the table lay is not known"),
        pytest.param("4C JK 6C /", "4C JK 6-7C /", 0, id="a joker stays"),
        pytest.param("4C JK 6C /", "4-6C / 9DH JK", 2, id="a joker leaves a run"),
        pytest.param("4C JK 6C /", "4-5C JK / 6CDH", 2, id="a joker stands for another card"),
        pytest.param("4-6C JK /", "3-6C / 8C JK 10C", 1, id="a joker leaves an end"),
        pytest.param("7C 8C JK /", "JK 7C 8C /", 0, id="a meld is read as it lay"),
        pytest.param("7C 8C JK /", "JK 7C 8C 9C /", 1, id="where it is not 9C any more"),
        pytest.param("JK 7C 8C /", "JK 7C 8C 9C /", 0, id="6C stays 6C"),
        pytest.param("JK 8C 7C /", "7C 8C JK 10C /", 0, id="it lies from the other end"),
        pytest.param("8C JK 7C /", "7C 8C JK 10C /", 1, id="it lies in no order: 6C"),
        pytest.param("7CD JK /", "7CD JK 7H /", 0, id="a joker in a set"),
        pytest.param("7CD JK /", "7CDH / 8H JK 10H", 1, id="a joker leaves a set"),
        pytest.param("7C JK JK /", "7CDH / 8C JK JK", 2, id="as a set: not of one rank"),
        pytest.param("4C JK JK 7C /", "4-7C / 9C JK JK", 3, id="two jokers stand for others"),
        pytest.param("4C JK JK 7C /", "4C JK JK / 7CDH", 1, id="two jokers stay"),
        pytest.param("4C JK JK 7C /", "JK JK 7C / 4CDH", 1, id="two jokers stay on the left"),
        pytest.param("QS KS AS /", "KS AS 2S / QSDH", 1, id="around the corner"),
        pytest.param("KS AS 2S 3S /", "A-3S / KSDH", 1, id="around the corner before"),
    ],
)
def test_cuts(before: str, after: str, expected: int) -> None:
    assert cuts(before, after) == expected


def test_what_cuts_cannot_be_asked() -> None:
    with pytest.raises(PositionError, match="after: give the table as melds"):
        cuts("4-6C /", "4-6C")
    with pytest.raises(PositionError, match="the melds afterwards lack 7C: expected the cards"):
        cuts("4-7C /", "4-6C /")
    with pytest.raises(PositionError, match="the melds afterwards hold 8C: expected the cards"):
        rearranged(Position.of("4-7C /"), [Meld.parse("4-8C")], shed=())
    with pytest.raises(NotationError):
        cuts("x", "4-6C /")
    with pytest.raises(CardLikeError):
        cuts("4-6C /", 7)  # type: ignore[arg-type]


# --- against every way


@some(100)
@given(turns())
def test_cuts_and_melds_touched_are_the_fewest_of_all_ways(turn: Turned) -> None:
    before, after = turn
    counts = Counter(card for meld in after for card in meld)
    assume(prod(factorial(n) for n in counts.values()) <= 100)
    position = Position.of([Meld(meld) for meld in before])
    found = rearranged(position, map(Meld, after))
    assert (found.cuts, len(found.touched)) == fewest_cuts(before, after)
    assert found.cuts <= sum(map(joins_of, before))


# --- where each card was


def test_sources() -> None:
    before = Position.of("4-7C / 7DH", "7S 8D", support="9C 9D", loose="9C")
    after = [Meld.parse(text) for text in ("4-6C", "7CDHS", "9CC 9D")]
    turn = rearranged(before, after, shed=read_cards("7S"), support=read_cards("9CC 9D"))
    table = [Placed(card, "table", 0, i) for i, card in enumerate(read_cards("4-7C"))]
    two = [Placed(card, "table", 1, i) for i, card in enumerate(read_cards("7DH"))]
    seven, nine, other, nine_d = read_cards("7S 9CC 9D")
    assert turn.sources == (
        tuple(table[:3]),
        (table[3], *two, Placed(seven, "hand")),
        (Placed(nine, "loose"), Placed(other, "support"), Placed(nine_d, "support")),
    )
    assert turn.before == before.table.melds
    assert turn.after == tuple(after)
    assert turn.bases == (0, 1, None)
    assert turn.moved == ((False,) * 3, (True, False, False, True), (True,) * 3)
    assert turn.touched == (0, 1)
    assert pickle.loads(pickle.dumps(turn)) == turn
    assert hash(turn) == hash(pickle.loads(pickle.dumps(turn)))


def test_a_table_without_melds_has_nothing_to_keep() -> None:
    turn = rearranged(Position.of("4-6C", "7C"), [Meld.parse("4-7C")])
    assert turn.before == ()
    assert [placed.source for placed in turn.sources[0]] == ["table"] * 3 + ["hand"]
    assert all(placed.meld is None and placed.place is None for placed in turn.sources[0])
    assert (turn.cuts, turn.touched, turn.bases) == (0, (), (None,))
    assert turn.moved == ((True,) * 4,)


def test_a_joker_that_went_to_the_hand_is_nowhere() -> None:
    rules = Rules(jokers=1, joker_moves="swap", freed_joker="keep")
    play = best_play("4C 5C JK 7C / 9CDH", "6C", rules=rules)
    assert play is not None
    sources = [placed for row in play.rearrangement.sources for placed in row]
    jokers = [placed for placed in sources if placed.card == JOKER]
    assert len(jokers) == 1 - play.kept.count(JOKER)


def test_equal_cards_change_places_where_that_saves_moves() -> None:
    # either 6C may be the one of the hand; this way the run stays as it is
    before = Position.of("6-8C / 6DHS", "6C")
    turn = rearranged(before, map(Meld.parse, ("6-8C", "6CDHS")))
    assert turn.touched == (1,)
    assert turn.moved == ((False,) * 3, (True, False, False, False))


def test_all_of_the_pack_in_sets_and_then_in_runs() -> None:
    for decks in (1, 2, 4):
        sets = [Meld.parse(f"{rank}CDHS") for rank in "A23456789TJQK"] * decks
        runs = [Meld.parse(f"A-K{suit}") for suit in "CDHS"] * decks
        turn = rearranged(Position.of(sets), runs)
        assert (turn.cuts, len(turn.touched)) == (39 * decks, 13 * decks)
        assert rearranged(Position.of(sets), sets[::-1]).touched == ()


# --- of a play


def test_a_play_knows_the_position_that_it_was_found_in() -> None:
    position = Position.of("4-6C / 6DHS", "3C 9H", loose="KS")
    play = best_play(position.table, position.hand, loose=position.loose)
    assert play is not None
    assert play.before == position
    assert play.cuts == play.rearrangement.cuts == 0
    assert play.rearrangement == rearranged(position, play.melds, shed=play.shed)
    assert pickle.loads(pickle.dumps(play)).before == position


def test_where_a_play_was_found_has_no_say_in_what_it_is() -> None:
    play = best_play("4-6C / 6DHS", "3C")
    assert play is not None
    alone = Play(play.shed, play.kept, play.melds)
    assert alone == play
    assert hash(alone) == hash(play)
    for name in ("cuts", "steps", "rearrangement"):
        with pytest.raises(PositionError, match="the position before this play is not known"):
            getattr(alone, name)


def test_a_play_whose_position_is_another_one() -> None:
    play = Play((), (), (Meld.parse("4-6C"),), before=Position.of("4-7C /"))
    with pytest.raises(PositionError, match="lack 7C"):
        _ = play.steps
