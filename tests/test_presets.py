"""Rules by name: each is what its row of the rule sheets says, and can be told in words."""

from __future__ import annotations

import re
from ast import literal_eval
from dataclasses import fields, replace
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judged_turns import JOKERS, MELDS, OPENINGS, TURNS
from strategies import small_values, some

from machiavelli_solver import (
    DEFAULT_RULES,
    ITALIAN_VALUES,
    JAPANESE_VALUES,
    JOKER,
    NOTATIONS,
    RULES,
    TAHITI_VALUES,
    TILE_NOTATION,
    TILE_VALUES,
    CardValues,
    Code,
    EngineName,
    GameRules,
    Meld,
    NamedRules,
    OptionError,
    Position,
    Rules,
    RulesError,
    best_play,
    explain_rules,
    explain_values,
    game_named,
    judge,
    named_rules,
    print_cards,
    read_cards,
    rules_named,
)
from machiavelli_solver.turn import opening_worth

ROOT = Path(__file__).parent.parent
DOCS = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")

ENGINES: list[EngineName] = ["counting", "ip"]
both_engines = pytest.mark.parametrize("engine", ENGINES)

every_name = pytest.mark.parametrize("named", RULES.values(), ids=RULES)


# --- the columns of the rule sheets


@pytest.mark.parametrize(
    ("name", "rules", "source"),
    [
        pytest.param("classic", Rules(), "German sheet, sections 2 to 6", id="DE"),
        pytest.param("fifteen", Rules(), "Swedish sheet, ", id="SV"),
        pytest.param("helpers", Rules(), "Swedish sheet, .*Alternativ version", id="SV other"),
        pytest.param("italian", Rules(joker_moves="swap"), "Italian sheet, ", id="IT"),
        pytest.param("japanese", Rules(), "Japanese sheet, ", id="JP"),
        pytest.param("thirty-six", Rules(opening=36), "German .*: Thirty-Six", id="Thirty-Six"),
        pytest.param("guadalupe", Rules(), "German sheet, .*: Guadalupe", id="Guadalupe"),
        pytest.param(
            "tahiti",
            Rules(jokers=4, jokers_per_meld=1, joker_moves="swap", freed_joker="play"),
            "German sheet, .*: Tahiti",
            id="Tahiti",
        ),
        pytest.param("draw-first", Rules(), "German sheet, .*: Erst ziehen", id="Draw-first"),
        pytest.param(
            "rummikub",
            Rules(
                jokers=2,
                aces="low",
                opening=30,
                opening_values=CardValues((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13), 0),
            ),
            "Printed rules, ",
            id="Rummikub",
        ),
    ],
)
def test_the_columns_of_the_rule_sheets(name: str, rules: Rules, source: str) -> None:
    assert rules_named(name) == RULES[name].rules == rules
    assert re.match(source, RULES[name].source)


def test_there_is_a_name_for_each_column_and_one_for_the_tile_game() -> None:
    assert list(RULES) == [
        "classic", "fifteen", "helpers", "italian", "japanese", "thirty-six", "guadalupe",
        "tahiti", "draw-first", "rummikub",
    ]  # fmt: skip


def test_the_classic_game_is_the_default() -> None:
    assert rules_named("classic") == DEFAULT_RULES
    assert [name for name, named in RULES.items() if named.notation != "cards"] == ["rummikub"]


def test_italian_jokers_are_exchanged_and_played_at_once_unless_said() -> None:
    # IT: "scambiarla e riutilizzare il jolly nella stessa mano (regola piu diffusa)"
    assert rules_named("italian", jokers=2) == Rules(
        jokers=2, joker_moves="swap", freed_joker="play"
    )
    assert rules_named("italian", jokers=2, freed_joker="keep").freed_joker == "keep"


def test_japanese_jokers_are_free_unless_said() -> None:
    assert rules_named("japanese", jokers=4) == Rules(jokers=4)


def test_in_the_opening_of_thirty_six_an_ace_counts_1_and_court_cards_10() -> None:
    values = rules_named("thirty-six").opening_values
    assert [values.value(card) for card in read_cards("AC 2C 9D 10H JS QS KS")] == [
        1, 2, 9, 10, 10, 10, 10,
    ]  # fmt: skip


def test_a_joker_in_an_opening_counts_as_what_it_stands_for() -> None:
    thirty_six = rules_named("thirty-six", jokers=1)
    assert opening_worth(Meld.parse("QC KC JK"), thirty_six) == 30, "JC rather than AC"
    tiles = Meld(tuple(read_cards("R11-12 JK", notation=TILE_NOTATION)))
    assert opening_worth(tiles, rules_named("rummikub")) == 36


