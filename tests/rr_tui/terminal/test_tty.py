"""The own terminal as a byte channel: raw while it is ours, and as it was afterwards."""

import asyncio
import contextlib
import fcntl
import os
import signal
import struct
import sys
import termios

import pytest
from textual.widgets import Static

from rr_tui.terminal import TerminalApp, TtyChannel
from rr_tui.terminal.driver import BACKLOG_LIMIT
from tests.support.e2e.sshclient import Terminal
from tests.support.rr_tui.terminals import MemoryTerminal, eventually
from tests.support.tasks import beside, turns

# What comes through a terminal of the machine's comes in the machine's own time.
pytestmark = pytest.mark.asyncio(loop_factories=["real"])


class Counter(TerminalApp):
    CSS = "Static { height: 1; }"

    def compose(self):
        yield Static("ready", id="said")

    def say(self, text):
        self.query_one("#said", Static).update(text)

    def on_key(self, event):
        self.say(f"key {event.key}")
        if event.key == "q":
            self.exit(message="bye")

    def on_resize(self, event):
        self.say("size {}x{}".format(*event.size))


class Window:
    """The other end of a terminal: it draws what it reads, and answers when it is told to."""

    def __init__(self):
        self.main, self.child = os.openpty()
        os.set_blocking(self.main, False)
        self.resize(80, 24)
        self.shown = MemoryTerminal(answers=False)

    def resize(self, columns, lines):
        fcntl.ioctl(self.child, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def look(self):
        """Draws what has come until now."""
        with contextlib.suppress(BlockingIOError):
            while content := os.read(self.main, 65_536):
                self.shown.write(content)

    def shows(self, text):
        self.look()
        return self.shown.text[0] == text

    def type(self, keys):
        os.write(self.main, keys)

    @property
    def modes(self):
        return termios.tcgetattr(self.child)

    def close(self):
        if self.main is not None:
            os.close(self.main)
            self.main = None


@pytest.fixture
def window():
    window = Window()
    yield window
    window.close()
    os.close(window.child)


@pytest.fixture
async def running(window):
    """An app at the window, with its channel and the task that runs it."""
    apps = []

    def build():
        apps.append(Counter())
        return apps[0]

    with TtyChannel(window.child) as channel:
        async with beside(channel.run(build)) as task:
            await eventually(lambda: window.shows("size 80x24"))
            yield apps[0], channel, task
            apps[0].exit()


async def test_the_terminal_is_raw_while_it_is_ours_and_then_as_it_was(window):
    before = window.modes
    with TtyChannel(window.child):
        now = window.modes
        assert now[3] & (termios.ECHO | termios.ICANON | termios.ISIG) == 0
        assert now[0] & (termios.IXON | termios.ICRNL) == 0
        # Lines that a program prints still end at the left edge.
        assert now[1] == before[1]
    assert window.modes == before


async def test_the_terminal_is_given_back_when_something_fails(window):
    before = window.modes
    with pytest.raises(ZeroDivisionError), TtyChannel(window.child):
        raise ZeroDivisionError
    assert window.modes == before


async def test_whether_the_shells_file_blocks_stays_as_it_was(window):
    with TtyChannel(window.child):
        assert os.get_blocking(window.child)


async def test_keys_reach_the_app_and_its_frames_the_window(window, running):
    _, channel, task = running
    window.type(b"\x1b[A")
    await eventually(lambda: window.shows("key up"))
    # Neither the shell nor the process hears of these.
    for key, name in ((b"\x03", "ctrl+c"), (b"\x1a", "ctrl+z"), (b"\x13", "ctrl+s")):
        window.type(key)
        await eventually(lambda name=name: window.shows(f"key {name}"))
    window.type(b"q")
    assert await task == 0
    assert not channel.is_gone
    window.look()
    assert window.shown.sent.rstrip().endswith(b"bye")
    assert window.shown.sent.rindex(b"\x1b[?1049l") > window.shown.sent.rindex(b"\x1b[?1049h")


async def test_a_window_of_another_size_is_told_to_the_app(window, running):
    window.resize(60, 20)
    os.kill(os.getpid(), signal.SIGWINCH)
    await eventually(lambda: window.shows("size 60x20"))


async def test_a_terminal_that_says_no_size_has_the_usual_one(window):
    window.resize(0, 0)
    with TtyChannel(window.child) as channel:
        assert channel.size == (80, 24)


async def test_frames_are_dropped_while_nobody_looks_and_the_newest_comes_at_last(window, running):
    app, channel, _ = running
    channel.write(b"\0" * 4 * BACKLOG_LIMIT)
    assert channel.congested
    app.call_later(app.say, "unseen")
    await eventually(lambda: app.terminal.frames_dropped)
    app.call_later(app.say, "the newest")
    await eventually(lambda: window.shows("the newest"))
    assert not channel.congested
    assert b"unseen" not in window.shown.sent


async def test_nothing_is_read_while_the_app_has_too_much(window, running):
    _, channel, _ = running
    channel.hold(True)
    window.type(b"j")
    await turns()
    assert not window.shows("key j")
    channel.hold(False)
    await eventually(lambda: window.shows("key j"))


async def test_a_window_that_is_shut_ends_the_app(window, running):
    _, channel, task = running
    window.close()
    async with asyncio.timeout(3):
        assert await task == 0
    assert channel.is_gone
    channel.write(b"swallowed")


async def test_whoever_is_woken_in_a_window_that_is_shut_ends_without_an_error(window, running):
    _, channel, task = running
    failed = []
    asyncio.get_running_loop().set_exception_handler(lambda _, what: failed.append(what))
    channel.hold(True)
    window.close()
    os.kill(os.getpid(), signal.SIGCONT)
    async with asyncio.timeout(3):
        assert await task == 0
    assert channel.is_gone
    assert failed == []


async def test_what_is_no_terminal_is_refused(tmp_path):
    with (tmp_path / "plain").open("w") as plain, pytest.raises(termios.error):
        TtyChannel(plain.fileno())


# --- in a process of its own ---------------------------------------------------------------------

PROGRAM = """
import asyncio
from textual.widgets import Static
from rr_tui.terminal import TerminalApp, TtyChannel

class Board(TerminalApp):
    def compose(self):
        yield Static("ready")

    def on_key(self, event):
        self.query_one(Static).update(f"key {event.key}")
        if event.key == "q":
            self.call_after_refresh(self.exit)

async def main():
    with TtyChannel() as channel:
        await channel.run(Board)

asyncio.run(main())
"""


def board(tmp_path, *words):
    (tmp_path / "board.py").write_text(PROGRAM)
    command = [*words, sys.executable, str(tmp_path / "board.py")]
    return Terminal(command, {"PATH": os.environ["PATH"], "TERM": "xterm-256color"})


def has_stopped(process):
    """Whether a child of ours is stopped, without waiting for it."""
    found = os.waitid(os.P_PID, process, os.WSTOPPED | os.WNOHANG | os.WNOWAIT)
    return found is not None and found.si_pid == process


@pytest.mark.e2e
async def test_a_process_that_is_stopped_lends_its_terminal_and_takes_it_back(tmp_path):
    async with board(tmp_path) as terminal:
        await terminal.wait_for("ready", timeout=20)
        os.kill(terminal.pid, signal.SIGTSTP)
        await terminal.wait_until(lambda: terminal.raw.endswith(b"\x1b[23;0t"))
        await eventually(lambda: has_stopped(terminal.pid))
        terminal.send("echoed by the terminal itself")
        await terminal.wait_for("echoed by the terminal itself")
        terminal.resize(60, 20)
        os.kill(terminal.pid, signal.SIGCONT)
        await terminal.wait_for("ready")
        assert not terminal.has("echoed")
        terminal.send("x")
        await terminal.wait_for("key x")
        assert not terminal.has("ready")


@pytest.mark.e2e
async def test_the_answer_to_the_last_frame_is_not_typed_into_the_shell(tmp_path):
    loop = asyncio.get_running_loop()
    async with board(tmp_path, "sh", "-c", '"$@"; echo over; read line', "sh") as terminal:
        answer = terminal.screen.answer
        await terminal.wait_for("ready", timeout=20)
        terminal.screen.answer = lambda data: loop.call_later(0.1, answer, data)
        terminal.send("q")
        await terminal.wait_for("over")
        await terminal.wait_quiet(0.3)
        assert not terminal.has("[0n")
