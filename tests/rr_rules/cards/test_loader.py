"""The base deck, owners' decks and what the loader says of them."""

import hashlib
from collections import Counter

import pytest

from rr_rules.kernel.errors import DeckError
from rr_rules.runes_regulations.deck.loader import (
    BASE_FILES,
    base_deck,
    check_base,
    check_playable,
    load_deck,
    report,
)
from rr_rules.runes_regulations.faces.faces import Win
from rr_rules.runes_regulations.faces.verb import Filter
from rr_rules.runes_regulations.faces.vocabulary import ALL
from tests.support.rr_rules.decks import (
    CREATURE,
    EXPANSION,
    RUNE,
    SILENT,
    SPELL,
    deck,
    playable,
)
from tests.support.rr_rules.faces import choose, has, item, on, rule


def face(loaded, name):
    return next(each for each in loaded.faces if each.id == name)


def base(name):
    return face(base_deck(), name)


def copies(loaded):
    counts = Counter()
    for each in loaded.faces:
        counts[each.back, each.kind] += each.copies
    return counts


@pytest.mark.rule("RR-COMP-01")
def test_the_base_box_holds_39_spells_50_creatures_24_runes_and_17_regulations():
    assert copies(base_deck()) == {
        ("main", "spell"): 39,
        ("main", "creature"): 50,
        ("rune", "rune"): 24,
        ("regulation", "regulation"): 17,
    }
    check_base(base_deck())


@pytest.mark.rule("RR-COMP-01")
def test_other_counts_are_refused_at_a_base_table_and_accepted_at_a_custom_one():
    loaded = load_deck("ours.toml", playable())
    with pytest.raises(DeckError) as refused:
        check_base(loaded)
    assert str(refused.value).splitlines() == [
        "ours.toml: deck: spell: is not the count of the base box: expected 39, got 10",
        "ours.toml: deck: creature: is not the count of the base box: expected 50, got 10",
        "ours.toml: deck: rune: is not the count of the base box: expected 24, got 10",
        "ours.toml: deck: regulation: is not the count of the base box: expected 17, got 2",
    ]
    check_playable(loaded, 3)


def test_a_kind_outside_the_base_box_is_refused_at_a_base_table():
    loaded = load_deck("ours.toml", EXPANSION.encode())
    with pytest.raises(DeckError, match=r"beast: is not the count .* expected 0, got 2"):
        check_base(loaded)


def test_the_base_faces_stand_in_the_order_of_the_files():
    ids = [each.id for each in base_deck().faces]
    assert ids[0] == "horrifyingly-smelly-dragon"
    assert ids[-1] == "noise-permit"
    assert len(set(ids)) == len(ids) == 80


def test_every_base_face_has_a_text_and_a_flavour():
    assert [each.id for each in base_deck().faces if not (each.text and each.flavour)] == []


def test_two_loads_of_the_base_deck_are_equal():
    first = base_deck()
    base_deck.cache_clear()
    second = base_deck()
    assert second == first
    assert second is not first


def test_the_digest_is_that_of_names_and_bytes():
    def fed(*parts):
        total = hashlib.sha256()
        for part in parts:
            total.update(len(part).to_bytes(8, "big") + part)
        return total.hexdigest()

    content = deck(SPELL)
    assert load_deck("ours.toml", content).digest == fed(b"ours.toml", content)
    assert load_deck("other.toml", content).digest != fed(b"ours.toml", content)
    assert load_deck("ours.toml", content + b"\n").digest != fed(b"ours.toml", content)


def test_the_digest_of_a_deck_that_extends_the_base_box_depends_on_the_base_box():
    content = deck(SPELL, header='extends = "base"')
    total = hashlib.sha256()
    for part in (b"base", base_deck().digest.encode(), b"ours.toml", content):
        total.update(len(part).to_bytes(8, "big") + part)
    assert load_deck("ours.toml", content).digest == total.hexdigest()


def test_a_card_is_read_word_for_word():
    read = base("passive-aggressive-note")
    assert read.trigger == on("cast", "this")
    assert (read.kind, read.back, read.copies, read.optional) == ("spell", "main", 2, False)
    hexing = item("hex", "mythical", who="that_player", of="that_player")
    discarding = item("discard", who="that_player", n=2)
    assert read.effects == (choose("any_neighbor", [discarding], [hexing]),)


