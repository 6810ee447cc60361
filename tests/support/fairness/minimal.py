"""What the second verifier says of a file, as the tests of vectors ask it."""

from __future__ import annotations

from tests.support.rr_net.second import FLOORS as TINY
from tests.support.rr_net.second import minimal as load_minimal

minimal = load_minimal()
FLOORS = {"real": minimal.FLOORS, "tiny": TINY}


def minimal_verdict(source, floors="tiny", **told):
    """What it finds wrong and in which row, or None and its report."""
    try:
        return None, minimal.check(source, floors=FLOORS[floors], **told)
    except minimal.Wrong as wrong:
        return wrong.failure, wrong.seq
