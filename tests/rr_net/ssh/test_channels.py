"""What can be asked for on a connection, and that everything else is refused."""

import asyncio
import contextlib
import os
import random
import tempfile
from pathlib import Path

import asyncssh
import pytest

from rr_net.names import BadName, clean_name
from rr_net.ssh.session import verb_of
from tests.support.e2e.sshclient import SshHome, eventually, run
from tests.support.fakeclock import FakeClock
from tests.test_layers import process_starters

pytestmark = pytest.mark.usefixtures("ssh_client", "ssh_keygen")

VERBS = frozenset({"json", "text", "bundle"})


@pytest.fixture
async def ann(tmp_path):
    return await SshHome.make(tmp_path / "ann")


@pytest.fixture
def short_path():
    """A folder with a short name: the path of a socket has room for 100 characters."""
    with tempfile.TemporaryDirectory(prefix="rr", dir="/tmp") as folder:
        yield Path(folder)


def connected(port, home, **options):
    """A client without OpenSSH's own manners."""
    return asyncssh.connect(
        "127.0.0.1",
        port,
        username="ann",
        client_keys=[str(home.key)],
        known_hosts=None,
        config=[],
        agent_path=None,
        **options,
    )


@pytest.mark.attack("T26")
async def test_a_connection_holds_two_sessions_and_no_more(ssh_host, open_ssh, ann, short_path):
    share = ["-S", str(short_path / "s")]
    # Without a way of its own, a client whose session is refused cannot connect anew.
    guest = [*share, "-o", "ProxyCommand=false"]
    async with ann.terminal("ann", ssh_host.port, extra=["-M", *share]) as first:
        await first.wait_for("Hello ann")
        async with ann.pipe("ann", ssh_host.port, "json", extra=guest) as second:
            assert (await second.read_line()).startswith("json for ann")
            third = await ann.run("ann", ssh_host.port, "text", extra=guest)
            assert third.code == 255
            assert b"Session open refused by peer" in third.err
            second.send_end()
            assert await second.wait_closed() == 0
        await eventually(lambda: ssh_host.sessions == 1)
        assert (await ann.run("ann", ssh_host.port, "text", extra=guest)).code == 0

    async def opened(port):
        async with connected(port, ann) as client:
            tries = [client.create_process("json") for _ in range(500)]
            found = await asyncio.gather(*tries, return_exceptions=True)
            return sum(isinstance(one, asyncssh.SSHClientProcess) for one in found)

    assert await opened(ssh_host.port) == 2
    # The control: nothing else stops them.
    async with open_ssh(sessions=1000, openings=1000) as host:
        assert await opened(host.port) == 500


async def test_sessions_may_not_follow_one_another_without_end(open_ssh, ann):
    clock = FakeClock()
    async with open_ssh(clock) as host, connected(host.port, ann) as client:

        async def opens():
            try:
                await client.run("text", stdin=asyncssh.DEVNULL)
            except asyncssh.ChannelOpenError:
                return False
            return True

        assert [await opens() for _ in range(12)] == [True] * 10 + [False] * 2
        clock.advance(2)
        assert [await opens() for _ in range(2)] == [True, False]


