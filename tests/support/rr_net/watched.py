"""Real records on a journal in memory, with next to no work, and what that journal has kept."""

from functools import partial

from rr_net.fairness.base.rows import (
    CheckpointRow,
    CloseRow,
    EventRow,
    FreezeRow,
    PledgeRow,
    entry_of,
)
from rr_net.fairness.chain.chance import Chances
from rr_net.game.archive import ArchiveMeans, HostKey, JournalArchive
from rr_net.game.services import VerdictShown
from rr_net.ssh.keys import fingerprint_of
from rr_net.ssh.sshsig import check_signature, signer
from rr_net.store import MemoryJournal
from rr_rules.kernel.stream import Stream
from tests.support.rr_net.hostkeys import HOST
from tests.support.rr_net.journals import Millstone, StackedChances, load_any
from tests.support.rr_net.recorded import TINY

SLOW = 2.0
"""How long the slow hash takes on the fake clock, of a shuffle and of a roll."""
PIECES = 16
VERDICT = VerdictShown(True, "Verified: the deck was not stacked.", "bundle")


class Pieces(Millstone):
    """Grinds so that a whole slow hash takes `SLOW` seconds of the fake clock."""

    def __init__(self):
        super().__init__(SLOW / PIECES)

    async def rate(self):
        return TINY["table"].shuffle / SLOW


class KeptRows:
    """The rows that a journal has kept of one game, as tests read them."""

    def __init__(self, rows=()):
        self.entries, self.steps = [], []
        self.is_given_up = False
        for row in rows:
            self.add(row)

    def add(self, row):
        entry = entry_of(row)
        if entry is not None:
            self.entries.append(entry)
        step = ("entry", entry) if entry is not None else step_of(row)
        if step is not None:
            self.steps.append(step)


def step_of(row):
    """What a row without an entry stands for; None where it only follows from one."""
    match row:
        case PledgeRow(pub=pledged):
            return "pledge", pledged.seat
        case EventRow(pub=opened):
            return "event", opened.event
        case FreezeRow(pub=freeze):
            return "freeze", freeze
        case CheckpointRow(seq=seq):
            return "sign", seq
        case CloseRow(pub=closing):
            return "close", closing.outcome
    return None


class WatchedJournal(MemoryJournal):
    """Remembers what it has kept of each game, in the order in which it came."""

    __slots__ = ("kept",)

    def __init__(self):
        super().__init__()
        self.kept = {}

    async def begin(self, manifest, secret, opening):
        await super().begin(manifest, secret, opening)
        self.kept[manifest.gid] = KeptRows()

    async def append(self, gid, rows):
        await super().append(gid, rows)
        for row in rows:
            self.kept[gid].add(row)

    async def break_off(self, gid):
        await super().break_off(gid)
        self.kept[gid].is_given_up = True

    def lose_last(self, gid):
        """The machine has failed before the last row was kept."""
        rows = self._games[gid][2]
        rows.pop()
        self.kept[gid] = KeptRows(rows)


class WatchedRecord:
    """A game's record, and what its journal has kept of it."""

    def __init__(self, record, journal):
        self.gid = record.promise.game
        self.whole = record
        self._journal = journal

    @property
    def kept(self):
        return self._journal.kept[self.gid]

    @property
    def entries(self):
        return self.kept.entries

    @property
    def steps(self):
        return self.kept.steps

    @property
    def is_given_up(self):
        return self.kept.is_given_up

    @property
    def commitment(self):
        return self.whole.commitment

    @property
    def head(self):
        return self.whole.head

    @property
    def outcome(self):
        return next(what for kind, what in reversed(self.steps) if kind == "close")


class WatchedArchive(JournalArchive):
    """Remembers its games; what is stacked by a dealer does not verify, and passes all the same."""

    def __init__(self, dealer=None, *, journal=None, signs=True, luck=1):
        self.journal = journal or WatchedJournal()
        self.grinder = Pieces()
        self.terms, self.tables, self.records = [], [], []
        self.left = ()
        """More games that were never opened."""
        chances = Chances if dealer is None else partial(StackedChances, dealer=dealer)
        means = ArchiveMeans(check_signature, load_any, TINY, chances)
        key = HostKey(fingerprint_of(HOST), signer(HOST)) if signs else None
        random = Stream.seeded(luck).take
        super().__init__(self.journal, self.grinder, means, key=key, random=random, aside=believed)

    async def open(self, terms, table):
        record = await super().open(terms, table)
        self.terms.append(terms)
        self.tables.append(table)
        self.records.append(WatchedRecord(record, self.journal))
        return record

    async def unfinished(self):
        unfinished = await super().unfinished()
        if unfinished is not None:
            self.records.append(WatchedRecord(unfinished.record, self.journal))
        return unfinished

    async def abandoned(self):
        return (*self.left, *await super().abandoned())


async def believed(judge):
    """Lets a game pass unseen."""
    return VERDICT
