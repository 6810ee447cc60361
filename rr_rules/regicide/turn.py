"""The course of a game: the deal, a turn's play, and the attack that follows it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rr_rules.kernel.flow import choose, pick, roll
from rr_rules.kernel.requests import Option
from rr_rules.regicide import zones
from rr_rules.regicide.cards import CLUBS, DIAMONDS, FACE, HEARTS, KING, RANK, SPADES, SUIT, VALUE
from rr_rules.regicide.plays import FLIP, play_options
from rr_rules.regicide.state import RegicideEvent, RegicideState


async def resolve(state: RegicideState, seat: int, cards: Sequence[int]) -> None:
    """Carry out the powers of a play that lies on the table, then its damage."""
    worth = sum([VALUE[card] for card in cards])
    suits = {SUIT[card] for card in cards}
    immune = state.immune
    if HEARTS in suits and immune != HEARTS:
        healed = await zones.heal(state, worth)
        zones.log(state, RegicideEvent("heal", seat, n=healed))
    if DIAMONDS in suits and immune != DIAMONDS:
        _draw_around(state, seat, worth)
    if SPADES in suits:
        _raise_shield(state, seat, worth)
    doubled = CLUBS in suits and immune != CLUBS
    dealt = 2 * worth if doubled else worth
    state.damage += dealt
    zones.log(state, RegicideEvent("damage", seat, n=dealt))


def _draw_around(state: RegicideState, seat: int, worth: int) -> None:
    """One each in turn, past full hands (RG-STEP2-DIAMONDS-01, -02, -04)."""
    hands, limit, seats = state.hand, state.hand_limit, state.seats
    full = 0
    while worth and state.tavern and full < seats:
        if len(hands[seat]) < limit:
            zones.draw(state, seat)
            worth, full = worth - 1, 0
        else:
            full += 1
        seat = (seat + 1) % seats


def _raise_shield(state: RegicideState, seat: int, worth: int) -> None:
    if state.immune == SPADES:
        state.blocked += worth  # a Jester may still wake it (RG-JEST-06)
    else:
        state.shield += worth
        zones.log(state, RegicideEvent("shield", seat, n=worth))


def defeat(state: RegicideState, seat: int) -> None:
    """Move the enemy and all that was played against it, and turn up the next one (RG-STEP3-07)."""
    enemy, is_exact = state.enemy, state.damage == state.health
    zones.log(state, RegicideEvent("exact" if is_exact else "defeat", seat, faces=(FACE[enemy],)))
    if is_exact:
        zones.onto_tavern(state, enemy)
        state.exact += 1
    else:
        zones.to_discard(state, enemy)
    for play in state.table:
        for card in play[1:]:
            zones.to_discard(state, card)
    state.table = []
    state.defeated += 1
    if RANK[enemy] == KING:
        state.slayer = seat
    if state.castle:
        turn_up(state)
    else:
        state.enemy, state.reason, state.phase = -1, "castle", "over"


def turn_up(state: RegicideState) -> None:
    """Reveal the next enemy, unhurt and immune (RG-INV-05)."""
    state.damage = state.shield = state.blocked = 0
    state.cancelled = False
    zones.out_of_castle(state)


UNDO, DONE = Option("undo"), Option("done")


# --- setup ------------------------------------------------------------------------------------


async def _set_up(state: RegicideState) -> None:
    state.player = state.began = await _first_player(state)
    zones.log(state, RegicideEvent("first", state.player, state.player))
    await zones.deal_castle_and_tavern(state)
    seats = _around(state)
    zones.deal(state, seats)
    if state.settings.redeals:
        for seat in seats:
            if all(SUIT[card] != DIAMONDS for card in state.hand[seat]):
                await zones.redeal(state, seat)
    turn_up(state)
    state.phase, state.turn = "play", 1
    zones.log(state, RegicideEvent("turn", of=state.player, n=1))


async def _first_player(state: RegicideState) -> int:
    """Whom the table's memory or the host names, or chance (RG-SETUP-08)."""
    if state.options["first_player"] == "host_choice":
        return int(state.options["first_seat"]) - 1
    named = [seat for seat, mark in enumerate(state.declared) if mark]
    if state.options["first_player"] != "random" and len(named) == 1:
        return named[0]
    return await roll(state.seats, "first player") if state.seats > 1 else 0


def _around(state: RegicideState) -> list[int]:
    """The seats clockwise from the player."""
    return [(state.player + i) % state.seats for i in range(state.seats)]


# --- step 1 to 3 ------------------------------------------------------------------------------


async def _play(state: RegicideState) -> None:
    """Play cards, a Jester, yield, or flip a solo Jester; then suffer the attack."""
    seat = state.player
    options = play_options(seat, state.hand[seat], state.may_yield(seat), state.solo_jesters > 0)
    if not options:
        return _lose(state, "paralysis")
    # Always asked: how many there are depends on the hand (RG-INFO-07).
    option = options[await choose(seat, "play", options, always=True)]
    match option.act:
        case "play":
            await _strike(state, seat, option.order or (option.at,))
        case "jester":
            await _play_jester(state, seat, state.hand[seat][option.at])
        case "yield":
            state.yielded[seat] = True
            zones.log(state, RegicideEvent("yield", seat))
            _be_attacked(state)
        case _:
            _flip(state, seat)
    # The same step: a boundary costs a copy of the state, and half of all turns come here.
    return await _suffer(state) if state.phase == "attack" else None


