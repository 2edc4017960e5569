"""The questions: what can be arranged, and what a play sheds, with both engines."""

from __future__ import annotations

from collections import Counter

import pytest
from brute_force import best_play as best_by_brute_force
from brute_force import brute_force
from definition import is_meld
from hypothesis import given
from hypothesis import strategies as st
from known_positions import KnownPosition, stories, suites
from strategies import CARDS, positions, rules, small_values, some

from machiavelli_solver import (
    JOKER,
    TAHITI_VALUES,
    Aces,
    AnyCard,
    Arrangement,
    CardsLike,
    CardValues,
    EngineError,
    EngineName,
    Meld,
    Objective,
    OptionError,
    Play,
    Position,
    Rules,
    arrange,
    best_play,
    is_valid,
    read_cards,
)
from machiavelli_solver.engines import Problem, Solution
from machiavelli_solver.melds import meld_sort_key

ENGINES: list[EngineName] = ["counting", "ip"]

both_engines = pytest.mark.parametrize("engine", ENGINES)


def text(cards: tuple[AnyCard, ...]) -> str:
    return " ".join(map(str, cards))


def in_order(cards: str) -> tuple[AnyCard, ...]:
    return tuple(sorted(read_cards(cards), key=[*CARDS, JOKER].index))


def check_play(play: Play, table: CardsLike, hand: CardsLike, rules: Rules) -> None:
    """A play is the hand in two parts, and a table of valid melds with one part of it."""
    position = Position.of(table, hand)
    order = [*CARDS, JOKER].index
    for part in (play.shed, play.kept):
        assert list(part) == sorted(part, key=order)
    assert Counter((*play.shed, *play.kept)) == Counter(position.hand)
    assert all(is_meld(meld, rules) for meld in play.melds)
    laid = Counter(card for meld in play.melds for card in meld)
    assert laid == Counter((*position.table.cards, *play.shed))
    assert list(play.melds) == sorted(play.melds, key=meld_sort_key)
    assert play.goes_out == (bool(position.hand) and not play.kept)


# --- the worked positions of the rule sheets (DE German, SV Swedish, IT Italian, JP Japanese)


@both_engines
@pytest.mark.parametrize(
    ("table", "hand", "shed"),
    [
        pytest.param("KHDC / QHDC / JHDC", "AC", "AC", id="DE, SV: three sets become runs"),
        pytest.param("10HDS / JHDS / QHDC", "9S", "", id="DE: QC has no place"),
        pytest.param("10HDS / JHDS / QHDC", "9S QD QS", "9S QD QS", id="DE: all three are shed"),
        pytest.param("4-6C / 6DHS", "3C", "3C", id="IT: 3C 4C 5C and 6C 6D 6H 6S"),
        pytest.param("9-JC /", "8C", "8C", id="JP: a lay-off"),
        pytest.param("", "7H 7H 7S", "", id="DE: 7H 7H 7S is no meld"),
        pytest.param("", "KS AS 2S", "", id="DE, IT: KS AS 2S is no meld"),
        pytest.param("7HDSC /", "5C 6C", "5C 6C", id="a set of four lends a card to a run"),
    ],
)
def test_worked_positions(table: str, hand: str, shed: str, engine: EngineName) -> None:
    play = best_play(table, hand, engine=engine)
    assert play is not None
    assert play.shed == in_order(shed)
    check_play(play, table, hand, Rules())


@both_engines
def test_the_worked_table_that_becomes_three_runs(engine: EngineName) -> None:
    play = best_play("KHDC / QHDC / JHDC", "AC", engine=engine)
    assert play is not None
    assert [text(meld.cards) for meld in play.melds] == ["JC QC KC AC", "JD QD KD", "JH QH KH"]


@both_engines
def test_a_joker_that_is_free_is_rearranged_like_any_card(engine: EngineName) -> None:
    # JP's position for jokers that must be swapped: free ones shed both cards as well
    play = best_play("4C 5C JK 7C /", "3C 8C", rules=Rules(jokers=1), engine=engine)
    assert play is not None
    assert play.shed == in_order("3C 8C")


# --- positions with an answer from elsewhere


@both_engines
@pytest.mark.parametrize("aces", ["both", "low"])
@pytest.mark.parametrize("position", stories(), ids=lambda position: position.name)
def test_positions_with_a_story(position: KnownPosition, aces: Aces, engine: EngineName) -> None:
    check_known(position, aces, engine)


@both_engines
@pytest.mark.parametrize("aces", ["both", "low"])
@pytest.mark.parametrize("suite", suites().values(), ids=suites())
def test_suites(suite: list[KnownPosition], aces: Aces, engine: EngineName) -> None:
    assert len(suite) >= 30
    for position in suite:
        check_known(position, aces, engine)


