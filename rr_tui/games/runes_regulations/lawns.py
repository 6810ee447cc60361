"""Lawns and Fences: the neighbours' boxes above, the own ones below."""

from __future__ import annotations

from rr_rules.runes_regulations.state.view import FenceSlot, LawnCard, SeatView
from rr_tui.board.header import connection, filed
from rr_tui.board.panels import (
    MARKS,
    Box,
    beyond,
    doubled,
    framed,
    ground_of,
    listed,
    marks,
    thing,
)
from rr_tui.board.scroll import listed_part, with_ends
from rr_tui.games.runes_regulations.roles import role_line, standing
from rr_tui.games.runes_regulations.scene import StreetScene
from rr_tui.looks.glyphs import Glyphs
from rr_tui.looks.spans import (
    BLANK,
    Place,
    Row,
    Span,
    beside,
    block,
    fit,
    pad,
    shortened,
    width_of,
    wrap,
)
from rr_tui.looks.wording import seat_role

CELL = 24
"""The narrowest column for a Creature on a Lawn of several columns."""


def neighbours(scene: StreetScene, width: int, height: int, *, texts: bool) -> list[Row]:
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


def home(scene: StreetScene, seat: SeatView | None, width: int, height: int) -> list[Row]:
    """The own place: the own Lawn and Fence, with the own role below them."""
    if seat is None:
        return framed([(Span(" You are watching", "muted"),)], Box(), width, height, scene.glyphs)
    news = notes(scene, seat)
    foot = (*((Span(" "),) if news else ()), *news, *role_line(scene))
    return opened(scene, seat, width, height, frame_of(scene, seat), foot)


def unfolded_at(
    scene: StreetScene, seat: SeatView, width: int, height: int, foot: Row = ()
) -> list[Row]:
    """A Lawn and its Fence where a key press may put another seat's.

    Not all of their lines may differ then: only the left side shows the Nefarious Neighbor's.
    """
    return opened(scene, seat, width, height, ("border", scene.glyphs), foot, is_marked=True)


def opened(
    scene: StreetScene,
    seat: SeatView,
    width: int,
    height: int,
    frame: tuple[str, Glyphs],
    foot: Row,
    *,
    is_marked: bool = False,
) -> list[Row]:
    """A Lawn and its Fence, side by side."""
    fence_width = fence_width_of(width)
    lawn_width = width - fence_width
    role, glyphs = frame
    whose = "Your" if seat is scene.me else f"{fit(scene.name(seat.seat), 12)}'s"
    title = _title(scene, seat, f"{whose} Lawn", lawn_width - 3)
    lawn_box = Box(title, foot, role, _mark(scene, seat) if is_marked else None)
    counted = Span(f" {whose} Fence {len(seat.fence)}/{seat.rune_limit} ", "title")
    fence_title = (counted, *filed(scene, seat.seat))
    rows = lawn(scene, seat, lawn_width - 2, height - 2)
    fence = [Place("fence", seat.seat, at) for at in range(len(seat.fence))]
    slots = listed(scene, fence, height - 2, lambda place: _slot(scene, place, fence_width - 2))
    return beside(
        framed(rows, lawn_box, lawn_width, height, glyphs),
        framed(slots, Box(fence_title), fence_width, height, scene.glyphs),
    )


def _mark(scene: StreetScene, seat: SeatView) -> Span | None:
    """What shows down the side of a box that it is the Nefarious Neighbor's."""
    if not scene.is_nefarious(seat.seat):
        return None
    return Span(scene.signs.nefarious, "nefarious")


