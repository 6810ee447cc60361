"""A table without a network: everybody at one screen."""

import asyncio
import contextlib
import gzip

import pytest

from rr_net import link
from rr_net.bots.thinkers import AtOnce
from rr_net.fairness.base.errors import Failure, VerifyError
from rr_net.fairness.proof.bundle import read_bundle
from rr_net.fairness.proof.verify import verify
from rr_net.game.archive import UNSIGNED
from rr_net.game.services import InOneThread
from rr_net.host.rotation import HOST_KEY, signing_key
from rr_net.link.refusals import Refused
from rr_net.local.table import LocalTable
from rr_net.replay.album import name_of, read_album
from rr_net.room.lobby import TablePlan
from rr_net.ssh import load_host_key
from rr_net.ssh.keys import fingerprint_of
from rr_net.ssh.sshsig import check_signature
from rr_net.store import SqliteJournal
from rr_rules.kernel.stream import Stream
from tests.support.fakeclock import FakeClock
from tests.support.rr_net.journals import load_any
from tests.support.rr_net.recorded import TINY
from tests.support.rr_net.roomplay import Screen
from tests.support.rr_rules.pebbles import load_pebbles
from tests.support.tasks import beside, turn

PATIENCE = 30
"""Seconds that a whole game and its verification in a thread may take on a busy machine."""


class Seat:
    """One person at the screen, who takes the first option of everything."""

    def __init__(self, table_link, clock):
        self.link, self.screen = table_link, Screen(clock)
        self.verdict = asyncio.Event()
        table_link.attach(self.receive)

    def receive(self, message):
        self.screen.receive(message)
        if isinstance(message, link.Pending) and message.ask is not None:
            self.link.send(link.Give(number=message.number, option=0))
        if isinstance(message, link.Ended) and message.verdict:
            self.verdict.set()


class InNoTime:
    """Gives values that no slow hash gives, at once."""

    async def rate(self):
        return 1e6

    async def grind(self, segment):
        return "ab" * 32

    def close(self):
        pass


async def verified(*seats):
    """Lets time pass until the verdict is there."""
    async with asyncio.timeout(PATIENCE):
        for seat in seats:
            while not seat.verdict.is_set():
                seat.screen.clock.advance(0.1)
                await turn()


@contextlib.asynccontextmanager
async def local(
    *names, load_game=load_pebbles, journal=None, means=None, goes_on=False, **settings
):
    clock = FakeClock()
    # No time passes here, so a search must be told when to stop.
    given = {"game": "pebbles", "pace": 0.0, "starts_when_seated": True, "bot_iterations": 1}
    given |= settings
    table = LocalTable(
        TablePlan(**given),
        names,
        journal,
        clock=clock,
        load_game=load_game,
        thinker=AtOnce(),
        random=Stream.seeded(3).take,
        **({"grinder": InNoTime()} | (means or {})),
    )
    if goes_on:
        await table.take_up("")
    async with beside(table.run()):
        yield table, [Seat(each, clock) for each in table.links]
        table.close()


async def test_two_people_and_a_bot_play_a_verified_game_at_one_screen():
    async with local("ann", "bob", seats=3, bots=1) as (table, seats):
        await verified(*seats)
        assert [seat.screen.view.me for seat in seats] == [0, 1]
        assert seats[0].screen.last(link.Ended).verified is True
        assert table.archive.last_bundle is not None
        # Nobody waits for a beat at one screen, but for the bot: its answer counts after 0.3 s.
        windows = [m.window for m in seats[0].screen.all(link.Pending) if m.window]
        assert {window.lasts for window in windows} == {0.0}


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), [("regicide", 1), ("regicide", 2), ("rune", 2)])
async def test_a_game_without_windows_is_played_at_one_screen_too(game, seats):
    settings = {"game": game, "seats": seats, "bots": seats - 1, "load_game": load_any}
    async with local("ann", **settings) as (_, (ann,)), asyncio.timeout(PATIENCE):
        await ann.verdict.wait()
        assert ann.screen.last(link.Ended).verified is True
        assert "window" not in {each.name for each in ann.screen.lobby.options}


@pytest.mark.slow
async def test_a_game_that_is_kept_leaves_its_album_beside_its_bundle(tmp_path):
    settings = {"game": "rune", "seats": 2, "bots": 1, "load_game": load_any}
    journal = await SqliteJournal.open(tmp_path)
    async with local("ann", journal=journal, **settings) as (table, (ann,)):
        async with asyncio.timeout(PATIENCE):
            await ann.verdict.wait()
        source = table.archive.last_bundle
    album = read_album((tmp_path / name_of(source)).read_bytes(), source)
    assert album.turns[-1] == ann.screen.view.turn
    assert b"ann" not in gzip.decompress((tmp_path / name_of(source)).read_bytes())


