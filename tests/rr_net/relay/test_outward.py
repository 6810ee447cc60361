"""A host behind a relay: reached by name, by ssh and by runes join, with no port of its own."""

import errno
import re
import time
from dataclasses import replace

import asyncssh
import pytest

from rr_net import link
from rr_net.client.address import Hop, TableAddress, read_address
from rr_net.client.dial import Dial
from rr_net.client.hostkeys import CannotReach, CannotTrust
from rr_net.client.remote import RemoteTable
from rr_net.clocks import LoopClock
from rr_net.host.invites import lines_for
from rr_net.host.serving import OwnPlace, first_line, invitation, kept_up_to_date, ways_now
from rr_net.relay.names import RelayPlace, certified_name, read_name, read_place
from rr_net.relay.outward import RelayKeys
from rr_net.relay.rules import A_DAY
from rr_net.ssh.gate import source_of, source_through
from tests.support.rr_net.joining import Asked, Guest, Kept, OwnHome, hosting, plan
from tests.support.rr_net.relays import (
    MANY,
    RELAY_KEY,
    guest,
    offered,
    relaying_tables,
    until,
)
from tests.support.rr_tui.fakelink import FakeLink, lobby
from tests.support.tasks import beside

pytestmark = pytest.mark.socket

RELAY = "127.0.0.1"
OTHER_KEY = asyncssh.generate_private_key("ssh-ed25519")


@pytest.fixture
def home(tmp_path, monkeypatch):
    return OwnHome(tmp_path / "ann", monkeypatch)


@pytest.fixture
async def relay():
    async with relaying_tables() as relay:
        yield relay


def via(relay, folder, **more):
    """The plan of a table that opens no port."""
    place = RelayPlace(RELAY, relay.port)
    return replace(plan(folder), via=(place,), is_listening=False, **more)


def way_to(relay, name, ask=None, fingerprint=""):
    address = TableAddress(Hop(name, None, "ann"), (Hop(RELAY, relay.port),), False, fingerprint)
    return Dial(address, "ann", ask or Asked())


async def test_a_table_without_a_port_is_joined_by_its_name_and_one_key_is_asked_about(
    relay, home, tmp_path
):
    async with hosting(via(relay, tmp_path / "data")) as house:
        assert (house.listener.addresses, house.port) == ([], 0)
        [way] = house.ways
        name = way.table.name
        assert read_name(name).word == "maple"
        asked = Asked()
        line = await way_to(relay, name, asked).open()
        assert line.host_key == house.listener.fingerprint
        [[met]] = asked.questions
        assert met.place == f"[127.0.0.1]:{relay.port}"
        assert '"table":"Maple Court"' in await line.read()
        line.close()


async def test_the_invitation_names_the_line_both_keys_and_the_way_of_runes_join(
    relay, home, tmp_path
):
    async with hosting(via(relay, tmp_path / "data", friendly="maple")) as house:
        name = house.ways[0].table.name
        lines = invitation(house)
        assert lines[0].startswith(f"ssh -J 127.0.0.1:{relay.port} YOURNAME@{name}    (private")
        assert f"    {name}: {house.listener.fingerprint}" in lines
        assert f"    127.0.0.1:{relay.port}: {house.ways[0].relay_key}" in lines
        assert any(line.endswith(f"ssh -J 127.0.0.1:{relay.port} YOURNAME@maple") for line in lines)
        found = read_address([lines[0]])
        assert found.table == Hop(name)
        assert found.usual_port == 22
        typed = lines[-1].partition("runes join ")[2]
        assert read_address(typed.split()).fingerprint == house.listener.fingerprint
        assert f'"table": "{name}"' in first_line(house)


