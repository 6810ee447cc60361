"""What a play would do, in words: the same for the details pane and for the text mode."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rr_net.link import AskOption
from rr_rules.regicide.cards import worth_of
from rr_rules.regicide.previewing import (
    DIAMONDS,
    HEARTS,
    Preview,
    cards_of,
    cover,
    preview,
    suit_of,
)
from rr_rules.regicide.view import View
from rr_rules.requests import Option
from rr_tui.wording import count


class Said(NamedTuple):
    """A sentence about what comes; "{0}" stands for seat 0's name."""

    text: str
    role: str = "text"


def as_rule(option: AskOption) -> Option:
    """An option as the rules know it."""
    return Option(option.act, option.zone, option.seat, option.at, option.order)


def foretold(view: View, option: AskOption) -> Iterator[Said]:
    """What an answer would do."""
    match option.act:
        case "play" | "jester":
            found = preview(view, cards_of(view, as_rule(option)))
            yield from of_play(view, found) if found is not None else ()
        case "yield" if view.enemy is not None and view.me >= 0:
            yield Said("You play nothing, and suffer the attack")
            yield _attack(view.enemy.attack, worth_of(view.seats[view.me].hand), 0)
        case "flip":
            most = min(view.hand_limit, view.tavern)
            yield Said(f"Your hand is discarded, and you draw {count(most, 'card')}")
            yield Said("The enemy stays immune, and the medal is a lesser one", "muted")
        case "undo":
            yield Said("The play goes back into your hand, as everybody has seen it")
        case "done":
            yield Said("You keep the rest of your hand")
        case "player":
            yield from of_player(view, option.seat)
        case "discard":
            yield from of_cover(view, cards_of(view, as_rule(option)))


def of_play(view: View, found: Preview) -> Iterator[Said]:
    """The public consequences of a play."""
    if found.is_jester:
        yield from _jester(view, found)
        return
    doubled = " (Clubs double)" if found.damage > found.worth else ""
    yield _damage(found, doubled)
    suits = {suit_of(card) for card in found.cards}
    if HEARTS in suits and found.blocked != HEARTS:
        yield Said(f"Hearts heal {found.heals} of {count(view.discarded, 'discarded card')}")
    if DIAMONDS in suits and found.blocked != DIAMONDS:
        yield Said(_draws(found, view.me, len(view.seats)))
    if found.shield and not found.falls:
        yield Said(f"Spades weaken it by {found.shield}")
    if found.blocked:
        yield Said(_blocked(found), "warning")
    yield from _afterwards(view, found)


def _damage(found: Preview, doubled: str) -> Said:
    dealt = f"{found.damage} damage{doubled}"
    if found.is_exact:
        return Said(f"{dealt}: defeats it exactly, onto the Tavern", "success")
    if found.falls:
        return Said(f"{dealt}: defeats it with {-found.left} too much, into the discard", "success")
    return Said(f"{dealt}: {found.left} health left")


def _draws(found: Preview, me: int, seats: int) -> str:
    every = sum(found.draws)
    mine = f", {found.draws[me] or 'none'} for you" if every and seats > 1 else ""
    return f"Diamonds draw {count(every, 'card')}{mine}"


def _blocked(found: Preview) -> str:
    woken = f"; a Jester would wake {found.held}" if found.held else ""
    return f"{found.blocked.capitalize()} do nothing: it is immune{woken} [RG-IMM-01]"


def _afterwards(view: View, found: Preview) -> Iterator[Said]:
    if found.falls and not sum(view.castle):
        yield Said("The last enemy falls: the game is won", "success")
    elif found.falls:
        yield Said("You play on against the next enemy")
    else:
        yield _attack(found.attack, found.cover, found.draws[view.me])


def _attack(attack: int, hand: int, drawn: int) -> Said:
    if not attack:
        return Said("It is too weak to attack you", "success")
    more = f" and {count(drawn, 'drawn card')}" if drawn else ""
    words = f"Then it attacks for {attack}: you hold {hand}{more}"
    return Said(words, "danger" if attack > hand else "text")


def _jester(view: View, found: Preview) -> Iterator[Said]:
    immune = view.enemy.immune if view.enemy is not None else ""
    if immune:
        yield Said(f"{immune.capitalize()} work against this enemy from now on")
    else:
        yield Said("Nothing is left to cancel", "muted")
    if found.shield:
        yield Said(f"Spades played before wake up and weaken it by {found.shield}")
    yield Said("Nobody is attacked, and you name who goes on")


def of_cover(view: View, cards: tuple[str, ...]) -> Iterator[Said]:
    """What discarding a card does for the attack."""
    found, given = cover(view), worth_of(cards)
    if found is None:
        return
    if not found.to_go:
        yield Said(f"Covers {given} more than is needed", "muted")
    elif given >= found.to_go:
        over = f", {given - found.to_go} too much" if given > found.to_go else ", exactly"
        yield Said(f"Covers {given}: that ends the attack{over}", "success")
    else:
        yield Said(f"Covers {given}: {found.to_go - given} of {found.attack} would be to go")


def of_player(view: View, seat: int) -> Iterator[Said]:
    """What is public about a player."""
    part = view.seats[seat]
    yield Said(f"{{{seat}}} holds {count(len(part.hand), 'card')} of {view.hand_limit} at most")
    if part.yielded:
        yield Said(f"{{{seat}}} yielded on the latest turn [RG-YIELD-03]")
