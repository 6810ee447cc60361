"""The closed vocabulary of deck files: every word a card may use, and which words go together.

docs/cards.md explains each word with an example.
"""

from __future__ import annotations

from typing import Literal, get_args

CREATURES = ("creature", "sacrificial")
RUNES = ("rune", "forbidden_rune")
SPELLS = ("spell", "curse")

IMMUNE: dict[str, frozenset[str]] = {
    "sacrificial": frozenset({"hex", "destroy", "return"}),
    "beast": frozenset({"hex", "destroy", "return", "steal", "give", "sacrifice"}),
}
"""What can never happen to cards of some kinds (NN-CARD-09, -10, NN-BEAST-01 to -03)."""


Kind = Literal[
    "creature",
    "spell",
    "rune",
    "regulation",
    "sacrificial",
    "beast",
    "curse",
    "forbidden_rune",
    "role",
]
Back = Literal["main", "rune", "regulation", "forbidden", "forbidden_rune", "role"]
Origin = Literal["printed", "completed", "house"]
Moment = Literal["enters_lawn", "turn_begins", "turn_ends", "activate"]
EventVerb = Literal[
    "discard", "spin", "cast", "hex", "destroy", "steal", "return", "new_regulation"
]
Event = Literal[Moment, EventVerb]
Capital = Literal[
    "draw",
    "discard",
    "spin",
    "cast",
    "summon",
    "hex",
    "restore",
    "destroy",
    "steal",
    "return",
    "sacrifice",
]
Verb = Literal[
    Capital,
    "take",
    "give",
    "add_rune",
    "new_regulation",
    "reshuffle",
    "look",
    "skip",
    "grant",
]
LastingRule = Literal["limit", "cannot", "surcharge", "spin_rule", "draw_rule", "face_up"]
Scope = Literal["you", "any_player", "any_neighbor", "each_player", "each_neighbor", "that_player"]
Noun = Literal["creature", "mythical", "hexed", "sacrificial", "beast", "rune", "card", "spell"]
Thing = Literal[Noun, "this", "that"]
Place = Literal["hand", "fence", "main_deck", "main_discard", "forbidden_discard"]
Phase = Literal["draw", "cast", "summon", "spin"]
Limit = Literal["hand", "rune", "summoning"]
Act = Literal["cast", "summon", "activate", "steal", "destroy", "hex", "return"]
Until = Literal["your_next_turn"]
WinMoment = Literal["turn_ends", "any_time", "deck_out", "nefarious_wins"]
Chooser = Literal["you"]
Compared = Literal["fewest"]
Extended = Literal["base"]

MOMENTS: tuple[str, ...] = get_args(Moment)
BACKS: dict[str, Back] = {
    "creature": "main",
    "spell": "main",
    "rune": "rune",
    "regulation": "regulation",
    "sacrificial": "forbidden",
    "beast": "forbidden",
    "curse": "forbidden",
    "forbidden_rune": "forbidden_rune",
    "role": "role",
}
FAMILY_WORDS = {
    "Dragon": "dragon",
    "Griffin": "griffin",
    "Pegasus": "pegasus",
    "Unicorn": "unicorn",
}
"""The words that make a family by standing in a Creature's name."""

CAST_ONCE = frozenset(SPELLS)
ON_A_FENCE = frozenset(RUNES)
LASTING = frozenset({*CREATURES, "beast"})
"""The kinds whose triggered effect stays to be used again."""
WORKING = LASTING | ON_A_FENCE
"""The kinds whose triggered effect is always its holder's choice."""

_LAWN = frozenset({"creature", "mythical", "hexed", "sacrificial"})
FILTERS = frozenset({"what", "family", "family_not", "collar", "names", "other"})
_COUNTED = FILTERS | {"who", "n", "up_to", "may"}
TAKES: dict[str, frozenset[str]] = {
    "draw": frozenset({"who", "n", "may"}),
    "discard": FILTERS | {"who", "n", "may", "chooser"},
    "spin": frozenset({"who", "may"}),
    "cast": frozenset({"who", "what", "from", "may"}),
    "summon": FILTERS | {"who", "from", "to", "may"},
    "hex": _COUNTED | {"of"},
    "restore": _COUNTED | {"of"},
    "destroy": _COUNTED | {"of"},
    "steal": _COUNTED | {"of"},
    "return": _COUNTED | {"of"},
    "sacrifice": _COUNTED,
    "take": _COUNTED | {"of", "from"},
    "give": _COUNTED | {"to"},
    "add_rune": frozenset({"who", "n", "may"}),
    "new_regulation": frozenset({"may"}),
    "reshuffle": frozenset({"what", "from", "may"}),
    "look": frozenset({"who", "of", "at", "n", "keep", "may"}),
    "skip": frozenset({"who", "phase", "this_turn", "may"}),
    "grant": frozenset({"gives", "until", "may"}),
}
"""The arguments of each verb."""

