"""The single lines of the board: the header, the street, the news and the prompt's bar."""

from __future__ import annotations

from rr_tui.board.panels import ground_of
from rr_tui.board.places import MAIN_DISCARD, REGULATION, RUNE_DISCARD, Place
from rr_tui.board.scene import Scene
from rr_tui.board.spans import Row, Span, block, cut, fit, pad, spread, width_of, wrap_row
from rr_tui.wording import PHASE_WORDS, PHASES, seat_role, sentence

GAUGE = 10
"""Cells of a window's gauge."""


# --- header ------------------------------------------------------------------------------------


def header(scene: Scene, width: int) -> Row:
    """The table, the round, whose turn it is, and the phases with the present one in capitals."""
    view, bullet = scene.view, scene.glyphs.bullet
    left: Row = (Span(f" {scene.title}", "title"), Span(f" {bullet} round {view.round}", "muted"))
    if view.player >= 0:
        mine = view.player == view.me
        words = "your turn" if mine else f"{scene.name(view.player)}'s turn"
        left = (*left, Span(f" {bullet} ", "muted"), Span(words, seat_role(view.player)))
    if scene.paused:
        left = (*left, Span(" "), Span(" PAUSED ", ground="alert"))
    return spread(left, _phases(scene), width)


def _phases(scene: Scene) -> Row:
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


def street(scene: Scene, width: int) -> Row:
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
    return spread(_shortened(left, room), right, width)


def _pile(scene: Scene, place: Place, count: int) -> Span:
    pointer = scene.glyphs.pointer if scene.focus == place else ""
    return Span(f"{pointer}{count}", "text", place, ground_of(scene, place))


def _shortened(row: Row, room: int) -> Row:
    """A row with an ellipsis where it is cut."""
    if width_of(row) <= room:
        return row
    kept = cut(row, max(room - 1, 0))
    return (*kept, Span("…", "muted"))


def _regulation(scene: Scene) -> Row:
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


def _chain(scene: Scene) -> Row:
    spans: list[Span] = [Span(" Chain ", "accent")]
    link = 0
    for waiting in scene.view.chain:
        if link and waiting.link != link:
            spans.append(Span(f" {scene.glyphs.arrow} ", "muted"))
        elif link:
            spans.append(Span(f" {scene.glyphs.bullet} ", "muted"))
        link = waiting.link
        who = Span(scene.name(waiting.seat), seat_role(waiting.seat))
        spans += [who, Span(": ", "muted")] if waiting.seat >= 0 else []
        name = scene.title_of(waiting.face)
        spans.append(Span(name.upper() if waiting.resolving else name))
    return tuple(spans)


# --- news --------------------------------------------------------------------------------------


def news(scene: Scene, width: int, height: int) -> list[Row]:
    """What just happened, the newest last; while a window is open, the event that opened it."""
    if scene.window is not None:
        about = wrap_row(sentence(scene.window.about, scene.names), width - 2)
        return block([(Span(" "), *row) for row in about], width, height)
    if height == 1:
        return [_latest(scene, width)]
    rows = [(Span(" "), *row) for row in scene.news[-height:]]
    return block([_shortened(row, width) for row in rows], width, height)


def _latest(scene: Scene, width: int) -> Row:
    """As many of the newest as one row holds, at least a part of the newest."""
    row: Row = ()
    for words in reversed(scene.news):
        joined = (*words, Span(f" {scene.glyphs.bullet} ", "muted"), *row) if row else words
        if row and width_of(joined) > width - 1:
            break
        row = joined
    return pad(_shortened((Span(" "), *row), width), width)


# --- prompt ------------------------------------------------------------------------------------