def check_known(position: KnownPosition, aces: Aces, engine: EngineName) -> None:
    rules = Rules(jokers=position.jokers, aces=aces)
    most = position.most if aces == "both" else position.most_ace_low
    play = best_play(position.table, position.hand, rules=rules, engine=engine)
    if most is None:
        assert play is None
        return
    assert play is not None
    assert len(play.shed) == most, position.name
    check_play(play, position.table, position.hand, rules)
    if position.melds:
        laid = best_play(position.melds, position.hand, rules=rules, engine=engine, tidy=False)
        assert laid == play, "how the table lies has no say"


# --- None, nothing, and everything


@both_engines
def test_no_arrangement_is_told_from_nothing_to_shed(engine: EngineName) -> None:
    assert best_play("AS 7H", "JD", engine=engine) is None
    nothing = best_play("A-3H /", "JD", engine=engine)
    assert nothing == Play((), in_order("JD"), (Meld.parse("A-3H"),))
    assert not nothing.goes_out


@both_engines
def test_a_table_that_is_not_valid_is_repaired_by_the_hand(engine: EngineName) -> None:
    assert not is_valid("A-2H 4-5H", engine=engine)
    play = best_play("A-2H / 4-5H", "3H 3H", engine=engine)
    assert play is not None
    assert play.shed == in_order("3H 3H")
    assert best_play("A-2H / 4-5H", "6H 9C", engine=engine) is None


@both_engines
def test_an_empty_hand_and_an_empty_table(engine: EngineName) -> None:
    assert best_play("", "", engine=engine) == Play((), (), ())
    assert best_play("4-6C", "", engine=engine) == Play((), (), (Meld.parse("4-6C"),))
    assert best_play("4-5C", "", engine=engine) is None
    assert best_play("", "4-5C", engine=engine) == Play((), in_order("4-5C"), ())
    assert arrange("", engine=engine) == Arrangement(())
    assert is_valid("", engine=engine)


@both_engines
def test_going_out(engine: EngineName) -> None:
    play = best_play("", "4-6C", engine=engine)
    assert play is not None
    assert play.goes_out
    play = best_play("4-6C", "", engine=engine)
    assert play is not None
    assert not play.goes_out, "an empty hand was out before"


@both_engines
@pytest.mark.parametrize("jokers", range(1, 9))
def test_jokers_alone_are_no_meld(jokers: int, engine: EngineName) -> None:
    with_jokers = Rules(jokers=jokers)
    hand = ["JK"] * jokers
    assert not is_valid(hand, rules=with_jokers, engine=engine)
    assert best_play(hand, "", rules=with_jokers, engine=engine) is None
    nothing = best_play("", hand, rules=with_jokers, engine=engine)
    assert nothing == Play((), in_order("JK " * jokers), ())


@both_engines
@pytest.mark.parametrize("jokers", range(2, 9))
def test_one_card_takes_any_number_of_jokers_from_two_on(jokers: int, engine: EngineName) -> None:
    with_jokers = Rules(jokers=jokers)
    play = best_play("", ["7H", *["JK"] * jokers], rules=with_jokers, engine=engine)
    assert play is not None
    assert play.goes_out
    check_play(play, "", ["7H", *["JK"] * jokers], with_jokers)


# --- arranging


@both_engines
def test_arranging_prints_melds_that_can_be_read_again(engine: EngineName) -> None:
    arranged = arrange("JH QH KH JD QD KD JC QC KC AC", engine=engine)
    assert arranged is not None
    assert str(arranged) == "JC QC KC AC / JD QD KD / JH QH KH"
    assert is_valid(str(arranged), engine=engine)


@both_engines
def test_all_of_the_pack_is_valid(engine: EngineName) -> None:
    for decks in (1, 2, 3, 4):
        pack = CARDS * decks
        arranged = arrange(pack, rules=Rules(decks=decks), engine=engine)
        assert arranged is not None
        assert Counter(card for meld in arranged.melds for card in meld) == Counter(pack)


# --- ties, against all plays there are


@st.composite
def small_positions(
    draw: st.DrawFn,
) -> tuple[list[AnyCard], list[AnyCard], Rules]:
    given_rules = draw(rules(max_decks=2, max_jokers=3, limits=False))
    table, hand = draw(positions(given_rules, max_melds=2, min_hand=4, max_hand=8))
    return table[:12], hand, given_rules


@both_engines
@some(150)
@given(
    position=small_positions(),
    objective=st.sampled_from(["cards", "points"]),
    values=small_values | st.just(TAHITI_VALUES),
)
def test_the_best_play_is_the_first_of_all_plays_in_the_order_promised(
    engine: EngineName,
    position: tuple[list[AnyCard], list[AnyCard], Rules],
    objective: Objective,
    values: CardValues,
) -> None:
    table, hand, with_rules = position
    expected = best_by_brute_force(
        brute_force(with_rules), table, hand, objective=objective, values=values
    )
    play = best_play(
        table, hand, rules=with_rules, objective=objective, values=values, engine=engine
    )
    if expected is None:
        assert play is None
        return
    assert play is not None
    check_play(play, table, hand, with_rules)
    assert text(play.shed) == text(expected)


JAPANESE = CardValues.of({"J": 10, "Q": 10, "K": 10}, others=5, joker=25)
THREES = CardValues.of({"3": 9}, others=1, joker=1)


