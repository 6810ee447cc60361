"""`runes replay`: what it shows, and what it refuses in words."""

import asyncio
import json
import re

import pytest
from click.testing import CliRunner

from rr_net.cli import main
from rr_net.cli.replaying import UNTRUSTED
from rr_net.cli.screens import Screens
from rr_net.client.tables import JoinedTables
from rr_net.fairness.proof.bundle import share_bytes
from rr_net.history.book import open_book
from rr_net.history.results import bundle_of
from rr_net.link import EVERYBODY, write_line
from rr_net.replay.album import album_file
from rr_net.replay.looking import CHECKED, CHECKING
from rr_net.replay.recording import recording_of
from rr_net.replay.viewer import Viewer
from rr_net.safetext import clean
from rr_rules.registry import load_game
from tests.support.rr_net.pastgames import ANN, NOON, game
from tests.support.rr_net.recorded import manifest_of, record


@pytest.fixture(scope="module")
def bundle():
    """A whole game of Regicide."""
    rules = load_game("regicide")
    return record(3, manifest_of(rules, 2), rules).bundle


HOSTILE = "\x1b]0;x\x07liv\u202e\u2066" + "\u0301" * 30


def test_names_of_a_record_are_made_safe_to_show_and_to_print(tmp_path):
    rules = load_game("regicide")
    manifest = manifest_of(rules, 2)
    seats = (manifest.seats[0].model_copy(update={"name": HOSTILE}), manifest.seats[1])
    path = tmp_path / "hostile.json"
    path.write_bytes(record(3, manifest.model_copy(update={"seats": seats}), rules).bundle)
    done = run("--json", path)
    assert done.exit_code == 0
    told = json.loads(done.output.splitlines()[0])
    assert told["names"] == ["]0;xliv\u0301\u0301", "Robot"]
    assert {*done.output}.isdisjoint("\x1b\x07\u202e\u2066")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr("rr_net.host.places.data_directory", lambda: tmp_path)
    return tmp_path


@pytest.fixture
def shown(monkeypatch):
    """What is looked at, once its check is over."""
    seen = []

    async def replay(self, viewer, *named):
        over = asyncio.Event()
        seen.append((viewer.reel.check, viewer.picture(3, EVERYBODY)))
        viewer.watch(lambda: viewer.reel.check == CHECKING or over.set())
        await over.wait()
        seen.append(viewer.reel)
        return int(bool(viewer.reel.refusal))

    monkeypatch.setattr(Screens, "replay", replay)
    return seen


def run(*words):
    done = CliRunner().invoke(main, ["replay", *map(str, words)])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert "Traceback" not in done.output
    return done


def test_a_file_is_shown_while_its_check_still_runs(bundle, folder, shown):
    (folder / "game.json").write_bytes(bundle)
    assert run(folder / "game.json").exit_code == 0
    (check, picture), reel = shown
    assert check == CHECKING
    assert picture.at == 3
    assert (reel.check, reel.warning, reel.refusal) == (CHECKED, "", "")


def test_the_last_game_and_one_by_its_name_are_found(bundle, folder, shown):
    assert "no game was finished" in run("last").output
    (folder / "bundle.json").write_bytes(bundle)
    (folder / "bundle-0123456789abcdef.json").write_bytes(bundle)
    assert run("last").exit_code == 0
    assert run("01234567").exit_code == 0
    assert run("0123456789abcdef" * 4).exit_code == 0
    for name in ("fedcba98", "01234567" * 8):
        assert f"no file {name} here, and no game is kept here" in run(name).output
    (folder / "bundle-0123456799999999.json").write_bytes(bundle)
    assert "names of 2 games that are kept here begin with 01234567" in run("01234567").output


def test_a_game_that_was_taken_in_is_found_by_its_name(bundle, folder, shown, tmp_path):
    (tmp_path / "old.json").write_bytes(bundle)
    taken = game(1, gid="89ab" * 16, folder=str(tmp_path / "old.json"), is_ours=False)
    book = open_book(folder)
    book.keep(taken, game(2, gid="89ac" * 16))
    book.close()
    assert run("89ab").exit_code == 0
    (tmp_path / "old.json").unlink()
    assert "no game is kept here" in run("89ab").output


def test_the_last_game_is_verified_by_the_same_word(bundle, folder, shown):
    def verified():
        return CliRunner().invoke(main, ["verify", "last"])

    assert "no game was finished" in verified().output
    # A game that was played at a table elsewhere was over on this machine too.
    JoinedTables(folder, lambda: 0).keep_record("89ab" * 16, bundle)
    assert verified().exit_code == 0
    assert run("89ab89ab").exit_code == 0
    (folder / "bundle.json").write_bytes(bundle)
    assert verified().exit_code == 0


