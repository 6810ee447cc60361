"""How much of a record is kept while it is told: no more than what a file may hold that is read."""

from __future__ import annotations

from rr_net.fairness.base.errors import Failure, FairnessError
from rr_net.fairness.base.parts import MOST_ROWS, MOST_SIGNS, MOST_SSHSIGS, SIGNS, SSHSIG
from rr_net.fairness.proof.bundle import LARGEST_BUNDLE

TOO_MANY_ROWS = "the host tells more rows than any game has"
AROUND = 2**14
"""So many brackets, commas and colons are left for the manifest, and for what is said of rows."""


class RecordRoom:
    """What is left of it."""

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
