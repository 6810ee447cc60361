"""What a play would do, in words: the same for the details pane and for the text mode."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rr_net.link import AskOption
from rr_rules.regicide.preview import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    Preview,
    cards_of,
    discarding,
    foreseen,
    refill,
)
from rr_rules.regicide.view import View
from rr_tui.games.options import as_rule
from rr_tui.looks.wording import count


class Said(NamedTuple):
    """A sentence about what comes; "{0}" stands for seat 0's name."""

    text: str
    role: str = "text"


def foretold(view: View, option: AskOption) -> Iterator[Said]:
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


def of_play(view: View, found: Preview) -> Iterator[Said]:
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
        yield _attack(found, found.draws[view.me])


def _powers(view: View, found: Preview) -> Iterator[Said]:
    yield _damage(found)
    if HEARTS in found.works:
        yield Said(f"Hearts heal {found.heals} of {count(view.discarded, 'discarded card')}")
    if DIAMONDS in found.works:
        yield Said(_draws(found, view.me, len(view.seats)))
    if found.weakens:
        yield Said(f"Spades weaken it by {found.weakens}")
    if found.blocked:
        yield Said(_blocked(found), "warning")


def _damage(found: Preview) -> Said:
    dealt = f"{found.damage} damage{' (Clubs double)' if CLUBS in found.works else ''}"
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


def _attack(found: Preview, drawn: int) -> Said:
    if not found.attack:
        return Said("It is too weak to attack you", "success")
    more = f" and {count(drawn, 'drawn card')}" if drawn else ""
    words = f"Then it attacks for {found.attack}: you hold {found.cover}{more}"
    return Said(words, "text" if found.is_covered else "danger")


def _jester(found: Preview) -> Iterator[Said]:
    if found.frees:
        yield Said(f"{found.frees.capitalize()} work against this enemy from now on")
    else:
        yield Said("Nothing is left to cancel", "muted")
    if found.weakens:
        yield Said(f"Spades played before wake up and weaken it by {found.weakens}")
    yield Said("Nobody is attacked, and you name who goes on")


def of_cover(view: View, cards: tuple[str, ...]) -> Iterator[Said]:
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


def of_player(view: View, seat: int) -> Iterator[Said]:
    """What is public about a player."""
    part = view.seats[seat]
    yield Said(f"{{{seat}}} holds {count(len(part.hand), 'card')} of {view.hand_limit} at most")
    if part.yielded:
        yield Said(f"{{{seat}}} yielded on the latest turn [RG-YIELD-03]")
