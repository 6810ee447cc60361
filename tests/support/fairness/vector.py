"""Vectors: one scenario a file, a header of `key: value` lines, a blank line and a body.

tests/vectors/fairness/README.md says what the keys mean.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

OF_SIGNERS = {"bad_seat", "forged_answer", "unsigned_answer", "wrong_by", "bad_witness"}
"""What only a verifier looks for that can check the signatures of players."""
BYTES = {"spaces": b" ", "commas": b","}
"""Encodings of a body that is one byte many times."""
FOLDER = Path(__file__).parents[2] / "vectors" / "fairness"


@dataclass
class Vector:
    """One scenario, and what a verifier must say of it."""

    name: str
    description: str
    body: bytes = b""
    kind: str = "bundle"
    expect: str = "verified"
    row: int | None = None
    """Where it is wrong, if that is in one row."""
    minimal: bool = True
    """Whether the starred steps decide."""
    floors: str = "tiny"
    """The least iterations: `tiny` for 32 and 16 at table, 48 and 16 at strict, or `real`."""
    options: dict[str, str] = field(default_factory=dict)
    """`commitment`, `me` or `receipts`, as they are given to a verifier."""
    encoding: str = "text"

    def text(self) -> bytes:
        """The file."""
        header = {"description": self.description, "kind": self.kind, "expect": self.expect}
        if self.row is not None:
            header["row"] = str(self.row)
        header["minimal"] = "yes" if self.minimal else "no"
        if self.kind in {"bundle", "forks"}:
            header["floors"] = self.floors
        if self.encoding != "text":
            header["encoding"] = self.encoding
        lines = [f"{key}: {value}\n" for key, value in (header | self.options).items()]
        return "".join(lines).encode() + b"\n" + self._encoded() + b"\n"

    def _encoded(self) -> bytes:
        match self.encoding:
            case "hex":
                return self.body.hex().encode()
            case "spaces" | "commas":
                return str(len(self.body)).encode()
        return self.body

    def __post_init__(self) -> None:
        """Nobody without Ed25519 decides about those who sign."""
        self.minimal = self.minimal and self.expect not in OF_SIGNERS

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.txt"


def read_vector(path: Path) -> Vector:
    """The vector that stands in a file."""
    head, _, body = path.read_bytes().partition(b"\n\n")
    header = dict(line.split(": ", 1) for line in head.decode().splitlines())
    known = {key: header.pop(key) for key in ("description", "kind", "expect")}
    row, minimal = header.pop("row", None), header.pop("minimal") == "yes"
    floors, encoding = header.pop("floors", "tiny"), header.pop("encoding", "text")
    body = body.removesuffix(b"\n")
    if encoding == "hex":
        body = bytes.fromhex(body.decode())
    if encoding in BYTES:
        body = BYTES[encoding] * int(body)
    return Vector(path.stem, **known, body=body, row=None if row is None else int(row),
                  minimal=minimal, floors=floors, options=header, encoding=encoding)  # fmt: skip