def test_words_of_rules_conditions_and_looks_reach_the_face():
    (tax,) = base("pet-registration-fee").rules
    assert tax == rule(
        "surcharge", by="each_player", act=("summon",), phase="summon", price=(item("discard"),)
    )
    (fewest,) = base("vacant-lot-assistance").conditions
    assert fewest == has("mythical", "that_player", fewest="fewest")
    (look,) = base("gettin-diggy-with-it").effects
    assert (look.place, look.n, look.keep) == ("main_deck", 3, 1)
    (leash,) = base("leash-law").rules
    assert leash.filter == Filter(what="creature", collar=True)
    grant, _ = base("vacation-hold").effects
    assert (grant.until, grant.gives.by) == ("your_next_turn", "any_neighbor")


def test_a_summon_or_cast_without_a_place_is_from_the_hand():
    effects = 'effects = [{ do = "summon" }, { do = "cast" }]'
    content = deck(SPELL.replace('effects = [{ do = "draw", n = 2 }]', effects))
    assert [each.place for each in load_deck("f.toml", content).faces[0].effects] == ["hand"] * 2


def test_all_of_a_noun_is_told_apart_from_one():
    effects = 'effects = [{ do = "destroy", what = "hexed", of = "each_player", n = "all" }]'
    content = deck(SPELL.replace('effects = [{ do = "draw", n = 2 }]', effects))
    (destroy,) = load_deck("f.toml", content).faces[0].effects
    assert destroy.n == ALL


@pytest.mark.parametrize(
    ("name", "family", "families"),
    [
        ("Dragon of the Drains", "dragon", ("dragon",)),
        ("Unicorn Riding a Griffin", "griffin", ("griffin", "unicorn")),
        ("Sloth on a Mower", "sloth", ("sloth",)),
    ],
)
def test_families_come_from_the_name_else_from_the_field(name, family, families):
    card = SILENT.replace("Silent Creature", name).replace("sloth", family)
    (read,) = load_deck("f.toml", deck(card)).faces
    assert read.families == families


def test_the_expansion_words_load():
    loaded = load_deck("street.toml", EXPANSION.encode())
    assert copies(loaded)["forbidden", "beast"] == 2
    assert face(loaded, "bane-wing").cost == (
        item("sacrifice", "creature"),
        item("discard", n=2),
    )
    curator = face(loaded, "the-curator")
    assert curator.public
    assert curator.back == "role"
    assert face(loaded, "the-neighbor").win[1] == Win(at="deck_out")
    assert curator.win[0].all[1] == has("hexed", "each_neighbor", most=0)
    assert face(loaded, "mat-of-teeth").back == "forbidden_rune"
    assert face(loaded, "hopscotch").effects == ()


def test_a_deck_that_extends_the_base_box_replaces_in_place_adds_and_removes():
    replaced = SILENT.replace("silent-creature", "bratty-dragon").replace("Silent", "Meek")
    content = deck(replaced, SPELL, header='extends = "base"\nremove = ["quiet-hours"]')
    loaded = load_deck("ours.toml", content)
    before = [each.id for each in base_deck().faces]
    after = [each.id for each in loaded.faces]
    assert after == [name for name in before if name != "quiet-hours"] + ["sound-spell"]
    assert face(loaded, "bratty-dragon").name == "Meek Creature"
    assert face(loaded, "bratty-dragon").trigger is None


def test_a_file_may_only_remove_cards():
    content = b'[deck]\nextends = "base"\nremove = ["quiet-hours", "leash-law"]'
    assert len(load_deck("ours.toml", content).faces) == 78


def test_cards_of_a_file_with_a_kind_need_not_repeat_it():
    content = deck(SPELL.replace('kind = "spell"', ""), header='kind = "spell"\nback = "main"')
    (read,) = load_deck("f.toml", content).faces
    assert read.kind == "spell"


def test_a_file_may_begin_with_a_byte_order_mark_and_end_its_lines_as_windows_does():
    content = b"\xef\xbb\xbf" + deck(SPELL).replace(b"\n", b"\r\n")
    assert load_deck("f.toml", content).faces == load_deck("f.toml", deck(SPELL)).faces