@both_engines
@pytest.mark.parametrize(
    ("objective", "values", "hand", "shed"),
    [
        pytest.param("cards", THREES, "2-5C 3DH", "2-5C", id="most cards: 4 of 12 points"),
        pytest.param("points", THREES, "2-5C 3DH", "3CDH", id="most points: 3 of 27 points"),
        pytest.param("cards", TAHITI_VALUES, "2-4C 4DH", "4CDH", id="then most points"),
        pytest.param("cards", TAHITI_VALUES, "3CD 4CD JK", "4CD JK", id="then most points, joker"),
        pytest.param("points", JAPANESE, "9-QS JCD", "9-QS", id="equal points: most cards"),
    ],
)
def test_what_decides_between_plays(
    objective: Objective, values: CardValues, hand: str, shed: str, engine: EngineName
) -> None:
    rules = Rules(jokers=1)
    play = best_play("", hand, objective=objective, values=values, rules=rules, engine=engine)
    assert play is not None
    assert text(play.shed) == text(in_order(shed))


@both_engines
@pytest.mark.parametrize(
    ("hand", "shed"),
    [
        pytest.param("QCD KCD JK", "QC KC JK", id="clubs before diamonds"),
        pytest.param("QDH KDH JK", "QD KD JK", id="diamonds before hearts"),
        pytest.param("QHS KHS JK", "QH KH JK", id="hearts before spades"),
        pytest.param("8-10C 10DH", "8-10C", id="the lowest club before the others"),
    ],
)
def test_of_equal_plays_the_first_cards_are_shed(hand: str, shed: str, engine: EngineName) -> None:
    play = best_play("", hand, values=JAPANESE, rules=Rules(jokers=1), engine=engine)
    assert play is not None
    assert text(play.shed) == text(in_order(shed))


@both_engines
def test_among_equal_plays_the_joker_is_kept(engine: EngineName) -> None:
    # either 7H or the joker fills 6H _ 8H
    play = best_play("", "6H 8H 7H JK 2C", rules=Rules(jokers=1), engine=engine)
    assert play is not None
    assert text(play.shed) == "6H 7H 8H JK"
    play = best_play("6H 8H", "7H JK", rules=Rules(jokers=1), engine=engine)
    assert play is not None
    assert text(play.shed) == "7H JK"
    kept = best_play("KCDH", "KS JK", rules=Rules(jokers=1), engine=engine)
    assert kept is not None
    assert text(kept.shed) == "KS", "a set has one place, and the joker is kept"


# --- options


def test_options_that_there_are_not() -> None:
    with pytest.raises(OptionError, match="engine='guess': expected one of 'counting', 'ip'"):
        is_valid("4-6C", engine="guess")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="objective='fun': expected one of 'cards', 'points'"):
        best_play("", "4-6C", objective="fun")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="values='tahiti': expected CardValues"):
        best_play("", "4-6C", values="tahiti")  # type: ignore[arg-type]


def test_options_are_named() -> None:
    with pytest.raises(TypeError):
        best_play("", "4-6C", Rules())  # type: ignore[call-arg, arg-type]
    with pytest.raises(TypeError):
        is_valid("4-6C", Rules())  # type: ignore[call-arg]


# --- the validator stands between every engine and its answer


@pytest.mark.parametrize(
    ("melds", "fault"),
    [
        (["4C 5C"], "4C 5C: two cards"),
        (["4C 5C 7C"], "6C is missing"),
        (["4C 5C 6C 7C"], "7C too many"),
        ([], "4C too few"),
        (["4C 5C 6C", "JK JK JK"], "jokers alone"),
        (["4C 5C 6C", ""], "no cards"),
    ],
)
def test_a_wrong_answer_of_an_engine_is_an_error(
    melds: list[str], fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(problem: Problem, **_: object) -> Solution:
        laid = tuple(tuple(read_cards(meld)) for meld in melds)
        return Solution(used=(0,) * 52, jokers_used=0, melds=laid)

    monkeypatch.setattr("machiavelli_solver.play.get_engine", {"counting": wrong}.get)
    with pytest.raises(EngineError, match=fault):
        arrange("4-6C")


@pytest.mark.parametrize(
    ("used", "jokers_used", "meld"),
    [({"6C": 1}, 0, "4-6C"), ({"6C": -1}, 0, "4-5C JK"), ({}, 1, "4-5C JK"), ({}, -1, "4-5C")],
)
def test_an_engine_that_uses_what_the_hand_has_not_was_believed(
    used: dict[str, int], jokers_used: int, meld: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(problem: Problem, **_: object) -> Solution:
        counts = tuple(used.get(str(card), 0) for card in CARDS)
        return Solution(used=counts, jokers_used=jokers_used, melds=(Meld.parse(meld).cards,))

    monkeypatch.setattr("machiavelli_solver.play.get_engine", {"counting": wrong}.get)
    with pytest.raises(EngineError, match="gave a wrong answer"):
        best_play("4-5C", "7D")
