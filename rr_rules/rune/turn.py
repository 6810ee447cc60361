"""The course of a game: the deal, and a turn's phases."""

from __future__ import annotations

from functools import lru_cache

from rr_rules.kernel.flow import choose, roll, shuffled
from rr_rules.kernel.requests import Option
from rr_rules.rune.board import SEATS, Laid, Master, Token
from rr_rules.rune.cards import CARDS, COLOURS
from rr_rules.rune.lattice import bits, point_of
from rr_rules.rune.placing import Change, changes, placements
from rr_rules.rune.state import MASTERS, RuneEvent, RuneState

DRAW, UNDO, BOX, SKIP = Option("draw"), Option("undo"), Option("box"), Option("skip")


async def step(state: RuneState) -> None:
    """Play one phase."""
    match state.phase:
        case "setup":
            await _set_up(state)
        case "lay":
            await _lay(state)
        case "claim":
            await _claim(state)
        case "token":
            await _change(state)


# --- setup ------------------------------------------------------------------------------------


async def _set_up(state: RuneState) -> None:
    named = state.options["first_seat"]
    starter = await roll(SEATS, "first player") if named == "random" else int(named) - 1
    state.starter = state.player = starter
    state.events.append(RuneEvent("first", starter))
    [state.deck] = await shuffled([("deck", list(range(CARDS)))])
    for _ in range(MASTERS):
        for seat in (starter, 1 - starter):
            state.hand[seat].append(state.deck.pop())
    state.events.append(RuneEvent("deal", n=MASTERS))
    state.phase, state.turn = "lay", 1


# --- first phase ------------------------------------------------------------------------------


@lru_cache(maxsize=20_000)
def _place(seat: int, at: int, where: tuple[int, int, int]) -> Option:
    return Option("lay", "hand", seat, at, where)


def lays(state: RuneState) -> tuple[Option, ...]:
    """Every legal placement of the player's hand; where there is none, every discard."""
    key = (state.player, *state.hand[state.player])
    offered = state.board.offered.get(key)
    if offered is None:
        offered = state.board.offered[key] = tuple(_lays(state))
    return offered


def _lays(state: RuneState) -> list[Option]:
    seat, choices = state.player, state.settings
    hand = state.hand[seat]
    found = [
        _place(seat, at, where)
        for at, card in enumerate(hand)
        for where in placements(state.board, card, seat, joins=choices.joins, vanish=choices.vanish)
    ]
    return found or [Option("discard", "hand", seat, at) for at in range(len(hand))]


async def _lay(state: RuneState) -> None:
    """Lay a card, or give one up that fits nowhere (RN-TURN-03, -04)."""
    options = lays(state)
    # Always asked: how many there are depends on the hand (RN-INFO-03).
    option = options[await choose(state.player, "lay", options, always=True)]
    card = state.hand[state.player].pop(option.at)
    state.draft, state.drafted, state.phase = option.at, option.act, "claim"
    if option.act == "lay":
        x, y, quarter = option.order
        state.board = state.board.with_card(Laid(card, x, y, quarter))
    else:
        state.removed.append(card)
    if not state.settings.undo:
        _show(state)


def _show(state: RuneState) -> None:
    """Make the first phase final, and let everybody see it (RN-TURN-06)."""
    if state.drafted == "lay":
        laid = state.board.laid[-1]
        face = state.cards.face(laid.card)
        state.events.append(RuneEvent("lay", state.player, (face,), (laid.x, laid.y, laid.quarter)))
    elif state.drafted == "discard":
        face = state.cards.face(state.removed[-1])
        state.events.append(RuneEvent("discard", state.player, (face,)))
    state.shown = state.board
    state.draft, state.drafted = -1, ""


# --- second phase -----------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def _master(bit: int) -> Option:
    return Option("master", "table", order=point_of(bit))


def claims(state: RuneState) -> tuple[Option, ...]:
    """Draw, place a master, and take the card back while that is allowed (RN-TURN-05)."""
    spots = _spots(state)
    draw = (DRAW,) if state.may_draw else ()
    undo = (UNDO,) if state.draft >= 0 else ()
    return (*draw, *spots, *undo) if draw or spots else (BOX, *undo)


def _spots(state: RuneState) -> tuple[Option, ...]:
    """Every rune on which the player may place a master."""
    key = (-1, state.player)  # No hand is like that.
    offered = state.board.offered.get(key)
    if offered is None:
        cells = state.board.master_spots(state.player, own_areas=state.settings.own_areas)
        offered = state.board.offered[key] = tuple([_master(bit) for bit in bits(cells)])
    return offered


async def _claim(state: RuneState) -> None:
    seat, options = state.player, claims(state)
    option = options[await choose(seat, "claim", options, always=True)]
    if state.phase != "claim":
        return  # A guess of the other seat knows of no card that was laid: see `guessing`.
    if option == UNDO:
        state.take_back()
        state.takebacks += 1
        return
    _show(state)
    match option.act:
        case "draw":
            _draw(state, seat)
        case "master":
            _place_master(state, seat, option.order)
            if _changes(state):
                state.phase = "token"
                return
        case _:
            state.supply[seat] -= 1
            state.boxed[seat] += 1
            state.events.append(RuneEvent("box", seat))
    _end_turn(state)


def _place_master(state: RuneState, seat: int, where: tuple[int, ...]) -> None:
    x, y = where
    state.supply[seat] -= 1
    state.board = state.shown = state.board.with_master(Master(seat, x, y))
    state.events.append(RuneEvent("master", seat, at=where))


def _draw(state: RuneState, seat: int) -> None:
    card = state.deck.pop()
    state.hand[seat].append(card)
    seen = () if state.settings.open_hands else (seat,)
    state.events.append(RuneEvent("draw", seat, (state.cards.face(card),), seen=seen))


# --- Grand Master -----------------------------------------------------------------------------


def _changes(state: RuneState) -> list[Change]:
    """Where the player may put the token now (RN-GM-01, -02)."""
    seat = state.player
    if not state.tokens[seat]:
        return []
    return changes(state.board, seat, any_master=state.settings.any_master)


async def _change(state: RuneState) -> None:
    """Put the token on a rune, or keep it."""
    seat = state.player
    found = _changes(state)
    options = [Option("token", "table", -1, colour, (x, y)) for x, y, colour in found]
    # Who may put a token where is open to all, so a lone option need not hide.
    index = await choose(seat, "token", [*options, SKIP])
    if index < len(found):
        x, y, colour = found[index]
        state.tokens[seat] -= 1
        state.board = state.shown = state.board.with_token(Token(seat, x, y, colour))
        state.events.append(RuneEvent("token", seat, (COLOURS[colour],), (x, y)))
    _end_turn(state)


# --- end --------------------------------------------------------------------------------------


def _end_turn(state: RuneState) -> None:
    """Hand on to whoever has masters left, the other one first (RN-TURN-01, RN-END-02)."""
    state.takebacks = 0
    other = 1 - state.player
    if not any(state.supply):
        state.phase, state.reason = "over", "points"
        scores = [RuneEvent("score", seat, n=state.board.score(seat)) for seat in range(SEATS)]
        state.events += scores
        return
    if not state.supply[state.player]:
        state.events.append(RuneEvent("tail", other, n=state.supply[other]))
    state.player = other if state.supply[other] else state.player
    state.phase, state.turn = "lay", state.turn + 1
