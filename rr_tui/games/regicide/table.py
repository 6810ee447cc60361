"""What was played against this enemy, and who sits around the table."""

from __future__ import annotations

from collections.abc import Sequence

from rr_rules.regicide.cards import sign_of, worth_of
from rr_rules.regicide.preview import JESTER, suit_of
from rr_rules.regicide.view import Played
from rr_tui.board.header import connection, who
from rr_tui.board.panels import MARKS, Box, framed, ground_of, marks
from rr_tui.games.regicide.scene import RegicideScene
from rr_tui.games.regicide.words import (
    SUIT_LETTERS,
    coloured,
    jester_sign,
    letter,
    role_of,
    sign,
    suit_sign,
)
from rr_tui.looks.spans import Place, Row, Span, beside, block, cut, pad, shortened, width_of

WIDTH, HEIGHT = 7, 5
SHOWN = 4
"""Cells of a card that lies under the next one."""
LINE = HEIGHT + 1
"""Rows of a line of plays: who played, and the cards."""
GAP = 2


def card(scene: RegicideScene, face: str, place: Place) -> list[Row]:
    """One card: its rank in two corners, its suit in the middle and as a letter in the others."""
    glyphs, ground = scene.glyphs, ground_of(scene, place)
    rank = "" if face == JESTER else sign_of(face)[:-1]
    suit, middle = SUIT_LETTERS.get(suit_of(face), ""), suit_sign(suit_of(face), glyphs)
    inner = (f"{rank:<4}{suit:1}", f"{middle or jester_sign(glyphs):^5}", f"{suit:1}{rank:>4}")
    side = Span(glyphs.down, "border", place, ground)
    across = glyphs.across * (WIDTH - 2)
    return [
        (Span(f"{glyphs.top_left}{across}{glyphs.top_right}", "border", place, ground),),
        *((side, Span(words, role_of(face), place, ground), side) for words in inner),
        (Span(f"{glyphs.bottom_left}{across}{glyphs.bottom_right}", "border", place, ground),),
    ]


def drawn_plays(
    scene: RegicideScene, found: Sequence[tuple[Played, int]], width: int, height: int
) -> list[Row] | None:
    """All plays as cards in lines; None where not all of them fit."""
    lines: list[list[list[Row]]] = [[]]
    room = width - 1
    for play, first in found:
        cells = _cells(play)
        if cells > width - 1:
            return None
        if cells > room:
            lines.append([])
            room = width - 1
        lines[-1].append(_play(scene, play, first))
        room -= cells + GAP
    if len(lines) * LINE > height:
        return None
    margin = [(Span(" "),)] * LINE
    return [row for line in lines for row in beside(margin, *line)]


def _cells(play: Played) -> int:
    return WIDTH + SHOWN * (len(play.cards) - 1)


def _play(scene: RegicideScene, play: Played, first: int) -> list[Row]:
    """Who played and what it was worth, above a fan of cards."""
    worth = f" {worth_of(play.cards)}"
    title = (who(scene, play.seat, _cells(play) - len(worth)), Span(worth, "muted"))
    faces = list(enumerate(play.cards, first))
    cards = [card(scene, face, Place("table", -1, at)) for at, face in faces]
    fan = [[cut(row, SHOWN) for row in rows] for rows in cards[:-1]] + cards[-1:]
    rows = [pad(title, _cells(play)), *beside(*fan)]
    return block(rows, _cells(play) + GAP, LINE)


NAME = 14
SHORT_NAME = 12
SEATS = 30
"""Cells of the box of the seats, of 80; more where hands are shown."""


def plays_and_seats(scene: RegicideScene, width: int, height: int) -> list[Row]:
    """Both boxes, side by side; a single player sits alone and needs no list."""
    if len(scene.view.seats) < 2:
        return plays(scene, width, height)
    shown = any(face for seat in scene.around for face in scene.hand_of(seat))
    seats_width = width // 2 if shown else max(SEATS, width * 3 // 8)
    return beside(plays(scene, width - seats_width, height), seats(scene, seats_width, height))


# --- plays -------------------------------------------------------------------------------------


