"""An interface over a real ssh connection: it does not stand in the next player's way."""

import asyncio
import contextlib

import asyncssh
import pytest
from textual.widgets import Static

from rr_tui.looks.profile import Profile
from rr_tui.terminal.session import start
from rr_tui.widgets.player_app import PlayerApp
from tests.support.rr_tui.terminals import eventually

# What comes over a socket comes in the machine's own time.
pytestmark = [pytest.mark.socket, pytest.mark.asyncio(loop_factories=["real"])]


class Greeting(PlayerApp):
    def compose(self):
        yield Static("Welcome to the table")


class Seat(asyncssh.SSHServerSession):
    """Adapts an asyncssh channel in the plainest way."""

    congested = False

    def connection_made(self, chan):
        self.chan = chan

    def pty_requested(self, term_type, term_size, term_modes):
        self.size = term_size[:2]
        return True

    def shell_requested(self):
        return True

    def session_started(self):
        self.running = start(lambda: Greeting(Profile(motion=False)), self, self.size)
        self.running.task.add_done_callback(lambda _: self.chan.exit(0))

    def data_received(self, data, datatype):
        self.running.driver.feed(data)

    def terminal_size_changed(self, width, height, pixwidth, pixheight):
        self.running.driver.resized(width, height)

    def connection_lost(self, exc):
        self.running.driver.closed()

    def write(self, content):
        self.chan.write(content)

    def hold(self, held):
        (self.chan.pause_reading if held else self.chan.resume_reading)()

    def close(self):
        self.chan.close()


class Door(asyncssh.SSHServer):
    def begin_auth(self, username):
        return True

    def public_key_auth_supported(self):
        return True

    def validate_public_key(self, username, key):
        return True

    def session_requested(self):
        return Seat()


@pytest.fixture
async def connect():
    key = asyncssh.generate_private_key("ssh-ed25519")
    server = await asyncssh.listen(
        "127.0.0.1",
        0,
        server_factory=Door,
        server_host_keys=[asyncssh.generate_private_key("ssh-ed25519")],
        encoding=None,
        line_editor=False,
        config=[],
    )

    @contextlib.asynccontextmanager
    async def one():
        async with asyncio.timeout(8):
            client = await asyncssh.connect(
                "127.0.0.1", server.get_port(), username="ann", client_keys=[key],
                known_hosts=None, config=[], agent_path=None,
            )  # fmt: skip
        process = await client.create_process(
            term_type="xterm-256color", term_size=(80, 24), encoding=None
        )
        yield process
        client.close()
        await client.wait_closed()

    yield one
    server.close()
    await server.wait_closed()


async def test_a_player_can_log_in_while_another_one_plays(connect):
    # Since Python 3.12 Textual makes the loop's tasks eager, and asyncssh's server then hangs.
    async with connect() as first:
        await first.stdout.readuntil(b"Welcome to the table")
        async with connect() as second:
            await second.stdout.readuntil(b"Welcome to the table")
            second.stdin.write(b"\x11")  # Ctrl+Q
            async with asyncio.timeout(5):
                assert (await second.wait()).exit_status == 0
        async with connect() as third:
            await third.stdout.readuntil(b"Welcome to the table")


async def test_a_client_that_hangs_up_leaves_no_app_behind(connect):
    before = len(asyncio.all_tasks())
    async with connect() as client:
        await client.stdout.readuntil(b"Welcome to the table")
        assert len(asyncio.all_tasks()) > before
    await eventually(lambda: len(asyncio.all_tasks()) <= before)