def test_verify_finds_a_game_by_the_letters_that_history_prints(
    bundle, folder, tmp_path, monkeypatch
):
    def verified(*words):
        return CliRunner().invoke(main, ["verify", *words])

    monkeypatch.chdir(tmp_path)
    (folder / "bundle-0123456789abcdef.json").write_bytes(bundle)
    assert verified("01234567").exit_code == 0
    # Letters that name no game, or several, are told in words, and are nobody's cheating.
    done = verified("fedcba98")
    assert done.exit_code == 2
    assert "no file fedcba98 here, and no game is kept here whose name begins so" in done.output
    (folder / "bundle-0123456799999999.json").write_bytes(bundle)
    done = verified("01234567")
    assert done.exit_code == 2
    assert "names of 2 games that are kept here begin with 01234567" in done.output
    assert verified("--compare", "0123456789", "0123456799").exit_code == 0
    # A file of that name wins, and what is no name of a game is a file.
    (tmp_path / "01234567").write_bytes(b"{}")
    assert "begin with" not in verified("01234567").output
    assert "cannot read nosuch.json: No such file" in verified("nosuch.json").output


def test_a_record_that_does_not_verify_is_closed_with_the_reason(bundle, folder, shown):
    at = bundle.index(b'"prev":"', len(bundle) // 2) + 8
    forged = bundle[:at] + (b"0" if bundle[at : at + 1] != b"0" else b"1") + bundle[at + 1 :]
    (folder / "forged.json").write_bytes(forged)
    done = run(folder / "forged.json")
    assert (done.exit_code, done.stderr) == (1, f"{UNTRUSTED}\n")
    assert shown[-1].refusal.startswith("The record does not verify: ")
    assert run(folder / "forged.json", "--unverified").exit_code == 0
    assert shown[-1].refusal == ""
    assert shown[-1].warning.startswith("UNVERIFIED: ")
    assert shown[-1].warning.count("UNVERIFIED") == 1


def test_who_insists_reads_nothing_of_it_once_the_check_is_passed(bundle, folder, shown):
    (folder / "game.json").write_bytes(bundle)
    assert run(folder / "game.json", "--unverified").exit_code == 0
    assert (shown[-1].check, shown[-1].warning) == (CHECKED, "")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "no JSON"),
        (b"\xff\xfe", "UTF-8"),
        (b"{}", "format"),
        (b'{"format":"rr2-receipts-2"}', "format"),
        (b'{"format":"rr2-bundle-1"}', "Field required"),
    ],
)
def test_what_is_no_record_is_refused_in_words(folder, content, words):
    (folder / "bad.json").write_bytes(content)
    done = run(folder / "bad.json")
    assert done.exit_code == 1
    assert done.output.startswith("Error: this cannot be replayed: ")
    assert words in done.output


def test_a_game_of_other_rules_is_refused_unless_one_insists(bundle, folder, shown):
    digest = load_game("regicide").digest()[0].encode()
    (folder / "other.json").write_bytes(bundle.replace(digest, b"0" * 64, 1))
    done = run(folder / "other.json")
    assert done.exit_code == 1
    assert "the game was played with rules" in done.output
    assert run(folder / "other.json", "--unverified").exit_code == 0
    assert shown[-1].warning.startswith("UNVERIFIED: the game was played with rules")


@pytest.fixture(scope="module")
def album(bundle):
    """The file with all views of that game: its name and its bytes."""
    return album_file(bundle, NOON)


@pytest.fixture
def later(album, monkeypatch):
    """Another version than the one that dealt."""
    monkeypatch.setattr("rr_net.fairness.base.manifest.__version__", "9.9.9")


@pytest.fixture
def pages(monkeypatch):
    """What is looked at where there is nothing to check."""
    seen = []

    async def replay(self, game, *named):
        seen.append((game.reel, game.picture(game.reel.start, EVERYBODY)))
        return 0

    monkeypatch.setattr(Screens, "replay", replay)
    return seen


@pytest.mark.parametrize("words", [(), ("--unverified",)])
def test_a_later_version_shows_the_views_that_this_machine_has_kept(
    bundle, album, folder, pages, later, words
):
    (folder / "game.json").write_bytes(share_bytes(bundle, 7, "look here"))
    if not words:
        assert "the game was played with version" in run(folder / "game.json").output
    (folder / album[0]).write_bytes(album[1])
    assert run(folder / "game.json", *words).exit_code == 0
    [(reel, picture)] = pages
    assert reel.check.startswith("rules not rechecked; checked on ")
    assert reel.check.endswith(" by version 0.2.0")
    assert (reel.start, reel.note, reel.warning) == (7, "look here", "")
    assert len(picture.opened) == 2


