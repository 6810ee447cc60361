"""The table in words: what the board shows, in the order in which one would tell it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass

from rr_rules.runes_regulations.view import FenceSlot, SeatView, View
from rr_tui.known import Known

ONE_TO_WIN = 4


def table_words(known: Known) -> Iterator[str]:
    """The whole table, as this player sees it."""
    if known.seen is None:
        yield "There are no cards on the table yet."
        return
    view = known.seen.view
    yield from _runes(view, known) if isinstance(view, View) else _any(view, known)


def turn_words(known: Known) -> str:
    """Whose turn it is, or ""."""
    player = getattr(_view(known), "player", -1)
    phase = getattr(_view(known), "phase", "")
    if not isinstance(player, int) or player < 0 or phase == "setup":
        return ""
    whose = "Your" if player == known.seat else f"{known.name(player)}'s"
    return f"{whose} turn."


def _view(known: Known) -> object:
    return known.seen.view if known.seen else None


def _runes(view: View, known: Known) -> Iterator[str]:
    if view.turn:
        yield f"Round {view.round}, turn {view.turn}, {view.phase} phase. {turn_words(known)}"
    if view.regulation:
        yield f"Regulation: {_with_text(view.regulation, known)}"
    yield (
        f"Main deck {view.main_deck} cards, discard {_pile(view.main_discard, known)}. "
        f"Rune deck {view.rune_deck} cards, discard {_pile(view.rune_discard, known)}."
    )
    if view.chain:
        effects = (f"{known.title(each.face)} of {_owner(each.seat, known)}" for each in view.chain)
        yield f"Waiting in the chain: {', '.join(effects)}."
    count = len(view.seats)
    start = max(view.me, 0)
    for step in range(count):
        yield from _seat(view.seats[(start + step) % count], view, known)
    if view.seen:
        yield f"You are looking at: {_list(view.seen, known)}."


def _seat(seat: SeatView, view: View, known: Known) -> Iterator[str]:
    mine = seat.seat == view.me
    name = "You" if mine else known.name(seat.seat)
    if seat.left:
        yield f"{name}: out of the game."
        return
    close = ", one from winning" if seat.mythical == ONE_TO_WIN else ""
    yield f"{name}: {seat.mythical} Mythical Creature{'s' * (seat.mythical != 1)}{close}."
    lawn = (
        f"{known.title(card.face)}{' (a shrub)' * card.hexed}{' (busy)' * card.busy}"
        for card in seat.lawn
    )
    yield f"Lawn: {', '.join(lawn) or 'empty'}."
    yield f"Fence: {_fence(seat, known)}."
    if mine:
        yield f"Hand, {len(seat.hand)} of at most {seat.hand_limit}: {_list(seat.hand, known)}."
    else:
        yield f"Hand: {_hidden(seat.hand, known, 'card')}."
    if seat.skips:
        yield f"Must miss: {', '.join(seat.skips)}."


def _fence(seat: SeatView, known: Known) -> str:
    if any(slot.face for slot in seat.fence):
        return f"{', '.join(_slot(each, known) for each in seat.fence)}; at most {seat.rune_limit}"
    return _hidden(tuple(slot.face for slot in seat.fence), known, "Rune")


def _slot(slot: FenceSlot, known: Known) -> str:
    name = known.title(slot.face) if slot.face else "a face-down Rune"
    return name + " (face up)" * slot.face_up


def _hidden(faces: tuple[str, ...], known: Known, word: str) -> str:
    shown = [face for face in faces if face]
    count = f"{len(faces)} {word}{'s' * (len(faces) != 1)}"
    return f"{count}, of them {_list(shown, known)}" if shown else count


def _list(faces: Iterable[str], known: Known) -> str:
    return ", ".join(known.title(face) if face else "a hidden card" for face in faces) or "nothing"


def _pile(faces: tuple[str, ...], known: Known) -> str:
    return f"{len(faces)}, on top {known.title(faces[-1])}" if faces else "empty"


def _owner(seat: int, known: Known) -> str:
    return known.name(seat) if seat >= 0 else "everybody"


def _with_text(face: str, known: Known) -> str:
    card = known.cards.get(face)
    return f"{card.name}: {card.text}" if card else known.title(face)


def card_words(known: Known, name: str) -> Iterator[str]:
    """The cards whose names hold a piece of text."""
    wanted = name.casefold()
    found = [card for card in known.cards.values() if wanted in card.name.casefold()]
    exact = [card for card in found if card.name.casefold() == wanted]
    for card in (exact or found)[:5]:
        yield f"{card.name}, {card.kind}. {card.text}"
    if not found:
        yield f"No card has {name!r} in its name."
    elif len(found) > 5 and not exact:
        yield f"And {len(found) - 5} more: type more of the name."


def face_at(view: object, zone: str, seat: int, at: int) -> str:
    """The face that an option points at, or ""."""
    if at < 0:
        return ""
    seats = getattr(view, "seats", ())
    home = seats[seat] if 0 <= seat < len(seats) and hasattr(seats[seat], zone) else view
    things = getattr(home, zone, ())
    if not isinstance(things, tuple) or at >= len(things):
        return ""
    thing = things[at]
    return thing if isinstance(thing, str) else str(getattr(thing, "face", ""))


def _any(view: object, known: Known) -> Iterator[str]:
    """A view of a game that has no words of its own here: its fields, one after the other."""
    if not is_dataclass(view):
        yield str(view)
        return
    for each in fields(view):
        yield from _field(each.name, getattr(view, each.name), known)


def _field(name: str, value: object, known: Known) -> Iterator[str]:
    if name == "seats" and isinstance(value, tuple):
        for seat in value:
            yield f"{known.name(getattr(seat, 'seat', -1))}: {_inner(seat, known)}."
    elif value is not None:
        yield f"{name.replace('_', ' ')}: {_value(value, known)}."


def _inner(value: object, known: Known) -> str:
    assert is_dataclass(value)
    parts = ((each.name, getattr(value, each.name)) for each in fields(value))
    return "; ".join(f"{name} {_value(part, known)}" for name, part in parts if name != "seat")


def _value(value: object, known: Known) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple() if all(isinstance(part, str) for part in value):
            counts = Counter(known.title(part) if part else "hidden" for part in value)
            words = (f"{n} x {name}" if n > 1 else name for name, n in counts.items())
            return ", ".join(words) or "none"
        case str():
            return known.title(value) or "none"
    return str(value)
