"""Vectors of spoilt openings, pledges, seats that sign, answers and witnesses."""

from __future__ import annotations

import copy
import json

from rr_net.fairness.base.note import SignedNote
from rr_net.fairness.base.rows import Given
from tests.support.fairness.games import Played, Sitter
from tests.support.fairness.spoil import (
    MAKERS,
    bad_file,
    changed,
    first,
    flipped,
    maker,
    plain,
)
from tests.support.fairness.vector import Vector
from tests.support.rr_net.forged import Forger, canon, forged

SIGN = {"signers": (1,), "seed": 7, "options": {"target": "3", "turn_cap": "4"}}
"""The second seat has a client that signs."""
AGAIN = {"reopened": 1}
"""The first window was cut off once."""
SEVERAL = {"signers": (1,), "seed": 9, "options": {"target": "9", "turn_cap": "3"}}
"""Long enough for both to choose at once."""
TIMED = {"signers": (1,), "seed": 1, "game": "timed",
         "options": {"target": "3", "turn_cap": "4", "turn_clock": "30"}}  # fmt: skip
"""The same, and each decision has its time."""

# --- step 1 --------------------------------------------------------------------------------------

bad_file("too-many", "too_many", "One comma more than 3 * 2^17 brackets, commas and colons.",
         b"," * (3 * 2**17 + 1), "commas")  # fmt: skip
bad_file("too-many-signatures", "too_many", "One signature more than 2^12.",
         b'"U1NIU0lH"' * (2**12 + 1))  # fmt: skip
bad_file("too-many-signed", "too_many", "One signed answer more than 2^13.",
         b'"signed":{' * (2**13 + 1))  # fmt: skip
bad_file("too-many-rows", "too_many", "One row more than 2^14.",
         b'"prev":' * (2**14 + 1))  # fmt: skip
bad_file("too-deep", "too_deep", "Lists in lists, 17 deep.", b"[" * 17 + b"]" * 17)
bad_file("just-so-deep", "other_format", "Lists in lists, 16 deep.", b"[" * 16 + b"]" * 16)
bad_file("deep-in-a-string", "other_format", "Brackets in a string, behind a quote and a slash.",
         b'{"format":"%s"}' % (b'\\"\\\\' + b"[" * 40))  # fmt: skip
bad_file("old-format", "other_format", "The format before this one.",
         b'{"format":"rr1-bundle-2","manifest":{"version":"0.1.0"},"rows":[]}')  # fmt: skip


@maker("no-number", "wrong_shape", "A game of a host's key without a number.")
def _():
    record = plain()
    record["manifest"]["number"] = 0
    return canon(record), None


@maker("number-of-nothing", "wrong_shape", "A number, and no key whose game it is.")
def _():
    record = plain(signs=False)
    record["manifest"]["number"] = 7
    return canon(record), None


@maker("too-many-cards", "wrong_shape", "One card more than 2^16.")
def _():
    record = plain()
    cards = record["manifest"]["cards"]
    cards[min(cards)] += 2**16 + 1 - sum(cards.values())
    return canon(record), None


@maker("until-two", "wrong_shape", "What begins or ends is neither 0 nor 1.")
def _():
    record = plain(**SIGN)
    record["rows"].insert(1, {"type": "away", "pub": {"seat": 1, "until": 2}})
    return forged(record), None


@maker("given-by-somebody", "wrong_shape", "An answer is given by a word that there is not.")
def _():
    record = plain()
    record["rows"][first(record, "answer")]["body"]["by"] = "luck"
    return forged(record), None


# --- step 8: openings ----------------------------------------------------------------------------


@maker("unsigned-event", "unsigned", "The opening of an event is not signed.")
def _():
    record = plain()
    seq = first(record, "event") + 1
    del record["rows"][seq]
    return forged(record), seq


@maker("unsigned-reopening", "unsigned", "The second opening of an event is not signed.")
def _():
    record = plain(**AGAIN)
    seq = first(record, "reopen") + 1
    del record["rows"][seq]
    return forged(record), seq


@maker("reopened-unsigned", "unsigned", "An event is opened again before it is signed.")
def _():
    record = plain(**AGAIN)
    seq = first(record, "event") + 1
    del record["rows"][seq]
    return forged(record), seq


