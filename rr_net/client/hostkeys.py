"""Which host keys are known, as OpenSSH keeps them, and what is said of one that is not."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import asyncssh

from rr_net.client.address import SSH_PORT, certified
from rr_net.safetext import clean
from rr_net.ssh import Fingerprint, fingerprint_of, key_words

USUAL = Path("~/.ssh/known_hosts")
OTHER_NAME = (
    "what answers as {} is not the table of that name: its key is not vouched for by the key that "
    "the name is made of. Somebody may stand between you and the table; ask the host for the line"
)
LARGEST = 8 * 1024 * 1024
"""The most bytes that are read of such a file."""


SAID_FIRST = 16_384
"""The most that is kept of what a machine says to somebody without a key."""


class CannotReach(Exception):
    """There is no line to the table now; it may be there later."""


class CannotTrust(Exception):
    """There must be no line to what answers there: its key is another one, or nobody wants it."""


class NewKey(NamedTuple):
    """A key that nobody has said yes to."""

    place: str
    """The machine, as the file of known hosts calls it."""
    fingerprint: Fingerprint
    line: str
    """What is added to that file if it is accepted."""

    @property
    def words(self) -> str:
        """The fingerprint in four words, to be read aloud."""
        return key_words(self.fingerprint)


class KnownHost(NamedTuple):
    """What the files say of one machine."""

    keys: tuple[asyncssh.SSHKey, ...] = ()
    authorities: tuple[asyncssh.SSHKey, ...] = ()
    revoked: tuple[asyncssh.SSHKey, ...] = ()
    portless: tuple[asyncssh.SSHKey, ...] = ()
    """Keys of the machine at its usual port: they are as good, but another one is no change."""


def place_of(host: str, port: int | None) -> str:
    """A machine as OpenSSH writes it into the file."""
    return host if port in (None, SSH_PORT) else f"[{host}]:{port}"


class OtherKey(NamedTuple):
    """A table shows another key than before: perhaps one that the old one has signed."""

    host: str
    port: int | None
    olds: tuple[Fingerprint, ...]
    """The keys that it may have had."""
    key: asyncssh.SSHKey


class HostKeys:
    """The files of known hosts, and the keys that were met on one way and are not in them."""

    def __init__(self, files: Sequence[Path] | None = None) -> None:
        """Reads the files, or the usual one. Raises CannotReach for one that cannot be read."""
        self._files = [USUAL.expanduser()] if files is None else [f.expanduser() for f in files]
        self._known = asyncssh.import_known_hosts("\n".join(map(_content, self._files)))
        self._pinned: dict[str, Fingerprint] = {}
        self.met: dict[str, NewKey] = {}
        """The new keys by their places, in the order in which they were met."""
        self.changed = ""
        """What is to be said of a key that is another one than it was, or is revoked."""
        self.other: OtherKey | None = None
        """The key of which that is said, where it is a table's."""

    def trusted(
        self, host: str, port: int | None
    ) -> tuple[list[asyncssh.SSHKey], list[asyncssh.SSHKey], list[asyncssh.SSHKey]]:
        """What asyncssh may trust: authorities, but no keys, as a guard decides about those."""
        known = self.known(host, port)
        return [], list(known.authorities), list(known.revoked)

    def known(self, host: str, port: int | None) -> KnownHost:
        """What the files say of a machine."""
        exact = self._matches(place_of(host, port))
        bare = self._matches(host) if port not in (None, SSH_PORT) else KnownHost()
        revoked = (*exact.revoked, *bare.revoked)
        return KnownHost(exact.keys, (*exact.authorities, *bare.authorities), revoked, bare.keys)

    def _matches(self, place: str) -> KnownHost:
        keys, authorities, revoked, *_ = self._known.match(place, "", None)
        return KnownHost(tuple(keys), tuple(authorities), tuple(revoked))

    def may_go_on(self, host: str, port: int | None, key: asyncssh.SSHKey, *, relay: bool) -> bool:
        """Whether the handshake with a machine goes on that showed this key.

        A relay with a new key is gone through before anybody has said yes to it, so that all new
        keys can be asked about at once: what goes through it is for the table's key alone, and
        logging in by a key tells it nothing that it could use.
        """
        place, fingerprint = place_of(host, port), fingerprint_of(key)
        known = self.known(host, port)
        if (pinned := self._pinned.setdefault(place, fingerprint)) != fingerprint:
            return self._parts(host, port, key, [pinned])
        if key in known.keys or (not known.keys and key in known.portless):
            return True
        if certified(host):
            self.changed = OTHER_NAME.format(host)
            return False
        if known.keys:
            return self._parts(host, port, key, map(fingerprint_of, known.keys))
        self.met[place] = NewKey(place, fingerprint, _entry(place, key))
        return relay

    def _parts(
        self, host: str, port: int | None, key: asyncssh.SSHKey, olds: Iterable[Fingerprint]
    ) -> bool:
        """The machine has another key than it had: there is no line, for now at least."""
        self.changed = changed_words(place_of(host, port), fingerprint_of(key))
        self.other = OtherKey(host, port, tuple(olds), key)
        return False

    def succeeds(self, other: OtherKey) -> str:
        """An old key has signed this one, which takes its place; what is wrong with the file."""
        place = place_of(other.host, other.port)
        self.forget_way()
        self._pinned[place] = fingerprint_of(other.key)
        if all(fingerprint_of(each) not in other.olds for each in self.known(*other[:2]).keys):
            return ""
        self._known.load(_entry(place, other.key))
        return self._kept(lambda file: _exchange(file, place, other))

    def certifies(self, host: str, identity: asyncssh.SSHKey) -> bool:
        """Whether a table's name is made of the key that vouches for its host key."""
        name = certified(host)
        if name is not None and name.fits(identity.public_data):
            return True
        if name is not None:
            self.changed = OTHER_NAME.format(host)
        return False

    def forget_way(self) -> None:
        """Nobody has gone this way yet: no key is expected because it was there before."""
        self._pinned.clear()
        self.met.clear()
        self.changed, self.other = "", None

    def accept(self) -> str:
        """Somebody has said yes to all that were met; what is wrong with the file, or ""."""
        lines = [each.line for each in self.met.values()]
        self._known.load("\n".join(lines))
        self.met.clear()
        return self._kept(lambda file: _add(file, lines))

    def _kept(self, keep: Callable[[Path], None]) -> str:
        if not self._files:
            return "ssh is configured to keep no host keys: you will be asked again."
        try:
            keep(self._files[0])
        except OSError as error:
            return f"The keys could not be kept in {self._files[0]}: {error.strerror}."
        return ""


