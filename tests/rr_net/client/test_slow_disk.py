"""A host whose disk is slow, as the card of a small computer is: it freezes so much sooner."""

import asyncio
import contextlib

import pytest

from rr_net import link
from rr_net.game import archive
from rr_net.store.sqlite import SqliteJournal
from tests.rr_net.client.test_cheating_host import knows_seat
from tests.rr_net.client.test_remote import RUNE, is_asked
from tests.support.rr_net.joining import hosting, joined, plan
from tests.support.rr_net.recorded import TINY

pytestmark = [pytest.mark.socket, pytest.mark.usefixtures("home")]


@pytest.mark.parametrize("seconds", [0.05, 0.38])
async def test_a_disk_that_takes_long_for_each_row_is_no_cheat(tmp_path, monkeypatch, seconds):
    monkeypatch.setattr(archive, "WORK", TINY)
    honest = SqliteJournal.append

    async def slow(journal, gid, rows):
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.Event().wait()
        await honest(journal, gid, rows)

    monkeypatch.setattr(SqliteJournal, "append", slow)
    table = plan(tmp_path / "host", **RUNE | {"fairness": "table"})
    async with hosting(table) as house, joined(house.port, floors=TINY) as guest:
        await knows_seat(guest)
        await guest.hears(lambda: is_asked(guest))
        assert guest.remote.state.findings == ()
        assert guest.last(link.Lobby).phase == "playing"
