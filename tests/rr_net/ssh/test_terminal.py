"""A player's terminal: what it may claim, how much it may send, and how slowly it may read."""

import asyncio
import contextlib
import os
import signal
import tracemalloc

import asyncssh
import pytest
from textual.app import App
from textual.events import Resize

from rr_net.safetext import clean
from rr_net.ssh import TerminalSession
from rr_net.ssh.flow import TcpFlow
from rr_net.ssh.session import TERMS
from rr_tui.terminal.driver import ByteChannel, ChannelDriver
from tests.support.e2e.sshclient import PATIENCE, SshHome, eventually
from tests.support.fakeclock import FakeClock
from tests.support.tasks import turn, turns

pytestmark = pytest.mark.usefixtures("ssh_client", "ssh_keygen")

KIB = 1024


@pytest.fixture
async def ann(tmp_path):
    return await SshHome.make(tmp_path / "ann")


@pytest.fixture
async def bob(tmp_path):
    return await SshHome.make(tmp_path / "bob")


@contextlib.asynccontextmanager
async def bare_terminal(port, home, size=(80, 24), window=2**31 - 1):
    """A client that sends whatever sizes it likes, and opens its window as wide as it goes."""
    async with asyncssh.connect(
        "127.0.0.1",
        port,
        username="ann",
        client_keys=[str(home.key)],
        known_hosts=None,
        config=[],
        agent_path=None,
    ) as client:
        yield await client.create_process(
            term_type="xterm", term_size=size, encoding=None, window=window
        )


PAYLOADS = [b"\x1b]52;c;ZXZpbA==\x07", b"\x1b]0;evil\x07", b"\x1b[5n", b"\x9b31m", b"\xe2\x80\xae"]


@pytest.mark.attack("T31")
async def test_no_payload_in_a_name_a_terminal_or_a_line_reaches_a_terminal(
    ssh_host, echo_door, ann
):
    for payload in PAYLOADS:
        # A terminal's name that is not ASCII ends the connection before we hear of it.
        term = "xterm" + payload.decode() if payload.isascii() else "xterm[/b]"
        async with ann.terminal("[bold]ann[/]", ssh_host.port, term=term) as terminal:
            await terminal.wait_for("Hello bold-ann")
            await terminal.wait_for("xterm-256color (80, 24)")
            shown = clean("chat " + payload.decode("utf-8", "replace"))
            echo_door.terminals[-1].write(shown.encode() + b" ok")
            await terminal.wait_for(" ok")
            assert payload not in terminal.raw
            # The control: uncleaned, it gets through to the last byte.
            echo_door.terminals[-1].write(payload + b" raw")
            await terminal.wait_until(lambda seen=terminal: seen.raw.endswith(b" raw"))
            assert payload in terminal.raw
    assert {session.term for session in echo_door.terminals} <= TERMS


async def test_a_username_with_controls_gets_nowhere(ssh_host, echo_door, ann):
    refused = await ann.run("ann\x1b]0;evil\x07", ssh_host.port, "text")
    assert refused.code == 255
    assert echo_door.pipes == []


@pytest.mark.attack("T34")
@pytest.mark.parametrize(
    ("claimed", "drawn"),
    [
        ((2**32 - 1, 2**32 - 1), (400, 200)),
        ((0, 0), (80, 24)),
        ((1, 1), (20, 8)),
        ((120, 40), (120, 40)),
        ((0, 2**32 - 1), (80, 200)),
    ],
)
async def test_a_claimed_size_is_brought_into_bounds(ssh_host, echo_door, ann, claimed, drawn):
    tracemalloc.start()
    try:
        async with bare_terminal(ssh_host.port, ann, claimed) as client:
            await client.stdout.readuntil(b")")
            session = echo_door.terminals[0]
            assert session.size == drawn
            client.change_terminal_size(100, 30)
            client.change_terminal_size(*claimed)
            await eventually(lambda: session.echo.sizes[-1:] == [drawn])
            assert session.echo.sizes == [(100, 30), drawn]
        assert tracemalloc.get_traced_memory()[1] < 100 * KIB * KIB
    finally:
        tracemalloc.stop()


class Recorder(App):
    """Takes a driver's messages without running."""

    def __init__(self):
        self.sizes = []
        super().__init__()

    def post_message(self, message):
        if isinstance(message, Resize):
            self.sizes.append(message.size)
        return True


@pytest.mark.attack("T34")
async def test_a_storm_of_sizes_is_drawn_a_few_times_a_second(ssh_host, echo_door, ann):
    async with bare_terminal(ssh_host.port, ann) as client:
        await client.stdout.readuntil(b")")
        session = echo_door.terminals[0]
        app = Recorder()
        driver = ChannelDriver(app, session, session.size)
        driver.start_application_mode()
        arrived = []
        session.on_size = lambda *size: (arrived.append(size), driver.resized(*size))
        for step in range(2000):
            client.change_terminal_size(80 + step % 100, 24)
        client.change_terminal_size(133, 33)
        await eventually(lambda: arrived[-1:] == [(133, 33)])
        await eventually(lambda: app.sizes[-1] == (133, 33))
        # The control: all of them came over the wire; two thousand are drawn as a handful.
        assert len(arrived) > 1900
        assert len(app.sizes) < 200
        driver.disable_input()


