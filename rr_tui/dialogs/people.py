"""The people who are here, and who may come; the host lets them in or sends them away."""

from __future__ import annotations

import time

from textual import on, work

from rr_net.link import Host, Invitation, Person
from rr_net.safetext import clean
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs.base import ChoiceDialog, EntryDialog, MenuDialog
from rr_tui.dialogs.lobby_lines import bot_item, person_item
from rr_tui.looks.spans import Span, widen
from rr_tui.looks.wording import told_of
from rr_tui.widgets.menu import Menu, MenuItem, item

AT_THE_DOOR = (
    item("approve", "Let in", "Whoever has this key: ask your friend for the two words."),
    item("ban", "Send away for good", "The key is not let in again."),
)
ACTS = (
    item("kick", "Send away", "They need the new invite code to come back."),
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
        lobby, is_host = self.client.model.lobby, self.client.model.is_host
        items = [person_item(person, is_host=is_host) for person in self._people]
        if lobby is not None:
            items += [bot_item(lobby, seat) for seat in lobby.seats if seat.kind == "bot"]
        self._menu.offer(items)

    @property
    def _people(self) -> tuple[Person, ...]:
        lobby = self.client.model.lobby
        return lobby.people if lobby is not None else ()

    @on(Menu.Chosen)
    def choose(self, message: Menu.Chosen) -> None:
        """Lets the host act."""
        person = next((each for each in self._people if each.name == message.key), None)
        lobby = self.client.model.lobby
        may_act = lobby is not None and (lobby.doorkeeper or self.client.model.is_host)
        if person is None or not may_act or person.is_host:
            return
        if person.asks_for >= 0:
            self.say(Host(act="seat", name=person.name))
        elif self.client.model.is_host:
            self._act(person)
        elif not person.admitted:
            self.say(Host(act="approve", key=person.words))

    @work
    async def _act(self, person: Person) -> None:
        words = f"What shall be done about {told_of(person)}?"
        acts = ACTS if person.admitted else AT_THE_DOOR
        match await self.app.push_screen_wait(ChoiceDialog("People", words, acts, self.client)):
            case "approve" | "kick" | "ban" as act:
                # The key, and not the name: it may be somebody else's by now.
                self.say(Host(act=act, key=person.fingerprint or person.words))


NAME = 16
NAME_LIMIT = 48
FOR_ONE = "It lets in one person, the first who brings it, within a week."
WAITS = "Tell it to {} alone, with your ssh line. Enter takes it back."
CAME = "It has let in that key. Enter takes it back: for the next time."
NEW = item("", "A code for somebody…", FOR_ONE, role="accent")


def invitation_item(invitation: Invitation) -> MenuItem:
    """An invite: for whom, the code or the key that has brought it, and until when."""
    name = clean(invitation.name, 32)
    until = time.strftime("until %d %b %H:%M", time.localtime(invitation.ends))
    code = Span(clean(invitation.code, 16), "accent")
    state = code if invitation.code else Span(f"came: {clean(invitation.words, 32)}", "muted")
    words = (Span(f"{widen(name, NAME)} "), state, Span(f"  {until}", "muted"))
    return MenuItem(name, words, WAITS.format(name) if invitation.code else CAME)


class InvitesDialog(MenuDialog[None]):
    """The invites by name: who has a code of their own, and a line that makes another one."""

    client: TableClient

    def __init__(self, client: TableClient) -> None:
        super().__init__("Invites by name", client, "Enter chooses · Esc goes back")

    def bring_up_to_date(self) -> None:
        """Shows what counts now."""
        super().bring_up_to_date()
        lobby = self.client.model.lobby
        found = lobby.invitations if lobby is not None else ()
        self._menu.offer([NEW, *map(invitation_item, found)])

    @on(Menu.Chosen)
    def choose(self, message: Menu.Chosen) -> None:
        """Asks for a name, or whether an invite is to be taken back."""
        if message.key:
            self._take_back(message.key)
        else:
            self._invite()

    @work
    async def _invite(self) -> None:
        dialog = EntryDialog(
            "Whom is the code for?", "makes one", limit=NAME_LIMIT, client=self.client
        )
        name = await self.app.push_screen_wait(dialog)
        if name is not None and name.strip():
            self.say(Host(act="invite", name=name.strip()))

    @work
    async def _take_back(self, name: str) -> None:
        items = [item("stay", "Leave it"), item("revoke", "Take it back")]
        dialog = ChoiceDialog("Invites by name", f"The invite for {name}?", items, self.client)
        if await self.app.push_screen_wait(dialog) == "revoke":
            self.say(Host(act="revoke", name=name))
