"""Vectors of single formulas: their parts, and what comes of them.

The body is a JSON object. Bytes stand in it as hexadecimal digits, numbers and text as they are;
`secret` is R and `game` the gid that a derivation names.
"""

from __future__ import annotations

import hashlib
from functools import partial

from rr_net.fairness.base.gamekey import (
    AnswerTerms,
    answer_message,
    give_message,
    witness_message,
)
from rr_net.fairness.base.hash import Tag, hashed, keyed, number
from rr_net.fairness.base.merkle import Tree
from rr_net.fairness.base.note import SignedNote, words_of
from rr_net.fairness.base.secret import Secret
from rr_net.fairness.base.slow import Grind, long_hash
from rr_net.fairness.cards.commitments import HiddenZone
from rr_net.fairness.cards.promise import (
    Kind,
    card_hash,
    promised_hand,
    promised_pile,
    promised_slots,
)
from rr_net.fairness.chain.reveals import roll_chain, seat_chain
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.transcript import canonical
from tests.support.fairness.vector import Vector

R, GAME = "52" * 32, "67" * 32
HOLD = {"secret": R, "game": GAME}
FACES = ("ape", "bee", "bee", "cät", "dog", "ape", "elk")


def ours(kind, parts):
    """What this package makes of the parts of a formula."""
    return FORMULAS[kind](**parts)


def _secret(secret, game):
    return Secret(bytes.fromhex(secret), game)


def _unhex(values):
    return [bytes.fromhex(value) for value in values]


def _hash(tag, parts):
    return hashed(Tag(tag), *_unhex(parts)).hex()


def _keyed(key, tag, parts):
    return keyed(bytes.fromhex(key), Tag(tag), *_unhex(parts)).hex()


def _derived(secret, game, tag, parts):
    return _secret(secret, game).derive(Tag(tag), *_unhex(parts)).hex()


def _numbers(key, bounds):
    stream = Stream(bytes.fromhex(key))
    return [stream.below(bound) for bound in bounds]


def _order(key, count):
    return list(Stream(bytes.fromhex(key)).order(count))


def _root(leaves):
    return Tree(_unhex(leaves)).root.hex()


def _path(leaves, at):
    return [step.hex() for step in Tree(_unhex(leaves)).path(at)]


def _pile(secret, game, seq, zone, faces):
    pile = promised_pile(_secret(secret, game), seq, zone, faces, range(len(faces)))
    return {"root": pile.root, "leaves": [leaf.digest.hex() for leaf in pile.leaves]}


def _zone(zone, owner, faces, *, ordered):
    return HiddenZone(zone, owner, ordered, tuple(range(len(faces))), tuple(faces))


def _hand(secret, game, seq, zone, owner, faces):
    hand = promised_hand(_secret(secret, game), seq, _zone(zone, owner, faces, ordered=False))
    return {"root": hand.root, "faces": list(hand.faces)}


def _slots(secret, game, seq, zone, owner, faces):
    row = promised_slots(_secret(secret, game), seq, _zone(zone, owner, faces, ordered=True))
    return list(row.slots)


def _leaf(tag, salt, at, face):
    return card_hash(Kind(Tag(tag)), bytes.fromhex(salt), at, face).hex()


def _rolls(secret, game, t):
    chain = roll_chain(_secret(secret, game))
    return {"anchor": chain.anchor, "link": chain.at(t)}


def _seat(secret, game, seat, event):
    chain = seat_chain(_secret(secret, game), seat)
    return {"anchor": chain.anchor, "value": chain.at(event)}


def _freeze(game, event, opening, given):
    place = bytes.fromhex(game), number(event), number(opening)
    return hashed(Tag.FREEZE, *place, canonical(given)).hex()


def _slow(game, event, opening, digest, blocks, segments):
    return list(Grind(game, event, opening, digest, blocks, segments).values())


def _long(begin, blocks):
    return long_hash(bytes.fromhex(begin), blocks).hex()


def _answer(game, form, **terms):
    return answer_message(game, AnswerTerms(kind=form, **terms)).hex()


def _witness(game, seat, size, head):
    return witness_message(game, seat, size, head).hex()


def _give(game, event, opening, seat, drawn):
    return give_message(game, event, opening, seat, drawn).hex()


