"""What a seat may know: its view, built from nothing, and a table as it may think it to be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from rr_rules.kernel.game import Outcome, Reason, Zone
from rr_rules.kernel.requests import Seat
from rr_rules.kernel.stream import Stream
from rr_rules.rune.board import SEATS, Board
from rr_rules.rune.cards import COLOURS, RED
from rr_rules.rune.lattice import points
from rr_rules.rune.placing import placements
from rr_rules.rune.state import RuneState
from rr_rules.rune.view import AreaView, CardOnTable, Cell, RuneSeatView, RuneView

MASTER_COLOURS = (("orange", "♜"), ("violet", "♛"), ("white", "♞"), ("teal", "♝"))
"""Colours of masters, numbered from 1, and what tells them apart without colour."""


def view(state: RuneState, seat: int | None) -> RuneView:
    """What a seat or a spectator may see."""
    me = -1 if seat is None else seat
    mine = me == state.player
    board = state.board if mine else state.shown
    drafting = state.draft >= 0
    picture = _picture(state, board)
    removed = state.removed[:-1] if state.drafted == "discard" and not mine else state.removed
    return RuneView(
        me=me,
        turn=state.turn,
        player=state.player,
        phase="lay" if drafting and not mine else state.phase,
        starter=state.starter,
        laid=picture.laid,
        cells=picture.cells,
        areas=picture.areas,
        seats=tuple([_seat(state, board, me, each) for each in range(SEATS)]),
        deck=len(state.deck),
        removed=_faces(state, removed),
        tail=state.is_tail,
        draft=drafting and mine,
        takebacks=state.takebacks if mine else 0,
        unseen=_unseen(state, me),
        layouts=state.cards.faces,
        choices=state.settings,
        reasons=_reasons(state, me),
        outcome=outcome(state),
        summary=_summary(state) if state.reason else (),
    )


def outcome(state: RuneState) -> Outcome | None:
    """How the game ended (RN-END-05, RN-SCORE-04, -05); a seat that left has lost."""
    if not state.reason:
        return None
    if state.reason == "left":
        return Outcome((Seat(1 - state.player),), "left")
    return decide(state.board, state.settings.tie_break, state.starter)


def decide(board: Board, tie_break: str, starter: int) -> Outcome:
    """Who wins with the table as it lies."""
    if (winner := _greater([board.score(seat) for seat in range(SEATS)])) >= 0:
        return Outcome((Seat(winner),), "points")
    if tie_break == "second_player":
        return Outcome((Seat(1 - starter),), "second_player")
    reds = [board.controlled[seat][RED].bit_count() for seat in range(SEATS)]
    if tie_break == "most_red_runes" and (winner := _greater(reds)) >= 0:
        return Outcome((Seat(winner),), "red_runes")
    return Outcome((), "draw")


def _greater(counts: Sequence[int]) -> int:
    return -1 if counts[0] == counts[1] else int(counts[1] > counts[0])


# --- the table ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Picture:
    """What everybody sees of a board."""

    laid: tuple[CardOnTable, ...]
    cells: tuple[Cell, ...]
    areas: tuple[AreaView, ...]


def _picture(state: RuneState, board: Board) -> _Picture:
    """The board in words; made once for each."""
    if not isinstance(board.picture, _Picture):
        face = state.cards.face
        areas = tuple([
            AreaView(COLOURS[area.colour], tuple(points(area.cells)),
                     board.controller(area.cells), area.worth)
            for area in board.areas
        ])  # fmt: skip
        laid = tuple([CardOnTable(face(card), x, y, q) for card, x, y, q in board.laid])
        board.picture = _Picture(laid, _cells(board, laid, areas), areas)
    return board.picture


def _cells(
    board: Board, laid: Sequence[CardOnTable], areas: Sequence[AreaView]
) -> tuple[Cell, ...]:
    """Every visible rune, row by row."""
    area_of = {point: n for n, area in enumerate(areas) for point in area.cells}
    card_of = {point: n for n, cells in enumerate(board.visible) for point in points(cells)}
    masters = {(x, y): seat for seat, x, y in board.masters}
    tokens = {(x, y): seat for seat, x, y, _ in board.tokens}
    found = []
    for point in points(board.occupied):
        card, area = card_of[point], area_of[point]
        found.append(
            Cell(*point, areas[area].colour, laid[card].face, card, area,
                 masters.get(point, -1), tokens.get(point, -1))
        )  # fmt: skip
    return tuple(found)


# --- players ------------------------------------------------------------------------------------


def _faces(state: RuneState, cards: Sequence[int]) -> tuple[str, ...]:
    return tuple([state.cards.face(card) for card in cards])


def _seat(state: RuneState, board: Board, me: int, seat: int) -> RuneSeatView:
    hand = state.hand[seat] if me == seat else state.whole_hand(seat)
    is_shown = me == seat or state.settings.open_hands
    faces = _faces(state, hand) if is_shown else ("",) * len(hand)
    colour, sign = master_looks(state.declared)[seat]
    return RuneSeatView(seat, faces, state.supply[seat], state.boxed[seat], state.tokens[seat],
                    board.score(seat), colour, sign)  # fmt: skip


def master_looks(declared: Sequence[int]) -> tuple[tuple[str, str], ...]:
    """Colour and sign of each seat's masters: never the same (RN-SETUP-06)."""
    free = [number for number in range(1, len(MASTER_COLOURS) + 1) if number not in declared]
    taken = [number or free.pop(0) for number in declared]
    return tuple([MASTER_COLOURS[number - 1] for number in taken])


