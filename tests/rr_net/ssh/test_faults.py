"""What ends a session or a connection, in order or not, and that nobody else notices."""

import asyncio
import contextlib
import gc
import itertools
import logging
import os
import signal
import socket
import weakref

import asyncssh
import pytest
from textual.widgets import Static

from rr_net.safetext import places_of
from rr_net.ssh import serve_ssh
from rr_net.ssh.connection import TURNED_AWAY
from rr_net.ssh.flow import LastWords
from rr_net.ssh.limits import Limits
from rr_net.ssh.server import AT_ONCE
from rr_net.ssh.terminal import TIDY
from rr_tui.terminal.session import start
from rr_tui.widgets.player_app import PlayerApp
from tests.support.e2e.sshclient import SshHome, eventually, run
from tests.support.fakeclock import FakeClock
from tests.support.tasks import turn

pytestmark = pytest.mark.usefixtures("ssh_client", "ssh_keygen")


@pytest.fixture
async def ann(tmp_path):
    return await SshHome.make(tmp_path / "ann")


@pytest.fixture
async def bob(tmp_path):
    return await SshHome.make(tmp_path / "bob")


def type_x(terminal):
    terminal.send("x")  # the interface's own task fails


def type_y(terminal):
    terminal.send("y")  # taking the input fails


def become_66_columns(terminal):
    terminal.resize(66, 24)  # taking the size fails


@pytest.mark.attack("T36")
@pytest.mark.parametrize("fault", [type_x, type_y, become_66_columns])
async def test_a_fault_ends_one_session_and_the_others_go_on(ssh_host, ann, bob, fault, caplog):
    caplog.set_level(logging.DEBUG)
    async with bob.terminal("bob", ssh_host.port) as other:
        await other.wait_for("Hello bob")
        async with ann.terminal("ann", ssh_host.port) as broken:
            await broken.wait_for("Hello ann")
            fault(broken)
            assert await broken.wait_closed() == 1
            assert broken.has("Something went wrong on the host's side")
            assert TIDY in broken.raw
        other.send("all is well")
        await other.wait_for("all is well")
        other.send("q")
        assert await other.wait_closed() == 0
    # The log has the kind and the place, and neither the message nor what was in it.
    assert "RuntimeError at echodoor.py" in caplog.text
    assert "a hidden card" not in caplog.text
    assert "a hidden card" not in broken.raw.decode()
    # Whoever has lost his session may come again.
    async with ann.terminal("ann", ssh_host.port) as again:
        await again.wait_for("Hello ann")


async def test_who_is_one_too_many_reads_why(open_ssh, ann):
    async with open_ssh(connections=0) as host:
        refused = [await ann.run("ann", host.port) for _ in range(5)]
    assert [(each.code, TURNED_AWAY in each.err.decode()) for each in refused] == [(255, True)] * 5


async def test_who_is_one_too_many_and_does_not_go_is_not_waited_for(open_ssh, monkeypatch):
    monkeypatch.setattr(LastWords, "SECONDS", 0.05)
    async with open_ssh(connections=0) as host:
        reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
        told = await reader.read()
        assert told.startswith(b"SSH-2.0-")
        assert TURNED_AWAY.encode() in told
        await eventually(lambda: not host.last_words.held)
        writer.close()


async def test_a_flood_of_those_who_are_turned_away_holds_no_more_lines_than_some(
    open_ssh, monkeypatch
):
    monkeypatch.setattr(LastWords, "MOST", 3)
    async with open_ssh(connections=0) as host:
        lines = [await asyncio.open_connection("127.0.0.1", host.port) for _ in range(8)]
        told = [await reader.read() for reader, _ in lines]
        assert all(TURNED_AWAY.encode() in each for each in told)
        assert host.last_words.held == 3
        for _, writer in lines:
            writer.close()
        await eventually(lambda: not host.last_words.held)


class Fragile(PlayerApp):
    """An interface that fails where it is told to: in a key, a size or a picture."""

    BINDINGS = (("k", "fail", ""), ("p", "fail_to_draw", ""))

    def compose(self):
        yield Picture("a calm board")

    def action_fail(self):
        raise RuntimeError("a hidden card")

    def action_fail_to_draw(self):
        self.query_one(Picture).fails = True
        self.query_one(Picture).refresh()


