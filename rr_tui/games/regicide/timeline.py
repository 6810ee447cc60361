"""The timeline of the castle: which blows each enemy took, and how it fell."""

from __future__ import annotations

from collections.abc import Sequence

from rr_rules.regicide.cards import ENEMIES, ROYALS, SUITS, sign_of
from rr_rules.regicide.preview import suit_of
from rr_rules.regicide.view import RegicideView
from rr_tui.games.regicide.words import rank_word
from rr_tui.looks.spans import Row, Span, fit, pad
from rr_tui.looks.wording import count

A_RANK = len(SUITS)
LABEL = 8


class Fight:
    """One enemy: its blows, one for each turn that hurt it, and how it ended."""

    def __init__(self, face: str, health: int, turn: int) -> None:
        self.face = face
        self.health = health
        self.began = self.ended = turn
        self.blows: list[int] = []
        self.is_over = False
        self.is_exact = False

    def note(self, damage: int, turn: int) -> None:
        """Notes what it has suffered by a turn; a play that was taken back takes its blow along."""
        self.ended = max(self.ended, turn)
        while self.blows and sum(self.blows) > damage:
            self.blows.pop()
        if damage > sum(self.blows):
            self.blows.append(damage - sum(self.blows))

    def fall(self, turn: int, *, exact: bool) -> None:
        """The blow that ended it: what was left of its health."""
        self.note(self.health, turn)
        self.is_over, self.is_exact = True, exact


class RegicideTimeline:
    """Kept from the views as they come; who joins later has none, and not half of one."""

    def __init__(self) -> None:
        self._fights: dict[int, Fight] = {}
        self._last: RegicideView | None = None

    def note(self, view: RegicideView) -> None:
        """Notes how the fight stands now; another game begins another timeline."""
        last = self._last
        if last is not None and (view.turn < last.turn or view.defeated < last.defeated):
            self._fights.clear()
            last = None
        self._last = view
        if last is not None and view.defeated > last.defeated:
            self._fights[last.defeated].fall(last.turn, exact=view.exact > last.exact)
        if view.enemy is not None:
            fight = self._fights.get(view.defeated)
            if fight is None:
                fight = Fight(view.enemy.face, view.enemy.health, view.turn)
                self._fights[view.defeated] = fight
            fight.note(view.enemy.damage, view.turn)

    def rows(self, names: Sequence[str], width: int) -> list[Row]:
        """A line for each rank of the castle, an enemy after the other with its blows."""
        last = self._last
        first = self._fights.get(0)
        if last is None or first is None or first.began > 1:
            return []
        exactly = f", {last.exact} of them exactly" if last.exact else ""
        turns = count(last.turn, "turn")
        words = f" {last.defeated} of {ENEMIES} enemies defeated{exactly}, in {turns}"
        rows: list[Row] = [(Span(words, "title"),)]
        for place, rank in enumerate(ROYALS):
            numbers = range(place * A_RANK, (place + 1) * A_RANK)
            fights = [self._fights[number] for number in numbers if number in self._fights]
            if fights:
                rows.append(_rank(f"{rank_word(rank)}s", fights, width))
        return rows


def _rank(label: str, fights: Sequence[Fight], width: int) -> Row:
    cell = (width - LABEL) // A_RANK
    shown = [span for fight in fights for span in pad(_fight(fight, cell - 1), cell)]
    return (Span(f" {label:<{LABEL - 1}}", "muted"), *shown)


def _fight(fight: Fight, width: int) -> Row:
    """The sign, the blows in order and how it ended: fallen, fallen exactly, or still standing."""
    sign = sign_of(fight.face)
    mark = ("✓ exact" if fight.is_exact else "✓") if fight.is_over else f"/{fight.health}"
    blows = "+".join(map(str, fight.blows)) or "0"
    room = width - len(sign) - len(mark) - 2
    if len(blows) > room:
        blows = fit(f"{sum(fight.blows)} in {len(fight.blows)}", room)
    role = "success" if fight.is_over else "warning"
    gap = " " if fight.is_over else ""
    return (Span(sign, suit_of(fight.face)), Span(f" {blows}{gap}"), Span(mark, role))
