"""The base of all that is read from a bundle or a journal: strict, frozen, nothing unknown."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import Annotated, NoReturn, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from rr_net.fairness.base.errors import BadBundle, BadJson, Failure
from rr_net.safetext import SafeText, clean
from rr_rules.kernel.transcript import Plain, canonical

LARGEST = 2**53
"""Whole numbers stay below this, so that every language reads them exactly."""


MOST_SIGNS = 3 * 2**17
"""So many brackets, commas and colons may a file have: each value costs one, and memory."""
DEEPEST = 16
"""How deep objects and lists may be nested."""
SIGNS = b"[{,:"
MOST_SSHSIGS, SSHSIG = 2**12, b"U1NIU0lH"
"""So many signatures in OpenSSH's format may a file have, and how one begins."""
MOST_SIGNED, SIGNED = 2**13, b'"signed":{'
"""So many answers may be signed, and what stands in each of these once."""
MOST_ROWS, IN_A_ROW = 2**14, b'"prev":'
"""So many rows may a record have, and what stands in each once."""
MOST_CARDS = 2**16
"""So many cards may a game have, and so many faces the bodies of all its rows together."""
STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
IDLE = bytes(set(range(256)) - set(STEPS) - {ord('"')})
PIECE = 2**16
"""Bytes that are cut at their quotes at once: the pieces of a whole file could be millions."""


def check_limits(source: bytes) -> None:
    """Whether JSON is small enough to be parsed, whatever it says. Raises BadJson."""
    for what, count, most in (
        ("brackets, commas and colons", sum(map(source.count, SIGNS)), MOST_SIGNS),
        ("signatures of SSH keys", source.count(SSHSIG), MOST_SSHSIGS),
        ("signed answers", source.count(SIGNED), MOST_SIGNED),
        ("rows", source.count(IN_A_ROW), MOST_ROWS),
    ):
        if count > most:
            raise BadJson(Failure.TOO_MANY, f"{count} {what}: expected at most {most}")
    if max(accumulate(map(STEPS.__getitem__, _brackets(source))), default=0) > DEEPEST:
        problem = f"JSON that is nested more than {DEEPEST} deep"
        raise BadJson(Failure.TOO_DEEP, problem)


def _brackets(source: bytes) -> Iterator[int]:
    """All brackets that stand outside of strings."""
    # Quotes that are escaped go first, and before them backslashes that are: the rest are ends.
    bare = source.replace(rb"\\", b"").replace(rb"\"", b"").translate(None, IDLE)
    is_text = False
    for at in range(0, len(bare), PIECE):
        parts = bare[at : at + PIECE].split(b'"')
        yield from b"".join(parts[is_text::2])
        is_text ^= len(parts) % 2 == 0


def read_canonical(source: bytes) -> object:
    """The JSON value whose canonical form is `source`. Raises BadJson."""
    check_limits(source)
    try:
        value = json.loads(
            _text(source),
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=_not_whole,
            parse_constant=_not_whole,
        )
        same = canonical(value) == source
    except json.JSONDecodeError as error:
        problem = f"no JSON at byte {error.pos}: {error.msg}"
        raise BadJson(Failure.NOT_JSON, problem) from None
    except UnicodeEncodeError:
        raise BadJson(Failure.NOT_CANONICAL, "half a character: expected whole ones") from None
    except RecursionError:
        raise BadJson(Failure.NOT_JSON, "JSON that is nested too deep to be a game") from None
    if not same:
        problem = "not the canonical form: expected sorted keys, no spaces, no needless escapes"
        raise BadJson(Failure.NOT_CANONICAL, problem)
    return value


def _text(source: bytes) -> str:
    try:
        return source.decode()
    except UnicodeDecodeError as error:
        problem = f"no UTF-8 at byte {error.start}: {error.reason}"
        raise BadJson(Failure.NOT_UTF8, problem) from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    built = dict(pairs)
    if len(built) < len(pairs):
        twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise BadJson(Failure.DUPLICATE_KEY, f"the key {clean(twice, 40)!r} stands twice")
    for key in built:
        if not key.isascii():
            raise BadJson(Failure.NON_ASCII_KEY, f"the key {clean(key, 40)!r}: expected ASCII")
    return built


def _whole(digits: str) -> int:
    # Python refuses to read 4,300 digits with an error of another kind.
    if len(digits) > 17 or abs(int(digits)) >= LARGEST:
        problem = f"a number of {len(digits)} digits: expected less than 2**53"
        raise BadJson(Failure.NUMBER_TOO_GREAT, problem)
    return int(digits)


def _not_whole(text: str) -> NoReturn:
    raise BadJson(Failure.NOT_WHOLE, f"the number {text[:20]}: expected whole numbers only")


M = TypeVar("M", bound=BaseModel)

Hex = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""Thirty-two bytes."""
Key = Annotated[str, StringConstraints(max_length=128)]
"""The fingerprint of an SSH key."""
SshSig = Annotated[str, StringConstraints(min_length=1, max_length=4096)]
"""A signature in OpenSSH's format, in base64 without line breaks."""
GameSig = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{128}$")]
"""An Ed25519 signature by the key of a game."""
Day = Annotated[str, StringConstraints(min_length=10, max_length=10)]
"""A date, as 2026-11-23."""
Whole = Annotated[int, Field(ge=0, lt=LARGEST)]
LONGEST_WORD = 64
Word = Annotated[str, StringConstraints(max_length=LONGEST_WORD)]
Owner = Annotated[int, Field(ge=-1, lt=8)]
"""A seat, or -1 for the table."""


STRICT = ConfigDict(frozen=True, extra="forbid", strict=True)


class Part(BaseModel):
    """A value with named parts."""

    model_config = STRICT

    def plain(self) -> Plain:
        """The value as a JSON object."""
        return self.model_dump()


def read_part(read: Callable[[bytes], M], source: bytes, what: str) -> M:
    """The value whose canonical form is `source`. Raises BadBundle."""
    try:
        value = read(source)
    except ValidationError as error:
        problem = f"no {what}: {_first_problem(error)}"
        raise BadBundle(Failure.WRONG_SHAPE, problem) from None
    # A field that was left out and has a default is a second spelling of the same value.
    if canonical(value.model_dump()) != source:
        problem = f"no {what}: a field is missing, or not in its canonical form"
        raise BadBundle(Failure.WRONG_SHAPE, problem)
    return value


def _first_problem(error: ValidationError) -> SafeText:
    """Where a value is wrong and how, without quoting the value: it may be hidden."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ".".join(str(part)[:40] for part in first["loc"]) or "the whole"
    return clean(f"{place}: {first['msg']}")
