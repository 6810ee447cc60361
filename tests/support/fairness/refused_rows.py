"""Vectors of spoilt rows: events, contributions, keys, cards, signatures, play, notes."""

from __future__ import annotations

import copy
import json
from itertools import pairwise

from rr_net.fairness.base.rows import Given
from tests.support.fairness.games import Played, Sitter
from tests.support.fairness.spoil import (
    MAKERS,
    base,
    changed,
    first,
    flipped,
    maker,
    plain,
)
from tests.support.fairness.vector import Vector
from tests.support.rr_net.forged import canon, forged
from tests.support.rr_net.hostkeys import HOST, STRANGER, signed_note, signed_seed

SHELVES = {"game": "shelves", "seed": 7, "options": {"turn_cap": "9"}}

# --- step 8: events ----------------------------------------------------------------------------


@changed("short-window", "bad_event", "event", "A window of a second for a shuffle.")
def _(row):
    row["pub"]["milliseconds"] = 1000


@changed("event-skipped", "bad_event", "event", "The first event is number 2.")
def _(row):
    row["pub"]["event"] = 2


@changed("other-digest", "bad_event", "freeze", "F is not that of the contributions.", pin=True)
def _(row):
    row["pub"]["digest"] = flipped(row["pub"]["digest"])


@changed("asked-for-more", "bad_event", "event", "It was opened for other piles than are shuffled.",
         found="shuffle")  # fmt: skip
def _(row):
    row["pub"]["asked"]["piles"][0]["count"] += 1


@maker("asked-for-a-roll", "bad_event", "It was opened for a roll, and a pile is shuffled.")
def _():
    record = plain()
    asked = {"kind": "roll", "label": "die", "sides": 6, "t": 1}
    record["rows"][1]["pub"] |= {"asked": asked, "milliseconds": 800}
    return forged(record), first(record, "shuffle")


@maker("no-event", "bad_event", "A shuffle to which nobody could contribute.")
def _():
    record = plain()
    seq = first(record, "event")
    del record["rows"][seq : first(record, "shuffle")]
    return forged(record), seq


@maker("no-freeze", "bad_event", "A shuffle without a freeze.")
def _():
    record = plain(signs=False)
    seq = first(record, "freeze")
    del record["rows"][seq]
    return forged(record), seq


@maker("two-freezes", "bad_event", "A second freeze, for a luckier F.")
def _():
    record = plain(signs=False)
    seq = first(record, "freeze")
    record["rows"].insert(seq, copy.deepcopy(record["rows"][seq]))
    return forged(record), seq + 1


@maker("pledge-between", "bad_event", "A pledge stands inside an event.")
def _():
    record = plain(ways=("pledge",))
    seq = first(record, "event")
    record["rows"].insert(seq + 2, copy.deepcopy(record["rows"][first(record, "pledge")]))
    return forged(record), seq + 2


@maker("event-at-solo", "bad_event", "An event at solo, where there are none.")
def _():
    record = plain(level="solo", signs=False)
    event = plain()["rows"][1]
    record["rows"].insert(1, event)
    return forged(record), 1


# --- step 8: contributions ---------------------------------------------------------------------


def gift(row, seat):
    return next(given for given in row["pub"]["given"] if given["seat"] == seat)


@changed("mash-with-a-space", "bad_contribution", "freeze", "Keys that nobody could press.")
def _(row):
    gift(row, 1)["value"] = "asdf jkl"


@changed("mash-too-long", "bad_contribution", "freeze", "129 keys.")
def _(row):
    gift(row, 1)["value"] = "a" * 129


@changed("seat-missing", "bad_contribution", "freeze", "A seat is neither given nor absent.")
def _(row):
    row["pub"]["given"].remove(gift(row, 1))


@changed("seat-twice", "bad_contribution", "freeze", "A seat contributes twice.")
def _(row):
    row["pub"]["given"].append(gift(row, 1) | {"value": "again"})


@changed("seat-too-many", "bad_contribution", "freeze", "A seat that there is not is absent.")
def _(row):
    row["pub"]["absent"] = [2]


@changed("unsorted-contributions", "bad_contribution", "freeze", "The last seat stands first.")
def _(row):
    row["pub"]["given"].reverse()


@changed("host-by-hand", "bad_contribution", "freeze", "The host presses keys, and chooses them.")
def _(row):
    gift(row, 0).update(level="mash", value="lucky")


