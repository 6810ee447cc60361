"""The plain board: the table in sentences above, the own hand and the question below."""

from __future__ import annotations

from rr_tui.board.details import card_rows, face_title, word
from rr_tui.board.header import headline
from rr_tui.board.painting import Painting
from rr_tui.board.panels import Box, framed, listed, thing, window
from rr_tui.board.places import Place
from rr_tui.board.plan import Area, Plan, plan
from rr_tui.board.walk import Floor, Group, bar, kept, menu
from rr_tui.games.plain.scene import PlainScene, number, parts
from rr_tui.games.plain.telling import fields_of, inner, value_words
from rr_tui.looks.spans import Row, Span, wrap, wrap_row
from rr_tui.looks.wording import seat_role

IN_THE_HEADER = frozenset({"player", "turn", "phase"})


def plain_plan(width: int, height: int) -> Plan:
    """The table takes all that the hand, the question and the log leave."""
    found = plan(width, height)
    above = found.hand.y - 1
    nothing = Area(0, 0, 0, 0)
    table = Area(0, 1, found.header.width, above)
    return found._replace(upper=table, middle=nothing, lower=nothing)


def plain_floors(scene: PlainScene) -> tuple[Floor, ...]:
    """The own hand beside the question, and under both the words of the bar."""
    held = _held(scene)
    lower = (Group(held, max(1, len(held))), menu(scene.choices))
    return kept((lower, bar(scene.choices)))


def header(scene: PlainScene, width: int) -> Row:
    """The table, the turn, whose it is, and the phase."""
    phase = getattr(scene.view, "phase", "")
    right = (Span(f"{phase} " if isinstance(phase, str) else "", "accent"),)
    return headline(scene, number(scene.view, "turn"), scene.player, right, width)


# --- the table ---------------------------------------------------------------------------------


def table(scene: PlainScene, width: int, height: int) -> list[Row]:
    """Every seat's public part, then everything that belongs to nobody."""
    rows = [row for told in _told(scene) for row in _wrapped(told, width - 2)]
    room = height - 2
    shown = window(len(rows), room, None)
    more: list[Row] = [(Span(f" +{shown.more} more", "muted"),)] if shown.more else []
    box = Box((Span(" The table ", "title"),))
    return framed([*rows[: shown.last], *more], box, width, height, scene.glyphs)


def _told(scene: PlainScene) -> list[Row]:
    seats = parts(scene.view)
    order = (*scene.around, scene.seat) if scene.seat >= 0 else scene.around
    rows: list[Row] = []
    for seat in order:
        name = Span(f"{scene.name(seat)}: ", seat_role(seat))
        rows.append((name, Span(inner(seats[seat], scene.title_of))))
    told = [(name, value) for name, value in fields_of(scene.view) if name not in IN_THE_HEADER]
    # The numbers share their rows, or they would push each other out of the box.
    short = [each for each in told if isinstance(each[1], int)]
    rows.append(tuple(span for name, value in short for span in _field(scene, name, value, "  ")))
    return rows + [_field(scene, *each) for each in told if each not in short]


def _field(scene: PlainScene, name: str, value: object, end: str = "") -> Row:
    words = f"{value_words(value, scene.title_of)}{end}"
    return (Span(f"{name}: ", "muted"), Span(words))


def _wrapped(told: Row, width: int) -> list[Row]:
    first, *others = wrap_row(told, width - 2) or [()]
    again = tuple(span for row in others for span in (*row, Span(" ")))
    return [(Span(" "), *first), *((Span("   "), *row) for row in wrap_row(again, width - 4))]


# --- the hand, and the thing under the cursor --------------------------------------------------


def _held(scene: PlainScene) -> tuple[Place, ...]:
    return tuple(Place("hand", scene.seat, at) for at in range(len(scene.hand)))


def hand(scene: PlainScene, width: int, height: int) -> list[Row]:
    """The own hand as faces."""
    places = _held(scene)
    rows = listed(scene, places, height - 2, lambda place: _line(scene, place, width - 2))
    title = f" Your hand ({len(places)}) " if scene.seat >= 0 else " Spectators see no hand "
    return framed(rows, Box((Span(title, "title"),)), width, height, scene.glyphs)


def _line(scene: PlainScene, place: Place, width: int) -> Row:
    face = scene.face_at(place)
    words = (Span(f"{scene.letter_of(face)} ", "accent"), Span(scene.title_of(face)))
    return thing(scene, place, words, width)


def about(scene: PlainScene, place: Place, width: int, height: int) -> tuple[str, list[Row]]:
    """What the card under the cursor says, or the question that a word answers."""
    if place.zone in {"button", "word"}:
        return word(scene, place, width)
    face = scene.face_at(place)
    if not face:
        said = scene.hint or "Nothing is under the cursor."
        return "", [(Span(f" {line}", "muted"),) for line in wrap(said, width - 2)]
    return face_title(scene, face), card_rows(scene, place, (), width, height)


PAINTING = Painting(header, {"upper": table, "hand": hand}, about)
