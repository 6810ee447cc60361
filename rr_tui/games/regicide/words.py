"""The table in words, in the order in which one would tell it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rr_net.link import AskOption
from rr_rules.regicide.cards import (
    COMMON,
    ENEMIES,
    FACE,
    RANK,
    RANK_WORDS,
    ROYALS,
    SUIT,
    sign_of,
    worth_of,
)
from rr_rules.regicide.preview import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    JESTER,
    RegicidePreview,
    cards_of,
    cover,
    discarding,
    foreseen,
    refill,
    suit_of,
)
from rr_rules.regicide.view import Enemy, RegicideSeatView, RegicideView
from rr_tui.board.model import PlayerModel, turn_words
from rr_tui.games.gameboard import as_rule
from rr_tui.looks.glyphs import Glyphs, own_set
from rr_tui.looks.spans import Row, Span
from rr_tui.looks.wording import count


class Said(NamedTuple):
    """A sentence about what comes; "{0}" stands for seat 0's name."""

    text: str
    role: str = "text"


def foretold(view: RegicideView, option: AskOption) -> Iterator[Said]:
    """What an answer would do."""
    match option.act:
        case "play" | "jester" | "yield":
            found = foreseen(view, as_rule(option))
            yield from of_play(view, found) if found is not None else ()
        case "flip":
            yield Said(f"Your hand is discarded, and you draw {count(refill(view), 'card')}")
            yield Said("The enemy stays immune, and the medal is a lesser one", "muted")
        case "undo":
            yield Said("The play goes back into your hand, as everybody has seen it")
        case "done":
            yield Said("You keep the rest of your hand")
        case "player":
            yield from of_player(view, option.seat)
        case "discard":
            yield from of_cover(view, cards_of(view, as_rule(option)))


def of_play(view: RegicideView, found: RegicidePreview) -> Iterator[Said]:
    """The public consequences of a play, or of a yield."""
    if found.is_jester:
        yield from _jester(found)
        return
    nothing = (Said("You play nothing, and suffer the attack"),)
    yield from _powers(view, found) if found.cards else nothing
    if found.wins:
        yield Said("The last enemy falls: the game is won", "success")
    elif found.falls:
        yield Said("You play on against the next enemy")
    else:
        yield _attack_to_come(found, found.draws[view.me])


def _powers(view: RegicideView, found: RegicidePreview) -> Iterator[Said]:
    yield _damage(found)
    if HEARTS in found.works:
        yield Said(f"Hearts heal {found.heals} of {count(view.discarded, 'discarded card')}")
    if DIAMONDS in found.works:
        yield Said(_draws(found, view.me, len(view.seats)))
    if found.weakens:
        yield Said(f"Spades weaken it by {found.weakens}")
    if found.blocked:
        yield Said(_blocked(found), "warning")


def _damage(found: RegicidePreview) -> Said:
    dealt = f"{found.damage} damage{' (Clubs double)' if CLUBS in found.works else ''}"
    if found.is_exact:
        return Said(f"{dealt}: defeats it exactly, onto the Tavern", "success")
    if found.falls:
        return Said(f"{dealt}: defeats it with {-found.left} too much, into the discard", "success")
    return Said(f"{dealt}: {found.left} health left")


def _draws(found: RegicidePreview, me: int, seats: int) -> str:
    every = sum(found.draws)
    mine = f", {found.draws[me] or 'none'} for you" if every and seats > 1 else ""
    return f"Diamonds draw {count(every, 'card')}{mine}"


def _blocked(found: RegicidePreview) -> str:
    woken = f"; a Jester would wake {found.held}" if found.held else ""
    return f"{found.blocked.capitalize()} do nothing: it is immune{woken} (rule RG-IMM-01)"


def _attack_to_come(found: RegicidePreview, drawn: int) -> Said:
    if not found.attack:
        return Said("It is too weak to attack you", "success")
    more = f" and {count(drawn, 'drawn card')}" if drawn else ""
    words = f"Then it attacks for {found.attack}: you hold {found.cover}{more}"
    return Said(words, "text" if found.is_covered else "danger")


def _jester(found: RegicidePreview) -> Iterator[Said]:
    if found.frees:
        yield Said(f"{found.frees.capitalize()} work against this enemy from now on")
    else:
        yield Said("Nothing is left to cancel", "muted")
    if found.weakens:
        yield Said(f"Spades played before wake up and weaken it by {found.weakens}")
    yield Said("Nobody is attacked, and you name who goes on")


