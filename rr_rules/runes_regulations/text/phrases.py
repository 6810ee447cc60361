"""Why a hint advises something: what would be better, in words.

Of the view that an imagined table came to only numbers are said that everybody could count, and
nothing of the cards that were dealt to it.
"""

from __future__ import annotations

from collections.abc import Sequence

from rr_rules.bots.reasons import count_words
from rr_rules.kernel.requests import Choose, Option
from rr_rules.runes_regulations.faces.faces import Face
from rr_rules.runes_regulations.state.view import View

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
    match term:
        case "won" if then.outcome is not None and seat in then.outcome.winners:
            return ("you would win",)
        case "creatures" | "hexed" | "cards" | "runes":
            return gained(term, now, then, seat)
        case "beasts":
            return beasts(now, then, seat)
        case _:
            return ()


def gained(group: str, now: View, then: View, seat: int, *, is_sure: bool = True) -> Sequence[str]:
    """What a seat would have of something; `is_sure` unless luck has a part in it."""
    mine, was = then.seats[seat], now.seats[seat]
    match group:
        case "creatures":
            told = _creatures(now, then, seat)
        case "hexed":
            hexed = count_words(len(mine.lawn) - mine.mythical, "Hexed Creature")
            told = f"you would have {hexed} that can be restored", f"you would have {hexed}"
        case "cards":
            told = _held("you would {} {}", "hold", len(mine.hand), len(was.hand), "card")
        case _:
            said = "you would {} {} on your Fence"
            told = _held(said, "have", len(mine.fence), len(was.fence), "Rune")
    return told if is_sure else tuple(words.replace(" would ", " could ", 1) for words in told)


def to_the_win(now: View, then: View, seat: int) -> Sequence[str]:
    """How far the own Creatures are from those that win, beside the most that others have."""
    mine, before = then.seats[seat].mythical, now.seats[seat].mythical
    if mine >= WIN or mine <= before:
        return ()
    others = [each.mythical for each in then.seats if each.seat != seat and not each.left]
    most = max(others, default=0)
    said = f"you would have {mine} of the {WIN} Creatures that win"
    return (f"{said}; others have at most {most}", said) if most else (f"{said}; others none", said)


def _held(said: str, verb: str, count: int, before: int, noun: str) -> Sequence[str]:
    """How many of something there would be, and whether that is more than now."""
    if count > before:
        more = said.format(verb, count_words(count, noun))
        return f"{more}, not {before or 'none'}", more
    return (said.format(f"still {verb}" if count == before else "keep", count_words(count, noun)),)


def _creatures(now: View, then: View, seat: int) -> Sequence[str]:
    """The own Creatures, beside the most that anybody else has."""
    mine, before = then.seats[seat].mythical, now.seats[seat].mythical
    if mine >= WIN:
        return (f"you would have {mine} Creatures, and five at your End win",
                f"you would have {mine} Creatures")  # fmt: skip
    most = max([each.mythical for each in then.seats if each.seat != seat and not each.left],
               default=0)  # fmt: skip
    verb = "have" if mine > before else "keep"
    said = f"you would {verb} {count_words(mine, 'Creature')}"
    # That somebody has more speaks for nothing.
    return (f"{said}; {_nobody_else(most)}", said) if most <= mine else (said,)


def _nobody_else(most: int) -> str:
    if not most:
        return "nobody else has any"
    return f"nobody else has more than {most}"


def beasts(now: View, then: View, seat: int) -> Sequence[str]:
    """The Nefarious Neighbor's Beasts, or the Creatures that may become their price."""
    if then.nefarious is None or now.nefarious is None:
        return ()
    dark, count = then.nefarious.seat, then.nefarious.beasts
    who = "you" if dark == seat else f"{{{dark}}}"
    if count > now.nefarious.beasts:
        return (f"{who} would have {count_words(count, 'Corrupted Beast')}",)
    price = len(then.seats[dark].lawn) - count
    said = f"{who} would have {count_words(price, 'Creature')}"
    return f"{said} to give up for Corrupted Beasts", f"{said} to give up"


def ability(face: Face, uses: Sequence[str], *, is_there: bool) -> str:
    """What a Creature is good for on the own Lawn, "{0}" for its name; "" where it is not told.

    What it does as it comes is done when it `is_there`.
    """
    does = next((WORDS_OF_USE[use] for use in WORDS_OF_USE if use in uses), "")
    when = getattr(face.trigger, "on", "")
    if does and when in WHEN and not (is_there and when == "enters_lawn"):
        return WHEN[when].format("{0}", does)
    return _lasting(face.text) if face.rules else ""


MOMENTS = ("When ", "If ", "Once ", "(")
"""How sentences of a card begin that are no lasting rule."""


def _lasting(text: str) -> str:
    """What a card says that holds while it stands, said of the card by its name."""
    sentences = text.removesuffix(".").split(". ")
    rule = next((each for each in sentences if not each.startswith(MOMENTS)), "")
    if not rule:
        return ""
    if rule.startswith("This "):
        return f"{{0}} {rule.removeprefix('This ')}"
    return f"with {{0}} {rule[:1].lower()}{rule[1:]}".replace(" this", " it")


WHEN = {
    "enters_lawn": "{0} can {1} as it comes",
    "turn_begins": "{0} can {1} at each of your turns",
    "destroy": "{0} lets you {1} if it is DESTROYED",
    "discard": "{0} lets you {1} when you DISCARD",
}
"""By the moment of an ability, what it is good for."""
WORDS_OF_USE = {
    "steal": "STEAL",
    "destroy": "DESTROY",
    "hex": "HEX",
    "return": "RETURN",
    "restore": "RESTORE",
    "draw": "DRAW",
    "take": "bring you a card of a discard pile",
    "add_rune": "bring you a Rune",
    "cast": "CAST a Spell",
    "new_regulation": "change the Regulation",
}
"""What abilities do, the most telling first; of the others the words alone do not say to whom."""


USES_TOLD = ("summon", "steal", "destroy", "hex", "return", "restore", "draw")
"""The uses of a card in hand that are named, the most telling first."""


def _use_told(uses: Sequence[str]) -> str:
    """What a card in hand is kept for, as cards write it; "" for what is not told."""
    return next((use for use in USES_TOLD if use in uses), "").upper()


def kept(face: Face, uses: Sequence[str]) -> Sequence[str]:
    """That a card stays in hand, and what it is good for: a Creature is what one SUMMONS."""
    said, use = f"you would keep {face.name}", _use_told(uses)
    comma = "" if face.kind == "creature" else ","
    return (f"{said}{comma} to {use}", said) if use else (said,)


def of_use_later(face: Face, uses: Sequence[str]) -> Sequence[str]:
    """What a card that comes into the hand is good for."""
    use, with_it = _use_told(uses), "it" if face.kind == "creature" else "with it"
    return (f"you could {use} {with_it} later",) if use else ()


def winning(*, is_sure: bool) -> Sequence[str]:
    """That an answer wins; `is_sure` unless luck has a part in it."""
    return ("you would win",) if is_sure else ("you could win at once",)
