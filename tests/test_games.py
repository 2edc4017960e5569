"""Whole games: each row of the rule sheets on deal, draw, discard, end and score, played."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from set_games import a_game, cards_of, sorted_cards

from machiavelli_solver import (
    JAPANESE_FIVES,
    JAPANESE_VALUES,
    JOKER,
    RULES,
    CardLikeError,
    Code,
    Deal,
    Discard,
    Draw,
    Fail,
    Game,
    GameError,
    GameRules,
    Lay,
    MachiavelliError,
    Meld,
    NotationError,
    OptionError,
    Pass,
    Position,
    RulesError,
    Table,
    best_play,
    game_named,
    print_cards,
    read_cards,
)

CLASSIC = game_named("classic")
ITALIAN = game_named("italian")

SHEETS = {
    "DE": "classic",
    "SV": "fifteen",
    "SV other": "helpers",
    "IT": "italian",
    "JP": "japanese",
    "Thirty-Six": "thirty-six",
    "Guadalupe": "guadalupe",
    "Tahiti": "tahiti",
    "Draw-first": "draw-first",
}
"""The columns of the rule sheets, and what each is called here."""


def by_sheet(others: object, **named: object) -> pytest.MarkDecorator:
    """A row of the table: what the named columns say, and what all others do."""
    sheets = {name.replace("_", " ").replace("Draw first", "Draw-first"): value
              for name, value in named.items()}  # fmt: skip
    assert set(sheets) <= set(SHEETS), sheets
    row = [(name, sheets.get(sheet, others)) for sheet, name in SHEETS.items()]
    return pytest.mark.parametrize(("name", "says"), row, ids=list(SHEETS))


every_name = pytest.mark.parametrize("name", RULES)


def after_draw(game: Game) -> Game:
    """The game when its turn has come to the play."""
    return game.apply(Draw()) if game.stage == "draw" else game


# --- the deal


@by_sheet((2, 5), SV_other=(2, 5), IT=(2, 6), JP=(2, 7))
def test_players(name: str, says: tuple[int, int]) -> None:
    rules = game_named(name)
    fewest, most = says
    for players in range(fewest, most + 1):
        assert {len(hand) for hand in Game.deal(rules, players=players).hands} == {rules.dealt}
    with pytest.raises(RulesError, match=f"players={fewest - 1}: expected "):
        Game.deal(rules, players=fewest - 1)


@by_sheet(True, SV_other=False, IT=False, JP=False)
def test_more_players_get_fewer_cards(name: str, says: bool) -> None:
    rules = game_named(name)
    players = rules.players[1] + 3
    if not says:
        with pytest.raises(RulesError, match=f"players={players}: expected a whole number, 2 to"):
            Game.deal(rules, players=players)
        return
    (size,) = {len(hand) for hand in Game.deal(rules, players=players).hands}
    assert 3 <= size < rules.dealt or size == 3
    (size,) = {len(hand) for hand in Game.deal(rules, players=20).hands}
    assert size == max(3, rules.dealt * 5 // 20)
    assert size >= 3


def test_nobody_is_dealt_under_three_cards() -> None:
    # DE and SV: never under three; 34 players need 102 cards of 104
    assert {len(hand) for hand in Game.deal(CLASSIC, players=34).hands} == {3}
    with pytest.raises(RulesError, match="players=35: 105 cards are needed, and the pack has 104"):
        Game.deal(CLASSIC, players=35)


@by_sheet(13, SV=15, SV_other=6, Guadalupe=5, Tahiti=5)
def test_dealt(name: str, says: int) -> None:
    game = Game.deal(game_named(name), players=3, seed=5)
    assert {len(hand) for hand in game.hands} == {says}
    assert Counter(cards_of(game)) == Counter(game.rules.rules.pack)


@pytest.mark.parametrize(
    ("name", "dealt"),
    [("italian", 14), ("italian", 15), *(("japanese", n) for n in (5, 6, 7, 12, 15))],
)
def test_the_other_deals_of_the_sheets(name: str, dealt: int) -> None:
    game = Game.deal(game_named(name, dealt=dealt, players=(2, 6)), players=4)
    assert {len(hand) for hand in game.hands} == {dealt}


def test_cards_are_dealt_one_by_one_to_the_left_of_the_dealer_first() -> None:
    game = Game.deal(CLASSIC, players=3, seed=8, dealer=1)
    again = Game.deal(CLASSIC, players=3, seed=8, dealer=2)
    # the same pack, dealt from the next place on
    assert again.hands == (game.hands[2], game.hands[0], game.hands[1])
    assert (game.turn, again.turn) == (2, 0)


@by_sheet(0, SV_other=4, JP=4, Tahiti=4)
def test_support_cards(name: str, says: int) -> None:
    game = Game.deal(game_named(name), players=4, seed=2)
    assert len(game.support) == says
    assert game.view(2).support == game.support


def test_japanese_games_without_support_cards() -> None:
    assert Game.deal(game_named("japanese", support=0)).support == ()


@by_sheet(0, Tahiti=4)
def test_jokers(name: str, says: int) -> None:
    game = Game.deal(game_named(name), players=4, seed=2)
    assert [*cards_of(game)].count(JOKER) == says


@by_sheet(None, **{"Thirty-Six": 36})
def test_opening(name: str, says: int | None) -> None:
    rules = game_named(name)
    game = after_draw(Game.deal(rules, players=3, seed=1))
    assert game.opened == (says is None,) * 3
    # 4C 5C 6C are worth 15, and 9-QC 40
    game = after_draw(a_game(rules, "4-6C 9-QC KS", "2D", "3D", stage=game.stage))
    low, enough = game.lay("4-6C"), game.lay("9-QC")
    if says is None:
        assert game.apply(low).opened == (True, True, True)
        return
    with pytest.raises(GameError, match="the opening is worth 15, and 36 is needed") as caught:
        game.apply(low)
    assert caught.value.verdict is not None
    assert [reason.code for reason in caught.value.verdict.reasons] == [Code.OPENING_TOO_LOW]
    assert game.apply(enough).opened == (True, False, False)


def test_no_lay_off_before_the_opening_and_all_is_open_from_the_next_turn_on() -> None:
    rules = game_named("thirty-six")
    game = a_game(rules, "9-QC 7D", "2D", table="4-6D")
    with pytest.raises(GameError, match="7D was laid off to 4D 5D 6D before the opening"):
        game.apply(game.lay("4-7D / 9-QC"))
    game = game.apply(game.lay("4-6D / 9-QC")).apply(Draw())
    assert game.turn == 0
    assert game.apply(game.lay("4-7D / 9-QC")).round_winners == (0,)


# --- a turn


@by_sheet(1, IT=0, Guadalupe=2, Draw_first=0)
def test_a_turn_without_a_play(name: str, says: int) -> None:
    rules = game_named(name)
    game = after_draw(Game.deal(rules, players=3, seed=3, dealer=2))
    held = len(game.hands[0])
    game = game.apply(Draw() if says else Pass())
    assert len(game.hands[0]) == held + says
    assert (game.turn, game.stage) == ((0, "discard") if rules.discard else (1, game.stage))


@by_sheet(0, IT=1, Draw_first=1)
def test_drawn_at_the_start_of_a_turn(name: str, says: int) -> None:
    game = Game.deal(game_named(name), players=3, seed=3, dealer=2)
    assert game.stage == ("draw" if says else "play")
    drawn = after_draw(game)
    assert len(drawn.hands[0]) == len(game.hands[0]) + says
    top = game.stock[len(game.stock) - says :]
    assert Counter(drawn.hands[0]) == Counter((*game.hands[0], *top))


@by_sheet(0, Guadalupe=1)
def test_a_play_that_does_not_go_out(name: str, says: int) -> None:
    game = a_game(game_named(name), "10-QC 9-QD 9H JS", "2D", "3D", stock=10)
    played = game.apply(game.lay("10-QC / 9-QD"))
    assert len(played.hands[0]) == 2 + says
    assert len(played.stock) == 10 - says


@by_sheet(False, IT=True)
def test_a_discard_ends_a_turn(name: str, says: bool) -> None:
    game = a_game(game_named(name), "10-QC 9-QD 9H JS", "2D", "3D")
    played = game.apply(game.lay("10-QC / 9-QD"))
    if not says:
        assert played.turn == 1
        return
    assert (played.turn, played.stage, played.choices) == (0, "discard", (Discard,))
    ended = played.apply(Discard(read_cards("9H")[0]))
    assert (ended.turn, ended.stage) == (1, "draw")
    assert print_cards(ended.discards) == "9H"
    assert print_cards(ended.hands[0]) == "JS"


def test_italian_draws_from_the_stock_or_of_the_last_discard() -> None:
    game = a_game(ITALIAN, "4-6C", "2D", discards="7C 8D 9D", stage="draw")
    assert game.apply(Draw()).stock == game.stock[:-1]
    taken = game.apply(Draw(discards=1))
    assert (print_cards(taken.hands[0]), taken.stage) == ("4C 5C 6C 9D", "play")
    assert print_cards(taken.discards) == "7C 8D"
    with pytest.raises(GameError, match=r"Draw\(discards=2\): expected Draw\(\) from the stock or"):
        game.apply(Draw(discards=2))


def test_italian_variant_any_discard_with_all_above_it() -> None:
    rules = game_named("italian", take="any")
    game = a_game(rules, "4-6C", "2D", discards="7C 8D 9D", stage="draw")
    taken = game.apply(Draw(discards=3))
    assert print_cards(taken.hands[0]) == "4C 5C 6C 7C 8D 9D"
    assert taken.discards == ()
    with pytest.raises(GameError, match="or 1 to 3 discards: there are 3 discards"):
        game.apply(Draw(discards=4))


def test_the_first_discard_may_be_turned_up() -> None:
    assert len(Game.deal(ITALIAN, seed=1).discards) == 1
    assert Game.deal(game_named("italian", turned_up=False)).discards == ()


def test_going_out_without_a_discard_is_an_option() -> None:
    game = a_game(ITALIAN, "4-6C", "2D")
    assert game.apply(game.lay("4-6C")).round_winners == (0,)
    rules = game_named("italian", last_discard=True)
    game = a_game(rules, "4-6C", "2D")
    with pytest.raises(GameError, match="no card of the hand is left: expected one kept"):
        game.apply(game.lay("4-6C"))
    game = a_game(rules, "4-7C", "2D")
    played = game.apply(game.lay("4-6C"))
    assert played.apply(Discard(read_cards("7C")[0])).round_winners == (0,)


@by_sheet(3, IT=0, JP=1)
def test_a_play_that_fails_goes_back_and_the_penalty_is_drawn(name: str, says: int) -> None:
    game = a_game(game_named(name), "4C 5C 9H", "2D", "3D", table="7CDH", stock=20)
    failed = game.apply(Fail())
    assert failed.table == game.table
    assert len(failed.hands[0]) == 3 + says
    assert set(game.hands[0]) <= set(failed.hands[0])
    assert (failed.turn == 0) is (failed.stage == "discard") is (name == "italian")


@by_sheet("back", SV="loose", SV_other="loose", JP="support")
def test_a_table_that_cannot_be_restored(name: str, says: str) -> None:
    game = a_game(game_named(name), "4C 5C 9H", "2D", "3D", table="7CDH / 4-6D", stock=20)
    left = Table.of("7CDH / 4D / 5-6D")
    if says == "back":
        with pytest.raises(GameError, match="expected no table: it goes back to what it was"):
            game.apply(Fail(left))
        return
    failed = game.apply(Fail(left))
    assert str(failed.table) == "7C 7D 7H /"
    beside = {"loose": failed.loose, "support": failed.support}
    assert print_cards(beside.pop(says)) == "4D 5D 6D"
    assert not any(beside.values())
    # anyone may use them
    failed = after_draw(failed)
    places: dict[str, Any] = {says: "4D 5D 6D"}
    again = a_game(failed.rules, "2H 3D", "3S", table="7CDH", **places)
    assert print_cards(again.apply(again.lay("7CDH / 3-6D")).hands[0]) == "2H"


@pytest.mark.parametrize("left", ["7CDH / 4D 5D", "7CDH 4-6D", "7CDH / 4-6D / 9C", ""])
def test_a_table_that_is_left_has_the_cards_that_lay_there(left: str) -> None:
    game = a_game(game_named("fifteen"), "9C", "2D", table="7CDH / 4-6D")
    with pytest.raises(GameError, match="expected the cards of the table, 7C 7D 7H / 4D 5D 6D, in"):
        game.apply(Fail(Table.of(left)))


# --- who begins


@every_name
def test_who_sits_left_of_the_dealer_begins(name: str) -> None:
    for dealer in range(4):
        assert Game.deal(game_named(name), players=4, dealer=dealer).turn == (dealer + 1) % 4


@every_name
def test_the_first_dealer_is_picked_by_chance(name: str) -> None:
    dealers = Counter(Game.deal(game_named(name), players=4, seed=n).dealer for n in range(200))
    assert set(dealers) == {0, 1, 2, 3}
    assert min(dealers.values()) > 25


def test_in_japanese_games_the_highest_card_may_begin() -> None:
    rules = game_named("japanese", starter="highest-card")
    begin = Counter(Game.deal(rules, players=3, seed=n).turn for n in range(200))
    assert set(begin) == {0, 1, 2}
    assert min(begin.values()) > 35


def test_from_round_to_round_the_start_moves_clockwise() -> None:
    game = a_game(CLASSIC, "4-6C", "2D", "3D", dealer=2)
    for starts in (1, 2, 0, 1):
        over = game.apply(game.lay("4-6C"))
        assert over.choices == (Deal,)
        game = over.apply(Deal())
        assert (game.turn, game.round) == (starts, over.round + 1)
        game = replace(game, hands=a_game(CLASSIC, *["4-6C"] * 3).hands, table=Table())


# --- the end of a round


@every_name
def test_a_round_ends_at_once_when_a_hand_is_empty(name: str) -> None:
    game = a_game(game_named(name), "9-QC", "2D", "3D 4D")
    over = game.apply(game.lay("9-QC"))
    assert over.stage in ("round over", "game over")
    assert over.round_winners == (0,)
    assert over.hands == ((), game.hands[1], game.hands[2])  # nothing is drawn any more


@by_sheet("pass", IT="shuffle")
def test_stock_empty(name: str, says: str) -> None:
    rules = game_named(name)
    game = a_game(rules, "4C 5C", "2D", "3D", stock=0, discards="9H" if says == "shuffle" else "")
    if says == "shuffle":
        drawn = replace(game, stage="draw").apply(Draw())
        assert print_cards(drawn.hands[0]) == "4C 5C 9H"
        assert drawn.discards == ()
        return
    assert game.choices == (Lay, Pass, Fail)
    assert game.apply(Fail()).hands == game.hands  # there is no penalty to be drawn
    for turn in range(3):
        assert (game.turn, game.stage) == (turn, "play")
        game = game.apply(Pass())
    assert game.stage in ("round over", "game over")


@by_sheet((1, 2), JP=())
def test_who_wins_when_all_pass(name: str, says: tuple[int, ...]) -> None:
    # DE: the fewest cards win with 0; JP: nobody wins
    rules = game_named(name, empty_stock="pass")
    game = a_game(rules, "4C 5C", "2D", "3D", stock=0)
    for _ in range(3):
        game = game.apply(Pass())
        if game.stage == "discard":  # IT has no round of passes: there are always discards
            return
    assert game.round_winners == says
    assert {game.scores[-1][player] for player in says} <= {0}
    assert game.scores[-1][0] > 0


def test_a_play_breaks_a_round_of_passes() -> None:
    game = a_game(CLASSIC, "4C 9H", "2D 7C", "3D", stock=0, table="4-6C")
    game = game.apply(Pass())
    game = game.apply(game.lay("4-7C"))
    for _ in range(2):
        game = game.apply(Pass())
    assert game.stage == "play"
    assert game.apply(Pass()).stage == "round over"


def test_a_draw_breaks_a_round_of_passes() -> None:
    game = a_game(game_named("draw-first"), "4C", "2D", stock=1, stage="draw")
    game = game.apply(Draw()).apply(Pass()).apply(Pass())
    assert game.stage == "play"
    assert game.apply(Pass()).stage == "round over"


def test_the_empty_stock_may_end_a_japanese_game_at_once() -> None:
    game = a_game(game_named("japanese", empty_stock="end"), "4C 5C", "2D", stock=1)
    over = game.apply(Draw())
    assert (over.stage, over.round_winners, over.winners) == ("game over", (), ())
    assert len(over.hands[0]) == 3


def test_who_draws_two_draws_what_there_is() -> None:
    game = a_game(game_named("guadalupe"), "4C", "2D", stock=1)
    drawn = game.apply(Draw())
    assert (len(drawn.hands[0]), drawn.stock, drawn.turn) == (2, (), 1)
    assert drawn.choices == (Lay, Pass, Fail)


# --- scores


def over(rules: GameRules, *others: str) -> Game:
    """A round that player 0 wins, with what the others hold."""
    game = a_game(rules, "9-QC", *others)
    return game.apply(game.lay("9-QC"))


@by_sheet(
    (0, 2, 3), SV=(0, 1, 1), SV_other=(0, 1, 1), IT=(0, 14, 31), JP=(0, 1, 1),
    Tahiti=(0, 14, 31),
)  # fmt: skip
def test_score(name: str, says: tuple[int, ...]) -> None:
    game = over(game_named(name), "4D QD", "AH JS KC")
    assert game.scores == (says,)


@pytest.mark.parametrize(("name", "worth"), [("italian", 25), ("tahiti", 30)])
def test_score_of_a_joker(name: str, worth: int) -> None:
    assert over(game_named(name, jokers=2), "JK", "2D").scores == ((0, worth, 2),)


@pytest.mark.parametrize(
    ("changes", "points"),
    [
        pytest.param({}, (0, 1, 1), id="win or lose"),
        pytest.param({"score": "cards"}, (0, 3, 2), id="1 a card left"),
        pytest.param({"score": "values"}, (0, 6, 27), id="A 3, K Q J 2, others 1"),
        pytest.param(
            {"score": "values", "values": JAPANESE_FIVES}, (0, 20, 35), id="A and 2-10 5, K Q J 10"
        ),
        pytest.param({"score": "places"}, (0, 2, 1), id="ranked by cards left"),
    ],
)
def test_the_scores_of_the_japanese_sheet(changes: Any, points: tuple[int, ...]) -> None:
    assert game_named("japanese").values == JAPANESE_VALUES
    game = over(game_named("japanese", jokers=2, **changes), "AD QD 7H", "KS JK")
    assert game.scores == (points,)


@by_sheet((None, 25), SV=(1, None), SV_other=(1, None), IT=(4, None), JP=(1, None))
def test_when_a_game_is_over(name: str, says: tuple[int | None, int | None]) -> None:
    rules = game_named(name)
    assert (rules.rounds, rules.until) == says
    rounds, until = says
    if until is not None:
        assert over(rules, "2D", "3D").stage == "round over"
        one = rules.values.value(read_cards("2D")[0]) if rules.score == "values" else 1
        almost = a_game(rules, "9-QC", "2D", "3D", scores=((9, until - one - 1, 0),))
        assert almost.apply(almost.lay("9-QC")).stage == "round over"
        reached = a_game(rules, "9-QC", "2D", "3D", scores=((9, until - one, 0),))
        reached = reached.apply(reached.lay("9-QC"))
        assert (reached.stage, reached.winners) == ("game over", (2,))
    if rounds is not None:
        for played in range(rounds):
            game = a_game(rules, "9-QC", "2D", "3D", scores=((1, 1, 0),) * played)
            game = game.apply(game.lay("9-QC"))
            assert (game.stage == "game over") is (played + 1 == rounds)


def test_the_lowest_sum_wins_and_equal_ones_win_together() -> None:
    game = a_game(CLASSIC, "9-QC", "2D", "3D", scores=((1, 0, 24), (0, 0, 3)))
    over = game.apply(game.lay("9-QC"))
    assert (over.stage, over.winners) == ("game over", (0, 1))
    assert over.choices == ()


def test_who_has_lost_every_round_has_not_won() -> None:
    game = a_game(game_named("japanese"), "4C", "2D", stock=0)
    game = game.apply(Pass()).apply(Pass())
    assert (game.stage, game.scores, game.winners) == ("game over", ((1, 1),), ())
    assert a_game(CLASSIC, "4C", "2D").winners == ()  # it is not over


# --- what is played


def test_support_cards_are_used_and_stay_away() -> None:
    game = a_game(game_named("japanese"), "4C 5C 9H", "2D", support="6C 7D 8D KS")
    played = game.apply(game.lay("4-6C"))
    assert print_cards(played.support) == "7D 8D KS"
    assert print_cards(played.hands[0]) == "9H"


def test_what_the_hand_has_is_laid_before_loose_and_support_cards() -> None:
    rules = game_named("japanese", decks=4)
    game = a_game(rules, "4C 6C 6C", "2D", support="6C 5C", loose="6C 9D")
    lay = game.lay("4-6C")
    assert print_cards(lay.after.hand) == "6C"
    assert print_cards(lay.after.support) == "6C"
    assert print_cards(lay.after.loose) == "6C 9D"


def test_a_play_of_the_solver_is_a_move() -> None:
    game = a_game(CLASSIC, "3C 9H", "2D", table="4-6C / 6DHS")
    play = best_play(game.position.table, game.position.hand)
    assert play is not None
    assert str(game.apply(game.lay(play)).table) == "3C 4C 5C 6C / 6D 6H 6S"
    melds = [Meld.parse("3-5C"), Meld.parse("6CDHS")]
    assert game.apply(game.lay(melds)).table.melds == tuple(melds)
    assert game.apply(game.lay(Table.of("3-6C / 6DHS"))).turn == 1


def test_a_joker_that_is_exchanged_may_be_kept() -> None:
    rules = game_named("italian", jokers=2, freed_joker="keep")
    game = a_game(rules, "6C 9H", "2D", table="4C 5C JK")
    played = game.apply(game.lay("4-6C"))
    assert print_cards(played.hands[0]) == "9H JK"


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("3-6C / 6DH", "6S was on the table before, and nowhere now"),
        ("4-6C / 6DHS", "no card of the hand was played"),
        ("3-6C / 6DHS / 9H", "9H is no meld"),
        ("3-7C / 6DHS", "7C is on the table, and was nowhere before"),
    ],
)
def test_a_wrong_play_is_refused_with_the_words_of_the_referee(table: str, words: str) -> None:
    game = a_game(CLASSIC, "3C 9H", "2D", table="4-6C / 6DHS")
    with pytest.raises(GameError, match=words) as caught:
        game.apply(game.lay(table))
    assert caught.value.verdict is not None
    assert not caught.value.verdict.legal


def test_a_table_that_cannot_be_read_is_an_error() -> None:
    game = a_game(CLASSIC, "3C", "2D")
    with pytest.raises(NotationError):
        game.lay("1C")
    with pytest.raises(CardLikeError):
        game.lay(3)  # type: ignore[arg-type]


# --- moves that are not allowed


@pytest.mark.parametrize(
    ("stage", "move", "words"),
    [
        ("play", Pass(), "Pass(): expected a move that is allowed now: Draw or Lay or Fail"),
        ("play", Draw(discards=1), "Draw(discards=1): expected Draw() from the stock: there are 0"),
        ("play", Discard(JOKER), "Discard(card=JK): expected a move that is allowed now"),
        ("play", Deal(), "Deal(): expected a move that is allowed now"),
        ("round over", Draw(), "Draw(discards=0): expected a move that is allowed now: Deal"),
        (
            "game over",
            Draw(),
            "Draw(discards=0): expected a move that is allowed now: none",
        ),
        ("play", "draw", "'draw': expected a move: Draw, Lay, Pass, Discard, Fail, Deal"),
        ("play", None, "None: expected a move"),
    ],
)
def test_moves_that_are_not_allowed(stage: Any, move: Any, words: str) -> None:
    game = a_game(CLASSIC, "3C 9H", "2D", stage=stage)
    with pytest.raises(GameError) as caught:
        game.apply(move)
    assert words.replace("JK", repr(JOKER)) in str(caught.value)
    assert caught.value.verdict is None


def test_a_discard_is_a_card_of_the_hand() -> None:
    game = a_game(ITALIAN, "3C 9H", "2D", stage="discard")
    with pytest.raises(GameError, match=r"Joker\(\): expected a card of the hand, 3C 9H"):
        game.apply(Discard(JOKER))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": 1}, "players=1: expected 2 or more"),
        ({"players": "4"}, "players='4': expected 2 or more"),
        ({"seed": -1}, "seed=-1: expected a whole number from 0 to"),
        ({"seed": 2**53}, "expected a whole number from 0 to"),
        ({"seed": "x"}, "seed='x': expected a whole number"),
        ({"dealer": 4}, "dealer=4: expected a player, 0 to 3"),
        ({"dealer": True}, "dealer=True: expected a player, 0 to 3"),
        ({"rules": "classic"}, "rules='classic': expected GameRules"),
    ],
)
def test_options_of_a_deal_are_checked(options: Any, words: str) -> None:
    with pytest.raises(MachiavelliError) as caught:
        Game.deal(**options)
    assert words in str(caught.value)


def test_a_view_is_one_of_a_player() -> None:
    with pytest.raises(OptionError, match="player=4: expected a player, 0 to 3"):
        Game.deal().view(4)


# --- what is seen


@every_name
def test_a_view_hides_what_is_hidden(name: str) -> None:
    game = Game.deal(game_named(name), players=3, seed=6)
    view = game.view(1)
    assert view.hand == game.hands[1]
    assert view.hand_sizes == (len(view.hand),) * 3
    assert Counter(view.unseen) == Counter((*game.hands[0], *game.hands[2], *game.stock))
    # whatever is swapped among hidden cards, the player sees the same
    hidden = [*game.stock, *game.hands[0], *game.hands[2]]
    hidden.reverse()
    n, held = len(game.stock), len(game.hands[0])
    other = replace(
        game,
        seed=99,
        stock=tuple(hidden[:n]),
        hands=(tuple(hidden[n : n + held]), game.hands[1], tuple(hidden[n + held :])),
    )
    assert other.view(1) == view
    assert other.view(1).choices == view.choices
    assert view.position == Position(game.table, game.hands[1], support=game.support)


# --- chance


@every_name
def test_the_same_seed_is_the_same_game(name: str) -> None:
    rules = game_named(name)
    assert Game.deal(rules, seed=3) == Game.deal(rules, seed=3)
    assert Game.deal(rules, seed=3) != Game.deal(rules, seed=4)


def test_a_deal_is_the_same_on_every_machine() -> None:
    game = Game.deal(game_named("tahiti"), players=3, seed=2026)
    assert game.dealer == 1
    assert [print_cards(hand) for hand in game.hands] == [
        "3D 5D QD KD KS",
        "3C 4C 5C QC 4D",
        "3D JD AH 4S 7S",
    ]
    assert print_cards(game.support) == "8D JH 2S 9S"
    assert print_cards(game.stock[-3:]) == "AC 5C 10C"


def test_each_round_and_each_shuffle_has_chance_of_its_own() -> None:
    first = Game.deal(CLASSIC, seed=1, dealer=0)
    second = replace(first, stage="round over").apply(Deal())
    assert second.hands != first.hands
    assert second.stock != first.stock
    game = a_game(ITALIAN, "4C", "2D", stock=0, discards="9H 8H 7H 6H 5H QD KD 2S", stage="draw")
    orders = {replace(game, shuffles=n).apply(Draw()).stock for n in range(20)}
    assert len(orders) > 15


# --- rules of a game


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"dealt": 0}, "dealt=0: expected a whole number from 1 to 104"),
        ({"dealt": True}, "dealt=True: expected a whole number"),
        ({"dealt": 21}, "dealt=21: 5 players need 105 cards, and the pack has 104"),
        ({"support": 40}, "dealt=13: 5 players need 105 cards"),
        ({"players": (1, 3)}, "players=(1, 3): expected the fewest and the most, from 2 to 34"),
        ({"players": 4}, "players=4: expected a pair of whole numbers"),
        ({"players": (3, 2)}, "players=(3, 2): expected the fewest and the most"),
        ({"starter": "me"}, "starter='me': expected one of 'left-of-dealer', 'highest-card'"),
        ({"take": "last"}, "take='last': expected discard=True with it"),
        ({"take": "last", "discard": True}, "take='last': expected draw_first=1 with it"),
        ({"turned_up": True}, "turned_up=True: expected discard=True with it"),
        ({"last_discard": True}, "last_discard=True: expected discard=True with it"),
        ({"empty_stock": "shuffle"}, "empty_stock='shuffle': expected discard=True with it"),
        ({"discard": 1}, "discard=1: expected True or False"),
        ({"penalty": -1}, "penalty=-1: expected a whole number from 0 to 104"),
        ({"until": None}, "rounds=None, until=None: expected one of them, or no game ends"),
        ({"until": 0}, "until=0: expected a whole number from 1 to 1000000"),
        ({"rounds": "3"}, "rounds='3': expected a whole number"),
        ({"values": 5}, "values=5: expected CardValues"),
        ({"rules": 5}, "rules=5: expected Rules"),
        (
            {"draw_without_play": 0, "empty_stock": "end"},
            "empty_stock='end': expected draw_first or draw_without_play, as nobody draws",
        ),
    ],
)
def test_rules_of_a_game_are_checked(changes: Any, words: str) -> None:
    with pytest.raises(RulesError) as caught:
        GameRules(**changes)
    assert words in str(caught.value)


def test_hands_are_sorted() -> None:
    assert sorted_cards("JK 2D 9C AC") == tuple(read_cards("AC 9C 2D JK"))
    game = Game.deal(game_named("tahiti"), seed=3)
    for hand in game.hands:
        assert hand == sorted_cards(" ".join(map(str, hand)))
