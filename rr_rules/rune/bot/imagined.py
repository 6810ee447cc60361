"""The course that a game might take: a position that bots play on in their heads.

It follows the rules of `turn`, without questions, events and taking back.
"""

from __future__ import annotations

from collections.abc import Sequence

from rr_rules.rune.board import SEATS, Board, Laid, Master, Token
from rr_rules.rune.forbidding import board_of
from rr_rules.rune.placing import Change, Placement, changes, placements
from rr_rules.rune.settings import RuneSettings
from rr_rules.rune.state import RuneState
from rr_rules.rune.view import RuneView
from rr_rules.rune.views import decide

UNKNOWN = -1
"""A card that nobody has imagined yet."""


class Course:
    """A position in somebody's head, which is changed as it is played on."""

    __slots__ = ("board", "deck", "hands", "player", "settings", "starter", "supply", "tokens")

    board: Board
    settings: RuneSettings
    deck: list[int]
    """The top card is the last."""
    hands: list[list[int]]
    player: int
    starter: int
    supply: list[int]
    tokens: list[int]

    @classmethod
    def of_state(cls, state: RuneState) -> Course:
        """From an imagined state; nothing is shared that changes."""
        course = cls.__new__(cls)
        course.board, course.settings = state.board, state.settings
        course.deck, course.hands = state.deck[:], [hand[:] for hand in state.hand]
        course.player, course.starter = state.player, state.starter
        course.supply, course.tokens = state.supply[:], state.tokens[:]
        return course

    @classmethod
    def of_view(cls, view: RuneView) -> Course:
        """From what a seat sees: whatever it does not see is UNKNOWN."""
        course = cls.__new__(cls)
        number = {face: card for card, face in enumerate(view.faces)}
        course.board, course.settings = board_of(view), view.choices
        course.deck = [UNKNOWN] * view.deck
        course.hands = [[number.get(face, UNKNOWN) for face in seat.hand] for seat in view.seats]
        course.player, course.starter = view.player, view.starter
        course.supply = [seat.masters for seat in view.seats]
        course.tokens = [seat.tokens for seat in view.seats]
        return course

    # --- questions -------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether all masters are placed (RN-END-05)."""
        return not any(self.supply)

    @property
    def draws(self) -> int:
        """How many cards may still be drawn (RN-DRAW-04)."""
        return len(self.deck) if all(self.supply) else 0

    @property
    def winners(self) -> tuple[int, ...]:
        """Who wins with the table as it lies."""
        return decide(self.board, self.settings.tie_break, self.starter).winners

    def placements(self, card: int) -> Sequence[Placement]:
        """Every legal placement of a card."""
        settings = self.settings
        return placements(
            self.board, card, self.player, joins=settings.joins, vanish=settings.vanish
        )

    def spots(self) -> int:
        """The cells on which the player may place a master."""
        return self.board.master_spots(self.player, own_areas=self.settings.own_areas)

    def changes(self) -> list[Change]:
        """What the player may do with a token now that a master is placed (RN-GM-01)."""
        if not self.tokens[self.player]:
            return []
        return changes(self.board, self.player, any_master=self.settings.any_master)

    # --- what the player does ----------------------------------------------------------

    def lay(self, at: int, where: Placement) -> None:
        """Lay a card of the hand."""
        card = self.hands[self.player].pop(at)
        self.board = self.board.sequel(Laid(card, *where))

    def discard(self, at: int) -> None:
        """Give a card up that fits nowhere (RN-TURN-04)."""
        self.hands[self.player].pop(at)

    def draw(self) -> None:
        """Take the top card."""
        self.hands[self.player].append(self.deck.pop())

    def master(self, x: int, y: int) -> None:
        """Place a master."""
        self.supply[self.player] -= 1
        self.board = self.board.sequel(Master(self.player, x, y))

    def box(self) -> None:
        """Return a master for which there is no rune (RN-MASTER-07)."""
        self.supply[self.player] -= 1

    def token(self, change: Change) -> None:
        """Put the token on a rune."""
        self.tokens[self.player] -= 1
        self.board = self.board.sequel(Token(self.player, *change))

    def end_turn(self) -> None:
        """Hand on to whoever has masters left, the other one first (RN-END-02)."""
        other = (self.player + 1) % SEATS
        self.player = other if self.supply[other] else self.player
