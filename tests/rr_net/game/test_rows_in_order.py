"""Take, journal, show: what a journal could not keep is shown to nobody, and ends the record."""

import json

import pytest

from rr_net import link
from rr_net.fairness.base.rows import (
    AnswerRow,
    ArrangeRow,
    CheckpointRow,
    CloseRow,
    CommitRow,
    EventRow,
    FreezeRow,
    PledgeRow,
    RemoveRow,
    RollRow,
    ShuffleRow,
)
from rr_net.game.record import RecordedEntry
from rr_net.game.signing import AnswerGiven
from rr_net.store import CannotStore
from rr_rules.kernel.transcript import Answer, Arrange
from tests.support.rr_net.recorded import KEYS
from tests.support.rr_net.roomplay import Died, WatchedArchive, hall, journalled
from tests.support.rr_net.watched import WatchedJournal

NAMES = ("Ann", "Bob", "Cleo")
OPTIONS = {"turn_cap": "4", "leaver": "removed"}


def has(kind):
    return lambda rows: any(isinstance(row, kind) for row in rows)


def alone(kind):
    return lambda rows: [type(row) for row in rows] == [kind]


COMMITS = {
    "a pledge with its event": has(PledgeRow),
    "an event": lambda rows: [type(row) for row in rows] == [EventRow, CheckpointRow],
    "a freeze": has(FreezeRow),
    "a shuffle": has(ShuffleRow),
    "a roll": has(RollRow),
    "an answer with what follows": lambda rows: has(AnswerRow)(rows) and has(CommitRow)(rows),
    "a held answer": alone(AnswerRow),
    "what follows from held answers": alone(CommitRow),
    "another order": has(ArrangeRow),
    "a seat that leaves": has(RemoveRow),
    "a turn's signature": alone(CheckpointRow),
    "the opened secret": has(CloseRow),
    "a game that is given up": None,
}


class BrokenJournal(WatchedJournal):
    """Fails for good at the first commit of a kind, and remembers what was told until then."""

    __slots__ = ("commit", "place", "told")

    def __init__(self, commit):
        super().__init__()
        self.commit, self.place, self.told = commit, None, None

    async def append(self, gid, rows):
        if self.told is not None or (self.commit is not None and self.commit(rows)):
            self.fail()
        await super().append(gid, rows)

    async def break_off(self, gid):
        if self.told is not None or self.commit is None:
            self.fail()
        await super().break_off(gid)

    def fail(self):
        if self.told is None:
            players = self.place.players.items()
            self.told = {name: len(player.screen.told) for name, player in players}
        raise Died

    def mend(self):
        self.commit, self.told = lambda rows: False, None


async def play(place, players, *, gives_up):
    """All that a record can hold is done once, to the end or until the host gives up."""
    ann, bob, cleo = players
    await bob.does(link.Pledge(hash="0" * 64))
    for player in players:
        await player.does(link.Ready())
    for step in range(400):
        if place.room.phase != "playing":
            return
        if step == 16:
            await ann.does(link.Rearrange(zone="hand", order=(2, 1, 0)))
        if step == 40:
            await cleo.does(link.Leave())
        if step == 44 and gives_up:
            await ann.does(link.Host(act="end"))
        for player in (ann, bob, cleo):
            if player.screen.ask is not None and step > 16:
                await player.answers()
        await place.passes(0.5)
    raise AssertionError("the game is never over")


async def seated(place):
    keys = [KEYS[name].get_fingerprint() for name in NAMES]
    players = [
        await place.comes(name, key=key, is_host=name == "Ann")
        for name, key in zip(NAMES, keys, strict=True)
    ]
    for seat, player in enumerate(players):
        await player.does(link.Sit(seat=seat))
    return players


async def broken(place, journal):
    """Plays until the journal fails."""
    journal.place = place
    players = await seated(place)
    with pytest.raises(Died):
        await play(place, players, gives_up=journal.commit is None)
    assert journal.told is not None


@pytest.fixture(params=COMMITS)
def journal(request):
    return BrokenJournal(COMMITS[request.param])


def table_of(journal, **more):
    archive = WatchedArchive(journal=journal)
    return hall(archive=archive, seats=3, fairness="table", options=OPTIONS, **more)


async def test_nothing_is_shown_of_what_could_not_be_kept(journal):
    async with table_of(journal) as place:
        await broken(place, journal)
        for name, player in place.players.items():
            later = [message for _, message in player.screen.since(journal.told[name])]
            assert {type(message) for message in later} <= {link.Bye}


async def test_a_record_that_could_not_keep_a_commit_has_ended(journal):
    async with table_of(journal) as place:
        await broken(place, journal)
        table = place.archive.tables[-1]
        record, number = place.record.whole, table.number
        journal.mend()
        for call in (
            lambda: record.hold(AnswerGiven(Answer(0, 0))),
            lambda: record.keep([Arrange(0, "hand", ())], table),
            lambda: record.hand_over([], table),
            lambda: record.freeze(()),
            record.sign,
            record.give_up,
            lambda: record.audit(None),
        ):
            with pytest.raises(CannotStore, match="has ended"):
                await call()
        assert table.number == number
        kept = len((await journal.load(place.record.gid)).rows)
        for seat in range(3):
            receipts = json.loads(record.receipts(seat))
            assert all(opening["seq"] < kept for opening in receipts["openings"])
            note = receipts["checkpoint"]["note"] if receipts["checkpoint"] else "\n0\n"
            assert int(note.split("\n")[1]) < kept


@pytest.mark.slow
async def test_the_game_is_loaded_anew_where_its_journal_stands_and_verifies(journal):
    async with table_of(journal) as place:
        await broken(place, journal)
        gid = place.record.gid
    journal.mend()
    archive = journalled(journal, luck=2)
    async with hall(archive=archive) as place:
        unfinished = await archive.unfinished()
        entries = [each.entry for each in unfinished.recorded if isinstance(each, RecordedEntry)]
        assert entries == journal.kept[gid].entries
        place.room.resume(unfinished)
        await place.settle()
        players = [await place.comes(name, key=KEYS[name].get_fingerprint()) for name in NAMES]
        for _ in range(400):
            for player in players:
                if place.room.phase == "playing" and player.screen.ask is not None:
                    await player.answers()
            await place.passes(0.5)
            if place.room.phase == "over":
                break
        assert players[1].screen.last(link.Ended).verified is True


async def test_while_a_commit_is_being_kept_nobody_can_fetch_anything_of_it():
    fetched = []

    class Asked(WatchedJournal):
        __slots__ = ("room",)

        async def append(self, gid, rows):
            if has(CommitRow)(rows):
                fetched.append((rows[-1].seq, self.room.receipts("SHA256:ann")))
            await super().append(gid, rows)

    journal = Asked()
    async with hall(archive=WatchedArchive(journal=journal)) as place:
        journal.room = place.room
        for seat, name in enumerate(("ann", "bob")):
            player = await place.comes(name, is_host=seat == 0)
            await player.does(link.Sit(seat=seat, declare=1 - seat))
            await player.does(link.Ready())
        before = place.room.receipts("SHA256:ann")
        await place.players["ann"].answers("draw")
        seq, asked = fetched[-1]
        assert asked == before
        openings = json.loads(place.room.receipts("SHA256:ann"))["openings"]
        assert seq in {opening["seq"] for opening in openings}
