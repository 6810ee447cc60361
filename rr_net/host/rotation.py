"""A host's key is changed: the next one is made, guests learn it, and it takes the first's place.

The old key signs the new one. Who comes with `runes join` follows that signature at any time; stock
ssh learns the next key by itself from every host that tells of it (UpdateHostKeys).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import asyncssh

from rr_net.fairness.base.hash import short
from rr_net.game.archive import HostKey
from rr_net.host.places import LARGEST
from rr_net.link.command import own_command
from rr_net.ssh import Fingerprint, ServedKeys, SshError, fingerprint_of, load_host_key
from rr_net.ssh.keys import Succession, read_key, read_successions
from rr_net.ssh.sshsig import signer
from rr_net.store import SqliteJournal
from rr_net.store.gamecount import GameCount

HOST_KEY = "host_key"
NEXT_KEY = "host_key.next"
FORMER_KEY = "host_key.former"
"""The key before, which nothing needs any more: for who has to go back."""
SUCCESSIONS = "host_key.successions"
GAMES = ".games"
"""Behind a key's name: the file that counts its games."""

NEXT_IS = (
    "The next key of this table is {}. Everybody's ssh learns it by coming here; "
    "{} key rotate --now changes over to it."
)
NO_KEY = "{} has no host key: one is made when a table is opened"
CANNOT_WRITE = "cannot write {}: {}"
STILL_KEPT = (
    "unfinished games were dealt under this key: {}. Under another one they can neither go on nor "
    "be opened. Finish them first, or say --leave-games"
)


class CannotRotate(SshError):
    """The key stays as it is; the sentence says why."""


class KeyPlan(NamedTuple):
    """The keys of a folder, by their fingerprints."""

    now: Fingerprint
    next: Fingerprint | None
    before: tuple[Fingerprint, ...]
    """Those that were there before and have signed each other, the first one first."""


def keys_of(folder: Path, tell: Callable[[str], object]) -> ServedKeys:
    """The keys of a host that opens, the first one made if there is none. Raises SshError."""
    key, coming = load_host_key(folder / HOST_KEY), _next_key(folder)
    if coming is not None:
        tell(NEXT_IS.format(fingerprint_of(coming), own_command()))
    lines = "".join(f"{each}\r\n" for each in _successions(folder))
    return ServedKeys(key, coming, lines)


def signing_key(folder: Path, key: asyncssh.SSHKey) -> HostKey:
    """What signs the games of a folder with its key, and counts them there."""
    return HostKey(fingerprint_of(key), signer(key), GameCount(folder / HOST_KEY).next)


def key_plan(folder: Path) -> KeyPlan:
    """Which keys a folder has. Raises SshError."""
    now, coming = fingerprint_of(_present_key(folder)), _next_key(folder)
    after = None if coming is None else fingerprint_of(coming)
    olds = (each.old for each in _successions(folder) if each.old != now)
    return KeyPlan(now, after, tuple(dict.fromkeys(olds)))


def former_keys(folder: Path) -> tuple[Fingerprint, ...]:
    """Every key of a table that has signed its successor."""
    return tuple(each.old for each in _successions(folder))


def prepare(folder: Path) -> Fingerprint:
    """Makes the next key, signed by the present one, unless there is one. Raises SshError."""
    key, coming = _present_key(folder), load_host_key(folder / NEXT_KEY)
    word = Succession.signed(key, coming)
    known = [each for each in _successions(folder) if each.new != word.new]
    _write(folder / SUCCESSIONS, "".join(f"{each}\n" for each in (*known, word)))
    return word.new


async def change_over(folder: Path, *, leaves_games: bool = False) -> Fingerprint:
    """Puts the next key in the place of the present one, which is kept beside it.

    The table must be closed. Raises SshError or a StoreError.
    """
    now = fingerprint_of(_present_key(folder))
    journal = await SqliteJournal.open(folder)
    try:
        dealt = {each.gid for each in await journal.begun() if each.host_key == now}
        kept = [gid for gid in await journal.unfinished() if gid in dealt]
        if kept and not leaves_games:
            raise CannotRotate(STILL_KEPT.format(", ".join(map(short, kept))))
        coming = prepare(folder)
        _exchange(folder)
    finally:
        await journal.close()
    return coming


def _exchange(folder: Path) -> None:
    """The new key counts its games anew, and at no moment there is no key or one without count.

    A host that is killed in the middle has its old key with its count, or the new one that counts
    on: no key ever signs two games by one number.
    """
    key, former = folder / HOST_KEY, folder / FORMER_KEY
    count, kept = folder / (HOST_KEY + GAMES), folder / (FORMER_KEY + GAMES)
    try:
        for path in (former, kept):
            path.unlink(missing_ok=True)
        os.link(key, former)
        with suppress(FileNotFoundError):
            os.link(count, kept)
        (folder / NEXT_KEY).replace(key)
        count.unlink(missing_ok=True)
    except OSError as error:
        raise CannotRotate(CANNOT_WRITE.format(key, error.strerror)) from None


def _present_key(folder: Path) -> asyncssh.SSHKey:
    try:
        return read_key(folder / HOST_KEY)
    except FileNotFoundError:
        raise CannotRotate(NO_KEY.format(folder)) from None


def _next_key(folder: Path) -> asyncssh.SSHKey | None:
    try:
        return read_key(folder / NEXT_KEY)
    except FileNotFoundError:
        return None


def _successions(folder: Path) -> tuple[Succession, ...]:
    try:
        with (folder / SUCCESSIONS).open(encoding="ascii") as file:
            return read_successions(file.read(LARGEST))
    except (OSError, UnicodeDecodeError):
        return ()


def _write(path: Path, text: str) -> None:
    new = path.with_name(f"{path.name}.new")
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as error:
        raise CannotRotate(CANNOT_WRITE.format(path, error.strerror)) from None
