"""What a journal keeps, and one that keeps it in memory."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple, Protocol

from rr_net.fairness.base.hash import short
from rr_net.fairness.base.manifest import Manifest
from rr_net.fairness.base.rows import CloseRow, FreezeRow, OpenRow, RollRow, Row, ShuffleRow
from rr_net.fairness.base.secret import Secret
from rr_net.guests.invites import Invite
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
    gave: str = ""
    """The invite code that it has given, as a digest that is this key's alone; "" for none."""
    is_guest: bool = False
    """Whether it was let in under this name by somebody's word: then the name is its own."""
    holds: tuple[str, ...] = ()
    """The kinds of reaction windows that it always holds."""


class Stored(NamedTuple):
    """A game as it was kept."""

    manifest: Manifest
    secret: Secret
    rows: tuple[Row, ...]


class Successor(NamedTuple):
    """Somebody who has taken the seat of a bot in the middle of a game (RR-TABLE-09)."""

    seat: int
    key: str
    """The fingerprint of the key."""
    name: str
    turn: int
    """The first turn of theirs."""


class SentAway(NamedTuple):
    """Somebody who was sent away in the middle of a game, and has lost the seat in it."""

    key: str
    """The fingerprint of the key."""
    receipts: bytes
    """What only that seat may see, up to then."""


class FiledOrders(NamedTuple):
    """What a seat has filed for the windows to come."""

    seat: int
    turn: int
    """The turn in which it did."""
    source: bytes
    """The orders, as only the game reads them; b"" where they were taken back."""


GOES_ON = (
    "This host went on from an older end ({day}): of game {gid} its journal had kept {kept} rows, "
    "of {rows} that were shown. What was played after row {kept} does not count, and a receipt "
    "from there is no fault of the record."
)
LOST = (
    "This host has lost a game ({day}): {gid}, of which {rows} rows were shown. Nobody can go on "
    "with it or open its cards."
)
FROM_A_COPY = (
    "This host was restored from a backup ({day}): game {gid} goes on from row {kept}. What was "
    "played after it does not count, and a receipt from there is no fault of the record."
)
NOBODY_CAN_TELL = (
    "This host went on although nobody can tell whether its journal had kept its end ({day})."
)


class Loss(NamedTuple):
    """That a journal went on from an older end than the one that people had seen."""

    gid: str
    """The game that had come further; "" where nobody can tell any more."""
    rows: int
    """How many rows of it were kept and shown."""
    kept: int
    """How many were left of them."""
    at: int
    """When that was accepted, in seconds since 1970."""

    @property
    def words(self) -> str:
        """What everybody is told of it."""
        day = time.strftime("%d %b %Y", time.gmtime(self.at))
        if not self.gid:
            return NOBODY_CAN_TELL.format(day=day)
        words = (GOES_ON if self.rows else FROM_A_COPY) if self.kept else LOST
        return words.format(gid=short(self.gid), rows=self.rows, kept=self.kept, day=day)


BUNDLE = "bundle.json"
"""The file with the record of the game that was finished last."""


def bundle_named_for(gid: str) -> str:
    """The name of the file with the record of one game."""
    return f"bundle-{short(gid)}.json"


DEALT = (FreezeRow, ShuffleRow, RollRow)
"""Rows from which a host knows what is dealt: giving up after one of them must be seen."""


class KeyBook(Protocol):
    """What is kept about keys beyond one evening."""

    async def known(self, key: str) -> KnownKey | None:
        """What is remembered of a key."""

    async def remember(self, known: KnownKey) -> None:
        """Remember a key, in place of what was known of it. Raises CannotStore."""

    async def guests(self) -> tuple[tuple[str, str], ...]:
        """Every key that has a name of its own, with that name."""

    async def invites(self) -> tuple[Invite, ...]:
        """Every invite by name, the first first."""

    async def keep_invites(self, invites: Sequence[Invite]) -> None:
        """Keep invites, each in place of the one of its mark. Raises CannotStore."""

    async def give_up_code(self, mark: str) -> None:
        """Remember that a common code, by its mark, is never to be used again."""

    async def is_given_up(self, mark: str) -> bool:
        """Whether a common code was given up."""


