"""Each private name of asyncssh that we use, and what we count on; and what is logged."""

import asyncio
import inspect
import io
import logging

import asyncssh
import pytest

from rr_net.ssh import PrintableFormatter
from rr_net.ssh.flow import TAKEN_AT_ONCE
from rr_net.ssh.server import SETTINGS, guard_asyncssh_log, printable
from rr_net.ssh.session import NoEnvironment
from tests.support.e2e.sshclient import SshHome

NASTY = "\x1b]0;evil\x07\nFAKE LINE \u202e\x9b31m\u2028"


# --- asyncssh ---------------------------------------------------------------


async def test_a_connection_has_a_transport_and_does_nothing_when_it_is_full(ssh_host, tmp_path):
    ann = await SshHome.make(tmp_path / "ann")
    seen = []

    class Server(asyncssh.SSHServer):
        def connection_made(self, conn):
            seen.append((conn, conn._transport, vars(type(conn))))

    key = asyncssh.generate_private_key("ssh-ed25519")
    acceptor = await asyncssh.listen("127.0.0.1", 0, server_factory=Server, server_host_keys=[key])
    await ann.run("ann", acceptor.get_port(), extra=["-o", "BatchMode=yes"])
    conn, transport, _ = seen[0]
    assert isinstance(transport, asyncio.Transport)
    # Flow control is ours to add: the day asyncssh brings its own, ours must go.
    for name in ("pause_writing", "resume_writing"):
        source = inspect.getsource(getattr(type(conn), name))
        assert "Do nothing with this for now" in source
    acceptor.close()
    await acceptor.wait_closed()


async def test_what_comes_at_once_is_read_in_pieces(ssh_host, monkeypatch):
    """Whoever sends a lot takes one short turn of the loop after the other."""
    pieces, take = asyncio.Queue(), asyncssh.SSHServerConnection.data_received

    def taken(connection, data, datatype=None):
        pieces.put_nowait(len(data))
        take(connection, data, datatype)

    monkeypatch.setattr(asyncssh.SSHServerConnection, "data_received", taken)
    _, writer = await asyncio.open_connection("127.0.0.1", ssh_host.port)
    writer.write(b"SSH-2.0-x\r\n" + bytes(300_000))
    assert await pieces.get() == TAKEN_AT_ONCE
    writer.close()


async def test_a_channel_keeps_the_environment_where_we_replace_it(ssh_host, echo_door, tmp_path):
    ann = await SshHome.make(tmp_path / "ann")
    async with ann.pipe("ann", ssh_host.port, "json", extra=["-o", "SetEnv=A=1"]) as script:
        await script.read_line()
        channel = echo_door.pipes[0].wire.channel
        assert type(channel._env) is NoEnvironment
        assert channel.get_environment() == {}
        assert "_env[key] = value" in inspect.getsource(type(channel)._process_env_request)


def test_a_forgetful_environment_keeps_nothing():
    environment = NoEnvironment()
    environment[b"LD_PRELOAD"] = b"x"
    assert environment == {}


def test_every_setting_is_one_that_asyncssh_knows():
    options = inspect.signature(asyncssh.connection.SSHServerConnectionOptions.prepare).parameters
    listening = inspect.signature(asyncssh.listen).parameters
    assert [name for name in SETTINGS if name not in {**options, **listening}] == []


def test_asyncssh_asks_for_the_ways_in_at_each_refusal():
    source = inspect.getsource(asyncssh.connection.SSHConnection.send_userauth_failure)
    assert "get_supported_server_auth_methods" in source


# --- the log ----------------------------------------------------------------


@pytest.fixture
def log():
    """What a host's log gets, with our formatter, at the most talkative level."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(PrintableFormatter("%(name)s %(message)s"))
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield stream
    root.removeHandler(handler)
    root.setLevel(level)


def lines_of(stream):
    return stream.getvalue().splitlines()


def test_a_log_line_is_one_line_of_printable_characters(log):
    logging.getLogger("rr_net.test").warning("from %s", NASTY)
    (line,) = lines_of(log)
    assert line.isprintable()
    assert line.startswith("rr_net.test from \\x1b]0;evil\\x07\\nFAKE LINE \\u202e\\x9b31m\\u2028")


def test_a_traceback_keeps_its_lines_and_is_printable(log):
    try:
        raise ValueError(NASTY)
    except ValueError:
        logging.getLogger("rr_net.test").exception("broke")
    lines = lines_of(log)
    assert len(lines) > 2
    assert all(line.isprintable() for line in lines)
    assert all(line.startswith("  | ") for line in lines[1:])


async def test_neither_commands_nor_names_are_logged_raw(ssh_host, log, tmp_path):
    ann = await SshHome.make(tmp_path / "ann")
    asyncssh.set_log_level("DEBUG")
    try:
        command = "secret-command \x1b]0;evil\x07"
        await ann.run("secretname", ssh_host.port, command, extra=["-o", "SetEnv=SECRETVAR=1"])
    finally:
        asyncssh.set_log_level("NOTSET")
    text = log.getvalue()
    assert "secret" not in text.lower()
    assert "\x1b" not in text
    # The control: it is not that nothing is logged.
    assert f"{await ann.fingerprint()} entered from 127.0.0.1" in text


def test_asyncssh_may_warn_but_printably(log):
    guard_asyncssh_log()
    guard_asyncssh_log()
    source = logging.getLogger("asyncssh")
    source.info("said %s", NASTY)
    source.warning("warned of %s", NASTY)
    (line,) = lines_of(log)
    assert line.startswith("asyncssh warned of \\x1b]0;evil")
    assert line.isprintable()
    assert len(source.filters) == 1


@pytest.mark.parametrize(
    ("text", "shown"),
    [("plain", "plain"), ("ö 你", "ö 你"), ("a\tb", "a\\tb"), ("\u200b", "\\u200b"), ("", "")],
)
def test_what_is_printable_stays(text, shown):
    assert printable(text) == shown
