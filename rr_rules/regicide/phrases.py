"""What players may say to each other while a game is on: a closed list (RG-COMM).

Every phrase is a fact that everybody can see, filled in from the view, or one of three signals
that are open after a Jester. Nothing here reads a hand.
"""

from __future__ import annotations

from rr_rules.customs import Phrase, Talk
from rr_rules.regicide.view import Enemy, View

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


def phrases(view: View) -> tuple[Phrase, ...]:
    """All that the seat of this view may say now; a spectator says nothing."""
    if view.me < 0 or view.phase not in GOING_ON or view.enemy is None:
        return ()
    signals = SIGNALS if view.phase == "next" else {}
    facts = {**signals, **_table(view), **_enemy(view.enemy), **_turn(view), **REMINDERS}
    return tuple([Phrase(name, text) for name, text in facts.items()])


def _table(view: View) -> dict[str, str]:
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


def _turn(view: View) -> dict[str, str]:
    if view.phase != "play":
        return {}
    may = "may yield" if view.may_yield else "may not yield"
    return {"yield": f"{{{view.player}}} {may} now"}


def cards(count: int) -> str:
    """A number of cards in words."""
    return f"{count} card" if count == 1 else f"{count} cards"
