"""Words for people: log lines, questions and options.

Log style: player first, present tense, no full stop; "{0}" stands for the name of seat 0.
"""

from __future__ import annotations

from collections.abc import Callable

from rr_rules.kernel.game import Feat, Line
from rr_rules.runes_regulations.faces.faces import Deck, choices_of
from rr_rules.runes_regulations.state.view import LogEvent

NEFARIOUS_RESULTS = {
    "new_forbidden_rune": "New Forbidden Rune",
    "get_off_my_lawn": "Get Off My Lawn",
    "forbidden_fruit": "Forbidden Fruit",
    "pety_theft": "Pet-y Theft",
    "loud_cursing": "Loud Cursing",
    "double_discard": "Double Discard",
}
"""The faces of the Nefarious Spinner in words."""

NEFARIOUS_ENDINGS = {
    "role": "has fulfilled the secret role and wins",
    "five_and_role": "has five Mythical Creatures and fulfilled the secret role, and wins",
    "beasts": "has five Corrupted Beasts and wins",
    "deck_out": "outlasts the Main deck and wins",
    "nefarious_wins": "has served the Nefarious Neighbor and wins too",
}

NEFARIOUS_REASONS = {
    "role": "by the secret role at the end of the turn",
    "five_and_role": "with five Mythical Creatures, and by the secret role as well",
    "beasts": "with five Corrupted Beasts",
    "deck_out": "because the Main deck ran out and nobody won in time",
}
"""How a game of the expansion ended, by the reason of its outcome."""


RESULTS = {
    "new_rune": "New Rune",
    "hex_yourself": "Hex Yourself",
    "pet_return": "Pet Return",
    "new_regulation": "New Regulation",
    "and_discard": "And Discard",
    "event": "Event",
    "block_party": "Block Party",
    "hedge_trimming": "Hedge Trimming",
    "animal_control": "Animal Control",
    "suburban_revitalization": "Suburban Revitalization",
    "hoa_fee_collection": "HOA Fee Collection",
    "pet_adoption_day": "Pet Adoption Day",
    **NEFARIOUS_RESULTS,
}
"""The faces of the Spinner in words."""

ENDINGS = {
    "five": "has five Mythical Creatures and wins",
    "default": "is the last one at the table and wins",
    "turn_cap": "has the most Mythical Creatures at the last turn and wins",
    **NEFARIOUS_ENDINGS,
}

REASONS = {
    "five": "with five Mythical Creatures at the end of the turn",
    "default": "by default: nobody else is left",
    "turn_cap": "when the agreed number of turns was over",
    **NEFARIOUS_REASONS,
}
"""How a game ended, by the reason of its outcome."""
DRAWS = {"turn_cap": "the agreed number of turns is over"}
"""The same where nobody has won."""


ASIDES = frozenset(
    {
        "add_rune", "cut_short", "deal", "declare", "discard", "draw", "event_spin", "first_player",
        "fizzle", "goes_back", "grant", "keep", "look", "mode", "moment", "must_skip", "name",
        "reform", "result", "skipped", "summoning_limit", "take", "target", "turn", "unpaid",
        "would",
    }
)  # fmt: skip
"""The kinds of events for which a glance is enough: steps of something bigger, and small change."""

FEATS = (
    Feat("steal", "theft", "thefts", "Light fingers"),
    Feat("activate", "Rune used", "Runes used", "Good fences"),
    Feat("hex", "hex", "hexes", "Green thumb"),
    Feat("destroy", "Creature destroyed", "Creatures destroyed", "Wrecking ball"),
    Feat("cast", "Spell", "Spells", "Spellbound"),
    Feat("summon", "summon", "summons", "Open house"),
)
"""What is counted for the end of a game, by the kinds of its events."""


