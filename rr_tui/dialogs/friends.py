"""What to send to friends: each way in as a line, with the code and the keys, and for a phone."""

from __future__ import annotations

from textual.binding import Binding
from textual.geometry import Size

from rr_net.safetext import clean
from rr_tui.client.chairs import WayIn, knocks, told_knocks, ways_in
from rr_tui.client.table_client import TableClient
from rr_tui.dialogs.base import Dialog
from rr_tui.dialogs.head_view import HeadView, drawn_code, least_size
from rr_tui.looks.profile import Profile
from rr_tui.looks.spans import BLANK, Row, Span, beside, indented, pad, spread, width_of

HERE = "Whoever has an account on this machine comes by this line:"
SEND = "Send this line and the code to whom you want here:"
CODE = "The code that the table asks for: "
NO_CODE = "The table asks for no code."
WITH_SSH = "The line above needs ssh and nothing else."
WITH_RUNES = "Who has runes: this one checks the game as you play, and comes back by itself."
SMALL = "The line as a code for a phone: [c] shows it alone."
SMALLER = "This window is too small for the code of this line: it wants {} columns and {} rows."
LEAST = 34
"""Cells that are left to what stands beside a code."""
GAP = 2


def friend_rows(way: WayIn, number: str, code: str, profile: Profile, size: Size) -> list[Row]:
    """A way in as it is shown: the line whole, the code, the keys, and for a phone if it fits."""
    width, height = size
    title = (Span(" Invite friends", "title"), Span(f"  {number}", "muted"))
    rows = [spread(title, (Span(f"{way.reach} ", "muted"),), width)]
    rows += indented(HERE if way.is_here else SEND, width - 1, "muted")
    rows += indented(way.line, width - 1, "accent")
    rows.append((Span(f" {CODE}", "muted"), Span(code, "accent")) if code
                else (Span(f" {NO_CODE}", "muted"),))  # fmt: skip
    if way.is_here:
        # No phone comes by it: what stands in the place of a code is what to do instead.
        instead = [BLANK, *indented(way.elsewhere, width - 1, "warning")] if way.elsewhere else []
        said = [row for key in way.keys for row in indented(key, width - 1, "text")]
        return [*rows, *instead, BLANK, *said]
    drawn = drawn_code(way.line, profile, Size(width - LEAST, height - len(rows)))
    said = _beside(way, width - GAP - _width(drawn))
    if not drawn:
        return [*rows, BLANK, *said, BLANK, *indented(SMALL, width - 1, "muted")]
    missing = len(drawn) - len(said)
    return [*rows, *beside([pad(row, _width(drawn)) for row in drawn],
                           [*said[: len(drawn)], *[BLANK] * missing])]  # fmt: skip


def _beside(way: WayIn, width: int) -> list[Row]:
    """The keys, what the line is good for, and the other line with what that is good for."""
    keys = [row for key in way.keys for row in indented(key, width, "text")]
    told = [*indented(WITH_SSH, width, "muted"), *indented(WITH_RUNES, width, "muted")]
    return [*keys, BLANK, *told, *indented(way.with_runes, width, "accent")]


def alone_rows(way: WayIn, profile: Profile, size: Size) -> list[Row]:
    """The code alone, in the middle of the window, or how large a window it wants."""
    drawn = drawn_code(way.line, profile, size)
    if not drawn:
        least = least_size(way.line, profile)
        return [BLANK, *indented(SMALLER.format(*least), size.width - 1, "muted")]
    left, above = (size.width - _width(drawn)) // 2, (size.height - len(drawn)) // 2
    return [*[BLANK] * above, *((Span(" " * left), *row) for row in drawn)]


def _width(rows: list[Row]) -> int:
    return max(map(width_of, rows), default=0)


class FriendsDialog(Dialog[None]):
    """The ways in, one at a time."""

    SHAPE = "whole"
    BINDINGS = [
        Binding("down,right,j,tab", "turn(1)", "Next way", id="friends.next", show=False),
        Binding("up,k", "turn(-1)", "Way before", id="friends.before", show=False),
        Binding("c,enter", "alone", "QR code alone", id="friends.alone", show=False),
        Binding("q", "give_up", "Back", id="friends.back", show=False),
    ]

    client: TableClient

    def __init__(self, client: TableClient, profile: Profile) -> None:
        self._page = HeadView(self._rows, ground="panel", id="friends")
        self._ways = ways_in(client.model.lobby)
        more = "arrows: other ways · " if len(self._ways) > 1 else ""
        alone = "" if all(way.is_here for way in self._ways) else "c: QR code · "
        super().__init__(client, f"{more}{alone}Esc or left goes back", self._page)
        self._profile = profile
        self._at = 0
        self._is_alone = False

    def bring_up_to_date(self) -> None:
        """Shows what counts now: the code may be another one."""
        super().bring_up_to_date()
        self._page.look()

    @property
    def news(self) -> str:
        """Who has come by one of the ways, and waits to be let in."""
        waiting = knocks(self.client.model)
        return waiting[0].words if len(waiting) == 1 else told_knocks(waiting)

    def _rows(self, width: int, height: int) -> list[Row]:
        lobby, size = self.client.model.lobby, Size(width, height)
        if not self._ways:
            return []
        way = self._ways[self._at]
        if self._is_alone:
            return alone_rows(way, self._profile, size)
        number = f"{self._at + 1} of {len(self._ways)}" if len(self._ways) > 1 else ""
        code = clean(lobby.invite, 40) if lobby is not None else ""
        return friend_rows(way, number, code, self._profile, size)

    def action_turn(self, by: int) -> None:
        """Shows another way in."""
        self._at = (self._at + by) % max(1, len(self._ways))
        self._is_alone = self._is_alone and not self._ways[self._at].is_here
        self._page.look()

    def action_alone(self) -> None:
        """Shows the code alone, and the line again."""
        self._is_alone = not self._is_alone and not self._ways[self._at].is_here
        self._page.look()

    def action_give_up(self) -> None:
        """Goes back, from the code to the line first."""
        if self._is_alone:
            self.action_alone()
        else:
            super().action_give_up()
