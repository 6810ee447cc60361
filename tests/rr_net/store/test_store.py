"""The journal: what anybody saw is on disk, whatever happens to the host."""

import asyncio
import os
import random
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from rr_net.fairness.base.manifest import open_table
from rr_net.fairness.base.rows import AnswerRow, CloseRow, FreezeRow, ShuffleRow, entry_of
from rr_net.fairness.cards.commitments import hidden_zones
from rr_net.fairness.chain.ledger import Ledger
from rr_net.fairness.proof.bundle import bundle_bytes
from rr_net.fairness.proof.replay import play, replay
from rr_net.store import (
    BadJournal,
    CannotStore,
    FiledOrders,
    JournalInUse,
    KnownKey,
    MemoryJournal,
    NoSuchGame,
    OpenToOthers,
    OtherJournal,
    SentAway,
    SqliteJournal,
    StoreError,
)
from rr_rules import __version__
from tests.support.rr_net.recorded import checked, close, manifest_of, play_on, record
from tests.support.rr_rules.pebbles import load_pebbles
from tests.support.tasks import beside, turn

ROOT = Path(__file__).parents[3]
GAME = record(3)
GID = GAME.manifest.gid
SHUFFLE = next(row.seq for row in GAME.rows if isinstance(row, ShuffleRow))
ANSWER = next(row.seq for row in GAME.rows if isinstance(row, AnswerRow))

WRITER = """
import asyncio, sys
from pathlib import Path
from rr_net.store import SqliteJournal
from tests.support.rr_net.recorded import manifest_of, record

async def main(directory):
    journal = await SqliteJournal.open(Path(directory))
    game = record(11, manifest_of(seats=5, turn_cap="200", target="99"))
    await journal.begin(game.manifest, game.secret, game.rows[0])
    for row in game.rows[1:-1]:
        await journal.append(game.manifest.gid, [row])
        print(row.seq, row.digest(), flush=True)
    sys.stdin.read()

asyncio.run(main(sys.argv[1]))
"""


@pytest.fixture(params=["memory", "sqlite"])
async def journal(request, tmp_path):
    opened = MemoryJournal() if request.param == "memory" else await SqliteJournal.open(tmp_path)
    yield opened
    await opened.close()


async def written(journal, rows=GAME.rows):
    await journal.begin(GAME.manifest, GAME.secret, rows[0])
    await append_all(journal, rows[1:])


async def append_all(journal, rows):
    for row in rows:
        await journal.append(GID, [row])


async def kept(directory, rows=GAME.rows):
    """A closed journal that holds these rows."""
    journal = await SqliteJournal.open(directory)
    await written(journal, rows)
    await journal.close()


async def refusal(directory):
    with pytest.raises(StoreError) as refused:
        await SqliteJournal.open(directory)
    return refused.value


def tamper(directory, *statements):
    """Changes a journal behind the program's back, as a failing disk or a person might."""
    connection = sqlite3.connect(directory / "journal.db")
    for statement in statements:
        connection.execute(statement, {"answer": ANSWER, "shuffle": SHUFFLE})
    connection.commit()
    connection.close()


# --- what every journal does -----------------------------------------------------------


async def test_a_game_is_loaded_as_it_was_kept(journal):
    await written(journal)
    stored = await journal.load(GID)
    assert (stored.manifest, stored.secret) == (GAME.manifest, GAME.secret)
    assert stored.rows == tuple(GAME.rows)
    assert bundle_bytes(stored.manifest, stored.rows) == GAME.bundle


async def test_a_game_is_unfinished_until_its_secret_is_open(journal):
    assert await journal.unfinished() == ()
    await written(journal, GAME.rows[:-1])
    later = record(4, manifest_of(seats=4), stop_at=9)
    await journal.begin(later.manifest, later.secret, later.rows[0])
    assert await journal.unfinished() == (later.manifest.gid, GID)
    await journal.append(GID, GAME.rows[-1:])
    assert await journal.unfinished() == (later.manifest.gid,)


async def test_a_signature_after_the_last_row_leaves_the_game_finished(journal):
    game = record(5, manifest_of(level="table"))
    assert isinstance(game.rows[-2], CloseRow)
    await journal.begin(game.manifest, game.secret, game.rows[0])
    await journal.append(game.manifest.gid, game.rows[1:])
    assert await journal.unfinished() == ()
    assert await journal.unopened() == ()


