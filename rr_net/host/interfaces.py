"""What the host asks of interfaces, so that it need not know them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from rr_net.link import FromPlayer, FromRoom, Receive, TableLink
from rr_net.ssh import PipeSession, TerminalSession


class Interfaces(Protocol):
    """Makes interfaces: the command hands it to the host."""

    async def on_terminal(self, link: TableLink, session: TerminalSession) -> int:
        """Runs the full screen on somebody's terminal; the exit status."""

    async def in_text(self, link: TableLink, session: PipeSession) -> int:
        """Runs the text mode over lines; the exit status."""

    async def here(self, link: TableLink) -> int:
        """Runs the interface in this process's own terminal; the exit status."""

    async def keep_calm(self) -> None:
        """Looks after the process's memory for as long as the host lives."""


class Tap:
    """A link that lets somebody see, or change, what the room says before the interface does."""

    def __init__(self, link: TableLink, tap: Callable[[FromRoom], FromRoom]) -> None:
        self._link = link
        self._tap = tap

    def attach(self, receive: Receive) -> None:
        """Have every message of the room handed to `receive`, the welcome first."""
        self._link.attach(lambda message: receive(self._tap(message)))

    def send(self, message: FromPlayer) -> None:
        """Hand the room a message; a refusal comes back as a Problem."""
        self._link.send(message)

    def close(self) -> None:
        """Hang up: a dropped line, not a Leave."""
        self._link.close()
