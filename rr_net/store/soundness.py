"""Whether a stored game is whole: every link, every seal, and the secret it was begun with."""

from __future__ import annotations

from rr_net.fairness.base.hash import short
from rr_net.fairness.base.rows import OpenRow, is_sealed
from rr_net.store.errors import BadJournal
from rr_net.store.journal import Stored


def checked(stored: Stored) -> Stored:
    """A stored game that no disk and no hand has changed. Raises BadJournal."""
    name = short(stored.manifest.gid)
    head = stored.manifest.gid
    for seq, row in enumerate(stored.rows):
        if row.seq != seq or row.prev != head or isinstance(row, OpenRow) != (seq == 0):
            raise BadJournal(f"game {name} is damaged at row {seq}: it does not follow")
        if not is_sealed(stored.secret, row):
            raise BadJournal(f"game {name} is damaged at row {seq}: its body is another's")
        head = row.digest()
    first = stored.rows[0] if stored.rows else None
    if not isinstance(first, OpenRow) or first.pub.commitment != stored.secret.commitment:
        raise BadJournal(f"game {name} is damaged: its secret is another's")
    return stored
