"""Levels and their slow hash: how much work it is, and that each part can be checked alone."""

import hashlib

import pytest

from rr_net.fairness.base.errors import Failure, VerifyError, WeakSlow
from rr_net.fairness.base.levels import LEVELS, SEGMENTS, WORK, Slow, calibrated, check_slow
from rr_net.fairness.base.slow import Grind
from tests.support.rr_net.forged import h, u64
from tests.support.rr_net.recorded import TINY, checked, manifest_of, record

GRIND = Grind(gid="11" * 32, event=7, digest="22" * 32, iterations=48, segments=4)


def test_a_slow_hash_is_a_chain_of_pbkdf2_that_begins_at_the_contributions():
    value, values = bytes.fromhex(GRIND.digest), []
    for at in range(1, 5):
        salt = h("slow", bytes.fromhex(GRIND.gid), u64(7), u64(at))
        value = hashlib.pbkdf2_hmac("sha256", value, salt, 12, 32)
        values.append(value.hex())
    assert GRIND.values() == tuple(values)


def test_each_segment_can_be_worked_out_alone():
    values = (GRIND.digest, *GRIND.values())
    for at in range(1, 5):
        assert GRIND.segment(at, values[at - 1]) == values[at]


@pytest.mark.parametrize("field", ["gid", "event", "digest", "iterations"])
def test_no_work_can_be_used_for_anything_else(field):
    other = {"gid": "33" * 32, "event": 8, "digest": "33" * 32, "iterations": 52}[field]
    changed = Grind(**{**{n: getattr(GRIND, n) for n in GRIND.__slots__}, field: other})
    assert not set(changed.values()) & set(GRIND.values())


# --- levels ----------------------------------------------------------------------------


def test_the_levels_are_those_that_were_decided():
    windows = {name: (level.shuffle.milliseconds, level.roll.milliseconds)
               for name, level in LEVELS.items()}  # fmt: skip
    assert windows == {"table": (1500, 1000), "strict": (3000, 1000), "solo": (0, 0)}
    least = {name: (slow.shuffle, slow.roll) for name, slow in WORK.items()}
    assert least == {
        "table": (12_000_000, 8_000_000),
        "strict": (24_000_000, 8_000_000),
        "solo": (0, 0),
    }


def test_the_least_work_is_eight_million_iterations_for_each_second_of_the_window():
    for name, level in LEVELS.items():
        for kind in ("shuffle", "roll"):
            milliseconds = level.timing(kind).milliseconds
            assert WORK[name].iterations(kind) == 8_000 * milliseconds


@pytest.mark.parametrize(
    ("level", "rate", "slow"),
    [
        ("table", 4_000_000, Slow(shuffle=20_000_000, roll=8_000_000)),
        ("table", 1_000, Slow(shuffle=12_000_000, roll=8_000_000)),
        ("strict", 4_000_000, Slow(shuffle=40_000_000, roll=12_000_000)),
        ("strict", 3_333_333.3, Slow(shuffle=33_333_328, roll=9_999_984)),
        ("table", 10**12, Slow(shuffle=16 * 12_000_000, roll=16 * 8_000_000)),
        ("solo", 4_000_000, Slow()),
    ],
)
def test_a_host_does_what_its_seconds_allow_and_never_less_than_the_least(level, rate, slow):
    assert calibrated(level, rate) == slow
    check_slow(level, slow)


@pytest.mark.attack("T3")
@pytest.mark.parametrize(
    ("level", "slow"),
    [
        ("table", Slow(shuffle=12_000_000 - SEGMENTS, roll=8_000_000)),
        ("table", Slow(shuffle=12_000_000, roll=8_000_000 - SEGMENTS)),
        ("table", Slow(shuffle=12_000_001, roll=8_000_000)),
        ("table", Slow(shuffle=12_000_000, roll=8_000_000, segments=8)),
        ("table", Slow(shuffle=12_000_000, roll=16 * 8_000_000 + SEGMENTS)),
        ("table", Slow()),
        ("strict", Slow(shuffle=12_000_000, roll=8_000_000)),
        ("solo", Slow(shuffle=16)),
        ("solo", Slow(segments=0)),
    ],
)
def test_work_that_does_not_suit_the_level_is_refused(level, slow):
    with pytest.raises(WeakSlow) as refused:
        check_slow(level, slow)
    assert refused.value.failure is Failure.WEAK_SLOW


# --- how much of it is checked ---------------------------------------------------------

GAME = record(5, manifest_of(level="table"))
CHANCES = sum(row.type in {"shuffle", "roll"} for row in GAME.rows)


def altered(*places):
    """The game with some values of its first event's slow hash made up."""
    row = next(row for row in GAME.rows if row.type == "shuffle")
    source = GAME.bundle
    for place in places:
        value = row.pub.slow[place]
        source = source.replace(value.encode(), value.translate(FLIP).encode())
    return source


FLIP = str.maketrans("0123456789abcdef", "123456789abcdef0")


def test_the_work_is_that_of_the_kind_of_event():
    with pytest.raises(VerifyError) as refused:
        checked(GAME.bundle, full=True, floors={**TINY, "table": Slow(shuffle=32, roll=32)})
    assert refused.value.failure is Failure.WEAK_SLOW


def test_by_default_one_segment_of_each_event_is_checked_where_our_dice_say():
    asked = []

    def dice(bound):
        asked.append(bound)
        return bound - 1

    tally = checked(GAME.bundle, sample=dice).tally
    assert asked == [SEGMENTS] * CHANCES
    assert tally.segments == CHANCES


def test_in_full_every_segment_is_checked():
    assert checked(GAME.bundle, full=True).tally.segments == SEGMENTS * CHANCES


@pytest.mark.attack("T3")
@pytest.mark.parametrize("place", [0, 3, 14])
def test_a_value_that_was_made_up_is_found_in_full(place):
    row = next(row for row in GAME.rows if row.type == "shuffle")
    with pytest.raises(VerifyError) as refused:
        checked(altered(place), full=True)
    assert refused.value.failure is Failure.WRONG_SLOW
    assert refused.value.seq == row.seq


def test_the_first_event_that_was_made_up_is_named_whatever_comes_after():
    # The last value is what the order follows from: that is wrong too, but only behind it.
    with pytest.raises(VerifyError) as refused:
        checked(altered(SEGMENTS - 1), full=True)
    assert refused.value.failure is Failure.WRONG_SLOW


@pytest.mark.parametrize(("full", "each"), [(False, 1), (True, SEGMENTS)])
def test_progress_tells_rows_and_segments_together(full, each):
    told = []
    checked(GAME.bundle, full=full, workers=2, progress=lambda *done: told.append(done))
    of = len(GAME.rows) + each * CHANCES
    assert told == [(i + 1, of) for i in range(of)]
