"""The real OpenSSH client, in a real pseudo-terminal with pyte as its screen, or in pipes.

    home = await SshHome.make(tmp_path / "ann")           # a key of one's own, own known_hosts
    async with home.terminal("ann", port) as ann:         # ssh -p PORT ann@127.0.0.1
        await ann.wait_for("Maple Court")
        ann.send(DOWN + ENTER)
        print(ann.text())
    done = await home.run("ann", port, "bundle")          # no terminal: exit code, stdout, stderr
    async with home.pipe("ann", port, "json") as script:  # no terminal, line by line
        script.send_line('{"type": "hello"}')
        line = await script.read_line()

All of it is asynchronous, so that a host in the same event loop goes on meanwhile. Nothing of the
developer's own ~/.ssh is read or written.
"""

import asyncio
import contextlib
import fcntl
import os
import re
import struct
import termios
from dataclasses import dataclass, field
from pathlib import Path

import pyte

from tests.support.e2e.forked import killed, started, started_in
from tests.support.quickscreen import QuickScreen

UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
ENTER, SPACE, TAB, ESCAPE, CTRL_C, CTRL_D = "\r", " ", "\t", "\x1b", "\x03", "\x04"

PATIENCE = 20.0


@dataclass(frozen=True)
class Done:
    """A finished command."""

    code: int
    out: bytes
    err: bytes


@dataclass
class SshHome:
    """A person's computer: a folder with a key and the host keys it has seen."""

    folder: Path
    options: list[str] = field(default_factory=list)

    @classmethod
    async def make(cls, folder, *, kind="ed25519", bits=None):
        """A new folder with a new key, made by the real ssh-keygen; kind=None: without a key."""
        folder.mkdir(parents=True, exist_ok=True)
        home = cls(folder)
        if kind is not None:
            size = ["-b", str(bits)] if bits else []
            await keygen("-q", "-t", kind, *size, "-N", "", "-C", "", "-f", str(home.key))
        return home

    @property
    def key(self):
        return self.folder / "id"

    @property
    def known_hosts(self):
        return self.folder / "known_hosts"

    async def fingerprint(self):
        """The key's fingerprint as ssh-keygen prints it."""
        done = await keygen("-l", "-f", f"{self.key}.pub")
        return done.out.split()[1].decode()

    def command(self, name, port, *words, host="127.0.0.1", extra=()):
        """The ssh line, with everything from outside this folder shut off."""
        settings = {
            "UserKnownHostsFile": self.known_hosts,
            "GlobalKnownHostsFile": "/dev/null",
            "StrictHostKeyChecking": "accept-new",
            "IdentitiesOnly": "yes",
            "IdentityAgent": "none",
            "IdentityFile": self.key,
            "ConnectTimeout": "10",
        }
        # ssh takes the first value it finds: what a test says comes first.
        said = [*self.options, *extra]
        named = [part for key, value in settings.items() for part in ("-o", f"{key}={value}")]
        return ["ssh", "-F", "/dev/null", *said, *named, "-p", str(port), f"{name}@{host}", *words]

    def environment(self, term="xterm-256color", **variables):
        kept = {name: os.environ[name] for name in ("PATH",) if name in os.environ}
        return {**kept, "HOME": str(self.folder), "TERM": term, "LANG": "C.UTF-8", **variables}

    def terminal(
        self, name, port, *words, size=(80, 24), term="xterm-256color", extra=(), variables=None
    ):
        """An async context: ssh in a pseudo-terminal."""
        command = self.command(name, port, *words, extra=extra)
        return Terminal(command, self.environment(term, **(variables or {})), size)

    def pipe(self, name, port, *words, extra=()):
        """An async context: ssh in pipes, line by line."""
        return Pipe(self.command(name, port, *words, extra=extra), self.environment())

    async def run(self, name, port, *words, stdin=b"", extra=(), variables=None, timeout=PATIENCE):
        """Runs ssh without a terminal until it ends."""
        command = self.command(name, port, *words, extra=extra)
        return await run(command, self.environment(**(variables or {})), stdin, timeout)


async def run(command, environment=None, stdin=b"", timeout=PATIENCE):
    """Runs any command until it ends; it is killed when it takes too long."""
    process = await started(command, environment, stdin=asyncio.subprocess.PIPE)
    try:
        async with asyncio.timeout(timeout):
            out, err = await process.communicate(stdin)
    except TimeoutError:
        raise AssertionError(f"still running after {timeout} s: {command}") from None
    finally:
        await killed(process)
    return Done(process.returncode, out, err)


async def keygen(*words):
    """Runs the real ssh-keygen, which must succeed."""
    done = await run(["ssh-keygen", *words])
    assert done.code == 0, done.err
    return done


async def eventually(is_so, timeout=PATIENCE):
    """Waits until `is_so()`; for what happens elsewhere in the same event loop."""
    async with asyncio.timeout(timeout):
        while not is_so():
            await asyncio.sleep(0.005)


class AnsweringScreen(QuickScreen):
    """A screen that answers what a terminal is asked, as real ones do."""

    def __init__(self, columns, lines, answer):
        self.answer = answer
        super().__init__(columns, lines)

    def write_process_input(self, data):
        self.answer(data)


