"""What a seat can prove: receipts fit the game they were taken from, and no other."""

import json
import random

import pytest

from rr_net.fairness.base.errors import Failure, FairnessError
from rr_net.fairness.base.manifest import open_table
from rr_net.fairness.base.note import SignedNote, read_note
from rr_net.fairness.base.secret import Secret
from rr_net.fairness.chain.ledger import Ledger
from rr_net.fairness.proof.bundle import bundle_bytes, read_bundle
from rr_net.fairness.proof.receipts import check_receipts, last_stamp, read_receipts, receipts_bytes
from rr_net.ssh.sshsig import check_signature
from rr_rules.kernel.transcript import canonical
from tests.support.rr_net.copies import HOST, STRANGER, Telling, signature_by
from tests.support.rr_net.recorded import close, keep, manifest_of, play_on
from tests.support.rr_rules.pebbles import load_pebbles


def told(mash="kjhasdkj", host_key=HOST):
    return Telling(host_key).event((0, "asdf"), (1, mash)).deal()


def whole(telling):
    return telling.answer().close()


def plain(source):
    return json.loads(source)


def changed(source, change):
    """The file after `change` has been at its parts."""
    parts = plain(source)
    change(parts)
    return canonical(parts)


def check(source, telling):
    check_receipts(read_receipts(source), telling.bundle, check_signature)


def refused(source, telling):
    with pytest.raises(FairnessError) as error:
        check(source, telling)
    return error.value.failure


# --- building ------------------------------------------------------------------------


def test_receipts_are_the_file_that_the_specification_names():
    telling = told()
    receipts = plain(telling.receipts())
    assert set(receipts) == {"format", "game", "commitment", "seat", "checkpoint", "given",
                             "openings", "pledges", "sealings"}  # fmt: skip
    assert receipts["format"] == "rr2-receipts-1"
    assert receipts["game"] == telling.manifest.gid
    assert (receipts["commitment"], receipts["seat"]) == ("c0" * 32, 1)
    assert receipts["given"] == [{"event": 1, "level": "mash", "opening": 1, "value": "kjhasdkj"}]
    assert [(card["zone"], card["owner"], card["face"]) for card in receipts["openings"]] == [
        ("deck", -1, "dog"), ("deck", -1, "elk"), ("fence", 1, "dog"), ("hand", 1, "elk")
    ]  # fmt: skip


def test_the_checkpoint_is_the_last_that_was_signed():
    telling = told()
    stamp = last_stamp(telling.manifest.gid, telling.rows)
    assert read_note(stamp.note) == SignedNote(telling.manifest.gid, 2, telling.rows[2].prev)
    assert plain(telling.receipts())["checkpoint"] == stamp.plain()
    assert last_stamp(telling.manifest.gid, telling.sign().rows) != stamp


def test_without_a_key_there_is_no_checkpoint():
    telling = Telling(None).deal()
    assert plain(telling.receipts())["checkpoint"] is None
    check(telling.receipts(), whole(telling))


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_gets_nothing_of_another(seat):
    text = told().receipts(seat).decode()
    assert ("fox" in text, "elk" in text) == (seat == 0, seat == 1)
    assert ("asdf" in text, "kjhasdkj" in text) == (seat == 0, seat == 1)


# --- reading -------------------------------------------------------------------------


def without(name):
    return lambda parts: parts.pop(name)


def put(value, *names):
    def change(parts):
        for name in names[:-1]:
            parts = parts[name]
        parts[names[-1]] = value

    return change


@pytest.mark.parametrize("name", ["game", "commitment", "seat", "checkpoint", "given", "openings"])
def test_a_field_that_is_missing_is_refused(name):
    telling = told()
    assert refused(changed(telling.receipts(), without(name)), telling) is Failure.WRONG_SHAPE


@pytest.mark.parametrize(
    ("change", "failure"),
    [
        (put("rr2-receipts-2", "format"), Failure.OTHER_FORMAT),
        (put(1, "format"), Failure.OTHER_FORMAT),
        (without("format"), Failure.OTHER_FORMAT),
        (put(1, "more"), Failure.WRONG_SHAPE),
        (put("1", "seat"), Failure.WRONG_SHAPE),
        (put(-1, "seat"), Failure.WRONG_SHAPE),
        (put("AB" * 32, "game"), Failure.WRONG_SHAPE),
        (put("shouts", "given", 0, "level"), Failure.WRONG_SHAPE),
        (put("00", "openings", 0, "salt"), Failure.WRONG_SHAPE),
        (put("rr2/\n", "checkpoint", "note"), Failure.WRONG_SHAPE),
    ],
)
def test_a_field_of_another_form_is_refused(change, failure):
    telling = told()
    assert refused(changed(telling.receipts(), change), telling) is failure


@pytest.mark.parametrize("source", [b"", b"[]", b"{}", b"{ }", b"\xff", b'{"format":1,"format":1}'])
def test_what_are_no_receipts_is_refused(source):
    with pytest.raises(FairnessError):
        read_receipts(source)


