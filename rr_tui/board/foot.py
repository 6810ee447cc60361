"""The foot of the board: what just happened, who is asked what, and how to answer or decline."""

from __future__ import annotations

from rr_net.link import RandomEvent
from rr_tui.board.answers import TAKE_SEAT, is_later
from rr_tui.board.chance import dealt, doing, gauge, is_called, seat_names, title_of
from rr_tui.board.laying import TURN
from rr_tui.board.scene import Scene
from rr_tui.looks.keys import Keys
from rr_tui.looks.spans import (
    Place,
    Row,
    Span,
    block,
    fit,
    pad,
    shortened,
    spread,
    width_of,
    wrap_row,
)
from rr_tui.looks.wording import sentence, short

ROOMY = 3
"""Rows of the foot from which on the question always has one of its own."""
CALLS = {
    "keys": "Press any keys",
    "pledge": "Paste what opens your pledge",
    "signed": "your client gives by itself",
    "chain": "your seat gives by itself",
    "watch": "the players give",
}
"""What the bar says while a random event is open, by how this seat contributes."""


def foot(scene: Scene, width: int, height: int) -> list[Row]:
    """The news, and below them the prompt's bar in one row or two."""
    question, answers, help_words = _question(scene), _answers(scene), _help(scene)
    needed = width_of(question) + width_of(answers) + width_of(help_words) + 3
    # What is said to this player alone stands nowhere else.
    tips = [] if scene.ends_in_notice and height < ROOMY else tip(scene, width)
    if scene.about_me and height <= ROOMY:
        tips = []  # it has the only row for what was done to this player
    if (tips or _has_notice(scene)) and height < ROOMY and needed > width:
        # What is asked stands whole: the word on help goes before it is cut, else the tip does.
        hint, least = _hint(scene), _least(scene)
        if least <= width:
            needed, help_words = least, hint
        else:
            tips = []
    is_long = needed > width and scene.window is None and not tips
    if height >= ROOMY or is_long:
        bar = [
            pad((Span(" "), *shortened(question, width - 1)), width),
            spread((Span(" "), *answers), help_words, width),
        ]
    else:
        room = max(width - width_of(answers) - width_of(help_words) - 3, 0)
        left = (Span(" "), *shortened(question, room))
        bar = [spread(left, (*answers, *help_words), width)]
    ground = "panel" if scene.ask is None else "target"
    if scene.is_reaction or is_called(scene.event):
        ground = "window"
    left_over = height - len(bar) - len(tips)
    above = news(scene, width, left_over) if left_over > 0 else []
    return [*above, *tips, *(_on(row, ground) for row in bar)]


def has_room(scene: Scene, width: int, height: int) -> bool:
    """Whether what is said to this player alone has a row above the question."""
    return height >= ROOMY or (height > 1 and _least(scene) <= width)


def _has_notice(scene: Scene) -> bool:
    """Whether a sentence for this player alone is the newest, over a question without a hurry."""
    is_asked = scene.ask is not None and scene.window is None and scene.lesson is None
    return is_asked and scene.ends_in_notice and not is_called(scene.event)


def _least(scene: Scene) -> int:
    """The cells of the question and all that answers it, in one row without the word on help."""
    return sum(map(width_of, (_question(scene), _answers(scene), _hint(scene)))) + 3


NEW, ENOUGH = "New: ", " no more tips "


def tip(scene: Scene, width: int) -> list[Row]:
    """The line above a question that is new to this player, with the key that ends such lines."""
    if not scene.tip or scene.ask is None or scene.is_reaction:
        return []
    words = keyed(scene.tip, scene.keys)
    right = (_key(scene, "app.settings"), Span(ENOUGH, "muted"))
    return [spread((Span(" "), Span(NEW, "accent"), Span(words)), right, width)]


def keyed(text: str, keys: Keys) -> str:
    """A text with the keys that it names: "{board.where}" is that of an action."""
    parts = text.replace("}", "{").split("{")
    return "".join(keys.short(part) if at % 2 else part for at, part in enumerate(parts))


def _help(scene: Scene) -> Row:
    if is_called(scene.event):
        # Every other key is chance's meanwhile, also those that go back elsewhere.
        return (Span("[Esc]", "keyword"), Span(" not me ", "muted"))
    if scene.lesson is not None:
        back = (_key(scene, "board.lesson"), Span(" back ")) if scene.lesson.can_go_back else ()
        # At its end one of the answers is to leave it.
        leave = (_key(scene, "board.back"), Span(" leave the lesson ", "muted"))
        return back if scene.lesson.done else (*back, *leave)
    if scene.is_reaction and scene.ask is not None:
        return ()
    words: Row = ()
    if scene.tempo and scene.ask is None and not scene.is_over:
        words = (
            _key(scene, "board.decline"), Span(" next "),
            _key(scene, "board.slower"), _key(scene, "board.faster"),
            Span(f" {scene.tempo}  ", "muted"),
        )  # fmt: skip
    words = (*words, *_hint(scene))
    return (*words, _key(scene, "app.help"), Span(" help ", "muted"))


