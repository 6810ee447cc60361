"""Contributing: what the keys and pastes of one player give to the open random event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

from textual import events

from rr_net.link import Contribute, RandomEvent
from rr_tui.board.chance import is_called
from rr_tui.client.table_client import Ear
from rr_tui.mash import Mash

MOST = 128
"""Characters of a contribution."""
WhenDrawn = Callable[[Callable[[float], object]], object]


class Contributing:
    """Takes the keys away from the board while they are chance's."""

    def __init__(self, when_drawn: WhenDrawn) -> None:
        self._when_drawn = when_drawn
        self._mash = Mash()

    def watch(self, ear: Ear, event: RandomEvent | None, *, on_board: bool) -> None:
        """Notes the random event that the board shows, or that it shows none."""
        if event is not None and is_called(event):
            # Who has a dialog open is not mashing, and will not be when it ends.
            if on_board and self._mash.opened(event.number):
                ear.answering.opening = ""
            return
        if self._mash.ended():
            self._when_drawn(self._mash.seen_to_end)
        if event is None:
            self._mash.decided(monotonic())

    def put_away(self) -> None:
        """The player wants the keys back."""
        self._mash.put_away()

    def takes(
        self, pressed: events.Key | events.Paste, leaving: Sequence[str], *, on_board: bool
    ) -> bool:
        """Whether a key or a paste belongs to chance, and so does nothing else.

        Those in `leaving` never do, nor does Esc: whoever wants to leave can.
        """
        if isinstance(pressed, events.Key) and pressed.key in ("escape", *leaving):
            return False
        # A dialog is typed into: what stands there is nobody's contribution.
        return (on_board or not self._mash.is_open) and self._mash.takes(pressed.time)

    def given_by(
        self, pressed: events.Key | events.Paste, ear: Ear, event: RandomEvent | None
    ) -> Contribute | None:
        """What is sent for a key or a paste that belongs to chance, if anything."""
        if event is None or not is_called(event):
            return None
        if event.how == "pledge":
            opening = _opened(pressed, ear)
            return Contribute(event=event.number, opening=opening) if opening else None
        keys = _keys(pressed)
        return Contribute(event=event.number, keys=keys) if keys else None


def _keys(pressed: events.Key | events.Paste) -> str:
    text = pressed.text if isinstance(pressed, events.Paste) else pressed.character or ""
    return countable(text)[:MOST]


def countable(text: str) -> str:
    """Those characters of a text that count: the visible ones of ASCII."""
    return "".join(char for char in text if "!" <= char <= "~")


def _opened(pressed: events.Key | events.Paste, ear: Ear) -> str:
    """What opens the pledge, once it is whole: a paste is, and what was typed up to Enter."""
    answering = ear.answering
    if isinstance(pressed, events.Paste):
        answering.opening = countable(pressed.text)[:MOST]
        return answering.opening
    match pressed.key:
        case "enter":
            return answering.opening
        case "backspace":
            answering.opening = answering.opening[:-1]
        case _:
            answering.opening = (answering.opening + _keys(pressed))[:MOST]
    return ""
