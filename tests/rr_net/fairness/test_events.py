"""Random events: what may stand where, and what each seat may give."""

import hashlib
import json

import pytest

from rr_net.fairness.base.errors import BadRow, ChainUsedUp, Failure, VerifyError
from rr_net.fairness.base.manifest import HostTerms
from rr_net.fairness.base.rows import Given
from rr_net.fairness.base.secret import Secret
from rr_net.fairness.chain.ledger import Ledger
from rr_net.ssh.sshsig import TRANSCRIPT, check_signature
from rr_rules.kernel.requests import Roll
from rr_rules.kernel.transcript import Answer
from tests.support.rr_net.forged import Forger, canon, forged
from tests.support.rr_net.hostkeys import STRANGER, signed, signed_note, signed_seed
from tests.support.rr_net.recorded import HOST, KEYS, TINY, checked, manifest_of, record

SPIN = Roll(6, "spin")
ANN, BOB, CLEO, DAN, EVE, ROBOT = range(6)
"""Ann hosts, and a program plays Robot."""
OPENING = "what I keep to myself"
UNSIGNED = HostTerms(seat=0, fairness="table", slow=TINY["table"])


def opened(manifest=None):
    manifest = manifest or manifest_of(seats=6, level="table")
    ledger = Ledger(manifest, Secret(b"r" * 32, manifest.gid))
    ledger.take(ledger.opening())
    return ledger


def begun(manifest=None, **pledges):
    ledger = opened(manifest)
    for seat, opening in ((BOB, pledges.get("bob")), (CLEO, pledges.get("cleo"))):
        if opening:
            digest = hashlib.sha256(opening.encode()).hexdigest()
            ledger.take(ledger.pledge(seat, digest))
    return event(ledger)


def event(ledger):
    ledger.take(ledger.event(SPIN, ()))
    if ledger.manifest.host_key:
        sign(ledger)
    return ledger


def sign(ledger):
    ledger.take(ledger.checkpoint(signed_note(HOST, ledger.note.text)))


def chains(ledger):
    return [ledger.chain_value(ANN), ledger.chain_value(ROBOT)]


def frozen(ledger, *given):
    ledger.take(ledger.freeze([*chains(ledger), *given]))
    if ledger.manifest.host_key:
        sign(ledger)
    return ledger


def finished(ledger):
    row, _ = ledger.chance(SPIN, (), ledger.grind_terms().values())
    ledger.take(row)
    return row


def mash(seat, value="qwertz!"):
    return Given(level="mash", seat=seat, value=value)


def failure_of(act, *given):
    with pytest.raises(BadRow) as refused:
        act(*given)
    return refused.value.failure


# --- what may stand where --------------------------------------------------------------


def test_an_event_is_opened_frozen_signed_ground_and_answered():
    ledger = frozen(begun(), mash(BOB))
    row = finished(ledger)
    kinds = ["open", "event", "checkpoint", "freeze", "checkpoint", "roll"]
    assert [row.type for row in ledger.rows] == kinds
    assert row.pub.event == 1
    assert len(row.pub.slow) == 16
    assert ledger.grind_terms() is None


def test_the_events_of_a_game_are_numbered_without_a_gap():
    ledger = begun()
    for number in (1, 2, 3):
        assert ledger.events.number == number
        assert finished(frozen(ledger)).pub.event == number
        event(ledger)


def test_the_result_follows_from_everything_that_was_given():
    given = ([], [mash(BOB)], [mash(CLEO)], [mash(BOB, "qwertz?")], [mash(BOB), mash(CLEO)])
    results = {finished(frozen(begun(), *gifts)).pub.slow[-1] for gifts in given}
    assert len(results) == len(given)


@pytest.mark.attack("T5")
def test_contributions_are_listed_by_seat_in_whatever_order_they_came():
    ledger = begun()
    one = ledger.freeze([mash(CLEO), *chains(ledger), mash(BOB)])
    other = ledger.freeze([*reversed(chains(ledger)), mash(BOB), mash(CLEO)])
    assert one == other
    assert [given.seat for given in one.pub.given] == [ANN, BOB, CLEO, ROBOT]
    assert one.pub.absent == (DAN, EVE)


def test_nothing_stands_between_an_event_and_its_result():
    def rows(ledger):
        yield lambda: ledger.row(Answer(0, 0))
        yield lambda: ledger.pledge(BOB, "ab" * 32)
        yield lambda: ledger.event(SPIN, ())

    for ledger in (begun(), frozen(begun())):
        for build in rows(ledger):
            assert failure_of(build) is Failure.BAD_EVENT
        assert failure_of(ledger.checkpoint, "AAAA") is Failure.BAD_EVENT


