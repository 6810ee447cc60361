"""What a replay shows around the board, as rows: its head, whose eyes, open hands, and its foot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rr_net.link import EVERYBODY, WATCHER, Reel, ReplayStep
from rr_net.safetext import clean
from rr_tui.board.panels import Box, framed
from rr_tui.board.plan import NOT_SHOWN, Plan, ScreenArea
from rr_tui.board.scene import Scene
from rr_tui.games.registry import board_of
from rr_tui.looks.glyphs import Glyphs, own_set
from rr_tui.looks.spans import (
    Row,
    Span,
    block,
    fit,
    held_together,
    let_go,
    shortened,
    spread,
    width_of,
    wrap_row,
)
from rr_tui.looks.wording import LONGEST, name_of, seat_role, sentence

FOOT = 3
"""Rows below the board: what happened, where in the game, and the keys."""
TALL = 30
"""From how many rows on there is one more of them."""
LINE, LINE_IN_ASCII = "─", "-"
MARK, MARK_IN_ASCII = "◆", "*"
HERE, HERE_IN_ASCII = "●", "O"
SPEEDS = (3.0, 1.5, 0.7, 0.3, 0.1)
"""Seconds for which a step stays while it plays, from the slowest on."""
USUAL_SPEED = 2
KEYS = (
    ("←→", "step"), ("⇧←→", "turn"), ("Space", "play"), ("m", "moment"), ("e", "eyes"),
    ("b", "what if"), ("x", "cast"), ("s", "share"), ("?", ""),
)  # fmt: skip
NAME, SHORT_NAME = 12, 6
"""Cells of a name among those whose eyes there are; where they are many."""
LEAST_TITLE = 9
NARROW = ((16, NAME), (16, SHORT_NAME), (LEAST_TITLE, SHORT_NAME))
"""Cells that the title of a replay keeps, and a name, as it becomes narrow."""
ASCII_KEYS = {"←→": "<>", "⇧←→": "S-<>"}


def with_foot(plan: Plan, told: int) -> Plan:
    """The plan of a board with room for the foot of a replay: what stands above gives rows.

    `told` rows say something above the keys. A tall screen has two rows for what happened.
    """
    foot = plan.foot
    rows = FOOT + (foot.y + foot.height >= TALL)
    more = max(0, rows - foot.height, told + 1 - foot.height)
    higher = ScreenArea(foot.x, foot.y - more, foot.width, foot.height + more)
    areas = plan._asdict().items()
    return plan._replace(
        **{name: _lowered(area, foot.y, more) for name, area in areas if name != "foot"},
        foot=higher,
    )


def all_open(plan: Plan, spare: tuple[str, ...]) -> Plan:
    """The plan with one box for all hands where the own hand and the details stand.

    `spare` are other areas that show a watcher nothing.
    """
    areas: list[ScreenArea] = [plan.hand, plan.details, *(getattr(plan, name) for name in spare)]
    right = max(area.x + area.width for area in areas)
    floor = max(area.y + area.height for area in areas)
    x, y = min(area.x for area in areas), min(area.y for area in areas)
    gone = dict.fromkeys((*spare, "details"), NOT_SHOWN)
    return plan._replace(**{**gone, "hand": ScreenArea(x, y, right - x, floor - y)})


def _lowered(area: ScreenArea, floor: int, rows: int) -> ScreenArea:
    if area.y + area.height != floor or area.height <= rows:
        return area
    return area._replace(height=area.height - rows)


# --- the head ------------------------------------------------------------------------------------


def eyes_words(eyes: int, names: Sequence[str]) -> str:
    """Whose eyes they are, in a word or two."""
    if eyes == EVERYBODY:
        return "all open"
    return "a watcher" if eyes == WATCHER else name_of(eyes, names)


def head(reel: Reel, eyes: int, names: Sequence[str], width: int, glyphs: Glyphs) -> Row:
    """What is replayed, how far its check is, and whose eyes there are.

    Where it is narrow the title gives way, then the names, and only then a warning.
    """
    title = (Span(f" Replay {glyphs.bullet} {clean(reel.title, 40)}", "title"),)
    state: Row = ()
    if reel.warning:
        state = (Span(f" {glyphs.bullet} {clean(reel.warning, LONGEST)}", "danger"),)
    elif reel.check:
        state = (Span(f" {glyphs.bullet} {clean(reel.check, 60)}", "muted"),)
    room = width - 1 - width_of(state)
    for least, most in ((width_of(title), NAME), *NARROW):
        every = tuple(_eyes(reel, eyes, names, most, glyphs))
        if width_of(every) + min(least, width_of(title)) <= room:
            return spread((*shortened(title, room - width_of(every)), *state), every, width)
    one = _one_of(reel, eyes, names)
    left = (*shortened(title, max(LEAST_TITLE, room - width_of(one))), *state)
    return spread(shortened(left, width - width_of(one) - 1), one, width)


def _one_of(reel: Reel, eyes: int, names: Sequence[str]) -> Row:
    """Whose eyes see it, and how many there are to look through."""
    which = f", {reel.eyes.index(eyes) + 1} of {len(reel.eyes)}" if eyes in reel.eyes else ""
    return (
        Span("eyes: ", "muted"),
        Span(fit(eyes_words(eyes, names), NAME), "accent"),
        Span(f"{which} ", "muted"),
    )


def _eyes(reel: Reel, eyes: int, names: Sequence[str], most: int, glyphs: Glyphs) -> Iterator[Span]:
    """All whose eyes there are, each name in so many cells; these eyes' own in full."""
    yield Span("eyes:", "muted")
    for each in reel.eyes:
        pointer, cells = (glyphs.pointer, NAME) if each == eyes else (" ", most)
        role = seat_role(each) if each >= 0 else "text"
        yield Span(f" {pointer}{fit(eyes_words(each, names), cells)}", role)
    yield Span(" ")


