"""Words that no card of the base box uses, played from owners' decks."""

from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from rr_rules.runes_regulations.deck.loader import load_deck
from rr_rules.runes_regulations.game import RunesRegulations
from tests.support.rr_rules.decks import SPELL, deck, playable
from tests.support.rr_rules.randomplay import outcome_of, play_out
from tests.support.rr_rules.story import story


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


def test_an_owners_deck_is_played_to_its_end():
    rules = RunesRegulations(load_deck("ours.toml", playable(spells=20, creatures=20, runes=12)))
    table = Table(rules, 2, rules.settle({"deck_check": "custom"}))
    play_out(table, Stream.seeded(1))
    assert outcome_of(table).reason == "five"
