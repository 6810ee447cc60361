"""Every kind of mistake in a deck file is refused, with the file, the card and the field."""

import tomllib

import pytest

from rr_rules.kernel.errors import DeckError
from rr_rules.runes_regulations.deck.deckfile import LONGEST_LINE, MOST_BYTES
from rr_rules.runes_regulations.deck.loader import load_deck
from tests.support.rr_rules.decks import CREATURE, REGULATION, RUNE, SILENT, SPELL, deck

OWN_CAST = 'trigger = { on = "cast", what = "this" }'
ARRIVES = 'trigger = { on = "enters_lawn", what = "this", of = "you" }'
DRAW_TWO = 'effects = [{ do = "draw", n = 2 }]'
LIMIT = 'rules = [{ rule = "limit", which = "hand", of = "each_player", set = 6 }]'
GIVES = '{ rule = "limit", which = "hand", of = "you", add = 1 }'
GRANT = '{ do = "grant", until = "your_next_turn", gives = ' + GIVES + " }"
EACH_DISCARDS = """effects = [{ do = "discard", who = "each_neighbor" }]
text = "Each neighbor must DISCARD a card."
"""
DAILY = """trigger = { on = "turn_begins", by = "each_player" }
optional = false
price = []
effects = """

# A Spell's effects, and what is wrong with them.
EFFECTS = [
    ('{ do = "drink" }', "effects.1.do: is not in the vocabulary"),
    ('{ do = "draw", n = 0 }', "effects.1.n: is no amount"),
    ('{ do = "draw", n = "some" }', "effects.1.n: is no amount"),
    ('{ do = "draw", n = 2.0 }', "effects.1.n: is no amount"),
    ('{ do = "draw", n = "all" }', "effects.1.n: is no number"),
    ('{ do = "destroy", what = "this" }', "effects.1.what: is nothing here"),
    ('{ do = "steal", what = "rune" }', "effects.1.of: is missing"),
    ('{ do = "steal", what = "rune", of = "you" }', "effects.1.of: is nobody to steal from"),
    ('{ do = "hex", what = "mythical", of = "each_player", n = 2 }', "effects.1.n: is more than"),
    ('{ do = "take", what = "spell", from = "hand", of = "any_player" }', "effects.1.what: is not"),
    ('{ do = "hex", what = "mythical", of = "any_player", n = "all" }', "effects.1.of: is one of"),
    ('{ do = "hex", what = "mythical", n = "all", up_to = true }', "effects.1.up_to: bounds"),
    ('{ do = "take", what = "card", from = "main_discard", n = 2 }', "effects.1.n: is more than"),
    ('{ do = "summon", to = "any_neighbor" }', "effects.1.to: is another's Lawn"),
    ('{ do = "give", what = "card", to = "you" }', "effects.1.to: is the giver"),
    ('{ do = "discard", n = "all" }', "effects.1.n: is no number"),
    ('{ do = "discard", up_to = true }', "effects.1.up_to: means nothing with discard"),
    ('{ do = "summon", n = 2 }', "effects.1.n: means nothing with summon"),
    ('{ do = "cast", from = "main_discard" }', "effects.1.from: is no place of cast"),
    (
        '{ do = "give", what = "card", n = 2, to = "any_player" }',
        "effects.1.n: means nothing there",
    ),
    ('{ do = "draw", colour = 1 }', "effects.1.colour: is no word for this place"),
    ("{ n = 2 }", "effects.1: has no single verb"),
    (
        '{ do = "draw", choose = [[{do="draw"}],[{do="draw"}]], who = "you" }',
        "effects.1: has no single verb",
    ),
    ('{ choose = [[{do="draw"}]], who = "you" }', "effects.1.choose: is too short"),
    ('{ choose = [[{do="draw"}],[]], who = "you" }', "effects.1.choose.2: is too short"),
    ('{ choose = [[{do="draw"}],[{do="draw"}]] }', "effects.1.who: is missing"),
    (
        '{ choose = [[{do="draw"}],[{do="draw"}]], who = "you", n = 2 }',
        "effects.1.n: means nothing with choose",
    ),
    (
        '{ choose = [[{do="draw"}],[{do="drink"}]], who = "you" }',
        "effects.1.choose.2.1.do: is not in the vocabulary",
    ),
    (", ".join(['{ do = "draw" }'] * 9), "effects: is too long"),
    ('{ do = "draw", phase = "cast" }', "effects.1.phase: means nothing with draw"),
    ('{ do = "destroy", of = "any_player" }', "effects.1.what: is missing"),
    ('{ do = "hex", what = "creature", of = "any_player" }', "effects.1.what: is no thing to hex"),
    ('{ do = "restore", what = "mythical" }', "effects.1.what: is no thing to restore"),
    ('{ do = "sacrifice", what = "creature" }', "effects.1.do: is no effect"),
    ('{ do = "give", what = "that", to = "any_neighbor" }', "effects.1.what: is no thing to give"),
    ('{ do = "give", what = "card" }', "effects.1.to: is missing"),
    ('{ do = "give", what = "card", to = "each_neighbor" }', "effects.1.to: is no single player"),
    ('{ do = "draw", to = "you" }', "effects.1.to: means nothing with draw"),
    (
        '{ do = "steal", what = "card", of = "any_neighbor" }',
        "effects.1.what: is no thing to steal",
    ),
    ('{ do = "skip", phase = "draw" }', "effects.1.phase: is never skipped"),
    ('{ do = "skip" }', "effects.1.phase: is missing"),
    ('{ do = "look" }', "effects.1.at: is missing"),
    ('{ do = "look", at = "main_discard" }', "effects.1.at: is no place of look"),
    ('{ do = "look", at = "hand" }', "effects.1.of: is missing"),
    (
        '{ do = "look", at = "hand", of = "any_neighbor", keep = 1 }',
        "effects.1.keep: means nothing there",
    ),
    ('{ do = "look", at = "main_deck", n = 2, keep = 3 }', "effects.1.keep: is more than seen"),
    ('{ do = "look", at = "hand", of = "each_neighbor" }', "effects.1.of: is no single player"),
    ('{ do = "take", what = "card" }', "effects.1.from: is missing"),
    ('{ do = "take", what = "card", from = "main_deck" }', "effects.1.from: is no place of take"),
    ('{ do = "take", what = "card", from = "hand" }', "effects.1.of: is missing"),
    (
        '{ do = "take", what = "card", from = "main_discard", of = "you" }',
        "effects.1.of: means nothing there",
    ),
    (
        '{ do = "discard", who = "any_neighbor", chooser = "you" }',
        "effects.1.chooser: chooses unseen cards",
    ),
    ('{ do = "discard", chooser = "me" }', "effects.1.chooser: is not in the vocabulary"),
    ('{ do = "discard", who = "that_player" }', "effects.1.who: is nobody yet"),
    ('{ do = "destroy", what = "that" }', "effects.1.what: is nothing here"),
    ('{ do = "grant", until = "your_next_turn" }', "effects.1.gives: is missing"),
    (GRANT.replace("your_next_turn", "doomsday"), "effects.1.until: is not in the vocabulary"),
    (
        "{ choose = [[" + GRANT + '], [{ do = "draw" }]], who = "you" }',
        "effects.1.choose.1.1.do: cannot stand here",
    ),
]