def fence_width_of(width: int) -> int:
    """How much of the own area the Fence takes."""
    return max(30, width // 3)


def lawn_order(scene: StreetScene, seat: SeatView) -> list[int]:
    """The positions of a Lawn's cards as they are shown: Beasts, Mythical, Hexed."""

    def rank(at: int) -> tuple[bool, bool]:
        return seat.lawn[at].hexed, not scene.is_beast(seat.lawn[at].face)

    return sorted(range(len(seat.lawn)), key=rank)


def columns_of(count: int, width: int, height: int) -> int:
    """In how many columns the Creatures of a Lawn are shown: one while they fit."""
    return 1 if count <= height else max(1, width // CELL)


def lawn(scene: StreetScene, seat: SeatView, width: int, height: int) -> list[Row]:
    """The Creatures of a Lawn, filled column by column, with a last word on those not shown."""
    order = lawn_order(scene, seat)
    columns = columns_of(len(order), width, height)
    cell = width // columns
    places = [Place("lawn", seat.seat, at) for at in order]
    focused = places.index(scene.focus) if scene.focus in places else None
    shown = listed_part(len(order), columns * height, focused)
    cells = [_creature(scene, place, cell) for place in places[shown.first : shown.last]]
    cells = with_ends(cells, shown, columns * height, lambda more: pad(beyond(more), cell))
    cells += [pad(BLANK, cell)] * (columns * height - len(cells))
    by_column = [cells[number * height : (number + 1) * height] for number in range(columns)]
    return [pad(row, width) for row in beside(*by_column)]


def _creature(scene: StreetScene, place: Place, width: int) -> Row:
    card = scene.view.seats[place.seat].lawn[place.at]
    words = creature_words(scene, card, width - MARKS)
    off = scene.glyphs.times if card.mute else " "
    return thing(scene, place, words, width, scene.glyphs.busy if card.busy else off)


def creature_words(scene: StreetScene, card: LawnCard, width: int) -> Row:
    """A Creature's letter and name; a shrub has its sign, and its word where that fits."""
    name = scene.title_of(card.face)
    if card.hexed:
        word = " (shrub)" if len(name) + 10 <= width else ""
        return (Span(f"{scene.signs.shrub} ", "shrub"), Span(name + word, "hexed"))
    letter = sign_of(scene, card)
    if card.mute:
        word = " (off)" if len(name) + 8 <= width else ""
        return (Span(f"{letter} ", "disabled"), Span(name + word, "disabled"))
    return (Span(f"{letter} ", scene.role_of(card.face)), Span(name))


def sign_of(scene: StreetScene, card: LawnCard) -> str:
    """A card on a Lawn in one letter, a small one where its text is off."""
    if card.hexed:
        return scene.signs.shrub
    letter = scene.letter_of(card.face)
    return letter.lower() if card.mute else letter


def _slot(scene: StreetScene, place: Place, width: int) -> Row:
    slot = scene.view.seats[place.seat].fence[place.at]
    name = scene.title_of(slot.face) if slot.face else "face down"
    sign = scene.signs.rune_open if slot.face_up else scene.signs.rune
    word = " (open)" if slot.face_up and len(name) + 12 <= width else ""
    words = (Span(f"{sign} ", "accent"), Span(name + word))
    return thing(scene, place, words, width)


def _box(scene: StreetScene, seat: SeatView, width: int, height: int, *, texts: bool) -> list[Row]:
    title, foot = _title(scene, seat, width=width - 3), _counts(scene, seat, width - 3)
    role, glyphs = frame_of(scene, seat)
    box = Box(title, foot, role)
    rows: list[Row]
    if seat.left:
        rows = [(Span(" has left the table", "muted"),)]
    elif texts and len(seat.lawn) < height - 2:
        rows = _with_texts(scene, seat, width - 2, height - 2)
    else:
        rows = lawn(scene, seat, width - 2, height - 2)
    return framed(rows, box, width, height, glyphs)


def frame_of(scene: StreetScene, seat: SeatView) -> tuple[str, Glyphs]:
    """The colour and the lines of a seat's box: the Nefarious Neighbor's are double."""
    if scene.is_nefarious(seat.seat):
        return "nefarious", doubled(scene.glyphs)
    return "accent" if scene.view.player == seat.seat else "border", scene.glyphs


def _with_texts(scene: StreetScene, seat: SeatView, width: int, height: int) -> list[Row]:
    """A Lawn's Creatures, each with as much of its text as there is room for."""
    rows: list[Row] = []
    order = lawn_order(scene, seat)
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


def _title(scene: StreetScene, seat: SeatView, name: str = "", width: int = 99) -> Row:
    """Whose box it is, whether it is their turn, and how far they are; the name is cut first."""
    place = Place("player", seat.seat)
    ground = ground_of(scene, place)
    before = title_marks(scene, seat)
    room = width - width_of(before) - 2
    after = standing(scene, seat, room - 12)
    shown = fit(name or scene.name(seat.seat), max(4, room - width_of(after)))
    return (
        *before,
        Span(shown, seat_role(seat.seat), place, ground),
        Span(" "),
        *after,
        Span(" "),
    )


def title_marks(scene: StreetScene, seat: SeatView, blank: str = "") -> Row:
    """The signs before a name: the cursor, a key, whose turn, and who is the Nefarious Neighbor."""
    place = Place("player", seat.seat)
    ground = ground_of(scene, place)
    pointer = scene.glyphs.pointer if scene.focus == place else blank
    dark = scene.signs.nefarious if scene.is_nefarious(seat.seat) else blank
    return (
        Span(pointer, "text", place, ground),
        Span(scene.mark(place, blank), "legal", place, ground),
        Span(
            scene.glyphs.turn if scene.view.player == seat.seat else " ", "warning", place, ground
        ),
        Span(dark, "nefarious", place, ground),
    )


def _counts(scene: StreetScene, seat: SeatView, width: int) -> Row:
    """Public counts of hidden things, on the lower edge, and what else there is to know."""
    hand, signs = Span(f" hand {len(seat.hand)} "), (*backs(scene, seat), Span(" "))
    news = notes(scene, seat)
    full = (hand, Span("runes "), *signs, *news)
    # The signs speak for themselves where there is news to be told.
    short = (hand, *signs, *news)
    if width_of(full) <= width:
        return full
    # The frame takes a blank at the end away, which needs no ellipsis.
    return short if width_of(short) <= width + 1 else shortened(short, width)


def notes(scene: StreetScene, seat: SeatView) -> Row:
    """What else one should know of a player: the line, what they must miss, what protects them."""
    skips = (Span(f"misses {', '.join(seat.skips)} ", "warning"),) if seat.skips else ()
    granted = ", ".join(scene.title_of(face) for face in seat.granted)
    held = (Span(f"{granted} ", "success"),) if granted else ()
    return (*connection(scene, seat.seat), *skips, *held)


def backs(scene: StreetScene, seat: SeatView) -> Row:
    """A Fence in one sign for each Rune, and the empty places up to its limit."""
    slots = [_back(scene, seat.seat, at, slot) for at, slot in enumerate(seat.fence)]
    gone = scene.signs.rune_used * max(0, seat.rune_limit - len(seat.fence))
    return (*(span for slot in slots for span in slot), Span(gone, "muted"))


def _back(scene: StreetScene, seat: int, at: int, slot: FenceSlot) -> Row:
    place = Place("fence", seat, at)
    pointer, key, _ = marks(scene, place)
    sign = scene.title_of(slot.face)[:1] if slot.face_up else scene.signs.rune
    before = tuple(span for span in (pointer, key) if span.text.strip())
    return (*before, Span(sign, "accent", place, ground_of(scene, place)))
