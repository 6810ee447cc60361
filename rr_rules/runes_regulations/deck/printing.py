"""Prints faces: from the checked models of a deck file to the frozen values the game plays with."""

from __future__ import annotations

from collections.abc import Sequence

from rr_rules.runes_regulations.deck.models import (
    CardPart,
    ConditionPart,
    Filtered,
    ItemPart,
    RulePart,
    TriggerPart,
    WinPart,
)
from rr_rules.runes_regulations.faces.faces import Condition, Face, Filter, Item, Rule, Trigger, Win
from rr_rules.runes_regulations.faces.vocabulary import BACKS, CREATURES, FAMILY_WORDS


def face_of(card: CardPart, kind: str) -> Face:
    """The face of one card, with "" for the text that its file leaves out."""
    return Face(
        id=card.id,
        name=card.name,
        kind=kind,
        back=BACKS[kind],
        copies=card.copies,
        origin=card.origin,
        text=card.text or "",
        families=families(card.name, card.family) if kind in CREATURES else (),
        collar=card.collar or False,
        trigger=_trigger(card.trigger) if card.trigger else None,
        conditions=_conditions(card.conditions),
        once=card.once,
        optional=card.optional or False,
        price=_items(card.price or ()),
        effects=_items(card.effects or ()),
        rules=tuple(_rule(rule) for rule in card.rules),
        cost=_items(card.cost),
        win=tuple(_win(win) for win in card.win),
        public=card.public,
        facts=card.facts or "",
        flavour=card.flavour or "",
    )


def families(name: str, family: str | None) -> tuple[str, ...]:
    """The family words that stand in a name; without one, the family the card gives."""
    named = sorted(family for word, family in FAMILY_WORDS.items() if word in name)
    return tuple(named or [family] if family else named)


def _filter(part: Filtered, what: str | None) -> Filter:
    return Filter(
        what=what or "",
        family=part.family or "",
        family_not=tuple(part.family_not or ()),
        collar=part.collar,
        names=tuple(part.names or ()),
        other=part.other,
    )


def _trigger(part: TriggerPart) -> Trigger:
    return Trigger(
        would=part.would is not None,
        event=part.would or part.on or "",
        filter=_filter(part, part.what),
        of=part.of or "",
        by=part.by or "",
    )


def _conditions(parts: Sequence[ConditionPart]) -> tuple[Condition, ...]:
    return tuple(
        Condition(
            filter=_filter(part, part.has),
            of=part.of,
            least=part.least,
            most=part.most,
            fewest=part.compared is not None,
        )
        for part in parts
    )


def _rule(part: RulePart) -> Rule:
    return Rule(
        rule=part.rule,
        filter=_filter(part, part.what),
        which=part.which or "",
        of=part.of or "",
        by=part.by or "",
        add=part.add,
        set=part.set,
        act=tuple(part.act or ()),
        phase=part.phase or "",
        price=_items(part.price or ()),
        spins=part.spins or 1,
        n=part.n or 1,
        zone=part.zone or "",
    )


def _items(parts: Sequence[ItemPart]) -> tuple[Item, ...]:
    return tuple(_choice(part) if part.choose else _item(part) for part in parts)


def _choice(part: ItemPart) -> Item:
    lists = tuple(_items(option) for option in part.choose or ())
    return Item(do="choose", who=part.who or "you", lists=lists)


def _item(part: ItemPart) -> Item:
    is_from_hand = part.do in ("summon", "cast")
    return Item(
        do=part.do or "",
        who=part.who or "you",
        of=part.of or "",
        filter=_filter(part, part.what),
        n=part.n if isinstance(part.n, int) else 1,
        all=part.n == "all",
        up_to=part.up_to,
        may=part.may,
        chooser=part.chooser or "",
        place=part.at or part.source or ("hand" if is_from_hand else ""),
        to=part.to or "",
        keep=part.keep or 0,
        phase=part.phase or "",
        this_turn=part.this_turn,
        gives=_rule(part.gives) if part.gives else None,
        until=part.until or "",
    )


def _win(part: WinPart) -> Win:
    return Win(at=part.at, all=_conditions(part.all))
