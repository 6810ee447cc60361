"""What players of Runes & Regulations call things."""

from rr_tui.games.runes_regulations.spinner import LABELS
from rr_tui.looks.idiom import Idiom

FAMILIES = {"D": "Dragon", "U": "Unicorn", "P": "Pegasus", "G": "Griffin"}

# The full list, whatever Runes a player holds: what is picked from it must tell nothing.
WINDOWS = {
    "cast": "a Spell is CAST",
    "discard": "a card is DISCARDED",
    "enters_lawn": "a Creature enters a Lawn",
    "steal": "something is STOLEN",
    "hex": "a Creature is HEXED",
    "destroy": "something is DESTROYED",
    "return": "a Creature is RETURNED",
    "spin": "a player SPINS",
    "activate": "a Rune is ACTIVATED",
    "new_regulation": "a Regulation is turned up",
    "turn_begins": "a turn begins",
    "turn_ends": "a turn ends",
}

STREET = Idiom(
    kinds={
        "sacrificial": "Sacrificial Creature",
        "beast": "Corrupted Beast",
        "forbidden_rune": "Forbidden Rune",
        "role": "Secret role",
    },
    families=FAMILIES,
    piles={"roles": "role", "forbidden": "Forbidden", "forbidden rune": "Forbidden Rune"},
    rolls={
        "random card": "which card it is",
        "nefarious neighbor": "who is the Nefarious Neighbor",
    },
    spins=frozenset(LABELS),
    declaring="The most pets take the first turn; you are believed.",
    windows=WINDOWS,
    arranged=("hand", "fence"),
    lettered=frozenset({"draw"}),
)
