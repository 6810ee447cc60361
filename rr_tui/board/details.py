"""The details pane: the thing under the cursor, a menu of words, or the Spinner."""

from __future__ import annotations

from rr_net.link import AskOption, RandomEvent
from rr_tui.board.chance import chance, short_frozen, title_of
from rr_tui.board.panels import Box, framed, ground_of, marks, window
from rr_tui.board.places import Place
from rr_tui.board.scene import Scene
from rr_tui.board.spans import BLANK, Row, Span, fit, pad, wrap, wrap_row
from rr_tui.wording import FAMILIES, SPIN_FACES, count, sentence

SHRUB_SAYS = "A shrub now: no effect, and not Mythical until it is RESTORED."
BUSY_SAYS = "Its effect is waiting: no other card can choose it meanwhile."


def details(scene: Scene, width: int, height: int) -> list[Row]:
    """The pane, framed."""
    inner = width - 2
    event = scene.event
    if scene.spinning >= 0:
        title, rows = "The Spinner", [*spinner(scene, inner), *_frozen(scene, event, inner)]
    elif event is not None:
        title, rows = title_of(event), chance(scene, event, inner, height - 2)
    elif is_menu(scene):
        title, rows = _menu_title(scene), menu(scene, inner, height - 2)
    else:
        title, rows = about(scene, scene.focus, inner, height - 2)
    box = Box((Span(f" {fit(title, inner - 3)} ", "title"),))
    return framed(rows, box, width, height, scene.glyphs)


def is_menu(scene: Scene) -> bool:
    """Whether the pane is needed for words to choose from."""
    return bool(scene.choices.words) and not scene.choices.words_in_bar


# --- the thing under the cursor --------------------------------------------------------------


def about(scene: Scene, place: Place, width: int, height: int) -> tuple[str, list[Row]]:
    """What there is to say about a thing: its title, and rows that fit where they stand."""
    match place.zone:
        case "player":
            return scene.name(place.seat), _player(scene, place.seat, width)
        case "button" | "word":
            option = scene.choices.at.get(place, (None,))[0]
            return _word(scene, option, width)
        case "main_discard" | "rune_discard" if place.at < 0:
            return _pile(scene, place, width, height)
        case "":
            return "", []
    face = scene.face_at(place)
    if not face:
        rows = _lines("Nobody may look at it before it is used.", width, "muted")
        return "A card face down", rows + _verdict(scene, place, width)
    return _face_title(scene, face), _card(scene, place, face, width, height)


def _face_title(scene: Scene, face: str) -> str:
    card = scene.card(face)
    bullet = scene.glyphs.bullet
    if card is None:
        return scene.title_of(face)
    family = FAMILIES.get(card.letter, "")
    kind = f"{card.kind.capitalize()}{f', {family}' if family else ''}"
    return f"{card.name} {bullet} {kind}"


def _card(scene: Scene, place: Place, face: str, width: int, height: int) -> list[Row]:
    """Its text, its state, whether it can be used now and why; its flavour where there is room."""
    card = scene.card(face)
    rows = text_rows(card.text if card else "", width)
    # The reason given for an own card speaks of its state already.
    rows += _state(scene, place, width) if scene.reason(place) is None else []
    rows += _verdict(scene, place, width)
    flavour = _lines(card.flavour, width, "muted") if card and card.flavour else []
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


def _lines(text: str, width: int, role: str = "text") -> list[Row]:
    return [(Span(f" {line}", role),) for line in wrap(text, width - 2)]


def _state(scene: Scene, place: Place, width: int) -> list[Row]:
    if place.zone != "lawn" or not _is_there(scene, place):
        return []
    card = scene.view.seats[place.seat].lawn[place.at]
    rows = _lines(SHRUB_SAYS, width, "hexed") if card.hexed else []
    return rows + (_lines(BUSY_SAYS, width, "warning") if card.busy else [])


def _is_there(scene: Scene, place: Place) -> bool:
    return place.seat < len(scene.view.seats) and place.at < len(scene.view.seats[place.seat].lawn)


def _verdict(scene: Scene, place: Place, width: int) -> list[Row]:
    """What Enter does here, or why it does nothing, with the rule's number."""
    glyphs = scene.glyphs
    options = scene.choices.at.get(place, ())
    if options:
        sign, label = glyphs.chosen, " / ".join(map(scene.label, options))
        if label == scene.title_of(scene.face_at(place)):
            label = f"choose {label}"
        return [BLANK, *_lines(f"{sign} Enter: {label}", width, "success")]
    reason = scene.reason(place)
    if reason is None:
        return []
    role, sign = ("success", glyphs.chosen) if reason.usable else ("warning", glyphs.refused)
    clause = f" [{reason.clause}]" if reason.clause else ""
    return [BLANK, *_lines(f"{sign} {reason.text}{clause}", width, role)]


