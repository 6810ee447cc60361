"""Whole games at every level, kept in a journal as a host keeps them, and verified at their end."""

import hashlib
import json
from dataclasses import replace

import pytest

from rr_net import link
from rr_net.fairness.base.errors import BadRow, Failure, VerifyError
from rr_net.fairness.base.note import armoured, read_note
from rr_net.fairness.base.rows import (
    AnswerRow,
    CheckpointRow,
    CloseRow,
    CommitRow,
    EventRow,
    FreezeRow,
    PledgeRow,
)
from rr_net.fairness.proof.bundle import read_bundle
from rr_net.fairness.proof.receipts import check_receipts, read_receipts
from rr_net.local.home import LeapingClock
from rr_net.room.lobby import TablePlan
from rr_net.room.room import RoomLoop
from rr_net.ssh.sshsig import check_signature
from rr_net.store import MemoryJournal
from tests.support.rr_net.hostkeys import STRANGER, signed_seed
from tests.support.rr_net.recorded import KEYS, checked
from tests.support.rr_net.roomplay import (
    Died,
    FailingJournal,
    Hall,
    Screen,
    dealt,
    hall,
    journalled,
    seated,
)
from tests.support.tasks import beside

ANN, BOB = (KEYS[name].get_fingerprint() for name in ("Ann", "Bob"))
OPENING = "sixteen-bytes-of-my-own"
PLEDGE = hashlib.sha256(OPENING.encode()).hexdigest()
SHORT = {"turn_cap": "3"}


def event(player):
    return player.screen.pending.event


async def play_on(place, players, keys="asdf"):
    """Everybody presses keys, and takes the first option, until the game is over."""
    for _ in range(2000):
        if place.room.phase != "playing":
            return
        for player in players:
            open_event = event(player)
            takes = open_event is not None and open_event.stage == "contribute"
            if keys and takes and open_event.how == "keys":
                await player.does(link.Contribute(event=open_event.number, keys=keys))
            if player.screen.ask is not None:
                await player.answers()
        await place.passes(0.5)
    raise AssertionError("the game is never over")


async def two(place):
    """Ann, who hosts, and Bob, with keys that can sign."""
    players = [
        await place.comes("Ann", key=ANN, is_host=True),
        await place.comes("Bob", key=BOB),
    ]
    for seat, player in enumerate(players):
        await player.does(link.Sit(seat=seat, declare=1 - seat))
    return players


async def play_whole(place, players):
    for player in players:
        await player.does(link.Ready())
    await play_on(place, players)


async def dealt_two(place):
    players = await two(place)
    for player in players:
        await player.does(link.Ready())
    return players


def rows_of(archive):
    return read_bundle(archive.last_bundle).rows


# --- whole games --------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("level", ["table", "strict", "solo"])
@pytest.mark.parametrize("game", ["pebbles", "runes-regulations"])
async def test_a_game_is_played_and_verified_at_every_level(game, level):
    archive = journalled()
    async with hall(archive=archive, game=game, fairness=level, options=SHORT) as place:
        players = await dealt_two(place)
        await play_on(place, players)
        ended = players[1].screen.last(link.Ended)
        assert ended.verified is True, ended.verdict
        rows = rows_of(archive)
        freezes = [row for row in rows if isinstance(row, FreezeRow)]
        if level == "solo":
            assert not freezes
        else:
            assert {each.level for row in freezes for each in row.pub.given} == {"chain", "mash"}
        assert isinstance(rows[-1], CheckpointRow)
        assert (ended.size, ended.head) == (len(rows) - 1, rows[-1].prev)
        assert len(ended.words) == 12


async def test_a_table_without_a_key_takes_its_own_word_and_nobody_else_does():
    archive = journalled(signs=False)
    async with hall(archive=archive, fairness="table", options=SHORT) as place:
        players = await dealt_two(place)
        await play_on(place, players)
        assert players[1].screen.last(link.Ended).verified is True
        assert players[1].screen.last(link.Ended).words == ()
        assert not [row for row in rows_of(archive) if isinstance(row, CheckpointRow)]
        with pytest.raises(VerifyError) as refused:
            checked(archive.last_bundle)
        assert refused.value.failure is Failure.UNSIGNED


