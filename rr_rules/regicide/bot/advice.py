"""What a player of some experience would do: one look ahead, from what the seat sees alone.

Covering an attack is one choice a card, but it is whole sets that are weighed: a card stands for
the cheapest set that holds it, and what is left of the set is chosen again card by card.

A bot that follows takes an option that is nearly as good as the best one, and of those the ones
that decide least for others: the plan is left to those who lead only while that costs little.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import IntEnum

from rr_rules.kernel.game import Term
from rr_rules.kernel.requests import Choose, Option
from rr_rules.regicide.bot.policy import BIT, NEVER_SHORT, Policy, PricedTurn, policy_of
from rr_rules.regicide.bot.simulating import LEAST_TAVERN
from rr_rules.regicide.cards import (
    CLUBS,
    FACE,
    HEALTHIEST,
    JACK,
    JESTERS,
    RANK,
    SPADES,
    SUIT,
    SUITS,
    VALUE,
    WORTH,
)
from rr_rules.regicide.view import Enemy, RegicideView

WON, LOST = 1000.0, -1000.0
AVERAGE_VALUE = sum(VALUE) / len(VALUE)
"""What a hidden card is worth on the average."""


def terms(view: RegicideView) -> tuple[Term, ...]:
    """What speaks for all seats; a won game is best, and a lost one better the later it was."""
    if view.outcome is not None:
        won = bool(view.outcome.winners)
        return Term("won", WON if won else LOST), Term("enemies", 0 if won else view.defeated)
    hands = sum(_worth(face) for seat in view.seats for face in seat.hand)
    return (
        Term("enemies", view.defeated * 10),
        Term("damage", view.enemy.damage / HEALTHIEST * 10 if view.enemy else 0),
        Term("cover", hands / 4),
        Term("tavern", min(view.tavern, 10) / 2),
        Term("attack", -(view.enemy.attack if view.enemy else 0) / 2),
    )


def _worth(face: str) -> float:
    return WORTH[face] if face else AVERAGE_VALUE


CARD = {face: JESTERS[0] if face == "jester" else card for card, face in enumerate(FACE)}
MOST = 14
"""The most plays that are worth a search."""
A_CARD = 6.0
"""What one expects a hidden card to cover."""


def advise(view: RegicideView, choose: Choose) -> int:
    """The number of the option to take."""
    return promising(view, choose)[0]


def promising(view: RegicideView, choose: Choose) -> Sequence[int]:
    """The numbers of the options worth a search, the likeliest best first."""
    match choose.verb:
        case "play":
            priced = price_options(view, choose)
            return sorted(range(len(priced)), key=lambda at: -priced[at])[:MOST]
        case "cover":
            return _covers(view, choose)
        case _:
            return _named(view, choose)


# --- playing ----------------------------------------------------------------------------------


def price_options(view: RegicideView, choose: Choose) -> list[float]:
    """What each option of a turn is worth, in points."""
    policy, cards = policy_of(len(view.seats)), _own_cards(view)
    hand, scene = policy.hand(sum([BIT[card] for card in cards])), _scene(view)
    priced = policy.price_plays(hand, scene)
    plays = {play.mask: price for play, price in zip(hand.plays, priced, strict=True)}
    found = []
    for option in choose.options:
        match option.act:
            case "play":
                places = option.order or (option.at,)
                found.append(plays[sum([BIT[cards[at]] for at in places])])
            case "jester":
                found.append(policy.price_jester(scene))
            case "yield":
                found.append(policy.price_yield(scene, hand.worth))
            case _:
                found.append(policy.price_flip(scene, hand.worth))
    return found


def _own_cards(view: RegicideView) -> list[int]:
    """The own hand; two Jesters look alike, but are two cards."""
    cards = [CARD[face] for face in view.seats[view.me].hand]
    second = [at for at, card in enumerate(cards) if card == JESTERS[0]][1:]
    return [JESTERS[1] if at in second else card for at, card in enumerate(cards)]


def _scene(view: RegicideView) -> PricedTurn:
    enemy = _enemy(view)
    around = [*view.seats[view.me :], *view.seats[: view.me]]
    return PricedTurn(
        left=enemy.left,
        attack=enemy.attack,
        immune=1 << SUITS.index(enemy.immune) if enemy.immune else 0,
        rank=RANK[CARD[enemy.face]],
        is_last=not any(view.castle),
        tavern=view.tavern,
        discard=view.discarded,
        room=tuple([view.hand_limit - len(each.hand) for each in around]),
        next_worth=len(around[1].hand) * A_CARD if len(around) > 1 else NEVER_SHORT,
        next_dealt=0,
        flips=view.jesters if view.tavern >= LEAST_TAVERN else 0,
    )


# --- covering ---------------------------------------------------------------------------------


def _covers(view: RegicideView, choose: Choose) -> Sequence[int]:
    acts = {option.act: at for at, option in enumerate(choose.options)}
    if "done" in acts:
        return [acts["done"]]
    if "discard" not in acts:
        return [acts["flip"]]
    policy, cards = policy_of(len(view.seats)), _own_cards(view)
    found = _cover_sets(policy, cards, view.owed)
    if "flip" in acts:
        spare = sum([VALUE[card] for card in cards]) - view.owed
        is_weak = spare < policy.prices.weak and view.tavern >= policy.prices.low
        found.insert(0 if is_weak else len(found), acts["flip"])
    return found


def _cover_sets(policy: Policy, cards: Sequence[int], owed: int) -> list[int]:
    """For each sensible set of cards that covers, the place of one of them, the cheapest first."""
    whole, sets = sum([BIT[card] for card in cards]), dict[int, tuple[int, int]]()
    for at, card in enumerate(cards):
        left = owed - VALUE[card]
        chosen = BIT[card] | (policy.cover(whole ^ BIT[card], left) if left > 0 else 0)
        sets.setdefault(chosen, (policy.cost_of(chosen), at))
    return [at for _, at in sorted(sets.values())]


def _named(view: RegicideView, choose: Choose) -> Sequence[int]:
    """Who may go on after a Jester: the largest hand first, oneself if in doubt."""

    def size(at: int) -> tuple[int, bool]:
        seat = choose.options[at].seat
        return len(view.seats[seat].hand), seat == view.me

    return sorted(range(len(choose.options)), key=size, reverse=True)


# --- following --------------------------------------------------------------------------------

A_LITTLE, FOR_A_BLOW = 4.0, 10.0
"""What holding back may cost a turn, in points of damage to the enemy: most of all so that one who
leads may have the last blow. With more of it more is left of the plan, and fewer games are won. Nor
may the attack that it brings on take more than half of what is left of the hand."""


class Restraint(IntEnum):
    """What an option decides for those who lead, the least first."""

    NOTHING = 0
    """It plays one number card or companion, or yields."""
    BLOW = 1
    """It strikes down an enemy that the next player, who leads, could strike down."""
    TOGETHER = 2
    """It spends several cards at once."""
    ROYAL = 3
    """It spends a royal card."""
    JESTER = 4


def held_back(view: RegicideView, choose: Choose, leaders: Collection[int]) -> Sequence[int]:
    """The numbers of the options that a bot which follows may take, the likeliest best first."""
    match choose.verb:
        case "play":
            return _held_plays(view, choose, leaders)
        case "next":
            named = promising(view, choose)
            return [at for at in named if choose.options[at].seat in leaders] or named
        case _:
            return promising(view, choose)


def _held_plays(view: RegicideView, choose: Choose, leaders: Collection[int]) -> Sequence[int]:
    priced, a_point = price_options(view, choose), policy_of(len(view.seats)).prices.damage
    decided = [restraint(view, option, leaders) for option in choose.options]
    order = sorted(range(len(priced)), key=lambda at: -priced[at])
    best = order[0]
    while decided[best]:
        is_blow = takes_blow(view, choose.options[best], leaders)
        enough = priced[best] - (FOR_A_BLOW if is_blow else A_LITTLE) * a_point
        hit = hit_after(view, choose.options[best])
        less = [
            at
            for at in order
            if decided[at] < decided[best]
            and priced[at] >= enough
            and is_lightly_covered(view, choose.options[at], hit)
        ]
        if not less:
            break
        best = less[0]
    return [at for at in order if decided[at] <= decided[best]][:MOST]


def restraint(view: RegicideView, option: Option, leaders: Collection[int]) -> Restraint:
    """What an option of a turn decides for those who lead."""
    cards = _cards_of(view, option)
    if option.act == "jester":
        return Restraint.JESTER
    if any(RANK[card] >= JACK for card in cards):
        return Restraint.ROYAL
    if len(cards) > 1:
        return Restraint.TOGETHER
    return Restraint.BLOW if takes_blow(view, option, leaders) else Restraint.NOTHING


def takes_blow(view: RegicideView, option: Option, leaders: Collection[int]) -> bool:
    """Whether an option strikes the enemy down where one is next who leads, and has cards."""
    following = (view.me + 1) % len(view.seats)
    # Which cards they are is not known, and not asked: that somebody has some is enough.
    is_there = following in leaders and bool(view.seats[following].hand)
    return is_there and _strikes_down(view, _cards_of(view, option))


def hit_after(view: RegicideView, option: Option) -> int:
    """What the enemy does to the own hand after an option of a turn."""
    cards, enemy = _cards_of(view, option), _enemy(view)
    if option.act in ("jester", "flip") or _strikes_down(view, cards):
        return 0
    is_shield = enemy.immune != SUITS[SPADES] and any(SUIT[card] == SPADES for card in cards)
    return max(0, enemy.attack - (sum([VALUE[card] for card in cards]) if is_shield else 0))


def is_lightly_covered(view: RegicideView, option: Option, hit: int) -> bool:
    """Whether the attack after an option takes no more than `hit`, or half of what is left then."""
    spent = sum([VALUE[card] for card in _cards_of(view, option)])
    left = sum([VALUE[card] for card in _own_cards(view)]) - spent
    return hit_after(view, option) <= max(hit, left // 2)


def _strikes_down(view: RegicideView, cards: Sequence[int]) -> bool:
    enemy = _enemy(view)
    is_doubled = enemy.immune != SUITS[CLUBS] and any(SUIT[card] == CLUBS for card in cards)
    return sum([VALUE[card] for card in cards]) * (2 if is_doubled else 1) >= enemy.left


def _enemy(view: RegicideView) -> Enemy:
    assert view.enemy is not None, "whoever plays has an enemy"
    return view.enemy


def _cards_of(view: RegicideView, option: Option) -> list[int]:
    """The cards that an option plays against the enemy, but for a Jester."""
    if option.act != "play":
        return []
    cards = _own_cards(view)
    return [cards[at] for at in option.order or (option.at,)]
