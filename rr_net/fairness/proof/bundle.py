"""The bundle: one file that holds a whole game, for anybody to check."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from rr_net.fairness.base.errors import BadBundle, Failure
from rr_net.fairness.base.gamekey import Witness
from rr_net.fairness.base.manifest import Manifest
from rr_net.fairness.base.parts import M, Part, read_canonical, read_part
from rr_net.fairness.base.rows import Row
from rr_net.safetext import clean
from rr_rules.kernel.transcript import canonical

FORMAT = "rr2-bundle-1"
LARGEST_BUNDLE = 4 * 1024 * 1024
"""Bytes: four times what the longest games of the largest table come to."""
OLD = re.compile(r"rr1-[a-z]+-[0-9]")


class Bundle(Part):
    """A whole game: the commitment is in its first row, the secret and the outcome in its last."""

    format: str
    manifest: Manifest
    rows: tuple[Row, ...]
    witnesses: tuple[Witness, ...]
    """Who has seen the record up to its last checkpoint."""


def bundle_bytes(
    manifest: Manifest, rows: Iterable[Row], witnesses: Iterable[Witness] = ()
) -> bytes:
    """The one file form of a game."""
    bundle = Bundle(format=FORMAT, manifest=manifest, rows=tuple(rows), witnesses=tuple(witnesses))
    return canonical(bundle.plain())


def read_bundle(source: bytes) -> Bundle:
    """The bundle whose canonical form is `source`. Raises BadJson or BadBundle."""
    return read_file(Bundle.model_validate_json, FORMAT, source, "bundle")


def read_file(read: Callable[[bytes], M], form: str, source: bytes, what: str) -> M:
    """What a file holds that is to name this format. Raises BadJson or BadBundle."""
    if len(source) > LARGEST_BUNDLE:
        problem = f"a file of {len(source)} bytes: expected at most {LARGEST_BUNDLE}"
        raise BadBundle(Failure.TOO_LARGE, problem)
    value = read_canonical(source)
    found = value.get("format") if isinstance(value, dict) else None
    if found != form:
        shown = clean(found, 40) if isinstance(found, str) else "none"
        if OLD.fullmatch(shown):
            raise BadBundle(Failure.OTHER_FORMAT, _old(shown, value))
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