def _player(scene: Scene, seat: int, width: int) -> list[Row]:
    part = scene.view.seats[seat]
    hexed = sum(card.hexed for card in part.lawn)
    facts = [
        f"{count(part.mythical, 'Mythical Creature')} and {count(hexed, 'shrub')} on the Lawn.",
        f"{count(len(part.hand), 'card')} in hand (limit {part.hand_limit}).",
        f"{count(len(part.fence), 'Rune')} on the Fence (limit {part.rune_limit}).",
    ]
    if part.skips:
        facts.append(f"Misses next: {', '.join(part.skips)}.")
    if part.known:
        facts.append(f"Known in hand: {', '.join(scene.title_of(face) for face in part.known)}.")
    rows = [row for fact in facts for row in _lines(fact, width)]
    return rows + _verdict(scene, Place("player", seat), width)


def _word(scene: Scene, option: AskOption | None, width: int) -> tuple[str, list[Row]]:
    """A word of the prompt: what it does, and the card that asks."""
    source = scene.ask.source if scene.ask else ""
    card = scene.card(source)
    rows = text_rows(card.text, width) if card else _usable(scene, width)
    if option is not None:
        rows += [
            BLANK,
            *_lines(f"{scene.glyphs.chosen} Enter: {scene.label(option)}", width, "success"),
        ]
    title = "Reactions" if scene.is_reaction else "Your choice"
    return (_face_title(scene, source) if source else title), rows


def _usable(scene: Scene, width: int) -> list[Row]:
    """What the keys on the own Fence would use, in short."""
    rows: list[Row] = []
    for place, key in scene.choices.digits.items():
        card = scene.card(scene.face_at(place)) if place.zone == "fence" else None
        if card is not None:
            rows += _lines(f"{key} {card.name}: {card.text}", width)
    return rows


def _pile(scene: Scene, place: Place, width: int, height: int) -> tuple[str, list[Row]]:
    is_main = place.zone == "main_discard"
    cards = scene.view.main_discard if is_main else scene.view.rune_discard
    title = f"{'Main' if is_main else 'Rune'} discard ({len(cards)})"
    names = [scene.title_of(face) for face in reversed(cards)]
    rows: list[Row] = [(Span(f" {fit(name, width - 2)}"),) for name in names[: height - 1]]
    return title, [*rows, (Span(" Enter: look through the pile", "muted"),)]


# --- a menu of words -------------------------------------------------------------------------


def _menu_title(scene: Scene) -> str:
    source = scene.ask.source if scene.ask else ""
    return _face_title(scene, source) if source else "Choose"


def menu(scene: Scene, width: int, height: int) -> list[Row]:
    """The question and the words that answer it, the one under the cursor in full."""
    question = sentence(scene.ask.prompt, scene.names, "title") if scene.ask else ()
    rows = [(Span(" "), *row) for row in wrap_row(question, width - 2)][: max(1, height // 3)]
    places = scene.choices.words
    focused = places.index(scene.focus) if scene.focus in places else None
    shown = window(len(places), height - len(rows), focused)
    for place in places[shown.first : shown.last]:
        label = fit(scene.label(scene.choices.at[place][0]), width - 4)
        ground = ground_of(scene, place)
        line = (*marks(scene, place), Span(label, "text", place, ground))
        rows.append(pad(line, width, ground))
    if shown.more:
        rows.append((Span(f"   +{shown.more} more", "muted"),))
    return rows


# --- the Spinner -----------------------------------------------------------------------------


def _frozen(scene: Scene, event: RandomEvent | None, width: int) -> list[Row]:
    """What turns it, while it turns."""
    return [short_frozen(scene, event, width)] if event is not None and event.digest else []


def spinner(scene: Scene, width: int) -> list[Row]:
    """Its six faces with the marker on one of them."""
    rows: list[Row] = []
    for number, words in enumerate(scene.spin_words or SPIN_FACES):
        here = number == scene.spinning
        mark = scene.glyphs.pointer if here else " "
        ground = "window" if here else ""
        row = (Span(f" {mark} {number + 1} {words} ", "text", None, ground),)
        rows.append(pad(row, width))
    return rows
