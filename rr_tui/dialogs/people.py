"""The people who are here; the host lets them in or sends them away."""

from __future__ import annotations

from textual import on, work

from rr_net.link import Host, Person
from rr_net.safetext import clean
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs.base import ChoiceDialog, MenuDialog
from rr_tui.dialogs.lobby_lines import person_item
from rr_tui.widgets.menu import Menu, item

ACTS = (
    item("kick", "Send away", "They may come back."),
    item("ban", "Send away for good", "The key is not let in again."),
)


class PeopleDialog(MenuDialog[None]):
    """A menu of everybody who is connected; the host sees under it whose key it is."""

    client: TableClient

    def __init__(self, client: TableClient) -> None:
        keys = "Enter acts" if client.model.is_host else "Only the host lets in and sends away"
        super().__init__("People", client, f"{keys} · Esc goes back")

    def bring_up_to_date(self) -> None:
        """Shows who is here now."""
        super().bring_up_to_date()
        is_host = self.client.model.is_host
        self._menu.offer([person_item(person, is_host=is_host) for person in self._people])

    @property
    def _people(self) -> tuple[Person, ...]:
        lobby = self.client.model.lobby
        return lobby.people if lobby is not None else ()

    @on(Menu.Chosen)
    def choose(self, message: Menu.Chosen) -> None:
        """Lets the host act."""
        person = next(each for each in self._people if each.name == message.key)
        lobby = self.client.model.lobby
        may_act = lobby is not None and (lobby.doorkeeper or self.client.model.is_host)
        if not may_act or person.is_host:
            return
        if person.asks_for >= 0:
            self.say(Host(act="seat", name=person.name))
        elif not person.admitted:
            self.say(Host(act="approve", name=person.name))
        elif self.client.model.is_host:
            self._act(person)

    @work
    async def _act(self, person: Person) -> None:
        words = f"What shall be done about {clean(person.name, 32)}?"
        answer = await self.app.push_screen_wait(ChoiceDialog("People", words, ACTS, self.client))
        if answer is not None:
            self.say(Host(act="ban" if answer == "ban" else "kick", name=person.name))
