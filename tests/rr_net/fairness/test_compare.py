"""Copies of one game: which agree, and what proves that a host told two stories."""

import json
from itertools import permutations

import pytest

from rr_net.fairness.base.errors import BadBundle, Failure
from rr_net.fairness.base.hash import Tag, hashed
from rr_net.fairness.base.note import TRANSCRIPT, SignedNote
from rr_net.fairness.proof.compare import compare
from rr_net.fairness.proof.copies import difference, read_copy
from rr_net.ssh.sshsig import check_signature
from rr_rules.kernel.transcript import canonical
from tests.support.rr_net.copies import HOST, STRANGER, Telling, signature_by

PROOF = "The host has signed both: this proves that it told two stories."
UNSIGNED = "The host has not signed both: one copy is damaged, or was changed."
STORY = "the receipts tell another story"


def compared(**copies):
    """Files by their names without `.json`."""
    files = [(f"{name}.json", source) for name, source in copies.items()]
    return compare(files, check_signature)


def told(*options, host_key=HOST, sign=True):
    """A record of five rows, and then an answer and a checkpoint each."""
    telling = Telling(host_key)
    if host_key:
        telling.event((0, "asdf"), (1, "kjhasdkj"))
    telling.deal()
    for option in options:
        telling.answer(option)
        if sign and host_key:
            telling.sign()
    return telling


def bundle(*options, **how):
    return told(*options, **how).close().bytes


def receipts(*options, **how):
    return told(*options, **how).receipts()


def evidence(comparison):
    found = json.loads(comparison.evidence)
    assert canonical(found) == comparison.evidence
    return found


def proves(found):
    """Whether anybody can see from the evidence alone that the host told two stories."""
    small, great = sorted(found["sides"], key=lambda side: side["size"])
    for side in (small, great):
        note = SignedNote(found["game"], side["size"], side["head"]).text
        if note != side["note"] or not check_signature(
            note.encode(), side["signature"], found["host_key"], TRANSCRIPT
        ):
            return False
    rows = found["rows"]
    if not rows:
        return small["size"] == great["size"] and small["head"] != great["head"]
    links = [hashed(Tag.ENTRY, canonical(row)).hex() for row in rows]
    chained = [row["prev"] for row in rows[1:]] == links[:-1] and links[-1] == great["head"]
    return chained and rows[0]["seq"] == small["size"] and rows[0]["prev"] != small["head"]


# --- agreeing ------------------------------------------------------------------------


def test_copies_of_one_story_agree():
    comparison = compared(a=bundle(1, 2), b=bundle(1, 2), c=receipts(1))
    assert comparison.failure is None
    assert comparison.evidence == b""
    assert comparison.sentences == ("a.json, b.json and c.json tell the same story.",)


def test_a_copy_that_ends_earlier_agrees_as_far_as_it_goes():
    comparison = compared(a=told(1, 2).close().bytes, b=told(1).bytes)
    assert comparison.failure is None
    assert comparison.sentences == (
        "a.json and b.json tell the same story.",
        "b.json ends before row 7, where a.json goes on.",
    )


def test_receipts_of_later_than_a_copy_agree_with_it():
    assert compared(a=told(1).bytes, b=receipts(1, 2)).failure is None
    assert compared(a=receipts(1, 2), b=receipts(1)).failure is None


def test_receipts_of_two_seats_agree():
    telling = told(1)
    assert compared(a=telling.receipts(0), b=telling.receipts(1)).failure is None


# --- parting -------------------------------------------------------------------------


@pytest.mark.attack("T17")
def test_two_signed_stories_are_a_fork_and_prove_it():
    comparison = compared(a=bundle(1, 2), b=bundle(1, 3))
    assert comparison.failure is Failure.FORK
    assert comparison.sentences == (f"b.json differs from a.json from row 7 on. {PROOF}",)
    found = evidence(comparison)
    assert (found["format"], found["row"], found["rows"]) == ("rr2-fork-1", 7, [])
    assert [side["size"] for side in found["sides"]] == [8, 8]
    assert proves(found)


def test_those_that_agree_are_named_together():
    comparison = compared(a=bundle(1, 2), b=bundle(1, 2), c=bundle(1, 3), d=bundle(1, 3))
    assert comparison.sentences[:2] == (
        "a.json and b.json tell the same story.",
        "c.json and d.json tell the same story.",
    )
    assert comparison.sentences[2].startswith("c.json differs from a.json from row 7 on.")


