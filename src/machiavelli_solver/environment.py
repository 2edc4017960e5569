"""The game as an environment of PettingZoo, for agents that learn: extra ``env``.

As environments of PettingZoo do, this module has `env` and `raw_env`:

>>> from machiavelli_solver import environment
>>> env = environment.env("classic", players=4)
>>> env.reset(seed=2)
>>> observation, reward, termination, truncation, info = env.last()
>>> env.agent_selection, observation["observation"].shape
('player_1', (498,))
>>> [str(environment.FACES[action]) for action in observation["action_mask"].nonzero()[0][:-1]]
['4C', '5C', '6C']
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from secrets import randbelow
from typing import Any, ClassVar, Final, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from .cards import AnyCard, sort_key
from .chance import Chance
from .errors import ExtraMissingError, GameError, OptionError, quote
from .games.card_by_card import ACTIONS, END, FACES, Actions, actions
from .games.game import MAX_SEED, Game
from .games.moves import Deal, Move
from .games.observation import Observer, Row
from .games.record import Record
from .games.rules import GameRules
from .games.view import View
from .notation import print_cards
from .pictures import picture
from .presets import changed_game, game_named

try:
    from gymnasium import logger, spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError as error:
    raise ExtraMissingError(
        'the environment needs PettingZoo: pip install "machiavelli-solver[env]"'
    ) from error

__all__ = ["ACTIONS", "END", "FACES", "Environment", "env", "raw_env"]

Reward: TypeAlias = Literal["points", "wins"]
"""What is rewarded: minus the points of each round, or who has won the game and who has not."""

RenderMode: TypeAlias = Literal["ansi", "human", "svg"]
"""How it is drawn: as text, as text that is printed after each step, or as a picture."""

Mask: TypeAlias = NDArray[np.int8]
"""1 for each action that is legal, 0 for all others."""

_MODES: Final = ", ".join(map(repr, get_args(RenderMode)))

MOST_TURNS: Final = 2000
"""After how many turns a game is broken off, if it is not said; most take some hundreds at most."""


class Environment(AECEnv[str, "dict[str, Row | Mask]", int]):
    """A game as an environment: agents act one after another, an action is one card or `END`.

    Args:
        rules: the rules of the game, or their name.
        players: how many players there are.
        reward: minus the ``"points"`` of each round when it ends, or ``"wins"``: when the game
            is over 1 for who has won it, and -1 for all others.
        most_turns: after how many turns the game is broken off, which is a truncation.
        render_mode: how `render` draws it; None if it does not.
        changes: rules that are to be different, as for `game_named`.

    Attributes:
        possible_agents: ``player_0``, ``player_1``, ... in the order in which they sit.
        rules: the rules of the game.
        game: the game as it is.
        chosen: the cards of the play under way.
        fields: where each field is in an observation.

    Raises:
        OptionError: an option has no such value.
        RulesError: there are no such rules, or so many cannot play.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "machiavelli_v0",
        "render_modes": list(get_args(RenderMode)),
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: GameRules | str = "classic",
        *,
        players: int = 4,
        reward: Reward = "points",
        most_turns: int = MOST_TURNS,
        render_mode: RenderMode | None = None,
        **changes: Any,
    ) -> None:
        super().__init__()
        if isinstance(rules, str):
            rules = game_named(rules)
        if not isinstance(rules, GameRules):
            raise OptionError(f"rules={quote(rules)}: expected GameRules, or the name of rules")
        if reward not in get_args(Reward):
            expected = " or ".join(map(repr, get_args(Reward)))
            raise OptionError(f"reward={quote(reward)}: expected {expected}")
        if render_mode is not None and render_mode not in get_args(RenderMode):
            raise OptionError(f"render_mode={quote(render_mode)}: expected {_MODES}, or None")
        if isinstance(most_turns, bool) or not isinstance(most_turns, int) or most_turns < 1:
            raise OptionError(f"most_turns={quote(most_turns)}: expected a whole number from 1")
        self.rules = changed_game(rules, changes)
        self.rules.hand_size(players)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._reward = reward
        self._most_turns = most_turns
        self._observer = Observer(self.rules, players, most_turns)
        self.fields = self._observer.fields
        self._action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, self._observer.high, dtype=np.int32),
                    "action_mask": spaces.Box(0, 1, (ACTIONS,), dtype=np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._chance: Chance | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        """What the observations of an agent are: the same for all."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What the actions of an agent are: the same for all."""
        return self._action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,  # noqa: ARG002 - PettingZoo gives it
    ) -> None:
        """Begin a game.

        Args:
            seed: where chance comes from: `Game.deal` with this seed deals this game. None for
                one that follows from the seed before, or from nothing if there was none.
            options: nothing hangs on them.

        Raises:
            OptionError: it is no seed.
        """
        if seed is not None or self._chance is None:
            if seed is None:
                seed = randbelow(MAX_SEED + 1)
            number = _number(seed)
            game = self._deal(seed if number == -1 else number)
            self._chance = Chance(f"machiavelli environment 1: {number}")
        else:
            game = self._deal(self._chance.below(MAX_SEED + 1))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._turns = 0
        self._moves: list[Move] = []
        self._now(game, ())

    def step(self, action: int | None) -> None:
        """Do something for the agent whose turn it is; None for one whose game is over.

        Raises:
            GameError: the action is not legal. Nothing was done.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = _number(action)
        if number not in self._actions:
            legal = ", ".join(map(str, self._actions))
            raise GameError(f"action={quote(action)}: expected one that the mask allows: {legal}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        move = self._actions[number]
        if move is None:
            self._now(self.game, tuple(sorted((*self.chosen, FACES[number]), key=sort_key)))
        else:
            self._make(move)
        self._accumulate_rewards()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Row | Mask]:
        """What an agent sees, and what it may do."""
        own = self._seat(agent) == self.game.turn
        row = self._observer.row(self.view(agent), self.chosen if own else ())
        return {"observation": row, "action_mask": self._mask(agent)}

    def view(self, agent: str) -> View:
        """What an agent sees, as `Game.view` has it."""
        return self.game.view(self._seat(agent))

    @property
    def record(self) -> Record:
        """How the game began, and its moves."""
        game = self.game
        return Record(
            rules=game.rules, players=game.players, seed=game.seed, moves=tuple(self._moves)
        )

    def render(self) -> str | None:
        """Draw what the player whose turn it is sees: see `RenderMode`."""
        if self.render_mode is None:
            logger.warn(f"nothing is drawn without a render_mode: expected {_MODES}")
            return None
        view = self.game.view()
        if self.render_mode == "svg":
            return picture(view.position)
        text = self._text(view)
        if self.render_mode == "human":
            print(text, end="\n\n")
            return None
        return text

    def close(self) -> None:
        """Nothing is open."""

    # --- the game goes on

    def _deal(self, seed: int) -> Game:
        return Game.deal(self.rules, players=len(self.possible_agents), seed=seed)

    def _make(self, move: Move) -> None:
        """Make a move, and whatever follows it by itself: the end of a round, and the next deal."""
        game = self.game.apply(move)
        self._moves.append(move)
        over = game.stage in ("round over", "game over")
        self._turns += over or game.turns > self.game.turns
        if over:
            self._give_rewards(game)
        if game.stage == "round over":
            game = game.apply(Deal())
            self._moves.append(Deal())
        if game.stage == "game over":
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._turns >= self._most_turns:
            self.truncations = dict.fromkeys(self.agents, True)
        self._now(game, ())

    def _give_rewards(self, game: Game) -> None:
        if self._reward == "points":
            points = game.scores[-1]
            self.rewards = {agent: float(-points[self._seat(agent)]) for agent in self.agents}
        elif game.stage == "game over":
            self.rewards = {
                agent: 1.0 if self._seat(agent) in game.winners else -1.0 for agent in self.agents
            }

    def _now(self, game: Game, chosen: tuple[AnyCard, ...]) -> None:
        """The game and the play under way as they are now: whose turn it is, what may be done."""
        self.game = game
        self.chosen = chosen
        self.agent_selection = self.possible_agents[game.turn]
        over = self.terminations[self.agent_selection] or self.truncations[self.agent_selection]
        self._actions: Actions = {} if over else actions(game.view(), chosen)
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _mask(self, agent: str) -> Mask:
        """What an agent may do.

        For who has nothing to decide it is the end: learners do not take a mask that is empty.
        """
        mask = np.zeros(ACTIONS, dtype=np.int8)
        acts = agent == self.agent_selection and self._actions
        mask[list(self._actions) if acts else END] = 1
        return mask

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def _text(self, view: View) -> str:
        sizes = ", ".join(map(str, view.hand_sizes))
        chosen = f"\nchosen: {print_cards(self.chosen)}" if self.chosen else ""
        last = f", last discard {view.discards[-1]}" if view.discards else ""
        return (
            f"round {view.round}, turn {view.turns + 1}, {view.stage}: "
            f"{self.possible_agents[view.turn]}\n"
            f"cards in hands {sizes}; in the stock {view.stock}{last}\n"
            f"{view.position}{chosen}"
        )


def raw_env(rules: GameRules | str = "classic", **options: Any) -> Environment:
    """The environment without wrappers; takes what `Environment` takes."""
    return Environment(rules, **options)


def env(
    rules: GameRules | str = "classic", **options: Any
) -> AECEnv[str, dict[str, Row | Mask], int]:
    """The environment, in the wrapper that sees to the order of calls.

    Takes what `Environment` takes. An action that the mask does not allow is an error, and the
    game goes on as if nothing was; PettingZoo's `TerminateIllegalWrapper` makes it a loss.
    """
    return OrderEnforcingWrapper(raw_env(rules, **options))


def _number(value: object) -> int:
    """A whole number of any kind, numpy's too; for all else -1, which is no action and no seed."""
    try:
        return -1 if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        return -1
