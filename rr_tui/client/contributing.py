"""Contributing: what the keys and pastes of one player give to the open random event."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import inf

from textual import events

from rr_net.link import Contribute, RandomEvent
from rr_tui.board.chance import has_missed, is_called
from rr_tui.board.model import PlayerModel
from rr_tui.client.table_client import TableClient
from rr_tui.looks.keys import Keys
from rr_tui.terminal.reader import now

SHELL = ("e=$(openssl rand -hex 16)", 'printf %s "$e" | sha256sum', "echo $e")
"""What makes a secret, prints its hash, and prints the secret."""
WHY = (
    "You give the hash of a secret now, and the secret itself at the next shuffle or roll. So "
    "nobody could change what you gave, however fast their machine is. In a shell of your own:"
)
THEN = (
    "When the next event opens, you have a second or so to paste what the third line prints: have "
    "it in the clipboard. A pledge is used once."
)
NO_HASH = "That is no SHA-256: expected 64 digits and letters from a to f."
_HASH = re.compile(r"[0-9a-f]{64}")


def hash_in(text: str) -> str:
    """The hash in a pasted line, which may name a file behind it, or ""."""
    word = next(iter(text.split()), "").lower()
    return word if _HASH.fullmatch(word) else ""


REACTION = 0.5
"""Seconds that somebody needs to see that it is over, and to stop."""
LATE = 1.5
"""The same for who has pressed nothing yet: the keys may have been on their way to it all along."""
PAUSE = 0.8
"""Seconds after a key for the event in which the next key counts as one too."""
LONGEST = 2.0
"""Seconds after the result in which that holds: whoever goes on for longer means the board."""


class Mash:
    """Knows by the time of a key whether it was pressed for the event."""

    def __init__(self) -> None:
        self._event = 0
        self._is_open = self._is_late = self._is_announced = False
        self._over_at = -inf
        self._last_at = -inf
        self._result_at = -inf

    @property
    def is_open(self) -> bool:
        """Whether the event takes keys now."""
        return self._is_open

    def announced(self, *, is_next: bool) -> None:
        """Whether this player has been told that the next event takes keys again."""
        self._is_announced = is_next

    def opened(self, event: int) -> bool:
        """An event takes keys; whether that is news."""
        is_new = not self._is_open or event != self._event
        self._event, self._is_open, self._result_at = event, True, inf
        return is_new

    def ended(self, *, missed: bool = False) -> bool:
        """It takes no more, but the player cannot know it yet; whether that is news.

        Who has `missed` it has pressed nothing for it.
        """
        was_open, self._is_open = self._is_open, False
        if was_open:
            self._over_at, self._is_late = inf, missed
        return was_open

    def seen_to_end(self, at: float) -> None:
        """The terminal has drawn that the event takes no more keys."""
        if not self._is_open:
            self._over_at = at + (LATE if self._is_late else REACTION)

    def decided(self, at: float) -> None:
        """The result is there."""
        self._result_at = min(self._result_at, at)

    def put_away(self) -> None:
        """The player wants the keys back, at once."""
        self._is_open = self._is_announced = False
        self._over_at = self._last_at = -inf

    def takes(self, pressed_at: float) -> bool:
        """Whether a key of that moment is one of the event's; it then does nothing else."""
        goes_on = pressed_at - self._last_at < PAUSE and pressed_at < self._result_at + LONGEST
        trails = pressed_at < self._over_at or goes_on
        if not (self._is_open or self._is_announced or trails):
            return False
        self._last_at = pressed_at
        return True


MOST = 128
"""Characters of a contribution."""
WhenDrawn = Callable[[Callable[[float], object]], object]


