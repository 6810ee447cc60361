"""The details pane: the thing under the cursor, a menu of words, or the Spinner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from rr_net.link import AskOption, HintTold, Lesson, RandomEvent
from rr_tui.board.chance import chance, short_frozen, title_of
from rr_tui.board.header import seated
from rr_tui.board.option_places import DECLINING
from rr_tui.board.panels import Box, framed, ground_of, listed, marks
from rr_tui.board.scene import Scene
from rr_tui.board.scroll import Scroll
from rr_tui.board.walk import NEWS
from rr_tui.looks.spans import BLANK, Place, Row, Span, fit, indented, pad, shortened, wrap_row
from rr_tui.looks.wording import begun, bot_words, by_rule, named, sentence

S = TypeVar("S", bound=Scene)
Rows = Sequence[Row]

About = Callable[[S, Place, int, int], tuple[str, list[Row]]]
"""What a game says of a thing: its title, and rows for a width and a height."""


def details(scene: S, about: About[S], width: int, height: int) -> list[Row]:
    """The pane, framed; `about` says what there is to say of the thing under the cursor."""
    inner = width - 2
    event = scene.event
    if scene.advice is not None:
        # Before the Spinner: the cursor is on what is advised, and nobody plays that unread.
        title = f"Hint {scene.glyphs.bullet} from what you can see"
        rows = advised(scene, scene.advice, inner)
    elif scene.spinning >= 0 and scene.lesson is None:
        title, rows = turned(scene, event, inner)
    elif scene.lesson is not None:
        title, rows = taught(scene, scene.lesson, about, inner, height - 2)
    elif event is not None:
        title, rows = title_of(event, scene.idiom), chance(scene, event, inner, height - 2)
    elif scene.focus.zone == NEWS:
        back = f"{scene.glyphs.bullet} [{scene.keys.short('board.news')}] back"
        title, rows = f"{SINCE} {back}", since(scene, inner, height - 2)
    elif is_menu(scene):
        title, rows = _menu_title(scene), menu(scene, inner, height - 2)
    else:
        title, rows = about(scene, scene.focus, inner, height - 2)
    box = Box((Span(f" {fit(title, inner - 3)} ", "title"),))
    return framed(_told(scene, rows, inner, height - 2), box, width, height, scene.glyphs)


def _told(scene: Scene, rows: list[Row], width: int, height: int) -> list[Row]:
    """The rows that there is room for; that more would follow can be seen."""
    if not any(rows[height:]):
        return rows
    last = (*shortened(rows[height - 1], width - 2), Span(f" {scene.glyphs.ellipsis}", "muted"))
    return [*rows[: height - 1], last]


TEACHER = "Your neighbour Pat explains"
TEXT_BELOW = 4
"""Rows that have to be left for what is under the cursor, below what the teacher says."""


def taught(
    scene: S, lesson: Lesson, about: About[S], width: int, height: int
) -> tuple[str, list[Row]]:
    """What the teacher says and asks for; below it the words to choose from, or a card's."""
    rows = lesson_rows(scene, lesson, width)
    left = height - len(rows)
    # Somebody reads here: where the marker stands is told above the words, not over them.
    title = TEACHER if scene.spinning < 0 else f"The Spinner {scene.glyphs.pointer} {_face(scene)}"
    if is_menu(scene):
        return title, [*rows, *menu(scene, width, left, asks=False)]
    if left >= TEXT_BELOW and scene.focus.zone not in WORDS:
        called, told = about(scene, scene.focus, width, left - 2)
        rows = [*rows, BLANK, *lines(called, width, "title"), *told]
    return title, rows


WORDS = frozenset({"", "button", "word"})


def advised(scene: Scene, advice: HintTold, width: int) -> list[Row]:
    """What a bot would do, and what would be nearly as good."""
    rows = lines(named(advice.text, scene.names), width, "title")
    if not advice.nearly:
        return rows
    return [*rows, *lines(f"Nearly as good: {named(advice.nearly, scene.names)}.", width, "muted")]


def lesson_rows(scene: Scene, lesson: Lesson, width: int) -> list[Row]:
    """What the teacher says, and what to do, each in rows of a width."""
    words = f"{scene.glyphs.pointer} {named(lesson.do, scene.names)}{_how(scene, lesson)}"
    do = lines(words, width, "success") if lesson.do else []
    return [*text_rows(lesson.text, width), *do]


