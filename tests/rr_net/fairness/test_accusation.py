"""What a client has found: proof where the host has signed it, and else that machine's word."""

import random

import pytest

from rr_net.fairness.base.errors import Failure
from rr_net.fairness.base.note import SignedNote
from rr_net.fairness.base.rows import CheckpointRow, CommitRow, FreezeRow, RollRow
from rr_net.fairness.proof.accusation import accusation_bytes, proven, read_accusation
from rr_net.fairness.proof.evidence import check_evidence, read_evidence
from rr_net.fairness.proof.receipts import Stamp
from rr_net.ssh.sshsig import check_signature
from rr_rules.kernel.transcript import canonical
from tests.rr_net.fairness.test_live import (
    EXPECTED,
    MANIFEST,
    at,
    honest,  # noqa: F401 - a fixture
    signed_anew,
    told,
    watching,
    with_pub,
)
from tests.support.rr_net.cheating import Host, Story
from tests.support.rr_net.hostkeys import HOST, signed_note
from tests.support.rr_net.recorded import TINY


def accused(check):
    """What the check has found first, as somebody else reads it."""
    return read_accusation(accusation_bytes(check, check.findings[0], "ann"))


def seen_by_others(check):
    found = proven(accused(check), check_signature, TINY)
    return None if found is None else (found.failure, found.seq)


def wrong_roll(rows):
    place = at(rows, RollRow)
    return with_pub(rows, place, result=(rows[place].pub.result + 1) % rows[place].pub.sides), place


def swapped_card(rows):
    place = next(n for n, row in enumerate(rows) if isinstance(row, CommitRow) and row.pub.opened)
    first, *others = rows[place].pub.opened
    face = next(face for face in MANIFEST.cards if face != first.face)
    opened = (first.model_copy(update={"face": face}), *others)
    return with_pub(rows, place, opened=opened), place


def second_freeze(rows):
    place = at(rows, FreezeRow)
    twice = [*rows[: place + 2], rows[place], *rows[place + 1 :]]
    return signed_anew(twice, place + 2), place + 2


@pytest.mark.parametrize("cheat", [wrong_roll, swapped_card, second_freeze])
def test_what_the_host_has_signed_is_proof_to_anybody(honest, cheat):  # noqa: F811
    rows, place = cheat(honest)
    check = watching()
    check.take(told(rows), 0, 1.0)
    assert check.is_settled
    assert seen_by_others(check)[1] == place


@pytest.mark.parametrize("cheat", [wrong_roll, swapped_card])
def test_without_the_hosts_signature_over_it_it_is_a_word(honest, cheat):  # noqa: F811
    rows, place = cheat(honest)
    check = watching()
    check.take(told(rows[: place + 1]), 0, 1.0)
    assert not check.is_settled
    assert seen_by_others(check) is None
    forged = [row for row in rows if not isinstance(row, CheckpointRow) or row.seq < place]
    check = watching()
    check.take(told(forged), 0, 1.0)
    assert seen_by_others(check) is None


@pytest.mark.attack("T17")
def test_two_signed_records_of_one_game_are_proof_and_one_that_is_unsigned_is_not(honest):  # noqa: F811
    other = Story(Host, random.Random(6))
    other.played()
    place = next(
        n
        for n, (a, b) in enumerate(zip(honest, other.ledger.rows, strict=False))
        if a.digest() != b.digest()
        and isinstance(a, CheckpointRow)
        and isinstance(b, CheckpointRow)
    )
    check = watching()
    check.take(told(honest[: place + 1]), 0, 1.0)
    check.take(told(other.ledger.rows[place : place + 1]), place, 2.0)
    assert [each.failure for each in check.findings] == [Failure.FORK]
    assert seen_by_others(check) == (Failure.FORK, place)
    check.other = check.other | {"pub": {"signature": "U1NIU0lH"}}
    assert seen_by_others(check) is None


