"""The host behind the door: whose key gets which interface of the room, and what the words do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from rr_net.clocks import Clock
from rr_net.fairness.bundle import read_bundle
from rr_net.host.interfaces import Interfaces, Tap
from rr_net.host.verbs import JsonSession, send_bundle
from rr_net.link import FromRoom, Lobby, TableLink
from rr_net.room.archive import JournalArchive
from rr_net.room.room import Room
from rr_net.safetext import SafeText
from rr_net.ssh import Caller, Fingerprint, PipeSession, Refusal, TerminalSession

OWN_KEY = "local"
"""The identity of the host's own terminal; no fingerprint of a key looks like it."""

BANNED = "The host has banned this key."
NOT_LET_IN = "This key has not been let in: open the table first and type its invite code."
VERBS = frozenset({"json", "text", "bundle"})


class Host:
    """A `Door` to one room."""

    def __init__(
        self,
        room: Room,
        archive: JournalArchive,
        interfaces: Interfaces,
        clock: Clock,
        *,
        title: str,
        hosts: Iterable[str] = (),
    ) -> None:
        self.verbs = VERBS
        self._room = room
        self._archive = archive
        self._interfaces = interfaces
        self._clock = clock
        self._title = title
        self._hosts = frozenset(hosts)

    # --- before anybody is in ----------------------------------------------------------

    def banner(self, name: SafeText) -> str:
        """The table's name, and what the host has committed to: it stays in the scrollback."""
        lines = [self._title]
        if self._room.commitment:
            lines.append(f"Commitment to the game on the table: {self._room.commitment}")
        return "\n".join(lines)

    def may_enter(self, fingerprint: Fingerprint, name: SafeText) -> Refusal | None:
        """Everybody may knock, except with a banned key."""
        return Refusal(BANNED) if self._room.is_banned(fingerprint) else None

    # --- sessions ----------------------------------------------------------------------

    async def interface(self, session: TerminalSession) -> int:
        """The full screen."""
        link = self._link(session.caller, session.may_idle)
        return await self._interfaces.on_terminal(link, session)

    async def verb(self, name: str, session: PipeSession) -> int:
        """One of the words after the ssh line."""
        match name:
            case "json":
                link = self._link(session.caller, session.may_idle)
                return await JsonSession(link, session, self._clock).run()
            case "text":
                link = self._link(session.caller, session.may_idle)
                return await self._interfaces.in_text(link, session)
        if not self._may_fetch(session.caller):
            session.write_error(NOT_LET_IN)
            return 1
        return await send_bundle(lambda: self._archive.last_bundle, session)

    def own_link(self, called: str) -> TableLink:
        """The host's own place at the table."""
        return self._room.connect(OWN_KEY, called, is_host=True)

    def _link(self, caller: Caller, may_idle: Callable[[bool], object]) -> TableLink:
        is_host = caller.fingerprint in self._hosts
        link = self._room.connect(caller.fingerprint, caller.name, is_host=is_host)

        def watched(message: FromRoom) -> FromRoom:
            # At a game the room's own clocks decide how long somebody may be silent.
            if isinstance(message, Lobby):
                may_idle(message.phase == "playing")
            return message

        return Tap(link, watched)

    def _may_fetch(self, caller: Caller) -> bool:
        """Whoever was let in, and whoever played the game, may have its record."""
        link = self._room.connect(caller.fingerprint, caller.name)
        return link.person.admitted or caller.fingerprint in players_of(self._archive.last_bundle)


@lru_cache(maxsize=1)
def players_of(bundle: bytes | None) -> frozenset[str]:
    """The keys that had a seat in a recorded game."""
    if bundle is None:
        return frozenset()
    return frozenset(seat.key for seat in read_bundle(bundle).manifest.seats)
