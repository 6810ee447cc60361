"""The whole table of Rune: lists, numbers, strings, and a board that is never changed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, cast

from rr_rules.kernel.errors import BadTranscript
from rr_rules.kernel.transcript import Plain
from rr_rules.rune.board import Board
from rr_rules.rune.cards import CARDS, CardSet
from rr_rules.rune.settings import RuneSettings

MASTERS = 3
"""Rune Masters of each player, and cards of an opening hand."""

_VALUES = ("starter", "player", "phase", "turn", "draft", "drafted", "takebacks",
           "reason")  # fmt: skip
_LISTS = ("deck", "removed", "supply", "boxed", "tokens", "declared")
_BOARD = ("laid", "masters", "marks")
"""What a board is saved as: cards, masters and Grand Master tokens in the order they came."""


class RuneEvent(NamedTuple):
    """Something that happened, for people; `text.py` lists and words the kinds."""

    kind: str
    by: int = -1
    """The seat that did it; -1 for the rules."""
    faces: tuple[str, ...] = ()
    at: tuple[int, ...] = ()
    """x and y of a place, then quarter turns or a colour."""
    n: int = 0
    seen: tuple[int, ...] = ()
    """For hidden faces: the seats that may know them; empty means everybody."""


class RuneState:
    """Where every card lies, what the players have left, and whose turn it is."""

    __slots__ = (*_VALUES, *_LISTS, "board", "cards", "settings", "events", "hand", "options",
                 "shown")  # fmt: skip

    options: dict[str, str]
    settings: RuneSettings
    cards: CardSet
    board: Board
    """The table as the player whose turn it is sees it."""
    shown: Board
    """The table as everybody else does: without a card that can still be taken back."""
    deck: list[int]
    """The top card is the last."""
    hand: list[list[int]]
    removed: list[int]
    """Cards that fitted nowhere (RN-TURN-04)."""
    supply: list[int]
    """By seat, the masters that are not placed yet."""
    boxed: list[int]
    """By seat, the masters for which there was no rune (RN-MASTER-07)."""
    tokens: list[int]
    """By seat, the Grand Master tokens that are not used."""
    starter: int
    player: int
    phase: str
    """setup, lay, claim (draw or place a master), token or over."""
    turn: int
    draft: int
    """Where in the hand the card was that can still be taken back; -1 for none (RN-TURN-06)."""
    drafted: str
    """What was done with that card: lay or discard; "" for none."""
    takebacks: int
    """How often the player has taken a card back this turn."""
    reason: str
    """ "" while the game goes on."""
    declared: list[int]
    """By seat, the number of a master colour; 0 for none in particular (RN-SETUP-06)."""
    events: list[object]

    @classmethod
    def opening(cls, cards: CardSet, options: dict[str, str], declared: list[int]) -> RuneState:
        """The table before the deal."""
        state = cls.__new__(cls)
        state.options, state.settings, state.cards = options, RuneSettings.read(options), cards
        state.board = state.shown = Board.begun(cards.layouts)
        state.deck, state.hand, state.removed = list(range(CARDS)), [[], []], []
        state.supply, state.boxed = [MASTERS, MASTERS], [0, 0]
        state.tokens = [1, 1] if state.settings.tokens else [0, 0]
        state.starter = state.player = state.draft = -1
        state.phase, state.drafted, state.reason = "setup", "", ""
        state.turn = state.takebacks = 0
        state.declared, state.events = declared, []
        return state

    def copy(self) -> RuneState:
        """A twin that shares nothing mutable, without events."""
        # Field by field: this runs at every step boundary and for every clone.
        twin = RuneState.__new__(RuneState)
        twin.options, twin.settings, twin.cards = self.options, self.settings, self.cards
        twin.board, twin.shown = self.board, self.shown
        twin.deck, twin.removed = self.deck[:], self.removed[:]
        twin.hand = [hand[:] for hand in self.hand]
        twin.supply, twin.boxed, twin.tokens = self.supply[:], self.boxed[:], self.tokens[:]
        twin.starter, twin.player = self.starter, self.player
        twin.phase, twin.turn = self.phase, self.turn
        twin.draft, twin.drafted = self.draft, self.drafted
        twin.takebacks, twin.reason = self.takebacks, self.reason
        twin.declared, twin.events = self.declared, []
        return twin

    def plain(self) -> Plain:
        """The state as a JSON object."""
        plain: Plain = {name: getattr(self, name) for name in _VALUES}
        plain |= {name: getattr(self, name)[:] for name in _LISTS}
        plain["hand"] = [hand[:] for hand in self.hand]
        board = (self.board.laid, self.board.masters, self.board.tokens)
        plain |= {name: [list(each) for each in part]
                  for name, part in zip(_BOARD, board, strict=True)}  # fmt: skip
        plain["options"] = dict(self.options)
        return plain

    @classmethod
    def from_plain(cls, plain: Plain, cards: CardSet, options: dict[str, str]) -> RuneState:
        """The state that `plain` wrote. Raises BadTranscript."""
        state = cls.__new__(cls)
        state.options, state.settings, state.cards = options, RuneSettings.read(options), cards
        state.events = []
        try:
            for name in (*_VALUES, *_LISTS, "hand"):
                setattr(state, name, plain[name])
            parts = [cast("Iterable[Iterable[int]]", plain[name]) for name in _BOARD]
            state.board = Board.built(cards.layouts, *parts)
            state.shown = state.board
            if state.drafted == "lay":
                state.shown = Board.built(cards.layouts, state.board.laid[:-1], *parts[1:])
            return state.copy()
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise BadTranscript(f"a saved state is not one of this game: {error!r}") from error

    # --- questions -------------------------------------------------------------------

    @property
    def is_tail(self) -> bool:
        """Whether somebody has placed the last master: nobody draws any more (RN-END-02)."""
        return not all(self.supply)

    @property
    def may_draw(self) -> bool:
        """Whether the second phase may be a draw (RN-DRAW-02, -04)."""
        return bool(self.deck) and not self.is_tail

    def whole_hand(self, seat: int) -> list[int]:
        """A hand as others count it: with a card that can still be taken back."""
        hand = self.hand[seat]
        if self.draft < 0 or seat != self.player:
            return hand
        card = self.board.laid[-1].card if self.drafted == "lay" else self.removed[-1]
        return [*hand[: self.draft], card, *hand[self.draft :]]

    def take_back(self) -> None:
        """Return to the beginning of the turn, as if nothing had been laid (RN-TURN-06)."""
        self.hand[self.player] = self.whole_hand(self.player)
        if self.drafted == "discard":
            self.removed.pop()
        self.board, self.phase = self.shown, "lay"
        self.draft, self.drafted = -1, ""
