"""What the source of a game hashes to: a record names it, so that a replay plays the same rules."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

KERNEL = "rr_rules.kernel"
OUTSIDE = frozenset({"bot", "recounting.py", "text", "tutorial", "words.py"})
"""What changes no rule, so that a stronger bot or a better sentence makes no old record foreign."""


@cache
def sources_digest(package: str) -> str:
    """SHA-256, hex, over the source of the kernel and of a game's package, folders included."""
    digest = hashlib.sha256()
    for name in (KERNEL, package):
        for path, source in digested(name):
            digest.update(f"{path}\0".encode() + source.read_bytes())
    return digest.hexdigest()


def digested(package: str) -> Iterator[tuple[str, Traversable]]:
    """The sources of a package that its digest covers, by their paths, in the order of names."""
    yield from _sources(package, files(package))


def _sources(path: str, folder: Traversable) -> Iterator[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name in OUTSIDE:
            continue
        if entry.is_dir():
            yield from _sources(f"{path}/{entry.name}", entry)
        elif entry.name.endswith(".py"):
            yield f"{path}/{entry.name}", entry
