"""Words for people: questions, options and what happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rr_rules.kernel.game import Feat, GameBefore, Line, NextGame, Phrase, Talk
from rr_rules.kernel.recounting import ClosingLine, FeatWithin
from rr_rules.kernel.requests import Choose, Option
from rr_rules.regicide.cards import sign_of, worth_of
from rr_rules.regicide.state import RegicideEvent
from rr_rules.regicide.view import Enemy, RegicideView


class ExactKill(FeatWithin):
    """Who defeats an enemy exactly has defeated it."""

    whole = "defeat"


FEATS = (
    ExactKill("exact", "exactly", "exactly", "To the point"),
    Feat("defeat", "enemy defeated", "enemies defeated", "Kingslayer"),
    Feat("heal", "heal", "heals", "Good Samaritan"),
    Feat("shield", "shield", "shields", "Shield bearer"),
    Feat("jester", "Jester played", "Jesters played", "Comic relief"),
)
"""What is counted for the end of a game, by the kinds of its events."""
GOING_ON = ("play", "next", "attack")
SIGNALS = {
    "eager": "I would like to go next",
    "neutral": "I do not mind who goes next",
    "reluctant": "I would rather not go next",
}
"""What may be said between a Jester and the next turn (RG-COMM-03)."""
REMINDERS = {
    "rule-exact": "An enemy that is killed exactly goes onto the Tavern",
    "rule-hearts": "Hearts heal before Diamonds draw",
    "rule-yield": "Nobody may yield while everybody else yielded on their latest turn",
}
HONOUR = "Talk as you like, but do not tell or hint what you hold"


def talk(comm: str) -> Talk:
    """What a value of the option `comm` means for the room."""
    is_open = comm == "open_hands"
    return Talk(comm != "structured", HONOUR if comm == "honour" else "", not is_open)


def phrases(view: RegicideView) -> tuple[Phrase, ...]:
    """All that the seat of this view may say now; a spectator says nothing."""
    if view.me < 0 or view.phase not in GOING_ON or view.enemy is None:
        return ()
    signals = SIGNALS if view.phase == "next" else {}
    facts = {**signals, **_table(view), **_enemy(view.enemy), **_turn(view), **REMINDERS}
    return tuple([Phrase(name, text) for name, text in facts.items()])


def _table(view: RegicideView) -> dict[str, str]:
    hands = {
        f"hand-{seat.seat}": f"The hand of {{{seat.seat}}} has {cards(len(seat.hand))}"
        for seat in view.seats
    }
    return {
        **hands,
        "tavern": f"The Tavern has {cards(view.tavern)}",
        "discard": f"The discard pile has {cards(view.discarded)}",
        "castle": f"After this enemy there are {sum(view.castle)} more",
    }


def _enemy(enemy: Enemy) -> dict[str, str]:
    immune = f"to {enemy.immune.capitalize()}" if enemy.immune else "to nothing any more"
    return {
        "needs": f"The enemy needs {enemy.left} more",
        "attack": f"The enemy attacks for {enemy.attack}",
        "shield": f"The shield against the enemy is {enemy.shield}",
        "immune": f"The enemy is immune {immune}",
    }


def _turn(view: RegicideView) -> dict[str, str]:
    if view.phase != "play":
        return {}
    may = "may yield" if view.may_yield else "may not yield"
    return {"yield": f"{{{view.player}}} {may} now"}


def cards(count: int) -> str:
    """A number of cards in words."""
    return f"{count} card" if count == 1 else f"{count} cards"


WAYS_TO_BEGIN = {
    "kingslayer": "struck down the last King at this table",
    "rotate": "the first turn goes around",
}
"""Why somebody begins, by the option."""


def follow(settings: Mapping[str, str], before: GameBefore) -> NextGame:
    """The next game: its declarations mark the seat that begins."""
    way = settings["first_player"]
    marks = first_marks(way, before)
    note = f"{{{marks.index(1)}}} begins: {WAYS_TO_BEGIN[way]}." if any(marks) else ""
    return NextGame(settings, marks, note)


def first_marks(first_player: str, before: GameBefore) -> tuple[int, ...]:
    """What to declare for each seat of the next game: 1 for the one that begins, or only zeros."""
    ended, first = before.view, -1
    assert isinstance(ended, RegicideView), "this game's views are its own"
    if first_player == "kingslayer":
        first = before.now_at(ended.slayer)
    if first_player == "rotate":
        began = before.now_at(ended.began)
        # Where that player has gone the turn still passes to the seat after the empty chair.
        first = ((began if began >= 0 else ended.began) + 1) % len(before.seats)
    return tuple([int(seat == first) for seat in range(len(before.seats))])


ORDINARY = {"yield": "Yield", "flip": "Flip a Jester: discard the hand and draw a new one",
            "undo": "Take the play back", "done": "That is enough"}  # fmt: skip


def prompt(choose: Choose, view: RegicideView) -> str:
    """The question, for the seat that is asked."""
    match choose.verb:
        case "play":
            return "Play cards" + (", or yield" if view.may_yield else "")
        case "cover":
            return _cover(view)
        case _:
            return "Who takes the next turn?"


def _cover(view: RegicideView) -> str:
    """How far the attack is covered."""
    if not view.owed:
        return "Discard more, or stop"
    attack = view.enemy.attack if view.enemy is not None else view.owed
    hand = view.seats[view.me].hand if view.me >= 0 else ()
    if worth_of(hand) < view.owed:
        return f"Your hand cannot cover {attack}"
    if attack == view.owed:
        return f"Discard to cover {attack}"
    return f"Discard to cover {attack}: {attack - view.owed} covered, {view.owed} to go"


def label(option: Option, view: RegicideView) -> str:
    """An option in words, for the seat that is asked."""
    match option.act:
        case "play" | "jester":
            hand = view.seats[option.seat].hand
            return "Play " + signs([hand[at] for at in option.order or (option.at,)])
        case "discard":
            return "Discard " + signs([view.seats[option.seat].hand[option.at]])
        case "player":
            return "{" + str(option.seat) + "}"
        case act:
            return ORDINARY[act]


def signs(faces: Sequence[str]) -> str:
    """Faces as people write them."""
    return " + ".join(sign_of(face) for face in faces)


WORDS = {
    "first": ("{who} begins", "RG-SETUP-08"),
    "deal": ("Everybody is dealt {n} cards", "RG-SETUP-06"),
    "redeal": ("{who} had no Diamonds and is dealt {n} new cards", "RG-SETUP-06"),
    "enemy": ("{cards} comes forward", "RG-STEP3-01"),
    "play": ("{who} plays {cards}", "RG-STEP1-01"),
    "jester": ("{who} plays a Jester: the enemy's immunity is gone", "RG-JEST-02"),
    "named": ("{who} names {whom} for the next turn", "RG-JEST-04"),
    "yield": ("{who} yields", "RG-YIELD-01"),
    "heal": ("Cards of the discard pile that go under the Tavern: {n}", "RG-STEP2-HEARTS-01"),
    "draw": ("{who} draws {cards}", "RG-STEP2-DIAMONDS-01"),
    "shield": ("The enemy is weakened by {n}", "RG-STEP2-SPADES-01"),
    "damage": ("The enemy suffers {n}", "RG-STEP3-02"),
    "exact": ("{who} defeats {cards} exactly: it goes onto the Tavern", "RG-STEP3-05"),
    "defeat": ("{who} defeats {cards}", "RG-STEP3-04"),
    "attack": ("The enemy attacks {whom} for {n}", "RG-STEP4-01"),
    "weak": ("The enemy is too weak to attack {whom}", "RG-STEP4-05"),
    "discard": ("{who} discards {cards}", "RG-STEP4-03"),
    "flip": ("{who} flips a Jester and discards {cards}", "RG-SOLO-02"),
    "undo": ("{who} takes the play back", "RG-STEP1-05"),
    "turn": ("It is the turn of {whom}", "RG-TURN-02"),
    "lost": ("{who} cannot cover the attack, and with that the game is lost", "RG-END-02"),
    "stuck": ("{who} can neither play nor yield, and with that the game is lost", "RG-END-03"),
}
"""By the kind of an event: what it says, and the clause that answers "why?"."""

REASONS = {
    "castle": "with the castle taken: all twelve enemies are defeated",
    "gold": "a gold medal: all twelve enemies are defeated, without a Jester",
    "silver": "a silver medal: all twelve enemies are defeated, with one Jester",
    "bronze": "a bronze medal: all twelve enemies are defeated, with two Jesters",
    "attack": "an attack could not be covered",
    "paralysis": "whose turn it was could neither play nor yield",
}
"""How a game ended, by the reason of its outcome (RG-END, RG-SOLO-10)."""


def line(event: RegicideEvent) -> Line:
    """An event (redacted) in words."""
    words, clause = WORDS[event.kind]
    shown = signs([face for face in event.faces if face])
    cards = shown or ("a card" if event.faces else "nothing")
    who, whom = "{" + str(event.by) + "}", "{" + str(event.of) + "}"
    said = words.format(who=who, whom=whom, cards=cards, n=event.n)
    return CLOSING.get(event.kind, Line)(said, clause)


class FatalBlow(ClosingLine):
    """Who was struck by whom, and how much of it could be covered."""

    __slots__ = ()

    def told(self, view: object) -> str:
        """By the hand, which is open when the game is over (RG-INFO-06)."""
        assert isinstance(view, RegicideView), "this game's views are its own"
        if view.enemy is None:
            return self.text
        who, worth = f"{{{view.player}}}", worth_of(view.hand_of(view.player))
        can = f"can cover only {worth}" if worth else "has nothing to cover it with"
        return f"{sign_of(view.enemy.face)} strikes {who} for {view.owed}, and {who} {can}"


CLOSING = {"lost": FatalBlow, "stuck": ClosingLine}
"""The events that end a game, by their kinds."""


# --- why a hint advises something ---------------------------------------------------------------


def because(term: str, now: RegicideView, then: RegicideView, seat: int) -> Sequence[str]:
    """What speaks for an answer, the longest wording first: numbers that everybody can count."""
    if term == "won":
        is_won = then.outcome is not None and bool(then.outcome.winners)
        return ("the castle would be taken" if is_won else "the game would not be lost at once",)
    if term == "enemies":
        said = f"the enemy would fall, the {_ordinal(then.defeated)} of twelve"
        exact = then.exact > now.exact
        return (f"{said}, and go onto the Tavern", said) if exact else (said,)
    if term == "tavern":
        return (f"the Tavern would have {cards(then.tavern)}",)
    return _of_the_enemy(term, now, then)


def _of_the_enemy(term: str, now: RegicideView, then: RegicideView) -> Sequence[str]:
    if then.enemy is None or now.enemy is None or then.enemy.face != now.enemy.face:
        return ()
    if term == "damage":
        return (f"the enemy would need only {then.enemy.left} more",)
    attack, was = then.enemy.attack, now.enemy.attack
    if attack < was:
        return (f"the enemy would attack for {attack}, not {was}",)
    return (f"the enemy would attack for no more than {attack}",)


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number, "th")
    return f"{number}{ending}"
