"""Keys that are the same in every run, so that a recorded game is: a host's and its players'."""

from __future__ import annotations

from functools import lru_cache

import asyncssh
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from rr_net.fairness.base.note import TRANSCRIPT
from rr_net.fairness.chain.contributions import SEED


def key_of(name: str) -> asyncssh.SSHKey:
    """The Ed25519 key of somebody of this name."""
    private = Ed25519PrivateKey.from_private_bytes(name.encode().ljust(32, b"."))
    form = serialization.PrivateFormat.OpenSSH
    none = serialization.NoEncryption()
    return asyncssh.import_private_key(
        private.private_bytes(serialization.Encoding.PEM, form, none)
    )


def signed(key: asyncssh.SSHKey, text: str, namespace: str) -> str:
    """The signature of a text in base64, without line breaks: the same one every time."""
    return _signed(key, key.public_data, text, namespace)


# A record that is changed in one place has most of its signatures anew, and they are the old ones.
@lru_cache(4096)
def _signed(key: asyncssh.SSHKey, _: bytes, text: str, namespace: str) -> str:
    armour = asyncssh.create_sshsig(key, text.encode(), namespace=namespace)
    return "".join(armour.decode().splitlines()[1:-1])


def signed_note(key: asyncssh.SSHKey, text: str) -> str:
    """What a host signs."""
    return signed(key, text, TRANSCRIPT)


def signed_seed(key: asyncssh.SSHKey, text: str) -> str:
    """What a player signs to contribute to an event."""
    return signed(key, text, SEED)


HOST = key_of("host")
STRANGER = key_of("stranger")