async def test_a_fingerprint_in_the_invite_that_is_another_one_is_refused(relay, home, tmp_path):
    async with hosting(via(relay, tmp_path / "data")) as house:
        name, right = house.ways[0].table.name, house.listener.fingerprint
        other = f"SHA256:{'A' * 43}"
        with pytest.raises(CannotTrust, match=f"the invite says {re.escape(other)}"):
            await way_to(relay, name, fingerprint=other).open()
        (await way_to(relay, name, fingerprint=right).open()).close()


@pytest.mark.attack("T74")
async def test_what_answers_under_a_name_without_its_identity_is_refused(relay, home, tmp_path):
    """A relay that lies: it leads a name that is ann's to a table of somebody else's."""
    async with hosting(via(relay, tmp_path / "data")) as house:
        board, name = relay.board, house.ways[0].table.name
        others = str(certified_name("maple", OTHER_KEY.public_data))
        host = board.table(name)
        board.offer(others, 22, OTHER_KEY.public_data, host.line, source_of(RELAY))
        board.table(others).name = host.name
        asked = Asked()
        with pytest.raises(CannotTrust, match="is not the table of that name"):
            await way_to(relay, others, asked).open()


async def test_a_host_key_that_was_changed_is_vouched_for_by_the_identity(relay, home, tmp_path):
    async with hosting(via(relay, tmp_path / "data")) as house:
        name, before = house.ways[0].table.name, house.listener.fingerprint
    (tmp_path / "data" / "host_key").unlink()
    async with hosting(via(relay, tmp_path / "data")) as house:
        assert house.ways[0].table.name == name
        line = await way_to(relay, name).open()
        assert line.host_key == house.listener.fingerprint != before
        line.close()


def is_asked(pending):
    return pending.ask is not None


async def test_a_host_is_told_that_its_relay_is_about_to_close(relay, tmp_path):
    told = []
    async with hosting(via(relay, tmp_path / "data"), tell=told.append):
        relay.relay.drain()
        await until(lambda: any("is about to close" in line for line in told))


async def test_a_relay_that_takes_no_table_says_why_and_is_asked_again(relay, tmp_path):
    told = []
    relay.relay.change_limits(replace(relay.board.limits, tables=0))
    async with hosting(via(relay, tmp_path / "data"), tell=told.append) as house:
        assert any("does not take the table (this relay has as many" in line for line in told)
        relay.relay.change_limits(MANY)
        await until(lambda: house.ways[0].is_up)


async def test_a_relay_that_drops_all_in_mid_game_has_host_and_guest_back_where_they_were(
    home, tmp_path
):
    told = []
    async with relaying_tables() as relay:
        port, book = relay.port, relay.board.book
        house_plan = replace(via(relay, tmp_path / "data"), table=plan(tmp_path, bots=1).table)
    async with (
        relaying_tables(book=book, port=port) as relay,
        hosting(house_plan, tell=told.append) as house,
    ):
        [way] = house.ways
        name = way.table.name
        dial = way_to(relay, name)
        remote = RemoteTable(await dial.open(), dial.open, LoopClock(), Kept(), pauses=(0.0,))
        guest = Guest(remote)
        async with beside(remote.run()):
            guest.sits_down()
            await guest.hears_of(link.Lobby)
            remote.send(link.Sit(seat=0))
            remote.send(link.Ready())
            asked = await guest.hears_of(link.Pending, is_asked)
            for line in tuple(relay.relay.lines):
                line.close()
            await until(lambda: sum("can be reached through" in line for line in told) == 2)
            assert way.is_up
            await guest.hears_of(link.Lobby)
            assert guest.last(link.Pending).number == asked.number
            guest.answers()
            await guest.hears_of(link.Pending, lambda each: each.number > asked.number)
            remote.close()
        assert way.table.name == name
    assert sum("is lost" in line for line in told) == 1
    assert sum("can be reached through" in line for line in told) == 2


async def test_a_relay_that_is_not_there_is_said_once_and_the_table_opens_all_the_same(tmp_path):
    async with relaying_tables() as relay:
        place = via(relay, tmp_path / "data")
    told = []
    async with hosting(place, tell=told.append) as house:
        assert not house.ways[0].is_up
        assert sum("cannot be reached" in line for line in told) == 1
        assert invitation(house)[0].startswith("ssh -J")


