"""The text of a card, rendered from its effects."""
