"""The own hand, and the tray that stands in its place while cards of a pile are chosen from."""

from __future__ import annotations

from rr_tui.board.panels import Box, framed, listed, thing
from rr_tui.games.runes_regulations.scene import PILES, StreetScene
from rr_tui.looks.spans import Place, Row, Span

TRAY_TITLES = {**PILES, "seen": "You look at"}


def hand_places(scene: StreetScene) -> list[Place]:
    """What the lower left box lists: the own hand, or the tray."""
    piled = [place for place in scene.places.at if place.zone in PILES]
    seen = _seen_places(scene)
    if piled or seen:
        # The newest card of a pile lies on top.
        piled.sort(key=lambda place: (place.zone, -place.at))
        return [*seen, *piled]
    me = scene.me
    return [Place("hand", me.seat, at) for at in range(len(me.hand))] if me else []


def _seen_places(scene: StreetScene) -> list[Place]:
    """The cards that are being looked at, named as the options name them."""
    named = next((place.seat for place in scene.places.at if place.zone == "seen"), -1)
    return [Place("seen", named, at) for at in range(len(scene.view.seen))]


def hand(scene: StreetScene, width: int, height: int) -> list[Row]:
    """The box itself."""
    places = hand_places(scene)
    rows = listed(scene, places, height - 2, lambda place: _line(scene, place, width - 2))
    return framed(rows, Box(_title(scene, places)), width, height, scene.glyphs)


def _title(scene: StreetScene, places: list[Place]) -> Row:
    me = scene.me
    if places and places[0].zone != "hand":
        words = TRAY_TITLES.get(places[0].zone, "Choose")
        return (Span(f" {words} ({len(places)}) ", "title"),)
    if me is None:
        return (Span(" Spectators see no hand ", "muted"),)
    role = "warning" if len(me.hand) > me.hand_limit else "title"
    return (Span(f" Your hand ({len(me.hand)}/{me.hand_limit}) ", role),)


def _line(scene: StreetScene, place: Place, width: int) -> Row:
    face = scene.face_at(place)
    letter = scene.letter_of(face)
    words = (Span(f"{letter} ", scene.role_of(face)), Span(scene.title_of(face)))
    return thing(scene, place, words, width)