async def test_windows_are_fast_at_one_screen_unless_something_else_is_chosen():
    for chosen, window in (({}, "fast"), ({"window": "sealed"}, "sealed")):
        async with local("ann", seats=2, bots=1, options=chosen) as (_, (ann,)):
            await ann.screen.has(lambda: ann.screen.all(link.Lobby))
            options = {each.name: each.value for each in ann.screen.lobby.options}
            assert options["window"] == window


async def test_the_table_waits_in_the_lobby_where_that_is_wanted():
    async with local("ann", seats=2, bots=1, starts_when_seated=False) as (table, (ann,)):
        await ann.screen.has(lambda: ann.screen.all(link.Lobby))
        assert table.room.phase == "lobby"
        assert [seat.name for seat in ann.screen.seats] == ["ann", "bot2"]
        assert ann.screen.last(link.Welcome).is_host is True
        ann.link.send(link.Ready())
        await verified(ann)


async def test_everybody_has_a_hand_in_the_luck_at_one_screen_where_that_is_wanted():
    async with local("ann", "bob", seats=3, bots=1, fairness="table") as (_, seats):
        screen = seats[1].screen
        await screen.has(lambda: screen.all(link.Pending))
        events = [seat.screen.pending.event for seat in seats]
        assert [event.how for event in events] == ["chain", "keys"]
        seats[1].link.send(link.Contribute(event=1, keys="asdf"))
        await screen.has(lambda: screen.pending.event.mine == "asdf")
        async with asyncio.timeout(PATIENCE):
            while screen.pending.event is not None and not screen.ask:
                screen.clock.advance(0.1)
                await turn()
        assert len(screen.view.seats[1].hand) == 3


@contextlib.asynccontextmanager
async def kept_in(folder, *, with_key, **settings):
    """A shared game of one person and a bot that is kept in a folder."""
    key = signing_key(folder, load_host_key(folder / HOST_KEY)) if with_key else None
    means = {"key": key, "floors": TINY, "grinder": InOneThread()}
    settings |= {"seats": 2, "bots": 1, "fairness": "table", "means": means}
    async with local("ann", journal=await SqliteJournal.open(folder), **settings) as (table, seats):
        yield table, *seats


def looked_into(source):
    """What `runes verify` says of a record of these tests."""
    means = {"check_signature": check_signature, "load_game": load_pebbles, "floors": TINY}
    return verify(source, workers=1, full=True, **means)


async def test_a_shared_game_at_one_screen_is_signed_with_the_key_of_its_folder(tmp_path):
    async with kept_in(tmp_path, with_key=True) as (table, ann):
        await verified(ann)
    source, key = table.archive.last_bundle, load_host_key(tmp_path / HOST_KEY)
    manifest = read_bundle(source).manifest
    assert (manifest.host_key, manifest.number) == (fingerprint_of(key), 1)
    assert ann.screen.last(link.Ended).verdict == looked_into(source).own_sentence


async def test_a_game_dealt_without_a_key_goes_on_and_is_called_unsigned_as_verify_does(tmp_path):
    async with kept_in(tmp_path, with_key=False) as (_, ann):
        await ann.screen.has(lambda: ann.screen.all(link.Pending))
    async with kept_in(tmp_path, with_key=True, goes_on=True) as (table, ann):
        await verified(ann)
    end, source = ann.screen.last(link.Ended), table.archive.last_bundle
    assert (end.verified, end.verdict.endswith(UNSIGNED)) == (True, True)
    with pytest.raises(VerifyError) as refused:
        looked_into(source)
    assert refused.value.failure is Failure.UNSIGNED


async def test_no_word_says_to_who_played_alone_that_the_host_alone_chose_the_luck():
    async with local("ann", seats=2, bots=1) as (table, (ann,)):
        watcher = Screen(ann.screen.clock)
        table.room.connect("SHA256:zoe", "zoe", admitted=True).attach(watcher.receive)
        await verified(ann)
        await ann.screen.has(lambda: checked(ann.screen) and checked(watcher))
        for said in (ann.screen.last(link.Ended).verdict, checked(ann.screen)):
            assert "but you played alone, so the luck was this machine's." in said
        for said in (watcher.last(link.Ended).verdict, checked(watcher)):
            assert "but the host alone chose the luck: nobody else gave to it." in said


def checked(screen):
    """What the log says of the check, or ""."""
    return next((each.text for each in screen.lines if each.text.startswith("Verified")), "")


async def test_more_people_than_free_seats_are_refused():
    with pytest.raises(Refused):
        async with local("ann", "bob", seats=2, bots=1):
            pass