# A Regulation's rules, and what is wrong with them.
RULES = [
    (
        '{ rule = "limit", which = "hand", of = "you", set = 6 }',
        "rules.1.of: is nobody in a Regulation",
    ),
    (
        '{ rule = "limit", which = "hand", of = "each_player", set = 6, add = 1 }',
        "rules.1: changes no limit",
    ),
    ('{ rule = "limit", which = "hand", of = "each_player" }', "rules.1: changes no limit"),
    (
        '{ rule = "limit", which = "nose", of = "each_player", set = 6 }',
        "rules.1.which: is not in the vocabulary",
    ),
    ('{ rule = "limit", of = "each_player", set = 6 }', "rules.1.which: is missing"),
    ('{ rule = "ban", of = "each_player", set = 6 }', "rules.1.rule: is not in the vocabulary"),
    ('{ rule = "cannot", act = [], by = "each_player" }', "rules.1.act: is too short"),
    (
        '{ rule = "cannot", act = ["summon"], by = "each_player" }',
        "rules.1.act: is no act for cannot",
    ),
    ('{ rule = "cannot", act = "steal", by = "each_player" }', "rules.1.act: is of the wrong type"),
    ('{ rule = "cannot", act = ["steal"] }', "rules.1: binds nobody"),
    (
        '{ rule = "cannot", act = ["steal"], by = "each_player", collar = true }',
        "rules.1.collar: narrows nothing",
    ),
    ('{ rule = "cannot", act = ["steal"], what = "that" }', "rules.1.what: is no thing of cannot"),
    (
        '{ rule = "cannot", act = ["steal"], what = "creature", by = "that_player" }',
        "rules.1.by: is for effects",
    ),
    (
        '{ rule = "surcharge", act = ["hex"], by = "each_player", price = [{ do = "discard" }] }',
        "rules.1.act: is no act for surcharge",
    ),
    ('{ rule = "surcharge", act = ["cast"], by = "each_player" }', "rules.1.price: is missing"),
    ('{ rule = "face_up", zone = "hand", of = "each_player" }', "rules.1.zone: is never open"),
    (
        '{ rule = "draw_rule", by = "each_player", n = 2, phase = "spin" }',
        "rules.1.phase: is not that of the rule",
    ),
    (
        '{ rule = "draw_rule", by = "each_player", n = 2, spins = 2 }',
        "rules.1.spins: means nothing with draw_rule",
    ),
]

