"""Cards that can be added to a play: against brute force, all plays, the referee, and by name."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from brute_force import brute_force, cards_of, multiset
from brute_turns import legal_sheds, parts
from hypothesis import event, given
from hypothesis import strategies as st
from judged_turns import COMPANY, KEEP, QUEENS, SWAP, THIRTY_SIX, at
from known_positions import suites
from small_packs import ALL_OF_A_PACK, SmallPack
from strategies import positions, rules, some
from whole_rules import positions_of, whole_rules

from machiavelli_solver import (
    JOKER,
    RULES,
    AnyCard,
    CardCountError,
    CardLikeError,
    EngineName,
    NotationError,
    OptionError,
    Playable,
    Position,
    PositionError,
    Rules,
    TimeLimitError,
    after_play,
    judge,
    playable,
    plays,
    read_cards,
)
from machiavelli_solver.cards import sort_key

ENGINES: list[EngineName] = ["counting", "ip"]
both_engines = pytest.mark.parametrize("engine", ENGINES)

Cards = Counter[AnyCard]


def ask(
    position: Position,
    chosen: Cards,
    rules: Rules,
    *,
    opened: bool = True,
    engine: EngineName = "counting",
) -> Playable:
    return playable(
        position.table, position.hand, list(chosen.elements()), support=position.support,
        loose=position.loose, opened=opened, rules=rules, engine=engine,
    )  # fmt: skip


def check(
    position: Position,
    sheds: list[Cards],
    chosen: Cards,
    rules: Rules,
    *,
    opened: bool = True,
    engine: EngineName = "counting",
) -> None:
    """What is answered follows from the list of all that can be shed, and the play is legal."""
    found = ask(position, chosen, rules, opened=opened, engine=engine)
    more: Cards = Counter()
    for shed in sheds:
        if chosen <= shed:
            more |= shed - chosen
    assert found.cards == tuple(sorted(more, key=sort_key))
    assert found.complete == (chosen in sheds)
    check_play(position, chosen, found, rules, opened=opened)


def check_play(
    position: Position, chosen: Cards, found: Playable, rules: Rules, *, opened: bool
) -> None:
    """The play, where there is one, sheds the chosen cards alone, and is legal."""
    assert (found.play is not None) == found.complete
    if found.play is not None:
        assert Counter(found.play.shed) == chosen
        assert found.play.before == position
        assert judge(position, after_play(position, found.play), rules, opened=opened).legal
        if rules.opening and not opened:
            assert (found.play.opening or 0) >= rules.opening


# --- against brute force


@pytest.mark.parametrize("pack", [ALL_OF_A_PACK[i][0] for i in (0, 2, 3)], ids=str)
def test_hands_of_a_small_pack(pack: SmallPack) -> None:
    with_rules = Rules(aces=pack.aces)
    brute = brute_force(with_rules)
    hands = [pack.in_52(counts) for counts in pack.all_counts()]
    valid = [hand for hand in hands if any(hand) and brute.partitions(multiset(hand))]
    random = Random(1)
    for hand in random.sample(hands, 40):
        position = Position(hand=cards_of(hand))
        possible: list[Cards] = [
            Counter(cards_of(shed))
            for shed in valid
            if all(n <= have for n, have in zip(shed, hand, strict=True))
        ]
        check(position, possible, Counter(), with_rules)
        check(position, possible, some_of(position.hand, random), with_rules)


def some_of(hand: tuple[AnyCard, ...], random: Random) -> Cards:
    """Two cards of a hand at most."""
    return Counter(random.sample(hand, min(len(hand), random.randint(1, 2))))


@both_engines
@some(60)
@given(data=st.data())
def test_under_rules_of_every_kind(engine: EngineName, data: st.DataObject) -> None:
    check_drawn(data, data.draw(whole_rules()), engine)


@pytest.mark.parametrize("name", RULES)
@some(10)
@given(data=st.data())
def test_under_all_rules_with_a_name(name: str, data: st.DataObject) -> None:
    check_drawn(data, RULES[name].rules, data.draw(st.sampled_from(ENGINES)))


def check_drawn(data: st.DataObject, drawn: Rules, engine: EngineName) -> None:
    """Nothing chosen, a part of a legal play, and any cards of the hand."""
    position = data.draw(positions_of(drawn))
    opened = data.draw(st.booleans())
    sheds = legal_sheds(position, drawn, opened=opened)
    choices = [Counter[AnyCard]()]
    if sheds:
        shed = data.draw(st.sampled_from(sheds))
        choices += [shed, data.draw(st.sampled_from([*parts(shed.elements())]))]
    if position.hand:
        choices.append(data.draw(st.sampled_from([*parts(position.hand)])))
    event(f"{min(len(sheds), 3)} plays")
    for chosen in choices:
        check(position, sheds, chosen, drawn, opened=opened, engine=engine)


# --- against all plays


@some(60)
@given(data=st.data())
def test_what_all_plays_have(data: st.DataObject) -> None:
    drawn = data.draw(rules(max_decks=2, max_jokers=2, around=False))
    table, hand = data.draw(positions(drawn, max_melds=3, min_hand=4, max_hand=9))
    position = Position.of(table, hand)
    sheds = [Counter(play.shed) for play in plays(table, hand, rules=drawn)]
    random = Random(data.draw(st.integers(0, 1000)))
    choices = [Counter[AnyCard]()]
    if hand:
        choices.append(some_of(position.hand, random))
    if sheds:
        choices.append(some_of(tuple(random.choice(sheds).elements()), random))
    for chosen in choices:
        found = ask(position, chosen, drawn)
        more = {card for shed in sheds if chosen <= shed for card in shed - chosen}
        assert set(found.cards) == more
        assert found.complete == (chosen in sheds)


# --- a play that is chosen card by card


@pytest.mark.parametrize("name", ["mid40", "game_mid", "mid40_2jokers"])
def test_a_play_that_is_chosen_at_random_comes_to_an_end(name: str) -> None:
    random = Random(name)
    for known in suites()[name][:8]:
        drawn = Rules(jokers=known.jokers)
        position = Position.of(known.melds or known.table, known.hand)
        chosen: Cards = Counter()
        found = ask(position, chosen, drawn)
        assert bool(found.cards) == bool(known.most)
        while found.cards:
            chosen[random.choice(found.cards)] += 1
            found = ask(position, chosen, drawn)
            check_play(position, chosen, found, drawn, opened=True)
            assert found.complete or found.cards
        assert found.complete == bool(known.most)


# --- by name


@both_engines
@pytest.mark.parametrize(
    ("position", "rules", "chosen", "cards", "complete"),
    [
        pytest.param(at("4-6C / 6DHS", "3C 8C 9H"), Rules(), "", "3C", False, id="alone"),
        pytest.param(at("4-6C", "7-8C"), Rules(), "8C", "7C", False, id="needs_another"),
        pytest.param(at("4-6C", "7-8C"), Rules(), "7C", "8C", True, id="complete_and_more"),
        pytest.param(at("4-6C", "9C 9D"), Rules(), "", "", False, id="nothing"),
        pytest.param(at("4-6C", "7C 9D"), Rules(), "9D", "", False, id="chosen_in_vain"),
        pytest.param(at("", ""), Rules(), "", "", False, id="no_cards"),
        pytest.param(Position.of("", "7CDH 8C"), Rules(), "7C", "7D 7H", False, id="empty_table"),
        pytest.param(at("3-6C", "7C 7C"), Rules(), "7C", "", True, id="one_of_two_copies"),
        pytest.param(at("3-6C", "7C 7C 7D 7H"), Rules(), "7C", "7C 7D 7H", True, id="both_copies"),
        pytest.param(
            Position.of("AS 7H", "JD"), Rules(), "JD", "", False, id="table_without_arrangement"
        ),
        pytest.param(
            Position.of("4C 6C 7C", "5C 8C"), Rules(), "8C", "5C", False, id="table_needs_a_card"
        ),
        pytest.param(
            at("4-6C", "8C", support="7C"), Rules(), "", "8C", False, id="support_card_helps"
        ),
        pytest.param(at("4-6C", "JK"), Rules(jokers=1), "JK", "", True, id="joker"),
        pytest.param(at("4-6C", "JK 8C"), Rules(jokers=1), "8C", "JK", False, id="joker_helps"),
        # a joker leaves in exchange for 7S alone, and must find a place
        pytest.param(at("7CDH JK", "7S"), SWAP, "", "", False, id="swap_nowhere_for_it"),
        pytest.param(at("7CDH JK", "7S 8CD"), SWAP, "8C", "7S 8D", False, id="swap_opens_a_way"),
        pytest.param(at("7CDH JK", "7S 7S 8CD"), SWAP, "7S 8CD", "", True, id="swapped_in_once"),
        pytest.param(at("4C 5C JK 7C", "6C 6C"), SWAP, "6C", "6C", True, id="swapped_in_and_laid"),
        pytest.param(at("7CDH JK", "7S"), KEEP, "7S", "", True, id="freed_and_kept"),
        pytest.param(at("7CDH JK", "7S JK"), KEEP, "", "7S JK", False, id="freed_and_of_the_hand"),
        pytest.param(at("7CDH JK", "7S JK"), KEEP, "JK", "7S", False, id="a_joker_needs_a_swap"),
        pytest.param(at("7CDH JK", "7S 9S JK"), KEEP, "9S", "7S JK", False, id="two_are_laid"),
        pytest.param(
            at("7CDH JK", "7S 8CD JK"), KEEP, "7S 8CD", "JK", True, id="a_joker_that_is_not_shed"
        ),
        # two natural cards go down beside a joker
        pytest.param(at("7CDH", "JK 8C"), COMPANY, "", "", False, id="too_little_company"),
        pytest.param(at("7CDH", "JK 7S 8C"), COMPANY, "JK", "7S 8C", False, id="company"),
        pytest.param(at("3-5C", "JK 6C 8C"), COMPANY, "6C 8C", "JK", False, id="company_chosen"),
        pytest.param(at("3-5C", "JK 6C 8C"), COMPANY, "6C", "8C JK", True, id="without_a_joker"),
        # an opening is worth 36 at least, and lays nothing off
        pytest.param(at("4-6C", "7C 2CDH"), THIRTY_SIX, "", "", False, id="too_low_an_opening"),
    ],
)
def test_a_position(
    engine: EngineName, position: Position, rules: Rules, chosen: str, cards: str, complete: bool
) -> None:
    picked: Cards = Counter(read_cards(chosen))
    opened = not rules.opening
    found = ask(position, picked, rules, opened=opened, engine=engine)
    assert found.cards == tuple(sorted(read_cards(cards), key=sort_key))
    assert found.complete is complete
    if position.table.melds is not None:
        check_play(position, picked, found, rules, opened=opened)


@both_engines
def test_an_opening_counts_what_is_chosen(engine: EngineName) -> None:
    position = at("4-6C", "JCDH 2-3C JK 7C")

    def found(chosen: str) -> Playable:
        picked: Cards = Counter(read_cards(chosen))
        return ask(position, picked, THIRTY_SIX, opened=False, engine=engine)

    # three jacks are 30 points: the joker is the fourth one, or 4C, or the ace, beside 2C 3C
    assert found("").cards == read_tuple("2C 3C JC JD JH JK")
    assert not found("JCDH").complete
    assert found("JCDH").cards == read_tuple("2C 3C JK")
    assert found("JK").cards == read_tuple("2C 3C JC JD JH")
    whole = found("JCDH JK")
    assert (whole.complete, whole.cards) == (True, read_tuple("2C 3C"))
    assert whole.play is not None
    assert whole.play.opening == 40
    assert str(whole.play.melds[0]) == "4C 5C 6C"
    assert found("JC 2C").cards == read_tuple("3C JD JH JK")
    assert found("7C").cards == ()


def read_tuple(cards: str) -> tuple[AnyCard, ...]:
    return tuple(read_cards(cards))


@both_engines
def test_an_opening_that_is_complete(engine: EngineName) -> None:
    position = at("4-6C", QUEENS)
    whole: Cards = Counter(position.hand)
    found = ask(position, whole, THIRTY_SIX, opened=False, engine=engine)
    assert found.complete
    check_play(position, whole, found, THIRTY_SIX, opened=False)


def test_the_rest_of_the_hand_is_kept() -> None:
    found = playable("7CDH JK /", "7S JK 9D", "7S", rules=KEEP)
    assert found.play is not None
    assert found.play.kept == (*read_cards("9D"), JOKER, JOKER)


# --- what is wrong is quoted


@pytest.mark.parametrize(
    ("chosen", "error", "message"),
    [
        ("9D", PositionError, "chosen='9D': expected cards of the hand, which has not got 9D"),
        ("7C 7C", PositionError, "chosen='7C 7C': expected cards .* has not got 7C"),
        ("JK", CardCountError, "chosen, .* the rules have no jokers"),
        ("9Q", NotationError, "chosen, line 1, column 1: cannot read '9Q'"),
        (7, CardLikeError, "7"),
    ],
)
def test_chosen_cards_are_of_the_hand(chosen: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        playable("4-6C /", "7C 8C", chosen)


def test_options_are_checked() -> None:
    with pytest.raises(OptionError, match="engine='guess'"):
        playable("4-6C /", "7C", engine="guess")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="seconds=0"):
        playable("4-6C /", "7C", seconds=0)
    with pytest.raises(PositionError, match="give the table as melds"):
        playable("4C JK 6C", "5C", rules=SWAP)
    with pytest.raises(TimeLimitError):
        playable("4-6C /", "7C 8C 9D", "9D", seconds=1e-9)