def _how(scene: Scene, lesson: Lesson) -> str:
    """With which key that is done, or with which what was picked instead is put back."""
    if back := _back(scene, lesson):
        return back
    if scene.window is not None and scene.window.can_hold:
        return f" ({scene.keys.shown('board.wait')})"
    options = scene.ask.options if scene.ask is not None else ()
    acts = {each.act for each in options if each.option in lesson.expected}
    if acts == {"draw"}:
        return f" ({scene.keys.shown('board.draw')})"
    if acts and acts <= set(DECLINING):
        return f" ({scene.keys.shown('board.decline')})"
    places = [place for place, held in scene.places.at.items()
              if any(each.option in lesson.expected for each in held)]  # fmt: skip
    on_a_thing = len(places) == 1 and places[0].zone not in WORDS and not places[0].cell
    return f" ({scene.chooses} on it)" if on_a_thing else ""


def _back(scene: Scene, lesson: Lesson) -> str:
    """How what is picked is put back, where it leads to nothing that the lesson expects."""
    places = scene.places
    ways = [*places.at.values(), (places.finish,) if places.finish is not None else ()]
    if not places.picked or any(each.option in lesson.expected for held in ways for each in held):
        return ""
    last = places.picked[-1]
    key = places.digits.get(last, scene.chooses)
    return f" ({key} again puts {scene.title_of(scene.face_at(last))} back)"


SINCE = "Since you answered last"


def since(scene: Scene, width: int, height: int) -> list[Row]:
    """What has happened, the line under the cursor whole and as much around it as fits."""
    rows, first, last = list[Row](), 0, 0
    for at, entry in enumerate(scene.since):
        here = at == scene.focus.at
        first = len(rows) if here else first
        sign = Span(scene.glyphs.pointer if here else " ")
        margin = (sign, Span(" "))
        for row in wrap_row(entry, width - 3):
            line = (*margin, *row)
            rows.append(
                pad(tuple(s._replace(ground="focus") for s in line), width) if here else line
            )
            margin = (Span("  "), Span(" "))
        last = len(rows) - 1 if here else last
    part = Scroll(len(rows), height).showing(last).showing(first)
    return rows[part.first : part.last]


def is_menu(scene: Scene) -> bool:
    """Whether the pane is needed for words to choose from."""
    return bool(scene.places.words) and not scene.places.words_in_bar


# --- the thing under the cursor --------------------------------------------------------------


def face_title(scene: Scene, face: str) -> str:
    """A card's name, and of what kind it is."""
    card = scene.card(face)
    bullet = scene.glyphs.bullet
    if card is None:
        return scene.title_of(face)
    return f"{card.name} {bullet} {scene.idiom.kind_of(card)}"


def card_rows(scene: Scene, place: Place, state: Rows, width: int, height: int) -> list[Row]:
    """What a card says, its state, what choosing it does; its flavour where there is room."""
    card = scene.card(scene.face_at(place))
    rows = [*text_rows(card.text if card else "", width), *state, *verdict(scene, place, width)]
    flavour = lines(card.flavour, width, "muted") if card and card.flavour else []
    if flavour and len(rows) + len(flavour) + 1 <= height:
        rows += [BLANK, *flavour]
    return rows


def text_rows(text: str, width: int) -> list[Row]:
    """Card text with its keywords, the words in capitals, marked."""
    return [(Span(" "), *row) for row in wrap_row(keyworded(text), width - 2)]


def keyworded(text: str) -> Row:
    """A text in one row, each keyword a span of its own."""
    spans: list[Span] = []
    for number, word in enumerate(text.split()):
        bare = word.strip(".,;:()!?'\"")
        is_keyword = len(bare) > 2 and bare.isupper() and bare.isalpha()
        spans.append(Span(f"{' ' if number else ''}{word}", "keyword" if is_keyword else "text"))
    return tuple(spans)


def bot_rows(scene: Scene, seat: int, width: int) -> list[Row]:
    """How strong the bot of a seat is; nothing for everybody else."""
    found = seated(scene, seat)
    words = bot_words(found) if found is not None else ""
    return lines(f"{begun(words)}.", width, "muted") if words else []


def lines(text: str, width: int, role: str = "text") -> list[Row]:
    """A text broken into rows."""
    return indented(text, width - 2, role)


