"""The json verb: what it does with lines that are good, bad, long, many, or none."""

import asyncio
import json

import pytest

from rr_net.host.door import NO_BUNDLE
from rr_net.host.json_session import (
    ENOUGH_MISTAKES,
    LINES_A_SECOND,
    LINES_AT_ONCE,
    JsonSession,
    send_file,
)
from rr_net.link import Bye, Notice, Ready, Say
from rr_net.ssh import LineTooLong
from tests.support.fakeclock import FakeClock
from tests.support.tasks import beside, turn


class Wire:
    """A link and a session of lines in one."""

    def __init__(self):
        self.sent, self.written, self.errors = [], [], []
        self.raw = b""
        self.is_closed = False
        self.closed = False
        self.lines = asyncio.Queue()
        self.clock = FakeClock()

    def attach(self, receive):
        self.receive = receive

    def send(self, message):
        self.sent.append(message)

    def close(self):
        self.is_closed = True

    async def read_line(self):
        line = await self.lines.get()
        if line is LineTooLong:
            raise LineTooLong("line dropped: expected at most 16384 bytes")
        return line

    def write_line(self, text):
        self.written.append(json.loads(text))

    def write_error(self, text):
        self.errors.append(text)

    async def write_bytes(self, content):
        self.raw += content

    async def drain(self):
        pass

    async def runs(self, *lines):
        """Sends lines and the end of the input; the exit status."""
        for line in (*lines, None):
            self.lines.put_nowait(line)
        return await JsonSession(self, self, self.clock).run()


@pytest.fixture
def waited(monkeypatch):
    """The pauses between lines, which are noted and not made."""
    pauses = []

    async def noted(seconds):
        pauses.append(seconds)
        await turn()

    monkeypatch.setattr("rr_net.host.json_session.asyncio.sleep", noted)
    return pauses


async def test_good_lines_reach_the_room():
    wire = Wire()
    assert await wire.runs('{"type":"ready"}', '  {"type": "chat", "text": "hi"} ') == 0
    assert wire.sent == [Ready(), Say(text="hi")]
    assert wire.written == []


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("hello", "the line"),
        ("[]", "the line"),
        ("{}", "the line"),
        ('{"type":"dance"}', "the line"),
        ('{"type":"sit"}', "sit.seat"),
        ('{"type":"sit","seat":"0"}', "sit.seat"),
        ('{"type":"sit","seat":true}', "sit.seat"),
        ('{"type":"sit","seat":8}', "sit.seat"),
        ('{"type":"ready","redy":true}', "ready.redy"),
        ('{"type":"answer","number":1e400,"option":0}', ""),
        ("[" * 10_000, ""),
        ('{"type":"chat","text":"\\ud800"}', ""),
    ],
)
async def test_a_bad_line_is_answered_and_the_next_one_counts(line, place):
    wire = Wire()
    assert await wire.runs(line, '{"type":"ready"}') == 0
    assert [message["type"] for message in wire.written] == ["error"]
    assert wire.written[0]["code"] == "bad_line"
    assert wire.written[0]["text"].startswith(place)
    assert wire.sent == [Ready()]


async def test_a_line_too_long_is_answered_and_the_next_one_counts():
    wire = Wire()
    assert await wire.runs(LineTooLong, '{"type":"ready"}') == 0
    assert wire.written[0]["code"] == "line_too_long"
    assert wire.sent == [Ready()]


async def test_empty_lines_are_nothing():
    wire = Wire()
    assert await wire.runs("", "   ", "\t") == 0
    assert (wire.sent, wire.written) == ([], [])


async def test_the_end_of_the_input_is_a_dropped_line():
    wire = Wire()
    assert await wire.runs() == 0
    assert wire.is_closed
    assert wire.sent == []


async def test_somebody_who_sends_nothing_but_rubbish_is_sent_away(waited):
    wire = Wire()
    assert await wire.runs(*["rubbish"] * (ENOUGH_MISTAKES + 50)) == 1
    assert len(wire.written) == ENOUGH_MISTAKES
    assert wire.is_closed


async def test_a_goodbye_ends_the_session_while_it_waits_for_a_line():
    wire = Wire()
    async with beside(JsonSession(wire, wire, wire.clock).run()) as running:
        await turn()
        wire.receive(Notice(text="soon"))
        wire.receive(Bye(text="over", commitment="c0"))
    assert running.result() == 0
    assert [message["type"] for message in wire.written] == ["notice", "bye"]
    assert wire.is_closed


async def test_more_lines_than_a_room_takes_wait_and_none_is_lost(waited):
    wire = Wire()
    await wire.runs(*['{"type":"ready"}'] * (LINES_AT_ONCE + 20))
    assert len(wire.sent) == LINES_AT_ONCE + 20
    assert waited[:LINES_AT_ONCE] == [0] * LINES_AT_ONCE
    # The clock of the test stands still, so that the debt grows with each line.
    assert waited[LINES_AT_ONCE] == pytest.approx(1 / LINES_A_SECOND)
    assert waited[LINES_AT_ONCE + 19] == pytest.approx(20 / LINES_A_SECOND)


async def test_a_file_is_sent_byte_for_byte():
    wire = Wire()
    assert await send_file(b"\x00\xff{}", "missing", wire) == 0
    assert (wire.raw, wire.errors) == (b"\x00\xff{}", [])


async def test_a_file_that_is_not_there_is_a_sentence_and_a_status():
    wire = Wire()
    assert await send_file(None, NO_BUNDLE, wire) == 1
    assert (wire.raw, wire.errors) == (b"", [NO_BUNDLE])
