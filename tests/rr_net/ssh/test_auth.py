"""Who gets in, and as whom: the real client, and one that keeps to no rules."""

import asyncio
import contextlib

import asyncssh
import pytest
from asyncssh.constants import MSG_USERAUTH_REQUEST
from asyncssh.packet import Boolean, String

from rr_net.ssh.connection import TURNED_AWAY, Tries
from rr_net.ssh.keys import fingerprint_of
from rr_net.ssh.limits import Limits
from tests.support.e2e.sshclient import SshHome, eventually
from tests.support.fakeclock import FakeClock

pytestmark = pytest.mark.usefixtures("ssh_client", "ssh_keygen")


async def public_half(home, folder):
    """What a stranger has of a player: the public key alone."""
    folder.mkdir(exist_ok=True)
    stolen = folder / "victim.pub"
    stolen.write_bytes(home.key.with_suffix(".pub").read_bytes())
    return stolen


class NaiveServer(asyncssh.SSHServer):
    """What not to do: it remembers the key that was offered, and has a second way in."""

    def begin_auth(self, username):
        return True

    def public_key_auth_supported(self):
        return True

    def validate_public_key(self, username, key):
        self.who = fingerprint_of(key)
        return True

    def kbdint_auth_supported(self):
        return True

    def get_kbdint_challenge(self, username, lang, submethods):
        return "", "", "", []

    def validate_kbdint_response(self, username, responses):
        return True

    def session_requested(self):
        async def say(stdin, stdout, stderr):
            stdout.write(self.who)
            stdout.channel.exit(0)

        return say


@contextlib.asynccontextmanager
async def naive_host():
    key = asyncssh.generate_private_key("ssh-ed25519")
    acceptor = await asyncssh.listen(
        "127.0.0.1", 0, server_factory=NaiveServer, server_host_keys=[key]
    )
    try:
        yield acceptor.get_port()
    finally:
        acceptor.close()
        await acceptor.wait_closed()


@pytest.mark.attack("T24")
async def test_a_victims_public_key_opens_nobodys_seat(ssh_host, echo_door, tmp_path):
    victim = await SshHome.make(tmp_path / "victim")
    thief = await SshHome.make(tmp_path / "thief")
    bare = await SshHome.make(tmp_path / "bare", kind=None)
    offer = ["-i", str(await public_half(victim, tmp_path / "stolen"))]

    refused = await bare.run("victim", ssh_host.port, "text", extra=offer)
    assert refused.code == 255
    assert b"Permission denied (publickey)" in refused.err

    for order in ([*offer, "-i", str(thief.key)], ["-i", str(thief.key), *offer]):
        done = await bare.run("victim", ssh_host.port, "text", extra=order)
        assert done.out.decode().split() == ["text", "for", "victim", await thief.fingerprint()]
    assert {p.caller.fingerprint for p in echo_door.pipes} == {await thief.fingerprint()}

    # The control: a server that remembers what was offered takes the thief for the victim.
    async with naive_host() as port:
        bare.known_hosts.unlink()
        done = await bare.run("victim", port, "text", extra=offer)
    assert done.out.decode() == await victim.fingerprint()


def query(username, key):
    """An unsigned offer of a public key, as a packet's fields."""
    method = String("publickey") + Boolean(False) + String(key.algorithm) + String(key.public_data)
    return String(username) + String("ssh-connection") + method


@pytest.mark.attack("T24")
@pytest.mark.parametrize("is_before", [True, False])
async def test_a_victims_key_beside_ones_own_signature_changes_nothing(
    ssh_host, echo_door, is_before
):
    """The queries that come in one breath with a signature must not be what is remembered."""
    own, victim = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    squeezed = 0

    class Thief(asyncssh.SSHClient):
        def connection_made(self, conn):
            send = conn.send_packet

            def send_more(pkttype, *fields, **options):
                nonlocal squeezed
                signed = pkttype == MSG_USERAUTH_REQUEST and len(b"".join(fields)) > 150
                if signed and is_before:
                    send(pkttype, query("ann", victim), **options)
                send(pkttype, *fields, **options)
                if signed and not is_before:
                    send(pkttype, query("ann", victim), **options)
                squeezed += signed

            conn.send_packet = send_more

    try:
        async with asyncssh.connect(
            "127.0.0.1",
            ssh_host.port,
            client_factory=Thief,
            username="ann",
            client_keys=[own],
            known_hosts=None,
            config=[],
            agent_path=None,
        ) as client:
            await client.run("text", stdin=asyncssh.DEVNULL)
    except (asyncssh.Error, OSError):
        # Being thrown out is as good.
        assert echo_door.pipes == []
    assert squeezed
    assert {p.caller.fingerprint for p in echo_door.pipes} <= {fingerprint_of(own)}