def test_two_signed_stories_of_other_lengths_are_joined_by_rows():
    one, other = told(1, sign=False), told(2, sign=False)
    one.answer().answer().close()
    other.answer().close()
    for copies in ({"a": one.bytes, "b": other.bytes}, {"a": other.bytes, "b": one.bytes}):
        found = evidence(compared(**copies))
        assert found["row"] == 5
        assert sorted(side["size"] for side in found["sides"]) == [8, 9]
        assert len(found["rows"]) == 1
        assert proves(found)
        for broken in ({"rows": []}, {"game": "00" * 32}, {"host_key": "SHA256:x"}):
            assert not proves(found | broken), "the control: this proof can fail"


@pytest.mark.attack("T17")
def test_a_game_given_up_that_went_on_elsewhere_is_a_fork():
    short, long = told(1).close(), told(1, 2).close()
    comparison = compared(short=short.bytes, long=long.bytes)
    assert comparison.failure is Failure.FORK
    assert "from row 7 on" in comparison.sentences[0]
    assert proves(evidence(comparison))


@pytest.mark.attack("T17")
def test_one_copy_alone_shows_no_fork():
    # What a host tells to one person is whole in itself: only comparing finds the other story.
    alone = bundle(1, 3)
    assert compared(a=alone, b=alone).failure is None


def test_stories_that_nobody_signed_are_a_fork_without_proof():
    one, other = (bundle(option, host_key=None) for option in (1, 2))
    comparison = compared(a=one, b=other)
    assert comparison.failure is Failure.FORK
    assert comparison.sentences == (f"b.json differs from a.json from row 3 on. {UNSIGNED}",)
    assert (comparison.is_proof, comparison.evidence) == (False, b"")


def test_a_signature_of_a_stranger_proves_nothing():
    honest, forged = told(1).close(), told(sign=False)
    forged.answer(2).sign(STRANGER).row("close", {"outcome": None, "secret": "00" * 32})
    comparison = compared(a=honest.bytes, b=forged.bytes)
    assert comparison.failure is Failure.BAD_SIGNATURE
    assert comparison.sentences[0].startswith("b.json: this copy is damaged, the host's signature")
    assert UNSIGNED in comparison.sentences[1]
    assert (comparison.is_proof, comparison.evidence) == (False, b"")


def spoilt(source, seq):
    """A copy with one checkpoint whose signature somebody has spoiled."""
    game = json.loads(source)
    row = game["rows"][seq]
    assert row["type"] == "checkpoint"
    row["pub"]["signature"] = signature_by(STRANGER, "something else")
    return canonical(game)


@pytest.mark.attack("T69")
@pytest.mark.parametrize("at", [0, -1])
def test_a_copy_with_a_spoiled_signature_is_damaged_and_accuses_nobody(at):
    source = bundle(1, 2)
    rows = json.loads(source)["rows"]
    seq = [row["seq"] for row in rows if row["type"] == "checkpoint"][at]
    for copies in ((source, spoilt(source, seq)), (spoilt(source, seq), source)):
        one, other = copies
        comparison = compared(a=one, b=other)
        assert "this copy is damaged" in comparison.sentences[0]
        assert comparison.failure is Failure.BAD_SIGNATURE
        assert (comparison.is_proof, comparison.evidence) == (False, b"")
        # Control: they part, with a head of each, which was called a proof once.
        parted = difference(*(read_copy("", each, check_signature) for each in copies),
                            check_signature)  # fmt: skip
        assert parted is not None
        assert parted.heads is not None
        assert not parted.is_signed
    # Two good signatures over notes that contradict each other are what proves it.
    assert compared(a=bundle(1, 2), b=bundle(1, 3)).is_proof


@pytest.mark.attack("T69")
def test_a_tale_that_somebody_else_has_signed_accuses_nobody():
    tale = told(1).answer(3).sign(STRANGER)
    tale.row("close", {"outcome": None, "secret": "00" * 32}).sign(STRANGER)
    for copies in permutations((("mine.json", bundle(1, 2)), ("tale.json", tale.bytes))):
        comparison = compare(copies, check_signature)
        assert "tale.json: this copy is damaged" in " ".join(comparison.sentences)
        assert comparison.failure is Failure.BAD_SIGNATURE
        assert (comparison.is_proof, comparison.evidence) == (False, b"")
        # Control: to whom any signature is good, it proves that an honest host told two stories.
        fooled = compare(copies, lambda *_: True)
        assert fooled.is_proof
        assert fooled.sentences[0].endswith(PROOF)
        assert {side["size"] for side in evidence(fooled)["sides"]} == {len(told(1, 2).rows) - 1}


def test_a_bundle_with_other_bodies_under_the_same_rows_is_another_copy():
    one, other = told(1).close(), told(1).close()
    body = other.rows[5].body.model_copy(update={"option": 2})
    other.rows[5] = other.rows[5].model_copy(update={"body": body})
    assert [row.digest() for row in one.rows] == [row.digest() for row in other.rows]
    comparison = compared(a=one.bytes, b=other.bytes)
    assert comparison.failure is Failure.FORK
    assert comparison.sentences[0].startswith("b.json differs from a.json from row 5 on.")


