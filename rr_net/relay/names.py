"""Names of tables at a relay: one that certifies itself, and a friendly one, which is a word.

`maple-7k2q-abcd-efgh-2345` ends with 80 bits of the hash of the table's relay identity, an Ed25519
key: nobody else can come under it, and no account is needed. The word before it says nothing. A
friendly name, `maple`, is the relay's word: it certifies nothing.
"""

from __future__ import annotations

import base64
import hashlib
import re
from typing import NamedTuple

IDENTITY_KIND = "ssh-ed25519"
"""The only kind of key that a name is made of."""
TABLE_PORT = 22
"""The port of every table at a relay: `ssh -J` asks for it where nobody names one."""
LONGEST_WORD = 16
USUAL_WORD = "table"

HOST_NAME = re.compile(r"[A-Za-z0-9_.:%-]{1,253}")
_WORD = rf"[a-z][a-z0-9]{{0,{LONGEST_WORD - 1}}}"
_CERTIFIED = re.compile(rf"({_WORD})((?:-[a-z2-7]{{4}}){{4}})")
_FRIENDLY = re.compile(rf"{_WORD}")
_CODE_BYTES = 10
_PURPOSE = b"runes-relay-name-v1\n"

# They would read as something else in a line of ssh, or in what an operator types.
RESERVED = frozenset(
    {"localhost", "relay", "list", "admin", "ban", "drain", "host", "broadcasthost"}
)


class TableName(NamedTuple):
    """A name by which guests ask for a table."""

    word: str
    code: str = ""
    """Four groups of four letters, "" for a friendly name."""

    @property
    def is_certified(self) -> bool:
        """Whether the name says whose it is by itself."""
        return bool(self.code)

    def fits(self, identity: bytes) -> bool:
        """Whether this is a name of that public key, given as ssh encodes it."""
        return self.code == code_of(identity)

    def __str__(self) -> str:
        return f"{self.word}-{self.code}" if self.code else self.word


def code_of(identity: bytes) -> str:
    """Eighty bits of the hash of a public key, in letters that can be read aloud."""
    digest = hashlib.sha256(_PURPOSE + identity).digest()
    letters = base64.b32encode(digest[:_CODE_BYTES]).decode().lower()
    return "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))


def certified_name(word: str, identity: bytes) -> TableName:
    """The name that certifies itself, with that word before it."""
    return TableName(word, code_of(identity))


def read_name(text: str) -> TableName | None:
    """The name that a text is, to the letter but for capitals; None for everything else."""
    lowered = text.lower() if text.isascii() else ""
    if found := _CERTIFIED.fullmatch(lowered):
        return TableName(found[1], found[2][1:])
    if _FRIENDLY.fullmatch(lowered) and lowered not in RESERVED:
        return TableName(lowered)
    return None


def word_for(title: str) -> str:
    """The word for a table of that title: its first word that can be one."""
    words = (re.sub(r"[^a-z0-9]", "", each).lstrip("0123456789")[:LONGEST_WORD]
             for each in title.casefold().split())  # fmt: skip
    return next((word for word in words if word and word not in RESERVED), USUAL_WORD)


class RelayPlace(NamedTuple):
    """Where a relay is."""

    host: str
    port: int = TABLE_PORT

    def __str__(self) -> str:
        """As ssh -J takes it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == TABLE_PORT else f"{host}:{self.port}"


def read_place(text: str) -> RelayPlace | None:
    """The relay that `str` has written; None for anything else."""
    host, colon, port = text.rpartition(":")
    if not colon or text.endswith("]"):
        host, port = text, str(TABLE_PORT)
    host = host.removeprefix("[").removesuffix("]")
    if not HOST_NAME.fullmatch(host) or not (port.isascii() and port.isdigit()):
        return None
    return RelayPlace(host, int(port)) if 0 < int(port) < 65536 else None