async def _strike(state: RegicideState, seat: int, places: tuple[int, ...]) -> None:
    hand = state.hand[seat]
    cards = [hand[at] for at in places]
    before = [state.damage, state.shield, state.blocked, int(state.yielded[seat]), *hand]
    tavern, heals = len(state.tavern), state.heals
    zones.out_of_hand(state, seat, cards)
    state.table = [*state.table, [seat, *cards]]
    state.yielded[seat] = False
    zones.log(state, RegicideEvent("play", seat, faces=tuple([FACE[card] for card in cards])))
    await resolve(state, seat, cards)
    if state.damage >= state.health:
        defeat(state, seat)
        if not state.reason:
            _begin_turn(state, seat)
        return
    moved = tavern != len(state.tavern) or heals != state.heals
    _be_attacked(state, [] if moved else before)


async def _play_jester(state: RegicideState, seat: int, card: int) -> None:
    """Cancel the immunity and name who goes on; nobody is attacked (RG-JEST-01 to -05)."""
    zones.out_of_hand(state, seat, [card])
    state.table = [*state.table, [seat, card]]
    state.yielded[seat] = False
    zones.log(state, RegicideEvent("jester", seat, faces=(FACE[card],)))
    state.revive_spades()
    state.cancelled = True
    state.phase = "next"
    mine = state.settings.jester_self
    seats = [each for each in _around(state) if mine or each != seat]
    named = await pick(seat, "next", [(Option("player", seat=each), each) for each in seats])
    zones.log(state, RegicideEvent("named", seat, named))
    _begin_turn(state, named)


def _flip(state: RegicideState, seat: int) -> None:
    """Discard the whole hand and draw a new one (RG-SOLO-02, -03, -07)."""
    cards = state.hand[seat][:]
    zones.out_of_hand(state, seat, cards)
    for card in cards:
        zones.to_discard(state, card)
    state.flips += 1
    state.taken_back = []
    zones.log(state, RegicideEvent("flip", seat, faces=tuple([FACE[card] for card in cards])))
    while len(state.hand[seat]) < state.hand_limit and zones.draw(state, seat):
        pass


# --- step 4 -----------------------------------------------------------------------------------


def _be_attacked(state: RegicideState, before: list[int] | None = None) -> None:
    """Go on to the attack; one of nothing passes by (RG-STEP4-05, RG-SOLO-11)."""
    state.owed = state.attack
    kind = "attack" if state.owed else "weak"
    zones.log(state, RegicideEvent(kind, of=state.player, n=state.owed))
    if not state.owed:
        _begin_turn(state, (state.player + 1) % state.seats)
        return
    state.phase, state.covering = "attack", False
    state.taken_back = before if before and state.settings.undo else []


async def _suffer(state: RegicideState) -> None:
    """Cover the attack card by card, or die (RG-STEP4)."""
    seat = state.player
    while state.owed > 0 or state.settings.free_cover:
        if state.owed > 0 and not state.covering and state.worth(seat) < state.owed:
            if not state.solo_jesters:
                return _lose(state, "attack")
            if await _ways_out(state, seat) == FLIP:
                _flip(state, seat)
            else:
                return _take_back(state, seat)
            continue
        options = _covers(state, seat)
        if not options:
            break
        option = options[await choose(seat, "cover", options, always=True)]
        match option.act:
            case "discard":
                _discard(state, seat, option.at)
            case "flip":
                _flip(state, seat)
            case "undo":
                return _take_back(state, seat)
            case _:
                break
    _begin_turn(state, (seat + 1) % state.seats)
    return None


async def _ways_out(state: RegicideState, seat: int) -> Option:
    """What is left to who cannot cover: a flip, or taking the play back."""
    options = (FLIP, UNDO) if state.taken_back else (FLIP,)
    return options[await choose(seat, "cover", options, always=True)]


def _covers(state: RegicideState, seat: int) -> tuple[Option, ...]:
    untouched = not state.covering
    may_flip = untouched and state.solo_jesters > 0
    may_undo = untouched and bool(state.taken_back)
    return _cover_options(seat, len(state.hand[seat]), may_flip, may_undo, state.owed <= 0)


@lru_cache(maxsize=256)
def _cover_options(
    seat: int, cards: int, may_flip: bool, may_undo: bool, may_stop: bool
) -> tuple[Option, ...]:
    options = [Option("discard", "hand", seat, at) for at in range(cards)]
    if may_flip:
        options.append(FLIP)
    if may_undo:
        options.append(UNDO)
    if may_stop and options:
        options.append(DONE)
    return tuple(options)


def _discard(state: RegicideState, seat: int, at: int) -> None:
    card = state.hand[seat][at]
    zones.out_of_hand(state, seat, [card])
    zones.to_discard(state, card)
    state.owed -= VALUE[card]
    state.covering = True
    zones.log(state, RegicideEvent("discard", seat, faces=(FACE[card],), n=max(0, state.owed)))


def _take_back(state: RegicideState, seat: int) -> None:
    """Undo a play that has shown nothing hidden (RG-STEP1-05)."""
    state.damage, state.shield, state.blocked, yielded, *hand = state.taken_back
    state.yielded[seat], state.hand[seat] = bool(yielded), hand
    # Everybody has seen them going back.
    state.known = [*state.known, *state.table[-1][1:]]
    state.table = state.table[:-1]
    state.phase, state.taken_back, state.owed = "play", [], 0
    zones.log(state, RegicideEvent("undo", seat))


def _begin_turn(state: RegicideState, seat: int) -> None:
    state.player, state.phase, state.owed, state.covering = seat, "play", 0, False
    state.taken_back = []
    state.turn += 1
    state.events.append(RegicideEvent("turn", of=seat, n=state.turn))


def _lose(state: RegicideState, reason: str) -> None:
    zones.log(
        state, RegicideEvent("lost" if reason == "attack" else "stuck", state.player, n=state.owed)
    )
    state.reason, state.phase = reason, "over"


STEPS = {"setup": _set_up, "play": _play, "attack": _suffer}
"""By phase, the flow that plays it."""
