"""What the items and lasting rules of a card must say: which words go with which verb."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from rr_rules.runes_regulations.deck.errors import NOTHING, DeckProblem, ErrorPhrase, words
from rr_rules.runes_regulations.deck.models import CardPart, ItemPart, RulePart, StrictPart
from rr_rules.runes_regulations.events.deed import ANY, EACH
from rr_rules.runes_regulations.faces.vocabulary import (
    ACTS,
    CAST_ONCE,
    COUNTABLE,
    EVENT_TAKES,
    FILTERS,
    LASTING,
    NEEDS,
    NOUNS,
    ONE_PLAYER,
    PLACES,
    RULE_NEEDS,
    RULE_PHASES,
    RULE_TAKES,
    TAKES,
)

Use = Literal["price", "surcharge", "effect"]


class Placed(NamedTuple):
    """An item, where it stands and what for."""

    place: str
    item: ItemPart
    use: Use


_LOCAL = frozenset({"you", "any_player", "any_neighbor", "each_neighbor"})
_PICKS = frozenset({*ANY, *EACH})


def own_places(card: CardPart) -> Iterator[Placed]:
    """The items that a card's own ability holds, those inside its choices included."""
    yield from _walk("price", card.price or (), "price")
    yield from _walk("effects", card.effects or (), "effect")


def in_items(card: CardPart, kind: str) -> Iterator[DeckProblem]:
    """What is wrong with a card's items."""
    for place, item, use in _every_item(card):
        if (item.do is None) == (item.choose is None):
            got = NOTHING if item.do is None else ErrorPhrase("both")
            yield DeckProblem(place, "has no single verb", "exactly one of do or choose", got)
        elif item.choose is not None:
            yield from _in_choice(place, item, is_payment=use != "effect")
        else:
            yield from _in_item(place, item, is_payment=use != "effect")
        if kind == "regulation":
            yield from _without_you(place, item)
            yield from _with_performer(place, item, use)
    yield from _in_looks(card)
    yield from _in_references(card, kind)
    if kind in CAST_ONCE:
        yield from _in_picks(card)


def in_rules(card: CardPart, kind: str) -> Iterator[DeckProblem]:
    """What is wrong with a card's lasting rules, those it grants included."""
    for place, rule in _every_rule(card):
        yield from _arguments(place, rule, rule.rule, RULE_TAKES, RULE_NEEDS)
        yield from _in_rule(place, rule)
        if kind == "regulation":
            yield from _without_you(place, rule)


def _walk(field: str, items: Sequence[ItemPart], use: Use) -> Iterator[Placed]:
    for number, item in enumerate(items, 1):
        place = f"{field}.{number}"
        yield Placed(place, item, use)
        for option, inner in enumerate(item.choose or (), 1):
            yield from _walk(f"{place}.choose.{option}", inner, use)
        if item.gives is not None:
            yield from _walk(f"{place}.gives.price", item.gives.price or (), "surcharge")


def _every_item(card: CardPart) -> Iterator[Placed]:
    yield from own_places(card)
    yield from _walk("cost", card.cost, "price")
    for number, rule in enumerate(card.rules, 1):
        yield from _walk(f"rules.{number}.price", rule.price or (), "surcharge")


def _every_rule(card: CardPart) -> Iterator[tuple[str, RulePart]]:
    for number, rule in enumerate(card.rules, 1):
        yield f"rules.{number}", rule
    for place, item, _ in _every_item(card):
        if item.gives is not None:
            yield f"{place}.gives", item.gives


def _arguments(
    place: str,
    part: StrictPart,
    word: str,
    takes: dict[str, frozenset[str]],
    needs: dict[str, tuple[str, ...]],
) -> Iterator[DeckProblem]:
    for given in part.said():
        if given not in takes[word] | {"do", "rule"}:
            expected = f"only {words(takes[word])}"
            yield DeckProblem(f"{place}.{given}", f"means nothing with {word}", expected, given)
    for needed in needs.get(word, ()):
        if not part.says(needed):
            yield DeckProblem(f"{place}.{needed}", "is missing", f"a value: {word} needs it")


def _in_choice(place: str, item: ItemPart, *, is_payment: bool) -> Iterator[DeckProblem]:
    if is_payment:
        yield DeckProblem(
            f"{place}.choose", "is no payment", "choose in effects", ErrorPhrase("a choice")
        )
    for given in item.said():
        if given not in {"choose", "who"}:
            expected = "only choose and who"
            yield DeckProblem(f"{place}.{given}", "means nothing with choose", expected, given)
    if item.who is None:
        yield DeckProblem(f"{place}.who", "is missing", "the scope of those who choose")


