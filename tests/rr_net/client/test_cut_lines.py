"""A line that is cut in the very moment in which something is said: delivered once, or told."""

import contextlib

import pytest

from rr_net import link
from rr_net.client.outbox import KEYS_LOST
from rr_net.game import archive
from tests.rr_net.client.test_remote import RUNE, is_asked, is_back, playing, sat_down
from tests.support.rr_net.joining import BadLine, hosting, joined, plan
from tests.support.rr_net.recorded import TINY

pytestmark = [pytest.mark.socket, pytest.mark.usefixtures("home")]


def own_seat(guest):
    return guest.last(link.Lobby).seats[0]


async def test_who_steps_away_as_the_line_is_cut_is_away_and_comes_back(tmp_path):
    async with playing(plan(tmp_path / "host", **RUNE)) as (line, guest):
        await sat_down(guest)
        for message, is_done in (
            (link.StepAway(), lambda: own_seat(guest).away),
            (link.Sit(seat=0), lambda: not own_seat(guest).away),
            (link.Say(text="hello"), lambda: guest.last(link.Chat) is not None),
        ):
            guest.remote.send(message)
            line.cut()
            await guest.hears(is_done)
        line.cut()
        backs = len(guest.all(link.Welcome))
        await guest.hears(lambda: len(guest.all(link.Welcome)) > backs and is_asked(guest))
        assert [each.text for each in guest.all(link.Chat)] == ["hello"]
        told = "\n".join(each.text for each in guest.last(link.Log).lines)
        assert told.count("has stepped away") == 1
        assert guest.all(link.Problem) == []


@contextlib.asynccontextmanager
async def at_a_fair_table(tmp_path, monkeypatch):
    """Somebody who signs nothing, in the lobby of a table at which everybody has a hand."""
    monkeypatch.setattr(archive, "WORK", TINY)
    async with (
        hosting(plan(tmp_path / "host", **RUNE | {"fairness": "table"})) as house,
        BadLine(house.port) as line,
        joined(line.port, floors=TINY) as guest,
    ):
        await guest.hears_of(link.Lobby)
        yield line, guest


@contextlib.asynccontextmanager
async def at_the_shuffle(tmp_path, monkeypatch):
    """The same, and the host has begun to receive the keys for the deal."""
    async with at_a_fair_table(tmp_path, monkeypatch) as (line, guest):
        await is_ready_for_the_deal(guest)
        guest.remote.send(link.Contribute(event=1, keys="first"))
        await guest.hears(lambda: event_of(guest).mine == "first")
        yield line, guest


async def is_ready_for_the_deal(guest):
    guest.remote.send(link.Sit(seat=0))
    guest.remote.send(link.Ready())
    await guest.hears(lambda: event_of(guest) is not None)


def event_of(guest):
    pending = guest.last(link.Pending)
    return pending and pending.event


async def test_keys_that_were_pressed_as_the_line_was_cut_are_in_it_once(tmp_path, monkeypatch):
    async with at_the_shuffle(tmp_path, monkeypatch) as (line, guest):
        guest.remote.send(link.Contribute(event=1, keys="second"))
        line.cut()
        await guest.hears(lambda: is_back(guest) and event_of(guest).mine == "firstsecond")
        await guest.hears(lambda: is_asked(guest))
        assert KEYS_LOST not in [each.text for each in guest.all(link.Notice)]
        assert guest.remote.state.findings == ()


async def test_keys_that_came_too_late_since_the_line_was_cut_are_told_to_be_lost(
    tmp_path, monkeypatch
):
    async with at_the_shuffle(tmp_path, monkeypatch) as (line, guest):
        line.is_open = False
        guest.remote.send(link.Contribute(event=1, keys="second"))
        line.cut()
        await guest.hears(lambda: guest.remote.state.trouble != "")
        async with joined(line.to, name="eve") as watcher:
            await watcher.hears(lambda: event_of(watcher) is None and is_dealt(watcher))
        line.is_open = True
        await guest.hears(lambda: KEYS_LOST in [each.text for each in guest.all(link.Notice)])
        await guest.hears(lambda: is_asked(guest))
        assert guest.remote.state.findings == ()


async def test_keys_that_were_pressed_before_the_record_was_here_are_what_was_pressed(
    tmp_path, monkeypatch
):
    """The rows of the first window come a way to the host and back behind it."""
    async with at_a_fair_table(tmp_path, monkeypatch) as (line, guest):
        line.delay = 0.15
        await is_ready_for_the_deal(guest)
        assert guest.remote.state.checked == -1
        guest.remote.send(link.Contribute(event=1, keys="first"))
        await guest.hears(lambda: guest.remote.state.checked > 0)
        guest.remote.send(link.Contribute(event=1, keys="second"))
        await guest.hears(lambda: is_asked(guest))
        assert guest.remote.state.findings == ()


def is_dealt(guest):
    return guest.last(link.Seen) is not None and guest.last(link.Pending) is not None
