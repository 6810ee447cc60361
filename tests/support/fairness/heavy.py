"""Records in which every hash fits, made to cost a verifier that knows no rules its time.

A host knows its own secret: it can deal a hundred thousand cards, and open each of them.
"""

from __future__ import annotations

import base64
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from rr_net.fairness.base.merkle import Tree
from tests.support.rr_net.forged import Forger, Promised, canon, h, order_of, u64
from tests.support.rr_net.hostkeys import HOST
from tests.support.rr_net.recorded import KEYS
from tests.support.rr_net.signing import signer_of

Json = Any
SECRET = bytes(range(32))
MOST, SIGNS, SSHSIGS, ROWS = 8 * 2**20, 3 * 2**17, 2**12, 2**14 - 99
CARDS, SIGNED = 2**16, 2**13
ROOM = 3_000
"""So many bytes has what stands around the bulk of a record."""
HEX = "0" * 64
ED = "0" * 128
PILE, ROW, HAND = "deck", "fence", "hand"
WIDE = "\U0001f3b2"
TABLE = {"fairness": "table", "slow": {"roll": 49545216, "segments": 16, "shuffle": 67633152}}
"""What the manifest of a game at that level has."""


class Bomb(NamedTuple):
    """A file that is made to be dear, and receipts that go with it."""

    name: str
    source: bytes
    receipts: bytes | None = None


class Quick(Forger):
    """Makes hashes fit as a forger does, with trees that are worked out once."""

    def __init__(self, record: Json, secret: bytes | None = SECRET) -> None:
        super().__init__(record, secret)
        self.trees: dict[tuple[str, int], Tree] = {}

    def promise(self, seq: int, label: str, owner: int, faces: list[str], tag: str) -> str:
        """The root of a zone, whose tree is kept."""
        salts = [self.salt(seq, label, owner, at) for at in range(len(faces))]
        leaves = [
            h(tag, salt, *[u64(at)][owner >= 0 :], face.encode())
            for at, (salt, face) in enumerate(zip(salts, faces, strict=True))
        ]
        self.zones[label, owner] = Promised(None, leaves, salts)
        self.trees[label, owner] = Tree(leaves)
        return self.trees[label, owner].root.hex()

    def reopen(self, opened: Json) -> None:
        """An opening by the tree that is kept."""
        promised = self.zones[opened["zone"], opened["owner"]]
        opened["salt"] = promised.salts[opened["at"]].hex()
        tree = self.trees.get((opened["zone"], opened["owner"]))
        steps = () if tree is None else tree.path(opened["at"])
        opened["path"] = [step.hex() for step in steps]


def row(kind: str, pub: Json, body: Json = None) -> Json:
    """A row, before its hashes are worked out."""
    sealed = {} if body is None else {"body": body, "sealed": HEX}
    return {"prev": HEX, "pub": pub, "seq": 0, "type": kind, **sealed}


class Deal:
    """A record that is put together row by row."""

    def __init__(self, cards: dict[str, int], *, signs: bool = False, **more: Json) -> None:
        host = HOST.get_fingerprint() if signs else ""
        self.seat = {"bot": "", "key": "", "name": "Ann", "signer": None}
        if signs:
            self.seat["key"] = KEYS["Ann"].get_fingerprint()
            self.seat["signer"] = signer_of("Ann", host).plain()
        self.manifest = {
            "abandoned": [], "cards": cards, "deck": HEX, "deck_file": None, "declared": [],
            "fairness": "solo", "game": "bomb", "host_key": host, "host_seat": -1, "nonce": HEX,
            "number": int(signs), "options": {}, "rules": HEX, "seats": [self.seat],
            "slow": {"roll": 0, "segments": 16, "shuffle": 0}, "version": "1", **more,
        }  # fmt: skip
        self.rows: list[Json] = [row("open", {})]
        self.signs, self.events = signs, 0
        self.epochs: dict[str, int] = {}

    @property
    def forger(self) -> Forger:
        """Whoever knows the secret of this game."""
        return Forger({"rows": [], "manifest": self.manifest}, SECRET)

    def shuffle(self, *piles: tuple[str, list[str]]) -> list[list[str]]:
        """Shuffle piles, as the secret has it; their faces in the new order."""
        self.events += 1
        forger, told, orders, faces = self.forger, [], [], []
        for label, went_in in piles:
            pile = {"label": label, "epoch": self.epochs.get(label, 0), "count": len(went_in)}
            self.epochs[label] = pile["epoch"] + 1
            orders.append(forger.order(pile, b""))
            faces.append([went_in[at] for at in orders[-1]])
            told.append(pile | {"root": HEX})
        pub = {"event": self.events, "piles": told, "slow": []}
        self.rows.append(row("shuffle", pub, {"orders": orders, "faces": faces}))
        return faces

    def commit(self, *zones: tuple[Json, list[str]], opened: Json = (), entered: Json = ()) -> None:
        """What has become of zones, each with its faces."""
        pub = {"zones": [zone | {"count": len(faces)} for zone, faces in zones],
               "opened": list(opened), "entered": list(entered)}  # fmt: skip
        self.rows.append(row("commit", pub, {"faces": [faces for _, faces in zones]}))

    def in_hand(self, owner: int, faces: list[str]) -> list[str]:
        """A hand's faces in the order of their leaves, in the next row."""
        forger = self.forger
        place = u64(len(self.rows)), HAND.encode(), u64(owner + 1)
        order = order_of(forger.derive("handorder", *place), len(faces))
        held = sorted(faces)
        return [held[at] for at in order]

    @property
    def bundle(self) -> bytes:
        """The file."""
        self.rows.append(row("close", {"secret": HEX, "outcome": None}))
        if self.signs:
            self.rows.append(row("checkpoint", {"signature": ""}))
        record = {"format": "rr2-bundle-1", "manifest": self.manifest, "rows": self.rows,
                  "witnesses": []}  # fmt: skip
        return Quick(record).rewrite()


