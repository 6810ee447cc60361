"""Seats whose players have clients that sign: what a room takes of them, and what it records."""

import pytest

from rr_net import link
from rr_net.fairness.base.hash import Tag, hashed
from rr_net.fairness.base.rows import AnswerRow
from rr_net.fairness.proof.bundle import read_bundle
from rr_net.store import MemoryJournal
from rr_rules.kernel.transcript import canonical
from tests.support.rr_net.roomplay import Died, FailingJournal, journalled
from tests.support.rr_net.signing import game_key
from tests.support.rr_net.signplay import (
    asked,
    comes_plain,
    comes_signing,
    given_by,
    goes_on_until,
    kept_rows,
    plays_on,
    rows_of,
    said_of,
    signing_hall,
    three,
    two,
)

GAMES = {
    "pebbles": {"turn_cap": "3"},
    "runes-regulations": {"turn_cap": "3"},
    "regicide": {},
    "rune": {"first_seat": "1"},
}


@pytest.mark.slow
@pytest.mark.parametrize("level", ["table", "solo"])
@pytest.mark.parametrize("game", GAMES)
async def test_a_game_of_seats_that_sign_is_recorded_and_verified(game, level):
    async with signing_hall(game=game, fairness=level, options=GAMES[game]) as place:
        players = await two(place)
        await plays_on(place, players)
        rows = rows_of(place)
        by = given_by(rows)
        assert by[0, "", "answer"] > 0 < by[1, "", "answer"]
        assert {(seat, why) for seat, why, kind in by if not kind} <= {
            (seat, why) for seat in (0, 1) for why in ("silence", "single")
        }
        witnesses = said_of(rows, "witness")
        assert {each.seat for each in witnesses} == {0, 1}


# --- at the door of the table -----------------------------------------------------------------


async def other_option(player, number):
    return {"signed": await player.signed(1)}


async def other_question(player, number):
    await player.catches_up()
    return {"signed": link.AnswerSignature(**player.client.answer(number + 1, 0))}


async def other_kind(player, number):
    return {"signed": await player.signed(0, kind="ahead")}


async def other_key(player, number):
    player.client.key = game_key("mallory")
    return {"signed": await player.signed(0)}


async def unsigned(player, number):
    return {}


async def head_to_come(player, number):
    signed = (await player.signed(0)).model_dump()
    return {"signed": link.AnswerSignature(**signed | {"size": signed["size"] + 9})}


@pytest.mark.attack("T18")
@pytest.mark.parametrize(
    "way", [other_option, other_question, other_kind, other_key, unsigned, head_to_come]
)
async def test_an_answer_that_is_not_signed_well_is_refused_and_changes_nothing(way):
    options = {"turn_cap": "3", "turn_clock": "30"}
    async with signing_hall(options=options) as place:
        players = await two(place)
        player = await asked(place, players)
        before = kept_rows(place)
        pending = player.screen.pending
        await place.passes(4)
        more = await way(player, pending.number)
        await player.does(link.Give(number=pending.number, option=0, **more))
        code = "unsigned" if way is unsigned else "bad_signature"
        assert (player.screen.problem.code, player.screen.problem.of) == (code, "answer")
        assert player.screen.pending == pending
        assert kept_rows(place) == before
        await place.passes(25)
        assert player.screen.pending == pending, "the clock has not run out yet"
        await place.passes(1.5)
        assert player.screen.pending != pending, "nor was it begun anew"


async def test_a_seat_signs_nothing_over_an_older_head_than_before():
    async with signing_hall() as place:
        players = await two(place)
        for _ in range(3):
            player = await asked(place, players)
            await player.answers()
        player = await asked(place, [player])
        await player.does(link.Give(number=player.screen.pending.number, option=0,
                                    signed=await player.signed(0, size=1)))  # fmt: skip
        assert player.screen.problem.code == "bad_signature"


async def test_a_seat_without_a_client_plays_as_ever_and_signatures_of_it_are_dropped():
    async with signing_hall(options={"turn_cap": "2"}) as place:
        ann, bob = players = await two(place, second=comes_plain)
        assert [seat.checks for seat in ann.screen.seats] == [True, False]
        player = await asked(place, [bob]) if bob.screen.ask else bob
        if player.screen.ask is not None:
            stray = link.AnswerSignature(size=0, signature="00" * 64)
            await player.answers(signed=stray)
        await plays_on(place, players)
        assert {seat for seat, why, kind in given_by(rows_of(place)) if kind} == {0}


