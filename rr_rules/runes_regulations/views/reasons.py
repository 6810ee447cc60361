"""Why the own cards can or cannot be used now, for the details pane: the rule in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rr_rules.kernel.game import Reason
from rr_rules.runes_regulations.events.lasting import cannot, forbidding, surcharges
from rr_rules.runes_regulations.events.possible import castable_cards, summonable_cards
from rr_rules.runes_regulations.events.replacements import is_mute
from rr_rules.runes_regulations.faces.faces import Face
from rr_rules.runes_regulations.faces.vocabulary import ANY, CREATURES, SPELLS
from rr_rules.runes_regulations.state.event import Effect, Event
from rr_rules.runes_regulations.state.state import CUT_OFF, PHASES, State

Why = tuple[bool, str, str]
"""(usable now, sentence, clause)."""

_MAY_CAST = (True, "May be CAST now", "RR-TURN-04")
_MAY_SUMMON = (True, "May be SUMMONED now, onto any player's Lawn", "RR-CARD-04")
_MAY_SUMMON_HERE = (True, "May be SUMMONED now, onto your own Lawn", "NN-CARD-14")
_NEEDS_ALL = "; its effect needs something of every player, the Nefarious Neighbor too"


def reasons(state: State, seat: int) -> tuple[Reason, ...]:
    """One reason for each card of the own hand, Lawn and Fence."""
    usable = _usable(state, seat)
    found = [
        _reason(seat, "hand", at, _in_hand(state, seat, card, usable))
        for at, card in enumerate(state.hand[seat])
    ]
    found += [
        _reason(seat, "lawn", at, _on_lawn(state, seat, card))
        for at, card in enumerate(state.lawn[seat])
    ]
    found += [
        _reason(seat, "fence", at, _on_fence(state.face[card]))
        for at, card in enumerate(state.fence[seat])
    ]
    return tuple(found)


@lru_cache(maxsize=4096)  # looked up, because a frozen value is slow to make
def _reason(seat: int, zone: str, at: int, why: Why) -> Reason:
    return Reason(zone, seat, at, *why)


def _usable(state: State, seat: int) -> list[int]:
    """The hand cards that the open phase lets this seat play."""
    if state.player != seat or state.acted:
        return []
    if state.phase == "cast":
        return castable_cards(state, seat, state.hand[seat])
    return summonable_cards(state, seat, state.hand[seat]) if state.phase == "summon" else []


def _in_hand(state: State, seat: int, card: int, usable: Sequence[int]) -> Why:
    spell, book = state.face[card].kind in SPELLS, "NN" if seat == state.nefarious else "RR"
    phase, clause = ("cast", f"{book}-TURN-04") if spell else ("summon", f"{book}-TURN-05")
    if state.player != seat:
        return False, f"Not now: it is used in your own {phase.capitalize()} phase", clause
    if state.phase != phase:
        return False, _not_this_phase(state, phase), f"{book}-TURN-01"
    if state.acted:
        return False, f"Not now: you have acted in this {phase.capitalize()} phase", clause
    if card in usable:
        return _MAY_CAST if spell else _may_summon(state, seat, card)
    return _spell(state, seat, card) if spell else _creature(state, card)


def _may_summon(state: State, seat: int, card: int) -> Why:
    if not state.sides[seat].summons_abroad:
        return _MAY_SUMMON_HERE
    if state.exempt and any(item.who == "each_player" for item in state.face[card].price):
        return True, _MAY_SUMMON[1] + _NEEDS_ALL, "NN-EX-08"
    return _MAY_SUMMON


def _not_this_phase(state: State, phase: str) -> str:
    # What others declared in a removed player's turn is finished first: this turn is to come.
    order = (CUT_OFF, *PHASES)
    passed = order.index(state.phase) > order.index(phase)
    when = "is over this turn" if passed else "has not come yet"
    return f"Not now: your {phase.capitalize()} phase {when}"


def _spell(state: State, seat: int, card: int) -> Why:
    if cannot(state, cast := Event("cast", seat, seat, card)):
        ban = forbidding(state, cast)
        what = state.face[ban.card].name if ban is not None else "A rule in force"
        return False, f"{what} forbids CASTING it now", "RR-EFF-08"
    price = _discards(state, seat, card)
    if price > len(state.hand[seat]) - 1:
        return False, f"Its price is {_cards(price)} and you hold too few", "RR-EFF-04"
    if state.face[card].price:
        return False, "Its price cannot be paid now, or it would change nothing", "RR-EFF-04"
    if surcharges(state, "cast", seat, card) and castable_cards(state, seat, [card], free=True):
        return False, "What must be paid first leaves it nothing to do", "RR-EFF-13"
    if all(item.who in ANY and not item.may for item in state.face[card].effects):
        return False, "Nobody could do all that it demands", "RR-EFF-05"
    return False, "It would change nothing now", "RR-EDGE-06"


def _creature(state: State, card: int) -> Why:
    if state.face[card].cost:
        return False, "Its Summoning Cost cannot be paid in full now", "NN-CARD-02"
    if state.face[card].kind not in CREATURES:
        return False, "It cannot be SUMMONED", "RR-CARD-01"
    return False, "What a rule asks before a SUMMON cannot be paid", "RR-EFF-04"


def _discards(state: State, seat: int, card: int) -> int:
    """How many cards must be discarded in all to cast this Spell."""
    effect = Effect(seat, card, state.face[card], Event("cast", seat, seat, card))
    owed = [item for found in surcharges(state, "cast", seat, card) for item in found.rule.price]
    return sum(item.n for item in (*owed, *effect.face.price) if item.do == "discard")


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _on_lawn(state: State, seat: int, card: int) -> Why:
    face = state.face[card]
    if is_mute(state, seat, card):
        return False, "It has no effect on this Lawn", "NN-STEAL-01"
    if card in state.hexed:
        return False, "Hexed: a shrub has no effect and does not count", "RR-CARD-05"
    if card in state.busy:
        return False, "Its effect is declared and waits: nothing else can choose it", "RR-CHAIN-09"
    if face.once and card in state.once:
        return False, "Its effect was used this turn", "RR-EFF-02"
    if face.trigger is None:
        always = "Its rule is always in force" if face.rules else "It has no effect"
        return False, always, "RR-EFF-03" if face.rules else "RR-CARD-03"
    return False, "You are asked when its trigger occurs", "RR-EFF-01"


def _on_fence(face: Face) -> Why:
    return False, f"You are asked when its trigger occurs: {face.name} stays hidden", "RR-CARD-06"