def test_what_only_one_machine_saw_is_its_word(honest):  # noqa: F811
    options = dict(MANIFEST.options) | {"target": "9"}
    check = watching(expected=EXPECTED._replace(options=options))
    check.take(told(honest), 0, 1.0)
    assert check.findings[0].failure is Failure.BAD_SETUP
    assert seen_by_others(check) is None


@pytest.mark.parametrize("behind", [1, 20])
def test_a_fork_that_is_found_later_takes_no_other_proof_away(honest, behind):  # noqa: F811
    """A host could show another record, once it is caught, so that nobody else sees the first."""
    place = at(honest, RollRow)
    slow = honest[place].pub.slow
    rows = with_pub(honest, place, slow=(*slow[:-1], slow[0]))
    check = watching()
    check.take(told(rows[: place + behind]), 0, 1.0)
    false = next(each for each in check.work if each.seq == place and not each.holds)
    check.ground(false, holds=False)
    note = SignedNote(MANIFEST.gid, 9, "5a" * 32).text
    check.noted(Stamp(note=note, signature=signed_note(HOST, note)))
    assert [each.failure for each in check.findings] == [Failure.WRONG_SLOW, Failure.FORK]
    check.take(told(rows[place + behind :]), place + behind, 2.0)
    assert check.is_settled
    assert seen_by_others(check) == (Failure.WRONG_SLOW, place)


def test_an_accusation_shows_nothing_that_was_hidden(honest):  # noqa: F811
    rows, _ = wrong_roll(honest)
    check = watching()
    check.take(told(rows), 0, 1.0)
    text = accusation_bytes(check, check.findings[0], "ann")
    assert b'"body"' not in text
    assert canonical(MANIFEST.plain()) in text


@pytest.mark.attack("T17")
@pytest.mark.parametrize("first", [0, 9])
def test_who_tells_another_record_from_further_back_has_signed_it_too(honest, first):  # noqa: F811
    other = Story(Host, random.Random(6))
    other.played()
    pairs = list(enumerate(zip(honest, other.ledger.rows, strict=False)))
    part = next(n for n, (a, b) in pairs if a.digest() != b.digest())
    place = next(n for n, (_, row) in pairs if n >= part and isinstance(row, CheckpointRow))
    assert first < part < place
    check = watching()
    check.take(told(honest[: place + 9]), 0, 1.0)
    check.take(told(other.ledger.rows[first : place + 3]), first, 2.0)
    assert [each.is_proof for each in check.findings] == [False, True]
    worst = max(check.findings, key=lambda each: each.is_proof)
    accusation = read_accusation(accusation_bytes(check, worst, "ann"))
    assert proven(accusation, check_signature, TINY)[:2] == (Failure.FORK, place)


@pytest.mark.attack("T17")
def test_a_record_that_goes_on_otherwise_from_a_signature_is_evidence_of_two(honest):  # noqa: F811
    """As over a line that has dropped: it is told from the last signature on."""
    other = Story(Host, random.Random(6))
    other.played()
    pairs = list(enumerate(zip(honest, other.ledger.rows, strict=False)))
    part = next(n for n, (a, b) in pairs if a.digest() != b.digest())
    place = next(n for n, (a, b) in pairs if n > part and isinstance(a, CheckpointRow)
                 and not isinstance(b, CheckpointRow))  # fmt: skip
    check = watching()
    check.take(told(honest[: place + 1]), 0, 1.0)
    assert check.since == place
    for row in other.ledger.rows[place:]:
        check.take(told([row]), row.seq, 2.0)
    assert [each.is_proof for each in check.findings] == [False, True]
    check_evidence(read_evidence(check.fork), check_signature)


@pytest.mark.attack("T69")
def test_the_same_record_told_once_more_is_no_branch(honest):  # noqa: F811
    check = watching()
    check.take(told(honest[:40]), 0, 1.0)
    check.take(told(honest[check.since :]), check.since, 2.0)
    assert (check.findings, check.fork) == ([], b"")
