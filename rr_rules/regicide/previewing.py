"""What a play would do, as far as everybody can tell: previews before the commit (RG-STEP1-05).

Nothing here judges what is legal, and nothing reads more than a view shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rr_rules.game import Line
from rr_rules.regicide.cards import ATTACKS, COMMON, FACE, KINDS, RANK, SUIT, SUITS, worth_of
from rr_rules.regicide.plays import MOST
from rr_rules.regicide.view import Enemy, View
from rr_rules.requests import Option

JESTER = "jester"
HEARTS, DIAMONDS, CLUBS, SPADES = SUITS
_RANK = dict(zip(FACE, RANK, strict=True))
_SUIT = {FACE[card]: SUITS[SUIT[card]] for card in range(COMMON)}


@dataclass(frozen=True, slots=True)
class Preview:
    """The public consequences of a play; what chance decides is counted and not named."""

    cards: tuple[str, ...]
    worth: int
    damage: int
    left: int
    """The health that the enemy keeps; below 0 by what is too much."""
    heals: int
    draws: tuple[int, ...]
    """By seat, how many cards it draws."""
    shield: int
    """By how much the enemy is weakened from now on."""
    held: int
    """By how much it would be, if a Jester cancelled its immunity later."""
    blocked: str
    """The suit of the play whose power does nothing, or ""."""
    attack: int
    """What the player then faces; 0 where the enemy falls or nobody is attacked."""
    cover: int
    """What is left of the own hand is worth, without the cards that are drawn."""
    is_jester: bool = False

    @property
    def falls(self) -> bool:
        """Whether the enemy is defeated."""
        return self.left <= 0

    @property
    def is_exact(self) -> bool:
        """Whether it is defeated exactly and goes onto the Tavern (RG-STEP3-05)."""
        return self.left == 0


@dataclass(frozen=True, slots=True)
class Cover:
    """How far an attack is covered."""

    attack: int
    covered: int
    to_go: int
    hand: int
    """What the player's hand is worth."""

    @property
    def is_enough(self) -> bool:
        """Whether the hand can cover the rest."""
        return self.hand >= self.to_go


def suit_of(face: str) -> str:
    """The suit of a face; "" for a Jester."""
    return _SUIT.get(face, "")


def printed_attack(face: str) -> int:
    """What a royal attacks for without a shield; 0 for any other face."""
    return ATTACKS.get(_RANK.get(face, 0), 0)


def cards_of(view: View, option: Option) -> tuple[str, ...]:
    """The faces of the cards that an option names in the own hand."""
    hand = view.seats[option.seat].hand if 0 <= option.seat < len(view.seats) else ()
    places = option.order or (option.at,)
    return tuple([hand[at] for at in places if 0 <= at < len(hand)])


def preview(view: View, cards: Sequence[str]) -> Preview | None:
    """What playing these own cards would do; None without an enemy or a hand to play from."""
    enemy, me = view.enemy, view.me
    if enemy is None or me < 0 or not cards or "" in cards:
        return None
    cover = worth_of(view.seats[me].hand) - worth_of(cards)
    if JESTER in cards:
        return _of_jester(view, enemy, tuple(cards), cover)
    worth, suits = worth_of(cards), {_SUIT[card] for card in cards}
    works = suits - {enemy.immune}
    heals = min(worth, view.discarded) if HEARTS in works else 0
    draws = _draws(view, len(cards), worth if DIAMONDS in works else 0, view.tavern + heals)
    damage = 2 * worth if CLUBS in works else worth
    shield = worth if SPADES in works else 0
    left = enemy.left - damage
    after = max(0, printed_attack(enemy.face) - enemy.shield - shield)
    return Preview(
        cards=tuple(cards), worth=worth, damage=damage, left=left, heals=heals, draws=draws,
        shield=shield, held=worth if SPADES in suits - works else 0,
        blocked=enemy.immune if enemy.immune in suits else "",
        attack=after if left > 0 else 0, cover=cover,
    )  # fmt: skip