# A card, a line added to it, and what is wrong with that.
ADDED = [
    (SPELL, "copies = 0", "sound-spell: copies: is too small"),
    (SPELL, "copies = 21", "sound-spell: copies: is too large"),
    (SPELL, "copies = true", "sound-spell: copies: is of the wrong type"),
    (SPELL, 'origin = "stolen"', "sound-spell: origin: is not in the vocabulary"),
    (SPELL, 'origin = "printed"', "sound-spell: facts: is missing"),
    (SPELL, 'colour = "red"', "sound-spell: colour: is no word for this place"),
    (SPELL, f'flavour = "{"x" * 161}"', "sound-spell: flavour: is too long: 161 cells"),
    (SPELL, "facts = 1979-05-27", "sound-spell: facts: is of the wrong type"),
    (
        SPELL,
        'rules = [{ rule = "spin_rule", by = "you", spins = 2 }]',
        "sound-spell: rules: can never work",
    ),
    (CREATURE, 'if = [{ has = "mythical" }]', "sound-creature: if.1: compares with nothing"),
    (
        CREATURE,
        'if = [{ has = "mythical", min = 3, max = 2 }]',
        "sound-creature: if.1.max: can never hold",
    ),
    (
        CREATURE,
        'if = [{ has = "mythical", is = "most" }]',
        "sound-creature: if.1.is: is not in the vocabulary",
    ),
    (CREATURE, 'if = [{ has = "spell", min = 1 }]', "sound-creature: if.1.has: is hidden"),
    (
        CREATURE,
        'if = [{ has = "card", family = "dragon", min = 1 }]',
        "sound-creature: if.1.family: is hidden",
    ),
    (CREATURE, "if = [{ min = 1 }]", "sound-creature: if.1.has: is missing"),
    (SPELL, 'family = "sloth"', "sound-spell: family: is for Creatures only"),
    (SPELL, "collar = true", "sound-spell: collar: is for Creatures only"),
    (SPELL, 'cost = [{ do = "discard" }]', "sound-spell: cost: is for a beast only"),
    (SPELL, 'win = [{ at = "any_time" }]', "sound-spell: win: is for a role only"),
    (SPELL, "public = true", "sound-spell: public: is for a role only"),
    (
        RUNE,
        'rules = [{ rule = "spin_rule", by = "you", spins = 2 }]',
        "sound-rune: rules: can never work",
    ),
    (SILENT, "effects = []", "silent-creature: effects: has no trigger to go with"),
    (SILENT, "once = true", "silent-creature: once: has no trigger to go with"),
    (SPELL, 'text = "DRAW 2 cards. A. B. C."', "sound-spell: text: is too long"),
    (SPELL, 'text = "Draw 2 cards."', "sound-spell: text: does not name a verb of an effect"),
    (
        SPELL,
        'text = "DRAW 2 cards. SPIN."',
        "sound-spell: text: names a verb that no effect does",
    ),
    (
        SPELL,
        'text = "DRAW 2 cards. LOL!"',
        "sound-spell: text: has a word in capitals that is no verb",
    ),
    (SPELL, 'text = "DRAW {0} cards."', "sound-spell: text: holds a brace"),
    (SPELL, f'text = "{"DRAW " * 48}x"', "sound-spell: text: is too long: 241 cells"),
    (SILENT, 'text = "It smells."', "silent-creature: text: promises what no data do"),
]

