"""The end of a game: its outcome, the audit, another game."""

import asyncio
from contextlib import asynccontextmanager

import pytest

from rr_net import link
from rr_net.fairness.chain.chance import Chances
from rr_net.fairness.proof.verify import verify
from rr_net.host.process import FETCH
from rr_net.ssh.sshsig import check_signature
from tests.support.rr_net.roomplay import VERDICT, dealt, hall, journalled
from tests.support.rr_rules.pebbles import load_pebbles
from tests.support.tasks import turn


async def play_on(place, players):
    """Everybody takes the first option, until the game is over."""
    while place.room.phase == "playing":
        for player in players:
            if player.screen.ask is not None:
                await player.answers()
        await place.passes(2.5)


async def many_turns():
    """Lets a room do what it can that waits for a thread."""
    for _ in range(300):
        await turn()


class HeldBack:
    """Lets a game pass unseen, as soon as it is let."""

    def __init__(self):
        self.go = asyncio.Event()

    async def __call__(self, judge):
        await self.go.wait()
        return VERDICT


async def finished(place, *names):
    players = await dealt(place, *names, pets=(1, *[0] * (len(names) - 1)))
    await play_on(place, players)
    return players


@pytest.mark.rule("RR-HID-08")
async def test_everything_is_opened_at_the_end_and_matches_what_was_promised():
    archive = journalled()
    async with hall(archive=archive) as place:
        ann, bob = await finished(place, "ann", "bob")
        ended = ann.screen.last(link.Ended)
        assert ended == bob.screen.last(link.Ended)
        assert ended.verdict.startswith("Verified: played as dealt")
        assert ended.commitment == ann.screen.lobby.commitment
        assert verify(
            archive.last_bundle,
            ended.commitment,
            check_signature=check_signature,
            load_game=load_pebbles,
        ).outcome


async def test_the_outcome_is_told_at_once_and_the_verdict_when_it_is_known():
    async with hall() as place:
        ann, _ = await finished(place, "ann", "bob")
        first, last = ann.screen.all(link.Ended)
        assert (first.verdict, first.verified) == ("", None)
        assert (last.verdict, last.verified) == (VERDICT.sentence, True)
        assert first.winners == last.winners == place.record.outcome.winners
        assert first.text


async def test_who_came_by_a_line_that_the_host_knows_reads_it_whole_where_the_record_is_fetched():
    async with hall(archive=journalled(how_to_fetch=FETCH)) as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        bob.link.way_back = "ssh -J relay.example -p 2222 bob@maple text"
        await play_on(place, (ann, bob))
        line = "ssh -J relay.example -p 2222 bob@maple"
        assert bob.screen.last(link.Ended).bundle == f"{line} bundle > bundle.json"
        assert ann.screen.last(link.Ended).bundle == FETCH


@pytest.mark.rule("RR-HID-08")
async def test_on_request_everything_stays_hidden_until_somebody_asks():
    archive = journalled()
    async with hall(archive=archive, options={"audit": "on_request"}) as place:
        ann, bob = await finished(place, "ann", "bob")
        await place.passes(600)
        assert ann.screen.last(link.Ended).verdict == ""
        assert archive.last_bundle is None
        await bob.does(link.Audit())
        assert ann.screen.last(link.Ended).verified is True
        assert archive.last_bundle is not None


async def test_a_spectator_cannot_ask_for_the_audit():
    async with hall(options={"audit": "on_request"}) as place:
        ann, _ = await finished(place, "ann", "bob")
        zoe = await place.comes("zoe")
        await zoe.does(link.Audit())
        assert zoe.screen.problem.code == "no_seat"
        assert ann.screen.last(link.Ended).verdict == ""


class StackedChances(Chances):
    """A host that deals another order than its secret gives, and hopes that nobody looks.

    It leaves the first cards as they are due and turns the others over.
    """

    def order(self, label, count, ground):
        order = super().order(label, count, ground)
        return (*order[:3], *reversed(order[3:]))


@pytest.mark.rule("RR-TABLE-02")
@pytest.mark.parametrize("failed_check", ["void", "flagged"])
async def test_a_failed_verification_marks_the_game(failed_check):
    archive = journalled(chances=StackedChances)
    async with hall(archive=archive, options={"failed_check": failed_check}) as place:
        ann, _ = await finished(place, "ann", "bob")
        first, last = ann.screen.all(link.Ended)
        assert last.verified is False
        # The deck and the position are named.
        assert last.verdict.startswith("Verification failed at the bag, card 3")
        if failed_check == "void":
            assert (last.winners, last.reason) == ((), "void")
            assert "void" in last.text
        else:
            assert (last.winners, last.reason) == (first.winners, first.reason)
            assert "stands" in last.verdict


