"""The room: one table, its seats, and what each of them is shown."""

import pytest

from rr_net import link
from rr_rules.kernel.transcript import Answer, Arrange
from tests.support.rr_net.roomplay import (
    Died,
    FailingJournal,
    dealt,
    hall,
    journalled,
    seated,
)


async def test_two_neighbours_sit_down_get_ready_and_are_dealt_a_game():
    async with hall() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(3, 1))
        assert place.room.phase == "playing"
        assert place.archive.terms[0].declared == (3, 1)
        assert [ann.screen.view.me, bob.screen.view.me] == [0, 1]
        assert ann.screen.ask.verb == "draw"
        assert bob.screen.ask is None


async def test_an_answer_goes_to_the_record_and_to_the_table():
    async with hall() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(3, 1))
        await ann.answers("draw")
        assert place.record.entries[-1] == Answer(0, 0)
        assert ann.screen.ask.verb == "throw"
        assert len(ann.screen.view.seats[0].hand) == 4
        assert bob.screen.view.seats[0].hand == ("", "", "", "")


async def test_the_commitment_is_on_every_screen_before_the_first_card():
    async with hall() as place:
        ann, bob = await dealt(place, "ann", "bob")
        for screen in (ann.screen, bob.screen):
            told = [message for _, message in screen.told]
            dealt_at = next(i for i, m in enumerate(told) if holds_cards(m))
            before = told[:dealt_at]
            assert any(
                isinstance(m, link.Lobby) and m.commitment == place.record.commitment
                for m in before
            )
            lines = [line for m in before if isinstance(m, link.Log) for line in m.lines]
            assert place.record.commitment in lines[0].text


def holds_cards(message):
    return isinstance(message, link.Seen) and any(seat.hand for seat in message.view.seats)


async def test_a_shuffle_is_promised_in_the_log_before_its_cards_are_dealt():
    async with hall() as place:
        (ann, _) = await dealt(place, "ann", "bob")
        kinds = [line.kind for line in ann.screen.lines]
        assert kinds.index("shuffle") < kinds.index("dealt")


@pytest.mark.rule("RR-HID-09")
async def test_a_reform_is_promised_anew_before_the_next_draw():
    options = {"window": "fast", "target": "99", "turn_cap": "40"}
    async with hall(archive=journalled(), options=options) as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        while "reformed" not in [line.kind for line in bob.screen.lines]:
            for player in (ann, bob):
                if player.screen.ask is not None:
                    await player.answers()
        lines = bob.screen.lines
        promises = [line for line in lines if line.kind == "shuffle"]
        assert len({line.text for line in promises}) == len(promises) == 2
        reformed = next(line.n for line in lines if line.kind == "reformed")
        drawn = [line.n for line in lines if line.kind == "drew" and line.n > reformed]
        assert promises[1].n < reformed
        assert not drawn or promises[1].n < drawn[0]
        assert not [line for line in lines[promises[1].n : reformed] if line.kind == "drew"]


@pytest.mark.rule("RR-HID-10")
async def test_the_hosts_own_screen_shows_what_any_seat_sees():
    async with hall() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(0, 1))
        await bob.answers("draw")
        assert ann.screen.lobby.people[0].is_host is True
        for seen in ann.screen.all(link.Seen):
            assert set(seen.view.seats[1].hand) <= {""}
        drew = next(line for line in ann.screen.lines if line.kind == "drew")
        assert drew.event["face"] == ""
        assert ann.screen.ask is None
        # And the lobby says what the host's machine holds all the same.
        assert any("the host's machine holds all cards" in n for n in bob.screen.lobby.notes)


@pytest.mark.rule("RR-TABLE-01", "RR-HID-07")
@pytest.mark.parametrize(
    ("seat", "option", "code"), [(0, 7, "not_an_option"), (1, 0, "wrong_seat")]
)
async def test_an_illegal_move_changes_nothing_and_only_its_sender_hears_of_it(seat, option, code):
    async with hall(seats=3) as place:
        players = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        watcher = await place.comes("dee")
        screens = [player.screen for player in (*players, watcher)]
        marks = [len(screen.told) for screen in screens]
        entries = list(place.record.entries)
        await players[seat].does(link.Give(number=players[0].screen.pending.number, option=option))
        heard = [screen.since(mark) for screen, mark in zip(screens, marks, strict=True)]
        assert [m.code for _, m in heard.pop(seat)] == [code]
        assert heard == [[], [], []]
        assert place.record.entries == entries


