"""Records written by hand, row by row and signed by a real key: copies that agree or do not."""

from __future__ import annotations

import base64

import asyncssh

from rr_net.fairness.base.hash import Tag, hashed
from rr_net.fairness.base.manifest import read_manifest
from rr_net.fairness.base.note import SignedNote
from rr_net.fairness.base.rows import read_row
from rr_net.fairness.base.secret import Secret
from rr_net.fairness.cards.commitments import Commitments, HiddenZone
from rr_net.fairness.proof.bundle import FORMAT, Bundle
from rr_net.fairness.proof.receipts import receipts_bytes
from rr_net.ssh.sshsig import signer
from rr_rules.kernel.transcript import canonical

HOST = asyncssh.generate_private_key("ssh-ed25519")
STRANGER = asyncssh.generate_private_key("ssh-ed25519")
FACES = ("ape", "bee", "cat", "dog", "elk", "fox")
NO_HASH = "00" * 32


def manifest(host_key=HOST):
    """A game of two, hosted by the first of them."""
    seats = [
        {"bot": "", "key": f"SHA256:{name}", "name": name, "signer": None}
        for name in ("ann", "bob")
    ]
    return read_manifest(canonical({
        "abandoned": [], "cards": dict.fromkeys(FACES, 1), "deck": NO_HASH, "deck_file": None,
        "declared": [0, 0], "fairness": "table", "game": "pebbles", "rules": NO_HASH,
        "version": "0", "host_key": host_key.get_fingerprint() if host_key else "",
        "host_seat": 0, "number": int(bool(host_key)), "nonce": NO_HASH, "options": {},
        "seats": seats,
        "slow": {"roll": 49_545_216, "segments": 16, "shuffle": 67_633_152},
    }))  # fmt: skip


class Telling:
    """A record as it grows: `twin` tells the same story up to here."""

    def __init__(self, host_key=HOST):
        self.key = host_key
        self.manifest = manifest(host_key)
        self.rows = []
        self.tracker = Commitments(Secret(bytes(32), self.manifest.gid))
        anchors = {"anchor": NO_HASH, "anchors": []}
        self.row("open", {"commitment": "c0" * 32, "game": self.manifest.gid, **anchors})

    def twin(self):
        other = Telling(self.key)
        other.rows = list(self.rows)
        return other

    @property
    def head(self):
        return self.rows[-1].digest() if self.rows else self.manifest.gid

    def row(self, kind, pub, body=None):
        seal = hashed(Tag.SEAL, canonical(body)).hex()
        sealed = {} if body is None else {"sealed": seal, "body": body}
        row = {"seq": len(self.rows), "prev": self.head, "type": kind, "pub": pub, **sealed}
        self.rows.append(read_row(canonical(row)))
        return self

    def sign(self, key=None):
        note = SignedNote(self.manifest.gid, len(self.rows), self.head).text
        return self.row("checkpoint", {"signature": signer(key or self.key)(note.encode())})

    def event(self, *given):
        """Fix who gave what, and sign it."""
        gifts = [{"level": "mash", "seat": seat, "value": value} for seat, value in given]
        self.row("freeze", {"absent": [], "digest": NO_HASH, "event": 1, "given": gifts,
                            "opening": 1})  # fmt: skip
        return self.sign()

    def deal(self):
        """A deck of six, of which each seat takes a card, and the second a slot."""
        seq = len(self.rows)
        root = self.tracker.shuffled(seq, "deck", FACES, range(6))
        piles = [{"count": 6, "epoch": 0, "label": "deck", "root": root}]
        orders = {"faces": [list(FACES)], "orders": [list(range(6))]}
        self.row("shuffle", {"event": 1, "piles": piles, "slow": []}, orders)
        return self.lay({("deck", -1): (0, 1, 2), ("hand", 0): (5,), ("hand", 1): (4,),
                         ("fence", 1): (3,)})  # fmt: skip

    def lay(self, zones):
        laid = [
            HiddenZone(label, owner, label != "hand", cards, tuple(FACES[card] for card in cards))
            for (label, owner), cards in zones.items()
        ]
        changes, held = self.tracker.change(len(self.rows), laid)
        self.tracker.take()
        return self.row("commit", changes.plain(), held.plain())

    def answer(self, option=0):
        return self.row("answer", {}, {"by": "", "option": option, "seat": 0, "signed": None})

    def close(self):
        """The end, signed where there is a key."""
        self.row("close", {"outcome": None, "secret": NO_HASH})
        return self.sign() if self.key else self

    @property
    def bundle(self):
        return Bundle(format=FORMAT, manifest=self.manifest, rows=tuple(self.rows), witnesses=())

    @property
    def bytes(self):
        return canonical(self.bundle.plain())

    def receipts(self, seat=1):
        """What a seat can prove of the record as it is now."""
        return receipts_bytes(self.rows, seat, self.tracker.openings(seat))


def signature_by(key, text):
    """A signature by any key, for any text, as a forger would make it."""
    raw = asyncssh.create_sshsig(key, text.encode(), namespace="rr2-transcript", raw=True)
    return base64.b64encode(raw).decode()
