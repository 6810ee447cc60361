"""Views and options as vectors of a fixed length, whatever the game: by hashing what they say.

Each fact goes to a place that its own words choose, with a sign: two facts may share a place, which
a longer vector makes rarer. Nothing but the seat's view, its question and the words of its options
comes in, so nothing that is hidden from the seat can come out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from zlib import crc32

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError:  # the extra `research` brings it
    CAN_NUMBER = False
else:
    CAN_NUMBER = True

from rr_rules.kernel.game import Game, GameState
from rr_rules.kernel.requests import Choose, Option

WORD = re.compile(r"[\w'-]+")
SCALE = 10.0
"""Numbers of a view are counted in tens: most of them are cards, points and places."""
SIGN = 1 << 31


@lru_cache(maxsize=1 << 16)
def _place(fact: str) -> tuple[int, float]:
    """Where a fact goes, before it is folded to a length, and with which sign."""
    code = crc32(fact.encode())
    return code & ~SIGN, -1.0 if code & SIGN else 1.0


def vector(facts: Iterator[tuple[str, float]], length: int) -> NDArray[np.float32]:
    """All facts in one vector of that length."""
    found = np.zeros(length, np.float32)
    for fact, value in facts:
        place, sign = _place(fact)
        found[place % length] += sign * value
    return found


def position(view: object, choose: Choose | None, seat: int) -> Iterator[tuple[str, float]]:
    """What a seat sees, and what it is asked."""
    yield from _facts("", view)
    if choose is not None and choose.seat == seat:
        yield f"asked {choose.verb}", 1.0
        yield f"by {choose.source}", 1.0
        yield from _facts("about", choose.about)


def _facts(path: str, value: object) -> Iterator[tuple[str, float]]:
    """The leaves of a view: numbers by where they stand, words by what they say there."""
    if isinstance(value, bool | int | float):
        yield path, float(value) / SCALE
    elif isinstance(value, str):
        yield f"{path}={value}", 1.0
    elif isinstance(value, frozenset | set):
        for each in sorted(map(str, value)):
            yield f"{path}={each}", 1.0
    elif isinstance(value, tuple | list) and not hasattr(value, "_fields"):
        yield f"{path}#", len(value) / SCALE
        for at, each in enumerate(value):
            yield from _facts(f"{path}[{at}]", each)
    else:
        for name, part in _parts(value):
            yield from _facts(f"{path}.{name}", part)


def _parts(value: object) -> Iterable[tuple[str, object]]:
    """What a record or a mapping has by name; of anything else nothing is known."""
    if isinstance(value, Mapping):
        return [(str(name), value[name]) for name in sorted(value, key=str)]
    if is_dataclass(value):
        return [(field.name, getattr(value, field.name)) for field in fields(value)]
    names: Iterable[str] = getattr(value, "_fields", ())
    return [(name, getattr(value, name)) for name in names]


def option_facts(
    game: Game[GameState], choose: Choose, option: Option, view: object
) -> Iterator[tuple[str, float]]:
    """What an option does, where, and how people read it."""
    yield f"{choose.verb} {option.act}", 1.0
    yield f"{option.act} {option.zone}", 1.0
    if option.seat >= 0:
        whose = "own" if option.seat == choose.seat else "another's"
        yield f"{option.act} {whose} {option.zone}", 1.0
    for at, place in enumerate(option.order):
        yield f"{option.act}[{at}]", place / SCALE
    for word in WORD.findall(game.label(choose, option, view)):
        yield f"{option.act} {word.lower()}", 1.0
