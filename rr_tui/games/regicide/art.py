"""Cards drawn as cards, where there is room for it."""

from __future__ import annotations

from collections.abc import Sequence

from rr_rules.regicide.cards import sign_of, worth_of
from rr_rules.regicide.preview import JESTER, suit_of
from rr_rules.regicide.view import Played
from rr_tui.board.panels import ground_of
from rr_tui.board.people import who
from rr_tui.board.places import Place
from rr_tui.games.regicide.scene import RegicideScene
from rr_tui.games.regicide.signs import SUIT_LETTERS, role_of, suit_sign
from rr_tui.looks.spans import Row, Span, beside, block, cut, pad

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
    inner = (f"{rank:<4}{suit:1}", f"{middle or glyphs.jester:^5}", f"{suit:1}{rank:>4}")
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