def changed_words(place: str, fingerprint: str) -> str:
    """What is said of a machine that shows another key than before."""
    return (
        f"the key of {place} is not the one that it was: it is {fingerprint} now "
        f"({key_words(fingerprint)}). Somebody may stand between you and the table; ask the host. "
        f"If the key was really changed: ssh-keygen -R '{place}'"
    )


def _content(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST)
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise CannotReach(f"cannot read {path}: {error.strerror}") from None
    kept = (line for line in content.decode("utf-8", "replace").splitlines() if _is_entry(line))
    return "\n".join(kept)


def _is_entry(line: str) -> bool:
    """Whether a line can be read: OpenSSH skips those that it cannot, too."""
    try:
        asyncssh.import_known_hosts(line)
    except (ValueError, asyncssh.Error):
        return False
    return True


def _entry(place: str, key: asyncssh.SSHKey) -> str:
    """A line of the file."""
    content = key.export_public_key().decode().split()
    return f"{place} {content[0]} {content[1]}"


def _exchange(path: Path, place: str, other: OtherKey) -> None:
    """Takes out the lines of a machine's old keys, and adds that of the new one."""
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    kept = b"".join(line for line in lines if not _names(line, place, other.olds))
    if len(kept) < sum(map(len, lines)):
        new = path.with_name(f"{path.name}.runes-new")
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(kept)
        new.replace(path.resolve())
    _add(path, [_entry(place, other.key)])


def _names(line: bytes, place: str, keys: Sequence[Fingerprint]) -> bool:
    """Whether a line says that a machine has one of these keys, and says it of no others."""
    text = line.decode("utf-8", "replace")
    whose = text.partition(" ")[0]
    if "*" in whose or "?" in whose or not _is_entry(text):
        return False
    found, *_ = asyncssh.import_known_hosts(text).match(place, "", None)
    return any(fingerprint_of(each) in keys for each in found)


def _add(path: Path, lines: Sequence[str]) -> None:
    """Adds lines to a file that may not end with one."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    with os.fdopen(file, "r+b") as known:
        known.seek(0, os.SEEK_END)
        is_whole = known.tell() == 0
        if not is_whole:
            known.seek(-1, os.SEEK_END)
            is_whole = known.read(1) == b"\n"
        known.write(("" if is_whole else "\n").encode() + "\n".join([*lines, ""]).encode())


class FirstWords(asyncssh.SSHClient):
    """Hears what a machine says to somebody who shows no key, if it shows one of its own."""

    def __init__(self, key: asyncssh.SSHKey) -> None:
        self._key = key
        self.said = ""

    def validate_host_public_key(
        self, host: str, addr: str, port: int, key: asyncssh.SSHKey
    ) -> bool:
        """Whether it is the machine that was met."""
        return key == self._key

    def auth_banner_received(self, msg: str, lang: str) -> None:
        """It says something."""
        self.said = (self.said + msg)[:SAID_FIRST]


SAY_YES = (
    "Say yes only if the host has sent you the same fingerprint, or reads you the same words: they "
    "stand in the host's lobby, beside the line for friends."
)


SAY_YES_TO_RELAY = (
    "Say yes only if who runs the relay has told you the same fingerprint, or the same words. What "
    "you say at a table is sealed from it in any case."
)


def question(met: Sequence[NewKey], say_yes: str = SAY_YES) -> list[str]:
    """What somebody reads who is asked about new keys, a line each."""
    first = "You have not been these ways before. The keys:"
    lines = [first if len(met) > 1 else "You have not been there before. The key:"]
    for each in met:
        words = f"    words of that key: {each.words}"
        lines += [f"  {clean(each.place, 80)}", f"    {each.fingerprint}", words]
    return [*lines, say_yes]