# A card, a part of it, what stands there instead, and what is wrong with that.
CHANGED = [
    (SPELL, 'id = "sound-spell"', 'id = "Sound Spell"', "Sound Spell: id: is no slug"),
    (SPELL, 'id = "sound-spell"\n', "", "card 1: id: is missing"),
    (SPELL, 'id = "sound-spell"', "id = 7", "card 1: id: is of the wrong type"),
    (SPELL, 'name = "Sound Spell"\n', "", "sound-spell: name: is missing"),
    (SPELL, '"Sound Spell"', '"Sound {0}"', "sound-spell: name: holds a brace"),
    (SPELL, '"Sound Spell"', '""', "sound-spell: name: is too short"),
    (
        SPELL,
        '"Sound Spell"',
        r'"Sound\u001b[2J"',
        "sound-spell: name: holds a character that is no plain letter",
    ),
    (
        SPELL,
        '"Sound Spell"',
        r'"Sound\u202eSpell"',
        "sound-spell: name: holds a character that is no plain letter",
    ),
    (
        SPELL,
        '"Sound Spell"',
        r'"Sou\u0301nd"',
        "sound-spell: name: holds a character that is no plain letter",
    ),
    (
        SPELL,
        '"Sound Spell"',
        '" Sound  Spell"',
        "sound-spell: name: has blanks at an end or in a row",
    ),
    (SPELL, '"Sound Spell"', f'"{"S" * 41}"', "sound-spell: name: is too long: 41 cells"),
    (SPELL, '"Sound Spell"', f'"{"漢" * 21}"', "sound-spell: name: is too long: 42 cells"),
    (SPELL, 'kind = "spell"', 'kind = "spel"', "sound-spell: kind: is not in the vocabulary"),
    (SPELL, 'kind = "spell"\n', "", "sound-spell: kind: is missing"),
    (SPELL, "optional = false", 'optional = "no"', "sound-spell: optional: is of the wrong type"),
    (SPELL, "optional = false", "optional = 0", "sound-spell: optional: is of the wrong type"),
    (SPELL, "price = []", "price = {}", "sound-spell: price: is of the wrong type"),
    (SPELL, "price = []", "price = [1]", "sound-spell: price.1: is of the wrong type"),
    (
        SPELL,
        "price = []",
        'price = [{ do = "discard", may = true }]',
        "sound-spell: price.1.may: cannot be declined",
    ),
    (
        SPELL,
        OWN_CAST,
        'trigger = { on = "cast", what = "this", by = "you" }',
        "sound-spell: trigger: does not cast the spell",
    ),
    (
        SPELL,
        OWN_CAST,
        'trigger = { on = "discard", by = "you" }',
        "sound-spell: trigger: does not cast the spell",
    ),
    (
        SPELL,
        "optional = false",
        "optional = true",
        "sound-spell: optional: lets its caster decline",
    ),
    (SPELL, "optional = false\n", "", "sound-spell: optional: is missing"),
    (SPELL, "price = []\n", "", "sound-spell: price: is missing"),
    (SPELL, DRAW_TWO, "", "sound-spell: effects: is missing"),
    (SPELL, DRAW_TWO, "effects = []", "sound-spell: effects: does nothing"),
    (
        CREATURE,
        ARRIVES,
        'trigger = { on = "enters_lawn", would = "steal", what = "this" }',
        "sound-creature: trigger: has no single event",
    ),
    (
        CREATURE,
        ARRIVES,
        'trigger = { what = "this" }',
        "sound-creature: trigger: has no single event",
    ),
    (
        CREATURE,
        ARRIVES,
        'trigger = { on = "sneeze" }',
        "sound-creature: trigger.on: is not in the vocabulary",
    ),
    (
        CREATURE,
        ARRIVES,
        'trigger = { would = "enters_lawn", what = "this" }',
        "sound-creature: trigger.would: is no verb",
    ),
    (CREATURE, ARRIVES, OWN_CAST, "sound-creature: trigger: is for a Spell or a Curse"),
    (
        CREATURE,
        ARRIVES,
        'trigger = { on = "turn_begins", of = "you" }',
        "sound-creature: trigger.of: means nothing with turn_begins",
    ),
    (
        CREATURE,
        ARRIVES,
        'trigger = { on = "enters_lawn", what = "that" }',
        "sound-creature: trigger.what: is no thing of enters_lawn",
    ),
    (
        CREATURE,
        ARRIVES,
        'trigger = { would = "discard", what = "spell" }',
        "sound-creature: trigger.what: is hidden",
    ),
    (
        CREATURE,
        ARRIVES,
        'trigger = { would = "discard", family = "dragon", by = "you" }',
        "sound-creature: trigger.family: is hidden",
    ),
    (
        CREATURE,
        ARRIVES,
        'trigger = { on = "discard", by = "that_player" }',
        "sound-creature: trigger.by: is for effects",
    ),
    (
        CREATURE,
        ARRIVES,
        'trigger = { on = "destroy", family = "dragon" }',
        "sound-creature: trigger.family: narrows nothing",
    ),
    (
        CREATURE,
        ARRIVES,
        'trigger = { on = "enters_lawn", what = "shrub" }',
        "sound-creature: trigger.what: is not in the vocabulary",
    ),
    (
        CREATURE,
        "optional = true",
        "optional = false",
        "sound-creature: optional: forces its holder",
    ),
    (RUNE, "optional = true", "optional = false", "sound-rune: optional: forces its holder"),
    (RUNE, "optional = true", "optional = true\nonce = true", "sound-rune: once: happens once"),
    (
        SPELL,
        "price = []",
        'price = [{ choose = [[{ do = "discard" }], [{ do = "draw" }]], who = "you" }]',
        "sound-spell: price.1.choose: is no payment",
    ),
    (
        REGULATION,
        LIMIT,
        DAILY.replace("false", "true") + '[{ do = "draw", who = "that_player" }]',
        "sound-regulation: optional: lets everybody decline",
    ),
    (CREATURE, 'family = "sloth"\n', "", "sound-creature: family: is missing"),
    (CREATURE, "collar = false\n", "", "sound-creature: collar: is missing"),
    (CREATURE, '"Sound Creature"', '"Sound Dragon"', "sound-creature: family: is not in the name"),
    (CREATURE, '"sloth"', '"dragon"', "sound-creature: family: is not in the name"),
    (CREATURE, '"sloth"', '"Sloth"', "sound-creature: family: is no slug"),
    (REGULATION, LIMIT, "", "sound-regulation: rules: is missing"),
    (
        REGULATION,
        LIMIT,
        f'{DAILY}[{{ do = "draw" }}]',
        "sound-regulation: effects.1.who: is missing",
    ),
    (
        REGULATION,
        LIMIT,
        f'{DAILY}[{{ do = "discard", who = "any_neighbor" }}]',
        "sound-regulation: effects.1.who: is nobody in a Regulation",
    ),
    (
        SPELL,
        DRAW_TWO,
        EACH_DISCARDS,
        "sound-spell: effects.1: demands something of several players",
    ),
]