@pytest.mark.attack("T20")
@pytest.mark.parametrize(("level", "seen"), [("solo", ShuffleRow), ("table", FreezeRow)])
async def test_a_game_is_unopened_from_the_moment_its_host_can_know_the_deal(journal, level, seen):
    game = record(5, manifest_of(level=level))
    gid = game.manifest.gid
    await journal.begin(game.manifest, game.secret, game.rows[0])
    at = next(row.seq for row in game.rows if isinstance(row, seen))
    await journal.append(gid, game.rows[1:at])
    assert await journal.unopened() == ()
    await journal.append(gid, game.rows[at : at + 1])
    assert await journal.unopened() == (gid,)
    await journal.append(gid, game.rows[at + 1 :])
    assert await journal.unopened() == ()


@pytest.mark.attack("T20")
async def test_a_game_that_was_broken_off_is_not_taken_up_and_stays_unopened(journal):
    await written(journal, GAME.rows[:-1])
    for _ in range(2):
        await journal.break_off(GID)
        assert await journal.unfinished() == ()
        assert await journal.unopened() == (GID,)
    await journal.append(GID, GAME.rows[-1:])
    assert await journal.unopened() == ()


async def test_what_no_row_speaks_of_is_kept_beside_the_rows(journal):
    with pytest.raises(NoSuchGame):
        await journal.send_away(GID, SentAway("SHA256:bob", b"{}"))
    with pytest.raises(NoSuchGame):
        await journal.file_orders(GID, FiledOrders(1, 3, b"{}"))
    await written(journal)
    first = SentAway("SHA256:bob", b"what he saw")
    await journal.send_away(GID, first)
    await journal.send_away(GID, SentAway("SHA256:bob", b"and later"))
    assert await journal.sent_away(GID) == (first,)
    await journal.file_orders(GID, FiledOrders(1, 3, b"{}"))
    await journal.file_orders(GID, FiledOrders(1, 5, b""))
    assert await journal.filed_orders(GID) == (FiledOrders(1, 5, b""),)


async def test_an_opened_game_without_a_bundle_is_known_until_it_has_one(journal):
    await written(journal, GAME.rows[:-1])
    assert await journal.unbundled() == ()
    await journal.append(GID, GAME.rows[-1:])
    assert await journal.unbundled() == (GID,)
    await journal.keep_bundle(GID, GAME.bundle)
    assert await journal.unbundled() == ()


async def test_a_row_is_kept_once(journal):
    await written(journal, GAME.rows[:4])
    with pytest.raises(CannotStore):
        await journal.append(GID, [GAME.rows[3]])
    await journal.append(GID, [GAME.rows[4]])
    assert (await journal.load(GID)).rows == tuple(GAME.rows[:5])


async def test_several_rows_are_kept_together_or_not_at_all(journal):
    await written(journal, GAME.rows[:4])
    with pytest.raises(CannotStore):
        await journal.append(GID, [GAME.rows[4], GAME.rows[3]])
    assert (await journal.load(GID)).rows == tuple(GAME.rows[:4])
    await journal.append(GID, GAME.rows[4:7])
    assert (await journal.load(GID)).rows == tuple(GAME.rows[:7])


async def test_a_game_is_begun_once(journal):
    await written(journal, GAME.rows[:4])
    with pytest.raises(CannotStore):
        await journal.begin(GAME.manifest, GAME.secret, GAME.rows[0])
    assert (await journal.load(GID)).rows == tuple(GAME.rows[:4])


async def test_an_unknown_game_is_refused(journal):
    with pytest.raises(NoSuchGame, match=GID[:16]):
        await journal.load(GID)
    with pytest.raises(NoSuchGame):
        await journal.append(GID, GAME.rows[1:2])
    with pytest.raises(NoSuchGame):
        await journal.break_off(GID)


async def test_a_key_is_remembered_in_place_of_what_was_known(journal):
    assert await journal.known("SHA256:ann") is None
    await journal.remember(KnownKey("SHA256:ann", "Ann", wrong_tries=5))
    ann = KnownKey(
        "SHA256:ann", "Ann", '{"theme":"night"}', banned=True, parked_until=1_900_000_000,
        gave="d1ge57",
    )  # fmt: skip
    await journal.remember(ann)
    assert await journal.known("SHA256:ann") == ann


@pytest.mark.rule("RR-TABLE-08")
@pytest.mark.parametrize("rows", [2, 17, 40, len(GAME.rows) - 1])
async def test_a_loaded_game_stands_where_it_stood_with_the_same_commitment(journal, rows):
    await written(journal, GAME.rows[:rows])
    played = open_table(GAME.manifest, load_pebbles())
    for row in GAME.rows[1:rows]:
        play(row, played)
    ledger = Ledger.resume(*await journal.load(GID))
    table = open_table(ledger.manifest, load_pebbles())
    told = [event for _, events in replay(ledger, table) for event in events]
    assert ledger.commitment == GAME.rows[0].pub.commitment
    assert (table.state.plain(), table.pending) == (played.state.plain(), played.pending)
    assert told == played.drain()


