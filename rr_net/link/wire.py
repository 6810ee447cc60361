"""The seam itself: both directions of a link, and messages as JSON lines."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Protocol

from pydantic import TypeAdapter, ValidationError

from rr_net.link.player import FromPlayer
from rr_net.link.replay import Reel, ReplayStep
from rr_net.link.room import FromRoom
from rr_net.link.steps import ReelTold


async def read_until(over: asyncio.Event, reading: Coroutine[None, None, None]) -> None:
    """Read until the input ends or the talk is `over`; what goes wrong while reading is raised."""
    tasks = asyncio.ensure_future(reading), asyncio.ensure_future(over.wait())
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if tasks[0].done():
            tasks[0].result()
    finally:
        for task in tasks:
            task.cancel()


LINE_LIMIT = 16_384
"""The longest JSON line a client may send, in bytes."""


class LinkError(Exception):
    """A line is no message: it is not JSON, too long, or has wrong fields."""


_from_player: TypeAdapter[FromPlayer] = TypeAdapter(FromPlayer)
_from_room: TypeAdapter[FromRoom] = TypeAdapter(FromRoom)


def read_line(line: bytes) -> FromPlayer:
    """The message that a client's JSON line holds. Raises LinkError."""
    if len(line) > LINE_LIMIT:
        raise LinkError(f"a line of {len(line)} bytes: expected at most {LINE_LIMIT}")
    try:
        return _from_player.validate_json(line)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the line"
        raise LinkError(f"{place}: {first['msg']}") from None


def write_line(message: FromRoom) -> bytes:
    """A message as one JSON line."""
    return _from_room.dump_json(message) + b"\n"


Receive = Callable[[FromRoom], None]


class TableLink(Protocol):
    """One player's end of the seam; both directions are calls that never block."""

    def attach(self, receive: Receive) -> None:
        """Have every message of the room handed to `receive`, the welcome first."""

    def send(self, message: FromPlayer) -> None:
        """Hand the room a message; a refusal comes back as a Problem."""

    def close(self) -> None:
        """Hang up: a dropped line, not a Leave."""

    def replay(self) -> ReplayLink:
        """The game that is over at this table, to be looked at. Raises Refused."""

    def past(self) -> PastLink | None:
        """The games that this player may know of, where they are kept. Raises Refused."""


Tell = Callable[[str], object]
"""Says a sentence to whoever waits for an answer."""


def quiet(_: str) -> None:
    """Says nothing to anybody."""


class PastLink(Protocol):
    """What somebody can do with the records of games that they sat in; the host with all of them.

    Each answer is lines of text. A record is there once its cards are open.
    """

    async def check(self, game: str, tell: Tell = quiet) -> tuple[str, ...]:
        """What the verification of a game's record says; `tell` hears it where that has to wait."""

    async def export(self, game: str) -> tuple[str, ...]:
        """Puts the record of a game where its owner finds it, or says how it is had."""

    async def forget(self) -> tuple[str, ...]:
        """Leaves "somebody" wherever the asking player sat."""

    async def replay(self, game: str, tell: Tell = quiet) -> ReplayLink:
        """A game, to be looked at step by step. Raises Refused."""


class ReplayLink(TableLink, Protocol):
    """A finished game that somebody looks at; it answers at once, and sends no views by itself."""

    @property
    def reel(self) -> Reel:
        """What there is to see by now."""

    @property
    def told(self) -> ReelTold:
        """The same as a message."""

    def picture(self, at: int, eyes: int) -> ReplayStep:
        """One step, the nearest that there is, for eyes that may be taken. Raises Refused."""

    def watch(self, heard: Callable[[], object]) -> None:
        """Have `heard` called whenever the reel is another one."""

    def beginning(self, at: int, eyes: int) -> ReplayLink:
        """The same game for somebody else to look at, from that step and with those eyes."""

    def share(self, at: int, note: str) -> bytes:
        """The record, to be looked at from a step on, with a note. Raises Refused."""

    def branch(self, at: int, eyes: int, *, anew: bool) -> TableLink:
        """A table that goes on from a step, with bots on all seats but one. Raises Refused.

        The cards lie as they lay then, or `anew`, as that seat could imagine them.
        """