def refused(content):
    """The lines of the error with which a file is refused."""
    with pytest.raises(DeckError) as error:
        load_deck("f.toml", content)
    return str(error.value).splitlines()


def says(content, problem):
    """Whether a file is refused for one reason alone, which begins with these words."""
    (line,) = refused(content)
    return line.startswith(f"f.toml: {problem}") and ": expected " in line


def changed(card, old, new):
    assert old in card
    return deck(card.replace(old, new))


@pytest.mark.parametrize("card", [SPELL, CREATURE, RUNE, REGULATION, SILENT])
def test_the_cards_that_these_tests_spoil_are_sound(card):
    assert len(load_deck("f.toml", deck(card)).faces) == 1


@pytest.mark.parametrize(("effects", "problem"), EFFECTS)
def test_an_effect_without_sense_is_refused(effects, problem):
    content = changed(SPELL, DRAW_TWO, f"effects = [{effects}]")
    assert says(content, f"sound-spell: {problem}")


@pytest.mark.parametrize(("rule", "problem"), RULES)
def test_a_lasting_rule_without_sense_is_refused(rule, problem):
    content = changed(REGULATION, LIMIT, f"rules = [{rule}]")
    assert says(content, f"sound-regulation: {problem}")


@pytest.mark.parametrize(("card", "line", "problem"), ADDED)
def test_a_line_that_a_card_cannot_have_is_refused(card, line, problem):
    assert says(deck(card, line), problem)


