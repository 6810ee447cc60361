"""Promises: what the host has fixed about one hidden zone, and how a card in it is opened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from rr_net.fairness.base.hash import Tag, hashed, number
from rr_net.fairness.base.merkle import Tree
from rr_net.fairness.base.secret import Secret
from rr_rules.kernel.game import Game, GameState
from rr_rules.kernel.stream import Stream


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


def hidden_zones(rules: Game[GameState], state: GameState) -> tuple[HiddenZone, ...]:
    """The zones of a table that are to be promised."""
    face_of = rules.face_of
    return tuple([
        HiddenZone(zone.label, zone.owner, zone.ordered, zone.cards,
                   tuple([face_of(state, card) for card in zone.cards]))
        for zone in rules.zones(state)
        if zone.hidden
    ])  # fmt: skip


def promised_pile(
    secret: Secret, seq: int, label: str, faces: Sequence[str], cards: Sequence[int]
) -> Promise:
    """A pile in a new order, from the bottom."""
    zone = HiddenZone(label, -1, ordered=True, cards=tuple(cards), faces=tuple(faces))
    return _rooted(secret, seq, zone, zip(faces, cards, strict=True))


def promised_hand(secret: Secret, seq: int, zone: HiddenZone) -> Promise:
    """A hand: with fresh salts and in an order that tells nothing."""
    place = (number(seq), zone.label.encode(), number(zone.owner + 1))
    order = Stream(secret.derive(Tag.HAND_ORDER, *place)).order(len(zone.cards))
    # Copies of a face are told apart by their cards, lest the lower leaf be the one that is opened.
    held = sorted(zip(zone.faces, zone.cards, strict=True), key=_by_bytes)
    return _rooted(secret, seq, zone, [held[at] for at in order])


def promised_slots(
    secret: Secret, seq: int, zone: HiddenZone, before: Iterable[Leaf] = ()
) -> Promise:
    """A row of slots: what stayed keeps its hash, unless it changed its order."""
    kept = {leaf.card: leaf for leaf in before}
    stayed = [card for card in kept if card in zone.cards]
    if stayed != [card for card in zone.cards if card in kept]:
        kept = {}
    made = _leaves(secret, seq, zone, zip(zone.faces, zone.cards, strict=True))
    return _promise(seq, zone, [kept.get(leaf.card, leaf) for leaf in made], None)


def card_hash(kind: Kind, salt: bytes, at: int, face: str) -> bytes:
    """The hash that hides one card."""
    if kind is Kind.PILE:
        return hashed(kind.value, salt, number(at), face.encode())
    return hashed(kind.value, salt, face.encode())


def card_salts(secret: Secret, seq: int, label: str, owner: int, count: int) -> list[bytes]:
    """The salts of a row's leaves of one zone: none tells anything about another."""
    place = number(seq), label.encode(), number(owner + 1)
    return secret.derive_each(Tag.CARD_SALT, place, count)


def _leaves(
    secret: Secret, seq: int, zone: HiddenZone, held: Iterable[tuple[str, int]]
) -> list[Leaf]:
    """A leaf for each face and card of a zone, in the order they are given."""
    kind, salts = zone.kind, card_salts(secret, seq, zone.label, zone.owner, len(zone.cards))
    return [
        Leaf(card, face, salt, card_hash(kind, salt, at, face))
        for at, ((face, card), salt) in enumerate(zip(held, salts, strict=True))
    ]


def _rooted(secret: Secret, seq: int, zone: HiddenZone, held: Iterable[tuple[str, int]]) -> Promise:
    leaves = _leaves(secret, seq, zone, held)
    return _promise(seq, zone, leaves, Tree([leaf.digest for leaf in leaves]))


def _promise(seq: int, zone: HiddenZone, leaves: Sequence[Leaf], tree: Tree | None) -> Promise:
    cards, faces = [leaf.card for leaf in leaves], [leaf.face for leaf in leaves]
    return Promise(zone.label, zone.owner, zone.kind, seq, tuple(leaves), tree, tuple(cards),
                   tuple(faces))  # fmt: skip


def _by_bytes(held: tuple[str, int]) -> tuple[bytes, int]:
    face, card = held
    return face.encode(), card