def test_the_name_of_a_deck_is_harmless():
    loaded = load_deck("x\x1b[2J\n\u202e.toml", deck(SPELL))
    assert loaded.name == "x?[2J??.toml"
    long = load_deck("n" * 500, deck(SPELL)).name
    assert len(long) == 40


def test_an_owners_file_is_never_called_base():
    assert base_deck().name == "base"
    assert load_deck("base", playable()).name == "./base"


def test_a_playable_deck_is_big_enough_for_its_seats():
    loaded = load_deck("ours.toml", playable(spells=10, creatures=10, runes=9))
    check_playable(loaded, 3)
    with pytest.raises(DeckError) as refused:
        check_playable(loaded, 4)
    line = "ours.toml: deck: rune: has too few cards: expected 12 Runes to deal 3 to each of 4"
    assert str(refused.value) == f"{line} seats, got 9"


@pytest.mark.parametrize(
    ("counts", "line"),
    [
        ({"spells": 5, "creatures": 5}, "deck: main: has too few cards: expected 15 cards"),
        ({"creatures": 4, "spells": 20}, "deck: creature: has too few cards: expected 5 Creatures"),
    ],
)
def test_a_deck_that_cannot_be_dealt_or_won_with_is_not_playable(counts, line):
    with pytest.raises(DeckError, match=line):
        check_playable(load_deck("ours.toml", playable(**counts)), 3)


def test_a_deck_without_a_regulation_is_not_playable():
    cards = (f"{card}copies = 20\n" for card in (SPELL, CREATURE, RUNE))
    with pytest.raises(DeckError, match="deck: regulation: has too few cards: expected 1"):
        check_playable(load_deck("ours.toml", deck(*cards)), 2)


def test_cards_that_the_base_game_does_not_deal_are_not_playable():
    with pytest.raises(DeckError) as refused:
        check_playable(load_deck("street.toml", EXPANSION.encode()), 2)
    expected = "expected creature, spell, rune or regulation, got beast"
    line = f"street.toml: bane-wing: kind: is not dealt in this game: {expected}"
    assert line in str(refused.value).splitlines()


def test_a_pile_that_the_base_game_does_not_have_is_not_playable():
    effects = 'effects = [{ do = "take", what = "card", from = "forbidden_discard" }]'
    card = SPELL.replace('effects = [{ do = "draw", n = 2 }]', effects)
    with pytest.raises(DeckError, match="sound-spell: from: is no pile of this game"):
        check_playable(load_deck("f.toml", playable().replace(SPELL.encode(), card.encode())), 2)


def test_the_report_of_a_base_file_says_that_it_is_a_part_of_a_deck():
    from importlib.resources import files

    cards = files("rr_rules.runes_regulations") / "cards"
    for name in BASE_FILES:
        lines = report(name, (cards / f"{name}.toml").read_bytes()).splitlines()
        assert lines[0] == f"{name} is a valid deck file."
        assert "It is a part of a deck and cannot be played alone:" in lines


def test_the_report_counts_kinds_families_and_collars():
    cards = (SILENT, SILENT.replace("silent", "loud").replace("Silent", "Loud") + "copies = 3\n")
    lines = report("pets.toml", deck(*cards, SPELL)).splitlines()
    assert lines[1] == "It holds 5 cards with 3 different faces: 4 Creatures and 1 Spell."
    assert lines[2] == "Creatures by family: sloth 4. With a collar: 4."
    assert lines[3] == "Cards whose text is rendered from their effect: 3."


def test_the_report_of_a_whole_deck_says_how_many_can_play():
    lines = report("ours.toml", playable(runes=12)).splitlines()
    assert "It has the cards for 2 to 4 seats." in lines
    advice = "Its counts are not those of the base box: play it with deck_check = custom."
    assert advice in lines


def test_the_report_of_a_changed_base_box_says_what_changed():
    same = SILENT.replace("silent-creature", "sparkly-dragon").replace('"Silent', '"Dull')
    content = deck(same + "copies = 2\n", header='extends = "base"')
    lines = report("ours.toml", content).splitlines()
    assert lines[1] == "It changes the base box; different cards: 1 replaced, 0 added, 0 removed."
    assert lines[-1] == "Its counts are those of the base box."


def test_the_report_of_a_bad_file_is_the_error():
    with pytest.raises(DeckError, match=r"^bad.toml: file: content: is empty"):
        report("bad.toml", b"")
