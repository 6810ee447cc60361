"""Games for the vectors: small, and the same to the byte whenever they are played again."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from unittest.mock import patch

from rr_net.fairness.base.levels import Slow
from rr_net.fairness.base.manifest import HostTerms, Seated, draw_up, read_manifest
from rr_net.fairness.base.secret import Secret
from rr_net.fairness.chain.ledger import Ledger
from rr_net.fairness.proof.bundle import bundle_bytes
from rr_net.fairness.proof.receipts import receipts_bytes
from rr_rules.kernel.errors import BadSetup
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import canonical
from tests.support.fairness.shelves import STILL, Shelves
from tests.support.rr_net.hostkeys import HOST
from tests.support.rr_net.recorded import KEYS, NAMES, TINY, Player, close
from tests.support.rr_net.signing import signer_of
from tests.support.rr_rules.pebbles import SETTINGS, Pebbles

ROBOT = "Robót"
"""Not all that is written down is ASCII."""


class Stones(Pebbles):
    """Pebbles with a digest that stands still, whatever is changed in their file."""

    settings = STILL

    def digest(self):
        return "70" * 32, hashlib.sha256(self.deck).hexdigest()


def load(game_id="pebbles", deck=None):
    """The rules of a game of the vectors. Raises BadSetup or DeckError."""
    kinds = {"pebbles": Stones, "shelves": Shelves, "timed": Timed}
    if game_id not in kinds:
        raise BadSetup(f"there is no game {game_id!r}: expected {', '.join(kinds)}")
    return kinds[game_id]() if deck is None else kinds[game_id](deck[1])


class Timed(Stones):
    """Pebbles in which each decision has its time."""

    id = "timed"
    settings = (*STILL, *(option for option in SETTINGS if option.name == "turn_clock"))


@contextmanager
def still_version() -> Iterator[None]:
    """Play and check as version 1 of this package: no release makes the vectors old."""
    with patch("rr_net.fairness.base.manifest.__version__", "1"):
        yield


@dataclass
class Plan:
    """What a game is played with, and how the people in it behave."""

    seed: int = 1
    game: str = "pebbles"
    level: str = "table"
    seats: int = 2
    bots: tuple[int, ...] = ()
    host_seat: int = 0
    signs: bool = True
    ways: tuple[str, ...] = ("mash",)
    """How they contribute, event by event: mash, pledge, signature or absent."""
    deck: str = "red 3\nblue 3\ngold 2\n"
    options: dict[str, str] = field(default_factory=lambda: {"target": "1", "turn_cap": "1"})
    slow: Slow | None = None
    removals: bool = False
    stop_at: int = 100_000
    """The game is given up where the record has so many rows, or a few more."""
    claims: dict[str, object] = field(default_factory=dict)
    """What the manifest claims, true or not."""
    reopened: int = 0
    """So often the first window is cut off."""
    signers: tuple[int, ...] = ()
    """The seats with clients that sign."""
    dice: int = 0
    """Another number, and the same people choose otherwise."""


class Sitter(Player):
    """Plays every seat, and contributes as planned."""

    plan: Plan
    cut_off = 0.0

    def chance(self, request):
        events = self.ledger.events
        for _ in super().chance(request):
            yield self.ledger.seq
            if events.number == 1 and events.frozen is None:
                while events.opening <= self.plan.reopened:
                    yield self.reopen()

    def habit(self, seat):
        events = self.ledger.events
        number = events.number + (events.opened is None)
        return self.plan.ways[(number + seat) % len(self.plan.ways)]


class Played:
    """A game that was played as planned."""

    def __init__(self, sitter=None, **told):
        self.plan = plan = Plan(**told)
        self.deck = ("bag.txt", self.plan.deck.encode())
        self.rules = load(self.plan.game, self.deck)
        settled = self.rules.settle(self.plan.options)
        self.table = Table(self.rules, self.plan.seats, settled, ())
        self.manifest = self._draw_up(settled)
        secret = hashlib.sha256(b"R %d" % self.plan.seed).digest()
        self.ledger = Ledger(self.manifest, Secret(secret, self.manifest.gid))
        self.ledger.take(self.ledger.opening())
        self.people = people = (sitter or Sitter)(self.ledger, self.table,
                                    random.Random(f"{plan.seed} {plan.dice}"), _untold,
                                                   removals=plan.removals)  # fmt: skip
        people.plan = plan
        self._steps = people.steps()
        self.go_on(plan.stop_at)

    def _draw_up(self, settled):
        plan = self.plan
        seats = [
            Seated(name=ROBOT, bot="random") if seat in plan.bots else self._person(seat)
            for seat in range(plan.seats)
        ]
        host = HostTerms(key=self._host_key, number=int(plan.signs), seat=plan.host_seat,
                         fairness=plan.level, slow=plan.slow or TINY[plan.level])  # fmt: skip
        nonce = hashlib.sha256(b"nonce %d" % plan.seed).digest()
        with still_version():
            true = draw_up(self.table, seats, settled, (), nonce=nonce, deck=self.deck, host=host)
        return read_manifest(canonical(true.plain() | plan.claims))

    @property
    def _host_key(self):
        return HOST.get_fingerprint() if self.plan.signs else ""

    def _person(self, seat):
        name = NAMES[seat]
        signer = signer_of(name, self._host_key) if seat in self.plan.signers else None
        return Seated(name=name, key=KEYS[name].get_fingerprint(), signer=signer)

    def go_on(self, stop_at=100_000):
        """Play until there are so many rows, or the game is over; itself."""
        while self.ledger.seq < stop_at and next(self._steps, None) is not None:
            pass
        return self

    @cached_property
    def bundle(self):
        """The bytes of the closed game."""
        close(self.ledger, self.table, _untold)
        clients = self.people.clients
        seen = [clients.seen(seat) for seat in sorted(clients.keys)] if self.plan.signs else ()
        return bundle_bytes(self.manifest, self.ledger.rows, seen)

    def receipts(self, seat):
        """What a seat can prove of the record as it is now."""
        return receipts_bytes(self.ledger.rows, seat, self.ledger.commitments.openings(seat))


def _untold(row):
    """Nobody else hears of a row."""