async def test_bots_alone_and_a_host_that_only_deals_play_a_verified_game():
    archive = journalled()
    options = SHORT | {"host_seat": "dealer_only"}
    async with hall(archive=archive, fairness="table", bots=2, options=options) as place:
        ann = await place.comes("Ann", key=ANN, is_host=True)
        await ann.does(link.Start())
        while not ann.screen.all(link.Ended) or ann.screen.last(link.Ended).verified is None:
            await place.passes(1)
        assert ann.screen.last(link.Ended).verified is True


async def test_a_row_and_what_follows_from_it_are_one_commit():
    journal = FailingJournal()
    async with hall(archive=journalled(journal), fairness="table", options=SHORT) as place:
        players = await dealt_two(place)
        await play_on(place, players)
    together = [tuple(map(type, rows)) for rows in journal.commits]
    assert (FreezeRow, CheckpointRow) in together
    assert (CloseRow, CheckpointRow) in together
    assert all(kinds[-1] is not FreezeRow for kinds in together)
    # Only sealed answers are kept before the table takes them, and what follows comes then.
    before = [together[i - 1] for i, kinds in enumerate(together) if kinds[0] is CommitRow]
    assert before
    assert set(before) == {(AnswerRow,)}


# --- pledges and signatures -----------------------------------------------------------------


async def test_a_pledge_and_a_signature_are_in_the_record_and_hold():
    archive = journalled()
    async with hall(archive=archive, fairness="table", options=SHORT) as place:
        ann, bob = await two(place)
        await bob.does(link.Pledge(hash=PLEDGE))
        for player in (ann, bob):
            await player.does(link.Ready())
        assert event(bob).how == "pledge"
        await bob.does(link.Contribute(event=1, opening=OPENING))
        assert event(bob).mine == OPENING
        while event(bob) is None or event(bob).number == 1 or event(bob).stage == "slow":
            for player in (ann, bob):
                if player.screen.ask is not None:
                    await player.answers()
            await place.passes(0.5)
        number, text = event(bob).number, event(bob).seed_text
        forged = armoured(signed_seed(STRANGER, text))
        await bob.does(link.Contribute(event=number, signature=forged))
        assert "not signed by the seat's key" in bob.screen.problem.text
        mine = armoured(signed_seed(KEYS["Bob"], text))
        await bob.does(link.Contribute(event=number, signature=mine))
        assert event(bob).mine.startswith("U1NIU0lH")
        await play_on(place, [ann, bob])
        assert bob.screen.last(link.Ended).verified is True
        rows = rows_of(archive)
        assert [row.pub.seat for row in rows if isinstance(row, PledgeRow)] == [1]
        given = [
            each.level
            for row in rows
            if isinstance(row, FreezeRow)
            for each in row.pub.given
            if each.seat == 1
        ]
        assert given[:2] == ["pledge", "signature"]
        assert checked(archive.last_bundle, me=[f"1.1 1 pledge {OPENING}"]).entries


# --- a host that dies -------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.rule("RR-TABLE-08")
@pytest.mark.attack("T8")
@pytest.mark.parametrize("commits", range(30))
async def test_a_host_may_die_after_any_commit(commits):
    """Whatever was kept last, an event half done too, the game goes on and verifies."""
    journal = FailingJournal(dies_after=commits)
    async with hall(archive=journalled(journal), fairness="table", options=SHORT) as place:
        players = await two(place)
        with pytest.raises(Died):
            await play_whole(place, players)
    journal.dies_after = 1_000_000
    frozen = [row for rows in journal.commits for row in rows if isinstance(row, FreezeRow)]
    archive = journalled(journal, luck=2)
    async with hall(archive=archive) as place:
        place.room.resume(await archive.unfinished())
        await place.settle()
        players = [await place.comes(name, key=key) for name, key in (("Ann", ANN), ("Bob", BOB))]
        assert players[0].screen.lobby.fairness == "table"
        await play_on(place, players)
        assert players[1].screen.last(link.Ended).verified is True
        rows = rows_of(archive)
        kept = [row for row in rows if isinstance(row, FreezeRow)]
        assert kept[: len(frozen)] == frozen
        events = [row.pub.event for row in rows if isinstance(row, EventRow)]
        assert events == [row.pub.event for row in kept] == list(range(1, len(events) + 1))


