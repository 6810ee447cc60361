"""Copies of a journal that fit together, and old games that are taken out of one."""

import random
import tarfile

import pytest

from rr_net.host.process import CannotHost
from rr_net.host.upkeep import back_up, listing, prune, restore
from rr_net.service import notify
from rr_net.store import CannotStore, JournalEndsEarly, SqliteJournal, StoreError
from tests.support.rr_net.crashed import GAME, GID, left_by_a_crash, stored_in
from tests.support.rr_net.recorded import manifest_of, record


async def written(folder, game, rows):
    journal = await SqliteJournal.open(folder)
    await journal.begin(game.manifest, game.secret, game.rows[0])
    await journal.append(game.manifest.gid, game.rows[1:rows])
    return journal


async def test_a_copy_holds_every_row_that_was_kept_while_the_journal_is_open(tmp_path):
    journal = await written(tmp_path / "data", GAME, 20)
    head, _, copy = (await journal.copy()).partition(b"\n")
    await journal.append(GID, GAME.rows[20:25])
    await journal.close()
    other = tmp_path / "other"
    other.mkdir(mode=0o700)
    (other / "journal.db").write_bytes(copy)
    (other / "journal.db").chmod(0o600)
    (other / "journal.head").write_bytes(head + b"\n")
    assert await stored_in(other) == (20, ())


async def test_a_backup_is_its_owners_alone_and_restored_games_say_so(tmp_path):
    await (await written(tmp_path / "data", GAME, 20)).close()
    for name in ("host_key", "bundle.json", "host.log", "note.new"):
        (tmp_path / "data" / name).write_text(name)
    backup = tmp_path / "backup.tar.gz"
    assert await back_up(tmp_path / "data", backup) == 4
    assert backup.stat().st_mode & 0o777 == 0o600
    assert await restore(backup, tmp_path / "new") == (GID,)
    kept, [loss] = await stored_in(tmp_path / "new")
    assert (kept, loss.gid) == (20, GID)
    assert "restored from a backup" in loss.words
    assert (tmp_path / "new" / "host_key").stat().st_mode & 0o777 == 0o600
    assert not (tmp_path / "new" / "host.log").exists()


async def test_a_backup_is_not_restored_over_a_journal(tmp_path):
    await (await written(tmp_path / "data", GAME, 20)).close()
    await back_up(tmp_path / "data", tmp_path / "backup.tar.gz")
    with pytest.raises(CannotHost, match="has a journal already"):
        await restore(tmp_path / "backup.tar.gz", tmp_path / "data")


@pytest.mark.parametrize("name", ["../journal.db", "/etc/journal.db", "journal.db"])
async def test_a_backup_that_is_none_writes_nothing(tmp_path, name):
    backup, inside = tmp_path / "backup.tar.gz", tmp_path / "inside"
    inside.write_text("x")
    with tarfile.open(backup, "w:gz") as tar:
        tar.add(inside, name if name != "journal.db" else "recipes.db")
        tar.add(inside, "host_key")
    with pytest.raises(CannotHost, match="is no backup of a table"):
        await restore(backup, tmp_path / "new")
    assert [each.name for each in (tmp_path / "new").iterdir()] == []


async def test_old_games_whose_bundles_lie_there_go_and_the_others_stay(tmp_path):
    games = [record(21, manifest_of(seats=seats)) for seats in (2, 4, 5)]
    journal = await SqliteJournal.open(tmp_path)
    for game in (*games, GAME):
        await journal.begin(game.manifest, game.secret, game.rows[0])
        rows = game.rows[1:20] if game is GAME else game.rows[1:]
        await journal.append(game.manifest.gid, rows)
    for game in games[1:]:
        await journal.keep_bundle(game.manifest.gid, b"{}")
    await journal.close()
    gone, won = await prune(tmp_path, 1)
    assert gone == 1
    assert won > 0
    journal = await SqliteJournal.open(tmp_path)
    assert [each.gid for each in await journal.begun()] == [
        GID, games[2].manifest.gid, games[0].manifest.gid,
    ]  # fmt: skip
    assert await journal.unfinished() == (GID,)
    with pytest.raises(CannotStore, match="only be added to"):
        await journal.run(lambda db: db.execute("DELETE FROM rows"))
    await journal.close()


