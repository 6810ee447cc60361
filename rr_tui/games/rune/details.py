"""What the details pane says: of the ghost, of an area and who controls it, of a card."""

from __future__ import annotations

from rr_net.link import AskOption
from rr_rules.rune.cards import COLOURS, layout_words
from rr_rules.rune.forbidding import why_no_master
from rr_rules.rune.lattice import Point
from rr_rules.rune.preview import RunePreview, preview
from rr_rules.rune.view import Cell
from rr_rules.rune.words import point_words
from rr_tui.board.details import lines, verdict, word
from rr_tui.board.header import called
from rr_tui.board.laying import TURNING
from rr_tui.games.gameboard import as_rule
from rr_tui.games.rune.scene import TABLE, Ghost, RuneScene
from rr_tui.games.rune.words import area_words, changes
from rr_tui.looks.spans import BLANK, Place, Row, Span, fit
from rr_tui.looks.wording import by_rule, seat_role

LEAST = 5
"""Rows that what is said of the cursor's place needs before anything else is told."""
NAME = 12


def about(scene: RuneScene, place: Place, width: int, height: int) -> tuple[str, list[Row]]:
    """What there is to say of a place: its title, and rows that fit where they stand."""
    ghost = scene.ghost()
    if ghost is not None and place.zone in {TABLE, TURNING.zone}:
        return scene.title_of(ghost.face), _above(_ghost(scene, ghost, width), scene, width, height)
    match place.zone:
        case "button" | "word":
            return word(scene, place, width)
        case "hand":
            title, rows = _card(scene, place, width)
            return title, _above(rows, scene, width, height)
        case "table" if place.cell:
            title, rows = _cell(scene, (place.cell[0], place.cell[1]), width)
            return title, _above(rows, scene, width, height)
    return _unseen_title(scene), unseen(scene, width)[1:]


def _above(rows: list[Row], scene: RuneScene, width: int, height: int) -> list[Row]:
    """Rows, and at the bottom the cards not seen yet: so those need not be drawn again."""
    below = unseen(scene, width)
    room = height - len(below)
    return rows if room < LEAST else [*rows, *[BLANK] * (room - len(rows)), *below]


# --- what a card would do -----------------------------------------------------------------------


def _ghost(scene: RuneScene, ghost: Ghost, width: int) -> list[Row]:
    glyphs = scene.glyphs
    if ghost.option is None:
        text, clause = "It may not lie there.", ""
        if ghost.against is not None:
            text, clause = ghost.against.text, by_rule(ghost.against.clause)
        return lines(f"{glyphs.refused} {text}{clause}", width, "warning")
    found = _foreseen(scene, ghost.option)
    words = f"{glyphs.chosen} {scene.chooses} lays it: {', '.join(changes(found))}."
    rows = lines(words, width, "success")
    return [*rows, *_points(scene, found)]


def _foreseen(scene: RuneScene, option: AskOption) -> RunePreview:
    found = preview(scene.view, as_rule(option))
    assert found is not None, "whatever is chosen at a cell comes onto the table"
    return found


def _points(scene: RuneScene, found: RunePreview) -> list[Row]:
    """The points of both players before and after."""
    rows: list[Row] = []
    for seat in scene.clockwise:
        gained = found.after[seat] - found.before[seat]
        unit = "point" if found.after[seat] == 1 else "points"
        words = f"{_change(scene, found, seat)} {unit}" + (f" ({gained:+d})" if gained else "")
        rows.append((Span(f" {_called(scene, seat)} ", seat_role(seat)), Span(words)))
    return rows


def _called(scene: RuneScene, seat: int) -> str:
    return fit(called(scene, seat), NAME)


def _change(scene: RuneScene, found: RunePreview, seat: int) -> str:
    before, after = found.before[seat], found.after[seat]
    return f"{after}" if before == after else f"{before} {scene.glyphs.arrow} {after}"


# --- a cell -----------------------------------------------------------------------------------


def _cell(scene: RuneScene, at: Point, width: int) -> tuple[str, list[Row]]:
    place = Place(TABLE, cell=at)
    cell = scene.cell_at(place)
    if cell is None:
        return f"Nothing at {point_words(at)}", []
    title = f"{cell.colour.capitalize()} rune at {point_words(at)}"
    area = scene.view.areas[cell.area]
    rows = lines(f"{area_words(area).capitalize()}, {_whose(scene, area.controller)}.", width)
    rows += lines(_on_top(scene, cell), width, "muted")
    return title, [*rows, *_claiming(scene, place, at, width)]


def _whose(scene: RuneScene, controller: int) -> str:
    if controller < 0:
        return "nobody's"
    return "yours" if controller == scene.seat else f"{scene.name(controller)}'s"


def _on_top(scene: RuneScene, cell: Cell) -> str:
    said = [f"Card {cell.card}"]
    if cell.master >= 0:
        said.append(f"a master of {scene.name(cell.master)}")
    if cell.token >= 0:
        said.append(f"a token of {scene.name(cell.token)}")
    return ", ".join(said) + "."


def _claiming(scene: RuneScene, place: Place, at: Point, width: int) -> list[Row]:
    """What choosing a cell does, or why no master may be placed there."""
    options, glyphs = scene.places.at.get(place, ()), scene.glyphs
    match [option.act for option in options]:
        case ["master"]:
            rows = lines(f"{glyphs.chosen} {scene.chooses}: a master here", width, "success")
            return [*rows, *_points(scene, _foreseen(scene, options[0]))]
        case ["token", *_]:
            return [row for option in options for row in _token(scene, option, width)]
    if scene.ask is None or scene.ask.verb != "claim":
        return []
    against = why_no_master(scene.view, at)
    if against is None:
        return []
    return lines(f"{glyphs.refused} {against.text}{by_rule(against.clause)}", width, "warning")


def _token(scene: RuneScene, option: AskOption, width: int) -> list[Row]:
    """What a token would do, in a line: both of its sides have to fit into the pane."""
    found = _foreseen(scene, option)
    points = [f"{_called(scene, seat)} {_change(scene, found, seat)}" for seat in scene.clockwise]
    words = f"{scene.glyphs.chosen} {scene.chooses}: {COLOURS[option.at]}. {', '.join(points)}"
    return lines(words, width, "success")


# --- cards ------------------------------------------------------------------------------------


def _card(scene: RuneScene, place: Place, width: int) -> tuple[str, list[Row]]:
    face = scene.face_at(place)
    card = scene.card(face)
    rows = lines(card.text if card is not None else "", width)
    return scene.title_of(face), [*rows, *verdict(scene, place, width)]


def _unseen_title(scene: RuneScene) -> str:
    return f"Not seen yet ({len(scene.view.unseen)})" if scene.view.unseen else ""


def unseen(scene: RuneScene, width: int) -> list[Row]:
    """The cards that this player has not seen, wherever they are (RN-INFO-02), under a title."""
    faces = scene.view.unseen
    if not faces:
        return []
    words = "  ".join(f"{face} {layout_words(scene.layout_of(face))}" for face in faces)
    return [*lines(_unseen_title(scene), width, "title"), *lines(words, width, "muted")]
