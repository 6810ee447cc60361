"""Checks the record of a game as fairness.md says, with Python's standard library alone.

Written from that page and not from the game's code. It does the starred steps of "Verification",
which need no rules of a game, and says what it leaves out:

    python3 verify_minimal.py game.json [--full | --sample] [--level LEVEL] [--commitment HEX]
                              [--me TEXT] [--receipts FILE]
"""
import argparse, base64, hashlib, hmac, itertools, json, os, pathlib, re, secrets, sys, time
from collections import Counter, defaultdict, namedtuple
from concurrent.futures import ThreadPoolExecutor

WINDOWS = {"table": {"shuffle": 1500, "roll": 1000}, "strict": {"shuffle": 3000, "roll": 1000}}
LEVELS, MINUTE = ("solo", "table", "strict"), 60
FLOORS = {level: {kind: 8000 * ms for kind, ms in of.items()} for level, of in WINDOWS.items()}
UNUSABLE = ("too_large not_utf8 not_json duplicate_key non_ascii_key not_whole number_too_great"
            " not_canonical other_format wrong_shape no_close").split()
SAMPLE = "15 of 16 segments of each slow hash"
Report = namedtuple("Report", "game commitment head rows events given_up not_checked")
class Wrong(Exception):  # what is wrong, in the page's word for it, and at which row
    failure, seq = property(lambda self: self.args[0]), property(lambda self: self.args[1])
def need(right, failure):
    if not right: raise Wrong(failure, None)

# ---- Conventions
def u64(n): return n.to_bytes(8, "big")
def sha(*parts): return hashlib.sha256(b"".join(parts)).digest()
def M(key, tag, *parts): return hmac.digest(key, H(tag, *parts), "sha256")
def H(tag, *parts):
    told = [part.encode() if isinstance(part, str) else part for part in parts]
    return sha(b"rr1/", tag.encode(), b"\0", *(u64(len(part)) + part for part in told))