@pytest.mark.attack("T8")
async def test_nothing_is_frozen_twice():
    journal = FailingJournal()
    async with hall(archive=journalled(journal), fairness="table") as place:
        await dealt_two(place)
        await place.passes(1.1)
        record = place.record
        given = tuple(filter(None, [record.chain_value(0)]))
        await record.freeze(given)
        kept = list(journal.commits)
        with pytest.raises(BadRow):
            await record.freeze(given)
        assert journal.commits == kept


async def test_a_sealed_answer_that_was_kept_before_the_crash_is_followed_up_after_it():
    journal = FailingJournal()
    async with hall(archive=journalled(journal), options=SHORT) as place:
        ann, bob = await dealt_two(place)
        await ann.answers("draw")
        await ann.answers("throw")
        journal.dies_after = len(journal.commits) + 1
        await bob.answers("pass")
        with pytest.raises(Died):
            await place.passes(2.5)
    assert [type(row) for row in journal.commits[-1]] == [AnswerRow]
    journal.dies_after = 1_000_000
    archive = journalled(journal, luck=2)
    async with hall(archive=archive) as place:
        place.room.resume(await archive.unfinished())
        await place.settle()
        players = [await place.comes(name, key=key) for name, key in (("Ann", ANN), ("Bob", BOB))]
        await play_on(place, players)
        assert players[1].screen.last(link.Ended).verified is True


@pytest.mark.parametrize(("keys", "is_alone"), [("asdf", False), ("", True)])
async def test_the_end_says_whether_anybody_but_the_host_had_a_hand_in_the_luck(keys, is_alone):
    archive = journalled()
    async with hall(archive=archive, fairness="table", options=SHORT) as place:
        players = await dealt_two(place)
        await play_on(place, players, keys)
        ended = players[1].screen.last(link.Ended)
        assert (ended.verified, ended.host_luck) == (True, is_alone)


# --- games that were never opened -------------------------------------------------------------


def turn_of(place):
    table = place.archive.tables[-1]
    return table.game.turn(table.state)


@pytest.mark.attack("T20")
async def test_a_game_that_was_broken_off_is_named_by_the_lobby_and_the_next_manifest():
    archive = journalled()
    async with hall(archive=archive, fairness="table", options=SHORT) as place:
        ann, bob = players = await dealt_two(place)
        await place.passes(10)
        gid, turn = place.room.promise.game, turn_of(place)
        assert "are closed" not in " ".join(bob.screen.lobby.notes)
        await ann.does(link.Host(act="end"))
        said = f"Ended early, with Ann and Bob, at turn {turn}: its cards are closed."
        assert said in bob.screen.lobby.notes
        assert await archive.unfinished() is None
        for player in players:
            await player.does(link.Rematch())
        await play_on(place, players)
        assert read_bundle(archive.last_bundle).manifest.abandoned == (gid,)


async def test_a_game_that_was_broken_off_and_opened_is_not_held_against_its_host():
    archive = journalled()
    async with hall(archive=archive, fairness="table", options=SHORT) as place:
        ann, bob = players = await dealt_two(place)
        await place.passes(10)
        await ann.does(link.Host(act="end"))
        for player in players:
            await player.does(link.Audit())
        assert bob.screen.last(link.Ended).verified is True
        assert "are closed" not in " ".join(bob.screen.lobby.notes)
        for player in players:
            await player.does(link.Rematch())
        await play_on(place, players)
        assert read_bundle(archive.last_bundle).manifest.abandoned == ()


@pytest.mark.attack("T20")
async def test_a_host_that_starts_anew_instead_of_going_on_is_found_out():
    journal = MemoryJournal()
    async with hall(archive=journalled(journal), fairness="table") as place:
        await dealt_two(place)
        await place.passes(10)
        turn = turn_of(place)
    async with hall(archive=journalled(journal, luck=2), fairness="table") as place:
        bob = await place.comes("Bob", key=BOB)
        known = f"with Ann and Bob, at turn {turn}"
        said = f"Unfinished, {known}: it is kept, can go on, and is not opened yet."
        assert said in bob.screen.lobby.notes


async def test_a_game_that_somebody_played_alone_is_held_against_nobody():
    journal = MemoryJournal()
    async with hall(archive=journalled(journal), seats=2, bots=1) as place:
        ann = await place.comes("Ann", key=ANN, is_host=True)
        await ann.does(link.Sit(seat=0, declare=0))
        await ann.does(link.Ready())
        gid = place.room.promise.game
    archive = journalled(journal, luck=2)
    async with hall(archive=archive) as place:
        bob = await place.comes("Bob", key=BOB)
        assert "are closed" not in " ".join(bob.screen.lobby.notes)
        assert gid in await journal.unopened()  # the next record names it all the same


