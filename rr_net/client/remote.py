"""A table on another machine, as the interface knows any table: the line may drop and come back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress

from rr_net import link
from rr_net.client.checked import RecordWatcher
from rr_net.client.hostkeys import CannotReach, CannotTrust
from rr_net.client.notes import NoteShelf
from rr_net.client.outbox import ANSWER_LOST, ANSWER_UNSURE, PLEDGE_LOST, Outbox
from rr_net.client.ownseat import Refusal
from rr_net.client.reading import BadMessage, MessageReader, TableLine
from rr_net.client.signer import SeatSigner, SigningMeans
from rr_net.client.tables import OwnRecords, OwnSettings
from rr_net.client.whole.beside import checked_beside
from rr_net.client.whole.bundles import CheckedHere
from rr_net.client.whole.fetching import Fetcher, Prove
from rr_net.clocks import Clock, TokenBucket
from rr_net.fairness.base.levels import WORK, Work
from rr_net.link import ALL_WELL, LineState
from rr_net.link.refusals import Refused
from rr_net.ssh.lines import NoLine

PAUSES = (0.2, 1.0, *(2.0,) * 6, 4.0, 8.0, 15.0)
"""Seconds before each try to come back; the last one is that before all further tries.

They grow only after a quarter of a minute: what is back within ten seconds, as a host that goes on
or the next relay, is met within two more. Shorter ones would use up what a gate allows one source.
"""
A_SECOND, AT_ONCE = 400, 2_000
"""How many messages are taken in; no table has so much to say, and more waits on the line."""
BYTES_A_SECOND, BYTES_AT_ONCE = 4_000_000, 16_000_000
MOST_SENSELESS = 20
"""The messages without sense that are left out; more of them are no accident."""
LOOK_EVERY, SLEPT = 2.0, 3.0
"""How often the clocks are compared, and from which difference on this machine has slept."""

LOST = "The line to the table is lost. Your seat is kept; this comes back by itself."
BACK = "The line is back."
SIGNS = "Your client signs your answers here, and checks the record of the game."
COUNTS = "The number in the head: so many rows of the record your client found right."
NO_TABLE = "What answers there is no table: it does not speak as one"
TOO_LONG = "The host sends lines without an end, so this client has hung up. Your seat is kept."
SENSELESS = "This client has hung up, and your seat is kept: {}."
LEFT_OUT = "Something that the host says could not be shown: {}."
GAME_BEFORE = "The game before this one: {}"
NOT_CHECKED_YET = "its record is on its way to this machine, or is checked: ask again in a moment"
NOT_SOUND = "its record is not what its host claims: what shows it is kept in {}"
NOT_COME_YET = (
    "its record did not come to this machine: come back to this table, which fetches it once more, "
    "or ask its host for the file"
)
NOT_HERE = "the game can be looked at here once the host has opened its record"


class RemoteTable:
    """A `TableLink` over lines that are opened anew as often as they drop."""

    def __init__(
        self,
        first: TableLine,
        open_line: Callable[[], Awaitable[TableLine]],
        clock: Clock,
        settings: OwnSettings,
        pauses: tuple[float, ...] = PAUSES,
        floors: Work = WORK,
        means: SigningMeans | None = None,
        prove: Prove = checked_beside,
    ) -> None:
        """Without `means` nothing is signed, and no notes are kept."""
        self._line = first
        self._open = open_line
        self._clock = clock
        self._settings = settings
        self._pauses = pauses
        self._receive: link.Receive | None = None
        self._attached = asyncio.Event()
        self._closing = asyncio.Event()
        self._outbox = Outbox()
        self._reader = MessageReader()
        self._messages = TokenBucket(A_SECOND, AT_ONCE, clock)
        self._bytes = TokenBucket(BYTES_A_SECOND, BYTES_AT_ONCE, clock)
        shelf = NoteShelf() if means is None else means.shelf
        self._watcher = RecordWatcher(
            self._write, clock, self._checked, settings.keep_evidence, shelf, floors
        )
        self._watcher.line_opened(first.host_key)
        self._jobs: asyncio.Queue[Coroutine[None, None, None]] = asyncio.Queue()
        self._signer: SeatSigner | None = None
        if means is not None and means.own is not None:
            self._signer = SeatSigner(means, self._watcher, self._write, self._tell,
                                      self._jobs.put_nowait)  # fmt: skip
        self._fetcher = Fetcher(self._watcher, self._fetch, self._told_end, self._jobs.put_nowait,
                                clock.time, floors, prove)  # fmt: skip
        self._held: list[link.FromPlayer] = []
        """Answers that wait for the record that they are signed over."""
        self.table = ""
        """The table's name, once it has said it."""
        self._begin(settings.folder if means is not None else "")

    def _begin(self, kept_in: str) -> None:
        """Nothing was said and nothing heard yet."""
        self._is_up = True
        self._is_greeted = False
        """Whether the host has said anything on this line."""
        self._is_dressed = False
        """Whether the interface wears the own settings already."""
        self._is_back = True
        """Whether the table stands on the screen as it is, with what was said again."""
        self.records: OwnRecords | None = None
        """What somebody can do with records that have come here; None where none is kept."""
        self._over: tuple[str, bool] = "", False
        """The game that is over, as its record was checked here: whether that was a sample."""
        self._is_opened = False
        """Whether the host has opened its record."""
        self.way_back = ""
        """What the player types to come here again: the host knows an ssh line alone."""
        self._phase = "lobby"
        self._code = ""
        self._tries = 0
        self._senseless = 0
        self._state: LineState = ALL_WELL._replace(kept_in=kept_in)
        self._watchers: list[Callable[[], object]] = []
        self._is_watching = False
        """Whether the record was asked for over this line."""
        self._told_of = 0
        """How many findings were told as they were found."""
        self._is_told_signing = self._is_told_count = False
        """Whether it was said that the client signs, and what the number in the head counts."""

    # --- the interface's end -----------------------------------------------------------------

    def attach(self, receive: link.Receive) -> None:
        """Have every message of the room handed to `receive`, the welcome first."""
        self._receive = receive
        self._attached.set()

    def send(self, message: link.FromPlayer) -> None:
        """Says something to the room, now or when the line is back."""
        match message:
            case link.KeepProfile(profile=profile):
                self._settings.keep(profile)
                return
            case link.Enter(code=code) if code:
                self._code = code
        self._held.append(message)
        self._say_held()

    def _say_held(self) -> None:
        """Says what was held, each as soon as it is known how: signed, or not."""
        held, self._held = self._held, []
        for message in held:
            if self._signer is not None and not self._signer.ready(message):
                self._held.append(message)
            else:
                self._say(message)

    def _say(self, message: link.FromPlayer) -> None:
        try:
            said = message if self._signer is None else self._signer.signed(message)
        except Refusal as error:
            # A refusal is what has an interface show the question again.
            self._tell(link.Problem(code=error.code, text=f"{error}."))
            return
        self._watcher.said(said)
        sent = self._is_up and self._is_back and self._write(said)
        self._outbox.say(said, self._clock.time(), was_sent=sent)

    def close(self) -> None:
        """Hangs up: a dropped line, not a Leave."""
        self._closing.set()
        self._line.close()

    def replay(self) -> link.ReplayLink:
        """The game that is over at this table. Raises Refused."""
        if self.records is None or not self._state.has_record:
            raise Refused("no_game", self._why_no_record())
        game, is_sampled = self._over
        return self.records.look_back(game, is_sampled=is_sampled)

    def _why_no_record(self) -> str:
        if self._state.at_end:
            is_wrong = self._state.came_to == "wrong"
            return NOT_SOUND.format(self._settings.folder) if is_wrong else NOT_COME_YET
        return NOT_CHECKED_YET if self._is_opened else NOT_HERE

    def past(self) -> link.PastLink | None:
        """The past games of another machine are told by it; their records are looked at here."""
        return self.records

    @property
    def state(self) -> LineState:
        """How it stands with the line."""
        return self._state

    def watch(self, changed: Callable[[], object]) -> None:
        """Have `changed` called whenever that is something else."""
        self._watchers.append(changed)

    # --- the line's end ------------------------------------------------------------------------

    async def run(self) -> None:
        """Passes on what is said until either side is done; a dropped line is opened anew."""
        await self._attached.wait()
        async with asyncio.TaskGroup() as group:
            beside = [group.create_task(self._watch_sleep()),
                      group.create_task(self._watcher.timed(self._answers)),
                      group.create_task(self._do_jobs()),
                      group.create_task(self._watcher.work())]  # fmt: skip
            try:
                await self._talk()
            except CannotTrust as error:
                self._hang_up(f"This client has hung up: {error}.")
            finally:
                self._closing.set()
                self._line.close()
                for task in beside:
                    task.cancel()

    async def _do_jobs(self) -> None:
        """Does what takes long, as an agent may that asks its owner first."""
        async with asyncio.TaskGroup() as jobs:
            while True:
                jobs.create_task(await self._jobs.get())

    async def _fetch(self, word: str) -> bytes:
        return await self._line.fetch(word)

    def _told_end(self, game: str, found: CheckedHere, source: bytes) -> None:
        """Says what the own check of a whole game has come to; what fails is kept."""
        # An answer that was dropped is this machine's word, and has a file of its own.
        if found.came_to == "wrong" and source and not found.dropped:
            self._settings.keep_evidence(game, source, is_record=True)
        has_record = bool(source) and found.came_to != "wrong"
        if has_record:
            self._settings.keep_record(game, source)
        if self._phase == "playing" or game != self._watcher.game:
            self._tell(link.Notice(text=GAME_BEFORE.format(found.words)))
            return
        self._tell(link.Notice(text=found.words))
        self._over = game, found.is_sampled
        state = self._state._replace(at_end=found.words, came_to=found.came_to)
        self._show(state._replace(has_record=has_record))

    async def _answers(self) -> None:
        # Whichever line is open by then.
        await self._line.answers()

    async def _talk(self) -> None:
        while not await self._hear_out() and not self._closing.is_set():
            if not await self._come_back():
                return

    async def _hear_out(self) -> bool:
        """Hears what comes over one line; whether that was the end of the talk."""
        self._is_greeted = False
        while True:
            match await self._line.read():
                case NoLine.END:
                    if not self._is_greeted and self._tries == 0:
                        said = self._line.beside
                        raise CannotTrust(f"{NO_TABLE}, and says: {said}" if said else NO_TABLE)
                    return False
                case NoLine.TOO_LONG:
                    return self._hang_up(TOO_LONG)
                case str() as line:
                    if await self._read(line):
                        return True
            # A host that has much to say does not keep the keys waiting, nor fill the memory.
            debts = self._messages.spend(1), self._bytes.spend(len(line))
            await asyncio.sleep(max(debts))

    async def _read(self, line: str) -> bool:
        """Takes in one line; whether it was the last word."""
        if self._closing.is_set():
            return True
        try:
            message = self._reader.read(line)
        except BadMessage as error:
            return self._leave_out(error)
        if message is None:
            return False
        self._is_greeted = True
        if isinstance(message, link.Bye):
            self._closing.set()
            if message.back and self.way_back:
                message = message.model_copy(update={"back": self.way_back})
        self._take(message)
        return self._closing.is_set()

    def _leave_out(self, error: BadMessage) -> bool:
        """What makes no sense is left out, unless the screen would be wrong without it."""
        self._senseless += 1
        if error.is_grave or self._senseless > MOST_SENSELESS:
            return self._hang_up(SENSELESS.format(error))
        self._tell(link.Notice(text=LEFT_OUT.format(error)))
        return False

    def _take(self, message: link.FromRoom) -> None:
        now = self._clock.time()
        if self._outbox.is_told_again(message, now):
            return
        self._watcher.hear(message)
        if self._signer is not None:
            self._signer.hear(message)
            self._say_held()
        self._fetcher.hear(message)
        match message:
            case link.RecordRows() | link.OwnAnswers() | link.AskSeatKey():
                return  # they are checked or signed, and nobody is shown them
            case link.Problem() if self._is_signed_late(message):
                return
            case link.Welcome():
                self._welcome(message)
                return
            case link.Ended() | link.Lobby():
                self._hear_phase(message)
        self._outbox.hear(message, now)
        self._tell(message)
        if isinstance(message, link.Cards) and not self._is_watching:
            # Whoever is told of cards was let in, and a game is on the table.
            self._is_watching = True
            self._watcher.asks()
        if not self._is_back and self._shows_table(message):
            self._say_again(message if isinstance(message, link.Pending) else None)

    def _hear_phase(self, message: link.Ended | link.Lobby) -> None:
        """Whether a game is on, or is over and open."""
        if isinstance(message, link.Ended):
            self._is_opened = bool(message.verdict) and self._phase != "playing"
            return
        self._phase = message.phase
        self._tell_signing(message)
        if message.phase == "playing":
            self._is_opened = False
            if self._state.at_end:
                state = self._state._replace(at_end="", came_to="nothing")
                self._show(state._replace(has_record=False))

    def _tell_signing(self, lobby: link.Lobby) -> None:
        """Says once that the client checks and signs for its player, as the lobby says of it."""
        own = self._watcher.seat
        if not self._is_told_signing and 0 <= own < len(lobby.seats) and lobby.seats[own].checks:
            self._is_told_signing = True
            self._tell(link.Notice(text=SIGNS))

    def _is_signed_late(self, problem: link.Problem) -> bool:
        """Whether an answer was refused because a key has begun meanwhile: it is said again."""
        again = self._signer.to_sign(problem) if self._signer is not None else None
        if again is not None:
            self._held.append(again)
            self._say_held()
        if again in self._held:
            self._tell(link.Notice(text=problem.text))  # it waits, and may be too late by then
        return again is not None

    def _shows_table(self, message: link.FromRoom) -> bool:
        """Whether the last has come of what a newcomer is shown first."""
        kind = link.Pending if self._phase == "playing" else link.Lobby
        return isinstance(message, kind)

    def _welcome(self, message: link.Welcome) -> None:
        self._outbox.name = message.name
        is_news, self.table = self.table != message.table, message.table
        if is_news:
            self._show(self._state)
        if self._tries == 0:
            # Later ones tell of another name, or that one is let in.
            settings = "" if self._is_dressed else self._settings.read()
            self._is_dressed = True
            self._tell(message.model_copy(update={"profile": settings}))
            return
        if message.elsewhere:
            # The host has not noticed yet that the line was lost, and takes it for another window.
            self._write(link.TakeOver())
            return
        self._tries = 0
        self._show(self._state._replace(trouble=""))
        self._tell(message.model_copy(update={"profile": ""}))
        self._tell(link.Notice(text=BACK))
        if not message.admitted and self._code:
            self._write(link.Enter(code=self._code))

    def _say_again(self, pending: link.Pending | None) -> None:
        self._is_back = True
        now = self._clock.time()
        again = self._outbox.back(pending, now)
        for message in again.messages:
            sent = self._write(message)
            if not (isinstance(message, link.Contribute) and message.keys):
                self._outbox.say(message, now, was_sent=sent)
        if self._outbox.unheard():
            self._jobs.put_nowait(self._talk_again(self._line))
        for words in again.lost:
            if words == ANSWER_UNSURE and self._signer is not None and self._signer.signs:
                continue  # the record shows it
            # A refusal is what has an interface show the question again.
            is_refused = words in {ANSWER_LOST, PLEDGE_LOST}
            self._tell(link.Problem(code="stale_answer", text=words) if is_refused
                       else link.Notice(text=words))  # fmt: skip

    async def _talk_again(self, line: TableLine) -> None:
        """Says what nobody has heard, once the talk is told that a newcomer hears."""
        with suppress(OSError):
            # The talk was sent with the table, and so before this is answered.
            await line.answers()
        for message in self._outbox.unheard() if line is self._line and self._is_back else ():
            self._write(message)

    # --- coming back ---------------------------------------------------------------------------

    async def _come_back(self) -> bool:
        """Opens another line; False where somebody has hung up meanwhile. Raises CannotTrust."""
        self._is_up = self._is_back = False
        self._line.close()
        self._outbox.line_lost()
        if self._tries == 0:
            self._tell(link.Notice(text=LOST))
        while True:
            self._tries += 1
            self._show(self._state._replace(trouble=f"Line lost: trying again ({self._tries})"))
            if await self._closed_within(self._pauses[min(self._tries, len(self._pauses)) - 1]):
                return False
            try:
                self._line = await self._open()
            except CannotReach:
                continue
            self._is_up, self._is_watching = True, False
            self._watcher.line_opened(self._line.host_key)
            if self._signer is not None:
                self._signer.line_opened()
            if self._closing.is_set():
                self._line.close()
            return not self._closing.is_set()

    async def _closed_within(self, seconds: float) -> bool:
        try:
            async with asyncio.timeout(seconds):
                await self._closing.wait()
        except TimeoutError:
            return False
        return True

    async def _watch_sleep(self) -> None:
        """A machine that slept has lost its line, and need not wait until that is noticed."""
        before = time.time() - self._clock.time()
        while not await self._closed_within(LOOK_EVERY):
            after = time.time() - self._clock.time()
            if after - before > SLEPT and self._is_up:
                self._line.close()
            before = after

    # --- saying ----------------------------------------------------------------------------------

    def _write(self, message: link.Message) -> bool:
        return self._line.write(message.model_dump_json().encode() + b"\n")

    def _tell(self, message: link.FromRoom) -> None:
        if self._receive is not None:
            self._receive(message)

    def _hang_up(self, words: str) -> bool:
        """Ends it from here, with the last word that a room would have."""
        self._closing.set()
        self._tell(link.Bye(text=words, commitment=""))
        return True

    def _checked(self) -> None:
        """Shows how far the record was checked, and says what was found as it is found."""
        findings = self._watcher.findings
        for words in findings[self._told_of :]:
            self._tell(link.Notice(text=f"{words}."))
        self._told_of = len(findings)
        if self._watcher.checked > 0 and not (self._is_told_count or findings):
            self._is_told_count = True
            self._tell(link.Notice(text=COUNTS))
        for words in self._watcher.missed():
            self._tell(link.Notice(text=words))
        self._show(self._state._replace(checked=self._watcher.checked, findings=findings))

    def _show(self, state: LineState) -> None:
        self._state = state
        for changed in self._watchers:
            changed()
