"""Which keys belong to a random event: by the moment at which they were pressed."""

import pytest

from rr_tui.client.contributing import LATE, LONGEST, PAUSE, REACTION, Mash


def opened(event=1):
    mash = Mash()
    assert mash.opened(event)
    return mash


def test_before_any_event_every_key_is_the_boards():
    assert not Mash().takes(5.0)


def test_while_an_event_is_open_every_key_is_its_own():
    mash = opened()
    assert mash.is_open
    assert mash.takes(1.0)
    assert mash.takes(100.0)


def test_an_event_opens_once():
    mash = opened()
    assert not mash.opened(1)
    assert mash.opened(2)


def test_a_key_on_its_way_when_the_event_ended_is_still_its_own():
    mash = opened()
    assert mash.ended()
    assert mash.takes(50.0)
    mash.seen_to_end(60.0)
    assert mash.takes(59.9)


def test_who_has_just_seen_the_end_needs_a_moment_to_stop():
    mash = opened()
    mash.ended()
    mash.seen_to_end(60.0)
    assert mash.takes(60.0 + REACTION - 0.01)
    assert not Mash().takes(60.0 + REACTION - 0.01)


def test_a_key_after_that_moment_is_the_boards():
    mash = opened()
    mash.ended()
    mash.seen_to_end(60.0)
    assert not mash.takes(60.0 + REACTION)


def test_who_hammers_on_is_stopped_until_there_is_a_pause():
    mash = opened()
    mash.ended()
    mash.seen_to_end(60.0)
    at = 60.2
    for _ in range(20):
        assert mash.takes(at)
        at += PAUSE * 0.9
    assert not mash.takes(at + PAUSE)


def test_who_hammers_on_long_after_the_result_means_it():
    mash = opened()
    mash.ended()
    mash.seen_to_end(60.0)
    mash.decided(70.0)
    at = 60.2
    while at < 70.0 + LONGEST:
        assert mash.takes(at)
        at += PAUSE / 2
    assert not mash.takes(at)


def test_the_result_is_there_from_the_first_time_it_is_heard_of():
    mash = opened()
    mash.ended()
    mash.seen_to_end(60.0)
    assert mash.takes(60.1)
    mash.decided(60.2)
    mash.decided(99.0)
    assert mash.takes(60.5)
    assert not mash.takes(60.2 + LONGEST)


def test_an_event_ends_once():
    mash = opened()
    assert mash.ended()
    assert not mash.ended()
    assert not Mash().ended()


def test_an_end_that_is_seen_late_does_not_close_the_next_event():
    mash = opened()
    mash.ended()
    mash.opened(2)
    mash.seen_to_end(10.0)
    assert mash.takes(99.0)
    mash.ended()
    assert mash.takes(150.0)


@pytest.mark.parametrize("is_over", [True, False])
def test_who_puts_it_away_has_the_keys_back_at_once(is_over):
    mash = opened()
    assert mash.takes(1.0)
    if is_over:
        mash.ended()
    mash.put_away()
    assert not mash.takes(1.01)


def test_who_has_pressed_nothing_for_it_has_more_time_to_see_that_it_is_over():
    mash = opened()
    assert mash.ended(missed=True)
    mash.seen_to_end(60.0)
    assert mash.takes(60.0 + LATE - 0.01)
    late = opened()
    late.ended(missed=True)
    late.seen_to_end(60.0)
    assert not late.takes(60.0 + LATE)


def test_keys_that_were_announced_are_taken_and_those_behind_them():
    mash = opened()
    mash.ended()
    mash.seen_to_end(1.0)
    mash.announced(is_next=True)
    assert mash.takes(10.0)
    mash.announced(is_next=False)
    assert mash.takes(10.0 + PAUSE - 0.01)
    assert not mash.takes(11.0 + 2 * PAUSE)
    mash.announced(is_next=True)
    mash.put_away()
    assert not mash.takes(20.0)