@pytest.mark.slow
async def test_what_is_answered_in_the_beat_before_is_signed_too():
    options = GAMES["runes-regulations"] | {"turn_cap": "6"}
    async with signing_hall(game="runes-regulations", options=options) as place:
        players = await two(place)
        await plays_on(place, players)
        by = given_by(rows_of(place))
        assert by[0, "", "ahead"] + by[1, "", "ahead"] > 0


# --- what the room gives -----------------------------------------------------------------------


async def thrown(place, players):
    """Somebody has thrown a pebble, and a window is open."""
    for _ in range(40):
        player = await asked(place, players)
        if player.screen.window is not None:
            return
        acts = {option.act for option in player.screen.ask.options}
        await player.answers("throw" if "throw" in acts else None)
    raise AssertionError("no window opens")


async def test_silence_in_a_window_is_told_apart_from_a_pass():
    async with signing_hall(seats=3) as place:
        players = await three(place)
        await thrown(place, players)
        asked_now = [player for player in players if player.screen.ask is not None]
        await asked_now[0].answers("pass")
        await place.passes(3)
        await plays_on(place, players)
        by = given_by(rows_of(place))
        assert by[players.index(asked_now[0]), "", "answer"] > 0
        assert by[players.index(asked_now[1]), "silence", ""] > 0


async def test_filed_orders_answer_with_their_own_signature():
    async with signing_hall(seats=3) as place:
        players = await three(place)
        cem = players[2]
        hand = cem.screen.view.seats[2].hand
        orders = (link.Order(zone="hand", at=0, face=hand[0], when=("all",)),)
        await cem.does(link.FileOrders(orders=orders))
        assert (cem.screen.problem.code, cem.screen.problem.of) == ("unsigned", "file_orders")
        signed = cem.client.orders(cem.screen.pending.number, ())
        await cem.does(link.FileOrders(orders=orders, signed=link.OrdersSignature(**signed)))
        assert cem.screen.problem.code == "bad_signature"
        assert not cem.screen.pending.beforehand.filed
        await cem.files(*orders)
        assert cem.screen.pending.beforehand.filed
        await thrown(place, players)
        await place.passes(3)
        await plays_on(place, players)
        assert given_by(rows_of(place))[2, "order", "order"] > 0


async def test_orders_are_taken_only_where_the_record_shows_what_they_are_about():
    async with signing_hall(seats=3, options={"turn_cap": "9"}) as place:
        cem = (await three(place))[2]
        await cem.catches_up()
        early = len(cem.client.rows)
        first, *_, last = hand = cem.screen.view.seats[2].hand
        assert first != last
        await cem.does(link.Rearrange(zone="hand", order=tuple(reversed(range(len(hand))))))
        await cem.catches_up()
        orders = (link.Order(zone="hand", at=0, face=last, when=("all",)),)
        for size, code in ((early, "bad_signature"), (-1, "")):
            signed = cem.client.orders(cem.screen.pending.number, orders, size=size)
            signature = link.OrdersSignature(**signed)
            await cem.does(link.FileOrders(orders=orders, signed=signature))
            assert cem.screen.pending.beforehand.filed is (not code)
        assert cem.screen.problem.code == "bad_signature"


async def test_what_the_clock_answers_is_named():
    async with signing_hall(seats=3, bots=2, options={"turn_cap": "3", "turn_clock": "5"}) as place:
        ann = await comes_signing(place, "ann", seat=0, is_host=True)
        await place.comes("zoe")  # alone, Ann would have all the time
        await ann.does(link.Ready())
        while place.archive.last_bundle is None:
            assert place.clock.time() < 5000
            await place.passes(1)
        by = given_by(rows_of(place))
        assert by[0, "clock", ""] > 0
        assert {seat for seat, why, kind in by if why or kind} == {0}


async def test_the_only_option_is_named_where_the_room_gives_it():
    game = {"bots": 1, "options": {"turn_cap": "8", "window": "answered"}}
    async with signing_hall(**game) as place:
        ann = await comes_signing(place, "ann", seat=0, is_host=True)
        await ann.does(link.Ready())
        await plays_on(place, [ann])
        by = given_by(rows_of(place))
        assert by[0, "single", ""] > 0 < by[0, "", "answer"]


# --- away, and without the key ------------------------------------------------------------------


