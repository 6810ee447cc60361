"""The set-up: who is who, the shuffles, and everybody's opening cards."""

from __future__ import annotations

from rr_rules.kernel.flow import roll, shuffled
from rr_rules.runes_regulations.events.road import enforce
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.sides import HAND, RUNES_DEALT
from rr_rules.runes_regulations.state.state import State
from rr_rules.runes_regulations.state.view import LogEvent
from rr_rules.runes_regulations.turn.roles import public_roles, usable_roles
from rr_rules.runes_regulations.turn.winning import show_role


async def set_up(state: State) -> None:
    """Shuffle, deal one at a time clockwise, turn up a Regulation (RR-SETUP-02, -03, -07)."""
    if state.street.nefarious is None:
        state.first = state.player = await _first_player(state)
        zones.log(state, LogEvent("first_player", state.first, state.first))
        zones.put_down(state, await shuffled(_decks(state)))
    else:
        await _meet(state)
    _deal(state)
    zones.turn_up_regulation(state)
    zones.log(state, LogEvent("new_regulation", face=state.face[state.regulation].id))
    await enforce(state)


def _decks(state: State) -> list[tuple[str, list[int]]]:
    """Every deck under its zone's label, in the order in which they are shuffled."""
    decks = [(stock.deck_zone, state.pile(stock)) for stock in state.street.stocks]
    return [*decks, ("regulation_deck", state.regulation_deck)]


def _deal(state: State) -> None:
    for _ in range(HAND):
        for seat in state.clockwise():
            zones.deal_card(state, seat)
    for _ in range(RUNES_DEALT):
        for seat in state.clockwise():
            zones.deal_rune(state, seat)
    zones.log(state, LogEvent("deal", n=HAND, other=str(RUNES_DEALT)))


async def _first_player(state: State) -> int:
    """The seat with the most pets; a random event only among tied ones (RR-SETUP-08, -09)."""
    seats = state.clockwise(0)
    if state.settings.first_player == "host":
        return state.clockwise(state.settings.first_seat)[0]
    if state.settings.first_player == "random":
        return seats[await roll(len(seats), "first player")]
    most = max(state.declared[seat] for seat in seats)
    tied = [seat for seat in seats if state.declared[seat] == most]
    return tied[0] if len(tied) == 1 else tied[await roll(len(tied), "first player")]


# --- with the Nefarious Neighbor --------------------------------------------------------------


async def _meet(state: State) -> None:
    """Roles first, then the decks; the Nefarious Neighbor's left neighbor begins (NN-SETUP-11)."""
    usable, out = usable_roles(state)
    [own] = public_roles(state)
    # All decks are shuffled before it is known who is who: the same luck then gives the same
    # decks, however many play (NN-SETUP-12).
    roles, *decks = await shuffled([("roles", usable), *_decks(state)])
    # They lie on the table before the roll: a pile that was shuffled and is not where it was
    # promised could be another one when it is dealt.
    state.unused_roles, state.box = roles, [own, *out]
    zones.put_down(state, decks)
    nefarious = await _nefarious_seat(state)
    _take_roles(state, nefarious, own)
    state.first = state.player = state.clockwise(nefarious)[1]
    zones.log(state, LogEvent("first_player", state.first, state.first))


async def _nefarious_seat(state: State) -> int:
    """Who is dealt the role that everybody knows: any seat alike (NN-SETUP-05).

    It must be shown, so who has it is a public event. A second shuffle of the hidden roles, which
    the book asks for, deals in just the same way, but nobody could follow its cards.
    """
    volunteer, seats = state.settings.nefarious.volunteer, state.clockwise(0)
    if volunteer in seats:
        return volunteer
    return seats[await roll(len(seats), "nefarious neighbor")]


def _take_roles(state: State, nefarious: int, own: int) -> None:
    """Give everybody a role; the Nefarious Neighbor alone must show it (NN-SETUP-06)."""
    state.box.remove(own)
    for card in state.box:
        zones.log(state, LogEvent("role_left_out", face=state.face[card].id))
    state.roles = [-1] * state.seats
    for seat in state.clockwise(0):
        zones.deal_role(state, seat, own if seat == nefarious else -1)
    state.settle_in(nefarious)
    show_role(state, nefarious)
