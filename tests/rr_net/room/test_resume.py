"""A host that stops at any moment, and the same game taken up again."""

import pytest

from rr_net import link
from rr_net.fairness.proof.receipts import read_receipts
from rr_net.game.record import RecordedEntry
from rr_net.host.around import kept_games
from rr_net.store import MemoryJournal
from rr_rules.kernel.table import Table
from rr_rules.registry import load_game
from tests.support.rr_net.journals import load_any
from tests.support.rr_net.roomplay import dealt, hall, journalled, seated


async def resumed(place, archive):
    """Takes the unfinished game up in a new room."""
    unfinished = await archive.unfinished()
    place.room.resume(unfinished)
    await place.settle()
    return unfinished


def public(screen):
    return screen.view, screen.pending.number


@pytest.mark.rule("RR-TABLE-08")
async def test_the_same_state_and_the_same_commitment_go_on():
    journal = MemoryJournal()
    async with hall(archive=journalled(journal), game="runes-regulations") as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await ann.answers()
        commitment = ann.screen.lobby.commitment
        before = [ann.screen.view, bob.screen.view]
        asks = [ann.screen.ask, bob.screen.ask]
        lines = [line.text for line in ann.screen.lines]
        place.room.close()
        await place.running
    archive = journalled(journal, luck=2)
    async with hall(archive=archive, game="runes-regulations") as place:
        await resumed(place, archive)
        assert place.room.phase == "playing"
        ann = await place.comes("ann")
        bob = await place.comes("bob")
        assert ann.screen.last(link.Welcome).commitment == commitment
        assert [ann.screen.view, bob.screen.view] == before
        assert [ann.screen.ask, bob.screen.ask] == asks
        assert [line.text for line in ann.screen.lines if line.kind != "room"] == lines


async def test_a_game_is_verified_at_its_end_although_its_host_stopped_in_between():
    journal = MemoryJournal()
    async with hall(archive=journalled(journal)) as place:
        await dealt(place, "ann", "bob", pets=(1, 0))
    archive = journalled(journal, luck=2)
    async with hall(archive=archive) as place:
        await resumed(place, archive)
        players = [await place.comes("ann"), await place.comes("bob")]
        await play_on(place, players)
        ended = players[0].screen.last(link.Ended)
        assert ended.verified is True
        assert ended.verdict.startswith("Verified")
        assert await archive.unfinished() is None


async def play_on(place, players):
    """Everybody takes the first option, until the game is over."""
    while place.room.phase == "playing":
        for player in players:
            if player.screen.ask is not None:
                await player.answers()
        await place.passes(1.2)


async def test_seats_wait_for_their_keys_and_the_clocks_stand_still_until_the_first_comes():
    journal = MemoryJournal()
    async with hall(archive=journalled(journal)) as place:
        await dealt(place, "ann", "bob", pets=(1, 0))
    archive = journalled(journal)
    async with hall(archive=archive) as place:
        await resumed(place, archive)
        watcher = await place.comes("zoe")
        await place.passes(3600)
        assert [seat.stand_in for seat in watcher.screen.seats] == [False, False]
        assert [seat.name for seat in watcher.screen.seats] == ["ann", "bob"]
        ann = await place.comes("ann")
        assert ann.screen.ask is not None
        assert ann.screen.seats[1].grace == 60
        await place.passes(60)
        assert [seat.stand_in for seat in ann.screen.seats] == [False, True]


async def test_only_the_key_of_a_seat_takes_it_up_again_and_needs_no_code():
    journal = MemoryJournal()
    async with hall(archive=journalled(journal)) as place:
        await dealt(place, "ann", "bob", pets=(1, 0))
    archive = journalled(journal)
    async with hall(archive=archive, is_open=False, invite="maple") as place:
        await resumed(place, archive)
        other = await place.comes("ann", key="SHA256:stranger")
        assert other.screen.last(link.Welcome).admitted is False
        bob = await place.comes("somebody", key="SHA256:bob")
        assert bob.screen.last(link.Welcome).admitted is True
        assert bob.screen.view.me == 1