class Wording:
    """Turns one deck's events into sentences."""

    def __init__(self, deck: Deck) -> None:
        """Word the events of games with this deck."""
        self._names = {face.id: face.name for face in deck.faces}
        self._lists = {face.id: [each.lists for each in choices_of(face.effects)]
                       for face in deck.faces}  # fmt: skip

    def name(self, face: str) -> str:
        """A face's name, or what a card face down is called."""
        return self._names.get(face, "a card")

    def line(self, event: LogEvent) -> Line:
        """An event in words, with the clause that answers "why?"."""
        words, clause = LINES.get(event.kind, (_plainly, ""))
        return Line(words(self, event), clause, is_aside=event.kind in ASIDES)

    def card_of(self, event: LogEvent) -> str:
        """The face, or "a card" where it is hidden."""
        return self.name(event.face)

    def list_of(self, event: LogEvent) -> str:
        """What was chosen of a card, in words; a number where the card asks more than once."""
        lists = self._lists.get(event.face, [])
        if len(lists) != 1 or any(each.lists for each in lists[0][event.n]):
            return f"option {event.n + 1} of {self.card_of(event)}"
        words = " and ".join(each.clause("their", "it") for each in lists[0][event.n])
        return f"for {self.card_of(event)}: {words}"


def _plainly(wording: Wording, event: LogEvent) -> str:
    """What has no words of its own yet: who did it, and the verb."""
    whom = f": {wording.card_of(event)}" if event.face else ""
    return f"{{{event.by}}}: {event.kind.replace('_', ' ')}{whom}"


def _about_creature(verbs: str, past: str) -> Callable[[Wording, LogEvent], str]:
    """A sentence about a Creature: who does it, to what, on whose Lawn."""

    def words(text: Wording, event: LogEvent) -> str:
        card = text.card_of(event)
        if event.by < 0:
            return f"{card} on {{{event.of}}}'s Lawn is {past}"
        whose = "their own Lawn" if event.by == event.of else f"{{{event.of}}}'s Lawn"
        return f"{{{event.by}}} {verbs} {card} on {whose}"

    return words


def _summon(text: Wording, event: LogEvent) -> str:
    where = "" if event.by == event.of else f" onto {{{event.of}}}'s Lawn"
    return f"{{{event.by}}} SUMMONS {text.card_of(event)}{where}"


def _steal(text: Wording, event: LogEvent) -> str:
    return f"{{{event.by}}} STEALS {text.card_of(event)} from {{{event.of}}}"


def _steal_rune(text: Wording, event: LogEvent) -> str:
    rune = text.card_of(event) if event.face else "a Rune"
    return f"{{{event.by}}} STEALS {rune} from {{{event.of}}}'s Fence"


def _destroy_rune(text: Wording, event: LogEvent) -> str:
    if event.by < 0:
        return f"{{{event.of}}} has too many Runes and DESTROYS {text.card_of(event)}"
    whose = "their own" if event.by == event.of else f"{{{event.of}}}'s"
    return f"{{{event.by}}} DESTROYS {text.card_of(event)} on {whose} Fence"


def _discard(text: Wording, event: LogEvent) -> str:
    limit = " to the hand limit" if event.other == "hand_limit" else ""
    return f"{{{event.by}}} DISCARDS {text.card_of(event)}{limit}"


def _declare(text: Wording, event: LogEvent) -> str:
    card = text.card_of(event)
    if event.by < 0:
        return f"The Regulation {card} acts on {{{event.of}}}"
    return f"{{{event.by}}} uses {card}"


def _moment(text: Wording, event: LogEvent) -> str:
    return _MOMENTS[event.other](text, event)


def _would(text: Wording, event: LogEvent) -> str:
    who = f"{{{event.by}}}" if event.by >= 0 else "The Spinner"
    words = {
        "cast": f"{who} is about to CAST {text.card_of(event)}",
        "discard": f"{who} is about to DISCARD a card",
        "steal": f"{who} is about to STEAL {_thing(text, event)} from {{{event.of}}}",
        "hex": f"{_thing(text, event)} on {{{event.of}}}'s Lawn is about to be HEXED",
        "destroy": f"{_thing(text, event)} of {{{event.of}}} is about to be DESTROYED",
        "return": f"{_thing(text, event)} of {{{event.of}}} is about to be RETURNED",
        "spin": f"The result of {{{event.of}}}'s SPIN is about to apply",
        "summon": f"{who} is about to SUMMON {text.card_of(event)}",
        "new_regulation": "A new Regulation is about to become active",
    }
    return words[event.other]


def _thing(text: Wording, event: LogEvent) -> str:
    return text.card_of(event) if event.face else "a Rune"


