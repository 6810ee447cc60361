"""The street in words, in the order in which one would tell it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rr_rules.runes_regulations.state.sides import GOAL
from rr_rules.runes_regulations.state.view import FenceSlot, LawnCard, SeatView, View
from rr_tui.board.model import Known
from rr_tui.games.runes_regulations.nighttelling import night_words, pile_words
from rr_tui.looks.wording import count
from rr_tui.turns import turn_words


def street_words(view: View, known: Known) -> Iterator[str]:
    """The whole table."""
    if view.turn:
        whose = turn_words(view.player, known)
        yield f"Round {view.round}, turn {view.turn}, {view.phase} phase. {whose}"
    if view.regulation:
        yield f"Regulation: {_with_text(view.regulation, known)}"
    yield (
        f"Main deck {view.main_deck} cards, discard {pile_words(view.main_discard, known)}. "
        f"Rune deck {view.rune_deck} cards, discard {pile_words(view.rune_discard, known)}."
    )
    if view.nefarious is not None:
        yield from night_words(view.nefarious, view, known)
    if view.chain:
        effects = (f"{known.title(each.face)} of {_owner(each.seat, known)}" for each in view.chain)
        yield f"Waiting in the chain: {', '.join(effects)}."
    start = max(view.me, 0)
    for seat in (*view.seats[start:], *view.seats[:start]):
        yield from _seat(seat, view, known)
    if view.seen:
        yield f"You are looking at: {_list(view.seen, known)}."


def _seat(seat: SeatView, view: View, known: Known) -> Iterator[str]:
    mine = seat.seat == view.me
    name = "You" if mine else known.name(seat.seat)
    if seat.left:
        yield f"{name}: out of the game."
        return
    yield f"{name}: {_standing(seat, view)}."
    yield f"Lawn: {', '.join(_card(card, known) for card in seat.lawn) or 'empty'}."
    yield f"Fence: {_fence(seat, known)}."
    if mine:
        yield f"Hand, {len(seat.hand)} of at most {seat.hand_limit}: {_list(seat.hand, known)}."
    else:
        yield f"Hand: {_hidden(seat.hand, known, 'card')}."
    if seat.skips:
        yield f"Must miss: {', '.join(seat.skips)}."


def _standing(seat: SeatView, view: View) -> str:
    """How far a seat is from winning by number."""
    night = view.nefarious
    if night is not None and night.seat == seat.seat:
        close = ", one from winning" if night.beasts == GOAL - 1 else ""
        return f"the Nefarious Neighbor, {count(night.beasts, 'Corrupted Beast')}{close}"
    close = ", one from winning" if seat.mythical == GOAL - 1 else ""
    return f"{count(seat.mythical, 'Mythical Creature')}{close}"


def _card(card: LawnCard, known: Known) -> str:
    face = known.cards.get(card.face)
    kind = face.kind if face is not None else ""
    marks = (
        " (a Corrupted Beast)" * (kind == "beast"),
        " (Sacrificial)" * (kind == "sacrificial"),
        " (a shrub)" * card.hexed,
        " (its text is off)" * card.mute,
        " (busy)" * card.busy,
    )
    return known.title(card.face) + "".join(marks)


def _fence(seat: SeatView, known: Known) -> str:
    if any(slot.face for slot in seat.fence):
        return f"{', '.join(_slot(each, known) for each in seat.fence)}; at most {seat.rune_limit}"
    return _hidden(tuple(slot.face for slot in seat.fence), known, "Rune")


def _slot(slot: FenceSlot, known: Known) -> str:
    name = known.title(slot.face) if slot.face else "a face-down Rune"
    return name + " (face up)" * slot.face_up


def _hidden(faces: tuple[str, ...], known: Known, word: str) -> str:
    shown = [face for face in faces if face]
    counted = count(len(faces), word)
    return f"{counted}, of them {_list(shown, known)}" if shown else counted


def _list(faces: Iterable[str], known: Known) -> str:
    return ", ".join(known.title(face) if face else "a hidden card" for face in faces) or "nothing"


def _owner(seat: int, known: Known) -> str:
    return known.name(seat) if seat >= 0 else "everybody"


def _with_text(face: str, known: Known) -> str:
    card = known.cards.get(face)
    return f"{card.name}: {card.text}" if card else known.title(face)
