"""Random events in text mode: what is said of them, and what a typed line gives to them."""

from __future__ import annotations

from collections.abc import Iterator

from rr_net.link import Pending, RandomEvent
from rr_tui.board.chance import is_called, purpose, title_of
from rr_tui.board.model import PlayerModel
from rr_tui.client.contributing import SHELL, THEN, WHY
from rr_tui.games.registry import idiom_of

NOTHING_IN_IT = "Nothing in that line counts: letters, digits and signs do, without blanks."
TOO_LATE = "That line came too late for chance, and did nothing else."
LATE = 1.0
"""Seconds after the end of a window in which a person's line was meant for it."""
PLEDGING = (WHY, *SHELL, f"Type here: pledge HASH. {THEN}")


class ChanceTold:
    """The random event under way, as far as it has been said."""

    def __init__(self) -> None:
        self._number = 0
        self._mine = ""
        self._was_called = False
        self.over_at = float("-inf")
        """When the last window ended that took this player's lines."""

    def news(self, model: PlayerModel, now: float) -> Iterator[str]:
        """What is new about it."""
        event = model.pending.event if model.pending is not None else None
        called = is_called(event)
        if self._was_called and not called:
            self.over_at = now
        self._was_called = called
        if event is None:
            self._number = 0
            return
        if event.number != self._number:
            self._number, self._mine = event.number, ""
            yield from opening_words(event, model)
        if event.mine != self._mine and called:
            self._mine = event.mine
            yield f"Received: {event.mine}"


def opening_words(event: RandomEvent, model: PlayerModel) -> Iterator[str]:
    """What a random event is for and what one can do; "{0}" stands for seat 0's name."""
    if event.stage != "contribute":
        return
    seats = len(model.lobby.seats) if model.lobby else 0
    seconds = f"{event.closes_in:.1f}".removesuffix(".0")
    within = f"within {seconds} second{'' if seconds == '1' else 's'}"
    idiom = idiom_of(model)
    yield f"{title_of(event, idiom)} {purpose(event, idiom)}"
    match event.how:
        case "keys":
            yield f"Type anything and press Enter {within}; {len(event.given)} of {seats} have."
        case "pledge":
            yield f"Paste what opens your pledge and press Enter {within}."
        case "chain":
            yield "Your seat gives its chain by itself."
        case "watch":
            yield "You watch: the players give."


def asked_event(pending: Pending | None) -> RandomEvent | None:
    """The random event that takes this player's lines, or None."""
    event = pending.event if pending is not None else None
    return event if is_called(event) else None
