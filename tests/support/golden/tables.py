"""A table for golden sessions: people who send JSON lines, and every line that goes either way."""

import asyncio
import contextlib
import json
import re
from itertools import count

from rr_net.bots.thinkers import AtOnce
from rr_net.game.archive import ArchiveMeans, HostKey, JournalArchive
from rr_net.history.recording import GameHistory
from rr_net.host.json_session import JsonSession
from rr_net.local.tutorial import Learning
from rr_net.replay.looking import look_back
from rr_net.room.lobby import TablePlan
from rr_net.room.room import RoomLoop
from rr_net.room.state import HostServices
from rr_net.ssh import LineTooLong
from rr_net.ssh.keys import fingerprint_of
from rr_net.ssh.sshsig import check_signature, signer
from rr_net.store import MemoryJournal
from rr_rules.kernel.stream import Stream
from rr_rules.registry import load_game, make_bot
from tests.support.fakeclock import FakeClock
from tests.support.rr_net.hostkeys import HOST, key_of, signed_seed
from tests.support.rr_net.recorded import TINY
from tests.support.rr_rules.pebbles import load_pebbles
from tests.support.tasks import turn

__all__ = ["evening", "key_of", "signed_seed"]

TODAY = 1_800_000_000
LONGEST = 16_384
SHORT = 200
"""A line that is no longer is noted whole each time."""
OPTIONS = re.compile(r'"options":(\[{"name".*\]),"commitment":')
"""The table options of a lobby, which are long and mostly stay as they are."""
A_PIECE = 0.25
"""Seconds that a piece of a slow hash takes."""
A_WHILE = 12
"""Turns of the loop in which nothing happens: then nothing is going to."""


class Script:
    """Somebody with a key who sends lines and hears lines."""

    def __init__(self, evening, name, key, *, is_host):
        self.closed = False
        self.name = name
        self.heard = []
        self._evening, self._lines = evening, asyncio.Queue()
        link = Learning(evening.room.connect(key, name, is_host=is_host))
        self.running = asyncio.create_task(JsonSession(link, self, evening.clock).run())

    # --- what the session asks of its line ---

    async def read_line(self):
        line = await self._lines.get()
        if line is not None and len(line) > LONGEST:
            raise LineTooLong(f"line dropped: expected at most {LONGEST} bytes")
        return line

    def write_line(self, text):
        self._evening.notes_heard(self.name, text)
        self.heard.append(json.loads(text))

    async def drain(self):
        pass

    # --- what a script does ---

    async def sends(self, line):
        """Sends a line as it is; None ends the input."""
        shown = line if line is None or len(line) <= 500 else f"({len(line)} characters)"
        self._evening.lines.append(f"{self.name} > {'(end)' if line is None else shown}")
        self._lines.put_nowait(line)
        await self._evening.settle()
        assert self._lines.empty() or self.running.done(), "a line waits for time to pass"
        if self.running.done():
            self._evening.lines.append(f"{self.name} = {self.running.result()}")

    async def says(self, kind, **fields):
        await self.sends(json.dumps({"type": kind, **fields}))

    async def answers(self, act=None, **fields):
        """Answers the open choice with the first option of that act, or the first one."""
        options = self.ask["options"] if self.is_asked else []
        wanted = next((o["option"] for o in options if act in (None, o["act"])), 0)
        await self.says("answer", **{"number": self.number, "option": wanted, **fields})

    # --- what it has heard ---

    def last(self, kind):
        return next(message for message in reversed(self.heard) if message["type"] == kind)

    @property
    def ask(self):
        return self.last("pending")["ask"]

    @property
    def number(self):
        return self.last("pending")["number"]

    @property
    def event(self):
        return self.last("pending")["event"]

    @property
    def is_asked(self):
        return any(message["type"] == "pending" for message in self.heard) and bool(self.ask)


class Grinder:
    """Does a slow hash, each piece of it in its time on the clock that stands still."""

    def __init__(self, clock):
        self._clock = clock

    async def rate(self):
        return 1.0

    async def grind(self, segment):
        done = asyncio.get_running_loop().create_future()
        self._clock.call_later(A_PIECE, lambda: done.done() or done.set_result(None))
        await done
        return segment()


