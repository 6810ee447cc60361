"""The course of a game: the deal, a turn's play, and the attack that follows it."""

from __future__ import annotations

from functools import lru_cache

from rr_rules.flow import choose, pick, roll
from rr_rules.regicide import powers, zones
from rr_rules.regicide.cards import COMMON, DIAMONDS, FACE, JESTERS, SUIT, VALUE
from rr_rules.regicide.plays import plays
from rr_rules.regicide.state import JESTERS_DEALT, Event, State
from rr_rules.requests import Option

YIELD, FLIP, UNDO, DONE = Option("yield"), Option("flip"), Option("undo"), Option("done")


async def step(state: State) -> None:
    """Play one phase."""
    match state.phase:
        case "setup":
            await _set_up(state)
        case "play":
            await _play(state)
        case "attack":
            await _suffer(state)


# --- setup ------------------------------------------------------------------------------------


async def _set_up(state: State) -> None:
    state.player = await _first_player(state)
    zones.log(state, Event("first", state.player, state.player))
    await zones.deal_castle_and_tavern(state, JESTERS[: JESTERS_DEALT[state.seats - 1]])
    for _ in range(state.hand_limit):
        for seat in _around(state):
            state.hand[seat].append(state.tavern.pop())
    zones.log(state, Event("deal", n=state.hand_limit))
    if state.choices.redeals:
        for seat in _around(state):
            if all(SUIT[card] != DIAMONDS for card in state.hand[seat]):
                await zones.redeal(state, seat)
    powers.turn_up(state)
    state.phase, state.turn = "play", 1


async def _first_player(state: State) -> int:
    """Whom the table's memory or the host names, or chance (RG-SETUP-08)."""
    if state.options["first_player"] == "host_choice":
        return int(state.options["first_seat"]) - 1
    named = [seat for seat, mark in enumerate(state.declared) if mark]
    if state.options["first_player"] != "random" and len(named) == 1:
        return named[0]
    return await roll(state.seats, "first player") if state.seats > 1 else 0


def _around(state: State) -> list[int]:
    """The seats clockwise from the player."""
    return [(state.player + i) % state.seats for i in range(state.seats)]


# --- step 1 to 3 ------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _option(seat: int, places: tuple[int, ...]) -> Option:
    if len(places) == 1:
        return Option("play", "hand", seat, places[0])
    return Option("play", "hand", seat, -1, places)


async def _play(state: State) -> None:
    """Play cards, a Jester, yield, or flip a solo Jester."""
    seat = state.player
    hand = state.hand[seat]
    options = [_option(seat, places) for places in plays(hand)]
    jester = next((at for at, card in enumerate(hand) if card >= COMMON), -1)
    if jester >= 0:
        options.append(Option("jester", "hand", seat, jester))
    if state.may_yield(seat):
        options.append(YIELD)
    if state.solo_jesters:
        options.append(FLIP)
    if not options:
        return _lose(state, "paralysis")
    # Always asked: how many there are depends on the hand (RG-INFO-07).
    option = options[await choose(seat, "play", options, always=True)]
    match option.act:
        case "play":
            await _strike(state, seat, option.order or (option.at,))
        case "jester":
            await _play_jester(state, seat, hand[option.at])
        case "yield":
            state.yielded[seat] = True
            zones.log(state, Event("yield", seat))
            _be_attacked(state)
        case _:
            _flip(state, seat)
    return None


async def _strike(state: State, seat: int, places: tuple[int, ...]) -> None:
    hand = state.hand[seat]
    cards = [hand[at] for at in places]
    before = [state.damage, state.shield, state.blocked, int(state.yielded[seat]), *hand]
    drawn, healed, enemy = len(state.tavern), len(state.mixes), state.enemy
    zones.out_of_hand(state, seat, cards)
    state.table.append([seat, *cards])
    state.yielded[seat] = False
    zones.log(state, Event("play", seat, faces=tuple([FACE[card] for card in cards])))
    await powers.resolve(state, seat, cards)
    if state.damage >= state.health:
        powers.defeat(state, seat)
        state.turn += 1
        return
    moved = drawn != len(state.tavern) or healed != len(state.mixes) or enemy != state.enemy
    _be_attacked(state, [] if moved else before)


