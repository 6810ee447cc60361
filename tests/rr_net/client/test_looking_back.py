"""A game at a table elsewhere is looked at again by the record that has come to this machine."""

import asyncio

import pytest

from rr_net import link
from rr_net.cli.past import FORGET_THERE, NOT_COME, JoinedDesk
from rr_net.client.remote import NOT_CHECKED_YET, NOT_HERE, NOT_SOUND
from rr_net.client.tables import MOST_RECORDS, JoinedTables
from rr_net.client.whole.bundles import CheckedHere
from rr_net.link import EVERYBODY
from rr_net.link.command import own_command
from rr_net.link.refusals import Refused
from rr_net.replay.looking import CHECKED, SAMPLED
from rr_rules.registry import load_game
from tests.rr_net.client.test_remote import RUNE, plays_on, sat_down
from tests.support.rr_net.joining import HOSTS_LUCK, hosting, joined, plan, proved_here
from tests.support.rr_net.recorded import manifest_of, record
from tests.support.tasks import turns


@pytest.fixture(scope="module")
def whole():
    """A finished game of Rune: its manifest and its bundle."""
    rules = load_game("rune")
    manifest = manifest_of(rules, 2)
    return manifest, record(4, manifest, rules).bundle


@pytest.fixture
def kept(whole, tmp_path):
    """Where the record of a game has come to, and the game's name."""
    manifest, source = whole
    JoinedTables(tmp_path, lambda: 0).keep_record(manifest.gid, source)
    return JoinedDesk(tmp_path), manifest.gid


# --- by what is kept ----------------------------------------------------------------------------


async def test_a_record_that_has_come_is_replayed_while_it_is_checked(kept):
    desk, gid = kept
    replay = await desk.replay(gid)
    assert replay.picture(0, EVERYBODY).at == 0
    async with asyncio.timeout(60):
        await asyncio.gather(*desk.checks)
    assert (replay.reel.check, replay.reel.refusal) == (CHECKED, "")


@pytest.mark.parametrize(("is_sampled", "words"), [(False, CHECKED), (True, SAMPLED)])
def test_what_was_checked_already_is_not_checked_again(kept, is_sampled, words):
    desk, gid = kept
    assert desk.look_back(gid, is_sampled=is_sampled).reel.check == words
    assert not desk.checks


async def test_a_record_that_has_come_is_checked_with_the_own_notes_and_copied(
    kept, tmp_path, monkeypatch
):
    desk, gid = kept
    assert (await desk.check(gid))[0].startswith("Checked on this machine: played as dealt")
    (tmp_path / "own").mkdir()
    monkeypatch.chdir(tmp_path / "own")
    assert (await desk.export(gid))[0] == f"It is in {tmp_path / 'own' / f'rune-{gid[:8]}.json'}."


async def test_a_record_that_has_not_come_is_said_to_be_with_the_host(kept, tmp_path):
    desk, _ = kept
    gid = "5a" * 32
    name = f"bundle-{gid[:16]}.json"
    words = NOT_COME.format(runes=own_command(), most=MOST_RECORDS, name=name)
    assert await desk.check(gid) == await desk.export(gid) == (words,)
    with pytest.raises(Refused, match="did not come to this machine"):
        await desk.replay(gid)
    with pytest.raises(Refused, match="did not come to this machine"):
        desk.look_back(gid, is_sampled=False)
    assert await desk.forget() == (FORGET_THERE,)


async def test_what_a_host_calls_a_game_leads_nowhere_else(kept, tmp_path):
    desk, gid = kept
    (tmp_path / "joined-").mkdir()
    (tmp_path / "secret.json").write_bytes(b"{}")
    for name in ("/../secret", "../" * 30, "\x1b[31m", gid[:16], f"{gid}\n"):
        assert desk.bundle(name) is None
        (words,) = await desk.check(name)
        assert words.startswith("Its record did not come")
        assert "\x1b" not in words


# --- at a table ---------------------------------------------------------------------------------


@pytest.mark.socket
@pytest.mark.usefixtures("home")
async def test_a_guest_looks_at_the_game_that_is_over_and_at_past_ones(tmp_path):
    may_end = asyncio.Event()

    async def prove(job, source):
        await may_end.wait()
        return await proved_here(job, source)

    folder = tmp_path / "own"
    folder.mkdir()
    desk, tables = JoinedDesk(folder), JoinedTables(folder, lambda: 0)
    async with (
        hosting(plan(tmp_path / "host", **RUNE)) as house,
        joined(house.port, settings=tables, records=desk, prove=prove) as guest,
    ):
        await sat_down(guest)
        with pytest.raises(Refused, match=NOT_HERE):
            guest.remote.replay()
        await plays_on(guest)
        await turns()
        with pytest.raises(Refused, match=NOT_CHECKED_YET):
            guest.remote.replay()
        may_end.set()
        await guest.hears(lambda: guest.remote.state.at_end)
        assert guest.remote.state.at_end == HOSTS_LUCK
        replay = guest.remote.replay()
        assert replay.reel.check == CHECKED
        assert replay.picture(replay.reel.last, EVERYBODY).at == replay.reel.last
        # What the host calls the game in its list is what the record is found by.
        guest.remote.send(link.AskHistory(find=""))
        past = await guest.hears_of(link.PastGames)
        again = await guest.remote.past().replay(past.games[0].game)
        assert again.reel.last == replay.reel.last


@pytest.mark.socket
@pytest.mark.usefixtures("home")
async def test_a_guest_whose_record_is_wrong_reads_so(tmp_path):
    async def prove(job, source):
        return CheckedHere(words="Not what it claims.", came_to="wrong")

    async with (
        hosting(plan(tmp_path / "host", **RUNE)) as house,
        joined(house.port, records=JoinedDesk(tmp_path), prove=prove) as guest,
    ):
        await sat_down(guest)
        await plays_on(guest)
        await guest.hears(lambda: guest.remote.state.at_end)
        with pytest.raises(Refused, match=NOT_SOUND.format(guest.settings.folder)):
            guest.remote.replay()