@changed("host-absent", "bad_contribution", "freeze", "The host leaves its chain out.")
def _(row):
    row["pub"]["given"].remove(gift(row, 0))
    row["pub"]["absent"] = [0]


@changed("chain-of-nobody", "bad_contribution", "freeze", "A seat without a chain gives its value.")
def _(row):
    gift(row, 1).update(level="chain", value="ab" * 32)


@changed("short-opening", "bad_contribution", "freeze", "A pledge of seven characters.",
         ways=("pledge",))  # fmt: skip
def _(row):
    gift(row, 1)["value"] = "seven77"


@changed("other-opening", "bad_pledge", "freeze", "What opens the pledge is something else.",
         ways=("pledge",))  # fmt: skip
def _(row):
    gift(row, 1)["value"] = "somethingelse"


@changed("no-pledge", "bad_pledge", "freeze", "An opening without a pledge.")
def _(row):
    gift(row, 1).update(level="pledge", value="neverpledged")


@maker("pledge-used-twice", "bad_pledge", "A pledge is opened at two events.")
def _():
    record = plain(ways=("pledge",))
    frozen = first(record, "freeze")
    later = first(record, "pledge", frozen)
    once = gift(record["rows"][frozen], 1)
    del record["rows"][later]
    seq = next(i for i in range(later, len(record["rows"])) if _type(record, i) == "freeze")
    gift(record["rows"][seq], 1).update(once)
    return forged(record), seq


def _type(record, at):
    return record["rows"][at]["type"]


@maker("pledge-of-the-host", "bad_pledge", "The host pledges, though it has a chain.")
def _():
    record = plain()
    record["rows"].insert(1, {"type": "pledge", "pub": {"seat": 0, "hash": "ab" * 32}})
    return forged(record), 1


@maker("pledge-at-solo", "bad_pledge", "A pledge at solo.")
def _():
    record = plain(level="solo", signs=False)
    record["rows"].insert(1, {"type": "pledge", "pub": {"seat": 1, "hash": "ab" * 32}})
    return forged(record), 1


@changed("other-link-of-a-seat", "bad_seat_chain", "freeze", "The host gives another value than its"
         " chain's.", pin=True)  # fmt: skip
def _(row):
    given = gift(row, 0)
    given["value"] = "ab" * 32


# --- steps 9 and 10 ----------------------------------------------------------------------------


@changed("hash-not-done", "wrong_slow", "shuffle", "The last value of the slow hash is made up.",
         pin=True)  # fmt: skip
def _(row):
    row["pub"]["slow"][15] = "ab" * 32


@changed("hash-cut-short", "wrong_slow", "roll", "One value of the slow hash is missing.", pin=True)
def _(row):
    row["pub"]["slow"] = row["pub"]["slow"][:15]


@changed("hash-at-solo", "wrong_slow", "shuffle", "A value of a slow hash at solo.", pin=True,
         level="solo")  # fmt: skip
def _(row):
    row["pub"]["slow"] = ["ab" * 32]


def swap(cards):
    cards[0], cards[1] = cards[1], cards[0]


@changed("stacked", "wrong_shuffle", "shuffle", "Two cards of the new order have changed places.")
def _(row):
    swap(row["body"]["orders"][0])
    swap(row["body"]["faces"][0])


@maker("later-epoch", "wrong_shuffle", "The first shuffle takes the key of the second.")
def _():
    record = plain()
    seq = first(record, "shuffle")
    record["rows"][1]["pub"]["asked"]["piles"][0]["epoch"] = 1
    record["rows"][seq]["pub"]["piles"][0]["epoch"] = 1
    return forged(record), seq


@maker("pile-twice", "wrong_shuffle", "A pile is shuffled twice in one event.")
def _():
    record = plain(**SHELVES)
    seq = first(record, "shuffle")
    for piles in (record["rows"][1]["pub"]["asked"]["piles"], record["rows"][seq]["pub"]["piles"]):
        piles[1] = copy.deepcopy(piles[0])
    body = record["rows"][seq]["body"]
    for each in body.values():
        each[1] = copy.deepcopy(each[0])
    return forged(record), seq


@changed("stacked-at-solo", "wrong_shuffle", "shuffle", "A stacked deck at solo.", level="solo",
         signs=False)  # fmt: skip
def _(row):
    swap(row["body"]["orders"][0])
    swap(row["body"]["faces"][0])


