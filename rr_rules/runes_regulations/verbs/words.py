"""The words of the vocabulary and the classes that carry them out."""

from __future__ import annotations

from rr_rules.runes_regulations.verbs import cards, choice, look, play, things, turns
from rr_rules.runes_regulations.verbs.deed import VERBS, Verb

WORDS: dict[str, Verb] = {
    "draw": cards.Draw(),
    "discard": cards.Discard(),
    "spin": play.Spin(),
    "cast": play.Cast(),
    "summon": play.Summon(),
    "hex": things.Hex(),
    "restore": things.Restore(),
    "destroy": things.Destroy(),
    "steal": things.Steal(),
    "return": things.Return(),
    "sacrifice": things.Sacrifice(),
    "take": cards.Take(),
    "give_card": cards.GiveCard(),
    "give_creature": things.GiveCreature(),
    "add_rune": cards.AddRune(),
    "new_regulation": cards.NewRegulation(),
    "reshuffle": cards.Reshuffle(),
    "look": look.Look(),
    "skip": turns.Skip(),
    "grant": turns.Grant(),
    "choose": choice.ChooseList(),
}
"""By word; `give` is two, because a hand card and a Creature go different ways."""

VERBS |= WORDS
