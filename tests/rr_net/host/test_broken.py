"""An interface that breaks is drawn anew, and its player is told."""

from types import SimpleNamespace

from rr_net import link
from rr_net.host.door import MOST_BROKEN, HostDoor
from rr_net.ssh import Caller
from tests.support.fakeclock import FakeClock
from tests.support.rr_tui.fakelink import FakeLink, lobby, welcome


class Room:
    """Knows everybody."""

    def __init__(self):
        self.connected = []

    def connect(self, fingerprint, name, **how):
        self.connected.append(name)
        return FakeLink(welcome(), lobby(), lobby())


class Interfaces:
    """Draws nothing, and breaks as often as is wanted."""

    def __init__(self, breaks):
        self.statuses = [1] * breaks + [0]
        self.told = []

    def learning(self, inner):
        return inner

    async def on_terminal(self, inner, session):
        heard = []
        inner.attach(heard.append)
        self.told.append([m.text for m in heard if isinstance(m, link.Notice)])
        return self.statuses.pop(0)


def session(is_gone=False):
    wire = SimpleNamespace(closed=is_gone)
    return SimpleNamespace(caller=Caller("SHA256:ann", "ann"), may_idle=bool, wire=wire)


def door(interfaces):
    room, archive = Room(), SimpleNamespace(last_bundle=None)
    return HostDoor(room, archive, None, interfaces, FakeClock(), title="Maple Court"), room


async def test_an_interface_that_breaks_is_drawn_anew_and_its_player_told_once():
    interfaces = Interfaces(breaks=1)
    host, room = door(interfaces)
    assert await host.interface(session()) == 0
    assert room.connected == ["ann", "ann"]
    first, again = interfaces.told
    assert first == []
    assert ["was drawn anew" in text for text in again] == [True]


async def test_one_that_breaks_again_and_again_ends():
    interfaces = Interfaces(breaks=9)
    host, room = door(interfaces)
    assert await host.interface(session()) == 1
    assert len(room.connected) == MOST_BROKEN + 1


async def test_nobody_draws_for_somebody_who_has_gone():
    host, room = door(Interfaces(breaks=1))
    assert await host.interface(session(is_gone=True)) == 1
    assert room.connected == ["ann"]