@changed("loaded-die", "wrong_roll", "roll", "Another number than the key gives.")
def _(row):
    row["pub"]["result"] = (row["pub"]["result"] + 1) % row["pub"]["sides"]


@maker("roll-skipped", "wrong_roll", "The first roll takes the second link.")
def _():
    record = plain()
    seq = first(record, "roll")
    record["rows"][first(record, "event", 2)]["pub"]["asked"]["t"] = 2
    record["rows"][seq]["pub"]["t"] = 2
    return forged(record), seq


@changed("other-link", "wrong_link", "roll", "A link that is not of the chain of rolls.", pin=True)
def _(row):
    row["pub"]["link"] = "ab" * 32


# --- steps 11 and 12 ---------------------------------------------------------------------------


@changed("other-input", "wrong_input", "event", "Other cards are shuffled than were put in.",
         found="shuffle", pin=True)  # fmt: skip
def _(row):
    row["pub"]["asked"]["piles"][0]["input"] = "ab" * 32


@changed("other-root", "wrong_root", "shuffle", "The root of a shuffled pile is not its cards'.",
         pin=True)  # fmt: skip
def _(row):
    row["pub"]["piles"][0]["root"] = "ab" * 32


def zone(row, label):
    at, found = next(
        (i, each) for i, each in enumerate(row["pub"]["zones"]) if each["zone"] == label
    )
    return at, found


@changed("other-hand-root", "wrong_root", "commit", "The root of a hand is not its cards'.",
         pin=True)  # fmt: skip
def _(row):
    zone(row, "hand")[1]["root"] = "ab" * 32


@changed("hand-in-order", "wrong_root", "commit", "The leaves of a hand do not stand in its secret"
         " order.")  # fmt: skip
def _(row):
    at, _ = zone(row, "hand")
    faces = row["body"]["faces"][at]
    row["body"]["faces"][at] = faces[1:] + faces[:1]


@changed("other-slot", "wrong_root", "commit", "The hash of a slot is not its card's.", pin=True,
         **SHELVES)  # fmt: skip
def _(row):
    zone(row, "shelf")[1]["slots"][0] = "ab" * 32


@changed("second-dealing", "wrong_root", "commit", "Not the top of a pile was taken: the one below"
         " it.")  # fmt: skip
def _(row):
    at, _ = zone(row, "bag")
    faces = row["body"]["faces"][at]
    faces[-1] = next(face for face in ("red", "blue", "gold") if face != faces[-1])


def opening(record):
    """The number of the first row that opens a card."""
    rows = record["rows"]
    return next(row["seq"] for row in rows if row["pub"].get("opened"))


@maker("other-salt", "wrong_opening", "A card is opened with another salt.")
def _():
    record = plain()
    seq = opening(record)
    return forged(record, pin=lambda at, row: _resalt(row) if at == seq else None), seq


def _resalt(row):
    row["pub"]["opened"][0]["salt"] = "ab" * 32


@maker("other-face", "wrong_opening", "A card is opened as another.")
def _():
    record = plain()
    seq = opening(record)
    card = record["rows"][seq]["pub"]["opened"][0]
    card["face"] = next(face for face in ("red", "blue", "gold") if face != card["face"])
    return forged(record), seq


@maker("needless-path", "wrong_opening", "A slot is opened with a path.")
def _():
    record = plain(**SHELVES)
    seq = next(
        row["seq"]
        for row in record["rows"]
        if any(card["zone"] == "shelf" for card in row["pub"].get("opened", ()))
    )
    return forged(record, pin=lambda at, row: _lengthen(row) if at == seq else None), seq


def _lengthen(row):
    card = next(card for card in row["pub"]["opened"] if card["zone"] == "shelf")
    card["path"] = ["ab" * 32]


@maker("card-not-opened", "wrong_cards", "A card leaves a hand and is not shown.")
def _():
    record = plain()
    seq = opening(record)
    record["rows"][seq]["pub"]["opened"] = []
    return forged(record), seq


@maker("card-from-nowhere", "wrong_cards", "A card that nobody put there enters a hand.")
def _():
    record = plain()
    seq = first(record, "commit")
    record["rows"][seq]["pub"]["entered"] = [{"zone": "hand", "owner": 0, "face": "red"}]
    return forged(record), seq


@maker("too-many-of-a-face", "wrong_cards", "A shuffled pile holds a face too often.")
def _():
    record = plain(level="solo", signs=False)
    seq = first(record, "shuffle")
    record["rows"][seq]["body"]["faces"][0] = ["red"] * 8
    return forged(record), seq


