"""A share file: the record of a game, with a place in it and what somebody has to say of it."""

from __future__ import annotations

import json
from typing import NamedTuple

from rr_net.fairness.base.errors import BadBundle, Failure
from rr_net.fairness.base.parts import read_canonical
from rr_net.fairness.proof.bundle import LARGEST_BUNDLE
from rr_net.safetext import clean
from rr_rules.kernel.transcript import canonical

FORMAT = "rr2-share-1"
LONGEST_NOTE = 200
WARNING = "All hands, names and keys of the game are in it."
"""What whoever shares a game should know."""


class Shared(NamedTuple):
    """A record, and where somebody wants it to be looked at."""

    bundle: bytes
    place: int = 0
    """The number of a step."""
    note: str = ""


def share_bytes(bundle: bytes, place: int, note: str) -> bytes:
    """The one file form of a shared game; its note is made safe to show."""
    record = json.loads(bundle)
    shared = {"format": FORMAT, "bundle": record, "place": place,
              "note": clean(note, LONGEST_NOTE)}  # fmt: skip
    return canonical(shared)


def unpacked(source: bytes) -> Shared:
    """What a file holds, shared or a plain bundle. Raises BadJson or BadBundle."""
    if len(source) > LARGEST_BUNDLE:
        return Shared(source)
    value = read_canonical(source)
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        return Shared(source)
    match value:
        case {"bundle": dict(record), "place": int(place), "note": str(note), **rest}:
            if set(rest) == {"format"} and place >= 0 and not isinstance(place, bool):
                return Shared(canonical(record), place, clean(note, LONGEST_NOTE))
    raise BadBundle(Failure.WRONG_SHAPE, "a shared game lacks one of bundle, place, note")
