"""Random events at a table: everybody has a hand in the luck, and nobody can hold it up."""

import hashlib

import pytest

from rr_net import link
from rr_rules.transcript import Answer, Chance, Remove
from tests.support.roomplay import SLOW, PlainArchive, dealt, hall, seated

SHUFFLE, ROLL = 1.5, 1.0
EVENT = SHUFFLE + SLOW


def table(**settings):
    return hall(fairness="table", **settings)


def event(player):
    return player.screen.pending.event


async def mashes(player, keys):
    await player.does(link.Contribute(event=event(player).number, keys=keys))


def frozen(place):
    return [what for kind, what in place.record.steps if kind == "freeze"]


async def past_the_deal(place, *players):
    """Lets the deal's event run out; who starts is declared, so no roll follows."""
    await place.passes(EVENT)
    assert all(event(player) is None for player in players)


# --- the stages -----------------------------------------------------------------------------


async def test_a_deal_waits_for_its_window_and_the_slow_hash():
    async with table() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        opened = event(bob)
        assert (opened.number, opened.kind, opened.labels) == (1, "shuffle", ("bag",))
        assert (opened.stage, opened.closes_in, opened.lasts) == ("contribute", SHUFFLE, SHUFFLE)
        assert opened.seed_text == f"rr1/{'a0' * 32}\nevent 1\n"
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


@pytest.mark.parametrize(("level", "seconds"), [("table", 1.5), ("strict", 3.0), ("solo", 0)])
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
        assert kinds == ["event", "freeze", "sign", "ground", "entry", "sign"]


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
        assert [kind for kind, _ in place.record.steps] == ["pledge", "event"]
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
    armoured = "-----BEGIN SSH SIGNATURE-----\nU1NIU0lHAAAA\nAQAA\n-----END SSH SIGNATURE-----\n"
    async with table() as place:
        _, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await bob.does(link.Contribute(event=1, signature="nonsense"))
        assert bob.screen.problem.text == "that is no signature"
        await bob.does(link.Contribute(event=1, signature=armoured))
        assert event(bob).mine == "U1NIU0lHAAAAAQAA"


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


# --- the host first -------------------------------------------------------------------------


async def to_the_pass(place, players):
    """Everybody draws and throws once, until all pass a pebble on at once."""
    await place.passes(EVENT)
    while players[0].screen.ask is None or players[0].screen.ask.verb != "pass":
        for player in players:
            if player.screen.ask is not None and player.screen.ask.verb != "pass":
                await player.answers("pass" if player.screen.ask.verb == "catch" else None)
        await place.passes(2.5)


@pytest.mark.attack("T53")
@pytest.mark.parametrize("level", ["table", "solo"])
async def test_others_are_asked_only_when_the_hosts_own_answer_is_kept_and_signed(level):
    async with hall(seats=3, fairness=level) as place:
        ann, bob, cem = players = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        await to_the_pass(place, players)
        assert bob.screen.pending.waiting == (0,)
        assert (bob.screen.ask, cem.screen.ask) == (None, None)
        await bob.does(link.Give(number=bob.screen.pending.number, option=0))
        assert bob.screen.problem.code == "wrong_seat"
        await ann.answers()
        assert [kind for kind, _ in place.record.steps[-2:]] == ["entry", "sign"]
        assert place.record.entries[-1].seat == 0
        assert bob.screen.pending.waiting == (1, 2)
        assert bob.screen.ask.verb == cem.screen.ask.verb == "pass"
        await cem.answers()
        await bob.answers()
        assert [type(each) for each in place.record.entries[-3:]] == [Answer] * 3
        assert bob.screen.view.phase != "pass"


@pytest.mark.attack("T53")
async def test_the_control_a_host_without_a_seat_lets_all_choose_at_once():
    async with table(options={"host_seat": "dealer_only"}) as place:
        await place.comes("zoe", is_host=True)
        players = await dealt(place, "ann", "bob", pets=(1, 0), host=-1)
        await to_the_pass(place, players)
        assert players[0].screen.pending.waiting == (0, 1)
        assert all(player.screen.ask is not None for player in players)


@pytest.mark.attack("T53")
async def test_bots_too_choose_after_the_host():
    async with table(seats=3, bots=1, options={"window": "fast"}) as place:
        players = ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await to_the_pass(place, players)
        count = len(place.record.entries)
        await place.passes(60)
        assert len(place.record.entries) == count
        await ann.answers()
        assert [each.seat for each in place.record.entries[count:]] == [0, 2]
        assert bob.screen.pending.waiting == (1,)


