"""Promises: what the host has fixed about one hidden zone, and how a card in it is opened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from rr_net.fairness.hash import Tag, hashed, number
from rr_net.fairness.merkle import Tree
from rr_net.fairness.secret import Secret
from rr_rules.game import Rules, State
from rr_rules.stream import Stream


class Kind(Enum):
    """How a hidden zone is promised."""

    PILE = Tag.PILE_LEAF
    HAND = Tag.HAND_LEAF
    SLOTS = Tag.SLOT


class HiddenZone(NamedTuple):
    """A zone that not everybody sees, as it lies on the table."""

    label: str
    owner: int
    ordered: bool
    cards: tuple[int, ...]
    faces: tuple[str, ...]
    """What each of the cards says."""

    @property
    def kind(self) -> Kind:
        """Whether it is a pile, a row of slots or a hand."""
        return kind_of(self.owner, ordered=self.ordered)


@dataclass(frozen=True, slots=True, repr=False)
class Leaf:
    """One card that was promised. It has no repr: it names a hidden card."""

    card: int
    face: str
    salt: bytes
    digest: bytes


@dataclass(frozen=True, slots=True, repr=False)
class Promise:
    """What holds for one zone. It has no repr: it holds hidden cards."""

    label: str
    owner: int
    kind: Kind
    seq: int
    """The row that the root or the slots stand in."""
    leaves: tuple[Leaf, ...]
    tree: Tree | None
    """None for a row of slots, where each hash stands for itself."""
    cards: tuple[int, ...]
    """Those in the zone now, in the order of their leaves: a pile whose top was taken keeps its
    leaves and its root."""
    faces: tuple[str, ...]
    """What these cards say."""

    @property
    def count(self) -> int:
        """How many cards are in the zone."""
        return len(self.cards)

    @property
    def root(self) -> str:
        """The root over the leaves, hex."""
        assert self.tree is not None, "a row of slots has no root"
        return self.tree.root.hex()

    @property
    def slots(self) -> tuple[str, ...]:
        """The hash of each slot, hex."""
        return tuple([leaf.digest.hex() for leaf in self.leaves])

    def path(self, at: int) -> tuple[str, ...]:
        """What shows that a leaf is under the root, hex; empty for a slot."""
        return () if self.tree is None else tuple([step.hex() for step in self.tree.path(at)])

    def lowered(self, count: int) -> Promise:
        """The promise of a pile from which the top was taken."""
        return replace(self, cards=self.cards[:count], faces=self.faces[:count])


def kind_of(owner: int, *, ordered: bool) -> Kind:
    """How a zone is promised."""
    if not ordered:
        assert owner >= 0, "a hidden zone without an order is somebody's hand"
        return Kind.HAND
    return Kind.SLOTS if owner >= 0 else Kind.PILE


def hidden_zones(rules: Rules[State], state: State) -> tuple[HiddenZone, ...]:
    """The zones of a table that are to be promised."""
    return tuple([
        HiddenZone(zone.label, zone.owner, zone.ordered, zone.cards,
                   tuple([rules.face_of(state, card) for card in zone.cards]))
        for zone in rules.zones(state)
        if zone.hidden
    ])  # fmt: skip


def promised_pile(
    secret: Secret, seq: int, label: str, faces: Sequence[str], cards: Sequence[int]
) -> Promise:
    """A pile in a new order, from the bottom."""
    zone = HiddenZone(label, -1, ordered=True, cards=tuple(cards), faces=tuple(faces))
    leaves = tuple([
        _leaf(secret, Kind.PILE, seq, zone, at, card, face)
        for at, (card, face) in enumerate(zip(cards, faces, strict=True))
    ])  # fmt: skip
    return _rooted(seq, zone, leaves)


def promised_hand(secret: Secret, seq: int, zone: HiddenZone) -> Promise:
    """A hand: with fresh salts and in an order that tells nothing."""
    place = (number(seq), zone.label.encode(), number(zone.owner + 1))
    order = Stream(secret.derive(Tag.HAND_ORDER, *place)).order(len(zone.cards))
    # Copies of a face are told apart by their cards, lest the lower leaf be the one that is opened.
    held = sorted(zip(zone.faces, zone.cards, strict=True), key=_by_bytes)
    leaves = tuple([
        _leaf(secret, Kind.HAND, seq, zone, at, held[one][1], held[one][0])
        for at, one in enumerate(order)
    ])  # fmt: skip
    return _rooted(seq, zone, leaves)


def promised_slots(
    secret: Secret, seq: int, zone: HiddenZone, before: Iterable[Leaf] = ()
) -> Promise:
    """A row of slots: what stayed keeps its hash, unless it changed its order."""
    kept = {leaf.card: leaf for leaf in before}
    stayed = [card for card in kept if card in zone.cards]
    if stayed != [card for card in zone.cards if card in kept]:
        kept = {}
    leaves = tuple([
        kept.get(card) or _leaf(secret, Kind.SLOTS, seq, zone, at, card, face)
        for at, (card, face) in enumerate(zip(zone.cards, zone.faces, strict=True))
    ])  # fmt: skip
    return _promise(seq, zone, leaves, None)


def card_hash(kind: Kind, salt: bytes, at: int, face: str) -> bytes:
    """The hash that hides one card."""
    if kind is Kind.PILE:
        return hashed(kind.value, salt, number(at), face.encode())
    return hashed(kind.value, salt, face.encode())


def card_salt(secret: Secret, seq: int, label: str, owner: int, at: int) -> bytes:
    """The salt of one leaf, which tells nothing about any other."""
    return secret.derive(Tag.CARD_SALT, number(seq), label.encode(), number(owner + 1), number(at))


def _leaf(
    secret: Secret, kind: Kind, seq: int, zone: HiddenZone, at: int, card: int, face: str
) -> Leaf:
    salt = card_salt(secret, seq, zone.label, zone.owner, at)
    return Leaf(card, face, salt, card_hash(kind, salt, at, face))


def _rooted(seq: int, zone: HiddenZone, leaves: tuple[Leaf, ...]) -> Promise:
    return _promise(seq, zone, leaves, Tree([leaf.digest for leaf in leaves]))


def _promise(seq: int, zone: HiddenZone, leaves: tuple[Leaf, ...], tree: Tree | None) -> Promise:
    cards, faces = [leaf.card for leaf in leaves], [leaf.face for leaf in leaves]
    return Promise(zone.label, zone.owner, zone.kind, seq, leaves, tree, tuple(cards), tuple(faces))


def _by_bytes(held: tuple[str, int]) -> tuple[bytes, int]:
    face, card = held
    return face.encode(), card