def of_cover(view: RegicideView, cards: tuple[str, ...]) -> Iterator[Said]:
    """What discarding a card does for the attack."""
    found = discarding(view, cards)
    if found is None:
        return
    if found.ends:
        over = f"{-found.left} too much" if found.left else "exactly"
        yield Said(f"Covers {found.worth}: that ends the attack, {over}", "success")
    elif found.left > 0:
        words = f"{found.left} of {found.before.attack} would be to go"
        yield Said(f"Covers {found.worth}: {words}")
    else:
        yield Said(f"Covers {found.worth} more than is needed", "muted")


def of_player(view: RegicideView, seat: int) -> Iterator[Said]:
    """What is public about a player."""
    part = view.seats[seat]
    yield Said(f"{{{seat}}} holds {count(len(part.hand), 'card')} of {view.hand_limit} at most")
    if part.yielded:
        yield Said(f"{{{seat}}} yielded on the latest turn [RG-YIELD-03]")


SUIT_GLYPHS = {"hearts": "♥", "diamonds": "♦", "clubs": "♣", "spades": "♠"}
SUIT_LETTERS = {"hearts": "H", "diamonds": "D", "clubs": "C", "spades": "S"}
JESTER_GLYPHS = ("★", "*")
WIDEST = 3
"""Cells of the widest sign: 10 and a suit."""


def rank_word(rank: int) -> str:
    """A royal rank as a word."""
    return RANK_WORDS[rank].capitalize()


def castle_words(castle: Sequence[int]) -> str:
    """Who is in the castle, by the numbers that a view tells."""
    left = zip(castle, ROYALS, strict=True)
    return ", ".join(count(number, rank_word(rank)) for number, rank in left if number) or "nobody"


def suit_sign(suit: str, glyphs: Glyphs) -> str:
    """The glyph of a suit; its letter in ASCII."""
    return own_set(glyphs, SUIT_GLYPHS, SUIT_LETTERS).get(suit, "")


def jester_sign(glyphs: Glyphs) -> str:
    """The glyph of a Jester."""
    return own_set(glyphs, *JESTER_GLYPHS)


def suit_words(suit: str, glyphs: Glyphs) -> str:
    """A suit as glyph, letter and word."""
    return f"{suit_sign(suit, glyphs)}{letter(suit, glyphs)} {suit.capitalize()}"


def letter(suit: str, glyphs: Glyphs) -> str:
    """The letter of a suit after its glyph; nothing where that is the letter."""
    found = SUIT_LETTERS.get(suit, "")
    return "" if found == suit_sign(suit, glyphs) else f" {found}" if found else ""


def sign(face: str, glyphs: Glyphs) -> str:
    """A card as people write it."""
    if not face:
        return glyphs.hidden
    if face == JESTER:
        return jester_sign(glyphs)
    return sign_of(face)[:-1] + suit_sign(suit_of(face), glyphs)


def role_of(face: str) -> str:
    """The role of a card's colour."""
    if not face:
        return "muted"
    return suit_of(face) or "title"


def signs(faces: Sequence[str], glyphs: Glyphs, between: str = " + ") -> str:
    """Cards as people write them, in one text."""
    return between.join(sign(face, glyphs) for face in faces)


def sorting(face: str) -> tuple[int, int]:
    """Where a card belongs in a sorted hand: equal numbers side by side, Jesters last."""
    if face not in FACE or face == JESTER:
        return (COMMON, 0)
    card = FACE.index(face)
    return (RANK[card], SUIT[card])


def coloured(faces: Sequence[str], glyphs: Glyphs) -> Row:
    """Cards in the colours of their suits."""
    spans: list[Span] = []
    for number, face in enumerate(faces):
        spans += [Span(" ", "muted")] if number else []
        spans.append(Span(sign(face, glyphs), role_of(face)))
    return tuple(spans)


def lettered(face: str, glyphs: Glyphs) -> Row:
    """A card in five cells: its sign, and the letter of its suit beside the glyph."""
    suit = suit_of(face)
    words = f"{sign(face, glyphs):>{WIDEST}}{letter(suit, glyphs):<2}"
    return (Span(words, role_of(face)),)


