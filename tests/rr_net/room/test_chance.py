"""Random events at a table: everybody has a hand in the luck, and nobody can hold it up."""

import hashlib

import pytest

from rr_net import link
from rr_net.fairness.base.note import BEGIN, END, armoured
from rr_rules.kernel.transcript import Chance, Remove
from tests.support.rr_net.chanceplay import (
    EVENT,
    ROLL,
    SHUFFLE,
    event,
    frozen,
    mashes,
    past_the_deal,
    table,
)
from tests.support.rr_net.hostkeys import key_of, signed_seed
from tests.support.rr_net.roomplay import SLOW, dealt, hall, seated

# --- the stages -----------------------------------------------------------------------------


async def test_a_deal_waits_for_its_window_and_the_slow_hash():
    async with table() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        opened = event(bob)
        assert (opened.number, opened.kind, opened.labels) == (1, "shuffle", ("bag",))
        assert (opened.stage, opened.lasts) == ("contribute", SHUFFLE)
        assert opened.closes_in == pytest.approx(SHUFFLE)
        assert opened.seed_text == f"rr2/{place.record.gid}\nevent 1\nopening 1\n"
        assert bob.screen.pending.chance == "bag"
        assert bob.screen.view.seats[1].hand == ()
        await place.passes(SHUFFLE)
        slow = event(bob)
        assert (slow.stage, slow.closes_in, slow.lasts) == ("slow", SLOW, SLOW)
        assert slow.digest == frozen(place)[0].digest
        assert bob.screen.view.seats[1].hand == ()
        await place.passes(SLOW)
        assert event(bob) is None
        assert len(bob.screen.view.seats[1].hand) == 3
        assert ann.screen.ask.verb == "draw"


@pytest.mark.parametrize(("level", "seconds"), [("table", 1.2), ("strict", 2.4), ("solo", 0)])
async def test_the_level_says_how_long_a_window_is(level, seconds):
    async with hall(fairness=level) as place:
        ann, _ = await dealt(place, "ann", "bob", pets=(1, 0))
        assert (event(ann).lasts if event(ann) else 0) == seconds
        if seconds:
            await place.passes(seconds - 0.01)
            assert event(ann).stage == "contribute"
            await place.passes(0.01)
            assert event(ann).stage == "slow"
        else:
            assert ann.screen.ask is not None


async def test_each_stage_is_kept_before_anybody_is_shown_the_next_one():
    async with table() as place:
        ann, _ = await dealt(place, "ann", "bob", pets=(1, 0))
        await past_the_deal(place, ann)
        kinds = [kind for kind, _ in place.record.steps]
        assert kinds == ["event", "sign", "freeze", "sign", "entry", "sign"]


async def test_a_roll_has_an_event_of_its_own_with_the_next_number():
    async with table() as place:
        ann, bob = await dealt(place, "ann", "bob")  # nobody declared more: a roll decides
        await place.passes(EVENT)
        assert (event(bob).number, event(bob).kind, event(bob).labels) == (2, "roll", ("first",))
        assert event(bob).lasts == ROLL
        await place.passes(ROLL + SLOW)
        assert ann.screen.ask or bob.screen.ask


async def test_pausing_the_table_does_not_stretch_a_window():
    async with table() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await ann.does(link.Host(act="pause"))
        await place.passes(SHUFFLE)
        assert event(bob).stage == "slow"
        await place.passes(SLOW)
        assert event(bob) is None


async def test_no_turn_clock_runs_while_the_table_waits_for_chance():
    async with table(options={"turn_clock": "5"}) as place:
        ann, _ = await dealt(place, "ann", "bob", pets=(1, 0))
        assert ann.screen.pending.clock == 0
        await past_the_deal(place, ann)
        assert ann.screen.pending.clock == 5


# --- contributions --------------------------------------------------------------------------


async def test_every_seat_gives_in_its_own_way():
    async with table(seats=4, bots=1) as place:
        ann, bob, cem = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        watcher = await place.comes("zoe")
        hows = [event(player).how for player in (ann, bob, cem, watcher)]
        assert hows == ["chain", "keys", "keys", "watch"]
        assert event(watcher).given == (0, 3)
        await mashes(bob, "asdf")
        assert event(watcher).given == (0, 1, 3)
        await place.passes(SHUFFLE)
        [fixed] = frozen(place)
        assert [(g.seat, g.level) for g in fixed.given] == [(0, "chain"), (1, "mash"), (3, "chain")]
        assert fixed.absent == (2,)


async def test_keys_are_put_together_and_echoed_to_whoever_pressed_them_alone():
    async with table(seats=3) as place:
        _, bob, cem = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        await mashes(bob, "as")
        mark = len(cem.screen.told)
        await mashes(bob, "df jkl\x1b\u00e9\t!~")
        assert event(bob).mine == "asdfjkl!~"
        assert cem.screen.since(mark) == []
        await mashes(cem, "Q")
        assert (event(bob).mine, event(cem).mine) == ("asdfjkl!~", "Q")
        await place.passes(SHUFFLE)
        values = {each.seat: each.value for each in frozen(place)[0].given}
        assert (values[1], values[2]) == ("asdfjkl!~", "Q")
        assert event(bob).mine == "asdfjkl!~"