def test_a_session_is_the_channel_that_the_interface_draws_on():
    wanted = {name for name in vars(ByteChannel) if not name.startswith("_")}
    assert wanted == {"congested", "write", "hold", "close"}
    assert wanted <= set(vars(TerminalSession))


@pytest.mark.attack("T35")
async def test_nothing_is_compressed_for_a_client_that_asks(ssh_host, ann):
    done = await ann.run("ann", ssh_host.port, "text", extra=["-C", "-vv"])
    assert done.code == 0
    assert b"compression: none" in done.err
    assert b"compression: zlib" not in done.err.partition(b"peer server KEXINIT")[2]


@pytest.mark.attack("T35")
@pytest.mark.parametrize("words", [(), ("json",)])
async def test_an_endless_paste_is_read_as_fast_as_allowed(open_ssh, echo_door, ann, words):
    clock, rate, burst = FakeClock(), 64_000, 262_144
    # What one read from the network brings on top, and what of it waits in the channel's window.
    margin = 256 * KIB
    async with open_ssh(clock) as host:
        extra = ["-tt"] if not words else []
        async with ann.pipe("ann", host.port, *words, extra=extra) as client:
            await client.read_line()
            session = (echo_door.terminals + echo_door.pipes)[0]
            wire, taken = session.wire, []
            pass_on = wire.on_input
            wire.on_input = lambda content: (taken.append(len(content)), pass_on(content))
            client.process.stdin.write(b"x" * 4_000_000)
            await eventually(lambda: wire.flow.debt is not None)
            await turns()
            assert burst - margin / 4 < sum(taken) <= burst + margin
            before = sum(taken)
            clock.advance(margin / rate)
            await eventually(lambda: sum(taken) > before)
            await turns()
            assert sum(taken) <= before + 2 * margin
            # Nothing of it is kept: neither a line of four million characters nor a window of it.
            assert sum(len(content) for content, _ in wire.channel._recv_buf) <= 64 * KIB


def flood(session, most=32 * KIB * KIB):
    """Writes frames as an interface does, until told to stop; how many bytes that took."""
    written = 0
    while not session.congested and written < most:
        session.write(b"frame " * 2730)
        written += 6 * 2730
    return written


@pytest.mark.attack("T35")
async def test_a_player_who_stops_reading_is_bounded_and_then_dropped(
    open_ssh, echo_door, ann, bob
):
    clock = FakeClock()
    async with open_ssh(clock) as host, bob.terminal("bob", host.port) as other:
        await other.wait_for("Hello bob")
        async with ann.terminal("ann", host.port) as stopped:
            await stopped.wait_for("Hello ann")
            session = echo_door.terminals[1]
            os.kill(stopped.pid, signal.SIGSTOP)
            flood(session)
            async with asyncio.timeout(PATIENCE):
                while session.congested is False:
                    await turn()
                    flood(session)
            assert session.wire.backlog <= 64 * KIB + 32 * KIB
            other.send("still here")
            await other.wait_for("still here")
            clock.advance(59)
            assert len(host.connections) == 2
            clock.advance(2)
            await eventually(lambda: len(host.connections) == 1)
            os.kill(stopped.pid, signal.SIGCONT)
        other.send(" and now")
        await other.wait_for("still here and now")


@pytest.mark.attack("T35")
@pytest.mark.parametrize("is_hooked", [True, False])
async def test_a_client_with_an_endless_window_is_bounded_by_the_network(
    open_ssh, echo_door, ann, monkeypatch, is_hooked
):
    if not is_hooked:
        # The control: asyncssh alone trusts the client's window, and queues without end.
        monkeypatch.setattr(TcpFlow, "_pause", lambda _: None)
    async with open_ssh(output_ceiling=10**9) as host, bare_terminal(host.port, ann) as client:
        await client.stdout.readuntil(b")")
        session = echo_door.terminals[0]
        client.channel.get_connection()._transport.pause_reading()
        flood(session)
        if is_hooked:
            assert session.congested
            assert session.wire.backlog <= 64 * KIB + 32 * KIB
        else:
            assert not session.congested
            assert session.wire.backlog > 16 * KIB * KIB


async def test_a_writer_who_does_not_look_is_cut_off_at_the_ceiling(ssh_host, echo_door, ann):
    async with bare_terminal(ssh_host.port, ann) as client:
        await client.stdout.readuntil(b")")
        session = echo_door.terminals[0]
        client.channel.get_connection()._transport.pause_reading()
        for _ in range(2000):
            session.write(b"x" * 32_768)
        assert session.closed
        session.write(b"swallowed")
        await eventually(lambda: not ssh_host.connections)


async def test_what_waits_is_announced_when_there_is_room_again(ssh_host, echo_door, ann):
    async with bare_terminal(ssh_host.port, ann, window=64 * KIB) as client:
        await client.stdout.readuntil(b")")
        session = echo_door.terminals[0]
        drained = asyncio.Event()
        session.on_drained = drained.set
        written = flood(session)
        assert session.congested
        got = 0
        while got < written:
            got += len(await client.stdout.read(65_536))
        await asyncio.wait_for(drained.wait(), 5)
        assert not session.congested
