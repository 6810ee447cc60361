"""Attacks on what people have noted and pledged, and on windows (T61, T62, T63, T66, T67).

Each host here has the secret and the key that signs, and writes a record in which every hash fits.
"""

import base64
import hashlib
import json
import random

import pytest

from rr_net.fairness.base.errors import BadRow, Failure
from rr_net.fairness.base.rows import Given
from rr_net.fairness.chain.ledger import Ledger
from rr_net.fairness.proof import replay as replays
from rr_net.fairness.proof.bundle import read_bundle
from rr_net.fairness.proof.receipts import Sealing, receipts_bytes
from rr_rules.kernel.transcript import Answer
from tests.support.rr_net.cheating import BOB, BOBS_KEYS, CLEO, Host, Story, failure_of
from tests.support.rr_net.recorded import checked, manifest_of

MINE = f"1.1 {BOB} mash {BOBS_KEYS}1"
"""What Bob has noted of the deal."""
OPENING = "sixteen-bytes-of-my-own"
TRIES = 40


def hand_of(story):
    """What the host holds after the deal, as a number: its friends want it great."""
    view = story.table.game.view(story.table.state, 0)
    return sum(len(face) for face in view.seats[0].hand)


def dealt(host):
    """A story of this host up to the deal."""
    story = Story(host).opened()
    story.deals(story.ledger.freeze(story.given()))
    return story


def best(hosts):
    """The luckiest of several hosts, who could each have told this story: it has ground."""
    return max(hosts, key=lambda host: hand_of(dealt(host)))


def prefixed(lucky, *, level="mash", event=0):
    """A host that puts something before Bob's keys, at one event or at all."""

    class Grinds(Host):
        def pressed(self, seat):
            given = super().pressed(seat)
            is_there = not event or self.ledger.events.number == event
            if seat != BOB or not is_there:
                return given
            return Given(level=level, seat=seat, value=f"{lucky}{given.value}")

    return Grinds


# --- T61 and T62 ---------------------------------------------------------------------------


@pytest.mark.attack("T61")
def test_a_host_who_grinds_over_a_prefix_is_found_by_whoever_noted_all_of_it():
    lucky = best([prefixed(f"x{tried}") for tried in range(TRIES)])
    assert hand_of(dealt(lucky)) >= hand_of(dealt(Host))
    cheat = Story(lucky).played()
    assert failure_of(cheat) is None, "every hash fits"
    assert failure_of(cheat, me=(MINE,)) is Failure.NOT_MINE
    # Control: a note that may be a part of something would clear it.
    given = next(row for row in json.loads(cheat)["rows"] if row["type"] == "freeze")["pub"][
        "given"
    ]
    assert any(f"{BOBS_KEYS}1" in each["value"] for each in given)
    assert failure_of(Story(Host).played(), me=(MINE,)) is None


class GivesHimToCleo(Host):
    """Leaves Bob out of the deal, and puts his keys into Cleo's of the next event."""

    def pressed(self, seat):
        number, given = self.ledger.events.number, super().pressed(seat)
        if seat == BOB and number == 1:
            return None
        if seat == CLEO and number == 2:
            return Given(level="mash", seat=seat, value=f"{given.value}{BOBS_KEYS}1")
        return given


@pytest.mark.attack("T62")
def test_keys_that_stand_at_another_seat_or_another_event_are_not_those_that_were_noted():
    cheat = Story(GivesHimToCleo).played()
    assert failure_of(cheat) is None, "every hash fits"
    assert failure_of(cheat, me=(MINE,)) is Failure.NOT_MINE
    # Control: they are in it, somewhere, and that was all that a note asked before.
    values = [
        each["value"]
        for row in json.loads(cheat)["rows"]
        if row["type"] == "freeze"
        for each in row["pub"]["given"]
    ]
    assert any(f"{BOBS_KEYS}1" in value for value in values)


# --- T63 -----------------------------------------------------------------------------------


def pledged(host):
    """A story in which Bob's pledge stands before the deal is opened."""
    story = Story(host)
    story.keep(story.ledger.pledge(BOB, hashlib.sha256(OPENING.encode()).hexdigest()))
    return story.opened()


def given_as(level, value):
    class Says(Host):
        def pressed(self, seat):
            is_bob = seat == BOB and self.ledger.events.number == 1
            return Given(level=level, seat=seat, value=value) if is_bob else super().pressed(seat)

    return Says