# --- receipts ------------------------------------------------------------------------


@pytest.mark.attack("T17")
@pytest.mark.parametrize("later", [False, True])
def test_a_seat_with_another_signed_note_proves_a_fork(later):
    seat, game = receipts(1, 2), bundle(1, 3, 4) if later else bundle(1, 3)
    for copies in ({"a": seat, "b": game}, {"a": game, "b": seat}):
        comparison = compared(**copies)
        assert comparison.failure is Failure.FORK
        assert comparison.sentences[0].endswith(f": the host has signed other 8 rows. {PROOF}")
        assert proves(evidence(comparison))


def test_a_seat_that_saw_a_game_go_on_after_its_end_proves_a_fork():
    seat, game = receipts(1, 2, 3, 4), told(1, 2).close()
    comparison = compared(a=game.bytes, b=seat)
    assert comparison.failure is Failure.FORK
    assert "of a game that ended after 11" in comparison.sentences[0]
    found = evidence(comparison)
    assert [row["type"] for row in found["rows"]] == ["close", "checkpoint"]
    assert [side["size"] for side in found["sides"]] == [12, 10]


def test_a_seat_whose_cards_do_not_fit_shows_it_without_proof():
    seat = json.loads(receipts(1))
    seat["openings"][0]["face"] = "emu"
    comparison = compared(a=bundle(1), b=canonical(seat))
    assert comparison.failure is Failure.OTHER_RECEIPT
    assert comparison.evidence == b""
    said = f"{STORY}: a card of the deck is not what was promised. {UNSIGNED}"
    assert comparison.sentences == (f"b.json differs from a.json: {said}",)


def test_a_seat_with_a_forged_note_accuses_nobody():
    seat = json.loads(receipts(2))
    seat["checkpoint"]["signature"] = signature_by(STRANGER, seat["checkpoint"]["note"])
    for copies in ({"a": bundle(1)}, {"a": receipts(1)}):
        comparison = compared(**copies, b=canonical(seat))
        assert comparison.failure is Failure.OTHER_RECEIPT
        assert comparison.evidence == b""


def test_two_seats_with_two_notes_of_one_size_prove_a_fork():
    comparison = compared(a=receipts(1), b=receipts(2))
    assert comparison.failure is Failure.FORK
    assert ": their notes of 6 rows name different heads." in comparison.sentences[0]
    found = evidence(comparison)
    assert found["host_key"] == HOST.get_fingerprint()
    assert proves(found)


def test_two_seats_with_two_promises_have_seen_two_games():
    seat = json.loads(receipts(1))
    seat["commitment"] = "ab" * 32
    comparison = compared(a=receipts(1), b=canonical(seat))
    assert comparison.failure is Failure.OTHER_RECEIPT


def test_the_fork_with_a_proof_comes_before_the_one_without():
    unsigned = told(1, sign=False).answer(9).row("close", {"outcome": None, "secret": "00" * 32})
    copies = {"a": bundle(1, 2), "b": unsigned.bytes, "c": bundle(1, 3)}
    for order in permutations(copies):
        comparison = compared(**{name: copies[name] for name in order})
        assert comparison.failure is Failure.FORK
        assert proves(evidence(comparison))


# --- what cannot be compared ---------------------------------------------------------


@pytest.mark.parametrize(
    ("copies", "failure", "said"),
    [
        ({"a": bundle(1)}, Failure.WRONG_SHAPE, "1 copies: expected at least two"),
        ({"a": bundle(1), "b": b"{"}, Failure.NOT_JSON, "b.json: "),
        ({"a": bundle(1), "b": b"{}"}, Failure.OTHER_FORMAT, "b.json: "),
        ({"a": bundle(1), "b": receipts(1)[:-1] + b',"x":1}'}, Failure.WRONG_SHAPE, "b.json: "),
        ({"a": bundle(1), "b": bundle(1, host_key=STRANGER)}, Failure.WRONG_SHAPE,
         "b.json is another game than a.json"),
    ],
)  # fmt: skip
def test_what_is_no_copy_of_this_game_is_refused(copies, failure, said):
    with pytest.raises(BadBundle) as refused:
        compared(**copies)
    assert refused.value.failure is failure
    assert str(refused.value).startswith(said)


def test_a_file_of_any_name_is_named_safely():
    comparison = compare([("a\x1b[31m", bundle(1)), ("b\n", bundle(1))], check_signature)
    assert comparison.sentences == ("a[31m and b tell the same story.",)
