"""What a card must say as a whole, beyond the words and bounds of the models.

Each check yields problems; together they hold that a card means one thing and can be played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from rr_rules.runes_regulations.deck.errors import DeckProblem, words
from rr_rules.runes_regulations.deck.models import CardPart, face_of, families, words_of
from rr_rules.runes_regulations.faces.faces import Trigger, without_noun
from rr_rules.runes_regulations.faces.keywords import acted, capitals, printed, verb
from rr_rules.runes_regulations.faces.verb import Rule, Verb
from rr_rules.runes_regulations.faces.vocabulary import (
    ANY,
    AS_GIVEN,
    CAST_ONCE,
    CREATURES,
    EACH,
    EVENT_NOUNS,
    EVENT_TAKES,
    FILTERS,
    LASTING,
    MOMENTS,
    NOTHING,
    ON_A_FENCE,
    WORKING,
    ErrorPhrase,
    Unfit,
)
from rr_rules.runes_regulations.text.card import NO_EFFECT

MOST_SENTENCES = 3
_NEEDS_A_TRIGGER = CAST_ONCE | ON_A_FENCE
_WITH_A_TRIGGER = ("if", "once", "optional", "price", "effects")
_LOCAL = frozenset({"you", "any_player", "any_neighbor", "each_neighbor"})
_PICKS = frozenset({*ANY, *EACH})
Use = Literal["price", "surcharge", "effect"]


class Placed(NamedTuple):
    """An item, where it stands, how the file says it, and what it is for."""

    place: str
    item: Verb
    table: Mapping[str, Any]
    use: Use


def problems_in(card: CardPart, kind: str, value: Mapping[str, Any]) -> list[DeckProblem]:
    """Everything that is wrong with a card of that kind, which stands so in its file."""
    return [
        *_of_creatures(card, kind, value),
        *_of_facts(card, kind),
        *_of_kinds(card, kind, value),
        *_of_trigger(card, kind, value.get("trigger", {})),
        *_of_timing(card, kind, value),
        *_of_conditions(card, kind, value),
        *_of_items(card, kind, value),
        *_of_rules(card, kind, value),
        *_of_text(card, kind, value),
    ]


def _of_creatures(card: CardPart, kind: str, value: Mapping[str, Any]) -> Iterator[DeckProblem]:
    if kind not in CREATURES:
        for field in ("family", "collar"):
            if field in value:
                yield DeckProblem(
                    field, "is for Creatures only", f"no {field} on a {kind}", ErrorPhrase("one")
                )
        return
    if card.family is None:
        yield DeckProblem("family", "is missing", "the Creature's family")
    elif card.family not in (known := families(card.name, None) or _unnamed(card.family)):
        yield DeckProblem("family", "is not in the name", words(known), card.family)
    if card.collar is None:
        yield DeckProblem("collar", "is missing", "true or false")


def _unnamed(family: str) -> tuple[str, ...]:
    """The families open to a Creature whose name has none of the four words."""
    spoken = families(family.capitalize(), None)
    return ("another family",) if family in spoken else (family,)


def _of_facts(card: CardPart, kind: str) -> Iterator[DeckProblem]:
    if card.origin != "house" and kind != "role" and card.facts is None:
        yield DeckProblem("facts", "is missing", f'what proves that it is "{card.origin}"')


def _of_kinds(card: CardPart, kind: str, value: Mapping[str, Any]) -> Iterator[DeckProblem]:
    for field, owner in (("cost", "beast"), ("win", "role"), ("public", "role")):
        if kind != owner and field in value:
            yield DeckProblem(
                field, f"is for a {owner} only", f"no {field} on a {kind}", ErrorPhrase("one")
            )
    for field, owner, given in (("cost", "beast", card.cost), ("win", "role", card.win)):
        if kind == owner and not given:
            yield DeckProblem(field, "is missing", f"a list: every {owner} has one")
    if kind in _NEEDS_A_TRIGGER and card.trigger is None:
        yield DeckProblem("trigger", "is missing", f"a table: every {kind} has one")
    if kind in _NEEDS_A_TRIGGER and card.rules:
        yield DeckProblem(
            "rules", "can never work", f"no lasting rule on a {kind}", ErrorPhrase("a list")
        )
    if kind == "regulation" and not (card.trigger or card.rules):
        yield DeckProblem("rules", "is missing", "a rule or a trigger: a Regulation does something")


def _of_trigger(card: CardPart, kind: str, said: Mapping[str, Any]) -> Iterator[DeckProblem]:
    trigger = card.trigger
    if trigger is None:
        return
    if ("on" in said) == ("would" in said):
        got = ErrorPhrase("both") if "on" in said else NOTHING
        yield DeckProblem("trigger", "has no single event", "exactly one of on or would", got)
        return
    if trigger.before in MOMENTS:
        expected = "on: only a verb would happen"
        yield DeckProblem("trigger.would", "is no verb", expected, trigger.before)
    is_own_cast = trigger.on == "cast" and trigger.what == "this"
    if not is_own_cast:
        yield from _of_filters(trigger, said)
    if trigger.what == "this" and kind not in LASTING and not is_own_cast:
        yield DeckProblem("trigger.what", f"is never true of a {kind}", "a noun", "this")
    if kind in CAST_ONCE and not (is_own_cast and said.keys() == {"on", "what"}):
        expected = 'on = "cast", what = "this" and no more'
        yield DeckProblem("trigger", f"does not cast the {kind}", expected, _quoted(said))
    if kind not in CAST_ONCE and is_own_cast:
        yield DeckProblem(
            "trigger", "is for a Spell or a Curse", "another event", ErrorPhrase("the cast of this")
        )


def _of_filters(trigger: Trigger, said: Mapping[str, Any]) -> Iterator[DeckProblem]:
    event = trigger.event
    takes = EVENT_TAKES[event]
    for word in said:
        if word not in takes | {"on", "would"}:
            expected = f"only {words(takes)}" if takes else "no filter"
            yield DeckProblem(f"trigger.{word}", f"means nothing with {event}", expected, word)
    for word in said if trigger.before == "discard" else ():
        # Who is asked before a card is shown would tell everybody what card it is.
        if word in FILTERS and (word, trigger.what) != ("what", "card"):
            expected = "no filter: the card is not shown yet"
            yield DeckProblem(f"trigger.{word}", "is hidden", expected, said[word])
    if event in ("destroy", "steal") and "what" not in said:
        yield from _at("trigger", without_noun(said), said)
    if "what" in said and trigger.what not in EVENT_NOUNS.get(event, (trigger.what,)):
        expected = words(EVENT_NOUNS[event])
        yield DeckProblem("trigger.what", f"is no thing of {event}", expected, trigger.what)
    for word in ("of", "by"):
        if said.get(word) == "that_player":
            yield DeckProblem(f"trigger.{word}", "is for effects", "another scope", "that_player")


def _quoted(said: Mapping[str, Any]) -> ErrorPhrase:
    given = [f'{word} = "{said[word]}"' for word in words_of(Trigger) if word in said]
    return ErrorPhrase(", ".join(given))


def _of_timing(card: CardPart, kind: str, value: Mapping[str, Any]) -> Iterator[DeckProblem]:
    if card.trigger is None:
        for field in _WITH_A_TRIGGER:
            if field in value:
                yield DeckProblem(field, "has no trigger to go with", "a trigger on this card")
        return
    for field, given in (("price", card.price), ("effects", card.effects)):
        if given is None:
            yield DeckProblem(field, "is missing", "a list, [ ] if there is none")
    # An empty `would` is an effect: the event simply does not happen.
    if not card.trigger.would and card.price == () and card.effects == ():
        yield DeckProblem("effects", "does nothing", "at least one effect", [])
    if card.once and kind not in LASTING:
        yield DeckProblem("once", "happens once anyway", f"no once on a {kind}", True)
    yield from _of_optional(card, kind)


def _of_optional(card: CardPart, kind: str) -> Iterator[DeckProblem]:
    match card.optional:
        case None:
            yield DeckProblem("optional", "is missing", "true or false")
        case False if kind in WORKING:
            yield DeckProblem("optional", "forces its holder", f"true on a {kind}", False)
        case True if kind in CAST_ONCE:
            yield DeckProblem("optional", "lets its caster decline", f"false on a {kind}", True)
        case True if kind == "regulation":
            expected = "false on a regulation: a may stands in its items"
            yield DeckProblem("optional", "lets everybody decline", expected, True)


def _of_conditions(card: CardPart, kind: str, value: Mapping[str, Any]) -> Iterator[DeckProblem]:
    held = [("if", card.conditions, value.get("if", ()))]
    for number, win in enumerate(card.win, 1):
        held += [(f"win.{number}.all", win.all, value["win"][number - 1].get("all", ()))]
    for field, conditions, tables in held:
        for number, (condition, table) in enumerate(zip(conditions, tables, strict=True), 1):
            place = f"{field}.{number}"
            yield from _at(place, condition.misfits(table), table)
            if kind in CAST_ONCE and condition.of == "that_player":
                expected = f"another scope: a {kind} answers nobody"
                yield DeckProblem(f"{place}.of", "is nobody yet", expected, condition.of)


def _of_text(card: CardPart, kind: str, value: Mapping[str, Any]) -> Iterator[DeckProblem]:
    text = card.text
    if text is None:
        return
    if len(text.split(". ")) > MOST_SENTENCES:
        yield DeckProblem("text", "is too long", f"at most {MOST_SENTENCES} sentences", text)
    if not card.trigger and not card.rules and kind != "role" and text != NO_EFFECT:
        yield DeckProblem("text", "promises what no data do", f'"{NO_EFFECT}"', text)
    yield from _of_capitals(card, kind, text)
    has_then = any(item.then for _, item, _, _ in _own_places(card, value))
    if has_then and not _says_then(text):
        expected = 'a sentence with ", then": what follows depends on what stands before'
        yield DeckProblem("text", "does not say what depends on what", expected, text)
    elif _says_then(text) and card.trigger and not (has_then or card.price):
        expected = "then = true on what follows, or a sentence of its own"
        yield DeckProblem("text", "says that one thing depends on another", expected, text)
    for place, item, _, use in _own_places(card, value):
        if use == "effect" and _demands_of_each(item) and " who has " not in text:
            expected = 'a text with "who has": only those who can are spoken to'
            yield DeckProblem(place, "demands something of several players", expected, text)


def _says_then(text: str) -> bool:
    """Whether a sentence says "X, then Y" (RR-EFF-09)."""
    return ", then " in text or "; then " in text


def _demands_of_each(item: Verb) -> bool:
    return item.demands and not item.may and (item.who in EACH or item.of in EACH)


def _of_capitals(card: CardPart, kind: str, text: str) -> Iterator[DeckProblem]:
    for word in capitals(text):
        if not verb(word):
            yield DeckProblem("text", "has a word in capitals that is no verb", "a verb", word)
    said, done = printed(text), acted(face_of(card, kind))
    for word in sorted(said - done):
        yield DeckProblem("text", "names a verb that no effect does", "a text of its effects", word)
    for word in sorted(done - said):
        yield DeckProblem("text", "does not name a verb of an effect", word.upper(), text)


# --- items and lasting rules: what their words must say together ----------------------------------


def _own_places(card: CardPart, value: Mapping[str, Any]) -> Iterator[Placed]:
    """The items that a card's own ability holds, those inside its choices included."""
    yield from _walk("price", card.price or (), value.get("price", ()), "price")
    yield from _walk("effects", card.effects or (), value.get("effects", ()), "effect")