def _unseen(state: RuneState, me: int) -> tuple[str, ...]:
    """The public list of cards less what this seat has seen: it does not say what is where."""
    if not state.settings.memory_aids:
        return ()
    hands = [] if state.settings.open_hands else [
        card for seat in range(SEATS) if seat != me for card in state.whole_hand(seat)
    ]  # fmt: skip
    return _faces(state, sorted([*state.deck, *hands]))


def _reasons(state: RuneState, me: int) -> tuple[Reason, ...]:
    """Why each card of the own hand can or cannot be laid now."""
    if me < 0 or state.phase in ("setup", "over"):
        return ()
    return tuple([_reason(state, me, at) for at in range(len(state.hand[me]))])


def _reason(state: RuneState, me: int, at: int) -> Reason:
    if state.player != me:
        return Reason("hand", me, at, usable=False, text="It is the other player's turn.",
                      clause="RN-TURN-01")  # fmt: skip
    if state.phase != "lay":
        return Reason("hand", me, at, usable=False, text="A card has been laid this turn.",
                      clause="RN-TURN-02")  # fmt: skip
    card, choices = state.hand[me][at], state.settings
    found = len(placements(state.board, card, me, joins=choices.joins, vanish=choices.vanish))
    if not found:
        return Reason("hand", me, at, usable=False, text="It fits nowhere.", clause="RN-PLACE-04")
    return Reason("hand", me, at, usable=True, text=f"Ways to lay it: {found}.",
                  clause="RN-PLACE-04")  # fmt: skip


def _summary(state: RuneState) -> tuple[tuple[str, tuple[str, ...]], ...]:
    hands = [(f"hand {seat}", _faces(state, state.hand[seat])) for seat in range(SEATS)]
    return (*hands, ("deck", _faces(state, state.deck)))


def determinize(state: RuneState, seat: int, stream: Stream) -> None:
    """Deal what `seat` cannot know anew, in place: the deck and the other hand."""
    if state.draft >= 0 and seat != state.player:
        # It cannot know that a card was laid: for it the turn has just begun.
        state.take_back()
        state.takebacks = 0
    other = [] if state.settings.open_hands else state.hand[1 - seat]
    # Sorted, so that the same luck gives the same guess whatever is true.
    hidden = sorted(state.deck + other)
    dealt = [hidden[at] for at in stream.order(len(hidden))]
    split = len(state.deck)
    state.deck = dealt[:split]
    if not state.settings.open_hands:
        state.hand[1 - seat] = dealt[split:]


# Cards are plain numbers in these rules: from here on they are typed, at no cost.
_zone = cast("Callable[[str, int, bool, bool, tuple[int, ...]], Zone]", Zone)


def zones(state: RuneState) -> tuple[Zone, ...]:
    """Every card exactly once; one that can still be taken back is in the hand."""
    hidden = not state.settings.open_hands
    laid = tuple([laid.card for laid in state.shown.laid])
    removed = state.removed[:-1] if state.drafted == "discard" else state.removed
    return (
        _zone("deck", -1, True, True, tuple(state.deck)),
        _zone("table", -1, True, False, laid),
        _zone("removed", -1, True, False, tuple(removed)),
        *[_zone("hand", seat, False, hidden, tuple(state.whole_hand(seat)))
          for seat in range(SEATS)],
    )  # fmt: skip
