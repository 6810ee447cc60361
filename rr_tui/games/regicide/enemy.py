"""The enemy in bars, and the piles beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rr_rules.regicide.cards import ENEMIES, HEALTHIEST, RANK_LETTERS, ROYALS
from rr_rules.regicide.preview import Cover, printed_attack
from rr_rules.regicide.view import Enemy
from rr_tui.board.header import who
from rr_tui.board.panels import Box, framed, ground_of
from rr_tui.games.regicide.scene import CASTLE, DISCARD, ENEMY, TAVERN, RegicideScene
from rr_tui.games.regicide.words import coloured, jester_sign, lettered, role_of, sign, suit_words
from rr_tui.looks.spans import BLANK, Place, Row, Span, beside, fit, width_of

MOST_CELLS = 3
"""The most cells for one point."""


class BarPart(NamedTuple):
    """A number of points of one kind."""

    points: int
    glyph: str
    role: str


def length(points: int, room: int) -> int:
    """The cells of a bar for a number of points: all bars in the same room are to one scale."""
    scale = min(MOST_CELLS, room // HEALTHIEST)
    return points * scale if scale else points * room // HEALTHIEST


def bar(parts: Sequence[BarPart], room: int) -> Row:
    """The parts one after the other; who has a point left is seen to have it."""
    spans: list[Span] = []
    points = drawn = 0
    scale = min(MOST_CELLS, room // HEALTHIEST)
    for part in parts:
        points += max(0, part.points)
        end = points * scale if scale else -(-points * room // HEALTHIEST)
        if end > drawn:
            spans.append(Span(part.glyph * (end - drawn), part.role))
        drawn = max(drawn, end)
    return tuple(spans)


LABEL = 8
NUMBER = 6
NAME = 16
PILES, MOST_PILES = 24, 44
"""Cells of the box of the piles."""
AROUND = 12
"""Cells of the title beside the name and the number."""


def enemy_and_piles(scene: RegicideScene, width: int, height: int) -> list[Row]:
    """Both boxes, side by side."""
    piles_width = max(PILES, min(MOST_PILES, width // 4))
    return beside(enemy(scene, width - piles_width, height), piles(scene, piles_width, height))


def enemy(scene: RegicideScene, width: int, height: int) -> list[Row]:
    """Health, attack and shield as bars with numbers, its immunity, and who does what."""
    found, inner = scene.view.enemy, width - 2
    if found is None:
        rows = [BLANK, (Span(f" {_without(scene)}", "title"),)]
        return framed(rows, Box(), width, height, scene.glyphs)
    room = inner - LABEL - NUMBER
    rows = [
        _health(scene, found, room),
        _attack(scene, found, room),
        _shield(scene, found, room),
        _immunity(scene, found),
        _now(scene, room),
    ]
    role = "danger" if scene.is_mine and scene.view.phase == "attack" else "border"
    return framed(
        rows, Box(_title(scene, found, inner - 1), role=role), width, height, scene.glyphs
    )


def _without(scene: RegicideScene) -> str:
    if scene.view.defeated == ENEMIES:
        return "The castle has fallen: all twelve are defeated"
    return "The cards are being dealt"


def _title(scene: RegicideScene, found: Enemy, room: int) -> Row:
    ground = ground_of(scene, ENEMY)
    pointer = scene.glyphs.pointer if scene.focus == ENEMY else " "
    number = f"enemy {scene.view.defeated + 1} of {ENEMIES}"
    name = fit(scene.title_of(found.face), room - len(number) - AROUND)
    return (
        Span(pointer, "text", ENEMY, ground),
        *(each._replace(place=ENEMY, ground=ground) for each in lettered(found.face, scene.glyphs)),
        Span(f" {name} ", "title", ENEMY, ground),
        Span(f"{scene.glyphs.bullet} {number} ", "muted"),
    )


def _label(words: str) -> Span:
    return Span(f" {words:<{LABEL - 1}}", "muted")


def _health(scene: RegicideScene, found: Enemy, room: int) -> Row:
    glyphs, ghost = scene.glyphs, scene.ghost
    left = found.left
    after = left if ghost is None else max(0, ghost.left)
    parts = (
        BarPart(after, glyphs.gauge, "success"),
        BarPart(left - after, glyphs.hidden, "warning"),
        BarPart(found.damage, glyphs.gauge_empty, "muted"),
    )
    drawn = (_label("Health"), *bar(parts, room), Span(f" {left}/{found.health}", "title"))
    then = (Span(f" {glyphs.arrow} {after}", "warning"),) if ghost else ()
    return (*drawn, *then) if width_of(drawn) + width_of(then) <= LABEL + room + NUMBER else drawn


def _attack(scene: RegicideScene, found: Enemy, room: int) -> Row:
    """What it does now is full, what a shield stops is empty."""
    glyphs, printed = scene.glyphs, printed_attack(found.face)
    then = _strength(scene, found)
    stopped = found.attack - then
    parts = (
        BarPart(then, glyphs.gauge, "danger"),
        BarPart(stopped, glyphs.hidden, "warning"),
        BarPart(printed - found.attack, glyphs.gauge_empty, "muted"),
    )
    change = (Span(f" {glyphs.arrow} {then}", "warning"),) if stopped else ()
    of = f" of {printed}" if found.shield else ""
    number = Span(f" {found.attack}", "title")
    return (_label("Attack"), *bar(parts, room), number, *change, Span(of, "muted"))


def _strength(scene: RegicideScene, found: Enemy) -> int:
    """What it would attack for after the play that is shown beforehand."""
    ghost = scene.ghost
    return found.attack if ghost is None else ghost.strength


def _shield(scene: RegicideScene, found: Enemy, room: int) -> Row:
    """The same bar seen from the other side: what is stopped is full."""
    glyphs, printed = scene.glyphs, printed_attack(found.face)
    then = _strength(scene, found)
    parts = (
        BarPart(printed - found.attack, glyphs.gauge, "accent"),
        BarPart(found.attack - then, glyphs.hidden, "warning"),
        BarPart(then, glyphs.gauge_empty, "muted"),
    )
    held = f", {found.blocked} wait for a Jester" if found.blocked else ""
    return (
        _label("Shield"), *bar(parts, room), Span(f" {found.shield}", "title"), Span(held, "muted"),
    )  # fmt: skip


def _immunity(scene: RegicideScene, found: Enemy) -> Row:
    if not found.immune:
        return (_label("Immune"), Span("to nothing: a Jester cancelled it", "success"))
    words = Span(suit_words(found.immune, scene.glyphs), found.immune)
    return (_label("Immune"), Span("to "), words, Span(" (no power, only damage)", "muted"))


def _now(scene: RegicideScene, room: int) -> Row:
    """Who does what: the running total of an attack, or whether the player may yield."""
    view, covered = scene.view, scene.cover
    name = who(scene, view.player, NAME)
    if covered is not None:
        return _covering(scene, covered, room)
    if view.phase == "next":
        # No key is named: players may have given it to something else.
        ask = ": say if you want to" if scene.seat >= 0 and not scene.is_mine else ""
        words = " name who goes on" if scene.is_mine else " names who goes on"
        return (_label("Next"), name, Span(words), Span(ask, "muted"))
    if view.phase == "play":
        may = Span(" may yield") if view.may_yield else Span(" may not yield", "muted")
        return (_label("Now"), name, Span(" to play,"), may)
    return (_label("Over"), Span(f"{view.defeated} of {ENEMIES} defeated", "title"))


def _covering(scene: RegicideScene, found: Cover, room: int) -> Row:
    """The running total of an attack, and a warning where the hand is not worth it."""
    glyphs = scene.glyphs
    words = f" {found.covered} of {found.attack} covered, {found.to_go} to go"
    if scene.is_mine and not found.is_enough:
        words += f", your hand has {found.hand}"
    parts = (
        BarPart(found.covered, glyphs.gauge, "success"),
        BarPart(found.to_go, glyphs.gauge_empty, "warning"),
    )
    is_short = length(found.attack, room) + len(words) <= room + NUMBER
    role = "warning" if found.is_enough else "danger"
    return (_label("Cover"), *(bar(parts, room) if is_short else ()), Span(words, role))


# --- the piles ---------------------------------------------------------------------------------


def piles(scene: RegicideScene, width: int, height: int) -> list[Row]:
    """What is left of castle and Tavern, the discard pile, and what is left of chances."""
    view = scene.view
    rows = [
        _line(scene, CASTLE, "Castle", _castle(scene)),
        _line(scene, TAVERN, "Tavern", (Span(f"{view.tavern}"),)),
        _top(scene),
        _line(scene, DISCARD, "Discard", _discard(scene)),
        _last_line(scene),
    ]
    return framed(rows, Box((Span(" The piles ", "title"),)), width, height, scene.glyphs)


def _line(scene: RegicideScene, place: Place, label: str, words: Row) -> Row:
    ground = ground_of(scene, place)
    pointer = scene.glyphs.pointer if scene.focus == place else " "
    shown = (Span(f"{pointer}{label:<8}", "muted", place), *words)
    return tuple(each._replace(place=place, ground=ground) for each in shown)


def _castle(scene: RegicideScene) -> Row:
    castle = zip(ROYALS, scene.view.castle, strict=True)
    left = [f"{RANK_LETTERS[rank]}{count}" for rank, count in castle if count]
    return (Span(" ".join(left) or "empty"),)


def _top(scene: RegicideScene) -> Row:
    """What everybody saw going onto the Tavern, the topmost first."""
    model = scene.view.tavern_top
    if not model:
        return (Span("  on top: nobody knows", "muted"),)
    return (Span("  on top: ", "muted"), *coloured(model[:-4:-1], scene.glyphs))


def _discard(scene: RegicideScene) -> Row:
    view = scene.view
    if not view.discarded:
        return (Span("empty", "muted"),)
    top = view.discard[-1]
    shown = Span(sign(top, scene.glyphs), role_of(top))
    return (Span(f"{view.discarded}"), Span(", top ", "muted"), shown)


def _last_line(scene: RegicideScene) -> Row:
    view = scene.view
    if len(view.seats) == 1:
        left = jester_sign(scene.glyphs) * view.jesters or "none"
        return (Span(" Jesters to flip ", "muted"), Span(left, "title"))
    return (Span(f" Exact kills {view.exact}", "muted"),)