# --- what outlives the process ---------------------------------------------------------


@pytest.mark.e2e
@pytest.mark.rule("RR-TABLE-08")
@pytest.mark.parametrize("seen", [1, 37, 160])
async def test_a_host_killed_at_any_moment_has_lost_nothing_that_was_seen(tmp_path, seen):
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, tmp_path], cwd=ROOT, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True,
    ) as host:  # fmt: skip
        lines = [host.stdout.readline() for _ in range(seen)]
        host.send_signal(signal.SIGKILL)
        lines += host.stdout.readlines()
    assert host.returncode == -signal.SIGKILL
    seq, digest = lines[-1].split() if lines[-1].endswith("\n") else lines[-2].split()

    journal = await SqliteJournal.open(tmp_path)
    [gid] = await journal.unfinished()
    ledger = Ledger.resume(*await journal.load(gid))
    assert ledger.rows[int(seq)].digest() == digest
    assert len(ledger.rows) <= int(seq) + 2

    table = open_table(ledger.manifest, load_pebbles())
    durable = len(list(replay(ledger, table)))
    # Here every row is a commit of its own, so the one that goes with the last may be missing.
    if entry_of(ledger.rows[-1]) is not None:
        commit = ledger.commit(hidden_zones(table.game, table.state))
        if commit is not None:
            ledger.take(commit)
    play_on(ledger, table, random.Random(1))
    close(ledger, table, lambda row: None)
    await journal.append(gid, ledger.rows[durable:])
    ended = await journal.load(gid)
    await journal.close()
    source = bundle_bytes(ended.manifest, ended.rows)
    assert checked(source, ledger.commitment).outcome == table.outcome


@pytest.mark.e2e
async def test_a_second_host_on_the_same_directory_is_refused(tmp_path):
    first = await SqliteJournal.open(tmp_path)
    assert isinstance(await refusal(tmp_path), JournalInUse)
    second = subprocess.run(
        [sys.executable, "-c", WRITER, tmp_path], cwd=ROOT, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert second.returncode != 0
    assert "JournalInUse: " in second.stderr
    await written(first)
    await first.close()
    await kept_nothing_twice(tmp_path)


async def kept_nothing_twice(directory):
    journal = await SqliteJournal.open(directory)
    assert (await journal.load(GID)).rows == tuple(GAME.rows)
    await journal.close()


async def test_every_commit_reaches_the_disk(tmp_path):
    journal = await SqliteJournal.open(tmp_path)
    names = ("journal_mode", "synchronous", "locking_mode", "foreign_keys")
    settings = [
        await journal.run(lambda db, name=name: db.execute(f"PRAGMA {name}").fetchone()[0])
        for name in names
    ]
    assert settings == ["wal", 2, "exclusive", 1]
    assert await journal.run(lambda db: db.in_transaction) is False
    await journal.close()


async def test_a_full_disk_is_an_error_and_the_game_goes_on_when_there_is_room(tmp_path):
    journal = await SqliteJournal.open(tmp_path)
    await written(journal, GAME.rows[:3])
    pages = await journal.run(lambda db: db.execute("PRAGMA page_count").fetchone()[0])
    await journal.run(lambda db: db.execute(f"PRAGMA max_page_count = {pages}"))
    with pytest.raises(CannotStore, match="full"):
        await append_all(journal, GAME.rows[3:])
    kept = len((await journal.load(GID)).rows)
    assert 3 < kept < len(GAME.rows)
    await journal.run(lambda db: db.execute("PRAGMA max_page_count = 100000"))
    await append_all(journal, GAME.rows[kept:])
    assert (await journal.load(GID)).rows == tuple(GAME.rows)
    await journal.close()


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM games",
        "DELETE FROM secrets",
        "DELETE FROM rows",
        "DELETE FROM broken_off",
        "DELETE FROM sent_away",
        "UPDATE games SET manifest = x'00'",
        "UPDATE secrets SET secret = x'00'",
        "UPDATE rows SET public = x'00'",
    ],
)
async def test_what_is_kept_can_be_added_to_and_not_changed(tmp_path, statement):
    journal = await SqliteJournal.open(tmp_path)
    await written(journal)
    await journal.break_off(GID)
    await journal.send_away(GID, SentAway("SHA256:bob", b"{}"))
    with pytest.raises(CannotStore, match="only be added to"):
        await journal.run(lambda db: db.execute(statement))
    assert (await journal.load(GID)).rows == tuple(GAME.rows)
    await journal.close()


