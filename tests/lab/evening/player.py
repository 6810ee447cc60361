"""Somebody who reads, thinks and presses keys, and a stopwatch that looks over their shoulder."""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field

from tests.lab.evening.reading import Moment, State, read
from tests.support.e2e.sshclient import DOWN, ENTER, LEFT, RIGHT, SPACE, UP, Terminal

LOOK = 0.02
"""Seconds between two looks at the screen."""
ANSWERED = 0.6
"""Seconds in which a screen surely shows that a key was heard."""
ROAMING = (DOWN, DOWN, RIGHT, UP, UP, LEFT)


def now() -> float:
    """The time of the loop that plays, in seconds."""
    return asyncio.get_running_loop().time()


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


class Stopwatch:
    """Puts the time of one player where it belongs, look by look."""

    def __init__(self, now: float) -> None:
        self.flow = Flow()
        self._began = self._looked = now
        self._state = State.BEFORE
        self._left_turn: float | None = None
        self._reacted = 0.0
        self._mine = False

    def looks(self, moment: Moment, now: float) -> None:
        """What is seen now; the time since the last look belongs to what was seen then."""
        if self.flow.first_question:
            self.flow.spent[self._state] += now - self._looked
        elif moment.state is State.QUESTION:
            self.flow.first_question = now - self._began
        self._looked = now
        self._notes(moment, now)
        self._state = moment.state

    def _notes(self, moment: Moment, now: float) -> None:
        windows = (State.WINDOW, State.EMPTY, State.REACTION)
        if moment.state in windows and self._state not in windows:
            self.flow.windows += 1
        if moment.state is State.EMPTY and self._state is not State.EMPTY:
            self.flow.empty += 1
        if self._mine and not moment.mine:
            self._left_turn = now
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


class Player(Stopwatch):
    """Plays at a terminal until a number of own turns is over or the game is."""

    def __init__(
        self, terminal: Terminal, *, think: float, turns: int, seed: int, hold=False
    ) -> None:
        """Thinks so many seconds at each own question; holds a window a turn if told to."""
        super().__init__(now())
        self._terminal = terminal
        self._think, self._turns, self._hold = think, turns, hold
        self._dice = random.Random(seed)
        self._turn_held = 0

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
        self.flow.first_screen = now() - self._began
        while (await self._sees()).state is State.BEFORE:
            self._press(ENTER)
            for _ in range(150):
                if (await self._sees()).state is not State.BEFORE:
                    break

    async def _sees(self) -> Moment:
        """One look."""
        await asyncio.sleep(LOOK)
        moment = read(self._terminal.text().split("\n"))
        self.looks(moment, now())
        return moment

    async def _answers(self, moment: Moment) -> None:
        match moment.state:
            case _ if self._hold and moment.may_hold and self._turn_held != self.flow.turns:
                await self._holds()
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
            case State.EMPTY:
                self._press(SPACE)
                await self._watches(ANSWERED)
            case _:
                pass

    async def _holds(self) -> None:
        """Holds the window, thinks, and answers: the next one comes as usual."""
        self._turn_held = self.flow.turns
        self._press("w")
        await self._watches(self._think)
        if self._state in (State.REACTION, State.EMPTY):
            self._press(self._reaction())
            await self._watches(ANSWERED)

    def _reaction(self) -> str:
        """The first Rune in half of the cases."""
        can_use = self._state is State.REACTION
        return "1" if can_use and self._dice.random() < 0.5 else SPACE

    async def _thinks(self, about: Moment) -> None:
        until = now() + self._think
        while now() < until and (await self._sees()).state is about.state:
            pass

    async def _reacts(self, moment: Moment) -> None:
        """Uses what there is in half of the cases."""
        await self._thinks(moment)
        for _ in range(3):
            if self._state is not State.REACTION:
                return
            self._press(self._reaction())
            await self._watches(ANSWERED)

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
        until = now() + ANSWERED
        while now() < until:
            seen = await self._sees()
            if seen.state is not before.state or seen.asked != before.asked:
                return True
        return False

    async def _watches(self, seconds: float) -> None:
        until = now() + seconds
        while now() < until:
            await self._sees()

    def _press(self, key: str) -> None:
        self.flow.keys += 1
        self._terminal.send(key)