class Journal(KeyBook, Protocol):
    """Where games and people are kept: a call returns when what it was given is durable.

    A call that is cancelled may have kept it or not: the game is then loaded anew.
    """

    async def begin(self, manifest: Manifest, secret: Secret, opening: OpenRow) -> None:
        """Keep a new game, its secret and its first row, before anybody hears of it.

        Raises CannotStore.
        """

    async def append(self, gid: str, rows: Sequence[Row]) -> None:
        """Keep the next rows of a game: all of them or none. Raises CannotStore or NoSuchGame."""

    async def seat(self, gid: str, successor: Successor) -> None:
        """Keep who has a bot's seat from now on. Raises CannotStore or NoSuchGame."""

    async def successors(self, gid: str) -> tuple[Successor, ...]:
        """Who has taken a bot's seat in a game, the first first."""

    async def hint(self, gid: str, seat: int, turn: int) -> None:
        """Keep that a seat was given a hint in that turn. Raises CannotStore or NoSuchGame.

        Of each seat the first one is kept.
        """

    async def hinted(self, gid: str) -> tuple[int, ...]:
        """The seats that were given hints in a game, the first first: it changes no rating."""

    async def send_away(self, gid: str, away: SentAway) -> None:
        """Keep who has lost the seat in a game. Raises CannotStore or NoSuchGame.

        Of each key the first time is kept.
        """

    async def sent_away(self, gid: str) -> tuple[SentAway, ...]:
        """Who has lost the seat in a game, the first first."""

    async def file_orders(self, gid: str, filed: FiledOrders) -> None:
        """Keep the orders of a seat in place of those before. Raises CannotStore or NoSuchGame."""

    async def filed_orders(self, gid: str) -> tuple[FiledOrders, ...]:
        """The orders of each seat that has filed any or taken them back."""

    async def break_off(self, gid: str) -> None:
        """Remember that a game is not to be taken up again. Raises CannotStore or NoSuchGame."""

    async def unfinished(self) -> tuple[str, ...]:
        """The games that can be taken up again, the latest first."""

    async def unopened(self) -> tuple[str, ...]:
        """The games that were dealt and whose secret is not open, the latest first."""

    async def begun(self) -> tuple[Manifest, ...]:
        """The manifests of the last games that were begun, the latest first.

        One that cannot be read is left out.
        """

    async def losses(self) -> tuple[Loss, ...]:
        """Every time it went on from an older end, the first first."""

    async def load(self, gid: str) -> Stored:
        """A game as far as it was kept. Raises NoSuchGame or BadJournal."""

    async def keep_bundle(self, gid: str, source: bytes) -> Path | None:
        """Keep the bundle of a finished game where its host finds it. Raises CannotStore."""

    async def unbundled(self) -> tuple[str, ...]:
        """The games that were opened since the last one of which a bundle is kept, oldest first."""

    async def saw(self, gid: str, keys: Collection[str]) -> None:
        """Keep who was there at a game besides its players. Raises CannotStore or NoSuchGame."""

    async def seen_by(self, gid: str) -> frozenset[str]:
        """The keys that were there at a game, as far as `saw` has kept them."""

    async def keep_album(self, name: str, content: bytes) -> None:
        """Keep the views of a finished game in a file of that name. Raises CannotStore."""

    async def make_sure(self) -> None:
        """Do nothing where all that was kept is still there. Raises JournalGone."""

    async def close(self) -> None:
        """Let go of the file."""


def since_the_last(gids: Sequence[str], is_kept: Callable[[str], bool]) -> tuple[str, ...]:
    """Those of some games that come after the last one of which something is kept."""
    missing = takewhile(lambda gid: not is_kept(gid), reversed(gids))
    return tuple(missing)[::-1]


