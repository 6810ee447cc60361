"""The process that checks a whole record: the job and the record come in, a line goes out.

It ends with its input, and so with the client that has started it, however that ends.
"""

from __future__ import annotations

import os
import sys
import threading

from rr_net.client.whole.bundles import CheckJob, checked

LOWEST = 19
"""The niceness of such work: everything else on this machine comes first."""


def main() -> None:
    """Reads a line with the job and the record's length, and the record; writes what it found."""
    if hasattr(os, "nice"):
        os.nice(LOWEST)
    job = CheckJob.model_validate_json(sys.stdin.buffer.readline())
    source = sys.stdin.buffer.read(int(sys.stdin.buffer.readline()))
    threading.Thread(target=_end_with_input, daemon=True).start()
    sys.stdout.buffer.write(checked(job, source).model_dump_json().encode() + b"\n")
    sys.stdout.buffer.flush()


def _end_with_input() -> None:
    sys.stdin.buffer.read()
    os._exit(1)


if __name__ == "__main__":
    main()