_MOMENTS: dict[str, Callable[[Wording, LogEvent], str]] = {
    "cast": lambda t, e: f"{{{e.by}}} CASTS {t.card_of(e)}",
    "discard": _discard,
    "enters_lawn": lambda t, e: f"{t.card_of(e)} enters {{{e.of}}}'s Lawn",
    "steal": lambda t, e: f"{{{e.by}}} STEALS {_thing(t, e)} from {{{e.of}}}",
    "hex": _about_creature("HEXES", "HEXED"),
    "destroy": lambda t, e: f"{_thing(t, e)} of {{{e.of}}} is DESTROYED",
    "return": lambda t, e: f"{t.card_of(e)} of {{{e.of}}} is RETURNED",
    "restore": lambda t, e: f"{t.card_of(e)} on {{{e.of}}}'s Lawn is RESTORED",
    "summon": _summon,
    "spin": lambda _, e: f"{{{e.by}}} SPINS",
    "activate": lambda t, e: f"{{{e.by}}} ACTIVATES {t.card_of(e)}",
    "new_regulation": lambda t, e: f"{t.card_of(e)} becomes the active Regulation",
    "turn_begins": lambda _, e: f"{{{e.by}}}'s turn begins",
    "turn_ends": lambda _, e: f"{{{e.by}}}'s turn ends",
}


def _looks(text: Wording, event: LogEvent) -> str:
    if event.other == "main_deck":
        return f"{{{event.by}}} looks at the top {event.n} of the Main deck"
    zone = "hand" if event.other == "hand" else "Fence"
    return f"{{{event.by}}} looks at {{{event.of}}}'s {zone}"


def _must_skip(_: Wording, event: LogEvent) -> str:
    return f"{{{event.of}}} must skip their next {event.other.capitalize()} phase"


def _target(text: Wording, event: LogEvent) -> str:
    if not event.n:
        return f"{{{event.by}}} aims {text.card_of(event)} at {{{event.of}}}"
    thing = text.name(event.other) if event.other else f"Rune {event.n}"
    whose = "their own " if event.by == event.of else ""
    owner = f" of {{{event.of}}}" if event.of >= 0 and not whose else ""
    return f"{{{event.by}}} aims {text.card_of(event)} at {whose}{thing}{owner}"


def _reform(_: Wording, event: LogEvent) -> str:
    deck = event.other.replace("_", " ").title()
    return f"The {deck} discard pile is shuffled into a new deck of {event.n}"


def _drew(what: str) -> Callable[[Wording, LogEvent], str]:
    return lambda t, e: f"{{{e.by}}} {what} {t.card_of(e)}"


def _runs_out(_: Wording, event: LogEvent) -> str:
    taker = f"{{{event.by}}} takes the last card of the Main deck" if event.by >= 0 else (
        "The Main deck has run out")  # fmt: skip
    return f"{taker}: the end of {{{event.of}}}'s turn is the last chance"


def _spins(text: Wording, event: LogEvent) -> str:
    return f"{{{event.by}}} SPINS {event.n}: {RESULTS[event.other]}"


def _regulation(text: Wording, event: LogEvent) -> str:
    return f"{text.card_of(event)} is the active Regulation now"