@pytest.mark.attack("T25")
async def test_the_seventh_key_ends_the_connection(ssh_host, open_ssh, tmp_path):
    spray = []
    for number in range(7):
        home = await SshHome.make(tmp_path / f"key{number}")
        spray += ["-i", str(await public_half(home, tmp_path / f"stolen{number}"))]
    ann = await SshHome.make(tmp_path / "ann")

    cut = await ann.run("ann", ssh_host.port, "text", extra=spray)
    assert (cut.code, cut.out) == (255, b"")
    assert b"Received disconnect" in cut.err
    assert b"Too many keys" in cut.err
    # The control: with five foreign keys before it, one's own is the sixth, and with more tries
    # the same eight keys get through.
    assert (await ann.run("ann", ssh_host.port, "text", extra=spray[:10])).code == 0
    async with open_ssh(key_tries=8) as lenient:
        ann.known_hosts.unlink()
        assert (await ann.run("ann", lenient.port, "text", extra=spray)).code == 0


async def knock(port):
    """A TCP connection that says nothing; what the host says first, b"" if it hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        greeting = await asyncio.wait_for(reader.readline(), 5)
    except ConnectionResetError:
        greeting = b""
    return greeting, writer


async def all_that_is_said(port):
    """What the host says until it hangs up on who says nothing."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        return await asyncio.wait_for(reader.read(), 5)
    finally:
        writer.close()


@pytest.mark.attack("T25")
async def test_of_eleven_silent_connections_of_a_source_one_is_dropped(open_ssh):
    async with contextlib.AsyncExitStack() as stack:
        host = await stack.enter_async_context(open_ssh(loopback_share=1, arrivals=100))
        greetings = []
        for _ in range(11):
            greeting, writer = await knock(host.port)
            stack.callback(writer.close)
            greetings.append(greeting)
        # Behind a forwarded line it is the first: the next one may have more to say.
        assert greetings == [b"SSH-2.0-runes\r\n"] * 11
        await eventually(lambda: len(host.connections) == 10)
        assert host.gate.waiting == 10
        assert host.gate.waiting == 10
        # One leaves, and there is room for one again.
        (await knock(host.port))[1].close()
    # The control: without that bound the eleventh is served.
    async with contextlib.AsyncExitStack() as stack:
        host = await stack.enter_async_context(open_ssh(waiting_per_source=100, arrivals=100))
        for _ in range(11):
            greeting, writer = await knock(host.port)
            stack.callback(writer.close)
        assert greeting == b"SSH-2.0-runes\r\n"


@pytest.mark.attack("T25")
async def test_a_source_that_comes_too_often_is_dropped_until_time_has_passed(open_ssh):
    clock = FakeClock()
    async with open_ssh(clock, loopback_share=1, pressing=0) as host:
        for _ in range(10):
            greeting, writer = await knock(host.port)
            assert greeting
            writer.close()
        await eventually(lambda: host.gate.waiting == 0)
        assert TURNED_AWAY.encode() in await all_that_is_said(host.port)
        clock.advance(6)
        greeting, writer = await knock(host.port)
        assert greeting
        writer.close()


@pytest.mark.attack("T25")
async def test_where_too_many_come_only_a_key_that_was_let_in_gets_in(
    open_ssh, echo_door, tmp_path
):
    ann, bob = [await SshHome.make(tmp_path / name) for name in ("ann", "bob")]
    echo_door.known.add(await ann.fingerprint())
    async with open_ssh(FakeClock(), loopback_share=1) as host:
        for _ in range(10):
            _, writer = await knock(host.port)
            writer.close()
        await eventually(lambda: host.gate.waiting == 0)
        refused = await bob.run("bob", host.port, "text")
        assert b"only keys that were let in before come in" in refused.err
        assert b"Permission denied" in refused.err
        assert (await ann.run("ann", host.port, "text")).code == 0


