"""Notes: the text that the host signs, and the form in which its signature is handed out."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from mnemonic import Mnemonic

from rr_net.fairness.base.errors import BadBundle, Failure
from rr_net.safetext import clean

FEW, ALL = 4, 12
"""How many words are read aloud at a turn's end, and how many at the game's."""

BITS = 11
"""How many bits of a head stand for a word: the list has 2048."""


def words_of(head: str, count: int = ALL) -> tuple[str, ...]:
    """The first words of a head given in hex; the few are the beginning of the many."""
    bits = int(head, 16) >> (4 * len(head) - BITS * count)
    numbers = (bits >> (BITS * at) & (1 << BITS) - 1 for at in reversed(range(count)))
    return tuple(english()[number] for number in numbers)


@cache
def english() -> tuple[str, ...]:
    """The word list of BIP-39."""
    return tuple(Mnemonic("english").wordlist)


TRANSCRIPT = "rr2-transcript"
"""What the signature of a note is made for."""

CheckSignature = Callable[[bytes, str, str, str], bool]
"""Whether a text has this signature, in base64, by the key of a fingerprint, for a namespace."""

BEGIN, END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"
WIDTH = 70
"""So long are the lines that ssh-keygen writes."""

PREAMBLE = b"SSHSIG" + (1).to_bytes(4, "big")

FORM = re.compile(r"rr2/([0-9a-f]{64})\n(0|[1-9][0-9]{0,14})\n([A-Za-z0-9+/]{43}=)\n", re.ASCII)


class SignedNote(NamedTuple):
    """A head of a game's record, as the host signs it (C2SP tlog-checkpoint)."""

    game: str
    size: int
    """How many rows it speaks of."""
    head: str
    """The hash of the last of them, hex."""

    @property
    def words(self) -> tuple[str, ...]:
        """The head in twelve words, of which four are read aloud at a turn's end."""
        return words_of(self.head)

    @property
    def text(self) -> str:
        """The three lines that are signed."""
        head = base64.b64encode(bytes.fromhex(self.head)).decode()
        return f"rr2/{self.game}\n{self.size}\n{head}\n"


def read_note(text: str) -> SignedNote:
    """The note whose only form is `text`. Raises BadBundle."""
    match = FORM.fullmatch(text)
    note = match and SignedNote(match[1], int(match[2]), base64.b64decode(match[3]).hex())
    # The base64 of some bytes can be written in several ways, of which one is the note's.
    if not note or note.text != text:
        problem = f"no note: {clean(text, 60)!r}: expected a game, a size and a hash in three lines"
        raise BadBundle(Failure.WRONG_SHAPE, problem)
    return note


def armoured(signature: str) -> str:
    """A signature in base64 as a file that ssh-keygen reads."""
    lines = (signature[at : at + WIDTH] for at in range(0, len(signature), WIDTH))
    return "\n".join((BEGIN, *lines, END, ""))


def unarmoured(text: str) -> str:
    """The base64 of a signature that somebody pasted, with or without the lines around it."""
    return "".join(text.replace(BEGIN, "").replace(END, "").split())


def fingerprint_in(signature: str) -> str:
    """The fingerprint of the key that a signature brings along, or "": it is not checked here."""
    try:
        content = base64.b64decode(signature, validate=True)
    except ValueError:
        return ""
    if not content.startswith(PREAMBLE):
        return ""
    begin = len(PREAMBLE) + 4
    size = int.from_bytes(content[begin - 4 : begin], "big")
    if len(content) < begin + size:
        return ""
    return fingerprint_of_blob(content[begin : begin + size])


def fingerprint_of_blob(key: bytes) -> str:
    """How OpenSSH names a public key, given as it goes over a wire."""
    digest = base64.b64encode(hashlib.sha256(key).digest())
    return "SHA256:" + digest.decode().rstrip("=")