@pytest.mark.attack("T63")
@pytest.mark.parametrize(("level", "value"), [("mash", f"lucky{OPENING}"), ("mash", OPENING)])
def test_while_a_pledge_stands_a_host_can_write_nothing_else_for_its_seat(level, value):
    honest = pledged(given_as("pledge", OPENING))
    honest.deals(honest.ledger.freeze(honest.given()))
    assert failure_of(honest.closed(), me=(f"1.1 {BOB} pledge {OPENING}",)) is None
    story = pledged(given_as(level, value))
    with pytest.raises(BadRow) as refused:
        story.ledger.freeze(story.given())
    assert refused.value.failure is Failure.BAD_PLEDGE
    # Control: a host that never wrote the pledge down could; the receipts say that it was there.
    silent = Story(given_as(level, value)).opened()
    silent.deals(silent.ledger.freeze(silent.given()))
    source = silent.closed()
    assert failure_of(source) is None
    receipts = receipts_bytes(honest.ledger.rows[:4], BOB, ())
    assert json.loads(receipts)["pledges"] == [
        {"hash": hashlib.sha256(OPENING.encode()).hexdigest(), "seq": 1}
    ]
    assert failure_of(source, receipts=receipts) is Failure.OTHER_RECEIPT


@pytest.mark.attack("T63")
def test_a_host_who_calls_a_pledge_silence_is_found_by_whoever_has_opened_it():
    story = pledged(Host)
    others = [each for each in story.given() if each.seat != BOB]
    story.deals(story.ledger.freeze(others))
    source = story.closed()
    assert failure_of(source) is None, "silence is nobody's fault"
    assert failure_of(source, me=(f"1.1 {BOB} pledge {OPENING}",)) is Failure.NOT_MINE


# --- T66 -----------------------------------------------------------------------------------


@pytest.mark.attack("T66")
def test_a_host_who_shows_a_note_of_before_its_choice_is_found_by_whoever_kept_that():
    manifest = manifest_of(seats=4, level="table", target="12", turn_cap="16")
    story = Story(Host, random.Random(11), manifest=manifest).until(lambda: False)
    source = story.closed()
    rows = story.ledger.rows
    choices = checked_choices(source)
    assert choices, "somewhere several choose at once"
    number, seq = choices[0]
    sealed = next(row for row in rows[seq:] if row.type == "checkpoint")
    early = max((row for row in rows[:seq] if row.type == "checkpoint"), key=lambda row: row.seq)
    for row, failure in ((sealed, None), (early, Failure.HOST_NOT_FIRST)):
        note = f"rr2/{story.ledger.gid}\n{row.seq}\n{b64(row.prev)}\n"
        kept = Sealing(note=note, signature=row.pub.signature, request=number)
        receipts = receipts_bytes(rows, BOB, (), (kept,))
        assert failure_of(source, receipts=receipts) is failure


def checked_choices(source):
    """The numbers of the questions that the host answered before others, with its rows."""
    found = []
    take = replays.HostFirst.check_sealings

    def look(self, sealings):
        found.extend(self._choices)
        return take(self, sealings)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(replays.HostFirst, "check_sealings", look)
        checked(source, receipts=receipts_of(source))
    return found


def receipts_of(source):
    return receipts_bytes(read_bundle(source).rows, BOB, ())


def b64(head):
    return base64.b64encode(bytes.fromhex(head)).decode()


# --- T67 -----------------------------------------------------------------------------------


@pytest.mark.attack("T67")
def test_a_host_who_stops_in_a_window_twice_is_named_by_the_verdict():
    story = Story(Host).opened()
    heard = story.given()
    for _ in range(2):
        story.keep(story.ledger.reopening())
        story.sign()
    story.deals(story.ledger.freeze(story.given()))
    source = story.closed()
    verdict = checked(source, me=(MINE,))
    assert verdict.tally.reopened == ((1, 3),)
    assert "random event 1, and opened it 3 times" in verdict.text
    assert "was given in opening 1, not used" in verdict.text
    # Control: with one row for all openings, the record would show one, and the note would fit.
    single = Story(Host).opened()
    assert single.given() == heard
    single.deals(single.ledger.freeze(heard))
    assert checked(single.closed(), me=(MINE,)).tally.reopened == ()


@pytest.mark.attack("T67")
def test_a_host_who_leaves_out_the_row_of_an_opening_gets_another_result_and_no_second_one():
    story = Story(Host).opened()
    story.keep(story.ledger.reopening())
    resumed = Ledger.resume(story.ledger.manifest, story.ledger.secret, story.ledger.rows)
    for act in (lambda: resumed.freeze(story.given()), lambda: resumed.row(Answer(0, 0))):
        with pytest.raises(BadRow) as refused:
            act()
        assert refused.value.failure is Failure.UNSIGNED