# --- step 13 -----------------------------------------------------------------------------------


def resigned(name, expect, description, signature, minimal=False):
    """The last signature is another."""

    def make():
        record = plain()
        seq = len(record["rows"]) - 1
        body = forged(record, pin=lambda at, row: _resign(row, signature) if at == seq else None)
        return Vector(name, description, body, expect=expect, row=seq, minimal=minimal)

    MAKERS.append(make)


def _resign(row, signature):
    row["pub"]["signature"] = signature


resigned("signature-of-another-note", "bad_signature", "The host's signature of something else.",
         signed_note(HOST, "rr2/nothing\n0\n"))  # fmt: skip
resigned("signature-for-another-use", "bad_signature", "The host's signature, made as a player's.",
         signed_seed(HOST, "rr2/nothing\n0\n"))  # fmt: skip
resigned("signature-of-a-stranger", "other_host", "Another key than the manifest names has signed.",
         signed_note(STRANGER, "rr2/nothing\n0\n"))  # fmt: skip
resigned("no-signature", "bad_signature", "Base64, and no SSHSIG.", "AAAA", minimal=True)


@maker("unsigned-end", "unsigned", "The last row is not signed.")
def _():
    record = plain()
    del record["rows"][-1]
    return canon(record), len(record["rows"]) - 1


@maker("unsigned-freeze", "unsigned", "A freeze is not signed.")
def _():
    record = plain()
    seq = first(record, "checkpoint")
    del record["rows"][seq]
    return forged(record), seq


@maker("needless-signature", "unsigned", "A checkpoint in a game without a host key.")
def _():
    record = plain(signs=False)
    seq = len(record["rows"]) - 1
    record["rows"].insert(seq, {"type": "checkpoint", "pub": {"signature": "AAAA"}})
    return forged(record), seq


class Signer(Sitter):
    """Its second seat signs another event than is open."""

    def gift(self, seat):
        value = signed_seed(HOST, "rr2/nothing\nevent 0\n")
        return Given(level="signature", seat=seat, value=value)


@maker("signature-of-another-event", "bad_contribution", "What a player gives is no signature of"
       " this event by its key.", minimal=False)  # fmt: skip
def _():
    game = Played(ways=("signature",), sitter=Signer)
    return game.bundle, first(json.loads(game.bundle), "freeze")


# --- steps 14 and 15 ---------------------------------------------------------------------------


@maker("illegal-answer", "illegal_entry", "The last answer is an option that there was not.",
       minimal=False)  # fmt: skip
def _():
    record = plain()
    seq = max(row["seq"] for row in record["rows"] if row["type"] == "answer")
    record["rows"][seq]["body"]["option"] = 99
    return forged(record), seq


@maker("illegal-removal", "illegal_entry", "A seat is removed that there is not.", minimal=False)
def _():
    record = plain()
    seq = len(record["rows"]) - 2
    record["rows"].insert(seq, {"type": "remove", "pub": {"seat": 5}})
    return forged(record), seq


class Late(Sitter):
    """Lets everybody choose before the host."""

    def prompted(self):
        asked = self.table.asked
        return [choose for choose in asked if choose.seat != 0] or asked


@maker("host-last", "host_not_first", "The host chooses when it knows what others have chosen.",
       minimal=False)  # fmt: skip
def _():
    game = Played(sitter=Late, options={"target": "9", "turn_cap": "3"})
    return game.bundle, _first_of_several(game.bundle)


def _first_of_several(bundle):
    """The first row in which the other seat answers before the host, both being asked."""
    rows = json.loads(bundle)["rows"]
    return next(
        one["seq"]
        for one, two in pairwise(rows)
        if (one["type"], two["type"]) == ("answer", "answer")
        and (one["body"]["seat"], two["body"]["seat"]) == (1, 0)
    )


@maker("commit-missing", "wrong_commit", "What the last change of hidden zones was is not said.",
       minimal=False)  # fmt: skip
def _():
    record = plain()
    seq = max(row["seq"] for row in record["rows"] if row["type"] == "commit")
    del record["rows"][seq]
    return forged(record), seq


@maker("commit-needless", "wrong_commit", "A commit row where nothing has changed.", minimal=False)
def _():
    record = plain()
    seq = len(record["rows"]) - 2
    pub = {"zones": [], "opened": [], "entered": []}
    record["rows"].insert(seq, {"type": "commit", "pub": pub, "body": {"faces": []}})
    return forged(record), seq


