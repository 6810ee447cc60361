"""Words of the expansion: its spins and its ends."""

from __future__ import annotations

NEFARIOUS_RESULTS = {
    "new_forbidden_rune": "New Forbidden Rune",
    "get_off_my_lawn": "Get Off My Lawn",
    "forbidden_fruit": "Forbidden Fruit",
    "pety_theft": "Pet-y Theft",
    "loud_cursing": "Loud Cursing",
    "double_discard": "Double Discard",
}
"""The faces of the Nefarious Spinner in words."""

NEFARIOUS_ENDINGS = {
    "role": "has fulfilled the secret role and wins",
    "five_and_role": "has five Mythical Creatures and fulfilled the secret role, and wins",
    "beasts": "has five Corrupted Beasts and wins",
    "deck_out": "outlasts the Main deck and wins",
    "nefarious_wins": "has served the Nefarious Neighbor and wins too",
}

NEFARIOUS_REASONS = {
    "role": "by the secret role at the end of the turn",
    "five_and_role": "with five Mythical Creatures, and by the secret role as well",
    "beasts": "with five Corrupted Beasts",
    "deck_out": "because the Main deck ran out and nobody won in time",
}
"""How a game of the expansion ended, by the reason of its outcome."""