async def test_no_more_than_128_keys_count():
    async with table() as place:
        _, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await mashes(bob, "x" * 100)
        await mashes(bob, "y" * 100)
        assert event(bob).mine == "x" * 100 + "y" * 28


async def test_keys_that_do_not_count_are_nothing_at_all():
    async with table() as place:
        _, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        mark = len(bob.screen.told)
        await mashes(bob, " \r\n\x7f")
        assert bob.screen.since(mark) == []
        await place.passes(SHUFFLE)
        assert frozen(place)[0].absent == (1,)


@pytest.mark.attack("T43")
async def test_a_silent_seat_is_listed_and_stops_nobody():
    async with table(seats=3) as place:
        ann, bob, cem = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        await bob.drops()
        await past_the_deal(place, ann, cem)
        assert frozen(place)[0].absent == (1, 2)
        line = next(line for line in ann.screen.lines if line.kind == "freeze")
        assert "{1} gave nothing, {2} gave nothing" in line.text
        assert frozen(place)[0].digest[:16] in line.text


async def test_a_bot_that_stands_in_gives_nothing():
    async with table(seats=3) as place:
        ann, bob, _ = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        await ann.does(link.Host(act="bot", seat=1))
        assert event(bob).how == "watch"
        await mashes(bob, "asdf")
        assert bob.screen.problem.code == "stand_in"
        await place.passes(SHUFFLE)
        assert frozen(place)[0].absent == (1, 2)


@pytest.mark.parametrize("late", ["frozen", "another", "over"])
async def test_what_comes_too_late_is_refused_and_leaves_no_trace(late):
    async with table() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await place.passes(SHUFFLE if late == "frozen" else EVENT if late == "over" else 0)
        steps, lines = list(place.record.steps), list(bob.screen.lines)
        shown = ann.screen.pending
        await bob.does(link.Contribute(event=2 if late == "another" else 1, keys="asdf"))
        assert bob.screen.problem.code == "no_event"
        assert place.record.steps == steps
        assert bob.screen.lines == lines
        assert ann.screen.pending == shown


async def test_neither_spectators_nor_the_host_press_keys():
    async with table() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        watcher = await place.comes("zoe")
        await watcher.does(link.Contribute(event=1, keys="asdf"))
        assert watcher.screen.problem.code == "no_seat"
        await ann.does(link.Contribute(event=1, keys="asdf"))
        assert ann.screen.problem.code == "not_by_hand"
        await place.passes(SHUFFLE)
        assert [each.level for each in frozen(place)[0].given] == ["chain"]
        assert event(bob).given == (0,)


async def test_where_all_seats_give_by_chains_nobody_is_waited_for():
    async with table() as place:
        ann = await place.comes("ann", is_host=True)
        await ann.does(link.Sit(seat=0, declare=1))
        await ann.does(link.Start())
        assert event(ann).stage == "slow"
        assert [(each.seat, each.level) for each in frozen(place)[0].given] == [
            (0, "chain"),
            (1, "chain"),
        ]


async def test_nothing_is_given_before_the_deal_or_at_the_level_solo():
    async with table() as place:
        _, bob = await seated(place, "ann", "bob")
        await bob.does(link.Contribute(event=1, keys="asdf"))
        assert bob.screen.problem.code == "no_game"
    async with hall() as place:
        _, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await bob.does(link.Contribute(event=1, keys="asdf"))
        assert bob.screen.problem.code == "no_event"
        await bob.does(link.Pledge(hash="0" * 64))
        assert bob.screen.problem.code == "solo"


# --- pledges and signatures -----------------------------------------------------------------

OPENING = "16bytesof-my-own-dice"
PLEDGE = hashlib.sha256(OPENING.encode()).hexdigest()


async def test_a_pledge_from_the_lobby_is_kept_before_the_event_and_opened_in_it():
    async with table() as place:
        ann, bob = await seated(place, "ann", "bob")
        await bob.does(link.Pledge(hash=PLEDGE))
        assert "pledge stands" in bob.screen.last(link.Notice).text
        for player in (ann, bob):
            await player.does(link.Ready())
        assert [kind for kind, _ in place.record.steps] == ["pledge", "event", "sign"]
        assert event(bob).how == "pledge"
        await bob.does(link.Contribute(event=1, opening="something else"))
        assert bob.screen.problem.code == "bad_contribution"
        await bob.does(link.Contribute(event=1, opening=OPENING))
        assert (event(bob).mine, event(ann).given) == (OPENING, (0, 1))
        await place.passes(SHUFFLE)
        assert frozen(place)[0].given[1].level == "pledge"
        await place.passes(SLOW)
        assert event(bob).how == "keys"  # of the roll that follows: the pledge is used


