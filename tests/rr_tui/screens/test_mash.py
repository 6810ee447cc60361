"""Which keys belong to a random event: by the moment at which they were pressed."""

from types import SimpleNamespace

import pytest
from textual import events

from rr_net.link import RandomEvent
from rr_tui.board.model import PlayerModel
from rr_tui.client.contributing import LATE, LONGEST, PAUSE, REACTION, Contributing, Mash
from rr_tui.looks.keys import Keys
from tests.support.rr_tui.fakelink import lobby, pending, welcome
from tests.support.rr_tui.views import ask


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


# --- a game that has just begun ------------------------------------------------------------------

OPEN = RandomEvent(number=1, kind="shuffle", labels=("deck",), stage="contribute", closes_in=1.0,
                   lasts=1.0, how="keys", mine="", given=(), seed_text="")  # fmt: skip


class Sitting:
    """Somebody who sits at a table, and presses a key of the board's."""

    def __init__(self):
        self.model = PlayerModel()
        self.client = SimpleNamespace(model=self.model, answering=SimpleNamespace(opening=""))
        self.contributing = Contributing(lambda then: None)
        self.event = None

    def hears(self, *messages):
        for message in messages:
            self.model.learn(message)
            self.contributing.watch(self.client, self.event, on_board=True)

    def is_taken(self):
        """Whether a key is the event's."""
        pressed = events.Key("t", "t")
        return self.contributing.takes(pressed, Keys({}), self.event, on_board=True)


TABLE = {"fairness": "table"}


async def test_a_mash_before_the_first_event_is_open_is_the_events():
    sat = Sitting()
    sat.hears(welcome(), lobby(**TABLE))
    assert not sat.is_taken()
    sat.hears(lobby("playing", **TABLE))
    assert sat.is_taken()
    sat.event = OPEN
    sat.hears(pending())
    assert sat.is_taken()


@pytest.mark.parametrize("begins", [
    (lobby("playing", **TABLE),),  # who comes to a game that is on
    (lobby(), lobby("playing")),  # without events
    (lobby(**TABLE), lobby("playing", **TABLE), pending(ask())),
    (lobby(people=()), lobby("playing", people=(), **TABLE)),  # who watches
])  # fmt: skip
async def test_every_other_first_key_is_the_boards(begins):
    sat = Sitting()
    sat.hears(welcome(), *begins)
    assert not sat.is_taken()


async def test_who_wants_the_keys_back_has_them_at_once():
    sat = Sitting()
    sat.hears(welcome(), lobby(**TABLE), lobby("playing", **TABLE))
    sat.contributing.put_away()
    assert not sat.is_taken()
