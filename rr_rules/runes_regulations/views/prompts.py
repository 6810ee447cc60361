"""Words for choices: the question for the seat that is asked, and each option."""

from __future__ import annotations

from collections.abc import Sequence

from rr_rules.kernel.game import Line
from rr_rules.kernel.requests import Choose, Option
from rr_rules.runes_regulations.faces.faces import Deck, choices_of
from rr_rules.runes_regulations.faces.verb import Verb
from rr_rules.runes_regulations.state.view import LogEvent, View
from rr_rules.runes_regulations.turn.spinner import NEFARIOUS_RESULTS
from rr_rules.runes_regulations.turn.spinner import RESULTS as SPINNER_RESULTS
from rr_rules.runes_regulations.views.log import RESULTS, Wording

_QUESTIONS = {
    "cast_phase": "Your Cast phase: pick a Spell",
    "summon_phase": "Your Summon phase: pick a Creature",
    "confirm_skip": "Skip this phase?",
    "order": "Which of your effects comes first?",
    "discard": "Choose a card to DISCARD",
    "hand_limit": "You have {} cards and may have {}: choose one to DISCARD",
    "rune_limit": "You have {} Runes and may have {}: choose one to DESTROY",
    "summoning_limit": "You gained too many Mythical Creatures: choose one to DESTROY",
    "hex": "Choose a Mythical Creature to HEX",
    "restore": "Choose a Hexed Creature to RESTORE",
    "destroy": "Choose what to DESTROY",
    "steal": "Choose what to STEAL",
    "return": "Choose a Creature to RETURN",
    "sacrifice": "Choose a Creature to SACRIFICE",
    "give": "Choose what to give",
    "take": "Choose a card to take from the discard pile",
    "take_from": "Choose whose hand to take a card from",
    "player": "Choose a player",
    "lawn": "Choose whose Lawn it enters",
    "look": "Choose whose cards to look at",
    "keep": "Choose a card to keep",
    "under": "Choose the card that goes under the deck next",
    "mode": "Choose one",
    "slot": "Choose the slot it goes back to",
    "cast_effect": "Choose a Spell to CAST",
    "summon_effect": "Choose a Creature to SUMMON",
    "summon_from_pile": "Choose a Creature from the Main discard pile to SUMMON",
    "curse": "Choose a Curse to CAST",
    "result": "Choose which result applies",
    "may": "Do you want to?",
    "may_draw": "Block Party: DRAW a card?",
    "adopt": "Pet Adoption Day: SUMMON a Creature onto your Lawn?",
    "window": "Activate Runes?",
    "use": "Use an effect?",
    "event": "Choose which event it answers",
}

_ACTS = {
    "draw": "DRAW instead",
    "skip": "Skip",
    "pass": "Pass",
    "done": "Done",
    "yes": "Yes",
    "no": "No",
    "show_role": "Show your role to everybody",
}

_QUESTIONS_OF_THE_OTHER = {
    "cast_phase": "Your Cast phase: pick a Curse",
    "summon_phase": "Your Summon phase: pick a Sacrificial Creature or a Corrupted Beast",
    "summon_from_pile": "Choose a Creature from the Forbidden discard pile to SUMMON",
}
"""What the Nefarious Neighbor is asked in other words."""

_PILES = ("main_discard", "rune_discard", "forbidden_discard", "forbidden_rune_discard")
"""Zones of a view that hold faces under their own name."""


def prompt(wording: Wording, choose: Choose, view: View) -> str:
    """The question, with the card whose text asks it and the event that is answered."""
    question = _QUESTIONS.get(choose.verb) or f"{_spoken(choose.verb).upper()}: choose one"
    if choose.verb in ("hand_limit", "rune_limit"):
        question = question.format(*_held(choose, view))
    if _is_the_other(choose.seat, view):
        question = _QUESTIONS_OF_THE_OTHER.get(choose.verb, question)
    if choose.verb == "use" and choose.source:
        question = f"Use {wording.name(choose.source)}?"
    elif choose.source and wording.name(choose.source) != "a card":
        question = f"{wording.name(choose.source)}: {_lower(question)}"
    elif choose.source in RESULTS and choose.verb not in ("may_draw", "adopt"):
        question = f"{RESULTS[choose.source]}: {_lower(question)}"
    if choose.verb == "window" and isinstance(choose.about, LogEvent):
        question = f"{wording.line(choose.about).text}. {question}"
    return question


