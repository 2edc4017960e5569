"""What another solver is asked, and how it answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from machiavelli_solver import Aces

from ..positions import Sample


class Peer(Protocol):
    """A solver that is not ours."""

    name: str
    """Its name and version, and what solves its program."""

    aces: Aces
    """The aces that it knows."""

    jokers: int
    """The most jokers that it knows."""

    def question(self, sample: Sample) -> Callable[[], int]:
        """Prepare a position, untimed, and return the call that is timed.

        The call returns how many cards of the hand are shed. What it raises is an answer
        that it could not give.
        """


class NotInstalledError(Exception):
    """The peer is not installed here."""
