"""A table on another machine whose host is hostile: it makes this end show words, nothing else."""

import asyncio
import json
import os
import random
import re
from functools import partial

import pytest

from rr_net import link
from rr_net.client.reading import LOG_BYTES, BadMessage, MessageReader
from rr_net.client.remote import A_SECOND, AT_ONCE, TOO_LONG
from rr_net.link import LineState, write_line
from rr_net.ssh.lines import NoLine
from rr_tui.app import JoinedTableApp, TableApp
from tests.support.fakeclock import passes
from tests.support.rr_net.hostile import ESCAPES, EVIL, TestLine, hostile, recorded, remote_over
from tests.support.rr_tui.sitting import sitting
from tests.support.rr_tui.terminals import eventually
from tests.support.tasks import beside

LONG = os.environ.get("RUNES_LONG") == "1"
COUNT = 100_000 if LONG else 1_000
SHOWN = COUNT // 10
"""How many of them are shown: an interface draws some fifty a second here."""
BATCH = 20
PLAIN = [json.dumps(each) for each in recorded()]


def opening():
    """What a host says first, so that there is a screen to break."""
    kinds = {}
    for each in recorded():
        kinds.setdefault(each["type"], each)
    return [json.dumps(kinds[kind]) for kind in ("hello", "lobby", "cards", "view", "pending")]


def has_escaped(sent):
    return [each for each in ESCAPES if (each + EVIL).encode() in sent]


def is_read(line, sat):
    return not line.lines or sat.session.task.done()


def is_shown(line):
    """Whether a line is a message that the interface is told."""
    try:
        # Rows are checked and seats' keys signed, and nobody is shown either.
        unseen = link.Bye | link.RecordRows | link.OwnAnswers | link.AskSeatKey | None
        return not isinstance(MessageReader().read(line), unseen)
    except BadMessage as error:
        refused = str(error)
    assert refused.isprintable()
    return False


@pytest.mark.slow
def test_whatever_is_read_is_clean_and_whatever_is_not_is_refused_in_words():
    chance = random.Random(3)
    lines = [hostile(chance) for _ in range(COUNT)]
    shown = [line for line in lines if is_shown(line)]
    assert len(lines) // 10 < len(shown) < len(lines)
    for line in shown:
        said = write_line(MessageReader().read(line)).decode()
        texts = re.findall(r"EVIL", said)
        assert not re.search(r"\\u00[01][0-9a-f]|\\u202e|[\x80-\x9f\u202e]", said), texts


@pytest.mark.slow
async def test_fuzzed_messages_bring_neither_an_escape_nor_a_traceback(capfd):
    chance, read, ends = random.Random(14), 0, []
    while read < SHOWN:
        line = TestLine(*opening())
        remote = remote_over(line, asyncio.get_running_loop())
        async with beside(remote.run()), sitting(remote, kind=JoinedTableApp) as sat:
            before = line.read_count
            while read + line.read_count - before < SHOWN and not sat.session.task.done():
                line.brings(*filter(is_shown, (hostile(chance) for _ in range(BATCH))))
                await eventually(partial(is_read, line, sat), seconds=60)
                await passes(1.0)
            read += line.read_count - before
            ends.append(await sat.session.stop())
            assert ends[-1] == 0 or JoinedTableApp.SORRY[0].encode() in sat.terminal.sent
            assert has_escaped(sat.terminal.sent) == []
            assert b"Traceback" not in sat.terminal.sent
            remote.close()
    out, err = capfd.readouterr()
    assert "Traceback" not in out + err
    # Words that end it are no fault, but neither are they what a host's every whim leads to.
    assert len(ends) <= SHOWN // 20


@pytest.mark.parametrize("kind", ["hello", "lobby", "cards", "view", "pending"])
async def test_a_screen_that_cannot_be_shown_is_refused_in_words(kind):
    message = next(each for each in recorded() if each["type"] == kind) | {"number": "x"}
    message |= {"version": 7, "seats": "x", "cards": 3}
    line = TestLine(*opening())
    remote = remote_over(line, asyncio.get_running_loop())
    async with beside(remote.run()), sitting(remote, kind=JoinedTableApp) as sat:
        line.brings(json.dumps(message))
        await eventually(sat.session.task.done)
        assert b"This client has hung up" in sat.terminal.sent
        assert b"makes no sense here" in b" ".join(sat.terminal.sent.split())
        remote.close()


async def test_a_line_without_an_end_is_hung_up_in_words():
    line = TestLine(*opening())
    remote = remote_over(line, asyncio.get_running_loop())
    async with beside(remote.run()), sitting(remote, kind=JoinedTableApp) as sat:
        line.brings(NoLine.TOO_LONG)
        await eventually(sat.session.task.done)
        assert TOO_LONG.encode() in b" ".join(sat.terminal.sent.split())
        assert line.is_closed


async def test_new_kinds_and_new_fields_of_a_newer_host_are_left_out():
    reader = MessageReader()
    assert reader.read('{"type": "weather", "text": "rain"}') is None
    assert reader.read('{"type": "notice", "text": "hi", "colour": "red"}') == link.Notice(
        text="hi"
    )