# --- positions under the rules of a name


@both_engines
@pytest.mark.parametrize(
    ("name", "changes", "table", "hand", "shed"),
    [
        pytest.param(
            "tahiti", {}, "4C 5C JK 7C /", "3C 8C", "3C 8C",
            id="JP: melds may be split around a joker that leaves only in exchange",
        ),
        pytest.param(
            "tahiti", {}, "4C 5C JK 7C /", "9HD", "",
            id="DE Tahiti: a joker stays without its natural card",
        ),
        pytest.param(
            "tahiti", {}, "4C 5C JK 7C /", "6C 9HD", "6C 9D 9H",
            id="DE Tahiti: the hand's natural card takes its place, and it is used elsewhere",
        ),
        pytest.param(
            "tahiti", {}, "4C 5C JK 7C / 6CDHS", "9HD", "",
            id="DE, IT: a natural card of the table does not take its place",
        ),
        pytest.param(
            "japanese", {"jokers": 1}, "4C 5C JK 7C / 6CDHS", "9HD", "9D 9H",
            id="JP: a joker that is free moves like any card",
        ),
        pytest.param(
            "tahiti", {}, "", "4C JK JK 7C", "",
            id="DE Tahiti: one joker in a meld at most",
        ),
        pytest.param(
            "japanese", {"jokers": 2}, "", "4C JK JK 7C", "4C 7C JK JK",
            id="JP: any number of jokers in a meld",
        ),
        pytest.param(
            "italian", {"jokers": 1}, "7H 7D JK /", "7C 7S", "7C",
            id="IT: a joker that is freed is played in the same turn, and finds no place here",
        ),
        pytest.param(
            "italian", {"jokers": 1, "freed_joker": "keep"}, "7H 7D JK /", "7C 7S", "7C 7S",
            id="IT variant: a joker that is freed may be kept for a later turn",
        ),
        pytest.param(
            "japanese", {"jokers": 1}, "4-5C 8D 9D 10D", "JK", "JK",
            id="JP: a joker may be played on its own",
        ),
        pytest.param(
            "japanese", {"jokers": 1, "joker_company": 2}, "4-6C /", "JK 7C", "7C",
            id="JP variant: a joker goes down with two natural cards of the hand",
        ),
        pytest.param(
            "japanese", {"jokers": 1, "joker_company": 2}, "4-6C /", "JK 7-8C", "7C 8C JK",
            id="JP variant: two are enough",
        ),
        pytest.param(
            "japanese", {}, "", "KS AS 2S", "",
            id="DE, IT: no run goes around the corner",
        ),
        pytest.param(
            "japanese", {"aces": "around"}, "", "KS AS 2S", "2S AS KS",
            id="JP: the ranks in a circle, as an option",
        ),
        pytest.param("rummikub", {}, "", "QC KC AC", "", id="Rummikub: the 1 is low only"),
        pytest.param("rummikub", {}, "", "AC 2C 3C", "AC 2C 3C", id="Rummikub: 1 2 3 is a run"),
    ],
)  # fmt: skip
def test_what_is_shed_under_the_rules_of_a_name(
    name: str, changes: dict[str, Any], table: str, hand: str, shed: str, engine: EngineName
) -> None:
    play = best_play(table, hand, rules=rules_named(name, **changes), engine=engine)
    assert play is not None
    assert sorted(map(str, play.shed)) == sorted(shed.split())


@both_engines
def test_a_joker_that_may_be_kept_goes_to_the_hand(engine: EngineName) -> None:
    rules = rules_named("italian", jokers=1, freed_joker="keep")
    play = best_play("7H 7D JK /", "7C 7S", rules=rules, engine=engine)
    assert play is not None
    assert (play.kept, play.goes_out) == ((JOKER,), False)
    assert [str(meld) for meld in play.melds] == ["7C 7D 7H 7S"]


