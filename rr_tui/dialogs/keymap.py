"""Keys: each action with its keys, and the press that gives it others."""

from __future__ import annotations

from textual import events, on
from textual.binding import Binding

from rr_tui.dialogs.base import MenuDialog
from rr_tui.looks import keys
from rr_tui.looks.keys import VI
from rr_tui.looks.profile import Profile, ProfileError
from rr_tui.looks.spans import Span
from rr_tui.widgets.menu import Menu, MenuItem

RESERVED = frozenset({"escape", "enter", "ctrl+a", "ctrl+b", "ctrl+q", "ctrl+s"})
"""Keys of tmux, screen and flow control, and two that must always do the same."""


def owner_of(profile: Profile, pressed: str, besides: str) -> keys.Key | None:
    """The action that has a key already and cannot share it."""
    wanted = next((key for key in keys.ALL if key.id == besides), None)
    theirs = keys.Keys(profile.keymap)
    owners = [key for key in keys.ALL if pressed in theirs.of(key.id)]
    for key in sorted(owners, key=lambda key: key.while_holding):
        if key.id != besides and not (wanted and keys.can_share(wanted, key)):
            return key
    return None


def kept(binding: str) -> list[str]:
    """The keys of an action that it keeps, whatever else it is given: no other can have them."""
    return [key for key in keys.Keys().of(binding) if key in RESERVED]


class KeymapDialog(MenuDialog[Profile]):
    """A menu of all actions; Enter, then the new key."""

    SHAPE = "tall wide"
    BINDINGS = [
        Binding("delete,backspace", "usual", "The usual key", id="keymap.usual", show=False)
    ]

    def __init__(self, profile: Profile) -> None:
        super().__init__("Keys", None, "Enter, then the key · Del the usual key · Esc goes back")
        self._profile = profile
        self._waits_for = ""

    def on_mount(self) -> None:
        """The first picture."""
        self._look()

    def explain(self, item: MenuItem | None) -> None:
        """Leaves the note alone: it says what became of the last key."""

    def action_give_up(self) -> None:
        """Goes back with the keys as they are now."""
        self.dismiss(self._profile)

    def action_usual(self) -> None:
        """Gives the action under the cursor its usual keys."""
        current = self._menu.current
        if current is not None:
            self._keep({k: v for k, v in self._profile.keymap.items() if k != current.key})

    @on(Menu.Chosen)
    def wait(self, message: Menu.Chosen) -> None:
        """Waits for the new key."""
        if message.key == "vi":
            has_vi = VI.items() <= self._profile.keymap.items()
            kept = {k: v for k, v in self._profile.keymap.items() if k not in VI}
            self._keep(kept if has_vi else kept | VI)
            return
        self._waits_for = message.key
        self._note.tell("Press the new key. Esc: leave it as it is.")
        self.set_focus(None)

    def on_key(self, event: events.Key) -> None:
        """Takes the new key, if nothing else has it."""
        if not self._waits_for:
            return
        event.stop()
        event.prevent_default()
        wanted, self._waits_for = self._waits_for, ""
        self._note.tell("")
        if event.key != "escape":
            self._give(wanted, keys.kept_as(event.key))
        self._menu.focus()

    def _give(self, wanted: str, pressed: str) -> None:
        other = owner_of(self._profile, pressed, wanted)
        if pressed in RESERVED:
            self._note.tell(f"{keys.shown(pressed)} is taken: by the terminal or by the dialogs.")
        elif other is not None:
            self._note.tell(f"{keys.shown(pressed)} is taken: {other.words}.")
        else:
            self._keep(self._profile.keymap | {wanted: ",".join((pressed, *kept(wanted)))})

    def _keep(self, keymap: dict[str, str]) -> None:
        try:
            self._profile = self._profile.changed(keymap=keymap)
        except ProfileError:
            self._note.tell("That key cannot be used here.")
        self._look()

    def _look(self) -> None:
        has_vi = VI.items() <= self._profile.keymap.items()
        words = "hjkl move the cursor (the log is then on L, hints on H)"
        items = [MenuItem("vi", (Span(f"{words:<56} "), Span("on" if has_vi else "off", "accent")))]
        theirs = keys.Keys(self._profile.keymap)
        for key in keys.ALL:
            shown = theirs.all_shown(key.id)
            items.append(MenuItem(key.id, (Span(f"{key.words:<56} "), Span(shown, "accent"))))
        self._menu.offer(items)
