"""Why cards do not partition, what would mend it, and what cards wait for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, combinations_with_replacement, pairwise
from typing import Final

import pytest
from brute_force import brute_force, multiset, tally
from definition import is_meld
from hypothesis import assume, event, given
from hypothesis import strategies as st
from known_positions import stories
from strategies import CARDS, Pack, cards_of, corners, positions, rules, some, tables

from machiavelli_solver import (
    GERMAN_NOTATION,
    JOKER,
    RULES,
    TILE_NOTATION,
    Aces,
    Additions,
    AnyCard,
    Card,
    CardCountError,
    EngineName,
    Meld,
    NotationError,
    OptionError,
    Position,
    PositionError,
    Rules,
    Table,
    TimeLimitError,
    Wait,
    best_play,
    explain,
    print_cards,
    read_cards,
    waits,
)
from machiavelli_solver.additions import MOST_LISTED, Lack
from machiavelli_solver.why_not import _largest_part

ENGINES: Final[tuple[EngineName, ...]] = ("counting", "ip")

TWO_JOKERS = Rules(jokers=2)
FAILED_TURN = "10-QD / 10-QH / 9-JS / QC"


def order(card: AnyCard) -> int:
    return card.index if isinstance(card, Card) else 52


def in_order(cards: Iterable[AnyCard]) -> tuple[AnyCard, ...]:
    return tuple(sorted(cards, key=order))


def texts(additions: Iterable[Sequence[AnyCard]]) -> list[str]:
    return [print_cards(cards) for cards in additions]


def partition(rules: Rules, cards: Iterable[AnyCard]) -> bool:
    counts, jokers = tally(cards)
    return brute_force(rules).partitions(multiset(counts), jokers)


# --- known answers


def test_the_failed_turn_of_the_german_sheet() -> None:
    explanation = explain(FAILED_TURN)
    assert str(explanation.arrangement) == "10D JD QD / 10H JH QH / 9S 10S JS"
    assert texts([explanation.loose, explanation.instead]) == ["QC", "9S"]
    assert (explanation.mends.size, explanation.mends.count) == (2, 19)
    assert "QD QS" in texts(explanation.mends)[:6]
    assert explanation.waits == (Wait(explanation.loose[0], explanation.mends),)
    assert str(explanation) == (
        "10D JD QD / 10H JH QH / 9S 10S JS, and QC (or 9S) left over.\n"
        "QC waits for AC and KC, or 10C and JC, or JC and KC, or QD and QH, or QD and QS, "
        "or QH and QS, or one of 13 other pairs."
    )


def test_the_card_that_cannot_go_down_in_it() -> None:
    (wait,) = waits("10HDS / JHDS / QHDC", "9S")
    assert (str(wait.card), wait.additions.size, wait.additions.count) == ("9S", 2, 19)
    assert {*texts(wait.additions)} == {*texts(explain(FAILED_TURN).mends)}
    assert waits("10HDS / JHDS / QHDC", "9S QD QS") == ()
    # one of them is held already
    told = [str(wait) for wait in waits("10HDS / JHDS / QHDC", "9S QD")]
    assert told == ["QD waits for 9H, QH or QS", "9S waits for 9H, QH or QS"]


def test_melds_that_are_valid_are_kept_where_that_can_be() -> None:
    assert str(explain("10HDS / JHDS / QHDC / 9S").arrangement) == (
        "10D 10H 10S / JD JH JS / QC QD QH"
    )
    # and cards whose equal lies in no valid meld go first
    assert texts([explain("4-6C / 6C 6D").loose]) == ["6C 6D"]
    assert texts([explain("4-6C 6C 6D").loose]) == ["6C 6D"]


def test_a_valid_table() -> None:
    laid = explain("6C 5C 4C / 6DHS")
    assert str(laid.arrangement) == "6C 5C 4C / 6D 6H 6S"
    assert (laid.loose, laid.instead, laid.waits, laid.is_valid) == ((), (), (), True)
    assert laid.mends == Additions(0, ((),), 1, 0)
    assert laid.sentences() == ()
    assert str(laid) == "Valid: 6C 5C 4C / 6D 6H 6S."
    assert str(explain("4-6C 6DHS")) == "Valid: 4C 5C 6C / 6D 6H 6S."
    assert str(explain("4-5C / 6CDHS")) == "Valid: 4C 5C 6C / 6D 6H 6S."
    assert str(explain("")) == "Valid: no cards."
    assert explain("").text(notation=TILE_NOTATION) == "Valid: no tiles."


@pytest.mark.parametrize(
    ("cards", "rules", "loose", "size", "count", "some_of_them"),
    [
        ("4C", Rules(), "4C", 2, 6, "2C 3C | 3C 5C | 5C 6C | 4D 4H | 4D 4S | 4H 4S"),
        ("4C", Rules(decks=1, jokers=1), "4C", 2, 13, "5C 6C | 4H 4S | 3C JK"),
        ("4C", TWO_JOKERS, "4C", 2, 14, "JK JK"),
        ("4C", Rules(jokers=2, jokers_per_meld=1), "4C", 2, 13, "6C JK | 4H JK"),
        ("KS AS", Rules(), "AS KS", 1, 1, "QS"),
        ("KS AS", Rules(aces="around"), "AS KS", 1, 2, "2S | QS"),
        ("KS 2S", Rules(aces="around"), "2S KS", 1, 1, "AS"),
        ("KS AS", Rules(aces="low"), "AS KS", 4, None, "AC KC AD KD"),
        ("QS KS", Rules(aces="low"), "QS KS", 1, 1, "JS"),
        ("4C 4C 4D", Rules(), "4C 4C 4D", 3, 11, "2C 3C 4H | 5C 6C 4S"),
        ("6CDHS JK", Rules(jokers=1), "JK", 1, 20, "4C | 5C | 6C | 7C | 8C | 8S"),
        ("JK JK", TWO_JOKERS, "JK JK", 1, 52, "AC | KS"),
        ("4C 9D", Rules(aces="around"), "4C 9D", None, None, ""),
        ("AC 9D JK", Rules(jokers=1, aces="around"), "AC 9D JK", None, None, ""),
        ("4-7C 9C 2D", Rules(), "9C 2D", 3, 5, "2C 8C 2H | 8C AD 3D | 8C 2H 2S"),
    ],
)
def test_mends(
    cards: str, rules: Rules, loose: str, size: int | None, count: int | None, some_of_them: str
) -> None:
    explanation = explain(cards, rules=rules)
    assert texts([explanation.loose]) == [loose]
    mends = explanation.mends
    assert (mends.size, mends.count) == (size, count)
    listed = texts(mends)
    for each in filter(None, some_of_them.split(" | ")):
        assert each in listed


def test_a_mend_that_is_larger_than_are_listed() -> None:
    explanation = explain("4-7C 9C 2D KH")
    assert (explanation.mends.size, explanation.mends.count, len(explanation.mends)) == (5, None, 1)
    assert str(explanation) == (
        "4C 5C 6C 7C, and 9C 2D KH left over.\n"
        "All of the cards could lie in melds with 5 natural cards more, and no fewer: "
        "2C 8C KC KD 2H, for one.\n"
        "9C waits for 8C.\n"
        "2D waits for 2C and 2H, or 2C and 2S, or AD and 3D, or 3D and 4D, or 2H and 2S.\n"
        "KH waits for KC and KD, or KC and KS, or KD and KS, or AH and QH, or JH and QH."
    )


def test_many_loose_cards_are_not_told_one_by_one() -> None:
    explanation = explain("AC 4C 7C 10C 2D 5D 8D JD JD 3H")
    assert (len(explanation.loose), explanation.waits) == (10, ())
    assert len(explanation.sentences()) == 1


def test_what_a_joker_in_the_pack_helps() -> None:
    (wait,) = waits("", "4C 6C", rules=Rules(jokers=1))[:1]
    assert str(wait) == "4C waits for 5C or JK"
    (wait, _) = waits("", "JK 9C", rules=Rules(jokers=1))
    assert str(wait) == "9C waits for 7C, 8C, 10C, JC, 9D, 9H or 9S"


# --- rules of turns


def test_a_joker_that_leaves_only_in_exchange() -> None:
    swap = Rules(jokers=1, joker_moves="swap")
    # with 5C the joker is free to go with the king and the queen
    told = [str(wait) for wait in waits("4C JK 6C /", "KD QD", rules=swap)]
    assert told == ["QD waits for 5C, AD or JD", "KD waits for 5C, AD or JD"]
    (wait,) = waits("4C JK 6C / 9CDH", "KD", rules=swap)
    assert str(wait) == "KD waits for 2 cards or more"
    with pytest.raises(PositionError, match="give the table as melds"):
        waits("4C JK 6C", "KD", rules=swap)


def test_a_joker_in_company() -> None:
    company = Rules(jokers=1, joker_company=2)
    assert waits("4-6C /", "JK", rules=Rules(jokers=1)) == ()
    # the joker helps 9C only where another card goes down as well
    (nine, joker) = waits("4-6C /", "JK 9C", rules=company)
    assert str(nine) == "9C waits for 7C, 8C, 10C, JC, 9D, 9H or 9S"
    assert "8C" in texts(joker.additions)


def test_support_and_loose_cards_help() -> None:
    assert str(*waits("4-6C /", "9C")).startswith("9C waits for 7C and 8C")
    assert str(*waits("4-6C /", "9C", support="7C")) == "9C waits for 8C"
    assert waits("4-6C /", "9C", support="7C", loose="8C") == ()


def test_a_card_that_nothing_small_helps() -> None:
    # the copies of 4C's neighbours, and of the other fours, are in melds that need them
    table = "AC 2C 3C / AC 2C 3C / 5-7C / 5-7C / 4D 5D 6D / 4D 5D 6D / 4H 5H 6H / 4H 5H 6H"
    assert waits(table, "4C") == ()
    one_deck = Rules(decks=1)
    found = waits("2D 3D 4D / 2H 3H 4H / AC 2C 3C / 5-7C", "4S 9H", rules=one_deck)
    assert [str(each.card) for each in found] == ["9H", "4S"]


# --- notation, options, errors


def test_notation() -> None:
    text = "10♦ B♦ D♦ / 10♥ B♥ D♥ / 9♠ 10♠ B♠ / D♣"
    explanation = explain(text, notation=GERMAN_NOTATION)
    assert explanation == explain(FAILED_TURN)
    assert explanation.text(notation=GERMAN_NOTATION).endswith(
        "and DKr (or 9Pi) left over.\nDKr waits for AKr and KKr, or 10Kr and BKr, or BKr and KKr, "
        "or DKa and DHe, or DKa and DPi, or DHe and DPi, or one of 13 other pairs."
    )
    tiles = explain("R4-6 / RB7", rules=RULES["rummikub"].rules, notation=TILE_NOTATION)
    assert tiles.text(notation=TILE_NOTATION).startswith("R4 R5 R6 R7, and B7 left over.\nB7 waits")
    (wait,) = waits("R4-6 /", "R8", rules=Rules(), notation=TILE_NOTATION)
    assert wait.text(notation=TILE_NOTATION) == "R8 waits for R7"


def test_other_texts() -> None:
    cards = tuple(read_cards("4C 5C"))
    assert str(Additions(1, (cards[:1],), 1, 1)) == "4C"
    two = Additions(1, (cards[:1], cards[1:]), 2, 1)
    assert (str(two), two.text(most=1)) == ("4C or 5C", "4C or 5C")
    tile = Additions(1, (cards[:1],), 3, 1).text(notation=TILE_NOTATION)
    assert tile == "O4 or one of 2 other tiles"
    assert str(Additions(3, (cards + cards[:1],), 3, 3)) == "4C 5C 4C, or one of 2 other choices"
    assert str(Additions(0, ((),), 1, 0)) == "nothing"
    assert str(Wait(JOKER, Additions(None, (), None, 2))) == "JK waits for 2 cards or more"


def test_the_limit() -> None:
    every = explain(FAILED_TURN).mends
    few = explain(FAILED_TURN, limit=3).mends
    assert (few.listed, few.count) == (every.listed[:3], every.count)
    (wait,) = waits("10HDS / JHDS / QHDC", "9S", limit=2)
    assert (len(wait.additions), wait.additions.count) == (2, 19)


@pytest.mark.parametrize("limit", [0, -1, True, 1.5, "many", None])
def test_limits_that_there_are_not(limit: object) -> None:
    for ask in (lambda: explain("4C", limit=limit), lambda: waits("", "4C", limit=limit)):  # type: ignore[arg-type]
        with pytest.raises(OptionError, match=f"limit={limit!r}: expected a whole number"):
            ask()


def test_errors() -> None:
    with pytest.raises(NotationError):
        explain("4X")
    with pytest.raises(CardCountError):
        explain("4C 4C 4C")
    with pytest.raises(CardCountError):
        waits("4C 4C", "4C")
    with pytest.raises(OptionError, match="seconds=0"):
        explain("4C", seconds=0)
    with pytest.raises(OptionError, match="seconds=-1"):
        waits("", "4C", seconds=-1)
    with pytest.raises(OptionError, match="engine='guess'"):
        explain("4C", engine="guess")  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["4-6C 9D KH JS JK", FAILED_TURN, "4C 9D KH JS 2H 7S"])
def test_time_runs_out(text: str) -> None:
    with pytest.raises(TimeLimitError):
        explain(text, rules=TWO_JOKERS, seconds=1e-6)
    with pytest.raises(TimeLimitError):
        waits("", text, rules=TWO_JOKERS, seconds=1e-6)
    assert explain(FAILED_TURN, seconds=60) == explain(FAILED_TURN)


# --- the largest part against every part


def every_part(cards: Sequence[AnyCard]) -> Iterator[tuple[AnyCard, ...]]:
    for n in range(len(cards), -1, -1):
        yield from sorted(
            set(combinations(in_order(cards), n)), key=lambda part: [*map(order, part)]
        )


def largest_part(table: Table, rules: Rules) -> tuple[AnyCard, ...]:
    """The part that `explain` promises, found by a look at all of them."""
    valid = Counter(c for meld in table.melds or () if meld.is_valid(rules) for c in meld)
    there = Counter(table.cards)
    possible = [part for part in every_part(table.cards) if partition(rules, part)]

    def rank(part: tuple[AnyCard, ...]) -> tuple[int, int, list[int]]:
        left = there - Counter(part)
        kept = sum(n for card, n in left.items() if valid[card] == there[card])
        return -len(part), kept, [-Counter(part)[card] for card in CARDS]

    return min(possible, key=rank)


@pytest.mark.parametrize("engine", ["counting", "ip"])
@some(15)
@given(data=st.data())
def test_the_largest_part(engine: EngineName, data: st.DataObject) -> None:
    with_rules = data.draw(rules(max_decks=2, max_jokers=2))
    table = data.draw(laid_tables(with_rules))
    melds = _largest_part(table, with_rules, engine, None).melds
    part = in_order(card for meld in melds for card in meld)
    assert all(is_meld(meld.cards, with_rules) for meld in melds)
    assert part == largest_part(table, with_rules)
    event(f"{len(table.cards) - len(part)} left over")


@st.composite
def laid_tables(draw: st.DrawFn, with_rules: Rules) -> Table:
    """A small table, in melds of which some are valid, or not in melds."""
    cards = draw(tables(with_rules, draw(corners()), max_melds=3))[:9]
    ends = sorted(draw(st.sets(st.integers(0, len(cards)), max_size=2)))
    parts = [cards[a:b] for a, b in pairwise([0, *ends, len(cards)]) if a < b]
    melds = tuple(Meld(tuple(part)) for part in parts)
    return Table(tuple(cards), melds if draw(st.booleans()) else None)


@some(15)
@given(data=st.data())
def test_what_an_explanation_holds(data: st.DataObject) -> None:
    with_rules = data.draw(rules(max_decks=2, max_jokers=0))
    table = data.draw(laid_tables(with_rules))
    explanation = explain(table, rules=with_rules)
    laid = [card for meld in explanation.arrangement.melds for card in meld]
    assert in_order((*laid, *explanation.loose)) == in_order(table.cards)
    assert explanation.is_valid == partition(with_rules, table.cards)
    if len(explanation.loose) == 1:
        kinds = {card for card in table.cards if partition(with_rules, rest(table.cards, card))}
        assert {*explanation.loose, *explanation.instead} == kinds
    else:
        assert explanation.instead == ()
    mends = explanation.mends
    assert (mends.size == 0) == explanation.is_valid
    for mend in mends:
        assert len(mend) == mends.size
        assert partition(with_rules, [*table.cards, *mend])
        Table.of([*table.cards, *mend], rules=with_rules)
    if mends.size is None:
        assert with_rules.aces == "around"
        assert mends.least == MOST_LISTED + 1
    elif mends.size <= MOST_LISTED:
        assert mends.count == len(set(mends)) or len(mends) == 100
    else:
        assert (mends.count, len(mends)) == (None, 1)
    assert [wait.card for wait in explanation.waits] in ([], [*dict.fromkeys(explanation.loose)])
    event(f"mends of {mends.size}")


def rest(cards: Sequence[AnyCard], without: AnyCard) -> list[AnyCard]:
    left = list(cards)
    left.remove(without)
    return left


# --- additions against every choice of a small pack


def choices(pack: Sequence[int], jokers: int, size: int) -> Iterator[tuple[AnyCard, ...]]:
    """Every choice of so many cards of a pack."""
    there: Counter[AnyCard] = Counter(dict(zip(CARDS, pack, strict=True)))
    there[JOKER] = jokers
    kinds = in_order(card for card, n in there.items() if n)
    for chosen in combinations_with_replacement(kinds, size):
        if Counter(chosen) <= there:
            yield chosen


def smallest(
    lack: Lack, most: int, can: Callable[[tuple[AnyCard, ...]], bool]
) -> tuple[int | None, set[tuple[AnyCard, ...]]]:
    """The smallest size of additions with which something can be done, and all of them."""
    for size in range(most + 1):
        found = {each for each in choices(lack.pack, lack.jokers, size) if can(each)}
        if found:
            return size, found
    return None, set()


def check_additions(
    lack: Lack, alone: Sequence[AnyCard], can: Callable[[tuple[AnyCard, ...]], bool]
) -> None:
    size, expected = smallest(lack, lack._most, can)
    found = lack.additions(alone, limit=10_000)
    event(f"additions of {size}")
    assert found.size == size
    if size is None:
        assert found == Additions(None, (), None, lack._most + 1)
        return
    assert len(found) == found.count == len(expected)
    assert {*found} == expected

    def rank(each: tuple[AnyCard, ...]) -> tuple[bool, int, list[int]]:
        direct = partition(lack.rules, (*alone, *each))
        return not direct, each.count(JOKER), [*map(order, each)]

    assert list(found) == sorted(expected, key=rank)


@st.composite
def lacks(draw: st.DrawFn, with_rules: st.SearchStrategy[Rules], *, hand: int) -> Lack:
    """A position that may lack something, and a small pack of the same corner."""
    drawn = draw(with_rules)
    corner = draw(corners())
    table = draw(tables(drawn, corner, max_melds=2))[:8]
    pack = Pack(drawn)
    pack.take(table)
    cards = st.lists(cards_of(drawn, corner), min_size=min(1, hand), max_size=hand)
    held = pack.rest(draw(cards))
    counts, jokers = tally(pack.rest(draw(st.lists(cards_of(drawn, corner), max_size=10))))
    assume(held or not hand)
    position = Position(Table(tuple(table)), tuple(held))
    return Lack(position, held[0] if held else None, drawn, tuple(counts), jokers)


@some(60)
@given(lacks(rules(max_decks=2, max_jokers=2), hand=0))
def test_what_a_table_lacks(lack: Lack) -> None:
    cards = lack.position.table.cards
    check_additions(lack, (), lambda each: partition(lack.rules, (*cards, *each)))


@some(60)
@given(lacks(rules(max_decks=2, max_jokers=2), hand=3))
def test_what_a_card_of_a_hand_lacks(lack: Lack) -> None:
    position, card = lack.position, lack.card
    assert card is not None
    others = rest(position.hand, card)

    def can(each: tuple[AnyCard, ...]) -> bool:
        laid = (*position.table.cards, card, *each)
        helps = (some for n in range(len(others) + 1) for some in combinations(others, n))
        return any(partition(lack.rules, (*laid, *some)) for some in helps)

    check_additions(lack, (card,), can)


@some(20)
@given(data=st.data())
def test_what_a_card_lacks_where_jokers_are_exchanged_or_go_in_company(
    data: st.DataObject,
) -> None:
    turns = st.builds(
        replace,
        rules(max_decks=2, max_jokers=2, around=False),
        joker_moves=st.sampled_from(("free", "swap")),
        freed_joker=st.sampled_from(("play", "keep")),
        joker_company=st.integers(0, 2),
    )
    lack = data.draw(lacks(turns, hand=3))
    arrangement = explain(lack.position.table, rules=replace(lack.rules, jokers=8)).arrangement
    table = Table.of(arrangement.melds)
    lack = replace(lack, position=Position(table, lack.position.hand))
    card = lack.card
    assert card is not None
    others = rest(lack.position.hand, card)

    def can(each: tuple[AnyCard, ...]) -> bool:
        """Is there a turn that lays this card and what is added: all of some hand?"""
        for n in range(len(others) + 1):
            for helping in combinations(others, n):
                hand = in_order((card, *each, *helping))
                play = best_play(table, hand, rules=lack.rules)
                if play is not None and play.shed == hand:
                    return True
        return False

    check_additions(lack, (card,), can)


# --- larger ones: by both engines


@some(15)
@given(data=st.data())
def test_both_engines_explain_the_same(data: st.DataObject) -> None:
    table, hand = data.draw(positions(Rules(), max_melds=8, max_hand=2))
    one, other = (explain([*table, *hand], engine=engine) for engine in ENGINES)
    assert one.loose == other.loose
    assert one.mends == other.mends
    event(f"mends of {one.mends.size}")


@pytest.mark.parametrize(
    ("cards", "aces", "size"),
    [
        ("4-7C 9C 2D KH", "both", 5),
        ("4-7C 9C 2D KH", "low", 5),
        ("4-7C 9C 4D 4D 2D KH JK", "both", 4),
    ],
)
def test_both_engines_find_the_same_large_size(cards: str, aces: Aces, size: int) -> None:
    with_rules = Rules(jokers=cards.count("JK"), aces=aces)
    lack = Lack.of(Position(Table.of(cards)), None, with_rules)
    one, other = (lack.one(engine) for engine in ENGINES)
    assert one == other
    assert (one.size, one.count) == (size, None)


def test_positions_with_a_story() -> None:
    """Whatever their best plays keep waits, and nothing that they shed does."""
    for known in stories():
        if known.most is None or len(known.hand.split()) > 5 or known.jokers:
            continue
        play = best_play(known.table, known.hand)
        assert play is not None
        waiting = waits(known.table, known.hand)
        assert not {wait.card for wait in waiting} & {*play.shed}, known.name
        for wait in waiting:
            for addition in wait.additions.listed[:3]:
                more = best_play(known.table, [*read_cards(known.hand), *addition])
                assert more is not None
                again = waits(known.table, [*read_cards(known.hand), *addition])
                assert wait.card not in {each.card for each in again}, known.name
