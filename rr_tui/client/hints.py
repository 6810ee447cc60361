"""Hints: when one may be asked for, and whether this player has agreed to be told on."""

from __future__ import annotations

from rr_net.link import AskHint, HintTold
from rr_tui.board.answers import asked_of
from rr_tui.board.model import PlayerModel
from rr_tui.board.scene import Scene

TELLS = (
    "Everybody at the table reads that you asked for a hint, and nobody what you are told. "
    "A game with hints changes no rating."
)
"""What to read before the first hint of a game at a table of several."""

THINKING = "Thinking about what would be best here …"
"""What stands in the place of a hint that was asked for."""
NOT_IN_WINDOWS = "There are no hints about reactions"
NOT_ASKED = "There is a hint as soon as you are asked"


def are_on(model: PlayerModel) -> bool:
    """Whether there are hints at this table."""
    options = model.lobby.options if model.lobby is not None else ()
    return any(each.name == "hints" and each.value == "on" for each in options)


def may_ask(model: PlayerModel) -> bool:
    """Whether there is a hint about what is asked now."""
    ask, pending = asked_of(model.pending), model.pending
    if ask is None or pending is None or model.lesson is not None:
        return False
    return pending.window is None and ask.verb != "window" and are_on(model)


def current(model: PlayerModel) -> HintTold | None:
    """The hint about the open question, if one was given."""
    told, pending = model.hint, model.pending
    return told if told is not None and pending and told.number == pending.number else None


def read(model: PlayerModel) -> HintTold | None:
    """What somebody reads who has asked: the hint, or until it comes that it is thought about."""
    told, pending = current(model), model.pending
    if told is not None or pending is None or asked_of(pending) is None:
        return told
    return HintTold(number=pending.number, option=-1, text=THINKING)


class HintAsker:
    """Asks for hints, at a table of several only after the player has agreed once in a game."""

    def __init__(self) -> None:
        self._agreed: str | None = None
        """The commitment of the game in which it was agreed."""

    def must_agree(self, model: PlayerModel) -> bool:
        """Whether the player is to be asked before others read of it."""
        lobby = model.lobby
        return lobby is not None and not lobby.alone and self._agreed != lobby.commitment

    def agree(self, model: PlayerModel) -> None:
        """The player has agreed, for the rest of this game."""
        self._agreed = model.lobby.commitment if model.lobby is not None else None

    def message(self, model: PlayerModel) -> AskHint | None:
        """What asks for a hint about the open question; None where nothing is asked."""
        if model.pending is None or model.lobby is None:
            return None
        return AskHint(number=model.pending.number, tell=not model.lobby.alone)


def no_decline(scene: Scene) -> str:
    """What is said where somebody declines what cannot be declined: which key answers instead."""
    places = scene.places
    if scene.ask is None or places.draw is None or places.decline or places.finish:
        return scene.hint
    return f"Nothing to skip here: {scene.keys.shown('board.draw')} answers, {places.draw.label}"
