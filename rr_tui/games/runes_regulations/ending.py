"""The Lawns as they lay when the game was over, a neighbor a row, with what the signs mean."""

from __future__ import annotations

from collections.abc import Iterator

from rr_rules.runes_regulations.state.view import LawnCard, SeatView
from rr_tui.board.panels import Box, framed
from rr_tui.games.runes_regulations.lawns import creature_words, lawn_order, sign_of
from rr_tui.games.runes_regulations.roles import standing
from rr_tui.games.runes_regulations.scene import FAMILIES, StreetScene
from rr_tui.looks.glyphs import UNICODE
from rr_tui.looks.spans import Row, Span, fit, shortened, width_of
from rr_tui.looks.wording import seat_role

TITLE = " The Lawns at the end "
NAME, DOTS = 14, 7
"""Cells of a name, and of the dots behind it."""
APART = 3
"""Cells between two Creatures."""
FRAME, EDGE = 2, 4
NOTHING = "nothing"
SMALL = "small"


def lawns_at_last(scene: StreetScene, width: int, height: int) -> list[Row]:
    """A box with every Lawn, the shrubs too, and its legend on the lower edge.

    Nothing where a row for each does not fit; what is too long is cut where a second row for it
    does not.
    """
    seats = scene.view.seats
    inner, room = width - EDGE, height - FRAME
    if len(seats) > room:
        return []
    rows = [row for seat in seats for row in _lawn(scene, seat, inner)]
    if len(rows) > room:
        rows = [shortened(_first(scene, seat), inner) for seat in seats]
    box = Box((Span(TITLE, "title"),), legend(scene, width - EDGE))
    framed_rows = [(Span(" "), *row) for row in rows]
    return framed(framed_rows, box, width, len(rows) + FRAME, scene.glyphs)


def legend(scene: StreetScene, width: int) -> Row:
    """What the letters and signs mean that are there, as many of them as fit."""
    signs = {sign_of(scene, card) for seat in scene.view.seats for card in seat.lawn}
    # A card of no family brings its dot along, whatever the glyphs are.
    dot = (UNICODE.bullet, scene.glyphs.bullet)
    there = {dot[1] if sign in dot else sign.upper() for sign in signs} | {
        SMALL for sign in signs if sign.islower()
    }
    words = [f"{sign} {meaning}" for sign, meaning in _meanings(scene) if sign in there]
    while words and len("   ".join(words)) + 2 > width:
        words.pop()
    return (Span(f" {'   '.join(words)} ", "muted"),) if words else ()


def _meanings(scene: StreetScene) -> Iterator[tuple[str, str]]:
    """The strangest first: what does not fit is left out."""
    yield scene.signs.shrub, "a shrub: HEXED, it does not count"
    yield "B", "Beast"
    yield "X", "Sacrificial"
    yield SMALL, "text off"
    yield from FAMILIES.items()
    yield scene.glyphs.bullet, "another kind"


def _lawn(scene: StreetScene, seat: SeatView, width: int) -> Iterator[Row]:
    """A Lawn in as many rows as it needs."""
    row, used = _before(scene, seat), NAME + DOTS
    for number, words in enumerate(_creatures(scene, seat)):
        wide = width_of(words)
        if number and used + wide > width:
            yield row
            row, used = (Span(" " * (NAME + DOTS)),), NAME + DOTS
        row, used = (*row, *words, Span(" " * APART)), used + wide + APART
    yield row


def _first(scene: StreetScene, seat: SeatView) -> Row:
    words = [span for each in _creatures(scene, seat) for span in (*each, Span(" " * APART))]
    return (*_before(scene, seat), *words)


def _before(scene: StreetScene, seat: SeatView) -> Row:
    name = Span(f"{fit(scene.name(seat.seat), NAME - 1):<{NAME}}", seat_role(seat.seat))
    # The dots alone: nobody is about to win any more.
    dots = standing(scene, seat, 0)[:2]
    return (name, *dots, Span(" " * max(1, DOTS - width_of(dots))))


def _creatures(scene: StreetScene, seat: SeatView) -> Iterator[Row]:
    cards: list[LawnCard] = [seat.lawn[at] for at in lawn_order(scene, seat)]
    if not cards:
        yield (Span("has left the table" if seat.left else NOTHING, "muted"),)
    for card in cards:
        # Without the word "(shrub)": the legend says it once.
        yield creature_words(scene, card, 0)
