"""Levels and their slow hash: how much work it is, and that each part can be checked alone."""

import hashlib

import pytest

from rr_net.fairness.base.errors import Failure, VerifyError, WeakSlow
from rr_net.fairness.base.levels import (
    FASTEST,
    LEVELS,
    SEGMENTS,
    TOLERANCE,
    WORK,
    Slow,
    check_slow,
)
from rr_net.fairness.base.slow import MESSAGE, Grind, long_hash
from tests.support.rr_net.forged import h, u64
from tests.support.rr_net.recorded import TINY, checked, manifest_of, record

GRIND = Grind(gid="11" * 32, event=7, opening=2, digest="22" * 32, blocks=48, segments=4)


@pytest.mark.parametrize("blocks", [1, 3, MESSAGE, MESSAGE + 1, 2 * MESSAGE + 5])
def test_a_long_hash_is_a_chain_of_long_messages_that_repeat_the_last_value(blocks):
    value, left = b"v" * 32, blocks
    while left:
        some = min(left, 2**19 // 64)
        value = hashlib.sha256(b"".join([value] * 2 * some)).digest()
        left -= some
    assert long_hash(b"v" * 32, blocks) == value


def test_no_blocks_leave_a_value_as_it_was():
    assert long_hash(b"v" * 32, 0) == b"v" * 32


def test_a_slow_hash_is_a_chain_of_long_hashes_that_begins_at_the_contributions():
    value, values = bytes.fromhex(GRIND.digest), []
    for at in range(1, 5):
        begin = h("slow", bytes.fromhex(GRIND.gid), u64(7), u64(2), u64(at), value)
        value = hashlib.sha256(begin * 24).digest()
        values.append(value.hex())
    assert GRIND.values() == tuple(values)


def test_each_segment_can_be_worked_out_alone():
    values = (GRIND.digest, *GRIND.values())
    for at in range(1, 5):
        assert GRIND.segment(at, values[at - 1]) == values[at]


@pytest.mark.parametrize("field", ["gid", "event", "opening", "digest", "blocks"])
def test_no_work_can_be_used_for_anything_else(field):
    others = {"gid": "33" * 32, "event": 8, "opening": 1, "digest": "33" * 32, "blocks": 52}
    told = {name: getattr(GRIND, name) for name in GRIND.__slots__}
    changed = Grind(**told | {field: others[field]})
    assert not set(changed.values()) & set(GRIND.values())


# --- levels ----------------------------------------------------------------------------


def test_the_levels_are_those_that_were_decided():
    windows = {name: tuple(level) for name, level in LEVELS.items()}
    assert windows == {"table": (1200, 800), "strict": (2400, 800), "solo": (0, 0)}
    work = {name: (slow.shuffle, slow.roll) for name, slow in WORK.items()}
    assert work == {
        "table": (67_633_152, 49_545_216),
        "strict": (121_634_816, 49_545_216),
        "solo": (0, 0),
    }


@pytest.mark.attack("T64")
@pytest.mark.parametrize("level", ["table", "strict"])
@pytest.mark.parametrize("kind", ["shuffle", "roll"])
def test_the_fastest_core_is_at_it_until_a_late_freeze_is_noticed(level, kind):
    work, window = WORK[level].blocks(kind), LEVELS[level].window(kind)
    takes = work / FASTEST
    assert window / 1000 + TOLERANCE / 1000 <= takes < window / 1000 + TOLERANCE / 1000 + 0.01
    # In whole messages, so that none of it is spent on framing.
    assert work % (SEGMENTS * MESSAGE) == 0
    # Control: what a second and a half were worth before, such a core does within the window.
    assert 12_000_000 * 4 / FASTEST < 1.2


@pytest.mark.attack("T3")
@pytest.mark.parametrize(
    ("level", "slow"),
    [
        ("table", Slow(shuffle=67_633_152 - SEGMENTS, roll=49_545_216)),
        ("table", Slow(shuffle=67_633_152, roll=49_545_216 - SEGMENTS)),
        ("table", Slow(shuffle=67_633_152, roll=49_545_216 + SEGMENTS)),
        ("table", Slow(shuffle=67_633_153, roll=49_545_216)),
        ("table", Slow(shuffle=67_633_152, roll=49_545_216, segments=8)),
        ("table", Slow()),
        ("strict", Slow(shuffle=67_633_152, roll=49_545_216)),
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