def _spin(link, y, t, sides):
    key = keyed(bytes.fromhex(link), Tag.SPIN, bytes.fromhex(y), number(t))
    return Stream(key).below(sides)


def _shuffle(secret, game, label, epoch, y, count):
    place = label.encode(), number(epoch), bytes.fromhex(y)
    return list(Stream(_secret(secret, game).derive(Tag.SHUFFLE, *place)).order(count))


def _seal(secret, game, seq, body):
    salt = _secret(secret, game).derive(Tag.SEAL_SALT, number(seq))
    return hashed(Tag.SEAL, salt, canonical(body)).hex()


def _input(secret, game, label, epoch, faces):
    salt = _secret(secret, game).derive(Tag.INPUT_SALT, label.encode(), number(epoch))
    return hashed(Tag.INPUT, salt, canonical(faces)).hex()


def _note(game, size, head):
    return SignedNote(game, size, head).text


def _words(head, count):
    return list(words_of(head, count))


FORMULAS = {
    "H": _hash, "M": _keyed, "D": _derived, "numbers": _numbers, "order": _order, "root": _root,
    "path": _path, "leaf": _leaf, "pile": _pile, "hand": _hand, "slots": _slots, "rolls": _rolls,
    "seat": _seat, "freeze": _freeze, "long": _long, "slow": _slow, "spin": _spin,
    "signed-answer": _answer, "witness": _witness, "give": _give, "shuffle": _shuffle,
    "seal": _seal, "input": _input, "note": _note, "words": _words,
}  # fmt: skip


def leaves(count):
    return [hashlib.sha256(bytes([i])).hexdigest() for i in range(count)]


def formula(name, kind, description, minimal=True, **parts):
    """A vector of what this package makes of these parts."""
    body = canonical(parts | {"value": ours(kind, parts)})
    return Vector(name, description, body, kind=kind, minimal=minimal)


ANSWERED = {"game": GAME, "seat": 1, "request": 41, "size": 57, "head": "7f" * 32}
GIVEN = [{"seat": 0, "level": "chain", "value": "5e" * 32},
         {"seat": 2, "level": "mash", "value": 'a"b\\c<>&'}]  # fmt: skip
