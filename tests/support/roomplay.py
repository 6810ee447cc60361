"""Rooms to play in without a network: a clock that stands still, keys, and what each was sent."""

import asyncio
import contextlib
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from rr_net import link
from rr_net.fairness.chance import Chances
from rr_net.fairness.rows import Opening
from rr_net.room.archive import HostKey, JournalArchive, Means
from rr_net.room.botseat import AtOnce
from rr_net.room.desk import Services
from rr_net.room.lobby import TableSettings
from rr_net.room.record import (
    Contribution,
    Dealt,
    Frozen,
    Head,
    Kept,
    OpenEvent,
    Unfinished,
    Verdict,
)
from rr_net.room.room import Room
from rr_net.ssh.keys import fingerprint_of
from rr_net.ssh.sshsig import check_signature, signer
from rr_net.store import MemoryJournal
from rr_rules.bots.base import RandomBot
from rr_rules.dealers import SeededDealer
from rr_rules.registry import load_game
from rr_rules.requests import Roll, Shuffle
from rr_rules.stream import Stream
from rr_rules.transcript import Chance
from tests.support.fakeclock import FakeClock
from tests.support.hostkeys import HOST
from tests.support.pebbles import Pebbles, load_pebbles
from tests.support.recorded import TINY

COMMITMENT = "c0" * 32
TODAY = 1_800_000_000


WINDOWS = {"table": (1.5, 1.0), "strict": (3.0, 1.0)}
"""The windows of a shuffle and of a roll."""
SLOW = 2.0
"""How long the slow hash takes on the fake clock."""


class PlainRecord:
    """Keeps entries in a list and deals from a seed; it goes through every stage of an event."""

    commitment = COMMITMENT

    def __init__(self, dealer, terms, clock):
        self.terms, self.clock = terms, clock
        self.promise = Opening(game="a0" * 32, commitment=COMMITMENT, anchor="b0" * 32, anchors=())
        self.entries, self.recorded, self.steps = [], [], []
        self.outcome = None
        self.verdict = Verdict(True, "Verified: the deck was not stacked.", "bundle")
        self.head = None
        self.frozen = None
        self.pledges = {}
        self.signs = True
        self.is_given_up = False
        self._event = None
        self._number = 0
        self._is_signed = False
        self._waiting = 0
        self._dealer = dealer

    # --- chance ---

    async def open_event(self, request, table, pledges):
        if self.terms.fairness == "solo":
            return None
        if self._event is None:
            for seat, pledge in pledges.items():
                self._step("pledge", seat)
                self.pledges[seat] = pledge
            self._number += 1
            window = WINDOWS[self.terms.fairness][isinstance(request, Roll)]
            text = f"rr1/{self.promise.game}\nevent {self._number}\n"
            self._event = OpenEvent(self._number, window, text)
            self._step("event", self._number)
            self.recorded.append(self._event)
        return self._event

    @property
    def pledged(self):
        return frozenset(self.pledges)

    def check(self, contribution):
        if contribution.level == "signature":
            return "" if contribution.value.startswith("U1NIU0lH") else "that is no signature"
        if contribution.level != "pledge":
            return ""
        hashed = hashlib.sha256(contribution.value.encode()).hexdigest()
        return "" if self.pledges.get(contribution.seat) == hashed else "that opens no pledge"

    def chain_value(self, seat):
        if seat == self.terms.host_seat or self.terms.roster[seat].bot:
            return Contribution(seat, "chain", f"{self._event.number:02x}{seat:02x}" * 16)
        return None

    async def freeze(self, given):
        assert self.frozen is None, "an event is frozen once"
        seats = {each.seat for each in given}
        absent = tuple(s.seat for s in self.terms.roster if s.seat not in seats)
        digest = hashlib.sha256(repr(given).encode()).hexdigest()
        self.frozen = Frozen(self._event.number, digest, given, absent, SLOW)
        for each in given:
            if each.level == "pledge":
                del self.pledges[each.seat]
        self._event = None
        self._step("freeze", self.frozen)
        self.recorded.append(self.frozen)
        await self.sign()
        return self.frozen

    async def grind(self):
        done = asyncio.get_running_loop().create_future()
        self.clock.call_later(self.frozen.lasts, lambda: done.done() or done.set_result(None))
        await done
        self._step("ground", self.frozen.number)

    async def deal(self, request, table):
        assert (self.frozen is None) == (self.terms.fairness == "solo")
        self.frozen = None
        result = Chance(self._dealer.deal(request))
        table.apply(result)
        promises = ("bag: 0f0f",) if isinstance(request, Shuffle) else ()
        self._keep(result, promises)
        return Dealt(result.result, promises)

    # --- entries ---

    async def keep(self, entry, table):
        table.apply(entry)
        self._keep(entry)

    async def hold(self, entry):
        self._keep(entry)

    async def hand_over(self, entries, table):
        for entry in entries:
            table.apply(entry)
        if entries:
            self._step("hand_over", len(entries))

    async def sign(self):
        if not self.signs:
            return None
        if not self._is_signed:
            size = len(self.steps)
            digest = hashlib.sha256(b"%d" % size).hexdigest()
            self.head = Head(size, digest, tuple(digest[i : i + 4] for i in range(0, 48, 4)))
            self._step("sign", size)
            self.recorded.append(self.head)
            self._is_signed = True
        return self.head

    async def give_up(self):
        self.is_given_up = True

    def recall(self, entry, request, table):
        pass

    def _keep(self, entry, promises=()):
        self.entries.append(entry)
        self._step("entry", entry)
        self.recorded.append(Kept(entry, promises))

    def _step(self, kind, what):
        self._is_signed = False
        self.steps.append((kind, what))

    # --- what people take home ---

    def receipt(self):
        note = None if self.head is None else f"rr1/{self.promise.game}\n{self.head.size}\nhead\n"
        return None if note is None else (note.encode(), b"-----BEGIN SSH SIGNATURE-----")

    def receipts(self, seat):
        return b'{"seat":%d}' % seat

    def contributions(self, seat):
        frozen = [each for each in self.recorded if isinstance(each, Frozen)]
        return tuple((f.number, g) for f in frozen for g in f.given if g.seat == seat)

    async def audit(self, outcome, table):
        self.outcome = outcome
        return self.verdict