@changed("opening-skipped", "bad_event", "reopen", "The second opening is called the third.",
         **AGAIN)  # fmt: skip
def _(row):
    row["pub"]["opening"] = 3


@changed("opening-hidden", "bad_event", "freeze", "A freeze of the first opening after the second.",
         **AGAIN)  # fmt: skip
def _(row):
    row["pub"]["opening"] = 1


@changed("opening-claimed", "bad_event", "freeze", "A freeze of an opening that never was.")
def _(row):
    row["pub"]["opening"] = 2


@changed("opening-of-another-event", "bad_event", "reopen", "Another event is opened again.",
         **AGAIN)  # fmt: skip
def _(row):
    row["pub"]["event"] = 2


def reopening(record, seq, event=1, opening=2):
    record["rows"].insert(seq, {"type": "reopen", "pub": {"event": event, "opening": opening}})
    return forged(record), seq


@maker("reopened-when-frozen", "bad_event", "An event is opened again after its freeze.")
def _():
    record = plain()
    return reopening(record, first(record, "freeze") + 2)


@maker("reopened-when-over", "bad_event", "An event is opened again after its result.")
def _():
    record = plain()
    return reopening(record, first(record, "answer"))


@maker("reopened-at-solo", "bad_event", "An event is opened again where there are none.")
def _():
    return reopening(plain(level="solo", signs=False), 1)


@maker("slow-hash-of-another-opening", "wrong_slow", "The slow hash was done for the first opening,"
       " before the second.")  # fmt: skip
def _():
    record = plain(**AGAIN)
    seq = first(record, "shuffle")
    early = json.loads(Played().bundle)
    slow = early["rows"][first(early, "shuffle")]["pub"]["slow"]
    pin = lambda at, row: row["pub"].update(slow=slow) if at == seq else None  # noqa: E731
    return forged(record, pin=pin), seq


# --- step 8: pledges -----------------------------------------------------------------------------


def gift(row, seat):
    return next(given for given in row["pub"]["given"] if given["seat"] == seat)


@changed("mash-though-pledged", "bad_pledge", "freeze", "A pledge stands, and the row says keys.",
         ways=("pledge",))  # fmt: skip
def _(row):
    gift(row, 1).update(level="mash", value="luckyprefix" + gift(row, 1)["value"])


@changed("signature-though-pledged", "bad_pledge", "freeze", "A pledge stands, and the row says a"
         " signature.", ways=("pledge",))  # fmt: skip
def _(row):
    gift(row, 1).update(level="signature", value="U1NIU0lHAAAAAQAA")


@changed("longer-than-pledged", "bad_pledge", "freeze", "Something stands before what opens the"
         " pledge.", ways=("pledge",))  # fmt: skip
def _(row):
    gift(row, 1)["value"] = "lucky" + gift(row, 1)["value"]


@maker("pledge-of-a-window-cut-off", "bad_pledge", "A pledge of the first opening is used in the"
       " second: the host had heard it.")  # fmt: skip
def _():
    record = plain(ways=("pledge",))
    seq = first(record, "freeze")
    record["rows"].insert(seq, {"type": "reopen", "pub": {"event": 1, "opening": 2}})
    record["rows"].insert(seq + 1, {"type": "checkpoint", "pub": {}})
    record["rows"][seq + 2]["pub"]["opening"] = 2
    return forged(record), seq + 2


@maker("pledge-of-a-signer", "bad_pledge", "A seat that signs makes a pledge.", minimal=False)
def _():
    record = plain(**SIGN)
    record["rows"].insert(1, {"type": "pledge", "pub": {"seat": 1, "hash": "ab" * 32}})
    return forged(record), 1


# --- step 8: what clients give -------------------------------------------------------------------


@changed(
    "mash-of-a-signer",
    "bad_contribution",
    "freeze",
    "Keys of a seat that signs.",
    **SIGN,
    minimal=False,
)
def _(row):
    _given(row).update(level="mash", value="nevertyped")


def _given(row):
    """What the second seat gave; something, where it gave nothing."""
    if 1 in row["pub"]["absent"]:
        row["pub"]["absent"].remove(1)
        row["pub"]["given"].append({"seat": 1, "level": "signed", "value": "ab" * 96})
    return gift(row, 1)


