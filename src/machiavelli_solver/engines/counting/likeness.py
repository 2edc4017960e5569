"""Rules that care which meld a joker lies in, as if they did not: the likeness of a problem.

In the likeness pinned jokers are natural cards, and a meld may hold any number of jokers. A
solution of the problem is one of the likeness, with the same loss, so the best of the likeness
is at least as good; and it is found on the plain automaton, in a fraction of the time. Mostly
its cards can be laid under the rules as well: then they are the answer. See ``docs/jokers.md``.
"""

from __future__ import annotations

from dataclasses import replace

from ...cards import CARDS
from ..problem import NO_CARDS, Problem
from .rebuild import Laid


def has_likeness(problem: Problem) -> bool:
    """Is there a likeness for the plain automaton?

    It knows no runs around the corner, nor what the cards are worth that jokers stand for.
    """
    quota = problem.quota
    return problem.rules.aces != "around" and (quota is None or not quota.jokers)


def likeness(problem: Problem) -> Problem:
    """The problem with its pinned jokers as natural cards, and no limit of jokers in a meld."""
    return replace(
        problem,
        rules=replace(problem.rules, jokers_per_meld=None),
        needed=tuple(map(sum, zip(problem.needed, problem.pinned, strict=True))),
        pinned=NO_CARDS,
    )


def chosen(problem: Problem, used: tuple[int, ...], jokers: int) -> Problem:
    """The problem with nothing to choose: can these cards, and so many jokers, be laid?

    Args:
        problem: the problem.
        used: how many copies of each card beyond the needed ones are used.
        jokers: how many free jokers are laid.
    """
    return replace(
        problem,
        needed=tuple(map(sum, zip(problem.needed, used, strict=True))),
        optional=NO_CARDS,
        support=NO_CARDS,
        needed_jokers=jokers,
        optional_jokers=0,
        support_jokers=0,
        quota=None,
    )


def put_pinned(melds: list[Laid], problem: Problem) -> bool:
    """Put the pinned jokers into melds of the likeness, in place of the cards that they stay.

    Returns:
        Whether all found a place, and no meld holds more jokers than it may. It need not
        be said that there is no other way.
    """
    limit = problem.rules.jokers_per_meld
    most = sum(problem.pinned) + problem.free_jokers if limit is None else limit
    for index, n in enumerate(problem.pinned):
        for _ in range(n):
            card = CARDS[index]
            # not the last natural card of a meld; the meld with the most of them
            holders = [
                meld
                for meld in melds
                if card in meld.cards
                and meld.naturals > 1
                and len(meld.cards) - meld.naturals < most
            ]
            if not holders:
                return False
            max(holders, key=lambda meld: meld.naturals).put_joker(card)
    return all(len(meld.cards) - meld.naturals <= most for meld in melds)
