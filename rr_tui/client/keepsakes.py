"""Keepsakes: what a player reads last, and what there is to keep of a game that can be checked.

Hashes and words of the record stand on the page of the proof alone; over `json` a goodbye has a
receipt of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rr_net.link import Bye, Ended, Keeper, LogLine, kept_words
from rr_net.link.command import own_command
from rr_net.safetext import clean
from rr_tui.board.model import PlayerModel
from rr_tui.client.leaving import turn_of
from rr_tui.looks.wording import OF_THE_RECORD

LONGEST = 400
CHECKPOINT = "checkpoint"
"""The kind of log line that says which head the host has signed."""
MOST_EVENTS = 12
"""The most events whose contributions are told: one is enough to find oneself in the record."""


class SignedHead(NamedTuple):
    """The record as far as the host has signed it, as this player was told."""

    size: int
    head: str
    """Its hash, hex."""
    words: tuple[str, ...]
    """Twelve at the end of a game, four at the end of a turn."""


def signed_head(model: PlayerModel) -> SignedHead | None:
    """The newest head that this player was told, or None."""
    ended = model.ended
    if ended is not None and ended.size:
        return SignedHead(
            ended.size, clean(ended.head, 80), tuple(clean(word, 16) for word in ended.words)
        )
    line = _checkpoint(model.log)
    match line.event if line is not None else {}:
        case {"size": int(size), "head": str(head)}:
            return SignedHead(size, clean(head, 80), tuple(words_of_head(model.log).split()))
    return None


PROOF = "To check what you saw: ssh HOST receipts now, ssh HOST bundle once the game is over"
FILLED = "To check what you saw: {} receipts now, {} bundle once the game is over"
CLOSED = (
    "Nothing can be fetched from the table now that it is closed. What you have fetched can be "
    "checked as before, and the host's machine keeps the record: ask the host for the file."
)
CLOSED_HERE = "The record of the game is on this machine: {} verify last checks it."
BACK = "Your line to come back, once the table is open again:"


KEY = "SHA256:"
"""How the fingerprint of a key begins that came by ssh."""


def past_verdict(ended: Ended) -> str:
    """What the check of a game says to whoever plays the next one already."""
    return f"The host's machine says of the game before: {ended.verdict}"


def came_by_ssh(model: PlayerModel) -> bool:
    """Whether this player has an ssh line, to which a word can be added."""
    return model.welcome is not None and model.welcome.fingerprint.startswith(KEY)


def goodbye(bye: Bye, model: PlayerModel) -> Iterator[str]:
    """The last lines where the room says goodbye: why, and where the proof is to be had."""
    yield clean(bye.text, LONGEST)
    if bye.back:
        # Nobody listens there now: what could be fetched "now" would be a line in vain.
        yield from (BACK, f"    {clean(bye.back, LONGEST)}")
        if model.ended is not None and came_by_ssh(model):
            yield CLOSED_HERE.format(own_command()) if model.line.has_record else CLOSED
    elif bye.commitment and came_by_ssh(model):
        yield proof_at(model)


def keepsakes(model: PlayerModel, keeper: Keeper | None = None) -> Iterator[str]:
    """The last lines of somebody who hangs up; a `keeper` goes on with a table that ends so."""
    if keeper is not None and model.lobby is not None and model.lobby.phase == "playing":
        yield kept_words(turn_of(model), keeper)
    if model.lobby is not None and model.lobby.commitment and came_by_ssh(model):
        yield proof_at(model)


def ssh_line(model: PlayerModel) -> str:
    """The line by which this player came, where the host has told it with the record; else ""."""
    told = clean(model.ended.bundle, LONGEST) if model.ended is not None else ""
    line, _, rest = told.partition(" bundle > ")
    return line if rest and line.startswith("ssh ") and "..." not in line else ""


def proof_at(model: PlayerModel) -> str:
    """Where what can be checked is to be had."""
    line = ssh_line(model)
    return FILLED.format(line, line) if line else PROOF


def proof_lines(model: PlayerModel) -> Iterator[str]:
    """What there is to keep of the game on the table: the promise, the last head, the own keys."""
    if model.lobby is not None and model.lobby.commitment:
        yield f"The deck was committed to: {clean(model.lobby.commitment, 80)}"
    signed = signed_head(model)
    if signed is not None:
        yield f"The host has signed {signed.size} rows, the head is {signed.head}"
        yield f"In words, to compare with the others: {' '.join(signed.words)}"
    for number, given in list(model.gave.items())[-MOST_EVENTS:]:
        yield f"Your note of random event {number}, for --me: {clean(given, LONGEST)}"
    for line in model.log:
        if line.kind in OF_THE_RECORD:
            yield model.named(clean(line.text, LONGEST))


def words_of_head(lines: Sequence[LogLine]) -> str:
    """The four words that the newest of these lines about a signed head holds, or ""."""
    found = _checkpoint(lines)
    return clean(found.text.rpartition(": ")[2], LONGEST) if found is not None else ""


def _checkpoint(lines: Sequence[LogLine]) -> LogLine | None:
    return next((line for line in reversed(lines) if line.kind == CHECKPOINT), None)