async def test_an_answer_that_was_given_in_a_window_is_not_lost_with_the_host():
    journal = MemoryJournal()
    async with hall(seats=3, archive=journalled(journal)) as place:
        ann, bob, _ = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        await ann.answers("skip")
        await ann.answers("throw")
        await bob.answers("pass")
    archive = journalled(journal)
    async with hall(archive=archive) as place:
        await resumed(place, archive)
        ann, bob, cem = [await place.comes(name) for name in ("ann", "bob", "cem")]
        assert bob.screen.window.answered is True
        assert bob.screen.ask is None
        assert cem.screen.ask.verb == "catch"
        # The window has a whole beat again: nobody is hurried by the host's return.
        await place.passes(1.1)
        assert cem.screen.window is not None
        await place.passes(0.1)
        assert cem.screen.window is None


async def test_a_seat_that_was_removed_among_sealed_answers_is_removed_after_a_resume_too():
    journal = MemoryJournal()
    options = {"leaver": "removed"}
    async with hall(seats=3, archive=journalled(journal), options=options) as place:
        ann, bob, cem = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        await ann.answers("skip")
        await ann.answers("throw")
        await bob.answers("pass")
        await cem.does(link.Leave())
        views = [ann.screen.view, bob.screen.view]
        asks = [ann.screen.ask, bob.screen.ask]
    archive = journalled(journal)
    async with hall(archive=archive) as place:
        await resumed(place, archive)
        ann, bob = [await place.comes(name) for name in ("ann", "bob")]
        assert [ann.screen.view, bob.screen.view] == views
        assert [ann.screen.ask, bob.screen.ask] == asks
        cem = await place.comes("cem")
        assert cem.screen.view.me == -1


async def test_who_was_sent_away_is_not_among_those_whom_a_kept_game_waits_for():
    journal = MemoryJournal()
    async with hall(archive=journalled(journal), seats=3) as place:
        ann, _, _ = await dealt(place, "ann", "bob", "cat", pets=(1, 0, 0))
        [kept] = await kept_games(journal, load_any)
        assert kept.people == ("ann", "bob", "cat")
        await ann.does(link.Host(act="kick", name="bob"))
        await place.settle()
        [kept] = await kept_games(journal, load_any)
        assert kept.people == ("ann", "cat")


async def test_a_game_that_was_over_but_not_opened_is_opened_on_resume():
    journal = MemoryJournal()
    async with hall(archive=journalled(journal), options={"audit": "on_request"}) as place:
        players = await dealt(place, "ann", "bob", pets=(1, 0))
        await play_on(place, players)
        assert players[0].screen.last(link.Ended).verdict == ""
    archive = journalled(journal)
    async with hall(archive=archive) as place:
        await resumed(place, archive)
        ann = await place.comes("ann")
        assert place.room.phase == "over"
        assert ann.screen.last(link.Ended).winners is not None
        await ann.does(link.Audit())
        assert ann.screen.last(link.Ended).verified is True


@pytest.mark.slow
@pytest.mark.parametrize("stop_after", range(1, 40, 3))
async def test_a_host_may_stop_after_any_answer(stop_after):
    """The rows of the journal alone give the position that everybody saw."""
    journal = MemoryJournal()
    archive = journalled(journal)
    async with hall(archive=archive, game="runes-regulations", options={"window": "fast"}) as place:
        players = await dealt(place, "ann", "bob", pets=(1, 0))
        for turn in range(stop_after):
            player = next(p for p in players if p.screen.ask is not None)
            acts = len(player.screen.ask.options)
            number = player.screen.pending.number
            await player.does(link.Give(number=number, option=turn % acts))
        seen = [player.screen.view for player in players]
    unfinished = await archive.unfinished()
    terms = unfinished.terms
    table = Table(load_game("runes-regulations"), 2, terms.options, terms.declared)
    for each in unfinished.recorded:
        if isinstance(each, RecordedEntry):
            table.apply(each.entry)
    assert [table.game.view(table.state, seat) for seat in (0, 1)] == seen


# --- what the rows do not know ------------------------------------------------------------

RUNES = {"game": "runes-regulations", "seats": 3}


