"""Signatures in OpenSSH's own format: the host's over the record, and a player's over an event.

They are made with the keys that people have anyway, and `ssh-keygen -Y verify` checks them.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable

import asyncssh
from asyncssh.agent import SSHAgentKeyPair
from asyncssh.packet import String
from cryptography.exceptions import UnsupportedAlgorithm

from rr_net.fairness.base.note import PREAMBLE, TRANSCRIPT, fingerprint_of_blob

LONGEST = 4096
"""The most characters of a signature; one of the largest keys in use has half of that."""

KINDS = frozenset((
    b"ssh-ed25519", b"ssh-rsa", b"ecdsa-sha2-nistp256", b"ecdsa-sha2-nistp384",
    b"ecdsa-sha2-nistp521", b"sk-ssh-ed25519@openssh.com", b"sk-ecdsa-sha2-nistp256@openssh.com",
))  # fmt: skip
"""Of these kinds are the keys that OpenSSH makes, and every verifier knows what they sign."""
# What asyncssh and cryptography raise for bytes that are no signature, or no key of a known kind.
NO_SIGNATURE = (ValueError, LookupError, OverflowError, UnsupportedAlgorithm)


def signer(key: asyncssh.SSHKey, namespace: str = TRANSCRIPT) -> Callable[[bytes], str]:
    """Signs with the host's key, checkpoints unless told: base64 without line breaks."""

    def sign(text: bytes) -> str:
        return base64.b64encode(
            asyncssh.create_sshsig(key, text, namespace=namespace, raw=True)
        ).decode()

    return sign


async def signed_by(pair: asyncssh.SSHKeyPair, text: bytes, namespace: str) -> str:
    """The signature by a key of one's own, of a file or in an agent: base64 without line breaks.

    An agent may ask its owner first. Raises ValueError or OSError where it cannot sign.
    """
    if pair.sig_algorithm == b"ssh-rsa":
        pair.set_sig_algorithm(b"rsa-sha2-512")
    digest = hashlib.sha512(text).digest()
    about = String(namespace) + String(b"") + String(b"sha512")
    asked = PREAMBLE[:6] + about + String(digest)
    # A key of a file signs at once, one in an agent when its owner has said yes.
    agent = pair if isinstance(pair, SSHAgentKeyPair) else None
    signature = pair.sign(asked) if agent is None else await agent.sign_async(asked)
    content = PREAMBLE + String(pair.key_public_data) + about + String(signature)
    return base64.b64encode(content).decode()


def check_signature(text: bytes, signature: str, fingerprint: str, namespace: str) -> bool:
    """Whether the key of that fingerprint signed `text` for `namespace`; never raises.

    The signature, in base64 without line breaks, brings the key along.
    """
    if len(signature) > LONGEST:
        return False
    try:
        content = base64.b64decode(signature, validate=True)
        # The base64 of some bytes can be written in two ways: one of them is none of ours.
        if base64.b64encode(content).decode() != signature:
            return False
        return _is_good(text, content, fingerprint, namespace)
    except NO_SIGNATURE:
        return False


def _is_good(text: bytes, content: bytes, fingerprint: str, namespace: str) -> bool:
    if not content.startswith(PREAMBLE):
        return False
    key, _, reserved, _, signed, *_ = _strings(content[len(PREAMBLE) :])
    # What is reserved is empty: a second form of the same signature is none of ours.
    if reserved or fingerprint_of_blob(key) != fingerprint:
        return False
    # An RSA key whose signature bears the name of the key's own kind has signed a SHA-1.
    if _strings(signed)[0] == b"ssh-rsa":
        return False
    # asyncssh looks at the namespace only because this line names one.
    kind = _strings(key)[0]
    if kind not in KINDS:
        return False
    line = f'signer namespaces="{namespace}" {kind.decode()} {base64.b64encode(key).decode()}'
    return asyncssh.validate_sshsig(text, content, "signer", line.encode())


def _strings(content: bytes) -> list[bytes]:
    """The strings that an SSH packet is made of, as far as it goes."""
    found = []
    while content:
        end = 4 + int.from_bytes(content[:4], "big")
        found.append(content[4:end])
        content = content[end:]
    return found
