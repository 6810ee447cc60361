"""Bots at a table: what they are asked, on what terms, and what counts if they fail."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol

from rr_net.clocks import Clock
from rr_rules.bots.base import Bot, RandomBot
from rr_rules.bots.greedy import GreedyBot
from rr_rules.game import State
from rr_rules.requests import Choose
from rr_rules.stream import Stream
from rr_rules.table import Table

log = logging.getLogger(__name__)

DECLINING = ("pass", "no", "decline", "skip", "done", "stop")
"""The acts that do nothing, the plainest first: what counts for a player who is too slow."""

Thought = Callable[[], int]
Done = Callable[[int | None], None]


def declining(choose: Choose) -> int | None:
    """The option that declines, or None where the seat must act (RR-TABLE-07)."""
    acts = [option.act for option in choose.options]
    if choose.verb == "confirm_skip":
        return 0  # whoever is too slow skips, and is not asked again whether to
    return next((acts.index(act) for act in DECLINING if act in acts), None)


def fallback(choose: Choose) -> int:
    """A legal answer that needs no thought."""
    declined = declining(choose)
    return 0 if declined is None else declined


class Thinker(Protocol):
    """Where bots think."""

    def think(self, thought: Thought, done: Done) -> None:
        """Has `done` called in the event loop with the answer, or None if the bot failed."""


class AtOnce:
    """Bots think in the event loop: for tests, and where nobody else waits."""

    def think(self, thought: Thought, done: Done) -> None:
        """Thinks now."""
        done(attempt(thought))

    def close(self) -> None:
        """There is nothing to let go of."""


class InThread:
    """Bots think in a worker thread, so that no screen waits for them."""

    def __init__(self, workers: int = 2) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="bot")

    def think(self, thought: Thought, done: Done) -> None:
        """Thinks in a thread; the answer comes back through the running event loop."""
        loop = asyncio.get_running_loop()

        def arrived(future: Future[int | None]) -> None:
            if not future.cancelled() and not loop.is_closed():
                loop.call_soon_threadsafe(done, future.result())

        self._pool.submit(attempt, thought).add_done_callback(arrived)

    def close(self) -> None:
        """Lets go of the threads; thoughts that have not begun are dropped."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def attempt(thought: Thought) -> int | None:
    """A bot's answer, or None if it raised: a bot's fault must not stop a table."""
    try:
        return thought()
    except Exception as error:  # noqa: BLE001 - the guard around a bot, like a session's
        log.warning("a bot failed and a plain answer counts: %s", type(error).__name__)
        return None


class Question:
    """What one bot is asked: its seat's view, the choice, and tables as they might be."""

    def __init__(
        self, table: Table[State], choose: Choose, stream: Stream, out_of_time: Callable[[], bool]
    ) -> None:
        # A clone, because the bot may still think when the true table has gone on.
        self._table = table.clone()
        self._choose = choose
        self._stream = stream
        self._out_of_time = out_of_time
        self._view = table.rules.view(table.state, choose.seat)

    def put_to(self, bot: Bot) -> int:
        """The bot's answer. Raises ValueError for a number that is no option."""
        answer = bot.choose(self._view, self._choose, self.sample, self._out_of_time)
        if not 0 <= answer < len(self._choose.options):
            raise ValueError(f"a bot answered {answer}: there is no such option")
        return answer

    def sample(self) -> Table[State]:
        """A table as it might be, for all that the seat knows; a new one each time."""
        return self._table.sampled(self._choose.seat, self._stream)


MakeBot = Callable[[str, Stream], Bot]
"""Makes a bot of a kind: "random", "greedy"."""


def make_bot(kind: str, stream: Stream) -> Bot:
    """A bot of the kind that a message names."""
    return GreedyBot(stream) if kind == "greedy" else RandomBot(stream)


class Bots:
    """The bots of one game, one for each seat that needs one."""

    def __init__(
        self,
        make: MakeBot,
        thinker: Thinker,
        clock: Clock,
        seed: bytes,
        *,
        seconds: float,
        pace: float,
    ) -> None:
        self._make = make
        self._thinker = thinker
        self._clock = clock
        self._seed = seed
        self.seconds = seconds
        """How long each may think."""
        self.pace = pace
        """How long each waits before it acts, so that people can follow."""
        self._bots: dict[tuple[int, str], tuple[Bot, Stream]] = {}

    def ask(self, kind: str, table: Table[State], choose: Choose, done: Done) -> None:
        """Has a seat's bot think; `done` gets its answer, or None if it failed."""
        bot, stream = self._bot(kind, choose.seat)
        deadline = self._clock.time() + self.seconds
        question = Question(table, choose, stream, lambda: self._clock.time() >= deadline)
        self._thinker.think(lambda: question.put_to(bot), done)

    def _bot(self, kind: str, seat: int) -> tuple[Bot, Stream]:
        if (seat, kind) not in self._bots:
            # Each seat's luck is its own: what one bot draws must not move another one's.
            own = f"/{seat}/{kind}".encode()
            bot = self._make(kind, Stream(self._seed + own + b"/choice"))
            self._bots[seat, kind] = (bot, Stream(self._seed + own + b"/sample"))
        return self._bots[seat, kind]
