"""A game that is watched while it is played: each cheat is found at its row, no honest game is."""

import base64
import random

import pytest

from rr_net.fairness.base.errors import Failure
from rr_net.fairness.base.levels import TOLERANCE
from rr_net.fairness.base.rows import (
    CheckpointRow,
    CommitRow,
    EventRow,
    FreezeRow,
    RollRow,
    ShuffleRow,
)
from rr_net.fairness.proof.known import Expected
from rr_net.fairness.proof.late import TICK
from rr_net.fairness.proof.live import LiveCheck
from rr_net.ssh.sshsig import check_signature
from rr_rules.kernel.transcript import canonical
from tests.support.rr_net.cheating import BOB, MANIFEST, Host, Story
from tests.support.rr_net.hostkeys import HOST, key_of, signed_note
from tests.support.rr_net.recorded import TINY, manifest_of, record

FORMAT = "rr2"
EXPECTED = Expected(
    MANIFEST.game,
    "table",
    dict(MANIFEST.options),
    tuple("" if seat.bot else seat.name for seat in MANIFEST.seats),
)


def watching(manifest=MANIFEST, expected=EXPECTED, **changes):
    """Somebody who watches a game from its deal on."""
    means = {"host_key": manifest.host_key, "seat": BOB, "expected": expected, "floors": TINY,
             "check_signature": check_signature} | changes  # fmt: skip
    text = canonical(manifest.plain()).decode()
    return LiveCheck(text, manifest.gid, **means)


def told(rows):
    return [canonical(row.public()).decode() for row in rows]


def watches(rows, check=None, late=lambda row: 0.0):
    """Tells of rows one by one, a second apart, some of them later; the check."""
    check, now = check or watching(), 100.0
    for number, (row, text) in enumerate(zip(rows, told(rows), strict=True)):
        now += late(row) + (1.0 if not isinstance(row, FreezeRow) else 0.0)
        check.take([text], number, now)
    return check


@pytest.fixture(scope="module")
def honest():
    """The rows of an honest game of four, with keys that are pressed at every event."""
    story = Story(Host)
    story.played()
    return tuple(story.ledger.rows)


def at(rows, kind, which=0):
    """The place of a row of a kind."""
    return [place for place, row in enumerate(rows) if isinstance(row, kind)][which]


def found(check):
    return [(each.failure, each.seq, each.is_proof) for each in check.findings]


def signed_anew(rows, start):
    """The rows with each link and each signature from one place on made to fit what stands there:
    the host has the key.
    """
    made = list(rows[:start])
    for row in rows[start:]:
        head = made[-1].digest() if made else MANIFEST.gid
        changes = {"prev": head, "seq": len(made)}
        if isinstance(row, CheckpointRow):
            text = f"{FORMAT}/{MANIFEST.gid}\n{len(made)}\n{base64_of(head)}\n"
            changes["pub"] = type(row.pub)(signature=signed_note(HOST, text))
        made.append(row.model_copy(update=changes))
    return made


def base64_of(head):
    return base64.b64encode(bytes.fromhex(head)).decode()


def with_pub(rows, place, **changes):
    """The same game in which one row says something else, consistent and signed."""
    rows = list(rows)
    rows[place] = rows[place].model_copy(update={"pub": rows[place].pub.model_copy(update=changes)})
    return signed_anew(rows, place)


# --- honest games ---------------------------------------------------------------------------


def test_an_honest_game_is_found_right_to_its_last_row(honest):
    check = watches(honest)
    assert found(check) == []
    assert check.checked == len(honest)
    assert check.head == honest[-1].digest()
    for segment in list(check.work):
        check.ground(segment, holds=segment.holds)
    assert (check.work, found(check)) == ([], [])


@pytest.mark.slow
@pytest.mark.parametrize("level", ["table", "strict", "solo"])
@pytest.mark.parametrize("seed", range(8))
def test_no_honest_game_is_ever_accused(seed, level):
    game = record(seed, manifest_of(seats=4, level=level, turn_cap="6"), removals=seed % 2 == 1)
    check = watching(game.manifest, None)
    check.take(told(game.rows), 0, 1.0)
    assert found(check) == []
    assert check.checked == len(game.rows)


def test_signing_anew_is_no_accusation_of_its_own(honest):
    assert found(watches(signed_anew(honest, 3))) == []