@pytest.mark.parametrize(("card", "old", "new", "problem"), CHANGED)
def test_a_spoilt_card_is_refused(card, old, new, problem):
    assert says(changed(card, old, new), problem)


def test_a_spell_without_a_trigger_can_do_nothing():
    lines = refused(changed(SPELL, OWN_CAST, ""))
    fields = [line.split(": ")[2] for line in lines]
    assert fields == ["trigger", "optional", "price", "effects"]


def test_one_thing_is_not_for_several_players():
    rune = RUNE.replace('do = "draw"', 'do = "take", what = "that", who = "each_player"')
    assert says(deck(rune), "sound-rune: effects.1.who: is too many")


def test_a_rune_does_not_wait_for_itself():
    content = changed(RUNE, '"discard", by', '"steal", what = "this", by')
    assert says(content, "sound-rune: trigger.what: is never true of a rune")


def test_only_an_event_about_a_thing_has_a_that():
    rune = RUNE.replace('do = "draw"', 'do = "destroy", what = "that"')
    content = changed(rune, '"discard"', '"turn_ends"')
    assert says(content, "sound-rune: effects.1.what: is nothing here")


def test_a_beast_has_a_cost_and_no_family():
    content = changed(SILENT, 'kind = "creature"', 'kind = "beast"')
    assert [line.split(": ")[2] for line in refused(content)] == ["family", "collar", "cost"]


def test_a_role_has_a_way_to_win():
    role = '[[card]]\nid = "the-role"\nname = "The Role"\nkind = "role"\n'
    assert says(deck(role), "the-role: win: is missing")


def test_a_whole_line_reads_as_file_card_field_problem_expected_and_got():
    (line,) = refused(deck(SPELL, "copies = 99"))
    assert line == "f.toml: sound-spell: copies: is too large: expected at most 20, got 99"


def test_a_word_of_no_place_is_told_the_words_of_that_place():
    (line,) = refused(changed(SPELL, OWN_CAST, 'trigger = { on = "cast", what = "this", x = 1 }'))
    words = "on, would, what, of, by, family, family_not, collar, names or other"
    assert line.endswith(f"trigger.x: is no word for this place: expected {words}, got 1")


@pytest.mark.parametrize("word", ["colour", "all", "deck", "card"])
def test_a_word_that_has_a_place_elsewhere_is_told_the_words_of_this_one(word):
    (line,) = refused(deck(SPELL, f"{word} = 1"))
    assert f"{word}: is no word for this place: expected id, name, kind, copies," in line


def test_all_problems_of_a_file_are_listed():
    cards = (
        SPELL.replace("price = []", "price = 1\ncolour = 2"),
        CREATURE.replace('"sloth"', '"dragon"').replace("optional = true", "optional = false"),
        "[[card]]\nid = 3\n",
    )
    lines = refused(deck(*cards, header='back = "main"\nshape = "round"'))
    places = [line.split(": ")[1:3] for line in lines]
    assert places == [
        ["deck", "shape"],
        ["sound-spell", "price"],
        ["sound-spell", "colour"],
        ["sound-creature", "family"],
        ["sound-creature", "optional"],
        ["card 3", "id"],
        ["card 3", "name"],
    ]


def test_after_fifty_problems_the_rest_is_counted():
    lines = refused(deck(*["[[card]]\n"] * 40))
    assert len(lines) == 51
    assert lines[-1] == "... and 30 more."


def test_a_number_of_thousands_of_digits_is_not_quoted():
    (line,) = refused(deck(SPELL, f"copies = 0x{'f' * 1900}"))
    assert line.endswith("copies: is too large: expected at most 20, got a very large number")


