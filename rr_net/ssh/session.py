"""One SSH session: what the client asked for, run as one guarded task."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import asyncssh

from rr_net.ssh import terms
from rr_net.ssh.door import Caller, Door, Refusal
from rr_net.ssh.flow import TcpFlow, Wire
from rr_net.ssh.limits import Clock, Limits, Timer
from rr_net.ssh.pipe import PipeSession
from rr_net.ssh.terminal import TIDY, Size, TerminalSession

log = logging.getLogger(__name__)

BROKE = (
    "Something went wrong on the host's side and your session ended. "
    "The game goes on: connect again with the same ssh line."
)
IDLE = "Nobody typed here for a while, so this session ended. Connect again with the same ssh line."
NO_TERMINAL = (
    "The board needs a terminal. Use `ssh -t`, or add one of these words to your ssh line: {}."
)
NO_VERB = "This host knows only these words after the ssh line: {}."

# Exit statuses: a kick or a refusal, wrong usage, an unknown word (as a shell has it).
ENDED, USAGE, UNKNOWN = 1, 2, 127

PLAIN = "text"


@dataclass(frozen=True, slots=True)
class House:
    """What all connections of one host share."""

    door: Door
    limits: Limits
    clock: Clock


class NoEnvironment(dict[bytes, bytes]):
    """The client's environment: whatever is put in is gone, so that it cannot fill the memory."""

    def __setitem__(self, key: bytes, value: bytes) -> None:
        """Forgets it."""


class Session(asyncssh.SSHServerSession[bytes]):
    """One channel of a connection, from the request for a terminal to the exit status."""

    def __init__(
        self,
        house: House,
        caller: Caller,
        flow: TcpFlow,
        lost: Callable[[Session], object],
        refusal: Refusal | None = None,
    ) -> None:
        self.sentence = ""
        self._house = house
        self._caller = caller
        self._flow = flow
        self._lost = lost
        self._refusal = refusal
        self._term: str | None = None
        self._size: Size = terms.USUAL
        self._verb: str | None = None
        self._wire: Wire | None = None
        self._inner: TerminalSession | PipeSession | None = None
        self._task: asyncio.Task[None] | None = None
        self._patience: Timer | None = None

    # --- what asyncssh calls ------------------------------------------------

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """The channel is open; nothing has been asked for."""
        chan._env = NoEnvironment()  # noqa: SLF001 - held by a contract test
        self._wire = Wire(chan, self._flow, self._house.limits, self._house.clock)

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object
    ) -> bool:
        """A terminal of that kind and size; both are brought into bounds."""
        width, height, *_ = term_size
        self._term = terms.term_of(term_type)
        self._size = terms.size_of(width, height)
        return True

    def shell_requested(self) -> bool:
        """No command: the full screen, or plain text on a terminal that can do no more."""
        return True

    def exec_requested(self, command: str) -> bool:
        """A command: one of the door's verbs, to the letter, or a polite refusal."""
        self._verb = command
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """There are no subsystems, no SFTP either."""
        return False

    def session_started(self) -> None:
        """Everything is known: starts the one task of this session."""
        work = self._work()
        # An empty context: each interface must see its own app, not another one's.
        loop = asyncio.get_running_loop()
        self._task = loop.create_task(self._guarded(work), context=contextvars.Context())

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """Bytes from the client."""
        if self._wire is not None:
            self._wire.received(data)

    def eof_received(self) -> bool:
        """The client will send no more; a script may still want to read our answer."""
        if isinstance(self._inner, PipeSession):
            self._inner.finish()
            return True
        self.stop()
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """The client's window has another size."""
        self._size = terms.size_of(width, height)
        if isinstance(self._inner, TerminalSession):
            self._inner.resize(self._size)

    def pause_writing(self) -> None:
        """The channel's window is used up."""
        if self._wire is not None:
            self._wire.channel_paused(True)

    def resume_writing(self) -> None:
        """The channel's window has room again."""
        if self._wire is not None:
            self._wire.channel_paused(False)

    def connection_lost(self, exc: Exception | None) -> None:
        """The channel is gone."""
        if self._wire is not None:
            self._wire.lost()
        self.stop()
        self._lost(self)

    # --- the end ------------------------------------------------------------

    def end(self, sentence: str) -> None:
        """Ends the session in order: the interface leaves, then the player reads `sentence`."""
        self.sentence = self.sentence or sentence
        self.stop()

    def stop(self) -> None:
        """Tells whoever runs in this session to leave, and cancels him if he does not."""
        if self._inner is not None:
            self._inner.stop()
        if self._task is not None and not self._task.done() and self._patience is None:
            seconds = self._house.limits.closing_seconds
            self._patience = self._house.clock.call_later(seconds, self._task.cancel)

    async def wait_ended(self) -> None:
        """Returns when the task of this session is over."""
        if self._task is not None:
            await asyncio.wait([self._task])

    # --- the one task -------------------------------------------------------

    async def _guarded(self, work: Awaitable[int]) -> None:
        status, tidy = ENDED, True
        try:
            status = await work
            tidy = False
        except asyncio.CancelledError:
            log.info("a session did not leave by itself and was cancelled")
        except Exception as error:  # noqa: BLE001 - the one guard: one session's fault stays there
            log.error("a session failed: %s", places_of(error))
            self.sentence = self.sentence or BROKE
        self._leave(status, tidy=tidy)

    def _leave(self, status: int, *, tidy: bool) -> None:
        if self._patience is not None:
            self._patience.cancel()
        if self._wire is None:
            return
        if isinstance(self._inner, TerminalSession):
            self._inner.stop()
            self._wire.write(TIDY if tidy else b"")
        if self.sentence:
            self._say(self.sentence)
        self._wire.exit(status)

    def _work(self) -> Awaitable[int]:
        door = self._house.door
        words = ", ".join(sorted(door.verbs))
        if self._refusal is not None:
            return self._said(self._refusal.sentence, ENDED)
        if self._verb is not None:
            if self._verb not in door.verbs:
                return self._said(NO_VERB.format(words), UNKNOWN)
            return door.verb(self._verb, self._pipe())
        if self._term is None:
            return self._said(NO_TERMINAL.format(words), USAGE)
        if self._term == terms.DUMB and PLAIN in door.verbs:
            return door.verb(PLAIN, self._pipe())
        return door.interface(self._terminal(self._term))

    async def _said(self, sentence: str, status: int) -> int:
        self._say(sentence)
        return status

    def _say(self, sentence: str) -> None:
        inner = self._inner if isinstance(self._inner, PipeSession) else self._plain()
        inner.write_error(sentence)

    def _pipe(self) -> PipeSession:
        self._inner = self._plain()
        self._inner.listen()
        return self._inner

    def _plain(self) -> PipeSession:
        assert self._wire is not None
        is_terminal = self._term is not None
        return PipeSession(self._caller, self._wire, self._house.limits, is_terminal=is_terminal)

    def _terminal(self, term: str) -> TerminalSession:
        assert self._wire is not None
        house = self._house
        inner = TerminalSession(
            self._caller, self._wire, term, self._size, house.limits, house.clock
        )
        inner.on_idle = lambda: self.end(IDLE)
        self._inner = inner
        return inner


def places_of(error: BaseException) -> str:
    """An exception's kind and origin: neither its message nor locals, which may hold cards."""
    frames = traceback.extract_tb(error.__traceback__)
    places = " < ".join(
        f"{f.filename.rpartition('/')[2]}:{f.lineno} {f.name}" for f in frames[::-1]
    )
    return f"{type(error).__name__} at {places}"
