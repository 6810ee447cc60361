"""How long a line takes there and back, as the host measures it with the real client."""

import inspect
import os
import signal

import asyncssh
import pytest

from rr_net.ssh.roundtrip import ASKED_EVERY, LONGEST, QUESTION, WEIGHT, RoundTrip
from tests.support.e2e.sshclient import SshHome, eventually
from tests.support.fakeclock import FakeClock


def smoothed(*seconds):
    line = RoundTrip()
    for each in seconds:
        line.took(each)
    return line.seconds


def test_the_first_answer_counts_whole_and_each_later_one_an_eighth():
    assert smoothed() == 0.0
    assert smoothed(0.3) == pytest.approx(0.3)
    assert smoothed(0.3, 0.1) == pytest.approx(0.3 - 0.2 * WEIGHT)


@pytest.mark.parametrize(("took", "counts"), [(3600.0, LONGEST), (-1.0, 0.0)])
def test_an_answer_that_cannot_be_of_the_line_is_brought_into_bounds(took, counts):
    assert smoothed(took) == counts
    # A laptop that was shut for an hour has the same line as before.
    assert smoothed(0.02, took) <= 0.02 + LONGEST * WEIGHT


@pytest.mark.usefixtures("ssh_client", "ssh_keygen")
@pytest.mark.parametrize("words", [(), ("json",)])
async def test_whatever_runs_over_the_line_its_round_trip_is_known(
    words, open_ssh, echo_door, tmp_path
):
    ann, clock = await SshHome.make(tmp_path / "ann"), FakeClock()
    async with open_ssh(clock) as host:
        talk = ann.pipe("ann", host.port, *words) if words else ann.terminal("ann", host.port)
        async with talk as client:
            met = echo_door.pipes if words else echo_door.terminals
            await eventually(lambda: met)
            line = met[0].caller.line
            assert line.seconds == 0.0
            (connection,) = host.connections
            os.kill(client.process.pid, signal.SIGSTOP)
            clock.advance(ASKED_EVERY)
            await eventually(lambda: connection._link._global_request_waiters)
            clock.advance(0.3)
            os.kill(client.process.pid, signal.SIGCONT)
            await eventually(lambda: line.seconds)
            assert line.seconds == pytest.approx(0.3)


@pytest.mark.usefixtures("ssh_client", "ssh_keygen")
async def test_a_client_that_is_gone_before_it_has_answered_counts_for_nothing(
    open_ssh, echo_door, tmp_path
):
    ann, clock = await SshHome.make(tmp_path / "ann"), FakeClock()
    async with open_ssh(clock) as host, ann.terminal("ann", host.port) as terminal:
        await terminal.wait_for("Hello ann")
        (connection,) = host.connections
        os.kill(terminal.pid, signal.SIGSTOP)
        clock.advance(ASKED_EVERY)
        await eventually(lambda: connection._link._global_request_waiters)
        # One question at a time: who does not answer is asked nothing more.
        clock.advance(10 * ASKED_EVERY)
        assert len(connection._link._global_request_waiters) == 1
        os.kill(terminal.pid, signal.SIGKILL)
        await eventually(lambda: not host.connections)
        assert connection.caller.line.seconds == 0.0
        timers = clock.waiting
        clock.advance(ASKED_EVERY)
        assert clock.waiting <= timers


def test_asyncssh_asks_and_waits_for_the_answer_under_the_name_that_we_use():
    kind = asyncssh.connection.SSHConnection
    asks = kind._make_global_request
    assert inspect.iscoroutinefunction(asks)
    assert list(inspect.signature(asks).parameters) == ["self", "request", "args"]
    assert "want_reply=True" in inspect.getsource(asks)
    # An open question is answered when the connection ends: nobody waits for it for ever.
    assert "_global_request_waiters" in inspect.getsource(kind._cleanup)
    assert repr(QUESTION) in inspect.getsource(kind._make_keepalive_request)