LINES: dict[str, tuple[Callable[[Wording, LogEvent], str], str]] = {
    "first_player": (lambda _, e: f"{{{e.by}}} takes the first turn", "RR-SETUP-08"),
    "deal": (
        lambda _, e: f"Everybody is dealt {e.n} cards and {e.other} Runes", "RR-SETUP-02"),
    "turn": (lambda _, e: f"Turn {e.n}: {{{e.by}}} begins", "RR-TURN-01"),
    "skipped": (
        lambda _, e: f"{{{e.by}}} misses the {e.other.capitalize()} phase", "RR-TURN-07"),
    "draw": (_drew("DRAWS"), "RR-TERM-01"),
    "add_rune": (
        lambda t, e: f"{{{e.by}}} adds {t.card_of(e) if e.face else 'a Rune'} to their Fence",
        "RR-SPIN-02"),
    "reform": (_reform, "RR-SETUP-05"),
    "hex": (_about_creature("HEXES", "HEXED"), "RR-TERM-07"),
    "restore": (_about_creature("RESTORES", "RESTORED"), "RR-TERM-08"),
    "destroy": (_about_creature("DESTROYS", "DESTROYED"), "RR-TERM-09"),
    "destroy_rune": (_destroy_rune, "RR-TERM-09"),
    "steal": (_steal, "RR-TERM-10"),
    "steal_rune": (_steal_rune, "RR-TERM-11"),
    "return": (_about_creature("RETURNS", "RETURNED"), "RR-TERM-12"),
    "sacrifice": (lambda t, e: f"{{{e.by}}} SACRIFICES {t.card_of(e)}", "RR-TERM-13"),
    "discard": (_discard, "RR-TERM-02"),
    "summon": (_summon, "RR-TERM-05"),
    "give": (lambda t, e: f"{{{e.by}}} gives {t.card_of(e)} to {{{e.of}}}", "RR-TERM-10"),
    "give_card": (lambda t, e: f"{{{e.by}}} gives {t.card_of(e)} to {{{e.of}}}", "RR-HID-02"),
    "take_card": (lambda t, e: f"{{{e.of}}} takes {t.card_of(e)} from {{{e.by}}}", "RR-HID-02"),
    "take": (
        lambda t, e: f"{{{e.by}}} takes {t.card_of(e)} into the hand ({t.name(e.other)})",
        "RR-HID-03"),
    "new_regulation": (_regulation, "RR-CARD-07"),
    "name": (lambda t, e: f"{{{e.by}}} shows {t.card_of(e)}", "RR-EFF-04"),
    "cast": (lambda t, e: f"{{{e.by}}} CASTS {t.card_of(e)}", "RR-TERM-04"),
    "declare": (_declare, "RR-EFF-01"),
    "target": (_target, "RR-CHAIN-03"),
    "moment": (_moment, "RR-HID-16"),
    "would": (_would, "RR-CHAIN-06"),
    "replaced": (
        lambda t, e: f"{t.card_of(e)} of {{{e.by}}} takes the place of it", "RR-CHAIN-06"),
    "fizzle": (lambda t, e: f"{t.card_of(e)} has no effect", "RR-CHAIN-12"),
    "unpaid": (lambda t, e: f"{{{e.by}}} does not pay for {t.card_of(e)}", "RR-EFF-09"),
    "cut_short": (
        lambda t, e: f"Part of {t.card_of(e)} is left out: what it depends on was not done",
        "RR-EFF-09"),
    "activate": (lambda t, e: f"{{{e.by}}} has ACTIVATED {t.card_of(e)}", "RR-TERM-06"),
    "goes_back": (
        lambda t, e: f"{t.card_of(e)} goes back face down to {{{e.by}}}'s Fence", "RR-CHAIN-11"),
    "guard": (lambda _, e: f"The chain is ended after {e.n} links", "RR-EDGE-34"),
    "look": (_looks, "RR-HID-04"),
    "keep": (_drew("keeps"), "RR-HID-02"),
    "must_skip": (_must_skip, "RR-EFF-08"),
    "grant": (lambda t, e: f"{t.card_of(e)} protects {{{e.by}}} until their next turn",
              "RR-EFF-08"),
    "mode": (lambda t, e: f"{{{e.by}}} chooses {t.list_of(e)}", "RR-EFF-01"),
    "summoning_limit": (
        lambda _, e: f"{{{e.by}}} gained {e.n} Mythical Creatures and must DESTROY one",
        "RR-SLIM-01"),
    "spin": (_spins, "RR-SPIN-01"),
    "event_spin": (_spins, "RR-EVENT-01"),
    "result": (
        lambda _, e: f"{{{e.by}}} applies {e.n}: {RESULTS[e.other]}", "RR-SPIN-01"),
    "won": (lambda _, e: f"{{{e.by}}} {ENDINGS[e.other]}", "RR-WIN-01"),
    "drawn": (lambda _, __: "Nobody wins: the game is a draw", "RR-WIN-04"),
    "role": (lambda t, e: f"{{{e.by}}} is dealt {t.name(e.face) if e.face else 'a role'}",
             "NN-SETUP-05"),
    "role_shown": (lambda t, e: f"{{{e.by}}} is {t.name(e.face)}", "NN-SETUP-06"),
    "role_left_out": (
        lambda t, e: f"{t.name(e.face)} cannot be played at this table", "NN-ROLE-09"),
    "run_out": (_runs_out, "NN-OUT-02"),
    "no_effect": (lambda t, e: f"{RESULTS[e.other]} has no effect on {{{e.by}}}", "NN-INFO-06"),
    "left": (lambda _, e: f"{{{e.by}}} has left the game", "RR-TABLE-05"),
}  # fmt: skip
"""Every kind of event: its sentence and its clause."""
