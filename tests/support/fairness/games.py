"""Whole games for the proofs: played at random, written down row by row as a host would.

Everything hangs on numbers that stand here, so that a game played again is the same to the byte.
"""

from __future__ import annotations

import base64
import hashlib
import random
from dataclasses import dataclass, field
from functools import cache

import asyncssh
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from rr_net.fairness.asked import Given
from rr_net.fairness.bundle import bundle_bytes
from rr_net.fairness.commitments import hidden_zones
from rr_net.fairness.ledger import Ledger
from rr_net.fairness.levels import Slow
from rr_net.fairness.manifest import HostTerms, Manifest, Seated, draw_up
from rr_net.fairness.receipts import receipts_bytes
from rr_net.fairness.replay import asked_faces
from rr_net.fairness.secret import Secret
from rr_net.ssh.sshsig import SEED, signer
from rr_rules.errors import CannotArrange
from rr_rules.game import settle
from rr_rules.requests import ChooseAll, Roll, Shuffle
from rr_rules.table import Table
from rr_rules.transcript import Answer, Arrange, Chance, Remove
from tests.support.pebbles import load_pebbles

TINY = Slow(roll=16, segments=16, shuffle=16)
FLOORS = {"table": TINY, "strict": TINY, "solo": Slow()}
"""A slow hash that is none, for tests that are about something else."""

NAMES = ("ann", "bob", "cleo", "dan")


@cache
def key(name):
    """An SSH key that is the same in every run: made for these tests and good for nothing else."""
    seed = hashlib.sha256(f"a key of {name}, for tests".encode()).digest()
    pem = Ed25519PrivateKey.from_private_bytes(seed).private_bytes(
        Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()
    )
    return asyncssh.import_private_key(pem)


def fingerprint(name):
    return key(name).get_fingerprint()


def signature(name, text, namespace=SEED):
    """An SSHSIG of `text` in base64 without line breaks."""
    raw = asyncssh.create_sshsig(key(name), text.encode(), namespace=namespace, raw=True)
    return base64.b64encode(raw).decode()


@dataclass
class Plan:
    """What a game is played with, and by whom."""

    seed: int = 1
    level: str = "table"
    host_seat: int = 0
    bots: tuple[int, ...] = ()
    seats: int = 2
    host: str = "host"
    """Whose key signs; "" for a game without a network."""
    ways: tuple[str, ...] = ("mash",)
    """How the people contribute: mash, pledge, signature or absent, in turns."""
    deck: str = "red 3\nblue 3\ngold 2\n"
    options: dict[str, str] = field(default_factory=lambda: {"target": "3", "turn_cap": "3"})
    slow: Slow | None = None
    rules: object = None
    arranges: float = 0.15
    removes: float = 0.0
    stop_at: int = 100_000
    """The game is given up when the record has so many rows."""
    stop_in: str = ""
    """Give up after the first row of this type once `stop_at` is reached."""


