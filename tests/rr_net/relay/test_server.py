"""A relay on loopback: guests reach tables by name, and nobody reaches anything else."""

import asyncio
from dataclasses import replace

import asyncssh
import pytest

from rr_net.relay.hub import HOST, HOW_TO_SIT
from rr_net.relay.names import certified_name
from rr_net.ssh import fingerprint_of
from rr_net.ssh.gate import source_of
from tests.support.fakeclock import FakeClock
from tests.support.rr_net.joining import BadLine
from tests.support.rr_net.relays import (
    GREETING,
    MANY,
    TABLE_KEY,
    admin,
    greeted,
    guest,
    host_line,
    line_to,
    listing,
    offered,
    relaying_tables,
    until,
)

pytestmark = pytest.mark.socket

OTHER_KEY = asyncssh.generate_private_key("ssh-ed25519")
MAPLE = str(certified_name("maple", TABLE_KEY.public_data))


@pytest.fixture
async def relay():
    async with relaying_tables() as relay:
        yield relay


async def why_not(opening):
    with pytest.raises(asyncssh.ChannelOpenError) as refused:
        await opening
    return refused.value


async def test_a_guest_without_a_key_reaches_a_table_by_its_name(relay):
    async with offered(relay) as table, guest(relay) as line:
        reader, writer = await greeted(line, table.name)
        writer.write(b"hello")
        assert await reader.readexactly(5) == b"hello"
        assert relay.board.guests == 1
        writer.close()
        await until(lambda: relay.board.guests == 0)
    await until(lambda: relay.noted("table_down"))
    assert [each["table"] for each in relay.noted("table_down")] == [MAPLE]
    assert relay.noted("guest_out")[0]["bytes"] > 20


async def test_a_guest_with_any_key_and_any_name_is_let_in_too(relay):
    async with offered(relay) as table:
        for name, key in (("root", OTHER_KEY), ("ローズ", None)):
            async with line_to(relay, name, key) as line:
                await greeted(line, table.name)


async def test_a_host_sees_a_hash_of_the_day_and_no_address(relay):
    async with offered(relay) as table, guest(relay) as line:
        await greeted(line, table.name)
        [origin] = table.origins
        assert origin.startswith("fd")
        assert "127" not in origin
        assert source_of(origin) != source_of("127.0.0.1")


@pytest.mark.parametrize(
    ("host", "port", "words"),
    [("127.0.0.1", 22, "only names of tables"), ("::1", 22, "only names of tables"),
     ("localhost", 80, "only names of tables"), ("example.org", 443, "only names of tables"),
     ("", 22, "only names of tables"), ("the table", 23, "has port 22"),
     ("the table", 0, "has port 22"), ("oak", 22, "no table called oak")],
)  # fmt: skip
async def test_everything_but_a_table_is_refused_in_words(relay, host, port, words):
    async with offered(relay), guest(relay) as line:
        name = MAPLE if host == "the table" else host
        refused = await why_not(line.open_connection(name, port))
        assert words in str(refused)


async def test_a_table_that_is_away_is_said_to_be_so_and_a_full_one_is_full(relay):
    relay.relay.change_limits(replace(MANY, guests_per_table=1))
    async with guest(relay) as line, guest(relay) as other:
        async with offered(relay) as table:
            await greeted(line, table.name)
            assert "as many guests" in str(await why_not(other.open_connection(MAPLE, 22)))
        await until(lambda: len(relay.board) == 0)
        refused = await why_not(line.open_connection(MAPLE, 22))
    assert f"{MAPLE} is away" in str(refused)
    assert refused.code == asyncssh.OPEN_CONNECT_FAILED


async def test_there_is_no_shell_no_terminal_no_subsystem_and_no_other_command(relay):
    async with guest(relay) as line:
        for wanted in ({}, {"command": "id"}, {"command": "list; id"}, {"command": "drain"},
                       {"command": "publish {}"}, {"subsystem": "sftp"},
                       {"command": "list", "term_type": "xterm"}):  # fmt: skip
            with pytest.raises((asyncssh.ChannelOpenError, asyncssh.ProcessError, OSError)):
                await line.create_session(asyncssh.SSHClientSession, **wanted)


async def test_there_is_neither_agent_nor_x11_nor_any_other_forward(relay, tmp_path):
    async with guest(relay) as line:
        for forward in (
            line.create_server(lambda *_: None, "", 0),
            line.create_server(lambda *_: None, "127.0.0.1", 2222),
            line.create_server(lambda *_: None, MAPLE, 22),
            line.create_unix_server(lambda *_: None, str(tmp_path / "socket")),
        ):
            with pytest.raises(asyncssh.ChannelListenError):
                await forward
        for opening in (
            line.open_unix_connection("/var/run/docker.sock"),
            line.create_tun(asyncssh.SSHTunTapSession),
            line.create_session(asyncssh.SSHClientSession, "list", x11_forwarding=True),
        ):
            await why_not(opening)
        await why_not(line.create_agent_channel().open(asyncssh.SSHTCPSession))


