"""Players with a client that checks: they sign answers, contributions and heads, as it would."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from rr_net.fairness.base.gamekey import (
    SEAT,
    AnswerKind,
    AnswerTerms,
    GivenBy,
    LaterSeat,
    SeatKey,
    SignedAnswer,
    Witness,
    answer_message,
    give_message,
    seat_text,
    witness_message,
)
from rr_net.fairness.base.manifest import Signer
from rr_net.fairness.base.rows import CheckpointRow, Given, Row, named_as_told
from rr_net.fairness.chain.orders import OrderHistory, cards_in
from rr_net.link import Order, RecordRows
from rr_rules.kernel.game import GameState
from rr_rules.kernel.requests import Choose, ChooseAll, Seat
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import canonical
from tests.support.rr_net.hostkeys import key_of, signed

if TYPE_CHECKING:
    from rr_net.fairness.chain.ledger import Ledger

DAY = "2026-11-23"


def game_key(name: str) -> Ed25519PrivateKey:
    """The key of a game of somebody of this name."""
    return Ed25519PrivateKey.from_private_bytes(f"game {name}".encode().ljust(32, b"."))


def public(key: Ed25519PrivateKey) -> str:
    """The public half, hex."""
    return key.public_key().public_bytes_raw().hex()


def signer_of(name: str, host_key: str, device: str = "") -> Signer:
    """What the manifest says of somebody of this name who signs."""
    key = public(game_key(name + device))
    text = seat_text(host_key, key, DAY)
    return Signer(key=key, day=DAY, signature=signed(key_of(name), text, SEAT))


class SigningClient:
    """What the client of one seat signs, by the rows that it was told."""

    def __init__(self, name: str, seat: int, host_key: str, device: str = "") -> None:
        self.name, self.seat, self.host_key, self.device = name, seat, host_key, device
        self.key = game_key(name + device)
        self.gid = ""
        self.rows: list[str] = []

    @property
    def signer(self) -> dict[str, str]:
        """The fields of its `signer`."""
        return signer_of(self.name, self.host_key, self.device).model_dump()

    def hears(self, told: RecordRows) -> None:
        """Take in rows as they come."""
        if told.game != self.gid:
            self.gid, self.rows = told.game, []
        self.rows[told.first :] = told.rows

    def head_at(self, size: int) -> str:
        """The hash of the row before row `size`, hex."""
        return named_as_told(self.rows[size - 1].encode()) if size else self.gid

    def ed(self, message: bytes) -> str:
        """A signature by its key."""
        return self.key.sign(message).hex()

    def answer(
        self,
        request: int,
        option: int,
        kind: AnswerKind = "answer",
        *,
        text: str = "",
        size: int = -1,
    ) -> dict[str, object]:
        """What it signs for an answer: over the newest head it has, or that of a `size`."""
        size = len(self.rows) if size < 0 else size
        request %= 1_000_000_000
        terms = AnswerTerms(kind, self.seat, request, option, text, size, self.head_at(size))
        return {"size": size, "signature": self.ed(answer_message(self.gid, terms))}

    def orders(
        self,
        request: int,
        orders: Sequence[Order],
        ask_me: Sequence[str] = (),
        *,
        size: int = -1,
    ) -> dict[str, object]:
        """What it signs for orders."""
        filed = {"orders": [each.model_dump() for each in orders], "ask_me": list(ask_me)}
        text = canonical(filed).decode()
        return {"request": request, "text": text} | self.answer(
            request, 0, "order", text=text, size=size
        )

    def gift(self, event: int, opening: int, drawn: str = "5a" * 32) -> str:
        """What it gives to an event: 192 digits."""
        return drawn + self.ed(give_message(self.gid, event, opening, self.seat, drawn))

    def seen(self) -> dict[str, object]:
        """The fields of its `witness`: over the newest checkpoint."""
        size = max(at for at, row in enumerate(self.rows) if '"type":"checkpoint"' in row)
        message = witness_message(self.gid, self.seat, size, self.head_at(size))
        return {"game": self.gid, "size": size, "signature": self.ed(message)}

    def seat_key(self, seat: int, row: int) -> dict[str, object]:
        """The fields of its `seat_key`: its key is that of the seat from this row on."""
        key = public(self.key)
        text = seat_text(self.host_key, key, DAY, LaterSeat(self.gid, seat, row))
        return {"game": self.gid, "seat": seat, "row": row, "key": key, "day": DAY,
                "signature": signed(key_of(self.name), text, SEAT)}  # fmt: skip


class Clients:
    """The clients of those who sign in one game, and what they do at random."""

    def __init__(self, ledger: Ledger, dice: random.Random, keep: Callable[[Row], None]) -> None:
        self.ledger, self.dice, self.keep = ledger, dice, keep
        self.names = [who.name for who in ledger.manifest.seats]
        self.keys = {
            seat: game_key(who.name)
            for seat, who in enumerate(ledger.manifest.seats)
            if who.signer is not None
        }
        self.orders = OrderHistory()
        self.filed: dict[int, SignedAnswer] = {}
        """What each seat has filed last."""

    # --- what they sign ------------------------------------------------------------------

    def ed(self, seat: int, message: bytes) -> str:
        """A signature by a seat's key."""
        return self.keys[seat].sign(message).hex()

    def gift(self, seat: int) -> Given:
        """What a client gives to the open event."""
        events = self.ledger.events
        drawn = self.dice.randbytes(32).hex()
        message = give_message(self.ledger.gid, events.number, events.opening, seat, drawn)
        return Given(level="signed", seat=seat, value=drawn + self.ed(seat, message))

    def answer(
        self, seat: int, option: int, request: int, kind: AnswerKind = "answer", text: str = ""
    ) -> SignedAnswer:
        """A signed answer, by somebody who has seen the whole record."""
        ledger = self.ledger
        terms = AnswerTerms(kind, seat, request, option, text, ledger.seq, ledger.head)
        signature = self.ed(seat, answer_message(ledger.gid, terms))
        return SignedAnswer(kind=kind, request=request, size=ledger.seq, text=text,
                            signature=signature)  # fmt: skip

    def seen(self, seat: int) -> Witness:
        """A signature over the newest checkpoint."""
        rows = self.ledger.rows
        size = max(row.seq for row in rows if isinstance(row, CheckpointRow))
        message = witness_message(self.ledger.gid, seat, size, self.ledger.head_at(size))
        return Witness(seat=seat, size=size, signature=self.ed(seat, message))

    def arrives(self, seat: int, name: str = "") -> SeatKey:
        """A new key of a seat, from this row on."""
        ledger, owner = self.ledger, name or self.names[seat]
        key = game_key(f"{owner} {ledger.seq}")
        later = LaterSeat(ledger.gid, seat, ledger.seq)
        text = seat_text(ledger.manifest.host_key, public(key), DAY, later)
        self.keys[seat] = key
        self.filed.pop(seat, None)
        return SeatKey(seat=seat, owner=key_of(owner).get_fingerprint(), key=public(key), day=DAY,
                       signature=signed(key_of(owner), text, SEAT))  # fmt: skip

    # --- what they do at random ----------------------------------------------------------

    def given_by(self, table: Table[GameState], choose: Choose, option: int) -> tuple[GivenBy, int]:
        """By whom an answer is given this time, and what that answers: a seat gives `option`."""
        signers = self.ledger.signers
        if signers.is_away(choose.seat):
            return "away", option
        if not signers.signs(choose.seat):
            return "", option
        in_window = isinstance(table.pending, ChooseAll) and table.pending.window
        filed = self.filed.get(choose.seat)
        ordered = self.orders.option(table, choose, filed) if in_window and filed else None
        some: list[tuple[GivenBy, int]] = [("", option)] * 4
        if self.ledger.manifest.options.get("turn_clock", "off") != "off":
            some.append(("clock", option))
        if len(choose.options) == 1:
            some.append(("single", option))
        if in_window:
            some.append(("silence", 0))
        if ordered is not None:
            some += [("order", ordered)] * 3
        return self.dice.choice(some)

    def signed(
        self, seat: int, option: int, request: int, by: GivenBy, ahead: range = range(0)
    ) -> SignedAnswer | None:
        """What a seat has signed for an answer, if it must.

        Now and then it was signed with the answer to the window before, which has those numbers.
        """
        if not self.ledger.signers.signs(seat) or by not in {"", "order"}:
            return None
        if by == "order":
            return self.filed[seat]
        kinds: list[AnswerKind] = ["answer", "answer", "ahead"]
        kind = self.dice.choice(kinds)
        if kind == "ahead" and ahead:
            return self.answer(seat, option, ahead[0], kind)
        return self.answer(seat, option, request)

    def file(self, table: Table[GameState], seat: int) -> None:
        """File what some cards of a hand shall do, until the next turn of the seat."""
        dice, hand = self.dice, cards_in(table, "hand", Seat(seat))
        places = dice.sample(range(len(hand)), dice.randint(0, len(hand)))
        texts = [
            {
                "zone": "hand",
                "at": at,
                "face": table.game.face_of(table.state, hand[at]),
                "when": dice.choice([["all"], ["all"], ["threw"], ["scored"]]),
                "by": dice.choice([[], [], [0], [1, 2]]),
            }
            for at in places
        ]
        text = canonical({"ask_me": [], "orders": texts}).decode()
        self.filed[seat] = self.answer(seat, 0, table.number, "order", text)

    def come_and_go(self, table: Table[GameState]) -> None:
        """Somebody goes or comes back, or files orders."""
        if not self.keys:
            return
        seat, luck = self.dice.choice(sorted(self.keys)), self.dice.random()
        signers = self.ledger.signers
        if luck < 0.1:
            self.keep(self.ledger.away(seat, ends=signers.is_away(seat)))
        elif luck < 0.2 and not signers.is_away(seat):
            self.keep(self.ledger.plain(seat, ends=not signers.signs(seat)))
        elif luck < 0.25:
            self.keep(self.ledger.seat(self.arrives(seat)))
        elif luck < 0.6 and signers.signs(seat):
            self.file(table, seat)

    def witness(self) -> None:
        """Some have signed the newest checkpoint: that stands before the next choice."""
        if any(isinstance(row, CheckpointRow) for row in self.ledger.rows):
            for seat in sorted(self.keys):
                if self.dice.random() < 0.3:
                    self.keep(self.ledger.witness(self.seen(seat)))
