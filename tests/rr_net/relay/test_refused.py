"""Whatever a guest asks for: nothing is opened but tables. Asked at random, and by stock ssh."""

import asyncio
import contextlib
import random
import sys
from collections import Counter

import asyncssh
import pytest
from asyncssh.packet import Boolean, String, UInt32

from rr_net.relay.names import certified_name
from tests.conftest import LONG
from tests.support.e2e.sshclient import SshHome, run
from tests.support.rr_net.relays import TABLE_KEY, greeted, guest, offered, relaying_tables, until

pytestmark = pytest.mark.socket

ASKED = 10_000 if LONG else 400
MAPLE = str(certified_name("maple", TABLE_KEY.public_data))
TOUCHING = frozenset({"socket.bind", "socket.connect", "subprocess.Popen", "os.fork", "os.system",
                      "socket.getaddrinfo", "os.posix_spawn"})  # fmt: skip
FAILED = 82
"""SSH_MSG_REQUEST_FAILURE."""
OPEN, SESSION = "_open", "_session"
CHANNELS = (b"direct-tcpip", b"forwarded-tcpip", b"x11", b"auth-agent@openssh.com", b"auth-agent",
            b"tun@openssh.com", b"direct-streamlocal@openssh.com", b"session@openssh.com", b"",
            b"forwarded-streamlocal@openssh.com", b"shell", b"DIRECT-TCPIP")  # fmt: skip
REQUESTS = (b"tcpip-forward", b"streamlocal-forward@openssh.com", b"no-more-sessions@openssh.com",
            b"hostkeys-prove-00@openssh.com", b"elevation", b"", b"cancel-tcpip-forward",
            b"cancel-streamlocal-forward@openssh.com")  # fmt: skip
WITHIN = (b"shell", b"exec", b"subsystem", b"pty-req", b"x11-req", b"auth-agent-req@openssh.com",
          b"auth-agent-req", b"break", b"xon-xoff", b"eow@openssh.com", b"")  # fmt: skip
"""What is asked within a session, each refused but for the one word that everybody may say."""
WORDS = (b"list", b"list ", b"list x", b"LIST", b"admin", b"drain", b"ban oak", b"publish {}", b"",
         b"sh -c id", b"id", b"sftp", b"\0", b"list\nid", b"list; id", b"x" * 5000)  # fmt: skip
TAKEN = {b"list", b"list "}
HOSTS = ("127.0.0.1", "::1", "localhost", "0.0.0.0", "169.254.169.254", "example.org", "", MAPLE,
         MAPLE[:-1], MAPLE + ".", MAPLE + "\0", "maple", "oak", "*", "/etc/passwd", "a" * 300, "ä",
         "2130706433", "0x7f.1", f"{MAPLE}:22", f"[{MAPLE}]")  # fmt: skip
PORTS = (0, 1, 21, 22, 23, 80, 2222, 65535, 65536, 2**32 - 1)

touched = []
is_watched = False


def note(event, _):
    if is_watched and event in TOUCHING:
        touched.append(event)


sys.addaudithook(note)


@contextlib.contextmanager
def untouched():
    """Nothing is connected to, listened on or started within the block."""
    global is_watched  # noqa: PLW0603 - an audit hook cannot be taken away again
    touched.clear()
    is_watched = True
    try:
        yield
    finally:
        is_watched = False
    assert touched == []


