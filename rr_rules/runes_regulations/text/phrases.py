"""Why a hint advises something: what would be better, in words.

Of the view that an imagined table came to only numbers are said that everybody could count, and
nothing of the cards that were dealt to it.
"""

from __future__ import annotations

from collections.abc import Sequence

from rr_rules.kernel.requests import Choose, Option
from rr_rules.runes_regulations.state.view import SeatView, View

WIN = 5
"""So many Mythical Creatures win at the own End."""


VERBS = {
    "discard": "DISCARD",
    "hand_limit": "DISCARD",
    "rune_limit": "DESTROY",
    "summoning_limit": "DESTROY",
    "hex": "HEX",
    "restore": "RESTORE",
    "destroy": "DESTROY",
    "steal": "STEAL",
    "return": "RETURN",
    "sacrifice": "SACRIFICE",
    "give": "give",
    "take": "take",
    "keep": "keep",
    "cast_effect": "CAST",
    "summon_effect": "SUMMON",
    "summon_from_pile": "SUMMON",
    "curse": "CAST",
}
"""By the verb of a question about a card, what is done to the card."""
ON_A_CARD = frozenset({"hand", "lawn", "fence", "seen", "limbo", "main_discard", "rune_discard",
                       "forbidden_discard", "forbidden_rune_discard"})  # fmt: skip
"""The zones that hold such cards."""


def called(choose: Choose, option: Option, label: str) -> str:
    """An option with what is done to the card that it names."""
    verb = VERBS.get(choose.verb, "")
    names_a_card = option.zone in ON_A_CARD and not label.startswith(f"{verb} ")
    return f"{verb} {label}" if verb and names_a_card else label


def because(term: str, now: View, then: View, seat: int) -> Sequence[str]:
    """What speaks for an answer by a term of the judgement, the longest wording first."""
    mine, whose = then.seats[seat], term.removeprefix("their ")
    if whose != term and then.nefarious is not None:
        return _of_theirs(whose, then.seats[then.nefarious.seat])
    match term:
        case "won":
            return _won(then, seat)
        case "creatures":
            return _creatures(now, then, seat)
        case "hexed":
            hexed = _count(len(mine.lawn) - mine.mythical, "Hexed Creature")
            return f"you would keep {hexed} that can be restored", f"you would keep {hexed}"
        case "cards":
            return _held(
                "you would {} {}", "hold", len(mine.hand), len(now.seats[seat].hand), "card"
            )
        case "runes":
            said = "you would {} {} on your Fence"
            return _held(said, "have", len(mine.fence), len(now.seats[seat].fence), "Rune")
        case "skips":
            return ("you would not have to miss a phase",)
        case "rivals":
            return _rivals(now, then, seat)
        case _:
            return _of_the_night(term, now, then, seat)


def _held(said: str, verb: str, count: int, before: int, noun: str) -> Sequence[str]:
    """How many of something there would be, and whether that is more than now."""
    if count > before:
        more = said.format(verb, _count(count, noun))
        return f"{more}, not {before or 'none'}", more
    return (said.format(f"still {verb}" if count == before else "keep", _count(count, noun)),)


def _won(then: View, seat: int) -> Sequence[str]:
    if then.outcome is not None and seat in then.outcome.winners:
        return ("you would win",)
    return ("you would not lose at once",)


def _creatures(now: View, then: View, seat: int) -> Sequence[str]:
    """The own Creatures, beside the most that anybody else has."""
    mine, before = then.seats[seat].mythical, now.seats[seat].mythical
    if mine >= WIN:
        return (f"you would have {mine} Creatures, and five at your End win",
                f"you would have {mine} Creatures")  # fmt: skip
    most = max([each.mythical for each in then.seats if each.seat != seat and not each.left],
               default=0)  # fmt: skip
    verb = "have" if mine > before else "keep"
    said = f"you would {verb} {_count(mine, 'Creature')}"
    return f"{said}; {_nobody_else(most)}", said


def _nobody_else(most: int) -> str:
    if not most:
        return "nobody else has any"
    return f"nobody else has more than {most}"


def _rivals(now: View, then: View, seat: int) -> Sequence[str]:
    """Who would have less: Creatures count before Runes and cards."""
    others = [each.seat for each in then.seats if each.seat != seat and not each.left]
    for noun, count in (("Creature", _creatures_of), ("Rune", _runes_of), ("card", _cards_of)):
        lost = {each: count(now.seats[each]) - count(then.seats[each]) for each in others}
        most = max(lost, key=lambda each: lost[each], default=-1)
        if most >= 0 and lost[most] > 0:
            was, left = count(now.seats[most]), count(then.seats[most])
            said = f"{{{most}}} would have {_count(left, noun)}"
            return f"{said} instead of {was}", said
    return ("it leaves your neighbors less",)


def _creatures_of(seat: SeatView) -> int:
    return seat.mythical


def _runes_of(seat: SeatView) -> int:
    return len(seat.fence)


def _cards_of(seat: SeatView) -> int:
    return len(seat.hand)


def _of_theirs(term: str, theirs: SeatView) -> Sequence[str]:
    """For one who wins with the Nefarious Neighbor: what that one would have."""
    who = f"{{{theirs.seat}}} would"
    match term:
        case "cards":
            return (f"{who} hold {_count(len(theirs.hand), 'card')}",)
        case "runes":
            return (f"{who} have {_count(len(theirs.fence), 'Rune')}",)
        case _:
            return (f"{who} not have to miss a phase",)


def _of_the_night(term: str, now: View, then: View, seat: int) -> Sequence[str]:
    """What only the expansion knows of."""
    match term:
        case "role":
            return "you would be nearer to what your role asks for", "your role asks for it"
        case "time":
            return ("it does you good as the Main deck runs low",)
        case "lawn":
            return ("your Lawn would be emptier, as your role needs it",)
        case "beasts":
            return _beasts(now, then, seat)
        case _:
            return ()


def _beasts(now: View, then: View, seat: int) -> Sequence[str]:
    """The Nefarious Neighbor's Beasts, or the Creatures that may become their price."""
    if then.nefarious is None or now.nefarious is None:
        return ()
    dark, beasts = then.nefarious.seat, then.nefarious.beasts
    who = "you" if dark == seat else f"{{{dark}}}"
    if beasts > now.nefarious.beasts:
        return (f"{who} would have {_count(beasts, 'Corrupted Beast')}",)
    price = len(then.seats[dark].lawn) - beasts
    return (f"{who} would have {_count(price, 'Creature')} to give up for Corrupted Beasts",)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number or 'no'} {noun}s"