@dataclass(slots=True)
class MemoryJournal:
    """A journal for local play and tests: it lasts as long as the process."""

    bundles: dict[str, bytes] = field(default_factory=dict, repr=False)
    albums: dict[str, bytes] = field(default_factory=dict, repr=False)
    _games: dict[str, tuple[Manifest, Secret, list[Row]]] = field(default_factory=dict, repr=False)
    _broken_off: set[str] = field(default_factory=set)
    _successors: dict[str, list[Successor]] = field(default_factory=dict, repr=False)
    _hints: dict[str, dict[int, int]] = field(default_factory=dict, repr=False)
    _sent_away: dict[str, dict[str, SentAway]] = field(default_factory=dict, repr=False)
    _orders: dict[str, dict[int, FiledOrders]] = field(default_factory=dict, repr=False)
    _keys: dict[str, KnownKey] = field(default_factory=dict, repr=False)
    _invites: dict[str, Invite] = field(default_factory=dict, repr=False)
    _given_up: set[str] = field(default_factory=set, repr=False)
    _watchers: dict[str, set[str]] = field(default_factory=dict, repr=False)

    async def begin(self, manifest: Manifest, secret: Secret, opening: OpenRow) -> None:
        """Keep a new game."""
        if manifest.gid in self._games:
            raise CannotStore(f"game {short(manifest.gid)} is kept already")
        self._games[manifest.gid] = (manifest, secret, [opening])

    async def append(self, gid: str, rows: Sequence[Row]) -> None:
        """Keep the next rows of a game."""
        kept = self._game(gid)[2]
        for seq, row in enumerate(rows, len(kept)):
            if row.seq != seq:
                raise CannotStore(f"row {row.seq}: expected row {seq}")
        kept += rows

    async def seat(self, gid: str, successor: Successor) -> None:
        """Keep who has a bot's seat from now on."""
        self._game(gid)
        self._successors.setdefault(gid, []).append(successor)

    async def successors(self, gid: str) -> tuple[Successor, ...]:
        """Who has taken a bot's seat in a game, the first first."""
        return tuple(self._successors.get(gid, ()))

    async def hint(self, gid: str, seat: int, turn: int) -> None:
        """Keep that a seat was given a hint."""
        self._game(gid)
        self._hints.setdefault(gid, {}).setdefault(seat, turn)

    async def hinted(self, gid: str) -> tuple[int, ...]:
        """The seats that were given hints in a game, the first first."""
        return tuple(self._hints.get(gid, ()))

    async def send_away(self, gid: str, away: SentAway) -> None:
        """Keep who has lost the seat in a game."""
        self._game(gid)
        self._sent_away.setdefault(gid, {}).setdefault(away.key, away)

    async def sent_away(self, gid: str) -> tuple[SentAway, ...]:
        """Who has lost the seat in a game, the first first."""
        return tuple(self._sent_away.get(gid, {}).values())

    async def file_orders(self, gid: str, filed: FiledOrders) -> None:
        """Keep the orders of a seat in place of those before."""
        self._game(gid)
        self._orders.setdefault(gid, {})[filed.seat] = filed

    async def filed_orders(self, gid: str) -> tuple[FiledOrders, ...]:
        """The orders of each seat that has filed any or taken them back."""
        return tuple(self._orders.get(gid, {}).values())

    async def break_off(self, gid: str) -> None:
        """Remember that a game is not to be taken up again."""
        self._game(gid)
        self._broken_off.add(gid)

    async def unfinished(self) -> tuple[str, ...]:
        """The games that can be taken up again, the latest first."""
        return tuple(gid for gid in self._not_open() if gid not in self._broken_off)

    async def unopened(self) -> tuple[str, ...]:
        """The games that were dealt and whose secret is not open, the latest first."""
        return tuple(
            gid
            for gid in self._not_open()
            if any(isinstance(row, DEALT) for row in self._games[gid][2])
        )

    async def begun(self) -> tuple[Manifest, ...]:
        """The manifests of the games that were begun, the latest first."""
        return tuple(manifest for manifest, _, _ in reversed(self._games.values()))

    def _not_open(self) -> list[str]:
        games = reversed(self._games.items())
        return [g for g, (_, _, rows) in games if not any(isinstance(r, CloseRow) for r in rows)]

    async def losses(self) -> tuple[Loss, ...]:
        """None: there is no file that could lose its end."""
        return ()

    async def load(self, gid: str) -> Stored:
        """A game as far as it was kept."""
        manifest, secret, rows = self._game(gid)
        return Stored(manifest, secret, tuple(rows))

    async def keep_bundle(self, gid: str, source: bytes) -> Path | None:
        """Keep the bundle of a finished game."""
        self.bundles[gid] = source
        return None

    async def unbundled(self) -> tuple[str, ...]:
        """The games that were opened since the last one of which a bundle is kept."""
        closed = [gid for gid in self._games if gid not in self._not_open()]
        return since_the_last(closed, self.bundles.__contains__)

    async def keep_album(self, name: str, content: bytes) -> None:
        """Keep the views of a finished game."""
        self.albums[name] = content

    async def known(self, key: str) -> KnownKey | None:
        """What is remembered of a key."""
        return self._keys.get(key)

    async def remember(self, known: KnownKey) -> None:
        """Remember a key, in place of what was known of it."""
        self._keys[known.key] = known

    async def guests(self) -> tuple[tuple[str, str], ...]:
        """Every key that has a name of its own, with that name."""
        return tuple((each.key, each.name) for each in self._keys.values() if each.is_guest)

    async def invites(self) -> tuple[Invite, ...]:
        """Every invite by name, the first first."""
        return tuple(self._invites.values())

    async def keep_invites(self, invites: Sequence[Invite]) -> None:
        """Keep invites, each in place of the one of its mark."""
        self._invites |= {each.mark: each for each in invites}

    async def give_up_code(self, mark: str) -> None:
        """Remember that a common code is never to be used again."""
        self._given_up.add(mark)

    async def is_given_up(self, mark: str) -> bool:
        """Whether a common code was given up."""
        return mark in self._given_up

    async def saw(self, gid: str, keys: Collection[str]) -> None:
        """Keep who was there at a game besides its players."""
        self._game(gid)
        self._watchers.setdefault(gid, set()).update(keys)

    async def seen_by(self, gid: str) -> frozenset[str]:
        """The keys that were there at a game."""
        return frozenset(self._watchers.get(gid, ()))

    async def make_sure(self) -> None:
        """Do nothing: memory lasts as long as the process."""

    async def close(self) -> None:
        """Forget nothing: there is no file to let go of."""

    def _game(self, gid: str) -> tuple[Manifest, Secret, list[Row]]:
        if gid not in self._games:
            raise NoSuchGame(gid)
        return self._games[gid]
