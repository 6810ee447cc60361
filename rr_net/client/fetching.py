"""What the client fetches beside the game: its receipts as it goes on, and the record at its end.

The record is checked here, whole if a minute is enough, with all that was noted of the game.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import NamedTuple

from rr_net import link
from rr_net.client.checked import RecordWatcher
from rr_net.client.notes import GameNotes, NotedCards
from rr_net.fairness.base.errors import Failure, FairnessError, VerifyError
from rr_net.fairness.base.levels import LEVELS, WORK, Work
from rr_net.fairness.base.note import SignedNote
from rr_net.fairness.base.rows import CheckpointRow
from rr_net.fairness.proof.bundle import Bundle, read_bundle
from rr_net.fairness.proof.live import LiveCheck
from rr_net.fairness.proof.receipts import Stamp, read_receipts
from rr_net.fairness.proof.verdict import Verdict, VerdictCounts
from rr_net.fairness.proof.verify import Budget, verify
from rr_net.safetext import clean
from rr_net.ssh.sshsig import check_signature

MINUTE = 60.0
"""Seconds within which all is checked, and no sample."""
LOWEST = 19
"""The niceness of such work: everything else on this machine comes first."""
SELDOM = 5.0
"""Seconds from one look at the receipts to the next: a host lets nobody ask more often."""

HOLDS = "Checked on your machine: the deck was not stacked and nothing was changed."
ALONE = "Checked on your machine: played as dealt; the host alone chose the luck."
SAMPLED = "Sampled: checked on your machine, nothing wrong. No deck is proved honest."
FAILED = "Checked on your machine: NOT what its host claims ({}): {}."
NOT_SIGNED = " Your answers that your client did not sign: {}."
NOT_HAD = "The record could not be fetched, so nothing was checked on your machine: {}."

Fetch = Callable[[str], Awaitable[bytes]]
"""Has a file of the host's, by its word. Raises OSError."""


class CheckedHere(NamedTuple):
    """What the own check of a record has come to."""

    words: str
    """In one sentence."""
    fails: bool = False


class Fetcher:
    """Fetches for one table, and checks what it has."""

    def __init__(
        self,
        watcher: RecordWatcher,
        fetch: Fetch,
        told: Callable[[CheckedHere, bytes], object],
        later: Callable[[Coroutine[None, None, None]], object],
        now: Callable[[], float],
        floors: Work = WORK,
    ) -> None:
        self._watcher, self._fetch, self._told = watcher, fetch, told
        self._later, self._now, self._floors = later, now, floors
        self._looked = -SELDOM
        self._is_looking = False
        self._ended = ""
        """The game whose end was checked, or is being checked."""

    def hear(self, message: link.FromRoom) -> None:
        """Fetches what it is time for."""
        match message:
            case link.RecordRows():
                self._look()
            case link.Ended(verdict=verdict) if verdict:
                self._check_end()

    # --- receipts ----------------------------------------------------------------------------

    def _look(self) -> None:
        is_time = self._now() - self._looked >= SELDOM and not self._is_looking
        if is_time and self._watcher.seat >= 0 and self._watcher.check is not None:
            self._looked, self._is_looking = self._now(), True
            self._later(self._receive())

    async def _receive(self) -> None:
        """Fetches the receipts, checks them against the rows and notes the cards."""
        check, notes = self._watcher.check, self._watcher.notes
        try:
            content = await self._fetch("receipts")
            found = read_receipts(content.removesuffix(b"\n"))
        except (OSError, FairnessError):
            return  # there are none yet, or the line is gone
        finally:
            self._is_looking = False
        if check is None or check is not self._watcher.check:
            return
        check.received(found)
        if notes is not None and not check.findings:
            notes.note(NotedCards(openings=found.openings))
        self._watcher.looked()

    # --- the end -------------------------------------------------------------------------------

    def _check_end(self) -> None:
        check = self._watcher.check
        game = check.manifest.gid if check is not None and check.manifest is not None else ""
        if game and game != self._ended and check is not None:
            self._ended = game
            self._later(self._check_bundle(check, self._watcher.notes, game))

    async def _check_bundle(self, check: LiveCheck, notes: GameNotes | None, game: str) -> None:
        try:
            source = await self._fetch("bundle")
        except OSError as error:
            self._told(CheckedHere(NOT_HAD.format(clean(str(error), 120))), b"")
            return
        try:
            bundle = await asyncio.to_thread(read_bundle, source)
            _compare(bundle, check, game)
            verdict = await asyncio.to_thread(self._verdict, source, notes)
            found = _said(verdict, check.seat)
        except (FairnessError, VerifyError) as error:
            words = FAILED.format(error.failure, clean(str(error), 300))
            found = CheckedHere(words, fails=True)
        self._told(found, source)

    def _verdict(self, source: bytes, notes: GameNotes | None) -> Verdict:
        """Checks the record on a thread that leaves the processor to everything else.

        Raises VerifyError.
        """
        with suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWEST)
        return verify(
            source,
            notes.promise.commitment if notes is not None and notes.promise else None,
            me=notes.lines if notes is not None else (),
            receipts=notes.receipts() if notes is not None else None,
            budget=Budget(MINUTE, time.perf_counter),
            check_signature=check_signature,
            floors=self._floors,
        )


def _compare(bundle: Bundle, check: LiveCheck, game: str) -> None:
    """Whether it is the record that was told row by row. Raises FairnessError."""
    if bundle.manifest.gid != game:
        problem = "the host's file is of another game than the one that was played"
        raise FairnessError(Failure.OTHER_RECEIPT, problem)
    for row in bundle.rows:
        if isinstance(row, CheckpointRow):
            text = SignedNote(game, row.seq, row.prev).text
            check.noted(Stamp(note=text, signature=row.pub.signature))
    told = [row.digest() for row in bundle.rows[: check.checked]]
    if check.checked and told[-1:] != [check.head]:
        problem = "the host's file is another record than the one that it has shown"
        raise FairnessError(Failure.OTHER_RECEIPT, problem)


def _said(verdict: Verdict, seat: int) -> CheckedHere:
    if not LEVELS[verdict.manifest.fairness].has_events:
        words = ALONE
    else:
        words = SAMPLED if verdict.is_sampled else HOLDS
    return CheckedHere(words + _not_signed(verdict.tally, seat))


def _not_signed(tally: VerdictCounts, seat: int) -> str:
    """What the record has as answered for the own seat, which nobody has signed."""
    by = [f"{count} by {why}" for who, why, count in tally.given_by
          if who == seat and why in {"silence", "clock", "away"}]  # fmt: skip
    by += [f"{count} by plain ssh" for who, count in tally.unsigned if who == seat]
    return NOT_SIGNED.format(", ".join(by)) if by else ""