def _of_jester(view: View, enemy: Enemy, cards: tuple[str, ...], cover: int) -> Preview:
    """No damage and no attack; spades that were blocked wake up (RG-JEST-02, -03, -05)."""
    woken = enemy.blocked if enemy.immune == SPADES else 0
    return Preview(
        cards=cards, worth=0, damage=0, left=enemy.left, heals=0,
        draws=(0,) * len(view.seats), shield=woken, held=0, blocked="", attack=0, cover=cover,
        is_jester=True,
    )  # fmt: skip


def _draws(view: View, played: int, worth: int, tavern: int) -> tuple[int, ...]:
    """One each in turn from the player on, past full hands (RG-STEP2-DIAMONDS-01 to -04)."""
    room = [view.hand_limit - len(seat.hand) for seat in view.seats]
    room[view.me] += played
    drawn, seat = [0] * len(room), view.me
    for _ in range(min(worth, tavern, sum(room))):
        while drawn[seat] == room[seat]:
            seat = (seat + 1) % len(room)
        drawn[seat] += 1
        seat = (seat + 1) % len(room)
    return tuple(drawn)


# --- cover ------------------------------------------------------------------------------------


def cover(view: View) -> Cover | None:
    """How far the attack on the player is covered; None where nobody is attacked.

    The worth of a hand is told to who sees it; to others it is 0.
    """
    if view.phase != "attack" or view.enemy is None:
        return None
    attack = view.enemy.attack
    hand = worth_of(view.seats[view.player].hand)
    return Cover(attack, attack - view.owed, view.owed, hand)


# --- warnings -----------------------------------------------------------------------------------


def warning(view: View, option: Option) -> Line | None:
    """What to say before an answer that loses the game, or empties the hand for nothing."""
    match option.act:
        case "play":
            found = preview(view, cards_of(view, option))
            is_open = found is None or bool(view.jesters) or found.draws[view.me] > 0
            return None if found is None or is_open else _uncovered(found.attack, found.cover)
        case "yield" if view.enemy is not None and view.me >= 0 and not view.jesters:
            lost = _uncovered(view.enemy.attack, worth_of(view.seats[view.me].hand))
            return None if lost is None else lost._replace(clause="RG-YIELD-05")
        case "flip" if not view.tavern:
            return Line("The Tavern is empty: you would have no cards", "RG-SOLO-07")
        case "player" if _is_stuck(view, option.seat):
            words = f"{{{option.seat}}} has no cards and may not yield: the game would be lost"
            return Line(words, "RG-JEST-04")
    return None


def _uncovered(attack: int, hand: int) -> Line | None:
    if attack <= hand:
        return None
    words = f"You cannot cover {attack} with {hand}: the game would be lost"
    return Line(words, "RG-STEP4-06")


def _is_stuck(view: View, seat: int) -> bool:
    if not 0 <= seat < len(view.seats) or view.seats[seat].hand:
        return False
    return all(each.yielded for each in view.seats if each.seat != seat)


# --- why not together ---------------------------------------------------------------------------


def why_apart(cards: Sequence[str], other: str) -> Line:
    """Why a card cannot join the ones that are picked already, and the clause that says so."""
    together = (*cards, other)
    kinds = {KINDS.get(_RANK[card], "number") for card in together}
    if JESTER in kinds:
        return Line("A Jester is played alone", "RG-JEST-01")
    if "companion" in kinds:
        return Line("A companion goes with one other card only", "RG-COMP-07")
    if "royal" in kinds:
        return Line("A royal goes with a companion only", "RG-COMBO-03")
    if len({_RANK[card] for card in together}) > 1:
        return Line("Cards of different numbers do not go together", "RG-COMBO-05")
    return Line(f"Cards of one number go together up to {MOST} in all", "RG-COMBO-01")