def zone(label: str, owner: int = -1, **told: Json) -> Json:
    """A zone as a commit row has it."""
    return {"zone": label, "owner": owner, **told}


def opening(label: str, owner: int, at: int, face: str) -> Json:
    """One that is to be worked out."""
    return {"zone": label, "owner": owner, "at": at, "face": face, "salt": HEX, "path": []}


def named(count: int, letters: str = "") -> list[str]:
    """So many faces that are all different."""
    return [f"{at:05}{letters}" for at in range(count)]


def heavy() -> Iterator[Bomb]:
    """All of them."""
    for make in (_piles, _many_rows, _openings, _hands, _slots, _signed, _noted):
        yield from make()


def _piles() -> Iterator[Bomb]:
    one = CARDS
    deal = Deal({"a": one})
    deal.shuffle((PILE, ["a"] * one))
    yield Bomb(f"a pile of {one} cards of one face", deal.bundle)
    many = CARDS
    deal = Deal(dict.fromkeys(named(many), 1))
    deal.shuffle((PILE, named(many)))
    yield Bomb(f"a pile of {many} cards that are all different", deal.bundle)
    long = (MOST - ROOM) // 580
    faces = [f"{at:04}{WIDE * 60}" for at in range(long)]
    deal = Deal({"a": 1})
    deal.manifest["cards"] = {"a": 1}
    deal.shuffle((PILE, faces))
    yield Bomb(f"a pile of {long} cards with long names that the deck has not", deal.bundle)
    empty = (SIGNS - 300) // 13
    deal = Deal({"a": 1})
    deal.shuffle(*((label, []) for label in named(empty)))
    yield Bomb(f"a shuffle of {empty} piles without cards", deal.bundle)
    pairs = (SIGNS - 300) // 15
    deal = Deal({"a": 2 * pairs})
    deal.shuffle(*((label, ["a", "a"]) for label in named(pairs)))
    yield Bomb(f"a shuffle of {pairs} piles of two cards", deal.bundle)