async def test_a_key_answers_only_the_prompt_that_was_on_the_screen():
    async with hall() as place:
        ann, _ = await dealt(place, "ann", "bob", pets=(1, 0))
        old = ann.screen.pending.number
        await ann.answers("draw")
        entries = list(place.record.entries)
        await ann.does(link.Give(number=old, option=0))
        assert ann.screen.problem.code == "stale_answer"
        assert place.record.entries == entries
        assert ann.screen.ask.verb == "throw"


async def play_to_the_pass(players):
    """Everybody draws and throws once; all windows of pebbles are plain here (mode fast)."""
    while players[0].screen.pending.ask is None or players[0].screen.ask.verb != "pass":
        for player in players:
            if player.screen.ask is not None and player.screen.ask.verb != "pass":
                await player.answers("pass" if player.screen.ask.verb == "catch" else None)


async def test_answers_given_at_once_stay_sealed_until_all_are_in():
    dealer_only = {"window": "fast", "host_seat": "dealer_only"}
    async with hall(options=dealer_only) as place:
        await place.comes("zoe", is_host=True)
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0), host=-1)
        await play_to_the_pass([ann, bob])
        assert bob.screen.pending.waiting == (0, 1)
        view, number = bob.screen.view, bob.screen.pending.number
        await ann.answers()
        assert ann.screen.ask is None
        assert bob.screen.view == view
        # Bob's prompt is the one that was on the screen: its number still holds.
        assert bob.screen.pending.number == number
        assert bob.screen.pending.waiting == (1,)
        entries = place.record.entries
        assert isinstance(entries[-1], Answer)
        await bob.answers()
        assert [type(entry) for entry in entries[-2:]] == [Answer, Answer]
        assert bob.screen.view != view


async def test_nobody_answers_twice_where_all_choose_at_once():
    async with hall(options={"window": "fast"}) as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await play_to_the_pass([ann, bob])
        number = ann.screen.pending.number
        await ann.answers()
        await ann.does(link.Give(number=number, option=1))
        assert ann.screen.problem.code == "wrong_seat"


async def test_a_spectator_gets_the_public_view_and_is_never_asked():
    async with hall() as place:
        ann, _ = await dealt(place, "ann", "bob", pets=(1, 0))
        cem = await place.comes("cem")
        assert cem.screen.view.me == -1
        assert {face for seat in cem.screen.view.seats for face in seat.hand} == {""}
        await ann.answers("draw")
        assert all(pending.ask is None for pending in cem.screen.all(link.Pending))
        drew = next(line for line in cem.screen.lines if line.kind == "drew")
        assert drew.event["face"] == ""
        await cem.does(link.Give(number=cem.screen.pending.number, option=0))
        assert cem.screen.problem.code == "no_seat"


async def test_nothing_is_sent_that_is_on_the_screen_already():
    async with hall() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        mark = len(bob.screen.told)
        await ann.does(link.Say(text="good luck"))
        await ann.does(link.Give(number=0, option=0))
        assert [type(m) for _, m in bob.screen.since(mark)] == [link.Chat]


async def test_a_hand_is_sorted_without_anybody_noticing():
    async with hall() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        hand = bob.screen.view.seats[1].hand
        mark = len(ann.screen.told)
        await bob.does(link.Rearrange(zone="hand", order=(2, 1, 0)))
        assert bob.screen.view.seats[1].hand == hand[::-1]
        assert ann.screen.since(mark) == []
        assert place.record.entries[-1] == Arrange(1, "hand", (2, 1, 0))
        # Ann's prompt has not moved: her answer still counts.
        await ann.answers("draw")
        assert ann.screen.ask.verb == "throw"