def canon(value): return json.dumps(
    value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode(errors="surrogatepass")
def stream(key):
    for i in itertools.count(): yield from hmac.digest(key, b"drbg" + u64(i), "sha256")
def below(n, source):
    bits = (n - 1).bit_length()
    number = int.from_bytes(bytes(itertools.islice(source, (bits + 7) // 8)), "big") % (1 << bits)
    return number if number < n else below(n, source)
def order(n, source):
    things = list(range(n))
    for i in range(n - 1, 0, -1):
        j = below(i + 1, source)
        things[i], things[j] = things[j], things[i]
    return things
def tree(leaves, at=0):  # the root over these leaves, and the path of leaf `at`
    if len(leaves) < 2: return sha(b"\0", leaves[0]) if leaves else sha(), []
    k = 1 << (len(leaves) - 1).bit_length() - 1
    (left, path), (right, other) = tree(leaves[:k], at), tree(leaves[k:], at - k)
    return sha(b"\1", left, right), [*path, right.hex()] if at < k else [*other, left.hex()]

# ---- Step 1: the form. A shape is a range of numbers, a pattern of text, a list of one shape or
# of just so many, an object ({...: one} has any names), None, or a tuple: any one of these.
N, ONE, OWNER, TEXT = range(2**53), range(1, 2**53), range(-1, 8), "(?s:.*)"
HEX, WORD, KEY, VALUE = "[0-9a-f]{64}", "(?s:.{0,64})", "(?s:.{0,128})", "(?s:.{1,4096})"
SSHSIG = "U1NIU0lHAAAAA[A-Za-z0-9+/]+={0,2}"  # how "SSHSIG" and its version look in base64
GIVEN = {"mash": "[!-~]{1,128}", "pledge": "[!-~]{8,128}", "signature": SSHSIG, "chain": TEXT}
FIELDS = {"owner": OWNER, "level": "|".join(GIVEN), "path": [HEX], "slow": [HEX], "slots": [HEX]}
for form, names in {
        N: "at count epoch milliseconds option result seat seq", ONE: "event sides t", KEY: "key",
        WORD: "bot face game label name version zone", VALUE: "signature value", TEXT: "note text",
        HEX: "commitment anchor deck rules digest hash input link nonce prev root salt secret"
}.items(): FIELDS |= dict.fromkeys(names.split(), form)
def shape(names, **others): return {name: FIELDS[name] for name in names.split()} | others
CARD = shape("zone owner at face salt path")
ZONE = tuple(shape("zone owner count" + more) for more in ("", " root", " slots"))
ROWS = {  # of each type: its pub, and its body if it has one
    "open": [shape("commitment anchor", game=HEX, anchors=[[N, HEX]])],
    "pledge": [shape("seat hash")], "remove": [shape("seat")], "checkpoint": [shape("signature")],
    "event": [shape("event milliseconds", asked=(shape("label sides t", kind="roll"), {
        "kind": "shuffle", "piles": [shape("label epoch count input")]}))],
    "freeze": [shape("event digest", given=[shape("seat level value")], absent=[N])],
    "shuffle": [shape("event slow", piles=[shape("label epoch count root")]),
                {"orders": [[N]], "faces": [[WORD]]}],
    "roll": [shape("event label sides t result link slow")],
    "answer": [{}, shape("seat option")], "arrange": [{}, shape("seat zone", order=[N])],
    "commit": [{"zones": [ZONE], "opened": [CARD], "entered": [shape("zone owner face")]},
               {"faces": [[WORD]]}],
    "close": [shape("secret", outcome=(None, {"reason": WORD, "winners": [N]}))]}
ROW = tuple(shape("seq prev", type=kind, pub=pub) | (dict(sealed=HEX, body=body[0]) if body else {})
            for kind, (pub, *body) in ROWS.items())
BUNDLE = {"format": "rr1-bundle-2", "rows": [ROW], "manifest": shape(
    "deck game nonce rules version", abandoned=[HEX], cards={...: ONE}, declared=[N], host_key=KEY,
    deck_file=(None, shape("text", name="(?s:.{0,255})")), fairness="solo|table|strict",
    host_seat=OWNER, options={...: TEXT}, seats=[shape("bot key name")],
    slow={"roll": N, "segments": N, "shuffle": N})}
RECEIPTS = shape("commitment seat", format="rr1-receipts-1", openings=[shape("seq") | CARD],
    checkpoint=(None, shape("note signature")), game=HEX, given=[shape("level value", event=N)])
def fits(x, form):
    match form:
        case dict():
            named = isinstance(x, dict) and (... in form or x.keys() == form.keys())
            return named and all(fits(x[name], form.get(name, form.get(...))) for name in x)
        case tuple(): return any(fits(x, one) for one in form)
        case list(): return isinstance(x, list) and len(form) in (1, len(x)) and all(
            map(fits, x, itertools.cycle(form)))
        case str(): return isinstance(x, str) and re.fullmatch(form, x) is not None
    return x is None if form is None else type(x) is int and x in form
def fields(pairs):
    need(len(dict(pairs)) == len(pairs), "duplicate_key")
    need(all(name.isascii() for name, _ in pairs), "non_ascii_key")
    return dict(pairs)
def read(source, form):
    need(len(source) <= 64 * 2**20, "too_large")
    try:
        value = json.loads(source.decode(), object_pairs_hook=fields, parse_int=lambda said: need(
            len(said) < 18 and abs(int(said)) < 2**53, "number_too_great") or int(said),
            **dict.fromkeys(("parse_float", "parse_constant"), lambda _: need(False, "not_whole")))
        need(canon(value) == source, "not_canonical")
    except UnicodeDecodeError: raise Wrong("not_utf8", None) from None
    except (ValueError, RecursionError): raise Wrong("not_json", None) from None
    match value:  # what else a shared game says is no part of the record
        case {"format": "rr1-share-1", "bundle": record} if form is BUNDLE: value = record
    need(isinstance(value, dict) and value.get("format") == form["format"], "other_format")
    return value if fits(value, form) else need(False, "wrong_shape")

# ---- Steps 3 to 13: the rows
class Held(namedtuple("Held", "cards leaves")):  # (face, hash, salt) of each; all its tree's leaves
    def opens(self, it):
        path = tree(self.leaves, it["at"])[1] if self.leaves else []
        told = [(face, salt.hex(), path) for face, _, salt in self.cards[it["at"]:it["at"] + 1]]
        return told == [(it["face"], it["salt"], it["path"])]

class Record:  # how far `row` has come in a game; each type of row has a method of its name
    def __init__(self, manifest, rows, floors, full):  # steps 3 and 4
        self.level, self.slow, self.seats = (manifest[it] for it in ("fairness", "slow", "seats"))
        self.solo, self.signed, self.full = self.level == "solo", manifest["host_key"] != "", full
        self.kinds = [row["type"] for row in rows if row["type"] in ("shuffle", "roll")]
        need(manifest["host_seat"] < len(self.seats) in range(1, 9), "wrong_shape")
        for kind, least in floors.get(self.level, {"shuffle": 0, "roll": 0}).items():
            need(least <= self.slow[kind] <= 16 * least, "weak_slow")
            need(self.slow["segments"] == 16 and self.slow[kind] % 16 == 0, "weak_slow")
        close = next((row["pub"] for row in rows if row["type"] == "close"), None)
        need(close, "no_close")
        self.R, self.given_up = bytes.fromhex(close["secret"]), close["outcome"] is None
        self.gid = self.head = H("gid", canon(manifest))
        self.cR, self.X = H("cR", self.gid, self.R).hex(), self.chain("chain", self.D("chaintop"))
        self.S = {i: self.chain("seatchain", self.D("seattop", u64(i)))
                  for i, seat in enumerate(self.seats) if seat["bot"] or i == manifest["host_seat"]}
        self.next, self.ended, self.asked, self.F, self.pledges = "", False, {}, b"", {}
        self.events, self.rolls, self.epochs, self.given, self.notes = 0, 0, Counter(), [], []
        self.zones, self.promised = (defaultdict(lambda: Held([], [])) for _ in "ab")  # now, ever
        self.rest = Counter(manifest["cards"])  # the faces that lie in no hidden zone
    def D(self, tag, *parts): return M(self.R, tag, self.gid, *parts)
    def chain(self, tag, top):
        return list(itertools.accumulate(range(4096), lambda it, _: H(tag, it), initial=top))[::-1]
    def row(self, seq, row):  # steps 5, 7 and 8, then those of its type
        kind, pub, body = row["type"], row["pub"], row.get("body")
        need(row["seq"] == seq, "out_of_order")
        need(row["prev"] == self.head.hex(), "broken_chain")
        need((kind == "open") == (seq == 0), "no_opening")
        need(not self.ended or kind == self.next, "after_close")
        sealed = H("seal", self.D("sealsalt", u64(seq)), canon(body)).hex()
        need(row.get("sealed", sealed) == sealed, "broken_seal")
        need((self.next == "checkpoint") <= (kind == "checkpoint") <= self.signed, "unsigned")
        barred = ("event", "freeze") if self.solo else ("freeze", "shuffle", "roll")
        need(kind in (self.next, "close") if self.next else kind not in barred, "bad_event")
        self.next = ""
        getattr(self, kind, lambda *_: None)(seq, pub, body)
        self.head = H("entry", canon({name: row[name] for name in row if name != "body"}))
    def open(self, _seq, pub, _body):  # step 6
        need(pub["game"] == self.gid.hex(), "no_opening")
        need(pub["commitment"] == self.cR, "wrong_secret")
        anchors = [[seat, links[0].hex()] for seat, links in self.S.items()]
        need((pub["anchor"], pub["anchors"]) == (self.X[0].hex(), anchors), "wrong_anchor")
    def pledge(self, _seq, pub, _body):  # step 8, until `y`
        need(not self.solo and pub["seat"] in {*range(len(self.seats))} - {*self.S}, "bad_pledge")
        self.pledges[pub["seat"]] = pub["hash"]
    def event(self, _seq, pub, _body):
        self.events, self.asked, self.next = self.events + 1, pub["asked"], "freeze"
        told = self.events, WINDOWS[self.level][self.asked["kind"]]
        need((pub["event"], pub["milliseconds"]) == told and told[0] <= 4096, "bad_event")
    def freeze(self, _seq, pub, _body):
        e, given, there = self.events, pub["given"], [it["seat"] for it in pub["given"]]
        self.F = H("freeze", self.gid, u64(e), canon(given))
        need((pub["event"], pub["digest"]) == (e, self.F.hex()), "bad_event")
        absent = [seat for seat in range(len(self.seats)) if seat not in {*there, *self.S}]
        need(pub["absent"] == absent and there == sorted(
            {*range(len(self.seats))} - {*absent}), "bad_contribution")
        for seat, way, said in ((it["seat"], it["level"], it["value"]) for it in given):
            fine = (way == "chain") == (seat in self.S) and fits(said, GIVEN[way])
            need(fine, "bad_contribution")
            pledged = way == "pledge" and self.pledges.pop(seat, "")
            need(pledged in (False, sha(said.encode()).hex()), "bad_pledge")
            need(way != "chain" or said == self.S[seat][e].hex(), "bad_seat_chain")
        self.given += [{"event": e, **it} for it in given]
        self.next = "checkpoint" if self.signed else self.asked["kind"]
    def checkpoint(self, seq, pub, _body):  # step 13
        need(fits(pub["signature"], SSHSIG), "bad_signature")
        note = f"rr1/{self.gid.hex()}\n{seq}\n{base64.b64encode(self.head).decode()}\n"
        self.notes.append({"note": note, "signature": pub["signature"]})
        self.next = self.asked.get("kind", "")
    def close(self, _seq, _pub, _body):
        self.ended, self.asked, self.next = True, {}, "checkpoint" if self.signed else ""
    def y(self, kind, pub, as_asked):  # steps 8 and 9
        self.events += self.solo
        need(pub["event"] == self.events <= 4096 and (self.solo or as_asked), "bad_event")
        y, self.asked = [self.F, *map(bytes.fromhex, pub["slow"])], {}
        need(len(y) == (1 if self.solo else 17), "wrong_slow")
        def right(i):
            salt = H("slow", self.gid, u64(self.events), u64(i))
            return y[i] == hashlib.pbkdf2_hmac("sha256", y[i - 1], salt, self.slow[kind] // 16)
        if self.full is None and not self.solo:  # all of it, if a minute is enough
            began, fine = time.perf_counter(), right(1)
            parts = 16 * sum(self.slow[it] for it in self.kinds) / self.slow[kind]
            took = (time.perf_counter() - began) * parts / (os.cpu_count() or 1)
            self.full = took <= MINUTE or not fine
        some = range(1, len(y)) if self.solo or self.full else [secrets.randbelow(16) + 1]
        with ThreadPoolExecutor() as pool: need(all(pool.map(right, some)), "wrong_slow")
        return y[-1]
    def roll(self, _seq, pub, _body):  # step 10
        told = {"kind": "roll", "label": pub["label"], "sides": pub["sides"], "t": pub["t"]}
        y, self.rolls = self.y("roll", pub, told == self.asked), self.rolls + 1
        need(pub["t"] == self.rolls, "wrong_roll")
        need(pub["link"] == self.X[self.rolls].hex(), "wrong_link")
        key = M(self.X[self.rolls], "spin", y, u64(self.rolls))
        need(pub["result"] == below(pub["sides"], stream(key)), "wrong_roll")
    def shuffle(self, seq, pub, body):  # steps 10 and 11
        asked, orders, faces = self.asked.get("piles", []), body["orders"], body["faces"]
        piles, were = ([(it["label"], it["epoch"], it["count"]) for it in each]
                       for each in (pub["piles"], asked))
        y = self.y("shuffle", pub, piles == were)
        need([*map(len, orders)] == [*map(len, faces)] == [it[2] for it in piles], "wrong_shuffle")
        for (label, epoch, count), found in zip(piles, orders):
            source = stream(self.D("shuffle", label, u64(epoch), y))
            need((epoch, found) == (self.epochs[label], order(count, source)), "wrong_shuffle")
        self.epochs.update(it[0] for it in piles)
        need(len(piles) == len({it[0] for it in piles}), "wrong_shuffle")
        for it, (label, epoch, _), found, new in zip(asked, piles, orders, faces):
            before = canon([face for _, face in sorted(zip(found, new))])
            salt = self.D("inputsalt", label, u64(epoch))
            need(it["input"] == H("input", salt, before).hex(), "wrong_input")
        self.change(seq, [{"zone": it["label"], "owner": -1, **it} for it in pub["piles"]], faces)
    def commit(self, seq, pub, body):  # step 12
        went = self.change(seq, pub["zones"], body["faces"], pub["opened"])
        went.update(it["face"] for it in pub["entered"])
        need(went == Counter(it["face"] for it in pub["opened"]), "wrong_cards")
    def change(self, seq, zones, faces, opened=()):
        need(len(zones) == len(faces), "wrong_root")
        new = {(it["zone"], it["owner"]): self.held(seq, it, its) for it, its in zip(zones, faces)}
        for it in opened: need(self.zones[it["zone"], it["owner"]].opens(it), "wrong_opening")
        went = Counter(card[0] for key in new for card in self.zones[key].cards)
        went.subtract(card[0] for held in new.values() for card in held.cards)
        self.zones |= new
        self.rest.update(went)
        need(min(self.rest.values(), default=0) >= 0, "wrong_cards")
        return went
    def held(self, seq, it, faces):
        zone, owner, size = it["zone"], it["owner"], len(faces)
        old, place = self.zones[zone, owner], (u64(seq), zone, u64(owner + 1))
        need(it["count"] == size == len(it.get("slots", faces)), "wrong_root")
        tag = "slot" if "slots" in it else "card" if owner < 0 else "hand"
        if len(it) == 3:  # a pile from which only the top was taken
            lower = [card[0] for card in old.cards[:size]]
            need(owner < 0 and size < len(old.cards) and faces == lower, "wrong_root")
            return Held(old.cards[:size], old.leaves)
        salts = [self.D("cardsalt", *place, u64(i)) for i in range(size)]
        leaves = [H(tag, salts[i], *[u64(i)][owner >= 0:], face) for i, face in enumerate(faces)]
        cards = [*zip(faces, leaves, salts)]
        mixed = order(size, stream(self.D("handorder", *place)))
        need(tag != "hand" or faces == [sorted(faces)[i] for i in mixed], "wrong_root")
        if tag == "slot":  # a hash that was there before, or made anew
            known = {card[1].hex(): (i, card) for i, card in enumerate(old.cards)}
            stay = [known[slot][0] for slot in it["slots"] if slot in known]
            cards = [known.get(slot, (0, card))[1] for slot, card in zip(it["slots"], cards)]
            told = [(face, slot.hex()) for face, slot, _ in cards]
            need(told == [*zip(faces, it["slots"])] and stay == sorted(set(stay)), "wrong_root")
        else: need(it["root"] == tree(leaves)[0].hex(), "wrong_root")
        return self.promised.setdefault((seq, zone, owner), Held(cards, leaves * (tag != "slot")))
    def holds(self, mine):  # step 16
        return ((mine["game"], mine["commitment"]) == (self.gid.hex(), self.cR)
                and mine["checkpoint"] in [None, *self.notes] and mine["seat"] < len(self.seats)
                and all({"seat": mine["seat"], **it} in self.given for it in mine["given"])
                and all(self.promised[it["seq"], it["zone"], it["owner"]].opens(it)
                        for it in mine["openings"]))

def check(source, full=False, commitment=None, me=None, receipts=None, floors=FLOORS, level="solo"):
    """What was found; raises Wrong at the first thing that is not as it must be."""
    # full None: all of the slow hashes, if a minute is enough
    bundle, mine = read(source, BUNDLE), receipts is not None and read(receipts.strip(), RECEIPTS)
    game, rows = Record(bundle["manifest"], bundle["rows"], floors, full), bundle["rows"]
    need(LEVELS.index(game.level) >= LEVELS.index(level), "lower_level")
    need(commitment in (None, game.cR), "other_commitment")
    for seq, row in enumerate(rows):
        try: game.row(seq, row)
        except Wrong as wrong: raise Wrong(wrong.failure, seq) from None
    lacks = game.next == "checkpoint" or not (game.signed or game.solo)
    if lacks: raise Wrong("unsigned", len(rows) - 1)
    typed = [it["value"] for it in game.given if it["level"] != "chain"]
    need(me is None or me and any(me in value for value in typed), "not_mine")
    need(not mine or game.holds(mine), "other_receipt")
    rest = "the rules (steps 2, 14 and 15), signatures (use ssh-keygen -Y verify)"
    if game.kinds and not (game.full or game.solo): rest += f", {SAMPLE} (use --full)"
    if not commitment and not mine: rest += ", that it is the game you saw (use --commitment)"
    head = rows[-1]["prev"] if game.signed else game.head.hex()  # of the row that opens R
    return Report(game.gid.hex(), game.cR, head, len(rows), game.events, game.given_up, rest)

def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("--full", "--sample"): parser.add_argument(name, action="store_true")
    parser.add_argument("--level", choices=LEVELS, default="solo")
    for name in ("bundle", "--commitment", "--me", "--receipts"): parser.add_argument(name)
    it = parser.parse_args()
    try:
        source, mine = (a and pathlib.Path(a).read_bytes() for a in (it.bundle, it.receipts))
        full = it.full or (False if it.sample else None)
        report = check(source, full, it.commitment, it.me, mine, level=it.level)
    except OSError as error: sys.exit(print(f"unusable: {error}") or 2)
    except Wrong as wrong:
        print(f"wrong: {wrong.failure}" + (f" at row {wrong.seq}" if wrong.seq is not None else ""))
        sys.exit(2 if wrong.failure in UNUSABLE else 1)
    sampled = SAMPLE in report.not_checked
    print(("Sampled: checked on this machine, " if sampled else "Checked on this machine: ")
          + "nothing wrong in what was checked" + ", but the game was given up" * report.given_up)
    for name in Report._fields: print(f"  {name.replace('_', ' ')}: {getattr(report, name)}")
    sys.exit(3 if sampled and not it.sample else 0)
if __name__ == "__main__": main()
