"""The phrases of card text: things, amounts, owners and lists."""

from __future__ import annotations

from collections.abc import Sequence

from rr_rules.runes_regulations.faces.verb import Filter, Verb
from rr_rules.runes_regulations.faces.vocabulary import ALL

_NOUNS = {
    "creature": "Creature",
    "mythical": "Mythical Creature",
    "hexed": "Hexed Creature",
    "sacrificial": "Sacrificial Creature",
    "beast": "Corrupted Beast",
    "rune": "Rune",
    "card": "card",
    "spell": "Spell",
}
_PLURALS = {"Pegasus": "Pegasi"}
OWNERS = {
    "you": "your",
    "any_player": "any player's",
    "any_neighbor": "any neighbor's",
    "each_player": "each player's",
    "each_neighbor": "each neighbor's",
    "that_player": "that player's",
}
PLAYERS = {scope: owner.removesuffix("'s") for scope, owner in OWNERS.items()} | {"you": "you"}
PLACES = {
    "main_discard": "the Main discard pile",
    "forbidden_discard": "the Forbidden discard pile",
}
IN_HAND = frozenset({"card", "spell"})


def one_of(words: Sequence[str], last: str = "or") -> str:
    """Words in one phrase: "a", "a or b", "a, b or c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def family(word: str, last: str = "") -> str:
    """A family as it is printed: "Dragon", or "Dragons" for many."""
    name = "-".join(part.capitalize() for part in word.split("-"))
    return _PLURALS.get(name, f"{name}s") if last else name


def noun(kind: Filter, default: str = "card", *, many: bool = False) -> str:
    """What a filter means, without an article: "Mythical Creatures wearing a collar"."""
    base = _NOUNS.get(kind.what, default)
    if kind.family:
        base = _of_family(base, family(kind.family))
    if many:
        head, _, last = base.rpartition(" ")
        base = f"{head} {_PLURALS.get(last, f'{last}s')}".strip()
    return f"{base}{_narrowed(kind)}"


def _of_family(base: str, name: str) -> str:
    if base.endswith("Creature"):
        return f"{base.removesuffix('Creature')}{name}"
    return f"{name} {base}"


def _narrowed(kind: Filter) -> str:
    parts = []
    if kind.names:
        parts.append(f"named {one_of(kind.names)}")
    if kind.collar is not None:
        parts.append("wearing a collar" if kind.collar else "without a collar")
    if kind.family_not:
        others = one_of([family(word) for word in kind.family_not], "and")
        parts.append(f"outside the families {others}")
    return "".join(f" {part}" for part in parts)


def with_article(phrase: str) -> str:
    """A phrase with the article that English wants: "an Alley Cat", but "a Unicorn"."""
    return f"{'an' if phrase[0] in 'AEIOaeio' else 'a'} {phrase}"


def things(item: Verb, default: str = "card") -> str:
    """How many of what an item is about: "a Rune", "up to 2 other Creatures", "all cards"."""
    return counted(item.filter, _amount(item), default)


def _amount(item: Verb) -> str:
    if item.n == ALL:
        return "any number of" if item.up_to else "all"
    amount = str(item.n) if item.n > 1 else ""
    return f"up to {item.n}" if item.up_to else amount


def counted(kind: Filter, amount: str, default: str = "card") -> str:
    """An amount of a noun; "" for a single one."""
    match kind.what:
        case "this":
            return "this"
        case "that":
            return "that"
    if not amount:
        phrase = noun(kind, default)
        return f"a different {phrase}" if kind.other else with_article(phrase)
    other = "other " if kind.other else ""
    return f"{amount} {other}{noun(kind, default, many=amount != 'up to 1')}"


def top(n: int) -> str:
    """The first cards of a deck: "the top 2 cards"."""
    return f"the top {n} cards" if n > 1 else "the top card"


def source(place: str, possessive: str) -> str:
    """Where cards come from: a pile, or the hand of the one who acts."""
    return PLACES.get(place, f"{possessive} hand")


def zone(kind: Filter) -> str:
    """Where on a player's side the things of a noun are."""
    if kind.what == "rune":
        return "Fence"
    return "hand" if kind.what in IN_HAND else "Lawn"


def where(item: Verb, possessive: str, preposition: str = "on") -> str:
    """On whose Lawn or Fence: " on any neighbor's Lawn"; nothing for `this` and `that`."""
    if item.filter.what in ("this", "that"):
        return ""
    place = zone(item.filter)
    is_one = item.n == 1
    if item.of == item.who:
        return f" {preposition} {possessive} {place}"
    match item.of:
        case "" | "you":
            owner = "your" if item.of else possessive
            return f" {preposition} {owner} {place}"
        case "each_player" | "each_neighbor" as scope:
            some = "one" if is_one else "any"
            return f" {preposition} the {place} of {PLAYERS[scope]} who has {some}"
        case "any_player" | "any_neighbor" as scope if not is_one:
            # Several things come from one player.
            owner = "one player's" if scope == "any_player" else "one neighbor's"
            return f" {preposition} {owner} {place}"
    return f" {preposition} {OWNERS[item.of]} {place}"


def demand(item: Verb) -> tuple[str, str]:
    """A demand on those of many who can meet it: who they are, and what they do."""
    default = "Creature" if zone(item.filter) == "Lawn" and item.do != "discard" else "card"
    kind = noun(item.filter, default, many=True)
    has = f"has {kind} in hand" if item.do == "discard" else f"has {kind}"
    if item.do == "give" and zone(item.filter) == "hand":
        has = f"has {kind} in hand"
    number = "all of them" if item.n == ALL else str(item.n) if item.n > 1 else "one"
    if item.up_to:
        number = f"up to {number}"
    verb = "give" if item.do == "give" else item.do.upper()
    tail = f" to {PLAYERS[item.to]}" if item.to else ""
    place = f" on their own {zone(item.filter)}" if item.do in ("hex", "restore", "destroy") else ""
    return f"who {has}", f"{verb} {number}{place}{tail}"


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