@pytest.mark.parametrize(
    "line",
    ["", "[]", "7", "{", '{"type": 3}' * 2, "[" * 5000, '{"type":"chat","seat":1e999}',
     '{"type":"notice","text":' + "[" * 100 + "]" * 100 + "}",
     '{"type":"notice","text":"a","more":[' + ",".join(["0"] * 300_000) + "]}",
     '{"type":"view","number":NaN}', '{"type":"view","number":' + "9" * 400 + "}"],
    ids=range(11),
)  # fmt: skip
def test_what_is_no_message_is_refused(line):
    with pytest.raises(BadMessage) as refused:
        MessageReader().read(line)
    assert str(refused.value).isprintable()


def test_seats_that_are_not_there_are_refused():
    lobby = next(each for each in recorded() if each["type"] == "lobby" and each["people"])
    for field, value in (("seat", 7), ("asks_for", 99), ("seat", -2)):
        people = [lobby["people"][0] | {field: value}]
        with pytest.raises(BadMessage, match="seats that are not there"):
            MessageReader().read(json.dumps(lobby | {"people": people}))


def test_every_recorded_message_is_read_as_it_was_said():
    readers = {}
    for line in PLAIN:
        message = MessageReader().read(line)
        assert message is not None
        readers[message.type] = message
    assert len(readers) >= 10


def test_the_log_of_one_game_is_bounded_and_another_game_begins_anew():
    reader = MessageReader()
    entry = {"n": 1, "kind": "x", "text": "x", "clause": "", "event": {}}
    big = json.dumps({"type": "events", "lines": [entry | {"text": "y" * 3900}] * 250})
    new = json.dumps({"type": "events", "lines": [entry | {"n": 0}]})
    for _ in range(LOG_BYTES // len(big)):
        reader.read(big)
    with pytest.raises(BadMessage, match="more than any game"):
        reader.read(big)
    reader.read(new)
    assert reader.read(big) is not None


async def test_a_flood_waits_on_the_line_and_not_in_the_memory():
    line, told = TestLine(*[json.dumps({"type": "notice", "text": "y"})] * 10_000), []
    loop = asyncio.get_running_loop()
    remote = remote_over(line, loop)
    remote.attach(told.append)
    began = loop.time()
    async with beside(remote.run()):
        for seconds in (1.0, 5.0):
            await passes(began + seconds - loop.time())
            assert abs(len(told) - (AT_ONCE + seconds * A_SECOND)) < A_SECOND
        remote.close()


@pytest.mark.slow
async def test_the_head_says_that_the_line_is_lost_and_how_often_it_was_tried():
    first, second = TestLine(*opening()), TestLine(*opening())
    remote = remote_over(first, asyncio.get_running_loop(), second, pauses=(5.0,))
    async with (
        beside(remote.run()),
        sitting(
            remote, kind=JoinedTableApp, dress=lambda app: setattr(app, "own_line", remote)
        ) as sat,
    ):
        before = sat.terminal.text[0]
        first.close()
        await sat.until(lambda: "Line lost: trying again (1)" in sat.terminal.text[0])
        await sat.until(lambda: sat.terminal.text[0] == before)
        assert remote.state == LineState()
        remote.close()


class Line:
    """An own line whose state a test sets."""

    state = LineState()

    def watch(self, changed):
        self.changed = changed

    def becomes(self, state):
        self.state = state
        self.changed()


async def test_the_head_shows_how_much_was_checked_and_keeps_what_was_found():
    line, own = TestLine(*opening()), Line()
    remote = remote_over(line, asyncio.get_running_loop())

    def dress(app):
        app.own_line = own

    async with beside(remote.run()), sitting(remote, kind=JoinedTableApp, dress=dress) as sat:
        game = [json.dumps(each) for each in recorded() if each["type"] in ("lobby", "view")]
        playing = next(each for each in game if '"phase": "playing"' in each and "rune" in each)
        view = next(each for each in game if '"type": "view"' in each and '"rune"' in each)
        line.brings(playing, view)
        await sat.until(lambda: "Your hand" in sat.text)
        own.becomes(LineState(checked=212))
        await sat.until(lambda: "✓ 212" in sat.terminal.text[0])
        words = "Row 7: a roll is not what its key gives"
        own.becomes(LineState(checked=212, findings=(words,)))
        await sat.until(lambda: words in sat.terminal.text[0])
        assert "✓" not in sat.terminal.text[0]
        await sat.press("down", "up")
        own.becomes(LineState("Line lost: trying again (3)", 212, (words,)))
        await sat.until(lambda: "Line lost: trying again (3)" in sat.terminal.text[0])
        assert words in sat.terminal.text[0]
        remote.close()


def test_all_that_can_be_done_at_a_table_can_be_done_at_one_elsewhere():
    keys = [app._merge_bindings().key_to_bindings.keys() for app in (TableApp, JoinedTableApp)]
    assert keys[0] == keys[1]
