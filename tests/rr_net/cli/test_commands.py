"""The command: what it prints, how it exits, and that nothing wrong ever becomes a traceback."""

import asyncio
import re
import socket
import sqlite3
from importlib.resources import files

import pytest
from click.testing import CliRunner

from rr_net.bots import kinds as botkinds
from rr_net.cli import arguments, main
from rr_net.fairness.base.manifest import Seated
from rr_net.game.archive import ArchiveMeans, JournalArchive
from rr_net.game.seats import Terms
from rr_net.game.services import InOneThread
from rr_net.room.lobby import TablePlan
from rr_net.ssh.sshsig import check_signature
from rr_net.store import SqliteJournal
from rr_rules import __version__
from rr_rules.kernel.table import Table
from rr_rules.registry import load_game
from rr_rules.runes_regulations.deck.loader import BASE_FILES

WON = re.compile(r"\b(wins?|won)\b")


@pytest.fixture
def runes(tmp_path, monkeypatch):
    """Runs the command with folders of its own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def run(*words):
        done = CliRunner().invoke(main, [str(word) for word in words])
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done

    return run


def refused(done):
    """What the command says when it refuses, on one plain line."""
    assert done.exit_code == 1
    assert done.stdout == ""
    assert done.stderr.startswith("Error: ")
    assert "Traceback" not in done.stderr
    return done.stderr


def test_the_version_is_the_packages(runes):
    assert runes("--version").output == f"runes {__version__}\n"


@pytest.mark.parametrize("words", [(), ("host",), ("play",), ("verify",), ("deck",)])
def test_every_command_has_help(runes, words):
    assert runes(*words, "--help").output.startswith("Usage: ")


# --- runes play ------------------------------------------------------------------------


@pytest.mark.slow
def test_bots_alone_play_a_whole_game_and_tell_how_it_ended(runes):
    done = runes("play", "--bots", "3", "--bot", "random", "--headless", "--seed", "1")
    lines = done.stdout.splitlines()
    assert done.exit_code == 0
    assert WON.search(lines[0])
    assert lines[1].startswith("Verified: ")
    assert re.fullmatch(r"Commitment: [0-9a-f]{64}", lines[2])
    assert "\x1b" not in done.output


def test_a_seed_gives_the_same_game_and_another_one_another(runes):
    short = ("--option", "turn_cap=3")
    games = [runes("play", "--headless", "--seed", seed, *short).stdout for seed in (7, 7, 8)]
    assert games[0] == games[1] != games[2]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "won"),
    [
        (("--game", "regicide", "--bots", "1", "--bot", "rule"), r"bot1 has (lost:|won a) "),
        (("--game", "regicide", "--bots", "3", "--bot", "rule"), "All have (won|lost) together"),
        (("--game", "rune", "--bot", "rule", "--option", "grand_master=on"), r"win|both have as"),
    ],
)
def test_bots_play_every_game(runes, words, won):
    done = runes("play", "--headless", "--seed", "1", *words)
    lines = done.stdout.splitlines()
    assert done.exit_code == 0
    assert re.search(won, lines[0])
    assert lines[1].startswith("Verified: ")


def test_the_command_means_the_same_as_the_room():
    assert arguments.BEST == botkinds.BEST
    assert TablePlan().bot_seconds == arguments.BOT_SECONDS


@pytest.mark.slow
@pytest.mark.parametrize("window", ["sealed", "answered"])
def test_bots_alone_do_not_wait_for_windows(runes, window):
    words = ("--option", f"window={window}", "--option", "turn_cap=4")
    assert runes("play", "--headless", "--seed", "1", *words).exit_code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--option", "window=wide"), "option window is 'wide': expected one of sealed"),
        (("--option", "windows=fast"), "there is no option 'windows'"),
        (("--game", "chess"), "there is no game 'chess'"),
        (("--bots", "1"), "1 seats: Runes & Regulations is for 2 to 4"),
        (("--bots", "3", "--game", "rune"), "3 seats: Rune is for 2"),
        (("--bots", "5", "--game", "regicide"), "5 seats: Regicide is for 1 to 4"),
        (("--bot", "rule"), "there is no bot 'rule' for Runes & Regulations: expected one of"),
        (("--game", "regicide", "--option", "comm=loud"), "option comm is 'loud'"),
        (("--deck", "missing.toml"), "cannot read missing.toml: No such file"),
    ],
)
def test_what_a_game_refuses_is_said_in_a_sentence(runes, words, said):
    assert said in refused(runes("play", "--headless", *words))


@pytest.mark.parametrize(
    "words",
    [
        ("play", "--option", "window"),
        ("play", "--option", "=fast"),
        ("play", "--option", "window=fast", "--option", "window=fast"),
        ("play", "--headless", "--hotseat", "2"),
        ("play", "--bots", "9"),
        ("play", "--bot", "clever"),
        ("host", "--bot-seconds", "0"),
        ("host", "--port", "70000"),
        ("host", "--seats", "2", "--bots", "3"),
        ("host", "--open", "--invite", "plum-tree"),
        ("host", "--fairness", "none"),
        ("dance",),
    ],
)
def test_wrong_usage_is_told_from_what_goes_wrong(runes, words):
    done = runes(*words)
    assert done.exit_code == 2
    assert done.stderr.startswith("Usage: ")


@pytest.mark.parametrize(("command", "usual"), [("host", "auto"), ("play", "solo")])
def test_who_has_a_hand_in_the_luck_is_chosen_by_a_word(runes, command, usual):
    said = " ".join(runes(command, "--help").output.split())
    option = said[said.index("--fairness") :]
    levels = "auto|table|strict|solo" if usual == "auto" else "table|strict|solo"
    assert option.startswith(f"--fairness [{levels}]")
    assert f"[default: {usual}]" in option


# --- runes deck check --------------------------------------------------------------------


def test_a_deck_file_is_described(runes, tmp_path):
    deck = tmp_path / "mine.toml"
    source = files("rr_rules.runes_regulations").joinpath("cards", f"{BASE_FILES[0]}.toml")
    deck.write_bytes(source.read_bytes())
    done = runes("deck", "check", deck)
    assert done.exit_code == 0
    assert "mine.toml is a valid deck file." in done.stdout
    assert str(tmp_path) not in done.stdout


def test_a_bad_deck_file_is_explained(runes, tmp_path):
    deck = tmp_path / "mine.toml"
    deck.write_text('[deck]\nname = "Mine"\n[[card]]\nname = "Oddity"\nkind = "planet"\n')
    said = refused(runes("deck", "check", deck))
    assert "mine.toml" in said
    assert "planet" in said
    assert said == refused(runes("play", "--headless", "--deck", deck))


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[deck", b"x" * (4 * 1024 * 1024 + 1)])
def test_what_is_no_deck_file_is_refused(runes, tmp_path, content):
    deck = tmp_path / "mine.toml"
    deck.write_bytes(content)
    assert "mine.toml" in refused(runes("deck", "check", deck))


# --- runes host: what stops it before it begins ---------------------------------------------


def host(runes, *words):
    return runes("host", "--headless", "--port", "0", *words)


@pytest.mark.socket
def test_a_port_that_is_taken_is_named(runes):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        said = refused(runes("host", "--headless", "--port", port))
    assert f"port {port} is taken" in said
    assert "--port 0" in said


@pytest.mark.socket
def test_an_address_of_another_machine_is_refused(runes):
    assert "192.0.2.1" in refused(host(runes, "--listen", "192.0.2.1"))


def test_a_folder_that_cannot_be_made_is_named(runes, tmp_path):
    (tmp_path / "file").write_text("")
    said = refused(host(runes, "--data", tmp_path / "file" / "games"))
    assert "cannot keep games in" in said


def test_there_is_nothing_to_resume_in_a_new_folder(runes, tmp_path):
    said = refused(host(runes, "--data", tmp_path / "games", "--resume"))
    assert "there is no unfinished game" in said


@pytest.mark.parametrize("content", [b"not a journal at all" * 100, b"SQLite format 3\x00" * 100])
def test_a_journal_that_is_none_is_left_as_it_is(runes, tmp_path, content):
    journal = tmp_path / "games" / "journal.db"
    journal.parent.mkdir(mode=0o700)
    journal.write_bytes(content)
    journal.chmod(0o600)
    assert "journal.db" in refused(host(runes, "--data", journal.parent))
    assert journal.read_bytes() == content


def test_a_journal_of_another_format_is_refused(runes, tmp_path):
    folder = tmp_path / "games"
    assert "nothing" not in refused(host(runes, "--data", folder, "--resume"))
    with sqlite3.connect(folder / "journal.db") as journal:
        journal.execute("PRAGMA user_version = 99")
    journal.close()
    assert "99" in refused(host(runes, "--data", folder))


async def leave_in_the_middle(folder):
    """Begins a game in a data directory and never ends it."""
    folder.mkdir(mode=0o700)
    journal = await SqliteJournal.open(folder)
    rules = load_game("runes-regulations")
    roster = (Seated(name="Ann", key="SHA256:ann"), Seated(name="bot2", bot="greedy"))
    options = rules.settle({})
    archive = JournalArchive(journal, InOneThread(), ArchiveMeans(check_signature))
    terms = Terms(rules, None, roster, options, (0, 0), -1)
    await archive.open(terms, Table(rules, 2, options, (0, 0)))
    await journal.close()


def test_a_game_of_another_version_is_not_taken_up_and_both_are_named(runes, tmp_path, monkeypatch):
    folder = tmp_path / "games"
    asyncio.run(leave_in_the_middle(folder))
    monkeypatch.setattr("rr_net.fairness.base.manifest.__version__", "9.9.9")
    said = refused(host(runes, "--data", folder, "--resume"))
    assert f"version {__version__}" in said
    assert "version 9.9.9" in said


def test_a_host_key_that_others_can_read_is_refused(runes, tmp_path):
    folder = tmp_path / "games"
    refused(host(runes, "--data", folder, "--resume"))
    (folder / "host_key").chmod(0o644)
    assert "host_key" in refused(host(runes, "--data", folder))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"name = 5", "name: expected text in quotes"),
        (b"name = 'host'", 'name: the name host reads as "host"'),
        (b"nmae = 'Ann'", "nmae: there is no such setting: perhaps name"),
        (b"colour = 'red'", "colour: there is no such setting"),
        (b"hosts = 5", "hosts: expected a list in brackets"),
        (b"pace = 'fast'", "pace: expected a number"),
        (b"name = ", "is no TOML"),
        (b"\xff", "is not UTF-8 at byte 0"),
        (b"#" * 70_000, "is too large"),
        (b"pace = 100", "pace: Input should be less than or equal to 10"),
    ],
)
def test_a_bad_config_file_is_explained(runes, tmp_path, content, said):
    config = tmp_path / "config" / "runes" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_bytes(content)
    for command in (("play", "--headless"), ("host", "--headless")):
        message = refused(runes(*command))
        assert "config.toml" in message
        assert said in message


def test_bad_settings_of_the_interface_are_explained(runes, tmp_path):
    config = tmp_path / "config" / "runes" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text('[interface]\ntheme = "plaid"\n')
    said = refused(host(runes))
    assert "config.toml, line 2: interface.theme: " in said
    assert "theme" in said