def _of_items(card: CardPart, kind: str, value: Mapping[str, Any]) -> Iterator[DeckProblem]:
    """What is wrong with a card's items."""
    for placed in _every_item(card, value):
        place, item, table, use = placed
        is_payment = use != "effect"
        yield from _at(place, item.misfits(table, is_payment=is_payment), table)
        if item.then and (is_payment or place.endswith(".1")):
            why = "a price is paid in order" if is_payment else "nothing stands before it"
            yield DeckProblem(f"{place}.then", "depends on nothing", f"no then: {why}", True)
        if item.may and is_payment:
            expected = "no may in what must be paid"
            yield DeckProblem(f"{place}.may", "cannot be declined", expected, True)
        if item.gives is not None and (is_payment or "choose" in place):
            expected = "grant as an item of effects itself"
            yield DeckProblem(f"{place}.do", "cannot stand here", expected, item.do)
        if kind == "regulation":
            yield from _without_you(place, item, table, ("who", "of", "to"))
            yield from _with_performer(placed)
    yield from _in_looks(card, value)
    yield from _in_references(card, kind, value)
    if kind in CAST_ONCE:
        yield from _in_picks(card, value)


def _of_rules(card: CardPart, kind: str, value: Mapping[str, Any]) -> Iterator[DeckProblem]:
    """What is wrong with a card's lasting rules, those it grants included."""
    for place, rule, table in _every_rule(card, value):
        yield from _at(place, rule.misfits(table), table)
        if kind == "regulation":
            yield from _without_you(place, rule, table, ("of", "by"))