async def test_who_comes_back_without_the_key_plays_plain_until_it_is_there_again():
    async with signing_hall(options={"turn_cap": "6"}) as place:
        ann, bob = await two(place)
        await bob.drops()
        bob = await comes_plain(place, "bob")
        assert said_of(kept_rows(place), "plain") == []
        while not said_of(kept_rows(place), "plain"):
            await plays_on(place, [ann, bob], turns=1)
        await plays_on(place, [ann, bob], turns=6)
        assert not bob.screen.all(link.Problem)
        await bob.drops()
        bob = await comes_signing(place, "bob")
        bob.client.seat = 1
        await plays_on(place, [ann, bob])
        rows = rows_of(place)
        assert [(each.seat, each.until) for each in said_of(rows, "plain")] == [(1, 0), (1, 1)]
        by = given_by(rows)
        assert by[1, "", ""] > 0 < by[1, "", "answer"]
        assert not said_of(rows, "away")


async def test_a_bot_that_plays_for_somebody_who_signs_is_named_until_they_are_back():
    async with signing_hall(options={"turn_cap": "6"}) as place:
        ann, bob = await two(place)
        await bob.does(link.StepAway())
        await plays_on(place, [ann], turns=4)
        assert place.room.phase == "playing"
        await bob.does(link.Sit(seat=1))
        await plays_on(place, [ann, bob])
        rows = rows_of(place)
        assert [(each.seat, each.until) for each in said_of(rows, "away")] == [(1, 0), (1, 1)]
        by = given_by(rows)
        assert by[1, "away", ""] > 0 < by[1, "", "answer"]


async def test_who_was_sent_away_is_away_to_the_end():
    async with signing_hall() as place:
        ann, _ = await two(place)
        await ann.does(link.Host(act="kick", name="bob"))
        await plays_on(place, [ann])
        rows = rows_of(place)
        assert [(each.seat, each.until) for each in said_of(rows, "away")] == [(1, 0)]
        assert {why for seat, why, kind in given_by(rows) if seat == 1} == {"away"}


async def test_who_goes_in_a_window_is_silent_in_it_and_away_from_then_on():
    async with signing_hall(seats=3, options={"turn_cap": "5"}) as place:
        players = await three(place)
        await thrown(place, players)
        gone = next(player for player in players if player.screen.ask is not None)
        await gone.does(link.StepAway())
        assert not said_of(kept_rows(place), "away")
        while not said_of(kept_rows(place), "away"):
            await place.passes(0.5)
        seat = players.index(gone)
        rows = kept_rows(place)
        before = rows[: next(at for at, row in enumerate(rows) if row.type == "away")]
        mine = [row for row in before if row.type == "answer" and row.body.seat == seat]
        last = mine[-1]
        assert (last.body.by, last.body.option) == ("silence", 0)
        await plays_on(place, [player for player in players if player is not gone])
        assert given_by(rows_of(place))[seat, "away", ""] > 0


async def test_who_is_back_in_a_window_plays_after_it():
    async with signing_hall(seats=3, options={"turn_cap": "9"}) as place:
        players = await three(place)
        cem = players[2]
        await cem.does(link.StepAway())
        await thrown(place, players[:2])
        await cem.does(link.Sit(seat=2))
        assert [each.until for each in said_of(kept_rows(place), "away")] == [0]
        await cem.does(link.Give(number=cem.screen.pending.number, option=0))
        assert cem.screen.problem.code in {"stand_in", "wrong_seat"}
        await place.passes(3)
        await plays_on(place, players)
        rows = rows_of(place)
        assert [each.until for each in said_of(rows, "away")] == [0, 1]
        assert given_by(rows)[2, "", "answer"] > 0


async def test_a_draft_that_was_begun_with_the_key_counts_without_it():
    async with signing_hall(game="rune", options=GAMES["rune"]) as place:
        ann, bob = await two(place)
        await ann.answers("lay")
        await ann.drops()
        ann = await comes_plain(place, "ann", is_host=True)
        await ann.answers("draw")
        assert not ann.screen.all(link.Problem)
        assert [each.until for each in said_of(kept_rows(place), "plain")] == [0]
        await plays_on(place, [ann, bob])
        assert given_by(rows_of(place))[0, "", ""] > 1