class Picture(Static):
    fails = False

    def render(self):
        if self.fails:
            raise RuntimeError("a hidden card")
        return super().render()

    def on_resize(self, event):
        if event.size.width == 66:
            raise RuntimeError("a hidden card")


async def on_textual(session):
    running = start(Fragile, session, session.size)
    session.on_bytes = running.driver.feed
    session.on_size = running.driver.resized
    session.on_drained = running.driver.drained
    session.on_leave = running.app.exit
    session.on_closed = running.driver.closed
    return await running.task


@pytest.mark.attack("T36")
@pytest.mark.parametrize(
    "fault", [lambda t: t.send("k"), lambda t: t.send("p"), become_66_columns], ids=["k", "p", "66"]
)
async def test_a_fault_in_a_picture_ends_that_picture_alone(
    ssh_host, echo_door, ann, bob, fault, caplog
):
    echo_door.interface = on_textual
    async with (
        bob.terminal("bob", ssh_host.port) as other,
        ann.terminal("ann", ssh_host.port) as broken,
    ):
        await other.wait_for("a calm board")
        await broken.wait_for("a calm board")
        fault(broken)
        assert await broken.wait_closed() == 1
        assert not broken.has("a calm board")
        assert broken.has("Log in again to go on")
        # The other one still draws, and takes sizes and keys.
        other.resize(100, 30)
        await other.wait_for("a calm board")
        other.send("p")
        assert await other.wait_closed() == 1
    assert "RuntimeError" in caplog.text
    assert "a hidden card" not in caplog.text


@pytest.mark.attack("T36")
async def test_a_fault_in_a_verb_ends_that_verb_alone(ssh_host, echo_door, ann, bob):
    async def broken_verb(name, session):
        await session.read_line()
        raise RuntimeError("a hidden card")

    async with bob.pipe("bob", ssh_host.port, "json") as other:
        assert (await other.read_line()).startswith("json for bob")
        echo_door.verb = broken_verb
        done = await ann.run("ann", ssh_host.port, "json", stdin=b"go\n")
        assert (done.code, done.out) == (1, b"")
        assert b"Something went wrong on the host's side" in done.err
        assert b"hidden" not in done.err
        other.send_line("well")
        assert await other.read_line() == "you said well"


def test_a_faults_place_says_nothing_about_cards():
    secret = "Sparkly Dragon"

    def deal():
        raise KeyError(secret)

    with pytest.raises(KeyError) as caught:
        deal()
    assert places_of(caught.value).startswith("KeyError at test_faults.py:")
    assert "deal" in places_of(caught.value)
    assert secret not in places_of(caught.value)


@pytest.mark.attack("T27")
async def test_a_client_that_is_dead_is_noticed(open_ssh, ann, bob):
    limits = Limits()
    # The first question comes after one interval, and the end after the last went unanswered.
    assert limits.keepalive_seconds * (limits.keepalive_count + 1) <= 80
    async with (
        open_ssh(keepalive_seconds=0.05, keepalive_count=3) as host,
        bob.terminal("bob", host.port) as alive,
        ann.terminal("ann", host.port) as dead,
    ):
        await alive.wait_for("Hello bob")
        await dead.wait_for("Hello ann")
        os.kill(dead.pid, signal.SIGSTOP)
        try:
            await eventually(lambda: len(host.connections) == 1)
        finally:
            os.kill(dead.pid, signal.SIGCONT)
        # The control: who answers stays.
        alive.send("still here")
        await alive.wait_for("still here")


async def test_a_client_that_vanishes_is_forgotten(ssh_host, echo_door, ann):
    async with ann.terminal("ann", ssh_host.port) as terminal:
        await terminal.wait_for("Hello ann")
        os.kill(terminal.pid, signal.SIGKILL)
        await eventually(lambda: not ssh_host.connections)
        session = echo_door.terminals[0]
        assert session.closed
        assert session.echo.over.done()
        session.write(b"swallowed")
        session.may_idle(True)
        session.hold(True)


