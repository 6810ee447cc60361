"""A game as a PettingZoo environment (AEC): agents are seats, actions are numbers of options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Integral
from typing import Any

from rr_net.research.numbering import option_facts, position, vector
from rr_rules.bots.base import declining
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.game import TAKE_BACK, Game, GameState
from rr_rules.kernel.requests import Choose, Seat
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table, drive
from rr_rules.registry import load_game

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError as error:  # the extra `research` brings them
    raise ImportError(
        "rr_net.research wants packages: `make install EXTRA=research` in the checkout"
    ) from error

Observation = dict[str, Any]
Agent = str

OPTIONS = 64
"""So many options are shown at once, where nothing is said."""
VIEW, OPTION = 512, 128
"""How long the vectors of a view and of an option are."""
LONGEST = 20_000
"""Decisions after which a game is cut off."""


class GameEnvironment(AECEnv):  # type: ignore[misc]  # it has no types
    """One game of the registry, for as many agents as there are seats: `seat_0`, `seat_1`, ...

    An observation is a dictionary: `observation` is the seat's view, `options` has a row for each
    of its options, and `action_mask` says which rows there are. Only the seat that is asked has
    options. Action `n` takes the option of row `n`; the last action turns a page, where a question
    has more options than rows. Whoever wins gets 1, all others 0, at the end.
    """

    def __init__(
        self,
        game: str = "runes-regulations",
        seats: int = 2,
        settings: Mapping[str, str] | None = None,
        *,
        options: int = OPTIONS,
        view: int = VIEW,
        option: int = OPTION,
        longest: int = LONGEST,
        render_mode: str | None = None,
    ) -> None:
        """Open tables with these settings. Raises RulesError for what cannot be played.

        `options`, `view` and `option` are the numbers of rows and the lengths of the vectors.
        Raises ValueError for numbers below 1, settings that are no texts, and other ways to render.
        """
        _check(settings or {}, render_mode, options=options, view=view, option=option)
        self.metadata = {"name": f"{game}_v0", "render_modes": [ANSI], "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self._game: Game[GameState] = load_game(game)
        self._settings = self._game.settle(settings or {})
        self._rows, self._view, self._option, self._longest = options, view, option, longest
        self._seed = int(np.random.default_rng().integers(1 << 31))
        self._spaces = self._made_spaces()
        self.agents: list[Agent] = []
        self.agent_selection: Agent = ""
        self._open()

    def _made_spaces(self) -> tuple[Any, Any]:
        free = {"low": -np.inf, "high": np.inf, "dtype": np.float32}
        seen = spaces.Dict({
            "observation": spaces.Box(shape=(self._view,), **free),
            "options": spaces.Box(shape=(self._rows, self._option), **free),
            "action_mask": spaces.Box(0, 1, (self._rows + 1,), np.int8),
        })  # fmt: skip
        return seen, spaces.Discrete(self._rows + 1)

    def observation_space(self, agent: Agent) -> Any:  # noqa: ANN401 - of gymnasium
        """The same for every agent."""
        return self._spaces[0]

    def action_space(self, agent: Agent) -> Any:  # noqa: ANN401 - of gymnasium
        """The same for every agent."""
        return self._spaces[1]

    # --- a game ----------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: object = None) -> None:
        """Deal a new game; the same seed deals the same, and without one luck goes on.

        Raises ValueError for a seed that is no whole number.
        """
        if seed is not None and not _is_whole(seed):
            raise ValueError(f"{seed!r} is no seed: expected a whole number or None")
        self._seed = self._seed + 1 if seed is None else seed
        self._open()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, object]] = {agent: {} for agent in self.agents}
        self._go_on()

    def _open(self) -> None:
        table = Table(self._game, len(self.possible_agents), self._settings)
        self._begin(table, Stream(f"environment/{self._seed}".encode()))
        drive(self._table, self._dealer)

    def _begin(self, table: Table[GameState], stream: Stream) -> None:
        self._table, self._dealer, self._luck = table, SeededDealer(stream), stream
        self._page = self._decisions = 0
        self._first = -1
        self._unheard = frozenset[int]()

    @property
    def _asked(self) -> Choose | None:
        """The next question: where several are asked at once, that of one seat before the rest."""
        asked = self._table.asked
        return next(
            (each for each in asked if each.seat == self._first), asked[0] if asked else None
        )

    def step(self, action: int | None) -> None:
        """Take the action of the agent that is asked. Raises ValueError for what is not shown."""
        if not self.agents:
            raise ValueError("no game is going on: expected reset() before step()")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._take(action)
        self._go_on()
        self._accumulate_rewards()

    def _take(self, action: int | None) -> None:
        choose, mask = self._asked, self.mask()
        if choose is None or action is None or not _names(action, mask):
            raise ValueError(f"{action!r} is no action now: expected one of {np.flatnonzero(mask)}")
        if action == self._rows:
            self._page = (self._page + 1) % self._pages(choose)
            return
        self._answer(choose, self._shown(choose)[action])

    def _answer(self, choose: Choose, option: int) -> None:
        # In a window others' answers wait at the table, unseen, until all are in.
        self._table.answer(choose.seat, option)
        self._table.drain()
        drive(self._table, self._dealer)
        self._page, self._decisions = 0, self._decisions + 1

    def _go_on(self) -> None:
        """Give the only answer where there is one, and end the game where it has ended."""
        while (choose := self._asked) is not None:
            if choose.seat in self._unheard:
                self._decline(choose)
            elif len(_offered(choose)) == 1:
                self._answer(choose, _offered(choose)[0])
            else:
                break
        if choose is not None and self._decisions < self._longest:
            self.agent_selection = self.possible_agents[choose.seat]
            return
        outcome = self._table.outcome
        winners = outcome.winners if outcome is not None else ()
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = float(seat in winners)
            self.terminations[agent] = outcome is not None
            self.truncations[agent] = outcome is None
        self.agent_selection = self.agents[0]

    def _decline(self, choose: Choose) -> None:
        """Have a seat decline that was asked before its cards were dealt anew.

        Its options are those of its true cards: to play on with them would tell of these.
        """
        self._unheard -= {choose.seat}
        declined, offered = declining(choose), _offered(choose)
        self._answer(choose, declined if declined >= 0 else offered[self._luck.below(len(offered))])

    # --- what an agent sees ------------------------------------------------------------

    def _pages(self, choose: Choose) -> int:
        return -(-len(_offered(choose)) // self._rows)

    def _shown(self, choose: Choose) -> Sequence[int]:
        """The numbers of the options on this page."""
        return _offered(choose)[self._page * self._rows :][: self._rows]

    def mask(self) -> Any:  # noqa: ANN401 - of numpy
        """Which actions there are now, for the agent that is asked: quicker than an observation."""
        return self._masked(self._asked)

    def _masked(self, choose: Choose | None) -> Any:  # noqa: ANN401 - of numpy
        mask = np.zeros(self._rows + 1, np.int8)
        if choose is not None:
            mask[: len(self._shown(choose))] = 1
            mask[-1] = self._pages(choose) > 1
        return mask

    def observe(self, agent: Agent) -> Observation:
        """What this agent sees now, and its options where it is asked."""
        seat = Seat(self.possible_agents.index(agent))
        view = self._game.view(self._table.state, seat)
        choose = self._asked if self.agent_selection == agent and self._is_open else None
        rows = np.zeros((self._rows, self._option), np.float32)
        for at, number in enumerate(self._shown(choose) if choose is not None else ()):
            assert choose is not None, "only a question has options"
            facts = option_facts(self._game, choose, choose.options[number], view)
            rows[at] = vector(facts, self._option)
        seen = vector(position(view, choose, seat), self._view)
        return {"observation": seen, "options": rows, "action_mask": self._masked(choose)}

    @property
    def _is_open(self) -> bool:
        return self._asked is not None and self._decisions < self._longest

    def words(self) -> list[str]:
        """The options that are shown, as people read them; nothing once the game is over."""
        choose = self._asked
        if choose is None:
            return []
        view = self._game.view(self._table.state, choose.seat)
        shown = [choose.options[number] for number in self._shown(choose)]
        return [self._game.label(choose, option, view) for option in shown]

    @property
    def table(self) -> Table[GameState]:
        """The table as it is, for whoever runs the experiment: no agent may look at it."""
        return self._table

    def render(self) -> str | None:
        """The question of the agent that is asked, where `render_mode` is "ansi"."""
        if self.render_mode != ANSI or (choose := self._asked) is None:
            return None
        view = self._game.view(self._table.state, choose.seat)
        lines = [f"{at}: {line}" for at, line in enumerate(self.words())]
        return "\n".join([f"{self.agent_selection}: {self._game.prompt(choose, view)}", *lines])

    def close(self) -> None:
        """Nothing is left open."""

    # --- what might be -----------------------------------------------------------------

    def sampled(self, agent: Agent, seed: int) -> GameEnvironment:
        """The game as it might be for this agent: all that it cannot know is dealt anew.

        What comes can be played on, and tells nothing that the agent does not know. Where others
        are asked at the same moment they decline, or choose by lot where nobody can decline.
        """
        seat = Seat(self.possible_agents.index(agent))
        stream = Stream(f"sampled/{seed}".encode())
        twin: GameEnvironment = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        for name in ("rewards", "_cumulative_rewards", "terminations", "truncations", "infos"):
            setattr(twin, name, dict(getattr(self, name)))
        twin.agents = self.agents[:]
        page, decisions = self._page, self._decisions
        twin._begin(self._table.sampled(seat, stream), stream)
        twin._page, twin._decisions, twin._first = page, decisions, seat
        twin._unheard = frozenset(each.seat for each in twin._table.asked) - {seat}
        return twin


ANSI = "ansi"


def _check(settings: Mapping[str, str], render_mode: str | None, **sizes: int) -> None:
    """Raises ValueError for what no environment can be made with."""
    for name, size in sizes.items():
        if not _is_whole(size) or size < 1:
            raise ValueError(f"{name} is {size!r}: expected a whole number from 1")
    if render_mode not in (None, ANSI):
        raise ValueError(f"render_mode is {render_mode!r}: expected None or {ANSI!r}")
    for key, value in settings.items():
        if not isinstance(value, str):
            raise ValueError(f"the setting {key} is {value!r}: expected a text, as 'on'")  # noqa: TRY004


def _names(action: int, mask: Sequence[int]) -> bool:
    """Whether it is the number of an action that there is."""
    return _is_whole(action) and 0 <= action < len(mask) and bool(mask[action])


def _is_whole(number: object) -> bool:
    """Whether it is an integer, of numpy too; True and False are none."""
    return isinstance(number, Integral) and not isinstance(number, bool)


def _offered(choose: Choose) -> Sequence[int]:
    """The options but the one that takes the last answer back: it leads in circles."""
    return [at for at, option in enumerate(choose.options) if option.act != TAKE_BACK]
