"""What a play would do, as far as everybody can tell: previews before the commit (RG-STEP1-05).

Nothing here judges what is legal, and nothing reads more than a view shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rr_rules.kernel.game import Line
from rr_rules.kernel.requests import Option
from rr_rules.regicide.cards import ATTACKS, COMMON, FACE, KINDS, RANK, SUIT, SUITS, worth_of
from rr_rules.regicide.plays import MOST
from rr_rules.regicide.view import Enemy, RegicideView

JESTER = "jester"
HEARTS, DIAMONDS, CLUBS, SPADES = SUITS
_RANK = dict(zip(FACE, RANK, strict=True))
_SUIT = {FACE[card]: SUITS[SUIT[card]] for card in range(COMMON)}


@dataclass(frozen=True, slots=True)
class RegicidePreview:
    """The public consequences of a play; what chance decides is counted and not named."""

    cards: tuple[str, ...]
    left: int
    """The health that the enemy keeps; below 0 by what is too much."""
    strength: int
    """What the enemy attacks for from then on; as before where it falls."""
    draws: tuple[int, ...]
    """By seat, how many cards it draws."""
    cover: int
    """What is left of the own hand is worth, without the cards that are drawn."""
    worth: int = 0
    works: tuple[str, ...] = ()
    """The suits of the play whose powers work."""
    blocked: str = ""
    """The suit of the play whose power does nothing, or ""."""
    damage: int = 0
    heals: int = 0
    shield: int = 0
    """What is added to the shield against the enemy."""
    held: int = 0
    """What would be added if a Jester cancelled its immunity later."""
    wins: bool = False
    """Whether the last enemy falls."""
    is_jester: bool = False
    frees: str = ""
    """The suit whose powers a Jester lets work from then on, or ""."""

    @property
    def falls(self) -> bool:
        """Whether the enemy is defeated."""
        return self.left <= 0

    @property
    def is_exact(self) -> bool:
        """Whether it is defeated exactly and goes onto the Tavern (RG-STEP3-05)."""
        return self.left == 0

    @property
    def weakens(self) -> int:
        """By how much the shield grows; of an enemy that falls nothing is left to weaken."""
        return 0 if self.falls else self.shield

    @property
    def attack(self) -> int:
        """What the player then faces; 0 where the enemy falls or nobody is attacked."""
        return 0 if self.falls or self.is_jester else self.strength

    @property
    def is_covered(self) -> bool:
        """Whether what is left of the hand covers that."""
        return self.attack <= self.cover


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


@dataclass(frozen=True, slots=True)
class Discarding:
    """What discarding cards does for an attack."""

    worth: int
    before: Cover
    """How far the attack is covered without them."""

    @property
    def left(self) -> int:
        """What is then to go; below 0 by what is too much."""
        return self.before.to_go - self.worth

    @property
    def ends(self) -> bool:
        """Whether they are what covers the attack."""
        return self.left <= 0 < self.before.to_go


def suit_of(face: str) -> str:
    """The suit of a face; "" for a Jester."""
    return _SUIT.get(face, "")


def printed_attack(face: str) -> int:
    """What a royal attacks for without a shield; 0 for any other face."""
    return ATTACKS.get(_RANK.get(face, 0), 0)


def cards_of(view: RegicideView, option: Option) -> tuple[str, ...]:
    """The faces of the cards that an option names in the own hand."""
    hand = view.seats[option.seat].hand if 0 <= option.seat < len(view.seats) else ()
    places = option.order or (option.at,)
    return tuple([hand[at] for at in places if 0 <= at < len(hand)])


def foreseen(view: RegicideView, option: Option) -> RegicidePreview | None:
    """What an option would do that plays cards, or yields: that plays none; None for any other."""
    match option.act:
        case "play" | "jester":
            return preview(view, cards_of(view, option))
        case "yield" if view.enemy is not None and view.me >= 0:
            return _of_nothing(view, view.enemy, ())
    return None


def preview(view: RegicideView, cards: Sequence[str]) -> RegicidePreview | None:
    """What playing these own cards would do; None without an enemy or a hand to play from."""
    enemy = view.enemy
    if enemy is None or view.me < 0 or not cards or "" in cards:
        return None
    before = _of_nothing(view, enemy, tuple(cards))
    return _of_jester(enemy, before) if JESTER in cards else _of_suits(view, enemy, before)


def _of_nothing(view: RegicideView, enemy: Enemy, cards: tuple[str, ...]) -> RegicidePreview:
    """Cards leave the hand, and have done nothing yet."""
    cover = worth_of(view.seats[view.me].hand) - worth_of(cards)
    return RegicidePreview(cards, enemy.left, enemy.attack, (0,) * len(view.seats), cover)


def _of_suits(view: RegicideView, enemy: Enemy, before: RegicidePreview) -> RegicidePreview:
    cards = before.cards
    worth, suits = worth_of(cards), {_SUIT[card] for card in cards}
    works = tuple([suit for suit in SUITS if suit in suits and suit != enemy.immune])
    heals = min(worth, view.discarded) if HEARTS in works else 0
    draws = _draws(view, len(cards), worth if DIAMONDS in works else 0, view.tavern + heals)
    damage = 2 * worth if CLUBS in works else worth
    shield = worth if SPADES in works else 0
    falls = damage >= enemy.left
    blocked = enemy.immune if enemy.immune in suits else ""
    return replace(
        before, worth=worth, works=works, blocked=blocked, damage=damage,
        left=enemy.left - damage, heals=heals, draws=draws, shield=shield,
        held=worth if blocked == SPADES else 0,
        strength=enemy.attack if falls else max(0, enemy.attack - shield),
        wins=falls and not any(view.castle),
    )  # fmt: skip


def _of_jester(enemy: Enemy, before: RegicidePreview) -> RegicidePreview:
    """No damage and no attack; spades that were blocked wake up (RG-JEST-02, -03, -05)."""
    woken = enemy.blocked if enemy.immune == SPADES else 0
    strength = max(0, enemy.attack - woken)
    return replace(before, is_jester=True, frees=enemy.immune, shield=woken, strength=strength)


def _draws(view: RegicideView, played: int, worth: int, tavern: int) -> tuple[int, ...]:
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


def cover(view: RegicideView) -> Cover | None:
    """How far the attack on the player is covered; None where nobody is attacked.

    The worth of a hand is told to who sees it; to others it is 0.
    """
    if view.phase != "attack" or view.enemy is None:
        return None
    attack = view.enemy.attack
    hand = worth_of(view.seats[view.player].hand)
    return Cover(attack, attack - view.owed, view.owed, hand)


def discarding(view: RegicideView, cards: Sequence[str]) -> Discarding | None:
    """What discarding these cards would do; None where nobody is attacked."""
    found = cover(view)
    return None if found is None else Discarding(worth_of(cards), found)


def refill(view: RegicideView) -> int:
    """How many cards a flip would draw (RG-SOLO-02, -07)."""
    return min(view.hand_limit, view.tavern)


# --- warnings -----------------------------------------------------------------------------------


def warning(view: RegicideView, option: Option) -> Line | None:
    """What to say before an answer that loses the game, or empties the hand for nothing."""
    match option.act:
        case "play" | "yield":
            return _uncovered(view, option)
        case "flip" if not refill(view):
            return Line("The Tavern is empty: you would have no cards", "RG-SOLO-07")
        case "player" if _is_stuck(view, option.seat):
            words = f"{{{option.seat}}} has no cards and may not yield: the game would be lost"
            return Line(words, "RG-JEST-04")
    return None


def _uncovered(view: RegicideView, option: Option) -> Line | None:
    found = foreseen(view, option)
    # A flip or what is drawn may still cover it.
    if found is None or view.jesters or found.draws[view.me] or found.is_covered:
        return None
    words = f"You cannot cover {found.attack} with {found.cover}: the game would be lost"
    return Line(words, "RG-YIELD-05" if option.act == "yield" else "RG-STEP4-06")


def _is_stuck(view: RegicideView, seat: int) -> bool:
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
