"""What is said in a game that a person plays: a line is heard, and the answer is told.

Nothing here reads or prints: lines come in with `Talk.hear`, and text goes out through a
function, so that what the other players do is told as soon as they do it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from textwrap import wrap
from typing import Final, NamedTuple, Protocol, TypeAlias

from ..cards import SUITS, AnyCard, Suit, card_of
from ..errors import MachiavelliError, NotationError, TimeLimitError
from ..games.in_words import explain_game
from ..games.moves import Deal, Discard, Draw, Fail, Lay, Move, Pass
from ..games.sitting import Sitting
from ..games.view import View
from ..games.work_table import BESIDE, Spot, Target, WorkTable
from ..notation import Notation, print_cards, read_cards
from ..positions import Table
from ..rules_in_words import explain_rules
from ..words import listed
from .common import CommandError
from .game_advice import Advice
from .game_words import GameWords, Made
from .terminal import Style

Tell: TypeAlias = Callable[[Iterable[str]], None]
"""What takes lines that are to be read."""

_WIDTH: Final = 80

_ARROW: Final = re.compile(r"->|=>|>|→|\bto\b", re.IGNORECASE)
_FROM: Final = re.compile(r"\bfrom\b\s*(.+?)\s*$", re.IGNORECASE)
_NEW: Final = ("new", "n")


class Store(Protocol):
    """Where games are stored."""

    def save(self, sitting: Sitting, path: str) -> None:
        """Store a game under a name; may raise a `CommandError`."""

    def autosave(self, sitting: Sitting) -> None:
        """Store a game at the start of the person's turn, if that is wanted."""

    def has(self, sitting: Sitting) -> bool:
        """Is this how the game was stored?"""

    @property
    def goes_on(self) -> str:
        """The command that goes on with it."""


class _RefusedError(Exception):
    """What was asked for cannot be done; said in whole lines."""


class _Command(NamedTuple):
    """A command.

    Args:
        do: what does it, with the words behind its name.
        usage: how it is written.
        meaning: what it is for.
        allowed: whether it makes sense now.
        offered: whether the line before what is typed offers it then.
    """

    do: Callable[[Talk, str], None]
    usage: str
    meaning: str
    allowed: Callable[[Talk], bool]
    offered: bool = True