class Asking:
    """A guest who asks for anything, well said or not."""

    def __init__(self, dice):
        self.dice = dice
        self.taken = Counter()

    def payload(self):
        """What belongs to a request, more or less."""
        host = self.dice.choice(HOSTS).encode()
        port = self.dice.choice(PORTS)
        kinds = (
            lambda: [String(host), UInt32(port), String("127.0.0.1"), UInt32(7)],
            lambda: [String(host), UInt32(port)],
            lambda: [String(host)],
            lambda: [UInt32(self.dice.choice((1, 2, 3))), UInt32(port % 2**31)],
            lambda: [self.dice.randbytes(self.dice.randrange(40))],
            list,
        )
        return self.dice.choices(kinds, (10, 3, 3, 2, 1, 1))[0]()

    async def asks(self, line):
        """One request; what was opened by it, which must be a table by its name."""
        if self.dice.random() < 0.4:
            await self.asks_within(line)
        elif self.dice.random() < 0.6:
            kind, content = self.dice.choice(CHANNELS), self.payload()
            is_table = b"".join(content).startswith(String(MAPLE) + UInt32(22))
            with contextlib.suppress(asyncssh.ChannelOpenError):
                await getattr(line.create_tcp_channel(), OPEN)(kind, *content)
                assert kind == b"direct-tcpip"
                assert is_table
        else:
            asked = line._make_global_request(self.dice.choice(REQUESTS), *self.payload())
            answer, _ = await asked
            assert answer == FAILED

    async def asks_within(self, line):
        """One request of a session, which is opened for it and ended then."""
        channel, kind = line.create_tcp_channel(), self.dice.choice(WITHIN)
        word = self.dice.choice(WORDS)
        content = self.dice.choice(([String(word)], [], self.payload()))
        try:
            await getattr(channel, OPEN)(b"session")
        except asyncssh.ChannelOpenError:
            return
        setattr(channel, SESSION, asyncssh.SSHTCPSession())
        # Half a request ends the connection.
        with contextlib.suppress(asyncssh.DisconnectError):
            is_taken = await channel._make_request(kind, *content)
            self.taken[kind] += is_taken
            assert not is_taken or (kind == b"exec" and content == [String(word)] and word in TAKEN)
        channel.abort()

    async def talks(self, line):
        """Packets of any kind, which may end the connection."""
        for _ in range(5):
            kind = self.dice.randrange(80, 101)
            said = [UInt32(self.dice.randrange(4)), String(self.dice.choice(HOSTS).encode()),
                    Boolean(True), self.dice.randbytes(9)]  # fmt: skip
            line.send_packet(kind, *said[: self.dice.randrange(5)])


async def lasting(line, asking):
    """Waits for an answer, or for the end of a connection that has said too much nonsense."""
    async with asyncio.timeout(10):
        await asking
    return not line.is_closed()


@pytest.mark.slow
async def test_whatever_is_asked_at_random_nothing_but_a_table_is_opened():
    asking, asked = Asking(random.Random(1)), 0
    async with relaying_tables() as relay, offered(relay) as table:
        while asked < ASKED:
            async with guest(relay) as line:
                with untouched():
                    for _ in range(50):
                        asked += 1
                        if not await lasting(line, asking.asks(line)):
                            break
                    with contextlib.suppress(OSError, asyncssh.Error):
                        await asking.talks(line)
        await until(lambda: relay.board.guests == 0)
        assert [str(each.name) for each in relay.board.tables] == [MAPLE]
        assert asking.taken[b"exec"] > 0
        async with guest(relay) as line:
            await greeted(line, table.name)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("-W", "127.0.0.1:22"), b"only names of tables"),
        (("-W", "example.org:80"), b"only names of tables"),
        (("-W", f"{MAPLE}:80"), b"a table has port 22"),
        (("-W", "oak:22"), b"there is no table called oak"),
        (("-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:22"), b"forward"),
        (("-N", "-o", "ExitOnForwardFailure=yes", "-R", "/tmp/sock:127.0.0.1:22"), b"forward"),
        (("-s", "sftp"), b"subsystem request failed"),
        (("-tt", "id"), b"PTY allocation request failed"),
        (("-A", "-X", "id"), b"exec request failed"),
        (("-T",), b"shell request failed"),
    ],
    ids=lambda value: None if isinstance(value, bytes) else value[0] + str(len(value[-1])),
)
async def test_stock_ssh_is_refused_everything_else_in_words(ssh_client, tmp_path, words, said):
    home = await SshHome.make(tmp_path / "ann", kind=None)
    async with relaying_tables() as relay, offered(relay):
        options = [word for word in words if word not in ("id", "sftp")]
        rest = [word for word in words if word in ("id", "sftp")]
        command = home.command("ann", relay.port, *rest, extra=options)
        done = await run(command, home.environment())
    assert done.code != 0
    assert said in done.err
