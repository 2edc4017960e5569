"""What is said in a game that a person plays, without a terminal."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import some
from talks import OTHERS, Person, at, plays_on

from machiavelli_solver import RULES, GameRules, Rules, game_named
from machiavelli_solver.cli.game_commands import COMMANDS
from machiavelli_solver.games.sitting import Sitting
from machiavelli_solver.languages import LANGUAGES
from machiavelli_solver.notation import NOTATIONS

SWAP = GameRules(rules=Rules(jokers=2, joker_moves="swap", freed_joker="keep"))


def dealt(rules: GameRules | None = None, *, seed: int = 1, **options: Any) -> Person:
    return Person(
        Sitting.deal(rules or GameRules(), (None, *OTHERS), seed=seed, dealer=2), **options
    )


# --- whole games


@pytest.mark.parametrize("name", RULES)
def test_a_round_under_all_rules(name: str) -> None:
    rules = game_named(name, rounds=1)
    person = dealt(rules, seed=3, notation=NOTATIONS[RULES[name].notation])
    plays_on(person)
    assert person.game.stage == "game over"
    stored = json.loads(json.dumps(person.sitting.to_dict()))
    assert Sitting.from_dict(stored) == person.sitting


@pytest.mark.parametrize(
    "changes",
    [
        {"jokers": 2, "take": "any", "last_discard": True},
        {"jokers": 2, "freed_joker": "keep", "last_discard": True},
        {"jokers": 2, "joker_moves": "free", "dealt": 5, "rounds": 2},
    ],
)
def test_rounds_under_changed_rules(changes: Any) -> None:
    person = dealt(game_named("italian", **{"rounds": 1, **changes}), seed=4)
    plays_on(person)
    assert person.game.stage == "game over"


def test_several_rounds_and_the_points() -> None:
    person = dealt(GameRules(dealt=3, until=None, rounds=2), seed=2)  # nobody is out in the second
    told = []
    while not person.talk.over:
        if person.offered[0] == "deal":
            told.append(person.says("score"))
            assert "Round 1 is over: " in person.says("table")
            assert person.says("draw") == "The round is over: deal begins the next one."
            assert person.says("hint") == "The round is over: deal begins the next one."
            assert "--- Round 2, turn " in person.says("")  # the same as deal
        else:
            person.says("draw" if "draw" in person.offered else "pass")
    assert len(told) == 1
    assert told[0].startswith("  points      you  greedy (2)  greedy (3)\n  round 1  ")
    assert "\n\nRound 2 is over: all have passed; greedy (2) has the fewest left, " in person.last
    assert "  sum " in person.last
    assert "The game is over: " in person.last


# --- what is offered, and what is refused


def test_what_is_offered() -> None:
    person = at("table: 4-6C\nhand: 7C 9H")
    assert person.offered == ["play", "move", "draw", "hint", "help"]
    person.says("7C > 1")
    assert person.offered == ["done", "play", "move", "undo", "reset", "fail", "hint", "help"]
    person.says("undo")
    assert person.offered == ["play", "move", "draw", "hint", "help"]


def test_what_is_offered_where_one_draws_first_and_discards() -> None:
    rules = game_named("italian")
    person = at("table: 4-6C\nhand: 7C 9H 2S", rules, stage="draw")
    assert person.offered == ["draw", "take", "hint", "help"]
    assert "The turn begins with a draw" in person.says("7C > 1")
    assert "The turn begins with a draw" in person.says("play 7C")
    assert "You drew" in person.says("draw")
    assert person.offered == ["play", "move", "pass", "hint", "help"]
    assert "There is nothing to draw: say pass." in person.says("draw")
    assert "You passed." in person.says("pass")
    assert person.offered == ["discard", "hint", "help"]
    assert "discard a card to end the turn" in person.says("play 7C")
    told = person.says("9H")  # a card alone is the one to be discarded
    assert told.startswith("You discarded 9H.")


def test_a_discard_ends_a_turn_in_one_go() -> None:
    rules = game_named("italian")
    person = at("table: 4-6C\nhand: 7C 9H 2S", rules)
    assert person.says("discard 9H").startswith("You discarded 9H.")
    person = at("table: 4-6C\nhand: 7C 9H 2S", rules)
    told = person.says("7C > 1; discard 9H").split("\n")
    assert "You laid 7C on 4C 5C 6C and discarded 9H; 1 card left." in told
    person = at("table: 4-6C\nhand: 7C 9H 2S", rules)
    assert "The referee says no:" in person.says("2S > 1; discard 9H")
    assert person.says("discard KD") == "KD is not in your hand."
    assert person.says("discard") == "Which card? Say discard, and the card."


def test_discards_are_taken() -> None:
    rules = game_named("italian", take="any")
    discards = at("hand: 7C").game.stock[:4]
    person = at("hand: 7C 9H", rules, stage="draw", discards=discards)
    assert "take" in person.offered
    for number in ("x", "0", "-1", "9" * 5000):
        assert person.says(f"take {number}") == "How many discards? As: take 2"
    assert "expected Draw() from the stock or 1 to 4 discards" in person.says("take 5")
    told = person.says("take 2")
    assert told.startswith("You took ")
    assert len(person.game.hands[0]) == 4
    assert person.says("take") == "No discard may be taken now."


def test_a_draw_that_leaves_no_choice_is_made_at_once() -> None:
    person = dealt(game_named("draw-first"))
    assert "You drew" in person.at_first
    assert person.offered == ["play", "move", "pass", "hint", "help"]


def test_a_wrong_play_is_refused_in_the_words_of_the_referee() -> None:
    person = at("table: 4-6C\nhand: 7C 8C 9H")
    person.says("9H > 1")
    made = len(person.sitting.record.moves)
    assert person.says("done") == (
        "The referee says no:\n  4C 5C 6C 9H is no meld: neither one rank nor one suit"
    )
    assert len(person.sitting.record.moves) == made
    assert "4C 5C 6C 9H*  not a meld: neither one rank nor one suit" in person.says("table")
    assert person.says("done 1; undo; 7C > 1; done").count("The referee") == 1
    assert "You laid 7C on 4C 5C 6C; 2 cards left." in person.says("undo; 7C > 1; done")


def test_an_opening_that_is_too_low() -> None:
    person = at("table: 4-6C\nhand: 2-4D 7C KH KS KD", game_named("thirty-six"), opened=False)
    assert "not opened (36 points)  you" in person.at_first
    told = person.says("2-4D > new; done")
    assert told.endswith("The referee says no:\n  the opening is worth 9, and 36 is needed")
    told = person.says("7C > 1; done")
    assert "7C was laid off to 4C 5C 6C before the opening" in told
    assert "You have not opened: that takes 36 points" in person.says("reset; play 7C")
    assert "To do it: play 2D 3D 4D KD KH KS" in person.says("hint")
    assert "You laid" in person.says("play 2-4D KDHS; done")


def test_an_opening_that_cannot_be_had() -> None:
    person = at("hand: 2-4D 9H", game_named("thirty-six"), opened=False)
    assert person.says("hint") == "The melds of your hand are not worth 36 yet: draw."


def test_drawing_with_cards_laid_is_refused() -> None:
    person = at("table: 4-6C\nhand: 7C 9H")
    told = person.says("7C > 1; draw")
    assert told.endswith("The table is not as it was: reset puts all back, and then you can draw.")
    assert "You drew" in person.says("reset; draw")


def test_passing_where_one_draws() -> None:
    person = at("hand: 7C")
    assert person.says("pass") == "Who plays nothing draws: say draw."
    person = at("hand: 7C 9H", stock=())
    assert person.offered == ["play", "move", "pass", "hint", "help"]
    assert person.says("draw") == "There is nothing to draw: say pass."
    assert "To end the turn without a play: pass." in person.says("done")
    assert "You passed." in person.says("pass")


# --- moves


def test_cards_are_found_beside_the_table() -> None:
    rules = game_named("tahiti")
    person = at("table: 6-8C\nhand: 10C 9H KS\nsupport: 9C", rules)
    assert "6C 7C 8C 9C+" in person.says("9C > 1")
    assert "(+ = from beside the table)" in person.says("table")
    told = person.says("10C > 1; done")
    assert "You laid 10C with 9C from the support cards on 6C 7C 8C; 2 cards left." in told
    assert person.game.support == ()


def test_a_joker_is_exchanged() -> None:
    person = at("table: 4C JK 6C\nhand: 5C 9H KS", SWAP)
    assert "The referee says no" in person.says("JK > hand; done")
    told = person.says("undo; 5C > 1; JK from 1 > hand; done")
    assert "You laid 5C in " in told
    assert "JK" in [str(card) for card in person.game.hands[0]]


def test_a_meld_is_named_by_its_cards_or_moved_whole() -> None:
    person = at("table: 4-6C / 8-10C / 7HDS\nhand: 7C 9H")
    assert "4C 5C 6C 7C*" in person.says("move 7C > 6C")
    assert "4C 5C 6C 7C* 8C' 9C' 10C'" in person.says("2 > 1")
    assert "7S'" in person.says("7S to new")
    assert person.says("7H > 4C 9D") == "4C 9D lie in no meld: say the number of a meld."
    assert person.says("7H > nowhere").startswith("'nowhere': expected the number of a meld")
    assert person.says("7H >") == "Where to? Say the number of a meld, new, or hand."
    assert person.says("move 7H") == "Say which cards go where, as: CARDS > MELD"
    assert person.says("> 1") == "No cards are named: expected cards to move."
    assert "7D' 7H' 7S'" in person.says("from 4 > 2; from 3 > 2")
    assert person.says("9" * 5000 + " > 1").startswith("Cannot read '99999")
    assert person.says("1 > 9") == "9: expected the number of a meld, 1 to 4."


def test_a_table_that_is_left() -> None:
    person = at("table: 4-7C / 8-10D\nhand: 9H 2S 3S", game_named("fifteen"))
    person.says("7C > new; 9H > new")
    assert person.says("fail leave").startswith("A table is left with the cards that it had")
    told = person.says("9H > hand; fail leave")
    assert told.partition("You gave up a play, left 7C in no meld and drew ")[2]
    assert [str(card) for card in person.game.loose] == ["7C"]


def test_giving_up() -> None:
    person = at("table: 4-7C\nhand: 9H 2S 3S")
    assert person.says("7C > new; fail leave").endswith("goes back to what it was: say fail.")
    assert person.says("fail now") == "Say fail, or fail leave."
    assert "You gave up a play and drew " in person.says("fail")
    assert len(person.game.hands[0]) == 6


# --- plays and hints


def test_just_these_cards() -> None:
    person = at("table: 4-6C / 6DHS\nhand: 3C 7C 9H")
    told = person.says("play 3C 7C")
    assert told.startswith("  1. Lay 3C 7C from the hand on 4C 5C 6C.\n\n   1  3C* 4C 5C 6C 7C*")
    assert "You laid 3C 7C on 4C 5C 6C; 1 card left." in person.says("done")


def test_cards_alone_are_a_play() -> None:
    person = at("table: 4-6C / 6DHS\nhand: 3C 7C 9H")
    assert person.says("3c 7c") == at("table: 4-6C / 6DHS\nhand: 3C 7C 9H").says("play 3C 7C")


def test_a_play_after_moves_begins_with_the_table_as_it_was() -> None:
    person = at("table: 4-6C / 6DHS\nhand: 3C 7C 9H")
    told = person.says("7C > 1; play 3C")
    assert "From the table as it was when the turn began:\n  1. Lay 3C 7C" in told
    assert "(* = from your hand)" in told


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("9H", "9H waits for "),
        ("8C", "Together with 7C of your hand it can be done."),
        ("KD", "KD: it is not in your hand."),
        ("KD QD", "KD and QD: they are not in your hand."),
        ("", "Which cards? Say play, and the cards."),
    ],
)
def test_a_play_that_cannot_be(cards: str, words: str) -> None:
    person = at("table: 4-6C / 6DHS\nhand: 3C 7C 8C 9H")
    assert words in person.says(f"play {cards}")
    assert not person.talk.work.begun


def test_cards_that_go_one_by_one_only() -> None:
    person = at("table: 6-8C\nhand: 9C 9C")
    assert person.says("play 9C 9C").endswith(
        "Each of them could be laid, but not all of them together."
    )


def test_a_hint_does_nothing() -> None:
    person = at("table: 4-6C / 6DHS\nhand: 3C 7C 9H")
    assert person.says("hint") == (
        "You can shed 2 of your 3 cards:\n"
        "  1. Lay 3C 7C from the hand on 4C 5C 6C.\n"
        "To do it: play 3C 7C"
    )
    assert not person.talk.work.begun
    assert person.says("3C > new; hint").endswith("To do it: reset; play 3C 7C")
    assert at("hand: 4-6C").says("hint").startswith("You can go out:\n")
    assert at("hand: 4-5C").says("hint") == (
        "No card of your hand fits, however the table is arranged: draw."
    )


def test_a_hint_keeps_the_last_discard() -> None:
    person = at("table: 4-6C\nhand: 7C 8C", game_named("italian", last_discard=True))
    assert person.says("hint").endswith("To do it: play 7C")
    assert "expected one kept for the last discard" in person.says("7C 8C > 1; done")


def test_time_is_limited() -> None:
    person = at("table: 4-7C / 7DHS\nhand: 8C 9H", seconds=1e-9)
    assert person.says("hint") == "The best play was not found in time."
    assert person.says("play 8C") == "That was not found in time: move the cards yourself."


# --- words


def test_words_that_are_not_known() -> None:
    person = at("table: 4-6C\nhand: 7C 9H")
    assert person.says("hnit") == "'hnit': did you mean hint?"
    assert person.says("castle") == "'castle' is no command, and no card: say help."
    assert person.says("7C 9Z").startswith("Cannot read '9Z': expected a card")
    assert person.says("9Z > 1").startswith("Cannot read '9Z': expected a card")
    assert person.says("sco") == person.says("scores") == person.says("score")
    assert person.says("; ;") == ""


def test_the_rest_of_a_line_is_left_when_something_is_refused() -> None:
    person = at("table: 4-6C\nhand: 7C 9H")
    person.says("9H > 7; 7C > 1; done")
    assert not person.talk.work.begun
    assert not person.sitting.record.moves


def test_help_tells_what_is_allowed() -> None:
    person = at("table: 4-6C\nhand: 7C 9H")
    assert "  draw " in person.says("help")
    assert "  take" not in person.says("?")
    assert "7H 8H 9H, 7-9H or 7CDH" in person.says("help")
    assert "  undo" in person.says("7C > 1; help")
    tiles = dealt(game_named("rummikub"), notation=NOTATIONS["tiles"])
    assert "R7 R8 R9, R7-9 or OBR7" in tiles.says("help")


def test_every_line_of_help_fits() -> None:
    told = dealt(game_named("italian")).says("draw; help").split("\n")
    assert max(map(len, told)) <= 100
    assert all(command.meaning for command in COMMANDS.values())


def test_the_rules_and_the_score() -> None:
    person = dealt(game_named("tahiti"))
    assert "joker" in person.says("rules")
    assert person.says("score") == "  No round is over yet: nobody has points."


def test_the_hand_in_another_order() -> None:
    person = at("hand: 4C 9C 4D 9S")
    assert person.says("table").endswith("your hand (4)  4C 9C  4D  9S")
    assert person.says("sort") == "  your hand (4)  4C 4D 9C 9S"
    assert person.says("sort") == "  your hand (4)  4C 9C  4D  9S"
    assert person.says("sort rank") == person.says("sort rank")


def test_in_another_language() -> None:
    italian = LANGUAGES["it"]
    person = dealt(notation=italian)
    assert "10P" in person.at_first
    assert "8P* 9P* 10P*" in person.says("8-10P > new")
    assert "The referee says no:\n  4F 8P 9P 10P is no meld" in person.says("4F > 1; done")
    assert "You laid 8P 9P 10P as a new meld" in person.says("undo; done")


def test_saving_and_leaving() -> None:
    person = dealt()
    assert not person.talk.over
    person.says("8-10S > new")
    assert person.says("save") == "Under which name? As: save game.json"
    assert person.says("save one") == (
        "Saved. To go on: machiavelli game --load it\n"
        "The turn is saved as it began, not what you have moved in it."
    )
    person.says("done")
    assert person.says("quit") == "The game is not saved: say save FILE, or quit once more."
    person.says("table")
    assert person.says("quit").startswith("The game is not saved")
    person.says("save two; quit")
    assert person.talk.over
    assert person.shelf.kept["two"] == person.sitting == person.shelf.automatic[-1]


def test_leaving_twice_said() -> None:
    person = dealt()
    person.says("draw; quit; quit")
    assert not person.talk.over  # what was refused ends the line
    person.says("quit")
    assert person.talk.over
    fresh = dealt()
    fresh.says("quit")
    assert fresh.talk.over


def test_what_the_others_did_is_told_in_a_line_each() -> None:
    person = dealt()
    told = person.says("draw").split("\n")
    assert told[0].startswith("You drew ")
    assert told[1].startswith("greedy (2) ")
    assert told[2].startswith("greedy (3) ")
    assert told[3] == ""
    hidden = {str(card) for card in person.game.hands[1]} - {
        str(card) for card in (*person.game.table.cards, *person.game.hands[0])
    }
    assert not hidden & set(" ".join(told).replace(".", " ").replace("*", " ").split())


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "all have passed; you have the fewest left, 1 card, and win."),
        ({"blocked": "nobody"}, "all have passed, and nobody wins it."),
    ],
)
def test_a_round_that_nobody_goes_out_of(changes: Any, words: str) -> None:
    person = at("hand: 7C", GameRules(**changes), stock=())
    assert f"Round 1 is over: {words}" in person.says("pass")


def test_an_empty_stock_ends_the_round() -> None:
    stock = at("hand: 7C").game.stock[:1]
    person = at("hand: 7C", GameRules(empty_stock="end"), stock=stock)
    assert "Round 1 is over: the stock is empty; greedy (2) and greedy (3) have" in (
        at("hand: 7C 8D 9D", GameRules(empty_stock="end"), stock=stock).says("draw")
    )
    assert "you, greedy (2) and greedy (3) have the fewest left, 2 cards, and win" in (
        person.says("draw")
    )


def test_what_is_new_is_marked() -> None:
    person = at("table: 4-6C\nhand: 7C 9H KS")
    assert person.says("7C > 1; done").endswith("   1  4C 5C 6C 7C\n\n  your hand (2)  9H  KS")
    told = dealt().says("draw")
    assert "greedy (2) laid 4C 5C 6C 7C as a new meld" in told
    assert "(* = laid since your last turn)" in told
    assert "4C*" in told


# --- whatever is said

PARTS = (
    "?",
    "n",
    "new",
    "hand",
    "support",
    ">",
    "->",
    "to",
    "from",
    ";",
    "1",
    "2",
    "leave",
    "rank",
)
ODD = ("\0", "\udcff", "²", "٣", "=", "-")
CARDS = ("7C", "4-6C", "6DHS", "JK", "9C", "Q")
WORDS = st.sampled_from([*COMMANDS, *PARTS, *ODD, *CARDS])
NAMES = st.sampled_from(["classic", "italian", "tahiti", "thirty-six", "draw-first"])


@some(30)
@given(NAMES, st.lists(st.lists(WORDS | st.text(max_size=4), max_size=7).map(" ".join), max_size=9))
def test_anything_may_be_said(name: str, lines: list[str]) -> None:
    person = dealt(game_named(name, dealt=5), seed=2)
    pack = sorted(map(str, person.game.rules.rules.pack))
    for line in lines:
        if person.talk.over:
            return
        assert person.offered
        person.says(line)
        game, work = person.game, person.talk.work
        beside = (*game.stock, *game.support, *game.loose, *game.discards)
        hands = [card for hand in game.hands for card in hand]
        assert sorted(map(str, (*game.table.cards, *beside, *hands))) == pack
        assert work.before == game.view(0).position
        assert Sitting.from_dict(person.sitting.to_dict()) == person.sitting