@pytest.mark.attack("T8")
def test_an_event_is_frozen_once():
    assert failure_of(frozen(begun()).freeze, []) is Failure.BAD_EVENT
    assert failure_of(opened().freeze, []) is Failure.BAD_EVENT


def test_no_luck_without_contributions_that_were_fixed_before():
    for ledger in (opened(), begun()):
        assert failure_of(ledger.chance, SPIN, (), ["ab" * 32] * 16) is Failure.BAD_EVENT


def test_a_freeze_is_signed_before_anything_else_comes():
    ledger = begun()
    ledger.take(ledger.freeze(chains(ledger)))
    slow = ledger.grind_terms().values()
    assert failure_of(ledger.chance, SPIN, (), slow) is Failure.UNSIGNED
    assert failure_of(ledger.closing, None) is Failure.UNSIGNED


def test_without_a_host_key_there_is_no_signature():
    manifest = manifest_of(seats=6, level="table", host=UNSIGNED)
    ledger = frozen(begun(manifest), mash(BOB))
    assert finished(ledger).pub.event == 1
    assert failure_of(ledger.checkpoint, "AAAA") is Failure.UNSIGNED


def test_at_the_level_solo_there_are_no_windows():
    ledger = opened(manifest_of(seats=6))
    assert failure_of(ledger.event, SPIN, ()) is Failure.BAD_EVENT
    assert failure_of(ledger.pledge, BOB, "ab" * 32) is Failure.BAD_PLEDGE
    row, _ = ledger.chance(SPIN, ())
    assert (row.pub.event, row.pub.slow) == (1, ())


@pytest.mark.parametrize("cut", [3, 5])
def test_a_game_can_be_given_up_inside_an_event_and_is_verified_that_far(cut):
    manifest = manifest_of(seats=6, level="table")
    game = record(4, manifest, stop_at=cut + sum(r.type == "pledge" for r in deal(manifest)))
    kinds = [row.type for row in game.rows if row.type != "pledge"]
    whole = ["open", "event", "checkpoint", "freeze", "checkpoint"]
    assert kinds == [*whole[:cut], "close", "checkpoint"]
    assert checked(game.bundle).outcome is None


def deal(manifest):
    rows = record(4, manifest, stop_at=10).rows
    return rows[: next(row.seq for row in rows if row.type == "event")]


def test_a_crash_leaves_an_event_where_it_was():
    ledger = frozen(begun(), mash(BOB))
    whole = finished(ledger)
    for cut in (3, 5):
        resumed = Ledger.resume(ledger.manifest, ledger.secret, ledger.rows[:cut])
        assert resumed.events.number == 1
        assert resumed.events.opened == ledger.rows[1].pub
    assert resumed.chance(SPIN, (), resumed.grind_terms().values())[0] == whole


# --- what a seat may give --------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        mash(BOB, "x"),
        mash(BOB, "~" * 128),
        Given(level="pledge", seat=BOB, value=OPENING.replace(" ", "_")),
        Given(level="signature", seat=BOB, value="AAAA"),
    ],
)
def test_what_is_good_is_taken(given):
    opening = OPENING.replace(" ", "_") if given.level == "pledge" else ""
    ledger = begun(bob=opening)
    ledger.check_given(given)
    assert frozen(ledger, given).events.frozen.given[1] == given


@pytest.mark.parametrize(
    "given",
    [
        mash(BOB, "x" * 129),
        mash(BOB, "two words"),
        mash(BOB, "\x1b[31m"),
        mash(BOB, "naïve"),
        mash(ANN),
        mash(ROBOT),
        Given(level="pledge", seat=BOB, value="short"),
        Given(level="signature", seat=BOB, value="AA\nAA"),
        Given(level="signature", seat=BOB, value="-----"),
        Given(level="chain", seat=BOB, value="ab" * 32),
    ],
)
def test_what_is_of_no_form_is_refused_without_its_escapes(given):
    ledger = begun()
    with pytest.raises(BadRow) as refused:
        ledger.check_given(given)
    assert refused.value.failure is Failure.BAD_CONTRIBUTION
    assert "\x1b" not in str(refused.value)
    others = [each for each in chains(ledger) if each.seat != given.seat]
    assert failure_of(ledger.freeze, [*others, given]) is Failure.BAD_CONTRIBUTION


