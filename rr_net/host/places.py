"""Where a host keeps what it has, and the small notes of ours that lie there."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import platformdirs

APP = "runes"
FILE = "config.toml"
TABLE = "table.json"
"""What the last table of a folder was: for who opens it again, or finds it open."""
JOINED_TABLES = "joined.json"
"""The tables elsewhere that were joined from here."""
JOINED = "joined-"
"""How the name of a file begins that has the record of a game played at a table elsewhere."""
BESIDE = "beside"
MOST_TABLES = 9
"""How many tables one person can have open at once."""
LARGEST = 65_536
"""The most bytes that are read of a small file of ours."""


def config_file() -> Path:
    """Where the config file is looked for."""
    return platformdirs.user_config_path(APP, appauthor=False) / FILE


def data_directory() -> Path:
    """Where games are kept unless --data says otherwise."""
    return platformdirs.user_data_path(APP, appauthor=False)


def folders(root: Path) -> Iterator[Path]:
    """The folders of tables below a root, the first being the root itself."""
    yield root
    yield from (root / f"{BESIDE}-{number}" for number in range(2, MOST_TABLES + 1))


def write_note(path: Path, content: Mapping[str, object]) -> None:
    """Keeps a few words of ours in a file for the owner alone; a disk that refuses is no matter."""
    new = path.with_suffix(".new")
    with contextlib.suppress(OSError):
        file = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(file, "w", encoding="utf-8") as words:
            json.dump(dict(content), words)
        new.replace(path)


def read_note(path: Path) -> dict[str, object]:
    """What `write_note` has kept; nothing where that is missing, or no longer what it was."""
    try:
        found = json.loads(path.read_bytes()[:LARGEST])
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


HERE, ALL = "127.0.0.1", frozenset({"", "0.0.0.0", "::"})  # noqa: S104 - nothing listens by this


def own_address(note: Mapping[str, object]) -> str:
    """Where this machine comes to the table of a note, which may listen on all addresses."""
    listen = str(note.get("listen") or "")
    return HERE if listen in ALL else listen
