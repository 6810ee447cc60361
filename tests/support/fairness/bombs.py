"""Files that are made to cost a verifier memory or time: more than a hundred of them, by name.

`python -m tests.lab.bombs` says what the dearest costs each verifier.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import starmap

from tests.support.fairness.games import Played
from tests.support.fairness.heavy import MOST, ROWS, SIGNS, Bomb, heavy
from tests.support.fairness.lawful import lawful
from tests.support.rr_net.forged import canon

NESTS = (("[", "]"), ('{"a":', "}"), ('[{"a":', "}]"))
UNITS = ("[]", "{}", '""', "0", '"a"', "null", '{"a":0}', "[[]]", "[{}]", '"\\\\"', '"\\""', "1.5",
         "123456789", '"\\u0041"', '{"a":{}}', "-1")  # fmt: skip
"""What a list is filled with."""
PLACES = ("rows", "witnesses", "manifest.seats", "manifest.abandoned", "manifest.declared",
          "manifest.cards", "manifest.options")  # fmt: skip


def bombs() -> Iterator[Bomb]:
    """All of them."""
    yield from starmap(Bomb, light())
    yield from heavy()
    yield from lawful()


def light() -> Iterator[tuple[str, bytes]]:
    """Those that are no records, with the name of each."""
    yield from _lists()
    yield from _nested()
    yield from _texts()
    yield from _in_a_record()


def _lists() -> Iterator[tuple[str, bytes]]:
    for unit in UNITS:
        for name, room in (("as long as allowed", MOST), ("as many as allowed", None)):
            signs = sum(unit.count(sign) for sign in "[{,:") + 1
            count = (SIGNS - 2) // signs if room is None else room // (len(unit) + 1)
            yield f"a list of {unit}, {name}", f"[{','.join([unit] * (count - 1))}]".encode()


def _nested() -> Iterator[tuple[str, bytes]]:
    for begin, end in NESTS:
        for depth in (16, 17, 1000, 200_000):
            content = begin * depth + "0" + end * depth
            yield f"{begin} {depth} deep", content.encode()[:MOST]
        wide = begin * 15 + ",".join(["[]"] * 1000) + end * 15
        yield f"{begin} 15 deep, and a thousand in it", wide.encode()


def _texts() -> Iterator[tuple[str, bytes]]:
    for name, unit in (("quotes", '"'), ("escaped quotes", '\\"'), ("slashes", "\\"),
                       ("escapes", "\\u0041"), ("letters", "a"), ("wide letters", "\U0001f3b2"),
                       ("empty texts", '""')):  # fmt: skip
        size = len(unit.encode())
        yield f"{name} alone", (unit * (MOST // size)).encode()
        yield f"{name} in a text", f'"{unit * ((MOST - 4) // size)}"'.encode()
        yield f"{name} as a format", f'{{"format":"{unit * ((MOST - 20) // size)}"}}'.encode()
    yield "a number of four million digits", b"9" * MOST
    yield "many numbers of 17 digits", b"[" + b",".join([b"9" * 17] * 200_000) + b"]"
    yield "one byte too many", b" " * (MOST + 1)
    yield "sixty million brackets", b"[]" * 30_000_000


def _in_a_record() -> Iterator[tuple[str, bytes]]:
    """Canonical, of the right format, and full of what does not belong there."""
    plain = json.loads(Played(stop_at=20).bundle)
    for place in PLACES:
        for unit in ([], {}, "", 0):
            record = json.loads(canon(plain))
            *path, last = place.split(".")
            within = record[path[0]] if path else record
            count = 120_000
            within[last] = (
                {f"{i:06}": unit for i in range(count)} if place.endswith(("cards", "options"))
                else [unit] * count
            )  # fmt: skip
            yield f"{place} full of {unit!r}", canon(record)
    for kind in ("commit", "shuffle", "freeze", "answer"):
        row = next(row for row in plain["rows"] if row["type"] == kind)
        signs = sum(canon(row).count(sign) for sign in (b"[", b"{", b",", b":"))
        rows = [row] * min(
            (SIGNS - 5000) // (signs + 1), (MOST - 20_000) // (len(canon(row)) + 1), ROWS
        )
        yield f"as many {kind} rows as fit", canon({**plain, "rows": [plain["rows"][0], *rows]})
    commit = next(row for row in plain["rows"] if row["type"] == "commit")
    for part, unit in (("zones", {}), ("opened", {}), ("entered", {}), ("zones", [])):
        spoilt = json.loads(canon(commit))
        spoilt["pub"][part] = [unit] * 120_000
        record = {**plain, "rows": [plain["rows"][0], spoilt]}
        yield f"a commit row whose {part} are full of {unit!r}", canon(record)
    shuffle = json.loads(canon(next(row for row in plain["rows"] if row["type"] == "shuffle")))
    for part in ("orders", "faces"):
        shuffle["body"][part] = [[]] * 120_000
    yield "a shuffle of very many piles", canon({**plain, "rows": [plain["rows"][0], shuffle]})
