"""``machiavelli rules``: the list, one of them in plain words, and as JSON."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import fields

import pytest
from commands import Ran, Terminal, run, run_process

from machiavelli_solver import (
    RULES,
    GameRules,
    NamedRules,
    Rules,
    explain_game,
    explain_rules,
    from_dict,
    from_json,
    game_named,
    to_dict,
)

pytestmark = pytest.mark.usefixtures("terminal_settings")

every_name = pytest.mark.parametrize("named", RULES.values(), ids=RULES)


def unwrapped(text: str) -> str:
    return " ".join(text.split())


# --- the list


def test_the_list() -> None:
    assert run("rules") == Ran(
        0,
        """\
Rules by name:

  classic     no jokers, no opening; 13 cards each           German sheet
  fifteen     the same with 15 cards each                    Swedish sheet
  helpers     6 cards each, and four support cards for all   Swedish sheet
  italian     jokers if you like; draw first, then discard   Italian sheet
  japanese    13 cards each, and four support cards for all  Japanese sheet
  thirty-six  open with 36 points from your own hand         German sheet
  guadalupe   5 cards each, and you draw more often          German sheet
  tahiti      four jokers, one a meld at most; 5 cards each  German sheet
  draw-first  every turn begins by drawing a card            German sheet
  rummikub    tiles: two jokers, open with 30, the 1 is low  Printed rules

machiavelli rules NAME explains one; every command takes it as --rules NAME.
""",
        "",
    )


def test_the_list_as_json() -> None:
    data = run("rules", "--json").data
    assert list(data) == list(RULES)
    for name, value in data.items():
        assert isinstance(value, dict)
        named = RULES[name]
        assert from_dict(GameRules, value["game"]) == named.game
        assert value["title"] == named.title
        assert (value["summary"], value["source"]) == (named.summary, named.source)
        assert value["notation"] == named.notation


def test_the_list_stands_out_on_a_terminal() -> None:
    out = run("rules", out=Terminal()).out
    assert "\033[1mRules by name:\033[0m" in out
    assert re.sub("\033\\[[0-9;]*m", "", out) == run("rules").out


def test_the_list_has_no_changes() -> None:
    ran = run("rules", "--jokers", "2")
    assert (ran.status, ran.out) == (2, "")
    assert "which rules are to be changed?" in ran.err


# --- one of them


def test_tahiti_in_plain_words() -> None:
    assert run("rules", "tahiti") == Ran(
        0,
        """\
Tahiti (--rules tahiti)

* The pack has 52 cards, each of them twice, and four jokers: 108 cards.
  A set is three or four cards of one rank in different suits: 7D 7H 7S.
  A run is three or more cards of one suit in a row: 4C 5C 6C.
  The ace is low (AC 2C 3C) or high (QC KC AC), but never in between: KC AC 2C
  is no run.
  No meld holds a card twice: 7H 7H 7S is no set.
  A turn plays one card of the hand or more, and may take apart the whole table;
  when it ends, every card on the table lies in one valid meld.
  No card of the table goes to a hand.
* A joker stands for any card; in a set, for a suit that is not in it.
* A meld holds one joker at most, and at least one card that is no joker.
* A joker on the table stays what it stands for, until that very card comes from
  the hand and takes its place.
* The joker that becomes free is played in the same turn.
  There is no opening: a first play needs no number of points.

* Two to five players get five cards each; more players get fewer, but never
  under three.
* Four support cards lie face up beside the stock: a play may use them like
  cards of the hand, and they never go to one.
  The player left of the dealer begins; from round to round the start moves to
  the left.
  Who plays nothing draws one card.
  Who cannot complete a play puts everything back, and draws three cards for it.
  When the stock is empty, nobody draws; when all pass in a row, the round ends.
  A round ends at once when a hand is empty, and that player wins it.
  If it ends with no hand empty, who has the fewest cards wins it.
* Who wins the round gets 0, all others what is left: A 11, 2-10 as they are, J
  Q K 10, a joker 30.
  When somebody has 25 points, the game is over; the lowest sum wins.

* = not as in the classic game

To choose:

  --until 100  a longer game: the 25 points of the sheet are reached at once

