"""The few words that a relay answers, without a terminal: `list`, and those of its operators."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from typing import Generic, TypeVar

import asyncssh

from rr_net.relay.names import read_name
from rr_net.relay.rules import CannotKeep, Switchboard
from rr_net.ssh.session import NoEnvironment

L = TypeVar("L")

Verb = Callable[[], tuple[list[str], int]]
"""What a word does: the lines it says, and the exit status."""

LONGEST_COMMAND = 400
ONLY = "list, ban NAME or KEY, unban NAME or KEY, bans, drain"
UNKNOWN_WORD = 127
NOT_BANNED = "{} was sent away, and can come back: {}"
STANDS_BY = "  (another relay holds it)"
FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")


class VerbSession(asyncssh.SSHServerSession[bytes]):
    """A session that runs one word and ends; no shell, no terminal, no subsystem."""

    def __init__(self, find: Callable[[str], Verb | None], over: Callable[[], object]) -> None:
        self._find = find
        self._over = over
        self._verb: Verb | None = None
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """The channel is open."""
        chan._env = NoEnvironment()  # noqa: SLF001 - held by a contract test
        self._channel = chan

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object
    ) -> bool:
        """There are no terminals."""
        return False

    def shell_requested(self) -> bool:
        """There is no shell."""
        return False

    def subsystem_requested(self, subsystem: str) -> bool:
        """There are no subsystems."""
        return False

    def exec_requested(self, command: str) -> bool:
        """One of the words that are known to whoever asks."""
        self._verb = self._find(command) if len(command) <= LONGEST_COMMAND else None
        return self._verb is not None

    def session_started(self) -> None:
        """The word was taken: it is done at once."""
        if self._verb is None or self._channel is None:
            return
        lines, status = self._verb()
        self._channel.write("".join(f"{line}\n" for line in lines).encode())
        self._channel.exit(status)

    def eof_received(self) -> bool:
        """What is said is still to be read."""
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """The channel is gone."""
        self._channel = None
        self._over()


class Operator(Generic[L]):
    """What somebody with a key of the configuration may say: `ssh runes-admin@RELAY WORD`."""

    def __init__(
        self,
        board: Switchboard[L],
        dismiss: Callable[[str], object],
        drain: Callable[[], object],
        today: Callable[[], int],
        holds: Callable[[str], bool],
    ) -> None:
        """`holds` says of a name that is offered here whether it is held here too."""
        self._board = board
        self._dismiss = dismiss
        self._drain = drain
        self._today = today
        self._holds = holds

    def verb(self, word: str, rest: str) -> Verb:
        """What a word does; one that is unknown says which there are."""
        match word, rest:
            case "list", "":
                return lambda: (self._listed(), 0)
            case "bans", "":
                return self._bans
            case "ban", _ if what := _named(rest):
                return lambda: self._banned(what)
            case "unban", _ if what := _named(rest):
                return lambda: self._unbanned(what)
            case "drain", "":
                return self._drained
        return lambda: ([f"An operator's words are: {ONLY}."], UNKNOWN_WORD)

    def _listed(self) -> list[str]:
        board = self._board
        lines = [f"{table.name}  {fingerprint(table.key)}  {table.guests} guests"
                 f"{'' if self._holds(str(table.name)) else STANDS_BY}"
                 for table in board.tables]  # fmt: skip
        return [
            *sorted(lines),
            f"{len(board)} names, {board.guests} guests now, {board.taken} in all.",
        ]

    def _bans(self) -> tuple[list[str], int]:
        try:
            return self._board.book.bans() or ["Nobody is banned."], 0
        except CannotKeep as error:
            return [str(error)], 1

    def _banned(self, what: str) -> tuple[list[str], int]:
        self._dismiss(what)
        try:
            self._board.book.ban(what, self._today())
        except CannotKeep as error:
            return [NOT_BANNED.format(what, error)], 1
        return [f"{what} is banned."], 0

    def _unbanned(self, what: str) -> tuple[list[str], int]:
        try:
            was_banned = self._board.book.unban(what)
        except CannotKeep as error:
            return [str(error)], 1
        if was_banned:
            return [f"{what} may come again."], 0
        return [f"{what} was not banned."], 1

    def _drained(self) -> tuple[list[str], int]:
        self._drain()
        return ["The relay takes nobody any more, and closes in a minute."], 0


def _named(text: str) -> str:
    """The name of a table or the fingerprint of a key that a text is, or ""."""
    text = text.strip()
    if FINGERPRINT.fullmatch(text):
        return text
    name = read_name(text)
    return str(name) if name is not None else ""


def fingerprint(key: bytes) -> str:
    """The fingerprint of a public key that is given as ssh encodes it."""
    digest = hashlib.sha256(key).digest()
    return f"SHA256:{base64.b64encode(digest).decode().rstrip('=')}"