async def test_a_hand_stays_as_it_is_while_a_pick_from_it_is_open():
    async with hall() as place:
        ann, _ = await dealt(place, "ann", "bob", pets=(1, 0))
        await ann.answers("skip")
        entries = list(place.record.entries)
        await ann.does(link.Rearrange(zone="hand", order=(2, 1, 0)))
        assert ann.screen.problem.code == "cannot_arrange"
        assert place.record.entries == entries


async def test_sorting_is_bounded_because_each_time_is_kept_for_good():
    async with hall() as place:
        _, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        for _ in range(12):
            await bob.does(link.Rearrange(zone="hand", order=(2, 1, 0)))
        assert bob.screen.problem.code == "too_fast"
        assert sum(isinstance(entry, Arrange) for entry in place.record.entries) == 10


async def test_who_comes_back_reads_the_whole_log_again():
    async with hall() as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await ann.answers("draw")
        before = ann.screen.lines
        await ann.drops()
        again = await place.comes("ann")
        lines = again.screen.lines
        assert lines[: len(before)] == before
        assert [line.n for line in lines] == list(range(len(lines)))
        own = next(line for line in lines if line.kind == "drew")
        other = next(line for line in bob.screen.lines if line.kind == "drew")
        assert own.event["face"]
        assert other.event["face"] == ""


async def test_what_an_interface_gets_can_be_written_as_lines():
    async with hall() as place:
        ann, _ = await dealt(place, "ann", "bob", pets=(1, 0))
        for _, message in ann.screen.told:
            assert link.write_line(message).endswith(b"\n")


async def test_an_interface_that_fails_is_dropped_and_the_others_play_on():
    async with hall() as place:
        ann, bob = await seated(place, "ann", "bob", pets=(1, 0))
        broken = place.room.connect("SHA256:cem", "cem")

        def fail(message):
            raise ZeroDivisionError

        broken.attach(fail)
        await place.settle()
        await ann.does(link.Ready())
        await bob.does(link.Ready())
        assert ann.screen.ask is not None
        assert "cem" not in [person.name for person in ann.screen.lobby.people]


async def test_a_flood_of_messages_is_cut_short():
    async with hall() as place:
        (ann,) = await seated(place, "ann")
        for _ in range(300):
            ann.link.send(link.Ready())
        await place.settle()
        assert ann.screen.problem.code == "too_fast"
        await place.passes(5)
        mark = len(ann.screen.all(link.Problem))
        await ann.does(link.Ready(ready=False))
        assert len(ann.screen.all(link.Problem)) == mark
        assert ann.screen.seats[0].ready is False


async def test_closing_the_room_says_goodbye_with_the_commitment():
    async with hall() as place:
        ann, _ = await dealt(place, "ann", "bob")
        place.room.close()
        await place.running
        assert ann.screen.last(link.Bye).commitment == place.record.commitment
        assert isinstance(ann.screen.told[-1][1], link.Bye)


async def test_only_the_host_reads_by_which_command_a_kept_game_goes_on():
    async with hall() as place:
        ann, bob = await dealt(place, "ann", "bob")
        assert (ann.link.person.is_host, bob.link.person.is_host) == (True, False)
        place.room.close()
        await place.running
        assert "`make play` (or `runes host`)" in ann.screen.last(link.Bye).text
        assert bob.screen.last(link.Bye).text.endswith("by the way that you came.")


async def test_what_cannot_be_kept_is_never_shown():
    journal = FailingJournal()
    async with hall(archive=journalled(journal)) as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        journal.dies_after = len(journal.commits)
        seen = [ann.screen.view, bob.screen.view]
        ann.link.send(link.Give(number=ann.screen.pending.number, option=0))
        with pytest.raises(Died):
            await place.running
        assert [ann.screen.view, bob.screen.view] == seen
        assert "fault" in bob.screen.last(link.Bye).text


@pytest.mark.parametrize("order", [(-1, 0, 1), (0, 0, 0), (2**60, 1, 0)])
async def test_an_order_that_makes_no_sense_stops_nobody(order):
    async with hall(archive=journalled()) as place:
        _, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await bob.does(link.Rearrange(zone="hand", order=order))
        assert bob.screen.problem.code == "cannot_arrange"
        await bob.does(link.Rearrange(zone="hand", order=(2, 1, 0)))
        assert not place.running.done()