def _in_item(place: str, item: ItemPart, *, is_payment: bool) -> Iterator[DeckProblem]:
    assert item.do is not None
    yield from _arguments(place, item, item.do, TAKES, NEEDS)
    yield from _in_nouns(place, item, item.do)
    known = PLACES.get(item.do, ())
    for word, found in (("at", item.at), ("from", item.source)):
        if item.says(word) and word in TAKES[item.do] and found not in known:
            yield DeckProblem(f"{place}.{word}", f"is no place of {item.do}", words(known), found)
    if item.do == "sacrifice" and not is_payment:
        yield DeckProblem(f"{place}.do", "is no effect", "sacrifice in a price or a cost", item.do)
    if item.may and is_payment:
        yield DeckProblem(f"{place}.may", "cannot be declined", "no may in what must be paid", True)
    if item.do == "skip" and item.phase == "draw":
        expected = "cast, summon or spin"
        yield DeckProblem(f"{place}.phase", "is never skipped", expected, item.phase)
    if item.do == "grant" and (is_payment or "choose" in place):
        expected = "grant as an item of effects itself"
        yield DeckProblem(f"{place}.do", "cannot stand here", expected, item.do)
    yield from _in_amounts(place, item, item.do)
    yield from _in_scopes(place, item, item.do)
    if item.do == "take":
        yield from _in_take(place, item)
    if item.do == "look" and item.at in known:
        yield from _in_look(place, item)


def _in_take(place: str, item: ItemPart) -> Iterator[DeckProblem]:
    if item.source == "main_discard" and (item.n != 1 or item.up_to):
        yield DeckProblem(f"{place}.n", "is more than one", "one card of a pile", item.n)
    if item.source != "hand":
        if item.says("of"):
            expected = "no of: only a hand is somebody's"
            yield DeckProblem(f"{place}.of", "means nothing there", expected, item.of)
        return
    if item.of is None:
        yield DeckProblem(f"{place}.of", "is missing", "whose hand it is")
    if item.what not in ("card", None):
        yield DeckProblem(f"{place}.what", "is not seen in a hand", "card", item.what)
    if item.of == (item.who or "you"):
        yield DeckProblem(f"{place}.of", "is nobody to take from", "another player", item.of)


def _in_amounts(place: str, item: ItemPart, do: str) -> Iterator[DeckProblem]:
    if item.n == "all" and do in COUNTABLE:
        yield DeckProblem(f"{place}.n", "is no number", f"a whole number with {do}", item.n)
    if item.n == "all" and item.of in ANY:
        expected = "each_player, each_neighbor, that_player or no of"
        yield DeckProblem(f"{place}.of", "is one of many", expected, item.of)
    if item.n == "all" and item.up_to:
        yield DeckProblem(f"{place}.up_to", "bounds nothing", "a whole number in n", item.n)
    if item.of in EACH and item.n != "all" and (item.n != 1 or item.up_to):
        yield DeckProblem(f"{place}.n", "is more than one of each", '1 or "all"', item.n)
    if do == "give" and item.what in ("card", "spell"):
        for word in ("n", "up_to"):
            if item.says(word):
                expected = f"no {word}: one card at a time"
                yield DeckProblem(f"{place}.{word}", "means nothing there", expected, word)


def _in_scopes(place: str, item: ItemPart, do: str) -> Iterator[DeckProblem]:
    if do == "steal" and item.what not in ("this", "that"):
        if item.of is None:
            yield DeckProblem(f"{place}.of", "is missing", "whose it is")
        elif item.of == (item.who or "you"):
            yield DeckProblem(f"{place}.of", "is nobody to steal from", "another player", item.of)
    if do == "give" and item.to == (item.who or "you"):
        yield DeckProblem(f"{place}.to", "is the giver", "another player", item.to)
    if do == "summon" and item.to not in (None, item.who or "you"):
        expected = f"{item.who or 'you'}: the Lawn of the one who summons"
        yield DeckProblem(f"{place}.to", "is another's Lawn", expected, item.to)
    singles = {"to": item.to, "of": item.of if do in ("take", "look") else None}
    for word, scope in singles.items():
        if scope is not None and scope not in ONE_PLAYER:
            yield DeckProblem(f"{place}.{word}", "is no single player", words(ONE_PLAYER), scope)


def _in_nouns(place: str, item: ItemPart, do: str) -> Iterator[DeckProblem]:
    what = item.what
    if what is None or "what" not in TAKES[do]:
        return
    if what not in NOUNS[do]:
        yield DeckProblem(f"{place}.what", f"is no thing to {do}", words(NOUNS[do]), what)
    if do == "take" and what != "that" and item.source is None:
        yield DeckProblem(f"{place}.from", "is missing", f"a place: {words(PLACES['take'])}")


def _in_look(place: str, item: ItemPart) -> Iterator[DeckProblem]:
    is_deck = item.at == "main_deck"
    for word in ("of",) if is_deck else ("n", "keep"):
        if item.says(word):
            expected = f"no {word} with at = {item.at}"
            yield DeckProblem(f"{place}.{word}", "means nothing there", expected, word)
    if not is_deck and item.of is None:
        yield DeckProblem(f"{place}.of", "is missing", f"whose {item.at} it is")
    if isinstance(item.n, int) and (item.keep or 0) > item.n:
        yield DeckProblem(f"{place}.keep", "is more than seen", f"at most {item.n}", item.keep)


