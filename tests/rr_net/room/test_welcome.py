"""A table for strangers: dealt as soon as somebody sits, and fresh when the last one has left."""

import pytest

from rr_net import link
from rr_net.room.state import LEFT_FOR
from tests.rr_net.room.test_newcomers import play_to_the_end
from tests.support.golden.constants import standing_digests
from tests.support.rr_net.roomplay import hall

LOUNGE = {"welcomes": True, "seats": 3, "bots": 2, "options": {"newcomers": "welcome"}}


@pytest.fixture(scope="module", autouse=True)
def the_same_luck_whatever_becomes_of_the_sources():
    with standing_digests():
        yield


async def test_whoever_sits_down_is_dealt_to_at_once():
    async with hall(**LOUNGE) as place:
        ann = await place.comes("ann")
        assert place.room.phase == "lobby"
        await ann.does(link.Sit(seat=0))
        assert place.room.phase == "playing"
        assert [each.bot != "" for each in ann.screen.seats] == [False, True, True]


async def test_others_get_the_chairs_of_bots_and_nobody_settles_anything():
    async with hall(**LOUNGE) as place:
        ann = await place.comes("ann")
        await ann.does(link.SetUp(seats=2))
        assert ann.screen.problem.code == "host_only"
        await ann.does(link.Sit(seat=0))
        bob = await place.comes("bob")
        await bob.does(link.Sit(seat=1))
        assert any("from the next turn on" in each.text for each in bob.screen.all(link.Notice))


async def test_the_table_is_fresh_when_the_last_one_has_left_and_does_not_come_back():
    async with hall(**LOUNGE) as place:
        ann = await place.comes("ann")
        await ann.does(link.Sit(seat=0))
        await ann.does(link.Say(text="hello"))
        await ann.drops()
        await place.passes(LEFT_FOR - 1)
        ann = await place.comes("ann")
        assert place.room.phase == "playing", "she was back in time"
        await ann.drops()
        await place.passes(LEFT_FOR + 1)
        assert place.room.phase == "lobby"
        bob = await place.comes("bob")
        assert bob.screen.all(link.Chat) == []
        assert [each.name for each in bob.screen.seats] == ["", "bot2", "bot3"]
        await bob.does(link.Sit(seat=0))
        assert place.room.phase == "playing"
        assert place.room.receipts("SHA256:ann") is not None, "hers stay hers"


async def test_another_game_begins_as_soon_as_one_of_them_wants_it():
    async with hall(**LOUNGE) as place:
        ann = await place.comes("ann")
        await ann.does(link.Sit(seat=0))
        await play_to_the_end(place, ann)
        bob = await place.comes("bob")
        await bob.does(link.Sit(seat=1))
        assert place.room.phase == "playing"
        assert [each.name for each in bob.screen.seats] == ["ann", "bob", "bot3"]


async def test_fifty_strangers_an_hour_sit_down_and_none_is_remembered():
    async with hall(**LOUNGE, open_keys=120) as place:
        for number in range(50):
            stranger = await place.comes(f"stranger{number}")
            await stranger.does(link.Sit(seat=0))
            assert place.room.phase == "playing"
            await stranger.drops()
            await place.passes(LEFT_FOR + 10)
            assert place.room.phase == "lobby"
            assert not place.room.knows(stranger.key)


async def test_a_usual_table_keeps_what_was_said_for_those_who_have_left():
    async with hall(seats=2) as place:
        ann = await place.comes("ann")
        await ann.does(link.Say(text="hello"))
        await ann.drops()
        await place.passes(10 * LEFT_FOR)
        bob = await place.comes("bob")
        assert [each.text for each in bob.screen.all(link.Chat)] == ["hello"]


CLOCKED = LOUNGE | {"usual": {"turn_clock": "60"}}


async def test_who_lets_the_clock_run_out_three_times_has_a_bot_in_the_place_until_a_key():
    async with hall(**CLOCKED) as place:
        eve, bob = await place.comes("eve"), await place.comes("bob")
        await eve.does(link.Sit(seat=0))
        await bob.does(link.Sit(seat=1))
        for _ in range(40):
            await place.passes(30)
            if bob.screen.seats[0].away:
                break
        assert bob.screen.seats[0].stand_in
        assert any(
            "let the clock run out 3 times in a row" in each.text
            for log in bob.screen.all(link.Log)
            for each in log.lines
        )
        await eve.does(link.Sit(seat=0))
        assert not bob.screen.seats[0].stand_in, "a key brings her back"


async def test_the_clock_of_a_table_is_told_before_the_deal():
    async with hall(**CLOCKED) as place:
        ann = await place.comes("ann")
        note = ann.screen.all(link.Lobby)[-1].notes[0]
        assert note.startswith("Each decision has 60 seconds, then it is made for you.")
        assert "three" in note


async def test_who_is_back_too_late_is_told_what_became_of_the_game():
    async with hall(**LOUNGE) as place:
        ann = await place.comes("ann")
        await ann.does(link.Sit(seat=0))
        await ann.drops()
        await place.passes(LEFT_FOR + 10)
        ann = await place.comes("ann")
        told = [each.text for each in ann.screen.all(link.Notice)]
        assert any("nobody was at the table for 60 seconds" in each for each in told)
        await ann.drops()
        ann = await place.comes("ann")
        assert ann.screen.all(link.Notice) == [], "once is enough"


async def fallen_asleep(place):
    """Those who have taken all seats, and say nothing for an hour."""
    eves = [await place.comes(f"eve{seat}") for seat in range(3)]
    for seat, eve in enumerate(eves):
        await eve.does(link.Sit(seat=seat))
    await place.passes(3600)
    return eves


async def test_who_sleeps_over_all_seats_loses_them_to_who_waits_and_is_told():
    async with hall(**CLOCKED) as place:
        eves = await fallen_asleep(place)
        assert place.room.phase == "playing", "nobody waits for a seat"
        bob = await place.comes("bob")
        await bob.does(link.Sit(seat=0))
        assert bob.screen.problem.code == "seat_taken"
        await place.passes(LEFT_FOR + 1)
        await bob.does(link.Sit(seat=0))
        assert place.room.phase == "playing"
        assert [each.name for each in bob.screen.seats] == ["bob", "bot2", "bot3"]
        assert "nobody was at the table" in eves[0].screen.all(link.Notice)[-1].text


async def test_one_key_of_a_sleeper_keeps_the_seat_from_who_waits():
    async with hall(**CLOCKED) as place:
        eves = await fallen_asleep(place)
        bob = await place.comes("bob")
        await eves[0].does(link.Sit(seat=0))
        await place.passes(LEFT_FOR + 1)
        await bob.does(link.Sit(seat=0))
        assert bob.screen.problem.code == "seat_taken"
        assert [each.name for each in bob.screen.seats] == ["eve0", "eve1", "eve2"]
