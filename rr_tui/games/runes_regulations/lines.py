"""The single lines above the board's boxes and between them: the header and the street."""

from __future__ import annotations

from collections.abc import Iterator

from rr_tui.board.header import headline, stages
from rr_tui.board.panels import ground_of
from rr_tui.board.plan import WIDE
from rr_tui.games.runes_regulations.scene import (
    DISCARDS,
    FORBIDDEN_DISCARD,
    FORBIDDEN_RUNE_DISCARD,
    MAIN_DISCARD,
    REGULATION,
    RUNE_DISCARD,
    StreetScene,
    zone_of,
)
from rr_tui.looks.spans import Place, Row, Span, block, fit, shortened, spread, width_of, wrap_row
from rr_tui.looks.wording import seat_role

PHASES = {
    "begin": "Begin",
    "draw": "Draw",
    "cast": "Cast",
    "summon": "Summon",
    "spin": "Spin",
    "end": "End",
}
ELSEWHERE = {"setup": "Deal", "over": "Over"}
LONGEST_NAME = 10
"""Cells of a player's name among the decks."""

# --- header ------------------------------------------------------------------------------------


def header(scene: StreetScene, width: int) -> Row:
    """The table, the round, whose turn it is, and the phases with the present one in capitals."""
    view = scene.view
    return headline(scene, view.round, view.player, _phases(scene), width, unit="round")


def _phases(scene: StreetScene) -> Row:
    phase = scene.view.phase
    if phase not in PHASES:
        return (Span(f"{ELSEWHERE.get(phase, phase)} ", "muted"),)
    return (*stages(scene, PHASES.items(), phase), Span(" "))


# --- street ------------------------------------------------------------------------------------


def street(scene: StreetScene, width: int, height: int) -> list[Row]:
    """The Regulation, or the chain while there is one; the decks and the piles."""
    left = _chain(scene) if scene.view.chain else _regulation(scene)
    right = _right(scene, width)
    room = width - width_of(right)
    if width_of(left) <= room or scene.view.chain:
        return block([spread(left, right, width)], width, height)
    if height > 1:
        first, *others = wrap_row(left[1:], room - 1)
        rest = tuple(span for row in others for span in (*row, Span(" ")))
        below = [(Span(BELOW), *row) for row in wrap_row(rest, width - 2 * len(BELOW))]
        return block([spread((left[0], *first), right, width), *below], width, height)
    key = (Span(f"[{scene.keys.short('board.rule')}]", "keyword"),)
    shown = (*shortened(left, room - width_of(key)), *key)
    return block([spread(shown, right, width)], width, height)


BELOW = "   "
"""Before the second row of a Regulation."""


def is_long(scene: StreetScene, width: int) -> bool:
    """Whether the Regulation in force takes more than the row that it has beside the piles."""
    return width_of(_regulation(scene)) > width - width_of(_right(scene, width))


def _right(scene: StreetScene, width: int) -> Row:
    return (
        *_main(scene),
        *_stock(scene, "  runes ", scene.view.rune_deck, RUNE_DISCARD),
        *_forbidden(scene, long=width >= WIDE),
        Span(" "),
    )


def piles(scene: StreetScene) -> Iterator[tuple[Place, tuple[str, ...]]]:
    """The discard piles of the street, each with its faces."""
    for place in DISCARDS:
        yield place, zone_of(scene.view, place.zone)


def _main(scene: StreetScene) -> Row:
    """The Main deck; with the expansion it is a clock, and says so when it runs low."""
    night, deck = scene.night, scene.view.main_deck
    if night is None or not (night.is_short or night.deadline >= 0):
        return _stock(scene, " deck ", deck, MAIN_DISCARD)
    words = f" LOW: deck {deck} "
    if night.deadline >= 0:
        last = night.deadline == scene.view.me
        name = "yours" if last else fit(scene.name(night.deadline), LONGEST_NAME)
        words = f" LAST TURN: {name} "
    pile = _pile(scene, MAIN_DISCARD)
    return (Span(" "), Span(words, ground="alert"), Span("/", "muted"), pile)


def _forbidden(scene: StreetScene, *, long: bool) -> Row:
    """The Nefarious Neighbor's decks."""
    night, sign = scene.night, scene.signs.nefarious
    if night is None:
        return ()
    cards, runes = (f"{sign} Forbidden ", "  its runes ") if long else (sign, f" {sign}runes ")
    return (
        *_stock(scene, f"  {cards}", night.forbidden_deck, FORBIDDEN_DISCARD, "nefarious"),
        *_stock(scene, runes, night.forbidden_rune_deck, FORBIDDEN_RUNE_DISCARD, "nefarious"),
    )


def _stock(scene: StreetScene, name: str, deck: int, discard: Place, role: str = "muted") -> Row:
    return (Span(name, role), Span(f"{deck}/"), _pile(scene, discard))


def _pile(scene: StreetScene, place: Place) -> Span:
    pointer = scene.glyphs.pointer if scene.focus == place else ""
    count = len(zone_of(scene.view, place.zone))
    return Span(f"{pointer}{count}", "text", place, ground_of(scene, place))


def _regulation(scene: StreetScene) -> Row:
    face = scene.view.regulation
    if not face:
        return ()
    ground = ground_of(scene, REGULATION)
    card = scene.card(face)
    pointer = scene.glyphs.pointer if scene.focus == REGULATION else " "
    return (
        Span(pointer, "accent", REGULATION, ground),
        Span(f"HOA {scene.signs.regulation} ", "accent", REGULATION, ground),
        Span(scene.title_of(face), "title", REGULATION, ground),
        Span(f": {card.text}" if card else "", "text", REGULATION, ground),
    )


def _chain(scene: StreetScene) -> Row:
    spans: list[Span] = [Span(" Chain ", "accent")]
    link: int | None = None
    for waiting in scene.view.chain:
        if link is not None:
            sign = scene.glyphs.bullet if waiting.link == link else scene.glyphs.arrow
            spans.append(Span(f" {sign} ", "muted"))
        link = waiting.link
        who = Span(scene.name(waiting.seat), seat_role(waiting.seat))
        spans += [who, Span(": ", "muted")] if waiting.seat >= 0 else []
        name = scene.title_of(waiting.face)
        spans.append(Span(name.upper() if waiting.resolving else name))
    return tuple(spans)
