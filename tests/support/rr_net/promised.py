"""A small table of hidden zones, moved about by hand, with what is promised of them."""

from __future__ import annotations

import re

from rr_net.fairness.base.secret import Secret
from rr_net.fairness.cards.commitments import Commitments, HiddenZone
from rr_rules.kernel.transcript import canonical

GID = "11" * 32
SECRET = Secret(bytes(range(32)), GID)

# Two of each, so that copies are never far: card 0 and card 1 are both an ape.
FACES = ("ape", "ape", "bee", "bee", "cat", "cat", "dog", "dog", "elk", "elk", "fox", "fox")


class Scene:
    """Zones by (label, owner); every change asks for the next even row, as a commit row would."""

    def __init__(self, secret=SECRET, faces=FACES):
        self.tracker = Commitments(secret)
        self.faces = faces
        self.zones = {}
        self.seq = 1
        self.rows = []

    def shuffle(self, cards, label="deck"):
        """Put a pile into this order, from the bottom, with its row; returns the root."""
        self.seq += 1
        root = self.tracker.shuffled(self.seq, label, [self.faces[card] for card in cards], cards)
        self.zones[label, -1] = list(cards)
        self.tracker.take()
        return root

    def lay(self, **zones):
        """Lay zones as they are now (`hand0=[1, 2]`, `deck=[3]`) and take what follows."""
        for name, cards in zones.items():
            label, owner = re.fullmatch(r"([a-z]+)(\d?)", name).groups()
            self.zones[label, int(owner or -1)] = list(cards)
        change = self.change()
        self.tracker.take()
        return change

    def change(self):
        """What the next row would say, not taken."""
        self.seq += 1
        change = self.tracker.change(self.seq, self.now())
        self.rows.append((self.seq, change))
        return change

    def now(self):
        return [
            HiddenZone(label, owner, label != "hand", tuple(cards),
                       tuple(self.faces[card] for card in cards))
            for (label, owner), cards in self.zones.items()
        ]  # fmt: skip


def in_words(changes):
    """The changed zones in short: `hand0 3`, `deck 7 anew`, `fence1 2`."""
    return [
        f"{zone.zone}{zone.owner if zone.owner >= 0 else ''} {zone.count}"
        + (" anew" if zone.owner < 0 and "root" in type(zone).model_fields else "")
        for zone in changes.zones
    ]


def opened(changes):
    return [(card.zone, card.owner, card.face) for card in changes.opened]


def entered(changes):
    return [(card.zone, card.owner, card.face) for card in changes.entered]


def without_hashes(changes):
    """A row's public part with a placeholder for all that is a hash, and for a leaf's number."""
    text = canonical(changes.plain()).decode()
    return re.sub(r'"at":\d+', '"at":N', re.sub(r"[0-9a-f]{64}", "HEX", text))
