"""Checks the record of a game by fairness.md, and by nothing of the game's own code.

python3 verify_minimal.py F [--full|--sample] [--level L] [--commitment C] [--me N] [--receipts R]
"""
import argparse, base64, hashlib, hmac, itertools, json, os, pathlib, re, secrets, sys, time
from collections import Counter, defaultdict, namedtuple
from concurrent.futures import ThreadPoolExecutor
from functools import reduce
WINDOWS = {"table": {"shuffle": 1200, "roll": 800}, "strict": {"shuffle": 2400, "roll": 800}}
FLOORS = {"table": {"shuffle": 67633152, "roll": 49545216},  # in blocks, and no ceiling is higher
          "strict": {"shuffle": 121634816, "roll": 49545216}}
UNUSABLE = ("too_large too_many too_deep not_utf8 not_json duplicate_key non_ascii_key not_whole"
            " number_too_great not_canonical other_format wrong_shape no_close").split()
LEVELS, MINUTE, SAMPLE = ("solo", "table", "strict"), 60, "15 of 16 segments of each slow hash"
Report = namedtuple("Report", "says game commitment head rows events given_up unsigned not_checked")
class Wrong(Exception): failure, seq = (property(lambda self, i=i: self.args[i]) for i in (0, 1))
def need(*told):  # each of these that is not right is named by the failure behind it
    for right, failure in zip(told[::2], told[1::2]):
        if not right: raise Wrong(failure, None)
def u64(n): return n.to_bytes(8, "big")  # ---- Conventions
def sha(*parts): return hashlib.sha256(b"".join(parts)).digest()
def M(key, tag, *parts): return hmac.digest(key, H(tag, *parts), "sha256")
def H(tag, *parts): return sha(framed(tag, *parts))
def framed(tag, *parts): return b"rr2/%b\0" % tag.encode() + b"".join([
    len(b := it.encode() if type(it) is str else it).to_bytes(8, "big") + b for it in parts])
