"""The tidiest layout: every engine against brute force, and what is counted, by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from importlib import import_module
from math import factorial, prod
from typing import cast

import pytest
from brute_layout import card_at, recount, tidiest
from definition import all_runs, all_sets, is_meld
from hypothesis import assume, given
from hypothesis import strategies as st
from known_positions import KnownPosition, suites
from solutions import is_laid_in_order
from strategies import corners, rules, some, valid_melds

from machiavelli_solver import (
    JOKER,
    Aces,
    AnyCard,
    Card,
    EngineName,
    Meld,
    MeldKind,
    Position,
    Rules,
    Table,
    best_play,
    read_cards,
    rearranged,
)
from machiavelli_solver.cards import count_cards
from machiavelli_solver.engines import Problem, Solution
from machiavelli_solver.engines.layout import Layout, Lying, Tidier, Tidy
from machiavelli_solver.engines.problem import NO_CARDS
from machiavelli_solver.errors import EffortError, EngineError, TimeLimitError
from machiavelli_solver.melds import fault_of
from machiavelli_solver.rules import JokerMoves
from machiavelli_solver.turn import turn_layout

MAX_CARDS = 11
MAX_JOKERS = 3
MAX_LYING = 4
WAYS = 50
"""How many ways to say which card is which brute force tries in one partition, at most."""

ENGINES = ("counting", "ip")
FOUR_JOKERS = Rules(jokers=4)


def tidier(engine: str) -> Tidier:
    """The engine of that name."""
    package = {"counting": "counting", "ip": "integer_program"}[engine]
    module = import_module(f"machiavelli_solver.engines.{package}")
    return cast(Tidier, module.tidy)


# --- what an answer must be


def check(layout: Layout, tidy: Tidy | None) -> None:
    """It is there if there is a partition, lies as it should, counts right, and is the tidiest."""
    assert (None if tidy is None else (tidy.cuts, tidy.touched)) == tidiest(layout)
    if tidy is not None:
        check_melds(layout, tidy)


def check_melds(layout: Layout, tidy: Tidy) -> None:
    """The melds are valid, lie in order, hold the cards, and are as tidy as is said."""
    for meld in tidy.melds:
        assert is_meld(meld, layout.rules), meld
        assert is_laid_in_order(meld, layout.rules.aces), meld
    laid = count_cards(card for meld in tidy.melds for card in meld)
    assert laid == ([*layout.cards], layout.jokers + sum(layout.pinned))
    assert recount(layout, tidy.melds) == (tidy.cuts, tidy.touched)


# --- layouts at random


@st.composite
def natural_melds(draw: st.DrawFn, with_rules: Rules) -> list[tuple[Card, ...]]:
    """Melds that compete for cards: all of a few neighbouring ranks and of some suits."""
    first = draw(st.integers(1, 13))
    ranks = {(first + i - 1) % 13 + 1 for i in range(draw(st.integers(3, 5)))}
    suits = draw(st.sampled_from([(0, 1, 2), (0, 1, 2, 3), (0, 1), (0,)]))
    melds = [
        meld
        for meld in (*all_sets(), *all_runs(with_rules.aces))
        if all(card.rank in ranks and card.suit in suits for card in meld)
    ]
    return melds or [meld for meld in all_sets() if meld[0].rank in ranks]


@st.composite
def with_jokers(draw: st.DrawFn, meld: tuple[Card, ...], most: int) -> tuple[AnyCard, ...]:
    """A meld with so many jokers at most, and with a natural card."""
    if not most or not draw(st.integers(0, 2)):
        return meld
    natural = draw(st.integers(0, len(meld) - 1))
    places = draw(st.sets(st.integers(0, len(meld) - 1), min_size=1, max_size=most)) - {natural}
    return tuple(JOKER if i in places else card for i, card in enumerate(meld))


def lying(meld: tuple[Card, ...], cards: tuple[AnyCard, ...]) -> Lying:
    """How some cards lie that stand for a natural meld; a run is given from its lowest."""
    is_set = len({card.suit for card in meld}) > 1
    start = 0 if is_set else meld[0].rank
    return Lying(start, tuple(c.index if isinstance(c, Card) else -1 for c in cards))


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    """A partition, and a table before whose cards are among these; a card more or less, at times.

    Some melds lie already as they will; others are taken from wherever their cards are.
    Jokers of the table may lack afterwards, and some may be pinned.
    """
    with_rules = draw(rules(max_jokers=MAX_JOKERS, around=False))
    limit = min(with_rules.jokers, with_rules.jokers_per_meld or MAX_JOKERS)
    melds = draw(natural_melds(with_rules))
    after = []
    jokers, room = with_rules.jokers, MAX_CARDS
    for meld in draw(st.lists(st.sampled_from(melds), min_size=1, max_size=4)):
        if len(meld) <= room:
            cards = draw(with_jokers(meld, min(limit, jokers)))
            after.append((meld, cards))
            jokers -= cards.count(JOKER)
            room -= len(meld)
    naturals = count_naturals(cards for _, cards in after)
    free = sum(cards.count(JOKER) for _, cards in after)

    left, jokers = naturals.copy(), with_rules.jokers
    table: list[Lying] = []
    others = [meld for meld in melds if all(meld != stays for stays, _ in after)]
    for meld in [*draw(st.permutations(others))[:20], *(meld for meld, _ in after)]:
        cards = tuple(card if left[card] else JOKER for card in meld)
        if len(table) == MAX_LYING:
            break
        if cards.count(JOKER) <= min(limit, jokers, len(meld) - 1) and draw(st.integers(0, 9)):
            table.append(lying(meld, cards))
            jokers -= cards.count(JOKER)
            left -= count_naturals([cards])

    pinned: Counter[Card] = Counter()
    laid = st.sampled_from([card for meld, _ in after for card in meld])
    change = draw(st.sampled_from(("", "", "", "add", "take", "pin", "pin", "joker")))
    if change == "add":
        naturals[draw(laid)] += 1
    elif change == "take" and left:
        naturals[draw(st.sampled_from(sorted(left, key=str)))] -= 1
    elif change == "joker":
        free += 1
    elif change == "pin" and free:
        pinned[draw(laid)] += 1
        free -= 1
    assume(prod(map(factorial, naturals.values())) * factorial(free + pinned.total()) <= WAYS)
    return Layout(
        rules=with_rules,
        cards=tuple(count_cards(naturals.elements())[0]),
        jokers=free,
        pinned=tuple(count_cards(pinned.elements())[0]),
        lying=tuple(table),
    )


def count_naturals(melds: Iterable[tuple[AnyCard, ...]]) -> Counter[Card]:
    return Counter(card for meld in melds for card in meld if isinstance(card, Card))


# --- every engine


@pytest.mark.parametrize("engine", ENGINES)
@some(40)
@given(layout=layouts())
def test_against_brute_force(engine: str, layout: Layout) -> None:
    check(layout, tidier(engine)(layout))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("table", "hand", "expected"),
    [
        pytest.param("", "", (0, 0), id="nothing"),
        pytest.param("", "4-6C", (0, 0), id="nothing lay there"),
        pytest.param("4-6C / 7CDH", "", (0, 0), id="nothing is added"),
        pytest.param("4-6C / 7CDH", "7-9S", (0, 0), id="a meld of its own"),
        pytest.param("4-6C", "7C", (0, 1), id="a run grows"),
        pytest.param("4-6C / 8-10C", "7C", (0, 1), id="one of two runs grows, they are not joined"),
        pytest.param("4-7C", "7DH", (1, 1), id="a run spares a card"),
        pytest.param("4-8C", "6C", (1, 1), id="a run in two"),
        pytest.param("7CDHS", "8-9C", (1, 1), id="a set spares a card"),
        pytest.param("6-8C / 6DHS", "6C", (0, 1), id="equal cards change places"),
        pytest.param("2-5C / 4-7C", "4DH", (1, 1), id="one run mends another"),
        pytest.param("KHDC / QHDC / JHDC", "AC", (6, 3), id="three sets to three runs"),
        pytest.param("3-6C / 6DHS", "7-8D", (2, 2), id="one card for another in a set"),
        pytest.param("Q-AC", "JC 2-3C", (1, 1), id="a high ace is low"),
        pytest.param("5DHS / 6DHS / 7CDHS / 8DHS", "5-6C 8C", (0, 3), id="cuts come first"),
        pytest.param("A-KC", "AC", (1, 1), id="no run of fourteen"),
        pytest.param("Q-AC / A-3C", "AC", None, id="an ace is left"),
        pytest.param("4-6C", "9C", None, id="a card is left"),
        pytest.param("", "JK", None, id="a joker is left"),
        pytest.param("", "JK JK JK", None, id="jokers alone"),
        pytest.param("4C JK 6C", "7C", (0, 1), id="a joker stays"),
        pytest.param("4C JK 6C", "5C", (2, 1), id="a joker leaves its place"),
        pytest.param("7C 8C JK", "9C", (1, 1), id="a joker that is 9C stands for another card"),
        pytest.param("JK 7C 8C", "9C", (0, 1), id="a joker that is 6C does not"),
        pytest.param("7CD JK", "7H", (0, 1), id="a joker stays in a set"),
        pytest.param("7CD JK", "7HS 9-10H", (1, 1), id="a joker leaves a set"),
        pytest.param("7C JK JK", "7D", (0, 1), id="two jokers stay in a set"),
        pytest.param("7C JK JK / 9D JK JD", "10D", (2, 1), id="jokers change places"),
        pytest.param("4C JK 6-7C", "8C JK", (0, 1), id="two jokers in a meld"),
    ],
)
def test_tidy(engine: str, table: str, hand: str, expected: tuple[int, int] | None) -> None:
    layout = layout_of(table, hand)
    tidy = tidier(engine)(layout)
    assert (None if tidy is None else (tidy.cuts, tidy.touched)) == expected
    check(layout, tidy)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("table", "hand", "jokers", "pinned", "limit", "expected"),
    [
        pytest.param("4C JK 6C", "5C", 0, "", None, (2, 1), id="a joker went from a run"),
        pytest.param("7CD JK", "7H", 0, "", None, (1, 1), id="a joker went from a set"),
        pytest.param("7C JK JK", "7D", 1, "", None, (1, 1), id="one of two jokers went"),
        pytest.param("4C JK 6C", "7C", 0, "5C", None, (0, 1), id="pinned where it lay"),
        pytest.param("4C JK 6C", "5C", 0, "7C", None, (2, 1), id="pinned to another card"),
        pytest.param("4C 5C JK", "", 0, "3C", None, (1, 1), id="the same cards, another meld"),
        pytest.param("4C JK 6C", "7C", 0, "9D", None, None, id="pinned where it cannot lie"),
        pytest.param("7CD JK", "7H", 0, "7S", None, (0, 1), id="pinned in a set"),
        pytest.param("7CD JK", "7H", 0, "7H", None, None, id="pinned to a card of the set"),
        pytest.param("QC KC JK", "", 0, "AC", None, (0, 0), id="pinned to a high ace"),
        pytest.param("JK 2-3C", "", 0, "AC", None, (0, 0), id="pinned to a low ace"),
        pytest.param("4C JK 6-7C", "8C JK", 2, "", 1, (1, 1), id="one joker a meld: a cut"),
        pytest.param("4C JK 6C", "7C JK", 2, "", 1, None, id="one joker a meld: no partition"),
        pytest.param("4C JK 6C", "7C JK", 2, "", 2, (0, 1), id="two jokers a meld"),
        pytest.param("7CD JK", "7H JK", 2, "", 1, None, id="one joker a set"),
    ],
)
def test_tidy_by_rules(
    engine: str,
    table: str,
    hand: str,
    jokers: int,
    pinned: str,
    limit: int | None,
    expected: tuple[int, int] | None,
) -> None:
    layout = replace(
        layout_of(table, hand, Rules(jokers=2, jokers_per_meld=limit)),
        jokers=jokers,
        pinned=tuple(count_cards(read_cards(pinned))[0]),
    )
    tidy = tidier(engine)(layout)
    assert (None if tidy is None else (tidy.cuts, tidy.touched)) == expected
    check(layout, tidy)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_joker_beside_another_is_told_apart_by_its_card(engine: str) -> None:
    # 1 natural card and 2 jokers lay there as a run, not as a set
    run = Lying(5, (-1, -1, 6))
    cards = count_cards(read_cards("7-8C"))[0]
    layout = Layout(rules=Rules(jokers=2), cards=tuple(cards), jokers=2, lying=(run,))
    tidy = tidier(engine)(layout)
    check(layout, tidy)
    assert tidy == Tidy((tuple(read_cards("JK JK 7-8C")),), 0, 1)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("aces", "expected"), [("both", (1, 1)), ("low", None), ("high", None)])
def test_aces(engine: str, aces: Aces, expected: tuple[int, int] | None) -> None:
    table = "Q-AC" if aces != "low" else "A-3C"
    layout = layout_of(table, "JC 2-3C" if aces != "low" else "J-KC KD", Rules(aces=aces))
    tidy = tidier(engine)(layout)
    assert (None if tidy is None else (tidy.cuts, tidy.touched)) == expected
    check(layout, tidy)


@pytest.mark.parametrize("engine", ENGINES)
@some(20)
@given(data=st.data())
def test_a_table_stays_as_it_lies_and_melds_are_laid_beside_it(
    engine: str, data: st.DataObject
) -> None:
    with_rules = data.draw(rules(max_decks=2, around=False))
    melds = data.draw(valid_melds(with_rules, data.draw(corners())))
    cards, jokers = count_cards(card for meld in melds for card in meld)
    before = [as_it_lies(Meld(tuple(meld))) for meld in melds[: data.draw(st.integers(0, 8))]]
    layout = Layout(rules=with_rules, cards=tuple(cards), jokers=jokers, lying=tuple(before))
    tidy = tidier(engine)(layout)
    assert tidy is not None
    assert (tidy.cuts, tidy.touched) == (0, 0)
    assert count_cards(card for meld in tidy.melds for card in meld) == (cards, jokers)
    laid = Counter(map(as_a_multiset, tidy.melds))
    assert Counter(as_a_multiset(meld) for meld in melds[: len(before)]) <= laid
    assert all(is_meld(meld, with_rules) for meld in tidy.melds)


@pytest.mark.parametrize("engine", ENGINES)
@some(60)
@given(layout=layouts())
def test_cuts_are_what_is_counted_of_a_play(engine: str, layout: Layout) -> None:
    """`rearranged` knows no engine: given the melds, it finds as many cuts and melds touched.

    There one natural card with jokers alone is a set, where a layout says which it is.
    """
    assume(not any(layout.pinned))  # of which a play does not tell
    naturals = [sum(index >= 0 for index in lying.cards) for lying in layout.lying]
    assume(all(n > 1 or not each.start for n, each in zip(naturals, layout.lying, strict=True)))
    tidy = tidier(engine)(layout)
    assume(tidy is not None)
    assert tidy is not None
    table = [Meld(tuple(map(card_at, lying.cards))) for lying in layout.lying]
    turn = rearranged(Position(Table.of(table)), [Meld(meld) for meld in tidy.melds], shed=None)
    assert (turn.cuts, len(turn.touched)) == (tidy.cuts, tidy.touched)


@pytest.mark.parametrize("engine", ENGINES)
def test_no_answer_within_the_seconds_given_is_an_error(engine: str) -> None:
    layout = layout_of("KHDC / QHDC / JHDC", "AC")
    with pytest.raises(TimeLimitError, match="given"):
        tidier(engine)(layout, seconds=1e-9)
    assert tidier(engine)(layout, seconds=1000) == tidier(engine)(layout)


def test_the_integer_program_does_not_go_around_the_corner() -> None:
    layout = layout_of("4-6C", "7C", Rules(aces="around"))
    with pytest.raises(EngineError, match="engine='ip' cannot tidy a table where aces go around"):
        tidier("ip")(layout)


# --- what brute force counts


@pytest.mark.parametrize(
    ("table", "after", "expected"),
    [
        pytest.param("4-9C", "4-6C / 7-9C", (1, 1), id="a run in two"),
        pytest.param("4-6C / 7-9C", "4-9C", (0, 2), id="two runs in one"),
        pytest.param("7CDHS", "7CDH / 7-9S", (1, 1), id="a set lends a card"),
        pytest.param("7CDH / 8CDH / 9CDH", "7-9C / 7-9D / 7-9H", (6, 3), id="sets to runs"),
        pytest.param("7-9C / 7-9D / 7-9H", "7CDH / 8CDH / 9CDH", (6, 3), id="runs to sets"),
        pytest.param("7CDHS / 7CDHS", "7CDH / 7CDH / 7-9S / 7-9S", (2, 2), id="two equal sets"),
        pytest.param("4-6C / 6-8C", "4-8C / 6CDH", (1, 2), id="one of two equal cards leaves"),
        pytest.param("2-5C / 4-7C", "2-7C / 4CDH / 5CDH", (2, 2), id="equal cards, at best"),
        pytest.param("4C JK 6C", "4-5C JK / 6CDH", (2, 1), id="a joker stands for another card"),
        pytest.param("4C JK 6C / 7C JK 9C", "4C JK 6C 7C JK 9C", (0, 2), id="jokers stay"),
        pytest.param("4-6C JK", "3-6C / 8C JK 10C", (1, 1), id="a joker leaves an end"),
        pytest.param("7CD JK", "7CDH / 8H JK 10H", (1, 1), id="a joker leaves a set"),
        pytest.param("4C JK JK 7C", "4-7C / 9C JK JK", (3, 1), id="two jokers leave"),
        pytest.param("4C JK JK 7C", "4C JK JK / 7CDH", (1, 1), id="two jokers stay"),
        pytest.param("4C JK JK 7C", "JK JK 7C / 4CDH", (1, 1), id="two jokers stay on the left"),
        pytest.param("7C JK JK", "7CDH / 7S JK JK", (1, 1), id="two jokers in another set"),
        pytest.param("7C JK JK", "7CDH / 8C JK JK", (2, 1), id="two jokers in a set of others"),
    ],
)
def test_recount(table: str, after: str, expected: tuple[int, int]) -> None:
    melds = melds_of(after)
    cards, jokers = count_cards(card for meld in melds for card in meld)
    layout = replace(layout_of(table), cards=tuple(cards), jokers=jokers)
    assert recount(layout, [meld.cards for meld in melds]) == expected


# --- layouts, short to write


def melds_of(text: str) -> list[Meld]:
    return [Meld.parse(piece) for piece in text.split("/") if piece.strip()]


def layout_of(table: str, hand: str = "", with_rules: Rules = FOUR_JOKERS) -> Layout:
    melds = melds_of(table)
    cards, jokers = count_cards([*(card for meld in melds for card in meld), *read_cards(hand)])
    return Layout(
        rules=with_rules, cards=tuple(cards), jokers=jokers, lying=tuple(map(as_it_lies, melds))
    )


def as_it_lies(meld: Meld) -> Lying:
    """A meld that lies in order."""
    for way in meld.readings():
        if way.kind is MeldKind.SET or way.laid == meld.cards:
            return lying(way.cards, meld.cards)
    raise AssertionError(f"{meld} lies in no order")


def as_a_multiset(cards: Iterable[AnyCard]) -> frozenset[tuple[AnyCard, int]]:
    return frozenset(Counter(cards).items())


@pytest.mark.parametrize(
    ("engine", "effort"), [("counting", "counting.tidiest"), ("ip", "integer_program.tidiest")]
)
def test_where_the_effort_is_not_worth_it_a_play_is_as_it_was_found(
    engine: EngineName, effort: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, hand = "4-7C / 7DHS / 9-JD", "8C 8D 8H 2S QD"
    tidy = best_play(table, hand, engine=engine)
    assert tidy is not None
    assert tidy.tidy
    monkeypatch.setattr(import_module(f"machiavelli_solver.engines.{effort}"), "EFFORT", 1e-9)
    with pytest.raises(EffortError, match="the effort that it is worth"):
        tidier(engine)(layout_of(table, "8C 8D 8H QD"))
    found = best_play(table, hand, engine=engine)
    assert found == best_play(table, hand, engine=engine, tidy=False)
    assert found is not None
    assert not found.tidy
    assert found.shed == tidy.shed


@pytest.mark.parametrize("engine", ["counting", "ip"])
@pytest.mark.parametrize("moves", ["free", "swap"])
def test_a_table_beside_which_nothing_is_laid_stays_as_it_lies(
    engine: EngineName, moves: JokerMoves, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Rules(jokers=2, joker_moves=moves)
    table = [Meld.parse(meld) for meld in ("4-7C", "QH KH JK", "7D 7S JK", "9S 8S 7S")]
    for effort in ("counting.tidiest", "integer_program.tidiest"):
        monkeypatch.setattr(import_module(f"machiavelli_solver.engines.{effort}"), "EFFORT", 1e-9)
    play = best_play(table, "2S QD", rules=rules, engine=engine)
    assert play is not None
    assert not play.shed
    assert play.tidy
    assert play.cuts == 0
    # a run is turned so that it goes up, and nothing else
    lying = [Meld.parse(meld) for meld in ("4-7C", "7-9S", "QH KH JK", "7D 7S JK")]
    assert sorted(play.melds, key=str) == sorted(lying, key=str)


@pytest.mark.parametrize(
    ("table", "hand", "support", "moves"),
    [
        pytest.param("4-7C / 8C", "2S", "", "free", id="a meld that is not valid"),
        pytest.param("4C JK 6C / 7-9C", "5C", "", "swap", id="a joker that is exchanged"),
        pytest.param("4-6C / 7CD", "2S", "7H", "free", id="a support card that is needed"),
    ],
)
def test_a_table_is_not_left_alone_where_it_cannot_be(
    table: str, hand: str, support: str, moves: JokerMoves
) -> None:
    rules = Rules(jokers=1, joker_moves=moves)
    lying = Position.of(table, "").table
    play = best_play(lying, hand, support=support, rules=rules)
    assert play is not None
    assert play.tidy
    assert {*play.melds}.isdisjoint([meld for meld in lying.melds or () if JOKER in meld])
    assert not {*play.melds} >= {*(lying.melds or ())}
    counts = Counter(card for meld in play.melds for card in meld)
    assert counts == Counter([*lying.cards, *play.shed, *play.support])


# --- larger layouts, between the engines


def layout_of_best_play(known: KnownPosition) -> Layout:
    """The cards of a position's best play, and its table as it lies."""
    rules = Rules(jokers=known.jokers)
    play = best_play(known.melds, known.hand, rules=rules, tidy=False)
    assert play is not None
    counts, jokers = count_cards(card for meld in play.melds for card in meld)
    problem = Problem(rules=rules, needed=tuple(counts), needed_jokers=jokers)
    solution = Solution(used=NO_CARDS, jokers_used=0, melds=())
    return turn_layout(Table.of(known.melds), problem, solution)


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("mid40", 8),
        ("mid40_2jokers", 4),
        ("big80", 3),
        pytest.param("mid40", 30, marks=pytest.mark.slow),
        pytest.param("mid40_2jokers", 20, marks=pytest.mark.slow),
        pytest.param("big80", 20, marks=pytest.mark.slow),
    ],
)
def test_the_engines_agree_on_tables_of_the_suites(name: str, count: int) -> None:
    known = [each for each in suites()[name] if each.melds and each.most is not None]
    assert len(known) >= count
    given_up = 0
    for position in known[:count]:
        layout = layout_of_best_play(position)
        try:
            found = [tidier(engine)(layout) for engine in ENGINES]
        except EffortError:
            given_up += 1
            continue
        for tidy in found:
            assert tidy is not None
            check_melds_are_laid(layout, tidy)
        assert len({(tidy.cuts, tidy.touched) for tidy in found if tidy is not None}) == 1
    assert given_up <= 2 * count // 3


def check_melds_are_laid(layout: Layout, tidy: Tidy) -> None:
    """The melds are valid, hold the cards, and are as tidy as a play of them would say."""
    melds = [Meld(meld) for meld in tidy.melds]
    laid = [card for meld in melds for card in meld]
    assert count_cards(laid) == ([*layout.cards], layout.jokers)
    assert fault_of(melds, laid, layout.rules) is None
    table = [Meld(tuple(map(card_at, lying.cards))) for lying in layout.lying]
    turn = rearranged(Position(Table.of(table)), melds, shed=None)
    assert (turn.cuts, len(turn.touched)) == (tidy.cuts, tidy.touched)