def prompt(scene: Scene, width: int, height: int) -> list[Row]:
    """Who is asked what, and how to answer or decline."""
    ground = "window" if scene.window is not None else "panel"
    question, buttons = _question(scene), _buttons(scene)
    help_words = _help(scene) if scene.window is None else ()
    if height > 1:
        rows = [(Span(" "), *question), spread((Span(" "), *buttons), help_words, width)]
        return [_on(pad(_shortened(row, width), width), ground) for row in rows][:height]
    room = width - width_of(buttons) - width_of(help_words) - 3
    left = (Span(" "), *_shortened(question, max(room, 0)), Span("  "), *buttons)
    return [_on(spread(left, help_words, width), ground)]


def _on(row: Row, ground: str) -> Row:
    return tuple(span if span.ground else span._replace(ground=ground) for span in row)


def _question(scene: Scene) -> Row:
    if scene.hint:
        return (Span(scene.hint, "warning"),)
    if scene.window is not None:
        return (*_gauge(scene), *_window_words(scene))
    if scene.ask is not None:
        clock = (Span(f"{scene.clock}s ", "warning"),) if scene.clock else ()
        return (*clock, Span(scene.ask.prompt, "title"))
    return _waiting(scene)


def _waiting(scene: Scene) -> Row:
    if scene.paused:
        return (Span("The host has paused the table"),)
    if scene.chance:
        return (Span(f"{scene.glyphs.spinner} {scene.chance.replace('_', ' ')}", "muted"),)
    if scene.view.phase == "over":
        return (Span("The game is over"),)
    names = [seat for seat in scene.waiting if seat != scene.view.me]
    if not names:
        return (Span(scene.glyphs.ellipsis, "muted"),)
    spans: list[Span] = [Span("Waiting for ", "muted")]
    for number, seat in enumerate(names):
        spans.append(Span(", " if number else "", "muted"))
        spans.append(Span(scene.name(seat), seat_role(seat)))
    return tuple(spans)


def _window_words(scene: Scene) -> Row:
    """The same calm words for everybody; only who may answer reads how."""
    window = scene.window
    assert window is not None
    state = "Somebody asks for time" if window.somebody_waits else "Reactions are open"
    if not window.mine:
        return (Span(state),)
    if scene.choices.picked:
        names = " then ".join(scene.title_of(scene.face_at(p)) for p in scene.choices.picked)
        more = len(scene.choices.at) > len(scene.choices.buttons)
        return (Span(f"You answer with {names}{': one more?' if more else ''}", "title"),)
    if window.answered and scene.ask is None:
        return (Span(f"{state}: your answer is in"),)
    return (Span(f"{state}: a Rune?", "title"),)


def _gauge(scene: Scene) -> Row:
    window, glyphs = scene.window, scene.glyphs
    if window is None or not window.closes_in:
        return ()
    full = max(0, min(GAUGE, scene.gauge))
    return (Span(glyphs.gauge * full + glyphs.gauge_empty * (GAUGE - full) + " "),)


def _buttons(scene: Scene) -> Row:
    choices = scene.choices
    words = choices.words if choices.words_in_bar else ()
    spans: list[Span] = []
    for place in (*words, *choices.buttons):
        spans += [*_button(scene, place), Span(" ")]
    if scene.window is not None and scene.window.mine and scene.window.can_wait:
        spans += [Span("[w]", "keyword"), Span(" Wait ")]
    return tuple(spans)


def _button(scene: Scene, place: Place) -> Row:
    option = scene.choices.at[place][0]
    key = _key(scene, place)
    ground = "focus" if scene.focus == place else ""
    pointer = scene.glyphs.pointer if scene.focus == place else ""
    label = "Done" if option is scene.choices.finish else fit(option.label or option.act, 28)
    keys = (Span(f"[{key}]", "keyword", place, ground),) if key else ()
    return (Span(pointer, "text", place, ground), *keys, Span(f" {label}", "text", place, ground))


def _key(scene: Scene, place: Place) -> str:
    choices = scene.choices
    option = choices.at[place][0]
    if option is (choices.finish or choices.decline):
        return "Space"
    return "d" if option is choices.draw else choices.digits.get(place, "")


def _help(scene: Scene) -> Row:
    return (Span("[?]", "keyword"), Span(" help ", "muted"))
