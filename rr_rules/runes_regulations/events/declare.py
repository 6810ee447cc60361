"""Declaring effects: who answers a moment, offered clockwise, with the Rune window last.

All that is declared on one moment is one link (RR-CHAIN-02); a `would` moment's effects are one
interruption outside the queue (RR-CHAIN-06).
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from rr_rules.kernel.flow import pick
from rr_rules.kernel.requests import Option
from rr_rules.runes_regulations.events.lasting import is_face_up
from rr_rules.runes_regulations.events.replacements import is_mute
from rr_rules.runes_regulations.events.windows import (
    Offer,
    effect_of,
    offer_of,
    rune_window,
    settle_which,
)
from rr_rules.runes_regulations.faces.card_set import Key
from rr_rules.runes_regulations.faces.faces import Face
from rr_rules.runes_regulations.faces.vocabulary import RUNES
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.event import RULES, Effect, Event
from rr_rules.runes_regulations.state.matching import all_hold, answers
from rr_rules.runes_regulations.state.places import place_of
from rr_rules.runes_regulations.state.state import State
from rr_rules.runes_regulations.state.view import LogEvent
from rr_rules.runes_regulations.state.zones import log

AT_PLAYER = 0
"""Stands where the number of a Fence's slot would: the player itself is meant."""


def announce(state: State, effect: Effect, *, targets: bool) -> None:
    """Log what was named for an effect; `targets` where it does not resolve right away."""
    for _, picked in sorted((effect.picks or {}).items(), key=lambda pair: pair[0]):
        if picked.list >= 0:
            face = effect.face.id
            log(state, LogEvent("mode", effect.seat, effect.seat, face, n=picked.list))
        if not targets:
            continue
        for target in picked.targets or ():
            log(state, _aimed_at(state, effect, target.card))
        for seat in (picked.player, picked.to) if picked.targets is None else (picked.to,):
            if seat >= 0:
                log(state, LogEvent("target", effect.seat, seat, effect.face.id, n=AT_PLAYER))


def _aimed_at(state: State, effect: Effect, card: int) -> LogEvent:
    owner, slot = state.fence_of(card), 1
    # A slot is public, the face behind it is not.
    is_open = owner < 0 or is_face_up(state, owner)
    if owner >= 0:
        slot = state.fence[owner].index(card) + 1
    else:
        owner = state.lawn_of(card)
    other = state.face[card].id if is_open else ""
    return LogEvent("target", effect.seat, owner, effect.face.id, other, slot)


Moment = Sequence[Event]

_TAKES = ("hex", "destroy", "steal", "return")
"""Happenings after which a Creature's text no longer works for the player it belonged to."""


async def declare(
    state: State, moment: Moment, *, would: bool = False, lineage: tuple[int, ...] = ()
) -> list[Effect]:
    """The effects declared on a moment, clockwise, each player's in the order it named."""
    index = state.index
    declared: dict[int, list[Effect]] = {}
    if _awaits(index.answered, moment, would):
        declared = await _offers(state, moment, would, lineage)
    if not _awaits(index.runes, moment, would):
        return _clockwise(state, declared)
    for seat, runes in (await rune_window(state, moment, would)).items():
        mine = declared.setdefault(seat, [])
        mixed = bool(mine and runes)
        mine += runes
        if mixed:
            declared[seat] = await _put_in_order(state, seat, mine)
    return _clockwise(state, declared)


def _awaits(keys: Container[Key], moment: Moment, would: bool) -> bool:
    """Whether any card of the deck waits for a happening of this moment."""
    for it in moment:  # noqa: SIM110 - asked several times a decision
        if (would, it.kind) in keys:
            return True
    return False


def _clockwise(state: State, declared: dict[int, list[Effect]]) -> list[Effect]:
    if not declared:
        return []
    return [effect for seat in state.clockwise() for effect in declared.get(seat, ())]


async def _offers(
    state: State, moment: Moment, would: bool, lineage: tuple[int, ...]
) -> dict[int, list[Effect]]:
    """What Creatures and the Regulation do: public offers, clockwise (RR-HID-15, -16)."""
    free, forced = _candidates(state, moment, would, lineage)
    if not free and not forced:
        return {}
    return {
        seat: chosen
        for seat in state.clockwise()
        if (chosen := await _offer(state, seat, forced.get(seat, []), free.get(seat, [])))
    }