def _in_rule(place: str, rule: RulePart) -> Iterator[DeckProblem]:
    known = ACTS.get(rule.rule)
    for act in rule.act or () if known else ():
        if act not in (known or ()):
            yield DeckProblem(f"{place}.act", f"is no act for {rule.rule}", words(known or ()), act)
    match rule.rule:
        case "limit" if (rule.add is None) == (rule.set is None):
            got = NOTHING if rule.add is None else ErrorPhrase("both")
            yield DeckProblem(place, "changes no limit", "exactly one of add or set", got)
        case "cannot" if rule.what is None:
            yield from without_noun(place, rule)
            if rule.by is None:
                yield DeckProblem(place, "binds nobody", "what or by")
        case "face_up" if rule.zone not in (None, "fence"):
            yield DeckProblem(f"{place}.zone", "is never open", "fence", rule.zone)
    yield from _in_rule_words(place, rule)


def _in_rule_words(place: str, rule: RulePart) -> Iterator[DeckProblem]:
    if rule.rule in RULE_PHASES and rule.phase not in (None, RULE_PHASES[rule.rule]):
        expected = RULE_PHASES[rule.rule]
        yield DeckProblem(f"{place}.phase", "is not that of the rule", expected, rule.phase)
    for word in ("of", "by"):
        if getattr(rule, word) == "that_player":
            expected = "another scope: a lasting rule answers nobody"
            yield DeckProblem(f"{place}.{word}", "is for effects", expected, "that_player")
    if rule.what == "that" or (rule.what == "this" and rule.rule == "surcharge"):
        yield DeckProblem(f"{place}.what", f"is no thing of {rule.rule}", "a noun", rule.what)


def without_noun(place: str, part: StrictPart) -> Iterator[DeckProblem]:
    """The filters of a part that has no noun for them to narrow."""
    for word in part.said():
        if word in FILTERS:
            yield DeckProblem(f"{place}.{word}", "narrows nothing", "a noun in what", word)


def _without_you(place: str, part: ItemPart | RulePart) -> Iterator[DeckProblem]:
    """A Regulation belongs to nobody: it knows neither a "you" nor neighbors."""
    scopes = ("who", "of", "to", "by")
    for word in scopes:
        if (scope := getattr(part, word, None)) in _LOCAL:
            expected = "each_player or that_player"
            yield DeckProblem(f"{place}.{word}", "is nobody in a Regulation", expected, scope)


def _with_performer(place: str, item: ItemPart, use: Use) -> Iterator[DeckProblem]:
    # A surcharge is paid by those it binds: nobody else has to be named.
    takes_who = item.do is not None and "who" in TAKES[item.do]
    if takes_who and item.who is None and use != "surcharge":
        expected = "each_player or that_player: a Regulation has no you"
        yield DeckProblem(f"{place}.who", "is missing", expected)


def _in_looks(card: CardPart) -> Iterator[DeckProblem]:
    """A card's controller can choose from another hand only after a look at it."""
    has_looked = False
    for place, item, _ in own_places(card):
        has_looked = has_looked or (item.do == "look" and item.at == "hand")
        if item.chooser is not None and not has_looked:
            expected = "a look at that hand in an earlier item"
            yield DeckProblem(f"{place}.chooser", "chooses unseen cards", expected, item.chooser)


def _in_references(card: CardPart, kind: str) -> Iterator[DeckProblem]:
    """A card is `this` only on a Lawn; there is a `that` only where the event is about one."""
    event = (card.trigger.would or card.trigger.on or "") if card.trigger else ""
    has_thing = "what" in EVENT_TAKES.get(event, ()) and kind not in CAST_ONCE
    for place, item, _ in own_places(card):
        if item.what == "this" and kind not in LASTING:
            expected = f"a noun: a {kind} lies on no Lawn"
            yield DeckProblem(f"{place}.what", "is nothing here", expected, item.what)
        is_single = item.what in ("this", "that")
        if is_single and (item.who in EACH or (item.do == "sacrifice" and item.who is not None)):
            expected = "a single player: there is one such thing"
            yield DeckProblem(f"{place}.who", "is too many", expected, item.who)
        is_known = item.what in NOUNS.get(item.do or "", ())
        if item.what == "that" and is_known and not has_thing:
            expected = "a noun: the trigger is about no thing"
            yield DeckProblem(f"{place}.what", "is nothing here", expected, item.what)


def _in_picks(card: CardPart) -> Iterator[DeckProblem]:
    """A Spell answers nothing: it must single somebody out before it speaks of `that_player`."""
    has_picked = False
    for place, item, _ in own_places(card):
        scopes = {"who": item.who, "of": item.of, "to": item.to}
        has_picked = has_picked or bool(_PICKS & set(scopes.values()))
        for word, scope in scopes.items():
            if scope == "that_player" and not has_picked:
                expected = "an earlier item that singles a player out"
                yield DeckProblem(f"{place}.{word}", "is nobody yet", expected, scope)
        has_picked = has_picked or item.choose is not None
