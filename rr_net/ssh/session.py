"""One SSH session: what the client asked for, run as one guarded task."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import asyncssh

from rr_net.clocks import Clock, Timer
from rr_net.safetext import places_of
from rr_net.ssh.callers import Caller
from rr_net.ssh.door import Door
from rr_net.ssh.flow import IdleWatch, TcpFlow, Wire
from rr_net.ssh.limits import Limits
from rr_net.ssh.pipe import PipeSession, write_error
from rr_net.ssh.terminal import TIDY, Size, TerminalSession

DEFAULT = "xterm-256color"
DUMB = "dumb"

# A closed set: whatever else a client sends never gets past this file.
TERMS = frozenset(
    {
        "alacritty",
        "ansi",
        "cygwin",
        "dumb",
        "eterm-color",
        "foot",
        "gnome",
        "gnome-256color",
        "konsole",
        "konsole-256color",
        "linux",
        "putty",
        "putty-256color",
        "rxvt",
        "rxvt-256color",
        "rxvt-unicode",
        "rxvt-unicode-256color",
        "screen",
        "screen-256color",
        "st",
        "st-256color",
        "tmux",
        "tmux-256color",
        "vt100",
        "vt102",
        "vt220",
        "vte",
        "vte-256color",
        "wezterm",
        "xterm",
        "xterm-16color",
        "xterm-256color",
        "xterm-direct",
        "xterm-ghostty",
        "xterm-kitty",
    }
)

# What a client sends that knows of no terminal at all.
NAMELESS = frozenset({"", "unknown", "network"})

WIDTHS = (20, 400)
HEIGHTS = (8, 200)
USUAL = (80, 24)


def term_of(claimed: str) -> str:
    """The known terminal nearest to what the client claims."""
    if claimed in NAMELESS:
        return DUMB
    return claimed if claimed in TERMS else DEFAULT


def size_of(width: int, height: int) -> tuple[int, int]:
    """Columns and rows within bounds; a client that says nothing has the usual 80x24."""
    return _within(width or USUAL[0], WIDTHS), _within(height or USUAL[1], HEIGHTS)


def folded(sentence: str, width: int) -> str:
    """A sentence for a terminal, broken between words."""
    return textwrap.fill(sentence, width - 1, break_long_words=False, break_on_hyphens=False)


def _within(claimed: int, bounds: tuple[int, int]) -> int:
    return max(bounds[0], min(bounds[1], claimed))


log = logging.getLogger(__name__)

BROKE = (
    "Something went wrong on the host's side and your session ended. "
    "The game goes on: connect again with the same ssh line."
)
IDLE = "Nobody typed here for a while, so this session ended. Connect again with the same ssh line."
NO_TERMINAL = (
    "The board needs a terminal. Use `ssh -t`, or add one of these words to your ssh line: {}."
)
MORE = " [WORDS]"
"""What is said of a verb that words may follow."""
LONGEST_WORDS = 300
NO_VERB = "This host knows only these words after the ssh line: {}."

# Exit statuses: a kick or a refusal, wrong usage, an unknown word (as a shell has it).
ENDED, USAGE, UNKNOWN = 1, 2, 127

PLAIN = "text"


@dataclass(frozen=True, slots=True)
class SshHouse:
    """What all connections of one host share."""

    door: Door
    limits: Limits
    clock: Clock
    successions: str = ""
    """Which keys of the host's have followed each other, a line each."""


class NoEnvironment(dict[bytes, bytes]):
    """The client's environment: whatever is put in is gone, so that it cannot fill the memory."""

    def __setitem__(self, key: bytes, value: bytes) -> None:
        """Forgets it."""


