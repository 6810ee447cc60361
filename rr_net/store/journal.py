"""What a journal keeps, and one that keeps it in memory."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from rr_net.fairness.ledger import Ledger
from rr_net.fairness.manifest import Manifest
from rr_net.fairness.rows import CloseRow, OpenRow, Row
from rr_net.fairness.secret import Secret
from rr_net.store.errors import CannotStore, NoSuchGame


@dataclass(frozen=True, slots=True)
class KnownKey:
    """What is remembered of a player's key."""

    key: str
    """Its fingerprint."""
    name: str = ""
    profile: str = ""
    """The interface's settings, which only the interface reads."""
    banned: bool = False
    wrong_tries: int = 0
    """How many wrong invite codes it has given."""
    parked_until: int = 0
    """In seconds since 1970; 0 where it may try."""


class Journal(Protocol):
    """Where games and people are kept: a call returns when what it was given is durable.

    A call that is cancelled may have kept it or not: the game is then loaded anew.
    """

    async def begin(self, manifest: Manifest, secret: Secret, opening: OpenRow) -> None:
        """Keep a new game, its secret and its first row, before anybody hears of it.

        Raises CannotStore.
        """

    async def append(self, gid: str, row: Row) -> None:
        """Keep the next row of a game. Raises CannotStore or NoSuchGame."""

    async def unfinished(self) -> tuple[str, ...]:
        """The games whose secret was never opened, the latest first."""

    async def load(self, gid: str) -> Ledger:
        """A game as far as it was kept, with every link and seal checked.

        Raises NoSuchGame or BadJournal.
        """

    async def keep_bundle(self, gid: str, source: bytes) -> Path | None:
        """Keep the bundle of a finished game where its host finds it. Raises CannotStore."""

    async def known(self, key: str) -> KnownKey | None:
        """What is remembered of a key."""

    async def remember(self, known: KnownKey) -> None:
        """Remember a key, in place of what was known of it. Raises CannotStore."""

    async def close(self) -> None:
        """Let go of the file."""


@dataclass(slots=True)
class MemoryJournal:
    """A journal for local play and tests: it lasts as long as the process."""

    bundles: dict[str, bytes] = field(default_factory=dict, repr=False)
    _games: dict[str, tuple[Manifest, Secret, list[Row]]] = field(default_factory=dict, repr=False)
    _keys: dict[str, KnownKey] = field(default_factory=dict, repr=False)

    async def begin(self, manifest: Manifest, secret: Secret, opening: OpenRow) -> None:
        """Keep a new game."""
        if manifest.gid in self._games:
            raise CannotStore(f"game {manifest.gid[:16]} is kept already")
        self._games[manifest.gid] = (manifest, secret, [opening])

    async def append(self, gid: str, row: Row) -> None:
        """Keep the next row of a game."""
        rows = self._game(gid)[2]
        if row.seq != len(rows):
            raise CannotStore(f"row {row.seq}: expected row {len(rows)}")
        rows.append(row)

    async def unfinished(self) -> tuple[str, ...]:
        """The games whose secret was never opened, the latest first."""
        games = reversed(self._games.items())
        return tuple(gid for gid, (_, _, rows) in games if not isinstance(rows[-1], CloseRow))

    async def load(self, gid: str) -> Ledger:
        """A game as far as it was kept."""
        return Ledger.resume(*self._game(gid))

    async def keep_bundle(self, gid: str, source: bytes) -> Path | None:
        """Keep the bundle of a finished game."""
        self.bundles[gid] = source
        return None

    async def known(self, key: str) -> KnownKey | None:
        """What is remembered of a key."""
        return self._keys.get(key)

    async def remember(self, known: KnownKey) -> None:
        """Remember a key, in place of what was known of it."""
        self._keys[known.key] = known

    async def close(self) -> None:
        """Forget nothing: there is no file to let go of."""

    def _game(self, gid: str) -> tuple[Manifest, Secret, list[Row]]:
        if gid not in self._games:
            raise NoSuchGame(f"the journal holds no game {gid[:16]}")
        return self._games[gid]
