"""Archives as a host has them, with next to no work; journals that fail; stacked dealers."""

import asyncio
from functools import partial

from rr_net.fairness.chain.chance import Chances
from rr_net.game.archive import ArchiveMeans, HostKey, JournalArchive
from rr_net.ssh.keys import fingerprint_of
from rr_net.ssh.sshsig import check_signature, signer
from rr_net.store import MemoryJournal
from rr_rules.kernel.requests import Roll, Shuffle
from rr_rules.kernel.stream import Stream
from rr_rules.registry import load_game
from tests.support.rr_net.hostkeys import HOST
from tests.support.rr_net.recorded import TINY
from tests.support.rr_rules.pebbles import Pebbles, load_pebbles


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


class KeepingArchive(JournalArchive):
    """Remembers the records of the games that it has opened, and who grinds for them."""

    def __init__(self, journal, grinder, *rest, **more):
        super().__init__(journal, grinder, *rest, **more)
        self.grinder, self.records, self.tables = grinder, [], []

    async def open(self, terms, table):
        record = await super().open(terms, table)
        self.records.append(record)
        self.tables.append(table)
        return record


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
        return self._dealer.deal(Shuffle(((label, tuple(range(count))),)))[0]

    def roll(self, sides, ground):
        return self._dealer.deal(Roll(sides, ""))


def stacked_journal(dealer, *, seconds=0.0):
    """An archive of games that publish all that a host publishes, dealt as a test wants them.

    Each piece of a slow hash takes so many seconds.
    """

    return journalled(seconds=seconds, chances=partial(StackedChances, dealer=dealer))


def load_any(game_id, deck=None):
    """Pebbles, or a game of ours."""
    return load_pebbles(game_id, deck) if game_id == "pebbles" else load_game(game_id, deck)


def journalled(
    journal=None,
    *,
    luck=1,
    signs=True,
    grinder=None,
    seconds=0.0,
    load_game=load_any,
    how_to_fetch="",
    chances=Chances,
    album=None,
    tell=bool,
    aside=at_once,
):
    """An archive over a journal in memory, with the same secrets every time."""
    stream = Stream.seeded(luck)
    means = ArchiveMeans(check_signature, load_game, TINY, chances, album, lambda: 1_795_000_000)
    signing = HostKey(fingerprint_of(HOST), signer(HOST)) if signs else None
    return KeepingArchive(
        journal or MemoryJournal(), grinder or Millstone(seconds), means, key=signing,
        random=stream.take, how_to_fetch=how_to_fetch, aside=aside, tell=tell,
    )  # fmt: skip
