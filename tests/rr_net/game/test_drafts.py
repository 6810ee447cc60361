"""What a seat takes back is nowhere: no screen, no clock and no record tells of it."""

import json

import pytest

from rr_net import link
from rr_net.game.drafts import NUMBERS
from rr_net.store import MemoryJournal
from rr_rules.kernel.stream import Stream
from tests.support.rr_net.roomplay import dealt, hall, journalled, load_any

RUNE = {"game": "rune", "load_game": load_any}


def rune(archive=None, **settings):
    archive = archive or journalled(load_game=load_any)
    return hall(archive=archive, **(RUNE | {"options": {"first_seat": "1"}} | settings))


async def takes_back(player, times):
    """Lays a card and takes it back, another one each time."""
    for number in range(times):
        ask = player.screen.ask
        option = number * 7 % len(ask.options)
        await player.does(link.Give(number=player.screen.pending.number, option=option))
        await player.answers("undo")


async def lays_and_draws(player):
    await player.answers("lay")
    await player.answers("draw")


def lines_of(told):
    """What an interface was told, with its times, as bytes."""
    return [(at, link.write_line(message)) for at, message in told]


@pytest.mark.attack("T37", "T38")
@pytest.mark.rule("RN-TURN-06", "RN-INFO-05")
async def test_nobody_else_can_tell_how_often_a_card_was_taken_back():
    watched, bundles = [], []
    for times in (0, 1, 5):
        archive = journalled(load_game=load_any)
        async with rune(archive) as place:
            ann, bob = await dealt(place, "ann", "bob")
            zoe = await place.comes("zoe")
            marks = [len(each.screen.told) for each in (bob, zoe)]
            await takes_back(ann, times)
            assert [len(each.screen.told) for each in (bob, zoe)] == marks
            await place.passes(2)
            await lays_and_draws(ann)
            # And the other way about: what ann is told of bob.
            mark = len(ann.screen.told)
            await takes_back(bob, times)
            assert ann.screen.told[mark:] == []
            await lays_and_draws(bob)
            for player in (ann, bob):
                await player.does(link.Audit())
            await place.settle()
            watched.append((lines_of(zoe.screen.told), lines_of(bob.screen.told)[: marks[0] + 3]))
            bundles.append(archive.last_bundle)
    assert watched[0] == watched[1] == watched[2]
    assert bundles[0] == bundles[1] == bundles[2]
    assert json.loads(bundles[0])


@pytest.mark.rule("RN-TURN-06")
async def test_the_record_holds_the_last_card_alone_and_verifies():
    archive = journalled(load_game=load_any)
    async with rune(archive) as place:
        players = await dealt(place, "ann", "bob")
        luck, given = Stream.seeded(4), 0
        while not players[0].screen.all(link.Ended):
            player = next(each for each in players if each.screen.ask is not None)
            if player.screen.ask.verb == "lay":
                await takes_back(player, 1)
            acts = [option.act for option in player.screen.ask.options]
            wanted = luck.below(len(acts) - acts.count("undo"))
            await player.does(link.Give(number=player.screen.pending.number, option=wanted))
            given += 1
        assert players[0].screen.last(link.Ended).verified is True
    rows = json.loads(archive.last_bundle)["rows"]
    assert [row["type"] for row in rows].count("answer") == given


async def test_the_seat_itself_sees_its_card_and_others_do_not():
    async with rune() as place:
        ann, bob = await dealt(place, "ann", "bob")
        number = bob.screen.pending.number
        await ann.answers("lay")
        assert (ann.screen.view.draft, len(ann.screen.view.laid)) == (True, 2)
        assert ann.screen.ask.verb == "claim"
        assert (bob.screen.view.phase, len(bob.screen.view.laid)) == ("lay", 1)
        assert (bob.screen.pending.number, bob.screen.pending.waiting) == (number, (0,))
        await ann.answers("draw")
        assert len(bob.screen.view.laid) == 2
        assert ann.screen.pending.number == bob.screen.pending.number == number + 2


