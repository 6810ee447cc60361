"""What players of Runes & Regulations call things."""

from rr_tui.games.runes_regulations.spinner import LABELS
from rr_tui.idiom import Idiom

FAMILIES = {"D": "Dragon", "U": "Unicorn", "P": "Pegasus", "G": "Griffin"}

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
)