@changed(
    "signed-by-nobody",
    "bad_contribution",
    "freeze",
    "A seat that does not sign has signed.",
    minimal=False,
)
def _(row):
    gift(row, 1).update(level="signed", value="ab" * 96)


@changed("signed-too-short", "bad_contribution", "freeze", "A signature lacks a digit.",
         pin=True, **SIGN)  # fmt: skip
def _(row):
    _given(row)["value"] = "ab" * 95


def played(name, expect, description, kind, sitter, **told):
    """A game in which the second seat's client is said to have signed what it has not.

    No hash is wrong in it: it was played so. The first row of a kind is what is wrong.
    """

    def make():
        body = Played(sitter=sitter, **(SIGN | told)).bundle
        row = first(json.loads(body), kind)
        return Vector(name, description, body, expect=expect, row=row, minimal=False)

    MAKERS.append(make)


class ByAnother(Sitter):
    """Somebody else has signed what a client gives."""

    def gift(self, seat):
        given = super().gift(seat)
        is_signed = given is not None and given.level == "signed"
        return Given(level="signed", seat=seat, value="ab" * 96) if is_signed else given


class ForAnother(Sitter):
    """What a client has given to the first opening is taken for the second."""

    first_of = None

    def reopen(self):
        self.first_of = self.clients.gift(1)
        return super().reopen()

    def gift(self, seat):
        first_of, self.first_of = self.first_of, None
        return first_of or super().gift(seat)


class SeatOfAnother(Sitter):
    """The host has made a key for the second seat."""

    def choose(self):
        clients = self.clients
        if not any(row.type == "seat" for row in self.ledger.rows):
            key = clients.arrives(1)
            self.keep(self.ledger.seat(key.model_copy(update={"signature": "AAAA"})))
        super().choose()


class FalseWitness(Sitter):
    """The host has signed a head for the second seat."""

    def __init__(self, *told, **more):
        super().__init__(*told, **more)
        self.clients.witness = lambda: None

    def answered(self, choose, option):
        if self.ledger.rows[-1].type != "witness":
            seen = self.clients.seen(1)
            self.keep(self.ledger.witness(seen.model_copy(update={"signature": "ab" * 64})))
        return super().answered(choose, option)


played("signed-by-another", "bad_contribution", "No signature of the seat's key.", "freeze",
       ByAnother)  # fmt: skip
played("signed-for-another-opening", "bad_contribution", "What a client gave to the first opening"
       " stands in the second.", "freeze", ForAnother, **AGAIN)  # fmt: skip
played("seat-unsigned", "bad_seat", "The key of a seat is not signed by its owner for this row.",
       "seat", SeatOfAnother)  # fmt: skip
played("witness-forged", "bad_witness", "A witness that the seat never signed.", "witness",
       FalseWitness)  # fmt: skip


@maker(
    "gift-of-who-is-away",
    "bad_contribution",
    "A seat gives something, and nobody is there.",
    minimal=False,
)
def _():
    record = plain(**SIGN)
    seq = first(record, "freeze")
    _given(record["rows"][seq])
    record["rows"].insert(1, turn("away", 0))
    return forged(record), seq + 1


# --- step 13: keys of seats ----------------------------------------------------------------------


def inserted(name, expect, description, *rows, minimal=True, at=1, **told):
    """Rows that stand in a game from its beginning on; the last of them is wrong."""

    def make():
        record = plain(**(told or SIGN))
        record["rows"][at:at] = copy.deepcopy(list(rows))
        seq = at + len(rows) - 1
        return Vector(name, description, forged(record), expect=expect, row=seq, minimal=minimal)

    MAKERS.append(make)


def key_of_seat(seat, owner):
    pub = {"seat": seat, "owner": owner, "key": "ab" * 32, "day": "2026-11-23", "signature": "AAAA"}
    return {"type": "seat", "pub": pub}


def turn(kind, until, seat=1):
    return {"type": kind, "pub": {"seat": seat, "until": until}}


@maker("seat-of-another-owner", "bad_seat", "Somebody else's key for a seat that has an owner.")
def _():
    record = plain(**SIGN)
    row = key_of_seat(1, record["manifest"]["seats"][0]["key"])
    record["rows"].insert(1, row)
    return forged(record), 1


