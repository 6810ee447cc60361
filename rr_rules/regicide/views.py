"""Building views, one seat at a time (RG-INFO)."""

from __future__ import annotations

from collections.abc import Sequence

from rr_rules.kernel.game import Outcome, Reason
from rr_rules.kernel.requests import Seat
from rr_rules.regicide.cards import COMMON, FACE, RANK, ROYALS, SUITS
from rr_rules.regicide.state import RegicideState
from rr_rules.regicide.view import Enemy, Played, RegicideSeatView, RegicideView

MEDALS = ("gold", "silver", "bronze")
"""By the number of flips (RG-SOLO-10)."""


def view(state: RegicideState, seat: int | None) -> RegicideView:
    """What a seat or a spectator may see."""
    me = -1 if seat is None else seat
    listed = _listed(state)
    return RegicideView(
        me=me,
        turn=state.turn,
        player=state.player,
        phase=state.phase,
        enemy=_enemy(state) if state.enemy >= 0 else None,
        castle=_castle(state),
        defeated=state.defeated,
        exact=state.exact,
        tavern=len(state.tavern),
        tavern_top=_known_top(state),
        discard=listed,
        veiled=len(state.discard) - len(listed),
        table=tuple([Played(play[0], _faces(play[1:])) for play in state.table]),
        seats=tuple([_seat(state, me, each) for each in range(state.seats)]),
        hand_limit=state.hand_limit,
        owed=max(0, state.owed),
        may_yield=state.phase == "play" and state.may_yield(state.player),
        jesters=state.solo_jesters,
        reasons=_reasons(state, me),
        outcome=outcome(state),
        summary=_summary(state) if state.reason else (),
        began=state.began,
        slayer=state.slayer,
    )


def outcome(state: RegicideState) -> Outcome | None:
    """How the game ended: everybody wins or nobody does (RG-END-01 to -03, -05)."""
    if not state.reason:
        return None
    if state.reason != "castle":
        return Outcome((), state.reason)
    everybody = tuple(map(Seat, range(state.seats)))
    return Outcome(everybody, medal(state) if state.seats == 1 else "castle")


def medal(state: RegicideState) -> str:
    """What a single player has won."""
    return MEDALS[state.flips]


def _faces(cards: Sequence[int]) -> tuple[str, ...]:
    return tuple([FACE[card] for card in cards])


def _listed(state: RegicideState) -> tuple[str, ...]:
    """What may be listed of the discard pile: after a heal its top alone (RG-INFO-05)."""
    return _faces(state.discard[-1:] if state.veiled else state.discard)


def _enemy(state: RegicideState) -> Enemy:
    immune = state.immune
    return Enemy(FACE[state.enemy], state.health, state.damage, state.attack, state.shield,
                 state.blocked, SUITS[immune] if immune >= 0 else "")  # fmt: skip


def _castle(state: RegicideState) -> tuple[int, int, int]:
    ranks = [RANK[card] for card in state.castle]
    jacks, queens, kings = map(ranks.count, ROYALS)
    return jacks, queens, kings


def _known_top(state: RegicideState) -> tuple[str, ...]:
    """The run of cards on top of the Tavern that everybody saw going there."""
    if not state.settings.memory_aids:
        return ()
    top: list[int] = []
    for card in reversed(state.tavern):
        if card not in state.known:
            break
        top.append(card)
    return _faces(top[::-1])


def _seat(state: RegicideState, me: int, seat: int) -> RegicideSeatView:
    hand = state.hand[seat]
    is_shown = seat == me or state.settings.open_hands
    marked = state.settings.memory_aids and not is_shown
    known = sorted([FACE[card] for card in hand if card in state.known]) if marked else ()
    shown = _faces(hand) if is_shown else ("",) * len(hand)
    return RegicideSeatView(seat, shown, tuple(known), state.yielded[seat])


def _reasons(state: RegicideState, me: int) -> tuple[Reason, ...]:
    """Why each card of the own hand can or cannot be used now: by itself any may be, in turn."""
    if me < 0 or state.phase not in ("play", "attack"):
        return ()
    mine, found = state.player == me, []
    for at, card in enumerate(state.hand[me]):
        if not mine:
            text, clause = "It is another player's turn.", "RG-TURN-02"
        elif state.phase == "attack":
            text, clause = "It can cover the attack.", "RG-STEP4-02"
        elif card >= COMMON:
            text, clause = "It is played alone.", "RG-JEST-01"
        else:
            text, clause = "It can be played.", "RG-STEP1-01"
        found.append(Reason("hand", me, at, mine, text, clause))
    return tuple(found)


def _summary(state: RegicideState) -> tuple[tuple[str, tuple[str, ...]], ...]:
    hands = [(f"hand {seat}", _faces(hand)) for seat, hand in enumerate(state.hand)]
    discard = ("discard", _faces(state.discard))
    return (*hands, discard, ("tavern", _faces(state.tavern)), ("castle", _faces(state.castle)))
