"""A disk that takes nothing more, and a host that stops before all is written."""

import pytest

from rr_net import link
from rr_net.fairness.proof.bundle import read_bundle
from rr_net.store import CannotStore, DiskFull, MemoryJournal
from tests.rr_net.room.test_ending import play_on
from tests.support.rr_net.roomplay import dealt, hall, journalled


class FullJournal(MemoryJournal):
    """One on a disk that is full for bundles, or for everything from now on."""

    __slots__ = ("takes_bundles", "takes_rows")

    def __init__(self):
        super().__init__()
        self.takes_bundles = self.takes_rows = True

    async def append(self, gid, rows):
        if not self.takes_rows:
            raise DiskFull("journal.db cannot be written: the disk is full")
        await super().append(gid, rows)

    async def keep_bundle(self, gid, source):
        if not self.takes_bundles:
            raise CannotStore("bundle.json: No space left on device")
        return await super().keep_bundle(gid, source)


async def test_a_record_that_cannot_be_written_is_verified_and_given_away_all_the_same():
    journal = FullJournal()
    journal.takes_bundles = False
    archive = journalled(journal)
    async with hall(archive=archive) as place:
        players = await dealt(place, "ann", "bob", pets=(1, 0))
        await play_on(place, players)
        ended = players[0].screen.last(link.Ended)
        assert ended.verified is True
        assert "could not be written to the host's disk" in ended.verdict
        assert read_bundle(archive.last_bundle).rows


async def test_the_next_start_writes_the_record_that_the_last_one_could_not():
    journal = FullJournal()
    for luck in (1, 2):
        async with hall(archive=journalled(journal, luck=luck)) as place:
            journal.takes_bundles = False
            await play_on(place, await dealt(place, "ann", "bob", pets=(1, 0)))
    lost = [manifest.gid for manifest in reversed(await journal.begun())]
    assert await journal.unbundled() == tuple(lost)
    journal.takes_bundles, said = True, []
    archive = journalled(journal, luck=3, tell=said.append)
    await archive.make_up()
    assert list(journal.bundles) == lost
    assert archive.last_bundle == journal.bundles[lost[-1]]
    assert await journal.unbundled() == ()
    assert len(said) == 2
    assert all("is checked while the table is open" in line for line in said)
    await archive.make_up()
    assert len(said) == 2


async def test_everybody_reads_that_the_disk_is_full_where_that_stops_the_table():
    journal = FullJournal()
    async with hall(archive=journalled(journal)) as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        journal.takes_rows = False
        with pytest.raises(DiskFull):
            await ann.answers()
        for player in (ann, bob):
            assert "disk of the host's machine is full" in player.screen.last(link.Bye).text