async def turns_pass(place, players, turns):
    """Everybody takes the first answer until so many turns later."""
    end = players[0].screen.view.turn + turns
    for _ in range(600):
        if players[0].screen.view.turn >= end:
            return
        for player in players:
            beforehand = player.screen.pending.beforehand
            if beforehand is not None and beforehand.must_file:
                await files(player)
            elif player.screen.ask is not None:
                await player.answers()
        await place.passes(1.2)
    raise AssertionError("the turns never end")


async def files(player):
    """Files that every Rune of the own Fence is used whenever it can be."""
    fence = player.screen.view.seats[player.screen.view.me].fence
    orders = [link.Order(at=at, face=each.face, when=("all",)) for at, each in enumerate(fence)]
    await player.does(link.FileOrders(orders=tuple(orders)))


def hidden_of(place, seat):
    """The faces that a seat holds in hiding."""
    table = place.archive.tables[-1]
    zones = [z for z in table.game.zones(table.state) if z.hidden and z.owner == seat]
    return {(z.label, table.game.face_of(table.state, c)) for z in zones for c in z.cards}


def shown_by(receipts):
    return {(each.zone, each.face) for each in read_receipts(receipts).openings}


@pytest.mark.rule("RR-TABLE-09")
async def test_who_is_sent_away_keeps_the_receipts_of_that_moment_and_gets_none_of_the_bots():
    # Not Bob's turn: the bot would draw before he is looked at.
    async with hall(archive=journalled(), options={"first_player": "host"}, **RUNES) as place:
        root, _, cem = await seated(place, "root", "bob", "cem")
        await root.does(link.Start())
        await root.does(link.Host(act="kick", name="bob"))
        then = place.room.receipts("SHA256:bob")
        assert shown_by(then) >= hidden_of(place, 1)
        for _ in range(8):
            await turns_pass(place, [root, cem], 2)
            if not hidden_of(place, 1) <= shown_by(then):
                break
        assert not hidden_of(place, 1) <= shown_by(then), "the bot has drawn nothing new"
        assert place.room.receipts("SHA256:bob") == then
        assert place.room.receipts("SHA256:cem") != then
        await place.comes("bob")
        await root.does(link.Host(act="approve", key="SHA256:bob"))
        assert place.room.receipts("SHA256:bob") == then


@pytest.mark.rule("RR-TABLE-09")
@pytest.mark.parametrize("was_dealt_in", [True, False])
async def test_who_was_sent_away_stays_so_when_the_game_is_taken_up_again(was_dealt_in):
    journal = MemoryJournal()
    guarded = {"is_open": False, "invite": "maple-42", **RUNES}
    names = ["root", "bob", "cem"] if was_dealt_in else ["root", "cem"]
    async with hall(archive=journalled(journal), key_book=journal, **guarded) as place:
        root = await place.comes("root", is_host=True)
        await root.does(link.Sit(seat=0))
        players = [root]
        for seat, name in ((1, "bob"), (2, "cem")):
            player = await place.comes(name)
            await player.does(link.Enter(code="maple-42"))
            players.append(player)
            if name in names:
                await player.does(link.Sit(seat=seat))
        _, bob, cem = players
        await root.does(link.Start())
        if not was_dealt_in:
            await bob.does(link.Sit(seat=1))
            await root.does(link.Host(act="seat", name="bob"))
            await turns_pass(place, players, 2)
            assert bob.screen.view.me == 1
        await root.does(link.Host(act="kick", name="bob"))
        then = place.room.receipts("SHA256:bob")
    archive = journalled(journal, luck=2)
    async with hall(archive=archive, key_book=journal, **guarded) as place:
        await resumed(place, archive)
        bob = await place.comes("bob")
        assert bob.screen.last(link.Welcome).admitted is False
        assert bob.screen.all(link.Seen) == []
        root, cem = await place.comes("root", is_host=True), await place.comes("cem")
        assert [each.stand_in for each in root.screen.seats] == [False, True, False]
        await root.does(link.Host(act="approve", key="SHA256:bob"))
        assert bob.screen.view.me == -1
        await bob.does(link.Sit(seat=1))
        assert bob.screen.problem.code == "one_chair"
        await turns_pass(place, [root, cem], 2)
        assert place.room.receipts("SHA256:bob") == then