def test_a_seat_is_heard_once():
    ledger = begun()
    twice = [*chains(ledger), mash(BOB), mash(BOB, "other")]
    assert failure_of(ledger.freeze, twice) is Failure.BAD_CONTRIBUTION


def test_a_seat_that_is_not_there_gives_nothing():
    ledger = begun()
    stranger = mash(len(ledger.manifest.seats))
    assert failure_of(ledger.freeze, [*chains(ledger), stranger]) is Failure.BAD_CONTRIBUTION


def test_a_chain_gives_its_next_value_and_is_never_silent():
    ledger = begun()
    ann, robot = chains(ledger)
    assert failure_of(ledger.freeze, [ann]) is Failure.BAD_CONTRIBUTION
    earlier = robot.model_copy(update={"value": ledger.contributors.chain_value(ROBOT, 2).value})
    assert failure_of(ledger.freeze, [ann, earlier]) is Failure.BAD_SEAT_CHAIN
    swapped = robot.model_copy(update={"value": ann.value})
    assert failure_of(ledger.freeze, [ann, swapped]) is Failure.BAD_SEAT_CHAIN
    assert ledger.chain_value(BOB) is None


def test_a_chain_gives_nothing_beyond_its_end():
    ledger = begun()
    last = ledger.contributors.chain_value(ANN, 4096)
    ledger.contributors.check(last, 4096, 0)
    assert failure_of(ledger.contributors.check, last, 4097, 0) is Failure.BAD_SEAT_CHAIN
    with pytest.raises(ChainUsedUp):
        ledger.contributors.chain_value(ANN, 4097)


@pytest.mark.parametrize("level", ["solo", "table"])
def test_no_event_comes_after_the_end_of_the_chains(level):
    ledger = opened(manifest_of(seats=6, level=level))
    ledger.events.number = 4096
    begin = ledger.event if level == "table" else ledger.chance
    with pytest.raises(BadRow, match="random event 4097: expected 4096 at most") as refused:
        ledger.take(row[0] if isinstance(row := begin(SPIN, ()), tuple) else row)
    assert refused.value.failure is Failure.BAD_EVENT


def test_each_chain_leads_back_to_its_anchor_in_the_first_row():
    ledger = begun()
    assert [seat for seat, _ in ledger.rows[0].pub.anchors] == [ANN, ROBOT]
    forger = Forger(json.loads(canon({"manifest": ledger.manifest.plain(), "rows": []})),
                    ledger.secret.reveal())  # fmt: skip
    for number in (1, 2):
        for given in chains(ledger):
            assert forger.chains[given.seat][number].hex() == given.value
        finished(frozen(ledger))
        event(ledger)


# --- pledges ---------------------------------------------------------------------------


def pledged(value, seat=BOB):
    return Given(level="pledge", seat=seat, value=value)


def test_a_pledge_is_opened_by_what_it_was_made_of_and_by_its_own_seat():
    ledger = begun(bob="ten-pebbles", cleo="no-pebbles")
    assert ledger.contributors.pledged == {BOB, CLEO}
    for given in (pledged("no-pebbles"), pledged("ten-pebbles", CLEO), pledged("ten-pebbles", DAN)):
        assert failure_of(ledger.check_given, given) is Failure.BAD_PLEDGE
    ledger.check_given(pledged("ten-pebbles"))


def test_a_pledge_is_used_once():
    ledger = frozen(begun(bob="ten-pebbles"), pledged("ten-pebbles"))
    assert ledger.contributors.pledged == frozenset()
    finished(ledger)
    event(ledger)
    assert failure_of(ledger.check_given, pledged("ten-pebbles")) is Failure.BAD_PLEDGE


@pytest.mark.attack("T63")
def test_while_a_pledge_stands_nothing_but_its_opening_counts():
    ledger = begun(bob="ten-pebbles")
    signature = Given(level="signature", seat=BOB, value="AAAA")
    for given in (mash(BOB, "prefix-ten-pebbles"), mash(BOB), signature):
        assert failure_of(ledger.check_given, given) is Failure.BAD_PLEDGE
        assert failure_of(ledger.freeze, [*chains(ledger), given]) is Failure.BAD_PLEDGE
    # Control: without the row, which somebody who keeps no receipt may miss, the same is good.
    begun().check_given(mash(BOB, "prefix-ten-pebbles"))


def test_a_pledge_ends_with_the_window_in_which_it_may_have_been_opened():
    ledger = begun(bob="ten-pebbles")
    ledger.take(ledger.reopening())
    sign(ledger)
    assert failure_of(ledger.check_given, pledged("ten-pebbles")) is Failure.BAD_PLEDGE
    ledger.check_given(mash(BOB))


