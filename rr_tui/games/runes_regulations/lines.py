"""The single lines above the board's boxes and between them: the header and the street."""

from __future__ import annotations

from rr_tui.board.header import calls
from rr_tui.board.panels import ground_of
from rr_tui.board.places import Place
from rr_tui.board.spans import Row, Span, shortened, spread, width_of
from rr_tui.games.runes_regulations.places import MAIN_DISCARD, REGULATION, RUNE_DISCARD
from rr_tui.games.runes_regulations.scene import StreetScene
from rr_tui.wording import PHASE_WORDS, PHASES, seat_role

# --- header ------------------------------------------------------------------------------------


def header(scene: StreetScene, width: int) -> Row:
    """The table, the round, whose turn it is, and the phases with the present one in capitals."""
    view, bullet = scene.view, scene.glyphs.bullet
    left: Row = (Span(f" {scene.title}", "title"),)
    called = calls(scene)
    if not called:
        left = (*left, Span(f" {bullet} round {view.round}", "muted"))
    if view.player >= 0:
        mine = view.player == view.me
        words = "your turn" if mine else f"{scene.name(view.player)}'s turn"
        left = (*left, Span(f" {bullet} ", "muted"), Span(words, seat_role(view.player)))
    left = (*left, *called)
    return spread(left, _phases(scene), width)


def _phases(scene: StreetScene) -> Row:
    if scene.view.phase not in PHASES:
        return (Span(PHASE_WORDS.get(scene.view.phase, scene.view.phase), "muted"), Span(" "))
    spans: list[Span] = []
    for phase in PHASES:
        word = PHASE_WORDS[phase]
        if spans:
            spans.append(Span(scene.glyphs.bullet, "muted"))
        if phase == scene.view.phase:
            spans.append(Span(scene.glyphs.pointer + word.upper(), "accent"))
        else:
            spans.append(Span(word, "muted"))
    return (*spans, Span(" "))


# --- street ------------------------------------------------------------------------------------


def street(scene: StreetScene, width: int) -> Row:
    """The Regulation, or the chain while there is one; the decks, the piles, the commitment."""
    left = _chain(scene) if scene.view.chain else _regulation(scene)
    view = scene.view
    right: Row = (
        Span(" deck ", "muted"),
        Span(f"{view.main_deck}/"),
        _pile(scene, MAIN_DISCARD, len(view.main_discard)),
        Span("  runes ", "muted"),
        Span(f"{view.rune_deck}/"),
        _pile(scene, RUNE_DISCARD, len(view.rune_discard)),
        Span(f"  #{scene.commitment[:4]} " if scene.commitment else " ", "muted"),
    )
    room = width - width_of(right)
    return spread(shortened(left, room), right, width)


def _pile(scene: StreetScene, place: Place, count: int) -> Span:
    pointer = scene.glyphs.pointer if scene.focus == place else ""
    return Span(f"{pointer}{count}", "text", place, ground_of(scene, place))


def _regulation(scene: StreetScene) -> Row:
    face = scene.view.regulation
    if not face:
        return ()
    ground = ground_of(scene, REGULATION)
    card = scene.card(face)
    pointer = scene.glyphs.pointer if scene.focus == REGULATION else " "
    return (
        Span(f"{pointer}HOA {scene.glyphs.clause} ", "accent", REGULATION, ground),
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
