"""What an interface keeps in its context goes with it: no timer holds the context for longer.

Textual keeps the app itself there; a timer of asyncio keeps the context that it was set in, and
until its moment has come even when it was cancelled.
"""

import asyncio
import contextlib
import gc
import weakref
from contextvars import ContextVar

import asyncssh
import pytest

from rr_net.clocks import LoopClock
from rr_net.ssh.flow import TcpFlow
from tests.support.e2e.sshclient import eventually
from tests.support.tasks import beside, turn, turns

OWN = ContextVar("what belongs to one interface")
MUCH = 1 << 20
"""More bytes than are read at once."""


class Board:
    """Something of an interface that is big."""


@contextlib.asynccontextmanager
async def wide_terminal(port):
    """A client whose window never fills: what it does not read waits in the network."""
    async with asyncssh.connect(
        "127.0.0.1",
        port,
        client_keys=[asyncssh.generate_private_key("ssh-ed25519")],
        known_hosts=None,
        config=[],
        agent_path=None,
    ) as client:
        yield await client.create_process(term_type="xterm", encoding=None, window=2**31 - 1)


@pytest.fixture(autouse=True)
def own_garbage():
    """What earlier tests keep takes long to look through, and is none of these tests'."""
    gc.freeze()


@pytest.fixture(autouse=True)
async def earlier():
    """A timer before all others: those that were cancelled and come first are swept up at once."""
    timer = asyncio.get_running_loop().call_later(15, pytest.fail)
    yield
    timer.cancel()


def boarded():
    """Puts a board into the context one is in; a weak reference to it."""
    board = Board()
    OWN.set(board)
    return weakref.ref(board)


def is_gone(board):
    gc.collect()
    return board() is None


@pytest.mark.parametrize("is_ours", [True, False])
async def test_a_timer_that_was_cancelled_holds_nothing(is_ours):
    loop = asyncio.get_running_loop()
    clock = LoopClock() if is_ours else loop

    async def interface():
        board = boarded()
        clock.call_later(600, boarded).cancel()
        return board

    async with beside(interface()) as running:
        pass
    board = running.result()
    del running
    await turn()
    # The control: with the loop's own timers it stays.
    assert is_gone(board) is is_ours


async def test_a_timer_of_ours_rings_at_its_moment_in_nobodys_context():
    clock = LoopClock()
    rang = asyncio.get_running_loop().create_future()
    boarded()
    began = clock.time()
    clock.call_later(0.01, lambda: rang.set_result(OWN.get(None)))
    assert await rang is None
    assert 0.009 < clock.time() - began < 5
    assert OWN.get() is not None


async def test_an_interface_that_has_left_is_not_held_by_its_connections_timers(
    ssh_host, echo_door
):
    boards = []

    async def interface(session):
        boards.append(boarded())
        session.write(b"ready")
        return 0

    echo_door.interface = interface
    async with wide_terminal(ssh_host.port) as client:
        assert await client.stdout.read() == b"ready"
    await eventually(lambda: not ssh_host.connections)
    await eventually(lambda: is_gone(boards[0]), timeout=2)


@pytest.mark.parametrize("is_hooked", [True, False])
async def test_an_interface_that_had_to_wait_is_not_held_by_asyncsshs_timers(
    ssh_host, echo_door, monkeypatch, is_hooked
):
    boards = []

    async def interface(session):
        boards.append(boarded())
        typed, drained = asyncio.Event(), asyncio.Event()
        session.on_bytes = lambda _: typed.set()
        session.on_drained = drained.set
        while not session.congested:
            session.write(b"frame " * 2730)
        await drained.wait()
        session.write(b"!")
        await typed.wait()
        return 0

    if not is_hooked:
        # The control: what comes is taken in the context of whoever let reading go on.
        monkeypatch.setattr(TcpFlow, "_received", lambda self, data, _=None: self._take(data))
    echo_door.interface = interface
    async with wide_terminal(ssh_host.port) as client:
        # Megabytes: `readuntil` would look through all of them at each piece that comes.
        while not (await client.stdout.read(MUCH)).endswith(b"!"):
            pass
        client.stdin.write(b"q")
        await client.stdout.read()
    await eventually(lambda: not ssh_host.connections)
    await turns()
    assert is_gone(boards[0]) is is_hooked
