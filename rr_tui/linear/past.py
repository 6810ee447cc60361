"""Past games in the text mode: what can be done with one of those that were read out last."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine

from rr_net.link import PastGame, PastLink, ReplayLink, TableLink
from rr_net.link.refusals import Refused
from rr_net.safetext import clean
from rr_tui.board.model import PlayerModel
from rr_tui.linear.teller import Paper

HOW = "history tells them; then past 2, past 2 replay, past 2 check, past 2 copy; past forget me"
NO_SUCH = "No past game of that number was read out: type history first."
NO_RECORDS = "No records of past games are kept at this table."
FORGET = (
    'Wherever you sat stands "somebody" then, now and in whatever you play here later. '
    "Type past forget me again to have it so."
)
WAIT = "A moment, please."


class PastInText:
    """What one player does with past games."""

    def __init__(
        self,
        link: TableLink,
        paper: Paper,
        model: Callable[[], PlayerModel],
        opens: Callable[[ReplayLink], object],
    ) -> None:
        """`opens` looks at a game until the player has seen enough of it."""
        self._link, self._paper, self._model, self._opens = link, paper, model, opens
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_warned = False

    def stop(self) -> None:
        """Nobody waits for an answer any more."""
        for task in self._tasks:
            task.cancel()

    def said(self, words: str) -> None:
        """What stood after `past`."""
        was_warned, self._is_warned = self._is_warned, False
        match words.split():
            case ["forget", "me"] if was_warned:
                self._with_records(self._forget)
            case ["forget", "me"]:
                self._is_warned = True
                self._paper.say(FORGET)
            case [number]:
                game = self._game(number)
                self._paper.say_all(
                    [clean(line, 300) for line in game.lines] if game else [NO_SUCH]
                )
            case [number, "replay" | "check" | "copy" as what]:
                self._do(self._game(number), what)
            case _:
                self._paper.say(HOW)

    def _game(self, number: str) -> PastGame | None:
        past = self._model().past
        at = int(number) if number.isascii() and number.isdecimal() and len(number) < 4 else 0
        return past.games[at - 1] if past is not None and 0 < at <= len(past.games) else None

    def _do(self, game: PastGame | None, what: str) -> None:
        if game is None:
            self._paper.say(NO_SUCH)
            return
        name = game.game
        match what:
            case "replay":
                self._with_records(lambda records: self._replay(records, name))
            case "check":
                self._with_records(lambda records: self._told(records.check(name, self._paper.say)))
            case _:
                self._with_records(lambda records: self._told(records.export(name)))

    def _with_records(self, work: Callable[[PastLink], Coroutine[None, None, None]]) -> None:
        try:
            records = self._link.past()
        except Refused as error:
            self._paper.say(f"{error}.")
            return
        if records is None:
            self._paper.say(NO_RECORDS)
            return
        self._paper.say(WAIT)
        task = asyncio.get_running_loop().create_task(work(records))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _told(self, lines: Coroutine[None, None, tuple[str, ...]]) -> None:
        self._paper.say_all([clean(line, 400) for line in await lines])

    async def _forget(self, records: PastLink) -> None:
        await self._told(records.forget())

    async def _replay(self, records: PastLink, name: str) -> None:
        try:
            replay = await records.replay(name, self._paper.say)
        except Refused as error:
            self._paper.say(clean(f"{error}", 400))
        else:
            self._opens(replay)