async def test_a_draft_that_was_begun_without_the_key_counts_before_the_key_does():
    async with signing_hall(game="rune", options=GAMES["rune"]) as place:
        ann, bob = await two(place)
        await ann.drops()
        ann = await comes_plain(place, "ann", is_host=True)
        await ann.answers("lay")
        await ann.drops()
        ann = await comes_signing(place, "ann", is_host=True)
        ann.client.seat = 0
        assert [each.until for each in said_of(kept_rows(place), "plain")] == [0]
        await ann.answers("draw")
        assert [each.until for each in said_of(kept_rows(place), "plain")] == [0, 1]
        await plays_on(place, [ann, bob])
        by = given_by(rows_of(place))
        assert by[0, "", ""] == 2
        assert by[0, "", "answer"] > 0


async def test_who_is_back_in_a_draft_plays_once_the_bot_has_ended_it():
    async with signing_hall(game="rune", options=GAMES["rune"]) as place:
        ann, bob = await two(place)
        await ann.answers("lay")
        await ann.does(link.StepAway())
        await ann.does(link.Sit(seat=0))
        assert [each.until for each in said_of(kept_rows(place), "away")] == [0]
        assert ann.screen.ask is None
        await plays_on(place, [ann, bob])
        rows = rows_of(place)
        assert [each.until for each in said_of(rows, "away")] == [0, 1]
        assert given_by(rows)[0, "", "answer"] > 0 < given_by(rows)[0, "away", ""]


async def test_orders_that_nobody_has_signed_end_when_the_seat_signs_again():
    async with signing_hall(seats=3, options={"turn_cap": "9"}) as place:
        players = await three(place)
        cem = players[2]
        await cem.drops()
        cem = players[2] = await comes_plain(place, "cem")
        face = cem.screen.view.seats[2].hand[0]
        await cem.does(link.FileOrders(orders=(link.Order(zone="hand", at=0, face=face),)))
        assert cem.screen.pending.beforehand.filed
        await cem.drops()
        cem = players[2] = await comes_signing(place, "cem")
        cem.client.seat = 2
        assert not cem.screen.pending.beforehand.filed
        await plays_on(place, players)
        assert not given_by(rows_of(place))[2, "order", "order"]


# --- what a seat is told of its own -------------------------------------------------------------


async def test_a_seat_is_told_what_its_own_seals_hold_and_nobody_elses():
    async with signing_hall(options={"turn_cap": "4"}) as place:
        players = [*await two(place), await comes_signing(place, "zoe")]
        await plays_on(place, players[:2])
        rows = rows_of(place)
        for seat, player in enumerate(players):
            own = [each for told in player.screen.all(link.OwnAnswers) for each in told.rows]
            mine = {row.seq: row for row in rows if row.type == "answer" and row.body.seat == seat}
            assert bool(own) == bool(mine)
            for each in own:
                row = mine[each.seq]
                assert each.body.encode() == canonical(row.body.plain())
                sealed = hashed(Tag.SEAL, bytes.fromhex(each.salt), each.body.encode())
                assert sealed.hex() == row.sealed
            kinds = [type(message) for _, message in player.screen.told]
            after = {kinds[at - 1] for at, kind in enumerate(kinds) if kind is link.OwnAnswers}
            assert after <= {link.RecordRows}


async def test_a_newcomer_is_not_told_what_a_bot_chose_before():
    options = {"turn_cap": "9", "newcomers": "welcome"}
    async with signing_hall(seats=2, bots=1, options=options) as place:
        ann = await comes_signing(place, "ann", seat=0, is_host=True)
        await ann.does(link.Ready())
        await goes_on_until(place, [ann], lambda: len(kept_rows(place)) > 20)
        cem = await comes_signing(place, "cem", seat=1)
        await goes_on_until(place, [ann, cem], lambda: cem.screen.all(link.AskSeatKey))
        assert not cem.screen.all(link.OwnAnswers)
        await cem.begins_key()
        begun = len(kept_rows(place))
        await plays_on(place, [ann, cem])
        own = [each.seq for told in cem.screen.all(link.OwnAnswers) for each in told.rows]
        assert min(own) >= begun


# --- witnesses -----------------------------------------------------------------------------------


async def test_who_has_seen_the_last_head_stands_beside_the_rows():
    async with signing_hall() as place:
        players = await two(place)
        await plays_on(place, players)
        assert not read_bundle(place.archive.last_bundle).witnesses
        for player in players:
            await player.bears_witness()
        beside = read_bundle(place.archive.last_bundle).witnesses
        last = len(rows_of(place)) - 1
        assert [(each.seat, each.size) for each in beside] == [(0, last), (1, last)]


