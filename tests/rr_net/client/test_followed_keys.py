"""A table whose key was changed: who has joined it before follows the old key's signature."""

from itertools import pairwise

import asyncssh
import pytest

from rr_net import link
from rr_net.client.address import Hop
from rr_net.client.hostkeys import CannotTrust
from rr_net.host.rotation import CannotRotate, change_over, key_plan, keys_of, prepare
from rr_net.ssh import ServedKeys, fingerprint_of
from rr_net.ssh.keys import Succession
from rr_net.store import JournalInUse
from tests.rr_net.client.test_dial import first_line
from tests.rr_net.conftest import HOST_KEY
from tests.support.rr_net.hostkeys import key_of
from tests.support.rr_net.joining import (
    Asked,
    BadLine,
    dial,
    hosting,
    joined,
    key_line,
    plan,
    relaying,
)

pytestmark = pytest.mark.socket

SECOND, THIRD = key_of("second"), key_of("third")


def changed(*keys):
    """The last of these keys, after all others."""
    words = [Succession.signed(old, new) for old, new in pairwise(keys)]
    return ServedKeys(keys[-1], None, "".join(f"{each}\r\n" for each in words))


def place(port, key):
    return f"[127.0.0.1]:{port} {' '.join(key.export_public_key().decode().split()[:2])}"


async def test_a_key_that_the_old_ones_lead_to_is_followed_said_and_kept(open_ssh, home):
    asked, told = Asked(), []
    async with open_ssh(key=changed(HOST_KEY, SECOND, THIRD)) as host:
        elsewhere = place(1, HOST_KEY)
        home.knows(elsewhere, key_line("127.0.0.1", host.port, HOST_KEY), f"* {elsewhere[14:]}")
        way = dial(host.port, asked)
        way.tell = told.append
        assert (await first_line(way)).startswith("json for ann")
        [said] = told
        assert "which the old one has signed" in said
        assert fingerprint_of(THIRD) in said
        first, *_, last = home.known_hosts.splitlines()
        assert (first, last) == (elsewhere, place(host.port, THIRD))
        assert key_line("127.0.0.1", host.port, HOST_KEY) not in home.known_hosts
        await first_line(dial(host.port, asked))
    assert asked.questions == []


@pytest.mark.parametrize("keys", [(SECOND, THIRD), (THIRD,)])
async def test_a_key_that_no_known_one_leads_to_is_refused(open_ssh, home, keys):
    async with open_ssh(key=changed(*keys)) as host:
        home.knows(key_line("127.0.0.1", host.port, HOST_KEY))
        with pytest.raises(CannotTrust, match="is not the one that it was"):
            await dial(host.port).open()
        assert home.known_hosts == key_line("127.0.0.1", host.port, HOST_KEY) + "\n"


async def test_a_key_that_changes_in_mid_evening_is_followed_too(open_ssh, home):
    told = []
    async with BadLine(0) as line:
        way = dial(line.port)
        way.tell = told.append
        for key in (HOST_KEY, changed(HOST_KEY, SECOND)):
            async with open_ssh(key=key) as host:
                line.to = host.port
                await first_line(way)
    assert len(told) == 1


async def test_an_old_invite_leads_to_the_new_key(open_ssh, home):
    async with open_ssh(key=changed(HOST_KEY, SECOND)) as host:
        way = dial(host.port)
        way.address = way.address._replace(fingerprint=fingerprint_of(HOST_KEY))
        assert (await first_line(way)).startswith("json for ann")
        stranger = dial(host.port)
        stranger.address = stranger.address._replace(fingerprint=fingerprint_of(THIRD))
        with pytest.raises(CannotTrust, match="the invite says"):
            await stranger.open()


async def test_a_changed_key_is_followed_through_relays(open_ssh, home):
    relay_key = asyncssh.generate_private_key("ssh-ed25519")
    async with relaying(relay_key) as relay, open_ssh(key=changed(HOST_KEY, SECOND)) as host:
        home.knows(
            key_line("127.0.0.1", relay, relay_key), key_line("127.0.0.1", host.port, HOST_KEY)
        )
        way = dial(host.port, relays=(Hop("127.0.0.1", relay, "eve"),))
        assert (await first_line(way)).startswith("json for ann")
        assert place(host.port, SECOND) in home.known_hosts


async def test_a_game_that_is_kept_keeps_its_key_unless_it_is_left(tmp_path, home):
    async with hosting(plan(tmp_path, bots=1)) as house, joined(house.port) as ann:
        await ann.hears_of(link.Lobby)
        ann.remote.send(link.Sit(seat=0))
        ann.remote.send(link.Ready())
        await ann.hears(lambda: ann.last(link.Pending) is not None)
        with pytest.raises(JournalInUse):
            await change_over(tmp_path)
    prepare(tmp_path)
    with pytest.raises(CannotRotate, match="Finish them first"):
        await change_over(tmp_path)
    coming = key_plan(tmp_path).next
    assert await change_over(tmp_path, leaves_games=True) == coming
    assert fingerprint_of(keys_of(tmp_path, bool).key) == coming