def _hint(scene: Scene) -> Row:
    """The key of a hint, where there is one about the open question."""
    return (_key(scene, "board.hint"), Span(" hint ", "muted")) if scene.may_hint else ()


def news(scene: Scene, width: int, height: int) -> list[Row]:
    """What just happened, the newest last; while a window is open, the event that opened it."""
    if scene.window is not None:
        if remark := _remark(scene):
            return block([(Span(" "), *remark)], width, height)
        if height == 1 and (twice := _twice(scene)):
            return [pad(shortened((Span(" "), *twice), width), width)]
        about = wrap_row(sentence(scene.window.about, scene.names), width - 2)
        rows = [(Span(" "), *row) for row in about]
        if twice := _twice(scene):
            rows = [*rows[: height - 1], shortened((Span(" "), *twice), width)]
        return block(rows, width, height)
    if height == 1:
        return [_latest(scene, width)]
    rows = [(Span(" "), *row) for row in scene.news[-height:]]
    return block([shortened(row, width) for row in rows], width, height)


def _remark(scene: Scene) -> Row:
    """What a teacher says to the last answer, where that was not taken."""
    lesson = scene.lesson
    return (Span(lesson.remark, "warning"),) if lesson is not None and lesson.remark else ()


INSTEAD, WHEN = "Instead: ", "When it happens: "


def _twice(scene: Scene) -> Row:
    """Both questions of a window with what may answer each; nothing where it has one."""
    if scene.window is None or scene.window.next is None or scene.ask is None:
        return ()
    spans: list[Span] = []
    things = {at: found for at, found in scene.places.at.items() if at not in scene.places.buttons}
    for words, later in ((INSTEAD, False), (WHEN, True)):
        places = [at for at, found in things.items() if is_later(found[0]) == later]
        spans += [Span("    ")] if spans and places else []
        spans += [Span(words, "muted")] if places else []
        for place in places:
            key = Span(scene.mark(place, " "), "legal", place)
            spans += [key, Span(f" {scene.title_of(scene.face_at(place))} ", "title", place)]
    return tuple(spans)


def _latest(scene: Scene, width: int) -> Row:
    """As many of the newest as one row holds, at least a part of the newest.

    What was done to this player stays there, whatever has happened since.
    """
    own = [scene.about_me] if scene.about_me else []
    told: list[Row] = []
    for words in reversed(scene.news):
        rows = [words, *told]
        whole = rows if scene.about_me in rows else [*own, *rows]
        if told and width_of(_joined(scene, whole)) > width - 1:
            break
        told = rows
    told = told if scene.about_me in told else [*own, *told]
    return pad(shortened((Span(" "), *_joined(scene, told)), width), width)


def _joined(scene: Scene, told: list[Row]) -> Row:
    """Rows as one, after how many more there are."""
    spans = [*_earlier(scene, len(told))]
    for at, row in enumerate(told):
        spans += [Span(f" {scene.glyphs.bullet} ", "muted")] if at else []
        spans += row
    return tuple(spans)


def _earlier(scene: Scene, told: int) -> Row:
    """How much more has happened since the last answer, and the key that leads there."""
    more = len(scene.since) - told
    if more <= 0:
        return ()
    return (_key(scene, "board.news"), Span(f" {more} before {scene.glyphs.bullet} ", "muted"))


def _on(row: Row, ground: str) -> Row:
    return tuple(span if span.ground else span._replace(ground=ground) for span in row)


def _question(scene: Scene) -> Row:
    if scene.hint:
        return (Span(scene.hint, "warning"),)
    if scene.window is None and (remark := _remark(scene)):
        return remark
    if scene.window is not None:
        left = gauge(scene) if scene.window.closes_in else ()
        return (*left, *_window_words(scene))
    if scene.ask is not None:
        clock = (Span(f"{scene.clock}s ", "warning"),) if scene.clock else ()
        return (*clock, *sentence(scene.question, scene.names, "title"))
    return _waiting(scene)


AN_HOUR = 3600
DESERTED = "Nobody is at the table: it waits"


