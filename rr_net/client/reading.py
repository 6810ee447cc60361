"""What a host says, made safe: typed, bounded and clean, or refused in a sentence.

A host of another version may say more than this client knows: fields that are new are left out, and
so are whole messages.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Mapping
from dataclasses import is_dataclass, make_dataclass
from functools import lru_cache
from typing import Any, Protocol, cast, get_args, get_type_hints

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import from_json, to_json

from rr_net.link import (
    MOST_ROWS,
    FromRoom,
    Lobby,
    Log,
    OwnAnswers,
    Pending,
    RecordRows,
    SealedFirst,
    Seen,
)
from rr_net.safetext import clean
from rr_net.ssh.lines import NoLine
from rr_rules.kernel.errors import RulesError
from rr_rules.registry import load_game

LONGEST_TEXT = 4_000
"""The most characters of one text; the longest that a host has to say is a card's, with 600."""
DEEPEST = 24
"""How deep lists and objects may lie in each other; a view has eight such levels."""
MOST_PARTS = 200_000
"""The most values in one message; the log of a long game has some ten thousand."""
LARGEST_NUMBER = 2**53
MOST_FIELDS = 64
LONGEST_NOTE, LONGEST_SIGNATURE = 160, 4096
LOG_BYTES = 32 * 1024 * 1024
"""The most that is kept of one game's log; that of a long game has a hundredth of it."""

_messages: TypeAdapter[FromRoom] = TypeAdapter(FromRoom)
KINDS = frozenset(
    get_args(each.model_fields["type"].annotation)[0]
    for each in get_args(get_args(FromRoom)[0])
)  # fmt: skip
"""The kinds of message that are known here."""

SCREEN = frozenset({"hello", "lobby", "cards", "view", "pending"})
"""What a screen stands for: without one of them it would show something else than the table."""


class TableLine(Protocol):
    """Lines in and out, until it is over."""

    async def read(self) -> str | NoLine:
        """The next line, or why there is none."""

    def write(self, line: bytes) -> bool:
        """Sends a line; whether there is still somewhere to send it."""

    def close(self) -> None:
        """Hangs up."""

    async def answers(self) -> None:
        """Waits for a sign of life from the table. Raises OSError without a line."""

    async def fetch(self, word: str) -> bytes:
        """What the host sends for one of its words. Raises OSError without a line."""

    @property
    def beside(self) -> str:
        """What was said beside the messages."""

    @property
    def host_key(self) -> str:
        """The fingerprint of the key that this line was made with."""


class BadMessage(Exception):
    """A host says what cannot be shown here."""

    def __init__(self, words: str, *, is_grave: bool = True) -> None:
        super().__init__(words)
        self.is_grave = is_grave
        """Whether the table cannot be shown without it."""


class MessageReader:
    """Reads what one host says, line by line."""

    def __init__(self) -> None:
        self._log_bytes = 0

    def read(self, line: str) -> FromRoom | None:
        """The message in a line, or None for a kind that is not known here. Raises BadMessage."""
        content = _parsed(line)
        kind = content.get("type")
        if kind == "rows":
            return _rows(line)
        if not isinstance(kind, str):
            raise BadMessage("the host says something that is no message")
        if kind not in KINDS:
            return None
        view = content.pop("view", None) if kind == "view" else None
        if view is not None:
            content["view"] = None
        try:
            message = _messages.validate_json(to_json(content), extra="ignore")
        except ValidationError as error:
            raise _first(error, kind) from None
        if isinstance(message, Seen):
            message = message.model_copy(update={"view": read_view(message.game, view)})
        elif isinstance(message, Pending) and message.sealed is not None:
            message = message.model_copy(update={"sealed": _sealed(line)})
        self._bound(message, len(line))
        return message

    def _bound(self, message: FromRoom, size: int) -> None:
        match message:
            case Log(lines=lines):
                starts_anew = bool(lines) and lines[0].n == 0
                self._log_bytes = size + (0 if starts_anew else self._log_bytes)
                if self._log_bytes > LOG_BYTES:
                    raise BadMessage("the host tells more than any game has to tell")
            case Lobby():
                _check_seats(message)
            case OwnAnswers(rows=rows) if len(rows) > MOST_ROWS:
                raise BadMessage("the host tells of more answers than of rows", is_grave=False)


def _rows(line: str) -> RecordRows:
    """Rows of the record, byte for byte: they are checked, and nobody is shown them."""
    try:
        rows = RecordRows.model_validate_json(line, extra="ignore")
    except ValidationError as error:
        raise _first(error, "rows") from None
    if len(rows.rows) > MOST_ROWS or not 0 <= rows.first <= rows.size <= MOST_PARTS:
        raise BadMessage("the host tells of rows that there cannot be", is_grave=False)
    return rows