async def test_a_silent_player_is_shown_out_and_a_typing_one_is_not(open_ssh, echo_door, ann):
    clock = FakeClock()
    async with open_ssh(clock) as host, ann.terminal("ann", host.port) as terminal:
        await terminal.wait_for("Hello ann")
        clock.advance(599)
        terminal.send("h-m!")
        await terminal.wait_for("h-m!")
        clock.advance(599)
        # What the terminal answers by itself is not typed by anybody.
        session = echo_door.terminals[0]
        session.write(b"\x1b[5n")
        await eventually(lambda: session.echo.got.endswith(b"\x1b[0n"))
        assert not session.closed
        clock.advance(2)
        await terminal.wait_closed()
        assert terminal.has("Nobody typed here for a while")


async def test_a_player_at_a_game_may_be_silent(open_ssh, echo_door, ann):
    clock = FakeClock()
    async with open_ssh(clock) as host, ann.terminal("ann", host.port) as terminal:
        await terminal.wait_for("Hello ann")
        session = echo_door.terminals[0]
        session.may_idle(True)
        clock.advance(10_000)
        terminal.send("here")
        await terminal.wait_for("here")
        session.may_idle(False)
        clock.advance(599)
        assert not session.closed
        clock.advance(1)
        await terminal.wait_closed()


async def test_a_silent_script_is_shown_out_too(open_ssh, ann):
    clock = FakeClock()
    async with open_ssh(clock) as host, ann.pipe("ann", host.port, "json") as script:
        await script.read_line()
        clock.advance(601)
        assert await script.read_line() is None
        await script.wait_closed()
        assert b"Nobody typed here" in await script.process.stderr.read()


async def test_a_connection_does_not_get_older_than_its_limit(open_ssh, echo_door, ann):
    clock = FakeClock()
    async with open_ssh(clock) as host, ann.terminal("ann", host.port) as terminal:
        await terminal.wait_for("Hello ann")
        echo_door.terminals[0].may_idle(True)
        clock.advance(12 * 3600 - 1)
        terminal.send("late")
        await terminal.wait_for("late")
        clock.advance(2)
        await terminal.wait_closed()
        assert terminal.has("as old as a connection may get")


async def test_an_interface_that_does_not_leave_is_left_behind(open_ssh, echo_door, ann):
    clock = FakeClock()
    ended = asyncio.Event()

    async def stubborn(session):
        session.write(b"\x1b[?1049hI stay")
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    echo_door.interface = stubborn
    async with open_ssh(clock) as host, ann.terminal("ann", host.port) as terminal:
        await terminal.wait_for("I stay")
        (connection,) = host.connections
        connection.end("Time to go.")
        assert not ended.is_set()
        clock.advance(Limits().closing_seconds)
        assert await terminal.wait_closed() == 1
        assert terminal.has("Time to go.")
        assert TIDY in terminal.raw
        assert ended.is_set()


async def test_a_host_that_closes_says_good_night_to_everybody(open_ssh, ann, bob):
    async with open_ssh() as host:
        async with ann.terminal("ann", host.port) as one, bob.pipe("bob", host.port, "json") as two:
            await one.wait_for("Hello ann")
            await two.read_line()
            await host.close("Good night.")
            await one.wait_closed()
            assert one.has("Good night.")
            assert await two.read_line() is None
            assert b"Good night." in await two.process.stderr.read()
        assert not host.connections
        assert (await ann.run("ann", host.port)).code == 255


async def test_who_never_came_to_the_words_of_a_room_still_reads_that_the_host_closes(
    open_ssh, echo_door, ann
):
    """As where a machine is so busy that the last page is not drawn in time."""

    async def stay(session):
        session.hears_the_room = True
        session.write(b"drawing")
        await asyncio.Event().wait()

    echo_door.interface = stay
    async with open_ssh(closing_seconds=0.1) as host, ann.terminal("ann", host.port) as one:
        await one.wait_for("drawing")
        await host.close("Good night.")
        await one.wait_closed()
        assert one.has("Good night.")


