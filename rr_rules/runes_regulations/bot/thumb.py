"""Play by rules of thumb, at once: quick games from which the odds are fitted.

What can be played is played, at whoever is ahead. It looks at what lies open, and at nobody's hand.
"""

from __future__ import annotations

from rr_rules.kernel.requests import Choose, Option
from rr_rules.kernel.stream import Stream
from rr_rules.runes_regulations.state.state import State

PERCENT = 100
ERRORS = 3
"""How often, in percent, anything at all is answered: no option is never seen."""
CASTS, SUMMONS, USES, PASSES = 60, 88, 85, 40
"""How often it casts and summons, uses what it may, and passes in a window, in percent."""
GIVES_UP = 10
"""How often it uses what takes a Creature from the own Lawn, in percent."""
AIMED = frozenset({"hex", "destroy", "steal", "return", "player", "discard"})
"""Questions that mean somebody else where somebody else can be meant."""
LOSES = frozenset({"hex", "destroy", "return"})
"""What befalls a Creature that is given up."""
OFFERS = frozenset({"use", "yes"})
"""Answers that take what is offered."""


def pick(choose: Choose, state: State, stream: Stream) -> int:
    """The number of an option."""
    options, count = choose.options, len(choose.options)
    if count == 1 or _is_one_of(ERRORS, stream):
        return stream.below(count)
    match choose.verb:
        case "lawn":
            own = [at for at, option in enumerate(options) if option.seat == choose.seat]
            return own[0] if own else stream.below(count)
        case "cast_phase" | "summon_phase":
            return _phase(choose, stream)
        case "window":
            return 0 if _is_one_of(PASSES, stream) else stream.below(count)
        case verb if verb in AIMED and (aims := _aims(choose, state)):
            return aims[stream.below(len(aims))]
    return _offered(choose, state, stream)


def _is_one_of(percent: int, stream: Stream) -> bool:
    return stream.below(PERCENT) < percent


def _offered(choose: Choose, state: State, stream: Stream) -> int:
    """The first offer that it takes, each as often as it should, or else something else."""
    offers = [at for at, option in enumerate(choose.options) if option.act in OFFERS]
    for at in offers:
        if _is_one_of(_uses(choose.options[at], state), stream):
            return at
    rest = [at for at in range(len(choose.options)) if at not in offers] or offers
    return rest[stream.below(len(rest))]


def _uses(option: Option, state: State) -> int:
    """How often it uses this: who gives up Creatures all the time makes a good card look bad."""
    if option.zone != "lawn":
        return USES
    face = state.face[state.lawn[option.seat][option.at]]
    loses = any(item.do in LOSES and item.of == "you" for item in (*face.price, *face.effects))
    return GIVES_UP if loses else USES


def _phase(choose: Choose, stream: Stream) -> int:
    acts = [option.act for option in choose.options]
    plays = [at for at, act in enumerate(acts) if act in {"cast", "summon"}]
    if plays and _is_one_of(CASTS if choose.verb == "cast_phase" else SUMMONS, stream):
        return plays[stream.below(len(plays))]
    return acts.index("draw") if "draw" in acts else stream.below(len(acts))


def _aims(choose: Choose, state: State) -> list[int]:
    """What belongs to whoever has most Creatures; of Creatures those that are not hexed."""
    options, apart = choose.options, {-1, choose.seat}
    others = [at for at, option in enumerate(options) if option.seat not in apart]
    creatures = {at: len(state.mythical(options[at].seat)) for at in others}
    aims = [at for at in others if creatures[at] == max(creatures.values())]
    mythical = [at for at in aims if _is_mythical(options[at], state)]
    return mythical if mythical and choose.verb != "destroy" else aims


def _is_mythical(option: Option, state: State) -> bool:
    return option.zone == "lawn" and state.lawn[option.seat][option.at] not in state.hexed
