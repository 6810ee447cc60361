"""Everybody does anything at any time: nothing breaks, and the journal is the game."""

import contextlib
import hashlib
import os

import pytest

from rr_net import link
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import Arrange
from tests.support.rr_net.recorded import checked
from tests.support.rr_net.roomplay import Died, FailingJournal, dealt, hall, journalled, load_any
from tests.support.rr_rules.longplay import LONG

EVENINGS = int(os.environ.get("RUNES_EVENINGS", "6"))
DOINGS = 150 if LONG else 60

OPENING = "sixteen-bytes-of-my-own"
PLEDGE = hashlib.sha256(OPENING.encode()).hexdigest()
PAUSES = (0.0, 0.3, 1.0, 2.5, 20.0, 61.0)


class Crowd:
    """Players and a spectator who do things by lot."""

    def __init__(self, place, players, luck):
        self.place, self.luck = place, luck
        self.players = dict(enumerate(players))

    def below(self, bound):
        return self.luck.below(bound)

    def one_of(self, things):
        return things[self.below(len(things))]

    async def do_something(self):
        seat = self.one_of(sorted(self.players))
        player = self.players[seat]
        match self.below(20):
            case 0:
                await player.drops()
                self.players[seat] = await self.place.comes("again", key=player.key)
            case 1:
                await player.does(link.Leave())
                self.players[seat] = await self.place.comes("again", key=player.key)
            case 2 | 3 | 4:
                await self.place.passes(self.one_of(PAUSES))
            case 5 | 6:
                await player.does(self.nonsense(player))
            case _:
                await self.answer(player)

    async def answer(self, player):
        asking = [p for p in self.players.values() if p.screen.all(link.Pending) and p.screen.ask]
        player = self.one_of(asking) if asking else player
        if asking:
            number, options = player.screen.pending.number, player.screen.ask.options
            done = self.below(4) > 0
            option = self.below(len(options))
            await player.does(link.Give(number=number, option=option, done=done))
        else:
            await self.place.passes(2.5)

    def nonsense(self, player):
        return self.one_of(
            [
                link.Give(number=self.below(300), option=self.below(4)),
                link.Rearrange(zone="hand", order=tuple(self.luck.order(self.below(7)))),
                link.Rearrange(zone="fence", order=(1, 0, 2)),
                link.Rearrange(zone="hand", order=(-1, 0)),
                link.Rearrange(zone="lawn", order=(0,)),
                link.HoldWindow(number=self.number_of(player)),
                link.AlwaysHold(kinds=self.one_of([(), ("all",), ("cast",), ("threw",)])),
                link.Say(text="\x1b[2J" + "x" * self.below(300)),
                link.Sit(seat=self.below(8), declare=3),
                link.Stand(),
                link.Ready(),
                link.SetUp(seats=self.below(8) + 1, options={"window": "fast"}),
                link.Fill(seat=self.below(8)),
                link.Start(),
                link.Rematch(),
                link.TakeOver(),
                link.Enter(code="?", name=self.one_of(["", "x", "bad name"])),
                link.Host(act=self.one_of(["pause", "resume", "bot"]), seat=self.below(3)),
                link.Host(act=self.one_of(["kick", "approve"]), name=self.one_of(["bob", "zoe"])),
                link.KeepProfile(profile="{}"),
                link.Contribute(event=1 + self.below(20), keys="late, or early"),
                link.Contribute(event=self.event_of(player), keys="asdf"),
                link.Contribute(event=self.event_of(player), opening=OPENING),
                link.Contribute(event=self.event_of(player), signature="AAAA"),
                link.Pledge(hash=self.one_of([PLEDGE, "00" * 32])),
            ]
        )

    def event_of(self, player):
        event = player.screen.pending.event if player.screen.all(link.Pending) else None
        return event.number if event else 1

    def number_of(self, player):
        return player.screen.pending.number if player.screen.all(link.Pending) else 0


def replayed(terms, entries, number):
    """The table that a journal leads to, before the answers that are still sealed.

    The open request was made at entry `number`; what followed it are sealed answers, and hands
    and Fences that were sorted meanwhile.
    """
    table = Table(terms.rules, len(terms.roster), terms.options, terms.declared)
    for i, entry in enumerate(entries):
        if i < number or isinstance(entry, Arrange):
            table.apply(entry)
    return table


WINDOWS = ("sealed", "answered", "fast")
LEVELS = ("solo", "table", "strict")