@both_engines
@pytest.mark.parametrize(
    ("name", "table", "hand", "shed", "worth"),
    [
        pytest.param(
            "thirty-six", "5DHC /", "9CDH 4-6S 5S", "4S 5S 6S 9C 9D 9H", 42,
            id="DE: melds of the hand alone, worth 36 and more, and no lay-off",
        ),
        pytest.param("thirty-six", "", "QCDH 2-4S", "2S 3S 4S QC QD QH", 39, id="DE: 30 and 9"),
        pytest.param("thirty-six", "", "QCDH A-3S", "2S 3S AS QC QD QH", 36, id="DE: 36 will do"),
        pytest.param("thirty-six", "", "QCDH 8S", "", 0, id="DE: 30 are not enough"),
        pytest.param(
            "thirty-six", "KHDC / QHDC / JHDC", "AC", "", 0,
            id="DE: nothing is laid off or rearranged before the opening",
        ),
        pytest.param("rummikub", "", "QCDH", "QC QD QH", 36, id="Rummikub: 12 12 12 is worth 36"),
        pytest.param("rummikub", "", "9CDH", "", 0, id="Rummikub: 9 9 9 is worth 27"),
        pytest.param("rummikub", "", "9CD JK 5S", "", 0, id="Rummikub: a joker for a 9 counts 9"),
        pytest.param("rummikub", "", "9D 10D JK", "9D 10D JK", 30, id="Rummikub: JK is an 11"),
    ],
)  # fmt: skip
def test_openings_under_the_rules_of_a_name(
    name: str, table: str, hand: str, shed: str, worth: int, engine: EngineName
) -> None:
    rules = rules_named(name)
    play = best_play(table, hand, opened=False, rules=rules, engine=engine)
    assert play is not None
    assert sorted(map(str, play.shed)) == sorted(shed.split())
    assert play.opening == worth


@both_engines
def test_who_has_opened_may_do_everything(engine: EngineName) -> None:
    rules = rules_named("thirty-six")
    play = best_play("KHDC / QHDC / JHDC", "AC", rules=rules, engine=engine)
    assert play is not None
    assert (print_cards(play.shed), play.opening) == ("AC", None)


@both_engines
@pytest.mark.parametrize("name", ["helpers", "japanese", "tahiti"])
def test_support_and_loose_cards_may_be_used_and_need_not_be(name: str, engine: EngineName) -> None:
    # JP: "サポートカードも自分の手札と同じように使うことができます"
    play = best_play("", "4C 5C", support="6C KD 9S", rules=rules_named(name), engine=engine)
    assert play is not None
    assert print_cards(play.shed) == "4C 5C"
    assert print_cards(play.support) == "6C"
    play = best_play("", "4C 5C", loose="6C KD", rules=rules_named(name), engine=engine)
    assert play is not None
    assert print_cards(play.support) == "6C"


@both_engines
@pytest.mark.parametrize("name", ["helpers", "japanese", "tahiti"])
def test_support_cards_alone_are_no_play(name: str, engine: EngineName) -> None:
    # JP: "サポートカードを使ってレイオフあるいはメルドを作った時は、カードの補充はできません"
    rules = rules_named(name)
    for table, support in (("4-6C /", "7C"), ("", "7CDH"), ("4-6C /", "7CDH")):
        play = best_play(table, "QD", support=support, rules=rules, engine=engine)
        assert play is not None
        assert (play.shed, play.support) == ((), ())
        assert print_cards(play.kept) == "QD"
    before = Position.of("4-6C /", "QD", support="7C")
    assert [
        reason.code for reason in judge(before, Position.of("4-7C /", "QD"), rules).reasons
    ] == [Code.NOTHING_PLAYED]


# --- changes


@pytest.mark.parametrize(
    "change",
    [
        {"decks": 3},
        {"jokers": 8},
        {"aces": "around"},
        {"jokers_per_meld": 2},
        {"jokers_per_meld": None},
        {"joker_moves": "free"},
        {"freed_joker": "keep"},
        {"joker_company": 2},
        {"opening": 40},
        {"opening_values": CardValues((1,) * 13, 0)},
    ],
    ids=str,
)
@every_name
def test_every_rule_may_be_changed(named: NamedRules, change: dict[str, Any]) -> None:
    changed = rules_named(named.name, **change)
    assert changed == replace(named.rules, **change)
    (field,) = change
    assert {
        each.name: getattr(changed, each.name) for each in fields(Rules) if each.name != field
    } == {
        each.name: getattr(named.rules, each.name) for each in fields(Rules) if each.name != field
    }


@every_name
def test_the_choices_are_changes_that_can_be_made(named: NamedRules) -> None:
    for change, meaning in named.choices:
        name, _, value = change.partition("=")
        changes: dict[str, Any] = {name: literal_eval(value)}
        assert game_named(named.name, **changes) != named.game, change
        assert meaning


@pytest.mark.parametrize("name", ["", "Tahiti", "canasta", "classic ", "x" * 1000, None, 3, ["a"]])
def test_an_unknown_name_is_an_error_that_lists_the_names(name: Any) -> None:
    for ask in (rules_named, named_rules):
        with pytest.raises(OptionError) as caught:
            ask(name)
        assert str(caught.value).endswith(f": expected one of {', '.join(RULES)}")
        assert len(str(caught.value)) < 250


