"""What a game may tell the bots about playing it well; one that tells nothing is played anyway."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from rr_rules.kernel.game import State
from rr_rules.kernel.requests import Choose
from rr_rules.kernel.stream import Stream


@runtime_checkable
class Insightful(Protocol):
    """A game that knows which options are worth a thought, and how a game usually goes on."""

    def promising(self, view: object, choose: Choose) -> Sequence[int]:
        """The numbers of the options worth a search, the likeliest best first; at least one.

        From the seat's view alone, so that nothing hidden can move it.
        """

    def play_out(self, state: State, choose: Choose, option: int, stream: Stream) -> float:
        """Take an option and play on; what the end is worth to the seat that chose, 0 to 1.

        `state` is imagined and stands where `choose` is open; it stays as it is. Equal streams
        give options of one state equal luck, so that their payoffs can be compared.
        """
