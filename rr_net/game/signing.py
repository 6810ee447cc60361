"""When the host signs the record: at each turn's end, and after its own answer where all choose.

A head moves with every answer. It is signed and shown only while no reaction window is open, where
it would tell the table that somebody has answered (RR-HID-12).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rr_net.fairness.base.note import FEW
from rr_net.game.log import RoomNote
from rr_net.game.record import Head
from rr_rules.kernel.requests import Choose, ChooseAll, Request

if TYPE_CHECKING:
    from rr_net.game.live import LiveGame


class Signing:
    """The signatures of one game."""

    def __init__(self, play: LiveGame) -> None:
        self._play = play
        self._turn = play.table.game.turn(play.table.state)
        """The turn that was being played when the host signed last."""
        self._is_sealed = False
        """Whether the host's own answer to what all choose is kept and signed."""

    # --- turns -------------------------------------------------------------------------

    async def sign_turn(self) -> None:
        """Sign if a turn has ended since the last time."""
        if self._playing() != self._turn:
            head = await self._play.record.sign()
            if head is None:
                self._turn = self._playing()
            else:
                self.signed(head)

    def signed(self, head: Head) -> None:
        """Take note of a signature, now or in a replay: turns' ends are told to everybody."""
        ended, self._turn = self._turn, self._playing()
        if self._turn != ended:
            words = " ".join(head.words[:FEW])
            what = f"Turn {ended}" if ended else "The deal"
            text = f"{what} is signed: {words}"
            facts: dict[str, object] = {"size": head.size, "head": head.digest}
            self._play.log.add([RoomNote("checkpoint", text, "RR-HID-09", facts)])
        self._is_sealed = self._host_has_answered()

    def _playing(self) -> int:
        return self._play.table.game.turn(self._play.table.state)

    # --- the host first ----------------------------------------------------------------

    def prompted(self, request: Request | None) -> tuple[Choose, ...]:
        """Who is asked by now: the host alone, until its answer to what all choose is signed.

        Otherwise a host that plays could wait for what the others have chosen.
        """
        if self._is_host_first(request):
            host = self._play.terms.host_seat
            return tuple(choose for choose in self._play.table.asked if choose.seat == host)
        return self._play.table.asked

    @property
    def is_due(self) -> bool:
        """Whether the host has answered what all choose, and its answer is not signed yet."""
        return self._is_host_first(self._play.request) and self._host_has_answered()

    async def seal(self) -> None:
        """Sign the host's answer; the others are asked from now on."""
        await self._play.record.sign()
        self._is_sealed = True

    def unseal(self) -> None:
        """The table has taken what all chose: the next time the host is first again."""
        self._is_sealed = False

    def _is_host_first(self, request: Request | None) -> bool:
        if not isinstance(request, ChooseAll) or request.window or len(request.asked) == 1:
            return False
        asks_host = any(choose.seat == self._play.terms.host_seat for choose in request.asked)
        return asks_host and not self._is_sealed

    def _host_has_answered(self) -> bool:
        return self._play.has_answered(self._play.terms.host_seat)
