"""The public names as a user's type checker sees them: checked by mypy, never run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Literal, assert_type

from machiavelli_solver import (
    DEFAULT_RULES,
    ITALIAN_VALUES,
    JOKER,
    LANGUAGES,
    RULES,
    TAHITI_VALUES,
    TILE_NOTATION,
    Aces,
    Additions,
    AnyCard,
    Arrangement,
    Card,
    CardsLike,
    CardValues,
    Code,
    Difficulty,
    Drawable,
    EngineName,
    Explanation,
    GameResult,
    GameRules,
    Joker,
    MachiavelliError,
    Meld,
    MeldKind,
    NamedRules,
    Notation,
    NotationError,
    Objective,
    Out,
    Outs,
    Placed,
    Play,
    Playable,
    Player,
    Position,
    PositionForm,
    Puzzle,
    Rank,
    Reading,
    Rearrangement,
    Reason,
    Rules,
    Step,
    Suit,
    Summary,
    Table,
    TableLike,
    Theme,
    Turn,
    Verdict,
    Wait,
    after_play,
    arrange,
    best_play,
    best_plays,
    cuts,
    explain,
    explain_rules,
    from_dict,
    from_json,
    is_valid,
    judge,
    named_rules,
    outs,
    picture,
    playable,
    player_named,
    print_cards,
    puzzle,
    read_card,
    read_cards,
    rules_named,
    simulate,
    to_dict,
    to_json,
    waits,
)

# cards
card = Card(10, Suit.HEARTS)
rank: Rank = card.rank
assert_type(card.suit, Suit)
assert_type(card.index, int)
assert_type(card.is_joker, bool)
assert_type(card.symbol, str)
assert_type(JOKER, Joker)
either: AnyCard = JOKER if rank else card
assert_type(read_card("4C"), Card | Joker)
assert_type(read_cards("4-6C"), list[Card | Joker])
tiles: Notation = TILE_NOTATION
assert_type(read_cards("R4-6", notation=tiles), list[Card | Joker])
assert_type(print_cards([card, JOKER], notation=tiles), str)
italian: Notation = LANGUAGES["it"]
assert_type(is_valid("4-6F", notation=italian), bool)
assert_type(Meld.parse("4-6F", notation=italian), Meld)
assert_type(Position.of("4-6F", "asso di cuori", notation=italian).text(notation=italian), str)
assert_type(Table.of("4-6F", notation=italian).text(notation=italian), str)

# rules and values
aces: Aces = "low"
rules = Rules(decks=1, jokers=2, aces=aces)
assert_type(rules.run_places, range)
assert_type(DEFAULT_RULES, Rules)
assert_type(CardValues.of({"A": 1}, joker=25), CardValues)
assert_type(ITALIAN_VALUES.value(either), int)
Rules(aces="sideways")  # type: ignore[arg-type]
assert_type(RULES["tahiti"].rules, Rules)
assert_type(named_rules("tahiti"), NamedRules)
assert_type(rules_named("tahiti", jokers=2, joker_moves="free"), Rules)
assert_type(explain_rules(rules, notation=TILE_NOTATION), list[str])
rules_named("tahiti", joker_moves="slow")  # type: ignore[arg-type]
rules_named("tahiti", packs=2)  # type: ignore[call-arg]
Rules(2)  # type: ignore[call-arg]

# melds
meld = Meld.parse("4C JK 6C")
assert_type(meld.cards, tuple[Card | Joker, ...])
assert_type(meld.is_valid(), bool)
assert_type(meld.kind(rules), MeldKind | None)
assert_type(meld.why_not(), str | None)
assert_type(meld.ordered(), Meld)
assert_type(meld.readings(), tuple[Reading, ...])
assert_type(meld.jokers_stand_for(), tuple[tuple[Card, ...], ...])
assert_type(meld.readings()[0].cards, tuple[Card, ...])
assert_type(iter(meld), Iterator[Card | Joker])
meld.cards = ()  # type: ignore[misc]

# puzzles
hard: Difficulty = "hard"
assert_type(puzzle(7, difficulty=hard, rules=rules, table=20, hand=1), Puzzle)
assert_type(puzzle("a").position, Position)
assert_type(puzzle("a").solution, Play)
puzzle("a", difficulty="cruel")  # type: ignore[arg-type]

# anything card-like
hands: list[CardsLike] = [
    "4-6C",
    card,
    JOKER,
    meld,
    Table.of("4-6C"),
    ["4C", card],
    [["4C", "5C"], [meld]],
    (name for name in ("4C", "5C")),
    read_cards("4C"),
    {card},
]
tables: list[TableLike] = hands
many: Iterable[CardsLike] = hands
is_valid(3)  # type: ignore[arg-type]
is_valid([1, 2])  # type: ignore[list-item]

# positions
position = Position.parse("table: 4-6C")
assert_type(position, Position)
assert_type(position.table.melds, tuple[Meld, ...] | None)
assert_type(position.hand, tuple[Card | Joker, ...])
assert_type(Position.of("4-6C", "7C", rules=rules), Position)
assert_type(Position.from_json(b"{}"), Position)
assert_type(position.to_json(), str)
assert_type(position.to_dict(), dict[str, object])

# questions
engine: EngineName = "ip"
objective: Objective = "points"
assert_type(is_valid(hands, rules=rules, engine=engine), bool)
assert_type(arrange("4-6C"), Arrangement | None)
play = best_play("4-6C", "7C", objective=objective, values=TAHITI_VALUES)
assert_type(play, Play | None)
if play is not None:
    assert_type(play.shed, tuple[Card | Joker, ...])
    assert_type(play.kept, tuple[Card | Joker, ...])
    assert_type(play.melds, tuple[Meld, ...])
    assert_type(play.goes_out, bool)
    assert_type(play.before, Position | None)
    assert_type(play.cuts, int)
    assert_type(play.steps, tuple[Step, ...])
    assert_type(play.rearrangement, Rearrangement)
    assert_type(play.rearrangement.sources[0][0], Placed)
    assert_type(play.steps[0].target, Meld | Literal["hand"] | None)
    assert_type(play.steps[0].text(shown=print_cards), str)
assert_type(cuts("4-6C /", "4-7C /"), int)
found = outs("4-6C", "7C", unseen={card: 1, JOKER: 2}, draws=2, engine="ip")
assert_type(found, Outs)
assert_type(found.helps, Fraction)
assert_type(found.outs, tuple[Out, ...])
assert_type(found.outs[0].draw, tuple[Card | Joker, ...])
assert_type(found.outs[0].chance, Fraction)
assert_type(found.outs[0].goes_out, bool)
outs("4-6C", "7C", unseen="9C 9C", objective="points", seconds=1.5)
playing = playable("4-6C /", "7C 8C", "8C", support="9C", opened=False, engine="ip", seconds=1)
assert_type(playing, Playable)
assert_type(playing.cards, tuple[AnyCard, ...])
assert_type(playing.play, Play | None)
playable("4-6C /", "7C 8C", tidy=False)  # type: ignore[call-arg]
outs("4-6C", "7C", draws="two")  # type: ignore[arg-type]
best_plays([("4-6C /", "7C")], tidy=False, errors="return")
best_play("4-6C", "7C", engine="guess")  # type: ignore[arg-type]
best_play("4-6C", "7C", rules)  # type: ignore[call-arg, arg-type]

# the referee, and JSON
forms: list[PositionForm] = [position, position.to_dict(), "table: 4-6C", b"{}"]
verdict = judge(forms[0], forms[1], rules, opened=False)
assert_type(verdict, Verdict)
assert_type(verdict.legal, bool)
assert_type(verdict.reasons, tuple[Reason, ...])
assert_type(verdict.reasons[0].code, Code)
assert_type(verdict.reasons[0].cards, tuple[Card | Joker, ...])
turn = Turn(position, position, rules, opened=True)
assert_type(to_json(turn), str)
assert_type(to_dict(verdict), dict[str, object])
assert_type(from_json(Turn, "{}"), Turn)
assert_type(from_dict(Rules, {}), Rules)
if play is not None:
    assert_type(after_play(position, play), Position)
judge(position, 3)  # type: ignore[arg-type]
from_json(Meld, "{}")  # type: ignore[type-var]

# errors
try:
    read_card("11C")
except NotationError as error:
    assert_type(error.token, str)
    assert_type(error.column, int)
except MachiavelliError as error:
    as_value_error: ValueError = error

# pictures
theme: Theme = "dark"
drawable: Drawable = position
assert_type(picture(drawable, theme=theme, four_colours=True, card_width=40.5), str)
picture(position, theme="blue")  # type: ignore[arg-type]
picture(position, "dark")  # type: ignore[call-arg]


def why_not() -> None:
    explanation = explain("4-6C 7DH", limit=5)
    assert_type(explanation, Explanation)
    assert_type(explanation.mends, Additions)
    assert_type(explanation.loose, tuple[AnyCard, ...])
    for mend in explanation.mends:
        assert_type(mend, tuple[AnyCard, ...])
    assert_type(waits("4-6C", "8C"), tuple[Wait, ...])


def games() -> None:
    players: list[str | Player] = ["greedy", player_named("patient")]
    for result in simulate(GameRules(), players, games=10, seed=1):
        assert_type(result, GameResult)
        assert_type(result.winners, tuple[int, ...])
    summary = Summary(["greedy", "patient"])
    summary.add_all(simulate(GameRules(), summary.players, games=1))
    assert_type(summary.by_player[0].games.value, float | None)
    assert_type(summary.turns.interval, tuple[float, float] | None)
    simulate(GameRules(), ["greedy"])  # type: ignore[call-arg]