class Session(asyncssh.SSHServerSession[bytes]):
    """One channel of a connection, from the request for a terminal to the exit status."""

    def __init__(
        self,
        house: SshHouse,
        caller: Caller,
        flow: TcpFlow,
        changed: Callable[[Session], object],
        refusal: str = "",
    ) -> None:
        self.is_running = False
        self.is_gone = False
        self._house = house
        self._caller = caller
        self._flow = flow
        # Called when the session starts, when it has left, and when its channel is gone.
        self._changed = changed
        self._refusal = refusal
        self._sentence = self._fallback = ""
        self._term: str | None = None
        self._size: Size = USUAL
        self._command: str | None = None
        self._verb = ""
        self._status = ENDED
        self._wire: Wire | None = None
        self._inner: TerminalSession | PipeSession | None = None
        self._task: asyncio.Task[None] | None = None
        self._patience: Timer | None = None
        self._over = asyncio.Event()

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
        self._term = term_of(term_type)
        self._size = size_of(width, height)
        return True

    def shell_requested(self) -> bool:
        """No command: the full screen, or plain text on a terminal that can do no more."""
        return True

    def exec_requested(self, command: str) -> bool:
        """A command: one of the door's verbs, to the letter, or a polite refusal."""
        self._command = command
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """There are no subsystems, no SFTP either."""
        return False

    def session_started(self) -> None:
        """Everything is known: starts the one task of this session."""
        self.is_running = True
        self._changed(self)
        # Now, not in the task: the client's input and its end may be here before the task runs.
        with self._guard():
            self._prepare()
        # An empty context: each interface must see its own app, not another one's.
        loop = asyncio.get_running_loop()
        self._task = loop.create_task(self._run(), context=contextvars.Context())

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """Bytes from the client."""
        if self._wire is not None:
            self._wire.received(data)

    def eof_received(self) -> bool:
        """The client will send no more; a script may still want to read our answer."""
        if isinstance(self._inner, PipeSession):
            self._inner.finish()
        else:
            self.end()
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """The client's window has another size."""
        self._size = size_of(width, height)
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
        self.is_running, self.is_gone = False, True
        self.end()
        # Whoever still holds the inner session must not hold all this with it, in a ring.
        self._inner = None
        self._changed(self)
        self._over.set()

    # --- the end ------------------------------------------------------------

    def end(self, sentence: str = "") -> None:
        """Ends the session in order: whoever runs in it leaves, then the player reads `sentence`.

        Whoever does not leave in time is cancelled.
        """
        self._sentence = self._sentence or sentence
        if self._inner is not None:
            self._inner.leave()
        if self._task is not None and not self._task.done() and self._patience is None:
            seconds = self._house.limits.closing_seconds
            self._patience = self._house.clock.call_later(seconds, self._cancel)

    def close(self, sentence: str) -> None:
        """Ends the session because nobody listens any more; a room has said so where it could."""
        is_told = self._inner is not None and self._inner.hears_the_room
        self._fallback = sentence
        self.end("" if is_told else sentence)

    async def wait_over(self) -> None:
        """Returns when the session's task is over and the client has closed its channel."""
        if self._task is not None:
            await asyncio.wait([self._task])
            await self._over.wait()

    # --- the one task -------------------------------------------------------

    async def _run(self) -> None:
        status = ENDED
        with self._guard():
            status = await self._work()
        if self._wire is not None and not self._wire.closed:
            self._leave(status)

    @contextmanager
    def _guard(self) -> Iterator[None]:
        """Keeps a session's fault in the session: it ends, and nothing else notices."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - the one guard
            log.error("a session failed: %s", places_of(error))
            self._sentence = BROKE
            self._cancel()

    def _cancel(self) -> None:
        """Ends the session over the head of whoever runs in it."""
        if isinstance(self._inner, TerminalSession) and self._wire is not None:
            self._wire.write(TIDY)
            # What the room has said was for its last page, which never came.
            self._sentence = self._sentence or self._fallback
        self._leave(ENDED)
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()

    def _leave(self, status: int) -> None:
        if self._patience is not None:
            self._patience.cancel()
        if self._wire is None:
            return
        if self._sentence:
            is_terminal = self._term is not None
            said = folded(self._sentence, self._size[0]) if is_terminal else self._sentence
            write_error(self._wire, said, is_terminal=is_terminal)
        self._wire.exit(status)
        self.is_running = False
        self._changed(self)

    async def _work(self) -> int:
        match self._inner:
            case TerminalSession() as terminal:
                return await self._house.door.interface(terminal)
            case PipeSession() as pipe:
                return await self._house.door.verb(self._verb, pipe)
            case None:
                return self._status

    def _prepare(self) -> None:
        """Makes what the client asked for, or a sentence that says why not."""
        words = self._known_words()
        verb = self._asked_verb()
        if self._refusal:
            self._refuse(self._refusal, ENDED)
        elif verb is not None:
            self._open_pipe(*verb)
        elif self._command is not None:
            self._refuse(NO_VERB.format(words), UNKNOWN)
        elif self._term is None:
            self._refuse(NO_TERMINAL.format(words), USAGE)
        else:
            self._open_terminal(self._term)

    def _known_words(self) -> str:
        door = self._house.door
        return ", ".join(f"{verb}{MORE * (verb in door.worded)}" for verb in sorted(door.verbs))

    def _asked_verb(self) -> tuple[str, str] | None:
        door = self._house.door
        if self._command is not None:
            return verb_of(self._command, door.verbs, door.worded)
        return (PLAIN, "") if self._term == DUMB and PLAIN in door.verbs else None

    def _refuse(self, sentence: str, status: int) -> None:
        self._sentence = sentence
        self._status = status

    def _idle_watch(self) -> IdleWatch:
        house = self._house
        return IdleWatch(house.limits.idle_seconds, house.clock, lambda: self.end(IDLE))

    def _open_pipe(self, verb: str, words: str) -> None:
        assert self._wire is not None
        self._verb = verb
        self._inner = PipeSession(
            self._caller,
            self._wire,
            self._idle_watch(),
            self._house.limits.line_bytes,
            is_terminal=self._term is not None,
            width=self._size[0],
            words=words,
        )

    def _open_terminal(self, term: str) -> None:
        assert self._wire is not None
        self._inner = TerminalSession(
            self._caller,
            self._wire,
            term,
            self._size,
            self._guard,
            self._idle_watch(),
            self.end,
        )


def verb_of(
    command: str, verbs: frozenset[str], worded: frozenset[str] = frozenset()
) -> tuple[str, str] | None:
    """The verb that a command is, to the letter, and the words after it where it may have some.

    Nobody's shell reads them: they are one line without control characters, and no longer than
    LONGEST_WORDS.
    """
    if command in verbs:
        return command, ""
    verb, _, words = command.partition(" ")
    is_one = verb in worded and len(words) <= LONGEST_WORDS and words.isprintable()
    return (verb, words) if is_one else None