def test_nothing_of_a_file_reaches_the_terminal_as_it_is():
    hostile = r'"x\u001b[31m\u0007\u202e"'
    card = f"[[card]]\nid = {hostile}\nname = {hostile}\n{hostile} = {hostile}\n"
    with pytest.raises(DeckError) as error:
        load_deck("\x1b]0;x\x07\n.toml", deck(card, header=f"{hostile} = 1"))
    assert all(line.isprintable() for line in str(error.value).split("\n"))
    assert str(error.value).count("\n") == 3


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "file: content: is empty"),
        (b" \n\t\n", "file: content: is empty"),
        (b"\xff\xfe", "file: content: is not UTF-8 at byte 0"),
        (b"[deck\n", "file: content: is no TOML ("),
        (b"[deck]\nid = 1\nid = 2\n", "file: content: is no TOML ("),
        (b"x = " + b"[" * 1900, "file: content: is no TOML ("),
        (b"x = " + b"[\n" * 20 + b"]" * 20, "file: content: is nested too deeply"),
        (b"[deck]\n" + b"a." * 900 + b"a = 1", "file: content: is nested too deeply"),
        (b"#" * (MOST_BYTES + 1), "file: content: is too large"),
        (b"#" * (LONGEST_LINE + 1), "file: content: has a line that is too long"),
        (b"[deck]\n", "file: card: is missing"),
        (SPELL.encode(), "deck: deck: is missing"),
        (b"deck = 1", "deck: deck: is of the wrong type"),
        (b"card = 1\n[deck]", "file: card: is of the wrong type"),
        (deck(SPELL, "[extra]"), "file: extra: is no word for this place"),
        (deck(header="card = []"), "deck: card: is no word for this place"),
        (deck(*[SPELL.replace("sound", f"s{n}").replace("Sound", f"S{n}") for n in range(301)]),
         "file: card: is too long"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_deck_is_refused(content, problem):
    assert says(content, problem)


def test_a_card_that_is_no_table_is_refused():
    assert says(b"card = [1]\n[deck]", "card 1: card: is of the wrong type")


@pytest.mark.parametrize(
    ("header", "problem"),
    [
        ('kind = "rune"', "sound-spell: kind: differs from the deck's"),
        ('kind = "spell"\nback = "rune"', "deck: back: is not that of the kind"),
        ('back = "main"', "deck: back: is not that of the kind"),
        ("total = 2", "deck: total: does not add up"),
        ('total = "2"', "deck: total: is of the wrong type"),
        ('extends = "nefarious"', "deck: extends: is not in the vocabulary"),
        ('remove = ["quiet-hours"]', "deck: remove: has nothing to remove from"),
        ('extends = "base"\nremove = ["noisy-hours"]', "deck: remove: names no card"),
        ('extends = "base"\nremove = ["sound-spell"]', "deck: remove: names a card of this file"),
        ('extends = "base"\nremove = ["Quiet Hours"]', "deck: remove.1: is no slug"),
        ('id = "x y"', "deck: id: is no slug"),
        ("size = 3", "deck: size: is no word for this place"),
    ],
)
def test_a_header_without_sense_is_refused(header, problem):
    assert says(deck(SPELL, header=header), problem)


def test_an_id_is_given_once():
    assert says(deck(SPELL, SPELL.replace("Sound", "Other")), "sound-spell: id: is used 2 times")


def test_a_name_is_given_once():
    twin = SPELL.replace("sound-spell", "other-spell")
    assert says(deck(SPELL, twin), "other-spell: name: is the name of sound-spell too")


def test_a_new_card_may_not_take_the_name_of_a_base_card():
    card = SPELL.replace("Sound Spell", "Newts in Bulk")
    content = deck(card, header='extends = "base"')
    assert says(content, "sound-spell: name: is the name of newts-in-bulk too")


def test_what_the_parser_refuses_is_said_with_its_line():
    content = b"[deck]\nid = \n"
    with pytest.raises(tomllib.TOMLDecodeError, match="at line 2"):
        tomllib.loads(content.decode())
    (line,) = refused(content)
    assert "at line 2" in line
