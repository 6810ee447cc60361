"""The command `runes history`."""

import asyncio
import json
import os
import subprocess
import sys

import pytest
from click.testing import CliRunner

from rr_net.cli import main
from rr_net.cli.history import LISTED_THERE
from rr_net.client.address import read_address
from rr_net.client.tables import JoinedTables
from rr_net.fairness.proof.bundle import LARGEST_BUNDLE, share_bytes
from rr_net.history.book import NAME, open_book
from rr_net.history.results import SeatResult
from rr_net.host.places import TABLE, write_note
from rr_net.replay.album import album_file
from rr_net.store import SqliteJournal
from rr_rules.registry import load_game
from tests.support.rr_net.hostkeys import HOST
from tests.support.rr_net.pastgames import ANN, BOB, DAY, NOON, game, together
from tests.support.rr_net.recorded import Seated, manifest_of, record


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path / "games"


def history(folder, *words):
    return CliRunner().invoke(main, ["history", "--data", str(folder), *words])


async def in_thread(folder):
    """What the command says where a loop runs already."""
    return (await asyncio.to_thread(history, folder)).output


def filled(folder):
    book = open_book(folder)
    book.keep(game(1), game(2, winner=ANN, others=(BOB,)), together(3, 9, "local", ANN))
    book.close()
    return folder


def test_whoever_looks_where_nothing_was_played_leaves_nothing_behind(folder):
    done = history(folder)
    assert (done.exit_code, done.output) == (0, "No past games.\n")
    assert not folder.exists()


async def test_a_game_at_a_table_that_is_open_in_another_window_is_being_played(
    folder, monkeypatch
):
    book = open_book(folder)
    now = {"state": "playing", "reason": "", "folder": str(folder)}
    book.keep(game(1, ended=NOON, **now), game(2, ended=NOON + DAY, **now))
    book.close()
    assert (await in_thread(folder)).count("unfinished") == 2
    journal = await SqliteJournal.open(folder)
    try:
        write_note(folder / TABLE, {"opened": NOON + 1})
        latest, earlier = (await in_thread(folder)).splitlines()[1:3]
        # Whatever way it is named.
        (folder.parent / "link").symlink_to(folder)
        assert (await in_thread(folder.parent / "link")).count("being played") == 1
        monkeypatch.chdir(folder.parent)
        assert (await in_thread(folder.name)).count("being played") == 1
    finally:
        await journal.close()
    # The one that was not seen since the table is open waits to be taken up.
    assert "being played" in latest
    assert "unfinished" in earlier
    assert (await in_thread(folder)).count("unfinished") == 2


def test_games_at_tables_elsewhere_are_listed_by_their_records(folder):
    rules = load_game("regicide")
    manifest = manifest_of(rules, 2)
    tables = JoinedTables(folder, lambda: 0)
    folder.mkdir()
    (folder / "joined-0000.json").write_bytes(b"no record")
    tables.joined(read_address(["ann@maple"]), "Maple Court")
    assert history(folder).output.splitlines()[0] == "No past games."
    tables.keep_record(manifest.gid, record(3, manifest, rules).bundle)
    done = history(folder)
    first, line, *rest = done.output.splitlines()
    assert first == "Played at tables elsewhere by runes join; their records are here:"
    assert line.startswith(f"  {manifest.gid[:8]}  ")
    assert line.endswith("Regicide  Ann and 1 bot")
    assert rest[-1] == LISTED_THERE.format("ssh -p 2222 ann@maple history")
    # They stand behind the games of this machine, and no word narrows them down.
    said = history(filled(folder)).output
    assert said.index("Past games: 3") < said.index("Played at tables elsewhere")
    assert "Played at" not in history(folder, "won").output
    assert "Played at" not in history(folder, "--json").output


@pytest.mark.e2e
def test_the_list_comes_without_anything_that_is_slow_to_import(folder):
    filled(folder)
    program = (
        "import atexit, sys\n"
        "from rr_net.cli import main\n"
        "atexit.register(lambda: print(*sys.modules))\n"
        "main()"
    )
    command = [sys.executable, "-c", program, "history", "--data", str(folder), "ann", "won"]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    *said, imported = done.stdout.splitlines()
    assert said[0] == "Past games: 1"
    tops = {name.partition(".")[0] for name in imported.split()}
    assert tops.isdisjoint({"asyncio", "asyncssh", "cryptography", "pydantic", "textual"})
    assert "rr_rules" not in tops


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ((), 3),
        (("ann", "won"), 1),
        (("--me",), 2),
        (("--game", "regicide"), 1),
        (("--person", "ann", "--person", "bob"), 1),
        (("bob", "--me"), 0),
    ],
)
def test_words_and_options_narrow_it_down(folder, words, found):
    done = history(filled(folder), "--json", *words)
    assert done.exit_code == 0
    assert json.loads(done.output)["count"] == found