async def test_who_comes_after_the_end_sees_how_it_ended():
    async with hall() as place:
        ann, bob = await finished(place, "ann", "bob")
        await bob.drops()
        zoe = await place.comes("zoe")
        assert zoe.screen.last(link.Ended) == ann.screen.last(link.Ended)
        assert zoe.screen.view.phase == ann.screen.view.phase
        back = await place.comes("bob")
        assert back.screen.last(link.Ended) == ann.screen.last(link.Ended)


# --- broken off ---------------------------------------------------------------------------


@pytest.mark.rule("RR-HID-08")
async def test_a_game_is_broken_off_and_opened_when_all_remaining_seats_wish_it():
    archive = journalled()
    async with hall(seats=3, archive=archive) as place:
        ann, bob, cem = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        await cem.does(link.Leave())
        await ann.does(link.Audit())
        assert place.room.phase == "playing"
        assert "ann wishes" in bob.screen.last(link.Notice).text
        await bob.does(link.Audit())
        assert place.room.phase == "over"
        ended = ann.screen.last(link.Ended)
        assert (ended.winners, ended.reason) == ((), "broken_off")
        assert ended.verified is True
        assert archive.last_bundle is not None


async def test_the_host_ends_a_game_and_its_seats_have_it_opened():
    async with hall(archive=journalled()) as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await ann.does(link.Host(act="end"))
        assert place.room.phase == "over"
        assert bob.screen.last(link.Ended).reason == "broken_off"
        await bob.does(link.Audit())
        assert bob.screen.last(link.Ended).verdict == ""
        await ann.does(link.Audit())
        assert bob.screen.last(link.Ended).verified is True


async def test_nobody_but_the_host_ends_a_game():
    async with hall() as place:
        _, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await bob.does(link.Host(act="end"))
        assert bob.screen.problem.code == "host_only"
        assert place.room.phase == "playing"


async def test_nothing_can_be_played_after_the_end():
    async with hall() as place:
        ann, _ = await finished(place, "ann", "bob")
        entries = list(place.record.entries)
        assert ann.screen.ask is None
        await ann.does(link.Give(number=ann.screen.pending.number, option=0))
        assert ann.screen.problem.code == "no_game"
        assert place.record.entries == entries


async def test_nothing_is_asked_any_more_in_a_game_that_was_broken_off():
    async with hall() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await ann.does(link.Host(act="end"))
        assert ann.screen.ask is None
        assert bob.screen.pending.waiting == ()
        await place.passes(600)
        assert ann.screen.view.phase == "draw"


async def test_sitting_down_for_the_next_game_shows_nothing_of_the_last_one():
    async with hall(options={"audit": "on_request"}) as place:
        ann, bob = await finished(place, "ann", "bob")
        zoe = await place.comes("zoe")
        await bob.does(link.Stand())
        await zoe.does(link.Sit(seat=1))
        assert zoe.screen.seats[1].next == "zoe"
        assert zoe.screen.view.me == -1
        assert bob.screen.view.me == 1
        await ann.does(link.SetUp(seats=5))
        await zoe.does(link.Sit(seat=4))
        assert zoe.screen.view.me == -1


async def test_who_stands_up_stays_in_the_result_until_the_next_game_and_leaves_the_chair():
    async with hall(seats=3, archive=journalled()) as place:
        ann, bob, cem = await finished(place, "ann", "bob", "cem")
        zoe = await place.comes("zoe")
        told = ann.screen.last(link.Ended)
        for player in (bob, cem):
            await player.does(link.Stand())
        assert [(seat.kind, seat.name) for seat in zoe.screen.seats] == [
            ("player", "ann"), ("empty", "bob"), ("empty", "cem")
        ]  # fmt: skip
        await zoe.does(link.Sit(seat=1))
        assert (zoe.screen.seats[1].name, zoe.screen.seats[1].next) == ("bob", "zoe")
        assert ann.screen.last(link.Ended) == told
        # Who has stood up may change their mind, but for a chair that is promised by then.
        await bob.does(link.Sit(seat=1))
        assert bob.screen.problem.code == "seat_taken"
        await cem.does(link.Sit(seat=2))
        assert (cem.screen.seats[2].kind, cem.screen.seats[2].next) == ("player", "")
        await cem.does(link.Stand())
        await ann.does(link.Start())
        assert [(seat.kind, seat.name) for seat in zoe.screen.seats] == [
            ("player", "ann"), ("player", "zoe"), ("bot", "bot3")
        ]  # fmt: skip
        assert bob.screen.view.me == -1


# --- rematch ------------------------------------------------------------------------------


async def test_the_same_people_play_again_under_a_new_commitment():
    archive = journalled()
    async with hall(archive=archive) as place:
        ann, bob = await finished(place, "ann", "bob")
        old = ann.screen.lobby.commitment
        await bob.does(link.Rematch())
        assert place.room.phase == "over"
        assert [seat.ready for seat in ann.screen.seats] == [False, True]
        await ann.does(link.Rematch())
        assert place.room.phase == "playing"
        assert ann.screen.lobby.commitment not in {"", old}
        assert ann.screen.lines[-1].n < 20
        await play_on(place, [ann, bob])
        assert bob.screen.last(link.Ended).verified is True