# --- who may read it -------------------------------------------------------------------


async def test_the_journal_is_its_owners_alone(tmp_path):
    directory = tmp_path / "deep" / "new"
    before = os.umask(0)
    try:
        journal = await SqliteJournal.open(directory)
        await written(journal)
    finally:
        os.umask(before)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in directory.iterdir()}
    assert modes == {"journal.db": 0o600, "journal.db-wal": 0o600, "journal.head": 0o600}
    assert stat.S_IMODE(directory.stat().st_mode) == 0o700
    await journal.close()


async def test_a_journal_that_others_may_read_is_refused(tmp_path):
    await kept(tmp_path)
    (tmp_path / "journal.db").chmod(0o644)
    error = await refusal(tmp_path)
    assert isinstance(error, OpenToOthers)
    assert "644" in str(error)
    assert "600" in str(error)


async def test_the_secret_lies_apart_from_the_rows(tmp_path):
    await kept(tmp_path, GAME.rows[:-1])
    connection = sqlite3.connect(tmp_path / "journal.db")
    found = connection.execute("SELECT public, body FROM rows").fetchall()
    secrets = connection.execute("SELECT secret FROM secrets").fetchall()
    connection.close()
    secret = GAME.secret.reveal()
    assert secrets == [(secret,)]
    assert len(found) == len(GAME.rows) - 1
    assert not any(
        secret in part or secret.hex().encode() in part for row in found for part in row if part
    )


# --- what cannot be used ---------------------------------------------------------------


@pytest.mark.parametrize(
    "junk", [b"not a database at all, just text\n" * 200, b"SQLite format 3\0"]
)
async def test_a_file_that_is_no_journal_is_refused_and_left_as_it_is(tmp_path, junk):
    path = tmp_path / "journal.db"
    path.write_bytes(junk)
    path.chmod(0o600)
    error = await refusal(tmp_path)
    assert isinstance(error, BadJournal)
    assert str(path) in str(error)
    assert path.read_bytes() == junk


async def test_another_programs_database_is_refused_and_left_as_it_is(tmp_path):
    tamper(tmp_path, "CREATE TABLE recipes (soup TEXT)", "INSERT INTO recipes VALUES ('pea')")
    path = tmp_path / "journal.db"
    path.chmod(0o600)
    before = path.read_bytes()
    assert isinstance(await refusal(tmp_path), BadJournal)
    assert path.read_bytes() == before