def plays(scene: RegicideScene, width: int, height: int) -> list[Row]:
    """Each play with its player: as cards, or a row for each, or one after the other."""
    room, inner = height - 2, width - 2
    found = list(scene.plays)
    if found and (drawn := drawn_plays(scene, found, inner, room)) is not None:
        rows = drawn
    elif len(found) <= room:
        rows = [_roomy(scene, *each, inner) for each in found]
    else:
        rows = _flowing(scene, found, inner, room)
    if not rows and scene.view.enemy is not None:
        rows = [(Span(" Nothing has been played against this enemy yet.", "muted"),)]
    box = Box((Span(f" On the table ({len(scene.on_table)}) ", "title"),))
    return framed([shortened(row, inner) for row in rows], box, width, height, scene.glyphs)


def _cards(scene: RegicideScene, play: Played, first: int, *, letters: bool) -> Row:
    spans: list[Span] = []
    for number, face in enumerate(play.cards):
        place = Place("table", -1, first + number)
        ground = ground_of(scene, place)
        pointer = scene.glyphs.pointer if scene.focus == place else ""
        after = letter(suit_of(face), scene.glyphs) if letters else ""
        spans += [Span("+", "muted")] if number else []
        words = f"{pointer}{sign(face, scene.glyphs)}{after}"
        spans.append(Span(words, role_of(face), place, ground))
    return tuple(spans)


def _roomy(scene: RegicideScene, play: Played, first: int, width: int) -> Row:
    name = pad((who(scene, play.seat, NAME),), NAME)
    left = (Span(" "), *name, Span(" "), *_cards(scene, play, first, letters=True))
    right = (Span(f"  worth {worth_of(play.cards)} ", "muted"),)
    return (*left, *right) if width_of(left) + width_of(right) <= width else left


def _flowing(
    scene: RegicideScene, found: list[tuple[Played, int]], width: int, height: int
) -> list[Row]:
    """As many of the newest as fit; who has played is named once for plays in a row."""
    rows: list[Row] = [(Span(" "),)]
    before = -1
    for play, first in found:
        name = (who(scene, play.seat, SHORT_NAME), Span(" "))
        cards = (*_cards(scene, play, first, letters=False), Span("  "))
        words = cards if play.seat == before else (*name, *cards)
        if width_of((*rows[-1], *words)) > width + 2:
            words = (*name, *cards)
            rows.append((Span(" "),))
        rows[-1] = (*rows[-1], *words)
        before = play.seat
    return rows[-height:]


# --- seats -------------------------------------------------------------------------------------


def seats(scene: RegicideScene, width: int, height: int) -> list[Row]:
    """Everybody clockwise, whoever looks first: the turn, the hand, a yield, the line."""
    told = {seat: _of_seat(scene, seat) for seat in scene.clockwise}
    # All hands begin in one column, however much there is to say of one of them.
    room = width - 2 - MARKS - max(map(width_of, told.values()))
    rows = [_seat(scene, seat, after, max(4, min(NAME, room)), width - 2)
            for seat, after in told.items()]  # fmt: skip
    title = Span(f" Hands, {scene.view.hand_limit} at most ", "title")
    return framed(rows[: height - 2], Box((title,)), width, height, scene.glyphs)


def _of_seat(scene: RegicideScene, seat: int) -> Row:
    """How many cards it holds and which of them are known, a yield, and the line."""
    part, hand = scene.view.seats[seat], scene.hand_of(seat)
    is_shown = any(hand) and seat != scene.seat
    cards = hand if is_shown else part.known
    lead = (Span(" " if is_shown else " has ", "muted"),) if cards else ()
    yielded = (Span(" yielded", "warning"),) if part.yielded else ()
    news = connection(scene, seat)
    more = (Span(" "), *news) if news else ()
    return (Span(f" {len(hand)}"), *lead, *coloured(cards, scene.glyphs), *yielded, *more)


def _seat(scene: RegicideScene, seat: int, after: Row, room: int, width: int) -> Row:
    place = Place("player", seat)
    ground = ground_of(scene, place)
    has_turn = scene.view.player == seat and not scene.is_over
    before = pad((who(scene, seat, room),), room)
    words = pad((*before, *after), width - MARKS)
    own = tuple(each._replace(place=place, ground=ground) for each in words)
    return (*marks(scene, place, scene.glyphs.turn if has_turn else " "), *own)