async def test_an_answer_for_another_draft_is_stale():
    async with rune() as place:
        ann, _ = await dealt(place, "ann", "bob")
        first = ann.screen.pending.number
        await ann.answers("lay")
        drafted = ann.screen.pending.number
        await ann.answers("undo")
        seen = {first, drafted, ann.screen.pending.number}
        assert len(seen) == 3
        for late in (first, drafted):
            await ann.does(link.Give(number=late, option=0))
            assert ann.screen.problem.code == "stale_answer"
        assert not ann.screen.view.draft
        await ann.answers("lay")
        assert ann.screen.pending.number not in seen


async def test_who_comes_back_finds_the_draft_and_who_takes_over_goes_on_with_it():
    async with rune(options={"first_seat": "1", "grace": "5"}) as place:
        ann, bob = await dealt(place, "ann", "bob")
        await ann.answers("lay")
        laid = ann.screen.view.laid
        await ann.drops()
        ann = await place.comes("ann")
        assert (ann.screen.view.laid, ann.screen.ask.verb) == (laid, "claim")
        await ann.drops()
        await place.passes(6)
        assert bob.screen.view.player == 1
        assert len(bob.screen.view.laid) >= 1


async def test_a_clock_that_runs_out_counts_the_card_that_lies_there():
    options = {"first_seat": "1", "turn_clock": "10", "undo": "within_turn"}
    async with rune(options=options, bot_iterations=1) as place:
        ann, bob = await dealt(place, "ann", "bob")
        await place.passes(4)
        await ann.answers("lay")
        # The clock that everybody sees did not begin anew.
        assert ann.screen.pending.clock == 6
        await place.passes(6)
        assert bob.screen.ask is not None or bob.screen.view.phase != "lay"


async def test_a_hand_is_not_sorted_under_a_draft_and_the_others_may_sort_theirs():
    async with rune() as place:
        ann, bob = await dealt(place, "ann", "bob")
        await ann.answers("lay")
        await ann.does(link.Rearrange(zone="hand", order=(1, 0, 2, 3, 4)))
        assert ann.screen.problem.code == "cannot_arrange"
        hand = bob.screen.view.seats[1].hand
        order = (len(hand) - 1, *range(len(hand) - 1))
        await bob.does(link.Rearrange(zone="hand", order=order))
        assert bob.screen.view.seats[1].hand == tuple(hand[at] for at in order)
        assert ann.screen.view.draft
        await ann.answers("draw")
        assert bob.screen.ask is not None


async def test_a_host_that_stops_forgets_the_draft_and_asks_again():
    journal = MemoryJournal()
    async with rune(journalled(journal, load_game=load_any)) as place:
        ann, _ = await dealt(place, "ann", "bob")
        asked = ann.screen.ask
        await ann.answers("lay")
    archive = journalled(journal, luck=2, load_game=load_any)
    async with hall(archive=archive, **RUNE) as place:
        place.room.resume(await archive.unfinished())
        ann = await place.comes("ann")
        bob = await place.comes("bob")
        assert ann.screen.ask == asked
        await takes_back(ann, 2)
        await lays_and_draws(ann)
        assert bob.screen.ask is not None


async def test_without_takebacks_a_card_counts_at_once():
    async with rune(options={"first_seat": "1", "undo": "off"}) as place:
        ann, bob = await dealt(place, "ann", "bob")
        await ann.answers("lay")
        assert len(bob.screen.view.laid) == 2
        assert ann.screen.pending.number == bob.screen.pending.number < NUMBERS


async def test_a_leaver_in_a_draft_leaves_nothing_of_it():
    async with rune(options={"first_seat": "1", "leaver": "removed"}) as place:
        ann, bob = await dealt(place, "ann", "bob")
        await ann.answers("lay")
        await ann.does(link.Leave())
        ended = bob.screen.last(link.Ended)
        assert (ended.winners, ended.reason) == ((1,), "left")
        assert len(bob.screen.view.laid) == 1


async def test_a_game_that_is_broken_off_ends_without_the_draft():
    async with rune() as place:
        ann, bob = await dealt(place, "ann", "bob")
        await ann.answers("lay")
        await ann.does(link.Host(act="end"))
        assert ann.screen.view.laid == bob.screen.view.laid
        assert not ann.screen.view.draft
        assert ann.screen.pending.number == bob.screen.pending.number