async def test_the_hosts_own_place_says_that_a_relay_does_not_answer_until_it_does(tmp_path):
    async with relaying_tables() as relay:
        there = via(relay, tmp_path / "data")
    async with hosting(there) as house:
        own, heard = FakeLink(), []
        place = OwnPlace(own, house.plan, ways_now(house), is_settled=True)
        place.attach(heard.append)
        with kept_up_to_date(place, house):
            own.tell(lobby(notes=("Be kind.",)))
            silent = f"The relay {there.via[0]} does not answer{link.NOBODY_COMES}"
            assert heard[-1].notes[0] == silent
            assert not RelayKeys(tmp_path / "data" / "relay_keys").knows(there.via[0])
            async with relaying_tables(port=there.via[0].port):
                await until(lambda: silent not in heard[-1].notes)
                assert heard[-1].notes[-1] == "Be kind."
                assert RelayKeys(tmp_path / "data" / "relay_keys").knows(there.via[0])
            await until(lambda: silent in heard[-1].notes)


async def test_a_relay_with_another_key_than_before_is_refused(tmp_path, relay):
    place = RelayPlace(RELAY, relay.port)
    keys = RelayKeys(tmp_path / "relay_keys")
    assert keys.is_right(place, OTHER_KEY)
    assert keys.is_right(place, OTHER_KEY)
    told = []
    (tmp_path / "data").mkdir(mode=0o700)
    (tmp_path / "relay_keys").rename(tmp_path / "data" / "relay_keys")
    async with hosting(via(relay, tmp_path / "data"), tell=told.append) as house:
        assert not house.ways[0].is_up
        assert "another key than before" in "".join(told)


async def test_a_friendly_name_that_is_taken_is_said_and_the_long_one_counts(relay, tmp_path):
    told = []
    there = via(relay, tmp_path / "data", friendly="maple")
    async with (
        offered(relay, OTHER_KEY, name="maple"),
        hosting(there, tell=told.append) as house,
    ):
        assert house.ways[0].is_up
        assert not house.ways[0].is_friendly
        assert "keeps the name maple for somebody else" in "".join(told)


async def test_the_host_counts_guests_by_what_the_relay_hands_on(relay, home, tmp_path):
    async with hosting(via(relay, tmp_path / "data")) as house:
        line = await way_to(relay, house.ways[0].table.name).open()
        [connection] = house.listener.connections
        originator = relay.relay.originator(source_of(RELAY))
        place = f"{RELAY}:{relay.port}"
        assert house.listener.gate.knows(source_through(place, originator), "ann")
        assert connection.caller.reached == (house.ways[0].table.name, 22, place)
        line.close()


async def test_a_table_at_two_relays_is_reached_through_either(home, tmp_path):
    async with relaying_tables() as one, relaying_tables() as two:
        both = replace(
            via(one, tmp_path / "data"),
            via=(RelayPlace(RELAY, one.port), RelayPlace(RELAY, two.port)),
        )
        async with hosting(both) as house:
            for relay in (one, two):
                (await way_to(relay, house.ways[0].table.name).open()).close()


async def test_a_table_that_is_away_is_said_to_who_joins(relay, home, tmp_path):
    async with hosting(via(relay, tmp_path / "data")) as house:
        name = house.ways[0].table.name
    with pytest.raises(CannotReach, match="is away just now"):
        await way_to(relay, name).open()


async def test_an_invite_by_name_leads_through_the_relay_too(relay, tmp_path):
    async with hosting(via(relay, tmp_path / "data")) as house:
        name = house.ways[0].table.name
        lines = lines_for(tmp_path / "data", "bob")
    assert lines[0].startswith(f"ssh -J {RELAY}:{relay.port} bob@{name} ")
    assert house.listener.fingerprint in "".join(lines)


