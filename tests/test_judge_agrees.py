"""The referee beside others: what the solver plays is legal, and a plain referee agrees."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import product

import pytest
from definition import is_meld
from hypothesis import given, reject
from hypothesis import strategies as st
from judged_turns import (
    COMPANY,
    KEEP,
    QUEENS,
    SWAP,
    THIRTY_SIX,
    at,
)  # fmt: skip
from known_positions import KnownPosition, suites
from plain_referee import broken
from strategies import some
from whole_rules import positions_of, whole_rules

from machiavelli_solver import (
    JOKER,
    AnyCard,
    Card,
    Code,
    Meld,
    Play,
    Position,
    PositionError,
    Rules,
    Suit,
    Table,
    TimeLimitError,
    Verdict,
    after_play,
    best_play,
    judge,
    read_cards,
)
from machiavelli_solver.rules import FreedJoker
from machiavelli_solver.stands import Stands, best_exchange


def codes(verdict: Verdict) -> tuple[str, ...]:
    return tuple(reason.code.value for reason in verdict.reasons)


# --- the referee and the solver: what it plays is legal


@st.composite
def plays(draw: st.DrawFn) -> tuple[Position, Position, Rules, bool]:
    """A best play: the position before, the one after, the rules, and who has opened."""
    rules = draw(whole_rules())
    before = draw(positions_of(rules))
    opened = draw(st.booleans())
    play = best(before, rules, opened=opened)
    return before, after_play(before, play), rules, opened


def best(before: Position, rules: Rules, *, opened: bool) -> Play:
    try:
        play = best_play(
            before.table, before.hand, support=before.support, loose=before.loose,
            rules=rules, opened=opened, seconds=5,
        )  # fmt: skip
    except TimeLimitError:
        reject()
    assert play is not None, "the table is valid as it lies"
    return play


@some(100)
@given(plays())
def test_the_best_play_is_legal_under_all_rules(
    play: tuple[Position, Position, Rules, bool],
) -> None:
    before, after, rules, opened = play
    verdict = judge(before, after, rules, opened=opened)
    sheds = after.hand != before.hand or after.table.cards != before.table.cards
    assert codes(verdict) == (() if sheds and played(before, after) else ("nothing-played",))
    assert broken(before, after, rules, opened=opened) == (set() if verdict.legal else {"play"})


def played(before: Position, after: Position) -> Counter[AnyCard]:
    return Counter(before.hand) - Counter(after.hand)


@pytest.mark.parametrize(
    ("before", "rules", "shed", "kept"),
    [
        pytest.param(at("4C 5C JK 7C", "3C 8C"), SWAP, "3C 8C", "", id="jp_split_around_a_joker"),
        pytest.param(at("4C 5C JK 7C", "6C 9DH"), SWAP, "6C 9DH", "", id="de_it_exchange"),
        pytest.param(at("7CDH JK", "7S"), SWAP, "", "7S", id="it_nowhere_for_the_joker"),
        pytest.param(at("7CDH JK", "7S"), KEEP, "7S", "JK", id="it_the_joker_is_kept"),
        pytest.param(at("7CDH JK", "7S 8CD"), KEEP, "7S 8CD", "", id="it_the_joker_is_played"),
        pytest.param(at("7CDH JK", "7S 8CD", support="JK"), KEEP, "7S 8CD", "", id="support"),
        pytest.param(at("7CDH JK", "JK 8C"), COMPANY, "", "8C JK", id="jp_too_little_company"),
        pytest.param(at("", QUEENS), THIRTY_SIX, QUEENS, "", id="de_36"),
    ],
)
def test_best_plays_of_every_kind_are_legal(
    before: Position, rules: Rules, shed: str, kept: str
) -> None:
    opened = not rules.opening
    play = best(before, rules, opened=opened)
    assert Counter(play.shed) == Counter(read_cards(shed))
    assert Counter(play.kept) == Counter(read_cards(kept))
    verdict = judge(before, after_play(before, play), rules, opened=opened)
    assert codes(verdict) == (() if shed else ("nothing-played",))


def test_after_a_play_loose_cards_are_used_before_support_cards() -> None:
    before = at("4-6C", "8C", support="7C KD", loose="7C")
    play = best(before, Rules(), opened=True)
    assert after_play(before, play) == at("4-8C", support="7C KD")
    with pytest.raises(PositionError, match="the play uses 7C, which are no support or loose"):
        after_play(at("4-6C", "8C"), play)


@pytest.mark.parametrize("suite", suites().values(), ids=suites())
def test_the_best_plays_of_the_suites_are_legal(suite: list[KnownPosition]) -> None:
    for known in suite[:12]:
        rules = Rules(jokers=known.jokers)
        before = Position.of(known.melds or known.table, known.hand)
        play = best_play(before.table, before.hand, rules=rules)
        if play is not None:
            verdict = judge(before, after_play(before, play), rules)
            assert codes(verdict) == (() if play.shed else ("nothing-played",)), known.name


# --- the referee and the plain one: every way to spoil a turn

PARTS = {
    "cards": {
        "table-card-taken", "table-card-vanished", "hand-card-vanished", "spare-card-taken",
        "spare-card-vanished", "card-laid-beside", "card-from-nowhere", "too-many-copies",
    },
    "melds": {"table-not-in-melds", "not-a-meld", "too-many-jokers"},
    "play": {"nothing-played"},
    "company": {"joker-without-company"},
    "jokers": {"joker-not-exchanged", "joker-taken", "freed-joker-kept"},
    "opening": {
        "opening-too-low", "lay-off-before-opening", "table-changed-before-opening",
        "spare-card-in-opening",
    },
}  # fmt: skip
"""Which part of the rules each code is about."""


def test_every_code_is_about_a_part() -> None:
    assert sorted(code for part in PARTS.values() for code in part) == sorted(Code)


def check_against_the_plain_referee(
    before: Position, after: Position, rules: Rules, *, opened: bool
) -> Verdict:
    verdict = judge(before, after, rules, opened=opened)
    expected = broken(before, after, rules, opened=opened)
    assert verdict.legal == (not expected), (verdict, expected)
    found = {part for part, of_it in PARTS.items() if of_it & {*codes(verdict)}}
    if rules.joker_moves == "swap" and "cards" not in expected:
        # a joker from beside the table is seen as one of the table that was not exchanged
        taken = [reason for reason in verdict.reasons if reason.code is Code.SPARE_CARD_TAKEN]
        if taken and all(card.is_joker for reason in taken for card in reason.cards):
            found = found - {"cards"} | {"jokers"}
    # a turn that breaks one part is not looked at in all others by the plain referee
    if "cards" in expected:
        found &= {"cards", "melds"}
    elif expected & {"melds", "play", "company"}:
        found &= {"cards", "melds", "play", "company"}
    assert found == expected, verdict
    return verdict


Place = list[AnyCard]


class Laid:
    """A position that can be spoiled: its melds, then hand, support cards and loose cards."""

    def __init__(self, position: Position) -> None:
        assert position.table.melds is not None
        self.melds: list[Place] = [list(meld) for meld in position.table.melds]
        self.beside: list[Place] = [
            list(position.hand), list(position.support), list(position.loose)
        ]  # fmt: skip

    @property
    def places(self) -> list[Place]:
        return [*self.melds, *self.beside]

    @property
    def position(self) -> Position:
        hand, support, loose = self.beside
        melds = tuple(Meld(tuple(meld)) for meld in self.melds if meld)
        table = Table(tuple(card for meld in melds for card in meld), melds)
        return Position(table, tuple(hand), tuple(support), tuple(loose))


def take(laid: Laid, draw: random.Random) -> AnyCard | None:
    places = [place for place in laid.places if place]
    if not places:
        return None
    place = draw.choice(places)
    return place.pop(draw.randrange(len(place)))


def any_card(draw: random.Random) -> AnyCard:
    natural = Card(draw.randint(1, 13), draw.choice(list(Suit)))
    return JOKER if draw.random() < 0.5 else natural


def add(laid: Laid, draw: random.Random) -> None:
    draw.choice(laid.places).append(any_card(draw))


def move(laid: Laid, draw: random.Random) -> None:
    card = take(laid, draw)
    if card is not None:
        laid.melds.append([])
        draw.choice(laid.places).append(card)


def exchange(laid: Laid, draw: random.Random) -> None:
    places = [place for place in laid.places if place]
    if places:
        one, other = draw.choice(places), draw.choice(places)
        i, k = draw.randrange(len(one)), draw.randrange(len(other))
        one[i], other[k] = other[k], one[i]


def cut(laid: Laid, draw: random.Random) -> None:
    if laid.melds:
        meld = draw.choice(laid.melds)
        place = draw.randint(0, len(meld))
        laid.melds.append(meld[place:])
        del meld[place:]


def join(laid: Laid, draw: random.Random) -> None:
    if len(laid.melds) > 1:
        meld = laid.melds.pop(draw.randrange(len(laid.melds)))
        draw.choice(laid.melds).extend(meld)


def play_out(laid: Laid, draw: random.Random) -> None:
    """A card of the hand, or one beside the table, is laid to a meld."""
    place = draw.choice([place for place in laid.beside if place] or [[]])
    if place and laid.melds:
        draw.choice(laid.melds).append(place.pop(draw.randrange(len(place))))


SPOIL = [take, add, move, exchange, cut, join, play_out]
randoms = st.randoms(use_true_random=False)


@some(100)
@given(plays(), randoms)
def test_spoiled_turns_are_judged_as_the_plain_referee_judges_them(
    play: tuple[Position, Position, Rules, bool], draw: random.Random
) -> None:
    before, after, rules, opened = play
    for start, spoil in product((before, after), SPOIL):
        laid = Laid(start)
        for each in (spoil, *draw.choices(SPOIL, k=draw.choice((0, 0, 1, 2)))):
            each(laid, draw)
        check_against_the_plain_referee(before, laid.position, rules, opened=opened)


@some(100)
@given(plays(), randoms)
def test_a_card_that_goes_or_comes_is_noticed(
    play: tuple[Position, Position, Rules, bool], draw: random.Random
) -> None:
    before, after, rules, opened = play
    laid = Laid(after)
    card = take(laid, draw)
    if card is not None:
        verdict = judge(before, laid.position, rules, opened=opened)
        gone = [reason for reason in verdict.reasons if reason.code.endswith("vanished")]
        assert [reason.cards for reason in gone] == [(card,)]
    laid = Laid(after)
    card = any_card(draw)
    draw.choice([*laid.beside, *laid.melds]).append(card)
    verdict = judge(before, laid.position, rules, opened=opened)
    come = [reason for reason in verdict.reasons if reason.code is Code.CARD_FROM_NOWHERE]
    assert [reason.cards for reason in come] == [(card,)]


# --- exchanges: every arrangement of a few cards

EXCHANGES = [
    ("4C 5C JK 7C", "3C 8C"),
    ("4C 5C JK 7C", "6C 6D 6H"),
    ("JK 7C 8C", "6C 9C 7D"),
    ("7C 7D JK", "7H 7S JK"),
    ("JK 7C JK", "6C 8C 7D 7H"),
    ("JK JK 7C 8C", "6C 5C 9C"),
    ("4C JK 6C / 5C 5D JK", "5H 5S 5C"),
    ("JK 4C 5C / 4D 4H JK", "6C 4S 3C"),
    ("AC JK JK", "AD AH 2C 3C"),
    ("4-6C / 5D JK 5H", "JK 5C 5S"),
]


def arrangements(cards: Place) -> list[list[Place]]:
    """Every way to lay cards in melds of three or more; equal ways may come twice."""
    if not cards:
        return [[]]
    first, *rest = cards
    found = []
    for chosen in product((False, True), repeat=len(rest)):
        meld = [first, *(card for card, here in zip(rest, chosen, strict=True) if here)]
        if is_meld(meld, Rules(jokers=4)):
            left = [card for card, here in zip(rest, chosen, strict=True) if not here]
            found += [[meld, *others] for others in arrangements(left)]
    return found


@pytest.mark.parametrize("freed", ["play", "keep"])
@pytest.mark.parametrize(("table", "hand"), EXCHANGES)
def test_every_arrangement_with_exchanged_jokers(table: str, hand: str, freed: FreedJoker) -> None:
    rules = Rules(jokers=4, joker_moves="swap", freed_joker=freed)
    before = at(table, hand)
    legal = Counter[bool]()
    for chosen in product((False, True), repeat=len(before.hand)):
        shed = [card for card, goes in zip(before.hand, chosen, strict=True) if goes]
        kept = [card for card, goes in zip(before.hand, chosen, strict=True) if not goes]
        cards = [*before.table.cards, *shed]
        for jokers in range(cards.count(JOKER) + 1):
            left = sorted(cards, key=lambda card: card.is_joker)[: len(cards) - jokers]
            for melds in arrangements(left):
                after = Position.of(melds or "", [*kept, *[JOKER] * jokers])
                verdict = check_against_the_plain_referee(before, after, rules, opened=True)
                legal[verdict.legal] += 1
    assert legal[True]
    assert legal[False]


def some_stands(jokers: int) -> st.SearchStrategy[set[Stands]]:
    """What a meld of so many jokers may stand for."""
    cards = st.lists(st.integers(0, 4), min_size=jokers, max_size=jokers)
    return st.sets(cards.map(lambda cards: tuple(sorted(cards))), min_size=1, max_size=3)


some_melds = st.lists(st.integers(1, 2).flatmap(some_stands), max_size=3)


@some(250)
@given(
    some_melds, some_melds, st.lists(st.integers(0, 4), max_size=3),
    st.integers(0, 2), st.integers(0, 2),
)  # fmt: skip
def test_the_best_reading_is_the_best_of_all(
    before: list[set[Stands]],
    after: list[set[Stands]],
    hand: list[int],
    taken: int,
    unknown: int,
) -> None:
    found = best_exchange(before, after, Counter(hand), taken=taken, unknown=unknown)
    costs = []
    for stood in product(*before):
        cards = Counter(card for meld in stood for card in meld)
        stays = cards - Counter(hand)
        short = max(0, taken - (cards - stays).total())
        for stand in product(*after):
            missed = stays - Counter(card for meld in stand for card in meld)
            costs.append(max(0, missed.total() - unknown) + short)
    assert len(found.left) + max(0, taken - found.exchanged) == min(costs)


# --- what has no say


@some(100)
@given(plays(), randoms)
def test_how_cards_lie_and_what_suits_are_called_has_no_say(
    play: tuple[Position, Position, Rules, bool], draw: random.Random
) -> None:
    before, after, rules, opened = play
    laid = Laid(after)
    draw.choice(SPOIL)(laid, draw)
    after = laid.position
    verdict = judge(before, after, rules, opened=opened)
    suits = draw.sample(list(Suit), 4)

    def renamed(card: AnyCard) -> AnyCard:
        return Card(card.rank, suits[card.suit]) if isinstance(card, Card) else card

    def shuffled(position: Position, rename: Callable[[AnyCard], AnyCard]) -> Position:
        laid = Laid(position)
        for place in laid.places:
            place[:] = map(rename, place)
            draw.shuffle(place)
        draw.shuffle(laid.melds)
        return laid.position

    def same(card: AnyCard) -> AnyCard:
        return card

    again = judge(shuffled(before, same), shuffled(after, same), rules, opened=opened)
    assert codes(again) == codes(verdict)
    assert [reason.cards for reason in again.reasons] == [r.cards for r in verdict.reasons]
    other = judge(shuffled(before, renamed), shuffled(after, renamed), rules, opened=opened)
    assert set(codes(other)) == set(codes(verdict))
