"""The street in words, in the order in which one would tell it."""

from __future__ import annotations

from collections.abc import Iterator

from rr_rules.runes_regulations.state.sides import GOAL
from rr_rules.runes_regulations.state.view import (
    FenceSlot,
    LawnCard,
    NefariousView,
    RoleStep,
    SeatView,
    View,
)
from rr_tui.board.model import PlayerModel, turn_words
from rr_tui.games.runes_regulations.roles import MOMENTS, counted
from rr_tui.games.runes_regulations.scene import FAMILIES, street_glyphs
from rr_tui.looks.glyphs import Glyphs
from rr_tui.looks.wording import count


def signs(view: View, glyphs: Glyphs) -> Iterator[tuple[str, str]]:
    """Each sign with what it means, where the expansion adds too many to know them all."""
    if view.nefarious is None:
        return
    own = street_glyphs(glyphs)
    letters, families = " ".join(FAMILIES), ", a ".join(FAMILIES.values())
    yield letters, f"a {families}; {glyphs.bullet} a Mythical Creature of no family"
    yield f"S R {own.regulation}", "a Spell, a Rune, a Regulation"
    yield f"{glyphs.dot} {own.shrub}", "a Mythical Creature, a shrub: a Hexed one"
    runes = f"{own.rune} {own.rune_open} {own.rune_used}"
    yield runes, "a Rune on a Fence, an open one, room for one"
    yield f"{glyphs.turn} {glyphs.busy}", "whose turn it is, an effect that is waiting"
    yield f"{own.nefarious} {own.beast}", "the Nefarious Neighbor, one of its five Beasts"
    yield "B X C F", "a Corrupted Beast, a Sacrificial Creature, a Curse, a Forbidden Rune"
    off = f"{glyphs.times} d p u g x"
    yield off, "a small letter, or (off): a Creature whose text is off on that Lawn"
    yield "41/12", "a pile: cards left to draw, cards that lie discarded"


def night_words(night: NefariousView, view: View, model: PlayerModel) -> Iterator[str]:
    """The decks, the clock, who the Nefarious Neighbor is, and the own role with how far it is."""
    yield (
        f"Forbidden deck {count(night.forbidden_deck, 'card')}, "
        f"discard {pile_words(night.forbidden_discard, model)}. "
        f"Forbidden Rune deck {count(night.forbidden_rune_deck, 'card')}, "
        f"discard {pile_words(night.forbidden_rune_discard, model)}."
    )
    yield from _clock(night, view, model)
    if night.left_out:
        yield f"Roles that nobody can have: {', '.join(map(model.title, night.left_out))}."
    for seat, role in enumerate(night.roles):
        if role and seat not in (view.me, night.seat):
            yield f"{model.name(seat)} has shown the role {model.title(role)}."
    if 0 <= view.me < len(night.roles) and night.roles[view.me]:
        yield from _own(night, view, model)


def pile_words(faces: tuple[str, ...], model: PlayerModel) -> str:
    """A discard pile: how many cards, and what lies on top."""
    return f"{len(faces)}, on top {model.title(faces[-1])}" if faces else "empty"


def _clock(night: NefariousView, view: View, model: PlayerModel) -> Iterator[str]:
    if night.deadline >= 0:
        whose = "your own" if night.deadline == view.me else f"{model.name(night.deadline)}'s"
        yield f"Last turn: the Main deck has run out, the end of {whose} turn is the last chance."
    elif night.is_short:
        yield f"The Main deck runs low: {count(view.main_deck, 'card')} left, and no second time."


def _own(night: NefariousView, view: View, model: PlayerModel) -> Iterator[str]:
    face = night.roles[view.me]
    secret = "" if night.seat == view.me else ", in secret"
    card = model.cards.get(face)
    yield f"You are {model.title(face)}{secret}. {card.text if card is not None else ''}".rstrip()
    if night.progress:
        steps = "; ".join(map(_step, night.progress))
        moments = dict.fromkeys(MOMENTS.get(step.at, step.at) for step in night.progress)
        yield f"How far you are: {steps}. Checked {', '.join(moments)}."
    if night.seat != view.me:
        yield f"Five Mythical Creatures win too: {view.seats[view.me].mythical} of {GOAL}."


def _step(step: RoleStep) -> str:
    return f"{step.text}, {counted(step)}{', done' if step.is_met else ''}"


