"""One look ahead: the window that follows at once, by public facts, if everybody passes this one.

A "would" window is often followed by the "when" window of the same event. People are then asked
both in one beat (RR-HID-25). The look is a twin of the table on which all have passed; rules and
record know two windows as before.
"""

from __future__ import annotations

from dataclasses import dataclass

from rr_net.game.log import window_kind
from rr_net.game.orders import PASS
from rr_rules.kernel.game import GameState
from rr_rules.kernel.requests import Choose, ChooseAll, Seat
from rr_rules.kernel.table import Table


@dataclass(frozen=True, slots=True)
class NextQuestion:
    """The window that follows if everybody passes the one that is open."""

    table: Table[GameState]
    """The twin on which all have passed."""
    asked: tuple[Choose, ...]

    @property
    def about(self) -> object:
        """The public event as it happens."""
        return self.asked[0].about

    def of(self, seat: Seat) -> Choose | None:
        """The question for a seat, or None where it is not eligible."""
        return next((choose for choose in self.asked if choose.seat == seat), None)

    def is_asked_by(self, table: Table[GameState]) -> bool:
        """Whether a table now asks just this."""
        return isinstance(table.pending, ChooseAll) and table.asked == self.asked


def look_ahead(table: Table[GameState]) -> NextQuestion | None:
    """What a table asks next in the same breath about the event of its open window, or None.

    Only public facts count: whether the next request is a window, and what both say of the event.
    """
    about = table.asked[0].about
    if getattr(about, "kind", "") != "would":
        return None
    twin = table.clone()
    for choose in table.asked:
        twin.answer(choose.seat, PASS)
    if not (isinstance(twin.pending, ChooseAll) and twin.pending.window):
        return None
    told = [each for each in twin.drain() if table.game.redact(each, None) is not None]
    # More than the event itself: several of them, or something was shown in between.
    if len(told) != 1 or _told(about) != _told(twin.asked[0].about):
        return None
    return NextQuestion(twin, twin.asked)


def _told(about: object) -> tuple[object, ...]:
    """What everybody reads of an event: its kind, by whom, of whom, and its face."""
    # A face that is hidden may be shown to somebody in between: two such are never the same.
    face = getattr(about, "face", "") or object()
    return window_kind(about), getattr(about, "by", -1), getattr(about, "of", -1), face
