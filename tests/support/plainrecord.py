"""A record without proofs: it goes through every stage, and what it did can be read."""

import asyncio
import hashlib

from rr_net.fairness.base.rows import Opening
from rr_net.game.archive import Unfinished
from rr_net.game.record import (
    Contribution,
    Dealt,
    Frozen,
    Head,
    OpenEvent,
    RecordedEntry,
    VerdictShown,
)
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.requests import Roll, Shuffle
from rr_rules.kernel.transcript import Chance

COMMITMENT = "c0" * 32
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
        self.verdict = VerdictShown(True, "Verified: the deck was not stacked.", "bundle")
        self.head = None
        self.frozen = None
        self.pledges = {}
        self.signs = True
        self.is_given_up = False
        self._event = None
        self._number = 0
        self.is_signed = False
        self._waiting = 0
        self.dealer = dealer

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
        result = Chance(self.dealer.deal(request))
        table.apply(result)
        promises = ("bag: 0f0f",) if isinstance(request, Shuffle) else ()
        self._keep(result, promises)
        return Dealt(result.result, promises)

    # --- entries ---

    async def keep(self, entries, table):
        for entry in entries:
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
        if not self.is_signed:
            size = len(self.steps)
            digest = hashlib.sha256(b"%d" % size).hexdigest()
            self.head = Head(size, digest, tuple(digest[i : i + 4] for i in range(0, 48, 4)))
            self._step("sign", size)
            self.recorded.append(self.head)
            self.is_signed = True
        return self.head

    async def give_up(self):
        self.is_given_up = True

    def recall(self, entry, request, table):
        pass

    def _keep(self, entry, promises=()):
        self.entries.append(entry)
        self._step("entry", entry)
        self.recorded.append(RecordedEntry(entry, promises))

    def _step(self, kind, what):
        self.is_signed = False
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
        self.dealer = dealer

    async def open(self, terms, table):
        self.terms.append(terms)
        self.records.append(PlainRecord(self.dealer or SeededDealer(1), terms, self.clock))
        return self.records[-1]

    async def abandoned(self):
        return self.left

    def unfinished(self):
        """The last game, as a journal would give it back after a crash."""
        record = self.records[-1]
        return Unfinished(record.terms, record, tuple(record.recorded))