async def _play_jester(state: State, seat: int, card: int) -> None:
    """Cancel the immunity and name who goes on; nobody is attacked (RG-JEST-01 to -05)."""
    zones.out_of_hand(state, seat, [card])
    state.table.append([seat, card])
    state.yielded[seat] = False
    zones.log(state, Event("jester", seat, faces=(FACE[card],)))
    state.revive_spades()
    state.cancelled = True
    mine = state.choices.jester_self
    seats = [each for each in _around(state) if mine or each != seat]
    named = await pick(seat, "next", [(Option("player", seat=each), each) for each in seats])
    zones.log(state, Event("named", seat, named))
    _begin_turn(state, named)


def _flip(state: State, seat: int) -> None:
    """Discard the whole hand and draw a new one (RG-SOLO-02, -03, -07)."""
    cards = state.hand[seat][:]
    zones.out_of_hand(state, seat, cards)
    for card in cards:
        zones.to_discard(state, card)
    state.flips += 1
    state.taken_back = []
    zones.log(state, Event("flip", seat, faces=tuple([FACE[card] for card in cards])))
    while len(state.hand[seat]) < state.hand_limit and zones.draw(state, seat):
        pass


# --- step 4 -----------------------------------------------------------------------------------


def _be_attacked(state: State, before: list[int] | None = None) -> None:
    """Go on to the attack; one of nothing passes by (RG-STEP4-05, RG-SOLO-11)."""
    state.owed = state.attack
    kind = "attack" if state.owed else "weak"
    zones.log(state, Event(kind, of=state.player, n=state.owed))
    if not state.owed:
        _begin_turn(state, (state.player + 1) % state.seats)
        return
    state.phase, state.covering = "attack", False
    state.taken_back = before or [] if state.choices.undo else []


async def _suffer(state: State) -> None:
    """Cover the attack card by card, or die (RG-STEP4)."""
    seat = state.player
    while state.owed > 0 or state.choices.free_cover:
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


async def _ways_out(state: State, seat: int) -> Option:
    """What is left to who cannot cover: a flip, or taking the play back."""
    options = (FLIP, UNDO) if state.taken_back else (FLIP,)
    return options[await choose(seat, "cover", options, always=True)]


def _covers(state: State, seat: int) -> list[Option]:
    options = [Option("discard", "hand", seat, at) for at in range(len(state.hand[seat]))]
    if not state.covering and state.solo_jesters:
        options.append(FLIP)
    if not state.covering and state.taken_back:
        options.append(UNDO)
    if state.owed <= 0 and options:
        options.append(DONE)
    return options


def _discard(state: State, seat: int, at: int) -> None:
    card = state.hand[seat][at]
    zones.out_of_hand(state, seat, [card])
    zones.to_discard(state, card)
    state.owed -= VALUE[card]
    state.covering = True
    zones.log(state, Event("discard", seat, faces=(FACE[card],), n=max(0, state.owed)))


def _take_back(state: State, seat: int) -> None:
    """Undo a play that has shown nothing hidden (RG-STEP1-05)."""
    state.damage, state.shield, state.blocked, yielded, *hand = state.taken_back
    state.yielded[seat], state.hand[seat] = bool(yielded), hand
    # Everybody has seen them going back.
    state.known += state.table[-1][1:]
    state.table = state.table[:-1]
    state.phase, state.taken_back, state.owed = "play", [], 0
    zones.log(state, Event("undo", seat))


def _begin_turn(state: State, seat: int) -> None:
    state.player, state.phase, state.owed, state.covering = seat, "play", 0, False
    state.taken_back = []
    state.turn += 1


def _lose(state: State, reason: str) -> None:
    zones.log(state, Event("lost", state.player, n=state.owed))
    state.reason, state.phase = reason, "over"