class Contributing:
    """Takes the keys away from the board while they are chance's."""

    def __init__(self, when_drawn: WhenDrawn) -> None:
        self._when_drawn = when_drawn
        self._mash = Mash()
        self._is_before = False
        """Whether this player has been there since before the deal, and nothing has come of it."""

    def watch(self, client: TableClient, event: RandomEvent | None, *, on_board: bool) -> None:
        """Notes the random event that the board shows, or that it shows none."""
        is_dealt = self._is_just_dealt(client.model, event)
        self._mash.announced(is_next=is_dealt or is_announced(client.model, event))
        if event is not None and is_open_to(event):
            # Who has a dialog open is not mashing, and will not be when it ends.
            if on_board and self._mash.opened(event.number):
                client.answering.opening = ""
            return
        if self._mash.ended(missed=event is not None and has_missed(event)):
            self._when_drawn(self._mash.seen_to_end)
        if event is None:
            self._mash.decided(now())

    def _is_just_dealt(self, model: PlayerModel, event: RandomEvent | None) -> bool:
        """Whether a game has begun whose first event is not open yet: who knows that mashes by now.

        Who comes to a game that is on means the board with the first key.
        """
        lobby, pending = model.lobby, model.pending
        if lobby is None or lobby.phase != "playing":
            self._is_before = lobby is not None
            return False
        is_asked = pending is not None and pending.ask is not None
        self._is_before = self._is_before and event is None and not is_asked
        return self._is_before and lobby.fairness != "solo" and model.seat >= 0

    def put_away(self) -> None:
        """The player wants the keys back."""
        self._is_before = False
        self._mash.put_away()

    def takes(
        self,
        pressed: events.Key | events.Paste,
        mine: Keys,
        event: RandomEvent | None,
        *,
        on_board: bool,
    ) -> bool:
        """Whether a key or a paste belongs to chance, and so does nothing else.

        What leaves never does, nor does Esc. The key that helps, which the lowest line names, and
        those that move the cursor are chance's only while the event takes them.
        """
        spared = "app.interrupt" if is_called(event) else "app.help"
        free = ("escape", *mine.of("app.interrupt"), *mine.of(spared))
        if isinstance(pressed, events.Key) and pressed.key in free:
            return False
        if not (is_called(event) or _is_typed(pressed)):
            return False
        # A dialog is typed into: what stands there is nobody's contribution.
        return (on_board or not self._mash.is_open) and self._mash.takes(pressed.time)

    def given_by(
        self, pressed: events.Key | events.Paste, client: TableClient, event: RandomEvent | None
    ) -> Contribute | None:
        """What is sent for a key or a paste that belongs to chance, if anything."""
        if event is None or not is_called(event):
            return None
        is_pledge = event.how == "pledge"
        return contribution(event, _opened(pressed, client) if is_pledge else _keys(pressed))


def is_open_to(event: RandomEvent) -> bool:
    """Whether people press keys now: this player, or those beside whom a client gives."""
    return is_called(event) or (event.stage == "contribute" and event.how == "signed")


def is_announced(model: PlayerModel, event: RandomEvent | None) -> bool:
    """Whether the screen says, or the deal shows, that the next event takes keys at once."""
    if event is None or event.stage != "slow":
        return False
    view = model.seen.view if model.seen is not None else None
    is_deal = event.kind == "roll" and not getattr(view, "turn", 0)
    return has_missed(event) or (is_deal and event.how in {"keys", "pledge"})


def _is_typed(pressed: events.Key | events.Paste) -> bool:
    return isinstance(pressed, events.Paste) or pressed.is_printable or pressed.key == "enter"


def _keys(pressed: events.Key | events.Paste) -> str:
    text = pressed.text if isinstance(pressed, events.Paste) else pressed.character or ""
    return countable(text)[:MOST]


def contribution(event: RandomEvent, given: str) -> Contribute | None:
    """What says that this is given to an event; None where it is nothing."""
    if not given:
        return None
    if event.how == "pledge":
        return Contribute(event=event.number, opening=given)
    return Contribute(event=event.number, keys=given)


def countable(text: str) -> str:
    """Those characters of a text that count: the visible ones of ASCII."""
    return "".join(char for char in text if "!" <= char <= "~")


def _opened(pressed: events.Key | events.Paste, client: TableClient) -> str:
    """What opens the pledge, once it is whole: a paste is, and what was typed up to Enter."""
    answering = client.answering
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