@pytest.mark.slow
@pytest.mark.parametrize("game", ["pebbles", "runes-regulations"])
@pytest.mark.parametrize("evening", range(EVENINGS))
async def test_whatever_people_do_the_entries_kept_are_the_game_that_is_shown(game, evening):
    luck = Stream.seeded(evening)
    options = {
        "window": WINDOWS[evening % 3],
        "leaver": ("bot", "removed")[evening // 3 % 2],
        "turn_clock": ("off", "30")[evening % 2],
    }
    level = LEVELS[(evening + evening // 3) % 3]
    async with hall(game=game, seats=3, options=options, fairness=level) as place:
        players = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        zoe = await place.comes("zoe")
        crowd = Crowd(place, [*players, zoe], luck)
        for _ in range(DOINGS):
            await crowd.do_something()
        assert not place.running.done(), "the room is still there"
        await assert_shown_is_kept(place, crowd)


def is_in(screen):
    """Whether a screen is up to date: it was not sent away."""
    last = [m for _, m in screen.told if isinstance(m, link.Welcome | link.Bye)][-1]
    return isinstance(last, link.Welcome) and last.admitted and not last.elsewhere


async def assert_shown_is_kept(place, crowd):
    """What is on the screens is the view of a table that took the last game's entries."""
    screens = [p.screen for p in crowd.players.values() if is_in(p.screen)]
    assert screens
    number = max(screen.pending.number for screen in screens)
    table = replayed(place.archive.terms[-1], place.record.entries, number)
    for screen in screens:
        me = screen.view.me
        assert screen.view == table.game.view(table.state, me if me >= 0 else None)


@pytest.mark.slow
@pytest.mark.parametrize("evening", range(EVENINGS))
async def test_whatever_people_do_the_game_verifies(evening):
    archive = journalled(luck=evening)
    level = LEVELS[evening % 3]
    async with hall(game="runes-regulations", seats=3, archive=archive, fairness=level) as place:
        players = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
        crowd = Crowd(place, players, Stream.seeded(1000 + evening))
        for _ in range(60):
            await crowd.do_something()
        if place.room.phase == "playing":
            host = await host_of(place, crowd)
            await host.does(link.Host(act="end"))
            for player in crowd.players.values():
                await player.does(link.Audit())
        assert archive.last_bundle is not None
        shown = next(p for p in crowd.players.values() if p.screen.all(link.Ended))
        assert shown.screen.last(link.Ended).verified is True


@pytest.mark.slow
@pytest.mark.rule("RR-TABLE-08")
@pytest.mark.parametrize("evening", range(EVENINGS))
async def test_whatever_people_do_and_however_often_the_host_dies_the_game_verifies(evening):
    luck, game = Stream.seeded(2000 + evening), ("pebbles", "runes-regulations")[evening % 2]
    options = {"turn_cap": "6", "leaver": ("bot", "removed")[evening % 2]}
    journal, is_over = FailingJournal(luck.below(60)), False
    while not is_over:
        archive = journalled(journal, luck=1 + len(journal.commits))
        settings = {"game": game, "options": options, "fairness": LEVELS[evening % 3]}
        with contextlib.suppress(Died):
            async with hall(seats=3, archive=archive, **settings) as place:
                await an_evening(place, await archive.unfinished(), luck)
                is_over = True
        journal.dies_after = len(journal.commits) + 1 + luck.below(60)
    assert archive.last_bundle is not None
    assert checked(archive.last_bundle, load_game=load_any).entries


async def an_evening(place, unfinished, luck):
    """What the crowd does until the game is over, from the deal or from where it was left."""
    if unfinished is None:
        players = await dealt(place, "ann", "bob", "cem", pets=(1, 0, 0))
    else:
        place.room.resume(unfinished)
        await place.settle()
        players = [await place.comes(name, is_host=name == "ann") for name in ("ann", "bob", "cem")]
    crowd = Crowd(place, players, luck)
    for _ in range(80):
        if place.room.phase == "playing":
            await crowd.do_something()
    if place.room.phase == "playing":
        host = await host_of(place, crowd)
        await host.does(link.Host(act="end"))
    for player in crowd.players.values():
        await player.does(link.Audit())


async def host_of(place, crowd):
    """The host, there and let in."""
    host = next(p for p in crowd.players.values() if p.key == "SHA256:ann")
    for player in crowd.players.values():
        await host.does(link.Host(act="approve", key=player.key))
    return host
