"""The command as tests start it, in a process of its own.

A slow hash of the least work takes seconds, and a host that is fast does up to sixteen times that;
an evening has many that everybody does again. So the work is a thousandth here, in both verifiers
as at the host; RUNES_LONG=1 does all of it.
"""

import os
import sys

LONG = os.environ.get("RUNES_LONG") == "1"
ITERATIONS_A_MILLISECOND = 8000 if LONG else 8


def runes(iterations_a_millisecond=ITERATIONS_A_MILLISECOND):
    """The command whose slow hashes have at least so much work for each ms of their window."""
    least = (
        "from rr_net.fairness.base.levels import LEAST, LEVELS, Slow; "
        f"work = lambda each: max(each.milliseconds, 1000) * {iterations_a_millisecond}; "
        "LEAST.update({name: Slow(roll=work(level.roll), shuffle=work(level.shuffle)) "
        "for name, level in LEVELS.items() if level.has_events}); "
    )
    main = f"{'' if LONG else least}from rr_net.cli import main; main()"
    return (sys.executable, "-c", main)


RUNES = runes()
SLOWER = runes(200)
"""Its slow hashes take so long that a test can do something meanwhile."""


def small_verifier(page):
    """The source of `docs/verify_minimal.py` with the same least work."""
    assert page.count("8000 * ms") == 1
    return page.replace("8000 * ms", f"{ITERATIONS_A_MILLISECOND} * ms")