async def test_a_name_is_for_the_key_that_it_certifies(relay):
    async with host_line(relay, OTHER_KEY) as line:
        with pytest.raises(asyncssh.ChannelListenError):
            await line.create_server(lambda *_: None, MAPLE, 22)
    assert relay.refused["name"] == 1


class Thief(asyncssh.SSHClient):
    """Offers the victim's public key, cannot sign for it, and comes in otherwise."""

    def __init__(self, then_called):
        self.then_called = then_called
        self.offered = 0

    def connection_made(self, conn):
        self.conn = conn

    def public_key_auth_requested(self):
        [pair] = asyncssh.load_keypairs([OTHER_KEY])
        self.offered += 1
        if self.offered == 1:
            pair.public_data = TABLE_KEY.public_data
        else:
            self.conn._username = self.then_called
        return pair


@pytest.mark.attack("T73")
@pytest.mark.parametrize(("then_called", "kind"), [(HOST, "name"), ("ann", "unproved")])
async def test_a_key_that_was_merely_offered_gives_no_name(relay, then_called, kind):
    thief = Thief(then_called)
    async with line_to(relay, HOST, client_factory=lambda: thief) as line:
        assert thief.offered == 2
        with pytest.raises(asyncssh.ChannelListenError):
            await line.create_server(lambda *_: None, MAPLE, 22)
    assert relay.refused == {kind: 1}


async def test_a_host_needs_a_key_of_the_kind_that_names_are_made_of(relay):
    for key in (None, asyncssh.generate_private_key("ecdsa-sha2-nistp256")):
        with pytest.raises(asyncssh.PermissionDenied):
            async with line_to(relay, HOST, key):
                pass


async def test_a_host_that_comes_back_takes_the_place_of_its_dead_line(relay):
    async with offered(relay) as old, offered(relay) as table, guest(relay) as line:
        await greeted(line, table.name)
        assert (len(old.sessions), len(table.sessions)) == (0, 1)
        await old.line.wait_closed()
        assert len(relay.board) == 1


async def test_what_does_not_begin_as_ssh_is_cut_from_either_side(relay):
    async with offered(relay) as table, guest(relay) as line:
        for said in (b"GET / HTTP/1.1\r\n\r\n", b"SSH-1.99-old\r\n", b"S", b"SSH-2.0"):
            reader, writer = await line.open_connection(table.name, 22)
            writer.write(said)
            writer.write_eof()
            assert await reader.read() in (b"", GREETING)
            assert not any(each.heard for each in table.sessions)
        table.greeting = b"220 mail\r\n"
        reader, writer = await line.open_connection(table.name, 22)
        assert await reader.read() == b""
    assert relay.board.guests == 0


async def test_a_greeting_may_come_in_pieces(relay):
    async with offered(relay) as table, guest(relay) as line:
        reader, writer = await line.open_connection(table.name, 22)
        for piece in (b"SS", b"H-2.", b"0-me\r\n", b"more"):
            writer.write(piece)
            await writer.drain()
        heard = GREETING + b"SSH-2.0-me\r\nmore"
        assert await reader.readexactly(len(heard)) == heard


async def test_bytes_arrive_whole_and_no_faster_than_is_fair(relay):
    relay.relay.change_limits(replace(MANY, rate=200_000, burst=40_000))
    async with offered(relay) as table, guest(relay) as line:
        reader, writer = await greeted(line, table.name)
        content = bytes(range(256)) * 400
        began = asyncio.get_running_loop().time()
        writer.write(content)
        assert await reader.readexactly(len(content)) == content
        assert asyncio.get_running_loop().time() - began > 0.25


async def test_a_host_that_is_lost_ends_its_guests_and_a_guest_nobody_else(relay):
    async with offered(relay) as table, guest(relay) as ann, guest(relay) as bob:
        await greeted(ann, table.name)
        bob_reads, bob_writes = await greeted(bob, table.name)
        ann.abort()
        await until(lambda: relay.board.guests == 1)
        bob_writes.write(b"x")
        assert await bob_reads.readexactly(1) == b"x"
        table.line.abort()
        assert await bob_reads.read() == b""
        await until(lambda: relay.board.guests == 0)


async def test_one_connection_has_so_many_channels(relay):
    async with offered(relay) as table, guest(relay) as line:
        for _ in range(4):
            await greeted(line, table.name)
        assert "too many channels" in str(await why_not(line.open_connection(table.name, 22)))


