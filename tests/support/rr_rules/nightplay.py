"""Games of the expansion by lot, with all that must hold after every entry."""

from __future__ import annotations

from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from tests.support.rr_rules.longplay import GAME, WINDOWS, ZONES, check_conservation, told
from tests.support.rr_rules.randomplay import begun, table_of, walk

ROUNDS = 200
CARDS = list(range(230))


def night_table(seats: int, **options: str) -> Table:
    """A fresh table of the expansion."""
    return table_of(GAME, seats, nefarious="on", **options)


def other_roles(table: Table, seat: int, luck: Stream) -> Table:
    """The same table, where everybody but `seat` may have another role."""
    state = begun(table)
    cards = [card for at, card in enumerate(state.roles) if at != seat and at not in state.shown]
    cards = [card for card in [*cards, *state.unused_roles] if card >= 0]
    face = list(state.face)
    for card, at in zip(cards, luck.order(len(cards)), strict=True):
        face[card] = state.face[cards[at]]
    state.face = type(state.face)(face)
    return Table.at(table.game, state)


def play_night(seed: int, seats: int) -> str:
    """Play one game, checked after each entry; why it ended."""
    return told(lambda: _play(seed, seats), seed)


def _play(seed: int, seats: int) -> str:
    options = {"window": WINDOWS[seed % 3], "mastery": ("off", "on")[seed % 2]}
    table = table_of(GAME, seats, nefarious="on", **options)
    for _ in walk(table, Stream.seeded(seed), mixed=ZONES if seed % 9 < 3 else ()):
        check_conservation(table, CARDS)
        check_night(table)
        table.drain()
    assert table.outcome is not None
    check_winners(table)
    return table.outcome.reason


def check_night(table: Table) -> None:
    """Cards keep to their side, Beasts to their Lawn, and no Sacrificial Creature is a shrub."""
    state, face = table.state, table.state.face
    for seat, side in enumerate(state.sides):
        assert {face[card].back for card in state.hand[seat]} <= {side.cards.back}
        assert {face[card].back for card in state.fence[seat]} <= {side.runes.back}
    lying = {card for lawn in state.lawn for card in lawn if face[card].kind == "beast"}
    assert lying == state.beasts
    assert state.nefarious < 0 or state.beasts <= set(state.lawn[state.nefarious])
    assert {face[card].kind for card in state.hexed} <= {"creature"}
    assert state.round <= ROUNDS


def check_winners(table: Table) -> None:
    """One wins, or the Nefarious Neighbor with the Henchman."""
    state, winners = table.state, table.outcome.winners
    if len(winners) > 1:
        names = [state.face[state.roles[seat]].id for seat in winners]
        assert names == ["the-nefarious-neighbor", "the-henchman"]
