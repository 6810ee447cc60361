"""Several relays of one name on loopback: a guest who comes to the wrong one is led on."""

import contextlib
from dataclasses import replace

import asyncssh
import pytest

from rr_net.relay import server
from rr_net.relay.names import certified_name
from rr_net.relay.peers import PEER
from rr_net.ssh import fingerprint_of
from tests.support.rr_net.joining import BadLine
from tests.support.rr_net.leases import LeasesHere
from tests.support.rr_net.relays import (
    MANY,
    RELAY_KEY,
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
def store():
    return LeasesHere()


@pytest.fixture
async def relays(store):
    async with relaying_tables(store=store) as one, relaying_tables(store=store) as two:
        yield one, two


async def refused(opening):
    with pytest.raises(asyncssh.ChannelOpenError) as found:
        await opening
    return str(found.value)


async def test_a_guest_is_led_on_to_the_relay_that_holds_the_name(relays):
    one, two = relays
    async with offered(one) as table, guest(two) as line, guest(two) as other:
        reader, writer = await greeted(line, table.name)
        writer.write(b"hello")
        assert await reader.readexactly(5) == b"hello"
        await greeted(other, table.name)
        assert [origin[:2] for origin in table.origins] == ["fd", "fd"]
        assert (one.board.guests, two.board.guests, two.board.taken) == (2, 0, 2)
        assert len(one.noted("relay_in")) == 1
        writer.close()
        await until(lambda: one.board.guests == 1)
        assert two.noted("guest_out")[0]["table"] == MAPLE
    await until(lambda: one.board.guests == 0)


async def test_the_bounds_of_a_table_hold_for_those_who_are_led_on_and_are_said(relays):
    one, two = relays
    async with offered(one) as table, guest(two) as line:
        for _ in range(4):
            await greeted(line, table.name)
        assert "too many channels" in await refused(line.open_connection(table.name, 22))
        one.board.table(table.name).guests = 24
        async with guest(two) as other:
            assert "as many guests" in await refused(other.open_connection(table.name, 22))


async def test_a_guest_is_led_on_once_at_the_most(relays):
    one, two = relays
    async with offered(one) as table, line_to(two, PEER, RELAY_KEY) as line:
        assert f"{MAPLE} is away" in await refused(line.open_connection(table.name, 22))


async def test_only_relays_with_the_same_key_come_as_one(relays):
    one, _ = relays
    for key in (OTHER_KEY, None):
        with pytest.raises(asyncssh.PermissionDenied):
            async with line_to(one, PEER, key):
                pass
    async with relaying_tables() as alone:
        with pytest.raises(asyncssh.PermissionDenied):
            async with line_to(alone, PEER, RELAY_KEY):
                pass


async def test_a_relay_that_comes_as_one_gets_nothing_but_tables(relays):
    one, _ = relays
    async with line_to(one, PEER, RELAY_KEY) as line:
        assert "only names" in await refused(line.open_connection("127.0.0.1", 22))
        with pytest.raises(asyncssh.ChannelListenError):
            await line.create_server(lambda *_: None, MAPLE, 22)
        with pytest.raises(asyncssh.ChannelOpenError):
            await line.run("drain", check=True)


async def test_a_relay_with_another_key_in_its_place_is_led_nobody(relays, store):
    """Whoever sits at the address in the directory has to show the key of the relays."""
    one, two = relays
    async with offered(one) as table, guest(two) as line:
        [(lease, (member, until_then))] = store.leases.items()
        store.leases[lease] = (member._replace(address="127.0.0.1:1"), until_then)
        words = await refused(line.open_connection(table.name, 22))
        assert "is at another relay that does not answer" in words


async def test_a_table_whose_host_is_at_two_relays_is_held_by_one_and_then_by_the_other(relays):
    one, two = relays
    async with offered(two) as second:
        async with offered(one), guest(one) as line:
            await greeted(line, MAPLE)
            assert len(second.sessions) == 1
        two.sharing.directory.leave(MAPLE)
    await until(lambda: not two.relay.board.table(MAPLE))


async def test_a_host_that_comes_to_another_relay_is_looked_for_where_it_was(relays, monkeypatch):
    """Its line to the first is dead, and only a question finds that out soon."""
    one, two = relays
    monkeypatch.setattr(server, "CHECKED_WITHIN", 0.2)
    async with BadLine(one.port) as bad:
        one_by_a_bad_line = type(one)(one.relay, bad.port)
        with contextlib.suppress(asyncssh.Error, OSError):
            async with offered(one_by_a_bad_line), offered(two), guest(one) as line:
                assert not (await two.sharing.find(MAPLE)).is_here
                bad.stall(2.0)
                await one.sharing.turn()
                await until(lambda: one.noted("table_down"))
                await one.sharing.turn()
                await two.sharing.turn()
                await greeted(line, MAPLE)
                assert (await two.sharing.find(MAPLE)).is_here
                bad.cut()
    assert not one.board.table(MAPLE)


async def test_a_host_that_is_there_keeps_its_relay(relays):
    one, two = relays
    async with offered(one), offered(two):
        await one.sharing.turn()
        await one.board.table(MAPLE).line.check()
        await two.sharing.turn()
        assert (await one.sharing.find(MAPLE)).is_here


async def test_while_the_directory_is_away_games_go_on_and_newcomers_hear_it(relays, store):
    one, two = relays
    async with offered(one) as table, guest(one) as line, guest(two) as other:
        reader, writer = await greeted(line, table.name)
        store.is_away = True
        await greeted(line, table.name)  # within two thirds of the lease
        store.clock.advance(4.1)
        for late in (line, other):
            assert "games go on" in await refused(late.open_connection(table.name, 22))
        with pytest.raises(asyncssh.ChannelListenError):
            async with host_line(two, OTHER_KEY) as host:
                await host.create_server(
                    lambda *_: None, str(certified_name("oak", OTHER_KEY.public_data)), 22
                )
        writer.write(b"still here")
        assert await reader.readexactly(10) == b"still here"
        store.is_away = False
        await greeted(other, table.name)


async def test_a_name_of_another_key_is_refused_by_every_relay(relays):
    one, two = relays
    async with offered(one, name="maple"), host_line(two, OTHER_KEY) as host:
        with pytest.raises(asyncssh.ChannelListenError):
            await host.create_server(lambda *_: None, "maple", 22)
        assert two.noted("table_refused")[0]["why"] == "name"
        assert two.board.book.owner("maple") is None


async def test_every_relay_lists_the_public_tables_of_all(relays):
    one, two = relays
    async with offered(one) as table, guest(two) as line:
        await table.line.run(f"publish {listing()}")
        await one.sharing.turn()
        await two.sharing.turn()
        assert (await line.run("list")).stdout.startswith(f"{MAPLE}  rune, 2 of 4 chairs free")


async def test_operators_read_which_names_are_held_at_another_relay(relays):
    one, two = relays
    for each in relays:
        each.relay.admins = frozenset({fingerprint_of(OTHER_KEY)})
    async with (
        offered(one),
        offered(two),
        admin(one, OTHER_KEY) as at_one,
        admin(two, OTHER_KEY) as at_two,
    ):
        assert (await at_one.run("list")).stdout.splitlines()[0].endswith("  0 guests")
        listed = (await at_two.run("list")).stdout.splitlines()
        assert listed[0].endswith("  0 guests  (another relay holds it)")


async def test_names_that_a_relay_refuses_are_not_taken_in_the_directory(store):
    limits = replace(MANY, new_names_per_source=1)
    async with relaying_tables(limits, store=store) as relay, host_line(relay) as line:
        await line.create_server(lambda *_: None, MAPLE, 22)
        for word in ("oak", "elm"):
            with pytest.raises(asyncssh.ChannelListenError):
                await line.create_server(lambda *_: None, word, 22)
        assert relay.refused == {"names": 2}
    assert set(store.names) == {MAPLE}
