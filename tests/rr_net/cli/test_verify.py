"""`runes verify`: its sentences, its JSON and its exit status, for honest files and others."""

import functools
import gc
import io
import json
import os
import random
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from rr_net.cli import main
from rr_net.cli import verify as checking
from rr_net.cli import verifying as telling
from rr_net.cli.arguments import keep_file, read_file
from rr_net.cli.verifying import OTHERS, SIGNED, UNSIGNED
from rr_net.client.notes import NotedCards, NotedPromise, NoteShelf
from rr_net.fairness.base.manifest import HostTerms, open_table
from rr_net.fairness.base.note import SignedNote, read_note
from rr_net.fairness.base.rows import Result
from rr_net.fairness.base.secret import Secret
from rr_net.fairness.chain.ledger import Ledger
from rr_net.fairness.proof import verify as proving
from rr_net.fairness.proof.bundle import bundle_bytes, share_bytes
from rr_net.fairness.proof.compare import compare
from rr_net.fairness.proof.receipts import read_receipts, receipts_bytes
from rr_net.host.places import data_directory
from rr_net.ssh.sshsig import check_signature
from rr_rules.registry import load_game
from tests.support.rr_net.copies import Telling
from tests.support.rr_net.hostkeys import HOST, STRANGER, signed_note
from tests.support.rr_net.recorded import TINY, close, keep, manifest_of, play_on, record
from tests.support.rr_rules.pebbles import load_pebbles


