"""Card text that is rendered from the effect says what the effect does."""

from itertools import product

import pytest

from rr_rules.runes_regulations.deck.loader import base_deck, load_deck
from rr_rules.runes_regulations.faces.keywords import acted, capitals, printed, verb
from rr_rules.runes_regulations.faces.vocabulary import EVENT_TAKES, MOMENTS
from rr_rules.runes_regulations.text.card import rendered
from tests.support.rr_rules.anycards import FRAMES, SCOPES, items, sound
from tests.support.rr_rules.decks import EXPANSION
from tests.support.rr_rules.words import ITEMS, nouns

BASE = {face.id: face for face in base_deck().faces}
STREET = {face.id: face for face in load_deck("street.toml", EXPANSION.encode()).faces}

# Each construct once, on a card that has it.
SENTENCES = {
    "griffin-with-a-tiny-head": "No effect.",
    "rune-eating-dragon": "When this enters your Lawn, you may DESTROY a Rune on any player's "
    "Fence.",
    "sparkly-dragon": "When this enters your Lawn, you may CAST a Spell from your hand.",
    "horrifyingly-smelly-dragon": "When this enters your Lawn, you may have each player RETURN a "
    "Creature on their Lawn to their hand (unusable while one of them cannot).",
    "bratty-dragon": "If this is on your Lawn at the beginning of your turn, you may choose any "
    "neighbor: they must give a card from their hand to you.",
    "coupon-clipping-unicorn": "Once per turn, when you DISCARD a card, you may DRAW a card.",
    "spoiled-unicorn": "When this enters your Lawn, you may choose any neighbor: they must give a "
    "card from their hand to you.",
    "fetching-pegasus": "Each neighbor must DISCARD a card before they CAST a Spell.",
    "sprinkler-proof-pegasus": "This cannot be HEXED, STOLEN or RETURNED.",
    "petition-carrying-pegasus": "When this enters your Lawn, you may replace the active "
    "Regulation with the top card of the Regulation deck.",
    "fence-sitting-griffin": "Neighbors cannot STEAL or DESTROY Runes on your Fence.",
    "curtain-twitching-griffin": "When this enters your Lawn, you may look at any neighbor's hand. "
    "Then that player must DISCARD a card of your choice.",
    "moulting-griffin": "When this enters your Lawn, you may choose any neighbor: they must skip "
    "their next Cast phase.",
    "door-to-door-sphinx": "When this enters your Lawn, you may have each neighbor choose one: "
    "they skip their next Cast phase, or you DRAW a card.",
    "bin-night-chimera": "When this enters your Lawn, you may add a card of your choice from the "
    "Main discard pile to your hand.",
    "this-spells-disaster": "DISCARD a card, then DESTROY a Creature on any player's Lawn.",
    "weed-out-the-competition": "DESTROY up to 2 Hexed Creatures on one player's Lawn. "
    "Then DRAW a card.",
    "trade-in-value": "SACRIFICE a Mythical Creature, then SUMMON a Creature from the Main discard "
    "pile onto your Lawn, then add the top 2 cards of the Rune deck to your Fence.",
    "surprise-fence-inspection": "DESTROY up to 2 Runes on one neighbor's Fence.",
    "calling-in-sick": "Skip your Spin phase this turn. Then DRAW a card.",
    "double-parked-cauldron": "Choose any neighbor: they must skip their next Summon phase.",
    "passive-aggressive-note": "Choose any neighbor: they must choose one: they DISCARD 2 cards, "
    "or they HEX a Mythical Creature on their Lawn.",
    "driveway-swap-meet": "Move a Creature from your Lawn to any neighbor's Lawn, then STEAL a "
    "different Mythical Creature from that player's Lawn.",
    "vacation-hold": "Until your next turn begins, neighbors cannot STEAL, DESTROY, HEX or RETURN "
    "Creatures on your Lawn. Then you DRAW a card.",
    "mandatory-spin-class": "Choose any neighbor: they must SPIN and apply the result. "
    "Then you DRAW a card.",
    "grubby-grabber": "If a neighbor would CAST a Spell, add that Spell to your hand instead.",
    "gnasty-gnome": "If a Mythical Creature would be STOLEN from your Lawn, DESTROY that Creature "
    "instead.",
    "wobbly-weathervane": "If you would SPIN, DRAW 2 cards instead.",
    "salty-shaker": "When a neighbor DISCARDS a card, that player must DISCARD a card. Then you "
    "DRAW a card.",
    "gettin-diggy-with-it": "When a Creature enters a neighbor's Lawn, look at the top 3 cards of "
    "the Main deck, add 1 to your hand and put the rest on the bottom.",
    "nosy-doorbell": "At the end of a neighbor's turn while that player has 4 or more Mythical "
    "Creatures, HEX a Mythical Creature on that player's Lawn.",
    "suggestion-box-of-holding": "When a new Regulation becomes active, DRAW 2 cards.",
    "suspicious-flamingo": "When a neighbor ACTIVATES a Rune, add the top 2 cards of the Rune deck "
    "to your Fence.",
    "pet-registration-fee": "In the Summon phase, each player must DISCARD a card before they "
    "SUMMON a Creature.",
    "quiet-hours": "Players cannot CAST Spells in the Cast phase.",
    "leash-law": "Creatures wearing a collar cannot be HEXED or RETURNED.",
    "open-flame-ban": "When a Dragon enters a player's Lawn, that player must DISCARD a card.",
    "see-through-fence-code": "Each player's Runes are face up on their Fence.",
    "one-pet-per-day": "Each player's Summoning Limit is 1: whoever gains more Mythical Creatures "
    "in a turn must DESTROY one at its end.",
    "welcome-wagon-mandate": "In the Draw phase, each player DRAWS 2 cards.",
    "vacant-lot-assistance": "At the beginning of a player's turn while that player has the fewest "
    "Mythical Creatures (or tied), that player may DRAW a card.",
    "spinner-safety-recall": "In the Spin phase, each player SPINS twice and applies one result of "
    "their choice.",
}  # fmt: skip
STREET_SENTENCES = {
    "bane-wing": "If this is on your Lawn at the beginning of your turn, you may add the top card "
    "of the Forbidden Rune deck to your Fence, then skip your Cast phase this turn.",
    "wood-rot": "DESTROY a Rune on the Fence of each neighbor who has one. Then add the top card "
    "of the Forbidden Rune deck to your Fence.",
    "plot-twist": "SUMMON a Sacrificial Creature from the Forbidden discard pile onto your Lawn.",
    "the-curator": "You win if you end your turn while you have a Mythical Dragon, each neighbor "
    "has no Hexed Creatures and you have 3 or more Mythical Creatures outside the families Unicorn "
    "and Pegasus.",
    "the-neighbor": "You win as soon as you have 5 or more Corrupted Beasts and you have a "
    "Creature named Alley Cat, or if the Main deck has run out and nobody has won by the end of "
    "that turn.",
    "alley-cat": "If this would be DESTROYED while it is on your Lawn, you may RETURN this to its "
    "player's hand instead.",
    "casserole": "When a neighbor STEALS a Creature or Rune from you while that player has the "
    "fewest Mythical Creatures (or tied), take 2 cards at random from that player's hand.",
    "hopscotch": "If a Mythical Creature on your Lawn would be HEXED, nothing happens instead.",
    "amnesty": "Shuffle the Main discard pile into the Main deck.",
    "hotline": "Choose one: STEAL a Sacrificial Creature from any neighbor's Lawn, or DRAW 2 "
    "cards.",
}


