"""A host that cheats: it has the secret and the key that signs, and its own program.

What it writes is kept without being checked, so that every hash fits whatever it says.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from rr_net.fairness.base.errors import Failure, VerifyError
from rr_net.fairness.base.manifest import Manifest, open_table
from rr_net.fairness.base.rows import Given, Opening, RollRow, Row, ShuffleRow
from rr_net.fairness.base.secret import Secret
from rr_net.fairness.chain.ledger import Ledger
from rr_net.fairness.proof.bundle import bundle_bytes
from rr_net.fairness.proof.receipts import receipts_bytes
from rr_net.fairness.proof.replay import asked_faces
from rr_rules.kernel.requests import ChanceResult
from rr_rules.kernel.transcript import Chance
from tests.support.rr_net.hostkeys import HOST, signed_note
from tests.support.rr_net.recorded import Player, checked, close, manifest_of
from tests.support.rr_rules.pebbles import load_pebbles

MANIFEST = manifest_of(seats=4, level="table", target="3", turn_cap="4")
ANN, BOB, CLEO, ROBOT = range(4)
"""Ann hosts, and a program plays Robot."""
R = Secret(b"R" * 32, MANIFEST.gid)
BOBS_KEYS = "kjh;asdfqwe"


class Host(Player):
    """Writes down a random game of people who press keys at every event; it does not cheat yet."""

    cut_off = 0.0

    def given(self) -> list[Given]:
        """What the seats contribute, in their order."""
        seats = range(len(self.ledger.manifest.seats))
        gifts = (self.ledger.chain_value(seat) or self.pressed(seat) for seat in seats)
        return [gift for gift in gifts if gift is not None]

    def pressed(self, seat: int) -> Given | None:
        """What a person gives to the open event."""
        keys = BOBS_KEYS if seat == BOB else "cleo,cleo"
        return Given(level="mash", seat=seat, value=f"{keys}{self.ledger.events.number}")

    def pledge(self) -> None:
        """Nobody makes a pledge."""


class Story:
    """One record of the game that all stories of these tests claim to be."""

    def __init__(
        self,
        host: type[Host],
        dice: random.Random | None = None,
        secret: Secret = R,
        promise: Opening | None = None,
        manifest: Manifest = MANIFEST,
    ) -> None:
        secret = Secret(secret.reveal(), manifest.gid)
        self.ledger, self.table = Ledger(manifest, secret), open_table(manifest, load_pebbles())
        opening = self.ledger.opening()
        self.keep(opening if promise is None else opening.model_copy(update={"pub": promise}))
        dice = dice or random.Random(5)
        self.host = host(self.ledger, self.table, dice, _untold, removals=False)

    def keep(self, row: Row) -> None:
        """Write a row down, true or not."""
        self.ledger.take(row)

    def sign(self) -> None:
        """Sign what is written."""
        self.keep(self.ledger.checkpoint(signed_note(HOST, self.ledger.note.text)))

    def played(self, rows: int = 10_000) -> bytes:
        """Play to the end, or until there are so many rows; the bundle."""
        return self.until(lambda: self.ledger.seq >= rows).closed()

    def until(self, there: Callable[[], bool]) -> Story:
        """Play until something is so, or the game is over; itself."""
        steps = self.host.steps()
        while not there() and next(steps, None) is not None:
            pass
        return self

    def closed(self) -> bytes:
        """Open the secret; the bundle."""
        close(self.ledger, self.table, _untold)
        return bundle_bytes(self.ledger.manifest, self.ledger.rows)

    def receipts(self, seat: int) -> bytes:
        """What a seat can prove of the record as it is."""
        return receipts_bytes(self.ledger.rows, seat, self.ledger.commitments.openings(seat))

    # --- the first event, step by step -------------------------------------------------

    def opened(self) -> Story:
        """Open the event of the deal; itself."""
        self.keep(self.ledger.event(self.table.pending, asked_faces(self.table)))
        self.sign()
        return self

    def given(self) -> list[Given]:
        """What everybody gives to the open event, by seat."""
        return self.host.given()

    def deals(self, freeze: Row) -> ChanceResult:
        """Go on from a freeze, whatever it says, to the deal; what is dealt."""
        row, result = self.ground(freeze)
        self.happens(row, result)
        return result

    def ground(self, freeze: Row) -> tuple[ShuffleRow | RollRow, ChanceResult]:
        """Keep a freeze; the honest row of the result, and the result."""
        self.keep(freeze)
        self.sign()
        slow = self.ledger.grind_terms().values()
        return self.ledger.chance(self.table.pending, asked_faces(self.table), slow)

    def happens(self, row: Row, result: ChanceResult) -> None:
        """Let the host's own table take a result, and keep a row of it, which may say another."""
        self.table.apply(Chance(result))
        self.host.keep_with_commit(row)


def failure_of(source: bytes, **notes: object) -> Failure | None:
    """The name of the check that refuses a bundle; None where none does."""
    try:
        checked(source, **notes)
    except VerifyError as refused:
        return refused.failure
    return None


def _untold(row: Row) -> None:
    """Nobody else hears of a row."""
