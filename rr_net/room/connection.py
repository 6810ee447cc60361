"""One interface of one key, as the room sees it: the room's end of a TableLink."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from rr_net import link
from rr_net.clocks import Clock, TokenBucket

if TYPE_CHECKING:
    from rr_net.room.people import Person

log = logging.getLogger(__name__)

BURST, RATE = 100, 20.0
"""So many messages an interface may send: far more than fingers, far less than a flood."""


class Connection:
    """A TableLink: what the interface does goes to the room's queue, and messages come back."""

    def __init__(
        self,
        person: Person,
        clock: Clock,
        joined: Callable[[Connection], None],
        received: Callable[[Connection, link.FromPlayer], None],
        dropped: Callable[[Connection], None],
    ) -> None:
        self.person = person
        self.log_from = 0
        """The first event of the log that has not been sent."""
        self.log_lines = 0
        """How many lines have been sent."""
        self.cards: link.Cards | None = None
        """The faces that were sent last."""
        self._shown: dict[type[link.Message], object] = {}
        self._joined, self._received, self._dropped = joined, received, dropped
        self._receive: link.Receive | None = None
        self._allowance = TokenBucket(RATE, BURST, clock)
        self._over = False

    # --- the interface's end -----------------------------------------------------------

    def attach(self, receive: link.Receive) -> None:
        """Have every message of the room handed to `receive`, the welcome first."""
        self._receive = receive
        self._joined(self)

    def send(self, message: link.FromPlayer) -> None:
        """Hand the room a message; a refusal comes back as a Problem."""
        if self._over:
            return
        if self._allowance.take():
            self._received(self, message)
        else:
            self.tell(link.Problem(code="too_fast", text="that was too much at once: slow down"))

    def close(self) -> None:
        """Hang up: a dropped line, not a Leave."""
        if not self._over:
            self._over = True
            self._dropped(self)

    # --- the room's end ----------------------------------------------------------------

    def tell(self, message: link.FromRoom) -> None:
        """Sends a message; an interface that fails is dropped, and nobody else notices."""
        if self._receive is None or self._over:
            return
        try:
            self._receive(message)
        except Exception as error:  # noqa: BLE001 - the guard of this session, seen from the room
            log.warning("an interface failed and was dropped: %s", type(error).__name__)
            self.close()

    def show(self, message: link.Lobby | link.Seen | link.Pending, same: object) -> None:
        """Sends what the screen stands for, unless `same` says that it is there already."""
        kind = type(message)
        shown = self._shown.get(kind)
        if shown is not same and shown != same:
            self._shown[kind] = same
            self.tell(message)

    def forget(self) -> None:
        """Has everything shown anew, as to a screen that is empty."""
        self._shown.clear()
        self.log_from = self.log_lines = 0
        self.cards = None

    def dismiss(self, text: str, commitment: str, receipt: tuple[str, ...] = ()) -> None:
        """Says the last word; nothing goes either way after it."""
        self.tell(link.Bye(text=text, commitment=commitment, receipt=receipt))
        self._over = True