async def test_a_source_has_so_many_connections(relay):
    relay.relay.change_limits(replace(MANY, connections_per_source=2))
    async with guest(relay), guest(relay):
        with pytest.raises((asyncssh.Error, OSError)):
            async with guest(relay):
                pass


async def test_public_tables_are_listed_for_everybody_and_no_others(relay):
    async with offered(relay) as table, guest(relay) as line:
        assert "No table" in (await line.run("list")).stdout
        await table.line.run(f"publish {listing()}")
        said = (await line.run("list")).stdout
        assert said.splitlines() == [f"{MAPLE}  rune, 2 of 4 chairs free, normal", HOW_TO_SIT]
        await table.line.run("publish null")
        assert "No table" in (await line.run("list")).stdout


async def test_an_operator_lists_bans_and_drains_by_a_key_of_the_configuration(relay):
    with pytest.raises(asyncssh.PermissionDenied):
        async with admin(relay, OTHER_KEY):
            pass
    relay.relay.admins = frozenset({fingerprint_of(OTHER_KEY)})
    async with admin(relay, OTHER_KEY) as line, offered(relay) as table:
        said = (await line.run("list")).stdout
        assert f"{MAPLE}  {fingerprint_of(TABLE_KEY)}  0 guests" in said
        assert (await line.run(f"ban {MAPLE}")).stdout == f"{MAPLE} is banned.\n"
        await table.line.wait_closed()
        async with host_line(relay) as again:
            with pytest.raises(asyncssh.ChannelListenError):
                await again.create_server(lambda *_: None, MAPLE, 22)
        assert (await line.run("bans")).stdout == f"{MAPLE}\n"
        assert (await line.run(f"unban {MAPLE}")).exit_status == 0
        assert (await line.run("ban 127.0.0.1")).exit_status == 127
        await line.run(f"ban {fingerprint_of(TABLE_KEY)}")
        with pytest.raises(asyncssh.PermissionDenied):
            async with host_line(relay):
                pass
        await line.run("drain")
        assert relay.drained == [True]
        await why_not(line.open_connection(MAPLE, 22))


async def test_the_notice_of_use_is_read_before_anything_else(relay):
    relay.relay.notice = "Tables only.\r\n"
    banners = []

    class Reader(asyncssh.SSHClient):
        def auth_banner_received(self, msg, lang):
            banners.append(msg)

    async with line_to(relay, client_factory=Reader):
        assert banners == ["Tables only.\r\n"]


async def test_a_host_that_does_not_answer_is_told_to_the_guest(relay):
    relay.relay.change_limits(replace(MANY, opening_patience=0.05))

    async with host_line(relay) as line:
        never = asyncio.get_running_loop().create_future()
        await line.create_server(lambda *_: never, MAPLE, 22)
        async with guest(relay) as ann:
            for _ in range(7):
                assert "does not answer" in str(await why_not(ann.open_connection(MAPLE, 22)))
            assert relay.board.guests == 0
            await why_not(ann.open_connection(MAPLE, 22))
        await line.wait_closed()


async def test_what_nobody_uses_is_ended_and_a_table_is_kept():
    clock = FakeClock()
    async with (
        relaying_tables(clock=clock) as relay,
        offered(relay) as table,
        guest(relay) as idle,
        guest(relay) as line,
        host_line(relay, OTHER_KEY) as tableless,
    ):
        reader, _ = await greeted(line, table.name)
        clock.advance(46)
        for each in (idle, tableless):
            await each.wait_closed()
        assert relay.board.guests == 1
        clock.advance(MANY.idle_seconds)
        assert await reader.read() == b""
        await until(lambda: relay.board.guests == 0)
        clock.advance(46)
        await line.wait_closed()
        assert [str(each.name) for each in relay.board.tables] == [MAPLE]


async def test_a_name_is_not_asked_for_without_end(relay):
    relay.relay.change_limits(replace(MANY, openings=3, opening_seconds=1000))
    async with host_line(relay) as line:
        for _ in range(3):
            await line.create_server(lambda *_: None, MAPLE, 22)
        with pytest.raises(asyncssh.ChannelListenError):
            await line.create_server(lambda *_: None, MAPLE, 22)


@pytest.mark.parametrize("is_host", [True, False])
async def test_a_line_on_which_nothing_answers_is_ended_on_either_leg(is_host):
    limits = replace(MANY, keepalive_seconds=0.1, keepalive_count=1)
    async with relaying_tables(limits) as relay, BadLine(relay.port) as bad:
        far = replace(relay, port=bad.port)
        near, through = (relay, far) if not is_host else (far, relay)
        async with offered(near) as table, guest(through) as line:
            await greeted(line, table.name)
            bad.stall(1)
            await until(lambda: relay.board.guests == 0)
            assert len(relay.board) == (0 if is_host else 1)
            bad.cut()
            for each in (table.line, line):
                each.abort()
