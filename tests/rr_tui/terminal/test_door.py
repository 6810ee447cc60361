"""The terminal as a package of its own: its door, its README, and a life without the rest of us."""

import asyncio
import contextlib
import importlib
import inspect
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import rr_tui.terminal as door
from tests.rr_tui.terminal import test_contract as contract
from tests.support.rr_tui.terminals import MemoryTerminal, eventually

FOLDER = Path(door.__file__).parent
README = (FOLDER / "README.md").read_text("utf-8")
CODE = "\n".join(re.findall(r"```python\n(.*?)```", README, re.DOTALL))
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in README.splitlines()
    if line.startswith("| `")
]


def quoted(cell):
    return re.findall(r"`([^`]+)`", cell)


# --- the door ------------------------------------------------------------------------------------


def test_the_door_offers_what_it_says_and_the_readme_explains_each():
    assert set(door.__all__) == {
        "TerminalApp", "ChannelDriver", "ByteChannel", "TtyChannel", "start", "StartQueue",
        "UpdateThrottle", "CalmCollector", "scrub_environment",
    }  # fmt: skip
    assert all(getattr(door, name).__name__ == name for name in door.__all__)
    assert {quoted(row[0])[0] for row in ROWS if len(row) == 2} == set(door.__all__)


def test_the_door_has_nothing_else():
    with pytest.raises(AttributeError, match="no attribute 'Painter'"):
        _ = door.Painter


def test_the_readme_names_each_private_name_with_its_test():
    named, held = set(), set()
    for cell, _, by in (row for row in ROWS if len(row) == 3):
        named |= set(quoted(cell))
        held |= set(quoted(by))
    assert named == private_names()
    assert {name for name in held if not callable(getattr(contract, name, None))} == set()


def private_names():
    """Every private name of Textual and Rich that the package uses, by its class or alone."""
    modules = [importlib.import_module(name) for name in contract.modules() if is_ours(name)]
    found = {"Console._color_system"}
    for ours, kind in contract.classes_of_textual_kind():
        if is_ours(ours.__module__):
            own, _ = contract.names_in(inspect.getsource(ours))
            found |= {f"{kind.__name__}.{name}" for name in own & contract.names_of(kind)}
    for module in modules:
        found |= set(re.findall(r"^from (textual\._\w+)", inspect.getsource(module), re.MULTILINE))
    return found


def is_ours(module):
    return module.startswith(door.__name__)


# --- the README's code ---------------------------------------------------------------------------


class Client:
    """Somebody with a terminal at the other end of a socket."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer
        self.terminal = MemoryTerminal(answers=False)

    async def sees(self, text):
        async with asyncio.timeout(5):
            while self.terminal.text[0] != text:
                content = await self.reader.read(65_536)
                assert content, f"ended before {text!r}"
                self.terminal.write(content)

    async def close(self):
        self.writer.close()
        with contextlib.suppress(ConnectionError):
            await self.writer.wait_closed()


@pytest.mark.socket
@pytest.mark.asyncio(loop_factories=["real"])
async def test_the_app_of_the_readme_is_played_over_a_socket():
    namespace = {}
    exec(CODE, namespace)  # noqa: S102 - the page's own code
    before = len(asyncio.all_tasks())
    async with await namespace["serve"](0) as server:
        address = server.sockets[0].getsockname()
        ann, bob = [Client(*await asyncio.open_connection(*address)) for _ in range(2)]
        for client in (ann, bob):
            await client.sees("Press a key")
        for client, key, name in ((ann, b"x", "x"), (bob, b"\x1b[A", "up")):
            client.writer.write(key)
            await client.sees(f"You pressed {name}")
        # Ctrl+Q is Textual's own way out: the line is closed after a clean screen.
        ann.writer.write(b"\x11")
        assert b"\x1b[?1049l" in await ann.reader.read()
        await ann.close()
        await bob.close()
        await eventually(lambda: len(asyncio.all_tasks()) <= before)


# --- without the rest of us ----------------------------------------------------------------------

LIFTED = """
import asyncio, importlib.util, sys
sys.path[:0] = sys.argv[1:]
for name in ("rr_tui", "rr_net", "rr_rules", "tests"):
    assert importlib.util.find_spec(name) is None, name
from textual.widgets import Label
from lifted import TerminalApp, start

class Greeting(TerminalApp):
    def compose(self):
        yield Label(self.title)

    def on_key(self, event):
        self.exit(message=f"{self.title} pressed {event.key}")

class Channel:
    congested = False

    def __init__(self):
        self.sent, self.news = b"", asyncio.Event()

    def write(self, content):
        self.sent += content
        self.news.set()

    def hold(self, held):
        pass

    close = hold

    async def has(self, text):
        while text not in self.sent:
            self.news.clear()
            await self.news.wait()

def greeting(name):
    app = Greeting()
    app.title = name
    return app

async def main():
    pair = [(Channel(), name) for name in ("ann", "bob")]
    sessions = [start(lambda name=name: greeting(name), end, (80, 24)) for end, name in pair]
    async with asyncio.timeout(10):
        for (end, name), session in zip(pair, sessions):
            await end.has(name.encode())
            session.driver.feed(b"j")
            await end.has(f"{name} pressed j".encode())
            assert await session.task == 0

asyncio.run(main())
ours = [name for name in sys.modules if name.split(".")[0] in ("rr_tui", "rr_net", "rr_rules")]
more = {"asyncssh", "pydantic"} & sys.modules.keys()
print(*ours, *more, "alone" if sys.modules["lifted"].__file__.startswith(sys.argv[1]) else "")
"""


@pytest.mark.e2e
def test_the_package_works_under_another_name_without_the_rest(tmp_path):
    lifted = tmp_path / "lifted"
    shutil.copytree(FOLDER, lifted, ignore=shutil.ignore_patterns("__pycache__"))
    for path in lifted.glob("*.py"):
        path.write_text(path.read_text("utf-8").replace(door.__name__, "lifted"), "utf-8")
    # Without `site` the links that make our own checkout importable are not followed.
    command = [sys.executable, "-I", "-S", "-c", LIFTED, tmp_path, sysconfig.get_path("purelib")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("alone\n", "")
