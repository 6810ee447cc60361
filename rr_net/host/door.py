"""The host behind the door: whose key gets which interface of the room, and what the words do."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from rr_net.clocks import Clock
from rr_net.fairness.base.errors import FairnessError
from rr_net.fairness.proof.bundle import read_bundle
from rr_net.game.archive import JournalArchive
from rr_net.history.book import HistoryError
from rr_net.history.results import OWN_KEY
from rr_net.history.search import BadWords, asked
from rr_net.history.telling import Asker, as_json, folded, text_lines
from rr_net.host.descriptors import NEWCOMERS, memory_left, memory_mb
from rr_net.host.interfaces import Interfaces, Redrawn
from rr_net.host.json_session import InvitesSession, JsonSession, send_file
from rr_net.link import TableLink
from rr_net.room.arrivals import BANNED
from rr_net.room.people import MayIdle
from rr_net.room.room import RoomLoop
from rr_net.safetext import SafeText
from rr_net.ssh import Caller, Fingerprint, PipeSession, TerminalSession
from rr_net.ssh.banner import ssh_line
from rr_net.ssh.flow import WatchedSession
from rr_net.store import KeyBook, SqliteJournal
from rr_rules import __version__

NOT_LET_IN = "This key has not been let in: open the table first and type its invite code."
NOT_THERE = (
    "That game was played before this table was opened: its bundle is for those who were there."
)
NO_BUNDLE = "There is no finished game yet, so there is no bundle."
NO_AUDIT = (
    "The last game was broken off and its cards are not open: there is a bundle once its players "
    "have asked for the audit, at the end of the game or by typing audit."
)
NO_RECEIPT = "The host has signed nothing yet: there is a receipt once cards are being dealt."
NO_SEAT = "This key has no seat in the game on the table: receipts are for its players alone."

NO_MEMORY = (
    "This table's machine has no memory left for one more: only those come in who were let in "
    "before. Try again later."
)
MOST_BROKEN = 3
"""How often an interface that breaks is drawn anew before its player has to log in again."""
REMEMBERED = 256
"""The most keys whose notes are remembered; keys cost nothing, so there must be a bound."""

FETCHED = ("bundle", "receipt", "receipt.sig", "receipts")
HISTORY = "history"
INVITES = "invites"
STATUS, BACKUP = "status", "backup"
VERBS = frozenset({"json", "text", HISTORY, INVITES, STATUS, BACKUP, *FETCHED})
NOT_THE_HOST = "Only the host may do that."
MOST_LISTED = 50
"""The most past games that are told at once."""
NARROWER = ": narrow it down, as by a name"


class HostDoor:
    """A `Door` to one room."""

    def __init__(
        self,
        room: RoomLoop,
        archive: JournalArchive,
        key_book: KeyBook,
        interfaces: Interfaces,
        clock: Clock,
        *,
        title: str,
        host_key: str = "",
        hosts: Iterable[str] = (),
    ) -> None:
        self.verbs, self.worded = VERBS, frozenset({HISTORY})
        self._room = room
        self._archive = archive
        self._key_book = key_book
        self._interfaces = interfaces
        self._clock = clock
        self._title = title
        self._host_key = host_key
        self._hosts = frozenset(hosts)
        self.own = ""
        """The key that comes to the place of the host's own terminal; "" for none."""
        self._own_windows: set[TableLink] = set()
        self._called = ""
        self._all_closed = asyncio.Event()
        self._signatures = Signatures()
        self._bundle_before = archive.last_bundle
        """The bundle of a game that this process has not seen."""

    # --- before anybody is in ----------------------------------------------------------

    def banner(self, name: SafeText) -> str:
        """The table's name, and what the host has promised: it stays in the scrollback."""
        lines = [self._title, f"host key    {self._host_key}"]
        promise = self._room.promise
        if promise is not None:
            lines.append("The host has promised for the game on the table:")
            lines.append(f"game        {promise.game}")
            lines.append(f"commitment  {promise.commitment}")
            lines.append(f"anchor      {promise.anchor}")
        return "\n".join(lines)

    def may_enter(self, fingerprint: Fingerprint, name: SafeText) -> str:
        """Everybody may knock, but with a banned key, and with a new one where memory ends."""
        if self._room.is_banned(fingerprint):
            return BANNED
        is_full = memory_left() < NEWCOMERS and not self.is_known(fingerprint)
        return NO_MEMORY if is_full else ""

    def is_known(self, fingerprint: Fingerprint) -> bool:
        """Whether a key is the host's, or was let in on this evening or an earlier one."""
        return self._is_hosts(fingerprint) or self._room.knows(fingerprint)

    # --- sessions ----------------------------------------------------------------------

    async def interface(self, session: TerminalSession) -> int:
        """The full screen; one that breaks is drawn anew, a few times at most."""
        link = self._link(session)
        for _ in range(MOST_BROKEN):
            status = await self._interface(link, session)
            if not status or session.wire.closed:
                return status
            again = self._place_of(session.caller, session.may_idle)
            link = self._interfaces.learning(Redrawn(again))
        return await self._interface(link, session)

    async def _interface(self, link: TableLink, session: TerminalSession) -> int:
        if session.caller.fingerprint != self.own:
            return await self._interfaces.on_terminal(link, session)
        self._own_windows.add(link)
        try:
            return await self._interfaces.on_terminal(link, session)
        finally:
            self._own_windows.discard(link)
            self._all_closed.set()

    async def verb(self, name: str, session: PipeSession) -> int:
        """One of the words after the ssh line."""
        match name:
            case "json":
                link = self._link(session)
                return await JsonSession(link, session, self._clock).run()
            case "text":
                link = self._link(session, f" {name}")
                return await self._interfaces.in_text(link, session)
            case "history":
                return await self._tell_history(session)
            case "invites":
                return await self._settle_invites(session)
            case "status" | "backup":
                return await self._look_after(name, session)
        return await self._send(name, session)

    def own_link(self, called: str) -> TableLink:
        """The host's own place at the table."""
        self._called = called
        own = self._room.connect(OWN_KEY, called, is_host=True, is_own=True)
        return self._interfaces.learning(own)

    @property
    def is_elsewhere(self) -> bool:
        """Whether another window has the host's own place."""
        return bool(self._own_windows)

    async def back_here(self) -> None:
        """Waits until no other window has the host's own place."""
        while self.is_elsewhere:
            self._all_closed.clear()
            await self._all_closed.wait()

    def _link(self, session: WatchedSession, word: str = "") -> TableLink:
        """A place at the table; `word` is what stood behind the line that leads to it again."""
        session.hears_the_room = True
        return self._interfaces.learning(self._place_of(session.caller, session.may_idle, word))

    def _place_of(self, caller: Caller, may_idle: MayIdle, word: str = "") -> TableLink:
        if caller.fingerprint == self.own:
            return self._room.connect(OWN_KEY, self._called, is_host=True, may_idle=may_idle)
        line = caller.line
        is_host = caller.fingerprint in self._hosts
        return self._room.connect(
            caller.fingerprint, caller.name, is_host=is_host, may_idle=may_idle,
            lag=lambda: line.seconds, way_back=_way_back(caller, word),
        )  # fmt: skip

    async def _settle_invites(self, session: PipeSession) -> int:
        """Makes and takes back invites for the host: a message a line, and an answer to each.

        Without a message it answers with those that there are.
        """
        if not self._is_hosts(session.caller.fingerprint):
            return await send_file(None, NOT_THE_HOST, session)
        return await InvitesSession(self._room.settle_invites, session).run()

    async def _look_after(self, name: str, session: PipeSession) -> int:
        """What a host's own machine asks: how it is, or a copy of its journal with all secrets."""
        is_own = session.caller.fingerprint == self.own
        if name == STATUS and self._is_hosts(session.caller.fingerprint):
            return await send_file(self._status(), "", session)
        if is_own and isinstance(self._key_book, SqliteJournal):
            return await send_file(await self._key_book.copy(), "", session)
        return await send_file(None, NOT_THE_HOST, session)

    def _status(self) -> bytes:
        own = {"runes": __version__, "pid": os.getpid(), "memory_mb": memory_mb()}
        return json.dumps({**own, **self._room.figures()}).encode() + b"\n"

    # --- past games ----------------------------------------------------------------------

    def asker(self, fingerprint: Fingerprint) -> Asker:
        """What the owner of a key may know of past games: all of them where it is the host's."""
        if self._is_hosts(fingerprint):
            return Asker((OWN_KEY, *sorted(self._hosts)), sees_all=True)
        return Asker((fingerprint,))

    async def _tell_history(self, session: PipeSession) -> int:
        """Tells the games of a key that were played here, or those that fit the words."""
        # Whoever may not come in any more has none: a key that was never let in has none anyway.
        if await self._is_banned(session.caller):
            return await send_file(None, BANNED, session)
        asker = self.asker(session.caller.fingerprint)
        try:
            search, as_program = asked(session.words, asker.keys, is_own_only=not asker.sees_all)
            found = await self._room.history.look_up(search, asker, MOST_LISTED)
        except (BadWords, HistoryError) as error:
            return await send_file(None, str(error), session)
        if as_program:
            return await send_file(f"{as_json(found)}\n".encode(), "", session)
        lines = text_lines(found, self._room.history.moment, more=NARROWER)
        for line in folded(lines, session.width) if session.is_terminal else lines:
            session.write_line(line)
        await session.drain()
        return 0

    # --- files ---------------------------------------------------------------------------

    async def _send(self, name: str, session: PipeSession) -> int:
        refusal = await self._why_not(name, session.caller)
        if refusal:
            return await send_file(None, refusal, session)
        match name:
            case "bundle":
                why = NO_AUDIT if self._room.phase == "over" else NO_BUNDLE
                return await send_file(self._archive.last_bundle, why, session)
            case "receipts":
                own = self._room.receipts(session.caller.fingerprint)
                return await send_file(own, NO_SEAT, session)
        receipt = self._signatures.of(name, session.caller.fingerprint, self._room.receipt)
        return await send_file(receipt, NO_RECEIPT, session)

    async def _why_not(self, name: str, caller: Caller) -> str:
        """Why somebody may not fetch a file, or ""."""
        if await self._is_banned(caller):
            return BANNED
        if self._is_hosts(caller.fingerprint):
            return ""
        is_let_in = self._room.connect(caller.fingerprint, caller.name).person.admitted
        bundle = self._archive.last_bundle if name == "bundle" else None
        if is_let_in and (bundle is None or bundle is not self._bundle_before):
            return ""
        if bundle is not None and await self._was_there(bundle, caller.fingerprint):
            return ""
        return NOT_THERE if is_let_in else NOT_LET_IN

    def _is_hosts(self, fingerprint: Fingerprint) -> bool:
        return fingerprint in {self.own, *self._hosts}

    async def _was_there(self, bundle: bytes, fingerprint: Fingerprint) -> bool:
        """Whether a key had a seat in a recorded game, or was there without one."""
        gid, players = game_of(bundle)
        return fingerprint in players or fingerprint in await self._archive.seen_by(gid)

    async def _is_banned(self, caller: Caller) -> bool:
        # A room that has just been opened has met nobody: what is kept about the key counts.
        known = await self._key_book.known(caller.fingerprint)
        return (known is not None and known.banned) or self._room.is_banned(caller.fingerprint)