@changed("other-winner", "wrong_outcome", "close", "Somebody else has won.", minimal=False)
def _(row):
    outcome = row["pub"]["outcome"]
    outcome["winners"] = [1] if outcome["winners"] == [0] else [0]


@maker("won-while-open", "wrong_outcome", "A game that was given up has a winner.", minimal=False)
def _():
    record = plain(stop_at=2)
    seq = first(record, "close")
    record["rows"][seq]["pub"]["outcome"] = {"reason": "points", "winners": [0]}
    return forged(record), seq


# --- step 16 -----------------------------------------------------------------------------------


def noted(name, description, note, **told):
    """A note of the second seat's keys at the deal, changed."""

    def make():
        game = Played(**told)
        rows = [row for row in game.ledger.rows if row.type == "freeze"]
        value = next(each.value for each in rows[0].pub.given if each.seat == 1)
        other = next((each.value for each in rows[1].pub.given if each.seat == 1), "")
        line = note.format(value=value, part=value[1:], other=other)
        return Vector(name, description, game.bundle, expect="not_mine", options={"me": line})

    MAKERS.append(make)


noted("not-mine", "The seat gave something else.", "1.1 1 mash typedbynobody")
noted("not-mine-but-a-part", "It is a part of what the seat gave, and so proves nothing.",
      "1.1 1 mash {part}")  # fmt: skip
noted("not-mine-but-a-seats", "Another seat is said to have given it.", "1.1 0 mash {value}")
noted("not-mine-but-an-events", "It was given to another event.", "1.1 1 mash {other}")
noted("not-mine-but-a-level", "It was given at another level.", "1.1 1 pledge {value}")
noted("not-mine-but-later", "An opening that the event never had.", "1.2 1 mash {value}")
noted("not-mine-but-of-no-event", "An event that there never was.", "999.1 1 mash {value}")
noted("not-mine-but-a-chain", "A chain is the host's, and proves nothing to anybody.",
      "1.1 1 chain {value}", bots=(1,))  # fmt: skip


def other_receipts(name, description, change):
    """What the second seat took home, changed."""

    def make():
        game = Played(stop_at=8)
        receipts = json.loads(game.receipts(1))
        change(receipts)
        game.go_on()
        options = {"receipts": canon(receipts).decode()}
        return Vector(name, description, game.bundle, expect="other_receipt", options=options)

    MAKERS.append(make)


def _put(place, value):
    def change(receipts):
        found = receipts
        for step in place[:-1]:
            found = found[step]
        found[place[-1]] = value

    return change


other_receipts("receipts-of-another-game", "They name another game.", _put(["game"], "ab" * 32))
other_receipts("receipts-of-another-secret", "They name another commitment.",
               _put(["commitment"], "ab" * 32))  # fmt: skip
other_receipts("receipts-of-another-gift", "The seat gave something else.",
               _put(["given", 0, "value"], "somethingelse"))  # fmt: skip
other_receipts("receipts-of-another-card", "The seat held another card.",
               _put(["openings", 0, "face"], "pink"))  # fmt: skip
other_receipts("receipts-of-another-row", "A card was promised in another row.",
               _put(["openings", 0, "seq"], 1))  # fmt: skip
other_receipts("receipts-of-no-seat", "Nobody sat on the seat.", _put(["seat"], 2))


def another_story():
    """What a seat was signed in one story, and the bundle of another."""
    receipts = Played(stop_at=12, dice=2).receipts(1).decode()
    return Vector("receipts-of-another-story", "The host had signed another record: a fork.",
                  base(), expect="other_receipt", options={"receipts": receipts})  # fmt: skip


MAKERS.append(another_story)


def fork(name, description, *copies):
    def make():
        return Vector(name, description, b"\n".join(copy() for copy in copies), kind="forks",
                      expect="fork", minimal=False)  # fmt: skip

    MAKERS.append(make)


fork("fork", "Two bundles of one game, both signed.", base, lambda: Played(dice=2).bundle)
fork("fork-unsigned", "Two bundles of one game that nobody signed.",
     lambda: base(signs=False), lambda: Played(signs=False, dice=2).bundle)  # fmt: skip
fork("fork-of-receipts", "What a player took home, and the bundle of another story.",
     lambda: Played(stop_at=12, dice=2).receipts(1), base)  # fmt: skip