@pytest.mark.attack("T25")
async def test_other_ways_to_authenticate_are_neither_offered_nor_endless(ssh_host, tmp_path):
    bare = await SshHome.make(tmp_path / "bare", kind=None)
    refused = await bare.run("ann", ssh_host.port, "text", extra=["-o", "BatchMode=yes"])
    assert b"Permission denied (publickey)." in refused.err

    class Stubborn(asyncssh.SSHClient):
        asked = 0

        def public_key_auth_requested(self):
            Stubborn.asked += 1
            return key

    # A key that is refused each time: an offer and a signature make one try, so twelve and no more.
    key = asyncssh.generate_private_key("ssh-rsa", key_size=1024)
    with pytest.raises((asyncssh.DisconnectError, ConnectionError)):
        await asyncssh.connect(
            "127.0.0.1",
            ssh_host.port,
            client_factory=Stubborn,
            username="ann",
            known_hosts=None,
            config=[],
            client_keys=None,
            agent_path=None,
        )
    assert Stubborn.asked == 13


def test_what_is_no_key_at_all_is_counted_too():
    tries = Tries(keys=6, requests=32)
    for _ in range(32):
        tries.count_request()
    with pytest.raises(asyncssh.DisconnectError, match="Too many authentication requests"):
        tries.count_request()


@pytest.mark.attack("T27")
async def test_a_silent_connection_is_closed_when_the_time_to_log_in_is_over(open_ssh):
    assert Limits().login_seconds == 120
    async with open_ssh(login_seconds=0.1) as host:
        reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
        await reader.readline()
        async with asyncio.timeout(5):
            with contextlib.suppress(ConnectionResetError):
                await reader.read()
        await eventually(lambda: not host.connections)
        assert host.gate.waiting == 0
        writer.close()


async def test_a_client_without_a_key_reads_what_to_type(ssh_host, echo_door, tmp_path):
    echo_door.words = "Maple Court\ncommitment abc\x1b[31m\u202edef"
    bare = await SshHome.make(tmp_path / "bare", kind=None)
    refused = await bare.run("ann b", ssh_host.port)
    said = refused.err.decode().splitlines()
    assert "Maple Court" in said
    assert "commitment abc[31mdef" in said
    assert "    ssh-keygen -t ed25519" in said
    assert "    (then the same ssh line again)" in said
    assert echo_door.banners == ["ann-b"]


@pytest.mark.parametrize(("kind", "bits"), [("rsa", 2048), ("ecdsa", 256), ("ed25519", None)])
async def test_every_usual_kind_of_key_will_do(ssh_host, tmp_path, kind, bits):
    ann = await SshHome.make(tmp_path / "ann", kind=kind, bits=bits)
    done = await ann.run("ann", ssh_host.port, "text")
    assert (await ann.fingerprint()) in done.out.decode()


async def test_a_key_that_can_be_broken_is_refused(ssh_host, tmp_path):
    ann = await SshHome.make(tmp_path / "ann", kind="rsa", bits=1024)
    refused = await ann.run("ann", ssh_host.port, "text")
    assert refused.code == 255
    assert b"Permission denied" in refused.err


async def test_a_banned_key_reads_why_and_a_ban_holds_for_the_next_session(
    ssh_host, echo_door, tmp_path
):
    ann = await SshHome.make(tmp_path / "ann")
    async with ann.terminal("ann", ssh_host.port) as terminal:
        await terminal.wait_for("Hello ann")
        echo_door.banned.add(await ann.fingerprint())
        (connection,) = ssh_host.connections
        connection.end("You were asked to leave.")
        await terminal.wait_closed()
        assert terminal.has("You were asked to leave.")
    done = await ann.run("somebody_else", ssh_host.port, "text")
    assert (done.code, done.out) == (1, b"")
    assert b"This key may not enter." in done.err
    assert echo_door.ran == []


async def test_a_second_and_a_third_client_come_in_after_the_first(ssh_host, tmp_path):
    for name in ("ann", "bob", "cem"):
        home = await SshHome.make(tmp_path / name)
        assert (await home.run(name, ssh_host.port, "text")).code == 0
