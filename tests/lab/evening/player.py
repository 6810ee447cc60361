"""Somebody who reads, thinks and presses keys, and a stopwatch that looks over their shoulder."""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field
from time import perf_counter

from tests.lab.evening.reading import Moment, State, read
from tests.support.e2e.sshclient import DOWN, ENTER, LEFT, RIGHT, SPACE, UP, Terminal

LOOK = 0.02
"""Seconds between two looks at the screen."""
ANSWERED = 0.6
"""Seconds in which a screen surely shows that a key was heard."""
ROAMING = (DOWN, DOWN, RIGHT, UP, UP, LEFT)


@dataclass(slots=True)
class Flow:
    """What the time of one player went into, in seconds, and what was asked of them."""

    spent: Counter[State] = field(default_factory=Counter)
    questions: int = 0
    reactions: int = 0
    empty: int = 0
    """Reaction questions with Pass alone."""
    windows: int = 0
    """All windows that were seen, whoever was asked."""
    keys: int = 0
    luck_keys: int = 0
    turns: int = 0
    waits: list[float] = field(default_factory=list)
    """From the end of an own turn to the next one's first question, own reactions left out."""
    rounds: list[float] = field(default_factory=list)
    """The same with own reactions."""
    first_screen: float = 0.0
    first_question: float = 0.0
    ended: bool = False


class Player:
    """Plays at a terminal until a number of own turns is over or the game is."""

    def __init__(
        self, terminal: Terminal, *, think: float, turns: int, seed: int, hold=False
    ) -> None:
        """Thinks so many seconds at each own question; holds a window a turn if told to."""
        self.flow = Flow()
        self._terminal = terminal
        self._think, self._turns, self._hold = think, turns, hold
        self._dice = random.Random(seed)
        self._began = self._looked = perf_counter()
        self._state = State.BEFORE
        self._left_turn: float | None = None
        self._reacted = 0.0
        self._mine = False
        self._has_held = False

    async def plays(self, timeout: float) -> Flow:
        """The whole evening of this player."""
        async with asyncio.timeout(timeout):
            await self._begins()
            while self.flow.turns <= self._turns and not self.flow.ended:
                await self._answers(await self._sees())
        return self.flow

    async def _begins(self) -> None:
        """From the first sign on the screen to the board, with Enter alone."""
        while not self._terminal.text().strip():
            await asyncio.sleep(LOOK)
        self.flow.first_screen = perf_counter() - self._began
        while (await self._sees()).state is State.BEFORE:
            self._press(ENTER)
            for _ in range(150):
                if (await self._sees()).state is not State.BEFORE:
                    break

    async def _sees(self) -> Moment:
        """One look, with the time since the last one put where it belongs."""
        await asyncio.sleep(LOOK)
        moment = read(self._terminal.text().split("\n"))
        now = perf_counter()
        if self.flow.first_question:
            self.flow.spent[self._state] += now - self._looked
        elif moment.state is State.QUESTION:
            self.flow.first_question = now - self._began
        self._looked = now
        self._notes(moment, now)
        self._state = moment.state
        return moment

    def _notes(self, moment: Moment, now: float) -> None:
        windows = (State.WINDOW, State.EMPTY, State.REACTION)
        if moment.state in windows and self._state not in windows:
            self.flow.windows += 1
        if moment.state is State.EMPTY and self._state is not State.EMPTY:
            self.flow.empty += 1
        if self._mine and not moment.mine:
            self._left_turn, self._has_held = now, False
            self._reacted = self.flow.spent[State.REACTION]
        if moment.mine and not self._mine:
            self.flow.turns += 1
        if moment.mine and moment.state is State.QUESTION and self._left_turn is not None:
            reacted = self.flow.spent[State.REACTION] - self._reacted
            self.flow.rounds.append(now - self._left_turn)
            self.flow.waits.append(now - self._left_turn - reacted)
            self._left_turn = None
        self._mine = moment.mine
        self.flow.ended = moment.state is State.OVER

    async def _answers(self, moment: Moment) -> None:
        match moment.state:
            case State.QUESTION:
                self.flow.questions += 1
                await self._thinks(moment)
                await self._chooses(moment)
            case State.REACTION:
                self.flow.reactions += 1
                await self._reacts(moment)
            case State.KEYS:
                self._terminal.send("k")
                self.flow.luck_keys += 1
                await self._watches(0.3)
            case State.EMPTY if not self._hold:
                self._press(SPACE)
                await self._watches(ANSWERED)
            case State.WINDOW | State.EMPTY if self._hold and self._mine and not self._has_held:
                self._has_held = True
                self._press("w")
            case _:
                pass

    async def _thinks(self, about: Moment) -> None:
        until = perf_counter() + self._think
        while perf_counter() < until and (await self._sees()).state is about.state:
            pass

    async def _reacts(self, moment: Moment) -> None:
        """Uses what there is in half of the cases."""
        await self._thinks(moment)
        for _ in range(3):
            if self._state is not State.REACTION:
                return
            self._press("1" if self._dice.random() < 0.5 else SPACE)
            await self._watches(ANSWERED, SPACE)

    async def _chooses(self, moment: Moment) -> None:
        """The usual thing; where there is none under the cursor, one somewhere else; else none."""
        for key in (*ROAMING, "d", SPACE, SPACE):
            seen = await self._sees()
            if seen.state is not State.QUESTION:
                return
            if seen.can_choose and await self._heard(ENTER, seen):
                return
            if await self._heard(key, seen) and key in ("d", SPACE):
                return

    async def _heard(self, key: str, before: Moment) -> bool:
        """Whether a key has changed the question or the cursor's row."""
        self._press(key)
        until = perf_counter() + ANSWERED
        while perf_counter() < until:
            seen = await self._sees()
            if seen.state is not before.state or seen.asked != before.asked:
                return True
        return False

    async def _watches(self, seconds: float, key: str = "") -> None:
        until = perf_counter() + seconds
        while perf_counter() < until:
            await self._sees()

    def _press(self, key: str) -> None:
        self.flow.keys += 1
        self._terminal.send(key)
