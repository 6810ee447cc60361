"""The table in words, in the order in which one would tell it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rr_rules.regicide.cards import ENEMIES, worth_of
from rr_rules.regicide.preview import cover
from rr_rules.regicide.view import Enemy, SeatView, View
from rr_tui.board.model import Known
from rr_tui.games.regicide.signs import castle_words
from rr_tui.looks.wording import count
from rr_tui.turns import turn_words


def table_words(view: View, known: Known) -> Iterator[str]:
    """The whole table."""
    if view.turn:
        yield f"Turn {view.turn}, {view.phase}. {turn_words(view.player, known)}".rstrip()
    if view.enemy is not None:
        yield from _enemy(view.enemy, view, known)
    yield from _attack(view, known)
    yield from _piles(view, known)
    yield from _plays(view, known)
    for step in range(len(view.seats)):
        yield from _seat(view.seats[(max(view.me, 0) + step) % len(view.seats)], view, known)
    for name, faces in view.summary:
        if not name.startswith("hand"):
            yield f"At the end, {name}: {_list(faces, known)}."


def _enemy(enemy: Enemy, view: View, known: Known) -> Iterator[str]:
    yield f"The enemy is the {known.title(enemy.face)}, {view.defeated + 1} of {ENEMIES}."
    yield f"Health {enemy.left} of {enemy.health}. Attack {enemy.attack}. Shield {enemy.shield}."
    if enemy.immune:
        yield f"It is immune to {enemy.immune.capitalize()}: no power, but the damage counts."
    else:
        yield "A Jester has cancelled its immunity."
    if enemy.blocked:
        yield f"Spades worth {enemy.blocked} wait for a Jester to wake them."


def _attack(view: View, known: Known) -> Iterator[str]:
    found = cover(view)
    if found is not None:
        who = "You are" if view.player == view.me else f"{known.name(view.player)} is"
        yield f"{who} attacked for {found.attack}: {found.covered} covered, {found.to_go} to go."
        return
    mine = view.player == view.me
    who = "You" if mine else known.name(view.player)
    if view.phase == "next":
        yield f"{who} name{'' if mine else 's'} who takes the next turn."
    elif view.phase == "play":
        yield f"{who} may{'' if view.may_yield else ' not'} yield."


def _piles(view: View, known: Known) -> Iterator[str]:
    left = castle_words(view.castle)
    yield f"Behind the enemy: {left}. {view.defeated} defeated, {view.exact} exactly."
    top = [known.title(face) for face in reversed(view.tavern_top)]
    on_top = f", on top {', then '.join(top)}" if top else ""
    yield f"The Tavern has {count(view.tavern, 'card')}{on_top}."
    yield f"The discard pile {_discard(view, known)}."
    if len(view.seats) == 1:
        yield f"{count(view.jesters, 'Jester')} left to flip."


def _discard(view: View, known: Known) -> str:
    """Its number, and what of it may be listed (RG-INFO-05)."""
    if not view.discarded:
        return "is empty"
    cards = count(view.discarded, "card")
    if view.veiled:
        return f"has {cards}, on top {known.title(view.discard[-1])}"
    return f"has {cards}, the newest last: {_list(view.discard, known)}"


def _plays(view: View, known: Known) -> Iterator[str]:
    if not view.table and view.enemy is not None:
        yield "Nothing has been played against this enemy yet."
    for play in view.table:
        who = "You" if play.seat == view.me else known.name(play.seat)
        cards = " and ".join(known.title(face) for face in play.cards)
        yield f"On the table, by {who}: {cards}."


def _seat(seat: SeatView, view: View, known: Known) -> Iterator[str]:
    hand = view.hand_of(seat.seat)
    yielded = " Yielded on the latest turn." if seat.yielded else ""
    if seat.seat == view.me:
        held = f"Your hand, {len(hand)} of at most {view.hand_limit}, worth {worth_of(hand)}"
        yield f"{held}: {_list(hand, known)}.{yielded}"
        return
    held = f"{known.name(seat.seat)} has {count(len(hand), 'card')}"
    if any(hand):
        held += f": {_list(hand, known)}"
    if seat.known:
        held += f", among them {_list(seat.known, known)}"
    yield f"{held}.{yielded}"


def _list(faces: Iterable[str], known: Known) -> str:
    return ", ".join(known.title(face) if face else "a hidden card" for face in faces) or "nothing"