def test_changes_are_checked() -> None:
    with pytest.raises(RulesError, match="jokers=9: expected a whole number"):
        rules_named("tahiti", jokers=9)
    with pytest.raises(TypeError, match="packs"):
        rules_named("tahiti", packs=3)  # type: ignore[call-arg]


def test_the_names_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        RULES["mine"] = RULES["tahiti"]  # type: ignore[index]


@every_name
def test_each_name_has_the_values_of_its_sheet(named: NamedRules) -> None:
    # where a sheet counts cards, or nothing, points are those of the Italian sheet
    own = {"tahiti": TAHITI_VALUES, "rummikub": TILE_VALUES, "japanese": JAPANESE_VALUES}
    assert named.values == own.get(named.name, ITALIAN_VALUES)
    told = explain_values(named.values, notation=NOTATIONS[named.notation]) in " ".join(
        named.course
    )
    assert told == (named.name in {"italian", "tahiti", "rummikub"})


# --- in words


@every_name
def test_what_is_said_of_rules_can_be_shown_anywhere(named: NamedRules) -> None:
    sentences = [*explain_rules(named.rules, notation=NOTATIONS[named.notation]), *named.course]
    assert all(sentence.endswith(".") and sentence[0].isupper() for sentence in sentences)
    said = [
        named.name,
        named.title,
        named.summary,
        named.source,
        *sentences,
        *chain(*named.choices),
    ]
    assert "".join(said).isascii(), "a terminal may have no other letters"
    assert len(named.summary) <= 48, "it stands in a line with the name and the sheet"
    assert not named.source.endswith(".")


def test_the_classic_game_in_words() -> None:
    assert explain_rules() == [
        "The pack has 52 cards, each of them twice, and no jokers: 104 cards.",
        "A set is three or four cards of one rank in different suits: 7D 7H 7S.",
        "A run is three or more cards of one suit in a row: 4C 5C 6C.",
        "The ace is low (AC 2C 3C) or high (QC KC AC), but never in between: KC AC 2C is no run.",
        "No meld holds a card twice: 7H 7H 7S is no set.",
        "A turn plays one card of the hand or more, and may take apart the whole table; when it "
        "ends, every card on the table lies in one valid meld.",
        "No card of the table goes to a hand.",
        "There is no opening: a first play needs no number of points.",
    ]


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (Rules(decks=1), "each of them once, and no jokers: 52 cards."),
        (Rules(decks=4, jokers=8), "each of them four times, and eight jokers: 216 cards."),
        (Rules(jokers=1), "and one joker: 105 cards."),
        (Rules(aces="low"), "The ace is low only: AC 2C 3C is a run, QC KC AC is not."),
        (Rules(aces="high"), "The ace is high only: QC KC AC is a run, AC 2C 3C is not."),
        (Rules(aces="around"), "The ace is low (AC 2C 3C), high (QC KC AC) or in between (KC AC"),
        (Rules(jokers=2), "A meld holds any number of jokers, and at least one card that is no"),
        (Rules(jokers=2, jokers_per_meld=1), "A meld holds one joker at most, and at least one"),
        (Rules(jokers=2, jokers_per_meld=2), "A meld holds two jokers at most, and at least one"),
        (Rules(jokers=2), "A joker on the table moves like any card."),
        (Rules(jokers=2, joker_moves="swap"), "A joker on the table stays what it stands for,"),
        (Rules(jokers=2, joker_moves="swap"), "free is played in the same turn."),
        (
            Rules(jokers=2, joker_moves="swap", freed_joker="keep"),
            "free is played in the same turn, or kept in the hand for a later one.",
        ),
        (
            Rules(jokers=2, joker_moves="swap", freed_joker="keep"),
            "No card of the table goes to a hand, but an exchanged joker.",
        ),
        (Rules(jokers=2, joker_company=1), "also plays one other card of the hand, or more."),
        (Rules(jokers=2, joker_company=2), "also plays two other cards of the hand, or more."),
        (Rules(jokers=2, joker_company=12), "also plays 12 other cards of the hand, or more."),
        (Rules(opening=41), "melds of the hand alone that are worth 41 points or more"),
        (Rules(opening=41), "For this they count: A 1, 2-10 as they are, J Q K 10."),
        (Rules(opening=41, jokers=2), "J Q K 10; a joker counts as the card it stands for."),
        (
            Rules(opening=9, opening_values=CardValues.of({"A": 3}, others=1, joker=0)),
            "For this they count: A 3, 2-10 J Q K 1.",
        ),
    ],
)
def test_changed_rules_in_words(rules: Rules, words: str) -> None:
    assert words in "\n".join(explain_rules(rules))


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (CardValues(tuple(range(1, 14)), 0), "A 1, 2-10 as they are, J 11, Q 12, K 13"),
        (CardValues((1,) * 13, 0), "A 2-10 J Q K 1"),
        (CardValues.of({}, joker=25), "A 11, 2-10 as they are, J Q K 10"),
        (CardValues.of({"2": 20}, joker=25), "A 11, 2 20, 3-10 as they are, J Q K 10"),
    ],
)
def test_values_in_words(values: CardValues, words: str) -> None:
    assert explain_values(values) == words