@maker("seat-there-is-not", "bad_seat", "A key for a seat that there is not.")
def _():
    record = plain(**SIGN)
    record["rows"].insert(1, key_of_seat(5, ""))
    return forged(record), 1


def signer_unsigned():
    game = Played(**SIGN)
    seats = game.manifest.plain()["seats"]
    seats[1]["signer"]["day"] = "2026-11-24"
    body = Played(claims={"seats": seats}, **SIGN).bundle
    return Vector("signer-unsigned", "The manifest names a key that its player never signed.",
                  body, expect="bad_seat", minimal=False)  # fmt: skip


MAKERS.append(signer_unsigned)
inserted("away-of-nobody", "bad_seat", "A seat without a key is away.", turn("away", 0, 0))
inserted("away-twice", "bad_seat", "Somebody who is away goes away.", turn("away", 0),
         turn("away", 0))  # fmt: skip
inserted("back-without-going", "bad_seat", "Somebody comes back who was never away.",
         turn("away", 1))  # fmt: skip
inserted("plain-of-nobody", "bad_seat", "A seat without a key plays without it.",
         turn("plain", 0, 0))  # fmt: skip
inserted("plain-twice", "bad_seat", "Who plays without the key begins to.", turn("plain", 0),
         turn("plain", 0))  # fmt: skip
inserted("keyed-without-plain", "bad_seat", "Who plays with the key ends to play without.",
         turn("plain", 1))  # fmt: skip
inserted("away-in-an-event", "bad_event", "Somebody goes away inside an event.",
         turn("away", 0), at=3)  # fmt: skip

# --- step 13: answers ----------------------------------------------------------------------------


def signed_answers(record, kind="answer"):
    """The numbers of the rows with an answer of this kind, signed."""
    return [
        row["seq"]
        for row in record["rows"]
        if row["type"] == "answer" and (row["body"]["signed"] or {}).get("kind") == kind
    ]


def answer(name, expect, description, *, kind="answer", at=0, minimal=True, pin=False, **told):
    """Make a vector in which the function under it has changed a signed answer's body."""

    def keep(spoil):
        def make():
            record = plain(**(told or SIGN))
            seq = signed_answers(record, kind)[at]
            if not pin:
                spoil(record["rows"][seq], record)
            body = forged(
                record, pin=lambda i, row: spoil(row, record) if pin and i == seq else None
            )
            return Vector(name, description, body, expect=expect, row=seq, minimal=minimal)

        MAKERS.append(make)
        return spoil

    return keep


def reseal(row, record):
    """The body was changed behind its seal: that is made anew as well."""

    row["sealed"] = Forger(record).seal(row)


@answer("answer-unsigned", "unsigned_answer", "The host forges an answer of a seat that signs.")
def _(row, record):
    row["body"].update(signed=None)


@answer("order-unsigned", "unsigned_answer", "An order that was never filed.", kind="order")
def _(row, record):
    row["body"].update(signed=None)


@answer("answer-as-an-order", "forged_answer", "An answer is called an order.")
def _(row, record):
    row["body"]["by"] = "order"


@answer("order-as-an-answer", "forged_answer", "An order is called an answer.", kind="order")
def _(row, record):
    row["body"]["by"] = ""


@answer("answer-with-a-text", "forged_answer", "An answer with the text of an order.")
def _(row, record):
    row["body"]["signed"]["text"] = "{}"


@answer("clock-and-signed", "forged_answer", "The room gave it, and the player has signed it.",
        **TIMED)  # fmt: skip
def _(row, record):
    row["body"]["by"] = "clock"


@answer("request-twice", "forged_answer", "Two answers to one question.", at=1)
def _(row, record):
    before = record["rows"][signed_answers(record)[0]]
    row["body"]["signed"]["request"] = before["body"]["signed"]["request"]


@answer("size-goes-back", "forged_answer", "A client that knew more has answered before.", at=1)
def _(row, record):
    row["body"]["signed"]["size"] = 0


@answer("size-beyond", "forged_answer", "A client has checked rows that there are not yet.")
def _(row, record):
    row["body"]["signed"]["size"] = row["seq"] + 1


