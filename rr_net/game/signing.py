"""When the host signs the record: at each turn's end, and after its own answer where all choose.

A head moves with every answer. It is signed and shown only while no reaction window is open, where
it would tell the table that somebody has answered (RR-HID-12).
"""

from __future__ import annotations

from rr_net.fairness.base.note import FEW, SignedNote
from rr_net.game.due import Cue
from rr_net.game.log import RoomNote
from rr_rules.kernel.requests import ChooseAll, Request


class Signing:
    """The signatures of one game."""

    def __init__(self, turn: int, host_seat: int) -> None:
        self._turn = turn
        """The turn that was being played when the host signed last."""
        self._host = host_seat
        self._is_sealed = False
        """Whether the host's own answer to what all choose is kept and signed."""

    def due(self, turn: int, request: Request | None, *, host_answered: bool) -> Cue | None:
        """What is to be signed now."""
        if isinstance(request, ChooseAll) and request.window:
            return None
        if turn != self._turn:
            return Cue.SIGN_TURN
        return Cue.SIGN_HOST_FIRST if host_answered and self.is_host_first(request) else None

    def is_sealed(self, request: Request | None) -> bool:
        """Whether the host has chosen, and signed it, what others are asked at the same time."""
        return self._is_sealed and self._asks_host_and_others(request)

    def _asks_host_and_others(self, request: Request | None) -> bool:
        """Whether several choose at once outside a window, the host among them."""
        if not isinstance(request, ChooseAll) or request.window or len(request.asked) == 1:
            return False
        return any(choose.seat == self._host for choose in request.asked)

    def is_host_first(self, request: Request | None) -> bool:
        """Whether the host alone is asked as yet, until its answer to what all choose is signed.

        Otherwise a host that plays could wait for what the others have chosen.
        """
        return self._asks_host_and_others(request) and not self._is_sealed

    def signed(
        self, head: SignedNote | None, turn: int, *, host_answered: bool
    ) -> tuple[RoomNote, ...]:
        """Take note of a signature, now or in a replay; turns' ends are told to everybody.

        Without a head there is no key to sign with, and nothing to tell.
        """
        ended, self._turn = self._turn, turn
        if head is None:
            return ()
        self._is_sealed = host_answered
        return (_turn_note(ended, head),) if turn != ended else ()

    def seal(self) -> None:
        """The host's answer is signed: the others are asked from now on."""
        self._is_sealed = True

    def unseal(self) -> None:
        """The table has taken what all chose: the next time the host is first again."""
        self._is_sealed = False


def _turn_note(ended: int, head: SignedNote) -> RoomNote:
    what = f"Turn {ended}" if ended else "The deal"
    facts: dict[str, object] = {"size": head.size, "head": head.head}
    text = f"{what} is signed: {' '.join(head.words[:FEW])}"
    return RoomNote("checkpoint", text, "luck", facts)
