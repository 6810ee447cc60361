"""The own secret role and how far it is: on the screen of its owner alone (NN-INFO-02)."""

from __future__ import annotations

from collections.abc import Sequence

from rr_rules.runes_regulations.state.sides import GOAL
from rr_rules.runes_regulations.state.view import RoleStep, SeatView
from rr_tui.board.details import lines, text_rows, verdict
from rr_tui.board.panels import ground_of
from rr_tui.games.runes_regulations.scene import StreetScene
from rr_tui.looks.spans import BLANK, Place, Row, Span
from rr_tui.looks.wording import begun


def standing(scene: StreetScene, seat: SeatView, words: int = 10) -> Row:
    """How far a seat is from the number that wins, and words when it is nearly over."""
    night = scene.night
    if night is None or night.seat != seat.seat:
        return dots(scene, seat.mythical, words)
    count = night.beasts
    row: Row = (
        Span(scene.signs.beast * min(count, GOAL), "nefarious"),
        Span(scene.signs.beast_empty * max(0, GOAL - count), "muted"),
        *_alarm(count, words),
    )
    said = f" {count}/{GOAL} Beasts"
    return (*row, Span(said, "nefarious")) if count < GOAL - 1 and words >= len(said) else row


def dots(scene: StreetScene, count: int, words: int) -> Row:
    """Five dots that show how far a player is, and words when it is nearly over.

    The words are shorter where less than `words` cells can be had for them.
    """
    glyphs = scene.glyphs
    full = min(count, GOAL)
    more = f"+{count - GOAL}" if count > GOAL else ""
    return (
        Span(glyphs.dot * full + more, "mythical"),
        Span(glyphs.dot_empty * (GOAL - full), "muted"),
        *_alarm(count, words),
    )


def _alarm(count: int, words: int) -> Row:
    if count < GOAL - 1:
        return ()
    long, short = ("HAS FIVE", "FIVE") if count >= GOAL else ("ONE TO WIN", "1 TO WIN")
    return (Span(" "), Span(long if len(long) <= words else short, ground="alert"))


MOMENTS = {
    "turn_ends": "at your turn's end",
    "any_time": "at once, whoever's turn it is",
    "nefarious_wins": "when the Nefarious Neighbor wins",
    "deck_out": "when the Main deck has run out",
}
"""The moments at which a role looks at the table."""


def role_place(scene: StreetScene) -> tuple[Place, ...]:
    """Where the own role can be pointed at."""
    return (Place("role", scene.view.me),) if scene.own_role else ()


def role_line(scene: StreetScene) -> Row:
    """The own role in one line, with how far it is; nothing for who has none."""
    if not scene.own_role or scene.night is None:
        return ()
    [place] = role_place(scene)
    ground = ground_of(scene, place)
    return (
        Span(scene.glyphs.pointer if scene.focus == place else " ", "text", place, ground),
        Span(scene.mark(place), "legal", place, ground),
        Span("Your role: ", "muted", place, ground),
        Span(scene.title_of(scene.own_role), "title", place, ground),
        *in_short(scene.night.progress),
    )


def role_title(scene: StreetScene, place: Place) -> str:
    """The role's name, and that nobody else sees it."""
    is_own = place.seat == scene.view.me and not scene.is_nefarious(place.seat)
    note = f" {scene.glyphs.bullet} your secret role" if is_own else ""
    return f"{scene.title_of(scene.face_at(place))}{note}"


def in_short(steps: Sequence[RoleStep]) -> Row:
    """How far a role is: a count, or how many of its conditions hold."""
    met = sum(step.is_met for step in steps)
    if not steps:
        return (Span(" "),)
    if met == len(steps):
        return (Span(" "), Span("READY", ground="alert"), Span(" "))
    first = steps[0]
    if len(steps) > 1 or first.is_most:
        return (Span(f" {met} of {len(steps)} "),)
    return (Span(f" {first.has}/{first.wanted} "),)


def role_rows(scene: StreetScene, place: Place, width: int, height: int) -> list[Row]:
    """What the own role asks for, each with how far it is; its text where there is room."""
    card, night = scene.card(scene.face_at(place)), scene.night
    steps = night.progress if night is not None and place.seat == scene.view.me else ()
    rows = [row for step in steps for row in _step(scene, step, width)]
    last = verdict(scene, place, width) or lines(
        f"{scene.chooses}: read it, and all roles", width, "muted"
    )
    for words in _and_so(scene, steps):
        more = lines(words, width, "muted")
        # Where it is tight, what choosing it does is worth more than what holds for every role.
        rows += more if len(rows) + len(more) + len(last) <= height else []
    rows += last
    told = text_rows(card.text if card else "", width)
    return [*told, BLANK, *rows] if len(told) + len(rows) < height else rows


def _step(scene: StreetScene, step: RoleStep, width: int) -> list[Row]:
    sign, role = scene.glyphs.refused, "warning"
    if step.is_met:
        sign, role = scene.glyphs.chosen, "success"
    return lines(f"{sign} {begun(step.text)}: {counted(step)}", width, role)


def counted(step: RoleStep) -> str:
    """How far a step is, in numbers."""
    return f"now {step.has}" if step.is_most else f"{step.has} of {step.wanted}"


def _and_so(scene: StreetScene, steps: Sequence[RoleStep]) -> list[str]:
    """When the role is looked at, and how else one may win."""
    moments = dict.fromkeys(MOMENTS.get(step.at, step.at) for step in steps)
    words = [f"Checked {moment}. [NN-ROLE-06]" for moment in moments]
    me = scene.me
    if me is None or not steps:
        return words
    if scene.is_nefarious(me.seat):
        return [*words, "Or you win when the Main deck runs out. [NN-OUT-02]"]
    return [*words, f"Or five Mythical Creatures: {me.mythical} of {GOAL}. [NN-ROLE-01]"]