class Talk:
    """A conversation about a game.

    Args:
        sitting: the game and who sits at it.
        style: how cards are shown.
        tell: what takes the lines that are said.
        store: where the game is stored.
        seconds: how long the solver may look for an answer; None for as long as it takes.
    """

    def __init__(
        self,
        sitting: Sitting,
        style: Style,
        tell: Tell,
        store: Store,
        *,
        seconds: float | None = None,
    ) -> None:
        self.sitting = sitting
        self.over = False
        self._style = style
        self._tell = tell
        self._store = store
        self._seconds = seconds
        self._words = GameWords(style, sitting.names)
        self._by_rank = False
        self._leaving = False
        self._seen: Table | None = None
        self._work = self._begun()

    # --- what is heard

    def begin(self) -> None:
        """Tell how the game stands, the moves of those before the person first."""
        self._go_on(fresh=True)

    @property
    def prompt(self) -> str:
        """What is best known of what may be done now, to be written before what is typed."""
        names = [
            name for name, command in COMMANDS.items() if command.offered and command.allowed(self)
        ]
        return f"{', '.join(names)} > "

    def hear(self, line: str) -> None:
        """Do what a line says; there may be several commands in it, with ``;`` between them."""
        if not line.strip():
            self._nothing()
        for part in filter(None, map(str.strip, line.split(";"))):
            leaving, self._leaving = self._leaving, False
            try:
                self._do(part, leaving)
            except _RefusedError as refused:
                self._tell(str(refused).split("\n"))
                return
            except NotationError as error:
                self._tell([f"Cannot read {error.token!r:.60}: {error.expected}."])
                return
            except (CommandError, MachiavelliError) as error:
                text = str(error)
                self._tell(f"{text[:1].upper()}{text[1:]}.".split("\n"))
                return
            if self.over:
                return

    def _do(self, line: str, leaving: bool) -> None:
        word, _, rest = line.partition(" ")
        word = word.lower()
        name = _ALIASES.get(word, word)
        if name in COMMANDS:
            if name == "quit" and leaving:  # said twice
                self.over = True
                return
            COMMANDS[name].do(self, rest.strip())
        elif _ARROW.search(line):
            self._move(line)
        elif (cards := self._as_cards(line)) is not None:
            if self._view.stage == "discard":
                self._discard(line)
            else:
                self._play(print_cards(cards, notation=self._style.notation))
        else:
            self._unknown(word, rest.strip(), line)

    def _unknown(self, word: str, rest: str, line: str) -> None:
        """A word that is no command: the beginning of one will do, if it is of one only."""
        begins = [name for name in COMMANDS if name.startswith(word)]
        if len(word) > 1 and len(begins) == 1:
            COMMANDS[begins[0]].do(self, rest)
            return
        near = get_close_matches(word, COMMANDS, n=1)
        if near:
            raise _RefusedError(f"{line!r:.60}: did you mean {near[0]}?")
        if self._as_cards(word) is not None:
            self._cards(line)  # says which of them cannot be read
        raise _RefusedError(f"{line!r:.60} is no command, and no {self._words.card}: say help.")

    def _as_cards(self, line: str) -> list[AnyCard] | None:
        try:
            return read_cards(line, notation=self._style.notation) or None
        except NotationError:
            return None

    def _nothing(self) -> None:
        if self._view.stage == "round over":
            self._apply(Deal())
        else:
            self._screen()

    # --- the game

    @property
    def _view(self) -> View:
        return self.sitting.game.view(self.sitting.seat)

    def _begun(self) -> WorkTable:
        view = self._view
        return WorkTable.begin(view.position, view.rules.rules, opened=view.has_opened)

    def may(self, kind: type[Move]) -> bool:
        """May the person make a move of this kind now?"""
        view = self._view
        return kind in view.choices and (view.turn == view.player or kind is Deal)

    def may_take(self) -> bool:
        """May a discard be taken?"""
        return self.may(Draw) and self._view.may_draw(1)

    def may_draw(self) -> bool:
        """May the person draw from the stock?"""
        return self.may(Draw) and self._view.may_draw()

    @property
    def lays(self) -> bool:
        """May the person lay cards?"""
        return self.may(Lay)

    @property
    def moves(self) -> bool:
        """May the person do anything in this turn?"""
        return any(map(self.may, (Draw, Lay, Discard)))

    @property
    def begun(self) -> bool:
        """Does a card lie elsewhere than at the start of the turn?"""
        return self._work.begun

    @property
    def steps(self) -> int:
        """How many steps of the turn can be undone."""
        return self._work.steps

    def _apply(self, *moves: Move, fresh: bool = False) -> None:
        """Make moves of the person's, and let the others move until it is the person's turn.

        Args:
            moves: the moves.
            fresh: whether the person has not been shown how the game stands now.
        """
        made = []
        sitting = self.sitting
        for move in moves:
            before = sitting.game
            sitting = sitting.apply(move)
            if isinstance(move, Deal):
                fresh = True
            else:
                made.append(Made(before, move, sitting.game))
        self.sitting = sitting
        if made:
            self._seen = sitting.game.table
            self._tell([self._words.told(made)])
        else:
            self._seen = Table()
        self._go_on(fresh=fresh)

    def _go_on(self, *, fresh: bool) -> None:
        """The others move, until the person has something to say."""
        while not self.sitting.waits:
            fresh = True
            self._tell([self._words.told(self._others_turn())])
        view = self._view
        # a draw that leaves no choice is made at once
        if view.choices == (Draw,) and not view.may_draw(1):
            self._apply(Draw(), fresh=fresh)
            return
        self._work = self._begun()
        self._store.autosave(self.sitting)
        if view.stage == "game over":
            self._tell(["", *self._words.round_over(self.sitting.game)])
            self._tell(["", self._words.game_over(self.sitting.game)])
            self.over = True
        elif fresh or view.stage == "round over":
            self._screen()
        else:
            self._tell(self._hand())

    def _others_turn(self) -> list[Made]:
        """All moves of a player's turn."""
        seat = self.sitting.game.turn
        made = []
        while not self.sitting.waits and self.sitting.game.turn == seat:
            before = self.sitting.game
            move = self.sitting.next_move()
            self.sitting = self.sitting.apply(move)
            made.append(Made(before, move, self.sitting.game))
            if self.sitting.game.turns != before.turns:
                break
        return made

    # --- what is shown

    def _screen(self) -> None:
        game = self.sitting.game
        if game.stage in ("round over", "game over"):
            self._tell(["", *self._words.round_over(game)])
            return
        turn = game.turns // game.players + 1
        title = f"Round {game.round}, turn {turn}"
        self._tell(
            [
                "",
                self._style.bold(f"--- {title} {'-' * (_WIDTH - len(title) - 5)}"),
                *self._words.counts(game),
                "",
                *self._words.table(self._work, self._seen),
                "",
                *self._hand(),
            ]
        )

    def _hand(self) -> Iterator[str]:
        return self._words.hand(self._work.now.hand, by_rank=self._by_rank)

    def _show_work(self) -> None:
        self._tell([*self._words.table(self._work), "", *self._hand()])

    def _cards(self, text: str) -> list[AnyCard]:
        return read_cards(text, notation=self._style.notation)

    # --- commands

    def _need_play(self) -> None:
        stage = self._view.stage
        if stage == "draw":
            raise _RefusedError("The turn begins with a draw.")
        if stage == "discard":
            raise _RefusedError("You have played: discard a card to end the turn.")
        if stage != "play":
            raise _RefusedError("The round is over: deal begins the next one.")

    def _move(self, line: str) -> None:
        self._need_play()
        texts = [text.strip() for text in _ARROW.split(line)]
        if len(texts) != 2:
            raise _RefusedError("Say which cards go where, as: CARDS > MELD")
        source: Spot | None = None
        for i, text in enumerate(texts):
            found = _FROM.search(text)
            if found:
                source = self._spot(found[1])
                texts[i] = text[: found.start()].strip()
        target: Target = "new" if texts[1].lower() in _NEW else self._spot(texts[1])
        if texts[0].isdecimal():  # all of a meld
            source = int(texts[0])
            cards = [card for n, meld in self._work.melds if n == source for card in meld]
        else:
            cards = self._cards(texts[0])
        self._work = self._work.move(cards, target, source, notation=self._style.shown)
        self._show_work()

    def _spot(self, text: str) -> Spot:
        """Where cards are, or shall be: a number, a word, or cards that lie in a meld."""
        if text.isdecimal():
            return int(text)
        for place in BESIDE:
            if text.lower() in (place, f"my {place}", f"the {place}"):
                return place
        if not text:
            raise _RefusedError("Where to? Say the number of a meld, new, or hand.")
        if self._as_cards(text) is None:
            raise _RefusedError(f"{text!r:.60}: expected the number of a meld, new, or hand.")
        wanted = Counter(self._cards(text))
        found = [n for n, meld in self._work.melds if not wanted - Counter(meld)]
        if len(found) != 1:
            many = f"lie in {listed(map(str, found), 'and')}" if found else "lie in no meld"
            raise _RefusedError(f"{text} {many}: say the number of a meld.")
        return found[0]

    def _play(self, text: str) -> None:
        self._need_play()
        cards = self._cards(text)
        if not cards:
            raise _RefusedError("Which cards? As: play 3C 9H")
        shown = self._style.shown
        lacking = Counter(cards) - Counter(self._work.now.hand)
        if lacking:
            here = "they are" if len(lacking) > 1 else "it is"
            names = listed([shown.text(card) for card in lacking], "and")
            raise _RefusedError(f"{names}: {here} not in your hand.")
        try:
            play = self._work.find(cards, seconds=self._seconds)
        except TimeLimitError:
            raise _RefusedError("That was not found in time: move the cards yourself.") from None
        if play is None:
            raise _RefusedError("\n".join(self._advice.impossible(cards)))
        steps = list(self._advice.steps(play))
        self._work = self._work.play(play)
        self._tell([*steps, ""])
        self._show_work()

    def _done(self, _: str) -> None:
        self._need_play()
        if not self._work.begun:
            ends = " or ".join(self._ends())
            raise _RefusedError(f"You have laid nothing. To end the turn without a play: {ends}.")
        verdict = self._work.verdict(notation=self._style.shown)
        if not verdict.legal:
            reasons = "\n".join(f"  {reason.message}" for reason in verdict.reasons)
            raise _RefusedError(f"The referee says no:\n{reasons}")
        self._apply(self._work.lay())

    def _ends(self) -> list[str]:
        """What ends a turn in which nothing is played."""
        return [name for name, kind in (("draw", Draw), ("pass", Pass)) if self.may(kind)]

    def _untouched(self, what: str) -> None:
        if self._work.begun:
            raise _RefusedError(
                f"The table is not as it was: reset puts all back, and then you can {what}."
            )

    def _draw(self, _: str) -> None:
        if not self.may(Draw):
            self._need_play()
            raise _RefusedError(f"There is nothing to draw: say {' or '.join(self._ends())}.")
        self._untouched("draw")
        if not self._view.may_draw():
            raise _RefusedError("The stock is empty: take a discard.")
        self._apply(Draw())

    def _pass(self, _: str) -> None:
        if not self.may(Pass):
            if not self.may(Draw):
                self._need_play()
            raise _RefusedError("Who plays nothing draws: say draw.")
        self._untouched("pass")
        self._apply(Pass())

    def _take(self, text: str) -> None:
        if text and not text.isdecimal():
            raise _RefusedError("How many discards? As: take 1")
        if not self.may_take():
            raise _RefusedError("No discard may be taken now.")
        self._apply(Draw(int(text or "1")))

    def _discard(self, text: str) -> None:
        cards = self._cards(text)
        if len(cards) != 1:
            raise _RefusedError("Which card? As: discard 7H")
        view = self._view
        if cards[0] not in self._work.now.hand:
            raise _RefusedError(f"{self._style.card(cards[0])} is not in your hand.")
        move = Discard(cards[0])
        if view.stage == "discard":
            self._apply(move)
            return
        if not view.rules.discard:
            raise _RefusedError("Nothing is discarded under these rules.")
        self._need_play()
        if not self._work.begun:
            if not self.may(Pass):
                raise _RefusedError("Who plays nothing draws: say draw.")
            self._apply(Pass(), move)
            return
        verdict = self._work.verdict()
        if not verdict.legal:
            self._done("")
        self._apply(self._work.lay(), move)

    def _fail(self, text: str) -> None:
        self._need_play()
        rules = self._view.rules
        if text.lower() in ("leave", "left"):
            if rules.unrestorable == "back":
                raise _RefusedError(
                    "Under these rules the table goes back to what it was: say fail."
                )
            self._apply(self._work.fail())
            return
        if text:
            raise _RefusedError("Say fail, or fail leave.")
        self._apply(Fail())

    def _undo(self, _: str) -> None:
        self._work = self._work.undo()
        self._show_work()

    def _reset(self, _: str) -> None:
        self._work = self._work.reset()
        self._show_work()

    def _deal(self, _: str) -> None:
        if not self.may(Deal):
            raise _RefusedError("The round is not over yet.")
        self._apply(Deal())

    def _hint(self, _: str) -> None:
        if self._view.stage == "round over":
            raise _RefusedError("The round is over: deal begins the next one.")
        self._tell(self._advice.hint())

    @property
    def _advice(self) -> Advice:
        ends = " or ".join(self._ends())
        return Advice(self.sitting, self._work, self._style, self._seconds, ends)

    def _table(self, _: str) -> None:
        self._screen()

    def _sort(self, text: str) -> None:
        self._by_rank = text == "rank" or (text != "suit" and not self._by_rank)
        self._tell(self._hand())

    def _rules(self, _: str) -> None:
        rules, notation = self.sitting.record.rules, self._style.shown
        told = (
            *explain_rules(rules.rules, notation=notation),
            "",
            *explain_game(rules, notation=notation),
        )
        for sentence in told:
            lines = wrap(sentence, _WIDTH, initial_indent="  ", subsequent_indent="    ")
            self._tell(lines or [""])

    def _score(self, _: str) -> None:
        self._tell(self._words.scores(self.sitting.game))

    def _save_as(self, text: str) -> None:
        if not text:
            raise _RefusedError("Under which name? As: save game.json")
        self._store.save(self.sitting, text)
        self._tell([f"Saved. To go on: {self._store.goes_on}"])
        if self._work.begun:
            self._tell(["The turn is saved as it began, not what you have moved in it."])

    def _quit(self, _: str) -> None:
        if self.sitting.record.moves and not self._store.has(self.sitting):
            self._leaving = True
            raise _RefusedError("The game is not saved: say save FILE, or quit once more.")
        self.over = True

    def _help(self, _: str) -> None:
        commands = [command for command in COMMANDS.values() if command.allowed(self)]
        width = max(len(command.usage) for command in commands)
        more = (*_ON_MOVES, *_ON_CARDS) if self.lays else _ON_CARDS
        self._tell(
            [
                "You can say:",
                "",
                *(f"  {each.usage.ljust(width)}  {each.meaning}" for each in commands),
                "",
                *(_in_examples(line, self._style.notation) for line in more),
            ]
        )