def _waiting(scene: Scene) -> Row:
    if scene.places.words:
        if scene.is_deserted:
            return (Span(DESERTED, "warning"),)
        takes_back = any(scene.places.at[place][0] is TAKE_SEAT for place in scene.places.words)
        return (Span("A bot plays your seat" if takes_back else "You watch", "warning"),)
    if scene.standing:
        return (Span(scene.standing, "accent"),)
    if scene.paused:
        return (Span(DESERTED if scene.is_deserted else "The host has paused the table"),)
    if scene.event is not None:
        return _chance(scene, scene.event)
    if scene.chance:
        return (Span(f"{scene.glyphs.spinner} {dealt(scene.chance, scene.idiom)}", "muted"),)
    if scene.is_over:
        return (Span("The game is over"),)
    if scene.tempo == "step":
        return (Span(f"{scene.keys.short('board.decline')} shows what comes next", "title"),)
    seats = [seat for seat in scene.waiting if seat != scene.seat]
    said = _beforehand(scene)
    if not seats:
        return said or (Span(scene.glyphs.ellipsis, "muted"),)
    # Across days nobody counts the seconds.
    runs = 0 < scene.clock < AN_HOUR
    left = (Span(f" {scene.glyphs.bullet} {scene.clock}s", "muted"),) if runs else ()
    does = (Span(f" {scene.glyphs.bullet} {scene.awaited}", "muted"),) if scene.awaited else ()
    return (Span("Waiting for ", "muted"), *seat_names(scene, seats), *does, *left, *said)


def _beforehand(scene: Scene) -> Row:
    """What this player has said about the windows to come."""
    said = scene.beforehand
    if said is None or not (said.filed or said.holds_next):
        return ()
    words = "Your orders are filed" if said.filed else "You hold the next window"
    return (Span(f" {scene.glyphs.bullet} {words}", "muted"),)


def _chance(scene: Scene, event: RandomEvent) -> Row:
    if event.stage == "slow":
        so_far = f" {scene.glyphs.bullet} {scene.late} s" if scene.late else ""
        words = f"{doing(event, scene.idiom)}{so_far}"
        return (Span(f"{scene.glyphs.spinner} {words}", "muted"),)
    sign = "" if is_called(event) else ":"
    return (Span(f"{title_of(event, scene.idiom)}{sign} {CALLS[event.how]}", "title"),)


def _window_words(scene: Scene) -> Row:
    """The same calm words for everybody; only who may answer reads how."""
    window = scene.window
    assert window is not None
    state = "Somebody holds" if window.somebody_holds else "Reactions are open"
    if not window.mine:
        return (Span(state),)
    if scene.places.picked:
        return (Span(_picked(scene), "title"),)
    if window.answered and scene.ask is None:
        return (Span(f"{state}: your answer is in"),)
    return (Span(f"{state}: {scene.reaction}", "title"),)


MANY = 3
"""From how many digits on only the first and the last are said."""


def _picked(scene: Scene) -> str:
    """What is picked, in its order, and what the keys do with it."""
    places = scene.places
    names = " then ".join(scene.title_of(scene.face_at(place)) for place in places.picked)
    more = [key for place, key in sorted(places.digits.items(), key=lambda each: each[1])
            if place not in places.picked]  # fmt: skip
    digits = " or ".join(more) if len(more) < MANY else f"{more[0]} to {more[-1]}"
    does = f"{scene.keys.short('board.choose')} is done" if places.finish is not None else ""
    adds = f"{digits} adds one" if more else ""
    return f"{names}: {', '.join(each for each in (does, adds) if each)}"


def _answers(scene: Scene) -> Row:
    places = scene.places
    words = places.words if places.words_in_bar else ()
    spans: list[Span] = []
    for place in (*words, *places.buttons):
        spans += [*_button(scene, place), Span(" ")]
    window = scene.window
    if window is not None and window.mine and window.can_hold and not places.picked:
        spans = [_key(scene, "board.wait"), Span(" hold "), *_orders(scene), *spans]
    return tuple(spans)


def _orders(scene: Scene) -> Row:
    """The key of orders, where they can be filed."""
    if scene.beforehand is None:
        return ()
    return (_key(scene, "board.orders"), Span(" orders "))


def _button(scene: Scene, place: Place) -> Row:
    option = scene.places.at[place][0]
    key, ground = _key_of(scene, place), "focus" if scene.focus == place else ""
    pointer = scene.glyphs.pointer if scene.focus == place else ""
    label = fit(short(scene.label(option), option.act, scene.idiom.acts), 28)
    if option is scene.places.finish and not scene.places.in_any_order:
        label = "Done"
    keys = (_key(scene, key)._replace(place=place, ground=ground),) if key else ()
    return (Span(pointer, "text", place, ground), *keys, Span(f" {label}", "text", place, ground))


def _key(scene: Scene, binding: str) -> Span:
    return Span(f"[{scene.keys.short(binding)}]", "keyword")


def _key_of(scene: Scene, place: Place) -> str:
    """The action whose key gives the answer of a button or a word, or ""."""
    places = scene.places
    option = places.at[place][0]
    if option is (places.finish or places.decline):
        return "board.decline"
    own = {"draw": "board.draw", "undo": "board.undo", TURN.act: "board.turn"}
    if option in (places.draw, places.undo, TURN):
        return own[option.act]
    return f"board.pick-{places.digits[place]}" if place in places.digits else ""