def _held(choose: Choose, view: View) -> tuple[int, int]:
    """How much a seat has of what it has too much of, and how much it may have."""
    seat = view.seats[choose.seat]
    if choose.verb == "hand_limit":
        return len(seat.hand), seat.hand_limit
    return len(seat.fence), seat.rune_limit


def _spoken(verb: str) -> str:
    return verb.replace("_", " ")


def _is_the_other(seat: int, view: View) -> bool:
    """Whether a seat is the Nefarious Neighbor's."""
    return view.nefarious is not None and seat == view.nefarious.seat


def _lower(question: str) -> str:
    return question if question[:2].isupper() else question[0].lower() + question[1:]


def label(wording: Wording, deck: Deck, choose: Choose, option: Option, view: View) -> str:
    """An option in words."""
    if option.act in _ACTS:
        return _ACTS[option.act]
    if option.act == "player":
        whose = "Your own" if option.seat == view.me else f"{{{option.seat}}}'s"
        return f"{whose} Lawn" if choose.verb == "lawn" else _player(option.seat, view)
    if option.act == "mode":
        return _mode(deck, choose, option.at)
    if option.act == "result":
        return RESULTS[_spinner_of(choose.seat, view)[option.at - 1]]
    if option.act == "slot":
        return f"Slot {option.at + 1}"
    if option.zone == "regulation":
        return f"The Regulation {wording.name(view.regulation)}"
    if len(option.order) > 1:
        runes = [_thing(wording, option._replace(at=at), view) for at in option.order]
        return "Use " + ", then ".join(runes)
    return _verb(option.act) + _thing(wording, option, view) + _onto(option, view)


def warning(option: Option) -> Line | None:
    """What to say before an answer that nobody would want to give by mistake."""
    if option.act == "show_role":
        return Line("Everybody will know your role until the end", "NN-ROLE-05")
    return None


def _player(seat: int, view: View) -> str:
    return "You" if seat == view.me else f"{{{seat}}}"


def _verb(act: str) -> str:
    return {"cast": "CAST ", "summon": "SUMMON ", "use": "Use "}.get(act, "")


def _onto(option: Option, view: View) -> str:
    """Whose thing it is, where it is another player's."""
    if option.zone not in ("lawn", "fence") or option.seat == view.me:
        return ""
    return f" of {{{option.seat}}}"


def _thing(wording: Wording, option: Option, view: View) -> str:
    """What lies at the place an option names, as this view shows it."""
    if option.zone == "seen":
        return wording.name(view.seen[option.at])
    if option.zone in _PILES:
        shown = view.nefarious if option.zone.startswith("forbidden") else view
        pile: tuple[str, ...] = getattr(shown, option.zone)
        return wording.name(pile[option.at])
    if option.zone == "limbo":
        return "the card that is shown"
    seat = view.seats[option.seat]
    if option.zone == "lawn":
        card = seat.lawn[option.at]
        return wording.name(card.face) + (" (Hexed)" if card.hexed else "")
    if option.zone == "fence":
        face = seat.fence[option.at].face
        return wording.name(face) if face else f"Rune {option.at + 1}"
    return wording.name(seat.hand[option.at])


def _spinner_of(seat: int, view: View) -> Sequence[str]:
    """The results on the Spinner of a seat, from 1 on."""
    return NEFARIOUS_RESULTS if _is_the_other(seat, view) else SPINNER_RESULTS


def _mode(deck: Deck, choose: Choose, at: int) -> str:
    """One list of a card that says "choose one"."""
    face = next((face for face in deck.faces if face.id == choose.source), None)
    if face is None or not isinstance(choose.about, LogEvent):
        return f"Option {at + 1}"
    item, controller = list(choices_of(face.effects))[choose.about.n], choose.about.of
    # "You" on the card is its controller, whoever picks.
    name = "" if choose.seat == controller else f"{{{controller}}} "
    return " and ".join(
        "choose again" if each.lists else _sentence(each, name if each.who == "you" else "")
        for each in item.lists[at]
    )


def _sentence(item: Verb, subject: str) -> str:
    """What an item says to the one who picks; `subject` is another player who does it."""
    words = item.clause("their" if subject else "your", "it")
    verb, _, rest = words.partition(" ")
    if not subject:
        return f"{verb[0].upper()}{words[1:]}"
    ending = "es" if verb.lower().endswith("x") else "s"
    return f"{subject}{verb}{ending.upper() if verb.isupper() else ending} {rest}"
