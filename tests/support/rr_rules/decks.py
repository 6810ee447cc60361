"""Deck files for tests: a sound card of each common kind, and cards of the expansion's kinds."""

SPELL = """
[[card]]
id = "sound-spell"
name = "Sound Spell"
kind = "spell"
trigger = { on = "cast", what = "this" }
optional = false
price = []
effects = [{ do = "draw", n = 2 }]
"""

CREATURE = """
[[card]]
id = "sound-creature"
name = "Sound Creature"
kind = "creature"
family = "sloth"
collar = false
trigger = { on = "enters_lawn", what = "this", of = "you" }
optional = true
price = []
effects = [{ do = "draw" }]
"""

RUNE = """
[[card]]
id = "sound-rune"
name = "Sound Rune"
kind = "rune"
trigger = { on = "discard", by = "any_neighbor" }
optional = true
price = []
effects = [{ do = "draw" }]
"""

REGULATION = """
[[card]]
id = "sound-regulation"
name = "Sound Regulation"
kind = "regulation"
rules = [{ rule = "limit", which = "hand", of = "each_player", set = 6 }]
"""

SILENT = """
[[card]]
id = "silent-creature"
name = "Silent Creature"
kind = "creature"
family = "sloth"
collar = true
"""

EXPANSION = """
[deck]
id = "a-street-in-trouble"
set = "nefarious"
total = 16

[[card]]
id = "bane-wing"
name = "Bane Wing"
kind = "beast"
copies = 2
cost = [{ do = "sacrifice", what = "creature" }, { do = "discard", n = 2 }]
trigger = { on = "turn_begins", by = "you" }
optional = true
price = []
effects = [{ do = "add_rune" }, { do = "skip", phase = "cast", this_turn = true, then = true }]

[[card]]
id = "thursday"
name = "Lamb Named Thursday"
kind = "sacrificial"
family = "lamb"
collar = true
copies = 3
trigger = { on = "enters_lawn", what = "this", of = "you" }
optional = true
price = [{ do = "discard" }]
effects = [{ do = "draw" }]

[[card]]
id = "wood-rot"
name = "Wood Rot"
kind = "curse"
trigger = { on = "cast", what = "this" }
optional = false
price = []
effects = [{ do = "destroy", what = "rune", of = "each_neighbor" }, { do = "add_rune" }]

[[card]]
id = "plot-twist"
name = "Pet Plot Twist"
kind = "curse"
trigger = { on = "cast", what = "this" }
optional = false
price = []
effects = [{ do = "summon", from = "forbidden_discard", what = "sacrificial", to = "you" }]

[[card]]
id = "mat-of-teeth"
name = "Welcome Mat of Many Teeth"
kind = "forbidden_rune"
copies = 2
trigger = { on = "enters_lawn", what = "mythical", of = "any_neighbor" }
optional = true
price = [{ do = "discard" }]
effects = [{ do = "steal", what = "that" }]

[[card]]
id = "the-curator"
name = "The Curator"
kind = "role"
origin = "printed"
public = true
win = [
  { at = "turn_ends", all = [
    { has = "mythical", of = "you", family = "dragon", min = 1 },
    { has = "hexed", of = "each_neighbor", max = 0 },
    { has = "mythical", family_not = ["unicorn", "pegasus"], min = 3 },
  ] },
]

[[card]]
id = "the-neighbor"
name = "The Neighbor"
kind = "role"
win = [
  { at = "any_time", all = [
    { has = "beast", min = 5 },
    { has = "creature", names = ["Alley Cat"], min = 1 },
  ] },
  { at = "deck_out" },
]

[[card]]
id = "alley-cat"
name = "Alley Cat"
kind = "creature"
family = "cat"
collar = false
origin = "completed"
facts = "Name only."
trigger = { would = "destroy", what = "this", of = "you" }
optional = true
price = []
effects = [{ do = "return", what = "that" }]

[[card]]
id = "casserole"
name = "Guilt-Trip Casserole"
kind = "rune"
trigger = { on = "steal", of = "you", by = "any_neighbor" }
if = [{ has = "mythical", of = "that_player", is = "fewest" }]
optional = true
price = []
effects = [{ do = "take", what = "card", from = "hand", of = "that_player", n = 2 }]

[[card]]
id = "hopscotch"
name = "Chalk-and-Salt Hopscotch"
kind = "rune"
trigger = { would = "hex", what = "mythical", of = "you" }
optional = true
price = []
effects = []

[[card]]
id = "amnesty"
name = "Recycling Amnesty"
kind = "spell"
trigger = { on = "cast", what = "this" }
optional = false
price = []
effects = [{ do = "reshuffle", what = "card", from = "main_discard" }]

[[card]]
id = "hotline"
name = "Goat Rescue Hotline"
kind = "spell"
trigger = { on = "cast", what = "this" }
optional = false
price = []
effects = [
  { choose = [
    [{ do = "steal", what = "sacrificial", of = "any_neighbor" }],
    [{ do = "draw", n = 2 }],
  ], who = "you" },
]
"""


def deck(*cards, header=""):
    """A deck file of these cards."""
    return f"[deck]\n{header}\n{''.join(cards)}".encode()


def playable(spells=10, creatures=10, runes=10, regulations=2):
    """The smallest kind of deck that a table can play, with copies to taste."""
    cards = ((SPELL, spells), (CREATURE, creatures), (RUNE, runes), (REGULATION, regulations))
    return deck(*(f"{card}copies = {copies}\n" for card, copies in cards))
