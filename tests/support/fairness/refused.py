"""Vectors of files that are no bundles, of games that are not these, and of broken chains.

Most are written anew by a host that cheats and makes every hash fit, so that only one thing is
wrong: the one that the vector is about.
"""

from __future__ import annotations

import copy

from rr_net.fairness.base.levels import Slow
from tests.support.fairness.games import Played
from tests.support.fairness.spoil import (
    MAKERS,
    bad_file,
    base,
    changed,
    first,
    flipped,
    maker,
    plain,
)
from tests.support.fairness.vector import Vector
from tests.support.rr_net.forged import canon, forged

# --- step 1 ----------------------------------------------------------------------------------


bad_file("too-large", "too_large", "One byte more than 8 MiB.", b" " * (8 * 2**20 + 1), "spaces")
bad_file("not-utf8", "not_utf8", "A byte that no UTF-8 has.", b'{"format":"\xff"}', "hex")
bad_file("not-json", "not_json", "It ends in the middle.", b'{"format":"rr2-bundle-1"')
bad_file("byte-order-mark", "not_json", "It begins with a byte order mark.",
         b'\xef\xbb\xbf{"format":"rr2-bundle-1"}', "hex")  # fmt: skip
bad_file("duplicate-key", "duplicate_key", "A key stands twice.",
         b'{"format":"rr2-bundle-1","format":"rr2-bundle-1"}')  # fmt: skip
bad_file("non-ascii-key", "non_ascii_key", "A key is not ASCII.", '{"é":1}'.encode())
bad_file("fraction", "not_whole", "A number with a fraction.", b'{"format":1.0}')
bad_file("not-a-number", "not_whole", "NaN.", b'{"format":NaN}')
bad_file("number-too-great", "number_too_great", "2^53.", b'{"format":9007199254740992}')
bad_file("long-number", "number_too_great", "A number of five thousand digits.",
         b'{"format":%s}' % (b"9" * 5000))  # fmt: skip
bad_file("minus-zero", "not_canonical", "Zero, written otherwise.", b'{"format":-0}')
bad_file("needless-escape", "not_canonical", "A letter is escaped.",
         rb'{"format":"rr2-bundle-1\u0041"}')  # fmt: skip
bad_file("half-a-character", "not_canonical", "Half of a surrogate pair.",
         rb'{"format":"\ud800"}')  # fmt: skip
bad_file("unsorted-keys", "not_canonical", "The keys are not sorted.",
         b'{"rows":[],"format":"rr2-bundle-1"}')  # fmt: skip
bad_file("trailing-newline", "not_canonical", "A line feed at the end.",
         b'{"format":"rr2-bundle-1"}\n')  # fmt: skip
bad_file("other-format", "other_format", "The format of an earlier version.",
         b'{"format":"rr1-bundle-1","manifest":{},"rows":[]}')  # fmt: skip


@maker("unknown-field", "wrong_shape", "A row has a field that no row has.")
def _():
    record = plain()
    record["rows"][1]["note"] = "x"
    return canon(record), None


@maker("missing-field", "wrong_shape", "A row lacks a field.")
def _():
    record = plain()
    del record["rows"][0]["pub"]["anchors"]
    return canon(record), None


@maker("negative-number", "wrong_shape", "An event's number is below 1.")
def _():
    record = plain()
    record["rows"][1]["pub"]["event"] = 0
    return canon(record), None


@maker("true-for-one", "wrong_shape", "A truth value where a number belongs.")
def _():
    record = plain()
    record["rows"][1]["seq"] = True
    return canon(record), None


@maker("unknown-level", "wrong_shape", "A level that there is not.")
def _():
    record = plain()
    record["manifest"]["fairness"] = "casual"
    return canon(record), None


# --- step 2: honest records of games that are not these ----------------------------------------


def claimed(name, expect, description, **claims):
    """A whole game, played under a manifest that claims this."""

    def make():
        body = Played(claims=claims).bundle
        return Vector(name, description, body, expect=expect, minimal=False)

    MAKERS.append(make)


claimed("no-such-game", "no_such_game", "A game that is not installed.", game="chess")
claimed("other-version", "other_version", "Played with another version.", version="2")
claimed("other-rules", "other_rules", "Played with other rules.", rules="71" * 32)
claimed("other-deck", "other_deck", "Played with other card files.", deck="71" * 32)
claimed("bad-deck", "bad_deck", "The owner's deck is no deck.",
        deck_file={"name": "bag.txt", "text": "red six\n"})  # fmt: skip
claimed("bad-setup", "bad_setup", "The options make no game.", options={"target": "none"})
claimed("wrong-cards-of-deck", "wrong_cards", "The manifest counts more cards than the deck.",
        cards={"red": 4, "blue": 3, "gold": 2})  # fmt: skip