class _Sealed(BaseModel):
    """The one part of a question that is checked as it was signed, and not shown."""

    sealed: SealedFirst


def _sealed(line: str) -> SealedFirst:
    """What the host has signed, byte for byte: a note is of three lines."""
    try:
        sealed = _Sealed.model_validate_json(line, extra="ignore").sealed
    except ValidationError as error:
        raise _first(error, "pending") from None
    if len(sealed.note) > LONGEST_NOTE or len(sealed.signature) > LONGEST_SIGNATURE:
        raise BadMessage("the host has signed more than there is to sign")
    return sealed


def _parsed(line: str) -> dict[str, Any]:
    try:
        content = from_json(line, allow_inf_nan=False, cache_strings="none")
    except ValueError:
        raise BadMessage("the host says something that is no message") from None
    if not isinstance(content, dict):
        raise BadMessage("the host says something that is no message")
    return cast("dict[str, Any]", _Cleaner().cleaned(content, 0))


def _first(error: ValidationError, kind: str) -> BadMessage:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ".".join(str(part)[:32] for part in first["loc"][:6])
    words = f"the host's message {kind} makes no sense here ({place}: {first['msg']})"
    return BadMessage(clean(words, 200), is_grave=kind in SCREEN)


class _Cleaner:
    """Makes the values of one message safe, and counts them."""

    def __init__(self) -> None:
        self._left = MOST_PARTS

    def cleaned(self, value: object, depth: int) -> object:
        self._left -= 1
        if self._left < 0 or depth > DEEPEST:
            raise BadMessage("the host says more at once than there can be to say")
        match value:
            case str():
                return clean_text(value)
            case dict():
                return {clean_text(str(k)): self.cleaned(v, depth + 1) for k, v in value.items()}
            case list():
                return [self.cleaned(each, depth + 1) for each in value]
            case bool() | None:
                return value
            case int() | float() if abs(value) <= LARGEST_NUMBER:
                return value
        raise BadMessage("the host says a number that counts nothing")


def clean_text(text: str) -> str:
    """A text without anything that a terminal would obey, and no longer than there is to read."""
    if text.isascii() and text.isprintable():
        return text[:LONGEST_TEXT]
    return _cleaned(text[: 2 * LONGEST_TEXT])


@lru_cache(maxsize=4096)
def _cleaned(text: str) -> str:
    return clean(text, LONGEST_TEXT)


def _check_seats(lobby: Lobby) -> None:
    """That all that names a seat names one that is there. Raises BadMessage."""
    seats = range(len(lobby.seats))
    named = [each.asks_for for each in lobby.people] + [each.seat for each in lobby.people]
    is_whole = [each.seat for each in lobby.seats] == list(seats) and len(lobby.seats) <= 8
    if not is_whole or any(each != -1 and each not in seats for each in named):
        raise BadMessage("the host tells of seats that are not there")


# --- views ---------------------------------------------------------------------------------


def read_view(game: str, view: object) -> object:
    """A game's view as its rules make it; one of a game that is not here, as plain fields.

    Raises BadMessage.
    """
    adapter = _views(game)
    if adapter is None:
        return _plain(view)
    try:
        return adapter.validate_json(to_json(view))
    except ValidationError as error:
        raise _first(error, "view") from None


@lru_cache(maxsize=16)
def _views(game: str) -> TypeAdapter[object] | None:
    """What reads the views of a game; None where its rules are not here, or do not say."""
    try:
        made = get_type_hints(type(load_game(game)).view)["return"]
    except (RulesError, NameError, KeyError, TypeError):
        return None
    return TypeAdapter(made) if is_dataclass(made) else None


def _plain(value: object) -> object:
    match value:
        case dict():
            names = _names(value)
            return _shape(tuple(names))(*(_plain(value[name]) for name in names))
        case list():
            return tuple(_plain(each) for each in value)
    return value


def _names(fields: Mapping[str, object]) -> Iterable[str]:
    said = (name for name in fields if re.fullmatch(r"[a-z][a-z0-9_]{0,31}", name))
    return [name for name in said if not keyword.iskeyword(name)][:MOST_FIELDS]


@lru_cache(maxsize=64)
def _shape(names: tuple[str, ...]) -> type:
    return make_dataclass("PlainView", [f"{name}" for name in names], frozen=True)