@answer("answer-of-another-option", "forged_answer", "The player has signed another option.",
        pin=True, minimal=False)  # fmt: skip
def _(row, record):
    row["body"]["signed"]["signature"] = "ab" * 64
    reseal(row, record)


@answer("answer-at-another-table", "forged_answer", "The player had another record before itself.",
        pin=True, minimal=False)  # fmt: skip
def _(row, record):
    row["body"]["signed"]["size"] -= 1
    reseal(row, record)


@maker("answer-signed-by-nobody", "forged_answer", "A seat without a key has signed.")
def _():
    record = plain()
    seq = first(record, "answer")
    signed = {"kind": "answer", "request": 1, "size": 1, "text": "", "signature": "ab" * 64}
    record["rows"][seq]["body"]["signed"] = signed
    return forged(record), seq


@maker("clock-of-nobody", "wrong_by", "The room answered for a seat that does not sign.")
def _():
    record = plain()
    seq = first(record, "answer")
    record["rows"][seq]["body"]["by"] = "clock"
    return forged(record), seq


@answer("away-who-is-there", "wrong_by", "A bot answers for somebody who is there.")
def _(row, record):
    row["body"].update(by="away", signed=None)


@maker("there-who-is-away", "wrong_by", "Somebody answers who is away.")
def _():
    record = plain(**SIGN)
    seq = signed_answers(record)[0]
    at = max(i for i in range(seq) if _type(record, i) != "witness") + 1
    record["rows"].insert(at, turn("away", 0))
    return forged(record), seq + 1


def _type(record, at):
    return record["rows"][at]["type"]


@answer("single-of-many", "wrong_by", "The room gave the only option, of several.", minimal=False,
        **SEVERAL)  # fmt: skip
def _(row, record):
    row["body"].update(by="single", signed=None)


@answer("silence-outside-a-window", "wrong_by", "Silence where there is no window.", minimal=False)
def _(row, record):
    row["body"].update(by="silence", signed=None)


# --- step 13: witnesses --------------------------------------------------------------------------


def witness(size, seat=1):
    return {"type": "witness", "pub": {"seat": seat, "size": size, "signature": "ab" * 64}}


@maker("witness-of-nobody", "bad_witness", "A seat without a key has seen the record.")
def _():
    record = plain()
    seq = first(record, "answer")
    newest = max(row["seq"] for row in record["rows"][:seq] if row["type"] == "checkpoint")
    record["rows"].insert(seq, witness(newest))
    return forged(record), seq


def seen(record, size, *more):
    """Witnesses before the first answer that nobody has witnessed yet, and where they begin."""
    rows = record["rows"]
    seq = next(row["seq"] for row in rows if row["type"] == "answer"
               and rows[row["seq"] - 1]["type"] != "witness")  # fmt: skip
    newest = max(row["seq"] for row in rows[:seq] if row["type"] == "checkpoint")
    rows[seq:seq] = [witness(newest if size is None else size), *more]
    return seq, newest


@maker("witness-twice", "bad_witness", "A seat is witness to a head twice.")
def _():
    record = plain(**SIGN)
    seq, newest = seen(record, None, witness(0))
    record["rows"][seq + 1]["pub"]["size"] = newest
    return forged(record), seq + 1


@maker("witness-of-an-old-head", "bad_witness", "A witness of a head that is not the newest.")
def _():
    record = plain(**SIGN)
    seq, _ = seen(record, 2)
    return forged(record), seq


@maker("witness-before-the-end", "bad_witness", "A witness that stands before no choice.")
def _():
    record = plain(stop_at=20, **SIGN)
    rows = record["rows"]
    seq = len(rows) - 2
    newest = max(row["seq"] for row in rows[:seq] if row["type"] == "checkpoint")
    rows.insert(seq, witness(newest))
    return forged(record), seq + 1


def beside(name, description, *witnesses, minimal=True):
    """Witnesses beside the rows, by seat and how much older than the last checkpoint."""

    def make():
        record = plain(**SIGN)
        last = len(record["rows"]) - 1
        record["witnesses"] = [witness(last - back, seat)["pub"] for seat, back in witnesses]
        body = forged(record)
        if not minimal:
            record["witnesses"][0]["signature"] = "ab" * 64
            body = canon(record)
        return Vector(name, description, body, expect="bad_witness", minimal=minimal)

    MAKERS.append(make)


