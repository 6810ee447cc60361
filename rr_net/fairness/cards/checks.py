"""Checks what rows say of cards, by their faces alone: it needs the secret, and no rules.

The roots must be those of the faces, openings must fit what was promised before, and no card may
come from nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rr_net.fairness.base.errors import BadRow, Failure
from rr_net.fairness.base.merkle import Tree, root_from
from rr_net.fairness.base.rows import (
    CommitRow,
    Drawn,
    HandRoot,
    InZone,
    Opened,
    Pile,
    Row,
    ShuffleRow,
    SlotHashes,
    refuse,
)
from rr_net.fairness.base.secret import Secret
from rr_net.fairness.cards.promise import HiddenZone, Kind, card_hash, card_salts, promised_hand
from rr_net.safetext import clean

Key = tuple[str, int]
Zone = HandRoot | SlotHashes | Drawn


class Shown(NamedTuple):
    """What a row shows everybody of a hidden zone."""

    kind: Kind
    size: int
    """How many leaves are under the root."""
    root: str
    """"" for a row of slots."""
    slots: tuple[str, ...] = ()


def fits(opening: Opened, shown: Shown) -> bool:
    """Whether the zone was promised to hold this card, at this place."""
    leaf = card_hash(shown.kind, bytes.fromhex(opening.salt), opening.at, opening.face)
    if shown.kind is Kind.SLOTS:
        return not opening.path and shown.slots[opening.at : opening.at + 1] == (leaf.hex(),)
    path = [bytes.fromhex(step) for step in opening.path]
    root = root_from(leaf, opening.at, shown.size, path)
    return root is not None and root.hex() == shown.root


def shown_in(row: Row) -> Iterator[tuple[Key, Shown]]:
    """Each zone that a row promises anew."""
    if isinstance(row, ShuffleRow):
        for pile in row.pub.piles:
            yield (pile.label, -1), Shown(Kind.PILE, pile.count, pile.root)
    if isinstance(row, CommitRow):
        for zone in row.pub.zones:
            if isinstance(zone, SlotHashes):
                yield (zone.zone, zone.owner), Shown(Kind.SLOTS, zone.count, "", zone.slots)
            elif isinstance(zone, HandRoot):
                kind = Kind.PILE if zone.owner < 0 else Kind.HAND
                yield (zone.zone, zone.owner), Shown(kind, zone.count, zone.root)


def check_once(row: CommitRow) -> None:
    """Whether a row speaks of each zone once: else one could be promised twice. Raises BadRow."""
    zones = row.pub.zones
    if len({(zone.zone, zone.owner) for zone in zones}) < len(zones):
        refuse(row, Failure.WRONG_ROOT, "one zone is promised twice")


class CardCheck:
    """Follows the hidden zones of one game through its rows."""

    __slots__ = ("_faces", "_rest", "_secret", "_shown")

    def __init__(self, secret: Secret, cards: Mapping[str, int]) -> None:
        """Before the first shuffle, when everybody could see every card."""
        self._secret = secret
        self._rest = Counter(cards)
        self._shown: dict[Key, Shown] = {}
        self._faces: dict[Key, tuple[str, ...]] = {}

    def shuffle(self, row: ShuffleRow) -> None:
        """Check the roots of a shuffle and where its cards come from. Raises BadRow."""
        if len(row.pub.piles) != len(row.body.faces):
            refuse(row, Failure.WRONG_ROOT, "faces of other piles than were shuffled")
        for pile, faces in zip(row.pub.piles, row.body.faces, strict=True):
            self._check_pile(row, pile, faces)
            self._rest.update(self._faces.get((pile.label, -1), ()))
            self._rest.subtract(faces)
            self._faces[pile.label, -1] = faces
        self._check_rest(row)
        self._shown.update(shown_in(row))

    def commit(self, row: CommitRow) -> None:
        """Check what a row says has become of the hidden zones. Raises BadRow."""
        if len(row.pub.zones) != len(row.body.faces):
            refuse(row, Failure.WRONG_ROOT, "faces of other zones than have changed")
        check_once(row)
        for zone, faces in zip(row.pub.zones, row.body.faces, strict=True):
            if not self._holds(row.seq, zone, faces):
                problem = f"the {_named(zone)} is not promised by the hash of its cards"
                refuse(row, Failure.WRONG_ROOT, problem)
        for opening in row.pub.opened:
            if not self._opens(opening):
                problem = f"a card of the {_named(opening)} is not the one that was promised"
                refuse(row, Failure.WRONG_OPENING, problem)
        self.count(row)

    def count(self, row: CommitRow) -> None:
        """Check that no card comes from nowhere, where the hashes are known to be right."""
        self._check_moves(row)
        for zone, faces in zip(row.pub.zones, row.body.faces, strict=True):
            self._faces[zone.zone, zone.owner] = faces
        self._rest.update(opened.face for opened in row.pub.opened)
        self._rest.subtract(entered.face for entered in row.pub.entered)
        self._check_rest(row)
        self._shown.update(shown_in(row))

    def _opens(self, opening: Opened) -> bool:
        """Whether the card was in the zone before this row."""
        key = opening.zone, opening.owner
        # A pile keeps the leaves of cards that were taken from it: those are there no more.
        return opening.at < len(self._faces.get(key, ())) and fits(opening, self._shown[key])

    def _check_moves(self, row: CommitRow) -> None:
        """Whether the cards that were opened and that entered are all that came and went."""
        hidden: Counter[str] = Counter()
        before = dict(self._faces)
        for zone, faces in zip(row.pub.zones, row.body.faces, strict=True):
            hidden.subtract(before.get((zone.zone, zone.owner), ()))
            hidden.update(faces)
            before[zone.zone, zone.owner] = faces
        moved = Counter(entered.face for entered in row.pub.entered)
        moved.subtract(opened.face for opened in row.pub.opened)
        # Counters are equal where one lacks what the other counts as none.
        if hidden != moved:
            problem = "the cards that came and went are not those that were opened and entered"
            refuse(row, Failure.WRONG_CARDS, problem)

    def _check_rest(self, row: ShuffleRow | CommitRow) -> None:
        if min(self._rest.values(), default=0) < 0:
            refuse(row, Failure.WRONG_CARDS, "there are more cards of a face than the deck has")

    def _check_pile(self, row: ShuffleRow, pile: Pile, faces: Sequence[str]) -> None:
        root = _pile_root(self._secret, row.seq, pile.label, faces)
        if pile.count != len(faces) or pile.root != root:
            label = clean(pile.label)
            problem = f"the root of {label} is not that of its cards"
            raise BadRow(Failure.WRONG_ROOT, problem, row.seq, pile=label)

    def _holds(self, seq: int, zone: Zone, faces: tuple[str, ...]) -> bool:
        """Whether what the row shows of a zone is the hash of these faces."""
        if zone.count != len(faces):
            return False
        match zone:
            case Drawn():
                before = self._faces.get((zone.zone, zone.owner), ())
                return zone.owner < 0 and before[: zone.count] == faces and len(before) > zone.count
            case SlotHashes():
                return (
                    zone.owner >= 0
                    and len(zone.slots) == len(faces)
                    and self._slots_hold(seq, zone, faces)
                )
            case HandRoot() if zone.owner < 0:
                return zone.root == _pile_root(self._secret, seq, zone.zone, faces)
            case HandRoot():
                cards = tuple(range(len(faces)))
                hand = HiddenZone(zone.zone, zone.owner, ordered=False, cards=cards, faces=faces)
                promise = promised_hand(self._secret, seq, hand)
                return promise.root == zone.root and promise.faces == faces

    def _slots_hold(self, seq: int, zone: SlotHashes, faces: tuple[str, ...]) -> bool:
        """Whether each slot is made anew, or kept with its face and behind those it was behind."""
        key = zone.zone, zone.owner
        before = self._shown.get(key)
        slots = () if before is None else before.slots
        kept = list(zip(slots, self._faces.get(key, ()), strict=False))
        salts = card_salts(self._secret, seq, zone.zone, zone.owner, len(faces))
        for at, (slot, face) in enumerate(zip(zone.slots, faces, strict=True)):
            if (slot, face) in kept:
                kept = kept[kept.index((slot, face)) + 1 :]
                continue
            if card_hash(Kind.SLOTS, salts[at], at, face).hex() != slot:
                return False
        return True


def _pile_root(secret: Secret, seq: int, label: str, faces: Sequence[str]) -> str:
    salts = card_salts(secret, seq, label, -1, len(faces))
    leaves = (
        card_hash(Kind.PILE, salt, at, face)
        for at, (salt, face) in enumerate(zip(salts, faces, strict=True))
    )
    return Tree(list(leaves)).root.hex()


def _named(zone: InZone) -> str:
    whose = "" if zone.owner < 0 else f" of seat {zone.owner}"
    return f"{clean(zone.zone)}{whose}"
