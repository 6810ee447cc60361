"""What the host asks of interfaces, so that it need not know them."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from rr_net.host.checking import Check
from rr_net.link import FromRoom, Keeper, Lobby, Notice, Receive, TableLink
from rr_net.ssh import PipeSession, TerminalSession


class FramesDrawn(NamedTuple):
    """What interfaces have drawn, as far as that is counted."""

    frames: int = 0
    keys: int = 0
    """Keys that a frame has answered within a second."""
    key_seconds: float = 0.0
    """The seconds from those keys to their frames, added up."""


class Interfaces(Protocol):
    """Makes interfaces: the command hands it to the host."""

    async def on_terminal(self, link: TableLink, session: TerminalSession) -> int:
        """Runs the full screen on somebody's terminal; the exit status."""

    async def in_text(self, link: TableLink, session: PipeSession) -> int:
        """Runs the text mode over lines; the exit status."""

    async def here(
        self, link: TableLink, keeper: Keeper = "host", check: Check | None = None
    ) -> int:
        """Runs the interface in this process's own terminal; the exit status.

        `check` has the last game checked once more, for who asks for it here.
        """

    async def hot_seat(self, links: tuple[TableLink, ...], keeper: Keeper = "play") -> int:
        """Runs one interface here for several people who take turns at it; the exit status."""

    def learning(self, link: TableLink) -> TableLink:
        """The link of somebody who can take a lesson while the table waits for its deal."""

    async def keep_calm(self) -> None:
        """Looks after the process's memory for as long as the host lives."""

    def drawn(self) -> FramesDrawn:
        """What all screens of this process have drawn so far."""


DRAWN_ANEW = (
    "The interface broke and was drawn anew: your seat and your cards are where they were. "
    "The fault is noted for the host."
)


class Redrawn:
    """The link of somebody whose interface has broken: the new one says so."""

    def __init__(self, link: TableLink) -> None:
        self._link = link
        self._is_told = False
        self.send = link.send
        self.close = link.close
        self.replay = link.replay
        self.past = link.past

    def attach(self, receive: Receive) -> None:
        """Have every message of the room handed to `receive`, and behind the lobby what was."""

        def told(message: FromRoom) -> None:
            receive(message)
            if isinstance(message, Lobby) and not self._is_told:
                self._is_told = True
                receive(Notice(text=DRAWN_ANEW))

        self._link.attach(told)
