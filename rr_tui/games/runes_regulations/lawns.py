"""Lawns and Fences: the neighbours' boxes above, the own ones below."""

from __future__ import annotations

from rr_rules.runes_regulations.view import FenceSlot, LawnCard, SeatView
from rr_tui.board.panels import MARKS, Box, framed, ground_of, marks, thing, window
from rr_tui.board.people import connection
from rr_tui.board.places import Place
from rr_tui.board.spans import BLANK, Row, Span, beside, block, fit, pad, width_of, wrap
from rr_tui.games.runes_regulations.dots import dots
from rr_tui.games.runes_regulations.scene import StreetScene
from rr_tui.wording import seat_role

CELL = 24
"""The narrowest column for a Creature on a Lawn of several columns."""

TURN = "◆"
BUSY = "~"
OPEN = "◇"


def neighbours(scene: StreetScene, width: int, height: int, *, texts: bool = False) -> list[Row]:
    """A box for every neighbour, side by side; with `texts` the cards say what they do."""
    seats = scene.neighbours
    if not seats:
        return block([], width, height)
    each, rest = divmod(width, len(seats))
    widths = [each + (number < rest) for number in range(len(seats))]
    boxes = [
        _box(scene, seat, w, height, texts=texts) for seat, w in zip(seats, widths, strict=True)
    ]
    return beside(*boxes)


def folded(scene: StreetScene, width: int, height: int) -> list[Row]:
    """A line for every neighbour, and under it the Lawn of the one that the cursor is on."""
    rows: list[Row] = []
    seats = scene.neighbours
    opened = next((seat for seat in seats if scene.focus.seat == seat.seat), None)
    for seat in seats:
        rows.append(pad((*_title(scene, seat), *_signs(scene, seat), *_counts(scene, seat)), width))
        if seat is opened and (room := height - len(seats)) > 0:
            inner = lawn(scene, seat, width - 2, min(room, max(1, len(seat.lawn))))
            rows += [(Span("  "), *row) for row in inner]
    return block(rows, width, height)


def _signs(scene: StreetScene, seat: SeatView) -> Row:
    """A Lawn in one letter for each Creature."""
    spans: list[Span] = []
    for at in lawn_order(seat):
        place, card = Place("lawn", seat.seat, at), seat.lawn[at]
        sign = scene.glyphs.shrub if card.hexed else scene.letter_of(card.face)
        key = scene.choices.digits.get(place, "")
        ground = ground_of(scene, place)
        spans += [Span(key, "legal", place, ground), Span(sign, "mythical", place, ground)]
    return (*spans, Span(" "))


def home(scene: StreetScene, width: int, height: int) -> list[Row]:
    """The own Lawn and the own Fence."""
    me = scene.me
    if me is None:
        return framed([(Span(" You are watching", "muted"),)], Box(), width, height, scene.glyphs)
    fence_width = fence_width_of(width)
    lawn_width = width - fence_width
    name = "Your Lawn"
    lawn_box = Box(_title(scene, me, name), role=_frame_role(scene, me))
    fence_box = Box((Span(f" Your Fence {_of(len(me.fence), me.rune_limit)} ", "title"),))
    slots = _slots(scene, me, fence_width - 2, height - 2)
    left = framed(
        lawn(scene, me, lawn_width - 2, height - 2), lawn_box, lawn_width, height, scene.glyphs
    )
    return beside(left, framed(slots, fence_box, fence_width, height, scene.glyphs))


