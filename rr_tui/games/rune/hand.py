"""The own hand as little cards, the held one turned as it would lie."""

from __future__ import annotations

from rr_tui.board.panels import Box, framed, ground_of
from rr_tui.games.rune.scene import RuneScene, letters_of, tile_of
from rr_tui.looks.spans import BLANK, HeldShape, Place, Row, Span, beside, block, fit

SLOT = 9
"""Columns for a card: its name, or three runes side by side."""


def hand_places(scene: RuneScene) -> tuple[Place, ...]:
    """The cards of the own hand."""
    me = scene.me
    return tuple(Place("hand", me.seat, at) for at in range(len(me.hand))) if me else ()


def hand(scene: RuneScene, width: int, height: int) -> list[Row]:
    """The box with them."""
    places = hand_places(scene)[: (width - 2) // SLOT]
    slots = [block(_card(scene, place), SLOT, height - 2) for place in places]
    words = " Spectators see no hand " if scene.me is None else f" Your hand ({len(places)}) "
    inner = beside(*slots) if slots else [BLANK]
    return framed(inner, Box((Span(words, "title"),)), width, height, scene.glyphs)


def _card(scene: RuneScene, place: Place) -> list[Row]:
    """One card under its name."""
    places, face = scene.places, scene.face_at(place)
    ground = ground_of(scene, place)
    is_held = places.held is not None and places.held.thing == place
    pointer = scene.glyphs.pointer if scene.focus == place else " "
    sign = scene.glyphs.chosen if is_held else " "
    name: Row = (
        Span(pointer, "text", place, ground),
        Span(scene.mark(place, " "), "legal", place, ground),
        Span(f" {fit(face, 4)}", "success" if is_held else "text", place, ground),
        Span(sign, "success", place, ground),
    )
    held = places.held if is_held and places.held is not None else HeldShape(place)
    return [name, *small_card(scene.layout_of(face), held)]


def small_card(layout: str, held: HeldShape) -> list[Row]:
    """A card with two columns for each rune."""
    letters = letters_of(layout, (0, 0), held)
    rows: dict[int, list[Span]] = {}
    for (_, y), letter in letters.items():
        rows.setdefault(y, [Span("  ")])
        rows[y].append(Span(f"{letter} ", place=held.thing, ground=tile_of(letter)))
    return [tuple(rows[y]) for y in sorted(rows)]