# --- steps 3 and 4 -------------------------------------------------------------------------------


def weak(name, description, slow, level="table", floors="tiny"):
    def make():
        body = Played(slow=slow, level=level, stop_at=2).bundle
        return Vector(name, description, body, expect="weak_slow", floors=floors)

    MAKERS.append(make)


weak("weak-slow-hash", "Next to no iterations, at table.", Slow(roll=16, shuffle=32), floors="real")
weak("weak-roll", "One roll's segments have an iteration too few.", Slow(roll=0, shuffle=32))
weak("endless-slow-hash", "More than 16 times the least.", Slow(roll=272, shuffle=32))
weak("uneven-slow-hash", "No multiple of 16.", Slow(roll=17, shuffle=32))
weak("few-segments", "Eight segments.", Slow(roll=16, segments=8, shuffle=32))
weak("slow-hash-at-solo", "At solo there is none.", Slow(roll=16, shuffle=32), level="solo")


@maker("no-close", "no_close", "R was never opened.")
def _():
    record = plain()
    del record["rows"][-2:]
    return canon(record), None


@maker("other-commitment", "other_commitment", "The player had noted another commitment.",
       options={"commitment": "c0" * 32})  # fmt: skip
def _():
    return base(), None


# --- steps 5 to 7 ----------------------------------------------------------------------------


@changed("wrong-number", "out_of_order", "answer", "A row has the next one's number.", pin=True)
def _(row):
    row["seq"] = 1 + row["seq"]


@maker("row-removed", "out_of_order", "A row was taken out.")
def _():
    record = plain()
    seq = first(record, "answer")
    del record["rows"][seq]
    return canon(record), seq


@maker("row-changed", "broken_chain", "A row was changed: the next does not name it.")
def _():
    record = plain(ways=("pledge",))
    seq = first(record, "pledge")
    record["rows"][seq]["pub"]["hash"] = flipped(record["rows"][seq]["pub"]["hash"])
    return canon(record), seq + 1


@maker("other-manifest", "broken_chain", "A name in the manifest was changed.")
def _():
    record = plain()
    record["manifest"]["seats"][1]["name"] = "Mallory"
    return canon(record), 0


@maker("no-opening", "no_opening", "The first row is missing.")
def _():
    record = plain()
    del record["rows"][0]
    return forged(record), 0


@maker("two-openings", "no_opening", "The first row stands once more.")
def _():
    record = plain()
    seq = len(record["rows"]) - 2
    record["rows"].insert(seq, copy.deepcopy(record["rows"][0]))
    return forged(record), seq


@changed("other-game", "no_opening", "open", "The first row names another game.", pin=True)
def _(row):
    row["pub"]["game"] = flipped(row["pub"]["game"])


@maker("row-after-close", "after_close", "A row follows the last.")
def _():
    record = plain(signs=False)
    record["rows"].append({"type": "remove", "pub": {"seat": 1}})
    return forged(record, _secret(record, -2)), len(record["rows"]) - 1


@maker("two-last-checkpoints", "after_close", "Two checkpoints follow the last row.")
def _():
    record = plain()
    record["rows"].append(copy.deepcopy(record["rows"][-1]))
    return forged(record, _secret(record, -3)), len(record["rows"]) - 1


def _secret(record, at):
    return bytes.fromhex(record["rows"][at]["pub"]["secret"])


@changed("other-secret", "wrong_secret", "close", "The host opens another secret.",
         found=0, pin=True)  # fmt: skip
def _(row):
    row["pub"]["secret"] = flipped(row["pub"]["secret"])


@changed("other-anchor", "wrong_anchor", "open", "The chain of rolls has another anchor.", pin=True)
def _(row):
    row["pub"]["anchor"] = flipped(row["pub"]["anchor"])


@changed(
    "other-seat-anchor", "wrong_anchor", "open", "The host's chain has another anchor.", pin=True
)
def _(row):
    row["pub"]["anchors"][0][1] = flipped(row["pub"]["anchors"][0][1])


@changed(
    "needless-anchor", "wrong_anchor", "open", "A seat without a chain has an anchor.", pin=True
)
def _(row):
    row["pub"]["anchors"] = [*row["pub"]["anchors"][:1], [1, "aa" * 32]]


@changed("broken-seal", "broken_seal", "answer", "The seal of an answer is another's.", pin=True)
def _(row):
    row["sealed"] = flipped(row["sealed"])


@maker("other-answer", "broken_seal", "The body of an answer was changed.")
def _():
    record = plain()
    seq = first(record, "answer")
    record["rows"][seq]["body"]["option"] += 1
    return canon(record), seq
