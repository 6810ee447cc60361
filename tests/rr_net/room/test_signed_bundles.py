"""Records of seats that sign, as rooms write them: all verifiers hold them, and find forgeries."""

import asyncio
import hashlib
import json
from collections import Counter
from functools import cache

import pytest

from rr_net import link
from rr_net.fairness.base.errors import VerifyError
from rr_net.store import MemoryJournal
from tests.support.fairness.minimal import minimal_verdict
from tests.support.page.node import node_page
from tests.support.rr_net.forged import Forger
from tests.support.rr_net.recorded import checked
from tests.support.rr_net.roomplay import journalled, load_any
from tests.support.rr_net.signplay import (
    comes_plain,
    comes_signing,
    kept_rows,
    plays_on,
    said_of,
    signing_hall,
)

NAMES = ("ann", "bob", "cem")
OPTIONS = {"turn_cap": "5", "newcomers": "welcome"}


async def nothing(place, players):
    """All three sign from the deal to the end."""
    return players


async def returns_plain(place, players):
    """Bob comes back by ssh alone, and later with his client."""
    await players[1].drops()
    players[1] = await comes_plain(place, "bob")
    await plays_on(place, players, turns=5)
    await players[1].drops()
    players[1] = await comes_signing(place, "bob", seat=1)
    return players


async def steps_away(place, players):
    """A bot plays for Bob until he is back."""
    await players[1].does(link.StepAway())
    await plays_on(place, [players[0], players[2]], turns=5)
    await players[1].does(link.Sit(seat=1))
    return players


async def has_a_newcomer(place, players):
    """Dan has the bot's chair from some turn on, and signs there."""
    dan = await comes_signing(place, "dan", seat=3)
    players.append(dan)
    while not dan.screen.all(link.AskSeatKey):
        await plays_on(place, players, turns=1)
    await dan.begins_key()
    return players


async def sends_one_away(place, players):
    await players[0].does(link.Host(act="kick", name="bob"))
    return [players[0], players[2]]


async def files_orders(place, players):
    """Cem is asked in no window, and Bob says nothing in any."""
    await players[2].files()
    await plays_on(place, [players[0], players[2]], turns=6)
    return players


KINDS = {each.__name__: each for each in (nothing, returns_plain, steps_away, has_a_newcomer,
                                          sends_one_away, files_orders)}  # fmt: skip


async def begun(place):
    players = [
        await comes_signing(place, name, seat=seat, is_host=seat == 0)
        for seat, name in enumerate(NAMES)
    ]
    for player in players:
        await player.does(link.Ready())
    await plays_on(place, players, turns=8)
    return players


async def ended(place, players, witnesses=None):
    await plays_on(place, players)
    for player in players if witnesses is None else witnesses:
        await player.bears_witness()
    return place.archive.last_bundle


async def played(kind):
    settings = {"seats": 4, "bots": 1, "fairness": "table", "options": OPTIONS}
    if kind != "resumed":
        async with signing_hall(**settings) as place:
            return await ended(place, await KINDS[kind](place, await begun(place)))
    journal = MemoryJournal()
    async with signing_hall(archive=journalled(journal), **settings) as place:
        await begun(place)
    archive = journalled(journal, luck=2)
    async with signing_hall(archive=archive) as place:
        place.room.resume(await archive.unfinished())
        await place.settle()
        players = [await comes_signing(place, name) for name in NAMES]
        for seat, player in enumerate(players):
            player.client.seat = seat
        return await ended(place, players)


@cache
def bundle(kind):
    """The record of an evening of that kind."""
    return asyncio.run(played(kind))


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*KINDS, "resumed"])
def test_the_first_two_verifiers_hold_what_a_room_has_written(kind):
    said = checked(bundle(kind), load_game=load_any, full=True).text
    assert "ann's own client has signed" in said
    failure, report = minimal_verdict(bundle(kind), full=True)
    assert failure is None
    assert "signatures" in str(report), "they are not checked there"
    witnesses = json.loads(bundle(kind))["witnesses"]
    assert len(witnesses) == {"sends_one_away": 2, "has_a_newcomer": 4}.get(kind, 3)


@pytest.fixture(scope="module")
def page(node):
    with node_page(node) as asked:
        yield asked


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*KINDS, "resumed"])
def test_so_does_the_page(kind, page):
    failure, _ = page.check(bundle(kind))
    assert failure is None


def made_up(kind):
    """How many moves and shares of luck of each seat with a key nobody has signed."""
    rows = json.loads(bundle(kind))["rows"]
    bodies = [row["body"] for row in rows if row["type"] == "answer"]
    moves = Counter(each["seat"] for each in bodies if each["signed"] is None and each["seat"] < 3
                    and each["by"] in {"", "away", "clock"})  # fmt: skip
    given = [each for row in rows if row["type"] == "freeze" for each in row["pub"]["given"]]
    return moves, Counter(each["seat"] for each in given if each["level"] == "mash")


@pytest.mark.slow
@pytest.mark.attack("T18")
@pytest.mark.parametrize("kind", ["nothing", "files_orders", "returns_plain", "steps_away"])
def test_all_three_say_first_whose_moves_nobody_has_signed(kind, page):
    moves, shares = made_up(kind)
    counts = moves + shares
    assert set(counts) == ({1} if kind in {"returns_plain", "steps_away"} else set())
    first = checked(bundle(kind), load_game=load_any, full=True)
    assert first.tally.made_up == tuple((seat, moves[seat], shares[seat]) for seat in counts)
    said = f"the host could have made up {moves[1]} move"
    assert first.but_for.startswith(said) == bool(counts)
    assert (
        "of bob, which no player's client has signed; apart from that " in first.headline
    ) == bool(counts)
    _, second = minimal_verdict(bundle(kind), full=True)
    assert second.unsigned == (f"{counts[1]} of seat 2" if counts else "none")
    _, third = page.check(bundle(kind))
    assert {at: seat["bare"] for at, seat in enumerate(third["seats"]) if seat["bare"]} == counts


