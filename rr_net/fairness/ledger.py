"""The ledger: turns what is fed to a table into a chain of rows, and deals from the secret.

Nothing here is durable. A row is built by `opening`, `row` or `closing`, stored, and only then
taken in with `take`: if storing fails, the ledger stands where it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NoReturn

from rr_net.fairness.errors import BadRow, Failure
from rr_net.fairness.hash import Tag, hashed, number
from rr_net.fairness.manifest import Manifest
from rr_net.fairness.parts import Part
from rr_net.fairness.rows import (
    Answered,
    AnswerRow,
    Arranged,
    ArrangeRow,
    CloseRow,
    Closing,
    Nothing,
    Opening,
    OpenRow,
    Orders,
    Pile,
    Piles,
    Removed,
    RemoveRow,
    Result,
    Rolled,
    RollRow,
    Row,
    ShuffleRow,
    entry_of,
    request_of,
)
from rr_net.fairness.secret import Secret
from rr_net.safetext import clean
from rr_rules.game import Outcome
from rr_rules.requests import ChanceRequest, ChanceResult, Roll, Shuffle
from rr_rules.stream import Stream
from rr_rules.transcript import Answer, Arrange, Chance, Entry, Remove, canonical


class Ledger:
    """The chain of one game, as far as it has come."""

    def __init__(self, manifest: Manifest, secret: Secret) -> None:
        """Start the chain of a game before its first row."""
        self.manifest = manifest
        self.gid = manifest.gid
        self.rows: list[Row] = []
        self.head = self.gid
        """The hash of the last row, hex. It moves with every answer: showing it while a window is
        open would tell the table that somebody has answered (RR-HID-12)."""
        self._secret = secret
        self._epochs: Counter[str] = Counter()
        self._rolls = 0

    @classmethod
    def resume(cls, manifest: Manifest, secret: Secret, rows: Iterable[Row]) -> Ledger:
        """The ledger after these rows. Raises BadRow if they are not a game of this secret."""
        ledger = cls(manifest, secret)
        for row in rows:
            ledger.check(row)
            ledger.take(row)
        return ledger

    @property
    def commitment(self) -> str:
        """cR, hex: shown to everybody before the deal."""
        return self._secret.commitment

    @property
    def seq(self) -> int:
        """The number of the next row."""
        return len(self.rows)

    @property
    def is_closed(self) -> bool:
        """Whether the secret is open and nothing can follow."""
        return bool(self.rows) and isinstance(self.rows[-1], CloseRow)

    # --- chance ----------------------------------------------------------------------

    def deal(self, request: ChanceRequest) -> ChanceResult:
        """What the secret gives for the request; the same until its row is taken.

        The key holds the game, the kind of chance and a counter, and nothing that anybody plays.
        """
        if isinstance(request, Roll):
            key = self._secret.derive(Tag.SPIN, number(self._rolls))
            return Stream(key).below(request.sides)
        return tuple(
            Stream(self._secret.derive(Tag.SHUFFLE, label.encode(), number(epoch))).order(count)
            for label, epoch, count in self._piles(request)
        )

    def _piles(self, request: Shuffle) -> Iterator[tuple[str, int, int]]:
        """Label, epoch and count of each pile; a label that stands twice takes two epochs."""
        epochs = self._epochs.copy()
        for label, count in request.piles:
            yield label, epochs[label], count
            epochs[label] += 1

    # --- building rows ---------------------------------------------------------------

    def opening(self) -> OpenRow:
        """The first row: the commitment."""
        pub = Opening(game=self.gid, commitment=self.commitment)
        return OpenRow(seq=self.seq, prev=self.head, pub=pub)

    def row(self, entry: Entry, request: ChanceRequest | None = None) -> Row:
        """The row of an entry; for chance, `request` is what it answers.

        Raises BadRow for a chance result that the secret does not give.
        """
        match entry:
            case Answer(seat, option):
                answered = Answered(seat=seat, option=option)
                return AnswerRow(seq=self.seq, prev=self.head, pub=Nothing(),
                                 sealed=self._seal(answered), body=answered)  # fmt: skip
            case Arrange(seat, zone, order):
                arranged = Arranged(seat=seat, zone=zone, order=order)
                return ArrangeRow(seq=self.seq, prev=self.head, pub=Nothing(),
                                  sealed=self._seal(arranged), body=arranged)  # fmt: skip
            case Remove(seat):
                return RemoveRow(seq=self.seq, prev=self.head, pub=Removed(seat=seat))
            case Chance(result):
                return self._chance_row(result, request)

    def closing(self, outcome: Outcome | None) -> CloseRow:
        """The last row: the secret, and how the game ended; None where it was given up."""
        ended = None if outcome is None else Result(winners=outcome.winners, reason=outcome.reason)
        pub = Closing(secret=self._secret.reveal().hex(), outcome=ended)
        return CloseRow(seq=self.seq, prev=self.head, pub=pub)

    def _chance_row(self, result: ChanceResult, request: ChanceRequest | None) -> Row:
        if isinstance(request, Roll) and isinstance(result, int):
            self._check_roll(result, request)
            rolled = Rolled(label=request.label, t=self._rolls, sides=request.sides, result=result)
            return RollRow(seq=self.seq, prev=self.head, pub=rolled)
        if isinstance(request, Shuffle) and not isinstance(result, int):
            self._check_orders(result, request)
            orders = Orders(orders=result)
            return ShuffleRow(seq=self.seq, prev=self.head, pub=self._ordered(result, request),
                              sealed=self._seal(orders), body=orders)  # fmt: skip
        problem = "chance of another kind than was asked for"
        raise BadRow(Failure.ILLEGAL_ENTRY, problem, self.seq)

    def _ordered(self, orders: tuple[tuple[int, ...], ...], request: Shuffle) -> Piles:
        piles = (
            Pile(label=label, epoch=epoch, count=count, order=self._order_hash(label, epoch, order))
            for order, (label, epoch, count) in zip(orders, self._piles(request), strict=True)
        )
        return Piles(piles=tuple(piles))

    def _order_hash(self, label: str, epoch: int, order: tuple[int, ...]) -> str:
        salt = self._secret.derive(Tag.ORDER_SALT, label.encode(), number(epoch))
        return hashed(Tag.ORDER, salt, canonical(order)).hex()

    def _seal(self, body: Part) -> str:
        salt = self._secret.derive(Tag.SEAL_SALT, number(self.seq))
        return hashed(Tag.SEAL, salt, canonical(body.plain())).hex()

    # --- checking and taking rows ----------------------------------------------------

    def check(self, row: Row) -> None:
        """Whether `row` is the next one, by the chain and by the secret. Raises BadRow.

        It takes the row's own word for what was asked: only a table knows what the rules ask.
        """
        self.check_place(row)
        match row:
            case OpenRow():
                self._check_opening(row)
            case CloseRow():
                self._check_secret(row)
            case _:
                entry = entry_of(row)
                assert entry is not None
                self._compare(row, self.row(entry, request_of(row)))

    def take(self, row: Row) -> None:
        """Take in a row that was built here or checked, once it is durable. Raises BadRow."""
        self.check_place(row)
        if isinstance(row, RollRow):
            self._rolls += 1
        if isinstance(row, ShuffleRow):
            self._epochs.update(pile.label for pile in row.pub.piles)
        self.head = row.digest()
        self.rows.append(row)

    def check_place(self, row: Row) -> None:
        """Whether `row` follows the last one by number and hash alone. Raises BadRow."""
        if self.is_closed:
            self._refuse(Failure.AFTER_CLOSE, "a row after the last: expected none")
        if row.seq != self.seq:
            self._refuse(Failure.OUT_OF_ORDER, f"row {row.seq}: expected row {self.seq}")
        if isinstance(row, OpenRow) != (self.seq == 0):
            self._refuse(Failure.NO_OPENING, "expected one commitment, in the first row")
        if row.prev != self.head:
            self._refuse(Failure.BROKEN_CHAIN, "the row does not name the hash of the row before")

    def _check_opening(self, row: OpenRow) -> None:
        if row.pub.game != self.gid:
            self._refuse(Failure.NO_OPENING, "the commitment is to a game with another manifest")
        if row.pub.commitment != self.commitment:
            self._refuse(Failure.WRONG_SECRET, "the secret does not open the commitment")

    def _check_secret(self, row: CloseRow) -> None:
        if row.pub.secret != self._secret.reveal().hex():
            self._refuse(Failure.WRONG_SECRET, "the row opens another secret than the game's")

    def _compare(self, row: Row, expected: Row) -> None:
        if isinstance(row, RollRow) and row != expected:
            self._refuse(Failure.WRONG_ROLL, "the roll is not numbered by those before it")
        if isinstance(row, ShuffleRow) and isinstance(expected, ShuffleRow):
            self._compare_piles(row.pub, expected.pub)
        if row != expected:
            self._refuse(Failure.BROKEN_SEAL, "the body does not open its seal")

    def _compare_piles(self, given: Piles, expected: Piles) -> None:
        for pile, right in zip(given.piles, expected.piles, strict=True):
            if pile != right:
                label = clean(pile.label)
                problem = f"the order of {label} does not hash to its commitment"
                raise BadRow(Failure.WRONG_ORDER_HASH, problem, self.seq, pile=label)

    def _check_roll(self, result: int, request: Roll) -> None:
        if result != self.deal(request):
            problem = f"the {clean(request.label)} is not what the secret gives"
            self._refuse(Failure.WRONG_ROLL, problem)

    def _check_orders(self, orders: tuple[tuple[int, ...], ...], request: Shuffle) -> None:
        # Counted first: a forged count must not make us deal a pile of any size.
        if [len(order) for order in orders] != [count for _, count in request.piles]:
            self._refuse(Failure.WRONG_SHUFFLE, "orders of other piles than were shuffled")
        dealt = self.deal(request)
        assert not isinstance(dealt, int)
        for (name, _), given, right in zip(request.piles, orders, dealt, strict=True):
            if given != right:
                label = clean(name)
                at = next(i for i, card in enumerate(right) if given[i] != card)
                problem = f"the order of {label} is not what the secret gives, from card {at} on"
                raise BadRow(Failure.WRONG_SHUFFLE, problem, self.seq, pile=label, position=at)

    def _refuse(self, failure: Failure, problem: str) -> NoReturn:
        raise BadRow(failure, problem, self.seq)