beside("witness-beside-of-nobody", "A seat without a key stands beside the rows.", (0, 0))
beside("witness-beside-of-an-old-head", "It has not seen the last checkpoint.", (1, 1))
beside("witness-beside-twice", "A seat stands there twice.", (1, 0), (1, 0))
beside("witness-beside-forged", "The seat never signed the last head.", (1, 0), minimal=False)

# --- steps 14 and 16 -----------------------------------------------------------------------------


def _after_sealing(record):
    """The first answer that was signed with the host's sealing note before the client."""
    rows = record["rows"]
    for seq in signed_answers(record):
        before = [row for row in rows[:seq] if row["type"] != "witness"]
        if [row["type"] for row in before[-2:]] == ["answer", "checkpoint"]:
            return seq, before[-1]["seq"]
    raise AssertionError("nobody has chosen after a sealing note")


@maker("answer-before-the-sealing", "host_not_first", "The client had not seen that the host had"
       " chosen.", minimal=False)  # fmt: skip
def _():
    record = plain(**SEVERAL)
    seq, sealing = _after_sealing(record)
    record["rows"][seq]["body"]["signed"]["size"] = sealing - 1
    return forged(record), seq


def receipts_of(name, description, change, *, expect="other_receipt", minimal=True, **told):
    """What the second seat took home in the middle of a game, changed."""

    def make():
        game = Played(stop_at=16, **told)
        receipts = json.loads(game.receipts(1))
        row = change(receipts, game.go_on())
        options = {"receipts": canon(receipts).decode()}
        return Vector(name, description, game.bundle, expect=expect, minimal=minimal,
                      options=options, row=row)  # fmt: skip

    MAKERS.append(make)


def _flip_pledge(receipts, game):
    receipts["pledges"][0]["hash"] = flipped(receipts["pledges"][0]["hash"])


def _move_pledge(receipts, game):
    receipts["pledges"][0]["seq"] += 1


def _forget_opening(receipts, game):
    receipts["given"][0]["opening"] = 2


def sealing_of(game):
    """Host's answer, sealing note and question of the first choice of several."""
    record = json.loads(game.bundle)
    seq, at = _after_sealing(record)
    request = record["rows"][seq]["body"]["signed"]["request"]
    note = game.ledger.rows[at]

    text = SignedNote(game.ledger.gid, at, note.prev).text
    return {"note": text, "request": request, "signature": note.pub.signature}


def _seal(receipts, game):
    receipts["sealings"] = [sealing_of(game)]


def _seal_early(receipts, game):
    sealing = sealing_of(game)
    rows = game.ledger.rows
    size = int(sealing["note"].split("\n")[1])

    early = max(row.seq for row in rows[: size - 1] if row.type == "checkpoint")
    sealing["note"] = SignedNote(game.ledger.gid, early, rows[early].prev).text
    sealing["signature"] = rows[early].pub.signature
    receipts["sealings"] = [sealing]


def _seal_elsewhere(receipts, game):
    sealing = sealing_of(game)
    sealing["note"] = sealing["note"].replace("\n", "\n1", 1)
    receipts["sealings"] = [sealing]


receipts_of("receipts-with-a-sealing", "The note that the host had chosen, kept by a client.",
            _seal, expect="verified", **SEVERAL)  # fmt: skip
receipts_of(
    "receipts-of-an-early-sealing",
    "The note that a client was shown is from before the host had chosen.",
    _seal_early,
    expect="host_not_first",
    minimal=False,
    **SEVERAL,
)
receipts_of("receipts-of-another-sealing", "A sealing note that is no checkpoint of the record.",
            _seal_elsewhere, **SEVERAL)  # fmt: skip
receipts_of("receipts-of-another-pledge", "The seat had pledged something else.", _flip_pledge,
            ways=("pledge",))  # fmt: skip
receipts_of("receipts-of-a-pledge-elsewhere", "The pledge stood in another row.", _move_pledge,
            ways=("pledge",))  # fmt: skip
receipts_of("receipts-of-another-opening", "It was given to another opening of the event.",
            _forget_opening)  # fmt: skip
