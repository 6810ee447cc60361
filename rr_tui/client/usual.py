"""Usual answers: the question that follows from an answer, where nearly everybody says the same.

A Creature goes to one's own Lawn. The room asks whose Lawn it is, and its record keeps the answer;
whoever wants to choose says so before.
"""

from __future__ import annotations

from typing import NamedTuple

from rr_net.link import Ask, AskOption, Give
from rr_tui.board.answers import given
from rr_tui.board.model import PlayerModel
from rr_tui.games.registry import board_of, face_at, idiom_of, player_in
from rr_tui.looks.spans import Place


class Opener(NamedTuple):
    """An answer that another question may follow from."""

    verb: str
    """What the question was that it answered."""
    option: AskOption
    face: str
    """The face of the thing that it named."""
    player: int
    """Whose turn it was."""


class UsualAnswer:
    """Gives the usual answer to a question that follows, unless the player wants to be asked."""

    def __init__(self) -> None:
        self.is_asked = False
        """Whether this player wants to be asked this time."""
        self._given: Opener | None = None

    def ask_me(self, ask: Ask | None, model: PlayerModel) -> bool:
        """Asks this time, or not after all; whether anything is asked that way now."""
        asks = idiom_of(model).asked_after(ask.verb if ask is not None else "")
        if ask is None or not any(option.act in asks for option in ask.options):
            return False
        self.is_asked = not self.is_asked
        return True

    def gave(self, option: AskOption, ask: Ask, model: PlayerModel) -> None:
        """Notes an answer of this player."""
        if option.option < 0:
            return
        asks = idiom_of(model).asked_after(ask.verb)
        is_usual, self._given = option.act in asks and not self.is_asked, None
        self.is_asked = False
        if is_usual and model.seen is not None:
            face = face_at(model.seen, Place(option.zone, option.seat, option.at))
            self._given = Opener(ask.verb, option, face, player_in(model.seen))

    def answer(self, ask: Ask | None, model: PlayerModel) -> Give | None:
        """The usual answer to the open question, where it follows from what was answered."""
        opener, seen, pending = self._given, model.seen, model.pending
        if opener is None or ask is None or seen is None or pending is None:
            return None
        if ask.verb == opener.verb or player_in(seen) != opener.player:
            # The same is asked again, or another turn has begun: nothing follows any more.
            self._given = None
            return None
        option = board_of(seen).usual(seen.view, opener.face, ask)
        if option is None:
            return None
        self._given = None
        return given(pending.number, option)
