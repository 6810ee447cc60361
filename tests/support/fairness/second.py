"""The formulas of vectors, worked out by the second verifier's own functions."""

from __future__ import annotations

from tests.support.fairness.minimal import minimal

H, M, u64, canon = minimal.H, minimal.M, minimal.u64, minimal.canon


def theirs(kind, parts):
    """What the second verifier makes of the parts of a formula."""
    return FORMULAS[kind](**parts)


def _unhex(values):
    return [bytes.fromhex(value) for value in values]


def _record(secret, game):
    """A record that derives from a given R and gid, and has not begun."""
    record = minimal.Record.__new__(minimal.Record)
    record.R, record.gid = _unhex([secret, game])
    record.zones = minimal.defaultdict(lambda: minimal.Held("", [], [], ""))
    record.promised = {}
    return record


def _chain(secret, game, tag, top, *parts):
    record = _record(secret, game)
    return [link.hex() for link in record.chain(tag, record.D(top, *parts))]


def _numbers(key, bounds):
    stream = minimal.stream(bytes.fromhex(key))
    return [minimal.below(bound, stream) for bound in bounds]


def _order(key, count):
    return minimal.order(count, minimal.stream(bytes.fromhex(key)))


def _leaf(tag, salt, at, face):
    place = [u64(at)] if tag == "card" else []
    return H(tag, bytes.fromhex(salt), *place, face).hex()


def _path(leaves, at):
    """The roots beside the way up, which is a way that it takes."""
    every, path, place = _unhex(leaves), [], at
    while len(leaves) > 1:
        half = 1 << (len(leaves) - 1).bit_length() - 1
        parts = leaves[:half], leaves[half:]
        leaves, other = parts if place < half else parts[::-1]
        place %= half
        path.insert(0, minimal.root(_unhex(other)).hex())
    assert minimal.climb(every[at], at, len(every), path) == minimal.root(every)
    return path


def _pile(secret, game, seq, zone, faces):
    """The leaves are the record's own; the root it checks by itself, and refuses any other."""
    record = _record(secret, game)
    place = u64(seq), zone, u64(0)
    salts = [record.D("cardsalt", *place, u64(i)) for i in range(len(faces))]
    leaves = [H("card", salts[i], u64(i), face) for i, face in enumerate(faces)]
    found = {"root": minimal.root(leaves).hex(), "leaves": [leaf.hex() for leaf in leaves]}
    told = {"zone": zone, "owner": -1, "count": len(faces), "root": found["root"]}
    assert record.held(seq, told, faces).leaves == leaves
    return found


def _hand(secret, game, seq, zone, owner, faces):
    record = _record(secret, game)
    place = u64(seq), zone, u64(owner + 1)
    mixed = minimal.order(len(faces), minimal.stream(record.D("handorder", *place)))
    faces = [sorted(faces)[i] for i in mixed]
    salts = [record.D("cardsalt", *place, u64(i)) for i in range(len(faces))]
    leaves = [H("hand", salts[i], face) for i, face in enumerate(faces)]
    root = minimal.root(leaves).hex()
    record.held(seq, {"zone": zone, "owner": owner, "count": len(faces), "root": root}, faces)
    return {"root": root, "faces": faces}


def _slots(secret, game, seq, zone, owner, faces):
    record = _record(secret, game)
    place = u64(seq), zone, u64(owner + 1)
    return [
        H("slot", record.D("cardsalt", *place, u64(i)), face).hex() for i, face in enumerate(faces)
    ]


def _rolls(secret, game, t):
    chain = _chain(secret, game, "chain", "chaintop")
    return {"anchor": chain[0], "link": chain[t]}


def _seat(secret, game, seat, event):
    chain = _chain(secret, game, "seatchain", "seattop", u64(seat))
    return {"anchor": chain[0], "value": chain[event]}


def _slow(game, event, opening, digest, blocks, segments):
    y = bytes.fromhex(digest)
    found = []
    for i in range(1, segments + 1):
        begin = H("slow", bytes.fromhex(game), u64(event), u64(opening), u64(i), y)
        y = minimal.long(begin, blocks // segments)
        found.append(y.hex())
    return found


def _answer(game, form, seat, request, option, text, size, head):
    option = 0 if form == "order" else option
    told = u64(seat), u64(request), u64(option), text, u64(size), bytes.fromhex(head)
    return H(form, bytes.fromhex(game), *told).hex()


def _witness(game, seat, size, head):
    return H("witness", bytes.fromhex(game), u64(seat), u64(size), bytes.fromhex(head)).hex()


def _give(game, event, opening, seat, drawn):
    told = u64(event), u64(opening), u64(seat), bytes.fromhex(drawn)
    return H("give", bytes.fromhex(game), *told).hex()


def _spin(link, y, t, sides):
    key = M(bytes.fromhex(link), "spin", bytes.fromhex(y), u64(t))
    return minimal.below(sides, minimal.stream(key))


def _shuffle(secret, game, label, epoch, y, count):
    key = _record(secret, game).D("shuffle", label, u64(epoch), bytes.fromhex(y))
    return minimal.order(count, minimal.stream(key))


def _seal(secret, game, seq, body):
    return H("seal", _record(secret, game).D("sealsalt", u64(seq)), canon(body)).hex()


def _input(secret, game, label, epoch, faces):
    salt = _record(secret, game).D("inputsalt", label, u64(epoch))
    return H("input", salt, canon(faces)).hex()


def _note(game, size, head):
    head = minimal.base64.b64encode(bytes.fromhex(head)).decode()
    return f"rr2/{game}\n{size}\n{head}\n"


FORMULAS = {
    "H": lambda tag, parts: H(tag, *_unhex(parts)).hex(),
    "M": lambda key, tag, parts: M(bytes.fromhex(key), tag, *_unhex(parts)).hex(),
    "D": lambda secret, game, tag, parts: _record(secret, game).D(tag, *_unhex(parts)).hex(),
    "root": lambda leaves: minimal.root(_unhex(leaves)).hex(),
    "path": _path,
    "freeze": lambda game, event, opening, given: H(
        "freeze", bytes.fromhex(game), u64(event), u64(opening), canon(given)
    ).hex(),
    "long": lambda begin, blocks: minimal.long(bytes.fromhex(begin), blocks).hex(),
    "numbers": _numbers, "order": _order, "leaf": _leaf, "pile": _pile, "hand": _hand,
    "signed-answer": _answer, "witness": _witness, "give": _give, "slots": _slots,
    "rolls": _rolls, "seat": _seat, "slow": _slow, "spin": _spin,
    "shuffle": _shuffle, "seal": _seal, "input": _input, "note": _note,
}  # fmt: skip