class Evening:
    """A room at which scripts meet, and what was said there."""

    def __init__(self, journal=None, *, luck=1, book=None, **settings):
        self.lines, self.numbers = [], {}
        self.clock = FakeClock()
        self.journal = journal = journal or MemoryJournal()
        self.archive = JournalArchive(
            journal, Grinder(self.clock), ArchiveMeans(check_signature, load_any, TINY),
            key=HostKey(fingerprint_of(HOST), signer(HOST)), how_to_fetch="ssh HOST bundle",
            random=Stream.seeded(luck).take, aside=at_once,
        )  # fmt: skip
        services = HostServices(
            clock=self.clock, archive=self.archive, key_book=journal, load_game=load_any,
            make_bot=make_bot, thinker=AtOnce(), seed=lambda: b"the same luck every evening",
            today=lambda: TODAY + int(self.clock.time()),
            fresh_code=map("code-{:04}".format, count(1)).__next__,
            history=GameHistory(book, now=lambda: TODAY + self.clock.time(), aside=at_once),
            replay=look_back,
        )  # fmt: skip
        given = {"name": "Maple Court", "game": "pebbles", "pace": 0.0, "bot_iterations": 1,
                 "is_open": True}  # fmt: skip
        self.room = RoomLoop(TablePlan(**{**given, **settings}), services)
        self.scripts = []
        self.running = asyncio.create_task(self.room.run())

    def notes_heard(self, name, text):
        """Notes a line that somebody heard; what was long and stands above is noted by number."""
        shown = text if len(text) < SHORT else self._once(text)
        self.lines.append(f"{name} < {OPTIONS.sub(self._options, shown)}")

    def _once(self, text):
        number = self.numbers.setdefault(text, len(self.lines) + 1)
        return text if number > len(self.lines) else f"(line {number})"

    def _options(self, found):
        return f'"options":{self._once(found[1])},"commitment":'

    async def comes(self, name, *, is_host=False):
        self.lines.append(f"-- {name} comes{' as the host' if is_host else ''}")
        script = Script(self, name, fingerprint_of(key_of(name)), is_host=is_host)
        self.scripts.append(script)
        await self.settle()
        return script

    async def seated(self, *names, declare=(0,) * 8):
        """People who come and sit down; the first is the host."""
        scripts = []
        for seat, name in enumerate(names):
            scripts.append(await self.comes(name, is_host=seat == 0))
            await scripts[-1].says("sit", seat=seat, declare=declare[seat])
        return scripts

    async def dealt(self, *names):
        """People who come, sit down and are ready."""
        scripts = await self.seated(*names)
        for script in scripts:
            await script.says("ready")
        return scripts

    async def passes(self, seconds):
        """Lets time pass; whatever falls due is done at its moment."""
        self.lines.append(f"-- {seconds:g} seconds pass")
        end = self.clock.time() + seconds
        while (due := self.clock.next_due()) is not None and due <= end:
            self.clock.advance(due - self.clock.time())
            await self.settle()
        self.clock.advance(end - self.clock.time())
        await self.settle()

    async def plays_on(self, scripts, most=200, choose=lambda options: 0, seconds=2.5):
        """Everybody answers in turn, until the game is over or enough was waited for."""
        while self.room.phase == "playing" and most > 0:
            most -= 1
            asked = next((script for script in scripts if script.is_asked), None)
            if asked is None:
                await self.passes(seconds)
            else:
                option = choose(asked.ask["options"])
                await asked.says("answer", number=asked.number, option=option)
        await self.settle()

    async def settle(self):
        """Lets the room and the sessions do all that is to be done at this moment."""
        quiet = 0
        while quiet < A_WHILE:
            await turn()
            quiet = quiet + 1 if self.running.done() or not self.room.is_busy else 0

    def takes_home(self, name):
        """Notes what the `receipts` verb would send to somebody."""
        content = self.room.receipts(fingerprint_of(key_of(name)))
        self.lines.append(f"{name} : {'nothing' if content is None else content.decode()}")

    def keeps_bundle(self):
        """Notes the record that everybody may fetch."""
        self.lines.append(f"-- bundle {self.archive.last_bundle.decode()}")

    async def resumes(self):
        """Takes up the game that the journal holds."""
        self.lines.append("-- the host takes the game up again")
        self.room.resume(await self.archive.unfinished())
        await self.settle()

    def goes_on_after(self, place):
        """Notes what is said here after what was said in another room."""
        self.lines, self.numbers = place.lines, place.numbers

    async def closes(self):
        if self.running.done():
            return
        self.lines.append("-- the host closes the table")
        self.room.close()
        await self.running
        for script in self.scripts:
            await script.running
            script.closed = True


@contextlib.asynccontextmanager
async def evening(journal=None, **settings):
    """A room that runs as long as the block."""
    place = Evening(journal, **settings)
    await place.settle()
    try:
        yield place
        await place.closes()
    finally:
        tasks = [place.running, *(script.running for script in place.scripts)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def at_once(judge):
    """Has a verification done here and now."""
    return judge()


def load_any(game, deck=None):
    """Pebbles, or a game of ours."""
    return load_pebbles(game, deck) if game == "pebbles" else load_game(game, deck)