Source: German sheet, section 8 (Varianten): Tahiti.
""",
        "",
    )


@every_name
def test_each_name_is_explained(named: NamedRules) -> None:
    ran = run("rules", named.name)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"{named.title} (--rules {named.name})\n\n")
    assert unwrapped(ran.out).endswith(f" Source: {named.source}.")
    assert max(map(len, ran.out.splitlines())) <= 80
    for sentence in named.course:
        assert sentence in unwrapped(ran.out)
    assert ("To choose:" in ran.out) == bool(named.choices)
    told, classic = (
        (explain_rules(each.rules), explain_game(each)) for each in (named.game, GameRules())
    )
    assert ("not as in the classic game" in ran.out) == (told != classic)


@every_name
def test_each_name_as_json_is_the_rules(named: NamedRules) -> None:
    ran = run("rules", named.name, "--json")
    assert ran.status == 0
    assert ran.out == json.dumps(to_dict(named.game)) + "\n"
    assert from_json(GameRules, ran.out) == named.game


@every_name
def test_what_may_be_chosen_is_an_option_that_works(named: NamedRules) -> None:
    chosen = run("rules", named.name).out.partition("To choose:\n\n")[2].partition("\n\n")[0]
    lines = chosen.splitlines()
    assert len(lines) == len(named.choices)
    for line, (_, meaning) in zip(lines, named.choices, strict=True):
        option, value, *words = line.split()
        assert " ".join(words) == meaning
        ran = run("rules", named.name, option, value, "--json")
        assert ran.status == 0
        assert from_json(GameRules, ran.out) != named.game


def test_cards_are_shown_with_pips_on_a_terminal() -> None:
    out = run("rules", "classic", out=Terminal()).out
    assert "in different suits: 7♦ 7♥ 7♠." in out
    plain = re.sub("\033\\[[0-9;]*m", "", out).translate(str.maketrans("♣♦♥♠", "CDHS"))
    assert plain == run("rules", "classic").out


# --- changed ones


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--jokers 1", "and one joker: 105 cards."),
        ("--decks 3", "each of them three times,"),
        ("--aces around", "or in between (KC AC 2C)."),
        ("--jokers-per-meld any", "A meld holds any number of jokers,"),
        ("--jokers-per-meld 3", "A meld holds three jokers at most,"),
        ("--joker-moves free", "A joker on the table moves like any card."),
        ("--freed-joker keep", "or kept in the hand for a later one."),
        ("--joker-company 2", "two other cards of the hand, or more."),
        ("--opening 40", "worth 40 points or more,"),
        ("--dealt 7", "get seven cards each"),
        ("--draw-first 2", "A turn begins by drawing two cards from the stock."),
        ("--draw-without-play 3", "Who plays nothing draws three cards."),
        ("--draw-after-play 1", "Who plays without going out draws one card at the end."),
        ("--penalty 0", "Who cannot complete a play puts everything back."),
        ("--more-players no", "Two to five players get five cards each."),
        ("--seats 3-3", "Three players get five cards each;"),
        ("--discard yes", "A turn ends with a discard, unless no card of the hand is left."),
        ("--starter highest-card", "Each player draws a card, and the highest begins;"),
        ("--unrestorable support", "cards that fit no meld stay as support cards, for anyone"),
        ("--empty-stock end", "When the stock is empty, the round ends at once."),
        ("--blocked nobody", "If it ends with no hand empty, nobody wins."),
        ("--score lost", "Who wins the round gets 0, all others 1."),
        ("--score cards", "Who wins the round gets 0, all others 1 for each card left."),
        ("--score places", "all others 1 for each player who has fewer cards left."),
        ("--values fives", "A 2-10 5, J Q K 10"),
        ("--rounds 3", "When somebody has 25 points or after three rounds, the game is over;"),
        ("--until 100", "When somebody has 100 points, the game is over;"),
    ],
)
def test_changed_numbers_are_explained(options: str, words: str) -> None:
    ran = run("rules", "tahiti", *options.split())
    assert ran.status == 0
    assert ran.out.startswith(f"Tahiti (--rules tahiti {options})\n")
    assert words in unwrapped(ran.out)
    assert words not in unwrapped(run("rules", "tahiti").out)


def test_changes_that_change_nothing_are_not_told() -> None:
    ran = run("rules", "tahiti", "--jokers", "4", "--decks", "2")
    assert ran == run("rules", "tahiti")


def test_changed_rules_as_json() -> None:
    ran = run("rules", "thirty-six", "--opening", "40", "--jokers", "2", "--json")
    assert from_json(GameRules, ran.out) == game_named("thirty-six", opening=40, jokers=2)


def test_there_is_an_option_for_every_rule_but_the_values_of_an_opening() -> None:
    out = run("rules", "--help").out
    names = [field.name for kind in (Rules, GameRules) for field in fields(kind)]
    assert len(names) == len(set(names))
    for name in names:
        option = "seats" if name == "players" else name.replace("_", "-")
        assert (f"  --{option} " in out) is (name not in ("opening_values", "rules")), name


# --- bad input


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["canasta"], "no rules are called 'canasta': expected one of classic, fifteen, helpers"),
        ([""], "no rules are called ''"),
        (["tahiti", "italian"], "italian"),
        (["tahiti", "--jokers", "9"], "jokers=9: expected a whole number from 0 to 8"),
        (["tahiti", "--jokers", "two"], "--jokers"),
        (["tahiti", "--jokers-per-meld", "0"], "jokers_per_meld=0"),
        (["tahiti", "--jokers-per-meld", "none"], "--jokers-per-meld"),
        (["tahiti", "--joker-moves", "slow"], "--joker-moves"),
        (["tahiti", "--freed-joker", "sell"], "--freed-joker"),
        (["tahiti", "--joker-company", "53"], "joker_company=53"),
        (["tahiti", "--opening", "-1"], "opening=-1"),
        (["tahiti", "--engine", "ip"], "--engine"),
        (["tahiti", "--rules", "tahiti"], "--rules"),
    ],
)
def test_bad_input(argv: list[str], words: str) -> None:
    ran = run("rules", *argv)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("machiavelli: error: ")
    assert words in ran.err
    assert "Traceback" not in ran.err


def test_all_names_are_in_the_error() -> None:
    err = run("rules", "canasta").err
    assert all(name in err for name in RULES)


# --- help


def test_help_has_examples_that_work() -> None:
    out = run("rules", "--help").out
    assert out.isascii()
    examples = re.findall(r"^  machiavelli (rules.*)$", out, re.MULTILINE)
    assert len(examples) >= 4
    for example in examples:
        ran = run(*shlex.split(example))
        assert (ran.status, ran.err) == (0, ""), example


def test_it_runs_in_a_process_of_its_own_and_in_ascii() -> None:
    for name in ("rummikub", "italian"):
        ran = run_process("rules", name, env={"PYTHONIOENCODING": "ascii:strict"})
        assert (ran.returncode, ran.stderr) == (0, b"")
        assert ran.stdout.decode().splitlines() == run("rules", name).out.splitlines()
