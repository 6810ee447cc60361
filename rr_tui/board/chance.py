"""The pane of a random event: what it is for, what one gives, who has given, and the wait after."""

from __future__ import annotations

from collections.abc import Sequence

from rr_net.link import RandomEvent
from rr_tui.board.scene import Scene
from rr_tui.looks.idiom import Idiom
from rr_tui.looks.spans import BLANK, Row, Span, cut, indented, width_of, wrap_row
from rr_tui.looks.wording import seat_role

GAUGE = 10
"""Cells of the gauge."""


def gauge(scene: Scene) -> Row:
    """What is left of a reaction window's time, or of a random event's."""
    glyphs = scene.glyphs
    full = max(0, min(GAUGE, scene.gauge))
    return (Span(glyphs.gauge * full + glyphs.gauge_empty * (GAUGE - full) + " "),)


CARDS = 18
"""How many cards a riffle shows, half of them in each packet."""
GAP = 3
TITLES = {"shuffle": "Shuffle together!", "spin": "Give the Spinner a push!"}
OTHER_TITLE = "Give chance a push!"
TITLES_WITHOUT_ME = {"shuffle": "A shuffle", "spin": "A push for the Spinner"}
OTHER_TITLE_WITHOUT_ME = "A push for chance"
"""Where this player is not called upon."""
SLOW_TITLES = {"shuffle": "The shuffle", "spin": "The Spinner turns"}
OTHER_SLOW_TITLE = "Chance decides"
DECIDED = {"first player": "who goes first"}
"""What a roll decides, for labels that many games have."""
DIGEST_DIGITS = 16
MANY = 4
"""The most decks that are named in one row."""


def is_spin(event: RandomEvent, idiom: Idiom) -> bool:
    """Whether a Spinner shows what is rolled."""
    return event.kind == "roll" and not idiom.spins.isdisjoint(event.labels[:1])


def is_called(event: RandomEvent | None) -> bool:
    """Whether this player is to give something now."""
    return event is not None and event.stage == "contribute" and event.how in {"keys", "pledge"}


def title_of(event: RandomEvent, idiom: Idiom) -> str:
    """What the pane is called."""
    kind = "spin" if is_spin(event, idiom) else event.kind
    if is_called(event):
        return TITLES.get(kind, OTHER_TITLE)
    if event.stage == "contribute":
        return TITLES_WITHOUT_ME.get(kind, OTHER_TITLE_WITHOUT_ME)
    return SLOW_TITLES.get(kind, OTHER_SLOW_TITLE)


def chance(scene: Scene, event: RandomEvent, width: int, height: int) -> list[Row]:
    """The pane's rows, as many as fit."""
    if event.stage == "slow":
        return _slow(scene, event, width, height)[:height]
    return _contributing(scene, event, width, height)[:height]


# --- while people contribute -------------------------------------------------------------------


def _contributing(scene: Scene, event: RandomEvent, width: int, height: int) -> list[Row]:
    counted = f" {len(event.given)} of {len(scene.present)} are in"
    top: Row = (Span(" "), *gauge(scene), Span(counted, "muted"))
    needed = [*_own(scene, event, width), *_given(scene, event, width)]
    spare = height - 1 - len(needed)
    told = indented(purpose(event, scene.idiom), width - 2)
    # What it is for has been read before, who has given has not.
    shown = told if len(told) <= spare else []
    gap = [BLANK] if event.how in {"keys", "pledge"} and len(shown) < spare else []
    return [top, *shown, *gap, *needed]


def purpose(event: RandomEvent, idiom: Idiom) -> str:
    """What the event is for, in a sentence."""
    match event.kind, event.labels:
        case "shuffle", labels:
            deck, it = ("deck", "it") if len(labels) == 1 else ("decks", "them")
            names = decks(labels, idiom)
            return f"What you give shuffles the {names} {deck}: nobody can stack {it}."
        case _ if is_spin(event, idiom):
            return "What you give turns the Spinner: nobody can know where it stops."
        case _, labels:
            return f"What you give decides {decided(labels, idiom)}."


def _own(scene: Scene, event: RandomEvent, width: int) -> list[Row]:
    match event.how:
        case "keys":
            ask = indented("Press any keys, many of them!", width - 2, "title")
            return [*ask, _echo("Received: ", event.mine, width)]
        case "pledge" if event.mine:
            return indented("Your pledge is open and fits.", width - 2, "success")
        case "pledge":
            asked: Row = (Span("Paste what opens your pledge", "title"), Span(", or type it"))
            rows: list[Row] = [(Span(" "), *each) for each in wrap_row(asked, width - 2)]
            return [*rows, _echo(scene.glyphs.pointer + " ", scene.opening, width)]
        case "signed":
            return indented(SIGNED, width - 2)
        case "chain":
            return indented(
                "Nothing to press: your seat gives what was fixed before the deal.", width - 2
            )
        case "watch":
            return indented("You watch: the players give.", width - 2)


CHAIN = "Nothing to press: your seat gives what was fixed before the deal."
SIGNED = "Nothing to press: your client gives by itself, random bytes that it signs."


def _echo(label: str, text: str, width: int) -> Row:
    """The end of what was typed, and how much it is."""
    count = f" ({len(text)})" if text else ""
    room = width - 2 - len(label) - len(count)
    shown = text if len(text) <= room else f"…{text[-(room - 1) :]}"
    return (Span(f" {label}", "muted"), Span(shown, "accent"), Span(count, "muted"))


def _given(scene: Scene, event: RandomEvent, width: int) -> list[Row]:
    if not event.given:
        return []
    row = (Span("In so far: ", "muted"), *seat_names(scene, event.given))
    return [(Span(" "), *each) for each in wrap_row(row, width - 2)]


