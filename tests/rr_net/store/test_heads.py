"""A journal whose end is lost says so: SQLite itself takes a damaged log for a shorter one."""

import shutil
import sqlite3
from functools import partial

import pytest

from rr_net.fairness.base.rows import CheckpointRow
from rr_net.store import BadJournal, JournalEndsEarly, JournalGone, SqliteJournal, StoreError
from rr_net.store.heads import Head, HeadFile
from tests.support.rr_net.crashed import GAME, GID, left_by_a_crash, stored_in
from tests.support.rr_net.recorded import manifest_of, record

SIGNED = record(5, manifest_of(level="table"))
"""A game whose host signs."""
LOG = "journal.db-wal"


@pytest.fixture
async def left(tmp_path):
    return await left_by_a_crash(tmp_path)


def flip(path, at):
    content = bytearray(path.read_bytes())
    content[at] ^= 1
    path.write_bytes(content)


async def test_what_a_killed_host_has_left_is_whole(left):
    assert await stored_in(left) == (20, ())


async def test_one_bad_bit_in_the_middle_of_the_log_is_told_instead_of_a_rewound_game(left):
    flip(left / LOG, (left / LOG).stat().st_size * 2 // 3)
    with pytest.raises(JournalEndsEarly) as refused:
        await SqliteJournal.open(left)
    assert all(word in str(refused.value) for word in ("of 20", "--accept-loss", "restore"))


@pytest.mark.parametrize("lost", [(LOG,), ("journal.db", LOG)])
async def test_a_log_or_a_journal_that_is_gone_is_told(left, lost):
    for name in lost:
        (left / name).unlink()
    for _ in range(2):
        with pytest.raises(JournalEndsEarly, match="is not in it, of which 20 rows"):
            await SqliteJournal.open(left)


async def test_the_log_of_a_refused_journal_is_still_there(left):
    flip(left / LOG, (left / LOG).stat().st_size * 2 // 3)
    before = (left / LOG).read_bytes()
    with pytest.raises(JournalEndsEarly):
        await SqliteJournal.open(left)
    assert (left / f"{LOG}.damaged").read_bytes() == before


async def test_who_accepts_the_loss_goes_on_and_that_is_kept_for_everybody(left):
    flip(left / LOG, (left / LOG).stat().st_size * 2 // 3)
    kept, [loss] = await stored_in(left, accept_loss=True)
    assert 0 < kept < 20
    assert loss[:3] == (GID, 20, kept)
    assert await stored_in(left) == (kept, (loss,))


async def test_after_a_loss_the_new_end_counts(left):
    flip(left / LOG, (left / LOG).stat().st_size * 2 // 3)
    journal = await SqliteJournal.open(left, accept_loss=True)
    kept = len((await journal.load(GID)).rows)
    await journal.append(GID, GAME.rows[kept : kept + 1])
    await journal.close()
    assert (await stored_in(left))[0] == kept + 1


async def test_a_damaged_head_is_told_too(left):
    flip(left / "journal.head", 70)
    with pytest.raises(BadJournal, match=r"journal\.head is damaged"):
        await SqliteJournal.open(left)
    kept, [loss] = await stored_in(left, accept_loss=True)
    assert (kept, loss.gid) == (20, "")


async def test_a_journal_of_a_version_that_kept_no_head_is_opened(left):
    (left / "journal.head").unlink()
    assert await stored_in(left) == (20, ())


@pytest.mark.parametrize("seen", [0, 7])
async def test_a_journal_ahead_of_its_head_is_whole(left, seen):
    (left / "journal.head").unlink()
    file = HeadFile(left)
    if seen:
        file.keep(GID, GAME.rows[seen - 1])
    else:
        file.path.touch()
    file.close()
    assert await stored_in(left) == (20, ())


async def test_another_course_than_the_one_that_was_shown_is_told(left):
    file = HeadFile(left)
    file.write(Head(GID, 7, "ab" * 32))
    file.close()
    with pytest.raises(BadJournal, match="took another course up to row 7"):
        await stored_in(left)


async def test_a_game_that_is_lost_as_a_whole_stays_among_those_that_were_never_opened(left):
    (left / LOG).unlink()
    journal = await SqliteJournal.open(left, accept_loss=True)
    assert await journal.unopened() == (GID,)
    assert "lost a game" in (await journal.losses())[0].words
    await journal.close()


async def test_a_folder_that_is_deleted_while_it_is_open_keeps_nothing_in_silence(tmp_path):
    journal = await SqliteJournal.open(tmp_path / "data")
    await journal.begin(GAME.manifest, GAME.secret, GAME.rows[0])
    await journal.make_sure()
    shutil.rmtree(tmp_path / "data")
    for work in (journal.make_sure(), journal.append(GID, GAME.rows[1:2])):
        with pytest.raises(JournalGone, match="deleted or moved"):
            await work
    await journal.close()


async def test_what_was_signed_does_not_lie_in_the_log_alone(tmp_path):
    seen = next(row.seq for row in SIGNED.rows[10:] if isinstance(row, CheckpointRow)) + 1
    left = await left_by_a_crash(tmp_path, seen, SIGNED)
    (left / LOG).unlink()
    (left / "journal.head").unlink()
    assert (await stored_in(left, SIGNED.manifest.gid))[0] == seen


async def test_an_index_that_does_not_fit_its_table_is_damage(left):
    await stored_in(left)
    with sqlite3.connect(left / "journal.db") as db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute("DELETE FROM sqlite_master WHERE name = 'sqlite_autoindex_games_1'")
        db.execute("DROP TRIGGER no_UPDATE_of_games")
    with pytest.raises(StoreError):
        await SqliteJournal.open(left)


async def test_a_schema_that_is_no_text_any_more_is_damage_in_words(left):
    await stored_in(left)
    journal = left / "journal.db"
    source = journal.read_bytes()
    at = source.index(b"CREATE TABLE rows")
    journal.write_bytes(source[:at] + b"\xb3" * 17 + source[at + 17 :])
    with pytest.raises(BadJournal, match="damaged"):
        await SqliteJournal.open(left)


class FullDisk(sqlite3.Connection):
    """A journal whose disk has no room for what is to be committed."""

    def execute(self, statement, *given):
        if statement == "COMMIT":
            raise sqlite3.OperationalError("database or disk is full")
        return super().execute(statement, *given)


async def test_a_loss_that_cannot_be_kept_is_not_forgotten_either(left, monkeypatch):
    flip(left / LOG, (left / LOG).stat().st_size * 2 // 3)
    connect = partial(sqlite3.connect, factory=FullDisk)
    with monkeypatch.context() as patch:
        patch.setattr("rr_net.store.file.sqlite3.connect", connect)
        with pytest.raises(StoreError, match="full"):
            await SqliteJournal.open(left, accept_loss=True)
    with pytest.raises(JournalEndsEarly):
        await SqliteJournal.open(left)