def deal_words(view: View, model: PlayerModel) -> Iterator[str]:
    """The own hand and Fence, the Regulation and the goal, as soon as cards are dealt."""
    if not 0 <= view.me < len(view.seats) or not view.seats[view.me].hand:
        return
    seat, night = view.seats[view.me], view.nefarious
    yield f"Your hand: {model.titles(seat.hand)}."
    if seat.fence:
        yield f"Your Fence: {_fence(seat, model)}."
    if view.regulation:
        yield f"The HOA rule: {_with_text(view.regulation, model)}"
    yield f"The goal: {GOAL} Mythical Creatures on your Lawn at the end of your own turn win."
    if night is not None and night.roles and night.roles[view.me]:
        yield from _own(night, view, model)


def street_words(view: View, model: PlayerModel) -> Iterator[str]:
    """The whole table."""
    if view.turn:
        whose = turn_words(view.player, model)
        yield f"Round {view.round}, turn {view.turn}, {view.phase} phase. {whose}"
    if view.regulation:
        yield f"Regulation: {_with_text(view.regulation, model)}"
    yield (
        f"Main deck {view.main_deck} cards, discard {pile_words(view.main_discard, model)}. "
        f"Rune deck {view.rune_deck} cards, discard {pile_words(view.rune_discard, model)}."
    )
    if view.nefarious is not None:
        yield from night_words(view.nefarious, view, model)
    if view.chain:
        effects = (f"{model.title(each.face)} of {_owner(each.seat, model)}" for each in view.chain)
        yield f"Waiting in the chain: {', '.join(effects)}."
    start = max(view.me, 0)
    for seat in (*view.seats[start:], *view.seats[:start]):
        yield from _seat(seat, view, model)
    if view.seen:
        yield f"You are looking at: {model.titles(view.seen)}."


def _seat(seat: SeatView, view: View, model: PlayerModel) -> Iterator[str]:
    mine = seat.seat == view.me
    name = "You" if mine else model.name(seat.seat)
    if seat.left:
        yield f"{name}: out of the game."
        return
    yield f"{name}: {_standing(seat, view)}."
    yield f"Lawn: {', '.join(_card(card, model) for card in seat.lawn) or 'empty'}."
    yield f"Fence: {_fence(seat, model)}."
    if mine:
        yield f"Hand, {len(seat.hand)} of at most {seat.hand_limit}: {model.titles(seat.hand)}."
    else:
        yield f"Hand: {_hidden(seat.hand, model, 'card')}."
    if seat.skips:
        yield f"Must miss: {', '.join(seat.skips)}."
    if seat.granted:
        whose = "your" if mine else "their"
        yield f"In force until {whose} next turn: {model.titles(seat.granted)}."


def _standing(seat: SeatView, view: View) -> str:
    """How far a seat is from winning by number."""
    night = view.nefarious
    if night is not None and night.seat == seat.seat:
        close = ", one from winning" if night.beasts == GOAL - 1 else ""
        return f"the Nefarious Neighbor, {count(night.beasts, 'Corrupted Beast')}{close}"
    close = ", one from winning" if seat.mythical == GOAL - 1 else ""
    return f"{count(seat.mythical, 'Mythical Creature')}{close}"


def _card(card: LawnCard, model: PlayerModel) -> str:
    face = model.cards.get(card.face)
    kind = face.kind if face is not None else ""
    marks = (
        " (a Corrupted Beast)" * (kind == "beast"),
        " (Sacrificial)" * (kind == "sacrificial"),
        " (a shrub)" * card.hexed,
        " (its text is off)" * card.mute,
        " (busy)" * card.busy,
    )
    return model.title(card.face) + "".join(marks)


def _fence(seat: SeatView, model: PlayerModel) -> str:
    if any(slot.face for slot in seat.fence):
        return f"{', '.join(_slot(each, model) for each in seat.fence)}; at most {seat.rune_limit}"
    return _hidden(tuple(slot.face for slot in seat.fence), model, "Rune")


def _slot(slot: FenceSlot, model: PlayerModel) -> str:
    name = model.title(slot.face) if slot.face else "a face-down Rune"
    return name + " (face up)" * slot.face_up


def _hidden(faces: tuple[str, ...], model: PlayerModel, word: str) -> str:
    shown = [face for face in faces if face]
    counted = count(len(faces), word)
    return f"{counted}, of them {model.titles(shown)}" if shown else counted


def _owner(seat: int, model: PlayerModel) -> str:
    return model.name(seat) if seat >= 0 else "everybody"


def _with_text(face: str, model: PlayerModel) -> str:
    card = model.cards.get(face)
    return f"{card.name}: {card.text}" if card else model.title(face)