# --- open hands ------------------------------------------------------------------------------


def open_hands(picture: ReplayStep, scene: Scene, width: int, height: int) -> list[Row]:
    """A box in which all seats have their cards open, each in as many rows as there are for it."""
    room = height - 2
    seats = range(len(picture.opened))
    found = [_opened(picture, scene, seat, width - 2) for seat in seats]
    shares = shared_out(room, list(map(len, found)))
    found = [_cut(rows, most, width - 2) for rows, most in zip(found, shares, strict=True)]
    rows = [row for each in found for row in each]
    box = Box((Span(" All hands ", "title"),))
    return framed(block(rows, width - 2, room), box, width, height, scene.glyphs)


def shared_out(room: int, wanted: Sequence[int]) -> list[int]:
    """How many rows each one gets of what there are: one at least, and none that it needs not."""
    shares = [1] * len(wanted)
    while sum(shares) < min(room, sum(wanted)):
        short = min((share, at) for at, share in enumerate(shares) if share < wanted[at])
        shares[short[1]] += 1
    return shares


def _opened(picture: ReplayStep, scene: Scene, seat: int, width: int) -> list[Row]:
    """A seat's name and what it has, in as many rows as it takes."""
    whole = held_together(_whole(picture, scene, seat), scene.long_names)
    found = map(let_go, wrap_row(whole, width - 3))
    return [(Span("   " if number else " "), *row) for number, row in enumerate(found)]


def _cut(rows: list[Row], most: int, width: int) -> list[Row]:
    """The first rows, with an ellipsis where something is missing."""
    if len(rows) <= most:
        return rows
    # Each row stands some cells in, where it is not the end of another one.
    _, *rest = rows[most]
    return [*rows[: most - 1], shortened((*rows[most - 1], Span(" "), *rest), width)]


def _whole(picture: ReplayStep, scene: Scene, seat: int) -> Row:
    seen = picture.opened[seat]
    row: Row = (Span(scene.name(seat), seat_role(seat)),)
    for number, (what, faces) in enumerate(board_of(seen).secrets(seen.view)):
        gap = f" {scene.glyphs.bullet}" if number else ""
        named = ", ".join(scene.title_of(face) for face in faces) or scene.glyphs.hidden
        row = (*row, Span(f"{gap} {what}: ", "muted"), Span(named if faces else "none"))
    return row


# --- the foot --------------------------------------------------------------------------------


def foot(
    reel: Reel, picture: ReplayStep, names: Sequence[str], playing: str, width: int, height: int,
    glyphs: Glyphs,
) -> list[Row]:  # fmt: skip
    """What this step has brought, where in the game it is, and the keys."""
    rows = block(_news(picture, names, width, height - 2, glyphs), width, height - 2)
    return [*rows, _timeline(reel, picture, playing, width, glyphs), _keys(reel, width, glyphs)]


def _news(
    picture: ReplayStep, names: Sequence[str], width: int, most: int, glyphs: Glyphs
) -> list[Row]:
    """What this step has brought, in so many rows at most."""
    said = [*([picture.answer] if picture.answer else []), *(line.text for line in picture.news)]
    if not said:
        return [(Span(f" {glyphs.ellipsis}", "muted"),)]
    row: Row = ()
    for text in said:
        gap: Row = (Span(f" {glyphs.bullet} ", "muted"),) if row else ()
        row = (*row, *gap, *sentence(clean(text, LONGEST), names))
    rows = [(Span(" "), *each) for each in wrap_row(row, width - 1)]
    return _cut(rows, max(1, most), width)


def _timeline(reel: Reel, picture: ReplayStep, playing: str, width: int, glyphs: Glyphs) -> Row:
    """The whole game as a line, with its moments and this step."""
    line, mark, here = own_set(glyphs, (LINE, MARK, HERE), (LINE_IN_ASCII, MARK_IN_ASCII,
                                                           HERE_IN_ASCII))  # fmt: skip
    left = f" turn {reel.turns[0] or 1} "
    turn = f"turn {picture.turn}" if picture.turn else "the deal"
    right = f" {reel.turns[-1]}   {playing}{turn} {glyphs.bullet} step {picture.at} of {reel.last} "
    room = max(8, width - len(left) - len(right))
    cells = {_cell(each.at, reel, room): mark for each in reel.moments}
    at = _cell(picture.at, reel, room)
    spans = [Span(left, "muted")]
    for cell in range(room):
        sign = here if cell == at else cells.get(cell, line)
        role = "accent" if cell == at else "warning" if cell in cells else "border"
        spans.append(Span(sign, role))
    return shortened((*spans, Span(right, "muted")), width)


def _cell(at: int, reel: Reel, room: int) -> int:
    return at * (room - 1) // max(1, reel.last)


def _keys(reel: Reel, width: int, glyphs: Glyphs) -> Row:
    """As many keys as stand in a row whole, the last of them that for all others."""
    is_plain = glyphs.bullet.isascii()
    shown: list[Row] = []
    for key, words in KEYS:
        if key != "b" or reel.can_branch:
            sign = ASCII_KEYS.get(key, key) if is_plain else key
            shown.append(
                (Span(f" [{sign}]", "keyword"), Span(f" {words}" if words else "", "muted"))
            )
    *others, last = shown
    while others and sum(map(width_of, (*others, last))) > width:
        others.pop()
    return tuple(span for row in (*others, last) for span in row)