class Target:
    """A port that nobody must be led to."""

    async def __aenter__(self):
        self.visits = 0
        self._server = await asyncio.start_server(self._visited, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        self._server.close()
        await self._server.wait_closed()

    def _visited(self, reader, writer):
        self.visits += 1
        writer.close()


@pytest.mark.attack("T28")
async def test_no_port_is_forwarded(ssh_host, ann, short_path):
    async with Target() as target:
        there = await ann.run("ann", ssh_host.port, extra=["-W", f"127.0.0.1:{target.port}"])
        assert there.code == 255
        assert b"open failed" in there.err
        assert target.visits == 0
    socket = short_path / "back"
    for forward in (["-R", "0:127.0.0.1:22"], ["-R", f"{socket}:/tmp/x"]):
        strict = ["-N", "-o", "ExitOnForwardFailure=yes", *forward]
        back = await ann.run("ann", ssh_host.port, extra=strict)
        assert back.code == 255
        assert b"remote port forwarding failed" in back.err or b"forward" in back.err
    assert not socket.exists()
    async with connected(ssh_host.port, ann) as client:
        with pytest.raises(asyncssh.ChannelOpenError):
            await client.open_unix_connection("/run/anything")
        with pytest.raises(asyncssh.ChannelOpenError):
            await client.open_tun(0)


@contextlib.asynccontextmanager
async def agent(folder):
    """A real ssh-agent; the path of its socket."""
    path = folder / "agent"
    process = await asyncio.create_subprocess_exec(
        "ssh-agent", "-D", "-a", str(path), stdout=asyncio.subprocess.DEVNULL
    )
    try:
        await eventually(path.exists)
        yield path
    finally:
        process.terminate()
        await process.wait()


@contextlib.asynccontextmanager
async def careless_host():
    """asyncssh as it comes, with a session that says what it was given."""

    class Careless(asyncssh.SSHServer):
        def begin_auth(self, username):
            return False

    async def say(process):
        channel = process.channel
        process.stdout.write(f"{channel.get_agent_path() is not None} {process.env.get('BAD')}")
        process.exit(0)

    key = asyncssh.generate_private_key("ssh-ed25519")
    acceptor = await asyncssh.listen(
        "127.0.0.1", 0, server_factory=Careless, server_host_keys=[key], process_factory=say
    )
    try:
        yield acceptor.get_port()
    finally:
        acceptor.close()
        await acceptor.wait_closed()


@pytest.mark.attack("T28")
async def test_neither_agent_nor_display_nor_environment_is_taken(
    ssh_host, echo_door, ann, short_path
):
    before = dict(os.environ)
    async with agent(short_path) as socket:
        pushy = [
            "-A",
            "-Y",
            "-o",
            f"IdentityAgent={socket}",
            "-o",
            "SetEnv=BAD=1",
            "-o",
            "SendEnv=*",
        ]
        given = {"SSH_AUTH_SOCK": str(socket), "DISPLAY": "localhost:99", "LD_PRELOAD": ""}
        async with ann.terminal("ann", ssh_host.port, extra=pushy, variables=given) as terminal:
            await terminal.wait_for("Hello ann")
            channel = echo_door.terminals[0].wire.channel
            assert channel.get_agent_path() is None
            assert channel.get_x11_display() is None
            assert dict(channel.get_environment()) == {}
            assert channel._env == {}
            terminal.send("q")
            assert await terminal.wait_closed() == 0
        assert dict(os.environ) == before
        # The control: asyncssh left to itself takes both.
        async with careless_host() as port:
            ann.known_hosts.unlink()
            done = await ann.run("ann", port, extra=pushy, variables=given)
            assert done.out == b"True 1"


@pytest.mark.attack("T28")
async def test_no_file_is_fetched_or_left(ssh_host, ann, tmp_path):
    (tmp_path / "here").write_text("mine")
    settings = ann.command("ann", ssh_host.port)[1:-3]
    there = f"ann@127.0.0.1:{tmp_path}/there"
    for program in (["scp"], ["scp", "-O"]):
        command = [*program, *settings, "-P", str(ssh_host.port), str(tmp_path / "here"), there]
        assert (await run(command, ann.environment())).code != 0
    command = ["sftp", *settings, "-P", str(ssh_host.port), "ann@127.0.0.1"]
    done = await run(command, ann.environment(), stdin=b"ls\n")
    assert done.code != 0
    assert b"subsystem request failed" in done.err
    assert not (tmp_path / "there").exists()


INJECTIONS = [
    "receipt; id",
    "json; id",
    "$(id)",
    "`id`",
    "json\n",
    " json",
    "json ",
    "JSON",
    "json\x00",
    "json|sh",
    "text && id",
    "bundle > /tmp/x",
    "../json",
    "/bin/sh",
    "scp -t /tmp",
    "json\x1b[31m",
    "ｊｓｏｎ",
]


@pytest.mark.attack("T29")
async def test_a_command_is_one_of_the_verbs_to_the_letter(open_ssh, echo_door, ann):
    refusal = b"knows only these words after the ssh line: bundle, json, text.\n"
    async with open_ssh(openings=100) as host:
        for injection in INJECTIONS[:4]:
            done = await ann.run("ann", host.port, injection)
            assert (done.code, done.out) == (127, b"")
            assert done.err.endswith(refusal)
        # Not everything can be said on a command line, and this is quicker.
        async with connected(host.port, ann) as client:
            for injection in INJECTIONS:
                done = await client.run(injection, encoding=None)
                assert (done.exit_status, done.stdout, done.stderr[-len(refusal) :]) == (
                    127,
                    b"",
                    refusal,
                )
    assert echo_door.ran == []

    dice = random.Random(29)
    letters = "jsontexbudl \t\n;|&$`(){}<>'\"\\/.-_\x00\x1b\u200bé"
    fuzz = {"".join(dice.choices(letters, k=dice.randrange(12))) for _ in range(10_000)}
    mutants = {verb[:n] + dice.choice(letters) + verb[n:] for verb in VERBS for n in range(7)}
    for command in (fuzz | mutants | set(INJECTIONS)) - VERBS:
        assert verb_of(command, VERBS) is None
        # One that words may follow is no other verb, and gets no control character.
        found = verb_of(command, VERBS, frozenset({"text"}))
        assert found is None or (found[0] == "text" and command == f"text {found[1]}")
        assert found is None or found[1].isprintable()
    assert verb_of("text " + "a" * 301, VERBS, VERBS) is None
    # The control: who looks at the start of a command only lets some of them through.
    assert any(command.startswith("json") for command in INJECTIONS)
    # And whatever got through, nothing of a host starts a process.
    assert process_starters() == {}


@pytest.mark.attack("T30")
async def test_no_name_and_no_word_becomes_a_path(ssh_host, echo_door, ann, tmp_path, monkeypatch):
    data = tmp_path / "data" / "host"
    data.mkdir(parents=True)
    monkeypatch.chdir(data)
    before = sorted(tmp_path.rglob("*"))
    paths = ["../../x", "..", "/etc/passwd", "a/../../x", "~root", "C:\\x", ".ssh", "x\x00y"]
    for path in paths:
        with pytest.raises(BadName):
            clean_name(path)
    for path in paths[:3]:
        assert (await ann.run(path, ssh_host.port, "text")).code == 0
        assert (await ann.run("ann", ssh_host.port, path)).code == 127
    assert [pipe.caller.name for pipe in echo_door.pipes] == ["x", "guest", "etc-passwd"]
    after = [path for path in sorted(tmp_path.rglob("*")) if path != ann.known_hosts]
    assert after == before


async def test_a_session_without_a_terminal_reads_what_to_do(ssh_host, ann):
    done = await ann.run("ann", ssh_host.port, extra=["-T"])
    assert (done.code, done.out) == (2, b"")
    assert b"The board needs a terminal" in done.err
    assert b"bundle, json, text" in done.err


async def test_a_connection_without_a_session_is_closed(open_ssh, ann):
    async with open_ssh(without_session_seconds=0.2) as host:
        done = await ann.run("ann", host.port, extra=["-N"])
        assert done.code == 255
        assert host.gate.inside == 0


async def test_every_connection_that_ends_is_forgotten(ssh_host, ann):
    for _ in range(3):
        await ann.run("ann", ssh_host.port, "text")
    await eventually(lambda: not ssh_host.connections)
    assert (ssh_host.gate.inside, ssh_host.gate.waiting, ssh_host.sessions) == (0, 0, 0)