@asynccontextmanager
async def not_checked_yet():
    """A table after a game whose check begins when it is let go."""
    asides = HeldBack()
    async with hall(archive=journalled(aside=asides)) as place:
        place.settle = many_turns
        ann, bob = await finished(place, "ann", "bob")
        yield place, ann, bob, asides.go


async def test_who_plays_again_before_the_check_is_done_is_told_its_verdict_all_the_same():
    async with not_checked_yet() as (place, ann, bob, go):
        old = ann.screen.lobby.commitment
        await bob.does(link.Rematch())
        await ann.does(link.Rematch())
        assert place.room.phase == "playing"
        lines = len(ann.screen.lines)
        go.set()
        await place.settle()
        for each in (ann, bob):
            told = each.screen.last(link.Ended)
            assert (told.verdict, told.commitment) == (VERDICT.sentence, old)
            assert old != each.screen.lobby.commitment
        # Its log is the next game's by now.
        assert len(ann.screen.lines) == lines


async def test_who_is_back_in_the_lobby_is_told_the_verdict_with_the_promise_of_its_game():
    async with not_checked_yet() as (place, ann, bob, go):
        old = ann.screen.lobby.commitment
        await ann.does(link.SetUp())
        go.set()
        await place.settle()
        assert bob.screen.last(link.Ended).verdict == VERDICT.sentence
        assert bob.screen.last(link.Ended).commitment == old


async def test_a_rematch_starts_with_an_empty_log_and_fresh_screens():
    async with hall() as place:
        ann, bob = await finished(place, "ann", "bob")
        mark = len(ann.screen.told)
        await bob.does(link.Rematch())
        await ann.does(link.Rematch())
        fresh = [m for _, m in ann.screen.since(mark)]
        lines = [line for m in fresh if isinstance(m, link.Log) for line in m.lines]
        assert [line.n for line in lines] == list(range(len(lines)))
        assert lines[0].kind == "commitment"
        assert any(isinstance(m, link.Cards) for m in fresh)


async def test_who_left_does_not_hold_up_a_rematch():
    async with hall() as place:
        ann, bob = await finished(place, "ann", "bob")
        await bob.does(link.Leave())
        await ann.does(link.Rematch())
        assert place.room.phase == "playing"
        assert [seat.kind for seat in ann.screen.seats] == ["player", "bot"]


async def test_everybody_reads_after_the_game_who_has_left_before_another_one_is_dealt():
    async with hall() as place:
        ann, bob = await finished(place, "ann", "bob")
        await bob.does(link.Leave())
        assert ann.screen.lines[-1].text == "{1} has left the table"
        assert ann.screen.seats[1].stand_in is True


async def test_a_seat_that_was_given_up_in_the_game_is_a_bots_in_the_next_one():
    async with hall() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await bob.does(link.Leave())
        await play_on(place, [ann])
        await ann.does(link.Rematch())
        assert [seat.kind for seat in ann.screen.seats] == ["player", "bot"]


async def test_who_has_just_dropped_out_has_the_grace_period_in_a_rematch_too():
    async with hall() as place:
        ann, bob = await finished(place, "ann", "bob")
        await bob.drops()
        await ann.does(link.Rematch())
        assert place.room.phase == "playing"
        assert ann.screen.seats[1].grace == 60
        await place.passes(60)
        assert ann.screen.seats[1].stand_in is True


async def test_who_leaves_after_the_game_is_still_named_in_its_result():
    async with hall(seats=3, bots=1) as place:
        ann, bob = await finished(place, "ann", "bob")
        await bob.does(link.Leave())
        assert ann.screen.seats[1].name == "bob"
        zoe = await place.comes("zoe")
        assert zoe.screen.seats[1].name == "bob"
        # And the seat is free for the next game.
        await zoe.does(link.Sit(seat=1))
        assert (ann.screen.seats[1].name, ann.screen.seats[1].next) == ("bob", "zoe")
        await ann.does(link.SetUp())
        assert ann.screen.seats[1].name == "zoe"


async def test_there_is_no_rematch_of_a_game_that_is_going_on():
    async with hall() as place:
        ann, _ = await dealt(place, "ann", "bob")
        await ann.does(link.Rematch())
        assert ann.screen.problem.code == "no_rematch"


async def test_the_host_changes_the_table_between_two_games():
    async with hall() as place:
        ann, bob = await finished(place, "ann", "bob")
        await ann.does(link.SetUp(options={"target": "5"}))
        assert place.room.phase == "lobby"
        assert [seat.ready for seat in ann.screen.seats] == [False, False]
        assert ann.screen.lobby.commitment == ""
        await ann.does(link.Ready())
        await bob.does(link.Ready())
        assert place.archive.terms[-1].options["target"] == "5"
        assert ann.screen.lobby.commitment == place.record.commitment