def _at(place: str, found: Iterable[Unfit], table: Mapping[str, Any]) -> Iterator[DeckProblem]:
    """What does not fit in a part of a card, with its place and what the file has there."""
    for each in found:
        where = f"{place}.{each.word}" if each.word else place
        got = table.get(each.word, NOTHING) if each.got is AS_GIVEN else each.got
        yield DeckProblem(where, each.what, each.expected, got)


def _walk(
    field: str, items: Sequence[Verb], tables: Iterable[Mapping[str, Any]], use: Use
) -> Iterator[Placed]:
    # The file's own table stands beside each item: a word may say what is left out elsewhere.
    for number, (item, table) in enumerate(zip(items, tables, strict=True), 1):
        place = f"{field}.{number}"
        yield Placed(place, item, table, use)
        for option, inner in enumerate(item.lists, 1):
            yield from _walk(f"{place}.choose.{option}", inner, table["choose"][option - 1], use)
        if item.gives is not None:
            gives = table["gives"].get("price", ())
            yield from _walk(f"{place}.gives.price", item.gives.price, gives, "surcharge")


def _every_item(card: CardPart, value: Mapping[str, Any]) -> Iterator[Placed]:
    yield from _own_places(card, value)
    yield from _walk("cost", card.cost, value.get("cost", ()), "price")
    for number, rule in enumerate(card.rules, 1):
        price = value["rules"][number - 1].get("price", ())
        yield from _walk(f"rules.{number}.price", rule.price, price, "surcharge")


