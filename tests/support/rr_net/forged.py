"""What a cheating host can do: change its record, and make every hash in it fit again.

Written from docs/fairness.md with the standard library, but for the signatures. It makes anew
what stands for something else: names, links, seals, roots, openings, contributions by chain,
slow hashes, signatures. It leaves what was drawn, played and shown as it is: to make that anew is
to play another game, which another commitment names.
"""

import base64
import hashlib
import hmac
import json
from functools import cache

from rr_net.fairness.base.gamekey import LaterSeat, seat_text
from tests.support.rr_net.hostkeys import HOST, signed, signed_note, signed_seed
from tests.support.rr_net.recorded import KEYS
from tests.support.rr_net.signing import game_key, public

CHAIN = 4096
SEGMENTS = 16


def h(tag, *parts):
    message = b"rr2/" + tag.encode() + bytes(1)
    for part in parts:
        message += len(part).to_bytes(8, "big") + part
    return hashlib.sha256(message).digest()


def m(key, tag, *parts):
    return hmac.new(key, h(tag, *parts), hashlib.sha256).digest()


def u64(number):
    return number.to_bytes(8, "big")


PATIENCE = 1 << 22
"""Blocks of a slow hash that are worked out for a segment: a tenth of a second."""


def long_hash(value, blocks):
    while blocks:
        some = min(blocks, 8192)
        value = hashlib.sha256(value * 2 * some).digest()
        blocks -= some
    return value


ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def canon(value):
    return ENCODER.encode(value).encode()


def numbers(key):
    """The stream's bytes, one by one."""
    counter = 0
    while True:
        yield from hmac.new(key, b"drbg" + u64(counter), hashlib.sha256).digest()
        counter += 1