class Terminal:
    """A process in a pseudo-terminal; what it draws is on `text()`, what it sent in `raw`."""

    def __init__(self, command, environment, size=(80, 24)):
        self.command = command
        self.raw = bytearray()
        self.code = None
        self._environment = environment
        self._size = size
        self._changed = asyncio.Event()
        self._over = False
        self._unsent = bytearray()
        self.screen = AnsweringScreen(*size, self.send)
        self._stream = pyte.ByteStream(self.screen)

    async def __aenter__(self):
        self._main, child = os.openpty()
        os.set_blocking(self._main, False)
        self._set_size(self._size)
        try:
            self.process = await started_in(child, self.command, self._environment)
        finally:
            os.close(child)
        asyncio.get_running_loop().add_reader(self._main, self._readable)
        return self

    async def __aexit__(self, *_):
        await self.close()

    @property
    def pid(self):
        return self.process.pid

    def send(self, keys):
        """Types keys: text, or bytes as they are. Never blocks, however much it is."""
        if self._over:
            return
        self._unsent += keys.encode() if isinstance(keys, str) else keys
        self._writable()

    def resize(self, columns, lines):
        """Makes the window another size."""
        self._set_size((columns, lines))
        self.screen.resize(lines, columns)

    def text(self):
        """The screen as text, one line a row, without blanks at the ends."""
        return "\n".join(self.screen.text)

    def has(self, wanted):
        """Whether the screen shows a text, or matches a compiled pattern."""
        if isinstance(wanted, re.Pattern):
            return wanted.search(self.text()) is not None
        return wanted in self.text()

    async def wait_for(self, wanted, timeout=PATIENCE):
        """Waits until the screen shows a text or matches a compiled pattern."""
        await self.wait_until(lambda: self.has(wanted), timeout, f"{wanted!r} on the screen")

    async def wait_gone(self, unwanted, timeout=PATIENCE):
        """Waits until the screen does not show a text any more."""
        await self.wait_until(lambda: not self.has(unwanted), timeout, f"no {unwanted!r}")

    async def wait_until(self, is_so, timeout=PATIENCE, what="it"):
        """Waits until `is_so()`, looked at after everything that arrives."""
        try:
            async with asyncio.timeout(timeout):
                while not is_so():
                    assert not self._over, f"ended before {what}; the screen:\n{self.text()}"
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise AssertionError(
                f"waited {timeout} s for {what}; the screen:\n{self.text()}"
            ) from None

    async def wait_quiet(self, seconds=0.2, timeout=PATIENCE):
        """Waits until nothing has arrived for `seconds`."""
        async with asyncio.timeout(timeout):
            while not self._over:
                self._changed.clear()
                try:
                    await asyncio.wait_for(self._changed.wait(), seconds)
                except TimeoutError:
                    return

    async def wait_closed(self, timeout=PATIENCE):
        """Waits until the process ends by itself; its exit code."""
        try:
            async with asyncio.timeout(timeout):
                self.code = await self.process.wait()
                while not self._over:
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise AssertionError(
                f"still running after {timeout} s; the screen:\n{self.text()}"
            ) from None
        return self.code

    def hang_up(self):
        """Closes the terminal under the process, as when its window is shut."""
        self._end()
        os.close(self._main)
        self._main = None

    async def close(self):
        """Ends the process, however it is."""
        self._end()
        await killed(self.process)
        self.code = self.process.returncode
        if self._main is not None:
            os.close(self._main)
            self._main = None

    def _set_size(self, size):
        columns, lines = size
        fcntl.ioctl(self._main, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def _readable(self):
        try:
            content = os.read(self._main, 65536)
        except BlockingIOError:
            return
        except OSError:
            content = b""
        if content:
            self.raw += content
            self._stream.feed(content)
        else:
            self._end()
        self._changed.set()

    def _writable(self):
        with contextlib.suppress(BlockingIOError):
            while self._unsent:
                del self._unsent[: os.write(self._main, self._unsent[:4096])]
        loop = asyncio.get_running_loop()
        if self._unsent:
            loop.add_writer(self._main, self._writable)
        else:
            loop.remove_writer(self._main)

    def _end(self):
        if not self._over:
            self._over = True
            loop = asyncio.get_running_loop()
            loop.remove_reader(self._main)
            loop.remove_writer(self._main)
            self._changed.set()


class Pipe:
    """A process in pipes, talked to in lines."""

    def __init__(self, command, environment):
        self._command = command
        self._environment = environment

    async def __aenter__(self):
        self.process = await started(
            self._command, self._environment, stdin=asyncio.subprocess.PIPE
        )
        return self

    async def __aexit__(self, *_):
        await self.close()

    def send_line(self, line):
        """Sends one line."""
        self.process.stdin.write(line.encode() + b"\n")

    def send_end(self):
        """Sends the end of the input."""
        self.process.stdin.write_eof()

    async def read_line(self, timeout=PATIENCE):
        """The next line without its newline, None at the end."""
        async with asyncio.timeout(timeout):
            line = await self.process.stdout.readline()
        return line.decode().removesuffix("\n") if line else None

    async def wait_closed(self, timeout=PATIENCE):
        """Waits until the process ends by itself; its exit code."""
        async with asyncio.timeout(timeout):
            return await self.process.wait()

    async def close(self):
        """Ends the process, however it is."""
        await killed(self.process)
