"""Words that no card of the base box uses, played from owners' decks."""

import random

from rr_rules.dealers import SeededDealer
from rr_rules.runes_regulations.game import RunesRegulations
from rr_rules.runes_regulations.loader import load_deck
from rr_rules.table import Table, drive
from tests.cards.decks import SPELL, deck, playable
from tests.support.story import story

MOST_ENTRIES = 3000


def spell(effects, price="[]"):
    card = SPELL.replace("price = []", f"price = {price}")
    content = deck(card.replace('[{ do = "draw", n = 2 }]', effects))
    return load_deck("words.toml", content).faces


def test_a_summon_from_the_hand_keeps_to_its_filters():
    faces = spell('[{ do = "summon", what = "creature", family = "dragon", to = "you" }]')
    hand = ["Sound Spell", "Teeny Tiny Manticore", "Bratty Dragon", "Newts in Bulk"]
    t = story(hand0=hand, faces=faces)
    t.cast("Sound Spell")
    assert t.labels() == ["Bratty Dragon"]
    t.pick("Bratty Dragon")
    assert t.lawn(0) == ["Bratty Dragon"]


def test_a_spell_that_summons_a_family_is_not_cast_without_one():
    faces = spell('[{ do = "summon", what = "creature", family = "dragon", to = "you" }]')
    t = story(hand0=["Sound Spell", "Teeny Tiny Manticore"], faces=faces)
    assert "Sound Spell" not in t.labels()


def test_several_cards_are_taken_blind_from_one_hand():
    faces = spell('[{ do = "take", what = "card", from = "hand", of = "any_neighbor", n = 2 }]')
    taken = ["Newts in Bulk", "Point of Order", "Vacation Hold"]
    t = story(hand0=["Sound Spell"], hand1=taken, faces=faces, rolls=[2, 0])
    t.cast("Sound Spell")
    assert t.hand(1) == ["Point of Order"]
    assert sorted(t.hand(0)) == ["Newts in Bulk", "Vacation Hold"]


def test_all_hexed_creatures_of_everybody_are_destroyed_at_once():
    faces = spell('[{ do = "destroy", what = "hexed", of = "each_player", n = "all" }]')
    t = story(
        hand0=["Sound Spell"],
        hexed0=["Bratty Dragon"],
        hexed1=["Kiddie-Pool Kraken", "Sneaky Griffin"],
        lawn1=["Parcel Pegasus"],
        faces=faces,
    )
    t.cast("Sound Spell")
    assert (t.lawn(0), t.lawn(1)) == ([], ["Parcel Pegasus"])


def play(loaded, seats, seed):
    """The table of a random game, after its end or after many decisions."""
    table = Table(RunesRegulations(loaded), seats, {"deck_check": "custom"})
    dice, dealer = random.Random(seed), SeededDealer(seed)
    while table.outcome is None and table.number < MOST_ENTRIES:
        drive(table, dealer)
        if table.outcome is None:
            asked = dice.choice(table.asked)
            table.answer(asked.seat, dice.randrange(len(asked.options)))
    return table


def test_an_owners_deck_is_played_to_its_end():
    loaded = load_deck("ours.toml", playable(spells=20, creatures=20, runes=12))
    assert play(loaded, 2, seed=1).outcome is not None
