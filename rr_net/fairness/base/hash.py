"""Every hash of the fairness scheme, each under a tag of its own.

    H(tag, p1..pn)      = SHA-256("rr2/" || tag || 0x00 || u64(len p1) || p1 || ...)
    M(key, tag, p1..pn) = HMAC-SHA-256(key, H(tag, p1..pn))

Lengths are big-endian, so that no two lists of parts give the same bytes.
"""

from __future__ import annotations

import hashlib
import hmac
from enum import StrEnum

DOMAIN = b"rr2/"
SHOWN = 16
"""Hexadecimal digits."""


class Tag(StrEnum):
    """What a hash is for; no two uses share a tag."""

    GAME = "gid"
    COMMITMENT = "cR"
    ENTRY = "entry"
    SEAL = "seal"
    SEAL_SALT = "sealsalt"
    CHAIN_TOP = "chaintop"
    CHAIN = "chain"
    SEAT_TOP = "seattop"
    SEAT_CHAIN = "seatchain"
    FREEZE = "freeze"
    SLOW = "slow"
    SHUFFLE = "shuffle"
    SPIN = "spin"
    INPUT = "input"
    INPUT_SALT = "inputsalt"
    CARD_SALT = "cardsalt"
    PILE_LEAF = "card"
    HAND_LEAF = "hand"
    HAND_ORDER = "handorder"
    SLOT = "slot"
    GIVE = "give"
    ANSWER = "answer"
    AHEAD = "ahead"
    ORDER = "order"
    WITNESS = "witness"


def hashed(tag: Tag, *parts: bytes) -> bytes:
    """H: the hash of `parts`, for one purpose."""
    return hash_of(tag, *parts).digest()


def hash_of(tag: Tag, *parts: bytes) -> hashlib._Hash:
    """H before its end: a copy of it can take in more parts."""
    framed = b"".join([len(part).to_bytes(8, "big") + part for part in parts])
    return hashlib.sha256(DOMAIN + tag.encode() + b"\0" + framed)


def keyed(key: bytes, tag: Tag, *parts: bytes) -> bytes:
    """M: 32 bytes that only the holder of `key` can derive, for one purpose."""
    return hmac.digest(key, hashed(tag, *parts), "sha256")


def number(value: int) -> bytes:
    """u64: a whole number as eight bytes, big-endian."""
    return value.to_bytes(8, "big")


def links(tag: Tag, top: bytes, count: int) -> list[bytes]:
    """`top`, its hash, the hash of that, and so on: `count` hashes, each of 32 bytes."""
    # What `hashed` would give, framed once: a chain is thousands of hashes.
    frame = DOMAIN + tag.encode() + b"\0" + number(len(top))
    found = [top]
    for _ in range(count):
        found.append(hashlib.sha256(frame + found[-1]).digest())
    return found


def short(digest: str) -> str:
    """As much of a hash, and so of a game's name, as tells it from others for people."""
    return digest[:SHOWN]
