"""A game across days: two people who look in now and then, and are mostly not there."""

import pytest

from rr_net import link
from rr_net.store import MemoryJournal
from tests.support.rr_net.roomplay import dealt, hall, journalled

HOUR = 3600
DAY = 24 * HOUR


def across_days(**changes):
    """The settings of a table of two whose decisions have a day each."""
    options = {"pace": "days"} | changes.pop("options", {})
    return {"game": "runes-regulations", "seats": 2, "options": options, "pace": None} | changes


async def looks_in(place, player):
    """Answers all that is asked, with orders where a turn wants them, until somebody else is."""
    me = player.screen.view.me
    for _ in range(40):
        pending = player.screen.pending
        if pending.beforehand.must_file:
            await player.does(link.FileOrders())
        elif pending.ask is not None and pending.window is None:
            acts = [option.act for option in pending.ask.options]
            act = next((each for each in ("skip", "no", "pass") if each in acts), None)
            await player.answers(act)
        elif me not in pending.waiting and pending.waiting:
            return
        await place.passes(2)
    raise AssertionError("the others never come to be asked")


@pytest.mark.rule("RR-TABLE-04")
@pytest.mark.acceptance(21)
async def test_two_people_who_look_in_once_a_day_play_it_themselves():
    reminded = []
    settings = across_days(remind=lambda key, name, turn: reminded.append((name, turn)))
    async with hall(archive=journalled(), **settings) as place:
        players = dict(zip(("ann", "bob"), await dealt(place, "ann", "bob"), strict=True))
        for player in players.values():
            await player.drops()
        for _ in range(12):
            reminded.clear()
            await place.passes(13 * HOUR)
            [(name, turn)] = reminded
            player = await place.comes(name)
            assert player.screen.view.turn == turn or player.screen.pending.beforehand.must_file
            assert player.screen.ask is not None or player.screen.pending.beforehand.must_file
            assert not any(seat.stand_in or seat.grace for seat in player.screen.seats)
            await looks_in(place, player)
            await player.drops()
        assert turn > 3
        log = [line.text for line in (await place.comes("zoe")).screen.lines if line.kind == "room"]
        assert not any("bot" in text or "seconds" in text for text in log)


@pytest.mark.rule("RR-TABLE-04")
@pytest.mark.parametrize("leaver", ["bot", "removed"])
async def test_a_terminal_that_is_closed_costs_nobody_the_seat(leaver):
    async with hall(
        archive=journalled(), **across_days(seats=3, options={"leaver": leaver})
    ) as place:
        _, bob, cem = await dealt(place, "ann", "bob", "cem")
        await cem.does(link.FileOrders())
        await cem.drops()
        await place.passes(HOUR)
        cems = bob.screen.seats[2]
        assert (cems.stand_in, cems.grace, cems.connected, cems.filed) == (False, 0, False, True)
        # Who leaves for good is another thing.
        again = await place.comes("cem")
        assert again.screen.view.me == 2
        await again.does(link.Leave())
        await place.passes(10)
        assert bob.screen.seats[2].stand_in is (leaver == "bot")
        assert (await place.comes("cem")).screen.view.me == (2 if leaver == "bot" else -1)


@pytest.mark.rule("RR-TABLE-07")
async def test_a_day_without_an_answer_is_answered_by_the_clock_and_no_chair_is_lost():
    async with hall(archive=journalled(), **across_days()) as place:
        ann, bob = await dealt(place, "ann", "bob")
        await ann.drops()
        number = bob.screen.pending.number
        await place.passes(DAY - 60)
        assert bob.screen.pending.number == number
        await place.passes(2 * 60)
        assert bob.screen.pending.number > number
        assert (await place.comes("ann")).screen.seats[0].stand_in is False


@pytest.mark.rule("RR-TABLE-08")
async def test_a_host_that_goes_on_waits_for_nobody_and_reminds_them():
    journal, reminded = MemoryJournal(), []
    async with hall(archive=journalled(journal), **across_days()) as place:
        await dealt(place, "ann", "bob")
    archive = journalled(journal, luck=2)
    settings = across_days(remind=lambda key, name, turn: reminded.append(name))
    async with hall(archive=archive, **settings) as place:
        place.room.resume(await archive.unfinished())
        await place.settle()
        await place.passes(13 * HOUR)
        assert len(reminded) == 1
        bob = await place.comes("bob")
        assert [seat.stand_in for seat in bob.screen.seats] == [False, False]


@pytest.mark.rule("RR-TABLE-04")
async def test_the_host_steps_away_while_the_other_is_not_there_and_the_clock_goes_on():
    async with hall(archive=journalled(), **across_days()) as place:
        ann, bob = await dealt(place, "ann", "bob")
        await bob.drops()
        await ann.does(link.StepAway())
        assert ann.screen.lobby.paused is False
        assert [seat.stand_in for seat in ann.screen.seats] == [True, False]
