"""The chain: links resolve first in, first out; targets first, then clockwise (RR-CHAIN-01..05)."""

from __future__ import annotations

from rr_rules.kernel.flow import together
from rr_rules.runes_regulations.events.declare import announce
from rr_rules.runes_regulations.events.road import aim, resolve
from rr_rules.runes_regulations.faces.vocabulary import RUNES
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.event import RULES, Effect, Link
from rr_rules.runes_regulations.state.state import State
from rr_rules.runes_regulations.state.view import LogEvent

MOST_LINKS = 200
"""How many links one chain may have before the guard ends it (RR-EDGE-34)."""


async def run_chain(state: State) -> None:
    """Resolve link after link until none waits."""
    state.links = 0
    while state.queue:
        state.links += 1
        if state.links > MOST_LINKS:
            _abandon(state)
            break
        await _resolve_link(state, state.queue.pop(0))
    state.links = 0


async def _resolve_link(state: State, link: Link) -> None:
    state.current = link
    for number, effect in enumerate(link):
        effect.free = tuple(earlier.card for earlier in link[:number])
    if not state.settings.targets_in_turn:
        await _aim_all(state, link)
    while state.current:
        effect = state.current[0]
        if effect.picks is None:
            await _aim_all(state, [e for e in state.current if e.acts_on == effect.acts_on])
        await resolve(state, effect)
        state.current.pop(0)


async def _aim_all(state: State, effects: list[Effect]) -> None:
    """Have every controller name its targets: one after the other, or sealed in rounds."""
    several = len(state.current) > 1
    if not state.settings.sealed_targets:
        for effect in effects:
            await aim(state, effect)
            announce(state, effect, targets=several)
        return
    mine: dict[int, list[Effect]] = {}
    for effect in effects:
        mine.setdefault(effect.acts_on if effect.seat == RULES else effect.seat, []).append(effect)
    await together({seat: _aim_each(state, own) for seat, own in mine.items()})
    for effect in effects:
        announce(state, effect, targets=several)


async def _aim_each(state: State, effects: list[Effect]) -> None:
    for effect in effects:
        await aim(state, effect)


def _abandon(state: State) -> None:
    """End a chain without end: what waits is put away and nothing of it happens."""
    for effect in [effect for link in state.queue for effect in link]:
        put_away(state, effect)
    state.queue, state.busy = [], []
    zones.log(state, LogEvent("guard", n=MOST_LINKS))


def put_away(state: State, effect: Effect) -> None:
    """Put the card of an effect that will not resolve where it belongs."""
    if effect.card not in state.limbo:
        return
    zones.out_of_limbo(state, effect.card)
    if effect.face.kind in RUNES and effect.seat not in state.left:
        zones.to_fence(state, effect.seat, effect.card, zones.EVERYBODY)
    else:
        zones.to_discard(state, effect.card)
