"""The command in a process of its own that need not import it: a fork of one that has.

Three quarters of what `runes host` takes until it listens are imports, and a hundred tests start
one. What is forked is a process that has done nothing but import. RUNES_LONG=1 starts each anew,
and so does a system that cannot fork: `started` takes and returns what asyncio does.
"""

import asyncio
import fcntl
import multiprocessing
import os
import random
import sys
import termios
from asyncio.subprocess import PIPE, Process
from multiprocessing.reduction import DupFd
from threading import Lock

from tests.support.e2e.runes import LONG, RUNES, work_less

MODULES = (
    "rr_net.cli.join",
    "rr_net.cli.history",
    "rr_net.cli.lab.sim",
    "rr_net.cli.words.invite",
    "rr_net.cli.tables",
    "rr_net.cli.verify",
    "rr_net.host.process",
    "rr_net.game.archive",
    "rr_net.link.json_session",
    "rr_rules.regicide.game",
    "rr_rules.rune.game",
    "rr_rules.runes_regulations.game",
    "rr_tui.app",
)
"""What most of those commands import."""
LIMIT = 1 << 20

# Makes its terminal the controlling one, so that resizes and Ctrl+C arrive as signals as in real
# life, and becomes the command. A function run after a fork would not do beside other threads.
TAKE_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execvp(sys.argv[1], sys.argv[1:])
"""


def _pythons(environment):
    return {name: value for name, value in environment.items() if name.startswith("PYTHON")}


_FORKS = None if LONG or sys.platform != "linux" else multiprocessing.get_context("forkserver")
_ONE_AT_A_TIME = Lock()
HERE = _pythons(os.environ)
if _FORKS is not None:
    _FORKS.set_forkserver_preload([*MODULES])


async def started(command, environment, *, stdin=None):
    """A process of any command; its output comes in pipes, and its input with `stdin=PIPE`."""
    if not _is_forked(command, environment):
        pipes = {"stdin": stdin, "stdout": PIPE, "stderr": PIPE, "limit": LIMIT}
        return await asyncio.create_subprocess_exec(*command, env=environment, **pipes)
    process = ForkedProcess()
    await process.begin_in_pipes(_words(command), environment, has_input=stdin == PIPE)
    return process


async def started_in(terminal, command, environment):
    """A process of any command whose controlling terminal is that file descriptor."""
    if not _is_forked(command, environment):
        taking = (sys.executable, "-IS", "-c", TAKE_TERMINAL, *command)
        ends = {"stdin": terminal, "stdout": terminal, "stderr": terminal}
        return await asyncio.create_subprocess_exec(
            *taking, env=environment, start_new_session=True, **ends
        )
    process = ForkedProcess()
    await process.begin(_words(command), environment, (terminal,) * 3, takes_terminal=True)
    return process


def _words(command):
    return [str(word) for word in command[len(RUNES) :]]


def _is_forked(command, environment):
    is_ours = _FORKS is not None and tuple(command[: len(RUNES)]) == RUNES
    return is_ours and _is_plain(environment)


def _is_plain(environment):
    """Whether Python starts there as it did here: another one may import other things."""
    return _pythons(os.environ if environment is None else environment).items() <= HERE.items()


async def killed(process):
    """Ends a process and lets its pipes go, which somebody else may hold open still."""
    (process._transport if isinstance(process, Process) else process).close()
    await process.wait()
    # The pipes' ends are closed by the loop's next turn; later the garbage collector would warn.
    await asyncio.sleep(0)


class ForkedProcess:
    """A fork, with what tests use of asyncio's own processes."""

    def __init__(self):
        self._transports = []
        self._ended = asyncio.Event()
        self.returncode = None

    async def begin(self, words, environment, ends, *, takes_terminal=False):
        """Forks it with its three standard files."""
        told = (words, dict(os.environ if environment is None else environment), takes_terminal)
        # The first one waits until everything is imported.
        await asyncio.to_thread(self._fork, told, ends)
        asyncio.get_running_loop().add_reader(self._process.sentinel, self._end)

    async def begin_in_pipes(self, words, environment, *, has_input):
        """Forks it with pipes; its own ends are closed here."""
        (given, to), (out, told), (err, complained) = os.pipe(), os.pipe(), os.pipe()
        ends = (given, told, complained)
        await self.begin(words, environment, ends)
        for end in ends:
            os.close(end)
        self.stdin = await self._writes(to)
        if not has_input:
            self.stdin.close()
        self.stdout, self.stderr = await self._reads(out), await self._reads(err)

    def _fork(self, told, ends):
        with _ONE_AT_A_TIME:
            self._process = _FORKS.Process(target=_run, args=(*told, *map(DupFd, ends)))
            self._process.start()
            self.pid = self._process.pid

    async def _writes(self, end):
        opened = asyncio.get_running_loop().connect_write_pipe
        transport, _ = await opened(asyncio.streams.FlowControlMixin, os.fdopen(end, "wb", 0))
        self._transports.append(transport)
        return transport

    async def _reads(self, end):
        opened = asyncio.get_running_loop().connect_read_pipe
        reader = asyncio.StreamReader(LIMIT)
        protocol = asyncio.StreamReaderProtocol(reader)
        transport, _ = await opened(lambda: protocol, os.fdopen(end, "rb", 0))
        self._transports.append(transport)
        return reader

    def _end(self):
        asyncio.get_running_loop().remove_reader(self._process.sentinel)
        self._process.join()
        self.returncode = self._process.exitcode
        self._process.close()
        self._ended.set()

    async def wait(self):
        """Waits until it has ended; its exit code."""
        await self._ended.wait()
        return self.returncode

    async def communicate(self, given=b""):
        """Gives it some input; all of its output."""
        self.stdin.write(given)
        self.stdin.write_eof()
        out, err = await asyncio.gather(self.stdout.read(), self.stderr.read())
        await self.wait()
        return out, err

    def send_signal(self, number):
        """Raises ProcessLookupError where it has ended."""
        if self.returncode is not None:
            raise ProcessLookupError
        os.kill(self.pid, number)

    def kill(self):
        """As `send_signal`, in the middle of whatever it does."""
        if self.returncode is not None:
            raise ProcessLookupError
        self._process.kill()

    def close(self):
        """Kills it where it has not ended, and lets its pipes go."""
        if self.returncode is None:
            self._process.kill()
        for transport in self._transports:
            transport.close()


def _run(words, environment, takes_terminal, *ends):
    """What the fork does."""
    for number, end in enumerate(ends):
        os.dup2(end.detach(), number)
    if takes_terminal:
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    sys.stdin = os.fdopen(0, closefd=False, encoding="utf-8")
    sys.stdout = os.fdopen(1, "w", closefd=False, encoding="utf-8")
    sys.stderr = os.fdopen(2, "w", closefd=False, encoding="utf-8", errors="backslashreplace")
    os.environ.clear()
    os.environ.update(environment)
    random.seed()
    work_less()
    sys.argv = ["runes", *words]
    from rr_net.cli import main

    main()
