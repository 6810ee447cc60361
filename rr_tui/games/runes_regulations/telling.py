"""The street in words, in the order in which one would tell it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rr_rules.runes_regulations.view import FenceSlot, SeatView, View
from rr_tui.known import Known
from rr_tui.turns import turn_words

ONE_TO_WIN = 4


def street_words(view: View, known: Known) -> Iterator[str]:
    """The whole table."""
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
