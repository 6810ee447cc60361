"""What comes over the own line is checked while the game is on: the record row by row."""

from __future__ import annotations

import asyncio
import os
import re
import threading
from collections.abc import Callable
from contextlib import suppress

from rr_net import link
from rr_net.client.timing import Ask, LineTimer
from rr_net.clocks import Clock
from rr_net.fairness.base.levels import WORK, Work
from rr_net.fairness.proof.accusation import accusation_bytes
from rr_net.fairness.proof.late import LateFreeze, LineTimes
from rr_net.fairness.proof.live import Expected, Finding, LiveCheck
from rr_net.fairness.proof.verify import Segment
from rr_net.ssh.sshsig import check_signature

MOST_KEYS = 128
LOWEST = 19
"""The niceness of the work on slow hashes: everything else on this machine comes first."""
UNSEEN = re.compile(r"[^!-~]")


KeepEvidence = Callable[[str, bytes], object]
"""Keeps a file that shows what is wrong with a game of this name."""


class RecordWatcher:
    """Asks for the record of every game at one table, and checks it."""

    def __init__(
        self,
        say: Callable[[link.FromPlayer], object],
        clock: Clock,
        changed: Callable[[], object],
        keep: KeepEvidence,
        floors: Work = WORK,
    ) -> None:
        """`changed` is called whenever there is more to show of it."""
        self._keep = keep
        self._kept = 0
        self._say = say
        self._now = clock.time
        self._clock = clock
        self._changed = changed
        self._floors = floors
        self._check: LiveCheck | None = None
        self._game = ""
        self._before: link.Lobby | None = None
        """The lobby as it was before the deal, where somebody was there to see it."""
        self._lobby: link.Lobby | None = None
        self._name = ""
        self._pressed: dict[int, str] = {}
        self._found: list[Finding] = []
        """What was found in the games before this one."""
        self._news = asyncio.Event()
        self._line = LineTimes()
        self._timer: LineTimer | None = None
        self.host_key = ""
        """The key of the line that is open now."""

    @property
    def checked(self) -> int:
        """How many rows of the game on the table were found right; -1 before there is one."""
        return -1 if self._check is None else self._check.checked

    @property
    def findings(self) -> tuple[str, ...]:
        """Everything that was found wrong, a sentence each, the oldest first."""
        found = [*self._found, *(self._check.findings if self._check is not None else ())]
        return tuple([f"Row {each.seq}: {each.words}" for each in found])

    # --- what is said and heard --------------------------------------------------------------

    def line_opened(self, host_key: str) -> None:
        """Another line is open: what was not told is asked for once one is let in."""
        self.host_key = host_key
        if self._check is not None:
            self._check.interrupted()

    def asks(self) -> None:
        """Asks for the record from where it was told last."""
        self._say(link.Watch(since=0 if self._check is None else self._check.since))

    def said(self, message: link.FromPlayer) -> None:
        """Notes what the player has said."""
        if isinstance(message, link.Contribute) and message.keys:
            pressed = self._pressed.get(message.event, "") + UNSEEN.sub("", message.keys)
            self._pressed[message.event] = pressed[:MOST_KEYS]
            if self._check is not None:
                self._check.gave(message.event, pressed[:MOST_KEYS], "")

    def hear(self, message: link.FromRoom) -> None:
        """Takes in what the host says."""
        match message:
            case link.Welcome(name=name):
                self._name = name
            case link.Lobby():
                self._lobby = message
                if message.phase == "lobby":
                    self._before = message
            case link.Pending(event=link.RandomEvent(how="keys") as event):
                if self._check is not None and event.mine and event.number in self._pressed:
                    self._check.gave(event.number, "", event.mine)
            case link.RecordRows():
                self._take(message)

    def _take(self, told: link.RecordRows) -> None:
        if told.game != self._game or self._check is None:
            if told.first != 0:
                self._say(link.Watch(since=0))
                return
            self._begin(told)
        assert self._check is not None
        self._check.take(told.rows, told.first, self._now())
        if self._timer is not None and self._line.is_timing:
            self._timer.window_opened()
        end = told.first + len(told.rows)
        if told.rows and end < told.size:
            self._say(link.Watch(since=end))
        self._keep_evidence(self._check)
        self._news.set()
        self._changed()

    def _keep_evidence(self, check: LiveCheck) -> None:
        """Keeps what was found in a file, once all is there that shows it."""
        if len(check.findings) == self._kept or not check.is_settled or check.manifest is None:
            return
        self._kept = len(check.findings)
        # Proof comes before anybody's word.
        worst = max(check.findings, key=lambda each: each.is_proof)
        self._keep(self._game, accusation_bytes(check, worst, self._name))

    def _begin(self, told: link.RecordRows) -> None:
        """Another game is on the table."""
        is_first = self._check is None
        if self._check is not None:
            self._found += self._check.findings
        self._game, self._kept = told.game, 0
        self._pressed.clear()
        self._check = LiveCheck(
            told.manifest,
            told.game,
            host_key=self.host_key,
            seat=self._seat,
            expected=self._expected() if is_first else None,
            check_signature=check_signature,
            floors=self._floors,
            line=self._line,
        )

    @property
    def _seat(self) -> int:
        people = self._lobby.people if self._lobby is not None else ()
        return next((each.seat for each in people if each.name == self._name), -1)

    def _expected(self) -> Expected | None:
        """What the lobby said before the deal, if somebody was there to read it."""
        before, now = self._before, self._lobby
        if before is None or now is None:
            return None
        options = {each.name: each.value for each in before.options}
        names = tuple(each.name if each.kind == "player" else "" for each in now.seats)
        return Expected(before.game, before.fairness, options, names)

    # --- beside ----------------------------------------------------------------------------------

    async def timed(self, ask: Ask) -> None:
        """Asks the line how long it takes, for as long as it is not cancelled."""
        self._timer = LineTimer(self._line, self._clock, ask, self._judge)
        await self._timer.run()

    def _judge(self, freeze: LateFreeze) -> None:
        if self._check is not None:
            self._check.judge([freeze])
            self._keep_evidence(self._check)
            self._changed()

    async def work(self) -> None:
        """Works slow hashes out, one piece after the other, for as long as it is not cancelled."""
        while True:
            check = self._check
            if check is None or not check.work:
                self._news.clear()
                await self._news.wait()
                continue
            segment = check.work[0]
            holds = await asyncio.to_thread(_worked_out, segment)
            check.ground(segment, holds=holds)
            if not holds:
                self._keep_evidence(check)
                self._changed()


def _worked_out(segment: Segment) -> bool:
    """Whether a piece is right, on a thread that leaves the processor to everything else."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWEST)
    return segment.holds
