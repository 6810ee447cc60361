"""How vectors of spoilt games are made: play one, change one thing, make the hashes fit again."""

from __future__ import annotations

import json
from functools import cache, partial

from tests.support.fairness.games import Played
from tests.support.fairness.vector import Vector
from tests.support.rr_net.forged import forged

MAKERS = []
"""One function for each vector of a spoilt game."""


def base(**told):
    """The bytes of a game as it was played."""
    return _base(tuple(told.items())) if "options" not in told else Played(**told).bundle


@cache
def _base(told):
    return Played(**dict(told)).bundle


EARLY = {"open", "event", "freeze", "shuffle"}
"""What stands among the first rows: the rest of the game can be left out."""


def plain(**told):
    """A game as it was played, parsed."""
    return json.loads(base(**told))


def first(record, kind, after=0):
    """The number of the first row of a type."""
    return next(r["seq"] for r in record["rows"] if r["type"] == kind and r["seq"] >= after)


def flipped(digits):
    """Other digits of the same length."""
    return ("1" if digits[0] == "0" else "0") + digits[1:]


def bad_file(name, expect, description, body, encoding="text"):
    """Bytes that are no bundle."""
    MAKERS.append(partial(Vector, name, description, body, expect=expect, encoding=encoding))


def maker(name, expect, description, **told):
    """Make a vector of what the function under it returns: bytes, and the row that is wrong."""

    def keep(spoil):
        def make():
            body, row = spoil()
            return Vector(name, description, body, expect=expect, row=row, **told)

        MAKERS.append(make)
        return spoil

    return keep


def changed(name, expect, kind, description, *, found=None, minimal=True, pin=False, **told):
    """Make a vector of a game in which the function under it has changed the first such row.

    With `pin`, the rewriting of hashes leaves the change alone. `found` is where it is wrong, if
    not there: a row's number, or the type of one that follows.
    """

    def keep(spoil):
        def make():
            record = plain(**({"stop_at": 6} if kind in EARLY else {}) | told)
            seq = first(record, kind)
            if not pin:
                spoil(record["rows"][seq])
            row = first(record, found, seq) if isinstance(found, str) else found
            body = forged(record, pin=lambda at, row: spoil(row) if pin and at == seq else None)
            return Vector(name, description, body, expect=expect, minimal=minimal,
                          row=seq if row is None else row)  # fmt: skip

        MAKERS.append(make)
        return spoil

    return keep
