"""What a card must say as a whole, beyond the words and bounds of the models.

Each check yields problems; together they hold that a card means one thing and can be played.
"""

from __future__ import annotations

from collections.abc import Iterator

from rr_rules.runes_regulations.deck.errors import NOTHING, DeckProblem, ErrorPhrase, words
from rr_rules.runes_regulations.deck.itemchecks import in_items, in_rules, own_places, without_noun
from rr_rules.runes_regulations.deck.models import CardPart, ConditionPart, ItemPart, TriggerPart
from rr_rules.runes_regulations.deck.printing import face_of, families
from rr_rules.runes_regulations.faces.keywords import acted, capitals, printed, verb
from rr_rules.runes_regulations.faces.vocabulary import (
    CAST_ONCE,
    CREATURES,
    EVENT_NOUNS,
    EVENT_TAKES,
    FACE_DOWN,
    FILTERS,
    LASTING,
    MOMENTS,
    ON_A_FENCE,
    WORKING,
)
from rr_rules.runes_regulations.text.card import NO_EFFECT
from rr_rules.runes_regulations.text.clauses import DEMANDS, EACH

MOST_SENTENCES = 3
_NEEDS_A_TRIGGER = CAST_ONCE | ON_A_FENCE
_WITH_A_TRIGGER = ("if", "once", "optional", "price", "effects")


def problems_in(card: CardPart, kind: str) -> list[DeckProblem]:
    """Everything that is wrong with a card of that kind."""
    return [
        *_of_creatures(card, kind),
        *_of_facts(card, kind),
        *_of_kinds(card, kind),
        *_of_trigger(card, kind),
        *_of_timing(card, kind),
        *_of_conditions(card, kind),
        *in_items(card, kind),
        *in_rules(card, kind),
        *_of_text(card, kind),
    ]


def _of_creatures(card: CardPart, kind: str) -> Iterator[DeckProblem]:
    if kind not in CREATURES:
        for field in ("family", "collar"):
            if card.says(field):
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


def _of_kinds(card: CardPart, kind: str) -> Iterator[DeckProblem]:
    for field, owner in (("cost", "beast"), ("win", "role"), ("public", "role")):
        if kind != owner and card.says(field):
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


def _of_trigger(card: CardPart, kind: str) -> Iterator[DeckProblem]:
    trigger = card.trigger
    if trigger is None:
        return
    if (trigger.on is None) == (trigger.would is None):
        got = ErrorPhrase("both") if trigger.on else NOTHING
        yield DeckProblem("trigger", "has no single event", "exactly one of on or would", got)
        return
    if trigger.would in MOMENTS:
        yield DeckProblem(
            "trigger.would", "is no verb", "on: only a verb would happen", trigger.would
        )
    is_own_cast = trigger.on == "cast" and trigger.what == "this"
    if not is_own_cast:
        yield from _of_filters(trigger, trigger.would or trigger.on or "")
    if trigger.what == "this" and kind not in LASTING and not is_own_cast:
        yield DeckProblem("trigger.what", f"is never true of a {kind}", "a noun", "this")
    if kind in CAST_ONCE and not (is_own_cast and trigger.said() == ["on", "what"]):
        expected = 'on = "cast", what = "this" and no more'
        yield DeckProblem("trigger", f"does not cast the {kind}", expected, _quoted(trigger))
    if kind not in CAST_ONCE and is_own_cast:
        yield DeckProblem(
            "trigger", "is for a Spell or a Curse", "another event", ErrorPhrase("the cast of this")
        )


def _of_filters(trigger: TriggerPart, event: str) -> Iterator[DeckProblem]:
    takes = EVENT_TAKES[event]
    for word in trigger.said():
        if word not in takes | {"on", "would"}:
            expected = f"only {words(takes)}" if takes else "no filter"
            yield DeckProblem(f"trigger.{word}", f"means nothing with {event}", expected, word)
    if trigger.would == "discard":
        yield from _of_unseen(trigger)
    if event in ("destroy", "steal") and trigger.what is None:
        yield from without_noun("trigger", trigger)
    if trigger.what not in (None, *EVENT_NOUNS.get(event, (trigger.what,))):
        expected = words(EVENT_NOUNS[event])
        yield DeckProblem("trigger.what", f"is no thing of {event}", expected, trigger.what)
    for word in ("of", "by"):
        if getattr(trigger, word) == "that_player":
            yield DeckProblem(f"trigger.{word}", "is for effects", "another scope", "that_player")


