"""Words for people: questions, options and what happened."""

from __future__ import annotations

from collections.abc import Sequence

from rr_rules.bots.reasons import count_words
from rr_rules.kernel.game import Feat, Line
from rr_rules.kernel.requests import Choose, Option
from rr_rules.rune.cards import COLOURS
from rr_rules.rune.lattice import shape
from rr_rules.rune.state import RuneEvent
from rr_rules.rune.view import RuneView

FEATS = (
    Feat("token", "token laid", "tokens laid", "Painter", 1),
    Feat("master", "master placed", "masters placed", "Settler"),
    Feat("lay", "card laid", "cards laid", "Builder"),
)
"""What is counted for the end of a game, by the kinds of its events."""
ORDINARY = {
    "draw": "Draw a card",
    "undo": "Take the card back",
    "box": "Return a master to the box: no rune is left for it",
    "skip": "Keep the token",
}
CLAIMS = {
    "draw": "draw a card",
    "master": "place a master",
    "box": "return a master to the box",
}
"""What the second phase of a turn may be."""


def prompt(choose: Choose, view: RuneView) -> str:
    """The question, for the seat that is asked."""
    acts = {option.act for option in choose.options}
    match choose.verb:
        case "lay":
            return "Lay a card" if "lay" in acts else "No card fits: give one up"
        case "claim":
            return " or ".join(words for act, words in CLAIMS.items() if act in acts).capitalize()
        case _:
            return "Put the token on a rune next to the master, or keep it"


def label(option: Option, view: RuneView) -> str:
    """An option in words, for the seat that is asked."""
    match option.act:
        case "lay":
            face = view.seats[option.seat].hand[option.at]
            return f"Lay {laid_words(dict(view.layouts)[face], option.order)}"
        case "discard":
            return f"Give up {view.seats[option.seat].hand[option.at]}"
        case "master":
            return _master_words(option, view)
        case "token":
            return f"Turn the rune at {point_words(option.order)} {COLOURS[option.at]}"
        case act:
            return ORDINARY[act]


def called(option: Option, label: str, view: RuneView) -> str:
    """An option where the question does not stand beside it: a card by its name in the hand."""
    if option.act != "lay":
        return label
    return f"Lay {view.seats[option.seat].hand[option.at]} at {placed_words(option.order)}"


def _master_words(option: Option, view: RuneView) -> str:
    cell = view.cell_at(option.order)
    assert cell is not None, "a master is placed on a rune"
    worth = view.areas[cell.area].worth
    return f"Place a master on {cell.colour} at {point_words(option.order)}: area worth {worth}"


def laid_words(layout: str, where: tuple[int, ...]) -> str:
    """A placement as people write it: BBB/RGG at (0,2), turned 90°."""
    return f"{shape(layout, where[2]).letters()} at {placed_words(where)}"


def placed_words(where: tuple[int, ...]) -> str:
    """A cell, and how the card is turned that lies there: (0,2), turned 90°."""
    turned = f", turned {90 * where[2]}°" if any(where[2:]) else ""
    return f"{point_words(where)}{turned}"


def point_words(where: tuple[int, ...]) -> str:
    """A cell as people write it."""
    return f"({where[0]},{where[1]})"


WORDS = {
    "first": ("{who} begins", "RN-SETUP-04"),
    "deal": ("Both are dealt {n} cards", "RN-SETUP-03"),
    "lay": ("{who} lays {card} at {place}", "RN-PLACE-04"),
    "discard": ("Nothing {who} holds fits anywhere: {card} leaves the game", "RN-TURN-04"),
    "draw": ("{who} draws {card}", "RN-DRAW-01"),
    "master": ("{who} places a master at {place}", "RN-MASTER-01"),
    "box": ("{who} finds no rune for a master and returns it to the box", "RN-MASTER-07"),
    "token": ("{who} turns the rune at {place} {card}", "RN-GM-05"),
    "tail": ("No more cards are drawn; masters {who} has left: {n}", "RN-END-02"),
    "score": ("{who} scores {n}", "RN-SCORE-01"),
    "left": ("{who} leaves and loses the game", "RN-COMP-04"),
}
"""By the kind of an event: what it says, and the clause that answers "why?"."""

REASONS = {
    "points": "with more points",
    "second_player": "with as many points, as the player who did not begin",
    "red_runes": "with as many points, and with more red runes",
    "draw": "both have as many points",
    "left": "because the other player has left",
}
"""How a game ended, by the reason of its outcome (RN-SCORE-04, -05, RN-COMP-04)."""


def line(event: RuneEvent) -> Line:
    """An event (redacted) in words."""
    words, clause = WORDS[event.kind]
    card = next(iter(event.faces), "") or "a card"
    place = placed_words(event.at) if event.at else ""
    who = "{" + str(event.by) + "}"
    return Line(words.format(who=who, card=card, place=place, n=event.n), clause)


# --- why a hint advises something ---------------------------------------------------------------


def because(term: str, now: RuneView, then: RuneView, seat: int) -> Sequence[str]:
    """What speaks for an answer, the longest wording first: numbers that everybody can count."""
    match term:
        case "won":
            return (_ended(then, seat),)
        case "points":
            was, would_be = lead(now, seat), lead(then, seat)
            said = f"you would be {lead_words(would_be)}"
            return (f"{said}, where you are {lead_words(was)}" if was != would_be else said, said)
        case _:
            return ()


def _ended(then: RuneView, seat: int) -> str:
    """What an end of the game would be for a seat, or that it would not have come."""
    if then.outcome is None:
        return "you would not lose at once"
    if not then.outcome.winners:
        return "the game would end in a draw"
    return "you would win" if seat in then.outcome.winners else "you would lose"


def lead(view: RuneView, seat: int) -> int:
    """How many points a seat is ahead."""
    return view.seats[seat].score - view.seats[1 - seat].score


def lead_words(points: int) -> str:
    """How far ahead somebody is, in words."""
    if not points:
        return "level"
    return f"{count_words(abs(points), 'point')} {'ahead' if points > 0 else 'behind'}"
