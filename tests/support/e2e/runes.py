"""The command as tests start it, in a process of its own.

A slow hash takes seconds; an evening has many that everybody does again. So the work is a hundredth
here, in both verifiers as at the host; RUNES_LONG=1 does all of it.
"""

import os
import re
import sys
from inspect import getsource

LONG = os.environ.get("RUNES_LONG") == "1"
PART = 1 if LONG else 100
"""The work is divided by this."""


def work_less(part=PART):
    """Has the slow hashes of this process be so small a part of what they are."""
    from rr_net.fairness.base.levels import WORK, Slow

    def less(blocks):
        return blocks // part // 16 * 16

    for name, slow in WORK.items():
        WORK[name] = Slow(roll=less(slow.roll), shuffle=less(slow.shuffle))


def runes(part=PART):
    """The command whose slow hashes are so small a part of what they are."""
    less = f"PART = {part}\n{getsource(work_less)}\nwork_less()\n"
    return (sys.executable, "-c", f"{less}from rr_net.cli import main; main()")


RUNES = runes()
SLOWER = runes(4)
"""Its slow hashes take so long that a test can do something meanwhile."""


def small_verifier(page):
    """The source of `docs/verify_minimal.py` with the same work."""
    found, count = re.subn(r'("(?:shuffle|roll)": )([0-9]{8,9})', _less, page)
    assert count == 4
    return found


def _less(match):
    return f"{match[1]}{int(match[2]) // PART // 16 * 16}"
