"""The public record as a stream: who may have it, in which pieces, and when a row comes."""

import json

import pytest

from rr_net import link
from rr_net.fairness.base.hash import Tag, hashed
from rr_net.game.record import GameRecord
from tests.rr_net.room.test_ending import HeldBack, many_turns
from tests.rr_net.room.test_signing import to_the_pass
from tests.rr_net.room.test_two_worlds import (
    an_evening,
    assert_same,
    cast_a_spell,
)
from tests.support.rr_net.roomplay import dealt, hall, journalled, runes_stacked


def rows_of(player):
    """The messages that told a player of the record."""
    return player.screen.all(link.RecordRows)


def texts(player):
    return [row for message in rows_of(player) for row in message.rows]


async def plays_to_the_end(place, players, most=200):
    for _ in range(most):
        if players[0].screen.all(link.Ended):
            return
        for player in players:
            if player.screen.ask is not None:
                await player.answers()
        await place.passes(2.0)
    raise AssertionError("the game has no end")


@pytest.mark.parametrize("level", ["solo", "table"])
async def test_the_rows_of_a_whole_game_come_in_order_and_are_those_of_its_bundle(level):
    async with hall(seats=2, fairness=level) as place:
        players = await dealt(place, "ann", "bob", pets=(1, 0))
        zoe = await place.comes("zoe")
        for each in (players[1], zoe):
            await each.does(link.Watch())
        await plays_to_the_end(place, players)
        record = json.loads(place.archive.last_bundle)
        bare = [{k: v for k, v in row.items() if k != "body"} for row in record["rows"]]
        for each in (players[1], zoe):
            assert [json.loads(row) for row in texts(each)] == bare
            assert json.loads(rows_of(each)[0].manifest) == record["manifest"]
            assert {message.manifest for message in rows_of(each)[1:]} == {""}
            assert rows_of(each)[-1].size == len(bare)
        head = rows_of(zoe)[0].game
        assert head == hashed(Tag.GAME, rows_of(zoe)[0].manifest.encode()).hex()
        for row in texts(zoe):
            assert json.loads(row)["prev"] == head
            head = hashed(Tag.ENTRY, row.encode()).hex()
        assert rows_of(players[0]) == []


async def test_what_is_there_already_comes_in_pieces_that_are_asked_for():
    async with hall(seats=2) as place:
        players = await dealt(place, "ann", "bob", pets=(1, 0))
        await plays_to_the_end(place, players)
        zoe = await place.comes("zoe")
        count = len(json.loads(place.archive.last_bundle)["rows"])
        assert count > 5
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(link, "MOST_ROWS", 5)
            while not rows_of(zoe) or len(texts(zoe)) < rows_of(zoe)[-1].size:
                before = len(texts(zoe))
                await zoe.does(link.Watch(since=before))
                assert 0 < len(texts(zoe)) - before <= 5
        assert len(texts(zoe)) == count
        assert [json.loads(row)["seq"] for row in texts(zoe)] == list(range(count))
        await zoe.does(link.Watch(since=count))
        await zoe.does(link.Watch(since=count + 5))
        assert len(texts(zoe)) == count


async def test_who_has_not_been_let_in_is_told_of_no_row():
    async with hall(seats=2, is_open=False, invite="plum-tree") as place:
        ann = await place.comes("ann", is_host=True)
        eve = await place.comes("eve", waits=False)
        await eve.does(link.Watch())
        assert eve.screen.problem.code == "not_admitted"
        await ann.does(link.Sit(seat=0))
        await ann.does(link.Start())
        assert rows_of(eve) == []


async def test_another_game_is_told_from_its_first_row_on():
    async with hall(seats=2) as place:
        players = await dealt(place, "ann", "bob", pets=(1, 0))
        await players[1].does(link.Watch())
        await plays_to_the_end(place, players)
        first = rows_of(players[1])[0]
        for player in players:
            await player.does(link.Rematch())
        await place.passes(5.0)
        second = [each for each in rows_of(players[1]) if each.game != first.game]
        assert second[0].first == 0
        assert second[0].manifest not in ("", first.manifest)


async def test_who_plays_again_before_the_check_is_done_was_told_how_the_game_has_closed():
    """Otherwise the next deal would look as if this one had been hidden."""
    async with hall(seats=2, archive=journalled(aside=HeldBack())) as place:
        place.settle = many_turns
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        await ann.does(link.Watch())
        await bob.does(link.Leave())
        await plays_to_the_end(place, [ann])
        await ann.does(link.Rematch())
        assert place.room.phase == "playing"
        first = rows_of(ann)[0].game
        told = [row for each in rows_of(ann) if each.game == first for row in each.rows]
        assert "close" in [json.loads(row)["type"] for row in told]


async def test_the_answers_of_all_come_together_and_the_hosts_before_them_with_its_signature():
    async with hall(seats=3, fairness="solo") as place:
        ann, bob, cem = players = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        zoe = await place.comes("zoe")
        await zoe.does(link.Watch())
        await to_the_pass(place, players)
        before = len(texts(zoe))
        await ann.answers()
        kinds = [json.loads(row)["type"] for row in texts(zoe)[before:]]
        assert kinds == ["answer", "checkpoint"]
        before = len(texts(zoe))
        await cem.answers()
        assert len(texts(zoe)) == before
        await bob.answers()
        kinds = [json.loads(row)["type"] for row in texts(zoe)[before:]]
        assert kinds[:2] == ["answer", "answer"]


def ready_to_cast(fence):
    runes = ("gnasty-gnome", "squeaky-side-gate", "tricky-trap")
    fences = [
        ("tricky-trap", "salty-shaker", "blo-blo-gadget"),
        ("wobbly-weathervane", "remembrance-birdbath", "toastinator-2000"),
        fence,
    ]
    return runes_stacked([("rune-service-lukewarm",), (), ()], fences, [0], runes=runes)


async def answers_at_once(place, players):
    """Casts a Spell; the last seat answers at once what it is asked about that."""
    ann, last = players[0], players[-1]
    await ann.answers("cast")
    while ann.screen.ask is not None:
        await ann.answers()
    if last.screen.ask is not None:
        await last.answers()
    await place.passes(3.0)


async def waits(place, players):
    await cast_a_spell(place, players)
    await place.passes(1.8)


@pytest.mark.attack("T51")
async def test_the_control_rows_that_came_at_once_would_tell_who_has_answered():
    game = {"game": "runes-regulations", "level": "solo"}
    fence = ("overly-early-rooster", "suspicious-flamingo", "nosy-doorbell")

    async def worlds():
        return [await an_evening(way, ready_to_cast(fence), **game)
                for way in (answers_at_once, waits)]  # fmt: skip

    assert_same(*await worlds())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GameRecord, "size_shown", unsealed)
        with pytest.raises(AssertionError):
            assert_same(*await worlds())


def unsealed(record, held, *, several):
    """Every row that is kept, whatever is open."""
    size = 0
    while record.public_rows(size, size + 1):
        size += 1
    return size