def test_the_letters_of_a_line_find_its_game(folder):
    book = open_book(folder)
    book.keep(game(1, gid="0d85ff46" * 8), game(2, gid="c18790a3" * 8))
    book.close()
    assert "0d85ff46" in history(folder).output
    for words, found in ((("0d85ff46",), 1), (("0d85",), 1), (("c187", "0d85"), 0), (("ff46",), 0)):
        assert json.loads(history(folder, "--json", *words).output)["count"] == found


def test_it_answers_in_lines_that_people_read(folder):
    done = history(filled(folder))
    assert done.output.splitlines()[0] == "Past games: 3"
    assert "Won and lost against: ann 1-0" in done.output
    assert "Regicide: best 9/12 in 1 game" in done.output


def test_hosts_of_the_config_file_are_oneself(folder, tmp_path):
    config = tmp_path / "config" / "runes" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text(f'hosts = ["{BOB}"]\n')
    assert json.loads(history(filled(folder), "--json", "--me").output)["count"] == 3
    config.write_text("hosts = 7\n")
    done = history(folder, "--me")
    assert done.exit_code == 1
    assert "config.toml" in done.output


def test_a_damaged_book_is_told_in_a_sentence(folder):
    folder.mkdir()
    (folder / NAME).write_bytes(b"nothing of the kind" * 99)
    (folder / NAME).chmod(0o600)
    done = history(folder)
    assert done.exit_code == 1
    assert "no book of results" in done.output
    assert "Traceback" not in done.output


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    """A folder with a whole game, a forged copy of another one, and a file that is no record."""
    folder, rules = tmp_path_factory.mktemp("records"), load_game("rune")
    for seed in (3, 4):
        manifest = manifest_of(rules, 2).model_copy(update={"nonce": f"{seed:064x}"})
        source = record(seed, manifest, rules).bundle
        kept = source if seed == 3 else source.replace(b'"seq":5', b'"seq":6', 1)
        (folder / f"bundle-{seed}.json").write_bytes(kept)
    (folder / "table.json").write_text('{"port": 2222}')
    return folder


def imported(folder, *words):
    return CliRunner().invoke(main, ["history", "import", *map(str, words), "--data", str(folder)])


def test_old_records_are_taken_in_from_files_and_folders(folder, records):
    done = imported(folder, records)
    assert done.exit_code == 0
    assert "1 taken in\n" in done.stdout
    assert "1 not verified: listed as such, and for nothing else\n" in done.stdout
    assert "bundle-4.json: " in done.stderr
    again = imported(folder, records / "bundle-3.json", records / "missing.json")
    assert "1 listed before\n" in again.stdout
    assert "missing.json" in again.stderr
    assert "Traceback" not in again.output
    games = json.loads(history(folder, "--json").output)["games"]
    assert sorted(each["checked"] for each in games) == ["fails", "holds"]
    assert {each["why_not_rated"] for each in games} == {"not finished", "taken in from a file"}


@pytest.mark.parametrize(
    ("name", "said"),
    [("table.json", "1 no record of a game\n"), ("missing.json", "1 no record of a game\n"),
     ("bundle-4.json", "1 not verified: listed as such, and for nothing else\n"),
     ("empty", "There was no record of a game.\n")],
)  # fmt: skip
def test_where_nothing_could_be_taken_in_that_is_said_and_the_exit_is_1(
    folder, records, tmp_path, name, said
):
    (tmp_path / "empty").mkdir()
    done = imported(folder, (tmp_path if name == "empty" else records) / name)
    assert (done.exit_code, done.stdout) == (1, said)
    assert done.stderr.endswith("Error: nothing could be taken in\n")
    assert imported(folder, records / "bundle-3.json").exit_code == 0
    assert imported(folder, records / "bundle-3.json", records / name).exit_code == 0


def test_a_shared_game_is_taken_in_as_its_record_is(folder, records, tmp_path):
    source = (records / "bundle-3.json").read_bytes()
    (tmp_path / "shared.json").write_bytes(share_bytes(source, 7, "look here"))
    assert "1 taken in\n" in imported(folder, tmp_path / "shared.json").stdout
    assert "1 listed before\n" in imported(folder, records / "bundle-3.json").stdout