# --- openings --------------------------------------------------------------------------


@pytest.mark.attack("T67")
def test_every_opening_of_an_event_is_a_row_that_is_signed_before_anything_is_taken():
    ledger = begun()
    for opening in (2, 3):
        ledger.take(ledger.reopening())
        assert failure_of(ledger.freeze, chains(ledger)) is Failure.UNSIGNED
        assert failure_of(ledger.reopening) is Failure.UNSIGNED
        sign(ledger)
        assert ledger.random_event.opening == opening
    freeze = frozen(ledger, mash(BOB)).events.frozen
    assert freeze.opening == 3
    assert failure_of(ledger.reopening) is Failure.BAD_EVENT
    # The digest, and so the luck, hangs on the opening.
    assert freeze.digest != frozen(begun(), mash(BOB)).events.frozen.digest


def test_only_an_open_event_is_opened_again():
    for ledger in (opened(), opened(manifest_of(seats=6))):
        assert failure_of(ledger.reopening) is Failure.BAD_EVENT


def test_a_pledge_that_was_not_opened_is_kept_and_a_later_one_takes_its_place():
    ledger = begun(bob="ten-pebbles")
    finished(frozen(ledger))
    assert ledger.contributors.pledged == {BOB}
    ledger.take(ledger.pledge(BOB, hashlib.sha256(b"other-pebbles").hexdigest()))
    event(ledger)
    assert failure_of(ledger.check_given, pledged("ten-pebbles")) is Failure.BAD_PLEDGE
    ledger.check_given(pledged("other-pebbles"))


@pytest.mark.parametrize("seat", [ANN, ROBOT, 6, 2**52])
def test_only_a_seat_that_contributes_by_hand_pledges(seat):
    assert failure_of(opened().pledge, seat, "ab" * 32) is Failure.BAD_PLEDGE


# --- signatures ------------------------------------------------------------------------


def seed_failure(ledger, value, seat=BOB):
    given = Given(level="signature", seat=seat, value=value)
    return failure_of(ledger.check_seed, given, check_signature)


def test_a_signed_contribution_is_by_the_seats_key_for_this_event_and_this_use():
    ledger = begun()
    text = ledger.seed_text
    assert text == f"rr2/{ledger.gid}\nevent 1\nopening 1\n"
    good = Given(level="signature", seat=BOB, value=signed_seed(KEYS["Bob"], text))
    ledger.check_seed(good, check_signature)
    bad = [
        (signed_seed(KEYS["Cleo"], text), BOB),
        (signed_seed(KEYS["Bob"], text), CLEO),
        (signed_seed(KEYS["Bob"], text.replace("event 1", "event 2")), BOB),
        (signed_seed(KEYS["Bob"], text.replace("opening 1", "opening 2")), BOB),
        (signed(KEYS["Bob"], text, TRANSCRIPT), BOB),
        ("AAAA", BOB),
    ]
    for value, seat in bad:
        assert seed_failure(ledger, value, seat) is Failure.BAD_CONTRIBUTION


def test_a_seat_without_a_key_signs_nothing():
    manifest = manifest_of(seats=6, level="table")
    seats = tuple(seat.model_copy(update={"key": ""}) for seat in manifest.seats)
    ledger = begun(manifest.model_copy(update={"seats": seats}))
    given = Given(level="signature", seat=BOB, value=signed_seed(KEYS["Bob"], ledger.seed_text))
    assert failure_of(ledger.check_given, given) is Failure.BAD_CONTRIBUTION


def test_a_forged_signature_of_a_seat_is_found_in_the_record():
    game = record(4, manifest_of(seats=6, level="table"), stop_at=12)
    plain = json.loads(game.bundle)
    freeze = next(row for row in plain["rows"] if row["type"] == "freeze")
    given = next(each for each in freeze["pub"]["given"] if each["level"] == "signature")
    name = plain["manifest"]["seats"][given["seat"]]["name"]
    text = f"rr2/{game.manifest.gid}\nevent 1\nopening 1\n"

    def pin(seq, row):
        if seq == freeze["seq"]:
            given["value"] = signed_seed(STRANGER, text)

    assert name in KEYS
    with pytest.raises(VerifyError) as refused:
        checked(forged(plain, pin=pin))
    assert (refused.value.failure, refused.value.seq) == (
        Failure.BAD_CONTRIBUTION,
        freeze["seq"],
    )
