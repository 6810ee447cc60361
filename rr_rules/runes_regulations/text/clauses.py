"""The clauses of card text: what one item of an effect says.

A clause is a predicate in the base form, so that it fits "you may ...", "they must ..." and the
imperative alike.
"""

from __future__ import annotations

from collections.abc import Callable

from rr_rules.runes_regulations.faces.faces import Filter, Item
from rr_rules.runes_regulations.text.words import (
    OWNERS,
    PLACES,
    PLAYERS,
    noun,
    one_of,
    things,
    where,
    zone,
)

DEMANDS = frozenset({"discard", "return", "destroy", "hex", "give", "restore"})
EACH = frozenset({"each_player", "each_neighbor"})


def predicate(item: Item, possessive: str, that: str) -> str:
    """What a player does: "DESTROY a Rune on any neighbor's Fence".

    `possessive` is "your" or "their"; `that` is what the trigger is about.
    """
    return _PREDICATES[item.do](item, possessive, that)


def demand(item: Item) -> tuple[str, str]:
    """A demand on those of many who can meet it: who they are, and what they do."""
    default = "Creature" if zone(item.filter) == "Lawn" and item.do != "discard" else "card"
    kind = noun(item.filter, default, many=True)
    has = f"has {kind} in hand" if item.do == "discard" else f"has {kind}"
    if item.do == "give" and zone(item.filter) == "hand":
        has = f"has {kind} in hand"
    number = "all of them" if item.all else str(item.n) if item.n > 1 else "one"
    if item.up_to:
        number = f"up to {number}"
    verb = "give" if item.do == "give" else item.do.upper()
    tail = f" to {PLAYERS[item.to]}" if item.to else ""
    place = f" on their own {zone(item.filter)}" if item.do in ("hex", "restore", "destroy") else ""
    return f"who {has}", f"{verb} {number}{place}{tail}"


def _draw(item: Item, possessive: str, that: str) -> str:
    return f"DRAW {things(item)}"


def _discard(item: Item, possessive: str, that: str) -> str:
    choice = " of your choice" if item.chooser else ""
    return f"DISCARD {things(item)}{choice}"


def _spin(item: Item, possessive: str, that: str) -> str:
    return "SPIN and apply the result"


def _cast(item: Item, possessive: str, that: str) -> str:
    return f"CAST {things(item, 'Spell')} from {_source(item, possessive)}"


def _summon(item: Item, possessive: str, that: str) -> str:
    onto = f" onto {OWNERS[item.to]} Lawn" if item.to else ""
    return f"SUMMON {things(item, 'Creature')} from {_source(item, possessive)}{onto}"


def _source(item: Item, possessive: str) -> str:
    return PLACES.get(item.place, f"{possessive} hand")


def _on_a_board(item: Item, possessive: str, that: str) -> str:
    return f"{item.do.upper()} {_target(item, that)}{where(item, possessive)}"


def _return(item: Item, possessive: str, that: str) -> str:
    if item.filter.what in ("this", "that") or item.of in EACH:
        hand = "their players' hands" if item.all else "its player's hand"
    elif item.of in ("any_player", "any_neighbor", "that_player") and item.of != item.who:
        hand = "that player's hand"
    else:
        hand = f"{possessive} hand"
    return f"{_on_a_board(item, possessive, that)} to {hand}"


def _steal(item: Item, possessive: str, that: str) -> str:
    return f"STEAL {_target(item, that)}{where(item, possessive, 'from')}"


def _target(item: Item, that: str) -> str:
    return that if item.filter.what == "that" else things(item, "Creature")


def _sacrifice(item: Item, possessive: str, that: str) -> str:
    return f"SACRIFICE {things(item, 'Creature')}"


def _take(item: Item, possessive: str, that: str) -> str:
    if item.filter.what == "that":
        return f"add {that} to {possessive} hand"
    if item.place == "hand":
        owner = OWNERS.get(item.of, "any neighbor's")
        return f"take {things(item)} at random from {owner} hand"
    choice = "" if item.n > 1 or item.all or item.up_to else f" of {possessive} choice"
    return f"add {things(item)}{choice} from {PLACES[item.place]} to {possessive} hand"


def _give(item: Item, possessive: str, that: str) -> str:
    if item.filter.what == "this":
        return f"move this to {OWNERS[item.to]} Lawn"
    if zone(item.filter) == "hand":
        return f"give {things(item)} from {possessive} hand to {PLAYERS[item.to]}"
    return f"move {things(item)} from {possessive} Lawn to {OWNERS[item.to]} Lawn"


def _add_rune(item: Item, possessive: str, that: str) -> str:
    return f"add {_top(item)} of the Rune deck to {possessive} Fence"


def _top(item: Item) -> str:
    return f"the top {item.n} cards" if item.n > 1 else "the top card"


def _new_regulation(item: Item, possessive: str, that: str) -> str:
    return "replace the active Regulation with the top card of the Regulation deck"


def _reshuffle(item: Item, possessive: str, that: str) -> str:
    deck = "Main" if item.place == "main_discard" else "Forbidden"
    return f"shuffle {PLACES[item.place]} into the {deck} deck"


def _look(item: Item, possessive: str, that: str) -> str:
    owner = OWNERS.get(item.of, possessive)
    if item.place == "hand":
        return f"look at {owner} hand"
    if item.place == "fence":
        return f"look at {owner} Runes"
    seen = f"look at {_top(item)} of the Main deck"
    if item.keep:
        return f"{seen}, add {item.keep} to {possessive} hand and put the rest on the bottom"
    return f"{seen} and put {'it' if item.n == 1 else 'them'} on the bottom"


def _skip(item: Item, possessive: str, that: str) -> str:
    phase = f"{item.phase.capitalize()} phase"
    if item.this_turn:
        return f"skip {possessive} {phase} this turn"
    return f"skip {possessive} next {phase}"


_PREDICATES: dict[str, Callable[[Item, str, str], str]] = {
    "draw": _draw,
    "discard": _discard,
    "spin": _spin,
    "cast": _cast,
    "summon": _summon,
    "hex": _on_a_board,
    "restore": _on_a_board,
    "destroy": _on_a_board,
    "return": _return,
    "steal": _steal,
    "sacrifice": _sacrifice,
    "take": _take,
    "give": _give,
    "add_rune": _add_rune,
    "new_regulation": _new_regulation,
    "reshuffle": _reshuffle,
    "look": _look,
    "skip": _skip,
}


def thing_of(kind: Filter) -> str:
    """How an effect speaks of the thing that its trigger is about."""
    match kind.what:
        case "":
            return "it"
        case "this":
            return "this"
        case "rune" | "card" | "spell":
            return f"that {noun(Filter(what=kind.what))}"
    return "that Creature"


def acts(words: tuple[str, ...]) -> str:
    """Verbs in one phrase, in capitals."""
    return one_of([word.upper() for word in words])
