"""The own hand: every card with what it would do now."""

from __future__ import annotations

from rr_rules.regicide.cards import worth_of
from rr_rules.regicide.preview import DIAMONDS, HEARTS, RegicidePreview, discarding
from rr_tui.board.header import headline, stages
from rr_tui.board.panels import MARKS, Box, framed, listed, thing
from rr_tui.games.regicide.scene import RegicideScene
from rr_tui.games.regicide.words import lettered, sorting
from rr_tui.looks.spans import Place, Row, Span

STEPS = (("play", "Play"), ("next", "Name who is next"), ("attack", "Cover"))
"""What a player is in the middle of, by phase."""
ELSEWHERE = {"setup": "The deal", "over": "The end"}


def header(scene: RegicideScene, width: int) -> Row:
    """The table, the turn, whose it is, and the step."""
    view = scene.view
    player = view.player if view.turn else -1
    return headline(scene, view.turn, player, (*_steps(scene), Span(" ")), width)


def _steps(scene: RegicideScene) -> Row:
    phase = scene.view.phase
    if phase in ELSEWHERE:
        return (Span(ELSEWHERE[phase], "accent"),)
    shown = (step for step in STEPS if step[0] != "next" or phase == "next")
    return stages(scene, shown, phase)


SIGNED = MARKS + 1
"""Spans of a row from its start to the sign of its card."""
MANY = 2
"""With more words than these the damage is said in short."""


def hand_places(scene: RegicideScene) -> tuple[Place, ...]:
    """The cards of the own hand, equal numbers side by side."""
    # The order is no secret here, and nobody may change it while a card of the hand is asked for.
    faces = scene.hand
    order = sorted(range(len(faces)), key=lambda at: sorting(faces[at]))
    return tuple(Place("hand", scene.seat, at) for at in order)


def hand(scene: RegicideScene, width: int, height: int) -> list[Row]:
    """The box itself."""
    places = hand_places(scene)
    rows = listed(scene, places, height - 2, lambda place: _line(scene, place, width - 2))
    if scene.seat >= 0 and not places:
        rows = [(Span(" You have no cards", "muted"),)]
    return framed(rows, Box(_title(scene)), width, height, scene.glyphs)


def _title(scene: RegicideScene) -> Row:
    if scene.seat < 0:
        return (Span(" Spectators see no hand ", "muted"),)
    held = f" Your hand {len(scene.hand)}/{scene.view.hand_limit}"
    covered = scene.cover if scene.is_mine else None
    short = covered is not None and not covered.is_enough
    role = "danger" if short else "muted"
    worth = f" {scene.glyphs.bullet} worth {worth_of(scene.hand)} "
    return (Span(held, "title"), Span(worth, role))


def _line(scene: RegicideScene, place: Place, width: int) -> Row:
    words, role = brief(scene, place)
    shown = (Span(" "), *lettered(scene.face_at(place), scene.glyphs), Span(f" {words}", role))
    line = thing(scene, place, shown, width)
    if scene.focus == place:
        return line
    # The sign alone is marked: a pick changes most rows, and has a budget.
    return tuple(each._replace(ground="") if number > SIGNED else each
                 for number, each in enumerate(line))  # fmt: skip


def brief(scene: RegicideScene, place: Place) -> tuple[str, str]:
    """What a card would do now, in a few words."""
    face = scene.face_at(place)
    covering = discarding(scene.view, (face,)) if scene.is_mine else None
    if covering is not None:
        covers = f"covers {covering.worth}"
        return (f"{covers}, ends it", "success") if covering.ends else (covers, "text")
    picked = scene.places.picked
    if picked and place not in picked and place not in scene.places.at:
        return "does not join", "disabled"
    found = scene.preview_at(place)
    if found is None:
        return f"worth {worth_of((face,))}", "muted"
    role = "success" if found.falls else "warning" if found.blocked else "text"
    words = _brief_play(found)
    return (" " if len(words) > MANY else ", ").join(words), role


def _brief_play(found: RegicidePreview) -> list[str]:
    """The damage or the kill, then the powers."""
    if found.is_jester:
        return ["cancels the immunity"]
    words = [_damage(found)]
    words += [f"heal {found.heals}"] if HEARTS in found.works else []
    words += [f"draw {sum(found.draws)}"] if DIAMONDS in found.works else []
    words += [f"shield {found.weakens}"] if found.weakens else []
    words += ["blocked"] if found.blocked else []
    return [f"{found.damage} dmg", *words[1:]] if len(words) > MANY else words


def _damage(found: RegicidePreview) -> str:
    if found.is_exact:
        return "kills exactly"
    return f"kills, {-found.left} over" if found.falls else f"{found.damage} damage"
