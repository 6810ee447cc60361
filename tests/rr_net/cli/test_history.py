"""The command `runes history`."""

import json

import pytest
from click.testing import CliRunner

from rr_net.cli import main
from rr_net.history.book import NAME, open_book
from tests.support.rr_net.pastgames import ANN, BOB, game, together


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path / "games"


def history(folder, *words):
    return CliRunner().invoke(main, ["history", "--data", str(folder), *words])


def filled(folder):
    book = open_book(folder)
    book.keep(game(1), game(2, winner=ANN, others=(BOB,)), together(3, 9, "local", ANN))
    book.close()
    return folder


def test_whoever_looks_where_nothing_was_played_leaves_nothing_behind(folder):
    done = history(folder)
    assert (done.exit_code, done.output) == (0, "No past games.\n")
    assert not folder.exists()


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