def _candidates(
    state: State, moment: Moment, would: bool, lineage: tuple[int, ...]
) -> tuple[dict[int, list[Offer]], dict[int, list[Offer]]]:
    """(optional, mandatory) offers by the player among whose effects they are placed."""
    free: dict[int, list[Offer]] = {}
    for seat, card in _sources(state, moment, would):
        if card in lineage or (state.face[card].once and card in state.once):
            continue
        if offer := offer_of(state, moment, would, seat, card):
            free.setdefault(seat, []).append(offer)
    forced: dict[int, list[Offer]] = {}
    for effect in _of_regulation(state, moment, would):
        if effect.card not in lineage:
            forced.setdefault(effect.acts_on, []).append((effect,))
    return free, forced


def _sources(state: State, moment: Moment, would: bool) -> Iterator[tuple[int, int]]:
    """Creatures whose text works, and those of the moment whose text worked just before it."""
    # A Creature that the moment itself took away or hexed looks back (RR-EDGE-22, -23).
    for it in moment:
        took = it.kind in _TAKES and not it.hexed and it.card not in state.busy
        took = took and state.face[it.card].kind not in RUNES and not it.mute
        if took and not _works(state, it.of, it.card):
            yield it.of, it.card
    face, kinds = state.face, {it.kind for it in moment}
    for seat, lawn in enumerate(state.lawn):
        for card in lawn:
            trigger = face[card].trigger
            if trigger is None or trigger.event not in kinds or trigger.would != would:
                continue
            if card in state.hexed or card in state.busy or is_mute(state, seat, card):
                continue
            yield seat, card


def _works(state: State, seat: int, card: int) -> bool:
    return card in state.lawn[seat] and card not in state.hexed and not is_mute(state, seat, card)


def _of_regulation(state: State, moment: Moment, would: bool) -> Iterator[Effect]:
    """The active Regulation's effects, one for each happening it answers (RR-CHAIN-14)."""
    card = state.regulation
    trigger = state.face[card].trigger if card >= 0 else None
    if trigger is None or trigger.would != would:
        return
    for it in moment:
        effect = effect_of(state, RULES, card, it)
        spared = state.settings.nefarious.regulations_spare_things and it.of in state.exempt
        if effect.that in state.exempt or spared:
            continue
        if answers(state, trigger, it, RULES, card) and all_hold(
            state, effect.face, RULES, effect.that
        ):
            effect.acts_on = effect.that if effect.that != RULES else state.player
            yield effect


async def _offer(state: State, seat: int, forced: list[Offer], free: list[Offer]) -> list[Effect]:
    """What `seat` uses of its offers, in the order it names; a Regulation cannot be skipped."""
    chosen: list[Effect] = []
    # A stolen Creature may answer for two players: whoever comes first has it.
    free = [offer for offer in free if offer[0].card not in state.busy]
    while free or len(forced) > 1:
        left = forced + free
        choices: list[tuple[Option, Offer | None]] = [
            (_place(state, each[0]), each) for each in left
        ]
        if not forced:
            choices.append((Option("pass"), None))
        source = left[0][0].face.id if len(left) == 1 else ""
        offer = await pick(seat, "use", choices, source=source, about=_about(left[0][0]))
        if offer is None:
            break
        (forced if offer in forced else free).remove(offer)
        chosen.append(await settle_which(state, offer))
        note_use(state, chosen[-1])
    for [effect] in forced:
        chosen.append(effect)
        note_use(state, effect)
    return chosen


def note_use(state: State, effect: Effect) -> None:
    """Tell the table that an effect is declared; its card is busy from now on."""
    if effect.seat != RULES:
        state.busy.append(effect.card)
        if effect.face.once:
            state.once.append(effect.card)
    zones.log(state, LogEvent("declare", effect.seat, effect.acts_on, effect.face.id))


def _place(state: State, effect: Effect) -> Option:
    return place_of(state, "use", effect.card)


def _about(effect: Effect) -> LogEvent:
    return about(effect.happening, effect.face)


def about(it: Event, face: Face | None = None) -> LogEvent:
    """A happening in words that everybody may read."""
    return LogEvent("moment", it.by, it.of, face.id if face else "", it.kind)


async def _put_in_order(state: State, seat: int, effects: list[Effect]) -> list[Effect]:
    """A player's Creatures' and Runes' effects in the order that it names."""
    left, ordered = list(effects), []
    while len(left) > 1:
        choices = [(place_of(state, "first", effect.card), effect) for effect in left]
        effect = await pick(seat, "order", choices)
        left.remove(effect)
        ordered.append(effect)
    return ordered + left