# --- forgeries ------------------------------------------------------------------------------------


def answers_of(record, seat):
    """The answers that a player gave without the room."""
    bodies = [row for row in record["rows"] if row["type"] == "answer"]
    return [row for row in bodies if (row["body"]["seat"], row["body"]["by"]) == (seat, "")]


def refused(record):
    """What a host without its players' keys is found out by, once all hashes fit again."""
    forger = Forger(record)
    forger.keys = {}
    with pytest.raises(VerifyError) as found:
        checked(forger.rewrite(), load_game=load_any)
    return str(found.value.failure.value)


def moved(record):
    """The host has Bob choose something else."""
    row = next(row for row in answers_of(record, 1) if row["body"]["signed"])
    row["body"]["option"] = 1 - min(row["body"]["option"], 1)


def unsigned(record):
    """The host answers in Bob's place."""
    answers_of(record, 1)[-1]["body"]["signed"] = None


def by_clock_and_signed(record):
    answers_of(record, 1)[0]["body"]["by"] = "clock"


def as_away(record):
    """A bot of the host's plays for Bob, who is there."""
    body = answers_of(record, 1)[0]["body"]
    body["by"], body["signed"] = "away", None


def never_plain(record):
    """The host keeps quiet that Bob was there without his key."""
    record["rows"] = [row for row in record["rows"] if row["type"] != "plain"]


def two_at_once(record):
    """An answer of Bob's counts for a question that he was not asked then."""
    first, second = answers_of(record, 1)[:2]
    second["body"]["signed"] = first["body"]["signed"]


FORGERIES = [
    (moved, "nothing", "forged_answer"),
    (unsigned, "nothing", "unsigned_answer"),
    (by_clock_and_signed, "nothing", "wrong_by"),
    (as_away, "steps_away", "wrong_by"),
    (never_plain, "returns_plain", "unsigned_answer"),
    (two_at_once, "nothing", "forged_answer"),
]


@pytest.mark.attack("T18")
@pytest.mark.parametrize(("forgery", "kind", "failure"), FORGERIES)
def test_a_move_that_the_host_forges_for_a_seat_that_signs_is_found(forgery, kind, failure):
    record = json.loads(bundle(kind))
    forgery(record)
    assert refused(record) == failure


@pytest.mark.attack("T18")
def test_the_control_a_seat_that_does_not_sign_is_told_from_no_other():
    """Bob is there by ssh alone: the record takes the host's word for what he chose."""
    record = json.loads(bundle("returns_plain"))
    rows = record["rows"]
    plain = next(at for at, row in enumerate(rows) if row["type"] == "plain")
    row = next(row for row in rows[plain:] if row["type"] == "answer" and row["body"]["seat"] == 1)
    assert row["body"]["signed"] is None
    assert checked(bundle("returns_plain"), load_game=load_any).sentence


OPENING = "sixteen-bytes-of-his-own"


async def pledged():
    """Ann signs; Bob, who is there by ssh alone, has pledged what he gives first."""
    async with signing_hall(fairness="table", options={"turn_cap": "1"}) as place:
        ann = await comes_signing(place, "ann", seat=0, is_host=True)
        bob = await comes_plain(place, "bob", seat=1)
        await bob.does(link.Pledge(hash=hashlib.sha256(OPENING.encode()).hexdigest()))
        for player in (ann, bob):
            await player.does(link.Ready())
        assert bob.screen.pending.event.how == "pledge"
        await bob.does(link.Contribute(event=1, opening=OPENING))
        return await ended(place, [ann, bob], witnesses=[ann])


@pytest.mark.attack("T63")
def test_what_a_host_gives_for_a_seat_that_has_pledged_is_found_beside_one_that_signs():
    record = json.loads(asyncio.run(pledged()))
    given = next(row for row in record["rows"] if row["type"] == "freeze")["pub"]["given"]
    assert [each["level"] for each in given] == ["chain", "pledge"]
    given[1].update(level="mash", value="what-the-host-likes")
    assert refused(record) == "bad_pledge"


@pytest.mark.slow
@pytest.mark.attack("T63")
async def test_a_seat_that_signs_neither_pledges_nor_mashes():
    async with signing_hall(seats=2, fairness="table") as place:
        ann = await comes_plain(place, "ann", seat=0, is_host=True)
        bob = await comes_signing(place, "bob", seat=1)
        await bob.does(link.Pledge(hash="00" * 32))
        for player in (ann, bob):
            await player.does(link.Ready())
        assert bob.screen.pending.event.how == "signed"
        await bob.does(link.Contribute(event=1, keys="asdf"))
        assert bob.screen.problem.code == "bad_contribution"
        await bob.gives()
        await bob.does(link.Pledge(hash="00" * 32))
        assert bob.screen.problem.code == "not_by_hand"
        await place.passes(5)
        rows = kept_rows(place)
        assert not said_of(rows, "pledge"), "one that was made before the deal falls with the key"
        freeze = said_of(rows, "freeze")[0]
        assert [(each.seat, each.level) for each in freeze.given] == [(0, "chain"), (1, "signed")]
