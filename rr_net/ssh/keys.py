"""The host's own key, what may come after it, and the fingerprints by which players are known."""

from __future__ import annotations

import base64
import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, NewType, Self

import asyncssh

from rr_net.fairness.base.note import FEW, words_of
from rr_net.ssh.limits import BadHostKey
from rr_net.ssh.sshsig import check_signature, signer

# As OpenSSH prints it, "SHA256:...": what a player reads with `ssh-keygen -l`.
Fingerprint = NewType("Fingerprint", str)

KIND = "ssh-ed25519"

# Below this a public key can be factored, and a factored key is somebody else's seat.
RSA_BITS = 2048

SUCCESSION = "runes-succession"
"""The name under which a table says whose key its own has followed; what is signed says it too."""
MOST_SUCCESSIONS = 16
"""So many changes of a key are told and followed, the last ones."""


def fingerprint_of(key: asyncssh.SSHKey) -> Fingerprint:
    """The SHA-256 fingerprint of a key's public half."""
    return Fingerprint(key.get_fingerprint("sha256"))


def key_words(fingerprint: str) -> str:
    """A fingerprint `SHA256:...` in four words of the list that the heads of a record use."""
    digest = base64.b64decode(fingerprint.partition(":")[2] + "=")
    return " ".join(words_of(digest.hex(), FEW))


def is_strong(key: asyncssh.SSHKey) -> bool:
    """Whether a player's key is good enough to stand for a person."""
    algorithm = key.get_algorithm()
    return algorithm != "ssh-dss" and (algorithm != "ssh-rsa" or _bits(key) >= RSA_BITS)


def _bits(key: asyncssh.SSHKey) -> int:
    size = getattr(key.pyca_key, "key_size", 0)
    return size if isinstance(size, int) else 0


def load_host_key(path: Path) -> asyncssh.SSHKey:
    """Reads the Ed25519 host key at `path`, or makes one there if there is none."""
    try:
        return read_key(path)
    except FileNotFoundError:
        pass
    try:
        return _make(path)
    except FileExistsError:
        return _read_other(path)
    except OSError as error:
        raise BadHostKey(f"cannot write the host key {path}: {error.strerror}") from error


def _make(path: Path) -> asyncssh.SSHKey:
    key = asyncssh.generate_private_key(KIND)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(key.export_private_key())
        file.flush()
        os.fsync(file.fileno())
    return key


def _read_other(path: Path) -> asyncssh.SSHKey:
    """The key of a host that was quicker: it is as good, and the one that players will see."""
    try:
        return read_key(path)
    except FileNotFoundError as error:
        raise BadHostKey(f"host key {path}: expected a file, got a link to nothing") from error


def read_key(path: Path) -> asyncssh.SSHKey:
    """The private key in a file that is its owner's alone. Raises BadHostKey."""
    try:
        _refuse_exposed(path)
        content = path.read_bytes()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise BadHostKey(f"cannot read the host key {path}: {error.strerror}") from error
    return _parsed(path, content)


def _parsed(path: Path, content: bytes) -> asyncssh.SSHKey:
    try:
        key = asyncssh.import_private_key(content)
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError) as error:
        reason = f"host key {path}: expected an Ed25519 private key without a passphrase"
        raise BadHostKey(f"{reason}, got something else ({len(content)} bytes)") from error
    if key.get_algorithm() != KIND:
        raise BadHostKey(f"host key {path}: expected {KIND}, got {key.get_algorithm()}")
    return key


def _refuse_exposed(path: Path) -> None:
    mode = stat.S_IMODE(path.stat().st_mode)
    # Windows has no such bits: there every file reads as 0666.
    if os.name == "posix" and mode & 0o077:
        raise BadHostKey(f"host key {path}: expected mode 0600, got {mode:04o}: others can read it")


class Succession(NamedTuple):
    """One key's word that another one comes after it."""

    old: Fingerprint
    new: Fingerprint
    signature: str

    @classmethod
    def signed(cls, old: asyncssh.SSHKey, new: asyncssh.SSHKey) -> Self:
        """The word of `old`, of which the private half is at hand."""
        before, after = fingerprint_of(old), fingerprint_of(new)
        return cls(before, after, signer(old, SUCCESSION)(_succession_text(before, after)))

    @property
    def is_good(self) -> bool:
        """Whether the older key has signed it."""
        text = _succession_text(self.old, self.new)
        return check_signature(text, self.signature, self.old, SUCCESSION)

    def __str__(self) -> str:
        return f"{self.old} {self.new} {self.signature}"


def _succession_text(old: str, new: str) -> bytes:
    return f"{SUCCESSION}\nfrom {old}\nto {new}\n".encode()


def read_successions(text: str) -> tuple[Succession, ...]:
    """The successions of a text, a line each; what is none is left out, and so is a long tail."""
    words = (line.split(" ") for line in text.splitlines()[-MOST_SUCCESSIONS:])
    return tuple(Succession(Fingerprint(each[0]), Fingerprint(each[1]), each[2])
                 for each in words if len(each) == 3)  # fmt: skip


def leads_to(successions: Iterable[Succession], olds: Iterable[str], new: str) -> bool:
    """Whether keys that have signed each other, the first one after the other, lead to `new`."""
    reached = set(olds)
    for each in successions:
        if each.old in reached and each.is_good:
            reached.add(each.new)
    return new in reached
