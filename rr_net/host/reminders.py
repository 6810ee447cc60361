"""Reminders of games across days: where a player wants them, by the optional package `apprise`.

Addresses come from the host's config file alone. A message names the table and the turn, never a
card; an address never reaches a log, for it may hold a password.
"""

from __future__ import annotations

import importlib
import logging
import threading
from collections.abc import Callable, Mapping
from typing import Protocol, cast

from rr_net.host.config import BadConfig

log = logging.getLogger(__name__)

PACKAGE = "apprise"
NOT_INSTALLED = (
    "config.toml has addresses for reminders, and the package that sends them is not installed: "
    "`make install EXTRA=notify` in the checkout, or leave [reminders] away"
)
TITLE = "Runes table"
BODY = "It is your turn at {table}: turn {turn}."
FAILED = "A reminder could not be sent to %s"

Work = Callable[[], None]


class Notifier(Protocol):
    """What sends to the addresses that were added to it."""

    def add(self, address: str) -> bool:
        """Adds an address; False for one that it cannot read."""

    def notify(self, *, title: str, body: str) -> bool:
        """Sends to all of them; False where that failed."""


def in_thread(work: Work) -> None:
    """Does something beside the event loop; it holds nobody up, not even the end of the host."""
    threading.Thread(target=work, name="reminder", daemon=True).start()


class Reminders:
    """Reminds players of their turns at one table."""

    def __init__(
        self,
        addresses: Mapping[str, str],
        table: str,
        *,
        aside: Callable[[Work], object] = in_thread,
    ) -> None:
        """`addresses` by names and by keys. Raises BadConfig where they cannot be used."""
        self._addresses = {who.casefold(): address for who, address in addresses.items()}
        self._table, self._aside = table, aside
        self._make = _notifiers()
        for who, address in addresses.items():
            if not self._make().add(address):
                raise BadConfig(f"config.toml: reminders: {PACKAGE} cannot read {who}'s address")

    def remind(self, key: str, name: str, turn: int) -> None:
        """Reminds the owner of a key, who has this name; nothing where no address is known."""
        found = self._addresses.get(key.casefold()) or self._addresses.get(name.casefold())
        if found is not None:
            address = found
            self._aside(lambda: self._send(address, name, turn))

    def _send(self, address: str, name: str, turn: int) -> None:
        body = BODY.format(table=self._table, turn=turn)
        try:
            notifier = self._make()
            is_sent = notifier.add(address) and notifier.notify(title=TITLE, body=body)
        except Exception:  # noqa: BLE001 - other people's code; its words may hold the address
            is_sent = False
        if not is_sent:
            log.warning(FAILED, name)


def _notifiers() -> Callable[[], Notifier]:
    try:
        package = importlib.import_module(PACKAGE)  # slow, and only where there are addresses
    except ImportError:
        raise BadConfig(NOT_INSTALLED) from None
    # What it logs itself quotes addresses.
    theirs = logging.getLogger(PACKAGE)
    theirs.propagate = False
    theirs.setLevel(logging.CRITICAL + 1)
    return cast(Callable[[], Notifier], package.Apprise)
