"""The rest of a game, played out at once: the rules of `turn.py` on sets of cards, by a policy.

A search plays thousands of games out for one decision, far more than the kernel could. What is
left out: events, what anybody knows, and every choice that a policy would not make. That both
lead to the same positions is tested over thousands of games.
"""

from __future__ import annotations

from rr_rules.kernel.stream import Stream
from rr_rules.regicide.bot.policy import (
    BIT,
    CLUB,
    DEATH,
    DIAMOND,
    HEART,
    NEVER_SHORT,
    SPADE,
    Hand,
    Policy,
    PricedPlay,
    PricedTurn,
    cards_of,
)
from rr_rules.regicide.cards import ATTACKS, HEALTHS, RANK, SPADES, SUIT
from rr_rules.regicide.state import RegicideState

MOST_TURNS = 500
"""No game comes near it (RG-INV-03)."""
LEAST_TAVERN = 3
"""With fewer cards in the Tavern a flip brings nothing."""


class Rest:
    """A position of a game that is played on by a policy."""

    __slots__ = (
        "attack",
        "blocked",
        "castle",
        "defeated",
        "discard",
        "enemy",
        "flips",
        "hands",
        "immune",
        "left",
        "limit",
        "over",
        "owed",
        "player",
        "policy",
        "seats",
        "settings",
        "stream",
        "table",
        "tavern",
        "yielded",
    )  # fmt: skip

    def __init__(self, state: RegicideState, policy: Policy, stream: Stream) -> None:
        """Stand where a state stands; its own lists stay as they are."""
        self.policy, self.stream = policy, stream
        self.settings, self.seats, self.limit = state.settings, state.seats, state.hand_limit
        self.castle, self.tavern, self.discard = state.castle[:], state.tavern[:], state.discard[:]
        self.hands = [sum([BIT[card] for card in hand]) for hand in state.hand]
        self.table = [card for play in state.table for card in play[1:]]
        self.enemy, self.left = state.enemy, state.health - state.damage
        self.attack = ATTACKS[RANK[state.enemy]] - state.shield
        """What is left of it; below 0 where the shield is stronger."""
        self.blocked = state.blocked
        self.immune = 1 << state.immune if state.immune >= 0 else 0
        self.player, self.yielded = state.player, state.yielded[:]
        self.flips, self.defeated = state.solo_jesters, state.defeated
        self.owed, self.over = state.owed, ""

    # --- the rules -------------------------------------------------------------------

    def strike(self, play: PricedPlay) -> bool:
        """Play cards: their powers and damage; whether the enemy lives and attacks."""
        mask, cards, worth, suits, *_ = play
        seat = self.player
        self.hands[seat] ^= mask
        self.table += cards
        self.yielded[seat] = False
        suits &= ~self.immune
        if suits & HEART and self.discard:
            self._heal(worth)
        if suits & DIAMOND:
            self._draw(seat, worth)
        if suits & SPADE:
            self.attack -= worth
        elif play.suits & SPADE:
            self.blocked += worth
        self.left -= worth + worth if suits & CLUB else worth
        if self.left > 0:
            return True
        self._defeat()
        return False

    def _heal(self, worth: int) -> None:
        pile = sorted(self.discard)
        pile = [pile[at] for at in self.stream.order(len(pile))]
        self.tavern[:0] = pile[:worth]
        self.discard = pile[worth:]

    def _draw(self, seat: int, worth: int) -> None:
        hands, tavern, limit, seats = self.hands, self.tavern, self.limit, self.seats
        full = 0
        while worth and tavern and full < seats:
            if hands[seat].bit_count() < limit:
                hands[seat] |= BIT[tavern.pop()]
                worth, full = worth - 1, 0
            else:
                full += 1
            seat = (seat + 1) % seats

    def _defeat(self) -> None:
        (self.discard if self.left else self.tavern).append(self.enemy)
        self.discard += self.table
        self.table = []
        self.defeated += 1
        if not self.castle:
            self.over = "castle"
            return
        self.enemy = enemy = self.castle.pop()
        self.left, self.attack = HEALTHS[RANK[enemy]], ATTACKS[RANK[enemy]]
        self.blocked, self.immune = 0, 1 << SUIT[enemy]

    def jest(self, card: int) -> None:
        """Play a Jester; who goes on is named next."""
        self.hands[self.player] ^= BIT[card]
        self.table.append(card)
        self.yielded[self.player] = False
        if SUIT[self.enemy] == SPADES and self.immune:
            self.attack -= self.blocked
            self.blocked = 0
        self.immune = 0

    def flip(self) -> None:
        """Discard the whole hand and draw a new one."""
        self.discard += cards_of(self.hands[0])
        self.flips -= 1
        mask, tavern = 0, self.tavern
        for _ in range(min(self.limit, len(tavern))):
            mask |= BIT[tavern.pop()]
        self.hands[0] = mask

    def may_yield(self) -> bool:
        """Whether yielding is not barred."""
        if self.seats == 1:
            return self.settings.solo_yield and not self.yielded[0]
        return not all(gone for seat, gone in enumerate(self.yielded) if seat != self.player)

    def give_up_turn(self) -> None:
        """Yield: only the attack is left of the turn."""
        self.yielded[self.player] = True
        self.suffer()

    def discard_cards(self, mask: int) -> None:
        """Cover with cards of the player."""
        self.hands[self.player] ^= mask
        self.discard += cards_of(mask)

    def take_back(self, state: RegicideState) -> None:
        """Undo the last play of a state."""
        damage, shield, self.blocked, yielded, *hand = state.taken_back
        self.left = state.health - damage
        self.attack = ATTACKS[RANK[self.enemy]] - shield
        self.yielded[self.player] = bool(yielded)
        self.hands[self.player] = sum([BIT[card] for card in hand])
        self.table = [card for play in state.table[:-1] for card in play[1:]]
        self.owed = 0

    # --- the policy ------------------------------------------------------------------

    def play_on(self, defeated: int) -> None:
        """Play turn by turn until the game is over or so many enemies are defeated."""
        for _ in range(MOST_TURNS):
            if self.over or self.defeated >= defeated:
                return
            self.turn()

    def turn(self) -> None:
        """Let the player whose turn it is play, and suffer the attack."""
        policy = self.policy
        hand = policy.hand(self.hands[self.player])
        scene = self.scene()
        priced = policy.price_plays(hand, scene)
        best = max(priced, default=2 * DEATH)
        other, act = self._other(hand, scene)
        if other > best:
            self._do(act, hand.jester)
        elif not priced:
            self.over = "paralysis"
        elif self.strike(hand.plays[priced.index(best)]):
            self.suffer()

    def scene(self) -> PricedTurn:
        """What this turn is priced by."""
        seats, seat, hands, limit = self.seats, self.player, self.hands, self.limit
        attack, tavern, next_worth, dealt = max(0, self.attack), len(self.tavern), NEVER_SHORT, 0
        room: tuple[int, ...]
        if seats == 1:
            room = (limit - hands[0].bit_count(),)
        else:
            around = hands[seat:] + hands[:seat]
            room = tuple([limit - mask.bit_count() for mask in around])
            following = self.policy.hand(around[1])
            next_worth, dealt = following.worth, following.dealt[self.immune != CLUB]
        return PricedTurn(self.left, attack, self.immune, RANK[self.enemy], not self.castle, tavern,
                     len(self.discard), room, next_worth, dealt,
                     self.flips if tavern >= LEAST_TAVERN else 0)  # fmt: skip

    def _other(self, hand: Hand, scene: PricedTurn) -> tuple[float, str]:
        """The best of what is no play of cards, and its price."""
        policy, best, act = self.policy, 4 * DEATH, ""
        if hand.jester >= 0:
            best, act = policy.price_jester(scene), "jester"
        if self.may_yield() and (price := policy.price_yield(scene, hand.worth)) > best:
            best, act = price, "yield"
        if self.flips and (price := policy.price_flip(scene, hand.worth)) > best:
            best, act = price, "flip"
        return best, act

    def _do(self, act: str, jester: int) -> None:
        match act:
            case "jester":
                self.jest(jester)
                self.player = self.named()
            case "yield":
                self.give_up_turn()
            case _:
                self.flip()

    def named(self) -> int:
        """Who goes on after a Jester: whose hand is worth most."""
        around = range(self.player, self.player + self.seats)
        others = [seat % self.seats for seat in around][0 if self.settings.jester_self else 1 :]
        return max(others, key=lambda seat: self.policy.hand(self.hands[seat]).worth)

    def suffer(self) -> None:
        """Cover the attack, or die; then the next player's turn begins."""
        if self.attack > 0:
            self.cover(self.attack)
        self.player = (self.player + 1) % self.seats

    def cover(self, owed: int) -> None:
        """Cover what is owed, flipping if that helps."""
        policy, seat = self.policy, self.player
        while self.flips:
            spare = policy.hand(self.hands[seat]).worth - owed
            may_flip = spare < 0 or len(self.tavern) >= policy.prices.low
            if not may_flip or spare >= policy.prices.weak:
                break
            self.flip()
        if policy.hand(self.hands[seat]).worth < owed:
            self.over = "attack"
        else:
            self.discard_cards(policy.cover(self.hands[seat], owed))
