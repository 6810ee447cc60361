"""Whole records and journals, byte for byte as they were recorded before the house was rebuilt."""

import pytest

from tests.support.golden.record import (
    FOLDER,
    RECORDS,
    STOPS,
    bundle_of_last,
    copy_journal,
    dumped,
    play_on,
    record,
    write_journal,
)


@pytest.mark.slow
@pytest.mark.parametrize("game", RECORDS, ids=lambda game: game.name)
async def test_a_whole_record_and_all_that_was_told_of_it_are_the_same(game):
    played = await record(game)
    assert not played.difference(), played.difference()


@pytest.mark.slow
@pytest.mark.parametrize("stop", STOPS)
async def test_a_journal_is_written_as_the_stored_one_was(stop, tmp_path):
    played = await write_journal(stop, tmp_path / "new")
    assert not played.difference(), played.difference()
    copy_journal(stop, tmp_path / "stored")
    stored = dumped(tmp_path / "stored" / "journal.db").splitlines()
    assert dumped(tmp_path / "new" / "journal.db").splitlines() == stored


@pytest.mark.slow
@pytest.mark.parametrize("stop", STOPS)
async def test_a_stored_journal_is_taken_up_and_played_to_the_end(stop, tmp_path):
    copy_journal(stop, tmp_path)
    played = await play_on(stop, tmp_path)
    assert not played.difference(), played.difference()
    assert await bundle_of_last(tmp_path) == (tmp_path / "bundle.json").read_bytes()


async def test_a_stored_journal_gives_the_bundle_of_its_finished_game(tmp_path):
    copy_journal("at-the-end", tmp_path)
    stored = (FOLDER / "journal-at-the-end.bundle.json").read_bytes()
    assert await bundle_of_last(tmp_path) == stored
