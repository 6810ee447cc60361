"""The transcript is the game: what was fixed before the deal, and the entries fed to the table.

Everything else, the events people read included, is derived from it. What was fixed, seats, options
and declarations, is for whoever keeps a record to write down; the entries are here.
"""

from __future__ import annotations

import json
from typing import NamedTuple, cast

from rr_rules.kernel.errors import BadTranscript
from rr_rules.kernel.requests import ChanceResult, Seat

Plain = dict[str, object]
"""A JSON object with ASCII keys, no floats and integers below 2**53."""


class Answer(NamedTuple):
    """A seat's choice: the number of its option. In a ChooseAll each seat gives its own."""

    seat: Seat
    option: int


class Chance(NamedTuple):
    """The outcome of a Shuffle or a Roll."""

    result: ChanceResult


class Arrange(NamedTuple):
    """A seat re-orders an own hidden zone; position i then holds what was at order[i]."""

    seat: Seat
    zone: str
    order: tuple[int, ...]


class Remove(NamedTuple):
    """A seat leaves the game for good."""

    seat: Seat


Entry = Answer | Chance | Arrange | Remove


_encoder = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
)


def canonical(value: object) -> bytes:
    """The one byte form of a JSON value: sorted keys, no spaces, UTF-8 (after RFC 8785).

    Only for values without floats, with ASCII keys and integers below 2**53.
    """
    return _encoder.encode(value).encode()


def entry_plain(entry: Entry) -> Plain:
    """An entry as a JSON object."""
    match entry:
        case Answer(seat, option):
            return {"type": "answer", "seat": seat, "option": option}
        case Chance(result):
            orders = result if isinstance(result, int) else [list(order) for order in result]
            return {"type": "chance", "result": orders}
        case Arrange(seat, zone, order):
            return {"type": "arrange", "seat": seat, "zone": zone, "order": list(order)}
        case Remove(seat):
            return {"type": "remove", "seat": seat}


def entry_from_plain(plain: object) -> Entry:
    """The entry that a JSON object stands for.

    Raises BadTranscript for anything that `entry_plain` could not have written.
    """
    if not isinstance(plain, dict):
        raise BadTranscript(f"an entry is {type(plain).__name__}: expected an object")
    match plain:
        case {"type": "answer", "seat": int(seat), "option": int(option), **rest} if not rest:
            entry: Entry = Answer(Seat(seat), option)
        case {"type": "chance", "result": int() | list() as result, **rest} if not rest:
            entry = Chance(_chance_result(result))
        case {"type": "arrange", "seat": int(seat), "zone": str(zone), "order": list(order), **rest
              } if not rest:  # fmt: skip
            entry = Arrange(Seat(seat), zone, _numbers(order))
        case {"type": "remove", "seat": int(seat), **rest} if not rest:
            entry = Remove(Seat(seat))
        case _:
            raise BadTranscript(f"an entry has the fields {sorted(map(str, plain))}: no such entry")
    if any(isinstance(value, bool) for value in plain.values()):  # a bool is an int to Python
        raise BadTranscript(
            f"an entry of type {plain['type']!r} holds a truth value: expected numbers"
        )
    return entry


def _chance_result(result: int | list[object]) -> ChanceResult:
    return result if isinstance(result, int) else tuple(_numbers(order) for order in result)


def _numbers(order: object) -> tuple[int, ...]:
    if not isinstance(order, list) or not all(type(i) is int for i in order):
        raise BadTranscript("an order is not a list of whole numbers")
    return tuple(cast("list[int]", order))