def fence_width_of(width: int) -> int:
    """How much of the own area the Fence takes."""
    return max(30, width // 3)


def lawn_order(seat: SeatView) -> list[int]:
    """The positions of a Lawn's Creatures as they are shown: Mythical before Hexed."""
    return sorted(range(len(seat.lawn)), key=lambda at: seat.lawn[at].hexed)


def columns_of(count: int, width: int, height: int) -> int:
    """In how many columns the Creatures of a Lawn are shown: one while they fit."""
    return 1 if count <= height else max(1, width // CELL)


def lawn(scene: StreetScene, seat: SeatView, width: int, height: int) -> list[Row]:
    """The Creatures of a Lawn, filled column by column, with a last word on those not shown."""
    order = lawn_order(seat)
    columns = columns_of(len(order), width, height)
    cell = width // columns
    places = [Place("lawn", seat.seat, at) for at in order]
    focused = places.index(scene.focus) if scene.focus in places else None
    shown = window(len(order), columns * height, focused)
    cells = [_creature(scene, place, cell) for place in places[shown.first : shown.last]]
    if shown.more:
        cells.append(pad((Span(" " * MARKS), Span(f"+{shown.more} more", "muted")), cell))
    cells += [pad(BLANK, cell)] * (columns * height - len(cells))
    by_column = [cells[number * height : (number + 1) * height] for number in range(columns)]
    return [pad(row, width) for row in beside(*by_column)]


def _creature(scene: StreetScene, place: Place, width: int) -> Row:
    card = scene.view.seats[place.seat].lawn[place.at]
    words = creature_words(scene, card, width - MARKS)
    return thing(scene, place, words, width, BUSY if card.busy else " ")


def creature_words(scene: StreetScene, card: LawnCard, width: int) -> Row:
    """A Creature's letter and name; a shrub has its sign, and its word where that fits."""
    name = scene.title_of(card.face)
    if card.hexed:
        word = " (shrub)" if len(name) + 10 <= width else ""
        return (Span(f"{scene.glyphs.shrub} ", "shrub"), Span(name + word, "hexed"))
    return (Span(f"{scene.letter_of(card.face)} ", "mythical"), Span(name))


def _slots(scene: StreetScene, seat: SeatView, width: int, height: int) -> list[Row]:
    places = [Place("fence", seat.seat, at) for at in range(len(seat.fence))]
    focused = places.index(scene.focus) if scene.focus in places else None
    shown = window(len(places), height, focused)
    rows = [_slot(scene, place, width) for place in places[shown.first : shown.last]]
    more = [(Span(" " * MARKS), Span(f"+{shown.more} more", "muted"))] if shown.more else []
    return [*rows, *more]


def _slot(scene: StreetScene, place: Place, width: int) -> Row:
    slot = scene.view.seats[place.seat].fence[place.at]
    name = scene.title_of(slot.face) if slot.face else "face down"
    sign = OPEN if slot.face_up else scene.glyphs.rune
    word = " (open)" if slot.face_up and len(name) + 12 <= width else ""
    words = (Span(f"{sign} ", "accent"), Span(name + word))
    return thing(scene, place, words, width)


def _box(scene: StreetScene, seat: SeatView, width: int, height: int, *, texts: bool) -> list[Row]:
    title, foot = _title(scene, seat, width=width - 3), _counts(scene, seat, width - 3)
    box = Box(title, foot, _frame_role(scene, seat))
    rows: list[Row]
    if seat.left:
        rows = [(Span(" has left the table", "muted"),)]
    elif texts and len(seat.lawn) < height - 2:
        rows = _with_texts(scene, seat, width - 2, height - 2)
    else:
        rows = lawn(scene, seat, width - 2, height - 2)
    return framed(rows, box, width, height, scene.glyphs)


def _with_texts(scene: StreetScene, seat: SeatView, width: int, height: int) -> list[Row]:
    """A Lawn's Creatures, each with as much of its text as there is room for."""
    rows: list[Row] = []
    order = lawn_order(seat)
    for number, at in enumerate(order):
        rows.append(_creature(scene, Place("lawn", seat.seat, at), width))
        room = height - len(rows) - (len(order) - number - 1)
        card = scene.card(seat.lawn[at].face)
        if card is None or seat.lawn[at].hexed:
            continue
        lines = wrap(card.text, width - MARKS - 3)
        if len(lines) <= room:
            rows += [(Span(" " * (MARKS + 2)), Span(line, "muted")) for line in lines]
    return rows


def _frame_role(scene: StreetScene, seat: SeatView) -> str:
    return "accent" if scene.view.player == seat.seat else "border"


def _title(scene: StreetScene, seat: SeatView, name: str = "", width: int = 99) -> Row:
    """Whose box it is, whether it is their turn, and how far they are; the name is cut first."""
    place = Place("player", seat.seat)
    ground = ground_of(scene, place)
    before = (
        Span(scene.glyphs.pointer if scene.focus == place else "", "text", place, ground),
        Span(scene.choices.digits.get(place, ""), "legal", place, ground),
        Span(TURN if scene.view.player == seat.seat else " ", "warning", place, ground),
    )
    room = width - width_of(before) - 2
    after = dots(scene, seat.mythical, words=room - 12)
    shown = fit(name or scene.name(seat.seat), max(4, room - width_of(after)))
    return (
        *before,
        Span(shown, seat_role(seat.seat), place, ground),
        Span(" "),
        *after,
        Span(" "),
    )


def _counts(scene: StreetScene, seat: SeatView, width: int = 99) -> Row:
    """Public counts of hidden things, on the lower edge, and what else there is to know."""
    hand, backs = Span(f" hand {len(seat.hand)} "), (*_backs(scene, seat), Span(" "))
    skips = (Span(f"misses {', '.join(seat.skips)} ", "warning"),) if seat.skips else ()
    news = (*connection(scene, seat.seat), *skips)
    full = (hand, Span("runes "), *backs, *news)
    # The signs speak for themselves where there is news to be told.
    return full if width_of(full) <= width else (hand, *backs, *news)


def _backs(scene: StreetScene, seat: SeatView) -> Row:
    slots = [_back(scene, seat.seat, at, slot) for at, slot in enumerate(seat.fence)]
    gone = scene.glyphs.rune_used * max(0, seat.rune_limit - len(seat.fence))
    return (*(span for slot in slots for span in slot), Span(gone, "muted"))


def _back(scene: StreetScene, seat: int, at: int, slot: FenceSlot) -> Row:
    place = Place("fence", seat, at)
    pointer, key, _ = marks(scene, place)
    sign = scene.title_of(slot.face)[:1] if slot.face_up else scene.glyphs.rune
    before = tuple(span for span in (pointer, key) if span.text.strip())
    return (*before, Span(sign, "accent", place, ground_of(scene, place)))


def _of(count: int, limit: int) -> str:
    return f"{count}/{limit}"