async def test_a_host_closes_although_a_client_is_dead(open_ssh, ann):
    async with open_ssh(closing_seconds=0.1) as host:
        async with ann.terminal("ann", host.port) as dead:
            await dead.wait_for("Hello ann")
            os.kill(dead.pid, signal.SIGSTOP)
            try:
                async with asyncio.timeout(5):
                    await host.close()
            finally:
                os.kill(dead.pid, signal.SIGCONT)
        assert not host.connections


async def test_nothing_is_left_of_those_who_are_gone(open_ssh, echo_door, ann, bob):
    clock = FakeClock()
    async with open_ssh(clock) as host:
        for _ in range(3):
            assert (await bob.run("bob", host.port, "text")).code == 0
            async with ann.terminal("ann", host.port) as terminal:
                await terminal.wait_for("Hello ann")
                terminal.send("q")
                await terminal.wait_closed()
        await eventually(lambda: not host.connections)
        await turn()
        assert clock.waiting == 0
        assert (host.gate.waiting, host.gate.inside, host.sessions) == (0, 0, 0)
        ours = [task for task in asyncio.all_tasks() if "rr_net" in repr(task.get_coro())]
        assert ours == []
    assert all(session.closed for session in echo_door.terminals)


async def test_sessions_that_are_over_need_no_garbage_collector(ssh_host, echo_door, ann):
    """A full collection would stop every game, and so it seldom comes."""
    there = []

    async def interface(session):
        connection = next(iter(ssh_host.connections))
        wire = session.wire
        there.extend(map(weakref.ref, (session, wire, wire.flow, connection, *connection.sessions)))
        typed = asyncio.Event()
        session.on_bytes = lambda _: typed.set()
        session.write(b"ready")
        await typed.wait()
        return 0

    async def verb(name, session):
        there.append(weakref.ref(session))
        return 0

    echo_door.interface, echo_door.verb = interface, verb
    gc.collect()
    gc.disable()
    try:
        async with ann.terminal("ann", ssh_host.port) as terminal:
            await terminal.wait_for("ready")
            terminal.send("q")
            await terminal.wait_closed()
        assert (await ann.run("ann", ssh_host.port, "json")).code == 0
        await eventually(lambda: not any(ref() for ref in there), timeout=2)
    finally:
        gc.enable()
    assert len(there) == 6


async def test_a_client_that_does_not_hang_up_is_hung_up_on(open_ssh, echo_door, ann):
    clock = FakeClock()
    async with open_ssh(clock) as host, ann.terminal("ann", host.port) as terminal:
        await terminal.wait_for("Hello ann")
        os.kill(terminal.pid, signal.SIGSTOP)
        echo_door.terminals[0].echo.closed()
        await eventually(lambda: echo_door.terminals[0].closed)
        clock.advance(29)
        assert len(host.connections) == 1
        clock.advance(1)
        await eventually(lambda: not host.connections)
        os.kill(terminal.pid, signal.SIGCONT)


async def test_of_a_storm_a_few_are_taken_up_at_a_time_and_nobody_is_lost(open_ssh):
    many = 5 * AT_ONCE
    with contextlib.ExitStack() as storm:
        async with open_ssh(waiting=64, waiting_per_source=64, arrivals=64) as host:
            for _ in range(many):
                storm.enter_context(socket.create_connection(("127.0.0.1", host.port), timeout=3))
            counted = [0]
            async with asyncio.timeout(3):
                while counted[-1] < many:
                    await turn()
                    counted.append(len(host.connections))
    assert max(after - before for before, after in itertools.pairwise(counted)) <= AT_ONCE


async def test_a_host_listens_on_ipv6_too(echo_door, ann):
    if not has_ipv6():
        pytest.skip("no IPv6 on this machine")
    key = asyncssh.generate_private_key("ssh-ed25519")
    host = await serve_ssh("::1", 0, host_key=key, door=echo_door)
    command = ann.command("ann", host.port, "text", host="::1")
    done = await run(command, ann.environment())
    await host.close()
    assert done.out.startswith(b"text for ann")


def has_ipv6():
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False
