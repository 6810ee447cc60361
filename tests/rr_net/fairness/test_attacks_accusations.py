"""Attacks on an honest host, by a player who edits a copy to accuse it of two stories (T17)."""

import json
import random

import pytest

from rr_net.fairness.base.errors import Failure
from rr_net.fairness.base.note import SignedNote
from rr_net.fairness.proof.bundle import bundle_bytes, read_bundle
from rr_net.fairness.proof.compare import compare
from rr_net.fairness.proof.copies import is_signed
from rr_net.ssh.sshsig import check_signature
from rr_rules.kernel.transcript import canonical
from tests.rr_net.fairness.test_attacks_verifiers import CHEATS
from tests.support.rr_net.cheating import CLEO, MANIFEST, Host, Story, failure_of
from tests.support.rr_net.hostkeys import STRANGER, signed_note

PROVED = "this proves that it told two stories"
TRUE = Story(Host).played()
ROWS = len(json.loads(TRUE)["rows"])


def edited(value):
    """Something else that could stand in the same place."""
    match value:
        case str():
            return value[:-1] + ("1" if value[-1:] == "0" else "0")
        case bool() | None:
            return value
        case int():
            return value + 1
        case list():
            return [edited(value[0]), *value[1:]] if value else [0]
        case dict():
            last = max(value, default=None)
            return value if last is None else {**value, last: edited(value[last])}


def edits(seq):
    """The true record with one thing changed in one row, with no hash made to fit."""
    for part in ("pub", "body", "prev", "sealed"):
        record = json.loads(TRUE)
        row = record["rows"][seq]
        if part in row and edited(row[part]) != row[part]:
            row[part] = edited(row[part])
            yield f"{part} of row {seq}", canonical(record)
    record = json.loads(TRUE)
    if seq < ROWS - 1:  # without its last row it is the true story, a little shorter
        yield f"row {seq} left out", canonical({**record, "rows": without(record["rows"], seq)})


def without(rows, seq):
    """The rows but one, numbered anew."""
    left = [*rows[:seq], *rows[seq + 1 :]]
    return [{**row, "seq": n} for n, row in enumerate(left)]


@pytest.mark.slow
@pytest.mark.attack("T17")
@pytest.mark.parametrize("part", range(4))
def test_a_player_who_edits_a_copy_proves_nothing_against_the_host(part):
    """The host has signed one story only, whatever anybody makes of their own file."""
    for seq in range(part, ROWS, 4):
        for what, source in edits(seq):
            compared = compare([("true.json", TRUE), ("edited.json", source)], check_signature)
            assert compared.failure is not None, what
            assert not any(PROVED in sentence for sentence in compared.sentences), what
            assert not proves(compared.evidence), what
            assert failure_of(source) is not None, what


def proves(evidence):
    """Whether two different heads are signed in it."""
    sides = json.loads(evidence)["sides"] if evidence else []
    return len({side["note"] for side in sides if side["signature"]}) == 2


@pytest.mark.attack("T17")
def test_the_control_a_host_that_did_sign_two_stories_is_proved_to():
    other = Story(Host, random.Random(6)).played()
    compared = compare([("ann.json", TRUE), ("bob.json", other)], check_signature)
    assert any(PROVED in sentence for sentence in compared.sentences)
    assert proves(compared.evidence)


@pytest.mark.attack("T17")
@pytest.mark.parametrize("key", [None, STRANGER])
def test_a_player_who_gives_the_game_up_in_a_copy_proves_nothing_against_the_host(key):
    story = Story(Host)
    story.played()
    cut = Story(Host)
    cut.until(lambda: cut.ledger.seq >= 20)
    cut.keep(cut.ledger.closing(None))
    if key is not None:
        cut.keep(cut.ledger.checkpoint(signed_note(key, cut.ledger.note.text)))
    short = bundle_bytes(MANIFEST, cut.ledger.rows)
    for other in (TRUE, story.receipts(CLEO)):
        compared = compare([("true.json", other), ("short.json", short)], check_signature)
        assert compared.failure is not None
        assert not any(PROVED in sentence for sentence in compared.sentences)
        assert not proves(compared.evidence)
    # Control: had the host given it up and signed that, it would be proved.
    hosts = Story(Host).played(rows=20)
    compared = compare([("true.json", TRUE), ("cut.json", hosts)], check_signature)
    assert any(PROVED in sentence for sentence in compared.sentences)


@pytest.mark.attack("T17")
def test_a_player_who_signs_two_sets_of_receipts_alone_proves_nothing_against_the_host():
    story = Story(Host)
    story.played()
    forged = [json.loads(story.receipts(CLEO)) for _ in range(2)]
    for receipts, head in zip(forged, ("11" * 32, "22" * 32), strict=True):
        note = SignedNote(story.ledger.gid, 20, head).text
        receipts["checkpoint"] = {"note": note, "signature": signed_note(STRANGER, note)}
    files = [(f"{n}.json", canonical(each)) for n, each in enumerate(forged)]
    (sentence,) = compare(files, check_signature).sentences
    assert "The host has signed" not in sentence
    assert f"The key {STRANGER.get_fingerprint()} has signed both: if it is the host's" in sentence
    # Control: beside the record, which names the host's key, they are what they are.
    compared = compare([("true.json", TRUE), files[0]], check_signature)
    assert not any(PROVED in sentence for sentence in compared.sentences)


# --- one copy that is wrong ----------------------------------------------------------------


def accuses(source):
    """Whether the verdict on a wrong record says that it is the host's own."""
    refused = failure_of(source, full=True)
    assert refused is not None
    return refused is not Failure.BROKEN_SEAL and is_signed(read_bundle(source), check_signature)


def other_secret():
    record = json.loads(TRUE)
    record["rows"][-2]["pub"]["secret"] = "ab" * 32
    return canonical(record)


@pytest.mark.slow
@pytest.mark.attack("T17")
@pytest.mark.parametrize("part", range(4))
def test_a_player_who_edits_a_copy_cannot_have_the_host_accused_of_it(part):
    sources = [source for seq in range(part, ROWS, 4) for _, source in edits(seq)]
    assert not any(accuses(source) for source in [*sources, other_secret()])


@pytest.mark.attack("T17")
def test_the_control_a_host_that_cheats_and_signs_it_is_accused_of_it():
    assert all(accuses(cheat()) for cheat in CHEATS)