def test_rows_that_come_again_after_a_line_that_dropped_are_the_same(honest):
    check = watches(honest[:20])
    assert isinstance(honest[check.since], CheckpointRow)
    assert check.since < 20
    check.interrupted()
    check.take(told(honest[10:26]), 10, 200.0)
    assert found(check) == []
    assert check.checked == 26


# --- cheats that the rows show to anybody ---------------------------------------------------


@pytest.mark.attack("T17")
def test_a_record_that_is_told_in_two_ways_is_found_where_they_part(honest):
    other = Story(Host, random.Random(6))
    other.played()
    same = next(n for n, (a, b) in enumerate(zip(honest, other.ledger.rows, strict=False))
                if a.digest() != b.digest())  # fmt: skip
    check = watches(honest[: same + 3])
    check.take(told(other.ledger.rows[: same + 3]), 0, 200.0)
    assert found(check) == [(Failure.FORK, same, False)]
    assert found(watches(other.ledger.rows)) == []


def test_a_wrong_roll_is_found_at_its_row(honest):
    place = at(honest, RollRow)
    result = (honest[place].pub.result + 1) % honest[place].pub.sides
    check = watches(with_pub(honest, place, result=result))
    assert found(check) == [(Failure.WRONG_ROLL, place, True)]
    assert check.checked == place


@pytest.mark.attack("T3", "T64")
@pytest.mark.parametrize("kind", [RollRow, ShuffleRow])
@pytest.mark.parametrize("count", [0, 15, 17])
def test_a_result_without_its_whole_slow_hash_is_found_at_its_row(honest, kind, count):
    place = at(honest, kind)
    slow = (*honest[place].pub.slow, "00" * 32)[:count]
    check = watches(with_pub(honest, place, slow=slow))
    assert [each[1] for each in found(check)] == [place]
    assert check.checked == place


def test_a_result_that_never_comes_is_no_proof_of_anything_and_nothing_takes_its_place(honest):
    place = at(honest, RollRow)
    check = watches(honest[:place])
    assert (found(check), check.is_unopened) == ([], True)
    after = signed_anew([*honest[:place], *honest[place + 1 : place + 3]], place)
    check.take(told(after[place:]), place, 900.0)
    assert [each[1] for each in found(check)] == [place]


def test_a_link_that_is_not_the_next_one_is_found(honest):
    place = at(honest, RollRow)
    check = watches(with_pub(honest, place, link="5a" * 32))
    assert found(check) == [(Failure.WRONG_LINK, place, True)]


def test_a_card_that_was_swapped_is_found_when_it_is_opened(honest):
    place = next(n for n, row in enumerate(honest) if isinstance(row, CommitRow) and row.pub.opened)
    first, *others = honest[place].pub.opened
    face = next(face for face in MANIFEST.cards if face != first.face)
    swapped = (first.model_copy(update={"face": face}), *others)
    check = watches(with_pub(honest, place, opened=swapped))
    assert found(check) == [(Failure.WRONG_OPENING, place, True)]


def test_a_second_freeze_of_one_event_is_found(honest):
    place = at(honest, FreezeRow)
    twice = [*honest[: place + 2], honest[place], *honest[place + 2 :]]
    check = watches(signed_anew(twice, place + 2))
    assert found(check) == [(Failure.BAD_EVENT, place + 2, True)]


def test_a_shuffle_out_of_its_turn_is_found(honest):
    place = at(honest, ShuffleRow)
    piles = tuple(each.model_copy(update={"epoch": 3}) for each in honest[place].pub.piles)
    assert found(watches(with_pub(honest, place, piles=piles)))[0][1:] == (place, True)


def test_a_slow_hash_that_is_wrong_is_found_once_it_was_worked_out(honest):
    place = at(honest, RollRow)
    slow = (*honest[place].pub.slow[:3], "5a" * 32, *honest[place].pub.slow[4:])
    check = watches(with_pub(honest, place, slow=slow)[: place + 1])
    assert found(check) == []
    for segment in list(check.work):
        check.ground(segment, holds=segment.holds)
    assert {each[0] for each in found(check)} == {Failure.WRONG_SLOW}


def test_a_signature_by_another_key_is_found(honest):
    place = at(honest, CheckpointRow)
    other = signed_note(key_of("Mallory"), "rr1\n")
    rows = list(honest[: place + 1])
    rows[place] = rows[place].model_copy(update={"pub": type(rows[place].pub)(signature=other)})
    assert found(watches(rows)) == [(Failure.OTHER_HOST, place, True)]


