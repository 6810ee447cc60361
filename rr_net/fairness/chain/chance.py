"""What the secret gives: each order and each roll from a key of its own.

A key holds the game, a counter and what the slow hash made of everybody's contributions, and
nothing that anybody plays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NoReturn

from rr_net.fairness.base.errors import BadRow, Failure
from rr_net.fairness.base.hash import Tag, hashed, keyed, number
from rr_net.fairness.base.rows import (
    AskedPile,
    AskedRoll,
    AskedShuffle,
    RollRow,
    Row,
    ShuffleRow,
    refuse,
)
from rr_net.fairness.base.secret import Secret
from rr_net.fairness.chain.reveals import LENGTH, Chain, roll_chain
from rr_net.safetext import clean
from rr_rules.kernel.requests import ChanceRequest, Roll, Shuffle
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.transcript import canonical

Faces = Sequence[tuple[str, ...]]
"""What the cards of each pile say, in the order they go in."""
Order = tuple[int, ...]


class Chances:
    """The orders and rolls of one game, as far as it has come."""

    __slots__ = ("_chain", "_epochs", "_secret", "rolls")

    rolls: int
    """How many numbers were rolled."""

    def __init__(self, secret: Secret) -> None:
        """Before the first."""
        self._secret = secret
        self._chain: Chain = roll_chain(secret)
        self._epochs: Counter[str] = Counter()
        self.rolls = 0

    @property
    def anchor(self) -> str:
        """X[0], hex."""
        return self._chain.anchor

    @property
    def link(self) -> str:
        """X[t] of the next roll, hex. Raises ChainUsedUp."""
        return self._chain.at(self.rolls + 1)

    def epoch(self, label: str) -> int:
        """How often piles of this label were shuffled."""
        return self._epochs[label]

    def asked(self, request: ChanceRequest, faces: Faces) -> AskedShuffle | AskedRoll:
        """What an event that answers the request is opened for."""
        if isinstance(request, Roll):
            return AskedRoll(label=request.label, sides=request.sides, t=self.rolls + 1)
        return AskedShuffle(piles=tuple(self._asked_piles(request, faces)))

    def _asked_piles(self, request: Shuffle, faces: Faces) -> Iterator[AskedPile]:
        for (label, cards), told in zip(request.piles, faces, strict=True):
            yield AskedPile(label=label, epoch=self.epoch(label), count=len(cards),
                            input=self._input(label, told))  # fmt: skip

    def _input(self, label: str, faces: Sequence[str]) -> str:
        salt = self._secret.derive(Tag.INPUT_SALT, label.encode(), number(self.epoch(label)))
        return hashed(Tag.INPUT, salt, canonical(faces)).hex()

    # --- results -----------------------------------------------------------------------

    def order(self, label: str, count: int, ground: bytes) -> Order:
        """The next order of a pile; `ground` is y, or nothing where nobody contributed."""
        place = (label.encode(), number(self.epoch(label)), ground)
        return Stream(self._secret.derive(Tag.SHUFFLE, *place)).order(count)

    def roll(self, sides: int, ground: bytes) -> int:
        """The next number below `sides`."""
        key = keyed(bytes.fromhex(self.link), Tag.SPIN, ground, number(self.rolls + 1))
        return Stream(key).below(sides)

    def take(self, row: Row) -> None:
        """Count what a row used up."""
        if isinstance(row, RollRow):
            self.rolls += 1
        if isinstance(row, ShuffleRow):
            self._epochs.update(pile.label for pile in row.pub.piles)

    # --- checks ------------------------------------------------------------------------

    def check_roll(self, row: RollRow) -> None:
        """Whether the number is the next one, and the one that is due. Raises BadRow."""
        rolled = row.pub
        if rolled.t != self.rolls + 1 or rolled.t > LENGTH:
            refuse(row, Failure.WRONG_ROLL, f"roll {rolled.t}: expected roll {self.rolls + 1}")
        if rolled.link != self.link:
            refuse(row, Failure.WRONG_LINK, "the link is not the next one of the chain of rolls")
        if rolled.result != self.roll(rolled.sides, ground(rolled.slow)):
            problem = f"the {clean(rolled.label)} is not what its key gives"
            refuse(row, Failure.WRONG_ROLL, problem)

    def check_shuffle(self, row: ShuffleRow) -> None:
        """Whether each order is the next one, and the one that is due. Raises BadRow."""
        piles, orders, faces = row.pub.piles, row.body.orders, row.body.faces
        counts = [pile.count for pile in piles]
        # Counted first: a forged count must not make us deal a pile of any size.
        if not counts == [len(order) for order in orders] == [len(told) for told in faces]:
            refuse(row, Failure.WRONG_SHUFFLE, "orders of other piles than were shuffled")
        self.check_piles(row)
        for pile, order in zip(piles, orders, strict=True):
            due = self.order(pile.label, pile.count, ground(row.pub.slow))
            if order != due:
                _refuse_order(row, pile.label, order, due)

    def check_piles(self, row: ShuffleRow) -> None:
        """Whether each pile is shuffled once, and in its turn. Raises BadRow."""
        piles = row.pub.piles
        if not piles or len({pile.label for pile in piles}) != len(piles):
            refuse(row, Failure.WRONG_SHUFFLE, "no pile is shuffled, or one twice at once")
        for pile in piles:
            if pile.epoch != self.epoch(pile.label):
                label = clean(pile.label)
                problem = f"epoch {pile.epoch} of {label}: expected {self.epoch(pile.label)}"
                raise BadRow(Failure.WRONG_SHUFFLE, problem, row.seq, pile=label)

    def check_input(self, row: ShuffleRow, asked: AskedShuffle) -> None:
        """Whether the piles hold the cards that went in, in their new order. Raises BadRow."""
        shuffled = zip(asked.piles, row.body.orders, row.body.faces, strict=True)
        for pile, order, faces in shuffled:
            went_in = [""] * len(order)
            for face, place in zip(faces, order, strict=True):
                went_in[place] = face
            if pile.input != self._input(pile.label, went_in):
                label = clean(pile.label)
                problem = f"the cards of {label} are not those that went in"
                raise BadRow(Failure.WRONG_INPUT, problem, row.seq, pile=label)


def ground(slow: Sequence[str]) -> bytes:
    """y: the last value of a slow hash; nothing at the level solo."""
    return bytes.fromhex(slow[-1]) if slow else b""


def _refuse_order(row: ShuffleRow, name: str, order: Order, due: Order) -> NoReturn:
    label = clean(name)
    at = next(i for i, card in enumerate(due) if order[i] != card)
    problem = f"the order of {label} is not what its key gives, from card {at} on"
    raise BadRow(Failure.WRONG_SHUFFLE, problem, row.seq, pile=label, position=at)