@pytest.fixture
def verify(tmp_path, monkeypatch):
    """Runs `runes verify` in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        done = CliRunner().invoke(main, ["verify", *map(str, words)])
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        assert "Traceback" not in done.output
        return done

    return run


def kept(folder, **files):
    """Files in a folder, by name."""
    paths = {}
    for name, content in files.items():
        paths[name] = folder / f"{name}.json"
        paths[name].write_bytes(content)
    return paths


# --- the record of a game -------------------------------------------------------------------


@functools.cache
def rules():
    return load_game("runes-regulations")


def played(dice, *, stop_at=100_000):
    """A short game that a host signs, with the same secret whatever is played."""
    host = HostTerms(HOST.get_fingerprint(), 1, 0, "solo", TINY["solo"])
    manifest = manifest_of(rules(), seats=2, host=host, turn_cap="3", window="fast")
    secret = Secret(bytes(32), manifest.gid)
    ledger, table = Ledger(manifest, secret), open_table(manifest, rules())
    keep(ledger, ledger.opening(), lambda row: None)
    play_on(ledger, table, random.Random(dice), stop_at)
    return ledger, table


@functools.cache
def finished(dice=1):
    """A whole game: its bundle, and the commitment to it."""
    ledger, table = played(dice)
    close(ledger, table, lambda row: None)
    return bundle_bytes(ledger.manifest, ledger.rows), ledger.commitment


def canonical(value):
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


def test_who_has_no_notes_has_the_file_read_once(verify, tmp_path, monkeypatch):
    reads, real = [], proving.read_bundle
    for module in (telling, proving):
        monkeypatch.setattr(module, "read_bundle", lambda got: reads.append(got) or real(got))
    kept(tmp_path, bundle=finished()[0])
    assert verify("bundle.json").exit_code == 0
    assert len(reads) == 1


def test_an_honest_record_is_verified(verify, tmp_path):
    source, commitment = finished()
    kept(tmp_path, bundle=source)
    done = verify("bundle.json", "--commitment", commitment)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith(
        "Checked on this machine: played as dealt, but the host alone chose the luck: nobody else"
    )
    assert "The commitment you noted is the one this game opens." in done.stdout
    without = verify("bundle.json")
    assert without.exit_code == 0
    assert "that this is the game that was announced: no notes of yours" in without.stdout


class Screen(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self):
        return True


def test_what_scrolls_away_on_a_terminal_ends_with_the_verdict():
    short, long = "It holds.\nWhat holds:", "It holds.\n" + "- Something.\n" * 30
    assert checking.with_verdict_last(long, Screen()).endswith("\n\nIt holds.")
    assert checking.with_verdict_last(short, Screen()) == short
    assert checking.with_verdict_last(long, io.StringIO()) == long


@pytest.mark.parametrize("breaks", [False, True])
def test_nothing_looks_for_garbage_while_a_record_is_checked(breaks, verify, tmp_path, monkeypatch):
    kept(tmp_path, bundle=finished()[0])
    check, looked = telling.check_bundle, []

    def watched(*given, **told):
        looked.append(gc.isenabled())
        if breaks:
            raise KeyboardInterrupt
        return check(*given, **told)

    monkeypatch.setattr(telling, "check_bundle", watched)
    verify("bundle.json")
    assert (looked, gc.isenabled()) == ([False], True)


def noted(folder, ledger, monkeypatch, commitment):
    """What the client of seat 1 has noted of a game, in the data directory of this machine."""
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    place = data_directory()
    place.mkdir(parents=True)
    notes = NoteShelf(place).open(ledger.gid, ledger.manifest.host_key)
    notes.note(NotedPromise(commitment=commitment, seat=1))
    openings = read_receipts(receipts_bytes(ledger.rows, 1, ledger.commitments.openings(1)))
    notes.note(NotedCards(openings=openings.openings))
    return notes


def test_the_notes_of_the_own_client_are_found_by_the_games_name(verify, tmp_path, monkeypatch):
    source, commitment = finished()
    ledger, _ = played(1)
    notes = noted(tmp_path / "data", ledger, monkeypatch, commitment)
    kept(tmp_path, bundle=source)
    done = verify("bundle.json")
    assert done.exit_code == 0
    assert "The commitment you noted is the one this game opens." in done.stdout
    assert "The receipts of " in done.stdout
    used = f"Your own notes were used ({notes.name}): the commitment, the receipts."
    assert done.stdout.splitlines()[-1] == used
    assert used in json.loads(verify("bundle.json", "--json").stdout)["sentences"]
    without = verify("bundle.json", "--no-notes")
    assert "no notes of yours" in without.stdout
    typed = verify("bundle.json", "--commitment", commitment)
    assert typed.stdout.splitlines()[-1].endswith("): the receipts.")


def test_notes_of_another_story_say_so(verify, tmp_path, monkeypatch):
    source, commitment = finished()
    ledger, _ = played(1)
    notes = noted(tmp_path / "data", ledger, monkeypatch, "00" * 32)
    kept(tmp_path, bundle=source)
    done = verify("bundle.json")
    assert done.exit_code == 1
    assert "other_commitment" in done.stderr
    assert f"Your own notes were used ({notes.name})" in done.stderr
    assert verify("bundle.json", "--no-notes", "--commitment", commitment).exit_code == 0


def test_a_shared_game_is_verified_and_compared_as_the_record_in_it(verify, tmp_path):
    source, commitment = finished()
    kept(tmp_path, bundle=source, shared=share_bytes(source, 17, "look here"))
    plain, shared = verify("bundle.json"), verify("shared.json", "--commitment", commitment)
    assert shared.exit_code == 0
    assert shared.stdout.splitlines()[0] == plain.stdout.splitlines()[0]
    assert verify("--compare", "bundle.json", "shared.json").exit_code == 0
    game = json.loads(source)
    next(row for row in game["rows"] if row["type"] == "answer")["body"]["option"] += 1
    kept(tmp_path, spoilt=share_bytes(canonical(game), 17, "look here"))
    spoilt = verify("spoilt.json")
    assert (spoilt.exit_code, spoilt.stdout) == (1, "")
    assert UNSIGNED in spoilt.stderr


def test_a_program_reads_the_verdict_as_one_object(verify, tmp_path):
    source, commitment = finished()
    kept(tmp_path, bundle=source)
    said = json.loads(verify("bundle.json", "--json").stdout)
    assert (said["status"], said["failure"], said["row"]) == ("verified", "", -1)
    assert said["figures"]["commitment"] == commitment
    assert said["figures"]["game"] == json.loads(source)["rows"][0]["pub"]["game"]
    assert said["sentences"][0].startswith("Checked on this machine: ")
    assert any("peeked" in line or "looked at hidden" in line for line in said["unchecked"])


def test_a_sample_that_was_not_asked_for_ends_with_three(verify, tmp_path, monkeypatch):
    source = record(3, manifest_of(level="table")).bundle
    kept(tmp_path, bundle=source)
    real = functools.partial(proving.verify, load_game=load_pebbles, floors=TINY)
    monkeypatch.setattr(telling, "verify", real)
    whole = verify("bundle.json")
    assert (whole.exit_code, whole.stderr) == (0, "")
    assert whole.stdout.startswith("Checked on this machine: played as dealt")
    sampled = verify("bundle.json", "--sample")
    assert sampled.exit_code == 0
    first = sampled.stdout.partition(". ")[0]
    assert first.endswith(", nothing wrong was found in the part that was checked")
    assert first.startswith("Sampled: checked on this machine, ")
    monkeypatch.setattr(telling, "MINUTE", 0.0)
    hasty = verify("bundle.json")
    assert (hasty.exit_code, hasty.stderr) == (3, "")
    assert hasty.stdout.startswith("Sampled: checked on this machine, ")
    assert hasty.stdout.splitlines()[-1].endswith(" verify --full bundle.json")
    said = json.loads(verify("bundle.json", "--json").stdout)
    assert (said["status"], said["figures"]["sampled"]) == ("sampled", True)
    assert verify("bundle.json", "--full").exit_code == 0
    assert verify("bundle.json", "--level", "table").exit_code == 3
    lower = verify("bundle.json", "--level", "strict")
    assert (lower.exit_code, lower.stdout) == (1, "")
    assert "dealt at the level table: expected strict" in lower.stderr


def test_a_record_that_was_changed_shows_cheating(verify, tmp_path):
    source, _ = finished()
    kept(tmp_path, bundle=source)
    other = verify("bundle.json", "--commitment", "ab" * 32)
    assert (other.exit_code, other.stdout) == (1, "")
    assert other.stderr.startswith("NOT what its host claims (other_commitment)")
    assert OTHERS in other.stderr
    game = json.loads(source)
    answer = next(row for row in game["rows"] if row["type"] == "answer")
    answer["body"]["option"] += 1
    kept(tmp_path, bundle=canonical(game))
    changed = verify("bundle.json")
    assert (changed.exit_code, changed.stdout) == (1, "")
    assert changed.stderr.startswith("NOT what its host claims (broken_seal)")
    assert UNSIGNED in changed.stderr
    said = json.loads(verify("bundle.json", "--json").stdout)
    assert (said["status"], said["failure"], said["row"]) == (
        "cheated",
        "broken_seal",
        answer["seq"],
    )


def test_people_read_of_seats_from_one_and_by_name_and_programs_as_ever(verify, tmp_path):
    source, _ = finished()
    kept(tmp_path, bundle=source)
    note = ("bundle.json", "--me", "1.1 0 mash kjhasdf")
    name = json.loads(source)["manifest"]["seats"][0]["name"]
    assert f"seat 1 ({name}) has not given" in verify(*note).stderr
    sentences = json.loads(verify(*note, "--json").stdout)["sentences"]
    assert any("seat 0 has not given" in line for line in sentences)


def test_what_the_host_has_signed_is_its_doing_and_the_rest_may_be_anybodys(verify, tmp_path):
    """A file can be spoilt by whoever holds it; a signature cannot be put under it again."""
    ledger, table = played(1)
    closing = ledger.closing(table.outcome)
    lie = closing.pub.model_copy(update={"outcome": Result(reason="five", winners=(1,))})
    keep(ledger, closing.model_copy(update={"pub": lie}), lambda row: None)
    keep(ledger, ledger.checkpoint(signed_note(HOST, ledger.note.text)), lambda row: None)
    game = json.loads(bundle_bytes(ledger.manifest, ledger.rows))
    kept(tmp_path, host=canonical(game))
    game["rows"][-2]["pub"]["outcome"]["winners"] = [0]
    kept(tmp_path, holder=canonical(game))
    host, holder = [json.loads(verify(f, "--json").stdout) for f in ("host.json", "holder.json")]
    assert (host["failure"], host["figures"]["signed"]) == ("wrong_outcome", True)
    assert host["sentences"][-1] == SIGNED
    assert (holder["status"], holder["figures"]["signed"]) == ("cheated", False)
    assert holder["sentences"][-1] == UNSIGNED


@pytest.mark.parametrize(
    ("spoil", "failure"),
    [
        (lambda source: source[:-1], "not_json"),
        (lambda source: source + b"\n", "not_canonical"),
        (lambda source: source.replace(b'"version":"', b'"version":"9.'), "other_version"),
        (lambda source: source.replace(b"rr2-bundle-1", b"rr1-bundle-1"), "other_format"),
    ],
)
def test_what_cannot_be_checked_is_no_proof_of_cheating(verify, tmp_path, spoil, failure):
    kept(tmp_path, bundle=spoil(finished()[0]))
    done = verify("bundle.json")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"This cannot be checked ({failure})")


@pytest.mark.attack("T21")
def test_a_game_whose_secret_was_never_opened_proves_nothing_and_says_so(verify, tmp_path):
    ledger, _ = played(1, stop_at=20)
    kept(tmp_path, bundle=bundle_bytes(ledger.manifest, ledger.rows))
    done = verify("bundle.json")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "The host has not opened its secret" in done.stderr
    assert "abandoned" in done.stderr
    assert json.loads(verify("bundle.json", "--json").stdout)["failure"] == "no_close"


def test_a_missing_file_and_a_bad_commitment_cannot_be_checked(verify, tmp_path):
    assert verify("bundle.json").exit_code == 2
    assert json.loads(verify("bundle.json", "--json").stdout)["status"] == "unusable"
    kept(tmp_path, bundle=finished()[0])
    assert verify("bundle.json", "--commitment", "plum").exit_code == 2
    assert verify("bundle.json", "--receipts", "nowhere.json").exit_code == 2


def test_receipts_of_the_game_fit_and_those_of_another_do_not(verify, tmp_path):
    ledger, table = played(1)
    mine = receipts_bytes(ledger.rows, 1, ledger.commitments.openings(1))
    stranger = Telling().event((1, "kjhas")).deal().sign().receipts(1)
    close(ledger, table, lambda row: None)
    source = bundle_bytes(ledger.manifest, ledger.rows)
    kept(tmp_path, bundle=source, mine=mine, stranger=stranger)
    done = verify("bundle.json", "--receipts", "mine.json")
    assert (done.exit_code, done.stderr) == (0, "")
    other = verify("bundle.json", "--receipts", "stranger.json")
    assert other.exit_code == 1
    assert "other_receipt" in other.stderr


def test_keys_that_stand_in_no_gift_are_missed_by_whoever_typed_them(verify, tmp_path):
    kept(tmp_path, bundle=finished()[0])
    other = verify("bundle.json", "--json", "--me", "1.1 1 mash somebodyelseskeys")
    assert other.exit_code == 1
    assert json.loads(other.stdout)["failure"] == "not_mine"


@pytest.mark.attack("T17")
def test_each_of_two_stories_is_verified_alone_and_both_together_are_a_fork(verify, tmp_path):
    """Nothing in one honest-looking record shows that another one was told: only comparing does."""
    kept(tmp_path, ann=finished(1)[0], bob=finished(2)[0])
    assert verify("ann.json").exit_code == 0
    assert verify("bob.json").exit_code == 0
    done = verify("--compare", "ann.json", "bob.json")
    assert done.exit_code == 1
    (proof,) = tmp_path.glob("evidence-*.json")
    assert done.stderr.count(proof.name) == 1


# --- copies of one game -------------------------------------------------------------------


def told_twice():
    """A host that signs two stories of one game; both are well-formed to the end."""
    ann = Telling().event((1, "kjhas")).deal().sign()
    bob = ann.twin()
    ann.answer(0).sign().close()
    bob.answer(1).sign().close()
    return ann, bob


@pytest.mark.attack("T17")
def test_two_stories_of_one_host_are_evidence_for_anybody(verify, tmp_path):
    ann, bob = told_twice()
    files = kept(tmp_path, ann=ann.bytes, bob=bob.bytes)
    done = verify("--compare", "ann.json", "bob.json")
    assert done.exit_code == 1
    assert done.stdout == ""
    name = f"evidence-{ann.manifest.gid[:16]}.json"
    assert name in done.stderr
    assert "The host has signed both" in done.stderr
    proof = json.loads((tmp_path / name).read_bytes())
    assert proof["host_key"] == ann.manifest.host_key
    heads = set()
    for side in proof["sides"]:
        note = read_note(side["note"])
        assert note.game == ann.manifest.gid
        assert check_signature(
            side["note"].encode(), side["signature"], proof["host_key"], "rr2-transcript"
        )
        heads.add((note.size, note.head))
    assert len(heads) == 2
    # Without the other copy there is nothing to see: each is the record of one consistent story.
    for path in files.values():
        assert verify("--compare", path, path).exit_code == 0


def test_copies_that_agree_are_said_to_agree(verify, tmp_path):
    story = Telling().event((1, "kjhas")).deal().sign()
    receipts = story.receipts(1)
    story.answer(0).sign().close()
    kept(tmp_path, ann=story.bytes, bob=story.bytes, mine=receipts)
    done = verify("--compare", "ann.json", "bob.json", "mine.json")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "tell the same story" in done.stdout
    assert list(tmp_path.glob("evidence*")) == []


@pytest.mark.attack("T18")
def test_receipts_of_a_seat_contradict_the_move_that_was_forged_for_it(verify, tmp_path):
    """A seat with plain ssh has signed nothing: what it was shown and kept speaks for it."""
    played = Telling().event((1, "kjhas")).deal().sign()
    forged = played.twin()
    receipts = played.answer(0).sign().receipts(1)
    forged.answer(1).sign().close()
    kept(tmp_path, mine=receipts, forged=forged.bytes)
    done = verify("--compare", "forged.json", "mine.json")
    assert done.exit_code == 1
    assert len(list(tmp_path.glob("evidence-*.json"))) == 1
    # The control: receipts from before that move fit both stories.
    early = played.twin()
    del early.rows[-2:]
    kept(tmp_path, early=early.receipts(1))
    assert verify("--compare", "forged.json", "early.json").exit_code == 0


def test_evidence_goes_where_it_is_wanted_and_replaces_nothing(verify, tmp_path):
    ann, bob = told_twice()
    kept(tmp_path, ann=ann.bytes, bob=bob.bytes, proof=b"something of mine")
    compare = ("--compare", "ann.json", "bob.json")
    assert verify(*compare, "--evidence", "proof.json").exit_code == 1
    assert (tmp_path / "proof.json").read_bytes() == b"something of mine"
    assert json.loads((tmp_path / "proof-2.json").read_bytes())["game"] == ann.manifest.gid
    assert "proof-2.json" in verify(*compare, "--evidence", "proof.json").stderr
    assert not (tmp_path / "proof-3.json").exists()


def test_evidence_that_cannot_be_written_does_not_hide_the_fork(verify, tmp_path):
    ann, bob = told_twice()
    kept(tmp_path, ann=ann.bytes, bob=bob.bytes)
    done = verify("--compare", "ann.json", "bob.json", "--evidence", "missing/proof.json")
    assert done.exit_code == 1
    assert "The host has signed both" in done.stderr
    assert "cannot write missing/proof.json" in done.stderr


def test_what_is_no_copy_of_the_game_cannot_be_compared(verify, tmp_path):
    story = Telling().event((1, "kjhas")).close()
    other = Telling(host_key=None).close()
    kept(tmp_path, ann=story.bytes, other=other.bytes, rubbish=b"{}")
    for words in (("ann.json", "other.json"), ("ann.json", "rubbish.json")):
        done = verify("--compare", *words)
        assert (done.exit_code, done.stdout) == (2, "")
        assert done.stderr.startswith("This cannot be checked")
    assert verify("--compare", "ann.json", "nowhere.json").exit_code == 2


def test_a_comparison_answers_programs_too(verify, tmp_path):
    ann, bob = told_twice()
    kept(tmp_path, ann=ann.bytes, bob=bob.bytes)
    done = verify("--compare", "ann.json", "bob.json", "--json")
    said = json.loads(done.stdout)
    assert (done.exit_code, said["status"], said["failure"]) == (1, "cheated", "fork")
    assert (tmp_path / said["figures"]["evidence"]).exists()
    same = verify("--compare", "ann.json", "ann.json", "--json")
    assert (same.exit_code, json.loads(same.stdout)["status"]) == (0, "agreed")


# --- files that are something else ----------------------------------------------------------


def test_receipts_say_what_they_are_and_what_to_do_with_them(verify, tmp_path):
    story = Telling().event((1, "kjhas")).deal().sign()
    kept(tmp_path, mine=story.receipts(1))
    done = verify("mine.json")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "These are receipts" in done.stderr
    assert "seat 2" in done.stderr
    assert f"Cards that they open: {len(read_receipts(story.receipts(1)).openings)}." in done.stderr
    assert "Random events that the seat gave to: 1." in done.stderr
    assert "runes verify BUNDLE --receipts" in done.stderr


def equal_sizes():
    ann, bob = told_twice()
    return ann.bytes, bob.bytes


def other_sizes():
    ann = Telling().event((1, "kjhas")).deal()
    bob = ann.twin()
    ann.answer(0).answer(1).close()
    bob.answer(1).close()
    return ann.bytes, bob.bytes


def gone_on():
    """One story ends where the other one is longer than a signature."""
    short = Telling().event((1, "kjhas")).deal().sign()
    on = short.twin()
    on.answer(1).answer(0).answer(1).sign()
    return short.close().bytes, on.receipts(1)


@pytest.mark.attack("T17")
@pytest.mark.parametrize("told", [equal_sizes, other_sizes, gone_on])
def test_evidence_is_checked_by_somebody_who_holds_neither_copy(verify, tmp_path, told):
    proof = compare(list(zip("ab", told(), strict=True)), check_signature).evidence
    found = json.loads(proof)
    kept(tmp_path, proof=proof)
    done = verify("proof.json")
    assert done.exit_code == 1
    assert f"The key {found['host_key']} has signed" in done.stderr
    assert json.loads(verify("proof.json", "--json").stdout)["failure"] == "fork"
    one, other = found["sides"]
    swapped = [one | {"signature": other["signature"]}, other]
    resized = [one | {"size": one["size"] + 1}, other]
    spoilt = (
        {"sides": [one, one]},
        {"sides": swapped},
        {"sides": resized},
        {"game": "00" * 32},
        {"host_key": STRANGER.get_fingerprint()},
        {"rows": [*found["rows"], {"seq": 0, "prev": "00" * 32}]},
    )
    for change in spoilt:
        kept(tmp_path, spoilt=canonical(found | change))
        refused = verify("spoilt.json")
        assert refused.exit_code == 2, change
        assert "It proves nothing" in refused.stderr


def test_a_note_says_what_it_is(verify, tmp_path):
    (tmp_path / "receipt").write_text(SignedNote("ab" * 32, 12, "cd" * 32).text)
    done = verify("receipt")
    assert done.exit_code == 2
    assert "a note that a host has signed" in done.stderr
    assert "12 rows" in done.stderr


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\x00", b"[" * 100_000, b"rr2/x\n1\ny\n"])
def test_what_is_nothing_of_ours_cannot_be_checked(verify, tmp_path, content):
    (tmp_path / "file").write_bytes(content)
    done = verify("file")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("This cannot be checked")
    as_json = verify("file", "--json")
    assert json.loads(as_json.stdout)["status"] == "unusable"
    assert as_json.exit_code == 2


def test_an_empty_file_is_called_empty_and_it_is_said_where_the_reason_was(verify, tmp_path):
    """As `ssh HOST bundle > file` leaves one where the table refuses."""
    (tmp_path / "bundle.json").write_bytes(b"")
    said = " ".join(verify("bundle.json").stderr.split())
    assert "bundle.json is empty: if it comes from ssh, the table has refused, and said why" in said


def test_a_proof_that_does_not_fit_on_the_disk_leaves_no_file_behind(tmp_path, monkeypatch):
    class Full(io.BytesIO):
        def flush(self):
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "open", lambda path, mode: (path.touch(), Full())[1])
    with pytest.raises(click.ClickException, match="No space left"):
        keep_file(tmp_path / "evidence.json", b"{}")
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def pipe(tmp_path):
    """A named pipe that nobody writes to."""
    path = tmp_path / "pipe.json"
    os.mkfifo(path)
    return path


@pytest.mark.parametrize("special", ["pipe", "device"])
def test_what_is_no_file_is_refused_and_never_waited_for(pipe, special):
    path = pipe if special == "pipe" else Path("/dev/zero")
    with pytest.raises(click.ClickException, match=f"cannot write {path}: it is no regular file"):
        keep_file(path, b"{}")
    with pytest.raises(click.ClickException, match=f"cannot read {path}: it is no regular file"):
        read_file(path, 9)


def test_what_this_process_was_given_is_read_once_and_no_path_to_come_back_to(tmp_path):
    reading, writing = os.pipe()
    os.write(writing, b"{}")
    os.close(writing)
    path = Path(f"/dev/fd/{reading}")
    with pytest.raises(click.ClickException, match="no regular file"):
        read_file(path, 9, is_kept=True)
    assert read_file(path, 9) == b"{}"
    os.close(reading)


# --- how it is called -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("a.json", "b.json"),
        ("--compare", "a.json"),
        ("a.json", "--evidence", "e.json"),
        ("--compare", "a.json", "b.json", "--full"),
        ("--compare", "a.json", "b.json", "--me", "kjhas"),
        ("--compare", "a.json", "b.json", "--receipts", "mine.json"),
        ("--compare", "a.json", "b.json", "--commitment", "ab" * 32),
    ],
)
def test_wrong_usage_is_a_usage_error(verify, words):
    done = verify(*words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("Usage: ")


class Teletype:
    """Standard error that claims to be a terminal."""

    def __init__(self):
        self.written = ""

    def write(self, text):
        self.written += text

    def flush(self):
        pass

    def isatty(self):
        return True


def test_a_terminal_sees_how_far_the_check_has_come(monkeypatch):
    terminal = Teletype()
    monkeypatch.setattr("sys.stderr", terminal)
    with checking.progress_bar() as progress:
        for done in range(1, 11):
            progress(done, 10)
    assert "Checking" in terminal.written
    assert "100%" in terminal.written


def test_a_pipe_sees_no_bar(monkeypatch, capsys):
    with checking.progress_bar() as progress:
        progress(1, 1)
    assert capsys.readouterr().err == ""


# --- the two other verifiers ----------------------------------------------------------------


@pytest.mark.e2e
def test_the_second_verifier_reads_it_in_this_terminal(verify, tmp_path, capfd):
    source, commitment = finished()
    kept(tmp_path, bundle=source, torn=source[:-9])
    done = verify("--second", "bundle.json", "--full", "--commitment", commitment)
    said = capfd.readouterr().out
    assert (done.exit_code, done.output) == (0, "")
    assert said.startswith("Checked on this machine: played as dealt, but the host alone chose the")
    assert "use --commitment" not in said
    assert verify("--second", "torn.json").exit_code == 2
    assert "wrong: not_json" in capfd.readouterr().out


@pytest.mark.parametrize("words", [(), ("a", "b"), ("a", "--json"), ("a", "--me=1", "--me=2")])
def test_the_second_verifier_takes_one_bundle(verify, words):
    done = verify("--second", *words)
    assert (done.exit_code, "--second takes one bundle" in done.stderr) == (2, True)


@pytest.mark.parametrize("has_browser", [True, False])
def test_the_page_that_checks_is_opened_where_a_browser_is_and_named_anyway(
    verify, monkeypatch, has_browser
):
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    for name in checking.DISPLAYS:
        monkeypatch.delenv(name, raising=False)
    if has_browser:
        monkeypatch.setenv("DISPLAY", ":7")
    monkeypatch.setattr("sys.platform", "linux")
    done = verify("--page")
    page = Path(done.stdout.strip())
    assert (done.exit_code, page.name) == (0, "check.html")
    assert page.read_text().startswith("<!DOCTYPE html>")
    assert opened == ([page.as_uri()] if has_browser else [])
