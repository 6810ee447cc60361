"""Commitments: what is promised for every hidden zone, and how it changes with an entry.

It goes by the cards' numbers, which no row ever shows, and knows no game. What it works out it
keeps aside until `take`, when the rows that say so are taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rr_net.fairness.base.rows import Changes, Drawn, Entered, HandRoot, Held, Opened, SlotHashes
from rr_net.fairness.base.secret import Secret
from rr_net.fairness.cards.promise import (
    HiddenZone,
    Kind,
    Leaf,
    Promise,
    hidden_zones,
    promised_hand,
    promised_pile,
    promised_slots,
)

__all__ = ["Commitments", "HiddenZone", "SeatOpening", "hidden_zones"]

Key = tuple[str, int]


class SeatOpening(NamedTuple):
    """How one seat can show one card: for its own receipts and for nobody else."""

    seq: int
    """The row with the root, or the slots, that this fits."""
    zone: str
    owner: int
    at: int
    face: str
    salt: str
    path: tuple[str, ...]


class DrawnCard(NamedTuple):
    """A card that a seat took from a pile."""

    seat: int
    pile: Promise
    at: int


class Commitments:
    """What is promised for the hidden zones of one game."""

    __slots__ = ("_drawn", "_draws", "_next", "_secret", "_shuffled", "promises")

    def __init__(self, secret: Secret) -> None:
        """Before the first shuffle, when nothing is hidden."""
        self._secret = secret
        self.promises: dict[Key, Promise] = {}
        """What was promised last of each zone and pile."""
        self._draws: list[DrawnCard] = []
        # What is worked out and not yet taken: piles of a shuffle, all promises, draws.
        self._shuffled: dict[Key, Promise] = {}
        self._next = self.promises
        self._drawn: list[DrawnCard] = []

    def copy(self) -> Commitments:
        """What is promised as of now, for whoever must not see what is taken next."""
        copied = Commitments(self._secret)
        copied.promises = copied._next = self.promises
        copied._draws = list(self._draws)
        return copied

    def shuffled(self, seq: int, label: str, faces: Sequence[str], cards: Sequence[int]) -> str:
        """The root of a pile that the row `seq` puts into this order, from the bottom, hex."""
        pile = promised_pile(self._secret, seq, label, faces, cards)
        self._shuffled[label, -1] = pile
        self._next = self.promises | self._shuffled
        return pile.root

    def change(self, seq: int, zones: Iterable[HiddenZone]) -> tuple[Changes, Held] | None:
        """What the commit row `seq` says of how the hidden zones lie now.

        None where nothing has changed since the last row, and before the first shuffle.
        """
        before = self.promises | self._shuffled
        if not before:
            return None
        changed = _changed(before, zones)
        after = {_key(zone): self._promised(seq, zone, before.get(_key(zone))) for zone in changed}
        self._next = before | after
        left, came = _moved(before, after)
        self._drawn = _draws(left, came)
        if not changed:
            return None
        changes = Changes(
            zones=tuple([_public(promise, seq) for promise in after.values()]),
            opened=_opened(left, came),
            entered=_entered(left, came),
        )
        return changes, Held(faces=tuple([promise.faces for promise in after.values()]))

    def take(self) -> None:
        """Let what was worked out last hold: its rows are taken."""
        self.promises = self._next
        self._draws += self._drawn
        self.drop()

    def drop(self) -> None:
        """Forget what was worked out and not taken."""
        self._shuffled, self._next, self._drawn = {}, self.promises, []

    def openings(self, seat: int) -> tuple[SeatOpening, ...]:
        """What lets a seat show its cards: all it holds, and all it ever took from a pile."""
        owned = [promise for promise in self.promises.values() if promise.owner == seat]
        held = [_seat_opening(promise, at) for promise in owned for at in range(promise.count)]
        drew = [_seat_opening(draw.pile, draw.at) for draw in self._draws if draw.seat == seat]
        return tuple(sorted(held + drew))

    def _promised(self, seq: int, zone: HiddenZone, before: Promise | None) -> Promise:
        match zone.kind:
            case Kind.HAND:
                return promised_hand(self._secret, seq, zone)
            case Kind.SLOTS:
                kept = () if before is None else before.leaves
                return promised_slots(self._secret, seq, zone, kept)
            case Kind.PILE:
                if before is not None and before.cards[: len(zone.cards)] == zone.cards:
                    return before.lowered(len(zone.cards))
                return promised_pile(self._secret, seq, zone.label, zone.faces, zone.cards)


Place = tuple[Promise, int]
"""A leaf: where it was promised, and its number there."""


def _key(zone: HiddenZone | Promise) -> Key:
    return zone.label, zone.owner


def _changed(before: Mapping[Key, Promise], zones: Iterable[HiddenZone]) -> list[HiddenZone]:
    """The zones that are not what was promised last, by label then owner."""
    now = {_key(zone): zone for zone in zones}
    for key, promise in before.items():
        # Such as a shuffled label that is no zone: all of it was dealt.
        now.setdefault(key, HiddenZone(*key, promise.kind is not Kind.HAND, (), ()))
    return [zone for key, zone in sorted(now.items()) if _differs(before.get(key), zone)]


def _differs(before: Promise | None, zone: HiddenZone) -> bool:
    if before is None:
        return bool(zone.cards)
    if zone.ordered:
        return before.cards != zone.cards
    return set(before.cards) != set(zone.cards)


def _moved(
    before: Mapping[Key, Promise], after: Mapping[Key, Promise]
) -> tuple[dict[int, Place], dict[int, Place]]:
    """Where the cards of the changed zones were promised, and where they are promised now."""
    left: dict[int, Place] = {}
    came: dict[int, Place] = {}
    for key, promise in after.items():
        old = before.get(key)
        # What is left of a pile whose top was taken has not moved.
        stayed = promise.count if old is not None and old.seq == promise.seq else 0
        left |= _places(old, stayed)
        came |= _places(promise, stayed)
    return left, came


def _places(promise: Promise | None, stayed: int) -> dict[int, Place]:
    cards = () if promise is None else promise.cards[stayed:]
    return {card: (promise, at) for at, card in enumerate(cards, stayed) if promise is not None}


def _public(promise: Promise, seq: int) -> HandRoot | SlotHashes | Drawn:
    zone, owner, count = promise.label, promise.owner, promise.count
    if promise.kind is Kind.SLOTS:
        return SlotHashes(zone=zone, owner=owner, count=count, slots=promise.slots)
    if promise.seq != seq:
        return Drawn(zone=zone, owner=owner, count=count)
    return HandRoot(zone=zone, owner=owner, count=count, root=promise.root)


def _opened(left: Mapping[int, Place], came: Mapping[int, Place]) -> tuple[Opened, ...]:
    """The cards that are in no hidden zone any more, by zone, owner and number."""
    gone = [_seat_opening(*place) for card, place in left.items() if card not in came]
    gone.sort(key=lambda one: (one.zone, one.owner, one.at))
    return tuple([
        Opened(zone=one.zone, owner=one.owner, at=one.at, face=one.face, salt=one.salt,
               path=one.path)
        for one in gone
    ])  # fmt: skip


def _entered(left: Mapping[int, Place], came: Mapping[int, Place]) -> tuple[Entered, ...]:
    """The cards that were in no hidden zone before, by zone, owner and face."""
    new = sorted(
        (promise.label, promise.owner, promise.leaves[at].face)
        for card, (promise, at) in came.items()
        if card not in left
    )
    return tuple([Entered(zone=zone, owner=owner, face=face) for zone, owner, face in new])


def _draws(left: Mapping[int, Place], came: Mapping[int, Place]) -> list[DrawnCard]:
    """The cards that went from a pile to a seat."""
    return [
        DrawnCard(came[card][0].owner, pile, at)
        for card, (pile, at) in left.items()
        if pile.kind is Kind.PILE and card in came and came[card][0].owner >= 0
    ]


def _seat_opening(promise: Promise, at: int) -> SeatOpening:
    leaf: Leaf = promise.leaves[at]
    return SeatOpening(promise.seq, promise.label, promise.owner, at, leaf.face, leaf.salt.hex(),
                       promise.path(at))  # fmt: skip