def long(v, b): return reduce(lambda v, n: sha(v * 2 * min(n, 8192)), range(b, 0, -8192), v)
def canon(value): return json.dumps(
    value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode(errors="surrogatepass")
def stream(key):
    for i in itertools.count(): yield from hmac.digest(key, b"drbg" + u64(i), "sha256")
def below(n, source):
    bits = (n - 1).bit_length()
    number = int.from_bytes(itertools.islice(source, (bits + 7) // 8), "big") % (1 << bits)
    return number if number < n else below(n, source)
def order(n, source):
    things = list(range(n))
    for i in range(n - 1, 0, -1):
        things[i], things[j] = things[j := below(i + 1, source)], things[i]
    return things
def leaf_of(tag, salt, i, face): return H(tag, salt, *[u64(i)][tag != "card":], face)
def root(leaves):  # pair by pair: who is left alone at the end goes up as it is
    top = [sha(b"\0", leaf) for leaf in leaves]
    while top[1:]: top = [sha(b"\1", *it) for it in zip(top[::2], top[1::2])] + top[len(top) & ~1:]
    return top[0] if top else sha()
def climb(leaf, at, n, path):  # from leaf `at` of n up to the root: nothing where no path fits
    k = 1 << (n - 1).bit_length() - 1 if n > 1 else 0
    if not k or not path: return b"" if k or path else sha(b"\0", leaf)
    lower = climb(leaf, at % k, k if at < k else n - k, path[:-1]), bytes.fromhex(path[-1])
    return sha(b"\1", *lower[::1 if at < k else -1])
# ---- Step 1: the form. A shape is a range, a pattern, a list, an object, None, or any of a tuple.
N, ONE, OWNER, TEXT = range(2**53), range(1, 2**53), range(-1, 8), "(?s:.*)"
HEX, WORD, KEY, VALUE = "[0-9a-f]{64}", "(?s:.{0,64})", "(?s:.{0,128})", "(?s:.{1,4096})"
SSHSIG = "(?=(?:.{4})*$)U1NIU0lHAAAAA[A-Za-z0-9+/]+={0,2}"  # "SSHSIG" and its version in base64
NOTE = "rr2/[0-9a-f]{64}\n(0|[1-9][0-9]{0,14})\n[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=\n"
GIVEN = {"mash": "[!-~]{1,128}", "pledge": "[!-~]{8,128}", "signature": SSHSIG, "chain": TEXT,
         "signed": "[0-9a-f]{192}"}  # how what is given at each level looks
AFTER = {"freeze": ("shuffle", "roll"), **dict.fromkeys(("event", "reopen"), ("reopen", "freeze"))}
FIELDS = {"owner": OWNER, "level": "|".join(GIVEN), "orders": [[N]], "faces": [[WORD]]}
FIELDS |= {name: [HEX] for name in "abandoned path slow slots".split()}
FIELDS |= {name: [N] for name in "absent declared order winners".split()}
for form, names in {
        N: "at count epoch milliseconds number option request result seat seq size", NOTE: "note",
        WORD: "bot face game label name version zone", VALUE: "signature value", range(2): "until",
        HEX: "commitment anchor deck rules digest hash input link nonce prev root salt secret",
        "|silence|order|single|clock|away": "by", "(?s:.{0,4096})": "text", "(?s:.{10})": "day",
        ONE: "event opening sides t", KEY: "key host_key", "answer|ahead|order": "kind"
}.items(): FIELDS |= dict.fromkeys(names.split(), form)
def obj(names, **others): return {name: FIELDS[name] for name in names.split()} | others
CARD, ASKED = obj("zone owner at face salt path"), obj("label epoch count input")
ZONE = tuple(obj("zone owner count" + more) for more in ("", " root", " slots"))
ED = {"signature": "[0-9a-f]{128}"}
ROWS = {  # of each type: its pub, or that and its body
    "open": obj("commitment anchor", game=HEX, anchors=[[N, HEX]]), "away": obj("seat until"),
    "seat": obj("seat day signature", key=HEX, owner=KEY), "plain": obj("seat until"),
    "pledge": obj("seat hash"), "reopen": obj("event opening"), "witness": obj("seat size") | ED,
    "remove": obj("seat"), "checkpoint": obj("signature"), "event": obj("event milliseconds",
        asked=(obj("label sides t", kind="roll"), obj("", kind="shuffle", piles=[ASKED]))),
    "freeze": obj("event opening digest absent", given=[obj("seat level value")]),
    "shuffle": (obj("event slow", piles=[obj("label epoch count root")]), obj("orders faces")),
    "roll": obj("event label sides t result link slow"), "arrange": ({}, obj("seat zone order")),
    "answer": ({}, obj("seat option by", signed=(None, obj("kind request size text") | ED))),
    "commit": (dict(zones=[ZONE], opened=[CARD], entered=[obj("zone owner face")]), obj("faces")),
    "close": obj("secret", outcome=(None, obj("winners", reason=WORD)))}
ROW = tuple(obj("seq prev", type=kind, pub=pub) | (dict(sealed=HEX, body=body[0]) if body else {})
            for kind, it in ROWS.items() for pub, *body in [it if type(it) is tuple else [it]])
BUNDLE = {"format": "rr2-bundle-1", "rows": [ROW], "witnesses": [ROWS["witness"]], "manifest": obj(
    "abandoned deck declared game host_key nonce number rules version", cards={...: ONE},
    options={...: TEXT}, deck_file=(None, {"name": "(?s:.{0,255})", "text": TEXT}), host_seat=OWNER,
    fairness="solo|table|strict", slow={"roll": N, "segments": N, "shuffle": N},
    seats=[obj("bot key name", signer=(None, obj("day signature", key=HEX)))])}
RECEIPTS = obj(
    "commitment seat", format="rr2-receipts-1", checkpoint=(None, obj("note signature")),
    given=[obj("event level opening value")], pledges=[obj("seq hash")], game=HEX,
    sealings=[obj("note request signature")], openings=[obj("seq") | CARD])
def fits(x, form):
    if isinstance(form, tuple): return any(fits(x, one) for one in form)
    if isinstance(form, str): return isinstance(x, str) and re.fullmatch(form, x) is not None
    if isinstance(form, list): return isinstance(x, list) and len(form) in (1, len(x)) and all(
        map(fits, x, itertools.cycle(form)))
    if isinstance(form, dict): return isinstance(x, dict) and (
        max(map(len, x), default=0) < 65 if ... in form else x.keys() == form.keys()) and all(
        fits(x[name], form.get(name, form.get(...))) for name in x)
    return x is None if form is None else type(x) is int and x in form
def fields(of):
    need(len(dict(of)) == len(of), "duplicate_key", "".join(dict(of)).isascii(), "non_ascii_key")
    return dict(of)
def read(source, form):
    few = all(sum(map(source.count, each)) <= most << 12 for most, each in (
        (96, b"[{,:"), (1, [b"U1NIU0lH"]), (2, [b'"signed":{']), (4, [b'"prev":'])))
    need(len(source) <= 2**23, "too_large", few, "too_many")
    bare = source.replace(b"\\\\", b"").replace(b'\\"', b"").split(b'"')[::2]  # in no string
    steps = (1 if char in b"[{" else -1 for part in bare for char in part if char in b"[{]}")
    need(max(itertools.accumulate(steps), default=0) <= 16, "too_deep")
    try:
        value = json.loads(source.decode(), object_pairs_hook=fields, parse_int=lambda said: need(
            len(said) < 18 and abs(int(said)) < 2**53, "number_too_great") or int(said),
            **dict.fromkeys(("parse_float", "parse_constant"), lambda _: need(False, "not_whole")))
        need(canon(value) == source, "not_canonical")
    except UnicodeDecodeError: raise Wrong("not_utf8", None) from None
    except (ValueError, RecursionError): raise Wrong("not_json", None) from None
    if isinstance(value, dict) and value.get("format") == "rr2-share-1": value = value.get("bundle")
    known = isinstance(value, dict) and value.get("format") == form["format"]
    return need(known, "other_format", fits(value, form), "wrong_shape") or value
class Held(namedtuple("Held", "tag faces leaves root")):  # ---- Steps 3 to 13: the rows
    def opens(self, it):
        at, leaf = it["at"], leaf_of(self.tag, bytes.fromhex(it["salt"]), it["at"], it["face"])
        up = it["path"] if self.tag == "slot" else climb(leaf, at, len(self.leaves), it["path"])
        return self.faces[at:at + 1] == [it["face"]] and (self.leaves[at], self.root) == (leaf, up)
class Record:  # how far `row` has come in a game; each type of row has a method of its name
    def __init__(self, manifest, rows, floors, full, level):  # steps 3 and 4
        self.level, self.slow, self.seats = (manifest[it] for it in ("fairness", "slow", "seats"))
        self.solo, self.signed, self.full = self.level == "solo", manifest["host_key"] != "", full
        self.kinds = [row["type"] for row in rows if row["type"] in ("shuffle", "roll")]
        faces = sum(len(it) for row in rows for it in row.get("body", {}).get("faces", ()))
        need(max(faces, sum(manifest["cards"].values())) <= 2**16 and self.signed == (
             manifest["number"] > 0) and manifest["host_seat"] < len(self.seats) in range(1, 9),
             "wrong_shape", LEVELS.index(level) <= LEVELS.index(self.level), "lower_level",
             {"segments": 16, "shuffle": 0, "roll": 0} | floors.get(self.level, {}) == self.slow,
             "weak_slow", (end := [it["pub"] for it in rows if it["type"] == "close"]), "no_close")
        self.R, self.given_up = bytes.fromhex(end[0]["secret"]), end[0]["outcome"] is None
        self.gid = self.head = H("gid", canon(manifest))
        self.cR, self.X = H("cR", self.gid, self.R).hex(), self.chain("chain", self.D("chaintop"))
        self.S = {i: self.chain("seatchain", self.D("seattop", u64(i)))
                  for i, seat in enumerate(self.seats) if seat["bot"] or i == manifest["host_seat"]}
        self.hands = {*range(len(self.seats))} - {*self.S}  # the seats without a chain
        self.next, self.after, self.asked, self.pledges, self.last, self.F = (), (), {}, {}, {}, b""
        self.events, self.opening, self.rolls, self.ended, self.epochs = 0, 0, 0, False, Counter()
        self.given, self.notes, self.typed = [], [], []  # what receipts and notes may hold
        self.zones, self.promised = (defaultdict(lambda: Held("", [], [], "")) for _ in "ab")
        self.rest = Counter(manifest["cards"])  # the faces that lie in no hidden zone
        self.keyed, self.bare = {i for i, it in enumerate(self.seats) if it["signer"]}, Counter()
    def D(self, tag, *parts): return M(self.R, tag, self.gid, *parts)
    def chain(self, tag, top):
        return list(itertools.accumulate(range(4096), lambda it, _: H(tag, it), initial=top))[::-1]
    def row(self, seq, row):  # steps 5, 7 and 8, then those of its type
        kind, pub, body = row["type"], row["pub"], row.get("body")
        need(row["seq"] == seq, "out_of_order", row["prev"] == self.head.hex(), "broken_chain",
             (kind == "open") == (seq == 0), "no_opening",
             not self.ended or kind in self.next, "after_close")
        sealed = H("seal", self.D("sealsalt", u64(seq)), canon(body)).hex()
        barred = ("reopen", "freeze", *(("event",) if self.solo else ("shuffle", "roll")))
        may = kind in (*self.next, "close") if self.next else kind not in barred
        need(row.get("sealed", sealed) == sealed, "broken_seal", ("checkpoint" in self.next) <= (
            kind == "checkpoint") <= self.signed, "unsigned", may, "bad_event")
        getattr(self, kind, lambda *_: None)(seq, pub, body)
        self.after = self.after if kind == "checkpoint" else AFTER.get(kind, ())
        due, self.ended = self.signed and kind in AFTER, self.ended or kind == "close"
        self.next = ("checkpoint",) if due or kind == "close" else self.after  # (): `barred` alone
        self.head = H("entry", canon({name: row[name] for name in row if name != "body"}))
    def open(self, _seq, pub, _body):  # step 6
        fine = pub["anchors"] == [[seat, links[0].hex()] for seat, links in self.S.items()]
        need(pub["game"] == self.gid.hex(), "no_opening", pub["commitment"] == self.cR,
             "wrong_secret", fine and pub["anchor"] == self.X[0].hex(), "wrong_anchor")
    def away(self, _seq, pub, _body): self.pledges.pop(pub["seat"], "")
    plain = away  # whose seats sign, and what, is not checked: there is no Ed25519 here
    def seat(self, seq, pub, body): self.away(seq, pub, body) or self.keyed.add(pub["seat"])
    def answer(self, _seq, _pub, it):  # counted is what the host could have made up
        bare = not it["signed"] and it["by"] not in ("silence", "single")
        self.bare[it["seat"]] += bare and it["seat"] in self.keyed
    def pledge(self, seq, pub, _body):  # step 8, until `y`
        need(pub["seat"] in self.hands and not self.solo, "bad_pledge")
        self.pledges[pub["seat"]] = pub["hash"]
        self.given.append({"seq": seq, **pub})
    def event(self, _seq, pub, _body):
        self.events, self.asked, self.opening = self.events + 1, pub["asked"], 1
        told = self.events, WINDOWS[self.level][self.asked["kind"]]
        need((pub["event"], pub["milliseconds"]) == told and told[0] <= 4096, "bad_event")
    def reopen(self, _seq, pub, _body):
        self.opening, self.pledges = self.opening + 1, {}
        need(pub == {"event": self.events, "opening": self.opening}, "bad_event")
    def freeze(self, _seq, pub, _body):
        at, given = {"event": self.events, "opening": self.opening}, pub["given"]
        self.F = H("freeze", self.gid, *map(u64, at.values()), canon(given))
        need(pub | at | {"digest": self.F.hex()} == pub, "bad_event")
        absent = sorted(self.hands - {it["seat"] for it in given})
        there = sorted({*self.hands, *self.S} - {*absent}) == [it["seat"] for it in given]
        need(pub["absent"] == absent and there, "bad_contribution")
        for seat, way, said in ((it["seat"], it["level"], it["value"]) for it in given):
            fine = (way == "chain") == (seat in self.S) and fits(said, GIVEN[way])
            need(fine and (way != "signature" or self.seats[seat]["key"]), "bad_contribution")
            opened = sha(said.encode()).hex() if way == "pledge" else ""
            due = self.S[seat][self.events].hex() if way == "chain" else said
            need(opened == self.pledges.pop(seat, ""), "bad_pledge", said == due, "bad_seat_chain")
            self.bare[seat] += seat in self.keyed and way in ("mash", "pledge")
            self.typed += [f"{self.events}.{self.opening} {seat} {way} {said}"] * (way != "chain")
        self.given, self.last[self.events] = self.given + [at | it for it in given], self.opening
    def checkpoint(self, seq, pub, _body):  # step 13
        need(fits(pub["signature"], SSHSIG), "bad_signature")
        note = f"rr2/{self.gid.hex()}\n{seq}\n{base64.b64encode(self.head).decode()}\n"
        self.notes.append((note, pub["signature"]))
    def y(self, kind, pub, as_asked):  # steps 8 and 9
        y, self.events = [self.F, *map(bytes.fromhex, pub["slow"])], self.events + self.solo
        need(pub["event"] == self.events <= 4096 and (self.solo or as_asked), "bad_event")
        need(len(y) == (1 if self.solo else 17), "wrong_slow")
        at, blocks = (u64(self.events), u64(self.opening)), self.slow[kind] // 16
        def right(i): return y[i] == long(H("slow", self.gid, *at, u64(i), y[i - 1]), blocks)
        if self.full is None and not self.solo:  # all of it, if a minute is enough
            began, fine = time.perf_counter(), right(1)
            n = 16 * sum(map(self.slow.get, self.kinds)) / self.slow[kind] / (os.cpu_count() or 1)
            self.full = (time.perf_counter() - began) * n <= MINUTE or not fine
        some = range(1, len(y)) if self.solo or self.full else [secrets.randbelow(16) + 1]
        with ThreadPoolExecutor() as pool: need(all(pool.map(right, some)), "wrong_slow")
        return y[-1]
    def roll(self, _seq, pub, _body):  # step 10
        t, as_asked = self.rolls + 1, pub | self.asked == pub | {"kind": "roll"}
        y, link, self.rolls = self.y("roll", pub, as_asked), self.X[t], t
        need(pub["t"] == t, "wrong_roll", pub["link"] == link.hex(), "wrong_link")
        need(pub["result"] == below(pub["sides"], stream(M(link, "spin", y, u64(t)))), "wrong_roll")
    def shuffle(self, seq, pub, body):  # steps 10 and 11
        asked, orders, faces = self.asked.get("piles", []), body["orders"], body["faces"]
        def told(it): return it["label"], it["epoch"], it["count"]
        piles = [*map(told, pub["piles"])]
        y = self.y("shuffle", pub, piles == [*map(told, asked)] != [])
        need([*map(len, orders)] == [*map(len, faces)] == [it[2] for it in piles], "wrong_shuffle")
        for (label, epoch, count), found in zip(piles, orders):
            source = stream(self.D("shuffle", label, u64(epoch), y))
            need((epoch, found) == (self.epochs[label], order(count, source)), "wrong_shuffle")
        self.epochs.update(it[0] for it in piles)
        need(0 < len(piles) == len({it[0] for it in piles}), "wrong_shuffle")
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
        new = {(it["zone"], it["owner"]): self.held(seq, it, its) for it, its in zip(zones, faces)}
        need(len(new) == len(zones) == len(faces), "wrong_root")
        for it in opened: need(self.zones[it["zone"], it["owner"]].opens(it), "wrong_opening")
        went = Counter(face for key in new for face in self.zones[key].faces)
        went.subtract(face for held in new.values() for face in held.faces)
        self.zones |= new
        self.rest.update(went)
        return need(min(map(self.rest.get, went), default=0) >= 0, "wrong_cards") or went
    def held(self, seq, it, faces):
        zone, owner, size = it["zone"], it["owner"], len(faces)
        old, place = self.zones[zone, owner], (u64(seq), zone, u64(owner + 1))
        need(it["count"] == size == len(it.get("slots", faces)), "wrong_root")
        tag = "slot" if "slots" in it else "card" if owner < 0 else "hand"
        if len(it) == 3:  # a pile from which only the top was taken
            need(owner < 0 and old.faces and faces == old.faces[:-1][:size], "wrong_root")
            return old._replace(faces=faces)
        salts, lead = framed("cardsalt", self.gid, *place) + u64(8), framed(tag) + u64(32)
        leaves = [sha(lead, hmac.digest(self.R, sha(salts, n := u64(i)), "sha256"), *[u64(8), n][
            2 * (tag != "card"):], u64(len(b := face.encode())), b) for i, face in enumerate(faces)]
        mixed = order(size * (tag == "hand"), stream(self.D("handorder", *place)))
        need(tag != "hand" or faces == [*map(sorted(faces).__getitem__, mixed)], "wrong_root")
        if tag == "slot":  # a hash that was there before, or made anew
            known = {leaf.hex(): i for i, leaf in enumerate(old.leaves * (old.tag == tag))}
            stay = [known[slot] for slot in it["slots"] if slot in known]
            told = [(old.faces[known[slot]], slot) if slot in known else (face, leaf.hex())
                    for slot, face, leaf in zip(it["slots"], faces, leaves)]
            need(told == [*zip(faces, it["slots"])] and stay == sorted(set(stay)), "wrong_root")
            leaves = [*map(bytes.fromhex, it["slots"])]
        top = [] if tag == "slot" else root(leaves)
        need(it["root"] == top.hex() if top else owner >= 0, "wrong_root")
        return self.promised.setdefault((seq, zone, owner), Held(tag, faces, leaves, top))
    def holds(self, mine):  # step 16
        given = {canon({"seat": mine["seat"], **it}) for it in mine["given"] + mine["pledges"]}
        notes = {(n["note"], n["signature"]) for n in [mine["checkpoint"], *mine["sealings"]] if n}
        return ((mine["game"], mine["commitment"]) == (self.gid.hex(), self.cR)
                and mine["seat"] < len(self.seats) and notes <= {*self.notes}
                and given <= {*map(canon, self.given)}
                and all(self.promised[it["seq"], it["zone"], it["owner"]].opens(it)
                        for it in mine["openings"]))
def check(source, full=False, commitment=None, me=None, receipts=None, floors=FLOORS, level="solo"):
    bundle, mine = read(source, BUNDLE), receipts is not None and read(receipts.strip(), RECEIPTS)
    game, rows = Record(bundle["manifest"], bundle["rows"], floors, full, level), bundle["rows"]
    need(commitment in (None, game.cR), "other_commitment")
    for seq, row in enumerate(rows):
        try: game.row(seq, row)
        except Wrong as wrong: raise Wrong(wrong.failure, seq) from None
    if game.next if game.signed else not game.solo: raise Wrong("unsigned", seq)
    cut = {f"{e}.{o}": o for e, last in game.last.items() for o in range(1, last)}
    form = rf"(\S+) [0-{len(game.seats) - 1}] (mash|pledge|signature|signed) [!-~]{{1,4096}}"
    unused = (o := re.fullmatch(form, me or "")) and cut.get(o[1])
    need(me is None or unused or me in game.typed, "not_mine")
    need(not mine or game.holds(mine), "other_receipt")
    rest = "the rules (steps 2, 14 and 15), signatures (the host's: use ssh-keygen -Y verify)"
    if unused: rest += f", what you noted (given in opening {unused}, not used)"
    if game.kinds and not (game.full or game.solo): rest += f", {SAMPLE} (use --full)"
    if not commitment and not mine: rest += ", that it is the game you saw (use --commitment)"
    head = rows[-1]["prev"] if game.signed else game.head.hex()  # of the row that opens R
    bare = ", ".join(f"{n} of seat {at + 1}" for at, n in sorted(game.bare.items()) if n) or "none"
    of, gave = len(game.last) or game.events * game.solo, {it.split(".")[0] for it in game.typed}
    part = f" of {of - len(gave)} of {of} random events" if gave else ": nobody else gave to it"
    luck = "played as dealt, but the host alone chose the luck" + part
    luck = "nothing wrong in what was checked" if 0 < len(gave) == of else luck
    return Report(luck, game.gid.hex(), game.cR, head, len(rows), of, game.given_up, bare, rest)
def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("--full", "--sample"): parser.add_argument(name, action="store_true")
    parser.add_argument("--level", choices=LEVELS, default="solo")
    for name in ("bundle", "--commitment", "--me", "--receipts"): parser.add_argument(name)
    it = parser.parse_args()
    try:
        file, own = (a and pathlib.Path(a).read_bytes() for a in (it.bundle, it.receipts))
        full = it.full or (None, False)[it.sample]
        report = check(file, full, it.commitment, it.me, own, level=it.level)
    except OSError as error: sys.exit(print(f"unusable: {error}") or 2)
    except Wrong as wrong:
        where = f" at row {wrong.seq}" * (wrong.seq is not None)
        sys.exit(print(f"wrong: {wrong.failure}{where}") or (2 if wrong.failure in UNUSABLE else 1))
    found = [f"  {it.replace('_', ' ')}: {getattr(report, it)}" for it in report._fields[1:]]
    up, sampled = ", but the game was given up" * report.given_up, SAMPLE in report.not_checked
    who = "Sampled: checked on this machine, " if sampled else "Checked on this machine: "
    bare = f"the host could make up acts ({report.unsigned}), else " * (report.unsigned != "none")
    print(f"{who}{bare}{report.says}{up}", *found, sep="\n")
    sys.exit(3 if sampled and not it.sample else 0)
if __name__ == "__main__": main()