def _every_rule(
    card: CardPart, value: Mapping[str, Any]
) -> Iterator[tuple[str, Rule, Mapping[str, Any]]]:
    for number, rule in enumerate(card.rules, 1):
        yield f"rules.{number}", rule, value["rules"][number - 1]
    for place, item, table, _ in _every_item(card, value):
        if item.gives is not None:
            yield f"{place}.gives", item.gives, table["gives"]


def _without_you(
    place: str, part: Verb | Rule, said: Mapping[str, Any], scopes: Sequence[str]
) -> Iterator[DeckProblem]:
    """A Regulation belongs to nobody: it knows neither a "you" nor neighbors."""
    for word in scopes:
        if word in said and (scope := getattr(part, word)) in _LOCAL:
            expected = "each_player or that_player"
            yield DeckProblem(f"{place}.{word}", "is nobody in a Regulation", expected, scope)


def _with_performer(placed: Placed) -> Iterator[DeckProblem]:
    # A surcharge is paid by those it binds: nobody else has to be named.
    place, item, said, use = placed
    if "who" in words_of(type(item)) and "who" not in said and use != "surcharge":
        expected = "each_player or that_player: a Regulation has no you"
        yield DeckProblem(f"{place}.who", "is missing", expected)


def _in_looks(card: CardPart, value: Mapping[str, Any]) -> Iterator[DeckProblem]:
    """A card's controller can choose from another hand only after a look at it."""
    has_looked = False
    for place, item, said, _ in _own_places(card, value):
        has_looked = has_looked or (item.do == "look" and item.place == "hand")
        if "chooser" in said and not has_looked:
            expected = "a look at that hand in an earlier item"
            yield DeckProblem(f"{place}.chooser", "chooses unseen cards", expected, "you")


def _in_references(card: CardPart, kind: str, value: Mapping[str, Any]) -> Iterator[DeckProblem]:
    """A card is `this` only on a Lawn; there is a `that` only where the event is about one."""
    event = card.trigger.event if card.trigger else ""
    has_thing = "what" in EVENT_TAKES.get(event, ()) and kind not in CAST_ONCE
    for place, item, said, _ in _own_places(card, value):
        what = item.filter.what
        if what == "this" and kind not in LASTING:
            expected = f"a noun: a {kind} lies on no Lawn"
            yield DeckProblem(f"{place}.what", "is nothing here", expected, what)
        is_single = what in ("this", "that")
        if is_single and (item.who in EACH or (item.do == "sacrifice" and "who" in said)):
            expected = "a single player: there is one such thing"
            yield DeckProblem(f"{place}.who", "is too many", expected, item.who)
        if what == "that" and not has_thing:
            expected = "a noun: the trigger is about no thing"
            yield DeckProblem(f"{place}.what", "is nothing here", expected, what)


def _in_picks(card: CardPart, value: Mapping[str, Any]) -> Iterator[DeckProblem]:
    """A Spell answers nothing: it must single somebody out before it speaks of `that_player`."""
    has_picked = False
    for place, item, _, _ in _own_places(card, value):
        scopes = {"who": item.who, "of": item.of, "to": item.to}
        has_picked = has_picked or bool(_PICKS & set(scopes.values()))
        for word, scope in scopes.items():
            if scope == "that_player" and not has_picked:
                expected = "an earlier item that singles a player out"
                yield DeckProblem(f"{place}.{word}", "is nobody yet", expected, scope)
        has_picked = has_picked or bool(item.lists)
