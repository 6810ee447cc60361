"""Lines over SSH: for a script, and for a person whose terminal can do no more than lines."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rr_net.ssh import LineTooLong
from rr_net.ssh.lines import NoLine, ScriptLines, TypedLines
from rr_net.ssh.pipe import QUEUED_LINES
from tests.support.e2e.sshclient import CTRL_C, CTRL_D, ENTER, LEFT, UP, SshHome, eventually
from tests.support.tasks import turns

pytestmark = pytest.mark.usefixtures("ssh_client", "ssh_keygen")


@pytest.fixture
async def ann(tmp_path):
    return await SshHome.make(tmp_path / "ann")


def in_pieces(content, cuts):
    """`content` as it may arrive: cut anywhere."""
    places = sorted({min(cut, len(content)) for cut in cuts})
    return [content[a:b] for a, b in zip([0, *places], [*places, len(content)], strict=True)]


cuts = st.lists(st.integers(0, 80), max_size=6)


# --- a script ---------------------------------------------------------------


@given(st.lists(st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]))), cuts)
def test_lines_come_out_as_they_went_in_however_they_are_cut(lines, cuts):
    reader = ScriptLines(limit=1000)
    content = "".join(f"{line}\n" for line in lines).encode()
    found = [line for piece in in_pieces(content, cuts) for line in reader.feed(piece)]
    assert found == lines
    assert list(reader.finish()) == [NoLine.END]


@given(st.binary(max_size=200), cuts)
def test_any_bytes_give_short_lines_of_text(content, cuts):
    reader = ScriptLines(limit=10)
    found = [line for piece in in_pieces(content, cuts) for line in reader.feed(piece)]
    assert len(found) == content.count(b"\n")
    assert all(line is NoLine.TOO_LONG or len(line) <= 10 for line in found)


def test_a_line_too_long_is_dropped_alone():
    reader = ScriptLines(limit=5)
    assert list(reader.feed(b"12345\n123456\n1234")) == ["12345", NoLine.TOO_LONG]
    assert list(reader.feed(b"56789")) == []
    assert len(reader.part) == 0
    assert list(reader.feed(b"0\nok\n")) == [NoLine.TOO_LONG, "ok"]


def test_a_last_line_without_its_end_counts_and_a_return_does_not():
    reader = ScriptLines(limit=50)
    assert list(reader.feed(b"one\r\ntwo")) == ["one"]
    assert list(reader.finish()) == ["two", NoLine.END]


async def test_a_script_talks_in_lines_and_reads_the_last_answer(ssh_host, ann):
    done = await ann.run("ann", ssh_host.port, "json", stdin="eins\nzwölf\nletzte".encode())
    assert done.code == 0
    greeting, *answers = done.out.decode().split("\n")
    assert greeting == f"json for ann {await ann.fingerprint()}"
    assert answers == ["you said eins", "you said zwölf", "you said letzte", ""]


async def test_a_script_hears_of_a_line_too_long_and_goes_on(ssh_host, echo_door, ann):
    async def verb(name, session):
        while True:
            try:
                line = await session.read_line()
            except LineTooLong as error:
                line = str(error)
            if line is None:
                return 0
            session.write_line(line)

    echo_door.verb = verb
    content = b"a" * 16_384 + b"\n" + b"b" * 16_385 + b"\nstill here\n"
    done = await ann.run("ann", ssh_host.port, "json", stdin=content)
    first, second, third = done.out.decode().splitlines()
    assert first == "a" * 16_384
    assert second == "line dropped: expected at most 16384 bytes"
    assert third == "still here"


async def test_a_big_answer_arrives_whole_and_is_never_queued_whole(ssh_host, echo_door, ann):
    echo_door.bundle = bytes(range(256)) * 20_000
    most = 0

    async def verb(name, session):
        nonlocal most
        write = session.wire.write

        def watched(content, datatype=None):
            nonlocal most
            write(content, datatype)
            most = max(most, session.wire.backlog)

        session.wire.write = watched
        await session.write_bytes(echo_door.bundle)
        return 0

    echo_door.verb = verb
    done = await ann.run("ann", ssh_host.port, "bundle")
    assert done.out == echo_door.bundle
    assert most <= 2 * 65_536 + 32_768


async def test_a_script_that_sends_and_does_not_wait_is_read_as_it_is_answered(
    ssh_host, echo_door, ann
):
    go = asyncio.Event()

    async def verb(name, session):
        echo_door.pipes.append(session)
        await go.wait()
        count = 0
        while await session.read_line() is not None:
            count += 1
        session.write_line(str(count))
        return 0

    echo_door.verb = verb
    async with ann.pipe("ann", ssh_host.port, "json") as script:
        for _ in range(2000):
            script.send_line("x" * 99)
        script.send_end()
        await eventually(lambda: echo_door.pipes and echo_door.pipes[0].lines)
        await turns()
        # The rest waits in its own pipe: here are a few lines, a packet and a window of them.
        session = echo_door.pipes[0]
        assert len(session.lines) <= QUEUED_LINES + 32_768 // 100 + 1
        waiting = sum(len(content) for content, _ in session.wire.channel._recv_buf)
        assert waiting <= 65_536
        go.set()
        assert await script.read_line() == "2000"


# --- a person ---------------------------------------------------------------


@given(st.binary(max_size=200), cuts)
def test_nothing_that_is_typed_is_echoed_as_an_escape(content, cuts):
    reader = TypedLines(limit=50)
    found = [line for piece in in_pieces(content, cuts) for line in reader.feed(piece)]
    echo = reader.take_echo()
    assert all(char.isprintable() or char in "\r\n\b" for char in echo)
    assert all(line is NoLine.END or (line.isprintable() and len(line) <= 50) for line in found)


@pytest.mark.parametrize(
    ("typed", "lines", "echo"),
    [
        (b"abc\r", ["abc"], "abc\r\n"),
        (b"abc\r\nd\n", ["abc", "d"], "abc\r\nd\r\n"),
        (b"ab\x7fc\r", ["ac"], "ab\b \bc\r\n"),
        (b"\x7f\x7fa\r", ["a"], "a\r\n"),
        (b"abc\x15x\r", ["x"], "abc" + "\b \b" * 3 + "x\r\n"),
        ("你\x7f\r".encode(), [""], "你" + "\b \b" * 2 + "\r\n"),
        (b"a\x1b[A\x1b[1;5Cb\x1bOPc\r", ["abc"], "abc\r\n"),
        (b"a\x1b\x1b[Db\r", ["ab"], "ab\r\n"),
        (b"ab\x03c\r", ["c"], "ab^C\r\nc\r\n"),
        (b"ab\x04\r", ["ab"], "ab\r\n"),
        (b"\x04", [NoLine.END], "\r\n"),
        (b"\x03", [NoLine.END], "\r\n"),
        ("a\u202e\u200bb\r".encode(), ["ab"], "ab\r\n"),
        (b"a\xffb\r", ["a\ufffdb"], "a\ufffdb\r\n"),
        (b"x" * 60 + b"\r", ["x" * 50], "x" * 50 + "\r\n"),
    ],
)
def test_a_terminal_gets_a_line_editor(typed, lines, echo):
    reader = TypedLines(limit=50)
    assert [line for byte in typed for line in reader.feed(bytes([byte]))] == lines
    assert reader.take_echo() == echo


async def test_a_dumb_terminal_gets_plain_text_and_no_escape_byte(ssh_host, echo_door, ann):
    async with ann.terminal("ann", ssh_host.port, term="dumb") as terminal:
        await terminal.wait_for("text for ann")
        terminal.send("hallo" + LEFT + UP + "\x7fö" + ENTER)
        await terminal.wait_for("you said hallö")
        assert "hallö" in terminal.text().splitlines()
        terminal.send(CTRL_C)
        assert await terminal.wait_closed() == 0
    assert echo_door.ran == ["text"]
    answer = bytes(terminal.raw).partition(b"text for ann")[2]
    assert b"\x1b" not in answer
    assert b"\n" not in answer.replace(b"\r\n", b"")


async def test_the_word_text_does_the_same_on_any_terminal(ssh_host, echo_door, ann):
    async with ann.terminal("ann", ssh_host.port, "text", extra=["-t"]) as terminal:
        await terminal.wait_for("text for ann")
        terminal.send("ja" + ENTER)
        await terminal.wait_for("you said ja")
        terminal.send(CTRL_D)
        assert await terminal.wait_closed() == 0
    assert b"\x1b" not in terminal.raw


async def test_what_a_verb_writes_holds_no_control_character(ssh_host, echo_door, ann):
    async def verb(name, session):
        session.write_line("a\x1b[31mb\x9bc\x07d\te\x00")
        session.write_error("e\x1b]0;x\x07f")
        return 0

    echo_door.verb = verb
    done = await ann.run("ann", ssh_host.port, "json", extra=["-q"])
    assert done.out == b"a[31mbcd\te\n"
    assert done.err == b"e]0;xf\n"