_ON_MOVES: Final = (
    "MELD is the number of a meld, or new. Cards are taken from your hand, else from beside",
    "the table, else from another meld; where several have one, say which: {seven} from 3 > new.",
)
_ON_CARDS: Final = ("CARDS are written as {run}, {range} or {set}. A command may be cut short.",)


def _in_examples(text: str, notation: Notation) -> str:
    """Words with examples of cards in a notation."""
    run = [card_of(rank, Suit.HEARTS) for rank in (7, 8, 9)]
    return text.format(
        seven=notation.text(run[0]),
        run=print_cards(run, notation=notation),
        range=notation.run_text(run[0], run[-1]),
        set=notation.set_text([card_of(7, suit) for suit in SUITS[:3]]),
    )


def _always(_: Talk) -> bool:
    return True


def _lays(talk: Talk) -> bool:
    return talk.lays


def _begun(talk: Talk) -> bool:
    return talk.lays and talk.begun


def _ends_with(kind: type[Move]) -> Callable[[Talk], bool]:
    return lambda talk: talk.may(kind) and not talk.begun


COMMANDS: Final[dict[str, _Command]] = {
    "done": _Command(Talk._done, "done", "end the turn: the referee judges it", _begun),
    "deal": _Command(Talk._deal, "deal", "begin the next round", lambda talk: talk.may(Deal)),
    "discard": _Command(
        Talk._discard,
        "discard CARD",
        "end the turn with a discard",
        lambda talk: talk.may(Discard),
    ),
    "play": _Command(
        Talk._play, "play CARDS", "lay just these; where they go is found for you", _lays
    ),
    "move": _Command(
        Talk._move, "move CARDS > MELD", "lay or move them yourself; move may be left out", _lays
    ),
    "undo": _Command(Talk._undo, "undo", "take back the last move", lambda talk: talk.steps > 0),
    "reset": _Command(Talk._reset, "reset", "put all back to where the turn began", _begun),
    "fail": _Command(
        Talk._fail,
        "fail [leave]",
        "give up as the rules have it; leave the table like this",
        _begun,
    ),
    "draw": _Command(
        Talk._draw,
        "draw",
        "draw from the stock",
        lambda talk: talk.may_draw() and not talk.begun,
    ),
    "take": _Command(
        Talk._take, "take [N]", "take the last discard, or the last N", lambda talk: talk.may_take()
    ),
    "pass": _Command(Talk._pass, "pass", "play nothing", _ends_with(Pass)),
    "hint": _Command(Talk._hint, "hint", "what is best, without doing it", lambda talk: talk.moves),
    "table": _Command(Talk._table, "table", "show all again", _always, offered=False),
    "sort": _Command(
        Talk._sort, "sort [suit|rank]", "show your hand in another order", _always, offered=False
    ),
    "score": _Command(Talk._score, "score", "the points of all rounds", _always, offered=False),
    "rules": _Command(Talk._rules, "rules", "the rules in plain words", _always, offered=False),
    "save": _Command(Talk._save_as, "save FILE", "store the game", _always, offered=False),
    "quit": _Command(Talk._quit, "quit", "leave", _always, offered=False),
    "help": _Command(Talk._help, "help", "this", _always),
}
"""What can be said; in this order it is offered."""

_ALIASES: Final = {
    "?": "help",
    "h": "help",
    "q": "quit",
    "exit": "quit",
    "bye": "quit",
    "u": "undo",
    "end": "done",
    "ok": "done",
    "lay": "play",
    "p": "play",
    "mv": "move",
    "m": "move",
    "d": "draw",
    "show": "table",
    "scores": "score",
    "next": "deal",
    "giveup": "fail",
}
