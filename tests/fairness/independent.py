"""A second verifier from the document alone: the standard library, and nothing of ours.

It knows no rules of a game. It checks what hashes can: names, commitment, chain, seals, orders,
rolls; and it can do what a cheating host can: write a record anew with every hash in place.
"""

import hashlib
import hmac
import json
from collections import Counter


def h(tag, *parts):
    message = b"rr1/" + tag.encode() + bytes(1)
    for part in parts:
        message += len(part).to_bytes(8, "big") + part
    return hashlib.sha256(message).digest()


def m(key, tag, *parts):
    return hmac.new(key, h(tag, *parts), hashlib.sha256).digest()


def u64(number):
    return number.to_bytes(8, "big")


def canon(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


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


def public(row):
    return {name: value for name, value in row.items() if name != "body"}


class Game:
    """A parsed bundle, with what its last row opens."""

    def __init__(self, bundle, secret=None):
        self.bundle = bundle
        self.rows = bundle["rows"]
        self.gid = h("gid", canon(bundle["manifest"]))
        self.secret = secret or bytes.fromhex(self.rows[-1]["pub"]["secret"])

    def derive(self, tag, *parts):
        return m(self.secret, tag, self.gid, *parts)

    def commitment(self):
        return h("cR", self.gid, self.secret).hex()

    def seal(self, row):
        return h("seal", self.derive("sealsalt", u64(row["seq"])), canon(row["body"])).hex()

    def order_hash(self, pile, order):
        salt = self.derive("ordersalt", pile["label"].encode(), u64(pile["epoch"]))
        return h("order", salt, canon(order)).hex()

    def order(self, pile):
        key = self.derive("shuffle", pile["label"].encode(), u64(pile["epoch"]))
        return order_of(key, pile["count"])

    def roll(self, pub):
        return below(numbers(self.derive("spin", u64(pub["t"]))), pub["sides"])


def problems(bundle):
    """All that is wrong with a parsed bundle, as far as hashes tell."""
    game = Game(bundle)
    head, epochs, rolls = game.gid.hex(), Counter(), 0
    found = []
    if game.rows[0]["pub"] != {"game": head, "commitment": game.commitment()}:
        found.append(("commitment", 0))
    for seq, row in enumerate(game.rows):
        found += [("place", seq)] * ((row["seq"], row["prev"]) != (seq, head))
        found += [("seal", seq)] * ("body" in row and row["sealed"] != game.seal(row))
        if row["type"] == "roll":
            expected = (rolls, game.roll(row["pub"]))
            found += [("roll", seq)] * ((row["pub"]["t"], row["pub"]["result"]) != expected)
            rolls += 1
        if row["type"] == "shuffle":
            for pile, order in zip(row["pub"]["piles"], row["body"]["orders"], strict=True):
                given = (pile["epoch"], order, pile["order"])
                expected = (epochs[pile["label"]], game.order(pile), game.order_hash(pile, order))
                found += [("order", seq)] * (given != expected)
                epochs[pile["label"]] += 1
        head = h("entry", canon(public(row))).hex()
    return found


def rewritten(bundle, secret=None):
    """The bytes of a record with every name, hash, seal and commitment made to fit its contents."""
    game = Game(bundle, secret)
    head = game.gid.hex()
    for seq, row in enumerate(game.rows):
        row["seq"], row["prev"] = seq, head
        if row["type"] == "open":
            row["pub"] = {"game": head, "commitment": game.commitment()}
        if row["type"] == "close":
            row["pub"]["secret"] = game.secret.hex()
        if row["type"] == "shuffle":
            for pile, order in zip(row["pub"]["piles"], row["body"]["orders"], strict=True):
                pile["order"] = game.order_hash(pile, order)
        if "body" in row:
            row["sealed"] = game.seal(row)
        head = h("entry", canon(public(row))).hex()
    return canon(bundle)