class PlainArchive:
    """Opens plain records and remembers them."""

    def __init__(self, dealer=None):
        self.terms = []
        self.records = []
        self.clock = None
        self.left = ()
        """The games that were never opened."""
        self._dealer = dealer

    async def open(self, terms, table):
        self.terms.append(terms)
        self.records.append(PlainRecord(self._dealer or SeededDealer(1), terms, self.clock))
        return self.records[-1]

    async def abandoned(self):
        return self.left

    def unfinished(self):
        """The last game, as a journal would give it back after a crash."""
        record = self.records[-1]
        return Unfinished(record.terms, record, tuple(record.recorded))


class StackedDealer:
    """Puts wanted cards where they will be dealt, and leaves all others as they lie.

    `piles` say for each label which faces come off it first; `faces` names a pile's cards as they
    lie. A pile is dealt from its end.
    """

    def __init__(self, faces, piles, rolls=()):
        self._faces, self._piles = faces, piles
        self._rolls = list(rolls)
        self._shuffled = set()

    def deal(self, request):
        if isinstance(request, Roll):
            return self._rolls.pop(0) if self._rolls else 0
        return tuple(self.order(label, len(cards)) for label, cards in request.piles)

    def order(self, label, count):
        if label in self._shuffled:
            return tuple(range(count))
        self._shuffled.add(label)
        left = list(range(count))
        places = []
        for face in self._piles.get(label, ()):
            card = next((i for i in left if self._faces[label][i] == face), None)
            assert card is not None or not face, f"no {face} is left for {label}"
            places.append(card)
            left = [i for i in left if i != card]
        order = [left.pop(0) if card is None else card for card in places] + left
        return tuple(reversed(order))