def seat_names(scene: Scene, seats: Sequence[int]) -> Row:
    """The names of some seats in a row, each in its colour."""
    spans: list[Span] = []
    for number, seat in enumerate(seats):
        spans += [Span(", ", "muted")] if number else []
        spans.append(Span(scene.name(seat), seat_role(seat)))
    return tuple(spans)


# --- while the slow hash runs --------------------------------------------------------------------


def _slow(scene: Scene, event: RandomEvent, width: int, height: int) -> list[Row]:
    if event.kind == "shuffle" and scene.riffle >= 0:
        show = riffle(scene, width)
    else:
        show = [(Span(" "), *gauge(scene)), *indented(f"{doing(event, scene.idiom)}.", width - 2)]
    told, over = frozen(scene, event, width), indented(late(scene), width - 2, "warning")
    # The foot says it too: nothing makes way for it.
    told = [*over, *told] if len(show) + len(over) + len(told) <= height else told
    # Empty rows make way for words, the one above the picture first.
    show = show[1:] if show[0] is BLANK and len(show) + 1 + len(told) > height else show
    gap = [BLANK] if len(show) + 1 + len(told) <= height else []
    return [*show, *gap, *told]


def late(scene: Scene) -> str:
    """That a slow hash takes longer than the host has said, and how long it runs; "" before."""
    return LATE.format(scene.late) if scene.late else ""


def doing(event: RandomEvent, idiom: Idiom) -> str:
    """What goes on while the slow hash runs."""
    if event.kind == "shuffle" and len(event.labels) > MANY:
        return f"All {len(event.labels)} decks are being shuffled"
    if event.kind == "shuffle":
        return f"The {decks(event.labels, idiom)} cards are being shuffled"
    if is_spin(event, idiom):
        return "The Spinner turns"
    return f"Chance decides {decided(event.labels, idiom)}"


def dealt(labels: str, idiom: Idiom) -> str:
    """What chance is dealt for, of which only the labels are known: piles, or a roll."""
    named = tuple(labels.split(", "))
    if not idiom.spins.isdisjoint(named[:1]):
        return "The Spinner turns"
    if named[0] in DECIDED or named[0] in idiom.rolls:
        return f"Chance decides {decided(named, idiom)}"
    return f"The {decks(named, idiom)} cards are being shuffled"


def riffle(scene: Scene, width: int) -> list[Row]:
    """Two packets, and between them what has fallen from them, a card from each in turn."""
    glyphs, half, fallen = scene.glyphs, CARDS // 2, min(scene.riffle, CARDS)
    left, right = half - (fallen + 1) // 2, half - fallen // 2
    middle = [
        Span(glyphs.card_right, "title") if at % 2 else Span(glyphs.card_left, "accent")
        for at in range(fallen)
    ]
    row: Row = (
        Span(" " * max(1, (width - 2 * CARDS - 2 * GAP) // 2)),
        Span(glyphs.card_left * left + " " * (half - left + GAP), "accent"),
        *middle,
        Span(" " * (CARDS - fallen + GAP + half - right)),
        Span(glyphs.card_right * right, "title"),
    )
    return [BLANK, cut(row, width), cut(row, width)]


def frozen(scene: Scene, event: RandomEvent, width: int) -> list[Row]:
    """What the freeze says: how many gave, who did not, and the digest's first digits."""
    # Somebody who is there, and has only pressed nothing, is not absent.
    silent = [seat for seat in scene.present if seat not in event.given]
    given = f"fixed: what {len(event.given)} of {len(scene.present)} gave"
    row: Row = (Span(given, "muted"),)
    if silent:
        row = (*row, Span("; nothing from ", "muted"), *seat_names(scene, silent))
    rows: list[Row] = [(Span(" "), *each) for each in wrap_row(row, width - 2)]
    missed = indented(MISSED, width - 2, "warning") if has_missed(event) else []
    return [
        *rows,
        *missed,
        *indented(f"its hash: {digest_words(event.digest)}", width - 2, "muted"),
    ]


LATE = "It takes longer than thought: {} s so far."
MISSED = "You gave nothing this time: press any keys at the next."


def has_missed(event: RandomEvent) -> bool:
    """Whether this player was to press keys for an event that is fixed now, and has not."""
    return event.stage == "slow" and event.how == "keys" and not event.mine


def short_frozen(scene: Scene, event: RandomEvent, width: int) -> Row:
    """The same in one row, the digits first."""
    last = frozen(scene, event, 999)
    row = (*last[-1], *(last[0] if width_of((*last[-1], *last[0])) <= width else ()))
    return cut(row, width)


def digest_words(digest: str) -> str:
    """A hash's first digits in groups of four, to be read aloud or compared at a glance."""
    shown = digest[:DIGEST_DIGITS]
    return " ".join(shown[at : at + 4] for at in range(0, len(shown), 4))


def decided(labels: Sequence[str], idiom: Idiom) -> str:
    """What a roll is for, in words; its label where nobody has any for it."""
    words = {**DECIDED, **idiom.rolls}
    return joined([words.get(label, f"the {label.replace('_', ' ')}") for label in labels])


def decks(labels: Sequence[str], idiom: Idiom) -> str:
    """The names of piles in a row, as players say them."""
    names = [label.removesuffix("_deck").replace("_", " ") for label in labels]
    return joined([idiom.piles.get(name, name) for name in names])


def joined(labels: Sequence[str]) -> str:
    """Words in a row: main, rune and regulation."""
    *first, last = labels or ("cards",)
    return f"{', '.join(first)} and {last}" if first else last
