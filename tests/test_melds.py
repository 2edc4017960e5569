"""Melds: valid or not as the rule sheets say, and what is said of each."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations_with_replacement, pairwise

import pytest
from definition import all_runs, all_sets, is_meld, readings
from hypothesis import given
from hypothesis import strategies as st
from strategies import CARDS, any_cards, some
from strategies import rules as any_rules

from machiavelli_solver import (
    JOKER,
    Aces,
    AnyCard,
    Card,
    CardLikeError,
    Meld,
    MeldKind,
    NotationError,
    Rules,
    Suit,
    read_card,
    read_cards,
)
from machiavelli_solver.melds import fault_of, meld_sort_key

ACES: list[Aces] = ["both", "low", "high", "around"]


# --- the rows of the rule sheets: DE German, SV Swedish, IT Italian, JP Japanese


@pytest.mark.parametrize(
    ("source", "cards", "valid"),
    [
        ("all: a set has 3 cards of one rank in different suits", "7HDS", True),
        ("all: a set has 4 cards of one rank in different suits", "7CDHS", True),
        ("all: two cards are no set", "7HD", False),
        ("all: a run has 3 consecutive cards of one suit", "4-6C", True),
        ("all: a run may have more than 3 cards", "4-9C", True),
        ("all: two cards are no run", "4-5C", False),
        ("all: cards of different suits are no run", "4C 5C 6D", False),
        ("DE: 7H 7H 7S is no meld", "7H 7H 7S", False),
        ("DE: the same card is never twice in a meld: a set of five", "7CDHS 7H", False),
        ("DE: the same card is never twice in a meld: a run", "4C 5C 5C 6C", False),
        ("DE, IT: the ace may be low", "A-3H", True),
        ("DE, IT: the ace may be high", "Q-AH", True),
        ("JP: K and A connect", "J-AS", True),
        ("DE, IT: KS AS 2S is no meld", "KS AS 2S", False),
        ("DE, IT: nor does a longer run go around the corner", "QS KS AS 2S 3S", False),
        ("DE: the longest run has 13 cards, ace low", "A-KD", True),
        ("DE: the longest run has 13 cards, ace high", "2-AD", True),
        ("DE: a run of both aces would hold one card twice", "A-KD AD", False),
        ("IT, JP: a joker stands for any card of a run", "4C JK 6C", True),
        ("IT, JP: a joker stands for a suit that the set lacks", "7H 7D JK", True),
        ("IT, JP: a set has no fifth suit for a joker", "7CDHS JK", False),
        ("JP: a meld of jokers alone is not valid", "JK JK JK", False),
        ("JP: at least one natural card", "7H JK JK", True),
        ("no limit of jokers in one meld", "4C JK JK JK JK 9C", True),
        ("JP: table 4C 5C JK 7C", "4C 5C JK 7C", True),
        ("JP: split around the joker, 3C 4C 5C and JK 7C 8C", "JK 7C 8C", True),
        ("IT: 6C 6D 6H 6S", "6CDHS", True),
        ("DE, SV: JC QC KC AC", "J-AC", True),
    ],
)
def test_the_rule_sheets(source: str, cards: str, valid: bool) -> None:
    meld = Meld.parse(cards)
    assert meld.is_valid(Rules(jokers=4)) is valid, source
    assert is_meld(meld, Rules(jokers=4)) is valid, source


@pytest.mark.parametrize(
    ("cards", "valid"),
    [
        ("KS AS 2S", True),
        ("Q-AS 2S 3S", True),
        ("KS JK 2S", True),
        ("KS AS 2S KS", False),
        ("8-KD A-7D", True),
        ("A-KD AD", False),
        ("KS AS 3S", False),
    ],
)
def test_around_the_corner_where_the_rules_let_runs_go(cards: str, valid: bool) -> None:
    # JP prints the ranks as a circle; kept as an option
    assert Meld.parse(cards).is_valid(Rules(aces="around", jokers=1)) is valid


@pytest.mark.parametrize(
    ("cards", "jokers_per_meld", "valid"),
    [
        ("4C JK 6C", 1, True),
        ("4C JK JK 7C", 1, False),
        ("4C JK JK 7C", 2, True),
        ("7H JK JK", 1, False),
        ("7HD JK", 1, True),
        ("7HD JK JK", 1, False),
        ("4-6C", 1, True),
    ],
)
def test_a_limit_of_jokers_in_a_meld(cards: str, jokers_per_meld: int, valid: bool) -> None:
    # DE Tahiti: at most one joker in a meld
    rules = Rules(jokers=4, jokers_per_meld=jokers_per_meld)
    assert Meld.parse(cards).is_valid(rules) is valid


@pytest.mark.parametrize(
    ("cards", "valid_with"),
    [
        ("A-3H", {"both", "low", "around"}),
        ("Q-AH", {"both", "high", "around"}),
        ("A-KH", {"both", "low", "high", "around"}),  # all thirteen: the ace at either end
        ("AH JK 3H", {"both", "low", "around"}),
        ("QH JK AH", {"both", "high", "around"}),
        ("AH JK JK", {"both", "low", "high", "around"}),
        ("ACDH", {"both", "low", "high", "around"}),
        ("2-KH", {"both", "low", "high", "around"}),
        ("KH AH 2H", {"around"}),
    ],
)
def test_where_the_ace_may_stand(cards: str, valid_with: set[str]) -> None:
    assert {a for a in ACES if Meld.parse(cards).is_valid(Rules(aces=a))} == valid_with


# --- against the definition


@pytest.mark.parametrize("ace", ACES)
def test_all_natural_melds_are_valid(ace: Aces) -> None:
    melds = (*all_sets(), *all_runs(ace))
    # 65 sets; of 13 places a suit has 66 runs, of 14 places 78 less the one of all 14, and
    # on a circle 13 of each length from 3 to 13
    runs = {"both": 77, "low": 66, "high": 66, "around": 143}
    assert len(melds) == 65 + 4 * runs[ace]
    assert all(Meld(meld).is_valid(Rules(aces=ace)) for meld in melds)


@pytest.mark.parametrize("ace", ACES)
def test_no_other_three_or_four_cards_are_valid(ace: Aces) -> None:
    # three suits tell all that four could: a fourth only makes one more set
    naturals = [card for card in CARDS if card.suit is not Suit.SPADES]
    cards: list[AnyCard] = [JOKER, *naturals]
    rules = Rules(aces=ace, jokers=4)
    for size in range(4):
        for some_cards in combinations_with_replacement(cards, size):
            assert Meld(some_cards).is_valid(rules) == is_meld(some_cards, rules)
    corner: list[AnyCard] = [JOKER, *(card for card in naturals if card.rank in (1, 2, 3, 12, 13))]
    for some_cards in combinations_with_replacement(corner, 4):
        assert Meld(some_cards).is_valid(rules) == is_meld(some_cards, rules)


@st.composite
def meld_like(draw: st.DrawFn) -> tuple[AnyCard, ...]:
    """A meld, with jokers perhaps, and perhaps with a card taken, added or changed."""
    cards: list[AnyCard] = list(draw(st.sampled_from((*all_sets(), *all_runs("both")))))
    for i in draw(st.sets(st.integers(0, len(cards) - 1))):
        cards[i] = JOKER
    if draw(st.booleans()):
        cards.pop(draw(st.integers(0, len(cards) - 1)))
    cards.extend(draw(st.lists(any_cards, max_size=2)))
    return tuple(draw(st.permutations(cards)))


@some(250)
@given(meld_like() | st.lists(any_cards, max_size=6).map(tuple), any_rules())
def test_valid_and_readings_are_as_defined(cards: tuple[AnyCard, ...], rules: Rules) -> None:
    meld = Meld(cards)
    expected = readings(cards, rules)
    found = meld.readings(rules)
    assert [reading.cards for reading in found] == expected
    assert meld.is_valid(rules) == bool(expected)
    assert (meld.why_not(rules) is None) == bool(expected)
    assert (meld.kind(rules) is None) == (not expected)


@some(250)
@given(meld_like(), any_rules())
def test_readings_agree_with_themselves(cards: tuple[AnyCard, ...], rules: Rules) -> None:
    meld = Meld(cards)
    found = meld.readings(rules)
    sets = [reading for reading in found if reading.kind is MeldKind.SET]
    assert found[: len(sets)] == tuple(sets)
    for reading in found:
        assert reading.cards in (all_sets() if reading in sets else all_runs(rules.aces))
        assert Counter(reading.laid) == Counter(cards)
        assert all(
            laid in (card, JOKER) for laid, card in zip(reading.laid, reading.cards, strict=True)
        )
    if found:
        assert meld.kind(rules) is found[0].kind


@some(250)
@given(meld_like(), any_rules())
def test_ordered_is_the_same_meld_in_order(cards: tuple[AnyCard, ...], rules: Rules) -> None:
    meld = Meld(cards)
    ordered = meld.ordered(rules)
    found = meld.readings(rules)
    if not found:
        assert ordered == meld
    elif found[0].kind is MeldKind.RUN:
        assert ordered.cards == found[0].laid
    else:
        naturals = [card for card in CARDS if card in cards]
        assert ordered.cards == (*naturals, *[JOKER] * cards.count(JOKER))
    assert Counter(ordered) == Counter(cards)
    assert ordered.ordered(rules) == ordered
    assert ordered.readings(rules) == found


@some(250)
@given(meld_like(), any_rules())
def test_jokers_stand_for_what_some_reading_says(cards: tuple[AnyCard, ...], rules: Rules) -> None:
    meld = Meld(cards)
    found = meld.readings(rules)
    stands = meld.jokers_stand_for(rules)
    assert len(stands) == cards.count(JOKER)
    lacking = {card for reading in found for card in reading.cards if card not in cards}
    assert {card for stand in stands for card in stand} == lacking
    assert all(list(stand) == sorted(set(stand), key=CARDS.index) for stand in stands)
    for reading in found:
        places = [
            card for laid, card in zip(reading.laid, reading.cards, strict=True) if laid is JOKER
        ]
        for stand, card in zip(stands, places, strict=True):
            assert set(places if reading.kind is MeldKind.SET else [card]) <= set(stand)
    if all(reading.kind is MeldKind.RUN for reading in found):
        # a run's jokers are told apart: each stands for one card in each reading
        assert all(len(stand) <= len(found) for stand in stands)


@pytest.mark.parametrize(
    ("cards", "stands"),
    [
        ("4C JK 6C", ["5C"]),
        ("JK 7C 8C", ["6C 9C"]),
        ("4C 5C JK 7C", ["6C"]),
        ("JK JK 7C 8C", ["5C 6C 9C", "6C 9C 10C"]),
        ("JK A-3H", ["4H"]),
        ("JK Q-AH", ["JH"]),
        ("JK QH KH", ["AH JH"]),
        ("9C 9S JK", ["9D 9H"]),
        ("9C JK JK", ["7C 8C 9D 9H 9S 10C", "8C 9D 9H 9S 10C JC"]),
        ("9CDHS", []),
        ("9C 9C JK", [""]),
        ("4-6C", []),
    ],
)
def test_what_jokers_stand_for(cards: str, stands: list[str]) -> None:
    found = Meld.parse(cards).jokers_stand_for(Rules(jokers=4))
    assert [" ".join(map(str, sorted(stand, key=CARDS.index))) for stand in found] == [
        " ".join(map(str, sorted(read_cards(stand), key=[*CARDS, JOKER].index))) for stand in stands
    ]


# --- why not


@pytest.mark.parametrize(
    ("cards", "rules", "sentence"),
    [
        ("", Rules(), "no cards"),
        ("4C", Rules(), "one card"),
        ("JK", Rules(), "one card"),
        ("4C JK", Rules(), "two cards"),
        ("JK JK JK", Rules(), "jokers alone"),
        ("7H 7H 7S", Rules(), "7H twice"),
        ("7H 7H 7H", Rules(), "7H 3 times"),
        ("4C 5C 5C 6C", Rules(), "5C twice"),
        ("7CDHS JK", Rules(), "5 cards of one rank: a set has three or four"),
        ("7CD JK JK JK", Rules(), "5 cards of one rank: a set has three or four"),
        ("4C 5C 6D", Rules(), "neither one rank nor one suit"),
        ("KS AS 2S", Rules(), "KS AS 2S goes around the corner"),
        ("2S KS AS", Rules(), "KS AS 2S goes around the corner"),
        ("QS JK AS 2S", Rules(), "QS AS 2S goes around the corner"),
        ("4C 5C 7C", Rules(), "6C is missing"),
        ("4C 5C 8C", Rules(), "6C 7C are missing"),
        ("AC 2C 4C", Rules(), "3C is missing"),
        ("JC QC AC", Rules(), "KC is missing"),
        ("4C JK 8C", Rules(), "5C 6C 7C are missing, with one joker to stand in"),
        ("4C JK JK 8C", Rules(), "5C 6C 7C are missing, with 2 jokers to stand in"),
        ("A-3C", Rules(aces="high"), "the ace is only high"),
        ("Q-AC", Rules(aces="low"), "the ace is only low"),
        ("A-KC JK", Rules(), "14 cards: a run has 13 at most"),
        ("4C JK JK 7C", Rules(jokers_per_meld=1), "2 jokers: a meld holds 1 at most"),
    ],
)
def test_why_not_in_words(cards: str, rules: Rules, sentence: str) -> None:
    assert Meld.parse(cards).why_not(rules) == sentence


def is_true(sentence: str, cards: tuple[AnyCard, ...], rules: Rules) -> bool:
    """Does the sentence say something true that keeps the cards from being a meld?"""
    naturals = [card for card in cards if isinstance(card, Card)]
    jokers = cards.count(JOKER)
    ranks = {card.rank for card in naturals}
    suits = {card.suit for card in naturals}
    if sentence in ("no cards", "one card", "two cards"):
        return len(cards) == ["no cards", "one card", "two cards"].index(sentence)
    if sentence == "jokers alone":
        return not naturals
    if found := re.fullmatch(r"(\d+) jokers: a meld holds (\d) at most", sentence):
        return jokers == int(found[1]) > int(found[2]) == rules.jokers_per_meld
    if found := re.fullmatch(r"(\w+) (twice|(\d+) times)", sentence):
        return cards.count(read_card(found[1])) == int(found[3] or 2)
    if sentence == "more cards than a run has places":
        return len(naturals) == 1 and len(cards) > 13
    if found := re.fullmatch(r"(\d+) cards of one rank: a set has three or four", sentence):
        return len(ranks) == 1 and len(cards) == int(found[1]) > 4
    if sentence == "neither one rank nor one suit":
        return len(ranks) > 1 and len(suits) > 1
    if found := re.fullmatch(r"(\d+) cards: a run has 13 at most", sentence):
        return len(suits) == 1 and len(cards) == int(found[1]) > 13
    if found := re.fullmatch("the ace is only (low|high)", sentence):
        other: Aces = "high" if found[1] == "low" else "low"
        return found[1] == rules.aces and 1 in ranks and is_meld(cards, Rules(aces=other))
    if found := re.fullmatch("(.+) goes around the corner", sentence):
        around = [card for card in read_cards(found[1]) if isinstance(card, Card)]
        steps = [(b.rank - a.rank) % 13 for a, b in pairwise(around)]
        return Counter(around) == Counter(naturals) and sum(n - 1 for n in steps) <= jokers
    found = re.fullmatch(
        r"(.+) (is|are) missing(, with (one joker|\d+ jokers) to stand in)?", sentence
    )
    assert found, sentence
    missing = read_cards(found[1])
    told = int((found[4] or "0").replace("one joker", "1").removesuffix(" jokers"))
    # laid with what is missing it is a meld, and there are too few jokers for that
    return (
        (found[2] == "is") == (len(missing) == 1)
        and told == jokers < len(missing)
        and is_meld([*naturals, *missing], rules)
    )


@some(500)
@given(
    meld_like()
    | st.lists(any_cards, max_size=6).map(tuple)
    | st.lists(st.sampled_from(CARDS[:13]), max_size=15).map(tuple)
    | st.tuples(any_cards, st.lists(st.just(JOKER), min_size=2, max_size=14)).map(
        lambda drawn: (drawn[0], *drawn[1])
    ),
    any_rules(),
)
def test_why_not_is_true(cards: tuple[AnyCard, ...], rules: Rules) -> None:
    sentence = Meld(cards).why_not(rules)
    assert (sentence is None) == is_meld(cards, rules)
    assert sentence is None or is_true(sentence, cards, rules), sentence


# --- melds as values


def test_melds_keep_their_order_and_compare_by_it() -> None:
    meld = Meld.parse("6C JK 4C")
    assert str(meld) == "6C JK 4C"
    assert len(meld) == 3
    assert list(meld) == list(meld.cards) == read_cards("6C JK 4C")
    assert meld == Meld.parse("6C JK 4C") != Meld.parse("4C JK 6C")


@pytest.mark.parametrize("cards", [[JOKER], "4-6C", None, 3, iter(())])
def test_a_meld_wants_a_tuple(cards: object) -> None:
    with pytest.raises(CardLikeError, match="is no tuple of cards"):
        Meld(cards)  # type: ignore[arg-type]


def test_parsing_a_meld_refuses_what_is_no_card() -> None:
    with pytest.raises(NotationError, match="cannot read '11C'"):
        Meld.parse("10C 11C")


def test_sorted_melds_are_runs_by_suit_and_place_then_sets_by_rank() -> None:
    order = ["A-3C", "JK 2-3C", "3-5C", "Q-AC", "A-3D", "JK JK 3H", "2CDH", "KCDHS"]
    melds = [Meld.parse(text).ordered(Rules(jokers=4)) for text in order]
    melds.reverse()
    assert [str(meld) for meld in sorted(melds, key=meld_sort_key)] == [
        "AC 2C 3C", "JK 2C 3C", "3C 4C 5C", "QC KC AC", "AD 2D 3D",
        "2C 2D 2H", "3H JK JK", "KC KD KH KS",
    ]  # fmt: skip


# --- the validator


@pytest.mark.parametrize(
    ("melds", "cards", "fault"),
    [
        (["4-6C"], "6C 4C 5C", None),
        ([], "", None),
        (["4-6C", "6DHS"], "4-6C 6DHS", None),
        (["4C JK 6C"], "4C 6C JK", None),
        (["4-6C", "6DH"], "4-6C 6DH", "6D 6H: two cards"),
        (["4-6C", ""], "4-6C", ": no cards"),
        (["4-6C"], "4C 5C", "cards do not match: 6C too many"),
        (["4-6C"], "4-6C 4C", "cards do not match: 4C too few"),
        (["4-6C", "4-6C"], "4-6C", "cards do not match: 4C too many"),
        (["4C JK 6C"], "4C 6C", "cards do not match: JK too many"),
        (["4-6C"], "4-6C JK", "cards do not match: JK too few"),
        (["4C JK 6C"], "4-6C", "cards do not match: 5C too few"),
        ([], "4C", "cards do not match: 4C too few"),
    ],
)
def test_the_validator(melds: list[str], cards: str, fault: str | None) -> None:
    assert fault_of(map(Meld.parse, melds), read_cards(cards), Rules(jokers=2)) == fault


def test_the_validator_asks_the_rules_about_the_ace() -> None:
    melds, cards = [Meld.parse("Q-AC")], read_cards("Q-AC")
    assert fault_of(melds, cards, Rules()) is None
    assert fault_of(melds, cards, Rules(aces="low")) == "QC KC AC: the ace is only low"