@pytest.mark.parametrize("name", SENTENCES)
def test_a_base_card_reads_as_it_should_without_its_own_text(name):
    assert rendered(BASE[name]) == SENTENCES[name]


@pytest.mark.parametrize("name", STREET_SENTENCES)
def test_a_card_of_the_expansion_kinds_reads_as_it_should(name):
    assert STREET[name].text == rendered(STREET[name]) == STREET_SENTENCES[name]


@pytest.mark.parametrize("face", BASE.values(), ids=list(BASE))
def test_rendered_and_printed_text_name_the_verbs_of_the_effect(face):
    assert printed(rendered(face)) == printed(face.text) == acted(face)
    assert all(map(verb, capitals(rendered(face))))


@pytest.mark.parametrize("face", BASE.values(), ids=list(BASE))
def test_every_rendered_text_is_a_sentence_that_fits(face):
    text = rendered(face)
    assert text[0].isupper()
    assert text.endswith(".")
    assert "  " not in text
    assert len(text) <= 240


def reads_well(face):
    text = rendered(face)
    stray = {"  ", "None", "_", "{", "''"}
    return (
        printed(text) == acted(face)
        and all(map(verb, capitals(text)))
        and text[0].isupper()
        and text.endswith(".")
        and not any(each in text for each in stray)
    )