def verdict(scene: Scene, place: Place, width: int) -> list[Row]:
    """What choosing it does, or why that does nothing, with the rule's number."""
    glyphs = scene.glyphs
    options = scene.places.at.get(place, ())
    if options:
        sign, label = glyphs.chosen, " / ".join(map(scene.label, options))
        if label == scene.title_of(scene.face_at(place)):
            label = f"choose {label}"
        then, other = _then(scene, options)
        rows = lines(f"{sign} {scene.chooses}: {label}{then}", width, "success")
        return [BLANK, *rows, *lines(other, width, "muted")]
    reason = scene.reason(place)
    if reason is None:
        return []
    role, sign = ("success", glyphs.chosen) if reason.usable else ("warning", glyphs.refused)
    is_read = scene.card(scene.face_at(place)) is not None
    key = scene.keys.short("board.details") if is_read else ""
    return [BLANK, *lines(f"{sign} {reason.text}{by_rule(reason.clause, key)}", width, role)]


def _then(scene: Scene, options: Sequence[AskOption]) -> tuple[str, str]:
    """What is asked next or goes without asking, and the key that changes it."""
    usual, question = next((scene.asks[each.act] for each in options if each.act in scene.asks),
                           ("", ""))  # fmt: skip
    if not usual:
        return "", ""
    key = scene.keys.shown("board.where")
    return (f", {question}", f"{key}: {usual}") if scene.asks_where else (
        f" {usual}", f"{key}, then {scene.chooses}: {question}")  # fmt: skip


def word(scene: Scene, place: Place, width: int, *, otherwise: Rows = ()) -> tuple[str, list[Row]]:
    """A word of the prompt: what it does, and the card that asks, or rows instead of that."""
    option: AskOption | None = scene.places.at.get(place, (None,))[0]
    source = scene.ask.source if scene.ask else ""
    card = scene.card(source)
    rows = text_rows(card.text, width) if card else list(otherwise)
    if scene.window is not None and scene.window.next is not None:
        # Both questions stand where the event would: what it is stands here.
        rows = [*lines(named(scene.window.about, scene.names), width, "title"), *rows]
    elif option is not None and rows:
        rows += [BLANK]
    if option is not None:
        words = f"{scene.glyphs.chosen} {scene.chooses}: {scene.label(option)}"
        rows += lines(words, width, "success")
    title = "Reactions" if scene.is_reaction else "Your choice"
    return (face_title(scene, source) if source else title), rows


# --- a menu of words -------------------------------------------------------------------------


def _menu_title(scene: Scene) -> str:
    source = scene.ask.source if scene.ask else ""
    return face_title(scene, source) if source else "Choose"


def menu(scene: Scene, width: int, height: int, *, asks: bool = True) -> list[Row]:
    """The question and the words that answer it, the one under the cursor in full."""
    question = sentence(scene.ask.prompt, scene.names, "title") if scene.ask and asks else ()
    rows = [(Span(" "), *row) for row in wrap_row(question, width - 2)][: max(1, height // 3)]
    words = listed(
        scene, scene.places.words, height - len(rows), lambda place: _in_menu(scene, place, width)
    )
    return [*rows, *words]


def _in_menu(scene: Scene, place: Place, width: int) -> Row:
    label = fit(scene.label(scene.places.at[place][0]), width - 4)
    ground = ground_of(scene, place)
    return pad((*marks(scene, place), Span(label, "text", place, ground)), width, ground)


# --- the Spinner -----------------------------------------------------------------------------


def turned(scene: Scene, event: RandomEvent | None, width: int) -> tuple[str, list[Row]]:
    """The Spinner as it turns, or what its result means to whoever spun it for the first time."""
    if scene.spin_means:
        title = f"The Spinner {scene.glyphs.pointer} {_face(scene)}"
        return title, [row for each in scene.spin_means for row in lines(each, width)]
    return "The Spinner", [*spinner(scene, width), *_frozen(scene, event, width)]


def _face(scene: Scene) -> str:
    return f"{scene.spinning + 1} {scene.spin_words[scene.spinning]}"


def _frozen(scene: Scene, event: RandomEvent | None, width: int) -> list[Row]:
    """What turns it, while it turns."""
    return [short_frozen(scene, event, width)] if event is not None and event.digest else []


def spinner(scene: Scene, width: int) -> list[Row]:
    """Its faces with the marker on one of them."""
    rows: list[Row] = []
    for number, words in enumerate(scene.spin_words):
        here = number == scene.spinning
        mark = scene.glyphs.pointer if here else " "
        ground = "window" if here else ""
        row = (Span(f" {mark} {number + 1} {words} ", "text", None, ground),)
        rows.append(pad(row, width))
    return rows
