"""The table options: everybody reads them, the host changes them before the deal."""

from __future__ import annotations

from textual import on, work

from rr_net.link import OptionState, SetUp
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs.base import ChoiceDialog, EntryDialog, MenuDialog
from rr_tui.dialogs.lobby_lines import option_item
from rr_tui.looks.wording import begun
from rr_tui.widgets.menu import Menu, MenuItem, item

OTHER = "another number"


class TableSettingsDialog(MenuDialog[None]):
    """A menu of all options; a line says what the one under the cursor is about."""

    client: TableClient

    def __init__(self, client: TableClient) -> None:
        super().__init__("Table options", client, "Esc goes back")

    def bring_up_to_date(self) -> None:
        """Shows the options as they stand."""
        super().bring_up_to_date()
        may_change = self._may_change
        items = [option_item(option, may_change=may_change) for option in self._options]
        self._menu.offer(items)

    @property
    def _options(self) -> tuple[OptionState, ...]:
        lobby = self.client.model.lobby
        return lobby.options if lobby is not None else ()

    @property
    def _may_change(self) -> bool:
        model = self.client.model
        return model.is_host and model.lobby is not None and model.lobby.phase == "lobby"

    @on(Menu.Chosen)
    def choose(self, message: Menu.Chosen) -> None:
        """Lets the host change it."""
        option = next(each for each in self._options if each.name == message.key)
        if self._may_change:
            self._change(option)

    @work
    async def _change(self, option: OptionState) -> None:
        items = [_value_item(value, option) for value in option.values]
        if _takes_numbers(option):
            items.append(item(OTHER, f"{OTHER}…"))
        dialog = ChoiceDialog(option.name, begun(option.help), items, self.client)
        answer = await self.app.push_screen_wait(dialog)
        if answer == OTHER:
            question = f"{option.name}: which value?"
            answer = await self.app.push_screen_wait(
                EntryDialog(question, limit=12, client=self.client)
            )
        if answer:
            self.say(SetUp(options={option.name: answer}))


def _takes_numbers(option: OptionState) -> bool:
    """Whether the values are suggestions: the room checks what is typed."""
    return len(option.values) == 1


def _value_item(value: str, option: OptionState) -> MenuItem:
    notes = [word for word, is_so in (("now", value == option.value),
                                      ("the usual", value == option.default)) if is_so]  # fmt: skip
    return item(value, value, ", ".join(notes))
