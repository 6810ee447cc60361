"""What a seat's view says of who will win: a few numbers by name for each seat.

Of others they count what everybody can see, of the seat that looks its hand and Runes as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rr_rules.runes_regulations.bot import goals
from rr_rules.runes_regulations.faces.faces import Face
from rr_rules.runes_regulations.state.view import NefariousView, SeatView, View

Found = dict[str, float]
"""Numbers by name; what is not named is 0."""

Uses = Mapping[str, tuple[str, ...]]
"""By face what a card is for: `summon` for a Creature, then the verbs of its effect."""

WIN = 5
"""As many Mythical Creatures at the own End win."""
NEAR = 2
"""Whoever has more Creatures than this is near enough that cards and turns count more."""
MANY = 4
"""Cards beyond so many are worth less."""


def features(view: View, me: int, uses: Uses) -> Iterator[tuple[int, Found]]:
    """Each seat that plays with its features, as seat `me` sees them."""
    playing = [seat for seat in view.seats if not seat.left]
    others, dark = max(1, len(playing) - 1), view.nefarious
    for seat in playing:
        found = _public(view, seat, others)
        if dark is not None and dark.seat >= 0:
            found = _at_night(found, view, dark, seat)
        if seat.seat == me:
            _add_own(found, seat, uses)
            _add_answer(found, playing, seat, uses)
            if dark is not None and dark.seat != me:
                _add_role(found, dark)
        yield seat.seat, found


def _public(view: View, seat: SeatView, others: int) -> Found:
    """What everybody sees of a seat."""
    creatures, cards = min(seat.mythical, WIN), min(len(seat.hand), seat.hand_limit)
    near, hexed = max(0, creatures - NEAR), len(seat.lawn) - seat.mythical
    found = {f"creatures {creatures}": 1.0, "cards": float(cards), "runes": float(len(seat.fence)),
             "hexed": float(hexed)}  # fmt: skip
    if cards < len(FEW):
        found[FEW[cards]] = 1.0
    if cards > MANY:
        found["many cards"] = cards - MANY
    if not seat.fence:
        found["no rune"] = 1.0
    if near:
        found |= {"near cards": near * cards, "near runes": near * len(seat.fence),
                  "near hexed": near * hexed}  # fmt: skip
    for phase in seat.skips:
        found[f"skip {phase}"] = 1.0
    if seat.granted:
        found |= {"granted": 1.0, "granted near": float(near), f"granted {creatures}": 1.0}
    _add_turn(found, view, seat.seat, creatures, others)
    for card in seat.lawn:
        if not card.hexed:
            name = f"lawn {card.face}"
            found[name] = found.get(name, 0.0) + OF_A_CARD
    return found


FEW = ("no card", "one card")
OF_A_CARD = 0.25
"""What tells a card from others of its kind counts for less: a fit then needs more to go by."""


def _add_turn(found: Found, view: View, seat: int, creatures: int, others: int) -> None:
    """Whose End comes when: what is on a Lawn has to last until then."""
    if seat == view.player:
        found |= {"now": 1.0, f"now {creatures}": 1.0, f"now {view.phase}": 1.0}
        return
    turns = (seat - view.player) % len(view.seats) / others
    found["wait"] = turns
    if creatures > NEAR:
        found[f"wait {creatures}"] = turns


OF_CREATURES = ("creatures", "now ", "wait ", "near")
"""What is counted by Creatures, which are not what the Nefarious Neighbor wins by."""


def _at_night(found: Found, view: View, dark: NefariousView, seat: SeatView) -> Found:
    """What the expansion makes of it: Beasts instead of Creatures, and the Main deck as a clock."""
    if seat.seat != dark.seat:
        return found | {"night": 1.0, "night clock": goals.clock(view, dark) / goals.TIME_OUT}
    kept = {name: found[name] for name in found if not name.startswith(OF_CREATURES)}
    beasts, fuel = min(dark.beasts, WIN), min(len(seat.lawn) - dark.beasts, goals.MOST_FUEL)
    return kept | {"dark": 1.0, f"beasts {beasts}": 1.0, "fuel": float(fuel),
                   "near fuel": float(max(0, beasts - NEAR) * fuel),
                   "dark clock": goals.clock(view, dark) / goals.TIME_OUT}  # fmt: skip


def _add_role(found: Found, dark: NefariousView) -> None:
    """How far the own role is."""
    short = sum([goals.missing(s.has, s.wanted, is_most=s.is_most) for s in dark.progress])
    if dark.progress and not goals.serves(dark):
        found["own role"] = goals.nearing(short) / 10
        found[f"own role short {min(int(short), WIN)}"] = 1.0


def _add_own(found: Found, seat: SeatView, uses: Uses) -> None:
    """What only the seat itself sees."""
    near = max(0, min(seat.mythical, WIN) - NEAR)
    summons = sum([SUMMON in uses[face] for face in seat.hand])
    found |= {"own": 1.0, "own cards": float(min(len(seat.hand), seat.hand_limit)),
              "own runes": float(len(seat.fence)),
              f"own creatures {min(seat.mythical, WIN)}": 1.0}  # fmt: skip
    if not summons:
        found |= {"own no summon": 1.0, "own near no summon": float(near)}
    elif summons == 1:
        found["own one summon"] = 1.0
    if summons == len(seat.hand):
        found["own no spell"] = 1.0
    for zone, faces in (("hand", seat.hand), ("fence", [slot.face for slot in seat.fence])):
        for face in faces:
            name = f"{zone} {face}"
            found[name] = found.get(name, 0.0) + OF_A_CARD
            for use in uses[face]:
                name = f"{zone} to {use}"
                found[name] = found.get(name, 0.0) + 1.0


def _add_answer(found: Found, playing: Sequence[SeatView], own: SeatView, uses: Uses) -> None:
    """Whether there is an answer in hand to who is about to win."""
    most = max([seat.mythical for seat in playing if seat is not own], default=0)
    if most >= WIN - 1:
        has = any(not REMOVALS.isdisjoint(uses[face]) for face in own.hand)
        found["answer" if has else "no answer"] = 1.0


SUMMON = "summon"
REMOVALS = frozenset({"destroy", "hex", "steal", "return"})


def uses_of(faces: Iterable[Face]) -> Uses:
    """What the cards of a deck are for."""
    return {face.id: _uses(face) for face in faces}


def _uses(face: Face) -> tuple[str, ...]:
    """Each use once, in alphabetical order; a lasting rule is called `rule`."""
    found = {SUMMON} if face.kind == "creature" else {"cast"} if face.kind == "spell" else set()
    waiting = list(face.effects)
    while waiting:
        item = waiting.pop()
        found.add(item.do)
        waiting += [inner for each in item.lists for inner in each]
    if face.rules:
        found.add("rule")
    return tuple(sorted(found))
