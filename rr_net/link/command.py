"""How the command is typed where this process was started: not everybody has it on the PATH."""

from __future__ import annotations

import shutil
import sys
from functools import cache
from pathlib import Path

COMMAND = "runes"
"""What it is called where nothing better is known."""
NAMES = frozenset({COMMAND, "runes-table"})
"""What the package has the command installed as."""


@cache
def own_command() -> str:
    """The command as whoever started this process types it again, without its words.

    `runes` where the shell finds that by itself; else the path of what was started, from the
    folder that one stands in where it lies below that. It is for people at this machine: what
    is said to somebody elsewhere names `runes` alone.
    """
    return typed_from(Path.cwd(), sys.argv[0] if sys.argv else "")


def typed_here(words: str) -> str:
    """Words for people at this machine alone, with the checks in them as they are typed here."""
    return words.replace(f"{COMMAND} verify", f"{own_command()} verify")


def typed_from(here: Path, started: str) -> str:
    """The command for who stands in the folder `here` and has `started` a process by that path."""
    path = Path(started)
    if path.name not in NAMES:
        return COMMAND
    whole = (here / path).absolute()
    found = shutil.which(path.name)
    if found is not None and Path(found).resolve() == whole.resolve():
        return path.name
    return str(whole.relative_to(here)) if whole.is_relative_to(here) else str(whole)
