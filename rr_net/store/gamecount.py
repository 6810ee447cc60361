"""Which game of the host's key the next one is: counted where the key is kept.

The manifest says the number, so that a game which was dealt and then hidden leaves a gap.
"""

from __future__ import annotations

import os
from pathlib import Path

from rr_net.store.errors import CannotStore

MOST_DIGITS = 15


class GameCount:
    """The numbers of one key's games, in a file beside the key: each is given out once."""

    def __init__(self, key: Path) -> None:
        """The file has the key's name, with `.games` behind it."""
        self._path = key.with_name(f"{key.name}.games")

    def next(self, least: int = 1) -> int:
        """The next number, kept before it is used; `least` where the file has gone astray.

        Raises CannotStore.
        """
        given = max(self._last() + 1, least)
        new = self._path.with_name(f"{self._path.name}.new")
        try:
            with new.open("w", encoding="ascii") as file:
                file.write(f"{given}\n")
                file.flush()
                os.fsync(file.fileno())
            new.replace(self._path)
        except OSError as error:
            raise CannotStore(f"cannot write {self._path}: {error.strerror}") from None
        return given

    def _last(self) -> int:
        try:
            text = self._path.read_text("ascii").strip()
        except FileNotFoundError:
            return 0
        except (OSError, UnicodeDecodeError) as error:
            raise CannotStore(f"cannot read {self._path}: {error}") from None
        if not text.isdecimal() or len(text) > MOST_DIGITS:
            raise CannotStore(f"{self._path}: expected the number of the last game")
        return int(text)