def _many_rows() -> Iterator[Bomb]:
    rows = (MOST - ROOM) // 400
    deal = Deal({"a": 1})
    for _ in range(min(rows, 4096)):
        deal.shuffle((PILE, ["a"]))
    yield Bomb("a card that is shuffled 4,096 times", deal.bundle)
    deal = Deal({"a": 100})
    for _ in range(CARDS // 100):
        deal.shuffle((PILE, ["a"] * 100))
    yield Bomb("a hundred cards that are shuffled again and again", deal.bundle)
    for faces in (100, 30_000, CARDS):
        deal = Deal(dict.fromkeys(named(faces), 1))
        room = min((MOST - ROOM - 10 * faces) // 305, (SIGNS - 2 * faces - 300) // 25, ROWS)
        for _ in range(room):
            deal.commit()
        yield Bomb(f"{room} rows of no change, in a deck of {faces} faces", deal.bundle)
    deal = Deal({"a": 1})
    forger = deal.forger
    for t in range(1, 4097):
        sides = 2**52 + 1
        deal.events += 1
        pub = {"event": t, "label": "die", "sides": sides, "t": t, "link": HEX, "slow": [],
               "result": 0}  # fmt: skip
        pub["result"] = forger.roll(pub)
        deal.rows.append(row("roll", pub))
    yield Bomb("4,096 rolls of a die with 2^52 + 1 sides", deal.bundle)
    yield from _rows_alike()
    deal = Deal({"a": 1}, **TABLE)
    asked = {"kind": "roll", "label": "die", "sides": 6, "t": 1}
    deal.rows.append(row("event", {"event": 1, "milliseconds": 800, "asked": asked}))
    for at in range(ROWS):
        deal.rows.append(row("reopen", {"event": 1, "opening": at + 2}))
    yield Bomb("a window that is opened again and again", deal.bundle)
    deal = Deal({"a": 1}, options={f"{at:05}": "x" * 40 for at in range((MOST - ROOM) // 53)})
    yield Bomb("a table with very many options", deal.bundle)


def _rows_alike() -> Iterator[Bomb]:
    for kind, pub, body in (
        ("pledge", {"seat": 0, "hash": HEX}, None),
        ("remove", {"seat": 0}, None),
        ("away", {"seat": 0, "until": 0}, None),
        ("answer", {}, {"seat": 0, "option": 2**53 - 1, "by": "", "signed": None}),
        ("arrange", {}, {"seat": 0, "zone": HAND, "order": []}),
    ):
        deal, told = Deal({"a": 1}, **(TABLE if kind == "pledge" else {})), row(kind, pub, body)
        text = canon(told)
        signs = sum(text.count(sign) for sign in b"[{,:")
        for _ in range(min((MOST - ROOM) // (len(text) + 6), (SIGNS - 300) // (signs + 1), ROWS)):
            deal.rows.append(json.loads(text))
        yield Bomb(f"as many {kind} rows as fit", deal.bundle)


def _openings() -> Iterator[Bomb]:
    for cards in (1_000, 5_000, 10_000, 32_000):
        deal = Deal({"a": cards})
        (faces,) = deal.shuffle((PILE, ["a"] * cards))
        left = MOST - ROOM - 16 * cards
        size = 200 + 68 * cards.bit_length()
        shown = min(left // size, (SIGNS - 300 - 3 * cards) // (8 + cards.bit_length()), cards)
        cut = faces[: cards - shown]
        opened = [opening(PILE, -1, at, "a") for at in range(cards - shown, cards)]
        deal.commit((zone(PILE), cut), opened=opened)
        yield Bomb(f"{shown} cards of {cards} that are opened at once", deal.bundle)
    deal = Deal({"a": 500})
    faces = list(deal.shuffle((PILE, ["a"] * 500))[0])
    while len(faces) > 360:
        top = opening(PILE, -1, len(faces) - 1, faces.pop())
        deal.commit((zone(PILE), faces[:]), opened=[top])
    yield Bomb("a pile that is taken card by card", deal.bundle)
    deal = Deal({"a": 1})
    deal.shuffle((PILE, ["a"]))
    shown = (SIGNS - 300) // 14
    deal.commit((zone(PILE), []), opened=[opening(PILE, -1, 0, "a")] * shown)
    yield Bomb(f"one card that is opened {shown} times in a row", deal.bundle)
    deal = Deal({"a": 1})
    deal.commit(entered=[{"zone": PILE, "owner": -1, "face": "a"}] * ((SIGNS - 300) // 7))
    yield Bomb("as many cards as fit that have entered a pile", deal.bundle)


def _hands() -> Iterator[Bomb]:
    for alike, held in (("alike", ["a"] * CARDS), ("all different", named(CARDS))):
        deal = Deal(Counter(held))
        entered = [{"zone": HAND, "owner": 0, "face": face} for face in held[:1]]
        deal.commit((zone(HAND, 0, root=HEX), deal.in_hand(0, held)), entered=entered)
        yield Bomb(f"a hand of {len(held)} cards that are {alike}", deal.bundle)
    deal = Deal({"a": 1})
    zones = [(zone(label, 0, root=HEX), []) for label in named((SIGNS - 300) // 11)]
    deal.commit(*zones)
    yield Bomb(f"{len(zones)} hands without cards", deal.bundle)
    deal = Deal({"a": 1})
    zones = [(zone(PILE, root=HEX), [])] * ((SIGNS - 300) // 11)
    deal.commit(*((dict(told), []) for told, _ in zones))
    yield Bomb(f"one empty pile, {len(zones)} times in a row", deal.bundle)


def _slots() -> Iterator[Bomb]:
    for again in (0, 1, 2):
        count = 20_000 if again else (SIGNS - 300) // 9
        deal = Deal({"a": count})
        told = zone(ROW, 0, slots=[f"{at}" for at in range(count)])
        entered = [{"zone": ROW, "owner": 0, "face": "a"}] * count
        deal.commit((told, ["a"] * count), entered=entered)
        for turn in range(again):
            kept = json.loads(canon(told))
            kept["slots"] = kept["slots"][turn:]
            deal.commit((kept, ["a"] * (count - turn)))
        yield Bomb(f"a row of {count} slots, told {again + 1} times", deal.bundle)
    deal = Deal({"a": 9_000})
    told = zone(ROW, 0, slots=[f"{at}" for at in range(9_000)])
    deal.commit((told, ["a"] * 9_000), entered=[{"zone": ROW, "owner": 0, "face": "a"}] * 9_000)
    deal.commit(
        (zone(ROW, 0, slots=[]), []), opened=[opening(ROW, 0, i, "a") for i in range(9_000)]
    )
    yield Bomb("nine thousand slots that are opened at once", deal.bundle)


def _signed() -> Iterator[Bomb]:
    deal = Deal({"a": 1}, signs=True)
    for _ in range(SSHSIGS - 3):
        deal.rows.append(row("checkpoint", {"signature": ""}))
    yield Bomb("as many checkpoints as fit", deal.bundle)
    deal = Deal({"a": 1}, signs=True)
    for at in range(SIGNED):
        signed = {"kind": "answer", "request": at, "size": 1, "text": "", "signature": ED}
        deal.rows.append(row("answer", {}, {"seat": 0, "option": 0, "by": "", "signed": signed}))
    yield Bomb("as many signed answers as fit", deal.bundle)
    deal = Deal({"a": 1}, signs=True)
    owner = deal.seat["key"]
    for _ in range(SSHSIGS - 3):
        pub = {"seat": 0, "day": "2026-11-23", "signature": "", "key": HEX, "owner": owner}
        deal.rows.append(row("seat", pub))
    yield Bomb("as many new keys of a seat as fit", deal.bundle)


def _noted() -> Iterator[Bomb]:
    """Records with receipts: the host hands both out."""
    deal = Deal({"a": 1}, signs=True, **TABLE)
    deal.seat["signer"] = None
    count = min((MOST - ROOM) // 250, ROWS)
    pledge = {"seat": 0, "hash": HEX}
    deal.rows += [row("pledge", dict(pledge)) for _ in range(count)]
    source = deal.bundle
    kept = [{"seq": at + 1, "hash": HEX} for at in range(count)]
    yield Bomb("pledges, and receipts of each", source, _receipts(deal, pledges=kept * 2))
    deal = Deal({"a": 1}, signs=True)
    deal.rows += [row("checkpoint", {"signature": ""}) for _ in range(SSHSIGS - 3)]
    source, notes = deal.bundle, []
    game = Forger({"rows": [], "manifest": deal.manifest}, SECRET).gid.hex()
    for each in deal.rows:
        if each["type"] == "checkpoint":
            head = base64.b64encode(bytes.fromhex(each["prev"])).decode()
            notes.append({"note": f"rr2/{game}\n{each['seq']}\n{head}\n", "request": 1,
                          "signature": each["pub"]["signature"]})  # fmt: skip
    yield Bomb("checkpoints, and receipts of each", source, _receipts(deal, sealings=notes))
    deal = Deal({"a": 50_000})
    deal.shuffle((PILE, ["a"] * 50_000))
    record = json.loads(deal.bundle)
    quick = Quick(record)
    quick.rewrite()
    shown = [opening(PILE, -1, at, "a") | {"seq": 1} for at in range(2_900)]
    for each in shown:
        quick.reopen(each)
    yield Bomb("a great pile, and receipts of its cards", canon(record),
               _receipts(deal, openings=shown))  # fmt: skip


def _receipts(deal: Deal, **told: Json) -> bytes:
    """What a seat of this game is said to have been given."""
    first = deal.rows[0]["pub"]
    empty = {"format": "rr2-receipts-1", "game": first["game"], "commitment": first["commitment"],
             "seat": 0, "checkpoint": None, "given": [], "pledges": [], "sealings": [],
             "openings": []}  # fmt: skip
    return canon({**empty, **told})