async def test_a_journal_cut_in_half_is_refused_and_left_as_it_is(tmp_path):
    await kept(tmp_path)
    path = tmp_path / "journal.db"
    half = path.read_bytes()[: path.stat().st_size // 2]
    path.write_bytes(half)
    assert isinstance(await refusal(tmp_path), BadJournal)
    assert path.read_bytes() == half


async def test_another_versions_journal_is_refused_and_both_versions_are_named(tmp_path):
    await kept(tmp_path)
    tamper(tmp_path, "PRAGMA user_version = 7", "UPDATE about SET version = '4.5.6'")
    error = await refusal(tmp_path)
    assert isinstance(error, OtherJournal)
    assert all(word in str(error) for word in ("format 7", "4.5.6", "format 3", __version__))
    assert "move the file away to begin anew" in str(error)
    tamper(tmp_path, "DROP TABLE about")
    assert "unknown" in str(await refusal(tmp_path))
    tamper(tmp_path, "CREATE TABLE about AS SELECT '1' AS version", "PRAGMA user_version = 3")
    await kept_nothing_twice(tmp_path)


async def test_a_journal_of_a_version_that_kept_no_codes_is_taken_over_and_keeps_them(tmp_path):
    ann = KnownKey("SHA256:ann", "Ann", gave="d1ge57")
    for known, before in ((replace(ann, gave=""), "DROP TABLE codes"), (ann, "SELECT 1")):
        journal = await SqliteJournal.open(tmp_path)
        await journal.remember(ann)
        await journal.close()
        tamper(tmp_path, before)
        journal = await SqliteJournal.open(tmp_path)
        assert await journal.known(ann.key) == known
        await journal.close()


async def test_a_directory_that_cannot_be_made_is_an_error(tmp_path):
    (tmp_path / "file").write_text("in the way")
    assert isinstance(await refusal(tmp_path / "file"), CannotStore)
    (tmp_path / "dir" / "journal.db").mkdir(parents=True)
    assert isinstance(await refusal(tmp_path / "dir"), BadJournal)


async def test_a_journal_left_empty_by_a_crash_is_begun(tmp_path):
    (tmp_path / "journal.db").touch(0o600)
    await kept(tmp_path)
    await kept_nothing_twice(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM rows WHERE seq = :answer",
        "DELETE FROM rows WHERE seq = :shuffle",
        "UPDATE rows SET body = NULL WHERE seq = :answer",
        "UPDATE rows SET body = x'00' WHERE seq = :answer",
        "UPDATE rows SET body = 'text' WHERE seq = :answer",
        'UPDATE rows SET body = \'{"option":9,"seat":0}\' WHERE seq = :answer',
        'UPDATE rows SET body = CAST(\'{"option":9,"seat":0}\' AS BLOB) WHERE seq = :answer',
        "UPDATE rows SET body = CAST('{\"orders\":[[0]]}' AS BLOB) WHERE seq = :shuffle",
        "UPDATE rows SET public = public || x'20' WHERE seq = :answer",
        "UPDATE rows SET public = CAST('[]' AS BLOB) WHERE seq = :answer",
        "UPDATE rows SET public = x'00'",
        "UPDATE games SET manifest = CAST('{}' AS BLOB)",
        "UPDATE games SET manifest = replace(manifest, 'Ann', 'Eve')",
        "UPDATE games SET manifest = CAST(replace(manifest, 'Ann', 'Eve') AS BLOB)",
        "UPDATE secrets SET secret = x'00'",
        "UPDATE secrets SET secret = 'text'",
        "UPDATE secrets SET secret = zeroblob(32)",
    ],
)
async def test_a_damaged_game_is_refused_by_name_and_its_journal_still_opens(tmp_path, damage):
    await kept(tmp_path)
    drop = [f"DROP TRIGGER no_{verb}_of_{table}" for verb in ("UPDATE", "DELETE")
            for table in ("games", "secrets", "rows")]  # fmt: skip
    tamper(tmp_path, *drop, damage)
    journal = await SqliteJournal.open(tmp_path)
    with pytest.raises(BadJournal) as refused:
        await journal.load(GID)
    assert GAME.secret.reveal().hex() not in str(refused.value)
    other = record(4, manifest_of(seats=4))
    await journal.begin(other.manifest, other.secret, other.rows[0])
    assert (await journal.load(other.manifest.gid)).rows == tuple(other.rows[:1])
    await journal.close()


# --- bundles ---------------------------------------------------------------------------


async def test_the_bundle_lies_in_the_data_directory_and_the_next_game_leaves_a_copy(tmp_path):
    journal = await SqliteJournal.open(tmp_path)
    other = record(4, manifest_of(seats=4))
    for game in (GAME, other):
        path = await journal.keep_bundle(game.manifest.gid, game.bundle)
        assert path == tmp_path / "bundle.json"
        assert path.read_bytes() == game.bundle
    await journal.close()
    assert checked((tmp_path / "bundle.json").read_bytes()).entries
    assert (tmp_path / f"bundle-{GID[:16]}.json").read_bytes() == GAME.bundle
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".db", ".json", ".json", ".json"]


async def test_an_album_lies_beside_the_bundle_and_is_written_whole_or_not(tmp_path):
    journal = await SqliteJournal.open(tmp_path)
    for content in (b"views", b"other views"):
        await journal.keep_album("album-0123.json.gz", content)
        assert (tmp_path / "album-0123.json.gz").read_bytes() == content
    with pytest.raises(CannotStore):
        await journal.keep_album("no such folder/album.json.gz", b"")
    await journal.close()
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".new"] == []


async def test_the_event_loop_goes_on_while_a_row_is_written(tmp_path):
    journal = await SqliteJournal.open(tmp_path)
    hold, running = threading.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def slow_disk(db):
        loop.call_soon_threadsafe(running.set)
        hold.wait(20)

    async with beside(journal.run(slow_disk)):
        await running.wait()
        async with beside(journal.begin(GAME.manifest, GAME.secret, GAME.rows[0])) as begun:
            await turn()
            assert not begun.done()
            hold.set()
    assert await journal.unfinished() == (GID,)
    await journal.close()


async def test_the_games_that_were_begun_are_told_the_latest_first(journal):
    assert await journal.begun() == ()
    games = [record(5, manifest_of(level=level)) for level in ("solo", "table")]
    for game in games:
        await journal.begin(game.manifest, game.secret, game.rows[0])
    wanted = [game.manifest.gid for game in reversed(games)]
    assert [manifest.gid for manifest in await journal.begun()] == wanted
