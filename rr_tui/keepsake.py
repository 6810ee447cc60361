"""Keepsakes: what a player takes home who hangs up and waits for no goodbye.

A goodbye of the room has a receipt of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rr_net.link import Bye, LogLine
from rr_net.safetext import clean
from rr_tui.known import Known

LONGEST = 400
CHECKPOINT = "checkpoint"
"""The kind of log line that says which head the host has signed."""
MOST_EVENTS = 12
"""So many events' contributions are told: one is enough to find oneself in the record."""


def goodbye(bye: Bye) -> Iterator[str]:
    """The last lines where the room says goodbye."""
    yield clean(bye.text, LONGEST)
    if bye.commitment:
        yield f"The deck was committed to: {clean(bye.commitment, 80)}"
    yield from (clean(line, LONGEST) for line in bye.receipt)


def keepsake(known: Known) -> Iterator[str]:
    """The last lines of somebody who hangs up: the promise, the last head, the own keys."""
    if known.lobby is not None and known.lobby.commitment:
        yield f"The deck was committed to: {clean(known.lobby.commitment, 80)}"
    words = words_of_head(known.log)
    if words:
        yield f"The last turn that was signed: {words}"
    for number, given in list(known.gave.items())[-MOST_EVENTS:]:
        yield f"You gave to random event {number}: {clean(given, LONGEST)}"


def words_of_head(lines: Sequence[LogLine]) -> str:
    """The four words that the newest of these lines about a signed head holds, or ""."""
    newest: Iterable[LogLine] = (line for line in reversed(lines) if line.kind == CHECKPOINT)
    found = next(iter(newest), None)
    return clean(found.text.rpartition(": ")[2], LONGEST) if found is not None else ""