async def test_a_game_that_goes_on_is_not_called_abandoned():
    journal = MemoryJournal()
    async with hall(archive=journalled(journal), fairness="table") as place:
        await dealt_two(place)
        await place.passes(10)
    archive = journalled(journal, luck=2)
    async with hall(archive=archive) as place:
        place.room.resume(await archive.unfinished())
        await place.settle()
        bob = await place.comes("Bob", key=BOB)
        assert "are closed" not in " ".join(bob.screen.lobby.notes)


# --- receipts -----------------------------------------------------------------------------


@pytest.mark.attack("T18")
async def test_receipts_taken_at_any_time_fit_the_bundle():
    archive = journalled()
    async with hall(archive=archive, fairness="table", options=SHORT) as place:
        players = await dealt_two(place)
        taken = [place.room.receipts(BOB)]
        while place.room.phase == "playing":
            for player in players:
                open_event = event(player)
                if open_event and open_event.how == "keys" and not open_event.mine:
                    await player.does(link.Contribute(event=open_event.number, keys="jk"))
                if player.screen.ask is not None:
                    await player.answers()
            await place.passes(0.7)
            taken.append(place.room.receipts(BOB))
        bundle = read_bundle(archive.last_bundle)
        for each in taken:
            check_receipts(read_receipts(each), bundle, check_signature)
        last = json.loads(taken[-1])
        assert last["given"][0] == {
            "event": 1, "opening": 1, "level": "mash", "value": "jk"
        }  # fmt: skip
        assert last["openings"]
        note, signature = place.room.receipt
        assert read_note(note.decode()).head == bundle.rows[-1].prev
        assert signature.startswith(b"-----BEGIN SSH SIGNATURE-----\n")


async def test_a_receipt_in_a_window_does_not_tell_who_has_answered():
    async with hall(archive=journalled(), seats=3, fairness="table") as place:
        players = await seated(place, "ann", "bob", "cem", pets=(1, 0, 0))
        for player in players:
            await player.does(link.Ready())
        await place.passes(10)
        ann, bob, _ = players
        await ann.answers("draw")
        await ann.answers("throw")
        assert bob.screen.window is not None
        before = [place.room.receipts(f"SHA256:{name}") for name in ("ann", "bob", "cem")]
        note = place.room.receipt
        await bob.answers("pass")
        after = [place.room.receipts(f"SHA256:{name}") for name in ("ann", "bob", "cem")]
        assert after == before
        assert place.room.receipt == note


async def test_four_words_in_the_log_are_those_of_what_was_signed():
    archive = journalled()
    async with hall(archive=archive, fairness="table", options=SHORT) as place:
        players = await dealt(place, "ann", "bob", pets=(1, 0))
        await place.passes(10)
        head = place.record.head
        line = next(line for line in players[1].screen.lines if line.kind == "checkpoint")
        assert line.text.endswith(": " + " ".join(head.words[:4]))


async def test_receipts_of_the_game_before_can_still_be_fetched():
    async with hall(archive=journalled(), fairness="table", options=SHORT) as place:
        ann, bob = players = await dealt_two(place)
        await play_on(place, players)
        first = place.room.receipts(BOB)
        await bob.does(link.Leave())
        await ann.does(link.Rematch())
        assert place.room.receipts(BOB) == first
        assert json.loads(place.room.receipts(ANN))["game"] == place.room.promise.game


async def test_bots_alone_open_no_window_and_wait_for_the_slow_hash_alone():
    archive, clock = journalled(), LeapingClock()
    place = Hall(archive=archive)
    settings = TablePlan(game="pebbles", bots=2, fairness="table", options=SHORT)
    room = RoomLoop(settings, replace(place.services, clock=clock))
    watcher = Screen(clock)
    room.connect("local", "onlooker", admitted=True).attach(watcher.receive)
    room.start()
    async with beside(clock.run(room)) as leaping, beside(room.run()):
        await watcher.has(lambda: archive.last_bundle is not None)
        room.close()
        leaping.cancel()
    stages = {p.event.stage for p in watcher.all(link.Pending) if p.event}
    assert stages == {"slow"}
    assert checked(archive.last_bundle).entries
