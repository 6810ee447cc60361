"""What the source of a game hashes to: a record names it, so that a replay plays the same rules."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

KERNEL = "rr_rules"


@cache
def sources_digest(*packages: str) -> str:
    """SHA-256, hex, over the source of the kernel and of a game's packages."""
    digest = hashlib.sha256()
    for package in (KERNEL, *packages):
        sources = [path for path in files(package).iterdir() if path.name.endswith(".py")]
        for path in sorted(sources, key=lambda path: path.name):
            digest.update(f"{package}/{path.name}\0".encode() + path.read_bytes())
    return digest.hexdigest()
