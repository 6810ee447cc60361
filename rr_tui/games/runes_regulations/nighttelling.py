"""What the expansion adds to the street, in words."""

from __future__ import annotations

from collections.abc import Iterator

from rr_rules.runes_regulations.state.sides import GOAL
from rr_rules.runes_regulations.state.view import NefariousView, RoleStep, View
from rr_tui.board.model import Known
from rr_tui.games.runes_regulations.roles import MOMENTS, counted
from rr_tui.looks.wording import count


def night_words(night: NefariousView, view: View, known: Known) -> Iterator[str]:
    """The decks, the clock, who the Nefarious Neighbor is, and the own role with how far it is."""
    yield (
        f"Forbidden deck {count(night.forbidden_deck, 'card')}, "
        f"discard {pile_words(night.forbidden_discard, known)}. "
        f"Forbidden Rune deck {count(night.forbidden_rune_deck, 'card')}, "
        f"discard {pile_words(night.forbidden_rune_discard, known)}."
    )
    yield from _clock(night, view, known)
    if night.left_out:
        yield f"Roles that nobody can have: {', '.join(map(known.title, night.left_out))}."
    for seat, role in enumerate(night.roles):
        if role and seat not in (view.me, night.seat):
            yield f"{known.name(seat)} has shown the role {known.title(role)}."
    if 0 <= view.me < len(night.roles) and night.roles[view.me]:
        yield from _own(night, view, known)


def pile_words(faces: tuple[str, ...], known: Known) -> str:
    """A discard pile: how many cards, and what lies on top."""
    return f"{len(faces)}, on top {known.title(faces[-1])}" if faces else "empty"


def _clock(night: NefariousView, view: View, known: Known) -> Iterator[str]:
    if night.deadline >= 0:
        whose = "your own" if night.deadline == view.me else f"{known.name(night.deadline)}'s"
        yield f"Last turn: the Main deck has run out, the end of {whose} turn is the last chance."
    elif night.is_short:
        yield f"The Main deck runs low: {count(view.main_deck, 'card')} left, and no second time."


def _own(night: NefariousView, view: View, known: Known) -> Iterator[str]:
    face = night.roles[view.me]
    secret = "" if night.seat == view.me else ", in secret"
    card = known.cards.get(face)
    yield f"You are {known.title(face)}{secret}. {card.text if card is not None else ''}".rstrip()
    if night.progress:
        steps = "; ".join(map(_step, night.progress))
        moments = dict.fromkeys(MOMENTS.get(step.at, step.at) for step in night.progress)
        yield f"How far you are: {steps}. Checked {', '.join(moments)}."
    if night.seat != view.me:
        yield f"Five Mythical Creatures win too: {view.seats[view.me].mythical} of {GOAL}."


def _step(step: RoleStep) -> str:
    return f"{step.text}, {counted(step)}{', done' if step.is_met else ''}"