def test_tiles_in_words() -> None:
    told = " ".join(explain_rules(RULES["rummikub"].rules, notation=TILE_NOTATION))
    assert not set(re.findall(r"\w+", told)) & {"card", "cards", "rank", "suit", "suits", "ace"}
    assert "A set is three or four tiles of one number in different colours: B7 R7 K7." in told
    assert "The 1 is low only: O1 O2 O3 is a run, O12 O13 O1 is not." in told
    assert "For this they count: 1-13 as they are; a joker counts as the tile" in told


any_rules: st.SearchStrategy[Rules] = st.builds(
    Rules,
    decks=st.integers(1, 4),
    jokers=st.integers(0, 8),
    aces=st.sampled_from(["both", "low", "high", "around"]),
    jokers_per_meld=st.none() | st.integers(1, 8),
    joker_moves=st.sampled_from(["free", "swap"]),
    freed_joker=st.sampled_from(["play", "keep"]),
    joker_company=st.integers(0, 52),
    opening=st.just(0) | st.integers(0, 1000),
    opening_values=small_values,
)


def that_matter(rules: Rules) -> dict[str, object]:
    """The rules that make a difference to a game."""
    of_jokers = {"jokers_per_meld", "joker_moves", "freed_joker", "joker_company"}
    matter = {field.name: getattr(rules, field.name) for field in fields(Rules)}
    matter["opening_values"] = rules.opening_values.ranks  # a joker is worth what it stands for
    left_out = set() if rules.jokers else of_jokers
    left_out |= set() if rules.opening else {"opening_values"}
    left_out |= set() if rules.joker_moves == "swap" else {"freed_joker"}
    return {name: value for name, value in matter.items() if name not in left_out}


@some(300)
@given(any_rules, any_rules, st.sampled_from([field.name for field in fields(Rules)]))
def test_rules_are_told_apart_by_what_makes_a_difference(
    one: Rules, other: Rules, field: str
) -> None:
    changes: dict[str, Any] = {field: getattr(other, field)}
    changed = replace(one, **changes)
    same = that_matter(one) == that_matter(changed)
    for notation in NOTATIONS.values():
        told = explain_rules(one, notation=notation)
        assert (explain_rules(changed, notation=notation) == told) is same


# --- docs/rules.md

NAMED_TEST = r"`(test_\w+)\.py::(test_\w+)(?:\[(\w+)\])?`"


def rows(text: str) -> list[list[str]]:
    """The rows of all tables, cell by cell, without heads and rules."""
    found = []
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        lines = [line.strip().strip("|").split(" | ") for line in block.splitlines()]
        found += [[cell.strip() for cell in line] for line in lines[2:]]
    return found


def test_every_test_that_the_docs_name_is_there() -> None:
    named = set(re.findall(NAMED_TEST, DOCS))
    assert len(named) >= 60
    turns = {"test_melds": MELDS, "test_jokers": JOKERS, "test_turns": TURNS}
    turns["test_openings"] = OPENINGS
    for module, test, turn in sorted(named):
        source = (ROOT / "tests" / f"{module}.py").read_text(encoding="utf-8")
        assert re.search(rf"^ *def {test}\(", source, re.MULTILINE), f"{module}.py::{test}"
        if turn:
            assert module == "test_judge"
            assert turn in map(str, turns[test]), f"{test}[{turn}]"


def test_no_test_is_named_in_another_form() -> None:
    assert DOCS.count("`test_") == len(re.findall(NAMED_TEST, DOCS))


def test_each_row_of_the_sheets_has_a_test() -> None:
    table = DOCS.partition("\n## Row by row\n")[2].partition("\n## ")[0]
    assert len(rows(table)) >= 50
    for row in rows(table):
        assert "`test_" in row[-1], row


def test_all_names_and_all_rules_are_in_the_docs() -> None:
    for name, named in RULES.items():
        assert any(row[0] == f"`{name}`" for row in rows(DOCS)), name
        assert named.sheet.split()[0] in DOCS
    for field in (*fields(Rules), *fields(GameRules)):
        assert f"| `{field.name}` |" in DOCS or field.name == "rules", field.name
