"""The command as tests start it, in a process of its own.

A slow hash of the least work takes seconds, and an evening has many that everybody does again. So
the work is a hundredth here, in both verifiers as at the host; RUNES_LONG=1 does all of it.
"""

import os
import sys

LONG = os.environ.get("RUNES_LONG") == "1"
ITERATIONS_A_MILLISECOND = 8000 if LONG else 100
LEAST = (
    "from rr_net.fairness.base.levels import LEAST, LEVELS, Slow; "
    f"work = lambda each: max(each.milliseconds, 1000) * {ITERATIONS_A_MILLISECOND}; "
    "LEAST.update({name: Slow(roll=work(level.roll), shuffle=work(level.shuffle)) "
    "for name, level in LEVELS.items() if level.has_events}); "
)
MAIN = f"{'' if LONG else LEAST}from rr_net.cli import main; main()"
RUNES = (sys.executable, "-c", MAIN)


def small_verifier(page):
    """The source of `docs/verify_minimal.py` with the same least work."""
    assert page.count("8000 * ms") == 1
    return page.replace("8000 * ms", f"{ITERATIONS_A_MILLISECOND} * ms")