@pytest.mark.rule("RR-HID-19")
async def test_orders_are_on_file_still_when_the_game_is_taken_up_again():
    journal = MemoryJournal()
    async with hall(archive=journalled(journal), options={"pace": "days"}, **RUNES) as place:
        players = await dealt(place, "ann", "bob", "cem")
        for player in players:
            await files(player)
        await turns_pass(place, players, 1)
        filed = [seat.filed for seat in players[0].screen.seats]
        mine = [player.screen.pending.beforehand.orders for player in players]
    archive = journalled(journal, luck=9)
    async with hall(archive=archive, **RUNES) as place:
        await resumed(place, archive)
        players = [await place.comes(name) for name in ("ann", "bob", "cem")]
        assert [seat.filed for seat in players[0].screen.seats] == filed
        assert [player.screen.pending.beforehand.orders for player in players] == mine
        assert any(mine)


@pytest.mark.rule("RR-HID-19")
async def test_orders_that_ended_or_were_taken_back_are_not_on_file_again():
    journal = MemoryJournal()
    async with hall(archive=journalled(journal), **RUNES) as place:
        players = await dealt(place, "ann", "bob", "cem")
        for player in players:
            await files(player)
        turn = players[0].screen.view.turn
        await turns_pass(place, players, 2)
        assert players[0].screen.view.turn == turn + 2
        ended = [seat.filed for seat in players[0].screen.seats]
        taker = players[ended.index(True)]
        await taker.does(link.TakeBackOrders())
        filed = [seat.filed for seat in players[0].screen.seats]
    archive = journalled(journal, luck=9)
    async with hall(archive=archive, **RUNES) as place:
        await resumed(place, archive)
        ann = await place.comes("ann")
        assert [seat.filed for seat in ann.screen.seats] == filed


@pytest.mark.rule("RR-HID-19")
async def test_across_days_who_owed_orders_when_the_host_stopped_owes_them_still():
    journal = MemoryJournal()
    async with hall(archive=journalled(journal), options={"pace": "days"}, **RUNES) as place:
        players = await dealt(place, "ann", "bob", "cem")
        for _ in range(200):
            owing = [p for p in players if p.screen.pending.beforehand.must_file]
            if owing:
                break
            for player in players:
                if player.screen.ask is not None:
                    await player.answers()
            await place.passes(1.2)
        [debtor] = owing
        name = next(name for name, player in place.players.items() if player is debtor)
    archive = journalled(journal, luck=9)
    async with hall(archive=archive, **RUNES) as place:
        await resumed(place, archive)
        again = await place.comes(name)
        assert again.screen.pending.beforehand.must_file is True


async def test_who_was_let_in_again_by_a_nod_is_not_asked_anew_when_the_game_goes_on():
    journal = MemoryJournal()
    guarded = {"is_open": False, "invite": "maple-42", **RUNES}
    async with hall(archive=journalled(journal), key_book=journal, **guarded) as place:
        root = await place.comes("root", is_host=True)
        await root.does(link.Sit(seat=0))
        for seat, name in ((1, "bob"), (2, "cem")):
            player = await place.comes(name)
            await player.does(link.Enter(code="maple-42"))
            await player.does(link.Sit(seat=seat))
        await root.does(link.Start())
        await root.does(link.Host(act="kick", name="bob"))
        await root.does(link.Host(act="approve", key="SHA256:bob"))
    archive = journalled(journal, luck=2)
    async with hall(archive=archive, key_book=journal, **guarded) as place:
        await resumed(place, archive)
        bob = await place.comes("bob")
        assert bob.screen.last(link.Welcome).admitted is True
        assert bob.screen.view.me == -1


async def test_standing_holds_are_there_again_when_the_game_goes_on():
    journal = MemoryJournal()
    async with hall(archive=journalled(journal), key_book=journal, **RUNES) as place:
        ann, _, _ = await seated(place, "ann", "bob", "cem")
        await ann.does(link.Start())
        await ann.does(link.AlwaysHold(kinds=("cast", "steal")))
        kinds = ann.screen.pending.beforehand.always_hold
    assert kinds == ("cast", "steal")
    archive = journalled(journal, luck=2)
    async with hall(archive=archive, key_book=journal, **RUNES) as place:
        await resumed(place, archive)
        ann = await place.comes("ann")
        assert ann.screen.pending.beforehand.always_hold == kinds