MAKERS = tuple(partial(formula, *told, **parts) for told, parts in (
    (("hash", "H", "A game's name."), {"tag": "gid", "parts": [b"{}".hex()]}),
    (("hash-of-parts", "H", "Two parts, one empty."), {"tag": "seal", "parts": ["", "00ff"]}),
    (("keyed", "M", "Under 32 zero bytes, without parts."),
     {"key": "00" * 32, "tag": "spin", "parts": []}),
    (("derived", "D", "What R derives for one purpose."),
     HOLD | {"tag": "sealsalt", "parts": [number(7).hex()]}),
    (("numbers", "numbers", "Numbers below bounds of all sizes, one after the other."),
     {"key": "6b6579", "bounds": [1, 2, 3, 6, 255, 256, 257, 1000, 65536, 65537, 2**53 - 1, 2]}),
    (("order", "order", "An order of five."), {"key": b"key".hex(), "count": 5}),
    (("order-of-none", "order", "An order of nothing."), {"key": "00", "count": 0}),
    (("order-of-many", "order", "An order of more than 256."), {"key": "00", "count": 300}),
    *(((f"root-of-{count}", "root", f"The root of {count} leaves."), {"leaves": leaves(count)})
      for count in (0, 1, 2, 3, 6)),
    (("path-in-3", "path", "The path of a leaf that went up."), {"leaves": leaves(3), "at": 2}),
    (("path-in-7", "path", "The path of leaf 4 of 7."), {"leaves": leaves(7), "at": 4}),
    (("path-in-1", "path", "The path of an only leaf."), {"leaves": leaves(1), "at": 0}),
    (("pile-leaf", "leaf", "A card in a pile."),
     {"tag": "card", "salt": "5a" * 32, "at": 3, "face": "cät"}),
    (("hand-leaf", "leaf", "A card in a hand; where it stands does not enter."),
     {"tag": "hand", "salt": "5a" * 32, "at": 3, "face": "cät"}),
    (("pile", "pile", "A pile, from the bottom."),
     HOLD | {"seq": 4, "zone": "deck", "faces": FACES}),
    (("hand", "hand", "A hand: its faces in the order of their leaves."),
     HOLD | {"seq": 5, "zone": "hand", "owner": 1, "faces": FACES}),
    (("empty-hand", "hand", "A hand without cards."),
     HOLD | {"seq": 5, "zone": "hand", "owner": 1, "faces": ()}),
    (("slot-hashes", "slots", "A row of slots, all new."),
     HOLD | {"seq": 6, "zone": "fence", "owner": 0, "faces": FACES[:3]}),
    (("chain-of-rolls", "rolls", "The anchor, and what the third roll shows."), HOLD | {"t": 3}),
    (("chain-of-a-seat", "seat", "The anchor, and what seat 2 gives to event 5."),
     HOLD | {"seat": 2, "event": 5}),
    (("contributions", "freeze", "F of two contributions."),
     {"game": GAME, "event": 3, "opening": 1, "given": GIVEN}),
    (("contributions-again", "freeze", "F of the same in the second opening of the event."),
     {"game": GAME, "event": 3, "opening": 2, "given": GIVEN}),
    (("no-contributions", "freeze", "F of none."),
     {"game": GAME, "event": 3, "opening": 1, "given": []}),
    (("long-of-one-block", "long", "A message of one block."), {"begin": "5a" * 32, "blocks": 1}),
    (("long-of-a-message", "long", "One whole message."), {"begin": "5a" * 32, "blocks": 8192}),
    (("long-of-two-messages", "long", "A whole message, and one of a block."),
     {"begin": hashlib.sha256(b"rr2/slow\0").hexdigest(), "blocks": 8193}),
    (("long-of-nothing", "long", "No block: the value as it was."),
     {"begin": "5a" * 32, "blocks": 0}),
    (("slow-hash", "slow", "Sixteen segments of three blocks."),
     {"game": GAME, "event": 3, "opening": 1, "digest": "f0" * 32, "blocks": 48, "segments": 16}),
    (("slow-hash-again", "slow", "The same in the second opening of the event."),
     {"game": GAME, "event": 3, "opening": 2, "digest": "f0" * 32, "blocks": 48, "segments": 16}),
    (("spin", "spin", "A roll of nine sides."),
     {"link": "10" * 32, "y": "20" * 32, "t": 2, "sides": 9}),
    (("spin-at-solo", "spin", "A roll at solo, where y is empty."),
     {"link": "10" * 32, "y": "", "t": 2, "sides": 9}),
    (("shuffle", "shuffle", "The second shuffle of a pile."),
     HOLD | {"label": "deck", "epoch": 1, "y": "20" * 32, "count": 11}),
    (("seal", "seal", "A sealed answer."),
     HOLD | {"seq": 12, "body": {"seat": 1, "option": 3}}),
    (("input", "input", "The faces of a pile as they went in."),
     HOLD | {"label": "deck", "epoch": 1, "faces": FACES}),
    (("signed-answer", "signed-answer", "What a client signs for an answer."),
     ANSWERED | {"form": "answer", "option": 3, "text": ""}),
    (("signed-ahead", "signed-answer", "For an answer in the beat of the window before."),
     ANSWERED | {"form": "ahead", "option": 3, "text": ""}),
    (("signed-order", "signed-answer", "For an order: over option 0 and the text."),
     ANSWERED | {"form": "order", "option": 3, "text": '{"orders":[]}'}),
    (("signed-witness", "witness", "For a head that it has checked."),
     {"game": GAME, "seat": 2, "size": 57, "head": "7f" * 32}),
    (("signed-gift", "give", "With what it gives to an event."),
     {"game": GAME, "event": 3, "opening": 2, "seat": 1, "drawn": "d1" * 32}),
    (("note", "note", "A checkpoint."), {"game": GAME, "size": 117, "head": "7f" * 32}),
    (("four-words", "words", "A head at the end of a turn.", False),
     {"head": hashlib.sha256(b"head").hexdigest(), "count": 4}),
    (("twelve-words", "words", "A head at the end of a game.", False),
     {"head": hashlib.sha256(b"head").hexdigest(), "count": 12}),
))  # fmt: skip