async def test_a_witness_of_another_head_is_refused_and_an_old_one_dropped():
    async with signing_hall(options={"turn_cap": "9"}) as place:
        ann, bob = await two(place)
        await bob.catches_up()
        seen = bob.client.seen()
        await bob.does(link.BearWitness(**seen | {"signature": "00" * 64}))
        assert bob.screen.problem.code == "bad_signature"
        await bob.does(link.BearWitness(**seen | {"game": "00" * 32}))
        assert bob.screen.problem.code == "no_game"
        watcher = await comes_signing(place, "zoe")
        await watcher.does(link.BearWitness(**seen))
        assert watcher.screen.problem.code == "no_seat"
        told = len(bob.screen.all(link.Problem))
        await goes_on_until(place, [ann], lambda: len(said_of(kept_rows(place), "checkpoint")) > 1)
        await bob.does(link.BearWitness(**seen))
        assert len(bob.screen.all(link.Problem)) == told
        assert not [each for each in said_of(kept_rows(place), "witness") if each.seat == 1]


# --- taken up again ------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("rows", range(8, 50, 5))
async def test_a_game_that_was_cut_off_at_any_row_goes_on_signing(rows):
    journal = MemoryJournal()
    async with signing_hall(archive=journalled(journal), fairness="table") as place:
        players = await two(place)
        await goes_on_until(place, players, lambda: len(kept_rows(place)) >= rows)
        if rows % 2:
            await players[1].does(link.StepAway())
            await plays_on(place, players[:1], turns=1)
    archive = journalled(journal, luck=2)
    async with signing_hall(archive=archive) as place:
        place.room.resume(await archive.unfinished())
        await place.settle()
        players = [await comes_signing(place, name) for name in ("ann", "bob")]
        for seat, player in enumerate(players):
            player.client.seat = seat
        await plays_on(place, players)
        by = given_by(rows_of(place))
        assert by[0, "", "answer"] > 0 < by[1, "", "answer"]


@pytest.mark.slow
@pytest.mark.parametrize("commits", range(1, 33, 3))
async def test_a_host_may_die_after_any_commit_of_seats_that_sign(commits):
    journal = FailingJournal(dies_after=commits)
    async with signing_hall(archive=journalled(journal), fairness="table", seats=3) as place:
        with pytest.raises(Died):
            await plays_on(place, await three(place))
    journal.dies_after = 1_000_000
    archive = journalled(journal, luck=2)
    async with signing_hall(archive=archive) as place:
        place.room.resume(await archive.unfinished())
        await place.settle()
        players = [await comes_signing(place, name) for name in ("ann", "bob", "cem")]
        for seat, player in enumerate(players):
            player.client.seat = seat
        await plays_on(place, players)
        by = given_by(rows_of(place))
        assert min(by[seat, "", "answer"] for seat in range(3)) > 0


async def test_orders_that_were_filed_before_a_crash_answer_with_their_signature_after_it():
    journal = MemoryJournal()
    async with signing_hall(archive=journalled(journal), seats=3) as place:
        _, _, cem = await three(place)
        await cem.files()
    archive = journalled(journal, luck=2)
    async with signing_hall(archive=archive, seats=3) as place:
        place.room.resume(await archive.unfinished())
        await place.settle()
        players = [await comes_signing(place, name) for name in ("ann", "bob", "cem")]
        for seat, player in enumerate(players):
            player.client.seat = seat
        await thrown(place, players)
        await place.passes(3)
        await plays_on(place, players)
        by = given_by(rows_of(place))
        assert by[2, "order", "order"] > 0


async def test_a_record_of_seats_that_sign_does_not_tell_either_what_was_taken_back():
    bundles = []
    for times in (0, 3):
        async with signing_hall(game="rune", options=GAMES["rune"]) as place:
            players = await two(place)
            ann = await asked(place, players)
            for _ in range(times):
                await ann.answers("lay")
                await ann.answers("undo")
            await ann.answers("lay")
            await plays_on(place, players)
            rows = rows_of(place)
            bundles.append([row.body for row in rows if isinstance(row, AnswerRow)])
    assert bundles[0] == bundles[1]
    assert len({(each.seat, each.signed.request) for each in bundles[0]}) == len(bundles[0])