class Game:
    """One game as it grows: its table, its ledger and its people."""

    def __init__(self, plan=None, **told):
        self.plan = plan = plan or Plan(**told)
        deck = None if plan.rules else ("bag.txt", plan.deck.encode())
        self.rules = plan.rules or load_pebbles(deck=deck)
        options = settle(self.rules.options, plan.options)
        self.table = Table(self.rules, plan.seats, options, ())
        self.manifest = self._draw_up(options, deck)
        secret = hashlib.sha256(f"R {plan.seed}".encode()).digest()
        self.ledger = Ledger(self.manifest, Secret(secret, self.manifest.gid))
        self.dice = random.Random(plan.seed)
        self.sign = signer(key(plan.host)) if plan.host else None
        self.pledged = {}
        self.ledger.take(self.ledger.opening())

    def _draw_up(self, options, deck) -> Manifest:
        plan = self.plan
        seats = [
            Seated(name=f"bot {seat}", bot="random")
            if seat in plan.bots
            else Seated(name=NAMES[seat], key=fingerprint(NAMES[seat]))
            for seat in range(plan.seats)
        ]
        slow = plan.slow or (Slow() if plan.level == "solo" else TINY)
        host = HostTerms(key=fingerprint(plan.host) if plan.host else "", seat=plan.host_seat,
                         fairness=plan.level, slow=slow)  # fmt: skip
        nonce = hashlib.sha256(f"nonce {plan.seed}".encode()).digest()
        return draw_up(self.table, seats, options, (), nonce=nonce, deck=deck, host=host)

    # --- going on --------------------------------------------------------------------------

    def play(self):
        """Play to the end, or to where the game is given up; returns itself."""
        while self.table.pending is not None and not self.stopped:
            self.advance()
        return self.close()

    @property
    def stopped(self):
        rows = self.ledger.rows
        return len(rows) >= self.plan.stop_at and rows[-1].type in (self.plan.stop_in, "")

    def advance(self):
        """Let one thing happen."""
        if len(self.ledger.rows) >= self.plan.stop_at and not self.plan.stop_in:
            return
        turn = self.rules.turn(self.table.state)
        if isinstance(self.table.pending, Shuffle | Roll):
            self.chance()
        else:
            self.choice()
        if self.sign and self.rules.turn(self.table.state) != turn:
            self.checkpoint()

    def chance(self):
        """Answer the pending shuffle or roll, with everything that goes before it."""
        request, faces = self.table.pending, asked_faces(self.table)
        slow = ()
        if self.plan.level != "solo":
            self.pledges()
            if not self.took(self.ledger.event(request, faces)):
                return
            if not self.took(self.ledger.freeze(self.given())):
                return
            if self.sign and not self.checkpoint():
                return
            slow = self.ledger.grind_terms().values()
        row, result = self.ledger.chance(request, faces, slow)
        self.happen(row, Chance(result))

    def took(self, row):
        """Take a row; whether the game goes on after it."""
        self.ledger.take(row)
        return not self.stopped

    def pledges(self):
        """Bind the seats that will pledge to the next event."""
        for seat in self.people():
            if self.way(seat, self.ledger.events.number + 1) == "pledge":
                said = f"secret.{self.plan.seed}.{self.dice.randrange(10**6)}"
                self.pledged[seat] = said
                digest = hashlib.sha256(said.encode()).hexdigest()
                self.ledger.take(self.ledger.pledge(seat, digest))

    def people(self):
        chained = self.manifest.chained
        return [seat for seat in range(self.plan.seats) if seat not in chained]

    def way(self, seat, event):
        return self.plan.ways[(seat + event) % len(self.plan.ways)]

    def given(self):
        """What everybody gives to the open event."""
        ledger, event = self.ledger, self.ledger.events.number
        for seat in range(self.plan.seats):
            chain = ledger.chain_value(seat)
            if chain is not None:
                yield chain
                continue
            match self.way(seat, event):
                case "mash":
                    keys = "".join(self.dice.choices("asdfjkl;", k=self.dice.randint(1, 9)))
                    yield Given(level="mash", seat=seat, value=keys)
                case "pledge":
                    yield Given(level="pledge", seat=seat, value=self.pledged.pop(seat))
                case "signature":
                    signed = signature(NAMES[seat], ledger.seed_text)
                    yield Given(level="signature", seat=seat, value=signed)

    def checkpoint(self):
        return self.took(self.ledger.checkpoint(self.sign(self.ledger.note.text.encode())))

    def choice(self):
        """Let somebody choose, re-order a hand or leave."""
        choose = self.next_choose()
        if self.dice.random() < self.plan.removes:
            entry = Remove(choose.seat)
        elif self.dice.random() < self.plan.arranges:
            entry = self.rearranged(choose.seat)
        else:
            entry = Answer(choose.seat, self.dice.randrange(len(choose.options)))
        try:
            self.happen(self.ledger.row(entry), entry)
        except CannotArrange:
            self.ledger.drop()
            return
        if self.is_first(choose):
            self.checkpoint()

    def next_choose(self):
        """Whoever is asked; where several are, and the host is one of them, the host."""
        asked = self.table.asked
        hosts = [choose for choose in asked if choose.seat == self.plan.host_seat]
        several = isinstance(self.table.pending, ChooseAll) and not self.table.pending.window
        return hosts[0] if hosts and several else self.dice.choice(asked)

    def is_first(self, choose):
        """Whether others choose at once with the host, who has just chosen."""
        pending = self.table.pending
        several = isinstance(pending, ChooseAll) and not pending.window
        return bool(self.sign and several and choose.seat == self.plan.host_seat)

    def rearranged(self, seat):
        zones = self.rules.zones(self.table.state)
        own = [z for z in zones if z.hidden and z.owner == seat and len(z.cards) > 1]
        if not own:
            return Arrange(seat, "hand", ())
        zone = self.dice.choice(own)
        order = list(range(len(zone.cards)))
        self.dice.shuffle(order)
        return Arrange(seat, zone.label, tuple(order))

    def happen(self, row, entry):
        """Let the table and the ledger take an entry, with the row that follows from it."""
        self.table.apply(entry)
        commit = self.ledger.commit(hidden_zones(self.rules, self.table.state), row)
        self.ledger.take(row)
        if commit is not None:
            self.ledger.take(commit)

    def close(self):
        self.ledger.take(self.ledger.closing(self.table.outcome))
        if self.sign:
            self.ledger.take(self.ledger.checkpoint(self.sign(self.ledger.note.text.encode())))
        return self

    # --- what is left of it ----------------------------------------------------------------

    @property
    def bundle(self):
        """The bytes of the game's bundle."""
        return bundle_bytes(self.manifest, self.ledger.rows)

    def receipts(self, seat):
        """What a seat can prove of the game as it stands."""
        return receipts_bytes(self.ledger.rows, seat, self.ledger.commitments.openings(seat))