def test_a_list_counts_what_there_is(tmp_path):
    (tmp_path / "bundle-1.json").write_bytes(b"x" * 10)
    found = {each.what: (each.files, each.size) for each in listing(tmp_path)}
    assert found["bundles"] == (1, 10)
    assert found["journal"] == (0, 0)


def test_nobody_is_told_where_no_service_manager_listens(monkeypatch):
    for address in (None, "", "relative", "/no/such/socket"):
        if address is None:
            monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
        else:
            monkeypatch.setenv("NOTIFY_SOCKET", address)
        assert not notify("READY=1")


async def test_a_journal_is_opened_after_everything_was_pruned(tmp_path):
    game = record(21, manifest_of(seats=2))
    journal = await written(tmp_path, game, len(game.rows))
    await journal.keep_bundle(game.manifest.gid, b"{}")
    await journal.close()
    gone, _ = await prune(tmp_path, 0)
    journal = await SqliteJournal.open(tmp_path)
    # The head names it: without it, the journal would seem to have lost its end.
    assert (gone, len(await journal.begun())) == (0, 1)
    await journal.close()


async def test_a_former_backup_in_the_folder_is_in_no_later_one(tmp_path):
    data = tmp_path / "data"
    await (await written(data, GAME, 20)).close()
    assert await back_up(data, data / "monday.tar.gz") == await back_up(data, data / "tuesday.tgz")


@pytest.mark.parametrize("part", [0.2, 0.5, 0.9, 0.999])
@pytest.mark.parametrize("is_cut", [True, False])
async def test_a_backup_that_is_cut_or_damaged_is_told_and_leaves_nothing(tmp_path, part, is_cut):
    data, backup = tmp_path / "data", tmp_path / "backup.tar.gz"
    await (await written(data, GAME, 20)).close()
    (data / "host_key").write_bytes(random.Random(4).randbytes(3000))
    await back_up(data, backup)
    content = bytearray(backup.read_bytes())
    at = int(len(content) * part)
    content[at] ^= 0x55
    backup.write_bytes(content[:at] if is_cut else content)
    with pytest.raises((CannotHost, StoreError)):
        await restore(backup, tmp_path / "new")
    assert list((tmp_path / "new").iterdir()) == []
    backup.write_bytes(content[:at] + bytes([content[at] ^ 0x55]) + content[at + 1 :])
    assert await restore(backup, tmp_path / "new") == (GID,)


async def test_a_journal_whose_log_alone_was_left_is_not_mixed_with_a_copy(tmp_path):
    data, backup = tmp_path / "data", tmp_path / "backup.tar.gz"
    await (await written(data, GAME, 20)).close()
    await back_up(data, backup)
    left = await left_by_a_crash(tmp_path)
    (left / "journal.db").rename(tmp_path / "away")
    with pytest.raises(CannotHost, match=r"journal\.db-wal"):
        await restore(backup, left)
    assert not (left / "journal.db").exists()


async def test_an_older_copy_beside_a_newer_head_is_put_there_and_refused_until_accepted(tmp_path):
    data, backup = tmp_path / "data", tmp_path / "backup.tar.gz"
    journal = await written(data, GAME, 20)
    await journal.close()
    await back_up(data, backup)
    journal = await SqliteJournal.open(data)
    await journal.append(GID, GAME.rows[20:25])
    await journal.close()
    (data / "journal.db").unlink()
    with pytest.raises(JournalEndsEarly, match="20 rows are left, of 25"):
        await restore(backup, data)
    with pytest.raises(JournalEndsEarly):
        await SqliteJournal.open(data)
    kept, found = await stored_in(data, accept_loss=True)
    assert (kept, [loss[:3] for loss in found]) == (20, [(GID, 0, 20), (GID, 25, 20)])


async def test_a_backup_that_cannot_be_written_leaves_no_half_of_it(tmp_path, monkeypatch):
    await (await written(tmp_path / "data", GAME, 20)).close()
    monkeypatch.setattr("rr_net.host.upkeep.os.fsync", fails)
    with pytest.raises(CannotHost, match="No space"):
        await back_up(tmp_path / "data", tmp_path / "backup.tar.gz")
    assert [each.name for each in tmp_path.iterdir()] == ["data"]


def fails(_):
    raise OSError(28, "No space left on device")
