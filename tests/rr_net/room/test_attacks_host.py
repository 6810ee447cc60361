"""Attacks by whoever runs the host's program: pulling the plug, running away, and keeping quiet
(T8, T20, T21). The record and its journal are the real ones.
"""

import asyncio
import json

import pytest
from click.testing import CliRunner

from rr_net import link
from rr_net.cli import main
from rr_net.store import MemoryJournal
from rr_rules.kernel.transcript import canonical
from rr_rules.registry import load_game
from tests.support.rr_net.recorded import checked, manifest_of, record
from tests.support.rr_net.roomplay import Millstone, dealt, hall, journalled


class Jammed(Millstone):
    """A slow hash that is never done: the plug is pulled while it runs."""

    async def grind(self, segment):
        await asyncio.Event().wait()


def jammed(journal):
    """The archive of a host that pulls the plug before it knows the result."""
    return journalled(journal, grinder=Jammed())


async def taken_up(place, archive):
    """The game that the journal holds goes on in this room."""
    unfinished = await archive.unfinished()
    assert unfinished is not None
    place.room.resume(unfinished)
    await place.settle()


async def deal_after(*plugs, keys):
    """What the table was fixed to and what Bob was dealt, by a host that pulled the plug so many
    seconds into the deal's event, each time.

    Bob presses `keys`, and others whenever asked again.
    """
    journal, bob = MemoryJournal(), None
    for seconds in (*plugs, 9):
        archive = jammed(journal) if seconds < 9 else journalled(journal)
        async with hall(archive=archive, fairness="table") as place:
            if bob is None:
                _, bob = await dealt(place, "ann", "bob", pets=(1, 0))
            else:
                await taken_up(place, archive)
                for name in ("ann", "bob"):
                    bob = await place.comes(name)
                keys = f"other than {keys}"
            await bob.does(link.Contribute(event=1, keys=keys))
            await place.passes(seconds)
            freezes = [line.text for line in bob.screen.lines if line.kind == "freeze"]
    return freezes, bob.screen.view.seats[1].hand


IN_THE_SLOW_HASH = 1.3
IN_THE_WINDOW = 1.1


@pytest.mark.attack("T8")
@pytest.mark.parametrize("plugs", [1, 2])
async def test_a_host_who_pulls_the_plug_while_the_slow_hash_runs_has_no_second_try(plugs):
    steady = await deal_after(keys="kjhasdf")
    assert len(steady[0]) == 1
    assert len(steady[1]) == 3
    assert await deal_after(*[IN_THE_SLOW_HASH] * plugs, keys="kjhasdf") == steady
    # Control: before anything is fixed all are asked anew, and their new keys count.
    again, _ = await deal_after(*[IN_THE_WINDOW] * plugs, keys="kjhasdf")
    assert len(again) == 1
    assert again != steady[0]


# --- running away ---------------------------------------------------------------------------


async def next_game_after(play):
    """What a lobby says, and the next record holds, after one that was dealt and then `play`ed."""
    journal = MemoryJournal()
    async with hall(archive=journalled(journal), fairness="table") as place:
        players = await dealt(place, "ann", "bob", pets=(1, 0))
        await place.passes(3)
        await play(place, players)
    archive = journalled(journal, luck=2)
    async with hall(archive=archive, fairness="table") as place:
        players = await dealt(place, "ann", "bob", pets=(1, 0))
        notes = [
            note for note in players[1].screen.lobby.notes if "opened" in note or "closed" in note
        ]
        await to_the_end(place, players)
    return notes, archive.last_bundle


async def to_the_end(place, players):
    """Everybody takes the first option, until the game is over."""
    while place.room.phase == "playing":
        for player in players:
            if player.screen.ask is not None:
                await player.answers()
        await place.passes(3)


async def runs_away(place, players):
    """The host sees its hand, and stops the program."""


async def breaks_off(place, players):
    await players[0].does(link.Host(act="end"))


@pytest.mark.slow
@pytest.mark.attack("T20")
@pytest.mark.parametrize("flight", [runs_away, breaks_off])
async def test_a_host_who_gives_a_bad_deal_up_finds_it_in_its_lobby_and_its_next_record(flight):
    notes, source = await next_game_after(flight)
    (abandoned,) = json.loads(source)["manifest"]["abandoned"]
    said = "Unfinished, with ann and bob" if flight is runs_away else "Ended early, with ann"
    assert notes[0].startswith(said)
    assert f"the host never opened 1 game that it had dealt before: {abandoned[:16]}" in (
        checked(source).text
    )
    # Control: a game that was played to its end and opened is not held against anybody.
    notes, source = await next_game_after(to_the_end)
    assert notes == []
    assert json.loads(source)["manifest"]["abandoned"] == []
    assert "never opened" not in checked(source).text


# --- keeping quiet --------------------------------------------------------------------------


def judged(tmp_path, record):
    """The exit status of `runes verify` for a record, and what it says."""
    path = tmp_path / "game.json"
    path.write_bytes(canonical(record))
    done = CliRunner().invoke(main, ["verify", str(path)])
    return done.exit_code, done.output


@pytest.mark.attack("T21")
def test_a_host_who_does_not_open_its_secret_is_told_from_one_that_was_caught(tmp_path):
    rules = load_game("runes-regulations")
    game = json.loads(record(1, manifest_of(rules), rules, stop_at=40).bundle)
    *rows, close = game["rows"]
    status, said = judged(tmp_path, {**game, "rows": rows})
    assert status == 2
    assert "The host has not opened its secret" in said
    # Control: opened, the same game is good; and with a secret of its own the host is caught.
    assert judged(tmp_path, game)[0] == 0
    other = {**close, "pub": {**close["pub"], "secret": "ab" * 32}}
    status, said = judged(tmp_path, {**game, "rows": [*rows, other]})
    assert status == 1
    assert "whoever had this copy may have changed it" in said, "there is no signature under it"


# --- sending away ---------------------------------------------------------------------------


async def given_by_bob(act, keys):
    """What counts of Bob's, where the host acts against him in the middle of the window."""
    async with hall(fairness="table") as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        if keys:
            await bob.does(link.Contribute(event=1, keys=keys))
        await place.passes(0.5)
        await ann.does(link.Host(act=act, name="bob", seat=1))
        await place.passes(1)
        (frozen,) = [what for kind, what in place.record.steps if kind == "freeze"]
    return [each.value for each in frozen.given if each.seat == 1]


@pytest.mark.attack("T4")
@pytest.mark.parametrize("act", ["kick", "ban", "bot", "remove", "pause"])
async def test_a_host_who_sends_a_player_away_in_a_window_does_not_lose_the_keys(act):
    assert await given_by_bob(act, "kjhasdf") == ["kjhasdf"]
    # Control: whoever has pressed nothing is absent, sent away or not.
    assert await given_by_bob(act, "") == []
