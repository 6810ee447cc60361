"""A game across days: two people who look in now and then, and are mostly not there."""

from functools import partial

import pytest

from rr_net import link
from rr_net.store import MemoryJournal
from tests.support.rr_net.journals import StackedChances
from tests.support.rr_net.roomplay import dealt, hall, journalled, pebbles_stacked

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


async def wants_to_be_asked(player):
    await player.does(link.FileOrders(ask_me=("threw",)))


async def window_for_two(place, players):
    """Two who are asked in one window."""
    for _ in range(99):
        asked = [each for each in players if each.screen.window and each.screen.ask is not None]
        if len(asked) == 2:
            return asked
        for each in players:
            if not each.screen.pending.beforehand.filed:
                await wants_to_be_asked(each)
            elif each.screen.ask is not None:
                is_throw = each.screen.ask.verb == "throw"
                await each.answers("throw" if is_throw else None)
        await place.passes(2)
    raise AssertionError("no window is for two")


@pytest.mark.rule("RR-TABLE-08")
async def test_a_host_goes_on_in_a_window_that_one_of_two_who_wanted_to_be_asked_has_answered():
    journal, options = MemoryJournal(), {"pace": "days", "target": "99"}
    async with hall(archive=journalled(journal), seats=3, options=options) as place:
        players = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        first, second = await window_for_two(place, players)
        names = [("ann", "bob", "cem")[players.index(each)] for each in (first, second)]
        await first.answers("pass")
        assert first.screen.window.answered
    again = journalled(journal, luck=2)
    async with hall(archive=again, seats=3, options=options) as place:
        place.room.resume(await again.unfinished())
        await place.settle()
        first, second = [await place.comes(name) for name in names]
        assert first.screen.window.answered
        assert second.screen.window.closes_in > HOUR
        await second.answers("pass")
        await place.passes(1)
        assert second.screen.window is None


@pytest.mark.rule("RR-HID-24")
@pytest.mark.parametrize("kind", ["threw", "all"])
async def test_who_is_alone_with_bots_may_want_to_be_asked_too(kind):
    reds = pebbles_stacked(*[["red"] * 3] * 2)
    options = {"pace": "days", "turn_cap": "9"}
    archive = journalled(chances=partial(StackedChances, dealer=reds))
    async with hall(archive=archive, bots=1, options=options) as place:
        [ann] = await dealt(place, "ann")
        await ann.does(link.FileOrders(ask_me=(kind,)))
        for _ in range(60):
            if ann.screen.window is not None and ann.screen.ask is not None:
                break
            if ann.screen.pending.beforehand.must_file:
                await ann.does(link.FileOrders(ask_me=(kind,)))
            elif ann.screen.ask is not None:
                await ann.answers()
            await place.passes(2)
        assert ann.screen.window.mine
        await ann.answers("pass")
        await place.passes(2)
        assert ann.screen.window is None