async def test_the_turn_clock_of_the_others_begins_when_they_are_asked():
    async with table(options={"turn_clock": "30"}) as place:
        ann, bob = players = await dealt(place, "ann", "bob", pets=(1, 0))
        await to_the_pass(place, players)
        await place.passes(20)
        await ann.answers()
        assert bob.screen.pending.clock == 30


# --- heads and words ------------------------------------------------------------------------


async def test_a_turns_end_is_signed_and_told_in_four_words():
    async with table() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await past_the_deal(place, ann)
        [deal] = [line for line in ann.screen.lines if line.kind == "checkpoint"]
        assert deal.text == f"The deal is signed: {' '.join(place.record.head.words[:4])}"
        await ann.answers("skip")
        await ann.answers("throw")
        await bob.answers("pass")
        await place.passes(2.5 + ROLL + SLOW)
        lines = [line for line in ann.screen.lines if line.kind == "checkpoint"]
        assert lines[1].text == f"Turn 1 is signed: {' '.join(place.record.head.words[:4])}"
        assert [kind for kind, _ in place.record.steps[-2:]] == ["entry", "sign"]


async def test_no_head_is_signed_or_shown_while_a_window_is_open():
    async with table() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await past_the_deal(place, ann)
        await ann.answers("skip")
        await ann.answers("throw")
        assert bob.screen.window is not None
        head, steps = place.record.head, len(place.record.steps)
        await bob.answers("pass")
        await place.passes(2.4)
        assert [kind for kind, _ in place.record.steps[steps:]] == ["entry"]
        assert place.record.head is head
        assert place.room.receipt[0].startswith(f"rr1/{'a0' * 32}\n{head.size}\n".encode())


async def test_without_a_host_key_nothing_is_signed_and_the_game_goes_on():
    async with table() as place:
        players = await seated(place, "ann", "bob", pets=(1, 0))
        open_game = place.archive.open

        async def unsigned(terms, opened):
            record = await open_game(terms, opened)
            record.signs = False
            return record

        place.archive.open = unsigned
        for player in players:
            await player.does(link.Ready())
        await to_the_pass(place, players)
        await players[0].answers()
        assert players[1].screen.ask is not None
        assert place.room.receipt is None
        assert "checkpoint" not in [line.kind for line in players[1].screen.lines]


# --- taken up again -------------------------------------------------------------------------


async def again(archive, place):
    """Takes up the last game of a plain archive, as after a crash."""
    archive.clock = place.clock
    unfinished = archive.unfinished()
    unfinished.record.clock = place.clock
    place.room.resume(unfinished)
    await place.settle()


@pytest.mark.rule("RR-TABLE-08")
async def test_an_event_that_was_open_goes_on_with_its_number_when_its_players_are_back():
    archive = PlainArchive()
    async with table(archive=archive) as place:
        _, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await mashes(bob, "asdf")
        await place.passes(1)
    async with table(archive=archive) as place:
        await again(archive, place)
        ann = await place.comes("ann")
        await place.passes(5)
        assert event(ann) is None, "the others have their grace period"
        assert ann.screen.pending.chance == "bag"
        await ann.does(link.Host(act="remove", seat=1))
        assert ann.screen.problem.code == "event_open"
        bob = await place.comes("bob")
        assert (event(bob).number, event(bob).closes_in, event(bob).mine) == (1, SHUFFLE, "")
        assert [kind for kind, _ in place.record.steps].count("event") == 1
        assert [line.kind for line in bob.screen.lines].count("event") == 1
        await mashes(bob, "jkl")
        await place.passes(EVENT)
        assert [each.value for each in frozen(place)[0].given][1:] == ["jkl"]
        assert ann.screen.ask is not None


async def test_an_event_waits_no_longer_than_the_grace_period_of_who_is_away():
    archive = PlainArchive()
    async with table(archive=archive) as place:
        await dealt(place, "ann", "bob", pets=(1, 0))
    async with table(archive=archive) as place:
        await again(archive, place)
        ann = await place.comes("ann")
        await place.passes(60)
        assert event(ann).stage == "contribute"
        await place.passes(EVENT)
        assert frozen(place)[0].absent == (1,)
        assert ann.screen.ask is not None


