"""The table's settings: everybody reads them, the host changes them before the deal."""

from __future__ import annotations

from textual import on, work

from rr_net.link import OptionState, SetUp
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs.base import ChoiceDialog, EntryDialog, MenuDialog
from rr_tui.dialogs.lobby_lines import setting_item
from rr_tui.looks.wording import begun
from rr_tui.widgets.menu import Menu, MenuItem, item

OTHER = "another number"


class TableSettingsDialog(MenuDialog[None]):
    """A menu of all settings; a line says what the one under the cursor is about."""

    client: TableClient

    def __init__(self, client: TableClient) -> None:
        super().__init__("Table options", client, "Esc goes back")

    def bring_up_to_date(self) -> None:
        """Shows the settings as they stand."""
        super().bring_up_to_date()
        may_change = self._may_change
        items = [setting_item(setting, may_change=may_change) for setting in self._settings]
        self._menu.offer(items)

    @property
    def _settings(self) -> tuple[OptionState, ...]:
        lobby = self.client.model.lobby
        return lobby.options if lobby is not None else ()

    @property
    def _may_change(self) -> bool:
        model = self.client.model
        return model.is_host and model.lobby is not None and model.lobby.phase == "lobby"

    @on(Menu.Chosen)
    def choose(self, message: Menu.Chosen) -> None:
        """Lets the host change it."""
        setting = next(each for each in self._settings if each.name == message.key)
        if self._may_change:
            self._change(setting)

    @work
    async def _change(self, setting: OptionState) -> None:
        items = [_value_item(value, setting) for value in setting.values]
        # A single value is a suggestion: the room checks what is typed.
        if len(setting.values) == 1:
            items.append(item(OTHER, f"{OTHER}…"))
        dialog = ChoiceDialog(setting.name, begun(setting.help), items, self.client)
        answer = await self.app.push_screen_wait(dialog)
        if answer == OTHER:
            question = f"{setting.name}: which value?"
            answer = await self.app.push_screen_wait(
                EntryDialog(question, limit=12, client=self.client)
            )
        if answer:
            self.say(SetUp(options={setting.name: answer}))


def _value_item(value: str, setting: OptionState) -> MenuItem:
    notes = {"now": setting.value, "the usual": setting.default}
    return item(value, value, ", ".join(word for word, each in notes.items() if value == each))