def _of_unseen(trigger: TriggerPart) -> Iterator[DeckProblem]:
    """Who is asked before a card is shown would tell everybody what card it is."""
    for word in trigger.said():
        if word in FILTERS and (word, trigger.what) != ("what", "card"):
            expected = "no filter: the card is not shown yet"
            yield DeckProblem(f"trigger.{word}", "is hidden", expected, getattr(trigger, word))


def _quoted(trigger: TriggerPart) -> ErrorPhrase:
    given = [f'{word} = "{getattr(trigger, word)}"' for word in trigger.said()]
    return ErrorPhrase(", ".join(given))


def _of_timing(card: CardPart, kind: str) -> Iterator[DeckProblem]:
    if card.trigger is None:
        for field in _WITH_A_TRIGGER:
            if card.says(field):
                yield DeckProblem(field, "has no trigger to go with", "a trigger on this card")
        return
    for field, given in (("price", card.price), ("effects", card.effects)):
        if given is None:
            yield DeckProblem(field, "is missing", "a list, [ ] if there is none")
    # An empty `would` is an effect: the event simply does not happen.
    if card.trigger.on and card.price == [] and card.effects == []:
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


def _of_conditions(card: CardPart, kind: str) -> Iterator[DeckProblem]:
    places = [(f"if.{place}", each) for place, each in enumerate(card.conditions, 1)]
    for number, win in enumerate(card.win, 1):
        places += [(f"win.{number}.all.{place}", each) for place, each in enumerate(win.all, 1)]
    for place, condition in places:
        yield from _of_condition(place, condition)
        if kind in CAST_ONCE and condition.of == "that_player":
            expected = f"another scope: a {kind} answers nobody"
            yield DeckProblem(f"{place}.of", "is nobody yet", expected, condition.of)


def _of_condition(place: str, condition: ConditionPart) -> Iterator[DeckProblem]:
    least, most = condition.least, condition.most
    if condition.has == "spell":
        expected = "what everybody can count: card for a hand"
        yield DeckProblem(f"{place}.has", "is hidden", expected, condition.has)
    if condition.has in FACE_DOWN:
        for word in condition.said():
            if word in FILTERS:
                expected = f"no filter: the faces of a {condition.has} are hidden"
                yield DeckProblem(f"{place}.{word}", "is hidden", expected, word)
    if (least, most, condition.compared) == (None, None, None):
        yield DeckProblem(place, "compares with nothing", "min, max or is")
    if least is not None and most is not None and least > most:
        yield DeckProblem(f"{place}.max", "can never hold", f"at least the min of {least}", most)


def _of_text(card: CardPart, kind: str) -> Iterator[DeckProblem]:
    text = card.text
    if text is None:
        return
    if len(text.split(". ")) > MOST_SENTENCES:
        yield DeckProblem("text", "is too long", f"at most {MOST_SENTENCES} sentences", text)
    if not card.trigger and not card.rules and kind != "role" and text != NO_EFFECT:
        yield DeckProblem("text", "promises what no data do", f'"{NO_EFFECT}"', text)
    yield from _of_capitals(card, kind, text)
    for place, item, use in own_places(card):
        if use == "effect" and _demands_of_each(item) and " who has " not in text:
            expected = 'a text with "who has": only those who can are spoken to'
            yield DeckProblem(place, "demands something of several players", expected, text)


def _demands_of_each(item: ItemPart) -> bool:
    return item.do in DEMANDS and not item.may and bool({item.who, item.of} & EACH)


def _of_capitals(card: CardPart, kind: str, text: str) -> Iterator[DeckProblem]:
    for word in capitals(text):
        if not verb(word):
            yield DeckProblem("text", "has a word in capitals that is no verb", "a verb", word)
    said, done = printed(text), acted(face_of(card, kind))
    for word in sorted(said - done):
        yield DeckProblem("text", "names a verb that no effect does", "a text of its effects", word)
    for word in sorted(done - said):
        yield DeckProblem("text", "does not name a verb of an effect", word.upper(), text)
