"""Files that nobody but their owner is to read."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path


def mode_of_own(path: Path) -> int:
    """The mode of a file that its owner alone is to read, begun as an empty one if there is none.

    Raises OSError.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    # Not opened to look: closing it again would drop the locks this process holds on it.
    return path.lstat().st_mode


def is_for_others(mode: int) -> bool:
    """Whether a file of this mode can be read or written by anybody but its owner."""
    return bool(stat.S_IMODE(mode) & 0o077)