def test_receipts_in_another_spelling_are_refused():
    telling = told()
    spaced = json.dumps(plain(telling.receipts())).encode()
    assert refused(spaced, telling) is Failure.NOT_CANONICAL


# --- checking ------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["table", "solo"])
def test_whatever_a_seat_takes_home_at_any_time_fits_the_game_in_the_end(level):
    manifest, rules = manifest_of(seats=4, level=level), load_pebbles()
    secret = Secret(bytes(32), manifest.gid)
    ledger, table = Ledger(manifest, secret), open_table(manifest, rules)
    keep(ledger, ledger.opening(), lambda row: None)
    taken, dice = [], random.Random(2)
    while table.pending is not None:
        play_on(ledger, table, dice, ledger.seq + 5, removals=True)
        taken += [receipts_bytes(ledger.rows, s, ledger.commitments.openings(s)) for s in range(4)]
    close(ledger, table, lambda row: None)
    bundle = read_bundle(bundle_bytes(manifest, ledger.rows))
    for source in taken:
        check_receipts(read_receipts(source), bundle, check_signature)
    found = [plain(source) for source in taken]
    assert max(len(receipts["openings"]) for receipts in found) > 5
    assert any(receipts["given"] for receipts in found) == (level == "table")
    assert any(receipts["checkpoint"] for receipts in found) == (level == "table")


@pytest.mark.parametrize("seat", [0, 1])
def test_receipts_fit_the_game_that_was_played_on(seat):
    telling = told()
    early = telling.receipts(seat)
    whole(telling)
    check(early, telling)
    check(telling.receipts(seat), telling)


def elsewhere(value, *names):
    change = put(value, *names)
    return pytest.param(change, id=".".join(map(str, names)))


@pytest.mark.parametrize(
    "change",
    [
        elsewhere("ab" * 32, "game"),
        elsewhere("ab" * 32, "commitment"),
        elsewhere(0, "seat"),
        elsewhere(7, "seat"),
        elsewhere("QUJD", "checkpoint", "signature"),
        elsewhere(2, "given", 0, "event"),
        elsewhere("pledge", "given", 0, "level"),
        elsewhere("kjhasdk", "given", 0, "value"),
        *(
            elsewhere(value, "openings", card, name)
            for card in range(4)
            for name, value in (
                ("seq", 2), ("seq", 99), ("zone", "lawn"), ("owner", 0), ("at", 5), ("face", "ape"),
                ("salt", "ab" * 32), ("path", ["ab" * 32] * 3),
            )
        ),
    ],
)  # fmt: skip
def test_receipts_that_differ_anywhere_are_of_another_game(change):
    telling = told()
    source = changed(telling.receipts(), change)
    assert refused(source, whole(telling)) is Failure.OTHER_RECEIPT


@pytest.mark.attack("T4")
def test_a_contribution_that_the_host_left_out_is_missed():
    receipts = told().receipts()
    bundle = whole(Telling().event((0, "asdf")).deal())
    assert refused(receipts, bundle) is Failure.OTHER_RECEIPT
    # The control: without what the seat has noted, the same file says nothing.
    forgotten = put([], "given"), put(None, "checkpoint")
    for change in forgotten:
        receipts = changed(receipts, change)
    check(receipts, bundle)


@pytest.mark.attack("T17")
def test_a_note_of_another_record_is_found():
    early = told().receipts()
    assert refused(early, whole(told("kjhasdkk"))) is Failure.OTHER_RECEIPT


def test_a_note_of_more_rows_than_the_bundle_has_is_found():
    telling = told()
    cut = whole(telling.twin())
    for _ in range(5):
        telling.answer()
    assert refused(telling.sign().receipts(), cut) is Failure.OTHER_RECEIPT


@pytest.mark.parametrize("key", [STRANGER, HOST])
def test_a_note_that_the_host_has_not_signed_is_refused(key):
    telling = told()
    note = plain(telling.receipts())["checkpoint"]["note"]
    signed = note if key is STRANGER else note.replace("\n2\n", "\n3\n")
    forged = put(signature_by(key, signed), "checkpoint", "signature")
    assert refused(changed(telling.receipts(), forged), whole(telling)) is Failure.OTHER_RECEIPT


def test_a_signature_that_the_bundle_does_not_show_is_another_receipt():
    # The host's good signature under a good note, but where the record holds another signature.
    telling = told()
    receipts = telling.receipts()
    shown = telling.rows[2].pub.signature
    other = telling.rows[2].pub.model_copy(update={"signature": "QUJD"})
    telling.rows[2] = telling.rows[2].model_copy(update={"pub": other})
    assert check_signature(plain(receipts)["checkpoint"]["note"].encode(), shown,
                           HOST.get_fingerprint(), "rr2-transcript")  # fmt: skip
    assert refused(receipts, telling) is Failure.OTHER_RECEIPT