def test_an_album_is_believed_for_its_very_record_and_from_this_machine_alone(
    bundle, album, folder, pages, later, tmp_path_factory
):
    name, content = album
    elsewhere = tmp_path_factory.mktemp("from-a-friend")
    (elsewhere / "game.json").write_bytes(bundle)
    (elsewhere / name).write_bytes(content)
    assert run(elsewhere / "game.json").exit_code == 1
    (folder / name).write_bytes(content)
    assert run(elsewhere / "game.json").exit_code == 0
    (folder / name).write_bytes(content[:-20])
    assert run(elsewhere / "game.json").exit_code == 1
    (folder / name).write_bytes(content)
    (elsewhere / "game.json").write_bytes(bundle.replace(b'"winners":[', b'"winners":[1,', 1))
    assert run(elsewhere / "game.json").exit_code == 1
    assert len(pages) == 1


@pytest.mark.parametrize("name", ["nosuch", "a" * 5000, "no\x1b[2Jsuch"])
def test_who_asks_for_what_is_not_there_reads_what_there_is(bundle, folder, name):
    done = run(name)
    assert done.exit_code == 1
    assert f"there is no file {clean(name, 80)} here" in done.output
    assert "No finished game is kept here" in done.output
    JoinedTables(folder, lambda: 0).keep_record("12ab" * 16, bundle)
    said = run(name).output
    assert "Played at tables elsewhere" in said
    assert re.search(r"  12ab12ab  .*Regicide  Ann and 1 bot", said)
    assert "No finished game is kept here" not in said
    kept = game(1, gid="89ab" * 16, folder=str(folder), others=(ANN,))
    book = open_book(folder)
    book.keep(kept, game(2, gid="cdef" * 16, folder=str(folder)))
    book.close()
    bundle_of(kept).write_bytes(bundle)
    said = run(name).output
    assert "  89ab89ab  " in said
    assert "Runes & Regulations  root, ann" in said
    assert "cdefcdef" not in said


@pytest.mark.parametrize("words", [(), ("--unverified",)])
def test_a_check_that_cannot_be_done_is_no_check(bundle, folder, shown, monkeypatch, words):
    def fails(*_, **__):
        raise RecursionError

    monkeypatch.setattr("rr_net.fairness.proof.verify.verify", fails)
    (folder / "game.json").write_bytes(bundle)
    run(folder / "game.json", *words)
    told = f"{shown[-1].refusal}{shown[-1].warning}"
    assert "its check could not be done (RecursionError)" in told
    assert shown[-1].check != CHECKED


# --- for programs --------------------------------------------------------------------------------


def written(*words):
    done = run(*words, "--json")
    assert done.exit_code == 0, done.output
    reel, *steps = map(json.loads, done.stdout.splitlines())
    return reel, steps


def test_a_program_reads_what_there_is_and_then_every_step_on_a_line_of_its_own(bundle, folder):
    (folder / "game.json").write_bytes(bundle)
    reel, steps = written(folder / "game.json")
    viewer = Viewer(recording_of(bundle))
    assert (reel["type"], reel["check"], reel["warning"]) == ("reel", CHECKED, "")
    assert reel["names"] == [seat.name for seat in recording_of(bundle).roster]
    assert [each["step"] for each in steps] == list(range(viewer.reel.last + 1))
    assert reel["turns"] == [each["turn"] for each in steps] == list(viewer.reel.turns)
    for at, step in enumerate(steps):
        shown = viewer.picture(at, EVERYBODY)
        assert step["lines"] == [line.text for line in shown.news]
        assert step["answer"] == shown.answer
        assert step["view"] == json.loads(write_line(shown.seen))["view"]
        assert len(step["views"]) == 2


@pytest.mark.parametrize(("eyes", "number"), [("watcher", -1), ("1", 0), ("2", 1), ("all", -2)])
def test_a_program_says_whose_eyes_it_wants(bundle, folder, eyes, number):
    (folder / "game.json").write_bytes(bundle)
    _, steps = written(folder / "game.json", "--eyes", eyes)
    assert {each["eyes"] for each in steps} == {number}
    assert {each["view"]["me"] for each in steps} == {max(number, -1)}
    assert {len(each["views"]) for each in steps} == {2 if number == -2 else 0}


@pytest.mark.parametrize("eyes", ["0", "3", "ann", "-1", "²"])
def test_eyes_that_there_are_not_are_refused(bundle, folder, eyes):
    (folder / "game.json").write_bytes(bundle)
    done = run(folder / "game.json", "--json", "--eyes", eyes)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "expected all, watcher, or 1 to 2" in done.output
    assert run(folder / "game.json", "--eyes", "1").exit_code == 2


def test_a_program_gets_no_line_of_what_does_not_verify_unless_each_says_so(bundle, folder):
    at = bundle.index(b'"prev":"', len(bundle) // 2) + 8
    forged = bundle[:at] + (b"0" if bundle[at : at + 1] != b"0" else b"1") + bundle[at + 1 :]
    (folder / "forged.json").write_bytes(forged)
    done = run(folder / "forged.json", "--json")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "The record does not verify: " in done.stderr
    assert "--unverified" in done.stderr
    reel, steps = written(folder / "forged.json", "--unverified")
    assert {each["warning"][:12] for each in (reel, *steps)} == {"UNVERIFIED: "}
