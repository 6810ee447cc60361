"""Pledges: how a hash of a secret is made and recognised."""

from __future__ import annotations

import re

SHELL = ("e=$(openssl rand -hex 16)", 'printf %s "$e" | sha256sum', "echo $e")
"""What makes a secret, prints its hash, and prints the secret."""
WHY = (
    "You give the hash of a secret now, and the secret itself at the next shuffle or roll. So "
    "nobody could change what you gave, however fast their machine is. In a shell of your own:"
)
THEN = (
    "When the next event opens, you have a second or so to paste what the third line prints: have "
    "it in the clipboard. A pledge is used once."
)
NO_HASH = "That is no SHA-256: expected 64 digits and letters from a to f."
_HASH = re.compile(r"[0-9a-f]{64}")


def hash_in(text: str) -> str:
    """The hash in a pasted line, which may name a file behind it, or ""."""
    word = next(iter(text.split()), "").lower()
    return word if _HASH.fullmatch(word) else ""
