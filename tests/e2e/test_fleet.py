"""Three relays of one name, with a real PostgreSQL: what befalls them, no game and nobody loses."""

import pytest

from rr_net.fairness.base.levels import WORK
from tests.lab import relayfleet
from tests.support.e2e.runes import LONG
from tests.support.rr_net.joining import OwnHome

pytestmark = [
    pytest.mark.usefixtures("ssh_client", "ssh_keygen"),
    pytest.mark.skipif(not LONG, reason="a minute without a database: RUNES_LONG=1, and .ci/run"),
]

AWAY = 60.0
"""Seconds in which the database is away: for longer than relays go on by their leases."""
UNNOTICED = 3.0
CANNOT_ASK = "this relay cannot ask just now which relay holds the table"


@pytest.fixture
async def evening(tmp_path, database, monkeypatch):
    """Three relays, a host that names all of them, and two guests who play."""
    OwnHome(tmp_path / "ann", monkeypatch)
    for name, slow in WORK.items():
        monkeypatch.setitem(WORK, name, slow)
    relayfleet.less_work()
    async with relayfleet.evening(tmp_path, database, hosts=1) as found:
        yield found


async def test_a_relay_is_killed_and_one_stands_still_and_the_database_is_away(evening):
    """Hosts and joined guests come back by themselves, and no name is at two relays."""
    await evening.kill()
    await evening.settled()
    await evening.stop()
    await evening.settled()
    words = await evening.away(AWAY)
    assert all(CANNOT_ASK in each for each in words), words
    assert max(evening.silences) < UNNOTICED
    await evening.settled()
    for called, took in evening.back.items():
        assert max(took) < relayfleet.LONGEST_BACK, called
    [table] = evening.tables
    assert table.welcomes >= 2
    assert all(table.verified)
    assert len(evening.fleet.looks.every) > 100
    assert evening.fleet.looks.both() == []