# --- what only this machine knows -----------------------------------------------------------


@pytest.mark.parametrize("jitter", [0.0, 0.5])
def test_a_freeze_that_comes_late_by_the_own_clock_is_found(honest, jitter):
    start, end = at(honest, EventRow), at(honest, FreezeRow)

    def late(by):
        check = watching()
        check.take(told(honest[:start]), 0, 50.0)
        check.line.answer(check.line.ask(49.0), 49.1)
        check.take(told(honest[start:end]), start, 100.0)
        check.line.answer(check.line.ask(100.0), 100.1 + jitter)
        frozen = 100.0 + window_of(honest) + by
        for passed in range(int((frozen - 100.0) / TICK)):
            check.line.tick(100.0 + passed * TICK)
        check.take(told(honest[end : end + 1]), end, frozen)
        return check

    assert found(late(0.0)) == found(late(TOLERANCE / 1000 + jitter - 0.05)) == []
    assert found(late(TOLERANCE / 1000 + jitter + 0.05)) == [(Failure.BAD_EVENT, end, False)]


def window_of(rows):
    return rows[at(rows, EventRow)].pub.milliseconds / 1000


def test_keys_that_are_not_those_that_were_pressed_are_found(honest):
    place = at(honest, FreezeRow)
    mine = next(each for each in honest[place].pub.given if each.seat == BOB)
    for pressed, received, is_right in (
        (mine.value, mine.value, True),
        (mine.value + "late", mine.value, True),
        (mine.value + "late", mine.value + "l", False),
        ("quite other keys", "", False),
    ):
        check = watching()
        check.luck.gave(1, pressed, "")
        check.luck.gave(1, "", received)
        watches(honest[: place + 1], check)
        assert (found(check) == []) is is_right, (pressed, received)
    assert found(check) == [(Failure.NOT_MINE, place, False)]


def test_keys_that_were_pressed_before_the_line_was_lost_are_no_forgery(honest):
    place = at(honest, FreezeRow)
    mine = next(each for each in honest[place].pub.given if each.seat == BOB)
    check = watching()
    check.luck.gave(1, mine.value, "")
    check.interrupted()
    check.luck.gave(1, "", mine.value)
    watches(honest[: place + 1], check)
    assert found(check) == []


def test_what_was_given_and_came_too_late_is_no_forgery_but_named(honest):
    place = at(honest, FreezeRow)
    row = honest[place]
    nobody = row.pub.model_copy(update={"given": ()})
    check = watching()
    watches(honest[:place], check)
    check.luck.gave_whole(1, row.pub.opening, "signed", "00" * 96)
    check.check_gift(row.model_copy(update={"pub": nobody}))
    assert (found(check), check.luck.missed) == ([], [place])


def test_a_lobby_that_said_otherwise_is_found_at_the_deal(honest):
    options = dict(MANIFEST.options) | {"target": "9"}
    for expected in (
        EXPECTED._replace(options=options),
        EXPECTED._replace(fairness="solo"),
        EXPECTED._replace(names=("Ann", "Eve", "Cleo", "")),
    ):
        check = watching(expected=expected)
        assert [each[0] for each in found(check)] == [Failure.BAD_SETUP]
        assert not check.findings[0].is_proof
    assert (
        "the lobby said target 9"
        in watching(expected=EXPECTED._replace(options=options)).findings[0].words
    )


def test_a_record_of_another_key_than_that_of_the_line_is_found():
    check = watching(host_key="SHA256:somebody-elses")
    assert found(check) == [(Failure.OTHER_HOST, 0, False)]
    check.take(["{}"], 0, 1.0)
    assert check.checked == 0


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"type":"roll"}', "null", '{"type":["x"]}'])
def test_what_is_no_row_is_said_to_be_none(honest, text):
    check = watches(honest[:5])
    check.take([text], 5, 1.0)
    assert found(check) == [(Failure.WRONG_SHAPE, 5, False)]


def test_a_row_that_is_left_out_is_missed(honest):
    check = watches(honest[:5])
    check.take(told(honest[6:7]), 6, 1.0)
    assert found(check)[0][0] == Failure.OUT_OF_ORDER
