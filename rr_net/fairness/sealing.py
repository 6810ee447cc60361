"""Seals: what stands for the secret part of a row until the secret opens."""

from __future__ import annotations

from rr_net.fairness.base.hash import Tag, hashed, number
from rr_net.fairness.base.parts import Part
from rr_net.fairness.base.rows import Row, SealedRow
from rr_net.fairness.base.secret import Secret
from rr_rules.kernel.transcript import canonical


def sealed(secret: Secret, seq: int, body: Part) -> str:
    """The salted hash of what the row of this number keeps secret, hex."""
    salt = secret.derive(Tag.SEAL_SALT, number(seq))
    return hashed(Tag.SEAL, salt, canonical(body.plain())).hex()


def is_sealed(secret: Secret, row: Row) -> bool:
    """Whether the body of a row, if it has one, is what its seal stands for."""
    return not isinstance(row, SealedRow) or row.sealed == sealed(secret, row.seq, row.body)