async def test_an_opening_or_a_signature_is_final():
    async with table() as place:
        ann, bob = await seated(place, "ann", "bob")
        await bob.does(link.Pledge(hash=PLEDGE))
        for player in (ann, bob):
            await player.does(link.Ready())
        await mashes(bob, "asdf")
        await bob.does(link.Contribute(event=1, opening=OPENING))
        for more in ({"keys": "x"}, {"opening": OPENING}, {"signature": "U1NIU0lH"}):
            await bob.does(link.Contribute(event=1, **more))
            assert bob.screen.problem.code == "given_already"
        assert event(bob).mine == OPENING


async def test_a_signature_is_taken_out_of_its_armour():
    key = key_of("bob")
    async with table() as place:
        ann = await place.comes("ann", is_host=True)
        bob = await place.comes("bob", key=key.get_fingerprint())
        for seat, player in enumerate((ann, bob)):
            await player.does(link.Sit(seat=seat, declare=1 - seat))
            await player.does(link.Ready())
        signature = signed_seed(key, event(bob).seed_text)
        await bob.does(link.Contribute(event=1, signature="non-sense"))
        assert bob.screen.problem.text == "what seat 1 gave is no signature"
        await bob.does(link.Contribute(event=1, signature=armoured(signature)))
        assert event(bob).mine == signature


@pytest.mark.parametrize("nothing", [" ", "\n", f"{BEGIN}\n{END}\n"])
async def test_a_signature_that_is_empty_is_refused_and_the_table_goes_on(nothing):
    async with table() as place:
        _, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await bob.does(link.Contribute(event=1, signature=nothing))
        assert bob.screen.problem.code == "bad_contribution"
        await mashes(bob, "asdf")
        assert event(bob).mine == "asdf"


async def test_one_thing_is_given_at_a_time():
    async with table() as place:
        _, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await bob.does(link.Contribute(event=1, keys="a", opening="b" * 8))
        assert bob.screen.problem.code == "bad_contribution"
        await bob.does(link.Contribute(event=1))
        assert bob.screen.problem.code == "bad_contribution"
        assert event(bob).mine == ""


async def test_a_pledge_in_a_game_is_for_the_next_event_and_the_last_one_counts():
    async with table() as place:
        _, bob = await dealt(place, "ann", "bob")
        await bob.does(link.Pledge(hash="0" * 64))
        await bob.does(link.Pledge(hash=PLEDGE))
        assert event(bob).how == "keys"
        await place.passes(EVENT)
        assert [step for step in place.record.steps if step[0] == "pledge"] == [("pledge", 1)]
        await bob.does(link.Contribute(event=2, opening=OPENING))
        assert event(bob).mine == OPENING


@pytest.mark.parametrize("who", ["host", "spectator"])
async def test_who_has_no_seat_of_keys_does_not_pledge(who):
    async with table() as place:
        ann, _ = await seated(place, "ann", "bob")
        player = ann if who == "host" else await place.comes("zoe")
        await player.does(link.Pledge(hash=PLEDGE))
        assert player.screen.problem.code == ("not_by_hand" if who == "host" else "no_seat")


# --- nothing else is taken ------------------------------------------------------------------


@pytest.mark.parametrize("stage", ["contribute", "slow"])
async def test_nothing_else_is_taken_while_an_event_is_open(stage):
    async with table(seats=3) as place:
        ann, bob, _ = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        await place.passes(0.5 if stage == "contribute" else SHUFFLE)
        steps = list(place.record.steps)
        number = bob.screen.pending.number
        await bob.does(link.Give(number=number, option=0))
        assert bob.screen.problem.code == "wrong_seat"
        await bob.does(link.Rearrange(zone="hand", order=()))
        assert bob.screen.problem.code == "event_open"
        await ann.does(link.Host(act="remove", seat=1))
        assert ann.screen.problem.code == "event_open"
        assert "random event" in ann.screen.problem.text
        assert place.record.steps == steps


@pytest.mark.parametrize("stage", ["contribute", "slow"])
async def test_a_leaver_is_taken_out_right_after_the_event(stage):
    async with table(seats=3, options={"leaver": "removed"}) as place:
        ann, bob, _ = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        await place.passes(0.5 if stage == "contribute" else SHUFFLE)
        await bob.does(link.Leave())
        assert Remove(1) not in place.record.entries
        assert event(ann) is not None
        await place.passes(EVENT)
        assert [type(each) for each in place.record.entries] == [Chance, Remove]
        assert ann.screen.view.seats[1].left is True


async def test_a_leaver_who_is_back_before_the_event_is_over_stays():
    async with table(seats=3, options={"leaver": "removed"}) as place:
        ann, bob, _ = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        await bob.does(link.Leave())
        again = await place.comes("bob")
        await place.passes(EVENT)
        assert ann.screen.view.seats[1].left is False
        assert len(again.screen.view.seats[1].hand) == 3


@pytest.mark.parametrize("seconds", [0.5, SHUFFLE + 0.5])
async def test_a_game_is_broken_off_in_the_middle_of_an_event(seconds):
    async with table() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await place.passes(seconds)
        await ann.does(link.Host(act="end"))
        assert place.room.phase == "over"
        assert place.record.is_given_up
        await place.passes(60)
        assert place.record.entries == []
        assert event(bob) is None
        for player in (ann, bob):
            await player.does(link.Audit())
        assert bob.screen.last(link.Ended).verified is True
