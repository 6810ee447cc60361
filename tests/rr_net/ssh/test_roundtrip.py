"""How long a line takes there and back, as the host measures it with the real client."""

import asyncio
import inspect

import asyncssh
import pytest

from rr_net.ssh.roundtrip import ASKED_EVERY, LONGEST, QUESTION, WEIGHT, LineProbe, RoundTrip
from tests.support.e2e.sshclient import SshHome, eventually
from tests.support.fakeclock import FakeClock
from tests.support.tasks import turn


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


class Client:
    """The other end of a connection: it answers when the test says so."""

    def __init__(self):
        self.asked = []

    async def _make_global_request(self, question):
        self.asked.append(asyncio.get_running_loop().create_future())
        return await self.asked[-1]


@pytest.fixture
async def asked():
    """A client that was asked the first time, and what is known of its line."""
    clock, client, line = FakeClock(), Client(), RoundTrip()
    probe = LineProbe(client, line, clock)
    probe.start()
    clock.advance(ASKED_EVERY)
    await turn()
    yield clock, client, line
    probe.stop()
    await turn()
    assert clock.waiting == 0


async def test_the_time_from_question_to_answer_counts(asked):
    clock, client, line = asked
    clock.advance(0.25)
    client.asked[0].set_result(None)
    await turn()
    assert line.seconds == pytest.approx(0.25)


async def test_who_does_not_answer_is_asked_one_question_and_counts_for_nothing(asked):
    clock, client, line = asked
    clock.advance(10 * ASKED_EVERY)
    await turn()
    assert len(client.asked) == 1
    assert line.seconds == 0.0


async def test_whoever_has_answered_is_asked_again(asked):
    clock, client, line = asked
    for took in (0.2, 0.4):
        clock.advance(took)
        client.asked[-1].set_result(None)
        await turn()
        clock.advance(ASKED_EVERY - took)
        await turn()
    assert len(client.asked) == 3
    assert line.seconds == pytest.approx(0.2 + 0.2 * WEIGHT)


@pytest.mark.usefixtures("ssh_client", "ssh_keygen")
@pytest.mark.parametrize("words", [(), ("json",)])
async def test_whatever_runs_over_it_the_line_of_a_real_client_is_measured(
    words, open_ssh, echo_door, tmp_path
):
    ann, clock = await SshHome.make(tmp_path / "ann"), FakeClock()
    async with open_ssh(clock) as host:
        talk = ann.pipe("ann", host.port, *words) if words else ann.terminal("ann", host.port)
        async with talk:
            met = echo_door.pipes if words else echo_door.terminals
            await eventually(lambda: met)
            line = met[0].caller.line
            assert line.seconds == 0.0
            clock.advance(ASKED_EVERY)
            clock.advance(0.3)  # before anything could be sent
            await eventually(lambda: line.seconds)
            assert line.seconds == pytest.approx(0.3)


def test_asyncssh_asks_and_waits_for_the_answer_under_the_name_that_we_use():
    kind = asyncssh.connection.SSHConnection
    asks = kind._make_global_request
    assert inspect.iscoroutinefunction(asks)
    assert list(inspect.signature(asks).parameters) == ["self", "request", "args"]
    assert "want_reply=True" in inspect.getsource(asks)
    # An open question is answered when the connection ends: nobody waits for it for ever.
    assert "_global_request_waiters" in inspect.getsource(kind._cleanup)
    assert repr(QUESTION) in inspect.getsource(kind._make_keepalive_request)