def below(source, bound):
    bits = (bound - 1).bit_length()
    while True:
        drawn = 0
        for _ in range((bits + 7) // 8):
            drawn = drawn * 256 + next(source)
        drawn %= 1 << bits
        if drawn < bound:
            return drawn


def order_of(key, count):
    order = list(range(count))
    source = numbers(key)
    for last in reversed(range(1, count)):
        other = below(source, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def root_of(leaves):
    if len(leaves) < 2:
        return hashlib.sha256(bytes(1) + leaves[0] if leaves else b"").digest()
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\1" + root_of(leaves[:half]) + root_of(leaves[half:])).digest()


def path_of(leaves, at):
    if len(leaves) < 2:
        return []
    half = 1 << (len(leaves) - 1).bit_length() - 1
    if at < half:
        return [*path_of(leaves[:half], at), root_of(leaves[half:]).hex()]
    return [*path_of(leaves[half:], at - half), root_of(leaves[:half]).hex()]


@cache
def chain(tag, top):
    # What `h` gives, put together once for all its links.
    frame, values = b"rr2/" + tag.encode() + bytes(1) + u64(len(top)), [top]
    for _ in range(CHAIN):
        values.append(hashlib.sha256(frame + values[-1]).digest())
    return values[::-1]


class Promised:
    """A zone as the record has promised it: its leaves, and what the record called them before."""

    def __init__(self, named, leaves, salts):
        self.named, self.leaves, self.salts = named, leaves, salts


class Forger:
    """Goes through a parsed record and makes its hashes anew."""

    def __init__(self, record, secret=None, key=HOST, pin=lambda seq, row: None):
        self.record, self.rows, self.key, self.pin = record, record["rows"], key, pin
        self.manifest = record["manifest"]
        self.gid = h("gid", canon(self.manifest))
        self.secret = secret or bytes.fromhex(self.rows[-1 - self.is_signed]["pub"]["secret"])
        self.links = chain("chain", self.derive("chaintop"))
        chained = [
            seat
            for seat, who in enumerate(self.manifest["seats"])
            if who["bot"] or seat == self.manifest["host_seat"]
        ]
        self.chains = {s: chain("seatchain", self.derive("seattop", u64(s))) for s in chained}
        self.zones = {}
        self.digest, self.opening = None, 1
        self.heads = []
        self.keys = {
            seat: game_key(who["name"])
            for seat, who in enumerate(self.manifest["seats"])
            if who["signer"]
        }

    @property
    def is_signed(self):
        return self.rows[-1]["type"] == "checkpoint"

    def derive(self, tag, *parts):
        return m(self.secret, tag, self.gid, *parts)

    def rewrite(self):
        """Every row, with the next one naming it."""
        head = self.gid.hex()
        for seq, row in enumerate(self.rows):
            if row["type"] == "seat":
                self.rekey(row)
            row["seq"], row["prev"] = seq, head
            self.heads.append(head)
            remake = getattr(self, f"make_{row['type']}", None)
            if remake is not None:
                remake(row)
            if "body" in row:
                row["sealed"] = self.seal(row)
            self.pin(seq, row)
            head = self.name(row)
        for seen in self.record["witnesses"]:
            self.witness(seen)
        return canon(self.record)

    def name(self, row):
        return h("entry", canon({key: value for key, value in row.items() if key != "body"})).hex()

    def seal(self, row):
        return h("seal", self.derive("sealsalt", u64(row["seq"])), canon(row["body"])).hex()

    # --- what a host could have drawn ------------------------------------------------------

    def order(self, pile, ground):
        place = (pile["label"].encode(), u64(pile["epoch"]), ground)
        return order_of(self.derive("shuffle", *place), pile["count"])

    def roll(self, pub):
        ground = bytes.fromhex(pub["slow"][-1]) if pub["slow"] else b""
        return below(numbers(m(self.links[pub["t"]], "spin", ground, u64(pub["t"]))), pub["sides"])

    # --- what players sign: those who are the host's friends sign anything -------------------

    def rekey(self, row):
        """The key that this player's client had made for the row, wherever it stands now."""
        seat = row["pub"]["seat"]
        self.keys[seat] = game_key(f"{self.owner(seat)} {row.get('seq', 0)}")

    def owner(self, seat):
        seats = self.manifest["seats"]
        return seats[seat]["name"] if seat < len(seats) else "Fay"

    def make_seat(self, row):
        pub = row["pub"]
        name = self.owner(pub["seat"])
        pub["key"] = public(self.keys[pub["seat"]])
        later = LaterSeat(self.gid.hex(), pub["seat"], row["seq"])
        text = seat_text(self.manifest["host_key"], pub["key"], pub["day"], later)
        pub["signature"] = signed(KEYS[name], text, "rr2-seat")

    def make_witness(self, row):
        self.witness(row["pub"])

    def witness(self, seen):
        if seen["seat"] in self.keys and seen["size"] < len(self.heads):
            parts = u64(seen["seat"]), u64(seen["size"]), bytes.fromhex(self.heads[seen["size"]])
            seen["signature"] = self.ed(seen["seat"], h("witness", self.gid, *parts))

    def make_answer(self, row):
        seat, option, it = row["body"]["seat"], row["body"]["option"], row["body"]["signed"]
        if it is None or seat not in self.keys or it["size"] >= len(self.heads):
            return
        option = 0 if it["kind"] == "order" else option
        parts = u64(seat), u64(it["request"]), u64(option), it["text"].encode(), u64(it["size"])
        head = bytes.fromhex(self.heads[it["size"]])
        it["signature"] = self.ed(seat, h(it["kind"], self.gid, *parts, head))

    def ed(self, seat, message):
        return self.keys[seat].sign(message).hex()

    # --- rows ------------------------------------------------------------------------------

    def make_open(self, row):
        row["pub"] = {
            "game": self.gid.hex(),
            "commitment": h("cR", self.gid, self.secret).hex(),
            "anchor": self.links[0].hex(),
            "anchors": [[seat, values[0].hex()] for seat, values in self.chains.items()],
        }

    def make_event(self, row):
        answer = next(
            (r for r in self.rows[row["seq"] :] if r["type"] in {"shuffle", "roll"}), None
        )
        if row["pub"]["asked"]["kind"] == "roll" or answer is None or answer["type"] == "roll":
            return
        bodies = zip(answer["body"]["orders"], answer["body"]["faces"], strict=True)
        for pile, (order, faces) in zip(row["pub"]["asked"]["piles"], bodies, strict=True):
            went_in = [face for _, face in sorted(zip(order, faces, strict=True))]
            salt = self.derive("inputsalt", pile["label"].encode(), u64(pile["epoch"]))
            pile["input"] = h("input", salt, canon(went_in)).hex()

    def make_freeze(self, row):
        number = row["pub"]["event"]
        for given in row["pub"]["given"]:
            if given["level"] == "chain" and given["seat"] in self.chains:
                given["value"] = self.chains[given["seat"]][number].hex()
            name = self.manifest["seats"][given["seat"]]["name"]
            if given["level"] == "signed" and given["seat"] in self.keys:
                drawn = given["value"][:64]
                parts = u64(number), u64(row["pub"]["opening"]), u64(given["seat"])
                message = h("give", self.gid, *parts, bytes.fromhex(drawn))
                given["value"] = drawn + self.ed(given["seat"], message)
            if given["level"] == "signature" and name in KEYS:
                opening = row["pub"]["opening"]
                text = f"rr2/{self.gid.hex()}\nevent {number}\nopening {opening}\n"
                given["value"] = signed_seed(KEYS[name], text)
        self.pin(row["seq"], row)
        self.opening = row["pub"]["opening"]
        place = self.gid, u64(number), u64(self.opening)
        self.digest = h("freeze", *place, canon(row["pub"]["given"]))
        row["pub"]["digest"] = self.digest.hex()

    def make_checkpoint(self, row):
        head = base64.b64encode(bytes.fromhex(row["prev"])).decode()
        note = f"rr2/{self.gid.hex()}\n{row['seq']}\n{head}\n"
        row["pub"]["signature"] = signed_note(self.key, note)

    def slow(self, row, kind):
        if not row["pub"]["slow"]:
            return
        blocks = self.manifest["slow"][kind] // SEGMENTS
        if blocks > PATIENCE:
            raise ValueError(f"{blocks} blocks in a segment: nobody forges that in a test")
        value = self.digest or bytes(32)
        for at in range(1, len(row["pub"]["slow"]) + 1):
            place = self.gid, u64(row["pub"]["event"]), u64(self.opening), u64(at)
            value = long_hash(h("slow", *place, value), blocks)
            row["pub"]["slow"][at - 1] = value.hex()

    def make_shuffle(self, row):
        self.slow(row, "shuffle")
        for pile, faces in zip(row["pub"]["piles"], row["body"]["faces"], strict=True):
            pile["root"] = self.promise(row["seq"], pile["label"], -1, faces, "card")

    def make_roll(self, row):
        self.slow(row, "roll")
        row["pub"]["link"] = self.links[row["pub"]["t"]].hex()

    def make_commit(self, row):
        for opened in row["pub"]["opened"]:
            self.reopen(opened)
        for zone, faces in zip(row["pub"]["zones"], row["body"]["faces"], strict=True):
            if "root" in zone:
                tag = "hand" if zone["owner"] >= 0 else "card"
                zone["root"] = self.promise(row["seq"], zone["zone"], zone["owner"], faces, tag)
            elif "slots" in zone:
                self.slots(row["seq"], zone, faces)

    def make_close(self, row):
        row["pub"]["secret"] = self.secret.hex()

    # --- cards -----------------------------------------------------------------------------

    def salt(self, seq, label, owner, at):
        return self.derive("cardsalt", u64(seq), label.encode(), u64(owner + 1), u64(at))

    def promise(self, seq, label, owner, faces, tag):
        salts = [self.salt(seq, label, owner, at) for at in range(len(faces))]
        parts = [
            (salt, u64(at), face.encode()) if tag == "card" else (salt, face.encode())
            for at, (salt, face) in enumerate(zip(salts, faces, strict=True))
        ]
        leaves = [h(tag, *part) for part in parts]
        self.zones[label, owner] = Promised(None, leaves, salts)
        return root_of(leaves).hex()

    def slots(self, seq, zone, faces):
        before = self.zones.get((zone["zone"], zone["owner"]))
        named, leaves, salts = list(zone["slots"]), [], []
        for at, (name, face) in enumerate(zip(named, faces, strict=True)):
            kept = before.named.index(name) if before and name in before.named else None
            salt = self.salt(seq, zone["zone"], zone["owner"], at)
            salts.append(salt if kept is None else before.salts[kept])
            leaves.append(h("slot", salt, face.encode()) if kept is None else before.leaves[kept])
        zone["slots"] = [leaf.hex() for leaf in leaves]
        self.zones[zone["zone"], zone["owner"]] = Promised(named, leaves, salts)

    def reopen(self, opened):
        promised = self.zones.get((opened["zone"], opened["owner"]))
        if promised is None or opened["at"] >= len(promised.leaves):
            return
        opened["salt"] = promised.salts[opened["at"]].hex()
        is_slot = promised.named is not None
        opened["path"] = [] if is_slot else path_of(promised.leaves, opened["at"])


def forged(record, secret=None, key=HOST, pin=lambda seq, row: None):
    """The bytes of a parsed record whose hashes were made to fit what it says now.

    `pin` is called with each row when it is made, and may put back what the cheater wants there.
    """
    return Forger(record, secret, key, pin).rewrite()
