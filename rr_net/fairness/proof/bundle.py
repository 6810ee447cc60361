"""The bundle: one file that holds a whole game, for anybody to check, shared or not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Annotated, NamedTuple, Self, TypeGuard

from pydantic import FailFast, model_validator

from rr_net.fairness.base.errors import BadBundle, Failure, FairnessError
from rr_net.fairness.base.gamekey import Witness
from rr_net.fairness.base.manifest import Manifest
from rr_net.fairness.base.parts import (
    MOST_CARDS,
    MOST_ROWS,
    MOST_SIGNS,
    MOST_SSHSIGS,
    SIGNS,
    SSHSIG,
    M,
    Part,
    read_canonical,
    read_part,
)
from rr_net.fairness.base.rows import CommitRow, Row, ShuffleRow
from rr_net.safetext import clean
from rr_rules.kernel.transcript import canonical

FORMAT = "rr2-bundle-1"
LARGEST_BUNDLE = 8 * 1024 * 1024
"""Bytes: nearly twice the longest of a thousand games of bots at the largest table."""
SHARED = "rr2-share-1"
LONGEST_NOTE = 200
WARNING = "All hands, names and keys of the game are in it."
"""What whoever shares a game should know."""
TOO_MANY_ROWS = "the host tells more rows than any game has"
AROUND = 2**14
"""So many brackets, commas and colons are left for the manifest, and for what is said of rows."""
OLD = re.compile(r"rr1-[a-z]+-[0-9]")
LATER = re.compile(r"rr([3-9]-[a-z]+-[0-9]|2-(bundle|share)-[2-9])")
OF_LATER = "a later version of this program wrote it, and can read it; take that one"


class Bundle(Part):
    """A whole game: the commitment is in its first row, the secret and the outcome in its last."""

    format: str
    manifest: Manifest
    # Of a list with very many faults the first is enough: each of the others would cost memory.
    rows: Annotated[tuple[Row, ...], FailFast()]
    witnesses: Annotated[tuple[Witness, ...], FailFast()]
    """Who has seen the record up to its last checkpoint."""

    @model_validator(mode="after")
    def _faces_are_few(self) -> Self:
        told = (row.body.faces for row in self.rows if isinstance(row, CommitRow | ShuffleRow))
        if sum(len(faces) for zones in told for faces in zones) > MOST_CARDS:
            raise ValueError(f"expected at most {MOST_CARDS} faces in all rows")
        return self


def bundle_bytes(
    manifest: Manifest, rows: Iterable[Row], witnesses: Iterable[Witness] = ()
) -> bytes:
    """The one file form of a game."""
    bundle = Bundle(format=FORMAT, manifest=manifest, rows=tuple(rows), witnesses=tuple(witnesses))
    return canonical(bundle.plain())


def read_bundle(source: bytes) -> Bundle:
    """The bundle whose canonical form is `source`, or that is shared in it.

    What else a shared game says is no part of the record. Raises BadJson or BadBundle.
    """
    value = _value(source)
    if _is_shared(value):
        value = value.get("bundle")
        source = canonical(value)
    return _of_form(Bundle.model_validate_json, FORMAT, value, source, "bundle")


def read_file(read: Callable[[bytes], M], form: str, source: bytes, what: str) -> M:
    """What a file holds that is to name this format. Raises BadJson or BadBundle."""
    return _of_form(read, form, _value(source), source, what)


def _value(source: bytes) -> object:
    if len(source) > LARGEST_BUNDLE:
        problem = f"a file of {len(source)} bytes: expected at most {LARGEST_BUNDLE}"
        raise BadBundle(Failure.TOO_LARGE, problem)
    return read_canonical(source)


def _of_form(read: Callable[[bytes], M], form: str, value: object, source: bytes, what: str) -> M:
    found = value.get("format") if isinstance(value, dict) else None
    if found != form:
        shown = clean(found, 40) if isinstance(found, str) else "none"
        if OLD.fullmatch(shown):
            raise BadBundle(Failure.OTHER_FORMAT, _old(shown, value))
        if LATER.fullmatch(shown):
            raise BadBundle(Failure.OTHER_FORMAT, f"this is {shown}: {OF_LATER}")
        raise BadBundle(Failure.OTHER_FORMAT, f"the format is {shown}: expected {form}")
    return read_part(read, source, what)


def _old(form: str, value: object) -> str:
    """What is to be done with a file of the format before this one."""
    manifest = value.get("manifest") if isinstance(value, dict) else None
    version = manifest.get("version") if isinstance(manifest, dict) else None
    which = f"version {clean(version, 20)}" if isinstance(version, str) else "the version"
    return (
        f"this is {form}, of a game from before the format rr2: {which} of this program, which "
        "dealt it, checks it; install that one beside this"
    )


class RecordRoom:
    """How much of a record is kept while it is told: what a file may hold that is read."""

    def __init__(self) -> None:
        """Nothing was told yet."""
        self._bytes, self._rows = LARGEST_BUNDLE, MOST_ROWS
        self._signs, self._signatures = MOST_SIGNS - AROUND, MOST_SSHSIGS

    def take(self, text: bytes) -> None:
        """Keep a row. Raises a FairnessError where there is no room: it could go on for ever."""
        self._bytes -= len(text)
        self._rows -= 1
        self._signs -= sum(map(text.count, SIGNS))
        self._signatures -= text.count(SSHSIG)
        if min(self._bytes, self._rows, self._signs, self._signatures) < 0:
            raise FairnessError(Failure.TOO_MANY, TOO_MANY_ROWS)


# --- shared ------------------------------------------------------------------------------------


class Shared(NamedTuple):
    """A record, and where somebody wants it to be looked at."""

    bundle: bytes
    place: int = 0
    """The number of a step."""
    note: str = ""


def share_bytes(bundle: bytes, place: int, note: str) -> bytes:
    """The one file form of a shared game; its note is made safe to show."""
    record = json.loads(bundle)
    shared = {"format": SHARED, "bundle": record, "place": place,
              "note": clean(note, LONGEST_NOTE)}  # fmt: skip
    return canonical(shared)


def unpacked(source: bytes) -> Shared:
    """What a file holds, shared or a plain bundle. Raises BadJson or BadBundle."""
    match _value(source):
        case {"format": str(form), "bundle": dict(record), "place": int(place), "note": str(note),
              **rest} if form == SHARED:  # fmt: skip
            if not rest and place >= 0 and not isinstance(place, bool):
                return Shared(canonical(record), place, clean(note, LONGEST_NOTE))
        case value if not _is_shared(value):
            return Shared(source)
    raise BadBundle(Failure.WRONG_SHAPE, "a shared game lacks one of bundle, place, note")


def _is_shared(value: object) -> TypeGuard[dict[str, object]]:
    return isinstance(value, dict) and value.get("format") == SHARED
