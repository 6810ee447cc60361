"""The words of the vocabulary and the classes that carry them out."""

from __future__ import annotations

from rr_rules.runes_regulations.events.deed import VERBS, Verb
from rr_rules.runes_regulations.verbs import cast, choose, draw, look, on_things, skip

WORDS: dict[str, Verb] = {
    "draw": draw.Draw(),
    "discard": draw.Discard(),
    "spin": cast.Spin(),
    "cast": cast.Cast(),
    "summon": cast.Summon(),
    "hex": on_things.Hex(),
    "restore": on_things.Restore(),
    "destroy": on_things.Destroy(),
    "steal": on_things.Steal(),
    "return": on_things.Return(),
    "sacrifice": on_things.Sacrifice(),
    "take": draw.Take(),
    "give_card": draw.GiveCard(),
    "give_creature": on_things.GiveCreature(),
    "add_rune": draw.AddRune(),
    "new_regulation": draw.NewRegulation(),
    "reshuffle": draw.Reshuffle(),
    "look": look.Look(),
    "skip": skip.Skip(),
    "grant": skip.Grant(),
    "choose": choose.ChooseList(),
}
"""By word; `give` is two, because a hand card and a Creature go different ways."""

VERBS |= WORDS