def deal_words(view: RegicideView, model: PlayerModel) -> Iterator[str]:
    """The own hand, the first enemy and the goal, as soon as cards are dealt."""
    if not 0 <= view.me < len(view.seats) or not view.seats[view.me].hand or view.enemy is None:
        return
    yield f"Your hand: {model.titles(view.seats[view.me].hand)}."
    yield from _enemy(view.enemy, view, model)
    together = " together; you all win, or all lose" if len(view.seats) > 1 else ""
    yield f"The goal: fell all {ENEMIES} enemies{together}."


def table_words(view: RegicideView, model: PlayerModel) -> Iterator[str]:
    """The whole table."""
    if view.turn:
        yield f"Turn {view.turn}, {view.phase}. {turn_words(view.player, model)}".rstrip()
    if view.enemy is not None:
        yield from _enemy(view.enemy, view, model)
    yield from _attack(view, model)
    yield from _piles(view, model)
    yield from _plays(view, model)
    for step in range(len(view.seats)):
        yield from _seat(view.seats[(max(view.me, 0) + step) % len(view.seats)], view, model)
    for name, faces in view.summary:
        if not name.startswith("hand"):
            yield f"At the end, {name}: {model.titles(faces)}."


def _enemy(enemy: Enemy, view: RegicideView, model: PlayerModel) -> Iterator[str]:
    yield f"The enemy is the {model.title(enemy.face)}, {view.defeated + 1} of {ENEMIES}."
    yield f"Health {enemy.left} of {enemy.health}. Attack {enemy.attack}. Shield {enemy.shield}."
    if enemy.immune:
        yield f"It is immune to {enemy.immune.capitalize()}: no power, but the damage counts."
    else:
        yield "A Jester has cancelled its immunity."
    if enemy.blocked:
        yield f"Spades worth {enemy.blocked} wait for a Jester to wake them."


def _attack(view: RegicideView, model: PlayerModel) -> Iterator[str]:
    found = cover(view)
    if found is not None:
        who = "You are" if view.player == view.me else f"{model.name(view.player)} is"
        yield f"{who} attacked for {found.attack}: {found.covered} covered, {found.to_go} to go."
        return
    mine = view.player == view.me
    who = "You" if mine else model.name(view.player)
    if view.phase == "next":
        yield f"{who} name{'' if mine else 's'} who takes the next turn."
    elif view.phase == "play":
        yield f"{who} may{'' if view.may_yield else ' not'} yield."


def _piles(view: RegicideView, model: PlayerModel) -> Iterator[str]:
    left = castle_words(view.castle)
    yield f"Behind the enemy: {left}. {view.defeated} defeated, {view.exact} exactly."
    top = [model.title(face) for face in reversed(view.tavern_top)]
    on_top = f", on top {', then '.join(top)}" if top else ""
    yield f"The Tavern has {count(view.tavern, 'card')}{on_top}."
    yield f"The discard pile {_discard(view, model)}."
    if len(view.seats) == 1:
        yield f"{count(view.jesters, 'Jester')} left to flip."


def _discard(view: RegicideView, model: PlayerModel) -> str:
    """Its number, and what of it may be listed (RG-INFO-05)."""
    if not view.discarded:
        return "is empty"
    cards = count(view.discarded, "card")
    if view.veiled:
        return f"has {cards}, on top {model.title(view.discard[-1])}"
    return f"has {cards}, the newest last: {model.titles(view.discard)}"


def _plays(view: RegicideView, model: PlayerModel) -> Iterator[str]:
    if not view.table and view.enemy is not None:
        yield "Nothing has been played against this enemy yet."
    for play in view.table:
        who = "You" if play.seat == view.me else model.name(play.seat)
        cards = " and ".join(model.title(face) for face in play.cards)
        yield f"On the table, by {who}: {cards}."


def _seat(seat: RegicideSeatView, view: RegicideView, model: PlayerModel) -> Iterator[str]:
    hand = view.hand_of(seat.seat)
    yielded = " Yielded on the latest turn." if seat.yielded else ""
    if seat.seat == view.me:
        held = f"Your hand, {len(hand)} of at most {view.hand_limit}, worth {worth_of(hand)}"
        yield f"{held}: {model.titles(hand)}.{yielded}"
        return
    held = f"{model.name(seat.seat)} has {count(len(hand), 'card')}"
    if any(hand):
        held += f": {model.titles(hand)}"
    if seat.known:
        held += f", among them {model.titles(seat.known)}"
    yield f"{held}.{yielded}"