def pebbles_stacked(*hands, bag=(), rolls=()):
    """A dealer that gives each seat of pebbles these three, and then this bag."""
    dealt = [hand[i] for i in range(3) for hand in hands]
    faces = [c for c, n in Pebbles().colours.items() for _ in range(n)]
    return StackedDealer({"bag": faces}, {"bag": [*dealt, *bag]}, rolls)


def runes_stacked(hands, fences, rolls=(), deck=(), runes=(), regulation="luxury-pet-tax"):
    """A dealer that gives the seats of Runes & Regulations these hands and Fences.

    What is not named is dealt as it lies.
    """
    state = load_game("runes-regulations").opening(len(hands), {}, ())
    decks = {"main_deck": state.deck, "rune_deck": state.rune_deck,
             "regulation_deck": state.regulation_deck}  # fmt: skip
    faces = {label: [state.face[card].id for card in deck] for label, deck in decks.items()}
    main = [(*hand, *[""] * 5)[i] for i in range(5) for hand in hands]
    dealt = [(*fence, *[""] * 3)[i] for i in range(3) for fence in fences]
    piles = {"main_deck": [*main, *deck], "rune_deck": [*dealt, *runes],
             "regulation_deck": [regulation]}  # fmt: skip
    return StackedDealer(faces, piles, rolls)


@dataclass
class Screen:
    """An interface that keeps all it is told, with the time it was told."""

    clock: FakeClock
    told: list = field(default_factory=list)

    def receive(self, message):
        self.told.append((self.clock.time(), message))

    def all(self, kind):
        return [message for _, message in self.told if isinstance(message, kind)]

    def last(self, kind):
        return self.all(kind)[-1]

    @property
    def pending(self):
        return self.last(link.Pending)

    @property
    def ask(self):
        return self.pending.ask

    @property
    def view(self):
        return self.last(link.Seen).view

    @property
    def lobby(self):
        return self.last(link.Lobby)

    @property
    def seats(self):
        return self.lobby.seats

    @property
    def window(self):
        return self.pending.window

    @property
    def problem(self):
        return self.last(link.Problem)

    @property
    def lines(self):
        return [line for log in self.all(link.Log) for line in log.lines]

    def since(self, mark):
        """What was told after the first `mark` messages, with its times."""
        return self.told[mark:]


class Player:
    """Somebody with a key and one interface."""

    def __init__(self, hall, key, name, is_host):
        self.hall, self.key = hall, key
        self.link = hall.room.connect(key, name, is_host=is_host)
        self.screen = Screen(hall.clock)
        self.link.attach(self.screen.receive)

    async def does(self, message):
        self.link.send(message)
        await self.hall.settle()

    async def answers(self, act=None, **more):
        """Answers the open choice with the first option of that act, or the first one."""
        ask = self.screen.ask
        wanted = next(o.option for o in ask.options if act in (None, o.act))
        await self.does(link.Give(number=self.screen.pending.number, option=wanted, **more))

    async def drops(self):
        self.link.close()
        await self.hall.settle()


async def at_once(judge):
    """Has a verification done here and now."""
    return judge()


class Millstone:
    """Grinds in the loop: for work that is next to none, and takes its time on the fake clock."""

    def __init__(self, seconds=0.0):
        self.clock = None
        self._seconds = seconds

    async def rate(self):
        return 1.0

    async def grind(self, segment):
        if self._seconds:
            done = asyncio.get_running_loop().create_future()
            self.clock.call_later(self._seconds, lambda: done.done() or done.set_result(None))
            await done
        return segment()


class FailingJournal(MemoryJournal):
    """Remembers which rows came together, and fails for good after so many commits."""

    __slots__ = ("commits", "dies_after")

    def __init__(self, dies_after=1_000_000):
        super().__init__()
        self.commits = []
        self.dies_after = dies_after

    async def append(self, gid, rows):
        if len(self.commits) == self.dies_after:
            raise Died
        await super().append(gid, rows)
        self.commits.append(tuple(rows))


class Died(Exception):
    """The machine has failed."""


class StackedChances(Chances):
    """Deals what a dealer wants, whatever the secret says."""

    def __init__(self, secret, dealer):
        super().__init__(secret)
        self._dealer = dealer

    def order(self, label, count, ground):
        return self._dealer.order(label, count)

    def roll(self, sides, ground):
        return self._dealer.deal(Roll(sides, ""))