def test_a_game_has_the_day_of_its_album_and_else_that_of_its_file(folder, records, tmp_path):
    source = (records / "bundle-3.json").read_bytes()
    path = tmp_path / "game.json"
    path.write_bytes(source)
    os.utime(path, (NOON, NOON))
    assert imported(folder, path).exit_code == 0
    name, content = album_file(source, NOON + DAY)
    (tmp_path / name).write_bytes(content)
    assert imported(tmp_path / "anew", path).exit_code == 0
    days = [json.loads(history(each, "--json").output)["games"][0]["ended"]
            for each in (folder, tmp_path / "anew")]  # fmt: skip
    assert days == [NOON, NOON + DAY]


def test_what_is_taken_in_from_the_own_hosts_table_is_ones_own(folder, tmp_path):
    rules = load_game("rune")
    fingerprint, line = HOST.get_fingerprint(), HOST.export_public_key().decode()
    bare = manifest_of(rules, 2, level="table")
    seats = (Seated(name="root", key="local"), bare.seats[1])
    manifest = bare.model_copy(update={"seats": seats})
    assert manifest.host_key == fingerprint
    (tmp_path / "old.json").write_bytes(record(3, manifest, rules).bundle)
    folder.mkdir()
    (folder / "table.json").write_text(json.dumps({"host_key": line}))
    imported(folder, tmp_path / "old.json")
    assert json.loads(history(folder, "--json", "--me").output)["count"] == 1


def forgotten(folder, who, *more, said=None):
    words = ["history", "forget", who, "--data", str(folder), *more]
    return CliRunner().invoke(main, words, input=said)


def test_a_file_that_is_no_record_is_named_once(folder, tmp_path):
    large, gone = tmp_path / "large.json", tmp_path / "gone.json"
    large.write_bytes(b" " * (LARGEST_BUNDLE + 1))
    gone.symlink_to(tmp_path / "nowhere.json")
    for path in (large, gone):
        done = imported(folder, path)
        assert done.exit_code == 1
        assert done.output.count(path.name) == 1


def test_a_player_is_forgotten_by_name_or_key(folder):
    filled(folder)
    done = forgotten(folder, "Ann", "--yes")
    assert done.exit_code == 0
    assert 'In 3 games stands "somebody" now' in done.output
    assert "Bundles and journals keep the name" in done.output
    assert json.loads(history(folder, "--json", "ann").output)["count"] == 0
    gone = forgotten(folder, "ann", "--yes")
    assert gone.exit_code == 1
    assert "nobody here" in gone.output
    assert forgotten(folder, BOB, "--yes").exit_code == 0


@pytest.mark.parametrize(("said", "is_gone"), [("y\n", True), ("n\n", False), ("\n", False)])
def test_on_a_terminal_it_is_said_who_is_meant_and_asked_before_anybody_is_forgotten(
    folder, monkeypatch, said, is_gone
):
    filled(folder)
    monkeypatch.setattr("rr_net.cli.history.is_terminal", lambda: True)
    done = forgotten(folder, "ann", said=said)
    assert f"ann ({ANN}): 3 games, the last on " in done.output
    assert "for good, and in all to come. Forget? [y/N]" in done.output
    assert done.exit_code == (not is_gone)
    assert ("Nobody was forgotten." in done.output) == (not is_gone)
    assert json.loads(history(folder, "--json", "ann").output)["count"] == (0 if is_gone else 3)


def test_where_nobody_can_be_asked_nobody_is_forgotten_without_yes(folder):
    filled(folder)
    done = forgotten(folder, "ann", said="y\n")
    assert done.exit_code == 1
    assert f"ann ({ANN}): 3 games" in done.stdout
    assert "say --yes" in done.stderr
    assert json.loads(history(folder, "--json", "ann").output)["count"] == 3


def test_on_a_terminal_what_forgetting_means_is_broken_between_words(folder, monkeypatch):
    filled(folder)
    monkeypatch.setattr("rr_net.cli.history.columns", lambda: 40)
    lines = forgotten(folder, "ann", "--yes").output.splitlines()
    assert max(map(len, lines)) <= 40
    assert "Bundles and journals keep the name" in " ".join(" ".join(lines).split())


def test_a_name_of_several_people_is_not_guessed(folder):
    book = open_book(folder)
    other = SeatResult("bob", "SHA256:another", rank=2)
    book.keep(game(1, others=(BOB,)), game(2, seats=(other,)))
    book.close()
    done = forgotten(folder, "bob", "--yes")
    assert done.exit_code == 1
    assert "  bob (SHA256:another): 1 game, the last on " in done.output
    assert f"  bob ({BOB}): 1 game" in done.output
    assert json.loads(history(folder, "--json", "bob").output)["count"] == 2