@pytest.mark.parametrize(
    ("host", "port"), [("relay.example", 22), ("::1", 22), ("::1", 2200), ("r.example", 2200)]
)
def test_the_place_of_a_relay_is_read_as_it_is_written(host, port):
    place = RelayPlace(host, port)
    assert read_place(str(place)) == place


@pytest.mark.parametrize(
    "text", ["", ":22", "relay:", "relay:x", "relay:0", "relay:70000", "ann@relay", "a b"]
)
def test_what_is_no_place_is_none(text):
    assert read_place(text) is None


async def test_a_public_table_is_listed_without_a_name_of_anybody(relay, home, tmp_path):
    there = via(relay, tmp_path / "data", is_public=True)
    async with hosting(there) as house:
        await until(relay.board.listed)
        (await way_to(relay, house.ways[0].table.name).open()).close()
        async with guest(relay) as line:
            said = (await line.run("list")).stdout
        assert (
            said.splitlines()[0] == f"{house.ways[0].table.name}  Rune, 2 of 2 chairs free, normal"
        )
    async with hosting(via(relay, tmp_path / "data")):
        assert relay.board.listed() == []


@pytest.mark.parametrize("off", [-3 * 365 * A_DAY, 3 * 365 * A_DAY])
async def test_a_host_whose_clock_is_wrong_is_joined_all_the_same(
    relay, home, tmp_path, monkeypatch, off
):
    """A small machine without a clock of its own goes out before it has heard the time."""
    right = time.time
    monkeypatch.setattr("asyncssh.misc.time.time", lambda: right() + off)
    async with hosting(via(relay, tmp_path / "data")) as house:
        monkeypatch.setattr("asyncssh.misc.time.time", right)
        assert house.ways[0].is_up
        (await way_to(relay, house.ways[0].table.name).open()).close()


async def test_a_host_that_loses_its_line_and_is_refused_then_reads_both(relay, tmp_path):
    told = []
    async with hosting(via(relay, tmp_path / "data"), tell=told.append) as house:
        name = house.ways[0].table.name
        relay.board.book.ban(name, 1)
        relay.relay.dismiss(name)
        await until(lambda: any("does not take the table" in line for line in told))
        assert sum("is lost" in line for line in told) == 1
        tries = relay.board.refused["banned"]
        await until(lambda: relay.board.refused["banned"] > tries)
        assert sum("is not wanted at this relay" in line for line in told) == 1


def test_keys_of_relays_that_cannot_be_read_are_not_written_over(tmp_path, monkeypatch):
    keys, place = RelayKeys(tmp_path / "relay_keys"), RelayPlace("relay.example", 2200)
    key, other = OTHER_KEY, asyncssh.generate_private_key("ssh-ed25519")
    assert keys.is_right(place, key)
    kept = (tmp_path / "relay_keys").read_bytes()

    def fails(_):
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(type(tmp_path), "read_bytes", fails)
        assert keys.is_right(place, other)
        assert not keys.knows(place)
    assert (tmp_path / "relay_keys").read_bytes() == kept
    assert not keys.is_right(place, other)


def test_the_keys_of_relays_outlive_a_full_disk_and_a_bad_byte(tmp_path, monkeypatch):
    first, other = RelayPlace("one.example", 22), RelayPlace("two.example", 22)
    keys = RelayKeys(tmp_path / "relay_keys")
    assert keys.is_right(first, OTHER_KEY)
    with monkeypatch.context() as patch:
        patch.setattr("rr_net.relay.outward.os.fsync", fails)
        assert keys.is_right(other, OTHER_KEY)
    assert not keys.is_right(first, RELAY_KEY), "it is not forgotten"
    with (tmp_path / "relay_keys").open("ab") as file:
        file.write(b"three.example \xff\n")
    assert not keys.is_right(first, RELAY_KEY)


def fails(_):
    raise OSError(28, "No space left on device")