def stacked_journal(dealer, *, seconds=0.0):
    """An archive of games that publish all that a host publishes, dealt as a test wants them.

    Each piece of a slow hash takes so many seconds.
    """

    class Stacked(JournalArchive):
        async def open(self, terms, table):
            record = await super().open(terms, table)
            record._ledger.chances = StackedChances(record._ledger.secret, dealer)
            return record

    return journalled(kind=Stacked, seconds=seconds)


def journalled(journal=None, *, luck=1, signs=True, kind=JournalArchive, seconds=0.0):
    """An archive over a journal in memory, with the same secrets every time."""
    stream = Stream.seeded(luck)
    means = Means(check_signature, load_any, TINY)
    signing = HostKey(fingerprint_of(HOST), signer(HOST)) if signs else None
    return kind(
        journal or MemoryJournal(), Millstone(seconds), means, key=signing, random=stream.take,
        aside=at_once,
    )  # fmt: skip


def load_any(game_id, deck=None):
    """Pebbles, or a game of the registry."""
    return load_pebbles(game_id, deck) if game_id == "pebbles" else load_game(game_id, deck)


class Hall:
    """A running room and everybody in it; pebbles, unless another game is named."""

    def __init__(
        self, archive=None, dealer=None, make_bot=None, thinker=None, key_book=None, **settings
    ):
        self.clock = FakeClock()
        self.archive = archive or PlainArchive(dealer)
        self.archive.clock = self.clock
        if isinstance(self.archive, JournalArchive):
            self.archive._grinder.clock = self.clock
        self.key_book = key_book or MemoryJournal()
        self.services = Services(
            clock=self.clock,
            archive=self.archive,
            key_book=self.key_book,
            load_game=load_any,
            make_bot=make_bot or (lambda kind, stream: RandomBot(stream)),
            thinker=thinker or AtOnce(),
            seed=lambda: b"the same luck every time",
            today=lambda: TODAY + int(self.clock.time()),
        )
        given = {"game": "pebbles", "seats": 2, "is_open": True, "pace": 0.0} | settings
        self.room = Room(TableSettings(**given), self.services)
        self.players = {}
        self.running = None

    @property
    def record(self):
        return self.archive.records[-1]

    async def comes(self, name, key=None, *, is_host=False):
        player = self.players[name] = Player(self, key or f"SHA256:{name}", name, is_host)
        await self.settle()
        return player

    async def settle(self):
        """Lets the room do all that is to be done at this moment."""
        for _ in range(100_000):
            await asyncio.sleep(0)
            if self.running.done():
                self.running.result()
                return
            if not self.room.is_busy:
                await asyncio.sleep(0)
                if not self.room.is_busy:
                    return
        raise AssertionError("the room is never done")

    async def passes(self, seconds):
        """Lets time pass; whatever falls due is done at its moment."""
        end = self.clock.time() + seconds
        while (due := self.clock.next_due()) is not None and due <= end:
            self.clock.advance(due - self.clock.time())
            await self.settle()
        self.clock.advance(end - self.clock.time())
        await self.settle()


@contextlib.asynccontextmanager
async def hall(**settings):
    """A room that runs as long as the block."""
    place = Hall(**settings)
    place.running = asyncio.create_task(place.room.run())
    try:
        yield place
    finally:
        if not place.running.done():
            place.room.close()
            await place.running


async def seated(place, *names: str, pets: Sequence[int] = (), host: int = 0):
    """Players who have come and sat down, in seat order; the first is the host."""
    players = []
    for seat, name in enumerate(names):
        player = await place.comes(name, is_host=seat == host)
        await player.does(link.Sit(seat=seat, declare=pets[seat] if pets else 0))
        players.append(player)
    return players


async def dealt(place, *names: str, pets: Sequence[int] = (), host: int = 0):
    """Players in a game that has just been dealt; with windows, in its first random event."""
    players = await seated(place, *names, pets=pets, host=host)
    for player in players:
        await player.does(link.Ready())
    return players