@pytest.mark.slow
@pytest.mark.parametrize("verb", sorted({*ITEMS} - {"grant", "sacrifice"}))
def test_every_item_that_the_loader_takes_can_be_read(verb):
    kinds = ("spell", "creature") if len(nouns(ITEMS[verb])) > 4 else tuple(FRAMES)
    read_so_far = 0
    for kind, item in product(kinds, items(verb)):
        face = sound(kind, price=[], effects=[item], **FRAMES[kind])
        if face is not None:
            assert reads_well(face), (item, rendered(face))
            read_so_far += 1
    assert read_so_far


@pytest.mark.parametrize("event", EVENT_TAKES)
def test_every_trigger_that_the_loader_takes_can_be_read(event):
    takes = EVENT_TAKES[event]
    whats = (None, "creature", "rune", "card", "spell", "this") if "what" in takes else (None,)
    scopes = [SCOPES if word in takes else (None,) for word in ("of", "by")]
    times = ("on",) if event in MOMENTS else ("on", "would")
    read_so_far = 0
    for time, what, of, by in product(times, whats, *scopes):
        trigger = {time: event, "what": what, "of": of, "by": by}
        trigger = {word: value for word, value in trigger.items() if value}
        fields = {"trigger": trigger, "optional": True, "price": [], "effects": [{"do": "draw"}]}
        face = sound("creature", family="sloth", collar=True, **fields)
        if face is not None:
            assert reads_well(face), (trigger, rendered(face))
            read_so_far += 1
    assert read_so_far


RULES = [
    *({"rule": "limit", "which": which, "of": of, change: 3}
      for which, of, change in product(("hand", "rune", "summoning"), SCOPES[1:], ("add", "set"))),
    *({"rule": "cannot", "act": acts, "what": what, "of": of, "by": by, "phase": phase}
      for acts, what, of, by, phase in product(
          (["steal"], ["cast"], ["hex", "return"]), (None, "this", "rune", "mythical"),
          SCOPES, SCOPES, (None, "spin"))),
    *({"rule": "surcharge", "act": acts, "by": by, "phase": phase, "price": [item]}
      for acts, by, phase, item in product(
          (["cast"], ["summon", "activate"]), SCOPES[1:], (None, "cast"),
          ({"do": "discard", "n": 2}, {"do": "sacrifice", "what": "hexed"}))),
    *({"rule": "spin_rule", "by": by, "spins": spins} for by in SCOPES for spins in (1, 2, 3)),
    *({"rule": "draw_rule", "by": by, "n": n} for by in SCOPES for n in (1, 2)),
    *({"rule": "face_up", "zone": "fence", "of": of} for of in SCOPES),
]  # fmt: skip


@pytest.mark.parametrize("kind", ["creature", "regulation"])
def test_every_lasting_rule_that_the_loader_takes_can_be_read(kind):
    fields = {"family": "sloth", "collar": True} if kind == "creature" else {}
    seen = set()
    for rule in RULES:
        given = {word: value for word, value in rule.items() if value is not None}
        face = sound(kind, rules=[given], **fields)
        if face is not None:
            assert reads_well(face), (given, rendered(face))
            seen.add(rule["rule"])
    assert len(seen) == 6


def test_a_price_in_a_runes_text_says_that_it_may_be_paid():
    mat = STREET["mat-of-teeth"].text
    assert mat == (
        "When a Mythical Creature enters a neighbor's Lawn, you may DISCARD a card, "
        "then STEAL that Creature."
    )


def test_several_effects_in_place_of_an_event_begin_with_instead():
    steps = [{"do": "draw"}, {"do": "draw", "who": "each_neighbor"}, {"do": "discard"}]
    face = sound("rune", price=[], effects=steps, **FRAMES["rune"])
    assert rendered(face) == (
        "If a neighbor would STEAL a Creature from your Lawn, instead DRAW a card. "
        "Then each neighbor must DRAW a card. Then you DISCARD a card."
    )


def test_an_event_without_a_noun_names_all_its_things():
    def lead(**trigger):
        effects = [{"do": "draw"}]
        return rendered(sound("rune", trigger=trigger, optional=True, price=[], effects=effects))

    assert lead(on="destroy", of="you").startswith("When a Creature or Rune of yours is DESTROYED,")
    assert lead(would="steal", of="any_neighbor").startswith(
        "If a Creature or Rune would be STOLEN from a neighbor,"
    )


def test_a_text_of_its_own_is_kept():
    assert BASE["quiet-hours"].text.endswith("They may still draw instead.")