def _way_back(caller: Caller, word: str) -> str:
    """The line that leads here again: by the address that the connection came to."""
    reached = caller.reached
    if not reached.address:
        return ""
    return f"{ssh_line(reached.address, reached.port, caller.name, reached.relay)}{word}"


class Signatures:
    """Notes and their signatures, so that the one somebody fetches second fits the first.

    The host signs again while people play: a signature is that of the note its key has fetched.
    """

    def __init__(self) -> None:
        self._fetched: dict[str, bytes] = {}

    def of(self, name: str, fingerprint: str, newest: tuple[bytes, bytes] | None) -> bytes | None:
        """The newest note, or the signature of the note that this key has seen."""
        if newest is None:
            return None
        note, signature = newest
        if name == "receipt.sig":
            return self._fetched.get(fingerprint, signature)
        self._fetched.pop(fingerprint, None)
        self._fetched[fingerprint] = signature
        if len(self._fetched) > REMEMBERED:
            del self._fetched[next(iter(self._fetched))]
        return note


class BundledGame(NamedTuple):
    """A game, and the keys that had a seat in it when it was dealt."""

    gid: str = ""
    players: frozenset[str] = frozenset()


@lru_cache(maxsize=1)
def game_of(bundle: bytes) -> BundledGame:
    """Which game a bundle is of, and whose."""
    try:
        manifest = read_bundle(bundle).manifest
    except FairnessError:  # an older version's file: nobody is let in for it
        return BundledGame()
    return BundledGame(manifest.gid, frozenset(seat.key for seat in manifest.seats))
