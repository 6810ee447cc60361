"""Random events in text mode: never a question against a clock, so that one gives beforehand."""

from __future__ import annotations

from collections.abc import Iterator

from rr_net.link import Contribute, Pending
from rr_tui.board.chance import is_called
from rr_tui.board.model import PlayerModel
from rr_tui.client.contributing import MOST, SHELL, WHY, contribution, countable

NOTHING_IN_IT = "Nothing in that line counts: letters, digits and signs do, without blanks."
KEPT = "Kept: the next shuffle or roll gets it."
HOW = (
    "Shuffles and rolls never wait for you here. Type give WORDS beforehand, and the next one gets "
    "them; without that your seat gives nothing."
)
THEN = "Type here: pledge HASH, and then give with what the third line prints. It is used once."
PLEDGING = (WHY, *SHELL, THEN)


class SilentLuck:
    """What this player gives to the next random event, typed beforehand."""

    def __init__(self) -> None:
        self._ahead = ""
        self._number = 0
        self._is_explained = False

    def give(self, text: str) -> str:
        """Keeps what was typed for the next event; says so, or that nothing in it counts."""
        found = countable(text)[:MOST]
        self._ahead = found or self._ahead
        return KEPT if found else NOTHING_IN_IT

    def given_to(self, pending: Pending | None) -> Contribute | None:
        """What is sent to the event that is open, if anything: once for each event."""
        event = pending.event if pending is not None else None
        if event is None or not is_called(event) or not self._ahead:
            return None
        message, self._ahead = contribution(event, self._ahead), ""
        return message

    def news(self, model: PlayerModel) -> Iterator[str]:
        """How luck is given here, at the first event that would take keys."""
        event = model.pending.event if model.pending is not None else None
        if event is None or not is_called(event):
            return
        if not self._is_explained:
            self._is_explained = True
            yield HOW
        if event.mine and event.number != self._number:
            self._number = event.number
            yield f"Received: {event.mine}"
