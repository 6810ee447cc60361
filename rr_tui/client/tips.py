"""Tips for one player: which one is due, and which have been met."""

from __future__ import annotations

from collections.abc import Collection

from rr_net.link import Lesson
from rr_rules.guide.glossary import term_for
from rr_rules.guide.tips import Tip, TipMoment, next_tip
from rr_rules.kernel.errors import RulesError
from rr_tui.board.answers import asked_of
from rr_tui.board.model import PlayerModel
from rr_tui.client.guidance import edition_here, words_here
from rr_tui.looks.profile import BEGUN, LESSON, Profile, ProfileError


class TipMemory:
    """In which turn this player was told a tip last: there is one a turn."""

    def __init__(self) -> None:
        self._told_in: object = None

    def due(self, model: PlayerModel, profile: Profile) -> Tip | None:
        """The tip for the open question, None where none is to be told; it counts as told."""
        turn = _turn(model)
        if not profile.tips or turn is None or turn == self._told_in:
            return None
        tip = _fitting(model, profile)
        if tip is not None:
            self._told_in = turn
        return tip


SPUN = "spin:"
"""What the marks of the Spinner's results begin with that a player has had explained."""


def new_result(model: PlayerModel, profile: Profile, result: str) -> tuple[str, ...]:
    """What a result of the own Spinner means, in sentences; nothing to whoever knows it."""
    if not profile.tips or profile.has_met(f"{SPUN}{result}") or _turn(model) is None:
        return ()
    term = term_for(words_here(model), result)
    return () if term is None else (term.says, term.example)


def mark_due(lesson: Lesson, met: Collection[str]) -> str:
    """By what a player of a lesson is known from now on, kept with the tips, or ""."""
    if lesson.over or (lesson.step <= 1 and not lesson.done):
        return ""
    mark = f"{LESSON if lesson.done else BEGUN}{lesson.lesson}"
    return "" if mark in met or f"{LESSON}{lesson.lesson}" in met else mark


def _turn(model: PlayerModel) -> object:
    """What tells one turn from another of any game; None where nobody is to be taught now."""
    seen, lobby = model.seen, model.lobby
    if seen is None or lobby is None or lobby.phase != "playing":
        return None
    if model.seat < 0 or model.lesson is not None:
        return None
    view = seen.view
    turn = (getattr(view, "turn", 0), getattr(view, "round", 0), getattr(view, "player", -1))
    return (lobby.commitment, *turn)


def _fitting(model: PlayerModel, profile: Profile) -> Tip | None:
    pending, ask, edition = model.pending, asked_of(model.pending), edition_here(model)
    if pending is None or ask is None or edition is None or model.seen is None:
        return None
    # Nobody reads while a beat of a second runs, and whoever did would be slower than the others.
    if pending.window is not None or ask.verb == "window":
        return None
    try:
        return next_tip(edition, TipMoment(model.seen.view, ask, model.kind_of), profile.met)
    except RulesError:
        return None


class StoredTips:
    """The tips of somebody who has no other settings here: what was stored is kept besides."""

    def __init__(self) -> None:
        self.profile = Profile()
        self._is_whole = False
        self.memory = TipMemory()

    def take(self, stored: str) -> None:
        """Takes what the room has kept, "" for nothing; what cannot be read is left alone."""
        try:
            self.profile = Profile.from_json(stored) if stored else self.profile
            self._is_whole = bool(stored) and self.profile.is_whole
        except ProfileError:
            # Another version's: it is neither followed nor written over.
            self.profile = Profile(tips=False)

    def met(self, tip: Tip) -> str:
        """The settings to keep once a tip has been met."""
        return self.marked(tip.id)

    def marked(self, mark: str) -> str:
        """The settings to keep once something has been met by that name."""
        self.profile = self.profile.meeting(mark)
        return self.profile.to_keep(is_whole=self._is_whole)

    def switched(self, *, on: bool) -> str:
        """The settings to keep where tips are wanted, or not."""
        self.profile = self.profile.changed(tips=on)
        return self.profile.to_keep(is_whole=self._is_whole)
