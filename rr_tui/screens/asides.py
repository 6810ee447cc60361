"""Asides: another table that somebody goes to for a while, and comes back from."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from contextvars import Context
from typing import Any, NamedTuple

from textual.screen import Screen

from rr_net.link import Keeper, ReplayLink, TableLink
from rr_net.link.refusals import Refused
from rr_tui.client.table_client import TableClient
from rr_tui.looks.profile import Profile
from rr_tui.screens.base import TableScreen
from rr_tui.screens.board import BoardScreen
from rr_tui.screens.history import HistoryScreen
from rr_tui.screens.replay import ReplayScreen
from rr_tui.terminal.modes import NoticeStyle
from rr_tui.terminal.reader import now
from rr_tui.widgets.player_app import PlayerApp

FIRST_WORDS = 0.25
"""Seconds to wait for them before a screen says that nothing has come; they come at once."""


class Aside(NamedTuple):
    """Where somebody was before going aside."""

    clients: tuple[TableClient, ...]
    client: TableClient
    phase: str
    stays: bool
    floor: int


class AsideApp(PlayerApp, inherit_bindings=False):
    """An app at one table, which another one may cover for a while."""

    def __init__(
        self,
        links: Sequence[TableLink],
        profile: Profile | None,
        notices: NoticeStyle,
        replay: ReplayLink | None,
        keeper: Keeper | None,
    ) -> None:
        """Sit at the links of one table; with a `replay` it is that of a game that is over."""
        super().__init__(profile, notices)
        self._kept_by = keeper
        self.clients = tuple(map(self._client_of, links))
        self.client = self.clients[0]
        self._replay = replay
        self._phase = ""
        self._stays_at_the_end = False
        self._floor = 0
        """How many screens lie below those of this table."""
        self._first: TableScreen | None = None
        """The screen to begin with."""
        self._asides: list[Aside] = []
        self._first_words = asyncio.Event()
        self._has_begun = False
        """The first screen is there."""

    async def on_load(self) -> None:
        """Listens before any screen is there: the first words say which comes first."""
        for client in self.clients:
            client.listen()
        if self._replay is None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._first_words.wait(), FIRST_WORDS)
        self._take_in()

    def _client_of(self, link: TableLink) -> TableClient:
        client = TableClient(link, self._heard, now)
        client.on_watchers = lambda: self._watchers_changed(client)
        return client

    def _heard(self) -> None:
        """A client has heard something."""

    def _watchers_changed(self, client: TableClient) -> None:
        """A client has heard who else watches: a crowd that comes draws no board anew."""
        if all(isinstance(each, BoardScreen) for each in self.screen_stack):
            # Not at once: the room is speaking, and must not hear of a fault here.
            loop = asyncio.get_running_loop()
            loop.call_soon(self._read_quietly, client, context=Context())
        else:
            self._heard()

    def _read_quietly(self, client: TableClient) -> None:
        try:
            client.read_quietly()
        except Exception as error:  # noqa: BLE001 - it ends this interface, as elsewhere
            self._handle_exception(error)

    def _take_in(self) -> None:
        """Takes in what the clients have heard, and has it shown."""

    @property
    def _everywhere(self) -> tuple[TableClient, ...]:
        """The clients of all tables, those first that somebody has left for a while."""
        left = [client for aside in self._asides for client in aside.clients]
        return (*left, *self.clients)

    @property
    def _is_aside(self) -> bool:
        return bool(self._asides)

    @property
    def _keeper(self) -> Keeper | None:
        """What goes on with the game of this table where it is closed when this interface ends."""
        return "aside" if self._asides else self._kept_by

    def _show(self, screen: TableScreen) -> None:
        """Puts a screen in the place of all that this table has open."""
        self._clear(1)
        if not self.screen_stack:
            self._first = screen
        elif len(self.screen_stack) > self._floor:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def _clear(self, left: int = 0) -> None:
        while len(self.screen_stack) > self._floor + left:
            self.pop_screen()

    def first_screen(self) -> Screen[Any]:
        """The screen of the phase that the table is in."""
        return super().first_screen() if self._first is None else self._first

    def go_aside(self, link: TableLink) -> None:
        """Goes to another table; what is open here lies under it meanwhile."""
        here = (self.clients, self.client, self._phase, self._stays_at_the_end, self._floor)
        self._asides.append(Aside(*here))
        self._floor = len(self.screen_stack)
        self.client = self._client_of(link)
        self.clients, self._phase, self._stays_at_the_end = (self.client,), "", False
        self.client.listen()

    def come_back(self) -> None:
        """Leaves the other table, for good, and goes on where one was."""
        self.client.hang_up()
        self._clear()
        back = self._asides.pop()
        self.clients, self.client = back.clients, back.client
        self._phase, self._stays_at_the_end, self._floor = back.phase, back.stays, back.floor
        self._heard()

    def detach(self) -> None:
        """Leaves every other table as well: a line that is lost comes back from none."""
        while self._asides:
            for client in self.clients:
                client.hang_up()
            self.clients = self._asides.pop().clients
        super().detach()

    def action_history(self) -> None:
        """Opens past games."""
        self.push_screen(HistoryScreen(self.client, shows=self._open_replay))

    # --- a game that is over -----------------------------------------------------------------

    def _shows_replay(self) -> bool:
        """Whether there is nothing here but a replay, which is shown then."""
        if self._replay is None or self._is_aside:
            return False
        if not self._phase:
            self._phase = "replay"
            self._show(ReplayScreen(self._replay, self._left_replay, self.go_aside))
        return True

    def action_replay(self) -> None:
        """Opens the game that is over, step by step."""
        try:
            replay = self.client.replay()
        except Refused as error:
            self.client.log.noticed(f"{error}.", "danger")
            self._heard()
        else:
            self._open_replay(replay)

    def _open_replay(self, replay: ReplayLink) -> None:
        self.push_screen(ReplayScreen(replay, self._left_replay, self.go_aside))

    def _left_replay(self, screen: ReplayScreen, why: str) -> None:
        """Goes on without a replay, and says why where it could not be looked at any more."""
        if self._replay is None:
            while screen in self.screen_stack:
                self.pop_screen()
            if why:
                self.client.log.noticed(why, "danger")
                self._heard()
            return
        if why:
            self.bid_farewell(why)
        self.exit(return_code=int(bool(why)))
