"""What can be said in a game: each command, what it does, and when it is allowed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from textwrap import wrap
from typing import TYPE_CHECKING, Final, NamedTuple

from ..cards import SUITS, Suit, card_of
from ..errors import TimeLimitError
from ..games.in_words import explain_game
from ..games.moves import Deal, Discard, Draw, Fail, Lay, Move, Pass
from ..games.work_table import BESIDE, Spot, Target
from ..notation import Notation, print_cards
from ..rules_in_words import explain_rules
from ..words import listed
from .game_advice import Advice

if TYPE_CHECKING:
    from .game_talk import Talk

_WIDTH: Final = 80

_ARROW: Final = re.compile(r"->|=>|>|→|\bto\b", re.IGNORECASE)
_FROM: Final = re.compile(r"\bfrom\b\s*(.+?)\s*$", re.IGNORECASE)
_NEW: Final = ("new", "n")
_DIGITS: Final = 4


class RefusedError(Exception):
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


def offered(talk: Talk) -> Iterator[str]:
    """The commands that are best known of those that make sense now."""
    for name, command in COMMANDS.items():
        if command.offered and command.allowed(talk):
            yield name


def obey(talk: Talk, line: str) -> None:
    """Do what a line says.

    Raises:
        RefusedError: it cannot be done, or is not understood.
        MachiavelliError, CommandError: as what it does.
    """
    leaving, talk.leaving = talk.leaving, False
    word, _, rest = line.partition(" ")
    word = word.lower()
    name = _ALIASES.get(word, word)
    if name == "quit" and leaving:  # said twice
        talk.over = True
    elif name in COMMANDS:
        COMMANDS[name].do(talk, rest.strip())
    elif _ARROW.search(line):
        _move(talk, line)
    elif talk.as_cards(line):
        _discard(talk, line) if talk.view.stage == "discard" else _play(talk, line)
    else:
        _unknown(talk, word, rest.strip(), line)


def _unknown(talk: Talk, word: str, rest: str, line: str) -> None:
    """A word that is no command: the beginning of one will do, if it is of one only."""
    begins = [name for name in COMMANDS if name.startswith(word)]
    if len(word) > 1 and len(begins) == 1:
        COMMANDS[begins[0]].do(talk, rest)
        return
    near = get_close_matches(word, COMMANDS, n=1)
    if near:
        raise RefusedError(f"{line!r:.60}: did you mean {near[0]}?")
    if talk.as_cards(word):
        talk.cards(line)  # says which of them cannot be read
    raise RefusedError(f"{line!r:.60} is no command, and no {talk.words.card}: say help.")


# --- what is done


def _need_play(talk: Talk) -> None:
    """See that the person may lay cards now."""
    stage = talk.view.stage
    if stage == "draw":
        raise RefusedError("The turn begins with a draw.")
    if stage == "discard":
        raise RefusedError("You have played: discard a card to end the turn.")
    if stage != "play":
        raise RefusedError("The round is over: deal begins the next one.")


def _move(talk: Talk, line: str) -> None:
    """Lay or move cards."""
    _need_play(talk)
    texts = [text.strip() for text in _ARROW.split(line)]
    if len(texts) != 2:
        raise RefusedError("Say which cards go where, as: CARDS > MELD")
    source: Spot | None = None
    for i, text in enumerate(texts):
        found = _FROM.search(text)
        if found:
            source = _spot(talk, found[1])
            texts[i] = text[: found.start()].strip()
    target: Target = "new" if texts[1].lower() in _NEW else _spot(talk, texts[1])
    if _whole(texts[0]) is not None:
        source = _whole(texts[0])
        texts[0] = ""
    if not texts[0] and isinstance(source, int):  # all of a meld
        cards = [card for n, meld in talk.work.melds if n == source for card in meld]
    else:
        cards = talk.cards(texts[0])
    talk.work = talk.work.move(cards, target, source, notation=talk.style.shown)
    talk.show_work()


def _spot(talk: Talk, text: str) -> Spot:
    """Where cards are, or shall be: a number, a word, or cards that lie in a meld."""
    number = _whole(text)
    if number is not None:
        return number
    for place in BESIDE:
        if text.lower() in (place, f"my {place}", f"the {place}"):
            return place
    if not text:
        raise RefusedError("Where to? Say the number of a meld, new, or hand.")
    if talk.as_cards(text) is None:
        raise RefusedError(f"{text!r:.60}: expected the number of a meld, new, or hand.")
    wanted = Counter(talk.cards(text))
    found = [n for n, meld in talk.work.melds if not wanted - Counter(meld)]
    if len(found) != 1:
        many = f"lie in {listed(map(str, found), 'and')}" if found else "lie in no meld"
        raise RefusedError(f"{text} {many}: say the number of a meld.")
    return found[0]


def _whole(text: str) -> int | None:
    """A whole number that text is, if it is one of a few digits."""
    return int(text) if text.isdecimal() and len(text) <= _DIGITS else None


def _play(talk: Talk, text: str) -> None:
    """Lay just these cards, wherever they go."""
    _need_play(talk)
    cards = talk.cards(text)
    if not cards:
        raise RefusedError("Which cards? Say play, and the cards.")
    shown = talk.style.shown
    lacking = Counter(cards) - Counter(talk.work.now.hand)
    if lacking:
        here = "they are" if len(lacking) > 1 else "it is"
        names = listed([shown.text(card) for card in lacking], "and")
        raise RefusedError(f"{names}: {here} not in your hand.")
    try:
        play = talk.work.find(cards, seconds=talk.seconds)
    except TimeLimitError:
        raise RefusedError("That was not found in time: move the cards yourself.") from None
    if play is None:
        raise RefusedError("\n".join(_advice(talk).impossible(cards)))
    steps = list(_advice(talk).steps(play))
    talk.work = talk.work.play(play)
    talk.tell([*steps, ""])
    talk.show_work()


def _done(talk: Talk, _: str) -> None:
    """End the turn, if the referee has nothing against it."""
    _need_play(talk)
    if not talk.work.begun:
        ends = " or ".join(_ends(talk))
        raise RefusedError(f"You have laid nothing. To end the turn without a play: {ends}.")
    _see_legal(talk)
    talk.apply(talk.work.lay())


def _see_legal(talk: Talk) -> None:
    """See that the referee has nothing against the turn, or tell what."""
    verdict = talk.work.verdict(notation=talk.style.shown)
    if not verdict.legal:
        reasons = "\n".join(f"  {reason.message}" for reason in verdict.reasons)
        raise RefusedError(f"The referee says no:\n{reasons}")


def _ends(talk: Talk) -> list[str]:
    """What ends a turn in which nothing is played."""
    return [name for name, kind in (("draw", Draw), ("pass", Pass)) if talk.may(kind)]


def _untouched(talk: Talk, what: str) -> None:
    """See that nothing was moved in this turn."""
    if talk.work.begun:
        raise RefusedError(
            f"The table is not as it was: reset puts all back, and then you can {what}."
        )


def _draw(talk: Talk, _: str) -> None:
    if not talk.may(Draw):
        _need_play(talk)
        raise RefusedError(f"There is nothing to draw: say {' or '.join(_ends(talk))}.")
    _untouched(talk, "draw")
    if not talk.view.may_draw():
        raise RefusedError("The stock is empty: take a discard.")
    talk.apply(Draw())


def _pass(talk: Talk, _: str) -> None:
    if not talk.may(Pass):
        if not talk.may(Draw):
            _need_play(talk)
        raise RefusedError("Who plays nothing draws: say draw.")
    _untouched(talk, "pass")
    talk.apply(Pass())


def _take(talk: Talk, text: str) -> None:
    count = _whole(text or "1")
    if not count:
        raise RefusedError("How many discards? As: take 2")
    if not _may_take(talk):
        raise RefusedError("No discard may be taken now.")
    talk.apply(Draw(count))


def _discard(talk: Talk, text: str) -> None:
    """End the turn with a discard; what was laid before is judged first."""
    cards = talk.cards(text)
    if len(cards) != 1:
        raise RefusedError("Which card? Say discard, and the card.")
    view = talk.view
    if cards[0] not in talk.work.now.hand:
        raise RefusedError(f"{talk.style.card(cards[0])} is not in your hand.")
    move = Discard(cards[0])
    if view.stage == "discard":
        talk.apply(move)
        return
    if not view.rules.discard:
        raise RefusedError("Nothing is discarded under these rules.")
    _need_play(talk)
    if not talk.work.begun:
        if not talk.may(Pass):
            raise RefusedError("Who plays nothing draws: say draw.")
        talk.apply(Pass(), move)
        return
    _see_legal(talk)
    talk.apply(talk.work.lay(), move)


def _fail(talk: Talk, text: str) -> None:
    """Give up, as the rules have it."""
    _need_play(talk)
    rules = talk.view.rules
    if text.lower() in ("leave", "left"):
        if rules.unrestorable == "back":
            raise RefusedError("Under these rules the table goes back to what it was: say fail.")
        talk.apply(talk.work.fail())
        return
    if text:
        raise RefusedError("Say fail, or fail leave.")
    talk.apply(Fail())


def _undo(talk: Talk, _: str) -> None:
    talk.work = talk.work.undo()
    talk.show_work()


def _reset(talk: Talk, _: str) -> None:
    talk.work = talk.work.reset()
    talk.show_work()


def _deal(talk: Talk, _: str) -> None:
    if not talk.may(Deal):
        raise RefusedError("The round is not over yet.")
    talk.apply(Deal())


def _hint(talk: Talk, _: str) -> None:
    if talk.view.stage == "round over":
        raise RefusedError("The round is over: deal begins the next one.")
    talk.tell(_advice(talk).hint())


def _advice(talk: Talk) -> Advice:
    ends = " or ".join(_ends(talk))
    return Advice(talk.sitting, talk.work, talk.style, talk.seconds, ends)


def _table(talk: Talk, _: str) -> None:
    talk.screen()


def _sort(talk: Talk, text: str) -> None:
    talk.by_rank = text == "rank" or (text != "suit" and not talk.by_rank)
    talk.tell(talk.hand())


def _rules(talk: Talk, _: str) -> None:
    rules, notation = talk.sitting.record.rules, talk.style.shown
    told = (
        *explain_rules(rules.rules, notation=notation),
        "",
        *explain_game(rules, notation=notation),
    )
    for sentence in told:
        lines = wrap(sentence, _WIDTH, initial_indent="  ", subsequent_indent="    ")
        talk.tell(lines or [""])


def _score(talk: Talk, _: str) -> None:
    talk.tell(talk.words.scores(talk.sitting.game))


def _save_as(talk: Talk, text: str) -> None:
    if not text:
        raise RefusedError("Under which name? As: save game.json")
    talk.store.save(talk.sitting, text)
    talk.tell([f"Saved. To go on: {talk.store.goes_on}"])
    if talk.work.begun:
        talk.tell(["The turn is saved as it began, not what you have moved in it."])


def _quit(talk: Talk, _: str) -> None:
    if talk.sitting.record.moves and not talk.store.has(talk.sitting):
        talk.leaving = True
        raise RefusedError("The game is not saved: say save FILE, or quit once more.")
    talk.over = True


def _help(talk: Talk, _: str) -> None:
    commands = [command for command in COMMANDS.values() if command.allowed(talk)]
    width = max(len(command.usage) for command in commands)
    more = (*_ON_MOVES, *_ON_CARDS) if talk.may(Lay) else _ON_CARDS
    talk.tell(
        [
            "You can say:",
            "",
            *(f"  {each.usage.ljust(width)}  {each.meaning}" for each in commands),
            "",
            *(_in_examples(line, talk.style.notation) for line in more),
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


def _may(*kinds: type[Move]) -> Callable[[Talk], bool]:
    """May the person make a move of one of these kinds?"""
    return lambda talk: any(map(talk.may, kinds))


def _may_still(kind: type[Move]) -> Callable[[Talk], bool]:
    """May the person make such a move, as nothing was moved yet?"""
    return lambda talk: talk.may(kind) and not talk.work.begun


def _may_draw(talk: Talk) -> bool:
    return _may_still(Draw)(talk) and talk.view.may_draw()


def _may_take(talk: Talk) -> bool:
    return talk.may(Draw) and talk.view.may_draw(1)


def _begun(talk: Talk) -> bool:
    return talk.may(Lay) and talk.work.begun


def _may_undo(talk: Talk) -> bool:
    return talk.work.steps > 0


COMMANDS: Final[dict[str, _Command]] = {
    "done": _Command(_done, "done", "end the turn: the referee judges it", _begun),
    "deal": _Command(_deal, "deal", "begin the next round", _may(Deal)),
    "discard": _Command(_discard, "discard CARD", "end the turn with a discard", _may(Discard)),
    "play": _Command(
        _play, "play CARDS", "lay just these; where they go is found for you", _may(Lay)
    ),
    "move": _Command(
        _move, "move CARDS > MELD", "lay or move them yourself; move may be left out", _may(Lay)
    ),
    "undo": _Command(_undo, "undo", "take back the last move", _may_undo),
    "reset": _Command(_reset, "reset", "put all back to where the turn began", _begun),
    "fail": _Command(
        _fail, "fail [leave]", "give up, as the rules have it; leave the table so", _begun
    ),
    "draw": _Command(_draw, "draw", "draw from the stock", _may_draw),
    "take": _Command(_take, "take [N]", "take the last discard, or the last N", _may_take),
    "pass": _Command(_pass, "pass", "play nothing", _may_still(Pass)),
    "hint": _Command(_hint, "hint", "what is best, without doing it", _may(Draw, Lay, Discard)),
    "table": _Command(_table, "table", "show all again", _always, offered=False),
    "sort": _Command(
        _sort, "sort [suit|rank]", "show your hand in another order", _always, offered=False
    ),
    "score": _Command(_score, "score", "the points of all rounds", _always, offered=False),
    "rules": _Command(_rules, "rules", "the rules in plain words", _always, offered=False),
    "save": _Command(_save_as, "save FILE", "store the game", _always, offered=False),
    "quit": _Command(_quit, "quit", "leave", _always, offered=False),
    "help": _Command(_help, "help", "this", _always),
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