@pytest.mark.attack("T8")
@pytest.mark.parametrize("seconds", [SHUFFLE, SHUFFLE + 1.9])
async def test_an_event_that_was_frozen_is_never_frozen_again(seconds):
    archive = PlainArchive()
    async with table(archive=archive) as place:
        _, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await mashes(bob, "asdf")
        await place.passes(seconds)
        [before] = frozen(place)
        lines = [line.text for line in bob.screen.lines]
    async with table(archive=archive) as place:
        await again(archive, place)
        bob = await place.comes("bob")
        assert (event(bob).stage, event(bob).digest) == ("slow", before.digest)
        assert event(bob).mine == "asdf"
        assert [line.text for line in bob.screen.lines if line.kind != "room"] == lines
        await bob.does(link.Contribute(event=1, keys="more"))
        assert bob.screen.problem.code == "no_event"
        await place.passes(SLOW)
        assert frozen(place) == [before]
        assert len(bob.screen.view.seats[1].hand) == 3


async def test_a_pledge_that_was_kept_still_holds():
    archive = PlainArchive()
    async with table(archive=archive) as place:
        ann, bob = await seated(place, "ann", "bob", pets=(1, 0))
        await bob.does(link.Pledge(hash=PLEDGE))
        for player in (ann, bob):
            await player.does(link.Ready())
    async with table(archive=archive) as place:
        await again(archive, place)
        for name in ("ann", "bob"):
            bob = await place.comes(name)
        assert event(bob).how == "pledge"
        await bob.does(link.Contribute(event=1, opening=OPENING))
        assert event(bob).mine == OPENING


@pytest.mark.attack("T53")
@pytest.mark.parametrize("is_signed", [True, False])
async def test_the_host_is_first_after_a_crash_too(is_signed):
    archive = PlainArchive()
    async with table(archive=archive) as place:
        players = ann, _ = await dealt(place, "ann", "bob", pets=(1, 0))
        await to_the_pass(place, players)
        await ann.answers()
        if not is_signed:  # the machine failed between the two
            place.record.recorded.pop()
            place.record.steps.pop()
            place.record._is_signed = False
        signed = [kind for kind, _ in place.record.steps].count("sign")
    async with table(archive=archive) as place:
        await again(archive, place)
        assert [kind for kind, _ in place.record.steps].count("sign") == signed + (not is_signed)
        bob = await place.comes("bob")
        assert bob.screen.pending.waiting == (1,)
        assert bob.screen.ask.verb == "pass"


async def test_words_and_freezes_are_in_the_log_of_a_game_taken_up_again():
    archive = PlainArchive()
    async with table(archive=archive) as place:
        players = await dealt(place, "ann", "bob", pets=(1, 0))
        await to_the_pass(place, players)
        lines = [line.text for line in players[1].screen.lines]
        kinds = [line.kind for line in players[1].screen.lines]
    assert {"commitment", "event", "freeze", "shuffle", "checkpoint"} <= set(kinds)
    async with table(archive=archive) as place:
        await again(archive, place)
        bob = await place.comes("bob")
        assert [line.text for line in bob.screen.lines if line.kind != "room"] == lines


# --- what people take home ------------------------------------------------------------------


async def test_whoever_leaves_takes_the_last_note_and_the_own_contributions_along():
    async with table(seats=3) as place:
        ann, bob, _ = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        watcher = await place.comes("zoe")
        await mashes(bob, "asdf")
        await past_the_deal(place, ann)
        head = place.record.head
        await bob.does(link.Leave())
        receipt = bob.screen.last(link.Bye).receipt
        assert f"rr1/{'a0' * 32}" in receipt
        assert " ".join(head.words[:6]) in receipt
        assert "event 1, mash: asdf" in receipt
        await watcher.does(link.Leave())
        assert not [line for line in watcher.screen.last(link.Bye).receipt if "event" in line[:5]]
        place.room.close()
        await place.running
        lines = ann.screen.last(link.Bye).receipt
        assert next(line for line in lines if line.startswith("event 1, chain: "))


async def test_receipts_are_for_the_key_that_has_the_seat():
    async with table() as place:
        await dealt(place, "ann", "bob", pets=(1, 0))
        assert place.room.receipts("SHA256:bob") == b'{"seat":1}'
        assert place.room.receipts("SHA256:zoe") is None
        assert place.room.receipts("") is None
        assert place.room.promise.game == "a0" * 32


async def test_the_end_shows_the_twelve_words_of_the_last_head():
    async with table(options={"turn_cap": "1"}) as place:
        players = await dealt(place, "ann", "bob", pets=(1, 0))
        await place.passes(EVENT)
        await players[0].answers("skip")
        await players[0].answers("throw")
        await place.passes(2.5 + ROLL + SLOW)
        first, last = players[1].screen.all(link.Ended)
        assert (first.size, first.head, first.words) == (0, "", ())
        head = place.record.head
        assert (last.size, last.head, last.words) == (head.size, head.digest, head.words)
        assert len(last.words) == 12
