"""Keys that begin in the middle of a game: a second device, and newcomers to bots' chairs."""

from contextlib import asynccontextmanager

import pytest

from rr_net import link
from rr_net.fairness.base.rows import AnswerRow
from tests.support.rr_net.roomplay import runes_stacked, stacked_journal
from tests.support.rr_net.signplay import (
    asked,
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


@asynccontextmanager
async def second_device():
    """A table of two at which Bob, who is asked, has come back with another device."""
    async with signing_hall(options={"turn_cap": "9"}) as place:
        ann, bob = await two(place)
        await goes_on_until(place, [ann, bob], lambda: bob.screen.ask is not None)
        await bob.drops()
        bob = await comes_signing(place, "bob", device=" two")
        bob.client.seat = 1
        yield place, ann, bob


async def test_a_second_device_signs_from_its_own_row_on():
    async with second_device() as (place, ann, bob):
        await goes_on_until(place, [ann, bob], lambda: bob.screen.all(link.AskSeatKey))
        asked = bob.screen.last(link.AskSeatKey)
        await bob.answers()  # without the row it plays, but the old key is not there
        assert said_of(kept_rows(place), "plain")
        await bob.begins_key()
        assert not said_of(kept_rows(place), "seat"), "the record has gone on since"
        await goes_on_until(place, [ann, bob], lambda: bob.screen.last(link.AskSeatKey) != asked)
        await bob.begins_key()
        await plays_on(place, [ann, bob])
        rows = rows_of(place)
        (key,) = said_of(rows, "seat")
        assert (key.seat, key.key) == (1, bob.client.signer["key"])
        assert [(each.seat, each.until) for each in said_of(rows, "plain")] == [(1, 0)]
        later = [row.body for row in rows if isinstance(row, AnswerRow) and row.body.seat == 1]
        assert later[-1].signed is not None


async def test_what_a_refused_answer_has_written_down_is_told_at_once():
    async with second_device() as (place, _, bob):
        assert not said_of(kept_rows(place), "plain")
        await bob.does(link.Give(number=bob.screen.pending.number - 1, option=0))
        assert bob.screen.problem.code == "stale_answer"
        assert said_of(kept_rows(place), "plain"), "the record goes on although it was refused"
        await bob.catches_up()
        assert '"type":"plain"' in bob.client.rows[-1]


async def test_a_key_that_begins_in_a_choice_of_one_is_told_although_others_might_have_been_asked():
    """With sealed targets all choose at once whose cards have some: often that is one seat."""
    dealer = runes_stacked([("double-parked-cauldron",), (), ()], [(), (), ()])
    options = {"target_choices": "sealed", "window": "fast"}
    game = {"game": "runes-regulations", "options": options, "archive": stacked_journal(dealer)}
    async with signing_hall(seats=3, **game) as place:
        ann, bob, cem = players = await three(place)
        assert await asked(place, players) is ann
        await ann.answers("cast")
        while (other := await asked(place, players)) is not ann:
            await other.answers("pass")
        assert ann.screen.ask.verb == "player"
        await ann.drops()
        ann = await comes_signing(place, "ann", is_host=True, device=" two")
        await ann.begins_key()
        assert [row.type for row in kept_rows(place)][-1] == "seat"
        await ann.catches_up()
        assert '"type":"seat"' in ann.client.rows[-1]
        await plays_on(place, [ann, bob, cem], turns=3)
        assert not ann.screen.all(link.Problem)


async def test_no_key_begins_while_a_host_chooses_before_the_others():
    async with signing_hall(seats=3, options={"turn_cap": "9"}) as place:
        players = await three(place)
        while (player := await asked(place, players)).screen.ask.verb != "pass":
            await player.answers("pass" if player.screen.ask.verb == "catch" else None)
        assert player is players[0], "the host is asked first"
        await player.drops()
        ann = players[0] = await comes_signing(place, "ann", is_host=True, device=" two")
        ann.client.seat = 0
        assert not ann.screen.all(link.AskSeatKey), "its row would be shown to nobody yet"
        await ann.answers()
        await goes_on_until(place, players, lambda: ann.screen.all(link.AskSeatKey))


async def test_a_newcomer_to_a_bots_chair_signs_from_its_own_row_on():
    options = {"turn_cap": "9", "newcomers": "welcome"}
    async with signing_hall(seats=2, bots=1, options=options) as place:
        ann = await comes_signing(place, "ann", seat=0, is_host=True)
        await ann.does(link.Ready())
        await goes_on_until(place, [ann], lambda: ann.screen.ask is not None)
        cem = await comes_signing(place, "cem", seat=1)
        await goes_on_until(place, [ann, cem], lambda: cem.screen.all(link.AskSeatKey))
        assert not [row for row in kept_rows(place) if row.type == "seat"]
        await cem.begins_key(row=1)
        assert len(cem.screen.all(link.AskSeatKey)) == 2, "asked anew at once: nothing was at stake"
        await cem.begins_key()
        assert [row.type for row in kept_rows(place)][-1] == "seat"
        await plays_on(place, [ann, cem])
        rows = rows_of(place)
        (key,) = said_of(rows, "seat")
        assert (key.seat, key.owner) == (1, cem.key)
        by = given_by(rows)
        assert by[1, "", ""] > 0 < by[1, "", "answer"]


async def nobodys(bob):
    return {"signature": bob.client.signer["signature"]}


async def of_another_key(bob):
    return {"key": bob.client.signer["key"].translate(str.maketrans("0f", "f0"))}


async def for_another_seat(bob):
    return {"seat": 0}


@pytest.mark.parametrize(
    ("way", "code"),
    [(nobodys, "bad_signer"), (of_another_key, "bad_signer"), (for_another_seat, "no_seat")],
)
async def test_a_row_for_a_key_that_its_player_has_not_signed_is_refused(way, code):
    async with second_device() as (place, ann, bob):
        await goes_on_until(place, [ann], lambda: bob.screen.all(link.AskSeatKey))
        asked = bob.screen.last(link.AskSeatKey)
        await bob.catches_up()
        fields = bob.client.seat_key(1, asked.row) | await way(bob)
        await bob.does(link.SignSeat(**fields))
        assert bob.screen.problem.code == code
        assert not [row for row in kept_rows(place) if row.type == "seat"]
