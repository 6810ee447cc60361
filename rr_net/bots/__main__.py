"""The process that thinks: a question a line comes in, the number of an option goes out.

It ends with its input, and so with the process that has started it. What it cannot answer it
answers with nothing, and says nowhere why: a question holds the hidden cards of a table.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys

from rr_net.bots.jobs import done, read, spoken

MANNERS = 5
"""How much its work gives way to that of the screens."""


def main() -> None:
    """Answers until the input ends."""
    if hasattr(os, "nice"):
        os.nice(MANNERS)
    gc.freeze()
    for line in sys.stdin.buffer:
        answer = ""
        # The guard around a bot, like a session's: the room has a plain answer for its fault.
        with contextlib.suppress(Exception):
            answer = spoken(done(read(line)))
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