NEEDS: dict[str, tuple[str, ...]] = {
    "hex": ("what",),
    "restore": ("what",),
    "destroy": ("what",),
    "steal": ("what",),
    "return": ("what",),
    "sacrifice": ("what",),
    "take": ("what",),
    "give": ("what", "to"),
    "reshuffle": ("from",),
    "look": ("at",),
    "skip": ("phase",),
    "grant": ("gives", "until"),
}
"""The arguments that a verb cannot do without."""

NOUNS: dict[str, frozenset[str]] = {
    "discard": frozenset({"card", "spell", "creature"}),
    "cast": frozenset({"spell"}),
    "summon": frozenset({"creature", "sacrificial", "beast"}),
    "hex": frozenset({"mythical", "that"}),
    "restore": frozenset({"hexed", "that"}),
    "destroy": _LAWN | {"rune", "this", "that"},
    "steal": _LAWN | {"rune", "this", "that"},
    "return": _LAWN | {"this", "that"},
    "sacrifice": _LAWN | {"this"},
    "take": frozenset({"card", "spell", "creature", "sacrificial", "that"}),
    "give": _LAWN | {"card", "spell", "this"},
    "reshuffle": frozenset({"card"}),
}
"""The things that each verb can be about."""

EVENT_TAKES: dict[str, frozenset[str]] = {
    "enters_lawn": FILTERS | {"of"},
    "turn_begins": frozenset({"by"}),
    "turn_ends": frozenset({"by"}),
    "activate": frozenset({"what", "by"}),
    "discard": FILTERS | {"by"},
    "spin": frozenset({"by"}),
    "cast": FILTERS | {"by"},
    "hex": FILTERS | {"of", "by"},
    "destroy": FILTERS | {"of", "by"},
    "steal": FILTERS | {"of", "by"},
    "return": FILTERS | {"of", "by"},
    "new_regulation": frozenset(),
}
"""The filters of each event."""

RULE_TAKES: dict[str, frozenset[str]] = {
    "limit": frozenset({"which", "of", "add", "set"}),
    "cannot": FILTERS | {"act", "of", "by", "phase"},
    "surcharge": FILTERS | {"act", "by", "phase", "price"},
    "spin_rule": frozenset({"by", "spins", "phase"}),
    "draw_rule": frozenset({"by", "n", "phase"}),
    "face_up": frozenset({"of", "zone"}),
}
RULE_NEEDS: dict[str, tuple[str, ...]] = {
    "limit": ("which", "of"),
    "cannot": ("act",),
    "surcharge": ("act", "by", "price"),
    "spin_rule": ("by", "spins"),
    "draw_rule": ("by", "n"),
    "face_up": ("of", "zone"),
}
ACTS = {
    "cannot": ("steal", "destroy", "hex", "return", "cast"),
    "surcharge": ("cast", "summon", "activate"),
}
PLACES = {
    "cast": ("hand",),
    "summon": ("hand", "main_discard", "forbidden_discard"),
    "take": ("hand", "main_discard", "forbidden_discard"),
    "reshuffle": ("main_discard", "forbidden_discard"),
    "look": ("hand", "fence", "main_deck"),
}
"""Where a verb can find its things."""

COUNTABLE = frozenset({"draw", "discard", "add_rune", "look", "take", "give"})
"""The verbs whose amount is a number, not "all"."""

FACE_DOWN = ("card", "rune")
"""The nouns whose things everybody can count and nobody can tell apart: a hand and a Fence."""

ONE_PLAYER = frozenset({"you", "any_player", "any_neighbor", "that_player"})
"""The scopes that name a single player."""

RULE_PHASES = {"spin_rule": "spin", "draw_rule": "draw"}
"""The phase that a rule is about, whether it says so or not."""

EVENT_NOUNS: dict[str, frozenset[str]] = {
    "enters_lawn": _LAWN | {"beast", "this"},
    "activate": frozenset({"rune"}),
    "discard": frozenset({"card", "spell", "creature"}),
    "cast": frozenset({"spell"}),
    "hex": frozenset({"creature", "mythical", "this"}),
    "destroy": _LAWN | {"rune", "this"},
    "steal": _LAWN | {"rune", "this"},
    "return": _LAWN | {"this"},
}
"""The things that each event can be about; a Spell's own cast stands apart."""

TEXT_VERBS: tuple[str, ...] = (*get_args(Capital), "activate")
"""The verbs that card text prints in capitals."""
